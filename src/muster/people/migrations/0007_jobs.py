from typing import Any

import django.db.models.deletion
from django.db import migrations, models

MOST_TRIES = 6
"""After so many failures a message waited for the organiser."""


def carry_over(apps: Any, _schema: Any) -> None:
    """Give each message that waits, or could not be sent, a job that stands as the message stood."""
    jobs = apps.get_model("django_tasks_database", "DBTaskResult").objects
    messages = apps.get_model("people", "Message").objects
    for message in messages.filter(sent_at=None).order_by("pk"):
        push, failed = message.kind == "push", message.tries >= MOST_TRIES
        job = jobs.create(
            status="FAILED" if failed else "READY",
            finished_at=message.due_at if failed else None,
            args_kwargs={"args": [], "kwargs": {}},
            task_path=f"muster.app.mail.sending.{'send_pushes' if push else 'send_mail'}",
            worker_ids=["outbox:0:"] * message.tries,
            queue_name="notify" if push else "mail",
            backend_name="default",
            run_after=message.due_at,
            exception_class_path="",
            traceback="",
        )
        messages.filter(pk=message.pk).update(job=job)


class Migration(migrations.Migration):
    dependencies = [
        ("django_tasks_database", "0021_conditional_partial_index_ordering"),
        ("people", "0006_trust"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="language",
            field=models.CharField(blank=True, max_length=12),
        ),
        migrations.AddField(
            model_name="message",
            name="job",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="messages",
                to="django_tasks_database.dbtaskresult",
            ),
        ),
        migrations.AddField(
            model_name="print",
            name="job",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="prints",
                to="django_tasks_database.dbtaskresult",
            ),
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
    ]
