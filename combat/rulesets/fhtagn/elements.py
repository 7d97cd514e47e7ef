"""Ersticken, Feuer, Kälte, Strahlung, FHT-7.15 bis 7.18, as the game master's actions."""

from combat.core.body import dice, text, whole
from combat.core.citation import cite
from combat.core.dice import Dice
from combat.core.event import Change, Happened
from combat.core.fields import choice, yes_no
from combat.core.fields import number as whole_number
from combat.core.fight import Combatant
from combat.core.intent import Check
from combat.core.procedure import Procedure, Roll, Step
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.act import Act, Deed
from combat.rulesets.fhtagn.data import TABLES, number
from combat.rulesets.fhtagn.falls import thrown
from combat.rulesets.fhtagn.harm import attribute_goal, constitution_goal, half, injury_check, suffer
from combat.rulesets.fhtagn.lethal import killed, lethality_check, lethality_roll
from combat.rulesets.fhtagn.roll import check_of
from combat.rulesets.fhtagn.scene import Scene, body, flags, status
from combat.rulesets.fhtagn.words import SIZE_TERMS, SIZES

AIR = cite("FHT-7.15")
FIRE = cite("FHT-7.16")
COLD = cite("FHT-7.17")
RADIATION = cite("FHT-7.18")
BURNT = ("charisma", "dexterity")
"""What burns do lasting harm to."""
PROTECTION = ("none", "partial", "full")
PROTECTION_TERMS = tuple((key, f"protection.{key}") for key in PROTECTION)
DOSES = ("none", "low", "medium", "high", "extreme")
DOSE_TERMS = tuple((dose, f"dose.{dose}") for dose in DOSES)
SIZE = choice("size", SIZES, default="medium", term="fire_size", choice_terms=SIZE_TERMS, rules=FIRE)


# --- 7.15 Suffocation ---------------------------------------------------------------------------------------


def has_breath(deed: Deed) -> bool:
    """Whether somebody can still hold his breath: five rounds for each point of constitution after a deep one.

    Rule: FHT-7.15.
    """
    free = number("breath_factor") * person.attribute(deed.actor.sheet, "constitution")
    return deed.given.get("deep_breath") is True and whole(deed.given.get("round"), 1) <= free


def _air_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    if has_breath(deed):
        return ()
    return (check_of("constitution_test", deed.actor.id, constitution_goal(scene, deed.actor.id), AIR),)


def _suffocate(scene: Scene, deed: Deed) -> Procedure:
    """Each round without breath: one point, or dice if the test fails.

    Rule: FHT-7.15.
    """
    who = deed.actor.id
    if has_breath(deed):
        yield scene.tell(Happened("holds_breath", who, {"who": who}, (), AIR))
        return
    die = yield from scene.test("constitution_test", who, constitution_goal(scene, who), AIR, {"target": who})
    damage = number("suffocation_success")
    if not die.succeeds:
        damage = yield from thrown(scene, who, "suffocation", "suffocation")
    yield from suffer(scene, who, damage, "suffocates", AIR)


# --- 7.16 Fire ----------------------------------------------------------------------------------------------


def fire_damage(scene: Scene, who: str, size: str, burning: bool) -> Step[tuple[bool, int]]:
    """What fire of a size does in a round: whether it kills outright, else the damage; burning does half of it.

    Rule: FHT-7.16, FHT-7.8.
    """
    limit = TABLES.number(f"fire.{size}.lethality")
    if limit:
        limit = half(scene, limit) if burning else limit
        passed, damage = yield from lethality_roll(scene, who, limit, {"target": who})
    else:
        passed, printed = False, TABLES.text(f"fire.{size}.damage")
        found = dice(printed)
        damage = int(printed) if found is None else found.total((yield Roll(scene.named("fire"), who, found)).faces)
    return passed, half(scene, damage) if burning else damage


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


def _catches(deed: Deed) -> bool:
    """Small flames set nobody alight, nor anybody who burns already."""
    return text(deed.given.get("size"), "medium") != "small" and not person.has(deed.actor.sheet, "burning")


def _fire_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    found = []
    limit = TABLES.number(f"fire.{text(deed.given.get('size'), 'medium')}.lethality")
    if limit:
        found.append(lethality_check(deed.actor.id, limit))
    found.append(injury_check(scene, deed.actor.id))
    if _catches(deed):
        found.append(check_of("fire_test", deed.actor.id, attribute_goal(scene, deed.actor.id, "dexterity"), FIRE))
    return tuple(found)


def _fire(scene: Scene, deed: Deed) -> Procedure:
    """A round of exposure: the full damage, then a test against catching fire.

    Rule: FHT-7.16, FHT-7.20.
    """
    who, size = deed.actor.id, text(deed.given.get("size"), "medium")
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
    limit = TABLES.number(f"fire.{text(deed.given.get('size'), 'medium')}.lethality")
    injured = injury_check(scene, deed.actor.id)
    return (lethality_check(deed.actor.id, half(scene, limit)), injured) if limit else (injured,)


def _burning(scene: Scene, deed: Deed) -> Procedure:
    yield from burn(scene, deed.actor.id, text(deed.given.get("size"), "medium"), True)


def burn_on(scene: Scene, combatant: Combatant) -> Step[None]:
    """At the end of a round: half the damage for whoever burns and was not in the fire itself.

    Rule: FHT-7.16.
    """
    if person.has(combatant.sheet, "burning") and combatant.flags.get("exposed") is not True:
        yield from burn(scene, combatant.id, text(combatant.sheet.body.get("burning_size"), "medium"), True)


# --- 7.17 Cold and warmth -----------------------------------------------------------------------------------


def cold_is_due(deed: Deed) -> bool:
    """Whether the cold harms in this minute: every five minutes after the time that is free.

    Rule: FHT-7.17.
    """
    per_point = TABLES.number(f"cold_free.{text(deed.given.get('protection'), 'none')}")
    beyond = whole(deed.given.get("minute")) - per_point * person.permanent(deed.actor.sheet, "constitution")
    return beyond > 0 and beyond % number("cold_interval") == 0


def _is_stiff(deed: Deed) -> bool:
    return person.attribute(deed.actor.sheet, "constitution") <= number("cold_stiff_at")


def _cold_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    if not cold_is_due(deed):
        return ()
    if _is_stiff(deed):
        return (injury_check(scene, deed.actor.id),)
    return (check_of("constitution_test", deed.actor.id, constitution_goal(scene, deed.actor.id), COLD),)


def _cold(scene: Scene, deed: Deed) -> Procedure:
    """A test with the constitution of this moment; each failure takes a point of it, at three the body stiffens.

    Rule: FHT-7.17.
    """
    who = deed.actor.id
    if not cold_is_due(deed):
        yield scene.tell(Happened("cold_bearable", who, {"target": who}, (), COLD))
    elif _is_stiff(deed):
        stiff = status(deed.actor, "immobilised", True)
        yield scene.tell(Happened("stiff_with_cold", who, {"target": who}, tuple(stiff), COLD))
        damage = yield from thrown(scene, who, "cold", "cold")
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
    changes: list[Change] = body(victim, "lost.constitution", left)
    now = person.permanent(victim.sheet, "constitution") - left
    if now > number("cold_stiff_at"):
        changes += status(victim, "immobilised", False)
    data: dict[str, Json] = {"target": victim.id, "constitution_left": now}
    yield scene.tell(Happened("warmed", victim.id, data, tuple(changes), COLD))


# --- 7.18 Radiation -----------------------------------------------------------------------------------------


def dose_of(deed: Deed) -> str:
    """The dose that counts: a suit lowers it by a step.

    Rule: FHT-7.18.
    """
    step = DOSES.index(text(deed.given.get("dose"), "medium"))
    return DOSES[max(step - 1, 0)] if deed.given.get("suit") is True else DOSES[step]


def _radiation(scene: Scene, deed: Deed) -> Procedure:
    """Nothing acute, exhaustion for days, doom, or death at once; what comes later the game master tells.

    Rule: FHT-7.18.
    """
    victim, dose = deed.actor, dose_of(deed)
    data: dict[str, Json] = {"target": victim.id, "dose": f"dose.{dose}"}
    changes: list[Change] = []
    if dose in {"medium", "high"}:
        changes += status(victim, "exhausted", True)
    if dose == "high":
        changes += status(victim, "doomed", True)
    yield scene.tell(Happened("irradiated", victim.id, data, tuple(changes), RADIATION))
    if dose == "extreme":
        yield from killed(scene, victim.id, "radiation_death", RADIATION, {})
        return
    for phase in ("exhausted", "pause", "days"):
        expression = TABLES.texts.get(f"radiation.{dose}.{phase}", "")
        found = dice(expression)
        if found is not None and deed.given.get("timeline") is True:
            yield from _phase(scene, victim, phase, found)


def _phase(scene: Scene, victim: Combatant, phase: str, found: Dice) -> Step[None]:
    days = found.total((yield Roll(scene.named(f"radiation_{phase}"), victim.id, found)).faces)
    data: dict[str, Json] = {"target": victim.id, "phase": f"radiation_{phase}", "days": days}
    yield scene.tell(Happened("radiation_course", victim.id, data, (), RADIATION))


ACTS = (
    Act(
        "suffocation", _suffocate, AIR, checks=_air_checks,
        fields=(
            yes_no("deep_breath", rules=AIR),
            whole_number("round", default=1, low=1, high=9999, term="round_without_air", rules=AIR),
        ), by="gm",
    ),
    Act("fire", _fire, FIRE, checks=_fire_checks, fields=(SIZE,), by="gm"),
    Act("burning_on", _burning, FIRE, checks=_burning_checks, fields=(SIZE,), by="gm"),
    Act(
        "cold", _cold, COLD, checks=_cold_checks,
        fields=(
            choice("protection", PROTECTION, default="none", term="cold_protection", choice_terms=PROTECTION_TERMS,
                   rules=COLD),
            whole_number("minute", default=0, high=99_999, term="minute_in_cold", rules=COLD),
        ), by="gm",
    ),
    Act("warmth", _warmth, COLD, fields=(whole_number("minutes", default=1, low=1, high=9999, rules=COLD),), by="gm"),
    Act(
        "radiation", _radiation, RADIATION,
        fields=(
            choice("dose", DOSES, default="medium", choice_terms=DOSE_TERMS, rules=RADIATION),
            yes_no("suit", term="radiation_suit", rules=RADIATION),
            yes_no("timeline", term="radiation_timeline", rules=RADIATION),
        ), by="gm",
    ),
)  # fmt: skip
