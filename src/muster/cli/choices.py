"""Options several commands share, read into values or refused in one line."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final, cast, get_args

import typer

from muster.cli.files import read_bytes
from muster.cli.output import UNUSABLE, complain, fail, list_faults, plain
from muster.cli.parts import parts_typed
from muster.cli.reporting import UnclearError
from muster.core.bracket.cut import CutKind
from muster.core.kinds import ELIMINATION, Departure, departures, planned_of, proposed
from muster.core.messages import listing, say
from muster.core.points import typed_points
from muster.core.tournament.chains import CHAINS
from muster.core.tournament.course import ONE_SWISS, Course
from muster.core.tournament.state import Elimination, State, StructureId
from muster.rules.kinds import About, event_kinds
from muster.rules.load import UnknownRegulationsError, available, load, parse
from muster.rules.schema import Regulations
from muster.rules.variants import Variants


def chosen_regulations(name: str) -> Regulations:
    """The regulations of this id, or those in the organiser's own file of this name (`….toml`)."""
    if name.endswith(".toml"):
        return own_regulations(Path(name))
    try:
        return load(name)
    except UnknownRegulationsError:
        known = listing((summary.id for summary in available()), "plain")
        says = say(
            "There are no regulations {name}. Known: {known}; or name a file ending in .toml",
            name=repr(plain(name, 60)),
            known=known,
        )
        fail(says, UNUSABLE)


def own_regulations(path: Path) -> Regulations:
    """An organiser's own regulations, or every mistake in the file, one a line."""
    found = parse(read_bytes(path), str(path))
    if not isinstance(found, Regulations):
        list_faults(map(str, found))
        fail(say("{path}: nothing was done", path=str(path)), UNUSABLE)
    return found


def parsed_day(text: str) -> date:
    """The day, or a refusal in one line."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        fail(say("--day: {text} is not a day such as 2025-03-14", text=repr(plain(text, 40))), UNUSABLE)


def parsed_structure(text: str) -> StructureId:
    """The structure, or a refusal in one line."""
    _must_be_one_of("--structure", text, get_args(StructureId))
    return cast("StructureId", text)


def parsed_cut_kind(text: str) -> CutKind:
    """The kind of cut, or a refusal in one line."""
    _must_be_one_of("--cut-kind", text, get_args(CutKind))
    return cast("CutKind", text)


@dataclass(frozen=True, slots=True)
class ChosenCourse:
    """How the rounds go, and the cut after them."""

    course: Course
    cut_kind: CutKind
    cut: int | None


def parsed_chain(text: str, cut: int | None, kind: CutKind = "top") -> ChosenCourse:
    """A ready-made chain with its own cut where none was given, or parts as typed; Swiss rounds where nothing was."""
    if text in CHAINS and cut is None:
        return ChosenCourse(CHAINS[text].course, CHAINS[text].cut_kind, CHAINS[text].cut)
    if text in CHAINS or not text:
        return ChosenCourse(CHAINS[text].course if text else ONE_SWISS, kind, cut)
    try:
        return ChosenCourse(Course(parts=parts_typed(text)), kind, cut)
    except UnclearError as error:
        fail(error.says, UNUSABLE)


def parsed_bracket(text: str) -> Elimination:
    """How an elimination goes, or a refusal in one line."""
    _must_be_one_of("--bracket", text, get_args(Elimination))
    return cast("Elimination", text)


def parsed_cut(text: str | None, kind: str, rules: Regulations) -> int | None:
    """The figure of a cut, by points as the game shows them, or a refusal in one line."""
    if text is None:
        return None
    by_points = kind == "at-least-points"
    found = typed_points(text, rules.standings.points_shown_in if by_points else "whole")
    if found is None:
        fail(say("--cut: {text} is no such number", text=repr(plain(text, 40))), UNUSABLE)
    return found


def is_given(context: typer.Context, name: str) -> bool:
    """Whether a parameter stands on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def chosen_kind(regulations: Regulations, text: str) -> str:
    """The id of a kind of event that these regulations know, empty for none; or a refusal in one line."""
    known = tuple(each.id for each in event_kinds(regulations.id).kinds)
    if text and not known:
        says = say("--kind: {regulations} knows no kinds of event", regulations=regulations.id)
        fail(says, UNUSABLE)
    if text:
        _must_be_one_of("--kind", text, known)
    return text


@dataclass(frozen=True, slots=True)
class TypedSetup:
    """How a tournament is set up, as typed or as its kind proposes.

    Attributes:
        tier, structure, match: ids; empty where the regulations decide.
        elimination: whether there are no Swiss rounds.
    """

    tier: str
    structure: str
    match: str
    elimination: bool = False


def set_up_for(regulations: Regulations, kind: str, typed: TypedSetup, given: Collection[str]) -> TypedSetup:
    """What a kind of event proposes, where nothing else stands on the command line; what was typed without a kind.

    Args:
        regulations: of the game.
        kind: the id of the kind; empty for none. An unknown one ends the command.
        typed: the options, or what stands for them.
        given: which of them stand on the command line.
    """
    if not chosen_kind(regulations, kind):
        return typed
    asked = proposed(regulations, kind, typed.tier)
    fixed = set(given)
    if "tier" in fixed and typed.tier != asked.get("tier", typed.tier):
        fixed.add("match")  # formats are those of the tier
    bracket = asked.get("structure") == ELIMINATION and "structure" not in fixed
    return TypedSetup(
        typed.tier if "tier" in fixed else asked.get("tier", typed.tier),
        typed.structure if "structure" in fixed or bracket else asked.get("structure", typed.structure),
        typed.match if "match" in fixed else asked.get("match", typed.match),
        typed.elimination or bracket,
    )


def tell_departures(state: State, kind: str) -> None:
    """A line on standard error for everything that departs from what the kind or the tier asks, with its clause."""
    for each in departures_from(state, kind):
        complain(say("{says} ({clause})", says=each.message, clause=each.clause))


def departures_from(state: State, kind: str) -> tuple[Departure, ...]:
    """Where a tournament of the terminal departs from what its kind and tier ask.

    The terminal knows neither rosters nor a staff: what is asked of those is not looked at.
    """
    planned = planned_of(state, "", "", judge=True)
    return departures(state.regulations, kind, {name: planned[name] for name in _PLANNED if name in planned})


_PLANNED: Final[tuple[About, ...]] = ("tier", "match", "structure")


def _must_be_one_of(option: str, text: str, known: tuple[str, ...]) -> None:
    if text not in known:
        says = say(
            "{option}: {text} is none of {known}",
            option=option,
            text=repr(plain(text, 40)),
            known=listing(known, "plain"),
        )
        fail(says, UNUSABLE)


def parsed_variants(texts: list[str]) -> dict[str, object]:
    """Variants given as `name=value`, or a refusal in one line; `yes` and `no` stand for true and false."""
    found: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            says = say(
                "--variant: write name=value, not {text}; names are {known}",
                text=repr(plain(text, 60)),
                known=listing(Variants.model_fields, "plain"),
            )
            fail(says, UNUSABLE)
        found[name] = {"yes": True, "true": True, "no": False, "false": False}.get(value, value)
    return found
