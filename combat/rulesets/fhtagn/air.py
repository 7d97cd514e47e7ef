"""Ersticken, FHT-7.15: rounds without air as the game master's action, and first aid that clears an airway."""

from combat.core.bill import Bill
from combat.core.body import whole
from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.event import Happened
from combat.core.fields import number as whole_number
from combat.core.fields import yes_no
from combat.core.intent import Check, Reason
from combat.core.procedure import Procedure
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.act import Act, Deed, note
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.falls import dice_bill
from combat.rulesets.fhtagn.harm import constitution_goal, injury_checks, suffer
from combat.rulesets.fhtagn.healing import GRANTED, healer_goal, kit
from combat.rulesets.fhtagn.lethal import dice_check, printed_dice
from combat.rulesets.fhtagn.roll import Goal, check_of
from combat.rulesets.fhtagn.scene import Scene, status
from combat.rulesets.fhtagn.strain import strains
from combat.rulesets.fhtagn.turn import spend

AIR = cite("FHT-7.15")


def breath_left(deed: Deed) -> int:
    """How many rounds somebody can still hold his breath after this one, below 0 for not even this one.

    Rule: FHT-7.15.
    """
    deep = deed.given.get("deep_breath") is True
    free = number("breath_factor") * person.attribute(deed.actor.sheet, "constitution") if deep else 0
    return free - whole(deed.given.get("round"), 1)


def has_breath(deed: Deed) -> bool:
    """Whether somebody can still hold his breath: five rounds for each point of constitution after a deep one.

    Rule: FHT-7.15.
    """
    return breath_left(deed) >= 0


def _air_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    if has_breath(deed):
        return ()
    who, found = deed.actor.id, printed_dice("suffocation")
    resisting = check_of("constitution_test", who, constitution_goal(scene, who), AIR)
    return resisting, dice_check(who, "suffocation_damage", found, AIR), *injury_checks(scene, who, found.highest)


def _air_notes(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    """What a success costs, or how long the breath still lasts."""
    if has_breath(deed):
        return note("breath_lasts", AIR, left=breath_left(deed))
    return note("success_costs", AIR, damage=number("suffocation_success"))


def _suffocate(scene: Scene, deed: Deed) -> Procedure:
    """Each round without breath: one point, or dice if the test fails; a blocked airway stays so until first aid.

    Rule: FHT-7.15.
    """
    who = deed.actor.id
    blocked = status(deed.actor, "airway_blocked", True) if deed.given.get("blocked") is True else []
    if blocked:
        yield scene.tell(Happened("airway_blocked", who, {"target": who}, tuple(blocked), AIR))
    if has_breath(deed):
        yield scene.tell(Happened("holds_breath", who, {"who": who}, (), AIR))
        return
    die = yield from scene.test("constitution_test", who, constitution_goal(scene, who), AIR, {"target": who})
    damage: Bill = (DerivedStep("suffocation_damage", number("suffocation_success"), AIR),)
    if not die.succeeds:
        damage = yield from dice_bill(scene, who, printed_dice("suffocation"), "suffocation_damage", AIR)
    yield from suffer(scene, who, damage, "suffocates", AIR)


def _airway_goal(scene: Scene, deed: Deed) -> Goal:
    return healer_goal(scene, deed, person.skill_bill(deed.actor.sheet, "first_aid"), kit(deed.actor))


def _airway_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    return (check_of("first_aid", deed.actor.id, _airway_goal(scene, deed), AIR),)


def _airway_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    blocked = person.has(scene.sheet(deed.target), "airway_blocked") and not person.is_gone(scene.sheet(deed.target))
    return () if blocked else (Reason("not_suffocating", {"target": deed.target}, AIR),)


def _clear_airway(scene: Scene, deed: Deed) -> Procedure:
    """Whoever suffocates with a blocked airway breathes again only after first aid.

    Rule: FHT-7.15.
    """
    healer, patient = deed.actor.id, deed.target
    yield scene.tell(*spend(scene, healer, "clear_airway", keeps_hold=False))
    goal = _airway_goal(scene, deed)
    die = yield from scene.test("first_aid", healer, goal, AIR, {"target": patient}, exertion=True)
    term = "airway_cleared" if die.succeeds else "airway_blocked"
    changes = status(scene.who(patient), "airway_blocked", not die.succeeds)
    yield scene.tell(Happened(term, patient, {"who": healer, "target": patient}, tuple(changes), AIR))
    yield from strains(scene)


ACTS = (
    Act(
        "clear_airway", _clear_airway, AIR, reasons=_airway_reasons, checks=_airway_checks, fields=(GRANTED,),
        costs=True, person=True, group="healing", helps=True,
    ),
    Act(
        "suffocation", _suffocate, AIR, checks=_air_checks, notes=_air_notes,
        fields=(
            yes_no("deep_breath", rules=AIR),
            yes_no("blocked", rules=AIR, term="airway_blocked"),
            whole_number("round", default=1, low=1, high=9999, term="round_without_air", rules=AIR),
        ), by="gm", group="suffocation_and_fire",
    ),
)  # fmt: skip
