"""The drawings as template tags. Every one is a picture with a title: what it says to the eye it says to the ear."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString

from chaos_sheets import drawing
from chaos_sheets import figure as bodies
from chaos_sheets.drawing import Line, TrackMark
from chaos_sheets.figure import ZoneDrawing

register = template.Library()


@register.simple_tag
def figure(
    svg: str,
    zones: Sequence[ZoneDrawing],
    uid: str,
    title: str,
    classes: str = "figure",
    leads: bool = True,
    ink: bool = False,
    size: str = "",
) -> SafeString:
    """The body with its zones: {% figure sheet.figure zones uid="b" title=title %}."""
    return bodies.figure(svg, zones, uid=uid, title=title, classes=classes, leads=leads, ink=ink, size=size)


@register.simple_tag
def strip(zone: ZoneDrawing, uid: str, title: str, ink: bool = False) -> SafeString:
    """The zone's strip (Kerbholz): {% strip zone.drawing uid="k1" title=zone.title %}."""
    return bodies.strip(zone, uid=uid, title=title, ink=ink)


@register.simple_tag
def seal(state: bool | None, word: str) -> SafeString:
    """A seal: True whole, False broken, None never there."""
    return bodies.seal(state, word)


@register.simple_tag
def track(current: int, maximum: int, marks: Sequence[TrackMark], title: str, slim: bool = False) -> SafeString:
    """A track of boxes: {% track pool.current pool.maximum pool.marks title %}."""
    return drawing.track(current, maximum, marks=marks, title=title, slim=slim)


@register.simple_tag
def pips(now: int, full: int, title: str, extra: int = 0, still: bool = False, small: bool = False) -> SafeString:
    """Units of a budget: {% pips budget.now budget.full title budget.extra %}."""
    return drawing.pips(now, full, title=title, extra=extra, still=still, small=small)


@register.simple_tag
def magazine(loaded: int, capacity: int, title: str) -> SafeString:
    """Rounds in a magazine."""
    return drawing.magazine(loaded, capacity, title=title)


@register.simple_tag
def roll_line(line: Line, title: str, roll: int | None = None, word: str = "", element_id: str = "") -> SafeString:
    """The line a roll falls on; with `element_id` an input with data-line="#that" moves the die as one types."""
    return drawing.roll_line(line, roll=roll, word=word, title=title, element_id=element_id)


@register.simple_tag
def zone_drawings(zones: Sequence[object]) -> tuple[ZoneDrawing, ...]:
    """What the figure needs of the zones: {% zone_drawings zones as drawings %}."""
    return tuple(zone.drawing for zone in zones)  # type: ignore[attr-defined]
