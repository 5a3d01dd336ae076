"""At a real terminal and in a shell: keys, questions, encodings, closed and full pipes."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from rich.console import Console

from cli_cases import MUSTER, begun, keyboard, kinds, process, run
from muster.cli.tables import standings_table
from muster.core.messages import say
from muster.core.tournament import queries
from tournament_cases import desk

STARTED = "next\nnext\nnext\nnext\n"
at_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals here")


@at_a_terminal
def test_a_result_is_asked_for_at_the_keyboard(tmp_path: Path) -> None:
    journal = begun(tmp_path, typed=STARTED)
    with keyboard("play", "-j", journal) as keys:
        assert "Type help for the words" in keys.shown
        asked = keys.type("report 1")
        assert "Table 1: " in asked
        assert "How did it end? (defeated, " in asked
        assert "'foo' is none of these" in keys.type("foo")
        assert "Fleet points destroyed" in keys.type("time")
        assert "'lots' is no answer to this" in keys.type("lots")
        assert "Points from objectives" in keys.type("100 - 100")
        assert "Who was the second player?" in keys.type("")
        assert "'Zoe' is not one of" in keys.type("Zoe")
        assert "Table 1 (Time 100-100): " in keys.type("2")
        assert "table 1 has its result" in keys.type("report 1")
        assert "nobody plays at table 9" in keys.type("report 9")
        keys.type("report 2")
        keys.type("time")
        keys.type("200-50")
        assert "Table 2 (Time 200-50)" in keys.type("")
        keys.type("quit")
        assert keys.end() == 0
    assert kinds(journal)[-2:] == ["result.reported"] * 2


@at_a_terminal
def test_keys_that_stop_and_leave(tmp_path: Path) -> None:
    journal = begun(tmp_path, typed=STARTED)
    before = journal.read_bytes()
    with keyboard("play", "-j", journal) as keys:
        keys.press_until(b"\x03", "Type quit to leave.")
        keys.type("report 1")
        keys.press_until(b"\x03", "nothing was recorded")
        keys.type("report 1")
        assert "nothing was recorded" in keys.type(b"\x04")
        assert "'fly' is no word I know" in keys.type("fly")
        assert "results in" in keys.type("status")
        keys.type(b"\x04")
        assert keys.end() == 0
    assert journal.read_bytes() == before


@at_a_terminal
def test_the_keyboard_goes_on_after_somebody_else_wrote(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    with keyboard("play", "-j", journal) as keys:
        run("play", "-j", journal, typed="drop Ada\n")
        assert "(1 facts); nothing was done." in " ".join(keys.type("drop Brian").split())
        assert "Brian May has dropped" in keys.type("drop Brian")
        journal.unlink()
        assert "No such file" in keys.type("drop Eve")
        assert "A copy of 9 facts" in keys.type("save")
        keys.type("quit")
        assert keys.end() == 0
    assert kinds(journal)[-2:] == ["player.dropped"] * 2
    assert run("verify", journal).code == 0


@at_a_terminal
@pytest.mark.parametrize("columns", [20, 40, 80])
def test_every_table_fits_the_window(tmp_path: Path, columns: int) -> None:
    journal = begun(tmp_path, typed=STARTED + "report 1 time 9-1\nreport 2 time 9-1\nreport 3 time 9-1\n")
    with keyboard("play", "-j", journal, columns=columns) as keys:
        for line in ("standings", "players", "pairings")[: columns // 20]:
            shown = re.sub(r"\x1b\[[0-9;?]*[a-z]", "", keys.type(line))
            assert max(map(len, shown.splitlines())) <= columns
            assert "Ada" in shown
    if columns == 20:
        assert "No room here for" in keys.shown


def test_a_pipe_nobody_reads_makes_no_noise(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    child = subprocess.Popen(
        [*MUSTER, "play", "-j", str(journal)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdin.write(b"status\n")
    child.stdin.flush()
    child.stdout.readline()
    child.stdout.close()
    with suppress(BrokenPipeError):
        child.stdin.write(b"help\n" * 400 + b"drop Ada\n")
        child.stdin.flush()
    with suppress(BrokenPipeError):
        child.stdin.close()
    assert child.wait(timeout=30) == 1
    assert child.stderr.read() == b""
    child.stderr.close()
    assert kinds(journal)[-1] == "player.entered"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [("regulations",), ("regulations", "list", "--json"), ("--version",)])
def test_a_full_disk_is_said_in_one_line(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*MUSTER, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode() == "muster: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_standard_streams(tmp_path: Path, closed: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *MUSTER, "play", "-j", str(begun(tmp_path))],
        input=b"status\n",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_letters_a_terminal_does_not_have(tmp_path: Path, encoding: str) -> None:
    journal = begun(tmp_path, names=("José", "Łukasz", "李", "Bo"))
    ran = process("play", "-j", journal, typed=b"help\nplayers\nstatus\n", env={"PYTHONIOENCODING": encoding})
    assert (ran.code, ran.err) == (0, "")
    ran = process("play", "-j", journal, "--json", typed=b"players\n", env={"PYTHONIOENCODING": encoding})
    assert [one["name"] for one in ran.answers[0]["players"]] == ["José", "Łukasz", "李", "Bo"]


def test_typed_bytes_that_are_no_text(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    before = journal.read_bytes()
    for env in ({"PYTHONUTF8": "1"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}):
        ran = process("play", "-j", journal, typed=b"drop Ada reason=\xff\n", env=env)
        assert ran.code == 1
        assert len(ran.err.splitlines()) == 1
        assert journal.read_bytes() == before


def test_players_whom_only_dice_order_share_a_rank_as_on_the_pages() -> None:
    at = desk("armada-4.0", 6)
    console = Console(file=io.StringIO(), width=100)
    console.print(standings_table(queries.shown_table(at.state), {}, say("A day")))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert shown.count("=1") == 6
    assert "=2" not in shown
