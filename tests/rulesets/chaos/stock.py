"""The stock as it is shipped, as the rules read it: fixture files to items. No database."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from combat.core.sheet import Item, Zone

FOLDER = Path(__file__).parents[3] / "fixtures" / "chaos"


def _rows(name: str, model: str) -> list[dict[str, Any]]:
    rows = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return [row["fields"] for row in rows if row["model"] == f"chaos_sheets.{model}"]


@cache
def items(name: str, kind: str) -> tuple[Item, ...]:
    """All stock of a kind, with its zones; ids are numbered from 1."""
    zones: dict[str, dict[str, Zone]] = {}
    for row in _rows(name, "armourzone"):
        zones.setdefault(row["item"][-1], {})[row["zone"]] = Zone(protection=row["protection"])
    rows = [row for row in _rows(name, "item") if row["kind"] == kind]
    return tuple(
        Item(
            id=f"{kind}:{number}",
            kind=kind,
            key=row["key"],
            traits=row.get("traits", {}),
            body=row["body"],
            zones=zones.get(row["key"], {}),
        )
        for number, row in enumerate(rows, 1)
    )
