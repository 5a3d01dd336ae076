"""Options several commands share, read into values or refused in one line."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import cast, get_args

from muster.cli.files import read_bytes
from muster.cli.output import UNUSABLE, fail, list_faults, plain
from muster.core.bracket.cut import CutKind
from muster.core.messages import listing, say
from muster.core.tournament.state import StructureId
from muster.rules.load import UnknownRegulationsError, available, load, parse
from muster.rules.schema import Regulations, Variants


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
