"""Eigene Handlung und Reaktion, FHT-3: who may act now, what an action ends, what it costs under fire."""

from typing import NamedTuple

from combat.core.body import text
from combat.core.citation import Citations, cite
from combat.core.event import Change, Event, Happened
from combat.core.fight import Combatant, Fight
from combat.core.intent import INSTEAD, Reason
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.condition import breaking_point
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.scene import Scene, flags, pool
from combat.rulesets.fhtagn.states import is_holding, origin_of, released, token_ends
from combat.rulesets.fhtagn.words import FEARLESS

ACTION = "action"
PER_ROUND = number("actions_per_round")
BUDGET = cite("FHT-3.3", "FHT-3.18")
ENDS_FIRE = cite("FHT-8.6")
GETS_DOWN = ("take_cover", "go_prone")
"""What somebody under fire does at no cost, and is then no longer under it."""
LEAVES_FIRE = ("shake_off", "escape", "wait")
"""What costs nothing under fire and leaves it in force."""


def state_of(combatant: Combatant) -> str:
    """Where somebody stands in the round: ready, waiting, acted or reacted.

    Rule: FHT-3.18.
    """
    return text(combatant.flags.get("action_state"), "ready")


def action_left(combatant: Combatant) -> int:
    """Actions left in this round.

    Rule: FHT-3.3.
    """
    return combatant.budget.get(ACTION, PER_ROUND)


def out_of_action(actor: Combatant, action: str) -> tuple[Reason, ...]:
    """What keeps somebody from acting at all: out, stunned or pinned.

    Rule: FHT-3.18.
    """
    cited = cite("FHT-3.18")
    sheet = actor.sheet
    if person.is_out(sheet):
        return (Reason("out_of_action", {"who": actor.id}, cited),)
    if person.has(sheet, "dazed"):
        return () if action == "shake_off" else (Reason("stunned", {"who": actor.id, INSTEAD: "shake_off"}, cited),)
    if person.has(sheet, "pinned") and action != "escape":
        return (Reason("only_escape_allowed", {"who": actor.id, INSTEAD: "escape"}, cite("FHT-3.9", "FHT-3.18")),)
    return ()


def lifeless(actor: Combatant) -> tuple[Reason, ...]:
    """Nothing is tested by the dead, or by what is destroyed.

    Rule: FHT-3.18.
    """
    gone = person.is_gone(actor.sheet)
    return (Reason("out_of_action", {"who": actor.id}, cite("FHT-3.18")),) if gone else ()


def may_act(fight: Fight, actor: Combatant, action: str) -> tuple[Reason, ...]:
    """Why somebody may not take this action now: all reasons.

    Whoever waits acts between two actions of others.

    Rule: FHT-3.13, FHT-3.18.
    """
    reasons = out_of_action(actor, action)
    if fight.current not in ("", actor.id) and state_of(actor) != "waiting":
        reasons += (Reason("not_your_turn", {"who": actor.id}, cite("FHT-3.1")),)
    if action_left(actor) < PER_ROUND:
        reasons += (Reason("no_action_left", {"who": actor.id}, BUDGET),)
    return reasons


def fears_fire(combatant: Combatant) -> bool:
    """Whether fire keeps somebody down: the insane, hardened and fanatical do not heed it.

    Rule: FHT-8.10.
    """
    return combatant.sheet.body.get("attitude") not in FEARLESS


class UnderFire(NamedTuple):
    """What acting under fire costs in stability, and the rules that say so."""

    stability: int
    cited: Citations


def under_fire(combatant: Combatant, action: str) -> UnderFire | None:
    """What an action comes to under fire; None if there is no fire, or it stays in force at no cost.

    Whoever gets down or does not heed fire pays nothing; cover alone helps nobody.

    Rule: FHT-8.6, FHT-8.8, FHT-8.9, FHT-8.10.
    """
    if combatant.flags.get("suppressed") is not True or action in LEAVES_FIRE:
        return None
    if action in GETS_DOWN:
        return UnderFire(0, ENDS_FIRE)
    if not fears_fire(combatant):
        return UnderFire(0, ENDS_FIRE + cite("FHT-8.10"))
    if combatant.sheet.body.get("hardened_violence") is True:
        return UnderFire(0, ENDS_FIRE + cite("FHT-8.8"))
    behind = cite("FHT-8.9") if text(combatant.flags.get("cover")) else ()
    return UnderFire(number("under_fire"), ENDS_FIRE + behind)


def price(combatant: Combatant, action: str) -> dict[str, int]:
    """What an action costs: one action, and stability under fire.

    Rule: FHT-3.3, FHT-8.6.
    """
    found = under_fire(combatant, action)
    fire = min(found.stability if found else 0, person.points(combatant.sheet, "stability"))
    return {ACTION: PER_ROUND, "stability": fire} if fire else {ACTION: PER_ROUND}


def _under_fire(combatant: Combatant, action: str) -> list[Event]:
    """Whoever does anything else under fire pays for it, once; then it is over.

    Rule: FHT-8.6.
    """
    found = under_fire(combatant, action)
    if found is None:
        return []
    before = person.points(combatant.sheet, "stability")
    after = max(before - found.stability, 0)
    changes = [*flags(combatant, suppressed=None), *pool(combatant, "stability", before, after)]
    data: dict[str, Json] = {"who": combatant.id, "action": action, "stability_lost": before - after}
    told: list[Event] = [Happened("acted_under_fire", combatant.id, data, tuple(changes), found.cited)]
    limit = breaking_point(combatant.sheet)
    if after <= limit < before:
        broken: dict[str, Json] = {"who": combatant.id, "breaking_point": limit}
        told.append(Happened("breaking_point_reached", combatant.id, broken, (), cite("FHT-1.5")))
    return told


def _lapses(scene: Scene, actor: Combatant) -> list[Change]:
    """Standing rolls that last until the owner's next action: an escape, and attacks where the table plays it so.

    Rule: FHT-3.15, FHT-9.7.
    """
    origin = origin_of(actor)
    ends = origin == "escape"
    if origin == "attack":
        ends = scene.house.plays("attack_token_expiry", "next_action")
    return token_ends(actor) if ends else []


def spend(scene: Scene, who: str, action: str, *, keeps_hold: bool = True) -> list[Event]:
    """An action of one's own begins: it is used up, what lasted until it ends, a holder lets go.

    Rule: FHT-3.3, FHT-9.35.
    """
    actor = scene.who(who)
    events: list[Event] = []
    if is_holding(actor) and not keeps_hold and not scene.house.plays("hold_released_by_other_action", False):
        events.append(released(scene.fight, actor))
    changes = [Change(who, f"budget.{ACTION}", actor.budget.get(ACTION), 0)] if action_left(actor) else []
    changes += flags(actor, action_state="acted", hurt=None)
    changes += _lapses(scene, actor)
    data: dict[str, Json] = {"who": who, "action": action}
    events.append(Happened("action_taken", who, data, tuple(changes), BUDGET))
    return [*events, *_under_fire(actor, action)]


def react(scene: Scene, who: str, action: str, *, taking_cover: bool = False) -> list[Event]:
    """A reaction uses the action of the round; diving into cover is taking cover.

    Rule: FHT-3.11, FHT-3.18, FHT-8.6.
    """
    actor = scene.who(who)
    changes = [Change(who, f"budget.{ACTION}", actor.budget.get(ACTION), 0)] if action_left(actor) else []
    changes += flags(actor, action_state="reacted")
    if origin_of(actor) == "escape":
        changes += token_ends(actor)
    data: dict[str, Json] = {"who": who, "action": action}
    told = Happened("reaction_taken", who, data, tuple(changes), BUDGET)
    return [told, *_under_fire(actor, "take_cover" if taking_cover else action)]
