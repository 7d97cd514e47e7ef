"""Der Zug, XIAN-3.5 und 6: the declaration, then every attack in its order."""

from collections.abc import Iterable, Iterator

from combat.core.body import whole
from combat.core.citation import Citations, cite
from combat.core.event import Change, Event, Happened, Rolled, changes_in
from combat.core.fight import FIGHT, Combatant, Fight, apply
from combat.core.intent import Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Ask, Choice, Emit, Procedure, Roll, Step
from combat.core.value import Json
from combat.rulesets.xian.check import DICE, SUCCESS, defence_wins, hopeless
from combat.rulesets.xian.damage import strike, suffer
from combat.rulesets.xian.defence import HELPLESS, UNAWARE, defend, is_unaware
from combat.rulesets.xian.difficulty import movement_points
from combat.rulesets.xian.options import house_rules
from combat.rulesets.xian.person import can_act
from combat.rulesets.xian.plan import ATTACK, MOVE, PARAMETERS_OF, Blow, Turn, declared, turn_reasons

DECLARED = cite("XIAN-3.5")
SEVERAL = cite("XIAN-9.15")
ATTACKED = cite("XIAN-6.1")
OPPOSED = cite("XIAN-4.4")
TIED = cite("XIAN-4.5", "XIAN-9.2")
DROPPED = cite("XIAN-3.5")
WARDED_OFF = "defended_against"
ALONE = "attack_declared"


def offers(fight: Fight, who: str) -> tuple[Offer, ...]:
    """An attack with every weapon carried, and a move.

    Rule: XIAN-3.6, XIAN-3.7.
    """
    actor = fight.combatants[who]
    reasons = turn_reasons(fight, actor)
    attacks = tuple(
        Offer(
            form=ATTACK,
            item=item.id,
            reasons=reasons,
            parameters=PARAMETERS_OF[ATTACK],
            needs_target=True,
            joins=True,
            rules=cite("XIAN-3.6"),
        )
        for item in actor.sheet.items
        if item.kind == "weapon"
    )
    move = Offer(form=MOVE, reasons=reasons, parameters=PARAMETERS_OF[MOVE], joins=True, rules=cite("XIAN-3.7"))
    return (*attacks, move)


def preview(fight: Fight, intent: Intent) -> Preview:
    """The check of every attack of the turn, with a warning where none can succeed, and who will not defend himself.

    Rule: XIAN-4.7, XIAN-7.9.
    """
    turn = declared(fight, intent)
    if not isinstance(turn, Turn):
        return Preview(reasons=turn)
    checks = tuple(blow.probe.check(ATTACKED) for blow in turn.blows)
    targets = [fight.combatants[name] for name in dict.fromkeys(blow.target for blow in turn.blows)]
    # Whoever moves first and means to strike then finds his turn declared already.
    alone = (Reason("only_way", {}, DECLARED),) if fight.round and not turn.blows else ()
    return Preview(checks=checks, warnings=hopeless(checks), notes=(*_undefended(targets), *alone))


def _undefended(targets: Iterable[Combatant]) -> Iterator[Reason]:
    """Who will not defend himself, and why: he is not able to, or notices nothing.

    Rule: XIAN-6.2, XIAN-7.9.
    """
    for target in targets:
        if not can_act(target.sheet):
            yield Reason("helpless_target", {"who": target.id}, HELPLESS)
        elif is_unaware(target):
            yield Reason("unaware_target", {"who": target.id}, UNAWARE)


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Declare the turn, then resolve its attacks one after the other, each on the state that it finds.

    Rule: XIAN-3.5, XIAN-9.15.
    """
    turn = declared(fight, intent)
    if not isinstance(turn, Turn):
        raise Refused(turn)
    opening = _opening(fight, turn)
    if opening.term != ALONE or opening.changes:
        yield Emit(opening)
    fight = apply(fight, opening.changes)
    hits = 0
    for blow in turn.blows:
        fight, landed = yield from _attack(fight, blow)
        if landed:
            hits += 1
            fight = yield from _hit(fight, blow, hits)


def _opening(fight: Fight, turn: Turn) -> Happened:
    """The declaration; in a fight it is noted that the round has begun, who has declared and how far he moved.

    Rule: XIAN-3.3, XIAN-3.5, XIAN-9.15.
    """
    who = turn.actor.id
    data: dict[str, Json] = {"who": who, "attacks": len(turn.blows), "metres": turn.metres}
    changes = []
    if fight.round:
        changes.append(Change(who, "flags.declared", turn.actor.flags.get("declared"), True))
        if fight.flags.get("begun") is not True:
            changes.append(Change(FIGHT, "flags.begun", fight.flags.get("begun"), True))
        moved, before = movement_points(turn.metres), whole(turn.actor.flags.get("moved"))
        if moved != before:
            changes.append(Change(who, "flags.moved", before, moved))
    rules = DECLARED + (SEVERAL if len(turn.blows) > 1 else ())
    return Happened(_declaration(turn), who, data, tuple(changes), rules)


def _declaration(turn: Turn) -> str:
    """What was declared; of one attack on the spot its roll tells everything."""
    if not turn.blows:
        return "way_declared"
    if turn.metres:
        return "turn_declared"
    return "attacks_declared" if len(turn.blows) > 1 else ALONE


def _emitted(fight: Fight, *events: Event) -> Step[Fight]:
    yield Emit(*events)
    return apply(fight, changes_in(events))


def _attack(fight: Fight, blow: Blow) -> Step[tuple[Fight, bool]]:
    """One attack up to its damage: check and defence; whether it lands.

    Rule: XIAN-6.1, XIAN-6.2.
    """
    target = fight.combatants[blow.target]
    if blow.number > 1 and not can_act(target.sheet) and (yield from _is_dropped(blow)):
        return (yield from _emitted(fight, _missed("attack_dropped", blow, DROPPED))), False
    faces = (yield Roll(f"{ATTACK}.{blow.number}", blow.probe.who, DICE, blow.probe.window)).faces
    attack = blow.probe.rolled(faces, ATTACKED, target=blow.target, item=blow.weapon.id, zone=blow.zone)
    yield Emit(attack)
    if attack.outcome != SUCCESS:
        return fight, False
    answer = yield from defend(fight, target, blow, attack)
    fight = apply(fight, changes_in(answer))
    told = _compared(fight, blow, attack, next((event for event in answer if isinstance(event, Rolled)), None))
    return (yield from _emitted(fight, *told)), all(event.term != WARDED_OFF for event in told)


def _compared(fight: Fight, blow: Blow, attack: Rolled, defence: Rolled | None) -> tuple[Happened, ...]:
    """What the defence comes to beside the attack; nothing is told of one that was not rolled or failed by itself.

    Rule: XIAN-4.4, XIAN-4.5.
    """
    if defence is None or defence.outcome != SUCCESS:
        return ()
    tied = defence.total == attack.total
    rules = OPPOSED + (TIED if tied else ())
    if defence_wins(attack.total, defence.total, house_rules(fight.options).tie_to_defender):
        return (_missed(WARDED_OFF, blow, rules, ("tie",) if tied else ()),)
    data: dict[str, Json] = {"attack": attack.total, "defence": defence.total}
    return (Happened("defence_too_low", blow.target, data, (), rules),)


def _is_dropped(blow: Blow) -> Step[bool]:
    """Whether an attack at somebody who has fallen is dropped; the others stay as hard as announced.

    Rule: XIAN-3.5.
    """
    data: dict[str, Json] = {"target": blow.target}
    name = f"{ATTACK}.{blow.number}.drop"
    choices = (Choice("drop"), Choice("go_on"))
    return (yield Ask(name, blow.probe.who, choices, "drop", DROPPED, data)).choice == "drop"


def _missed(term: str, blow: Blow, rules: Citations, acting: tuple[str, ...] = ()) -> Happened:
    """An attack that comes to nothing; a house rule that decided is named."""
    data: dict[str, Json] = {"attacker": blow.probe.who, "item": blow.weapon.id}
    return Happened(term, blow.target, data | ({"option": acting} if acting else {}), (), rules)


def _hit(fight: Fight, blow: Blow, hit: int) -> Step[Fight]:
    """What lands: the damage, numbered within the turn, and the pain.

    Rule: XIAN-6.4, XIAN-6.9.
    """
    target = fight.combatants[blow.target]
    weapon = blow.weapon
    name = f"damage.{blow.number}"
    struck = yield from strike(target, blow.zone, weapon.damage_dice, weapon.penetration, name, blow.probe.who)
    events = tuple(event._replace(data={"hit": hit, **event.data}) for event in struck)
    fight = yield from _emitted(fight, *events)
    added = sum(whole(event.data.get("trauma")) for event in events)
    after = fight.combatants[blow.target]
    fallen = yield from suffer(after, added, f"pain_check.{blow.number}")
    return apply(fight, changes_in(fallen))
