"""What the game master sets a fight up from: who and what could come in, and what could be so of a whole side."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.text import capfirst

from chaos_sheets.models import Item
from chaos_sheets.models import Known as KnownLevel
from chaos_sheets.selectors.campaign import TemplateLine, display_name, templates
from chaos_sheets.selectors.known import Named
from combat.core.schema import FieldKind
from combat.selectors.encounter_rows import Look


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Somebody who could come in."""

    id: int
    name: str
    sub: str
    was: bool = False
    """He was in it and has left."""
    chosen: bool = False
    """He was ticked in what was refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A side, who is on it, and what is so of all of them."""

    name: str
    refs: tuple[str, ...]
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupView:
    candidates: tuple[Candidate, ...]
    templates: tuple[TemplateLine, ...]
    levels: tuple[tuple[str, str], ...]
    sides: tuple[Side, ...]
    flags: tuple[Named, ...]
    placed: tuple[tuple[int, str], ...]
    stock: tuple[tuple[int, str], ...]
    table: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverChoice:
    """What could be put up as cover: after the catalogue, or what stands on the table already."""

    stock: tuple[tuple[int, str], ...]
    table: tuple[tuple[int, str], ...]


def cover_choice(look: Look) -> CoverChoice:
    return CoverChoice(stock=tuple(_stock(look)), table=tuple((row.pk, row.name) for row in _on_table(look)))


def setup_view(look: Look, chosen: Collection[str] = ()) -> SetupView:
    """``chosen``: whom a refused form had ticked, as it was sent."""
    return SetupView(
        candidates=tuple(_candidates(look, chosen)),
        templates=tuple(templates(who=look.who)),
        levels=tuple((level.value, str(level.label)) for level in KnownLevel),
        sides=sides(look),
        flags=side_flags(look),
        placed=tuple((row.pk, row.name) for row in look.table.covers.values()),
        stock=tuple(_stock(look)),
        table=tuple((row.pk, row.name) for row in _on_table(look)),
    )


def _candidates(look: Look, chosen: Collection[str]) -> list[Candidate]:
    record = look.table.encounter
    assert record is not None
    found = []
    for ref, row in look.known.characters.items():
        if row.retired or ref in look.table.characters:
            continue
        owner = display_name(row.owner.user) if row.owner else ""
        key = str(row.pk)
        found.append(Candidate(id=row.pk, name=row.name, sub=owner, was=key in record.parts, chosen=key in chosen))
    return sorted(found, key=lambda one: (not one.sub, one.name.casefold(), one.id))


def sides(look: Look) -> tuple[Side, ...]:
    """The sides in the order in which they came in."""
    found: dict[str, list[str]] = {}
    for ref, one in look.table.fight.combatants.items():
        found.setdefault(one.party, []).append(ref)
    return tuple(
        Side(name=party, refs=tuple(refs), people=tuple(look.known.name(ref) for ref in refs))
        for party, refs in found.items()
    )


def side_flags(look: Look) -> tuple[Named, ...]:
    """What can be so of a whole side at once: facts that are so or not."""
    return tuple(
        Named(ref=flag.field.path, name=capfirst(look.reader.words.word(flag.field.label)))
        for flag in look.info.flags
        if flag.scope == "combatant" and flag.stated and flag.field.kind is FieldKind.BOOLEAN
    )


def _stock(look: Look) -> list[tuple[int, str]]:
    kinds = [kind.key for kind in look.info.kinds if kind.use == "cover"]
    rows = Item.objects.catalogue(ruleset=look.info.id, campaign=look.who.campaign).filter(kind__in=kinds)
    return [(row.pk, row.name) for row in rows.filter(retired=False).order_by("name")]


def _on_table(look: Look) -> list[Item]:
    rows = Item.objects.on_table(look.who.campaign).exclude(pk__in=[row.pk for row in look.table.covers.values()])
    return list(rows.order_by("name"))
