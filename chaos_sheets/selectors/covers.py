"""The covers of a campaign's catalogue as tables to look up."""

from __future__ import annotations

from chaos_sheets.policy import Viewer
from chaos_sheets.selectors.armoury import armoury
from chaos_sheets.selectors.armoury_view import Query
from chaos_sheets.selectors.reference_view import Column, Row, Table
from combat.registry import ruleset_info


def cover_tables(*, who: Viewer) -> tuple[Table, ...]:
    """One table for each kind of cover, with the numbers its short line shows."""
    kinds = [kind.key for kind in ruleset_info(who.campaign.ruleset).kinds if kind.use == "cover"]
    found = (_table(who, kind) for kind in kinds)
    return tuple(table for table in found if table.rows)


def _table(who: Viewer, kind: str) -> Table:
    shown = armoury(who=who, query=Query(kind=kind))
    is_this = shown.kind is not None and shown.kind.key == kind
    rows = tuple(
        Row(
            anchor=f"item-{row.id}",
            label=row.name,
            values=tuple(cell.text for cell in row.cells),
            means=row.facts,
            assumption=row.assumption,
        )
        for row in (shown.rows if is_this else ())
    )
    title = shown.kind.label if shown.kind else ""
    return Table(
        key=f"cover-{kind}",
        title=title,
        use="cover",
        rows=rows,
        columns=tuple(Column(column.label, column.short) for column in shown.columns),
    )
