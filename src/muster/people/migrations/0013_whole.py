"""Whether all of a roster could be checked. What was checked against a catalogue before counts as checked in full."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def checked_in_full(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Say so of what is on record."""
    versions = apps.get_model("people", "RosterVersion").objects.using(schema_editor.connection.alias)
    versions.filter(catalogue__isnull=False).update(whole=True)


class Migration(migrations.Migration):
    dependencies = [("people", "0012_kind")]

    operations = [
        migrations.AddField("rosterversion", "whole", models.BooleanField(default=False)),
        migrations.RunPython(checked_in_full, migrations.RunPython.noop),
    ]
