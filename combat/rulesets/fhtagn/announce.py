"""Die Ansage, FHT-3.20: what an intent names, checked against what its form may carry; nothing of it is trusted."""

from collections.abc import Mapping
from typing import NamedTuple

from combat.core.citation import cite
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part, Reason
from combat.core.schema import Field
from combat.core.value import Json, JsonMap

ANNOUNCED = cite("FHT-3.20")
NOTHING = Part(form="")


class Asked(NamedTuple):
    """An intent as it came: who acts, what its parameters say with their defaults, what is wrong with them."""

    actor: Combatant | None
    part: Part
    given: Mapping[str, Json]
    reasons: tuple[Reason, ...]


def checked(fields: tuple[Field, ...], parameters: JsonMap) -> tuple[dict[str, Json], tuple[Reason, ...]]:
    """The parameters with their defaults, and a reason for each that is wrong; what no field names is left out."""
    given: dict[str, Json] = {}
    reasons = []
    for known in fields:
        found = parameters.get(known.path)
        if found is None:
            found = known.default
        error = None if found is None else known.check(found)
        if error is not None:
            reasons.append(Reason("bad_parameter", {"path": error.path, "code": error.code}, ANNOUNCED))
        elif found is not None:
            given[known.path] = found
    return given, tuple(reasons)


def asked(fight: Fight, intent: Intent, fields: tuple[Field, ...]) -> Asked:
    """Read an intent of one part against the fields of its form."""
    actor = fight.combatants.get(intent.actor)
    if actor is None or len(intent.parts) != 1:
        code = "unknown_actor" if actor is None else "no_such_action"
        return Asked(actor, NOTHING, {}, (Reason(code, {"who": intent.actor}, ANNOUNCED),))
    part = intent.parts[0]
    given, reasons = checked(fields, part.parameters)
    return Asked(actor, part, given, reasons)


def target_reasons(fight: Fight, actor: str, targets: tuple[str, ...], *, oneself: bool = False) -> tuple[Reason, ...]:
    """What is wrong with the people that were named."""
    if not targets:
        return (Reason("no_target", {}, ANNOUNCED),)
    reasons = [
        Reason("unknown_target", {"target": name}, ANNOUNCED) for name in targets if name not in fight.combatants
    ]
    if actor in targets and not oneself:
        reasons.append(Reason("target_oneself", {"who": actor}, ANNOUNCED))
    if len(set(targets)) < len(targets):
        reasons.append(Reason("named_twice", {}, ANNOUNCED))
    return tuple(reasons)


def cover_reasons(fight: Fight, targets: tuple[str, ...]) -> tuple[Reason, ...]:
    """Covers that are stated and are not there."""
    found = []
    for name in targets:
        target = fight.combatants.get(name)
        for flag in ("cover", "cover_in_reach") if target is not None else ():
            stated = target.flags.get(flag) if target is not None else None
            thing = fight.things.get(stated) if isinstance(stated, str) else None
            if stated and (thing is None or thing.kind != "cover"):
                found.append(Reason("unknown_cover", {"target": name}, cite("FHT-2.9")))
    return tuple(found)


def distance_reasons(fight: Fight, actor: str, target: str) -> tuple[Reason, ...]:
    """What is wrong with the distance stated between two: whole metres, not below 0.

    Rule: FHT-1.10.
    """
    found = fight.between(actor, target, "distance")
    cited = cite("FHT-1.10", "FHT-2.2")
    if found is None:
        return (Reason("distance_missing", {"target": target}, cited),)
    if type(found) is not int or found < 0:
        return (Reason("bad_parameter", {"path": "distance", "code": "too_small"}, cited),)
    return ()
