"""Würfe der Getroffenen: the rolls that someone under fire may have to make, before anything is rolled."""

from combat.core.fight import Combatant
from combat.core.intent import Check
from combat.rulesets.chaos.blow import COVER_ROLL
from combat.rulesets.chaos.reaction import DODGE, closed, reaction_goal
from combat.rulesets.chaos.roll import check_of
from combat.rulesets.chaos.scene import Scene
from combat.rulesets.chaos.state import TEST, resistance_goal


def struck_checks(scene: Scene, target: Combatant) -> list[Check]:
    """The cover roll that the first hit meets, if one is made, and the resistance test.

    Rule: CHA-5.1.
    """
    shelter = scene.shelter(target)
    cover = None if shelter is None else shelter.check()
    checks = [] if cover is None else [check_of("cover_roll", target.id, cover.goal, COVER_ROLL)]
    goal = resistance_goal(scene.victim(target), 0, scene.house)
    return [*checks, check_of("resistance_test", target.id, goal, TEST)]


def reaction_checks(scene: Scene, target: Combatant, reactions: tuple[str, ...]) -> list[Check]:
    """The reactions that are open to someone under attack.

    Rule: CHA-3.13.
    """
    return [
        check_of(reaction, target.id, reaction_goal(target, reaction, scene.explosive, scene.house), DODGE)
        for reaction in reactions
        if not closed(scene.fight, target, reaction)
    ]
