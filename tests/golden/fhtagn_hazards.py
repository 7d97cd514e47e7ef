"""Healing and hazards of FHTAGN cases. It contains no rules."""

from collections.abc import Mapping
from typing import Any

from combat.core.body import whole
from combat.core.event import Event
from tests.golden import fhtagn_build as build
from tests.golden.cases import Case
from tests.golden.fhtagn_run import Step, Table, conditions, happened, injury, intent, points, roll_of, rolled
from tests.golden.given import UnknownKey
from tests.golden.script import Played

HEALER, PATIENT = "healer", "patient"
SIZES = {"klein": "small", "mittel": "medium", "gross": "large", "extrem": "extreme"}
DOSES = {"keine": "none", "gering": "low", "mittel": "medium", "hoch": "high", "extrem": "extreme"}
GERMAN_DOSES = {key: name for name, key in DOSES.items()}


def _choices(given: Mapping[str, Any]) -> dict[str, str]:
    return {"injury": build.ATTRIBUTES[given["injury_attribute"]]} if "injury_attribute" in given else {}


def _after(table: Table, step: Step, who: str) -> dict[str, Any]:
    sheet = table.fight.combatants[who].sheet
    lost = sheet.value("lost.constitution")
    return {
        "ko": whole(sheet.value("attributes.constitution")) - whole(lost),
        "tp": points(table.fight, who),
        "conditions": conditions(table.fight, who),
        "injury": injury(step.events, who),
        "first_aid_used": sheet.value("first_aid_used") is True,
        "in_aftercare": sheet.value("in_aftercare") is True,
        "exhausted": sheet.value("statuses.exhausted") is True,
        "doomed": sheet.value("statuses.doomed") is True,
        "diseased": sheet.value("statuses.diseased") is True,
    }


# --- Healing --------------------------------------------------------------------------------------------------

HEAL_KEYS = {
    "method", "value", "patient", "minutes_since_death", "days_since_treatment", "days_since_recovery", "care",
    "modifiers", "injury_attribute", "healer",
}  # fmt: skip
SKILL_OF = {"first_aid": "erste_hilfe", "resuscitation": "erste_hilfe", "treatment": "medizin"}


def heal(case: Case) -> Played:
    unknown = set(case.given) - HEAL_KEYS
    if unknown:
        raise UnknownKey(f"given: {sorted(unknown)}")
    given, method = case.given, case.given["method"]
    healer = dict(given.get("healer", {}))
    if method in SKILL_OF and "value" in given:
        healer[SKILL_OF[method]] = given["value"]
    people = [build.combatant(HEALER, healer), build.combatant(PATIENT, given["patient"])]
    table = Table(case=case, fight=build.fight(case, people))
    parameters: dict[str, Any] = {
        key: given.get(key) for key in ("minutes_since_death", "days_since_treatment", "days_since_recovery", "care",
                                        "modifiers")
    }  # fmt: skip
    targets = (PATIENT,) if method in SKILL_OF else ()
    actor = HEALER if method in SKILL_OF else PATIENT
    step = table.do(intent(actor, method, *targets, **parameters), _choices(given))
    if step.error:
        return table.played({"error": step.error})
    roll = next(iter(rolled(step.events, "first_aid", "treatment", "recovery")), None)
    actual = _after(table, step, PATIENT) | {"final_death": bool(happened(step.events, "dead_for_good"))}
    actual["outcome"] = roll.outcome if roll else None
    actual["effective_target"] = roll.data["target_number"] if roll else None
    return table.played(actual, step.events)


# --- Hazards --------------------------------------------------------------------------------------------------


def _form(given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The action of the game master and its parameters."""
    kind = given["type"]
    plain: dict[str, dict[str, Any]] = {
        "poison": {
            "lethality": given.get("t"),
            "strength_class": given.get("strength"),
            "antidote": given.get("antidote"),
            "antidote_value": given.get("antidote_value"),
            "modifiers": given.get("modifiers"),
        },
        "disease": {
            "damage": given.get("damage"),
            "severity": given.get("severity"),
            "incurable": given.get("incurable"),
            "antidote": given.get("antidote"),
            "antidote_value": given.get("antidote_value"),
            "modifiers": given.get("modifiers"),
        },
        "fall": {"metres": given.get("metres"), "uncontrolled": given.get("uncontrolled")},
        "impact": {"kmh": given.get("kmh"), "wall": given.get("wall")},
        "ram": {
            "role": given.get("role"),
            "massive": given.get("rammed_is_massive"),
            "protected": given.get("protected"),
        },
        "suffocation": {"deep_breath": given.get("deep_breath"), "round": given.get("round")},
        "fire": {"size": SIZES.get(str(given.get("size")))},
        "burning": {"size": SIZES.get(str(given.get("size")))},
        "cold": {"protection": given.get("protection"), "minute": given.get("minute")},
        "warmth": {"minutes": given.get("minutes")},
        "radiation": {
            "dose": DOSES.get(str(given.get("dose"))),
            "suit": given.get("suit"),
            "timeline": given.get("timeline"),
        },
        "irritant": {
            "penalty": given.get("penalty"),
            "duration": given.get("duration"),
            "resistible": given.get("resistible"),
        },
        "relapse": {"before": given.get("tp_before"), "modifiers": given.get("modifiers")},
    }
    return {"burning": "burning_on"}.get(kind, kind), plain[kind]


HAZARD_KEYS = {
    "type", "t", "strength", "severity", "incurable", "antidote", "antidote_value", "modifiers", "victim", "damage",
    "metres", "uncontrolled", "kmh", "wall", "role", "rammed_is_massive", "protected", "deep_breath", "round", "size",
    "protection", "minute", "minutes", "dose", "suit", "timeline", "penalty", "duration", "resistible", "tp_before",
    "injury_attribute",
}  # fmt: skip


def hazard(case: Case) -> Played:
    unknown = set(case.given) - HAZARD_KEYS
    if unknown:
        raise UnknownKey(f"given: {sorted(unknown)}")
    table = Table(case=case, fight=build.fight(case, [build.combatant(PATIENT, case.given["victim"])]))
    form, parameters = _form(case.given)
    step = table.do(intent(PATIENT, form, **parameters), _choices(case.given))
    if step.error:
        return table.played({"error": step.error})
    return table.played(_after(table, step, PATIENT) | _rolls(step.events) | _told(table, step.events), step.events)


def _rolls(events: tuple[Event, ...]) -> dict[str, Any]:
    """What the tests came to."""
    body = next(iter(rolled(events, "constitution_test", "stun_test", "irritant_test", "relapse_test")), None)
    quick, deadly = roll_of(events, "fire_test"), roll_of(events, "lethality")
    actual: dict[str, Any] = {
        "ko_outcome": body.outcome if body else None,
        "ko_target": body.data["target_number"] if body else None,
        "ge_outcome": quick.outcome if quick else None,
        "lethal": deadly.outcome == "lethal" if deadly else False,
    }
    return actual | ({"t_effective": deadly.data["target_number"]} if deadly else {})


def _told(table: Table, events: tuple[Event, ...]) -> dict[str, Any]:
    """What is said of the victim."""
    sheet = table.fight.combatants[PATIENT].sheet
    losses = [event for event in events if "lost" in getattr(event, "data", {})]
    relapse, dose = happened(events, "relapse_tested"), happened(events, "irradiated")
    ill = happened(events, "cured", "still_sick")
    return {
        "damage": losses[0].data["damage"] if losses else 0,
        "neutralised": bool(happened(events, "neutralised")),
        "cured": ill[0].data["cured"] if ill else False,
        "relapsed": relapse[0].data["relapsed"] if relapse else None,
        "irritated": sheet.value("irritation"),
        "dose": GERMAN_DOSES[str(dose[0].data["dose"]).removeprefix("dose.")] if dose else None,
        "days": [event.data["days"] for event in happened(events, "radiation_course")],
    }
