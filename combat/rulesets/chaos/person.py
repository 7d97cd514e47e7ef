"""Grundwerte einer Person, CHA-0: what a sheet says of the one who acts, each value as the bill that leads to it."""

from collections.abc import Callable, Mapping

from combat.core.bill import Bill, total
from combat.core.body import inner, text, whole
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.event import Modifier
from combat.core.rounding import floor_div
from combat.core.sheet import Sheet
from combat.core.standing import has_status, override, override_reason
from combat.rulesets.chaos.data import TABLES, modifier, number, rules
from combat.rulesets.chaos.origin import effect_steps
from combat.rulesets.chaos.words import RANKS

ATTRIBUTE_DEFAULT = number("attribute_usual")
MAXIMUM_DEFAULT = {
    "hit_points": number("hit_points_usual"),
    "action_points": number("action_points_usual"),
    "spell_points": number("spell_points_usual"),
}
BONUS_DIVISOR = number("bonus_divisor")
UNLEARNED_DIVISOR = number("unlearned_divisor")
WOUNDED = number("wounded_below")
BADLY_WOUNDED = number("badly_wounded_below")
SHOCK = number("shock_at")
DEAD = number("dead_below")
WHOLE = 100
"""Per cent of the whole."""
FOCUS = RANKS.index("focus")
MELEE_SKILL = "melee_weapons"
"""The skill that parries, as it strikes."""
RANK_BONUS = tuple(TABLES.number(f"list.skill_rank.{rank}") for rank in RANKS)
STATED = cite("CHA-0.4")
SKILL = cite("CHA-0.3")
SHOOTING = cite("CHA-3.1")


def attribute_bill(sheet: Sheet, key: str, cited: Citations = STATED) -> Bill:
    """An attribute as it stands on the sheet, with what species and class add to it.

    Rule: CHA-0.4.
    """
    entered = DerivedStep(key, whole(inner(sheet.body, "attributes").get(key), ATTRIBUTE_DEFAULT), cited)
    return (entered, *effect_steps(sheet, key))


def attribute(sheet: Sheet, key: str) -> int:
    """An attribute as it counts."""
    return total(attribute_bill(sheet, key))


def maximum(sheet: Sheet, pool: str) -> int:
    """The most points a pool holds."""
    return whole(inner(sheet.body, "maxima").get(pool), MAXIMUM_DEFAULT[pool])


def points(sheet: Sheet, pool: str) -> int:
    """The points a pool holds now; one without a value of its own is full."""
    found = inner(sheet.body, "pools").get(pool)
    return found if type(found) is int else maximum(sheet, pool)


def health(sheet: Sheet) -> tuple[int, int]:
    """Hit points now and at most."""
    most = maximum(sheet, "hit_points")
    found = inner(sheet.body, "pools").get("hit_points")
    return (found, most) if type(found) is int else (most, most)


def rank(sheet: Sheet, skill: str) -> int:
    """A skill's rank, 0 (unlearned) to 3 (specialised)."""
    record = inner(inner(sheet.body, "skills"), skill)
    return min(max(whole(record.get("rank")), 0), len(RANKS) - 1)


def bonus_bill(sheet: Sheet, key: str) -> Bill:
    """An attribute's bonus: the attribute ÷ 10, rounded down.

    Rule: CHA-0.4.
    """
    points = attribute(sheet, key)
    tens = DerivedStep("tens_digit", floor_div(points, BONUS_DIVISOR), rules("bonus_divisor"), {key: points})
    return (tens, *effect_steps(sheet, f"{key}_bonus"))


def resistance_bill(sheet: Sheet, kind: str, usual: str) -> Bill:
    """A resistance: entered by hand, else the attribute it is usually taken from.

    Rule: CHA-0.4.
    """
    entered, more = inner(sheet.body, "resistances").get(kind), effect_steps(sheet, f"{kind}_resistance")
    if isinstance(entered, int):
        return (DerivedStep("entered_by_hand", entered, STATED), *more)
    return (*attribute_bill(sheet, usual), *more)


def ranked_bill(sheet: Sheet, key: str, skill: str) -> Bill:
    """An attribute with a skill's rank: unlearned halves it (down), focus and specialisation add.

    Rule: CHA-0.3.
    """
    steps = list(attribute_bill(sheet, key, SKILL))
    learned = rank(sheet, skill)
    if learned == 0:
        value = total(tuple(steps))
        steps.append(
            DerivedStep("half_attribute", floor_div(value, UNLEARNED_DIVISOR) - value, rules("unlearned_divisor"))
        )
    elif RANK_BONUS[learned]:
        steps.append(DerivedStep(RANKS[learned], RANK_BONUS[learned], SKILL))
    return tuple(steps)


def skill_bill(sheet: Sheet, skill: str, usual: str) -> Bill:
    """A skill's target number before modifiers, under the attribute of its entry or its usual one.

    Rule: CHA-0.3.
    """
    record = inner(inner(sheet.body, "skills"), skill)
    return ranked_bill(sheet, text(record.get("attribute"), usual), skill)


def parry_bill(sheet: Sheet) -> Bill:
    """A parry's target number: a blow's under the melee skill, or under a skill of parrying that is better learned.

    Rule: CHA-2.3.
    """
    if rank(sheet, "parry") > rank(sheet, MELEE_SKILL):
        return skill_bill(sheet, "parry", "strength")
    return weapon_bill(sheet, "strength", MELEE_SKILL)


def weapon_bill(sheet: Sheet, key: str, skill: str) -> Bill:
    """The start of an attack roll: an attribute with the weapon's skill.

    Where the sheet says that weapon skills do not count, or the weapon needs none, it is the attribute in full.

    Rule: CHA-3.1.
    """
    if not skill or sheet.body.get("weapon_skills_count") is False:
        return attribute_bill(sheet, key, SHOOTING)
    return ranked_bill(sheet, key, skill)


def cover_bill(sheet: Sheet) -> Bill:
    """What a person adds to the bonus of any cover: a focus in intuition, talents.

    Rule: CHA-5.2.
    """
    printed = rules("cover_addition")
    steps = []
    if rank(sheet, "intuition") >= FOCUS:
        steps.append(DerivedStep("focus_intuition", number("cover_addition"), printed))
    return (*steps, *talent_steps(sheet, "cover_bonus", printed))


def talent_steps(sheet: Sheet, field: str, cited: Citations, used: tuple[str, ...] | None = None) -> list[DerivedStep]:
    """What talents add to a value: those that always act or, with ``used``, the active ones among these.

    Rule: CHA-8.2.
    """
    steps = []
    for key, record in inner(sheet.body, "talents").items():
        if not isinstance(record, Mapping):
            continue
        active = record.get("active") is True
        acts = not active if used is None else active and key in used
        added = whole(record.get(field)) if acts else 0
        if added:
            steps.append(DerivedStep("talent", added, cited, {"talent": key}))
    return steps


BILLS: Mapping[str, Callable[[Sheet], Bill]] = {
    "strength_bonus": lambda sheet: bonus_bill(sheet, "strength"),
    "mobility_bonus": lambda sheet: bonus_bill(sheet, "mobility"),
    "toughness_bonus": lambda sheet: bonus_bill(sheet, "toughness"),
    "physical_resistance": lambda sheet: resistance_bill(sheet, "physical", "toughness"),
    "mental_resistance": lambda sheet: resistance_bill(sheet, "mental", "intelligence"),
    "dodge": lambda sheet: skill_bill(sheet, "dodge", "mobility"),
    "parry": parry_bill,
    "cover_additions": cover_bill,
}
"""Values that follow from the sheet alone, by key."""


def value_bill(sheet: Sheet, key: str) -> Bill:
    """The bill of a derived value as it counts: the game master's word stands in place of the sum."""
    found = override(sheet, key)
    return BILLS[key](sheet) if found is None else (DerivedStep("override", found, STATED),)


def value(sheet: Sheet, key: str) -> int:
    """A derived value as it counts: ``value(sheet, "toughness_bonus")``."""
    found = override(sheet, key)
    return total(BILLS[key](sheet)) if found is None else found


def is_dead(hit_points: int, most: int) -> bool:
    """Below minus the maximum; at exactly minus the maximum one lives.

    Rule: CHA-7.11.
    """
    return WHOLE * hit_points < DEAD * most


def shocked_at(most: int) -> int:
    """The most hit points at which a person is shocked: 20 % of the maximum.

    Rule: CHA-7.9.
    """
    return floor_div(SHOCK * most, WHOLE)


def is_shocked(hit_points: int, most: int) -> bool:
    """At 20 % of the maximum or less, but above 0.

    Rule: CHA-7.9.
    """
    return 0 < hit_points <= shocked_at(most)


def harm(hit_points: int, most: int) -> str:
    """The state that follows from hit points: badly_wounded, wounded, or "" for neither; shares are not rounded.

    Rule: CHA-7.15.
    """
    share = WHOLE * hit_points
    if share < BADLY_WOUNDED * most:
        return "badly_wounded"
    return "wounded" if share < WOUNDED * most else ""


WOUNDS = {key: modifier(key) for key in ("wounded", "badly_wounded")}
NO_WOUNDS = "wound_modifier"


def wound_modifier(sheet: Sheet) -> Modifier | None:
    """What wounds take off the own rolls of attack, or what the game master says instead; None where it is 0.

    Rule: CHA-3.2.
    """
    state = harm(*health(sheet))
    found = override(sheet, NO_WOUNDS)
    if found is None:
        return WOUNDS.get(state)
    reason = override_reason(sheet, NO_WOUNDS)
    return Modifier(state or NO_WOUNDS, found, "add", STATED, "gm", reason) if found else None


def statuses(sheet: Sheet) -> tuple[str, ...]:
    """All that holds of a person now: what follows from hit points and what is stored; dead stands alone.

    Rule: CHA-7.15.
    """
    hit_points, most = health(sheet)
    if is_dead(hit_points, most):
        return ("dead",)
    stored = tuple(key for key, found in inner(sheet.body, "statuses").items() if found is True)
    state = harm(hit_points, most)
    return (state, *stored) if state else stored


def can_act(sheet: Sheet) -> bool:
    """Whether a person can act and react: neither unconscious nor dead.

    Rule: CHA-2.9.
    """
    return not has_status(sheet, "unconscious") and not is_dead(*health(sheet))
