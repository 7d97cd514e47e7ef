"""Liegende Würfe und Griffe, FHT-3.9 und 3.15: what stands on the table, who holds whom, and how it ends."""

from combat.core.body import text, whole
from combat.core.citation import cite
from combat.core.event import Change, Event, Happened
from combat.core.fight import Combatant, Fight
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.roll import Die
from combat.rulesets.fhtagn.scene import Scene, flags, status
from combat.rulesets.fhtagn.words import COUNTER, HOLD, TOKEN

STANDS = cite("FHT-3.15")
HELD = cite("FHT-3.9")
HELD_WITH = cite("FHT-3.10")


def token_of(combatant: Combatant) -> Die | None:
    """The roll of somebody that stands on the table."""
    face = whole(combatant.flags.get("token_die"))
    return Die(face, text(combatant.flags.get("token_outcome"), "failure")) if face else None


def origin_of(combatant: Combatant) -> str:
    """What that roll was: attack, dodge, fight_back or escape."""
    return text(combatant.flags.get("token_origin"))


def is_holding(combatant: Combatant) -> bool:
    """Whether somebody holds somebody else: he cannot defend himself.

    Rule: FHT-3.9.
    """
    return bool(combatant.flags.get("holding"))


def holder_of(fight: Fight, victim: str) -> Combatant | None:
    """Who holds somebody."""
    return next((each for each in fight.combatants.values() if each.flags.get("holding") == victim), None)


def is_defenceless(combatant: Combatant) -> bool:
    """Whether no roll of his can stand: stunned, out, pinned or a holder.

    Rule: FHT-3.15.
    """
    sheet = combatant.sheet
    held = person.has(sheet, "pinned") or is_holding(combatant)
    return person.is_out(sheet) or person.has(sheet, "dazed") or held


def token_ends(combatant: Combatant) -> list[Change]:
    """A roll taken off the table, with the blow in return that it would still allow."""
    return flags(combatant, **dict.fromkeys((*TOKEN, *COUNTER)))


def token_set(scene: Scene, who: str, die: Die, origin: str) -> list[Change]:
    """A new roll in place of the one that stands; none is made while somebody is defenceless.

    Rule: FHT-3.15.
    """
    combatant = scene.who(who)
    if is_defenceless(combatant):
        return []
    return flags(combatant, token_die=die.face, token_outcome=die.outcome, token_origin=origin)


def leave_standing(scene: Scene, who: str, die: Die, origin: str) -> tuple[Event, ...]:
    """A roll is left on the table if it succeeded and can defend; it takes the place of the one before.

    Rule: FHT-3.15, FHT-9.4.
    """
    if not die.succeeds:
        gone = token_ends(scene.who(who))
        return (Happened("roll_taken_up", who, {"who": who}, tuple(gone), STANDS),) if gone else ()
    changes = token_set(scene, who, die, origin)
    data: dict[str, Json] = {"who": who, "token_die": die.face, "token_origin": f"origin.{origin}"}
    return (Happened("roll_stands", who, data, tuple(changes), STANDS),) if changes else ()


def held_with(holder: Combatant, die: Die) -> Event:
    """What a holder rolls against his victim is what the victim has to beat in this round to come free.

    Rule: FHT-3.10.
    """
    changes = flags(holder, hold_die=die.face, hold_outcome=die.outcome)
    data: dict[str, Json] = {"who": holder.id, "target": holder.flags.get("holding"), "hold_die": die.face}
    return Happened("held_with", holder.id, data, tuple(changes), HELD_WITH)


def let_go(fight: Fight, holder: Combatant) -> list[Change]:
    """A holder lets go: his victim is free.

    Rule: FHT-3.9.
    """
    victim = fight.combatants.get(text(holder.flags.get("holding")))
    freed = [] if victim is None else status(victim, "pinned", False)
    return [*freed, *flags(holder, **dict.fromkeys(HOLD))]


def freed(fight: Fight, victim: str) -> list[Change]:
    """Somebody comes free of whoever holds him.

    Rule: FHT-3.10.
    """
    holder = holder_of(fight, victim)
    return status(fight.combatants[victim], "pinned", False) if holder is None else let_go(fight, holder)


def released(fight: Fight, holder: Combatant) -> Event:
    """The end of a hold, told."""
    data = {"who": holder.id, "target": text(holder.flags.get("holding"))}
    return Happened("let_go", holder.id, data, tuple(let_go(fight, holder)), HELD)


def defence_ends(fight: Fight, combatant: Combatant) -> list[Change]:
    """Whoever is stunned, out or pinned loses his standing roll and lets go.

    Rule: FHT-3.9, FHT-3.15.
    """
    return [*token_ends(combatant), *(let_go(fight, combatant) if is_holding(combatant) else [])]
