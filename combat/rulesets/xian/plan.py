"""Die Ansage eines Zuges, XIAN-3.5: all attacks and metres of a turn, what they cost in difficulty, why not."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from combat.core.announce import checked
from combat.core.bill import as_modifiers
from combat.core.body import text, whole
from combat.core.citation import cite
from combat.core.event import Modifier
from combat.core.fields import choice, length, number
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part, Reason
from combat.core.length import length as length_of
from combat.core.sheet import Item
from combat.rulesets.xian import difficulty
from combat.rulesets.xian.check import Probe
from combat.rulesets.xian.data import TABLES, rules
from combat.rulesets.xian.options import House, house_rules
from combat.rulesets.xian.person import can_act, metres_limit, skill_value
from combat.rulesets.xian.two_weapons import (
    ON_ATTACK,
    Pair,
    bonus_by_house,
    effect,
    has_bonus,
    inertia_of,
    pair_in_hands,
)
from combat.rulesets.xian.weapon import Weapon, distance_class, main_weapon, strikes_as_far_as, weapon_of
from combat.rulesets.xian.words import DISTANCES, USUAL_ZONE, ZONES

ATTACK, MOVE = "attack", "move"
MOST_ATTACKS = 20
"""The most attacks of one part: no number of the rules, but nobody announces more by hand."""

METRES = length("metres", high=999, optional=True, term="way", unit="metres", rules=rules("free_metres"))
PARAMETERS = (
    choice("zone", ZONES, default=USUAL_ZONE, rules=cite("XIAN-5.2", "XIAN-5.3", "XIAN-5.4", "XIAN-6.3")),
    number("times", default=1, low=1, high=MOST_ATTACKS, rules=cite("XIAN-7.1")),
    length("distance", optional=True, term="distance_then", unit="metres", rules=cite("XIAN-2.4")),
    METRES,
)
PARAMETERS_OF = {ATTACK: PARAMETERS, MOVE: (METRES,)}
ACTION = cite("XIAN-3.5")
ABLE = cite("XIAN-6.9", "XIAN-6.10")
OUT_OF_REACH = cite("XIAN-2.3", "XIAN-3.6")


class Blow(NamedTuple):
    """One attack of the turn: its place in the list (the first is 1), weapon, target, zone and the check it needs."""

    number: int
    weapon: Weapon
    target: str
    zone: str
    probe: Probe


class Turn(NamedTuple):
    """A whole turn as declared: who, the metres moved, the attacks in order."""

    actor: Combatant
    metres: int
    blows: tuple[Blow, ...]


class Aim(NamedTuple):
    """An attack before its difficulty is known."""

    weapon: Weapon
    target: str
    zone: str
    distance: Fraction | None


def item_of(actor: Combatant, part: Part) -> Item | None:
    """The weapon a part names, None if the actor carries no such weapon."""
    found = actor.sheet.item(part.item)
    return found if found is not None and found.kind == "weapon" else None


def _distance(fight: Fight, actor: str, target: str, part: Part) -> Fraction | None:
    """The distance at the moment of the shot: what the part says, else what is stated of the two."""
    stated = part.parameters.get("distance")
    return length_of(fight.between(actor, target, "distance") if stated is None else stated)


def _aims(fight: Fight, actor: Combatant, part: Part) -> tuple[Aim, ...]:
    item = item_of(actor, part)
    if part.form != ATTACK or item is None:
        return ()
    zone = text(part.parameters.get("zone"), USUAL_ZONE)
    times = whole(part.parameters.get("times"), 1)
    each = [Aim(weapon_of(item), target, zone, _distance(fight, actor.id, target, part)) for target in part.targets]
    return tuple(aim for aim in each for _ in range(times))


def _way(intent: Intent) -> Fraction:
    """The way of the whole turn in metres."""
    return sum((length_of(part.parameters.get("metres")) or Fraction() for part in intent.parts), Fraction())


def _pair(actor: Combatant, aims: tuple[Aim, ...]) -> Pair:
    """The two weapons of a turn: those that attack, if there are two, else those in both hands."""
    used = tuple(dict.fromkeys(aim.weapon for aim in aims))
    return (used[0], used[1]) if len(used) > 1 else pair_in_hands(actor.sheet)


def inertia_points(used: tuple[Weapon, ...], bonus: bool) -> int:
    """What several attacks cost each of them: the inertia of every attack's weapon after the first.

    Rule: XIAN-7.1, XIAN-5.1.
    """
    return sum(inertia_of(weapon, bonus) for weapon in used[1:])


def _common(aims: tuple[Aim, ...], way: Fraction, bonus: bool) -> tuple[Modifier, ...]:
    """The part of the difficulty that the whole list fixes: inertia and movement.

    Rule: XIAN-3.5, XIAN-8.1, XIAN-9.5.
    """
    used = tuple(aim.weapon for aim in aims)
    mixed = difficulty.OF_TWO_WEAPONS if len(set(used)) > 1 else ()
    rounded = () if way.is_integer() else difficulty.STARTED
    return (
        *difficulty.part("inertia", inertia_points(used, bonus), difficulty.INERTIA + mixed),
        *difficulty.part("movement", difficulty.movement_points(way), difficulty.MOVEMENT + rounded),
    )


def _own(fight: Fight, actor: Combatant, aim: Aim, house: House) -> Iterator[Modifier]:
    """The part that each attack has on its own: zone, distance and sight or reach, stances, trauma.

    Rule: XIAN-7.1.
    """
    target = fight.combatants[aim.target]
    yield from difficulty.part("zone", difficulty.zone_points(aim.zone), TABLES.rules(f"zone.{aim.zone}"))
    if aim.weapon.is_melee:
        yield from difficulty.by_reach(fight, actor.id, aim.weapon, target.id, main_weapon(target.sheet))
    elif aim.distance is not None:
        # What lies beyond the last class was refused before.
        key = distance_class(aim.weapon.distances, aim.distance) or DISTANCES[-1]
        yield from difficulty.at_range(fight, actor, key, aim.distance)
    yield from difficulty.by_caution(actor, target, aim.weapon.is_melee, house)
    yield from difficulty.by_trauma(actor)
    yield from difficulty.by_hindrance(actor, house)


def _faults(fight: Fight, actor: Combatant, part: Part) -> Iterator[Reason]:
    """What is wrong with the announcement itself: parameters, weapon, targets."""
    yield from checked(PARAMETERS_OF[part.form], part.parameters, ACTION, defaults=True)[1]
    if part.form == MOVE:
        return
    if item_of(actor, part) is None:
        yield Reason("unknown_item", {"item": part.item}, ACTION)
    if not part.targets:
        yield Reason("no_target", {}, ACTION)
    for target in part.targets:
        if target not in fight.combatants or target == actor.id:
            yield Reason("unknown_target", {"target": target}, ACTION)


def turn_reasons(fight: Fight, actor: Combatant) -> tuple[Reason, ...]:
    """Why somebody cannot act now: not able, not his turn, or his turn is declared already.

    Rule: XIAN-3.5.
    """
    found = []
    if not can_act(actor.sheet):
        found.append(Reason("cannot_act", {"who": actor.id}, ABLE))
    if fight.round and fight.current != actor.id:
        found.append(Reason("not_your_turn", {"who": actor.id}, ACTION))
    if actor.flags.get("declared") is True:
        found.append(Reason("turn_declared", {"who": actor.id}, ACTION))
    return tuple(found)


def hides_lower(fight: Fight, target: Combatant) -> bool:
    """Whether a target stands behind a cover that hides his lower body.

    Rule: XIAN-2.5, XIAN-7.4.
    """
    thing = fight.things.get(text(target.flags.get("cover")))
    return thing is not None and thing.value("hides_lower") is True


def zone_reasons(zone: str, melee: bool, hidden: bool) -> tuple[Reason, ...]:
    """Why a zone cannot be aimed at: behind a cover no shot finds the lower body.

    Rule: XIAN-7.4.
    """
    if hidden and not melee and zone == "lower_body":
        return (Reason("zone_hidden", {"zone": zone}, cite("XIAN-2.5", "XIAN-7.4")),)
    return ()


def movement_reasons(metres: Fraction | int, limit: int) -> tuple[Reason, ...]:
    """Why a way is too long: nobody moves further than his athletics.

    Rule: XIAN-7.8.
    """
    if metres > limit:
        return (Reason("too_far", {"metres": ceil(metres), "limit": limit}, difficulty.MOVEMENT),)
    return ()


def _aim_reasons(fight: Fight, aim: Aim, way: Fraction) -> Iterator[Reason]:
    target = fight.combatants[aim.target]
    yield from zone_reasons(aim.zone, aim.weapon.is_melee, hides_lower(fight, target))
    if aim.distance is None:
        return
    if aim.weapon.is_melee:
        limit = strikes_as_far_as(aim.weapon, ceil(way))
        if aim.distance > limit:
            yield Reason("out_of_reach", {"distance": ceil(aim.distance), "limit": limit}, OUT_OF_REACH)
    elif distance_class(aim.weapon.distances, aim.distance) is None:
        yield Reason("out_of_range", {"distance": ceil(aim.distance)}, cite("XIAN-2.4"))


def declared(fight: Fight, intent: Intent) -> Turn | tuple[Reason, ...]:
    """The turn that an intent declares, or all reasons why it may not be.

    Rule: XIAN-3.5.
    """
    actor = fight.combatants.get(intent.actor)
    if actor is None:
        return (Reason("unknown_actor", {"actor": intent.actor}, ACTION),)
    faults = [fault for part in intent.parts for fault in _faults(fight, actor, part)]
    if faults:
        return tuple(faults)
    aims = tuple(aim for part in intent.parts for aim in _aims(fight, actor, part))
    way = _way(intent)
    reasons = [
        *turn_reasons(fight, actor),
        *movement_reasons(ceil(way), metres_limit(actor.sheet).value),
        *(reason for aim in dict.fromkeys(aims) for reason in _aim_reasons(fight, aim, way)),
    ]
    return tuple(reasons) if reasons else _turn(fight, intent, actor, aims)


def _acting(aim: Aim, actor: Combatant, target: Combatant, pair: Pair, house: House) -> Iterator[str]:
    """House rules that make an attack other than by the book.

    Rule: XIAN-9.3, XIAN-9.14, XIAN-9.16.
    """
    if house.own_defence and whole(target.flags.get(difficulty.SELF[aim.weapon.is_melee][0])):
        yield "stance_gain"
    if difficulty.by_hindrance(actor, house):
        yield "hindrance_as_difficulty"
    if bonus_by_house(actor.sheet, pair, house):
        yield "two_weapon_limit"


def _turn(fight: Fight, intent: Intent, actor: Combatant, aims: tuple[Aim, ...]) -> Turn:
    house, way = house_rules(fight.options), _way(intent)
    pair = _pair(actor, aims)
    bonus = has_bonus(actor.sheet, pair, house)
    common = _common(aims, way, bonus)
    words = tuple(difficulty.by_word(intent.gm_modifiers))
    changes = effect(ON_ATTACK, actor.sheet, pair, house)

    def blow(number: int, aim: Aim) -> Blow:
        base = as_modifiers(skill_value(actor.sheet, aim.weapon.skill).steps)
        parts = (*common, *_own(fight, actor, aim, house), *words)
        acting = tuple(_acting(aim, actor, fight.combatants[aim.target], pair, house))
        return Blow(number, aim.weapon, aim.target, aim.zone, Probe(actor.id, ATTACK, base, changes, parts, acting))

    return Turn(actor, ceil(way), tuple(blow(number, aim) for number, aim in enumerate(aims, 1)))
