"""What a printed sheet shows beside the sheet itself, and the key under which a finished print is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import Count, Q, Sum

from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Character, Item, JournalEntry, Place
from chaos_sheets.policy import Sight, Viewer, may_see_entry_numbers, sight
from chaos_sheets.selectors.knowledge import catalogue_of
from chaos_sheets.selectors.ledger import Booking, bookings_of
from chaos_sheets.selectors.sheet import Loaded, desk_for, load, shelf_for, whole_view
from chaos_sheets.selectors.sheet_view import SheetView
from chaos_sheets.services.common import price_in
from chaos_sheets.words import Words, listed, number
from combat.core.description import ItemKind
from combat.core.schema import FieldKind
from combat.core.sheet import Sheet
from combat.core.value import value_at, with_value
from combat.registry import ruleset, ruleset_info


@dataclass(frozen=True, slots=True, kw_only=True)
class Blanks:
    """What the empty lines for new things ask for: the numbers of a weapon, those of a cover."""

    weapon: tuple[str, ...] = ()
    rounds: str = ""
    """What the boxes behind a weapon are for; empty where no weapon of the system is loaded."""
    cover: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Something counted while a fight lasts. ``each_round``: how much there is in every round; 0: it only grows."""

    label: str
    each_round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A whole sheet, when it last changed, the latest bookings."""

    sheet: SheetView
    changed: datetime | None
    bookings: tuple[Booking, ...]
    blanks: Blanks
    texts: Mapping[str, str]
    """What an entry of a collection says at length, by its path: on paper nobody can open it."""
    repair: Mapping[str, str] = field(default_factory=dict)
    """What a lost point of an armour costs to repair, in the campaign's money, by the armour's ref."""
    tallies: tuple[Tally, ...] = ()
    """What is counted while a fight lasts: on paper with a pencil."""


def see_whole(who: Viewer, character: Character) -> None:
    """Raise NotVisible for everybody who may not read all of it: a print shows all or nothing."""
    if sight(who, character) is not Sight.ALL:
        raise NotVisible


def printed(who: Viewer, character: Character, *, bookings: int = 4) -> Printed:
    """Everything that goes on paper, in the language of the reader."""
    see_whole(who, character)
    newest = last_entry(character)
    sheet = _view(who, character)
    return Printed(
        sheet=sheet,
        changed=newest.time if newest else None,
        bookings=bookings_of(who, character, most=bookings),
        blanks=_blanks(character),
        texts=_texts(who, character),
        repair={
            worn.item.ref: f"{number(price_in(who.campaign, worn.repair_price))} {sheet.currency}".strip()
            for worn in sheet.armour
            if worn.repair_price is not None
        },
        tallies=tuple(_tallies(character, sheet)),
    )


def _view(who: Viewer, character: Character) -> SheetView:
    """The whole sheet; its ready tables leave the states that take something off a roll to the pencil."""
    found = load(who, character, whole=True)
    words = Words.of(found.info.glossary)
    shelf = shelf_for(_at_ease(found), desk_for(found, words, editable=False), details=True, offers={})
    tables = {item.id: shelf.view(item).table for item in found.sheet.items}
    view = whole_view(found, words, details=True, writing=False)
    return replace(view, weapons=tuple(replace(item, table=tables[item.ref]) for item in view.weapons))


def _at_ease(found: Loaded) -> Loaded:
    """The same as he would be without states that take something off a roll, and without what leads to them."""
    body = found.sheet.body
    for status in found.info.statuses:
        if status.effect and not status.follows:
            body = with_value(body, f"statuses.{status.key}", False)
    for pool in found.info.pools:
        body = with_value(body, pool.current, 0 if pool.rising else value_at(body, pool.maximum))
    sheet = Sheet(body=body, items=found.sheet.items)
    derived = ruleset(found.info.id).derive(sheet, found.who.campaign.options)
    return replace(found, sheet=sheet, derived=derived)


def _tallies(character: Character, sheet: SheetView) -> Iterator[Tally]:
    info = ruleset_info(character.ruleset)
    words = Words.of(info.glossary)
    yield from (Tally(label=words.word(flag.field.label)) for flag in info.flags if flag.tally)
    own = {budget.key for budget in info.budgets if budget.derived}
    yield from (Tally(label=each.short, each_round=each.value) for each in sheet.values if each.key in own)


def last_entry(character: Character) -> JournalEntry | None:
    """The latest entry that touched this sheet."""
    entries = JournalEntry.objects.filter(campaign=character.campaign, subjects__ref=character.ref)
    return entries.order_by("-pk").only("pk", "time").first()


def print_key(who: Viewer, character: Character, *extra: str) -> str:
    """Names everything a print depends on: two prints with the same key are the same print.

    The time of the last entry keeps databases apart that were started anew and count from one again.
    """
    see_whole(who, character)
    campaign, info, newest = who.campaign, ruleset_info(character.ruleset), last_entry(character)
    catalogue = Item.objects.filter(place=Place.CATALOGUE, ruleset=character.ruleset)
    state = catalogue.filter(Q(campaign=None) | Q(campaign=campaign)).aggregate(Count("pk"), Sum("version"))
    owner = character.owner.user.get_full_name() or character.owner.user.get_username() if character.owner else ""
    parts: Iterable[Any] = (
        character.pk,
        character.version,
        (newest.pk, newest.time.isoformat()) if newest else None,
        (campaign.pk, campaign.name, campaign.currency, campaign.rate, campaign.options, campaign.switches),
        (owner, character.name, character.retired, may_see_entry_numbers(who, character)),
        (info.id, info.version),
        sorted(state.items()),
        extra,
    )
    return sha256(repr(tuple(parts)).encode()).hexdigest()


def _texts(who: Viewer, character: Character) -> dict[str, str]:
    info = ruleset_info(character.ruleset)
    catalogue = catalogue_of(info, who.campaign)
    found = {}
    for collection in info.sheet.collections:
        paths = [field.path for field in collection.fields if field.kind is FieldKind.TEXT and field.path != "label"]
        records = value_at(character.body, collection.path)
        for key, record in records.items() if isinstance(records, Mapping) and paths else ():
            own = record if isinstance(record, Mapping) else {}
            known = {**catalogue.get((collection.source, key), ("", {}))[1], **own}
            found[f"{collection.path}.{key}"] = listed(str(known.get(path) or "") for path in paths)
    return found


def _blanks(character: Character) -> Blanks:
    info = ruleset_info(character.ruleset)
    words = Words.of(info.glossary)
    weapon = next((kind for kind in info.kinds if kind.use == "weapon"), None)
    cover = next((kind for kind in info.kinds if kind.use == "cover"), None)
    rounds = weapon.schema.field(weapon.magazine[1]) if weapon and weapon.magazine else None
    return Blanks(
        weapon=tuple(_asked(weapon, words)) if weapon else (),
        rounds=words.short(rounds.label) if rounds else "",
        cover=": ".join(filter(None, [words.word(cover.key), ", ".join(_asked(cover, words))])) if cover else "",
    )


def _asked(kind: ItemKind, words: Words) -> Iterator[str]:
    """The numbers of a kind's short line by their short names; rounds are ticked, what comes to dice stands in them."""
    before = None
    for path in kind.summary:
        field = kind.schema.field(path)
        if field is None and before is not FieldKind.DICE:
            yield words.short(path)
        if (
            field is not None
            and field.kind in (FieldKind.INTEGER, FieldKind.DICE)
            and path not in (kind.magazine or ())
        ):
            yield words.short(field.label)
        before = field.kind if field is not None else None
