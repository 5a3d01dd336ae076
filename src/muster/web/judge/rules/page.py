"""RulesFound to be looked up, as their template gets them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from muster.core.messages import Message, say
from muster.rules.ledger import Moment
from muster.web.judge.seats import ShownClause, Topic
from muster.web.page import Page
from muster.web.player.page.setting_up import StepLine
from muster.web.sentences import Chapter

MOMENTS: Final[dict[str, Message]] = {
    "": say("any moment"),
    "before": say("before the first round"),
    "setup": say("setting up"),
    "table": say("at the table"),
    "end": say("how the game ends"),
    "round": say("between rounds and in the cut"),
    "after": say("after the event"),
    "rest": say("everything else"),
}
"""When a rule is asked for."""

SENTENCES: Final[dict[str, tuple[Moment, ...]]] = {
    "before": ("before event", "registration", "check-in", "before round"),
    "setup": ("set-up",),
    "table": ("during match",),
    "end": ("at time", "end of match"),
    "round": ("end of round", "cut"),
    "after": ("after event",),
    "rest": ("always",),
}
"""The moments of single sentences that belong to each."""


@dataclass(frozen=True)
class RulesFound(Page):
    """Steps of setting up and clauses.

    Attributes:
        query: the words looked for.
        moment: one of `MOMENTS`.
        steps: the steps of setting up that fit.
        topics: the clauses that fit, by moment.
        chapters: the single sentences that fit, once a word or a moment is looked for.
        terrain: whether the regulations have terrain that can be checked.
    """

    template: ClassVar[str] = "judge/rules/rules.html"
    query: str
    moment: str
    steps: Sequence[StepLine]
    topics: Sequence[Topic]
    chapters: Sequence[Chapter]
    terrain: bool

    @property
    def moments(self) -> list[tuple[str, Message]]:
        """The moments to choose from."""
        return list(MOMENTS.items())

    @property
    def titled(self) -> list[tuple[Message, tuple[ShownClause, ...]]]:
        """The clauses under what their moment is called."""
        return [(MOMENTS[topic.about], topic.rules) for topic in self.topics]
