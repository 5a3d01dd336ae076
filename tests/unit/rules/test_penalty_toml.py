"""A table of penalties as a file: written, it is read as the same table; whatever else is in a file is told."""

from __future__ import annotations

import string
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.rules.mistakes import MOST
from muster.rules.penalties import KINDS, PenaltyTable
from muster.rules.penalty_files import MOST_BYTES, from_json_value, read, tables, to_toml
from regulations_cases import plain

PRINTABLE = st.characters(exclude_categories=("C", "Z"))
WORDS = st.one_of(
    st.text(PRINTABLE, min_size=1, max_size=30),
    st.sampled_from(['"""', "\\", "a = 1", "...... " * 30, "]]", "’ü字", "#"]),
)
KEYS = st.text(string.ascii_lowercase + string.digits, min_size=1, max_size=8)


@st.composite
def own_tables(draw: st.DrawFn) -> PenaltyTable:
    """Any table there can be: kinds in order, steps that grow, words of every script."""
    kinds = [kind for kind in KINDS if draw(st.booleans())] or ["warning"]
    categories = []
    for key in draw(st.lists(KEYS, min_size=1, max_size=3, unique=True)):
        chosen = [kind for kind in kinds if draw(st.booleans())] or kinds[:1]
        steps: list[dict[str, Any]] = [{"kind": chosen[0]}]
        steps += [{"kind": kind, "offence": draw(st.integers(1, 9))} for kind in chosen[1:]]
        for step in steps[1:]:
            step["minutes"] = draw(st.integers(1, 99))
        if draw(st.booleans()):
            steps[0]["instead"] = [{"when": draw(WORDS), "kind": kind} for kind in kinds]
        words = {name: draw(WORDS) for name in ("name", "what", "source")}
        categories.append({"id": key, **words, "extension": draw(st.integers(0, 9)), "steps": steps})
    known = [{"id": kind, "name": draw(WORDS), "says": draw(WORDS)} for kind in kinds]
    value = {
        "id": "own",
        "name": draw(WORDS),
        "source": draw(WORDS),
        "kinds": known,
        "categories": categories,
    }
    found = from_json_value(value)
    assert isinstance(found, PenaltyTable), found
    return found


@settings(max_examples=25, deadline=None)
@given(own_tables())
def test_a_table_written_is_read_as_the_same_table(table: PenaltyTable) -> None:
    assert read(to_toml(table).encode(), "own.toml") == table


@pytest.mark.parametrize("table", tables().values(), ids=lambda table: table.id)
def test_the_tables_that_come_along_are_written_and_read_again(table: PenaltyTable) -> None:
    assert read(("\ufeff" + to_toml(table)).encode(), "own.toml") == table


@settings(max_examples=25, deadline=None)
@given(
    st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)),
    st.sampled_from([b"", b"{", b"{}"]),
)
def test_no_content_of_a_file_raises(rest: bytes, start: bytes) -> None:
    found = read(start + rest, "own")
    assert not isinstance(found, PenaltyTable)
    assert 0 < len(found) <= MOST


def test_a_table_that_is_too_long_is_told_and_not_read() -> None:
    assert "longer than 100,000 bytes" in str(plain(read(b" " * (MOST_BYTES + 1), "own")))
    (first, *_rest) = tables().values()
    many = [
        {**first.categories[0].model_dump(mode="json"), "id": f"o{i}", "what": "x" * 2000} for i in range(60)
    ]
    found = from_json_value({**first.model_dump(mode="json"), "categories": many})
    assert not isinstance(found, PenaltyTable)
    assert "shorten its words" in str(found[0])
