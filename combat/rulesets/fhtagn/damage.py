"""Schaden, FHT-6: dice or a lethality roll, doubled, halved, less armour."""

from typing import NamedTuple

from combat.core.bill import Bill, total
from combat.core.body import dice
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.dice import Dice
from combat.core.event import Happened, Modifier, Rolled, modifier_to_json
from combat.core.fight import Combatant
from combat.core.procedure import Ask, Choice, Roll, Step
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.amounts import as_told, digits_bill, half_of
from combat.rulesets.fhtagn.data import TABLES, number
from combat.rulesets.fhtagn.harm import after_loss, loss
from combat.rulesets.fhtagn.protection import Layers
from combat.rulesets.fhtagn.roll import W100
from combat.rulesets.fhtagn.scene import Scene
from combat.rulesets.fhtagn.weapon import Weapon

CRITICAL = number("critical_factor")
SLUG = dice(TABLES.text("die.slug_beyond"))
LETHALITY = cite("FHT-6.7", "FHT-6.8")
HIT = cite("FHT-6.1", "FHT-6.2", "FHT-6.5")
SPENT = cite("FHT-2.4", "FHT-6.4")
DOUBLED = Modifier("critical_hit", 0, "factor", cite("FHT-6.9"))


class Blow(NamedTuple):
    """What strikes: weapon, lethality (0: dice), whether it counts as a critical hit, what held it off.

    ``beyond``: from farther than the weapon's reach; ``cited``: why this one is struck at all,
    ``source``: where the lethality comes from beside the weapon; whoever strikes may keep that to himself.
    """

    weapon: Weapon
    striker: str
    lethality: int
    critical: bool
    layers: Layers
    beyond: bool
    bonus: Bill = ()
    cited: Citations = ()
    source: Citations = ()


class Dealt(NamedTuple):
    """What came of the dice: the steps to the points before armour, whether it killed outright, what armour takes."""

    steps: Bill = ()
    lethal: bool = False
    armour: Bill = ()

    @property
    def raw(self) -> int:
        """The points before armour."""
        return total(self.steps)


def effective(blow: Blow) -> int:
    """The lethality as it counts: doubled by a critical hit.

    Rule: FHT-6.9.
    """
    return blow.lethality * CRITICAL if blow.critical else blow.lethality


def lethality_modifiers(blow: Blow) -> tuple[Modifier, ...]:
    """What changes a lethality: only a critical hit."""
    return (DOUBLED._replace(value=blow.lethality),) if blow.critical else ()


def lethality_term(found: Layers) -> str:
    """What a lethality roll is called: one that cover makes fail is rolled for its digits only.

    Rule: FHT-6.10.
    """
    return "lethality_held" if found.sheltered else "lethality"


def _by_lethality(scene: Scene, blow: Blow, target: Combatant, hit: int) -> Step[Dealt]:
    """The lethality roll. Cover makes it fail; so it deals the sum of its digits, doubled by a critical hit.

    Rule: FHT-6.7, FHT-6.8, FHT-6.9, FHT-6.10.
    """
    limit = effective(blow)
    face = (yield Roll(f"hit.{hit}.lethality", blow.striker, W100)).faces[0]
    passed = face <= limit and not blow.layers.sheltered
    window = None if blow.layers.sheltered else (None, limit)
    told: dict[str, Json] = {
        "hit": hit,
        "target": target.id,
        "target_number": limit,
        "base": [modifier_to_json(Modifier("lethality", blow.lethality, "add", (*LETHALITY, *blow.source)))],
    }
    term = lethality_term(blow.layers)
    if blow.layers.sheltered:
        told["cover"] = blow.layers.cover
    outcome = "lethal" if passed else "not_lethal"
    found = lethality_modifiers(blow)
    yield scene.tell(Rolled(term, blow.striker, W100, (face,), found, face, window, outcome, LETHALITY, told))
    if passed and (yield from _kills(scene, target)):
        return Dealt((DerivedStep("lethal", person.points(target.sheet, "hit_points"), cite("FHT-6.7")),), lethal=True)
    return Dealt(_doubled(blow, digits_bill(face), "FHT-6.9"), armour=blow.layers.bill(lethality=True))


def _doubled(blow: Blow, steps: Bill, rule: str) -> Bill:
    """The points once more, if it counts as a critical hit.

    Rule: FHT-6.3, FHT-6.9.
    """
    return (*steps, DerivedStep("critical_hit", (CRITICAL - 1) * total(steps), cite(rule))) if blow.critical else steps


def _kills(scene: Scene, target: Combatant) -> Step[bool]:
    """A passed roll takes all points; of creatures the game master may say otherwise where the table asks him.

    Rule: FHT-6.7, FHT-9.16.
    """
    if person.kind_of(target.sheet) != "creature" or not scene.house.plays("lethality_nonhuman", "gm"):
        return True
    choices = (Choice("zero"), Choice("digits"))
    answer = yield Ask(scene.named("creature"), "gm", choices, "zero", cite("FHT-9.16"), {"target": target.id})
    return answer.choice == "zero"


def _on_massive(scene: Scene, blow: Blow) -> Dealt:
    """A massive target takes exactly the lethality, without a die, less its armour.

    Rule: FHT-6.12, FHT-9.17.
    """
    steps: Bill = (DerivedStep("lethality", blow.lethality, cite("FHT-6.12")),)
    ignored = scene.house.plays("massive_armour", "ignore")
    return Dealt(_doubled(blow, steps, "FHT-6.9"), armour=() if ignored else blow.layers.bill(lethality=True))


def dice_of(blow: Blow) -> Dice:
    """The dice of damage; a slug has others beyond its reach.

    Rule: FHT-2.4, FHT-6.4.
    """
    assert blow.weapon.damage is not None
    return SLUG if is_spent(blow) and SLUG is not None else blow.weapon.damage


def is_spent(blow: Blow) -> bool:
    """Whether a slug has flown farther than it keeps its force.

    Rule: FHT-2.4, FHT-6.4.
    """
    return blow.beyond and "slug" in blow.weapon.traits


def _by_dice(scene: Scene, blow: Blow, hit: int) -> Step[Dealt]:
    """Dice, strength, doubled by a critical hit, halved beyond the reach of shot; never below 0.

    Rule: FHT-6.2, FHT-6.3, FHT-6.4.
    """
    thrown = dice_of(blow)
    twice = blow.critical and scene.house.plays("crit_damage", "double_dice")
    if twice:
        thrown = Dice(thrown.count * CRITICAL, thrown.sides, thrown.bonus * CRITICAL)
    faces = (yield Roll(f"hit.{hit}.damage", blow.striker, thrown)).faces
    spent = SPENT if is_spent(blow) else ()
    steps: Bill = (DerivedStep("damage_dice", thrown.total(faces), (*cite("FHT-6.2"), *spent)),)
    steps += tuple([step._replace(term="damage_bonus") for step in blow.bonus])
    steps += (DerivedStep("not_below_zero", max(-total(steps), 0), cite("FHT-6.2")),)
    if not twice:
        steps = _doubled(blow, steps, "FHT-6.3")
    if blow.beyond and "half_beyond" in blow.weapon.traits:
        steps = half_of(scene, steps, "half_beyond", SPENT)
    return Dealt(steps, armour=blow.layers.bill(lethality=False))


def _dealt(scene: Scene, blow: Blow, target: Combatant, hit: int) -> Step[Dealt]:
    if blow.lethality and person.kind_of(target.sheet) == "massive":
        return _on_massive(scene, blow)
    if blow.lethality:
        return (yield from _by_lethality(scene, blow, target, hit))
    if blow.weapon.damage is None:
        return Dealt()
    return (yield from _by_dice(scene, blow, hit))


def missing_to_fall(target: Combatant, damage: int) -> int:
    """What is missing until nothing is left of a fragile target that was hurt at all.

    Rule: FHT-6.13.
    """
    if person.kind_of(target.sheet) != "fragile" or damage < 1:
        return 0
    return max(person.points(target.sheet, "hit_points") - damage, 0)


def strike(scene: Scene, blow: Blow, target_id: str) -> Step[int]:
    """A hit lands: its dice, its armour, what is lost and what that leads to; the points that were lost.

    Rule: FHT-6.1.
    """
    hit, target = scene.next_hit(), scene.who(target_id)
    dealt = yield from _dealt(scene, blow, target, hit)
    armour = -total(dealt.armour)
    damage = max(dealt.raw - armour, 0)
    more = missing_to_fall(target, damage)
    stun = "stun_on_hit" in blow.weapon.traits
    lost = loss(scene, target_id, damage + more, attack=True, stun=stun)
    floor = DerivedStep("not_below_zero", max(armour - dealt.raw, 0), cite("FHT-6.6"))
    steps = (*dealt.steps, *dealt.armour, floor, DerivedStep("fragile", more, cite("FHT-6.13")))
    found: dict[str, Json] = {
        "hit": hit,
        "who": blow.striker,
        **lost.data,
        "damage": damage,
        "rolled_damage": dealt.raw,
        "armour": armour,
        "critical_hit": blow.critical,
        "steps": as_told(steps),
    }
    if blow.weapon.id:
        found["item"] = blow.weapon.id
    if blow.lethality:
        found |= {"lethality": effective(blow), "lethal": dealt.lethal}
    before = person.points(target.sheet, "hit_points")
    yield scene.tell(Happened("hit", target_id, found, tuple(lost.changes), (*HIT, *blow.cited, *lost.cited)))
    return (yield from after_loss(scene, target_id, before))
