"""Verteidigung, XIAN-3.9 und 6.2: what the target of a successful attack may answer, and the check it rolls."""

from collections.abc import Iterator

from combat.core.bill import as_modifiers
from combat.core.body import whole
from combat.core.citation import cite
from combat.core.dice import chance
from combat.core.event import Change, Event, Happened, Modifier, Rolled
from combat.core.fight import Combatant, Fight
from combat.core.intent import Reason
from combat.core.procedure import Ask, Choice, Emit, Roll, Step
from combat.core.value import Json
from combat.rulesets.xian import difficulty
from combat.rulesets.xian.check import DICE, Probe, window
from combat.rulesets.xian.options import House, house_rules
from combat.rulesets.xian.person import can_act, skill_value
from combat.rulesets.xian.plan import Blow
from combat.rulesets.xian.two_weapons import ON_DEFENCE, bonus_by_house, effect, helps_defence, pair_in_hands
from combat.rulesets.xian.weapon import defending, main_weapon
from combat.rulesets.xian.words import DODGE, MELEE_SKILLS, NOBODY

DEFENCE = "defence"
RULES = cite("XIAN-3.9", "XIAN-6.2")
UNAWARE = cite("XIAN-7.9")
HELPLESS = cite("XIAN-6.2")
LIMIT = cite("XIAN-9.7")
DODGING = cite("XIAN-9.8")
GAIN = cite("XIAN-9.3")


def open_to(melee: bool) -> tuple[str, ...]:
    """The skills that answer an attack: a shot can only be dodged.

    Rule: XIAN-3.9.
    """
    return (DODGE, *MELEE_SKILLS) if melee else (DODGE,)


def is_unaware(target: Combatant) -> bool:
    """Whether somebody does not notice that he is attacked.

    Rule: XIAN-7.9.
    """
    return target.flags.get("unaware") is True


def held_back(target: Combatant, house: House) -> tuple[Reason, ...]:
    """What keeps somebody from defending himself at all.

    Rule: XIAN-6.2, XIAN-7.9, XIAN-9.7.
    """
    found = []
    if not can_act(target.sheet):
        found.append(Reason("cannot_act", {"who": target.id}, RULES))
    if is_unaware(target):
        found.append(Reason("unaware", {"who": target.id}, UNAWARE))
    if house.defence_limit and whole(target.flags.get("defences")) >= house.defence_limit:
        found.append(Reason("defences_used_up", {"limit": house.defence_limit}, LIMIT))
    return tuple(found)


def probe_of(fight: Fight, target: Combatant, skill: str, blow: Blow, house: House) -> Probe:
    """The check of a defence with its own difficulty: reach and trauma, and what the house adds.

    Rule: XIAN-6.2, XIAN-7.5, XIAN-7.8.
    """
    parts = tuple(_parts(fight, target, skill, blow, house))
    base = as_modifiers(skill_value(target.sheet, skill).steps)
    acting = tuple(_acting(fight, target, skill, blow, house))
    return Probe(target.id, DEFENCE, base, tuple(_changes(target, skill, blow, house)), parts, acting)


def _acting(fight: Fight, target: Combatant, skill: str, blow: Blow, house: House) -> Iterator[str]:
    """House rules that make a defence other than by the book.

    Rule: XIAN-9.3, XIAN-9.6, XIAN-9.8, XIAN-9.14, XIAN-9.16.
    """
    if house.own_defence and tuple(_caution(target, skill, blow.weapon.is_melee)):
        yield "stance_gain"
    if house.movement_hits_defence and whole(target.flags.get("moved")):
        yield "movement_hits_defence"
    spared = skill == DODGE and not house.reach_on_dodge and blow.weapon.is_melee
    if spared and difficulty.by_reach(fight, target.id, main_weapon(target.sheet), blow.probe.who, blow.weapon):
        yield "reach_on_dodge"
    if difficulty.by_hindrance(target, house):
        yield "hindrance_as_difficulty"
    if helps_defence(skill) and bonus_by_house(target.sheet, pair_in_hands(target.sheet), house):
        yield "two_weapon_limit"


def _parts(fight: Fight, target: Combatant, skill: str, blow: Blow, house: House) -> Iterator[Modifier]:
    weapon = defending(target.sheet, skill)
    if blow.weapon.is_melee and weapon is not None and (skill != DODGE or house.reach_on_dodge):
        dodging = DODGING if skill == DODGE else ()
        for found in difficulty.by_reach(fight, target.id, weapon, blow.probe.who, blow.weapon):
            yield found._replace(rules=found.rules + dodging)
    yield from difficulty.by_trauma(target)
    yield from difficulty.by_hindrance(target, house)
    if house.movement_hits_defence:
        yield from difficulty.part("movement", whole(target.flags.get("moved")), cite("XIAN-9.6"))


def _changes(target: Combatant, skill: str, blow: Blow, house: House) -> Iterator[Modifier]:
    if helps_defence(skill):
        yield from effect(ON_DEFENCE, target.sheet, pair_in_hands(target.sheet), house)
    if house.own_defence:
        yield from _caution(target, skill, blow.weapon.is_melee)


def _caution(target: Combatant, skill: str, melee: bool) -> Iterator[Modifier]:
    """Stance and cover raise the own defence, where the house plays them so.

    Rule: XIAN-7.3, XIAN-9.3.
    """
    flag, key, cited = difficulty.SELF[melee]
    points = whole(target.flags.get(flag))
    if points and (melee or skill == DODGE):
        yield Modifier(key, points, "add", cited + GAIN)


def _chance(probe: Probe, attack: int, house: House) -> int:
    """How many of 100 throws avoid an attack: above the own difficulty and above the attack, a tie as the house has it.

    Rule: XIAN-4.4, XIAN-4.5, XIAN-4.7.
    """
    beaten = attack - 1 if house.tie_to_defender else attack
    return round(chance(DICE, window(probe.value, max(probe.difficulty, beaten))) * 100)


def choices(fight: Fight, target: Combatant, blow: Blow, attack: int, house: House) -> tuple[Choice, ...]:
    """Every answer with its value, difficulty and chance against this attack, and why it is closed.

    Rule: XIAN-3.9.
    """
    closed = held_back(target, house)
    found = [Choice(NOBODY)]
    for skill in open_to(blow.weapon.is_melee):
        check = probe_of(fight, target, skill, blow, house)
        data: dict[str, Json] = {
            "target_number": check.value,
            "difficulty": check.difficulty,
            "chance": _chance(check, attack, house),
        }
        unarmed = defending(target.sheet, skill) is None
        reasons = (*closed, Reason("no_weapon_for_it", {"skill": skill}, RULES)) if unarmed else closed
        found.append(Choice(skill, data, reasons))
    return tuple(found)


def _best(found: tuple[Choice, ...]) -> str:
    """What somebody does who says nothing: the open defence with the best chance, none if all are hopeless."""
    able = [choice for choice in found[1:] if not choice.reasons and whole(choice.data.get("chance"))]
    return max(able, key=lambda choice: whole(choice.data["chance"])).key if able else NOBODY


def defend(fight: Fight, target: Combatant, blow: Blow, attack: Rolled) -> Step[tuple[Event, ...]]:
    """The target's answer to a successful attack, his check first; nothing if he does not roll.

    Rule: XIAN-6.2.
    """
    house = house_rules(fight.options)
    found = choices(fight, target, blow, attack.total, house)
    data: dict[str, Json] = {"attacker": blow.probe.who, "item": blow.weapon.id, "total": attack.total}
    name = f"{DEFENCE}.{blow.number}"
    skill = (yield Ask(f"{name}.choice", target.id, found, _best(found), RULES, data)).choice
    if skill == NOBODY:
        return (yield from _without(fight, target, house))
    probe = probe_of(fight, target, skill, blow, house)
    faces = (yield Roll(name, target.id, DICE, probe.window)).faces
    events: tuple[Event, ...] = (probe.rolled(faces, RULES, skill=skill), *_counted(fight, target))
    yield Emit(*events)
    return events


def _without(fight: Fight, target: Combatant, house: House) -> Step[tuple[Event, ...]]:
    """Nobody defends; that he could not, did not notice the attack, or had no defence left by a house rule, is told.

    Rule: XIAN-6.2, XIAN-7.9, XIAN-9.7.
    """
    codes = {reason.code for reason in held_back(target, house)}
    found = []
    if "cannot_act" in codes:
        found.append(Happened("struck_helpless", target.id, {"who": target.id}, (), HELPLESS))
    elif "unaware" in codes:
        found.append(Happened("struck_unaware", target.id, {"who": target.id}, (), UNAWARE))
    if "defences_used_up" in codes:
        data: dict[str, Json] = {"who": target.id, "limit": house.defence_limit, "option": ("defence_limit",)}
        found.append(Happened("defences_used_up", target.id, data, (), LIMIT))
    if found:
        yield Emit(*found)
    return tuple(found)


def _counted(fight: Fight, target: Combatant) -> tuple[Happened, ...]:
    """In a fight the defences of a round are counted.

    Rule: XIAN-9.7.
    """
    if not fight.round:
        return ()
    used = whole(target.flags.get("defences"))
    change = Change(target.id, "flags.defences", used, used + 1)
    return (Happened("defended", target.id, {"who": target.id, "defences": used + 1}, (change,), LIMIT),)
