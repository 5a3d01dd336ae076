"""What players do on their pages: two phones at a table, double taps, stale pages, and what they must not do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from muster.app.common.access import Actor, DeniedError
from muster.app.common.names import names_of, naming
from muster.app.floor import calls
from muster.app.history.latest import latest_acts
from muster.app.history.reasons import typed
from muster.app.results.read import recorders
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.messages import verbatim
from muster.core.scoring.reports import GamesReport, MarginReport, ShareReport, Tally
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.journal import store
from muster.people.models import Call
from player_cases import Phone, begun, phones, set_tournament, words
from tournament_cases import won_by
from web_cases import SATURDAY, Hall

pytestmark = pytest.mark.django_db

SCORED = {"scores.destroyed.0": "20", "scores.destroyed.1": "20"}
"""What a concession is asked for where the margin counts; forms of other games know no such fields."""

REGULATIONS = ("armada-4.0", "legion-2.0", "runewars-2.2.2", "unlimited-1.3", "armada-pl")


@pytest.fixture(autouse=True)
def _fresh_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time, which stands where a test puts it."""
    now = [SATURDAY]
    monkeypatch.setattr("django.utils.timezone.now", lambda: now[0])
    return now


# Reporting --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulations", REGULATIONS)
def test_one_reports_in_the_games_own_fields_and_the_other_confirms(regulations: str) -> None:
    hall = begun(regulations)
    one, two = phones(hall)
    assert "is asked to confirm it" in one.says(0)
    assert (one.match.status, one.match.by) == ("reported", one.player)
    assert one.match.outcome is not None
    assert one.match.outcome.winner == 0
    assert f"{one.entry.person.name}</bdi> says" in two.look()
    assert "Settled" in two.act("confirm")
    assert one.match.status == "confirmed"
    assert "Settled" in one.look()
    assert "Report the result" not in one.look()


@pytest.mark.parametrize("regulations", REGULATIONS)
def test_one_concedes(regulations: str) -> None:
    hall = begun(regulations)
    one, two = phones(hall)
    # What the form claims about who concedes means nothing: it is whoever sends it.
    page = two.act("concede", {"by": "0", "end": "rounds", **SCORED})
    assert "You reported" in page
    report = two.match.report
    assert isinstance(report, MarginReport | ShareReport | GamesReport)
    assert (report.end, report.by) == ("concession", 1)
    assert two.match.outcome is not None
    assert two.match.outcome.winner == 0
    assert ">Concede<" not in one.look().split('id="mine"')[0]
    one.act("confirm")
    assert one.match.status == "confirmed"


@pytest.mark.parametrize(
    ("regulations", "least", "flat"), [("runewars-2.2.2", 70, 70), ("armada-4.0", 140, 140)]
)
def test_a_concession_without_scores_asks_and_tells_the_opponent_what_they_are_owed(
    regulations: str, least: int, flat: int
) -> None:
    hall = begun(regulations)
    one, two = phones(hall)
    assert f"keeps a margin of victory of {least} or more" in two.look()
    page = two.act("concede", status=422)
    assert f"8 points and a margin of {flat}" in page
    assert "Send it again" in page
    assert two.match.report is None
    table = two.match.pairing.table
    blank = MarginReport(end="concession", by=1)
    hall.do(commands.ReportResult(RoundNo(1), table, blank, PlayerId(two.player)))
    owed = f"If you were ahead by {least} or more"
    assert owed in one.look()
    assert owed not in two.look()
    ahead = MarginReport(end="concession", scores=(Tally(least), Tally()), by=1)
    hall.do(commands.ReportResult(RoundNo(1), table, ahead, PlayerId(two.player)))
    assert owed not in one.look()


def test_a_single_game_is_told_by_who_won_it_and_not_counted() -> None:
    one, two = phones(begun("chess-club"))
    page = one.act("report", {**one.typed(GamesReport(end="time", games=(None,)))})
    assert "drawn" in page
    assert "0-0-1" not in page
    assert "0-0-1" not in two.look()
    three, _ = phones(begun("magic-style"))
    page = three.act("report", {**three.typed(GamesReport(end="decided", games=(0, 1, 0)))})
    assert "games 2-1-0" in page or "games 1-2-0" in page


def test_leg_mov_4_conceding_asks_for_a_judge() -> None:
    page = phones(begun("legion-2.0"))[1].look()
    assert "Call a judge to your table first" in page
    assert "LEG-MOV-4" in page


def test_a_disputed_result_shows_both_versions_to_both_and_to_the_desk() -> None:
    hall = begun()
    one, two = phones(hall)
    one.says(0, by=100)
    assert "a judge settles it" in two.says(1, by=60)
    assert two.match.status == "disputed"
    for page, figures in ((one.look(), ("100-0", "0-60")), (two.look(), ("0-100", "60-0"))):
        assert "You two do not agree" in page
        assert [found for found in figures if f"destroyed: <bdi>{found}</bdi>" not in page] == []
        assert "Change my report" not in page
    desk = words(hall.get("results"))
    assert "the players disagree" in desk
    # The one who contradicted may come round; the other's word is out already.
    assert "They are right after all" in two.look()
    assert "They are right after all" not in one.look()
    two.act("confirm")
    assert (two.match.status, two.match.report) == ("confirmed", won_by(hall.state.regulations, 0))


def test_a_dispute_without_a_version_of_ones_own() -> None:
    hall = begun()
    one, two = phones(hall)
    one.says(0)
    two.act("deny")
    assert (two.match.status, two.match.dispute) == ("disputed", None)
    assert "without figures of their own" in one.look()


def test_both_report_the_same_at_once() -> None:
    hall = begun()
    one, two = phones(hall)
    forms = [(each, each.fields("report")) for each in (one, two)]
    report = won_by(hall.state.regulations, 0)
    pages = [each.post("report", {**form, **each.typed(report)}) for each, form in forms]
    assert one.match.status == "confirmed"
    assert "The result is confirmed" in pages[1]


def test_both_report_different_things_at_once() -> None:
    hall = begun()
    one, two = phones(hall)
    forms = [(each, each.fields("report")) for each in (one, two)]
    for seat, (each, form) in enumerate(forms):
        each.post("report", {**form, **each.typed(won_by(hall.state.regulations, 0 if seat == 0 else 1))})
    match = one.match
    assert (match.status, match.by) == ("disputed", one.player)
    assert (match.report, match.dispute) == tuple(won_by(hall.state.regulations, each) for each in (0, 1))


def test_a_double_tap_is_recorded_once() -> None:
    hall = begun()
    one, two = phones(hall)
    form = {**one.fields("report"), **one.typed(won_by(hall.state.regulations, 0))}
    one.post("report", form)
    version = hall.state.version
    assert "You reported" in one.post("report", form)
    assert hall.state.version == version
    form = two.fields("confirm")
    two.post("confirm", form)
    version = hall.state.version
    two.post("confirm", form)
    one.post("report", {**form, **one.typed(won_by(hall.state.regulations, 1))}, status=422)
    assert hall.state.version == version


def test_a_report_sent_late_again_does_not_bring_back_what_was_changed_since() -> None:
    hall = begun()
    one, _ = phones(hall)
    first = {**one.fields("report"), **one.typed(won_by(hall.state.regulations, 0, by=100))}
    one.post("report", first)
    one.says(0, by=120)
    one.post("report", first)
    assert one.match.report == won_by(hall.state.regulations, 0, by=120)


def test_nobodys_key_is_anothers() -> None:
    hall = begun()
    one, two = phones(hall)
    other, _ = phones(hall, 2)
    for phone in (one, other):
        form = {**phone.fields("report"), "key": "same", **phone.typed(won_by(hall.state.regulations, 0))}
        phone.post("report", form)
    assert one.match.status == other.match.status == "reported"
    assert two.look()


def test_the_own_report_can_be_changed_until_the_opponent_agrees() -> None:
    hall = begun()
    one, two = phones(hall)
    one.says(0, by=100)
    stale = two.fields("confirm")
    one.says(0, by=140)
    assert one.match.report == won_by(hall.state.regulations, 0, by=140)
    # What the opponent agreed to was another report.
    assert "has changed" in two.post("confirm", stale, status=409)
    assert one.match.status == "reported"
    two.act("confirm")
    assert "is settled" in one.post(
        "report", {**stale, "key": "new", **one.typed(won_by(hall.state.regulations, 1))}, status=422
    )


def test_a_player_cannot_confirm_or_deny_the_own_report() -> None:
    hall = begun()
    one, two = phones(hall)
    one.says(0)
    form = two.fields("confirm")
    one.post("confirm", {**form, "key": "x"}, status=422)
    one.post("deny", {**form, "key": "y"}, status=422)
    assert one.match.status == "reported"


def test_another_table_cannot_be_reached() -> None:
    hall = begun()
    one, _ = phones(hall, 1)
    other, _ = phones(hall, 2)
    report = one.typed(won_by(hall.state.regulations, 0))
    theirs = other.fields("report")
    for extra in ({}, {"table": "2", "player": str(other.player), "by": str(other.player), "round": "1"}):
        one.post("report", {**theirs, **report, **extra}, status=409)
    other.says(0)
    one.post("confirm", {**phones(hall, 2)[1].fields("confirm"), "key": "z"}, status=409)
    assert one.match.status == "open"
    assert other.match.status == "reported"
    # With one's own form, naming another table means nothing.
    one.act("report", {**report, "table": "2", "player": "5"})
    assert one.match.by == one.player


def test_what_the_desk_recorded_or_corrected_stands() -> None:
    hall = begun()
    one, two = phones(hall)
    form = one.fields("report")
    report = won_by(hall.state.regulations, 0)
    hall.do(commands.ReportResult(RoundNo(1), TableNo(1), report))
    assert "is settled" in one.post("report", {**form, **one.typed(report)}, status=422)
    better = won_by(hall.state.regulations, 1)
    hall.do(commands.CorrectResult(RoundNo(1), TableNo(1), better, typed("mixed up")))
    assert "is settled" in one.post("report", {**form, "key": "b", **one.typed(report)}, status=422)
    assert one.match.report == better
    for page in (one.look(), two.look()):
        assert "The desk has corrected it" in page
        assert "mixed up" not in page


def test_a_page_of_a_round_that_is_over_reports_nothing() -> None:
    hall = begun()
    one, _ = phones(hall)
    form = {**one.fields("report"), **one.typed(won_by(hall.state.regulations, 0))}
    hall.play()
    hall.publish()
    version = hall.state.version
    assert "another match" in one.post("report", form, status=409)
    assert hall.state.version == version


def test_a_round_annulled_and_drawn_anew_takes_no_old_form() -> None:
    hall = Hall("armada-4.0")
    hall.begin(8)
    hall.propose()
    hall.do(commands.PublishRound())
    one, two = phones(hall)
    form = {**one.fields("report"), **one.typed(won_by(hall.state.regulations, 0))}
    hall.do(commands.VoidRound(typed("wrong tables")))
    assert "another match" in one.post("report", form, status=409)
    hall.publish()
    same = set(one.match.pairing.players) == {one.player, two.player} and one.match.pairing.table == 1
    one.post("report", {**form, "key": "n"}, status=302 if same else 409)


def test_impossible_and_missing_figures_are_said_at_their_field_and_nothing_is_lost() -> None:
    hall = begun()
    one, _ = phones(hall)
    page = one.act(
        "report", {"end": "rounds", "scores.destroyed.0": "12x", "scores.destroyed.1": "40"}, status=422
    )
    assert "Enter a whole number for both players" in page
    assert 'value="12x"' in page
    assert 'value="40"' in page
    assert 'aria-invalid="true"' in page
    assert "Say how it ended" in one.act("report", status=422)
    assert one.match.status == "open"


def test_a_surprising_result_is_asked_about_once() -> None:
    hall = begun()
    one, _ = phones(hall)
    typed = {"end": "rounds", "scores.destroyed.0": "900", "scores.destroyed.1": "0"}
    page = one.act("report", typed, status=422)
    assert "possible, but unusual" in page
    sure = page.split('name="sure" value="')[1].split('"')[0]
    assert sure
    one.act("report", {**typed, "sure": sure})
    assert one.match.status == "reported"


@pytest.mark.parametrize("end", ["no-show", "match-loss", "double-loss", "nonsense"])
def test_what_a_judge_decides_is_not_reported_by_players(end: str) -> None:
    hall = begun()
    one, _ = phones(hall)
    assert f'value="{end}"' not in one.look()
    one.act("report", {"end": end, "by": "1"}, status=422)
    assert one.match.status == "open"


def test_unlimited_reports_games_and_agreed_draws() -> None:
    hall = begun("unlimited-1.3", swiss_match="best-of-three")
    one, two = phones(hall)
    typed = {"end": "decided", "games.0": "0", "games.1": "1", "games.2": "0"}
    one.act("report", typed)
    assert one.match.report == GamesReport(end="decided", games=(0, 1, 0))
    two.act("report", {"end": "intentional-draw"})
    assert two.match.status == "disputed"


def test_legion_and_armada_ask_for_what_decides_where_it_is_equal() -> None:
    legion = begun("legion-2.0")
    one, _ = phones(legion)
    equal = {"end": "rounds", "tokens.0": "2", "tokens.1": "2"}
    one.act("report", equal, status=422)
    one.act("report", {**equal, "scores.0": "500", "scores.1": "410"})
    assert one.match.report == ShareReport(end="rounds", tokens=(2, 2), scores=(500, 410))
    armada = begun("armada-4.0")
    one, _ = phones(armada)
    equal = {"end": "time", "scores.destroyed.0": "90", "scores.destroyed.1": "90"}
    one.act("report", equal, status=422)
    one.act("report", {**equal, "deciding": "1"})
    assert one.match.report == MarginReport(end="time", scores=(Tally(90), Tally(90)), deciding=1)


def test_where_results_are_handed_in_at_the_desk_players_report_nothing() -> None:
    hall = begun()
    one, two = phones(hall)
    form = {**one.fields("report"), **one.typed(won_by(hall.state.regulations, 0))}
    set_tournament(hall, self_report=False)
    assert "handed in at the desk" in one.look()
    for act in ("report", "concede", "confirm", "deny"):
        assert "handed in at the desk" in one.post(act, form, status=422)
    assert one.match.status == "open"
    assert two.look()


def test_the_forms_need_the_proof_that_they_are_ours() -> None:
    hall = begun()
    phone = Phone(hall, 1, Client(enforce_csrf_checks=True))
    form = phone.fields("report")
    assert form.pop("csrfmiddlewaretoken")
    answer = phone.client.post(phone.url + "/report", form)
    assert answer.status_code == 403
    phone.act("report", phone.typed(won_by(hall.state.regulations, 0)))


def test_an_act_opened_as_an_address_does_nothing_and_leads_to_the_page() -> None:
    hall = begun()
    phone, version = Phone(hall, 1), hall.state.version
    for act in (
        "report",
        "confirm",
        "deny",
        "concede",
        "check-in",
        "come-back",
        "rejoin",
        "call",
        "call/back",
    ):
        answer = phone.client.get(f"{phone.url}/{act}")
        assert answer.status_code == 302
        assert answer.headers["Location"].split("?")[0] == phone.url
    assert hall.state.version == version
    form = words(phone.client.get(phone.url + "/report", follow=True))
    assert 'id="report-title">Report the result' in form
    assert phone.client.put(phone.url + "/report").status_code == 405


def test_one_player_cannot_flood_the_journal_and_slows_nobody_else_down() -> None:
    hall = begun()
    one, two = phones(hall)
    url, form = one.url, {"key": "x"}
    pages = [one.client.post(f"{url}/confirm", form).status_code for _ in range(31)]
    assert pages[29:] == [409, 429]
    two.says(0)


def test_the_desk_sees_who_did_it() -> None:
    hall = begun()
    one, two = phones(hall)
    one.says(0)
    names = naming(names_of(hall.tournament.pk))
    snapshot = store.load(hall.tournament.pk)
    assert snapshot.marks[-1].who == f"entry:{one.entry.pk}"
    assert latest_acts(snapshot, names, 1)[0].who == verbatim(one.entry.person.name)
    assert recorders(snapshot, 1, names)[TableNo(1)].who == verbatim(one.entry.person.name)
    two.act("confirm")
    assert two.entry.person.name in words(hall.get("history"))


# Leaving and coming back ------------------------------------------------------------------------------------------


def test_dropping_waits_for_the_match_to_be_settled() -> None:
    hall = begun()
    one, two = phones(hall)
    assert "To drop, report your match or concede it first" in one.look()
    assert "still open" in words(one.client.get(one.url + "/drop"))
    assert "still open" in one.post("drop", {"key": "a"}, status=422)
    assert hall.state.players[PlayerId(one.player)].status != "dropped"
    one.act("concede", SCORED)
    assert "Drop from the tournament" in one.look()
    page = words(one.client.get(one.url + "/drop"))
    assert ">B9<" in page  # coming back is kept from the editions before
    assert "You have dropped" in one.post("drop", {"key": "b"})
    assert hall.state.players[PlayerId(one.player)].status == "dropped"
    assert hall.state.players[PlayerId(two.player)].status != "dropped"
    version = hall.state.version
    one.post("drop", {"key": "b"})
    one.post("drop", {"key": "c"})
    assert hall.state.version == version


def test_a_drop_can_be_taken_back_for_ten_minutes(time: list[datetime]) -> None:
    hall = begun()
    one, _ = phones(hall)
    one.says(0)
    one.post("drop", {"key": "a"})
    time[0] += timedelta(minutes=10)
    assert "Take my drop back" in one.look()
    assert "You are back in" in one.act("come-back")
    player = hall.state.players[PlayerId(one.player)]
    assert (player.status, player.missed) == ("present", ())
    one.post("drop", {"key": "b"})
    form = one.fields("come-back")
    time[0] += timedelta(minutes=10, seconds=1)
    assert "Take my drop back" not in one.look()
    assert "too late" in one.post("come-back", {**form, "key": "c"}, status=422)


def test_a_drop_cannot_be_taken_back_once_the_next_round_is_posted() -> None:
    hall = begun("armada-4.0", 8, structure="custom", rounds=3, cut=0)
    one, _ = phones(hall)
    hall.play()
    one.post("drop", {"key": "a"})
    form = one.fields("come-back")
    hall.publish()
    one.post("come-back", form, status=422)
    assert hall.state.players[PlayerId(one.player)].status == "dropped"
    assert "Ask to come back" in one.look()


def test_a_drop_by_the_desk_is_not_the_players_to_take_back() -> None:
    hall = begun()
    one, _ = phones(hall)
    hall.play()
    hall.do(commands.DropPlayer(PlayerId(one.player)))
    assert "Take my drop back" not in one.look()
    one.post("come-back", {"key": "a"}, status=422)
    assert hall.state.players[PlayerId(one.player)].status == "dropped"


def test_the_disqualified_can_do_nothing() -> None:
    hall = begun()
    one, _ = phones(hall)
    form = {**one.fields("report"), **one.typed(won_by(hall.state.regulations, 0))}
    hall.do(commands.DisqualifyPlayer(PlayerId(one.player), typed("cheating")))
    for act in ("report", "concede", "confirm", "deny", "drop", "come-back", "rejoin", "check-in"):
        one.post(act, form, status=422)
    assert not Call.objects.exists()


def test_somebody_who_cannot_come_drops_before_the_first_round(time: list[datetime]) -> None:
    hall = Hall()
    hall.enter(4)
    phone = Phone(hall, 1)
    assert "I cannot come" in phone.look()
    phone.post("drop", {"key": "a"})
    assert hall.state.players[PlayerId(1)].status == "dropped"
    # Coming back would count as being there, which nobody has seen: that is for the desk.
    assert "Take my drop back" not in phone.look()
    assert "Ask to come back" in phone.look()


def test_asking_to_come_back_is_for_the_desk_to_decide(time: list[datetime]) -> None:
    hall = begun("armada-4.0", 8, structure="custom", rounds=3, cut=0)
    one, _ = phones(hall)
    hall.play()
    one.post("drop", {"key": "a"})
    time[0] += timedelta(hours=1)
    assert "The desk is asked" in one.act("rejoin")
    assert hall.state.players[PlayerId(one.player)].status == "dropped"
    (call,) = calls.waiting(hall.tournament.pk)
    assert (call.kind, call.player, call.name) == ("rejoin", one.player, one.entry.person.name)
    one.act("call/back")
    assert not calls.waiting(hall.tournament.pk)


# Calling a judge --------------------------------------------------------------------------------------------------


def test_calling_a_judge_puts_the_table_in_line() -> None:
    hall = begun()
    one, two = phones(hall, 3)
    form = {**one.fields("call"), "note": " line of\nsight\u202e? "}
    assert "A judge is called" in one.post("call", form)
    one.post("call", form)
    one.post("call", {**form, "key": "another"})
    two.act("call")
    first, second = calls.waiting(hall.tournament.pk)
    assert (first.kind, first.table, first.round_no, first.player) == ("judge", 3, 1, one.player)
    assert first.note == "line of sight?"
    assert second.player == two.player
    assert "A judge is called" not in phones(hall, 1)[0].look()
    one.act("call/back")
    assert [call.player for call in calls.waiting(hall.tournament.pk)] == [two.player]
    one.act("call")
    assert Call.objects.count() == 3


def test_a_judge_claims_and_closes_a_call() -> None:
    hall = begun()
    one, _ = phones(hall)
    one.act("call")
    (call,) = calls.waiting(hall.tournament.pk)
    judge, other = Actor("account:901", "judge"), Actor(f"account:{hall.organiser.pk}", "organiser")
    assert calls.claim(hall.tournament.pk, call.pk, other) is None
    assert "A judge is on the way" in one.look()
    assert isinstance(calls.claim(hall.tournament.pk, call.pk, judge), Refusal)
    (call,) = calls.waiting(hall.tournament.pk)
    assert str(call.claimed_by) == "Olivia Organiser"
    assert calls.release(hall.tournament.pk, call.pk, other) is None
    assert calls.claim(hall.tournament.pk, call.pk, judge) is None
    assert calls.close(hall.tournament.pk, call.pk, judge) is None
    assert isinstance(calls.close(hall.tournament.pk, call.pk, judge), Refusal)
    assert "Call a judge" in one.look()
    with pytest.raises(DeniedError):
        calls.claim(hall.tournament.pk, call.pk, Actor(f"entry:{one.entry.pk}", None))
    assert isinstance(calls.close(hall.tournament.pk + 1, call.pk, judge), Refusal)


def test_calls_tell_whoever_shows_them(django_capture_on_commit_callbacks: object) -> None:
    from muster.app.common import topics

    hall = begun()
    one, _ = phones(hall)
    told: list[frozenset[str]] = []
    topics.listen(told.append)
    try:
        with django_capture_on_commit_callbacks(execute=True), transaction.atomic():  # type: ignore[operator]
            one.act("call")
    finally:
        topics._listeners.remove(told.append)
    assert {"calls", f"p{one.player}"} in [{each.split("/")[-1] for each in every} for every in told]


def test_there_is_no_judge_to_call_without_a_match() -> None:
    hall = begun(players=9)
    bye = hall.state.rounds[-1].byes[0].player
    phone = Phone(hall, bye)
    assert "Call a judge" not in phone.look()
    phone.post("call", {"key": "a"}, status=422)
    hall.play()
    Phone(hall, 1).post("call", {"key": "b"}, status=422)
    assert not Call.objects.exists()
