"""The vulnerable spot, FHT-3.5: whoever calls it needs the game master's leave, who is asked before any die."""

from combat.core.intent import Intent, Part
from tests.rulesets.fhtagn.build import (
    done,
    fight,
    happened,
    intent,
    knife,
    person,
    points,
    questions,
    rolled,
    terms,
    weapon,
)

SKILLED = {"firearms": 50, "melee_weapons": 50, "unarmed_combat": 50, "athletics": 50}


def test_the_game_master_permits_a_vulnerable_spot_before_the_die() -> None:
    """FHT-3.22: he is asked, whoever does not answer has permitted it."""
    at = fight(person("a", weapon(), skills={"firearms": 80}), person("b"))
    called = intent("a", "attack", "b", item="item:1", called=["vulnerable"])
    first = questions(at, called)[0]
    assert (first.name, first.who, first.default) == ("spot", "gm", "spot_permitted")
    events, _ = done(at, called, 5, 3)
    assert happened(events, "hit").data["critical_hit"] is True


def test_a_spot_that_is_denied_costs_nothing_and_gains_nothing() -> None:
    """FHT-3.5: with 60 per cent and -20 for the layer 40 are left."""
    at = fight(person("a", weapon(), skills={"firearms": 60}), person("b", pools={"hit_points": 10}))
    called = intent("a", "attack", "b", item="item:1", called=["vulnerable", "partial_worn"])
    events, after = done(at, called, 32, 3, spot="spot_denied")
    assert rolled(events, "attack").data["target_number"] == 40
    assert terms(events)[0] == "called_in_vain"
    assert happened(events, "hit").data["critical_hit"] is False
    assert points(after, "b") == 7


def test_a_bonus_that_was_capped_counts_as_if_nothing_had_been_called() -> None:
    """FHT-4.7, FHT-5.2: 30 and three times 20, of which 40 count, is 70."""
    chips = ["target_large", "gm_bonus"]
    at = fight(person("a", weapon(), flags={"aimed": True}, skills={"firearms": 30}), person("b"))
    called = intent("a", "attack", "b", item="item:1", called=["vulnerable"], modifiers=chips)
    events, _ = done(at, called, 90, spot="spot_denied")
    assert rolled(events, "attack").data["target_number"] == 70


def test_a_counter_at_a_vulnerable_spot_is_permitted_as_well() -> None:
    """FHT-3.12, FHT-3.22: denied, the blow in return is rolled without the 40 it would have cost."""
    at = fight(person("a", knife(), skills=SKILLED), person("b", skills={"unarmed_combat": 60}))
    blow = intent("a", "attack", "b", item="item:1")
    told = {"reaction__0__choice": "fight_back", "reaction__0__called": "called.vulnerable"}
    assert questions(at, blow, **told)[-1].who == "gm"
    events, _ = done(at, blow, 90, 70, spot="spot_denied", **told)
    assert rolled(events, "fight_back").data["target_number"] == 60
    events, _ = done(at, blow, 90, 70, **told)
    assert rolled(events, "fight_back").data["target_number"] == 20


def test_of_several_who_strike_at_once_each_spot_is_permitted_by_itself() -> None:
    """FHT-3.2, FHT-3.22."""
    at = fight(
        person("a", weapon(), skills=SKILLED), person("b", weapon("item:2"), skills=SKILLED),
        options={"tie_initiative": "simultaneous"},
    )  # fmt: skip
    parts = tuple(
        Part(form="simultaneous", item=item, targets=(target,), parameters={"by": by, "called": ["vulnerable"]})
        for by, item, target in (("a", "item:1", "b"), ("b", "item:2", "a"))
    )
    asks = questions(at, Intent(actor="a", parts=parts))
    assert [(each.name, each.data["who"]) for each in asks] == [("spot", "a"), ("spot.2", "b")]
