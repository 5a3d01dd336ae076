"""Undo on the desk is one's own: what others do never takes its place, and where it cannot be, it says why."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from muster.app.common.access import PLAYING, Actor
from muster.app.common.names import names_of, naming
from muster.app.history.latest import OwnAct, own_act
from muster.app.history.submitting import Done, submit
from muster.core.ids import TableNo
from muster.core.tournament import commands, facts
from muster.journal.store import load
from muster.people.models import Entry
from tournament_cases import won_by
from web_cases import Hall, account

pytestmark = pytest.mark.django_db


def running() -> Hall:
    hall = Hall()
    hall.begin(8)
    hall.propose()
    hall.do(commands.PublishRound())
    hall.post("start-clock")
    return hall


def report(hall: Hall, table: int, actor: Actor | None = None) -> None:
    round_ = hall.state.rounds[-1]
    by = None
    if actor is not None and actor.who.startswith("entry:"):
        by = round_.matches[TableNo(table)].pairing.players[0]
    command = commands.ReportResult(round_.number, TableNo(table), won_by(hall.state.regulations, 0), by)
    answer = submit(hall.tournament.pk, command, actor or hall.actor)
    assert isinstance(answer, Done), answer


def player_at(hall: Hall, table: int) -> Actor:
    """The player named first at a table, as who acts by their own hand."""
    player = hall.state.rounds[-1].matches[TableNo(table)].pairing.players[0]
    return Actor(f"entry:{Entry.objects.get(tournament=hall.tournament, player=player).pk}", None, PLAYING)


def own(hall: Hall, actor: Actor | None = None) -> OwnAct:
    found = own_act(load(hall.tournament.pk), actor or hall.actor, naming(names_of(hall.tournament.pk)))
    assert found is not None
    return found


def bar(hall: Hall, client: Client | None = None) -> str:
    page = (client or hall.client).get(hall.url("standings")).content.decode()
    found = re.search(r'<section class="next.*?</section>', page, re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def test_undo_is_of_ones_own_last_act() -> None:
    hall = running()
    report(hall, 1)
    assert own(hall).way == "undo"
    assert "Undo : Table 1" in bar(hall)


def test_a_report_from_a_phone_leaves_the_reason_and_no_button() -> None:
    hall = running()
    report(hall, 1)
    actor = player_at(hall, 2)
    report(hall, 2, actor)
    mine = own(hall)
    assert (mine.way, "Table 1" in str(mine.says)) == ("none", True)
    name = Entry.objects.get(pk=int(actor.who.removeprefix("entry:"))).person.name
    assert f"{name} acted after you. Table 2" in str(mine.why)
    shown = bar(hall)
    assert "Undo" not in shown
    assert str(mine.why) in shown.replace("&#x27;", "'")


def test_another_of_the_staff_has_a_button_of_their_own_and_takes_nobody_elses_place() -> None:
    hall = running()
    report(hall, 1)
    sam = hall.staff("scorekeeper", "Sam Scorekeeper")
    report(hall, 2, Actor(f"account:{account('Sam Scorekeeper').pk}", "scorekeeper"))
    assert "Undo : Table 2" in bar(hall, sam)
    shown = bar(hall)
    assert "Undo" not in shown
    assert "It cannot be undone: Sam Scorekeeper acted after you." in shown


def test_after_undo_the_same_place_says_redo_until_somebody_else_acts() -> None:
    hall = running()
    report(hall, 1)
    hall.post("undo")
    assert own(hall).way == "redo"
    assert "Redo : Table 1" in bar(hall)
    hall.post("redo")
    assert own(hall).way == "undo"
    hall.post("undo")
    report(hall, 2, player_at(hall, 2))
    assert "Redo" not in bar(hall)
    assert "acted after you" in str(own(hall).why)


def test_nobody_is_offered_to_redo_what_another_took_back() -> None:
    hall = running()
    sam = hall.staff("marshal", "Sam Scorekeeper")
    report(hall, 1, Actor(f"account:{account('Sam Scorekeeper').pk}", "marshal"))
    hall.post("undo")
    assert "Redo" not in bar(hall, sam)
    assert "It cannot be undone: Olivia Organiser acted after you. Taken back: Table 1" in bar(hall, sam)


def test_after_the_rounds_are_fixed_and_a_round_is_shown_it_says_why_and_what_can_be_done() -> None:
    hall = Hall()
    hall.enter(8)
    hall.post("announce")
    assert own(hall).way == "none"
    assert "Players rely on it; they can still enter late, drop and rejoin." in bar(hall)
    hall.post("begin")
    hall.post("publish")
    assert "change single pairings, void the round, or correct a result" in bar(hall)
    hall.post("void", reason="the wrong tables were posted")
    assert "pair the round again" in bar(hall)


def test_a_round_shown_with_its_clock_offers_to_take_back_the_start_alone() -> None:
    hall = Hall()
    hall.begin(8)
    hall.propose()
    hall.post("publish", clock="1")
    assert (own(hall).way, str(own(hall).says)) == ("undo", "Round 1 has begun.")
    assert "Take this back" in hall.get("history").content.decode()


def test_a_draw_taken_back_is_not_drawn_again_by_a_button() -> None:
    hall = Hall()
    hall.begin(8)
    hall.propose()
    hall.post("undo")
    mine = own(hall)
    assert mine.way == "none"
    assert "Redo" not in bar(hall)


def test_who_has_done_nothing_has_nothing_to_undo() -> None:
    hall = running()
    marshal = hall.staff("marshal")
    assert "Undo" not in bar(hall, marshal)
    assert "Your last act" not in bar(hall, marshal)


def test_every_act_that_cannot_be_undone_says_what_can_be_done_instead() -> None:
    every = [one for one in vars(facts).values() if isinstance(one, type) and issubclass(one, facts.Fact)]
    kinds = [one for one in every if one.boundary]
    assert kinds
    assert all(str(one.instead) for one in kinds)


def test_while_play_has_only_begun_the_page_says_how_single_pairings_are_still_changed() -> None:
    hall = running()
    said = "To change single pairings, take the start of play back first."
    assert said in hall.get("round").content.decode()
    hall.post("undo")
    page = hall.get("round").content.decode()
    assert said not in page
    assert hall.url("repair") in page
    hall.post("start-clock")
    report(hall, 1)
    assert said not in hall.get("round").content.decode()
