"""The page for checking a tournament, and its journal for everybody."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from muster.app.history.reasons import typed
from muster.core.tournament import commands
from muster.core.tournament.proof.verify import verify
from muster.exchange.journal import read
from muster.people.models import Event, Tournament
from muster.web import limits
from public_cases import address, day, see, shown
from web_cases import Hall

pytestmark = pytest.mark.django_db


def published() -> Hall:
    hall = shown(Hall("armada-4.0", {"structure": "custom", "rounds": 2, "cut": 4}))
    Tournament.objects.filter(pk=hall.tournament.pk).update(open_journal=True)
    return hall


def file_of(hall: Hall) -> str:
    page = Client().get(address(hall, "verify-journal", 1))
    assert page.status_code == 200
    assert "attachment" in page.headers["Content-Disposition"]
    assert "no-store" in page.headers["Cache-Control"]
    return page.content.decode()


def test_nothing_before_the_plan_is_announced() -> None:
    hall = published()
    hall.enter(8)
    for name in ("verify", "verify-journal"):
        assert Client().get(address(hall, name, 1)).status_code == 404


def test_the_file_is_proved_at_every_phase_and_shows_no_proposal() -> None:
    hall = published()
    for phase in day(hall):
        if phase in {"empty", "entered"}:
            continue
        text = file_of(hall)
        found = read(text.encode())
        assert verify(found.journal.entries).holds
        assert ("round.proposed" in text) == (phase not in {"begun", "proposed"})
        if phase in {"published", "finished"}:
            page = see(hall, "verify", 1)
            assert hall.state.head in page
            assert str(hall.state.draws.commitment) in page
            assert ("is finished; its" in page) == (phase == "finished")
            assert found.journal.entries[-1].head == hall.state.head


def test_rules_and_final_places_lead_there() -> None:
    hall = published()
    hall.begin(4)
    where = address(hall, "verify", 1)
    assert where in see(hall, "rules", 1)
    hall.publish()
    hall.play()
    hall.do(commands.FinishTournament(typed("enough")))
    assert where in see(hall, "final", 1)
    assert where + "/journal" in see(hall, "verify", 1)
    assert "muster verify" in see(hall, "verify", 1)


def test_a_draft_is_not_for_everybody() -> None:
    hall = published()
    hall.begin(4)
    Event.objects.filter(pk=hall.event.pk).update(listed=False)
    assert Client().get(address(hall, "verify-journal", 1)).status_code == 404


def test_a_journal_that_is_not_opened_stays_with_the_organiser_but_its_draws_are_shown() -> None:
    hall = published()
    Tournament.objects.update(open_journal=False)
    hall.begin(4)
    hall.publish()
    page = see(hall, "verify", 1)
    assert str(hall.state.draws.commitment) in page
    assert hall.state.head in page
    assert "has not opened it to everybody" in page
    assert "/verify/journal" not in page
    assert Client().get(address(hall, "verify-journal", 1)).status_code == 404


def test_a_file_is_not_fetched_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = published()
    hall.begin(4)
    monkeypatch.setitem(limits.MOST, "journal", 2)
    monkeypatch.setattr(limits, "_now", lambda: 1_000_000_007)
    cache.clear()
    codes = [Client().get(address(hall, "verify-journal", 1)).status_code for _ in range(3)]
    cache.clear()
    assert codes == [200, 200, 429]
