"""The desk's pods of a draft: drawn with sizes, exchanged, shown, late players seated; and day two."""

from __future__ import annotations

import pytest
from django.http import HttpResponse

from course_cases import draft_hall, drawn, robin_hall, shown, two_days_hall
from muster.app.common.access import Role
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.course import Course
from web_cases import Hall

pytestmark = pytest.mark.django_db


def text(response: HttpResponse) -> str:
    return " ".join(response.content.decode().split())


def sizes(hall: Hall) -> list[int]:
    state = hall.state
    pods = state.pods or (state.pods_draft.pods if state.pods_draft else ())
    return [len(pod) for pod in pods]


# Drawing -----------------------------------------------------------------------------------------------------------


def test_the_one_button_says_the_sizes_and_draws_them() -> None:
    hall = draft_hall(19)
    assert "Draw the pods: 10 9" in text(hall.get("now"))
    page = text(hall.post("draw-pods"))
    assert sizes(hall) == [10, 9]
    assert "Draft: only you see it" in page
    assert "Show the pods" in page
    assert page.count('<svg class="pod-ring"') == 2
    assert all(name in page for name in ("Pod 1", "Pod 2", "Ada A0", "Sven A18"))


def test_before_drawing_the_sizes_can_be_changed() -> None:
    hall = draft_hall(19)
    page = text(hall.get("round"))
    assert 'value="10 9"' in page
    assert "In an odd pod somebody has a bye in every round." in page
    hall.post("draw-pods", sizes="7, 6, 6")
    assert sizes(hall) == [7, 6, 6]
    hall.post("draw-pods", sizes="10 9")
    assert sizes(hall) == [10, 9]
    assert "attempt 2" in text(hall.get("pods"))


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("10 10", "must add up to the 19 players"),
        ("many", "as numbers, such as 7 6 6"),
        ("16 3", "at least 4"),
    ],
)
def test_sizes_that_cannot_be_are_refused_with_what_was_typed(typed: str, says: str) -> None:
    hall = draft_hall(19)
    response = hall.post("draw-pods", sizes=typed)
    assert response.status_code == 422
    assert says in text(response)
    assert f'value="{typed}"' in text(response)
    assert 'aria-invalid="true"' in text(response)
    assert hall.state.pods_draft is None


def test_three_are_no_pod() -> None:
    hall = draft_hall(3)
    assert "a pod needs at least 4" in text(hall.get("round"))
    assert "a pod needs at least 4" in text(hall.post("draw-pods"))


# Exchanging, showing, coming late ----------------------------------------------------------------------------------


def test_two_seats_are_exchanged_before_the_pods_are_shown() -> None:
    hall = drawn(draft_hall(12))
    assert hall.state.pods_draft
    one, two = hall.state.pods_draft.pods[0][0], hall.state.pods_draft.pods[1][2]
    hall.post("swap-seats", one=one, two=two)
    assert hall.state.pods_draft.pods[0][0] == two
    assert hall.post("swap-seats", one=one, two=one).status_code == 422
    page = text(hall.post("show-pods"))
    assert hall.state.pods is not None
    assert "Players see them" in page
    assert "Exchange two seats" not in page
    assert "Pair round 1" in page


def test_who_comes_late_is_offered_a_seat_in_every_pod() -> None:
    hall = shown(draft_hall(12))
    hall.do(commands.EnterPlayer(PlayerId(13)))
    page = text(hall.get("round"))
    assert "Here, but in no pod" in page
    assert "Into pod 2 (of 6)" in page
    hall.post("join-pod", player=13, pod=2)
    assert (hall.state.pods or ())[1][-1] == 13
    assert "Here, but in no pod" not in text(hall.get("round"))
    assert hall.post("join-pod", player=13, pod=1).status_code == 422


def test_who_comes_between_drawing_and_showing_is_named() -> None:
    hall = drawn(draft_hall(12))
    hall.do(commands.EnterPlayer(PlayerId(13)))
    assert "here, and in none of these pods" in text(hall.get("round"))


def test_who_has_left_has_a_closed_seat() -> None:
    hall = shown(draft_hall(12))
    hall.do(commands.DropPlayer((hall.state.pods or ())[0][1]))
    page = text(hall.get("pods"))
    assert "dropped" in page
    assert "5 players" in page


def test_rounds_inside_pods_show_whose_pod_they_are_and_who_rests() -> None:
    hall = shown(draft_hall(13))
    page = text(hall.post("propose"))
    assert "Pod 1" in page
    page = text(hall.post("publish"))
    assert "Pod 2" in page
    assert "Change single pairings" in page
    assert "Pods" in page


def test_who_comes_once_round_1_is_out_is_told_to_rest() -> None:
    hall = shown(draft_hall(12))
    hall.publish()
    hall.enter(1)
    assert "Who sits in no pod rests in every round" in text(hall.get("round"))
    hall.play()
    assert 13 in hall.propose().proposal.sheet.resting  # type: ignore[union-attr]


def test_an_undone_draw_leaves_no_pods() -> None:
    hall = draft_hall(12)
    hall.post("draw-pods")
    assert sizes(hall) == [6, 6]
    hall.post("undo")
    assert sizes(hall) == []
    assert "Draw the pods" in text(hall.get("round"))


def test_pods_are_not_there_without_pods_in_the_plan() -> None:
    hall = robin_hall(6)
    assert hall.get("pods").status_code == 404
    assert "The plan has no pods." in text(hall.post("draw-pods"))


@pytest.mark.parametrize("role", ["judge", "scorekeeper"])
def test_who_may_not_pair_looks_and_draws_nothing(role: Role) -> None:
    hall = draft_hall(12)
    client = hall.staff(role)
    may = client.get(hall.url("pods"))
    assert may.status_code == 200
    form = {"version": hall.state.version}
    for name in ("draw-pods", "swap-seats", "show-pods", "join-pod", "day-two"):
        found = client.post(hall.url(name), form)
        assert (found.status_code == 403) == (not hall_may(role)), name
    assert (hall.state.pods_draft is None) == (not hall_may(role))


def hall_may(role: Role) -> bool:
    from muster.app.common.access import Actor

    return Actor("account:0", role).may("rounds")


# A round robin -----------------------------------------------------------------------------------------------------


def test_a_round_robin_shows_who_rests_and_offers_no_exchange() -> None:
    hall = robin_hall(5)
    page = text(hall.post("begin"))
    assert "Nobody to meet in this round" in page
    assert "Swap two players" not in page
    assert "Draw this round again" in page
    page = text(hall.post("publish"))
    assert "Nobody to meet in this round" in page
    assert "Change single pairings" not in page
    assert "Here, but not in this round" not in page
    assert "pairings stay as they are" in text(hall.get("repair"))


def test_a_later_round_of_it_follows_and_is_not_drawn_again() -> None:
    hall = robin_hall(4)
    hall.do(commands.StartStage())
    hall.publish()
    hall.play()
    assert "Draw this round again" not in text(hall.post("propose"))


def test_the_second_half_of_a_double_one_is_no_rematch_to_look_at() -> None:
    hall = robin_hall(4, "double-round-robin")
    hall.do(commands.StartStage())
    for _ in range(3):
        hall.publish()
        hall.play()
    assert "Nothing to look at" in text(hall.post("propose"))
    assert "rematch" not in text(hall.post("publish"))


# Two days ----------------------------------------------------------------------------------------------------------


def test_day_two_is_shown_before_it_begins_and_begins_by_the_one_button() -> None:
    hall = two_days_hall(8, 3, 1, 6)
    hall.do(commands.StartStage())
    hall.publish()
    hall.play()
    page = text(hall.get("round"))
    assert "Begin day two" in page
    assert "Who plays on" in page
    assert "Who has at least 6 points after day one plays on." in page
    assert "plays on</span>" in page
    assert "does not</td>" in page
    page = text(hall.post("day-two"))
    going = hall.state.going_on
    assert going
    assert len(going) < 8
    assert "Pair round 2" in page
    assert "Who plays on" not in page


def test_too_early_it_is_refused() -> None:
    hall = two_days_hall(8, 3, 1, 6)
    hall.do(commands.StartStage())
    assert "complete so far: 0" in text(hall.post("day-two"))


# The plan ----------------------------------------------------------------------------------------------------------


def test_the_plan_offers_the_courses_and_says_what_they_come_to() -> None:
    hall = Hall("armada-4.0", setup={"structure": "custom", "rounds": 3, "cut": 0})
    hall.enter(6)
    page = text(hall.get("plan"))
    assert "Everybody meets everybody once" in page
    tried = text(hall.get("plan-check", structure="custom", course="round-robin", rounds="", cut="0"))
    assert "5 rounds, everybody meets everybody" in tried
    assert "minutes between two" in tried
    page = text(hall.post("plan-structure", structure="custom", course="round-robin", rounds="3", cut="0"))
    assert hall.state.created.course == Course("round-robin")
    assert hall.state.created.rounds is None
    assert "In a round robin 6 players meet all others once" in page


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        ({"course": "two-days", "rounds": "3", "day_one": "3", "points": "6"}, "fewer than all"),
        ({"course": "two-days", "rounds": "3", "day_one": "", "points": "6"}, "fewer than all"),
        ({"course": "two-days", "rounds": "3", "day_one": "2", "points": ""}, "Enter the points"),
        ({"course": "pods", "rounds": ""}, "Enter the number of Swiss rounds"),
    ],
)
def test_figures_that_cannot_be_are_refused_at_their_fields(sent: dict[str, str], fault: str) -> None:
    hall = Hall("armada-4.0", setup={"structure": "custom", "rounds": 3, "cut": 0})
    response = hall.post("plan-structure", structure="custom", **sent)
    assert response.status_code == 422
    page = text(response)
    assert '<span class="fault"' in page
    assert fault in page


def test_check_in_looks_ahead_to_a_round_robin() -> None:
    hall = robin_hall(check_in=True)
    hall.enter(6)
    hall.do(*(commands.CheckIn(player) for player in sorted(hall.state.players)))
    page = text(hall.get("checkin"))
    assert "5 rounds, everybody meets everybody" in page


def test_tables_of_four_have_no_other_course() -> None:
    hall = Hall("twin-suns-1.3", setup={"structure": "custom", "rounds": 3, "cut": 0})
    assert "How the rounds go" not in text(hall.get("plan"))


def test_other_splits_are_offered_and_drawn_with_one_click() -> None:
    hall = draft_hall(19)
    page = text(hall.get("round"))
    assert 'name="suggested" value="7 6 6"' in page
    assert 'name="suggested" value="10 9"' not in page
    page = text(hall.post("draw-pods", sizes="10 9", suggested="7 6 6"))
    assert sizes(hall) == [7, 6, 6]
    assert 'name="suggested" value="10 9"' in page
    assert 'name="suggested"' not in text(draft_hall(8).get("round"))
