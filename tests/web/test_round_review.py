"""The review of a proposal: what is remarked on, and what a swap would change."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse

from muster.app.common.names import names_of
from muster.app.registration.entries import Newcomer, enter
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.facts import PlayersSwapped
from muster.core.tournament.refusals import Refusal
from muster.journal import store
from muster.people.models import Person
from muster.web.desk.round.reviewing import ReviewSheet, review_sheet
from muster.web.desk.round.swapping import Exchange, exchange, find_player
from web_cases import Hall, account

pytestmark = pytest.mark.django_db


def text(page: Any, status: int = 200) -> str:
    assert isinstance(page, HttpResponse)
    assert page.status_code == status, page.content.decode()[:2000]
    return " ".join(page.content.decode().split())


def sheet_of(hall: Hall) -> ReviewSheet:
    found = review_sheet(store.load(hall.tournament.pk), names_of(hall.tournament.pk))
    assert found is not None
    return found


def marks_of(hall: Hall) -> list[tuple[str, str]]:
    sheet = sheet_of(hall)
    return [(mark.kind, str(mark.message)) for mark in sheet.warnings]


def someone(hall: Hall, **given: Any) -> PlayerId:
    """Enter one person with these particulars."""
    name = given.pop("name", "Somebody Else")
    answer = enter(hall.tournament, hall.actor, [Newcomer(name=name, **given)])
    assert not isinstance(answer, Refusal), answer
    return max(hall.state.players)


def swapped(hall: Hall, one: int, two: int) -> Exchange:
    names = names_of(hall.tournament.pk)
    found = exchange(hall.state, (PlayerId(one), PlayerId(two)), names)
    assert isinstance(found, Exchange), found
    return found


def pairs(hall: Hall) -> list[tuple[PlayerId, PlayerId]]:
    assert hall.state.proposal is not None
    return [one.pair for one in hall.state.proposal.sheet.pairings]


def test_a_forced_rematch_is_on_top_of_the_sheet_and_beside_its_pairing() -> None:
    hall = Hall("armada-4.0")
    hall.begin(4)
    for _ in range(3):
        hall.publish()
        hall.play()
    page = text(hall.post("propose"))
    assert page.count("have met before") >= 2
    assert [kind for kind, _ in marks_of(hall)] == ["rematch", "rematch"]
    assert "2 things to look at before you show it" in page
    assert all(one.warned for one in sheet_of(hall).meetings)


def test_a_second_bye_is_warned_of_and_the_first_only_explained() -> None:
    hall = Hall("legion-2.0", setup={"structure": "custom", "rounds": 4, "cut": 0})
    hall.begin(3)
    for _ in range(3):
        page = text(hall.post("propose"))
        assert "Bye</h2>" in page
        assert "COM-BYE-1" in page
        assert "has had a bye before" not in page
        hall.post("publish")
        hall.play()
    assert "has had a bye before: everybody has." in text(hall.post("propose"))
    assert "bye-warning" in [kind for kind, _ in marks_of(hall)]


def test_pairs_of_one_club_are_warned_of_in_the_first_round_only() -> None:
    hall = Hall("legion-2.0", setup={"structure": "custom", "rounds": 3, "cut": 0})
    for name in ("Ada", "Brian", "Chiara", "Dora"):
        someone(hall, name=name, club="Red Squadron")
    hall.begin(0)
    page = text(hall.post("propose"))
    assert {kind for kind, _ in marks_of(hall)} == {"same-club"}
    assert "are of one club: Red Squadron." in page
    hall.post("publish")
    hall.play()
    page = text(hall.post("propose"))
    assert not marks_of(hall)
    assert ">same club</span>" in page


def test_a_player_who_is_not_at_their_fixed_table_is_warned_of() -> None:
    hall = Hall("legion-2.0")
    one, two = (someone(hall, name=name, fixed_table=5) for name in ("Ada", "Brian"))
    hall.enter(6)
    hall.begin(0)
    hall.do(commands.ForbidPair((one, two)))
    hall.post("propose")
    (mark,) = marks_of(hall)
    assert mark[0] == "fixed-table"
    assert re.fullmatch(r"(Ada|Brian) is fixed to table 5, but plays at \d+\.", mark[1])


def test_too_few_tables_are_a_remark_about_the_whole_sheet() -> None:
    hall = Hall("legion-2.0", setup={"tables": "1-2"})
    hall.begin(8)
    hall.post("propose")
    (mark,) = marks_of(hall)
    assert mark == ("tables", "Pairings without a table of the venue: 2. Their numbers go on from 3.")


def test_somebody_of_the_staff_who_plays_is_pointed_out_with_the_clause() -> None:
    hall = Hall("legion-2.0")
    hall.begin(8)
    hall.staff("judge", "Judy Judge")
    person = Person.objects.get(entries__player=3)
    person.account = account("Judy Judge")
    person.save()
    page = text(hall.post("propose"))
    (mark,) = sheet_of(hall).warnings
    assert str(mark.message) == "Chiara A2 is on the staff (Judge): somebody else rules on this match."
    assert mark.clause == "COM-ROLE-4"
    assert str(mark.message) in page


def test_somebody_who_came_late_is_pointed_out_once_they_are_paired() -> None:
    hall = Hall("legion-2.0", setup={"structure": "custom", "rounds": 3, "cut": 0})
    hall.begin(8)
    hall.publish()
    hall.play()
    someone(hall, name="Late Larry")
    hall.enter(1)
    hall.post("propose")
    late = [str(mark.message) for one in sheet_of(hall).meetings for mark in one.marks if mark.kind == "late"]
    assert "Late Larry comes in now, with a loss in round 1." in late


def test_pairings_across_score_groups_carry_points_and_can_be_shown_alone() -> None:
    hall = Hall("armada-4.0")
    hall.begin(12)
    hall.publish()
    hall.play()
    hall.post("propose")
    sheet = sheet_of(hall)
    down = [one for one in sheet.meetings if one.down]
    assert sheet.down == len(down) > 0
    page = text(hall.get("round", show="down"))
    assert page.count("<tr id=") == len(down)
    for one in down:
        mark = next(mark for mark in one.marks if mark.kind == "pair-down")
        assert f"({one.one.points} point{'' if one.one.points == 1 else 's'})" in str(mark.message)


def test_names_find_their_pairing_and_a_number_its_table() -> None:
    hall = Hall()
    hall.begin(12)
    hall.post("propose")
    assert text(hall.get("round", q="chiara")).count("<tr id=") == 1
    assert '<tr id="t4">' in text(hall.get("round", q="4"))
    assert "No pairing fits this." in text(hall.get("round", q="nobody"))


def test_what_a_swap_changes_is_shown_before_and_nothing_is_done_by_looking() -> None:
    hall = Hall("armada-4.0")
    hall.begin(9)
    hall.publish()
    hall.play()
    hall.post("propose")
    before = hall.state.version
    (one, mate), (two, other) = pairs(hall)[:2]
    page = text(hall.get("round", pick=one))
    assert "is picked up: choose with whom to change places." in page
    assert f"pick={one}&amp;with={two}" in page
    page = text(hall.get("round", **{"pick": one, "with": two}))
    names = names_of(hall.tournament.pk)
    assert f"Swap {names[one]} and {names[two]}?" in page
    fragment = text(hall.get("swap-preview", **{"pick": one, "with": two}))
    assert "<html" not in fragment
    assert f"Swap {names[one]} and {names[two]}?" in fragment
    found = swapped(hall, one, two)
    assert [change.table for change in found.changes] == [1, 2]
    assert names[two] in str(found.changes[0].after)
    assert names[mate] in str(found.changes[0].after)
    assert names[other] in str(found.changes[1].after)
    assert hall.state.version == before


def test_a_swap_that_makes_a_rematch_says_so_and_one_that_ends_it_too() -> None:
    hall = Hall("legion-2.0", setup={"structure": "custom", "rounds": 3, "cut": 0})
    hall.begin(8)
    hall.publish()
    hall.play()
    met = {frozenset(match.pairing.players) for match in hall.state.rounds[0].matches.values()}
    hall.post("propose")
    one, mate = pairs(hall)[0]
    two = next(iter(next(pair for pair in met if one in pair) - {one}))
    found = swapped(hall, mate, two)
    worse = [
        effect
        for effect in found.effects
        if effect.side == "worse" and "have met before" in str(effect.message)
    ]
    assert worse
    assert worse[0].clause == "COM-PAIR-2"
    assert found.worse
    hall.post("swap", one=mate, two=two)
    assert "rematch" in [kind for kind, _ in marks_of(hall)]
    back = swapped(hall, mate, two)
    better = [str(effect.message) for effect in back.effects if effect.side == "better"]
    assert any(says.startswith("No more:") and "have met before" in says for says in better)


def test_swaps_tell_of_clubs_fixed_tables_differences_and_a_second_bye() -> None:
    hall = Hall("armada-4.0", setup={"structure": "custom", "rounds": 4, "cut": 0})
    for name in ("Ada", "Brian"):
        someone(hall, name=name, club="Reds")
    someone(hall, name="Dora", fixed_table=3)
    hall.enter(6)
    hall.begin(0)
    hall.publish()
    hall.play()
    hall.post("propose")
    assert hall.state.proposal is not None
    sheet = hall.state.proposal.sheet
    places = [*(one.players for one in sheet.pairings), *((bye.player,) for bye in sheet.byes)]
    told = {
        str(effect.message)
        for at, here in enumerate(places)
        for there in places[at + 1 :]
        for one in here
        for two in there
        for effect in swapped(hall, one, two).effects
    }
    for words in (
        " are of one club: Reds.",
        "Dora is fixed to table 3, but plays at",
        "has had a bye before, in round 1.",
        "Differences in points, all tables together:",
    ):
        assert any(words in says for says in told), (words, told)


def test_a_name_from_right_to_left_does_not_turn_the_sentences_it_is_in() -> None:
    hall = Hall("armada-4.0")
    for name in ("علی رضا", "Brian"):
        someone(hall, name=name, club="Reds")
    hall.enter(6)
    hall.begin(0)
    hall.post("propose")
    one, mate = next(pair for pair in pairs(hall) if 1 in pair)
    other = next(player for pair in pairs(hall) for player in pair if 1 not in pair)
    page = text(hall.get("swap-preview", **{"pick": mate if one == 1 else one, "with": other}))
    assert "<td>\u2068علی رضا\u2069 (0) v " in page or " v \u2068علی رضا\u2069 (0)</td>" in page


def test_impossible_swaps_are_refused_in_the_preview_already() -> None:
    hall = Hall()
    hall.begin(8)
    hall.post("propose")
    one, mate = pairs(hall)[0]
    assert "Name two players of different pairings." in text(hall.get("round", **{"pick": one, "with": mate}))
    page = text(hall.get("round", **{"pick": one, "with": "Nobody"}))
    assert "Nobody in this round, or more than one, is meant by “Nobody”." in page
    text(hall.post("swap", one=one, two="x"), 422)


def test_two_who_are_never_paired_are_named_where_an_exchange_would_pair_them() -> None:
    hall = Hall()
    hall.begin(6)
    mine = someone(hall, name="علی رضا")
    other = someone(hall, name="Zoë")
    hall.do(commands.ForbidPair((mine, other)))
    hall.post("propose")
    mate = next(one if two == mine else two for one, two in pairs(hall) if mine in (one, two))
    one, two = "\u2068علی رضا\u2069", "Zoë"
    told = re.compile(
        f"Players ({one} and {two}|{two} and {one}) are never to be paired, says the organiser."
    )
    assert told.search(text(hall.get("round", **{"pick": mate, "with": other})))
    assert told.search(text(hall.post("swap", one=mate, two=other), 422))


def test_players_are_found_by_number_whole_name_or_a_part_only_one_has() -> None:
    hall = Hall()
    hall.begin(26)
    hall.post("propose")
    names = names_of(hall.tournament.pk)

    def found(typed: str) -> PlayerId | None:
        return find_player(typed, hall.state, names)

    assert (found("#3"), found("3"), found("chiara"), found(" CHIARA A2 ")) == (3, 3, 3, 3)
    assert found("ada") is None, "Ada A0 and Ada B24 are both there"
    assert found("ada a0") == 1
    assert (found(""), found("999"), found("nobody")) == (None, None, None)


def test_a_swap_is_on_record_stays_in_the_proposal_and_undo_takes_it_back() -> None:
    hall = Hall()
    hall.begin(8)
    hall.post("propose")
    before = pairs(hall)
    hall.post("swap", one=before[0][0], two=before[1][0])
    assert isinstance(store.load(hall.tournament.pk).entries[-1].fact, PlayersSwapped)
    hall.post("undo")
    assert pairs(hall) == before


def test_two_people_swapping_the_same_proposal_do_not_act_across_each_other() -> None:
    hall = Hall()
    hall.begin(8)
    hall.post("propose")
    seen = hall.state.version
    marshal = hall.staff("marshal", "Mara Marshal")
    (one, _), (two, _), (three, _) = pairs(hall)[:3]
    marshal.post(hall.url("swap"), {"version": seen, "one": one, "two": two})
    page = text(hall.post("swap", version=seen, one=one, two=three), 409)
    assert "<bdi>Mara Marshal</bdi>: Exchanged: " in page
    assert "Draft: only you see it" in page
    assert hall.state.version == seen + 1
