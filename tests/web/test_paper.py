"""The desk's page of prints: what it offers, who may have what, how a print goes, and what becomes of its file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

import course_cases
from muster.app.common import jobs
from muster.core.tournament.course import CoursePart
from muster.people.models import Print, RosterPlan
from muster.web.paper import press, printing
from muster.web.paper.kinds import BUILDING, KINDS, PODS, ROSTERS
from muster.web.paper.press import MissingError, PressError, Work
from paper_cases import LONG, called
from web_cases import Hall, account

pytestmark = pytest.mark.django_db


class NoPress:
    """Prints what waits when it is told to: always the same file, or the fault it is given."""

    def __init__(self) -> None:
        self.lacks, self.part = "", b"%PDF-1.7 made"
        self.fault: Exception | None = None
        self.meanwhile: Callable[[Work], object] = lambda _: None

    @property
    def waiting(self) -> int:
        return DBTaskResult.objects.ready().filter(queue_name="print").count()

    def make(self, work: Work) -> None:
        work.file.write_bytes(self.part)
        self.meanwhile(work)
        if self.fault is not None:
            raise self.fault

    def missing(self) -> str:
        return self.lacks

    def deliver(self) -> None:
        jobs.turn("print")


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Any) -> NoPress:
    settings.DATA = tmp_path
    pretended = NoPress()
    monkeypatch.setattr(press, "PRESS", pretended)
    return pretended


def url(hall: Hall, name: str, *args: Any) -> str:
    return reverse(f"paper:{name}", args=[hall.event.code, 1, *args])


def text(response: Any) -> str:
    return unescape(response.content.decode())


def playing(count: int = 6, regulations: str = "armada-4.0") -> Hall:
    hall = Hall(regulations)
    hall.begin(count)
    hall.publish()
    return hall


def order(hall: Hall, kind: str, **options: Any) -> Any:
    return hall.client.post(url(hall, "make", kind), options, follow=True)


# The page


def test_what_the_moment_asks_for_comes_first() -> None:
    hall = Hall()
    hall.enter(6)
    page = text(hall.get("print"))
    assert _order(page)[0] == "signin"
    assert "No round is published yet." in page
    hall = playing()
    assert _order(text(hall.get("print")))[:3] == ["names", "slips", "tables"]
    hall.play()
    assert _order(text(hall.get("print")))[0] == "standings"


def _order(page: str) -> list[str]:
    return re.findall(r'<form class="(?:card|stack)"[^>]* id="(\w+)"', page)


def test_there_is_a_way_to_it_from_every_page_and_from_round_and_standings() -> None:
    hall = playing()
    assert hall.url("print") in text(hall.get("now"))
    for kind in ("names", "slips"):
        assert f"{url(hall, 'view', kind)}?round=1" in text(hall.get("round"))
    hall.play()
    assert f"{url(hall, 'view', 'standings')}?round=1" in text(hall.get("standings"))


def test_whoever_sees_the_page_where_no_phone_can_is_told() -> None:
    assert "which phones cannot reach" in text(Hall().client.get(Hall().url("print"), HTTP_HOST="localhost"))


def test_without_the_library_the_page_says_what_to_install(still: NoPress) -> None:
    still.lacks = "cannot load library 'libpango-1.0-0'"
    page = text(Hall().get("print"))
    assert "apt install libpango-1.0-0" in page
    assert "Printing from the browser works." in page


@pytest.mark.parametrize(
    ("kind", "options", "says"),
    [
        ("names", {"round": "9"}, "Choose one of these."),
        ("names", {"paper": "a3"}, "Choose one of these."),
        ("slips", {"per": "3"}, "Choose one of these."),
        ("numbers", {"first": "x"}, "Write a number from 1 to 9999."),
        ("numbers", {"first": "5", "last": "4"}, "The last number comes before the first."),
        ("numbers", {"last": "5000"}, "more than 600 numbers"),
        ("blank", {"players": "0"}, "Write a number from 2 to 2000."),
        ("blank", {"rounds": "9" * 30}, "Write a number from 1 to 15."),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_kept(kind: str, options: dict[str, str], says: str) -> None:
    hall = playing()
    for answer in (order(hall, kind, **options), hall.client.get(url(hall, "view", kind), options)):
        assert answer.status_code == 422
        assert says in text(answer)
    assert not Print.objects.exists()
    if kind == "numbers":
        assert f'value="{options.get("first", "1")}"' in text(order(hall, kind, **options))


def test_what_there_is_none_of_is_not_there() -> None:
    hall = Hall()
    for kind in ("names", "standings", "money"):
        assert hall.client.get(url(hall, "view", kind)).status_code == 404
        assert hall.client.post(url(hall, "make", kind)).status_code == 404


# Who may


def test_links_and_the_list_to_sign_are_for_those_who_manage_people() -> None:
    hall = playing()
    judge, keeper = hall.staff("judge"), hall.staff("scorekeeper")
    order(hall, "links")
    made = Print.objects.get()
    for kind in ("links", "signin"):
        assert judge.get(url(hall, "view", kind)).status_code == 403
        assert judge.post(url(hall, "make", kind)).status_code == 403
        assert keeper.get(url(hall, "view", kind)).status_code == 200
        assert f'id="{kind}"' not in text(judge.get(hall.url("print")))
    assert f"print{made.pk}" not in text(judge.get(url(hall, "latest")))
    assert f"print{made.pk}" in text(keeper.get(url(hall, "latest")))


def test_a_pdf_is_for_the_staff_alone_and_kept_by_nobody(still: NoPress) -> None:
    hall = playing()
    order(hall, "links")
    still.deliver()
    made = Print.objects.get()
    where = url(hall, "download", made.pk)
    found = hall.client.get(where)
    assert b"".join(found) == b"%PDF-1.7 made"
    assert found.headers["Content-Type"] == "application/pdf"
    assert found.headers["Content-Disposition"] == 'inline; filename="spring-open-players-links.pdf"'
    assert found.headers["X-Content-Type-Options"] == "nosniff"
    assert {"private", "no-store"} <= set(found.headers["Cache-Control"].split(", "))
    assert hall.staff("judge").get(where).status_code == 403
    assert Client().get(where).status_code == 302
    stranger = Client()
    stranger.force_login(account("Stranger"), backend="django.contrib.auth.backends.ModelBackend")
    assert stranger.get(where).status_code == 404
    assert hall.client.get(url(hall, "download", made.pk + 1)).status_code == 404
    other = Hall()
    assert other.client.get(url(other, "download", made.pk)).status_code == 404


def test_what_hangs_on_the_wall_has_the_names_players_chose() -> None:
    hall = playing()
    called(hall, {1: "Ada Lovelace"})
    hall.tournament.entries.filter(player=1).update(shown_as="short")
    for kind in ("names", "tables", "slips"):
        page = text(hall.client.get(url(hall, "view", kind)))
        assert "Ada L." in page
        assert "Lovelace" not in page
    assert "Ada Lovelace" in text(hall.client.get(url(hall, "view", "signin")))


# The browser's own printing


@pytest.mark.parametrize("kind", sorted(set(KINDS) - ROSTERS))
def test_everything_can_be_printed_by_the_browser_too(kind: str) -> None:
    if kind in PODS:
        hall = course_cases.shown(course_cases.draft_hall(9))
    elif kind == "groups":
        hall = course_cases.shown(course_cases.parts_hall(9, (CoursePart("groups", size=4),)))
    elif kind in BUILDING:
        hall = course_cases.sealed_hall(9)
        RosterPlan.objects.update(pools="opposite")
        for act in ("draw-building", "show-building"):
            hall.post(act)
    else:
        hall = playing(9, "legion-2.0")
        hall.play()
    called(hall, {2: LONG})
    page = hall.client.get(url(hall, "view", kind), {"paper": "letter"})
    shown = text(page)
    assert page.status_code == 200
    assert '<body class="paper view letter">' in shown
    assert 'class="sheet' in shown
    assert not re.search(r"<[^>]* style=", shown)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', shown)
    assert "qr:" not in shown
    assert {"private", "no-store"} <= set(page.headers["Cache-Control"].split(", "))


def test_one_button_leads_from_the_form_to_the_pages() -> None:
    hall = playing()
    answer = hall.client.post(url(hall, "make", "slips"), {"per": "2", "view": "1"})
    assert answer.headers["Location"].startswith(url(hall, "view", "slips"))
    assert "per=2" in answer.headers["Location"]
    assert "csrf" not in answer.headers["Location"]


def test_many_players_cost_few_queries(django_assert_max_num_queries: Any) -> None:
    hall = playing(60)
    for kind in ("names", "slips", "links", "signin"):
        with django_assert_max_num_queries(18):
            assert hall.client.get(url(hall, "view", kind)).status_code == 200


def test_accents_written_by_themselves_are_put_on_their_letters() -> None:
    hall = playing()
    called(hall, {1: "Jir\u030ci\u0301 Novotny\u0301", 2: "\ufa19 x\u0301"})
    page = text(hall.client.get(url(hall, "view", "names")))
    assert "Ji\u0159\u00ed Novotn\u00fd" in page
    assert "\ufa19 x\u0301" in page


# How a print goes


def test_a_print_is_followed_until_it_is_ready(still: NoPress) -> None:
    hall = playing()
    page = text(order(hall, "slips", per="2"))
    made = Print.objects.get()
    assert (made.total, made.done, made.created_by) == (2, 0, hall.organiser)
    assert "waits for its turn" in page
    assert 'hx-trigger="every 1s"' in page
    assert '<noscript><meta http-equiv="refresh"' in page
    halfway = []

    def look(work: Work) -> None:
        work.tell(1)
        halfway.append(text(hall.client.get(url(hall, "latest"))))

    still.meanwhile = look
    still.deliver()
    assert "50 %" in halfway[0]
    done = text(hall.client.get(url(hall, "latest")))
    assert url(hall, "download", made.pk) in done
    assert "hx-trigger" not in done
    made.refresh_from_db()
    assert (made.done, made.fault) == (2, "")
    assert len(made.file) > 30
    assert (printing.folder() / made.file).stat().st_mode & 0o77 == 0


def test_the_same_asked_for_twice_is_printed_once(still: NoPress) -> None:
    hall = playing()
    for _ in range(2):
        order(hall, "names")
    assert still.waiting == Print.objects.count() == 1
    order(hall, "names", paper="letter")
    assert still.waiting == 2


@pytest.mark.parametrize(
    ("fault", "says"),
    [(PressError("boom"), "It could not be printed."), (MissingError("libpango"), "a library is missing")],
)
def test_what_went_wrong_is_said_and_can_be_tried_again(still: NoPress, fault: PressError, says: str) -> None:
    hall = playing()
    order(hall, "tables", paper="letter")
    still.part, still.fault = b"half", fault
    still.deliver()
    page = text(hall.client.get(url(hall, "latest")))
    assert says in page
    assert "boom" not in page
    assert "Print again" in page
    assert 'name="paper" value="letter"' in page
    assert not list(printing.folder().iterdir())


def test_a_print_whose_server_has_died_is_made_by_the_next_one(still: NoPress) -> None:
    hall = playing()
    order(hall, "names")
    killed(1)
    assert "waits for its turn" in text(hall.client.get(url(hall, "latest")))
    still.deliver()
    assert url(hall, "download", Print.objects.get().pk) in text(hall.client.get(url(hall, "latest")))


def test_a_print_whose_server_dies_again_and_again_is_shown_as_failed(still: NoPress) -> None:
    hall = playing()
    order(hall, "names")
    killed(jobs.MOST_TRIES)
    still.deliver()
    page = text(hall.client.get(url(hall, "latest")))
    assert "The server stopped while it was being made." in page
    assert "hx-trigger" not in page
    order(hall, "names")
    assert still.waiting == 1


def killed(times: int) -> None:
    """So many servers that had this print in hand are no more."""
    workers = [f"{jobs._HOST}:{os.getpid()}:before"] * times
    DBTaskResult.objects.update(status="RUNNING", started_at=timezone.now(), worker_ids=workers)


def test_nobody_keeps_the_press_busy_without_end(still: NoPress) -> None:
    hall = playing()
    for number in range(1, printing.AT_ONCE + 1):
        order(hall, "numbers", last=number)
    assert "Several prints are being made already" in text(order(hall, "numbers", last=99))
    assert still.waiting == printing.AT_ONCE
    other = Hall()
    order(other, "numbers")
    assert still.waiting == printing.AT_ONCE + 1


def test_files_go_away_after_a_day_and_the_page_says_so(still: NoPress) -> None:
    hall = playing()
    order(hall, "names")
    still.deliver()
    made = Print.objects.get()
    printing.tidy(timezone.now() + timedelta(hours=23))
    file = printing.folder() / made.file
    assert file.exists()
    old = (timezone.now() - timedelta(hours=25)).timestamp()
    os.utime(file, (old, old))
    order(hall, "tables")
    assert not file.exists()
    assert "removed" in text(hall.client.get(url(hall, "latest")))
    assert hall.client.get(url(hall, "download", made.pk)).status_code == 404


def test_there_are_never_too_many_files(still: NoPress, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "MOST_FILES", 2)
    hall = playing()
    for number in range(1, 4):
        order(hall, "numbers", last=number)
        still.deliver()
        made = printing.folder() / Print.objects.latest("pk").file
        os.utime(made, (number, number + timezone.now().timestamp()))
    printing.tidy(timezone.now())
    assert len(list(printing.folder().glob("*.pdf"))) == 2


def test_the_press_takes_one_after_the_other_and_survives_a_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made: list[str] = []

    class Setter:
        alive = True

        def make(self, work: Work) -> None:
            if "bad" in work.pieces:
                raise PressError("bad")
            made.extend(work.pieces)

        def close(self) -> None:
            made.append("closed")

    monkeypatch.setattr(press, "Typesetter", Setter)
    monkeypatch.setattr(press, "IDLE", 0.05)
    own = press.Press()
    assert own.missing() == ""
    own.make(Work(["one"], "", tmp_path / "x", lambda _: None))
    with pytest.raises(PressError, match="bad"):
        own.make(Work(["bad"], "", tmp_path / "x", lambda _: None))
    own.make(Work(["two"], "", tmp_path / "x", lambda _: None))
    _until(lambda: own._setter is None)
    assert made == ["one", "closed", "two", "closed"]


def _until(true: Callable[[], bool]) -> None:
    import threading

    for _ in range(200):
        if true():
            return
        threading.Event().wait(0.02)
    raise AssertionError("it did not happen")
