"""Pages of a few moments of a day in one language, each with its picture and its sentences: `make seen`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings as site_settings
from django.core.cache import cache
from django.utils import translation
from playwright.sync_api import Browser, Page

from browser_cases import PHONE, Server, log_in, serving, window
from database_cases import begin_like
from form_cases import pages
from moment_cases import entered, finished, judged, proposed, starts_of
from muster.app.common.languages import offered, sources
from muster.core.messages import speak
from muster.people.models import Event
from muster.web import limits
from seen_cases import SeenPage, listening, standing_on, write
from web_cases import Hall, account

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

LANGUAGE: Final = os.environ.get("MUSTER_SEEN_LANGUAGE", "pl")
ROOTS: Final = ("/desk/", "/judge/", "/p/", "/e/")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, begun_site: Path) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("seen")
    begin_like(begun_site, data)
    env = {"MUSTER_SECRET_KEY": site_settings.SECRET_KEY, "MUSTER_LANGUAGES": LANGUAGE}
    with serving(data, env=env) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    assert LANGUAGE in sources(), f"begin {LANGUAGE} first: make sentences ARGS='--begin {LANGUAGE}'"
    settings.LANGUAGES = offered({LANGUAGE})
    monkeypatch.setattr(limits, "MOST", dict.fromkeys(limits.MOST, 10**9))
    speak(translation)
    made = Path(os.environ.get("MUSTER_SEEN", tmp_path / "seen"))
    made.mkdir(parents=True, exist_ok=True)
    return made


def test_every_sentence_of_a_page_is_listed_beside_its_picture(
    browser: Browser, site: Server, folder: Path
) -> None:
    seen = list[SeenPage]()
    for moment in (entered, proposed, judged, finished):
        with window(browser, site, width=1366, refused=(403, 404, 409, 410, 422)) as page:
            log_in(page, site, account())
            seen += _looked_at(moment(), moment.__name__, page, site, folder)
    write(folder, LANGUAGE, seen)
    kinds = {one.picture.rpartition("-")[0] for one in seen}
    assert len(kinds) > 60
    assert len({each.key for one in seen for each in one.sentences}) > 1000
    assert all(one.sentences for one in seen)
    assert len(list(folder.glob("*.png"))) >= len(kinds)


def _looked_at(hall: Hall, moment: str, page: Page, site: Server, folder: Path) -> Iterator[SeenPage]:
    """Pages that links lead to from where people begin, one of each kind."""
    Event.objects.filter(pk=hall.event.pk).update(listed=True, language=LANGUAGE)
    code, asks = hall.event.code, {"accept-language": LANGUAGE}
    page.context.add_cookies(
        [{"name": site_settings.LANGUAGE_COOKIE_NAME, "value": LANGUAGE, "url": site.address}]
    )
    starts = [*starts_of(hall), f"/e/{code}", f"/e/{code}/1/pairings", f"/e/{code}/screen"]
    for number, (url, _) in enumerate(pages(hall.client, starts, roots=ROOTS, each=1)):
        with listening() as heard:
            cache.clear()
            text = hall.client.get(url, headers=asks).content.decode()
        if found := standing_on(text, heard, LANGUAGE):
            kind = re.sub(
                r"[^a-z]+", "-", re.sub("^/p/[^/]+", "/p", url).partition("?")[0].replace(code, "").lower()
            ).strip("-")
            picture = f"{moment}-{kind[:60]}-{number}.png"
            _take(page, site.url(url), folder / picture)
            yield SeenPage(url, picture, found)


def _take(page: Page, url: str, file: Path) -> None:
    width = PHONE if "/p/" in url else 1920 if url.endswith("/screen") else 1366
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(url)
    page.screenshot(path=file, full_page=True, animations="disabled")
