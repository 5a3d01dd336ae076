"""The check in the browser knows every kind of fact as it declares itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import muster
from muster.core.tournament.facts import FACTS, Fact

SCRIPTS = Path(muster.__file__).parent / "web/static/muster/verify"
STATE = (SCRIPTS / "state.js").read_text(encoding="utf-8")
DECLARED = {"keeps": "keeps_proposal", "boundary": "boundary", "follows": "follows"}


def line_of(fact: type[Fact]) -> str:
    """What must stand in the table of `state.js`."""
    words = [f"newest: {fact.version}"]
    words += [f"{name}: true" for name, own in DECLARED.items() if getattr(fact, own)]
    return f'"{fact.kind}": {{ {", ".join(words)} }},'


def test_the_table_of_kinds_says_what_the_facts_declare() -> None:
    table = STATE.split("export const KINDS = {\n")[1].split("\n};")[0]
    assert [line.strip() for line in table.splitlines()] == [line_of(fact) for fact in FACTS]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.kind)
def test_every_kind_but_undo_changes_the_day(fact: type[Fact]) -> None:
    assert fact.undoes or re.search(rf'^  "{re.escape(fact.kind)}"\(', STATE, re.MULTILINE)


def test_no_other_script_keeps_a_list_of_kinds() -> None:
    for path in SCRIPTS.glob("*.js"):
        text = re.sub(r'^  "[a-z.-]+"\(', "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        text = text.replace(STATE.split("export const KINDS = {\n")[1].split("\n};")[0], "")
        assert not re.search(r'"[a-z]+\.[a-z-]+", "[a-z]+\.[a-z-]+"', text), path.name
