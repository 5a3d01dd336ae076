"""The lines of `muster play`, one after another: carried out, answered, and never lost."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.text import Text

from muster.app.rounds.cards import found_by
from muster.cli.asking import ask_result
from muster.cli.at_table import running
from muster.cli.files import UnusableError
from muster.cli.language import command_of, split
from muster.cli.opened import OpenJournal, OutOfStepError, UnknownNameError
from muster.cli.output import OUT, REFUSED, complain, fail, plain, print_json, values_of
from muster.cli.questions import QUESTIONS, Output, step_json, step_words
from muster.cli.refusing import cited, refused_text
from muster.cli.reporting import UnclearError
from muster.cli.stopping import drawn
from muster.cli.tables import final_table, name_of, sheet_table, teller_of
from muster.core.messages import NOTHING, Message, listing, paragraph, say
from muster.core.scoring.fields import report_fields
from muster.core.tournament import commands
from muster.core.tournament.commands import Command
from muster.core.tournament.drawing import draw_number
from muster.core.tournament.journal import Accepted
from muster.core.tournament.next_step import next_step
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.review import review
from muster.core.written import percent as share_of


@dataclass(slots=True)
class Prompt:
    """A journal at work at the keyboard, or fed from a script.

    At the keyboard a refusal is shown and the next line awaited; a script ends at the first refusal, with
    exit code 1 and the number of the line.
    """

    opened: OpenJournal
    as_json: bool = False
    keyboard: bool = False

    def run(self) -> None:
        """Carry out lines until `quit` or the end of input."""
        self.keyboard = sys.stdin.isatty()
        if self.keyboard and not self.as_json:
            with suppress(ImportError):
                import readline  # noqa: F401, PLC0415  (gives the keyboard its arrow keys; not on every system)
            self._welcome()
        for number, line in enumerate(self._lines(), 1):
            if line.startswith("##") or not line:
                continue
            if line.casefold() in ("quit", "exit"):
                return
            fault = self.carry_out(line)
            if fault and not self.keyboard:
                says = say(
                    "line {number}: {line}: {fault}", number=number, line=plain(line, 100), fault=fault
                )
                fail(says, REFUSED)
            if fault:
                complain(fault)

    def carry_out(self, line: str) -> Message:
        """Carry out one line and print its answer; why not, if that cannot be."""
        try:
            words = split(line)
            question = QUESTIONS.get(words[0].casefold()) if words else None
            if question is not None:
                with suppress(UnusableError):
                    self.opened.catch_up()
                self._show(question.answer(self.opened, words[1:]))
                return NOTHING
            return self._submit(self._command(words), words)
        except (UnclearError, UnknownNameError) as error:
            return self._faulty("unclear", error.says)
        except OutOfStepError as error:
            return self._faulty("stale", error.says)
        except UnusableError as error:
            says = say(
                "{problem}. Nothing was done; `save FILE` writes a copy of what is known here",
                problem=error.says,
            )
            return self._faulty("unusable", says)

    def _welcome(self) -> None:
        title = plain(self.opened.file.title)
        step = next_step(self.opened.state).says
        OUT.print(Text(str(say("{title}: {step}", title=title, step=step))))
        says = say("Type help for the words, next for the next step, quit to leave: all is on record.")
        OUT.print(str(says))

    def _lines(self) -> Iterator[str]:
        """The lines, without blanks around them; at the keyboard Ctrl-C drops a line and Ctrl-D leaves."""
        prompt = "muster> " if self.keyboard and not self.as_json else ""
        while True:
            try:
                yield input(prompt).strip("\ufeff \t\r\n")
            except EOFError:
                return
            except UnicodeDecodeError:
                if not self.keyboard:
                    fail(say("standard input is not UTF-8 text"), REFUSED)
                complain(say("that was not UTF-8 text; type it again"))
            except KeyboardInterrupt:
                if not self.keyboard:
                    raise
                OUT.print()
                OUT.print(str(say("Type quit to leave.")))

    def _command(self, words: list[str]) -> Command:
        if words[0].casefold() == "next":
            return self._next()
        if words[0].casefold() == "report" and len(words) == 2 and self.keyboard and not self.as_json:
            words = [*words, *self._asked(words[1:])]
        command = command_of(self.opened, words)
        if command is None:
            raise UnclearError(say("{word} is no word I know; type help", word=repr(words[0][:40])))
        return command

    def _asked(self, words: list[str]) -> list[str]:
        """The words of a result, asked for one by one."""
        place, _ = running(self.opened, words)
        if place.match is None:
            raise UnclearError(say("nobody plays at table {table} now", table=place.table))
        if place.match.status == "confirmed":
            says = say("table {table} has its result; correct it instead, with a reason", table=place.table)
            raise UnclearError(says)
        state, names = self.opened.state, self.opened.file.names
        seats = enumerate(place.match.pairing.players, 1)
        says = say(
            "Table {table}: {players}. Nothing leaves a field out; Ctrl-C stops.",
            table=place.table,
            players=listing(
                say("{player} ({seat})", player=name_of(names, player), seat=seat) for seat, player in seats
            ),
        )
        OUT.print(Text(str(says)))
        try:
            fields = report_fields(state.regulations, stage=state.stages[-1].format)
            return ask_result(fields, lambda asked: input(f"  {asked}: "), place.seat, place.table_seat)
        except (EOFError, KeyboardInterrupt):
            OUT.print()
            raise UnclearError(say("nothing was recorded")) from None
        except UnicodeDecodeError:
            raise UnclearError(say("that was not UTF-8 text; nothing was recorded")) from None

    def _next(self) -> Command:
        step = next_step(self.opened.state)
        making: dict[str, Callable[[], Command]] = {
            "announce": lambda: commands.AnnouncePlan(self.opened.link(0)),
            "start": commands.StartStage,
            "pair": lambda: commands.ProposeRound(self.opened.link(draw_number(self.opened.state))),
            "pods": lambda: commands.DrawPods(self.opened.link(draw_number(self.opened.state))),
            "show-pods": commands.PublishPods,
            "show-building": commands.PublishBuilding,
            "day-two": commands.BeginDayTwo,
            "publish": commands.PublishRound,
            "cut": commands.MakeCut,
            "finish": commands.FinishTournament,
        }
        if step.step not in making:
            raise UnclearError(step_words(self.opened.state))
        return making[step.step]()

    def _submit(self, command: Command, words: list[str]) -> Message:
        entered = " ".join(words[1:]) if isinstance(command, commands.EnterPlayer) else ""
        if self.keyboard:
            command = drawn(self.opened.state, command, self._going_on)
        answer = self.opened.submit(command, entered)
        if isinstance(answer, Refusal):
            return self._refused(answer, command)
        if self.as_json:
            facts = [json.loads(entry.text) for entry in answer.entries]
            self._json({"ok": True, "facts": facts, "next": step_json(self.opened.state)})
        else:
            OUT.print(done(self.opened, answer))
        return NOTHING

    def _going_on(self, percent: int) -> None:
        says = say(
            "Looking for a seating, {percent} so far. Ctrl-C stops here; the best one found is drafted.",
            percent=share_of(Fraction(percent, 100), 0),
        )
        complain(says)

    def _refused(self, refusal: Refusal, command: Command) -> Message:
        text = refused_text(refusal, command, self.opened.state, self.opened.file.names)
        problems = [values_of(problem) for problem in refusal.problems]
        return self._faulty(refusal.code, text, refusal.clause, problems)

    def _show(self, answer: Output) -> None:
        if self.as_json:
            self._json({"ok": True, **answer.values})
        else:
            OUT.print(answer.shown)

    def _faulty(
        self,
        code: str,
        says: Message,
        clause: str | None = None,
        problems: list[dict[str, object]] | None = None,
    ) -> Message:
        if self.as_json:
            self._json(
                {"ok": False, "code": code, "says": says, "clause": clause, "problems": problems or []}
            )
        return says

    def _json(self, value: object) -> None:
        print_json(value, indent=None)


def done(opened: OpenJournal, answer: Accepted) -> RenderableType:
    """What an act came to, with what it leads to next."""
    state, names = opened.state, opened.file.names
    teller = teller_of(opened.file)
    kinds = [entry.fact.kind for entry in answer.entries]
    if "tournament.finished" in kinds:
        return final_table(opened.file)
    acts = [teller.describe(entry.fact) for entry in answer.entries]
    if state.proposal is not None and kinds[0] in ("round.proposed", "proposal.swapped", "cards.recorded"):
        found = found_by(state, state.proposal.round_no)
        shown = sheet_table(state.proposal.sheet, names, paragraph(*acts), found)
        remarks = review(state, lambda player: name_of(names, player))
        lines = (*(cited(remark.says, remark.clause) for remark in remarks), step_words(state))
        return Group(shown, Text("\n".join(map(str, lines))))
    return Text(str(paragraph(*acts, step_words(state))))
