"""What is around a player, asked at once and one question after the other; a part of `bench.storing`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from statistics import median
from time import perf_counter

from bench.storage import Line
from muster.app.common.questions import Asked, Raw, ask
from muster.app.links.entry_rows import entry_numbered
from muster.app.site.journal_files import imported
from muster.cli.simulate import Simulation, numbered_names
from muster.core.draws import ChainLink
from muster.core.ids import PlayerId
from muster.core.tournament import commands, queries
from muster.exchange.journal import JournalFile
from muster.journal import store
from muster.people.models import Account, Notice
from muster.rules.load import load
from muster.web.player.page.around import questions

PLAYERS, NAMED, RUNS = 64, 9, 400
SECRET = ChainLink("5" * 64)


def lines(database: str) -> Iterator[Line]:
    """What a look at a player's page reads besides entry and journal, at once and apart: the rows are the same."""
    asked = _asked()

    def apart() -> list[Raw]:
        return sorted((row for one in asked for row in ask([one]).raw), key=lambda row: (row[0], row[2]))

    right = list(ask(asked).raw) == apart()
    for name, act in (("at once", lambda: ask(asked)), (f"{len(asked)} questions", apart)):
        yield Line(f"page, {name}", database, _milliseconds(act), "ms", None, right)


def _asked() -> list[Asked]:
    """The questions of the page of somebody who plays, at an event that asks for rosters."""
    create = commands.CreateTournament(
        regulations=load("armada-4.0"), day=date(2026, 3, 7), structure="custom", rounds=3, cut=0
    )
    simulation = Simulation(create, PLAYERS, "desk", chain_secret=SECRET)
    for _ in simulation.run():
        pass
    organiser = Account.objects.create_user(username="bench", name="Bench")
    file = JournalFile(simulation.journal, "page", numbered_names(PLAYERS))
    tournament = imported(organiser, file, SECRET)
    tournament.rosters = "required"
    tournament.save()
    Notice.objects.create(event=tournament.event, text="Lunch")
    entry = entry_numbered(tournament.entries.get(player=1).pk)
    assert entry is not None
    snapshot = store.load(tournament.pk)
    match = queries.match_of(snapshot.state.rounds[-1], PlayerId(1))
    return list(questions([(entry, match)], snapshot, [PlayerId(no) for no in range(1, 1 + NAMED)]))


def _milliseconds(act: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        act()
        times.append(perf_counter() - start)
    return round(1000 * median(times), 3)
