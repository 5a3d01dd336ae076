from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0014_late"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="catalogueversion", name="catalogue_number"),
        migrations.AddField(
            model_name="catalogueversion",
            name="owner",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="rosterplan",
            name="owner",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddConstraint(
            model_name="catalogueversion",
            constraint=models.UniqueConstraint(
                fields=("game", "owner", "edition", "number"), name="catalogue_number"
            ),
        ),
    ]
