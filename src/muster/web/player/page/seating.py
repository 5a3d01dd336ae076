"""What a player's page shows of a table of three or four: who sits there, who has agreed, the form of its report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from muster.app.player.playing import Playing
from muster.app.results.losses import Losses, Note
from muster.app.results.report import terms_of
from muster.app.results.table_report import conceded_as, sent_as
from muster.core.ids import PlayerId, TableSeat
from muster.core.messages import NOTHING, Listing, Message, listing, say, say_n
from muster.core.scoring.reports import PlacingReport
from muster.core.scoring.scored import Problem
from muster.core.standings.values import Table
from muster.core.tournament.acts.final_seats import by_seed, final_table
from muster.rules.scoring import PlacingScoring
from muster.web.player.page.around import Around
from muster.web.player.page.own_table import OwnTableForm, table_form
from muster.web.player.page.shown import Known, SeatShown


@dataclass(frozen=True)
class OwnSeating:
    """A table of three or four; all of it is empty in a match of two.

    Attributes:
        me: the player.
        around: what is around them.
        table: the standings after the last complete round; None before the first.
        decided: what penalties have decided of the match.
    """

    me: Playing
    around: Around
    table: Table | None
    decided: Losses | None

    @cached_property
    def seats(self) -> tuple[SeatShown, ...]:
        """Who sits at their table of three or four, in the order of the seats; nobody in a match of two."""
        match = self.me.match
        return tuple(map(self._seat, match.pairing.players)) if match and self.me.at_table else ()

    def _seat(self, player: PlayerId) -> SeatShown:
        known = self.around.people.get(player) or Known(self.around.name(player))
        match, table = self.me.match, self.table
        at = table.places.get(player) if table else None
        rank = say("rank {rank}", rank=table.shared_ranks[at]) if table and at is not None else NOTHING
        number = match.pairing.seat_of(player) + 1 if match else 0
        return SeatShown(number, known.name, known.pronouns, player == self.me.player, rank)

    @property
    def chooses(self) -> Message:
        """Who chooses a seat, at a final table that nothing is reported of; nothing elsewhere."""
        found = final_table(self.me.state) if self.me.match else None
        if found is None or found[1] is not self.me.match or found[1].status != "open":
            return NOTHING
        first = by_seed(self.me.state, found[1])[0]
        if first == self.me.player:
            return say("You are the best seed at the final table: choose your seat, and tell the organiser.")
        return say(
            "{player} is the best seed at the final table and chooses a seat.", player=self.around.name(first)
        )

    @property
    def asked(self) -> Listing | str:
        """Who of the table has yet to confirm what was reported."""
        return listing(map(self.around.name, self.me.match.asked), "plain") if self.me.match else ""

    @property
    def agreed(self) -> Listing | str:
        """Who of a table of three or four has confirmed it, which others have yet to."""
        match = self.me.match
        if match is None or match.status != "reported":
            return ""
        return listing(
            (self.around.name(one) for one in match.pairing.players if one in match.agreed), "plain"
        )

    def form(self, data: Mapping[str, str], problems: tuple[Problem, ...] = ()) -> OwnTableForm | None:
        """The report of their table; None in a match of two.

        Args:
            data: what is filled in; if nothing, their own report.
            problems: what is wrong with that.
        """
        me = self.me
        if me.round is None or me.match is None or not me.at_table:
            return None
        names = [*map(self.around.name, me.match.pairing.players)]
        terms = terms_of(self.me.state, me.round)
        return table_form(terms, names, me.seat, data or self.own_report or self.known, problems, self.lost)

    @property
    def own_report(self) -> Mapping[str, str]:
        """What they have reported of their table, as its form sends it; nothing where somebody else has."""
        report = self.me.match.report if self.me.match and self.me.reported_by_me else None
        return sent_as(report) if isinstance(report, PlacingReport) else {}

    @property
    def known(self) -> Mapping[str, str]:
        """What is known before anybody reports: who has conceded, in their order."""
        match = self.me.match
        return conceded_as([match.pairing.seat_of(one) for one in self.around.left] if match else ())

    @property
    def has_left(self) -> bool:
        """Whether the player has conceded and left the table to the others."""
        return self.me.own is not None and self.me.player in self.around.left

    @property
    def left(self) -> Note | None:
        """Which others have left it so; None where nobody has."""
        others = [self.around.name(one) for one in self.around.left if one != self.me.player]
        rules = self.me.state.regulations.scoring
        if not others or not isinstance(rules, PlacingScoring):
            return None
        says = say_n(
            "{names} has conceded and left the table; the others play on.",
            "{names} have conceded and left the table; the others play on.",
            len(others),
            names=listing(others),
        )
        return Note(says, rules.conceding.clause)

    @property
    def lost(self) -> tuple[TableSeat, ...]:
        """Who at their table was given the loss."""
        match = self.me.match
        whole = self.decided.whole if self.decided and match else ()
        return tuple(match.pairing.seat_of(loss.player) for loss in whole) if match else ()
