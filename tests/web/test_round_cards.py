"""Cards of a round drawn or rolled by hand, or named by the outline: recorded on the desk, told to everybody."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from muster.app.common.names import names_of
from muster.core.ids import RoundNo
from muster.core.pairing.round_draws import RoundCards
from muster.core.tournament import commands
from muster.core.tournament.drawing import deck_of
from muster.core.tournament.proof.verify import verify
from muster.journal import store
from muster.web.paper.printouts.posted import pairings_by_name
from muster.web.paper.printouts.sizes import PAPERS
from player_cases import Phone
from web_cases import Hall

pytestmark = pytest.mark.django_db

GAME = "runewars-2.2.2"
HAND, SEED, OUTLINE = "Drawn by hand.", "Drawn by the seed.", "Named by the event outline."


def text(page: Any, status: int = 200) -> str:
    assert isinstance(page, HttpResponse)
    assert page.status_code == status, page.content.decode()[:2000]
    return " ".join(page.content.decode().split())


@pytest.fixture
def hall() -> Hall:
    found = Hall(GAME, setup={"structure": "custom", "rounds": 4, "cut": 0})
    found.begin(6)
    return found


def left(hall: Hall, number: int) -> RoundCards:
    deck = deck_of(hall.state, number)
    assert deck
    return RoundCards(deck.left.deployments[-1], deck.left.objectives[-1])


def record(hall: Hall, number: int, **sent: str) -> HttpResponse:
    return hall.post("cards-record", number, version=hall.state.version, **sent)


def drawn(hall: Hall, number: int, **sent: str) -> HttpResponse:
    cards = left(hall, number)
    return record(hall, number, way="drawn", deployment=cards.deployment, objective=cards.objective, **sent)


def proven(hall: Hall) -> None:
    proof = verify(store.load(hall.tournament.pk).entries)
    assert proof.holds, proof.findings[:3]


def test_cards_drawn_by_hand_replace_those_of_the_draft_and_are_published(hall: Hall) -> None:
    page = text(hall.post("propose", go_on="1"))
    assert SEED in page
    assert hall.url("cards", 1) in page
    wanted = left(hall, 1)
    assert HAND in text(drawn(hall, 1))
    assert hall.state.proposal
    assert hall.state.proposal.sheet.cards == wanted
    shown = text(hall.post("publish"))
    assert HAND in shown
    assert f"<strong>{wanted.deployment}</strong>" in shown
    proven(hall)


def test_everybody_is_told_that_it_was_by_hand(hall: Hall) -> None:
    hall.propose()
    drawn(hall, 1)
    hall.publish()
    code = hall.event.code
    for address in (f"/e/{code}/1/round/1", f"/e/{code}/screen", hall.url("round-print", 1)):
        assert HAND in text(hall.client.get(address)), address
    assert HAND in Phone(hall, 1).look().split('id="act"', 1)[0]
    assert HAND in text(hall.client.get(reverse("judge:table", args=[code, 1, 1, 1])))
    posted = pairings_by_name(hall.state, RoundNo(1), names_of(hall.tournament.pk), PAPERS["a4"])
    assert any(HAND in str(leaf) for leaf in posted.leaves)
    assert "Cards of round 1 drawn by hand" in text(hall.get("history"))


def test_a_die_chooses_by_its_faces(hall: Hall) -> None:
    hall.propose()
    deck = deck_of(hall.state, 1)
    assert deck
    assert "5–6: " + deck.left.deployments[2] in text(hall.get("cards", 1))
    page = text(record(hall, 1, way="rolled", first="5", second="1"))
    assert "Rolled with a die: 5 and 1." in page
    assert hall.state.proposal
    assert hall.state.proposal.sheet.cards == RoundCards(deck.left.deployments[2], deck.left.objectives[0])
    proven(hall)


@pytest.mark.parametrize("face", ["", "0", "7", "66", "x", "²"])
def test_what_is_no_face_is_refused_and_what_was_chosen_stays(hall: Hall, face: str) -> None:
    hall.propose()
    page = text(record(hall, 1, way="rolled", first=face, second="4"), 422)
    assert "roll again" in page
    assert "RUN-SEAS-2" in page
    assert "<option selected>4</option>" in page


def test_a_card_that_was_used_is_not_offered_and_is_refused(hall: Hall) -> None:
    hall.propose()
    hall.publish()
    hall.play()
    hall.propose()
    used = hall.state.rounds[0].cards
    assert used
    assert f"<option>{used.deployment}" not in text(hall.get("cards", 2)).partition("Rolled with a die")[0]
    sent = {"way": "drawn", "deployment": used.deployment, "objective": used.objective}
    assert "was used in this stage" in text(record(hall, 2, **sent), 422)


def test_the_outline_names_cards_of_rounds_to_come(hall: Hall) -> None:
    page = text(hall.get("cards", 3))
    assert "Record what was drawn" not in page
    assert "Record what the outline names" in page
    assert '<option value="Maelstrom">' in page
    told = text(record(hall, 3, way="outline", deployment=" Own Field ", objective="Seize the Artifacts"))
    assert OUTLINE in told
    assert "shown when round 3 is published" in told
    for _ in range(2):
        hall.propose()
        hall.publish()
        hall.play()
    hall.propose()
    assert hall.state.proposal
    assert hall.state.proposal.sheet.cards == RoundCards("Own Field", "Seize the Artifacts")
    hall.publish()
    assert OUTLINE in text(hall.client.get(f"/e/{hall.event.code}/1/round/3"))
    proven(hall)


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "x" * 41, "", "a\u202eb", "Ada;drop"])
def test_names_that_are_none_are_refused_and_shown_as_text(hall: Hall, name: str) -> None:
    page = text(record(hall, 1, way="outline", deployment=name, objective="Seize the Artifacts"), 422)
    assert "at most 40 letters" in page
    assert "<script>alert" not in page
    assert not hall.state.recorded


def test_once_play_has_begun_a_reason_is_needed_and_consequences_are_said(hall: Hall) -> None:
    hall.propose()
    hall.publish()
    page = text(hall.get("cards", 1))
    assert "Play has begun: results stay as they are." in page
    assert "required" in page
    wanted = left(hall, 1)
    assert "Round 1 has begun: give a reason" in text(drawn(hall, 1), 422)
    assert HAND in text(drawn(hall, 1, reason=" another lay on the tables "))
    assert hall.state.rounds[0].cards == wanted
    assert "another lay on the tables" in text(hall.get("history"))
    hall.do(commands.Retract())
    assert not hall.state.recorded
    proven(hall)


def test_a_later_draft_is_said_to_go_and_later_rounds_to_stay(hall: Hall) -> None:
    for _ in range(2):
        hall.propose()
        hall.publish()
        hall.play()
    hall.propose()
    page = text(hall.get("cards", 1))
    assert "Later rounds keep their cards, though they were drawn from another deck: 2." in page
    assert "The draft of round 3 was drawn from the deck as it was. It is gone: draw it again." in page
    drawn(hall, 1, reason="misread")
    assert hall.state.proposal is None
    proven(hall)


def test_before_play_the_players_see_it_at_once(hall: Hall) -> None:
    hall.propose()
    hall.do(commands.PublishRound())
    assert "The players see the other cards at once" in text(hall.get("cards", 1))


def test_cards_by_hand_are_not_said_to_be_drawn_again_where_pairings_change(hall: Hall) -> None:
    again = "The cards of the round are drawn again."
    hall.propose()
    hall.do(commands.PublishRound())
    one, two = (each.pairing.players[0] for each in list(hall.state.rounds[0].matches.values())[:2])
    assert again in text(hall.get("repair", swaps=f"{one}-{two}"))
    drawn(hall, 1)
    wanted = hall.state.rounds[0].cards
    assert again not in text(hall.get("repair", swaps=f"{one}-{two}"))
    hall.post("repair", swaps=f"{one}-{two}", reason="Both asked for it.")
    assert hall.state.rounds[0].cards == wanted
    proven(hall)


def test_a_bracket_with_cards_by_hand_has_nothing_left_to_draw() -> None:
    hall = Hall(GAME, setup={"structure": "custom", "rounds": 1, "cut": 2})
    hall.begin(4)
    hall.propose()
    hall.publish()
    hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.propose()
    again = hall.url("propose")
    assert again in text(hall.get("round"))
    drawn(hall, 2)
    assert again not in text(hall.get("round"))


def test_a_stale_page_is_refused(hall: Hall) -> None:
    hall.propose()
    cards = left(hall, 1)
    page = hall.post(
        "cards-record", 1, version=1, way="drawn", deployment=cards.deployment, objective=cards.objective
    )
    assert page.status_code == 409
    assert not hall.state.recorded


def test_games_without_such_cards_have_no_such_page() -> None:
    other = Hall("armada-4.0")
    other.begin(4)
    for page in (other.get("cards", 1), other.post("cards-record", 1, way="outline")):
        assert page.status_code == 404


@pytest.mark.parametrize("number", [0, 65])
def test_rounds_that_never_are_have_no_such_page(hall: Hall, number: int) -> None:
    assert hall.get("cards", number).status_code == 404


def test_who_may_not_pair_may_not_record_cards(hall: Hall) -> None:
    judge = hall.staff("judge")
    assert judge.get(hall.url("cards", 1)).status_code == 403
    assert judge.post(hall.url("cards-record", 1), {"way": "outline"}).status_code == 403
