"""A whole day of the Polish edition of Armada, in Polish: every window, every paper, every letter, every refusal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from playwright.sync_api import Browser, expect

from browser_cases import PHONE, Server, log_in, serving, window
from database_cases import begin_like
from muster.people.models import Event, Penalty, Ruling, Staff, Tournament
from polish_day_cases import PolishDay
from roster_cases import CARDS, FLEET, OVER
from web_cases import Hall, account

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

EVENT: Final = "Puchar Łodzi „Żółta Gęś”"
NAMES: Final = (
    "Grażyna Brzęczyszczykiewicz-Żółć", "Łukasz Śledź", "Żaneta Źdźbło", "Ćwirek Ćma", "Zofia Węgrzyn",
    "Agnieszka Nowak", "Ąż Ęka", "Óskar Ósmy", "Jan „Wąż” Kowalski", "Anna Nowak", "Anna Nowak",
    "Wolfeschlegelsteinhausenbergerdorff Maksymilian Aleksander", "Ó Briain, Seán", "Łódka Łzawa",
    "Szczepan Chrząszcz", "X Æ", "Michał Żurawski",
)  # fmt: skip
ABSENT: Final = "Nie Przyszedł"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, begun_site: Path) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("polish")
    begin_like(begun_site, data)
    with serving(data, env={"MUSTER_SECRET_KEY": settings.SECRET_KEY}) as running:
        yield running


@pytest.fixture
def desk(browser: Browser, site: Server) -> Iterator[PolishDay]:
    with ExitStack() as stack:
        yield opened(stack, browser, site, None, account("Olga Organizator"))


def opened(
    stack: ExitStack,
    browser: Browser,
    site: Server,
    beside: PolishDay | None,
    login: Any = None,
    **options: Any,
) -> PolishDay:
    """A window in Polish: of somebody with an account, or of anybody."""
    width = options.pop("width", 1366)
    page = stack.enter_context(window(browser, site, width=width, refused=(403, 404, 409, 410, 422)))
    if login is not None:
        log_in(page, site, login)
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": "pl", "url": site.address}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    if beside is None:
        return PolishDay(page, site, "armada-pl", **options)
    shared = {name: getattr(beside, name) for name in ("code", "faults", "texts", "typed", "answers")}
    return PolishDay(page, site, "armada-pl", widths=(width,), **shared, **options)


def test_a_day_in_polish(browser: Browser, site: Server, desk: PolishDay) -> None:
    desk.typed += [EVENT, *NAMES, ABSENT, "Olga Organizator", "Sławek Sędzia", "Marszałek Główny"]
    desk.typed += [account().name, *(card.name for card in CARDS)]
    with ExitStack() as stack:
        stack.callback(keep, desk)
        before(desk)
        for who, role in (("Sławek Sędzia", "judge"), ("Marszałek Główny", "marshal")):
            Staff.objects.create(event=Event.objects.get(code=desk.code), account=account(who), role=role)
        phone = opened(stack, browser, site, desk, who="phone", width=PHONE)
        judge = opened(stack, browser, site, desk, account("Sławek Sędzia"), who="judge", width=PHONE)
        marshal = opened(stack, browser, site, desk, account("Marszałek Główny"), who="marshal", width=PHONE)
        wall = opened(stack, browser, site, desk, who="wall", width=1920, high=1080)
        check_in(desk, phone)
        first_round(desk, phone, judge, marshal, wall)
        later_rounds(desk, phone, wall)
        tours(desk, phone, judge)
    assert desk.looked > 60
    assert not desk.faults, "\n".join(dict.fromkeys(desk.faults))


def keep(desk: PolishDay) -> None:
    """Keep all that was read where pictures are kept."""
    if folder := os.environ.get("MUSTER_SHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name, kept in (("texts", desk.texts), ("answers", desk.answers)):
            lines = "".join(f"{where}\t{text}\n" for text, where in kept.items())
            (Path(folder) / f"polish-{name}.tsv").write_text(lines, encoding="utf-8")
        (Path(folder) / "polish-faults.txt").write_text(
            "\n".join(dict.fromkeys(desk.faults)), encoding="utf-8"
        )


def before(desk: PolishDay) -> None:
    """The event is set up, its players entered from a list."""
    page = desk.page
    desk.visit("/desk/", "home")
    desk.visit("/desk/new", "new")
    with page.expect_response(lambda response: "/desk/new" in response.url):
        page.locator("[name=regulations]").select_option("armada-pl")
    page.locator("main form button.big").click()
    page.wait_for_load_state("load")
    desk.heard()
    desk.look("new refused")
    desk.fill(
        name=EVENT,
        structure="custom",
        rounds="3",
        cut="4",
        day="2026-03-07",
        rosters="required",
        language="pl",
    )
    desk.look("new filled")
    page.locator("main form button.big").click()
    page.wait_for_url(lambda url: "/desk/new" not in url)
    desk.code = page.url.rstrip("/").rpartition("/")[2]
    desk.look("event")
    Event.objects.update(listed=True, on_front=True)
    Tournament.objects.update(registration_open=True, capacity=20)
    desk.visit(desk.url("people"), "people empty")
    desk.visit(desk.url("people-paste"), "paste")
    page.locator("[name=list]").fill("\n".join([*NAMES, ABSENT, NAMES[0]]))
    desk.send(desk.at("/list"))
    desk.look("paste preview")
    for box in page.locator("tbody input[name=line]:not(:checked)").all()[:1]:
        box.check()
    desk.send(desk.form("people-enter"))
    desk.look("people")
    desk.visit(desk.url("rosters-plan"), "rosters plan")


def check_in(desk: PolishDay, phone: PolishDay) -> None:
    """A fleet is handed in that has too many points, then one that has not; everybody but one is there."""
    own = desk.phone(1)
    phone.visit(own, "coming")
    phone.visit(f"{own}/roster", "roster empty")
    for text in ("", "Nonsens", OVER, FLEET):
        phone.typed += text.splitlines()
        phone.fill(text=text)
        phone.page.locator(
            "form:has([name=text]) button[value=check], form:has([name=text]) button"
        ).first.click()
        phone.page.wait_for_load_state("networkidle")
        phone.heard()
        phone.look(f"roster checked {len(text)}")
    phone.open(own)
    phone.say("/check-in")
    desk.visit(desk.url("checkin"), "check-in")
    desk.send(desk.form("checkin-tap"))
    desk.look("checked in")
    desk.visit(desk.url("rosters"), "rosters")
    desk.visit(desk.url("player", len(NAMES) + 1), "player")
    desk.send(desk.form("player-drop", len(NAMES) + 1))
    desk.look("player gone")


def hall_of(desk: PolishDay) -> Hall:
    """The same event for tests without a browser."""
    hall = object.__new__(Hall)
    hall.tournament, hall.event = desk.tournament, desk.tournament.event
    hall.organiser, hall.regulations = account("Olga Organizator"), desk.regulations
    return hall


def first_round(
    desk: PolishDay, phone: PolishDay, judge: PolishDay, marshal: PolishDay, wall: PolishDay
) -> None:
    """Pairings are drawn and shown; a result is reported, denied, settled; a judge is called, and an appeal made."""
    until(desk, lambda: bool(desk.state.rounds))
    for name in ("round", "now", "hall", "results"):
        desk.visit(desk.url(name), f"{name} running")
    wall.visit(f"/e/{desk.code}/screen", "round")
    one, other = at_table(desk, 1)
    wrong_reports(desk, phone)
    phone.open(desk.phone(one))
    phone.say("/report", end="rounds", scores__destroyed__0="184", scores__destroyed__1="92")
    phone.visit(desk.phone(other), "to confirm")
    phone.say("/deny")
    desk.visit(desk.url("result", 1), "disputed")
    one, other = at_table(desk, 2)
    phone.open(desk.phone(one))
    phone.say("/report", end="rounds", scores__destroyed__0="140", scores__destroyed__1="92")
    phone.open(desk.phone(other))
    phone.say("/confirm")
    one, other = at_table(desk, 3)
    phone.open(desk.phone(one))
    phone.say("/call", note="Czy statek jest w zasięgu?")
    judged(desk, phone, judge, marshal, other)
    (bye,) = desk.state.rounds[-1].byes
    phone.visit(desk.phone(bye.player), "bye")
    typed_lines(desk)


def wrong_reports(desk: PolishDay, phone: PolishDay) -> None:
    """Results that cannot be, each from another player: so many in a minute are too many from one."""
    wrong = (
        ("rounds", "12x", "3"), ("rounds", "", ""), ("rounds", "9999", "0"), ("rounds", "-4", "1"),
        ("rounds", "100", "100"), ("defeated", "", ""), ("mutual-destruction", "400", "400"), ("time", "", "7"),
    )  # fmt: skip
    for at, (end, first, second) in enumerate(wrong):
        phone.open(phone.phone(at_table(desk, 5 + at % 4)[at // 4]))
        phone.say("/report", end=end, scores__destroyed__0=first, scores__destroyed__1=second)
    phone.open(phone.phone(at_table(desk, 5)[0]))
    phone.say("/concede")


def judged(desk: PolishDay, phone: PolishDay, judge: PolishDay, marshal: PolishDay, other: int) -> None:
    """A judge goes to table 3 and rules; the player appeals; penalties, time, a component, a proxy."""
    home, table = f"/judge/{desk.code}/1/", f"/judge/{desk.code}/1/t/3"
    judge.visit(home, "home")
    judge.send(judge.page.locator("form:has(button[value=claim])").first, "claim")
    judge.look("claimed")
    phone.visit(desk.phone(other), "a judge is coming")
    for page in ("", "/ruling", "/penalty", "/component", "/proxy", "/time", "/late", "/drop"):
        judge.visit(f"{table}{page}", f"table{page}")
    judge.open(f"{table}/ruling")
    judge.say("")
    judge.fill(question="Czy strzał się liczy?", ruling="Liczy się.", clause="PLA-MEAS-1", minutes="5")
    judge.send(judge.at(""))
    judge.look("ruled")
    judge.visit(f"/judge/{desk.code}/1/record", "record")
    ruling = f"{home}rulings/{Ruling.objects.latest('pk').pk}"
    judge.visit(ruling, "ruling")
    judge.send(judge.at("/appeal"))
    judge.look("appealed")
    marshal.visit(ruling, "appeal")
    marshal.say("/decide", "no", final="Strzał się nie liczy.")
    marshal.visit(home, "home")
    judge.open(f"{table}/penalty?player={other}")
    judge.page.locator("main form[method=get] button[name=category]").first.click()
    judge.look("penalty")
    judge.send(judge.at(""))
    judge.look("penalty given")
    judge.visit(f"{home}penalties/{Penalty.objects.latest('pk').pk}", "penalty on record")
    judge.say("/withdraw", because="Pomyłka.")
    for page, fields in (
        ("component", {"component": "Linijka"}), ("proxy", {"card": "Vader", "unreadable": "koszt"}),
        ("time", {"reason": "Sprawdzanie zasad"}),
    ):  # fmt: skip
        judge.open(f"{table}/{page}")
        judge.say("")
        judge.open(f"{table}/{page}")
        judge.say("", "10" if page == "time" else "", **fields)
    judge.open(f"{table}/late")
    judge.say("", "start")
    judge.visit(table, "table after")


LINES: Final = ("99 100-0", "4 abc", "4 110-110", "Nowak 100-0", "4 100-0 s3")  # fmt: skip
"""What is typed for results and cannot be taken, or is asked about."""


def typed_lines(desk: PolishDay) -> None:
    """Every wrong line is answered in Polish."""
    desk.open(desk.url("results"))
    box = desk.page.locator("#line")
    for line in LINES:
        desk.typed += [line, *line.split()]
        box.focus()
        box.press("Escape")
        desk.page.keyboard.type(line)
        desk.page.keyboard.press("Enter")
        expect(desk.page.locator("#log li, #preview").first).not_to_be_empty()
        desk.look(f"typed {line}")


def at_table(desk: PolishDay, table: int) -> tuple[int, int]:
    first, second = desk.state.rounds[-1].matches[table].pairing.pair  # type: ignore[index]
    return int(first), int(second)


def until(desk: PolishDay, reached: Callable[[], bool]) -> list[str]:
    """Press the one button until it is so; where it led."""
    went = list[str]()
    while not reached():
        assert len(went) < 12, went
        went.append(desk.go())
    return went


def later_rounds(desk: PolishDay, phone: PolishDay, wall: PolishDay) -> None:
    """Somebody drops and comes back, a result is corrected; two more rounds, the cut, the bracket, the end."""
    desk.rest()
    one, _other = at_table(desk, 4)
    phone.visit(f"{desk.phone(one)}/drop", "drop")
    phone.say("")
    phone.say("/come-back")
    desk.visit(desk.url("result-correct", 1, 4), "correct")
    desk.visit(desk.url("standings"), "standings")
    wall.visit(f"/e/{desk.code}/screen", "all results")
    for number in (2, 3, 4, 5):
        until(desk, lambda number=number: len(desk.state.rounds) >= number)  # type: ignore[misc]
        phone.visit(desk.phone(at_table(desk, 1)[0]), f"round {number}")
        wall.visit(f"/e/{desk.code}/screen", f"round {number}")
        if number == 2:
            tours(desk, phone, None)
        desk.rest()
        wall.visit(f"/e/{desk.code}/screen", f"after round {number}")
    until(desk, lambda: desk.state.places is not None)
    for name in ("now", "finish", "bracket", "standings"):
        desk.visit(desk.url(name), f"{name} at the end")
    wall.visit(f"/e/{desk.code}/screen", "end")
    places = desk.state.places
    assert places
    phone.visit(desk.phone(int(places[0].player)), "first place")


def tours(desk: PolishDay, phone: PolishDay, judge: PolishDay | None) -> None:
    """Every page that links lead to."""
    code = desk.code
    phone.tour(desk.phone(1), desk.phone(2), f"/e/{code}", "/", "/p/1-nonsense")
    desk.tour(f"/desk/{code}/1/", f"/desk/{code}/", f"/judge/{code}/1/", "/account/")
    if judge is not None:
        judge.tour(f"/judge/{code}/1/")
        desk.prove()
