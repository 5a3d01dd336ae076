"""What judges put on record, as somebody sees it who cheats, spies, or sends what no form has."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from judge_page_cases import judge_wanted, players_at, playing, post, text, url
from judging_cases import (
    appealed,
    decided,
    entry,
    first,
    given,
    hall,
    losses,
    noted,
    plays,
    refused,
    ruled,
    somebody,
    worth,
)
from muster.app.common.access import Actor
from muster.app.events.editing import EventDetails, create_event
from muster.app.floor import calls, clocks
from muster.app.history.reasons import typed
from muster.app.history.submitting import Done, submit
from muster.app.judging import checks, components, penalties, proxies, rulings
from muster.app.judging.penalties import Offence
from muster.app.registration.erasing import erase
from muster.app.results.report import token_of
from muster.app.rosters import inspection, storage
from muster.app.rosters import read as on_record
from muster.app.site.journal_files import checked
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import GamesReport
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.exchange.journal import read
from muster.journal import store
from muster.journal.models import ClockAct, FactRow
from muster.people.models import (
    CheckDraw,
    Entry,
    Person,
    Proxy,
    Reason,
    RosterInspection,
    RosterVersion,
    Tournament,
)
from muster.web.judge.urls import urlpatterns
from roster_cases import FRIDAY, asking, weighed
from tournament_cases import won_by
from web_cases import SATURDAY, Hall, account

pytestmark = pytest.mark.django_db


@pytest.fixture
def where() -> Hall:
    return hall("legion-2.0")


# Leaders who play -------------------------------------------------------------------------------------------------


def test_com_role_4_nobody_settles_the_component_of_their_own_opponent(where: Hall) -> None:
    judge, another = somebody(where, "judge"), somebody(where, "judge", "Another Judge")
    one, two = first(where).pairing.players
    report = noted(where, another, player=one)
    plays(where, judge, two)
    for outcome in ("conceded", "dropped"):
        refused(components.settle(where.tournament.pk, judge, report.pk, outcome), "You play at this table")
    settled = components.settle(where.tournament.pk, another, report.pk, "conceded")
    assert not isinstance(settled, Refusal)


def test_a_concession_overturns_no_result_the_players_have_reported(where: Hall) -> None:
    one = first(where).pairing.players[0]
    report = noted(where, where.actor, player=one)
    scored = won_by(where.state.regulations, 0)
    where.do(commands.ReportResult(RoundNo(1), first(where).pairing.table, scored, one))
    before = worth(where)
    refused(
        components.settle(where.tournament.pk, where.actor, report.pk, "conceded"), "has a result already"
    )
    assert worth(where) == before


def test_com_role_4_nobody_takes_back_their_own_penalty_or_an_opponents() -> None:
    where = hall("unlimited-1.3")
    judge, marshal = somebody(where, "judge"), somebody(where, "marshal")
    one, two = first(where).pairing.players
    loss = given(where, judge, "game-loss", player=one).penalty
    plays(where, marshal, one)
    refused(penalties.withdraw(where.tournament.pk, marshal, loss.pk, "no"), "You are this player")
    plays(where, judge, two)
    refused(penalties.withdraw(where.tournament.pk, judge, loss.pk, "no"), "You play at this table")
    assert penalties.given_in(where.tournament.pk).get().withdrawn_at is None


def test_com_role_4_no_appeal_about_oneself_is_decided_where_no_table_is_named(where: Hall) -> None:
    judge, marshal = somebody(where, "judge"), somebody(where, "marshal")
    ruling = appealed(where, judge, player=1, round_no=0)
    everybody = ruled(where, judge)
    rulings.appeal(where.tournament.pk, judge, everybody.pk, by=entry(where, 1).pk)
    plays(where, marshal, 1)
    for one in (ruling, everybody):
        refused(decided(where, marshal, one), "for Olivia Organiser to decide")
        assert not isinstance(decided(where, where.actor, one), str)


def test_com_role_4_no_earlier_round_leads_to_the_disqualification_of_ones_opponent(where: Hall) -> None:
    one, two = first(where).pairing.players
    plays(where, where.actor, one)
    offence = Offence(player=two, category="cheating", kind="disqualification", round_no=0)
    refused(penalties.give(where.tournament.pk, where.actor, offence), "You play at this table")
    assert where.state.players[two].status != "disqualified"


def test_com_role_4_nobody_answers_their_own_call_or_that_of_their_table() -> None:
    where = playing()
    judge = somebody(where, "judge")
    own, theirs = players_at(where, 3)
    call = judge_wanted(where, 3)
    plays(where, judge, theirs)
    refused(
        rulings.rule(where.tournament.pk, judge, rulings.RulingInput(ruling="Mine.", call=call.pk, table=1))
    )
    plays(where, judge, own)
    nowhere = calls.make(entry(where, players_at(where, 2)[0]), "judge")
    for asked in (call.pk, nowhere.pk):
        plays(where, judge, own if asked == call.pk else players_at(where, 2)[0])
        refused(
            rulings.rule(where.tournament.pk, judge, rulings.RulingInput(ruling="Mine.", call=asked, table=1))
        )
    assert len(calls.waiting(where.tournament.pk)) == 2


def test_com_role_4_nobody_gives_their_own_table_time_or_takes_it(where: Hall) -> None:
    judge = somebody(where, "judge")
    plays(where, judge, first(where).pairing.players[0])
    asked = clocks.ClockInput(
        round_no=RoundNo(1), kind="extend", minutes=-30, table=first(where).pairing.table, reason="Late."
    )
    refused(clocks.act(where.tournament.pk, judge, asked), "You play at this table")
    assert not ClockAct.objects.filter(kind="extend").exists()
    assert clocks.act(where.tournament.pk, where.actor, asked) is None


def test_com_role_4_nobody_drops_their_own_opponent_out_of_a_game_of_the_bracket() -> None:
    where = hall("legion-2.0", structure="custom", first_stage="elimination")
    judge = where.staff("judge", "Jo Judge")
    match = first(where)
    own, theirs = match.pairing.players
    plays(where, Actor(f"account:{account('Jo Judge').pk}", "judge"), own)
    page = post(where, "drop", match.pairing.table, client=judge, player=theirs)
    assert "You play at this table" in text(page, 422)
    assert where.state.players[theirs].status != "dropped"
    post(where, "drop", match.pairing.table, client=judge, player=own)
    assert where.state.players[own].status == "dropped"


def test_com_role_4_whoever_plays_there_settles_no_dispute_and_no_loss_as_long_as_another_leads(
    where: Hall,
) -> None:
    judge, match, rules = where.staff("judge", "Jo Judge"), first(where), where.state.regulations
    table, (own, theirs) = match.pairing.table, match.pairing.players
    plays(where, Actor(f"account:{account('Jo Judge').pk}", "judge"), own)

    def lost() -> int:
        form = {"end": "match-loss", "by": "1", "round": 1, "version": where.state.version}
        return judge.post(where.url("result", table), form).status_code

    assert (lost(), first(where).status) == (422, "open")
    where.do(
        commands.ReportResult(RoundNo(1), table, won_by(rules, 0), own),
        commands.DisputeResult(RoundNo(1), table, theirs, won_by(rules, 1)),
    )
    mine = first(where).report
    assert mine is not None
    sent = {"round": 1, "seen": token_of(RoundNo(1), first(where), mine), "take": "report"}
    page = judge.post(where.url("result-settle", table), sent, follow=True)
    assert "another leader records this result" in text(page)
    assert first(where).status == "disputed"
    where.event.staff.exclude(account=account("Jo Judge")).delete()
    judge.post(where.url("result-settle", table), sent)
    assert first(where).status == "confirmed"


def test_com_role_4_nobody_corrects_the_result_of_their_own_match(where: Hall) -> None:
    where.play()
    somebody(where, "marshal")
    match, other = first(where), max(where.state.rounds[-1].matches)
    plays(where, where.actor, match.pairing.players[0])
    before = worth(where)
    page = where.post("results-exchanged", 1, match.pairing.table, **{"with": other, "reason": "Mixed up"})
    assert "another leader records this result" in text(page, 422)
    assert worth(where) == before


def test_com_role_4_nobody_checks_or_amends_their_own_roster_as_long_as_another_leads() -> None:
    where = asking()
    who = entry(where, 1)
    kept = storage.submit(who, weighed(where), where.actor, FRIDAY)
    judge, own = where.staff("judge", "Jo Judge"), Actor(f"account:{account('Jo Judge').pk}", "judge")
    another = inspection.begin(who, 1, where.organiser, 0, FRIDAY)
    assert isinstance(another, RosterInspection)
    plays(where, own, 1)
    page = judge.post(where.url("roster-check-begin", who.pk), {"take-over": "1"}, follow=True)
    assert "You are this player" in text(page)
    judge.post(where.url("roster-check", who.pk), {"act": "discard"})
    assert RosterInspection.objects.get(by=where.organiser).result == "running"
    who = entry(where, 1)
    better = weighed(where)
    refused(storage.amend(who, better, own, FRIDAY, "Typo", advantageous=False), "You are this player")
    assert on_record.current(who) == kept
    where.event.staff.filter(role="organiser").delete()
    assert isinstance(storage.amend(who, better, own, FRIDAY, "Typo", advantageous=False), RosterVersion)


def test_a_penalty_takes_no_time_from_a_table(where: Hall) -> None:
    given(where, where.actor, "normal-warning", extension_minutes=-30)
    assert not clocks.clock_of(where.tournament.pk, RoundNo(1)).told


# Who gets in ------------------------------------------------------------------------------------------------------


def _addresses(where: Hall) -> list[str]:
    """Every address of the judge's phone, with 1 for whatever number it wants."""
    of_tournament = urlpatterns[-1]
    own = {"code": where.event.code, "number": where.tournament.number}
    found = [reverse("judge:event", args=[where.event.code])]
    for one in of_tournament.url_patterns:  # type: ignore[attr-defined]
        parts = dict.fromkeys(one.pattern.converters, 1)
        found.append(reverse(f"judge:{one.name}", kwargs={**own, **parts}))
    return found


def test_only_those_who_rule_get_anywhere_by_any_method_and_no_form_without_its_proof() -> None:
    where = playing()
    every = _addresses(where)
    assert len(every) > 30
    elsewhere = create_event(
        account("Other Organiser"), EventDetails(name="Hidden", opens_at=SATURDAY, time_zone="UTC")
    )
    assert elsewhere.staff.exists()
    foreign, forged = Client(), Client(enforce_csrf_checks=True)
    foreign.force_login(account("Other Organiser"), backend="django.contrib.auth.backends.ModelBackend")
    forged.force_login(where.organiser, backend="django.contrib.auth.backends.ModelBackend")
    for client, status in ((where.staff("scorekeeper"), 403), (foreign, 404), (Client(), 302)):
        for address in every:
            found = client.post(address).status_code
            assert found in (status, 405), (address, status, found)
            if found == 405:
                assert client.get(address).status_code == status, address
    assert {forged.post(address).status_code for address in every} == {403}


def test_records_of_another_event_are_not_there() -> None:
    where, other = playing(), playing()
    player = players_at(where, 1)[0]
    ruling = appealed(where, where.actor, table=1)
    loss = given(where, where.actor, "warning", player=player).penalty
    report = noted(where, where.actor, player=player)
    call = judge_wanted(where)
    made = proxies.make(where.tournament.pk, where.actor, proxies.ProxyInput(player=player, card="Ace"))
    assert isinstance(made, Proxy)
    ways = {"ruling": ruling, "appeal": ruling, "decide": ruling, "penalty": loss, "withdraw": loss}
    ways |= {"report": report, "slip": made, "approve": made}
    sent = {"upheld": "yes", "because": "no", "outcome": "replaced", "final": "no"}
    for name, row in ways.items():
        address = url(other, name, row.pk)
        answers = {other.client.get(address).status_code, other.client.post(address, sent).status_code}
        assert answers <= {404, 405, 422}, (name, answers)
    page = text(post(other, "call", call.pk, act="close"))
    assert "dealt with already" in page
    for row in (ruling, loss, report, made, call):
        before = vars(row).copy()
        row.refresh_from_db()
        assert {key: vars(row)[key] for key in before if key[0] != "_"} == {
            key: before[key] for key in before if key[0] != "_"
        }


# Who learns what --------------------------------------------------------------------------------------------------


def test_an_appeal_tells_no_name_of_another_event() -> None:
    where, other = playing(), account("Other Organiser")
    event = create_event(other, EventDetails(name="Hidden", opens_at=SATURDAY, time_zone="UTC"))
    foreign = Entry.objects.create(
        tournament=Tournament.objects.create(event=event, name="Hidden", regulations="legion-2.0"),
        person=Person.objects.create(keeper=other, name="Hidden Harriet"),
        player=1,
    )
    ruling = ruled(where, where.actor)
    page = text(post(where, "appeal", ruling.pk, by=foreign.pk))
    assert "Hidden Harriet" not in page
    assert "can appeal" in page
    assert ruling.pk not in rulings.open_appeals(where.tournament.pk).values_list("pk", flat=True)
    assert "appeals against" in text(post(where, "appeal", ruling.pk, by=entry(where, 1).pk))


def test_no_word_of_a_form_gets_into_the_public_journal_as_its_key() -> None:
    where = playing()
    where.event.listed = True
    where.event.save()
    key = "Ada-is-a-cheat"
    done = submit(where.tournament.pk, commands.DropPlayer(PlayerId(8)), where.actor, key=key)
    assert isinstance(done, Done), done
    address = reverse("public:verify-journal", args=[where.event.code, where.tournament.number])
    lines = Client().get(address).content
    assert key.encode() not in lines
    assert len(read(lines).journal.entries) == where.state.version


def test_players_read_no_words_typed_as_a_clause() -> None:
    where = hall("unlimited-1.3")
    one, two = first(where).pairing.players
    given(where, where.actor, "game-loss", player=one, clause="He cheated, ask Bob")
    given(where, where.actor, "match-loss", player=two, clause="Bob again")
    found = losses(where)
    problems = found.against(GamesReport(end="decided", games=(0, 0)), str)
    told = f"{found.notes(str)} {problems}"
    assert "Bob" not in told
    assert "SWU-SIDE-1" in told


def test_an_erased_name_stands_in_no_clause_and_no_reason_for_more_time(where: Hall) -> None:
    Person.objects.filter(pk=entry(where, 1).person_id).update(name="Łukasz Żółć")
    given(where, where.actor, "normal-warning", player=2, clause="as ŁUKASZ ŻÓŁĆ said")
    ruled(where, where.actor, clause="Lukasz Zolc, p. 3", ruling="It holds.")
    asked = clocks.ClockInput(
        round_no=RoundNo(1), kind="extend", minutes=3, table=TableNo(1), reason="Lukasz  Zolc is late"
    )
    assert clocks.act(where.tournament.pk, where.actor, asked) is None
    erase(entry(where, 1).person, where.actor)
    kept = [
        penalties.given_in(where.tournament.pk).get().clause,
        rulings.rulings_of(where.tournament.pk).get().clause,
        ClockAct.objects.get(kind="extend").reason,
    ]
    assert kept == ["", "", ""]
    assert rulings.rulings_of(where.tournament.pk).get().ruling == "It holds."


def test_a_damaged_journal_keeps_nobody_from_being_erased(where: Hall) -> None:
    where.play()
    where.do(
        commands.DropPlayer(PlayerId(1), typed("A family matter")),
        commands.DropPlayer(PlayerId(2), typed("Went with her")),
        commands.DropPlayer(PlayerId(3), typed("Drove Ada A0 home")),
    )
    FactRow.objects.filter(tournament=where.tournament.pk, seq=3).update(data="{}")
    store.forget(where.tournament.pk)
    erase(entry(where, 1).person, where.actor)
    assert entry(where, 1).person.name == ""
    assert list(Reason.objects.exclude(text="").values_list("text", flat=True)) == ["Went with her"]


# What stays on record ---------------------------------------------------------------------------------------------


def test_a_draw_that_was_deleted_is_missed() -> None:
    where = playing()
    for _once in range(3):
        checks.draw(where.tournament.pk, where.actor, 1)
    assert checked(where.tournament).findings == ()
    CheckDraw.objects.filter(number=1).delete()
    assert tuple(map(str, checked(where.tournament).findings)) == (
        "check draw 1 of round 1 is missing: a later one of that round is on record",
    )


# What no form has -------------------------------------------------------------------------------------------------


def test_numbers_too_long_to_be_any_are_none() -> None:
    where = playing()
    where.play()
    long = "9" * 5000
    assert where.get("results-exchanged", 1, 1, **{"with": long}).status_code == 422
    form = {f"games.{long}": "1", "games.0": "0", "version": where.state.version}
    assert where.client.post(where.url("result", 1), form).status_code < 500


def test_what_a_page_says_before_a_penalty_is_given() -> None:
    where = playing()
    where.play()
    player = players_at(where, 1)[0]
    address = url(where, "player-penalise", player)
    page = text(where.client.get(address, {"category": "deck-error"}))
    assert "No result was changed" not in page
    assert "No result changes" in page
    assert "Instead, where the deck was played so: Game loss." in page
