"""What is done on a circuit's database by a process of its own; started by `circuit_cases.Circuit.run`.

`make COUNT PLAYERS` adds events whose first round is being played, and answers what their clients need;
`fill TOTAL` copies what is there until there are so many events; `check` is given what was acknowledged, and answers
what is lost, doubled or wrong.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from muster.cli.site import ready

ready()

from django.db import connection, transaction  # noqa: E402  (not before Django is set up)
from django.db.models import Model, Q  # noqa: E402
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
from muster.journal.models import DrawSecret, FactRow  # noqa: E402
from muster.people.models import Account, Entry, Event, Person, Staff, Tournament  # noqa: E402
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


COPIED: tuple[type[Model], ...] = (Event, Tournament, Person, Entry, Staff, FactRow, DrawSecret)
"""What there is more of with every event, in the order of what refers to what."""

EACH = 1000
"""Numbers kept for each copy: the first event has fewer rows of anything."""


def fill(total: int) -> dict[str, Any]:
    """Copy the first event's rows, under other numbers, until there are so many events."""
    there = Event.objects.count()
    with transaction.atomic(), connection.cursor() as cursor:
        for model in COPIED:
            _copy(cursor, model, there, total)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return {"events": Event.objects.count(), "facts": FactRow.objects.count()}


def _copy(cursor: Any, model: type[Model], there: int, total: int) -> None:
    table, fields = model._meta.db_table, model._meta.local_concrete_fields
    values = ", ".join(_copied(field) for field in fields)
    columns = ", ".join(f'"{field.column}"' for field in fields)
    first = Event.objects.order_by("pk")[:1].get()
    of = {
        Event: Q(pk=first.pk),
        Tournament: Q(event=first),
        Person: Q(entries__tournament__event=first),
        Entry: Q(tournament__event=first),
        Staff: Q(event=first),
    }
    numbers = list(Tournament.objects.filter(event=first).values_list("pk", flat=True))
    rows = model._base_manager.filter(of.get(model, Q(tournament__in=numbers)))
    keys = list(rows.values_list("pk", flat=True))
    assert all(key < EACH for key in keys), "the first event is made first"
    key = model._meta.pk.column
    copied = f'INSERT INTO "{table}" ({columns}) SELECT {values} FROM "{table}", generate_series(%s, %s) AS n'  # noqa: S608
    cursor.execute(f'{copied} WHERE "{key}" = ANY(%s)', [there, total - 1, keys])
    cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, key])
    if found := cursor.fetchone()[0]:
        cursor.execute(f'SELECT setval(%s, max("{key}")) FROM "{table}"', [found])  # noqa: S608


def _copied(field: Any) -> str:
    """A column as the copy has it."""
    to = field.remote_field.model if field.remote_field else None
    if (field.primary_key or to in COPIED) or (
        field.model in (FactRow, DrawSecret) and field.name == "tournament"
    ):
        return f'"{field.column}" + n * {EACH}'
    return "'F' || n" if field.model is Event and field.name == "code" else f'"{field.column}"'


def check(acknowledged: list[list[Any]]) -> dict[str, Any]:
    """What became of what was acknowledged: pairs of an event's code and a key."""
    numbers = dict(Event.objects.values_list("code", "tournaments__pk"))
    kept = Counter(FactRow.objects.exclude(key=None).values_list("tournament", "key"))
    asked = {(numbers[code], key) for code, key in acknowledged}
    wrong = list[str]()
    meant = {number for number, _ in asked}
    for tournament in Tournament.objects.filter(pk__in=meant):
        wrong += [f"{tournament.pk}: {one}" for one in checked(tournament).findings]
        wrong += _twice(tournament.pk)
    return {
        "lost": sorted(map(str, asked - set(kept))),
        "double": [str(one) for one, count in kept.items() if count > 1],
        "unasked": len([one for one in kept if one[0] in meant and one not in asked]),
        "wrong": wrong,
        "facts": FactRow.objects.count(),
    }


def _twice(tournament: int) -> Iterator[str]:
    """Tables at which something stands twice that everybody did once."""
    for kind in (ResultReported, ResultConfirmed):
        facts = [one.fact for one in store.replayed(tournament).entries if isinstance(one.fact, kind)]
        counts = Counter((one.round_no, one.table) for one in facts)
        yield from (
            f"{tournament}: {kind.kind} {where} {count} times" for where, count in counts.items() if count > 1
        )


if __name__ == "__main__":
    acts: dict[str, Callable[..., dict[str, Any]]] = {"make": make, "fill": fill}
    given = json.loads(sys.stdin.read())
    words = [int(word) for word in sys.argv[2:]]
    print(json.dumps(check(given) if sys.argv[1] == "check" else acts[sys.argv[1]](*words)))  # noqa: T201
    connection.close()
