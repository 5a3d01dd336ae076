"""House rule: a fact, tiebreaker, command, setting or CLI word without documentation fails."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
import typer

import with_django  # noqa: F401  (what is asked here is of rooms that need it)
from muster.app.common.access import MAY, Act, Role
from muster.cli.commands import app_for
from muster.cli.language import VERBS
from muster.cli.questions import QUESTIONS
from muster.core.duties import KINDS
from muster.core.tournament.commands import COMMANDS
from muster.core.tournament.facts import FACTS
from muster.exchange.rosters.formats import FORMATS
from muster.exchange.rosters.reading import Format
from muster.rules.load import available
from muster.rules.penalty_files import tables
from muster.rules.schema import EndId
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import Variants

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


FILE = re.compile(r"`([\w./-]+/[\w.-]+\.(?:py|html|toml))`")
"""A file as prose names it: from the project's root or from a room of it."""

FROM = (ROOT, *(ROOT / "src" / at for at in ("", "muster", "muster/web")), ROOT / "tests")


def text(*names: str) -> str:
    return "\n".join((DOCS / name).read_text(encoding="utf-8") for name in names)


def cli_commands() -> list[tuple[str, object]]:
    group = typer.main.get_command(app_for())
    return sorted(group.commands.items())  # type: ignore[attr-defined]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.kind)
def test_every_fact_is_documented(fact: type) -> None:
    assert f"`{fact.kind}`" in text("journal.md")  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_every_command_is_documented(command: type) -> None:
    assert f"`{command.__name__}`" in text("journal.md")


@pytest.mark.parametrize(
    "page", [*DOCS.rglob("*.md"), *ROOT.glob("*.md"), ROOT / "tests/README.md"], ids=lambda page: page.name
)
def test_every_file_that_is_named_is_there(page: Path) -> None:
    named = FILE.findall(page.read_text(encoding="utf-8"))
    assert [file for file in named if not any((root / file).exists() for root in FROM)] == []


@pytest.mark.parametrize("tiebreaker", get_args(TiebreakerId))
def test_every_tiebreaker_is_documented(tiebreaker: str) -> None:
    assert f"`{tiebreaker}`" in text("standings.md")


@pytest.mark.parametrize("variant", Variants.model_fields)
def test_every_setting_is_documented(variant: str) -> None:
    assert f"`{variant}`" in text("regulations.md")


def test_every_variable_of_the_environment_is_documented() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), ROOT / "Makefile"]
    read = {name for path in sources for name in re.findall(r"\bMUSTER_[A-Z_]+\b", path.read_text("utf-8"))}
    assert len(read) > 5
    assert not {name for name in read if f"| `{name}` |" not in text("settings.md")}


@pytest.mark.parametrize("one", FORMATS, ids=lambda one: one.id)
def test_every_format_of_rosters_is_documented(one: Format) -> None:
    row = next((line for line in text("rosters-formats.md").splitlines() if f"| `{one.id}` |" in line), "")
    assert row.count("yes") == bool(one.read) + bool(one.write)


@pytest.mark.parametrize("end", get_args(EndId))
def test_every_way_of_ending_is_documented(end: str) -> None:
    assert f"`{end}`" in text("scoring.md")
    assert f"`{end}`" in text("cli.md")


@pytest.mark.parametrize("act", get_args(Act))
def test_every_act_is_documented_with_who_may(act: Act) -> None:
    row = next(line for line in text("roles.md").splitlines() if line.startswith(f"| `{act}` |"))
    ticks = [cell.strip() == "✓" for cell in row.split("|")[2:6]]
    assert ticks == [act in MAY[role] for role in get_args(Role)]


def test_every_penalty_that_comes_along_is_documented() -> None:
    told = text("judging.md").casefold()
    for table in tables().values():
        assert all(f"`{each}`" in told for each in table.regulations)
        assert all(kind.name.casefold() in told for kind in table.kinds if "warning" not in kind.id)


@pytest.mark.parametrize("summary", available(), ids=lambda summary: summary.id)
def test_every_regulations_file_is_documented(summary: object) -> None:
    assert f"`{summary.id}`" in text("regulations.md")  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [name for name, _ in cli_commands()])
def test_every_cli_command_is_documented(name: str) -> None:
    assert f"`muster {name}" in text("cli.md")


@pytest.mark.parametrize("verb", sorted({*VERBS, *QUESTIONS}))
def test_every_word_of_play_is_documented(verb: str) -> None:
    assert re.search(rf"`{verb}( [^`]*)?`", text("cli.md"))


@pytest.mark.parametrize("name", ["play", "simulate", "serve", "link"])
def test_every_option_is_documented(name: str) -> None:
    command = dict(cli_commands())[name]
    words = [word for parameter in command.params for word in (*parameter.opts, *parameter.secondary_opts)]  # type: ignore[attr-defined]
    options = [word for word in words if word.startswith("--")]
    missing = [option for option in options if f"`{option}`" not in text("cli.md")]
    assert not missing


def test_every_page_is_linked_and_every_link_leads_somewhere() -> None:
    for page in [*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
    index = text("README.md", "decisions/README.md")
    for page in DOCS.rglob("*.md"):
        if page.name != "README.md":
            assert page.name in index, f"{page.name} is not in the index"


def test_every_picture_is_shown_with_words_for_it_and_is_small() -> None:
    kept = {path.name: path.stat().st_size for path in (DOCS / "pictures").iterdir()}
    shown = [
        found
        for page in DOCS.rglob("*.md")
        for found in re.findall(r"!\[([^\]]*)\]\(pictures/([^)]+)\)", page.read_text(encoding="utf-8"))
    ]
    assert {name for _, name in shown} == set(kept)
    assert all(len(words) > 40 for words, _ in shown)
    assert max(kept.values()) < 40_000
    assert sum(kept.values()) < 500_000


def test_the_changelog_knows_this_version() -> None:
    from muster import __version__

    assert __version__ in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_duty_is_documented(kind: str) -> None:
    assert f"`{kind}`" in text("duties.md")
