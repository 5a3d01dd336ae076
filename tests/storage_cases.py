"""Databases for tests of storage: a SQLite file or PostgreSQL, in Django's place of the only one, as a site has it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.apps import apps
from django.db import connection, connections, transaction

from muster.app.site.backups import LEFT_OUT
from muster.journal import store
from muster.site import environment


@dataclass(frozen=True)
class Base:
    """A database of its own for one case.

    Attributes:
        kind: `sqlite` or `postgresql`.
        data: the folder of data that belongs to it.
        url: where it is; empty for SQLite.
    """

    kind: str
    data: Path
    url: str = ""

    @property
    def env(self) -> dict[str, str]:
        """What a process of its own needs to work on it."""
        own = {"MUSTER_DATA": str(self.data), "MUSTER_DATABASE_URL": self.url}
        return {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "muster.site.settings"}

    @property
    def settings(self) -> dict[str, Any]:
        """Its settings, exactly as the site would have them."""
        return environment.database({"MUSTER_DATABASE_URL": self.url}, self.data)


class using:  # noqa: N801  (reads as a word)
    """Makes a database Django's default one for a while, in all threads."""

    def __init__(self, base: Base) -> None:
        self._settings = base.settings

    def __enter__(self) -> None:
        store.forget()
        self._before = connections["default"], connections.settings["default"]
        connections.settings["default"] = self._settings
        connections.configure_settings(connections.settings)
        del connections["default"]

    def __exit__(self, *_: object) -> None:
        connections["default"].close()
        wrapper, connections.settings["default"] = self._before
        connections["default"] = wrapper
        store.forget()


def empty() -> None:
    """Take everything out of the tables. (To truncate some thirty tables takes far longer than this.)"""
    kept = {"django_migrations", "django_content_type", "auth_permission"}
    names = set(connection.introspection.django_table_names(only_existing=True)) - kept
    # References are checked when the transaction ends, so that the order does not matter.
    with transaction.atomic(), connection.cursor() as cursor:
        for name in sorted(names):
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")  # noqa: S608  (our own tables)


def everything() -> dict[str, list[Any]]:
    """All that is on record in the database that is Django's now."""
    found = {}
    for model in apps.get_models():
        label = model._meta.label_lower
        if label not in LEFT_OUT:
            found[label] = list(model._base_manager.order_by("pk").values())
    return found


def beside(url: str, name: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def together(*jobs: Callable[[], object]) -> list[object]:
    """What each of these answers, each in a thread with a connection of its own, all started at once."""
    start, answers = threading.Barrier(len(jobs)), list[object]()

    def work(job: Callable[[], object]) -> None:
        start.wait()
        try:
            answers.append(job())
        except Exception as error:  # noqa: BLE001  (told by the assertion that follows)
            answers.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
