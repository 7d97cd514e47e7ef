"""Der geopferte Zug, FAL-3.19 und 3.20: watches, covering fire, an interruption's end."""

from combat.core.announce import Asked
from combat.core.body import whole
from combat.core.citation import cite
from combat.core.fields import yes_no
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Reason
from combat.core.procedure import Step
from combat.core.schema import Field
from combat.core.value import Json
from combat.rulesets.oedland import suppress, turn, watch
from combat.rulesets.oedland.announce import weapon_named
from combat.rulesets.oedland.deed import Act, Deed, form_of, not_played, nothing
from combat.rulesets.oedland.hands import not_in_hand
from combat.rulesets.oedland.options import house_rules
from combat.rulesets.oedland.pay import POINTS, given_up, points_spent
from combat.rulesets.oedland.roll import check_of
from combat.rulesets.oedland.scene import Scene, enemies
from combat.rulesets.oedland.shot import RANGED, is_reacting
from combat.rulesets.oedland.weapon import bands_of, best_bands, weapons_of

TURN_GIVEN = cite("FAL-3.19", "FAL-3.20")


def untouched(fight: Fight, who: Combatant, option: str) -> tuple[Reason, ...]:
    """A whole turn is given up: nothing of it may have been spent, and it has to be played at all.

    Rule: FAL-3.19, FAL-3.20.
    """
    found = not_played(house_rules(fight.options), option, TURN_GIVEN)
    if (points_spent(who) and not given_up(who)) or is_reacting(who):
        found += (Reason("ap_already_spent", {POINTS: points_spent(who)}, TURN_GIVEN),)
    return found


def _all_points(fight: Fight, who: Combatant) -> int:
    """What a turn given up costs: everything that is there. Rule: FAL-3.19, FAL-3.20."""
    return whole(who.budget.get(POINTS))


def _watch(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Give up the turn to watch with one weapon in hand. Rule: FAL-3.19."""
    weapon, wrong = weapon_named(who, request.part.item, RANGED)
    if weapon is None:
        return Act(reasons=wrong)
    event = watch.begun(who, weapon)

    def then(scene: Scene) -> Step[None]:
        yield from turn.given_up(scene, event)

    reasons = untouched(fight, who, "reaction") + not_in_hand(fight, weapon)
    classes: dict[str, Json] = {"range_class": list(best_bands(bands_of(weapon, who.sheet)))}
    notes = (Reason("field_of_fire", classes, watch.BEGUN),)
    return Act(_all_points(fight, who), reasons, then=then, notes=notes)


def _suppressing(fight: Fight, who: Combatant, request: Asked) -> Act:
    """Covering fire as far as it goes before its target is named. Rule: FAL-3.20."""
    weapon, wrong = weapon_named(who, request.part.item, RANGED)
    if weapon is None:
        return Act(reasons=wrong)
    reasons = untouched(fight, who, "covering_fire") + not_in_hand(fight, weapon)
    house = house_rules(fight.options)
    rounds: dict[str, Json] = {"shots_fired": suppress.rounds_needed(house)}
    notes = (Reason("rounds_gone", rounds, suppress.BEGUN),)
    return Act(_all_points(fight, who), reasons + suppress.weapon_reasons(weapon, house), notes=notes)


def _suppress(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Give up the turn to keep the cover of an enemy under fire. Rule: FAL-3.20."""
    weapon, _ = weapon_named(who, request.part.item, RANGED)
    found = _suppressing(fight, who, request)
    if weapon is None:
        return found
    target, reasons = fight.combatants[request.part.targets[0]], found.reasons
    if not suppress.cover_of_target(target):
        reasons += (Reason("no_cover_there", {"target": target.id}, suppress.WHERE),)
    elif suppress.sees_no_cover(fight, who, target, weapon, request.given.get("sees_cover") is True):
        reasons += (Reason("no_line_to_cover", {"target": target.id}, suppress.RULES),)

    def then(scene: Scene) -> Step[None]:
        scene.by_house(lambda other: suppress.rounds_needed(house_rules(other.options)))
        yield from turn.given_up(scene, suppress.begun(scene.fight, scene.who(who.id), weapon, target))

    return found._replace(reasons=reasons, then=then)


def _end(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Give the interrupted turn back to whose it was. Rule: FAL-3.19."""
    reasons = () if is_reacting(who) else (Reason("nothing_interrupted", {"who": who.id}, watch.RULES),)

    def then(scene: Scene) -> Step[None]:
        event = turn.unless_dead(scene.fight, watch.ended(scene.fight, scene.who(who.id), resumes=True))
        yield scene.tell(event)
        if event.term == "turn_ended":
            yield from turn.begin(scene)

    return Act(0, reasons, then=then)


def _enter(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """The game master says that somebody comes into the field of fire of one who watches. Rule: FAL-3.19."""
    name = request.part.targets[0]
    found = next((each for each in watch.watchers(fight, who) if each.person.id == name), None)
    if found is None:
        return Act(reasons=(Reason("not_watching", {"target": name}, watch.RULES),), free=True)
    each, words = found, intent.gm_modifiers

    def then(scene: Scene) -> Step[None]:
        yield from watch.noticed(scene, each, who.id, words)

    house = house_rules(fight.options)
    check = check_of("perception_test", name, watch.noticing(each.person, house, words), watch.NOTICING)
    return Act(0, (), (check,), then=then, free=True)


def _arms(fight: Fight, who: Combatant) -> tuple[str, ...]:
    """What somebody could watch with. Rule: FAL-3.19."""
    return tuple([weapon.id for weapon in weapons_of(who.sheet, *RANGED)])


def _suppressing_arms(fight: Fight, who: Combatant) -> tuple[str, ...]:
    """What somebody could give covering fire with. Rule: FAL-3.20, FAL-9.19."""
    any_weapon = house_rules(fight.options).later_covering
    arms = [weapon.id for weapon in weapons_of(who.sheet, *RANGED) if weapon.full_auto or any_weapon]
    return tuple(arms)


def _sight(fight: Fight, who: Combatant) -> tuple[Field, ...]:
    return (yes_no("sees_cover", default=True, rules=suppress.RULES),)


def _reacting(fight: Fight, who: Combatant) -> tuple[str, ...]:
    return ("",) if is_reacting(who) else ()


def _watched(fight: Fight, who: Combatant) -> tuple[str, ...]:
    """Offered to the game master while an enemy watches."""
    return ("",) if any(each.flags.get("watch") == "watching" for each in enemies(fight, who)) else ()


FORMS = {
    "reaction_fight": form_of(Deed("reaction_fight", _watch, nothing, watch.RULES, _arms, fights_only=True)),
    "covering_fire": form_of(
        Deed(
            "covering_fire",
            _suppress,
            _sight,
            suppress.RULES,
            _suppressing_arms,
            needs_target=True,
            fights_only=True,
            untargeted=_suppressing,
        )
    ),
    "end_interruption": form_of(Deed("end_interruption", _end, nothing, watch.RULES, _reacting, fights_only=True)),
    "enter_field": form_of(
        Deed("enter_field", _enter, nothing, watch.RULES, _watched, needs_target=True, by="gm", fights_only=True)
    ),
}
