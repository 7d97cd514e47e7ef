"""Nahkampf, CHA-4: every reason why a blow is easier or harder, and what it adds to the damage."""

from collections.abc import Callable
from typing import NamedTuple

from combat.core.bill import Bill, words_of_gm
from combat.core.citation import Citation, cite
from combat.core.derived import DerivedStep
from combat.core.event import Modifier
from combat.core.intent import GmModifier
from combat.core.sheet import Sheet
from combat.rulesets.chaos.data import modifier, number, rules
from combat.rulesets.chaos.mode import Mode
from combat.rulesets.chaos.person import value
from combat.rulesets.chaos.weapon import Weapon

STATED = (
    "height_advantage", "target_immobile", "target_distracted", "flank_or_rear", "poor_visibility", "blind",
    "target_fast",
)  # fmt: skip
"""What is named with the attack."""
ACTIONS = ("melee_attack", "full_melee", "hasty_melee", "reckless_melee", "charge")
MELEE = Mode("melee_attack", 1, 0, False, True, True, 0, cite("CHA-4.2"))
"""One hit per attack; every degree is surplus."""
GM = cite("CHA-4.1")


class Melee(NamedTuple):
    """What is announced with a blow beside what every attack has; ``move``: how a charge is run, "" without one.

    ``hand`` deals this blow; ``hands`` are those of all blows of the action, in their order.
    """

    main: Weapon
    off: Weapon
    action: str = "melee_attack"
    two_handed: bool = False
    move: str = ""
    neck_break: bool = False
    hand: str = "main_hand"
    hands: tuple[str, ...] = ("main_hand",)


class Blow(NamedTuple):
    """All that the modifiers of a blow depend on; ``stated`` holds what was named and what is seen of the target."""

    weapon: Weapon
    irritated: bool = False
    wounds: Modifier | None = None
    action: str = "melee_attack"
    two_handed: bool = False
    aim: str = ""
    called: bool = False
    stated: frozenset[str] = frozenset()
    gm: tuple[GmModifier, ...] = ()


CONDITIONS: tuple[tuple[str, Callable[[Blow], bool]], ...] = (
    ("two_handed", lambda blow: blow.two_handed),
    ("height_advantage", lambda blow: "height_advantage" in blow.stated),
    ("target_immobile", lambda blow: "target_immobile" in blow.stated),
    ("target_distracted", lambda blow: "target_distracted" in blow.stated),
    ("flank_or_rear", lambda blow: "flank_or_rear" in blow.stated),
    ("charge", lambda blow: blow.action == "charge"),
    ("reckless", lambda blow: blow.action == "reckless_melee"),
    ("hasty", lambda blow: blow.action == "hasty_melee"),
    ("poor_visibility", lambda blow: "poor_visibility" in blow.stated and "blind" not in blow.stated),
    ("blind", lambda blow: "blind" in blow.stated),
    ("snap_aim", lambda blow: blow.aim == "snap_aim"),
    ("inner_vibration", lambda blow: "inner_vibration" in blow.weapon.grants),
    ("target_fast", lambda blow: "target_fast" in blow.stated),
    ("inaccurate", lambda blow: "inaccurate" in blow.weapon.traits),
    ("called_shot", lambda blow: blow.called),
    ("irritated", lambda blow: blow.irritated),
)
"""When each modifier acts; its points stand in the table."""
IN_MELEE = {Citation("CHA-3.2"): Citation("CHA-4.1")}
"""Where melee prints again what counts for shots as well."""


def in_melee(found: Modifier) -> Modifier:
    """A modifier with the rule that prints it for blows.

    Rule: CHA-4.1.
    """
    return found._replace(rules=tuple([IN_MELEE.get(rule, rule) for rule in found.rules]))


PRINTED = {key: in_melee(modifier(key)) for key, _ in CONDITIONS}


def melee_modifiers(blow: Blow) -> tuple[Modifier, ...]:
    """Every modifier of a blow that is not 0, the game master's last.

    Rule: CHA-4.1.
    """
    cancels = blow.weapon.cancels
    found = [PRINTED[key] for key, acts in CONDITIONS if acts(blow) and key not in cancels]
    found += [in_melee(bonus) for bonus in blow.weapon.bonuses]
    if blow.wounds is not None:
        found.append(in_melee(blow.wounds))
    found += words_of_gm(blow.gm, GM)
    return tuple(found)


def damage_bill(sheet: Sheet, weapon: Weapon, melee: Melee) -> Bill:
    """What a blow adds to the damage dice: grip, charge, recklessness, strength; all of it adds up.

    Rule: CHA-4.6.
    """
    acts = {
        "two_handed": melee.two_handed,
        "charge": melee.action == "charge",
        "reckless": melee.action == "reckless_melee",
    }
    steps = [DerivedStep(key, number(f"{key}_damage"), rules(f"{key}_damage")) for key, found in acts.items() if found]
    if "strength_damage" in weapon.traits:
        steps.append(DerivedStep("strength_damage", value(sheet, "strength_bonus"), cite("CHA-4.5")))
    return tuple(steps)
