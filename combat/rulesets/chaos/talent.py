"""Aktive Talente, CHA-8.2: paid with action points, they act until their owner's next turn."""

from collections.abc import Mapping

from combat.core.body import inner, text, whole
from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fields import choice
from combat.core.fight import Fight
from combat.core.intent import Intent, Part, Reason
from combat.core.schema import Field
from combat.core.sheet import Sheet
from combat.core.value import Json
from combat.rulesets.chaos.cost import in_use
from combat.rulesets.chaos.deed import Act, act_form, asked, deed_of, forbidden
from combat.rulesets.chaos.person import points

FORM = "use_talent"
PAID = cite("CHA-8.2")
FLAG = "talents_in_use"
POOL = "action_points"


def active_talents(sheet: Sheet) -> tuple[str, ...]:
    """The talents of a sheet that have to be paid for each time.

    Rule: CHA-8.2.
    """
    known = inner(sheet.body, "talents")
    return tuple([key for key, record in known.items() if isinstance(record, Mapping) and record.get("active") is True])


def _fields(sheet: Sheet) -> tuple[Field, ...]:
    known = active_talents(sheet)
    return (choice("talent", known, default=known[0] if known else None, optional=not known, rules=PAID),)


def _use(fight: Fight, intent: Intent) -> Act:
    """Pay for an active talent; what it lowers or adds counts until the next turn, the rest is in its description.

    Rule: CHA-8.2.
    """
    actor = fight.combatants.get(intent.actor)
    request = asked(fight, intent, () if actor is None else _fields(actor.sheet))
    if actor is None or request.reasons:
        return Act(None, request.reasons)
    known = active_talents(actor.sheet)
    if not known:
        return Act(None, (Reason("no_talent", {"who": actor.id}, PAID),))
    key = text(request.given.get("talent"), known[0])
    price, left = whole(inner(inner(actor.sheet.body, "talents"), key).get("action_points")), points(actor.sheet, POOL)
    reasons = forbidden(fight, deed_of(fight, actor, FORM, (), {}), reaction=True)
    if key in in_use(actor):
        reasons += (Reason("talent_in_use", {"talent": key}, PAID),)
    if price > left:
        reasons += (Reason("not_enough_action_points", {"needed": price, "left": left}, PAID),)
    flag = actor.flags.get(FLAG)
    changes = [Change(actor.id, f"flags.{FLAG}", flag, " ".join((*in_use(actor), key)))]
    if price:
        changes.append(Change(actor.id, f"pools.{POOL}", left, left - price))
    data: dict[str, Json] = {"who": actor.id, "talent": key, POOL: price}
    return Act(None, reasons, (Happened("talent_used", actor.id, data, tuple(changes), PAID),))


def _to_use(fight: Fight, actor: str) -> tuple[Part, ...]:
    """Offered to whoever has a talent that has to be paid for."""
    return (Part(form=FORM),) if active_talents(fight.combatants[actor].sheet) else ()


FORMS = {FORM: act_form(FORM, _use, _to_use, lambda fight, actor, _: _fields(fight.combatants[actor].sheet), PAID)}
"""Using a talent, by form."""
