"""The body as a picture: outlines come from the ruleset, plates, notches and hits are drawn from the zones' values.

One drawing for screen, result card and print. All geometry stands in SVG attributes, none in styles; on screen the
style sheet gives the colours, on paper (``ink``) the attributes alone do.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

PLATE, GAP, FIRST, APART = 32.5, 3.5, 4.75, 11.0
"""A strip: width of a plate and of the gap after it, where its first notch is and how far apart they are."""

PATTERNS = (
    '<pattern id="{uid}-lost" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="5" height="5" fill="#fff"/><rect width="1.4" height="5" fill="#000"/></pattern>'
    '<pattern id="{uid}-gone" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="5" height="5" fill="#000"/><path d="M0 2.5H5M2.5 0V5" stroke="#fff" stroke-width=".8"/></pattern>'
)

WHOLE_SEAL = (
    '<circle class="ring" cx="24" cy="24" r="21" fill="none" stroke="#000" stroke-width="2.5"/>'
    '<circle class="ring" cx="24" cy="24" r="16.5" fill="none" stroke="#000" stroke-width="2.5"/>'
)
BROKEN_SEAL = (
    '<path class="ring" fill="none" stroke="#000" stroke-width="2"'
    ' d="M20.5 3.5A20.5 20.5 0 0 0 20.5 43.5L24.5 34L18.5 27L24 19L19 12Z'
    'M27.5 4.5A20.5 20.5 0 0 1 27.5 44.5L31.5 35L25.5 28L31 20L26 13Z"/>'
)
NO_SEAL = '<circle class="ring" cx="24" cy="24" r="21" fill="none" stroke="#000" stroke-dasharray="3 4"/>'

MIDDLE = 100
"""Where the middle line of every body lies."""
HIT_PLACES = ((-0.15, 0.24), (0.18, 0.42), (-0.2, 0.58), (0.15, 0.74), (0.02, 0.33), (-0.02, 0.66), (0.2, 0.56))
"""Where hit marks stand on a limb: share of the half width beside its middle line, share of its length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneDrawing:
    """What a zone looks like: plates (highest base protection), notches noted, how many of them break a plate."""

    key: str
    state: str
    plates: int = 0
    notches: int = 0
    per_plate: int = 3
    hits: tuple[int, ...] = ()

    @property
    def broken(self) -> int:
        """Plates that broke."""
        return min(self.plates, self.notches // self.per_plate) if self.per_plate else 0

    @property
    def loose(self) -> int:
        """Notches on the plate that is next to break."""
        if self.broken >= self.plates or not self.per_plate:
            return 0
        return self.notches - self.broken * self.per_plate


@dataclass(frozen=True, slots=True, kw_only=True)
class Limb:
    """One outline and the middle line from its upper to its lower end."""

    outline: str
    x0: float
    y0: float
    x1: float
    y1: float

    def x_at(self, y: float) -> float:
        """Where the middle line is at a height."""
        return self.x0 + (self.x1 - self.x0) * (y - self.y0) / (self.y1 - self.y0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One zone of the figure as the ruleset's file draws it."""

    key: str
    row: int
    half: float
    sag: float
    cut: float
    lead: tuple[float, ...]
    limbs: tuple[Limb, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """The whole figure: its view box and its zones in the order of their rows."""

    box: tuple[float, ...]
    parts: tuple[Part, ...]


def _numbers(text: str | None) -> tuple[float, ...]:
    return tuple(float(number) for number in (text or "").split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.box: tuple[float, ...] = ()
        self.zones: list[tuple[dict[str, str | None], list[Limb]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "svg":
            self.box = _numbers(values.get("viewbox"))
        elif tag == "g":
            self.zones.append((values, []))
        elif tag == "path" and self.zones:
            x0, y0, x1, y1 = _numbers(values.get("data-axis"))
            self.zones[-1][1].append(Limb(outline=values.get("d") or "", x0=x0, y0=y0, x1=x1, y1=y1))


@lru_cache(maxsize=16)
def body(svg: str) -> Body:
    """Read a ruleset's figure."""
    reader = _Reader()
    reader.feed(svg)
    parts = [
        Part(
            key=values["id"] or "",
            row=int(values["data-row"] or 0),
            half=float(values["data-half"] or 0),
            sag=float(values["data-sag"] or 0),
            cut=float(values["data-cut"] or 0),
            lead=_numbers(values["data-lead"]),
            limbs=tuple(limbs),
        )
        for values, limbs in reader.zones
    ]
    return Body(box=reader.box, parts=tuple(sorted(parts, key=lambda part: part.row)))


def zone_order(svg: str) -> tuple[str, ...]:
    """The zones in the order in which their rows stand beside the figure; empty without a figure."""
    return tuple(part.key for part in body(svg).parts) if svg else ()


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _arc(part: Part, limb: Limb, y: float, reverse: bool = False) -> str:
    """A shallow arc square to the limb at a height, without its leading M."""
    x = limb.x_at(y)
    tilt = -part.half * (limb.x1 - limb.x0) / (limb.y1 - limb.y0)
    left = f"{_n(x - part.half)} {_n(y - part.sag - tilt)}"
    right = f"{_n(x + part.half)} {_n(y - part.sag + tilt)}"
    middle = f"{_n(x)} {_n(y + part.sag)}"
    return f"{right}Q{middle} {left}" if reverse else f"{left}Q{middle} {right}"


def _seams(part: Part, zone: ZoneDrawing) -> str:
    return "".join(
        f"M{_arc(part, limb, limb.y0 + (limb.y1 - limb.y0) * index / zone.plates)}"
        for limb in part.limbs
        for index in range(1, zone.plates)
    )


def _broken(part: Part, zone: ZoneDrawing) -> str:
    def area(limb: Limb) -> str:
        lower = limb.y0 + (limb.y1 - limb.y0) * zone.broken / zone.plates
        return f"M{_arc(part, limb, limb.y0 - 20)}L{_arc(part, limb, lower, reverse=True)}Z"

    return "".join(area(limb) for limb in part.limbs)


def _cuts(part: Part, zone: ZoneDrawing) -> str:
    def cuts(limb: Limb) -> Iterator[str]:
        plate = (limb.y1 - limb.y0) / zone.plates
        apart = min(0.21 * part.half, 9.0, plate / 3)
        top = max(limb.y0 + plate * zone.broken, part.cut)
        for index in range(zone.loose):
            x = limb.x_at(top) + (index - (zone.per_plate - 1) / 2) * apart
            edge = 0.42 * apart
            yield f"M{_n(x - edge)} {_n(top)}L{_n(x)} {_n(top + 1.35 * apart)}L{_n(x + edge)} {_n(top)}Z"

    return "".join(cut for limb in part.limbs for cut in cuts(limb))


def _hits(part: Part, zone: ZoneDrawing) -> Iterator[str]:
    for index, number in enumerate(zone.hits):
        limb = part.limbs[index % len(part.limbs)]
        aside, along = HIT_PLACES[(index // len(part.limbs)) % len(HIT_PLACES)]
        y = limb.y0 + (limb.y1 - limb.y0) * along
        x = limb.x_at(y) + aside * part.half
        yield (
            f'<g class="fig-hit"><circle cx="{_n(x)}" cy="{_n(y)}" r="9.5"/>'
            f'<text x="{_n(x)}" y="{_n(y + 4.5)}" text-anchor="middle" fill="#fff">{number}</text></g>'
        )


def _zone(part: Part, zone: ZoneDrawing, uid: str, fills: str) -> str:
    outlines = "".join(limb.outline for limb in part.limbs)
    fill = f"url(#{fills}-gone)" if zone.state == "destroyed" else "none" if zone.state == "bare" else "#fff"
    drawn = [
        f'<g class="fig-zone fig-zone--{escape(zone.state)}">',
        f'<clipPath id="{uid}-{escape(part.key)}"><path d="{outlines}"/></clipPath>',
        f'<path class="fig-fill" d="{outlines}" fill="{fill}"/>',
    ]
    if zone.plates and zone.state != "destroyed":
        drawn.append(f'<g clip-path="url(#{uid}-{escape(part.key)})">')
        if zone.broken:
            drawn.append(f'<path class="fig-lost" d="{_broken(part, zone)}" fill="url(#{fills}-lost)"/>')
        if zone.plates > 1:
            seams = _seams(part, zone)
            drawn.append(f'<path class="fig-seam" d="{seams}" fill="none" stroke="#111" stroke-width=".9"/>')
        if zone.loose:
            drawn.append(f'<path class="fig-cut" d="{_cuts(part, zone)}" fill="#111"/>')
        drawn.append("</g>")
    dashes = ' stroke-dasharray="4 3"' if zone.state == "bare" else ""
    drawn.append(
        f'<path class="fig-line" d="{outlines}" fill="none" stroke="#111" stroke-width="1.6"'
        f' stroke-linejoin="round"{dashes}/></g>'
    )
    return "".join(drawn)


def _leads(drawing: Body) -> str:
    left, top, width, height = drawing.box
    lines, dots = [], []
    for index, part in enumerate(drawing.parts):
        x, y, bend = part.lead
        row = top + height * (index + 0.5) / len(drawing.parts)
        lines.append(f"M{_n(x)} {_n(y)}L{_n(bend)} {_n(row)}H{_n(left + width)}")
        dots.append(f'<circle class="fig-dot" cx="{_n(x)}" cy="{_n(y)}" r="2.2"/>')
    return f'<path class="fig-lead" d="{"".join(lines)}" fill="none" stroke="#111" stroke-width=".9"/>{"".join(dots)}'


def figure(
    svg: str,
    zones: Sequence[ZoneDrawing],
    *,
    uid: str,
    title: str,
    classes: str = "figure",
    leads: bool = True,
    ink: bool = False,
    size: str = "",
) -> SafeString:
    """The body with its zones. ``uid`` keeps clip paths of several figures apart; ``size`` in print: "53mm 114mm"."""
    drawing, uid = body(svg), escape(uid)
    known = {zone.key: zone for zone in zones}
    fills = uid if ink else "p"
    parts = [(part, known.get(part.key) or ZoneDrawing(key=part.key, state="bare")) for part in drawing.parts]
    drawn = "".join(_zone(part, zone, uid, fills) for part, zone in parts)
    marks = "".join(mark for part, zone in parts for mark in _hits(part, zone))
    left, top, width, height = drawing.box
    box = f"{_n(left)} {_n(top)} {_n(width if leads else 2 * (MIDDLE - left))} {_n(height)}"
    measure = ' width="{}" height="{}"'.format(*size.split()) if size else ""
    return mark_safe(  # noqa: S308  every text is escaped, all else are numbers
        f'<svg class="{escape(classes)}" xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{measure} role="img">'
        f"<title>{escape(title)}</title>{'<defs>' + PATTERNS.format(uid=uid) + '</defs>' if ink else ''}"
        f"{drawn}{_leads(drawing) if leads else ''}{marks}</svg>"
    )


def _plate(zone: ZoneDrawing, index: int, ink: bool) -> tuple[str, str, str]:
    """Class, outline and the open notches of one plate of the strip: ticks on screen, dotted for the pencil in ink."""
    left = index * (PLATE + GAP) + 0.75
    right = left + PLATE - 1
    cut = max(0, min(zone.per_plate, zone.notches - index * zone.per_plate))
    apart = APART * 3 / zone.per_plate
    first = left + FIRST * min(1, apart / APART)
    edge = 4 * min(1, apart / APART)
    path = f"M{_n(left)} 19V1"
    for notch in range(cut):
        x = first + notch * apart
        path += f"H{_n(x - edge)}L{_n(x)} 11L{_n(x + edge)} 1"
    places = [first + notch * apart for notch in range(cut, zone.per_plate)]
    open_notch = f"l{_n(edge)} 10l{_n(edge)} -10" if ink else "v4"
    ticks = "".join(f"M{_n(x - edge)} 1{open_notch}" if ink else f"M{_n(x)} 2{open_notch}" for x in places)
    if zone.state == "destroyed":
        kind = "gone"
    elif cut == zone.per_plate:
        kind = "lost"
    else:
        kind = "cut" if cut else ""
    return kind, f"{path}H{_n(right)}V19Z", ticks


def strip(zone: ZoneDrawing, *, uid: str, title: str, ink: bool = False) -> SafeString:
    """The zone's strip (Kerbholz): a plate per point of protection, with its notches; nothing where none wears."""
    if not zone.plates or not zone.per_plate:
        return mark_safe("")
    width = zone.plates * (PLATE + GAP) - GAP + 0.5
    uid = escape(uid)
    fills = uid if ink else "p"
    by_kind: dict[str, str] = {}
    ticks = ""
    for index in range(zone.plates):
        kind, path, open_notches = _plate(zone, index, ink)
        by_kind[kind] = by_kind.get(kind, "") + path
        ticks += open_notches
    fill = {"lost": f"url(#{fills}-lost)", "gone": f"url(#{fills}-gone)"}
    plates = "".join(
        f'<path class="strip-plate{f" strip-plate--{kind}" if kind else ""}" d="{path}"'
        f' fill="{fill.get(kind, "#fff")}" stroke="#111"/>'
        for kind, path in by_kind.items()
    )
    dashes = ' stroke-dasharray="1.5 1.2"' if ink else ""
    return mark_safe(  # noqa: S308  the title is escaped, all else are numbers
        f'<svg class="strip" xmlns="http://www.w3.org/2000/svg" width="{_n(width)}" height="20"'
        f' viewBox="0 0 {_n(width)} 20" role="img" preserveAspectRatio="xMinYMid meet"><title>{escape(title)}</title>'
        f"{'<defs>' + PATTERNS.format(uid=uid) + '</defs>' if ink else ''}{plates}"
        + (f'<path class="strip-tick" d="{ticks}" fill="none" stroke="#111"{dashes}/>' if ticks else "")
        + "</svg>"
    )


def seal(state: bool | None, word: str) -> SafeString:
    """A seal that damage breaks: whole (double ring), broken (two halves), none (dashed). ``word``: three letters."""
    rings = NO_SEAL if state is None else WHOLE_SEAL if state else BROKEN_SEAL
    text = 'font-size="13" font-weight="600" fill="#000"'
    if state is False:
        letters = f'<text {text} x="11" y="27">{escape(word[:1])}</text>'
        letters += f'<text {text} x="33" y="29">{escape(word[-1:])}</text>'
    else:
        letters = f'<text {text} x="24" y="28.5" text-anchor="middle">{escape(word)}</text>'
    return mark_safe(  # noqa: S308  letters are escaped
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">'
        f"{rings}{letters}</svg>"
    )
