"""What tests of joining share: an event one can register for, and the pages of those who did."""

from __future__ import annotations

from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from muster.app.links.player_links import token_of
from muster.people.models import Entry, Event, Tournament
from web_cases import Hall, account

BACKEND = "django.contrib.auth.backends.ModelBackend"


def shown(hall: Hall, *, registration: bool = True, capacity: int | None = None) -> Hall:
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    Tournament.objects.filter(pk=hall.tournament.pk).update(registration_open=registration, capacity=capacity)
    hall.event.refresh_from_db()
    hall.tournament.refresh_from_db()
    return hall


def address(hall: Hall, name: str = "register", *args: int) -> str:
    return reverse(f"public:{name}", args=[hall.event.code, *args])


def text(response: Any) -> str:
    return unescape(response.content.decode())


def register(hall: Hall, by: Client | None = None, /, **typed: str) -> Any:
    return (by or Client()).post(address(hall), {"name": "Nina New", **typed})


def own(entry: Entry | None = None, name: str = "page") -> str:
    return reverse(f"player:{name}", args=[token_of(entry or Entry.objects.get())])


def logged_in(name: str = "Nina") -> Client:
    client = Client()
    client.force_login(account(name), backend=BACKEND)
    return client
