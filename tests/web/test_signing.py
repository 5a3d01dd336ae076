"""Signing off a round: who may, what it says, when it no longer holds; and the seal on pages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from judging_cases import entry, plays, refused, somebody
from muster.app.common.access import Actor, DeniedError
from muster.app.floor.signing import changes_since, sign_off, signed_round, signed_rounds, to_sign
from muster.app.history.public_verify import public_entries
from muster.app.history.reasons import typed
from muster.app.history.seals import seal_of
from muster.core.ids import TableNo
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.seal import results_digest
from muster.journal import store
from muster.journal.store import Snapshot
from muster.people.models import Change, Event, SignOff
from muster.web.paper.printouts.posted import standings_sheets
from muster.web.paper.printouts.sizes import PAPERS
from public_cases import see, shown
from tournament_cases import absent
from web_cases import Hall

pytestmark = pytest.mark.django_db


def played(players: int = 4, regulations: str = "armada-4.0", **setup: Any) -> Hall:
    """A hall whose first round is complete, for everybody to see."""
    hall = shown(Hall(regulations, {"structure": "custom", "rounds": 3, **setup}))
    hall.begin(players)
    hall.publish()
    hall.play()
    return hall


def now(hall: Hall) -> Snapshot:
    return store.load(hall.tournament.pk)


def signed(hall: Hall, actor: Actor, round_no: int = 1, key: str | None = None) -> SignOff | Refusal:
    seen = results_digest(hall.state, round_no)
    return sign_off(hall.tournament.pk, actor, round_no, seen=seen, key=key)


def corrected(hall: Hall, round_no: int = 1) -> None:
    wrong = absent(hall.state.regulations, 0)
    hall.do(commands.CorrectResult(hall.state.rounds[round_no - 1].number, TableNo(1), wrong, typed("slip")))


def words(hall: Hall, page: str = "verify") -> str:
    return re.sub(r"\s+", " ", see(hall, page, 1))


# --- who, and what ------------------------------------------------------------------------------


def test_whoever_may_rule_signs_a_complete_round_once_by_whatever_tap() -> None:
    hall = played()
    marshal = somebody(hall, "marshal")
    made = signed(hall, marshal, key="one")
    assert isinstance(made, SignOff)
    assert (made.role, made.head, made.round_no) == ("marshal", hall.state.head, 1)
    assert made.results == results_digest(hall.state, 1)
    assert signed(hall, marshal, key="one") == made
    refused(signed(hall, marshal, key="two"), "You have approved round 1")
    assert SignOff.objects.count() == 1
    code = hall.event.code
    assert set(Change.objects.latest("pk").topics.split()) >= {f"{code}/1/results", f"{code}/1/calls"}
    with pytest.raises(DeniedError):
        signed(hall, somebody(hall, "scorekeeper"))


def test_what_a_form_shows_does_not_depend_on_whether_it_is_on_record_yet() -> None:
    hall = played()
    before = to_sign(now(hall), hall.actor, 1)
    signed(hall, hall.actor, key="one")
    after = to_sign(now(hall), hall.actor, 1)
    assert not isinstance(before, Refusal)
    assert not isinstance(after, Refusal)
    assert (before.signed, after.signed) == (False, True)
    assert before.digest == after.digest
    assert "You have approved round 1" in hall.get("results-sign", 1).content.decode()


def test_a_round_that_is_not_complete_names_its_open_tables() -> None:
    hall = played(players=24)
    hall.publish()
    hall.play(leave=10)
    open_ = sorted(table for table, one in hall.state.rounds[1].matches.items() if not one.settled)
    listed = ", ".join(map(str, open_[:8]))
    refused(signed(hall, hall.actor, 2), f"tables {listed} … have no undisputed result")
    hall.play(leave=1)
    refused(signed(hall, hall.actor, 2), "table 12 has no undisputed result")
    refused(to_sign(now(hall), hall.actor, 3), "no such round")
    refused(sign_off(hall.tournament.pk, hall.actor, 0, seen=""), "no such round")


def test_nobody_signs_what_they_were_not_shown() -> None:
    hall = played()
    seen = results_digest(hall.state, 1)
    corrected(hall)
    answer = sign_off(hall.tournament.pk, hall.actor, 1, seen=seen)
    assert refused(answer, "has changed since you opened the page").code == "stale"


def test_com_role_4_a_leaders_own_match_is_not_covered_by_their_name() -> None:
    hall = played(regulations="legion-2.0")
    judge, other = somebody(hall, "judge", "Jo"), somebody(hall, "judge", "Kim")
    player = hall.state.rounds[0].matches[TableNo(2)].pairing.players[1]
    plays(hall, judge, player)
    assert isinstance(signed(hall, judge), SignOff)
    assert signed_round(now(hall), hall.state.rounds[0]).uncovered == (2,)
    assert "Table 2 is not included" in words(hall)
    assert isinstance(signed(hall, other), SignOff)
    assert signed_round(now(hall), hall.state.rounds[0]).uncovered == ()


def test_com_role_4_nobody_signs_a_round_that_is_their_own_match_alone() -> None:
    hall = played(players=2, regulations="legion-2.0", rounds=1)
    judge = somebody(hall, "judge")
    plays(hall, judge, 1)
    found = refused(signed(hall, judge), "You play the only match")
    assert found.clause == "COM-ROLE-4"


# --- whether it holds ---------------------------------------------------------------------------


def test_a_signature_holds_until_a_result_changes_and_the_history_says_what() -> None:
    hall = played()
    marshal, judge = somebody(hall, "marshal"), somebody(hall, "judge")
    signed(hall, marshal)
    hall.publish()
    was = results_digest(hall.state, 1)
    assert "Round 1: approved by the marshal; unchanged since." in words(hall)
    corrected(hall)
    correction = hall.state.version
    text = words(hall)
    assert was in text
    assert "Round 1: changed since it was approved by the marshal." in text
    assert "The marshal" not in text
    (change,) = changes_since(now(hall), signed_round(now(hall), hall.state.rounds[0]), str, {})
    assert change.seq == correction
    desk = hall.get("results", round=1).content.decode()
    assert hall.url("history-act", correction) in desk
    assert "since the marshal approved it" in desk
    for one in (marshal, judge, somebody(hall, "judge", "Jo")):
        signed(hall, one)
    assert "Round 1: approved by the marshal and 2 judges; unchanged since." in words(hall)
    assert SignOff.objects.filter(by=int(marshal.who[8:])).count() == 2
    found = signed_round(now(hall), hall.state.rounds[0])
    assert [one.role for one in found.signatures] == ["marshal", "judge", "judge"]
    assert changes_since(now(hall), found, str, {}) == ()


def test_what_an_undo_brings_back_holds_again() -> None:
    hall = played(rounds=2)
    signed(hall, hall.actor)
    corrected(hall)
    assert not signed_round(now(hall), hall.state.rounds[0]).holding
    hall.do(commands.Retract())
    found = signed_round(now(hall), hall.state.rounds[0])
    assert found.holding
    assert str(found.words) == "the organiser"


def test_a_late_players_loss_is_a_change_that_says_its_name() -> None:
    hall = played()
    signed(hall, hall.actor)
    hall.publish()
    hall.post("people-add", name="Late Comer", sure="yes")
    (found,) = [one for one in signed_rounds(now(hall)) if one.signatures]
    assert found.broken
    (change,) = changes_since(now(hall), found, str, {})
    assert "losses in rounds 1, 2" in str(change.says)


def test_an_account_that_is_gone_leaves_its_signature() -> None:
    hall = played()
    for name in ("Jo", "Kim"):
        judge = somebody(hall, "judge", name)
        signed(hall, judge)
        SignOff.objects.filter(by=int(judge.who[8:])).update(by=None)
    found = signed_round(now(hall), hall.state.rounds[0])
    assert [str(one.name) for one in found.holding] == ["somebody whose account is gone"] * 2
    assert str(found.words) == "2 judges"
    assert "somebody whose account is gone" in hall.get("finish").content.decode()


# --- on pages -----------------------------------------------------------------------------------


def test_the_desk_and_the_phone_show_what_is_signed_and_sign_it(
    django_assert_max_num_queries: Any,
) -> None:
    hall = played(players=5)
    judge = hall.staff("judge", "Jo <b>Judge</b>")
    assert "not approved" in hall.get("results").content.decode()
    home = judge.get(f"/judge/{hall.event.code}/1/").content.decode()
    assert f'href="/judge/{hall.event.code}/1/sign/1">Approve round 1' in home
    page = judge.get(f"/judge/{hall.event.code}/1/sign/1").content.decode()
    assert re.search(r"Matches</dt><dd>2</dd><dt>Byes</dt><dd>1</dd>\s*<dt>Corrected results</dt><dd>0", page)
    shown = [hall.state.rounds[0].matches[TableNo(number)].pairing.players for number in (1, 2)]
    for names in ((str(entry(hall, player).person) for player in players) for players in shown):
        assert re.search("</bdi> – <bdi>".join(names), page)
    assert f'href="{hall.url("results")}?round=1">All results' in page
    form = dict(re.findall(r'name="(key|results)" value="([^"]+)"', page))
    after = judge.post(f"/judge/{hall.event.code}/1/sign/1", form, follow=True).content.decode()
    assert "Round 1 is approved." in after
    assert "Round 1: approved by a judge" in after
    desk = hall.get("results-signed", 1).content.decode()
    assert "Jo &lt;b&gt;Judge&lt;/b&gt;" in desk
    assert "Approve this round" in desk
    assert "Approve this round" not in judge.get(hall.url("results-signed", 1)).content.decode()
    with django_assert_max_num_queries(5):
        signed_rounds(now(hall))


def test_the_desk_refuses_on_the_page_and_says_what_to_do() -> None:
    hall = played()
    page = hall.get("results-sign", 1).content.decode()
    assert "What you sign" in page
    stale = hall.post("results-sign", 1, results="0" * 64)
    assert stale.status_code == 409
    assert "look at it again" in stale.content.decode()
    done = hall.post("results-sign", 1, results=results_digest(hall.state, 1))
    assert "Round 1 is approved." in done.content.decode()
    again = hall.post("results-sign", 1, results=results_digest(hall.state, 1))
    assert again.status_code == 422
    assert hall.staff("scorekeeper").get(hall.url("results-sign", 1)).status_code == 403
    assert hall.get("results-sign", 7).status_code == 404


def test_of_very_many_matches_the_first_are_shown_before_one_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.app.floor.signing.MOST_MATCHES", 1)
    page = played().get("results-sign", 1).content.decode()
    assert page.count('<tr><th scope="row"') == 1
    assert "These are the first 1 of 2." in page


def test_what_was_disputed_and_what_one_side_alone_reported_is_said_before_one_signs() -> None:
    hall = shown(Hall("armada-4.0", {"structure": "custom", "rounds": 3}))
    hall.begin(4)
    hall.publish()
    no = hall.state.rounds[0].number
    one, two = hall.state.rounds[0].matches[TableNo(1)].pairing.players
    report, other = (absent(hall.state.regulations, seat) for seat in (0, 1))
    hall.do(
        commands.ReportResult(no, TableNo(1), report, one), commands.ReportResult(no, TableNo(1), other, two)
    )
    refused(signed(hall, hall.actor), "table")
    hall.do(commands.ReportResult(no, TableNo(1), report))
    one = hall.state.rounds[0].matches[TableNo(2)].pairing.players[0]
    hall.do(commands.ReportResult(no, TableNo(2), report, one))
    asked = to_sign(now(hall), hall.actor, 1)
    assert not isinstance(asked, Refusal)
    assert (asked.disputes, asked.unconfirmed, asked.matches) == (1, 1, 2)


def test_the_end_says_which_rounds_nobody_signed_and_does_not_mind() -> None:
    hall = played(rounds=2)
    signed(hall, hall.actor)
    hall.publish()
    page = hall.get("finish").content.decode()
    assert "not complete" in page
    hall.play()
    page = hall.get("finish").content.decode()
    assert hall.url("results-sign", 2) in page
    assert "A signature is never needed to finish" in page
    assert "All places" in hall.post("end").content.decode()
    assert isinstance(signed(hall, hall.actor, 2), SignOff)


# --- the seal -----------------------------------------------------------------------------------


def test_the_seal_stands_in_groups_wherever_the_end_is_shown() -> None:
    hall = played(rounds=1, players=4)
    before = seal_of(now(hall))
    assert before is not None
    assert not before.final
    assert before.groups not in words(hall, "standings")
    assert before.groups in hall.get("standings-print", 1).content.decode()
    hall.do(commands.FinishTournament(typed("enough")))
    seal = seal_of(now(hall), "https://muster.example/e/ABC/1/verify")
    assert seal is not None
    assert seal.final
    assert seal.head == hall.state.head
    assert seal.short == "muster.example/e/ABC/1/verify"
    assert [len(group) for group in seal.groups.split()] == [8] * 8
    for page in ("final", "standings"):
        assert seal.groups not in words(hall, page)
        assert "Check it yourself" in words(hall, page)
    assert seal.groups in words(hall, "verify")
    assert seal.head in words(hall)
    for name in ("finish", "places-print"):
        assert seal.groups in hall.get(name).content.decode()
    assert f"/e/{hall.event.code}/1/verify" in hall.get("places-print").content.decode()
    Event.objects.filter(pk=hall.event.pk).update(listed=False)
    assert "/verify" not in hall.get("places-print").content.decode()


def test_the_seal_stands_on_every_sheet_and_its_code_where_there_is_room() -> None:
    hall = played(players=38, rounds=1)
    hall.do(commands.FinishTournament(typed("enough")))
    seal = seal_of(now(hall), "https://muster.example/e/ABC/1/verify")
    for size in PAPERS.values():
        first, last = standings_sheets(hall.state, 1, {}, size, seal).leaves
        assert first.body.seal == last.body.seal == seal
        assert (first.body.code, last.body.code) == (False, True)
        assert len(first.body.lines) + len(last.body.lines) == 38


def test_the_seal_of_a_day_that_ended_with_a_draw_on_the_table_covers_all_of_it() -> None:
    hall = played()
    hall.propose()
    assert len(public_entries(now(hall))) < hall.state.version
    hall.do(commands.FinishTournament(typed("the hall closes")))
    assert public_entries(now(hall))[-1].head == hall.state.head
    hall.do(commands.ReopenTournament(typed("we may stay")))
    assert len(public_entries(now(hall))) == hall.state.version
