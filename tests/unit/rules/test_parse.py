"""An organiser's own file: every kind of mistake, said once, with the way to the value."""

from __future__ import annotations

import pytest
from regulations_cases import IDS, changed, good, handbook_example, mistakes, packaged

from muster.rules.load import MAX_BYTES, Mistake, parse

EXAMPLE = handbook_example()
ROWS = """rows = [
    { players = 4, to = 8, rounds = 3 },
    { players = 9, rounds = 4 },
]"""


def test_the_handbook_s_example_is_right() -> None:
    regulations = good(EXAMPLE)
    assert (regulations.id, regulations.game) == ("club-skirmish-1", "Club Skirmish")
    assert [each.id for each in regulations.structures] == ["basic", "custom"]


@pytest.mark.parametrize("regulations_id", IDS)
def test_files_that_come_along_are_right(regulations_id: str) -> None:
    assert good(packaged(regulations_id)).id == regulations_id


def test_a_mark_of_byte_order_is_no_mistake() -> None:
    assert not isinstance(parse(b"\xef\xbb\xbf" + EXAMPLE.encode(), "own.toml"), tuple)


UNLISTED = "cites OUR-RANK-1, which is not listed under `clauses`; did you mean `OUR-PAIR-1`?"
VARIANTS = (
    "'schedule_rounds', 'bye_is_opponent', 'rate_floor', 'bye_in_match_rate', 'rank_by', 'last_round', "
    "'pair_down_again', 'no_show', 'first_round' or 'eliminated'"
)
SHAPE = [
    ("format = 1\n", "", [("format", "is missing")]),
    ("format = 1", "format = 2", [("format", "must be 1")]),
    ('id = "club-skirmish-1"', 'id = "Club Skirmish"', [("id", "must be lowercase letters and digits joined by hyphens")]),
    ('game = "Club Skirmish"', "game = 5", [("game", "must be text in quotation marks")]),
    ('game = "Club Skirmish"', 'game = ""', [("game", "must not be empty")]),
    ('edition = "1"', f'edition = "{"x" * 2001}"', [("edition", "must be no longer than 2000 characters")]),
    ('edition = "1"', 'edition = "1"\neditoin = 1', [("editoin", "is not a key known here; did you mean `edition`?")]),
    ('edition = "1"', 'edition = "1"\nqqqq = 1', [("qqqq", "is not a key known here")]),
    ("effective = 2025-09-01", 'effective = "2025-09-01"', [("document.effective", "must be a date without quotation marks, such as 2025-01-27")]),
    ("effective = 2025-09-01", "effective = 2025-09-01T10:00:00", [("document.effective", "must be a date without quotation marks, such as 2025-01-27")]),
    ('publisher = "Our club"', 'publisher = "Our club"\nlanguage = "English"', [("document.language", 'must be a language of two lowercase letters, such as "en"')]),
    ("competitive = false", 'competitive = "no"', [("tiers[1].competitive", "must be true or false")]),
    ("competitive = false\nclause", "competitive = false\nrieding = 1\nclause", [("tiers[1].rieding", "is not a key known here; did you mean `reading`?")]),
    ('clause = "OUR-TIME-1"', 'clause = "our time"', [("round_times[1].clause", 'must be a clause id in capitals, such as "ARM-TP-1"')]),
    ('clause = "OUR-TIME-1"', 'clause = "OUR-TIME-1"\nreading = "14"', [("round_times[1].reading", 'must be the number of a reading, such as "B14" or "B9, B19"')]),
    ("minutes = 60", "minutes = 0", [("round_times[1].minutes", "must be at least 1")]),
    ("minutes = 60", "minutes = 1_000_001", [("round_times[1].minutes", "must be at most 1000000")]),
    ("minutes = 60", "minutes = 60.0", [("round_times[1].minutes", "must be a whole number")]),
    ("minutes = 60", "minutes = true", [("round_times[1].minutes", "must be a whole number")]),
    ("minutes = 60", 'minutes = "60"', [("round_times[1].minutes", "must be a whole number")]),
    ("minutes = 60", f"minutes = 0x{'f' * 9000}", [("round_times[1].minutes", "must be at most 1000000")]),
    ('round = "final"', 'round = "finale"', [("round_times[3].round", "must be 'swiss', 'elimination' or 'final'")]),
    ("players = 4,", "players = 1,", [("structures[1].rows[1].players", "must be at least 2")]),
    ("sizes = [2, 4, 8]", "sizes = 8", [("cut.sizes", "must be a list in square brackets")]),
    ('[seat_roles]\nfirst = "first player"\nsecond = "second player"\nchooser = "The winner of a roll."\nclause = "OUR-PTS-1"', "[[seat_roles]]", [("seat_roles", "must be a table of its own keys")]),
    ('model = "games"', 'model = "goals"', [("scoring", "`model` must be one of 'margin', 'share', 'games'")]),
    ('model = "games"\n', "", [("scoring", "needs a `model`: 'margin', 'share' or 'games'")]),
    ("points = { win = 3,", "points = { win = -3,", [("scoring.points.win", "must be at least 0")]),
    ('elimination_tie = { by = ["initiative"], clause = "OUR-CUT-1" }\n', "", [("scoring.elimination_tie", "is missing")]),
    ('by = ["initiative"]', 'by = ["luck"]', [("scoring.elimination_tie.by[1]", "must be 'base-hp' or 'initiative'")]),
    ("OUR-RANK-1 = { section", '"our rank" = { section', [("clauses.our rank", 'must be a clause id in capitals, such as "ARM-TP-1"'), *((f"{key}clause", UNLISTED) for key in ("standings.", "standings.random_", "standings.tiebreakers[1].", "correction."))]),
    ("[clauses]", "[variants]\nrate_floor = 0.33\n[clauses]", [("variants.rate_floor", 'must be a ratio written as text, such as "1/3"')]),
    ("[clauses]", '[variants]\nrate_floor = "3/2"\n[clauses]', [("variants.rate_floor", "must be a ratio from 0 to 1")]),
    ("[clauses]", '[variants]\nrate_floor = "1/0"\n[clauses]', [("variants.rate_floor", 'must be a ratio written as text, such as "1/3"')]),
    ("[clauses]", f'[variants]\nrate_floor = "1/{"9" * 5000}"\n[clauses]', [("variants.rate_floor", 'must be a ratio written as text, such as "1/3"')]),
    ("[clauses]", '[variant_clauses]\nrate_flor = { clause = "OUR-PTS-1" }\n[clauses]', [("variant_clauses.rate_flor", f"must be {VARIANTS}")]),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "expected"), SHAPE)
def test_mistake_of_shape(before: str, after: str, expected: list[tuple[str, str]]) -> None:
    assert mistakes(changed(EXAMPLE, (before, after))) == expected


def _rows(*rows: str) -> str:
    return changed(EXAMPLE, (ROWS, f"rows = [{', '.join(f'{{ {row} }}' for row in rows)}]"))


@pytest.mark.parametrize(
    ("rows", "key", "message"),
    [
        (
            ["players = 4, to = 8, rounds = 3", "players = 10, rounds = 4"],
            "structures[1].rows[2].players",
            "leaves a gap: the row before goes up to 8 players",
        ),
        (
            ["players = 4, to = 8, rounds = 3", "players = 8, rounds = 4"],
            "structures[1].rows[2].players",
            "overlaps: the row before goes up to 8 players",
        ),
        (
            ["players = 4, rounds = 3", "players = 9, rounds = 4"],
            "structures[1].rows[1].to",
            "is missing: only the last row may be open-ended",
        ),
        (
            ["players = 8, to = 4, rounds = 3"],
            "structures[1].rows[1].to",
            "is 4, below the 8 players the row starts at",
        ),
        (
            ["players = 4, rounds = 3, cut = 1"],
            "structures[1].rows[1].cut",
            "must be 0 for no cut, or a power of two: 2, 4, 8, 16, …",
        ),
        (
            ["players = 9, rounds = 3, cut = 6"],
            "structures[1].rows[1].cut",
            "must be 0 for no cut, or a power of two: 2, 4, 8, 16, …",
        ),
        (
            ["players = 5, rounds = 3, cut = 8"],
            "structures[1].rows[1].cut",
            "cuts 5 players to 8; say in `cut_exceptions` to how many",
        ),
        ([], "structures[1].rows", "is missing: the table of rounds by attendance"),
    ],
)
def test_mistake_in_a_structure_table(rows: list[str], key: str, message: str) -> None:
    assert mistakes(_rows(*rows)) == [(key, message)]


EXCEPTIONS = "players = 5, rounds = 3, cut = 8"


def _exceptions(text: str) -> str:
    return changed(
        _rows(EXCEPTIONS), ('name = "League night"', f'name = "League night"\ncut_exceptions = [{text}]')
    )


def test_a_cut_exception_fills_the_hole() -> None:
    own = good(_exceptions('{ players = 5, to = 7, cut = 4, clause = "OUR-CUT-1" }'))
    assert own.structures[0].cut_exceptions[0].cut == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '{ players = 5, to = 6, cut = 4, clause = "OUR-CUT-1" }',
            [("structures[1].rows[1].cut", "cuts 5 players to 8; say in `cut_exceptions` to how many")],
        ),
        (
            '{ players = 5, to = 7, cut = 8, clause = "OUR-CUT-1" }',
            [("structures[1].cut_exceptions[1].cut", "cuts 5 players to 8")],
        ),
        (
            '{ players = 5, to = 7, cut = 3, clause = "OUR-CUT-1" }',
            [
                (
                    "structures[1].cut_exceptions[1].cut",
                    "must be 0 for no cut, or a power of two: 2, 4, 8, 16, …",
                )
            ],
        ),
        (
            '{ players = 5, to = 7, cut = 4, clause = "OUR-CUT-1" }, { players = 9, to = 8, cut = 4, clause = "OUR-CUT-1" }',
            [("structures[1].cut_exceptions[2].to", "is 8, below the 9 players the exception starts at")],
        ),
    ],
)
def test_mistake_in_cut_exceptions(text: str, expected: list[tuple[str, str]]) -> None:
    assert mistakes(_exceptions(text)) == expected


MARGIN = packaged("armada-4.0")
SHARE = packaged("legion-2.0")
SEASONS = packaged("runewars-2.2.2")
GAMES = packaged("unlimited-1.3")

FIT = [
    (EXAMPLE, "sizes = [2, 4, 8]", "sizes = [2, 6]", [("cut.sizes", "must be powers of two from 2, each once, smallest first")]),
    (EXAMPLE, "sizes = [2, 4, 8]", "sizes = [4, 2]", [("cut.sizes", "must be powers of two from 2, each once, smallest first")]),
    (EXAMPLE, 'kinds = ["top"]', 'kinds = ["top", "top"]', [("cut.kinds", "must list at least one kind, and each once")]),
    (EXAMPLE, 'kinds = ["top"]', "kinds = []", [("cut.kinds", "must list at least one kind, and each once")]),
    (EXAMPLE, 'id = "custom"', 'id = "basic"\nrows = [{ players = 4, rounds = 3 }]', [("structures[2].id", "`basic` is there twice; every id stands once")]),
    (EXAMPLE, 'id = "custom"', 'id = "custom"\nrows = [{ players = 4, rounds = 3 }]', [("structures[2].rows", "must be left out: in `custom` the organiser enters rounds and cut")]),
    (EXAMPLE, 'id = "custom"', 'id = "custom"\ncut_tiers = ["formal"]', [("structures[2].cut_tiers", "`formal` is no id among the `tiers`")]),
    (EXAMPLE, 'name = "League night"', 'name = "League night"\nbeyond = { cut = 4, clause = "OUR-CUT-1" }', [("structures[1].beyond", "has no use: the table has no end")]),
    (EXAMPLE, '{ players = 9, rounds = 4 },\n]', '{ players = 9, to = 16, rounds = 4 },\n]\nbeyond = { cut = 3, clause = "OUR-CUT-1" }', [("structures[1].beyond.cut", "must be 0 for no cut, or a power of two: 2, 4, 8, 16, …")]),
    (EXAMPLE, 'id = "concession"', 'id = "decided"', [("ends[2].id", "`decided` is there twice; every id stands once")]),
    (EXAMPLE, 'id = "concession"', 'id = "defeated"', [("ends[2].id", "`defeated` does not fit `games` scoring")]),
    (EXAMPLE, "minutes = 90", 'minutes = 90\nmatch = "long"', [("round_times[3].match", "`long` is no id among the `match_formats`"), ("round_times", "has no time for final rounds of single-game")]),
    (EXAMPLE, 'round = "final"', 'round = "elimination"', [("round_times", "times elimination rounds 2 times; once is enough"), ("round_times", "has no time for final rounds of single-game")]),
    (EXAMPLE, 'name = "Single game"', 'name = "Single game"\ntiers = ["formal"]', [("match_formats[1].tiers", "`formal` is no id among the `tiers`")]),
    (EXAMPLE, 'clause = "OUR-TIME-1"', 'clause = "OUR-TIM-1"', [("round_times[1].clause", "cites OUR-TIM-1, which is not listed under `clauses`; did you mean `OUR-TIME-1`?")]),
    (EXAMPLE, 'id = "opponents-match-wins"', 'id = "average-share"', [("standings.tiebreakers[1].id", "`average-share` does not fit `games` scoring, which has extended-strength-of-schedule, game-wins, match-wins, opponents-game-wins, opponents-match-wins, strength-of-schedule")]),
    (EXAMPLE, "[pairing]", '[[standings.tiebreakers]]\nid = "opponents-match-wins"\nname = "x"\nshort = "x"\nclause = "OUR-RANK-1"\n[pairing]', [("standings.tiebreakers[2].id", "`opponents-match-wins` is there twice; every id stands once")]),
    (EXAMPLE, "[bye]", "[bye]\nmargin = 5", [("bye.margin", "must be at most 0 with `games` scoring")]),
    (EXAMPLE, 'tie = "decided"', 'tie = "cannot-happen"', [("elimination.tie", "must be `decided` or `by-hand`: matches of games can be drawn")]),
    (EXAMPLE, 'window = "open"', 'window = "rounds"', [("correction.rounds", "is missing: for how many rounds a result may be corrected")]),
    (EXAMPLE, 'window = "open"', 'window = "open"\nrounds = 2', [("correction.rounds", "has no use with the window `open`")]),
    (MARGIN, "{ margin = 0, win", "{ margin = 1, win", [("scoring.table.rows[1].margin", "leaves a gap: margins from 0 have no row")]),
    (MARGIN, "{ margin = 140, win", "{ margin = 60, win", [("scoring.table.rows[3].margin", "overlaps: the row before starts at 60")]),
    (MARGIN, "{ margin = 300, win", "{ margin = 401, win", [("scoring.table.rows[5].margin", "is above the cap of 400")]),
    (MARGIN, "floor = 0, cap = 400", "floor = 500, cap = 400", [("scoring.margin.floor", "is 500, above the cap of 400")]),
    (MARGIN, "keep_from = 140", "keep_from = 500", [("scoring.concession.keep_from", "is above the cap of 400")]),
    (MARGIN, "points = 8, margin = 140", "points = 8, margin = 500", [("scoring.concession.margin", "is above the cap of 400")]),
    (MARGIN, 'equal_score = { winner = "role"', 'equal_score = { winner = "by-hand"', [("scoring.equal_score.roll", "is missing: the name of the roll")]),
    (MARGIN, 'equal_score = { winner = "role"', 'equal_score = { roll = "d6", winner = "role"', [("scoring.equal_score.roll", "has no use: a seat role decides")]),
    (MARGIN, 'deciding = "second"\n', "", [("seat_roles.deciding", "is missing: scoring.equal_score and scoring.mutual_destruction let a seat role decide")]),
    (MARGIN, "margin = 140\nclause", "margin = 401\nclause", [("bye.margin", "must be at most 400 with `margin` scoring")]),
    (MARGIN, 'tie = "cannot-happen"', 'tie = "decided"', [("elimination.tie", "`decided` needs `games` scoring with its `elimination_tie`")]),
    (SHARE, 'deciding = "first"\n', "", [("seat_roles.deciding", "is missing: scoring.at_the_end and scoring.mutual_destruction let a seat role decide")]),
    (SHARE, 'id = "average-share"', 'id = "margin"', [("standings.tiebreakers[1].id", "`margin` does not fit `share` scoring, which has average-share, extended-average-share, extended-strength-of-schedule, match-wins, strength-of-schedule")]),
    (SHARE, 'id = "double-loss"', 'id = "intentional-draw"', [("ends[8].id", "`intentional-draw` does not fit `share` scoring")]),
    (SEASONS, "starts = 2018-10-01", "starts = 2018-07-23", [("round_draws.seasons[2].starts", "must be later than 2018-07-23, where the season before starts")]),
    (SEASONS, '"Maelstrom"', '"Unprepared"', [("round_draws.seasons[2].deployments", "names a card twice")]),
    (SEASONS, '"Seize the Artifacts"', '"Volatile Runes"', [("round_draws.seasons[2].objectives", "names a card twice")]),
    (GAMES, 'round = "elimination"\nmatch = "best-of-three"\nminutes = 75', 'round = "swiss"\nmatch = "other"\nminutes = 75', [("round_times[3].match", "`other` is no id among the `match_formats`"), ("round_times", "has no time for elimination rounds of best-of-three")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "before", "after", "expected"), FIT)
def test_mistake_of_fit(text: str, before: str, after: str, expected: list[tuple[str, str]]) -> None:
    assert mistakes(changed(text, (before, after))) == expected


def test_all_mistakes_come_at_once_those_of_fit_behind_those_of_shape() -> None:
    text = changed(
        EXAMPLE,
        ("minutes = 60", 'minutes = "60"'),
        ("players = 9, rounds", "players = 10, rounds"),
        ("competitive = false", "competitive = 0"),
        ('clause = "OUR-CUT-1"', 'clause = "OUR-CUT-2"'),
        ('window = "open"', 'window = "rounds"'),
    )
    assert mistakes(text) == [
        ("tiers[1].competitive", "must be true or false"),
        ("round_times[1].minutes", "must be a whole number"),
        ("cut.clause", "cites OUR-CUT-2, which is not listed under `clauses`; did you mean `OUR-CUT-1`?"),
        ("structures[1].rows[2].players", "leaves a gap: the row before goes up to 8 players"),
        ("correction.rounds", "is missing: for how many rounds a result may be corrected"),
    ]


def test_a_broken_tier_is_not_reported_again_where_it_is_named() -> None:
    text = changed(
        EXAMPLE,
        ("competitive = false", "competitive = 0"),
        ('name = "Single game"', 'name = "Single game"\ntiers = ["casual"]'),
    )
    assert mistakes(text) == [("tiers[1].competitive", "must be true or false")]


def test_an_empty_file_lists_all_that_is_missing() -> None:
    found = mistakes("")
    assert len(found) == 19
    assert {message for _, message in found} == {"is missing"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"game = Club", "is not TOML: Invalid value (at line 1, column 8)"),
        (b"a = 1\na = 2", "is not TOML: Cannot overwrite a value (at line 2, column 6)"),
        (b"a = 1\nb = '\xff'", "line 2 is not UTF-8 text; save the file with the encoding UTF-8"),
        (b"x = " + b"[" * 100_000, "is nested too deeply"),
        (b"a" + b".a" * 21 + b" = 1", "line 1 joins more than 20 keys by dots"),
        (
            b"#" * (MAX_BYTES + 1),
            "is 1,000,001 bytes long; a regulations file has at most 1,000,000",
        ),
    ],
)
def test_a_file_that_is_not_toml(text: bytes, message: str) -> None:
    assert parse(text, "own.toml") == (Mistake("own.toml", "", message),)


def test_a_number_of_5000_digits_is_a_mistake_and_no_crash() -> None:
    (mistake,) = parse(b"x = " + b"9" * 5000, "own.toml")
    assert mistake.message.startswith("is not TOML: ")


def test_a_file_of_exactly_the_greatest_length_is_read() -> None:
    text = EXAMPLE.encode()
    assert not isinstance(parse(text + b"#" * (MAX_BYTES - len(text)), "own.toml"), tuple)


def test_a_mistake_in_one_line() -> None:
    assert str(Mistake("own.toml", "bye.points", "is missing")) == "own.toml: bye.points: is missing"
    assert str(Mistake("own.toml", "", "is nested too deeply")) == "own.toml: is nested too deeply"
