"""The tournament as it was after an act: rounds, standings, bracket and players of that time, read only."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _

from muster.app.brackets.read import bracket_of
from muster.app.events.overview import plan_in_words
from muster.app.history.histories import act_at, neighbours, players_meant
from muster.app.people.player_sheet import rounds_of
from muster.app.rounds.read import why
from muster.app.standings.breakdown import rank_breakdown
from muster.app.standings.read import cells_of, columns_of, rank_rows, standings_after
from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament import queries
from muster.core.tournament.state import PlayerStatus, Round, State
from muster.exchange.words import match_words
from muster.journal.snapshot import Snapshot
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.history.page import HistoryPlayerPage
from muster.web.desk.history.point_in_time import latest_by, published_at, snapshot_then
from muster.web.desk.round.manual_changes import by_hand

THEN: Final = 100
"""How many lines of each list of that time are on a page."""


@dataclass(frozen=True)
class Moment:
    """The tournament right after an act, as somebody asks to see it."""

    desk: Desk
    first: int
    last: int

    @cached_property
    def snapshot(self) -> Snapshot:
        """All that was on record then."""
        return snapshot_then(self.desk.snapshot, self.last)

    @property
    def state(self) -> State:
        """The tournament of that time."""
        return self.snapshot.state

    @cached_property
    def round(self) -> Round | None:
        """The round that is asked for, else the latest of that time."""
        rounds, number = self.state.rounds, _number(self.desk.request.GET.get("round", ""))
        return rounds[number - 1] if 1 <= number <= len(rounds) else queries.current_round(self.state)

    @property
    def done(self) -> int:
        """After which round the standings are shown: the last complete one, or the one asked for; 0 if none."""
        done = queries.completed(self.state) if self.state.setup else 0
        return done if self.round is None else min(done, self.round.number)

    @cached_property
    def query(self) -> str:
        """Whom one looks for."""
        return self.desk.request.GET.get("q", "")[:THEN].strip()

    @cached_property
    def meant(self) -> Collection[PlayerId] | None:
        """The players that fit what is looked for; None if everybody does."""
        return players_meant(self.desk.names, self.query) if self.query else None

    def fits(self, *players: PlayerId) -> bool:
        """Whether one of these players is looked for."""
        return self.meant is None or any(player in self.meant for player in players)

    @property
    def keep(self) -> str:
        """What was asked for, for the links to other moments and other pages of this one."""
        asked = {"round": self.desk.request.GET.get("round", "")[:6], "q": self.query}
        return urlencode({name: value for name, value in asked.items() if value})


def moment_of(desk: Desk, seq: int) -> Moment:
    """The moment after the act to which a fact belongs."""
    found = act_at(desk.snapshot, seq)
    if found is None:
        raise Http404("There is no such act.")
    return Moment(desk, *found)


def as_it_was(then: Moment) -> dict[str, Any]:
    """What the page of an act shows of that time: `?round=2` asks for an earlier round and its standings."""
    return {
        "keep": then.keep,
        "query": then.query,
        "plan": plan_in_words(then.state),
        "round": then.round,
        "numbers": range(1, len(then.state.rounds) + 1),
        "done": then.done,
        "players": len(then.state.players),
        **(_standings(then) if then.done else {}),
        **(_pairings(then, then.round) if then.round else {}),
        **_proposal(then),
        **_bracket(then),
        **_players(then),
    }


def _standings(then: Moment) -> dict[str, Any]:
    table = standings_after(then.state, then.done)
    wanted = [row for row in table.rows if then.fits(row.player)]
    page = Paginator(wanted, THEN).get_page(then.desk.request.GET.get("page"))
    rows = rank_rows(then.state, table, then.desk.name, rows=list(page.object_list))
    return {
        "columns": columns_of(table),
        "page": page,
        "lines": [(row, cells_of(table, row)) for row in rows],
    }


def _pairings(then: Moment, round_: Round) -> dict[str, Any]:
    """The tables and, below them, who rested; of each line the players and how it stood."""
    lines = [
        (number, match.pairing.players, match_words(match, state=then.state))
        for number, match in sorted(round_.matches.items())
        if then.fits(*match.pairing.players)
    ]
    lines += [(None, (bye.player,), _("bye")) for bye in round_.byes if then.fits(bye.player)]  # type: ignore[misc]
    page = Paginator(lines, THEN).get_page(then.desk.request.GET.get("tables"))
    name = then.desk.name
    return {
        "tables": page,
        "matches": [
            (table, [(player, name(player)) for player in players], words) for table, players, words in page
        ],
    }


def _proposal(then: Moment) -> dict[str, Any]:
    """The draw that was on the table then and not published yet, with those who would rest below."""
    proposal = then.state.proposal
    if proposal is None:
        return {}
    seats = sorted((one.table, one.players) for one in proposal.sheet.pairings)
    lines = [*seats, *((None, (bye.player,)) for bye in proposal.sheet.byes)]
    page = Paginator([one for one in lines if then.fits(*one[1])], THEN).get_page(
        then.desk.request.GET.get("proposed")
    )
    return {
        "proposal": proposal,
        "proposed": page,
        "drawn": [(table, [then.desk.name(player) for player in players]) for table, players in page],
    }


def _bracket(then: Moment) -> dict[str, Any]:
    """Every game of the bracket of that time of which anything was known, once there was one."""
    state = then.state
    made = state.seeds is not None or (bool(state.stages) and state.stages[-1].format == "elimination")
    found = bracket_of(state, then.desk.name) if made else None
    if found is None:
        return {}
    return {
        "bracket": [
            (column.title, [box for box in column.boxes if box.known][:THEN]) for column in found.listed
        ],
        "champion": found.champion,
    }


def _players(then: Moment) -> dict[str, Any]:
    """Who was not, or no more, simply playing."""
    words, name = left_words(), then.desk.name
    gone = sorted(
        (name(one.player), words[one.status], one.player)
        for one in then.state.players.values()
        if one.status in words and then.fits(one.player)
    )
    return {"gone": gone[:THEN], "more_gone": max(0, len(gone) - THEN)}


def left_words() -> dict[PlayerStatus, str]:
    """How those are called who are not playing any more."""
    return {"dropped": _("dropped"), "disqualified": _("disqualified")}


@desk_page("look")
def then_player(desk: Desk, seq: int, player: int) -> HttpResponse:
    """One player as they stood after an act: their rounds, every number with its arithmetic, why this rank."""
    then, who = moment_of(desk, seq), PlayerId(player)
    if who not in desk.state.players:
        raise Http404("There is no such player.")
    before, after = neighbours(desk.snapshot, then.first, then.last)
    own = then.state.players.get(who)
    rounds = rounds_of(then.state, who) if own else []
    return desk.show(
        HistoryPlayerPage(
            player=who,
            name=desk.name(who),
            own=own,
            left=left_words().get(own.status, "") if own else "",
            at=desk.snapshot.marks[then.first - 1].at,
            seq=then.first,
            before=before,
            after=after,
            keep=then.keep,
            rounds=[(one, desk.name(one.opponent) if one.opponent else "") for one in rounds],
            numbers=range(1, queries.completed(then.state) + 1) if own else (),
            done=then.done,
            standing=rank_breakdown(then.state, then.done, who, desk.name) if own and then.done else None,
        )
    )


@desk_page("look")
def then_why(desk: Desk, seq: int, round_no: int, player: int) -> HttpResponse:
    """Why somebody had this opponent, or the bye, by what was known after an act."""
    then = moment_of(desk, seq)
    if not 1 <= round_no <= len(then.state.rounds):
        raise Http404("This round was not published then.")
    found = why(then.snapshot, RoundNo(round_no), PlayerId(player), desk.name)
    htmx = desk.request.headers.get("HX-Request") == "true"
    template = "desk/round/why.html" if htmx else "desk/history/why.html"
    hand = by_hand(then.snapshot, RoundNo(round_no), PlayerId(player), desk.name, found)
    context = {
        "why": found,
        "hand": hand,
        "verify": desk.url("public:verify") if desk.event.listed else "",
        "name": desk.name(PlayerId(player)),
        "round_no": round_no,
        "seq": then.first,
    }
    return desk.render(template, context, status=200 if found else 404)


@desk_page("look")
def then_at(desk: Desk) -> HttpResponse:
    """To a moment: `?at=` of a clock, `?round=` as it was published, `?after=` a round as the next was published."""
    get = desk.request.GET
    if "at" in get:
        return _by_the_clock(desk, get["at"])
    after, round_no, player = (_number(get.get(name, "")) for name in ("after", "round", "player"))
    act = moment_of(desk, published_at(desk.snapshot, after + 1 if after else round_no)).first
    query = f"?round={after or round_no}" if after or round_no else ""
    if player:
        return desk.go("desk:history-player", act, player, query=query)
    return desk.go("desk:history-act", act, query=query)


def _by_the_clock(desk: Desk, typed: str) -> HttpResponse:
    """To the last act of a minute, or of the time before it."""
    try:
        when = datetime.fromisoformat(typed[:19]).replace(tzinfo=ZoneInfo(desk.event.time_zone))
        seq = latest_by(desk.snapshot, when.astimezone(UTC).replace(second=59, microsecond=999999))
    except (ValueError, OverflowError):
        messages.error(desk.request, _("Choose a day and a time of day."))
        return desk.go("desk:history")
    if not seq:
        messages.error(desk.request, _("Nothing was on record by then: choose a later time."))
        return desk.go("desk:history")
    return desk.go("desk:history-act", moment_of(desk, seq).first)


def _number(text: str) -> int:
    """A number out of an address; 0 where there is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


urlpatterns: list[URLPattern] = [
    path("history/then", then_at, name="history-then"),
    path("history/<int:seq>/players/<int:player>", then_player, name="history-player"),
    path("history/<int:seq>/why/<int:round_no>/<int:player>", then_why, name="history-why"),
]
