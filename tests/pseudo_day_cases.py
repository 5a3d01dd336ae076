"""A whole day in the pseudo-language in a real browser, and what a reader of another language would miss on its pages.

Nothing is looked for by its words: forms are known by where they are sent, fields by their names, pages by their
addresses. Every page is looked at on a phone and on a laptop: nothing may stand in plain letters but names and the
regulations' own words, and nothing may be cut off or reach out of its place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve, reverse
from playwright.sync_api import Locator, Page, expect

from browser_cases import PHONE, Server, shoot
from muster.app.accounts.sessions import browser_of
from muster.app.common.access import Actor
from muster.app.history.submitting import Done, submit
from muster.app.links.player_links import token_of
from muster.core.draws import DrawSeed
from muster.core.ids import TableNo
from muster.core.tournament import commands
from muster.core.tournament.state import State, best_of
from muster.exchange.dice import MatchSetup, made_up
from muster.journal import store
from muster.people.models import Entry, Tournament
from pseudo_cases import PLAIN, any_of, on_record, plain, words_of_rules
from web_cases import account

WIDTHS: Final = (PHONE, 1366)
PATIENCE: Final = 60_000
SEED: Final = DrawSeed("5" * 64)

SHOWN: Final = """() => {
  const found = [document.title];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (data.trim() && !parentElement.closest("script, style, noscript, code, pre, textarea")) found.push(data.trim());
  }
  for (const each of document.querySelectorAll("[title], [aria-label], [placeholder], [alt]"))
    for (const name of ["title", "aria-label", "placeholder", "alt"])
      if (each.getAttribute(name)) found.push(each.getAttribute(name));
  return found;
}"""
"""Every text of the page that is seen or heard, now or when something is opened."""

CUT: Final = """() => {
  const found = [];
  const name = (each) => `${each.tagName.toLowerCase()}.${[...each.classList].join(".")}`;
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`the page by ${root.scrollWidth - root.clientWidth} px`);
  for (const each of document.body.querySelectorAll("*")) {
    if (each.clientWidth < 2 || !each.innerText?.trim() || !each.checkVisibility()) continue;
    const style = getComputedStyle(each);
    // What ends in an ellipsis is told in full by its title, or is a name; paper is measured where it is made.
    if (each.closest("svg, bdi, .visually-hidden, [hidden], [title], .paper, .bar-event")) continue;
    const over = each.scrollWidth - each.clientWidth;
    const boxed = each.matches("button, .button, .badge, .chip, .note, td, th, h1, h2, h3");
    if (over > 1 && (boxed || ["hidden", "clip"].includes(style.overflowX)))
      found.push(`${name(each)} by ${over} px: ${each.innerText.trim().slice(0, 60)}`);
    if (["hidden", "clip"].includes(style.overflowY) && each.scrollHeight - each.clientHeight > 3)
      found.push(`${name(each)} by ${each.scrollHeight - each.clientHeight} px of height`);
  }
  return found;
}"""
"""What holds more than it has room for, unless it can be scrolled."""

FILES: Final = re.compile(
    r"(/data|csv|json|zip|xlsx|pdf|ics|journal|file|webmanifest|\.js|language/.*|logout/)$|/export/"
)
"""Addresses that are no pages."""


@dataclass
class PseudoDay:
    """A day of one event in one window.

    Attributes:
        page: the window, logged in as the organiser, in the pseudo-language.
        site: the server.
        regulations: such as `legion-2.0`.
        code: of the event; empty before it is created.
        names: what the players are called.
        faults: what was found.
        looked: how many pages were looked at.
    """

    page: Page
    site: Server
    regulations: str
    code: str = ""
    names: tuple[str, ...] = ()
    faults: list[str] = field(default_factory=list)
    looked: int = 0

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)

    # --- the tournament behind the pages

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.select_related("event").get(event__code=self.code)

    @property
    def state(self) -> State:
        store.forget()
        return store.load(self.tournament.pk).state

    def url(self, name: str, *args: Any) -> str:
        return reverse(f"desk:{name}", args=[self.code, 1, *args])

    def phone(self, player: int) -> str:
        return f"/p/{token_of(Entry.objects.get(tournament=self.tournament, player=player))}"

    # --- looking

    def look(self, name: str) -> None:
        """Look at the page as it stands, in both widths."""
        self.looked += 1
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 800})
            self.faults += [f"{name} at {width}: cut {each}" for each in self.page.evaluate(CUT)]
            shoot(self.page, f"pseudo-{self.regulations}-{re.sub(r'[^a-z0-9-]+', '-', name)}-{width}")
        if texts := [text for text in self.page.evaluate(SHOWN) if PLAIN.search(text)]:
            self.faults += [f"{name}: plain {each!r}" for each in dict.fromkeys(plain(texts, self.given()))]

    def given(self) -> re.Pattern[str]:
        """Names, the browser's among them, and the regulations' own words."""
        browser = browser_of(self.page.evaluate("navigator.userAgent"))
        return any_of([*on_record(), *words_of_rules(), self.code, *self.names, browser])

    def open(self, path: str) -> None:
        self.page.goto(self.site.url(path))

    def visit(self, path: str, name: str) -> None:
        self.open(path)
        self.look(name)

    def tour(self, *starts: str) -> None:
        """Look at one page of each kind that links lead to."""
        waiting, seen = list(starts), set[tuple[str, ...]]()
        while waiting:
            path = waiting.pop(0)
            kind = _kind(path)
            if kind is None or kind in seen:
                continue
            seen.add(kind)
            self.visit(path, "?".join(kind))
            links = self.page.locator("a[href]:not([download])").evaluate_all(
                "all => all.map(one => new URL(one.getAttribute('href'), one.baseURI).href)"
            )
            waiting += [
                one.removeprefix(self.site.address).partition("#")[0]
                for one in links
                if one.startswith(self.site.address)
            ]

    # --- acting

    def form(self, name: str, *args: Any) -> Locator:
        """The form that is sent there."""
        form = self.page.locator(f"form[action^='{self.url(name, *args)}'][method=post]").first
        form.evaluate("""form => {
            for (let one = form.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
        }""")
        return form

    def send(self, form: Locator) -> None:
        """Send a form; one that asks once more is sent once more."""
        button = form.locator("button:not([type=button], [hidden])").first
        again = button.get_attribute("data-confirm")
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            button.click()
            if again is not None:
                self.look("asked once more")
                self.page.locator("button.sure").click()
        self.page.wait_for_load_state("load")

    def act(self, at: str, name: str) -> None:
        """Open a page, send the form that is there, and look at what comes."""
        self.open(self.url(at))
        self.send(self.form(name))
        self.look(f"after {name}")

    def create(self) -> None:
        """Set up an event with two Swiss rounds and a cut to four."""
        page = self.page
        self.visit("/desk/", "home")
        self.visit("/desk/new", "new")
        page.locator("[name=name]").fill("Ada Lovelace")
        chosen = page.locator("[name=regulations]")
        if chosen.input_value() != self.regulations:
            with page.expect_response(lambda response: "/desk/new" in response.url):
                chosen.select_option(self.regulations)
        page.locator("[name=structure][value=custom]").check()
        page.locator("[name=rounds]").fill("2")
        page.locator("[name=cut]").fill("4")
        page.locator("[name=day]").fill("2026-03-07")
        self.look("new filled")
        page.locator("main form button.big").click()
        page.wait_for_url(re.compile(r"/desk/(?!new)[^/]+/?$"))
        self.code = page.url.rstrip("/").rpartition("/")[2]
        self.look("event")

    def enter(self, *names: str) -> None:
        """Enter these players from a list, and mark the first as here."""
        self.names = names
        self.visit(self.url("people"), "people empty")
        self.visit(self.url("people-paste"), "paste")
        self.page.locator("[name=list]").fill("\n".join([*names, names[0]]))
        self.send(self.form("people-paste"))
        self.look("paste preview")
        self.send(self.form("people-enter"))
        self.look("people")
        self.visit(self.url("checkin"), "check-in")
        self.send(self.form("checkin-tap"))
        self.look("checked in")

    def report(self, lines: list[str]) -> None:
        """Type lines for the first tables, then have the other results come in."""
        self.open(self.url("results"))
        box = self.page.locator("#line")
        for table, line in enumerate(lines, 1):
            box.focus()
            box.press("Escape")
            self.page.keyboard.type(f"{table} {line}")
            expect(self.page.locator("#preview")).not_to_be_empty()
            self.look(f"typed {line}")
            self.page.keyboard.press("Enter")
            expect(self.page.locator("#log li")).to_have_count(table)
            self.look(f"entered {line}")
        self.open(self.url("results"))

    def rest(self) -> None:
        """The other results of the round, made up."""
        state, who = self.state, Actor(f"account:{account().pk}", "organiser")
        round_, stage = state.rounds[-1], state.stages[-1].format
        for table, match in sorted(round_.matches.items()):
            if not match.settled:
                dice = MatchSetup(SEED, round_.number, match.pairing.players, stage, best_of(state, stage))
                report = made_up(dice, state.regulations)
                done = submit(
                    self.tournament.pk, commands.ReportResult(round_.number, TableNo(table), report), who
                )
                assert isinstance(done, Done), done

    def round(self) -> None:
        """Draw a round and publish it."""
        self.act("round", "propose")
        self.act("round", "publish")

    def prove(self) -> None:
        """Have the browser check the journal."""
        Tournament.objects.filter(event__code=self.code).update(open_journal=True)
        self.open(f"/e/{self.code}/1/verify")
        self.page.locator("[data-start]").click()
        expect(self.page.locator("[data-answer] li").first).to_be_visible()
        self.look("the journal is checked")

    def starts(self) -> list[str]:
        """Where the organiser, a judge, two players and the public begin."""
        code, players = self.code, [1, 2]
        desk, judge = f"/desk/{code}/1/", f"/judge/{code}/1/"
        return [
            desk,
            f"/desk/{code}/",
            judge,
            *map(self.phone, players),
            f"/e/{code}",
            f"/e/{code}/screen",
            "/account/",
        ]


def _kind(path: str) -> tuple[str, ...] | None:
    """What pages of a kind have in common; nothing for files and for pages that are not ours."""
    parts = urlsplit(path)
    try:
        found = resolve(parts.path)
    except Resolver404:
        return None
    if FILES.search(parts.path) or not found.func.__module__.startswith("muster."):
        return None
    return (found.view_name, *sorted({one.partition("=")[0] for one in parts.query.split("&") if one}))
