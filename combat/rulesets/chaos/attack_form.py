"""Die Form eines Angriffs: what can be asked of shots, throws, blows and grapples, each worked out as a plan."""

from collections.abc import Callable
from typing import NamedTuple

from combat.core.citation import cite
from combat.core.fight import Fight
from combat.core.form import Form
from combat.core.intent import Check, Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Procedure
from combat.core.schema import Field
from combat.rulesets.chaos.cost import UNITS
from combat.rulesets.chaos.outlook import outlook
from combat.rulesets.chaos.person import can_act
from combat.rulesets.chaos.plan import Plan

PROPOSED = cite("CHA-3.2")
IN_MELEE = cite("CHA-4.1")

type Read = Callable[[Fight, Intent], tuple[Plan | None, tuple[Reason, ...]]]


class Attack(NamedTuple):
    """What a kind of attack has for itself: how it is read, what refuses it, the rolls it may ask for, its course."""

    read: Read
    illegal: Callable[[Plan], tuple[Reason, ...]]
    checks: Callable[[Plan], tuple[Check, ...]]
    begin: Callable[[Plan], Procedure]


def attack_form(offers: Callable[[Fight, str], tuple[Offer, ...]], attack: Attack) -> Form:
    """The three questions, answered from one plan.

    Rule: CHA-2.7.
    """

    def preview(fight: Fight, intent: Intent) -> Preview:
        """The rolls an attack may ask for, its price, and all reasons if it is refused."""
        plan, reasons = attack.read(fight, intent)
        if plan is None:
            return Preview(reasons=reasons)
        return Preview(
            checks=attack.checks(plan),
            cost={UNITS: plan.cost},
            reasons=attack.illegal(plan),
            warnings=warnings(plan),
            notes=outlook(plan),
        )

    def perform(fight: Fight, intent: Intent) -> Procedure:
        """Attack. Raises Refused with all reasons before it asks anything."""
        plan, reasons = attack.read(fight, intent)
        reasons = reasons if plan is None else attack.illegal(plan)
        if plan is None or reasons:
            raise Refused(reasons)
        return attack.begin(plan)

    return Form(offers, preview, perform)


def attack_offer(plan: Plan, reasons: tuple[Reason, ...], fields: tuple[Field, ...], unused: set[str]) -> Offer:
    """An attack with one weapon at nobody in particular; fields that could never be used are left out.

    Rule: CHA-2.7.
    """
    return Offer(
        form=plan.manner.form,
        item=plan.weapon.id,
        cost={UNITS: plan.cost},
        reasons=reasons,
        parameters=tuple([field for field in fields if field.path not in unused]),
        needs_target=True,
        rules=plan.manner.attack,
    )


def warnings(plan: Plan) -> tuple[Reason, ...]:
    """What the table should think of: someone who cannot act is easy to hit, if the game master says so.

    Rule: CHA-3.2.
    """
    return tuple(
        [
            Reason("target_immobile_proposed", {"target": target.id}, PROPOSED if plan.melee is None else IN_MELEE)
            for target in plan.targets
            if not can_act(target.sheet) and "target_immobile" not in plan.shot.stated
        ]
    )
