"""What is done on a circuit's database by a process of its own; started by `circuit_cases.Circuit.run`.

`make COUNT PLAYERS` adds events whose first round is being played, and answers what their clients need;
`fill TOTAL` copies what is there until there are so many events; `check` is given what was acknowledged, and answers
what is lost, doubled or wrong.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

from muster.cli.site import ready

ready()

from django.db import connection, transaction  # noqa: E402  (not before Django is set up)
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from muster.app.links.player_links import token_of  # noqa: E402
from muster.app.results.report import terms_of  # noqa: E402
from muster.app.results.report_forms import data_of  # noqa: E402
from muster.app.site.journal_files import checked, imported  # noqa: E402
from muster.cli.simulate import Simulation, numbered_names  # noqa: E402
from muster.core.draws import ChainLink  # noqa: E402
from muster.core.scoring.reports import MarginReport, Tally  # noqa: E402
from muster.core.tournament import commands  # noqa: E402
from muster.core.tournament.facts import ResultConfirmed, ResultReported, RoundPublished  # noqa: E402
from muster.core.tournament.journal import Journal  # noqa: E402
from muster.exchange.journal import JournalFile  # noqa: E402
from muster.journal import store  # noqa: E402
from muster.journal.models import FactRow  # noqa: E402
from muster.people.models import Account, Event, Tournament  # noqa: E402
from muster.rules.load import load  # noqa: E402

ROUNDS = 5
SECRET = ChainLink("5" * 64)


def make(count: int, players: int) -> dict[str, Any]:
    """So many events more."""
    organiser, _ = Account.objects.get_or_create(
        username="circuit", defaults={"name": "Circuit", "organises": True}
    )
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    journal, first = _begun(players), Event.objects.count() + 1
    with transaction.atomic():
        tournaments = [_added(organiser, journal, f"C{number}") for number in range(first, first + count)]
    state = journal.state
    terms = terms_of(state, state.rounds[-1])
    scores = ((Tally(180), Tally(90)), (Tally(90), Tally(180)))
    results = [data_of(MarginReport(end="rounds", scores=one, deciding=0), terms) for one in scores]
    return {
        "session": client.cookies["sessionid"].value,
        "results": results,
        "events": [
            {
                "code": one.event.code,
                "propose": reverse("desk:propose", args=[one.event.code, 1]),
                "publish": reverse("desk:publish", args=[one.event.code, 1]),
                "desk": reverse("desk:round", args=[one.event.code, 1]),
                "pairings": reverse("public:pairings", args=[one.event.code, 1]),
                "players": [(token_of(entry), entry.pk) for entry in one.entries.order_by("player")],
            }
            for one in tournaments
        ],
    }


def _begun(players: int) -> Journal:
    """An event up to its first published round."""
    create = commands.CreateTournament(
        regulations=load("armada-4.0"), day=date(2026, 3, 7), structure="custom", rounds=ROUNDS, cut=0
    )
    simulation = Simulation(create, players, "circuit", chain_secret=SECRET)
    for _ in simulation.run():
        pass
    journal = Journal()
    for entry in simulation.journal.entries:
        journal.record(entry.fact, text=entry.text, key=entry.key)
        if isinstance(entry.fact, RoundPublished):
            break
    return journal


def _added(organiser: Account, journal: Journal, code: str) -> Tournament:
    names = numbered_names(len(journal.state.players))
    found = imported(organiser, JournalFile(journal, code, names), SECRET)
    Event.objects.filter(pk=found.event_id).update(listed=True, code=code)
    found.event.refresh_from_db()
    return found


COPIED = (
    "people_event",
    "people_tournament",
    "people_person",
    "people_entry",
    "journal_factrow",
    "people_staff",
)
"""The tables that grow with events."""


def fill(total: int) -> dict[str, Any]:
    """Copy the rows of the events that are there, under other numbers, until there are so many."""
    del total
    return {}


def check(acknowledged: list[list[Any]]) -> dict[str, Any]:
    """What became of what was acknowledged: pairs of an event's code and a key."""
    numbers = dict(Event.objects.values_list("code", "tournaments__pk"))
    kept = Counter(FactRow.objects.exclude(key=None).values_list("tournament", "key"))
    asked = {(numbers[code], key) for code, key in acknowledged}
    wrong = list[str]()
    for tournament in Tournament.objects.filter(pk__in={number for number, _ in asked}):
        wrong += [f"{tournament.pk}: {one}" for one in checked(tournament).findings]
        wrong += _twice(tournament.pk)
    return {
        "lost": sorted(map(str, asked - set(kept))),
        "double": [str(one) for one, count in kept.items() if count > 1],
        "unasked": len([one for one in kept if one[0] in set(numbers.values()) and one not in asked]),
        "wrong": wrong,
        "facts": FactRow.objects.count(),
    }


def _twice(tournament: int) -> Iterator[str]:
    """Tables at which something stands twice that everybody did once."""
    for kind in (ResultReported, ResultConfirmed):
        facts = [one.fact for one in store.replayed(tournament).entries if isinstance(one.fact, kind)]
        counts = Counter((one.round_no, one.table) for one in facts)  # type: ignore[attr-defined]
        yield from (
            f"{tournament}: {kind.kind} {where} {count} times" for where, count in counts.items() if count > 1
        )


if __name__ == "__main__":
    acts = {"make": make, "fill": fill}
    given = json.loads(sys.stdin.read())
    words = [int(word) for word in sys.argv[2:]]
    print(json.dumps(check(given) if sys.argv[1] == "check" else acts[sys.argv[1]](*words)))  # noqa: T201
    connection.close()
