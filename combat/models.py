from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from chaos_sheets.models import Campaign, Character
from chaos_sheets.models.text import NAME_LENGTH, one_line


class Encounter(models.Model):
    """A fight; what ends with it (round, order, flags, pairs) stands in its body."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="encounters")
    name = models.CharField(_("Name"), max_length=NAME_LENGTH, validators=[one_line])
    version = models.PositiveBigIntegerField(default=1, editable=False)
    closed = models.BooleanField(_("beendet"), default=False)
    body = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("Kampf")
        verbose_name_plural = _("Kämpfe")

    def __str__(self) -> str:
        return self.name

    @property
    def ref(self) -> str:
        return f"encounter:{self.pk}"


class Combatant(models.Model):
    """One side of a character that ends with the fight: budget and flags stand in its body."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="combatants")
    character = models.ForeignKey(Character, models.CASCADE, related_name="combatants")
    party = models.CharField(_("Seite"), max_length=NAME_LENGTH, blank=True, validators=[one_line])
    left = models.BooleanField(_("ausgeschieden"), default=False)
    body = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["encounter", "id"]
        verbose_name = _("Beteiligter")
        verbose_name_plural = _("Beteiligte")
        constraints = [
            models.UniqueConstraint(fields=["encounter", "character"], name="combatant_once"),
        ]

    def __str__(self) -> str:
        return f"{self.character} · {self.encounter}"


class Resolution(models.Model):
    """An action that waits for an answer: what was asked for and what was answered so far."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="resolutions")
    encounter = models.OneToOneField(Encounter, models.CASCADE, null=True, blank=True, related_name="resolution")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    request = models.JSONField()
    answers = models.JSONField(default=dict)
    # Dice and choices of whoever began it that nothing has asked for yet: they count once it does.
    early = models.JSONField(default=dict)
    waits_for = models.CharField(max_length=80)

    class Meta:
        verbose_name = _("offene Handlung")
        verbose_name_plural = _("offene Handlungen")
        constraints = [
            models.UniqueConstraint(fields=["campaign", "key"], name="resolution_once"),
            models.CheckConstraint(condition=~Q(waits_for=""), name="resolution_waits"),
        ]

    def __str__(self) -> str:
        return self.key
