"""`python -m bench.verify --count 1000 --game all`: both verifiers against days made up at random.

Days of each game are made up by dice, with corrections, drops, voids, undos, cuts and brackets, half of them with pods,
a round robin, parts or a second day; `--format` has days of one format alone, in every game that can have it. The
verifier of `muster verify` and the scripts of the browser, written apart from each other, must accept every one of
them. Then each day is tampered with, as it is and with the chain of hashes mended: both must refuse it, or come to
another head than the one that was shown. Needs `node`. Ends with 1 on any fault, and says which day shows it.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pool
from pathlib import Path
from time import perf_counter

from bench.report import Report
from bench.verify_checkers import Answer, Browser, ask_python, browser

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from tamper_kinds import KINDS, tampered
from verify_cases import GAMES, Day, happened, many_days, text_of
from verify_formats import FORMATS, DayFormat

PART = 50
"""Days a process is given at once."""


@dataclass(frozen=True, slots=True)
class Job:
    """Some days of one game, or of any in one format: how many, with how many players at most, and how many
    tamperings with each.
    """

    game: str
    count: int
    most: int
    tamperings: int
    seed: str
    day_format: DayFormat = ""

    @property
    def name(self) -> str:
        """What its days are counted under."""
        return self.game or self.day_format


@dataclass(slots=True)
class Tally:
    """What was found.

    Attributes:
        days: how many days; `facts` in them, and how many of them had what (`happened`).
        refused: honest days refused, by verifier.
        seconds: spent in each verifier on honest days.
        caught: tamperings by (kind, form, verifier, how), where how is `content`, `head` or `missed`.
        apart: mended tamperings whose content only one of the two refused, by (kind, verifier).
        faults: what must not be, in words, each with the day that shows it.
    """

    days: int = 0
    facts: int = 0
    had: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    caught: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    apart: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count another's findings, too."""
        self.days += other.days
        self.facts += other.facts
        for name in ("had", "refused", "seconds", "caught", "apart"):
            getattr(self, name).update(getattr(other, name))
        self.faults += other.faults


def run(job: Job) -> Tally:
    """Make up the days of a job, check them, tamper with them, check again."""
    tally = Tally()
    with browser() as scripts:
        for day in made_up_days(job):
            text = honest(day, scripts, tally)
            for _ in range(job.tamperings):
                tamper(day, text, scripts, tally)
    return tally


def made_up_days(job: Job) -> Iterator[Day]:
    """The days of a job: of a game, every other one goes another way than Swiss rounds for everybody."""
    games = (job.game,) if job.game else ()
    if job.day_format:
        yield from many_days(job.seed, job.count, *games, most=job.most, day_format=job.day_format)
        return
    yield from many_days(f"{job.seed}/swiss", (job.count + 1) // 2, *games, most=job.most)
    yield from many_days(f"{job.seed}/any", job.count // 2, *games, most=job.most, day_format="any")


def honest(day: Day, scripts: Browser, tally: Tally) -> str:
    """Play a day, which both must accept; its file."""
    journal = day.played()
    text = text_of(journal)
    tally.days += 1
    tally.facts += len(journal.entries)
    tally.had.update(happened(journal))
    for name, ask in (("Python", ask_python), ("JavaScript", scripts.ask)):
        began = perf_counter()
        answer = ask(text)
        tally.seconds[name] += perf_counter() - began  # type: ignore[assignment]
        if not answer.holds or answer.head != journal.state.head:
            tally.refused[name] += 1
            tally.faults.append(f"{name} refuses {day}: {'; '.join(answer.says)}")
    return text


def tamper(day: Day, text: str, scripts: Browser, tally: Tally) -> None:
    """Tamper with a day in one way, in both forms; both verifiers must tell."""
    kinds = sorted(KINDS)
    kind, start = kinds[day.roll(len(kinds))], day.rolled
    for form in ("as it is", "mended"):
        day.rolled = start
        changed = tampered(text, kind, day.roll, mended=form == "mended")
        if changed is None:
            return
        answers = {"Python": ask_python(changed), "JavaScript": scripts.ask(changed)}
        for name, answer in answers.items():
            how = told(answer, day.state.head)
            tally.caught[kind, form, name, how] += 1
            if how == "missed":
                tally.faults.append(f"{name} does not see {kind!r}, {form}, in {day} (dice at {start})")
        only = [name for name, answer in answers.items() if not answer.holds]
        if form == "mended" and len(only) == 1:
            tally.apart[kind, only[0]] += 1


def told(answer: Answer, head: str) -> str:
    """What gives a tampering away: the content, the last head alone, or nothing."""
    if not answer.holds:
        return "content"
    return "head" if answer.head != head else "missed"


def jobs(given: argparse.Namespace) -> Iterator[Job]:
    """The work in parts, the games in turn."""
    games: Sequence[str] = GAMES if given.game == "all" else (given.game,)
    wanted: list[tuple[str, DayFormat]] = [(game, "") for game in games]
    if given.format:
        formats = FORMATS if given.format == "all" else (given.format,)
        wanted = [("" if given.game == "all" else given.game, one) for one in formats]
    for start in range(0, given.count, PART):
        count = min(PART, given.count - start)
        for game, one in wanted:
            yield Job(game, count, given.most, given.tamperings, f"{given.seed}/{one or game}/{start}", one)


def checked(todo: Sequence[Job], processes: int) -> dict[str, Tally]:
    """The tallies of each game, said as they grow; of what is done so far if somebody presses Ctrl-C."""
    tallies: dict[str, Tally] = {}
    with Pool(processes) as pool, suppress(KeyboardInterrupt):
        for job, tally in zip(todo, pool.imap(run, todo), strict=True):
            so_far = tallies.setdefault(job.name, Tally())
            so_far.add(tally)
            print(
                f"{job.name}: {so_far.days:,} days, {len(so_far.faults)} faults", file=sys.stderr, flush=True
            )
            for fault in tally.faults:
                print(fault, flush=True)
    return tallies


def print_days(tallies: dict[str, Tally]) -> None:
    """Honest days: what they had in them, and what the verifiers said."""
    print(f"\n{'honest days':26}" + "".join(f"{game:>16}" for game in tallies))
    rows: dict[str, Callable[[Tally], object]] = {
        "days": lambda one: one.days,
        "facts": lambda one: one.facts,
        "refused by Python": lambda one: one.refused["Python"],
        "refused by JavaScript": lambda one: one.refused["JavaScript"],
        "ms a day, Python": lambda one: f"{1000 * one.seconds['Python'] / max(1, one.days):.1f}",
        "ms a day, JavaScript": lambda one: f"{1000 * one.seconds['JavaScript'] / max(1, one.days):.1f}",
    }
    for name, row in rows.items():
        print(f"{name:26}" + "".join(f"{row(one):>16}" for one in tallies.values()))
    for what in sorted({what for one in tallies.values() for what in one.had}):
        print(f"  with {what:19}" + "".join(f"{one.had[what]:16}" for one in tallies.values()))


def print_tamperings(whole: Tally) -> None:
    """Tamperings by kind: how each verifier told, and how often only one of them by the content."""
    names = ("Python", "JavaScript")
    ways = [(name, how) for name in names for how in ("content", "head", "missed")]
    for form in ("as it is", "mended"):
        print(f"\n{'tampered with, ' + form:44}{'tried':>6}" + "".join(f"{n[:2]} {h:>8}" for n, h in ways))
        for kind in KINDS:
            found = [whole.caught[kind, form, *way] for way in ways]
            apart = [f"{name} alone {whole.apart[kind, name]}" for name in names if whole.apart[kind, name]]
            told_apart = f"  ({', '.join(apart)})" if apart and form == "mended" else ""
            print(f"{kind:44}{sum(found[:3]):6}" + "".join(f"{one:11}" for one in found) + told_apart)


@dataclass(frozen=True, slots=True)
class Line:
    """One game in `make bench`: honest days and how many were refused, tamperings and how many were missed."""

    game: str
    days: int
    facts: int
    refused: int
    tamperings: int
    missed: int


def table(*, quick: bool) -> Report:
    """The table of `make bench`: fewer days than the whole run has; without `node` none."""
    if shutil.which("node") is None:
        print("verify: node is not installed")
        return Report([], right=True)
    count = 5 if quick else 50
    found = checked([Job(game, count, 12, 2, f"make/{game}") for game in GAMES], 2)
    lines = [
        Line(
            game,
            tally.days,
            tally.facts,
            sum(tally.refused.values()),
            sum(times for (_, _, name, _), times in tally.caught.items() if name == "Python"),
            sum(times for (*_, how), times in tally.caught.items() if how == "missed"),
        )
        for game, tally in found.items()
    ]
    for line in lines:
        print(line)
    return Report(lines, right=not any(tally.faults for tally in found.values()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print the tables; 1 on any fault."""
    parser = argparse.ArgumentParser(prog="python -m bench.verify", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="days of each game")
    parser.add_argument("--game", choices=("all", *GAMES), default="all")
    parser.add_argument("--most", type=int, default=24, help="players at most")
    parser.add_argument(
        "--tamperings", type=int, default=4, help="tamperings with each day, each in two forms"
    )
    parser.add_argument("--format", choices=("all", "any", *FORMATS), default="", help="days of one format")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", default="bench")
    given = parser.parse_args(arguments)
    began = perf_counter()
    tallies = checked(list(jobs(given)), given.processes)
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    print_days(tallies)
    print_tamperings(whole)
    tried = sum(times for (_, _, name, _), times in whole.caught.items() if name == "Python")
    took = perf_counter() - began
    print(f"\n{whole.days:,} days, {tried:,} tamperings, {len(whole.faults)} faults, {took:.0f} s")
    return 1 if whole.faults or not whole.days else 0


if __name__ == "__main__":
    raise SystemExit(main())
