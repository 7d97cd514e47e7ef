"""Ausbruch, W20-7.3: leaving the reach of enemies, on foot, in a sprint or in a jump."""

from collections.abc import Mapping
from functools import partial

from combat.core.citation import cite
from combat.core.fields import choice
from combat.core.fight import Fight
from combat.core.form import Form
from combat.core.intent import Part
from combat.core.procedure import Step
from combat.core.schema import Field
from combat.rulesets.zwanziger.announce import ADJUST, SLOT, Asked, target_reasons
from combat.rulesets.zwanziger.exchange import Leaving, breakout_test, broken_out, melee_weapons
from combat.rulesets.zwanziger.feat import LENGTHS, Leap, balance_note, leap_of, leapt
from combat.rulesets.zwanziger.form import Act, form_of
from combat.rulesets.zwanziger.move import METRES, moved, movement_reasons
from combat.rulesets.zwanziger.person import can_act
from combat.rulesets.zwanziger.roll import check_of
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.turn import Price, not_now, paid, price_of, rider_of

FORM = "break_out"
BREAKOUT = cite("W20-7.3")
ON_FOOT, JUMPING, SPRINTING = "move", "jump", "sprint"


def _read(found: Asked) -> Act:
    """A movement out of the reach of the enemies who are named; a ridden mount's is its free one, as any is.

    Rule: W20-7.3, W20-7.2, W20-7.4.
    """
    way = found.word("leaving_by", ON_FOOT)
    price = price_of(found.fight, found.actor, way, found.slot)
    leap = leap_of(found) if way == JUMPING else None
    wrong = movement_reasons(found, way) if leap is None else leap.reasons
    reasons = not_now(found.fight, found.actor, price) + wrong + target_reasons(found)
    stage = Stage(found.fight)
    enemies = [stage.who(name) for name in found.part.targets if name in found.fight.combatants]
    asked = [each for each in enemies if melee_weapons(each) and can_act(each.sheet, found.house)]
    contest = (check_of(breakout_test(stage, found.actor.id, found.adjusted)),) if asked or not enemies else ()
    checks = contest if leap is None else (*contest, leap.check)
    notes = () if leap is None else balance_note(leap, found.house)
    return Act(reasons, price, checks, partial(_break_out, found, price, way, leap), notes=notes)


def _break_out(found: Asked, price: Price, way: str, leap: Leap | None, stage: Stage) -> Step[None]:
    """Each enemy may demand his contest; then the movement goes on, for whoever can still make it.

    Rule: W20-7.3.
    """
    yield from paid(stage, found.actor.id, FORM, price)
    for n, enemy in enumerate(found.part.targets, 1):
        if stage.able(found.actor.id):
            yield from broken_out(stage, Leaving(found.actor.id, enemy), f"breakout.{n}", found.adjusted)
    if leap is None:
        yield from moved(stage, found, way)
    elif stage.able(found.actor.id):
        yield from leapt(stage, leap)


def _fields(fight: Fight, actor: str, part: Part) -> tuple[Field, ...]:
    who = fight.combatants.get(actor)
    ridden = who is not None and rider_of(fight, who) is not None
    ways = (ON_FOOT, JUMPING, SPRINTING) if ridden else (ON_FOOT, JUMPING)
    return (SLOT, choice("leaving_by", ways, default=ON_FOOT, rules=BREAKOUT), METRES, *LENGTHS, *ADJUST)


FORMS: Mapping[str, Form] = {
    FORM: form_of(_read, lambda fight, actor: (Part(form=FORM),), _fields, BREAKOUT, needs_target=True, several=True)
}
