"""Every kind of duty: when it is open, when not, whom it binds, by which clause, and what settles it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from duty_cases import LATER, OPEN, OPENS, SETTLED, at, cut_made, entered, known, of, playing
from muster.core.clock import Clock
from muster.core.duties import KINDS, Kind, Severity, duties, stopping
from muster.core.duties.before import PREPARATIONS, preparations
from muster.core.duties.ending import business_days_after
from muster.core.duties.situation import CallWaiting, KnownPlayer, Situation, Waits
from muster.core.duties.values import Duty
from muster.core.ids import PlayerId, TableNo
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament import commands
from muster.core.tournament.state import State
from tournament_cases import IDS, Desk, custom, desk


def _open(now: Situation, kind: str) -> list[Duty]:
    return [duty for duty in duties(now) if duty.kind.id == kind]


def test_every_kind_has_its_cases() -> None:
    assert set(OPEN) == set(SETTLED) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_open_when_it_should_be(kind: str) -> None:
    found = _open(OPEN[kind](), kind)
    assert found
    assert all(str(duty.says) for duty in found)


@pytest.mark.parametrize("kind", KINDS)
def test_and_not_otherwise(kind: str) -> None:
    assert not _open(SETTLED[kind](), kind)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_kind_cites_clauses_that_are_on_record(kind: Kind) -> None:
    everywhere = frozenset().union(*map(known, IDS))
    assert set(kind.clauses) <= everywhere
    assert kind.clauses or kind.always


@pytest.mark.parametrize("kind", [one for one in KINDS.values() if one.waivable], ids=lambda one: one.id)
def test_a_word_settles_what_is_left_to_discretion(kind: Kind) -> None:
    now = OPEN[kind.id]()
    first = _open(now, kind.id)[0]
    words = {(kind.id, about) for about in first.found.covers or (first.found.about,)}
    if kind.id == "prepare":
        words = {(kind.id, one.id) for one, _ in preparations(now)}
    after = replace(now, settled=frozenset(words))
    assert [duty.name for duty in _open(after, kind.id)] == [
        duty.name for duty in _open(now, kind.id) if duty.name != first.name
    ]


def test_a_word_about_some_players_leaves_the_duty_open_for_others() -> None:
    made = entered()
    known_of = {player: KnownPlayer(roster="missing") for player in made.state.players}
    now = at(made, rosters="required", entrants=known_of)
    assert "4 of 4 rosters are missing" in str(_open(now, "roster-missing")[0].says)
    one = replace(now, settled=frozenset({("roster-missing", "1"), ("roster-missing", "2")}))
    assert str(_open(one, "roster-missing")[0].says).startswith("2 of 4 rosters are missing: Player 3")


def test_f24_a_pool_that_is_not_registered_is_told_with_who_sits_opposite() -> None:
    now = OPEN["pool-missing"]()
    says = str(_open(now, "pool-missing")[0].says)
    (table,) = [one for one in now.state.building or () if 1 in one]
    assert "Player 1 (" not in says
    assert "3 pools are not registered" in says
    assert f"(opposite Player {min(one for one in table)})" in says
    gone = replace(now.state.players[table[0]], status="dropped")
    alone = replace(
        now, state=replace(now.state, players=now.state.players.set(table[0], gone)), pools=frozenset()
    )
    assert "(alone)" in str(_open(alone, "pool-missing")[0].says)
    assert "pool-missing" in {duty.kind.id for duty in stopping(now, "pair")}
    assert not _open(replace(now, pools=None), "pool-missing")


def test_of_many_pools_a_few_are_named() -> None:
    made = desk("unlimited-1.3", players=12)
    made.do(commands.DrawBuilding(made.link()))
    made.do(commands.PublishBuilding())
    says = str(_open(at(made, pools=frozenset()), "pool-missing")[0].says)
    assert says.startswith("12 pools are not registered")
    assert says.count("opposite") == 5


def test_a_deck_built_at_the_event_is_not_missing_before() -> None:
    now = OPEN["roster-missing"]()
    assert not _open(replace(now, limited=True), "roster-missing")


def test_the_loudest_come_first_then_what_stops() -> None:
    made = playing("unlimited-1.3")
    call = CallWaiting(5, "judge", PlayerId(1), TableNo(1), LATER)
    now = at(made, rosters="required", calls=(call,), **of(made, 2, roster="missing"))
    shown = [(duty.kind.loud, duty.severity) for duty in duties(now)]
    order: dict[Severity, int] = {"stops": 1, "warns": 2, "reminds": 3}
    ranks = [0 if loud else order[severity] for loud, severity in shown]
    assert ranks == sorted(ranks)
    assert ranks[0] == 0
    assert 1 in ranks


def test_each_role_sees_what_binds_it() -> None:
    now = OPEN["dispute"]()
    assert any(duty.kind.id == "dispute" for duty in duties(now, "judge"))
    assert not any(duty.kind.id == "dispute" for duty in duties(now, "player"))
    assert KINDS["dispute"].who[0] == "judge"
    assert all(duty.binds("judge") for duty in duties(now, "judge"))


def test_what_stops_asks_before_the_next_step() -> None:
    now = OPEN["roster-missing"]()
    assert "roster-missing" in {duty.kind.id for duty in stopping(now, "announce")}
    assert not stopping(now, "report")


def test_an_absent_player_is_asked_about_before_the_next_pairing() -> None:
    now = OPEN["absent"]()
    [duty] = _open(now, "absent")
    assert duty.found.player is not None
    assert duty.clause == "COM-DROP-1"
    assert "absent" in {one.kind.id for one in stopping(now, "pair")}


def test_nothing_is_anybodys_duty_before_there_is_a_tournament() -> None:
    assert duties(Situation(State(), LATER, OPENS)) == ()


def test_a_departure_cites_its_own_clause() -> None:
    [duty] = _open(OPEN["departure"](), "departure")
    assert duty.clause == "SWU-KIND-1"


def test_calls_say_as_much_as_is_known() -> None:
    made = playing()
    calls = (
        CallWaiting(1, "judge", PlayerId(1), TableNo(1), LATER),
        CallWaiting(2, "judge", PlayerId(1), None, LATER),
        CallWaiting(3, "judge", None, None, LATER),
        CallWaiting(4, "rejoin", None, None, LATER),
    )
    words = [str(duty.says) for duty in duties(at(made, calls=calls)) if duty.kind.id in ("call", "rejoin")]
    assert words == ["Table 1: Player 1 calls a judge.", "Player 1 calls a judge.", "A judge is called."]


def test_who_conceded_at_a_table_is_told_while_nothing_is_reported_of_it() -> None:
    made = playing("twin-suns-1.3")
    first = made.round.matches[TableNo(1)].pairing.players[0]
    calls = (
        CallWaiting(1, "conceded", first, TableNo(1), LATER),
        CallWaiting(2, "conceded", first, None, LATER),
        CallWaiting(3, "conceded", PlayerId(99), TableNo(1), LATER),
    )
    (duty,) = _open(at(made, calls=calls), "call")
    assert str(duty.says) == f"Table 1: Player {first} has conceded and left; the others play on."
    assert duty.clause == "SWU-CONC-1"
    made.report(1, PlacingReport(end="decided", left=(0, 1, 2, 3)))
    assert not _open(at(made, calls=calls), "call")
    assert not _open(at(playing(), calls=calls[:1]), "call"), "a match of two is over by it"


def test_many_names_and_tables_are_counted() -> None:
    made = desk("armada-4.0", players=20).pair()
    entrants = {player: KnownPlayer(roster="missing") for player in made.state.players}
    now = at(made, rosters="required", entrants=entrants, clock=Clock(60, OPENS))
    assert "16 more" in str(_open(now, "roster-missing")[0].says)
    assert "4 more" in str(_open(now, "no-result")[0].says)


@pytest.mark.parametrize("regulations", IDS)
def test_preparations_cite_the_tournaments_own_clauses(regulations: str) -> None:
    found = list(preparations(at(entered(regulations))))
    assert found
    assert {clause for _, clause in found} <= known(regulations)


def test_every_preparation_is_for_some_game() -> None:
    listed = {one.id for regulations in IDS for one, _ in preparations(at(entered(regulations)))}
    assert listed == {one.id for one in PREPARATIONS}


def test_preparations_that_are_seen_to_are_counted_off() -> None:
    now = at(entered())
    count = len(list(preparations(now)))
    [ticked] = _open(replace(now, settled=frozenset({("prepare", "documents")})), "prepare")
    assert str(ticked.says).startswith(f"{count - 1} thing")


def test_results_are_due_three_business_days_later() -> None:
    saturday = datetime.fromisoformat("2026-03-07T18:00:00+00:00")
    assert business_days_after(saturday, 3) == saturday + timedelta(days=4)  # Wednesday
    assert business_days_after(saturday + timedelta(days=6), 3) == saturday + timedelta(days=11)
    [duty] = _open(OPEN["upload"](), "upload")
    assert duty.found.by == business_days_after(LATER, 3)
    assert not duty.overdue(LATER)
    assert duty.overdue(LATER + timedelta(days=9))


def test_a_dispute_at_a_table_of_four_names_the_table() -> None:
    made = playing("twin-suns-1.3")
    one, _two, three, _four = made.round.matches[TableNo(1)].pairing.players
    made.report(1, PlacingReport(end="decided", left=(9, 6, 3, 0)), by=one)
    made.report(1, PlacingReport(end="decided", left=(3, 6, 9, 0)), by=three)
    assert [str(duty.says) for duty in _open(at(made), "dispute")] == [
        "Table 1: the players report different results."
    ]


def test_a_duty_without_a_limit_is_never_overdue() -> None:
    [duty] = _open(OPEN["dispute"](), "dispute")
    assert not duty.overdue(LATER + timedelta(days=9))


def test_appeals_say_the_table_where_there_is_one() -> None:
    now = at(playing(), appeals=(Waits(1, LATER, None, TableNo(2)), Waits(2, LATER)))
    assert [str(duty.says) for duty in _open(now, "appeal")] == [
        "Table 2: a ruling is appealed against. The last word is yours.",
        "A ruling is appealed against. The last word is yours.",
    ]


def test_records_without_a_player_are_nobodys_duty() -> None:
    nobody = (Waits(1, LATER),)
    now = at(playing(), proxies=nobody, components=nobody, recommended=nobody, unapplied=nobody)
    assert not [duty for duty in duties(now) if duty.found.since == LATER]


def test_entries_that_are_not_in_the_journal_bind_nobody() -> None:
    made: Desk = desk("unlimited-1.3", players=4, **custom(1))
    now = at(made, entrants={PlayerId(99): KnownPlayer()}, rosters="required")
    assert not now.playing


def test_only_own_history_is_looked_through() -> None:
    now = OPEN["own-history"]()
    alone = replace(now, entrants={PlayerId(2): KnownPlayer()})
    assert [duty.found.player for duty in _open(alone, "own-history")] == [2]


def test_nobody_is_asked_once_the_bracket_is_played() -> None:
    made = cut_made()
    made.drop((made.state.seeds or ())[0])
    made.begin().pair()
    assert _open(at(made), "replacement")
    made.play()
    assert not _open(at(made), "replacement")


def test_several_who_came_late_have_the_round_drawn_again() -> None:
    (told,) = _open(at(playing(players=5).enter(6, 7)), "late")
    assert "2 players came after round 1 was paired: void it and draw it again" in str(told.says)


@pytest.mark.parametrize("early", [True, False], ids=["before the doors open", "after"])
def test_fixing_the_rounds_asks_about_players_who_are_not_here(early: bool) -> None:
    made = entered(check_in=True)
    for player in (1, 2, 3):
        made.do(commands.CheckIn(PlayerId(player)))
    now = at(made, now=OPENS - timedelta(hours=1) if early else LATER)
    (found,) = [duty for duty in stopping(now, "announce") if duty.kind.id == "not-here"]
    assert str(found.says).endswith("is not here yet: the rounds are fixed for those who are, and stay.")
    answered = replace(now, settled=frozenset({found.name}))
    assert not _open(answered, "not-here")
    made.announce()
    assert bool(_open(at(made, settled=frozenset({found.name})), "not-here")), "beginning asks for itself"


def test_the_rounds_are_fixed_for_everybody_where_all_are_here() -> None:
    made = entered(check_in=True, tier="competitive")
    for player in made.state.players:
        made.do(commands.CheckIn(player))
    assert not _open(at(made), "not-here")


def test_a_word_settles_only_what_it_can_and_from_whom_it_binds() -> None:
    kind = next(one for one in KINDS.values() if one.waivable)
    assert kind.settled_by(kind.who[0])
    assert not kind.settled_by(None)
    assert not replace(kind, waivable=False).settled_by(kind.who[0])
