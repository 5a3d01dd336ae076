"""Facts in sentences: what must be said, and names that are written from right to left."""

from __future__ import annotations

from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.scoring import Scored, score
from muster.core.tournament import facts
from muster.core.tournament.state import State
from muster.exchange.telling import Teller
from muster.exchange.words import isolated
from muster.rules.schema import Variants
from tournament_cases import rules, won_by

NAMES = {PlayerId(1): "Ada Lovelace", PlayerId(2): "علی رضا", PlayerId(3): "נעמי"}


def tell(fact: facts.Fact) -> str:
    return Teller(State(), (), NAMES.__getitem__).tell(fact)


def test_a_correction_says_why() -> None:
    report = won_by(rules("armada-4.0"), 0)
    scored = score(report, rules("armada-4.0"), stage="swiss", variants=Variants())
    assert isinstance(scored, Scored)
    fact = facts.ResultCorrected(RoundNo(1), TableNo(2), report, scored.outcome, "slip misread", "none")
    assert tell(fact) == "Corrected, round 1 (slip misread). Table 2 (rounds 100-0)."


def test_the_words_of_a_sealed_reason_are_told_to_whom_they_are_given() -> None:
    fact = facts.RoundVoided(RoundNo(2), f"sha256:{'ab' * 32}")
    told = [
        Teller(State(), (), NAMES.__getitem__, words).tell(fact)
        for words in ({}, {"ab" * 32: "slip misread"}, {"ab" * 32: ""})
    ]
    assert told == [
        "Round 2 is annulled (its reason is with the staff).",
        "Round 2 is annulled (slip misread).",
        "Round 2 is annulled (its reason was erased).",
    ]
    assert tell(facts.RoundVoided(RoundNo(2), "sha256:abc")) == "Round 2 is annulled (sha256:abc)."


def test_a_name_from_right_to_left_does_not_turn_the_sentence_around_it() -> None:
    swapped = facts.PlayersSwapped((PlayerId(1), PlayerId(2)), sheet=None)  # type: ignore[arg-type]
    assert tell(swapped) == "Exchanged: Ada Lovelace, \u2068علی رضا\u2069."
    assert tell(facts.PlayerDropped(PlayerId(3), RoundNo(1), "")) == "\u2068נעמי\u2069 has left."


def test_other_names_stay_as_they_are() -> None:
    for name in ("Ada", "Łukasz Żak", "Грета", "山田", "🎲 Dice", "Mona (Ünal)", ""):
        assert isolated(name) == name
