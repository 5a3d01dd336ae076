"""How static files are kept: under names with their digest, also where one script imports another."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORTS: tuple[Any, ...] = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]  # noqa: SLF001

_BLANK: Final = r"(?>\s|/\*.*?\*/)"
_LAYOUT: Final = re.compile(rf'("[^"]*")|;?{_BLANK}*([{{}}>;,]){_BLANK}*|(:){_BLANK}+|{_BLANK}+', re.DOTALL)
_SHEET: Final = r"(?s)\A.*\Z"
_SQUEEZED: Final = "squeezed"
_IMPORT: Final = r'@import "([a-z-]+\.css)";'
_JOINED: Final = "joined"


@lru_cache(maxsize=256)  # the same sheet is asked for in each of Django's passes
def squeezed(sheet: str) -> str:
    """A style sheet without the comments and the white space that lay it out for people: a sixth of its bytes."""
    return _LAYOUT.sub(_part, sheet).strip()


def _part(found: re.Match[str]) -> str:
    return next((part for part in found.groups() if part), " ")


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Static files under names that change with what is in them, so that browsers may keep them for ever.

    Django can rewrite what scripts import, but only in all scripts or none, and those of packages speak of files
    they do not come with; so it is asked to for our own. Our own style sheets lose their layout on the way, and one
    that imports others has them in it: a page asks for few files.
    """

    patterns = (
        ("muster/*.css", ((_IMPORT, _JOINED), (_SHEET, _SQUEEZED))),
        *CompressedManifestStaticFilesStorage.patterns,
        ("muster/*.js", _IMPORTS),
    )

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        """What a match of one of the patterns becomes."""
        if template == _SQUEEZED:
            return lambda whole: squeezed(whole[0])
        if template == _JOINED:
            return lambda found: self._sheet(posixpath.join(posixpath.dirname(name), found[1]))
        converter: Callable[[re.Match[str]], str] = super().url_converter(name, hashed_files, template)
        return converter

    def _sheet(self, name: str) -> str:
        with self.open(name) as file:
            text: str = file.read().decode()
        return text
