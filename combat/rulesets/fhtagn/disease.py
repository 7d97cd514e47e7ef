"""Krankheiten, FHT-7.10, as the game master's actions: their course, and how an incurable one comes back."""

from combat.core.body import dice, optional, text
from combat.core.citation import cite
from combat.core.dice import Dice
from combat.core.event import Happened
from combat.core.fields import choice, yes_no
from combat.core.fields import number as whole_number
from combat.core.intent import Check, Reason
from combat.core.procedure import Procedure
from combat.core.schema import Field, FieldKind
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.act import Act, Deed, note
from combat.rulesets.fhtagn.amounts import half_of
from combat.rulesets.fhtagn.data import TABLES, number
from combat.rulesets.fhtagn.falls import dice_bill
from combat.rulesets.fhtagn.harm import injury_checks, may_relapse, relapse_is_due, suffer
from combat.rulesets.fhtagn.lethal import dice_check
from combat.rulesets.fhtagn.poison import (
    ANTIDOTE,
    ANTIDOTE_VALUE,
    ANTIDOTES,
    CARE,
    antidote,
    antidote_checks,
    antidote_reasons,
    resisted,
    victim_goal,
)
from combat.rulesets.fhtagn.roll import Goal, check_of
from combat.rulesets.fhtagn.scene import Scene, status

DISEASE = cite("FHT-7.10")
DISEASES = ("light", "medium", "severe", "very_severe")
DAMAGE = Field(path="damage", kind=FieldKind.DICE, optional=True, term="disease_damage", rules=DISEASE)


def _disease_keys(deed: Deed) -> tuple[str, ...]:
    penalty = TABLES.text(f"disease.{text(deed.given.get('severity'))}.penalty")
    return (penalty,) if penalty and deed.given.get("damage") is None else ()


def _disease_goal(scene: Scene, deed: Deed) -> Goal:
    return victim_goal(scene, deed, _disease_keys(deed))


def _disease_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    who, found = deed.actor.id, _disease_dice(deed)
    check = check_of("constitution_test", who, _disease_goal(scene, deed), DISEASE)
    harm = dice_check(who, "disease_damage", found, DISEASE)
    most = found.highest * number("critical_factor")
    return (*antidote_checks(scene, deed), check, harm, *injury_checks(scene, who, most))


def _disease_dice(deed: Deed) -> Dice:
    """The dice of a disease: stated, or those of its severity.

    Rule: FHT-7.10, FHT-7.19.
    """
    found = dice(text(deed.given.get("damage")) or TABLES.text(f"disease.{text(deed.given.get('severity'))}.damage"))
    assert found is not None
    return found


def _disease_notes(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    return note("only_latent", DISEASE) if deed.given.get("incurable") is True else ()


def _disease(scene: Scene, deed: Deed) -> Procedure:
    """A test on constitution, then its damage: half and cured, all, or twice; sick until it is cured.

    Rule: FHT-7.10, FHT-9.26.
    """
    who = deed.actor.id
    helped = yield from antidote(scene, deed)
    if helped and deed.given.get("antidote") == "before":
        yield scene.tell(Happened("neutralised", who, {"target": who}, (), ANTIDOTE))
        return
    if not person.has(scene.sheet(who), "diseased"):
        yield from may_relapse(scene, who)
    die = yield from scene.test("constitution_test", who, _disease_goal(scene, deed), DISEASE, {"target": who})
    if not (die.outcome == "critical" and scene.house.plays("disease_crit", "none")):
        damage = yield from dice_bill(scene, who, _disease_dice(deed), "disease_damage", DISEASE)
        lost = resisted(scene, die, damage, DISEASE)
        lost = half_of(scene, lost, "halved_by_antidote", ANTIDOTE) if helped else lost
        yield from suffer(scene, who, lost, "fell_ill", DISEASE)
    yield scene.tell(_course(scene, who, die.succeeds, deed.given.get("incurable") is True))


def _course(scene: Scene, who: str, over: bool, incurable: bool) -> Happened:
    """Cured, latent where it cannot be cured, or still sick.

    Rule: FHT-7.10.
    """
    victim = scene.who(who)
    changes = [*status(victim, "diseased", not over)]
    if incurable:
        changes += status(victim, "disease_latent", over)
    cured = over and not incurable
    data: dict[str, Json] = {"target": who, "cured": cured}
    return Happened("cured" if over else "still_sick", who, data, tuple(changes), DISEASE)


def _relapse_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    return (check_of("relapse_test", deed.actor.id, victim_goal(scene, deed), DISEASE),)


def _relapse_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    """Stated points must be few enough: below half of the maximum now, not before.

    Rule: FHT-7.10, FHT-9.39.
    """
    before = optional(deed.given.get("before"))
    if before is None:
        return ()
    now = person.points(deed.actor.sheet, "hit_points")
    due = relapse_is_due(scene, deed.actor.id, before, now)
    return () if due else (Reason("no_relapse_due", {}, cite("FHT-9.39")),)


def _relapse(scene: Scene, deed: Deed) -> Procedure:
    """A latent disease comes back if the test fails. Rule: FHT-7.10, FHT-9.39."""
    who = deed.actor.id
    die = yield from scene.test("relapse_test", who, victim_goal(scene, deed), DISEASE, {"target": who})
    victim = scene.who(who)
    back = [] if die.succeeds else [*status(victim, "diseased", True), *status(victim, "disease_latent", False)]
    data: dict[str, Json] = {"target": who, "relapsed": not die.succeeds}
    yield scene.tell(Happened("relapse_tested", who, data, tuple(back), cite("FHT-7.10", "FHT-9.39")))


ACTS = (
    Act(
        "disease", _disease, DISEASE, reasons=antidote_reasons, checks=_disease_checks, notes=_disease_notes,
        fields=(
            choice("severity", DISEASES, default="light", rules=cite("FHT-7.19")), DAMAGE,
            yes_no("incurable", rules=DISEASE), ANTIDOTE_VALUE, ANTIDOTES, CARE,
        ), by="gm", group="poison_and_disease",
    ),
    Act(
        "relapse", _relapse, cite("FHT-7.10", "FHT-9.39"), reasons=_relapse_reasons, checks=_relapse_checks,
        fields=(whole_number("before", optional=True, high=999, term="points_before", rules=DISEASE), CARE), by="gm",
        group="poison_and_disease",
    ),
)  # fmt: skip
