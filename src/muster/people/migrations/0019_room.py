from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0019_own_figures")]

    operations = [
        migrations.AddField(
            model_name="venue",
            name="room",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
