"""Who reads what in which language: what a reader asks for, else the event's; screens and paper always the event's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as usual
from hypothesis import strategies as st

from front_house_cases import FrontHouse, front_house
from message_cases import join, opened, send
from muster.app.common.downloads import file_name
from muster.app.site.copying import Copy, copy_event
from muster.people.models import Entry, Event
from muster.web.paper import press, printing
from player_cases import begun, phones
from pseudo_cases import PSEUDO
from web_cases import Hall

pytestmark = pytest.mark.django_db

DOUBLE: Final = re.compile("áá|éé|íí|óó|úú")
"""What every sentence in the pseudo-language has somewhere, and nothing in English."""


@pytest.fixture(autouse=True)
def _two_languages(pseudo: None, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA = tmp_path
    settings.ORIGIN = "https://play.example.org"
    monkeypatch.setattr(press.PRESS, "missing", lambda: "")
    cache.clear()


def speaking(hall: Hall, language: str = PSEUDO) -> Hall:
    """The same hall, whose event has this language."""
    Event.objects.filter(pk=hall.event.pk).update(language=language, listed=True)
    hall.event.refresh_from_db()
    return hall


def language_of_page(page: str) -> str:
    """The language a page says it is in, if its words are, too."""
    found = re.search(r'<html lang="([\w-]+)"', page)
    assert found
    assert bool(DOUBLE.search(page)) == (found[1] == PSEUDO)
    return found[1]


ASKING: Final = [
    ({}, "", PSEUDO),
    ({"accept-language": "fr, *;q=0.1"}, "", PSEUDO),
    ({"accept-language": "en-GB"}, "", "en"),
    ({"accept-language": "fr"}, "en", "en"),
]


@pytest.mark.parametrize(("headers", "chosen", "language"), ASKING)
def test_whoever_asks_for_nothing_we_speak_reads_the_events_language(
    headers: dict[str, str], chosen: str, language: str
) -> None:
    hall = speaking(begun())
    one, _other = phones(hall)
    client = Client(headers=headers)
    if chosen:
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = chosen
    for address in (f"/e/{hall.event.code}", f"/e/{hall.event.code}/1/pairings", one.url):
        answer = client.get(address)
        assert language_of_page(answer.content.decode()) == language
        assert answer.headers["Content-Language"] == language


def test_a_language_that_is_offered_no_more_is_nobodys() -> None:
    hall = speaking(begun(), "xx")
    assert language_of_page(Client().get(f"/e/{hall.event.code}").content.decode()) == "en"


def test_screens_and_the_desks_sheets_are_in_the_events_language_whoever_looks() -> None:
    hall = speaking(begun())
    english = {"accept-language": "en"}
    screen = Client().get(f"/e/{hall.event.code}/screen", headers=english)
    assert language_of_page(screen.content.decode()) == PSEUDO
    assert screen.headers["Content-Language"] == PSEUDO
    sheet = hall.client.get(hall.url("round-print", 1), headers=english)
    assert language_of_page(sheet.content.decode()) == PSEUDO
    assert language_of_page(hall.client.get(hall.url("round"), headers=english).content.decode()) == "en"


def test_paper_is_in_the_events_language_unless_another_is_chosen() -> None:
    hall = speaking(begun())
    offered = hall.client.get(hall.url("print"), headers={"accept-language": "en"}).content.decode()
    assert f'<option value="{PSEUDO}" selected>' in offered
    at = hall.url("print").removesuffix("print") + "print/names"
    for language in (PSEUDO, "en"):
        sheets = hall.client.get(f"{at}/view", {"round": "1", "language": language})
        assert sheets.headers["Content-Language"] == language
        assert language_of_page(sheets.content.decode()) == language
    usual_ones = hall.client.get(f"{at}/view", {"round": "1"}, headers={"accept-language": "en"})
    assert language_of_page(usual_ones.content.decode()) == PSEUDO


def test_the_same_print_in_two_languages_is_two_prints_each_with_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall, made = speaking(begun()), []
    for language in ("en", PSEUDO, "en"):
        at = hall.url("print").removesuffix("print") + "print/names"
        hall.client.post(at, {"round": "1", "language": language, "paper": "a4"})
        row = hall.tournament.prints.latest("pk")
        made.append(row.pk)
        documents, _file = printing.asked(row.pk) or ([], None)
        assert language_of_page(documents[0]) == row.options["language"]
    assert len(set(made)) == 2
    names = {row.options["language"]: printing.download_name(row) for row in hall.tournament.prints.all()}
    assert names["en"] == "spring-open-pairings-by-name-1.pdf"
    assert names[PSEUDO] not in ("", names["en"])


@pytest.mark.parametrize(
    ("chosen", "events", "language"),
    [
        ("", PSEUDO, PSEUDO),
        ("en", PSEUDO, "en"),
        (PSEUDO, "", PSEUDO),
        ("", "", "en"),
        ("xx", PSEUDO, PSEUDO),
    ],
)
def test_a_letter_is_in_the_language_chosen_else_the_events_else_the_sites(
    chosen: str, events: str, language: str
) -> None:
    hall = speaking(opened(), events)
    entry = join(hall)
    Entry.objects.filter(pk=entry.pk).update(language=chosen)
    (letter,) = send()
    wanted = language == PSEUDO
    assert [bool(DOUBLE.search(str(part))) for part in (letter.subject, letter.body)] == [wanted, wanted]


def test_a_player_who_chooses_on_their_page_is_written_to_in_that_language() -> None:
    hall = begun()
    one, other = phones(hall)
    leads = one.client.get(f"/language/{PSEUDO}", headers={"referer": f"http://testserver{one.url}"})
    assert leads.headers["Location"] == one.url
    assert language_of_page(one.client.get(one.url).content.decode()) == PSEUDO
    assert (one.entry.language, other.entry.language) == (PSEUDO, "")
    for elsewhere in ("/", "/p/nobodys-link", f"/e/{hall.event.code}"):
        assert (
            one.client.get("/language/en", headers={"referer": f"http://testserver{elsewhere}"}).status_code
            == 302
        )
    assert one.entry.language == PSEUDO


def test_a_copy_has_the_language_of_its_event() -> None:
    hall = speaking(begun())
    later = Copy(name="Next", opens_at=hall.event.opens_at + timedelta(days=7), staff=False, players=False)
    made = copy_event(hall.event, hall.actor, hall.organiser, later)
    assert isinstance(made, Event)
    assert made.language == PSEUDO


@pytest.mark.parametrize("language", [PSEUDO, "en"])
def test_a_new_event_is_in_the_language_of_whoever_sets_it_up_unless_they_choose(language: str) -> None:
    hall = Hall()
    page = hall.client.get("/desk/new", headers={"accept-language": language}).content.decode()
    assert f'<option value="{language}" selected>' in page
    settings_page = f"/desk/{hall.event.code}/settings"
    form = {"name": "Spring Open", "day": "2026-03-07", "time": "10:00", "time_zone": "Europe/Berlin"}
    stands = hall.client.get(settings_page).content.decode()
    assert '<option value="" selected>' in stands.split('name="language"')[1].split("</select>")[0]
    assert hall.client.post(settings_page, {**form, "language": "xx"}).status_code == 422
    assert hall.client.post(settings_page, {**form, "language": language}).status_code == 302
    hall.event.refresh_from_db()
    assert hall.event.language == language


def test_where_one_language_is_spoken_none_is_asked_for(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English")]
    hall = speaking(begun())
    assert 'name="language"' not in hall.client.get(f"/desk/{hall.event.code}/settings").content.decode()
    assert 'name="language"' not in hall.client.get(hall.url("print")).content.decode()


def test_names_of_files_keep_polish_letters_as_plain_ones() -> None:
    assert file_name("Łódź Open", "Żółć", 3) == "lodz-open-zolc-3"


# What is kept ------------------------------------------------------------------------------------------------------


@pytest.fixture
def house() -> Iterator[FrontHouse]:
    with front_house() as made:
        yield made


ACCEPTED: Final = ("", "en", "en-GB,en;q=0.8", PSEUDO, f"fr, {PSEUDO};q=0.5", "fr", "*")
CHOSEN: Final = ("", "en", PSEUDO, "klingon")


def expected(accepted: str, chosen: str, events: str) -> str:
    """The language a page of an event is in, said once more and otherwise."""
    if chosen in ("en", PSEUDO):
        return chosen
    if PSEUDO in accepted:
        return PSEUDO
    return "en" if accepted.startswith("en") else events


def test_what_is_kept_for_one_language_is_given_to_nobody_of_another(
    house: FrontHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages for everybody, players' own pages and their parts, from the front's memory, asked for in any order."""
    monkeypatch.setattr(
        "muster.web.limits.MOST", dict.fromkeys(__import__("muster.web.limits").web.limits.MOST, 10**9)
    )
    hall = speaking(begun())
    ones, _other = phones(hall)
    code = hall.event.code
    pages = (f"/e/{code}", f"/e/{code}/1/pairings", f"/e/{code}/screen", ones.url, f"{ones.url}/now")

    given_out = list[str]()

    @usual(max_examples=15, suppress_health_check=list(HealthCheck))
    @given(
        st.lists(
            st.tuples(st.sampled_from(pages), st.sampled_from(ACCEPTED), st.sampled_from(CHOSEN)), min_size=8
        )
    )
    def ask_for_many(asked: list[tuple[str, str, str]]) -> None:
        for path, accepted, chosen in asked:
            headers = {"accept-language": accepted} if accepted else {}
            if chosen:
                headers["cookie"] = f"{settings.LANGUAGE_COOKIE_NAME}={chosen}"
            got = house.ask(path, headers)
            wanted = PSEUDO if path.endswith("/screen") else expected(accepted, chosen, PSEUDO)
            assert got.status == 200
            given_out.append(path)
            assert bool(DOUBLE.search(got.body.decode())) == (wanted == PSEUDO), (path, accepted, chosen)

    ask_for_many()
    assert len(house.made) < len(given_out) // 2
