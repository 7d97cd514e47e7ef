"""XIAN cases of difficulties, tables and checks."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from combat.core.event import Event, Rolled, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import Intent, Part, Preview
from combat.core.procedure import Answer, Ask, Procedure, Question, Scripted, run
from combat.core.sheet import Sheet
from combat.core.value import Json
from combat.registry import ruleset
from combat.rulesets.xian import damage, difficulty, weapon
from tests.golden import xian_build as build
from tests.golden.cases import Case
from tests.golden.script import Played, answering
from tests.golden.xian_scene import (
    answer_of,
    attack_part,
    derived,
    disadvantaged,
    gm_words,
    heard,
    lower_bound,
    middling,
    parts_of,
    perform,
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
    derived(fight.combatants[build.ACTOR], case)
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


def _shot(case: Case, limits: tuple[int, ...], metres: object, sight: str = "klar", vision: bool = False) -> Preview:
    """What a plain shot over a distance would need."""
    pistol = build.weapon({"kind": "fernkampf", "skill": "pistolen", "distance": limits}, "item:11")
    shooter = build.armed(build.anybody(1, night_vision=vision), pistol)
    fight = build.fight(case, shooter, build.anybody(2), flags={"sight": build.SIGHTS[sight]})
    part = attack_part("item:11", {})
    stated = replace(part, parameters={**part.parameters, "distance": str(metres)})
    return preview(fight, Intent(actor=shooter.id, parts=(stated,)))


def distance_table(case: Case) -> Played:
    limits = tuple(case.given["distance"])
    classes, points = [], []
    for metres in case.given["metres"]:
        key = weapon.distance_class(limits, Fraction(str(metres)))
        classes.append(None if key is None else build.german(key))
        checks = _shot(case, limits, metres).checks
        points.append(parts_of(checks[0]).get("distance", 0) if checks else None)
    return Played(actual={"classes": classes, "E": points})


def sight_table(case: Case) -> Played:
    """Every distance is near for this weapon, so that sight alone counts."""
    shots = [_shot(case, (99,), metres, sight, vision) for metres, sight, vision in case.given["tries"]]
    return Played(actual={"E": [parts_of(shot.checks[0]).get("sight", 0) for shot in shots]})


def movement_table(case: Case) -> Played:
    actor = build.anybody(1, overrides=build.overridden(athletics=case.given["athletik"]))
    actor = build.armed(actor, build.weapon({}, "item:11"))
    fight = build.fight(case, actor, build.anybody(2))
    ways = [
        preview(fight, Intent(actor=actor.id, parts=(attack_part("item:11", {"move_m": str(metres)}),)))
        for metres in case.given["metres"]
    ]
    points = [parts_of(way.checks[0]).get("movement", 0) if way.checks else None for way in ways]
    return Played(actual={"E": points, "legal": [not way.reasons for way in ways]})


def reach_table(case: Case) -> Played:
    first: list[int] = []
    second: list[int] = []
    for one, other, disadvantaged_by in case.given["pairs"]:
        people = [
            build.armed(build.anybody(number), build.weapon({"reach": reach}, f"item:{number}1"))
            for number, reach in ((1, one), (2, other))
        ]
        fight = build.fight(case, *people, pairs={"character:1>character:2": {"reach_disadvantaged": disadvantaged_by}})
        for found, (actor, target) in ((first, people), (second, reversed(people))):
            part = attack_part(actor.sheet.items[0].id, {}, target.id)
            found.append(parts_of(preview(fight, Intent(actor=actor.id, parts=(part,))).checks[0]).get("reach", 0))
    return Played(actual={"E_first": first, "E_second": second})


def sheet(case: Case) -> Played:
    """What follows from a sheet that the case writes down: values, and what the weapon in hand is worth."""
    given = case.given
    build.only(given, {"body", "weapon"}, "given")
    items = (build.weapon(case.fixtures["weapons"][given["weapon"]], "item:11"),) if "weapon" in given else ()
    found = derived(build.armed(Combatant(id=build.ACTOR, sheet=Sheet(body=given["body"])), *items), case)
    return Played(
        actual={
            "values": {key: value.value for key, value in found.values.items()},
            "weapon": {key: value.value for key, value in found.item_values.get("item:11", {}).items()},
            "hints": [reason.code for _, reason in found.problems],
        }
    )


def aw_table(case: Case) -> Played:
    values = []
    for given in case.given["tries"]:
        record = {"climb": {"attribute": "strength", "points": given["skill"]}}
        person = build.anybody(1, attributes={"strength": given["attribute"]}, skills=record)
        values.append(derived(person, case).values["skills.climb"].value)
    return Played(actual={"aw": values})


def verfassung_table(case: Case) -> Played:
    schema = ruleset("xian").describe().sheet
    found = [schema.complete({"attributes": {"constitution": value}})["pools"] for value in case.given["KO"]]
    keys = [f"{zone}_constitution" for zone in build.ZONES.values()]
    heard([field for field in schema.fields if field.path.removeprefix("maxima.") in keys])
    return Played(
        actual={"verfassung": [[points[key] for key in keys] for points in found if isinstance(points, dict)]}
    )


def _tested(case: Case, aw: int, points: int) -> tuple[Fight, Intent]:
    """A check on athletics of this value, with this difficulty."""
    actor = build.anybody(1, overrides=build.overridden(athletics=aw))
    part = Part(form="other", parameters={"skill": "athletics", "difficulty": points})
    return build.fight(case, actor), Intent(actor=actor.id, parts=(part,))


def one_check(case: Case) -> Played:
    fight, intent = _tested(case, case.given["aw"], case.given["E"])
    played, events = playing(fight, intent, case, {})
    (rolled,) = (event for event in events if isinstance(event, Rolled))
    played.actual = {"total": rolled.total, "outcome": rolled.outcome}
    return played


def _showing(total: int) -> tuple[int, int]:
    """Two dice that show a total."""
    return (total + 1) // 2, total // 2


def check_table(case: Case) -> Played:
    fight, intent = _tested(case, case.given["aw"], case.given["E"])
    found = [heard(run(perform(fight, intent), Scripted(_showing(total))).events) for total in case.given["totals"]]
    return Played(
        actual={"outcomes": [event.outcome for events in found for event in events if isinstance(event, Rolled)]}
    )


def chance_table(case: Case) -> Played:
    found = [preview(*_tested(case, aw, points)).checks[0].chance * 100 for aw, points in case.given["pairs"]]
    return Played(actual={"percent": [int(chance) if chance.denominator == 1 else str(chance) for chance in found]})


def opposed_table(case: Case) -> Played:
    """Both roll what the case says: the attacker unhindered, the other with his difficulty as a hindrance."""
    given = case.given
    attacker = build.anybody(1, overrides=build.overridden(light_melee=20))
    attacker = build.armed(attacker, build.weapon({}, "item:11"))
    target = build.anybody(2, overrides=build.overridden(dodge=given["defence_aw"]), hindrance=given["defence_E"])
    fight = build.fight(case, attacker, target)
    fight = replace(fight, options={**fight.options, "hindrance_as_difficulty": True})
    intent = Intent(actor=attacker.id, parts=(attack_part("item:11", {}),))
    wins = []
    for total in given["defence_totals"]:
        rolls = {"attack.1": _showing(given["attack_total"]), "defence.1": _showing(total)}

        def provide(question: Question, rolls: Mapping[str, tuple[int, int]] = rolls) -> Answer | None:
            if isinstance(question, Ask):
                return Answer(choice="dodge")
            return Answer(faces=rolls[question.name]) if question.name in rolls else middling(question)

        events = heard(run(perform(fight, intent), provide).events)
        wins.append(any(event.term == "defended_against" for event in events))
    return Played(actual={"defence_wins": wins})


def pain_check(case: Case) -> Played:
    actor = build.character(case, case.given["actor"], 1)
    actor = build.changed(actor, trauma=case.given["trauma"])
    if case.given.get("recovery"):
        return _recovery(case, build.changed(actor, statuses={"unconscious": True}))
    script, provider = answering({}, case)

    def suffers() -> Procedure:
        yield from damage.suffer(actor, 1, "pain_check.1")

    outcome = run(suffers(), provider)
    script.finish()
    return Played(actual=_after_pain(build.fight(case, actor), heard(outcome.events)))


def _recovery(case: Case, actor: Combatant) -> Played:
    """Whoever lies unconscious pulls himself together."""
    fight = build.fight(case, actor)
    played, events = playing(fight, Intent(actor=actor.id, parts=(Part(form="recover"),)), case, {})
    played.actual = _after_pain(fight, events)
    return played


def _after_pain(fight: Fight, events: tuple[Event, ...]) -> dict[str, Any]:
    after = apply(fight, changes_in(events)).combatants[build.ACTOR]
    (rolled,) = (event for event in events if isinstance(event, Rolled))
    return {
        "E": lower_bound(rolled),
        "total": rolled.total,
        "outcome": rolled.outcome,
        "status": statuses(after),
    }
