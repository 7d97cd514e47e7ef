"""XIAN cases of defences, two weapons, stance and cover."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from combat.core.event import changes_in
from combat.core.fight import Fight, apply
from combat.core.intent import Intent, Part, Refused
from combat.core.procedure import Answer, Ask, Provider, Question, run
from combat.core.ruleset import Moment
from combat.core.sheet import Item
from combat.core.value import Json
from tests.golden import xian_build as build
from tests.golden.cases import Case
from tests.golden.script import Played
from tests.golden.xian_scene import answer_of, attack_part, derived, heard, lower_bound, perform, preview, ticked


def defences_offered(case: Case) -> Played:
    """The open answers of somebody who carries a weapon of every kind, in the order in which they are asked."""
    found = []
    for given in case.given["tries"]:
        kind = "krummdolch" if given["attack"] == "nahkampf" else "todbringer"
        armed = [
            build.weapon(dict(case.fixtures["weapons"]["dao"]) | {"skill": skill}, f"item:2{number}", None)
            for number, skill in enumerate(
                ("leichte_nahkampfwaffen", "mittelschwere_nahkampfwaffen", "schwere_nahkampfwaffen")
            )
        ]
        target = replace(build.armed(build.anybody(2), *armed), flags={"defences": case.given.get("defended", 0)})
        attacker = build.anybody(1, overrides=build.overridden(light_melee=20, pistols=20))
        attacker = build.armed(attacker, build.weapon(case.fixtures["weapons"][kind], "item:11"))
        asked: list[Ask] = []
        intent = Intent(actor=attacker.id, parts=(attack_part("item:11", {}),))
        run(perform(build.fight(case, attacker, target), intent), _until_asked(asked))
        heard(asked)
        open_ones = [choice.key for choice in asked[0].choices if not choice.reasons]
        found.append([build.german(key) if key != "none" else key for key in open_ones])
    return Played(actual={"defences": found})


def _until_asked(asked: list[Ask]) -> Provider:
    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            asked.append(question)
            return None
        return Answer(faces=(10,) * question.dice.count)

    return provide


def two_weapon_table(case: Case) -> Played:
    bonus = []
    for given in case.given["tries"]:
        one, other = (
            build.weapon({"load": load}, f"item:1{number}", hand)
            for number, (hand, load) in enumerate((("main_hand", given["load"]), ("off_hand", 0)))
        )
        skills = {"light_melee": {"points": given["skill"]}}
        body = {"attributes": {"instinct": given["instinkt"]}, "skills": skills, "hindrance": given["behinderung"]}
        fighter = build.armed(build.anybody(1, **body), one, other)
        fight = build.fight(case, fighter, build.anybody(2))
        (found,) = preview(fight, Intent(actor=fighter.id, parts=(attack_part(one.id, {}),))).checks
        bonus.append(any(part.key == "two_weapon" for part in found.modifiers))
    return Played(actual={"bonus": bonus})


def two_weapon_plan(case: Case) -> Played:
    """Both weapons in hand; the hindrance decides whether the bonus applies."""
    given = case.given
    held = ("main_hand", "off_hand")
    items = tuple(
        build.weapon({"inertia": inertia, "skill": "leichte_nahkampfwaffen"}, f"item:1{number}", held[number])
        for number, inertia in enumerate(given["inertia"])
    )
    body = {"attributes": {"instinct": 5}, "skills": {"light_melee": {"points": 9}}}
    body |= {"overrides": build.overridden(light_melee=given["aw"]), "hindrance": 0 if given["bonus"] else 1}
    fighter = build.armed(build.anybody(1, **body), *items)
    enemy = build.armed(build.anybody(2), build.weapon({"reach": 1}, "item:21"))
    fight = build.fight(case, fighter, enemy)
    parts = tuple(attack_part(items[index].id, {}) for index in given["attacks"])
    checks = preview(fight, Intent(actor=fighter.id, parts=parts)).checks
    bill = derived(fighter, case)
    answer = answer_of(fight, enemy.id, fighter, "light_melee")
    return Played(
        actual={
            "inertia": [bill.item_values[item.id]["inertia"].value for item in items],
            "attack_aw": checks[0].target_number,
            "defence_aw": answer.value,
            "E": lower_bound(checks[0]),
        }
    )


def _standing(case: Case, focus: int, flags: Mapping[str, Json]) -> Fight:
    """Two fighters at arm's length with a weapon of either kind each, in the first round."""
    items = [
        build.weapon({"kind": "nahkampf"}, "item:{}1"),
        build.weapon({"kind": "fernkampf", "skill": "pistolen", "distance": [5, 20, 80]}, "item:{}2"),
    ]
    people = []
    for number in (1, 2):
        each = build.anybody(number, focus=focus)
        own = tuple(replace(item, id=item.id.format(number)) for item in items)
        people.append(replace(each, sheet=replace(each.sheet, items=own), flags=flags if number == 1 else {}))
    pairs = {"character:1>character:2": {"distance": 2, "reach_disadvantaged": "none"}}
    order = (people[0].id, people[1].id)
    return build.fight(case, *people, pairs=pairs, round=1, order=order, current=order[0])


def _bound(fight: Fight, who: int, kind: str) -> int:
    """The difficulty of one plain attack of somebody on the other."""
    number = 1 if kind == "nahkampf" else 2
    fight = replace(fight, current=f"character:{who}")
    intent = Intent(actor=f"character:{who}", parts=(attack_part(f"item:{who}{number}", {}, f"character:{3 - who}"),))
    (found,) = preview(fight, intent).checks
    return lower_bound(found)


def _declare(fight: Fight, form: str, points: int) -> tuple[Fight, str]:
    """The fight after a declaration, and the code if it is refused."""
    intent = Intent(actor="character:1", parts=(Part(form=form, parameters={"points": points}),))
    try:
        events = run(perform(fight, intent), lambda _: None).events
    except Refused as refused:
        return fight, refused.reasons[0].code
    return apply(fight, changes_in(events)), ""


def stance_table(case: Case) -> Played:
    legal, own, enemy = [], [], []
    for points in case.given["points"]:
        standing = _standing(case, case.given["fokus"], {})
        derived(standing.combatants[build.ACTOR], case)
        fight, refused = _declare(standing, "stance", points)
        legal.append(not refused)
        own.append(None if refused else _bound(fight, 1, "nahkampf"))
        enemy.append(None if refused else _bound(fight, 2, "nahkampf"))
    return Played(actual={"legal": legal, "own_attack_E": own, "enemy_attack_E": enemy})


def cover_table(case: Case) -> Played:
    fight = _standing(case, case.given["fokus"], {"stance": case.given.get("stance", 0)})
    fight, refused = _declare(fight, "cover", case.given["points"])
    if refused:
        return Played(actual={"legal": False, "reason": refused})
    bounds = [_bound(fight, 1 if given["by"] == "self" else 2, given["kind"]) for given in case.given["attacks"]]
    return Played(actual={"legal": True, "E": bounds})


def _event(fight: Fight, name: str, value: Any) -> tuple[Fight, Any]:
    """One event of a sequence: the fight after it and what the case reads off it."""
    if name == "round_start":
        return ticked(replace(fight, round=value - 1), Moment.ROUND_START, Moment.TURN_START), None
    if name in {"declare", "give_up"}:
        fight, refused = _declare(fight, "stance", value if name == "declare" else 0)
        return fight, refused or "ok"
    if name == "first_action":
        intent = Intent(actor="character:1", parts=(Part(form="move", parameters={"metres": 1}),))
        events = run(perform(fight, intent), lambda _: None).events
        return apply(fight, changes_in(events)), None
    assert name == "attack_by_self", name
    return fight, {"E": _bound(fight, 1, {"melee": "nahkampf", "ranged": "fernkampf"}[value])}


def stance_sequence(case: Case) -> Played:
    fight = _standing(case, case.given["fokus"], {})
    results = []
    for event in case.given["events"]:
        ((name, value),) = event.items()
        fight, result = _event(fight, name, value)
        results.append(result)
    return Played(actual={"results": results})


def zone_legality(case: Case) -> Played:
    hides = case.given["cover_hides_lower"]
    legal = []
    for kind, zone in case.given["tries"]:
        fight = _standing(case, 4, {})
        wall = Item(id="item:9", kind="cover", body={"hides_lower": hides})
        hidden = replace(fight.combatants[build.TARGET], flags={"cover": wall.id})
        fight = replace(fight, things={wall.id: wall}, combatants={**fight.combatants, hidden.id: hidden})
        item = "item:11" if kind == "nahkampf" else "item:12"
        intent = Intent(actor=build.ACTOR, parts=(attack_part(item, {"zone": zone}),))
        legal.append(not preview(fight, intent).reasons)
    return Played(actual={"legal": legal})
