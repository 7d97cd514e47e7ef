"""Erste Hilfe, FHT-7.1 und 7.2: stabilising the wounded, bringing back the dead."""

from combat.core.bill import Bill, words_of_gm
from combat.core.body import optional, words
from combat.core.citation import Citations, cite
from combat.core.dice import Dice
from combat.core.event import Happened
from combat.core.fields import choices
from combat.core.fields import number as whole_number
from combat.core.fight import Combatant
from combat.core.intent import Check, Reason
from combat.core.procedure import Procedure, Roll, Step
from combat.core.sheet import Sheet
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.act import Act, Deed
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.harm import after_loss, injury_test, loss
from combat.rulesets.fhtagn.modifiers import GM, modifiers, own_state
from combat.rulesets.fhtagn.roll import Goal, check_of, goal
from combat.rulesets.fhtagn.scene import Scene, body, pool, status
from combat.rulesets.fhtagn.strain import strains
from combat.rulesets.fhtagn.turn import spend

FIRST_AID = cite("FHT-7.2")
REVIVED = cite("FHT-7.1")
HEALED = Dice(1, number("heal_die"))
CRITICAL = number("critical_factor")
AWAKE_FROM = number("unconscious_at") + 1
MINUTES = whole_number("minutes_since_death", optional=True, high=9999, unit="minutes", rules=REVIVED)
GRANTED = choices("modifiers", ("gm_bonus", "gm_malus"), term="modifier", rules=cite("FHT-5.2"))


# --- What healing changes -----------------------------------------------------------------------------------


def gained(scene: Scene, who: str, amount: int, term: str, cited: Citations, data: dict[str, Json]) -> Happened:
    """Points that come back, never above the maximum; whoever has three again comes to.

    Rule: FHT-7.2, FHT-7.7.
    """
    patient = scene.who(who)
    before = person.points(patient.sheet, "hit_points")
    after = min(before + amount, max(person.maximum(patient.sheet, "hit_points"), before))
    changes = pool(patient, "hit_points", before, after)
    if before < AWAKE_FROM <= after:
        changes += status(patient, "unconscious", False)
    elif before == 0 and after:
        changes += status(patient, "unconscious", True)
    if after >= person.maximum(patient.sheet, "hit_points"):
        changes += body(patient, "in_aftercare", False)
    found: dict[str, Json] = {**data, "target": who, "gained": after - before, "hit_points": after}
    return Happened(term, who, found, tuple(changes), cited)


def healing_die(scene: Scene, who: str, outcome: str) -> Step[int]:
    """1W4 points, doubled by a critical success.

    Rule: FHT-7.2.
    """
    face = (yield Roll(scene.named("healing"), who, HEALED)).faces[0]
    return face * CRITICAL if outcome == "critical" else face


def is_diseased(sheet: Sheet) -> bool:
    """Whether a disease keeps points from coming back.

    Rule: FHT-7.10.
    """
    return person.has(sheet, "diseased")


def wounded(scene: Scene, target: str) -> tuple[Reason, ...]:
    """Only the living and wounded are treated.

    Rule: FHT-7.2.
    """
    sheet = scene.sheet(target)
    now, most = person.points(sheet, "hit_points"), person.maximum(sheet, "hit_points")
    return () if 0 < now < most else (Reason("not_wounded", {"target": target}, FIRST_AID),)


def sick(scene: Scene, target: str) -> tuple[Reason, ...]:
    """The sick gain nothing by care.

    Rule: FHT-7.10.
    """
    ill = is_diseased(scene.sheet(target))
    return (Reason("diseased", {"target": target}, cite("FHT-7.10")),) if ill else ()


def healer_goal(scene: Scene, deed: Deed, base: Bill, keys: tuple[str, ...] = (), attribute: int = 0) -> Goal:
    """The test of whoever treats somebody."""
    chips = words(deed.given.get("modifiers"))
    found = (*modifiers((*keys, *chips)), *own_state(deed.actor.sheet), *words_of_gm(deed.intent.gm_modifiers, GM))
    return goal(base, found, scene.house, attribute)


# --- 7.2 First aid ------------------------------------------------------------------------------------------


def kit(healer: Combatant) -> tuple[str, ...]:
    """A first aid kit among his things helps.

    Rule: FHT-2.13.
    """
    held = any("first_aid_kit" in words(item.body.get("grants")) for item in healer.sheet.items)
    return ("first_aid_kit",) if held else ()


def _aid_goal(scene: Scene, deed: Deed) -> Goal:
    return healer_goal(scene, deed, person.skill_bill(deed.actor.sheet, "first_aid"), kit(deed.actor))


def _aid_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    """Once for each injury; the sick gain nothing.

    Rule: FHT-7.2, FHT-7.10.
    """
    used = scene.sheet(deed.target).body.get("first_aid_used") is True
    again = (Reason("first_aid_used", {"target": deed.target}, FIRST_AID),) if used else ()
    return wounded(scene, deed.target) + again + sick(scene, deed.target)


def _aid_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    return (check_of("first_aid", deed.actor.id, _aid_goal(scene, deed), FIRST_AID),)


def _first_aid(scene: Scene, deed: Deed) -> Procedure:
    """Success heals 1W4, critical doubled; a fumble harms, and its own wound may be treated again.

    Rule: FHT-7.2, FHT-9.25.
    """
    healer, patient = deed.actor.id, deed.target
    yield scene.tell(*spend(scene, healer, "first_aid", keeps_hold=False))
    goal_ = _aid_goal(scene, deed)
    die = yield from scene.test("first_aid", healer, goal_, FIRST_AID, {"target": patient}, exertion=True)
    used = body(scene.who(patient), "first_aid_used", True)
    yield scene.tell(Happened("first_aid_given", patient, {"target": patient}, tuple(used), FIRST_AID))
    if die.succeeds:
        amount = yield from healing_die(scene, healer, die.outcome)
        yield scene.tell(gained(scene, patient, amount, "healed", FIRST_AID, {"who": healer}))
    elif die.outcome == "fumble":
        yield from made_worse(scene, healer, patient, FIRST_AID)
        if scene.house.plays("fumble_reopens_first_aid", False):
            again = body(scene.who(patient), "first_aid_used", True)
            yield scene.tell(Happened("first_aid_given", patient, {"target": patient}, tuple(again), FIRST_AID))
    yield from strains(scene)


def made_worse(scene: Scene, healer: str, patient: str, cited: Citations) -> Step[None]:
    """A fumble costs 1W4 points.

    Rule: FHT-7.2, FHT-7.3.
    """
    face = (yield Roll(scene.named("made_worse"), healer, HEALED)).faces[0]
    before = person.points(scene.sheet(patient), "hit_points")
    lost = loss(scene, patient, face, attack=False)
    data: dict[str, Json] = {"who": healer, "damage": face, **lost.data}
    yield scene.tell(Happened("made_worse", patient, data, tuple(lost.changes), cited + lost.cited))
    yield from after_loss(scene, patient, before)


# --- 7.1 Resuscitation --------------------------------------------------------------------------------------


def _revive_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    """As many minutes after death as the constitution of the dead; a failed attempt was the last.

    Rule: FHT-7.1.
    """
    sheet = scene.sheet(deed.target)
    if not person.is_gone(sheet) or person.is_object(sheet):
        return (Reason("not_dead", {"target": deed.target}, REVIVED),)
    minutes = optional(deed.given.get("minutes_since_death"))
    late = minutes is not None and minutes > person.permanent(sheet, "constitution")
    final = person.has(sheet, "final_death")
    return (Reason("too_late", {"target": deed.target}, REVIVED),) if late or final else ()


def _revive(scene: Scene, deed: Deed) -> Procedure:
    """Success brings somebody back with 1W4 points, then the test against lasting harm; failure is final.

    Rule: FHT-7.1, FHT-9.23.
    """
    healer, patient = deed.actor.id, deed.target
    yield scene.tell(*spend(scene, healer, "resuscitation", keeps_hold=False))
    goal_ = _aid_goal(scene, deed)
    die = yield from scene.test("first_aid", healer, goal_, REVIVED, {"target": patient}, exertion=True)
    if not die.succeeds:
        changes = status(scene.who(patient), "final_death", True)
        yield scene.tell(Happened("dead_for_good", patient, {"target": patient}, tuple(changes), REVIVED))
        yield from strains(scene)
        return
    amount = yield from healing_die(scene, healer, die.outcome)
    yield scene.tell(gained(scene, patient, amount, "revived", REVIVED, {"who": healer}))
    back = scene.who(patient)
    ended = [*body(back, "first_aid_used", True), *body(back, "injury_pending", False)]
    # Asked before it is told, so that what is told names the house rule.
    is_spared = scene.house.plays("injury_on_death", "skip")
    yield scene.tell(Happened("first_aid_given", patient, {"target": patient}, tuple(ended), REVIVED))
    if not is_spared:
        yield from injury_test(scene, patient)
    yield from strains(scene)


ACTS = (
    Act(
        "first_aid", _first_aid, FIRST_AID, reasons=_aid_reasons, checks=_aid_checks, fields=(GRANTED,), costs=True,
        person=True, self_too=True, group="healing", helps=True,
    ),
    Act(
        "resuscitation", _revive, REVIVED, reasons=_revive_reasons, checks=_aid_checks, fields=(MINUTES, GRANTED),
        costs=True, person=True, group="healing", helps=True,
    ),
)  # fmt: skip
