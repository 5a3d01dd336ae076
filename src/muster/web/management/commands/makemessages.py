"""The catalogues translators work on, brought up to the sentences as they stand in the source."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from babel import Locale, UnknownLocaleError
from babel.messages.plurals import get_plural
from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser

from muster.app.common.languages import DOMAIN, LOCALES, sources
from muster.exchange.translations import Spoken, merged, read, shares, written
from muster.web.management.extraction import every_sentence

PLURALS: Final = {
    "pl": "nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;",
}
"""How a language counts, where more forms than are written out are known of it: Babel's fourth is for fractions."""


class Command(BaseCommand):
    """Extract every sentence; put in what is new, take out what is said no more, and tell how far each language is."""

    help = "Brings the catalogues up to the source, and tells how much of each is translated and reviewed."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """What to do."""
        parser.add_argument("--begin", metavar="LANGUAGE", help="begin a language, such as de")
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail if something would change"
        )
        parser.add_argument("--to", type=Path, default=LOCALES, help="the folder of the catalogues")

    def handle(self, *_: Any, begin: str | None, check: bool, to: Path, **__: Any) -> None:
        """Bring every catalogue up to the source."""
        wanted = every_sentence()
        files = sources(to)
        if begin:
            files[begin] = to / begin / "LC_MESSAGES" / f"{DOMAIN}.po"
        old_ones = []
        for language, file in files.items():
            before = file.read_text(encoding="utf-8") if file.exists() else ""
            catalogue = merged(read(before) if before else Spoken(heading(language)), wanted)
            after = written(catalogue)
            if before != after:
                old_ones.append(language)
                if not check:
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(after, encoding="utf-8")
            every, translated, reviewed = shares(catalogue.entries.values())
            self.stdout.write(f"{language}: {every} sentences, {translated} translated, {reviewed} reviewed")
        if check and old_ones:
            raise CommandError("Not as the source: " + ", ".join(old_ones))


def heading(language: str) -> dict[str, str]:
    """The heading of a language's new catalogue.

    Raises:
        CommandError: nobody knows the language.
    """
    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError) as error:
        raise CommandError(f"{language} is no language") from error
    return {
        "Project-Id-Version": "Muster",
        "Language": language,
        "X-Language-Name": locale.get_display_name(locale) or language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS.get(language) or get_plural(language).plural_forms,
    }
