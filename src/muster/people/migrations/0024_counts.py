"""The table in which tries at passwords, codes and links are counted for all processes together."""

from __future__ import annotations

from django.apps.registry import Apps
from django.core.management import call_command
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def create(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make it, unless it is there."""
    del apps
    call_command("createcachetable", "muster_counts", database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [("people", "0023_account_acts")]

    operations = [migrations.RunPython(create, migrations.RunPython.noop)]
