from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0030_club_key"),
    ]

    operations = [
        migrations.AlterField(
            model_name="call",
            name="kind",
            field=models.CharField(
                choices=[("judge", "Judge"), ("rejoin", "Rejoin"), ("conceded", "Conceded")], max_length=10
            ),
        ),
    ]
