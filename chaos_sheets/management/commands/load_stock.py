"""Brings the stock of every ruleset as shipped: its armoury and its character templates."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand
from django.db.models import Model

from chaos_sheets.models import ArmourZone, Character, Item
from chaos_sheets.writing import writing
from combat.registry import ruleset_ids

# In this order every row finds what it refers to.
FILES = ("modifications", "weapons", "armours", "covers", "vocabulary", "characters")


class Command(BaseCommand):
    help = "Load or upgrade the stock; a campaign's own rows are never touched. Running it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        for ruleset in ruleset_ids():
            counted = load_stock(ruleset)
            if options["verbosity"]:
                done = ", ".join(f"{number} {word}" for word, number in sorted(counted.items()))
                self.stdout.write(f"{ruleset}: {done}")


def load_stock(ruleset: str) -> Counter[str]:
    """Make, update and retire stock rows until they are as the fixtures say; how many of each."""
    folder = Path(settings.BASE_DIR) / "fixtures" / ruleset
    counted: Counter[str] = Counter()
    with writing(campaign=0):
        stock = Stock(ruleset)
        for name in FILES:
            path = folder / f"{name}.json"
            for record in json.loads(path.read_text(encoding="utf-8")) if path.exists() else ():
                counted[stock.load(record)] += 1
        counted["retired"] += stock.retire_the_rest()
    return +counted


class Stock:
    """The stock rows of a ruleset by their natural keys, read once: to look each up would take most of the time."""

    def __init__(self, ruleset: str) -> None:
        self.rows: dict[tuple[str, ...], Model] = {}
        self.seen: set[tuple[str, ...]] = set()
        for character in Character.objects.filter(ruleset=ruleset, campaign=None, template=True):
            self.rows["character", *character.natural_key()] = character
        for item in Item.objects.filter(ruleset=ruleset, campaign=None).select_related("character"):
            self.rows["item", *item.natural_key()] = item
        zones = ArmourZone.objects.filter(item__ruleset=ruleset, item__campaign=None)
        for zone in zones.select_related("item__character"):
            self.rows["armourzone", *zone.natural_key()] = zone

    def load(self, record: dict[str, Any]) -> str:
        model = apps.get_model(record["model"])
        name = model._meta.model_name or ""
        values = {field: self._value(model, field, value) for field, value in record["fields"].items()}
        key = (name, *_natural_key(name, record["fields"]))
        self.seen.add(key)
        row = self.rows.get(key)
        if row is None:
            self.rows[key] = model._default_manager.create(**values)
            return "new"
        differing = {field: value for field, value in values.items() if getattr(row, field) != value}
        if getattr(row, "retired", False):
            differing["retired"] = False
        if not differing:
            return "unchanged"
        if isinstance(row, Item | Character):
            differing["version"] = row.version + 1
        for field, value in differing.items():
            setattr(row, field, value)
        row.save(update_fields=list(differing))
        return "changed"

    def _value(self, model: type[Model], field: str, value: Any) -> Any:
        """The value, or the row that a natural key stands for."""
        related = model._meta.get_field(field).related_model
        if not isinstance(related, type) or not value:
            return value
        return self.rows[related.__name__.lower(), *value]

    def retire_the_rest(self) -> int:
        gone = [row for key, row in self.rows.items() if key not in self.seen]
        ArmourZone.objects.filter(pk__in=[row.pk for row in gone if isinstance(row, ArmourZone)]).delete()
        retired = [row for row in gone if isinstance(row, Item | Character) and not row.retired]
        for row in retired:
            row.retired = True
            row.save(update_fields=["retired"])
        return len(retired)


def _natural_key(name: str, fields: dict[str, Any]) -> tuple[str, ...]:
    if name == "armourzone":
        return (*fields["item"], fields["zone"])
    if name == "character":
        return (fields["ruleset"], fields["key"])
    whose = fields["character"][1:] if "character" in fields else ()
    return (fields["ruleset"], fields["kind"], fields["key"], *whose)
