"""What can be measured of a page of the look: how much is in view, how far things are down, words, bytes, movement."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Page, Route

from awkward_cases import AWKWARD
from web_cases import NAMES

MOVES: Final = """
window.moved = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.moved += one.value;
}).observe({ type: "layout-shift", buffered: true });
"""
"""Adds up how much of a page moved by itself (cumulative layout shift)."""

MOST_MOVED: Final = 0.001
"""How much a page may move: nothing, but for what is rounded."""

FIGURES: Final = """() => {
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && one.checkVisibility({ visibilityProperty: true });
  };
  const inView = (one) => {
    const box = one.getBoundingClientRect();
    return seen(one) && box.top >= 0 && box.bottom <= innerHeight;
  };
  const all = (what) => [...document.querySelectorAll(what)];
  const top = (one) => one && seen(one) ? one.getBoundingClientRect().top + scrollY : null;
  const said = (root) => {
    const found = [];
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const holder = walk.currentNode.parentElement;
      if (!holder || holder.closest(".visually-hidden, select, noscript, template") || !seen(holder)) continue;
      found.push(walk.currentNode.textContent);
    }
    return found.join(" ").replace(/\\s+/g, " ");
  };
  const main = document.querySelector("main");
  const first = [...document.querySelectorAll("body > :not(.bar, .skip) *")].filter(
    (one) => seen(one) && !one.closest(".visually-hidden, [hidden]") && one.getBoundingClientRect().height > 8
      && (one.matches(".card, .note, .table-wrap")
        || [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())),
  );
  return {
    go: all(".go").filter(inView).map((one) => [one.textContent.trim().replace(/\\s+/g, " "), one.href || ""]),
    rows: all("#matches tbody tr, #standings tbody tr:not(.cut-line)").filter(inView).length,
    tabs: all("header nav.tabs li").filter(seen).length,
    bar: Math.round(document.querySelector("header.bar")?.getBoundingClientRect().height || 0),
    content: Math.round(Math.min(...first.map((one) => top(one)), 9999)),
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    said: said(main),
    text: document.body.innerText,
    moved: window.moved || 0,
    cut: all("bdi").filter((one) => {
      const box = one.closest(":not(bdi)");
      if (!seen(one) || one.closest(".visually-hidden") || box.getBoundingClientRect().width <= 1) return false;
      return [box, box.parentElement].some((holder) =>
        getComputedStyle(holder).overflowX === "hidden" && holder.scrollWidth > holder.clientWidth + 1);
    }).map((one) => one.textContent.trim()),
    table: top(document.querySelector(".slip-table strong")),
    opponent: top(document.querySelector(".slip-opponent strong")),
    clock: top(document.querySelector(".slip-clock .clock-left, .slip-wait")),
    sheets: all("link[rel=stylesheet]").filter((one) => one.media !== "print").map((one) => one.href),
    scripts: all("script[src]").map((one) => one.src),
  };
}"""

UNSAID: Final = re.compile(
    r"\b(?:COM|ARM|PLA|LEG|RUN|SWU)-[A-Z]+-\d+\b|\b(?:propos\w*|seals?|tiers?)\b", re.IGNORECASE
)
"""What no page says unasked: ids of clauses, and words of the desk's own."""


PEOPLE: Final = re.compile(
    rf"\b(?:{'|'.join(map(re.escape, sorted((*AWKWARD, *NAMES, 'Olivia Organiser'), key=len, reverse=True)))})\b"
)
"""Names, which are no words of ours."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one page.

    Attributes:
        name: the page and the moment.
        found: the figures by name, as the script has them.
        html: the page as it was sent.
        faults: what is wrong with it.
    """

    name: str
    found: dict[str, Any]
    html: str
    faults: list[str] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.found[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def unsaid(self) -> list[str]:
        """Words of the page that it may not say, each with its line."""
        return [line.strip()[:70] for line in self.found["text"].splitlines() if UNSAID.search(line)]

    @property
    def words(self) -> int:
        """How many words there are to read, names apart."""
        return len(re.findall(r"[^\W\d_]{2,}", PEOPLE.sub(" ", self.found["said"])))

    @property
    def inline(self) -> int:
        """How often the page styles, or acts, in its own text."""
        return len(re.findall(r"\sstyle=|<style|\son[a-z]+=\"|<script(?![^>]*\bsrc=)[^>]*>", self.html))

    @property
    def hosts(self) -> set[str]:
        """The hosts it names for what it loads."""
        loads = re.findall(r"<(?:link|script|img)\b[^>]*?(?:href|src)=\"https?://([^/\"]+)", self.html)
        return set(loads)


def measured(page: Page, address: str, name: str, size: tuple[int, int]) -> Figures | None:
    """The figures of a page in a window of this size; None where there is no such page at the moment."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    answer = page.goto(address)
    if answer is None or answer.status != 200:
        return None
    html = answer.text()
    page.evaluate("document.fonts.ready")
    if page.evaluate("window.moved || 0") > MOST_MOVED:
        # Fonts that come while the page is first drawn are measured by themselves; now they are there.
        page.reload()
        page.evaluate("document.fonts.ready")
    one = Figures(name, page.evaluate(FIGURES), html)
    one.found["words"] = one.words
    return one


def wire(page: Page, figures: Figures, *, scripts: bool = False) -> int:
    """Bytes of a page with its style sheets, and scripts if asked for, each compressed as they are sent."""
    wanted = [*figures.sheets, *(figures.scripts if scripts else ())]
    bodies = [page.request.get(one).body() for one in wanted]
    return sum(len(gzip.compress(one)) for one in [figures.html.encode(), *bodies])


def moved_when_late(page: Page, address: str, files: str = "**/*.woff2") -> float:
    """How much of a page moves when its fonts, or other files of it, come 250 ms after it is first drawn."""
    held, late = list[Route](), list[bool]()

    def asked(route: Route) -> None:
        if late:
            route.continue_()
        else:
            held.append(route)

    page.route(files, asked)
    page.goto(address, wait_until="commit")
    page.wait_for_function(
        "() => performance.getEntriesByType('paint').some((one) => performance.now() > one.startTime + 250)"
    )
    late.append(True)
    for route in held:
        route.continue_()
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    return float(page.evaluate("window.moved"))


def as_table(rows: list[Figures], columns: dict[str, str]) -> str:
    """The figures as a table to read, a line a page."""
    wide = max((len(one.name) for one in rows), default=4)
    lines = ["  ".join(["page".ljust(wide), *(title.rjust(max(len(title), 7)) for title in columns)])]
    for one in rows:
        cells = [str(_cell(one.found.get(key))).rjust(max(len(title), 7)) for title, key in columns.items()]
        lines.append("  ".join([one.name.ljust(wide), *cells]))
    return "\n".join(lines)


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, list):
        return str(len(value))
    return f"{value:.4f}" if isinstance(value, float) and value < 1 else str(round(value))
