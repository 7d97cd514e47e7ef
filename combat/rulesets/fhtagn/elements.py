"""Feuer und Kälte, FHT-7.16 und 7.17, as the game master's actions."""

from combat.core.bill import Bill
from combat.core.body import dice, text, whole
from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.dice import Dice
from combat.core.event import Change, Happened
from combat.core.fields import choice
from combat.core.fields import number as whole_number
from combat.core.fight import Combatant
from combat.core.intent import Check, Reason
from combat.core.procedure import Procedure, Step
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.act import Act, Deed, note
from combat.rulesets.fhtagn.amounts import half, half_of
from combat.rulesets.fhtagn.data import TABLES, number
from combat.rulesets.fhtagn.falls import dice_bill
from combat.rulesets.fhtagn.harm import attribute_goal, constitution_goal, injury_check, injury_checks, suffer
from combat.rulesets.fhtagn.lethal import dice_check, killed, lethality_check, lethality_roll, printed_dice
from combat.rulesets.fhtagn.roll import check_of
from combat.rulesets.fhtagn.scene import Scene, body, flags, status
from combat.rulesets.fhtagn.words import SIZE_TERMS, SIZES

FIRE = cite("FHT-7.16")
COLD = cite("FHT-7.17")
BURNT = ("charisma", "dexterity")
"""What burns do lasting harm to."""
PROTECTION = ("none", "partial", "full")
PROTECTION_TERMS = tuple((key, f"protection.{key}") for key in PROTECTION)
SIZE = choice("size", SIZES, default="medium", term="fire_size", choice_terms=SIZE_TERMS, rules=FIRE)


# --- 7.16 Fire ----------------------------------------------------------------------------------------------


def fire_dice(size: str) -> Dice | int:
    """What fire of a size that does not kill outright does in a round: dice, or points without any.

    Rule: FHT-7.16.
    """
    printed = TABLES.text(f"fire.{size}.damage")
    found = dice(printed)
    return int(printed) if found is None else found


def fire_checks(scene: Scene, who: str, size: str, burning: bool) -> tuple[Check, ...]:
    """The rolls for what fire does in a round; burning does half of it.

    Rule: FHT-7.16.
    """
    limit = TABLES.number(f"fire.{size}.lethality")
    if limit:
        deadly = lethality_check(who, half(scene, limit) if burning else limit)
        return deadly, injury_check(scene, who)
    found = fire_dice(size)
    most = found if isinstance(found, int) else found.highest
    injured = injury_checks(scene, who, half(scene, most) if burning else most)
    return injured if isinstance(found, int) else (dice_check(who, "fire_damage", found, FIRE), *injured)


def fire_notes(size: str, burning: bool) -> tuple[Reason, ...]:
    """What is certain of it: points without a die, or that half of it counts.

    Rule: FHT-7.16.
    """
    found = 0 if TABLES.number(f"fire.{size}.lethality") else fire_dice(size)
    if isinstance(found, int) and found:
        return note("fixed_damage", FIRE, damage=found)
    return note("halved_once", FIRE) if burning else ()


def fire_damage(scene: Scene, who: str, size: str, burning: bool) -> Step[tuple[bool, Bill]]:
    """What fire of a size does in a round: whether it kills outright, else the damage; burning does half of it.

    Rule: FHT-7.16, FHT-7.8.
    """
    limit = TABLES.number(f"fire.{size}.lethality")
    if limit:
        limit = half(scene, limit) if burning else limit
        passed, damage = yield from lethality_roll(scene, who, limit, {"target": who})
    else:
        passed, found = False, fire_dice(size)
        damage = (DerivedStep("fire_damage", found, FIRE),) if isinstance(found, int) else ()
        if not isinstance(found, int):
            damage = yield from dice_bill(scene, who, found, "fire_damage", FIRE)
    return passed, half_of(scene, damage, "burning", FIRE) if burning else damage


def burn(scene: Scene, who: str, size: str, burning: bool) -> Step[int]:
    """Somebody burns for a round; the points that were lost.

    Rule: FHT-7.16.
    """
    passed, damage = yield from fire_damage(scene, who, size, burning)
    if passed:
        points = person.points(scene.sheet(who), "hit_points")
        yield from killed(scene, who, "burned", FIRE, {"fire_size": f"fire.{size}"})
        return points
    return (yield from suffer(scene, who, damage, "burned", FIRE, {"fire_size": f"fire.{size}"}, injuries=BURNT))


def _size(deed: Deed) -> str:
    return text(deed.given.get("size"), "medium")


def _catches(deed: Deed) -> bool:
    """Small flames set nobody alight, nor anybody who burns already."""
    return _size(deed) != "small" and not person.has(deed.actor.sheet, "burning")


def _fire_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    who = deed.actor.id
    found = fire_checks(scene, who, _size(deed), False)
    catching = check_of("fire_test", who, attribute_goal(scene, who, "dexterity"), FIRE)
    return (*found, catching) if _catches(deed) else found


def _fire(scene: Scene, deed: Deed) -> Procedure:
    """A round of exposure: the full damage, then a test against catching fire.

    Rule: FHT-7.16, FHT-7.20.
    """
    who, size = deed.actor.id, _size(deed)
    lost = yield from burn(scene, who, size, False)
    exposed = flags(scene.who(who), exposed=True)
    if exposed:
        yield scene.tell(Happened("exposed_to_fire", who, {"target": who}, tuple(exposed), FIRE))
    if not lost or not _catches(deed) or person.is_gone(scene.sheet(who)):
        return
    die = yield from scene.test("fire_test", who, attribute_goal(scene, who, "dexterity"), FIRE, {"target": who})
    if not die.succeeds:
        victim = scene.who(who)
        changes = [*status(victim, "burning", True), *body(victim, "burning_size", size)]
        yield scene.tell(Happened("caught_fire", who, {"target": who}, tuple(changes), FIRE))


def _burning_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    return fire_checks(scene, deed.actor.id, _size(deed), True)


def _burning(scene: Scene, deed: Deed) -> Procedure:
    yield from burn(scene, deed.actor.id, _size(deed), True)


def burn_on(scene: Scene, combatant: Combatant) -> Step[None]:
    """At the end of a round: half the damage for whoever burns and was not in the fire itself.

    Rule: FHT-7.16.
    """
    if person.has(combatant.sheet, "burning") and combatant.flags.get("exposed") is not True:
        yield from burn(scene, combatant.id, text(combatant.sheet.body.get("burning_size"), "medium"), True)


# --- 7.17 Cold and warmth -----------------------------------------------------------------------------------


def cold_free(deed: Deed) -> int:
    """How many minutes the cold does not harm.

    Rule: FHT-7.17.
    """
    per_point = TABLES.number(f"cold_free.{text(deed.given.get('protection'), 'none')}")
    return per_point * person.permanent(deed.actor.sheet, "constitution")


def _next_due(deed: Deed, past: int) -> int:
    """The first minute after another in which the cold harms: every five minutes after the time that is free.

    Rule: FHT-7.17.
    """
    free, step = cold_free(deed), number("cold_interval")
    return free + step * (max(past - free, 0) // step + 1)


def cold_minute(deed: Deed) -> int:
    """The minute in the cold: as stated, else the next in which it harms after the last that was played.

    Rule: FHT-7.17.
    """
    last = whole(deed.actor.sheet.body.get("cold_minutes"))
    return whole(deed.given.get("minute"), _next_due(deed, last))


def cold_is_due(deed: Deed) -> bool:
    """Whether the cold harms in this minute.

    Rule: FHT-7.17.
    """
    return _next_due(deed, cold_minute(deed) - 1) == cold_minute(deed)


def _cold_notes(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    """In which minute the cold harms next, where nobody said the one in which it does.

    Rule: FHT-7.17.
    """
    minute = cold_minute(deed)
    if cold_is_due(deed):
        return note("cold_harms_in", COLD, minute=minute) if deed.given.get("minute") is None else ()
    return note("cold_bearable_until", COLD, minute=_next_due(deed, minute))


def _is_stiff(deed: Deed) -> bool:
    return person.attribute(deed.actor.sheet, "constitution") <= number("cold_stiff_at")


def _cold_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    if not cold_is_due(deed):
        return ()
    if _is_stiff(deed):
        found = printed_dice("cold")
        frozen = dice_check(deed.actor.id, "cold_damage", found, COLD)
        return frozen, *injury_checks(scene, deed.actor.id, found.highest)
    return (check_of("constitution_test", deed.actor.id, constitution_goal(scene, deed.actor.id), COLD),)


def _cold(scene: Scene, deed: Deed) -> Procedure:
    """A test with the constitution of this moment; each failure takes a point of it, at three the body stiffens.

    Rule: FHT-7.17.
    """
    who, minute = deed.actor.id, cold_minute(deed)
    passed: dict[str, Json] = {"target": who, "minute": minute}
    yield scene.tell(Happened("in_the_cold", who, passed, tuple(body(deed.actor, "cold_minutes", minute)), COLD))
    if not cold_is_due(deed):
        yield scene.tell(Happened("cold_bearable", who, {"target": who}, (), COLD))
    elif _is_stiff(deed):
        stiff = status(deed.actor, "immobilised", True)
        yield scene.tell(Happened("stiff_with_cold", who, {"target": who}, tuple(stiff), COLD))
        damage = yield from dice_bill(scene, who, printed_dice("cold"), "cold_damage", COLD)
        yield from suffer(scene, who, damage, "froze", COLD)
    else:
        die = yield from scene.test("constitution_test", who, constitution_goal(scene, who), COLD, {"target": who})
        if not die.succeeds:
            yield scene.tell(_chilled(deed.actor))


def _chilled(victim: Combatant) -> Happened:
    lost = whole(_lost(victim).get("constitution")) + 1
    now = person.permanent(victim.sheet, "constitution") - lost
    changes = body(victim, "lost.constitution", lost)
    if now <= number("cold_stiff_at"):
        changes += status(victim, "immobilised", True)
    return Happened("chilled", victim.id, {"target": victim.id, "constitution_left": now}, tuple(changes), COLD)


def _lost(victim: Combatant) -> dict[str, Json]:
    found = victim.sheet.body.get("lost")
    return dict(found) if isinstance(found, dict) else {}


def _warmth(scene: Scene, deed: Deed) -> Procedure:
    """A point of constitution for each minute in a warm place; whoever has more than three can move again.

    Rule: FHT-7.17.
    """
    victim, minutes = deed.actor, whole(deed.given.get("minutes"), 1)
    left = max(whole(_lost(victim).get("constitution")) - number("warmth_per_minute") * minutes, 0)
    changes: list[Change] = body(victim, "lost.constitution", left) + body(victim, "cold_minutes", None)
    now = person.permanent(victim.sheet, "constitution") - left
    if now > number("cold_stiff_at"):
        changes += status(victim, "immobilised", False)
    data: dict[str, Json] = {"target": victim.id, "constitution_left": now}
    yield scene.tell(Happened("warmed", victim.id, data, tuple(changes), COLD))


ACTS = (
    Act(
        "fire", _fire, FIRE, checks=_fire_checks, notes=lambda _, deed: fire_notes(_size(deed), False),
        fields=(SIZE,), by="gm", group="suffocation_and_fire",
    ),
    Act(
        "burning_on", _burning, FIRE, checks=_burning_checks, notes=lambda _, deed: fire_notes(_size(deed), True),
        fields=(SIZE,), by="gm", group="suffocation_and_fire",
    ),
    Act(
        "cold", _cold, COLD, checks=_cold_checks, notes=_cold_notes,
        fields=(
            choice("protection", PROTECTION, default="none", term="cold_protection", choice_terms=PROTECTION_TERMS,
                   rules=COLD),
            whole_number("minute", optional=True, high=99_999, term="minute_in_cold", rules=COLD),
        ), by="gm", group="cold_and_radiation",
    ),
    Act("warmth", _warmth, COLD, fields=(whole_number("minutes", default=1, low=1, high=9999, rules=COLD),),
        by="gm", group="cold_and_radiation"),
)  # fmt: skip
