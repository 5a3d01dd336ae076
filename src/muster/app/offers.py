"""What a game's regulations let an organiser choose when setting a tournament up, in words for a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from muster.rules.schema import MatchFormat, Regulations, RoundKind, StructureRow, Variants

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose.

    Attributes:
        value: what the form sends.
        label: its name.
        hint: what it is for.
        clause: where the regulations say so.
    """

    value: str
    label: str
    hint: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class StructureChoice:
    """A structure to choose, with its table: a line for each attendance."""

    value: str
    label: str
    hint: str
    clause: str
    rows: Sequence[tuple[str, str]] = ()


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
    label: str
    meaning: str
    clause: str
    default: str
    choices: Sequence[Choice]


ELIMINATION: Final = "elimination"
"""What stands for elimination from the start among the structures."""

_VARIANTS: Final[Mapping[str, tuple[Words, Words, Mapping[str, Words]]]] = {
    "schedule_rounds": (
        gettext_lazy("Strength of schedule"),
        gettext_lazy("What an opponent's points are divided by."),
        {
            "active": gettext_lazy("The rounds the opponent took part in"),
            "games": gettext_lazy("Only games against somebody"),
            "scheduled": gettext_lazy("Every round so far"),
        },
    ),
    "bye_is_opponent": (
        gettext_lazy("Byes in averages"),
        gettext_lazy("Whether a bye counts as an opponent with nothing."),
        {"False": gettext_lazy("A bye is no opponent"), "True": gettext_lazy("A bye is an opponent with 0")},
    ),
    "rate_floor": (
        gettext_lazy("Least win rate"),
        gettext_lazy("No match-win or game-win rate counts as less. A ratio such as 1/3 or 33/100."),
        {},
    ),
    "bye_in_match_rate": (
        gettext_lazy("Byes in the match-win rate"),
        gettext_lazy("What a bye does to the match-win rate of whoever has it."),
        {"won": gettext_lazy("A bye is a round won"), "left-out": gettext_lazy("A bye is left out")},
    ),
    "rank_by": (
        gettext_lazy("Ranking"),
        gettext_lazy("What comes first in the standings, and makes the score groups."),
        {"points": gettext_lazy("Points"), "match-wins": gettext_lazy("Match wins; a draw counts nothing")},
    ),
    "last_round": (
        gettext_lazy("Last Swiss round before a cut"),
        gettext_lazy("How the last Swiss round is paired when a cut follows."),
        {
            "random": gettext_lazy("Drawn like the others"),
            "power": gettext_lazy("First with second, third with fourth, and so on"),
        },
    ),
    "pair_down_again": (
        gettext_lazy("Paired down twice"),
        gettext_lazy("Whether whoever was paired down before may be paired down again."),
        {
            "allowed": gettext_lazy("Like anybody else"),
            "avoided": gettext_lazy("Only if there is no other way"),
        },
    ),
    "no_show": (
        gettext_lazy("Absent opponents"),
        gettext_lazy("What somebody gets whose opponent does not come."),
        {
            "bye": gettext_lazy("As much as for a bye"),
            "concession": gettext_lazy("As much as for a concession"),
            "bare-win": gettext_lazy("A win with no margin"),
        },
    ),
    "first_round": (
        gettext_lazy("First round"),
        gettext_lazy("Whether members of one club can meet in the first round."),
        {
            "random": gettext_lazy("Wholly at random"),
            "clubs-apart": gettext_lazy("At random, with clubs kept apart"),
        },
    ),
    "eliminated": (
        gettext_lazy("Places after elimination"),
        gettext_lazy("The places of those who are out in the same round."),
        {"shared": gettext_lazy("They share a place"), "by-swiss": gettext_lazy("By their Swiss standing")},
    ),
}


def tiers(regulations: Regulations) -> list[Choice]:
    """The tiers, lowest first."""
    return [Choice(each.id, each.name, clause=each.clause) for each in regulations.tiers]


def structures(regulations: Regulations) -> list[StructureChoice]:
    """The structures, with elimination from the start as the last."""
    found = [
        StructureChoice(each.id, each.name, each.used_for, each.clause, [_row(row) for row in each.rows])
        for each in regulations.structures
    ]
    hint = _("no Swiss rounds: whoever loses is out; byes and first games at random")
    clause = regulations.elimination.random_start_clause
    return [*found, StructureChoice(ELIMINATION, _("Elimination only"), hint, clause)]


def formats(regulations: Regulations, stage: str) -> list[Choice]:
    """The ways to play a match of a stage, with the tiers they are for; no choice is less than two."""
    fitting = [each for each in regulations.match_formats if stage in each.stages]
    names = {each.id: each.name for each in regulations.tiers}
    return [Choice(each.id, _format_label(each, names), clause=each.clause) for each in fitting]


def cut_kinds(regulations: Regulations) -> list[Choice]:
    """The kinds of cut."""
    words = {
        "top": _("The best so many (0 for no cut)"),
        "top-with-ties": _("The best so many, and everybody level with the last of them"),
        "at-least-points": _("Everybody with at least so many points"),
        "at-most-losses": _("Everybody with at most so many losses"),
    }
    return [Choice(kind, words[kind], clause=regulations.cut.clause) for kind in regulations.cut.kinds]


def variants(regulations: Regulations) -> list[VariantChoice]:
    """The readings that make a difference in this game, each with its clause and what holds if none is chosen."""
    return [
        _variant(regulations, name) for name in Variants.model_fields if name in regulations.variant_clauses
    ]


def variant_value(name: str, typed: str) -> object:
    """What the regulations call a value that a form sent for a variant."""
    return {"True": True, "False": False}.get(typed, typed) if name == "bye_is_opponent" else typed


def round_times(regulations: Regulations) -> list[tuple[str, int]]:
    """How many minutes each kind of round lasts."""
    words: Mapping[RoundKind, Callable[[], str]] = {
        "swiss": lambda: _("Swiss rounds"),
        "elimination": lambda: _("Elimination"),
        "final": lambda: _("Final"),
    }
    names = {each.id: each.name for each in regulations.match_formats}
    return [
        (words[each.round]() + (f" ({names[each.match]})" if each.match else ""), each.minutes)
        for each in regulations.round_times
    ]


def _variant(regulations: Regulations, name: str) -> VariantChoice:
    label, meaning, words = _VARIANTS[name]
    default = str(getattr(regulations.variants, name))
    cited: Any = regulations.variant_clauses.get(name)  # type: ignore[call-overload]
    choices = [Choice(value, str(word)) for value, word in words.items()]
    return VariantChoice(name, str(label), str(meaning), cited.clause if cited else "", default, choices)


def _format_label(one: MatchFormat, tier_names: Mapping[str, str]) -> str:
    if not one.tiers:
        return one.name
    return f"{one.name} ({', '.join(tier_names.get(tier, tier) for tier in one.tiers)})"


def _row(row: StructureRow) -> tuple[str, str]:
    players = f"{row.players}–{row.to}" if row.to else f"{row.players}+"
    rounds = ngettext("%(count)d round", "%(count)d rounds", row.rounds) % {"count": row.rounds}
    cut = _(", cut to the best %(count)d") % {"count": row.cut} if row.cut else ""
    return players, rounds + cut
