from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0017_featured")]

    operations = [
        migrations.AddField(
            model_name="rosterplan",
            name="season_by",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
    ]
