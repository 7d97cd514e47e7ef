from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .people import Campaign, Membership
from .text import NAME_LENGTH, many_lines, one_line, text_length


class Known(models.TextChoices):
    """What players who do not own a character know of it."""

    NOTHING = "nothing", _("nichts")
    KIND = "kind", _("nur die Art")
    NAME = "name", _("den Namen")


class CharacterQuerySet(models.QuerySet["Character"]):
    def in_play(self) -> CharacterQuerySet:
        """Sheets of a campaign: no templates, nobody retired."""
        return self.filter(template=False, retired=False)

    def templates(self, *, ruleset: str, campaign: Campaign | None = None) -> CharacterQuerySet:
        """Stock templates and the campaign's own; these replace stock ones with their key."""
        rows = self.filter(ruleset=ruleset, template=True)
        if campaign is None:
            return rows.filter(campaign=None)
        own = self.filter(template=True, campaign=campaign, ruleset=ruleset).values("key")
        return rows.filter(Q(campaign=campaign) | Q(campaign=None) & ~Q(key__in=own)).filter(retired=False)


class CharacterManager(models.Manager["Character"]):
    def get_queryset(self) -> CharacterQuerySet:
        return CharacterQuerySet(self.model, using=self._db)

    def in_play(self) -> CharacterQuerySet:
        return self.get_queryset().in_play()

    def templates(self, *, ruleset: str, campaign: Campaign | None = None) -> CharacterQuerySet:
        return self.get_queryset().templates(ruleset=ruleset, campaign=campaign)

    def get_by_natural_key(self, ruleset: str, key: str) -> Character:
        return self.get(ruleset=ruleset, key=key, campaign=None, template=True)


class Character(models.Model):
    """A sheet: of a player, of the game master, or a template to copy from (of a campaign or stock)."""

    ruleset = models.CharField(_("Regelwerk"), max_length=40)
    campaign = models.ForeignKey(Campaign, models.CASCADE, null=True, blank=True, related_name="characters")
    owner = models.ForeignKey(
        Membership,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="characters",
        verbose_name=_("gehört"),
    )
    template = models.BooleanField(_("Vorlage"), default=False)
    key = models.SlugField(_("Schlüssel"), max_length=80, blank=True, db_index=False)
    name = models.CharField(_("Name"), max_length=NAME_LENGTH, validators=[one_line])
    known = models.CharField(_("bekannt ist"), max_length=8, choices=Known.choices, default=Known.NOTHING)
    public_name = models.CharField(_("öffentlicher Name"), max_length=NAME_LENGTH, blank=True, validators=[one_line])
    notes = models.TextField(_("Notizen"), blank=True, validators=[many_lines, text_length])
    money = models.BigIntegerField(_("Geld"), default=0)
    version = models.PositiveBigIntegerField(default=1, editable=False)
    retired = models.BooleanField(_("stillgelegt"), default=False)
    body = models.JSONField(default=dict, blank=True)

    objects = CharacterManager()

    class Meta:
        ordering = ["name", "id"]
        verbose_name = _("Figur")
        verbose_name_plural = _("Figuren")
        indexes = [
            models.Index(fields=["campaign", "template", "retired"], name="character_of_campaign"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "key"],
                condition=Q(template=True, campaign=None),
                name="character_stock_key",
            ),
            models.UniqueConstraint(
                fields=["campaign", "ruleset", "key"],
                condition=Q(template=True, campaign__isnull=False),
                name="character_template_key",
            ),
            models.CheckConstraint(
                condition=Q(template=True) | Q(campaign__isnull=False), name="character_has_campaign"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def ref(self) -> str:
        return f"character:{self.pk}"

    def natural_key(self) -> tuple[str, ...]:
        """Stock has one; a sheet of a campaign is told apart by its number alone."""
        return (self.ruleset, self.key) if self.template and self.campaign_id is None else ()
