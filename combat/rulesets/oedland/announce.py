"""Die Ansage: what an intent names, checked against what its form may carry; nothing of it is trusted."""

from collections.abc import Mapping
from typing import NamedTuple

from combat.core.body import optional
from combat.core.citation import cite
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part, Reason
from combat.core.schema import Field
from combat.core.value import Json, JsonMap
from combat.rulesets.oedland.weapon import Weapon, bare_hands, weapon_of

ANNOUNCED = cite("FAL-3.3")
TARGET = cite("FAL-6.1")


class Asked(NamedTuple):
    """An intent as it came: who acts, his part, what the parameters say, what is wrong with them."""

    actor: Combatant | None
    part: Part
    given: Mapping[str, Json]
    reasons: tuple[Reason, ...]


def checked(fields: tuple[Field, ...], parameters: JsonMap) -> tuple[dict[str, Json], tuple[Reason, ...]]:
    """The parameters with the defaults of what they leave out, and a reason for each that is wrong."""
    given: dict[str, Json] = {}
    reasons = []
    for known in fields:
        found = parameters.get(known.path)
        found = known.default if found is None or found == "" else found
        error = None if found is None else known.check(found)
        if error is not None:
            reasons.append(Reason("bad_parameter", {"path": error.path, "code": error.code}, ANNOUNCED))
        elif found is not None:
            given[known.path] = found
    return given, tuple(reasons)


def asked(fight: Fight, intent: Intent, fields: tuple[Field, ...]) -> Asked:
    """Read an intent, which has exactly one part, against the fields of its form."""
    actor = fight.combatants.get(intent.actor)
    if len(intent.parts) != 1 or actor is None:
        code = "no_such_action" if actor is not None else "unknown_actor"
        return Asked(actor, Part(form=""), {}, (Reason(code, {"who": intent.actor}, ANNOUNCED),))
    return Asked(actor, intent.parts[0], *checked(fields, intent.parts[0].parameters))


def target_reasons(fight: Fight, actor: str, targets: tuple[str, ...]) -> tuple[Reason, ...]:
    """What is wrong with the targets that were named: exactly one, in this fight, somebody else."""
    if not targets:
        return (Reason("no_target", {}, TARGET),)
    if len(targets) > 1:
        return (Reason("too_many_targets", {}, TARGET),)
    if targets[0] not in fight.combatants:
        return (Reason("unknown_target", {"target": targets[0]}, TARGET),)
    return (Reason("target_oneself", {"who": actor}, TARGET),) if targets[0] == actor else ()


def weapon_named(actor: Combatant, name: Json, kinds: tuple[str, ...]) -> tuple[Weapon | None, tuple[Reason, ...]]:
    """The weapon that was named; nothing named are the bare hands, where those will do. Rule: FAL-2.2."""
    cited = cite("FAL-2.2")
    if not name and "unarmed" in kinds:
        return bare_hands(), ()
    item = actor.sheet.item(name) if isinstance(name, str) else None
    if item is None or item.kind != "weapon":
        return None, (Reason("unknown_weapon", {}, cited),)
    weapon = weapon_of(item)
    return (weapon, ()) if weapon.kind in kinds else (None, (Reason("wrong_kind", {"item": item.id}, cited),))


def distance_between(fight: Fight, one: str, other: str) -> int | None:
    """The distance stated between two, in centimetres on the table; None if none is, or none that makes sense.

    Rule: FAL-2.1.
    """
    found = optional(fight.between(one, other, "distance"))
    return found if found is not None and found >= 0 else None
