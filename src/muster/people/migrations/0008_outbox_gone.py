from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("people", "0007_jobs")]

    operations = [
        migrations.RemoveField(model_name="message", name="due_at"),
        migrations.RemoveField(model_name="message", name="tries"),
    ]
