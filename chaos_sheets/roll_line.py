"""A roll on one line: what fell, what it was made against, how it went; and the points somebody lost or won."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from chaos_sheets.happening import JsonEvent, between_bounds, target_of, whole, window_of
from chaos_sheets.trace import Reader, is_success
from chaos_sheets.words import MINUS, listed, number
from combat.core.dice import OPEN
from combat.core.event import Change


def roll_words(reader: Reader, event: JsonEvent) -> str:
    """A roll on one line: 27 gegen 73: gelungen, 4 EG. Of others he hears how it went, not the numbers."""
    outcome, total, window = reader.words.word(event["outcome"]), event["total"], window_of(event)
    if window == OPEN:
        return number(total)
    if event["who"] and not reader.sees(event["who"]):
        # How well it went is what others have to answer; the numbers stay his.
        degrees = event["data"].get("degrees")
        told = is_success(window, total) and isinstance(degrees, int)
        return listed([outcome, f"{number(degrees)} {reader.words.short('degrees')}" if told else ""])
    target = target_of(event)
    if target is None:
        return f"{number(total)}: {outcome}"
    said = between_bounds(reader, event) or _("%(roll)s gegen %(target)s: %(outcome)s") % {
        "roll": number(total),
        "target": number(target),
        "outcome": outcome,
    }
    degrees = degree_words(reader, event)
    return f"{said}, {degrees}" if degrees else said


def degree_words(reader: Reader, event: JsonEvent) -> str:
    """How well it went where degrees are counted: 4 EG; or how far it failed."""
    degrees = event["data"].get("degrees")
    if is_success(window_of(event), event["total"]):
        return f"{number(degrees)} {reader.words.short('degrees')}" if isinstance(degrees, int) else ""
    missing = whole(event["data"].get("degrees_of_failure"))
    if not missing:
        return ""
    return ngettext("%(count)s Grad daneben", "%(count)s Grade daneben", missing) % {"count": missing}


def points_words(reader: Reader, term: str, change: Change) -> str:
    """How many points somebody lost or won: −6 TP; wounds that rise: +1 WU."""
    if not isinstance(change.before, int) or not isinstance(change.after, int) or change.before == change.after:
        return ""
    more = change.after - change.before
    sign = "+" if more > 0 else MINUS
    return f"{sign}{number(abs(more))} {reader.words.short(term)}"
