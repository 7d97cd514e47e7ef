"""From the events and the fight afterwards to what a CHAOS case expects. No rules."""

from collections.abc import Iterable, Mapping
from typing import Any

from combat.core.event import Event, Happened, Rolled
from combat.core.fight import Combatant, Fight
from combat.core.sheet import Item, Sheet
from combat.registry import ruleset
from tests.golden import chaos_build as build

HITS = {"hit": "target", "cover_hit": "cover", "hostage_hit": "hostage", "both_hit": "both"}
REPORTED = {"wounded", "badly_wounded", "unconscious", "mortally_wounded", "dead", "burning"}
BURSTS = {
    "grenade_burst": "point",
    "grenade_deviated": "deviated",
    "grenade_dud": "dud",
    "grenade_in_hand": "in_hand",
}


def happened(events: Iterable[Event], *terms: str) -> list[Happened]:
    return [event for event in events if isinstance(event, Happened) and event.term in terms]


def rolled(events: Iterable[Event], *terms: str) -> list[Rolled]:
    return [event for event in events if isinstance(event, Rolled) and event.term in terms]


def modifiers(roll: Rolled) -> dict[str, int]:
    return {modifier.key: modifier.value for modifier in roll.modifiers if modifier.value}


def states(sheet: Sheet) -> list[str]:
    person = Sheet(body=sheet.body)
    return [state for state in ruleset("chaos").derive(person, {}).statuses if state in REPORTED]


def rp(item: Item) -> dict[str, list[int]]:
    (worn,) = ruleset("chaos").derive(Sheet(body={}, items=(item,)), {}).armour
    return {zone.key: [zone.now[kind] for kind in build.TYPES] for zone in worn.zones}


def armour(item: Item) -> dict[str, Any]:
    return {"damage_points": {key: zone.damage_points for key, zone in item.zones.items()}, "rp": rp(item)}


def person(combatant: Combatant) -> dict[str, Any]:
    sheet = combatant.sheet
    found: dict[str, Any] = {
        "hit_points": sheet.value("pools.hit_points"),
        "action_points": sheet.value("pools.action_points"),
        "spell_points": sheet.value("pools.spell_points"),
        "states": states(sheet),
        "shock_rounds": sheet.value("shock_rounds"),
        "aim": combatant.flags.get("aim") or "none",
        "action_units": combatant.budget.get("action_units"),
    }
    for item in sheet.items:
        if item.kind == "armour":
            found |= armour(item)
    return found


def weapon(item: Item) -> dict[str, Any]:
    keys = ("loaded", "jammed", "broken", "powered", "heat", "shut_down", "reload_progress")
    return {key: item.value(key) for key in keys}


def cover(fight: Fight, given: Mapping[str, Any], index: int) -> dict[str, Any] | None:
    if not given["cover"]:
        return None
    if given["cover"]["hostage"]:
        flags = fight.combatants[build.hostage_id(index)].flags
        lost, damage = flags["shield_bonus_lost"], flags["shield_damage"]
        assert isinstance(lost, int)
        return {"bonus": 50 - lost, "damage": damage, "destroyed": lost >= 50}
    thing = fight.things[build.cover_id(index)]
    bonus, lost = thing.value("bonus"), thing.value("bonus_lost") or 0
    assert isinstance(bonus, int) and isinstance(lost, int)  # noqa: PT018 - one thought
    return {
        "bonus": bonus - lost,
        "damage": thing.value("damage"),
        "destroyed": thing.value("destroyed") or False,
    }


def _hit(event: Happened, several: bool) -> dict[str, Any]:
    data = event.data
    found: dict[str, Any] = {"struck": HITS[event.term], "rolled": data["rolled_damage"]}
    if event.term != "cover_hit":
        found |= {
            "zone": data["zone"],
            "effective_rp": data["effective_armour"],
            "hit_points_lost": data["lost"],
        }
    if event.term in {"cover_hit", "both_hit"} or (event.term == "hostage_hit" and "damage_to_cover" in data):
        found["damage_to_cover"] = data["damage_to_cover"]
    if several:
        aimed_at = str(data["aimed_at"])
        found["target"] = int(aimed_at.removeprefix("character:")) - 2
    return found


def hit_log(events: Iterable[Event], several: bool = False) -> list[dict[str, Any]]:
    return [_hit(event, several) for event in happened(events, *HITS)]


def burst(events: Iterable[Event]) -> dict[str, Any] | None:
    for event in happened(events, *BURSTS):
        return {"at": BURSTS[event.term], **event.data}
    return None


def reaction(events: tuple[Event, ...], who: str) -> dict[str, Any] | None:
    """The reaction's roll with its degrees after action points: those spent between it and what it leads to."""
    for position, event in enumerate(events):
        if isinstance(event, Rolled) and event.term in {"dodge", "parry"} and event.who == who:
            degrees: Any = event.data["degrees"] if event.outcome == "success" else 0
            for later in events[position + 1 :]:
                if later.term not in {"points_spent", "cost_paid"}:
                    break
                if isinstance(later, Happened) and later.term == "points_spent":
                    degrees = later.data["degrees"]
            return {
                "target_number": event.data["target_number"],
                "success": event.outcome == "success",
                "degrees": degrees,
            }
    return None


def scored(events: Iterable[Event], target: str | None) -> dict[str, Any]:
    """Degrees, surplus and critical dice of the attack, or of one target of a blast."""
    for event in happened(events, "hits_scored", "attack_avoided"):
        if target is None or event.data["target"] == target:
            return {
                "degrees": event.data["degrees"],
                "surplus_degrees": event.data["surplus_degrees"],
                "critical_dice": event.data["critical_dice"],
                "avoided": event.term == "attack_avoided",
            }
    return {"degrees": 0, "surplus_degrees": 0, "critical_dice": 0, "avoided": False}


ROLLS = {"attack", "second_attack", "main_hand_attack", "off_hand_attack"}


def attacks(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    """Each blow of a full attack, from its roll to the next one's."""
    starts = [n for n, event in enumerate(events) if isinstance(event, Rolled) and event.term in ROLLS]
    return [_attack(events[start:end]) for start, end in zip(starts, [*starts[1:], len(events)], strict=True)]


def _attack(events: tuple[Event, ...]) -> dict[str, Any]:
    roll = events[0]
    assert isinstance(roll, Rolled)
    return {
        "hand": roll.data["hand"],
        "target_number": roll.data["target_number"],
        "modifiers": modifiers(roll),
        "success": roll.outcome == "success",
        "reaction": reaction(events, str(roll.data["target"])),
        "hits": len(hit_log(events)) + len(happened(events, "neck_broken")),
        "hit_log": hit_log(events),
        **scored(events, None),
    }


def _left(events: tuple[Event, ...], start: int) -> int | None:
    """Degrees of the roll at a place, after the action points that are told next; None on a failure."""
    roll = events[start]
    if not isinstance(roll, Rolled) or roll.outcome != "success":
        return None
    degrees: Any = roll.data["degrees"]
    for later in events[start + 1 :]:
        if not isinstance(later, Happened) or later.term != "points_spent":
            break
        degrees = later.data["degrees"]
    return int(degrees)


def grapple(events: tuple[Event, ...], after: Fight) -> dict[str, Any]:
    """Both rolls, who won, and who holds whom afterwards."""
    own, other = (
        next(n for n, event in enumerate(events) if event.term in terms)
        for terms in ({"grapple_roll"}, {"opposing_grapple", "no_opposing_grapple"})
    )
    roll, last = events[own], events[-1]
    assert isinstance(roll, Rolled)
    assert isinstance(last, Happened)
    target = after.combatants[build.target_id(0)]
    sides = ((build.ATTACKER, target, "attacker"), (target.id, after.combatants[build.ATTACKER], "target"))
    holds = [side for holder, held, side in sides if held.flags.get("held_by") == holder]
    winner = "attacker" if last.of == build.ATTACKER else "target"
    return {
        "target_number": roll.data["target_number"],
        "modifiers": modifiers(roll),
        "degrees": _left(events, own),
        "opposing": {"target_number": events[other].data["target_number"], "degrees": _left(events, other)},
        "winner": "none" if last.term == "grapple_tied" else winner,
        "hold": holds[0] if holds else "none",
        "prone": target.sheet.value("statuses.prone") is True,
    }
