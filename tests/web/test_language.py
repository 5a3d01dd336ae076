"""Pages in the reader's language: the one chosen, the one the browser asks for, else the site's own."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from muster.core.messages import say
from muster.web.language import by_headers
from pseudo_cases import PSEUDO, any_of, on_record, plain_words, words_of_rules
from web_cases import Hall


def test_a_message_is_said_in_the_language_of_the_reader(pseudo: None) -> None:
    with translation.override(PSEUDO):
        assert str(say("Enter results")) == translation.gettext("Enter results") != "Enter results"
    assert str(say("Enter results")) == "Enter results"


@pytest.mark.parametrize(
    ("accepted", "cookies", "language"),
    [
        (b"", b"", b""),
        (b"fr, *", b"", b""),
        (b"en-XA,en;q=0.5", b"", b"en-xa"),
        (b"fr,en-xa;q=0.5", b"a=b", b"en-xa"),
        (b"en", b"language=en-xa", b"en-xa"),
        (b"en-xa", b"a=b; language=en", b"en"),
        (b"en-xa", b"language=klingon", b"en-xa"),
        (b"en", b'language="en-xa" ; b', b"en-xa"),
        (b"en", b"language=en; my-language=en; language = en-xa", b"en-xa"),
        (b"en", b"my-language=en-xa", b"en"),
        (b"\xff\xfe, ;;q=x" + b"a" * 5000, b'language="\xff', b""),
    ],
)
def test_the_language_follows_choice_and_browser_and_is_none_where_they_ask_for_none(
    accepted: bytes, cookies: bytes, language: bytes, pseudo: None
) -> None:
    assert by_headers()(accepted, cookies) == language


def test_a_site_of_one_language_asks_nobody(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English")]
    assert by_headers()(b"pl", b"language=pl") == b"en"


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
    assert plain_words(page, any_of([*on_record(), *words_of_rules()])) == []
