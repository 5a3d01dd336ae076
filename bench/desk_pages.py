"""The pages of the desk measured, by the process `bench.desk` starts for it; prints its lines as JSON."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from datetime import date
from statistics import median
from time import perf_counter

from muster.cli.site import ready

ready()

from django.core.management import call_command  # noqa: E402  (not before Django is set up)
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402

from bench import rosters  # noqa: E402
from bench.desk import Line  # noqa: E402
from muster.app.site.journal_files import imported  # noqa: E402
from muster.cli.simulate import Simulation, numbered_names  # noqa: E402
from muster.core.draws import ChainLink  # noqa: E402
from muster.core.tournament import commands  # noqa: E402
from muster.core.tournament.facts import CutMade, Fact, ResultReported, RoundProposed  # noqa: E402
from muster.core.tournament.journal import Journal  # noqa: E402
from muster.exchange.journal import JournalFile  # noqa: E402
from muster.journal import store  # noqa: E402
from muster.people.models import Account, Tournament  # noqa: E402
from muster.rules.load import load  # noqa: E402

ROUNDS, CUT = 12, 64
SECRET = ChainLink("5" * 64)

Moment = Callable[[Fact], bool]


def measured(players: int, runs: int) -> Iterator[Line]:
    """Every page in the moments of the day at which it matters most."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    whole = event(players)
    organiser = Account.objects.create_user(username="bench", name="Bench")
    client = Client(SERVER_NAME="localhost")
    client.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    for moment, pages in MOMENTS.items():
        tournament = imported(
            organiser, JournalFile(up_to(whole, moment), moment, numbered_names(players)), SECRET
        )
        if moment == "rosters":
            rosters.bring(tournament)
        for name, query in pages:
            yield line(client, tournament, f"{moment}: {name[0]}{query}", name, query, runs)


def event(players: int) -> Journal:
    """A whole Armada event with a cut."""
    create = commands.CreateTournament(
        regulations=load("armada-4.0"), day=date(2026, 3, 7), structure="custom", rounds=ROUNDS, cut=CUT
    )
    simulation = Simulation(create, players, "desk", chain_secret=SECRET)
    for _ in simulation.run():
        pass
    return simulation.journal


def up_to(whole: Journal, moment: str) -> Journal:
    """The event as it stood at a moment of its day."""
    last = len(whole.entries)
    for entry in whole.entries:
        fact = entry.fact
        if moment == "proposal" and isinstance(fact, RoundProposed) and fact.round_no == ROUNDS:
            last = entry.seq
        elif (
            moment in ("results", "rosters") and isinstance(fact, ResultReported) and fact.round_no == ROUNDS
        ):
            last = entry.seq if fact.table <= len(whole.state.players) // 4 else last
        elif moment == "cut" and isinstance(fact, CutMade):
            last = entry.seq
    found = Journal()
    for entry in whole.entries[:last]:
        found.record(entry.fact, text=entry.text, key=entry.key)
    return found


Page = tuple[tuple[object, ...], str]
MOMENTS: Mapping[str, tuple[Page, ...]] = {
    "proposal": (
        (("now",), ""),
        (("people",), ""),
        (("people",), "?q=player+10"),
        (("player", 7), ""),
        (("checkin",), ""),
        (("plan",), ""),
        (("round",), ""),
        (("round",), "?page=3"),
        (("why-pairing", ROUNDS, 7), ""),
    ),
    "results": (
        (("now",), ""),
        (("round",), ""),
        (("round-n", 6), ""),
        (("results",), ""),
        (("results",), "?show=all"),
        (("result-correct", ROUNDS - 1, 3), ""),
        (("standings",), ""),
        (("standings-after", 6), ""),
        (("standings-print", 11), ""),
        (("player-standing", 11, 7), ""),
        (("bracket",), ""),
        (("finish",), ""),
        (("history",), ""),
        (("history",), "?player=7"),
        (("history-act", 3000), ""),
    ),
    "rosters": (
        (("now",), ""),
        (("rosters",), ""),
        (("rosters",), "?show=unchecked&sort=-faction"),
        (("rosters",), "?q=player+10"),
        (("rosters-cards",), "?q=upgrade+7"),
        (("rosters-cards",), "?q=up"),
        (("rosters-cards",), ""),
        (("roster", 0), ""),
    ),
    "cut": ((("now",), ""), (("bracket",), ""), (("standings",), ""), (("leave-cut", 0), "")),
    "finished": ((("now",), ""), (("bracket",), ""), (("finish",), ""), (("places-print",), "")),
}


def line(
    client: Client, tournament: Tournament, label: str, name: tuple[object, ...], query: str, runs: int
) -> Line:
    """One page: the median time once it is warm, its queries and its size when sent."""
    screen, *parts = name
    if screen == "leave-cut":
        parts = list((store.load(tournament.pk).state.seeds or ())[3:4])
    if screen == "roster":
        parts = list(tournament.entries.order_by("pk").values_list("pk", flat=True)[:1])
    path = reverse(f"desk:{screen}", args=[tournament.event.code, tournament.number, *parts]) + query
    start = perf_counter()
    answer = client.get(path)
    first = perf_counter() - start
    times = []
    for _ in range(runs):
        start = perf_counter()
        answer = client.get(path)
        times.append(perf_counter() - start)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get(path)
    body = answer.content
    return Line(
        label,
        answer.status_code,
        round(1000 * first, 1),
        round(1000 * median(times), 1),
        len(queries),
        round(len(gzip.compress(body, 6)) / 1000, 1),
    )


if __name__ == "__main__":
    print(json.dumps([asdict(one) for one in measured(int(sys.argv[1]), int(sys.argv[2]))]))
