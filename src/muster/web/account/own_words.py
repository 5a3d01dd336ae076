"""Passwords made of the words of the place: its name, its address, the games. Whoever guesses tries those first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, get_args

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from muster.rules.rosters import Game

FEWEST: Final = 4
"""Letters and digits that must be left of a password without the words of the place."""

_SHORTEST: Final = 3
"""Letters of a word that is looked for: shorter ones stand in any text."""

_EVERYWHERE: Final = ("muster", "tournament", "turnier", "organiser", "organizer", "password", "star", "wars")


class OwnWordsValidator:
    """Refuses a password of which next to nothing is left without the words of the place."""

    def validate(self, password: str, user: object = None) -> None:
        """Refuse it.

        Raises:
            ValidationError: it is made of such words, whatever signs and years stand between them.
        """
        del user
        left = re.sub("|".join(map(re.escape, _words())), "", password.casefold())
        # A year is what people add when asked for digits.
        if len(re.findall(r"[^\W_]", re.sub(r"(19|20)\d\d", "", left))) < FEWEST:
            raise ValidationError(
                _("This password is made of words of this site, such as its name. Choose others."),
                code="password_of_the_place",
            )

    def get_help_text(self) -> str:
        """What is asked of a password."""
        return _("Your password must not be made of words of this site, such as its name.")


def _words() -> list[str]:
    """The words of the place in small letters, the longest first, for one may stand in another."""
    found = {word for word in _said() if len(word) >= _SHORTEST}
    return sorted(found, key=lambda word: (-len(word), word))


def _said() -> Iterator[str]:
    yield from _EVERYWHERE
    yield from (str(game) for game in get_args(Game))
    for text in (settings.SITE_NAME, *settings.ALLOWED_HOSTS):
        yield from re.findall(r"\w+", text.casefold())
