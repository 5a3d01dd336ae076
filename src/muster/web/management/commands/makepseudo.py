"""The catalogue of the pseudo-language, from the sentences as they stand in the code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import BaseCommand
from django.core.management.base import CommandParser

from muster.web.pseudo import pseudo

PACKAGE = Path(__file__).parents[3]
LOCALE = "en_XA"
PLURALS = "nplurals=2; plural=(n != 1)"


class Command(BaseCommand):
    """Extract every sentence and translate it into the language nobody speaks."""

    help = "Writes the catalogues of the pseudo-language to `locale` in the data folder; MUSTER_PSEUDO=1 uses them."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        parser.add_argument(
            "--to", default=str(settings.DATA / "locale"), help="the folder for the catalogues"
        )

    def handle(self, *_: Any, to: str, **__: Any) -> None:
        """Extract into a copy of the code, so that nothing is written beside it."""
        target = Path(to) / LOCALE / "LC_MESSAGES"
        target.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as folder:
            code = Path(folder) / "muster"
            shutil.copytree(
                PACKAGE, code, ignore=shutil.ignore_patterns("__pycache__", "*.pyc", "static", "migrations")
            )
            _translated(_extracted(code), target / "django.mo")
        self.stdout.write(str(target))


def _extracted(code: Path) -> Path:
    """The catalogue of all sentences, none translated yet."""
    (code / "locale").mkdir(exist_ok=True)
    subprocess.run(  # noqa: S603  (our own command on our own code)
        [sys.executable, "-m", "django", "makemessages", "-v0", "-l", LOCALE, "--no-location"],
        cwd=code,
        # The settings of whoever asks may stand in a folder of theirs.
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=True,
    )
    return code / "locale" / LOCALE / "LC_MESSAGES" / "django.po"


def _translated(extracted: Path, target: Path) -> None:
    """Every sentence of a catalogue in the language nobody speaks."""
    text = extracted.read_text(encoding="utf-8").replace("nplurals=INTEGER; plural=EXPRESSION", PLURALS)
    catalogue = read_po(StringIO(text), locale="en")
    for message in catalogue:
        if message.id:
            forms = message.id if isinstance(message.id, (list, tuple)) else (message.id,)
            said = tuple(pseudo(form) for form in forms)
            message.string = said if len(said) > 1 else said[0]
            message.flags.discard("fuzzy")
    with target.open("wb") as file:
        write_mo(file, catalogue)
