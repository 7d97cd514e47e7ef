"""Kampfbeginn, CHA-1: initiative, ties, Taktik for a whole side, and the round of surprise."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from combat.core.bill import Bill, as_modifiers, total
from combat.core.body import text
from combat.core.citation import Citations, cite
from combat.core.course import order_set
from combat.core.event import Change, Event, Happened
from combat.core.fight import FIGHT, Combatant, Fight
from combat.core.procedure import Ask, Choice, Emit, Roll, Step
from combat.core.standing import override
from combat.core.value import Json, JsonMap
from combat.rulesets.chaos.derive import initiative_bill
from combat.rulesets.chaos.options import house_rules
from combat.rulesets.chaos.person import attribute, can_act, health, is_dead, rank, skill_bill
from combat.rulesets.chaos.purse import Purse, after_points, degree_taken
from combat.rulesets.chaos.roll import W100, check_of, degrees, goal, rolled

SKILL = "tactics"
TIE_BREAKER = "intelligence"
ORDER = cite("CHA-1.2", "CHA-1.6")
TACTICS = cite("CHA-1.3", "CHA-1.5")
CALLED_OFF = "none"
SIDES = ("before", "after")


class Shown(NamedTuple):
    """A Taktik test that succeeded: whose, on which side, with how many degrees."""

    n: int
    who: str
    party: str
    degrees: int


def initiative(combatant: Combatant) -> int:
    """Initiative as it counts this round: the readied weapon's melee fitness, more from the hip, or the game
    master's word.

    Rule: CHA-1.2, CHA-1.4.
    """
    found = override(combatant.sheet, "initiative")
    if found is not None:
        return found
    return total(_bill(combatant))


def _bill(combatant: Combatant) -> Bill:
    return initiative_bill(combatant.sheet, hip_shot=combatant.flags.get("hip_shot") is True)


def placing_rules(people: Iterable[Combatant]) -> Citations:
    """Where it is written what put people in their places, the weapons in their hands included.

    Rule: CHA-1.2, CHA-1.4.
    """
    bills = [_bill(each) for each in people if override(each.sheet, "initiative") is None]
    return tuple(dict.fromkeys((*ORDER, *[rule for bill in bills for step in bill for rule in step.rules])))


def is_surprised(combatant: Combatant) -> bool:
    """Whether somebody is surprised: he does not act in the first round.

    Rule: CHA-1.1.
    """
    return combatant.flags.get("surprised") is True


def opening(fight: Fight) -> Step[Mapping[str, Json]]:
    """Taktik, once in a fight, when initiative is first fixed: not in a round of surprise.

    The flags of the fight afterwards.

    Rule: CHA-1.3, CHA-1.5.
    """
    people = fight.combatants.values()
    if fight.flags.get("tactics_done") is True or any(is_surprised(each) for each in people):
        return fight.flags
    shown = _best_of_sides((yield from _tests(fight)))
    winner = _winner((yield from _with_points(fight, shown)) if len(shown) > 1 else shown)
    found: dict[str, Json] = {"tactics_done": True}
    if winner is not None:
        choices = tuple([Choice(side) for side in SIDES])
        side = (yield Ask(f"tactics.{winner.n}.side", winner.who, choices, SIDES[0], TACTICS)).choice
        found |= {"tactics_side": winner.party, "tactics_choice": side}
    yield Emit(*_told(fight, found, winner))
    return {**fight.flags, **found}


def _tests(fight: Fight) -> Step[list[Shown]]:
    """Everybody with the skill may test it.

    Rule: CHA-1.5.
    """
    shown = []
    strict = house_rules(fight.options).strict_under
    for n, combatant in enumerate(fight.combatants.values()):
        if not rank(combatant.sheet, SKILL) or not can_act(combatant.sheet):
            continue
        choices = (Choice(SKILL), Choice(CALLED_OFF))
        found = goal(as_modifiers(skill_bill(combatant.sheet, SKILL, "intelligence")), (), strict)
        rolls = (check_of(SKILL, combatant.id, found, TACTICS),)
        if (yield Ask(f"tactics.{n}", combatant.id, choices, SKILL, TACTICS, checks=rolls)).choice == CALLED_OFF:
            continue
        face = (yield Roll(f"tactics.{n}.roll", combatant.id, W100, found.window)).faces[0]
        yield Emit(rolled(SKILL, combatant.id, found, face, TACTICS, {"skill": SKILL}))
        if found.is_reached(face):
            shown.append(Shown(n, combatant.id, combatant.party, degrees(found.target_number, face)))
    return shown


def _best_of_sides(shown: Iterable[Shown]) -> list[Shown]:
    """The best of each side counts.

    Rule: CHA-1.5.
    """
    sides: dict[str, Shown] = {}
    for each in shown:
        if each.party not in sides or each.degrees > sides[each.party].degrees:
            sides[each.party] = each
    return list(sides.values())


def _with_points(fight: Fight, shown: list[Shown]) -> Step[list[Shown]]:
    """Sides that both succeeded may change each other's degrees with action points, once the rolls are known.

    Whoever is not on the side of a roll may take one degree off it: the first who wants to.

    Rule: CHA-8.2, CHA-8.4.
    """
    purses = {name: Purse(each, {}, later=True) for name, each in fight.combatants.items() if can_act(each.sheet)}
    found = []
    for each in shown:
        left, _ = yield from after_points(each.degrees, f"tactics.{each.n}", purses[each.who], None)
        others = [purse for name, purse in purses.items() if fight.combatants[name].party != each.party]
        for k, purse in enumerate(others):
            left, taken = yield from degree_taken(left, f"tactics.{each.n}.{k}", purse)
            if taken:
                break
        found.append(each._replace(degrees=left))
    return found


def _winner(shown: list[Shown]) -> Shown | None:
    """The better side wins, a tie cancels both.

    Rule: CHA-1.3.
    """
    ranked = sorted(shown, key=lambda each: -each.degrees)
    if not ranked or (len(ranked) > 1 and ranked[0].degrees == ranked[1].degrees):
        return None
    return ranked[0]


def _told(fight: Fight, found: Mapping[str, Json], winner: Shown | None) -> list[Event]:
    changes = tuple([Change(FIGHT, f"flags.{key}", fight.flags.get(key), value) for key, value in found.items()])
    if winner is None:
        return [Happened("tactics_undecided", FIGHT, {}, changes, TACTICS)]
    data: dict[str, Json] = {"who": winner.who, "side": winner.party, "choice": found["tactics_choice"]}
    return [Happened("tactics_decided", FIGHT, data, changes, TACTICS)]


def _side(flags: Mapping[str, Json], combatant: Combatant) -> int:
    """Whether a combatant's side acts first (0) or last (1).

    Rule: CHA-1.3.
    """
    choice = text(flags.get("tactics_choice"))
    if choice not in SIDES:
        return 0
    winners = combatant.party == text(flags.get("tactics_side"))
    return 0 if winners is (choice == SIDES[0]) else 1


def order_of_round(fight: Fight, flags: Mapping[str, Json]) -> Happened:
    """The order of a round: by side if Taktik decided so, by initiative, by intelligence, by entry.

    The dead are left out, and in a round of surprise the surprised; the first who can act has his turn.

    Rule: CHA-1.2, CHA-1.6.
    """
    people = [each for each in fight.combatants.values() if not is_dead(*health(each.sheet))]
    values = {each.id: initiative(each) for each in people}
    acting = [each for each in people if not is_surprised(each)]
    intelligence = {each.id: attribute(each.sheet, TIE_BREAKER) for each in acting}
    keys = {each.id: (_side(flags, each), -values[each.id], -intelligence[each.id]) for each in acting}
    order = sorted(keys, key=lambda name: keys[name])
    places = Counter(key[:2] for key in keys.values())
    level = {name: intelligence[name] for name in order if places[keys[name][:2]] > 1}
    by_key: dict[tuple[int, int, int], list[str]] = {}
    for name in order:
        by_key.setdefault(keys[name], []).append(name)
    tied = [names for names in by_key.values() if len(names) > 1]
    first = next((name for name in order if can_act(fight.combatants[name].sheet)), "")
    broken: JsonMap | None = {"by": TIE_BREAKER, "values": level} if level else None
    return order_set(fight, order, placing_rules(people), values, tied, level=broken, first=first)
