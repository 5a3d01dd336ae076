"""Pages in the reader's language: the one chosen, the one the browser asks for, else the site's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils import translation

from database_cases import alone, folder_of_run
from muster.app.common.names import names_of
from muster.core.messages import say, speak
from muster.web.language import language_of
from web_cases import Hall

PSEUDO: Final = "en-xa"


@pytest.fixture(scope="session")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pseudo-language, made of every sentence as it stands in the code; once for all processes of a run."""
    shared = folder_of_run(tmp_path_factory)
    folder = shared / "locale"
    with alone(shared):
        if not folder.exists():
            call_command("makepseudo", to=str(folder), verbosity=0)
    return folder


@pytest.fixture
def pseudo(catalogue: Path) -> Iterator[None]:
    speak(translation)
    with override_settings(
        LANGUAGES=[*settings.LANGUAGES, (PSEUDO, "Pseudo")], LOCALE_PATHS=[*settings.LOCALE_PATHS, catalogue]
    ):
        yield
    translation.activate("en")


class Words(HTMLParser):
    """The words of a page that people see."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self._silent = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        shown = ("title", "alt", "placeholder", "aria-label")
        self.words += [value for name, value in attrs if name in shown and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.words.append(" ".join(data.split()))


def test_a_message_is_said_in_the_language_of_the_reader(pseudo: None) -> None:
    with translation.override(PSEUDO):
        assert str(say("Enter results")) == translation.gettext("Enter results") != "Enter results"
    assert str(say("Enter results")) == "Enter results"


@pytest.mark.parametrize(
    ("accepted", "cookies", "language"),
    [
        (b"", b"", "en"),
        (b"en-XA,en;q=0.5", b"", "en-xa"),
        (b"fr,en-xa;q=0.5", b"a=b", "en-xa"),
        (b"en", b"language=en-xa", "en-xa"),
        (b"en-xa", b"a=b; language=en", "en"),
        (b"en-xa", b"language=klingon", "en-xa"),
        (b"\xff\xfe, ;;q=x" + b"a" * 5000, b'language="\xff', "en"),
    ],
)
def test_the_language_follows_choice_and_browser(
    accepted: bytes, cookies: bytes, language: str, pseudo: None
) -> None:
    assert language_of(accepted, cookies) == language


def test_a_site_of_one_language_asks_nobody() -> None:
    assert language_of(b"pl", b"language=pl") == "en"


@pytest.mark.django_db
def test_choosing_a_language_leads_back_to_the_page(client: Client, pseudo: None) -> None:
    answer = client.get("/language/en-xa", headers={"referer": "http://testserver/e/SPRING/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/e/SPRING/")
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == PSEUDO
    foreign = client.get("/language/en", headers={"referer": "http://evil.example//e/"})
    assert foreign.headers["Location"] == "/"
    assert client.get("/language/xx").status_code == 404


@pytest.mark.django_db
def test_a_page_is_wholly_in_the_language_asked_for(pseudo: None) -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    page = hall.client.get(hall.url("results"), headers={"accept-language": PSEUDO}).content.decode()
    assert f'<html lang="{PSEUDO}"' in page
    words = Words(page).words
    # The event's name, players, the account, the product, keys and what the regulations call an end are as they are.
    own = re.compile(r"Muster|Ctrl|Enter|Esc|CSV|JSON|[A-Z]{3}-[A-Z]+-\d+|English|Pseudo")
    given = {
        hall.event.name,
        hall.tournament.name,
        "Olivia Organiser",
        *names_of(hall.tournament.pk).values(),
        *(end.name for end in hall.state.regulations.ends),
    }
    plain = [
        text
        for text in words
        if text not in given
        and re.search(r"[A-Za-z]{3,}", own.sub("", text))
        and not set(text) & set("áéíóú")
    ]
    assert plain == []
