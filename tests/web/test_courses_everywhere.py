"""Every page of the desk, of judges and for everybody, at every moment of a draft, a round robin and two days."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from django.test import Client
from django.urls import reverse

import public_cases
from course_cases import draft_hall, drawn, parts_hall, robin_hall, two_days_hall
from muster.app.links.player_links import token_of
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.course import CoursePart
from muster.people.models import Entry
from web_cases import Hall

pytestmark = pytest.mark.django_db

DESK = (
    "now", "people", "checkin", "plan", "round", "results", "standings", "bracket", "finish", "hall", "history",
    "print", "repair", "history-then",
)  # fmt: skip
EVERYBODY = (
    "event",
    "pairings",
    "pairings-names",
    "standings",
    "bracket",
    "results",
    "players",
    "rules",
    "verify",
)


def played(hall: Hall, rounds: int) -> Iterator[str]:
    """Play so many rounds, and stop at each moment of the last one: those before are like it."""
    for number in range(1, rounds + 1):
        hall.propose()
        if number == rounds:
            yield f"round {number} is a draft"
        hall.do(commands.PublishRound())
        if number == rounds:
            yield f"round {number} is out"
        if hall.state.rounds[-1].matches:
            hall.do(commands.StartRound())
        hall.play(leave=1)
        if number == rounds:
            yield f"round {number} runs"
        hall.play()
        yield f"round {number} is over"


def a_draft() -> Iterator[tuple[Hall, str]]:
    hall = public_cases.shown(draft_hall(13))
    yield hall, "fixed"
    drawn(hall)
    yield hall, "pods are a draft"
    assert hall.state.pods_draft
    hall.do(commands.SwapSeats((hall.state.pods_draft.pods[0][0], hall.state.pods_draft.pods[1][0])))
    hall.do(commands.PublishPods())
    hall.enter(2)
    hall.do(commands.JoinPod(PlayerId(14), 1), commands.DropPlayer(PlayerId(2)))
    yield hall, "pods are out"
    yield from ((hall, moment) for moment in played(hall, 3))
    hall.do(commands.FinishTournament())
    yield hall, "finished"


def a_round_robin() -> Iterator[tuple[Hall, str]]:
    hall = public_cases.shown(robin_hall(5))
    hall.do(commands.StartStage())
    yield from ((hall, moment) for moment in played(hall, 2))
    hall.do(commands.DropPlayer(PlayerId(3)))
    yield from ((hall, moment) for moment in played(hall, 3))
    hall.do(commands.FinishTournament())
    yield hall, "finished"


def two_days() -> Iterator[tuple[Hall, str]]:
    hall = public_cases.shown(two_days_hall(8, 2, 1, 6, cut=2))
    hall.do(commands.StartStage())
    yield from ((hall, moment) for moment in played(hall, 1))
    hall.do(commands.BeginDayTwo())
    yield hall, "day two"
    yield from ((hall, moment) for moment in played(hall, 1))
    hall.do(commands.MakeCut(), commands.StartStage())
    yield from ((hall, moment) for moment in played(hall, 1))
    hall.do(commands.FinishTournament())
    yield hall, "finished"


def parts() -> Iterator[tuple[Hall, str]]:
    groups, pods = CoursePart("groups", size=4), CoursePart("pods", 1, "best-of-groups", 2, "snake", day=2)
    swiss = CoursePart("swiss", 1, "top", 4, day=2)
    hall = public_cases.shown(parts_hall(8, (groups, pods, swiss), cut=2))
    yield hall, "fixed"
    drawn(hall)
    yield hall, "groups are a draft"
    hall.do(commands.PublishPods())
    yield hall, "groups are out"
    yield from ((hall, moment) for moment in played(hall, 3))
    hall.do(commands.BeginDayTwo())
    yield hall, "part two"
    drawn(hall)
    hall.do(commands.PublishPods())
    yield hall, "pods are out"
    yield from ((hall, moment) for moment in played(hall, 1))
    hall.do(commands.BeginDayTwo())
    yield hall, "part three"
    yield from ((hall, moment) for moment in played(hall, 1))
    hall.do(commands.MakeCut(), commands.StartStage())
    yield from ((hall, moment) for moment in played(hall, 1))
    hall.do(commands.FinishTournament())
    yield hall, "finished"


def addresses(hall: Hall) -> Iterator[str]:
    code, number, state = hall.event.code, hall.tournament.number, hall.state
    yield from (hall.url(name) for name in DESK)
    yield hall.url("history-act", state.version)
    for name in EVERYBODY:
        yield reverse(f"public:{name}", args=[code] if name == "event" else [code, number])
    yield reverse("screen:first", args=[code])
    yield reverse("judge:home", args=[code, number])
    for player in (1, 3, len(state.players)):
        yield hall.url("player", player)
        entry = Entry.objects.get(tournament=hall.tournament, player=player)
        yield from (f"/p/{token_of(entry)}{rest}" for rest in ("", "/why", "/rounds"))
        yield reverse("public:player", args=[code, number, player])
        if state.rounds:
            yield hall.url("why-pairing", len(state.rounds), player)


@pytest.mark.parametrize("course", [a_draft, a_round_robin, two_days, parts])
@pytest.mark.parametrize("among", [3, pytest.param(1, marks=pytest.mark.long)])
def test_every_page_answers_at_every_moment(
    course: Callable[[], Iterator[tuple[Hall, str]]], among: int
) -> None:
    """One page among so many is opened at a moment, at the next moment the page after it, and so on."""
    wrong, stranger = [], Client()
    for turn, (hall, moment) in enumerate(course()):
        for address in islice(addresses(hall), turn % among, None, among):
            client = hall.client if address.startswith(("/desk", "/judge")) else stranger
            status = client.get(address, follow=True).status_code
            # Who came late or left is in no round, and a page of a round that is not out is not there.
            if status != 200 and not ("/why/" in address and status == 404):
                wrong.append(f"{moment}: {address} {status}")
    assert not wrong, "\n".join(wrong)
