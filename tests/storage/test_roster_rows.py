"""Rosters on record are the same on both databases, and of players' hands at once each leaves one version."""

from __future__ import annotations

from datetime import timedelta

from muster.app.common.access import Actor
from muster.app.rosters import checking, editing, read, storage
from muster.app.rosters.editing import AddTo
from muster.core.tournament.refusals import Refusal
from muster.journal import store
from muster.people.models import RosterLine, RosterVersion
from muster.web.player.page.around import around
from muster.web.player.rosters.build_page import form_of
from roster_cases import FLEET, FRIDAY, OVER, asking, entry_of, weighed
from storage_cases import Base, together

AT_ONCE = 4


def test_what_is_handed_in_is_read_back_as_it_was(base: Base) -> None:
    hall = asking()
    entry, found = entry_of(hall), weighed(hall)
    actor = Actor(f"entry:{entry.pk}", None)
    storage.save_draft(entry, weighed(hall, OVER), actor, FRIDAY)
    begun = read.draft(entry)
    assert begun is not None
    assert not begun.legal
    made = storage.submit(entry, found, actor, FRIDAY, seen=0)
    assert isinstance(made, RosterVersion)
    kept = read.current(entry)
    assert kept is not None
    assert checking.read_back(kept) == found.roster
    assert checking.recheck(kept, hall.tournament, hall.state) == checking.checked_now(
        hall.tournament, hall.state, checking.read_back(kept)
    )
    again = checking.check_version(kept, hall.tournament, hall.state)
    assert again.roster.items[0].line == 5, "the places in the text are found again"
    assert read.draft(entry) is None
    lines = dict(RosterLine.objects.filter(entry=entry).values_list("plain", "count"))
    assert (lines["yt2400"], lines["mc80battlecruiser"], lines["generalmadine"]) == (6, 1, 1)


def test_the_players_page_reads_the_roster_with_everything_else(base: Base) -> None:
    until = FRIDAY + timedelta(hours=1)
    hall = asking(deadline=until)
    entry = entry_of(hall)
    actor = Actor(f"entry:{entry.pk}", None)
    snapshot = store.load(hall.tournament.pk)
    before = around(entry, snapshot, ())
    assert (before.own.kept, before.own.deadline) == ([], until)
    for text in (FLEET, FLEET.replace("Quick", "Slow")):
        storage.submit(entry, weighed(hall, text), hall.actor, FRIDAY)
    storage.save_draft(entry, weighed(hall), actor, FRIDAY)
    after = around(entry, snapshot, ())
    kept = sorted((row.number, row.total, row.legal, row.at) for row in after.own.kept)
    assert kept == [(0, 348, True, FRIDAY), (2, 348, True, FRIDAY)]


def test_of_several_tabs_at_once_one_hands_in_and_the_others_are_told(base: Base) -> None:
    hall = asking()
    entry, found = entry_of(hall), weighed(hall)
    actor = Actor(f"entry:{entry.pk}", None)
    answers = together(
        *[lambda: storage.submit(entry, found, actor, FRIDAY, seen=0) for _tab in range(AT_ONCE)]
    )
    assert sum(isinstance(answer, RosterVersion) for answer in answers) == 1, answers
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["stale"] * (AT_ONCE - 1)
    assert [version.number for version in read.versions(entry)] == [1]
    assert RosterLine.objects.filter(entry=entry).count() == len(list(found.roster.every()))


def test_of_several_drafts_at_once_one_stays(base: Base) -> None:
    hall = asking()
    entry, found = entry_of(hall), weighed(hall)
    actor = Actor(f"entry:{entry.pk}", None)
    answers = together(*[lambda: storage.save_draft(entry, found, actor, FRIDAY) for _tab in range(AT_ONCE)])
    assert all(isinstance(answer, RosterVersion) for answer in answers), answers
    assert entry.rosters.count() == 1


def test_of_two_acts_on_one_draft_at_once_the_later_is_told(base: Base) -> None:
    hall = asking()
    who, state, asked_for = entry_of(hall), hall.state, AddTo("ship")
    stamp = form_of(who, state, asked_for).stamp

    def adding(name: str) -> object:
        return editing.add_named(entry_of(hall), state, stamp, asked_for, editing.NamedItem(name), FRIDAY)

    answers = together(lambda: adding("One"), lambda: adding("Two"))
    assert sorted(type(each).__name__ for each in answers) == ["NoneType", "StaleError"], (base.kind, answers)
    kept = read.draft(who)
    assert kept is not None
    assert len(kept.roster["items"]) == 1
