"""The stock as shipped fits the ruleset's own schemas, and its sheets have nothing wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from combat.core.sheet import Item, Sheet, Zone
from combat.rulesets.oedland.derive import derive
from combat.rulesets.oedland.description import describe

FOLDER = Path(__file__).parents[3] / "fixtures" / "oedland"
INFO = describe()
FILES = ("weapons", "armours", "covers", "vocabulary", "characters")


def rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return [row["fields"] | {"model": row["model"]} for row in found]


@pytest.mark.parametrize("name", FILES)
def test_every_record_fits_its_schema(name: str) -> None:
    for row in rows(name):
        if row["model"].endswith("character"):
            assert INFO.sheet.check(row["body"]) == (), row["key"]
        elif row["model"].endswith("armourzone"):
            assert row["zone"] in {zone.key for zone in INFO.zones}
            assert set(row["protection"]) == set(INFO.protections)
        else:
            kind = INFO.kind(row["kind"])
            assert kind is not None, row["key"]
            assert kind.schema.check(row["body"]) == (), row["key"]


def test_the_stock_is_as_large_as_a_table_needs() -> None:
    assert len(rows("weapons")) >= 15
    assert {row["body"]["height"] for row in rows("covers")} == {"knee", "hip", "shoulder", "full_height", "wall_edge"}
    assert len([row for row in rows("characters") if row["model"].endswith("character")]) >= 6


def test_templates_have_nothing_wrong_with_them_and_hold_a_weapon() -> None:
    everything = rows("characters")
    for person in [row for row in everything if row["model"].endswith("character")]:
        things = [row for row in everything if row["model"].endswith("item") and row["character"][1] == person["key"]]
        items = tuple(Item(id=row["key"], kind=row["kind"], key=row["key"], body=row["body"]) for row in things)
        derived = derive(Sheet(body=person["body"], items=items), {})
        assert derived.problems == (), person["key"]
        assert any(item.body.get("readied") is True for item in items), person["key"]


def test_a_template_hands_on_the_perk_it_shows() -> None:
    """FAL-1.11: an entry of which nothing is noted is lost when a sheet is copied, and with it what the perk does."""
    for person in [row for row in rows("characters") if row["model"].endswith("character")]:
        assert all(person["body"].get("talents", {}).values()), person["key"]


def test_a_template_wears_what_the_catalogue_says_it_is() -> None:
    zones: dict[tuple[str, ...], dict[str, Zone]] = {}
    for row in (*rows("armours"), *rows("characters")):
        if row["model"].endswith("armourzone"):
            zones.setdefault(tuple(row["item"]), {})[row["zone"]] = Zone(protection=row["protection"])
    for key, worn in zones.items():
        assert worn == zones[key[:3]], key
