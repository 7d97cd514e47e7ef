"""Schaden und Wunden, W20-6.7 bis 6.13: zone, dice that explode, block and armour, wounds and what they bring."""

from typing import NamedTuple

from combat.core.bill import Bill, total
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.dice import Dice
from combat.core.event import Change, Happened
from combat.core.procedure import Step, roll
from combat.core.rounding import ceil_div, floor_div
from combat.core.sheet import Sheet
from combat.core.standing import has_status
from combat.core.value import Json
from combat.rulesets.zwanziger import person
from combat.rulesets.zwanziger.data import TABLES, number, rules
from combat.rulesets.zwanziger.options import BY_THE_BOOK, House
from combat.rulesets.zwanziger.roll import EXPLOSION, Test, chain, save_test, saved
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.strike import Harm, Strike
from combat.rulesets.zwanziger.words import ARMOUR, PIERCING

ZONE_DIE = Dice(1, number("zone_die"))
PER_WOUND = number("save_per_wound")
STATUS = cite("W20-6.9", "W20-2.2", "W20-9.15")
ROLLED = cite("W20-6.8")
ARMOURED = cite("W20-6.10", "W20-1.11")
HIT = cite("W20-6.7", "W20-6.8", "W20-6.10")
LIFE_POINTS = cite("W20-1.7", "W20-9.12")
WOUNDED = cite("W20-6.11", "W20-9.12")
ATE_ALL = cite("W20-8.3")
KNOCKED = rules("half_of_wounds")
OUT = cite("W20-6.13")
EXPLODED = (*EXPLOSION, *cite("W20-9.5"))


class Dealt(NamedTuple):
    """The damage dice as they fell: their sum with all chains, every face, and whether one exploded."""

    total: int
    faces: tuple[int, ...]
    exploded: bool


def zone_at(face: int) -> str:
    """The zone a roll strikes.

    Rule: W20-6.7.
    """
    return TABLES.ladder("ladder.zone").at(face)


def wounds_of(damage: int, threshold: int, up: bool) -> int:
    """The wounds of one hit: how often its damage reaches the threshold; rounded up where the house plays it so.

    Rule: W20-6.11, W20-9.12.
    """
    return ceil_div(damage, threshold) if up else floor_div(damage, threshold)


def armour_at(sheet: Sheet, zone: str) -> int:
    """The armour of a zone: the best one worn there, nothing where none is.

    Rule: W20-1.11.
    """
    worn = [item for item in sheet.items if item.kind == "armour" and item.body.get("worn") is not False]
    return max((item.zones[zone].protection.get(ARMOUR, 0) for item in worn if zone in item.zones), default=0)


def damage_rolled(name: str, who: str, dice: Dice) -> Step[Dealt]:
    """Roll damage: first all dice, then the chains of those that showed their maximum, in their order.

    Rule: W20-4.8.
    """
    faces = yield from roll(name, who, dice)
    more: list[int] = []
    for n, face in enumerate(faces, 1):
        if face == dice.sides:
            more += yield from chain(f"{name}.{n}.explosion", who, dice.sides)
    everything = (*faces, *more)
    return Dealt(sum(everything) + dice.bonus, everything, bool(more))


class Blow(NamedTuple):
    """A hit as it comes to somebody: its steps with everything added and taken off, and where it strikes."""

    of: str
    zone: str
    steps: tuple[DerivedStep, ...]
    data: dict[str, Json]

    @property
    def damage(self) -> int:
        """What is left of it after block and armour, never below nothing.

        Rule: W20-6.10, W20-8.3.
        """
        return max(total(self.steps), 0)


def land(stage: Stage, strike: Strike, harm: Harm, zone: str, held: Bill, at: str) -> Step[None]:
    """A hit from the zone to its wounds. ``zone``: named by the defender, else it is rolled.

    Rule: W20-6.7, W20-6.8, W20-6.9, W20-6.10.
    """
    if not zone:
        zone = zone_at((yield from roll(f"{at}zone", strike.actor, ZONE_DIE))[0])
    dealt = Dealt(0, (), False)
    if harm.dice is not None:
        dealt = yield from damage_rolled(f"{at}damage", strike.actor, harm.dice)
    blow = _blow(stage, strike, harm, dealt, zone, held)
    usual = dealt.exploded and bool(harm.damage_type)
    marked = usual and (bool(blow.damage) or not stage.house.status_needs_damage)
    stage.decided("status_needs_damage", marked, usual)
    yield from struck(stage, blow)
    if marked:
        status = "bleeding" if harm.damage_type in PIERCING else "shaken"
        yield from stage.set_status(strike.target, status, STATUS)
    yield from aftermath(stage, blow, at)


def held_off(item_bill: Bill) -> tuple[DerivedStep, ...]:
    """What a successful block takes off.

    Rule: W20-6.4.
    """
    return tuple([step._replace(amount=-step.amount) for step in item_bill])


def _blow(stage: Stage, strike: Strike, harm: Harm, dealt: Dealt, zone: str, held: Bill) -> Blow:
    data: dict[str, Json] = {"item": strike.item} if strike.item else {}
    data |= {"faces": list(dealt.faces), "exploded": dealt.exploded}
    steps = [*harm.bonus, *held_off(held)]
    if harm.dice is not None:
        cited: Citations = (*ROLLED, *harm.rules, *(EXPLODED if dealt.exploded else ()))
        fell: dict[str, Json] = {"dice": str(harm.dice)}
        if len(dealt.faces) > 1:
            fell["faces"] = "+".join([str(face) for face in dealt.faces])
        steps.insert(0, DerivedStep("rolled_damage", dealt.total, cited, fell))
    armour = armour_at(stage.who(strike.target).sheet, zone)
    if armour:
        steps.append(DerivedStep(ARMOUR, -armour, ARMOURED, {"zone": zone}))
    return Blow(strike.target, zone, tuple(steps), data)


def struck(stage: Stage, blow: Blow) -> Step[None]:
    """Tell a hit with its wounds, or the life points it costs where the house counts those.

    Rule: W20-6.11, W20-1.7, W20-9.12.
    """
    sheet = stage.who(blow.of).sheet
    data: dict[str, Json] = {"hit": stage.next_hit(), "target": blow.of, **blow.data, "damage": blow.damage}
    if blow.zone:
        data["zone"] = blow.zone
    steps: list[Json] = [
        {"term": step.term, "amount": step.amount, "rules": list(step.rules), "data": dict(step.data)}
        for step in blow.steps
    ]
    data["steps"] = steps
    changes, told = _life_lost(stage, sheet, blow)
    cited = (*HIT, *(ATE_ALL if total(blow.steps) < 0 else ()), *(LIFE_POINTS if "lost" in told else WOUNDED))
    yield stage.tell(Happened("hit", blow.of, data | told, changes, cited))


def _life_lost(stage: Stage, sheet: Sheet, blow: Blow) -> tuple[tuple[Change, ...], dict[str, Json]]:
    if stage.house.life_points:
        stage.acted("life_model")
        before = person.life_points(sheet)
        after = max(before - blow.damage, 0)
        return stage.change(blow.of, "pools.life_points", after, before), {"lost": before - after}
    threshold, up = person.wound_threshold(sheet), stage.house.wounds_up
    gained = stage.decided(
        "wound_rule", wounds_of(blow.damage, threshold, up), wounds_of(blow.damage, threshold, False)
    )
    return stage.change(blow.of, "pools.wounds", person.wounds(sheet) + gained, 0), {
        "wounds": gained,
        "wound_threshold": threshold,
    }


def aftermath(stage: Stage, blow: Blow, at: str) -> Step[None]:
    """What a hit brings: out of the fight, or a save against falling unconscious.

    Rule: W20-6.12, W20-6.13.
    """
    sheet, house = stage.who(blow.of).sheet, stage.house
    if not blow.damage:
        return
    if person.is_disabled(sheet, house):
        stage.decided("life_model", True, person.is_disabled(sheet, BY_THE_BOOK))
        yield stage.tell(Happened("status_set", blow.of, {"who": blow.of, "status": "disabled"}, (), OUT))
    elif save_is_due(sheet, house, blow.damage):
        yield from resist(stage, blow.of, at)


def save_is_due(sheet: Sheet, house: House, damage: int) -> bool:
    """Whether a hit that left this sheet asks for a save: it made a wound, and more than half of them are there.

    Nobody is asked who is unconscious already.

    Rule: W20-6.12.
    """
    if house.life_points or not wounds_of(damage, person.wound_threshold(sheet), house.wounds_up):
        return False
    return person.is_badly_wounded(sheet) and not has_status(sheet, "unconscious")


def wound_save(stage: Stage, who: str) -> Test:
    """The save against falling unconscious.

    Rule: W20-6.12.
    """
    return save_test(stage, who, "constitution", person.burdens(stage.who(who).sheet), KNOCKED)


def resist(stage: Stage, who: str, at: str) -> Step[None]:
    """A save against twice the wounds; whoever fails is unconscious, whoever reaches it comes to.

    Rule: W20-6.12.
    """
    value = PER_WOUND * person.wounds(stage.who(who).sheet)
    success = yield from saved(stage, f"{at}wound_save", wound_save(stage, who), value, "constitution")
    if success:
        yield from stage.end_status(who, "unconscious", KNOCKED)
    else:
        yield from stage.set_status(who, "unconscious", KNOCKED)
