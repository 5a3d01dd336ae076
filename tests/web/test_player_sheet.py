"""One player's sheet: what is noted, leaving and coming back, two registrations of one person."""

from __future__ import annotations

import pytest

from muster.app.history.submitting import Done
from muster.app.people.waiting_list import Registered
from muster.app.registration.edit_entry import merge
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import ShareReport
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.people.models import Club
from people_cases import entry, newcomers, numbers, page, words
from web_cases import Hall

pytestmark = pytest.mark.django_db


def refused(answer: Registered | Refusal | Done) -> Refusal:
    assert isinstance(answer, Refusal), answer
    return answer


def details(hall: Hall, number: int, **changed: str) -> dict[str, str]:
    return {"name": entry(hall, number).person.name, **changed}


def test_a_sheet_changes_what_is_noted_and_the_journal_only_where_it_is_concerned() -> None:
    hall = Hall()
    hall.enter(3)
    before = hall.state.version
    hall.post("player", 2, **details(hall, 2, name="Brian Cox", alias="Rook", shown_as="alias", paid="yes"))
    assert hall.state.version == before
    assert (entry(hall, 2).person.name, entry(hall, 2).shown_as) == ("Brian Cox", "alias")
    hall.post("player", 2, **details(hall, 2, club="Red Dice", table="3", reason="hard of hearing"))
    player = hall.state.players[PlayerId(2)]
    assert hall.state.version == before + 1
    assert (player.fixed_table, entry(hall, 2).table_reason) == (3, "hard of hearing")


def test_a_change_the_journal_refuses_changes_nothing_and_keeps_what_was_typed() -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    answer = hall.post("player", 2, **details(hall, 2, name="Other Name", bye="yes", table="5"))
    assert answer.status_code == 422
    assert "a first-round bye can no longer be set" in words(answer)
    assert 'value="Other Name"' in page(answer)
    assert entry(hall, 2).person.name != "Other Name"
    assert hall.state.players[PlayerId(2)].fixed_table is None


def test_the_reason_for_a_table_never_enters_the_journal() -> None:
    hall = Hall()
    hall.post("people-add", name="Ada", table="2", reason="SECRETREASON")
    assert "SECRETREASON" not in page(hall.client.get(hall.url("history")))
    assert "SECRETREASON" not in page(hall.get("people-csv"))


def test_the_figures_of_a_result_stand_as_the_player_would_say_them() -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    one, two = hall.state.rounds[0].matches[TableNo(1)].pairing.players
    hall.do(commands.ReportResult(RoundNo(1), TableNo(1), ShareReport(end="rounds", tokens=(4, 1))))
    assert "win: Six rounds 4-1" in words(hall.get("player", one))
    assert "loss: Six rounds 1-4" in words(hall.get("player", two))


def test_dropping_and_coming_back_show_what_they_mean_and_can_be_done_from_a_stale_page() -> None:
    hall = Hall()
    hall.begin(9)
    hall.publish()
    hall.play()
    hall.post("player-drop", 2, reason="went home", version=0)
    assert hall.state.players[PlayerId(2)].status == "dropped"
    hall.publish()
    text = words(hall.get("player", 2))
    assert "is back: a loss in round 2" in text
    assert "COM-DROP-2" in text
    hall.post("player-rejoin", 2, version=0)
    assert hall.state.players[PlayerId(2)].status == "present"


def test_the_rounds_of_a_player_are_told_with_opponent_table_and_result() -> None:
    hall = Hall()
    hall.begin(9)
    hall.publish()
    hall.play()
    without = hall.state.rounds[0].byes[0].player
    assert "bye" in words(hall.get("player", without))
    table, match = min(hall.state.rounds[0].matches.items())
    one, two = match.pairing.players
    text = words(hall.get("player", one))
    assert hall.client.get(hall.url("player", one)).content.decode().count(f"players/{two}") == 1
    assert f"{table} {'win' if match.outcome and match.outcome.winner == 0 else ''}".strip() in text


def test_only_the_organiser_disqualifies_and_only_with_a_reason() -> None:
    hall = Hall()
    hall.enter(3)
    assert (
        hall.staff("marshal").post(hall.url("player-disqualify", 1), {"reason": "cheated"}).status_code == 403
    )
    assert hall.post("player-disqualify", 1, reason=" ").status_code == 422
    hall.post("player-disqualify", 1, reason="cheated")
    assert hall.state.players[PlayerId(1)].status == "disqualified"


def test_two_players_are_kept_apart_by_name_or_number_and_may_meet_again() -> None:
    hall = Hall()
    hall.enter(5)
    hall.post("player-apart", 1, other="chiara")
    hall.post("player-apart", 1, other="5")
    assert hall.state.forbidden == {(1, 3), (1, 5)}
    assert "Chiara" in words(hall.get("player", 1)).split("Never paired with")[1]
    hall.post("player-together", 1, other="3")
    assert hall.state.forbidden == {(1, 5)}


def test_an_unclear_name_is_answered_with_a_choice() -> None:
    hall = Hall()
    newcomers(hall, "Ada", "Jan Kot", "Jan Nowak")
    answer = hall.post("player-apart", 1, other="jan")
    assert answer.status_code == 422
    assert "choose one" in words(answer)
    assert 'name="other" value="2"' in page(answer)
    assert hall.post("player-apart", 1, other="nobody").status_code == 422
    assert hall.post("player-apart", 1, other="1").status_code == 422


def test_two_registrations_of_one_person_become_one() -> None:
    hall = Hall()
    newcomers(hall, "Jan Nowak")
    hall.post(
        "people-add", name="Nowak Jan", club="Red Dice", email="jan@example.org", paid="yes", sure="name"
    )
    assert "on the list a second time" in words(hall.get("player", 1))
    hall.post("registration-one", entry(hall, 1).pk, double=entry(hall, 2).pk)
    assert hall.state.players[PlayerId(2)].status == "dropped"
    kept = entry(hall, 1)
    assert (kept.person.email, kept.paid) == ("jan@example.org", True)
    assert hall.state.players[PlayerId(1)].club == Club.objects.get(name="Red Dice").pk
    hall.post("undo")  # one act
    assert hall.state.players[PlayerId(2)].status == "entered"
    assert hall.state.players[PlayerId(1)].club is None


def test_whoever_has_played_is_not_made_one_with_another() -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    newcomers(hall, "Ada A0", sure="name")
    answer = merge(hall.tournament, entry(hall, 5), entry(hall, 1), hall.actor)
    assert refused(answer).code == "has-match"
    assert "on the list a second time" not in words(hall.get("player", 1))


def test_erasing_needs_the_organiser_and_a_tick_and_leaves_the_number() -> None:
    hall = Hall()
    hall.post("people-add", name="Ada Lovelace", club="Red Dice", email="ada@example.org")
    pk = entry(hall, 1).pk
    assert hall.staff("marshal").post(hall.url("registration-erase", pk), {"sure": "yes"}).status_code == 403
    assert hall.post("registration-erase", pk).status_code == 422
    text = page(hall.post("registration-erase", pk, sure="yes"))
    assert "Lovelace" not in text
    assert "Red Dice" not in text
    assert "Player 1" in words(hall.get("people"))
    assert numbers(hall) == [1]


def test_a_table_somebody_else_has_is_warned_about() -> None:
    hall = Hall(setup={"tables": "1-20"})
    newcomers(hall, "Ada", table="3")
    newcomers(hall, "Bob")
    answer = hall.post("player", 2, **details(hall, 2, table="3"))
    assert "Ada has table 3 already" in words(answer)
    assert "There is no table 99" in words(hall.post("player", 2, **details(hall, 2, table="99")))
    assert hall.state.players[PlayerId(2)].fixed_table == TableNo(99)


def test_what_does_not_exist_is_not_found() -> None:
    hall = Hall()
    hall.enter(1)
    assert hall.get("player", 2).status_code == 404
    assert hall.get("registration", 10**9).status_code == 404
    assert hall.post("player-drop", 7).status_code == 404
