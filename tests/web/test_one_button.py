"""One button a page: it says what it does and does it, and it carries a day from the check-in to the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, get_args

import pytest
from django.http import HttpResponse

from muster.app.floor.clocks import clock_of
from muster.core.ids import RoundNo
from muster.core.tournament import commands
from muster.core.tournament.state import best_of
from muster.web.desk.day import Page
from tournament_cases import IDS, won_by
from web_cases import Hall

pytestmark = pytest.mark.django_db

_GO: Final = re.compile(r'<(?:button|a)\b[^>]*class="[^"]*\bgo\b[^"]*"[^>]*>(.*?)</(?:button|a)>', re.DOTALL)
_FORM: Final = re.compile(r"<form\b[^>]*action=\"([^\"]+)\"[^>]*>((?:(?!</form>).)*)</form>", re.DOTALL)
_FIELD: Final = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
_BOLD: Final = re.compile(
    r'<(?:button|a|summary)\b[^>]*class="(?=[^"]*\bbutton\b)(?![^"]*\b(?:quiet|danger)\b)[^"]*"'
)


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def buttons(page: HttpResponse) -> list[str]:
    """What the buttons say that stand out on a page."""
    return [words(one) for one in _GO.findall(page.content.decode())]


def press(hall: Hall, page: HttpResponse) -> HttpResponse:
    """Press the one button of a page, which must be in a form that does it."""
    html = page.content.decode()
    for address, inside in _FORM.findall(html):
        if _GO.search(inside):
            sent = {name: value for name, value in _FIELD.findall(inside) if name != "csrfmiddlewaretoken"}
            done = hall.client.post(address, sent, follow=True)
            assert done.status_code == 200, words(done.content.decode())[:600]
            return done  # type: ignore[return-value]
    raise AssertionError(f"No button does it: {buttons(page)}")


def won(hall: Hall, *, leave: int = 0) -> None:
    """Every match of the running round is won by the first named, all but `leave` of them."""
    round_ = hall.state.rounds[-1]
    games = best_of(hall.state, hall.state.stages[-1].format)
    open_ = [table for table, match in sorted(round_.matches.items()) if not match.settled]
    for table in open_[: len(open_) - leave]:
        hall.do(commands.ReportResult(round_.number, table, won_by(hall.state.regulations, 0, games)))


def running(hall: Hall, number: int) -> bool:
    """Whether a round is played: the players see it, and its clock runs."""
    return len(hall.state.rounds) == number and clock_of(hall.tournament.pk, RoundNo(number)).running


@pytest.mark.parametrize("regulations", IDS)
def test_from_the_check_in_to_play_in_three_clicks_and_to_the_next_round_in_two(regulations: str) -> None:
    hall = Hall(regulations, setup={"structure": "custom", "rounds": 3, "cut": 0})
    hall.enter(8)
    page = hall.get("now")
    for _ in range(3):
        page = press(hall, page)
    assert running(hall, 1)
    for number in (2, 3):
        won(hall)
        page = press(hall, press(hall, hall.get("now")))
        assert running(hall, number)
    won(hall)
    press(hall, hall.get("now"))
    assert hall.state.places is not None


@pytest.mark.parametrize("regulations", IDS)
def test_a_cut_and_its_bracket_take_one_click_more(regulations: str) -> None:
    hall = Hall(regulations, setup={"structure": "custom", "rounds": 1, "cut": 4})
    hall.begin(8)
    press(hall, press(hall, hall.get("now")))
    won(hall)
    page = press(hall, hall.get("now"))
    assert hall.state.seeds is not None
    page = press(hall, press(hall, page))
    if regulations == "unlimited-1.3":  # the clock waits until lists are read (SWU-REV-1)
        assert not running(hall, 2)
        press(hall, page)
    assert running(hall, 2)


def test_after_a_round_is_shown_without_its_clock_the_button_starts_it() -> None:
    hall = Hall("armada-4.0")
    hall.begin(8)
    hall.propose()
    page = hall.post("publish")
    assert buttons(page) == ["Start the clock"]
    assert not running(hall, 1)
    page = press(hall, page)
    assert running(hall, 1)
    assert buttons(page) == ["Enter results"]


def test_whether_the_clock_starts_with_the_round_is_remembered_for_the_next() -> None:
    hall = Hall("legion-2.0", setup={"structure": "custom", "rounds": 3, "cut": 0})
    hall.begin(8)
    hall.propose()
    assert buttons(hall.get("round")) == ["Show to players and start the clock"]
    hall.post("publish")
    press(hall, hall.get("now"))
    won(hall)
    hall.propose()
    page = hall.get("round")
    assert buttons(page) == ["Show to players"]
    assert "Show to players and start the clock" in words(page.content.decode())
    hall.post("publish", clock="1")
    assert running(hall, 2)
    won(hall)
    hall.propose()
    assert buttons(hall.get("now")) == ["Show to players and start the clock"]


@pytest.mark.parametrize(("regulations", "waits"), [("unlimited-1.3", True), ("legion-2.0", False)])
def test_in_a_cut_with_lists_to_be_read_the_clock_waits_for_that(regulations: str, waits: bool) -> None:
    hall = Hall(regulations, setup={"structure": "custom", "rounds": 1, "cut": 4})
    hall.begin(8)
    hall.propose()
    assert buttons(hall.get("round")) == ["Show to players and start the clock"]
    hall.post("publish", clock="1")
    won(hall)
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.propose()
    page = hall.get("round")
    assert (buttons(page) == ["Show to players"]) is waits
    assert ("before the first game" in words(page.content.decode())) is waits
    if waits:
        page = press(hall, page)
        assert buttons(page) == ["Start the clock"]
        assert "look at each other’s list now: start the clock after that. SWU-REV-1" in words(
            page.content.decode()
        )


def test_two_who_start_the_clock_at_once_start_it_once() -> None:
    hall = Hall()
    hall.begin(8)
    hall.propose()
    hall.post("publish")
    hall.post("start-clock", key="one")
    before = clock_of(hall.tournament.pk, RoundNo(1)).log
    hall.post("start-clock", key="two")
    assert clock_of(hall.tournament.pk, RoundNo(1)).log == before


def test_undo_takes_the_start_of_a_clock_back_and_leaves_the_round_shown() -> None:
    hall = Hall()
    hall.begin(8)
    hall.propose()
    hall.post("publish", clock="1")
    hall.post("undo")
    assert len(hall.state.rounds) == 1
    assert not running(hall, 1)
    assert buttons(hall.get("now")) == ["Start the clock"]


def test_a_bye_alone_has_no_clock() -> None:
    hall = Hall("legion-2.0", setup={"first_stage": "elimination"})
    hall.begin(3)
    hall.propose()
    hall.post("publish", clock="1")
    assert running(hall, 1)


def test_who_may_not_do_it_is_led_to_where_it_is_looked_at() -> None:
    hall = Hall()
    hall.enter(8)
    page = hall.staff("scorekeeper").get(hall.url("now"))
    assert not _FORM.search(page.content.decode()) or not any(
        _GO.search(inside) for _, inside in _FORM.findall(page.content.decode())
    )
    assert len(buttons(page)) == 1  # type: ignore[arg-type]


def moments(hall: Hall) -> Iterator[str]:
    """A whole day, state by state."""
    yield "empty"
    hall.enter(1)
    yield "one player"
    hall.enter(7)
    yield "players"
    hall.do(*[commands.CheckIn(player) for player in hall.state.players if hall.state.created.check_in])
    yield "checked in"
    hall.post("announce")
    yield "fixed"
    hall.do(commands.StartStage())
    yield "started"
    hall.propose()
    yield "draft"
    hall.do(commands.PublishRound())
    yield "shown"
    hall.post("start-clock")
    yield "playing"
    won(hall, leave=1)
    yield "one result missing"
    won(hall)
    yield "all results in"
    hall.publish()
    won(hall)
    yield "Swiss is over"
    hall.do(commands.MakeCut())
    yield "cut made"
    hall.post("begin")
    yield "bracket drafted"
    while True:
        hall.do(commands.PublishRound(), commands.StartRound())
        yield "bracket playing"
        won(hall)
        yield "bracket round over"
        if len(hall.state.rounds[-1].matches) == 1:
            break
        hall.propose()
    hall.post("end")
    yield "finished"


@pytest.mark.parametrize("regulations", ["armada-4.0", "unlimited-1.3"])
def test_at_most_one_button_stands_out_on_every_page_of_the_desk_all_day(regulations: str) -> None:
    hall = Hall(regulations, setup={"structure": "custom", "rounds": 2, "cut": 4, "check_in": True})
    found: list[str] = []
    for moment in moments(hall):
        for page in get_args(Page):
            answer = hall.get(page)
            assert answer.status_code == 200, (moment, page)
            html = answer.content.decode()
            one = buttons(answer)
            bold = len(_BOLD.findall(html))
            if len(one) > 1 or (not one and bold > 1):
                found.append(f"{moment}, {page}: {one} of {bold}")
    assert not found, "\n".join(found)


def test_the_button_does_it_at_once_wherever_nothing_has_to_be_typed() -> None:
    hall = Hall("armada-4.0", setup={"structure": "custom", "rounds": 2, "cut": 4})
    typed = {"Enter players", "Enter results", "See the final places"}
    for _moment in moments(hall):
        page = hall.get("now")
        (label,) = buttons(page)
        acts = any(_GO.search(inside) for _, inside in _FORM.findall(page.content.decode()))
        assert acts is (label not in typed), label
