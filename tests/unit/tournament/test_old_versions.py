"""A fact of an older version is read into the shape of today, and its text stays what was recorded."""

from __future__ import annotations

import json
from typing import Any

import pytest

from muster.core.ids import ClubId, PlayerId, RoundNo
from muster.core.private import UNSAID, Seal
from muster.core.tournament import engine
from muster.core.tournament.engine import UnreadableFactError, decode, encode, joined, parted, says
from muster.core.tournament.facts import FACTS, PlayerEntered, RoundVoided, TournamentCreated
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import GENESIS
from muster.exchange.journal import JournalFile, UnreadableJournalError, read, write
from tournament_cases import Desk

ENTERED = PlayerEntered.kind


@pytest.fixture(autouse=True)
def _two_older_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made-up older shapes: first the number was called `n`, then `number`, and clubs came later."""
    monkeypatch.setitem(engine.STEPS, (ENTERED, -1), lambda old: {"number": old["n"]})
    monkeypatch.setitem(engine.STEPS, (ENTERED, 0), lambda old: {"player": old["number"], "club": None})


def test_no_version_of_a_released_kind_is_left_behind() -> None:
    older = {(fact.kind, version) for fact in FACTS for version in range(1, fact.version)}
    assert older <= set(engine.STEPS)


@pytest.mark.parametrize(("version", "data"), [(1, '{"player":7}'), (0, '{"number":7}'), (-1, '{"n":7}')])
def test_every_version_is_read_into_the_shape_of_today(version: int, data: str) -> None:
    assert decode(ENTERED, version, data) == PlayerEntered(PlayerId(7))


@pytest.mark.parametrize("data", ["{}", "[]", "7", '{"number":"7"}', "{", "[" * 100_000, '{"number":1.5}'])
def test_older_data_that_do_not_fit_are_refused(data: str) -> None:
    with pytest.raises(UnreadableFactError, match=ENTERED):
        decode(ENTERED, 0, data)


def test_a_version_older_than_any_known_is_refused() -> None:
    with pytest.raises(UnreadableFactError, match="version -2 is no fact this Muster knows"):
        decode(ENTERED, -2, "{}")


def test_a_text_is_parted_and_joined_letter_for_letter() -> None:
    text = encode(PlayerEntered(PlayerId(7), ClubId(3)))
    assert joined(*parted(text)) == text
    assert parted('{"data":{"reason":"\\",\\"kind\\":\\""},"kind":"x","v":12}') == (
        "x",
        12,
        '{"reason":"\\",\\"kind\\":\\""}',
    )


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (encode(PlayerEntered(PlayerId(7))), True),
        (joined(ENTERED, 0, '{"number":7}'), True),
        (joined(ENTERED, -1, '{"n":7}'), True),
        (encode(PlayerEntered(PlayerId(8))), False),
        (joined(ENTERED, 0, '{"number":8}'), False),
        (joined(ENTERED, 0, '{"number": 7}'), False),
        (joined(ENTERED, 0, '{"number":7,"number":7}'), False),
        (joined(ENTERED, 1, '{"player":7}'), False),
        (joined(ENTERED, 2, '{"number":7}'), False),
        (joined(ENTERED, 0, "{"), False),
        (joined(ENTERED, 0, "[" * 100_000), False),
        ("{}", False),
        ("", False),
    ],
    ids=lambda value: value[:60] if isinstance(value, str) else None,
)
def test_a_text_says_a_fact_if_it_is_its_own_or_that_of_an_older_shape(text: str, right: bool) -> None:
    assert says(text, PlayerEntered(PlayerId(7))) is right


@pytest.mark.parametrize(
    ("reason", "voided"),
    [
        ("wrong tables", RoundVoided(RoundNo(2), Seal.recorded("wrong tables"), "asked")),
        ("", RoundVoided(RoundNo(2), UNSAID, "asked")),
        ("a qualified player left before the first game", RoundVoided(RoundNo(2), UNSAID, "qualified-left")),
    ],
)
def test_the_cause_of_a_voided_round_is_told_by_its_reason_where_there_were_reasons_only(
    reason: str, voided: RoundVoided
) -> None:
    data = json.dumps({"reason": reason, "round_no": 2}, separators=(",", ":"))
    assert decode(RoundVoided.kind, 1, data) == voided
    assert says(joined(RoundVoided.kind, 1, data), voided)
    assert not says(joined(RoundVoided.kind, 1, data), RoundVoided(RoundNo(3), voided.reason, voided.cause))


def _old_day() -> tuple[Desk, str]:
    """A day that begins with facts of every version, and its file."""
    at = Desk().create()
    for version, data in ((-1, '{"n":1}'), (0, '{"number":2}'), (1, None)):
        fact = decode(ENTERED, version, data or '{"player":3}')
        at.journal.record(fact, text=joined(ENTERED, version, data) if data else None)
    at.enter(4).announce().begin().pair().play()
    return at, write(JournalFile(at.journal, "old"))


def test_a_file_with_older_facts_is_read_and_written_byte_for_byte() -> None:
    at, content = _old_day()
    file = read(content.encode())
    assert file.journal.state == at.state
    assert file.journal.entries == at.journal.entries
    assert write(file) == content
    assert '{"data":{"number":2},' in content


def test_the_chain_rests_on_the_text_as_it_was_recorded() -> None:
    at, _ = _old_day()
    head = GENESIS
    for entry in at.journal.entries:
        head = engine.chained(head, entry.seq, entry.text)
        assert entry.head == head


def test_a_journal_with_older_facts_is_proven() -> None:
    at, _ = _old_day()
    proof = verify(at.journal.entries)
    assert proof.holds, proof.findings
    assert proof.state.head == at.state.head


def test_a_text_that_does_not_say_the_fact_is_found_out() -> None:
    at, _ = _old_day()
    entries: list[Any] = list(at.journal.entries)
    from dataclasses import replace

    entries[1] = replace(entries[1], text=joined(ENTERED, 0, '{"number":9}'))
    found = [str(finding.says) for finding in verify(entries).findings if finding.seq == 2]
    assert found == ["its hash does not follow", "its text says something else"]


def test_an_older_fact_in_another_form_is_refused() -> None:
    _, content = _old_day()
    assert content.count('{"data":{"number":2},') == 1
    spoilt = content.replace('{"data":{"number":2},', '{"data":{"number": 2},')
    with pytest.raises(UnreadableJournalError, match="line 4 is not in canonical form"):
        read(spoilt.encode())


def test_regulations_of_a_time_without_rosters_say_nothing_of_them() -> None:
    created = Desk().create().journal.entries[0].fact
    kind, version, data = parted(encode(created))
    old = json.loads(data)
    del old["regulations"]["roster"]
    text = json.dumps(old, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    found = decode(kind, 1, text)
    assert version == 2
    assert isinstance(found, TournamentCreated)
    assert found.regulations.roster is None
    assert says(joined(kind, 1, text), found)
    with pytest.raises(UnreadableFactError, match="do not fit"):
        decode(kind, 1, "{}")
