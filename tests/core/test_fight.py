"""A change is folded into exactly the value it names."""

import pytest

from combat.core.event import Change
from combat.core.fight import FIGHT, Combatant, Fight, apply
from combat.core.sheet import Item, Sheet, Zone


def a_fight() -> Fight:
    armour = Item(id="item:1", kind="armour", zones={"body": Zone(protection={"kinetic": 4})})
    sheet = Sheet(body={"pools": {"hit_points": 15}}, items=(armour, Item(id="item:2", kind="weapon")))
    return Fight(
        ruleset="chaos",
        combatants={"a": Combatant(id="a", sheet=sheet), "b": Combatant(id="b", sheet=Sheet(body={}))},
        things={"crate": Item(id="crate", kind="cover", body={"bonus": 30})},
        pairs={"a>b": {"distance": 45}},
    )


def after(of: str, field: str, value: object) -> Fight:
    return apply(a_fight(), [Change(of, field, None, value)])  # type: ignore[arg-type]  # any JSON value


def test_what_stands_between_two_is_found_in_either_order() -> None:
    fight = a_fight()
    assert fight.between("a", "b", "distance") == fight.between("b", "a", "distance") == 45
    assert fight.between("a", "b", "aware") is None
    assert fight.between("a", "c", "distance") is None


def test_a_sheet_a_budget_and_a_flag_change() -> None:
    assert after("a", "pools.hit_points", 10).combatants["a"].sheet.value("pools.hit_points") == 10
    assert after("a", "budget.action_units", 4).combatants["a"].budget == {"action_units": 4}
    assert after("a", "flags.aim", "aim").combatants["a"].flags == {"aim": "aim"}
    assert after("a", "flags.aim", None).combatants["a"].flags == {}


def test_an_item_changes_in_its_body_its_quantity_and_its_zones() -> None:
    def item(field: str, value: object) -> Item:
        found = after("item:1", field, value).combatants["a"].sheet.item("item:1")
        assert found is not None
        return found

    assert item("worn", False).value("worn") is False
    assert item("quantity", 3).quantity == 3
    assert item("zones.body.damage_points", 2).zones["body"] == Zone(protection={"kinetic": 4}, damage_points=2)
    assert item("zones.body.protection.energy", 1).zones["body"].protection == {"kinetic": 4, "energy": 1}
    assert item("zones.head.damage_points", None).zones["head"] == Zone(protection={})


def test_the_other_items_stay_as_they_are() -> None:
    before = a_fight().combatants["a"].sheet.item("item:2")
    assert after("item:1", "worn", False).combatants["a"].sheet.item("item:2") == before


def test_a_thing_on_the_table_changes() -> None:
    assert after("crate", "bonus_lost", 10).things["crate"].value("bonus_lost") == 10


def test_the_fight_itself_changes() -> None:
    assert after(FIGHT, "round", 2).round == 2
    assert after(FIGHT, "order", ["b", "a"]).order == ("b", "a")
    assert after(FIGHT, "order", None).order == ()
    assert after(FIGHT, "current", "b").current == "b"
    assert after(FIGHT, "phase", None).phase == ""
    assert after(FIGHT, "flags.poor_visibility", True).flags == {"poor_visibility": True}
    assert after(FIGHT, "pairs.a>b.distance", 10).between("a", "b", "distance") == 10
    assert after(FIGHT, "pairs.b>c.distance", 7).between("c", "b", "distance") == 7


def test_a_change_to_something_unknown_is_an_error() -> None:
    with pytest.raises(ValueError, match="no field"):
        after(FIGHT, "weather", "rain")
    with pytest.raises(ValueError, match="nothing in this fight"):
        after("item:99", "loaded", 3)
