"""The catalogue of the pseudo-language, from the sentences as they stand in the code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand
from django.core.management.base import CommandParser

from muster.app.common.languages import DOMAIN
from muster.exchange.translations import Spoken, Translation, compiled
from muster.web.management.commands.makemessages import heading
from muster.web.management.extraction import every_sentence
from muster.web.pseudo import pseudo

LOCALE = "en_XA"


class Command(BaseCommand):
    """Extract every sentence and translate it into the language nobody speaks."""

    help = (
        "Writes the catalogue of the pseudo-language to `locale` in the data folder; MUSTER_PSEUDO=1 uses it."
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        parser.add_argument(
            "--to", default=str(settings.DATA / "locale"), help="the folder for the catalogue"
        )

    def handle(self, *_: Any, to: str, **__: Any) -> None:
        """Extract and compile."""
        target = Path(to) / LOCALE / "LC_MESSAGES"
        target.mkdir(parents=True, exist_ok=True)
        entries = (
            Translation(key, tuple(pseudo(form) for form in key[1:] if form)) for key in every_sentence()
        )
        catalogue = Spoken(heading("en"), {entry.key: entry for entry in entries})
        (target / f"{DOMAIN}.mo").write_bytes(compiled(catalogue))
        self.stdout.write(str(target))
