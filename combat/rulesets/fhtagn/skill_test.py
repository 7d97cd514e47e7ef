"""Proben und vergleichende Proben, FHT-4, on an attribute or a skill, outside any attack."""

from typing import NamedTuple

from combat.core.bill import Bill, words_of_gm
from combat.core.body import text, words
from combat.core.citation import cite
from combat.core.event import Happened
from combat.core.fields import choice, choices, yes_no
from combat.core.intent import Check, Reason
from combat.core.procedure import Procedure
from combat.core.sheet import Sheet
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.act import Act, Deed
from combat.rulesets.fhtagn.contest import COMPARED, CONTEXTS, settle
from combat.rulesets.fhtagn.data import TABLES
from combat.rulesets.fhtagn.modifiers import ALL, GM, modifiers, own_state
from combat.rulesets.fhtagn.roll import TEST, Goal, check_of, goal
from combat.rulesets.fhtagn.scene import Scene
from combat.rulesets.fhtagn.strain import strains
from combat.rulesets.fhtagn.turn import lifeless
from combat.rulesets.fhtagn.words import ATTRIBUTES, BODILY, SKILLS

PASSIVE = yes_no("passive", term="passive_test", rules=cite("FHT-7.5"))
ATTRIBUTE = choice("attribute", ATTRIBUTES, optional=True, rules=cite("FHT-1.2"))
SKILL = choice("skill", SKILLS, optional=True, rules=cite("FHT-1.8"))
MODIFIERS = choices("modifiers", ALL, term="modifier", group="modifier", rules=cite("FHT-5.1"))
CONTEXT_TERMS = tuple((context, f"context.{context}") for context in CONTEXTS)


class Tested(NamedTuple):
    """What is tested: where the target number starts, the attribute if it is one, whether it is exertion."""

    base: Bill
    attribute: int
    exertion: bool


def tested(sheet: Sheet, attribute: str, skill: str, passive: bool) -> Tested | None:
    """An attribute times five or a skill; None unless exactly one of them is named.

    Rule: FHT-1.2, FHT-1.8, FHT-7.5.
    """
    if bool(attribute) is bool(skill):
        return None
    if attribute:
        value = person.attribute(sheet, attribute)
        return Tested(person.attribute_bill(sheet, attribute), value, attribute in BODILY and not passive)
    physical = TABLES.switch(f"skill.{skill}.physical")
    return Tested(person.skill_bill(sheet, skill), 0, physical and not passive)


def _own(deed: Deed) -> Tested | None:
    given = deed.given
    return tested(
        deed.actor.sheet, text(given.get("attribute")), text(given.get("skill")), given.get("passive") is True
    )


def _other(scene: Scene, deed: Deed) -> Tested | None:
    given = deed.given
    sheet = scene.sheet(deed.target)
    return tested(sheet, text(given.get("opposing_attribute")), text(given.get("opposing_skill")), False)


def _able(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    return lifeless(deed.actor)


def _reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    return () if _own(deed) is not None else (Reason("one_thing_to_test", {}, TEST),)


def _contest_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    complete = _own(deed) is not None and _other(scene, deed) is not None
    return () if complete else (Reason("one_thing_to_test", {}, TEST),)


def _goal(scene: Scene, deed: Deed, what: Tested) -> Goal:
    found = (
        *modifiers(words(deed.given.get("modifiers"))),
        *own_state(deed.actor.sheet),
        *words_of_gm(deed.intent.gm_modifiers, GM),
    )
    return goal(what.base, found, scene.house, what.attribute)


def _answer(scene: Scene, deed: Deed, what: Tested) -> Goal:
    return goal(what.base, own_state(scene.sheet(deed.target)), scene.house, what.attribute)


def _checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    what = _own(deed)
    return () if what is None else (check_of("test", deed.actor.id, _goal(scene, deed, what), TEST),)


def _contest_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    what, other = _own(deed), _other(scene, deed)
    if what is None or other is None:
        return ()
    first = check_of("contest", deed.actor.id, _goal(scene, deed, what), TEST)
    return (first, check_of("opposing", deed.target, _answer(scene, deed, other), TEST))


def _test(scene: Scene, deed: Deed) -> Procedure:
    """One roll.

    Rule: FHT-4.2.
    """
    what = _own(deed)
    assert what is not None
    key = "attribute" if what.attribute else "skill"
    data: dict[str, Json] = {key: deed.given[key]}
    yield from scene.test("test", deed.actor.id, _goal(scene, deed, what), TEST, data, exertion=what.exertion)
    yield from strains(scene)


def _contest(scene: Scene, deed: Deed) -> Procedure:
    """Two rolls, and which of them is better.

    Rule: FHT-4.9.
    """
    what, other = _own(deed), _other(scene, deed)
    assert what is not None and other is not None
    who, target = deed.actor.id, deed.target
    first = yield from scene.test("contest", who, _goal(scene, deed, what), TEST, exertion=what.exertion)
    found = _answer(scene, deed, other)
    second = yield from scene.test("opposing", target, found, TEST, exertion=other.exertion)
    context = text(deed.given.get("context"), CONTEXTS[0])
    settled = settle(first, second, context, scene.house)
    data: dict[str, Json] = {"who": who, "target": target, "winner": f"winner.{settled.winner}"}
    yield scene.tell(Happened("compared", who, data, (), settled.cited))
    yield from strains(scene)


OPPOSING = (
    choice("opposing_attribute", ATTRIBUTES, optional=True, rules=cite("FHT-4.9")),
    choice("opposing_skill", SKILLS, optional=True, rules=cite("FHT-4.9")),
    choice("context", CONTEXTS, default=CONTEXTS[0], choice_terms=CONTEXT_TERMS, rules=cite("FHT-4.10")),
)
ACTS = (
    Act(
        "test", _test, TEST, able=_able, reasons=_reasons, checks=_checks,
        fields=(ATTRIBUTE, SKILL, PASSIVE, MODIFIERS),
    ),
    Act(
        "contest", _contest, COMPARED, able=_able, reasons=_contest_reasons, checks=_contest_checks,
        fields=(ATTRIBUTE, SKILL, PASSIVE, MODIFIERS, *OPPOSING), person=True,
    ),
)  # fmt: skip
