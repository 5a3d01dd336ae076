"""The desk's rosters: who has handed one in, entering and amending, how they are handled, and files."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.timezone import localdate

from muster.app.common.access import Actor
from muster.app.duties.read import situation_of
from muster.app.registration.entries import Newcomer
from muster.app.registration.entries import enter as enter_players
from muster.app.rosters import bulk, planning, read, storage
from muster.app.rosters.checking import read_back, recheck
from muster.app.rosters.terms import plan_of
from muster.core.duties import duties
from muster.core.tournament.commands import DropPlayer
from muster.exchange.rosters.reading import Unreadable
from muster.journal import store
from muster.people.models import Event, RosterInspection, RosterLine, RosterPlan, RosterVersion, Tournament
from muster.web.desk.rosters import exports, overview
from muster.web.desk.rosters.differences import differences
from people_cases import page, words
from roster_cases import FLEET, FRIDAY, OVER, asking, entry_of, weighed
from web_cases import Hall

pytestmark = pytest.mark.django_db

DECKS = "OwnerDisplayName,Name,Records\r\n" + "\r\n".join(
    f'{owner},Deck,"[{{""n"":""Han Solo"",""s"":""Audacious Smuggler"",""q"":1,""c"":6}}]"'
    for owner in ("Ada A0", "a1 BRIAN", "Nobody Known")
)


def hand_in(hall: Hall, player: int, text: str = FLEET, **how: Any) -> RosterVersion:
    """A player's roster, handed in past the pages; one that is not in order by the staff."""
    entry = entry_of(hall, player)
    kept = storage.submit(entry, weighed(hall, text), how.get("actor", hall.actor), how.get("now", FRIDAY))
    assert isinstance(kept, RosterVersion), kept
    return kept


def lines(hall: Hall) -> dict[int | None, overview.PlayerRoster]:
    return {line.player: line for line in overview.lines_of(hall.tournament.pk, hall.state)}


def standings(hall: Hall) -> list[str]:
    return [lines(hall)[number].standing for number in sorted(hall.state.players)]


# The overview


def test_every_player_stands_with_what_became_of_their_roster() -> None:
    hall = asking(players=4)
    hand_in(hall, 1)
    hand_in(hall, 2, OVER)
    own = entry_of(hall, 3)
    storage.save_draft(own, weighed(hall), Actor(f"entry:{own.pk}", None), FRIDAY)
    assert standings(hall)[1:] == ["illegal", "draft", "missing"]
    assert lines(hall)[1].standing == "unsure"  # no catalogue says that these are cards at all
    text = words(hall.get("rosters"))
    assert "2 /4 handed in" in text
    assert "not in order" in text
    assert "draft only" in text


def test_rosters_are_reached_from_the_player_and_lead_on() -> None:
    hall = asking()
    hand_in(hall, 1)
    RosterPlan.objects.create(tournament=hall.tournament, deadline=FRIDAY)
    assert f'rosters/{entry_of(hall).pk}"' in page(hall.get("player", 1))
    text = page(hall.get("rosters"))
    assert "handed in until" in text
    assert "/print" in text
    assert "Look for a card of this name" in page(hall.get("rosters", q="screed"))


def test_a_draft_beside_a_roster_that_counts_is_not_shown_as_one() -> None:
    hall = asking()
    hand_in(hall, 1)
    own = entry_of(hall)
    storage.save_draft(own, weighed(hall, OVER), Actor(f"entry:{own.pk}", None), FRIDAY)
    assert lines(hall)[1].kept is not None
    assert lines(hall)[1].kept.number == 1  # type: ignore[union-attr]


def test_a_roster_changed_after_it_was_checked_has_to_be_looked_at_again() -> None:
    hall = asking()
    first = hand_in(hall, 1)
    RosterInspection.objects.create(
        entry_id=first.entry_id, version=1, result="in-order", by=hall.organiser, at=FRIDAY
    )
    assert (lines(hall)[1].checked, lines(hall)[1].changed) == (True, False)
    hand_in(hall, 1, FLEET.replace("6 x YT-2400 (96)", "5 x YT-2400 (80)"))
    assert (lines(hall)[1].checked, lines(hall)[1].changed) == (False, True)
    assert "changed since" in words(hall.get("rosters", show="changed"))


def test_the_list_is_found_filtered_and_sorted() -> None:
    hall = asking(players=6)
    hand_in(hall, 2)
    assert page(hall.get("rosters", show="missing")).count('<th scope="row">') == 5
    assert page(hall.get("rosters", q="rebel")).count('<th scope="row">') == 1
    assert page(hall.get("rosters", q="#4")).count('<th scope="row">') == 1
    assert "Nobody fits" in words(hall.get("rosters", q="<b>"))
    everybody = overview.lines_of(hall.tournament.pk, hall.state)
    for sort in overview.ROSTERS.columns:
        assert {one.entry for one in overview.ROSTERS.sorted(everybody, f"-{sort}")} == {
            one.entry for one in everybody
        }
    assert overview.ROSTERS.sorted(everybody, "total")[0].player == 2
    assert overview.ROSTERS.sorted(everybody, "-standing")[-1].standing == "missing"


def test_somebody_who_left_is_not_waited_for_but_stays_with_their_roster() -> None:
    hall = asking(players=4)
    hand_in(hall, 1)
    hall.do(DropPlayer(1), DropPlayer(2))  # type: ignore[arg-type]
    assert set(lines(hall)) == {1, 3, 4}
    assert lines(hall)[1].gone
    shown = duties(situation_of(store.load(hall.tournament.pk), hall.tournament, str))
    assert any("2 of 2 rosters are missing" in str(duty.says) for duty in shown)


def test_the_first_page_tells_how_many_are_missing_and_leads_there() -> None:
    hall = asking(players=4)
    hand_in(hall, 1)
    text = page(hall.get("now"))
    assert "3 of 4 rosters are missing" in text
    assert f'action="{hall.url("rosters-remind")}"' in text
    assert f'href="{hall.url("rosters")}"' in text
    Tournament.objects.filter(pk=hall.tournament.pk).update(rosters="optional")
    assert "missing" not in words(hall.get("now"))


def test_without_rosters_there_is_no_tab_and_the_page_offers_to_ask_for_them() -> None:
    hall = asking(rosters="none")
    assert f'href="{hall.url("rosters")}"' not in page(hall.get("now"))
    assert "No rosters are asked for" in words(hall.get("rosters"))


def test_many_players_take_no_query_more_than_few() -> None:
    small, large = asking(players=2), asking(players=16)
    for hall, count in ((small, 2), (large, 16)):
        for player in range(1, count + 1):
            hand_in(hall, player)
    asked = []
    for hall in (small, large):
        hall.get("rosters")
        with CaptureQueriesContext(connection) as queries:
            assert hall.get("rosters").status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 14


# One roster


def test_the_staff_enters_a_roster_for_a_player_after_looking_at_it() -> None:
    hall = asking()
    own = entry_of(hall)
    seen = hall.post("roster-enter", own.pk, text=FLEET, act="look", seen=0)
    assert "MC80 Battle Cruiser" in words(seen)
    assert not RosterVersion.objects.exists()
    hall.post("roster-enter", own.pk, text=FLEET, act="keep", seen=0)
    assert (kept := read.current(own)) is not None
    assert (kept.state, kept.by, kept.total) == ("submitted", hall.actor.who, 348)
    assert "MC80 Battle Cruiser" in words(hall.get("roster", own.pk))


def test_what_cannot_be_read_is_said_and_nothing_typed_is_lost() -> None:
    hall = asking()
    answer = hall.post("roster-enter", entry_of(hall).pk, text="hello <script>alert(1)</script>", act="keep")
    assert answer.status_code in (200, 422)
    assert "<script>alert" not in page(answer)
    assert "hello &lt;script" in page(answer)
    assert not RosterVersion.objects.exists()


def test_two_desks_do_not_write_over_each_other() -> None:
    hall = asking()
    hand_in(hall, 1)
    answer = hall.post("roster-enter", entry_of(hall).pk, text=FLEET, act="keep", seen=0)
    assert answer.status_code == 409
    assert RosterVersion.objects.count() == 1


def test_com_list_3_once_play_has_begun_a_leader_amends_with_a_reason() -> None:
    hall = asking(players=8)
    hand_in(hall, 1)
    begin(hall)
    own = entry_of(hall)
    less = (
        FLEET.replace("• Admonition (8)\n", "").replace("= 71", "= 63").replace("Points: 348", "Points: 340")
    )
    refused = hall.post("roster-enter", own.pk, text=less, act="keep", seen=1, note=" ")
    assert refused.status_code == 422
    assert "COM-LIST-3" in words(refused)
    hall.post(
        "roster-enter", own.pk, text=less, act="keep", seen=1, note="Title left at home", advantageous="on"
    )
    kept = read.current(own)
    assert kept is not None
    assert (kept.state, kept.number, kept.note, kept.advantageous) == (
        "amended",
        2,
        "Title left at home",
        True,
    )
    text = words(hall.get("roster", own.pk))
    assert "−1 Admonition" in text
    assert "on MC30c Torpedo Frigate" in text
    assert "potentially advantageous" in text


def test_a_scorekeeper_enters_before_the_start_and_amends_nothing_after_it() -> None:
    hall = asking(players=8)
    clerk = hall.staff("scorekeeper")
    own = entry_of(hall)
    clerk.post(hall.url("roster-enter", own.pk), {"text": FLEET, "act": "keep", "seen": 0})
    assert read.current(own) is not None
    begin(hall)
    assert clerk.get(hall.url("roster-enter", own.pk)).status_code == 403
    assert "Amend" not in words(clerk.get(hall.url("roster", own.pk)))


def test_the_players_code_is_shown_to_those_who_may_hand_out_their_link() -> None:
    hall = asking()
    own = entry_of(hall)
    from muster.app.links.codes import code_of

    assert code_of(own) in page(hall.get("roster", own.pk))
    assert code_of(own) not in page(hall.staff("judge").get(hall.url("roster", own.pk)))


def test_what_changed_between_two_versions_is_told_card_by_card() -> None:
    hall = asking()
    moved = FLEET.replace("• Engine Techs (8)\n= 141", "= 133").replace(
        "= 18 Points", "• Engine Techs (8)\n= 26 Points"
    )
    one, two = hand_in(hall, 1), hand_in(hall, 1, moved.replace("6 x YT-2400 (96)", "5 x YT-2400 (80)"))
    looked = [(read_back(each), recheck(each, hall.tournament, hall.state)) for each in (one, two)]
    told = [(each.words, each.on) for each in differences(looked[0], looked[1])]
    assert told == [
        ("−1 Engine Techs", "MC80 Battle Cruiser"),
        ("−1 YT-2400", ""),
        ("+1 Engine Techs", "GR-75 Medium Transports"),
    ]
    assert differences(looked[0], looked[0]) == ()


def test_a_registration_of_another_tournament_is_not_found() -> None:
    hall, other = asking(), asking()
    for name in ("roster", "roster-enter", "roster-check"):
        assert hall.get(name, entry_of(other).pk).status_code == 404


# How rosters are handled


def begin(hall: Hall) -> None:
    from muster.app.history.submitting import announce_plan
    from muster.core.draws import ChainLink
    from muster.core.tournament.commands import StartStage
    from muster.journal import secrets

    secrets.keep(hall.tournament.pk, ChainLink("5e" * 32))
    hall.do(announce_plan(hall.tournament.pk), StartStage())


def settings(**changed: str) -> dict[str, str]:
    why = {"why": "Smaller fleets this time."} if "most" in changed else {}
    return {"rosters": "required", **why, **changed}


def test_the_choices_are_kept_and_shown_again() -> None:
    hall = asking(rosters="none")
    hall.post(
        "rosters-plan",
        **settings(most="300", seen="cut", second_list="no", later="7", public_after="on",
                   deadline_day="2026-03-06", deadline_time="20:30"),
    )  # fmt: skip
    plan = plan_of(hall.tournament)
    hall.tournament.refresh_from_db()
    assert (hall.tournament.rosters, plan.most, plan.seen, plan.second_list) == (
        "required",
        300,
        "cut",
        False,
    )
    assert (plan.later, plan.public_after) == (7, True)
    assert plan.deadline is not None
    assert plan.deadline.isoformat() == "2026-03-06T19:30:00+00:00"  # typed in the event's own time zone
    text = page(hall.get("rosters-plan"))
    assert 'value="2026-03-06"' in text
    assert 'value="20:30"' in text
    assert 'value="300"' in text


def test_every_choice_shows_its_clause_and_the_regulations_default() -> None:
    text = words(asking().get("rosters-plan"))
    assert "by the regulations: Standard" in text
    assert "Empty: 400, by the regulations." in text
    assert "by the regulations: the opponent of the running round" in text
    for clause in ("COM-LIST-2", "COM-LIST-1", "ARM-FLEET-1", "COM-PLAY-2"):
        assert clause in text


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("most", "0", "greater than or equal to 1"),
        ("most", "٣x", "whole number"),
        ("later", "-1", "greater than or equal to 0"),
        ("deadline_day", "2026-03-06", "Choose the time as well."),
        ("deadline_time", "20:30", "Choose the date as well."),
        ("seen", "everybody", "not one of the available choices"),
    ],
)
def test_impossible_choices_are_refused_at_their_field(field: str, value: str, says: str) -> None:
    hall = asking()
    answer = hall.post("rosters-plan", **settings(**{field: value}))
    assert answer.status_code == 422
    assert says in words(answer)
    assert not RosterPlan.objects.exists()


def test_a_season_is_chosen_with_its_day_and_told_wherever_lists_are_judged() -> None:
    hall = asking("legion-2.0")
    offered = words(hall.get("rosters-plan"))
    assert "It departs from the printed text." in offered
    assert "none: the printed text alone" in offered
    hall.post("rosters-plan", **settings(season="rules-2.6"))
    plan = plan_of(hall.tournament)
    assert (plan.season, plan.season_on) == ("rules-2.6", localdate(timezone=ZoneInfo("Europe/Berlin")))
    assert re.search(rf", chosen on \d+ \w+ \d+ by {hall.organiser}\.", words(hall.get("rosters-plan")))
    told = "Rules 2.6: battle deck of nine in place of LEG-BATTLE-1 and LEG-ARMY-1, chosen on"
    assert told in words(hall.get("rosters"))
    own = entry_of(hall)
    for name in ("roster", "roster-enter"):
        assert told in words(hall.get(name, own.pk)), name
    Event.objects.update(listed=True)
    public = words(hall.client.get(f"/e/{hall.event.code}/1/rules"))
    assert "Rules 2.6: battle deck of nine. Nine different battle cards" in public
    RosterPlan.objects.update(season_on="2026-01-05")
    hall.post("rosters-plan", **settings(season="rules-2.6", later="3"))
    assert plan_of(hall.tournament).season_on == date(2026, 1, 5)
    hall.post("rosters-plan", **settings())
    assert (plan_of(hall.tournament).season, plan_of(hall.tournament).season_on) == ("", None)
    assert told not in words(hall.get("rosters"))


def test_own_figures_are_kept_with_day_name_and_reason_and_told_wherever_lists_are_judged() -> None:
    hall = asking("legion-2.0")
    offered = words(hall.get("rosters-plan"))
    assert "Battle cards" in offered
    assert "What stands in a field in grey holds" in offered
    own = {"least-battle-cards": "9", "most-battle-cards": "9", "most-objectives": "5", "most": "1000"}
    unsaid = words(hall.post("rosters-plan", **settings(**own | {"why": "  "})))
    assert "Say why this event departs" in unsaid
    assert not RosterPlan.objects.exists()
    hall.post("rosters-plan", **settings(**own | {"why": "The <b>league</b> of\u202e spring"}))
    plan = plan_of(hall.tournament)
    assert (plan.figures, plan.most) == ({"battle-cards": [9, 9], "objectives": [4, 5]}, 1000)
    assert (plan.figures_by, plan.figures_why) == (hall.actor.who, "The <b>league</b> of spring")
    assert plan.figures_on == localdate(timezone=ZoneInfo("Europe/Berlin"))
    told = (
        "figures of this event: points: at most 1000 instead of at most 800 (LEG-ARMY-1), battle cards: exactly 9 "
        "instead of exactly 12 (LEG-BATTLE-1), objective cards: 4 to 5 instead of exactly 4 (LEG-BATTLE-1), chosen on"
    )
    kept = words(hall.get("rosters-plan"))
    assert re.search(rf"LEG-BATTLE-1\), chosen on \d+ \w+ \d+ by {hall.organiser}\.", kept)
    assert told in words(hall.get("rosters"))
    entry = entry_of(hall)
    for name in ("roster", "roster-enter"):
        assert told in words(hall.get(name, entry.pk)), name
    Event.objects.update(listed=True)
    public = words(hall.client.get(f"/e/{hall.event.code}/1/rules"))
    assert "Battle cards: exactly 9 instead of exactly 12 LEG-BATTLE-1" in public
    assert "The <b>league</b> of spring" in public
    assert "Set by the organisers on" in public
    verdict = weighed(hall, "army\n40/800\nRebel Troopers (40)\n\nCommands:\n••••Standing Orders")
    assert "own-figures" in {each.kind for each in verdict.checked.problems}


def test_own_figures_keep_their_day_until_they_change_and_go_with_their_last_figure() -> None:
    hall = asking("legion-2.0")
    own = settings(**{"most-corps": "7"}, why="More troops.")
    hall.post("rosters-plan", **own)
    RosterPlan.objects.update(figures_on="2026-01-05", figures_by="account:0")
    hall.post("rosters-plan", **own, later="3")
    plan = plan_of(hall.tournament)
    assert (plan.figures_on, plan.figures_by, plan.later) == (date(2026, 1, 5), "account:0", 3)
    hall.post("rosters-plan", **{**own, "most-corps": "8"})
    plan = plan_of(hall.tournament)
    assert (plan.figures, plan.figures_by) == ({"corps": [3, 8]}, hall.actor.who)
    assert plan.figures_on != date(2026, 1, 5)
    # As the text has it, typed, is the text.
    hall.post("rosters-plan", **settings(**{"most-corps": "6"}, why="More troops."))
    plan = plan_of(hall.tournament)
    assert (plan.figures, plan.figures_why, plan.figures_on, plan.figures_by) == ({}, "", None, "")
    Event.objects.update(listed=True)
    assert "Figures of this event" not in words(hall.client.get(f"/e/{hall.event.code}/1/rules"))


def test_own_figures_that_do_not_go_together_are_refused_at_their_field() -> None:
    hall = asking("legion-2.0")
    answer = hall.post("rosters-plan", **settings(**{"least-corps": "7"}, why="More troops."))
    assert "At least 7 and at most 6 does not go together." in words(answer)
    assert answer.status_code == 422
    hall.post("rosters-plan", **settings(**{"most-corps": "-1"}, why="More troops."))
    hall.post("rosters-plan", **settings(**{"most-corps": "9" * 30}, why="More troops."))
    assert not RosterPlan.objects.exists()


def test_own_figures_of_a_season_lie_over_it_and_both_are_told() -> None:
    hall = asking("legion-2.0")
    hall.post("rosters-plan", **settings(season="rules-2.6"))
    assert "Advantage cards" in words(hall.get("rosters-plan"))
    own = settings(season="rules-2.6", why="Two more.", **{"most-advantages": "5"})
    hall.post("rosters-plan", **own)
    told = words(hall.get("rosters"))
    assert "Rules 2.6: battle deck of nine in place of" in told
    assert "figures of this event: advantage cards: 3 to 5 instead of exactly 3 (LEG-BATTLE-1)" in told
    # Without the season there is no such limit, and nothing departs from the text.
    hall.post("rosters-plan", **{**own, "season": ""})
    assert "figures of this event" not in words(hall.get("rosters"))


def test_what_own_figures_would_make_illegal_is_told_before_they_are_kept() -> None:
    hall = asking()
    hand_in(hall, 1)
    own = {"most-squadron-points": "0", "why": "Ships alone."}
    answer = hall.post("rosters-plan", **settings(**own))
    assert "1 roster would become illegal." in words(answer)
    assert answer.status_code == 409
    hall.post("rosters-plan", **settings(**own, sure="yes"))
    assert lines(hall)[1].standing == "illegal"
    assert "own-figures" in {each["kind"] for each in RosterVersion.objects.get().checked["problems"]}


@pytest.mark.parametrize(("regulations", "head"), [("unlimited-1.3", "Leader"), ("armada-4.0", "Faction")])
def test_rosters_are_listed_by_what_their_game_tells_them_apart_by(regulations: str, head: str) -> None:
    hall = asking(regulations)
    heads = re.findall(r"<th[^>]*>(.*?)</th>", hall.get("rosters").content.decode(), re.DOTALL)
    found = {re.sub(r"<[^>]+>|\s+", "", each) for each in heads}
    assert found & {"Leader", "Faction"} == {head}


def test_a_game_without_seasons_offers_none() -> None:
    hall = asking()
    assert "Season" not in words(hall.get("rosters-plan"))
    assert hall.post("rosters-plan", **settings(season="rules-2.6")).status_code == 422


def test_what_would_become_illegal_is_told_before_it_is_kept() -> None:
    hall = asking()
    for player in (1, 2, 3):
        hand_in(hall, player)
    answer = hall.post("rosters-plan", **settings(most="300"))
    assert answer.status_code == 409
    assert "3 rosters would become illegal." in words(answer)
    assert not RosterPlan.objects.exists()
    hall.post("rosters-plan", **settings(most="300", sure="yes"))
    assert plan_of(hall.tournament).most == 300
    assert [lines(hall)[player].standing for player in (1, 2, 3)] == ["illegal"] * 3
    back = hall.post("rosters-plan", **settings())
    assert back.status_code == 200
    assert "3 rosters that are not in order would be." in words(back)
    assert all(version.legal for version in RosterVersion.objects.all())


def test_what_changes_no_verdict_is_kept_without_asking_and_cards_stay_found() -> None:
    hall = asking()
    hand_in(hall, 1)
    before = sorted(RosterLine.objects.values_list("name", "count"))
    hall.post("rosters-plan", **settings(most="399"))
    assert plan_of(hall.tournament).most == 399
    assert sorted(RosterLine.objects.values_list("name", "count")) == before
    assert planning.impact(hall.tournament, hall.state, plan_of(hall.tournament)).words == ()


# Files


def test_every_format_of_the_game_is_written_and_read_again() -> None:
    hall = asking()
    hand_in(hall, 1)
    for format_ in exports.formats_of("armada"):
        answer = hall.get("roster-export", entry_of(hall).pk, format_.id)
        assert answer.status_code == 200
        name = answer.headers["Content-Disposition"]
        assert name.startswith('attachment; filename="0001-ada-a0-')
        again = weighed(hall, answer.content.decode(), format_.id)
        assert [item.name for item in again.roster.section("squadron")] == ["Ketsu Onyo", "YT-2400"]
    assert {"kingston", "muster-json"} <= {format_.id for format_ in exports.formats_of("armada")}
    assert hall.get("roster-export", entry_of(hall).pk, "nothing").status_code == 404


def test_all_of_them_are_one_archive_that_is_the_same_each_time() -> None:
    hall = asking()
    hand_in(hall, 1)
    hand_in(hall, 3)
    first, second = (hall.get("rosters-zip", "kingston").content for _ in range(2))
    assert first == second
    with zipfile.ZipFile(io.BytesIO(first)) as packed:
        assert packed.namelist() == ["0001-ada-a0-kingston.txt", "0003-chiara-a2-kingston.txt"]
        assert b"MC80 Battle Cruiser (103)" in packed.read("0001-ada-a0-kingston.txt")
    assert hall.get("rosters-zip", "nothing").status_code == 404


def test_the_table_of_all_rosters_holds_no_formula() -> None:
    hall = asking(players=0)
    enter_players(hall.tournament, hall.actor, [Newcomer(name='=HYPERLINK("http://x")/../..')])
    hand_in(hall, 1)
    answer = hall.get("rosters-csv")
    heads, row = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    found = dict(zip(heads, row, strict=True))
    assert found["name"].startswith("'=")
    assert found["total"] == "348"
    assert "MC80 Battle Cruiser [General Madine, Engine Techs]; " in found["cards"]
    assert "6 x YT-2400" in found["cards"]
    named = hall.get("roster-export", entry_of(hall).pk, "kingston").headers["Content-Disposition"]
    assert named == 'attachment; filename="0001-hyperlink-http-x-kingston.txt"'


# Many at once


def test_a_file_of_decks_is_matched_by_name_looked_at_and_kept() -> None:
    hall = asking("unlimited-1.3", players=3)
    sent = hall.post("rosters-many", file=SimpleUploadedFile("decks.csv", DECKS.encode("utf-8-sig")))
    assert sent.status_code == 200
    assert "nobody is called so" in words(sent)
    chosen = {f"r{number}": str(entry_of(hall, number + 1).pk) for number in (0, 1)}
    hall.post("rosters-many", text=DECKS, act="keep", **chosen)
    assert {line.player for line in lines(hall).values() if line.handed_in} == {1, 2}


def test_names_are_matched_in_any_order_and_case_and_never_guessed() -> None:
    hall = asking("unlimited-1.3", players=2)
    enter_players(hall.tournament, hall.actor, [Newcomer(name="Twin"), Newcomer(name="Twin")])
    text = DECKS + '\r\nTwin,Deck,"[]"'
    found = bulk.preview(hall.tournament, hall.state, text)
    assert not isinstance(found, Unreadable)
    assert [row.line.player if row.line else None for row in found.rows] == [1, 2, None, None]
    assert found.rows[3].empty


def test_files_that_are_none_are_refused_with_a_reason() -> None:
    hall, other = asking("unlimited-1.3"), asking("legion-2.0")
    for content in (b"", b"\x00\xff\xfe", b"one,two\r\n1,2", b"\x89PNG\r\n"):
        answer = hall.post("rosters-many", file=SimpleUploadedFile("x.csv", content or b" "))
        assert answer.status_code == 422
    assert "Unlimited (Melee) and Armada" in words(other.post("rosters-many", text="x"))


def test_a_file_kept_after_the_start_is_told_player_by_player() -> None:
    hall = asking("unlimited-1.3", players=8)
    begin(hall)
    answer = hall.post("rosters-many", text=DECKS, act="keep", r0=str(entry_of(hall, 1).pk))
    assert "Ada A0: The tournament has started" in words(answer)
    assert not RosterVersion.objects.exists()


def test_the_deadline_does_not_bind_the_staff() -> None:
    hall = asking(deadline=timezone.now() - timedelta(days=400))
    assert hand_in(hall, 1, now=timezone.now()).number == 1
