"""Repair has a bill: half days and a price by level, for the zones named or for all that can be repaired."""

import pytest

from combat.core.event import Happened, changes_in
from combat.core.fight import apply
from combat.core.intent import Intent, Part, Refused
from combat.core.procedure import defaults, run
from combat.core.sheet import Item, Sheet
from combat.core.value import Json
from combat.rulesets.chaos import repair
from tests.rulesets.chaos.build import alone, armour, sheet, weapon


def asked(item: str, actor: str = "character:1", **parameters: Json) -> Intent:
    return Intent(actor=actor, parts=(Part(form="repair", item=item, parameters=parameters),))


def repaired(person: Sheet, intent: Intent) -> tuple[dict[str, Json], Item]:
    fight = alone(person)
    events = run(repair.perform(fight, intent), defaults).events
    (event,) = events
    assert isinstance(event, Happened)
    found = apply(fight, changes_in(events)).combatants["character:1"].sheet.item(event.of)
    assert found is not None
    return dict(event.data), found


def refusal(person: Sheet, intent: Intent, rounds: int = 0) -> str:
    fight = alone(person)
    if rounds:
        fight = type(fight)(ruleset="chaos", combatants=fight.combatants, round=rounds)
    (told,) = repair.preview(fight, intent).reasons
    with pytest.raises(Refused) as refused:
        run(repair.perform(fight, intent), defaults)
    assert refused.value.reasons == (told,)
    return told.code


def test_a_zone_named_is_repaired_and_the_others_stay() -> None:
    """Five damage points are one missing point: half a day, 500 at level 2; the two odd points clear with it."""
    worn = armour(damage_points={"body": 5, "legs": 3})
    data, found = repaired(sheet(worn), asked("item:2", zones=["body"]))
    assert (data["half_days"], data["cost"], data["missing_armour_points"]) == (1, 500, 1)
    assert {zone: known.damage_points for zone, known in found.zones.items()} == {
        "head": 0, "arms": 0, "body": 0, "legs": 3,
    }  # fmt: skip


def test_without_a_zone_all_are_repaired_but_the_destroyed() -> None:
    worn = armour(protection=(1, 0, 0), damage_points={"body": 3, "legs": 2})
    data, found = repaired(sheet(worn), asked("item:2"))
    assert (data["destroyed_zones"], data["cost"]) == (("body",), 0)
    assert (found.zones["body"].damage_points, found.zones["legs"].damage_points) == (3, 0)


def test_sound_armour_costs_nothing() -> None:
    data, _ = repaired(sheet(armour()), asked("item:2"))
    assert (data["half_days"], data["cost"]) == (0, 0)


def test_the_preview_is_the_bill() -> None:
    person = sheet(armour(damage_points={"body": 5}))
    data, _ = repaired(person, asked("item:2"))
    (bill,) = repair.preview(alone(person), asked("item:2")).warnings
    parts = {"body": {"missing_armour_points": 1, "half_days": 1, "cost": 500}}
    assert (bill.code, dict(bill.data)) == ("repair_bill", {**data, "by_zone": parts})


def test_the_bill_names_what_each_worn_zone_costs() -> None:
    """CHA-7.8 by hand: level 2, seven notches are two points, three are one, two cost nothing."""
    person = sheet(armour(damage_points={"body": 7, "arms": 3, "legs": 2}))
    (bill,) = repair.preview(alone(person), asked("item:2")).warnings
    assert bill.data["by_zone"] == {
        "arms": {"missing_armour_points": 1, "half_days": 1, "cost": 500},
        "body": {"missing_armour_points": 2, "half_days": 2, "cost": 1000},
    }
    assert (bill.data["half_days"], bill.data["cost"]) == (3, 1500)
    (sound,) = repair.preview(alone(sheet(weapon())), asked("item:1")).warnings
    assert "by_zone" not in sound.data


def test_a_weapon_costs_its_catalogue_price_when_jammed_or_broken_and_else_nothing() -> None:
    sound = weapon()
    for state, cost in (({"jammed": True}, 350), ({"broken": True, "jammed": True}, 350), ({}, 0)):
        item = Item(id="item:1", kind="weapon", body={**sound.body, **state}, repair_cost=350)
        data, found = repaired(sheet(item), asked("item:1"))
        assert data["cost"] == cost
        assert not found.value("jammed")
        assert not found.value("broken")


def test_what_cannot_be_repaired_is_refused() -> None:
    gone = armour(protection=(1, 0, 0), damage_points=dict.fromkeys(("head", "arms", "body", "legs"), 3))
    assert refusal(sheet(gone), asked("item:2")) == "beyond_repair"
    assert refusal(sheet(gone), asked("item:2", zones=["head"])) == "beyond_repair"
    # One zone is gone and the others are whole: nothing of it can be mended.
    one = armour(protection=(1, 0, 0), damage_points={"body": 3})
    assert refusal(sheet(one), asked("item:2")) == "beyond_repair"
    assert refusal(sheet(armour()), asked("item:2", zones=["tail"])) == "unknown_zone"
    assert refusal(sheet(armour()), asked("item:2", zones="body")) == "bad_parameter"
    assert refusal(sheet(armour()), asked("item:9")) == "unknown_item"
    assert refusal(sheet(Item(id="item:3", kind="gear")), asked("item:3")) == "wrong_kind"
    assert refusal(sheet(armour()), asked("item:2", actor="character:9")) == "unknown_actor"
    assert refusal(sheet(armour()), asked("item:2"), rounds=2) == "only_outside_fights"


def test_the_level_decides_the_price_and_stays_within_its_table() -> None:
    assert [repair.level(armour(level=level)) for level in (1, 5, 0, 9)] == [1, 5, 1, 5]
    data, _ = repaired(sheet(armour(level=5, damage_points={"arms": 6})), asked("item:2"))
    assert data["cost"] == 10_000


def test_every_armour_and_weapon_has_an_offer_and_nothing_else() -> None:
    gone = armour("item:4", protection=(1, 0, 0), damage_points=dict.fromkeys(("head", "arms", "body", "legs"), 3))
    offers = repair.offers(alone(sheet(weapon(), armour(), gone, Item(id="item:3", kind="gear"))), "character:1")
    assert [(offer.item, [reason.code for reason in offer.reasons]) for offer in offers] == [
        ("item:1", []),
        ("item:2", []),
        ("item:4", ["beyond_repair"]),
    ]
