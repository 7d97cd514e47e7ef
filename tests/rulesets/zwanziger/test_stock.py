"""The stock: every record fits its schema, and every template is a sheet without a remark."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from combat.core.sheet import Item, Sheet, Zone
from combat.registry import ruleset_info
from tests.rulesets.zwanziger.build import RULES

STOCK = Path(__file__).parents[3] / "fixtures" / "zwanziger"
INFO = ruleset_info("zwanziger")


@cache
def records(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((STOCK / f"{name}.json").read_text("utf-8"))
    return found


def fields(model: str, *names: str) -> Iterator[dict[str, Any]]:
    for name in names or ("weapons", "armours", "vocabulary", "characters"):
        for record in records(name):
            if record["model"] == f"chaos_sheets.{model}":
                yield record["fields"]


def templates() -> dict[str, Sheet]:
    """Each template with what it carries."""
    zones: dict[tuple[str, ...], dict[str, Zone]] = {}
    for zone in fields("armourzone", "characters"):
        zones.setdefault(tuple(zone["item"][1:]), {})[zone["zone"]] = Zone(protection=zone["protection"])
    found = {}
    for person in fields("character"):
        things = [item for item in fields("item", "characters") if item["character"][1] == person["key"]]
        items = tuple(
            Item(
                id=item["key"],
                kind=item["kind"],
                key=item["key"],
                traits=item.get("traits", {}),
                body=item["body"],
                zones=zones.get((item["kind"], item["key"], person["key"]), {}),
            )
            for item in things
        )
        found[person["key"]] = Sheet(body=INFO.sheet.complete(person["body"]), items=items)
    return found


def test_every_thing_of_the_stock_fits_its_schema() -> None:
    for item in fields("item"):
        kind = INFO.kind(item["kind"])
        assert kind is not None
        assert kind.schema.check(item["body"]) == (), item["key"]
        assert set(item.get("traits", {})) <= {trait.key for trait in kind.traits}


def test_the_stock_is_as_large_as_promised() -> None:
    assert len(list(fields("item", "weapons"))) >= 15
    assert len(list(fields("character"))) == 6
    assert len({item["name"] for item in fields("item", "weapons")}) == len(list(fields("item", "weapons")))


@pytest.mark.parametrize("key", sorted(templates()))
def test_every_template_is_a_sheet_without_a_remark(key: str) -> None:
    sheet = templates()[key]
    assert INFO.sheet.check(sheet.body) == ()
    found = RULES.derive(sheet, {})
    assert found.problems == ()
    assert found.tables
