from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .people import Campaign
from .text import many_lines, text_length

type Parts = dict[str, dict[str, int | bool] | None]


class JournalQuerySet(models.QuerySet["JournalEntry"]):
    def standing(self) -> JournalQuerySet:
        """Entries of which something counts: what was taken back for one of many still counts for the others."""
        return self.filter(stands=True)


class JournalEntry(models.Model):
    """What changed at once, by whom and why. Written by `chaos_sheets.journal` alone.

    Nothing of it is ever altered but what became of it: ``parts`` and ``stands``.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="journal")
    time = models.DateTimeField(_("Zeit"), auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    user_name = models.CharField(_("wer"), max_length=150)
    cause = models.CharField(_("Anlass"), max_length=40)
    key = models.CharField(max_length=64)
    reason = models.TextField(_("Begründung"), blank=True, validators=[many_lines, text_length])
    undoes = models.ForeignKey("self", models.RESTRICT, null=True, related_name="undone_by")
    ruleset_version = models.CharField(max_length=20, blank=True)
    request = models.JSONField(null=True)
    answers = models.JSONField(null=True)
    events = models.JSONField(default=list)
    changes = models.JSONField(default=list)
    # Whether the rules worked out in it who acts when and tell by what: a round began, a place within one was raised.
    # An order the game master puts by hand, and coming and going, have nothing of that to tell.
    order_worked_out = models.BooleanField(default=False)
    # As soon as any of it was taken back: whose parts it has, by which entry each was taken back (None: by none yet),
    # and whether that counts. {"character:12": {"by": 814, "counts": True}, "character:13": None}
    parts = models.JSONField(default=dict)
    # False while all its parts are taken back.
    stands = models.BooleanField(default=True)

    objects: ClassVar[models.Manager[JournalEntry]] = JournalQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        verbose_name = _("Journaleintrag")
        verbose_name_plural = _("Journal")
        indexes = [
            models.Index(fields=["campaign", "id"], name="journal_of_campaign"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "key"], name="journal_once"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} · {self.cause}"

    @property
    def was_taken_back(self) -> bool:
        """Whether all its parts were taken back at any time: each is once, and then its undo is."""
        return bool(self.parts) and None not in self.parts.values()

    def taken_back(self) -> dict[str, int]:
        """Whose parts do not count now, and by which entry each was taken back."""
        return {ref: int(part["by"]) for ref, part in self.parts.items() if part is not None and part["counts"]}

    def stands_for(self, ref: str) -> bool:
        """Whether what it did to a record counts. What is no part of its own, like a thing that goes with whoever
        carries it, counts as long as any part does.
        """
        return ref not in self.taken_back() if ref in self.parts else self.stands

    def take_back(self, refs: Iterable[str], by: int) -> None:
        """These parts of it are taken back by an entry."""
        self.parts = {**self.parts, **{ref: {"by": by, "counts": True} for ref in refs}}
        self._weigh()

    def weigh(self, undo: JournalEntry) -> None:
        """What took parts of it back may not count any more, or may again."""
        parts: Parts = {
            ref: {**part, "counts": undo.stands_for(ref)} if part is not None and part["by"] == undo.pk else part
            for ref, part in self.parts.items()
        }
        self.parts = parts
        self._weigh()

    def _weigh(self) -> None:
        self.stands = len(self.taken_back()) < len(self.parts)


class Subject(models.Model):
    """Which record an entry touched, by its ref: `character:12`."""

    entry = models.ForeignKey(JournalEntry, models.CASCADE, related_name="subjects", db_index=False)
    ref = models.CharField(max_length=80)

    class Meta:
        indexes = [
            models.Index(fields=["ref", "entry"], name="subject_of_ref"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["entry", "ref"], name="subject_once"),
        ]

    def __str__(self) -> str:
        return self.ref
