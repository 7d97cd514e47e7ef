from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .text import NAME_LENGTH, one_line


class Language(models.TextChoices):
    GERMAN = "de", "Deutsch"
    ENGLISH = "en", "English"


class Look(models.TextChoices):
    SYSTEM = "system", _("wie das Gerät")
    LIGHT = "light", _("hell")
    DARK = "dark", _("dunkel")


class Role(models.TextChoices):
    GM = "gm", _("Spielleitung")
    PLAYER = "player", _("Mitspieler")
    SPECTATOR = "spectator", _("Zuschauer")


class Accounts(UserManager["User"]):
    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> User:
        """An account by its name as it is typed to sign in, capital or small."""
        return self.get(username__iexact=username)


class User(AbstractUser):
    """An account; it needs no e-mail address."""

    language = models.CharField(_("Sprache"), max_length=8, choices=Language.choices, default=Language.GERMAN)
    look = models.CharField(_("Aussehen"), max_length=8, choices=Look.choices, default=Look.SYSTEM)
    own_dice = models.BooleanField(_("würfelt mit eigenen Würfeln"), default=False)
    letter_keys = models.BooleanField(_("Buchstabentasten"), default=True)

    objects: ClassVar[UserManager[User]] = Accounts()

    class Meta:
        # Signing in does not heed capitals: of two such names neither would be let in.
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="account_name_once",
                violation_error_message=_("Diesen Namen hat schon jemand. Wähl einen anderen."),
            ),
        ]
        verbose_name = _("Konto")
        verbose_name_plural = _("Konten")


class AccessToken(models.Model):
    """What signs a program in. Only its hash is kept: whoever reads the table cannot use it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Zugangsschlüssel")
        verbose_name_plural = _("Zugangsschlüssel")

    def __str__(self) -> str:
        return str(self.user)


class Campaign(models.Model):
    name = models.CharField(_("Name"), max_length=NAME_LENGTH, validators=[one_line])
    ruleset = models.CharField(_("Regelwerk"), max_length=40)
    currency = models.CharField(_("Währung"), max_length=20, blank=True, validators=[one_line])
    rate = models.DecimalField(
        _("Kurs"),
        max_digits=12,
        decimal_places=6,
        default=1,
        help_text=_("Wie viel eine Einheit der Regelwerkswährung in der Währung der Kampagne wert ist."),
    )
    options = models.JSONField(_("Hausregeln"), default=dict, blank=True)
    switches = models.JSONField(_("Schalter"), default=dict, blank=True)
    retired = models.BooleanField(_("stillgelegt"), default=False)
    members = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="chaos_sheets.Membership", related_name="campaigns"
    )

    class Meta:
        ordering = ["name", "id"]
        verbose_name = _("Kampagne")
        verbose_name_plural = _("Kampagnen")
        constraints = [
            models.CheckConstraint(condition=Q(rate__gt=0), name="campaign_rate_positive"),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("Rolle"), max_length=10, choices=Role.choices, default=Role.PLAYER)

    class Meta:
        verbose_name = _("Mitgliedschaft")
        verbose_name_plural = _("Mitgliedschaften")
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="membership_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.campaign}"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> InvitationQuerySet:
        """Those that can still be used."""
        return self.filter(uses_left__gt=0, expiry__gt=timezone.now(), campaign__retired=False)


class Invitation(models.Model):
    """A link into a campaign. Only the hash of its token is kept: whoever reads the table cannot use it."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invitations")
    role = models.CharField(_("Rolle"), max_length=10, choices=Role.choices, default=Role.PLAYER)
    character = models.ForeignKey(
        "chaos_sheets.Character", models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    expiry = models.DateTimeField(_("gültig bis"))
    uses_left = models.PositiveSmallIntegerField(_("noch einlösbar"), default=1)

    objects: ClassVar[models.Manager[Invitation]] = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("Einladung")
        verbose_name_plural = _("Einladungen")

    def __str__(self) -> str:
        return f"{self.campaign} · {self.get_role_display()}"
