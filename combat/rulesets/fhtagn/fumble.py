"""Verpatzte und verfehlte Angriffe, FHT-3.5 und 4.12: a stray shot in a crowd, and what a fumble brings."""

from combat.core.bill import total
from combat.core.citation import cite
from combat.core.dice import Dice
from combat.core.event import Happened
from combat.core.intent import Reason
from combat.core.procedure import Ask, Choice, Roll, Step
from combat.core.value import Json
from combat.rulesets.fhtagn.damage import strike
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.effects import blow_of, bonus_of
from combat.rulesets.fhtagn.lethal import lethality_roll
from combat.rulesets.fhtagn.plan import HANDS, Plan
from combat.rulesets.fhtagn.scene import Scene, of_item, status

FUMBLE = cite("FHT-4.12")
STRAY = cite("FHT-3.5")
ROUNDS = Dice(1, number("fumble_rounds_die"))
GUNS = ("firearm", "explosive", "bow")
CONSEQUENCES = ("weapon_fails", "weapon_dropped", "hits_wrong_target", "falls", "something_else")
BYSTANDER = "bystander"


def strayed(scene: Scene, plan: Plan) -> Step[None]:
    """A miss into a crowd strikes somebody else in it: a die for each of the others, then ordinary damage.

    Rule: FHT-3.5.
    """
    index = (yield Roll(scene.named("stray"), plan.actor.id, Dice(1, plan.said.crowd))).faces[0]
    found = yield from _unmeasured(scene, plan)
    data: dict[str, Json] = {"who": plan.actor.id, "stray": index, **found}
    yield scene.tell(Happened("stray_hit", plan.actor.id, data, (), STRAY))


def _unmeasured(scene: Scene, plan: Plan) -> Step[dict[str, Json]]:
    """A hit on somebody whose sheet nobody has, before any armour he may wear: dice, or a lethality roll.

    Rule: FHT-6.2, FHT-6.7.
    """
    who = plan.actor.id
    if plan.lethality:
        passed, damage = yield from lethality_roll(scene, who, plan.lethality)
        return {"damage": total(damage), "lethal": passed}
    thrown = plan.weapon.damage
    assert thrown is not None
    faces = (yield Roll(scene.named("stray_damage"), who, thrown)).faces
    bonus = total(bonus_of(plan))
    return {"damage": max(thrown.total(faces) + bonus, 0)}


def proposal(plan: Plan) -> str:
    """What usually comes of it: a gun fails, anybody else falls.

    Rule: FHT-4.12.
    """
    return "weapon_fails" if plan.weapon.group in GUNS and plan.item is not None else "falls"


def fumbled(scene: Scene, plan: Plan) -> Step[None]:
    """The game master says what a fumbled attack brings.

    Rule: FHT-4.12.
    """
    no_weapon = () if plan.item is not None else (Reason("no_weapon", {}, FUMBLE),)
    harmless = plan.form in HANDS or (plan.weapon.damage is None and not plan.lethality)
    nobody = (Reason("no_ordinary_damage", {}, FUMBLE),) if harmless else ()
    closed = {"weapon_fails": no_weapon, "weapon_dropped": no_weapon, "hits_wrong_target": nobody}
    choices = tuple([Choice(key, {}, closed.get(key, ())) for key in CONSEQUENCES])
    name = scene.named("fumble")
    answer = yield Ask(name, "gm", choices, proposal(plan), FUMBLE, {"who": plan.actor.id})
    if answer.choice == "hits_wrong_target":
        yield from _wrong_target(scene, plan)
        return
    rounds = 0
    if answer.choice == "weapon_fails":
        rounds = (yield Roll(scene.named("weapon_fails"), plan.actor.id, ROUNDS)).faces[0]
    yield scene.tell(_consequence(scene, plan, answer.choice, rounds))


def _consequence(scene: Scene, plan: Plan, key: str, rounds: int) -> Happened:
    """What it changes: a weapon that has to be worked on or picked up, somebody who lies on the ground.

    Rule: FHT-4.12.
    """
    who = plan.actor.id
    data: dict[str, Json] = {"who": who, "consequence": key}
    changes = status(scene.who(who), "prone", True) if key == "falls" else []
    if plan.item is not None and key == "weapon_fails":
        data |= {"item": plan.item.id, "disabled_rounds": rounds}
        changes = of_item(plan.item, "disabled_rounds", rounds)
    if plan.item is not None and key == "weapon_dropped":
        data["item"] = plan.item.id
        changes = [*of_item(plan.item, "dropped", True), *of_item(plan.item, "in_hand", False)]
    return Happened("fumbled", who, data, tuple(changes), FUMBLE)


def _wrong_target(scene: Scene, plan: Plan) -> Step[None]:
    """Somebody else is struck, with ordinary damage: one of those present, or a bystander without a sheet.

    Rule: FHT-4.12.
    """
    others = [name for name in scene.fight.combatants if name not in plan.targets]
    choices = (Choice(BYSTANDER), *[Choice(name) for name in others])
    name = scene.named("wrong_target")
    struck = (yield Ask(name, "gm", choices, BYSTANDER, FUMBLE, {"who": plan.actor.id})).choice
    if struck == BYSTANDER:
        found = yield from _unmeasured(scene, plan)
        data: dict[str, Json] = {"who": plan.actor.id, **found}
        yield scene.tell(Happened("bystander_hit", plan.actor.id, data, (), FUMBLE))
        return
    plain = plan._replace(said=plan.said._replace(called=()))
    yield from strike(scene, blow_of(scene, plain, scene.who(struck), False, True), struck)
