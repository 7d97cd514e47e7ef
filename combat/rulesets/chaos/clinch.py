"""Klammergriff, CHA-4.7: who holds whom, letting go of someone and getting up again."""

from combat.core.body import inner
from combat.core.citation import cite
from combat.core.event import Change, Event, Happened
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part, Reason
from combat.core.standing import has_status
from combat.rulesets.chaos.announce import target_reasons
from combat.rulesets.chaos.cost import price_of
from combat.rulesets.chaos.deed import SPEND, Act, act_form, asked, deed_of, forbidden

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


def _let_go(fight: Fight, intent: Intent) -> Act:
    """Let go of someone, at any time and for nothing.

    Rule: CHA-4.7.
    """
    request = asked(fight, intent, ())
    if request.actor is None or request.reasons:
        return Act(None, request.reasons)
    holder, names = request.actor.id, request.part.targets
    wrong = target_reasons(fight, holder, names)
    if len(names) > 1:
        wrong += (Reason("too_many_targets", {}, RULES),)
    if wrong:
        return Act(None, wrong)
    target = fight.combatants[names[0]]
    if not is_held_by(target, holder):
        return Act(None, (Reason("not_in_clinch", {"target": target.id}, RULES),))
    return Act(None, (), (released(target, holder),))


def _to_let_go(fight: Fight, actor: str) -> tuple[Part, ...]:
    """Offered to whoever holds someone."""
    holds = any(is_held_by(person, actor) for name, person in fight.combatants.items() if name != actor)
    return (Part(form="let_go"),) if holds else ()


def _stand_up(fight: Fight, intent: Intent) -> Act:
    """Get up from the ground, once free.

    Rule: CHA-4.7.
    """
    request = asked(fight, intent, (SPEND,))
    actor = request.actor
    if actor is None or request.reasons:
        return Act(None, request.reasons)
    deed = deed_of(fight, actor, "stand_up", price_of(actor, "stand_up"), request.spend)
    reasons = forbidden(fight, deed)
    if not has_status(actor.sheet, "prone"):
        reasons += (Reason("not_prone", {"who": actor.id}, RULES),)
    if has_status(actor.sheet, "clinched"):
        reasons += (Reason("clinched", {"who": actor.id}, RULES),)
    up = Happened("stood_up", actor.id, {"who": actor.id}, (Change(actor.id, "statuses.prone", True, None),), RULES)
    return Act(deed, reasons, (up,))


def _to_stand_up(fight: Fight, actor: str) -> tuple[Part, ...]:
    """Offered to whoever lies on the ground."""
    return (Part(form="stand_up"),) if has_status(fight.combatants[actor].sheet, "prone") else ()


FORMS = {
    "let_go": act_form("let_go", _let_go, _to_let_go, lambda *_: (), RULES, needs_target=True),
    "stand_up": act_form("stand_up", _stand_up, _to_stand_up, lambda *_: (SPEND,), RULES),
}
"""What ends a hold and what comes after it, by form."""
