"""What can be chosen before something is printed: the round, the order, sizes and numbers, language and paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.utils.translation import get_language

from muster.app.events.public import published_rounds
from muster.core.bracket.layouts import LAYOUTS
from muster.core.messages import Message, say, verbatim
from muster.core.scoring.scored import Problem
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.whole import number_of, whole_number
from muster.people.models import Event
from muster.rules.setups import SetUp, set_ups
from muster.web.paper.kinds import ROSTERS, Kind

SEATS: Final = tuple(seats for seats in LAYOUTS if seats >= 4)
"""The sizes of empty brackets."""

OF_DOUBLE: Final = (4, 8, 16, 32)
"""The sizes of empty double eliminations."""

DOUBLE: Final = "double-"
"""What stands before the size of an empty double elimination."""

MOST_PLAYERS: Final = 2000
MOST_ROUNDS: Final = 15
MOST_TABLES: Final = 9999
MOST_NUMBERS: Final = 600
"""The most table numbers at once."""

MOST_FORMS: Final = 200
"""The most blank lists at once."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Something to choose before printing: one of the choices, or a number from `least` to `most`."""

    name: str
    label: Message
    value: str
    choices: tuple[tuple[str, Message], ...] = ()
    least: int = 0
    most: int = 0

    def problem(self, value: str) -> Problem | None:
        """What is wrong with what was chosen."""
        if self.choices:
            known = value in {one for one, _label in self.choices}
            return None if known else Problem(self.name, say("Choose one of these."))
        number = whole_number(value)
        if number is not None and self.least <= number <= self.most:
            return None
        says = say("Write a number from {least} to {most}.", least=self.least, most=self.most)
        return Problem(self.name, says)


@dataclass(frozen=True, slots=True)
class Options:
    """What was chosen, complete and possible."""

    values: Mapping[str, str]

    @property
    def paper(self) -> str:
        """`a4` or `letter`."""
        return self.values["paper"]

    def number(self, name: str) -> int:
        """A number that was chosen; 0 where the kind has none of that name, or it says `auto`."""
        return number_of(self.values.get(name, ""))

    @property
    def language(self) -> str:
        """The language of the sheets: what was chosen, else that of whoever asks."""
        return self.text("language") or get_language() or settings.LANGUAGE_CODE

    def text(self, name: str) -> str:
        """A word that was chosen."""
        return self.values.get(name, "")


def as_json(options: Options) -> dict[str, Any]:
    """What was chosen, to be kept."""
    return dict(options.values)


def set_up_of(state: State) -> SetUp | None:
    """How the game of this tournament is set up; None before its regulations are known, or for an organiser's own."""
    return set_ups().get(state.regulations.id) if state.setup else None


def elimination_known(state: State) -> bool:
    """Whether it is known who plays the elimination."""
    return (
        state.setup is not None
        and bool(state.stages)
        and (state.seeds is not None or queries.in_bracket(state))
    )


def language_asked(event: Event) -> tuple[Ask, ...]:
    """The languages to print in, the event's first; nothing to choose where there is one."""
    spoken = tuple((code, verbatim(name)) for code, name in settings.LANGUAGES)
    usual = event.language if event.language in dict(settings.LANGUAGES) else get_language() or ""
    return (Ask("language", say("Language"), usual, spoken),) if len(spoken) > 1 else ()


def paper_asked(value: str) -> Ask:
    """The size of paper, as it is set so far."""
    return Ask("paper", say("Paper"), value, (("a4", verbatim("A4")), ("letter", verbatim("Letter"))))


def asked_of(kind: Kind, state: State) -> tuple[Ask, ...]:
    """What is asked of this kind at this moment, but for language and paper."""
    if state.setup is None:
        return ()
    if kind in ("names", "tables"):
        return _round(state)
    if kind == "slips":
        return (*_round(state), _per(), _order(say("By table")))
    if kind == "standings":
        return _after(state)
    if kind == "bracket":
        return (_seats(state),)
    if kind == "links":
        return (_order(say("By name")),)
    if kind == "numbers":
        return _numbers(state)
    if kind in ROSTERS:
        return _whose(state)
    if kind == "roster-forms":
        return (Ask("count", say("Forms"), "1", least=1, most=MOST_FORMS),)
    if kind == "terrain":
        return (*_sizes(state), *_tables(state))
    return _blank(state) if kind == "blank" else ()


def _round(state: State) -> tuple[Ask, ...]:
    rounds = tuple((str(one.number), verbatim(one.title)) for one in reversed(published_rounds(state)))
    return (Ask("round", say("Round"), rounds[0][0], rounds),) if rounds else ()


def _after(state: State) -> tuple[Ask, ...]:
    done = queries.completed(state)
    choices = tuple((str(one), say("after round {number}", number=one)) for one in range(done, 0, -1))
    return (Ask("round", say("Standings"), str(done), choices),) if choices else ()


def _per() -> Ask:
    choices = (("auto", say("as many as fit")), ("4", say("4 on a page")), ("2", say("2 on a page")))
    return Ask("per", say("Size"), "auto", choices)


def _order(by: Message) -> Ask:
    choices = (("stack", say("To cut and stack")), ("list", by))
    return Ask("order", say("Order"), "stack", choices)


def _seats(state: State) -> Ask:
    single = ((str(seats), say("empty, Top {seats}", seats=seats)) for seats in SEATS)
    double = (
        (f"{DOUBLE}{seats}", say("empty, double elimination of {seats}", seats=seats)) for seats in OF_DOUBLE
    )
    empty: tuple[tuple[str, Message], ...] = (*single, *double)
    there = elimination_known(state)
    if state.setup is not None and state.at_tables:
        empty = ()
    shown: tuple[tuple[str, Message], ...] = (("0", say("as it stands")),) if there else ()
    planned = str(state.plan.cut) if state.plan and state.plan.cut in SEATS else "8"
    planned = f"{DOUBLE}{planned}" if state.double and int(planned) in OF_DOUBLE else planned
    return Ask("seats", say("Bracket"), "0" if there else planned, (*shown, *empty))


def _numbers(state: State) -> tuple[Ask, ...]:
    styles = (("one", say("1 on a page")), ("two", say("2 on a page")), ("tent", say("Tents to fold")))
    return (*_tables(state), Ask("style", say("Size"), "two", styles))


def _tables(state: State) -> tuple[Ask, ...]:
    heads = sum(map(queries.present, state.players.values()))
    return (
        Ask("first", say("From table"), "1", least=1, most=MOST_TABLES),
        Ask("last", say("to table"), str(max(1, -(-heads // 2))), least=1, most=MOST_TABLES),
    )


def _sizes(state: State) -> tuple[Ask, ...]:
    """The sizes of table, where terrain goes by them."""
    found = set_up_of(state)
    sizes = found.terrain.tables if found and found.terrain else ()
    choices = tuple((size.id, Message(size.name)) for size in sizes)
    return (Ask("size", say("Tables of"), choices[0][0], choices),) if choices else ()


def _whose(state: State) -> tuple[Ask, ...]:
    """Everybody, or those in the cut alone, once it is made."""
    if not state.seeds:
        return ()
    return (Ask("who", say("Players"), "cut", (("cut", say("in the cut")), ("all", say("everybody")))),)


def _blank(state: State) -> tuple[Ask, ...]:
    heads = sum(map(queries.present, state.players.values()))
    parts = (
        ("all", say("Everything")),
        ("pairings", say("Pairing sheets")),
        ("standings", say("Standings sheet")),
        ("slips", say("Result slips")),
    )
    rounds = state.plan.rounds if state.plan and state.plan.rounds else 5
    return (
        Ask("what", say("Sheets"), "all", parts),
        Ask("players", say("Players"), str(min(heads or 24, MOST_PLAYERS)), least=2, most=MOST_PLAYERS),
        Ask("rounds", say("Rounds"), str(min(rounds, MOST_ROUNDS)), least=1, most=MOST_ROUNDS),
        Ask("names", say("Names"), "yes", (("yes", say("as entered")), ("no", say("blank")))),
    )
