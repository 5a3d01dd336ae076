"""However many play, whatever they are called, whatever hangs there: no name on the wall is cut, nothing leaves it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_cases import WALL, Server, shoot, window
from muster.app.floor.clocks import ClockInput, act
from muster.app.screens.screens import ScreenInput, Show, keep_screen
from muster.core.ids import RoundNo
from muster.core.tournament import commands
from muster.people.models import Event, Person, Tournament
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)

Size = tuple[int, int]

SCREENS: Final[tuple[Size, ...]] = ((1920, 1080), (1280, 720), (3840, 2160), (1080, 1920))
ARRIVES: Final = 60_000
"""Milliseconds in which a change must have arrived on the busiest machine."""

LONG: Final = (
    "Aleksandra Maria Wilhelmin Brzęczyszczykiewicz-Chrząszczewsk",
    "Wolfeschlegelsteinhausenbergerdorffvoralternwarengewissenhaf",
    "山田太郎左衛門尉藤原朝臣秀郷流佐野源左衛門常世入道西行法師鎌倉権五郎平景正太夫判官義経武蔵坊弁慶常陸坊海尊伊勢三郎義盛亀井",
    "محمد عبد الرحمن بن عبد الله بن محمد بن سعود بن فيصل آل الشيخ",
    "Nguyễn Phúc Hồng Nhậm Tôn Nữ Thị Minh Châu Bảo Long Quốc Tuấn",
    "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM",
    "Trần Quốc Bảo",
    "Ada",
    "李",
    "María del Carmen Fernández-Villaverde",
    "Łukasz Mazur",
    "Oğuz Yıldırım",
)

CUT: Final = """() => {
  // What is drawn where it cannot be seen, or over something else; lines on other pages of a list do not count.
  const found = [];
  const root = document.documentElement;
  const away = (rect, box) =>
    rect.left < box.left - 1.5 || rect.right > box.right + 1.5 ||
    rect.top < box.top - 1.5 || rect.bottom > box.bottom + 1.5;
  const screen = { left: 0, top: 0, right: root.clientWidth, bottom: root.clientHeight };
  const elsewhere = (node, list) => {
    const line = [...list.children].find((one) => one.contains(node));
    const box = list.getBoundingClientRect(), { left, right } = line.getBoundingClientRect();
    return right <= box.left + 1 || left >= box.right - 1;
  };
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = words.nextNode()); ) {
    const holder = node.parentElement, text = node.textContent.trim();
    if (!text || holder.closest(".visually-hidden, script, noscript, [hidden]")) continue;
    if (getComputedStyle(holder.closest(".head-names") || holder).clipPath !== "none") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((one) => one.width && one.height);
    if (!rects.length) continue;
    const list = holder.closest(".pages");
    if (list && elsewhere(node, list)) continue;
    const name = holder.closest("bdi");
    for (const rect of rects) {
      // Letters are lower than their line: what counts is where they are drawn.
      const size = parseFloat(getComputedStyle(holder).fontSize), middle = (rect.top + rect.bottom) / 2;
      const ink = { left: rect.left, right: rect.right, top: middle - size * 0.45, bottom: middle + size * 0.45 };
      if (away(ink, screen)) found.push(["outside", text]);
      for (let box = holder; box && box !== document.body; box = box.parentElement)
        if (getComputedStyle(box).overflow !== "visible" && away(ink, box.getBoundingClientRect()))
          found.push(["cut", box.className || box.tagName, text]);
      if (name) {
        const line = holder.closest("li, p, h1, h2, h3"), its = line.getBoundingClientRect();
        if (away(ink, its)) found.push(["leaves its line", text]);
        const cell = holder.closest(".name")?.getBoundingClientRect();
        if (cell && (ink.left < cell.left - 1.5 || ink.right > cell.right + 1.5))
          found.push(["over its neighbour", text]);
      }
    }
  }
  if (root.scrollHeight > root.clientHeight || root.scrollWidth > root.clientWidth) found.push(["scrolls"]);
  document.querySelectorAll(".part.now, .part.now .pages > li, .part.now li, .head").forEach((box) => {
    const list = box.closest(".pages");
    if (list && box !== list && elsewhere(box, list)) return;
    const its = box.getBoundingClientRect();
    if (its.width && its.height && away(its, screen))
      found.push(["box outside", box.id || box.className || box.textContent.trim().slice(0, 40)]);
  });
  const parts = document.querySelector(".part.now .ranges:not(:empty)")?.getBoundingClientRect();
  const clock = document.querySelector(".head-clock")?.getBoundingClientRect();
  if (parts && clock?.width && parts.right > clock.left && parts.left < clock.right &&
      parts.bottom > clock.top && parts.top < clock.bottom) found.push(["the clock is covered"]);
  return [...new Set(found.map(String))];
}"""


PAGES: Final = """(() => {
  const list = document.querySelector(".part.now .pages:not(.whole)");
  return list ? Math.max(1, Math.ceil((list.scrollWidth - 1) / list.clientWidth)) : 1;
})()"""


def named(hall: Hall) -> None:
    """Every other player of this hall is called as people are whose names never fit, from the last one on."""
    people = list(Person.objects.filter(entries__tournament=hall.tournament).order_by("-pk"))
    names = cycle(LONG)
    for at, person in enumerate(people):
        if at % 2 == 0 or len(people) <= 24:
            person.name = next(names)
    Person.objects.bulk_update(people, ["name"])


def look(wall: Page, label: str, sizes: Sequence[Size]) -> list[str]:
    """What is cut or outside on this page of the wall, on screens of these sizes."""
    found: list[str] = []
    for width, height in sizes:
        wall.set_viewport_size({"width": width, "height": height})
        wall.evaluate(
            "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))"
        )
        for page in range(int(wall.evaluate(PAGES))):
            found += [f"{label} {width}x{height}, page {page + 1}: {one}" for one in wall.evaluate(CUT)[:5]]
            shoot(wall, f"{label}-{width}x{height}{f'-{page + 1}' if page else ''}")
            wall.keyboard.press("ArrowRight")
    return found


def day(hall: Hall, at: Callable[..., None]) -> None:
    """Everything that hangs there on a day with a cut; in a large hall until the first results are in."""
    people, large = len(hall.state.players), len(hall.state.players) > 200
    at("welcome", "welcome")
    hall.publish()
    at("pairings", "pairings")
    asked = ClockInput(round_no=RoundNo(1), kind="start", minutes=55)
    assert act(hall.tournament.pk, hall.actor, asked) is None
    hall.play(leave=people // 2 - 40 if large else people // 4)
    for part in ("clock", "missing", "results"):
        at(part, part)
    if large:
        return
    hall.play()
    hall.publish()
    hall.play()
    at("standings", "standings")
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    hall.play(leave=2)
    at("bracket", "bracket")
    hall.play()
    for _round in range(2):
        hall.publish()
        hall.play()
    at("bracket", "bracket")
    hall.do(commands.FinishTournament())
    at("places", "standings")
    at("podium", "podium")


def faults(site: Server, browser: Browser, people: int, sizes: Sequence[Size]) -> list[str]:
    """What is cut or outside in the course of a day with so many people."""
    hall = Hall("unlimited-1.3", setup={"structure": "custom", "rounds": 2, "cut": 8})
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    Tournament.objects.filter(pk=hall.tournament.pk).update(prizes="1: Playmat, 24 boosters\n2: 12 boosters")
    hall.begin(people)
    named(hall)
    found: list[str] = []
    with window(browser, site, width=WALL, height=1080) as wall:
        wall.set_default_timeout(ARRIVES)

        def at(part: str, *shows: Show) -> None:
            keep_screen(hall.event, hall.actor, ScreenInput(number=1, shows=shows, seconds=120))
            wall.goto(site.url(f"/e/{hall.event.code}/screen?{part}"))
            expect(wall.locator(f"#{part}.now")).to_be_visible(timeout=ARRIVES)
            found.extend(look(wall, f"{people}-{part}", sizes))

        day(hall, at)
    return found


def test_no_name_is_cut_and_nothing_is_outside_with_24_people(site: Server, browser: Browser) -> None:
    assert faults(site, browser, 24, [(1280, 720), (1080, 1920)]) == []


@pytest.mark.long
@pytest.mark.parametrize("people", [8, 20, 24, 48, 100, 200, 600, 1500])
def test_no_name_is_cut_and_nothing_is_outside_at_any_size(
    site: Server, browser: Browser, people: int
) -> None:
    assert faults(site, browser, people, SCREENS) == []


OVERLAID: Final = """() => {
  const ink = [...document.querySelectorAll(".now > .pages-head > *, .head-names, .head-clock")];
  // What letters leave empty above and below them may.
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const boxes = ink.map((one) => one.getBoundingClientRect()).filter((box) => box.width > 1 && box.height > 1);
  return boxes.some((one, at) => boxes.slice(at + 1).some((two) =>
    one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - rem && two.top < one.bottom - rem));
}"""


def test_headings_in_two_languages_leave_the_clock_and_the_event_their_places(
    site: Server, browser: Browser
) -> None:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 12, "cut": 0})
    Event.objects.filter(pk=hall.event.pk).update(language="pl", second_language="en", listed=True)
    hall.begin(24)
    hall.publish()
    found: list[str] = []
    shows: tuple[Show, ...] = ("pairings", "missing")
    for part in shows:
        keep_screen(hall.event, hall.actor, ScreenInput(number=1, shows=(part,), seconds=120))
        with window(browser, site, width=WALL, height=1080) as wall:
            wall.goto(site.url(f"/e/{hall.event.code}/screen"))
            expect(wall.locator(f"#{part}.now")).to_be_visible(timeout=ARRIVES)
            for size in SCREENS:
                found += look(wall, f"two-{part}", [size])
                assert not wall.evaluate(OVERLAID), (part, size)
    assert found == []
