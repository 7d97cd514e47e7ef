"""Treffer und Schaden, XIAN-6.3 bis 6.12: nW(k) dice, the zone's points, trauma, and the check against pain."""

from typing import NamedTuple

from combat.core.bill import as_modifiers
from combat.core.body import whole
from combat.core.citation import Citations, cite
from combat.core.dice import Dice, Faces
from combat.core.event import Change, Event, Happened
from combat.core.fight import Combatant
from combat.core.intent import GmModifier
from combat.core.procedure import Emit, Roll, Step
from combat.core.standing import has_status
from combat.core.value import Json
from combat.rulesets.xian.check import SUCCESS, Probe
from combat.rulesets.xian.data import number
from combat.rulesets.xian.difficulty import by_trauma, by_word
from combat.rulesets.xian.person import armour_of, pool, skill_value, trauma
from combat.rulesets.xian.words import PAIN_TOLERANCE

DAMAGE = cite("XIAN-2.2", "XIAN-6.3", "XIAN-6.4", "XIAN-6.6")
ARMOUR = cite("XIAN-1.9", "XIAN-6.5")
HELD = cite("XIAN-6.3", "XIAN-6.5", "XIAN-9.10")
TRAUMA = cite("XIAN-6.7", "XIAN-6.8")
PAIN = cite("XIAN-6.9")
COLLAPSE = cite("XIAN-6.10")
BEYOND = cite("XIAN-1.7", "XIAN-6.7")
COUNTED_ONCE = cite("XIAN-6.9", "XIAN-9.9")
PAIN_CHECK = "pain_check"


class Harm(NamedTuple):
    """What damage does to a zone: points left, trauma added."""

    left: int
    trauma: int


def counted(faces: Faces, penetration: int) -> int:
    """The damage of a handful of dice: every die that shows the penetration or less counts one point.

    Rule: XIAN-2.2.
    """
    return sum(face <= penetration for face in faces)


def penetration_after(penetration: int, armour: int) -> int:
    """The penetration that armour leaves, 0 to 10.

    Rule: XIAN-6.5.
    """
    return min(max(penetration - armour, 0), number("penetration_highest"))


def harm(points: int, damage: int) -> Harm:
    """A zone never falls below 0; every point beyond is one point of trauma.

    Rule: XIAN-6.6, XIAN-6.7.
    """
    return Harm(max(points - damage, 0), max(damage - points, 0))


def action_points_after(points: int, added: int) -> int:
    """New trauma takes as many action points at once, never below 0.

    Rule: XIAN-6.8.
    """
    return max(points - added, 0)


def collapses(points_after: int, added: int) -> bool:
    """Whether somebody collapses: trauma has taken the last action point.

    Rule: XIAN-6.10.
    """
    return added > 0 and points_after == 0


def status_change(combatant: Combatant, key: str, value: bool | None) -> tuple[Change, ...]:
    """A status set (True) or lifted (None), if that changes anything."""
    before = combatant.sheet.value(f"statuses.{key}")
    return (Change(combatant.id, f"statuses.{key}", before, value),) if (before is True) != (value is True) else ()


def strike(target: Combatant, zone: str, dice: int, penetration: int, name: str, by: str) -> Step[tuple[Happened, ...]]:
    """A hit on a zone: armour, dice, what the zone loses, trauma and action points, each with its bill.

    Rule: XIAN-6.3, XIAN-6.5, XIAN-9.10.
    """
    armour = armour_of(target.sheet, zone)
    left_over = penetration_after(penetration, armour)
    bill: dict[str, Json] = {"penetration": penetration, "armour": armour, "penetration_left": left_over}
    data: dict[str, Json] = {"zone": zone, "pool": f"{zone}_constitution", **bill}
    if not left_over:
        steps: list[Json] = [_step("penetration", penetration, cite("XIAN-2.2")), _step("armour", -armour, ARMOUR)]
        return (Happened("armour_held", target.id, data | {"armour_held": True, "steps": steps}, (), HELD),)
    faces = (yield Roll(name, by, Dice(dice, number("die")))).faces
    damage = counted(faces, left_over)
    counting = _step("damage", damage, DAMAGE + ARMOUR, bill | {"faces": faces})
    return (_hit(target, data | {"faces": faces, "damage": damage}, zone, counting),)


def _step(term: str, amount: int, rules: Citations, data: dict[str, Json] | None = None) -> dict[str, Json]:
    """One line of the bill of a hit."""
    return {"term": term, "amount": amount, "rules": list(rules), "data": data or {}}


def _hit(target: Combatant, data: dict[str, Json], zone: str, counting: dict[str, Json]) -> Happened:
    """What the dice that count do to a zone.

    Rule: XIAN-6.6, XIAN-6.7, XIAN-6.8.
    """
    key = f"{zone}_constitution"
    points = pool(target.sheet, key)
    found = harm(points, whole(data["damage"]))
    changes = [Change(target.id, f"pools.{key}", points, found.left)] if found.left != points else []
    if found.trauma:
        before = trauma(target.sheet)
        changes.append(Change(target.id, "trauma", before, before + found.trauma))
        action_points = pool(target.sheet, "action_points")
        after = action_points_after(action_points, found.trauma)
        if after != action_points:
            changes.append(Change(target.id, "pools.action_points", action_points, after))
    steps: list[Json] = [counting, _step("beyond_zone", -found.trauma, BEYOND)] if found.trauma else [counting]
    told: dict[str, Json] = {**data, "lost": points - found.left, "trauma": found.trauma, "steps": steps}
    return Happened("hit", target.id, told, tuple(changes), DAMAGE + (TRAUMA if found.trauma else ()))


def pain_probe(combatant: Combatant, words: tuple[GmModifier, ...] = ()) -> Probe:
    """The check against pain: the whole trauma is its difficulty, counted once, and what the game master says.

    Rule: XIAN-6.9, XIAN-9.9, XIAN-5.14.
    """
    base = as_modifiers(skill_value(combatant.sheet, PAIN_TOLERANCE).steps)
    return Probe(combatant.id, PAIN_CHECK, base, (), (*by_trauma(combatant, COUNTED_ONCE), *by_word(words)))


def suffer(target: Combatant, added: int, name: str) -> Step[tuple[Event, ...]]:
    """What new trauma brings: one check against pain, and the collapse of whoever has no action point left.

    ``target`` as he stands after the hit; the unconscious feel nothing more, and the dead are past it all.

    Rule: XIAN-6.9, XIAN-6.10.
    """
    if not added or has_status(target.sheet, "dead"):
        return ()
    if has_status(target.sheet, "unconscious"):
        collapsed = collapse(target, added)
        if collapsed:
            yield Emit(*collapsed)
        return collapsed
    probe = pain_probe(target)
    faces = (yield Roll(name, target.id, probe.check().dice, probe.window)).faces
    rolled = probe.rolled(faces, PAIN, trauma=trauma(target.sheet))
    events = (rolled, *fallen(target, added, rolled.outcome))
    yield Emit(*events)
    return events


def fallen(target: Combatant, added: int, outcome: str) -> tuple[Event, ...]:
    """Who failed the check is unconscious; who has no action point left cannot fight, whatever the check says.

    Rule: XIAN-6.9, XIAN-6.10.
    """
    events: list[Event] = []
    if outcome != SUCCESS:
        changes = status_change(target, "unconscious", True)
        events.append(Happened("unconscious", target.id, {"who": target.id}, changes, PAIN))
    return (*events, *collapse(target, added))


def collapse(target: Combatant, taken: int) -> tuple[Happened, ...]:
    """The collapse of whoever has lost his last action point just now; ``target`` as he stands after it.

    Rule: XIAN-6.10.
    """
    changes = status_change(target, "incapacitated", True)
    if not changes or not collapses(pool(target.sheet, "action_points"), taken):
        return ()
    return (Happened("incapacitated", target.id, {"who": target.id}, changes, COLLAPSE),)
