"""Nahkampf, CHA-4: one melee action from the announcement to the last blow."""

from combat.core.citation import cite
from combat.core.event import Change, Event, Happened, changes_in
from combat.core.fight import FIGHT, Fight, apply
from combat.core.intent import Check, Offer
from combat.core.procedure import Emit, Procedure, Step, inside
from combat.core.value import Json
from combat.rulesets.chaos import announce
from combat.rulesets.chaos.attack import attack_roll, attack_rules, missed, paid
from combat.rulesets.chaos.attack_form import Attack, attack_form, attack_offer
from combat.rulesets.chaos.checks import reaction_checks, struck_checks
from combat.rulesets.chaos.clinch import moved_off
from combat.rulesets.chaos.manner import BLOW
from combat.rulesets.chaos.neck import threatened
from combat.rulesets.chaos.person import health, is_dead
from combat.rulesets.chaos.plan import Plan, melee_in
from combat.rulesets.chaos.purse import Purse
from combat.rulesets.chaos.reaction import NONE, Answered, ask_reaction, closed
from combat.rulesets.chaos.roll import check_of
from combat.rulesets.chaos.shooting import land, scene_of
from combat.rulesets.chaos.strike_legality import REACH, distance_to, illegal, may_grip
from combat.rulesets.chaos.strike_plan import as_offered, fields_with, hands_of, next_blow, read
from combat.rulesets.chaos.weapon import weapon_of

REACTIONS = ("dodge", "parry")


def term_of(number: int, hand: str) -> str:
    """The name of a blow's roll: the first one, or a further one of a hand."""
    return f"{hand}_attack" if number else "attack"


def _checks(plan: Plan) -> tuple[Check, ...]:
    """The first roll, those of further blows of either hand (an aim is spent by then), and those of the target."""
    checks = [check_of("attack", plan.actor.id, plan.goal, attack_rules(plan))]
    spent = _aimless(plan)
    for hand in dict.fromkeys(melee_in(plan).hands[1:]):
        further = next_blow(spent, spent.fight, hand)
        checks.append(check_of(term_of(1, hand), plan.actor.id, further.goal, attack_rules(further)))
    scene = scene_of(plan)
    checks += reaction_checks(scene, plan.targets[0], REACTIONS)
    return (*checks, *struck_checks(scene, plan.targets[0]))


def _aimless(plan: Plan) -> Plan:
    """The announcement as if its aim were spent."""
    return plan._replace(announced=plan.announced._replace(give_up_aim=True))


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """One offer for each weapon that strikes; price and reasons are those of a simple attack, whoever the target is.

    Rule: CHA-2.7.
    """
    striker = fight.combatants[actor]
    weapons = [item for item in striker.sheet.items if not announce.weapon_reasons(item, BLOW.kinds, item.id)]
    names = [item.id for item in weapons]
    return tuple([_offer(as_offered(fight, striker, weapon_of(item)), names) for item in weapons])


def _offer(plan: Plan, weapons: list[str]) -> Offer:
    found = announce.out_of_place(plan.fight, plan.actor)
    if not may_grip(plan.weapon):
        found.add("grip")
    if plan.weapon.kind != "unarmed":
        found.add("neck_break")
    others = tuple([name for name in weapons if name != plan.weapon.id])
    if not others or "off_hand" not in hands_of(plan.actor.sheet):
        found.add("off_weapon")
    return attack_offer(plan, illegal(plan), fields_with((plan.weapon.id, *others)), found)


def _strike(plan: Plan) -> Procedure:
    """Ask the target, pay, and bring blow after blow to its end; with the target dead the rest lapses.

    Rule: CHA-4.9.
    """
    target = plan.targets[0]
    answer = yield from ask_reaction(plan.fight, target, 0, alone=True, melee=True)
    notes = threatened(melee_in(plan).neck_break)
    purse, other = plan.purse(notes), answer.purse(target, notes)
    events = paid(plan, purse)
    if melee_in(plan).move:
        events += [*_closed_in(plan), *moved_off(plan.fight, plan.actor.id)]
    yield Emit(*events)
    current = plan
    for number, hand in enumerate(melee_in(plan).hands):
        if number:
            current = next_blow(plan, apply(plan.fight, changes_in(tuple(events))), hand)
            if is_dead(*health(current.targets[0].sheet)):
                return
        yield from inside(_blow(current, answer, (purse, other), number), events)


def _closed_in(plan: Plan) -> list[Event]:
    """A charge ends beside its target: from then on the two are as far apart as a blow reaches.

    Rule: CHA-2.3.
    """
    actor, target = plan.actor.id, plan.targets[0].id
    before = distance_to(plan, plan.targets[0])
    if before <= REACH:
        return []
    there, back = f"{actor}>{target}", f"{target}>{actor}"
    pair = there if "distance" in plan.fight.pairs.get(there, {}) else back
    data: dict[str, Json] = {"who": actor, "target": target, "metres": before - REACH}
    changes = (Change(FIGHT, f"pairs.{pair}.distance", before, REACH),)
    return [Happened("closed_in", actor, data, changes, cite("CHA-2.3", "CHA-2.11"))]


def _blow(plan: Plan, answer: Answered, purses: tuple[Purse, Purse], number: int) -> Step[None]:
    """One blow: the roll, and all that follows from it. The target reacts as announced while he still can.

    Rule: CHA-4.2.
    """
    name = f"attack.{number + 1}" if number else "attack"
    shown = yield from attack_roll(plan, name, term_of(number, melee_in(plan).hand))
    if not shown.success:
        yield Emit(missed(plan))
        return
    if number and answer.reaction != NONE and closed(plan.fight, plan.targets[0], answer.reaction):
        answer = answer._replace(reaction=NONE)
    yield from land(plan, shown, [answer], purses[0], [purses[1]], number)


FORMS = {BLOW.form: attack_form(offers, Attack(read, illegal, _checks, _strike))}
"""Blows, by form."""
