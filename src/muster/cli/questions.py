"""The words of `muster play` that need no decision: they ask, or look after the file itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.text import Text

from muster.app.rounds.cards import found_by
from muster.app.rounds.pods import in_groups
from muster.app.standings.groups import group_tables
from muster.app.standings.read import rank_rows
from muster.cli.brackets import bracket_at, bracket_json, bracket_table
from muster.cli.files import write_new
from muster.cli.language import VERBS, new_name
from muster.cli.opened import OpenJournal
from muster.cli.output import Figures, grid_of, plain, titled
from muster.cli.refusing import cited
from muster.cli.reporting import EXAMPLES, UnclearError
from muster.cli.tables import (
    group_grid,
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
from muster.core.messages import NOTHING, Message, listing, paragraph, say, say_in, say_n, verbatim
from muster.core.structure import PlanNote, PlanRefusal, RoundsAndCut
from muster.core.tournament import queries
from muster.core.tournament.acts.plan import planned
from muster.core.tournament.next_step import next_step
from muster.core.tournament.state import PlayerStatus, State
from muster.exchange.journal import write
from muster.exchange.words import plan_words

_STATUSES: Final[Mapping[PlayerStatus, Message]] = {
    "entered": say("entered"),
    "present": say("present"),
    "dropped": say("dropped"),
    "disqualified": say("disqualified"),
}

FEW: Final = 6
"""Up to so many tables without a result are named."""


@dataclass(frozen=True, slots=True)
class Output:
    """What is shown, and the same as values for JSON."""

    shown: RenderableType
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Query:
    """A word that needs no decision: how it is used, what it does, and its answer."""

    usage: Message
    says: Message
    answer: Callable[[OpenJournal, list[str]], Output]


def _help(opened: OpenJournal, words: list[str]) -> Output:
    made, wanted = grid_of(say("Type"), say_in("to do something", "to")), words[0].casefold() if words else ""
    known = {**VERBS, **QUESTIONS, "next": NEXT, "quit": QUIT}
    listed = [known[wanted]] if wanted in known else known.values()
    for word in listed:
        made.add_row(Text(str(word.usage)), Text(str(word.says)))
    examples = EXAMPLES[opened.state.regulations.scoring.model]
    results = Text(str(say("Results: {examples}", examples=examples)))
    values = {"words": [{"usage": word.usage, "says": word.says} for word in listed]}
    return Output(titled(say("Words"), made, results), values)


def _status(opened: OpenJournal, _: list[str]) -> Output:
    lines = [
        str(line)
        for line in (step_words(opened.state), *_waiting(opened), *_undo(opened), *_plan(opened.state))
    ]
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
    return Output(Text("\n".join(lines)), values)


def step_words(state: State) -> Message:
    """The next step, and which tables still play."""
    return paragraph(next_step(state).says, missing_tables(state))


def missing_tables(state: State) -> Message:
    """Which tables of the running round still play, where they are few."""
    round_ = queries.current_round(state)
    missing = (
        [table for table, match in sorted(round_.matches.items()) if not match.settled] if round_ else []
    )
    if not missing or len(missing) > FEW or state.places is not None:
        return NOTHING
    return say_n(
        "Still playing: table {tables}.",
        "Still playing: tables {tables}.",
        len(missing),
        tables=listing(missing, "plain"),
    )


def step_json(state: State) -> dict[str, object]:
    """The next step as values."""
    step = next_step(state)
    return {"step": step.step, "says": str(step.says)}


def _waiting(opened: OpenJournal) -> Iterator[Message]:
    """Who has not checked in yet, where that matters."""
    state, teller = opened.state, teller_of(opened.file)
    waiting = sorted(one.player for one in state.players.values() if one.status == "entered")
    if state.created.check_in and waiting and not state.stages:
        yield say("Not checked in yet: {players}.", players=teller.names(waiting))


def _undo(opened: OpenJournal) -> Iterator[Message]:
    undo, journal = opened.state.undo, opened.file.journal
    if undo is not None:
        teller = teller_of(opened.file)
        acts = (teller.describe(entry.fact) for entry in journal.entries[undo.seq - 1 : undo.last])
        yield say("Undo would take back: {acts}", acts=paragraph(*acts))


def _plan(state: State) -> Iterator[Message]:
    if state.plan is not None:
        yield say("Plan: {plan}.", plan=plan_words(state.plan))
        return
    plan = planned(state)
    if isinstance(plan, PlanRefusal):
        yield from (problem.message for problem in plan.problems)
        return
    yield cited(_figures(plan), plan.clause)
    yield from map(warning, plan.warnings)


def _figures(plan: RoundsAndCut) -> Message:
    """Rounds and cut for so many players."""
    players = say_n("{count} player", "{count} players", plan.attendance)
    rounds = say_n("{count} Swiss round", "{count} Swiss rounds", plan.rounds)
    if not plan.cut:
        return say("{players}: {rounds}, no cut", players=players, rounds=rounds)
    return say("{players}: {rounds}, cut to {cut}", players=players, rounds=rounds, cut=plan.cut)


def warning(note: PlanNote) -> Message:
    """What to mind about a plan."""
    return cited(say("Mind: {note}", note=note.message), note.clause)


def _pairings(opened: OpenJournal, words: list[str]) -> Output:
    state, names = opened.state, opened.file.names
    if state.proposal is not None and not words:
        title = say("Draft of round {round}, not shown to players yet", round=state.proposal.round_no)
        values = sheet_json(state.proposal, names)
        return Output(
            sheet_table(state.proposal.sheet, names, title, found_by(state, state.proposal.round_no)), values
        )
    number = _round(words, len(state.rounds))
    if not state.rounds:
        raise UnclearError(say("no round is published yet"))
    if not 1 <= number <= len(state.rounds):
        says = say(
            "there is no round {number}; rounds 1 to {last} are published",
            number=number,
            last=len(state.rounds),
        )
        raise UnclearError(says)
    round_ = state.rounds[number - 1]
    title, found = say("Round {number}", number=number), found_by(state, round_.number)
    return Output(round_table(round_, names, title, found), round_json(round_, names))


def _players(opened: OpenJournal, _: list[str]) -> Output:
    figures, names = (Figures(say("Entry")), Figures(say("Table"))), opened.file.names
    made = grid_of(figures[0], say("Player"), say("Status"), figures[1], say("Bye"))
    players = [player for _, player in sorted(opened.state.players.items())]
    for player in players:
        table, bye = str(player.fixed_table or ""), say("first round") if player.first_round_bye else NOTHING
        name, status = Text(name_of(names, player.player)), str(_STATUSES[player.status])
        made.add_row(f"#{player.player}", name, status, table, str(bye))
    values = [
        {"player": player.player, "name": names.get(player.player), "status": player.status}
        for player in players
    ]
    here = len(queries.active(opened.state))
    title = say_n(
        "{count} entry, {here} to be paired", "{count} entries, {here} to be paired", len(players), here=here
    )
    return Output(titled(title, made), {"players": values})


def _standings(opened: OpenJournal, words: list[str]) -> Output:
    state, names = opened.state, opened.file.names
    after = _round(words, queries.completed(state))
    says = no_standings(state, after)
    if says:
        raise UnclearError(says)
    table = queries.shown_table(state, after)
    rows = rank_rows(state, table, lambda player: name_of(names, player), columns=())
    groups = group_tables(state, rows, after) if after == queries.completed(state) else ()
    values = {"after": after, "standings": standings_json(table, names)}
    if groups:
        values["groups"] = [[line.row.player for line in group.lines] for group in groups]
    shown = standings_table(table, names, say("Standings after round {round}", round=after))
    each = (group_grid(group, pods=not in_groups(state)) for group in groups)
    return Output(Group(shown, *each), values)


def no_standings(state: State, after: int) -> Message:
    """Why there are no standings after a round; nothing where there are."""
    complete = queries.completed(state)
    if not queries.swiss_rounds(state):
        return say("no Swiss round is published yet, so there are no standings")
    if not complete:
        return say("no round is complete yet, so there are no standings")
    if not 1 <= after <= complete:
        return say("{after} is not a complete round; rounds 1 to {last} are", after=after, last=complete)
    return NOTHING


def _bracket(opened: OpenJournal, _: list[str]) -> Output:
    found = bracket_at(opened)
    if found is None:
        raise UnclearError(say("there is no bracket yet: make the cut first"))
    return Output(bracket_table(found), bracket_json(found))


def _why(opened: OpenJournal, words: list[str]) -> Output:
    if not words:
        raise UnclearError(say("say whose pairing and rank"))
    player = opened.player(" ".join(words))
    lines = list(pairing_lines(opened.file, player))
    if not no_standings(opened.state, queries.completed(opened.state)):
        lines += why_lines(opened.state, opened.file.names, player)
    if not lines:
        raise UnclearError(say("no round is published yet"))
    return Output(Text("\n".join(map(str, lines))), {"lines": lines})


def _rename(opened: OpenJournal, words: list[str]) -> Output:
    old, comma, new = (part.strip() for part in " ".join(words).partition(","))
    if not comma or not new:
        raise UnclearError(say("write the old name or the number, a comma, and the new name"))
    player = opened.player(old)
    opened.rename(player, new_name(opened, new, besides=player))
    says = say("#{player} is called {name} now.", player=player, name=plain(new))
    return Output(Text(str(says)), {"player": player, "name": new})


def _save(opened: OpenJournal, words: list[str]) -> Output:
    path = Path(" ".join(words)) if words else opened.path
    write_new(path, write(opened.file).encode())
    says = say_n(
        "A copy of {count} fact is in {path}; the secret of the draws is not in it.",
        "A copy of {count} facts is in {path}; the secret of the draws is not in it.",
        opened.state.version,
        path=str(path),
    )
    return Output(Text(plain(str(says))), {"file": str(path), "facts": opened.state.version})


def _round(words: list[str], default: int) -> int:
    if not words:
        return default
    if not (words[0].isascii() and words[0].isdecimal() and len(words[0]) < 5):
        raise UnclearError(say("write the number of a round, not {text}", text=repr(words[0][:20])))
    return int(words[0])


def _only_shown(_: OpenJournal, __: list[str]) -> Output:
    return Output(Group())


NEXT: Final = Query(verbatim("next"), say("do the next step"), _only_shown)
QUIT: Final = Query(verbatim("quit"), say("leave; everything is on record"), _only_shown)
QUESTIONS: Final = {
    "help": Query(say("help [WORD]"), say("list the words"), _help),
    "status": Query(verbatim("status"), say("say where things stand and what undo would take back"), _status),
    "players": Query(verbatim("players"), say("list the entries with their numbers"), _players),
    "pairings": Query(say("pairings [ROUND]"), say("show the draft, or a round with its results"), _pairings),
    "standings": Query(say("standings [ROUND]"), say("show the standings after a round"), _standings),
    "bracket": Query(
        verbatim("bracket"), say("show the bracket, with who meets whom and who goes on"), _bracket
    ),
    "why": Query(say("why NAME"), say("explain a player's pairing and rank"), _why),
    "rename": Query(say("rename NAME, NEW NAME"), say("mend a name"), _rename),
    "save": Query(say("save [FILE]"), say("write a copy of the journal to a new file"), _save),
}
"""Every word that needs no decision."""
