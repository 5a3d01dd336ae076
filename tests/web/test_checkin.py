"""Check-in: by a few letters, by one tap, what it means for the plan, and letting the no-shows go."""

from __future__ import annotations

import re

import pytest

from muster.app.registration import checking_in
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.journal import store
from muster.web.desk.checkin.outlook import outlook
from people_cases import entry, newcomers, page, words
from web_cases import Hall

pytestmark = pytest.mark.django_db


def hall_of(*names: str, check_in: bool = True) -> Hall:
    hall = Hall(setup={"check_in": check_in})
    newcomers(hall, *names)
    return hall


def here(hall: Hall) -> list[str]:
    state = hall.state
    return [
        entry(hall, number).person.name
        for number in sorted(state.players)
        if state.players[number].status == "present"
    ]


def rows(text: str) -> list[int]:
    return [int(number) for number in re.findall(r'<tr id="r(\d+)"', text)]


def test_a_few_letters_and_enter_check_in_the_only_one_who_fits() -> None:
    hall = hall_of("Ada Lovelace", "Łukasz Żak", "Bob")
    answer = hall.post("checkin-find", q="luk")
    assert here(hall) == ["Łukasz Żak"]
    assert "Łukasz Żak is here." in words(answer)
    assert 'name="q" value=""' in page(answer)  # ready for the next one
    assert "data-autofocus" in page(answer)


def test_nobody_is_checked_in_unseen_where_several_fit() -> None:
    hall = hall_of("Jan Kot", "Jan Nowak", "Bob")
    answer = hall.post("checkin-find", q="jan")
    assert here(hall) == []
    assert rows(page(answer)) == [1, 2]
    hall.post("checkin-find", q="jan", shown="jan")  # Enter once more, with the list in sight
    assert here(hall) == ["Jan Kot"]
    hall.post("checkin-find", q="jan", shown="jan")
    assert here(hall) == ["Jan Kot", "Jan Nowak"]


def test_what_enter_will_do_stands_first_and_is_marked() -> None:
    hall = hall_of("Jan Kot", "Jan Nowak")
    hall.do(commands.CheckIn(PlayerId(1)))
    text = page(hall.get("checkin", q="jan"))
    assert rows(text) == [2, 1]
    assert text.count('class="current"') == 1


def test_letters_that_fit_nobody_or_only_people_who_are_here_check_nobody_in() -> None:
    hall = hall_of("Ada", "Bob")
    assert "Nobody fits" in words(hall.post("checkin-find", q="xyz"))
    hall.post("checkin-find", q="")
    hall.post("checkin-find", q="   ")
    assert here(hall) == []
    hall.post("checkin-find", q="ada")
    assert "Ada is here already." in words(hall.post("checkin-find", q="ada"))
    assert here(hall) == ["Ada"]


def test_the_list_alone_answers_while_typing() -> None:
    hall = hall_of("Ada", "Bob")
    answer = hall.client.get(hall.url("checkin"), {"q": "bo"}, headers={"HX-Target": "checkin-list"})
    assert "<html" not in page(answer)
    assert rows(page(answer)) == [2]
    assert "HX-Target" in answer["Vary"]


def test_one_tap_checks_in_and_sending_it_twice_does_no_harm() -> None:
    hall = hall_of("Ada", "Bob")
    for version in (0, 1):
        answer = hall.post("checkin-tap", here=1, key="same", version=version)
        assert answer.status_code == 200
    assert here(hall) == ["Ada"]
    hall.post("checkin-tap", here=2, key="same")  # another row of the same page
    assert here(hall) == ["Ada", "Bob"]


def test_two_desks_checking_in_the_same_player_are_both_content() -> None:
    hall = hall_of("Ada", "Bob")
    hall.post("checkin-tap", here=1, key="one desk")
    answer = hall.post("checkin-tap", here=1, key="another desk", version=0)
    assert "Ada is here already." in words(answer)
    assert "note-error" not in page(answer)


def test_a_tap_with_htmx_answers_with_the_row_and_what_it_changed() -> None:
    hall = hall_of("Ada", "Bob")
    answer = hall.client.post(hall.url("checkin-tap"), {"here": 2}, headers={"HX-Target": "r2"})
    text = page(answer)
    assert rows(text) == [2]
    assert "<html" not in text
    assert "1/2" in text
    assert 'id="next-step"' in text
    assert f'name="version" value="{hall.state.version}"' in text


def test_a_wrong_tap_is_taken_back_by_a_second_one() -> None:
    hall = hall_of("Ada", "Bob")
    hall.post("checkin-tap", here=1)
    answer = hall.post("checkin-tap", back=1)
    assert here(hall) == []
    assert "not marked as here any more" in words(answer)
    assert "Ada is not marked as here." in words(hall.post("checkin-tap", back=1))


def test_what_cannot_be_taken_back_any_more_is_explained_and_nothing_is_done() -> None:
    hall = hall_of("Ada", "Bob")
    hall.post("checkin-tap", here=1)
    hall.post("checkin-tap", here=2)
    before = hall.state.version
    answer = hall.post("checkin-tap", back=1)
    assert "only the latest act can be taken back" in words(answer)
    assert hall.state.version == before
    # The way that stays open does what it says.
    hall.do(commands.DropPlayer(PlayerId(1)), commands.RejoinPlayer(PlayerId(1)))
    assert not hall.state.players[PlayerId(1)].missed


@pytest.mark.parametrize(
    "later", [commands.AmendPlayer(PlayerId(1), first_round_bye=True), commands.DropPlayer(PlayerId(1))]
)
def test_taking_back_a_check_in_never_takes_back_anything_else(later: commands.Command) -> None:
    hall = hall_of("Ada", "Bob")
    hall.do(commands.CheckIn(PlayerId(1)), later)
    before = hall.state
    assert checking_in.can_take_back(before, PlayerId(1)) is False
    hall.post("checkin-tap", back=1)
    assert hall.state.version == before.version


def test_check_in_is_of_use_where_it_is_not_asked_for() -> None:
    hall = hall_of("Ada", "Bob", check_in=False)
    text = words(hall.get("checkin"))
    assert "does without check-in" in text
    hall.post("checkin-tap", here=1)
    assert "1/2" in words(hall.get("checkin"))


def test_the_attendance_says_what_it_means_for_the_plan() -> None:
    hall = Hall("armada-pl", setup={"structure": "advanced", "check_in": True})
    hall.enter(30)
    hall.do(*(commands.CheckIn(PlayerId(number)) for number in range(1, 28)))
    text = words(hall.get("checkin"))
    assert "27/30" in text
    assert "With 27 players: 3 rounds, no cut." in text
    assert "From 29 up: 4 rounds, cut to 2." in text
    assert hall.url("plan") in page(hall.get("checkin"))


def test_the_outlook_agrees_with_the_plan_that_is_announced() -> None:
    for count in (9, 16, 17, 33):
        hall = Hall(setup={"structure": "advanced"})
        hall.begin(count)
        seen = outlook(hall.state, count)
        assert seen.plan.startswith(f"{hall.state.announced.rounds} round"), count
        assert seen.announced


def test_too_few_players_have_no_plan_and_the_page_says_from_when_on() -> None:
    hall = Hall("armada-pl", setup={"structure": "advanced", "check_in": True})
    hall.enter(5)
    text = words(hall.get("checkin"))
    assert "From 9 up: 3 rounds" in text


def test_the_missing_are_listed_to_be_read_out() -> None:
    hall = hall_of("Ada", "Bob", "Cid")
    hall.post("checkin-tap", here=2)
    text = words(hall.get("checkin-missing")).split("2 players are missing")[1]
    assert "Ada" in text
    assert "Bob" not in text


def test_no_shows_are_dropped_as_one_act_that_undo_takes_back() -> None:
    hall = hall_of("Ada", "Bob", "Cid", "Dora")
    hall.post("checkin-tap", here=1)
    hall.post("checkin-missing", player=[2, 3], reason="not there")
    state = hall.state
    assert [state.players[PlayerId(number)].status for number in (1, 2, 3, 4)] == [
        "present",
        "dropped",
        "dropped",
        "entered",
    ]
    hall.post("undo")
    assert all(player.status != "dropped" for player in hall.state.players.values())


def test_whoever_is_checked_in_meanwhile_is_not_dropped() -> None:
    hall = hall_of("Ada", "Bob")
    hall.get("checkin-missing")
    hall.post("checkin-tap", here=1)
    hall.post("checkin-missing", player=[1, 2, 77, "x"], version=0)
    assert here(hall) == ["Ada"]
    assert hall.state.players[PlayerId(2)].status == "dropped"


def test_no_shows_are_not_dropped_together_once_round_1_is_published() -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    assert hall.post("checkin-missing", player=[1, 2]).status_code == 422
    assert hall.state.players[PlayerId(1)].status == "entered"


def test_a_reason_that_is_too_long_is_refused() -> None:
    hall = hall_of("Ada", "Bob")
    answer = hall.post("checkin-missing", player=[1], reason="x" * 501)
    assert answer.status_code == 422
    assert hall.state.players[PlayerId(1)].status == "entered"


def test_once_play_has_begun_the_page_tells_about_late_entry_and_checks_nobody_in() -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    text = page(hall.get("checkin"))
    assert "Play has begun" in text
    assert 'name="here"' not in text


def test_who_may_only_look_sees_no_buttons_and_strangers_to_check_in_are_refused() -> None:
    hall = hall_of("Ada", "Bob")
    client = hall.staff("judge")
    assert 'name="here"' not in client.get(hall.url("checkin")).content.decode()
    assert client.post(hall.url("checkin-tap"), {"here": 1}).status_code == 403
    assert client.post(hall.url("checkin-find"), {"q": "ada"}).status_code == 403
    assert here(hall) == []


@pytest.mark.parametrize("value", ["", "0", "x", "-1", "9" * 40, "١", "1 OR 1=1"])
def test_a_tap_for_nobody_is_told_so(value: str) -> None:
    hall = hall_of("Ada", "Bob")
    before = hall.state.version
    assert "no such player" in words(hall.post("checkin-tap", here=value))
    assert hall.state.version == before


def test_a_dropped_player_cannot_be_tapped() -> None:
    hall = hall_of("Ada", "Bob")
    hall.do(commands.DropPlayer(PlayerId(1)))
    hall.post("checkin-tap", here=1)
    assert store.load(hall.tournament.pk).state.players[PlayerId(1)].status == "dropped"
