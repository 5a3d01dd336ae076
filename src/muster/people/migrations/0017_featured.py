from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0016_reveal")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="featured",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
