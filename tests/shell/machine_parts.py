"""What the machine draws from, and what a form would have shown it."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from chaos_sheets.models import Character, Item, JournalEntry
from combat.core.value import Json

# Mostly what is legal: a machine that is refused all the time proves little.
numbers = st.sampled_from([1, 2, 3, 4, 5, 7, 9, 12, 15, 20, -1, -2, -3, 0, -30, 60, -(10**9), 10**18])
texts = st.sampled_from(["", "neu", "Ä <b>", "x" * 200, "nul\0", "a\u202eb"]) | st.text(max_size=8)
who = st.sampled_from(["gm"] * 9 + ["owner"] * 2 + ["fellow", "spectator", "stranger"])
nth = st.integers(0, 40)
paths = st.sampled_from(
    [
        ("notes", texts),
        ("name", texts),
        ("money", numbers),
        ("attributes.toughness", numbers),
        ("maxima.hit_points", numbers),
        ("pools.hit_points", numbers),
        ("pools.action_points", numbers),
        ("statuses.prone", st.sampled_from([True, None, 3])),
        ("skills.dodge.rank", numbers),
        ("skills.eigenes", st.sampled_from([{"rank": 1}, {"rank": 9}, None, 7])),
        ("properties", st.sampled_from([["fast"], [], ["klein"], "fast"])),
        ("unbekannt", numbers),
    ]
).flatmap(lambda pair: st.tuples(st.just(pair[0]), pair[1]))
item_paths = st.sampled_from(
    [
        ("name", texts),
        ("quantity", numbers),
        ("loaded", numbers),
        ("jammed", st.sampled_from([True, False, None])),
        ("traits.reliable", st.sampled_from([True, None, 4])),
        ("traits.explosive", numbers),
        ("zones.body.damage_points", numbers),
        ("zones.head.protection.kinetic", numbers),
        ("damage", numbers),
        ("bonus", numbers),
    ]
).flatmap(lambda pair: st.tuples(st.just(pair[0]), pair[1]))


def makes(entry: JournalEntry) -> bool:
    """What was made is retired by an undo, not unmade."""
    return any(change["field"] == "" for change in entry.changes)


def shown(state: dict[str, Json], path: str, row: Character | Item) -> Json:
    """What a form would show: what is stored, or the default."""
    found: Any = state
    for part in path.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    if found is None and isinstance(row, Character):
        defaults: dict[str, Json] = {"properties": [], "skills.dodge.rank": 0, "attributes.toughness": 35}
        maxima: Any = row.body.get("maxima", {})
        defaults |= {f"pools.{pool}": maxima.get(pool) for pool in ("hit_points", "action_points")}
        found = defaults.get(path)
    value: Json = found
    return value
