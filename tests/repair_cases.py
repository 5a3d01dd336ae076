"""What tests of repairs share: a hall with rounds played, and a wrong result looked at and corrected by its page."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.http import HttpResponse

from muster.app.results.report import terms_of
from muster.app.results.report_forms import data_of
from muster.core.ids import RoundNo, TableNo
from muster.core.scoring.reports import Report
from muster.core.tournament import commands
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import Match, Round, best_of
from muster.journal import store
from tournament_cases import won_by
from web_cases import Hall

UNLIMITED = "unlimited-1.3"


def words(answer: HttpResponse, status: int = 200) -> str:
    assert answer.status_code == status, answer.status_code
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def hall_of(regulations: str = UNLIMITED, players: int = 8, complete: int = 1, **setup: Any) -> Hall:
    """A hall with this many complete rounds, all of them won by the players named first."""
    hall = Hall(regulations, setup)
    hall.begin(players)
    for _ in range(complete):
        hall.publish()
        won(hall)
    return hall


def won(hall: Hall, seat: Any = 0) -> None:
    for table, match in sorted(hall.state.rounds[-1].matches.items()):
        if not match.settled:
            hall.do(commands.ReportResult(RoundNo(len(hall.state.rounds)), table, win(hall, seat)))


def win(hall: Hall, seat: Any) -> Report:
    games = best_of(hall.state, hall.state.stages[-1].format)
    return won_by(hall.state.regulations, seat, games)


def out(hall: Hall) -> Round:
    """Publish the next round without starting it."""
    hall.propose()
    return hall.do(commands.PublishRound()).rounds[-1]


def match(hall: Hall, round_no: int, table: int = 1) -> Match:
    return hall.state.rounds[round_no - 1].matches[TableNo(table)]


def pairs(round_: Round) -> dict[int, frozenset[int]]:
    return {table: frozenset(one.pairing.players) for table, one in round_.matches.items()}


def rests(round_: Round) -> set[int]:
    return {bye.player for bye in round_.byes}


def hidden(page: str, name: str) -> str:
    return page.split(f'name="{name}" value="')[1].split('"', maxsplit=1)[0]


def look(hall: Hall, round_no: int, table: int = 1, seat: Any = 1) -> str:
    """What it would change if this seat had won."""
    data = data_of(win(hall, seat), terms_of(hall.state, hall.state.rounds[round_no - 1]))
    return words(hall.post("result-correct", round_no, table, **data))


def correct(hall: Hall, round_no: int, table: int = 1, seat: Any = 1, **more: Any) -> HttpResponse:
    """Look, then correct with a reason."""
    page = look(hall, round_no, table, seat)
    data = data_of(win(hall, seat), terms_of(hall.state, hall.state.rounds[round_no - 1]))
    sent = {"reason": "The slip was misread.", "step": "correct", "sure": hidden(page, "sure"), **data}
    if more.get("then") == "affected" and "swaps" not in more:
        sent["swaps"] = hidden(page, "swaps")
    return hall.post("result-correct", round_no, table, **{**sent, **more})


def kinds(hall: Hall, last: int) -> list[str]:
    return [entry.fact.kind for entry in store.load(hall.tournament.pk).entries[-last:]]


def proved(hall: Hall) -> bool:
    """Whether the whole journal proves itself, decided and checked again from its first fact."""
    return verify(store.load(hall.tournament.pk).entries).holds
