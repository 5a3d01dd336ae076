"""A whole day by each book: the organiser presses the one button and answers what is asked, and much goes wrong.

Every duty of the ledger was on a screen of whom it binds, or is proven by a test. The check knows the ledger alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import unescape
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from book_cases import PLAYERS, Screens, missed
from muster.app.floor import calls, clocks
from muster.app.history.reasons import typed
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament import commands, queries
from muster.core.tournament.state import best_of
from muster.people.models import Entry, Event, RosterVersion
from player_cases import Phone
from tournament_cases import IDS, absent, won_by
from web_cases import Hall

pytestmark = pytest.mark.django_db

_GO: Final = re.compile(r'class="[^"]*\bgo\b')
_FORM: Final = re.compile(r'<form\b[^>]*action="([^"]+)"[^>]*>((?:(?!</form>).)*)</form>', re.DOTALL)
_FIELD: Final = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


@dataclass
class BookDay:
    """One day: the hall, everybody's screens, and an organiser who knows the one button and what is asked."""

    regulations: str
    screens: Screens = field(default_factory=Screens)

    def __post_init__(self) -> None:
        tiers = {"unlimited-1.3": "competitive"}
        setup: dict[str, Any] = {"structure": "custom", "rounds": 3, "cut": 4, "check_in": True}
        if self.regulations in tiers:
            setup["tier"] = tiers[self.regulations]
        self.hall = Hall(self.regulations, setup=setup)
        self.hall.tournament.rosters = "required"
        self.hall.tournament.save()
        Event.objects.filter(pk=self.hall.event.pk).update(listed=True)
        self.hall.enter(PLAYERS)
        self.judge = self.hall.staff("judge")

    # Looking

    def everybody_looks(self, *players: int) -> str:
        """All whom the day binds look at their first page; the desk's."""
        hall, code, number = self.hall, self.hall.event.code, self.hall.tournament.number
        self.screens.look("judge", self.judge.get(reverse("judge:home", args=[code, number])))
        for player in players or (1, 2, 3):
            self.screens.look("player", Phone(hall, player).client.get(Phone(hall, player).url))
        self.screens.look("public", Client().get(reverse("public:event", args=[code])))
        return self.screens.look("organiser", hall.get("now"))

    def rules_are_looked_up(self) -> None:
        """Pages of rules, which the first pages lead to."""
        code, number = self.hall.event.code, self.hall.tournament.number
        public, judge = self.screens.seen["public"], self.screens.seen["judge"]
        assert "page:public:rules" in public
        assert "page:judge:rules" in judge
        self.screens.look("public", Client().get(reverse("public:rules", args=[code, number])))
        assert "page:public:sentences" in public
        self.screens.look("public", Client().get(reverse("public:sentences", args=[code, number])))
        for moment in ("", "setup", "table", "end"):
            url = reverse("judge:rules", args=[code, number])
            self.screens.look("judge", self.judge.get(url, {"moment": moment}))

    def follow(self, name: str, who: str = "organiser", *args: Any) -> None:
        """Open a page of the desk that one of the pages seen leads to."""
        assert f"page:desk:{name}" in self.screens.seen[who], name
        self.screens.look(who, self.hall.get(name, *args))

    # Doing

    def press(self) -> str:
        """Press the one button of the first page; what is asked first is answered with *Go on all the same*."""
        html = self.screens.look("organiser", self.hall.get("now"))
        for address, inside in _FORM.findall(html):
            if _GO.search(inside):
                return self._sent(unescape(address), inside)
        raise AssertionError("no button does it")

    def _sent(self, address: str, inside: str) -> str:
        sent = {name: unescape(value) for name, value in _FIELD.findall(inside)}
        answer = self.hall.client.post(address, sent, follow=True)
        html = self.screens.look("organiser", answer)
        if answer.status_code == 409:
            asked = next(form for form in _FORM.findall(html) if 'name="go_on"' in form[1])
            return self._sent(unescape(asked[0]), asked[1])
        assert answer.status_code == 200, re.findall(r"note-error.*?</div>", html, re.DOTALL)
        return html

    def settle_all(self) -> None:
        """Answer whatever a word settles, as the buttons beside it do."""
        html = self.screens.look("organiser", self.hall.get("now"))
        for address, inside in _FORM.findall(html):
            if address.endswith("/duties/settle"):
                self.hall.client.post(
                    unescape(address), {name: unescape(value) for name, value in _FIELD.findall(inside)}
                )

    def results(self, *, leave: Iterable[int] = ()) -> None:
        """Every open match but these tables is won by the first named."""
        hall = self.hall
        round_ = hall.state.rounds[-1]
        games = best_of(hall.state, hall.state.stages[-1].format)
        for table, match in sorted(round_.matches.items()):
            if not match.settled and table not in leave:
                report = won_by(hall.state.regulations, 0, games)
                hall.do(commands.ReportResult(round_.number, table, report))

    def entry(self, player: int) -> Entry:
        return Entry.objects.get(tournament=self.hall.tournament, player=player)


def rosters(day: BookDay) -> None:
    """18 lists in order, two that are not, three missing."""
    for player in range(1, PLAYERS - 2):
        RosterVersion.objects.create(
            entry=day.entry(player), number=1, state="submitted", at=timezone.now(), by="x", roster={},
            legal=player > 2, whole=player > 3,
        )  # fmt: skip


def morning(day: BookDay) -> None:
    """Lists, a minor without a guardian, the checklist; all but one come."""
    hall = day.hall
    day.everybody_looks(1, 22)
    rosters(day)
    Entry.objects.filter(tournament=hall.tournament, player=5).update(minor=True)
    Entry.objects.filter(tournament=hall.tournament, player__gt=3).update(uid="")
    day.everybody_looks(1, 5, 22)
    day.follow("checklist")
    day.follow("checkin")
    day.rules_are_looked_up()
    hall.do(*[commands.CheckIn(PlayerId(player)) for player in range(1, PLAYERS)])
    day.everybody_looks()
    hall.do(commands.DropPlayer(PlayerId(PLAYERS), typed("did not come")))
    day.settle_all()


def first_round(day: BookDay) -> None:
    """A late player, the clock, an absent player, a call, a dispute, a penalty's page, more time."""
    hall = day.hall
    while not hall.state.rounds:
        day.press()
    round_ = hall.state.rounds[0]
    hall.enter(1)
    day.everybody_looks(1, 2)
    day.follow("round")
    if queries.late_pair(hall.state):
        hall.post("pair-late", player=queries.late_pair(hall.state)[1])  # type: ignore[index]
    number = hall.state.rounds[0].number
    clocks.act(hall.tournament.pk, hall.actor, clocks.ClockInput(round_no=number, kind="start", minutes=60))
    day.everybody_looks(1, 2)
    one, two = hall.state.rounds[0].matches[TableNo(2)].pairing.players
    calls.make(day.entry(one), "judge", round_no=number, table=2)
    games = best_of(hall.state, "swiss")
    hall.do(
        commands.ReportResult(number, TableNo(2), won_by(hall.state.regulations, 0, games), one),
        commands.ReportResult(number, TableNo(2), won_by(hall.state.regulations, 1, games), two),
        commands.ReportResult(number, TableNo(3), absent(hall.state.regulations, 1)),
    )
    day.everybody_looks(int(one), int(two))
    code = hall.event.code
    for name in ("parts", "hall"):
        if name == "parts":
            url = reverse("judge:parts", args=[code, hall.tournament.number])
            day.screens.look("judge", day.judge.get(url))
        else:
            day.screens.look("organiser", hall.get(name))
    url = reverse("judge:table", args=[code, hall.tournament.number, 2])
    day.screens.look("judge", day.judge.get(url))
    extended = clocks.ClockInput(
        round_no=number, kind="extend", minutes=3, table=TableNo(2), reason="a ruling"
    )
    clocks.act(hall.tournament.pk, hall.actor, extended)
    hall.do(commands.ConfirmResult(number, TableNo(2), None))
    day.results()
    assert round_.number == 1
    day.settle_all()


def later_rounds(day: BookDay) -> None:
    """Two more rounds; a result of the first turns out wrong; time is up."""
    hall = day.hall
    for number in (2, 3):
        while len(hall.state.rounds) < number:
            day.press()
        day.everybody_looks()
        clock = clocks.ClockInput(round_no=RoundNo(number), kind="start", minutes=1)
        clocks.act(hall.tournament.pk, hall.actor, clock)
        day.everybody_looks()
        day.results()
    day.screens.look("organiser", hall.get("result-correct", 1, 1))


def cut_and_end(day: BookDay) -> None:
    """The cut, somebody who drops out of it, the bracket, the end and what comes after."""
    hall = day.hall
    while hall.state.seeds is None:
        day.press()
    assert hall.state.seeds is not None
    hall.do(commands.DropPlayer(hall.state.seeds[0], typed("has to go")))
    day.everybody_looks()
    while hall.state.places is None:
        day.everybody_looks()
        before = hall.state.version
        if any(not match.settled for match in hall.state.rounds[-1].matches.values()):
            day.results()
        else:
            day.press()
        assert hall.state.version != before
    day.everybody_looks(1, 2, 4)
    day.follow("finish")


@pytest.mark.parametrize("regulations", IDS)
def test_no_duty_of_the_book_is_missed_in_a_day(regulations: str) -> None:
    day = BookDay(regulations)
    morning(day)
    first_round(day)
    later_rounds(day)
    cut_and_end(day)
    assert not missed(regulations, day.screens), missed(regulations, day.screens)
