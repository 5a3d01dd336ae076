"""The journal in memory: keys, versions, time travel."""

from __future__ import annotations

from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.engine import chained, replay
from muster.core.tournament.journal import Accepted, Journal, at
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import GENESIS, State
from tournament_cases import Desk, custom, desk, lower_wins


def test_a_command_with_a_key_on_record_is_not_carried_out_again() -> None:
    journal = Desk().create().journal
    first = journal.submit(commands.EnterPlayer(PlayerId(1)), key="tap-1")
    again = journal.submit(commands.EnterPlayer(PlayerId(1)), key="tap-1")
    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert (first.repeated, again.repeated) == (False, True)
    assert first.entries == again.entries
    assert len(journal.entries) == 2
    assert first.entries[0].key == "tap-1"


def test_all_facts_of_a_keyed_command_come_back() -> None:
    day = desk(players=8, **custom(2, 4)).rounds(2, lower_wins)
    day.do(commands.MakeCut())
    assert day.state.seeds is not None
    drop = commands.DropPlayer(day.state.seeds[0])
    first = day.journal.submit(drop, key="k")
    again = day.journal.submit(drop, key="k", expected_version=0)
    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert len(first.entries) == 2
    assert again.entries == first.entries


def test_a_refused_command_leaves_its_key_free() -> None:
    journal = Desk().create().journal
    assert isinstance(journal.submit(commands.CheckIn(PlayerId(1)), key="k"), Refusal)
    journal.submit(commands.EnterPlayer(PlayerId(1)))
    answer = journal.submit(commands.CheckIn(PlayerId(1)), key="k")
    assert isinstance(answer, Accepted)
    assert not answer.repeated


def test_a_stale_command_is_refused_and_nothing_is_recorded() -> None:
    journal = Desk().create().enter(1).journal
    answer = journal.submit(commands.EnterPlayer(PlayerId(2)), expected_version=1)
    assert isinstance(answer, Refusal)
    assert answer.code == "stale"
    assert "You saw version 1, but the tournament is at 2" in str(answer.says)
    assert len(journal.entries) == 2
    assert isinstance(journal.submit(commands.EnterPlayer(PlayerId(2)), expected_version=2), Accepted)


def test_a_version_that_is_not_there_yet_is_refused_in_words_that_make_sense() -> None:
    journal = Desk().create().journal
    answer = journal.submit(commands.EnterPlayer(PlayerId(2)), expected_version=9)
    assert isinstance(answer, Refusal)
    assert answer.code == "stale"
    assert "-8" not in str(answer.says)
    assert "look again" in str(answer.says)


def test_time_travel_is_the_fold_of_the_first_facts() -> None:
    entries = desk(players=5, **custom(2, 2)).rounds(2).cut().rounds(1).finish().journal.entries
    state = State()
    assert at(entries, 0) == state
    for count in range(1, len(entries) + 1):
        state = replay([entries[count - 1].fact], state)
        assert at(entries, count) == state
        assert at(entries, count).head == entries[count - 1].head
    assert at(entries, 10**9) == state


def test_the_head_is_chained_over_every_fact() -> None:
    head = GENESIS
    for number, entry in enumerate(desk(players=4).rounds(1).journal.entries, 1):
        head = chained(head, number, entry.text)
        assert (entry.seq, entry.head) == (number, head)


def test_a_new_journal_is_empty() -> None:
    journal = Journal()
    assert (journal.entries, journal.state) == ([], State())
