from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def note_what_became(apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    """What was taken back so far, undo by undo, as the journal notes it from now on."""
    entries: Any = apps.get_model("chaos_sheets", "JournalEntry").objects
    items: Any = apps.get_model("chaos_sheets", "Item").objects
    carried = items.filter(place="carried").values_list("pk", "character_id")
    owners = {f"item:{item}": f"character:{character}" for item, character in carried}
    undos = entries.exclude(undoes=None)
    for campaign in set(undos.values_list("campaign", flat=True)):
        rows = {row.pk: row for row in _chains(entries.filter(campaign=campaign))}
        changes = entries.filter(campaign=campaign, pk__in=undos.values("undoes")).values_list("pk", "changes")
        parts = {pk: _parts(made, owners) for pk, made in changes.iterator(chunk_size=50)}
        requests = dict(undos.filter(campaign=campaign).values_list("pk", "request"))
        for pk in sorted(requests):
            only = (requests[pk] or {}).get("only")
            _take_back(rows[pk], rows, parts, owners.get(only, only))
        entries.bulk_update(rows.values(), ["parts", "stands"], batch_size=200)


def _chains(entries: Any) -> Any:
    """Undos and what they take back, without what they tell: a large table's would not fit into memory."""
    undos = entries.exclude(undoes=None)
    found = entries.filter(models.Q(pk__in=undos.values("pk")) | models.Q(pk__in=undos.values("undoes")))
    return found.only("undoes_id", "parts", "stands")


def _parts(changes: list[dict[str, Any]], owners: dict[str, str]) -> list[str]:
    return sorted({owners.get(change["of"], change["of"]) for change in changes})


def _take_back(undo: Any, rows: dict[int, Any], parts: dict[int, list[str]], only: str | None) -> None:
    undone = rows[undo.undoes_id]
    undone.parts = {**dict.fromkeys(parts[undone.pk]), **undone.parts}
    open_parts = [ref for ref, part in undone.parts.items() if part is None]
    for ref in [only] if only else open_parts:
        undone.parts[ref] = {"by": undo.pk, "counts": True}
    _weigh(undone)
    while undone.undoes_id is not None:
        undo, undone = undone, rows[undone.undoes_id]
        for ref, part in undone.parts.items():
            if part is not None and part["by"] == undo.pk:
                part["counts"] = _stands_for(undo, ref)
        _weigh(undone)


def _weigh(entry: Any) -> None:
    entry.stands = not all(part is not None and part["counts"] for part in entry.parts.values())


def _stands_for(entry: Any, ref: str) -> bool:
    part = entry.parts.get(ref)
    return not (part is not None and part["counts"]) if ref in entry.parts else bool(entry.stands)


class Migration(migrations.Migration):
    dependencies = [
        ("chaos_sheets", "0003_letter_keys"),
    ]

    operations = [
        migrations.AddField(model_name="journalentry", name="parts", field=models.JSONField(default=dict)),
        migrations.AddField(model_name="journalentry", name="stands", field=models.BooleanField(default=True)),
        migrations.RunPython(note_what_became, migrations.RunPython.noop),
    ]
