"""A campaign's own templates: sheets to copy from, beside those of the stock."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet

from chaos_sheets import journal, mapping, policy
from chaos_sheets.errors import FieldError, Invalid, NotVisible
from chaos_sheets.models import Campaign, Character, JournalEntry, Known, User
from chaos_sheets.reversal import brought_back
from chaos_sheets.services.catalogue import first_free, slug
from chaos_sheets.services.common import at_work, column_errors
from chaos_sheets.services.copies import State, copy_carried, new_template, numbered
from chaos_sheets.writing import writing
from combat.core.event import Change
from combat.core.value import Json
from combat.registry import ruleset_info


def template_save(
    *, character: Character, user: User, key: str, name: str = "", for_players: bool = False
) -> Character:
    """Keep a sheet with all it carries as a template, without what play has done to it; the sheet stays as it is.

    ``for_players``: they may choose it for a character of their own. A second one of the same name gets a number.
    """
    if character.campaign is None or character.template:
        raise NotVisible
    who = at_work(user=user, campaign=character.campaign)
    policy.act_for(who, character)
    policy.lead(who)
    name = name.strip() or character.name
    request: Json = {"character": character.pk, "name": name, "for_players": for_players}
    cause, info = "template_saved", ruleset_info(character.ruleset)
    with writing(campaign=who.campaign.pk, key=key):
        first = journal.earlier(campaign=who.campaign, key=key, user=user, cause=cause, request=request)
        if first is not None:
            return Character.objects.get(pk=int(journal.changes_of(first)[0].of.partition(":")[2]))
        known = Known.NAME if for_players else Known.NOTHING
        (name,) = numbered(name, 1, _own(who.campaign).values_list("name", flat=True))
        row = new_template(character, name, _free_key(character, name), known)
        row.save()
        changes = [Change(row.ref, "", None, mapping.character_state(row))]
        changes += copy_carried(character, row, info, State.AS_CARRIED)
        journal.record(
            campaign=who.campaign, changes=changes, cause=cause, key=key, user=user, request=request, is_new_key=True
        )
    return row


def template_edit(
    *,
    template: Character,
    user: User,
    key: str,
    name: str,
    for_players: bool | None = None,
    shown: tuple[str, bool] | None = None,
) -> JournalEntry:
    """Call a template otherwise, or say anew whether players may choose it.

    ``shown``: name and choice as whoever edits saw them; raises StaleEdit if what he changes no longer stands so.
    """
    wanted: dict[str, Json] = {"name": name.strip()}
    if for_players is not None:
        wanted["known"] = _known(for_players)
    seen: dict[str, Json] = {"name": shown[0], "known": _known(shown[1])} if shown else {}
    # What he has left as he saw it is not his to set.
    wanted = {field: value for field, value in wanted.items() if field not in seen or seen[field] != value}
    errors = column_errors(template, wanted)
    if not errors and "name" in wanted and _others(template).filter(name=wanted["name"]).exists():
        errors.append(FieldError("name", "template_name_taken"))
    if errors:
        raise Invalid(errors)
    return _set(template, user, key, wanted, "template_edited", seen)


def _known(for_players: bool) -> str:
    return str(Known.NAME if for_players else Known.NOTHING)


def _own(campaign: Campaign) -> QuerySet[Character]:
    return Character.objects.filter(campaign=campaign, template=True)


def _others(template: Character) -> QuerySet[Character]:
    if template.campaign is None:
        raise NotVisible
    return _own(template.campaign).exclude(pk=template.pk)


def template_retire(*, template: Character, user: User, key: str) -> JournalEntry:
    """Nobody is offered it any more; whoever was made after it stays."""
    return _set(template, user, key, {"retired": True}, "template_retired")


def template_restore(*, template: Character, user: User, key: str) -> JournalEntry:
    return _set(template, user, key, {"retired": False}, "template_restored")


def _set(
    template: Character,
    user: User,
    key: str,
    wanted: Mapping[str, Json],
    cause: str,
    seen: Mapping[str, Json] | None = None,
) -> JournalEntry:
    if template.campaign is None or not template.template:
        raise NotVisible
    who = at_work(user=user, campaign=template.campaign)
    policy.see_character(who, template)
    policy.lead(who)
    request: Json = {"template": template.pk, "set": dict(wanted)}
    with writing(campaign=who.campaign.pk, key=key):
        rows = journal.load(who.campaign, [template.ref], lock=True)
        changes = brought_back(rows, template.ref) if wanted.get("retired") is False else []
        if wanted.get("known") == Known.NAME:
            # What the game master has noted is not the players' to read in a copy.
            changes += [journal.change(rows, template.ref, field, "") for field in ("notes", "public_name")]
        for field, value in wanted.items():
            stands = journal.change(rows, template.ref, field, value)
            changes.append(stands._replace(before=(seen or {}).get(field, stands.before)))
        return journal.record(
            campaign=who.campaign, changes=changes, cause=cause, key=key, user=user, request=request, loaded=rows
        )


def _free_key(character: Character, name: str) -> str:
    """A key that no template has, so that it stands beside the stock's and not in the place of one."""
    wanted = slug(name)
    rows = Character.objects.filter(template=True, ruleset=character.ruleset, key__startswith=wanted)
    return first_free(wanted, set(rows.values_list("key", flat=True)))
