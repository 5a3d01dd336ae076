"""What Polish players and organisers read beside pages: refusals, letters, messages to devices, and every paper.

Each text is read by a machine (`reading_cases.py`), and kept where pictures are kept, to be read by a person.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from django.utils import timezone, translation

import paper_cases
from message_cases import join, opened
from moment_cases import announced, elimination, finished, playing, proposed
from muster.app.common.names import names_of
from muster.app.history.reasons import typed
from muster.app.history.submitting import submit
from muster.app.mail import letters, messages
from muster.core.draws import ChainLink
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.messages import speak
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.people.models import Entry, Event, Message, Person, Tournament
from muster.rules.load import available, load
from muster.web import limits
from muster.web.paper import press
from muster.web.paper.choices import offers
from paper_cases import Shop
from player_cases import begun, phones
from polish_day_cases import known
from pseudo_cases import Words, any_of
from reading_cases import stumbles
from roster_play_cases import bring, fleet
from tournament_cases import won_by
from web_cases import NAMES, Hall

pytestmark = [pytest.mark.django_db, pytest.mark.long]

IDS: Final = frozenset(end.id for each in available() for end in load(each.id).ends)
"""Which ends a field belongs to, as scripts are told."""

POLISH: Final = {"accept-language": "pl"}
GIVEN: Final = (
    *NAMES, "Olivia Organiser", "Spring Open", "Main", "Home Fleet", "Nina New", "Nie ma prądu", "Rebel",
    "Europe/Berlin", "The judge",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _polish(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Iterator[None]:
    speak(translation)
    settings.DATA = tmp_path
    settings.ORIGIN = "https://play.example.org"
    monkeypatch.setattr(limits, "MOST", dict.fromkeys(limits.MOST, 10**9))
    with translation.override("pl"):
        yield


def read(name: str, texts: list[str]) -> list[str]:
    """What is wrong with these texts; they are kept to be read."""
    if folder := os.environ.get("MUSTER_SHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / f"polish-{name}.txt").write_text("\n".join(texts), encoding="utf-8")
    return list(stumbles("pl", texts, any_of([*GIVEN, *known()])))


# Refusals -----------------------------------------------------------------------------------------------------------


def asked(hall: Hall) -> list[commands.Command]:
    """Much that nobody may ask for at most moments."""
    reason, none, link = typed("Nie ma prądu"), typed(""), ChainLink("7e" * 32)
    players, rounds, tables = (PlayerId(1), PlayerId(99)), (RoundNo(1), RoundNo(9)), (TableNo(1), TableNo(99))
    report = won_by(hall.state.regulations, 0)
    made: list[commands.Command] = [
        commands.AnnouncePlan(link), commands.StartStage(), commands.ProposeRound(link), commands.PublishRound(),
        commands.StartRound(), commands.MakeCut(), commands.FinishTournament(none), commands.Retract(),
        commands.ReopenTournament(none), commands.ReopenTournament(reason), commands.VoidRound(none),
        commands.VoidRound(reason), commands.BeginDayTwo(), commands.PublishPods(), commands.DrawPods(link),
        commands.SetTables("5-1"), commands.SetTables("x"), commands.ChangeStructure("custom", 99, cut=3),
        commands.EnterPlayer(PlayerId(1)), commands.EnterPlayer(PlayerId(50), fixed_table=TableNo(0)),
        commands.SwapPlayers((PlayerId(1), PlayerId(1))), commands.SwapPlayers((PlayerId(1), PlayerId(99))),
        commands.ForbidPair((PlayerId(1), PlayerId(1))), commands.AllowPair((PlayerId(1), PlayerId(2))),
    ]  # fmt: skip
    for one in players:
        made += [
            commands.CheckIn(one), commands.DropPlayer(one, none), commands.RejoinPlayer(one), commands.AwardBye(one),
            commands.AwardLoss(one), commands.DisqualifyPlayer(one, none), commands.AmendPlayer(one),
            commands.JoinPod(one, 7),
        ]  # fmt: skip
    for number, table in product(rounds, tables):
        made += [
            commands.ReportResult(number, table, report), commands.ConfirmResult(number, table),
            commands.CorrectResult(number, table, report, none), commands.DisputeResult(number, table, PlayerId(99)),
            commands.ReportResult(number, table, report, PlayerId(99)),
        ]  # fmt: skip
    return made


def test_every_refusal_is_said_in_polish() -> None:
    said = dict[str, None]()
    for moment in (announced, proposed, playing, elimination, finished):
        hall = moment()
        names = names_of(hall.tournament.pk)
        for command in asked(hall):
            answer = submit(hall.tournament.pk, command, hall.actor)
            if isinstance(answer, Refusal):
                told = answer.naming(names)
                with translation.override("pl"):
                    said[str(told.says)] = None
                    said |= {str(one.message): None for one in told.problems}
    assert len(said) >= 40
    assert read("refusals", list(said)) == []


def test_every_door_that_is_closed_says_so_in_polish() -> None:
    """Forbidden, missing, too late, too much: pages with the status of a refusal."""
    hall = begun("armada-pl")
    one, other = phones(hall)
    code = hall.event.code
    judge, said = hall.staff("judge"), dict[str, None]()
    Event.objects.filter(pk=hall.event.pk).update(listed=True)

    def hear(answer: Any, status: tuple[int, ...]) -> None:
        assert answer.status_code in (200, *status), (answer.request, answer.status_code)
        page = re.sub(r"<(pre|code)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
        for text in Words(page).words:
            if not IDS.issuperset(text.split()):
                said[text] = None

    for address in (hall.url("plan"), hall.url("history"), f"/desk/{code}/settings", f"/desk/{code}/staff"):
        hear(judge.post(address, headers=POLISH), (200, 403, 405))
        hear(one.client.get(address, headers=POLISH), (302, 403, 404))
    for address in (
        "/e/NOSUCH",
        "/p/1-nonsense",
        f"/e/{code}/9/pairings",
        "/nothing",
        "/join/none",
        "/enter/none",
    ):
        hear(one.client.get(address, headers=POLISH), (404, 410, 403))
    for form in (
        "people-add",
        "results-enter",
        "tell",
        "plan-tables",
        "player-drop",
        "disqualify",
        "void",
        "swap",
    ):
        if form not in ("player-drop", "disqualify"):
            hear(hall.client.post(hall.url(form), {"version": 1}, headers=POLISH), (409, 422, 400, 302, 404))
    for line in (
        "",
        "99 1-0",
        "1",
        "1 zzz",
        "1 900-0",
        "1 110-110",
        "x",
        "1 c3",
        "1 100-0 s3",
        "Ada 1-0",
        "1 1.5-2",
    ):
        sent = {"version": hall.state.version, "round": 1, "line": line}
        hear(hall.client.post(hall.url("results-enter"), sent, headers=POLISH), (200, 422, 409))
    for kind, data in (
        ("confirm", {}),
        ("deny", {}),
        ("rejoin", {}),
        ("come-back", {}),
        ("uid", {"uid": "x"}),
    ):
        answer = other.client.post(f"{other.url}/{kind}", data, headers=POLISH)
        hear(answer, (302, 404, 409, 422))
    for fields in ({}, {"name": "", "email": "nobody"}, {"name": "a" * 300, "email": "a@example.org"}):
        Tournament.objects.update(registration_open=True)
        hear(one.client.post(f"/e/{code}/register", fields, headers=POLISH), (302, 409, 422))
    assert len(said) > 150
    assert read("closed-doors", list(said)) == []


# Letters and messages -------------------------------------------------------------------------------------------------


def test_every_letter_and_message_is_in_polish() -> None:
    hall = opened(regulations="armada-pl")
    Event.objects.update(language="pl", opens_at=timezone.now() + timedelta(days=2))
    Tournament.objects.update(rosters="required")
    entry = join(hall)
    told = list[str]()
    writer = letters.Writer(timezone.now())
    kinds = [kind for kind in get_args(messages.Kind) if kind not in ("round", "push")]
    for kind in kinds:
        about, now = "", timezone.now()
        if kind == "cancelled":
            Event.objects.update(cancelled_at=now, cancelled_because="Nie ma prądu")
            about = now.isoformat(timespec="seconds")
        elif kind == "on-again":
            Event.objects.update(cancelled_at=None)
        messages.write(kind, [entry.pk], about)
        message = Message.objects.select_related("entry__person", "entry__tournament__event").latest("pk")
        letter = writer.letter(message)
        assert letter is not None or kind == "place", kind
        told += [f"{letter.subject}\n{letter.text}"] if letter else []
    assert len(told) >= 6
    told += _of_a_round()
    lines = [line for text in told for line in text.splitlines() if line]
    assert read("letters", lines) == []


def _of_a_round() -> list[str]:
    hall = begun("armada-pl", 5)
    Event.objects.filter(pk=hall.event.pk).update(language="pl")
    Person.objects.update(email="a@example.org")
    Entry.objects.update(mail_rounds=True, mail=True)
    entries = list(Entry.objects.filter(tournament=hall.tournament).values_list("pk", flat=True))
    about = next(iter(Message.objects.filter(kind="round").values_list("about", flat=True)), "1")
    messages.write("round", entries, about)
    messages.write("push", entries, about)
    writer, told = letters.Writer(timezone.now()), list[str]()
    for message in Message.objects.filter(entry__tournament=hall.tournament, kind__in=("round", "push")):
        letter = writer.letter(message) if message.kind == "round" else None
        push = writer.push(message) if message.kind == "push" else None
        told += [f"{letter.subject}\n{letter.text}"] if letter else []
        told += [f"{push.title}\n{push.body}"] if push else []
    return told


# Paper --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    yield from paper_cases.shop(tmp_path_factory.mktemp("paper"))


@pytest.mark.parametrize("regulations", ["armada-pl", "legion-2.0", "unlimited-1.3"])
def test_every_paper_is_in_polish_to_the_last_word(
    shop: Shop, regulations: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press.PRESS, "missing", lambda: "")
    hall = Hall(regulations, {"structure": "custom", "rounds": 1, "cut": 4})
    hall.begin(9)
    hall.publish()
    if regulations == "armada-pl":
        Tournament.objects.update(rosters="required")
        hall.tournament.refresh_from_db()
        bring(hall, 1, fleet())
    texts, kinds = list[str](), list[str]()
    for turn in range(2):
        for offer in offers(hall.tournament, hall.state):
            if offer.why_not or offer.kind in kinds:
                continue
            kinds.append(offer.kind)
            made = shop.print(
                hall,
                offer.kind,
                language="pl",
                **({"round": 1} if turn and offer.kind == "standings" else {}),
            )
            assert not made.beyond(2), (offer.kind, made.beyond(2)[:20])
            for page in made.document:
                texts += [
                    re.sub(r"\s+", " ", line)
                    for line in page.get_textpage().get_text_bounded().splitlines()
                    if line.strip()
                ]
        if not turn:
            hall.play()
            hall.do(commands.MakeCut(), commands.StartStage())
            hall.publish()
    assert len(kinds) >= 9, kinds
    assert read(f"papers-{regulations}", list(dict.fromkeys(texts))) == []
