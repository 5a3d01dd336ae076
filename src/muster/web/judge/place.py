"""What an act of a judge is about: a table of a round, or one player wherever they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Final

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path

from muster.app.staff.records import match_in, match_of
from muster.core.ids import PlayerId
from muster.core.tournament.state import Match
from muster.web.desk.context import Desk
from muster.web.judge import seats
from muster.web.judge.context import judge_page
from muster.web.judge.seats import Seated

_NOW: Final = ("component", "proxy", "drop")
"""Acts about a player or the players of a table of the running round."""

_AT_TABLE: Final = ("time", "late")
"""Acts at a table of the running round only."""

_ANY: Final = ("rule", "penalise")
"""Acts that may also be about an earlier round."""


@dataclass(frozen=True)
class ActSubject:
    """What an act is about.

    Attributes:
        desk: the request.
        round_no: the round; 0 before the first.
        table: the table; for a player, where they sat in that round, if anywhere; None for what is about everybody.
        own: the entry number of the player it is about; None for a table.
        match: the match there, if there is one.
        players: whom it can be about, one or two.
    """

    desk: Desk
    round_no: int
    table: int | None
    own: PlayerId | None
    match: Match | None
    players: Sequence[Seated]

    @property
    def now(self) -> bool:
        """Whether this is the round that is played or was played last."""
        return self.round_no == len(self.desk.state.rounds)

    @property
    def home(self) -> str:
        """The page to come back to: the table's, the player's, or the record."""
        if self.own is not None:
            return self.desk.url("judge:player", self.own)
        if self.table is None:
            return self.desk.url("judge:record")
        return self.desk.url("judge:table", *self._which())

    @property
    def acts(self) -> dict[str, str]:
        """The addresses of what can be done here, by the act's name."""
        prefix = "" if self.own is None else "player-"
        found = {name: self.desk.url(f"judge:{prefix}{name}", *self._which()) for name in _ANY}
        if self.now:
            found |= {name: self.desk.url(f"judge:{prefix}{name}", *self._which()) for name in _NOW}
            if self.table is not None:
                found |= {name: self.desk.url(f"judge:{name}", self.table) for name in _AT_TABLE}
        return found

    def player(self, number: int) -> Seated | None:
        """Whoever of the players has this entry number."""
        return next((one for one in self.players if one.player == number), None)

    def _which(self) -> tuple[int, ...]:
        which = self.own if self.own is not None else self.table or 0
        return (which,) if self.now else (self.round_no, which)


def everybody(desk: Desk) -> ActSubject:
    """No table and no player: what is about all of the tournament."""
    return ActSubject(desk, len(desk.state.rounds), None, None, None, ())


def at_table(desk: Desk, table: int, round_no: int | None = None) -> ActSubject:
    """A table of a round, of the one published last if no other is asked for; nobody there is not found."""
    number = len(desk.state.rounds) if round_no is None else round_no
    match = match_in(desk.state, number, table)
    if match is None:
        raise Http404("Nobody plays at this table in this round.")
    players = seats.seated(desk.tournament.pk, match.pairing.players, desk.name)
    return ActSubject(desk, number, table, None, match, players)


def of_player(desk: Desk, player: int, round_no: int | None = None) -> ActSubject:
    """A player of the tournament, wherever they are; a number nobody has is not found."""
    number = len(desk.state.rounds) if round_no is None else round_no
    who = PlayerId(player)
    found = seats.seated(desk.tournament.pk, (who,), desk.name) if who in desk.state.players else []
    if not found or not 0 <= number <= len(desk.state.rounds):
        raise Http404("There is no such player, or no such round.")
    match = match_of(desk.state, number, who)
    return ActSubject(desk, number, match.pairing.table if match else None, who, match, found)


def back_to(desk: Desk, round_no: int, table: int | None, player: int | None = None) -> str:
    """The page a record belongs to: its table's, else its player's; empty if it belongs to neither any more."""
    if match_in(desk.state, round_no, table) is not None:
        now = round_no == len(desk.state.rounds)
        return desk.url("judge:table", *([] if now else [round_no]), table)
    return desk.url("judge:player", player) if player in desk.state.players else ""


def place_page(view: Callable[[Desk, ActSubject], HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of an act at a place, for whoever may rule."""

    @judge_page
    @wraps(view)
    def page(
        desk: Desk, *, table: int | None = None, player: int | None = None, round_no: int | None = None
    ) -> HttpResponse:
        here = (
            of_player(desk, player, round_no) if player is not None else at_table(desk, table or 0, round_no)
        )
        return view(desk, here)

    return page


def places(act: str, view: Callable[..., HttpResponse], name: str) -> list[URLPattern]:
    """The addresses of an act: at a table, about a player, and for some in an earlier round."""
    found = [path(f"t/<int:table>/{act}", view, name=name)]
    if name not in _AT_TABLE:
        found.append(path(f"p/<int:player>/{act}", view, name=f"player-{name}"))
    if name in _ANY:
        found.append(path(f"r/<int:round_no>/t/<int:table>/{act}", view, name=name))
        found.append(path(f"r/<int:round_no>/p/<int:player>/{act}", view, name=f"player-{name}"))
    return found
