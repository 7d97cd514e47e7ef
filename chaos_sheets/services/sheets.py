"""Sheets: made, edited in place, and the taps of an evening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chaos_sheets import journal, mapping, policy
from chaos_sheets.errors import FieldError, Invalid, NotAllowed, NotVisible, ServiceError
from chaos_sheets.models import Campaign, Character, JournalEntry, Known, Membership, User
from chaos_sheets.reversal import brought_back
from chaos_sheets.services.common import (
    LARGEST,
    Edit,
    Retired,
    at_work,
    body_errors,
    column_errors,
    need_reason,
    of_this_system,
)
from chaos_sheets.services.copies import copy_carried, new_character
from chaos_sheets.writing import writing
from combat.core.description import RulesetInfo
from combat.core.event import Change
from combat.core.value import Json, value_at
from combat.registry import ruleset, ruleset_info

COLUMNS = ("name", "notes", "money")
GM_COLUMNS = (*COLUMNS, "public_name", "known")


def _begin(user: User, character: Character) -> policy.Viewer:
    if character.campaign is None:
        raise NotVisible
    who = at_work(user=user, campaign=character.campaign)
    policy.act_for(who, character)
    return who


# --- made and put away ----------------------------------------------------------------------------------------


def character_create(
    *,
    campaign: Campaign,
    user: User,
    key: str,
    name: str = "",
    template: Character | None = None,
    owner: Membership | None = None,
    known: str | None = None,
    public_name: str = "",
) -> Character:
    """A new sheet, blank or after a template with all it carries. A player makes one for himself."""
    who = at_work(user=user, campaign=campaign)
    owner = _owner_of_new(who, owner)
    if template is not None:
        of_this_system(who, template, "template")
        if not policy.may_use_template(who, template):
            raise NotVisible
    if known is None:
        known = Known.NAME if owner else Known.NOTHING
    request: Json = {
        "template": template.pk if template else None, "name": name, "owner": owner.pk if owner else None,
        "known": str(known), "public_name": public_name,
    }  # fmt: skip
    row = new_character(who.campaign, name.strip(), template, owner, known, public_name)
    with writing(campaign=campaign.pk, key=key):
        first = journal.earlier(campaign=campaign, key=key, user=user, cause="character_created", request=request)
        if first is not None:
            ref = next(change.of for change in journal.changes_of(first) if change.of.startswith("character:"))
            return Character.objects.get(pk=int(ref.partition(":")[2]))
        if template is not None and template.retired:
            raise Retired("retired")
        row.save()
        changes = [Change(row.ref, "", None, mapping.character_state(row))]
        if template is not None:
            changes += copy_carried(template, row, ruleset_info(campaign.ruleset))
        journal.record(
            campaign=campaign, changes=changes, cause="character_created", key=key, user=user, request=request
        )
    return row


def _owner_of_new(who: policy.Viewer, owner: Membership | None) -> Membership | None:
    if who.is_gm:
        if owner is not None and owner.campaign_id != who.campaign.pk:
            raise NotVisible
        return owner
    if not who.is_player or owner not in (None, who.membership):
        raise NotAllowed
    return who.membership


def character_retire(*, character: Character, user: User, key: str) -> JournalEntry:
    who = _begin(user, character)
    policy.lead(who)
    return _changed(who, character, {"retired": True}, cause="retired", key=key)


def character_restore(*, character: Character, user: User, key: str) -> JournalEntry:
    who = _begin(user, character)
    policy.lead(who)
    return _changed(who, character, {"retired": False}, cause="restored", key=key)


def character_reveal(
    *, character: Character, user: User, key: str, known: str, public_name: str | None = None
) -> JournalEntry:
    """Set what the players know of a character; what was logged before stays as it was."""
    who = _begin(user, character)
    policy.lead(who)
    wanted: dict[str, Json] = {"known": known}
    if public_name is not None:
        wanted["public_name"] = public_name
    errors = column_errors(character, wanted)
    if errors:
        raise Invalid(errors)
    return _changed(who, character, wanted, cause="revealed", key=key)


def _changed(
    who: policy.Viewer,
    character: Character,
    wanted: Mapping[str, Json],
    *,
    cause: str,
    key: str,
    reason: str = "",
) -> JournalEntry:
    """Set values whatever stands there now."""
    request: Json = {"character": character.pk, "set": dict(wanted)}
    with writing(campaign=who.campaign.pk, key=key):
        rows = journal.load(who.campaign, [character.ref], lock=True)
        back = brought_back(rows, character.ref) if wanted.get("retired") is False else []
        changes = [journal.change(rows, character.ref, field, value) for field, value in wanted.items()]
        return journal.record(
            campaign=who.campaign, changes=[*changes, *back], cause=cause, key=key, user=who.user, request=request,
            reason=reason, loaded=rows,
        )  # fmt: skip


# --- edited in place ------------------------------------------------------------------------------------------


def character_edit(
    *, character: Character, user: User, key: str, edits: Mapping[str, Edit], reason: str = ""
) -> JournalEntry:
    """Save fields of a sheet by their addresses, all or none.

    Raises Invalid with one error per field, StaleEdit if a value shown no longer stands. A game master who sets
    the state of somebody else's character says why.
    """
    who = _begin(user, character)
    if character.retired:
        raise Retired("retired")
    info = ruleset_info(character.ruleset)
    errors = _edit_errors(who, character, edits, info)
    if errors:
        raise Invalid(errors)
    is_override = _is_override(who, character, edits, info)
    if is_override or reason:
        reason = need_reason(reason)
    changes = [Change(character.ref, field, edit.shown, edit.value) for field, edit in edits.items()]
    return journal.record(
        campaign=who.campaign,
        changes=changes,
        cause="override" if is_override else "edit",
        key=key,
        user=user,
        request={"character": character.pk, "edits": {field: list(edit) for field, edit in edits.items()}},
        reason=reason,
    )


def _edit_errors(
    who: policy.Viewer, character: Character, edits: Mapping[str, Edit], info: RulesetInfo
) -> list[FieldError]:
    allowed = GM_COLUMNS if who.is_gm else COLUMNS
    if not edits:
        return [FieldError("", "bad_request")]
    columns = {field: edit.value for field, edit in edits.items() if field in allowed}
    body = {field: edit.value for field, edit in edits.items() if field not in allowed}
    errors = column_errors(character, columns) + body_errors(info.sheet, body)
    errors += [FieldError(field, "not_allowed") for field in body if field.partition(".")[0] == "overrides"]
    if not errors:
        errors = _raised_above(character, edits, info)
    return errors


def _raised_above(character: Character, edits: Mapping[str, Edit], info: RulesetInfo) -> list[FieldError]:
    """A pool may not be raised above the maximum that the sheet has after the edit."""
    record = mapping.character_record(character)
    for field, edit in edits.items():
        record.put(field, edit.value)
    complete = info.sheet.complete(record.state)
    errors = []
    for field, edit in edits.items():
        known = info.sheet.field(field)
        top = value_at(complete, known.maximum_from) if known and known.maximum_from else None
        if isinstance(top, int) and isinstance(edit.value, int) and edit.value > top:
            lower = isinstance(edit.shown, int) and edit.value <= edit.shown
            errors += [] if lower else [FieldError(field, "too_large", {"maximum": top})]
    return errors


def _is_override(who: policy.Viewer, character: Character, fields: Iterable[str], info: RulesetInfo) -> bool:
    """Whether a game master reaches into the state of somebody else's character."""
    if character.owner_id is None or who.owns(character):
        return False
    return any((known := info.sheet.field(field)) is not None and known.state for field in fields)


# --- one tap --------------------------------------------------------------------------------------------------


def money_change(*, character: Character, user: User, key: str, by: int, reason: str = "") -> JournalEntry:
    """Spend (below 0) or receive; what is not there cannot be spent."""
    who = _begin(user, character)
    if not isinstance(by, int) or isinstance(by, bool) or by == 0 or abs(by) > LARGEST:
        raise Invalid.of("by", "wrong_type", kind="integer")
    request: Json = {"character": character.pk, "by": by, "reason": reason}
    if reason:
        reason = need_reason(reason)
    with writing(campaign=who.campaign.pk, key=key):
        first = journal.earlier(campaign=who.campaign, key=key, user=user, cause="money", request=request)
        if first is not None:
            return first
        rows = journal.load(who.campaign, [character.ref], lock=True)
        changes = [money_paid(rows, character, -by)]
        return journal.record(
            campaign=who.campaign, changes=changes, cause="money", key=key, user=user, request=request,
            reason=reason, loaded=rows,
        )  # fmt: skip


def money_paid(rows: journal.Loaded, character: Character, amount: int) -> Change:
    """The change that pays an amount in the campaign's currency; raises a ServiceError if it is not there."""
    has = rows[character.ref].row.money
    if amount > 0 and amount > has:
        raise ServiceError("not_enough_money", available=has, needed=amount)
    return Change(character.ref, "money", has, has - amount)


def pool_change(*, character: Character, user: User, key: str, pool: str, by: int) -> JournalEntry:
    """Spend (below 0) or regain points; never below the pool's floor, and up to its maximum."""
    who = _begin(user, character)
    info = ruleset_info(character.ruleset)
    path = next((known.current for known in info.pools if known.key == pool), "")
    if not path:
        raise Invalid.of("pool", "not_a_choice", choices=[known.key for known in info.pools])
    if not isinstance(by, int) or isinstance(by, bool) or by == 0 or abs(by) > 10_000:
        raise Invalid.of("by", "wrong_type", kind="integer")
    request: Json = {"character": character.pk, "pool": pool, "by": by}
    with writing(campaign=who.campaign.pk, key=key):
        first = journal.earlier(campaign=who.campaign, key=key, user=user, cause="pool", request=request)
        if first is not None:
            return first
        rows = journal.load(who.campaign, [character.ref], lock=True)
        record = rows[character.ref]
        before = value_at(info.sheet.complete(record.state), path)
        after = _counted(before, by, mapping.counter_bounds(record, path, info) or (None, None))
        return journal.record(
            campaign=who.campaign, changes=[Change(character.ref, path, before, after)], cause="pool", key=key,
            user=user, request=request, loaded=rows,
        )  # fmt: skip


def _counted(before: Json, by: int, bounds: tuple[int | None, int | None]) -> int:
    now = before if isinstance(before, int) else 0
    low, high = bounds
    if by < 0 and low is not None and now + by < low:
        raise ServiceError("not_enough_points", available=now)
    if by > 0 and high is not None:
        if now >= high:
            raise ServiceError("pool_full", maximum=high)
        return min(now + by, high)
    return now + by


# --- the game master's word -----------------------------------------------------------------------------------


def override_set(
    *, character: Character, user: User, key: str, value_key: str, value: int, reason: str
) -> JournalEntry:
    """Set a derived value by hand, with a reason, until it is lifted."""
    who = _begin(user, character)
    policy.lead(who)
    reason = need_reason(reason)
    info = ruleset_info(character.ruleset)
    derived = ruleset(character.ruleset).derive(mapping.sheet_of(character, info), who.campaign.options)
    if value_key not in derived.values:
        raise Invalid.of("value_key", "not_a_choice", choices=sorted(derived.values))
    wanted: Json = {"value": value, "reason": reason}
    errors = body_errors(info.sheet, {f"overrides.{value_key}": wanted})
    if errors:
        raise Invalid(errors)
    return _changed(who, character, {f"overrides.{value_key}": wanted}, cause="override", key=key, reason=reason)


def override_lift(*, character: Character, user: User, key: str, value_key: str) -> JournalEntry:
    who = _begin(user, character)
    policy.lead(who)
    return _changed(who, character, {f"overrides.{value_key}": None}, cause="override_lifted", key=key)


def status_set(*, character: Character, user: User, key: str, status: str, reason: str = "") -> JournalEntry:
    return _status(character, user, key, status, True, reason)


def status_clear(*, character: Character, user: User, key: str, status: str, reason: str = "") -> JournalEntry:
    return _status(character, user, key, status, None, reason)


def _status(character: Character, user: User, key: str, status: str, value: bool | None, reason: str) -> JournalEntry:
    who = _begin(user, character)
    info = ruleset_info(character.ruleset)
    path = f"statuses.{status}"
    if info.sheet.field(path) is None:
        known = [field.key for field in info.sheet.fields if field.path.startswith("statuses.")]
        raise Invalid.of("status", "not_a_choice", choices=known)
    is_override = _is_override(who, character, [path], info)
    if is_override or reason:
        reason = need_reason(reason)
    return _changed(
        who, character, {path: value}, cause="override" if is_override else "status", key=key, reason=reason
    )
