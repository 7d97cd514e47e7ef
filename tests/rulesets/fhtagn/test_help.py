"""Help in a fight: who needs it, whom it reaches, what one does it with; how long somebody suspects nothing."""

from dataclasses import replace
from typing import Any

import pytest

from combat.core.fight import Fight
from combat.core.intent import Offer
from combat.core.sheet import Item
from tests.rulesets.fhtagn.build import RULES, done, fight, happened, intent, person, refused, states, terms, weapon

HURT: dict[str, Any] = {"pools": {"hit_points": 5}}
BURNS: dict[str, Any] = {"statuses": {"burning": True}, "burning_size": "large"}


def offer(at: Fight, who: str, form: str) -> Offer:
    """The first offer of a form."""
    return next(each for each in RULES.offers(at, who) if each.form == form)


@pytest.mark.parametrize(
    ("form", "needy", "others"),
    [
        ("first_aid", HURT, {}),
        ("resuscitation", {"pools": {"hit_points": 0}}, HURT),
        ("clear_airway", {"statuses": {"airway_blocked": True}}, HURT),
        ("extinguish", BURNS, HURT),
    ],
)
def test_help_is_for_those_who_need_it(form: str, needy: dict[str, Any], others: dict[str, Any]) -> None:
    """FHT-7.1, FHT-7.2, FHT-7.15, FHT-7.16: the unhurt are not treated, the living not revived."""
    at = fight(person("a"), person("b", **others), person("c", **needy))
    assert offer(at, "a", form).helps == ("c",)
    nobody = fight(person("a"), person("b", **others))
    assert offer(nobody, "a", form).helps == ()
    assert offer(fight(person("a"), person("c", **needy), round=0), "a", form).helps is None


def test_the_wounded_may_treat_themselves() -> None:
    """FHT-7.2: nothing says that it has to be somebody else; whoever burns has an action of his own for that."""
    at = fight(person("a", **HURT, **BURNS), person("b"))
    assert offer(at, "a", "first_aid").helps == ("a",)
    assert offer(at, "a", "extinguish").helps == ()
    assert not offer(at, "a", "put_out_fire").reasons


@pytest.mark.parametrize(("metres", "codes"), [(4, []), (5, ["not_in_reach"])])
def test_help_needs_a_touch(metres: int, codes: list[str]) -> None:
    """FHT-3.3: three metres of movement go with any action, and an arm is a metre long (our reading)."""
    at = fight(person("a", skills={"first_aid": 50}), person("b", **HURT), distance=metres)
    assert [reason.code for reason in RULES.preview(at, intent("a", "first_aid", "b")).reasons] == codes


def test_somebody_else_puts_the_flames_out() -> None:
    """FHT-7.16: it burns until the fire is put out; FHT-3.14: that is an action."""
    at = fight(person("a"), person("b", **BURNS))
    events, after = done(at, intent("a", "extinguish", "b"))
    assert terms(events) == ["action_taken", "flames_out"]
    assert states(after, "b") == ()
    assert after.combatants["b"].sheet.value("burning_size") is None
    assert refused(after, intent("a", "extinguish", "b")) == ["no_action_left", "not_burning"]


def test_an_attack_without_a_weapon_says_so() -> None:
    """FHT-2.3: bare hands are "Unbewaffnet"; disarming and pinning use nothing else."""
    found = RULES.offers(fight(person("a", weapon()), person("b")), "a")
    assert [each.tool for each in found if each.form == "attack"] == ["", "bare_attack"]
    assert {each.tool for each in found if each.form != "attack"} == {""}
    at = fight(person("a", weapon()), person("b"))
    assert happened(done(at, intent("a", "attack", "b"), 90)[0], "action_taken").data["action"] == "bare_attack"
    armed = done(at, intent("a", "attack", "b", item="item:1"), 90)[0]
    assert happened(armed, "action_taken").data["action"] == "attack"


@pytest.mark.parametrize("face", [30, 90])
def test_whoever_was_attacked_suspects_something_from_then_on(face: int) -> None:
    """FHT-3.16: the bonus is for an attack on somebody who suspects nothing; a miss wakes him as well."""
    at = fight(person("a", weapon(), skills={"firearms": 50}), person("b", flags={"unaware": True}), person("c"))
    shot = intent("a", "attack", "b", item="item:1")
    assert RULES.preview(at, shot).checks[0].target_number == 70
    events, after = done(at, shot, face, *([2] if face == 30 else []))
    assert "alarmed" in terms(events)
    assert after.combatants["b"].flags.get("unaware") is None
    assert "alarmed" not in terms(done(at, intent("a", "attack", "c", item="item:1"), 90)[0])


def test_the_dead_suspect_nothing() -> None:
    """FHT-6.16: whoever is killed by the attack is not told to know of it."""
    at = fight(person("a", weapon(), skills={"firearms": 50}), person("b", flags={"unaware": True}))
    assert "alarmed" not in terms(done(at, intent("a", "attack", "b", item="item:1"), 30, 9)[0])


def test_a_mind_that_has_reached_its_breaking_point_is_a_state() -> None:
    """FHT-1.5: stability 40 is 50 - 10; things have no mind."""
    assert "breaking_point_reached" not in states(fight(person("a", pools={"stability": 41})), "a")
    assert "breaking_point_reached" in states(fight(person("a", pools={"stability": 40})), "a")
    assert states(fight(person("a", object=True, pools={"stability": 0})), "a") == ()


@pytest.mark.parametrize("sights", [(), ("optic",)])
def test_a_wound_is_noted_for_whoever_has_a_red_dot(sights: tuple[str, ...]) -> None:
    """FHT-2.13: it helps while one was not hurt since one's last action; to nobody else that is worth a note."""
    part = Item(id="item:8", kind="modification", body={"grants": list(sights)})
    gun = replace(weapon(), fitted=(part,))
    at = fight(person("a", gun))
    after = done(at, intent("a", "fall", metres=1), 2, 10)[1]
    assert (after.combatants["a"].flags.get("hurt") is True) is bool(sights)
