"""Any day is proven, and any tampering with it is told: by the content, or by the head it comes to.

The same days and tamperings are put to the check in the browser in `tests/browser/test_verify_in_browser.py`; a
thousand days of each game, and both verifiers side by side, are the work of `python -m bench.verify`.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.tournament.facts import FACTS
from muster.core.tournament.proof.verify import verify
from muster.exchange.journal import UnreadableJournalError, read
from tamper_kinds import KINDS, tampered
from verify_cases import BOOK, GAMES, READY, Day, days, happened, many_days, text_of
from verify_formats import OTHER, DayFormat

DAYS = 4
MOST_DAYS = 300
MANY_DAYS = 1000


def told(text: str, head: str) -> bool:
    """Whether this journal is refused, or comes to another head than this."""
    try:
        proof = verify(read(text.encode()).journal.entries)
    except UnreadableJournalError:
        return True
    return not proof.holds or proof.state.head != head


def hold(day: Day, kinds: list[str]) -> None:
    """The day is proven as it was, and refused after each of these tamperings."""
    journal = day.played()
    text, head = text_of(journal), journal.state.head
    proof = verify(read(text.encode()).journal.entries)
    assert proof.holds, proof.findings[:3]
    for kind in kinds:
        for mended in (False, True):
            changed = tampered(text, kind, day.roll, mended=mended)
            assert changed is None or told(changed, head), (kind, mended)


def any_kind(day: Day) -> str:
    """A kind of tampering from the day's own dice."""
    kinds = sorted(KINDS)
    return kinds[day.roll(len(kinds))]


@pytest.mark.parametrize("game", GAMES)
def test_any_day_is_proven_and_any_tampering_told(game: str) -> None:
    @settings(max_examples=DAYS)
    @given(days(game, most=12), st.lists(st.sampled_from(sorted(KINDS)), min_size=2, max_size=4))
    def each(day: Day, kinds: list[str]) -> None:
        hold(day, kinds)

    each()


@pytest.mark.parametrize("count", [1, pytest.param(MANY_DAYS, marks=pytest.mark.long)])
@pytest.mark.parametrize("day_format", OTHER)
def test_any_day_of_a_format_is_proven_and_any_tampering_told(day_format: DayFormat, count: int) -> None:
    for day in many_days("day", count, most=12, day_format=day_format):
        hold(day, [any_kind(day) for _ in range(3)])


@pytest.mark.long
def test_any_day_at_tables_is_proven_and_any_tampering_told() -> None:
    for day in many_days("tables", MANY_DAYS, "twin-suns-1.3"):
        hold(day, [any_kind(day) for _ in range(3)])


def test_the_days_hold_every_fact_there_is_and_every_kind_of_tampering_finds_something() -> None:
    wanted = {fact.kind for fact in FACTS} | set(KINDS)
    wanted |= {"a mended round", "a cut made anew", "elimination first", "pairings to mend"}
    assert len(KINDS) >= 20
    ready = [Day(f"ready {number}", 10, game, busy=8) for number, game in enumerate(READY)]
    for number in range(MOST_DAYS):
        day = Day(f"facts {number}", 10, BOOK[number % len(BOOK)], busy=8)
        if number % 3 == 2:
            (day,) = many_days(f"facts {number}", 1, day_format=OTHER[number // 3 % len(OTHER)])
        elif ready and number % 4 == 3:
            day = ready.pop()
        journal = day.played()
        text = text_of(journal)
        wanted -= happened(journal) | {entry.fact.kind for entry in journal.entries}
        wanted -= {kind for kind in wanted & set(KINDS) if tampered(text, kind, day.roll, mended=False)}
        if not wanted:
            break
    assert not wanted
