"""The judge's phone: what is found by a number or a name, and acts about a player or about an earlier round."""

from __future__ import annotations

from typing import Any

import pytest

from judge_page_cases import entry, get, hrefs, players_at, playing, post, text, url
from muster.core.ids import PlayerId, TableNo
from muster.people.models import Penalty, Person, Ruling
from web_cases import Hall, account

pytestmark = pytest.mark.django_db


def test_the_same_field_finds_a_player_by_number_or_name_after_the_tables() -> None:
    hall = playing()
    assert get(hall, "find", q="2").url == url(hall, "table", 2)
    assert get(hall, "find", q="#2").url == url(hall, "player", 2)
    assert get(hall, "find", q="8").url == url(hall, "player", 8), "there are four tables"
    for typed in ("chiara", "CHÍARA A2"):
        assert get(hall, "find", q=typed).url == url(hall, "player", 3)
    page = text(get(hall, "find", q="a"))
    assert "Who is it?" in page
    assert url(hall, "player", 1) in page


def test_every_act_is_two_taps_from_the_number_of_a_table_or_a_player() -> None:
    hall = playing()
    for typed, at in (("2", "t/2"), ("#8", "p/8")):
        page = text(hall.client.get(url(hall, "find"), {"q": typed}, follow=True))
        acts = hrefs(page, 'class="judge-grid"')
        seat = next(t for t, one in hall.state.rounds[-1].matches.items() if 8 in one.pairing.players)
        table = 2 if at == "t/2" else int(seat)
        for act in ("ruling", "penalty", "component", "proxy", "drop"):
            assert any(one.endswith(f"{at}/{act}") for one in acts), act
        for act in ("time", "late"):
            assert any(one.endswith(f"t/{table}/{act}") for one in acts), act
        assert all(hall.client.get(one).status_code == 200 for one in acts)


# A player, in a round or not


def test_a_player_has_acts_before_the_first_round_and_after_leaving() -> None:
    hall = Hall()
    hall.enter(4)
    assert get(hall, "player", 9).status_code == 404
    post(hall, "player-penalise", 3, category="tardiness", kind="normal-warning", what="<i>late</i>")
    post(hall, "player-rule", 3, ruling="You may use it.")
    post(hall, "player-component", 3, component="ruler", fault="lost")
    post(hall, "player-proxy", 3, card="Yoda")
    given, made = Penalty.objects.get(), Ruling.objects.get()
    assert (given.round_no, given.table, made.round_no, made.table) == (0, None, 0, None)
    assert made.entries == [entry(hall, 3).pk]
    text(post(hall, "player-drop", 3))
    assert hall.state.players[PlayerId(3)].status == "dropped"
    page = text(post(hall, "player-penalise", 3, category="tardiness", kind="hard-warning"))
    for word in ("has dropped", "<i>late</i>", "You may use it.", "ruler", "Yoda"):
        assert word in page
    assert "You may use it." not in text(get(hall, "player", 4))


def test_a_player_with_the_bye_or_between_rounds_has_acts_too() -> None:
    hall = Hall()
    hall.begin(5)
    hall.publish()
    free = hall.state.rounds[0].byes[0].player
    page = text(get(hall, "player", int(free)))
    assert "Round 1: bye" in page
    assert "late" not in " ".join(hrefs(page, 'class="judge-grid"')), "there is no table to wait at"
    post(hall, "player-penalise", int(free), category="tardiness", kind="normal-warning")
    assert (Penalty.objects.get().round_no, Penalty.objects.get().table) == (1, None)
    hall.play()
    other = int(players_at(hall, 1)[0])
    post(hall, "player-rule", other, ruling="It stays.", minutes="3")
    made = Ruling.objects.get()
    assert (made.round_no, made.table) == (1, 1)
    hall.publish()
    page = text(get(hall, "player", int(free)))
    assert url(hall, "player-penalise", 1, int(free)) in page
    bad = post(hall, "player-penalise", 1, int(free), category="tardiness", kind="match-loss")
    assert "no match in that round" in text(bad, 422)
    post(hall, "player-penalise", 1, int(free), category="tardiness", kind="hard-warning")
    assert Penalty.objects.latest("pk").round_no == 1
    assert url(hall, "player-penalise", 0, int(free)) in page
    post(hall, "player-penalise", 0, int(free), category="tardiness", kind="reminder", what="at the door")
    assert Penalty.objects.latest("pk").round_no == 0


def test_what_happened_at_a_table_of_an_earlier_round_is_recorded_for_it() -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    one, two = players_at(hall, 2)
    hall.play()
    before = hall.state.rounds[0].matches[TableNo(2)]
    hall.publish()
    page = text(get(hall, "table", 2))
    assert f'href="{url(hall, "table", 1, 2)}"' in page
    page = text(get(hall, "table", 1, 2))
    assert "This round is over" in page
    for player in (one, two):
        assert entry(hall, player).person.name in page
    acts = hrefs(page, 'class="judge-grid"')
    assert acts == [
        url(hall, "rule", 1, 2),
        url(hall, "penalise", 1, 2),
        hall.url("result-correct", 1, 2),
    ]
    post(hall, "rule", 1, 2, ruling="It was moved back.", minutes="3")
    made = Ruling.objects.get()
    assert (made.round_no, made.table) == (1, 2)
    assert set(made.entries) == {entry(hall, one).pk, entry(hall, two).pk}
    asked: dict[str, Any] = {"player": int(one), "category": "tardiness"}
    assert "that round is over" in text(get(hall, "penalise", 1, 2, **asked)), "told before it is given"
    page = text(post(hall, "penalise", 1, 2, kind="match-loss", **asked))
    given = Penalty.objects.get()
    assert (given.round_no, given.table) == (1, 2)
    assert "No result changes" in page
    assert "round 1, table 2" in page, "the record says which round and table"
    assert hall.state.rounds[0].matches[TableNo(2)] == before, "a settled result is never changed silently"
    assert not any(match.report for match in hall.state.rounds[1].matches.values())
    assert "min more" not in text(get(hall, "table", 2))
    late = post(hall, "penalise", 1, 2, kind="normal-warning", minutes="2", **asked)
    assert "no match now" in text(late, 422)
    for gone in (("rule", 3, 2), ("penalise", 0, 2), ("table", 1, 9)):
        assert get(hall, *gone).status_code == 404


def test_a_ruling_for_everybody_needs_no_table() -> None:
    hall = playing()
    assert "For everybody" in text(get(hall, "rule-all"))
    page = text(post(hall, "rule-all", ruling="Sleeves may have pictures."))
    assert "Sleeves may have pictures." in page
    assert (Ruling.objects.get().table, Ruling.objects.get().entries) == (None, [])


def test_com_role_4_whoever_plays_there_is_told_before_they_try() -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    one, two = players_at(hall, 1)
    judge = hall.staff("judge", "Judy Judge")
    Person.objects.filter(pk=entry(hall, one).person_id).update(account=account("Judy Judge"))
    for name, number in (("table", 1), ("player", int(one)), ("player", int(two))):
        assert "You play at this table" in text(get(hall, name, number, client=judge))
    assert "You play at this table" not in text(get(hall, "table", 2, client=judge))
    for name, number in (("rule", 1), ("player-rule", int(one)), ("player-rule", int(two))):
        page = text(post(hall, name, number, client=judge, ruling="I win."), 422)
        assert "COM-ROLE-4" in page
    assert not Ruling.objects.exists()
