"""Tables of penalties as files: those that come along are sound, and every mistake in another is told at once."""

from __future__ import annotations

from typing import Any

import pytest

from muster.rules.load import available, citation, load
from muster.rules.penalties import KINDS, PenaltyTable
from muster.rules.penalty_files import from_json_value, parse, table_for, tables, to_json_value

KIND = {"id": "warning", "name": "Warning", "says": "Noted."}
SLIP = {"id": "slip", "name": "Slip", "what": "A slip.", "source": "Ours.", "steps": [{"kind": "warning"}]}


def own(**changed: Any) -> dict[str, Any]:
    return {"id": "own", "name": "Own", "source": "Ours.", "kinds": [KIND], "categories": [SLIP], **changed}


def told(value: object) -> list[str]:
    found = from_json_value(value)
    assert not isinstance(found, PenaltyTable)
    return [f"{mistake.key}: {mistake.message}" for mistake in found]


@pytest.mark.parametrize("name", ["miniatures", "unlimited"])
def test_the_tables_that_come_along_survive_json(name: str) -> None:
    table = tables()[name]
    assert table.id == name
    assert from_json_value(to_json_value(table)) == table


def test_all_regulations_have_their_table() -> None:
    found = {each.id: table_for(load(each.id)).id for each in available()}
    assert found.pop("unlimited-1.3") == "unlimited"
    assert set(found.values()) == {"miniatures"}


def test_an_organisers_own_regulations_use_the_table_of_games_scored_alike() -> None:
    for regulations, table in (("unlimited-1.3", "unlimited"), ("legion-2.0", "miniatures")):
        assert table_for(load(regulations).model_copy(update={"id": "house-rules"})).id == table


def test_every_entry_says_where_it_was_read_and_cites_what_exists() -> None:
    for table in tables().values():
        for category in table.categories:
            assert category.reading
            assert len(category.source) > 30
            for each in table.regulations if category.clause else ():
                assert citation(load(each), category.clause or "")


def test_mistakes_are_all_told_with_their_places() -> None:
    lighter = [
        {"kind": "match-loss", "offence": 2},
        {"kind": "warning", "instead": [{"when": "x", "kind": "game-loss"}]},
    ]
    reminder = {**KIND, "id": "reminder"}
    found = told(own(kinds=[KIND, KIND, reminder], categories=[SLIP, {**SLIP, "steps": lighter}]))
    assert [each.partition(": ")[0] for each in found] == [
        "kinds[2].id",
        "categories[2].id",
        "kinds[3].id",
        "categories[2].steps[1].offence",
        "categories[2].steps[1].kind",
        "categories[2].steps[2].instead[1].kind",
        "categories[2].steps[2].kind",
    ]


def test_shapes_are_strict() -> None:
    found = told({**own(), "colour": "red", "categories": [{**SLIP, "extension": -1, "steps": []}]})
    assert any(each.startswith("colour: is not a key known here") for each in found)
    assert "categories[1].extension: must be at least 0" in found
    assert "categories[1].steps: must list at least 1" in found


@pytest.mark.parametrize("text", ["a\x00b", "a\u202eb", "two\nlines"])
def test_texts_that_no_page_or_database_takes_are_told(text: str) -> None:
    assert [each.partition(": ")[0] for each in told(own(name=text))] == ["name"]
    assert [each.partition(": ")[0] for each in told(own(kinds=[{**KIND, "says": text}]))] == [
        "kinds[1].says"
    ]


def test_half_a_character_is_no_text() -> None:
    assert told(own(name="a\ud800b"))


@pytest.mark.parametrize("value", [None, 3, [], "x", {"a": float("nan")}, {"kinds": object()}])
def test_what_is_no_table_at_all_is_answered_with_mistakes(value: object) -> None:
    assert told(value)


@pytest.mark.parametrize(
    "text", [b"\xff", b"id = ", b"a" * 2_000_000, b"id = 'x'", b"[[kinds]]\nid='nonsense'"]
)
def test_no_content_of_a_file_raises(text: bytes) -> None:
    found = parse(text, "own.toml")
    assert not isinstance(found, PenaltyTable)
    assert {each.source for each in found} == {"own.toml"}


def test_the_kinds_are_listed_from_the_lightest_on() -> None:
    assert KINDS[0] == "reminder"
    assert KINDS[-3:] == ("game-loss", "match-loss", "disqualification")
