"""The form of published events: what is read, what is refused and how, and what a recomputation reports."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from muster.cli.replay import replay
from muster.exchange.events import LONGEST_LINE, PublishedEvent, _refuse_doubles, read_events
from muster.exchange.practice import habits
from muster.exchange.recompute import recompute, records, rounded, within

POINTS = {"win": 3, "draw": 1, "loss": 0, "bye": 3}


def match(first: str, second: str, *games: int, **more: Any) -> dict[str, Any]:
    return {"players": [first, second], "games": list(games), **more}


def event(**changes: Any) -> dict[str, Any]:
    """Three players, two rounds: P001 beat P002 and P003, P003 and P002 had a bye."""
    made = {
        "source": "somebody/something",
        "event": "event-1",
        "date": "2025-05-03",
        "format": {"best_of": 3, "points": POINTS},
        "players": ["P001", "P002", "P003"],
        "dropped": {},
        "rounds": [
            {
                "no": 1,
                "stage": "swiss",
                "matches": [match("P001", "P002", 2, 0, 0), {"players": ["P003"], "bye": True}],
            },
            {
                "no": 2,
                "stage": "swiss",
                "matches": [match("P001", "P003", 2, 1, 0), {"players": ["P002"], "bye": True}],
            },
        ],
        "standings": [
            {"player": "P001", "rank": 1, "points": 6, "omw": "0.5", "pgw": "0.8", "ogw": "0.55"},
            {"player": "P003", "rank": 2, "points": 3, "omw": "1.0", "pgw": "0.6", "ogw": "0.8"},
            {"player": "P002", "rank": 3, "points": 3, "omw": "1.0", "pgw": "0.5", "ogw": "0.8"},
        ],
        "deviations": [],
    }
    return {**made, **changes}


def margins(**changes: Any) -> dict[str, Any]:
    """Two players scored by margin: P001 won 200 to 36."""
    made = event(
        format={
            "best_of": 1,
            "points": {"win": 1, "draw": 0, "loss": 0, "bye": 1},
            "margin": {"even": 200, "bye": 300},
        },
        players=["P001", "P002"],
        rounds=[
            {
                "no": 1,
                "stage": "swiss",
                "matches": [{"players": ["P002", "P001"], "scores": [36, 200], "winner": "P001"}],
            }
        ],
        standings=[
            {"player": "P001", "rank": 1, "points": 1, "mov": 364, "sos": "0.0"},
            {"player": "P002", "rank": 2, "points": 0, "mov": 36, "sos": "1"},
        ],
    )
    return {**made, **changes}


def read(*made: dict[str, Any]) -> list[PublishedEvent]:
    events, problems = read_events("some.jsonl", [json.dumps(each).encode() for each in made])
    assert problems == []
    return events


def refused(line: bytes | dict[str, Any]) -> list[str]:
    data = json.dumps(line).encode() if isinstance(line, dict) else line
    events, problems = read_events("some.jsonl", [data])
    assert events == []
    return [str(problem) for problem in problems]


def altered(way: tuple[str | int, ...], value: Any, made: dict[str, Any] | None = None) -> dict[str, Any]:
    """The event with one place in it replaced; `...` takes it out."""
    made = deepcopy(event() if made is None else made)
    part: Any = made
    for step in way[:-1]:
        part = part[step]
    if value is ...:
        del part[way[-1]]
    else:
        part[way[-1]] = value
    return made


def test_a_good_event_agrees_in_every_value() -> None:
    (result,) = [recompute(each) for each in read(event())]
    assert {each.field: (each.agree, each.total) for each in result.agreements} == {
        "points": (3, 3),
        "omw": (3, 3),
        "pgw": (3, 3),
        "ogw": (3, 3),
        "rank": (2, 2),
    }
    assert (result.listed, result.unlisted, result.not_found) == ((), (), ())


def test_empty_lines_are_passed_over_and_lines_keep_their_numbers() -> None:
    events, problems = read_events("some.jsonl", [b"\n", json.dumps(event()).encode(), b"", b"{}"])
    assert len(events) == 1
    assert {problem.line for problem in problems} == {4}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"\xff\xfe", "some.jsonl:1: byte 1 is not UTF-8"),
        (b"{", "some.jsonl:1: this is not JSON: EOF while parsing an object at column 1"),
        (b" " * 10 + b"x" * (LONGEST_LINE + 1), "some.jsonl:1: the line is longer than 4,000,000 bytes"),
        (b"[]", "some.jsonl:1: this must be an object"),
        (b"", "some.jsonl:1: there is no event in this file"),
    ],
)
def test_what_is_no_event_at_all_is_refused_in_one_line(line: bytes, words: str) -> None:
    assert refused(line) == [words]


@pytest.mark.parametrize("opening", [b"[", b'{"rounds":'])
def test_input_nested_without_end_is_refused_in_one_line(opening: bytes) -> None:
    (words,) = refused(opening * 100_000)
    assert words.startswith("some.jsonl:1: this is not JSON: recursion limit exceeded")


def test_a_number_of_ten_thousand_digits_is_refused_in_one_line() -> None:
    text = json.dumps(event()).replace('"rank": 1', '"rank": 1' + "0" * 10_000)
    (words,) = refused(text.encode())
    assert len(words) < 200


def test_a_field_given_twice_is_found_in_one_pass() -> None:
    compared = 0

    class Name(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return super().__eq__(other)

        __hash__ = str.__hash__

    pairs = [(Name(f"P{number:06d}"), 1) for number in range(3_000)]
    with pytest.raises(ValueError, match="P002999"):
        _refuse_doubles([*pairs, (Name("P002999"), 1)])
    assert compared < 2 * len(pairs)


def test_a_field_given_twice_is_refused() -> None:
    text = json.dumps(event()).replace('"date": "2025-05-03"', '"date": "2025-05-03", "date": null')
    assert refused(text.encode()) == ["some.jsonl:1: the field 'date' is given twice"]


MATCH = ("rounds", 0, "matches", 0)


@pytest.mark.parametrize(
    ("way", "value", "words"),
    [
        (("source",), ..., "source: this field is missing"),
        (("extra",), 1, "extra: the form has no such field"),
        (("date",), "May", "date: input should be a valid date"),
        (("players", 0), "Ann", "players[0]: this is not written as the form asks"),
        (("players", 2), "P002", "players: P002 is there twice"),
        (("players", 2), "P009", "standings[1].player: P003 is not among the players"),
        (("dropped",), {"P007": 1}, "dropped: P007 is not among the players"),
        (("rounds",), {}, "rounds: this must be a list"),
        ((*MATCH, "players"), [], "rounds[0].matches[0].players: tuple should have at least 1 item"),
        ((*MATCH, "players"), ["P001"], "rounds[0].matches[0]: one player alone has either a bye"),
        (
            (*MATCH, "players"),
            ["P001", "P009"],
            "rounds[0].matches[0].players: P009 is not among the players",
        ),
        ((*MATCH, "players"), ["P001", "P003"], "rounds[0].matches: P003 is there twice"),
        ((*MATCH, "games"), ..., "rounds[0].matches[0]: give exactly one of games, scores and unreported"),
        ((*MATCH, "games"), [2, 0], "rounds[0].matches[0].games[2]: this field is missing"),
        (
            (*MATCH, "games", 0),
            -1,
            "rounds[0].matches[0].games[0]: input should be greater than or equal to 0",
        ),
        (
            (*MATCH, "games", 0),
            10**400,
            "rounds[0].matches[0].games[0]: input should be less than or equal to",
        ),
        ((*MATCH, "games", 0), 2.0, "rounds[0].matches[0].games[0]: input should be a valid integer"),
        ((*MATCH, "games", 0), "2", "rounds[0].matches[0].games[0]: input should be a valid integer"),
        ((*MATCH, "bye"), True, "rounds[0].matches[0]: a bye or an assigned loss has one player"),
        ((*MATCH, "bye"), False, "rounds[0].matches[0].bye: input should be True"),
        ((*MATCH, "winner"), "P001", "rounds[0].matches[0]: scores need a winner among the two players"),
        (
            (*MATCH, "scores"),
            [1, 2],
            "rounds[0].matches[0]: give exactly one of games, scores and unreported",
        ),
        (
            (*MATCH, "intentional_draw"),
            True,
            "rounds[0].matches[0]: an intentional draw needs games that are",
        ),
        (
            ("rounds", 0, "matches", 1, "games"),
            [2, 0, 0],
            "rounds[0].matches[1]: a bye or an assigned loss has no",
        ),
        (
            ("rounds", 0, "matches", 1, "assigned_loss"),
            True,
            "rounds[0].matches[1]: one player alone has either",
        ),
        (("rounds", 1, "no"), 1, "rounds[1].no: round numbers must run upwards"),
        (
            ("rounds", 0, "stage"),
            "elimination",
            "rounds[1].stage: a Swiss round cannot follow the elimination",
        ),
        (("standings", 1, "player"), "P001", "standings: P001 is there twice"),
        (("standings", 0, "omw"), "1e9", "standings[0].omw: this is not written as the form asks"),
        (("standings", 0, "omw"), 0.5, "standings[0].omw: input should be a valid string"),
        (
            ("deviations",),
            [{"players": ["P001"], "field": "rank"}],
            "deviations[0].players: a rank concerns two",
        ),
        (
            ("deviations",),
            [{"players": ["P009"], "field": "omw"}],
            "deviations[0].players: P009 is not among",
        ),
        (
            ("deviations",),
            [{"players": ["P001"], "field": "luck"}],
            "deviations[0].field: input should be 'rank'",
        ),
    ],
)
def test_every_mistake_is_refused_with_its_file_line_and_field(
    way: tuple[str | int, ...], value: Any, words: str
) -> None:
    found = refused(altered(way, value))
    assert [line for line in found if line.startswith(f"some.jsonl:1: {words}")], found
    assert all("\n" not in line for line in found)


def test_scores_go_with_a_margin_and_games_without() -> None:
    scores = altered(("format", "margin"), {"even": 200, "bye": 300})
    assert "scores go with a margin in the format, games go without" in refused(scores)[0]
    plain = altered(("format", "margin"), ..., margins())
    assert "scores go with a margin in the format, games go without" in refused(plain)[0]


def test_scores_without_a_winner_are_refused() -> None:
    no_winner = altered((*MATCH, "winner"), ..., margins())
    stranger = altered((*MATCH, "winner"), "P003", margins(players=["P001", "P002", "P003"]))
    for line in (no_winner, stranger):
        assert "scores need a winner among the two players" in refused(line)[0]


def test_the_same_event_twice_is_refused() -> None:
    line = json.dumps(event()).encode()
    events, problems = read_events("some.jsonl", [line, line])
    assert len(events) == 1
    assert [str(problem) for problem in problems] == ["some.jsonl:2: event: event-1 is in this file twice"]


def test_all_mistakes_of_a_line_are_reported_at_once() -> None:
    assert len(refused(altered(("standings", 0), {"player": "P009", "rank": -1, "luck": 1}))) == 2
    assert len(refused(event(players=["P002"], dropped={"P007": 0}))) > 3


def test_an_unreported_pairing_is_no_round() -> None:
    (read_one,) = read(altered((*MATCH,), {"players": ["P001", "P002"], "unreported": True}))
    assert [len(own) for own in records(read_one).values()] == [1, 1, 2]


def test_an_assigned_loss_is_a_round_without_games() -> None:
    lost = {"players": ["P003"], "assigned_loss": True}
    (read_one,) = read(altered(("rounds", 0, "matches", 1), lost))
    side = records(read_one)[3][0].side  # type: ignore[index]  # the third player
    assert (side.verdict, side.points, side.games) == ("loss", 0, (0, 0, 0))


@pytest.mark.parametrize(("best_of", "won"), [(3, 2), (1, 1)])
def test_b39_a_bye_is_as_many_games_as_decide_a_match(best_of: int, won: int) -> None:
    (read_one,) = read(altered(("format", "best_of"), best_of))
    assert records(read_one)[3][0].side.games == (won, 0, 0)  # type: ignore[index]  # the third player


def test_margins_are_even_plus_and_minus_the_difference() -> None:
    (result,) = [recompute(each) for each in read(margins())]
    assert {each.field: (each.agree, each.total) for each in result.agreements} == {
        "points": (2, 2),
        "mov": (2, 2),
        "sos": (2, 2),
        "rank": (1, 1),
    }


def test_an_unlisted_difference_a_listed_one_and_one_not_found_are_told_apart() -> None:
    wrong = altered(("standings", 0, "omw"), "0.51")
    wrong["standings"][1]["pgw"] = "0.61"
    wrong["deviations"] = [{"players": ["P001"], "field": "omw"}, {"players": ["P002"], "field": "omw"}]
    (result,) = [recompute(each) for each in read(wrong)]
    assert [(each.field, each.players) for each in result.listed] == [("omw", ("P001",))]
    assert [(each.published, each.computed) for each in result.unlisted] == [("0.61", "0.600000000")]
    assert result.not_found == (("omw", ("P002",)),)


def test_wrong_points_are_found() -> None:
    (result,) = [recompute(each) for each in read(altered(("standings", 0, "points"), 7))]
    assert [(each.field, each.published, each.computed) for each in result.unlisted] == [("points", "7", "6")]


def test_neighbours_the_other_way_round_are_found() -> None:
    wrong = altered(("standings", 1, "rank"), 3)
    wrong["standings"][2]["rank"] = 2
    (result,) = [recompute(each) for each in read(wrong)]
    assert [(each.field, each.players) for each in result.unlisted] == [("rank", ("P002", "P003"))]


def test_rates_agree_within_1e_7_and_no_further() -> None:
    agrees = within(Fraction(1, 10**7))
    assert agrees("0.3333333", Fraction(1, 3))
    assert agrees("0.5000001", Fraction(1, 2))
    assert not agrees("0.50000011", Fraction(1, 2))


def test_schedules_are_rounded_half_up_and_may_lack_their_zeros() -> None:
    agrees = rounded(2)
    assert agrees("0.63", Fraction(5, 8))
    assert not agrees("0.62", Fraction(5, 8))
    assert agrees("0.6", Fraction(3, 5))


def test_the_cut_and_the_bracket_of_an_event_that_only_ranks() -> None:
    """Four players, three rounds; then 1 plays 4 and 2 plays 3, and the winners meet."""
    names = ["P001", "P002", "P003", "P004"]
    swiss = [
        [match("P001", "P002", 2, 0, 0), match("P003", "P004", 2, 0, 0)],
        [match("P001", "P003", 2, 0, 0), match("P002", "P004", 2, 0, 0)],
        [match("P001", "P004", 2, 0, 0), match("P002", "P003", 2, 1, 0)],
    ]
    elimination = [
        [match("P001", "P004", 0, 2, 0), match("P002", "P003", 2, 0, 0)],
        [match("P002", "P004", 2, 0, 0)],
    ]
    rounds = [("swiss", matches) for matches in swiss] + [("elimination", matches) for matches in elimination]
    listed = [{"no": no, "stage": stage, "matches": matches} for no, (stage, matches) in enumerate(rounds, 1)]
    ranked = [{"player": name, "rank": rank} for rank, name in enumerate(["P002", "P004", "P001", "P003"], 1)]
    made = event(players=names, rounds=listed, standings=ranked)

    def kept(changed: dict[str, Any]) -> dict[str, tuple[int, int]]:
        return {habit.name: (habit.kept, habit.total) for each in read(changed) for habit in habits(each)}

    assert kept(made) == {
        "rounds by attendance": (0, 1),
        "cut to the first": (1, 1),
        "bracket by seed": (1, 1),
        "winners joined": (1, 1),
        "no rematch": (1, 1),
    }
    other = altered(
        ("rounds", 3, "matches"), [match("P001", "P003", 2, 0, 0), match("P002", "P004", 2, 0, 0)], made
    )
    assert kept(other)["bracket by seed"] == (0, 1)
    assert kept(other)["winners joined"] == (0, 1)
    small = altered(("rounds", 3, "matches"), [match("P001", "P004", 0, 2, 0)], made)
    assert kept(small)["cut to the first"] == (0, 1)
    assert kept(small)["bracket by seed"] == kept(small)["winners joined"] == (0, 0)
    drawn = altered(("rounds", 3, "matches", 0, "games"), [1, 1, 0], made)
    assert kept(drawn)["winners joined"] == (0, 1)
    again = altered(("rounds", 2, "matches", 0), match("P001", "P002", 2, 0, 0), made)
    again = altered(("rounds", 2, "matches", 1), match("P003", "P004", 2, 0, 0), again)
    assert kept(again)["no rematch"] == (0, 1)


def _with_byes(receiver: str) -> dict[str, Any]:
    """P001 and P002 won round 1, P003 had the bye; then one of the players has a lone bye."""

    def won(first: str, second: str, score: int) -> dict[str, Any]:
        return {"players": [first, second], "scores": [score, 0], "winner": first}

    others = [name for name in ("P001", "P002", "P003", "P004", "P005") if name != receiver]
    first = [won("P001", "P004", 10), won("P002", "P005", 20), {"players": ["P003"], "bye": True}]
    second = [
        won(others[0], others[1], 10),
        won(others[2], others[3], 10),
        {"players": [receiver], "bye": True},
    ]
    rounds = [{"no": no, "stage": "swiss", "matches": found} for no, found in enumerate((first, second), 1)]
    return margins(players=["P001", "P002", "P003", "P004", "P005"], rounds=rounds, standings=[])


@pytest.mark.parametrize(("receiver", "kept"), [("P005", 1), ("P004", 0), ("P001", 0), ("P003", 0)])
def test_com_bye_1_a_lone_bye_goes_to_the_lowest_without_one(receiver: str, kept: int) -> None:
    looked = [habit for each in read(_with_byes(receiver)) for habit in habits(each)]
    assert [(habit.kept, habit.total) for habit in looked if habit.name == "lone bye to the lowest"] == [
        (kept, 1)
    ]


def test_com_bye_1_who_had_a_bye_is_passed_over_even_at_the_foot() -> None:
    """P003 and then P002 had it, so in round 3 it is the leader's."""

    def won(first: str, second: str) -> dict[str, Any]:
        return {"players": [first, second], "scores": [10, 0], "winner": first}

    pairs = [won("P001", "P002"), won("P001", "P003"), won("P002", "P003")]
    rounds = [
        {"no": no, "stage": "swiss", "matches": [pair, {"players": [alone], "bye": True}]}
        for no, pair, alone in zip((1, 2, 3), pairs, ("P003", "P002", "P001"), strict=True)
    ]
    made = margins(players=["P001", "P002", "P003"], rounds=rounds, standings=[])
    looked = [habit for each in read(made) for habit in habits(each)]
    assert [(habit.kept, habit.total) for habit in looked if habit.name == "lone bye to the lowest"] == [
        (2, 2)
    ]


def test_a_rate_2e_7_away_is_a_difference() -> None:
    (near,) = [recompute(each) for each in read(altered(("standings", 0, "omw"), "0.5000001"))]
    (far,) = [recompute(each) for each in read(altered(("standings", 0, "omw"), "0.5000002"))]
    assert (near.unlisted, [each.field for each in far.unlisted]) == ((), ["omw"])


def test_final_places_of_the_elimination_are_no_part_of_the_order_after_swiss() -> None:
    """P002 beat P001 in the elimination and is ranked first."""
    made = event()
    made["rounds"].append({"no": 3, "stage": "elimination", "matches": [match("P001", "P002", 0, 2, 0)]})
    made["standings"][0]["rank"], made["standings"][2]["rank"] = 2, 1
    made["standings"][1]["rank"] = 3
    (result,) = [recompute(each) for each in read(made)]
    assert [each for each in result.agreements if each.field == "rank"] == []
    assert result.unlisted == ()


def test_other_sources_have_no_habits_to_look_at() -> None:
    assert [habit for each in read(event()) for habit in habits(each)] == []


APP = typer.Typer()
APP.command()(replay)


def run(tmp_path: Path, *made: dict[str, Any] | bytes, options: tuple[str, ...] = ()) -> Result:
    path = tmp_path / "some.jsonl"
    path.write_bytes(
        b"\n".join(json.dumps(each).encode() if isinstance(each, dict) else each for each in made)
    )
    return CliRunner().invoke(APP, [*options, str(path)])


def test_replay_says_how_many_agree_and_ends_with_0(tmp_path: Path) -> None:
    result = run(tmp_path, event(), event(event="event-2"))
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert lines[:2] == ["some.jsonl: 2 events", "points 6 of 6 values agree"]
    assert "order 4 of 4 neighbouring pairs agree" in lines
    assert lines[-1] == "0 deviations listed and found"


def test_replay_names_an_unlisted_difference_and_ends_with_1(tmp_path: Path) -> None:
    result = run(tmp_path, altered(("standings", 0, "omw"), "0.51"))
    assert result.exit_code == 1
    assert "NOT LISTED: event-1, omw of P001: published 0.51, computed 0.500000000" in result.stdout


def test_replay_ends_with_1_where_a_listed_deviation_agrees_after_all(tmp_path: Path) -> None:
    result = run(tmp_path, event(deviations=[{"players": ["P001"], "field": "omw"}]))
    assert result.exit_code == 1
    assert "LISTED BUT AGREES: event-1, omw of P001" in result.stdout


def test_replay_lists_known_deviations_and_broken_habits_only_if_asked(tmp_path: Path) -> None:
    wrong = altered(("standings", 1, "mov"), 37, margins())
    wrong["deviations"] = [{"players": ["P002"], "field": "mov"}]
    quiet, verbose = run(tmp_path, wrong), run(tmp_path, wrong, options=("--verbose",))
    assert quiet.exit_code == verbose.exit_code == 0
    assert "listed: event-1, mov of P002: published 37, computed 36" not in quiet.stdout
    assert "listed: event-1, mov of P002: published 37, computed 36.000000000" in verbose.stdout
    verbose = run(tmp_path, _with_byes("P004"), options=("--verbose",))
    assert "event-1: lone bye to the lowest: 0 of 1" in verbose.stdout


def test_replay_says_in_one_line_what_cannot_be_read_and_ends_with_2(tmp_path: Path) -> None:
    result = run(tmp_path, b"\xff")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "some.jsonl:1: byte 1 is not UTF-8\n"
    missing = CliRunner().invoke(APP, [str(tmp_path / "none.jsonl")])
    assert (missing.exit_code, missing.stderr) == (
        2,
        "none.jsonl:1: cannot be read: No such file or directory\n",
    )


def test_replay_reads_no_further_than_a_line_that_is_too_long(tmp_path: Path) -> None:
    result = run(tmp_path, b"x" * (LONGEST_LINE + 10), event())
    assert result.exit_code == 2
    assert result.stderr == "some.jsonl:1: the line is longer than 4,000,000 bytes\n"


def test_replay_still_recomputes_the_events_that_can_be_read(tmp_path: Path) -> None:
    result = run(tmp_path, event(), b"{}")
    assert result.exit_code == 2
    assert "some.jsonl: 1 event" in result.stdout


def test_replay_as_json(tmp_path: Path) -> None:
    result = run(tmp_path, altered(("standings", 0, "omw"), "0.51"), options=("--json",))
    (found,) = json.loads(result.stdout)
    assert (result.exit_code, found["events"], found["agreements"]["omw"]) == (1, 1, {"agree": 2, "of": 3})
    assert found["unlisted"] == [
        {
            "event": "event-1",
            "players": ["P001"],
            "field": "omw",
            "published": "0.51",
            "computed": "0.500000000",
        }
    ]
