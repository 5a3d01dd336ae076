"""Extraction of every sentence into one catalogue: from Python and templates. Pages hand scripts theirs."""

from __future__ import annotations

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's own command, which also knows the names under which `muster.core.messages` says sentences."""

    xgettext_options = [  # noqa: RUF012  (as in the class it extends)
        *makemessages.Command.xgettext_options,
        "--keyword=say",
        "--keyword=say_n:1,2",
        "--keyword=say_in:1c,2",
    ]
