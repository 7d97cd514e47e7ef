"""Sonstiges, FAL-3.14, 3.22 und 4: reloading, free actions at the game master's price, tests without an attack."""

from combat.core.announce import Asked
from combat.core.bill import words_of_gm
from combat.core.body import inner, text, whole
from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fields import choice
from combat.core.fields import number as whole_number
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Reason
from combat.core.procedure import Step, roll
from combat.core.schema import Field, FieldKind
from combat.core.value import Json
from combat.rulesets.oedland.announce import weapon_named
from combat.rulesets.oedland.deed import Act, Deed, form_of, told
from combat.rulesets.oedland.hands import not_in_hand
from combat.rulesets.oedland.options import house_rules
from combat.rulesets.oedland.person import attribute
from combat.rulesets.oedland.roll import (
    GM,
    STATISTIC,
    Goal,
    check_of,
    outcome_of,
    rolled,
    skill_goal,
    statistic_goal,
)
from combat.rulesets.oedland.scene import Scene
from combat.rulesets.oedland.shot import RANGED
from combat.rulesets.oedland.weapon import Weapon, cost_of, weapons_of
from combat.rulesets.oedland.words import ATTRIBUTES, SKILLS

RELOAD = cite("FAL-3.14")
OTHER = cite("FAL-3.22")
DESCRIPTION = Field(path="description", kind=FieldKind.TEXT, optional=True, max_length=1000, rules=OTHER)
SKILL_TEST = cite("FAL-4.1", "FAL-4.3", "FAL-4.4")


def _reload(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Fill the magazine. Rule: FAL-3.14."""
    weapon, wrong = weapon_named(who, request.part.item, RANGED)
    if weapon is None or weapon.capacity is None or weapon.loaded is None:
        return Act(reasons=wrong or (Reason("no_magazine", {"item": request.part.item}, RELOAD),))
    full = weapon.loaded >= weapon.capacity
    reasons = not_in_hand(fight, weapon)
    if full:
        reasons += (Reason("magazine_full", {"item": weapon.id}, RELOAD),)
    data: dict[str, Json] = {"who": who.id, "item": weapon.id, "loaded": weapon.capacity}
    changes = (Change(weapon.id, "loaded", weapon.loaded, weapon.capacity),)
    return Act(_reload_cost(weapon), reasons, then=told(Happened("reloaded", who.id, data, changes, RELOAD)))


def _reload_cost(weapon: Weapon) -> int:
    """Rule: FAL-3.14."""
    return cost_of(weapon, "reload") or 0


def _magazines(fight: Fight, who: Combatant) -> tuple[str, ...]:
    found = weapons_of(who.sheet, *RANGED)
    return tuple([weapon.id for weapon in found if weapon.loaded is not None and weapon.capacity != weapon.loaded])


def _other(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Whatever players think of, at the price the game master names. Rule: FAL-3.22."""
    description = text(request.given.get("description")).strip()
    reasons = () if description else (Reason("no_description", {}, OTHER),)
    data: dict[str, Json] = {"who": who.id, "description": description}
    event = Happened("other_done", who.id, data, (), OTHER)
    return Act(whole(request.given.get("points")), reasons, then=told(event))


def _other_fields(fight: Fight, who: Combatant) -> tuple[Field, ...]:
    return (DESCRIPTION, whole_number("points", default=0, high=99, term="action_points", rules=OTHER))


def skills_of(who: Combatant) -> tuple[str, ...]:
    """What somebody can be tested on: the skills of these rules, and his own. Rule: FAL-1.2."""
    return tuple(dict.fromkeys([*SKILLS, *inner(who.sheet.body, "skills")]))


def _test_fields(fight: Fight, who: Combatant) -> tuple[Field, ...]:
    return (
        choice("skill", skills_of(who), optional=True, rules=SKILL_TEST),
        choice("statistic", ATTRIBUTES, optional=True, rules=STATISTIC),
    )


def _goal(fight: Fight, who: Combatant, skill: str, statistic: str, intent: Intent) -> Goal:
    """What a test has to stay within. Rule: FAL-4.1, FAL-4.2."""
    if statistic:
        return statistic_goal(who, statistic, house_rules(fight.options), words_of_gm(intent.gm_modifiers, GM))
    return skill_goal(fight, who, skill, intent.gm_modifiers)


def _test(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """A test on a skill or a statistic, in anybody's turn. Rule: FAL-4.1, FAL-4.2, FAL-4.8."""
    skill, statistic = text(request.given.get("skill")), text(request.given.get("statistic"))
    if bool(skill) is bool(statistic):
        return Act(reasons=(Reason("one_thing_to_test", {}, cite("FAL-4.1", "FAL-4.2")),), free=True)
    found = _goal(fight, who, skill, statistic, intent)
    term, cited = ("statistic_test", STATISTIC) if statistic else ("skill_test", SKILL_TEST)

    def then(scene: Scene) -> Step[None]:
        face = (yield from roll("test", who.id, found.dice, found.window))[0]
        scene.by_house(lambda other: _goal(other, who, skill, statistic, intent))
        outcome = outcome_of(found, face, 0 if statistic else attribute(who.sheet, "luck"))
        data: dict[str, Json] = {"statistic": statistic} if statistic else {"skill": skill}
        yield scene.tell(rolled(term, who.id, found, face, outcome, cited, data))

    return Act(0, (), (check_of(term, who.id, found, cited),), then=then, free=True)


FORMS = {
    "reload": form_of(Deed("reload", _reload, lambda fight, who: (), RELOAD, _magazines)),
    "other": form_of(Deed("other", _other, _other_fields, OTHER)),
    "test": form_of(Deed("test", _test, _test_fields, cite("FAL-4.1", "FAL-4.2"))),
}
