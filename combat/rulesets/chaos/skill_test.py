"""Proben, CHA-0: a test on an attribute, a skill or a resistance, under a target number with a difficulty."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from combat.core.bill import Bill, as_modifiers, words_of_gm
from combat.core.body import inner, names_in, text, whole, words
from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.event import Modifier
from combat.core.fields import choice, choices
from combat.core.fields import number as whole_number
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Emit, Procedure, Roll
from combat.core.schema import Field
from combat.core.sheet import Sheet
from combat.core.value import JsonMap
from combat.rulesets.chaos import person
from combat.rulesets.chaos.afford import unaffordable
from combat.rulesets.chaos.announce import checked, counted, opening
from combat.rulesets.chaos.data import number, rules
from combat.rulesets.chaos.options import house_rules
from combat.rulesets.chaos.purse import ASKED_LATER, LATER, PRICES, Purse, after_points
from combat.rulesets.chaos.roll import TEST, W100, Goal, check_of, degrees, goal, rolled
from combat.rulesets.chaos.words import ATTRIBUTES, RESISTANCES

FORM = "test"
OF = ("attribute", "extra_attribute", "skill", "resistance")
DIFFICULTY: Field = whole_number(
    "difficulty",
    default=0,
    low=number("difficulty_lowest"),
    high=number("difficulty_highest"),
    rules=rules("difficulty_lowest"),
)
RESISTED = tuple((key, f"{key}_resistance") for key in RESISTANCES)
SPEND = choices(
    "spend",
    ("extra_degree",),
    group="action_points",
    pool="action_points",
    prices=(("extra_degree", PRICES["extra_degree"]),),
    rules=cite("CHA-8.2"),
)


def parameters(sheet: Sheet) -> tuple[Field, ...]:
    """What may be tested: an attribute, one of the player's own, a skill or a resistance, with a difficulty."""
    more, skills = inner(sheet.body, "extra_attributes"), inner(sheet.body, "skills")
    return (
        choice("attribute", ATTRIBUTES, optional=True),
        choice("extra_attribute", tuple(more), optional=True, choice_names=names_in(more)),
        choice("skill", tuple(skills), optional=True, choice_names=names_in(skills)),
        choice("resistance", RESISTANCES, optional=True, term="resist", choice_terms=RESISTED),
        DIFFICULTY,
        SPEND,
        ASKED_LATER,
    )


class Test(NamedTuple):
    """A test as announced; ``spend`` counts what action points are meant for, ``later``: he wants to be asked."""

    actor: Combatant
    what: JsonMap
    goal: Goal
    spend: Mapping[str, int]
    later: bool


def start(sheet: Sheet, of: str, key: str) -> Bill | None:
    """Where the target number starts; None where the skill has to be learned first.

    Rule: CHA-0.3.
    """
    if of == "attribute":
        return person.attribute_bill(sheet, key, TEST)
    if of == "extra_attribute":
        found = whole(inner(inner(sheet.body, "extra_attributes"), key).get("value"), person.ATTRIBUTE_DEFAULT)
        return (DerivedStep(of, found, TEST, {"key": key}),)
    if of == "resistance":
        return person.value_bill(sheet, f"{key}_resistance")
    if key in person.BILLS:
        return person.value_bill(sheet, key)
    record = inner(inner(sheet.body, "skills"), key)
    if not person.rank(sheet, key) and record.get("untrained") is False:
        return None
    return person.skill_bill(sheet, key, text(record.get("attribute"), "intelligence"))


def _modifiers(intent: Intent, difficulty: int) -> Iterator[Modifier]:
    if difficulty:
        yield Modifier("difficulty", difficulty, "add", cite("CHA-0.3"))
    yield from words_of_gm(intent.gm_modifiers, cite("CHA-0.3"))


def _announced(fight: Fight, intent: Intent) -> Test | tuple[Reason, ...]:
    """The test as announced, or everything that is wrong with it: exactly one thing is tested."""
    actor, part, missing = opening(fight, intent)
    if actor is None:
        return missing
    given, wrong = checked(parameters(actor.sheet), part.parameters)
    named = [of for of in OF if part.parameters.get(of) not in (None, "")]
    if len(named) != 1:
        wrong += (Reason("one_thing_to_test", {}, TEST),)
    spend = counted(words(given.get("spend")))
    wrong += unaffordable(actor, spend, 0, 0)
    if wrong:
        return wrong
    key = text(given[named[0]])
    base = start(actor.sheet, named[0], key)
    if base is None:
        return (Reason("not_learned", {"skill": key}, cite("CHA-0.3")),)
    modifiers = tuple(_modifiers(intent, whole(given.get("difficulty"))))
    found = goal(as_modifiers(base), modifiers, house_rules(fight.options).strict_under)
    return Test(actor, {named[0]: key}, found, spend, given.get(LATER) is True)


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """A test is open to everybody."""
    return (Offer(form=FORM, parameters=parameters(fight.combatants[actor].sheet), rules=TEST),)


def preview(fight: Fight, intent: Intent) -> Preview:
    """The one roll of a test."""
    found = _announced(fight, intent)
    if not isinstance(found, Test):
        return Preview(reasons=found)
    return Preview(checks=(check_of(FORM, found.actor.id, found.goal, TEST),))


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Roll the test. Raises Refused with all reasons before the die.

    Rule: CHA-0.1, CHA-0.2.
    """
    found = _announced(fight, intent)
    if not isinstance(found, Test):
        raise Refused(found)
    return _rolled(found)


def _rolled(test: Test) -> Procedure:
    """The die, and a degree more for action points if it shows a success.

    Rule: CHA-0.2, CHA-8.2.
    """
    who = test.actor.id
    face = (yield Roll(FORM, who, W100, test.goal.window)).faces[0]
    yield Emit(rolled(FORM, who, test.goal, face, TEST, dict(test.what)))
    if test.goal.is_reached(face):
        purse = Purse(test.actor, dict(test.spend), test.later)
        yield from after_points(degrees(test.goal.target_number, face), FORM, purse, None)
