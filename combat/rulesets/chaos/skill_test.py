"""Proben, CHA-0: a test on an attribute, a skill or a resistance, under a target number with a difficulty."""

from collections.abc import Iterator
from typing import NamedTuple

from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.dice import within
from combat.core.event import Modifier, Rolled, modifier_to_json
from combat.core.fight import Fight
from combat.core.intent import Check, Intent, Offer, Part, Preview, Reason, Refused
from combat.core.procedure import Emit, Procedure, roll
from combat.core.schema import Field
from combat.core.sheet import Sheet
from combat.core.value import Json, JsonMap
from combat.rulesets.chaos import person
from combat.rulesets.chaos.body import inner, text, whole
from combat.rulesets.chaos.data import number, rules
from combat.rulesets.chaos.options import house_rules
from combat.rulesets.chaos.person import Bill, as_modifiers, total
from combat.rulesets.chaos.roll import TEST, W100, chance_of, degrees, window
from combat.rulesets.chaos.schema_parts import choice
from combat.rulesets.chaos.schema_parts import number as whole_number
from combat.rulesets.chaos.words import ATTRIBUTES, RESISTANCES

FORM = "test"
OF = ("attribute", "skill", "resistance")
DIFFICULTY: Field = whole_number(
    "difficulty",
    default=0,
    low=number("difficulty_lowest"),
    high=number("difficulty_highest"),
    rules=rules("difficulty_lowest"),
)


def parameters(sheet: Sheet) -> tuple[Field, ...]:
    """What may be tested: an attribute, a skill of the sheet or a resistance, with a difficulty."""
    skills = tuple(inner(sheet.body, "skills"))
    resistances = tuple((key, f"{key}_resistance") for key in RESISTANCES)
    return (
        choice("attribute", ATTRIBUTES, optional=True),
        choice("skill", skills, optional=True),
        choice("resistance", RESISTANCES, optional=True, term="resist", choice_terms=resistances),
        DIFFICULTY,
    )


class Test(NamedTuple):
    """A test as announced: where its target number starts and what is added to it."""

    who: str
    what: JsonMap
    base: Bill
    modifiers: tuple[Modifier, ...]
    strict: bool

    @property
    def target_number(self) -> int:
        """The number to stay below."""
        return total(self.base) + sum(modifier.value for modifier in self.modifiers)


def start(sheet: Sheet, of: str, key: str) -> Bill | None:
    """Where the target number starts; None where the skill has to be learned first.

    Rule: CHA-0.3.
    """
    if of == "attribute":
        return (DerivedStep(key, person.attribute(sheet, key), TEST),)
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
    for word in intent.gm_modifiers:
        if word.value:
            yield Modifier("gm", word.value, "add", cite("CHA-0.3"), "gm", word.reason)


def _wrong(sheet: Sheet, part: Part) -> tuple[Reason, ...]:
    """What is wrong with the parameters: values of the wrong kind, none or more than one thing to test."""
    found = []
    for field in parameters(sheet):
        stated = part.parameters.get(field.path, field.default)
        error = field.check(stated)
        if error is not None:
            found.append(Reason("bad_parameter", {"path": field.path, "code": error.code}, TEST))
    if sum(part.parameters.get(of) is not None for of in OF) != 1:
        found.append(Reason("one_thing_to_test", {}, TEST))
    return tuple(found)


def _announced(fight: Fight, intent: Intent) -> Test | tuple[Reason, ...]:
    actor, part = fight.combatants.get(intent.actor), intent.parts[0]
    if actor is None:
        return (Reason("unknown_actor", {"actor": intent.actor}, cite("CHA-2.7")),)
    wrong = _wrong(actor.sheet, part)
    if wrong:
        return wrong
    of = next(of for of in OF if part.parameters.get(of) is not None)
    key = text(part.parameters[of])
    base = start(actor.sheet, of, key)
    if base is None:
        return (Reason("not_learned", {"skill": key}, cite("CHA-0.3")),)
    modifiers = tuple(_modifiers(intent, whole(part.parameters.get("difficulty"))))
    strict = house_rules(fight.options).strict_under
    return Test(actor.id, {of: key}, base, modifiers, strict)


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """A test is open to everybody."""
    return (Offer(form=FORM, parameters=parameters(fight.combatants[actor].sheet), rules=TEST),)


def preview(fight: Fight, intent: Intent) -> Preview:
    """The one roll of a test."""
    found = _announced(fight, intent)
    if not isinstance(found, Test):
        return Preview(reasons=found)
    succeeds = window(found.target_number, found.strict)
    check = Check(
        who=found.who,
        term=FORM,
        dice=W100,
        base=as_modifiers(found.base),
        modifiers=found.modifiers,
        target_number=found.target_number,
        window=succeeds,
        chance=chance_of(succeeds),
        rules=TEST,
    )
    return Preview(checks=(check,))


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Roll the test. Raises Refused with all reasons before the die.

    Rule: CHA-0.1, CHA-0.2.
    """
    found = _announced(fight, intent)
    if not isinstance(found, Test):
        raise Refused(found)
    faces = yield from roll(FORM, found.who, W100)
    face = W100.total(faces)
    succeeds = window(found.target_number, found.strict)
    success = succeeds is not None and within(succeeds, face)
    data: dict[str, Json] = {
        **found.what,
        "target_number": found.target_number,
        "base": [modifier_to_json(step) for step in as_modifiers(found.base)],
        "degrees" if success else "degrees_of_failure": degrees(found.target_number, face),
    }
    if not found.strict and face == found.target_number:
        data["option"] = ["strict_under"]
    outcome = "success" if success else "failure"
    yield Emit(Rolled(FORM, found.who, W100, faces, found.modifiers, face, succeeds, outcome, TEST, data))
