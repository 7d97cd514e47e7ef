"""Heilung, CHA-9: hit points won back, by a spell or by spell points alone."""

from combat.core.body import optional, whole
from combat.core.citation import cite
from combat.core.event import Change, Event, Happened
from combat.core.fields import number as whole_number
from combat.core.fight import Fight
from combat.core.intent import Intent, Part, Reason
from combat.core.rounding import ceil_div
from combat.core.value import Json
from combat.rulesets.chaos.cost import price_of
from combat.rulesets.chaos.damage import Victim
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.deed import SPEND, Act, act_form, asked, deed_of, forbidden
from combat.rulesets.chaos.person import health, is_shocked, maximum, points
from combat.rulesets.chaos.round_end import shock_ended
from combat.rulesets.chaos.spell import MOST
from combat.rulesets.chaos.state import spell_points_spent

HEALED_EACH = number("spell_point_healing")
HEALING = cite("CHA-9.4", "CHA-9.8")
HEAL_FIELDS = (
    whole_number("spell_points", default=1, low=1, high=MOST, group="spell_points", pool="spell_points", rules=HEALING),
    SPEND,
)


def mending(victim: Victim, healed: int, told: dict[str, Json], counted: int | None) -> list[Event]:
    """Hit points won back; they end the count of rounds in shock only by lifting above 20 %.

    Rule: CHA-9.8.
    """
    before, after = victim.hit_points, victim.hit_points + healed
    data = {"who": victim.id, **told, "healed_points": healed, "hit_points": after}
    changes = (Change(victim.id, "pools.hit_points", before, after),) if healed else ()
    events: list[Event] = [Happened("healed", victim.id, data, changes, HEALING)]
    if counted is not None and after > 0 and not is_shocked(after, victim.maximum):
        events.append(shock_ended(victim.id, counted))
    return events


def _heal(fight: Fight, intent: Intent) -> Act:
    """Heal oneself: a hit point for each spell point; those that would heal nothing more are kept.

    Rule: CHA-9.4.
    """
    request = asked(fight, intent, HEAL_FIELDS)
    actor = request.actor
    if actor is None or request.reasons:
        return Act(None, request.reasons)
    deed = deed_of(fight, actor, "heal", price_of(actor, "heal"), request.spend)
    stated, owned = whole(request.given.get("spell_points"), 1), points(actor.sheet, "spell_points")
    reasons = forbidden(fight, deed)
    if stated > owned:
        reasons += (Reason("not_enough_spell_points", {"needed": stated, "left": owned}, HEALING),)
    now, most = health(actor.sheet)
    spent = min(stated, ceil_div(max(most - now, 0), HEALED_EACH))
    healed = min(spent * HEALED_EACH, max(most - now, 0))
    paid = [spell_points_spent(actor.id, owned, spent)] if spent else []
    counted = optional(actor.sheet.body.get("shock_rounds"))
    after: dict[str, Json] = {"hit_points": now + healed, "maximum": most, "left": owned - spent}
    notes = (Reason("heals_to", after, HEALING),)
    return Act(deed, reasons, (*paid, *mending(Victim(actor, ""), healed, {}, counted)), notes=notes)


def _to_heal(fight: Fight, actor: str) -> tuple[Part, ...]:
    """Offered to whoever has spell points, or could have some."""
    sheet = fight.combatants[actor].sheet
    most = max(maximum(sheet, "spell_points"), points(sheet, "spell_points"))
    return (Part(form="heal"),) if most > 0 else ()


FORMS = {"heal": act_form("heal", _heal, _to_heal, lambda *_: HEAL_FIELDS, HEALING)}
"""Healing oneself, by form."""
