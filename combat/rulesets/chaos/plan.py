"""Schuss und Wurf, wie sie angesagt sind, CHA-3: everything that preview shows and perform uses, worked out once."""

from typing import NamedTuple

from combat.core.bill import as_modifiers, total
from combat.core.body import optional, text, whole, words
from combat.core.event import Modifier
from combat.core.fight import Combatant, Fight
from combat.core.intent import GmModifier, Intent, Reason
from combat.core.standing import has_status
from combat.core.value import Json, JsonMap
from combat.rulesets.chaos import announce
from combat.rulesets.chaos.aim import aim_at
from combat.rulesets.chaos.announce import Announced
from combat.rulesets.chaos.cost import price_of, units_left
from combat.rulesets.chaos.data import number, rules
from combat.rulesets.chaos.manner import GRENADES, SHOT, THROW, Manner
from combat.rulesets.chaos.melee import Melee
from combat.rulesets.chaos.mode import PRINTED, Mode, modes_of, shots_fired
from combat.rulesets.chaos.modifiers import Shot, shooting_modifiers
from combat.rulesets.chaos.options import NEVER_JAMS, House, house_rules
from combat.rulesets.chaos.person import weapon_bill, wound_modifier
from combat.rulesets.chaos.purse import Purse
from combat.rulesets.chaos.roll import Goal, goal
from combat.rulesets.chaos.weapon import Weapon, weapon_of

OWN_GUIDANCE = Modifier("own_guidance", number("own_guidance"), "add", rules("own_guidance"))
JAM_RELIABLE = number("jam_reliable_from")
DUD = number("dud_from")
HURLED = PRINTED["single"]._replace(action="fire", called=False, heat=0)
"""A grenade thrown by hand: one hit, an action of its own that neither heats nor recoils."""

type Words = tuple[GmModifier, ...]
"""What the game master adds to a roll."""


class Plan(NamedTuple):
    """An attack as announced; ``trouble`` is the face from which on it goes wrong whatever the target number.

    ``flags``: what the action leaves on the actor; ``melee`` None: the attack is no blow.
    """

    fight: Fight
    actor: Combatant
    weapon: Weapon
    targets: tuple[Combatant, ...]
    announced: Announced
    mode: Mode
    house: House
    shots: int
    distance: int | None
    aim: str
    area: bool
    split: bool
    action: str
    cost: int
    units: int
    shot: Shot
    goal: Goal
    trouble: int | None
    manner: Manner = SHOT
    flags: JsonMap = {}
    melee: Melee | None = None

    def purse(self, notes: tuple[Reason, ...] = ()) -> Purse:
        """The actor's action points with what he announced to spend them on."""
        return Purse(self.actor, dict(self.announced.spend), self.announced.later, notes)

    @property
    def shrapnel(self) -> bool:
        """Whether each degree may add a shrapnel hit: within base range only.

        Rule: CHA-3.6.
        """
        within = self.distance is not None and self.distance <= self.weapon.base_range
        return within and "shrapnel" in self.weapon.traits


def melee_in(plan: Plan) -> Melee:
    """What is announced with a blow beside what every attack has.

    Rule: CHA-4.1.
    """
    assert plan.melee is not None
    return plan.melee


def stated_against(fight: Fight, target: Combatant | None, stated: frozenset[str]) -> frozenset[str]:
    """What counts against one target: what was named, what is seen of him, and the light.

    Rule: CHA-3.2.
    """
    seen = ["poor_visibility"] if fight.flags.get("poor_visibility") is True else []
    if target is not None:
        properties = words(target.sheet.body.get("properties"))
        if target.flags.get("sprinted") is True or "fast" in properties or "untouchable" in properties:
            seen.append("target_fast")
        if "immobile" in properties:
            seen.append("target_immobile")
    return stated.union(seen) if seen else stated


def aim_counted(actor: Combatant, target: Combatant | None, found: Announced) -> str:
    """The aim that helps this shot; one given up does not, nor does it help a weapon that guides itself.

    Rule: CHA-2.12.
    """
    if target is None or found.give_up_aim or found.self_guided:
        return ""
    return aim_at(actor, target.id)


def trouble_from(weapon: Weapon, house: House) -> int | None:
    """The face from which on a firearm jams or a grenade is a dud; None: never, whatever is rolled.

    Rule: CHA-3.4.
    """
    if weapon.kind in GRENADES:
        return DUD
    if weapon.kind != "firearm" or house.jam_from >= NEVER_JAMS:
        return None
    return JAM_RELIABLE if "reliable" in weapon.traits else house.jam_from


def read(fight: Fight, intent: Intent) -> tuple[Plan | None, tuple[Reason, ...]]:
    """The plan of a shot or throw, or everything that keeps one from being made."""
    actor, part, missing = announce.opening(fight, intent)
    if actor is None:
        return None, missing
    item = actor.sheet.item(part.item)
    manner = THROW if part.form == THROW.form else SHOT
    wrong = announce.weapon_reasons(item, manner.kinds, part.item)
    wrong += announce.target_reasons(fight, actor.id, part.targets)
    if item is None or wrong:
        return None, wrong
    weapon = weapon_of(item)
    found, wrong = announced_with(actor, weapon, part.parameters, len(part.targets))
    targets = tuple([fight.combatants[name] for name in part.targets])
    if not found.self_guided:
        for target in targets[:1] if is_area(weapon) else targets:
            wrong += announce.distance_reasons(fight, actor.id, target.id)
    if wrong:
        return None, wrong
    return plan_of(fight, actor, weapon, targets, found, intent.gm_modifiers), ()


def announced_with(
    actor: Combatant, weapon: Weapon, parameters: JsonMap, targets: int
) -> tuple[Announced, tuple[Reason, ...]]:
    """What is announced with a weapon, and what is wrong with it."""
    if weapon.kind == "thrown":
        found, wrong = announce.announced(parameters, (), False, targets, False)
        return found._replace(mode="", moving=False), wrong
    in_motion = actor.flags.get("in_motion") is True
    return announce.announced(parameters, modes_of(weapon), is_guided(weapon), targets, in_motion)


def is_guided(weapon: Weapon) -> bool:
    """Whether a weapon can find its target by itself.

    Rule: CHA-3.10.
    """
    return "fire_and_forget" in weapon.traits and weapon.kind != "thrown"


def is_area(weapon: Weapon) -> bool:
    """Whether a weapon strikes everything in a blast or cone.

    Rule: CHA-3.15.
    """
    return "explosive" in weapon.traits or "flame" in weapon.traits


def plan_of(
    fight: Fight, actor: Combatant, weapon: Weapon, targets: tuple[Combatant, ...], found: Announced, gm: Words = ()
) -> Plan:
    """A shot worked out as far as it goes before the dice; without a target nothing counts that depends on one.

    Rule: CHA-3.1.
    """
    house, area = house_rules(fight.options), is_area(weapon)
    first = targets[0] if targets else None
    aim = aim_counted(actor, first, found)
    thrown = weapon.kind == "thrown"
    distance = None if first is None or thrown else optional(fight.between(actor.id, first.id, "distance"))
    shot = shot_at(fight, actor, weapon, first, found, aim, house, distance, gm)
    mode = HURLED if thrown else PRINTED[found.mode]
    action = "fire_moving" if found.moving else mode.action
    trouble = trouble_from(weapon, house)
    modifiers = () if found.self_guided else shooting_modifiers(shot)
    return Plan(
        fight=fight,
        actor=actor,
        weapon=weapon,
        targets=targets,
        announced=found,
        mode=mode,
        house=house,
        shots=1 if thrown else shots_fired(weapon, found.mode),
        distance=distance,
        aim=aim,
        area=area,
        split=len(targets) > 1 and not area,
        action=action,
        cost=total(price_of(actor, action, recoil=weapon.recoil)),
        units=units_left(fight, actor),
        shot=shot,
        goal=goal(start_of(actor, weapon, found.self_guided), modifiers, house.strict_under, trouble),
        trouble=trouble,
        manner=THROW if thrown else SHOT,
        flags={} if thrown else shooting_flags(actor, weapon),
    )


def fired_before(actor: Combatant) -> list[str]:
    """The magnetic weapons the actor has fired this round.

    Rule: CHA-6.magnetic.
    """
    return text(actor.flags.get("fired")).split()


def shooting_flags(actor: Combatant, weapon: Weapon) -> dict[str, Json]:
    """What a shooting action leaves on the actor: one more of them, and which magnetic weapon is warm.

    Rule: CHA-2.5.
    """
    found: dict[str, Json] = {"shooting_actions": whole(actor.flags.get("shooting_actions")) + 1}
    fired = fired_before(actor)
    if "magnetic" in weapon.traits and weapon.id not in fired:
        found["fired"] = " ".join((*fired, weapon.id))
    return found


def start_of(actor: Combatant, weapon: Weapon, self_guided: bool) -> tuple[Modifier, ...]:
    """Where the sum starts: marksmanship with the weapon's skill, or the weapon's own guidance.

    Rule: CHA-3.1, CHA-3.10.
    """
    if self_guided:
        return (OWN_GUIDANCE,)
    return as_modifiers(weapon_bill(actor.sheet, "marksmanship", weapon.skill))


def shot_at(
    fight: Fight,
    actor: Combatant,
    weapon: Weapon,
    target: Combatant | None,
    found: Announced,
    aim: str,
    house: House,
    distance: int | None,
    gm: Words,
) -> Shot:
    """All that the modifiers of a shot at this target depend on.

    Rule: CHA-3.2.
    """
    sheet = actor.sheet
    return Shot(
        weapon=weapon,
        mode=found.mode,
        distance=distance,
        aim=aim,
        called=bool(found.called_zone),
        moving=found.moving,
        stated=stated_against(fight, target, found.stated),
        irritated=has_status(sheet, "irritated"),
        wounds=wound_modifier(sheet),
        earlier=whole(actor.flags.get("shooting_actions")),
        house=house,
        gm=gm,
    )
