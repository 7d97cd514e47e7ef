"""Brings the stock of every ruleset as shipped: its armoury and its character templates."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import serializers
from django.core.management.base import BaseCommand
from django.db.models import Model, Q

from chaos_sheets.models import Character, Item
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
    seen: dict[type[Model], set[int]] = {Item: set(), Character: set()}
    with writing(campaign=0):
        for name in FILES:
            path = folder / f"{name}.json"
            for record in json.loads(path.read_text(encoding="utf-8")) if path.exists() else ():
                row, done = _load(record)
                counted[done] += 1
                seen.get(type(row), set()).add(row.pk)
        for model, kept in seen.items():
            gone = model._default_manager.filter(_is_stock(model), ruleset=ruleset, retired=False)
            counted["retired"] += gone.exclude(pk__in=kept).update(retired=True)
    return +counted


def _is_stock(model: type[Model]) -> Q:
    return Q(campaign=None, template=True) if model is Character else Q(campaign=None)


def _load(record: dict[str, Any]) -> tuple[Model, str]:
    (loaded,) = serializers.deserialize("python", [record])
    new = loaded.object
    old = type(new)._default_manager.filter(pk=new.pk).first() if new.pk else None
    if old is None:
        loaded.save()
        return new, "new"
    names = [field.attname for field in new._meta.concrete_fields if field.name in record["fields"]]
    differing = {name: getattr(new, name) for name in names if getattr(new, name) != getattr(old, name)}
    if getattr(old, "retired", False):
        differing["retired"] = False
    if not differing:
        return old, "unchanged"
    if hasattr(old, "version"):
        differing["version"] = old.version + 1
    for name, value in differing.items():
        setattr(old, name, value)
    old.save(update_fields=list(differing))
    return old, "changed"
