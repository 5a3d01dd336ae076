"""Extraction of every sentence into one catalogue: from Python, templates and data. Pages hand scripts theirs."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.core.management.commands import makemessages

SAID: Final = ("data/setup/", "data/penalties/", "data/kinds/", "data/seasons/")
"""Folders of data whose sentences are ours and are said in the reader's language."""

KEYS: Final = ("says", "name", "what", "when", "source", "notes")
"""Under which keys of these files sentences stand."""


def sentences(value: Any) -> Iterator[str]:
    """Every sentence of a file of data."""
    if isinstance(value, list):
        for each in value:
            yield from sentences(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            texts = each if isinstance(each, list) else [each]
            if key in KEYS:
                yield from (text for text in texts if isinstance(text, str))
            yield from sentences(each)


class BuildFile(makemessages.BuildFile):
    """Django's own, which also makes something of a file of data that xgettext can read."""

    def preprocess(self) -> None:
        """Write the sentences of a file of data as Python; templates as Django does."""
        if not self.path.endswith(".toml"):
            super().preprocess()
            return
        ours = any(folder in Path(self.path).as_posix() for folder in SAID)
        found = sentences(tomllib.loads(Path(self.path).read_text(encoding="utf-8"))) if ours else ()
        Path(self.work_path).write_text("".join(f"say({text!r})\n" for text in found), encoding="utf-8")


class Command(makemessages.Command):
    """Django's own command, which also knows the names under which `muster.core.messages` says sentences."""

    build_file_class = BuildFile
    xgettext_options = [  # noqa: RUF012  (as in the class it extends)
        *makemessages.Command.xgettext_options,
        "--keyword=say",
        "--keyword=say_n:1,2",
        "--keyword=say_in:1c,2",
    ]

    def handle(self, *args: Any, **options: Any) -> str | None:
        """Extract; files of data too, unless other kinds of files are asked for."""
        if options["domain"] == "django" and not options["extensions"]:
            options["extensions"] = ["html", "txt", "py", "toml"]
        return super().handle(*args, **options)
