from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from .people import Campaign
from .text import many_lines, text_length

GENERATIONS = 6
"""So often an entry may be taken back and done again by turns until nobody looks any further."""


def taken_back(of: str | None = None) -> Exists:
    """Whether an entry does not stand: taken back as a whole, or what it did to one record, by what itself stands."""
    undos = JournalEntry.objects.filter(undoes=OuterRef("pk"))
    whole = Q(request__only=None) if of is None else Q(request__only=None) | Q(request__only=of)
    found = Exists(undos)
    for _generation in range(GENERATIONS - 2):
        found = Exists(undos.filter(~found))
    return Exists(undos.filter(whole).filter(~found))


class JournalQuerySet(models.QuerySet["JournalEntry"]):
    def standing(self, of: str | None = None) -> JournalQuerySet:
        """Entries that were not taken back: as a whole, or what they did to one record."""
        return self.filter(~taken_back(of))


class JournalEntry(models.Model):
    """What changed at once, by whom and why. Written by `chaos_sheets.journal` alone, never altered."""

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
