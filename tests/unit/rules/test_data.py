"""The files that come along: they load, and say what the documents say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import get_args

import pytest

from muster.core.bracket.places import Eliminated
from muster.rules import schema
from muster.rules.basis import Cited, Part
from muster.rules.load import available, load
from muster.rules.schema import Regulations
from muster.rules.scoring import GamesScoring, MarginScoring, ShareScoring
from muster.rules.variants import VariantName, Variants
from regulations_cases import HANDBOOK, IDS


def _cited(value: object) -> Iterator[Cited]:
    if isinstance(value, Cited):
        yield value
    if isinstance(value, Part):
        for _, each in value:
            yield from _cited(each)
    if isinstance(value, tuple):
        for each in value:
            yield from _cited(each)
    if isinstance(value, dict):
        yield from _cited(tuple(value.values()))


def _clauses(value: object) -> Iterator[str]:
    """Every clause cited anywhere, found by the types and not by the text of the file."""
    if isinstance(value, Part):
        for name, each in value:
            if name.endswith("clause") and isinstance(each, str):
                yield each
            yield from _clauses(each)
    if isinstance(value, tuple):
        for each in value:
            yield from _clauses(each)
    if isinstance(value, dict):
        yield from _clauses(tuple(value.values()))


def _margin(regulations: Regulations) -> MarginScoring:
    assert isinstance(regulations.scoring, MarginScoring)
    return regulations.scoring


def test_six_files_come_along() -> None:
    assert tuple(each.id for each in available()) == IDS
    assert [load(each).id for each in IDS] == list(IDS)


def test_summaries_name_game_edition_and_document() -> None:
    by_id = {each.id: each for each in available()}
    assert by_id["legion-2.0"].game == "Star Wars: Legion"
    assert by_id["legion-2.0"].effective == date(2020, 4, 13)
    assert by_id["armada-pl"].effective is None
    assert by_id["armada-pl"].language == "pl"


@pytest.mark.parametrize("regulations_id", IDS)
def test_every_cited_clause_is_listed(regulations_id: str) -> None:
    regulations = load(regulations_id)
    cited = set(_clauses(regulations))
    assert len(cited) > 10
    assert cited <= set(regulations.clauses)


@pytest.mark.parametrize("regulations_id", IDS)
def test_every_reading_cited_is_told_in_the_handbook(regulations_id: str) -> None:
    _, _, told = HANDBOOK.read_text(encoding="utf-8").partition("\n## Readings\n")
    rows = re.findall(r"^\| ([BF][^|]+?) \|", told, re.MULTILINE)
    known = {reading for row in rows for reading in row.split(", ")}
    cited = {each for part in _cited(load(regulations_id)) for each in (part.reading or "").split(", ")} - {
        ""
    }
    assert cited
    assert cited <= known


COM = """ROLE-1 ROLE-2 ROLE-3 ROLE-5 COND-1 MAT-1 LIST-1 LIST-2 SHARE-1 MOD-1 LOST-1 LOST-2 LEGAL-1 PLAY-1
    PLAY-3 TIME-1 PAIR-1 PAIR-2 PAIR-3 BYE-1 DROP-1 CUT-1 CUT-2 ELIM-1 ELIM-2 ELIM-3 ELIM-4 RANK-1 SOS-1"""
NEEDED = {
    "armada-4.0": (
        "ARM",
        "TIME-1 BYE-1 END-1 END-2 END-3 END-4 SCORE-1 SCORE-2 MOV-1 TP-1 TIE-1 STR-1 STR-2 BRK-1",
    ),
    "armada-pl": ("PLA", "TIME-1 BYE-1 END-1 CUT-1 TP-1 MOV-1 TIE-1 STR-1 STR-2 STR-3 TIER-1"),
    "runewars-2.2.2": (
        "RUN",
        "SEAS-1 SEAS-2 TIME-1 BYE-1 END-1 FLURRY-1 END-2 SCORE-1 MOV-1 TP-1 TIE-1 STR-1 STR-2 STR-3 TIER-1",
    ),
    "legion-2.0": (
        "LEG",
        """SET-2 TIME-1 BYE-1 REPORT-1 REPORT-2 END-1 END-2 END-3 END-4 END-5 SCORE-1 TP-1 MOV-1 MOV-2 MOV-3
        MOV-4 MOV-5 MOV-6 MOV-7 TIE-1 STR-1 STR-2 STR-3 TIER-1""",
    ),
    "twin-suns-1.3": ("SWU", "TWIN-1 TWIN-2 PAIR-1 ELIM-1 CONC-1 RNDS-1 TIE-1 TIE-2 REP-1 REP-2"),
    "unlimited-1.3": (
        "SWU",
        """TIER-1 PAIR-1 ELIM-1 KIND-1 SGL-1 BO3-1 BO3-2 BO3-3 INIT-1 CONC-1 ID-DRAW-1 RNDS-1 TIE-1 TIE-2
        REP-1 REP-2""",
    ),
}


@pytest.mark.parametrize("regulations_id", IDS)
def test_the_clauses_for_rounds_points_and_ties_are_there(regulations_id: str) -> None:
    prefix, own = NEEDED[regulations_id]
    needed = {f"{prefix}-{each}" for each in own.split()}
    if prefix != "SWU":
        needed |= {f"COM-{each}" for each in COM.split()}
    assert needed <= set(load(regulations_id).clauses)


def test_com_drop_2_rejoining_is_absent_from_armada_4_only() -> None:
    having = [each for each in IDS if "COM-DROP-2" in load(each).clauses]
    assert having == ["armada-pl", "legion-2.0", "runewars-2.2.2"]
    assert load("armada-4.0").attendance.reading == "B9"


MARGIN_TABLES = {
    "armada-4.0": [(0, 6, 5), (60, 7, 4), (140, 8, 3), (220, 9, 2), (300, 10, 1)],
    "armada-pl": [(0, 6, 5), (60, 7, 4), (140, 8, 3), (220, 9, 2), (300, 10, 1)],
    "runewars-2.2.2": [(0, 6, 5), (30, 7, 4), (70, 8, 3), (110, 9, 2), (150, 10, 1)],
}


@pytest.mark.parametrize("regulations_id", MARGIN_TABLES)
def test_tp_1_tournament_points_by_margin(regulations_id: str) -> None:
    rows = _margin(load(regulations_id)).table.rows
    assert [(row.margin, row.win, row.loss) for row in rows] == MARGIN_TABLES[regulations_id]


@pytest.mark.parametrize(
    ("regulations_id", "cap", "bye"),
    [("armada-4.0", 400, 140), ("armada-pl", 400, 140), ("runewars-2.2.2", 200, 70)],
)
def test_margin_caps_byes_and_concessions(regulations_id: str, cap: int, bye: int) -> None:
    regulations = load(regulations_id)
    scoring = _margin(regulations)
    assert (scoring.margin.floor, scoring.margin.cap) == (0, cap)
    assert (regulations.bye.points, regulations.bye.margin) == (8, bye)
    given = scoring.concession
    assert (given.keep_from, given.points, given.margin) == (bye, 8, bye)
    assert (regulations.unpaired_loss.points, regulations.unpaired_loss.margin) == (0, 0)
    assert [each.id for each in regulations.standings.tiebreakers] == ["margin", "strength-of-schedule"]


def test_arm_end_2_second_player_wins_ties_and_run_flurry_1_a_roll_does() -> None:
    for each in ("armada-4.0", "armada-pl"):
        regulations = load(each)
        scoring = _margin(regulations)
        assert (scoring.equal_score.winner, scoring.mutual_destruction.winner) == ("role", "role")
        assert regulations.seat_roles.deciding == "second"
    scoring = _margin(load("runewars-2.2.2"))
    assert (scoring.equal_score.winner, scoring.equal_score.roll) == ("by-hand", "Final Flurry")
    assert scoring.mutual_destruction.winner == "score"


def test_wiped_out_counts_at_least_400_exactly_200_exactly_800() -> None:
    armada, runewars = (
        _margin(load("armada-4.0")).wiped_out,
        _margin(load("runewars-2.2.2")).wiped_out,
    )
    legion = load("legion-2.0").scoring
    assert isinstance(legion, ShareScoring)
    assert (armada.counts, armada.points) == ("at-least", 400)
    assert (runewars.counts, runewars.points) == ("exactly", 200)
    assert (legion.wiped_out.counts, legion.wiped_out.points) == ("exactly", 800)
    assert "flotilla" in armada.what
    assert "flotilla" not in _margin(load("armada-pl")).wiped_out.what


def test_leg_scoring() -> None:
    regulations = load("legion-2.0")
    scoring = regulations.scoring
    assert isinstance(scoring, ShareScoring)
    assert (scoring.points.win, scoring.points.loss, regulations.bye.points) == (1, 0, 1)
    assert (scoring.share.tie, scoring.share.no_games) == (Fraction(1, 2), Fraction(1, 2))
    assert scoring.at_the_end.by == ("tokens", "score", "role")
    assert scoring.mutual_destruction.by == ("tokens", "role")
    assert regulations.seat_roles.first == "blue player"
    assert regulations.seat_roles.deciding == "first"
    assert [each.id for each in regulations.standings.tiebreakers] == [
        "average-share",
        "extended-average-share",
        "strength-of-schedule",
        "extended-strength-of-schedule",
    ]
    assert (regulations.correction.window, regulations.correction.rounds) == ("rounds", 2)


def test_swu_scoring() -> None:
    regulations = load("unlimited-1.3")
    scoring = regulations.scoring
    assert isinstance(scoring, GamesScoring)
    assert (scoring.points.win, scoring.points.draw, scoring.points.loss) == (3, 1, 0)
    assert regulations.bye.points == 3
    assert scoring.elimination_tie.by == ("base-hp", "initiative")
    assert [each.id for each in regulations.standings.tiebreakers] == [
        "opponents-match-wins",
        "game-wins",
        "opponents-game-wins",
    ]
    assert regulations.correction.window == "until-paired"
    assert regulations.cut.sizes == (4, 8, 16, 32, 64)
    assert regulations.cut.replacement == "until-published"
    assert regulations.variants.rate_floor == Fraction(1, 3)
    single, best = regulations.match_formats
    assert (single.best_of, single.stages, single.tiers) == (1, ("swiss",), ("casual",))
    assert (best.best_of, best.stages, best.tiers) == (3, ("swiss", "elimination"), ())


def test_elimination_ties_cannot_happen_but_in_unlimited() -> None:
    assert [load(each).elimination.tie for each in IDS] == ["cannot-happen"] * 4 + ["by-hand", "decided"]


def test_game_rounds_6_6_8() -> None:
    rounds = {each: load(each).game_rounds for each in IDS}
    assert rounds == {
        "armada-4.0": 6,
        "armada-pl": 6,
        "legion-2.0": 6,
        "runewars-2.2.2": 8,
        "twin-suns-1.3": None,
        "unlimited-1.3": None,
    }


def test_pla_cut_1_names_tops_4_to_32_and_the_table_top_2() -> None:
    assert load("armada-pl").cut.sizes == (2, 4, 8, 16, 32)


def test_run_seas_1_seasons() -> None:
    draws = load("runewars-2.2.2").round_draws
    assert draws is not None
    first, second = draws.seasons
    assert (first.starts, second.starts) == (date(2018, 7, 23), date(2018, 10, 1))
    assert first.deployments == ("Standoff", "Unprepared", "Meeting Engagement")
    assert first.objectives == ("Demoralize Their Forces", "Confluence of Magic", "Volatile Runes")
    assert second.deployments == ("Unprepared", "Meeting Engagement", "Maelstrom")
    assert second.objectives == ("Confluence of Magic", "Volatile Runes", "Seize the Artifacts")
    assert second.reading == "B28"


@pytest.mark.parametrize("regulations_id", IDS)
def test_defaults_of_the_variants_are_the_readings(regulations_id: str) -> None:
    """Armada 4.0 alone prints the places under its bracket (`ARM-BRK-1`)."""
    eliminated: Eliminated = "by-column" if regulations_id == "armada-4.0" else "shared"
    assert load(regulations_id).variants == Variants(eliminated=eliminated)


def test_variant_names_are_those_of_the_variants() -> None:
    assert set(get_args(VariantName)) == set(Variants.model_fields)


def test_variants_say_in_which_game_they_matter() -> None:
    assert "rate_floor" not in load("armada-4.0").variant_clauses
    assert "schedule_rounds" not in load("unlimited-1.3").variant_clauses
    everywhere = {name for each in IDS for name in load(each).variant_clauses}
    assert everywhere == set(Variants.model_fields) - {"unplayed_rounds"}, (
        "games that come along use no Buchholz"
    )


def _parts() -> Iterator[type[Part]]:
    waiting = [Part]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += part.__subclasses__()


def test_every_key_of_a_file_is_told_in_the_handbook() -> None:
    told = set(re.findall(r"`([a-z_]+)`", HANDBOOK.read_text(encoding="utf-8")))
    keys = {name for part in _parts() if part.__module__ == schema.__name__ for name in part.model_fields}
    assert keys - told == set()
