"""Cards of a round that the organiser drew or rolled, and those of the outline (`RUN-SEAS-1`, `RUN-SEAS-2`)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from muster.core.ids import RoundNo
from muster.core.messages import Message
from muster.core.pairing.round_draws import RoundCards
from muster.core.private import UNSAID
from muster.core.tournament import commands
from muster.core.tournament.acts.base import Describer
from muster.core.tournament.acts.cards import CardsRecorded
from muster.core.tournament.drawing import deck_of
from muster.core.tournament.engine import encode, evolve
from muster.core.tournament.facts import Fact
from muster.core.tournament.journal import Entry
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import State
from tournament_cases import Desk, desk, rules, typed

GAME = "runewars-2.2.2"
ONE, TWO, THREE = RoundNo(1), RoundNo(2), RoundNo(3)
FIELD, GOAL = "Maelstrom", "Seize the Artifacts"


def hall(rounds: int = 0) -> Desk:
    return desk(GAME, 6, structure="custom", rounds=5).rounds(rounds)


def drawn(
    number: RoundNo, deployment: str = FIELD, objective: str = GOAL, why: str = ""
) -> commands.RecordCards:
    return commands.RecordCards(number, "drawn", deployment, objective, reason=typed(why))


def others(at: Desk, number: RoundNo) -> tuple[str, str]:
    """The first cards left for the round that are not those it has."""
    deck, now = deck_of(at.state, number), (at.round if number <= len(at.state.rounds) else at.sheet).cards
    assert deck
    assert now
    return (
        next(one for one in deck.left.deployments if one != now.deployment),
        next(one for one in deck.left.objectives if one != now.objective),
    )


def proven(at: Desk) -> None:
    proof = verify(at.journal.entries)
    assert proof.holds, proof.findings[:3]


def test_cards_drawn_by_hand_take_the_place_of_those_of_the_draft_and_are_published() -> None:
    at = hall().propose()
    wanted = others(at, ONE)
    (fact,) = at.do(drawn(ONE, *wanted))
    assert fact == CardsRecorded(ONE, "drawn", RoundCards(*wanted), None, UNSAID)
    assert at.sheet.cards == RoundCards(*wanted)
    at.do(commands.PublishRound())
    assert at.round.cards == RoundCards(*wanted)
    proven(at)


def test_a_round_that_is_drawn_again_or_voided_keeps_its_cards_by_hand() -> None:
    at = hall().propose()
    wanted = RoundCards(*others(at, ONE))
    at.do(drawn(ONE, wanted.deployment, wanted.objective))
    assert at.propose().sheet.cards == wanted
    at.do(commands.PublishRound())
    at.do(commands.VoidRound(typed("the wrong hall")))
    assert at.pair().round.cards == wanted
    proven(at)


def test_undo_brings_back_the_cards_of_the_seed() -> None:
    at = hall().propose()
    of_seed = at.sheet.cards
    at.do(drawn(ONE, *others(at, ONE)))
    at.do(commands.Retract())
    assert at.sheet.cards == of_seed
    assert not at.state.recorded
    proven(at)


def test_undo_after_publishing_brings_back_what_was_published() -> None:
    at = hall().pair()
    of_seed = at.round.cards
    at.do(drawn(ONE, *others(at, ONE)))
    assert at.round.cards != of_seed
    at.do(commands.Retract())
    assert at.round.cards == of_seed


def test_run_seas_2_the_next_draw_goes_on_without_the_cards_drawn_by_hand() -> None:
    at = hall()
    for number in range(1, 6):
        at.propose()
        if number in (1, 4):
            at.do(drawn(RoundNo(number), *others(at, RoundNo(number))))
        at.do(commands.PublishRound())
        at.play()
    cards = [one.cards for one in at.state.rounds if one.cards]
    assert len({one.deployment for one in cards[:3]}) == 3
    assert len({one.objective for one in cards[:3]}) == 3
    assert len({one.deployment for one in cards[3:]}) == 2
    proven(at)


def test_run_seas_2_a_used_card_is_refused_before_the_deck_is_used_up() -> None:
    at = hall(1).propose()
    used = at.state.rounds[0].cards
    assert used
    refusal = at.refused(drawn(TWO, used.deployment, used.objective), "bad-cards", used.deployment)
    assert refusal.clause == "RUN-SEAS-2"
    deck = deck_of(at.state, TWO)
    assert deck
    at.refused(drawn(TWO, deck.left.deployments[0], used.objective), "bad-cards", used.objective)


@pytest.mark.parametrize(("face", "at"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_with_three_cards_two_faces_of_the_die_stand_for_each(face: int, at: int) -> None:
    table = hall().propose()
    deck = deck_of(table.state, ONE)
    assert deck
    (fact,) = table.do(commands.RecordCards(ONE, "rolled", faces=(face, face)))
    assert isinstance(fact, CardsRecorded)
    assert fact.cards == RoundCards(deck.left.deployments[at], deck.left.objectives[at])
    assert fact.faces == (face, face)
    proven(table)


@pytest.mark.parametrize("faces", [None, (0, 1), (1, 7), (-1, 2)])
def test_a_face_without_a_card_is_rolled_again(faces: tuple[int, int] | None) -> None:
    at = hall().propose()
    at.refused(commands.RecordCards(ONE, "rolled", faces=faces), "bad-cards", "roll again")


def test_more_cards_than_a_die_has_faces_are_drawn() -> None:
    at = hall().propose()
    regulations = at.state.regulations
    assert regulations.round_draws
    season = regulations.round_draws.seasons[-1].model_copy(update={"deployments": tuple("ABCDEFG")})
    draws = regulations.round_draws.model_copy(update={"seasons": (season,)})
    given = regulations.model_copy(update={"round_draws": draws})
    big = Desk()
    big.do(commands.CreateTournament(regulations=given, day=date(2018, 12, 1), structure="custom", rounds=2))
    big.enter(1, 2, 3, 4).announce().begin().propose()
    big.refused(commands.RecordCards(ONE, "rolled", faces=(1, 1)), "bad-cards", "7 cards", "draw one")


def test_run_seas_1_only_the_outline_names_other_cards() -> None:
    at = hall().propose()
    at.refused(drawn(ONE, "Standoff", GOAL), "bad-cards", "outline")
    at.refused(drawn(ONE, FIELD, "Demoralize Their Forces"), "bad-cards", "Confluence of Magic")
    at.do(commands.RecordCards(ONE, "outline", "Standoff", "The King’s Road"))
    assert at.sheet.cards == RoundCards("Standoff", "The King’s Road")
    proven(at)


def test_the_outline_names_cards_of_rounds_to_come() -> None:
    at = hall()
    at.do(commands.RecordCards(THREE, "outline", "Own Field", GOAL))
    at.rounds(2)
    deck = deck_of(at.state, THREE)
    assert deck
    assert at.pair().round.cards == RoundCards("Own Field", GOAL)
    proven(at.play().rounds(1))


@pytest.mark.parametrize(
    "name", ["", " ", " Field", "Field ", "-", "A" * 41, "a\nb", "<b>", "a\u202eb", "x;y"]
)
def test_the_name_of_an_own_card_is_a_name(name: str) -> None:
    at = hall().propose()
    at.refused(commands.RecordCards(ONE, "outline", name, GOAL), "bad-cards", "40 letters")
    at.refused(commands.RecordCards(ONE, "outline", FIELD, name), "bad-cards", "40 letters")


def test_once_play_has_begun_it_is_a_correction_with_a_reason_and_what_was_played_may_repeat() -> None:
    at = hall(1).pair()
    used = at.state.rounds[0].cards
    assert used
    at.do(commands.StartRound())
    again = (used.deployment, used.objective)
    at.refused(drawn(TWO, *again), "reason-missing", "Round 2 has begun")
    at.do(drawn(TWO, *again, why="the old card lay on the tables"))
    assert at.round.cards == used
    proven(at.play().rounds(1))


def test_an_earlier_round_is_corrected_and_a_draft_that_rests_on_it_is_gone() -> None:
    at = hall(1)
    wanted = others(at, ONE)
    at.propose().do(drawn(ONE, *wanted, why="misread"))
    assert at.state.proposal is None
    assert at.state.rounds[0].cards == RoundCards(*wanted)
    proven(at.pair().play())


def test_a_draft_with_cards_of_its_own_stays_when_an_earlier_round_is_corrected() -> None:
    at = hall(1)
    wanted = others(at, ONE)
    at.propose().do(commands.RecordCards(TWO, "outline", "Own Field", "Own Goal"))
    at.do(drawn(ONE, *wanted, why="misread"))
    assert at.sheet.cards == RoundCards("Own Field", "Own Goal")
    proven(at)


def test_cards_named_ahead_leave_a_draft_alone() -> None:
    at = hall().propose()
    before = at.sheet
    at.do(commands.RecordCards(TWO, "outline", "Own Field", GOAL))
    assert at.sheet == before


def test_an_earlier_round_rolled_anew_counts_only_the_rounds_before_it() -> None:
    at = hall(2)
    deck = deck_of(at.state, ONE)
    assert deck
    assert deck.left == deck.legal
    at.do(commands.RecordCards(ONE, "rolled", faces=(6, 6), reason=typed("the die was read")))
    proven(at.rounds(1))


def test_a_round_of_the_bracket_has_a_deck_of_its_own() -> None:
    at = desk(GAME, 8, structure="custom", rounds=2, cut=4).rounds(2)
    at.do(commands.MakeCut())
    at.begin().pair()
    deck = deck_of(at.state, THREE)
    assert deck
    assert deck.left == deck.legal
    at.do(drawn(THREE, *others(at, THREE)))
    proven(at)


def test_what_is_refused() -> None:
    at = hall()
    at.refused(drawn(ONE), "no-proposal", "Draw the pairings of round 1 first")
    at.refused(drawn(TWO), "no-proposal")
    at.refused(commands.RecordCards(RoundNo(0), "outline", FIELD, GOAL), "no-round", "0")
    at.refused(commands.RecordCards(RoundNo(65), "outline", FIELD, GOAL), "no-round", "65")
    at.propose()
    at.refused(drawn(TWO), "no-proposal")
    at.refused(drawn(ONE, why="x" * 501), "reason-missing", "500")
    at.do(drawn(ONE, *others(at, ONE)))
    same = at.sheet.cards
    assert same
    at.refused(drawn(ONE, same.deployment, same.objective), "already-recorded")
    desk().propose().refused(drawn(ONE), "bad-cards", "In this game")


def test_before_the_first_season_only_the_outline_names_cards() -> None:
    at = Desk()
    early = date(2018, 7, 22)
    at.do(commands.CreateTournament(regulations=rules(GAME), day=early, structure="custom", rounds=2))
    at.enter(1, 2, 3, 4).announce().begin().propose()
    at.refused(drawn(ONE), "bad-cards", "No season")
    at.do(commands.RecordCards(ONE, "outline", "Own Field", "Own Goal"))
    proven(at.propose())


def test_regulations_without_a_season_cite_the_clause_of_the_draw() -> None:
    regulations = rules(GAME)
    assert regulations.round_draws
    draws = regulations.round_draws.model_copy(update={"seasons": ()})
    bare = regulations.model_copy(update={"round_draws": draws})
    at = Desk()
    at.do(commands.CreateTournament(regulations=bare, day=date(2018, 12, 1), structure="custom", rounds=2))
    at.enter(1, 2, 3, 4).announce().begin().propose()
    assert at.refused(drawn(ONE), "bad-cards").clause == "RUN-SEAS-2"


# What a forger writes -------------------------------------------------------------------------------------------


def forged(at: Desk, fact: Fact) -> list[str]:
    """What a journal is found to claim wrongly after a fact that nobody could have asked for."""
    after = evolve(at.state, fact)
    entry = Entry(after.version, fact, encode(fact), after.head)
    return [str(one.about) + ": " + str(one.says) for one in verify([*at.journal.entries, entry]).findings]


def recorded(
    number: RoundNo, way: str, cards: tuple[str, str], faces: tuple[int, int] | None
) -> CardsRecorded:
    return CardsRecorded(number, way, RoundCards(*cards), faces, UNSAID)  # type: ignore[arg-type]


def test_cards_by_hand_are_held_against_an_independent_check() -> None:
    at = hall(1).propose()
    used = at.state.rounds[0].cards
    deck = deck_of(at.state, TWO)
    assert used
    assert deck
    left = (deck.left.deployments[0], deck.left.objectives[0])
    legal = forged(at, recorded(TWO, "drawn", ("Nowhere", left[1]), None))
    assert any("Nowhere is not legal in this season" in one for one in legal)
    twice = forged(at, recorded(TWO, "drawn", (used.deployment, left[1]), None))
    assert any(f"{used.deployment} is repeated" in one for one in twice)
    rolled = forged(at, recorded(TWO, "rolled", left, (1, 6)))
    assert any("the face 6 of the die does not stand for" in one for one in rolled)
    assert not forged(at, recorded(TWO, "rolled", left, (1, 1)))
    assert not forged(at, recorded(TWO, "drawn", left, None))


def test_cards_by_hand_without_a_season_are_found() -> None:
    at = Desk()
    at.do(
        commands.CreateTournament(
            regulations=rules(GAME), day=date(2018, 7, 22), structure="custom", rounds=2
        )
    )
    at.enter(1, 2, 3, 4).announce().begin().propose()
    found = forged(at, recorded(ONE, "drawn", (FIELD, GOAL), None))
    assert any("there is no season whose cards these could be" in one for one in found)


def test_a_draft_with_other_cards_than_those_on_record_is_found() -> None:
    at = hall()
    at.do(commands.RecordCards(ONE, "outline", "Own Field", "Own Goal"))
    before: State = at.state
    at.propose()
    assert at.state.proposal
    sheet = replace(at.sheet, cards=RoundCards(FIELD, GOAL))
    fact = replace(at.state.proposal, sheet=sheet)
    after = evolve(before, fact)
    entries = [*at.journal.entries[:-1], Entry(after.version, fact, encode(fact), after.head)]
    found = [str(one.says) for one in verify(entries).findings]
    assert "the cards are not those on record" in found


# Described ------------------------------------------------------------------------------------------------------


class To:
    """Somebody who may read the words."""

    def words(self, seal: object) -> Message:
        return Message("the die fell") if seal else Message("")


@pytest.mark.parametrize(
    ("fact", "says"),
    [
        (recorded(ONE, "drawn", (FIELD, GOAL), None), f"Cards of round 1 drawn by hand: {FIELD}, {GOAL}."),
        (
            recorded(ONE, "outline", (FIELD, GOAL), None),
            f"Cards of round 1 by the event outline: {FIELD}, {GOAL}.",
        ),
        (
            recorded(ONE, "rolled", (FIELD, GOAL), (5, 6)),
            f"Cards of round 1 rolled with a die (5 and 6): {FIELD}, {GOAL}.",
        ),
    ],
)
def test_it_is_said_how_the_cards_were_found(fact: CardsRecorded, says: str) -> None:
    to: Describer = To()  # type: ignore[assignment]
    assert str(fact.describe(to)) == says
    sealed = replace(fact, reason=typed("the die fell").seal)
    assert str(sealed.describe(to)) == f"{says[:-1]} (the die fell)."


def test_a_die_that_has_fewer_faces_than_there_are_cards_stands_for_none() -> None:
    """A forger's own regulations: seven deployments, and a die that is said to have chosen one."""
    regulations = rules(GAME)
    assert regulations.round_draws
    seasons = tuple(
        one.model_copy(update={"deployments": tuple(f"Field {number}" for number in range(1, 8))})
        for one in regulations.round_draws.seasons
    )
    draws = regulations.round_draws.model_copy(update={"seasons": seasons})
    at = Desk()
    own = regulations.model_copy(update={"round_draws": draws})
    at.do(commands.CreateTournament(regulations=own, day=date(2018, 12, 1), structure="custom", rounds=2))
    at.enter(1, 2, 3, 4).announce().begin().propose()
    cards = ("Field 1", seasons[-1].objectives[0])
    assert any("the face 1 of the die" in one for one in forged(at, recorded(ONE, "rolled", cards, (1, 1))))
