"""Die Vorschau eines Angriffs, FHT-3.20: every roll it may ask for, by the same functions that perform uses."""

from collections.abc import Iterator

from combat.core.citation import cite
from combat.core.dice import chance
from combat.core.event import Modifier
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Check, Intent, Offer, Part, Preview, Reason
from combat.rulesets.fhtagn import attack, person, reaction
from combat.rulesets.fhtagn.attack import ATTACKED
from combat.rulesets.fhtagn.damage import LETHALITY, lethality_term
from combat.rulesets.fhtagn.effects import lethality_cited
from combat.rulesets.fhtagn.legality import illegal
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.plan import (
    ATTACK,
    BARE,
    DISARM,
    HANDS,
    PIN,
    Announced,
    Plan,
    fields,
    hand_fields,
    plan_of,
    read,
    said_of,
)
from combat.rulesets.fhtagn.protection import layers
from combat.rulesets.fhtagn.roll import W100, check_of
from combat.rulesets.fhtagn.turn import price, under_fire
from combat.rulesets.fhtagn.weapon import UNARMED, Weapon, weapon_of

GM_AGREES = cite("FHT-3.5", "FHT-3.16", "FHT-3.22")


def preview(fight: Fight, intent: Intent) -> Preview:
    """The rolls an attack may ask for, its price, all reasons if it is refused, what the game master should think of.

    Rule: FHT-3.20.
    """
    plan, reasons = read(fight, intent)
    if plan is None:
        return Preview(reasons=reasons)
    return Preview(
        checks=() if plan.automatic else tuple(checks(plan)),
        cost=price(plan.actor, plan.form),
        reasons=illegal(plan),
        warnings=tuple(warnings(plan)),
        notes=tuple(notes(plan)),
    )


def checks(plan: Plan) -> Iterator[Check]:
    """The attack roll, what targets may answer with, and the lethality roll if there is one."""
    yield check_of(plan.form, plan.actor.id, plan.goal, ATTACKED)
    for name in plan.targets:
        yield from reaction.checks(plan, plan.fight.combatants[name])
    if plan.lethality and plan.primary is not None and person.kind_of(plan.primary.sheet) != "massive":
        yield lethality_check(plan, plan.primary)


def lethality_check(plan: Plan, target: Combatant) -> Check:
    """The lethality roll against the first target as he stands now.

    Rule: FHT-6.7, FHT-6.10.
    """
    found = layers(plan.fight, target, plan.weapon, plan.said.called, True, plan.house)
    window = None if found.sheltered else (None, plan.lethality)
    return Check(
        who=plan.actor.id,
        term=lethality_term(found),
        dice=W100,
        base=(Modifier("lethality", plan.lethality, "add", (*LETHALITY, *lethality_cited(plan))),),
        modifiers=(),
        target_number=plan.lethality,
        window=window,
        chance=chance(W100, window),
        rules=LETHALITY,
    )


def warnings(plan: Plan) -> Iterator[Reason]:
    """What the game master has the last word on, and what else the table should know.

    Rule: FHT-1.9, FHT-2.11, FHT-3.22.
    """
    target = plan.primary
    assert target is not None
    if "vulnerable" in plan.said.called:
        yield Reason("vulnerable_spot_agreed", {"target": target.id}, GM_AGREES)
    if plan.automatic and not plan.said.subdue:
        yield Reason("killing_agreed", {"target": target.id}, GM_AGREES)
    fire = under_fire(plan.actor, plan.form)
    if fire is not None and fire.stability:
        yield Reason("under_fire", {"who": plan.actor.id}, fire.cited)
    if person.kind_of(target.sheet) == "massive" and plan.form == ATTACK and not plan.lethality:
        yield Reason("massive_target", {"target": target.id}, cite("FHT-2.11", "FHT-3.22"))
    if "needs_training" in plan.weapon.traits:
        yield Reason("training_needed", {"item": plan.weapon.id}, cite("FHT-1.9"))


def notes(plan: Plan) -> Iterator[Reason]:
    """What is certain before any die: how far round its target an attack kills.

    Rule: FHT-8.1.
    """
    if plan.radius:
        yield Reason("kill_zone", {"radius": plan.radius}, cite("FHT-8.1"))


def _offer(fight: Fight, actor: Combatant, form: str, weapon: Weapon) -> Offer:
    house = House(fight.options)
    said = Announced() if form in HANDS else said_of({}, weapon)
    plan = plan_of(fight, house, actor, Part(form=form, item=weapon.id), weapon, said)
    return Offer(
        form=form,
        item=weapon.id,
        cost=price(actor, form),
        reasons=illegal(plan),
        parameters=hand_fields() if form in HANDS else fields(weapon, house, weapon.modes),
        needs_target=True,
        tool="" if weapon.id or form in HANDS else BARE,
        rules=ATTACKED,
    )


def attacks(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """One offer for each weapon, and one for bare hands."""
    combatant = fight.combatants[actor]
    weapons = [weapon_of(item) for item in combatant.sheet.items if item.kind == "weapon"]
    return tuple([_offer(fight, combatant, ATTACK, weapon) for weapon in (*weapons, UNARMED)])


def _with_hands(form: str) -> Form:
    def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
        return (_offer(fight, fight.combatants[actor], form, UNARMED),)

    return Form(offers, preview, attack.perform)


FORMS = {
    ATTACK: Form(attacks, preview, attack.perform),
    DISARM: _with_hands(DISARM),
    PIN: _with_hands(PIN),
}
