"""Things on sheets and covers on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from chaos_sheets import journal, mapping, policy
from chaos_sheets.errors import FieldError, Invalid, NotVisible, ServiceError
from chaos_sheets.models import Campaign, Character, Item, JournalEntry, Place, User
from chaos_sheets.records import Record
from chaos_sheets.services.common import Edit, Retired, at_work, need_reason, of_this_system, price_in
from chaos_sheets.services.copies import copy_item, differences, with_fittings
from chaos_sheets.services.fields import item_errors
from chaos_sheets.services.sheets import money_paid
from chaos_sheets.writing import writing
from combat.core.event import Change
from combat.core.value import Json, value_at
from combat.registry import ruleset, ruleset_info

# What is set, by record and address.
type Wanted = Mapping[str, Mapping[str, Json]]


def _begin(user: User, item: Item) -> policy.Viewer:
    if item.campaign is None:
        raise NotVisible
    who = at_work(user=user, campaign=item.campaign)
    policy.edit_item(who, item)
    return who


# --- on a sheet -----------------------------------------------------------------------------------------------


def item_add(
    *, character: Character, source: Item, user: User, key: str, quantity: int = 1, pay: bool = False
) -> JournalEntry:
    """Put a copy of a catalogue entry on a sheet; `pay` takes its price off the money, both or neither."""
    if character.campaign is None:
        raise NotVisible
    who = at_work(user=user, campaign=character.campaign)
    policy.act_for(who, character)
    if character.retired:
        raise Retired("retired")
    take_from(who, source)
    errors = item_errors(source, {"quantity": quantity}, ruleset_info(who.campaign.ruleset))
    if errors or quantity < 1:
        raise Invalid(errors) if errors else Invalid.of("quantity", "too_small", minimum=1)
    cause = "item_bought" if pay else "item_added"
    request: Json = {"character": character.pk, "source": source.pk, "quantity": quantity}
    with writing(campaign=who.campaign.pk, key=key):
        first = journal.earlier(campaign=who.campaign, key=key, user=user, cause=cause, request=request)
        if first is not None:
            return first
        rows = journal.load(who.campaign, [character.ref], lock=True)
        changes = []
        if pay:
            changes.append(money_paid(rows, character, price_in(who.campaign, source.price or 0) * quantity))
        made = copy_item(
            with_fittings(source), info=ruleset_info(who.campaign.ruleset), campaign=who.campaign,
            character=character, quantity=quantity,
        )  # fmt: skip
        rows |= journal.load(who.campaign, [change.of for change in made], lock=False)
        return journal.record(
            campaign=who.campaign, changes=changes + made, cause=cause, key=key, user=user, request=request,
            loaded=rows,
        )  # fmt: skip


def take_from(who: policy.Viewer, source: Item) -> None:
    """Raise unless this is a catalogue entry which may be copied here."""
    of_this_system(who, source, "source")
    if source.place != Place.CATALOGUE or not policy.may_see_item(who, source):
        raise NotVisible
    if source.retired:
        raise Retired("retired")


def item_edit(*, item: Item, user: User, key: str, edits: Mapping[str, Edit], reason: str = "") -> JournalEntry:
    """Save fields of a thing on a sheet or on the table by their addresses, all or none."""
    who = _begin(user, item)
    if item.retired:
        raise Retired("retired")
    if not edits:
        raise Invalid.of("", "bad_request")
    errors = item_errors(item, {field: edit.value for field, edit in edits.items()}, ruleset_info(item.ruleset))
    errors = errors or _raised_above(item, edits)
    if errors:
        raise Invalid(errors)
    return journal.record(
        campaign=who.campaign,
        changes=[Change(item.ref, field, edit.shown, edit.value) for field, edit in edits.items()],
        cause="edit",
        key=key,
        user=user,
        request={"item": item.pk, "edits": {field: list(edit) for field, edit in edits.items()}},
        reason=need_reason(reason) if reason else "",
    )


def item_step(*, item: Item, user: User, key: str, field: str, by: int) -> JournalEntry:
    """One tap on a number of a thing: so many more or fewer than stand there now, within its bounds."""
    who = _begin(user, item)
    info = ruleset_info(item.ruleset)

    def wanted() -> Wanted:
        record = _record(item)
        now = value_at(record.state, field)
        now = mapping.default_of(record, field, info) if now is None else now
        if not isinstance(now, int) or isinstance(now, bool):
            raise Invalid.of(field, "not_a_number")
        errors = item_errors(item, {field: now + by}, info)
        errors = errors or _raised_above(item, {field: Edit(now, now + by)})
        if errors:
            raise Invalid(errors)
        return {item.ref: {field: now + by}}

    return _changed(who, {"item": item.pk, "field": field, "by": by}, wanted, cause="edit", key=key)


def _raised_above(item: Item, edits: Mapping[str, Edit]) -> list[FieldError]:
    """What another value bounds may not be raised above it, as that one counts with all that is fitted."""
    kind = ruleset_info(item.ruleset).kind(item.kind)
    found = []
    for field, edit in edits.items():
        known = kind.schema.field(field) if kind else None
        if known is None or not known.maximum_from or not isinstance(edit.value, int):
            continue
        top = _counts(item, known.maximum_from)
        lower = isinstance(edit.shown, int) and edit.value <= edit.shown
        if isinstance(top, int) and edit.value > top and not lower:
            found.append(FieldError(field, "too_large", {"maximum": top}))
    return found


def _counts(item: Item, path: str) -> Json:
    """A value of a carried thing as the rules count it, else as it is written down."""
    record = _record(item)
    if item.character is not None:
        info = ruleset_info(item.ruleset)
        derived = ruleset(item.ruleset).derive(mapping.sheet_of(item.character, info), {})
        value = derived.item_values.get(item.ref, {}).get(path)
        if value is not None:
            return value.value
    return value_at(record.state, path)


def item_retire(*, item: Item, user: User, key: str) -> JournalEntry:
    """Take a thing off a sheet or off the table; what is fitted to it goes with it."""
    who = _begin(user, item)
    return _set_retired(who, item, True, cause="item_removed", key=key)


def item_restore(*, item: Item, user: User, key: str) -> JournalEntry:
    who = _begin(user, item)
    return _set_retired(who, item, False, cause="item_restored", key=key)


def _set_retired(who: policy.Viewer, item: Item, retired: bool, *, cause: str, key: str) -> JournalEntry:
    def wanted() -> Wanted:
        fittings = Item.objects.filter(fitted_to=item, retired=not retired)
        return {ref: {"retired": retired} for ref in (item.ref, *(fitting.ref for fitting in fittings))}

    return _changed(who, {"item": item.pk}, wanted, cause=cause, key=key)


def item_fit_modification(*, modification: Item, weapon: Item, user: User, key: str) -> JournalEntry:
    """Fit a carried modification to a thing of the same sheet."""
    who = _begin(user, weapon)
    kind = ruleset_info(weapon.ruleset).kind(weapon.kind)
    if modification.character_id != weapon.character_id or weapon.character_id is None:
        raise NotVisible
    if kind is None or modification.kind not in kind.fits or weapon.retired or modification.retired:
        raise Invalid.of("modification", "does_not_fit")

    def wanted() -> Wanted:
        if Item.objects.filter(pk=modification.pk, fitted_to__isnull=False).exists():
            raise Invalid.of("modification", "already_fitted")
        return {modification.ref: {"fitted_to": weapon.pk}}

    return _changed(who, {"item": modification.pk, "to": weapon.pk}, wanted, cause="fitted", key=key)


def item_unfit_modification(*, modification: Item, user: User, key: str) -> JournalEntry:
    who = _begin(user, modification)
    return _changed(
        who, {"item": modification.pk}, lambda: {modification.ref: {"fitted_to": None}}, cause="unfitted", key=key
    )


def item_differences(*, item: Item) -> list[Change]:
    """How a thing differs from the catalogue entry it was copied from, state apart; empty if it does not."""
    if item.source is None:
        return []
    own, source = _record(item), _record(item.source)
    return differences(own, source, ruleset_info(item.ruleset))


def item_take_over(*, item: Item, user: User, key: str) -> JournalEntry:
    """Make a thing as its catalogue entry is now; state, wear and whereabouts stay."""
    who = _begin(user, item)

    def wanted() -> Wanted:
        return {item.ref: {change.field: change.after for change in item_differences(item=item)}}

    return _changed(who, {"item": item.pk}, wanted, cause="taken_over", key=key)


def _record(item: Item) -> Record[Item]:
    (record,) = mapping.read_items(Item.objects.filter(pk=item.pk))
    return record


def _changed(
    who: policy.Viewer, request: dict[str, Json], wanted: Callable[[], Wanted], *, cause: str, key: str
) -> JournalEntry:
    """Set values whatever stands there now. `wanted` is asked only if the key has not made its entry yet."""
    with writing(campaign=who.campaign.pk, key=key):
        first = journal.earlier(campaign=who.campaign, key=key, user=who.user, cause=cause, request=request)
        if first is not None:
            return first
        values = wanted()
        rows = journal.load(who.campaign, values, lock=True)
        changes = [
            journal.change(rows, ref, field, value) for ref, fields in values.items() for field, value in fields.items()
        ]
        return journal.record(
            campaign=who.campaign, changes=changes, cause=cause, key=key, user=who.user, request=request, loaded=rows
        )


# --- on the table ---------------------------------------------------------------------------------------------


def cover_place(*, campaign: Campaign, source: Item, user: User, key: str, name: str = "") -> Item:
    """Put a copy of a cover from the catalogue on the table, where all can see it."""
    who = at_work(user=user, campaign=campaign)
    policy.lead(who)
    take_from(who, source)
    info = ruleset_info(who.campaign.ruleset)
    kind = info.kind(source.kind)
    if kind is None or kind.use != "cover":
        raise Invalid.of("source", "not_a_choice", choices=[kind.key for kind in info.kinds if kind.use == "cover"])
    name = name.strip()
    errors = item_errors(source, {"name": name}, info) if name else []
    if errors:
        raise Invalid(errors)
    request: Json = {"source": source.pk, "name": name}
    with writing(campaign=campaign.pk, key=key):
        entry = journal.earlier(campaign=who.campaign, key=key, user=user, cause="cover_placed", request=request)
        if entry is None:
            made = copy_item(with_fittings(source), info=info, campaign=who.campaign, character=None, name=name)
            entry = journal.record(
                campaign=who.campaign, changes=made, cause="cover_placed", key=key, user=user, request=request
            )
        return Item.objects.get(pk=int(journal.changes_of(entry)[0].of.partition(":")[2]))


def cover_remove(*, cover: Item, user: User, key: str) -> JournalEntry:
    if cover.place != Place.TABLE:
        raise ServiceError("bad_request")
    return item_retire(item=cover, user=user, key=key)
