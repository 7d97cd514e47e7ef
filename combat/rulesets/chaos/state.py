"""Zustände nach Treffern, CHA-7.9 bis 7.15: what an attack leaves behind in those it struck."""

from collections.abc import Iterable, Mapping
from functools import partial

from combat.core.bill import as_modifiers
from combat.core.body import inner, optional, text
from combat.core.citation import cite
from combat.core.event import Change, Event, Happened, Modifier
from combat.core.procedure import Emit, Roll, Step
from combat.core.sheet import Sheet
from combat.core.standing import has_status
from combat.core.value import Json
from combat.rulesets.chaos.aim import aim_cleared
from combat.rulesets.chaos.damage import Victim
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.options import House
from combat.rulesets.chaos.person import harm, is_dead, is_shocked, points, value_bill
from combat.rulesets.chaos.reaction import ask_spell_points
from combat.rulesets.chaos.roll import W100, Goal, goal, rolled
from combat.rulesets.chaos.scene import Mark, Scene

SPELL_POINT = number("spell_point_bonus")
MORTAL = number("mortal_at")
STATES = cite("CHA-0.7", "CHA-7.10", "CHA-7.14", "CHA-7.15")
DEATH = cite("CHA-7.11")
AIM_ENDS = cite("CHA-2.6")
TEST = cite("CHA-7.9", "CHA-7.13")
FLAMES = cite("CHA-6.flame")
SPENT = cite("CHA-9.4", "CHA-9.6")


def aftermath(scene: Scene, marks: Iterable[Mark], spell_points: Mapping[int, int | None]) -> Step[None]:
    """What the hits leave behind, target by target, each followed by the hostage he held in front of him.

    ``spell_points`` were announced for a test; whoever announced nothing is asked when his test is due.

    Rule: CHA-7.13, CHA-9.4.
    """
    told: set[str] = set()
    for mark in marks:
        held = mark.shelter.barrier.hostage if mark.shelter is not None else None
        own, theirs = f"{mark.index}", f"{mark.index}.hostage"
        for victim, place, spent in ((mark.victim, own, spell_points.get(mark.index)), (held, theirs, None)):
            if victim is not None and victim.struck and victim.id not in told:
                told.add(victim.id)
                yield from _left_behind(scene, victim, place, spent)


def _left_behind(scene: Scene, victim: Victim, place: str, spent: int | None) -> Step[None]:
    due = test_is_due(victim, scene.effect.stun)
    yield Emit(*state_after(victim, due, scene.effect.stun, scene.house))
    if due:
        goals = partial(resistance_goal, victim, house=scene.house)
        if spent is None:
            spent = yield from ask_spell_points(victim.combatant, f"reaction.{place}", goals)
        yield from resistance_test(victim, f"resistance.{place}", spent, scene.house)


def test_is_due(victim: Victim, stun: bool) -> bool:
    """One test per attack and target: hit points were lost, and they are at 20 % or the weapon stuns.

    None if hit points are gone or the target is unconscious already.

    Rule: CHA-7.13.
    """
    if not victim.lost or victim.hit_points <= MORTAL or has_status(victim.combatant.sheet, "unconscious"):
        return False
    return stun or is_shocked(victim.hit_points, victim.maximum)


def state_after(victim: Victim, due: bool, stun: bool, house: House) -> list[Event]:
    """How the one who lost hit points is now, with everything that ended or began by it.

    Rule: CHA-7.15.
    """
    dead = is_dead(victim.hit_points, victim.maximum)
    down = victim.lost > 0 and victim.hit_points <= MORTAL and not dead
    mortal = down and not stun
    sheet = victim.combatant.sheet
    changes = [_set(victim, "unconscious")] if down and not has_status(sheet, "unconscious") else []
    if mortal and not has_status(sheet, "mortally_wounded"):
        changes.append(_set(victim, "mortally_wounded"))
        if has_status(sheet, "stabilised"):
            changes.append(Change(victim.id, "statuses.stabilised", True, None))
    changes += _shock(victim)
    data: dict[str, Json] = {
        "who": victim.id,
        "before": victim.before,
        "lost": victim.lost,
        "hit_points": victim.hit_points,
        "maximum": victim.maximum,
        "status": _status(victim, dead, mortal),
        "unconscious": down or has_status(sheet, "unconscious"),
        "resistance_test": due,
    }
    cited = STATES + DEATH if dead else STATES
    events: list[Event] = [Happened("state_after", victim.id, data, tuple(changes), cited)]
    if down or dead or (victim.lost and house.aim_disturbed):
        events += aim_ended(victim, by_house=not down and not dead)
    if victim.burns and not has_status(sheet, "burning"):
        events.append(Happened("caught_fire", victim.id, {"who": victim.id}, (_set(victim, "burning"),), FLAMES))
    return events


def _status(victim: Victim, dead: bool, mortal: bool) -> str:
    if dead:
        return "dead"
    if mortal or has_status(victim.combatant.sheet, "mortally_wounded"):
        return "mortally_wounded"
    hurt = harm(victim.hit_points, victim.maximum)
    return hurt or ("hurt" if victim.hit_points < victim.maximum else "untouched")


def _set(victim: Victim, status: str) -> Change:
    stored = inner(victim.combatant.sheet.body, "statuses").get(status)
    return Change(victim.id, f"statuses.{status}", stored, True)


def _shock(victim: Victim) -> list[Change]:
    """The count of rounds in shock: it begins with a hit that leaves 20 % or less and ends at 0 or below.

    Rule: CHA-7.14.
    """
    before = optional(victim.combatant.sheet.body.get("shock_rounds"))
    after = (before or 0) if is_shocked(victim.hit_points, victim.maximum) else None
    return [Change(victim.id, "shock_rounds", before, after)] if victim.lost and before != after else []


def aim_ended(victim: Victim, *, by_house: bool) -> list[Event]:
    """The aim of someone who is out of action, or who was hit where the house lets that disturb it.

    Rule: CHA-2.6.
    """
    aim = text(victim.combatant.flags.get("aim"))
    if not aim:
        return []
    data: dict[str, Json] = {"who": victim.id, "aim": aim}
    if by_house:
        data["option"] = ["aim_disturbed"]
    return [Happened("aim_lost", victim.id, data, aim_cleared(victim.combatant), AIM_ENDS)]


def resisting(sheet: Sheet, resistance: str, spent: int, house: House, penalty: tuple[Modifier, ...] = ()) -> Goal:
    """What a resistance test has to stay under: the resistance, what makes it harder, the spell points put on it.

    Rule: CHA-9.4.
    """
    points_on_it = (Modifier("spell_points", SPELL_POINT * spent, "add", SPENT),) if spent else ()
    return goal(as_modifiers(value_bill(sheet, resistance)), (*penalty, *points_on_it), house.strict_under)


def resistance_goal(victim: Victim, spent: int, house: House, penalty: tuple[Modifier, ...] = ()) -> Goal:
    """What a test against falling unconscious has to stay under.

    Rule: CHA-7.13.
    """
    return resisting(victim.combatant.sheet, "physical_resistance", spent, house, penalty)


def spell_points_spent(who: str, before: int, spent: int) -> Happened:
    """Spell points that are paid.

    Rule: CHA-9.6.
    """
    change = Change(who, "pools.spell_points", before, before - spent)
    return Happened("spell_points_spent", who, {"who": who, "spell_points": spent}, (change,), SPENT)


def resistance_test(
    victim: Victim, name: str, spent: int, house: House, penalty: tuple[Modifier, ...] = ()
) -> Step[None]:
    """The test against falling unconscious; spell points put on it are paid with the roll.

    Rule: CHA-7.9.
    """
    found = resistance_goal(victim, spent, house, penalty)
    if spent:
        yield Emit(spell_points_spent(victim.id, points(victim.combatant.sheet, "spell_points"), spent))
    face = (yield Roll(name, victim.id, W100, found.window)).faces[0]
    yield Emit(rolled("resistance_test", victim.id, found, face, TEST, {"target": victim.id}))
    if not found.is_reached(face):
        fallen: dict[str, Json] = {"who": victim.id, "status": "unconscious"}
        ended = [] if house.aim_disturbed else aim_ended(victim, by_house=False)
        yield Emit(Happened("status_set", victim.id, fallen, (_set(victim, "unconscious"),), TEST), *ended)
