"""Was in der Hand ist, FAL-2.2 und 3.22: what only a weapon in hand can do, drawing one and putting it away."""

from collections.abc import Callable

from combat.core.announce import Asked
from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Reason
from combat.core.procedure import Step
from combat.core.sheet import Sheet
from combat.core.value import Json
from combat.rulesets.oedland.announce import weapon_named
from combat.rulesets.oedland.data import number
from combat.rulesets.oedland.deed import Act, Deed, form_of, nothing
from combat.rulesets.oedland.options import house_rules
from combat.rulesets.oedland.person import attribute
from combat.rulesets.oedland.scene import Scene
from combat.rulesets.oedland.weapon import Weapon, dual_strength, in_hands, weapons_of

HANDLE = cite("FAL-3.22", "FAL-2.2")
DRAWN = ("ranged", "melee")
"""What is drawn; fists and what is worn on them are always there."""


def not_in_hand(fight: Fight, *weapons: Weapon) -> tuple[Reason, ...]:
    """In a fight only what somebody has in hand serves; anything else is drawn first. Rule: FAL-2.2, FAL-3.22."""
    away = [weapon for weapon in weapons if fight.round and not weapon.ready]
    needed = house_rules(fight.options).ready_ap
    return tuple([Reason("not_in_hand", {"item": weapon.id, "needed": needed}, HANDLE) for weapon in away])


def displaced(sheet: Sheet, weapon: Weapon) -> tuple[Weapon, ...]:
    """What is put away so that both hands can hold a weapon: two are held at most.

    A two-handed one leaves no hand free, unless he is strong enough for one in each hand.

    Rule: FAL-2.2, FAL-7.1.
    """
    others = tuple([each for each in in_hands(sheet) if each.id != weapon.id])
    strength = attribute(sheet, "strength")
    both = [weapon, *others[: number("hands") - 1]]
    if any(each.two_handed for each in both) and strength < max(dual_strength(each) for each in both):
        return others
    return others[number("hands") - 1 :]


def _put_away(who: Combatant, weapon: Weapon) -> Happened:
    data: dict[str, Json] = {"who": who.id, "item": weapon.id}
    return Happened("weapon_put_away", who.id, data, (Change(weapon.id, "readied", True, False),), HANDLE)


def _draw(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Draw a weapon; what no longer fits into his hands is put away with it. Rule: FAL-3.22, FAL-2.2."""
    weapon, wrong = weapon_named(who, request.part.item, DRAWN)
    if weapon is None:
        return Act(reasons=wrong)
    reasons = (Reason("already_in_hand", {"item": weapon.id}, HANDLE),) if weapon.ready else ()
    data: dict[str, Json] = {"who": who.id, "item": weapon.id}
    change = Change(weapon.id, "readied", weapon.body.get("readied"), True)
    events = [_put_away(who, each) for each in displaced(who.sheet, weapon)]
    events.append(Happened("weapon_readied", who.id, data, (change,), HANDLE))
    return Act(house_rules(fight.options).ready_ap, reasons, then=_told(*events))


def _stow(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Put a weapon away, to have the hands free. Rule: FAL-3.22."""
    weapon, wrong = weapon_named(who, request.part.item, DRAWN)
    if weapon is None:
        return Act(reasons=wrong)
    reasons = () if weapon.ready else (Reason("already_away", {"item": weapon.id}, HANDLE),)
    return Act(house_rules(fight.options).ready_ap, reasons, then=_told(_put_away(who, weapon)))


def _told(*events: Happened) -> Callable[[Scene], Step[None]]:
    def then(scene: Scene) -> Step[None]:
        yield scene.tell(*events)

    return then


def _away(fight: Fight, who: Combatant) -> tuple[str, ...]:
    return tuple([weapon.id for weapon in weapons_of(who.sheet, *DRAWN) if not weapon.ready])


def _held(fight: Fight, who: Combatant) -> tuple[str, ...]:
    return tuple([weapon.id for weapon in in_hands(who.sheet)])


FORMS = {
    "draw_weapon": form_of(Deed("draw_weapon", _draw, nothing, HANDLE, _away, fights_only=True)),
    "put_away": form_of(Deed("put_away", _stow, nothing, HANDLE, _held, fights_only=True)),
}
