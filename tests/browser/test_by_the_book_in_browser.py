"""A whole day by each book in a real browser: everybody's screens are open all day, and nobody ever reloads one.

The organiser presses the one button and answers what is asked; lists, calls, disputes, penalties, more time and a
late correction come through the pages of those who make them. At the end a check that knows the ledger alone looks
through what was on whose screen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from book_cases import PLAYERS, Screens, missed
from browser_cases import PHONE, WALL, Server, log_in, shoot, window
from muster.app.results.report import terms_of
from muster.core.draws import ChainLink
from muster.core.ids import RoundNo, Seat, TableNo
from muster.core.scoring.reports import Report
from muster.core.tournament.state import best_of
from muster.exchange.quick_keys import write
from muster.journal import secrets, store
from muster.people.models import Account, Entry, Event, RosterVersion, Staff
from player_cases import Phone
from tournament_cases import IDS, won_by
from web_cases import Hall, account

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

SOON: Final = 20_000
"""Milliseconds in which the busiest machine must have shown what changed; far less than a page takes by itself."""

FIRST, MINOR, MISSING, ABSENT, LATE = 1, 5, 22, 23, 24
"""Players by number: one in order, one under age, one without a list, one who never comes, one who comes late."""

WATCH: Final = """() => {
  if (performance.getEntriesByType("navigation")[0]?.type === "reload") window.sawPage("reloaded", location.href);
  let waiting = 0;
  const tell = () => { waiting = 0; window.sawPage("shown", document.documentElement.outerHTML); };
  const soon = () => { waiting ||= setTimeout(tell, 50); };
  const begin = () => {
    tell();
    // Clocks count all day: only what brings elements is news.
    new MutationObserver((all) => {
      if (all.some((one) => [...one.addedNodes].some((node) => node.nodeType === 1))) soon();
    }).observe(document.body, { subtree: true, childList: true });
  };
  document.readyState === "loading" ? addEventListener("DOMContentLoaded", begin) : begin();
}"""
"""Tells of everything a page ever shows, and of a page that was loaded anew."""


@dataclass
class LiveDay:
    """One day: everybody's windows, each opened once, and what was to be seen in them."""

    regulations: str
    site: Server
    hall: Hall
    desk: Page
    judge: Page
    scorekeeper: Page
    wall: Page
    public: Page
    phones: dict[int, Page]
    screens: Screens = field(default_factory=Screens)
    reloaded: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        windows = {
            "organiser": [self.desk], "judge": [self.judge], "scorekeeper": [self.scorekeeper],
            "public": [self.wall, self.public], "player": list(self.phones.values()),
        }  # fmt: skip
        for who, pages in windows.items():
            for page in pages:
                self._watch(page, who)

    def _watch(self, page: Page, who: str) -> None:
        def saw(what: str, text: str) -> None:
            if what == "reloaded":
                self.reloaded.append(text)
            else:
                self.screens.look(who, text)

        page.context.expose_function("sawPage", saw)
        page.context.add_init_script(f"({WATCH})()")

    @property
    def state(self) -> Any:
        store.forget()
        return self.hall.state

    def open(self, page: Page, address: str) -> None:
        page.goto(self.site.url(address))
        page.evaluate("window.kept = true")

    # --- the organiser

    def now(self) -> None:
        """Back to the desk's first page, as one goes there: by its tab."""
        self.desk.locator("#tabs a").first.click()
        expect(self.desk.locator("#duties, .now-page").first).to_be_visible()

    def press(self) -> str:
        """The one button of the first page, and *Go on all the same* where something is asked; the button's words."""
        self.now()
        self.answer()
        go = self.desk.locator(".go").first
        words = go.inner_text().strip()
        go.click()
        self.desk.wait_for_load_state("load")
        if self.desk.locator("input[name=go_on]").count():
            self.desk.get_by_role("button", name="Go on all the same").click()
            self.desk.wait_for_load_state("load")
        return words

    def answer(self) -> None:
        """Answer what a word settles, beside what waits."""
        words = self.desk.locator("form[action$='/duties/settle'] button")
        for _ in range(20):
            count = words.count()
            if not count:
                return
            words.first.click()
            self.desk.wait_for_load_state("load")
            if not self.desk.locator(".now-page").count():
                self.now()

    def until_round(self, number: int) -> None:
        """Press the one button until this round is shown to the players and its clock runs."""
        for _ in range(12):
            state = self.state
            running = len(state.rounds) >= number and state.rounds[-1].number == number
            if running and state.proposal is None:
                break
            self.press()
        if len(self.state.rounds) != number:
            raise AssertionError(self.desk.url + "\n" + self.desk.locator("main").inner_text())
        self.now()
        go = self.desk.locator(".go").first
        if "clock" in go.inner_text():
            go.click()
            self.desk.wait_for_load_state("load")

    # --- results

    def report(self, seat: Seat, by: int = 100) -> Report:
        state = self.state
        return won_by(state.regulations, seat, best_of(state, state.stages[-1].format), by)

    def typed(self, report: Report) -> dict[str, str]:
        return Phone(self.hall, FIRST).typed(report)

    def fill(self, form: Locator, report: Report) -> None:
        """Fill a form of a result in, field by field."""
        for name, value in self.typed(report).items():
            control = form.locator(f"[name='{name}']")
            kind = control.first.evaluate("one => one.type || one.tagName")
            if kind == "radio":
                chosen = form.locator(f"[name='{name}'][value='{value}']").first
                # What this end of a match does not ask for is not shown.
                if chosen.locator("xpath=ancestor::label").is_visible():
                    chosen.check(force=True)
            elif not control.first.is_visible():
                continue
            elif kind.startswith("select"):
                control.first.select_option(value)
            elif kind == "checkbox":
                control.first.set_checked(bool(value))
            elif kind != "hidden":
                control.first.fill(value)

    def says(self, player: int, seat: Seat) -> None:
        """A player reports on their phone that this seat has won."""
        phone = self.phones[player]
        summary = phone.locator("summary", has_text="No, that is not right")
        if summary.count() and summary.first.is_visible():
            summary.first.click()
        form = phone.locator("form[action$='/report']").last
        self.fill(form, self.report(seat))
        form.get_by_role("button", name=re.compile("Send the result|It is right")).click()

    def type_results(self, *, leave: Iterable[int] = ()) -> None:
        """The scorekeeper types every open match, the first named wins; a window of theirs stays open all day."""
        state = self.state
        round_ = state.rounds[-1]
        terms, left = terms_of(state, round_), set(leave)
        page = self.scorekeeper
        for table, match in sorted(round_.matches.items()):
            if match.settled or int(table) in left:
                continue
            box = page.locator("#line")
            box.focus()
            box.press("Escape")
            box.fill(f"{table} {write(self.report(0), terms)}")
            box.press("Enter")
            expect(page.locator("#log")).to_contain_text(re.compile(rf"\b{table}\b"), timeout=SOON)
            expect(box).not_to_have_value(re.compile(rf"^{table} .*\d"), timeout=SOON)

    def at(self, table: int) -> tuple[int, int]:
        one, two = self.state.rounds[-1].matches[TableNo(table)].pairing.players
        return int(one), int(two)

    def table_of(self, player: int) -> int:
        return next(
            int(table)
            for table, match in self.state.rounds[-1].matches.items()
            if player in match.pairing.players
        )


def staff(hall: Hall, role: str, name: str) -> Account:
    who = account(name)
    Staff.objects.create(event=hall.event, account=who, role=role)
    return who


def prepared(regulations: str) -> Hall:
    """An event on the eve: 23 entered, three lists missing, two not legal, one under age, some without an ID."""
    setup: dict[str, Any] = {"structure": "custom", "rounds": 3, "cut": 4, "check_in": True}
    if regulations == "unlimited-1.3":
        setup["tier"] = "competitive"
    hall = Hall(regulations, setup=setup)
    hall.tournament.rosters = "required"
    hall.tournament.save()
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    hall.enter(PLAYERS)
    secrets.keep(hall.tournament.pk, ChainLink("5e" * 32))
    entries = Entry.objects.filter(tournament=hall.tournament)
    for entry in entries.filter(player__lt=PLAYERS - 2):
        assert entry.player is not None
        RosterVersion.objects.create(
            entry=entry, number=1, state="submitted", at=timezone.now(), by="x", roster={},
            legal=entry.player > 2, whole=entry.player > 3,
        )  # fmt: skip
    entries.filter(player=MINOR).update(minor=True)
    entries.filter(player__lte=3).update(uid="12345678-1234")
    return hall


@pytest.fixture
def day(request: pytest.FixtureRequest, browser: Browser, site: Server) -> Iterator[LiveDay]:
    hall = prepared(request.param)
    judge, scorekeeper = staff(hall, "marshal", "Mara Marshal"), staff(hall, "scorekeeper", "Sam Scorekeeper")
    with ExitStack() as opened:

        def another(width: int, height: int) -> Page:
            return opened.enter_context(
                window(browser, site, width=width, height=height, refused=(404, 409, 422))
            )

        phones = {player: another(PHONE, 740) for player in (FIRST, 2, MISSING, 4)}
        live = LiveDay(
            request.param, site, hall, another(1366, 768), another(PHONE, 740), another(1366, 768),
            another(WALL, 1080), another(1280, 800), phones,
        )  # fmt: skip
        log_in(live.desk, site, hall.organiser)
        log_in(live.judge, site, judge)
        log_in(live.scorekeeper, site, scorekeeper)
        yield live


def morning(day: LiveDay) -> None:
    """Everybody opens their page; the rules are looked up once; all but one check in."""
    hall = day.hall
    code, number = hall.event.code, hall.tournament.number
    day.open(day.desk, hall.url("now"))
    day.open(day.judge, f"/judge/{code}/{number}/")
    day.open(day.wall, f"/e/{code}/screen")
    day.open(day.public, f"/e/{code}")
    for player, phone in day.phones.items():
        day.open(phone, Phone(hall, player).url)

    # What the book asks for before the day: a list that leads from page to page.
    day.desk.get_by_role("link", name="All duties").click()
    day.desk.locator("a[href$='/checklist']").first.click()
    expect(day.desk.get_by_role("heading", level=1)).to_be_visible()
    day.judge.locator(".judge-nav a").last.click()
    for moment in ("setup", "table", "end"):
        day.judge.locator("select[name=moment]").select_option(moment)
        day.judge.locator("form:has(select[name=moment]) button").click()
        day.judge.wait_for_load_state("load")
    day.judge.locator(".judge-nav a").first.click()
    day.public.locator("a[href$='/rules']").first.click()
    day.public.locator("a[href$='/rules/sentences']").first.click()
    expect(day.public.get_by_role("heading", level=1)).to_be_visible()
    day.public.go_back()
    day.public.go_back()

    day.now()
    here = day.desk.locator(".now-page .big-number").first
    first = day.phones[FIRST]
    first.get_by_role("button", name=re.compile("check me in")).click()
    expect(here).to_contain_text("1", timeout=SOON)
    for player in range(2, MISSING):
        box = day.desk.locator("#who")
        box.fill(f"#{player}")
        box.press("Enter")
        expect(here).to_contain_text(re.compile(rf"^\s*{player}(?!\d)"), timeout=SOON)
    day.phones[MISSING].get_by_role("button", name=re.compile("check me in")).click()
    expect(here).to_contain_text("22", timeout=SOON)
    shoot(day.desk, f"book-{day.regulations}-morning")
    shoot(day.phones[MISSING], f"book-{day.regulations}-missing-list")


def first_round(day: LiveDay) -> None:
    """An absent player, a late one, the clock, a call, a dispute, a penalty, more time, results by all ways."""
    hall = day.hall
    day.until_round(1)
    # Phones and the wall have it by themselves.
    for phone in day.phones.values():
        expect(phone.locator(".slip-table, .slip-plain").first).to_be_visible(timeout=SOON)
    first = day.phones[FIRST]
    expect(first.locator(".slip-clock .clock-left")).to_be_visible(timeout=SOON)
    expect(day.wall.locator("#pairings.now, #clock.now").first).to_be_visible(timeout=SOON)
    shoot(first, f"book-{day.regulations}-seat")
    shoot(day.wall, f"book-{day.regulations}-wall")

    # A call reaches the judge and the desk; the judge answers it.
    calling = day.phones[2]
    calling.locator("summary", has_text="Call a judge").click()
    calling.locator("form[action$='/call'] button").first.click()
    claim = day.judge.get_by_role("button", name="I am on the way")
    expect(claim).to_be_visible(timeout=SOON)
    day.now()
    expect(day.desk.locator("#duties")).to_contain_text("calls a judge", timeout=SOON)
    shoot(day.judge, f"book-{day.regulations}-call")
    claim.click()
    day.judge.get_by_role("button", name="Dealt with").first.click()
    expect(day.judge.get_by_role("button", name="Dealt with")).to_have_count(0)

    # More time for a table, and a penalty, on the judge's phone.
    table = day.table_of(2)
    day.judge.locator("#q").fill(str(table))
    day.judge.locator("#q").press("Enter")
    day.judge.get_by_role("link", name="More time").click()
    day.judge.get_by_role("button", name="+5", exact=True).click()
    expect(day.judge.locator("#messages")).to_contain_text("minutes more for table")
    shoot(day.judge, f"book-{day.regulations}-more-time")
    expect(calling.locator(".slip-more").last).to_contain_text("minutes more", timeout=SOON)
    day.judge.locator(".judge-nav a").first.click()
    day.judge.locator("#q").fill(str(table))
    day.judge.locator("#q").press("Enter")
    day.judge.get_by_role("link", name="Penalty").click()
    chosen = day.judge.locator("fieldset [name=player]")
    if chosen.count():
        chosen.first.check()
    day.judge.locator("button[name=category]").first.click()
    if not day.judge.locator("[name=kind]:checked").count():
        day.judge.locator("[name=kind]").first.check()
    day.judge.get_by_role("button", name="Give this penalty").click()
    day.judge.wait_for_load_state("load")
    day.judge.locator(".judge-nav a").first.click()

    # Two reports that differ: the judge hears of it first, and settles it.
    one, two = day.at(day.table_of(FIRST))
    other = two if one == FIRST else one
    phone = day.phones.setdefault(other, day.phones[4]) if other in day.phones else day.phones[4]
    if other not in (FIRST, 2, MISSING):
        day.open(phone, Phone(hall, other).url)
        day.phones[other] = phone
    day.says(FIRST, 0)
    expect(phone.locator("summary", has_text="No, that is not right")).to_be_visible(timeout=SOON)
    day.says(other, 1)
    expect(day.phones[FIRST].locator("#act")).to_contain_text("do not agree", timeout=SOON)
    expect(day.judge.locator("#floor")).to_contain_text("report different results", timeout=SOON)
    day.now()
    expect(day.desk.locator("#duties")).to_contain_text("report different results", timeout=SOON)
    shoot(day.desk, f"book-{day.regulations}-dispute")
    day.judge.locator("#floor .duty", has_text="different results").locator("a, button").last.click()
    day.judge.wait_for_load_state("load")
    take = day.judge.get_by_role("button", name=re.compile("version"))
    if not take.count():
        day.judge.get_by_role("link", name="Result").first.click()
        take = day.judge.get_by_role("button", name=re.compile("version"))
    take.first.click()
    expect(day.phones[FIRST].locator("#act")).to_contain_text("Settled", timeout=SOON)
    day.open(day.judge, f"/judge/{hall.event.code}/{hall.tournament.number}/")

    # The scorekeeper types the rest; the last is reported by one side only, and confirmed by the other's silence.
    day.open(day.scorekeeper, hall.url("results"))
    day.type_results()
    expect(day.wall.locator("#standings.now, #clock.now, #missing.now").first).to_be_visible(timeout=SOON)


def late_player(day: LiveDay) -> None:
    """Somebody comes while round 1 is on and nothing is in: they play whoever has the bye, by one button."""
    assert len(day.state.rounds) == 1
    day.desk.locator("#tabs a", has_text="Players").click()
    day.desk.locator("#name").fill("Łucja Późna")
    day.desk.locator("#name").press("Enter")
    expect(day.desk.locator("#people")).to_contain_text("Łucja Późna", timeout=SOON)
    day.now()
    late = day.desk.locator("#duties .duty", has=day.desk.locator("form[action*='pair-late']"))
    if day.state.rounds[0].byes:
        expect(late).to_be_visible(timeout=SOON)
        late.locator("button").first.click()
        day.desk.wait_for_load_state("load")


def later_rounds(day: LiveDay) -> None:
    """Two more rounds; in the third it turns out that a result of the first was wrong."""
    hall = day.hall
    for number in (2, 3):
        day.until_round(number)
        expect(day.phones[FIRST].locator("body")).to_contain_text(f"Round {number}", timeout=SOON)
        day.open(day.scorekeeper, hall.url("results"))
        if number == 3:
            wrong = hall.url("result-correct", 1, 2)
            day.open(day.desk, wrong)
            form = day.desk.locator("#fields")
            day.fill(form, day.report(1))
            day.desk.get_by_role("button", name="Show what it changes").click()
            expect(day.desk.locator("#changes")).to_be_visible()
            shoot(day.desk, f"book-{day.regulations}-correction")
            day.desk.locator("#changes form button.button, #changes button").last.click()
            day.desk.wait_for_load_state("load")
        day.type_results()


def cut_and_end(day: LiveDay) -> None:
    """The cut, a drop out of it on a phone, the bracket, places, and what comes after."""
    hall = day.hall
    for _ in range(8):
        if day.state.seeds is not None:
            break
        day.press()
    seeds = day.state.seeds
    assert seeds is not None
    leaving = int(seeds[0])
    phone = day.phones[4]
    day.open(phone, Phone(hall, leaving).url)
    day.open(phone, f"{Phone(hall, leaving).url}/drop")
    phone.get_by_role("button", name="Yes, drop me").click()
    expect(phone.locator("#did")).to_contain_text("dropped")
    day.now()
    for _ in range(16):
        state = day.state
        if state.places is not None:
            break
        if state.rounds and any(not match.settled for match in state.rounds[-1].matches.values()):
            day.open(day.scorekeeper, hall.url("results"))
            day.type_results()
        day.press()
    assert day.state.places is not None
    expect(day.wall.locator("#places.now, #bracket.now").first).to_be_visible(timeout=SOON)
    shoot(day.wall, f"book-{day.regulations}-places")
    day.now()
    day.desk.locator("#tabs a", has_text="Standings").click()
    shoot(day.desk, f"book-{day.regulations}-end")


@pytest.mark.parametrize("day", IDS, indirect=True)
def test_a_day_in_which_nobody_reloads_and_no_duty_is_missed(day: LiveDay) -> None:
    morning(day)
    day.until_round(1)
    late_player(day)
    first_round(day)
    later_rounds(day)
    cut_and_end(day)
    assert day.reloaded == []
    assert day.wall.evaluate("window.kept")
    assert not missed(day.regulations, day.screens), missed(day.regulations, day.screens)
    assert day.state.rounds[0].number == RoundNo(1)
