"""The FHTAGN adapter: `given` becomes requests, `expect` is read off events and states. It contains no rules."""

from collections.abc import Callable, Mapping
from typing import Any

from combat.core.event import changes_in
from combat.core.fight import Combatant, apply
from combat.core.procedure import run
from combat.core.ruleset import Moment
from combat.core.sheet import Sheet
from combat.registry import ruleset
from tests.golden import fhtagn_build as build
from tests.golden.cases import Case
from tests.golden.fhtagn_hazards import hazard, heal
from tests.golden.fhtagn_rounds import round_sequence
from tests.golden.fhtagn_run import (
    Table,
    attacked,
    conditions,
    happened,
    injury,
    intent,
    points,
    rolled,
    without_dice,
)
from tests.golden.given import UnknownKey
from tests.golden.script import Played

ACTOR, TARGET = "attacker", "target"


def known(given: Mapping[str, Any], *keys: str) -> None:
    """Refuse what nobody here reads."""
    unknown = set(given) - set(keys)
    if unknown:
        raise UnknownKey(f"given: {sorted(unknown)}")


def derive(case: Case) -> Played:
    known(case.given, "st", "ko", "en", "unnatuerliches_wissen")
    values = ruleset(build.RULES).derive(build.sheet(case.given), case.options).values
    names = {
        "tp_max": "hit_points_maximum",
        "wp_max": "willpower_maximum",
        "sta_max": "stability_maximum",
        "sta_start": "stability_start",
        "bg_start": "breaking_point_start",
        "damage_bonus": "damage_bonus",
        "melee_t": "melee_lethality",
    }
    found = {key: values[name].value if name in values else None for key, name in names.items()}
    return Played(actual=found, told=values)


def _by_strength(case: Case, key: str) -> Played:
    found, told = [], []
    for strength in case.given["values"]:
        values = ruleset(build.RULES).derive(Sheet(body={"attributes": {"strength": strength}}), {}).values
        found.append(values[key].value if key in values else None)
        told.append(values.get(key))
    return Played(actual={"results": found}, told=told)


def damage_bonus_table(case: Case) -> Played:
    return _by_strength(case, "damage_bonus")


def melee_lethality_table(case: Case) -> Played:
    return _by_strength(case, "melee_lethality")


def range_band_table(case: Case) -> Played:
    given = {"class": "firearm", "skill": "schusswaffen", "damage": "1W10", "brw": case.given["brw"]}
    gun = build.weapon(ACTOR, "gun", given)
    people = [build.combatant(ACTOR, {"schusswaffen": 60}, gun), build.combatant(TARGET, {})]
    found: list[Any] = []
    table = None
    for distance in case.given["values"]:
        fight = build.fight(case, people, {f"{ACTOR}>{TARGET}": {"distance": distance}})
        table = Table(case=case, fight=fight)
        preview = ruleset(build.RULES).preview(fight, intent(ACTOR, "attack", TARGET, item=gun.id))
        codes = [reason.code for reason in preview.reasons]
        found.append(codes[0] if codes else sum(modifier.value for modifier in preview.checks[0].modifiers))
    assert table is not None
    return table.played({"results": found})


def check(case: Case) -> Played:
    known(case.given, "value", "attribute", "untrained", "modifiers", "wp", "exhausted")
    of: dict[str, Any] = {"attribute": "charisma"} if "attribute" in case.given else {"skill": "searching"}
    person = {key: case.given[key] for key in ("wp", "exhausted") if key in case.given}
    if "attribute" in case.given:
        person["ch"] = case.given["attribute"]
    found, things = build.combatant(ACTOR, person)
    body = {**found.sheet.body}
    if "value" in case.given:
        body["skills"] = {"searching": case.given["value"]}
    tested = (Combatant(id=ACTOR, sheet=Sheet(body=body)), things)
    table = Table(case=case, fight=build.fight(case, [tested]))
    step = table.do(intent(ACTOR, "test", modifiers=case.given.get("modifiers"), **of))
    roll = rolled(step.events, "test")[0]
    return table.played({"effective_target": roll.data["target_number"], "outcome": roll.outcome})


def opposed(case: Case) -> Played:
    known(case.given, "context", "attack", "defence")
    people = [
        build.combatant(ACTOR, {"nahkampfwaffen": case.given["attack"]}),
        build.combatant(TARGET, {"nahkampfwaffen": case.given["defence"]}),
    ]
    table = Table(case=case, fight=build.fight(case, people))
    skills = {"skill": "melee_weapons", "opposing_skill": "melee_weapons"}
    step = table.do(intent(ACTOR, "contest", TARGET, context=case.given["context"], **skills))
    first, second = rolled(step.events, "contest")[0], rolled(step.events, "opposing")[0]
    winner = str(happened(step.events, "compared")[0].data["winner"]).removeprefix("winner.")
    return table.played({"attack_outcome": first.outcome, "defence_outcome": second.outcome, "winner": winner})


# --- Attacks --------------------------------------------------------------------------------------------------

STATED = {"festgenagelt": "pinned"}
"""Conditions that a situation states and a result does not name."""
ATTACK_KEYS = (
    "value", "st", "weapon", "mode", "distance", "called", "situation", "aim", "damage_taken_since_aim", "ammo",
    "crowd_size", "fumble_choice", "injury_attribute", "intent", "target", "special", "creature_choice", "touching",
    "target_aim", "modifiers", "actor",
)  # fmt: skip


def _target(given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The target with what the situation says of it."""
    situation = given.get("situation", ())
    person = dict(given["target"])
    if "target_pinned" in situation:
        person["conditions"] = [*person.get("conditions", ()), "festgenagelt"]
    flags = {flag: True for flag in ("unaware", "helpless") if f"target_{flag}" in situation}
    return person, flags | ({"aimed": True} if given.get("target_aim") else {})


def _attacker(case: Case, ammo: int | None) -> dict[str, Any]:
    given = case.given
    skill = case.fixtures["weapons"][given["weapon"]]["skill"]
    known: dict[str, Any] = {skill: given["value"], "st": given.get("st", 10)}
    known.update(given.get("actor", {}))
    return known


def _choices(given: Mapping[str, Any]) -> dict[str, str]:
    found = {}
    if "fumble_choice" in given:
        found["fumble"] = given["fumble_choice"]
    if "injury_attribute" in given:
        found["injury"] = build.ATTRIBUTES[given["injury_attribute"]]
    if "creature_choice" in given:
        found["creature"] = given["creature_choice"]
    return found


def attack(case: Case) -> Played:
    known(case.given, *ATTACK_KEYS)
    given = case.given
    person, flags = _target(given)
    arms = build.arms(case, ACTOR, given.get("ammo"))
    people = [
        build.combatant(ACTOR, _attacker(case, given.get("ammo")), *arms, aimed=bool(given.get("aim"))),
        build.combatant(TARGET, person, **flags),
    ]
    apart = {} if "distance" not in given else {f"{ACTOR}>{TARGET}": {"distance": given["distance"]}}
    table = Table(case=case, fight=build.fight(case, people, apart))
    for _ in range(given.get("damage_taken_since_aim", 0)):
        # A small flame costs exactly one point and needs no die.
        table.do(intent(ACTOR, "fire", size="small"))
    item = build.item_id(ACTOR, given["weapon"])
    step = table.do(
        intent(
            ACTOR, "attack", TARGET, item=item,
            mode=build.MODES[given["mode"]] if "mode" in given else None,
            called=given.get("called"), subdue=given.get("intent") == "subdue" or None,
            crowd_size=given.get("crowd_size"),
            special=given.get("special"), touching=given.get("touching"), modifiers=given.get("modifiers"),
        ),
        _choices(given),
    )  # fmt: skip
    if step.error:
        return table.played({"error": step.error})
    after = table.fight
    situation = given.get("situation", ())
    stray = happened(step.events, "stray_hit")
    weapon = after.combatants[ACTOR].sheet.item(item)
    assert weapon is not None
    actual = attacked(step.events, ACTOR, TARGET) | {
        "tp": points(after, TARGET),
        "conditions": [name for name in conditions(after, TARGET) if f"target_{STATED.get(name)}" not in situation],
        "injury": injury(step.events, TARGET),
        "stray": {"index": stray[0].data["stray"], "damage": stray[0].data["damage"]} if stray else None,
        "ammo": weapon.value("loaded"),
        "aim_after": after.combatants[ACTOR].flags.get("aimed") is True,
        "target_aim_kept": after.combatants[TARGET].flags.get("aimed") is True,
        "attacks": len(rolled(step.events, "attack")),
        "warnings": step.warnings,
    }
    return table.played(actual, step.events)


def _victim_after(table: Table, events: tuple[Any, ...], name: str) -> dict[str, Any]:
    fight = table.fight
    reaction = next((each for each in rolled(events, "dodge") if each.who == name), None)
    return {
        "name": name,
        "tp": points(fight, name),
        "conditions": conditions(fight, name),
        "suppressed": fight.combatants[name].flags.get("suppressed") is True,
        "reaction_outcome": reaction.outcome if reaction else None,
        **attacked(events, ACTOR, name),
    }


def area_attack(case: Case) -> Played:
    known(case.given, "value", "weapon", "mode", "distance", "called", "ammo", "victims")
    given = case.given
    victims = given["victims"]
    people = [build.combatant(ACTOR, _attacker(case, None), *build.arms(case, ACTOR, given.get("ammo")))]
    people += [build.combatant(victim["name"], victim) for victim in victims]
    names = [victim["name"] for victim in victims]
    fight = build.fight(case, people, {f"{ACTOR}>{names[0]}": {"distance": given["distance"]}})
    table = Table(case=case, fight=fight)
    item = build.item_id(ACTOR, given["weapon"])
    choices = {
        f"reaction.{index}.choice": victim["reaction"] for index, victim in enumerate(victims) if "reaction" in victim
    }
    mode = build.MODES[given["mode"]] if "mode" in given else None
    step = table.do(intent(ACTOR, "attack", *names, item=item, mode=mode, called=given.get("called")), choices)
    if step.error:
        return table.played({"error": step.error})
    weapon = table.fight.combatants[ACTOR].sheet.item(item)
    assert weapon is not None
    after = [_victim_after(table, step.events, name) for name in names]
    zone = happened(step.events, "zone_struck", "zone_missed")
    actual = attacked(step.events, ACTOR, names[0]) | {"victims": after, "ammo": weapon.value("loaded")}
    actual["radius"] = zone[0].data["kill_radius"] if zone else None
    return table.played(actual, step.events)


# --- Under fire, order ------------------------------------------------------------------------------------------


def suppression(case: Case) -> Played:
    known(case.given, "sta", "abgehaertet_gewalt", "in_cover", "choice", "attitude")
    given = {key: value for key, value in case.given.items() if key not in {"choice", "in_cover"}}
    covered = {"cover": 10} if case.given["in_cover"] else {"cover_in_reach": 10}
    people = [
        build.combatant(ACTOR, given | covered, suppressed=True),
        build.combatant(TARGET, {}),
    ]
    fight = build.fight(case, people)
    choice = case.given["choice"]
    wanted = intent(ACTOR, choice, *((TARGET,) if choice == "attack" else ()))
    allowed = not ruleset(build.RULES).preview(fight, wanted).reasons
    outcome = run(ruleset(build.RULES).perform(fight, wanted), without_dice)
    table = Table(case=case, fight=apply(fight, changes_in(outcome.events)))
    table.requests.append((fight, wanted, lambda: without_dice))
    left = table.fight.combatants[ACTOR].sheet.value("pools.stability")
    return table.played({"allowed": allowed, "sta": left}, outcome.events)


def turn_order(case: Case) -> Played:
    known(case.given, "combatants")
    people = [build.combatant(each["name"], each) for each in case.given["combatants"]]
    table = Table(case=case, fight=build.fight(case, people))
    table.tick(Moment.ROUND_START)
    return table.played({"order": list(table.fight.order)})


ACTIONS: Mapping[str, Callable[[Case], Played]] = {
    "derive": derive,
    "damage_bonus_table": damage_bonus_table,
    "melee_lethality_table": melee_lethality_table,
    "range_band_table": range_band_table,
    "check": check,
    "opposed": opposed,
    "attack": attack,
    "area_attack": area_attack,
    "suppression": suppression,
    "turn_order": turn_order,
    "round_sequence": round_sequence,
    "heal": heal,
    "hazard": hazard,
}
