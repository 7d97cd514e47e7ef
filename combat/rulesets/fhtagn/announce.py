"""Die Ansage, FHT-3.20: what an intent names, checked against what its form may carry; nothing of it is trusted."""

from functools import partial

from combat.core import announce
from combat.core.citation import cite
from combat.core.fight import Fight
from combat.core.intent import Reason

ANNOUNCED = cite("FHT-3.20")
asked = partial(announce.asked, cited=ANNOUNCED)
checked = partial(announce.checked, cited=ANNOUNCED, defaults=True)
target_reasons = partial(announce.target_reasons, cited=ANNOUNCED)


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
