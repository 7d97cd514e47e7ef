"""Zug und Aktionen, W20-3: who may act now, which slot an action is booked on, exhaustion."""

from typing import NamedTuple

from combat.core.body import text, whole
from combat.core.citation import Citations, cite
from combat.core.event import Change, Event, Happened, Modifier
from combat.core.fight import Combatant, Fight
from combat.core.intent import Reason
from combat.core.procedure import Step
from combat.core.sheet import Sheet
from combat.core.value import Json
from combat.rulesets.zwanziger.data import TABLES, number, rules
from combat.rulesets.zwanziger.options import House, house_rules
from combat.rulesets.zwanziger.person import can_act
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.words import REACTION, RIDER, SLOTS

STEP = number("exhaustion_step")
TIRED = TABLES.number("modifier.exhaustion")
HARDER: Citations = (*TABLES.rules("modifier.exhaustion"), *cite("W20-9.1"))
COUNTED: Citations = (*rules("exhaustion_step"), *cite("W20-1.8"))
BOOKED = cite("W20-3.2")
REACTED = cite("W20-3.5")
IN_OWN_TURN = cite("W20-9.16")
ABLE = cite("W20-3.9")
MOUNT = cite("W20-7.2", "W20-2.5", "W20-3.8")
FREE_OF_MOUNT = ("move", "sprint")


def fits(form: str, slot: str) -> bool:
    """Whether a form of action fits into a slot.

    Rule: W20-3.3, W20-3.4.
    """
    return TABLES.switch(f"form.{form}.{slot}")


def slots_of(form: str) -> tuple[str, ...]:
    """The slots a form of action fits into, the one it is booked on first in front.

    Rule: W20-3.2, W20-3.3, W20-3.4.
    """
    return tuple([slot for slot in SLOTS if fits(form, slot)])


def most(sheet: Sheet, key: str) -> int:
    """How many actions of a slot a turn holds, or reactions; perks may add some.

    Rule: W20-3.2, W20-1.12.
    """
    return number(key) + (0 if key == REACTION else whole(sheet.body.get(f"extra_{key}")))


def left(combatant: Combatant, key: str) -> int:
    """What somebody has left of a slot; where nothing is noted, all of it."""
    return combatant.budget.get(key, most(combatant.sheet, key))


def rider_of(fight: Fight, mount: Combatant) -> Combatant | None:
    """Who rides a mount, None if nobody here does.

    Rule: W20-2.5.
    """
    return fight.combatants.get(text(mount.flags.get(RIDER)))


def mounts_of(fight: Fight, rider: str) -> tuple[Combatant, ...]:
    """What somebody rides."""
    return tuple([each for each in fight.combatants.values() if text(each.flags.get(RIDER)) == rider])


class Price(NamedTuple):
    """What an action costs: whose slot, "" where it is free; ``first``: it is the mount's free movement."""

    payer: str
    slot: str = ""
    free_of_mount: bool = False
    reasons: tuple[Reason, ...] = ()

    @property
    def cost(self) -> dict[str, int]:
        """The same as units of a budget."""
        return {self.slot: 1} if self.slot else {}


def price_of(fight: Fight, actor: Combatant, form: str, wanted: str = "") -> Price:
    """The slot that an action is booked on: of those it fits the wanted one, else the first that is left.

    A mount that is ridden has no slots of its own: it moves once for nothing, all else costs its rider any action.

    Rule: W20-3.2, W20-7.2.
    """
    rider = rider_of(fight, actor)
    if rider is not None and form in FREE_OF_MOUNT and actor.flags.get("mount_used") is not True:
        return Price(rider.id, free_of_mount=True)
    fitting = SLOTS if rider is not None else slots_of(form)
    payer = rider if rider is not None else actor
    if wanted and wanted not in fitting:
        return Price(payer.id, wanted, reasons=(Reason("slot_not_allowed", {"slot": wanted, "form": form}, BOOKED),))
    open_ones = [slot for slot in fitting if (not wanted or slot == wanted) and left(payer, slot) > 0]
    if open_ones:
        return Price(payer.id, open_ones[0])
    return Price(payer.id, wanted or fitting[0], reasons=(Reason("no_action_left", {"who": payer.id}, BOOKED),))


def out_of_action(actor: Combatant, house: House) -> tuple[Reason, ...]:
    """Why somebody cannot act at all.

    Rule: W20-3.9.
    """
    return () if can_act(actor.sheet, house) else (Reason("cannot_act", {"who": actor.id}, ABLE),)


def not_now(fight: Fight, actor: Combatant, price: Price) -> tuple[Reason, ...]:
    """Why somebody cannot act at this moment: out of action, not his turn, nothing left to act with.

    Rule: W20-3.2, W20-3.9.
    """
    found = out_of_action(actor, house_rules(fight.options))
    if fight.current not in ("", price.payer):
        found += (Reason("not_your_turn", {"who": actor.id}, BOOKED),)
    return found + price.reasons


def paid(stage: Stage, actor: str, form: str, price: Price) -> Step[None]:
    """Book an action.

    Rule: W20-3.2, W20-7.2.
    """
    if price.free_of_mount:
        yield stage.tell(
            Happened("mount_moves_free", actor, {"who": actor}, stage.change(actor, "flags.mount_used", True), MOUNT)
        )
        return
    payer = stage.who(price.payer)
    units = left(payer, price.slot)
    data: dict[str, Json] = {"who": payer.id, "slot": price.slot, "form": form}
    changes = (Change(payer.id, f"budget.{price.slot}", units, units - 1),)
    yield stage.tell(Happened("action_booked", payer.id, data, changes, BOOKED))


# --- exhaustion -----------------------------------------------------------------------------------------------


def exhaustion(combatant: Combatant) -> int:
    """Points of exhaustion.

    Rule: W20-1.8.
    """
    return whole(combatant.flags.get("exhaustion"))


def tiredness(combatant: Combatant, house: House) -> tuple[Modifier, ...]:
    """What exhaustion takes off a defence or reaction: the points from before it, or with those it costs itself.

    Rule: W20-3.7, W20-5.1, W20-9.1.
    """
    points = exhaustion(combatant) + (STEP if house.tired_at_once else 0)
    return (Modifier("exhaustion", TIRED * points, "add", HARDER),) if points else ()


def tired(stage: Stage, who: str) -> Step[None]:
    """Every reaction and every defence adds a point, failed ones too.

    Rule: W20-3.7.
    """
    after = exhaustion(stage.who(who)) + STEP
    data: dict[str, Json] = {"who": who, "exhaustion": after}
    changes = stage.change(who, "flags.exhaustion", after, 0)
    yield stage.tell(Happened("exhausted", who, data, changes, COUNTED))


# --- reactions ------------------------------------------------------------------------------------------------


def reaction_reasons(combatant: Combatant) -> tuple[Reason, ...]:
    """Why somebody has no reaction left in this turn.

    Rule: W20-3.5.
    """
    return () if left(combatant, REACTION) > 0 else (Reason("reaction_used", {"who": combatant.id}, REACTED),)


def reacted(stage: Stage, who: str) -> Event:
    """The reaction of this turn is used, be it the own one.

    Rule: W20-3.5, W20-9.16.
    """
    units = left(stage.who(who), REACTION)
    data: dict[str, Json] = {"who": who}
    cited = (*REACTED, *IN_OWN_TURN) if stage.fight.current == who else REACTED
    return Happened("reaction_spent", who, data, (Change(who, f"budget.{REACTION}", units, units - 1),), cited)
