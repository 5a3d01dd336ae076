"""Results, plans and facts in the words that every page and every terminal uses for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, assert_never
from unicodedata import bidirectional

from muster.core.bracket.cut import CutKind
from muster.core.ids import Naming, PlayerId, RoundNo, Seat, TableNo
from muster.core.messages import (
    NOTHING,
    Item,
    Listing,
    Message,
    listing,
    of_rules,
    paragraph,
    say,
    say_in,
    say_n,
    verbatim,
)
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.private import Seal
from muster.core.scoring.margin import MarginGame
from muster.core.scoring.reports import MarginReport, PlacingReport, Report, ShareReport
from muster.core.scoring.scored import own_first
from muster.core.standings.values import Table
from muster.core.tournament import facts
from muster.core.tournament.acts.base import Fact
from muster.core.tournament.journal import Entry
from muster.core.tournament.queries import PAIR
from muster.core.tournament.state import Match, MatchStatus, Plan, Sheet, State
from muster.core.written import score
from muster.exchange.course_words import rounds_words
from muster.exchange.elimination_words import with_elimination
from muster.rules.scoring import MarginScoring

_STATUS: Final[Mapping[MatchStatus, Message]] = {
    "open": say_in("a match", "open"),
    "reported": say_in("a match", "reported"),
    "disputed": say_in("a match", "disputed"),
}


def isolated(name: str) -> str:
    """A name as it stands in a sentence: one written from right to left does not turn what is around it."""
    turns = not name.isascii() and any(bidirectional(char) in ("R", "AL") for char in name)
    return f"\u2068{name}\u2069" if turns else name


def points_heading(table: Table) -> str:
    """The short heading of the points column."""
    return str(next(column.short for column in table.criteria if column.id == "points"))


def match_words(match: Match, seat: Seat = 0, *, state: State | None = None) -> Message:
    """How a match stands, in a word or two; the figures of the player in this seat first.

    With the tournament its end is called what the regulations call it, without it what one types for it.
    """
    words: list[Item] = [_STATUS[match.status]] if match.status != "confirmed" else []
    if match.report is not None:
        words.append(ending_words(state, match.report, seat) if state else score_words(match.report, seat))
    elif match.outcome is not None:
        words.append(say("awarded"))
    if match.pairing.rematch:
        words.append(say("rematch"))
    if match.corrections:
        words.append(say("corrected"))
    return say_in("how a match stands", "{words}", words=listing(words, "plain")) if words else NOTHING


def score_words(report: Report, seat: Seat = 0) -> str:
    """How a match ended and its main figures, as they are typed: `time 177-49`."""
    shown = _of_seat(_figures(report), seat)
    return f"{report.end} {'-'.join(map(str, shown))}" if any(shown) else report.end


def ending_words(state: State, report: Report, seat: Seat = 0) -> Message:
    """The same as the regulations call it: `Six rounds 5-1`; a force destroyed to the last with what it counts for."""
    ends = state.regulations.ends if state.setup else ()
    end = of_rules(next((end.name for end in ends if end.id == report.end), report.end))
    shown = _of_seat(counted_figures(state, report), seat)
    return say_in("how a match ended", "{end} {score}", end=end, score=score(*shown)) if any(shown) else end


def place_words(outcome: Outcome, side: SideOutcome) -> Message:
    """Where somebody came at a table of three or four."""
    sharing = sum(one.place == side.place for one in outcome.sides)
    if side.place is None:
        return NOTHING
    if sharing == 1:
        return say("place {place}", place=side.place)
    return say("places {first} to {last}", first=side.place, last=side.place + sharing - 1)


def counted_figures(state: State, report: Report) -> tuple[int, ...]:
    """The figures of a report as they count, by seat: scores, victory tokens, games won, or what is left."""
    rules = state.regulations.scoring if state.setup else None
    if isinstance(report, MarginReport) and isinstance(rules, MarginScoring):
        return MarginGame(report, rules, state.regulations, state.variants).scores
    return _figures(report)


def _of_seat(figures: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    """A player's own figure first; at a table of more than two they stay in the order of the seats."""
    return own_first(seat, figures) if len(figures) == PAIR else figures


def _figures(report: Report) -> tuple[int, ...]:
    if isinstance(report, PlacingReport):
        return report.left
    if isinstance(report, MarginReport):
        one, two = report.scores
        return one.destroyed + one.objective, two.destroyed + two.objective
    if isinstance(report, ShareReport):
        return report.tokens
    return report.games.count(0), report.games.count(1)


def plan_words(plan: Plan) -> Message:
    """The announced plan in words."""
    if not plan.rounds and plan.elimination != "single":
        return say_n(
            "{count} player, double elimination only",
            "{count} players, double elimination only",
            plan.attendance,
        )
    if not plan.rounds:
        return say_n("{count} player, elimination only", "{count} players, elimination only", plan.attendance)
    return say_in(
        "a plan",
        "{players}, {rounds}, {cut}",
        players=say_n("{count} player", "{count} players", plan.attendance),
        rounds=rounds_words(plan.course, plan.rounds),
        cut=with_elimination(cut_words(plan.cut_kind, plan.cut), plan.elimination),
    )


def cut_words(kind: CutKind, cut: int) -> Message:
    """A cut in words."""
    match kind:
        case "top":
            return say("cut to {cut}", cut=cut) if cut else say("no cut")
        case "top-with-ties":
            return say("cut to {cut} and everybody equal to the last of them", cut=cut)
        case "at-least-points":
            return say_n(
                "everybody with {count} point or more goes on",
                "everybody with {count} points or more goes on",
                cut,
            )
        case "at-most-losses":
            return say_n(
                "everybody with {count} loss or fewer goes on",
                "everybody with {count} losses or fewer goes on",
                cut,
            )
        case "best-of-groups":
            return say_n("the winner of each group goes on", "the best {count} of each group go on", cut)
        case _:
            assert_never(kind)


NOBODY: Final[Mapping[str, str]] = {}
"""The words of no reason: for a reader who is not to read what another typed."""


_STEPS: Final = (facts.RoundVoided, facts.RoundProposed, facts.PlayersSwapped, facts.RoundPublished)
"""The facts of which a round published again in one act is made."""

MOST: Final = 6
"""Tables named one by one; more are counted."""


class Teller:
    """Describes facts of one tournament, now, naming players like this.

    `words` has by digest the words of reasons that the reader may read; of others it is only said that there is
    a reason, of those that are empty that they were erased.
    """

    def __init__(
        self, state: State, entries: Sequence[Entry], name: Naming, words: Mapping[str, str] = NOBODY
    ) -> None:
        self.state, self.entries, self._words = state, entries, words
        self._name = name

    def describe(self, fact: Fact) -> Message:
        """A sentence about the fact."""
        return fact.describe(self)

    def tell(self, fact: Fact) -> str:
        """The sentence in the reader's language."""
        return str(self.describe(fact))

    def told(self, first: int, last: int, *, most: int | None = None) -> Message:
        """The facts from number `first` to `last`, a sentence each: all, or the first `most` and how many more."""
        rest, anew = self.summed_up(first, last)
        told = paragraph(*(self.describe(entry.fact) for entry in rest[:most]), *anew)
        more = len(rest) - (len(rest) if most is None else most)
        return told if more < 1 else say("{told} And {more} more.", told=told, more=more)

    def summed_up(self, first: int, last: int) -> tuple[Sequence[Entry], tuple[Message, ...]]:
        """The facts of an act to be told one by one; and a sentence for the others, a round published anew."""
        act = self.entries[first - 1 : last]
        voided = next((entry.fact for entry in act if isinstance(entry.fact, facts.RoundVoided)), None)
        published = next((entry.fact for entry in act if isinstance(entry.fact, facts.RoundPublished)), None)
        if voided is None or published is None or voided.round_no != published.round_no:
            return act, ()
        before = _published(self.entries[: first - 1], published)
        if before is None:
            return act, ()
        reason = voided.why(self)
        number, changed = published.round_no, _changed(before, published.sheet)
        says = (
            say(
                "Round {number} is published again ({reason}): {changed}.",
                number=number,
                reason=reason,
                changed=changed,
            )
            if reason
            else say("Round {number} is published again: {changed}.", number=number, changed=changed)
        )
        return [entry for entry in act if not isinstance(entry.fact, _STEPS)], (says,)

    def name(self, player: PlayerId) -> str:
        """The player's name as it stands in a sentence."""
        return isolated(self._name(player))

    def names(self, players: Iterable[PlayerId]) -> Listing:
        """Several names."""
        return listing(map(self.name, players), "plain")

    def words(self, seal: Seal) -> Message:
        """What was typed, as far as the reader may know; nothing where nothing was."""
        if not seal:
            return NOTHING
        if not seal.digest:
            return verbatim(seal)
        text = self._words.get(seal.digest)
        if text is None:
            return say("its reason is with the staff")
        return verbatim(text) if text else say("its reason was erased")

    def earlier(self, seq: int) -> Message:
        """The description of the fact of this number."""
        return self.describe(self.entries[seq - 1].fact)

    def plan(self, plan: Plan) -> Message:
        """An announced plan."""
        return plan_words(plan)

    def cut(self, kind: CutKind, cut: int) -> Message:
        """A cut."""
        return cut_words(kind, cut)

    def paired(self, round_no: RoundNo, table: TableNo) -> tuple[PlayerId, ...] | None:
        """Who sits at a table of a round; None if nobody does any more."""
        rounds = self.state.rounds
        match = rounds[round_no - 1].matches.get(table) if round_no <= len(rounds) else None
        return match.pairing.players if match else None

    def match(
        self, round_no: RoundNo, table: TableNo, outcome: Outcome, report: Report | None = None
    ) -> Message:
        """How a match ended and what it was worth."""
        players = self.paired(round_no, table)
        ended = ending_words(self.state, report) if report else NOTHING
        if players is None:
            if not ended:
                return say("Table {table}.", table=table)
            return say("Table {table} ({ended}).", table=table, ended=ended)
        sides = self.sides(players, outcome)
        if not ended:
            return say("Table {table}: {sides}.", table=table, sides=sides)
        return say("Table {table} ({ended}): {sides}.", table=table, ended=ended, sides=sides)

    def sides(self, players: Iterable[PlayerId], outcome: Outcome) -> Listing:
        """What a match was worth to everybody."""
        return listing(
            (
                say("{player} {points}", player=self.name(player), points=side.points)
                for player, side in zip(players, outcome.sides, strict=True)
            ),
            "plain",
        )


AT_TABLE: Final = (facts.ResultReported, facts.ResultConfirmed, facts.ResultDisputed)
"""The facts about the result of one table of the running round."""


class BesideTable(Teller):
    """Describes results where the number of their table stands beside the words."""

    def describe(self, fact: Fact) -> Message:
        """What became of the result."""
        match fact:
            case facts.ResultConfirmed():
                return say_in("a result", "Confirmed")
            case facts.ResultDisputed():
                return say("Disputed by {player}", player=self.name(fact.by))
            case facts.ResultReported() if players := self.paired(fact.round_no, fact.table):
                ended = ending_words(self.state, fact.report)
                return say("{sides} ({ended})", sides=self.sides(players, fact.outcome), ended=ended)
        return super().describe(fact)


def _published(entries: Sequence[Entry], anew: facts.RoundPublished) -> Sheet | None:
    """The sheet of the round as it was published before."""
    for entry in reversed(entries):
        if isinstance(entry.fact, facts.RoundPublished) and entry.fact.round_no == anew.round_no:
            return entry.fact.sheet
    return None


def _changed(before: Sheet, after: Sheet) -> Message:
    """The tables with another pairing than before, and the bye, in words."""
    old = {one.table: {*one.players} for one in before.pairings}
    tables = [str(one.table) for one in after.pairings if old.get(one.table) != {*one.players}]
    words = []
    if len(tables) > MOST:
        words.append(say_n("{count} table", "{count} tables", len(tables)))
    elif tables:
        words.append(say_n("table {tables}", "tables {tables}", len(tables), tables=listing(tables, "plain")))
    if {bye.player for bye in before.byes} != {bye.player for bye in after.byes}:
        words.append(say("the bye"))
    if not words:
        return say("every table was kept")
    return say("{what} changed", what=listing(words))
