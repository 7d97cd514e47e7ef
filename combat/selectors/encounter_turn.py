"""The one whose turn it is, or whom the viewer acts for: what he has left, what he may do, what is so of him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from string import ascii_lowercase
from urllib.parse import urlencode

from django.utils.text import capfirst
from django.utils.translation import gettext

from chaos_sheets import policy
from chaos_sheets.fight_words import fact_words
from chaos_sheets.records import is_ref
from chaos_sheets.selectors.campaign import display_name
from chaos_sheets.selectors.known import Named
from chaos_sheets.trace import ReasonView, reason_views
from chaos_sheets.words import listed, number, signed, unit_word
from combat.core.description import COVER, PERSON, POINTING, Flag
from combat.core.fight import Combatant
from combat.core.intent import Offer
from combat.core.schema import Field, FieldKind
from combat.core.sheet import Item
from combat.core.standing import has_status
from combat.core.value import Json, value_at
from combat.registry import ruleset
from combat.selectors.bought import Mended, mended
from combat.selectors.draft import parameter_name
from combat.selectors.encounter_rows import Look
from combat.selectors.encounter_view import (
    Amount,
    CostView,
    DistanceGroup,
    DistanceView,
    FlagView,
    OfferView,
    RefusedView,
    ReminderView,
    TurnView,
)
from combat.selectors.offered import offered_to
from combat.selectors.outlook import Outlook, Way
from combat.selectors.panel_words import heading_of

KEYS_TAKEN = "z"
"""Letters that do something else on the page."""
MOST_AT_ONCE = 8
"""So many people stand in one list; more of them are grouped by side."""
KINDS = {
    FieldKind.BOOLEAN: "check",
    FieldKind.INTEGER: "number",
    FieldKind.CHOICE: "select",
}


def turn_of(look: Look, wanted: str) -> str:
    """Whom the page acts for: the one asked for, whoever has the turn, the viewer's own; empty if nobody is his."""
    own = [ref for ref in look.order if look.may_act(ref)]
    mine = [ref for ref in own if look.who.owns(look.table.characters[ref])]
    found = [ref for ref in (wanted, look.current) if ref in own]
    # Between turns the game master acts for nobody in particular; before the first he states distances.
    first = own[:1] if look.who.is_gm and not look.table.fight.round else []
    return next(iter([*found, *mine, *first]), "")


def turn_view(look: Look, ref: str) -> TurnView | None:
    if not ref:
        return None
    row, one = look.table.characters[ref], look.table.fight.combatants[ref]
    owner = look.known.characters[ref].owner
    offers = offer_views(look, ref)
    leader = look.acts_with(ref) if look.known.sees_numbers(look.acts_with(ref)) else ""
    return TurnView(
        ref=ref,
        id=row.pk,
        name=look.known.name(ref),
        owner=display_name(owner.user) if owner else "",
        is_turn=ref == look.current,
        budgets=tuple(_units(look, ref, leader)),
        units_of=look.known.name(leader) if leader else "",
        pools=(*look.pools(ref, health=True), *look.pools(ref, health=False)),
        tallies=look.tallies(ref),
        loaded=tuple(_loaded(look, one)),
        states=look.states(ref),
        reminders=tuple(_reminders(look, one)) if look.who.is_gm and ref == look.current else (),
        flags=tuple(combatant_flags(look, ref)),
        possible=tuple(offer for offer in offers if not offer.reasons and not offer.by_gm),
        ordered=_gathered(offer for offer in offers if not offer.reasons and offer.by_gm),
        refused=refused_views(offers),
        distances=distance_groups(look, ref),
    )


def _units(look: Look, ref: str, leader: str) -> Iterator[Amount]:
    """What he has left; of what he has none himself that of whomever he acts with, whose it is to spend."""
    theirs = {amount.key: amount for amount in look.budgets(leader)} if leader else {}
    for amount in look.budgets(ref):
        yield theirs.get(amount.key, amount) if not amount.now else amount


def _reminders(look: Look, one: Combatant) -> Iterator[ReminderView]:
    """What the game master should think of in somebody's turn: states that do what he says, and what that is so far."""
    for status in look.info.statuses:
        if not status.ruled_by_gm or not has_status(one.sheet, status.key):
            continue
        said = [known for known in look.info.sheet.fields if known.status == status.key]
        found = [(look.reader.words.word(known.label), one.sheet.value(known.path)) for known in said]
        weighs = listed(f"{word} {signed(points)}" for word, points in found if isinstance(points, int) and points)
        yield ReminderView(
            label=capfirst(look.reader.words.word(status.key)),
            text=look.reader.words.means(status.key),
            weighs=(weighs or gettext("Noch wiegt es nichts")) if said else "",
            cites=status.rules,
        )


def _loaded(look: Look, one: Combatant) -> Iterator[Amount]:
    """What is in the magazines of the weapons he holds or carries."""
    for item in one.sheet.items:
        found = _magazine(look, item)
        if found is not None:
            name = look.known.name(item.id)
            yield Amount(key=item.id, label=name, short=name, now=found[0], full=found[1])


def _magazine(look: Look, item: Item) -> tuple[int, int] | None:
    kind = look.info.kind(item.kind)
    if kind is None or kind.magazine is None:
        return None
    now, full = (item.value(path) for path in kind.magazine)
    return (now, full) if isinstance(now, int) and isinstance(full, int) and full else None


# --- offers ---------------------------------------------------------------------------------------------------


def offer_views(look: Look, ref: str) -> tuple[OfferView, ...]:
    """What the rules let him do, each way with a letter of its own, and what they refuse, with every reason."""
    found = ruleset(look.who.campaign.ruleset).offers(look.table.fight, ref)
    outlook = Outlook.of(look, ref)
    views = [_offer(look, ref, offer, way) for offer in offered_to(look.known, found) for way in outlook.ways(offer)]
    return tuple(_with_keys(views))


def _with_keys(views: Iterable[OfferView]) -> Iterator[OfferView]:
    """Each that is possible has a letter for itself: its first one, where nobody had that, else another.

    What the game master orders is folded away: it takes what is left.
    """
    every = tuple(views)
    used, given = set(KEYS_TAKEN), {}
    first = [(number_, view.name[:1]) for number_, view in enumerate(every) if not view.by_gm]
    # Where the name has no letter left, any other does.
    rest = [(number_, view.name + ascii_lowercase) for number_, view in enumerate(every)]
    for number_, wanted in [*first, *sorted(rest, key=lambda each: every[each[0]].by_gm)]:
        letter = next((char for char in wanted.lower() if char in ascii_lowercase and char not in used), "")
        if letter and number_ not in given and not every[number_].reasons:
            used.add(letter)
            given[number_] = letter
    return (replace(view, hotkey=given.get(number_, "")) for number_, view in enumerate(every))


def _gathered(offers: Iterable[OfferView]) -> tuple[OfferView, ...]:
    """Offers with their headings together, in the order in which each heading comes first."""
    every = tuple(offers)
    headings = list(dict.fromkeys(offer.group for offer in every))
    return tuple(sorted(every, key=lambda offer: headings.index(offer.group)))


def refused_views(offers: Iterable[OfferView]) -> tuple[RefusedView, ...]:
    """What is refused, each set of reasons with what would mend it once: what many have in common comes last."""
    found: dict[tuple[tuple[ReasonView, ...], str], list[OfferView]] = {}
    for offer in offers:
        if offer.reasons:
            found.setdefault((offer.reasons, offer.bought), []).append(offer)
    groups = sorted(found.items(), key=lambda group: len(group[1]))
    return tuple(RefusedView(offers=tuple(of), reasons=reasons, bought=bought) for (reasons, bought), of in groups)


def _offer(look: Look, ref: str, offer: Offer, way: Way) -> OfferView:
    words = look.reader.words
    # What uses nothing says so: else the announcement would take the first thing at hand.
    query = {"encounter": str(look.encounter), "actor": ref, "form": offer.form, "item": offer.item}
    if way.target:
        query["target"] = way.target
    # With a thing, the thing comes first and what it comes to after it.
    lead, outlook = ("", way.text or way.lead) if offer.item else (way.lead, way.text)
    name, note = capfirst(words.word(offer.form)), " ".join(filter(None, [lead, _note(look, ref, offer)]))
    if way.known is not None:
        query |= {parameter_name(way.known): way.choice}
        note = note if offer.item else name
        name = capfirst(words.choice(way.known, way.choice))
    bought = mended(look.info, look.table.fight.combatants[ref], offer, way.reasons) if ref == look.current else None
    return OfferView(
        form=offer.form,
        item=offer.item,
        choice=way.choice,
        name=name,
        note=note,
        outlook=outlook,
        mark=look.known.name(way.target) if way.target else "",
        costs=tuple(
            CostView(key=key, number=number(units), unit=words.short(key)) for key, units in way.cost.items() if units
        ),
        reasons=reason_views(look.reader, way.reasons),
        bought=_bought_words(look, bought),
        query=urlencode([*query.items(), *_bought_fields(bought)]),
        by_gm=offer.by == "gm",
        group=heading_of(words, offer),
    )


def _bought_words(look: Look, bought: Mended | None) -> str:
    if bought is None:
        return ""
    how = bought.how
    price = f"{how.price * bought.times}\N{NO-BREAK SPACE}{look.reader.words.short(how.field.pool)}"
    return gettext("Mit %(points)s ginge es.") % {"points": price}


def _bought_fields(bought: Mended | None) -> list[tuple[str, str]]:
    return [] if bought is None else [(parameter_name(bought.known), bought.how.choice)] * bought.times


def _note(look: Look, ref: str, offer: Offer) -> str:
    """With what, and what is in it; where nothing is used, what the action means."""
    item = look.table.fight.combatants[ref].sheet.item(offer.item) if offer.item else None
    if item is None:
        words = look.reader.words
        return capfirst(words.word(offer.tool)) if offer.tool else words.means(offer.form)
    held = _magazine(look, item)
    return listed([look.known.name(offer.item), f"{held[0]} / {held[1]}" if held else ""])


# --- what is so -----------------------------------------------------------------------------------------------


def combatant_flags(look: Look, ref: str) -> Iterator[FlagView]:
    """Everything that can be stated of somebody, and whatever else holds of him."""
    flags = look.table.fight.combatants[ref].flags
    for flag in look.info.flags:
        if flag.scope != "combatant":
            continue
        value = value_at(flags, flag.field.path)
        if flag.stated or (value not in (None, False, 0, "") and _is_worth_telling(flag.field, value)):
            yield flag_view(look, flag, f"flag.{ref}.{flag.field.path}", value, of=ref)


def _is_worth_telling(field: Field, value: Json) -> bool:
    """What is remembered for the rules alone (a round's number, a count) is not told as a state.

    What the rules put into words is.
    """
    is_person = isinstance(value, str) and value.startswith("character:")
    return field.kind is FieldKind.BOOLEAN or field.read_as is not None or is_person


def flag_view(look: Look, flag: Flag, name: str, value: Json, *, of: str = "") -> FlagView:
    field, words = flag.field, look.reader.words
    choices = tuple(_choices(look, field, of))
    kind = "select" if choices or field.unit in POINTING else KINDS.get(field.kind, "text")
    kept = "" if value in (None, False) else "1" if value is True else str(value)
    if is_ref(value) and not look.known.name(kept):
        # Whom the viewer does not know of is not told by his number either.
        kept = ""
    chosen = next((choice.name for choice in choices if choice.ref == value), "")
    return FlagView(
        name=name,
        path=field.path,
        label=capfirst(words.word(field.label)),
        value=look.typed.get(name, kept),
        kept=kept,
        on=value not in (None, False, ""),
        kind=kind,
        text=chosen or _said(look, field, value),
        unit=unit_word(words, field.unit),
        choices=tuple(choice for choice in choices if choice.ref != field.default or choice.ref == value),
        unset=next((choice.name for choice in choices if choice.ref == field.default), ""),
        stated=flag.stated,
        cites=tuple(field.rules),
        error=look.errors.get(name, ""),
    )


def _said(look: Look, field: Field, value: Json) -> str:
    if value in (None, True, False):
        return ""
    return look.reader.text(value) if field.read_as is None else fact_words(look.reader, field, value)


def _choices(look: Look, field: Field, of: str) -> Iterator[Named]:
    """What a fact may point at: covers in the fight, everybody else the viewer knows of, words of the rules."""
    if field.unit in POINTING:
        things = () if field.unit == PERSON else look.table.covers
        people = () if field.unit == COVER else look.order
        for ref in (*things, *people):
            if ref != of and look.known.name(ref):
                yield Named(ref=ref, name=look.known.name(ref))
    for choice in field.choices:
        yield Named(ref=choice, name=look.reader.words.choice(field, choice))


def distance_groups(look: Look, ref: str) -> tuple[DistanceGroup, ...]:
    """What stands between him and each of the others, the nearest first; many of them by side, others' sides first."""
    found = distance_views(look, ref)
    if len(found) <= MOST_AT_ONCE:
        return (DistanceGroup(name="", shown=found),) if found else ()
    sides: dict[str, list[DistanceView]] = {}
    for view in found:
        sides.setdefault(look.table.fight.combatants[view.ref].party, []).append(view)
    return tuple(
        DistanceGroup(
            name=side or gettext("ohne Seite"),
            shown=tuple(view for view in views if view.is_known),
            folded=tuple(view for view in views if not view.is_known),
        )
        for side, views in sides.items()
    )


def distance_views(look: Look, ref: str) -> tuple[DistanceView, ...]:
    """Those on other sides first, and of each side whose distance is known, the nearest first."""
    flags = [flag for flag in look.info.flags if flag.scope == "pair" and flag.stated]
    if not flags:
        return ()
    sides = look.table.fight.combatants
    others = [other for other in look.order if other != ref]
    views = [_between(look, flags, ref, other) for other in others]
    return tuple(
        sorted(views, key=lambda view: (sides[view.ref].party == sides[ref].party, look.distance(ref, view.ref)))
    )


def _between(look: Look, flags: Sequence[Flag], ref: str, other: str) -> DistanceView:
    fight = look.table.fight
    facts = tuple(
        flag_view(look, flag, f"pair.{ref}>{other}.{path}", fight.between(ref, other, path, flag.through))
        for path, flag in ((flag.field.path, flag) for flag in flags)
    )
    return DistanceView(ref=other, name=look.known.name(other), facts=facts)


def may_end_turn(look: Look) -> bool:
    """Whether the end of this turn is the viewer's to say."""
    row = look.table.characters.get(look.current)
    return row is not None and policy.may_act(look.who, row)
