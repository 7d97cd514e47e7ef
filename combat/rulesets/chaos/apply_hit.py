"""Treffer ohne Angriffswurf, CHA-7.18: a blast's bystander, a trap, the game master's word."""

from typing import NamedTuple

from combat.core.body import optional, text, whole
from combat.core.citation import cite
from combat.core.event import Happened
from combat.core.fields import choice, number
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Emit, Procedure
from combat.core.sheet import Item
from combat.core.value import Json
from combat.rulesets.chaos import announce
from combat.rulesets.chaos.blow import blow
from combat.rulesets.chaos.checks import struck_checks
from combat.rulesets.chaos.options import house_rules
from combat.rulesets.chaos.scene import Mark, Scene
from combat.rulesets.chaos.state import aftermath
from combat.rulesets.chaos.weapon import weapon_of
from combat.rulesets.chaos.words import WEAPON_KINDS, ZONES

FORM = "hit"
GM = "gm"
RULES = cite("CHA-7.18")
FIELDS = (
    number("hits", default=1, low=1, high=99, rules=RULES),
    choice("called_zone", ZONES, optional=True, rules=cite("CHA-7.1")),
)


class Struck(NamedTuple):
    """Hits that somebody says happened."""

    actor: str
    item: Item
    target: Combatant
    hits: int
    called_zone: str
    distance: int | None


def weapon_in(fight: Fight, actor: str, item_id: str) -> Item | None:
    """The weapon with this id: the actor's, anybody's, or one that lies about."""
    first = fight.combatants.get(actor)
    for combatant in (*([] if first is None else [first]), *fight.combatants.values()):
        found = combatant.sheet.item(item_id)
        if found is not None:
            return found
    return fight.things.get(item_id)


def read(fight: Fight, intent: Intent) -> tuple[Struck | None, tuple[Reason, ...]]:
    """What happened, or what is wrong with how it was told."""
    part = announce.single_part(intent)
    if part is None:
        return None, (Reason("no_such_action", {}, RULES),)
    item = weapon_in(fight, intent.actor, part.item)
    wrong = announce.weapon_reasons(item, WEAPON_KINDS, part.item) + announce.target_reasons(fight, "", part.targets)
    if len(part.targets) > 1:
        wrong += (Reason("too_many_targets", {}, RULES),)
    given, bad = announce.checked(FIELDS, part.parameters)
    wrong += bad
    if item is None or wrong:
        return None, wrong
    target = fight.combatants[part.targets[0]]
    distance = optional(fight.between(intent.actor, target.id, "distance"))
    return Struck(intent.actor, item, target, whole(given.get("hits"), 1), text(given.get("called_zone")), distance), ()


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """The game master may let any weapon of the actor strike someone."""
    return tuple(
        [
            Offer(form=FORM, item=item.id, by=GM, parameters=FIELDS, needs_target=True, rules=RULES)
            for item in fight.combatants[actor].sheet.items
            if item.kind == "weapon"
        ]
    )


def preview(fight: Fight, intent: Intent) -> Preview:
    """The rolls of the one who is struck, or what is wrong with how it was told."""
    struck, reasons = read(fight, intent)
    if struck is None:
        return Preview(reasons=reasons)
    return Preview(checks=tuple(struck_checks(scene_of(fight, struck), struck.target)))


def scene_of(fight: Fight, struck: Struck) -> Scene:
    """Everything these hits have in common."""
    return Scene(
        fight,
        struck.actor,
        weapon_of(struck.item),
        distance=struck.distance,
        called=struck.called_zone,
        clears=False,
        house=house_rules(fight.options),
    )


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Work the hits out like those of an attack, without reaction and action points.

    Rule: CHA-7.18.
    """
    struck, reasons = read(fight, intent)
    if struck is None:
        raise Refused(reasons)
    scene = scene_of(fight, struck)
    mark = Mark(scene, struck.target, 0)
    data: dict[str, Json] = {"target": struck.target.id, "item": struck.item.id, "hits": struck.hits}
    yield Emit(Happened("hits_told", struck.target.id, data, (), RULES))
    for n in range(1, struck.hits + 1):
        yield from blow(scene, mark, n)
    yield from aftermath(scene, (mark,), {})
