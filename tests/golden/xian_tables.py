"""XIAN cases of difficulties, tables and checks."""

from dataclasses import replace
from fractions import Fraction

from combat.core.event import Modifier, Rolled, changes_in
from combat.core.fight import Fight, apply
from combat.core.intent import Intent, Part
from combat.core.procedure import Procedure, run
from combat.core.value import Json
from combat.registry import ruleset
from combat.rulesets.xian import check, damage, difficulty, plan, weapon
from combat.rulesets.xian.options import house_rules
from tests.golden import xian_build as build
from tests.golden.cases import Case
from tests.golden.script import Played, answering
from tests.golden.xian_scene import (
    answer_of,
    attack_part,
    disadvantaged,
    gm_words,
    lower_bound,
    parts_of,
    playing,
    preview,
    statuses,
)

DIFFICULTY = {
    "actor", "inertia", "target", "attacks", "zone", "distance_m", "move_m", "sight", "night_vision",
    "reach_disadvantaged", "trauma", "gm", "hindrance",
}  # fmt: skip


def _scene(case: Case) -> tuple[Fight, str]:
    given = case.given
    if "actor" in given:
        actor = build.character(case, given["actor"], 1)
    else:
        actor = build.armed(build.anybody(1), build.weapon({"inertia": given["inertia"]}, "item:11"))
    actor = build.changed(
        actor,
        trauma=given.get("trauma", 0),
        night_vision=given.get("night_vision", False),
        hindrance=given.get("hindrance", 0),
    )
    target = build.character(case, given["target"], 2) if "target" in given else build.anybody(2)
    flags: dict[str, Json] = {"sight": build.SIGHTS[given.get("sight", "klar")]}
    pair: dict[str, Json] = {"reach_disadvantaged": "none"}
    if given.get("reach_disadvantaged"):
        pair["reach_disadvantaged"] = disadvantaged(actor, target, given["reach_disadvantaged"])
    if "distance_m" in given:
        pair["distance"] = given["distance_m"]
    return build.fight(case, actor, target, flags=flags, pairs={"character:1>character:2": pair}), actor.sheet.items[
        0
    ].id


def difficulty_of(case: Case) -> Played:
    build.only(case.given, DIFFICULTY, "given")
    fight, item = _scene(case)
    words = gm_words(case.given.get("gm", 0))
    intent = Intent(actor=build.ACTOR, parts=(attack_part(item, case.given),), gm_modifiers=words)
    found = preview(fight, intent)
    if found.reasons:
        return Played(actual={"legal": False, "reason": found.reasons[0].code})
    return Played(actual={"parts": parts_of(found.checks[0]), "E": lower_bound(found.checks[0])})


def multi_target(case: Case) -> Played:
    build.only(case.given, {"actor", "targets"}, "given")
    actor = build.character(case, case.given["actor"], 1)
    targets = [build.anybody(number + 2) for number in range(len(case.given["targets"]))]
    parts = tuple(
        Part(
            form="attack",
            item=actor.sheet.items[0].id,
            targets=(target.id,),
            parameters={"zone": build.ZONES[given["zone"]], "distance": given["distance_m"]},
        )
        for target, given in zip(targets, case.given["targets"], strict=True)
    )
    fight = build.fight(case, actor, *targets)
    checks = preview(fight, Intent(actor=actor.id, parts=parts)).checks
    return Played(actual={"E": [lower_bound(found) for found in checks]})


def defence_difficulty(case: Case) -> Played:
    """The check of somebody who dodges, after he moved in his own turn; ``reach_E`` is what the longer blade costs."""
    given = case.given
    build.only(given, {"move_m", "reach_E", "trauma"}, "given")
    attacker = build.armed(build.anybody(1), build.weapon({"reach": 1 + given["reach_E"] // 2}, "item:11"))
    target = build.anybody(2, trauma=given.get("trauma", 0))
    target = replace(target, flags={"moved": difficulty.movement_points(given.get("move_m", 0))})
    fight = build.fight(case, attacker, target)
    found = answer_of(fight, attacker.id, target, "dodge").check()
    return Played(actual={"parts": parts_of(found), "E": lower_bound(found)})


def distance_table(case: Case) -> Played:
    limits = tuple(case.given["distance"])
    classes = [weapon.distance_class(limits, Fraction(str(metres))) for metres in case.given["metres"]]
    return Played(
        actual={
            "classes": [None if key is None else build.german(key) for key in classes],
            "E": [None if key is None else weapon.distance_points(key) for key in classes],
        }
    )


def sight_table(case: Case) -> Played:
    return Played(
        actual={
            "E": [
                difficulty.sight_points(build.SIGHTS[sight], metres, vision)
                for metres, sight, vision in case.given["tries"]
            ]
        }
    )


def movement_table(case: Case) -> Played:
    metres = [Fraction(str(metres)) for metres in case.given["metres"]]
    refused = [bool(plan.movement_reasons(way, case.given["athletik"])) for way in metres]
    points = [None if no else difficulty.movement_points(way) for way, no in zip(metres, refused, strict=True)]
    return Played(actual={"E": points, "legal": [not no for no in refused]})


def reach_table(case: Case) -> Played:
    pairs = case.given["pairs"]
    return Played(
        actual={
            "E_first": [difficulty.reach_points(one, other, who) for one, other, who in pairs],
            "E_second": [difficulty.reach_points(other, one, who) for one, other, who in pairs],
        }
    )


def aw_table(case: Case) -> Played:
    values = []
    for given in case.given["tries"]:
        record = {"climb": {"attribute": "strength", "points": given["skill"]}}
        sheet = build.anybody(1, attributes={"strength": given["attribute"]}, skills=record).sheet
        values.append(ruleset("xian").derive(sheet, case.options).values["skills.climb"].value)
    return Played(actual={"aw": values})


def verfassung_table(case: Case) -> Played:
    schema = ruleset("xian").describe().sheet
    found = [schema.complete({"attributes": {"constitution": value}})["pools"] for value in case.given["KO"]]
    keys = [f"{zone}_constitution" for zone in build.ZONES.values()]
    return Played(
        actual={"verfassung": [[points[key] for key in keys] for points in found if isinstance(points, dict)]}
    )


def _probe(aw: int, points: int) -> check.Probe:
    parts = (Modifier("gm", points, "bound"),) if points else ()
    return check.Probe("character:1", "other", (Modifier("skill_points", aw),), (), parts)


def one_check(case: Case) -> Played:
    aw, points = case.given["aw"], case.given["E"]
    actor = build.anybody(1, overrides=build.overridden(athletics=aw))
    fight = build.fight(case, actor)
    part = Part(form="other", parameters={"skill": "athletics", "difficulty": points})
    played, events = playing(fight, Intent(actor=actor.id, parts=(part,)), case, {})
    (rolled,) = (event for event in events if isinstance(event, Rolled))
    played.actual = {"total": rolled.total, "outcome": rolled.outcome}
    return played


def check_table(case: Case) -> Played:
    aw, points = case.given["aw"], case.given["E"]
    return Played(actual={"outcomes": [check.outcome(aw, points, total) for total in case.given["totals"]]})


def chance_table(case: Case) -> Played:
    found = [_probe(aw, points).check().chance * 100 for aw, points in case.given["pairs"]]
    return Played(actual={"percent": [int(chance) if chance.denominator == 1 else str(chance) for chance in found]})


def opposed_table(case: Case) -> Played:
    given = case.given
    probe = _probe(given["defence_aw"], given["defence_E"])
    tie = house_rules(case.options).tie_to_defender
    totals = [((total + 1) // 2, total // 2) for total in given["defence_totals"]]
    wins = [check.defence_wins(given["attack_total"], probe.rolled(faces), tie) for faces in totals]
    return Played(actual={"defence_wins": wins})


def pain_check(case: Case) -> Played:
    actor = build.character(case, case.given["actor"], 1)
    actor = build.changed(actor, trauma=case.given["trauma"])
    script, provider = answering({}, case)

    def suffers() -> Procedure:
        yield from damage.suffer(actor, 1, "pain_check.0")

    outcome = run(suffers(), provider)
    script.finish()
    after = apply(build.fight(case, actor), changes_in(outcome.events)).combatants[actor.id]
    (rolled,) = (event for event in outcome.events if isinstance(event, Rolled))
    return Played(
        actual={
            "E": lower_bound(rolled),
            "total": rolled.total,
            "outcome": rolled.outcome,
            "status": statuses(after),
        }
    )
