"""Published events recomputed: every published value against the formulas, by the engine's own standings.

Which formulas apply follows from what an event publishes. Every value that differs must be one the event
lists as a deviation, and every deviation listed must be found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from operator import itemgetter
from typing import Final, Literal

from muster.core.ids import PlayerId, RoundNo
from muster.core.outcomes import RoundKind, RoundRecord, SideOutcome, Verdict
from muster.core.points import decimal_text
from muster.core.standings import Row, Table, Worth, standings
from muster.exchange.events import EventFormat, EventMatch, Published, PublishedEvent, PublishedField
from muster.rules.load import load
from muster.rules.schema import Standings, Tiebreaker
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import Variants

Compare = Callable[[str, Fraction], bool]
"""Whether a printed value is this exact one, as closely as its source prints."""

UNLIMITED: Final = "unlimited-1.3"


def within(tolerance: Fraction) -> Compare:
    """Agrees if it is no further away than this."""
    return lambda printed, exact: abs(Fraction(printed) - exact) <= tolerance


def rounded(places: int) -> Compare:
    """Agrees if it is the exact value rounded half up; zeros at the end may be missing."""
    return lambda printed, exact: Fraction(printed) == Fraction(decimal_text(exact, places))


@dataclass(frozen=True, slots=True)
class Formula:
    """A published field.

    Attributes:
        field: its name.
        tiebreaker: what it should be.
        agrees: how closely it is printed.
        alone: the same for players who met nobody.
        absent: whether players who never took part are compared too.
    """

    field: PublishedField
    tiebreaker: TiebreakerId
    agrees: Compare
    alone: Compare
    absent: bool = True


ProfileId = Literal["rates", "order-by-rates", "margin", "schedule"]


@dataclass(frozen=True, slots=True)
class Profile:
    """The formulas of one kind of source.

    Attributes:
        id: what they are called in reports.
        rules: the criteria of the order.
        formulas: the fields to compare besides the points.
        rank: the published rank is the final place, so those who played the elimination are left out; or it
            is the rank after Swiss by the formulas, or by the values as they were published.
    """

    id: ProfileId
    rules: Standings
    formulas: tuple[Formula, ...]
    rank: Literal["final", "swiss", "swiss-as-published"]


_SEVEN: Final = within(Fraction(1, 10**7))
_FOUR: Final = rounded(4)
"""Without an opponent the rates are the bare floor, which the source prints as `0.3333`."""

_RATES: Final = (
    Formula("omw", "opponents-match-wins", _SEVEN, _FOUR, absent=False),
    Formula("pgw", "game-wins", _SEVEN, _SEVEN, absent=False),
    Formula("ogw", "opponents-game-wins", _SEVEN, _FOUR, absent=False),
)


def _rules(*tiebreakers: tuple[TiebreakerId, str]) -> Standings:
    cited = tuple(
        Tiebreaker(clause="PUB-FORMULA", id=identity, name=name, short=name) for identity, name in tiebreakers
    )
    return Standings(
        clause="PUB-FORMULA", points_name="match points", tiebreakers=cited, random_clause="PUB-FORMULA"
    )


@cache
def _with_rates(identity: ProfileId) -> Profile:
    return Profile(identity, load(UNLIMITED).standings, _RATES, "final")


def _exactly(field: PublishedField, tiebreaker: TiebreakerId, agrees: Compare) -> Formula:
    return Formula(field, tiebreaker, agrees, agrees)


_MARGIN: Final = Profile(
    "margin",
    _rules(("margin", "MoV"), ("strength-of-schedule", "SoS")),
    (_exactly("mov", "margin", rounded(0)), _exactly("sos", "strength-of-schedule", rounded(2))),
    "swiss-as-published",
)
_SCHEDULE: Final = Profile(
    "schedule",
    _rules(("strength-of-schedule", "SoS"), ("extended-strength-of-schedule", "Extended SoS")),
    (
        _exactly("sos", "strength-of-schedule", within(Fraction(1, 10**27))),
        # The source rounds each opponent's value before it takes their mean.
        _exactly("ext_sos", "extended-strength-of-schedule", within(Fraction(1, 10**14))),
    ),
    "swiss",
)


def profile_of(event: PublishedEvent) -> Profile:
    """The formulas of the event.

    With a margin in its format it is scored by margin and schedule; else, if it publishes a strength of
    schedule, by schedule alone; else by Unlimited's rates, which it may publish or only rank by.
    """
    if event.format.margin is not None:
        return _MARGIN
    if any(row.sos is not None for row in event.standings):
        return _SCHEDULE
    rates = any(row.omw is not None for row in event.standings)
    return _with_rates("rates" if rates else "order-by-rates")


@dataclass(frozen=True, slots=True)
class Difference:
    """A published value that the formulas do not give.

    Attributes:
        players: whose value; for `rank` two neighbours of the published order, whom the formulas put the
            other way round.
        field: which value.
        published: as printed.
        computed: what the formulas give.
    """

    players: tuple[str, ...]
    field: PublishedField
    published: str
    computed: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many published values of a field agree, of how many compared."""

    field: PublishedField
    agree: int
    total: int


@dataclass(frozen=True, slots=True)
class Recomputed:
    """An event's published values against the formulas.

    Attributes:
        event: its name.
        agreements: per published field.
        listed: differences the event lists as deviations.
        unlisted: differences nobody listed.
        not_found: deviations listed where the values agree after all, as `(field, players)`.
    """

    event: str
    agreements: tuple[Agreement, ...]
    listed: tuple[Difference, ...]
    unlisted: tuple[Difference, ...]
    not_found: tuple[tuple[str, tuple[str, ...]], ...]


def numbers(event: PublishedEvent) -> dict[str, PlayerId]:
    """The engine's number of every player: the place in the list of players, from 1."""
    return {name: PlayerId(number) for number, name in enumerate(event.players, 1)}


def records(event: PublishedEvent) -> dict[PlayerId, list[RoundRecord]]:
    """The Swiss rounds of every player; a pairing without a reported result is no round."""
    known = numbers(event)
    found: dict[PlayerId, list[RoundRecord]] = {player: [] for player in known.values()}
    for this in event.rounds:
        if this.stage == "swiss":
            for match in this.matches:
                for record in _records(match, event.format, RoundNo(this.no), known):
                    found[record[0]].append(record[1])
    return found


def _records(
    match: EventMatch, form: EventFormat, round_no: RoundNo, known: Mapping[str, PlayerId]
) -> list[tuple[PlayerId, RoundRecord]]:
    first = known[match.players[0]]
    if len(match.players) == 1:
        kind: RoundKind = "bye" if match.bye else "loss"
        return [(first, RoundRecord(round_no, kind, _alone(form, bye=kind == "bye")))]
    second = known[match.players[1]]
    if match.unreported:
        return []
    sides = _by_scores(match, form) if match.scores else _by_games(match, form)
    return [
        (first, RoundRecord(round_no, "match", sides[0], (second,))),
        (second, RoundRecord(round_no, "match", sides[1], (first,))),
    ]


def _alone(form: EventFormat, *, bye: bool) -> SideOutcome:
    if not bye:
        return SideOutcome("loss", form.points.loss)
    margin = form.margin.bye if form.margin else 0
    return SideOutcome("win", form.points.bye, margin, games=(2 if form.best_of == 3 else 1, 0, 0))


def _by_games(match: EventMatch, form: EventFormat) -> tuple[SideOutcome, SideOutcome]:
    won, lost, drawn = match.games or (0, 0, 0)
    mine: Verdict = "draw" if won == lost else "win" if won > lost else "loss"
    theirs: Verdict = "draw" if won == lost else "loss" if won > lost else "win"
    return (
        SideOutcome(mine, _points(form, mine), games=(won, lost, drawn)),
        SideOutcome(theirs, _points(form, theirs), games=(lost, won, drawn)),
    )


def _by_scores(match: EventMatch, form: EventFormat) -> tuple[SideOutcome, SideOutcome]:
    first, second = match.scores or (0, 0)
    even = form.margin.even if form.margin else 0
    mine: Verdict = "win" if match.winner == match.players[0] else "loss"
    theirs: Verdict = "loss" if mine == "win" else "win"
    return (
        SideOutcome(mine, _points(form, mine), even + first - second),
        SideOutcome(theirs, _points(form, theirs), even + second - first),
    )


def _points(form: EventFormat, verdict: Verdict) -> int:
    return {"win": form.points.win, "draw": form.points.draw, "loss": form.points.loss}[verdict]


@dataclass(frozen=True, slots=True)
class Swiss:
    """An event's Swiss rounds as the engine sees them.

    Attributes:
        event: the event.
        profile: its formulas.
        numbers: the engine's number of every player.
        records: every player's rounds.
        table: the standings after Swiss.
    """

    event: PublishedEvent
    profile: Profile
    numbers: Mapping[str, PlayerId]
    records: Mapping[PlayerId, Sequence[RoundRecord]]
    table: Table

    def row(self, name: str) -> Row:
        """The player's line."""
        return self.table.row(self.numbers[name])

    def rounds_of(self, name: str) -> Sequence[RoundRecord]:
        """The player's rounds."""
        return self.records[self.numbers[name]]


def swiss(event: PublishedEvent) -> Swiss:
    """Run the event's Swiss rounds through the engine's standings."""
    rounds = sum(this.stage == "swiss" for this in event.rounds)
    worth = Worth(win=event.format.points.win, draw=event.format.points.draw)
    own, profile = records(event), profile_of(event)
    table = standings(own, profile.rules, Variants(), rounds_completed=rounds, worth=worth)
    return Swiss(event, profile, numbers(event), own, table)


def recompute(event: PublishedEvent) -> Recomputed:
    """Compare every published value of the event with the formulas."""
    case = swiss(event)
    compared = [_compare_points(case), *(_compare_values(case, formula) for formula in case.profile.formulas)]
    compared.append(_compare_order(case))
    differences = [difference for _, found in compared for difference in found]
    listed = {(deviation.field, deviation.players) for deviation in event.deviations}
    seen = {(difference.field, difference.players) for difference in differences}
    return Recomputed(
        event=event.event,
        agreements=tuple(agreement for agreement, _ in compared if agreement.total),
        listed=tuple(found for found in differences if (found.field, found.players) in listed),
        unlisted=tuple(found for found in differences if (found.field, found.players) not in listed),
        not_found=tuple(sorted(listed - seen)),
    )


_Compared = tuple[Agreement, list[Difference]]


def _compare_points(case: Swiss) -> _Compared:
    rows = [(row, case.row(row.player).points) for row in case.event.standings if row.points is not None]
    differences = [
        Difference((row.player,), "points", str(row.points), str(own))
        for row, own in rows
        if row.points != own
    ]
    return Agreement("points", len(rows) - len(differences), len(rows)), differences


def _compare_values(case: Swiss, formula: Formula) -> _Compared:
    column = [column.id for column in case.table.columns].index(formula.tiebreaker)
    total, differences = 0, []
    for row in case.event.standings:
        printed, rounds = getattr(row, formula.field), case.rounds_of(row.player)
        if printed is None or not (rounds or formula.absent):
            continue
        total += 1
        exact = case.row(row.player).values[column]
        met = any(bool(record.opponents) for record in rounds)
        if not (formula.agrees if met else formula.alone)(str(printed), exact):
            name = (row.player,)
            differences.append(Difference(name, formula.field, str(printed), decimal_text(exact, 9)))
    return Agreement(formula.field, total - len(differences), total), differences


def _compare_order(case: Swiss) -> _Compared:
    """Neighbours in the published order, who must not stand the other way round by the formulas."""
    left_out = eliminated(case.event) if case.profile.rank == "final" else frozenset()
    ranked = [(row.rank, row) for row in case.event.standings if row.rank is not None]
    pairs = list(
        pairwise([row for _, row in sorted(ranked, key=itemgetter(0)) if row.player not in left_out])
    )
    differences = [
        Difference((above.player, below.player), "rank", f"{above.rank}, {below.rank}", "the other way round")
        for above, below in pairs
        if _line(case, above) < _line(case, below)
    ]
    return Agreement("rank", len(pairs) - len(differences), len(pairs)), differences


def eliminated(event: PublishedEvent) -> frozenset[str]:
    """Everybody who was paired in the elimination."""
    rounds = [this for this in event.rounds if this.stage == "elimination"]
    return frozenset(name for this in rounds for match in this.matches for name in match.players)


def _line(case: Swiss, row: Published) -> list[Fraction]:
    if case.profile.rank == "swiss-as-published":
        printed = (getattr(row, formula.field) for formula in case.profile.formulas)
        return [Fraction(row.points or 0), *(Fraction(value or 0) for value in printed)]
    own = case.row(row.player)
    return [Fraction(own.points), *own.values]
