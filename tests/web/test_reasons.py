"""Reasons typed at the desk: facts name them by digest only, staff read the words, and they can be erased."""

from __future__ import annotations

import re
import subprocess
from html import unescape

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from muster.app.common.access import SYSTEM
from muster.app.common.names import naming
from muster.app.history.latest import told
from muster.app.history.reasons import typed
from muster.app.history.submitting import Deferred, Done, announce_plan, submit, submit_all
from muster.app.registration.erasing import erase
from muster.app.results.report import terms_of
from muster.app.results.report_forms import data_of
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.messages import verbatim
from muster.core.private import PREFIX, Seal
from muster.core.tournament import commands
from muster.core.tournament.engine import seals_in
from muster.core.tournament.facts import RoundVoided
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.refusals import Refusal
from muster.exchange.journal import read
from muster.journal import store
from muster.people.models import Entry, Reason, Tournament
from public_cases import address, see, shown
from tournament_cases import custom, won_by
from web_cases import Hall

pytestmark = pytest.mark.django_db

TYPED = (
    "xylophone in the car", "yodelling in hall 2", "zither players sit together", "quagga on the slip",
    "wombat at home", "narwhal ill", "okapi under the table", "lemur on the phone", "ibex in the hall",
    "gibbon won", "jerboa now",
)  # fmt: skip
"""A reason for each form that asks for one."""


def page(response: HttpResponse, status: int = 200) -> str:
    assert response.status_code == status, response.status_code
    return re.sub(r"\s+", " ", unescape(response.content.decode()))


def running(players: int = 8, *, started: bool = True) -> Hall:
    """A hall for everybody to see, with its first round out."""
    hall = shown(Hall("armada-4.0", custom(2, 4)))
    hall.begin(players)
    hall.publish() if started else out(hall)
    return hall


def out(hall: Hall) -> None:
    """The next round is published and not begun."""
    hall.propose()
    hall.do(commands.PublishRound())


def won(hall: Hall) -> None:
    """Every match of the running round is won by the player named first."""
    for table, match in sorted(hall.state.rounds[-1].matches.items()):
        if not match.settled:
            report = won_by(hall.state.regulations, 0)
            hall.do(commands.ReportResult(RoundNo(len(hall.state.rounds)), table, report))


def seats(hall: Hall, table: int) -> tuple[PlayerId, PlayerId]:
    return hall.state.rounds[-1].matches[TableNo(table)].pairing.pair


def correct(hall: Hall, reason: str) -> None:
    """Say that the second player won at table 1 of round 1: look, then correct."""
    report = won_by(hall.state.regulations, 1)
    data = data_of(report, terms_of(hall.state, hall.state.rounds[0]))
    sure = page(hall.post("result-correct", 1, 1, **data)).split('name="sure" value="')[1].split('"')[0]
    hall.post("result-correct", 1, 1, **data, step="correct", sure=sure, reason=reason)


def recorded(hall: Hall) -> list[str]:
    """The reasons in the facts, as they stand there."""
    found = (entry.fact for entry in store.load(hall.tournament.pk).entries)
    return [str(seal) for fact in found for seal in seals_in(fact)]


def voided(hall: Hall) -> list[RoundVoided]:
    """The rounds that were voided."""
    facts = (entry.fact for entry in store.load(hall.tournament.pk).entries)
    return [fact for fact in facts if isinstance(fact, RoundVoided)]


def public_file(hall: Hall) -> str:
    answer = Client().get(address(hall, "verify-journal", 1))
    assert answer.status_code == 200
    return answer.content.decode()


def whole_day() -> Hall:
    """A day on which every form that asks for a reason is sent with one."""
    reason = iter(TYPED)
    hall = shown(Hall("armada-4.0", custom(2, 4)))
    hall.enter(13)
    hall.post("checkin-missing", player=[12, 13], reason=next(reason))
    hall.do(announce_plan(hall.tournament.pk), commands.StartStage())
    out(hall)
    hall.post("void", reason=next(reason))
    out(hall)
    hall.post("repair", swaps=f"{seats(hall, 1)[0]}-{seats(hall, 2)[0]}", reason=next(reason))
    hall.do(commands.StartRound())
    won(hall)
    correct(hall, next(reason))
    hall.publish()
    won(hall)
    judge = reverse("judge:drop", args=[hall.event.code, 1, 1])
    hall.client.post(judge, {"player": seats(hall, 1)[1], "reason": next(reason)})
    hall.post("player-drop", seats(hall, 2)[1], reason=next(reason))
    hall.post("player-disqualify", seats(hall, 3)[1], reason=next(reason))
    hall.do(commands.MakeCut(), commands.StartStage())
    out(hall)
    hall.post("leave-cut", (hall.state.seeds or ())[0], reason=next(reason))
    hall.publish()
    won(hall)
    for name in ("end", "reopen", "end"):
        hall.post(name, reason=next(reason))
    return hall


def test_no_word_of_any_reason_is_in_what_everybody_may_have_and_staff_read_them_all() -> None:
    hall = whole_day()
    assert hall.state.places is not None
    text, found = public_file(hall), recorded(hall)
    assert all(one.startswith(PREFIX) for one in found)
    assert [fact.cause for fact in voided(hall)] == ["asked", "asked", "qualified-left"]
    history = page(hall.get("history")) + page(hall.get("history", page=2))
    for words in TYPED:
        assert words in history, words
        assert words.split()[0] not in text, words
    assert sorted(Reason.objects.values_list("text", flat=True)) == sorted(TYPED)
    assert {one.removeprefix(PREFIX) for one in found} == set(Reason.objects.values_list("digest", flat=True))
    assert "voided (a qualified player left before the first game)" in history
    file = read(text.encode())
    assert verify(file.journal.entries).holds
    assert (file.reasons, file.journal.entries[-1].head) == ({}, hall.state.head)
    for name, args in (("round", (1, 1)), ("results", (1,)), ("final", (1,)), ("verify", (1,))):
        public = see(hall, name, *args)
        assert not any(words in public for words in TYPED), name
    says = str(told(store.load(hall.tournament.pk), naming({}), 1, hall.state.version))
    assert says.count("its reason is with the staff") == len(found)


def test_the_page_of_the_act_gives_staff_what_proves_the_words() -> None:
    hall = running(started=False)
    hall.post("void", reason="it's <b>wrong</b> & $HOME `id`")
    row = Reason.objects.get()
    text = page(hall.get("history-act", hall.state.version))
    assert row.digest in text
    assert row.salt in text
    command = text.split("<dt>Check</dt><dd><code>")[1].split("</code>")[0]
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)  # noqa: S602
    assert ran.stdout.split()[0] == row.digest
    Reason.objects.all().delete()
    assert "never kept here" in page(hall.get("history-act", hall.state.version))


def test_erasing_a_person_takes_the_words_about_them_and_those_that_name_them() -> None:
    hall = running()
    one, two = seats(hall, 1)
    name = Entry.objects.get(player=one).person.name
    won(hall)
    correct(hall, "the slip was misread")
    hall.do(commands.DropPlayer(seats(hall, 2)[0], typed(f"went home with {name.upper()}")))
    hall.do(commands.DropPlayer(seats(hall, 3)[0], typed("has a train to catch")))
    hall.do(commands.DropPlayer(two, typed("is tired")))
    before = hall.state.head
    erase(Entry.objects.get(player=one).person, hall.actor)
    assert set(Reason.objects.values_list("text", flat=True)) == {"", "has a train to catch", "is tired"}
    assert all(bool(row.salt) == bool(row.text) for row in Reason.objects.all())
    history = page(hall.get("history"))
    assert len(re.findall(r"<td>[^<]*\(its reason was erased\)", history)) == 2
    assert "misread" not in history
    assert name.upper() not in history
    number = next(e.seq for e in store.load(hall.tournament.pk).entries if e.fact.kind == "result.corrected")
    assert "erased with a person" in page(hall.get("history-act", number))
    assert hall.state.head == before
    assert name not in public_file(hall)
    assert verify(store.load(hall.tournament.pk).entries).holds


def test_what_is_refused_or_repeated_leaves_no_words_behind() -> None:
    hall = running(started=False)
    assert isinstance(submit(hall.tournament.pk, commands.VoidRound(typed("")), hall.actor), Refusal)
    assert isinstance(submit(hall.tournament.pk, commands.VoidRound(typed("x" * 501)), hall.actor), Refusal)
    void = commands.VoidRound(typed("y" * 500))
    both = submit_all(hall.tournament.pk, lambda _: (void, commands.PublishRound()), hall.actor)
    assert isinstance(both, Refusal)
    refused = submit_all(
        hall.tournament.pk,
        lambda _: (void, Deferred(lambda _: Refusal("stale", verbatim("No.")))),
        hall.actor,
    )
    assert refused == Refusal("stale", verbatim("No."))
    assert not Reason.objects.exists()
    for again in (False, True):
        done = submit(hall.tournament.pk, void, hall.actor, key="tap")
        assert isinstance(done, Done)
        assert done.repeated == again
    assert [row.text for row in Reason.objects.all()] == ["y" * 500]


def test_the_same_words_have_another_digest_in_another_act() -> None:
    hall = running()
    for player in (1, 2):
        assert isinstance(
            submit(hall.tournament.pk, commands.DropPlayer(PlayerId(player), typed("ill")), SYSTEM), Done
        )
    assert len(set(recorded(hall))) == 2
    hall.do(commands.DropPlayer(PlayerId(3)))
    assert Reason.objects.count() == 2


def test_what_looks_like_a_digest_is_sealed_like_any_other_words() -> None:
    hall = running(started=False)
    hall.do(commands.VoidRound(typed(PREFIX + "0" * 64)))
    assert recorded(hall) != [PREFIX + "0" * 64]
    assert PREFIX + "0" * 64 in page(hall.get("history"))


@pytest.mark.parametrize("name", ["now", "history"])
def test_the_words_of_all_reasons_are_asked_for_once(name: str) -> None:
    hall = running(12)
    asked = []
    for player in range(1, 8):
        hall.do(commands.DropPlayer(PlayerId(player), typed(f"reason {player}")))
        if player in (1, 7):
            with CaptureQueriesContext(connection) as found:
                assert f"reason {player}" in page(hall.get(name))
            asked.append(sum("people_reason" in query["sql"] for query in found))
    assert asked == [1, 1]


def test_new_tournaments_are_open_and_one_with_typed_words_says_so() -> None:
    hall = running(started=False)
    assert Tournament.objects.get().open_journal
    assert "Of reasons typed at the desk" in page(hall.get("tournament-settings"))
    hall.do(commands.VoidRound(Seal.recorded("as it was before there were digests")))
    text = page(hall.get("tournament-settings"))
    assert "holds reasons as they were typed" in text
    assert "Of reasons typed at the desk" not in text
    assert "as they were typed at the desk" in see(hall, "verify", 1)
    assert "as it was before" in page(hall.get("history"))


def test_the_file_of_the_desk_names_nobody_whom_the_public_does_not_see() -> None:
    hall = running()
    hall.do(commands.DisqualifyPlayer(PlayerId(4), typed("loaded dice")))
    name = Entry.objects.get(player=4).person.name
    for text in (hall.get("journal-file").content.decode(), public_file(hall)):
        assert name not in text
        assert "loaded" not in text
    Tournament.objects.update(names="short")
    erase(Entry.objects.get(player=2).person, hall.actor)
    names = read(public_file(hall).encode()).names
    assert (names[PlayerId(1)], names[PlayerId(2)]) == ("Ada A.", "Player 2")
