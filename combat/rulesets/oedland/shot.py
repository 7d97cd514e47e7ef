"""Ein Schuss, wie er angesagt ist, FAL-3.9 bis 3.13, 3.18 und 7.1: what preview shows and perform uses, once."""

from typing import NamedTuple

from combat.core.announce import Asked
from combat.core.bill import Bill, as_modifiers, total
from combat.core.body import text, whole
from combat.core.dice import Dice
from combat.core.event import Modifier
from combat.core.fight import Combatant, Fight
from combat.core.intent import GmModifier, Intent, Reason
from combat.core.schema import Field
from combat.core.sheet import Sheet
from combat.core.value import JsonMap
from combat.rulesets.oedland.announce import asked, distance_between, target_reasons, weapon_named
from combat.rulesets.oedland.data import TABLES, number
from combat.rulesets.oedland.modifiers import (
    Shot,
    cover_malus,
    cover_of,
    critical_chance,
    pose_of,
    shot_modifiers,
)
from combat.rulesets.oedland.options import House, acted, house_rules
from combat.rulesets.oedland.pay import POINTS
from combat.rulesets.oedland.person import attribute, has_perk, skill_bill
from combat.rulesets.oedland.roll import Goal, goal, own_modifiers
from combat.rulesets.oedland.shot_fields import UNNAMED_ZONE, dual_fields, shot_fields
from combat.rulesets.oedland.weapon import (
    Band,
    Weapon,
    band_at,
    bands_of,
    cost_of,
    dual_strength,
    relation,
    weapons_of,
)

SHOOT = "shoot"
DUAL = "fire_dual"
RANGED = ("ranged",)

type Words = tuple[GmModifier, ...]


class Volley(NamedTuple):
    """What one weapon fires: its rounds, the range class, the goal of each round, the rolls that are critical.

    ``acted``: the switches that decide the goal.
    """

    weapon: Weapon
    mode: str
    rounds: int
    bands: tuple[Band, ...]
    band: Band | None
    goal: Goal
    critical: Bill
    damage: Dice
    acted: tuple[str, ...] = ()


class Plan(NamedTuple):
    """A shot as announced. ``volleys`` has two entries for two weapons; ``prepaid``: leaning out was paid before."""

    fight: Fight
    actor: Combatant
    target: Combatant | None
    house: House
    form: str
    way: str
    zone: str
    distance: int | None
    volleys: tuple[Volley, ...]
    dual: str
    cost: int
    prepaid: bool


class Announced(NamedTuple):
    """What the parameters of a shot say."""

    way: str
    zone: str
    extra: int
    weakness: int
    modes: tuple[str, ...]


def is_reacting(who: Combatant) -> bool:
    """Whether somebody acts in an enemy's interrupted turn. Rule: FAL-3.19."""
    return who.flags.get("watch") == "interrupting"


def announced(given: JsonMap) -> Announced:
    """What is announced; an aimed shot at nothing in particular goes for the torso. Rule: FAL-3.12."""
    mode = text(given.get("mode"), "single")
    zone = text(given.get("called_zone"))
    return Announced(
        way=text(given.get("way"), "open"),
        zone=zone or (UNNAMED_ZONE if mode == "aimed" else ""),
        extra=whole(given.get("extra_ap")) if mode == "aimed" else 0,
        weakness=whole(given.get("weakness")),
        modes=(mode, text(given.get("off_mode"), "single")),
    )


def _price(weapons: tuple[Weapon, ...], found: Announced) -> int:
    """The dearer of the shots, one more for two weapons, time to aim, one more for leaning out.

    Rule: FAL-3.10, FAL-3.12, FAL-3.18.
    """
    each = [cost_of(weapon, mode) or 0 for weapon, mode in zip(weapons, found.modes, strict=False)]
    cost = max(each) + found.extra
    if len(weapons) > 1:
        cost += number("dual_cost")
    return cost + (number("peek") if found.way == "peek" else 0)


def prepaid_as(weapons: tuple[Weapon, ...], cost: int) -> str:
    """What is kept of a shot that was paid, and interrupted before it was fired. Rule: FAL-3.10."""
    return " ".join([*(weapon.id for weapon in weapons), str(cost)])


def prepaid_in_words(kept: str) -> tuple[tuple[str, JsonMap], ...]:
    """The same as people read it: the weapons, and what was paid. Rule: FAL-3.10."""
    *weapons, cost = kept.split() or [""]
    return (("shot_prepaid", {"item": weapons, POINTS: int(cost)}),) if weapons and cost.isdigit() else ()


def plan_of(
    fight: Fight,
    actor: Combatant,
    weapons: tuple[Weapon, ...],
    found: Announced,
    target: Combatant | None = None,
    words: Words = (),
) -> Plan:
    """A shot worked out as far as it goes before the dice; without a target nothing counts that depends on one.

    Rule: FAL-6.1.
    """
    house = house_rules(fight.options)
    distance = None if target is None else distance_between(fight, actor.id, target.id)
    dual = relation(*weapons) if len(weapons) > 1 else ""
    own = own_modifiers(fight, actor, house, words)
    cost = _price(weapons, found)
    prepaid = actor.flags.get("leaning_out") == prepaid_as(weapons, cost)
    volleys = [
        _volley(actor, target, weapon, mode, found, distance, dual, own, house)
        for weapon, mode in zip(weapons, found.modes, strict=False)
    ]
    return Plan(
        fight=fight,
        actor=actor,
        target=target,
        house=house,
        form=DUAL if dual else SHOOT,
        way=found.way,
        zone=found.zone,
        distance=distance,
        volleys=tuple(volleys),
        dual=dual,
        cost=0 if prepaid and found.way == "peek" else cost,
        prepaid=prepaid and found.way == "peek",
    )


def _volley(
    actor: Combatant,
    target: Combatant | None,
    weapon: Weapon,
    mode: str,
    found: Announced,
    distance: int | None,
    dual: str,
    own: tuple[Modifier, ...],
    house: House,
) -> Volley:
    bands = bands_of(weapon, actor.sheet)
    band = None if distance is None else band_at(bands, distance)
    shot = Shot(
        weapon=weapon,
        mode=mode,
        band=band,
        strength=attribute(actor.sheet, "strength"),
        needed=dual_strength(weapon) if dual else weapon.strength,
        way=found.way,
        zone=found.zone,
        extra=found.extra,
        dual=dual,
        exempt=has_perk(actor.sheet),
        weakness=found.weakness,
        reaction=is_reacting(actor),
        cover="" if target is None else cover_of(target),
        cover_malus=0 if target is None else cover_malus(target),
        pose="upright" if target is None else pose_of(target, house),
        own=own,
        house=house,
    )
    return volley_of(actor.sheet, shot, bands)


def volley_of(sheet: Sheet, shot: Shot, bands: tuple[Band, ...]) -> Volley:
    """What a weapon fires in one mode, with the goal of each of its rounds. Rule: FAL-3.13, FAL-4.6."""
    weapon, band = shot.weapon, shot.band
    skill = skill_bill(sheet, weapon.skill)
    return Volley(
        weapon=weapon,
        mode=shot.mode,
        rounds=weapon.burst_length if shot.mode == "burst" else TABLES.number(f"list.rounds.{shot.mode}"),
        bands=bands,
        band=band,
        goal=goal(as_modifiers(skill), shot_modifiers(shot, total(skill)), shot.house),
        critical=critical_chance(sheet, weapon, shot.zone if shot.mode == "aimed" else ""),
        damage=band.damage if band is not None and band.damage is not None else weapon.damage,
    )


def read(fight: Fight, intent: Intent) -> tuple[Plan | None, tuple[Reason, ...]]:
    """The plan of a shot, or everything that keeps one from being made."""
    form = intent.parts[0].form if intent.parts else ""
    actor = fight.combatants.get(intent.actor)
    if actor is None:
        return None, asked(fight, intent, ()).reasons
    request = asked(fight, intent, _fields(actor, intent, form))
    weapons, wrong = _weapons(actor, request, form)
    wrong = request.reasons + wrong + target_reasons(fight, actor.id, request.part.targets)
    if wrong:
        return None, wrong
    target = fight.combatants[request.part.targets[0]]

    def planned(other: Fight) -> Plan:
        return plan_of(other, actor, weapons, announced(request.given), target, intent.gm_modifiers)

    def named(place: int, volley: Volley) -> Volley:
        return volley._replace(acted=acted(fight, lambda other: planned(other).volleys[place].goal))

    plan = planned(fight)
    return plan._replace(volleys=tuple([named(*each) for each in enumerate(plan.volleys)])), ()


def others(actor: Combatant, first: str) -> tuple[str, ...]:
    """The weapons that may be fired beside one: those in hand first, then those like it."""
    here = actor.sheet.item(first)
    key = here.key if here is not None else ""
    found = [weapon for weapon in weapons_of(actor.sheet, *RANGED) if weapon.id != first]
    return tuple([weapon.id for weapon in sorted(found, key=lambda weapon: (not weapon.ready, weapon.key != key))])


def _fields(actor: Combatant, intent: Intent, form: str) -> tuple[Field, ...]:
    if form == DUAL:
        return dual_fields(actor, others(actor, intent.parts[0].item))
    return shot_fields(actor)


def _weapons(actor: Combatant, request: Asked, form: str) -> tuple[tuple[Weapon, ...], tuple[Reason, ...]]:
    first, wrong = weapon_named(actor, request.part.item, RANGED)
    if form != DUAL:
        return (first,) if first is not None else (), wrong
    second, more = weapon_named(actor, request.given.get("off_weapon"), RANGED)
    if second is None:
        return (), (*wrong, *more)
    return (first, second) if first is not None else (), wrong
