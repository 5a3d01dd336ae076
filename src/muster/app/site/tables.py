"""The tables of the database: made at once where there are none, brought to this version where there are."""

from __future__ import annotations

from typing import Final

from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

_COUNTS: Final = "muster_counts"
"""The table of what is counted for all processes together, which is no model's."""

_TURN: Final = 0x6D757374
"""The lock of PostgreSQL that servers starting on one empty database take in turn."""


def bring_up_to_date() -> None:
    """Make all tables, or the changes of later versions to those that are there; safe to call twice and at once.

    Raises:
        Error: the database cannot be reached or written.
    """
    make_all()
    call_command("migrate", verbosity=0, interactive=False)


def make_all() -> bool:
    """Make every table as the last step leaves it, in an empty database; whether it was empty.

    One step instead of every step since the first version: those take seconds, and come to the same
    tables. All of it in one transaction, or nothing.
    """
    connection.disable_constraint_checking()  # SQLite can only do so before a transaction begins
    try:
        with transaction.atomic():
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_TURN])
            if connection.introspection.table_names():
                return False
            _make()
    finally:
        connection.enable_constraint_checking()
    return True


def _make() -> None:
    loader = MigrationLoader(connection)
    with connection.schema_editor() as editor:
        for model in loader.project_state().apps.get_models():
            if model._meta.can_migrate(connection):  # noqa: SLF001  (as Django's own `migrate` asks)
                editor.create_model(model)
    call_command("createcachetable", _COUNTS, verbosity=0)
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    for app, name in sorted(loader.graph.nodes):
        recorder.record_applied(app, name)
