"""Journals as files: the same bytes out as in, and one clear message for whatever is not one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from muster.core.ids import PlayerId
from muster.core.private import Seal, digest_of
from muster.core.tournament import commands
from muster.core.tournament.engine import chained
from muster.core.tournament.journal import Journal
from muster.core.tournament.state import GENESIS
from muster.exchange.journal import JournalFile, UnreadableJournalError, entry_line, header_line, read, write
from tournament_cases import IDS, custom, desk, lower_wins

HEADER = header_line("Liga", {})


def _file(**given: Any) -> JournalFile:
    at = desk(players=5, **custom(2, 2)).rounds(2, lower_wins).cut().rounds(1).finish()
    return JournalFile(
        at.journal, "Liga w Łodzi", {PlayerId(1): "Zoë", PlayerId(12): 'Łukasz \u2028 "Żyła" 🜛'}
    )


CONTENT = write(_file()).encode()
LINES = CONTENT.decode().split("\n")[:-1]


def _unreadable(content: bytes | str) -> str:
    with pytest.raises(UnreadableJournalError) as caught:
        read(content.encode() if isinstance(content, str) else content)
    return str(caught.value)


def _with(number: int, line: str) -> str:
    """The file with one line, counted from 1, changed."""
    return "\n".join([*LINES[: number - 1], line, *LINES[number:], ""])


def _fact_line(seq: int, head: str, kind: str, data: str, version: object = 1, key: str = "null") -> str:
    """A line with a correct hash, whatever it says."""
    text = f'{{"data":{data},"kind":"{kind}","v":{version}}}'
    return (
        f'{{"data":{data},"head":"{chained(head, seq, text)}","key":{key},'
        f'"kind":"{kind}","seq":{seq},"v":{version}}}'
    )


def _alone(kind: str, data: str, version: object = 1, key: str = "null") -> str:
    """A file of one fact with a correct hash."""
    return f"{HEADER}\n{_fact_line(1, GENESIS, kind, data, version, key)}\n"


@pytest.mark.parametrize("regulations_id", IDS)
def test_what_is_written_is_read_back_and_written_again_byte_for_byte(regulations_id: str) -> None:
    at = desk(regulations_id, 9).rounds(2)
    at.do(
        commands.DropPlayer(PlayerId(3), Seal.recorded('zażółć „gęślą” \\ " jaźń 🂡')), key='tap "1" ,"head":'
    )
    content = write(JournalFile(at.journal, "x", {PlayerId(2): "B"})).encode()
    file = read(content)
    assert write(file).encode() == content
    assert file.journal.state == at.state
    assert file.journal.entries == at.journal.entries


def test_title_and_names_come_back() -> None:
    file = read(CONTENT)
    assert (file.title, file.names[PlayerId(1)]) == ("Liga w Łodzi", "Zoë")
    assert write(file).encode() == CONTENT


SALT = "5a" * 32
DIGEST = digest_of(SALT, "ill | at home")
WORDS = f'["{SALT}","ill | at home"]'


def _with_reasons(reasons: str, recorded: str = DIGEST) -> str:
    """A file whose header has these words of reasons, and a fact with this digest."""
    at = desk(players=5)
    at.do(commands.DropPlayer(PlayerId(3), Seal(f"sha256:{recorded}")))
    return write(JournalFile(at.journal)).replace(',"title"', f',"reasons":{reasons},"title"', 1)


@pytest.mark.parametrize("words", [WORDS, '["",""]'])
def test_words_of_reasons_come_back_if_there_are_any(words: str) -> None:
    content = _with_reasons(f'{{"{DIGEST}":{words}}}')
    file = read(content.encode())
    assert list(file.reasons[DIGEST]) == json.loads(words)
    assert write(file) == content
    assert '"reasons"' not in CONTENT.decode()


@pytest.mark.parametrize(
    ("reasons", "says"),
    [
        ("[]", "so must reasons"),
        ("{}", "canonical"),
        (f'{{"{"0" * 64}":["",""],"{DIGEST}":{WORDS}}}', "no fact has the digest 00000000"),
        (f'{{"{DIGEST[:-1]}":{WORDS}}}', "is not a digest"),
        (f'{{"{DIGEST.upper()}":{WORDS}}}', "is not a digest"),
        (f'{{"{DIGEST}":{{}}}}', "a salt and a text"),
        (f'{{"{DIGEST}":["{SALT}"]}}', "a salt and a text"),
        (f'{{"{DIGEST}":["{SALT}",7]}}', "a salt and a text"),
        (f'{{"{DIGEST}":["{SALT}","well"]}}', "is not the digest of its salt and text"),
        (f'{{"{DIGEST}":["","ill | at home"]}}', "no reason with its salt"),
        (f'{{"{DIGEST}":["{SALT}",""]}}', "no reason with its salt"),
        (f'{{"{DIGEST}":["{SALT}","{"x" * 501}"]}}', "no reason with its salt"),
        (f'{{"{DIGEST}":["{SALT}","\\ud800"]}}', "no reason with its salt"),
        (f'{{"{DIGEST}":["{SALT}","a\\nb"]}}', "no reason with its salt"),
        (f'{{"{DIGEST}": {WORDS}}}', "canonical"),
    ],
    ids=lambda value: value[-40:],
)
def test_words_that_are_not_those_on_record_are_refused(reasons: str, says: str) -> None:
    assert says in _unreadable(_with_reasons(reasons))


def test_a_journal_without_facts_is_a_journal() -> None:
    empty = write(JournalFile())
    assert read(empty.encode()) == JournalFile()
    assert empty.count("\n") == 1


def test_keys_work_on_after_reading() -> None:
    journal = Journal()
    journal.submit(
        commands.CreateTournament(regulations=desk().state.regulations, day=desk().state.created.day)
    )
    journal.submit(commands.EnterPlayer(PlayerId(1)), key="tap")
    again = read(write(JournalFile(journal)).encode()).journal
    answer = again.submit(commands.EnterPlayer(PlayerId(1)), key="tap")
    assert getattr(answer, "repeated", False)


def test_every_beginning_of_a_journal_is_a_journal() -> None:
    for count in range(1, len(LINES) + 1):
        content = "\n".join([*LINES[:count], ""])
        file = read(content.encode())
        assert len(file.journal.entries) == count - 1
        assert write(file) == content


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "line 1 is not JSON"),
        ("[]", "line 1 is not a JSON object"),
        ("{}", "line 1 is not the header"),
        ('{"format":"pgn","version":1}', "line 1 is not the header"),
        ('{"format":"muster-journal","names":{},"title":"","version":2}', "use a newer release"),
        ('{"format":"muster-journal","names":{},"title":"","version":null}', "use a newer release"),
        ('{"format":"muster-journal","names":{},"title":7,"version":1}', "title must be text"),
        ('{"format":"muster-journal","names":[],"title":"","version":1}', "names must be an object"),
        (
            '{"format":"muster-journal","names":{"x":"A"},"title":"","version":1}',
            "'x' is not an entry number",
        ),
        ('{"format":"muster-journal","names":{"١":"A"},"title":"","version":1}', "is not an entry number"),
        ('{"format":"muster-journal","names":{"-1":"A"},"title":"","version":1}', "is not an entry number"),
        ('{"format":"muster-journal","names":{"1":7},"title":"","version":1}', "not text of at most 200"),
        (
            '{"format":"muster-journal","names":{"9999999999":"A"},"title":"","version":1}',
            "not an entry number",
        ),
        (header_line("", {PlayerId(1): "x" * 201}), "not text of at most 200 characters"),
        ('{"format":"muster-journal","names":{"01":"A"},"title":"","version":1}', "canonical"),
        ('{"format":"muster-journal","names":{"1":"A","1":"B"},"title":"","version":1}', "canonical"),
        ('{"format":"muster-journal","names":{},"title":"","version":1,"x":1}', "canonical"),
        ('{"format":"muster-journal","names":{},"title":"","version":1.0}', "canonical"),
        ('{"format":"muster-journal","names":{},"title":"","version":true}', "canonical"),
        ('{"format":"muster-journal","version":1}', "canonical"),
        ('{"format": "muster-journal","names":{},"title":"","version":1}', "canonical"),
        ('{"version":1,"format":"muster-journal","names":{},"title":""}', "canonical"),
        ('{"format":"muster-journal","names":{},"title":"\\u00e9","version":1}', "canonical"),
        ('{"format":"muster-journal","names":{},"title":"\\ud800","version":1}', "canonical"),
        ('{"format":"muster-journal","names":{"1":"\\udfff"},"title":"","version":1}', "canonical"),
        ('{"format":"muster-journal","names":{},"title":NaN,"version":1}', "title must be text"),
        ("[" * 1_000_000, "line 1 is not JSON"),
        ('{"format":' * 200_000, "line 1 is not JSON"),
        ("\ufeff" + HEADER, "line 1 is not JSON"),
        (HEADER + "\r", "canonical"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else None,
)
def test_a_header_that_is_none_is_refused(line: str, words: str) -> None:
    assert words in _unreadable(line + "\n")


def test_an_empty_file_is_no_journal() -> None:
    assert "empty" in _unreadable(b"")


def test_a_truncated_file_is_refused_wherever_it_ends() -> None:
    assert _unreadable(CONTENT[:-1]) == f"line {len(LINES)} is cut off: the file must end with a line feed"
    assert "line 1 is cut off" in _unreadable(LINES[0])
    half = CONTENT.decode()[: len(CONTENT) // 2]
    assert "is cut off" in _unreadable(half)
    assert "line" in _unreadable(half + "\n")


def test_every_single_line_removed_moved_or_doubled_shows() -> None:
    for at in range(1, len(LINES) - 1):
        removed = "\n".join([*LINES[:at], *LINES[at + 1 :], ""])
        moved = "\n".join([*LINES[:at], LINES[at + 1], LINES[at], *LINES[at + 2 :], ""])
        doubled = "\n".join([*LINES[: at + 1], *LINES[at:], ""])
        for content, line in ((removed, at + 1), (moved, at + 1), (doubled, at + 2)):
            assert f"line {line}: fact {line - 1} is expected here" in _unreadable(content)


def test_an_empty_line_in_between_shows() -> None:
    assert "line 3 is not JSON" in _unreadable(_with(2, LINES[1] + "\n"))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('"player":2', '"player":7', "chain is broken"),
        ('"head":"', '"head":"0', "chain is broken"),
        ('"seq":3', '"seq":4', "fact 3 is expected here, not 4"),
        ('"seq":3', '"seq":"3"', "not '3'"),
        ('"seq":3', '"seq":' + "3" * 5000, "not JSON"),
        ('"seq":3', '"seq":Infinity', "fact 3 is expected"),
        ('"seq":3', '"seq":3.0', "canonical"),
        ('"seq":3', '"seq":3,"x":1', "canonical"),
        ('"v":1}', '"v":1,"v":1}', "canonical"),
        ('"v":1}', '"v":true}', "whole number"),
        ('"v":1}', '"v":1.0}', "whole number"),
        ('"v":1}', '"v":2}', "newer than this release knows (1)"),
        ('"v":1}', '"v":0}', "is no fact this Muster knows"),
        ('"v":1}', '"v":1} ', "canonical"),
        ('"v":1}', '"v":1}{}', "not JSON"),
        ('"kind":"player.entered"', '"kind":"player.cloned"', "is no fact this Muster knows"),
        ('"kind":"player.entered"', '"kind":7', "kind must be text"),
        ('"key":null', '"key":7', "key text or null"),
        ('"player":2', '"player": 2', "canonical"),
        ('"player":2', '"player":2.0', "player"),
        ('"player":2', '"player":"2"', "player"),
        ('"player":2', '"player":true', "player"),
        ('"player":2', '"player":NaN', "player"),
        ('"player":2', '"player":-Infinity', "player"),
        ('"player":2', '"player":' + "9" * 5000, "player.entered"),
        ('"player":2', '"player":2,"player":2', "canonical"),
        ('"player":2', '"player":2,"name":"Ann"', "canonical"),
        ('"player":2', '"player":' + "[" * 1_000_000, "player.entered"),
        (',"player":2', "", "player: Field required"),
        ('{"data"', ' {"data"', "canonical"),
        ('{"data":', '{"Data":', "canonical"),
        (',"head":', ',"Head":', "canonical"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else None,
)
def test_a_changed_line_is_refused_with_its_number(before: str, after: str, words: str) -> None:
    line = LINES[3]
    assert line.count(before) == 1
    message = _unreadable(_with(4, line.replace(before, after)))
    assert "line 4" in message
    assert words in message
    assert len(message) < 600


def test_a_line_that_is_no_object_is_refused() -> None:
    for line, words in (
        ("[]", "line 4 is not a JSON object"),
        ("null", "JSON object"),
        ("x", "line 4 is not JSON"),
    ):
        assert words in _unreadable(_with(4, line))
    assert "line 4 is not JSON" in _unreadable(_with(4, "[" * 1_000_000))
    assert "line 4" in _unreadable(_with(4, '{"data":' + "[" * 1_000_000 + ',"head":"'))


@pytest.mark.parametrize("at", [0, 40, 2000])
def test_bytes_that_are_not_utf_8_are_refused_with_their_line(at: int) -> None:
    message = _unreadable(CONTENT[:at] + b"\xff" + CONTENT[at + 1 :])
    line = CONTENT[:at].count(b"\n") + 1
    assert message == f"line {line} is not UTF-8 text (byte {at})"
    assert "not UTF-8" in _unreadable(b"\xed\xa0\x80\n")


def test_a_lone_surrogate_in_a_fact_is_refused() -> None:
    message = _unreadable(_alone("player.dropped", '{"after":0,"player":1,"reason":"\\ud800"}'))
    assert "line 2" in message


def test_a_key_with_a_lone_surrogate_is_refused() -> None:
    line = LINES[3].replace('"key":null', '"key":"\\ud800"')
    assert "canonical" in _unreadable(_with(4, line))


@pytest.mark.parametrize("share", ["0.5", '"0.5"', '"2/4"', '" 1/2"', '"1e3"', "1", '"1_0/2"', '"١/٢"'])
def test_a_ratio_is_written_in_lowest_terms_and_in_no_other_way(share: str) -> None:
    side = '{"averaged":false,"games":[0,0,0],"margin":0,"points":0,"share":%s,"verdict":"loss"}'
    at = desk("legion-2.0", 4).pair()
    start = write(JournalFile(at.journal))
    data = f'{{"outcome":{{"sides":[{side % share},{side % "null"}],"winner":1}},"round_no":1,"table":1}}'
    seq = len(at.journal.entries) + 1
    line = _fact_line(seq, at.state.head, "match.awarded", data)
    assert f"line {seq + 1}" in _unreadable(f"{start}{line}\n")


@pytest.mark.parametrize(
    "share", ['"1e400000"', '"1e9999999999"', '"1/0"', '"' + "9" * 5000 + '"', "NaN", '"x"']
)
def test_a_ratio_that_is_none_is_refused_at_once(share: str) -> None:
    side = '{"averaged":false,"games":[0,0,0],"margin":0,"points":0,"share":%s,"verdict":"loss"}'
    data = f'{{"outcome":{{"sides":[{side % share},{side % "null"}],"winner":1}},"round_no":1,"table":1}}'
    assert "share" in _unreadable(_alone("match.awarded", data))


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("player.dropped", '{"after":0,"player":1,"reason":""}'),
        ("round.started", '{"round_no":1}'),
        ("result.confirmed", '{"by":null,"round_no":-5,"table":1}'),
        ("match.awarded", None),
    ],
)
def test_a_fact_that_does_not_fit_what_stands_before_it_is_refused(kind: str, data: str | None) -> None:
    side = '{"averaged":false,"games":[0,0,0],"margin":0,"points":0,"share":null,"verdict":"loss"}'
    data = data or f'{{"outcome":{{"sides":[{side},{side}],"winner":null}},"round_no":1,"table":1}}'
    assert _unreadable(_alone(kind, data)) == f"line 2: {kind} does not fit what stands before it"


def test_a_line_longer_than_any_fact_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = max(map(len, LINES))
    monkeypatch.setattr("muster.exchange.journal.LONGEST_LINE", longest)
    read(CONTENT)
    monkeypatch.setattr("muster.exchange.journal.LONGEST_LINE", longest - 1)
    assert f"is longer than {longest - 1:,} characters" in _unreadable(CONTENT)


def test_regulations_in_a_journal_are_checked_for_shape() -> None:
    for before, after in (('"players":4', '"players":"4"'), ('"model":"margin"', '"model":"chance"')):
        assert before in LINES[1]
        assert "line 2: tournament.created" in _unreadable(_with(2, LINES[1].replace(before, after, 1)))


def test_a_line_is_canonical_json_whatever_a_reason_holds() -> None:
    at = desk(players=4)
    at.do(
        commands.DropPlayer(PlayerId(1), Seal.recorded(',"kind":"x","v":1,"head":"y"')), key=',"kind":,"v":9'
    )
    line = entry_line(at.journal.entries[-1])
    assert json.loads(line)["data"]["reason"] == ',"kind":"x","v":1,"head":"y"'
    canonical = json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert line == canonical
    file = JournalFile(at.journal)
    assert write(read(write(file).encode())) == write(file)
