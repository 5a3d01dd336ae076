"""What writings of a club's name have in common is kept beside it: databases do not fold the same letters."""

from __future__ import annotations

import unicodedata

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The oldest club of each key has it; others stay what they were."""
    del schema_editor
    seen = set[str]()
    for club in apps.get_model("people", "Club").objects.filter(key="").order_by("pk"):
        key = " ".join(unicodedata.normalize("NFC", club.name.casefold()).split())[:200]
        if key not in seen:
            seen.add(key)
            club.key = key
            club.save(update_fields=["key"])


class Migration(migrations.Migration):
    dependencies = [("people", "0029_event_second_language")]

    operations = [
        migrations.RemoveConstraint(model_name="club", name="club_name"),
        migrations.AddField(
            model_name="club", name="key", field=models.CharField(blank=True, default="", max_length=200)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True), fields=("key",), name="club_key"
            ),
        ),
    ]
