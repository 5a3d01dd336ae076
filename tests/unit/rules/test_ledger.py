"""The ledgers of the regulations: their files, and that whatever carries a sentence is there."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from typer.testing import CliRunner, Result

from muster.cli.output import OUT
from muster.cli.regulations import app
from muster.core.duties import KINDS
from muster.core.duties.before import PREPARATIONS
from muster.rules.ledger import COLUMNS, Sentence, SentenceKind, Sentences, coverage, ledgers, parse, share
from muster.rules.load import available, based_on, load
from muster.rules.setups import set_ups

ROOT = Path(__file__).parents[3]

IDS = tuple(each.id for each in available() if based_on(each.id) is None)
"""Each document has one ledger, however many ways to play stand in it."""

MISSING = {
    "armada-4.0": {"rule": 0, "duty": 0, "right": 0, "text": 0, "outside": 0},
    "armada-pl": {"rule": 0, "duty": 0, "right": 0, "text": 0, "outside": 0},
    "legion-2.0": {"rule": 0, "duty": 0, "right": 0, "text": 0, "outside": 0},
    "runewars-2.2.2": {"rule": 0, "duty": 0, "right": 0, "text": 0, "outside": 0},
    "unlimited-1.3": {"rule": 0, "duty": 0, "right": 0, "text": 0, "outside": 0},
}
"""How many sentences nothing carries. These figures only ever shrink: carry one more, and write one less here."""

WITHOUT_SENTENCE = {"armada-pl": {"COM-LEGAL-2"}}
"""Clauses on record whose sentence is cited by a clause of that text's own."""


@cache
def _tests(file: str) -> frozenset[str]:
    """The names of the tests in a file, which is read and not run."""
    path = ROOT / file
    if not path.is_file():
        return frozenset()
    return frozenset(
        node.name
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    )


@cache
def _addresses() -> frozenset[str]:
    lines = (ROOT / "tests/web/addresses.txt").read_text("utf-8").splitlines()
    return frozenset(line.rpartition("\t")[2] for line in lines)


def _is_there(way: str, identity: str, regulations: str) -> bool:
    if way == "test":
        file, _, name = identity.partition("::")
        return name in _tests(file)
    known = {
        "duty": KINDS.keys(),
        "prepare": {one.id for one in PREPARATIONS},
        "bring": {one.id for one in (*set_ups()[regulations].bring, *set_ups()[regulations].draft)},
        "setup": {step.id for step in set_ups()[regulations].steps},
        "text": load(regulations).clauses.keys(),
        "page": _addresses(),
    }
    return identity in known[way]


def _lost(ledger: Sentences) -> list[str]:
    """What sentences point at that is not there, or that is not asked for under these regulations."""
    return [
        f"{one.section}: {one.sentence}: {each}"
        for one in ledger.sentences
        for each in one.carried
        if not _is_there(each.way, each.id, ledger.regulations)
    ]


def test_all_regulations_have_their_ledger() -> None:
    assert tuple(ledgers()) == IDS


@pytest.mark.parametrize("regulations", IDS)
def test_whatever_carries_a_sentence_is_there(regulations: str) -> None:
    assert _lost(ledgers()[regulations]) == []


@pytest.mark.parametrize(
    "carried",
    [
        "test:tests/unit/rules/test_ledger.py::test_that_nobody_wrote",
        "test:tests/unit/rules/test_nowhere.py::test_that_nobody_wrote",
        "duty:nobodys",
        "prepare:nothing",
        "bring:nothing",
        "setup:nothing",
        "text:SWU-NONE-1",
        "page:desk:nowhere",
    ],
)
def test_what_is_not_there_is_found(carried: str) -> None:
    assert len(_lost(_good(_row(carried=carried), "unlimited-1.3.tsv"))) == 1


@pytest.mark.parametrize("regulations", IDS)
def test_every_clause_that_a_sentence_cites_is_on_record(regulations: str) -> None:
    cited = {one.clause for one in ledgers()[regulations].sentences if one.clause}
    assert cited - load(regulations).clauses.keys() == set()


@pytest.mark.parametrize("regulations", IDS)
def test_every_clause_on_record_has_a_sentence(regulations: str) -> None:
    cited = {one.clause for one in ledgers()[regulations].sentences}
    assert load(regulations).clauses.keys() - cited == WITHOUT_SENTENCE.get(regulations, set())


def test_every_clause_that_duties_and_steps_cite_has_a_sentence() -> None:
    cited = {clause for kind in KINDS.values() for clause in kind.clauses}
    cited |= {clause for one in PREPARATIONS for clause in one.clauses}
    cited |= {step.clause for each in set_ups().values() for step in each.steps}
    known = {one.clause for each in ledgers().values() for one in each.sentences}
    assert cited - known - set[str]().union(*WITHOUT_SENTENCE.values()) == set()


@pytest.mark.parametrize("regulations", IDS)
def test_a_duty_that_carries_a_sentence_is_asked_for_under_its_regulations(regulations: str) -> None:
    on_record = load(regulations).clauses.keys()
    asked = {kind.id for kind in KINDS.values() if kind.always or on_record & set(kind.clauses)}
    asked |= {one.id for one in PREPARATIONS if on_record & set(one.clauses)}
    carried = {each for one in ledgers()[regulations].sentences for each in one.carried}
    assert {each.id for each in carried if each.way in {"duty", "prepare"}} - asked == set()


@pytest.mark.parametrize("regulations", IDS)
def test_what_nothing_carries_only_shrinks(regulations: str) -> None:
    found = {kind: each.all - each.carried for kind, each in coverage(ledgers()[regulations]).items()}
    assert found == MISSING[regulations], "more is refused; less is written down here"


def test_the_handbook_has_the_figures() -> None:
    rows = [
        f"| {' | '.join((name, *map(str, coverage(each).values()), str(share(each.sentences))))} |"
        for name, each in ledgers().items()
    ]
    assert "\n".join(rows) in (ROOT / "docs/coverage.md").read_text("utf-8")


ROW = {
    "section": "One",
    "sentence": "Win 3.",
    "clause": "SWU-TIE-1",
    "kind": "duty",
    "actor": "player",
    "moment": "always",
    "carried": "",
    "reason": "",
}


def _row(**cells: str) -> str:
    return "\t".join((ROW | cells).values())


def _file(*rows: str) -> bytes:
    return "\n".join(("\t".join(COLUMNS), *rows, "")).encode()


def _good(row: str, source: str = "own.tsv") -> Sentences:
    found = parse(_file(row), source)
    assert isinstance(found, Sentences), found
    return found


def _mistakes(text: bytes) -> list[str]:
    found = parse(text, "own.tsv")
    assert isinstance(found, tuple)
    return [str(each).removeprefix("own.tsv: ") for each in found]


def test_a_row_is_read() -> None:
    found = _good(_row(carried="duty:guardian  text:SWU-TIE-1"))
    assert found.regulations == "own"
    (one,) = found.sentences
    assert (one.sentence, one.clause, one.kind, one.reason) == ("Win 3.", "SWU-TIE-1", "duty", None)
    assert [str(each) for each in one.carried] == ["duty:guardian", "text:SWU-TIE-1"]
    assert one.has_place


def test_a_sentence_that_nothing_carries_has_no_place_unless_it_is_no_programs_business() -> None:
    empty, outside = _row(), _row(sentence="Be kind.", kind="outside", reason="an attitude")
    found = parse(_file(empty, outside), "own.tsv")
    assert isinstance(found, Sentences)
    assert [one.sentence for one in found.homeless] == ["Win 3."]
    assert str(share(found.sentences)) == "1/2"
    assert {kind: str(each) for kind, each in coverage(found).items() if each.all} == {
        "duty": "0/1",
        "outside": "1/1",
    }


def test_every_mistake_is_told_at_once() -> None:
    told = _mistakes(_file(_row(kind="law"), _row(actor="crowd", clause="x"), _row(carried="luck")))
    assert [each.partition(":")[0] for each in told] == [
        "sentences[1].kind",
        "sentences[2].clause",
        "sentences[2].actor",
        "sentences[3].carried",
    ]
    assert "`luck` does not say what carries it: test, duty, prepare, bring, setup, text or page" in told[3]


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ({"kind": "outside"}, "needs a `reason` where its kind is outside"),
        ({"reason": "why not"}, "needs a `reason` where its kind is outside"),
        ({"kind": "outside", "reason": "x", "carried": "duty:guardian"}, "nothing carries it"),
        ({"kind": "rule", "carried": "text:SWU-TIE-1"}, "words alone do not carry it"),
        ({"kind": "rule", "carried": "page:public:rules"}, "words alone do not carry it"),
    ],
)
def test_what_does_not_fit_together(cells: dict[str, str], told: str) -> None:
    (mistake,) = _mistakes(_file(_row(**cells)))
    assert mistake.startswith("sentences[1]: ")
    assert told in mistake


def test_a_sentence_stands_once_in_its_section() -> None:
    assert _mistakes(_file(_row(), _row(section="Two"), _row())) == [
        "sentences[3]: is there twice; every sentence stands once in its section"
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "the first line must name the columns"),
        (b"\xff\xfe", "line 1 is not UTF-8 text"),
        (_file("a\tb"), "line 2 must have 8 cells of plain text"),
        (_file(_row(sentence="a\x1b[2J")), "line 2 must have 8 cells of plain text"),
        (_file(_row(sentence="a\u202eb")), "line 2 must have 8 cells of plain text"),
        (b"a" * 500_001, "is longer than 500,000 bytes"),
        (_file(), "sentences: must list at least 1"),
        (_file(*[_row(sentence=f"x{number}") for number in range(2001)]), "sentences: must list at most"),
    ],
    ids=range(8),
)
def test_hostile_files_are_refused_in_words(text: bytes, told: str) -> None:
    (mistake,) = _mistakes(text)
    assert told in mistake


@pytest.fixture
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OUT, "_width", 150)


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["coverage", *arguments])


@pytest.mark.usefixtures("_wide")
def test_coverage_counts_all_regulations() -> None:
    lines = _run().output.splitlines()
    assert [each for each in IDS if not any(line.startswith(each) for line in lines)] == []
    whole = str(share(ledgers()["unlimited-1.3"].sentences))
    assert any(line.split()[::6] == ["unlimited-1.3", whole] for line in lines)


@pytest.mark.usefixtures("_wide")
def test_coverage_lists_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.cli.coverage.ledgers", lambda: {"own": _good(_row())})
    result = _run("own", "--missing")
    assert result.exit_code == 0
    words = re.sub(r"\s+", " ", result.output)
    assert "Win 3." in words


def test_coverage_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    value: list[dict[str, Any]] = json.loads(_run("--json").output)
    assert [each["regulations"] for each in value] == list(IDS)
    assert all(
        each["kinds"].keys() == set(get_args(SentenceKind)) and "missing" not in each for each in value
    )
    monkeypatch.setattr("muster.cli.coverage.ledgers", lambda: {"own": _good(_row())})
    (one,) = json.loads(_run("own", "--missing", "--json").output)
    assert one["all"] == {"carried": 0, "all": 1}
    (missing,) = one["missing"]
    assert set(missing) == set(Sentence.model_fields) - {"carried", "reason"}


def test_coverage_of_what_is_not_there_fails_in_words() -> None:
    result = _run("armada-5")
    assert result.exit_code == 1
    assert "there are no regulations `armada-5`; known are armada-4.0" in result.stderr
