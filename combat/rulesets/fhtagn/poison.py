"""Gifte, Gegengifte und Reizstoffe, FHT-7.9, 7.11 und 2.13, as the game master's actions."""

from combat.core.bill import Bill, total
from combat.core.body import dice, optional, text, whole, words
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.event import Happened, Modifier
from combat.core.fields import choice, choices, yes_no
from combat.core.fields import number as whole_number
from combat.core.intent import Check, Reason
from combat.core.procedure import Procedure, Step
from combat.core.schema import Field, FieldKind
from combat.rulesets.fhtagn.act import Act, Deed
from combat.rulesets.fhtagn.amounts import half, half_of
from combat.rulesets.fhtagn.data import TABLES, number
from combat.rulesets.fhtagn.effects import irritate
from combat.rulesets.fhtagn.harm import constitution_goal, may_relapse, suffer
from combat.rulesets.fhtagn.lethal import killed, lethality_check, lethality_roll
from combat.rulesets.fhtagn.roll import Die, Goal, check_of, goal
from combat.rulesets.fhtagn.scene import Scene

POISON = cite("FHT-7.9")
ANTIDOTE = cite("FHT-7.11")
POISONS = ("weak", "medium", "strong", "very_strong", "deadly")
STRENGTH = choice("strength_class", POISONS, default="medium", rules=cite("FHT-7.19"))
PERCENT = whole_number(
    "lethality", optional=True, low=1, high=200, unit="percent", term="lethality_stated", rules=POISON
)
ANTIDOTES = choice("antidote", ("before", "after"), optional=True, rules=ANTIDOTE)
ANTIDOTE_VALUE = whole_number("antidote_value", optional=True, high=999, rules=ANTIDOTE)
TREATED = choices("modifiers", ("medical_care", "gm_bonus", "gm_malus"), term="modifier", rules=cite("FHT-5.2"))
CARE = choices(
    "modifiers", ("medical_care", "disease_severe", "disease_very_severe", "gm_bonus", "gm_malus"), term="modifier",
    rules=cite("FHT-5.2"),
)  # fmt: skip


# --- 7.9 Poison, 7.11 antidotes -----------------------------------------------------------------------------


def poison_of(deed: Deed) -> int:
    """The lethality of a poison: stated, or that of its strength.

    Rule: FHT-7.9, FHT-7.19.
    """
    stated = optional(deed.given.get("lethality"))
    return stated if stated is not None else TABLES.number(f"poison.{text(deed.given.get('strength_class'))}")


def antidote_goal(scene: Scene, deed: Deed) -> Goal:
    """The test of whoever gives the antidote: medicine or pharmacy, as stated.

    Rule: FHT-7.11.
    """
    base: Bill = (DerivedStep("antidote_value", whole(deed.given.get("antidote_value")), ANTIDOTE),)
    return goal(base, (), scene.house)


def is_tested(scene: Scene, deed: Deed) -> bool:
    """Whether an antidote needs a test: always before the onset, later unless the table plays it otherwise.

    Rule: FHT-7.11, FHT-9.34.
    """
    given = deed.given.get("antidote")
    return given == "before" or (given == "after" and not scene.house.plays("late_antidote_test", False))


def antidote(scene: Scene, deed: Deed) -> Step[bool]:
    """Whether an antidote works.

    Rule: FHT-7.11, FHT-9.34.
    """
    if not is_tested(scene, deed):
        return deed.given.get("antidote") == "after"
    die = yield from scene.test(
        "antidote", deed.actor.id, antidote_goal(scene, deed), ANTIDOTE, {"target": deed.actor.id}
    )
    return die.succeeds


def antidote_checks(scene: Scene, deed: Deed) -> list[Check]:
    return [check_of("antidote", deed.actor.id, antidote_goal(scene, deed), ANTIDOTE)] if is_tested(scene, deed) else []


def antidote_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    missing = is_tested(scene, deed) and deed.given.get("antidote_value") is None
    return (Reason("antidote_value_missing", {}, ANTIDOTE),) if missing else ()


def victim_goal(scene: Scene, deed: Deed, keys: tuple[str, ...] = ()) -> Goal:
    """The victim's test on constitution, with care and what makes it harder.

    Rule: FHT-7.9, FHT-7.10.
    """
    chips = words(deed.given.get("modifiers"))
    return constitution_goal(scene, deed.actor.id, tuple(dict.fromkeys((*keys, *chips))))


def halved(scene: Scene, limit: int) -> tuple[Modifier, ...]:
    """What a late antidote takes off a lethality.

    Rule: FHT-7.11.
    """
    return (Modifier("halved_by_antidote", half(scene, limit) - limit, "add", ANTIDOTE),)


def _poison_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    limit = poison_of(deed)
    late = deed.given.get("antidote") == "after" and not is_tested(scene, deed)
    deadly = lethality_check(deed.actor.id, limit, halved(scene, limit) if late else ())
    resisting = check_of("constitution_test", deed.actor.id, victim_goal(scene, deed), POISON)
    return (*antidote_checks(scene, deed), deadly, resisting)


def resisted(scene: Scene, die: Die, damage: Bill, cited: Citations, critical: int | None = None) -> Bill:
    """What a test on constitution leaves of the damage: half, all, twice as much; ``critical``: what is left at best.

    Rule: FHT-7.9, FHT-7.10.
    """
    if die.outcome == "critical" and critical is not None:
        return (*damage, DerivedStep("critical", critical - total(damage), cited))
    if die.succeeds:
        return half_of(scene, damage, die.outcome, cited)
    worse = total(damage) * (number("critical_factor") - 1) if die.outcome == "fumble" else 0
    return (*damage, DerivedStep("fumble", worse, cited))


def _poison(scene: Scene, deed: Deed) -> Procedure:
    """The lethality roll, then a test on constitution for what it leaves; a late antidote halves both.

    Rule: FHT-7.9, FHT-7.11.
    """
    who, limit = deed.actor.id, poison_of(deed)
    helped = yield from antidote(scene, deed)
    if helped and deed.given.get("antidote") == "before":
        yield scene.tell(Happened("neutralised", who, {"target": who}, (), ANTIDOTE))
        return
    yield from may_relapse(scene, who)
    late = helped and deed.given.get("antidote") == "after"
    changes = halved(scene, limit) if late else ()
    passed, damage = yield from lethality_roll(scene, who, limit, {"target": who}, changes)
    limit += sum([change.value for change in changes])
    if passed:
        yield from killed(scene, who, "poisoned", POISON, {"lethality": limit})
        return
    die = yield from scene.test("constitution_test", who, victim_goal(scene, deed), POISON, {"target": who})
    lost = resisted(scene, die, damage, POISON, number("poison_critical"))
    lost = half_of(scene, lost, "halved_by_antidote", ANTIDOTE) if late else lost
    yield from suffer(scene, who, lost, "poisoned", POISON, {"lethality": limit})


# --- 2.13 Gas, spray, shock, light --------------------------------------------------------------------------


def _irritant_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    if deed.given.get("resistible") is not True:
        return ()
    return (check_of("irritant_test", deed.actor.id, constitution_goal(scene, deed.actor.id), cite("FHT-2.13")),)


def _irritant(scene: Scene, deed: Deed) -> Procedure:
    """Rule: FHT-2.13."""
    lasts = dice(text(deed.given.get("duration")))
    penalty = whole(deed.given.get("penalty"))
    yield from irritate(scene, deed.actor.id, penalty, lasts, deed.given.get("resistible") is True)


ACTS = (
    Act(
        "poison", _poison, POISON, reasons=antidote_reasons, checks=_poison_checks,
        fields=(STRENGTH, PERCENT, ANTIDOTE_VALUE, ANTIDOTES, TREATED), by="gm", group="poison_and_disease",
    ),
    Act(
        "irritant", _irritant, cite("FHT-7.20", "FHT-2.13"), checks=_irritant_checks,
        fields=(
            whole_number("penalty", default=-20, low=-40, high=-1, rules=cite("FHT-2.13")),
            Field(path="duration", kind=FieldKind.DICE, optional=True, rules=cite("FHT-2.13")),
            yes_no("resistible", default=True, term="resistible", rules=cite("FHT-2.13")),
        ), by="gm", group="poison_and_disease",
    ),
)  # fmt: skip
