"""The site that `bench.web` measures: made, and acted on, by processes of its own.

`python -m bench.web_site make PLAYERS SMALL TIMES` fills the database and prints addresses as JSON;
`python -m bench.web_site phones CODES PLAYERS` adds tournaments whose players all hold their phones, and prints those;
`python -m bench.web_site publish CODE` publishes the round that is proposed there;
`python -m bench.web_site touch CODE` says that something of every player's own has changed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import date

from muster.cli.site import ready

ready()

from django.db import connection  # noqa: E402  (not before Django is set up)
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402

from muster.app.common.access import SYSTEM  # noqa: E402
from muster.app.common.topics import changed, player_topic  # noqa: E402
from muster.app.history.submitting import Done, submit  # noqa: E402
from muster.app.links.player_links import token_of  # noqa: E402
from muster.app.player.playing import playing  # noqa: E402
from muster.app.site.journal_files import imported  # noqa: E402
from muster.cli.simulate import Simulation, numbered_names  # noqa: E402
from muster.core.draws import ChainLink  # noqa: E402
from muster.core.ids import PlayerId  # noqa: E402
from muster.core.tournament import commands  # noqa: E402
from muster.core.tournament.facts import CutMade, Fact, ResultReported, RoundProposed  # noqa: E402
from muster.core.tournament.journal import Journal  # noqa: E402
from muster.exchange.journal import JournalFile  # noqa: E402
from muster.journal import store  # noqa: E402
from muster.people.models import Account, Entry, Event, Tournament  # noqa: E402
from muster.rules.load import load  # noqa: E402
from muster.web.player.page.sight import sight_of  # noqa: E402

ROUNDS, CUT = 12, 64
SMALL_ROUNDS = 5
SECRET = ChainLink("5" * 64)

Moment = Callable[[Fact], bool]


def make(players: int, small: int, times: int) -> dict[str, object]:
    """The tournaments to be looked at, listed, and where their pages are."""
    organiser = Account.objects.create_user(username="bench", name="Bench")
    whole = _event(players, ROUNDS, CUT)
    running = _kept(organiser, whole, _quarter_in(ROUNDS, players), "RUNNING")
    _kept(organiser, whole, lambda fact: isinstance(fact, CutMade), "CUT")
    little = _event(small, SMALL_ROUNDS, 0)
    posted = [_kept(organiser, little, _proposed(SMALL_ROUNDS), f"POST{n}") for n in range(times)]
    opened = _kept(organiser, _event(8, 3, 0), lambda fact: fact.kind == "plan.announced", "OPEN")
    Tournament.objects.filter(pk=opened.pk).update(registration_open=True)
    entry = running.entries.order_by("player").first()
    if entry is None:
        raise LookupError("nobody plays")
    own = reverse("player:page", args=[token_of(entry)])
    return {
        "pages": {
            "pairings by table": reverse("public:pairings", args=["RUNNING", 1]),
            "pairings by name": reverse("public:pairings-names", args=["RUNNING", 1]),
            "standings": reverse("public:standings", args=["RUNNING", 1]),
            "bracket": reverse("public:bracket", args=["CUT", 1]),
        },
        "posted": {one.event.code: reverse("public:pairings", args=[one.event.code, 1]) for one in posted},
        "player": own,
        "players": [
            reverse("player:page", args=[token_of(each)])
            for each in running.entries.filter(player__isnull=False).order_by("player")
        ],
        "player queries": _queries(own),
        "register": reverse("public:register", args=["OPEN"]),
    }


def phones(codes: list[str], players: int) -> dict[str, object]:
    """Tournaments with a round to be posted: how that is done, and what each player's phone follows and is to show."""
    organiser = Account.objects.get(username="bench")
    client = Client(SERVER_NAME="localhost")
    client.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    whole = _event(players, SMALL_ROUNDS, 0)
    found: dict[str, object] = {}
    for code in codes:
        tournament = _kept(organiser, whole, _proposed(SMALL_ROUNDS), code)
        state = store.load(tournament.pk).state
        assert state.proposal is not None
        tables = {one: each.table for each in state.proposal.sheet.pairings for one in each.players}
        found[code] = {
            "path": reverse("desk:publish", args=[code, 1]),
            "session": client.cookies["sessionid"].value,
            "version": state.version,
            "phones": [
                (
                    reverse("player:page", args=[token_of(entry)]),
                    _followed(entry),
                    tables[PlayerId(entry.player)],
                )
                for entry in tournament.entries.order_by("player")
                if entry.player in tables
            ],
        }
    return found


def _followed(entry: Entry) -> str:
    return sight_of(playing(entry)).topics.replace(" ", ",")


def publish(code: str) -> None:
    """Publish the proposed round of an event's tournament."""
    tournament = Tournament.objects.get(event__code=code)
    answer = submit(tournament.pk, commands.PublishRound(), SYSTEM)
    if not isinstance(answer, Done):
        raise TypeError(answer.says)


def touch(code: str) -> None:
    """Say that something of every player's own has changed."""
    tournament = Tournament.objects.get(event__code=code)
    numbers = tournament.entries.exclude(player=None).values_list("player", flat=True)
    changed({player_topic(code, tournament.number, number) for number in numbers if number is not None})


def _event(players: int, rounds: int, cut: int) -> Journal:
    create = commands.CreateTournament(
        regulations=load("armada-4.0"), day=date(2026, 3, 7), structure="custom", rounds=rounds, cut=cut
    )
    simulation = Simulation(create, players, "web", chain_secret=SECRET)
    for _ in simulation.run():
        pass
    return simulation.journal


def _quarter_in(round_no: int, players: int) -> Moment:
    def last(fact: Fact) -> bool:
        return isinstance(fact, ResultReported) and fact.round_no == round_no and fact.table == players // 8

    return last


def _proposed(round_no: int) -> Moment:
    def last(fact: Fact) -> bool:
        return isinstance(fact, RoundProposed) and fact.round_no == round_no

    return last


def _kept(organiser: Account, whole: Journal, last: Moment, code: str) -> Tournament:
    """The event as it stood after the first such fact, as a listed event of this code."""
    journal = Journal()
    for entry in whole.entries:
        journal.record(entry.fact, text=entry.text, key=entry.key)
        if last(entry.fact):
            break
    names = numbered_names(len(journal.state.players))
    found = imported(organiser, JournalFile(journal, code, names), SECRET)
    Event.objects.filter(pk=found.event_id).update(listed=True, code=code)
    found.event.refresh_from_db()
    return found


def _queries(path: str) -> int:
    client = Client(SERVER_NAME="localhost")
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    return len(queries)


if __name__ == "__main__":
    if sys.argv[1] == "make":
        print(json.dumps(make(*map(int, sys.argv[2:]))))
    elif sys.argv[1] == "phones":
        print(json.dumps(phones(sys.argv[2].split(","), int(sys.argv[3]))))
    elif sys.argv[1] == "touch":
        touch(sys.argv[2])
    else:
        publish(sys.argv[2])
