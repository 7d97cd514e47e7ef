"""Komplikationen, FHT-7.5: exertion after treatment in hospital costs points until everything is healed."""

from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.dice import Dice
from combat.core.event import Happened
from combat.core.procedure import Roll, Step
from combat.core.sheet import Sheet
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.harm import suffer
from combat.rulesets.fhtagn.scene import Scene, body

STRAIN = cite("FHT-7.5")
DIE = Dice(1, number("strain_die"))


def is_strained(sheet: Sheet) -> bool:
    """Whether exertion harms somebody: in aftercare and not yet healed.

    Rule: FHT-7.5.
    """
    hurt = 0 < person.points(sheet, "hit_points") < person.maximum(sheet, "hit_points")
    return hurt and sheet.body.get("in_aftercare") is True


def strain(scene: Scene, who: str) -> Step[None]:
    """Somebody strains himself; whoever is healed has no aftercare any more.

    Rule: FHT-7.5.
    """
    if not is_strained(scene.sheet(who)):
        yield from aftercare_ends(scene, who)
        return
    face = (yield Roll(scene.named("strain_damage"), who, DIE)).faces[0]
    yield from suffer(scene, who, (DerivedStep("strain_damage", face, STRAIN),), "strained", STRAIN)


def strains(scene: Scene) -> Step[None]:
    """The strain of every test that was exertion.

    Rule: FHT-7.5.
    """
    for who in scene.exerted:
        if is_strained(scene.sheet(who)):
            yield from strain(scene, who)


def aftercare_ends(scene: Scene, who: str) -> Step[None]:
    """Aftercare ends when nothing is missing.

    Rule: FHT-7.5.
    """
    combatant = scene.who(who)
    whole = person.points(combatant.sheet, "hit_points") >= person.maximum(combatant.sheet, "hit_points")
    changes = body(combatant, "in_aftercare", False)
    if whole and changes:
        yield scene.tell(Happened("aftercare_ended", who, {"target": who}, tuple(changes), STRAIN))
