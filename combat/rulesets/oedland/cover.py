"""Deckung, FAL-3.7 und 3.8: hiding behind something that is high enough, and coming out again."""

from combat.core.announce import Asked
from combat.core.body import text
from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Reason
from combat.core.procedure import Step
from combat.core.value import Json
from combat.rulesets.oedland import suppress, turn, watch
from combat.rulesets.oedland.data import number
from combat.rulesets.oedland.deed import Act, Deed, form_of, nothing, told
from combat.rulesets.oedland.modifiers import is_covered, is_hidden
from combat.rulesets.oedland.options import house_rules
from combat.rulesets.oedland.pay import cannot_act
from combat.rulesets.oedland.scene import Scene, flag
from combat.rulesets.oedland.words import HIDING

TAKE = cite("FAL-3.7", "FAL-2.7")
LEAVE = cite("FAL-3.8")


def height_of(fight: Fight, who: Combatant) -> str | None:
    """How high the thing is that somebody stands beside; None if he stands beside none. Rule: FAL-2.7."""
    thing = fight.things.get(text(who.flags.get("cover")))
    return text(thing.body.get("height"), "hip") if thing is not None and thing.kind == "cover" else None


def hiding(who: Combatant) -> tuple[Change, ...]:
    """Full cover from now on. Rule: FAL-3.7."""
    return flag(who, "cover_state", "full")


def out_in_the_open(who: Combatant) -> tuple[Change, ...]:
    """No cover any more. Rule: FAL-3.8."""
    return (*flag(who, "cover_state", None), *flag(who, "leaning_out", None))


def stay_in_cover(who: Combatant) -> tuple[Reason, ...]:
    """Whoever hides has to come out before he goes anywhere. Rule: FAL-3.4."""
    return (Reason("leave_cover_first", {}, cite("FAL-3.4", "FAL-3.8")),) if is_hidden(who) else ()


def _take(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Hide behind what one stands beside; it has to be hip-high or a wall's edge. Rule: FAL-3.7."""
    height = height_of(fight, who)
    reasons: tuple[Reason, ...] = ()
    if height is None:
        reasons = (Reason("no_cover_here", {"who": who.id}, TAKE),)
    elif height not in HIDING:
        reasons = (Reason("cover_too_low", {"height": height}, TAKE),)
    elif is_hidden(who):
        reasons = (Reason("already_in_cover", {"who": who.id}, TAKE),)
    data: dict[str, Json] = {"who": who.id, "cover": text(who.flags.get("cover"))}
    event = Happened("cover_taken", who.id, data, hiding(who), TAKE)
    return Act(number("take_cover"), reasons, then=told(event))


def _leave(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Come out of cover. Covering fire meets it first, then the way out is carried out by whoever still lives.

    Rule: FAL-3.8, FAL-3.20, FAL-9.21.
    """
    reasons = () if is_covered(who) else (Reason("cover_required", {}, LEAVE),)
    shows = house_rules(fight.options).show_triggers

    def then(scene: Scene) -> Step[None]:
        yield from suppress.left_cover(scene, who.id, "leave_cover")
        own = scene.who(who.id)
        if cannot_act(own):
            yield from turn.over_if_dead(scene, who.id)
            return
        yield scene.tell(Happened("cover_left", who.id, {"who": who.id}, out_in_the_open(own), LEAVE))
        if shows:
            yield from watch.moved(scene, who.id, shown=True)

    checks = suppress.checks(fight, who, "leave_cover") + (watch.checks(fight, who) if shows else ())
    return Act(number("leave_cover"), reasons, checks, then=then)


FORMS = {
    "take_cover": form_of(Deed("take_cover", _take, nothing, TAKE, fights_only=True)),
    "leave_cover": form_of(Deed("leave_cover", _leave, nothing, LEAVE, fights_only=True)),
}
