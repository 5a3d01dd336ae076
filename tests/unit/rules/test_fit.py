"""What does not fit together in a regulations file: every kind, said once, with the way to the value."""

from __future__ import annotations

import pytest

from regulations_cases import changed, good, handbook_example, mistakes, packaged

EXAMPLE = handbook_example()
ROWS = """rows = [
    { players = 4, to = 8, rounds = 3 },
    { players = 9, rounds = 4 },
]"""
POWER = "must be 0 for no cut, or a power of two: 2, 4, 8, 16, …"
SIZES = "must be powers of two from 2, each once, smallest first"


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
            POWER,
        ),
        (
            ["players = 9, rounds = 3, cut = 6"],
            "structures[1].rows[1].cut",
            POWER,
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


FILLED = '{ players = 5, to = 7, cut = 4, clause = "OUR-CUT-1" }'
EXCEPTIONS = "players = 5, rounds = 3, cut = 8"


def _exceptions(text: str) -> str:
    return changed(
        _rows(EXCEPTIONS), ('name = "League night"', f'name = "League night"\ncut_exceptions = [{text}]')
    )


def test_a_cut_exception_fills_the_hole() -> None:
    own = good(_exceptions(FILLED))
    assert own.structures[0].cut_exceptions[0].cut == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '{ players = 5, to = 6, cut = 4, clause = "OUR-CUT-1" }',
            [("structures[1].rows[1].cut", "cuts 7 players to 8; say in `cut_exceptions` to how many")],
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
                    POWER,
                )
            ],
        ),
        (
            f'{FILLED}, {{ players = 9, to = 8, cut = 4, clause = "OUR-CUT-1" }}',
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
    (EXAMPLE, "sizes = [2, 4, 8]", "sizes = [2, 6]", [("cut.sizes", SIZES)]),
    (EXAMPLE, "sizes = [2, 4, 8]", "sizes = [4, 2]", [("cut.sizes", SIZES)]),
    (
        EXAMPLE,
        'kinds = ["top"]',
        'kinds = ["top", "top"]',
        [("cut.kinds", "must list at least one kind, and each once")],
    ),
    (EXAMPLE, 'kinds = ["top"]', "kinds = []", [("cut.kinds", "must list at least one kind, and each once")]),
    (
        EXAMPLE,
        'id = "custom"',
        'id = "basic"\nrows = [{ players = 4, rounds = 3 }]',
        [("structures[2].id", "`basic` is there twice; every id stands once")],
    ),
    (
        EXAMPLE,
        'id = "custom"',
        'id = "custom"\nrows = [{ players = 4, rounds = 3 }]',
        [("structures[2].rows", "must be left out: in `custom` the organiser enters rounds and cut")],
    ),
    (
        EXAMPLE,
        'id = "custom"',
        'id = "custom"\ncut_tiers = ["formal"]',
        [("structures[2].cut_tiers", "`formal` is no id among the `tiers`")],
    ),
    (
        EXAMPLE,
        'name = "League night"',
        'name = "League night"\nbeyond = { cut = 4, clause = "OUR-CUT-1" }',
        [("structures[1].beyond", "has no use: the table has no end")],
    ),
    (
        EXAMPLE,
        "{ players = 9, rounds = 4 },\n]",
        '{ players = 9, to = 16, rounds = 4 },\n]\nbeyond = { cut = 3, clause = "OUR-CUT-1" }',
        [("structures[1].beyond.cut", POWER)],
    ),
    (
        EXAMPLE,
        'id = "concession"',
        'id = "decided"',
        [("ends[2].id", "`decided` is there twice; every id stands once")],
    ),
    (
        EXAMPLE,
        'id = "concession"',
        'id = "defeated"',
        [("ends[2].id", "`defeated` does not fit `games` scoring")],
    ),
    (
        EXAMPLE,
        "minutes = 90",
        'minutes = 90\nmatch = "long"',
        [
            ("round_times[3].match", "`long` is no id among the `match_formats`"),
            ("round_times", "has no time for final rounds of single-game"),
        ],
    ),
    (
        EXAMPLE,
        'round = "final"',
        'round = "elimination"',
        [
            ("round_times", "times elimination rounds 2 times; once is enough"),
            ("round_times", "has no time for final rounds of single-game"),
        ],
    ),
    (
        EXAMPLE,
        'name = "Single game"',
        'name = "Single game"\ntiers = ["formal"]',
        [("match_formats[1].tiers", "`formal` is no id among the `tiers`")],
    ),
    (
        EXAMPLE,
        'clause = "OUR-TIME-1"',
        'clause = "OUR-TIM-1"',
        [
            (
                "round_times[1].clause",
                "cites OUR-TIM-1, which is not listed under `clauses`; did you mean `OUR-TIME-1`?",
            )
        ],
    ),
    (
        EXAMPLE,
        'id = "opponents-match-wins"',
        'id = "average-share"',
        [
            (
                "standings.tiebreakers[1].id",
                (
                    "`average-share` does not fit `games` scoring, which has buchholz, buchholz-cut-1, "
                    "extended-strength-of-schedule, game-wins, head-to-head, match-wins, median-buchholz, "
                    "opponents-game-wins, opponents-match-wins, opponents-score, sonneborn-berger, "
                    "strength-of-schedule, total-score"
                ),
            )
        ],
    ),
    (
        EXAMPLE,
        "[pairing]",
        (
            '[[standings.tiebreakers]]\nid = "opponents-match-wins"\nname = "x"\nshort = "x"\n'
            'clause = "OUR-RANK-1"\n[pairing]'
        ),
        [("standings.tiebreakers[2].id", "`opponents-match-wins` is there twice; every id stands once")],
    ),
    (EXAMPLE, "[bye]", "[bye]\nmargin = 5", [("bye.margin", "must be at most 0 with `games` scoring")]),
    (
        EXAMPLE,
        'tie = "decided"',
        'tie = "cannot-happen"',
        [("elimination.tie", "must be `decided` or `by-hand`: matches of games can be drawn")],
    ),
    (
        EXAMPLE,
        'window = "open"',
        'window = "rounds"',
        [("correction.rounds", "is missing: for how many rounds a result may be corrected")],
    ),
    (
        EXAMPLE,
        'window = "open"',
        'window = "open"\nrounds = 2',
        [("correction.rounds", "has no use with the window `open`")],
    ),
    (
        MARGIN,
        "{ margin = 0, win",
        "{ margin = 1, win",
        [("scoring.table.rows[1].margin", "leaves a gap: margins from 0 have no row")],
    ),
    (
        MARGIN,
        "{ margin = 140, win",
        "{ margin = 60, win",
        [("scoring.table.rows[3].margin", "overlaps: the row before starts at 60")],
    ),
    (
        MARGIN,
        "{ margin = 300, win",
        "{ margin = 401, win",
        [("scoring.table.rows[5].margin", "is above the cap of 400")],
    ),
    (
        MARGIN,
        "floor = 0, cap = 400",
        "floor = 500, cap = 400",
        [("scoring.margin.floor", "is 500, above the cap of 400")],
    ),
    (
        MARGIN,
        "keep_from = 140",
        "keep_from = 500",
        [("scoring.concession.keep_from", "is above the cap of 400")],
    ),
    (
        MARGIN,
        "points = 8, margin = 140",
        "points = 8, margin = 500",
        [("scoring.concession.margin", "is above the cap of 400")],
    ),
    (
        MARGIN,
        'equal_score = { winner = "role"',
        'equal_score = { winner = "by-hand"',
        [("scoring.equal_score.roll", "is missing: the name of the roll")],
    ),
    (
        MARGIN,
        'equal_score = { winner = "role"',
        'equal_score = { roll = "d6", winner = "role"',
        [("scoring.equal_score.roll", "has no use: a seat role decides")],
    ),
    (
        MARGIN,
        'deciding = "second"\n',
        "",
        [
            (
                "seat_roles.deciding",
                "is missing: scoring.equal_score and scoring.mutual_destruction let a seat role decide",
            )
        ],
    ),
    (
        MARGIN,
        "margin = 140\nclause",
        "margin = 401\nclause",
        [("bye.margin", "must be at most 400 with `margin` scoring")],
    ),
    (
        MARGIN,
        'tie = "cannot-happen"',
        'tie = "decided"',
        [("elimination.tie", "`decided` needs `games` scoring with its `elimination_tie`")],
    ),
    (
        SHARE,
        'deciding = "first"\n',
        "",
        [
            (
                "seat_roles.deciding",
                "is missing: scoring.at_the_end and scoring.mutual_destruction let a seat role decide",
            )
        ],
    ),
    (
        SHARE,
        'id = "average-share"',
        'id = "margin"',
        [
            (
                "standings.tiebreakers[1].id",
                (
                    "`margin` does not fit `share` scoring, which has average-share, buchholz, buchholz-cut-1, "
                    "extended-average-share, extended-strength-of-schedule, head-to-head, match-wins, "
                    "median-buchholz, sonneborn-berger, strength-of-schedule"
                ),
            )
        ],
    ),
    (
        SHARE,
        "[variants]\n",
        '[variants]\nunplayed_rounds = "fide-2023"\n',
        [
            (
                "variants.unplayed_rounds",
                "`fide-2023` needs `games` scoring, for it counts rounds as drawn",
            )
        ],
    ),
    (
        SHARE,
        'id = "double-loss"',
        'id = "intentional-draw"',
        [("ends[8].id", "`intentional-draw` does not fit `share` scoring")],
    ),
    (
        SEASONS,
        "starts = 2018-10-01",
        "starts = 2018-07-23",
        [("round_draws.seasons[2].starts", "must be later than 2018-07-23, where the season before starts")],
    ),
    (SEASONS, '"Maelstrom"', '"Unprepared"', [("round_draws.seasons[2].deployments", "names a card twice")]),
    (
        SEASONS,
        '"Seize the Artifacts"',
        '"Volatile Runes"',
        [("round_draws.seasons[2].objectives", "names a card twice")],
    ),
    (
        GAMES,
        'round = "elimination"\nmatch = "best-of-three"\nminutes = 75',
        'round = "swiss"\nmatch = "other"\nminutes = 75',
        [
            ("round_times[3].match", "`other` is no id among the `match_formats`"),
            ("round_times", "has no time for elimination rounds of best-of-three"),
        ],
    ),
]


@pytest.mark.parametrize(("text", "before", "after", "expected"), FIT)
def test_mistake_of_fit(text: str, before: str, after: str, expected: list[tuple[str, str]]) -> None:
    assert mistakes(changed(text, (before, after))) == expected
