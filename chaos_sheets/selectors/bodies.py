"""Bodies beside a result: the figure of whoever was struck, as it stood right after, with the marks of the hits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from chaos_sheets import journal, mapping, policy
from chaos_sheets.beats import Mark
from chaos_sheets.models import Character, JournalEntry, Subject
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.sheet import Loaded, desk_for, shelf_for
from chaos_sheets.selectors.sheet_view import ZoneView
from chaos_sheets.selectors.things import armour_views, body_zones
from chaos_sheets.words import Words, signed
from combat.core.derived import Derived
from combat.core.description import RulesetInfo
from combat.core.event import Change
from combat.core.fight import Combatant, Fight, apply
from combat.core.sheet import Sheet
from combat.registry import ruleset, ruleset_info

# So far back a body is followed; beyond, what has changed since the oldest of them stands as it is now.
MOST_LATER = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class StateView:
    """A state that holds, on the scale of harm."""

    key: str
    label: str
    severity: int
    effect: str = ""
    means: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyView:
    """Figure and zones of one who was struck; without zones only what everybody may see: his states."""

    ref: str
    uid: str
    name: str
    armour: str
    figure: str
    zone_dice: str
    title: str
    zones: tuple[ZoneView, ...]
    sealed: bool | None
    seal_short: str
    seal_word: str
    statuses: tuple[StateView, ...]


def body_views(
    *,
    who: policy.Viewer,
    known: Known,
    refs: Sequence[str],
    marks: Sequence[Mark],
    entry: JournalEntry,
    is_newest: bool = False,
) -> tuple[BodyView, ...]:
    """The bodies of those of whom the viewer may see everything, as the entry left them. A handful of queries.

    ``is_newest``: nothing has happened since, so nothing has to be looked for.
    """
    info = ruleset_info(who.campaign.ruleset)
    seen = [
        ref for ref in refs if ref in known.characters and policy.sight(who, known.characters[ref]) is policy.Sight.ALL
    ]
    if not seen:
        return ()
    numbers = [known.characters[ref].pk for ref in seen]
    rows = {row.ref: row for row in Character.objects.filter(pk__in=numbers)}
    carried = mapping.carried_items(numbers)
    since = [] if is_newest else _taken_off(entry, seen)
    kept = [*since, *journal.changes_of(entry)]
    found = []
    for ref in seen:
        items = tuple(carried[rows[ref].pk])
        sheet = _after(mapping.core_sheet(rows[ref], items, info), ref, kept, info)
        loaded = Loaded(
            character=rows[ref],
            who=who,
            info=info,
            items=items,
            sources={},
            catalogue={},
            sheet=sheet,
            derived=ruleset(info.id).derive(sheet, who.campaign.options),
            entry=0,
        )
        found.append(_body(loaded, [mark for mark in marks if mark.ref == ref]))
    return tuple(found)


def _taken_off(entry: JournalEntry, refs: Sequence[str]) -> list[Change]:
    """What has happened to these since, backwards: each change leads to what stood before it."""
    touched = Exists(Subject.objects.filter(entry=OuterRef("pk"), ref__in=refs))
    later = JournalEntry.objects.filter(touched, campaign=entry.campaign_id, pk__gt=entry.pk)
    return [
        Change(change["of"], change["field"], change["after"], change["before"])
        for changes in later.order_by("-pk").values_list("changes", flat=True)[:MOST_LATER]
        for change in reversed(changes)
    ]


def _after(sheet: Sheet, ref: str, changes: list[Change], info: RulesetInfo) -> Sheet:
    """The sheet as the changes leave it; those of columns do not show on a body."""
    own = {ref, *(item.id for item in sheet.items)}
    columns = ("", "name", "notes", "money", "retired", "price", "repair_cost")
    here = [change for change in changes if change.of in own and change.field not in columns]
    fight = Fight(ruleset=info.id, combatants={ref: Combatant(id=ref, sheet=sheet)})
    after = apply(fight, here).combatants[ref].sheet
    return replace(after, body=info.sheet.complete(after.body))


def _body(loaded: Loaded, marks: list[Mark]) -> BodyView:
    words = Words.of(loaded.info.glossary)
    desk = desk_for(loaded, words, editable=False)
    shelf = shelf_for(loaded, desk, details=False, offers={})
    worn = {armour.item for armour in loaded.derived.armour}
    things = {item.id: shelf.view(item) for item in loaded.sheet.items if item.id in worn}
    armour = armour_views(shelf, things)
    zones = tuple(_marked(zone, marks) for zone in body_zones(shelf, armour))
    first = armour[0] if armour else None
    return BodyView(
        ref=loaded.character.ref,
        uid=f"leib-{loaded.character.pk}-",
        name=loaded.character.name,
        armour=", ".join(one.item.name for one in armour),
        figure=loaded.info.figure,
        zone_dice=loaded.info.zone_dice,
        title=_figure_title(loaded.character.name, zones, marks),
        zones=zones,
        sealed=first.sealed if first else None,
        seal_short=first.seal_short if first else "",
        seal_word=first.seal_word if first else "",
        statuses=states_of(loaded.derived, loaded.info, words),
    )


def states_of(derived: Derived, info: RulesetInfo, words: Words) -> tuple[StateView, ...]:
    known = {status.key: status for status in info.statuses}
    held = [known[key] for key in derived.statuses if key in known]
    held.sort(key=lambda status: -status.severity)
    return tuple(
        StateView(
            key=status.key,
            label=words.word(status.key),
            severity=status.severity,
            effect=signed(status.effect) if status.effect else "",
            means=words.means(status.key),
        )
        for status in held
    )


def _marked(zone: ZoneView, marks: list[Mark]) -> ZoneView:
    numbers = tuple(mark.number for mark in marks if mark.zone == zone.key)
    return replace(zone, drawing=replace(zone.drawing, hits=numbers)) if numbers else zone


def _figure_title(name: str, zones: Iterable[ZoneView], marks: list[Mark]) -> str:
    labels = {zone.key: zone.label for zone in zones}
    if not marks:
        return _("Körper von %(name)s") % {"name": name}
    told = ", ".join(f"{mark.number} {labels.get(mark.zone, mark.zone)}" for mark in marks)
    return _("Körper von %(name)s, getroffen: %(hits)s") % {"name": name, "hits": told}
