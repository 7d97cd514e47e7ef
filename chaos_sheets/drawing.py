"""Small drawings of numbers: tracks, magazines, ranks and the line a roll falls on.

Lines and tracks have no view box: x and width are percentages, y and text are pixels, so text keeps its size at any
width. On paper (``ink``) the attributes alone give the drawing.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

MOST_BOXES = 60
MOST_ROUNDS = 100
NARROW, LETTER = 250, 6.5
"""Pixels of the narrowest track, and of a letter of the words below it."""


class TrackMark(NamedTuple):
    """At this many points or fewer the word holds; ``dot`` marks boxes instead, and the word goes into the legend.

    ``effect`` is what it costs; a narrow screen leaves it out, the state itself names it.
    """

    at: int
    word: str
    effect: str = ""
    dot: bool = False
    now: bool = False


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _titled(title: str) -> str:
    return f'role="img"><title>{escape(title)}</title>' if title else 'aria-hidden="true">'


def _ticks(maximum: int, marks: Iterable[TrackMark]) -> tuple[str, int]:
    """The words under the boxes, where a narrow screen has no room beside the one before a line lower; the lines."""
    drawn, taken = [], [0.0, 0.0]
    for mark in sorted(marks, key=lambda mark: -mark.at):
        if not 0 < mark.at < maximum or mark.dot:
            continue
        share = (maximum - mark.at - 1) * 100 / maximum + 0.28
        begins, room = share * NARROW / 100, len(mark.word) * LETTER + 8
        turned = begins + room > NARROW
        if turned:
            begins -= room
        line = 0 if taken[0] <= begins else 1
        taken[line] = begins + room
        low = 36 + 17 * line
        now = ' class="now"' if mark.now else ""
        effect = f'<tspan class="l-name--far" dx="4">{escape(mark.effect)}</tspan>' if mark.effect else ""
        place = 'x="-4" text-anchor="end"' if turned else 'x="5"'
        drawn.append(
            f'<line class="tick" x1="{_n(share)}%" x2="{_n(share)}%" y1="23" y2="{low + 1}"/>'
            f'<svg x="{_n(share)}%" y="0" overflow="visible"><text {place} y="{low}"{now}>{escape(mark.word)}{effect}'
            "</text></svg>"
        )
    return "".join(drawn), 1 + bool(taken[1])


def track(current: int, maximum: int, *, marks: Sequence[TrackMark] = (), title: str, slim: bool = False) -> SafeString:
    """One box per point; lost ones are inked from the left; a tick stands at the box that brings a state."""
    if maximum <= 0:
        return mark_safe("")
    high = 11 if slim else 22
    lost = max(0, min(maximum, maximum - current))
    if maximum > MOST_BOXES:
        share = _n(lost * 100 / maximum)
        cells = f'<rect class="cell" x="0" y="1" width="100%" height="{high}"/>'
        cells += f'<rect class="cell cell--lost" x="0" y="1" width="{share}%" height="{high}"/>' if lost else ""
    else:
        step = 100 / maximum
        cells = "".join(
            f'<rect class="cell{" cell--lost" if index < lost else ""}" x="{_n(index * step + 0.28)}%" y="1"'
            f' width="{_n(step - 0.55)}%" height="{high}"/>'
            for index in range(maximum)
        )
    dotted = [mark for mark in marks if mark.dot and 0 < mark.at < maximum]
    dots = "".join(
        f'<circle class="dot" cx="{_n((index + 0.5) * 100 / maximum)}%" cy="12" r="2.2"/>'
        for mark in dotted
        for index in range(max(lost, maximum - mark.at - 1), maximum)
        if maximum <= MOST_BOXES
    )
    words, lines = _ticks(maximum, marks)
    tall = bool(dotted) and lines > 1
    legend = "".join(
        f'<text class="legend" x="100%" y="{70 if tall else 53}" text-anchor="end">• {escape(mark.word)}</text>'
        for mark in dotted[:1]
    )
    return mark_safe(  # noqa: S308  every text is escaped, all else are numbers
        f'<svg class="track{" track--slim" if slim else " track--tall" if tall else ""}" {_titled(title)}{cells}{dots}'
        f"{words}{legend}</svg>"
    )


def pips(now: int, full: int, *, title: str, extra: int = 0, still: bool = False, small: bool = False) -> SafeString:
    """One disc per unit of a budget, those that are left filled, those that can be bought dashed.

    ``still``: not the viewer's to act with.
    """
    known = max(now, full) if not small else now
    count = known + extra
    step, radius, each = (9, 3.0, 5) if small else (16, 5.5, 20)
    rows = -(-count // each) if count else 0
    kinds = {(True, False): " class=on", (False, True): " class=extra", (False, False): ""}
    discs = "".join(
        f'<circle{kinds[index < now, index >= known]} cx="{_n(step * (index % each) + step / 2)}"'
        f' cy="{_n(step * (index // each) + step / 2)}" r="{_n(radius)}"/>'
        for index in range(count)
    )
    wide, high = step * min(count, each), step * rows
    kind = "pips pips--still" if still else "pips"
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    # The title is escaped, all else are numbers.
    return mark_safe(f'<svg class="{kind}" {size} {_titled(title)}{discs}</svg>')  # noqa: S308


def magazine(loaded: int, capacity: int, *, title: str) -> SafeString:
    """Rounds as bars in fives; above a hundred one long bar."""
    if capacity <= 0:
        return mark_safe("")
    loaded = max(0, min(loaded, capacity))
    if capacity > MOST_ROUNDS:
        width = 300.0
        full = f"M0 1h{_n(width * loaded / capacity)}v14H0Z" if loaded else ""
        out = f"M{_n(width * loaded / capacity)} 1.5H{_n(width)}v13H{_n(width * loaded / capacity)}Z"
    else:
        places = [index * 6 + index // 5 * 3 + 0.5 for index in range(capacity)]
        width = places[-1] + 4.5
        full = "".join(f"M{_n(x)} 1h3.4v14h-3.4Z" for x in places[:loaded])
        out = "".join(f"M{_n(x + 0.25)} 1.5h2.9v13h-2.9Z" for x in places[loaded:])
    return mark_safe(  # noqa: S308  the title is escaped, all else are numbers
        f'<svg class="mag" viewBox="0 0 {_n(width)} 16" width="{_n(width)}" height="16"'
        f' preserveAspectRatio="xMinYMid meet" {_titled(title)}<path class="in" d="{full}" fill="#111"/>'
        f'<path class="out" d="{out}" fill="none" stroke="#111"/></svg>'
    )


def rank(value: int, highest: int, *, title: str) -> SafeString:
    """Rank of a skill as filled squares."""
    squares = "".join(
        f'<rect{" class=on" if index < value else ""} x="{_n(index * 14 + 0.5)}" y="1.5" width="9" height="9"/>'
        for index in range(highest)
    )
    return mark_safe(  # noqa: S308  the title is escaped, all else are numbers
        f'<svg class="rank" viewBox="0 0 {highest * 14 - 2} 12" {_titled(title)}{squares}</svg>'
    )


class Line(NamedTuple):
    """What a roll is measured against: the dice's bounds, the number to reach, the totals that succeed.

    ``step``: points per degree of success, 0 where none are counted. ``bad``: totals that bring trouble (a jam).
    """

    lowest: int
    highest: int
    target: int
    window: tuple[int | None, int | None] | None
    step: int = 0
    bad: tuple[int, int] | None = None

    def x(self, value: float) -> float:
        """Where a total lies, in percent; the right edge is the highest face."""
        span = self.highest - self.lowest + 1
        return max(0.0, min(100.0, (value - self.lowest + 1) * 100 / span))


def _success(line: Line) -> str:
    if line.window is None:
        return ""
    low, high = line.window
    start = line.x(line.lowest - 1 if low is None else low - 1)
    end = line.x(line.highest if high is None else high)
    return f'<rect class="l-ok" x="{_n(start)}%" y="48" width="{_n(max(0.0, end - start))}%" height="22"/>'


def _degrees(line: Line) -> str:
    if line.window is None or line.step <= 0:
        return ""
    drawn, degree, upper = [], 0, float(line.target)
    while upper > line.lowest:
        lower = max(upper - line.step, line.lowest - 1)
        left, right = line.x(lower), line.x(upper)
        if right - left >= 4:
            middle = _n((left + right) / 2)
            drawn.append(f'<text class="l-degree" x="{middle}%" y="63.5" text-anchor="middle">{degree}</text>')
        if lower > line.lowest - 1 and left < 100:
            drawn.append(f'<line class="l-deg" x1="{_n(left)}%" x2="{_n(left)}%" y1="48" y2="70"/>')
        degree, upper = degree + 1, upper - line.step
    return "".join(drawn)


def _scale(line: Line) -> str:
    span = line.highest - line.lowest + 1
    every = max(1, span // 10)
    # Where every total has its own label, so has the lowest.
    drawn = [f'<text class="l-scale" x="0" y="86">{line.lowest}</text>'] if every > 1 else []
    for index in range(1, span // every + 1):
        value = line.lowest - 1 + index * every
        is_minor = index % 2 == (every > 1) and value != line.highest
        minor = " l-scale--minor" if is_minor else ""
        anchor = "end" if value == line.highest else "middle"
        x = _n(line.x(value))
        drawn.append(f'<text class="l-scale{minor}" x="{x}%" y="86" text-anchor="{anchor}">{value}</text>')
        if value != line.highest:
            drawn.append(f'<line class="l-tick" x1="{x}%" x2="{x}%" y1="70" y2="74"/>')
    return "".join(drawn)


def _flag(line: Line, word: str) -> str:
    x = line.x(line.target)
    aside, anchor = ("-6", "end") if x > 70 else ("6", "start")
    name = f'<tspan class="l-name" dx="5">{escape(word)}</tspan>' if x <= 70 else ""
    return (
        f'<line class="l-tn" x1="{_n(x)}%" x2="{_n(x)}%" y1="6" y2="70"/>'
        f'<svg x="{_n(x)}%" y="0" overflow="visible"><text class="l-num" x="{aside}" y="21" text-anchor="{anchor}">'
        f"{line.target}{name}</text></svg>"
    )


def _die(line: Line, roll: int | None) -> str:
    """The die and the bracket to the target; without a roll they wait, hidden, for the first typed number."""
    x = line.x(line.target if roll is None else roll)
    hidden = ' visibility="hidden"' if roll is None else ""
    return (
        f'<g class="l-cast"{hidden}><line class="l-gap" x1="{_n(x)}%" x2="{_n(line.x(line.target))}%" y1="38" y2="38"/>'
        f'<svg class="l-at" x="{_n(x)}%" y="59" overflow="visible"><g class="l-die">'
        '<rect x="-19" y="-17" width="38" height="34" rx="3"/>'
        f'<text x="0" y="7" text-anchor="middle">{"" if roll is None else roll}</text></g></svg></g>'
    )


def roll_line(line: Line, *, roll: int | None = None, word: str = "", title: str, element_id: str = "") -> SafeString:
    """The line a roll falls on: success black, degrees as segments, the target as a flag, the roll as a die."""
    bad = ""
    if line.bad is not None:
        start = line.x(line.bad[0] - 1)
        width = _n(max(1.0, line.x(line.bad[1]) - start))
        bad = f'<rect class="l-jam" x="{_n(min(start, 99.0))}%" y="48" width="{width}%" height="22"/>'
    identity = f' id="{escape(element_id)}"' if element_id else ""
    return mark_safe(  # noqa: S308  every text is escaped, all else are numbers
        f'<svg class="line100"{identity} data-lowest="{line.lowest}" data-highest="{line.highest}"'
        f' data-target="{line.target}" data-step="{line.step}" {_titled(title)}'
        '<rect class="l-fail" x="0" y="48" width="100%" height="22"/>'
        f"{_success(line)}{_degrees(line)}{bad}{_scale(line)}{_flag(line, word)}{_die(line, roll)}</svg>"
    )
