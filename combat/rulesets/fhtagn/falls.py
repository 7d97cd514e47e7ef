"""Sturz, Aufprall, Rammen, FHT-7.12 bis 7.14, as the game master's actions."""

from combat.core.bill import Bill
from combat.core.body import whole
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.dice import Dice
from combat.core.fields import choice, length, yes_no
from combat.core.fields import number as whole_number
from combat.core.intent import Check, Reason
from combat.core.length import started
from combat.core.procedure import Procedure, Roll, Step
from combat.core.rounding import ceil_div, floor_div
from combat.core.value import Json
from combat.rulesets.fhtagn.act import Act, Deed, note
from combat.rulesets.fhtagn.amounts import half, half_of
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.harm import injury_check, injury_checks, suffer
from combat.rulesets.fhtagn.lethal import (
    dice_check,
    killed,
    lethality_check,
    lethality_roll,
    printed_dice,
    stun_check,
    stun_test,
)
from combat.rulesets.fhtagn.scene import Scene

FALL = cite("FHT-7.12")
IMPACT = cite("FHT-7.13")
RAM = cite("FHT-7.14")


def dice_bill(scene: Scene, who: str, found: Dice, name: str, cited: Citations) -> Step[Bill]:
    """Dice of damage that are rolled, as the first step of what they cost."""
    faces = (yield Roll(scene.named(name), who, found)).faces
    return (DerivedStep(name, found.total(faces), cited),)


def _fall_dice(deed: Deed) -> str:
    """Which dice a short fall is rolled with."""
    return "bad_fall" if deed.given.get("uncontrolled") is True else "fall"


def _fall_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    who, metres = deed.actor.id, started(deed.given.get("metres"))
    stunned = stun_check(scene, who, FALL)
    if metres > number("short_fall"):
        return lethality_check(who, metres), injury_check(scene, who), stunned
    found = printed_dice(_fall_dice(deed))
    return dice_check(who, "fall_damage", found, FALL), *injury_checks(scene, who, found.highest), stunned


def _fall(scene: Scene, deed: Deed) -> Procedure:
    """Up to three metres dice, farther a lethality of one per cent a metre; survivors test against being stunned.

    Rule: FHT-7.12.
    """
    who, metres = deed.actor.id, started(deed.given.get("metres"))
    if metres <= number("short_fall"):
        damage = yield from dice_bill(scene, who, printed_dice(_fall_dice(deed)), "fall_damage", FALL)
        yield from suffer(scene, who, damage, "fell_down", FALL, {"metres": metres})
    else:
        passed, damage = yield from lethality_roll(scene, who, metres, {"target": who})
        if passed:
            yield from killed(scene, who, "fell_down", FALL, {"metres": metres})
        else:
            yield from suffer(scene, who, damage, "fell_down", FALL, {"metres": metres})
    yield from stun_test(scene, who, FALL)


def impact_lethality(scene: Scene, deed: Deed) -> int:
    """Ten per cent for every 40 km/h, in proportion and rounded up, or full steps only; twice that against a wall.

    Rule: FHT-7.13, FHT-9.27.
    """
    speed, step, share = whole(deed.given.get("kmh")), number("kmh_step"), number("kmh_percent")
    found = ceil_div(speed * share, step)
    if speed % step and scene.house.plays("impact_scale", "steps"):
        found = floor_div(speed, step) * share
    return found * number("wall_factor") if deed.given.get("wall") is True else found


def _impact_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    who = deed.actor.id
    deadly = lethality_check(who, impact_lethality(scene, deed))
    return deadly, injury_check(scene, who), stun_check(scene, who, IMPACT)


def _impact(scene: Scene, deed: Deed) -> Procedure:
    """A lethality roll; survivors test against being stunned.

    Rule: FHT-7.13.
    """
    who, limit = deed.actor.id, impact_lethality(scene, deed)
    data: dict[str, Json] = {"kmh": whole(deed.given.get("kmh")), "lethality": limit}
    passed, damage = yield from lethality_roll(scene, who, limit, {"target": who})
    if passed:
        yield from killed(scene, who, "crashed", IMPACT, data)
    else:
        yield from suffer(scene, who, damage, "crashed", IMPACT, data)
    yield from stun_test(scene, who, IMPACT)


def _ram_dice(deed: Deed) -> str:
    """Which dice a passenger takes, "" for none: whoever rams what is not massive takes nothing.

    Rule: FHT-7.14.
    """
    if deed.given.get("role") != "rammer":
        return "rammed"
    return "rammer" if deed.given.get("massive") is True else ""


def _ram_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    who, rolled = deed.actor.id, _ram_dice(deed)
    if not rolled:
        return ()
    found = printed_dice(rolled)
    most = half(scene, found.highest) if deed.given.get("protected") is True else found.highest
    return dice_check(who, "ram_damage", found, RAM), *injury_checks(scene, who, most)


def _ram_notes(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    if not _ram_dice(deed):
        return note("nothing_rammed", RAM)
    return note("halved_once", RAM) if deed.given.get("protected") is True else ()


def _ram(scene: Scene, deed: Deed) -> Procedure:
    """Passengers of the rammed car take more than those of the one that rams; a belt halves it, once.

    Rule: FHT-7.14.
    """
    who, rolled = deed.actor.id, _ram_dice(deed)
    if not rolled:
        yield from suffer(scene, who, (), "rammed", RAM)
        return
    damage = yield from dice_bill(scene, who, printed_dice(rolled), "ram_damage", RAM)
    if deed.given.get("protected") is True:
        damage = half_of(scene, damage, "protected", RAM)
    yield from suffer(scene, who, damage, "rammed", RAM)


ACTS = (
    Act(
        "fall", _fall, FALL, checks=_fall_checks,
        fields=(
            length("metres", default=1, low=1, high=9999, unit="metres", term="fall_metres", rules=FALL),
            yes_no("uncontrolled", rules=FALL),
        ), by="gm", group="falls_and_crashes",
    ),
    Act(
        "impact", _impact, IMPACT, checks=_impact_checks,
        fields=(whole_number("kmh", default=40, low=1, high=999, rules=IMPACT), yes_no("wall", rules=IMPACT)),
        by="gm", group="falls_and_crashes",
    ),
    Act(
        "ram", _ram, RAM, checks=_ram_checks, notes=_ram_notes,
        fields=(
            choice("role", ("rammed", "rammer"), default="rammed", rules=RAM, term="ram_role"),
            yes_no("massive", default=True, term="rammed_is_massive", rules=RAM),
            yes_no("protected", rules=RAM),
        ), by="gm", group="falls_and_crashes",
    ),
)  # fmt: skip
