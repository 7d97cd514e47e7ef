"""Klammergriff, CHA-4.7: who holds whom, letting go of someone and getting up again."""

from combat.core.citation import cite
from combat.core.event import Change, Event, Happened
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Emit, Procedure
from combat.core.value import Json
from combat.rulesets.chaos import announce
from combat.rulesets.chaos.body import inner
from combat.rulesets.chaos.cost import UNITS, price_bill, units_left
from combat.rulesets.chaos.data import rules
from combat.rulesets.chaos.person import can_act, has_status, total

LET_GO = "let_go"
STAND_UP = "stand_up"
RULES = cite("CHA-4.7")


def held(person: Combatant, by: str | None) -> tuple[Change, ...]:
    """What changes when someone is held from now on (``by`` a combatant's id) or by nobody.

    Rule: CHA-4.4.
    """
    stored = inner(person.sheet.body, "statuses").get("clinched")
    found = (
        Change(person.id, "statuses.clinched", stored, True if by else None),
        Change(person.id, "flags.held_by", person.flags.get("held_by"), by),
    )
    return tuple([change for change in found if change.before != change.after])


def is_held_by(person: Combatant, holder: str) -> bool:
    """Whether one holds the other; where nobody kept who it is, it is the one who asks.

    Rule: CHA-4.4.
    """
    return has_status(person.sheet, "clinched") and person.flags.get("held_by") in (None, holder)


def released(person: Combatant, holder: str) -> Happened:
    """Someone is let go of.

    Rule: CHA-4.7.
    """
    return Happened("let_go", person.id, {"who": holder, "target": person.id}, held(person, None), RULES)


def moved_off(fight: Fight, holder: str) -> list[Event]:
    """Whoever moves off lets go of those he holds.

    Rule: CHA-4.7.
    """
    people = fight.combatants.values()
    return [released(person, holder) for person in people if person.flags.get("held_by") == holder]


def _actor(fight: Fight, intent: Intent) -> tuple[Combatant | None, tuple[Reason, ...]]:
    """The one who acts, or why nobody does."""
    actor = fight.combatants.get(intent.actor)
    if announce.single_part(intent) is None:
        return None, (Reason("no_such_action", {}, RULES),)
    if actor is None:
        return None, (Reason("unknown_actor", {"who": intent.actor}, RULES),)
    return actor, ()


def _letting_go(fight: Fight, intent: Intent) -> tuple[Combatant | None, tuple[Reason, ...]]:
    """The one who is let go of, or why that cannot be.

    Rule: CHA-4.7.
    """
    actor, wrong = _actor(fight, intent)
    if actor is None:
        return None, wrong
    names = intent.parts[0].targets
    wrong = announce.target_reasons(fight, actor.id, names)
    if len(names) > 1:
        wrong += (Reason("too_many_targets", {}, RULES),)
    if wrong:
        return None, wrong
    target = fight.combatants[names[0]]
    if is_held_by(target, actor.id):
        return target, ()
    return None, (Reason("not_in_clinch", {"target": target.id}, RULES),)


def preview_letting_go(fight: Fight, intent: Intent) -> Preview:
    """It costs nothing and needs no roll."""
    return Preview(reasons=_letting_go(fight, intent)[1])


def let_go(fight: Fight, intent: Intent) -> Procedure:
    """Let go of someone, at any time and for nothing.

    Rule: CHA-4.7.
    """
    target, reasons = _letting_go(fight, intent)
    if target is None:
        raise Refused(reasons)
    yield Emit(released(target, intent.actor))


def offers_letting_go(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """Offered to whoever holds someone."""
    holds = any(is_held_by(person, actor) for name, person in fight.combatants.items() if name != actor)
    return (Offer(form=LET_GO, needs_target=True, rules=RULES),) if holds else ()


def _lying(fight: Fight, actor: Combatant) -> tuple[Reason, ...]:
    """Why someone cannot stand up: all reasons.

    Rule: CHA-4.7.
    """
    reasons = [] if can_act(actor.sheet) else [Reason("cannot_act", {"who": actor.id}, cite("CHA-2.9"))]
    if not has_status(actor.sheet, "prone"):
        reasons.append(Reason("not_prone", {"who": actor.id}, RULES))
    if has_status(actor.sheet, "clinched"):
        reasons.append(Reason("clinched", {"who": actor.id}, RULES))
    needed, left = _price(actor), units_left(fight, actor)
    if needed > left:
        data: dict[str, Json] = {"needed": needed, "left": left}
        reasons.append(Reason("not_enough_action_units", data, rules("action_units_per_round")))
    return tuple(reasons)


def _price(actor: Combatant) -> int:
    return total(price_bill(STAND_UP, actor.sheet))


def preview_standing_up(fight: Fight, intent: Intent) -> Preview:
    """What it costs, and why it may be refused."""
    actor, reasons = _actor(fight, intent)
    if actor is None:
        return Preview(reasons=reasons)
    return Preview(cost={UNITS: _price(actor)}, reasons=_lying(fight, actor))


def stand_up(fight: Fight, intent: Intent) -> Procedure:
    """Get up from the ground, once free.

    Rule: CHA-4.7.
    """
    actor, reasons = _actor(fight, intent)
    reasons = reasons if actor is None else _lying(fight, actor)
    if actor is None or reasons:
        raise Refused(reasons)
    left, price = units_left(fight, actor), _price(actor)
    paid = Change(actor.id, f"budget.{UNITS}", left, left - price)
    data: dict[str, Json] = {"who": actor.id, "action": STAND_UP, UNITS: price}
    yield Emit(
        Happened("cost_paid", actor.id, data, (paid,), RULES),
        Happened("stood_up", actor.id, {"who": actor.id}, (Change(actor.id, "statuses.prone", True, None),), RULES),
    )


def offers_standing_up(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """Offered to whoever lies on the ground."""
    person = fight.combatants[actor]
    if not has_status(person.sheet, "prone"):
        return ()
    return (Offer(form=STAND_UP, cost={UNITS: _price(person)}, reasons=_lying(fight, person), rules=RULES),)
