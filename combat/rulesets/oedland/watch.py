"""Reaktionskampf, FAL-3.19: giving up a turn to watch, noticing an enemy, breaking into his turn, and its end."""

from collections.abc import Iterator
from typing import NamedTuple

from combat.core.bill import words_of_gm
from combat.core.body import optional, text, whole
from combat.core.citation import cite
from combat.core.event import Change, Happened, Modifier
from combat.core.fight import FIGHT, Combatant, Fight
from combat.core.intent import Check, GmModifier
from combat.core.procedure import Ask, Choice, Step, ask, roll
from combat.core.value import Json
from combat.rulesets.oedland.announce import distance_between
from combat.rulesets.oedland.options import House, house_rules
from combat.rulesets.oedland.pay import POINTS, cannot_act
from combat.rulesets.oedland.person import action_points
from combat.rulesets.oedland.roll import GM, Goal, check_of, rolled, statistic_goal
from combat.rulesets.oedland.scene import Scene, enemies, flag
from combat.rulesets.oedland.weapon import Weapon, bands_of, best_bands, in_field_of_fire, is_tied, weapon_of

RULES = cite("FAL-3.19")
BEGUN = cite("FAL-3.19", "FAL-2.4")
TIED = cite("FAL-9.5")
NOTICING = cite("FAL-3.19", "FAL-4.2")
FIELD = cite("FAL-1.12", "FAL-2.5", "FAL-3.19", "FAL-9.4", "FAL-9.21")
MISSED = cite("FAL-3.19", "FAL-9.6")
OUTSIDE, INSIDE = "stays_outside", "comes_inside"


class Watcher(NamedTuple):
    """One who watches while somebody moves, with the number of the question that is put for him."""

    person: Combatant
    place: int


def begun(who: Combatant, weapon: Weapon) -> Happened:
    """The turn is given up to watch: the whole of the action points is reserved, the weapon's best classes count.

    Rule: FAL-3.19, FAL-2.4.
    """
    reserved = action_points(who.sheet)
    changes = flag(who, "watch", "watching") + flag(who, "watch_weapon", weapon.id) + flag(who, "reserved", reserved)
    bands = bands_of(weapon, who.sheet)
    data: dict[str, Json] = {
        "who": who.id,
        "item": weapon.id,
        "reserved": reserved,
        "range_class": list(best_bands(bands)),
    }
    return Happened("watch_begun", who.id, data, changes, BEGUN + (TIED if is_tied(bands) else ()))


def watchers(fight: Fight, mover: Combatant) -> Iterator[Watcher]:
    """Those who may notice somebody who comes into their field of fire: each has one attempt at him in a watch.

    Rule: FAL-3.19, FAL-9.6.
    """
    house = house_rules(fight.options)
    if not house.has("reaction") or not fight.round:
        return
    for place, person in enumerate(enemies(fight, mover)):
        tried = mover.id in text(person.flags.get("watch_tried")).split() and not house.reaction_retry
        if person.flags.get("watch") == "watching" and not tried and not cannot_act(person):
            yield Watcher(person, place)


def noticing(person: Combatant, house: House, words: tuple[GmModifier, ...] = ()) -> Goal:
    """The perception test of a watcher, harder or easier as the game master says. Rule: FAL-3.19, FAL-4.2."""
    stated = whole(person.flags.get("perception_modifier"))
    given = (Modifier("gm", stated, "add", GM, "gm"),) if stated else ()
    return statistic_goal(person, "perception", house, (*given, *words_of_gm(words, GM)))


def checks(fight: Fight, mover: Combatant) -> tuple[Check, ...]:
    """The perception tests a movement may set off. Rule: FAL-3.19."""
    house = house_rules(fight.options)
    found = watchers(fight, mover)
    return tuple(
        [check_of("perception_test", each.person.id, noticing(each.person, house), NOTICING) for each in found]
    )


def likely(fight: Fight, watcher: Combatant, mover: str) -> str:
    """What distance and bearing say, where both are stated: whether the mover is inside the field of fire.

    Rule: FAL-2.5.
    """
    distance = distance_between(fight, watcher.id, mover)
    bearing = optional(fight.pairs.get(f"{watcher.id}>{mover}", {}).get("bearing"))
    item = watcher.sheet.item(text(watcher.flags.get("watch_weapon")))
    if distance is None or bearing is None or item is None:
        return OUTSIDE
    bands = bands_of(weapon_of(item), watcher.sheet)
    inside = in_field_of_fire(bands, distance, bearing, house_rules(fight.options))
    return INSIDE if inside else OUTSIDE


def moved(scene: Scene, mover: str, *, shown: bool = False) -> Step[bool]:
    """Somebody has moved: for every watcher the game master says whether he came into the field of fire.

    The first one who notices breaks into the turn; whether somebody did is the result. ``shown``: he came nowhere
    new, but may be seen now, which only some houses play.

    Rule: FAL-3.19, FAL-9.21.
    """
    for each in tuple(watchers(scene.fight, scene.who(mover))):
        if not (yield from _comes_inside(scene, each, mover)):
            continue
        if shown:
            scene.acted("reaction_trigger")
        if (yield from noticed(scene, each, mover, ())):
            return True
    return False


def _comes_inside(scene: Scene, each: Watcher, mover: str) -> Step[bool]:
    """The game master says whether a mover is in the field of fire; he finds proposed what the distances say.

    Rule: FAL-2.5, FAL-3.19.
    """
    default = likely(scene.fight, each.person, mover)
    data: dict[str, Json] = {"who": each.person.id, "target": mover}
    choices = (Choice(OUTSIDE), Choice(INSIDE))
    answer = yield from ask(Ask(f"watch.{each.place}.field", "gm", choices, default, FIELD, data))
    if answer == default == INSIDE:
        scene.by_house(lambda other: likely(other, each.person, mover))
    return answer == INSIDE


def none_watches(scene: Scene, mover: str) -> None:
    """Where nobody watches because the house does not play it, the event of the way says so. Rule: FAL-3.19."""
    if not any(True for _ in watchers(scene.fight, scene.who(mover))):
        scene.by_house(lambda other: [each.place for each in watchers(other, other.combatants[mover])])


def noticed(scene: Scene, each: Watcher, mover: str, words: tuple[GmModifier, ...]) -> Step[bool]:
    """The perception test of one watcher; if he passes, the turn of the other is interrupted. Rule: FAL-3.19."""
    person = scene.who(each.person.id)
    found = noticing(person, scene.house, words)
    face = (yield from roll(f"watch.{each.place}.perception", person.id, found.dice, found.window))[0]
    success = found.is_reached(face)
    outcome = "success" if success else "failure"
    scene.by_house(lambda other: each.place in [one.place for one in watchers(other, other.combatants[mover])])
    scene.by_house(lambda other: noticing(person, house_rules(other.options), words))
    yield scene.tell(rolled("perception_test", person.id, found, face, outcome, NOTICING, {"target": mover}))
    tried = text(person.flags.get("watch_tried")).split()
    changes = flag(person, "watch_tried", " ".join([*tried, mover])) if mover not in tried else ()
    if success:
        yield scene.tell(_interrupted(scene, person, scene.who(mover), changes))
    else:
        yield scene.tell(Happened("not_noticed", person.id, {"who": person.id, "target": mover}, changes, MISSED))
    return success


def _interrupted(scene: Scene, person: Combatant, mover: Combatant, changes: tuple[Change, ...]) -> Happened:
    """The turn passes to the watcher with all he reserved; whose it was is kept. Rule: FAL-3.19."""
    fight = scene.fight
    reserved = whole(person.flags.get("reserved"), action_points(person.sheet))
    left = person.budget.get(POINTS)
    changes += flag(person, "watch", "interrupting") + flag(person, "interrupts", fight.current or mover.id)
    if left != reserved:
        changes += (Change(person.id, f"budget.{POINTS}", left, reserved),)
    if fight.current != person.id:
        changes += (Change(FIGHT, "current", fight.current, person.id),)
    changes += flag(mover, "paused", fight.round)
    data: dict[str, Json] = {"who": person.id, "target": mover.id, POINTS: reserved}
    return Happened("turn_interrupted", person.id, data, changes, RULES)


def ended(fight: Fight, person: Combatant, *, resumes: bool) -> Happened:
    """The interruption is over: what is left of the reserve is lost, and the other's turn goes on.

    ``resumes``: nobody else starts the turn again, so that it goes on by this.

    Rule: FAL-3.19.
    """
    other = text(person.flags.get("interrupts"))
    left = person.budget.get(POINTS)
    changes = flag(person, "watch", "used") + flag(person, "interrupts", None)
    if left:
        changes += (Change(person.id, f"budget.{POINTS}", left, 0),)
    if fight.current != other:
        changes += (Change(FIGHT, "current", fight.current, other),)
    if resumes and other in fight.combatants:
        changes += flag(fight.combatants[other], "paused", None)
    return Happened("interruption_ended", person.id, {"who": person.id, "target": other}, changes, RULES)
