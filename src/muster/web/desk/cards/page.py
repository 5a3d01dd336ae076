"""The cards of a round as the page on which others are recorded gets them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _

from muster.app.rounds.cards import cards_of, consequences, found_by
from muster.core.draws import LINKS
from muster.core.ids import RoundNo
from muster.core.messages import Message
from muster.core.pairing.round_draws import (
    FACES,
    LONGEST_CARD,
    RoundCardNames,
    RoundCards,
    faces_of,
    known_cards,
)
from muster.core.private import LONGEST_REASON
from muster.core.tournament.drawing import RoundDeck, deck_of
from muster.web.desk.context import Desk
from muster.web.desk.refused import AfterRefusal


@dataclass(frozen=True, slots=True)
class Faces:
    """A card with the faces of a die that stand for it."""

    card: str
    first: int
    last: int

    @property
    def single(self) -> bool:
        """Whether it is one face alone."""
        return self.first == self.last


@dataclass(frozen=True, slots=True)
class CardField:
    """What is asked for one kind of card.

    Attributes:
        name: the field's name in the form.
        label: which kind of card.
        cards: the cards there are to choose from.
        value: what was typed, else the card the round has now.
    """

    name: str
    label: str
    cards: tuple[str, ...]
    value: str

    @property
    def faces(self) -> tuple[Faces, ...]:
        """Which faces of a die stand for which card; nothing where there are more cards than faces."""
        return tuple(Faces(*each) for each in faces_of(self.cards))


@dataclass(frozen=True)
class CardsPage(AfterRefusal):
    """The cards of a round, and the forms that record others.

    Attributes:
        desk: who asks, and the tournament as it stands.
        number: which round.
    """

    template: ClassVar[str] = "desk/cards/cards.html"
    desk: Desk
    number: RoundNo

    @cached_property
    def cards(self) -> RoundCards | None:
        """The cards it has now."""
        return cards_of(self.desk.state, self.number)

    @property
    def found(self) -> Message:
        """How they were found."""
        return found_by(self.desk.state, self.number)

    @property
    def consequences(self) -> tuple[Message, ...]:
        """What recording others changes."""
        return tuple(consequences(self.desk.state, self.number))

    @property
    def published(self) -> bool:
        """Whether the round is published."""
        return self.number <= len(self.desk.state.rounds)

    @property
    def begun(self) -> bool:
        """Whether play in it has begun: then a reason is asked for."""
        return self.published and self.desk.state.rounds[self.number - 1].begun

    @cached_property
    def deck(self) -> RoundDeck | None:
        """What it is drawn from by hand; None while it is neither on the table nor published, and without a season."""
        proposal = self.desk.state.proposal
        here = self.published or (proposal is not None and proposal.round_no == self.number)
        return deck_of(self.desk.state, self.number) if here else None

    @property
    def drawn(self) -> tuple[CardField, ...]:
        """A field for each kind drawn by hand: the cards left in the deck; all of the season once play has begun."""
        if self.deck is None:
            return ()
        return self._fields(
            "deployment", "objective", self.deck.legal if self.begun else self.deck.left, self.cards
        )

    @property
    def rolled(self) -> tuple[CardField, ...]:
        """A field for each kind of card that a die decides; nothing where there are more cards than faces."""
        fields = self._fields("first", "second", self.deck.left) if self.deck else ()
        return fields if all(field.faces for field in fields) else ()

    @property
    def outline(self) -> tuple[CardField, ...]:
        """A field for each kind of card with every card of any season, where the outline names cards."""
        draws = self.desk.state.regulations.round_draws
        return self._fields("deployment", "objective", known_cards(draws)) if draws else ()

    def _fields(
        self, deployment: str, objective: str, cards: RoundCardNames, now: RoundCards | None = None
    ) -> tuple[CardField, ...]:
        chosen = (now.deployment, now.objective) if now and not self.typed else ("", "")
        of = self.typed.get
        return (
            CardField(deployment, _("Deployment"), cards.deployments, of(deployment, chosen[0])),
            CardField(objective, _("Objective"), cards.objectives, of(objective, chosen[1])),
        )

    @property
    def faces(self) -> range:
        """The faces of a die."""
        return range(1, FACES + 1)

    @property
    def others(self) -> list[int]:
        """The rounds whose cards can be looked at from here: all that are planned and the one that comes next."""
        state = self.desk.state
        planned = state.plan.rounds if state.plan else 0
        return list(range(1, min(LINKS, max(planned, len(state.rounds) + 1)) + 1))

    @property
    def longest(self) -> int:
        """Characters of a card's name."""
        return LONGEST_CARD

    @property
    def longest_reason(self) -> int:
        """Characters of a reason."""
        return LONGEST_REASON
