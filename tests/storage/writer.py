"""A process that writes to a tournament, as told on standard input; started by `test_writers.py`.

`python writer.py TOURNAMENT together`: one line of JSON, a list of jobs, each done by a thread of its own; says
`ready`, waits for a line, and starts them all at once. Answers with a line of JSON.

`python writer.py TOURNAMENT endless`: enters one player after another and says each number once it is recorded.
"""

from __future__ import annotations

import json
import sys
import threading
from itertools import count
from typing import Any

from muster.cli.site import ready

ready()

from django.db import connections  # noqa: E402  (not before Django is set up)

from muster.app.common.access import SYSTEM  # noqa: E402
from muster.app.history.submitting import Done, submit  # noqa: E402
from muster.app.registration.entries import Newcomer, enter  # noqa: E402
from muster.core.ids import PlayerId, RoundNo, TableNo  # noqa: E402
from muster.core.scoring.reports import ShareReport  # noqa: E402
from muster.core.tournament.commands import EnterPlayer, ReportResult  # noqa: E402
from muster.core.tournament.refusals import Refusal  # noqa: E402
from muster.journal import store  # noqa: E402
from muster.people.models import Tournament  # noqa: E402


def done(tournament: int, job: dict[str, Any]) -> Done | Refusal:
    """Carry out one job."""
    if "name" in job:
        row = Tournament.objects.get(pk=tournament)
        return enter(row, SYSTEM, [Newcomer(name=job["name"])], key=job["key"])
    report = ShareReport(end="rounds", tokens=(3, 1))
    command = ReportResult(RoundNo(1), TableNo(job["table"]), report)
    return submit(tournament, command, SYSTEM, key=job["key"])


def together(tournament: int) -> None:
    jobs = json.loads(sys.stdin.readline())
    start, answers = threading.Barrier(len(jobs) + 1), list[list[Any]]()

    def work(job: dict[str, Any]) -> None:
        start.wait()
        try:
            answer = done(tournament, job)
            says = "refused" if isinstance(answer, Refusal) else "repeated" if answer.repeated else "done"
            facts = [] if isinstance(answer, Refusal) else [entry.text for entry in answer.entries]
            answers.append([job["key"], says, facts])
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    start.wait()
    for thread in threads:
        thread.join()
    print(json.dumps(answers))  # noqa: T201


def endless(tournament: int) -> None:
    for number in count(len(store.load(tournament).state.players) + 1):
        answer = submit(tournament, EnterPlayer(PlayerId(number)), SYSTEM)
        assert isinstance(answer, Done), answer
        print(number, flush=True)  # noqa: T201


if __name__ == "__main__":
    {"together": together, "endless": endless}[sys.argv[2]](int(sys.argv[1]))
