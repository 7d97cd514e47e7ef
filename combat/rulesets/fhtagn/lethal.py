"""Tödlichkeit ohne Angriff, FHT-6.7 und 7.20: hazards that kill outright or leave somebody stunned."""

from combat.core.bill import Bill
from combat.core.body import dice
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.dice import OPEN, Dice, chance
from combat.core.event import Happened, Modifier, Rolled, modifier_to_json
from combat.core.intent import Check
from combat.core.procedure import Roll, Step
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.amounts import digits_bill
from combat.rulesets.fhtagn.data import TABLES
from combat.rulesets.fhtagn.harm import constitution_goal, suffer
from combat.rulesets.fhtagn.roll import W100, check_of
from combat.rulesets.fhtagn.scene import Scene, status
from combat.rulesets.fhtagn.states import defence_ends

LETHAL = cite("FHT-6.7", "FHT-7.20")


type Changes = tuple[Modifier, ...]
"""What alters a lethality: an antidote."""


def lethality_roll(
    scene: Scene, who: str, base: int, data: dict[str, Json] | None = None, changes: Changes = ()
) -> Step[tuple[bool, Bill]]:
    """A lethality roll without an attack: whether it kills, and the sum of its digits if it does not.

    Rule: FHT-6.7, FHT-6.8, FHT-7.20.
    """
    limit = base + sum([change.value for change in changes])
    face = (yield Roll(scene.named("lethality"), who, W100)).faces[0]
    passed = face <= limit
    told: dict[str, Json] = {
        **(data or {}),
        "target_number": limit,
        "base": [modifier_to_json(Modifier("lethality", base, "add", LETHAL))],
    }
    outcome = "lethal" if passed else "not_lethal"
    yield scene.tell(Rolled("lethality", who, W100, (face,), changes, face, (None, limit), outcome, LETHAL, told))
    return passed, digits_bill(face)


def lethality_check(who: str, base: int, changes: Changes = ()) -> Check:
    """The same roll before it falls."""
    window = (None, base + sum([change.value for change in changes]))
    return Check(
        who=who,
        term="lethality",
        dice=W100,
        base=(Modifier("lethality", base, "add", LETHAL),),
        modifiers=changes,
        target_number=window[1],
        window=window,
        chance=chance(W100, window),
        rules=LETHAL,
    )


def dice_check(who: str, term: str, thrown: Dice, cited: Citations) -> Check:
    """Dice of damage or of days before they fall: there is no number to reach.

    Rule: FHT-4.14.
    """
    return Check(
        who=who,
        term=term,
        dice=thrown,
        base=(),
        modifiers=(),
        target_number=0,
        window=OPEN,
        chance=chance(thrown, OPEN),
        rules=cited,
    )


def printed_dice(key: str) -> Dice:
    """Dice of the tables: ``printed_dice("fall")``.

    Rule: FHT-7.12, FHT-7.14, FHT-7.15, FHT-7.17.
    """
    found = dice(TABLES.text(f"die.{key}"))
    assert found is not None
    return found


def killed(scene: Scene, who: str, term: str, cited: Citations, data: dict[str, Json]) -> Step[None]:
    """All points are gone."""
    bill = (DerivedStep("lethal", person.points(scene.sheet(who), "hit_points"), cite("FHT-6.7")),)
    yield from suffer(scene, who, bill, term, cited, {**data, "lethal": True})


def stun_test(scene: Scene, who: str, cited: Citations) -> Step[None]:
    """Whoever survives and is awake tests constitution or is stunned.

    Rule: FHT-7.12, FHT-7.13, FHT-7.20.
    """
    sheet = scene.sheet(who)
    if person.is_out(sheet) or person.is_object(sheet):
        return
    die = yield from scene.test("stun_test", who, constitution_goal(scene, who), cited, {"target": who})
    if not die.succeeds:
        victim = scene.who(who)
        changes = [*defence_ends(scene.fight, victim), *status(victim, "dazed", True)]
        yield scene.tell(Happened("stunned_by_fall", who, {"target": who}, tuple(changes), cited))


def stun_check(scene: Scene, who: str, cited: Citations) -> Check:
    """The same test before it is rolled."""
    return check_of("stun_test", who, constitution_goal(scene, who), cited)
