"""A player's page at a table of three or four: table and seat, everybody in seat order, a report all agree with."""

from __future__ import annotations

import re
from typing import Any

import pytest

from muster.app.floor import calls
from muster.core.ids import RoundNo, TableNo
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament.commands import ReportResult
from muster.people.models import Call
from player_cases import Phone, all_phones, begun, set_tournament, words
from web_cases import SATURDAY, Hall

pytestmark = pytest.mark.django_db

TWIN_SUNS = "twin-suns-1.3"


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: SATURDAY)


def _table(hall: Hall, table: int = 1) -> Any:
    return hall.state.rounds[-1].matches[TableNo(table)]


@pytest.mark.parametrize("players", [3, 4, 5, 7, 11])
def test_everybody_reads_their_table_their_seat_and_who_starts(players: int) -> None:
    hall = begun(TWIN_SUNS, players)
    for table in hall.state.rounds[0].matches:
        at_table = all_phones(hall, table)
        for number, phone in enumerate(at_table, 1):
            page = phone.look()
            assert f"<strong>{table}</strong>" in page
            assert f'<span class="slip-seat">Seat {number}</span>' in page
            seats = page.split('<ol class="slip-seats">')[1].split("</ol>")[0]
            assert "starts with the initiative" in seats.split("</li>")[0]
            assert seats.count("starts with the initiative") == 1
            shown = [one for one in seats.split("</li>") if "<span>" in one]
            assert len(shown) == len(at_table)
            for seat, (other, line) in enumerate(zip(at_table, shown, strict=True), 1):
                assert ("<strong>You</strong>" if seat == number else other.entry.person.name) in line


def test_one_of_five_rests_and_is_told_what_it_is_worth() -> None:
    hall = begun(TWIN_SUNS, 5)
    (bye,) = hall.state.rounds[0].byes
    assert (
        "You rest this round: it counts as a first place, 5 match points." in Phone(hall, bye.player).look()
    )


def test_a_report_counts_once_all_the_others_have_confirmed_it() -> None:
    hall = begun(TWIN_SUNS, 4)
    one, two, three, four = all_phones(hall)
    page = one.left(12, 7, 3, 0)
    assert "The others at your table are asked to confirm it." in page
    names = ", ".join(phone.entry.person.name for phone in (two, three, four))
    assert f"Still to confirm it: <bdi>{names}</bdi>." in page
    page = two.look()
    assert f"<bdi>{one.entry.person.name}</bdi> says" in page
    for figures in ("place 1, 12 left", "place 2, 7 left", "place 3, 3 left", "place 4, 0 left"):
        assert figures in page
    page = two.act("confirm")
    assert "You have confirmed the result. It counts once everybody at the table has." in page
    assert f"Confirmed by <bdi>{two.entry.person.name}</bdi>." in page
    assert 'two/confirm"' not in page
    assert _table(hall).status == "reported"
    three.act("confirm")
    assert "The result is confirmed. Thank you." in four.act("confirm")
    assert _table(hall).status == "confirmed"
    assert [side.points for side in _table(hall).outcome.sides] == [5, 3, 2, 1]


def test_nobody_confirms_twice() -> None:
    hall = begun(TWIN_SUNS, 4)
    one, two, *_ = all_phones(hall)
    one.left(12, 7, 3, 0)
    fields = two.fields("confirm")
    two.act("confirm")
    two.post("confirm", {**fields, "key": "another"}, status=409)
    assert _table(hall).agreed == {two.player}


def test_one_no_is_a_dispute_which_whoever_began_it_takes_back() -> None:
    hall = begun(TWIN_SUNS, 4)
    one, two, three, four = all_phones(hall)
    one.left(12, 7, 3, 0)
    two.act("confirm")
    page = three.act("deny")
    assert "You do not all agree." in page
    assert _table(hall).status == "disputed"
    page = four.look()
    assert f"<bdi>{three.entry.person.name}</bdi> says" in page
    assert f'action="{four.url}/confirm"' not in page
    assert "They are right after all" not in two.look()
    three.act("confirm")
    assert _table(hall).asked == (four.player,)


def test_another_version_is_seen_beside_the_first() -> None:
    hall = begun(TWIN_SUNS, 4)
    one, two, *_ = all_phones(hall)
    one.left(12, 7, 3, 0)
    page = two.left(12, 7, 3, 5)
    assert "Your report is in, and it differs" in page
    assert "You say" in page
    assert "place 3, 5 left" in page


def test_the_same_report_of_another_confirms_it() -> None:
    hall = begun(TWIN_SUNS, 3)
    one, two, three = all_phones(hall)
    one.left(9, 4, 0)
    two.left(9, 4, 0)
    assert _table(hall).asked == (three.player,)


def test_who_conceded_is_reported_by_seat() -> None:
    hall = begun(TWIN_SUNS, 4)
    one, two, three, four = all_phones(hall)
    page = one.left(8, 5, "c2", "c1")
    assert _table(hall).report == PlacingReport(end="decided", left=(8, 5, 0, 0), conceded=(3, 2))
    for says in ("8 left", "5 left", "conceded"):
        assert says in page
    assert _table(hall).asked == (two.player, three.player, four.player)


def test_who_never_came_is_for_a_judge_to_say() -> None:
    hall = begun(TWIN_SUNS, 3)
    one, two, three = all_phones(hall)
    assert "never came" not in one.look()
    for says in ("absent", "yes"):
        left = {"end": "decided", "left.0": "8", "left.1": "4", "how.2": says}
        one.act("report", left, status=422)
        assert _table(hall).report is None, says
    absent = PlacingReport(end="decided", left=(8, 4, 0), absent=(2,))
    hall.do(ReportResult(RoundNo(1), TableNo(1), absent))
    assert _table(hall).settled
    for phone in (one, two, three):
        assert "never came" in phone.look()


def test_places_are_set_by_hand_where_they_do_not_go_by_what_is_left() -> None:
    hall = begun(TWIN_SUNS, 4)
    one, *_ = all_phones(hall)
    left = {f"left.{seat}": str(4 * seat) for seat in range(4)}
    short = {"end": "decided", **left, "places.0": "1"}
    assert "Enter a place for everybody at the table, or for nobody." in one.act("report", short, status=422)
    places = {f"places.{seat}": str(place) for seat, place in enumerate((1, 2, 2, 4))}
    one.act("report", {"end": "decided", **left, **places})
    assert _table(hall).report == PlacingReport(end="decided", left=(0, 4, 8, 12), places=(1, 2, 2, 4))
    assert re.search(r'name="places.1"\s+value="2"', one.look())


def test_a_form_that_is_not_filled_in_comes_back_with_what_was_typed() -> None:
    hall = begun(TWIN_SUNS, 4)
    one, *_ = all_phones(hall)
    page = one.left(12, 7, 3, "c1", status=302)
    assert _table(hall).report is not None
    hall = begun(TWIN_SUNS, 4)
    one, *_ = all_phones(hall)
    page = one.act("report", {"end": "decided", "left.0": "12", "how.3": "1"}, status=422)
    assert "Enter a whole number for everybody at the table, 0 for who is out." in page
    assert 'value="12"' in page
    assert '<option value="1" selected>' in page
    assert _table(hall).report is None


def test_only_a_judge_gives_a_loss() -> None:
    hall = begun(TWIN_SUNS, 4)
    one, *_ = all_phones(hall)
    one.act("report", {"end": "decided", "lost.1": "yes", **{f"left.{seat}": "4" for seat in range(4)}})
    assert _table(hall).report.lost == ()


def test_who_concedes_leaves_the_table_to_the_others_and_everybody_is_told() -> None:
    hall = begun(TWIN_SUNS, 4)
    one, two, three, four = all_phones(hall)
    page = two.look()
    assert "You leave the game with nothing left and stand behind everybody who plays on" in page
    assert "SWU-CONC-1" in page
    page = two.act("concede")
    assert "You have conceded. The others at your table and the desk are told." in page
    assert "The others play on; nothing is left to do for you here." in page
    assert _table(hall).status == "open", "nothing is reported by it"
    names = f"{two.entry.person.name} has conceded and left the table; the others play on."
    assert names in one.look().replace("\u2068", "").replace("\u2069", "")
    four.act("concede")
    page = three.look()
    assert "have conceded and left the table" in page
    chosen = re.findall(r'<option value="(\d)" selected>conceded', page)
    assert chosen == ["1", "2"], "the form knows who left, and in which order"
    three.act("report", {"end": "decided", "left.0": "5", "left.2": "9", "how.1": "1", "how.3": "2"})
    report = _table(hall).report
    assert isinstance(report, PlacingReport)
    assert report.conceded == (1, 3)
    assert 'action="' + f'{one.url}/concede"' not in one.look()
    assert "have conceded and left the table" not in one.look()


def test_desk_and_judges_are_told_who_conceded_and_note_it() -> None:
    hall = begun(TWIN_SUNS, 4)
    one, two, *_ = all_phones(hall)
    two.act("concede")
    page = words(hall.client.get(hall.url("hall")))
    assert "Has conceded at table 1 and left; the others play on" in page
    assert "Noted" in page
    page = words(hall.client.get(hall.url("result", 1)))
    assert (
        '<option value="1" selected>conceded as number 1'
        in page.split('name="conceded.1"')[1].split("</select>")[0]
    )
    (call,) = Call.objects.filter(tournament=hall.tournament)
    calls.close(hall.tournament.pk, call.pk, hall.actor)
    assert "Has conceded" not in words(hall.client.get(hall.url("hall")))
    assert "has conceded and left the table" in one.look(), "noted, it stands all the same"


def test_a_slip_is_taken_back_and_the_order_is_that_of_the_last_word() -> None:
    hall = begun(TWIN_SUNS, 4)
    one, two, three, _ = all_phones(hall)
    two.act("concede")
    assert "Taken back." in two.act("call/back")
    assert "conceded and left" not in one.look()
    assert Call.objects.filter(closed_at=None).count() == 0
    three.act("concede")
    two.act("concede")
    page = one.look()
    chosen = re.findall(r'<option value="(\d)" selected>conceded', page)
    assert chosen == ["2", "1"]


def test_nobody_concedes_a_match_that_is_over_or_another_one() -> None:
    hall = begun(TWIN_SUNS, 7)
    one, two, *_ = all_phones(hall)
    sent = two.fields("concede")
    assert "another match" in two.post("concede", {**sent, "meeting": "0" * 16}, status=409)
    one.left(12, 7, 3, 0)
    assert "has changed since you opened the page" in two.post("concede", sent, status=409)
    assert not Call.objects.exists()


def test_it_is_of_one_match_and_told_no_more_in_the_next_round() -> None:
    hall = begun(TWIN_SUNS, 4)
    two = all_phones(hall)[1]
    two.act("concede")
    hall.play()
    hall.publish()
    assert "conceded" not in hall.client.get(hall.url("hall")).content.decode().split('id="calls"')[1]
    again = Phone(hall, two.player)
    assert "You have conceded" not in again.look()
    again.act("concede")
    assert Call.objects.filter(closed_at=None).count() == 1


def test_where_results_are_handed_in_at_the_desk_one_can_concede_as_well() -> None:
    hall = begun(TWIN_SUNS, 4)
    set_tournament(hall, self_report=False)
    assert "You have conceded." in all_phones(hall)[1].act("concede")


def test_a_report_can_be_changed_while_others_have_yet_to_confirm_and_they_are_asked_anew() -> None:
    hall = begun(TWIN_SUNS, 4)
    one, two, *_ = all_phones(hall)
    one.left(12, 7, 3, 0)
    two.act("confirm")
    page = one.look()
    form = page.split("Change my report")[1]
    assert 'value="12"' in form
    one.left(12, 8, 3, 0)
    assert len(_table(hall).asked) == 3


def test_places_points_and_whom_they_met_stand_on_the_page_and_on_the_way_through_the_event() -> None:
    hall = begun(TWIN_SUNS, 7)
    hall.play()
    hall.publish()
    hall.do(
        ReportResult(hall.state.rounds[-1].number, TableNo(1), PlacingReport(end="time", left=(6, 6, 2, 0)))
    )
    one, two, *_ = all_phones(hall)
    page = one.look()
    assert "table 1, seat 1" in page
    assert "place 1 <strong>3</strong>" in page
    way = Phone(hall, two.player).client.get(f"{two.url}/rounds").content.decode()
    met = [phone.entry.person.name for phone in all_phones(hall) if phone.player != two.player]
    assert all(name in way for name in met)
    assert "place 1" in " ".join(way.split())


def test_why_says_why_they_sit_there_and_what_each_round_is_worth() -> None:
    hall = begun(TWIN_SUNS, 8)
    hall.play()
    hall.publish()
    one, *_ = all_phones(hall)
    page = " ".join(one.client.get(f"{one.url}/why").content.decode().split())
    assert "Why this table?" in page
    assert "Points before this round" in page
    assert 'id="worth"' in page


def test_what_the_regulations_call_things_is_in_the_readers_language() -> None:
    hall = begun(TWIN_SUNS, 4)
    hall.event.listed = True
    hall.event.save()
    phone = Phone(hall, hall.state.rounds[0].matches[TableNo(1)].pairing.players[0])
    for client, address in (
        (phone.client, phone.url),
        (hall.client, hall.url("results")),
        (hall.client, hall.url("result", 1)),
        (phone.client, f"/e/{hall.event.code}/1/rules"),
    ):
        answer = client.get(address, headers={"accept-language": "pl"})
        assert answer.status_code == 200
        page = answer.content.decode()
        for english in ("HP left", "Played out", ">Time<"):
            assert english not in page, address
    page = phone.client.get(phone.url, headers={"accept-language": "pl"}).content.decode()
    assert "Pozostałe punkty życia bazy" in page
    assert "Rozegrana do końca" in page
