"""XIAN cases of attacks, damage, order and whole exchanges."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from combat.core.event import Event, Happened, Rolled, changes_in
from combat.core.fight import Combatant, apply
from combat.core.intent import Intent, Part
from combat.core.procedure import Answer, Ask, Procedure, Provider, Question, Scripted, run
from combat.core.ruleset import Moment
from combat.core.sheet import Item, Zone
from combat.rulesets.xian import damage, difficulty, person
from tests.golden import xian_build as build
from tests.golden.cases import Case
from tests.golden.script import Played, answering
from tests.golden.xian_scene import (
    attack_part,
    derived,
    disadvantaged,
    gm_words,
    heard,
    lower_bound,
    perform,
    playing,
    pool_of,
    statuses,
    ticked,
)


def attack(case: Case) -> Played:
    given = case.given
    build.only(given, {"actor", "target", "attack_E", "defence", "defence_E", "zone"}, "given")
    attacker, target = build.character(case, given["actor"], 1), build.character(case, given["target"], 2)
    aware = given["defence"] != "none"
    target = replace(build.changed(target, hindrance=given.get("defence_E", 0)), flags={"unaware": not aware})
    pairs = {"character:1>character:2": {"reach_disadvantaged": "none"}}
    # The case gives both difficulties whole: the defender's stands on his sheet as a hindrance that counts.
    fight = replace(build.fight(case, attacker, target, pairs=pairs), options={"hindrance_as_difficulty": True})
    zone = build.ZONES[given["zone"]]
    # What the scene does not add to the attack, the game master does.
    words = gm_words(given["attack_E"] - difficulty.zone_points(zone))
    intent = Intent(actor=attacker.id, parts=(attack_part("item:11", given),), gm_modifiers=words)
    choices = {"defence.1.choice": build.skill(given["defence"])} if aware else {}
    script, provider = answering(choices, case)
    events = run(perform(fight, intent), _without_pain(provider)).events
    script.finish()
    after = apply(fight, changes_in(events)).combatants[target.id]
    request = (fight, intent, lambda: _without_pain(answering(choices, case)[1]))
    return Played(actual=_read_attack(events, after, zone), events=events, requests=[request])


def _without_pain(provider: Provider) -> Provider:
    """The case ends before the check against pain, which stays open."""

    def provide(question: Question) -> Answer | None:
        return None if question.name.startswith("pain_check") else provider(question)

    return provide


def _read_attack(events: tuple[Event, ...], after: Combatant, zone: str) -> dict[str, Any]:
    rolls = {event.term: event for event in events if isinstance(event, Rolled)}
    struck = {event.term: event for event in events if isinstance(event, Happened)}
    hit = struck.get("hit") or struck.get("armour_held")
    found: dict[str, Any] = {
        "attack_total": rolls["attack"].total,
        "attack": rolls["attack"].outcome,
        "defence": rolls["defence"].outcome if "defence" in rolls else "not_rolled",
        "defence_wins": "defended_against" in struck,
        "k": hit.data["penetration_left"] if hit else None,
        "damage": hit.data.get("damage", 0) if hit else 0,
        "verfassung": {build.german(zone): pool_of(after, f"{zone}_constitution")},
        "trauma": after.sheet.value("trauma") or 0,
        "ap": pool_of(after, "action_points"),
        "pain_check_E": lower_bound(damage.pain_probe(after).check()),
    }
    return found | ({"defence_total": rolls["defence"].total} if "defence" in rolls else {})


def _struck(target: Combatant, dice: int, penetration: int, provider: Provider) -> Happened:
    """A hit on the upper body as it is told."""
    events: list[Happened] = []

    def struck() -> Procedure:
        events.extend((yield from damage.strike(target, "upper_body", dice, penetration, "damage.1", "character:1")))

    run(struck(), provider)
    (event,) = heard(events)
    return event


def count_table(case: Case) -> Played:
    found = [
        _struck(build.anybody(2), len(given["faces"]), given["k"], Scripted(given["faces"]))
        for given in case.given["rolls"]
    ]
    return Played(actual={"damage": [event.data["damage"] for event in found]})


def one_damage(case: Case) -> Played:
    given = case.given
    armour = Item(id="item:22", kind="armour", zones={"upper_body": Zone(protection={"armour": given["armour"]})})
    pools = {"upper_body_constitution": given["verfassung"], "action_points": 99}
    target = build.armed(build.anybody(2, pools=pools), armour)
    script, provider = answering({}, case)
    event = _struck(target, given["n"], given["k"], provider)
    script.finish()
    after = apply(build.fight(case, target), event.changes).combatants[target.id]
    return Played(
        actual={
            "k": event.data["penetration_left"],
            "damage": event.data.get("damage", 0),
            "verfassung": pool_of(after, "upper_body_constitution"),
            "trauma_added": after.sheet.value("trauma") or 0,
        }
    )


def apply_trauma_table(case: Case) -> Played:
    given = case.given
    rows = []
    for added in given["added"]:
        pools = {"upper_body_constitution": 0, "action_points": given["ap"]}
        target = build.anybody(2, trauma=given["trauma_before"], pools=pools)
        hit = _struck(target, added, 10, Scripted((1,) * added))
        target = apply(build.fight(case, target), hit.changes).combatants[target.id]
        events = heard(damage.fallen(target, added, "success"))
        after = apply(build.fight(case, target), changes_in(events)).combatants[target.id]
        rows.append((pool_of(after, "action_points"), after.sheet.value("trauma"), next(iter(statuses(after)), None)))
    points, trauma, status = zip(*rows, strict=True)
    return Played(actual={"ap": list(points), "trauma": list(trauma), "status": list(status)})


def turn_order(case: Case) -> Played:
    """Everybody's Blitzaktion is declared in the round that has just begun."""
    names = list(case.given["initiative"])
    people = [
        replace(build.anybody(number + 1, initiative=case.given["initiative"][name]), party=name)
        for number, name in enumerate(names)
    ]
    for each in people:
        derived(each, case)
    fight = ticked(build.fight(case, *people), Moment.FIGHT_START, Moment.ROUND_START)
    ids = {name: f"character:{number + 1}" for number, name in enumerate(names)}
    requests = []
    for name, bonus in case.given["blitz"].items():
        intent = Intent(actor=ids[name], parts=(Part(form="blitz", parameters={"bonus": bonus}),))
        requests.append((fight, intent, lambda: answering({}, case)[1]))
        events = run(perform(fight, intent), answering({}, case)[1]).events
        fight = apply(fight, changes_in(events))
    return Played(actual={"order": [fight.combatants[who].party for who in fight.order]}, requests=requests)


def blitz(case: Case) -> Played:
    """A Blitzaktion and its price; the game master confirms."""
    given = case.given
    build.only(given, {"initiative", "ap", "bonus", "price"}, "given")
    actor = build.anybody(1, initiative=given["initiative"], pools={"action_points": given["ap"]})
    fight = ticked(build.fight(case, actor), Moment.FIGHT_START, Moment.ROUND_START)
    parameters = {"bonus": given["bonus"], "action_points": given["price"]}
    intent = Intent(actor=actor.id, parts=(Part(form="blitz", parameters=parameters),))
    played, events = playing(fight, intent, case, {})
    after = apply(fight, changes_in(events)).combatants[actor.id]
    found = {"initiative": person.initiative(after), "ap": pool_of(after, "action_points")}
    played.actual = {"legal": True, **found, "status": statuses(after)} | played.actual
    return played


def exchange(case: Case) -> Played:
    given = case.given
    names = given["combatants"]
    people = {name: build.character(case, name, number + 1) for number, name in enumerate(names)}
    ids = {each.id: name for name, each in people.items()}
    one, other = (people[name] for name in names)
    longer = disadvantaged(one, other, "actor" if given["reach_disadvantaged"] == names[0] else "target")
    pairs = {f"{one.id}>{other.id}": {"reach_disadvantaged": longer}}
    fight = ticked(build.fight(case, *people.values(), pairs=pairs), Moment.FIGHT_START, Moment.ROUND_START)
    order = [ids[who] for who in fight.order]
    script, scripted = answering({}, case)
    told: list[dict[str, Any]] = []

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            # The case lets everybody defend himself with the weapon in his hand.
            target = next(each for each in people.values() if each.id == question.who)
            return Answer(choice=str(target.sheet.items[0].value("skill")))
        return scripted(question)

    for turn in given["turns"]:
        fight = ticked(fight, Moment.TURN_START)
        actor = people[turn["actor"]]
        parts = tuple(attack_part(actor.sheet.items[0].id, each, people[each["target"]].id) for each in turn["attacks"])
        events = run(perform(fight, Intent(actor=actor.id, parts=parts)), provide).events
        told += _told(events, turn["actor"], ids)
        fight = ticked(apply(fight, changes_in(events)), Moment.TURN_END)
    script.finish()
    return Played(
        actual={"order": order, "events": told, "final": {ids[who]: _final(fight.combatants[who]) for who in ids}}
    )


def _final(combatant: Combatant) -> dict[str, Any]:
    zones = {german: pool_of(combatant, f"{zone}_constitution") for german, zone in build.ZONES.items()}
    return {
        "verfassung": zones,
        "trauma": combatant.sheet.value("trauma") or 0,
        "ap": pool_of(combatant, "action_points"),
    }


CHECKS = {"attack": "attack", "defence": "defence", "pain_check": "pain"}


def _told(events: tuple[Event, ...], turn: str, ids: Mapping[str, str]) -> list[dict[str, Any]]:
    """The checks and hits of a turn in the case's words."""
    found: list[dict[str, Any]] = []
    for event in events:
        if isinstance(event, Rolled):
            check_name = CHECKS[event.term]
            line = {
                "turn": turn,
                "check": check_name,
                "E": lower_bound(event),
                "total": event.total,
                "outcome": event.outcome,
            }
            line |= {} if check_name == "attack" else {"who": ids[event.who]}
            found.append(line | ({"wins": False} if check_name == "defence" else {}))
        elif event.term == "hit":
            zone = build.german(str(event.data["zone"]))
            found.append(
                {"turn": turn, "damage": event.data["damage"], "zone": zone, "k": event.data["penetration_left"]}
            )
        elif event.term == "defended_against":
            found[-1]["wins"] = True
    return found
