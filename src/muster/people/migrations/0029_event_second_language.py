from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0028_pools"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="second_language",
            field=models.CharField(blank=True, default="", max_length=12),
        ),
    ]
