"""The words of `muster play` that need no decision: they ask, or look after the file itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.text import Text

from muster.cli.files import write_new
from muster.cli.language import VERBS, new_name
from muster.cli.opened import OpenJournal
from muster.cli.output import grid_of, plain, titled
from muster.cli.reporting import EXAMPLES, UnclearError
from muster.cli.tables import (
    name_of,
    plan_json,
    round_json,
    round_table,
    sheet_json,
    sheet_table,
    standings_json,
    standings_table,
    teller_of,
)
from muster.cli.why import pairing_lines, why_lines
from muster.core.structure import PlanRefusal
from muster.core.tournament import queries
from muster.core.tournament.decisions.setup import planned
from muster.core.tournament.next_step import next_step
from muster.core.tournament.state import State
from muster.exchange.journal import write
from muster.exchange.words import plan_words

FEW: Final = 6
"""Up to so many tables without a result are named."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is shown, and the same as values for JSON."""

    shown: RenderableType
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """A word that needs no decision: how it is used, what it does, and its answer."""

    usage: str
    says: str
    answer: Callable[[OpenJournal, list[str]], Answer]


def _help(opened: OpenJournal, words: list[str]) -> Answer:
    made, wanted = grid_of("Type", "to"), words[0].casefold() if words else ""
    known = {**VERBS, **QUESTIONS, "next": NEXT, "quit": QUIT}
    listed = [known[wanted]] if wanted in known else known.values()
    for word in listed:
        made.add_row(Text(word.usage), Text(word.says))
    results = Text(f"Results: {EXAMPLES[opened.state.regulations.scoring.model]}")
    values = {"words": [{"usage": word.usage, "says": word.says} for word in listed]}
    return Answer(titled("Words", made, results), values)


def _status(opened: OpenJournal, _: list[str]) -> Answer:
    step = f"{next_step(opened.state).says}{missing_tables(opened.state)}"
    lines = [step, *_waiting(opened), *_undo(opened), *_plan(opened.state)]
    values = {
        "title": opened.file.title,
        "regulations": opened.state.regulations.id,
        "facts": opened.state.version,
        "head": opened.state.head,
        "players": len(queries.active(opened.state)),
        "next": step_json(opened.state),
        "plan": plan_json(opened.state),
        "lines": lines,
    }
    return Answer(Text("\n".join(lines)), values)


def missing_tables(state: State) -> str:
    """Which tables of the running round still play, where they are few."""
    round_ = queries.current_round(state)
    missing = (
        [table for table, match in sorted(round_.matches.items()) if not match.settled] if round_ else []
    )
    if not missing or len(missing) > FEW or state.places is not None:
        return ""
    return f" Table{'s' if len(missing) > 1 else ''} {', '.join(map(str, missing))}."


def step_json(state: State) -> dict[str, str]:
    """The next step as values."""
    step = next_step(state)
    return {"step": step.step, "says": step.says}


def _waiting(opened: OpenJournal) -> Iterator[str]:
    """Who has not checked in yet, where that matters."""
    state, teller = opened.state, teller_of(opened.file)
    waiting = sorted(one.player for one in state.players.values() if one.status == "entered")
    if state.created.check_in and waiting and not state.stages:
        yield f"Not checked in yet: {teller.list(waiting)}."


def _undo(opened: OpenJournal) -> Iterator[str]:
    undo, journal = opened.state.undo, opened.file.journal
    if undo is not None:
        teller = teller_of(opened.file)
        told = " ".join(teller.tell(entry.fact) for entry in journal.entries[undo.seq - 1 : undo.last])
        yield f"Undo would take back: {told}"


def _plan(state: State) -> Iterator[str]:
    if state.plan is not None:
        yield f"Plan: {plan_words(state.plan)}."
        return
    plan = planned(state)
    if isinstance(plan, PlanRefusal):
        yield from (problem.message for problem in plan.problems)
        return
    cut = f"cut to {plan.cut}" if plan.cut else "no cut"
    yield f"{plan.attendance} players: {plan.rounds} Swiss rounds, {cut} [{plan.clause}]"
    yield from (f"Mind: {note.message} [{note.clause}]" for note in plan.warnings)


def _pairings(opened: OpenJournal, words: list[str]) -> Answer:
    state, names = opened.state, opened.file.names
    if state.proposal is not None and not words:
        title = f"Proposal of round {state.proposal.round_no}, not published yet"
        values = sheet_json(state.proposal, names)
        return Answer(sheet_table(state.proposal.sheet, names, title), values)
    number = _round(words, len(state.rounds))
    if not state.rounds:
        raise UnclearError("no round is published yet")
    if not 1 <= number <= len(state.rounds):
        raise UnclearError(f"there is no round {number}; rounds 1 to {len(state.rounds)} are published")
    round_ = state.rounds[number - 1]
    return Answer(round_table(round_, names, f"Round {number}"), round_json(round_, names))


def _players(opened: OpenJournal, _: list[str]) -> Answer:
    made, names = grid_of(">Entry", "Player", "Status", ">Table", "Bye"), opened.file.names
    players = [player for _, player in sorted(opened.state.players.items())]
    for player in players:
        table, bye = str(player.fixed_table or ""), "first round" if player.first_round_bye else ""
        made.add_row(f"#{player.player}", Text(name_of(names, player.player)), player.status, table, bye)
    values = [
        {"player": player.player, "name": names.get(player.player), "status": player.status}
        for player in players
    ]
    here = len(queries.active(opened.state))
    return Answer(titled(f"{len(players)} entries, {here} to be paired", made), {"players": values})


def _standings(opened: OpenJournal, words: list[str]) -> Answer:
    state, names = opened.state, opened.file.names
    after = _round(words, queries.completed(state))
    says = no_standings(state, after)
    if says:
        raise UnclearError(says)
    table = queries.table(state, after)
    values = {"after": after, "standings": standings_json(table, names)}
    return Answer(standings_table(table, names, f"Standings after round {after}"), values)


def no_standings(state: State, after: int) -> str | None:
    """Why there are no standings after a round; None where there are."""
    complete = queries.completed(state)
    if not queries.swiss_rounds(state):
        return "no Swiss round is published yet, so there are no standings"
    if not complete:
        return "no round is complete yet, so there are no standings"
    if not 1 <= after <= complete:
        return f"{after} is not a complete round; rounds 1 to {complete} are"
    return None


def _why(opened: OpenJournal, words: list[str]) -> Answer:
    if not words:
        raise UnclearError("say whose pairing and rank")
    player = opened.player(" ".join(words))
    lines = list(pairing_lines(opened.file, player))
    if no_standings(opened.state, queries.completed(opened.state)) is None:
        lines += why_lines(opened.state, opened.file.names, player)
    if not lines:
        raise UnclearError("no round is published yet")
    return Answer(Text("\n".join(lines)), {"lines": lines})


def _rename(opened: OpenJournal, words: list[str]) -> Answer:
    old, comma, new = (part.strip() for part in " ".join(words).partition(","))
    if not comma or not new:
        raise UnclearError("write the old name or the number, a comma, and the new name")
    player = opened.player(old)
    opened.rename(player, new_name(opened, new, besides=player))
    return Answer(Text(f"#{player} is called {plain(new)} now."), {"player": player, "name": new})


def _save(opened: OpenJournal, words: list[str]) -> Answer:
    path = Path(" ".join(words)) if words else opened.path
    write_new(path, write(opened.file).encode())
    says = f"A copy of {opened.state.version} facts is in {path}; the secret of the draws is not in it."
    return Answer(Text(plain(says)), {"file": str(path), "facts": opened.state.version})


def _round(words: list[str], default: int) -> int:
    if not words:
        return default
    if not (words[0].isascii() and words[0].isdecimal() and len(words[0]) < 5):
        raise UnclearError(f"write the number of a round, not {words[0][:20]!r}")
    return int(words[0])


def _only_shown(_: OpenJournal, __: list[str]) -> Answer:
    return Answer(Group())


NEXT: Final = Question("next", "do the next step", _only_shown)
QUIT: Final = Question("quit", "leave; everything is on record", _only_shown)
QUESTIONS: Final = {
    "help": Question("help [WORD]", "list the words", _help),
    "status": Question("status", "say where things stand and what undo would take back", _status),
    "players": Question("players", "list the entries with their numbers", _players),
    "pairings": Question("pairings [ROUND]", "show the proposal, or a round with its results", _pairings),
    "standings": Question("standings [ROUND]", "show the standings after a round", _standings),
    "why": Question("why NAME", "explain a player's pairing and rank", _why),
    "rename": Question("rename NAME, NEW NAME", "mend a name", _rename),
    "save": Question("save [FILE]", "write a copy of the journal to a new file", _save),
}
"""Every word that needs no decision."""
