from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ROUND_BEGINS = ("encounter_started", "encounter_round")
TOLD = "order_set"


def note_orders(apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    """In which entries the rules worked out who acts when, as the journal notes it from now on."""
    entries: Any = apps.get_model("chaos_sheets", "JournalEntry").objects
    entries.filter(cause__in=ROUND_BEGINS).update(order_worked_out=True)
    # As text any database finds those few that may; what somebody typed can look the same.
    found = entries.filter(events__icontains=f'"{TOLD}"', order_worked_out=False).values_list("pk", "events")
    told = [pk for pk, events in found.iterator(chunk_size=50) if any(event.get("term") == TOLD for event in events)]
    for first in range(0, len(told), 500):
        entries.filter(pk__in=told[first : first + 500]).update(order_worked_out=True)


class Migration(migrations.Migration):
    dependencies = [
        ("chaos_sheets", "0005_account_names_once"),
    ]

    operations = [
        migrations.AddField(
            model_name="journalentry", name="order_worked_out", field=models.BooleanField(default=False)
        ),
        migrations.RunPython(note_orders, migrations.RunPython.noop),
    ]
