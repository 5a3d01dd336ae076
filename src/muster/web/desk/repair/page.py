"""Changing single pairings of a published round, as its template gets it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from muster.app.rounds.sheets import everybody
from muster.app.rounds.swap_suggestions import Pair
from muster.core.ids import PlayerId
from muster.core.private import LONGEST_REASON
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.web.desk.context import Desk
from muster.web.desk.refused import AfterRefusal
from muster.web.desk.repair.preview import (
    RePairing,
    affected_by_corrections,
    preview_swaps,
    suggested_swaps,
    swaps_text,
)
from muster.web.desk.round.page import by_names
from muster.web.desk.round.swapping import find_player


@dataclass(frozen=True)
class NoRepair(AfterRefusal):
    """No pairings may change.

    Attributes:
        closed: why not.
    """

    template: ClassVar[str] = "desk/repair/page.html"
    closed: Refusal


@dataclass(frozen=True)
class RepairPage(AfterRefusal):
    """Who changes places in the published round: chosen, looked at, and done with a reason.

    Attributes:
        desk: who asks, and the tournament as it stands.
        table: the round as a proposal again, for players to change places in.
        chosen: the exchanges chosen before.
    """

    template: ClassVar[str] = "desk/repair/page.html"
    desk: Desk
    table: State
    chosen: tuple[Pair, ...]
    longest: int = LONGEST_REASON

    @property
    def round_no(self) -> int:
        """The round."""
        return len(self.table.rounds) + 1

    @property
    def mend(self) -> RePairing | None:
        """What the exchanges come to."""
        return self._found if isinstance(self._found, RePairing) and self._found.swaps else None

    @property
    def swaps(self) -> str:
        """The exchanges as the form sends them back."""
        return swaps_text(self.mend.swaps) if self.mend else ""

    @property
    def swap_refusal(self) -> Refusal | None:
        """Why they cannot be made."""
        return self._found if isinstance(self._found, Refusal) else None

    @property
    def offered(self) -> RePairing | None:
        """The exchanges that would mend what corrections made of the round."""
        return self._offered if self._offered and self._offered.swaps else None

    @property
    def offered_swaps(self) -> str:
        """These as the form sends them."""
        return swaps_text(self._offered.swaps) if self._offered else ""

    @property
    def choices(self) -> list[tuple[str, PlayerId]]:
        """The players of the round, by name."""
        return by_names(self.desk, everybody(self.table.proposal.sheet) if self.table.proposal else [])

    @property
    def picked(self) -> PlayerId | None:
        """The player the page was opened for."""
        return None if self.mend else self._picked[0]

    @property
    def unknown(self) -> list[str]:
        """What was typed that is nobody's name."""
        asked = zip(self._asked, self._picked, strict=True)
        return [text for text, player in asked if text and player is None]

    @property
    def reason(self) -> str:
        """The reason as it was typed."""
        return self.typed.get("reason", "")

    @property
    def reason_fault(self) -> bool:
        """Whether a reason is what was missing."""
        return self.refusal is not None and self.refusal.code == "reason-missing"

    @cached_property
    def _asked(self) -> list[str]:
        return [self.desk.request.GET.get(name, "").strip()[:200] for name in ("pick", "with")]

    @cached_property
    def _picked(self) -> list[PlayerId | None]:
        return [find_player(text, self.table, self.desk.names) for text in self._asked]

    @cached_property
    def _found(self) -> RePairing | Refusal:
        one, two = self._picked
        last = ((one, two),) if one and two else ()
        return preview_swaps(self.desk.state, (*self.chosen, *last), self.desk.names)

    @cached_property
    def _offered(self) -> RePairing | None:
        if self.mend:
            return None
        affected = affected_by_corrections(self.desk.state)
        found = suggested_swaps(self.desk.state, affected, self.desk.names)
        return found if isinstance(found, RePairing) else None
