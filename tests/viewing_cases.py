"""A window on the desk in which one gets about and looks at what one sees: `Viewing`.

`look` has a ruler and axe go over the page as it stands, once for each name it is called by; `faults` holds what
they found, for the test to fail with all of it at its end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import ClassVar, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, expect

from browser_cases import LAPTOP, PHONE, Colours, Server, shoot

PATIENCE = 60_000
"""Milliseconds in which every page must have answered on the busiest machine."""

_LONG = "tbody tr:nth-child(n+4):not(:nth-last-child(-n+2))"
"""Rows in the middle of long tables, whose colours are those of the rows around them."""

_AXE = """async ([script, long]) => {
  if (!window.axe) (0, eval)(script);
  const options = {resultTypes: ["violations"]};
  const colours = await axe.run({exclude: [[long]]}, {...options, runOnly: ["color-contrast"]});
  const others = await axe.run(document, {...options, rules: {"color-contrast": {enabled: false}}});
  return [...colours.violations, ...others.violations].map(({id, help, nodes}) =>
    `${id} (${help}): ${nodes.slice(0, 5).map((node) => node.target).join(", ")}`);
}"""
"""Everything axe knows, as sentences. Contrast takes it longest, and is not asked of every row of a long table."""


BEHIND: Final = {
    "Players": ("Players", "Check-in", "Rosters"),
    "Round": ("Round", "Results", "Print"),
    "Standings": ("Standings", "Cut", "Bracket", "Finish"),
    "Event": ("Plan", "History"),
}
"""The tabs of several pages, by their words."""


@dataclass
class Viewing:
    """A window in which somebody sits at the desk.

    Attributes:
        page: the window, logged in as the organiser.
        site: the server.
        base: the address of the tournament, such as `/desk/ABCD/1`; empty before it is created.
        faults: what `look` found.
        looked: the names it was called by.
        views: the widths and colours in which pages are looked at.
    """

    views: ClassVar[tuple[tuple[int, Colours], ...]] = ((LAPTOP, "light"), (PHONE, "light"))

    page: Page
    site: Server
    base: str = ""
    faults: list[str] = field(default_factory=list)
    looked: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)

    @property
    def code(self) -> str:
        """The event's code."""
        return self.base.split("/")[2]

    def tab(self, title: str) -> None:
        """Go to a page of the tournament by its tab, and by the line below the tabs where it is one of several."""
        named = re.compile(rf"^\s*{re.escape(title)}\b")
        tabs = self.page.get_by_role("navigation", name="Tournament")
        pages = self.page.locator(".subtabs")
        first = next((name for name, behind in BEHIND.items() if title in behind), title)
        tabs.get_by_role("link", name=re.compile(rf"^\s*{re.escape(first)}\b")).click()
        expect(tabs.locator("[aria-current]")).to_contain_text(first)
        link = pages.get_by_role("link", name=named)
        if link.count():
            link.click()
            expect(pages.locator("[aria-current=page]")).to_contain_text(title)

    def go_on(self) -> None:
        """Follow the one next step that every page offers."""
        self.page.locator(
            "#next-step :is(a, button).button, .glance-next :is(a, button).button"
        ).first.click()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """The button with these words."""
        return self.page.get_by_role("button", name=name)

    def press(self, name: str | re.Pattern[str], *, within: Locator | None = None) -> None:
        """Press a button; one that asks once more is pressed once more."""
        button = (within or self.page).get_by_role("button", name=name).first
        again = button.get_attribute("data-confirm")
        button.click()
        if again is not None:
            self.page.locator("button.sure").click()

    def says(self, words: str | re.Pattern[str]) -> None:
        """Wait until the page tells this of what was done."""
        expect(self.page.locator("#messages")).to_contain_text(words)

    def headed(self, words: str | re.Pattern[str]) -> None:
        """Wait until the page is the one with this heading."""
        expect(self.page.locator("h1")).to_contain_text(words)

    def look(self, name: str) -> None:
        """Have a ruler go over the page in each of the `views`, and axe in one, by turns; once for each name."""
        if name in self.looked:
            return
        turn = len(self.looked) % len(self.views)
        self.looked.add(name)
        for number, (width, colours) in enumerate(self.views):
            self._see(width, colours)
            found = self._ruler()
            if number == turn:
                found += self.page.evaluate(_AXE, [AXE_SCRIPT, _LONG])
            self.faults += [f"{name} at {width} px, {colours}: {each}" for each in found]
            shoot(self.page, f"{type(self).__name__}-{name}-{width}-{colours}")
        self._see(LAPTOP, "light")

    def _see(self, width: int, colours: Colours) -> None:
        self.page.emulate_media(color_scheme=colours)
        self.page.set_viewport_size({"width": width, "height": 800})

    def _ruler(self) -> list[str]:
        root = "document.documentElement"
        excess = self.page.evaluate(f"{root}.scrollWidth - {root}.clientWidth")
        return [f"{excess} px wider than the window"] if excess > 0 else []

    def aside(self, name: str, link: str) -> None:
        """Look at a page and go back."""
        before = self.page.url
        self.page.get_by_role("main").get_by_role("link", name=link).first.click()
        self.page.wait_for_url(lambda url: url != before)
        self.look(name)
        self.page.go_back()

    def download(self, link: str) -> bytes:
        """What the link gives to be kept."""
        with self.page.expect_download() as waited:
            self.page.get_by_role("link", name=link).first.click()
        return waited.value.path().read_bytes()
