"""Regulations as a value of JSON, citations, variants, and files of any content."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.messages import Message
from muster.rules.load import (
    Citation,
    UnknownRegulationsError,
    apply_variants,
    citation,
    from_json_value,
    load,
    parse,
    to_json_value,
)
from muster.rules.schema import Regulations
from muster.rules.variants import Variants
from regulations_cases import IDS, changed, good, handbook_example, packaged, plain

ARMADA = load("armada-4.0")


def _plain(value: object) -> bool:
    """Whether a value is of JSON without floats."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and _plain(each) for key, each in value.items())
    if isinstance(value, list):
        return all(_plain(each) for each in value)
    return value is None or isinstance(value, str | int)


@pytest.mark.parametrize("regulations_id", IDS)
def test_json_round_trip_is_exact_and_without_floats(regulations_id: str) -> None:
    regulations = load(regulations_id)
    value = to_json_value(regulations)
    assert _plain(value)
    read = from_json_value(json.loads(json.dumps(value)))
    assert read == regulations
    assert isinstance(read, Regulations)
    assert to_json_value(read) == value


def test_json_value_leaves_defaults_out_and_writes_ratios_and_dates_as_text() -> None:
    value = to_json_value(load("legion-2.0"))
    assert "variants" not in value
    assert value["scoring"]["share"]["tie"] == "1/2"
    assert value["document"]["effective"] == "2020-04-13"
    assert all("cut" not in row for row in value["structures"][0]["rows"])
    own = good(changed(handbook_example(), ("[clauses]", '[variants]\nrate_floor = "33/100"\n[clauses]')))
    assert to_json_value(own)["variants"] == {"rate_floor": "33/100"}
    assert from_json_value(to_json_value(own)) == own


@given(
    floor=st.fractions(0, 1, max_denominator=999_999),
    schedule=st.sampled_from(["active", "games", "scheduled"]),
    bye=st.booleans(),
)
def test_json_round_trip_of_any_variants(floor: Fraction, schedule: str, bye: bool) -> None:
    overrides = {"rate_floor": str(floor), "schedule_rounds": schedule, "bye_is_opponent": bye}
    variants = apply_variants(ARMADA, overrides)
    assert isinstance(variants, Variants)
    assert variants.rate_floor == floor
    changed_regulations = ARMADA.model_copy(update={"variants": variants})
    assert from_json_value(json.loads(json.dumps(to_json_value(changed_regulations)))) == changed_regulations


def _value(**changes: object) -> dict[str, Any]:
    return {**to_json_value(ARMADA), **changes}


def test_json_value_with_mistakes_lists_them() -> None:
    found = from_json_value(_value(game=3, round_times=[]), "entry 1")
    assert plain(found) == (
        ("entry 1", "game", "must be text in quotation marks"),
        ("entry 1", "round_times", "must list at least 1"),
    )
    assert from_json_value(_value(clauses={})) != ARMADA


def test_json_value_is_checked_for_fit() -> None:
    value = to_json_value(ARMADA)
    value["structures"][0]["rows"][1]["players"] = 18
    assert plain(from_json_value(value)) == (
        (
            "regulations",
            "structures[1].rows[2].players",
            "leaves a gap: the row before goes up to 16 players",
        ),
    )
    del value["clauses"]["ARM-TP-1"]
    assert len(from_json_value(value)) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, 3, "text", [], {}, {"scoring": None}])
def test_json_value_of_another_shape_is_answered_with_mistakes(value: object) -> None:
    assert isinstance(from_json_value(value), tuple)


@pytest.mark.parametrize("value", [{1, 2}, float("nan"), {"a": object()}])
def test_what_is_no_json_is_answered_with_a_mistake(value: object) -> None:
    assert plain(from_json_value(value)) == (("regulations", "", "is not a value of JSON"),)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_any_json_value_is_answered_without_an_exception(value: object) -> None:
    assert isinstance(from_json_value(value), tuple)


@given(st.sampled_from(sorted(Regulations.model_fields)), JSON)
def test_any_value_under_any_key_is_answered_without_an_exception(key: str, value: object) -> None:
    found = from_json_value(_value(**{key: value}))
    assert isinstance(found, Regulations | tuple)


@given(st.binary(max_size=200))
def test_garbage_bytes_are_answered_with_mistakes(text: bytes) -> None:
    found = parse(text, "own.toml")
    assert isinstance(found, tuple)
    assert found


LINES = packaged("armada-4.0").splitlines()
FRAGMENTS = st.sampled_from(
    [
        "",
        "[",
        "]",
        "=",
        "x = 1",
        "players = 99",
        "[[structures]]",
        "nan",
        "-1",
        "1e9",
        '"',
        "''",
        "{",
        "\x00",
        "é",
        ".",
    ]
)


@given(st.data())
def test_a_file_with_any_lines_changed_is_answered_without_an_exception(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(lines) - 1))
        kind = data.draw(st.sampled_from(["replace", "insert", "delete", "double", "value"]))
        if kind == "replace":
            lines[place] = data.draw(FRAGMENTS)
        elif kind == "insert":
            lines.insert(place, data.draw(FRAGMENTS))
        elif kind == "delete":
            del lines[place]
        elif kind == "double":
            lines.insert(place, lines[data.draw(st.integers(0, len(lines) - 1))])
        else:
            key, equals, _ = lines[place].partition("=")
            lines[place] = f"{key}{equals} {data.draw(FRAGMENTS)}"
    found = parse("\n".join(lines).encode(), "own.toml")
    assert isinstance(found, Regulations) or all(isinstance(each.message, Message) for each in found)


def test_a_citation_names_document_version_section_and_clause() -> None:
    found = citation(ARMADA, "ARM-TP-1")
    assert found == Citation("Armada Tournament Regulations", "4.0", "Tournament Points", "ARM-TP-1")
    assert found.text == "Armada Tournament Regulations 4.0, Tournament Points (ARM-TP-1)"


def test_a_citation_of_an_unknown_clause_says_what_may_be_meant() -> None:
    with pytest.raises(
        LookupError, match=r"armada-4.0 has no clause ARM-TP-2; did you mean `ARM-T[A-Z]+-[12]`"
    ):
        citation(ARMADA, "ARM-TP-2")


@pytest.mark.parametrize("regulations_id", ["armada-5.0", "", "../armada-4.0", "armada-4.0.toml"])
def test_unknown_regulations_are_refused_with_those_there_are(regulations_id: str) -> None:
    with pytest.raises(UnknownRegulationsError, match=r"known are armada-4.0, armada-pl, legion-2.0"):
        load(regulations_id)


def test_a_faulty_file_that_comes_along_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.rules.load._files", lambda: {"faulty": b"format = 1"})
    with pytest.raises(ValueError, match=r"faulty.toml: game: is missing"):
        load.__wrapped__("faulty")


@pytest.mark.parametrize(
    "floor", [Fraction(-1, 3), Fraction(4, 3), Fraction(1, 10**12), "-1/3", "0.33", "1/", 1]
)
def test_a_ratio_out_of_bounds_is_refused(floor: object) -> None:
    found = apply_variants(ARMADA, {"rate_floor": floor})
    assert isinstance(found, tuple)
    assert [each.key for each in found] == ["rate_floor"]


def test_variants_without_overrides_are_the_file_s() -> None:
    own = good(changed(handbook_example(), ("[clauses]", '[variants]\nno_show = "bare-win"\n[clauses]')))
    assert apply_variants(own, {}) == Variants(no_show="bare-win")
    assert apply_variants(own, {"rank_by": "match-wins"}) == Variants(
        no_show="bare-win", rank_by="match-wins"
    )


def test_variants_unknown_names_and_values_are_all_reported() -> None:
    overrides = {
        "no_show": "win",
        "rate_floor": 0.33,
        "bye_is_oponent": True,
        "last_round": 3,
        "bye_is_opponent": 1,
    }
    assert plain(apply_variants(ARMADA, overrides)) == (
        ("variants", "bye_is_opponent", "must be true or false"),
        ("variants", "rate_floor", 'must be a ratio written as text, such as "1/3"'),
        ("variants", "last_round", "must be 'random' or 'power'"),
        ("variants", "no_show", "must be 'bye', 'concession' or 'bare-win'"),
        ("variants", "bye_is_oponent", "is not a key known here; did you mean `bye_is_opponent`?"),
    )
