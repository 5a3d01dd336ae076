"""An organiser's own file: every kind of mistake, said once, with the way to the value."""

from __future__ import annotations

import pytest

from muster.core.messages import say
from muster.rules.load import MAX_BYTES, Mistake, Mistakes, load, parse
from muster.rules.scoring import PlacingScoring
from regulations_cases import IDS, changed, good, handbook_example, mistakes, packaged, plain

EXAMPLE = handbook_example()


def test_the_handbook_s_example_is_right() -> None:
    regulations = good(EXAMPLE)
    assert (regulations.id, regulations.game) == ("club-skirmish-1", "Club Skirmish")
    assert [each.id for each in regulations.structures] == ["basic", "custom"]


@pytest.mark.parametrize("regulations_id", IDS)
def test_files_that_come_along_are_right(regulations_id: str) -> None:
    assert good(packaged(regulations_id)).id == regulations_id


def test_a_mark_of_byte_order_is_no_mistake() -> None:
    assert not isinstance(parse(b"\xef\xbb\xbf" + EXAMPLE.encode(), "own.toml"), tuple)


DATE = "must be a date without quotation marks, such as 2025-01-27"
RATIO = 'must be a ratio written as text, such as "1/3"'
ROLES = """[seat_roles]
first = "first player"
second = "second player"
chooser = "The winner of a roll."
clause = "OUR-PTS-1"
"""
UNLISTED = "cites OUR-RANK-1, which is not listed under `clauses`; did you mean `OUR-STR-1`?"
VARIANTS = (
    "'schedule_rounds', 'bye_is_opponent', 'rate_floor', 'bye_in_match_rate', 'rank_by', 'last_round', "
    "'pair_down_again', 'no_show', 'first_round', 'eliminated', 'unplayed_rounds', "
    "'tied_places', 'tables_by' or 'threes'"
)
SHAPE = [
    ("format = 1\n", "", [("format", "is missing")]),
    ("format = 1", "format = 2", [("format", "must be 1")]),
    (
        'id = "club-skirmish-1"',
        'id = "Club Skirmish"',
        [("id", "must be lowercase letters and digits joined by hyphens")],
    ),
    ('game = "Club Skirmish"', "game = 5", [("game", "must be text in quotation marks")]),
    ('game = "Club Skirmish"', 'game = ""', [("game", "must not be empty")]),
    ('edition = "1"', f'edition = "{"x" * 2001}"', [("edition", "must be no longer than 2000 characters")]),
    (
        'edition = "1"',
        'edition = "1"\neditoin = 1',
        [("editoin", "is not a key known here; did you mean `edition`?")],
    ),
    ('edition = "1"', 'edition = "1"\nqqqq = 1', [("qqqq", "is not a key known here")]),
    ("effective = 2025-09-01", 'effective = "2025-09-01"', [("document.effective", DATE)]),
    ("effective = 2025-09-01", "effective = 2025-09-01T10:00:00", [("document.effective", DATE)]),
    (
        'publisher = "Our club"',
        'publisher = "Our club"\nlanguage = "English"',
        [("document.language", 'must be a language of two lowercase letters, such as "en"')],
    ),
    ("competitive = false", 'competitive = "no"', [("tiers[1].competitive", "must be true or false")]),
    (
        "competitive = false\nclause",
        "competitive = false\nrieding = 1\nclause",
        [("tiers[1].rieding", "is not a key known here; did you mean `reading`?")],
    ),
    (
        'clause = "OUR-TIME-1"',
        'clause = "our time"',
        [("round_times[1].clause", 'must be a clause id in capitals, such as "ARM-TP-1"')],
    ),
    (
        'clause = "OUR-TIME-1"',
        'clause = "OUR-TIME-1"\nreading = "14"',
        [("round_times[1].reading", 'must be the number of a reading, such as "B14" or "B9, B19"')],
    ),
    ("minutes = 60", "minutes = 0", [("round_times[1].minutes", "must be at least 1")]),
    ("minutes = 60", "minutes = 1_000_001", [("round_times[1].minutes", "must be at most 1000000")]),
    ("minutes = 60", "minutes = 60.0", [("round_times[1].minutes", "must be a whole number")]),
    ("minutes = 60", "minutes = true", [("round_times[1].minutes", "must be a whole number")]),
    ("minutes = 60", 'minutes = "60"', [("round_times[1].minutes", "must be a whole number")]),
    ("minutes = 60", f"minutes = 0x{'f' * 9000}", [("round_times[1].minutes", "must be at most 1000000")]),
    (
        'round = "final"',
        'round = "finale"',
        [("round_times[3].round", "must be 'swiss', 'elimination' or 'final'")],
    ),
    ("players = 4,", "players = 1,", [("structures[1].rows[1].players", "must be at least 2")]),
    ("sizes = [2, 4, 8]", "sizes = 8", [("cut.sizes", "must be a list in square brackets")]),
    (ROLES, "[[seat_roles]]\n", [("seat_roles", "must be a table of its own keys")]),
    (
        'model = "games"',
        'model = "goals"',
        [("scoring", "`model` must be one of 'margin', 'share', 'games', 'placing'")],
    ),
    ('model = "games"\n', "", [("scoring", "needs a `model`: 'margin', 'share' or 'games'")]),
    ("points = { win = 3,", "points = { win = -3,", [("scoring.points.win", "must be at least 0")]),
    (
        'elimination_tie = { by = ["initiative"], clause = "OUR-CUT-1" }\n',
        "",
        [("scoring.elimination_tie", "is missing")],
    ),
    (
        'by = ["initiative"]',
        'by = ["luck"]',
        [("scoring.elimination_tie.by[1]", "must be 'base-hp' or 'initiative'")],
    ),
    (
        "OUR-RANK-1 = { section",
        '"our rank" = { section',
        [
            ("clauses.our rank", 'must be a clause id in capitals, such as "ARM-TP-1"'),
            *(
                (f"{key}clause", UNLISTED)
                for key in ("standings.", "standings.random_", "standings.tiebreakers[1].", "correction.")
            ),
        ],
    ),
    ("[clauses]", "[variants]\nrate_floor = 0.33\n[clauses]", [("variants.rate_floor", RATIO)]),
    (
        "[clauses]",
        '[variants]\nrate_floor = "3/2"\n[clauses]',
        [("variants.rate_floor", "must be a ratio from 0 to 1")],
    ),
    ("[clauses]", '[variants]\nrate_floor = "1/0"\n[clauses]', [("variants.rate_floor", RATIO)]),
    ("[clauses]", f'[variants]\nrate_floor = "1/{"9" * 5000}"\n[clauses]', [("variants.rate_floor", RATIO)]),
    (
        "[clauses]",
        '[variant_clauses]\nrate_flor = { clause = "OUR-PTS-1" }\n[clauses]',
        [("variant_clauses.rate_flor", f"must be {VARIANTS}")],
    ),
]


@pytest.mark.parametrize(("before", "after", "expected"), SHAPE)
def test_mistake_of_shape(before: str, after: str, expected: list[tuple[str, str]]) -> None:
    assert mistakes(changed(EXAMPLE, (before, after))) == expected


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
    assert len(found) == 22
    assert {message for _, message in found} == {"is missing"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"game = Club", "is not TOML: Invalid value (at line 1, column 8)"),
        (b"a = 1\na = 2\nb = 3", "is not TOML: Cannot overwrite a value (at line 2, column 6)"),
        (b"a = 1\nb = '\xff'", "line 2 is not UTF-8 text; save the file with the encoding UTF-8"),
        (b"x = " + b"[" * 90_000, "is nested too deeply"),
        (b"x = " + b"[" * 12 + b"]" * 12, "is nested too deeply"),
        (b"x = {" + b"a." * 100 + b"a = 1}", "is nested too deeply"),
        (b"x = {" + b"a." * 40_000 + b"a = 1}", "line 1 has more than 100 dots"),
        (b"format = 1\na" + b".a" * 101 + b" = 1", "line 2 has more than 100 dots"),
        (
            b"#" * (MAX_BYTES + 1),
            "is 100,001 bytes long; a regulations file has at most 100,000",
        ),
    ],
)
def test_a_file_that_is_not_toml(text: bytes, message: str) -> None:
    assert plain(parse(text, "own.toml")) == (("own.toml", "", message),)


def test_a_number_of_5000_digits_is_a_mistake_and_no_crash() -> None:
    ((key, message),) = mistakes(f"x = {'9' * 5000}")
    assert (key, message.partition(": ")[0]) == ("", "is not TOML")


def test_a_file_of_exactly_the_greatest_length_is_read() -> None:
    text = EXAMPLE.encode()
    assert not isinstance(parse(text + b"#" * (MAX_BYTES - len(text)), "own.toml"), tuple)


def test_a_mistake_in_one_line() -> None:
    assert str(Mistake("own.toml", "bye.points", say("is missing"))) == "own.toml: bye.points: is missing"
    assert str(Mistake("own.toml", "", say("is nested too deeply"))) == "own.toml: is nested too deeply"


@pytest.mark.parametrize(
    "line",
    [
        "[[structures]]\n",
        '[[tiers]]\nid = "x"\nclause = "OUR-1"\n',
        '[[ends]]\nclause = "OUR-{}-1"\n',
        "k{} = 1\n",
    ],
)
def test_of_a_great_many_mistakes_the_first_of_each_sort_are_reported(line: str) -> None:
    found = mistakes("[clauses]\n" + "".join(line.format(number) for number in range(2500)))
    assert 100 <= len(found) <= 400


def test_no_list_is_longer_than_any_real_one() -> None:
    sizes = ", ".join(["2"] * 101)
    assert mistakes(changed(EXAMPLE, ("sizes = [2, 4, 8]", f"sizes = [{sizes}]"))) == [
        ("cut.sizes", "must list at most 100")
    ]


def mistakes_of(text: bytes, source: str) -> Mistakes:
    """The mistakes of a file that has some."""
    found = parse(text, source)
    assert isinstance(found, tuple)
    return found


BASED = """
based_on = "twin-suns-1.3"
id = "our-suns"
edition = "ours"

[clauses]
OUR-PTS-1 = { section = "1", says = "Ten points for the first." }

[scoring]
model = "placing"
counted = "HP left of the base"
places = { clause = "SWU-TWIN-2" }
points = { usual = [10, 6, 3], at_threes = [9, 5, 3], clause = "OUR-PTS-1" }
equal = { clause = "SWU-TWIN-2" }
conceding = { clause = "SWU-CONC-1" }
no_show = { clause = "SWU-PAIR-1" }
table_loss = { clause = "SWU-SIDE-1" }
final_tie = { clause = "SWU-TWIN-2" }
"""


def test_a_file_based_on_others_gives_only_what_differs() -> None:
    made = good(BASED)
    assert (made.id, made.game, made.edition) == ("our-suns", "Star Wars: Unlimited, Twin Suns", "ours")
    assert isinstance(made.scoring, PlacingScoring)
    assert made.scoring.points.at_threes == (9, 5, 3)
    assert {"OUR-PTS-1", "SWU-TWIN-2"} <= set(made.clauses)
    assert made.structures == load("twin-suns-1.3").structures


def test_what_it_is_based_on_must_be_there() -> None:
    (mistake,) = mistakes_of(BASED.replace("twin-suns-1.3", "twin-moons").encode(), "own.toml")
    assert mistake.key == "based_on"
    assert "twin-suns-1.3" in str(mistake.message)


REPLACED = 'replacement = "until-published", replacement_clause = "SWU-TWIN-2"'


@pytest.mark.parametrize(
    ("was", "now", "key"),
    [
        ("usual = [10, 6, 3]", "usual = [6, 10, 3]", "scoring.points.usual"),
        ("usual = [10, 6, 3]", "usual = [0]", "scoring.points.usual"),
        ("at_threes = [9, 5, 3]", "at_threes = [1, 2]", "scoring.points.at_threes"),
        (
            'edition = "ours"',
            f'edition = "ours"\ncut = {{ kinds = ["top"], sizes = [4, 8], clause = "SWU-TWIN-2", {REPLACED} }}',
            "cut.sizes",
        ),
        (
            'edition = "ours"',
            'edition = "ours"\nbye = { points = 5, margin = 3, clause = "SWU-TWIN-2" }',
            "bye.margin",
        ),
    ],
)
def test_what_does_not_fit_games_at_tables(was: str, now: str, key: str) -> None:
    found = parse(BASED.replace(was, now).encode(), "own.toml")
    assert isinstance(found, tuple)
    assert [one.key for one in found] == [key]


def test_of_the_ways_of_building_below_those_named_come_first() -> None:
    text = BASED.replace('edition = "ours"', 'edition = "ours"\nconstructions = ["twin-suns"]')
    roster = good(text).roster
    assert roster is not None
    assert [one.id for one in roster.constructions] == ["twin-suns", "premier", "limited", "eternal"]
    (mistake,) = mistakes_of(text.replace('["twin-suns"]', '["highlander"]').encode(), "own.toml")
    assert mistake.key == "constructions"


@pytest.mark.parametrize("wanted", ['["a"]', '["a", "a"]', "[1]", '[["a"]]', '[{id = "a"}]', "7"])
@pytest.mark.parametrize("base", ["twin-suns-1.3", "own-game"])
def test_ways_of_building_that_there_cannot_be_are_mistakes(wanted: str, base: str) -> None:
    text = f'based_on = "{base}"\nconstructions = {wanted}\n'
    (mistake,) = mistakes_of(text.encode(), "x.toml")
    assert mistake.key == "constructions"
