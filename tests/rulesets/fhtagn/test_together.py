"""Those who are tied act at the same time, where the table plays it so (FHT-3.2, FHT-9.30)."""

from typing import Any

from combat.core.fight import Fight
from combat.core.intent import Intent, Part
from combat.core.value import Json
from tests.rulesets.fhtagn.build import RULES, done, fight, knife, person, points, refused, terms, weapon

PLAYED: dict[str, Any] = {"options": {"tie_initiative": "simultaneous"}}
SKILLED = {"firearms": 50, "melee_weapons": 50, "unarmed_combat": 50, "athletics": 50}


def step(*parts: tuple[str, str, str, dict[str, Json]]) -> Intent:
    """Who strikes whom with what."""
    return Intent(
        actor=parts[0][0],
        parts=tuple(
            Part(form="simultaneous", item=item, targets=(target,), parameters={"by": by, **given})
            for by, target, item, given in parts
        ),
    )


def table(**more: Any) -> Fight:
    burst = weapon("item:2", modes=["long_burst"], lethality=10)
    return fight(
        person("a", knife("item:1"), skills=SKILLED),
        person("b", burst, skills=SKILLED),
        person("c", skills=SKILLED),
        person("d", attributes={"dexterity": 14}),
        **more,
    )


def test_only_those_who_are_equally_quick_act_together_and_each_once() -> None:
    at = table(**PLAYED)
    assert refused(at, step(("a", "c", "item:1", {}), ("d", "c", "", {}))) == ["not_tied"]
    assert refused(at, step(("a", "c", "item:1", {}), ("a", "c", "item:1", {}))) == ["not_tied"]
    assert refused(at, step(("x", "c", "", {}))) == ["unknown_actor"]
    assert refused(at, step(("a", "x", "item:1", {}))) == ["unknown_target"]
    assert refused(table(), step(("a", "c", "item:1", {}))) == ["not_played_here"]


def test_it_is_offered_to_the_game_master_where_it_is_played() -> None:
    for at, codes in ((table(**PLAYED), []), (table(), ["not_played_here"])):
        (offer,) = [offer for offer in RULES.offers(at, "a") if offer.form == "simultaneous"]
        assert offer.by == "gm"
        assert [reason.code for reason in offer.reasons] == codes


def test_others_react_and_fire_and_fumbles_come_last() -> None:
    """Attacks, then reactions: 30 and 77, then c's blow in return with 40, which beats 30 and costs 1W4 - 1."""
    wanted = step(("a", "c", "item:1", {}), ("b", "d", "item:2", {"mode": "long_burst"}))
    events, after = done(table(**PLAYED), wanted, 30, 77, 40, 3, 2, reaction__0__choice="fight_back")
    assert points(after, "a") == 8
    assert terms(events)[-1] == "fumbled"
    assert after.combatants["d"].flags["suppressed"] is True


def test_a_pinned_one_escapes_in_the_same_step() -> None:
    at = fight(
        person("a", flags={"holding": "c"}, skills=SKILLED),
        person("c", statuses={"pinned": True}, attributes={"strength": 14}),
        **PLAYED,
    )
    events, after = done(at, step(("a", "c", "", {})), 40, 50, reaction__0__choice="escape")
    assert "came_free" in terms(events)
    assert points(after, "c") == 12
