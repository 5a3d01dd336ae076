"""What one request runs through: the project's files, functions and calls, for requests that everybody waits for.

`python -m bench.crossed` prints a line a request; `python -m bench.crossed roster` lists the files of those whose
name begins so. Every request is sent once before it is counted, so that what is made once a process is not.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from types import FrameType
from typing import Any

SOURCE = str(Path(__file__).resolve().parents[1] / "src" / "muster") + os.sep
PLAYERS, ROUNDS = 16, 3
FLEET = """Name: Quick Strike
Faction: Rebel
Commander: General Madine

MC80 Battle Cruiser (103)
• General Madine (30)
= 133 Points

Squadrons:
• 6 x YT-2400 (96)
= 96 Points

Total Points: 229
"""


@dataclass
class Crossed:
    """What was run: calls by file and function."""

    calls: Counter[tuple[str, str]] = field(default_factory=Counter)

    def count(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call of one of the project's functions; what runs while a module is loaded is none."""
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(SOURCE) and frame.f_code.co_name != "<module>":
            self.calls[name.removeprefix(SOURCE), frame.f_code.co_qualname] += 1

    @property
    def files(self) -> Counter[str]:
        """Calls by file."""
        files: Counter[str] = Counter()
        for (name, _function), calls in self.calls.items():
            files[name] += calls
        return files

    def row(self, request: str) -> str:
        """The line of a request."""
        return f"{request:24}{len(self.files):7}{len(self.calls):11}{self.calls.total():8}"


def crossed(request: Callable[[], Any]) -> Crossed:
    """What a request runs through."""
    found = Crossed()
    sys.setprofile(found.count)
    try:
        answer = request()
    finally:
        sys.setprofile(None)
    if answer.status_code >= 400:
        raise RuntimeError(f"{answer.status_code}: {answer.content.decode()[:500]}")
    return found


def requests() -> dict[str, tuple[Callable[[], Any], Callable[[], Any]]]:
    """The requests by name, each twice: to warm up, and to be counted."""
    from muster.cli.site import ready  # noqa: PLC0415  (only in the process that is measured)

    ready()

    from django.core.management import call_command  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415
    from django.urls import reverse  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    organiser, running, opened = _tournaments()
    desk, phone = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    desk.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")

    def page(name: str, tournament: Any) -> str:
        return reverse(f"desk:{name}", args=[tournament.event.code, tournament.number])

    def result(table: int, figures: str) -> Callable[[], Any]:
        sent = {"round": ROUNDS, "line": f"{table} {figures}", "version": _version(running)}
        return lambda: desk.post(page("results-enter", running), sent, headers={"HX-Request": "true"})

    def own(name: str, tournament: Any) -> str:
        return reverse(f"player:{name}", args=[_token(tournament)])

    def pasted() -> Any:
        return phone.post(own("roster", opened), {"do": "check", "text": FLEET})

    def standings() -> Any:
        return desk.get(page("standings", running))

    def player() -> Any:
        return phone.get(own("page", running))

    return {
        "result": (result(7, "150-40"), result(8, "184-92")),
        "standings": (standings, standings),
        "roster": (pasted, pasted),
        "player": (player, player),
    }


def _tournaments() -> tuple[Any, Any, Any]:
    """An organiser, a tournament in its last round, and one that waits for rosters."""
    from muster.app.site.journal_files import imported  # noqa: PLC0415
    from muster.cli.simulate import Simulation, numbered_names  # noqa: PLC0415
    from muster.core.draws import ChainLink  # noqa: PLC0415
    from muster.core.tournament import commands  # noqa: PLC0415
    from muster.core.tournament.facts import ResultReported, StageStarted  # noqa: PLC0415
    from muster.core.tournament.journal import Journal  # noqa: PLC0415
    from muster.exchange.journal import JournalFile  # noqa: PLC0415
    from muster.people.models import Account, Tournament  # noqa: PLC0415
    from muster.rules.load import load  # noqa: PLC0415

    secret, day = ChainLink("5" * 64), date(2026, 3, 7)
    create = commands.CreateTournament(
        regulations=load("armada-4.0"), day=day, structure="custom", rounds=ROUNDS, cut=0
    )
    simulation = Simulation(create, PLAYERS, "crossed", chain_secret=secret)
    for _ in simulation.run():
        pass
    organiser = Account.objects.create_user(username="bench", name="Bench")

    def kept(name: str, ends: Callable[[Any], bool]) -> Any:
        journal = Journal()
        for entry in simulation.journal.entries:
            if ends(entry.fact):
                break
            journal.record(entry.fact, text=entry.text, key=entry.key)
        return imported(organiser, JournalFile(journal, name, numbered_names(PLAYERS)), secret)

    running = kept("running", lambda fact: isinstance(fact, ResultReported) and fact.round_no == ROUNDS)
    opened = kept("open", lambda fact: isinstance(fact, StageStarted))
    Tournament.objects.filter(pk=opened.pk).update(rosters="required")
    opened.refresh_from_db()
    return organiser, running, opened


def _version(tournament: Any) -> int:
    from muster.journal import store  # noqa: PLC0415

    return store.load(tournament.pk).state.version


def _token(tournament: Any) -> str:
    from muster.app.links.player_links import token_of  # noqa: PLC0415

    return str(token_of(tournament.entries.order_by("player").first()))


def measure(wanted: str) -> None:
    """Print what every request crosses; of those asked for, the files too."""
    print(f"{'request':24}{'files':>7}{'functions':>11}{'calls':>8}")
    for name, (warm, counted) in requests().items():
        warm()
        found = crossed(counted)
        print(found.row(name), flush=True)
        if wanted and name.startswith(wanted):
            for file, calls in sorted(found.files.items()):
                print(
                    f"  {calls:6} {file}  "
                    + " ".join(f"{q}:{n}" for (f, q), n in sorted(found.calls.items()) if f == file)
                )


def main(wanted: str = "") -> int:
    """Measure in a process of its own, on a site made for it."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "MUSTER_DATA": folder, "MUSTER_DATABASE_URL": ""}
        command = [sys.executable, "-m", "bench.crossedx", "--here", wanted]
        return subprocess.run(command, env=env, check=False).returncode  # noqa: S603  (our own module)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--here"]:
        measure(sys.argv[2])
    else:
        raise SystemExit(main(*sys.argv[1:2]))
