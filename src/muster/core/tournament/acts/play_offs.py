"""Play-offs: equal players play for who goes on, instead of leaving it to the random key."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.bracket.cut import Tied, across_the_line
from muster.core.frozen import changed
from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import Message, Numbered, listing, say
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.acts.cut import contenders, contenders_for
from muster.core.tournament.acts.guards import status_words, staying
from muster.core.tournament.course import EntryKind
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import PlayOff, State


@dataclass(frozen=True, slots=True)
class RecordPlayOff(Command):
    """Record how a play-off placed players who are equal where only some of them go on.

    Attributes:
        players: exactly those who are equal, best first.
    """

    right = "rounds"
    players: tuple[PlayerId, ...]

    def decide(self, state: State) -> Decision:
        """Before the next part begins or the cut is made; once more, if another order is right.

        It stands instead of the random key, and so only where nothing but that would decide who goes on.
        """
        passage = _passage(state)
        if passage is None:
            says = say(
                "A play-off is recorded once a part or the Swiss rounds are over, "
                "before the next part begins or the cut is made."
            )
            return Refusal("no-cut", says)
        for player in self.players:
            left = say(
                "Player {player} is not playing any more ({status}): record the play-off of those who are here.",
                player=Numbered(player),
                status=status_words(state, player),
            )
            found = staying(state, player, left)
            if isinstance(found, Refusal):
                return found
        refusal = self._not_tied(state)
        if refusal:
            return refusal
        made = TiePlayed(RoundNo(queries.completed(state)), self.players)
        if made.play_off in state.play_offs:
            return Refusal("already-recorded", say("That is the order on record; nothing would change."))
        return (made,)

    def _not_tied(self, state: State) -> Refusal | None:
        """Why these are not the players who can play for it."""
        clause, found = state.regulations.standings.random_clause, lines(state)
        if not found:
            says = say("Nobody goes on by the random key here: there is nothing to play for.")
            return Refusal("not-tied", says, clause)
        if any(sorted(self.players) == sorted(line.players) for line in found):
            return None
        near = max(found, key=lambda line: len({*line.players} & {*self.players}))
        says = say(
            "Record the places of exactly those who are equal in everything where the line is drawn, "
            "each once: {players}.",
            players=listing(map(Numbered, near.players)),
        )
        return Refusal("not-tied", says, clause)


@dataclass(frozen=True, slots=True)
class TiePlayed(Fact):
    """Players who were equal after a round played for going on: `players` as the play-off placed them, best first."""

    kind = "tie.played"
    title = say("a play-off")
    right = "rounds"
    group = "cut"
    after: RoundNo
    players: tuple[PlayerId, ...]

    @property
    def play_off(self) -> PlayOff:
        """As a state keeps it."""
        return PlayOff(self.after, self.players)

    def evolve(self, state: State) -> State:
        """It stands, and what any of them played for after the same round does not any more."""
        kept = (
            one for one in state.play_offs if one.after != self.after or not {*one.players} & {*self.players}
        )
        return changed(state, play_offs=(*kept, self.play_off))

    def describe(self, to: Describer) -> Message:
        """Who, in which order."""
        return say("Placed by a play-off, best first: {players}.", players=to.names(self.players))

    def asked_by(self) -> Command:
        """The same order."""
        return RecordPlayOff(self.players)


def lines(state: State) -> tuple[Tied, ...]:
    """Who is equal in everything but the random key where it decides who goes on: at the cut or the part that is due.

    Whoever played for it already still counts as equal. Nobody is where neither is due.
    """
    passage = _passage(state)
    if passage is None:
        return ()
    begins, kind, threshold = passage
    if kind == "everybody":
        return ()
    standing = queries.table_by_draw(state)
    found = contenders(state, standing) if begins is None else contenders_for(state, begins, standing)
    return across_the_line(found, kind, threshold)


def _passage(state: State) -> tuple[int | None, EntryKind, int] | None:
    """What is due: the index of the part that begins, or None for day two and the cut; how it chooses; its number."""
    if queries.part_over(state):
        begins = queries.part_index(state) + 1
        part = queries.parts(state)[begins]
        return begins, part.entry, part.number
    if queries.day_one_over(state):
        return None, "at-least-points", state.announced.course.points
    if not state.stages or state.seeds is not None or queries.in_bracket(state):
        return None
    plan = state.announced
    over = plan.has_cut and queries.completed(state) >= plan.rounds
    return (None, plan.cut_kind, plan.cut) if over else None
