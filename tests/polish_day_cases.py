"""A day in Polish in real windows: a desk, phones, a judge's phone and a wall, whose every text is kept and read.

As in the pseudo-language nothing is looked for by its words: forms are known by where they are sent, fields by their
names. Here the words are what is looked at: a Polish page holds Polish ones, and names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from django.urls import resolve
from playwright.sync_api import Error, Locator

from browser_cases import shoot
from muster.rules.load import available, load, ready_made
from pseudo_cases import any_of, texts_of
from pseudo_day_cases import CUT, SHOWN, PseudoDay
from reading_cases import stumbles

READ: Final = """() => {
  const found = [document.title];
  const inside = "a, b, bdi, code, em, i, kbd, small, span, strong, time, abbr, svg, br, q, data";
  for (const each of document.body.querySelectorAll("*")) {
    if (each.matches(inside) && !each.matches("a.button")) continue;
    if (each.closest("script, style, noscript, select > *, head")) continue;
    let text = "";
    for (const part of each.childNodes)
      if (part.nodeType === 3 || part.nodeType === 1 && part.matches(inside) && !part.querySelector("p, div, li"))
        text += part.textContent;
    if (/\\p{L}{2}/u.test(text)) found.push(text.replace(/\\s+/g, " ").trim());
  }
  for (const each of document.querySelectorAll("option, [title], [aria-label], [placeholder], [alt]"))
    for (const one of [each.matches("option") ? each.textContent : "", ...["title", "aria-label", "placeholder", "alt"]
      .map((name) => each.getAttribute(name) || "")])
      if (/\\p{L}{2}/u.test(one)) found.push(one.replace(/\\s+/g, " ").trim());
  return found;
}"""
"""The texts of a page as sentences, to be read by a person."""

ANSWERED: Final = """() => [...document.querySelectorAll(
  "[role=alert], .note-error, .fault, .note-warning, #did, h1")].filter((one) => one.checkVisibility()).map(
  (one) => one.innerText)"""
"""Where a page answers whoever asked for something."""


BUILDERS: Final = (
    "Armada Fleets Designer", "Fab's fleet builder", "AFF (ship:, upgrade:, squadron:)", "Star Forge", "Quick Strike",
    "kosmos-games",
)  # fmt: skip


@cache
def known() -> tuple[str, ...]:
    """Names and titles: of programs, games, publishers, documents and their chapters where they are in English."""
    read = [load(each.id) for each in available()]
    titles = [text for one in read if one.id != "armada-pl" for text in texts_of(one.document)]
    sections = [clause.section for one in read if one.id != "armada-pl" for clause in one.clauses.values()]
    games = [one.game for one in (*available(), *ready_made())]
    publishers = [one.document.publisher for one in read]
    return (*BUILDERS, *games, *publishers, *titles, *sections)


@dataclass
class PolishDay(PseudoDay):
    """One person's window on the day.

    Attributes:
        who: such as `desk`: names its pictures.
        widths: of the window.
        texts: every text, with where it was read first; shared by all windows.
        given: what people typed, and names: no words of ours.
    """

    who: str = "desk"
    widths: tuple[int, ...] = (360, 1366)
    high: int = 800
    texts: dict[str, str] = field(default_factory=dict)
    typed: list[str] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    shots: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.page.set_default_timeout(20_000)

    def given(self) -> re.Pattern[str]:
        return any_of([self.code, *self.typed, *known()])

    def look(self, name: str) -> None:
        """Look at the page as it stands: is anything cut, does anybody stumble over a word."""
        self.looked += 1
        for width in self.widths:
            self.page.set_viewport_size({"width": width, "height": self.high})
            self.faults += [f"{self.who} {name} at {width}: cut {each}" for each in self.seen(CUT)]
            shown = f"{self.who}-{re.sub(r'[^a-z0-9-]+', '-', name)}-{width}"
            if shown not in self.shots:
                self.shots.add(shown)
                shoot(self.page, f"polish-{shown}")
        self.read(f"{self.who} {name}", self.seen(SHOWN), self.seen(READ))

    def read(self, where: str, shown: Iterable[str], sentences: Iterable[str] = ()) -> None:
        """Read these texts, and keep what was not read before."""
        given = self.given()
        self.faults += [f"{where}: {one}" for one in dict.fromkeys(stumbles("pl", shown, given))]
        for one in sentences or shown:
            self.texts.setdefault(one, where)

    # --- acting

    def path(self) -> str:
        return self.page.url.removeprefix(self.site.address)

    def at(self, action: str) -> Locator:
        """The form of the page that is sent to an address ending so, or to the page itself."""
        sent = f"[action$='{action}']" if action else ":not([action])"
        form = self.page.locator(f"main form[method=post]{sent}").first
        form.evaluate("""form => {
            for (let one = form.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
        }""")
        return form

    def fill(self, **fields: str) -> None:
        """Fill these fields in by their names; `__` for a full stop."""
        for name, value in fields.items():
            control = self.page.locator(f"main [name='{name.replace('__', '.')}']").first
            control.evaluate("""one => {
                for (let at = one.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
            }""")
            kind = control.evaluate("one => one.type")
            if kind in ("radio", "checkbox"):
                chosen = self.page.locator(f"main [name='{name.replace('__', '.')}'][value='{value}']").first
                chosen.evaluate("one => one.click()")
            elif kind == "select-one":
                control.select_option(value)
            elif control.is_visible():  # what this way of ending does not ask for is hidden
                control.fill(value)
            self.typed.append(value)

    def send(self, form: Locator, button: str = "") -> None:
        """Press a form's button, the one of this value if it has several, and look at what comes."""
        one = form.locator(
            f"button[value='{button}']" if button else "button:not([type=button], [hidden], .visually-hidden)"
        ).first
        again, kept = one.get_attribute("data-confirm"), form.get_attribute("data-keep") is not None
        form.evaluate(
            "form => { window.before = form.noValidate = true; }"
        )  # the server is to answer, not the browser
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            one.click()
            if again is not None:
                self.page.locator("button.sure").click()
        if kept:  # sent by a script, which then opens the page that answers
            self.page.wait_for_function("() => !window.before")
        self.page.wait_for_load_state("load")
        self.heard()

    def heard(self) -> None:
        """Keep what the page answers."""
        for text in self.seen(ANSWERED):
            self.answers.setdefault(" ".join(text.split()), self.path())

    def seen(self, script: str) -> list[str]:
        """What a script finds on the page, once the page is there that answers."""
        for _ in range(5):
            try:
                self.page.wait_for_load_state("load")
                return list(self.page.evaluate(script))
            except Error:  # the page was just leaving for the one that answers
                continue
        raise AssertionError(f"{self.path()} does not come to rest")

    def say(self, action: str, button: str = "", /, **fields: str) -> None:
        """Fill a form of this page in, send it, and look at what comes."""
        form = self.at(action)
        self.fill(**fields)
        self.send(form, button)
        self.look(f"after {action.strip('/').replace('/', '-') or self.path().rpartition('/')[2]}")

    def go(self) -> str:
        """Press the one button of the page Now; where it leads to."""
        self.visit(self.url("now"), "now")
        button = self.page.locator(".go:visible").first
        form = self.page.locator("form:has(.go:visible)").first
        if form.count():
            to: Any = form.get_attribute("action")
            self.send(form)
            while (asked := self.page.locator("form:has([name=go_on])")).count():
                self.look("go on all the same")
                self.send(asked.first)
        else:
            to = button.get_attribute("href")
            self.open(to)
        name = str(resolve(str(to).partition("?")[0].partition("#")[0]).url_name)
        self.look(f"go {name}")
        return name
