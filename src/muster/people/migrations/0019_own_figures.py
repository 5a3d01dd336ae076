from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0018_season_by")]

    operations = [
        migrations.AddField(
            model_name="rosterplan",
            name="figures",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="rosterplan",
            name="figures_why",
            field=models.CharField(blank=True, default="", max_length=300),
        ),
        migrations.AddField(
            model_name="rosterplan",
            name="figures_on",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="rosterplan",
            name="figures_by",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
    ]
