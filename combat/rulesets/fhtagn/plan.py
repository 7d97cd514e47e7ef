"""Ein Angriff, wie er angesagt ist, FHT-3: everything that preview shows and perform uses, worked out once."""

from collections.abc import Mapping
from typing import NamedTuple

from combat.core.bill import total, words_of_gm
from combat.core.body import optional, text, whole, words
from combat.core.citation import cite
from combat.core.event import Modifier
from combat.core.fields import choice, choices, yes_no
from combat.core.fields import number as whole_number
from combat.core.fight import Combatant, Fight
from combat.core.intent import GmModifier, Intent, Part, Reason
from combat.core.schema import Field
from combat.core.sheet import Item
from combat.core.value import Json
from combat.rulesets.fhtagn import announce, person
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.modifiers import GM, called_modifiers, modifiers, own_state
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.roll import Goal, goal
from combat.rulesets.fhtagn.weapon import (
    FISTS,
    PRINTED,
    SINGLE,
    UNARMED,
    Mode,
    Weapon,
    base_range,
    chips,
    lethality_of,
    radius_of,
    range_word,
    skill_of,
    weapon_of,
)
from combat.rulesets.fhtagn.words import CALLS, MODES
from combat.rulesets.fhtagn.zone import in_order

ATTACK, DISARM, PIN = "attack", "disarm", "pin"
BARE = "bare_attack"
"""The word for an attack without a weapon."""
HANDS = (DISARM, PIN)
"""Attacks with bare hands that do no damage."""
SPECIALS = ("charge", "rapid_fire", "wild_attack", "sweep_short", "sweep_long")
SWEEPS = {"sweep_short": "short_burst", "sweep_long": "long_burst"}
TWICE = ("rapid_fire", "wild_attack")
"""Special attacks that roll two attacks on the same target."""
MODE_TERMS = tuple((mode, f"mode.{mode}") for mode in MODES)
CALL_TERMS = tuple((call, f"called.{call}") for call in CALLS)


class Announced(NamedTuple):
    """What is announced with an attack."""

    mode: Mode = SINGLE
    called: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()
    subdue: bool = False
    crowd: int = 0
    special: str = ""
    touching: bool = False


class Plan(NamedTuple):
    """An attack as announced; ``lethality`` 0: it rolls dice; ``radius`` 0: one target."""

    fight: Fight
    house: House
    actor: Combatant
    form: str
    weapon: Weapon
    item: Item | None
    targets: tuple[str, ...]
    said: Announced
    distance: int | None
    reach: int | None
    aimed: bool
    lethality: int
    radius: int
    goal: Goal

    @property
    def primary(self) -> Combatant | None:
        """The target the roll is made at."""
        return self.fight.combatants[self.targets[0]] if self.targets else None

    @property
    def beyond(self) -> bool:
        """Whether the target is farther away than the weapon reaches without a penalty."""
        return self.reach is not None and self.distance is not None and self.distance > self.reach

    @property
    def by_hand(self) -> bool:
        """Whether it strikes at arm's length."""
        return self.weapon.by_hand

    @property
    def automatic(self) -> bool:
        """Whether no roll is made because the target is helpless.

        Rule: FHT-3.16, FHT-6.19.
        """
        target = self.primary
        if target is None or self.form != ATTACK or self.radius:
            return False
        return target.flags.get("helpless") is True or person.is_unconscious(target.sheet)


def fields(weapon: Weapon, house: House, modes: tuple[str, ...] = MODES) -> tuple[Field, ...]:
    """What an attack with this weapon may carry; what it could never use is left out.

    Rule: FHT-2.6, FHT-3.5.
    """
    usual = weapon.modes[0]
    found = [
        choice("mode", modes, default=usual, term="fire_mode", choice_terms=MODE_TERMS, rules=cite("FHT-2.6")),
        choices("called", CALLS, group="call", choice_terms=CALL_TERMS, rules=cite("FHT-3.5")),
        whole_number("crowd_size", optional=True, low=1, high=999, group="call", rules=cite("FHT-3.5")),
        yes_no("subdue", rules=cite("FHT-3.16")),
        yes_no("touching", rules=cite("FHT-3.12")),
        chips(weapon),
    ]
    if house.plays("extra_special_attacks", True):
        found.append(choice("special", SPECIALS, optional=True, term="special_attack", rules=cite("FHT-3.19")))
    unused = {"mode", "crowd_size", "touching"} if weapon.by_hand else set()
    return tuple([field for field in found if field.path not in unused])


def hand_fields() -> tuple[Field, ...]:
    """What disarming and pinning may carry."""
    return (chips(UNARMED),)


def said_of(given: Mapping[str, Json], weapon: Weapon) -> Announced:
    """The parameters of an attack as they count."""
    special = text(given.get("special"))
    mode = SWEEPS.get(special) or text(given.get("mode"), weapon.modes[0])
    return Announced(
        mode=PRINTED[mode],
        called=words(given.get("called")),
        chips=words(given.get("modifiers")),
        subdue=given.get("subdue") is True,
        crowd=whole(given.get("crowd_size")),
        special=special,
        touching=given.get("touching") is True,
    )


def _target_keys(plan_form: str, weapon: Weapon, target: Combatant | None) -> list[str]:
    """Modifiers that lie with the target.

    Rule: FHT-5.2.
    """
    if target is None:
        return []
    found = []
    if (weapon.by_hand or plan_form in HANDS) and person.has(target.sheet, "pinned"):
        found.append("target_pinned")
    if target.flags.get("unaware") is True:
        found.append("target_unaware")
    return found


def _blast_keys(weapon: Weapon, radius: int, house: House) -> list[str]:
    """The bonus of what explodes; the table may give it to every radius.

    Rule: FHT-8.2, FHT-9.20.
    """
    explodes = weapon.group == "explosive" and weapon.radius > 0
    wide = radius > 0 and not explodes and house.plays("explosive_bonus_scope", "any_twb")
    return ["explosive_area"] if explodes or wide else []


def _optic_keys(actor: Combatant, weapon: Weapon) -> list[str]:
    """A red dot or laser helps whoever was not hurt since his last action.

    Rule: FHT-2.13.
    """
    return ["optic"] if "optic" in weapon.grants and actor.flags.get("hurt") is not True else []


def attack_modifiers(
    actor: Combatant,
    form: str,
    weapon: Weapon,
    target: Combatant | None,
    said: Announced,
    distance: int | None,
    reach: int | None,
    house: House,
    gm: tuple[GmModifier, ...] = (),
) -> tuple[Modifier, ...]:
    """Everything on an attack roll, in the order of the page.

    Rule: FHT-5.2, FHT-5.3, FHT-5.4.
    """
    keys = ["aim"] if actor.flags.get("aimed") is True else []
    keys += _target_keys(form, weapon, target)
    keys += _blast_keys(weapon, radius_of(weapon, said.mode), house)
    band = range_word(reach, distance)
    keys += [band] if band not in {"", "out_of_range"} else []
    found = [*modifiers(keys), *called_modifiers(said.called, house), *own_state(actor.sheet)]
    late = ["shot_spread"] if "shot" in weapon.traits and not band else []
    late += _optic_keys(actor, weapon)
    late += [said.special] if said.special else []
    return (*found, *modifiers([*late, *said.chips]), *words_of_gm(gm, GM))


def plan_of(
    fight: Fight,
    house: House,
    actor: Combatant,
    part: Part,
    weapon: Weapon,
    said: Announced,
    gm: tuple[GmModifier, ...] = (),
) -> Plan:
    """An attack worked out as far as it goes before the dice; without a target nothing counts that depends on one.

    Rule: FHT-3.20.
    """
    targets = in_order(fight, part.targets)
    target = fight.combatants[targets[0]] if targets else None
    distance = None if target is None else optional(fight.between(actor.id, target.id, "distance"))
    reach = base_range(weapon, actor.flags.get("aimed") is True)
    found = attack_modifiers(actor, part.form, weapon, target, said, distance, reach, house, gm)
    strong = person.is_inhumanly_strong(actor.sheet) and weapon.by_hand
    strength = total(person.melee_lethality_bill(actor.sheet)) if strong else 0
    lethality = lethality_of(weapon, said.mode, strength)
    if said.special in SWEEPS and not lethality:
        lethality = number("sweep_lethality")
    return Plan(
        fight=fight,
        house=house,
        actor=actor,
        form=part.form,
        weapon=weapon,
        item=actor.sheet.item(weapon.id),
        targets=targets,
        said=said,
        distance=distance,
        reach=reach,
        aimed=actor.flags.get("aimed") is True,
        lethality=0 if part.form in HANDS else lethality,
        radius=radius_of(weapon, said.mode),
        goal=goal(person.skill_bill(actor.sheet, skill_of(weapon, house)), found, house),
    )


def weapon_in(actor: Combatant, form: str, item_id: str) -> tuple[Weapon | None, tuple[Reason, ...]]:
    """The weapon that is named, bare hands where none is; disarming and pinning use nothing else."""
    cited = cite("FHT-2.1")
    if form in HANDS or item_id == FISTS:
        if item_id and form in HANDS:
            return None, (Reason("bare_hands", {"item": item_id}, cite("FHT-3.8")),)
        return UNARMED, ()
    item = actor.sheet.item(item_id)
    if item is None or item.kind != "weapon":
        return None, (Reason("unknown_weapon", {"item": item_id}, cited),)
    return weapon_of(item), ()


def read(fight: Fight, intent: Intent) -> tuple[Plan | None, tuple[Reason, ...]]:
    """The plan of an attack, or everything that keeps one from being made."""
    actor = fight.combatants.get(intent.actor)
    if actor is None or len(intent.parts) != 1:
        return None, announce.asked(fight, intent, ()).reasons
    return read_part(fight, House(fight.options), actor, intent.parts[0], intent.gm_modifiers)


def read_part(
    fight: Fight, house: House, actor: Combatant, part: Part, gm: tuple[GmModifier, ...] = ()
) -> tuple[Plan | None, tuple[Reason, ...]]:
    """The plan of one attack of somebody."""
    weapon, wrong = weapon_in(actor, part.form, part.item)
    wrong += announce.target_reasons(fight, actor.id, part.targets)
    if weapon is None or wrong:
        return None, wrong
    known = hand_fields() if part.form in HANDS else fields(weapon, house)
    given, wrong = announce.checked(known, part.parameters)
    wrong += announce.cover_reasons(fight, part.targets)
    if not weapon.by_hand and weapon.brw is not None:
        wrong += announce.distance_reasons(fight, actor.id, part.targets[0])
    if wrong:
        return None, wrong
    return plan_of(fight, house, actor, part, weapon, said_of(given, weapon), gm), ()
