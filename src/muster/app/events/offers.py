"""What a game's regulations let an organiser choose when setting a tournament up, in words for a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from muster.core.messages import NOTHING, Message, say
from muster.rules.schema import Regulations
from muster.rules.variants import Variants


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """One thing to choose.

    Attributes:
        value: what the form sends.
        label: its name.
        hint: what it is for.
        clause: where the regulations say so.
    """

    value: str
    label: Message
    hint: Message = NOTHING
    clause: str = ""


@dataclass(frozen=True, slots=True)
class VariantChoice:
    """A reading to choose.

    Attributes:
        name: the variant's name.
        label: what it decides, in a few words.
        meaning: what it decides, in a sentence.
        clause: the clause it reads.
        default: what the regulations file has.
        choices: the readings; none where a ratio is typed.
    """

    name: str
    label: Message
    meaning: Message
    clause: str
    default: str
    choices: Sequence[SettingChoice]


_VARIANTS: Final[Mapping[str, tuple[Message, Message, Mapping[str, Message]]]] = {
    "schedule_rounds": (
        say("Strength of schedule"),
        say("What an opponent's points are divided by."),
        {
            "active": say("The rounds the opponent took part in"),
            "games": say("Only games against somebody"),
            "scheduled": say("Every round so far"),
        },
    ),
    "bye_is_opponent": (
        say("Byes in averages"),
        say("Whether a bye counts as an opponent with nothing."),
        {"False": say("A bye is no opponent"), "True": say("A bye is an opponent with 0")},
    ),
    "rate_floor": (
        say("Least win rate"),
        say("No match-win or game-win rate counts as less. A ratio such as 1/3 or 33/100."),
        {},
    ),
    "bye_in_match_rate": (
        say("Byes in the match-win rate"),
        say("What a bye does to the match-win rate of the player who has it."),
        {"won": say("A bye is a round won"), "left-out": say("A bye is left out")},
    ),
    "rank_by": (
        say("Ranking"),
        say("What comes first in the standings, and makes the score groups."),
        {"points": say("Points"), "match-wins": say("Match wins; a draw counts nothing")},
    ),
    "last_round": (
        say("Last Swiss round before a cut"),
        say("How the last Swiss round is paired when a cut follows."),
        {
            "random": say("Drawn like the others"),
            "power": say("First with second, third with fourth, and so on"),
        },
    ),
    "pair_down_again": (
        say("Fewer points twice"),
        say("Whether somebody may play someone with fewer points more than once."),
        {
            "allowed": say("Like anybody else"),
            "avoided": say("Only if there is no other way"),
        },
    ),
    "no_show": (
        say("Absent opponents"),
        say("What somebody gets whose opponent does not come."),
        {
            "bye": say("As much as for a bye"),
            "concession": say("As much as for a concession"),
            "bare-win": say("A win with no margin"),
        },
    ),
    "first_round": (
        say("First round"),
        say("Whether members of one club can meet in the first round."),
        {
            "random": say("Wholly at random"),
            "clubs-apart": say("At random, avoiding club-mates"),
        },
    ),
    "eliminated": (
        say("Places after elimination"),
        say("The places of those who are out in the same round."),
        {
            "shared": say("They share a place"),
            "by-column": say("The places printed under the round's column"),
            "by-swiss": say("By their Swiss standing"),
        },
    ),
    "unplayed_rounds": (
        say("Rounds without an opponent"),
        say("What they count in Buchholz and Sonneborn-Berger."),
        {
            "left-out": say("They add nothing"),
            "fide-2023": say("The player’s own points, and a draw for opponents, as FIDE had it from 2023"),
        },
    ),
    "tied_places": (
        say("Equal places at a table"),
        say("Whose points they get who share places."),
        {
            "lower": say("Those of the lowest place shared"),
            "higher": say("Those of the highest place shared"),
        },
    ),
    "tables_by": (
        say("Seating of tables"),
        say("What is avoided first: that people meet again, or that unequal players meet."),
        {
            "repeats": say("As few repeated meetings as possible, then close scores"),
            "spread": say("Close scores, then as few repeated meetings as possible"),
        },
    ),
    "threes": (
        say("Tables of three"),
        say("Who sits at tables of three."),
        {
            "lowest": say("The lowest in the standings"),
            "spread-out": say("Anybody, and nobody twice if that can be helped"),
        },
    ),
}


def variants(regulations: Regulations) -> list[VariantChoice]:
    """The readings that make a difference in this game, each with its clause and what holds if none is chosen."""
    return [
        _variant(regulations, name) for name in Variants.model_fields if name in regulations.variant_clauses
    ]


def variant_value(name: str, typed: str) -> object:
    """What the regulations call a value that a form sent for a variant."""
    return {"True": True, "False": False}.get(typed, typed) if name == "bye_is_opponent" else typed


def _variant(regulations: Regulations, name: str) -> VariantChoice:
    label, meaning, words = _VARIANTS[name]
    default = str(getattr(regulations.variants, name))
    cited: Any = regulations.variant_clauses.get(name)  # type: ignore[call-overload]
    choices = [SettingChoice(value, word) for value, word in words.items()]
    return VariantChoice(name, label, meaning, cited.clause if cited else "", default, choices)
