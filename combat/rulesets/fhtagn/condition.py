"""Wie es um jemanden steht, FHT-1.5 und 6.20: what others see of harm, a mind that breaks, all that holds now."""

from combat.core.sheet import Sheet
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.words import ENDED_BY_DEATH, STORED

UNCONSCIOUS = number("unconscious_at")


def breaking_point(sheet: Sheet) -> int:
    """The stability at which somebody breaks: as it was entered, or where it starts.

    Rule: FHT-1.5.
    """
    stored = sheet.body.get("breaking_point")
    return stored if type(stored) is int else person.value_of(sheet, "breaking_point_start")


def is_broken(sheet: Sheet) -> bool:
    """Whether stability has fallen to where the mind takes a disorder; things have none.

    Rule: FHT-1.5.
    """
    return person.points(sheet, "stability") <= breaking_point(sheet) and not person.is_object(sheet)


def harm_of(sheet: Sheet) -> str:
    """How somebody looks to others: a word by the share of his points, "" while he is unhurt.

    Rule: FHT-6.20.
    """
    now, most = person.points(sheet, "hit_points"), person.maximum(sheet, "hit_points")
    if now >= most:
        return ""
    if now <= UNCONSCIOUS:
        return "at_the_end"
    return "badly_wounded" if number("half") * now < most else "wounded"


def statuses(sheet: Sheet) -> tuple[str, ...]:
    """All that holds of somebody now: what follows from his points and what is stored; death ends what it ends.

    Rule: FHT-6.16.
    """
    stored = [key for key in STORED if person.has(sheet, key)]
    if person.irritation(sheet):
        stored.append("irritated")
    if person.is_gone(sheet):
        gone = "destroyed" if person.is_object(sheet) else "dead"
        return (gone, *[key for key in stored if key not in ENDED_BY_DEATH])
    follows = (("will_spent", person.is_will_spent(sheet)), ("breaking_point_reached", is_broken(sheet)))
    stored += [key for key, holds in follows if holds]
    harm = harm_of(sheet)
    return (harm, *stored) if harm else tuple(stored)
