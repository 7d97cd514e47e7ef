"""What stands about in a fight: what each cover is worth, who is behind it, how it came to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext

from chaos_sheets import policy
from chaos_sheets.mapping import core_item
from chaos_sheets.models import JournalEntry, Subject
from chaos_sheets.selectors.campaign import CoverLine, cover_line
from chaos_sheets.selectors.cause import cause_word
from chaos_sheets.words import Words, listed, number
from combat.core.schema import FieldKind
from combat.core.value import value_at
from combat.selectors.encounter_rows import Look
from combat.selectors.encounter_view import Amount, CoverView
from combat.steps import ROUND_BEGINS


def cover_views(look: Look) -> tuple[CoverView, ...]:
    """The covers he may see, those that are gone last. No query, unless one was destroyed."""
    words = Words.of(look.info.glossary)
    found = []
    for ref, row in look.table.covers.items():
        if not policy.may_see_cover(look.who, row):
            continue
        flags = {other: look.table.fight.combatants[other].flags for other in look.order}
        here = [other for other in look.order if value_at(flags[other], look.info.cover_flag) == ref]
        taken = {other for other in here if look.info.is_behind_cover(flags[other])}
        line = cover_line(look.table.records[ref], look.who, look.info, words)
        numbers = _numbers(look, ref, words)
        found.append(
            CoverView(
                line=line,
                main=numbers[0] if numbers else None,
                facts=listed([*line.said, *(f"{each.label} {number(each.now)}" for each in numbers[1:])]),
                behind=tuple(look.known.name(other) for other in here if other in taken),
                beside=tuple(look.known.name(other) for other in here if other not in taken),
                integrity=_integrity(look, ref, words),
                then=_then(look, ref),
            )
        )
    ends = _ends(look, [cover.line.ref for cover in found if cover.gone])
    found = [replace(cover, ended=ends.get(cover.line.ref, "")) for cover in found]
    found += _held(look, words)
    return tuple(sorted(found, key=lambda cover: (cover.gone, cover.line.name.casefold())))


def _held(look: Look, words: Words) -> Iterator[CoverView]:
    """Whoever is used as a cover by somebody, and what he is worth as one."""
    for ref in look.order if look.info.held_worth is not None else ():
        behind = [
            other
            for other in look.order
            if value_at(look.table.fight.combatants[other].flags, look.info.cover_flag) == ref
        ]
        if behind and look.known.name(ref):
            yield _as_cover(look, ref, behind, words)


def _as_cover(look: Look, ref: str, behind: Sequence[str], words: Words) -> CoverView:
    """Everybody sees what he is worth; how much he still takes is the game master's to know, as of things."""
    assert look.info.held_worth is not None
    found, name = look.info.held_worth(look.table.fight.combatants[ref]), look.known.name(ref)
    state, harm = ("", 0) if found.worth.now else (gettext("schützt nicht mehr"), 4)
    row = look.table.characters[ref]
    line = CoverLine(id=row.pk, ref=ref, name=name, facts="", state=state, harm=harm, detail="")
    is_gm = look.who.is_gm
    return CoverView(
        line=line,
        main=_amount(words, found.terms[0], found.worth.now, found.worth.now),
        facts=gettext("als Deckung gehalten"),
        behind=tuple(name for other in behind if (name := look.known.name(other))),
        beside=(),
        integrity=_amount(words, found.terms[1], found.left, found.full) if is_gm and found.full else None,
        then=found.worth.then if is_gm else None,
    )


def _amount(words: Words, term: str, now: int, full: int) -> Amount:
    return Amount(key=term, label=words.word(term), short=words.short(term), now=now, full=full)


def _numbers(look: Look, ref: str, words: Words) -> list[Amount]:
    """What it is worth; everybody sees the first number, the others are the game master's, like its integrity."""
    kind = look.info.kind(look.table.covers[ref].kind)
    if kind is None:
        return []
    thing, shown = core_item(look.table.records[ref], kind), []
    for path in kind.summary if look.who.is_gm else kind.summary[:1]:
        field, value = kind.schema.field(path), thing.value(path)
        is_amount = field is not None and field.kind is FieldKind.INTEGER and path not in (kind.wear or ())
        if field is not None and is_amount and isinstance(value, int):
            label = words.word(field.label)
            if kind.worth is not None and path == kind.summary[0]:
                value = kind.worth(thing).now
            shown.append(Amount(key=path, label=label, short=words.short(field.label), now=value, full=value))
    return shown


def _integrity(look: Look, ref: str, words: Words) -> Amount | None:
    kind = look.info.kind(look.table.covers[ref].kind)
    if not look.who.is_gm or kind is None or kind.wear is None:
        return None
    thing = core_item(look.table.records[ref], kind)
    taken, takes = (thing.value(path) for path in kind.wear)
    if not isinstance(taken, int) or not isinstance(takes, int):
        return None
    field = kind.schema.field(kind.wear[1])
    term = field.label if field else kind.wear[1]
    return Amount(key=term, label=words.word(term), short=words.short(term), now=max(0, takes - taken), full=takes)


def _then(look: Look, ref: str) -> int | None:
    """What it will be worth after the next step; like its integrity the game master's to know."""
    kind = look.info.kind(look.table.covers[ref].kind)
    if not look.who.is_gm or kind is None or kind.worth is None:
        return None
    return kind.worth(core_item(look.table.records[ref], kind)).then


def _ends(look: Look, refs: Sequence[str]) -> dict[str, str]:
    """In which round and by what each of these was destroyed, as far as he may know. One query if there is any."""
    record = look.table.encounter
    if not refs or record is None:
        return {}
    about = Subject.objects.filter(entry=OuterRef("pk"))
    rows = JournalEntry.objects.filter(Exists(about.filter(ref=record.ref)), campaign=look.who.campaign).standing()
    # Done again after it was taken back, it is still the deed that counts, not what brought it back.
    rows = rows.filter(Q(cause__in=ROUND_BEGINS) | Exists(about.filter(ref__in=refs)), undoes=None).order_by("pk")
    current, found = 0, {}
    for cause, changes, request in rows.values_list("cause", "changes", "request"):
        current += cause in ROUND_BEGINS
        for change in changes:
            if change["of"] in refs and change["after"] is True:
                found[change["of"]] = _end(look, current, cause, request or {})
    return found


def _end(look: Look, round_: int, cause: str, request: Mapping[str, Any]) -> str:
    name = look.known.name(str(request.get("intent", {}).get("actor", "")))
    data = {"round": round_, "action": cause_word(cause, look.reader), "who": name}
    if name:
        return gettext("in Runde %(round)s durch %(action)s von %(who)s") % data
    return gettext("in Runde %(round)s") % data
