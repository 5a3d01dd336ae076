"""The last page: final places with prizes, finishing early, the seal and the files; every game to its end."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse

from muster.app.history.reasons import typed
from muster.core.bracket.layouts import place_text
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.engine import replay
from muster.core.tournament.final import final_places
from muster.core.tournament.proof.verify import verify
from muster.exchange.journal import read
from muster.journal import store
from muster.journal.models import FactRow
from muster.people.models import Person
from muster.web.desk.finish.figures import day_of
from web_cases import Hall

pytestmark = pytest.mark.django_db


def page(response: HttpResponse, status: int = 200) -> str:
    assert response.status_code == status, response.status_code
    return re.sub(r"\s+", " ", unescape(response.content.decode()))


def listed(text: str) -> list[tuple[str, str]]:
    """Places and names of the final table."""
    body = text.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0]
    return re.findall(r'<td class="num">([^<]+)</td><th scope="row"><bdi>([^<]+)</bdi>', body)


def whole_day(hall: Hall, count: int) -> Hall:
    """A whole day, its cut, elimination and end by the forms of the pages."""
    hall.begin(count)
    plan = hall.state.announced
    for number in range(plan.rounds):
        hall.publish()
        hall.play()
        if number == 0:
            hall.do(commands.DropPlayer(PlayerId(count), typed("had to go")))
    if plan.has_cut:
        page(hall.post("make-cut"))
        page(hall.post("start-elimination"))
    while hall.state.stages[-1].format == "elimination":
        hall.publish()
        hall.play()
        if len(elimination_rounds(hall.state)[-1].games) == 1:
            break
    page(hall.post("end"))
    return hall


DAYS: list[tuple[str, dict[str, Any], int]] = [
    ("armada-4.0", {"structure": "basic"}, 7),
    ("armada-4.0", {"structure": "advanced"}, 9),
    ("armada-pl", {"structure": "basic"}, 6),
    ("armada-pl", {"structure": "custom", "rounds": 2, "cut": 4, "variants": {"eliminated": "by-swiss"}}, 9),
    ("legion-2.0", {"structure": "advanced"}, 10),
    ("legion-2.0", {"structure": "custom", "rounds": 2, "cut_kind": "at-most-losses", "cut": 1}, 9),
    ("runewars-2.2.2", {"structure": "advanced"}, 29),
    ("runewars-2.2.2", {"structure": "custom", "rounds": 3, "cut_kind": "at-least-points", "cut": 15}, 10),
    ("unlimited-1.3", {"structure": "basic"}, 12),
    (
        "unlimited-1.3",
        {"structure": "custom", "rounds": 3, "cut": 4, "variants": {"rank_by": "match-wins"}},
        9,
    ),
    *(
        (one, {"structure": "custom", "first_stage": "elimination"}, count)
        for one, count in (
            ("armada-4.0", 6),
            ("armada-pl", 5),
            ("legion-2.0", 11),
            ("runewars-2.2.2", 3),
            ("unlimited-1.3", 8),
        )
    ),
]


@pytest.mark.parametrize(("regulations", "setup", "count"), DAYS)
def test_a_whole_day_ends_with_the_places_of_a_fresh_replay(
    regulations: str, setup: dict[str, Any], count: int
) -> None:
    hall = whole_day(Hall(regulations, setup), count)
    file = read(hall.get("journal-file").content)
    before = replay(entry.fact for entry in file.journal.entries[:-1])
    wanted = final_places(before)
    assert hall.state.places == wanted
    assert sum(place.last_place - place.first_place + 1 for place in wanted) >= len(wanted)
    names = {player: file.names[player] for player in file.journal.state.players}
    text = page(hall.get("finish"))
    table = text.split("All places")[1]
    assert listed(table) == [
        (place_text(place.first_place, place.last_place), names[place.player]) for place in wanted
    ]
    assert verify(file.journal.entries).holds
    assert hall.state.head in text


# --- before the end -------------------------------------------------------------------------------


def test_before_the_first_round_there_is_nothing_to_finish() -> None:
    hall = Hall()
    assert "Nothing has been played yet" in page(hall.get("finish"))
    refused = page(hall.post("end", reason="rain"), 422)
    assert "Nothing has been played yet: show a round to the players first" in refused


def test_what_is_missing_is_said_and_finishing_early_needs_a_reason() -> None:
    hall = Hall("armada-4.0")
    hall.begin(8)
    hall.publish()
    hall.play(leave=1)
    text = page(hall.get("finish"))
    assert "Round 1 lacks results." in text
    assert "Places as they would be now" in text
    refused = page(hall.post("end"), 422)
    assert "Give a reason to finish early" in refused
    assert "All places" in page(hall.post("end", reason="the hall closes"))
    assert "the hall closes" in page(hall.get("history"))


def test_a_refused_reason_is_shown_again_as_typed() -> None:
    hall = Hall("armada-4.0")
    hall.begin(8)
    hall.publish()
    text = page(hall.post("end", reason="y" * 501), 422)
    assert "y" * 501 in text


def test_a_stale_page_does_not_finish() -> None:
    hall = whole_day(Hall("armada-4.0"), 7)
    page(hall.post("reopen", reason="wrong table"))
    version = hall.state.version
    hall.do(commands.DropPlayer(PlayerId(1)))
    assert "Somebody else has changed" in page(hall.post("end", version=version), 409)
    assert hall.state.places is None


def test_a_finished_tournament_is_opened_again_with_a_reason() -> None:
    hall = whole_day(Hall("armada-4.0"), 7)
    assert "Give a reason" in page(hall.post("reopen"), 422)
    assert hall.state.places is not None
    assert "The tournament is open again" in page(
        hall.post("reopen", reason="table 2 was typed the wrong way round")
    )
    assert "All places" in page(hall.post("end"))


def test_who_may_not_finish_sees_who_may() -> None:
    hall = Hall("armada-4.0")
    hall.begin(8)
    hall.publish()
    judge = hall.staff("judge")
    assert "The organiser or a marshal finishes" in judge.get(hall.url("finish")).content.decode()
    for form in ("end", "reopen"):
        answer = judge.post(hall.url(form), {"version": hall.state.version, "reason": "why not"})
        assert answer.status_code == 403
    assert hall.state.places is None


# --- the end --------------------------------------------------------------------------------------


def test_whoever_may_write_the_list_of_prizes_is_led_to_it_while_there_is_none() -> None:
    hall = Hall("armada-4.0", setup={"structure": "custom", "rounds": 1, "cut": 0})
    whole_day(hall, 4)
    settings = hall.url("tournament-settings")
    assert f'{settings}#id_prizes"' in page(hall.get("finish"))
    assert 'id="id_prizes"' in page(hall.client.get(settings))  # type: ignore[arg-type]
    assert settings not in page(hall.staff("marshal").get(hall.url("finish")))  # type: ignore[arg-type]


def test_prizes_stand_beside_the_places() -> None:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 2, "cut": 4})
    hall.tournament.prizes = "Trophy\nPlaymat\n3-4: Medal\n5-9: Dice"
    hall.tournament.save()
    whole_day(hall, 9)
    text = page(hall.get("finish")).split("All places")[1]
    prizes = re.findall(r"</th><td>([^<]*)</td>", text)
    assert prizes[:5] == ["Trophy", "Playmat", "Medal", "Medal", "Dice"]
    values = json.loads(hall.get("places-json").content)
    assert [one["prizes"] for one in values["places"]][:3] == [["Trophy"], ["Playmat"], ["Medal"]]


def test_the_day_is_told_in_figures() -> None:
    hall = whole_day(Hall("armada-4.0", {"structure": "custom", "rounds": 2, "cut": 4}), 9)
    rows = FactRow.objects.filter(tournament=hall.tournament.pk)
    began = datetime(2026, 3, 7, 9, 30, tzinfo=UTC)
    rows.update(at=began)
    rows.filter(kind="tournament.finished").update(at=began + timedelta(hours=7, minutes=5))
    store.forget()
    day = day_of(store.load(hall.tournament.pk))
    assert (day.players, day.swiss, day.elimination) == (9, 2, 2)
    assert day.matches == 4 + 4 + 2 + 1
    assert (day.drops, day.disqualified, day.byes) == (1, 0, 1)
    assert (day.hours, day.minutes) == (7, 5)
    text = page(hall.get("finish"))
    assert "7 h 5 min: 7 Mar 2026, 10:30 to 7 Mar 2026, 17:35" in text  # Berlin's own time


def test_who_took_part_counts_whenever_they_came_and_no_shows_do_not() -> None:
    hall = Hall("legion-2.0", {"structure": "custom", "rounds": 2})
    hall.enter(9)
    hall.do(commands.DropPlayer(PlayerId(9), typed("not there")))
    hall.begin(0)
    hall.publish()
    hall.play()
    hall.post("people-add", name="Late Comer", sure="yes")
    hall.publish()
    hall.play()
    hall.do(commands.DropPlayer(PlayerId(1), typed("had to go")))
    hall.post("end")
    day = day_of(store.load(hall.tournament.pk))
    assert (day.players, day.drops) == (9, 1)


def test_a_long_table_comes_in_pages() -> None:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 1})
    hall.begin(103)
    hall.publish()
    hall.play()
    assert len(listed(page(hall.get("finish")))) == 100
    assert len(listed(page(hall.get("finish", page=2)))) == 3
    assert page(hall.get("places-print")).count("<tr>") == 104


def test_the_spreadsheet_holds_every_place() -> None:
    hall = whole_day(Hall("armada-4.0", {"structure": "custom", "rounds": 2, "cut": 4}), 9)
    lines = list(csv.reader(io.StringIO(hall.get("places-csv").content.decode("utf-8-sig"))))
    assert lines[0] == ["place", "number", "name", "TP", "MoV", "SoS", "prizes"]
    assert [line[0] for line in lines[1:4]] == ["1", "2", "3–4"]
    assert len(lines) == 10


def test_the_journal_file_has_the_names_the_public_sees_or_none() -> None:
    hall = whole_day(Hall("armada-4.0"), 7)
    hall.tournament.names = "short"
    hall.tournament.save()
    Person.objects.filter(entries__player=1).update(name="Ada Lovelace")
    assert read(hall.get("journal-file").content).names[PlayerId(1)] == "Ada L."
    bare = read(hall.get("journal-file", names="none").content)
    assert bare.names == {}
    assert bare.journal.state.head == hall.state.head
    assert bare.title == "Spring Open: Main"


def test_a_disqualified_player_has_no_place() -> None:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 1})
    hall.begin(8)
    hall.publish()
    hall.play()
    hall.do(commands.DisqualifyPlayer(PlayerId(2), typed("cheating")))
    page(hall.post("end"))
    names = [name for _, name in listed(page(hall.get("finish")).split("All places")[1])]
    assert "Brian A1" not in names
    assert len(names) == 7
