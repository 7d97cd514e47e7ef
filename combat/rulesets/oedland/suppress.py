"""Deckungsfeuer, FAL-3.20: giving up a turn to keep a cover under fire, and what meets those who leave it."""

from collections.abc import Iterator
from typing import NamedTuple

from combat.core.body import text, whole
from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fight import Combatant, Fight
from combat.core.intent import Check, Reason
from combat.core.procedure import Step, roll
from combat.core.value import Json
from combat.rulesets.oedland.announce import distance_between
from combat.rulesets.oedland.data import TABLES, number
from combat.rulesets.oedland.hit import Hit, land
from combat.rulesets.oedland.modifiers import is_covered
from combat.rulesets.oedland.options import House, house_rules
from combat.rulesets.oedland.pay import cannot_act
from combat.rulesets.oedland.person import is_dead
from combat.rulesets.oedland.roll import LUCK_TEST, check_of, rolled, statistic_goal
from combat.rulesets.oedland.scene import Scene, enemies, flag
from combat.rulesets.oedland.weapon import NO_DICE, Weapon, bands_of, weapon_of

RULES = cite("FAL-3.20")
WHERE = cite("FAL-3.20", "FAL-1.9")
NEEDED = cite("FAL-3.20", "FAL-9.19")
BEGUN = cite("FAL-3.20", "FAL-9.8", "FAL-9.19")
MET = {"leave_cover": cite("FAL-3.20", "FAL-9.7"), "peek": cite("FAL-3.20", "FAL-9.7", "FAL-9.9")}
LANDED = cite("FAL-3.20", "FAL-6.5")


def rounds_needed(house: House) -> int:
    """The ammunition that covering fire takes. Rule: FAL-3.20, FAL-9.19."""
    return TABLES.number(f"list.covering_rounds.{'later_edition' if house.later_covering else 'this_text'}")


def covering_hits(luck: int, face: int, rounds: int) -> int:
    """How many rounds of covering fire hit: none on a failed luck test, one if it is barely passed, else its margin.

    Never more than were fired.

    Rule: FAL-3.20.
    """
    margin = luck - face
    return 0 if margin < 0 else min(max(margin, number("covering_exact")), rounds)


def sees_no_cover(fight: Fight, who: Combatant, target: Combatant, weapon: Weapon, sees: bool) -> bool:
    """Whether the cover is out of sight or beyond the weapon's last range class. Rule: FAL-3.20."""
    distance = distance_between(fight, who.id, target.id)
    bands = bands_of(weapon, who.sheet)
    beyond = distance is not None and (not bands or distance > bands[-1].up_to)
    return not sees or beyond


def cover_of_target(target: Combatant) -> str:
    """The thing a target hides behind, "" if he is not covered by any. Rule: FAL-1.9, FAL-3.20."""
    return text(target.flags.get("cover")) if is_covered(target) else ""


def weapon_reasons(weapon: Weapon, house: House) -> tuple[Reason, ...]:
    """What a weapon lacks for covering fire. Rule: FAL-3.20, FAL-9.19."""
    found: tuple[Reason, ...] = ()
    if not weapon.full_auto and not house.later_covering:
        found += (Reason("not_full_auto", {"item": weapon.id}, NEEDED),)
    needed = rounds_needed(house)
    if weapon.loaded is not None and weapon.loaded < needed:
        found += (Reason("not_enough_ammo", {"item": weapon.id, "needed": needed, "left": weapon.loaded}, NEEDED),)
    return found


def begun(fight: Fight, who: Combatant, weapon: Weapon, target: Combatant) -> Happened:
    """The cover of the target is kept under fire from now on; the rounds are gone at once.

    Rule: FAL-3.20, FAL-9.8.
    """
    rounds = rounds_needed(house_rules(fight.options))
    thing = cover_of_target(target)
    changes: tuple[Change, ...] = ()
    if weapon.loaded is not None:
        changes += (Change(weapon.id, "loaded", weapon.loaded, weapon.loaded - rounds),)
    changes += flag(who, "suppressing", thing) + flag(who, "suppress_weapon", weapon.id)
    changes += flag(who, "suppress_rounds", rounds)
    data: dict[str, Json] = {"who": who.id, "item": weapon.id, "cover": thing, "shots_fired": rounds}
    return Happened("covering_fire_begun", who.id, data, changes, BEGUN)


class Suppressor(NamedTuple):
    """One who keeps the cover under fire that somebody leaves, with the number of his test."""

    person: Combatant
    place: int


def suppressors(fight: Fight, leaver: Combatant, how: str) -> Iterator[Suppressor]:
    """Everybody whose covering fire is set off by somebody leaving his cover, or leaning out of it.

    Rule: FAL-3.20, FAL-9.7, FAL-9.9.
    """
    house = house_rules(fight.options)
    thing = cover_of_target(leaver)
    if not thing or not house.has("covering_fire") or (how == "peek" and not house.peek_triggers):
        return
    for place, person in enumerate(enemies(fight, leaver)):
        done = text(person.flags.get("suppressed")).split()
        spent = leaver.id in done if house.each_enemy else bool(done)
        if person.flags.get("suppressing") == thing and not spent and not cannot_act(person):
            yield Suppressor(person, place)


def checks(fight: Fight, leaver: Combatant, how: str) -> tuple[Check, ...]:
    """The luck tests that leaving a cover sets off. Rule: FAL-3.20."""
    house = house_rules(fight.options)
    found = suppressors(fight, leaver, how)
    return tuple(
        [check_of("luck_test", each.person.id, statistic_goal(each.person, "luck", house), LUCK_TEST) for each in found]
    )


def left_cover(scene: Scene, leaver: str, how: str) -> Step[None]:
    """Covering fire meets whoever leaves the cover; each hit rolls its own damage, none is critical.

    Rule: FAL-3.20.
    """
    found = tuple(suppressors(scene.fight, scene.who(leaver), how))
    if not found:
        scene.by_house(lambda other: bool(tuple(suppressors(other, other.combatants[leaver], how))))
    for each in found:
        who = each.person
        hits = yield from _tested(scene, each, leaver, how)
        item = who.sheet.item(text(who.flags.get("suppress_weapon")))
        dice = weapon_of(item).damage if item is not None else NO_DICE
        for _ in range(hits):
            if is_dead(scene.who(leaver).sheet):
                break
            yield from land(scene, Hit(who.id, leaver, item.id if item is not None else "", dice, LANDED))


def _tested(scene: Scene, each: Suppressor, leaver: str, how: str) -> Step[int]:
    """The luck test of one who suppresses, and how many hits it comes to. Rule: FAL-3.20."""
    who = each.person
    found = statistic_goal(who, "luck", scene.house)
    face = (yield from roll(f"luck_test.{each.place}", who.id, found.dice, found.window))[0]
    outcome = "success" if found.is_reached(face) else "failure"
    scene.by_house(lambda other: each.place in [one.place for one in suppressors(other, other.combatants[leaver], how)])
    scene.by_house(lambda other: statistic_goal(who, "luck", house_rules(other.options)))
    yield scene.tell(rolled("luck_test", who.id, found, face, outcome, LUCK_TEST, {"target": leaver}))
    hits = covering_hits(found.value, face, whole(who.flags.get("suppress_rounds")))
    done = " ".join([*text(who.flags.get("suppressed")).split(), leaver])
    data: dict[str, Json] = {"who": who.id, "target": leaver, "hits": hits}
    yield scene.tell(Happened("covering_fire_met", who.id, data, flag(who, "suppressed", done), MET[how]))
    return hits
