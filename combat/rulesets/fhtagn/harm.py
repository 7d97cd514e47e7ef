"""Auswirkung von Schaden, FHT-6.14 bis 6.18: what lost hit points lead to, and the test against lasting harm."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from combat.core.bill import Bill, total, words_of_gm
from combat.core.citation import Citations, cite
from combat.core.event import Change, Happened
from combat.core.fight import Combatant, apply
from combat.core.intent import Check
from combat.core.procedure import Ask, Choice, Step
from combat.core.value import Json, with_value
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.amounts import as_told, digits
from combat.rulesets.fhtagn.data import number, rules
from combat.rulesets.fhtagn.modifiers import GM, modifiers, own_state
from combat.rulesets.fhtagn.roll import Goal, check_of, goal
from combat.rulesets.fhtagn.scene import Scene, body, flags, pool, status
from combat.rulesets.fhtagn.states import defence_ends, freed, token_of
from combat.rulesets.fhtagn.weapon import has_optic
from combat.rulesets.fhtagn.words import ATTRIBUTES, ENDED_BY_DEATH

STUNNED, FAINT, DEAD = cite("FHT-6.14"), cite("FHT-6.15"), cite("FHT-6.16")
INJURY = cite("FHT-6.17")
HURT = cite("FHT-6.18")
LOWEST = number("attribute_lowest")
UNCONSCIOUS = number("unconscious_at")
SHARE = number("stun_share")


class Loss(NamedTuple):
    """What lost points change, what is told of them, and the rules of what they led to."""

    changes: list[Change]
    data: dict[str, Json]
    cited: Citations


class Follows(NamedTuple):
    """The states that follow from what is left, and the rules that say so."""

    changes: list[Change]
    cited: Citations = ()


def _stunned_by(scene: Scene, victim: Combatant, lost: int, attack: bool, by_weapon: bool) -> Citations:
    """Why somebody is stunned, () if he is not: one attack took at least half of the points there were.

    Hazards stun only where the table plays it so. ``by_weapon``: every hit of it stuns.

    Rule: FHT-2.13, FHT-6.14, FHT-9.24.
    """
    if person.is_object(victim.sheet):
        return ()
    if SHARE * lost >= person.points(victim.sheet, "hit_points"):
        if attack:
            return STUNNED
        if scene.house.plays("stun_scope", "all_damage"):
            return STUNNED + cite("FHT-9.24")
    return STUNNED + cite("FHT-2.13") if by_weapon else ()


def _faint(victim: Combatant) -> list[Change]:
    return [*status(victim, "dazed", False), *status(victim, "unconscious", True)]


def _falls(scene: Scene, victim: Combatant, attack: bool) -> Follows:
    """What no points at all mean: dead, destroyed, or only faint where hazards do not kill.

    Rule: FHT-6.15, FHT-6.16, FHT-9.29.
    """
    changes, thing = defence_ends(scene.fight, victim), person.is_object(victim.sheet)
    if person.has(victim.sheet, "pinned"):
        changes += freed(scene.fight, victim.id)
    read = () if attack or thing else cite("FHT-9.29")
    if read and scene.house.plays("hazard_zero_is_death", False):
        return Follows([*changes, *_faint(victim)], FAINT + read)
    held = [change for key in ENDED_BY_DEATH for change in status(victim, key, False)]
    told = {(change.of, change.field) for change in changes}
    changes += [change for change in held if (change.of, change.field) not in told]
    return Follows(changes if thing else [*changes, *body(victim, "injury_pending", True)], DEAD + read)


def _follows(scene: Scene, victim: Combatant, after: int, lost: int, attack: bool, stun: bool) -> Follows:
    """The states that follow from what is left: dead, unconscious, dazed or none of them.

    What holds already is not told again; the stunned lose the roll that stood.

    Rule: FHT-6.14, FHT-6.15, FHT-6.16, FHT-9.10.
    """
    if after == 0:
        return _falls(scene, victim, attack)
    ended = defence_ends(scene.fight, victim)
    if after <= UNCONSCIOUS and not person.is_object(victim.sheet):
        fell = _faint(victim)
        return Follows([*ended, *fell], FAINT if fell else ())
    stunned = _stunned_by(scene, victim, lost, attack, stun)
    if not stunned:
        return Follows([])
    dazed = status(victim, "dazed", True)
    rolls = cite("FHT-9.10") if token_of(victim) is not None else ()
    return Follows([*ended, *dazed], stunned + rolls if dazed else ())


def loss(scene: Scene, who: str, damage: int, *, attack: bool, stun: bool = False) -> Loss:
    """Hit points lost, never below 0, and everything that changes with them.

    Whoever loses any loses his aim, and may receive first aid again; that he was hurt is noted for a red dot or laser.
    ``stun``: every hit of the weapon stuns.

    Rule: FHT-6.18.
    """
    victim = scene.who(who)
    before = person.points(victim.sheet, "hit_points")
    after = max(before - damage, 0)
    data: dict[str, Json] = {"target": who, "lost": before - after, "hit_points": after}
    changes = pool(victim, "hit_points", before, after)
    forgotten: list[Change] = []
    if changes:
        noted = True if has_optic(victim.sheet) else victim.flags.get("hurt")
        forgotten += flags(victim, aimed=None, aim_round=None, hurt=noted)
        forgotten += body(victim, "first_aid_used", False)
    follows = Follows([])
    if changes or (stun and not person.is_out(victim.sheet)):
        follows = _follows(scene, victim, after, before - after, attack, stun)
    cited = (HURT if forgotten else ()) + follows.cited
    return Loss([*changes, *forgotten, *follows.changes], data, cited)


def relapse_is_due(scene: Scene, who: str, before: int, after: int) -> bool:
    """Whether a loss may bring a latent disease back: points fell below half of the maximum.

    Where the table plays it so, one loss of more than half of the points there were.

    Rule: FHT-7.10, FHT-9.39.
    """
    if scene.house.plays("relapse_trigger", "single_loss"):
        return SHARE * (before - after) > before
    most = person.maximum(scene.sheet(who), "hit_points")
    return SHARE * before >= most > SHARE * after


def may_relapse(scene: Scene, who: str) -> Step[None]:
    """The table is reminded, once, that a latent disease may come back: after a great loss, or beside another one.

    Rule: FHT-7.10, FHT-9.39.
    """
    if person.has(scene.sheet(who), "disease_latent") and who not in scene.reminded:
        scene.reminded.add(who)
        yield scene.tell(Happened("relapse_due", who, {"target": who}, (), cite("FHT-7.10", "FHT-9.39")))


def injury_is_due(scene: Scene, who: str, lost: int) -> bool:
    """Each loss that leaves one or two points may do lasting harm; things have none.

    Rule: FHT-6.17.
    """
    sheet = scene.sheet(who)
    return lost > 0 and 0 < person.points(sheet, "hit_points") <= UNCONSCIOUS and not person.is_object(sheet)


def constitution_goal(scene: Scene, who: str, keys: tuple[str, ...] = ()) -> Goal:
    """A test on constitution times five; ``keys``: modifiers of this test.

    Rule: FHT-1.2.
    """
    return attribute_goal(scene, who, "constitution", keys)


def attribute_goal(scene: Scene, who: str, key: str, keys: tuple[str, ...] = ()) -> Goal:
    """A test on an attribute times five, with what weighs on the person.

    Rule: FHT-1.2.
    """
    sheet = scene.sheet(who)
    found = (*modifiers(keys), *own_state(sheet), *words_of_gm(scene.words_for(who), GM))
    return goal(person.attribute_bill(sheet, key), found, scene.house, person.attribute(sheet, key))


def _injury_goal(scene: Scene, who: str) -> Goal:
    """What the game master adds belongs to the test before it: this one is only what comes of it.

    Rule: FHT-6.17.
    """
    sheet = scene.sheet(who)
    bill, value = person.attribute_bill(sheet, "constitution"), person.attribute(sheet, "constitution")
    return goal(bill, own_state(sheet), scene.house, value)


def injury_check(scene: Scene, who: str) -> Check:
    """The test against lasting harm before it is rolled.

    Rule: FHT-6.17.
    """
    return check_of("injury_test", who, _injury_goal(scene, who), INJURY)


def injury_checks(scene: Scene, who: str, most: int) -> tuple[Check, ...]:
    """The same, where so many points at most can leave somebody with his last ones.

    Rule: FHT-6.17.
    """
    sheet = scene.sheet(who)
    left = person.points(sheet, "hit_points") - most
    return () if left > UNCONSCIOUS or person.is_object(sheet) else (injury_check(scene, who),)


def injury_test(scene: Scene, who: str, choices: Sequence[str] = ATTRIBUTES) -> Step[None]:
    """The test against lasting harm; a failure costs an attribute the lower digit of the roll.

    Rule: FHT-6.17.
    """
    die = yield from scene.test("injury_test", who, _injury_goal(scene, who), INJURY, {"target": who})
    if die.succeeds:
        return
    options = tuple([Choice(key) for key in choices])
    default = "constitution" if "constitution" in choices else choices[0]
    answer = yield Ask(scene.named("injury"), "gm", options, default, INJURY, {"target": who})
    yield scene.tell(_injured(scene, who, answer.choice, die.face))


def maximum_after(scene: Scene, who: str, changes: list[Change]) -> int:
    """The most points somebody holds after a change of his attributes; one that was entered by hand stays.

    Rule: FHT-1.3.
    """
    before, hurt = scene.sheet(who), apply(scene.fight, changes).combatants[who].sheet
    if total(person.hit_points_bill(before)) == person.maximum(before, "hit_points"):
        hurt = replace(hurt, body=with_value(hurt.body, "maxima.hit_points", None))
    return person.maximum(hurt, "hit_points")


def _injured(scene: Scene, who: str, key: str, face: int) -> Happened:
    """Points of an attribute lost for good, not below 3; fewer hit points at most if strength or constitution.

    Rule: FHT-6.17, FHT-1.3, FHT-9.22.
    """
    victim = scene.who(who)
    tens, ones = digits(face, number("digit_zero"))
    least = min(tens, ones)
    if (not face % number("digit_zero") or face < number("digit_zero")) and scene.house.plays("injury_die_zero", 0):
        least = 0
    before = person.permanent(victim.sheet, key)
    after = max(before - least, min(before, LOWEST))
    changes = [Change(who, f"attributes.{key}", before, after)] if before != after else []
    most, now = maximum_after(scene, who, changes), person.points(victim.sheet, "hit_points")
    changes += pool(victim, "hit_points", now, min(now, most))
    data: dict[str, Json] = {
        "target": who,
        "attribute": key,
        "injury_die": least,
        "loss": before - after,
        "new_value": after,
        "hit_points_maximum": most,
    }
    return Happened("injured", who, data, tuple(changes), (*INJURY, *rules("hit_point_divisor")))


def after_loss(scene: Scene, who: str, before: int, injuries: Sequence[str] = ATTRIBUTES) -> Step[int]:
    """What a loss leads to once it is told: a disease that may come back, the test against lasting harm.

    Comes to the points that were lost.

    Rule: FHT-6.17, FHT-7.10.
    """
    after = person.points(scene.sheet(who), "hit_points")
    lost = before - after
    if lost and person.has(scene.sheet(who), "disease_latent") and relapse_is_due(scene, who, before, after):
        yield from may_relapse(scene, who)
    if lost and person.is_gone(scene.sheet(who)):
        thing = person.is_object(scene.sheet(who))
        cited = cite("FHT-6.16", "FHT-1.11") if thing else cite("FHT-6.16")
        yield scene.tell(Happened("fell_apart" if thing else "died", who, {"target": who}, (), cited))
    if injury_is_due(scene, who, lost):
        yield from injury_test(scene, who, injuries)
    return lost


def suffer(
    scene: Scene,
    who: str,
    bill: Bill,
    term: str,
    cited: Citations,
    data: dict[str, Json] | None = None,
    *,
    injuries: Sequence[str] = ATTRIBUTES,
) -> Step[int]:
    """Somebody loses points without an attack, and what that leads to; the points that were lost.

    Rule: FHT-7.20.
    """
    damage = max(total(bill), 0)
    before = person.points(scene.sheet(who), "hit_points")
    lost = loss(scene, who, damage, attack=False)
    told: dict[str, Json] = {**(data or {}), "damage": damage, **lost.data, "steps": as_told(bill)}
    yield scene.tell(Happened(term, who, told, tuple(lost.changes), (*cited, *lost.cited)))
    return (yield from after_loss(scene, who, before, injuries))
