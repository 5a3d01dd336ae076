"""Two readers of two languages, one after the other: what was kept for the first is not what the second gets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import Client
from django.utils import translation

from form_cases import pages
from moment_cases import judged, starts_of
from muster.app.history.reasons import typed
from muster.app.registration.erasing import erase
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.exchange.catalogues.csv_form import COLUMNS
from muster.people.models import Entry
from muster.web import limits
from muster.web.paper import press
from muster.web.paper.choices import offers, read
from muster.web.paper.sheets import pieces, sheets_of
from paper_cases import desk_of
from player_cases import phones
from pseudo_cases import PSEUDO, any_of, on_record, plain_words, words_of_rules
from web_cases import Hall

pytestmark = pytest.mark.django_db

OURS: Final = ("/desk/", "/judge/", "/p/", "/e/")

DOUBLE: Final = re.compile("áá|éé|íí|óó|úú")
"""What every sentence in the pseudo-language has somewhere, and nothing in English."""


@pytest.fixture(autouse=True)
def _free(pseudo: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Any) -> None:
    settings.DATA = tmp_path
    monkeypatch.setattr(press.PRESS, "missing", lambda: "")
    monkeypatch.setattr(limits, "MOST", dict.fromkeys(limits.MOST, 10**9))


@pytest.fixture
def hall() -> Hall:
    """A round that is played, with rosters, a ruling, a penalty and a call; somebody has no name any more."""
    hall = judged()
    hall.do(commands.DropPlayer(PlayerId(7), typed("train home")))
    erase(Entry.objects.get(tournament=hall.tournament, player=7).person, hall.actor)
    return hall


def given() -> re.Pattern[str]:
    headings = ", ".join(COLUMNS)  # of a file of cards, the same in every language
    return any_of([*on_record(), *words_of_rules(), "Home Fleet", headings])


def test_every_page_is_in_the_language_of_whoever_asks(hall: Hall) -> None:
    """Also the one-page crawl that finds words which no translator was given."""
    code, wrong, names = hall.event.code, [], given()
    starts = [*starts_of(hall), f"/e/{code}/1/pairings", f"/e/{code}", f"/e/{code}/screen"]
    looked = 0
    for url, page in pages(hall.client, starts, roots=OURS, each=1):
        other = hall.client.get(url, headers={"accept-language": PSEUDO}).content.decode()
        again = hall.client.get(url).content.decode()
        wrong += [(url, text) for text in plain_words(other, names)]
        wrong += [(url, found[0]) for one in (page, again) if (found := DOUBLE.search(one))]
        looked += 1
    assert looked > 60
    assert wrong == []


def test_a_players_page_that_is_kept_is_kept_by_language(hall: Hall) -> None:
    one, _other = phones(hall)
    client, names = Client(), given()
    for language in (PSEUDO, "en", PSEUDO, "en"):
        page = client.get(one.url, headers={"accept-language": language}).content.decode()
        assert bool(DOUBLE.search(page)) == (language == PSEUDO)
        assert language == "en" or plain_words(page, names) == []


def test_sheets_of_paper_are_in_the_language_of_whoever_prints(hall: Hall) -> None:
    desk, names, printed = desk_of(hall), given(), 0
    for offer in offers(hall.tournament, hall.state):
        if offer.why_not:
            continue
        options, problems = read(offer, {})
        assert not problems
        for language in ("en", PSEUDO, "en"):
            with translation.override(language):
                html = "".join(pieces(desk, sheets_of(desk, offer.kind, options), options))
            assert bool(DOUBLE.search(html)) == (language == PSEUDO), offer.kind
            assert language == "en" or plain_words(html, names) == [], offer.kind
        printed += 1
    assert printed > 5
