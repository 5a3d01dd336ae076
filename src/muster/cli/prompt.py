"""The lines of `muster play`, one after another: carried out, answered, and never lost."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from muster.cli.asking import ask_result
from muster.cli.language import VERBS, command_of, split
from muster.cli.output import ERR, OUT, REFUSED, fail, grid_of, plain
from muster.cli.reporting import EXAMPLES, UnclearError
from muster.cli.session import Session, UnknownNameError
from muster.cli.tables import final_table, name_of, plan_json, round_table, sheet_table, standings_table
from muster.cli.why import why_lines
from muster.core.ids import RoundNo
from muster.core.scoring.fields import Field, report_fields
from muster.core.structure import PlanRefusal
from muster.core.tournament import commands, queries
from muster.core.tournament.commands import Command
from muster.core.tournament.decisions.setup import planned
from muster.core.tournament.journal import Accepted
from muster.core.tournament.next_step import next_step
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.review import review

Answer = RenderableType | None


@dataclass(slots=True)
class Prompt:
    """A session at the keyboard, or fed from a script.

    At the keyboard a refusal is shown and the next line awaited; a script ends at the first refusal, with
    exit code 1 and the number of the line.
    """

    session: Session
    as_json: bool = False

    def run(self) -> None:
        """Carry out lines until `quit` or the end of input."""
        interactive = sys.stdin.isatty()
        if interactive and not self.as_json:
            OUT.print(f"{plain(self.session.file.title)}: {next_step(self.session.state).says}")
            OUT.print(
                "Type help for the words, next for the next step, quit to leave: everything is on record."
            )
        for number, line in enumerate(self._lines(interactive=interactive), 1):
            words = line.split()
            if not words or words[0].startswith("##"):
                continue
            if words[0] in ("quit", "exit"):
                return
            fault = self.carry_out(line)
            if fault and not interactive:
                fail(f"line {number}: {plain(line, 100)}: {fault}", REFUSED)
            if fault:
                ERR.print(Text(plain(fault), style="bold red"))

    def carry_out(self, line: str) -> str | None:
        """Carry out one line and print its answer; a text says why not."""
        try:
            words = split(line)
            question = QUESTIONS.get(words[0].casefold()) if words else None
            if question is not None:
                self._show(question.answer(self.session, words[1:]))
                return None
            if words[0] == "report" and len(words) == 2 and sys.stdin.isatty():
                words += ask_result(self._fields(), lambda asked: input(f"  {asked}: "))
            command = self._next() if words[0] == "next" else command_of(self.session, words)
        except (UnclearError, UnknownNameError) as error:
            return self._faulty("unclear", str(error))
        if command is None:
            return self._faulty("unclear", f"{words[0]!r} is no word I know; type help")
        return self._submit(command, words)

    def _lines(self, *, interactive: bool) -> Iterator[str]:
        while True:
            try:
                line = input("muster> " if interactive and not self.as_json else "")
            except (EOFError, KeyboardInterrupt):
                return
            except UnicodeDecodeError:
                fail("standard input is not UTF-8 text", REFUSED)
            yield line

    def _fields(self) -> tuple[Field, ...]:
        state = self.session.state
        if not state.stages:
            raise UnclearError("no stage has started, so there is no result to report")
        return report_fields(state.regulations, stage=state.stages[-1].format)

    def _next(self) -> Command:
        step = next_step(self.session.state)
        making: dict[str, Callable[[], Command]] = {
            "announce": lambda: commands.AnnouncePlan(self.session.link(0)),
            "start": commands.StartStage,
            "pair": lambda: commands.ProposeRound(self.session.link(len(self.session.state.rounds) + 1)),
            "publish": commands.PublishRound,
            "cut": commands.MakeCut,
            "finish": commands.FinishTournament,
        }
        if step.step not in making:
            raise UnclearError(step.says)
        return making[step.step]()

    def _submit(self, command: Command, words: list[str]) -> str | None:
        answer = self.session.submit(command)
        if isinstance(answer, Refusal):
            return self._faulty(answer.code, answer.text(), answer.clause)
        if isinstance(command, commands.EnterPlayer) and len(words) > 1:
            self.session.name(command.player, " ".join(words[1:])[:200])
        if self.as_json:
            self._json({"ok": True, "facts": [json.loads(entry.text) for entry in answer.entries]})
        else:
            OUT.print(done(self.session, answer))
        return None

    def _show(self, answer: Answer) -> None:
        if self.as_json:
            self._json({"ok": True, "text": _as_text(answer)})
        elif answer is not None:
            OUT.print(answer)

    def _faulty(self, code: str, says: str, clause: str | None = None) -> str:
        if self.as_json:
            self._json({"ok": False, "code": code, "says": says, "clause": clause})
        return says

    def _json(self, value: object) -> None:
        typer.echo(json.dumps(value, sort_keys=True, ensure_ascii=False))


def done(session: Session, answer: Accepted) -> RenderableType:
    """What an act came to, with what it leads to next."""
    state, names = session.state, session.file.names
    kinds = [entry.fact.kind for entry in answer.entries]
    if "round.proposed" in kinds or "proposal.swapped" in kinds:
        proposal = state.proposal
        number = proposal.round_no if proposal else RoundNo(0)
        shown = sheet_table(proposal.sheet, names, f"Proposal of round {number}") if proposal else None
        remarks = review(state, lambda player: name_of(names, player))
        lines = [f"{remark.says} [{remark.clause}]" if remark.clause else remark.says for remark in remarks]
        return Group(*([shown] if shown else []), Text("\n".join((*lines, next_step(state).says))))
    if "tournament.finished" in kinds:
        return final_table(session.file)
    if "round.published" in kinds:
        return Text(f"Round {len(state.rounds)} is published. {next_step(state).says}")
    undo = "" if state.undo is None else " (undo takes it back)"
    return Text(f"Done: {', '.join(kinds)}{undo}. {next_step(state).says}")


@dataclass(frozen=True, slots=True)
class Question:
    """A word that only asks."""

    usage: str
    says: str
    answer: Callable[[Session, list[str]], Answer]


def _help(session: Session, _: list[str]) -> Answer:
    shown = grid_of("Words", "Type", "to")
    for verb in VERBS.values():
        shown.add_row(Text(verb.usage), verb.says)
    for question in QUESTIONS.values():
        shown.add_row(Text(question.usage), question.says)
    shown.add_row("next", "do the next step")
    shown.add_row("quit", "leave; everything is on record")
    shown.caption = Text(f"Results: {EXAMPLES[session.state.regulations.scoring.model]}")
    return shown


def _status(session: Session, _: list[str]) -> Answer:
    state = session.state
    lines = [next_step(state).says]
    if state.plan is None:
        plan = planned(state)
        if isinstance(plan, PlanRefusal):
            lines += [problem.message for problem in plan.problems]
        else:
            cut = f"cut to {plan.cut}" if plan.cut else "no cut"
            lines.append(f"{plan.attendance} players: {plan.rounds} Swiss rounds, {cut} [{plan.clause}]")
            lines += [f"Mind: {note.message} [{note.clause}]" for note in plan.warnings]
    else:
        lines.append(f"Plan: {plan_json(state)}")
    return Text("\n".join(lines))


def _pairings(session: Session, words: list[str]) -> Answer:
    state = session.state
    number = _round(words, len(state.rounds))
    if not 1 <= number <= len(state.rounds):
        raise UnclearError(f"there is no published round {number}")
    return round_table(state.rounds[number - 1], session.file.names, f"Round {number}")


def _standings(session: Session, words: list[str]) -> Answer:
    state = session.state
    if not queries.swiss_rounds(state):
        raise UnclearError("there are no Swiss rounds to rank by")
    after = _round(words, queries.completed(state))
    if not 0 <= after <= queries.completed(state):
        raise UnclearError(f"only {queries.completed(state)} rounds are complete")
    return standings_table(queries.table(state, after), session.file.names, f"Standings after round {after}")


def _why(session: Session, words: list[str]) -> Answer:
    if not words:
        raise UnclearError("say whose pairing and rank")
    return Text("\n".join(why_lines(session.state, session.file.names, session.player(" ".join(words)))))


def _round(words: list[str], default: int) -> int:
    if not words:
        return default
    if not (words[0].isascii() and words[0].isdecimal() and len(words[0]) < 5):
        raise UnclearError(f"write the number of a round, not {words[0][:20]!r}")
    return int(words[0])


def _as_text(answer: Answer) -> str:
    if answer is None:
        return ""
    with OUT.capture() as captured:
        OUT.print(answer)
    return captured.get()


QUESTIONS: Final = {
    "help": Question("help", "list the words", _help),
    "status": Question("status", "say where things stand", _status),
    "pairings": Question("pairings [ROUND]", "show a round with its results", _pairings),
    "standings": Question("standings [ROUND]", "show the standings after a round", _standings),
    "why": Question("why NAME", "explain a player's pairing and rank", _why),
}
"""Every word that only asks."""
