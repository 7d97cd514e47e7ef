from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chaos_sheets', '0002_hashed_tokens'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='letter_keys',
            field=models.BooleanField(default=True, verbose_name='Buchstabentasten'),
        ),
    ]
