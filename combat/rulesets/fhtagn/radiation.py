"""Radioaktivität, FHT-7.18, as the game master's actions: the dose, its course, the days of decline."""

from combat.core.body import dice, text
from combat.core.citation import cite
from combat.core.dice import Dice
from combat.core.event import Change, Happened
from combat.core.fields import choice, yes_no
from combat.core.fight import Combatant
from combat.core.intent import Check, Reason
from combat.core.procedure import Procedure, Roll, Step
from combat.core.value import Json
from combat.rulesets.fhtagn.act import Act, Deed, note
from combat.rulesets.fhtagn.amounts import half_of
from combat.rulesets.fhtagn.data import TABLES
from combat.rulesets.fhtagn.falls import dice_bill
from combat.rulesets.fhtagn.harm import constitution_goal, injury_checks, suffer
from combat.rulesets.fhtagn.lethal import dice_check, killed
from combat.rulesets.fhtagn.roll import check_of
from combat.rulesets.fhtagn.scene import Scene, body, status
from combat.rulesets.fhtagn.words import DOSE_TERMS, DOSES

RADIATION = cite("FHT-7.18")
PHASES = ("exhausted", "pause", "days")
"""What a course consists of."""


def dose_of(deed: Deed) -> str:
    """The dose that counts: a suit lowers it by a step.

    Rule: FHT-7.18.
    """
    step = DOSES.index(text(deed.given.get("dose"), "medium"))
    return DOSES[max(step - 1, 0)] if deed.given.get("suit") is True else DOSES[step]


def _course(deed: Deed) -> tuple[tuple[str, Dice], ...]:
    """The days of each phase as dice, where the table rolls the course.

    Rule: FHT-7.18.
    """
    printed = [(phase, dice(TABLES.texts.get(f"radiation.{dose_of(deed)}.{phase}", ""))) for phase in PHASES]
    wanted = deed.given.get("timeline") is True
    return tuple([(phase, found) for phase, found in printed if found is not None and wanted])


def _checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    return tuple([dice_check(deed.actor.id, f"radiation_{phase}", found, RADIATION) for phase, found in _course(deed)])


def _notes(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    """What the dose that counts does."""
    return note(f"dose_{dose_of(deed)}", RADIATION)


def _radiation(scene: Scene, deed: Deed) -> Procedure:
    """Nothing acute, exhaustion for days, doom, or death at once; what comes later the game master tells.

    Rule: FHT-7.18.
    """
    victim, dose = deed.actor, dose_of(deed)
    data: dict[str, Json] = {"target": victim.id, "dose": f"dose.{dose}"}
    changes: list[Change] = [] if dose == "none" else body(victim, "dose", dose)
    if dose in {"medium", "high"}:
        changes += status(victim, "exhausted", True)
    if dose == "high":
        changes += status(victim, "doomed", True)
    yield scene.tell(Happened("irradiated", victim.id, data, tuple(changes), RADIATION))
    if dose == "extreme":
        yield from killed(scene, victim.id, "radiation_death", RADIATION, {})
        return
    for phase, found in _course(deed):
        yield from _phase(scene, victim, phase, found)


def _phase(scene: Scene, victim: Combatant, phase: str, found: Dice) -> Step[None]:
    days = found.total((yield Roll(scene.named(f"radiation_{phase}"), victim.id, found)).faces)
    data: dict[str, Json] = {"target": victim.id, "phase": f"radiation_{phase}", "days": days}
    yield scene.tell(Happened("radiation_course", victim.id, data, (), RADIATION))


def _day_dice() -> Dice:
    found = dice(TABLES.text("radiation.medium.damage"))
    assert found is not None
    return found


def _day_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    who, found = deed.actor.id, _day_dice()
    resisting = check_of("constitution_test", who, constitution_goal(scene, who), RADIATION)
    return resisting, dice_check(who, "radiation_damage", found, RADIATION), *injury_checks(scene, who, found.highest)


def _day(scene: Scene, deed: Deed) -> Procedure:
    """A day of decline after a medium dose; a test on constitution halves what it costs.

    Rule: FHT-7.18.
    """
    who, found = deed.actor.id, _day_dice()
    die = yield from scene.test("constitution_test", who, constitution_goal(scene, who), RADIATION, {"target": who})
    damage = yield from dice_bill(scene, who, found, "radiation_damage", RADIATION)
    lost = half_of(scene, damage, die.outcome, RADIATION) if die.succeeds else damage
    yield from suffer(scene, who, lost, "declined", RADIATION)


ACTS = (
    Act(
        "radiation", _radiation, RADIATION, checks=_checks, notes=_notes,
        fields=(
            choice("dose", DOSES, default="medium", choice_terms=DOSE_TERMS, rules=RADIATION),
            yes_no("suit", term="radiation_suit", rules=RADIATION),
            yes_no("timeline", term="radiation_timeline", rules=RADIATION),
        ), by="gm", group="cold_and_radiation",
    ),
    Act("radiation_day", _day, RADIATION, checks=_day_checks, by="gm", group="cold_and_radiation"),
)  # fmt: skip
