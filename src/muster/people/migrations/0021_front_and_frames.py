from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0020_screens_day")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="price",
            field=models.CharField(blank=True, default="", max_length=60),
        ),
        migrations.AddField(
            model_name="event",
            name="on_front",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="event",
            name="frames",
            field=models.TextField(blank=True, default="", max_length=1000),
        ),
    ]
