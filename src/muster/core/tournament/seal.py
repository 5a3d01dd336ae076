"""The digest of a round's results: what somebody signs, and by which everybody sees whether it is still so."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from muster.core.ids import TableSeat
from muster.core.outcomes import SideOutcome
from muster.core.scoring.reports import GamesReport, MarginReport, PairReport, PlacingReport, Report
from muster.core.tournament import queries
from muster.core.tournament.state import Match, Round, State


def results_digest(state: State, round_no: int) -> str:
    """SHA-256 of `results_text`: another one after any correction, other result, bye, loss or pairing.

    Raises:
        LookupError: there is no such round.
    """
    return sha256(results_text(state, round_no).encode()).hexdigest()


def results_text(state: State, round_no: int) -> str:
    """The results of a round as text, in lines of fields parted by `|`.

    The first line is `muster-results|1|` and the number of the round. The others are sorted as text, and between
    lines stands one line feed:

    - `match|TABLE|FIRST|SECOND|END|SCORE|DECIDING|WINNER|BY|SIDE|SIDE|CORRECTIONS`: players by entry number; how it
      ended (`awarded` where nobody reported it, `open` without a result); the score; the seats (1 or 2) of whoever
      had the deciding part, won a roll, conceded; what it gave each of the two; how often it was corrected.
    - `bye|PLAYER|SIDE` and `loss|PLAYER|SIDE`: whoever had no opponent.

    A side is `VERDICT:POINTS:MARGIN:SHARE:WON-LOST-DRAWN`, with the share as a fraction, `average`, or empty. A score
    is `DESTROYED+OBJECTIVE:DESTROYED+OBJECTIVE`, or `TOKENS:TOKENS:SCORE:SCORE` (then `:agreed`), or the winners of
    the games in order (1, 2, or 0 if drawn), `u` for one cut off, and `:HP:HP`.

    At tables of three and four every player and every side is a field of its own, and the score is what each has left,
    `+`-joined; then, parted by `:`, the seats of those who conceded, never came, were given the loss, and the places
    written by hand, each `+`-joined. A side then ends in `:PLACE`. The fields are named one by one, so
    that a field that reports may have one day changes no digest of today.

    Raises:
        LookupError: there is no such round.
    """
    if not 1 <= round_no <= len(state.rounds):
        raise LookupError(f"there is no round {round_no}")
    round_ = state.rounds[round_no - 1]
    lines = (*map(_match, round_.matches.values()), *_alone(state, round_))
    return "\n".join((f"muster-results|1|{round_no}", *sorted(lines)))


def _match(match: Match) -> str:
    sides = match.outcome.sides if match.outcome else None
    players = match.pairing.players
    fields = (
        "match",
        str(match.pairing.table),
        *map(str, players),
        *_reported(match.report, "awarded" if sides else "open"),
        *(map(_side, sides) if sides else ("",) * len(players)),
        str(match.corrections),
    )
    return "|".join(fields)


def _reported(report: Report | None, without: str) -> tuple[str, ...]:
    if report is None:
        return (without, "", "", "", "")
    if isinstance(report, PlacingReport):
        return (report.end, _left(report), "", "", "")
    seats = (report.deciding, report.winner, report.by)
    return (report.end, _score(report), *map(_seat, seats))


def _left(report: PlacingReport) -> str:
    seats = (map(_seat, out) for out in (report.conceded, report.absent, report.lost))
    places = map(str, report.places or ())
    return ":".join("+".join(one) for one in (map(str, report.left), *seats, places))


def _score(report: PairReport) -> str:
    if isinstance(report, MarginReport):
        return ":".join(f"{tally.destroyed}+{tally.objective}" for tally in report.scores)
    if isinstance(report, GamesReport):
        games = "".join("0" if winner is None else _seat(winner) for winner in report.games)
        hp = "".join(f":{left}" for left in report.base_hp or ())
        return f"{games}{'u' if report.unfinished else ''}{hp}"
    agreed = ":agreed" if report.agreed_to_score else ""
    return ":".join(map(str, (*report.tokens, *report.scores))) + agreed


def _seat(seat: TableSeat | None) -> str:
    return "" if seat is None else str(seat + 1)


def _side(side: SideOutcome) -> str:
    share = "average" if side.averaged else "" if side.share is None else str(side.share)
    place = "" if side.place is None else f":{side.place}"
    return f"{side.verdict}:{int(side.points)}:{side.margin}:{share}:{'-'.join(map(str, side.games))}{place}"


def _alone(state: State, round_: Round) -> Iterator[str]:
    for bye in round_.byes:
        yield f"bye|{bye.player}|{_side(bye.outcome)}"
    for player in state.players.values():
        for missed in player.missed:
            # A round that was annulled and paired anew may have been played after all.
            if round_.number in missed.rounds and not queries.takes_part(round_, player.player):
                yield f"loss|{player.player}|{_side(missed.outcome)}"
