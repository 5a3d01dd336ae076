"""The look in figures: what is in view, where it begins, how much it says, weighs and moves. docs/look.md."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from typing import Final

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from awkward_cases import MOMENTS, awkward
from browser_cases import PHONE, Server, window
from look_cases import PHASES
from measuring_cases import MOST_MOVED, MOVES, Figures, as_table, measured, moved_when_late, wire
from muster.people.models import Event
from player_cases import Phone
from web_cases import Hall

DESK: Final = (
    "now", "checkin", "people", "plan", "round", "results", "standings", "bracket", "history", "hall", "finish",
    "duties", "rosters",
)  # fmt: skip
PUBLIC: Final = ("", "pairings", "standings", "bracket", "results", "players", "final")
LAPTOP: Final = (1366, 768)
HAND: Final = (390, 844)
WORDS: Final = 60
TOLD: Final = {
    "go": "go", "rows": "rows", "bar": "bar", "content": "content", "words": "words", "sideways": "sideways",
    "CLS": "moved", "table": "table", "opponent": "opponent", "clock": "clock", "Send": "send", "kB": "wire",
}  # fmt: skip


@pytest.fixture
def table(capsys: pytest.CaptureFixture[str]) -> Iterator[list[Figures]]:
    """Figures of a test; they are printed at its end, whatever comes of it."""
    rows = list[Figures]()
    yield rows
    with capsys.disabled():
        sys.stdout.write(f"\n{as_table(rows, TOLD)}\n")


def faults_of(one: Figures) -> Iterator[str]:
    """What any page may not do."""
    if len(one.go) > 1:
        yield f"{len(one.go)} yellow buttons: {one.go}"
    if one.sideways > 0:
        yield f"{one.sideways} px too wide"
    if one.inline:
        yield f"{one.inline} times style or script in the page itself"
    if one.hosts:
        yield f"loads from {one.hosts}"
    if one.moved > MOST_MOVED:
        yield f"moves by {one.moved:.4f}"
    if one.unsaid:
        yield f"says {one.unsaid}"
    if one.cut:
        yield f"cuts {one.cut}"


def faults_of_desk(one: Figures) -> Iterator[str]:
    yield from faults_of(one)
    if one.tabs > 6:
        yield f"{one.tabs} tabs"
    if not 51 <= one.bar <= 53:
        yield f"a bar of {one.bar} px"
    if one.content > 70:
        yield f"begins at {one.content} px"


def faultless(rows: list[Figures]) -> None:
    found = [f"{one.name}: {fault}" for one in rows for fault in one.faults]
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def look_at(
    page: Page, site: Server, rows: list[Figures], address: str, name: str, size: tuple[int, int]
) -> Figures | None:
    """Measure a page and note what is wrong with it."""
    one = measured(page, site.url(address), name, size)
    if one is not None:
        one.faults.extend(
            faults_of_desk(one) if address.startswith("/desk") and size == LAPTOP else faults_of(one)
        )
        if one.words > WORDS and name.startswith(("desk now", "player")):
            one.faults.append(f"{one.words} words")
        rows.append(one)
    return one


def second_button(page: Page, site: Server, one: Figures) -> list[str]:
    """Links in yellow that lead to a page with the same button once more."""
    links = [(words, to) for words, to in one.go if to]
    found = list[str]()
    for words, to in links:
        page.goto(to)
        again = page.evaluate("[...document.querySelectorAll('.go')].map((one) => one.textContent.trim())")
        found += [f"“{words}” leads to a page with the same button"] if words in again else []
    return found


def day(page: Page, site: Server, rows: list[Figures], hall: Hall, moment: str) -> None:
    """Measure every page of the desk, for everybody, and of two players."""
    page.add_init_script(MOVES)
    for name in DESK:
        one = look_at(page, site, rows, hall.url(name), f"desk {name}, {moment}", LAPTOP)
        if one is not None:
            one.faults.extend(second_button(page, site, one))
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    for name in PUBLIC:
        address = f"/e/{hall.event.code}" + (f"/1/{name}" if name else "")
        for size in (HAND, (PHONE, 740)):
            look_at(page, site, rows, address, f"public {name or 'event'}, {moment} {size[0]}", size)
    phones(page, site, rows, hall, moment)


def phones(page: Page, site: Server, rows: list[Figures], hall: Hall, moment: str) -> None:
    for player in (1, 2):
        address = Phone(hall, player).url
        look_at(page, site, rows, address, f"player {player}, {moment} {PHONE}", (PHONE, 740))
        one = look_at(page, site, rows, address, f"player {player}, {moment}", HAND)
        if one is None:
            continue
        for what in ("table", "opponent", "clock"):
            if one.found[what] is not None and one.found[what] > 400:
                one.faults.append(f"{what} at {one.found[what]:.0f} px")
        opens = page.locator("details.do > summary", has_text="Report")
        if opens.count():
            opens.first.click()
            box = page.locator("button:visible", has_text="Send the result").first.bounding_box()
            one.found["send"] = box["y"] if box else None
            if box and box["y"] > 700:
                one.faults.append(f"Send at {box['y']:.0f} px")


def test_a_round_in_figures(page: Page, site: Server, table: list[Figures]) -> None:
    """The pages of a round, for every change; the other moments are measured by `make long`."""
    hall = MOMENTS["playing"]()
    page.add_init_script(MOVES)
    look_at(page, site, table, hall.url("now"), "desk now", LAPTOP)
    look_at(page, site, table, hall.url("results"), "desk results", LAPTOP)
    look_at(page, site, table, hall.url("standings"), "desk standings", LAPTOP)
    look_at(page, site, table, Phone(hall, 1).url, "player 1", HAND)
    look_at(page, site, table, f"/e/{hall.event.code}", "public event", HAND)
    look_at(page, site, table, f"/e/{hall.event.code}/1/pairings", "public pairings", HAND)
    for one in table:
        one.found["wire"] = wire(page, one) / 1000
        if one.found["wire"] > 15:
            one.faults.append(f"{one.found['wire']:.1f} kB of HTML and CSS")
    phones(page, site, table, hall, "playing")
    faultless(table)


@pytest.mark.long
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_page_in_figures(page: Page, site: Server, table: list[Figures], moment: str) -> None:
    day(page, site, table, MOMENTS[moment](), moment)
    faultless(table)


@pytest.mark.long
@pytest.mark.parametrize("phase", ["empty", "entered", "announced", "proposed", "between rounds", "cutting"])
def test_the_first_page_in_figures_at_every_moment(
    page: Page, site: Server, table: list[Figures], phase: str
) -> None:
    hall = PHASES[phase]()
    page.add_init_script(MOVES)
    for name in ("now", "round", "standings", "bracket"):
        one = look_at(page, site, table, hall.url(name), f"desk {name}, {phase}", LAPTOP)
        if one is not None:
            one.faults.extend(second_button(page, site, one))
    if hall.state.players:
        phones(page, site, table, hall, phase)
    faultless(table)


def full_house(players: int, rounds: int = 1) -> Hall:
    hall = Hall(setup={"structure": "custom", "rounds": 5})
    hall.begin(players)
    for _ in range(rounds - 1):
        hall.publish()
        hall.play()
    hall.publish()
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    return awkward(hall)


@pytest.mark.long
def test_much_is_in_view_on_a_laptop(page: Page, site: Server, table: list[Figures]) -> None:
    hall = full_house(60, 2)
    page.add_init_script(MOVES)
    for name, least in (("results", 20), ("standings", 15)):
        one = look_at(page, site, table, hall.url(name), f"desk {name}, 60 players", LAPTOP)
        assert one is not None
        if one.rows < least:
            one.faults.append(f"{one.rows} rows in view")
    faultless(table)


def where(address: str) -> str:
    """What a page is called in the table."""
    audience = {"desk": "desk", "e": "public", "p": "player"}[address.split("/")[1]]
    return audience if audience == "player" else f"{audience} {address.rstrip('/').rsplit('/', 1)[-1][:12]}"


@pytest.mark.long
def test_600_players_stay_small(page: Page, site: Server, table: list[Figures]) -> None:
    hall = full_house(600)
    everybody = f"/e/{hall.event.code}"
    addresses = [
        hall.url("now"),
        hall.url("results"),
        hall.url("people"),
        everybody,
        f"{everybody}/1/pairings",
    ]
    page.add_init_script(MOVES)
    for address in [*addresses, f"{everybody}/1/players", Phone(hall, 1).url]:
        one = look_at(page, site, table, address, f"{where(address)}, 600 players", LAPTOP)
        assert one is not None
        one.found["wire"] = wire(page, one, scripts=True) / 1000
        if one.found["wire"] > 60:
            one.faults.append(f"{one.found['wire']:.1f} kB")
    faultless(table)


@pytest.mark.parametrize("width", [1366, 390], ids=["laptop", "phone"])
def test_nothing_moves_when_fonts_are_late(browser: Browser, page: Page, site: Server, width: int) -> None:
    hall = MOMENTS["playing"]()
    everybody = f"/e/{hall.event.code}"
    pages = {f"desk {name}": hall.url(name) for name in ("now", "results", "standings")}
    pages |= {
        "public event": everybody,
        "public standings": f"{everybody}/1/standings",
        "player": Phone(hall, 1).url,
    }
    found = list[str]()
    for name, address in pages.items():
        # A window of its own for each: nothing is in its memory yet.
        with window(browser, site, width=width, height=844) as first:
            first.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
            first.add_init_script(MOVES)
            moved = moved_when_late(first, site.url(address))
        if moved > MOST_MOVED:
            found.append(f"{name}: moves by {moved:.4f}")
    assert found == []


def test_nothing_moves_when_a_button_needs_a_late_script(page: Page, site: Server) -> None:
    hall = MOMENTS["playing"]()
    page.add_init_script(MOVES)
    assert moved_when_late(page, site.url(hall.url("bracket")), "**/print*.js") <= MOST_MOVED
    expect(page.get_by_role("button", name="Print")).to_be_visible()


NAMES_OF: Final = {
    "results?show=all": ".matches :is(.one, .two)",
    "standings": ".ranking tbody th[scope=row]",
}
"""Where names stand in the lists of the desk."""

WIDTHS: Final = (
    "(names) => [...document.querySelectorAll(names)].map((one) => one.getBoundingClientRect().width)"
)


@pytest.mark.parametrize("width", [PHONE, 390])
def test_names_have_room_for_words_on_a_phone(page: Page, site: Server, width: int) -> None:
    hall = MOMENTS["playing"]()
    page.set_viewport_size({"width": width, "height": 740})
    for address, names in NAMES_OF.items():
        path, _, query = address.partition("?")
        page.goto(site.url(f"{hall.url(path)}?{query}"))
        widths = page.evaluate(WIDTHS, names)
        assert len(widths) > 20
        assert min(widths) >= 120, address


def grey(page: Page, selector: str) -> Image.Image:
    """An element as somebody sees it who sees no colours, in one size."""
    shown = page.locator(selector).first.screenshot(animations="disabled")
    return Image.open(BytesIO(shown)).convert("L").resize((24, 24), Image.Resampling.BOX)


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether two marks cannot be told apart: no part of them is lighter or darker by a fifth of the scale."""
    pairs = zip(one.tobytes(), other.tobytes(), strict=True)
    return sum(abs(a - b) > 50 for a, b in pairs) < 12


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_states_are_told_apart_without_colour(page: Page, site: Server, colours: str) -> None:
    hall = MOMENTS["playing"]()
    page.emulate_media(color_scheme="light" if colours == "light" else "dark")
    page.goto(site.url(hall.url("now")))
    names = ("open", "reported", "disputed", "confirmed")
    sets = {
        "badges": [
            f'<span class="badge badge-{name}" id="s-{name}"></span>'
            for name in (*names, "warning", "dropped")
        ],
        "segments": [f'<i class="{name}" id="s-{name}"></i>' for name in names],
        "tables": [f'<li><a class="{name}" id="s-{name}" href="#">8</a></li>' for name in names],
    }
    for kind, marks in sets.items():
        holder = (
            "ol class='strip'"
            if kind == "tables"
            else f"p class='{'strip plain' if kind == 'segments' else 'row'}'"
        )
        page.evaluate(
            "(inside) => { document.querySelector('main').innerHTML = inside }",
            f"<{holder}>{''.join(marks)}</{holder[:2]}>",
        )
        drawn = {mark.split("s-")[1].split('"')[0]: mark for mark in marks}
        shown = {name: grey(page, f"#s-{name}") for name in drawn}
        same = {
            (one, other)
            for one in shown
            for other in shown
            if one < other and alike(shown[one], shown[other])
        }
        assert same == set(), kind
