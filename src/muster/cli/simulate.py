"""`muster simulate`: a whole event, from entry list to final places, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from muster.cli.choices import (
    TypedSetup,
    chosen_regulations,
    is_given,
    parsed_bracket,
    parsed_chain,
    parsed_day,
    parsed_structure,
    set_up_for,
    tell_departures,
)
from muster.cli.files import UnusableError, write_journal
from muster.cli.journal import written
from muster.cli.options import Json, option
from muster.cli.output import ERR, OUT, UNUSABLE, fail, list_faults, print_json, print_line
from muster.cli.questions import warning
from muster.cli.refusing import refused_text
from muster.cli.tables import final_json, final_table
from muster.core.draws import ChainLink, DrawSeed, chain, number
from muster.core.ids import PlayerId
from muster.core.messages import Message, SaidError, say, say_n
from muster.core.structure import PlanNote, PlanRefusal
from muster.core.tournament import commands, queries
from muster.core.tournament.acts.people import MOST_PLAYERS
from muster.core.tournament.acts.plan import planned
from muster.core.tournament.commands import Command
from muster.core.tournament.drawing import draw_number
from muster.core.tournament.journal import Journal
from muster.core.tournament.next_step import next_step, unfinished
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State, best_of
from muster.exchange.dice import MatchSetup, made_up
from muster.exchange.journal import JournalFile
from muster.rules.schema import Regulations


class Refused(SaidError):  # noqa: N818  (a refusal is an answer, not an error)
    """The engine refused a step of the simulation."""

    def __init__(self, refusal: Refusal, command: Command, state: State) -> None:
        super().__init__(refused_text(refusal, command, state, {}))


@dataclass(slots=True)
class Simulation:
    """One event played by dice that follow from a seed.

    Attributes:
        create: how the event is set up.
        players: how many enter.
        seed: what fixes the results and the hash chain.
        drops: how many of a hundred players leave after each Swiss round.
        chain_secret: where the hash chain starts; it follows from the seed if it is not given.
        notes: what an organiser should mind about the plan.
    """

    create: commands.CreateTournament
    players: int
    seed: str
    drops: int = 0
    chain_secret: ChainLink | None = None
    journal: Journal = field(default_factory=Journal)
    notes: tuple[PlanNote, ...] = ()

    def run(self) -> Iterator[Message]:
        """Play the event; yields a line for each step done.

        Raises:
            Refused: the regulations do not allow such an event, or a step of it.
        """
        made_up_secret = ChainLink(sha256(f"{self.seed}|chain".encode()).hexdigest())
        links = chain(self.chain_secret or made_up_secret)
        self._do(self.create)
        for player in range(1, self.players + 1):
            self._do(commands.EnterPlayer(PlayerId(player)))
        plan = planned(self.journal.state)
        self._do(commands.AnnouncePlan(links[0]))
        self.notes = () if isinstance(plan, PlanRefusal) else plan.warnings
        self._do(commands.StartStage())
        yield say_n("{count} player", "{count} players", self.players)
        while self._has_more(links):
            yield from self._round(links)
        self._do(commands.FinishTournament())
        yield say("finished")

    def _has_more(self, links: list[ChainLink]) -> bool:
        """Whether there is a round to come, with what has to be done before it."""
        state = self.journal.state
        step = next_step(state).step
        if step == "day-two":
            self._do(commands.BeginDayTwo())
            step = next_step(self.journal.state).step
        if step == "pods":
            self._do(commands.DrawPods(links[draw_number(self.journal.state)]))
            self._do(commands.PublishPods())
        if step in ("day-two", "pods") or not state.rounds or self.journal.state is not state:
            return True
        plan = state.plan
        swiss_done = (
            plan is not None and state.stages[-1].format == "swiss" and len(state.rounds) >= plan.rounds
        )
        if swiss_done and plan is not None and plan.has_cut:
            self._do(commands.MakeCut())
            self._do(commands.StartStage())
            return True
        return unfinished(state) is not None

    def _round(self, links: list[ChainLink]) -> Iterator[Message]:
        upcoming = draw_number(self.journal.state)
        self._do(commands.ProposeRound(links[upcoming]))
        self._do(commands.PublishRound())
        if self.journal.state.rounds[-1].matches:
            self._do(commands.StartRound())
        state = self.journal.state
        round_ = state.rounds[-1]
        stage = state.stages[-1].format
        for table, match in sorted(round_.matches.items()):
            dice = MatchSetup(
                self._seed(), round_.number, match.pairing.players, stage, best_of(state, stage)
            )
            report = made_up(dice, state.regulations)
            self._do(commands.ReportResult(round_.number, table, report))
        matches = say_n("{count} match", "{count} matches", len(round_.matches))
        yield say("round {round}: {matches}", round=round_.number, matches=matches)
        if stage == "swiss":
            self._some_leave(round_.number)

    def _some_leave(self, round_no: int) -> None:
        for player in queries.active(self.journal.state):
            if number(self._seed(), f"drop/{round_no}/{player}", 100) < self.drops:
                self._do(commands.DropPlayer(player))

    def _seed(self) -> DrawSeed:
        return DrawSeed(sha256(f"{self.seed}|results".encode()).hexdigest())

    def _do(self, command: Command) -> None:
        answer = self.journal.submit(command)
        if isinstance(answer, Refusal):
            raise Refused(answer, command, self.journal.state)


def simulate(
    context: typer.Context,
    regulations: Annotated[str, option(say("Which regulations, by id."), "--regulations", "-r")],
    players: Annotated[
        int, option(say("How many players enter."), "--players", "-n", min=0, max=MOST_PLAYERS)
    ],
    seed: Annotated[str, option(say("Fixes every result and every draw."))] = "1",
    kind: Annotated[str, option(say("A kind of event, such as prerelease: sets what it asks."))] = "",
    structure: Annotated[str, option(say("basic, advanced or custom."))] = "basic",
    tier: Annotated[str, option(say("A tier of the regulations; its first if left out."))] = "",
    match: Annotated[str, option(say("Match format of Swiss rounds."))] = "",
    rounds: Annotated[int | None, option(say("Swiss rounds of a custom structure."))] = None,
    cut: Annotated[int | None, option(say("Cut of a custom structure; 0 for none."))] = None,
    chain_of_parts: Annotated[
        str,
        option(
            say(
                "Parts of a custom structure: the id of a ready-made chain, or such as swiss:4,pods:3:at-most-losses:1."
            ),
            "--parts",
        ),
    ] = "",
    elimination: Annotated[bool, option(say("Elimination only, random start."), "--elimination")] = False,
    bracket: Annotated[str, option(say("single, double, or double-once for one final."))] = "single",
    drops: Annotated[int, option(say("Of a hundred players, how many leave a round."), min=0, max=90)] = 0,
    day: Annotated[str, option(say("The day of play, as YYYY-MM-DD."))] = "2018-12-01",
    output: Annotated[Path | None, option(say("Write the journal here."), "--output", "-o")] = None,
    as_json: Json = False,
) -> None:
    """`muster simulate`."""
    rules = chosen_regulations(regulations)
    given = [name for name in ("tier", "structure", "match") if is_given(context, name)]
    chosen = set_up_for(rules, kind, TypedSetup(tier, structure, match, elimination), given)
    ready = parsed_chain(chain_of_parts, cut)
    create = commands.CreateTournament(
        regulations=rules,
        day=parsed_day(day),
        tier=chosen.tier,
        structure=parsed_structure(chosen.structure),
        swiss_match=chosen.match,
        rounds=rounds,
        course=ready.course,
        cut_kind=ready.cut_kind,
        cut=ready.cut,
        first_stage="elimination" if chosen.elimination else "swiss",
        elimination=parsed_bracket(bracket),
    )
    simulation = Simulation(create, players, seed, drops)
    try:
        play_out(simulation, quiet=as_json)
    except Refused as error:
        fail(error.says)
    if kind:
        tell_departures(simulation.journal.state, kind)
    list_faults(map(warning, simulation.notes))
    file = JournalFile(simulation.journal, title(rules, players), numbered_names(players))
    if output is not None:
        try:
            write_journal(output, file)
        except UnusableError as error:
            fail(error.says, UNUSABLE)
    if as_json:
        print_json(final_json(file))
    else:
        OUT.print(final_table(file))
        if output is not None:
            print_line(written(len(file.journal.entries), output))


def play_out(simulation: Simulation, *, quiet: bool) -> None:
    """Run a simulation with its progress on standard error."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=ERR, transient=True, disable=quiet or not ERR.is_terminal) as progress:
        task = progress.add_task(str(say("starting")), total=None)
        for step in simulation.run():
            progress.update(task, description=str(step))


def title(rules: Regulations, players: int) -> str:
    """A simulated event's title."""
    return str(say("Simulated {game} event, {count} players", game=rules.game, count=players))


def numbered_names(players: int) -> dict[PlayerId, str]:
    """Names for players who have none."""
    return {PlayerId(player): str(say("Player {number}", number=player)) for player in range(1, players + 1)}
