"""A real browser on a real server, for tests: `muster serve` on a database of its own, and Chromium.

A test asks for `site` and `page`: with `site`, the records a test makes (`web_cases.Hall` and the like) are the
server's; `page` is a browser window logged in as the organiser of every hall. What goes wrong in the window (an
error on its console, which includes all that the content security policy refuses; a request to another host)
fails the test at its end.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.test import Client
from PIL import Image
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from cli_cases import MUSTER
from database_cases import begin_like
from muster.people.models import Account, Person
from storage_cases import empty
from support import chromium
from web_cases import Hall, account

STARTS_WITHIN = 60.0
"""Seconds after which a server that says nothing has failed."""

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    # Letters as wide as they are, not as pixels are.
    "--font-render-hinting=none",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Without it every window costs a second process that paints the browser's own tabs.
    "--disable-features=PreloadTopChromeWebUI,WebUITabStrip,WebUIOmniboxPopup,HttpsUpgrades,PaintHolding",
)
PHONE, LAPTOP, WALL = 360, 1280, 1920
"""Widths of windows, in CSS pixels."""

DESK, HIGH, EDGE, COLOURS = 1000, 900, 12, 48
"""Pictures of the documentation: how wide a desk, how high at most, pixels around what matters, how many colours."""

LEFT = ("htmx:sendAbort", "htmx:afterRequest")
"""What htmx says on the console when a page is left while it still asks for something. A request that fails by
itself is `htmx:sendError`."""

SURNAMES = (
    "Adeyemi", "Bianchi", "Clarke", "Dvořák", "Esposito", "Fischer", "García", "Horvat", "Ivanova", "Jansen",
    "Kowalska", "Larsen", "Moreau", "Nowak", "Okafor", "Petrov",
)  # fmt: skip

Colours = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Server:
    """A running `muster serve`: what it said when it started, and where it keeps what it keeps."""

    address: str
    link: str
    data: Path

    def url(self, path: str) -> str:
        return self.address + path


@contextmanager
def serving(
    data: Path, *options: str, env: dict[str, str] | None = None, muster: Sequence[str] = MUSTER
) -> Iterator[Server]:
    """A `muster serve` of its own on any free port, stopped at the end as by a service manager."""
    command = [*muster, "serve", "--json", "--port", "0", "--data", str(data), *options]
    with (
        tempfile.TemporaryFile() as log,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, env=clean_env() | (env or {})
        ) as process,
    ):
        assert process.stdout is not None
        try:
            said = process.stdout.readline()
            if not said:
                log.seek(0)
                pytest.fail(f"the server did not start: {log.read().decode()}")
            answer = json.loads(said)
            yield Server(answer["local"], answer["link"], data)
        finally:
            process.terminate()
            try:
                assert process.wait(STARTS_WITHIN) == 0
            finally:
                process.kill()  # of no effect on one that has ended


def clean_env() -> dict[str, str]:
    """The environment without anything of Muster's or the tests' own settings."""
    kept = ("MUSTER_SHARED",)
    return {
        name: value
        for name, value in os.environ.items()
        if (not name.startswith("MUSTER_") or name in kept) and name != "DJANGO_SETTINGS_MODULE"
    }


@dataclass
class Window:
    """What went wrong in one browser window."""

    page: Page
    address: str
    refused: frozenset[int]
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        self.page.on("request", self._asked)

    def _said(self, message: ConsoleMessage) -> None:
        # Chromium reports a page with such a status like a missing image.
        expected = any(f"status of {status} " in message.text for status in self.refused)
        expected = expected or message.text.startswith(LEFT)
        if message.type == "error" and not expected:
            self.faults.append(f"console: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:", "about:")):
            self.faults.append(f"request to {request.url}")


@contextmanager
def window(
    browser: Browser,
    server: Server,
    *,
    width: int = LAPTOP,
    height: int = 800,
    colours: Colours = "light",
    refused: Iterable[int] = (409, 422),
) -> Iterator[Page]:
    """A fresh window without cookies; fails if anything went wrong in it but pages with a status of `refused`."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=colours, reduced_motion="reduce"
    )
    context.set_default_timeout(10_000)
    page = context.new_page()
    watched = Window(page, server.address, frozenset(refused))
    try:
        yield page
    finally:
        context.close()
    assert not watched.faults, "\n".join(watched.faults)


def enter(page: Page, link: str) -> None:
    """Use a one-time link, and the button of its page."""
    page.goto(link)
    if "/enter/" in page.url:
        page.locator("main form button").first.click()
        page.wait_for_url(lambda url: "/enter/" not in url)


def axe(page: Page, *, without: Sequence[str] = ()) -> None:
    """Fail if the page as it stands breaks a rule of WCAG 2.2 AA or good practice that axe can see."""
    options = {"resultTypes": ["violations"], "rules": {name: {"enabled": False} for name in without}}
    # Half a megabyte, which stays as long as the document does.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    # What is as it should be would take as long to be handed over as to be found.
    found = page.evaluate("options => axe.run(options).then(results => results.violations)", options)
    if found:
        report = AxeResults({"violations": found}).generate_report()
        pytest.fail(f"{page.url} at {page.viewport_size}\n{report}", pytrace=False)


def fits(page: Page) -> None:
    """Fail if the page is wider than its window."""
    # Once its body is there: a page that has just been asked for may have nothing in it yet.
    body = page.locator("body")
    excess = body.evaluate(
        "({ownerDocument: {documentElement: root}}) => root.scrollWidth - root.clientWidth"
    )
    assert excess <= 0, f"{page.url} is {excess} px wider than its window of {page.viewport_size}"


def shoot(page: Page, name: str) -> None:
    """Keep a screenshot in the folder that `MUSTER_SHOTS` names; without it do nothing."""
    folder = os.environ.get("MUSTER_SHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True, caret="initial")


def with_surnames(hall: Hall) -> Hall:
    """The hall, with names as people have them: for what is kept as a picture."""
    people = [entry.person for entry in hall.tournament.entries.select_related("person").order_by("player")]
    for person, surname in zip(people, cycle(SURNAMES), strict=False):
        person.name = f"{person.name.split()[0]} {surname}"
    Person.objects.bulk_update(people, ["name"])
    return hall


def picture(page: Page, name: str, *parts: str, width: int = DESK, high: int = HIGH) -> None:
    """Keep a picture for the documentation in the folder that `MUSTER_PICTURES` names; without it do nothing.

    Args:
        page: the page as it stands; its window gets its size back.
        name: of the file, without `.png`.
        parts: selectors of what matters: the picture begins with the first and ends with the last of them.
        width: of the window, `DESK` or `PHONE`.
        high: the most pixels it is high.
    """
    folder, before = os.environ.get("MUSTER_PICTURES"), page.viewport_size
    if not folder or before is None:
        return
    page.set_viewport_size({"width": width, "height": 800})
    boxes = [box for part in parts or ("main",) if (box := page.locator(part).first.bounding_box())]
    scrolled = page.evaluate("window.scrollY")
    top, end = min(box["y"] for box in boxes), max(box["y"] + box["height"] for box in boxes)
    clip = {
        "x": 0,
        "y": max(0, top + scrolled - EDGE),
        "width": width,
        "height": min(end - top + 2 * EDGE, high),
    }
    shown = page.screenshot(full_page=True, clip=clip, animations="disabled")  # type: ignore[arg-type]
    Path(folder).mkdir(parents=True, exist_ok=True)
    # Few colours make a small file, and a page has few.
    few = Image.open(BytesIO(shown)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(Path(folder) / f"{name}.png", optimize=True)
    page.set_viewport_size(before)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, one for all tests of this process."""
    path = chromium()
    # Playwright keeps an event loop in this thread, from which Django would refuse to ask the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory, begun_site: Path) -> Iterator[Server]:
    """One server for all tests of this process that need no special one."""
    data = tmp_path_factory.mktemp("site")
    begin_like(begun_site, data)
    # With the tests' own key, sessions made by a test are good on the server.
    with serving(data, env={"MUSTER_SECRET_KEY": settings.SECRET_KEY}) as running:
        yield running
    shutil.rmtree(data)


@pytest.fixture
def site(server: Server, django_db_setup: None, django_db_blocker: Any) -> Iterator[Server]:
    """The server, with its database as the test's own; emptied afterwards, and no number is used again."""
    ours = connections[DEFAULT_DB_ALIAS]
    with django_db_blocker.unblock():
        theirs = connections.create_connection(DEFAULT_DB_ALIAS)
        theirs.settings_dict = {**ours.settings_dict, "NAME": str(server.data / "muster.sqlite3")}
        connections[DEFAULT_DB_ALIAS] = theirs
        try:
            yield server
            empty()
        finally:
            theirs.close()
            connections[DEFAULT_DB_ALIAS] = ours


@pytest.fixture
def page(browser: Browser, site: Server) -> Iterator[Page]:
    """A laptop's window, logged in as the organiser of every `Hall`."""
    with window(browser, site) as opened:
        log_in(opened, site, account())
        yield opened


def log_in(page: Page, server: Server, who: Account) -> None:
    """Log somebody in in this window, by a session made for it: links are limited to so many a minute."""
    client = Client()
    client.force_login(who, backend="django.contrib.auth.backends.ModelBackend")
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": server.address}])
