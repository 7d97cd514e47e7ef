"""Ausweichen, Zurückschlagen, Befreien als Antwort, FHT-3.10 bis 3.17: what a target announces, and its roll."""

from collections.abc import Iterator
from typing import NamedTuple

from combat.core.bill import Bill
from combat.core.body import text
from combat.core.citation import Citations, cite
from combat.core.event import Happened
from combat.core.fight import Combatant
from combat.core.intent import Check, Reason
from combat.core.procedure import Ask, Choice, Step
from combat.core.sheet import Item
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.legality import hands_used
from combat.rulesets.fhtagn.modifiers import called_modifiers, own_state
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.plan import ATTACK, DISARM, HANDS, PIN, Plan
from combat.rulesets.fhtagn.protection import cover_of
from combat.rulesets.fhtagn.roll import Die, Goal, check_of, goal
from combat.rulesets.fhtagn.scene import Scene, flags
from combat.rulesets.fhtagn.spot import VULNERABLE, permitted
from combat.rulesets.fhtagn.states import holder_of, is_holding, leave_standing
from combat.rulesets.fhtagn.turn import action_left, react, state_of
from combat.rulesets.fhtagn.weapon import FISTS, UNARMED, Weapon, weapon_of

NONE, DODGE, FIGHT_BACK, ESCAPE = "none", "dodge", "fight_back", "escape"
KINDS = (DODGE, FIGHT_BACK, ESCAPE)
CLOSED = cite("FHT-3.17")
CITED: dict[str, Citations] = {
    DODGE: cite("FHT-3.11"),
    FIGHT_BACK: cite("FHT-3.12"),
    ESCAPE: cite("FHT-3.10"),
}
BARE = "unarmed"
"""The answer for bare hands."""
COUNTER_CALLS = ("partial_worn", "mostly_worn", "vulnerable")
MELEE_SKILLS = ("unarmed_combat", "melee_weapons")
FIRM = ("ready", "waiting")


class Reaction(NamedTuple):
    """What a target answers an attack with; ``item``, ``counter`` and ``called`` for a blow in return."""

    kind: str = NONE
    item: str = FISTS
    counter: str = ATTACK
    called: tuple[str, ...] = ()


def _able(plan: Plan, target: Combatant) -> Iterator[str]:
    """What keeps a target from any reaction.

    Rule: FHT-3.17.
    """
    sheet = target.sheet
    if person.is_out(sheet):
        yield "out_of_action"
    if person.has(sheet, "dazed"):
        yield "dazed"
    if is_holding(target):
        yield "holding"
    if target.flags.get("unaware") is True or target.flags.get("helpless") is True:
        yield "unaware"
    if state_of(target) not in FIRM or not action_left(target):
        spent = state_of(target) == "reacted" or not plan.house.plays("reaction_after_action", True)
        if spent:
            yield "no_action_left"


def _dodge(plan: Plan, target: Combatant) -> Iterator[str]:
    """Blows and thrown things are dodged; from bullets one needs cover within reach.

    Rule: FHT-3.11.
    """
    if person.has(target.sheet, "pinned"):
        yield "pinned"
    if not is_evaded(plan) and cover_of(plan.fight, target, "cover_in_reach") is None:
        yield "no_cover_in_reach"


def _fight_back(plan: Plan, target: Combatant) -> Iterator[str]:
    """Blows that can be blocked are answered, and a gun at touching distance if the game master agrees.

    Rule: FHT-3.12.
    """
    if person.has(target.sheet, "pinned"):
        yield "pinned"
    touching = plan.said.touching and plan.weapon.group == "firearm" and not plan.radius
    if not (touching or is_blockable(plan)):
        yield "cannot_be_blocked"


def _escape(plan: Plan, target: Combatant) -> Iterator[str]:
    """Whoever is pinned may answer the attack of his holder with an escape.

    Rule: FHT-3.10.
    """
    holder = holder_of(plan.fight, target.id)
    if not person.has(target.sheet, "pinned") or holder is None or holder.id != plan.actor.id:
        yield "not_held_by_attacker"


OPEN = {DODGE: _dodge, FIGHT_BACK: _fight_back, ESCAPE: _escape}


def is_evaded(plan: Plan) -> bool:
    """Whether a dodge is compared with the attack: blows, disarming, pinning, thrown weapons, arrows.

    Rule: FHT-3.11.
    """
    return plan.by_hand or plan.weapon.hurled


def is_blockable(plan: Plan) -> bool:
    """Whether an attack at arm's length can be blocked.

    Rule: FHT-3.12.
    """
    return plan.form in HANDS or plan.weapon.blockable


def closed(plan: Plan, target: Combatant, kind: str) -> tuple[Reason, ...]:
    """Why a target cannot react in this way: all reasons.

    Rule: FHT-3.17.
    """
    because = dict.fromkeys([*_able(plan, target), *OPEN[kind](plan, target)])
    return tuple([Reason("reaction_not_possible", {"because": code}, (*CLOSED, *CITED[kind])) for code in because])


def blades(target: Combatant) -> tuple[Item, ...]:
    """What somebody could strike back with beside his hands."""
    found = []
    for item in target.sheet.items:
        weapon = weapon_of(item) if item.kind == "weapon" else UNARMED
        usable = weapon.id and weapon.by_hand and weapon.skill in MELEE_SKILLS
        if usable and not (weapon.disabled or weapon.dropped or "strangles" in weapon.traits):
            found.append(item)
    return tuple(found)


def _ways(target: Combatant, kind: str) -> tuple[Reaction, ...]:
    """A reaction with each weapon it can be made with, bare hands first."""
    armed = blades(target) if kind == FIGHT_BACK else ()
    return (Reaction(kind), *[Reaction(kind, item.id) for item in armed])


def _terms(target: Combatant, kind: str) -> tuple[str, ...]:
    """What a reaction may be rolled as: a blow in return by hand, or with a weapon."""
    return tuple(dict.fromkeys([start(target, way)[0] for way in _ways(target, kind)]))


def ask(scene: Scene, plan: Plan, target: Combatant, index: int) -> Step[Reaction]:
    """What a target announces.

    Rule: FHT-3.11, FHT-3.12, FHT-9.6.
    """
    name = f"reaction.{index}"
    # Nobody who is free thinks of coming free.
    kinds = KINDS if person.has(target.sheet, "pinned") else (DODGE, FIGHT_BACK)
    choices = [Choice(NONE), *[Choice(kind, {}, closed(plan, target, kind), _terms(target, kind)) for kind in kinds]]
    data: dict[str, Json] = {"who": plan.actor.id}
    rolls = checks(plan, target)
    kind = (yield Ask(f"{name}.choice", target.id, tuple(choices), NONE, CLOSED, data, rolls)).choice
    if kind != FIGHT_BACK:
        return Reaction(kind)
    held = tuple([Choice(each.item or BARE, rolls=(start(target, each)[0],)) for each in _ways(target, FIGHT_BACK)])
    item = (yield Ask(f"{name}.weapon", target.id, held, BARE, CITED[FIGHT_BACK], {}, rolls)).choice
    bare = item == BARE
    counter = (yield Ask(f"{name}.counter", target.id, _counters(target, bare), ATTACK, CITED[FIGHT_BACK])).choice
    called = NONE
    if counter == ATTACK:
        calls = (Choice(NONE), *[Choice(f"called.{call}") for call in COUNTER_CALLS])
        called = (yield Ask(f"{name}.called", target.id, calls, NONE, cite("FHT-3.5", "FHT-3.12"))).choice
    named = () if called == NONE else (called.removeprefix("called."),)
    if VULNERABLE in named and not (yield from permitted(scene, target.id, plan.actor.id)):
        named = ()
    return Reaction(kind, FISTS if bare else item, counter, named)


def _counters(target: Combatant, bare: bool) -> tuple[Choice, ...]:
    """What follows a blow in return that wins; disarming and pinning need bare and free hands.

    Rule: FHT-3.12.
    """
    cited = cite("FHT-3.8", "FHT-3.12")
    reasons = () if bare and not hands_used(target.sheet) else (Reason("hands_not_free", {"who": target.id}, cited),)
    return (Choice(ATTACK), Choice(DISARM, {}, reasons), Choice(PIN, {}, reasons))


def start(target: Combatant, reaction: Reaction) -> tuple[str, Bill]:
    """The term of a reaction's roll and where it starts."""
    if reaction.kind == DODGE:
        return DODGE, person.skill_bill(target.sheet, "athletics")
    if reaction.kind == ESCAPE:
        return ESCAPE, person.value_bill(target.sheet, "wrestling")
    skill = weapon_with(target, reaction.item).skill
    return FIGHT_BACK if skill == "unarmed_combat" else "fight_back_armed", person.skill_bill(target.sheet, skill)


def weapon_with(target: Combatant, item_id: str) -> Weapon:
    """The weapon of a blow in return."""
    item = target.sheet.item(item_id)
    return UNARMED if item is None else weapon_of(item)


def goal_of(target: Combatant, reaction: Reaction, house: House) -> tuple[str, Goal]:
    """The term of a reaction's roll and what it has to stay at or under; calls make a blow in return harder.

    Rule: FHT-3.11, FHT-3.12.
    """
    term, base = start(target, reaction)
    return term, goal(base, (*own_state(target.sheet), *called_modifiers(reaction.called, house)), house)


def roll(scene: Scene, target_id: str, reaction: Reaction) -> Step[Die]:
    """The reaction is rolled: it uses the action of the round, and its roll stays on the table.

    An escape that has not been won yet defends nothing.

    Rule: FHT-3.11, FHT-3.12, FHT-3.15.
    """
    target = scene.who(target_id)
    dives = reaction.kind == DODGE and cover_of(scene.fight, target, "cover_in_reach") is not None
    yield scene.tell(*react(scene, target_id, reaction.kind, taking_cover=dives))
    term, found = goal_of(target, reaction, scene.house)
    die = yield from scene.test(term, target_id, found, CITED[reaction.kind], {"target": target_id}, exertion=True)
    if reaction.kind != ESCAPE:
        yield scene.tell(*leave_standing(scene, target_id, die, reaction.kind))
        if reaction.kind == FIGHT_BACK and die.succeeds:
            yield from _ready(scene, target_id, reaction)
    return die


def _ready(scene: Scene, who: str, reaction: Reaction) -> Step[None]:
    """The blow in return that is ready for the first contest won.

    Rule: FHT-3.12.
    """
    changes = flags(
        scene.who(who),
        counter=reaction.counter,
        counter_item=reaction.item or None,
        counter_called=reaction.called[0] if reaction.called else None,
    )
    data: dict[str, Json] = {"who": who, "counter": reaction.counter}
    yield scene.tell(Happened("counter_ready", who, data, tuple(changes), CITED[FIGHT_BACK]))


def prepared(combatant: Combatant) -> Reaction | None:
    """The blow in return somebody has ready, None if he has none."""
    counter = text(combatant.flags.get("counter"))
    if not counter:
        return None
    called = text(combatant.flags.get("counter_called"))
    return Reaction(FIGHT_BACK, text(combatant.flags.get("counter_item")), counter, (called,) if called else ())


def checks(plan: Plan, target: Combatant) -> tuple[Check, ...]:
    """The rolls a target may answer with, as far as they are open to it."""
    found: list[Check] = []
    for kind in KINDS:
        if not closed(plan, target, kind):
            for reaction in _ways(target, kind):
                term, needed = goal_of(target, reaction, plan.house)
                if term not in [check.term for check in found]:
                    found.append(check_of(term, target.id, needed, CITED[kind]))
    return tuple(found)
