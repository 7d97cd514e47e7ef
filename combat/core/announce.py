"""Announcements: what an intent names, checked against what its form may carry; nothing of it is trusted."""

from collections.abc import Mapping
from typing import NamedTuple

from combat.core.citation import Citations
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part, Reason
from combat.core.schema import Field, FieldKind
from combat.core.value import Json, JsonMap


class Asked(NamedTuple):
    """An intent of one part as it came: who acts, what the parameters say, what is wrong with them."""

    actor: Combatant | None
    part: Part
    given: Mapping[str, Json]
    reasons: tuple[Reason, ...]


def checked(
    fields: tuple[Field, ...], parameters: JsonMap, cited: Citations, *, defaults: bool = False
) -> tuple[dict[str, Json], tuple[Reason, ...]]:
    """The parameters that are given and right, and a reason for each that is wrong; what no field names is left out.

    An empty text counts as not given where no text is asked for; with ``defaults`` what is not given is as its field
    says.
    """
    given: dict[str, Json] = {}
    reasons = []
    for known in fields:
        found = parameters.get(known.path)
        if found is None or (found == "" and known.kind is not FieldKind.TEXT):
            found = known.default if defaults else None
        if found is None:
            continue
        error = known.check(found)
        if error is None:
            given[known.path] = found
        else:
            reasons.append(Reason("bad_parameter", {"path": error.path, "code": error.code, **error.data}, cited))
    return given, tuple(reasons)


def asked(fight: Fight, intent: Intent, fields: tuple[Field, ...], cited: Citations) -> Asked:
    """Read an intent, which has exactly one part, against the fields of its form, with their defaults."""
    actor = fight.combatants.get(intent.actor)
    if actor is None or len(intent.parts) != 1:
        code = "unknown_actor" if actor is None else "no_such_action"
        return Asked(actor, Part(form=""), {}, (Reason(code, {"who": intent.actor}, cited),))
    return Asked(actor, intent.parts[0], *checked(fields, intent.parts[0].parameters, cited, defaults=True))


def target_reasons(
    fight: Fight, actor: str, targets: tuple[str, ...], cited: Citations, *, oneself: bool = False
) -> tuple[Reason, ...]:
    """What is wrong with the people that were named; ``oneself``: the actor may be one of them."""
    if not targets:
        return (Reason("no_target", {}, cited),)
    reasons = [Reason("unknown_target", {"target": name}, cited) for name in targets if name not in fight.combatants]
    if actor in targets and not oneself:
        reasons.append(Reason("target_oneself", {"who": actor}, cited))
    if len(set(targets)) < len(targets):
        reasons.append(Reason("named_twice", {}, cited))
    return tuple(reasons)
