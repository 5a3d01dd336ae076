"""Signing off a round as its templates get it: what one signs, and who has signed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from muster.app.floor.signing import (
    LaterChange,
    SignedRound,
    ToSign,
    changes_since,
    matches_to_sign,
    signed_before,
    signed_round,
    to_sign,
)
from muster.app.history.seals import JournalFingerprint, seal_of
from muster.app.results.read import ResultRow, row_of
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Round
from muster.web.desk.context import Desk
from muster.web.page import Page
from muster.web.qr import reachable


@dataclass(frozen=True)
class Signatures:
    """Who signed a round, and what has changed in it since.

    Attributes:
        desk: who asks, and the tournament as it stands.
        round: the round.
    """

    desk: Desk
    round: Round

    @cached_property
    def signed(self) -> SignedRound:
        """The round with its signatures."""
        return signed_round(self.desk.snapshot, self.round)

    @cached_property
    def changes(self) -> Sequence[LaterChange]:
        """What has changed in it since it was signed."""
        return changes_since(self.desk.snapshot, self.signed, self.desk.name, self.desk.words)

    @property
    def may_sign(self) -> bool:
        """Whether who asks may sign it and has not."""
        mine = {f"account:{one.account}" for one in self.signed.holding}
        return self.desk.actor.may("rule") and self.round.complete and self.desk.actor.who not in mine


@dataclass(frozen=True)
class SignedPart(Page):
    """Who signed a round, as a part of the page of its results that is open.

    Attributes:
        round: the round.
    """

    template: ClassVar[str] = "desk/results/signed.html"
    round: Round


@dataclass(frozen=True)
class SignOffPage(Page):
    """What one signs by signing off a round.

    Attributes:
        desk: who asks, and the tournament as it stands.
        round: the round.
        back: where one comes from.
        refused: why it was not signed off.
    """

    template: ClassVar[str] = "desk/results/sign.html"
    desk: Desk
    round: Round
    back: str
    refused: Refusal | None

    @property
    def asked(self) -> ToSign | None:
        """What one signs, if one may."""
        return None if isinstance(self._asked, Refusal) else self._asked

    @property
    def refusal(self) -> Refusal | None:
        """Why one may not sign, or did not."""
        return self.refused or (self._asked if isinstance(self._asked, Refusal) else None)

    @property
    def rows(self) -> list[ResultRow]:
        """The results that are signed."""
        return [row_of(self.desk.state, one, self.desk.name) for one in matches_to_sign(self.round)]

    @property
    def signed(self) -> SignedRound:
        """Who has signed it."""
        return self._signatures.signed

    @property
    def changes(self) -> Sequence[LaterChange]:
        """What has changed in it since."""
        return self._signatures.changes

    @cached_property
    def _asked(self) -> ToSign | Refusal:
        found = to_sign(self.desk.snapshot, self.desk.actor, self.round.number)
        signed = not isinstance(found, Refusal) and found.signed
        return signed_before(self.round.number) if signed else found

    @cached_property
    def _signatures(self) -> Signatures:
        return Signatures(self.desk, self.round)


def printed_seal(desk: Desk) -> JournalFingerprint | None:
    """The seal as it is printed: with the address at which everybody can check it, once the event is public."""
    address = reachable(desk.request, desk.url("public:verify")) if desk.event.listed else ""
    return seal_of(desk.snapshot, address)
