"""Rundenende, CHA-2 und CHA-7: flames, tests against falling unconscious, cooling weapons, aims that lapse."""

from collections.abc import Iterable
from functools import partial

from combat.core.body import optional, text, whole
from combat.core.citation import cite
from combat.core.dice import Dice
from combat.core.event import Change, Event, Happened, Modifier
from combat.core.fight import Combatant, Fight
from combat.core.intent import Reason
from combat.core.procedure import Emit, Procedure, Roll, Step
from combat.core.sheet import Item, Sheet
from combat.core.standing import has_status
from combat.core.value import Json
from combat.rulesets.chaos.aim import aim_cleared
from combat.rulesets.chaos.damage import LOWEST, Victim
from combat.rulesets.chaos.data import number, rules
from combat.rulesets.chaos.legality import HEAT_LIMIT
from combat.rulesets.chaos.options import House, house_rules
from combat.rulesets.chaos.person import health, is_dead, is_shocked, shocked_at
from combat.rulesets.chaos.reaction import ask_spell_points
from combat.rulesets.chaos.state import resistance_goal, resistance_test, state_after
from combat.rulesets.chaos.traits import traits

FLAMES = Dice(1, number("burning_die"))
SHOCK_STEP = number("shock_step")
COOLING = number("heat_cooling")
AIM_ROUNDS = number("aim_rounds")
BURNED = cite("CHA-6.flame", "CHA-7.16")
COUNTED = cite("CHA-7.14")
HEAT = cite("CHA-6.magnetic")
AIM = cite("CHA-2.12")
ENDED = cite("CHA-2.11")
OF_ONE_ROUND = ("surprised", "hip_shot")
"""Flags that hold for a round of the fight, not from turn to turn."""


def round_end(fight: Fight) -> Procedure:
    """Everything that falls after everybody's turn.

    Rule: CHA-2.11.
    """
    house = house_rules(fight.options)
    for n, combatant in enumerate(fight.combatants.values()):
        yield from _suffer(combatant, n, house)
    for item in _weapons(fight):
        yield Emit(*_cool(item))
    for combatant in fight.combatants.values():
        yield Emit(*_aim_lapsed(fight, combatant))
    yield Emit(_ended(fight))


def _suffer(combatant: Combatant, n: int, house: House) -> Step[None]:
    """Flames first, then at most one test, then the count of rounds in shock.

    Rule: CHA-7.16.
    """
    sheet = combatant.sheet
    if is_dead(*health(sheet)):
        return
    victim = Victim(combatant, "")
    counted = optional(sheet.body.get("shock_rounds"))
    spent = yield from _spell_points(victim, n, counted, house)
    if has_status(sheet, "burning"):
        yield from _burn(victim, n)
        counted = counted_after(victim, counted)
    due = test_is_due(victim, counted)
    if victim.lost:
        yield Emit(*state_after(victim, due, False, house))
    if due:
        yield from resistance_test(victim, f"resistance.{n}", spent, house, penalty_of(counted))
    yield Emit(*_count(victim, counted))


def _spell_points(victim: Victim, n: int, counted: int | None, house: House) -> Step[int]:
    """The spell points put on the test, asked before the first die; nobody is asked who will not have to make one.

    Rule: CHA-9.4.
    """
    sheet = victim.combatant.sheet
    if has_status(sheet, "unconscious") or not (counted or _may_be_shocked(sheet)):
        return 0
    goals = partial(resistance_goal, victim, house=house, penalty=penalty_of(counted))
    flames: dict[str, Json] = {
        "burning_damage": str(FLAMES),
        "hit_points": victim.hit_points,
        "resistance_test": shocked_at(victim.maximum),
    }
    notes = (Reason("flames_before_test", flames, BURNED),) if has_status(sheet, "burning") else ()
    return (yield from ask_spell_points(victim.combatant, f"resistance.{n}", goals, notes))


def _may_be_shocked(sheet: Sheet) -> bool:
    """Whether flames can bring a person to where a test is due; with many points left, or too few, they cannot.

    Rule: CHA-7.16.
    """
    now, most = health(sheet)
    faces = range(FLAMES.count, FLAMES.count * FLAMES.sides + 1)
    return has_status(sheet, "burning") and any(is_shocked(now - face, most) for face in faces)


def _burn(victim: Victim, n: int) -> Step[None]:
    """Flames come straight off the hit points.

    Rule: CHA-7.16.
    """
    face = (yield Roll(f"burning.{n}", victim.id, FLAMES)).faces[0]
    before = victim.hit_points
    victim.hit_points = max(before - face, LOWEST)
    victim.lost = before - victim.hit_points
    data: dict[str, Json] = {"who": victim.id, "burning_damage": face, "lost": victim.lost}
    changes = (Change(victim.id, "pools.hit_points", before, victim.hit_points),) if victim.lost else ()
    yield Emit(Happened("burned", victim.id, data | {"hit_points": victim.hit_points}, changes, BURNED))


def counted_after(victim: Victim, counted: int | None) -> int | None:
    """The count once flames have done their damage: like a hit they begin it or end it.

    Rule: CHA-7.16.
    """
    if not victim.lost:
        return counted
    return (counted or 0) if is_shocked(victim.hit_points, victim.maximum) else None


def test_is_due(victim: Victim, counted: int | None) -> bool:
    """A follow-up test from the round after the first one on, or one for the flames; none while unconscious.

    Rule: CHA-7.14.
    """
    if not is_shocked(victim.hit_points, victim.maximum) or has_status(victim.combatant.sheet, "unconscious"):
        return False
    return victim.lost > 0 or bool(counted)


def penalty_of(counted: int | None) -> tuple[Modifier, ...]:
    """What the rounds in shock take off the test.

    Rule: CHA-7.14.
    """
    if not counted:
        return ()
    return (Modifier("resistance_penalty", SHOCK_STEP * counted, "add", rules("shock_step")),)


def _count(victim: Victim, counted: int | None) -> list[Event]:
    """One round more in shock; the count ends above 20 % or at 0.

    Rule: CHA-7.14.
    """
    if counted is None:
        return []
    if is_shocked(victim.hit_points, victim.maximum):
        data: dict[str, Json] = {"who": victim.id, "shock_rounds": counted + 1}
        changes = (Change(victim.id, "shock_rounds", counted, counted + 1),)
        return [Happened("shock_counted", victim.id, data, changes, COUNTED)]
    return [shock_ended(victim.id, counted)]


def shock_ended(who: str, counted: int) -> Happened:
    """The count of rounds in shock is over.

    Rule: CHA-7.14.
    """
    return Happened("shock_ended", who, {"who": who}, (Change(who, "shock_rounds", counted, None),), COUNTED)


def _weapons(fight: Fight) -> Iterable[Item]:
    owned = [item for combatant in fight.combatants.values() for item in combatant.sheet.items]
    return [item for item in (*owned, *fight.things.values()) if item.kind == "weapon" and "magnetic" in traits(item)]


def _cool(item: Item) -> list[Event]:
    """A heat point less; at the limit a weapon is off, and off it stays until it is cool.

    Rule: CHA-6.magnetic.
    """
    before, stored = whole(item.body.get("heat")), item.body.get("shut_down")
    off = stored is True or before >= HEAT_LIMIT
    after = max(before - COOLING, 0)
    data: dict[str, Json] = {"item": item.id, "heat": after}
    changes = [Change(item.id, "heat", before, after)] if before != after else []
    if off and after and stored is not True:
        changes.append(Change(item.id, "shut_down", stored, True))
    events: list[Event] = [Happened("heat_lost", item.id, data, tuple(changes), HEAT)] if changes else []
    if off and not after:
        ready = (Change(item.id, "shut_down", stored, False),)
        events.append(Happened("weapon_ready", item.id, {"item": item.id}, ready, HEAT))
    return events


def _aim_lapsed(fight: Fight, combatant: Combatant) -> list[Event]:
    """An aim lapses at the end of the second round after the one in which it was taken.

    Rule: CHA-2.12.
    """
    flags = combatant.flags
    aim, since = text(flags.get("aim")), optional(flags.get("aim_round"))
    if not aim or since is None or fight.round < since + AIM_ROUNDS:
        return []
    return [Happened("aim_lost", combatant.id, {"who": combatant.id, "aim": aim}, aim_cleared(combatant), AIM)]


def _ended(fight: Fight) -> Happened:
    changes = [
        Change(name, f"flags.{key}", combatant.flags[key], None)
        for name, combatant in fight.combatants.items()
        for key in OF_ONE_ROUND
        if combatant.flags.get(key) is not None
    ]
    return Happened("round_ended", "fight", {"round": fight.round}, tuple(changes), ENDED)
