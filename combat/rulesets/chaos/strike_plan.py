"""Der Nahkampfangriff, wie er angesagt ist, CHA-4: the blows of one action, each worked out before its dice."""

from dataclasses import replace

from combat.core.bill import as_modifiers, total
from combat.core.body import inner, text, whole, words
from combat.core.citation import cite
from combat.core.dice import Dice
from combat.core.fields import choice, choices, yes_no
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part, Reason
from combat.core.schema import Field, FieldKind
from combat.core.sheet import Sheet
from combat.core.standing import has_status
from combat.core.value import Json, JsonMap
from combat.rulesets.chaos import announce
from combat.rulesets.chaos.aim import aim_at
from combat.rulesets.chaos.announce import Announced
from combat.rulesets.chaos.cost import MOVES, price_of, units_left
from combat.rulesets.chaos.manner import BLOW
from combat.rulesets.chaos.melee import ACTIONS, MELEE, STATED, Blow, Melee, damage_bill, melee_modifiers
from combat.rulesets.chaos.modifiers import Shot
from combat.rulesets.chaos.options import house_rules
from combat.rulesets.chaos.person import weapon_bill, wound_modifier
from combat.rulesets.chaos.plan import Plan, Words, melee_in
from combat.rulesets.chaos.purse import ASKED_LATER, LATER
from combat.rulesets.chaos.roll import goal
from combat.rulesets.chaos.weapon import Weapon, weapon_of
from combat.rulesets.chaos.words import ZONES

GRIPS = ("one_handed", "two_handed")
HANDS = ("main_hand", "off_hand")
SEEN = {"fast": "target_fast", "immobile": "target_immobile", "distracted": "target_distracted"}
"""The properties of a target that count in melee."""
OFF_WEAPON = Field(
    path="off_weapon",
    kind=FieldKind.TEXT,
    optional=True,
    only_with=("action", "full_melee"),
    term="off_hand",
    rules=cite("CHA-4.3"),
)
"""The weapon of the off hand; unnamed, it is that of the main hand."""
FIELDS = (
    choice("action", ACTIONS, default=ACTIONS[0], rules=cite("CHA-2.3")),
    choice("grip", GRIPS, default=GRIPS[0], rules=cite("CHA-2.4")),
    choice("charge_by", MOVES, default=MOVES[0], only_with=("action", "charge"), rules=cite("CHA-2.11")),
    OFF_WEAPON,
    choice("called_zone", ZONES, optional=True, rules=cite("CHA-7.1")),
    announce.AS_REACTION,
    yes_no("neck_break", rules=cite("CHA-4.8")),
    announce.GIVE_UP_AIM,
    choices("modifiers", STATED, term="modifier", rules=cite("CHA-4.1")),
    announce.SPENT,
    ASKED_LATER,
)
"""What a blow may carry."""


def fields_with(weapons: tuple[str, ...]) -> tuple[Field, ...]:
    """What a blow may carry where the off hand has these weapons to choose from, first that of the main hand.

    Rule: CHA-4.3.
    """
    named = replace(OFF_WEAPON, kind=FieldKind.CHOICE, choices=weapons, default=weapons[0], optional=False)
    return tuple([named if field is OFF_WEAPON else field for field in FIELDS])


def hands_of(sheet: Sheet) -> tuple[str, ...]:
    """The hand of each blow of a full attack, the main hand's first; at least one.

    Rule: CHA-4.9.
    """
    attacks = inner(sheet.body, "melee_attacks")
    usual = {"main_hand": 1, "off_hand": 0}
    found = tuple([hand for hand in HANDS for _ in range(whole(attacks.get(hand), usual[hand]))])
    return found or HANDS[:1]


def read(fight: Fight, intent: Intent) -> tuple[Plan | None, tuple[Reason, ...]]:
    """The plan of the first blow, or everything that keeps it from being struck."""
    actor, part, missing = announce.opening(fight, intent)
    if actor is None:
        return None, missing
    item = actor.sheet.item(part.item)
    wrong = announce.weapon_reasons(item, BLOW.kinds, part.item)
    wrong += announce.target_reasons(fight, actor.id, part.targets)
    if len(part.targets) > 1:
        wrong += (Reason("too_many_targets", {}, cite("CHA-4.2")),)
    given, bad = announce.checked(FIELDS, part.parameters)
    wrong += bad + _off_reasons(actor, given)
    if item is None or wrong:
        return None, wrong
    return _first(fight, actor, weapon_of(item), part, given, intent.gm_modifiers), ()


def _off_reasons(actor: Combatant, given: JsonMap) -> tuple[Reason, ...]:
    """What is wrong with the weapon named for the off hand."""
    name = text(given.get("off_weapon"))
    return announce.weapon_reasons(actor.sheet.item(name), BLOW.kinds, name) if name else ()


def _first(fight: Fight, actor: Combatant, weapon: Weapon, part: Part, given: JsonMap, gm: Words) -> Plan:
    off = actor.sheet.item(text(given.get("off_weapon")))
    melee = melee_of(actor.sheet, given, weapon, weapon if off is None else weapon_of(off))
    targets = tuple([fight.combatants[name] for name in part.targets])
    return plan_of(fight, actor, targets, announced_of(given), melee, gm)


def announced_of(given: JsonMap) -> Announced:
    """What every attack may carry, as far as it matters in melee."""
    return Announced(
        mode="",
        moving=False,
        called_zone=text(given.get("called_zone")),
        stated=frozenset(words(given.get("modifiers"))),
        self_guided=False,
        assign=(),
        spend=announce.counted(words(given.get("spend"))),
        give_up_aim=given.get("give_up_aim") is True,
        as_reaction=given.get("as_reaction") is True,
        later=given.get(LATER) is True,
    )


def melee_of(sheet: Sheet, given: JsonMap, main: Weapon, off: Weapon) -> Melee:
    """What is announced with a blow, with the defaults of what is left out."""
    action = text(given.get("action"), ACTIONS[0])
    hands = hands_of(sheet) if action == "full_melee" else HANDS[:1]
    return Melee(
        main=main,
        off=off if "off_hand" in hands else main,
        action=action,
        two_handed=given.get("grip") == "two_handed",
        move=text(given.get("charge_by"), MOVES[0]) if action == "charge" else "",
        neck_break=given.get("neck_break") is True,
        hand=hands[0],
        hands=hands,
    )


def plan_of(
    fight: Fight, actor: Combatant, targets: tuple[Combatant, ...], found: Announced, melee: Melee, gm: Words = ()
) -> Plan:
    """One blow worked out as far as it goes before the dice.

    Rule: CHA-4.1.
    """
    house, sheet = house_rules(fight.options), actor.sheet
    used = used_in(melee)
    first = targets[0] if targets else None
    aim = "" if first is None or found.give_up_aim else aim_at(actor, first.id)
    stated = stated_against(fight, actor, first, melee, found.stated)
    irritated, wounds, called = has_status(sheet, "irritated"), wound_modifier(sheet), bool(found.called_zone)
    blow = Blow(used, irritated, wounds, melee.action, melee.two_handed, aim, called, stated, gm)
    bill = price_of(actor, melee.action, move=melee.move, two_handed=melee.two_handed)
    return Plan(
        fight=fight,
        actor=actor,
        weapon=_with_bonus(sheet, used, melee),
        targets=targets,
        announced=found,
        mode=MELEE,
        house=house,
        shots=1,
        distance=None,
        aim=aim,
        area=False,
        split=False,
        action=melee.action,
        cost=total(bill),
        units=units_left(fight, actor),
        shot=Shot(used, "", None, stated=stated, house=house, gm=gm),
        goal=goal(as_modifiers(weapon_bill(sheet, "strength", used.skill)), melee_modifiers(blow), house.strict_under),
        trouble=None,
        manner=BLOW,
        flags=flags_after(actor, melee, found.as_reaction),
        melee=melee,
    )


def _with_bonus(sheet: Sheet, weapon: Weapon, melee: Melee) -> Weapon:
    """The weapon with everything that this blow adds to its dice.

    Rule: CHA-4.6.
    """
    bonus = total(damage_bill(sheet, weapon, melee))
    count, sides, printed = weapon.damage.count, weapon.damage.sides, weapon.damage.bonus
    return weapon._replace(damage=Dice(count, sides, printed + bonus)) if bonus else weapon


def stated_against(
    fight: Fight, actor: Combatant, target: Combatant | None, melee: Melee, stated: frozenset[str]
) -> frozenset[str]:
    """What counts against one target: what was named, the light, his properties, whether he is held or on the ground.

    Rule: CHA-4.1, CHA-4.4.
    """
    seen = {"poor_visibility"} if fight.flags.get("poor_visibility") is True else set()
    if target is not None:
        properties = words(target.sheet.body.get("properties"))
        seen |= {key for known, key in SEEN.items() if known in properties}
        blow = melee.action != "grapple" and used_in(melee).kind == "unarmed"
        if blow and has_status(target.sheet, "clinched"):
            seen.add("target_immobile")
        if has_status(target.sheet, "prone") and not has_status(actor.sheet, "prone"):
            seen.add("height_advantage")
    return stated | seen


def used_in(melee: Melee) -> Weapon:
    """The weapon in the hand that strikes this blow."""
    return melee.off if melee.hand == "off_hand" else melee.main


def flags_after(actor: Combatant, melee: Melee, as_reaction: bool) -> dict[str, Json]:
    """What a blow leaves on its striker for the rest of his round.

    Rule: CHA-2.11.
    """
    found: dict[str, Json] = {}
    if melee.action == "hasty_melee" and not as_reaction:
        found["hasty_used"] = True
    if melee.action == "reckless_melee":
        found["reckless"] = True
    if melee.move:
        found |= {"in_motion": True, "sprinted" if melee.move == "sprint" else "moved_quickly": True}
        if actor.flags.get("took_cover") is not None:
            found["took_cover"] = None
    return {key: after for key, after in found.items() if actor.flags.get(key) != after}


def next_blow(plan: Plan, fight: Fight, hand: str) -> Plan:
    """The same announcement for a further blow, against what the blows before it have left.

    Rule: CHA-4.9.
    """
    actor, target = fight.combatants[plan.actor.id], fight.combatants[plan.targets[0].id]
    return plan_of(fight, actor, (target,), plan.announced, melee_in(plan)._replace(hand=hand), plan.shot.gm)


def as_offered(fight: Fight, actor: Combatant, weapon: Weapon) -> Plan:
    """A simple blow at nobody in particular: what an offer's price and reasons are worked out from."""
    return plan_of(fight, actor, (), announced_of({}), Melee(weapon, weapon))
