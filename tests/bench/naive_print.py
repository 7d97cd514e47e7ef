"""A yardstick: the same sheet, with the same room to write on, as one would print it at first.

Grids for columns, a table for everything that has rows, a bordered element for every box, collapsed borders.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import escape
from weasyprint import HTML

from chaos_sheets.figure import figure
from chaos_sheets.selectors.sheet_view import EntryView, ItemView, SheetView

STYLE = """
@page { size: A4; margin: 12mm 10mm 14mm;
  @bottom-center { content: "Seite " counter(page) " von " counter(pages); font-size: 7pt } }
html { font: 8pt/1.25 "DejaVu Sans"; color: #111 }
h1 { font-size: 16pt; margin: 0 0 2mm }
h2 { font-size: 10pt; margin: 3mm 0 1mm; border-bottom: .3mm solid #444 }
table { border-collapse: collapse; width: 100% }
th, td { border: .2mm solid #888; padding: .4mm 1mm; text-align: left }
thead th { background: #ddd }
tr:nth-child(even) td { background: #f4f4f4 }
.box { display: inline-block; width: 2.6mm; height: 2.6mm; border: .25mm solid #333; margin: 0 .5mm .3mm 0 }
.box.on { background: #333 }
.row { display: grid; grid-template-columns: 60mm 1fr; gap: 4mm }
.three { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 3mm }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 3mm }
.page2 { break-before: page }
"""


def boxes(count: int, filled: int = 0) -> str:
    return '<span class="box on"></span>' * filled + '<span class="box"></span>' * (count - filled)


def table(rows: Iterable[Iterable[object]], head: Iterable[object] = ()) -> str:
    cells = "".join(f"<th>{word}</th>" for word in head)
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>{f'<thead><tr>{cells}</tr></thead>' if cells else ''}<tbody>{lines}</tbody></table>"


def skills(entries: list[EntryView]) -> str:
    third = -(-len(entries) // 3)
    rows = [
        (escape(entry.name), escape(entry.text), entry.rank, boxes(entry.highest, entry.rank or 0), entry.value.text)
        for entry in entries
        if entry.value
    ]
    head = ("Fertigkeit", "Attr.", "Rang", "Kästchen", "Wert")
    return "".join(table(rows[start : start + third], head) for start in range(0, len(rows), third))


def weapon(item: ItemView) -> str:
    numbers = table([[f"{spec.short} {escape(spec.text)}" for spec in item.specs]])
    rounds = (
        f"<p>{boxes(item.magazine.capacity, item.magazine.capacity - item.magazine.now)}</p>" if item.magazine else ""
    )
    targets = ""
    if item.table:
        head = ["", *(f"{column.label} {column.cost_text}" for column in item.table.columns)]
        targets = table(([row.label, *(cell.value for cell in row.cells)] for row in item.table.rows), head)
    return f"<div><h3>{escape(item.name)}</h3>{numbers}{rounds}{targets}</div>"


def page(sheet: SheetView) -> str:
    body = figure(
        sheet.figure, [zone.drawing for zone in sheet.zones], uid="n", title=sheet.name, ink=True, size="60mm 110mm"
    )
    zones = "".join(
        f"<h2>{zone.label}</h2>"
        + table([[*(f"{kind.short} {kind.now}" for kind in zone.protection), boxes(3 * zone.drawing.plates)]])
        for zone in sheet.zones
    )
    pools = "".join(f"<p>{pool.label} {boxes(pool.maximum, pool.maximum - pool.current)}</p>" for pool in sheet.pools)
    states = table([boxes(1, int(status.held)), status.label, status.effect] for status in sheet.statuses)
    values = [(field.label, field.short, field.text) for group in sheet.groups for field in group.fields]
    values += [(value.label, value.short, value.text) for value in sheet.values]
    known = [entry for each in sheet.collections for entry in each.entries if entry.highest]
    other = [entry for each in sheet.collections for entry in each.entries if not entry.highest]
    blank = ("&nbsp;", "", "")
    gear = [(escape(item.name) + " " + escape(item.sub), item.count, boxes(min(item.count, 10))) for item in sheet.gear]
    arms = "".join(weapon(item) for item in sheet.weapons)
    return (
        f'<!doctype html><html lang="de"><head><title>{escape(sheet.name)}</title><style>{STYLE}</style></head><body>'
        f"<h1>{escape(sheet.name)}</h1>{pools}"
        f'<div class="row"><div>{body}{states}</div><div>{zones}<h2>Werte</h2>{table(values)}</div></div>'
        f'<h2>Fertigkeiten</h2><div class="three">{skills(known)}</div>'
        f"<h2>Talente</h2>{table([entry.name, entry.text] for entry in other)}"
        f'<div class="page2"><h2>Waffen</h2><div class="two">{arms}</div>{table([[*blank, boxes(30)]])}'
        f"<h2>Ausrüstung</h2>{table([*gear, *[(*blank[:2], boxes(5))] * 4])}"
        f"<h2>Geld</h2>{table([blank] * 6)}<h2>Notizen</h2>{table([['&nbsp;']] * 12)}</div></body></html>"
    )


def naive_pdf(html: str) -> bytes:
    found = HTML(string=html).write_pdf()
    assert isinstance(found, bytes)
    return found
