"""The Containerfile as a test reads it: what it says, step by step, and what it may copy.

Only the words that ours uses are known; any other fails, so that no step is passed over.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

CONTAINERFILE: Final = ROOT / "Containerfile"

_LATER: Final = frozenset({"CMD", "EXPOSE", "HEALTHCHECK", "LABEL", "STOPSIGNAL", "VOLUME"})
"""Words that change nothing in the image: they say how it is to be run."""


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction: its word, and all that follows in one line."""

    word: str
    rest: str

    @property
    def array(self) -> list[str]:
        """What follows, written as a list."""
        return [str(each) for each in json.loads(self.rest)]

    @property
    def pairs(self) -> dict[str, str]:
        """What follows, written as `name=value`."""
        return dict(each.split("=", 1) for each in shlex.split(self.rest))


@dataclass(frozen=True, slots=True)
class Stage:
    """What is built upon one `FROM`."""

    base: str
    name: str
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class HowToRun:
    """What an image says of how it is run."""

    env: dict[str, str] = field(default_factory=dict)
    user: str = "root"
    workdir: str = "/"
    command: tuple[str, ...] = ()
    health: tuple[str, ...] = ()
    stop: str = "SIGTERM"
    volumes: tuple[str, ...] = ()
    ports: tuple[int, ...] = ()
    labels: dict[str, str] = field(default_factory=dict)

    def after(self, step: Step) -> HowToRun:
        """The same once a step has been done."""
        match step.word:
            case "ENV":
                return replace(self, env=self.env | step.pairs)
            case "USER":
                return replace(self, user=step.rest)
            case "WORKDIR":
                return replace(self, workdir=step.rest)
            case "CMD":
                return replace(self, command=tuple(step.array))
            case "HEALTHCHECK":
                return replace(self, health=tuple(json.loads(step.rest.partition("CMD ")[2])))
            case "STOPSIGNAL":
                return replace(self, stop=step.rest)
            case "VOLUME":
                return replace(self, volumes=tuple(step.array))
            case "EXPOSE":
                return replace(self, ports=tuple(map(int, step.rest.split())))
            case "LABEL":
                return replace(self, labels=self.labels | step.pairs)
        assert step.word in {"RUN", "COPY"}, f"the tests do not know the instruction {step.word}"
        return self


def stages(text: str) -> list[Stage]:
    """The stages of a Containerfile, in order."""
    found = list[Stage]()
    for step in _steps(text):
        if step.word == "FROM":
            base, _, name = step.rest.partition(" AS ")
            found.append(Stage(base, name))
        else:
            found[-1] = replace(found[-1], steps=(*found[-1].steps, step))
    return found


def how_to_run(stage: Stage) -> HowToRun:
    """All that a stage says of how it is run."""
    found = HowToRun()
    for step in stage.steps:
        found = found.after(step)
    return found


def changes_nothing(step: Step) -> bool:
    """Whether an instruction does nothing while the image is built."""
    return step.word in _LATER


def _steps(text: str) -> Iterator[Step]:
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        word, _, rest = line.partition(" ")
        yield Step(word, rest.strip())


def is_let_through(name: str) -> bool:
    """Whether the builder is given this file of the project, by the lines of `.containerignore`."""
    let = True
    for line in (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.removeprefix("!")
        if line and not line.startswith("#") and _is_meant(name, pattern):
            let = line.startswith("!")
    return let


def _is_meant(name: str, pattern: str) -> bool:
    if pattern.startswith("**/"):
        return any(fnmatch(part, pattern[3:]) for part in name.split("/"))
    parts = name.split("/")
    return any(fnmatch("/".join(parts[:upto]), pattern) for upto in range(1, len(parts) + 1))
