"""The tiebreakers of games of one's own, in the check of the visitor's browser against the standings it checks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from browser_cases import Server, window
from chess_cases import OWN, own_chess
from muster.core.ids import PlayerId, RoundNo
from muster.core.outcomes import RoundRecord
from muster.core.standings import Worth, standings
from muster.core.tournament import commands
from muster.core.tournament.journal import Accepted, Journal
from muster.core.tournament.proof.verify import verify
from muster.exchange.journal import read
from muster.rules.tiebreakers import FITTING_TIEBREAKERS, TiebreakerId
from muster.rules.variants import Variants
from standings_cases import ALL_VARIANTS, Fields, fields, rules_of, table_fields
from tournament_cases import DAY, Desk
from verify_cases import text_of

RANK = """async ([address, cases]) => {
    const { standings } = await import(address);
    return cases.map((one) => {
        const given = { ...one, without: new Set(one.without), seed: null };
        const { order, equal } = standings(new Map(one.all), given);
        const shared = [];
        order.forEach((player, at) => shared.push(at && equal(order[at - 1], player) ? shared[at - 1] : at + 1));
        return { order, shared };
    });
}"""
CHECK = """async ([address, text]) => (await import(address)).verify(text, () => {})"""


@pytest.fixture
def page(browser: Browser, site: Server) -> Iterator[Page]:
    """Any page of the site: only its scripts are asked."""
    with window(browser, site) as page:
        page.goto(site.url("/"))
        yield page


def _script(site: Server, name: str) -> str:
    """The address of a script, whose name has its digest in it."""
    manifest = (site.data / "static" / "staticfiles.json").read_text(encoding="utf-8")
    paths: dict[str, str] = json.loads(manifest)["paths"]
    return site.url(f"/static/{paths[f'muster/verify/{name}']}")


def _record(one: RoundRecord) -> dict[str, Any]:
    side = one.side
    shown = {"verdict": side.verdict, "points": side.points, "margin": side.margin, "games": side.games}
    return {
        "number": one.round_no,
        "kind": one.kind,
        "foes": one.opponents,
        "side": {**shown, "share": None, "averaged": False},
    }


def test_any_field_has_the_same_order_and_the_same_ties_in_both(page: Page, site: Server) -> None:
    cases: list[dict[str, Any]] = []
    expected: list[dict[str, Any]] = []

    @settings(max_examples=60)
    @given(fields(), ALL_VARIANTS, st.permutations(OWN), st.integers(0, 2), st.sampled_from([(2, 1), (3, 1)]))
    def each(
        case: tuple[Fields, int],
        variants: Variants,
        order: list[TiebreakerId],
        removed: int,
        points: tuple[int, int],
    ) -> None:
        (records, rounds), (win, draw) = case, points
        without = frozenset(list(records)[:removed])
        rules = rules_of(*order[:4])
        table = standings(
            records, rules, variants, rounds_completed=rounds, without=without, worth=Worth(win, draw)
        )
        scoring = {"model": "games", "points": {"win": win, "draw": draw, "loss": 0}}
        ids = [{"id": one.id} for one in rules.tiebreakers]
        cases.append(
            {
                "rules": {"standings": {"tiebreakers": ids}, "scoring": scoring},
                "variants": json.loads(variants.model_dump_json()),
                "rounds": rounds,
                "without": sorted(without),
                "all": [[player, [_record(one) for one in own]] for player, own in records.items()],
            }
        )
        expected.append({"order": [*table.order], "shared": [*table.shared_ranks]})

    each()
    assert page.evaluate(RANK, [_script(site, "standings.js"), cases]) == expected


def test_any_field_at_tables_has_the_same_order_and_the_same_ties_in_both(page: Page, site: Server) -> None:
    cases: list[dict[str, Any]] = []
    expected: list[dict[str, Any]] = []

    @settings(max_examples=60)
    @given(table_fields(), ALL_VARIANTS, st.permutations(sorted(FITTING_TIEBREAKERS["placing"])))
    def each(case: tuple[Fields, int], variants: Variants, order: list[TiebreakerId]) -> None:
        (records, rounds), rules = case, rules_of(*order[:4])
        table = standings(records, rules, variants, rounds_completed=rounds, worth=Worth(first_place=5))
        ids = [{"id": one.id} for one in rules.tiebreakers]
        scoring = {"model": "placing", "points": {"usual": [5, 3, 2, 1], "at_threes": []}}
        cases.append(
            {
                "rules": {"standings": {"tiebreakers": ids}, "scoring": scoring},
                "variants": json.loads(variants.model_dump_json()),
                "rounds": rounds,
                "without": [],
                "all": [[player, [_record(one) for one in own]] for player, own in records.items()],
            }
        )
        expected.append({"order": [*table.order], "shared": [*table.shared_ranks]})

    each()
    assert page.evaluate(RANK, [_script(site, "standings.js"), cases]) == expected


def test_a_day_of_a_game_of_ones_own_is_accepted_by_both_verifiers(page: Page, site: Server) -> None:
    """Seven players, so that there are byes, with one who drops on the way."""
    at = Desk(journal=Journal())
    create = commands.CreateTournament(regulations=own_chess(), day=DAY, structure="custom", rounds=4, cut=0)
    assert isinstance(at.journal.submit(create), Accepted)
    at.enter(*range(1, 8)).announce().begin().rounds(2)
    at.do(commands.DropPlayer(PlayerId(3)))
    at.rounds(2).finish()
    text = text_of(at.journal)
    assert '"unplayed_rounds":"fide-2023"' in text
    proof = verify(read(text.encode()).journal.entries)
    assert proof.holds, proof.findings[:3]
    answer = page.evaluate(CHECK, [_script(site, "verify.js"), text])
    assert answer["holds"], answer["findings"][:3]
    assert answer["proven"]["tables of standings"]
    assert at.round.number == RoundNo(4)
