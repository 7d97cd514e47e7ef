"""Der Ablauf, W20-3: what happens by itself when a fight, a round or a turn begins or ends."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.course import Course, fight_ended, later_in_order, round_started
from combat.core.event import Change, Happened
from combat.core.fight import FIGHT, Combatant, Fight
from combat.core.procedure import Procedure, Step
from combat.core.standing import has_status
from combat.core.value import Json
from combat.rulesets.zwanziger.damage import resist
from combat.rulesets.zwanziger.data import number
from combat.rulesets.zwanziger.initiative import first_able, order_made
from combat.rulesets.zwanziger.options import BY_THE_BOOK
from combat.rulesets.zwanziger.person import is_badly_wounded, is_disabled
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.turn import most, mounts_of
from combat.rulesets.zwanziger.words import REACTION, SLOTS

STARTED = cite("W20-3.1")
ROUND = cite("W20-3.10")
TURN = cite("W20-3.2", "W20-3.7", "W20-3.9")
REACTIONS = cite("W20-3.5", "W20-3.9")
NEEDED = number("parties_needed")
OF_TURN = "mount_moved"
OF_MOUNT = (OF_TURN, "mount_used")


def fight_start(fight: Fight) -> Procedure:
    """Nobody has a turn yet, and nobody has rolled.

    Rule: W20-3.1, W20-3.2.
    """
    stage = Stage(fight)
    changes: list[Change] = []
    for name, each in fight.combatants.items():
        changes += _budget(each, dict.fromkeys(SLOTS, 0))
        changes += stage.change(name, "flags.initiative", None)
    yield stage.tell(Happened("fight_started", FIGHT, {}, tuple(changes), STARTED))


def round_start(fight: Fight) -> Procedure:
    """The next round; initiative is rolled once, or anew where the house plays it so.

    Rule: W20-3.1, W20-9.13.
    """
    stage = Stage(fight)
    yield stage.tell(round_started(fight, STARTED))
    yield from order_made(stage)


def _budget(combatant: Combatant, units: Mapping[str, int]) -> list[Change]:
    found = []
    for key, after in units.items():
        before = combatant.budget.get(key)
        if before != after:
            found.append(Change(combatant.id, f"budget.{key}", before, after))
    return found


def turn_start(fight: Fight) -> Procedure:
    """Exhaustion goes, a pending save is repeated, the turn's actions are there, and everybody may react once.

    Rule: W20-3.5, W20-3.7, W20-3.9.
    """
    stage = Stage(fight)
    actor = fight.combatants.get(fight.current)
    if actor is None:
        return
    yield from _rested(stage, actor)
    if has_status(actor.sheet, "unconscious") and _save_pending(stage, actor):
        yield from resist(stage, actor.id, "")
    able = stage.able(actor.id)
    units = {slot: most(actor.sheet, slot) if able else 0 for slot in SLOTS}
    changes = _budget(stage.who(actor.id), units)
    for each in stage.fight.combatants.values():
        changes += _budget(each, {REACTION: most(each.sheet, REACTION)})
    term = "turn_started" if able else "turn_skipped"
    yield stage.tell(Happened(term, actor.id, {"who": actor.id}, tuple(changes), (*TURN, *REACTIONS)))


def _save_pending(stage: Stage, actor: Combatant) -> bool:
    """Whether somebody unconscious may try to come to: his wounds keep him down, and he is not out of the fight.

    Rule: W20-6.12.
    """
    usual = is_badly_wounded(actor.sheet) and not is_disabled(actor.sheet, BY_THE_BOOK)
    return stage.decided("life_model", usual and not stage.house.life_points, usual)


def _rested(stage: Stage, actor: Combatant) -> Step[None]:
    """Exhaustion is gone at the start of the own turn, a mount's with its rider's.

    Rule: W20-3.7, W20-2.5.
    """
    changes: list[Change] = []
    for each in (actor, *mounts_of(stage.fight, actor.id)):
        changes += stage.change(each.id, "flags.exhaustion", 0, 0)
        for key in OF_MOUNT:
            changes += stage.change(each.id, f"flags.{key}", None)
    if changes:
        yield stage.tell(Happened("rested", actor.id, {"who": actor.id}, tuple(changes), TURN))


def turn_end(fight: Fight) -> Procedure:
    """What is left of the actions is discarded; the next in the order who is not out of the fight has his turn.

    Rule: W20-3.2, W20-3.9, W20-5.4.
    """
    stage = Stage(fight)
    actor = fight.combatants.get(fight.current)
    if actor is None:
        return
    changes = [Change(FIGHT, "current", actor.id, first_able(stage, later_in_order(fight)))]
    changes += _budget(actor, dict.fromkeys(SLOTS, 0))
    for each in (actor, *mounts_of(fight, actor.id)):
        changes += stage.change(each.id, f"flags.{OF_TURN}", None)
    yield stage.tell(Happened("turn_ended", actor.id, {"who": actor.id}, tuple(changes), TURN))


def round_end(fight: Fight) -> Procedure:
    """A new round begins while two parties are able to fight, else the fight is over.

    Rule: W20-3.10.
    """
    stage = Stage(fight)
    able = {each.party or each.id for each in fight.combatants.values() if stage.able(each.id)}
    data: dict[str, Json] = {"round": fight.round, "parties_able": len(able), "new_round": len(able) >= NEEDED}
    yield stage.tell(Happened("round_ended", FIGHT, data, (), ROUND))


def fight_end(fight: Fight) -> Procedure:
    """The fight is over; what holds of the fighters stays with their sheets.

    Rule: W20-3.10.
    """
    yield Stage(fight).tell(fight_ended(fight, ROUND))


tick = Course(fight_start, round_start, turn_start, turn_end, round_end, fight_end).tick
