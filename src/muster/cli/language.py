"""The words of `muster play`: a line in, a command or a question out."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast, get_args

from muster.cli.opened import OpenJournal, UnknownNameError
from muster.cli.reporting import UnclearError, build, read_typed
from muster.core.bracket.cut import CutKind
from muster.core.ids import PlayerId, RoundNo, Seat, TableNo
from muster.core.scoring.reports import Report
from muster.core.tournament import commands
from muster.core.tournament.commands import Command
from muster.core.tournament.state import Match
from muster.core.tournament.values import StructureId
from muster.exchange.journal import LONGEST_NAME


@dataclass(frozen=True, slots=True)
class Verb:
    """A word of the language: how it is used, what it does, and how its words become a command."""

    name: str
    usage: str
    says: str
    read: Callable[[OpenJournal, list[str]], Command]


def split(line: str) -> list[str]:
    """The words of a line; double quotes keep words together. Apostrophes and `#` are letters like others.

    Raises:
        UnclearError: a quotation mark is not closed, or something in the line cannot be printed.
    """
    line = " ".join(line.replace("\t", " ").replace("\xa0", " ").split(" "))
    if not line.isprintable():
        raise UnclearError("the line holds characters that cannot be printed; type it again")
    reader = shlex.shlex(line, posix=True)
    reader.whitespace_split, reader.commenters, reader.quotes, reader.escape = True, "", '"', ""
    try:
        return list(reader)
    except ValueError:
        raise UnclearError("a quotation mark is not closed") from None


def command_of(opened: OpenJournal, words: list[str]) -> Command | None:
    """The command a line asks for; None if its first word is not one of `VERBS`.

    Raises:
        UnclearError: the words after the verb do not fit it; the message says how it is used.
        UnknownNameError: a player's name fits nobody or several.
    """
    verb = VERBS.get(words[0].casefold())
    return verb.read(opened, words[1:]) if verb else None


def _nothing(make: Callable[[], Command]) -> Callable[[OpenJournal, list[str]], Command]:
    def read(_: OpenJournal, words: list[str]) -> Command:
        if words:
            raise UnclearError(f"nothing follows here, not {words[0]!r}")
        return make()

    return read


def _joined(words: list[str], what: str) -> str:
    if not words:
        raise UnclearError(f"say {what}")
    return " ".join(words)


def _enter(opened: OpenJournal, words: list[str]) -> Command:
    new_name(opened, _joined(words, "who"))  # it is kept with the file's header, not in the journal
    return commands.EnterPlayer(next_player(opened))


def new_name(opened: OpenJournal, name: str, besides: PlayerId | None = None) -> str:
    """A name that a player can be given; `besides` is the player whose name may change in letter case only.

    Raises:
        UnclearError: somebody is called so already, or it is too long.
    """
    if len(name) > LONGEST_NAME:
        raise UnclearError(f"a name has at most {LONGEST_NAME} characters, not {len(name):,}")
    for player in opened.state.players:
        if player != besides and opened.file.names.get(player, "").casefold() == name.casefold():
            raise UnclearError(f"#{player} is called {name!r} already; tell the two apart")
    return name


def next_player(opened: OpenJournal) -> PlayerId:
    """The next free entry number."""
    return PlayerId(max(opened.state.players, default=0) + 1)


def _amend(opened: OpenJournal, words: list[str]) -> Command:
    wishes = dict(word.split("=", 1) for word in words if word.startswith(("table=", "bye=")))
    name = [word for word in words if not word.startswith(("table=", "bye="))]
    entry = opened.state.players[opened.player(_joined(name, "who"))]
    if not wishes or wishes.get("bye", "no") not in ("yes", "no"):
        raise UnclearError("write table=7 or table=none, bye=yes or bye=no")
    table, fixed = wishes.get("table", ""), entry.fixed_table
    if table:
        fixed = None if table == "none" else TableNo(_number(table, "the table"))
    bye = wishes["bye"] == "yes" if "bye" in wishes else entry.first_round_bye
    return commands.AmendPlayer(entry.player, entry.club, bye, fixed)


def _drop(opened: OpenJournal, words: list[str]) -> Command:
    name, reason = _name_and_reason(words)
    return commands.DropPlayer(opened.player(name), reason)


def _disqualify(opened: OpenJournal, words: list[str]) -> Command:
    name, reason = _name_and_reason(words)
    return commands.DisqualifyPlayer(opened.player(name), reason)


def _name_and_reason(words: list[str]) -> tuple[str, str]:
    """`Ada Lovelace reason=ill`: everything before `reason=` is the name."""
    text = _joined(words, "who")
    name, _, reason = text.partition(" reason=")
    return name, reason


def _pair(opened: OpenJournal, words: list[str]) -> tuple[PlayerId, PlayerId]:
    one, comma, two = _joined(words, "which two players, with a comma between them").partition(",")
    if not comma:
        raise UnclearError("name two players with a comma between them")
    return opened.player(one), opened.player(two)


def _tables(_: OpenJournal, words: list[str]) -> Command:
    named = [word.removeprefix("reserved=") for word in words if word.startswith("reserved=")]
    plain = [word for word in words if not word.startswith("reserved=")]
    return commands.SetTables("".join(plain), "".join(named))


def _structure(_: OpenJournal, words: list[str]) -> Command:
    kind, *figures = words or [""]
    if kind not in get_args(StructureId):
        raise UnclearError(f"choose one of {', '.join(get_args(StructureId))}")
    given = dict(word.split("=", 1) for word in figures if "=" in word)
    if len(given) < len(figures) or not given.keys() <= {"rounds", "cut", "cut-kind"}:
        raise UnclearError("after it write rounds=…, cut=… or cut-kind=…")
    cut_kind = given.get("cut-kind", "top")
    if cut_kind not in get_args(CutKind):
        raise UnclearError(f"cut-kind is one of {', '.join(get_args(CutKind))}")
    rounds, cut = (_number(given[key], key) if key in given else None for key in ("rounds", "cut"))
    return commands.ChangeStructure(cast("StructureId", kind), rounds, cast("CutKind", cut_kind), cut)


def _announce(opened: OpenJournal, words: list[str]) -> Command:
    return _nothing(lambda: commands.AnnouncePlan(opened.link(0)))(opened, words)


def _propose(opened: OpenJournal, words: list[str]) -> Command:
    return _nothing(lambda: commands.ProposeRound(opened.link(len(opened.state.rounds) + 1)))(opened, words)


@dataclass(frozen=True, slots=True)
class Place:
    """A table in a round, where `1` and `2` are the seats."""

    opened: OpenJournal
    round_no: RoundNo
    table: TableNo

    @property
    def match(self) -> Match | None:
        """The match there, if there is one."""
        rounds = self.opened.state.rounds
        return (
            rounds[self.round_no - 1].matches.get(self.table) if 1 <= self.round_no <= len(rounds) else None
        )

    def seat(self, text: str) -> Seat:
        """The seat meant: 1, 2, or one of the two players by name or number.

        Raises:
            UnclearError: there is no match.
            UnknownNameError: neither player is meant, or both.
        """
        if text in ("1", "2"):
            return 0 if text == "1" else 1
        if self.match is None:
            raise UnclearError(f"nobody plays at table {self.table} in round {self.round_no}")
        players = self.match.pairing.players
        try:
            return 0 if self.opened.player(text, players) == players[0] else 1
        except UnknownNameError:
            names = " and ".join(f"{self.opened.file.names.get(one, '')} (#{one})" for one in players)
            raise UnknownNameError(
                f"{text[:60]!r} is not one of {names} at table {self.table}; 1 and 2 work, too"
            ) from None

    def player(self, text: str) -> PlayerId:
        """The player in the seat meant; one of the whole tournament where nobody sits here."""
        if self.match is None:
            return self.opened.player(text)
        return self.match.pairing.players[self.seat(text)]

    def result(self, words: list[str]) -> Report:
        """The result that was typed."""
        typed = read_typed(words)
        ends = [end.id for end in self.opened.state.regulations.ends]
        if typed.end not in ends:
            raise UnclearError(f"no match ends by {typed.end[:40]!r}; choose one of {', '.join(ends)}")
        return build(typed, self.opened.state.regulations, self.seat)


def running(opened: OpenJournal, words: list[str]) -> tuple[Place, list[str]]:
    """The table named first, in the running round, and the words after it."""
    table, rest = _table(words)
    return Place(opened, RoundNo(len(opened.state.rounds)), table), rest


def _report(opened: OpenJournal, words: list[str]) -> Command:
    place, rest = running(opened, words)
    by = None
    if rest and rest[-1].startswith("from="):
        by = place.player(rest.pop().removeprefix("from="))
    return commands.ReportResult(place.round_no, place.table, place.result(rest), by)


def _confirm(opened: OpenJournal, words: list[str]) -> Command:
    place, rest = running(opened, words)
    by = place.player(_joined(rest, "who")) if rest else None
    return commands.ConfirmResult(place.round_no, place.table, by)


def _dispute(opened: OpenJournal, words: list[str]) -> Command:
    place, rest = running(opened, words)
    return commands.DisputeResult(place.round_no, place.table, place.player(_joined(rest, "who disputes it")))


def _correct(opened: OpenJournal, words: list[str]) -> Command:
    reason = " ".join(words).partition(" reason=")[2]
    kept = words[: next((at for at, word in enumerate(words) if word.startswith("reason=")), len(words))]
    if len(kept) < 3:
        raise UnclearError("say which round, which table, the result and reason=…")
    table, rest = _table(kept[1:])
    place = Place(opened, RoundNo(_number(kept[0], "the round")), table)
    return commands.CorrectResult(place.round_no, table, place.result(rest), reason)


def _table(words: list[str]) -> tuple[TableNo, list[str]]:
    if not words:
        raise UnclearError("say which table")
    return TableNo(_number(words[0], "the table")), words[1:]


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise UnclearError(f"{what} is a number, not {text[:20]!r}")
    return int(text)


def _who(make: Callable[[PlayerId], Command]) -> Callable[[OpenJournal, list[str]], Command]:
    return lambda opened, words: make(opened.player(_joined(words, "who")))


def _both(
    make: Callable[[tuple[PlayerId, PlayerId]], Command],
) -> Callable[[OpenJournal, list[str]], Command]:
    return lambda opened, words: make(_pair(opened, words))


def _because(make: Callable[[str], Command]) -> Callable[[OpenJournal, list[str]], Command]:
    return lambda _, words: make(" ".join(words))


_LIST: Final = (
    Verb("enter", "enter NAME", "enter a player, before the start or late", _enter),
    Verb(
        "amend",
        "amend NAME [table=N] [bye=yes]",
        "fix a table (or none), award a first-round bye (or no)",
        _amend,
    ),
    Verb("checkin", "checkin NAME", "mark a player as present", _who(commands.CheckIn)),
    Verb("drop", "drop NAME [reason=…]", "take a player out of further pairings", _drop),
    Verb("rejoin", "rejoin NAME", "take a dropped player back", _who(commands.RejoinPlayer)),
    Verb("disqualify", "disqualify NAME reason=…", "remove a player for good", _disqualify),
    Verb("forbid", "forbid NAME, NAME", "never pair these two", _both(commands.ForbidPair)),
    Verb("allow", "allow NAME, NAME", "let these two be paired again", _both(commands.AllowPair)),
    Verb("tables", "tables 1-20 [reserved=3]", "say which tables there are", _tables),
    Verb(
        "structure",
        "structure KIND [rounds=N cut=N cut-kind=KIND]",
        "change it before the plan is announced",
        _structure,
    ),
    Verb("announce", "announce", "announce and lock rounds and cut", _announce),
    Verb("start", "start", "start the stage", _nothing(commands.StartStage)),
    Verb("pair", "pair", "propose the next round", _propose),
    Verb("swap", "swap NAME, NAME", "exchange two players in the proposal", _both(commands.SwapPlayers)),
    Verb("publish", "publish", "make the proposed round official", _nothing(commands.PublishRound)),
    Verb("begin", "begin", "say that play has begun", _nothing(commands.StartRound)),
    Verb("void", "void REASON", "annul the round, before any result", _because(commands.VoidRound)),
    Verb(
        "report",
        "report TABLE [END SCORE …] [from=NAME]",
        "record a result; with the table alone, be asked",
        _report,
    ),
    Verb("confirm", "confirm TABLE [NAME]", "agree with a reported result", _confirm),
    Verb("dispute", "dispute TABLE NAME", "contradict a reported result", _dispute),
    Verb("correct", "correct ROUND TABLE END SCORE … reason=…", "replace a recorded result", _correct),
    Verb("bye", "bye NAME", "give a bye to a player without a match", _who(commands.AwardBye)),
    Verb("loss", "loss NAME", "give a loss to a player without a match", _who(commands.AwardLoss)),
    Verb("cut", "cut", "make the cut", _nothing(commands.MakeCut)),
    Verb("undo", "undo", "take back the latest act", _nothing(commands.Retract)),
    Verb("finish", "finish [REASON]", "end with final places", _because(commands.FinishTournament)),
    Verb("reopen", "reopen REASON", "open a finished tournament again", _because(commands.ReopenTournament)),
)

VERBS: Final = {verb.name: verb for verb in _LIST}
"""Every word that changes something."""
