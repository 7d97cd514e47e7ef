"""Die Ansage: what an intent names, checked against what the form may carry; nothing of it is trusted."""

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from combat.core import announce
from combat.core.body import text, words
from combat.core.citation import cite
from combat.core.fields import choice, choices, yes_no
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part, Reason
from combat.core.schema import Field
from combat.core.sheet import Item
from combat.core.value import JsonMap
from combat.rulesets.chaos.afford import out_of_turn
from combat.rulesets.chaos.modifiers import STATED
from combat.rulesets.chaos.purse import ASKED_LATER, LATER, PRICES, SPEND
from combat.rulesets.chaos.words import MODES, ZONES

GUIDANCE = ("shooter", "self")
ANNOUNCED = cite("CHA-2.7")
checked = partial(announce.checked, cited=ANNOUNCED)


GIVE_UP_AIM = yes_no("give_up_aim", rules=cite("CHA-2.12"))
SPENT = choices(
    "spend", SPEND, group="action_points", pool="action_points", prices=tuple(PRICES.items()), rules=cite("CHA-8.2")
)
AS_REACTION = yes_no("as_reaction", rules=cite("CHA-2.9"))
"""An attack with kept action units in the middle of an enemy's action."""


class Announced(NamedTuple):
    """What is announced with a shot; ``spend`` counts what action points are meant for, ``assign`` holds indices."""

    mode: str
    moving: bool
    called_zone: str
    stated: frozenset[str]
    self_guided: bool
    assign: tuple[int, ...]
    spend: Mapping[str, int]
    give_up_aim: bool
    as_reaction: bool = False
    later: bool = False


@lru_cache(maxsize=256)
def shooting_fields(
    modes: tuple[str, ...], guidance: tuple[str, ...], targets: int, in_motion: bool
) -> tuple[Field, ...]:
    """What a shot may carry: ``modes`` and ``guidance`` are open, the hits may go to so many targets.

    Whoever is in motion shoots from motion unless he says otherwise.
    """
    indices = tuple([str(index) for index in range(targets)])
    mode = modes[0] if modes else None
    return (
        choice("mode", modes, default=mode, optional=not modes, term="fire_mode", rules=cite("CHA-3.3")),
        choice("called_zone", ZONES, optional=True, rules=cite("CHA-7.1")),
        yes_no("moving", default=in_motion, term="moving_shot", rules=cite("CHA-2.10")),
        GIVE_UP_AIM,
        AS_REACTION,
        choices("modifiers", STATED, term="modifier", rules=cite("CHA-3.2")),
        choice("guidance", guidance, default="shooter", rules=cite("CHA-3.10")),
        choices("assign", indices, rules=cite("CHA-3.14")),
        SPENT,
        ASKED_LATER,
    )


def _in_words(parameters: JsonMap) -> JsonMap:
    """The parameters of a shot as their fields know them: the indices of hits are words of a list."""
    found = parameters.get("assign")
    if not isinstance(found, list | tuple):
        return parameters
    return {**parameters, "assign": [str(index) if isinstance(index, int) else index for index in found]}


def counted(keys: tuple[str, ...]) -> dict[str, int]:
    """How often each key is named."""
    found: dict[str, int] = {}
    for key in keys:
        found[key] = found.get(key, 0) + 1
    return found


def announced(
    parameters: JsonMap, modes: tuple[str, ...], guided: bool, targets: int, in_motion: bool
) -> tuple[Announced, tuple[Reason, ...]]:
    """What the parameters say, with the defaults of what they leave out, and what is wrong with them."""
    guidance = GUIDANCE if guided else GUIDANCE[:1]
    given, reasons = checked(shooting_fields(MODES, guidance, targets, in_motion), _in_words(parameters))
    found = Announced(
        mode=text(given.get("mode"), modes[0] if modes else MODES[0]),
        moving=given.get("moving", in_motion) is True,
        called_zone=text(given.get("called_zone")),
        stated=frozenset(words(given.get("modifiers"))),
        self_guided=given.get("guidance") == "self",
        assign=tuple([int(index) for index in words(given.get("assign"))]),
        spend=counted(words(given.get("spend"))),
        give_up_aim=given.get("give_up_aim") is True,
        as_reaction=given.get("as_reaction") is True,
        later=given.get(LATER) is True,
    )
    return found, reasons


class Opening(NamedTuple):
    """Who acts and the one part of an intent; with ``reasons`` one of them is missing."""

    actor: Combatant | None
    part: Part
    reasons: tuple[Reason, ...]


def opening(fight: Fight, intent: Intent) -> Opening:
    """What every intent has: an actor in the fight and exactly one part.

    Rule: CHA-2.7.
    """
    actor, part = fight.combatants.get(intent.actor), single_part(intent)
    if part is not None and actor is not None:
        return Opening(actor, part, ())
    code = "no_such_action" if part is None else "unknown_actor"
    return Opening(None, part or Part(form=""), (Reason(code, {"who": intent.actor}, ANNOUNCED),))


def out_of_place(fight: Fight, actor: Combatant) -> set[str]:
    """Fields of an attack that mean nothing now: an aim to give up without one, a reaction in one's own turn."""
    found = set() if actor.flags.get("aim") else {"give_up_aim"}
    return found if out_of_turn(fight, actor) is not None else {*found, "as_reaction"}


def single_part(intent: Intent) -> Part | None:
    """The one part of an intent; None if it has none or several."""
    return intent.parts[0] if len(intent.parts) == 1 else None


def weapon_reasons(item: Item | None, kinds: tuple[str, ...], item_id: str) -> tuple[Reason, ...]:
    """What is wrong with the weapon that was named."""
    if item is None:
        return (Reason("unknown_weapon", {"item": item_id}, cite("CHA-3.1")),)
    if item.kind != "weapon" or text(item.body.get("weapon_kind"), "firearm") not in kinds:
        return (Reason("wrong_kind", {"item": item.id}, cite("CHA-3.1")),)
    return ()


def target_reasons(fight: Fight, actor: str, targets: tuple[str, ...]) -> tuple[Reason, ...]:
    """What is wrong with the targets that were named, and with what they are said to stand behind."""
    return announce.target_reasons(fight, actor, targets, cite("CHA-3.1")) or cover_reasons(fight, targets)


def cover_reasons(fight: Fight, targets: tuple[str, ...]) -> tuple[Reason, ...]:
    """Targets that are said to stand behind something that is not there."""
    reasons = []
    for name in targets:
        cover = fight.combatants[name].flags.get("cover")
        if not cover:
            continue
        thing = fight.things.get(cover) if isinstance(cover, str) else None
        held = isinstance(cover, str) and cover in fight.combatants and cover != name
        if not held and (thing is None or thing.kind != "cover"):
            reasons.append(Reason("unknown_cover", {"target": name}, cite("CHA-5.1")))
    return tuple(reasons)


def distance_reasons(fight: Fight, actor: str, target: str) -> tuple[Reason, ...]:
    """What is wrong with the distance stated between two: whole metres, not below 0.

    Rule: CHA-0.7.
    """
    found = fight.between(actor, target, "distance")
    cited = cite("CHA-3.2")
    if found is None:
        return (Reason("distance_missing", {"target": target}, cited),)
    if not isinstance(found, int) or isinstance(found, bool):
        return (Reason("bad_parameter", {"path": "distance", "code": "wrong_type", "kind": "integer"}, cited),)
    return (Reason("distance_negative", {"target": target, "distance": found}, cited),) if found < 0 else ()
