"""Kostenregel, FAL-3.2 und 3.3: whose turn it is, who can act at all, what is left, and how an action is paid."""

from combat.core.body import text, whole
from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fight import Combatant, Fight
from combat.core.intent import Reason
from combat.core.value import Json
from combat.rulesets.oedland.person import action_points, is_dead, is_dying
from combat.rulesets.oedland.scene import flag

POINTS = "action_points"
COST = cite("FAL-3.3")
REFRESH = cite("FAL-3.2")
WAITING = ("watching", "used")


def points_left(fight: Fight, who: Combatant) -> int:
    """Action points left; outside a fight nobody has a turn and all of them are there. Rule: FAL-3.2."""
    return whole(who.budget.get(POINTS)) if fight.round else action_points(who.sheet)


def points_spent(who: Combatant) -> int:
    """Action points spent in this turn so far. Rule: FAL-3.2."""
    return whole(who.flags.get("ap_spent"))


def cannot_act(who: Combatant) -> tuple[Reason, ...]:
    """Why somebody cannot act at all. Rule: FAL-6.7."""
    down = is_dead(who.sheet) or is_dying(who.sheet)
    return (Reason("cannot_act", {"who": who.id}, cite("FAL-6.7")),) if down else ()


def given_up(who: Combatant) -> bool:
    """Whether somebody has given his turn away to watch or to suppress. Rule: FAL-3.19, FAL-3.20."""
    return text(who.flags.get("watch")) in WAITING or bool(who.flags.get("suppressing"))


def not_now(fight: Fight, who: Combatant) -> tuple[Reason, ...]:
    """Why somebody may not act at this moment, whatever it costs; of a turn given up nothing more is said.

    Rule: FAL-3.1, FAL-3.19, FAL-3.20.
    """
    found = cannot_act(who)
    if given_up(who):
        return (*found, Reason("turn_given_up", {"who": who.id}, cite("FAL-3.19", "FAL-3.20")))
    if fight.current not in ("", who.id):
        found += (Reason("not_your_turn", {"who": who.id}, cite("FAL-3.1")),)
    return found


def too_dear(fight: Fight, who: Combatant, cost: int) -> tuple[Reason, ...]:
    """An action is legal only if its whole cost is there.

    Where the turn was given up the points went with it, and only that is said.

    Rule: FAL-3.3.
    """
    left = points_left(fight, who)
    if given_up(who):
        return ()
    return (Reason("not_enough_ap", {"needed": cost, "left": left}, COST),) if cost > left else ()


def paid(fight: Fight, who: Combatant, action: str, cost: int, *more: Change, keeps_turning: bool = False) -> Happened:
    """The price of an action. Any other action ends a turn on the spot; outside a fight nothing is kept.

    Rule: FAL-3.3, FAL-3.5.
    """
    changes: tuple[Change, ...] = ()
    if fight.round:
        if cost:
            left = whole(who.budget.get(POINTS))
            changes += (Change(who.id, f"budget.{POINTS}", left, left - cost),)
            changes += flag(who, "ap_spent", points_spent(who) + cost)
        if not keeps_turning:
            changes += flag(who, "turned", None)
        changes += more
    data: dict[str, Json] = {"who": who.id, "action": action, POINTS: cost}
    return Happened("cost_paid", who.id, data, changes, COST)
