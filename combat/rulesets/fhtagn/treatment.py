"""Behandlung und Erholung, FHT-7.3 bis 7.7: a doctor's care, the body's own, strain, sleep, and coming to."""

from combat.core.bill import Bill
from combat.core.body import optional
from combat.core.citation import cite
from combat.core.dice import Dice
from combat.core.event import Change, Happened
from combat.core.fields import choice, choices
from combat.core.fields import number as whole_number
from combat.core.fight import Combatant
from combat.core.intent import Check, Reason
from combat.core.procedure import Procedure, Roll
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.act import Act, Deed, note
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.harm import after_loss, constitution_goal, injury_checks, loss
from combat.rulesets.fhtagn.healing import (
    HEALED,
    gained,
    healer_goal,
    healing_die,
    made_worse,
    sick,
    wounded,
)
from combat.rulesets.fhtagn.lethal import dice_check
from combat.rulesets.fhtagn.roll import Goal, check_of
from combat.rulesets.fhtagn.scene import Scene, body, pool, status
from combat.rulesets.fhtagn.strain import DIE, STRAIN, is_strained, strain
from combat.rulesets.fhtagn.turn import lifeless, out_of_action

TREATED = cite("FHT-7.3")
RECOVERED = cite("FHT-7.4")
AWAKE = cite("FHT-7.7")
SLEEP = Dice(1, number("sleep_die"))
SINCE_TREATMENT = whole_number("days_since_treatment", optional=True, high=9999, unit="days", rules=TREATED)
SINCE_RECOVERY = whole_number("days_since_recovery", optional=True, high=9999, unit="days", rules=RECOVERED)
COUNTED = ("days_since_treatment", "days_since_recovery")
"""Days that are counted on from the first time."""
EQUIPMENT = choices("modifiers", ("poor_equipment", "gm_bonus", "gm_malus"), term="modifier", rules=cite("FHT-5.2"))
CARE = choice("care", ("medicine", "surgery"), default="medicine", rules=TREATED)


def _days(scene: Scene, who: str, deed: Deed, key: str) -> int | None:
    """How many days ago it was: as stated, else as it is kept with the patient; None if it never was.

    Rule: FHT-7.3, FHT-7.4.
    """
    stated = optional(deed.given.get(key))
    return optional(scene.sheet(who).body.get(key)) if stated is None else stated


def _today(patient: Combatant, key: str) -> list[Change]:
    """No day has passed since; never is something else."""
    before = optional(patient.sheet.body.get(key))
    return [] if before == 0 else [Change(patient.id, key, before, 0)]


# --- 7.3 Treatment ------------------------------------------------------------------------------------------


def treatment_bill(scene: Scene, deed: Deed) -> tuple[Bill, int]:
    """What a doctor tests: medicine, or for surgery what the table takes for it; with it an attribute if it is one.

    Rule: FHT-7.3, FHT-9.28.
    """
    sheet = deed.actor.sheet
    if deed.given.get("care") == "surgery":
        if scene.house.plays("surgery_basis", "first_aid"):
            return person.skill_bill(sheet, "first_aid"), 0
        if scene.house.plays("surgery_basis", "intelligence"):
            return person.attribute_bill(sheet, "intelligence"), person.attribute(sheet, "intelligence")
    return person.skill_bill(sheet, "medicine"), 0


def _treat_goal(scene: Scene, deed: Deed) -> Goal:
    base, attribute = treatment_bill(scene, deed)
    return healer_goal(scene, deed, base, (), attribute)


def _treat_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    """Once in seven days; the sick gain no points unless the table plays it so.

    Rule: FHT-7.3, FHT-9.41.
    """
    days = _days(scene, deed.target, deed, "days_since_treatment")
    early = days is not None and days < number("treatment_days")
    soon = (Reason("too_soon", {"needed": number("treatment_days")}, TREATED),) if early else ()
    ill = () if scene.house.plays("diseased_treatment", "tp") else sick(scene, deed.target)
    return wounded(scene, deed.target) + soon + ill


def _treat_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    return (check_of("treatment", deed.actor.id, _treat_goal(scene, deed), TREATED),)


def _treat(scene: Scene, deed: Deed) -> Procedure:
    """Success heals 1W4, critical doubled, a fumble harms; whatever comes of it, aftercare begins.

    Rule: FHT-7.3.
    """
    healer, patient = deed.actor.id, deed.target
    die = yield from scene.test("treatment", healer, _treat_goal(scene, deed), TREATED, {"target": patient})
    changes = [
        *body(scene.who(patient), "in_aftercare", True),
        *_today(scene.who(patient), "days_since_treatment"),
    ]
    yield scene.tell(Happened("aftercare_begun", patient, {"target": patient}, tuple(changes), TREATED))
    if die.succeeds:
        amount = yield from healing_die(scene, healer, die.outcome)
        yield scene.tell(gained(scene, patient, amount, "healed", TREATED, {"who": healer}))
    elif die.outcome == "fumble":
        yield from made_worse(scene, healer, patient, TREATED)


# --- 7.4 Recovery, 7.5 strain -------------------------------------------------------------------------------


def _rest_able(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    """The wounded recover; the sick gain nothing.

    Rule: FHT-7.4, FHT-7.10.
    """
    return wounded(scene, deed.actor.id) + sick(scene, deed.actor.id)


def _rest_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    """Once a day.

    Rule: FHT-7.4.
    """
    days = _days(scene, deed.actor.id, deed, "days_since_recovery")
    early = days is not None and days < number("recovery_days")
    return (Reason("too_soon", {"needed": number("recovery_days")}, RECOVERED),) if early else ()


def _rest_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    return (check_of("recovery", deed.actor.id, constitution_goal(scene, deed.actor.id), RECOVERED),)


def _rest(scene: Scene, deed: Deed) -> Procedure:
    """A test on constitution: one point, 1W4 if critical, one lost by a fumble.

    Rule: FHT-7.4.
    """
    who = deed.actor.id
    die = yield from scene.test("recovery", who, constitution_goal(scene, who), RECOVERED)
    rested = _today(scene.who(who), "days_since_recovery")
    yield scene.tell(Happened("rested", who, {"who": who}, tuple(rested), RECOVERED))
    if die.outcome == "fumble":
        before = person.points(scene.sheet(who), "hit_points")
        lost = loss(scene, who, number("recovery_fumble"), attack=False)
        yield scene.tell(Happened("recovered_badly", who, lost.data, tuple(lost.changes), RECOVERED + lost.cited))
        yield from after_loss(scene, who, before)
    if not die.succeeds:
        return
    amount = number("recovery")
    if die.outcome == "critical":
        amount = (yield Roll(scene.named("healing"), who, HEALED)).faces[0]
    yield scene.tell(gained(scene, who, amount, "recovered", RECOVERED, {}))


def _strain_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    """The die, where exertion costs anything at all."""
    who = deed.actor.id
    if not is_strained(deed.actor.sheet):
        return ()
    return dice_check(who, "strain_damage", DIE, STRAIN), *injury_checks(scene, who, DIE.highest)


def _strain_notes(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    return () if is_strained(deed.actor.sheet) else note("no_strain", STRAIN)


def _sleep_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    return (dice_check(deed.actor.id, "sleep", SLEEP, cite("FHT-1.4")),)


def _strain(scene: Scene, deed: Deed) -> Procedure:
    """Exertion; where it costs nothing, that is told.

    Rule: FHT-7.5.
    """
    if not is_strained(deed.actor.sheet):
        yield scene.tell(Happened("strained_unharmed", deed.actor.id, {"target": deed.actor.id}, (), STRAIN))
    yield from strain(scene, deed.actor.id)


# --- 7.6 and 7.7, 1.4 ---------------------------------------------------------------------------------------


def _day(scene: Scene, deed: Deed) -> Procedure:
    """A day later every attribute lost for a time has one point back, and care is a day longer ago.

    Rule: FHT-7.3, FHT-7.4, FHT-7.6.
    """
    actor = deed.actor
    lost = actor.sheet.body.get("lost")
    changes = []
    for key, value in lost.items() if isinstance(lost, dict) else ():
        left = max((optional(value) or 0) - number("attribute_per_day"), 0)
        changes += body(actor, f"lost.{key}", left)
    for key in COUNTED:
        days = optional(actor.sheet.body.get(key))
        changes += [] if days is None else body(actor, key, days + 1)
    yield scene.tell(Happened("day_passed", actor.id, {"who": actor.id}, tuple(changes), cite("FHT-7.6")))


def _sleep(scene: Scene, deed: Deed) -> Procedure:
    """A night's sleep gives willpower back.

    Rule: FHT-1.4.
    """
    actor = deed.actor
    face = (yield Roll("sleep", actor.id, SLEEP)).faces[0]
    before = person.points(actor.sheet, "willpower")
    after = min(before + face, max(person.maximum(actor.sheet, "willpower"), before))
    data: dict[str, Json] = {"who": actor.id, "willpower": after}
    yield scene.tell(Happened("slept", actor.id, data, tuple(pool(actor, "willpower", before, after)), cite("FHT-1.4")))


def _wake_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    asleep = person.has(deed.actor.sheet, "unconscious")
    return () if asleep else (Reason("not_unconscious", {"who": deed.actor.id}, AWAKE),)


def _wake(scene: Scene, deed: Deed) -> Procedure:
    """After an hour at the earliest somebody comes to, with one or two points too. Rule: FHT-7.7."""
    changes = status(deed.actor, "unconscious", False)
    yield scene.tell(Happened("came_to", deed.actor.id, {"who": deed.actor.id}, tuple(changes), AWAKE))


ACTS = (
    Act(
        "treatment", _treat, TREATED, able=lambda _, deed: out_of_action(deed.actor, "treatment"),
        reasons=_treat_reasons, checks=_treat_checks,
        fields=(CARE, SINCE_TREATMENT, EQUIPMENT), person=True, self_too=True, in_peace=True, group="healing",
    ),
    Act(
        "recovery", _rest, RECOVERED, _rest_able, _rest_reasons, checks=_rest_checks, fields=(SINCE_RECOVERY,),
        in_peace=True, group="healing",
    ),
    Act("strain", _strain, STRAIN, checks=_strain_checks, notes=_strain_notes, by="gm", group="healing"),
    Act("sleep", _sleep, cite("FHT-1.4"), lambda _, deed: lifeless(deed.actor), checks=_sleep_checks, in_peace=True,
        group="healing"),
    Act("day", _day, cite("FHT-7.6"), by="gm", in_peace=True, group="healing"),
    Act("wake_up", _wake, AWAKE, _wake_reasons, by="gm", group="healing"),
)  # fmt: skip
