"""What can be printed: the kinds, who may, what is asked of each, and which come first at this moment of the day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from django.conf import settings
from django.utils.translation import get_language

from muster.app.common.access import Act
from muster.app.events.public import has_standings, published_rounds
from muster.app.rosters.limited import plan_at, sealed
from muster.app.rosters.pools import pools_asked
from muster.app.rosters.terms import rules_of
from muster.app.rosters.visibility import has_copies
from muster.app.rounds.building import building
from muster.app.rounds.pods import drafting, in_groups, in_pods, seated_in_pods
from muster.core.bracket.layouts import LAYOUTS
from muster.core.messages import NOTHING, Message, say, verbatim
from muster.core.scoring.scored import Problem
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.people.models import Event, RosterVersion, Tournament
from muster.rules.setups import SetUp, set_ups

Kind = Literal[
    "names",
    "tables",
    "slips",
    "standings",
    "bracket",
    "signin",
    "links",
    "numbers",
    "poster",
    "blank",
    "rosters",
    "roster-copies",
    "roster-forms",
    "terrain",
    "templates",
    "pods",
    "groups",
    "seat-cards",
    "building",
    "building-cards",
    "pool-forms",
]

SEATS: Final = tuple(seats for seats in LAYOUTS if seats >= 4)
"""The sizes of empty brackets."""

OF_DOUBLE: Final = (4, 8, 16, 32)
"""The sizes of empty double eliminations."""

DOUBLE: Final = "double-"
"""What stands before the size of an empty double elimination."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_FOR_ALL: Final[dict[Kind, Act]] = dict.fromkeys(KINDS, "look")
NEEDED: Final[Mapping[Kind, Act]] = {
    **_FOR_ALL,
    "signin": "people",
    "links": "people",
    "rosters": "rosters",
    "roster-copies": "rosters",
}
"""What one must be allowed: a link is worth as much as the player, the list to sign says who has paid, and what
players bring is for those who look after it."""

MOST_PLAYERS: Final = 2000
MOST_ROUNDS: Final = 15
MOST_TABLES: Final = 9999
MOST_NUMBERS: Final = 600
"""The most table numbers at once."""

MOST_FORMS: Final = 200
"""The most blank lists at once."""

_INCHES: Final = ("America/", "US/", "Canada/", "Pacific/Honolulu")
"""Time zones where paper is measured in inches."""


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
        if value.isascii() and value.isdecimal() and len(value) < 7 and self.least <= int(value) <= self.most:
            return None
        says = say("Write a number from {least} to {most}.", least=self.least, most=self.most)
        return Problem(self.name, says)


@dataclass(frozen=True, slots=True)
class PrintOffer:
    """Something that can be printed.

    Attributes:
        kind: what.
        title: its name.
        says: what it is good for.
        asks: what can be chosen.
        why_not: why it cannot be printed yet; nothing if it can.
        now: it is what this moment of the day asks for.
        faults: what was wrong with what was chosen, by the name of the choice.
    """

    kind: Kind
    title: Message
    says: Message
    asks: tuple[Ask, ...]
    why_not: Message = NOTHING
    now: bool = False


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
        text = self.values.get(name, "")
        return int(text) if text.isdecimal() else 0

    @property
    def language(self) -> str:
        """The language of the sheets: what was chosen, else that of whoever asks."""
        return self.text("language") or get_language() or settings.LANGUAGE_CODE

    def text(self, name: str) -> str:
        """A word that was chosen."""
        return self.values.get(name, "")


def titles() -> dict[Kind, Message]:
    """The names of the kinds."""
    return {
        "names": say("Pairings by name"),
        "tables": say("Pairings by table"),
        "slips": say("Result slips"),
        "standings": say("Standings"),
        "bracket": say("Bracket"),
        "signin": say("Sign-in sheet"),
        "links": say("Players’ links"),
        "numbers": say("Table numbers"),
        "poster": say("Poster"),
        "blank": say("Blank sheets"),
        "rosters": say("Rosters"),
        "roster-copies": say("Rosters for opponents"),
        "roster-forms": say("Blank list forms"),
        "terrain": say("Terrain of each table"),
        "templates": say("Templates to cut out"),
        "pods": say("Pod sheets"),
        "groups": say("Group sheets"),
        "seat-cards": say("Seat cards"),
        "building": say("Building tables by name"),
        "building-cards": say("Building table cards"),
        "pool-forms": say("Pool sheets"),
    }


def _says() -> dict[Kind, Message]:
    return {
        "names": say("For the notice board: everybody finds their table by their name."),
        "tables": say("For the desk and for judges: who sits at which table."),
        "slips": say("One for each match, with this game’s own fields and a code for the scorekeeper."),
        "standings": say("With every tiebreaker, after any round."),
        "bracket": say("The elimination as it stands, or an empty one to fill in by hand."),
        "signin": say("Everybody in alphabetical order, with room to sign."),
        "links": say("A slip for each player with the code of their own page. Hand each to its player only."),
        "numbers": say("Large numbers to stand on the tables."),
        "poster": say("For the door: the event’s code, and a QR code of its page."),
        "blank": say("For a day without power: pairings, standings and slips to fill in by hand."),
        "rosters": say("Everybody’s list as it counts now, with room to sign."),
        "roster-copies": say("The lists that opponents may look at, without what is hidden from them."),
        "roster-forms": say("This game’s list to be filled in by hand, for players who have brought none."),
        "terrain": say("What terrain a table needs, and room to note each piece with its effects."),
        "templates": say("Templates that the regulations have players use, to scale."),
        "pods": say(
            "One for each pod: who sits where, which way packs go, and room for counts, notes and drops."
        ),
        "groups": say("One for each group: who is in it, and who meets whom in which round, at which table."),
        "seat-cards": say("A card for each seat of a draft, with the names of both neighbours."),
        "building": say(
            "For the notice board: everybody finds where they build, and opposite whom, by their name."
        ),
        "pool-forms": say(
            "A sheet for each pool, on which the player opposite writes down every card and signs."
        ),
        "building-cards": say("A card to stand on each building table, with who sits there."),
    }


def offers(tournament: Tournament, state: State, *, paper: str = "") -> list[PrintOffer]:
    """Everything that can be printed, what this moment asks for first."""
    names, says, first = titles(), _says(), _now(state)
    order = [*first, *(kind for kind in KINDS if kind not in first)]
    unwanted = _unwanted(tournament, state)
    found = [
        PrintOffer(
            kind,
            names[kind],
            says[kind],
            (*_asks(kind, state), *_language(tournament.event), _paper(paper or usual_paper(tournament))),
            _why_not(kind, state) or (_no_roster(tournament) if kind in ROSTERS else NOTHING),
            kind in first,
        )
        for kind in order
        if kind not in unwanted
    ]
    return sorted(found, key=lambda offer: bool(offer.why_not))


ROSTERS: Final[frozenset[Kind]] = frozenset({"rosters", "roster-copies"})
"""What is made of rosters that were handed in."""


PODS: Final[frozenset[Kind]] = frozenset({"pods", "seat-cards"})
"""What is for drafts in pods alone."""


BUILDING: Final[frozenset[Kind]] = frozenset({"building", "building-cards", "pool-forms"})
"""What is for decks built at the event alone."""


def _unwanted(tournament: Tournament, state: State) -> frozenset[Kind]:
    """What makes no sense in this tournament."""
    without = _not_in_pods(state)
    builds = state.building is not None or sealed(tournament.pk, state)
    seated: frozenset[Kind] = frozenset() if builds else BUILDING
    if builds and not pools_asked(plan_at(tournament.pk), state):
        seated = frozenset({"pool-forms"})
    return _no_lists(tournament, state) | _no_terrain(state) | without | seated


def _not_in_pods(state: State) -> frozenset[Kind]:
    """What is for pods where there are none, and what is for groups where there are no groups."""
    if in_groups(state):
        return PODS
    return frozenset({"groups"}) if in_pods(state) else PODS | {"groups"}


def _no_terrain(state: State) -> frozenset[Kind]:
    """Terrain and templates where the regulations ask for none."""
    found = set_up_of(state)
    unwanted: dict[Kind, bool] = {
        "terrain": found is None or found.terrain is None,
        "templates": found is None or not found.templates,
    }
    return frozenset(kind for kind, none in unwanted.items() if none)


def set_up_of(state: State) -> SetUp | None:
    """How the game of this tournament is set up; None before its regulations are known, or for an organiser's own."""
    return set_ups().get(state.regulations.id) if state.setup else None


def _no_lists(tournament: Tournament, state: State) -> frozenset[Kind]:
    """Lists where the game has none, or nobody is asked for any."""
    if rules_of(state) is None:
        return ROSTERS | {"roster-forms"}
    if tournament.rosters == "none":
        return ROSTERS
    return frozenset() if has_copies(tournament, state) else frozenset({"roster-copies"})


def _no_roster(tournament: Tournament) -> Message:
    there = RosterVersion.objects.filter(entry__tournament=tournament, number__gt=0).exists()
    return NOTHING if there else say("No roster has been handed in yet.")


def read(offer: PrintOffer, given: Mapping[str, str]) -> tuple[Options, tuple[Problem, ...]]:
    """What was chosen, with the usual where nothing was; and everything wrong with it."""
    values = {ask.name: given.get(ask.name, ask.value).strip() for ask in offer.asks}
    problems = [problem for ask in offer.asks if (problem := ask.problem(values[ask.name]))]
    if not problems and offer.kind in ("numbers", "terrain"):
        problems += _range(int(values["first"]), int(values["last"]))
    return Options(values), tuple(problems)


def _range(first: int, last: int) -> Iterator[Problem]:
    if last < first:
        yield Problem("last", say("The last number comes before the first."))
    elif last - first >= MOST_NUMBERS:
        says = say("These are more than {most} numbers: print them in parts.", most=MOST_NUMBERS)
        yield Problem("last", says)


def usual_paper(tournament: Tournament) -> str:
    """The size of paper this event printed on last, else what is usual where it takes place."""
    latest = tournament.prints.order_by("-pk").values_list("options", flat=True).first()
    if latest and latest.get("paper"):
        return str(latest["paper"])
    return "letter" if tournament.event.time_zone.startswith(_INCHES) else "a4"


def _now(state: State) -> Sequence[Kind]:
    """What is printed at this moment of the day."""
    if state.places is not None:
        return ("standings", "bracket") if queries.in_bracket(state) else ("standings",)
    round_ = queries.current_round(state)
    if drafting(state):
        return ("pods", "seat-cards")
    if seated_in_pods(state):
        return ("groups",)
    if building(state):
        return ("building", "pool-forms", "building-cards")
    if round_ is None:
        return ("signin", "links", "poster", "numbers", "blank")
    if state.setup is not None and queries.in_bracket(state):
        return ("bracket", "names", "slips")
    return ("standings",) if round_.complete else ("names", "slips", "tables")


def _why_not(kind: Kind, state: State) -> Message:
    if state.setup is None:
        return say("The tournament is not set up yet.") if kind != "poster" else NOTHING
    if kind in ("names", "tables", "slips") and not state.rounds:
        return say("No round is published yet.")
    if kind in PODS and state.pods is None:
        return say("The pods are not shown yet.")
    if kind == "groups" and state.pods is None:
        return say("The groups are not shown yet.")
    if kind in BUILDING and state.building is None:
        return say("The building tables are not shown yet.")
    if kind == "slips" and not any(round_.matches for round_ in state.rounds):
        return say("No match has been paired yet.")
    if kind == "bracket" and state.at_tables and not _elimination(state):
        return say("The cut is not made yet.")
    if kind == "standings" and not has_standings(state):
        return say("No round is complete yet.")
    if kind in ("signin", "links") and not any(map(queries.present, state.players.values())):
        return say("No players are entered yet.")
    return NOTHING


def _language(event: Event) -> tuple[Ask, ...]:
    """The languages to print in, the event's first; nothing to choose where there is one."""
    spoken = tuple((code, verbatim(name)) for code, name in settings.LANGUAGES)
    usual = event.language if event.language in dict(settings.LANGUAGES) else get_language() or ""
    return (Ask("language", say("Language"), usual, spoken),) if len(spoken) > 1 else ()


def _paper(value: str) -> Ask:
    return Ask("paper", say("Paper"), value, (("a4", verbatim("A4")), ("letter", verbatim("Letter"))))


def _asks(kind: Kind, state: State) -> tuple[Ask, ...]:
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


def _elimination(state: State) -> bool:
    """Whether it is known who plays the elimination."""
    return (
        state.setup is not None
        and bool(state.stages)
        and (state.seeds is not None or queries.in_bracket(state))
    )


def _seats(state: State) -> Ask:
    single = ((str(seats), say("empty, Top {seats}", seats=seats)) for seats in SEATS)
    double = (
        (f"{DOUBLE}{seats}", say("empty, double elimination of {seats}", seats=seats)) for seats in OF_DOUBLE
    )
    empty: tuple[tuple[str, Message], ...] = (*single, *double)
    there = _elimination(state)
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


def kind_of(text: str) -> Kind | None:
    """The kind of this name."""
    return next((kind for kind in KINDS if kind == text), None)


def as_json(options: Options) -> dict[str, Any]:
    """What was chosen, to be kept."""
    return dict(options.values)
