"""Nachladen und Gegenstände, CHA-2.3: reload, clear a jam, draw and put away, put out a fire; and what an EMP does."""

from collections.abc import Iterator

from combat.core.bill import total
from combat.core.body import text, whole
from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fields import choice
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part, Reason
from combat.core.schema import Field
from combat.core.sheet import Item
from combat.core.standing import has_status
from combat.core.value import Json
from combat.rulesets.chaos.announce import weapon_reasons
from combat.rulesets.chaos.apply_hit import GM, weapon_in
from combat.rulesets.chaos.cost import price_of
from combat.rulesets.chaos.deed import SPEND, Act, act_form, asked, deed_of, forbidden
from combat.rulesets.chaos.gear import EMP, Found, emp_on, gear_price, with_gear
from combat.rulesets.chaos.gear import PURPOSES as GEAR
from combat.rulesets.chaos.weapon import weapon_of
from combat.rulesets.chaos.weapon_bills import capacity_bill, reload_bill
from combat.rulesets.chaos.words import WEAPON_KINDS

ROUND = 1
"""Reloading is done a whole round at a time."""
OBJECT = cite("CHA-2.3")
JAM = cite("CHA-2.3", "CHA-3.4")
FIRE = cite("CHA-2.3", "CHA-6.flame")
ON_WEAPONS = ("draw", "put_away", "clear_jam")
PURPOSES = (*ON_WEAPONS, "put_out_fire", "use")


def _weapons(fight: Fight, actor: str) -> Iterator[Item]:
    return (item for item in fight.combatants[actor].sheet.items if item.kind == "weapon")


def _now(item: Item, key: str, value: Json) -> Change:
    return Change(item.id, key, item.body.get(key), value)


def _reload(fight: Fight, intent: Intent) -> Act:
    """One whole round of reloading; progress is kept until the magazine is full.

    Rule: CHA-2.3.
    """
    request = asked(fight, intent, (SPEND,))
    actor, part, reasons = request.actor, request.part, request.reasons
    item = actor.sheet.item(part.item) if actor is not None else None
    if actor is None or item is None or reasons:
        return Act(None, reasons or weapon_reasons(item, WEAPON_KINDS, part.item))
    deed = deed_of(fight, actor, "reload", price_of(actor, "reload", reload_rounds=ROUND), request.spend)
    reasons = weapon_reasons(item, WEAPON_KINDS, part.item)
    if not reasons and not (capacity_bill(item) and reload_bill(item)):
        reasons = (Reason("wrong_kind", {"item": item.id}, OBJECT),)
    if reasons:
        return Act(deed, reasons)
    if whole(weapon_of(item).loaded) >= total(capacity_bill(item)):
        reasons = (Reason("magazine_full", {"item": item.id}, OBJECT),)
    loading = _loading(actor, item)
    return Act(deed, reasons + forbidden(fight, deed), (loading,), item.id, notes=(_loads(item, loading),))


def _loading(actor: Combatant, item: Item) -> Happened:
    """What a round of reloading brings: a full magazine, or one round less to go.

    Rule: CHA-2.3.
    """
    before = whole(item.body.get("reload_progress"))
    data: dict[str, Json] = {"who": actor.id, "item": item.id}
    if before + ROUND < total(reload_bill(item)):
        step = _now(item, "reload_progress", before + ROUND)
        return Happened("reload_continued", actor.id, {**data, "reload_progress": before + ROUND}, (step,), OBJECT)
    full = total(capacity_bill(item))
    changes: tuple[Change, ...] = (Change(item.id, "loaded", weapon_of(item).loaded, full),)
    if before:
        changes += (_now(item, "reload_progress", 0),)
    return Happened("reloaded", actor.id, {**data, "loaded": full}, changes, OBJECT)


def _loads(item: Item, loading: Happened) -> Reason:
    """What a round of reloading will have brought: the rounds in the magazine, or how long it still takes.

    Rule: CHA-2.3.
    """
    if loading.term == "reloaded":
        return Reason("loads_to", {"loaded": loading.data["loaded"]}, OBJECT)
    left = total(reload_bill(item)) - whole(loading.data["reload_progress"])
    return Reason("loads_on", {"rounds": left}, OBJECT)


def _fields(fight: Fight, actor: str, part: Part) -> tuple[Field, ...]:
    """What can be done with a weapon, with another thing, or with bare hands."""
    item = fight.combatants[actor].sheet.item(part.item)
    known = ("put_out_fire",) if not part.item else GEAR if item is not None and item.kind == "gear" else ON_WEAPONS
    return (choice("purpose", known, default=_most_likely(item, known), rules=OBJECT), SPEND)


def _most_likely(item: Item | None, known: tuple[str, ...]) -> str:
    """What is chosen before anybody says otherwise: a jam is cleared, a weapon in hand put away, any other drawn."""
    if known is not ON_WEAPONS or item is None:
        return known[0]
    if item.body.get("jammed") is True:
        return "clear_jam"
    return "put_away" if item.body.get("readied") is True else "draw"


def _handle(fight: Fight, intent: Intent) -> Act:
    """Draw, put away, use, clear a jam, put out a fire: whoever burns is the target, without one it is oneself.

    Rule: CHA-2.3.
    """
    request = asked(fight, intent, (choice("purpose", PURPOSES), SPEND))
    actor, part = request.actor, request.part
    if actor is None or request.reasons:
        return Act(None, request.reasons)
    purpose = text(request.given.get("purpose"), text(_fields(fight, actor.id, part)[0].default))
    item = actor.sheet.item(part.item)
    gear = item if item is not None and item.kind == "gear" and purpose in GEAR else None
    price = price_of(actor, "handle_object") if gear is None else gear_price(actor, gear, purpose)
    deed = deed_of(fight, actor, "handle_object", price, request.spend)
    if gear is not None:
        reasons, happens = with_gear(fight, actor, gear, part, purpose)
    elif purpose == "put_out_fire":
        reasons, happens = _fire_out(fight, actor, part)
    else:
        reasons, happens = _with_weapon(actor, part, purpose)
    return Act(deed, reasons + forbidden(fight, deed), happens, part.item)


def _with_weapon(actor: Combatant, part: Part, purpose: str) -> Found:
    item = actor.sheet.item(part.item)
    reasons = weapon_reasons(item, WEAPON_KINDS, part.item)
    if item is None or reasons:
        return reasons, ()
    data: dict[str, Json] = {"who": actor.id, "item": item.id}
    if purpose == "clear_jam":
        jammed = item.body.get("jammed") is True
        reasons = () if jammed else (Reason("not_jammed", {"item": item.id}, JAM),)
        return reasons, (Happened("jam_cleared", actor.id, data, (_now(item, "jammed", False),), JAM),)
    ready = purpose == "draw"
    changes = (_now(item, "readied", ready),) if (item.body.get("readied") is True) is not ready else ()
    return (), (Happened("weapon_drawn" if ready else "weapon_put_away", actor.id, data, changes, OBJECT),)


def _fire_out(fight: Fight, actor: Combatant, part: Part) -> Found:
    """Rule: CHA-6.flame."""
    name = part.targets[0] if part.targets else actor.id
    target = fight.combatants.get(name)
    if target is None:
        return (Reason("unknown_target", {"target": name}, FIRE),), ()
    if not has_status(target.sheet, "burning"):
        return (Reason("not_burning", {"target": name}, FIRE),), ()
    changes = (Change(name, "statuses.burning", True, None),)
    return (), (Happened("fire_put_out", name, {"who": actor.id, "target": name}, changes, FIRE),)


def _emp(fight: Fight, intent: Intent) -> Act:
    """The game master says that an EMP strikes one weapon.

    Rule: CHA-6.magnetic.
    """
    part = intent.parts[0]
    item = weapon_in(fight, intent.actor, part.item)
    reasons = weapon_reasons(item, WEAPON_KINDS, part.item)
    if item is None or reasons:
        return Act(None, reasons)
    happens = tuple(emp_on(item))
    # First stands that it is struck, then all that it does to it.
    notes = tuple([Reason(event.term, {"item": item.id}, EMP) for event in happens[1:]])
    return Act(None, (), happens, item.id, notes=notes)


def _to_handle(fight: Fight, actor: str) -> tuple[Part, ...]:
    """Each weapon and each thing, and none for a fire if somebody burns."""
    items = fight.combatants[actor].sheet.items
    found = [Part(form="handle_object", item=item.id) for item in items if item.kind in ("weapon", "gear")]
    burning = [name for name, each in fight.combatants.items() if has_status(each.sheet, "burning")]
    return (*found, *[Part(form="handle_object", targets=(name,)) for name in burning[:1]])


FORMS = {
    "reload": act_form(
        "reload",
        _reload,
        lambda fight, actor: tuple(
            [Part(form="reload", item=item.id) for item in _weapons(fight, actor) if reload_bill(item)]
        ),
        lambda *_: (SPEND,),
        OBJECT,
    ),
    "handle_object": act_form("handle_object", _handle, _to_handle, _fields, OBJECT, takes_target=True),
    "emp": act_form(
        "emp",
        _emp,
        lambda fight, actor: tuple([Part(form="emp", item=item.id) for item in _weapons(fight, actor)]),
        lambda *_: (),
        EMP,
        by=GM,
    ),
}
"""What is done with things, by form."""
