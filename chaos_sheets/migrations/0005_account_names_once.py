from typing import Any

from django.apps.registry import Apps
from django.core.management.base import CommandError
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Count
from django.db.models.functions import Lower

REFUSED = """\
These accounts differ only in capitals, so none of them can sign in: {names}.
Nothing was changed for them. Give all but one another name and start again, for example:
  manage.py shell -c "from chaos_sheets.models import User; User.objects.filter(pk={pk}).update(username='{free}')"\
"""


def refuse_equal_names(apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    """Whose account is to have another name only people can say."""
    accounts: Any = apps.get_model("chaos_sheets", "User").objects.annotate(lower=Lower("username"))
    equal = accounts.values("lower").annotate(many=Count("pk")).filter(many__gt=1).values("lower")
    found = list(accounts.filter(lower__in=list(equal.values_list("lower", flat=True))).order_by("lower", "pk"))
    if found:
        names = ", ".join(f"{account.username} (number {account.pk})" for account in found)
        raise CommandError(REFUSED.format(names=names, pk=found[1].pk, free=f"{found[1].username}-{found[1].pk}"))


class Migration(migrations.Migration):
    dependencies = [
        ("chaos_sheets", "0004_what_became_of_entries"),
    ]

    operations = [
        migrations.RunPython(refuse_equal_names, migrations.RunPython.noop),
        migrations.AlterModelManagers(name="user", managers=[]),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                Lower("username"),
                name="account_name_once",
                violation_error_message="Diesen Namen hat schon jemand. Wähl einen anderen.",
            ),
        ),
    ]
