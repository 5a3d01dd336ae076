"""Rulings and appeals, proxies, components, and what erasing leaves of them."""

from __future__ import annotations

from typing import Any

import pytest

from judging_cases import (
    appealed,
    decided,
    entry,
    first,
    given,
    hall,
    noted,
    plays,
    refused,
    ruled,
    somebody,
    worth,
)
from muster.app.common.access import Actor, DeniedError
from muster.app.floor import calls, clocks
from muster.app.judging import components, penalties, proxies, rulings
from muster.app.registration.erasing import erase
from muster.core.ids import RoundNo
from muster.core.tournament.refusals import Refusal
from muster.people.models import Proxy, Ruling
from muster.web.judge.record import reports
from web_cases import Hall

pytestmark = pytest.mark.django_db


# Rulings and appeals


def test_a_ruling_answers_a_call_and_closes_it() -> None:
    where = hall()
    judge, player = somebody(where, "judge"), first(where).pairing.players[0]
    call = calls.make(entry(where, player), "judge", round_no=1, table=first(where).pairing.table)
    made = ruled(where, judge, question="May it turn?", clause="LEG-MOV-1", call=call.pk, key="k")
    assert (made.round_no, made.table, str(made.by)) == (1, first(where).pairing.table, "The judge")
    assert sorted(made.entries) == sorted(entry(where, one).pk for one in first(where).pairing.players)
    assert calls.waiting(where.tournament.pk) == []
    assert ruled(where, judge, key="k").pk == made.pk
    assert [one.pk for one in rulings.rulings_of(where.tournament.pk, round_no=1, table=made.table)] == [
        made.pk
    ]
    assert list(rulings.rulings_of(where.tournament.pk, round_no=2)) == []


def test_a_ruling_needs_words_and_a_table_where_somebody_plays() -> None:
    where = hall()
    empty = rulings.RulingInput(ruling=" \x00\u202e ")
    refused(rulings.rule(where.tournament.pk, where.actor, empty), "Write down what you ruled")
    nowhere = rulings.RulingInput(ruling="Yes", table=99)
    refused(rulings.rule(where.tournament.pk, where.actor, nowhere), "Nobody plays at table 99")
    later = rulings.RulingInput(ruling="Yes", round_no=2)
    refused(rulings.rule(where.tournament.pk, where.actor, later), "no such round")
    nobody = rulings.RulingInput(ruling="Yes", player=99)
    refused(rulings.rule(where.tournament.pk, where.actor, nobody), "Choose a player")
    offence = penalties.Offence(player=1, category="tardiness", kind="normal-warning", round_no=-1)
    refused(penalties.give(where.tournament.pk, where.actor, offence), "no such round")


def test_hostile_words_are_kept_harmless() -> None:
    made = ruled(hall(), Actor("system", "organiser"), ruling="<b>\x00no\ud800\u202e\n" + "x" * 5000)
    assert made.ruling.startswith("<b>no xx")
    assert (len(made.ruling), made.by) == (1000, None)


def test_a_scorekeeper_neither_rules_nor_penalises() -> None:
    where = hall()
    desk = somebody(where, "scorekeeper")
    with pytest.raises(DeniedError, match="organiser, marshal or judge"):
        ruled(where, desk)
    with pytest.raises(DeniedError):
        given(where, desk, "normal-warning")
    made = appealed(where, where.actor)
    with pytest.raises(DeniedError, match="organiser or marshal;"):
        decided(where, somebody(where, "judge"), made)


def test_com_role_3_the_marshal_has_the_last_word() -> None:
    where = hall()
    judge, marshal = somebody(where, "judge"), somebody(where, "marshal")
    made = appealed(where, judge)
    assert [one.pk for one in rulings.open_appeals(where.tournament.pk)] == [made.pk]
    refused(decided(where, where.actor, made), "for The marshal to decide", "COM-ROLE-3")
    refused(decided(where, marshal, made, upheld=False), "what holds in place")
    answer = decided(where, marshal, made, upheld=False, final="It may.")
    assert isinstance(answer, Ruling)
    assert (answer.upheld, answer.final, str(answer.decided_by)) == (False, "It may.", "The marshal")
    refused(decided(where, marshal, made), "final")
    refused(rulings.appeal(where.tournament.pk, judge, made.pk), "final")
    assert list(rulings.open_appeals(where.tournament.pk)) == []


def test_com_role_3_without_a_marshal_the_organiser_decides() -> None:
    where = hall()
    made = appealed(where, somebody(where, "judge"))
    assert isinstance(decided(where, where.actor, made), Ruling)


def test_com_role_3_whoever_ruled_decides_only_where_nobody_else_can() -> None:
    where = hall()
    alone = appealed(where, where.actor)
    assert isinstance(decided(where, where.actor, alone), Ruling)
    marshal = somebody(where, "marshal")
    own = appealed(where, marshal)
    refused(decided(where, marshal, own), "for Olivia Organiser to decide")
    assert isinstance(decided(where, where.actor, own), Ruling)


def test_an_appeal_is_noted_first_and_by_somebody_of_the_table() -> None:
    where = hall()
    one, two = first(where).pairing.players
    made = ruled(where, where.actor, table=first(where).pairing.table)
    refused(decided(where, where.actor, made), "Nobody has appealed")
    stranger = next(player for player in where.state.players if player not in (one, two))
    refused(
        rulings.appeal(where.tournament.pk, where.actor, made.pk, entry(where, stranger).pk),
        "sits at this table",
    )
    own = entry(where, one).pk
    for by in (own, None):
        answer = rulings.appeal(where.tournament.pk, where.actor, made.pk, by)
        assert isinstance(answer, Ruling)
        assert answer.appeal_by == f"entry:{own}"
    refused(rulings.appeal(where.tournament.pk, where.actor, made.pk + 99), "no such ruling")


def test_com_role_4_nobody_rules_on_their_own_game() -> None:
    where = hall()
    judge, player = somebody(where, "judge"), first(where).pairing.players[0]
    plays(where, judge, player)
    asked = rulings.RulingInput(ruling="Yes", table=first(where).pairing.table)
    refused(rulings.rule(where.tournament.pk, judge, asked), "You play at this table", "COM-ROLE-4")
    offence = penalties.Offence(player=player, category="tardiness", kind="normal-warning")
    refused(penalties.give(where.tournament.pk, judge, offence), "You are this player")
    found = components.ComponentFault(player=player, component="die", fault="lost")
    refused(components.note(where.tournament.pk, judge, found), "You are this player")
    ruled(where, judge, table=max(where.state.rounds[-1].matches))


def test_com_role_4_where_two_leaders_meet_no_judge_rules() -> None:
    where = hall()
    for player, name in zip(first(where).pairing.players, ("Jo", "Max"), strict=True):
        plays(where, somebody(where, "judge", name), player)
    asked = rulings.RulingInput(ruling="Yes", table=first(where).pairing.table)
    refused(rulings.rule(where.tournament.pk, somebody(where, "judge"), asked), "Two leaders play")
    assert isinstance(rulings.rule(where.tournament.pk, where.actor, asked), Ruling)


def test_com_role_4_a_marshal_who_plays_there_does_not_decide() -> None:
    where = hall()
    marshal = somebody(where, "marshal")
    plays(where, marshal, first(where).pairing.players[0])
    made = appealed(where, somebody(where, "judge"), table=first(where).pairing.table)
    refused(decided(where, marshal, made), "for Olivia Organiser to decide")
    plays(where, where.actor, first(where).pairing.players[1])
    refused(decided(where, where.actor, made), "who does not must decide")


def test_earlier_rulings_are_found_by_their_words_in_the_whole_event() -> None:
    where = hall()
    made = ruled(where, where.actor, question="Cover behind a hedge?", ruling="Light cover.", clause="RRG 27")
    ruled(where, where.actor, ruling="No.")
    for words in ("HEDGE", "light hedge", "rrg"):
        assert [one.pk for one in rulings.like(where.event.pk, words)] == [made.pk]
    assert rulings.like(where.event.pk, "light tank") == []
    assert len(rulings.like(where.event.pk, "")) == 2


# Proxies and components


def test_com_lost_2_a_proxy_bears_card_text_leader_and_date() -> None:
    where = hall()
    judge = somebody(where, "judge")
    wanted = proxies.ProxyInput(player=1, card="Darth Vader", unreadable="Speed 2", key="k")
    for _again in range(2):
        made = proxies.make(where.tournament.pk, judge, wanted)
        assert isinstance(made, Proxy)
        assert (made.card, made.unreadable, str(made.by)) == ("Darth Vader", "Speed 2", "The judge")
        assert made.approved_by == made.by
    assert proxies.proxies_of(where.tournament.pk).count() == 1
    assert proxies.clause_on_proxies(where.state) == "COM-LOST-2"


@pytest.mark.parametrize("regulations", ["armada-4.0", "armada-pl", "legion-2.0", "runewars-2.2.2"])
def test_com_lost_2_a_proxy_is_for_a_damaged_card_and_for_no_other(regulations: str) -> None:
    where = hall(regulations)
    made = proxies.ProxyInput(player=1, card="Yoda", reason="defect")
    refused(proxies.make(where.tournament.pk, where.actor, made), "damaged in this tournament")
    assert not proxies.proxies_of(where.tournament.pk).exists()


def test_swu_chk_1_a_floor_judges_proxy_waits_for_the_head_judge() -> None:
    where = hall("unlimited-1.3")
    judge = somebody(where, "judge")
    made = proxies.make(
        where.tournament.pk, judge, proxies.ProxyInput(player=1, card="Yoda", reason="defect")
    )
    assert not isinstance(made, Refusal)
    assert made.approved_by is None
    refused(proxies.approve(where.tournament.pk, judge, made.pk), "SWU-CHK-1")
    for leader in (somebody(where, "marshal"), where.actor):
        found = proxies.approve(where.tournament.pk, leader, made.pk)
        assert not isinstance(found, Refusal)
        assert str(found.approved_by) == "The marshal"


def test_swu_chk_1_a_proxy_is_for_damage_here_or_a_defect_and_for_nothing_else() -> None:
    where = hall("unlimited-1.3")
    for reason, good in (("damaged", True), ("defect", True), ("worn before", False), ("", False)):
        asked = proxies.ProxyInput(player=1, card="Yoda", reason=reason)
        made = proxies.make(where.tournament.pk, where.actor, asked)
        assert isinstance(made, Proxy) == good, reason


def test_swu_chk_1_a_proxy_is_signed_and_dated_and_of_its_own_tournament_only() -> None:
    where, other = hall("unlimited-1.3"), hall("unlimited-1.3")
    asked = proxies.ProxyInput(player=1, card="Yoda")
    made = proxies.make(where.tournament.pk, somebody(where, "marshal"), asked)
    assert isinstance(made, Proxy)
    assert (made.card, str(made.approved_by)) == ("Yoda", "The marshal")
    assert [one.pk for one in proxies.proxies_of(where.tournament.pk)] == [made.pk]
    assert not proxies.proxies_of(other.tournament.pk).exists()
    refused(proxies.approve(other.tournament.pk, other.actor, made.pk), "no such proxy")


def test_a_leaders_own_proxy_waits_for_another_leader() -> None:
    where = hall()
    judge = somebody(where, "judge")
    plays(where, judge, 1)
    made = proxies.make(where.tournament.pk, judge, proxies.ProxyInput(player=1, card="Yoda"))
    assert not isinstance(made, Refusal)
    assert made.approved_by is None
    refused(proxies.approve(where.tournament.pk, judge, made.pk), "another leader")
    refused(proxies.approve(where.tournament.pk, judge, made.pk + 5), "no such proxy")
    bads: tuple[dict[str, Any], ...] = ({"card": " "}, {"reason": "ugly"}, {"player": 77})
    for bad in bads:
        asked = proxies.ProxyInput(**{"player": 2, "card": "Yoda", **bad})
        assert isinstance(proxies.make(where.tournament.pk, judge, asked), Refusal)


@pytest.mark.parametrize(
    ("fault", "essential", "outcomes", "clause"),
    [
        ("lost", True, ["replaced", "conceded", "dropped"], "COM-LOST-1"),
        ("lost", False, ["shared"], "COM-LEGAL-1"),
        ("damaged", True, ["replaced", "shared", "conceded", "dropped"], "COM-LOST-2"),
        ("damaged", False, ["replaced", "shared"], "COM-LOST-2"),
        ("illegal", True, ["replaced", "dropped"], "COM-MOD-1"),
        ("illegal", False, ["replaced"], "COM-MOD-1"),
    ],
)
def test_what_follows_from_a_fault(fault: str, essential: bool, outcomes: list[str], clause: str) -> None:
    where = hall()
    found = components.follows(where.state, fault, essential=essential)
    assert [one.outcome for one in found] == outcomes
    assert {one.clause for one in found} == {clause}


def test_com_lost_1_a_lost_component_brings_time_then_a_concession_then_a_drop() -> None:
    where = hall()
    judge, player = somebody(where, "judge"), first(where).pairing.players[0]
    made = noted(where, judge, extension_minutes=4, key="k")
    assert noted(where, judge, key="k").pk == made.pk
    assert clocks.clock_of(where.tournament.pk, RoundNo(1)).clock.extended == {first(where).pairing.table: 4}
    answer = components.settle(where.tournament.pk, judge, made.pk, "conceded")
    assert not isinstance(answer, Refusal)
    assert (answer.outcome, first(where).report.end, worth(where).winner) == ("conceded", "concession", 1)  # type: ignore[union-attr]
    refused(components.settle(where.tournament.pk, judge, made.pk, "dropped"), "settled already")
    other = noted(where, judge)
    assert not isinstance(components.settle(where.tournament.pk, judge, other.pk, "dropped"), Refusal)
    assert where.state.players[player].status == "dropped"
    assert [one.pk for one in components.reports_of(where.tournament.pk)] == [other.pk, made.pk]


@pytest.mark.parametrize("regulations", ["armada-4.0", "armada-pl", "legion-2.0", "runewars-2.2.2"])
def test_com_lost_2_what_is_damaged_and_cannot_be_replaced_counts_as_lost(regulations: str) -> None:
    where = hall(regulations)
    player = first(where).pairing.players[0]
    for outcome in ("conceded", "dropped"):
        made = noted(where, where.actor, fault="damaged", component="token")
        answer = components.settle(where.tournament.pk, where.actor, made.pk, outcome)
        assert not isinstance(answer, Refusal), answer
    assert (worth(where).winner, where.state.players[player].status) == (1, "dropped")


def test_swu_chk_1_a_damaged_card_of_unlimited_costs_no_game() -> None:
    found = components.follows(hall("unlimited-1.3").state, "damaged", essential=True)
    assert [one.outcome for one in found] == ["replaced", "shared"]


def test_com_mod_1_an_illegal_component_is_replaced_or_the_player_dropped() -> None:
    where = hall("armada-4.0")
    player = first(where).pairing.players[0]
    made = noted(where, where.actor, fault="illegal", component="ship")
    refused(components.settle(where.tournament.pk, where.actor, made.pk, "conceded"), "does not follow")
    assert not isinstance(components.settle(where.tournament.pk, where.actor, made.pk, "replaced"), Refusal)
    refused(components.settle(where.tournament.pk, where.actor, made.pk, "replaced"), "settled already")
    assert not isinstance(components.settle(where.tournament.pk, where.actor, made.pk, "dropped"), Refusal)
    assert where.state.players[player].status == "dropped"
    refused(components.settle(where.tournament.pk, where.actor, made.pk + 5, "dropped"), "no such report")


@pytest.mark.parametrize("regulations", ["armada-4.0", "unlimited-1.3"])
def test_a_concession_is_a_result_of_every_game(regulations: str) -> None:
    where = hall(regulations)
    made = noted(where, where.actor)
    assert not isinstance(components.settle(where.tournament.pk, where.actor, made.pk, "conceded"), Refusal)
    assert worth(where).winner == 1


def test_a_report_of_an_earlier_round_concedes_no_later_match() -> None:
    where = hall()
    made = noted(where, where.actor)
    where.play()
    where.publish()
    refused(
        components.settle(where.tournament.pk, where.actor, made.pk, "conceded"),
        "round of this report is over",
    )


def test_faults_that_are_none_are_refused() -> None:
    where = hall()
    asked: tuple[dict[str, Any], ...] = (
        {"fault": "ugly"},
        {"component": "\x00"},
        {"player": 99},
        {"extension_minutes": 5000},
    )
    for bad in asked:
        found = components.ComponentFault(**{"player": 1, "component": "die", "fault": "lost", **bad})
        assert isinstance(components.note(where.tournament.pk, where.actor, found), Refusal), bad
    assert not components.reports_of(where.tournament.pk).exists()
    before = Hall()
    before.enter(2)
    early = components.ComponentFault(player=1, component="die", fault="lost", extension_minutes=3)
    refused(components.note(before.tournament.pk, before.actor, early), "no table can have more time")


# Reports and erasing


def test_penalties_leave_the_desk_as_a_list_and_by_player() -> None:
    where = hall()
    given(where, where.actor, "normal-warning", what="=SUM(A1)", clause="FR 3.2")
    other = given(where, where.actor, "normal-warning", player=first(where).pairing.players[1]).penalty
    penalties.withdraw(where.tournament.pk, where.actor, other.pk, "slip")
    told = reports.counted(where.tournament.pk, where.state)
    assert (len(told.players), told.withdrawn, told.players[0].total) == (1, 1, 1)
    assert (told.kinds, told.totals) == (("Normal warning",), (1,)), "no column of what nobody was given"
    lines = reports.penalties_csv(where.tournament.pk, where.state).splitlines()
    assert len(lines) == 3
    assert "'=SUM(A1),FR 3.2" in lines[1]
    assert lines[2].endswith("slip")
    assert reports.counted(hall().tournament.pk, where.state).totals == ()


def test_erasing_a_person_empties_what_judges_wrote_and_keeps_the_numbers() -> None:
    where = hall()
    one, two = first(where).pairing.players
    name = entry(where, one).person.name
    made = ruled(where, where.actor, question="Who?", table=first(where).pairing.table)
    named = ruled(where, where.actor, question="What?", ruling=f"{name.upper()} is right.")
    mine = given(where, where.actor, "normal-warning", what="late").penalty
    theirs = given(where, where.actor, "normal-warning", player=two, what=f"shouted at {name}").penalty
    lost = noted(where, where.actor, note="left at home")
    proxies.make(
        where.tournament.pk, where.actor, proxies.ProxyInput(player=one, card="Yoda", unreadable="Force")
    )
    erase(entry(where, one).person, where.actor)
    for row in (made, named, mine, theirs, lost):
        row.refresh_from_db()
    assert (made.question, made.ruling, named.question, named.ruling) == ("", "", "What?", "")
    assert (mine.what, mine.kind, theirs.what, lost.note, lost.component) == (
        "",
        "normal-warning",
        "",
        "",
        "",
    )
    assert proxies.proxies_of(where.tournament.pk).get().unreadable == ""
    told = reports.counted(where.tournament.pk, where.state)
    assert f"Player {one}" in [line.name for line in told.players]
