"""What can be printed in a tournament, why it cannot be yet, and which comes first at this moment of the day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muster.app.events.public import has_standings
from muster.app.rosters.limited import plan_at, sealed
from muster.app.rosters.pools import pools_asked
from muster.app.rosters.terms import rules_of
from muster.app.rosters.visibility import has_copies
from muster.app.rounds.building import building
from muster.app.rounds.pods import drafting, in_groups, in_pods, seated_in_pods
from muster.core.messages import NOTHING, Message, say
from muster.core.scoring.scored import Problem
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.people.models import RosterVersion, Tournament
from muster.web.paper.kinds import BUILDING, KINDS, PODS, ROSTERS, Kind, descriptions, titles
from muster.web.paper.options import (
    MOST_NUMBERS,
    Ask,
    Options,
    asked_of,
    elimination_known,
    language_asked,
    paper_asked,
    set_up_of,
)  # fmt: skip

_INCHES: Final = ("America/", "US/", "Canada/", "Pacific/Honolulu")
"""Time zones where paper is measured in inches."""


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
    """

    kind: Kind
    title: Message
    says: Message
    asks: tuple[Ask, ...]
    why_not: Message = NOTHING
    now: bool = False


def offers(tournament: Tournament, state: State, *, paper: str = "") -> list[PrintOffer]:
    """Everything that can be printed, what this moment asks for first."""
    names, good_for, first = titles(), descriptions(), _now(state)
    order = [*first, *(kind for kind in KINDS if kind not in first)]
    unwanted = _unwanted(tournament, state)
    found = [
        PrintOffer(
            kind,
            names[kind],
            good_for[kind],
            (
                *asked_of(kind, state),
                *language_asked(tournament.event),
                paper_asked(paper or usual_paper(tournament)),
            ),
            _why_not(kind, state) or (_no_roster(tournament) if kind in ROSTERS else NOTHING),
            kind in first,
        )
        for kind in order
        if kind not in unwanted
    ]
    return sorted(found, key=lambda offer: bool(offer.why_not))


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
    if kind == "bracket" and state.at_tables and not elimination_known(state):
        return say("The cut is not made yet.")
    if kind == "standings" and not has_standings(state):
        return say("No round is complete yet.")
    if kind in ("signin", "links") and not any(map(queries.present, state.players.values())):
        return say("No players are entered yet.")
    return NOTHING
