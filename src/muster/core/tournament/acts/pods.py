"""Pods of a draft, or groups: drawn, changed by hand, published."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import Field

from muster.core.draws import ChainLink, DrawSeed, draw_seed
from muster.core.frozen import changed
from muster.core.ids import PlayerId
from muster.core.messages import Message, Numbered, say, say_n
from muster.core.pairing.pods import Pod, deal
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.acts.guards import structure_clause, wrong_link
from muster.core.tournament.changes import with_part_rounds
from muster.core.tournament.course import CoursePart, fewest_of, group_rounds, usual_sizes
from muster.core.tournament.drawing import draw_number
from muster.core.tournament.next_step import pods_to_come
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State

AsNeeded: TypeAlias = Annotated[int | None, Field(exclude_if=lambda value: value is None)]
"""How many rounds there are where they follow from who plays; nothing elsewhere."""


@dataclass(frozen=True, slots=True)
class DrawPods(Command):
    """Draw who sits in which pod, and where; `link` is the next link of the chain.

    Attributes:
        link: the next link.
        sizes: how many sit in each pod; None for the usual sizes (`F16`).
    """

    right = "rounds"
    link: ChainLink
    sizes: tuple[int, ...] | None = None

    def decide(self, state: State) -> Decision:
        """Once those who are there are known, and before round 1."""
        here, number = queries.active(state), draw_number(state)
        refusal = _no_pods_now(state, len(here)) or wrong_link(state, self.link, number)
        if refusal:
            return refusal
        part = queries.part(state)
        sizes = usual_sizes(part, len(here)) if self.sizes is None else self.sizes
        if sum(sizes) != len(here) or min(sizes) < fewest_of(part):
            return Refusal("bad-pods", _sizes_wanted(part, len(here)))
        attempt = state.draws.attempts.get(number, 0) + 1
        seed = draw_seed(self.link, state.head, number, attempt)
        players = here if part.deal == "drawn" else ranked_here(state)
        return (PodsDrawn(number, attempt, self.link, seed, deal(players, sizes, part.deal, seed)),)


@dataclass(frozen=True, slots=True)
class PodsDrawn(Fact):
    """Pods were drawn for review. Every attempt is on record, with the link it revealed and its seed."""

    kind = "pods.drawn"
    title = say("drawn pods")
    right = "rounds"
    group = "rounds"
    parts = ()
    draw_no: int
    attempt: int
    link: ChainLink
    seed: DrawSeed
    pods: tuple[Pod, ...]

    def evolve(self, state: State) -> State:
        """On the table."""
        draws = state.draws.drafted(self.draw_no, self.attempt, self.link)
        return changed(state, pods_draft=self, draws=draws)

    def describe(self, to: Describer) -> Message:  # noqa: ARG002  (nobody is named)
        """Which attempt."""
        return say("Draft {attempt} of the pods.", attempt=self.attempt)

    def asked_by(self) -> Command:
        """The same link and sizes: all else follows."""
        return DrawPods(self.link, tuple(map(len, self.pods)))


@dataclass(frozen=True, slots=True)
class SwapSeats(Command):
    """Exchange the seats of two players in the pods that were drawn."""

    right = "rounds"
    players: tuple[PlayerId, PlayerId]

    def decide(self, state: State) -> Decision:
        """Before the pods are published."""
        draft = state.pods_draft
        if draft is None:
            return Refusal("no-proposal", say("There are no drawn pods to change; draw them first."))
        one, two = self.players
        seated = {player for pod in draft.pods for player in pod}
        for player in self.players:
            if player not in seated:
                says = say("Player {player} sits in no pod.", player=Numbered(player))
                return Refusal("not-in-proposal", says)
        if one == two:
            return Refusal("bad-pair", say("Name two different players."))
        return (SeatsSwapped((one, two), exchanged(draft.pods, one, two)),)


@dataclass(frozen=True, slots=True)
class SeatsSwapped(Fact):
    """The organiser exchanged the seats of two players in the pods that were drawn, by hand."""

    kind = "pods.swapped"
    title = say("players exchanged in the pods")
    right = "rounds"
    group = "rounds"
    parts = ()
    players: tuple[PlayerId, PlayerId]
    pods: tuple[Pod, ...]

    def evolve(self, state: State) -> State:
        """The drawn pods as they are now."""
        draft = changed(state.pods_draft, pods=self.pods) if state.pods_draft else None
        return changed(state, pods_draft=draft)

    def describe(self, to: Describer) -> Message:
        """Who."""
        return say("Exchanged in the pods: {players}.", players=to.names(self.players))

    def asked_by(self) -> Command:
        """The same two."""
        return SwapSeats(self.players)


@dataclass(frozen=True, slots=True)
class PublishPods(Command):
    """Make the drawn pods official, and the draft begin."""

    right = "rounds"

    def decide(self, state: State) -> Decision:
        """As they are on the table."""
        if state.pods_draft is None:
            return Refusal("no-proposal", say("There are no drawn pods to show; draw them first."))
        pods = state.pods_draft.pods
        rounds = group_rounds(tuple(map(len, pods))) if queries.part(state).paired == "groups" else None
        return (PodsPublished(pods, rounds),)


@dataclass(frozen=True, slots=True)
class PodsPublished(Fact):
    """Who drafts with whom, and where they sit, became official; of groups, how many rounds they need."""

    kind = "pods.published"
    title = say("published pods")
    right = "rounds"
    group = "rounds"
    boundary = True
    instead = say("Players have taken their seats: put somebody into a pod, or drop those who leave.")
    pods: tuple[Pod, ...]
    rounds: AsNeeded = None

    def evolve(self, state: State) -> State:
        """They sit."""
        draws = changed(state.draws, seatings=state.draws.seatings + 1)
        return with_part_rounds(changed(state, pods=self.pods, pods_draft=None, draws=draws), self.rounds)

    def describe(self, to: Describer) -> Message:  # noqa: ARG002  (nobody is named)
        """How many."""
        if self.rounds is not None:
            return say_n("{count} group is published.", "{count} groups are published.", len(self.pods))
        return say_n("{count} pod is published.", "{count} pods are published.", len(self.pods))

    def asked_by(self) -> Command:
        """The seats follow."""
        return PublishPods()


@dataclass(frozen=True, slots=True)
class JoinPod(Command):
    """Give a player who came late a seat at the end of a pod."""

    right = "rounds"
    player: PlayerId
    pod: int

    def decide(self, state: State) -> Decision:
        """Before round 1."""
        if state.pods is None or queries.part_rounds(state) or queries.part(state).paired == "groups":
            return Refusal(
                "bad-pods", say("A pod takes somebody in after it is published and before round 1.")
            )
        if self.player not in queries.active(state):
            says = say("Player {player} is not here.", player=Numbered(self.player))
            return Refusal("not-playing", says)
        if any(self.player in pod for pod in state.pods):
            says = say("Player {player} sits in a pod already.", player=Numbered(self.player))
            return Refusal("bad-pods", says)
        if not 1 <= self.pod <= len(state.pods):
            says = say("There is no pod {pod}; there are {count}.", pod=self.pod, count=len(state.pods))
            return Refusal("bad-pods", says)
        return (PodJoined(self.player, self.pod),)


@dataclass(frozen=True, slots=True)
class PodJoined(Fact):
    """A player who came late sits at the end of a pod."""

    kind = "pods.joined"
    title = say("a seat in a pod")
    right = "rounds"
    group = "rounds"
    parts = ("round", "people")
    player: PlayerId
    pod: int

    def evolve(self, state: State) -> State:
        """One seat more."""
        pods = tuple(
            (*pod, self.player) if number == self.pod else pod
            for number, pod in enumerate(state.pods or (), 1)
        )
        return changed(state, pods=pods)

    def describe(self, to: Describer) -> Message:
        """Who, where."""
        return say("{player} sits in pod {pod}.", player=to.name(self.player), pod=self.pod)

    def asked_by(self) -> Command:
        """The same seat."""
        return JoinPod(self.player, self.pod)


def _no_pods_now(state: State, here: int) -> Refusal | None:
    if not state.stages or not queries.part(state).closed:
        return Refusal("bad-pods", say("The plan has no pods."), structure_clause(state))
    if not pods_to_come(state):
        return Refusal("bad-pods", say("The pods are published."), structure_clause(state))
    if here < fewest_of(queries.part(state)):
        return Refusal("attendance", _too_few(queries.part(state), here))
    return None


def _too_few(part: CoursePart, here: int) -> Message:
    if part.paired == "groups":
        return say_n(
            "{count} player is here; a group needs at least {fewest}.",
            "{count} players are here; a group needs at least {fewest}.",
            here,
            fewest=fewest_of(part),
        )
    return say_n(
        "{count} player is here; a pod needs at least {fewest}.",
        "{count} players are here; a pod needs at least {fewest}.",
        here,
        fewest=fewest_of(part),
    )


def _sizes_wanted(part: CoursePart, here: int) -> Message:
    if part.paired == "groups":
        return say_n(
            "The sizes of the groups must add up to the {count} player who is here, each at least {fewest}.",
            "The sizes of the groups must add up to the {count} players who are here, each at least {fewest}.",
            here,
            fewest=fewest_of(part),
        )
    return say_n(
        "The sizes of the pods must add up to the {count} player who is here, each at least {fewest}.",
        "The sizes of the pods must add up to the {count} players who are here, each at least {fewest}.",
        here,
        fewest=fewest_of(part),
    )


def ranked_here(state: State) -> tuple[PlayerId, ...]:
    """Who is here, in the order of the standings."""
    here = {*queries.active(state)}
    return tuple(player for player in queries.table(state).order if player in here)


def exchanged(pods: tuple[Pod, ...], one: PlayerId, two: PlayerId) -> tuple[Pod, ...]:
    """The same pods, or tables, with two players in each other's seats."""
    other = {one: two, two: one}
    return tuple(tuple(other.get(player, player) for player in pod) for pod in pods)
