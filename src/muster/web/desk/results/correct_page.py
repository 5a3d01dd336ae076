"""Corrections as their templates get them: the form, and what a correction would change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final

from muster.app.brackets.advancing import (
    NOT_YET,
    DependentGames,
    LaterGame,
    RemadeBracket,
    dependent_games,
    remade_with,
)
from muster.app.results.description import SideWorth, sides_of_outcome
from muster.app.rounds.re_pairing import round_to_re_pair
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.messages import Message, listing, say
from muster.core.private import LONGEST_REASON
from muster.core.tournament.acts.corrections import opens_by_undo, window_closed
from muster.core.tournament.commands import CorrectResult
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk
from muster.web.desk.repair.preview import RePairing, after_correction, suggested_swaps, swaps_text
from muster.web.desk.results.impact import CorrectionImpact, LaterRound, RankChange, impact
from muster.web.desk.results.match_page import MatchFields
from muster.web.desk.results.page import OfRound

SHOWN: Final = 20
"""Rank changes shown; the rest are counted."""

OWN: Final = frozenset(
    {"csrfmiddlewaretoken", "version", "key", "step", "sure", "reason", "round", "then", "swaps"}
)
"""What the forms send besides the fields of the report."""


# What a correction would change --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rested:
    """A later round with what would have been otherwise in it, with names.

    Attributes:
        later: the round.
        name: how players are named.
    """

    later: LaterRound
    name: Naming

    @property
    def round_no(self) -> RoundNo:
        """The round."""
        return self.later.round_no

    @property
    def byes(self) -> list[str]:
        """Who had a bye in it."""
        return [self.name(player) for player in self.later.byes]

    @property
    def bye_instead(self) -> str:
        """Who would have had it."""
        return self.name(self.later.bye_instead) if self.later.bye_instead else ""

    @property
    def pairings(self) -> list[tuple[TableNo, list[tuple[str, int, int]]]]:
        """The tables with both players, their points then, and those they would have had."""
        return [
            (one.table, list(zip(map(self.name, one.players), one.before, one.after, strict=True)))
            for one in self.later.pairings
        ]


@dataclass(frozen=True)
class Changes:
    """What a correction would change, with names.

    Attributes:
        desk: who asks, and the tournament as it stands.
        impact: what it would change.
        also: the second of two corrections that are made at once.
    """

    desk: Desk
    impact: CorrectionImpact
    also: CorrectionImpact | None = None

    @property
    def sides(self) -> list[tuple[SideWorth, SideWorth]]:
        """Every player concerned, as on record and as corrected."""
        found = [one for one in (self.impact, self.also) if one is not None]
        return [side for one in found for side in self._sides(one)]

    @property
    def ranks(self) -> list[tuple[str, RankChange]]:
        """The first players whose rank changes."""
        return [(self.desk.name(change.player), change) for change in self.impact.ranks[:SHOWN]]

    @property
    def more_ranks(self) -> int:
        """How many more there are."""
        return max(0, len(self.impact.ranks) - SHOWN)

    @property
    def into_cut(self) -> list[str]:
        """Who would be in the cut."""
        return self._named(self.impact.into_cut)

    @property
    def out_of_cut(self) -> list[str]:
        """Who would not be in it any more."""
        return self._named(self.impact.out_of_cut)

    @property
    def play_offs_gone(self) -> list[Message]:
        """The play-offs that would count for nothing any more."""
        return [
            say(
                "The play-off of {players} would count for nothing: they are no longer equal.",
                players=listing(self._named(players)),
            )
            for players in self.impact.play_offs_gone
        ]

    @property
    def same_cut(self) -> bool:
        """Whether the cut was made and nobody comes into it or falls out of it."""
        impact = self.impact
        made = impact.cut_made and impact.consequence == "re-pair-affected"
        return made and not impact.into_cut and not impact.out_of_cut

    @property
    def rested(self) -> list[Rested]:
        """The later rounds that were paired from the old result."""
        return [Rested(one, self.desk.name) for one in self.impact.rested]

    @property
    def repointed(self) -> bool:
        """Whether pairings of theirs were made with other points."""
        return any(one.pairings for one in self.impact.rested)

    @property
    def advances(self) -> list[str]:
        """Who goes on now, and who would instead; nothing if that stays."""
        return self._named(self.impact.advances or ())

    def _named(self, players: Iterable[PlayerId | None]) -> list[str]:
        return [self.desk.name(player) if player else "" for player in players]

    def _sides(self, found: CorrectionImpact) -> list[tuple[SideWorth, SideWorth]]:
        regulations, names = self.desk.state.regulations, tuple(map(self.desk.name, found.players))
        before, after = (
            sides_of_outcome(each, regulations, names, found.best_of) for each in (found.before, found.after)
        )
        return list(zip(before, after, strict=True))


@dataclass(frozen=True, slots=True)
class Choices:
    """What may be done with the round that was paired from the old result and has not begun.

    Attributes:
        no_mend: why its affected pairings cannot be made anew.
        next_round: the round; None where nothing may be done with it.
        mend: the exchanges that would mend it.
        required: the regulations ask for it.
    """

    no_mend: Refusal | None = None
    next_round: RoundNo | None = None
    mend: RePairing | None = None
    required: bool = False

    @property
    def swaps(self) -> str:
        """The exchanges as the form sends them back."""
        return swaps_text(self.mend.swaps) if self.mend else ""


def choices_after(desk: Desk, found: CorrectionImpact, command: CorrectResult) -> Choices:
    """What the correction leaves to choose."""
    if found.consequence != "re-pair-affected" or found.cut_made or not desk.actor.may("rounds"):
        return Choices()
    after = after_correction(desk.state, replace(command, reason=NOT_YET))
    round_ = after if isinstance(after, Refusal) else round_to_re_pair(after)
    if isinstance(after, Refusal) or isinstance(round_, Refusal) or round_.number != command.round_no + 1:
        return Choices(round_ if isinstance(round_, Refusal) else None)
    offered = suggested_swaps(after, found.players, desk.names)
    required = desk.state.regulations.correction.window == "until-paired"
    if isinstance(offered, Refusal):
        return Choices(offered, round_.number, required=required)
    return Choices(None, round_.number, offered, required)


@dataclass(frozen=True, slots=True)
class WinnerResting:
    """What rests on the winner of a bracket game, with names.

    Attributes:
        games: what rests on it.
        name: how players are named.
    """

    games: DependentGames
    name: Naming

    @property
    def clause(self) -> str:
        """The clause it rests on."""
        return self.games.clause

    @property
    def voidable(self) -> bool:
        """Whether the only later round can still be voided."""
        return self.games.voidable

    @property
    def advances(self) -> list[str]:
        """Who went on, and who would have gone on; empty for nobody."""
        return [self.name(player) if player else "" for player in self.games.advances]

    @property
    def later(self) -> list[tuple[LaterGame, list[str], str]]:
        """Every later game that follows from it, with its players and its winner."""
        return [
            (one, [self.name(player) for player in one.players], self.name(one.winner) if one.winner else "")
            for one in self.games.later
        ]

    @property
    def places(self) -> list[tuple[str, str]]:
        """The places fixed by now."""
        return [(self.name(player), place) for player, place in self.games.places]


# The pages -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CorrectPage(MatchFields):
    """The form of a recorded result; once it was looked at, with what correcting it would change.

    Attributes:
        command: the correction as it was typed; None before it was looked at.
        refused: why it was not carried out.
    """

    template: ClassVar[str] = "desk/results/correct.html"
    command: CorrectResult | None
    refused: Refusal | None
    longest: int = LONGEST_REASON

    @property
    def closed(self) -> Refusal | None:
        """Why no result of this round is corrected any more."""
        return window_closed(self.desk.state, self.round)

    @property
    def undo_first(self) -> bool:
        """Whether undoing the cut would open it again."""
        return opens_by_undo(self.desk.state, self.round)

    @property
    def refusal(self) -> Refusal | None:
        """Why it cannot be made, or was not."""
        return self.found if isinstance(self.found, Refusal) else self.refused

    @property
    def reason(self) -> str:
        """The reason as it was typed."""
        return self.data.get("reason", "")

    @property
    def reason_fault(self) -> bool:
        """Whether a reason is what was missing."""
        return self.refused is not None and self.refused.code == "reason-missing"

    @property
    def others(self) -> list[TableNo]:
        """The other tables with a result that may have been entered at each other's."""
        if self.command or not self.match.report:
            return []
        matches = self.round.matches.items()
        seats = len(self.match.pairing.players)
        found = ((table, one) for table, one in matches if one.report and one is not self.match)
        return sorted(table for table, one in found if len(one.pairing.players) == seats)

    @property
    def token(self) -> str:
        """Stands for what was looked at; sent back to correct it."""
        return self.preview.token

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The fields of the report, which the form below the changes sends again."""
        return [(name, value) for name, value in self.data.items() if name not in OWN]

    @cached_property
    def found(self) -> CorrectionImpact | Refusal | None:
        """What it would change, or why it cannot be made; None before it was looked at."""
        if self.command is None:
            return None
        return impact(self._again.base if self._again else self.desk.state, self.command)

    @property
    def changes(self) -> Changes | None:
        """What it would change, with names."""
        return Changes(self.desk, self.found) if isinstance(self.found, CorrectionImpact) else None

    @property
    def choices(self) -> Choices | None:
        """What may be done with the next round."""
        if self.command is None or not isinstance(self.found, CorrectionImpact):
            return None
        return choices_after(self.desk, self.found, self.command)

    @property
    def anew(self) -> RemadeBracket | None:
        """What is made anew together with it, where the cut or a bracket rests on it."""
        shown = isinstance(self.found, CorrectionImpact) and self.desk.actor.may("rounds")
        return self._again if shown else None

    @property
    def resting(self) -> WinnerResting | None:
        """What rests on the winner, where that is why it cannot be made."""
        if self.command is None or not isinstance(self.found, Refusal):
            return None
        games = dependent_games(self.desk.state, self.command)
        return WinnerResting(games, self.desk.name) if games else None

    @cached_property
    def _again(self) -> RemadeBracket | None:
        return remade_with(self.desk.state, self.command, self.desk.names) if self.command else None


@dataclass(frozen=True)
class ExchangePage(OfRound):
    """What giving two tables each other's result would change.

    Attributes:
        tables: the two.
        asked: both corrections, or why they cannot be made.
        typed: the reason as it was typed.
        refused: why they were not carried out.
    """

    template: ClassVar[str] = "desk/results/exchanged.html"
    tables: tuple[TableNo, TableNo]
    asked: tuple[CorrectResult, CorrectResult] | Refusal
    typed: str
    refused: Refusal | None
    longest: int = LONGEST_REASON

    @property
    def refusal(self) -> Refusal | None:
        """Why it cannot be done, or was not."""
        return self.found if isinstance(self.found, Refusal) else self.refused

    @property
    def reason(self) -> str:
        """The reason to begin with."""
        return "" if isinstance(self.asked, Refusal) else self.typed

    @property
    def reason_fault(self) -> bool:
        """Whether a reason is what was missing."""
        return self.refused is not None and self.refused.code == "reason-missing"

    @property
    def hidden(self) -> list[tuple[str, TableNo]]:
        """What the form sends again."""
        return [("with", self.tables[1])]

    @cached_property
    def found(self) -> CorrectionImpact | Refusal:
        """What it would change, or why it cannot be done."""
        return self.asked if isinstance(self.asked, Refusal) else impact(self.desk.state, *self.asked)

    @property
    def changes(self) -> Changes | None:
        """What it would change, with names."""
        if isinstance(self.asked, Refusal) or isinstance(self.found, Refusal):
            return None
        second = impact(self.desk.state, self.asked[1])
        return Changes(self.desk, self.found, second if isinstance(second, CorrectionImpact) else None)
