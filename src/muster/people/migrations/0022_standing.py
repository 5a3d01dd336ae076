from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.models import Q


def settle(apps: Any, editor: Any) -> None:
    """Organisers so far stay organisers, and the first account looks after the site."""
    accounts = apps.get_model("people", "Account").objects.using(editor.connection.alias)
    kept = Q(posts__role="organiser") | Q(venues__isnull=False) | Q(persons__isnull=False)
    organisers = set(accounts.filter(kept).values_list("pk", flat=True))
    first = accounts.filter(is_active=True).order_by("pk").values_list("pk", flat=True).first()
    accounts.filter(pk__in=organisers | {first}).update(organises=True)
    accounts.filter(pk=first).update(administers=True)


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0021_front_and_frames"),
    ]

    operations = [
        migrations.AddField("account", "organises", models.BooleanField(default=False)),
        migrations.AddField("account", "asked_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("account", "administers", models.BooleanField(default=False)),
        migrations.AddField("account", "session_no", models.PositiveIntegerField(default=0)),
        migrations.RunPython(settle, migrations.RunPython.noop, elidable=False),
    ]
