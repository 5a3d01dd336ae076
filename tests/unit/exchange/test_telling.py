"""Facts in sentences: what must be said, and names that are written from right to left."""

from __future__ import annotations

import pytest

from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.private import UNSAID, Seal
from muster.core.scoring import Scored, score
from muster.core.tournament import facts
from muster.core.tournament.acts.base import Chosen
from muster.core.tournament.state import MissedRounds, State
from muster.exchange.words import Teller, isolated
from muster.rules.variants import Variants
from tournament_cases import rules, won_by

NAMES = {PlayerId(1): "Ada Lovelace", PlayerId(2): "علی رضا", PlayerId(3): "נעמי"}


def tell(fact: facts.Fact) -> str:
    return Teller(State(), (), NAMES.__getitem__).tell(fact)


def test_a_correction_says_why() -> None:
    report = won_by(rules("armada-4.0"), 0)
    scored = score(report, rules("armada-4.0"), stage="swiss", variants=Variants())
    assert isinstance(scored, Scored)
    fact = facts.ResultCorrected(
        RoundNo(1), TableNo(2), report, scored.outcome, Seal.recorded("slip misread"), "none"
    )
    assert tell(fact) == "Corrected, round 1 (slip misread). Table 2 (rounds 100-0)."


def test_the_words_of_a_sealed_reason_are_told_to_whom_they_are_given() -> None:
    fact = facts.RoundVoided(RoundNo(2), Seal(f"sha256:{'ab' * 32}"))
    told = [
        Teller(State(), (), NAMES.__getitem__, words).tell(fact)
        for words in ({}, {"ab" * 32: "slip misread"}, {"ab" * 32: ""})
    ]
    assert told == [
        "Round 2 is voided (its reason is with the staff).",
        "Round 2 is voided (slip misread).",
        "Round 2 is voided (its reason was erased).",
    ]
    assert (
        tell(facts.RoundVoided(RoundNo(2), Seal.recorded("sha256:abc"))) == "Round 2 is voided (sha256:abc)."
    )


def test_a_name_from_right_to_left_does_not_turn_the_sentence_around_it() -> None:
    swapped = facts.PlayersSwapped((PlayerId(1), PlayerId(2)), sheet=None)  # type: ignore[arg-type]
    assert tell(swapped) == "Exchanged: Ada Lovelace, \u2068علی رضا\u2069."
    assert tell(facts.PlayerDropped(PlayerId(3), RoundNo(1), UNSAID)) == "\u2068נעמי\u2069 has dropped."


def test_other_names_stay_as_they_are() -> None:
    for name in ("Ada", "Łukasz Żak", "Грета", "山田", "🎲 Dice", "Mona (Ünal)", ""):
        assert isolated(name) == name


MISSED = MissedRounds((RoundNo(1), RoundNo(2)), SideOutcome("loss", 0))
ONE, TWO = PlayerId(1), PlayerId(2)


@pytest.mark.parametrize(
    ("fact", "says"),
    [
        (facts.PlayerEntered(ONE), "Entry #1: Ada Lovelace."),
        (
            facts.PlayerEntered(ONE, first_round_bye=True, fixed_table=TableNo(4), missed=MISSED),
            "Entry #1: Ada Lovelace, a first-round bye, always at table 4, losses in rounds 1, 2.",
        ),
        (facts.PlayerAmended(ONE), "Ada Lovelace: no first-round bye, any table."),
        (
            facts.PlayerAmended(ONE, first_round_bye=True, fixed_table=TableNo(4)),
            "Ada Lovelace: a first-round bye, always at table 4.",
        ),
        (
            facts.PlayerRejoined(ONE, MissedRounds((), MISSED.outcome)),
            "Ada Lovelace is back: no round missed.",
        ),
        (facts.PlayerDropped(ONE, RoundNo(1), Seal.recorded("ill")), "Ada Lovelace has dropped (ill)."),
        (facts.PlayerDisqualified(ONE, RoundNo(1)), "Ada Lovelace is disqualified."),
        (facts.TablesSet(Chosen("")), "Tables: as many as needed."),
        (facts.TablesSet(Chosen("1-9"), Chosen("2")), "Tables: 1-9, 2 reserved."),
        (facts.StructureChanged("basic"), "The structure is basic now."),
        (
            facts.StructureChanged("custom", 3, "top", 4),
            "The structure is custom now, 3 Swiss rounds, cut to 4.",
        ),
        (facts.StageStarted("swiss", (ONE, TWO)), "The rounds begin with 2 players."),
        (facts.RoundVoided(RoundNo(1), UNSAID), "Round 1 is voided."),
        (
            facts.RoundVoided(RoundNo(1), UNSAID, "qualified-left"),
            "Round 1 is voided (a qualified player left before the first game).",
        ),
        (facts.CutReplaced(ONE, None, ()), "nobody comes in for Ada Lovelace. In the cut: ."),
        (facts.TournamentFinished(()), "The tournament is finished."),
        (facts.TournamentFinished((), Seal.recorded("fire")), "The tournament is finished (fire)."),
        (facts.TournamentReopened(UNSAID), "The tournament is open again."),
        (facts.TournamentReopened(Seal.recorded("a slip")), "The tournament is open again (a slip)."),
    ],
    ids=lambda one: getattr(one, "kind", ""),
)
def test_what_a_fact_holds_is_said(fact: facts.Fact, says: str) -> None:
    assert tell(fact) == says


def test_a_correction_says_what_it_means_for_pairings() -> None:
    sides = SideOutcome("win", 1), SideOutcome("loss", 0)
    report = won_by(rules("armada-4.0"), 0)
    fact = facts.ResultCorrected(RoundNo(1), TableNo(2), report, Outcome(sides, 0), UNSAID, "pairings-stand")
    assert tell(fact) == ("Corrected, round 1. Table 2 (rounds 100-0). The pairings made since then stand.")
    assert tell(facts.MatchAwarded(RoundNo(1), TableNo(2), Outcome(sides, 0))) == "Awarded. Table 2."
