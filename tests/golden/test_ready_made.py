"""The ready-made games against published events: reports scored, byes given and standings made by their own files.

Sources: FIDE's report files and an upload to chess-results.com; X-Wing 2.0 from ListFortress; Magic from Melee.gg.
Where the data are not at hand those tests are skipped; small evenings of our own, reckoned by hand, are always there.
No published event by battle points with its pairings is at hand (of Best Coast Pairings single rows only), nor one of
Go or draughts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal

import pytest

from chess_cases import ChessEvent, trf, uploaded
from muster.core.ids import PlayerId, RoundNo, Seat
from muster.core.outcomes import RoundRecord, SideOutcome
from muster.core.points import HalfPoints
from muster.core.scoring import Scored, bye, score, unpaired_loss
from muster.core.scoring.reports import GamesReport, MarginReport, Report, Tally
from muster.core.standings import Table, Worth, standings
from muster.core.standings.tiebreakers import value_text
from muster.exchange.events import EventMatch, PublishedEvent, read_events
from muster.rules.load import load
from muster.rules.schema import Regulations
from muster.rules.scoring import GamesScoring
from muster.rules.variants import Variants
from support import shared_file

CHESS: Final = load("chess-club")


def file_text(*parts: str) -> str:
    return shared_file("data", "foreign", *parts).read_text(encoding="utf-8")


def club(event: ChessEvent) -> Table:
    """The standings of a chess event by the file of the chess club."""
    return standings(
        event.records,
        CHESS.standings,
        CHESS.variants,
        rounds_completed=event.rounds,
        worth=Worth.of(CHESS.scoring),
    )


def read_half(text: str) -> Fraction:
    """A figure as readers see it, read again."""
    whole, half, _rest = text.partition("½")
    return Fraction(whole or "0") + (Fraction(1, 2) if half else 0)


def test_an_upload_of_21_is_shown_with_the_points_buchholz_and_sonneborn_berger_it_was_published_with() -> (
    None
):
    event = uploaded(file_text("chess-results-xml", "single-swiss.xml"))
    table = club(event)
    assert len(table.rows) == 21
    for row in table.rows:
        published = event.published[row.player]
        shown = [
            read_half(str(value_text(column.id, value, halves=column.halves)))
            for column, value in zip(table.columns, row.values, strict=True)
        ]
        assert read_half(str(HalfPoints(row.points))) == published.points
        assert shown[1:] == list(published.tiebreaks)
        assert shown[0] <= shown[1], "the cut takes something away, or nothing"


@pytest.mark.parametrize(
    ("name", "players"),
    [("lichess-13-players.trf", 13), ("trf26-16-players.trf", 16), ("trf26-teams-249-players.trf", 249)],
)
def test_points_of_reports_are_shown_as_they_were_published(name: str, players: int) -> None:
    event = trf(file_text("trf", name))
    rows = club(event).rows
    assert len(rows) == players
    assert all(read_half(str(HalfPoints(row.points))) == event.published[row.player].points for row in rows)


# Events of matches, reported and scored by the files themselves


def events(name: str) -> tuple[PublishedEvent, ...]:
    path = shared_file("data", "events", f"{name}.jsonl")
    found, problems = read_events(path.name, path.read_bytes().splitlines())
    assert problems == []
    return tuple(found)


def report_of(match: EventMatch, best_of: int) -> Report:
    if match.scores is not None:
        one, two = match.scores
        first: Seat = 0 if match.winner == match.players[0] else 1
        winner = first if one == two else None
        return MarginReport(end="rounds", scores=(Tally(one), Tally(two)), winner=winner)
    assert match.games is not None
    one, two, drawn = match.games
    if match.intentional_draw:
        return GamesReport(end="intentional-draw")
    games = (*[None] * drawn, *([1] * two + [0] * one if one > two else [0] * one + [1] * two))
    return GamesReport(end="decided" if max(one, two) * 2 > best_of else "time", games=games)  # type: ignore[arg-type]


def records_of(event: PublishedEvent, rules: Regulations) -> dict[PlayerId, list[RoundRecord]]:
    """Everybody's Swiss rounds, every outcome made by these rules."""
    numbers = {name: PlayerId(at) for at, name in enumerate(event.players, 1)}
    found: dict[PlayerId, list[RoundRecord]] = {number: [] for number in numbers.values()}
    for number, match in _swiss(event):
        ids = [numbers[name] for name in match.players]
        if match.bye:
            found[ids[0]].append(RoundRecord(number, "bye", bye(rules, event.format.best_of)))
        elif match.assigned_loss:
            found[ids[0]].append(RoundRecord(number, "loss", unpaired_loss(rules)))
        else:
            for at, side in enumerate(sides_of(match, event.format.best_of, rules)):
                found[ids[at]].append(RoundRecord(number, "match", side, (ids[1 - at],)))
    return found


def sides_of(
    match: EventMatch, best_of: Literal[1, 3], rules: Regulations
) -> tuple[SideOutcome, SideOutcome]:
    """What a match brought both; one that somebody won 3-0 in the best of three is taken as it was entered."""
    if match.games and max(match.games[:2]) * 2 > best_of + 1:
        one, two, drawn = match.games
        assert (min(one, two), drawn) == (0, 0)
        assert isinstance(rules.scoring, GamesScoring)
        win = SideOutcome("win", rules.scoring.points.win, games=(max(one, two), 0, 0))
        loss = SideOutcome("loss", rules.scoring.points.loss, games=(0, max(one, two), 0))
        return (win, loss) if one else (loss, win)
    report = report_of(match, best_of)
    made = score(report, rules, stage="swiss", best_of=best_of, variants=rules.variants)
    assert isinstance(made, Scored), (match, made)
    return made.outcome.pair


def _swiss(event: PublishedEvent) -> Iterator[tuple[RoundNo, EventMatch]]:
    for round_ in event.rounds:
        if round_.stage == "swiss":
            yield from ((RoundNo(round_.no), match) for match in round_.matches)


def table_of(event: PublishedEvent, rules: Regulations, variants: Variants | None = None) -> Table:
    rounds = sum(round_.stage == "swiss" for round_ in event.rounds)
    return standings(
        records_of(event, rules),
        rules.standings,
        variants or rules.variants,
        rounds_completed=rounds,
        worth=Worth.of(rules.scoring),
    )


def near(own: Fraction, text: Decimal | str) -> bool:
    """Equal within 1e-7; Melee prints four places where somebody met nobody."""
    printed = Decimal(text)
    exponent = printed.as_tuple().exponent
    assert isinstance(exponent, int)
    return abs(own - Fraction(printed)) <= (Fraction(1, 10**7) if exponent < -4 else Fraction(1, 2 * 10**4))


def test_x_wing_events_come_to_the_points_margins_and_schedules_they_were_published_with() -> None:
    rules, agree, of = load("x-wing-2"), Counter[str](), Counter[str]()
    for event in events("xwing2"):
        table = table_of(event, rules)
        for row in table.rows:
            name = event.players[row.player - 1]
            published = next(one for one in event.standings if one.player == name)
            margin, schedule = row.values
            told = {
                "points": row.points == published.points,
                "mov": margin == published.mov,
                "sos": published.sos is not None
                and Decimal(str(value_text("strength-of-schedule", schedule))) == Decimal(published.sos),
            }
            agree.update(name for name, same in told.items() if same)
            of.update(list(told))
    assert set(of.values()) == {1162}
    # One event counts a game 100 either way, one player has 50 more than the scores give (24 and 1).
    assert agree == {"points": 1162, "mov": 1137, "sos": 1155}


def test_magic_events_come_to_the_points_and_rates_they_were_published_with() -> None:
    """Melee.gg floors at a third, and so does the file; with 0.33, as older software has it, fewer agree."""
    rules, agree, of = load("magic-style"), Counter[str](), Counter[str]()
    for event in events("magic"):
        less = rules.variants.model_copy(update={"rate_floor": Fraction(33, 100)})
        took_part = {name for _, match in _swiss(event) for name in match.players}
        for floor, table in (("third", table_of(event, rules)), ("0.33", table_of(event, rules, less))):
            for row in table.rows:
                name = event.players[row.player - 1]
                published = next(one for one in event.standings if one.player == name)
                of[f"{floor} points"] += 1
                agree[f"{floor} points"] += row.points == published.points
                rates = (published.omw, published.pgw, published.ogw)
                if name in took_part:
                    of[f"{floor} rates"] += 1
                    agree[f"{floor} rates"] += all(
                        printed is not None and near(own, printed)
                        for own, printed in zip(row.values, rates, strict=True)
                    )
    assert of == {"third points": 1852, "third rates": 1843, "0.33 points": 1852, "0.33 rates": 1843}
    assert {name: agree[name] for name in of} == {
        "third points": 1852,
        "third rates": 1843,
        "0.33 points": 1852,
        "0.33 rates": 594,
    }


# Events of our own making


def played(rules: Regulations, *rounds: tuple[tuple[int, int, Report] | int, ...]) -> Table:
    """The standings after these rounds: matches with their reports, and whoever has a bye."""
    found: dict[PlayerId, list[RoundRecord]] = {}
    for at, entries in enumerate(rounds, 1):
        for entry in entries:
            if isinstance(entry, int):
                found.setdefault(PlayerId(entry), []).append(RoundRecord(RoundNo(at), "bye", bye(rules)))
                continue
            one, two, report = entry
            made = score(report, rules, stage="swiss", variants=rules.variants)
            assert isinstance(made, Scored), made
            for own, other, side in ((one, two, made.outcome.sides[0]), (two, one, made.outcome.sides[1])):
                record = RoundRecord(RoundNo(at), "match", side, (PlayerId(other),))
                found.setdefault(PlayerId(own), []).append(record)
    return standings(
        found, rules.standings, rules.variants, rounds_completed=len(rounds), worth=Worth.of(rules.scoring)
    )


def won(one: int, two: int) -> tuple[int, int, Report]:
    return one, two, GamesReport(end="decided", games=(0,))


def drawn(one: int, two: int) -> tuple[int, int, Report]:
    return one, two, GamesReport(end="time", games=(None,))


def scored(one: int, two: int, first: int, second: int) -> tuple[int, int, Report]:
    return one, two, MarginReport(end="rounds", scores=(Tally(first), Tally(second)))


def shown(table: Table) -> list[tuple[int, str, list[str]]]:
    return [
        (
            row.player,
            str(row.points),
            [
                str(value_text(column.id, value, halves=column.halves))
                for column, value in zip(table.columns, row.values, strict=True)
            ],
        )
        for row in table.rows
    ]


CLUB_ROUNDS = (
    (won(1, 2), drawn(3, 4), 5),
    (won(1, 3), won(5, 4), 2),
    (drawn(1, 5), won(2, 3), 4),
)
"""Ann 2½, Ben 2 (a bye), Cem ½, Dee 1½ (a bye), Eve 2½ (a bye)."""


def test_a_chess_evening_reckoned_by_hand() -> None:
    """By article 16 a round with a bye adds one's own points: Ben's bye 2, Dee's 1½, Eve's 2½.

    Ann met Ben (2), Cem (½) and Eve (2½): 5, without the lowest 4½, by results 2 + ½ + half of 2½ = 3¾.
    Ben: Ann 2½, his bye 2, Cem ½: 5, 4½; 2 + ½ = 2½. Cem: Dee 1½, Ann 2½, Ben 2: 6, 4½; half of 1½ = ¾.
    Dee: Cem ½, Eve 2½, her bye 1½: 4½, 4; half of ½ and 1½ = 1¾. Eve: her bye 2½, Dee 1½, Ann 2½: 6½, 5; 2½ + 1½ + 1¼.
    """
    assert shown(played(CHESS, *CLUB_ROUNDS)) == [
        (5, "2½", ["5", "6½", "5.25"]),
        (1, "2½", ["4½", "5", "3.75"]),
        (2, "2", ["4½", "5", "2½"]),
        (4, "1½", ["4", "4½", "1.75"]),
        (3, "½", ["4½", "6", "0.75"]),
    ]


def test_the_same_evening_at_the_go_and_the_draughts_club() -> None:
    """Without FIDE's reading a bye adds nothing. Ann 5, Eve 1½ + 2½ = 4; Go shows halves, draughts doubles all."""
    go, draughts = (
        shown(played(load("go-club"), *CLUB_ROUNDS)),
        shown(played(load("draughts-club"), *CLUB_ROUNDS)),
    )
    assert [line[0] for line in go] == [line[0] for line in draughts] == [1, 5, 2, 4, 3]
    assert go[0] == (1, "2½", ["5", "3.75"])
    assert draughts[0] == (1, "5", ["10", "7.50"])
    assert go[1] == (5, "2½", ["4", "2.75"])


def test_an_evening_of_battle_points_reckoned_by_hand() -> None:
    """Ann 80 and 70, Ben 60 and 50 (drawn), Cem 50 and a bye's 75, Dee 40 (a bye is no game) and 70, Eve 75 and 50."""
    table = played(
        load("wargame-40k"),
        (scored(1, 2, 80, 60), scored(3, 4, 50, 40), 5),
        (scored(1, 4, 70, 70), scored(2, 5, 50, 50), 3),
    )
    assert [(line[0], line[1], line[2][:2]) for line in shown(table)] == [
        (3, "4", ["125", "10"]),
        (1, "3", ["150", "20"]),
        (5, "3", ["125", "0"]),
        (4, "1", ["110", "-10"]),
        (2, "1", ["110", "-20"]),
    ]
