"""What a player's page asks in its own SQL is answered alike by both databases."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from muster.app.floor import calls, clocks
from muster.app.links.entry_rows import entries_beside, entry_numbered
from muster.app.player.playing import meeting_of
from muster.app.registration.entries import Newcomer, queue
from muster.app.results.losses import Loss
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.journal import store
from muster.people.models import (
    Entry,
    Event,
    Notice,
    Penalty,
    RosterPlan,
    RosterVersion,
    SetupTick,
    Timer,
    Venue,
)
from muster.web.player.page.around import around, arounds
from muster.web.player.page.shown import RosterInPlay
from storage_cases import Base
from web_cases import Hall

AT = datetime(2026, 3, 7, 10, tzinfo=UTC)


def test_an_entry_is_as_the_models_have_it(base: Base) -> None:
    hall = Hall()
    hall.enter(2)
    last = Entry.objects.get(player=2).pk
    for venue in (None, Venue.objects.create(keeper=hall.organiser, name="Ratusz Łódź")):
        Event.objects.filter(pk=hall.event.pk).update(venue=venue, last_day=AT.date(), cancelled_at=AT)
        one = Entry.objects.select_related("person", "tournament__event__venue").get(player=2)
        found = entry_numbered(one.pk)
        assert found is not None
        pairs = [
            (one, found),
            (one.person, found.person),
            (one.tournament, found.tournament),
            (one.tournament.event, found.tournament.event),
            (one.tournament.event.venue, found.tournament.event.venue),
        ]
        for asked, spelled in pairs:
            assert (asked is None) is (spelled is None)
            for field in asked._meta.concrete_fields if asked else ():
                assert getattr(asked, field.attname) == getattr(spelled, field.attname), field
    assert entry_numbered(last + 1000) is None
    first = entry_numbered(Entry.objects.get(player=1).pk)
    assert first is not None
    beside = entries_beside(first, [last, first.pk, last, last + 1000])
    assert list(beside) == sorted({first.pk, last})
    one = Entry.objects.select_related("person").get(pk=last)
    for asked, spelled in ((one, beside[last]), (one.person, beside[last].person)):
        for field in asked._meta.concrete_fields:
            assert getattr(asked, field.attname) == getattr(spelled, field.attname), field
    assert beside[last].tournament is first.tournament
    first.tournament_id += 1000
    assert entries_beside(first, [last]) == {}


def test_what_is_around_a_player_comes_in_one_answer(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: AT)
    hall = Hall("armada-4.0")
    hall.begin(4)
    hall.publish()
    asked = clocks.ClockInput(round_no=RoundNo(1), kind="start", minutes=135)
    clocks.act(hall.tournament.pk, hall.actor, asked)
    for number in range(7):
        Notice.objects.create(event=hall.event, text=f"notice {number}", urgent=number % 2 == 0)
    entry = Entry.objects.select_related("tournament__event").get(player=1)
    calls.make(entry, "judge")
    for kind, withdrawn_at in (("warning", None), ("game-loss", None), ("game-loss", AT)):
        row = {"kind": kind, "category": "insult", "clause": "SWU-SIDE-1", "withdrawn_at": withdrawn_at}
        Penalty.objects.create(tournament=hall.tournament, entry=entry, round_no=1, at=AT, **row)
    found = around(entry, store.load(hall.tournament.pk), [PlayerId(1), PlayerId(3)])
    assert found.losses == [Loss(PlayerId(1), RoundNo(1), here=False, kind="game-loss", clause="SWU-SIDE-1")]
    assert {player: known.name for player, known in found.people.items()} == {1: "Ada A0", 3: "Chiara A2"}
    assert [(one.act.kind, one.act.minutes, one.act.at) for one in found.log] == [("start", 135, AT)]
    assert [one.text for one in found.notices] == [f"notice {number}" for number in (6, 5, 4, 3, 2)]
    assert found.notices[0].urgent
    assert (found.calls["judge"].at, found.calls["judge"].claimed) == (AT, False)
    waiting = queue(hall.tournament, Newcomer(name="Zoe"))
    one = entry_numbered(waiting.entry.pk)  # type: ignore[union-attr]
    assert one is not None
    assert around(one, store.load(hall.tournament.pk), ()).place == 1


def test_what_both_at_a_table_bring_is_the_latest_of_each(base: Base) -> None:
    hall = Hall("armada-4.0")
    hall.begin(4)
    hall.publish()
    one, two = hall.state.rounds[0].matches[TableNo(1)].pairing.players
    fields = {"state": "submitted", "at": AT, "by": "entry:1", "roster": {}, "legal": True}
    for player, number, total in ((one, 0, 1), (one, 1, 399), (one, 2, 398), (two, 1, None)):
        entry = Entry.objects.get(tournament=hall.tournament, player=player)
        RosterVersion.objects.create(entry=entry, number=number, total=total, **fields)
    RosterPlan.objects.create(tournament=hall.tournament, seen="staff")
    snapshot = store.load(hall.tournament.pk)
    asking = Entry.objects.select_related("tournament__event").get(tournament=hall.tournament, player=one)
    assert around(asking, snapshot, ()).rosters == {}
    asking.tournament.rosters = "required"
    assert around(asking, snapshot, ()).rosters == {
        one: RosterInPlay(2, 398, "staff"),
        two: RosterInPlay(1, None, "staff"),
    }


def test_what_is_around_several_is_what_is_around_each(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: AT)
    hall = Hall("armada-4.0")
    hall.begin(8)
    hall.publish()
    entries = list(Entry.objects.select_related("tournament__event").order_by("player"))
    for entry in entries:
        entry.tournament = entries[0].tournament
    entries[0].tournament.rosters = "required"
    fields = {"state": "submitted", "at": AT, "by": "entry:1", "roster": {}, "legal": True}
    for at, entry in enumerate(entries):
        if at % 3:
            calls.make(entry, "judge")
            RosterVersion.objects.create(entry=entry, number=1, total=390 + at, **fields)
        if at % 2:
            row = {"kind": "game-loss", "category": "insult", "clause": f"ARM-{at}"}
            Penalty.objects.create(tournament=hall.tournament, entry=entry, round_no=1, at=AT, **row)
    snapshot = store.load(hall.tournament.pk)
    round_ = snapshot.state.rounds[0]
    for table, match in round_.matches.items():
        if table % 2:
            meeting = meeting_of(round_.number, match.pairing)
            tick = {"round_no": 1, "meeting": meeting, "step": f"step-{table}"}
            SetupTick.objects.create(tournament=hall.tournament, **tick)
        Timer.objects.create(
            tournament=hall.tournament, kind="other", table=table, seconds=600, started_at=AT
        )
    asked = [(entry, [PlayerId(entry.player or 0)]) for entry in entries]
    several = arounds(asked, snapshot)
    alone = [around(entry, snapshot, players) for entry, players in asked]
    names = {player: known for one in alone for player, known in one.people.items()}
    assert several == [replace(one, people=names) for one in alone]
    assert [bool(one.calls) for one in several] == [bool(at % 3) for at in range(8)]
    assert {len(one.timers) for one in several} == {1}
    assert {len(one.losses) for one in several} >= {1}
    assert {len(one.ticked) for one in several} == {0, 1}
