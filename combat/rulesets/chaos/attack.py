"""Der Angriffswurf, CHA-3: what is paid for it, the roll itself, and what becomes of weapon, rounds and grenade."""

from typing import NamedTuple

from combat.core.body import text
from combat.core.citation import Citations, cite
from combat.core.dice import Dice
from combat.core.event import Change, Event, Happened
from combat.core.procedure import Emit, Roll, Step
from combat.core.value import Json
from combat.rulesets.chaos.afford import UNIT
from combat.rulesets.chaos.aim import aim_at, aim_cleared
from combat.rulesets.chaos.cost import UNITS
from combat.rulesets.chaos.damage import step
from combat.rulesets.chaos.data import number, rules
from combat.rulesets.chaos.gathering import scattered
from combat.rulesets.chaos.legality import HEAT_LIMIT
from combat.rulesets.chaos.manner import GRENADES, THROW
from combat.rulesets.chaos.melee import damage_bill
from combat.rulesets.chaos.modifiers import options_in
from combat.rulesets.chaos.options import JAM_FROM
from combat.rulesets.chaos.plan import OWN_GUIDANCE, Plan, fired_before, is_guided
from combat.rulesets.chaos.purse import UNITS_EACH, Purse, units_bought
from combat.rulesets.chaos.roll import TEST_DIE, W100, Goal, degrees, goal, rolled
from combat.rulesets.chaos.supply import thrown_away

DEVIATION_DIE = Dice(1, number("deviation_die"))
DIRECTION_DIE = Dice(1, number("direction_die"))
IN_HAND = number("burst_in_hand")
NEVER_DRAWN = ("thrown", "unarmed")
AGAIN = cite("CHA-3.10", "CHA-3.11")
AIM_USED = cite("CHA-2.12")
AIM_LOST = cite("CHA-2.6", "CHA-2.12")
ROUNDS = cite("CHA-3.3")
RELIABLE = rules("jam_reliable_from")
HANDS = cite("CHA-4.9")
JAM = cite("CHA-3.4")
HEAT = cite("CHA-6.magnetic")
GRENADE = cite("CHA-3.9", "CHA-3.16")


class Shown(NamedTuple):
    """The deciding attack roll; ``degrees`` of success or, with ``success`` false, of failure."""

    success: bool
    outcome: str
    degrees: int


def paid(plan: Plan, purse: Purse) -> list[Event]:
    """Action units, those bought for action points first; the aim that this attack uses up or ends.

    Rule: CHA-2.3.
    """
    actor, bought = plan.actor, plan.announced.spend.get(UNIT, 0) * UNITS_EACH
    events: list[Event] = []
    if bought:
        events.append(units_bought(actor, purse, plan.announced.spend[UNIT], plan.units))
    before = plan.units + bought
    changes = [Change(actor.id, f"budget.{UNITS}", before, before - plan.cost), *scattered(actor)]
    for key, after in plan.flags.items():
        changes.append(Change(actor.id, f"flags.{key}", actor.flags.get(key), after))
    changes += _in_hand(plan)
    data: dict[str, Json] = {"who": actor.id, "action": plan.action, UNITS: plan.cost}
    if plan.weapon.id:
        data["item"] = plan.weapon.id
    events.append(Happened("cost_paid", actor.id, data, tuple(changes), plan.manner.cost))
    return events + aim_spent(plan)


def _in_hand(plan: Plan) -> tuple[Change, ...]:
    """A weapon that is used in a fight is ready from then on; a grenade is gone and a fist is never put away.

    Rule: CHA-1.2.
    """
    item = plan.weapon.item
    if not plan.fight.round or plan.weapon.kind in NEVER_DRAWN or item.body.get("readied") is True:
        return ()
    return (_now(plan, "readied", True),)


def aim_spent(plan: Plan) -> list[Event]:
    """An aim is used up by the first attack on its target, hit or miss; it may be given up, and the house may let
    an attack on someone else end it.

    Rule: CHA-2.12.
    """
    aim = text(plan.actor.flags.get("aim"))
    if not aim:
        return []
    data: dict[str, Json] = {"who": plan.actor.id, "aim": aim}
    changes = aim_cleared(plan.actor)
    if plan.announced.give_up_aim:
        return [Happened("aim_lost", plan.actor.id, data, changes, AIM_USED)]
    if aim_at(plan.actor, plan.targets[0].id):
        return [Happened("aim_used", plan.actor.id, data, changes, AIM_USED)]
    if not plan.house.aim_disturbed:
        return []
    return [Happened("aim_lost", plan.actor.id, {**data, "option": ["aim_disturbed"]}, changes, AIM_LOST)]


def guided_goal(plan: Plan) -> Goal:
    """The second roll of a weapon that guides itself: its own number, no modifiers, neither jam nor dud.

    Rule: CHA-3.11.
    """
    return goal((OWN_GUIDANCE,), (), plan.house.strict_under)


def is_guided_again(plan: Plan) -> bool:
    """Whether the weapon rolls once more by itself if the shooter fails.

    Rule: CHA-3.10.
    """
    return is_guided(plan.weapon) and not plan.announced.self_guided


def attack_roll(plan: Plan, name: str = "attack", term: str = "attack") -> Step[Shown]:
    """The attack roll and, where the weapon guides itself, its second one.

    Rule: CHA-3.1.
    """
    actor = plan.actor.id
    face = (yield Roll(name, actor, W100, plan.goal.window)).faces[0]
    outcome = outcome_of(plan, face)
    yield Emit(rolled(term, actor, plan.goal, face, attack_rules(plan), _told(plan), outcome=outcome))
    if outcome != "failure" or not is_guided_again(plan):
        return Shown(outcome == "success", outcome, degrees(plan.goal.target_number, face))
    again = guided_goal(plan)
    face = (yield Roll("attack.again", actor, W100, again.window)).faces[0]
    data: dict[str, Json] = {"target": plan.targets[0].id, "item": plan.weapon.id}
    yield Emit(rolled("second_attack", actor, again, face, AGAIN, data))
    success = again.is_reached(face)
    return Shown(success, "success" if success else "failure", degrees(again.target_number, face))


def attack_rules(plan: Plan) -> Citations:
    """Where an attack roll is written, with when a reliable weapon jams and which hand strikes when.

    Rule: CHA-3.1, CHA-4.9.
    """
    found = plan.manner.attack
    if plan.weapon.kind == "firearm" and "reliable" in plan.weapon.traits:
        found += RELIABLE
    return found + HANDS if plan.melee is not None and len(plan.melee.hands) > 1 else found


def outcome_of(plan: Plan, face: int) -> str:
    """What a roll comes to: success, failure, a firearm's jam, a grenade's dud or its burst in the weapon.

    Rule: CHA-3.9.
    """
    if plan.trouble is None or face < plan.trouble:
        return "success" if plan.goal.is_reached(face) else "failure"
    if plan.weapon.kind not in GRENADES:
        return "jam"
    return "burst_in_hand" if face >= IN_HAND and not plan.weapon.safe else "dud"


def _told(plan: Plan) -> dict[str, Json]:
    """What the event of an attack roll tells beside the numbers of every test."""
    data: dict[str, Json] = {"target": plan.targets[0].id}
    if plan.weapon.id:
        data["item"] = plan.weapon.id
    if plan.announced.mode:
        data["mode"] = plan.announced.mode
    data |= _of_blow(plan)
    options = list(options_in(plan.shot, plan.goal.modifiers))
    if plan.trouble is not None:
        data["trouble"] = (plan.trouble, TEST_DIE)
    if plan.weapon.kind == "firearm" and plan.house.jam_from != JAM_FROM:
        options.append("jam_from")
    if options:
        data["option"] = options
    return data


def _of_blow(plan: Plan) -> dict[str, Json]:
    """What the roll of a blow tells beside: the action, the hand, and what adds to the damage."""
    if plan.melee is None:
        return {}
    data: dict[str, Json] = {"action": plan.action, "hand": plan.melee.hand}
    bonus = damage_bill(plan.actor.sheet, plan.weapon, plan.melee)
    if bonus:
        data["damage_bonus"] = [step(found.term, found.amount, found.rules) for found in bonus]
    return data


def weapon_after(plan: Plan, shown: Shown) -> list[Event]:
    """A jam uses no rounds; everything else uses those of the mode, and heats a magnetic weapon.

    Rule: CHA-3.4.
    """
    weapon = plan.weapon
    if plan.manner is THROW:
        return [thrown_away(plan)]
    if shown.outcome == "jam":
        return [Happened("weapon_jammed", weapon.id, {"item": weapon.id}, (_now(plan, "jammed", True),), JAM)]
    data: dict[str, Json] = {"item": weapon.id, "shots_fired": plan.shots, "loaded": None}
    changes: tuple[Change, ...] = ()
    if weapon.loaded is not None:
        data["loaded"] = weapon.loaded - plan.shots
        changes = (Change(weapon.id, "loaded", weapon.loaded, weapon.loaded - plan.shots),)
    events: list[Event] = [Happened("rounds_fired", weapon.id, data, changes, ROUNDS)]
    if "magnetic" in weapon.traits and weapon.id in fired_before(plan.actor) and plan.mode.heat:
        events += _heated(plan)
    return events


def _now(plan: Plan, key: str, value: Json) -> Change:
    return Change(plan.weapon.id, key, plan.weapon.item.body.get(key), value)


def _heated(plan: Plan) -> list[Event]:
    """Every shooting action with it after its first in a round; at the limit it shuts down once it has fired.

    Rule: CHA-6.magnetic.
    """
    weapon = plan.weapon
    heat = weapon.heat + plan.mode.heat
    data: dict[str, Json] = {"item": weapon.id, "heat": heat}
    events: list[Event] = [Happened("heat_gained", weapon.id, data, (_now(plan, "heat", heat),), HEAT)]
    if heat >= HEAT_LIMIT:
        changes = (_now(plan, "shut_down", True),)
        events.append(Happened("weapon_shut_down", weapon.id, {"item": weapon.id, "heat": heat}, changes, HEAT))
    return events


def grenade_lands(plan: Plan, shown: Shown) -> Step[int | None]:
    """How many metres beside the aimed point a grenade bursts; None: it is a dud, or bursts in the hand or weapon.

    Rule: CHA-3.9.
    """
    actor, data = plan.actor.id, {"who": plan.actor.id, "item": plan.weapon.id}
    if shown.outcome in ("dud", "burst_in_hand"):
        term = "grenade_dud" if shown.outcome == "dud" else "grenade_in_hand"
        yield Emit(Happened(term, actor, data, (), GRENADE))
        return None
    if shown.success:
        yield Emit(Happened("grenade_burst", actor, {**data, "metres": 0}, (), GRENADE))
        return 0
    metres = (yield Roll("deviation", actor, DEVIATION_DIE)).faces[0] + shown.degrees
    direction = (yield Roll("direction", actor, DIRECTION_DIE)).faces[0]
    told: dict[str, Json] = {**data, "metres": metres, "direction": direction, "directions": DIRECTION_DIE.sides}
    yield Emit(Happened("grenade_deviated", actor, told, (), GRENADE))
    return metres


def missed(plan: Plan) -> Happened:
    """An attack that strikes no one.

    Rule: CHA-3.1.
    """
    target = plan.targets[0].id
    return Happened(
        "missed", target, {"who": plan.actor.id, "target": target, "item": plan.weapon.id}, (), plan.manner.missed
    )
