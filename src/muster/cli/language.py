"""The words of `muster play`: a line in, a command or a question out."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast, get_args

from muster.cli.at_table import confirm, correct, dispute, report
from muster.cli.opened import OpenJournal
from muster.cli.reporting import UnclearError
from muster.cli.structures import structure_typed
from muster.cli.words import TABLE, joined, name_and_reason, number_of, two_players, typed
from muster.core.ids import SEATS_AT_TABLE, PlayerId, RoundNo, TableNo
from muster.core.messages import Message, figure, say, verbatim
from muster.core.pairing.round_draws import RoundCardNames, Way, known_cards
from muster.core.private import Private
from muster.core.tournament import commands
from muster.core.tournament.commands import Command
from muster.core.tournament.drawing import draw_number
from muster.exchange.journal import LONGEST_NAME


@dataclass(frozen=True, slots=True)
class Verb:
    """A word of the language: how it is used, what it does, and how its words become a command."""

    name: str
    usage: Message
    says: Message
    read: Callable[[OpenJournal, list[str]], Command]


def split(line: str) -> list[str]:
    """The words of a line; double quotes keep words together. Apostrophes and `#` are letters like others.

    Raises:
        UnclearError: a quotation mark is not closed, or something in the line cannot be printed.
    """
    line = " ".join(line.replace("\t", " ").replace("\xa0", " ").split(" "))
    if not line.isprintable():
        raise UnclearError(say("the line holds characters that cannot be printed; type it again"))
    reader = shlex.shlex(line, posix=True)
    reader.whitespace_split, reader.commenters, reader.quotes, reader.escape = True, "", '"', ""
    try:
        return list(reader)
    except ValueError:
        raise UnclearError(say("a quotation mark is not closed")) from None


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
            raise UnclearError(say("nothing follows here, not {word}", word=repr(words[0])))
        return make()

    return read


def _enter(opened: OpenJournal, words: list[str]) -> Command:
    new_name(opened, joined(words))  # it is kept with the file's header, not in the journal
    return commands.EnterPlayer(next_player(opened))


def new_name(opened: OpenJournal, name: str, besides: PlayerId | None = None) -> str:
    """A name that a player can be given; `besides` is the player whose name may change in letter case only.

    Raises:
        UnclearError: somebody is called so already, or it is too long.
    """
    if len(name) > LONGEST_NAME:
        says = say(
            "a name has at most {most} characters, not {number}",
            most=LONGEST_NAME,
            number=figure(len(name)),
        )
        raise UnclearError(says)
    for player in opened.state.players:
        if player != besides and opened.file.names.get(player, "").casefold() == name.casefold():
            says = say(
                "#{player} is called {name} already; tell the two apart", player=player, name=repr(name)
            )
            raise UnclearError(says)
    return name


def next_player(opened: OpenJournal) -> PlayerId:
    """The next free entry number."""
    return PlayerId(max(opened.state.players, default=0) + 1)


def _amend(opened: OpenJournal, words: list[str]) -> Command:
    wishes = dict(word.split("=", 1) for word in words if word.startswith(("table=", "bye=")))
    name = [word for word in words if not word.startswith(("table=", "bye="))]
    entry = opened.state.players[opened.player(joined(name))]
    if not wishes or wishes.get("bye", "no") not in ("yes", "no"):
        raise UnclearError(say("write table=7 or table=none, bye=yes or bye=no"))
    table, fixed = wishes.get("table", ""), entry.fixed_table
    if table:
        fixed = None if table == "none" else TableNo(number_of(table, TABLE))
    bye = wishes["bye"] == "yes" if "bye" in wishes else entry.first_round_bye
    return commands.AmendPlayer(entry.player, entry.club, bye, fixed)


def _drop(opened: OpenJournal, words: list[str]) -> Command:
    name, reason = name_and_reason(words)
    return commands.DropPlayer(opened.player(name), typed(reason))


def _disqualify(opened: OpenJournal, words: list[str]) -> Command:
    name, reason = name_and_reason(words)
    return commands.DisqualifyPlayer(opened.player(name), typed(reason))


def _tables(_: OpenJournal, words: list[str]) -> Command:
    named = [word.removeprefix("reserved=") for word in words if word.startswith("reserved=")]
    plain = [word for word in words if not word.startswith("reserved=")]
    return commands.SetTables("".join(plain), "".join(named))


def _announce(opened: OpenJournal, words: list[str]) -> Command:
    return _nothing(lambda: commands.AnnouncePlan(opened.link(0)))(opened, words)


def _propose(opened: OpenJournal, words: list[str]) -> Command:
    return _nothing(lambda: commands.ProposeRound(opened.link(draw_number(opened.state))))(opened, words)


def _pods(opened: OpenJournal, words: list[str]) -> Command:
    sizes = tuple(number_of(word, say("the size of a pod")) for word in words)
    return commands.DrawPods(opened.link(draw_number(opened.state)), sizes or None)


def _seat(opened: OpenJournal, words: list[str]) -> Command:
    if len(words) < len(("NAME", "in", "POD")) or words[-2] != "in":
        raise UnclearError(say("say who, and in which pod, such as: seat Nina in 2"))
    return commands.JoinPod(opened.player(" ".join(words[:-2])), number_of(words[-1], say("the pod")))


def _final_seat(opened: OpenJournal, words: list[str]) -> Command:  # noqa: ARG001  (nobody is named)
    number = number_of(words[0], say("the seat")) if len(words) == 1 else 0
    seat = next((seat for seat in SEATS_AT_TABLE if seat + 1 == number), None)
    if seat is None:
        raise UnclearError(say("say which seat, such as: final-seat 3"))
    return commands.ChooseSeat(seat)


def _play_off(opened: OpenJournal, words: list[str]) -> Command:
    names = " ".join(words).split(",")
    if len(names) == 1:
        raise UnclearError(say("say who was in it, the winner first, such as: play-off Nina, Tom"))
    return commands.RecordPlayOff(tuple(opened.player(name.strip()) for name in names))


def _swap(opened: OpenJournal, words: list[str]) -> Command:
    """In the round that is proposed, or at the building tables that are drawn."""
    pair, state = two_players(opened, words), opened.state
    building = state.building_draft is not None and state.proposal is None
    return commands.SwapBuilders(pair) if building else commands.SwapPlayers(pair)


def _building(opened: OpenJournal, words: list[str]) -> Command:
    return _nothing(lambda: commands.DrawBuilding(opened.link(draw_number(opened.state))))(opened, words)


def _build(opened: OpenJournal, words: list[str]) -> Command:
    if len(words) < len(("NAME", "at", "TABLE")) or words[-2] != "at":
        raise UnclearError(say("say who, and at which building table, such as: build Nina at 4"))
    table = number_of(words[-1], say("the building table"))
    return commands.JoinBuilding(opened.player(" ".join(words[:-2])), table)


def _cards(opened: OpenJournal, words: list[str]) -> Command:
    usage = say(
        "say which round, drawn, rolled or outline, and both cards with a comma between them, or two faces"
    )
    text, _, reason = " ".join(words).partition(" reason=")
    number, _, rest = text.partition(" ")
    way, _, named = rest.partition(" ")
    if way not in get_args(Way) or not named:
        raise UnclearError(usage)
    round_no = RoundNo(number_of(number, say("the round")))
    if way == "rolled":
        one, _, two = named.partition(" ")
        faces = number_of(one, say("a face")), number_of(two.strip(), say("a face"))
        return commands.RecordCards(round_no, "rolled", faces=faces, reason=typed(reason))
    deployment, comma, objective = named.partition(",")
    if not comma:
        raise UnclearError(usage)
    draws = opened.state.regulations.round_draws if opened.state.setup else None
    known = known_cards(draws) if draws else RoundCardNames((), ())
    return commands.RecordCards(
        round_no,
        cast("Way", way),
        _card(deployment, known.deployments),
        _card(objective, known.objectives),
        reason=typed(reason),
    )


def _card(text: str, known: tuple[str, ...]) -> str:
    """A card that is known, whatever its letter case; else as it is typed."""
    named = text.strip()
    return next((card for card in known if card.casefold() == named.casefold()), named)


def _who(make: Callable[[PlayerId], Command]) -> Callable[[OpenJournal, list[str]], Command]:
    return lambda opened, words: make(opened.player(joined(words)))


def _both(
    make: Callable[[tuple[PlayerId, PlayerId]], Command],
) -> Callable[[OpenJournal, list[str]], Command]:
    return lambda opened, words: make(two_players(opened, words))


def _because(make: Callable[[Private], Command]) -> Callable[[OpenJournal, list[str]], Command]:
    return lambda _, words: make(typed(" ".join(words)))


_LIST: Final = (
    Verb("enter", say("enter NAME"), say("enter a player, before the start or late"), _enter),
    Verb(
        "amend",
        say("amend NAME [table=N] [bye=yes]"),
        say("fix a table (or none), award a first-round bye (or no)"),
        _amend,
    ),
    Verb("checkin", say("checkin NAME"), say("mark a player as present"), _who(commands.CheckIn)),
    Verb("drop", say("drop NAME [reason=…]"), say("take a player out of further pairings"), _drop),
    Verb("rejoin", say("rejoin NAME"), say("take a dropped player back"), _who(commands.RejoinPlayer)),
    Verb("disqualify", say("disqualify NAME reason=…"), say("remove a player for good"), _disqualify),
    Verb("forbid", say("forbid NAME, NAME"), say("never pair these two"), _both(commands.ForbidPair)),
    Verb("allow", say("allow NAME, NAME"), say("let these two be paired again"), _both(commands.AllowPair)),
    Verb("tables", say("tables 1-20 [reserved=3]"), say("say which tables there are"), _tables),
    Verb(
        "structure",
        say("structure KIND [rounds=N cut=N cut-kind=KIND paired=WAY day-one=N points=N]"),
        say("change it before the rounds are fixed"),
        structure_typed,
    ),
    Verb("announce", verbatim("announce"), say("fix the rounds and the cut"), _announce),
    Verb("start", verbatim("start"), say("start the stage"), _nothing(commands.StartStage)),
    Verb("pair", verbatim("pair"), say("pair the next round, as a draft"), _propose),
    Verb(
        "swap",
        say("swap NAME, NAME"),
        say("exchange two players in the draft"),
        _swap,
    ),
    Verb(
        "cards",
        say(
            "cards ROUND drawn|outline DEPLOYMENT, OBJECTIVE [reason=…], cards ROUND rolled FACE FACE [reason=…]"
        ),
        say("record cards that the seed did not draw"),
        _cards,
    ),
    Verb(
        "publish",
        verbatim("publish"),
        say("show the draft to the players: the round is official"),
        _nothing(commands.PublishRound),
    ),
    Verb(
        "final-seat",
        say("final-seat SEAT"),
        say("seat the best seed of the final table where they chose"),
        _final_seat,
    ),
    Verb("begin", verbatim("begin"), say("say that play has begun"), _nothing(commands.StartRound)),
    Verb("void", say("void REASON"), say("void the round, before any result"), _because(commands.VoidRound)),
    Verb(
        "report",
        say("report TABLE [END SCORE …] [from=NAME]"),
        say("record a result; with the table alone, be asked"),
        report,
    ),
    Verb("confirm", say("confirm TABLE [NAME]"), say("agree with a reported result"), confirm),
    Verb("dispute", say("dispute TABLE NAME"), say("contradict a reported result"), dispute),
    Verb(
        "correct", say("correct ROUND TABLE END SCORE … reason=…"), say("replace a recorded result"), correct
    ),
    Verb("bye", say("bye NAME"), say("give a bye to a player without a match"), _who(commands.AwardBye)),
    Verb("loss", say("loss NAME"), say("give a loss to a player without a match"), _who(commands.AwardLoss)),
    Verb("pods", say("pods [SIZE …]"), say("draw the pods of a draft"), _pods),
    Verb(
        "show-pods",
        verbatim("show-pods"),
        say("show the pods: they are official"),
        _nothing(commands.PublishPods),
    ),
    Verb("seat", say("seat NAME in POD"), say("give a late player a seat at the end of a pod"), _seat),
    Verb("building", verbatim("building"), say("draw tables to build decks at, in sealed play"), _building),
    Verb(
        "show-building",
        verbatim("show-building"),
        say("show the building tables: they are official"),
        _nothing(commands.PublishBuilding),
    ),
    Verb("build", say("build NAME at TABLE"), say("give a late player a seat at a building table"), _build),
    Verb(
        "day-two",
        verbatim("day-two"),
        say("begin day two or the next part, with those who come in"),
        _nothing(commands.BeginDayTwo),
    ),
    Verb(
        "play-off",
        say("play-off NAME, NAME …"),
        say("record how players equal at the line placed in a play-off, best first"),
        _play_off,
    ),
    Verb("cut", verbatim("cut"), say("make the cut"), _nothing(commands.MakeCut)),
    Verb("undo", verbatim("undo"), say("take back the latest act"), _nothing(commands.Retract)),
    Verb("finish", say("finish [REASON]"), say("end with final places"), _because(commands.FinishTournament)),
    Verb(
        "reopen",
        say("reopen REASON"),
        say("open a finished tournament again"),
        _because(commands.ReopenTournament),
    ),
)

VERBS: Final = {verb.name: verb for verb in _LIST}
"""Every word that changes something."""
