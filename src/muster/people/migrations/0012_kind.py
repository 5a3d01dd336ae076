from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0011_season")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="kind",
            field=models.CharField(blank=True, max_length=60),
        ),
    ]
