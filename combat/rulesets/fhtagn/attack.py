"""Angreifen, FHT-3.20: the attack roll, reactions, the comparison, the hits and what follows them."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.event import Event, Happened
from combat.core.fight import Fight, apply
from combat.core.intent import Intent, Part, Refused
from combat.core.procedure import Procedure, Step
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn import reaction as reactions
from combat.rulesets.fhtagn.data import TABLES
from combat.rulesets.fhtagn.effects import helpless_struck, land
from combat.rulesets.fhtagn.fumble import fumbled, strayed
from combat.rulesets.fhtagn.legality import illegal
from combat.rulesets.fhtagn.plan import ATTACK, BARE, TWICE, Plan, read, read_part
from combat.rulesets.fhtagn.reaction import ESCAPE, NONE, Reaction
from combat.rulesets.fhtagn.roll import Die
from combat.rulesets.fhtagn.scene import Scene, flags, of_item
from combat.rulesets.fhtagn.spot import settled
from combat.rulesets.fhtagn.states import held_with, leave_standing, token_of
from combat.rulesets.fhtagn.strain import strains
from combat.rulesets.fhtagn.suppression import suppress
from combat.rulesets.fhtagn.turn import spend
from combat.rulesets.fhtagn.verdict import Verdict, judge
from combat.rulesets.fhtagn.words import AIM, COUNTER

ATTACKED = cite("FHT-3.4", "FHT-3.20")


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Do it. Raises Refused with all reasons before the first question.

    Rule: FHT-3.20.
    """
    plan, reasons = read(fight, intent)
    refused = reasons if plan is None else illegal(plan)
    if plan is None or refused:
        raise Refused(refused)
    return carry_out(Scene(fight, plan.house), plan)


def carry_out(scene: Scene, plan: Plan) -> Procedure:
    """An attack from its announcement to its end.

    Rule: FHT-3.20.
    """
    plan = yield from settled(scene, plan)
    answers: dict[str, Reaction] = {}
    late = scene.house.plays("reaction_timing", "after_roll")
    if not plan.automatic and not late:
        answers = yield from ask_targets(scene, plan)
    yield scene.tell(*begin(scene, plan))
    if plan.automatic:
        yield from helpless_struck(scene, plan)
        return
    for number in range(2 if plan.said.special in TWICE else 1):
        die = yield from roll_attack(scene, plan)
        if late and not number:
            answers = yield from ask_targets(scene, plan)
        answered = {} if number else (yield from roll_reactions(scene, plan, answers))
        yield from resolve(scene, plan, die, answered)
    yield scene.tell(*alarm(scene, plan))
    yield from strains(scene)


def alarm(scene: Scene, plan: Plan) -> list[Event]:
    """Whoever has been attacked, struck or not, suspects something from now on.

    Rule: FHT-3.16.
    """
    told: list[Event] = []
    for target in [scene.who(name) for name in plan.targets]:
        changes = flags(target, unaware=None)
        if changes and not person.is_out(target.sheet):
            told.append(Happened("alarmed", target.id, {"target": target.id}, tuple(changes), cite("FHT-3.16")))
    return told


def ask_targets(scene: Scene, plan: Plan) -> Step[dict[str, Reaction]]:
    """What everybody who is attacked announces.

    Rule: FHT-3.20, FHT-9.6.
    """
    found = {}
    for index, name in enumerate(plan.targets):
        found[name] = yield from reactions.ask(scene, plan, scene.who(name), index)
    return found


def begin(scene: Scene, plan: Plan) -> list[Event]:
    """The action is used, rounds are spent, an aim is used up.

    Rule: FHT-2.6, FHT-3.6.
    """
    actor = scene.who(plan.actor.id)
    keeps = actor.flags.get("holding") == plan.targets[0]
    deed = BARE if plan.form == ATTACK and not plan.weapon.id else plan.form
    events = spend(scene, actor.id, deed, keeps_hold=keeps)
    if plan.item is not None and plan.weapon.loaded is not None:
        rounds, left = plan.said.mode.rounds, plan.weapon.loaded - plan.said.mode.rounds
        changes = of_item(plan.item, "loaded", left)
        data: dict[str, Json] = {"item": plan.item.id, "rounds_fired": rounds, "left": left}
        events.append(Happened("rounds_spent", actor.id, data, tuple(changes), cite("FHT-2.6")))
    if plan.aimed:
        changes = flags(actor, **dict.fromkeys(AIM))
        events.append(Happened("aim_used", actor.id, {"who": actor.id}, tuple(changes), cite("FHT-3.6")))
    return events


def roll_attack(scene: Scene, plan: Plan) -> Step[Die]:
    """The one attack roll; a blow, a disarming or a pinning leaves it on the table as a defence.

    Rule: FHT-3.4, FHT-3.15.
    """
    who = plan.actor.id
    skill = plan.goal.base[0].key
    exertion = TABLES.switches.get(f"skill.{skill}.physical", True)
    data: dict[str, Json] = {"target": plan.targets[0]}
    die = yield from scene.test(plan.form, who, plan.goal, ATTACKED, data, exertion=exertion)
    if scene.who(who).flags.get("holding") == plan.targets[0]:
        yield scene.tell(held_with(scene.who(who), die))
    if plan.by_hand:
        yield scene.tell(*leave_standing(scene, who, die, "attack"))
    return die


def roll_reactions(scene: Scene, plan: Plan, answers: Mapping[str, Reaction]) -> Step[dict[str, Die]]:
    """The reactions in the order of the targets; escapes by name."""
    found = {}
    for name, answer in answers.items():
        if answer.kind != NONE:
            die = yield from reactions.roll(scene, name, answer)
            if answer.kind == ESCAPE:
                found[name] = die
    return found


def resolve(scene: Scene, plan: Plan, die: Die, escapes: Mapping[str, Die]) -> Step[None]:
    """The comparison for everybody, hits and their harm, blows in return, fire that keeps down, a fumble.

    Rule: FHT-3.20, FHT-8.1, FHT-8.4.
    """
    verdicts = {}
    for name in plan.targets:
        verdicts[name] = yield from judge(scene, plan, scene.who(name), die, escapes.get(name))
    if not die.succeeds and any(call.startswith("crowd") for call in plan.said.called):
        yield from strayed(scene, plan)
    yield from exchange(scene, plan, die, verdicts)
    yield from suppress(scene, plan)
    if die.outcome == "fumble":
        yield from fumbled(scene, plan)


def exchange(scene: Scene, plan: Plan, die: Die, verdicts: Mapping[str, Verdict]) -> Step[None]:
    """Whoever is struck takes his harm, then whoever has won strikes back.

    Rule: FHT-3.20.
    """
    if plan.radius:
        yield scene.tell(zone(plan, die.succeeds))
    for name, verdict in verdicts.items():
        if verdict.hit:
            yield from land(scene, plan, name, die, primary=name == plan.targets[0])
    for name, verdict in verdicts.items():
        if verdict.strikes_back:
            yield from strike_back(scene, name, plan.actor.id)


def zone(plan: Plan, struck: bool) -> Happened:
    """The radius in which an attack kills, and in whose order; on a miss it lies elsewhere.

    Rule: FHT-2.5, FHT-2.6, FHT-8.1, FHT-8.3, FHT-8.4.
    """
    data: dict[str, Json] = {"who": plan.actor.id, "target": plan.targets[0], "kill_radius": plan.radius}
    if not struck:
        return Happened("zone_missed", plan.actor.id, data, (), cite("FHT-8.4"))
    widest = "FHT-2.5" if plan.weapon.radius >= plan.said.mode.radius else "FHT-2.6"
    return Happened("zone_struck", plan.actor.id, data, (), cite("FHT-8.1", "FHT-8.3", widest))


def strike_back(scene: Scene, who: str, against: str) -> Step[None]:
    """The blow in return of the first contest won: with the same roll, or with one of its own.

    Rule: FHT-3.12, FHT-9.5.
    """
    combatant = scene.who(who)
    ready, die = reactions.prepared(combatant), token_of(combatant)
    assert ready is not None and die is not None
    changes = flags(combatant, **dict.fromkeys(COUNTER))
    data: dict[str, Json] = {"who": who, "target": against, "counter": ready.counter}
    yield scene.tell(Happened("counter_struck", who, data, tuple(changes), cite("FHT-3.12")))
    plan = counter_plan(scene, who, against, ready)
    if plan is None:
        return
    if scene.house.plays("fightback_counter_roll", "new"):
        cited = cite("FHT-3.12", "FHT-9.5")
        die = yield from scene.test("counter", who, plan.goal, cited, {"target": against}, exertion=True)
        verdict = yield from judge(scene, plan, scene.who(against), die, None)
        if not verdict.hit:
            return
    yield from land(scene, plan, against, die)


def counter_plan(scene: Scene, who: str, against: str, ready: Reaction) -> Plan | None:
    """A blow in return worked out like any attack, but without an aim; None where its weapon is no longer at hand.

    Rule: FHT-3.6, FHT-3.12.
    """
    part = Part(form=ready.counter, item=ready.item, targets=(against,), parameters={"called": list(ready.called)})
    calm = apply(scene.fight, flags(scene.who(who), **dict.fromkeys(AIM)))
    return read_part(calm, scene.house, calm.combatants[who], part)[0]
