"""What decides says by which rule: contests, rolls, the price under fire, what a loss leads to."""

from typing import Any

import pytest

from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.sheet import Item
from combat.rulesets.fhtagn.contest import Settled, settle
from combat.rulesets.fhtagn.damage import HIT
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.roll import TIERS, Die, die_of, goal
from combat.rulesets.fhtagn.turn import under_fire
from tests.rulesets.fhtagn.build import RULES, done, fight, happened, intent, knife, person, states, terms, weapon

LOWER_FAILS = {"opposed_both_fail": "lower_fail_wins"}


@pytest.mark.parametrize(
    ("attack", "defence", "context", "options", "winner", "cited"),
    [
        (Die(62, "failure"), Die(90, "failure"), "dodge", {}, "none", cite("FHT-4.11", "FHT-9.2")),
        (Die(80, "failure"), Die(70, "failure"), "escape", LOWER_FAILS, "defender", cite("FHT-4.11", "FHT-9.2")),
        (Die(60, "failure"), Die(70, "failure"), "contest", LOWER_FAILS, "attacker", cite("FHT-4.11", "FHT-9.2")),
        (Die(60, "failure"), Die(70, "failure"), "token", LOWER_FAILS, "none", cite("FHT-4.11", "FHT-9.2")),
        (Die(12, "success"), Die(9, "failure"), "token", {}, "attacker", ()),
        (Die(12, "success"), Die(88, "fumble"), "token", {}, "attacker", cite("FHT-9.4")),
        (Die(12, "success"), Die(88, "fumble"), "contest", {}, "attacker", ()),
        (Die(95, "failure"), Die(12, "success"), "token", {}, "defender", ()),
        (Die(33, "critical"), Die(58, "success"), "dodge", {}, "attacker", cite("FHT-4.8")),
        (Die(22, "critical"), Die(44, "critical"), "dodge", {}, "defender", ()),
        (Die(41, "success"), Die(40, "success"), "token", {}, "attacker", ()),
        (Die(40, "success"), Die(40, "success"), "dodge", {}, "attacker", cite("FHT-4.10", "FHT-9.3")),
        (Die(40, "success"), Die(40, "success"), "dodge", {"tie_dodge": "defender"}, "defender",
         cite("FHT-4.10", "FHT-9.3")),
        (Die(40, "success"), Die(40, "success"), "token", {}, "defender", cite("FHT-4.10", "FHT-9.3")),
        (Die(40, "success"), Die(40, "success"), "fight_back", {}, "standoff", cite("FHT-4.10", "FHT-9.3")),
        (Die(40, "success"), Die(40, "success"), "fight_back", {"tie_fightback": "defender"}, "defender",
         cite("FHT-4.10", "FHT-9.3")),
        (Die(40, "success"), Die(40, "success"), "escape", {}, "attacker", cite("FHT-4.10")),
        (Die(40, "success"), Die(40, "success"), "contest", {}, "standoff", cite("FHT-4.10")),
    ],
)  # fmt: skip
def test_a_contest_names_the_rule_that_settled_it(
    attack: Die, defence: Die, context: str, options: dict[str, Any], winner: str, cited: Citations
) -> None:
    """FHT-4.8 to FHT-4.11: ties by what is rolled for, and a failed high roll that defends nothing."""
    assert settle(attack, defence, context, House(options)) == Settled(winner, cite("FHT-4.9") + cited)


def test_a_success_that_counts_as_critical_is_settled_by_the_rule_for_it() -> None:
    """FHT-9.13: 30 at a vulnerable spot beats a plain 58, and loses to a critical 44; a critical needs no help."""
    named = cite("FHT-9.13")
    settled = [settle(Die(30, "success"), other, "dodge", House({}), TIERS["critical"])
               for other in (Die(58, "success"), Die(44, "critical"))]  # fmt: skip
    assert settled == [
        Settled("attacker", cite("FHT-4.9", "FHT-4.8") + named),
        Settled("defender", cite("FHT-4.9") + named),
    ]
    own = settle(Die(33, "critical"), Die(58, "success"), "dodge", House({}), TIERS["critical"])
    assert own.cited == cite("FHT-4.9", "FHT-4.8")


@pytest.mark.parametrize(
    ("target", "face", "attribute", "outcome", "cited"),
    [
        (0, 1, 0, "critical", cite("FHT-4.5")),
        (99, 100, 0, "fumble", cite("FHT-4.5")),
        (50, 33, 0, "critical", cite("FHT-4.3")),
        (50, 66, 0, "fumble", cite("FHT-4.4")),
        (50, 34, 0, "success", ()),
        (50, 67, 0, "failure", ()),
        (99, 12, 20, "critical", cite("FHT-4.13", "FHT-9.37")),
        (99, 11, 20, "critical", cite("FHT-4.3")),
    ],
)
def test_a_roll_carries_the_rule_of_its_outcome(
    target: int, face: int, attribute: int, outcome: str, cited: Citations
) -> None:
    """FHT-4.3, FHT-4.4, FHT-4.5; an attribute of 20 is critical up to 20 where the table plays it so."""
    found = goal((DerivedStep("value", target),), (), House({"inhuman_attribute_crit": True}), attribute)
    assert die_of(found, face) == Die(face, outcome, cited)


@pytest.mark.parametrize(
    ("action", "flags", "body", "stability", "cited"),
    [
        ("aim", {}, {}, 1, cite("FHT-8.6")),
        ("aim", {"cover": "item:5"}, {}, 1, cite("FHT-8.6", "FHT-8.9")),
        ("aim", {"cover": "item:5"}, {"hardened_violence": True}, 0, cite("FHT-8.6", "FHT-8.8")),
        ("aim", {}, {"attitude": "fanatical"}, 0, cite("FHT-8.6", "FHT-8.10")),
        ("go_prone", {"cover": "item:5"}, {}, 0, cite("FHT-8.6")),
        ("take_cover", {}, {"attitude": "fanatical", "hardened_violence": True}, 0, cite("FHT-8.6")),
    ],
)
def test_the_price_under_fire_comes_with_its_rules(
    action: str, flags: dict[str, Any], body: dict[str, Any], stability: int, cited: Citations
) -> None:
    """FHT-8.6, FHT-8.8 to FHT-8.10: whoever gets down pays nothing, whatever else holds of him."""
    found = under_fire(person("a", flags={"suppressed": True, **flags}, **body), action)
    assert found is not None
    assert tuple(found) == (stability, cited)


def test_nothing_is_paid_where_the_fire_stays_or_there_is_none() -> None:
    """FHT-8.6."""
    assert under_fire(person("a", flags={"suppressed": True}), "shake_off") is None
    assert under_fire(person("a"), "aim") is None


def test_the_preview_names_the_rules_of_the_price_that_is_paid() -> None:
    """FHT-8.9: cover does not help."""
    behind = {"suppressed": True, "cover": "item:5"}
    at = fight(person("a", weapon(), flags=behind, skills={"firearms": 50}, pools={"stability": 50}), person("b"))
    shot = intent("a", "attack", "b", item="item:1")
    warned = next(each for each in RULES.preview(at, shot).warnings if each.code == "under_fire")
    events, _after = done(at, shot, 90)
    assert warned.rules == happened(events, "acted_under_fire").rules == cite("FHT-8.6", "FHT-8.9")


@pytest.mark.parametrize(
    ("face", "outcome", "told"), [(30, "success", True), (90, "success", False), (30, "failure", False)]
)
def test_a_defence_that_does_not_count_is_told_only_where_it_would_have_mattered(
    face: int, outcome: str, told: bool
) -> None:
    """FHT-2.1: not of a blow that missed, nor of a roll that would have warded off nothing."""
    standing = {"token_die": 40, "token_outcome": outcome, "token_origin": "attack"}
    tentacle = Item(id="item:1", kind="weapon", body=knife().body, traits={"unblockable": True})
    at = fight(person("a", tentacle, skills={"melee_weapons": 50}), person("b", flags=standing))
    events, _after = done(at, intent("a", "attack", "b", item="item:1"), *((face, 1) if face < 50 else (face,)))
    assert ("roll_ignored" in terms(events)) is told


def _shot(options: dict[str, Any] | None = None, traits: tuple[str, ...] = (), face: int = 5, **of: Any) -> Citations:
    """The rules of a hit by a weapon on somebody with 10 hit points, beyond those of every hit."""
    at = fight(person("a", weapon(traits=traits), skills={"firearms": 50}), person("b", **of), options=options or {})
    events, _after = done(at, intent("a", "attack", "b", item="item:1"), 30, face, *((34,) if face == 8 else ()))
    return tuple(rule for rule in happened(events, "hit").rules if rule not in HIT)


def _fall(options: dict[str, Any], points: int, *faces: int) -> Citations:
    """The rules of what a short fall leads to; ``points``: how many are left before it."""
    at = fight(person("a", pools={"hit_points": points}), options=options)
    events, _after = done(at, intent("a", "fall", metres=1), *faces)
    return tuple(rule for rule in happened(events, "fell_down").rules if rule.chapter in (6, 9))


def test_what_a_hit_leads_to_is_told_with_its_rule() -> None:
    """FHT-6.14 to FHT-6.18, FHT-9.10: of 10 points, 4 do nothing more, 5 stun, 8 knock out, 10 kill."""
    token = {"token_die": 40, "token_outcome": "success", "token_origin": "attack"}
    assert _shot(face=4) == ()
    assert _shot(face=4, flags={"aimed": True}) == cite("FHT-6.18")
    assert _shot(face=4, first_aid_used=True) == cite("FHT-6.18")
    assert _shot() == cite("FHT-6.14")
    assert _shot(flags=token) == cite("FHT-6.14", "FHT-9.10")
    assert _shot(statuses={"dazed": True}) == ()
    assert _shot(face=8) == cite("FHT-6.15")
    assert _shot(face=10) == cite("FHT-6.16")


def test_a_weapon_that_stuns_by_its_kind_is_named_as_the_reason() -> None:
    """FHT-2.13 is the rule of the trait: one point of ten would not stun; five would without it."""
    assert _shot(traits=("stun_on_hit",), face=1) == cite("FHT-6.14", "FHT-2.13")


def test_a_hazard_names_the_reading_by_which_it_stuns_or_kills() -> None:
    """FHT-9.24, FHT-9.29: three of six points stun only where the table plays it so; none left is death, or not."""
    assert _fall({}, 6, 3, 34) == ()
    assert _fall({"stun_scope": "all_damage"}, 6, 3, 34) == cite("FHT-6.14", "FHT-9.24")
    assert _fall({}, 3, 3) == cite("FHT-6.16", "FHT-9.29")
    assert _fall({"hazard_zero_is_death": False}, 3, 3) == cite("FHT-6.15", "FHT-9.29")


def test_harm_that_somebody_does_to_himself_or_the_helpless_names_what_it_leads_to() -> None:
    """FHT-3.16, FHT-7.4: a killing is a death, after a fumbled rest first aid helps again."""
    at = fight(person("a", knife()), person("b", statuses={"unconscious": True}), distance=1)
    events, after = done(at, intent("a", "attack", "b", item="item:1"))
    assert states(after, "b") == ("dead",)
    assert happened(events, "helpless_struck").rules == cite("FHT-3.16", "FHT-6.19", "FHT-6.16")
    rest = fight(person("a", pools={"hit_points": 5}, first_aid_used=True))
    events, _after = done(rest, intent("a", "recovery"), 100)
    assert happened(events, "recovered_badly").rules[-1:] == cite("FHT-6.18")
