"""Gleichzeitig, FHT-3.2 und 9.30: those who are tied declare, roll and strike together; the game master's action."""

from collections.abc import Iterator
from typing import NamedTuple

from combat.core.body import text
from combat.core.citation import cite
from combat.core.fight import Fight
from combat.core.form import Form
from combat.core.intent import Check, Intent, Offer, Part, Preview, Reason, Refused
from combat.core.procedure import Procedure, Step
from combat.core.schema import Field, FieldKind
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn import reaction as reactions
from combat.rulesets.fhtagn.announce import ANNOUNCED
from combat.rulesets.fhtagn.attack import ATTACKED, alarm, begin, roll_attack, strike_back, zone
from combat.rulesets.fhtagn.effects import land
from combat.rulesets.fhtagn.fumble import fumbled
from combat.rulesets.fhtagn.legality import illegal
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.plan import ATTACK, HANDS, Plan, fields, read_part
from combat.rulesets.fhtagn.roll import Die, check_of
from combat.rulesets.fhtagn.scene import Scene
from combat.rulesets.fhtagn.spot import settled
from combat.rulesets.fhtagn.strain import strains
from combat.rulesets.fhtagn.suppression import suppress
from combat.rulesets.fhtagn.verdict import Verdict, judge
from combat.rulesets.fhtagn.weapon import UNARMED

FORM = "simultaneous"
TIED = cite("FHT-3.2", "FHT-9.30")
BY = Field(path="by", kind=FieldKind.TEXT, optional=True, unit="person", term="acts_by", rules=TIED)
KIND = Field(
    path="form", kind=FieldKind.CHOICE, choices=(ATTACK, *HANDS), default=ATTACK, term="attack_form", rules=TIED
)


ANY = UNARMED._replace(group="firearm")
"""What stands for a weapon that may be anything."""


class Rolled(NamedTuple):
    """An attack of the step with its roll."""

    plan: Plan
    die: Die


def _plans(fight: Fight, intent: Intent, house: House) -> tuple[list[Plan], tuple[Reason, ...]]:
    """The attacks of the step in the order of those who make them, and what is wrong with them."""
    found: list[Plan] = []
    wrong: tuple[Reason, ...] = ()
    for part in intent.parts:
        name = text(part.parameters.get("by"), intent.actor)
        actor = fight.combatants.get(name)
        if actor is None:
            wrong += (Reason("unknown_actor", {"who": name}, ANNOUNCED),)
            continue
        form = text(part.parameters.get("form"), ATTACK)
        given = {key: value for key, value in part.parameters.items() if key not in {"by", "form"}}
        plain = Part(form=form, item=part.item, targets=part.targets, parameters=given)
        plan, reasons = read_part(fight, house, actor, plain, intent.gm_modifiers)
        wrong += reasons
        found += [plan] if plan is not None else []
    return sorted(found, key=lambda plan: plan.actor.id), wrong


def _untied(plans: list[Plan]) -> tuple[Reason, ...]:
    """Only those act together who are equally quick, and each once.

    Rule: FHT-3.2.
    """
    quick = {person.attribute(plan.actor.sheet, "dexterity") for plan in plans}
    names = [plan.actor.id for plan in plans]
    tied = len(quick) == 1 and len(set(names)) == len(names)
    return () if tied else (Reason("not_tied", {}, TIED),)


def read(fight: Fight, intent: Intent) -> tuple[list[Plan], tuple[Reason, ...]]:
    """The step as announced, and all reasons against it."""
    house = House(fight.options)
    off = () if house.plays("tie_initiative", "simultaneous") else (Reason("not_played_here", {}, TIED),)
    plans, wrong = _plans(fight, intent, house)
    if off or wrong:
        return [], off + wrong
    return plans, _untied(plans) + tuple([reason for plan in plans for reason in illegal(plan)])


def _acting(plans: list[Plan]) -> set[str]:
    return {plan.actor.id for plan in plans}


def _checks(plans: list[Plan]) -> Iterator[Check]:
    for plan in plans:
        yield check_of(plan.form, plan.actor.id, plan.goal, ATTACKED)


def preview(fight: Fight, intent: Intent) -> Preview:
    """The rolls of everybody who acts in the step."""
    plans, reasons = read(fight, intent)
    return Preview(checks=tuple(_checks(plans)), reasons=reasons)


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """One offer: the game master puts a step together from those who are tied."""
    off = () if House(fight.options).plays("tie_initiative", "simultaneous") else (Reason("not_played_here", {}, TIED),)
    known = (BY, KIND, *fields(ANY, House(fight.options)))
    return (Offer(form=FORM, by="gm", reasons=off, parameters=known, rules=TIED),)


def perform(fight: Fight, intent: Intent) -> Procedure:
    """All rolls first, attacks and then reactions; then harm in the same order, all of it. Raises Refused.

    Rule: FHT-3.2.
    """
    plans, reasons = read(fight, intent)
    if reasons:
        raise Refused(reasons)
    return _step(Scene(fight), plans)


def _step(scene: Scene, plans: list[Plan]) -> Procedure:
    acting = _acting(plans)
    plans = yield from _settled(scene, plans)
    answers = yield from _announced(scene, plans, acting)
    for plan in plans:
        yield scene.tell(*begin(scene, plan))
    rolls = []
    for plan in plans:
        rolls.append(Rolled(plan, (yield from roll_attack(scene, plan))))
    escapes: dict[str, Die] = {}
    for name, answer in sorted(answers.items()):
        die = yield from reactions.roll(scene, name, answer)
        if answer.kind == reactions.ESCAPE:
            escapes[name] = die
    verdicts: list[tuple[Rolled, str, Verdict]] = []
    for each in rolls:
        for name in each.plan.targets:
            verdict = yield from judge(scene, each.plan, scene.who(name), each.die, escapes.get(name))
            verdicts.append((each, name, verdict))
    yield from _harm(scene, verdicts)
    yield from _after(scene, rolls)


def _settled(scene: Scene, plans: list[Plan]) -> Step[list[Plan]]:
    found = []
    for plan in plans:
        found.append((yield from settled(scene, plan)))
    return found


def _announced(scene: Scene, plans: list[Plan], acting: set[str]) -> Step[dict[str, reactions.Reaction]]:
    """What those announce who are attacked and do not act themselves."""
    found: dict[str, reactions.Reaction] = {}
    for plan in plans:
        for name in plan.targets:
            if name in acting or name in found:
                continue
            answer = yield from reactions.ask(scene, plan, scene.who(name), len(found))
            if answer.kind != reactions.NONE:
                found[name] = answer
    return found


def _harm(scene: Scene, verdicts: list[tuple[Rolled, str, Verdict]]) -> Step[None]:
    """Whoever falls in this step still does his harm.

    Rule: FHT-3.2.
    """
    for each, name, verdict in verdicts:
        if each.plan.radius and name == each.plan.targets[0]:
            yield scene.tell(zone(each.plan, each.die.succeeds))
        if verdict.hit:
            yield from land(scene, each.plan, name, each.die, primary=name == each.plan.targets[0])
    for each, name, verdict in verdicts:
        if verdict.strikes_back:
            yield from strike_back(scene, name, each.plan.actor.id)


def _after(scene: Scene, rolls: list[Rolled]) -> Step[None]:
    for each in rolls:
        yield from suppress(scene, each.plan)
    for each in rolls:
        if each.die.outcome == "fumble":
            yield from fumbled(scene, each.plan)
    for each in rolls:
        yield scene.tell(*alarm(scene, each.plan))
    yield from strains(scene)


FORMS = {FORM: Form(offers, preview, perform)}
