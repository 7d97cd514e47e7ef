"""Drawings for paper, in millimetres: boxes to tick, magazines, strips of armour.

All strokes of one kind are one path, because the printer pays by the element. Nothing needs a colour: what is lost is
hatched, what is noted is filled, what is left for the pencil is empty or dotted.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from chaos_sheets.drawing import TrackMark
from chaos_sheets.figure import BROKEN_SEAL, NO_SEAL, WHOLE_SEAL, ZoneDrawing

LABEL = 'font-family="Barlow Condensed, DejaVu Sans" font-weight="600" font-size="3"'
LETTER = 1.5
"""Room that one letter of a label takes at most."""
MOST_BOXES = 120
MOST_POINTS = 40
"""More boxes than these no column beside the main pool has room for."""
MOST_ROUNDS = 100
_MIDDLE = ' text-anchor="middle"'
_FONT = 'font-family="Barlow Semi Condensed, DejaVu Sans" font-size="14" font-weight="600"'


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the paper."""

    x: float
    y: float
    width: float
    height: float

    @property
    def outline(self) -> str:
        return f"M{_n(self.x)} {_n(self.y)}h{_n(self.width)}v{_n(self.height)}h{_n(-self.width)}z"

    @property
    def slash(self) -> str:
        """One stroke across: used up."""
        return f"M{_n(self.x)} {_n(self.y + self.height)}L{_n(self.x + self.width)} {_n(self.y)}"

    def hatch(self, step: float = 1.0) -> str:
        """Parallel strokes that fill the box."""
        return "".join(self._strokes(step))

    def _strokes(self, step: float) -> Iterator[str]:
        at = step * 0.9
        while at < self.width + self.height - 0.2:
            x0, x1 = min(at, self.width), max(0.0, at - self.height)
            yield f"M{_n(self.x + x0)} {_n(self.y + at - x0)}L{_n(self.x + x1)} {_n(self.y + at - x1)}"
            at += step


def _stroked(path: str, width: float = 0.3, dashes: str = "") -> str:
    if not path:
        return ""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{path}" fill="none" stroke="#000" stroke-width="{_n(width)}"{dashed}/>'


def _filled(path: str) -> str:
    return f'<path d="{path}" fill="#000"/>' if path else ""


def _drawing(width: float, height: float, title: str, content: str) -> SafeString:
    size = f'width="{_n(width)}mm" height="{_n(height)}mm" viewBox="0 0 {_n(width)} {_n(height)}"'
    return mark_safe(  # noqa: S308  every text is escaped, all else are numbers
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}><title>{escape(title)}</title>{content}</svg>'
    )


# --- points ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Grid:
    """Boxes in rows, filled from the left; each row leaves room below for the words of its marks."""

    count: int
    width: float
    most: float
    per_row: int
    gap: float
    below: float

    @property
    def rows(self) -> int:
        return -(-self.count // self.per_row)

    @property
    def step(self) -> float:
        return min(self.most + self.gap, (self.width + self.gap) / min(self.count, self.per_row))

    @property
    def side(self) -> float:
        return min(self.most, self.step - self.gap) if self.rows == 1 else min(self.most, self.step - self.gap, 5)

    @property
    def pitch(self) -> float:
        """From the top of one row to the top of the next."""
        return self.side + self.below

    def box(self, index: int) -> Box:
        row, column = divmod(index, self.per_row)
        return Box(0.2 + column * self.step, 0.2 + row * self.pitch, self.step - self.gap - 0.2, self.side - 0.2)

    def boxes(self, indices: Iterable[int]) -> list[Box]:
        return [self.box(index) for index in indices]


def points(current: int, maximum: int, *, width: float, most: float, title: str) -> SafeString:
    """One box per point, those that are spent hatched; nothing for pools no column has room for."""
    if not 0 < maximum <= MOST_POINTS:
        return mark_safe("")
    per_row = max(1, int((width + 1.2) // (most + 1.2)))
    grid = Grid(maximum, width, most, per_row, gap=1.2, below=1.2)
    spent = max(0, min(maximum, maximum - current))
    drawn = _stroked("".join(box.hatch() for box in grid.boxes(range(spent))), 0.28)
    drawn += _stroked("".join(box.outline for box in grid.boxes(range(maximum))))
    return _drawing(width, grid.rows * grid.pitch, title, drawn)


def track(current: int, maximum: int, *, marks: Sequence[TrackMark], width: float, title: str) -> SafeString:
    """The pool whose loss is harm: a tick stands at the box that brings a state, dots in those that ask for more."""
    if not 0 < maximum <= MOST_BOXES:
        return mark_safe("")
    grid = Grid(maximum, width, 7.4, 30, gap=0.9, below=8.2 if marks else 1.5)
    lost = max(0, min(maximum, maximum - current))
    drawn = _stroked("".join(box.hatch() for box in grid.boxes(range(lost))), 0.28)
    drawn += _stroked("".join(box.outline for box in grid.boxes(range(maximum))))
    return _drawing(width, grid.rows * grid.pitch, title, drawn + _marks(grid, marks, lost))


def _marks(grid: Grid, marks: Sequence[TrackMark], lost: int) -> str:
    ticks, dots, words = "", "", []
    taken = [0.0, 0.0]
    row_before = 0
    for mark in sorted(marks, key=lambda mark: -mark.at):
        index = grid.count - mark.at - 1
        if not 0 <= index < grid.count:
            continue
        box = grid.box(index)
        row = index // grid.per_row
        if row != row_before:
            taken, row_before = [0.0, 0.0], row
        word = f"{mark.word} {mark.effect}".strip()
        if mark.dot:
            dots += "".join(_dot(each) for each in grid.boxes(range(max(index, lost), grid.count)))
            word = f"• {word}"
        room = len(word) * LETTER
        x = min(box.x + 1, grid.width - room)
        line = next((each for each in (0, 1) if taken[each] <= x), 1)
        taken[line] = x + room
        bottom = box.y + box.height
        if not mark.dot:
            ticks += f"M{_n(box.x)} {_n(bottom)}v{_n(3.4 + 3.7 * line)}"
        words.append(f'<text x="{_n(x)}" y="{_n(bottom + 3.3 + 3.7 * line)}" {LABEL}>{escape(word)}</text>')
    return _stroked(ticks, 0.25) + _filled(dots) + "".join(words)


def _dot(box: Box) -> str:
    x, y = _n(box.x + box.width / 2 - 0.5), _n(box.y + box.height / 2)
    return f"M{x} {y}a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0z"


# --- things ---------------------------------------------------------------------------------------------------


def magazine(loaded: int, capacity: int, *, width: float, title: str) -> SafeString:
    """Rounds in fives, those that were fired struck; nothing for a belt longer than the paper."""
    if not 0 < capacity <= MOST_ROUNDS:
        return mark_safe("")
    per_row = capacity if capacity <= 35 else 30 if capacity <= 60 else 50
    height = 4.8 if capacity <= 60 else 3.6
    fives = -(-per_row // 5) - 1
    step = min(2.4, (width - fives * 1.1) / per_row)
    rounds = []
    for index in range(capacity):
        row, column = divmod(index, per_row)
        rounds.append(
            Box(0.15 + column * step + column // 5 * 1.1, 0.15 + row * (height + 1), step - 0.35, height - 0.3)
        )
    rows = -(-capacity // per_row)
    used = rounds[max(0, min(loaded, capacity)) :]
    drawn = _stroked("".join(each.outline for each in rounds), 0.25)
    drawn += _stroked("".join(each.slash for each in used), 0.25)
    return _drawing(width, rows * (height + 1) - 1, title, drawn)


# --- armour ---------------------------------------------------------------------------------------------------


def strip(zone: ZoneDrawing, *, width: float, title: str) -> SafeString:
    """A zone's strip: a plate per point of protection; noted notches are filled, open ones dotted for the pencil.

    Nothing where armour does not wear: there is nothing to note.
    """
    if not zone.plates or not zone.per_plate:
        return mark_safe("")
    step = min(14.4, (width - 0.4 + 1.6) / zone.plates)
    gap = min(1.6, step / 6)
    plates = [Box(0.2 + index * step, 0.2, step - gap, 6.2) for index in range(zone.plates)]
    noted, dotted, broken = "", "", ""
    for index, plate in enumerate(plates):
        cut = max(0, min(zone.per_plate, zone.notches - index * zone.per_plate))
        for notch in range(zone.per_plate):
            shape = _notch(plate, notch, zone.per_plate)
            if notch < cut:
                noted += f"{shape}z"
            else:
                dotted += shape
        if cut == zone.per_plate:
            broken += Box(plate.x, 3.6, plate.width, 2.8).hatch(0.55)
    drawn = _stroked("".join(plate.outline for plate in plates), 0.35) + _stroked(dotted, 0.2, ".6 .5")
    return _drawing(width, 6.6, title, drawn + _stroked(broken, 0.25) + _filled(noted))


def _notch(plate: Box, index: int, count: int) -> str:
    apart = plate.width / count
    edge = min(1.3, apart * 0.36)
    x = plate.x + apart * (index + 0.5)
    return f"M{_n(x - edge)} {_n(plate.y)}L{_n(x)} {_n(plate.y + 3.1)}L{_n(x + edge)} {_n(plate.y)}"


def seal(state: bool | None, word: str, *, title: str) -> SafeString:
    """A seal that damage breaks, as on screen, in the size of a coin."""
    rings = NO_SEAL if state is None else WHOLE_SEAL if state else BROKEN_SEAL
    places = ((11, 27, word[:1]), (33, 29, word[-1:])) if state is False else ((24, 28.5, word),)
    letters = "".join(
        f'<text x="{x}" y="{y}" {_FONT}{_MIDDLE if len(text) > 1 else ""}>{escape(text)}</text>'
        for x, y, text in places
    )
    return mark_safe(  # noqa: S308  every text is escaped, all else are numbers
        '<svg xmlns="http://www.w3.org/2000/svg" width="13mm" height="13mm" viewBox="0 0 48 48">'
        f"<title>{escape(title)}</title>{rings}{letters}</svg>"
    )
