"""Griff, W20-7.5: seizing somebody, holding him, and what that does."""

from combat.core.citation import cite
from combat.core.event import Change, Happened, Modifier
from combat.core.fight import Combatant, Fight
from combat.core.procedure import Ask, Choice, Step, ask
from combat.core.standing import has_status
from combat.core.value import Json, JsonMap
from combat.rulesets.zwanziger.options import House
from combat.rulesets.zwanziger.person import burdens, skill, start, value
from combat.rulesets.zwanziger.roll import CONTEST_DIE, Test
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.strike import Strike, attack_test, situation
from combat.rulesets.zwanziger.words import MANIPULATORS

GRAPPLE = cite("W20-7.5")
SKILL = cite("W20-5.5", "W20-7.5")
OPEN_TO_GRAPPLE = ("dodge", "parry")
OPEN_BY_HOUSE = ("block", "dodge", "parry")


def grapple_strike(
    fight: Fight,
    actor: Combatant,
    target: str,
    manipulator: str,
    house: House,
    modifiers: tuple[Modifier, ...] = (),
    *,
    backstab: bool = False,
) -> Strike:
    """A grapple: an unarmed attack roll on the modifier of the manipulators, with the skill for it; no damage.

    Rule: W20-7.5, W20-5.5, W20-9.8.
    """
    base = [start(actor.sheet, f"{manipulator}_bonus", house, GRAPPLE)]
    unarmed = skill(actor.sheet, "unarmed")
    if unarmed:
        base.append(Modifier("unarmed", unarmed, "add", GRAPPLE))
    grappling = skill(actor.sheet, "grappling")
    learned = (Modifier("grapple_skill", grappling, "add", SKILL),) if grappling else ()
    test = attack_test(actor, tuple(base), (*learned, *situation(fight, actor, backstab), *modifiers), GRAPPLE)
    if house.grapple_block:
        return Strike("grapple", test, target, "", OPEN_BY_HOUSE, opened={"block": "grapple_block"})
    return Strike("grapple", test, target, "", OPEN_TO_GRAPPLE)


def seized(stage: Stage, actor: str, target: str) -> Step[None]:
    """Whoever neither parries nor dodges is held and cannot move.

    Rule: W20-7.5.
    """
    yield from stage.set_status(target, "grappled", GRAPPLE)
    data: dict[str, Json] = {"who": actor, "target": target}
    yield stage.tell(Happened("seized", target, data, stage.change(target, "flags.held_by", actor), GRAPPLE))


def released(stage: Stage, target: str) -> Step[None]:
    """A hold ends.

    Rule: W20-7.5.
    """
    changes: tuple[Change, ...] = stage.change(target, "flags.held_by", None)
    yield from stage.end_status(target, "grappled", GRAPPLE)
    yield stage.tell(Happened("released", target, {"target": target}, changes, GRAPPLE))


def manipulator_of(stage: Stage, who: str, name: str, data: JsonMap) -> Step[str]:
    """With what somebody takes hold or holds on; nobody is asked for whom both come to the same.

    Rule: W20-7.5.
    """
    sheet = stage.who(who).sheet
    worth = {key: value(sheet, f"{key}_bonus", stage.house) for key in MANIPULATORS}
    best = max(MANIPULATORS, key=lambda key: worth[key])
    if len(set(worth.values())) == 1:
        return best
    ways = tuple([Choice(f"{key}_bonus") for key in MANIPULATORS])
    chosen = yield from ask(Ask(name, who, ways, f"{best}_bonus", GRAPPLE, data))
    return chosen.removesuffix("_bonus")


def is_held(actor: Combatant) -> bool:
    """Whether somebody is held.

    Rule: W20-7.5.
    """
    return has_status(actor.sheet, "grappled")


def wrestling_test(who: Combatant, manipulator: str, house: House, modifiers: tuple[Modifier, ...] = ()) -> Test:
    """One side of the contest to get free.

    Rule: W20-7.5, W20-4.6.
    """
    base = (start(who.sheet, f"{manipulator}_bonus", house, GRAPPLE),)
    rules = (*GRAPPLE, *cite("W20-4.6"))
    return Test("wrestle", who.id, CONTEST_DIE, base, (*modifiers, *burdens(who.sheet)), rules)
