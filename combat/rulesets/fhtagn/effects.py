"""Was ein Treffer anrichtet, FHT-3.8, 3.9 und 6: a blow, a disarming, a hold, gas and shock."""

from combat.core.bill import Bill
from combat.core.citation import Citations, cite
from combat.core.dice import Dice
from combat.core.event import Happened
from combat.core.fight import Combatant
from combat.core.procedure import Ask, Choice, Roll, Step
from combat.core.rounding import ceil_div
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.damage import Blow, strike
from combat.rulesets.fhtagn.harm import constitution_goal, loss
from combat.rulesets.fhtagn.plan import ATTACK, DISARM, Plan
from combat.rulesets.fhtagn.protection import layers
from combat.rulesets.fhtagn.roll import Die
from combat.rulesets.fhtagn.scene import Scene, body, flags, of_item, status
from combat.rulesets.fhtagn.states import defence_ends, token_ends

IRRITANT = cite("FHT-2.13")
DISARMED = cite("FHT-3.8")
PINNED = cite("FHT-3.9")
HALF = 2


def bonus_of(plan: Plan) -> Bill:
    """What strength adds to the dice of a blow.

    Rule: FHT-1.6.
    """
    if not plan.by_hand or not plan.weapon.st_bonus or person.is_inhumanly_strong(plan.actor.sheet):
        return ()
    return person.damage_bonus_bill(plan.actor.sheet)


def is_critical(plan: Plan, target: Combatant, die: Die, primary: bool) -> bool:
    """Whether a hit counts double: a critical roll, a vulnerable spot, a target that suspects nothing.

    What is struck beside the first target profits from a critical roll only, and not where the table plays it so.

    Rule: FHT-6.3, FHT-8.1, FHT-9.19.
    """
    if primary:
        unaware = target.flags.get("unaware") is True
        return die.outcome == "critical" or "vulnerable" in plan.said.called or unaware
    return die.outcome == "critical" and not plan.house.plays("area_crit", "primary_only")


def lethality_cited(plan: Plan) -> Citations:
    """Where the lethality of a blow comes from beside the weapon: inhuman strength.

    Rule: FHT-1.7.
    """
    strong = plan.by_hand and person.is_inhumanly_strong(plan.actor.sheet)
    return cite("FHT-1.7") if strong else ()


def blow_of(scene: Scene, plan: Plan, target: Combatant, critical: bool, primary: bool) -> Blow:
    """What strikes somebody.

    Rule: FHT-6.1, FHT-9.19.
    """
    in_zone = cite("FHT-8.1", "FHT-9.19") if critical else cite("FHT-8.1")
    return Blow(
        weapon=plan.weapon,
        striker=plan.actor.id,
        lethality=plan.lethality,
        critical=critical,
        layers=layers(scene.fight, target, plan.weapon, plan.said.called, primary, scene.house),
        beyond=plan.beyond,
        bonus=bonus_of(plan),
        cited=in_zone if plan.radius else (),
        source=lethality_cited(plan),
    )


def land(scene: Scene, plan: Plan, target_id: str, die: Die, *, primary: bool = True) -> Step[None]:
    """An attack that has got through does what it is for.

    Rule: FHT-3.4.
    """
    target = scene.who(target_id)
    if plan.form == DISARM:
        yield from _disarm(scene, plan, target)
    elif plan.form != ATTACK or "strangles" in plan.weapon.traits:
        yield scene.tell(_hold(scene, plan, target, die))
    elif plan.weapon.irritation and plan.weapon.damage is None:
        weapon = plan.weapon
        resisted = "resistible" in weapon.traits
        yield from irritate(scene, target_id, weapon.irritation, weapon.irritation_rounds, resisted)
    else:
        critical = is_critical(plan, target, die, primary)
        yield from strike(scene, blow_of(scene, plan, target, critical, primary), target_id)


def _disarm(scene: Scene, plan: Plan, target: Combatant) -> Step[None]:
    """One held thing falls; which of several, the game master says.

    Rule: FHT-3.8.
    """
    weapons = [item for item in target.sheet.items if item.kind == "weapon" and item.body.get("dropped") is not True]
    held = [item for item in weapons if item.body.get("in_hand") is True] or weapons
    data: dict[str, Json] = {"who": plan.actor.id, "target": target.id}
    if not held:
        yield scene.tell(Happened("empty_handed", target.id, data, (), DISARMED))
        return
    choices = tuple([Choice(item.id) for item in held])
    answer = yield Ask(scene.named("disarmed"), "gm", choices, held[0].id, DISARMED, {"target": target.id})
    item = next(item for item in held if item.id == answer.choice)
    changes = (*of_item(item, "dropped", True), *of_item(item, "in_hand", False))
    yield scene.tell(Happened("disarmed", target.id, {**data, "item": item.id}, changes, DISARMED))


def _hold(scene: Scene, plan: Plan, target: Combatant, die: Die) -> Happened:
    """The target is pinned; whoever holds it has no standing roll any more. A garrotte strangles.

    Rule: FHT-3.9, FHT-2.3.
    """
    holder = scene.who(plan.actor.id)
    strangling = True if "strangles" in plan.weapon.traits else None
    changes = [*defence_ends(scene.fight, target), *status(target, "pinned", True), *token_ends(holder)]
    changes += flags(holder, holding=target.id, hold_die=die.face, hold_outcome=die.outcome, strangling=strangling)
    data: dict[str, Json] = {"who": holder.id, "target": target.id}
    return Happened("pinned_down", target.id, data, tuple(changes), PINNED)


def helpless_struck(scene: Scene, plan: Plan) -> Step[None]:
    """Without a roll: the helpless target is dead, or only unconscious if that is what is wanted.

    Rule: FHT-3.16, FHT-6.19.
    """
    target = scene.who(plan.targets[0])
    kills = not plan.said.subdue
    data: dict[str, Json] = {"who": plan.actor.id, "target": target.id, "deed": "kill" if kills else "subdue"}
    cited = cite("FHT-3.16", "FHT-6.19")
    if kills:
        lost = loss(scene, target.id, person.points(target.sheet, "hit_points"), attack=True)
        told = {**data, **lost.data}
        yield scene.tell(Happened("helpless_struck", target.id, told, tuple(lost.changes), cited + lost.cited))
        return
    fell = [*defence_ends(scene.fight, target), *status(target, "dazed", False), *status(target, "unconscious", True)]
    yield scene.tell(Happened("helpless_struck", target.id, data, tuple(fell), cited))


def irritate(
    scene: Scene, who: str, penalty: int, rounds: Dice | None, resisted: bool, cited: Citations = IRRITANT
) -> Step[None]:
    """Blinding, gas or shock: a penalty on all tests; where constitution helps, a success halves it and nobody is
    stunned. Then the die of how long it lasts.

    Rule: FHT-2.13.
    """
    succeeds = False
    if resisted:
        die = yield from scene.test("irritant_test", who, constitution_goal(scene, who), cited, {"target": who})
        succeeds = die.succeeds
    value = -ceil_div(-penalty, HALF) if succeeds else penalty
    lasts = None
    if rounds is not None:
        lasts = rounds.total((yield Roll(scene.named("irritation_rounds"), who, rounds)).faces)
    victim = scene.who(who)
    changes = [*body(victim, "irritation", value), *body(victim, "irritation_left", lasts)]
    if resisted and not succeeds and not person.is_out(victim.sheet) and not person.is_object(victim.sheet):
        changes += [*defence_ends(scene.fight, victim), *status(victim, "dazed", True)]
    data: dict[str, Json] = {"target": who, "irritation": value}
    if lasts is not None:
        data["irritation_left"] = lasts
    yield scene.tell(Happened("irritated_by", who, data, tuple(changes), cited))
