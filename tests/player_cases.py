"""What tests of players' pages share: a hall whose players hold their phones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from django.test import Client

from muster.app.links.player_links import token_of
from muster.app.results.report import terms_of
from muster.app.results.report_forms import data_of
from muster.core.ids import PlayerId, TableNo, TableSeat
from muster.core.scoring.reports import Report
from muster.core.tournament import queries
from muster.core.tournament.state import Match, best_of
from muster.people.models import Entry, Tournament
from tournament_cases import won_by
from web_cases import Hall


@dataclass
class Phone:
    """One player's phone: it knows nothing but the private link."""

    hall: Hall
    player: int
    client: Client = field(default_factory=Client)
    sent: int = 0

    @property
    def entry(self) -> Entry:
        return Entry.objects.select_related("person").get(tournament=self.hall.tournament, player=self.player)

    @property
    def url(self) -> str:
        return f"/p/{token_of(self.entry)}"

    @property
    def match(self) -> Match:
        found = queries.match_of(self.hall.state.rounds[-1], PlayerId(self.player))
        assert found is not None
        return found

    @property
    def seat(self) -> TableSeat:
        return self.match.pairing.seat_of(PlayerId(self.player))

    def look(self) -> str:
        """The page as text, entities resolved."""
        return words(self.client.get(self.url))

    def fields(self, act: str) -> dict[str, str]:
        """The hidden fields of the form of an act, as the page has them; a fresh key each time."""
        page = self.client.get(self.url).content.decode()
        action = f'action="{self.url}/{act}"'
        assert action in page, f"no form for {act}"
        form = page.split(action, 1)[1].split("</form>", 1)[0]
        hidden = [part.split(">", 1)[0] for part in form.split('<input type="hidden" ')[1:]]
        return {one.split('name="')[1].split('"')[0]: one.split('value="')[1].split('"')[0] for one in hidden}

    def act(self, act: str, data: Mapping[str, str] | None = None, *, status: int = 302) -> str:
        """Send the form of an act as the page has it, with more or other fields; the page after it."""
        return self.post(act, {**self.fields(act), **(data or {})}, status=status)

    def post(self, act: str, data: dict[str, str], *, status: int = 302) -> str:
        """Send whatever one likes; the page after it."""
        answer: Any = self.client.post(f"{self.url}/{act}", data)
        assert answer.status_code == status, answer.content.decode()[:3000]
        return words(self.client.get(answer.headers["Location"]) if status == 302 else answer)

    def typed(self, report: Report) -> dict[str, str]:
        """A report as its form sends it."""
        state = self.hall.state
        return data_of(report, terms_of(state, state.rounds[-1]))

    def left(self, *left: int | str, status: int = 302) -> str:
        """Report what each at a table has left: a number, or `c1` for the first to concede."""
        sent = {"end": "decided"}
        for seat, one in enumerate(left):
            how = str(one).removeprefix("c") if isinstance(one, str) else ""
            sent |= {f"left.{seat}": "" if how else str(one), f"how.{seat}": how}
        return self.act("report", sent, status=status)

    def says(self, seat: TableSeat, *, by: int = 100, status: int = 302) -> str:
        """Report that this seat has won; at a table of three or four the others have some left."""
        state = self.hall.state
        if state.at_tables:
            return self.left(*(9 if one == seat else 5 for one in range(len(self.match.pairing.players))))
        report = won_by(state.regulations, 0 if seat == 0 else 1, best_of(state, state.stages[-1].format), by)
        return self.act("report", self.typed(report), status=status)


def phones(hall: Hall, table: int = 1) -> tuple[Phone, Phone]:
    """The two phones at a table."""
    one, two = all_phones(hall, table)
    return one, two


def all_phones(hall: Hall, table: int = 1) -> tuple[Phone, ...]:
    """The phones at a table, of three or four or of two, in the order of the seats."""
    players = hall.state.rounds[-1].matches[TableNo(table)].pairing.players
    return tuple(Phone(hall, player) for player in players)


def begun(regulations: str = "armada-4.0", players: int = 8, **setup: Any) -> Hall:
    """A hall whose first round is being played."""
    hall = Hall(regulations, setup)
    hall.begin(players)
    hall.publish()
    return hall


def set_tournament(hall: Hall, **values: object) -> None:
    Tournament.objects.filter(pk=hall.tournament.pk).update(**values)


def words(page: Any) -> str:
    return " ".join(unescape(page.content.decode()).split())
