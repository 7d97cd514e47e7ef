"""Days and times as the reader's language writes them; the patterns are translated like words."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext


def _written(time: datetime, pattern: str) -> str:
    return date_format(timezone.localtime(time), pattern)


def long_day(time: datetime) -> str:
    """Montag, 30. November 2026."""
    return _written(time, pgettext("date", "l, j. F Y"))


def moment(time: datetime) -> str:
    """30. November 2026, 12:25."""
    return _written(time, pgettext("date", "j. F Y, H:i"))


def day(time: datetime) -> str:
    """30. November."""
    return _written(time, pgettext("date", "j. F"))


def short_day(time: datetime) -> str:
    """30. Nov."""
    return _written(time, pgettext("date", "j. M"))


def short_moment(time: datetime) -> str:
    """30. Nov, 12:25."""
    return _written(time, pgettext("date", "j. M, H:i"))
