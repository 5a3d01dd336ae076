"""The words of `muster play`: a line in, a command or a question out."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from muster.cli.reporting import UnclearError, build, read_typed
from muster.cli.session import Session
from muster.core.ids import PlayerId, RoundNo, Seat, TableNo
from muster.core.scoring.reports import Report
from muster.core.tournament import commands
from muster.core.tournament.commands import Command
from muster.core.tournament.state import Match


@dataclass(frozen=True, slots=True)
class Verb:
    """A word of the language: how it is used, what it does, and how its words become a command."""

    name: str
    usage: str
    says: str
    read: Callable[[Session, list[str]], Command]


def split(line: str) -> list[str]:
    """The words of a line; quotes keep words together and `#7` is no comment.

    Raises:
        UnclearError: a quotation mark is not closed.
    """
    try:
        return shlex.split(line.strip(), comments=False)
    except ValueError:
        raise UnclearError("a quotation mark is not closed") from None


def command_of(session: Session, words: list[str]) -> Command | None:
    """The command a line asks for; None if its first word is not one of `VERBS`.

    Raises:
        UnclearError: the words after the verb do not fit it; the message says how it is used.
        UnknownNameError: a player's name fits nobody or several.
    """
    verb = VERBS.get(words[0].casefold())
    return verb.read(session, words[1:]) if verb else None


def _nothing(make: Callable[[], Command]) -> Callable[[Session, list[str]], Command]:
    def read(_: Session, words: list[str]) -> Command:
        if words:
            raise UnclearError(f"nothing follows here, not {words[0]!r}")
        return make()

    return read


def _joined(words: list[str], what: str) -> str:
    if not words:
        raise UnclearError(f"say {what}")
    return " ".join(words)


def _enter(session: Session, words: list[str]) -> Command:
    del words  # the name is kept with the file's header, not in the journal
    return commands.EnterPlayer(next_player(session))


def next_player(session: Session) -> PlayerId:
    """The next free entry number."""
    return PlayerId(max(session.state.players, default=0) + 1)


def _drop(session: Session, words: list[str]) -> Command:
    name, reason = _name_and_reason(words)
    return commands.DropPlayer(session.player(name), reason)


def _disqualify(session: Session, words: list[str]) -> Command:
    name, reason = _name_and_reason(words)
    return commands.DisqualifyPlayer(session.player(name), reason)


def _name_and_reason(words: list[str]) -> tuple[str, str]:
    """`Ada Lovelace reason=ill`: everything before `reason=` is the name."""
    text = _joined(words, "who")
    name, _, reason = text.partition(" reason=")
    return name, reason


def _pair(session: Session, words: list[str]) -> tuple[PlayerId, PlayerId]:
    one, comma, two = _joined(words, "which two players, with a comma between them").partition(",")
    if not comma:
        raise UnclearError("name two players with a comma between them")
    return session.player(one), session.player(two)


def _tables(_: Session, words: list[str]) -> Command:
    named = [word.removeprefix("reserved=") for word in words if word.startswith("reserved=")]
    plain = [word for word in words if not word.startswith("reserved=")]
    return commands.SetTables("".join(plain), "".join(named))


def _announce(session: Session, words: list[str]) -> Command:
    return _nothing(lambda: commands.AnnouncePlan(session.link(0)))(session, words)


def _propose(session: Session, words: list[str]) -> Command:
    return _nothing(lambda: commands.ProposeRound(session.link(len(session.state.rounds) + 1)))(
        session, words
    )


def _report(session: Session, words: list[str]) -> Command:
    by = None
    if words and words[-1].startswith("from="):
        by = session.player(words.pop().removeprefix("from="))
    table, rest = _table(words)
    round_no = RoundNo(len(session.state.rounds))
    return commands.ReportResult(round_no, table, _result(session, round_no, table, rest), by)


def _confirm(session: Session, words: list[str]) -> Command:
    table, rest = _table(words)
    by = session.player(_joined(rest, "who")) if rest else None
    return commands.ConfirmResult(RoundNo(len(session.state.rounds)), table, by)


def _dispute(session: Session, words: list[str]) -> Command:
    table, rest = _table(words)
    round_no = RoundNo(len(session.state.rounds))
    return commands.DisputeResult(round_no, table, session.player(_joined(rest, "who disputes it")))


def _correct(session: Session, words: list[str]) -> Command:
    reason = " ".join(words).partition(" reason=")[2]
    kept = words[: next((at for at, word in enumerate(words) if word.startswith("reason=")), len(words))]
    if len(kept) < 3:
        raise UnclearError("say which round, which table, the result and reason=…")
    round_no = RoundNo(_number(kept[0], "the round"))
    table, rest = _table(kept[1:])
    return commands.CorrectResult(round_no, table, _result(session, round_no, table, rest), reason)


def _result(session: Session, round_no: RoundNo, table: TableNo, words: list[str]) -> Report:
    match = _match(session, round_no, table)

    def seat(text: str) -> Seat:
        if text in ("1", "2"):
            return 0 if text == "1" else 1
        player = session.player(text)
        if match is None or player not in match.pairing.players:
            raise UnclearError(
                f"{text[:60]!r} does not play at table {table}; write 1, 2 or one of the two names"
            )
        return 0 if match.pairing.players[0] == player else 1

    return build(read_typed(words), session.state.regulations, seat)


def _match(session: Session, round_no: RoundNo, table: TableNo) -> Match | None:
    rounds = session.state.rounds
    return rounds[round_no - 1].matches.get(table) if 1 <= round_no <= len(rounds) else None


def _table(words: list[str]) -> tuple[TableNo, list[str]]:
    if not words:
        raise UnclearError("say which table")
    return TableNo(_number(words[0], "the table")), words[1:]


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise UnclearError(f"{what} is a number, not {text[:20]!r}")
    return int(text)


def _who(make: Callable[[PlayerId], Command]) -> Callable[[Session, list[str]], Command]:
    return lambda session, words: make(session.player(_joined(words, "who")))


def _both(make: Callable[[tuple[PlayerId, PlayerId]], Command]) -> Callable[[Session, list[str]], Command]:
    return lambda session, words: make(_pair(session, words))


def _because(make: Callable[[str], Command]) -> Callable[[Session, list[str]], Command]:
    return lambda _, words: make(" ".join(words))


_LIST: Final = (
    Verb("enter", "enter NAME", "enter a player, before the start or late", _enter),
    Verb("checkin", "checkin NAME", "mark a player as present", _who(commands.CheckIn)),
    Verb("drop", "drop NAME [reason=…]", "take a player out of further pairings", _drop),
    Verb("rejoin", "rejoin NAME", "take a dropped player back", _who(commands.RejoinPlayer)),
    Verb("disqualify", "disqualify NAME reason=…", "remove a player for good", _disqualify),
    Verb("forbid", "forbid NAME, NAME", "never pair these two", _both(commands.ForbidPair)),
    Verb("allow", "allow NAME, NAME", "let these two be paired again", _both(commands.AllowPair)),
    Verb("tables", "tables 1-20 [reserved=3]", "say which tables there are", _tables),
    Verb("announce", "announce", "announce and lock rounds and cut", _announce),
    Verb("start", "start", "start the stage", _nothing(commands.StartStage)),
    Verb("pair", "pair", "propose the next round", _propose),
    Verb("swap", "swap NAME, NAME", "exchange two players in the proposal", _both(commands.SwapPlayers)),
    Verb("publish", "publish", "make the proposed round official", _nothing(commands.PublishRound)),
    Verb("begin", "begin", "say that play has begun", _nothing(commands.StartRound)),
    Verb("void", "void REASON", "annul the round, before any result", _because(commands.VoidRound)),
    Verb("report", "report TABLE END SCORE …", "record a result", _report),
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
