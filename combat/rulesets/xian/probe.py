"""Sonstiges, XIAN-3.11: any other check, on a skill or an attribute, with the game master's difficulty."""

from combat.core.bill import as_modifiers
from combat.core.body import inner, names_in, text, whole
from combat.core.citation import cite
from combat.core.event import Modifier
from combat.core.fields import choice, number
from combat.core.fight import Combatant, Fight
from combat.core.intent import Check, Intent, Part, Reason
from combat.core.procedure import Emit, Procedure, Roll
from combat.core.schema import Field
from combat.rulesets.xian import difficulty
from combat.rulesets.xian.check import DICE, Probe
from combat.rulesets.xian.data import number as printed
from combat.rulesets.xian.form import Deed, form_of
from combat.rulesets.xian.options import house_rules
from combat.rulesets.xian.person import attribute, can_act, skill_value
from combat.rulesets.xian.words import ATHLETICS, ATTRIBUTES, SKILLS

OTHER = "other"
RULES = cite("XIAN-3.11")
HARDEST = 20


def _fields(actor: Combatant) -> tuple[Field, ...]:
    skills = inner(actor.sheet.body, "skills")
    own = tuple(key for key in skills if key not in SKILLS)
    names = tuple((key, name) for key, name in names_in(skills) if key in own)
    return (
        choice("skill", (*SKILLS, *own), optional=True, choice_names=names),
        choice("attribute", ATTRIBUTES, optional=True),
        number("difficulty", default=0, high=HARDEST, rules=cite("XIAN-5.14")),
    )


def _reasons(fight: Fight, actor: Combatant, part: Part) -> tuple[Reason, ...]:
    """One thing is tested, by somebody who is able to.

    Rule: XIAN-3.11.
    """
    found = []
    if not can_act(actor.sheet):
        found.append(Reason("cannot_act", {"who": actor.id}, cite("XIAN-6.9", "XIAN-6.10")))
    stated = [key for key in ("skill", "attribute") if part.parameters.get(key) is not None]
    if len(stated) > 1:
        found.append(Reason("one_thing_to_test", {}, RULES))
    return tuple(found)


def _base(actor: Combatant, part: Part) -> tuple[Modifier, ...]:
    """A skill's value; an attribute counts twice; with neither named it is athletics.

    Rule: XIAN-1.2.
    """
    key = text(part.parameters.get("attribute"))
    if key:
        value = attribute(actor.sheet.body, key) * printed("untrained_factor")
        return (Modifier(key, value, "add", cite("XIAN-1.2")),)
    return as_modifiers(skill_value(actor.sheet, text(part.parameters.get("skill"), ATHLETICS)).steps)


def _probe(fight: Fight, actor: Combatant, intent: Intent) -> Probe:
    part = intent.parts[0]
    hindered = not part.parameters.get("attribute") and text(part.parameters.get("skill"), ATHLETICS) == ATHLETICS
    by_house = difficulty.by_hindrance(actor, house_rules(fight.options)) if hindered else ()
    parts = (
        *difficulty.part("stated_difficulty", whole(part.parameters.get("difficulty")), cite("XIAN-5.14")),
        *difficulty.by_trauma(actor),
        *by_house,
        *difficulty.by_word(intent.gm_modifiers),
    )
    acting = ("hindrance_as_difficulty",) if by_house else ()
    return Probe(actor.id, OTHER, _base(actor, part), (), parts, acting)


def _checks(fight: Fight, actor: Combatant, intent: Intent) -> tuple[Check, ...]:
    return (_probe(fight, actor, intent).check(RULES),)


def _does(fight: Fight, actor: Combatant, intent: Intent) -> Procedure:
    """Rule: XIAN-4.1."""
    probe = _probe(fight, actor, intent)
    faces = (yield Roll(OTHER, actor.id, DICE, probe.window)).faces
    part = intent.parts[0]
    tested = text(part.parameters.get("attribute")) or text(part.parameters.get("skill"), ATHLETICS)
    yield Emit(probe.rolled(faces, RULES, tested=tested))


FORM = form_of(Deed(OTHER, _fields, _reasons, _checks, _does, RULES))
