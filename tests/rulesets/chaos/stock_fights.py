"""Fights with the stock: any weapon against any armour behind any cover, and what must hold after every attack."""

import random
from collections.abc import Iterable
from functools import cache

from combat.core.body import whole
from combat.core.event import Change
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part
from combat.core.procedure import Answer, Provider, Question, Roll
from combat.core.sheet import Item, Zone
from combat.core.value import Json, JsonMap, value_at
from combat.rulesets.chaos.cost import UNITS
from combat.rulesets.chaos.damage import worn_to
from combat.rulesets.chaos.melee import ACTIONS
from combat.rulesets.chaos.mode import modes_of
from combat.rulesets.chaos.weapon import weapon_of
from tests.rulesets.chaos.build import sheet
from tests.rulesets.chaos.stock import items

WEAPONS, ARMOURS, COVERS = items("weapons", "weapon"), items("armours", "armour"), items("covers", "cover")
DISTANCES = (0, 1, 10, 11, 25, 60, 130, 300, 900, 3000)
HOUSES: tuple[JsonMap, JsonMap] = ({}, {"critical_rule": "surplus2", "dodge_equal": "evade", "strict_under": False})
ONE, TWO, SHIELD = "character:1", "character:2", "character:3"
STRONG = {"strength": 60, "mobility": 60, "marksmanship": 75, "toughness": 40, "intelligence": 40, "magic": 40}
LIKELY = 20
"""Up to this face the die of an attack is thrown, three times in four: what misses tries nothing."""


def attacks(weapon: Item) -> list[tuple[str, str]]:
    """Every way to attack with a weapon: its form and its mode or action."""
    kind = weapon.body["weapon_kind"]
    if kind in ("melee", "unarmed"):
        return [("strike", action) for action in ACTIONS]
    return [("throw", "")] if kind == "thrown" else [("shoot", mode) for mode in modes_of(weapon_of(weapon))]


@cache
def _target(armour: int | None, cover: str) -> Combatant:
    worn = () if armour is None else (ARMOURS[armour],)
    return Combatant(id=TWO, party="B", sheet=sheet(*worn), budget={UNITS: 4}, flags={"cover": cover})


def fight(weapon: Item, armour: Item | None, cover: Item, distance: int, options: JsonMap) -> Fight:
    """A round of a fight; behind a cover, or behind a hostage where the cover is one."""
    skills = {str(weapon.body.get("skill", "")): {"rank": 1}}
    held = cover.body.get("hostage") is True
    people = {
        ONE: Combatant(id=ONE, party="A", sheet=sheet(weapon, attributes=STRONG, skills=skills), budget={UNITS: 20}),
        TWO: _target(None if armour is None else ARMOURS.index(armour), SHIELD if held else cover.id),
        SHIELD: Combatant(id=SHIELD, party="A", sheet=sheet()),
    }
    return Fight(
        ruleset="chaos",
        combatants=people,
        things={} if held else {cover.id: cover},
        options=options,
        pairs={f"{ONE}>{TWO}": {"distance": distance}},
        round=1,
        order=tuple(people),
        current=ONE,
    )


def intent(weapon: Item, form: str, how: str) -> Intent:
    """The attack with one of its modes or actions, "" where it has none."""
    key = "mode" if form == "shoot" else "action"
    part = Part(form=form, item=weapon.id, targets=(TWO,), parameters={key: how} if how else {})
    return Intent(actor=ONE, parts=(part,))


def dice_of(seed: int) -> Provider:
    """Dice that mostly let the attack itself succeed; everything else falls as it may."""
    source = random.Random(seed)

    def provide(question: Question) -> Answer | None:
        if not isinstance(question, Roll):
            return None
        faces = [int(source.random() * question.dice.sides) + 1 for _ in range(question.dice.count)]
        if question.name == "attack" and source.random() < 3 / 4:
            faces[0] = faces[0] % LIKELY + 1
        return Answer(faces=tuple(faces))

    return provide


# --- what must hold -------------------------------------------------------------------------------------------


def standing(before: Fight, change: Change) -> Json:
    """What stands in the fight at the place that a change names."""
    if change.of == "fight":
        return value_at(before.flags, change.field.removeprefix("flags."))
    person = before.combatants.get(change.of)
    if person is not None:
        head, _, rest = change.field.partition(".")
        if head in ("budget", "flags"):
            return (person.budget if head == "budget" else person.flags).get(rest)
        return person.sheet.value(change.field)
    return _standing_at(thing_in(before, change.of), change.field)


def thing_in(before: Fight, name: str) -> Item:
    """A cover, or what somebody has."""
    carried = [item for each in before.combatants.values() for item in each.sheet.items]
    return next(item for item in (*before.things.values(), *carried) if item.id == name)


def _standing_at(item: Item, path: str) -> Json:
    if path.startswith("zones."):
        return item.zones.get(path.split(".")[1], Zone(protection={})).damage_points
    return item.quantity if path == "quantity" else item.value(path)


def broken_bounds(before: Fight, changes: Iterable[Change]) -> list[str]:
    """What an attack changed as it must not: every value goes on from what stood, and stays within its bounds."""
    now: dict[tuple[str, str], Json] = {}
    found = []
    for change in changes:
        key = (change.of, change.field)
        stood = now.get(key, standing(before, change))
        # A pool nobody has touched stands at its maximum, a counter at 0, a place in a list is written as one.
        if stood is not None and stood != change.before:
            found.append(f"{key}: {stood!r} stood, {change.before!r} is named")
        if not _is_within(before, change):
            found.append(f"{key}: {change.before!r} became {change.after!r}")
        now[key] = change.after
    return found


def _is_within(before: Fight, change: Change) -> bool:
    was, now = whole(change.before), whole(change.after)
    match change.field.split("."):
        case ["pools", "hit_points"]:
            return now <= was
        case ["zones", zone, "damage_points"]:
            base = thing_in(before, change.of).zones[zone].protection.values()
            return 0 <= was < now and all(0 <= worn_to(each, now) <= each for each in base)
        case ["loaded"] | ["quantity"] | ["budget", _] | ["pools", _]:
            return 0 <= now <= was
        case ["damage"]:
            return 0 <= now < whole(thing_in(before, change.of).value("integrity"))
        case ["bonus_lost"]:
            return 0 <= was <= now <= whole(thing_in(before, change.of).value("bonus"))
        case ["flags", "shield_damage" | "shield_bonus_lost"]:
            return now >= 0
        case _:
            return True
