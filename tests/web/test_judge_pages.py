"""The judge's phone: who gets in, what each page shows and does, hostile text, how many queries."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import URLResolver, reverse

from judge_page_cases import entry, get, judge_wanted, players_at, playing, post, text, url
from muster.app.common.access import Role
from muster.app.floor import calls
from muster.core.ids import TableNo
from muster.people.models import (
    CheckDraw,
    ComponentReport,
    Penalty,
    Proxy,
    Ruling,
    Timer,
)
from muster.web.judge.urls import urlpatterns
from web_cases import Hall, account

pytestmark = pytest.mark.django_db


# Who gets in


@pytest.mark.parametrize(("role", "status"), [("marshal", 200), ("judge", 200), ("scorekeeper", 403)])
def test_whoever_rules_gets_in_and_nobody_else(role: Role, status: int) -> None:
    hall = playing()
    client = hall.staff(role)
    for name, *args in (("home",), ("table", 1), ("time", 1), ("drop", 1)):
        assert get(hall, name, *args, client=client).status_code == status


def test_every_page_asks_for_the_act_of_ruling() -> None:
    found = [each for each in urlpatterns if isinstance(each, URLResolver)]
    asked = {getattr(one.callback, "act", None) for each in found for one in each.url_patterns}
    assert asked == {"rule"}
    assert sum(len(each.url_patterns) for each in found) > 20


def test_strangers_learn_nothing_and_visitors_log_in() -> None:
    hall, other = playing(), Hall()
    other.event.staff.all().delete()
    assert get(other, "home").status_code == 404
    assert get(hall, "home", client=Client()).status_code == 302


def test_the_short_address_leads_to_the_tournament() -> None:
    hall = playing()
    answer = hall.client.get(reverse("judge:event", args=[hall.event.code]))
    assert answer["Location"] == url(hall, "home")


def test_the_desk_leads_there_and_back_for_whoever_may() -> None:
    hall = playing()
    judge, keeper = hall.staff("judge"), hall.staff("scorekeeper")
    for client, there in ((judge, True), (keeper, False)):
        page = client.get(hall.url("hall")).content.decode()
        assert (f'href="{url(hall, "home")}"' in page) is there
    assert f'href="{hall.url("now")}"' in text(get(hall, "home", client=judge))


# Home


def test_home_before_a_round_says_so() -> None:
    hall = Hall()
    page = text(get(hall, "home"))
    assert "No round is published yet" in page
    assert 'name="q"' not in page
    hall.enter(2)
    assert get(hall, "find", q="2").url == url(hall, "player", 2)
    assert "No round is published yet" in text(get(hall, "player", 2))


def test_a_call_is_taken_passed_on_and_dealt_with() -> None:
    hall = playing()
    made = judge_wanted(hall, note="<b>which</b> clause \u202e?")
    judge = hall.staff("judge", "Judy Judge")
    raw = get(hall, "home", client=judge).content.decode()
    assert "&lt;b&gt;which" in raw
    page = text(post(hall, "call", made.pk, client=judge, act="claim"))
    assert "yours" in page
    assert "My tables" in page
    assert "at table 3" in page
    page = text(post(hall, "call", made.pk, client=judge, act="escalate"))
    assert "Olivia Organiser" in page
    assert "yours" not in page
    assert "yours" in text(get(hall, "home"))
    assert "last word" in text(post(hall, "call", made.pk, act="escalate"))
    assert "Nobody is waiting" in text(post(hall, "call", made.pk, act="close"))
    assert post(hall, "call", made.pk, act="shout").status_code == 404


def test_a_call_goes_to_the_marshal_where_there_is_one() -> None:
    hall = playing()
    made = judge_wanted(hall)
    marshal, judge = hall.staff("marshal", "Marta Marshal"), hall.staff("judge", "Judy Judge")
    post(hall, "call", made.pk, client=judge, act="claim")
    assert "Marta Marshal" in text(post(hall, "call", made.pk, client=judge, act="escalate"))
    assert "yours" in text(get(hall, "home", client=marshal))


def test_a_table_is_found_by_its_number() -> None:
    hall = playing()
    assert get(hall, "find", q=" 2 ").url == url(hall, "table", 2)
    for typed in ("99", "", "x\x00", "-1", "9" * 50, "nobody"):
        page = text(get(hall, "find", q=typed), 404)
        assert 'role="alert"' in page


# A table


def test_a_table_shows_who_sits_there_and_the_rules() -> None:
    hall = playing()
    page = text(get(hall, "table", 3))
    for player in players_at(hall, 3):
        assert entry(hall, player).person.name in page
    _before, setting_up, ending, at_table = page.split('<details class="judge-rules">')
    assert "SWU-INIT-1" in setting_up
    assert "SWU-ID-DRAW-1" not in setting_up
    assert "SWU-BO3-2" in ending
    assert "SWU-CHK-1" in at_table
    assert get(hall, "table", 99).status_code == 404


@pytest.mark.parametrize(
    ("regulations", "clauses"),
    [
        ("armada-4.0", ("ARM-SET-1 ARM-SET-4", "ARM-END-2 ARM-GAME-1 ARM-TIME-2 ARM-SCORE-2 ARM-TP-1")),
        ("armada-pl", ("PLA-SET-1 COM-PLAY-2", "PLA-END-1 PLA-END-4 PLA-SCORE-2 PLA-TP-1")),
        ("legion-2.0", ("LEG-SET-1 LEG-TOK-1", "LEG-END-2 LEG-END-4 LEG-SCORE-1 LEG-MOV-4 LEG-MOV-5")),
        ("runewars-2.2.2", ("RUN-SET-1 RUN-SEAS-2", "RUN-END-1 RUN-END-2 RUN-FLURRY-1 RUN-TIME-1")),
    ],
)
def test_every_game_has_its_set_up_and_end_at_hand(regulations: str, clauses: tuple[str, str]) -> None:
    hall = playing(regulations)
    page = text(get(hall, "table", 1))
    _before, setting_up, ending, at_table = page.split('<details class="judge-rules">')
    for part, wanted in zip((setting_up, ending), clauses, strict=True):
        assert all(f">{clause}<" in part for clause in wanted.split())
    assert all(
        f">{clause}<" in at_table for clause in ("COM-ROLE-3", "COM-LOST-1", "COM-LOST-2", "COM-MOD-1")
    )
    cards = hall.state.rounds[0].cards
    assert cards is None or (cards.deployment in setting_up and cards.objective in setting_up)


def test_more_time_is_given_with_a_reason() -> None:
    hall = playing()
    page = text(post(hall, "time", 2, round=1, why="a long ruling", minutes="3"))
    assert "3 minutes more for table 2" in page
    assert "3 min more" in page
    page = text(post(hall, "time", 2, round=1, why="", reason="", minutes="3"), 422)
    assert "reason" in page
    page = text(post(hall, "time", 2, round=1, why="", reason="fire\x00 alarm", minutes="", other="7"))
    assert "10 min more" in page
    assert "10 minutes more already" in text(get(hall, "time", 2))


def test_a_drop_shows_what_it_comes_to_first() -> None:
    hall = playing()
    one, two = players_at(hall, 1)
    page = text(get(hall, "drop", 1))
    assert entry(hall, one).person.name in page
    assert "Choose one" in text(post(hall, "drop", 1, player=99), 422)
    page = text(post(hall, "drop", 1, player=int(two), reason="ill"))
    assert hall.state.players[two].status == "dropped"
    page = text(post(hall, "drop", 1, player=int(two)), 422)
    assert page


# Rulings


def ruled(hall: Hall, **more: Any) -> Ruling:
    post(hall, "rule", 3, **{"ruling": "You may.", "clause": "SWU-INFO-1", "minutes": "3", **more})
    return Ruling.objects.get()


def test_a_ruling_answers_the_call_and_gives_time_back() -> None:
    hall = playing()
    call = judge_wanted(hall, note="May I <i>look</i>?")
    assert 'value="May I <i>look</i>?"' in text(get(hall, "rule", 3))
    made = ruled(hall, question="May I <i>look</i>?", call=call.pk, key="once")
    post(hall, "rule", 3, ruling="You may.", minutes="3", key="once")
    raw = get(hall, "table", 3).content.decode()
    assert "May I &lt;i&gt;look&lt;/i&gt;?" in raw
    assert "3 min more" in raw, "given back once"
    assert not calls.waiting(hall.tournament.pk)
    assert made.call_id == call.pk
    assert "My tables" in text(get(hall, "home"))
    assert "You may." in text(get(hall, "record", q="look"))
    assert "Nothing was ruled with these words" in text(get(hall, "record", q="\x00 nowhere"))


def test_a_ruling_without_words_is_refused_and_what_was_typed_stays() -> None:
    hall = playing()
    page = text(post(hall, "rule", 3, ruling=" \x00 ", question="why?", minutes="3"), 422)
    assert "why?" in page
    assert "min more" not in text(get(hall, "table", 3))


def test_an_appeal_is_decided_by_whoever_has_the_last_word() -> None:
    hall = playing()
    hall.staff("judge", "Judy Judge")
    judge = Client()
    judge.force_login(account("Judy Judge"), backend="django.contrib.auth.backends.ModelBackend")
    post(hall, "rule", 3, client=judge, ruling="No.")
    made = Ruling.objects.get()
    by = entry(hall, players_at(hall, 3)[1])
    page = text(post(hall, "appeal", made.pk, client=judge, by=by.pk))
    assert f"{by.person.name}" in page
    assert "The last word" not in page, "that is not a judge's"
    assert post(hall, "decide", made.pk, client=judge, upheld="yes").status_code == 403
    assert "1 appeal waits" in text(get(hall, "home"))
    assert "in place of" in text(post(hall, "decide", made.pk, upheld="no"), 422)
    page = text(post(hall, "decide", made.pk, upheld="no", final="Yes, you may."))
    assert "does not stand" in page
    assert "Yes, you may." in page
    assert get(hall, "ruling", 0).status_code == 404


# Penalties


def test_a_penalty_is_suggested_shown_with_what_it_costs_and_taken_back() -> None:
    hall = playing()
    player = players_at(hall, 3)[0]
    assert "Tardiness" in text(get(hall, "penalise", 3))
    page = text(get(hall, "penalise", 3, player=int(player), category="gameplay-error"))
    assert "You decide" in page
    assert "The match is lost" in page, "what a match loss would do, before it is given"
    page = text(
        post(
            hall,
            "penalise",
            3,
            player=int(player),
            category="gameplay-error",
            kind="warning",
            what="<u>drew</u>",
        )
    )
    assert "The penalty is on record" in page
    assert "<u>drew</u>" in page
    assert "&lt;u&gt;drew" in get(hall, "table", 3).content.decode()
    made = Penalty.objects.get()
    assert "Give a reason" in text(post(hall, "withdraw", made.pk, because=" "), 422)
    page = text(post(hall, "withdraw", made.pk, because="the other one"))
    assert "Withdrawn" in page
    assert "the other one" in page
    assert get(hall, "penalty", 0).status_code == 404


def test_a_match_loss_decides_the_match_and_a_judge_disqualifies_nobody() -> None:
    hall = playing()
    player = players_at(hall, 2)[0]
    judge = hall.staff("judge", "Judy Judge")
    asked: dict[str, Any] = {"player": int(player), "category": "tardiness"}
    page = text(get(hall, "penalise", 2, client=judge, late=5, **asked))
    assert "decided by the organiser" in page
    assert 'value="disqualification"' not in page
    assert post(hall, "penalise", 2, client=judge, kind="disqualification", **asked).status_code == 403
    post(hall, "penalise", 2, client=judge, kind="match-loss", late=5, **asked)
    match = hall.state.rounds[-1].matches[TableNo(2)]
    assert match.outcome is not None
    assert match.outcome.winner == (1 if match.pairing.players[0] == player else 0)
    page = text(get(hall, "record"))
    assert "Match loss" in page
    file = get(hall, "penalties-csv")
    assert file["Content-Type"].startswith("text/csv")
    assert entry(hall, player).person.name in file.content.decode()


def test_what_the_table_does_not_know_is_refused() -> None:
    hall = playing()
    player = int(players_at(hall, 1)[0])
    assert "Choose an offence" in text(get(hall, "penalise", 1, player=player, category="\x00x"), 422)
    asked: dict[str, Any] = {"player": player, "category": "tardiness", "kind": "flogging"}
    assert "Choose an offence" in text(post(hall, "penalise", 1, **asked), 422)
    assert not Penalty.objects.exists()


def test_whoever_is_missing_is_waited_for() -> None:
    hall = playing()
    judge = hall.staff("judge", "Judy Judge")
    assert "Start waiting: 5 minutes" in text(get(hall, "late", 1, client=judge))
    post(hall, "late", 1, client=judge, act="start")
    page = text(post(hall, "late", 1, client=judge, act="start"))
    assert "Stop waiting" in page
    assert Timer.objects.count() == 1
    assert "Waiting for late players" in text(get(hall, "table", 1))
    post(hall, "late", 1, client=judge, act="end")
    page = text(post(hall, "late", 1, client=judge, act="end"))
    assert "Start waiting" in page


# Components, proxies, checks


def test_a_component_is_noted_and_settled_as_the_clauses_say() -> None:
    hall = playing("armada-4.0")
    player = players_at(hall, 2)[1]
    assert "Choose one" in text(post(hall, "component", 2, component="ruler", fault="lost"), 422)
    asked: dict[str, Any] = {
        "player": int(player),
        "component": "<s>ruler</s>",
        "fault": "lost",
        "essential": "on",
    }
    assert "Enter the component" in text(post(hall, "component", 2, **asked | {"component": "\x00"}), 422)
    page = text(post(hall, "component", 2, minutes="5", **asked))
    assert "COM-LOST-1" in page
    assert "5 min more were given" in page
    made = ComponentReport.objects.get()
    assert "1 component report is open" in text(get(hall, "home"))
    assert "does not follow" in text(post(hall, "report", made.pk, outcome="shared"), 422)
    post(hall, "report", made.pk, outcome="conceded")
    assert hall.state.rounds[-1].matches[TableNo(2)].outcome is not None
    assert "&lt;s&gt;ruler" in get(hall, "parts").content.decode()
    assert get(hall, "report", 0).status_code == 404


@pytest.mark.parametrize(("regulations", "offered"), [("legion-2.0", False), ("unlimited-1.3", True)])
def test_a_defect_from_the_maker_is_offered_where_it_is_a_reason(regulations: str, offered: bool) -> None:
    assert ("a defect from the maker" in text(get(playing(regulations), "proxy", 1))) is offered


def test_the_form_of_a_proxy_says_when_there_is_none_and_what_becomes_of_the_card() -> None:
    told = ("damaged on purpose or by carelessness", "no clean copy", "Mark the proxy", "beside the table")
    page = text(get(playing(), "proxy", 1))
    assert [words for words in told if words not in page] == []
    others = text(get(playing("legion-2.0"), "proxy", 1))
    assert [words for words in told if words in others] == []


def test_a_judges_proxy_waits_for_the_head_judge_in_unlimited() -> None:
    hall = playing()
    judge = hall.staff("judge", "Judy Judge")
    player = int(players_at(hall, 1)[0])
    assert "Choose one" in text(post(hall, "proxy", 1, client=judge, card="Darth"), 422)
    assert "waits for approval" not in text(get(hall, "home"))
    assert "card" in text(post(hall, "proxy", 1, client=judge, card=" ", player=player), 422)
    page = text(post(hall, "proxy", 1, client=judge, card="Darth <b>", player=player, unreadable="cost 7"))
    assert "It is not good before it is approved" in page
    assert "data-print" not in page
    assert "Approve it" not in page
    assert "needs the approval of the head judge" in page
    made = Proxy.objects.get()
    assert "Approve it" in text(get(hall, "slip", made.pk))
    assert "a defect from the maker" in text(get(hall, "proxy", 1))
    assert "1 proxy waits for approval" in text(get(hall, "home")), "two taps from the head judge's approval"
    assert "approval of the head judge" in text(post(hall, "approve", made.pk, client=judge), 422)
    page = text(post(hall, "approve", made.pk))
    day = made.at.astimezone(ZoneInfo(hall.event.time_zone)).date().isoformat()
    for word in ("Darth <b>", "cost 7", "Made by", "Olivia Organiser", day, "Spring Open", "data-print"):
        assert word in page
    assert "<dt>Leader" not in page, "leaders are cards in this game"
    assert get(hall, "slip", 0).status_code == 404


def test_tables_are_drawn_and_can_be_drawn_again() -> None:
    hall = playing()
    assert "Nothing is drawn" in text(get(hall, "checks"))
    assert "from 1 to" in text(post(hall, "checks", count="0"), 422)
    page = text(post(hall, "checks", count="2"))
    made = CheckDraw.objects.get()
    assert made.seed in page
    assert made.head in page
    assert "the same" in page
    assert "Checks of this round" in text(get(hall, "home"))
    CheckDraw.objects.update(tables=[99])
    assert "come out otherwise" in text(get(hall, "checks"))
    assert "draw while a round is running" in text(get(Hall(), "checks"))


# How much is asked


def test_pages_ask_the_same_however_much_there_is(django_assert_max_num_queries: Any) -> None:
    hall = playing()
    for table in (1, 2, 3, 4):
        judge_wanted(hall, table)
        post(hall, "rule", table, ruling="So be it.")
        for player in players_at(hall, table):
            post(hall, "penalise", table, player=int(player), category="gameplay-error", kind="warning")
    post(hall, "checks", count="4")
    most: dict[tuple[Any, ...], int] = {
        ("home",): 24,
        ("table", 3): 26,
        ("player", 3): 20,
        ("record",): 16,
        ("checks",): 19,
    }
    for page, queries in most.items():
        with django_assert_max_num_queries(queries):
            assert get(hall, *page).status_code == 200
