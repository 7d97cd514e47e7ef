"""Bewegung, Deckung, Zielen, Bereitschaft, CHA-2.3: actions without a die that set what later rolls read.

Outside a fight nobody keeps what they set, so there they are not offered.
"""

from collections.abc import Callable
from dataclasses import replace

from combat.core.bill import total
from combat.core.body import text
from combat.core.citation import cite
from combat.core.event import Change, Event, Happened
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Intent, Part, Reason
from combat.core.standing import has_status, override
from combat.core.value import Json
from combat.rulesets.chaos.announce import target_reasons
from combat.rulesets.chaos.clinch import moved_off
from combat.rulesets.chaos.cost import price_of
from combat.rulesets.chaos.cover import bonus_behind
from combat.rulesets.chaos.deed import SPEND, Act, act_form, asked, deed_of, forbidden
from combat.rulesets.chaos.moves import MOVES, move_bill
from combat.rulesets.chaos.options import house_rules
from combat.rulesets.chaos.spell import spells_of
from combat.rulesets.chaos.words import AIM_FLAGS, AIMS

MOVED = cite("CHA-2.3", "CHA-2.13")
COVER = cite("CHA-2.3", "CHA-2.13")
AIMED = cite("CHA-2.3", "CHA-2.12")
READY = cite("CHA-2.2", "CHA-2.3")
HELD = cite("CHA-4.7")
FACTORS = dict(MOVES)
METRES = {"covered_move": "move_covered", "quick_move": "move_quick", "sprint": "sprint"}
SETS = {"covered_move": (), "quick_move": ("in_motion", "moved_quickly"), "sprint": ("in_motion", "sprinted")}

type Outcome = tuple[tuple[Reason, ...], tuple[Event, ...]]
type Doing = Callable[[Fight, Combatant, Part, str], Outcome]


def metres_of(combatant: Combatant, move: str) -> int:
    """How far a move goes at most.

    Rule: CHA-2.3.
    """
    key = METRES[move]
    found = override(combatant.sheet, key)
    return total(move_bill(combatant.sheet, FACTORS[key])) if found is None else found


def _flag(combatant: Combatant, key: str, value: Json) -> tuple[Change, ...]:
    before = combatant.flags.get(key)
    return (Change(combatant.id, f"flags.{key}", before, value),) if before != value else ()


def _move(fight: Fight, actor: Combatant, part: Part, move: str) -> Outcome:
    """A move and what it means for cover, shots and holds; whoever is held cannot leave the spot.

    Rule: CHA-2.3, CHA-2.13, CHA-4.7.
    """
    held = (Reason("clinched", {"who": actor.id}, HELD),) if has_status(actor.sheet, "clinched") else ()
    changes = tuple([change for key in SETS[move] for change in _flag(actor, key, True)])
    if SETS[move]:
        changes += _flag(actor, "took_cover", None)
    data: dict[str, Json] = {"who": actor.id, "action": move, "metres": metres_of(actor, move)}
    return held, (Happened("moved", actor.id, data, changes, MOVED), *moved_off(fight, actor.id))


def _cover(fight: Fight, actor: Combatant, part: Part, action: str) -> Outcome:
    """Make the most of a cover; there has to be one that still stands, and a reckless attack forbids it.

    Rule: CHA-2.13, CHA-2.3.
    """
    reasons: tuple[Reason, ...] = ()
    cover = text(actor.flags.get("cover"))
    thing = fight.things.get(cover)
    if not cover or (thing is not None and thing.body.get("destroyed") is True):
        reasons = (Reason("no_cover", {"who": actor.id}, COVER),)
    if actor.flags.get("reckless") is True:
        reasons += (Reason("reckless", {"who": actor.id}, cite("CHA-2.3")),)
    changes = _flag(actor, "took_cover", True)
    return reasons, (Happened("cover_taken", actor.id, {"who": actor.id}, changes, COVER),)


def _guard(fight: Fight, actor: Combatant, part: Part, action: str) -> Outcome:
    """Rule: CHA-2.3."""
    return (), (Happened("guard_taken", actor.id, {"who": actor.id}, _flag(actor, "guarding", True), READY),)


def _prepare(fight: Fight, actor: Combatant, part: Part, action: str) -> Outcome:
    """What is not spent is kept for the enemies' turns; nothing else changes.

    Rule: CHA-2.2.
    """
    return (), (Happened("reaction_prepared", actor.id, {"who": actor.id}, (), READY),)


def _concentrate(fight: Fight, actor: Combatant, part: Part, action: str) -> Outcome:
    """Concentrate at the end of a round for the cast that comes next.

    Rule: CHA-9.7.
    """
    changes = _flag(actor, "concentrating", fight.round)
    return (), (Happened("concentration_begun", actor.id, {"who": actor.id}, changes, cite("CHA-9.7")),)


def _aim(fight: Fight, actor: Combatant, part: Part, aim: str) -> Outcome:
    """Aim at somebody; an earlier aim is given up for it.

    Rule: CHA-2.12.
    """
    reasons = target_reasons(fight, actor.id, part.targets)
    if len(part.targets) > 1:
        reasons += (Reason("too_many_targets", {}, AIMED),)
    if reasons:
        return reasons, ()
    target = part.targets[0]
    noted: tuple[Json, ...] = (aim, target, fight.round)
    pairs = zip(AIM_FLAGS, noted, strict=True)
    changes = tuple([change for key, value in pairs for change in _flag(actor, key, value)])
    data: dict[str, Json] = {"who": actor.id, "target": target, "aim": aim}
    return (), (Happened("aim_taken", actor.id, data, changes, AIMED),)


def _notes(fight: Fight, actor: Combatant, action: str) -> tuple[Reason, ...]:
    """What an action comes to for him: how far a move goes, what his cover will be worth.

    Rule: CHA-2.3, CHA-5.2.
    """
    if action in METRES:
        return (Reason("goes_metres", {"metres": metres_of(actor, action)}, MOVED),)
    cover = fight.things.get(text(actor.flags.get("cover"))) if action == "take_cover" else None
    if cover is None:
        return ()
    low = replace(actor, flags={**actor.flags, "took_cover": True})
    before, after = (bonus_behind(cover, each, house_rules(fight.options)) for each in (actor, low))
    return (Reason("cover_becomes", {"item": cover.id, "before": before, "after": after}, COVER),)


def _is_for(actor: Combatant, action: str) -> bool:
    """Whoever knows no spell has nothing to concentrate for."""
    return action != "concentrate" or bool(spells_of(actor.sheet))


def _form(action: str, doing: Doing, *, needs_target: bool = False) -> Form:
    def read(fight: Fight, intent: Intent) -> Act:
        request = asked(fight, intent, (SPEND,))
        if request.actor is None or request.reasons:
            return Act(None, request.reasons)
        deed = deed_of(fight, request.actor, action, price_of(request.actor, action), request.spend)
        if not fight.round:
            return Act(deed, (Reason("only_in_fights", {"action": action}, cite("CHA-2.1")),))
        reasons, happens = doing(fight, request.actor, request.part, action)
        found = reasons + forbidden(fight, deed, reaction=action == "take_cover")
        return Act(deed, found, happens, notes=_notes(fight, request.actor, action))

    return act_form(
        action,
        read,
        lambda fight, actor: (Part(form=action),) if fight.round and _is_for(fight.combatants[actor], action) else (),
        lambda *_: (SPEND,),
        cite("CHA-2.3"),
        needs_target=needs_target,
    )


FORMS = {
    **{move: _form(move, _move) for move in METRES},
    "take_cover": _form("take_cover", _cover),
    "guard": _form("guard", _guard),
    "prepare": _form("prepare", _prepare),
    "concentrate": _form("concentrate", _concentrate),
    **{aim: _form(aim, _aim, needs_target=True) for aim in AIMS},
}
"""What is done without a die, by form."""
