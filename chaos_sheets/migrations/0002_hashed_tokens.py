"""Programs' tokens: from now on only their hashes are kept. Those that were handed out go on working."""

import hashlib

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

BEFORE = "authtoken_token"


def keep_hashes(apps, schema_editor):
    """The table of plain tokens belongs to no app any more: what stands in it is hashed, then it goes."""
    connection = schema_editor.connection
    if BEFORE not in connection.introspection.table_names():
        return
    tokens = apps.get_model("chaos_sheets", "AccessToken").objects
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT user_id, key FROM {BEFORE}")  # noqa: S608  a constant
        rows = cursor.fetchall()
    for user, token in rows:
        tokens.create(user_id=user, token_hash=hashlib.sha256(token.encode()).hexdigest())
    schema_editor.execute(f"DROP TABLE {BEFORE}")


class Migration(migrations.Migration):
    dependencies = [("chaos_sheets", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="AccessToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"verbose_name": "Zugangsschlüssel", "verbose_name_plural": "Zugangsschlüssel"},
        ),
        # No way back: nobody can tell a token from its hash, and who goes back would find no table at all.
        migrations.RunPython(keep_hashes),
    ]
