"""What people carry, what stands on the table, and the catalogue they are copied from: rows of one table."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .character import Character
from .people import Campaign
from .text import NAME_LENGTH, one_line


class Place(models.TextChoices):
    CATALOGUE = "catalogue", _("Katalog")
    CARRIED = "carried", _("bei einer Figur")
    TABLE = "table", _("auf dem Tisch")


class ItemQuerySet(models.QuerySet["Item"]):
    def catalogue(self, *, ruleset: str, campaign: Campaign | None = None) -> ItemQuerySet:
        """Stock and the campaign's own versions; these replace stock ones with their key."""
        rows = self.filter(place=Place.CATALOGUE, ruleset=ruleset, fitted_to=None)
        if campaign is None:
            return rows.filter(campaign=None, retired=False)
        own = Item.objects.filter(
            place=Place.CATALOGUE,
            ruleset=ruleset,
            campaign=campaign,
            kind=models.OuterRef("kind"),
            key=models.OuterRef("key"),
        )
        stock = Q(campaign=None) & ~models.Exists(own)
        return rows.filter(Q(campaign=campaign) | stock).filter(retired=False)

    def carried(self) -> ItemQuerySet:
        return self.filter(place=Place.CARRIED, retired=False)

    def on_table(self, campaign: Campaign) -> ItemQuerySet:
        return self.filter(place=Place.TABLE, campaign=campaign, retired=False)

    def stock(self) -> ItemQuerySet:
        return self.filter(place=Place.CATALOGUE, campaign=None)


class ItemManager(models.Manager["Item"]):
    """Rows of one kind for a proxy, of every kind for `Item` itself; new rows of a proxy get its kind."""

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self.kind = kind

    def get_queryset(self) -> ItemQuerySet:
        rows = ItemQuerySet(self.model, using=self._db)
        return rows.filter(kind=self.kind) if self.kind else rows

    def catalogue(self, *, ruleset: str, campaign: Campaign | None = None) -> ItemQuerySet:
        return self.get_queryset().catalogue(ruleset=ruleset, campaign=campaign)

    def carried(self) -> ItemQuerySet:
        return self.get_queryset().carried()

    def on_table(self, campaign: Campaign) -> ItemQuerySet:
        return self.get_queryset().on_table(campaign)

    def stock(self) -> ItemQuerySet:
        return self.get_queryset().stock()

    def get_by_natural_key(self, ruleset: str, kind: str, key: str, character: str = "") -> Item:
        """A stock entry, or what the stock template with the key `character` carries."""
        rows = self.filter(ruleset=ruleset, kind=kind, key=key, campaign=None)
        if not character:
            return rows.get(place=Place.CATALOGUE)
        return rows.get(place=Place.CARRIED, character__template=True, character__key=character)


class Item(models.Model):
    """Whatever a ruleset calls an item: a weapon, an armour, a cover, but also a skill in the catalogue."""

    ruleset = models.CharField(_("Regelwerk"), max_length=40)
    kind = models.CharField(_("Art"), max_length=40)
    place = models.CharField(_("Ort"), max_length=10, choices=Place.choices, default=Place.CATALOGUE)
    campaign = models.ForeignKey(Campaign, models.CASCADE, null=True, blank=True, related_name="items")
    character = models.ForeignKey(Character, models.CASCADE, null=True, blank=True, related_name="items")
    source = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="copies", verbose_name=_("kopiert von")
    )
    fitted_to = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="fittings", verbose_name=_("angebaut an")
    )
    key = models.SlugField(_("Schlüssel"), max_length=80, blank=True, db_index=False)
    name = models.CharField(_("Name"), max_length=NAME_LENGTH, validators=[one_line])
    price = models.PositiveBigIntegerField(_("Preis"), null=True, blank=True)
    repair_cost = models.PositiveBigIntegerField(_("Reparaturkosten"), null=True, blank=True)
    quantity = models.PositiveIntegerField(_("Anzahl"), default=1)
    traits = models.JSONField(_("Eigenschaften"), default=dict, blank=True)
    assumption = models.BooleanField(_("Annahme"), default=False)
    version = models.PositiveBigIntegerField(default=1, editable=False)
    retired = models.BooleanField(_("stillgelegt"), default=False)
    body = models.JSONField(default=dict, blank=True)

    objects: ClassVar[ItemManager] = ItemManager()

    class Meta:
        ordering = ["kind", "name", "id"]
        verbose_name = _("Gegenstand")
        verbose_name_plural = _("Gegenstände")
        indexes = [
            models.Index(fields=["campaign", "place", "kind"], name="item_of_campaign"),
            models.Index(fields=["ruleset", "kind", "key"], name="item_key"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "kind", "key"],
                condition=Q(place="catalogue", campaign=None),
                name="item_stock_key",
            ),
            models.UniqueConstraint(
                fields=["campaign", "ruleset", "kind", "key"],
                condition=Q(place="catalogue", campaign__isnull=False),
                name="item_catalogue_key",
            ),
            models.CheckConstraint(
                condition=(
                    Q(place="catalogue", character=None) & ~Q(key="")
                    | Q(place="carried", character__isnull=False)
                    | Q(place="table", character=None, campaign__isnull=False)
                ),
                name="item_place",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def ref(self) -> str:
        return f"item:{self.pk}"

    def natural_key(self) -> tuple[str, ...]:
        """Stock has one; every other item is told apart by its number alone."""
        if self.campaign_id is not None:
            return ()
        whose = (self.character.key,) if self.character else ()
        return (self.ruleset, self.kind, self.key, *whose)

    natural_key.dependencies = ["chaos_sheets.character"]  # type: ignore[attr-defined]  # read off the method


class ArmourZoneManager(models.Manager["ArmourZone"]):
    def get_by_natural_key(self, *key: str) -> ArmourZone:
        """The natural key of the item, and the zone last."""
        return self.get(item=Item.objects.get_by_natural_key(*key[:-1]), zone=key[-1])


class ArmourZone(models.Model):
    item = models.ForeignKey(Item, models.CASCADE, related_name="zones")
    zone = models.CharField(_("Zone"), max_length=40)
    damage_points = models.PositiveIntegerField(_("Beschädigungspunkte"), default=0)
    protection = models.JSONField(_("Schutz"), default=dict, blank=True)

    objects = ArmourZoneManager()

    class Meta:
        ordering = ["item", "id"]
        verbose_name = _("Rüstungszone")
        verbose_name_plural = _("Rüstungszonen")
        constraints = [
            models.UniqueConstraint(fields=["item", "zone"], name="armour_zone_once"),
        ]

    def __str__(self) -> str:
        return self.zone

    def natural_key(self) -> tuple[str, ...]:
        return (*self.item.natural_key(), self.zone)

    natural_key.dependencies = ["chaos_sheets.item"]  # type: ignore[attr-defined]  # read off the method


class Weapon(Item):
    objects: ClassVar[ItemManager] = ItemManager("weapon")

    class Meta:
        proxy = True
        verbose_name = _("Waffe")
        verbose_name_plural = _("Waffen")


class Armour(Item):
    objects: ClassVar[ItemManager] = ItemManager("armour")

    class Meta:
        proxy = True
        verbose_name = _("Rüstung")
        verbose_name_plural = _("Rüstungen")


class Cover(Item):
    objects: ClassVar[ItemManager] = ItemManager("cover")

    class Meta:
        proxy = True
        verbose_name = _("Deckung")
        verbose_name_plural = _("Deckungen")


class Modification(Item):
    objects: ClassVar[ItemManager] = ItemManager("modification")

    class Meta:
        proxy = True
        verbose_name = _("Modifikation")
        verbose_name_plural = _("Modifikationen")


class Spell(Item):
    objects: ClassVar[ItemManager] = ItemManager("spell")

    class Meta:
        proxy = True
        verbose_name = _("Zauber")
        verbose_name_plural = _("Zauber")


class Skill(Item):
    objects: ClassVar[ItemManager] = ItemManager("skill")

    class Meta:
        proxy = True
        verbose_name = _("Fertigkeit")
        verbose_name_plural = _("Fertigkeiten")


class Talent(Item):
    objects: ClassVar[ItemManager] = ItemManager("talent")

    class Meta:
        proxy = True
        verbose_name = _("Talent")
        verbose_name_plural = _("Talente")


class Gear(Item):
    objects: ClassVar[ItemManager] = ItemManager("gear")

    class Meta:
        proxy = True
        verbose_name = _("Ausrüstung")
        verbose_name_plural = _("Ausrüstung")


class Species(Item):
    objects: ClassVar[ItemManager] = ItemManager("species")

    class Meta:
        proxy = True
        verbose_name = _("Volk")
        verbose_name_plural = _("Völker")


class CharacterClass(Item):
    objects: ClassVar[ItemManager] = ItemManager("class")

    class Meta:
        proxy = True
        verbose_name = _("Klasse")
        verbose_name_plural = _("Klassen")
