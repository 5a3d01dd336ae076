"""What days by the book share: whose screens showed what, and whether the ledger's duties were among it."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from html import unescape
from typing import Any, Final

from django.http import HttpResponse
from django.urls import Resolver404, resolve

from muster.rules.ledger import Actor, Sentence, ledgers

PLAYERS: Final = 23
SEES: Final[dict[Actor, tuple[str, ...]]] = {
    "organiser": ("organiser", "public"),
    "marshal": ("judge", "organiser"),
    "judge": ("judge",),
    "scorekeeper": ("scorekeeper", "organiser"),
    "player": ("player", "public"),
    "spectator": ("public",),
    "anybody": ("public", "player", "judge", "organiser"),
}
"""On whose screens what binds somebody may stand."""

_CARRIES: Final = re.compile(r'data-carries="([a-z]+:[a-z0-9-]+)"')
_CLAUSE: Final = re.compile(r'(?:id="|#|>)([A-Z]{2,4}(?:-[A-Z]+)+-\d+)["<]')
_LEADS: Final = re.compile(r'(?:href|action)="(/[^"?#]*)')


@dataclass
class Screens:
    """What was on whose screen in the course of a day: what carries sentences, and where pages lead."""

    seen: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def look(self, who: str, answer: Any) -> str:
        """Take a page in; its text."""
        html: str = answer.content.decode() if isinstance(answer, HttpResponse) else answer
        found = self.seen[who]
        found.update(_CARRIES.findall(html))
        found.update(f"text:{clause}" for clause in _CLAUSE.findall(html))
        for way in set(_LEADS.findall(html)):
            try:
                found.add(f"page:{resolve(unescape(way)).view_name}")
            except Resolver404:
                continue
        return html

    def carried(self, one: Sentence) -> bool:
        """Whether a screen of whom the sentence binds had it, or a test proves it."""
        mine = set().union(*(self.seen[who] for who in SEES[one.actor]))
        return any(each.way == "test" or str(each) in mine for each in one.carried)


def missed(regulations: str, screens: Screens) -> str:
    """The duties of a ledger that nobody saw whom they bind, a line each."""
    duties = ledgers()[regulations].of("duty")
    return "\n".join(
        f"{one.actor}: {one.sentence} ({one.carried})" for one in duties if not screens.carried(one)
    )
