"""A form that sets something new up does so once, however often it is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _

from muster.people.models import Account

HOUR: Final = 3600


@dataclass(frozen=True, slots=True)
class Once:
    """One sending of a form: `name` is that of its key in the cache; empty if it carries none."""

    request: HttpRequest
    name: str

    def before(self) -> str | None:
        """What the same form has made: nothing the first time, empty while that is still under way."""
        if not self.name or cache.add(self.name, "", HOUR):
            return None
        made: str = cache.get(self.name, "")
        if made:
            messages.info(self.request, _("This form was sent before. Here is what it made."))
        return made

    def made(self, what: str) -> None:
        """Keep what it made, for the same form to be sent there."""
        if self.name:
            cache.set(self.name, what, HOUR)

    def failed(self) -> None:
        """Nothing was made, so the same form may try again."""
        if self.name:
            cache.delete(self.name)


def once(request: HttpRequest, account: Account, what: str) -> Once:
    """The sending of a form that makes `what`, such as `event`, by its hidden field `key`."""
    key = request.POST.get("key", "")[:64]
    fits = key.isascii() and key.isprintable() and " " not in key and key
    return Once(request, f"made:{what}:{account.pk}:{key}" if fits else "")
