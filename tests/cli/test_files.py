"""The files of a tournament: nothing is lost, nothing is forked, and whatever is wrong is said in one line."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cli_cases import MUSTER, begun, entry_list, kinds, process, refused, run, typed_in
from muster.cli import files
from muster.cli.files import Stamp, UnusableError, mend
from muster.cli.opened import OutOfStepError, missing_facts, resume
from muster.cli.questions import QUESTIONS
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.journal import Accepted
from muster.exchange.journal import read, write

NOBODY = 65534
"""The number of the user who may do nothing."""


def test_a_new_journal_is_whole_and_its_secret_is_for_the_owner_alone(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    assert kinds(journal) == ["tournament.created", *["player.entered"] * 6]
    assert stat.S_IMODE((tmp_path / "day.muster.secret").stat().st_mode) == 0o600
    assert write(read(journal.read_bytes())).encode() == journal.read_bytes()


def test_a_folder_with_blanks_and_brackets(tmp_path: Path) -> None:
    folder = tmp_path / "our [red]shop é"
    folder.mkdir()
    journal = begun(folder, typed="next\nsave copy of it.muster\n".replace("copy", str(folder / "copy")))
    assert run("verify", journal).code == 0
    assert "[red]shop" in " ".join(run("verify", journal).out.split())
    assert (folder / "copy of it.muster").read_bytes() == journal.read_bytes()


@pytest.mark.parametrize("name", ["day.muster", "day.muster.secret"])
def test_nothing_that_is_there_is_overwritten(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("precious")
    entries = entry_list(tmp_path)
    refused(run("play", entries, "-r", "armada-4.0"), 2, name)
    assert (tmp_path / name).read_text() == "precious"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_dangling_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "day.muster").symlink_to(tmp_path / "elsewhere")
    refused(run("play", entry_list(tmp_path), "-r", "armada-4.0"), 2, "there is a journal already")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a single name"),
        (b"name\n", "not a single name"),
        (b"name\nAda\nada\n", "line 3: 'ada' stands in line 2 already"),
        (b"name\nAd\xff\n", "line 2: this is not UTF-8"),
        (b'name\n"Ada\n', "not CSV"),
        (b"name\n" + b"x" * 10_000 + b"\n", "10,000 characters"),
        (b"name,table\nAda,0\n", "table '0'"),
        (b"name,table\nAda,99999999999999999999\n", "table '9999"),
        (b"name,bye\nAda,perhaps\n", "bye 'perhaps'"),
        ("name\nA\u202eda\n".encode(), "cannot be printed"),
        (b"name\nA\x1b[31mda\n", "cannot be printed"),
        (b"name\nA\x00da\n", ""),
        (b"\x1f\x8b\x08\x00binary", "UTF-8"),
    ],
)
def test_a_faulty_entry_list_enters_nobody(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "day.csv"
    path.write_bytes(content)
    ran = run("play", path, "-r", "armada-4.0")
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.splitlines()[-1].endswith("nothing was entered")
    assert "\x1b" not in ran.err
    assert list(tmp_path.iterdir()) == [path]


def test_an_entry_list_that_is_no_file(tmp_path: Path) -> None:
    refused(run("play", tmp_path, "-r", "armada-4.0"), 2, "Is a directory")
    refused(run("play", tmp_path / "none", "-r", "armada-4.0"), 2, "No such file")
    refused(run("play", "x" * 300, "-r", "armada-4.0"), 2, "name too long")
    refused(run("play", entry_list(tmp_path), "-r", "armada-4.0", "-j", "y" * 300), 2, "name too long")
    refused(
        run("play", entry_list(tmp_path), "-r", "armada-4.0", "-j", tmp_path / "no" / "j"), 2, "No such file"
    )


def test_a_file_without_end_is_not_read_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 1_000_000)
    refused(run("verify", "/dev/zero"), 2, "larger than 1 MB")


HOSTILE = "[red]Ada[/] \x1b[2J\u202eevil\u200f [link=x]\n[/link] " + "é" * 120


def _hostile(folder: Path) -> Path:
    """A journal from elsewhere whose names and title are set to do harm."""
    journal = begun(folder, typed="next\nnext\nnext\nnext\n")
    first, *rest = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    header = {**json.loads(first), "names": {"1": HOSTILE, "2": "[/]", "99": "Nobody"}, "title": HOSTILE}
    text = json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
    journal.write_text(text + "".join(rest), encoding="utf-8")
    return journal


def test_names_and_titles_come_out_as_harmless_text(tmp_path: Path) -> None:
    journal = _hostile(tmp_path)
    script = "pairings\nplayers\nreport 1 time 9-1\nreport 2 time 9-1\nreport 3 time 9-1\nstandings\nwhy #1\ndrop #1"
    shown = typed_in(journal, *script.split("\n"))
    again = run("play", "-j", journal, typed="drop #1")
    ending = [
        typed_in(journal, "finish rain"),
        run("standings", journal, "--final"),
        run("verify", journal),
        again,
    ]
    for ran in (shown, *ending, run("standings", journal)):
        assert "\x1b" not in ran.out + ran.err
        assert "\u202e" not in ran.out + ran.err
        assert "\u200f" not in ran.out + ran.err
    assert "[red]Ada[/]  [2J evil" in " ".join(shown.out.split("\n"))
    assert "[/]" in shown.out
    asked = run("standings", journal, "--json")
    assert json.loads(asked.out)["title"] == HOSTILE


def test_what_is_typed_comes_back_as_harmless_text(tmp_path: Path) -> None:
    journal = begun(tmp_path, "--title", "\x1b]0;owned\x07[blink]\u202e")
    ran = run("play", "-j", journal, typed="drop [red]\x1b[31m\x07")
    refused(ran, 1, "[red]")
    assert "\x1b" not in ran.err
    assert "\x07" not in ran.err
    assert "Entry #7: [red][/]." in typed_in(journal, "enter [red][/]").out
    assert "([/bold])" in typed_in(journal, "drop #7 reason=[/bold]").out


@pytest.mark.parametrize("cut", [1, 2, 40, 300])
def test_a_truncated_journal_is_refused_and_mended(tmp_path: Path, cut: int) -> None:
    journal = begun(tmp_path, typed="next\nnext\n")
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-cut])
    for command in (("verify", journal), ("standings", journal), ("play", "-j", journal)):
        refused(run(*command), 2, "cut off")
    refused(run("play", "-j", journal), 2, "--mend")
    assert journal.read_bytes() == whole[:-cut]
    ran = run("play", "-j", journal, "--mend", typed="status\n")
    assert ran.code == 0
    assert ran.err.count("\n") == 1
    assert (tmp_path / "day.muster.damaged").read_bytes() == whole[:-cut]
    assert whole.startswith(journal.read_bytes())
    assert run("verify", journal).code == 0


def test_mending_leaves_alone_what_is_whole_or_beyond_help(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    assert mend(journal) is None
    before = journal.read_bytes()
    journal.write_bytes(before[:-300].replace(b'"seq":2', b'"seq":9') + b"{")
    with pytest.raises(UnusableError, match="fact 2 is expected"):
        mend(journal)
    journal.write_bytes(before + b"{")
    (tmp_path / "day.muster.damaged").write_text("an earlier one")
    refused(run("play", "-j", journal, "--mend"), 2, "day.muster.damaged: File exists")
    assert journal.read_bytes() == before + b"{"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda lines: [*lines, lines[-1]], "fact 10 is expected"),
        (lambda lines: [lines[0], *lines[2:]], "fact 1 is expected"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"v":1}', '"v":99}')], "line 10: "),
        (
            lambda lines: [
                *lines[:-1],
                lines[-1].replace('"kind":"stage.started"', '"kind":"stage.exploded"'),
            ],
            "line 10: ",
        ),
        (lambda lines: [lines[0].replace('"version":1', '"version":2'), *lines[1:]], "newer release"),
        (lambda lines: [lines[0].replace("Ada Lovelace", "A" * 10_000), *lines[1:]], "at most 200"),
        (lambda lines: [*lines[:-1], lines[-1].replace("{", "[", 1)], "line 10"),
    ],
)
def test_a_changed_journal_or_one_of_the_future_is_refused(tmp_path: Path, change: object, says: str) -> None:
    journal = begun(tmp_path, typed="next\nnext\n")
    lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    journal.write_text("".join(change(lines)), encoding="utf-8")  # type: ignore[operator]
    before = journal.read_bytes()
    for command in (("verify", journal), ("standings", journal), ("play", "-j", journal, "--mend")):
        refused(run(*command), 2, says)
    assert journal.read_bytes() == before


def test_the_second_terminal_sees_the_first_and_forks_nothing(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    one, two = resume(journal), resume(journal)
    assert isinstance(one.submit(commands.DropPlayer(PlayerId(1))), Accepted)
    with pytest.raises(OutOfStepError, match=r"\(1 facts\); nothing was done"):
        two.submit(commands.DropPlayer(PlayerId(2)))
    assert two.state == one.state
    assert isinstance(two.submit(commands.DropPlayer(PlayerId(2))), Accepted)
    with pytest.raises(OutOfStepError):
        one.rename(PlayerId(3), "C")
    one.rename(PlayerId(3), "C")
    assert two.catch_up() == 0
    assert two.file.names[PlayerId(3)] == "C"
    assert run("verify", journal).code == 0


def test_two_processes_on_one_journal(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    one, two = (
        subprocess.Popen(
            [*MUSTER, "play", "-j", str(journal), "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    )

    def tell(process: subprocess.Popen[str], line: str) -> dict[str, object]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
        return dict(json.loads(process.stdout.readline()))

    for process_ in (one, two):
        assert tell(process_, "status")["facts"] == 7
    assert tell(one, "drop Ada")["ok"]
    before = journal.read_bytes()
    answer = tell(two, "drop Brian")
    assert (answer["ok"], answer["code"]) == (False, "stale")
    assert two.communicate()[1].count("\n") == 1
    assert two.returncode == 1
    assert journal.read_bytes() == before
    assert tell(one, "drop Brian")["ok"]
    assert one.communicate()[1] == ""


def test_questions_show_what_somebody_else_wrote(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    one, two = resume(journal), resume(journal)
    one.submit(commands.DropPlayer(PlayerId(1)))
    assert two.catch_up() == 1
    assert two.state.head == one.state.head


@pytest.mark.parametrize("damage", ["removed", "shortened", "replaced", "broken"])
def test_a_journal_changed_in_use_is_refused_and_can_be_saved(tmp_path: Path, damage: str) -> None:
    journal = begun(tmp_path)
    opened = resume(journal)
    opened.submit(commands.DropPlayer(PlayerId(1)))
    whole = journal.read_bytes()
    lines = whole.splitlines(keepends=True)
    journal.unlink()
    left = {"shortened": b"".join(lines[:-1]), "replaced": _another(tmp_path), "broken": b"junk\n"}.get(
        damage
    )
    if left is not None:
        journal.write_bytes(left)
    with pytest.raises(UnusableError, match=r"day\.muster: "):
        opened.submit(commands.DropPlayer(PlayerId(2)))
    assert opened.state.version == 8
    assert (journal.read_bytes() if journal.exists() else None) == left
    assert write(opened.file).encode() == whole


def _another(folder: Path) -> bytes:
    (folder / "other").mkdir()
    return begun(
        folder / "other", "--title", "Another", "--day", "2020-01-01", typed="next\nnext\n"
    ).read_bytes()


def test_save_puts_a_vanished_journal_back_and_overwrites_nothing(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    before, opened = journal.read_bytes(), resume(journal)
    journal.unlink()
    QUESTIONS["save"].answer(opened, [])
    assert journal.read_bytes() == before
    refused(run("play", "-j", journal, typed=f"save {journal}"), 1, "File exists")
    refused(run("play", "-j", journal, typed=f"save {tmp_path / 'no' / 'copy'}"), 1, "No such file")
    assert run("play", "-j", journal, typed=f"save {tmp_path / 'a copy'}").code == 0
    assert (tmp_path / "a copy").read_bytes() == before


def test_a_full_disk_loses_the_act_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = begun(tmp_path)
    before, opened, real = journal.read_bytes(), resume(journal), os.write

    def half(descriptor: int, data: bytes) -> int:
        if len(data) > 100:
            return real(descriptor, data[:100])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as full:
        full.setattr("muster.cli.files.os.write", half)
        with pytest.raises(UnusableError, match="No space left on device; the act is not on record"):
            opened.submit(commands.Retract())
    assert journal.read_bytes() == before
    assert opened.state.version == 7
    assert isinstance(opened.submit(commands.Retract()), Accepted)
    assert resume(journal).state.head == opened.state.head


def test_a_failing_rename_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = begun(tmp_path)
    before = journal.read_bytes()

    def denied(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("muster.cli.files.os.fsync", denied)
    refused(run("play", "-j", journal, typed="rename Ada, Bea\n"), 1, "Permission denied")
    refused(run("play", "-j", journal, typed="enter Zoe\n"), 1, "the act is not on record")
    refused(run("play", "-j", journal, typed="drop Ada\n"), 1, "the act is not on record")
    assert journal.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["day.csv", "day.muster", "day.muster.secret"]


def test_files_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = begun(tmp_path)
    before = journal.read_bytes()
    real = os.open

    def read_only(path: object, flags: int, mode: int = 0o777) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return real(path, flags, mode)  # type: ignore[arg-type]

    monkeypatch.setattr("muster.cli.files.os.open", read_only)
    refused(run("play", "-j", journal, typed="drop Ada\n"), 1, "Permission denied")
    assert run("play", "-j", journal, typed="status\nplayers\n").code == 0
    refused(run("play", entry_list(tmp_path, file="new.csv"), "-r", "armada-4.0"), 2, "Permission denied")
    assert journal.read_bytes() == before


@contextmanager
def as_somebody() -> Iterator[None]:
    """Nothing is forbidden to the superuser, so this is done as somebody else."""
    superuser = os.geteuid() == 0
    if superuser:
        os.seteuid(NOBODY)
    yield
    if superuser:
        os.seteuid(0)


def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    begun(tmp_path)  # whatever is imported on the way may be somewhere that others may not read
    with TemporaryDirectory() as folder:
        entries = entry_list(Path(folder))
        Path(folder).chmod(0o555)
        with as_somebody():
            ran = run("play", entries, "-r", "armada-4.0")
        Path(folder).chmod(0o700)
    refused(ran, 2, "Permission denied")


def test_writing_keeps_links_and_permissions(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    journal = begun(tmp_path / "real")
    journal.chmod(0o600)
    link = tmp_path / "link.muster"
    link.symlink_to(journal)
    typed_in(link, "rename Ada, Bea", "enter Zoe")
    assert link.is_symlink()
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600
    assert resume(journal).file.names[PlayerId(7)] == "Zoe"


def test_a_lost_secret(tmp_path: Path) -> None:
    journal, secret = begun(tmp_path), tmp_path / "day.muster.secret"
    secret.unlink()
    typed_in(journal, "announce", "start")
    text = secret.read_text()
    before = journal.read_bytes()
    secret.unlink()
    for content, says in (
        (None, "put it back"),
        (b"", "not a secret"),
        (b"\xff" * 64, "not a secret"),
        (b"0" * 64, "not link 1"),
    ):
        if content is not None:
            secret.write_bytes(content)
        ran = run("play", "-j", journal, typed="pair\n")
        refused(ran, 1, says)
        assert journal.read_bytes() == before
    secret.write_text(text)
    typed_in(journal, "pair")


def test_an_act_half_on_record_is_completed(tmp_path: Path) -> None:
    journal = begun(tmp_path, "--structure", "custom", "--rounds", 1, "--cut", 2)
    script = (
        "next\nnext\nnext\nnext\n" + "".join(f"report {table} time 9-1\n" for table in (1, 2, 3)) + "cut\n"
    )
    typed_in(journal, script)
    first = json.loads(journal.read_text(encoding="utf-8").splitlines()[-1])["data"]["seeds"][0]
    typed_in(journal, f"drop #{first}")
    assert kinds(journal)[-2:] == ["player.dropped", "cut.replaced"]
    whole = journal.read_bytes()
    half = whole[: whole[:-1].rindex(b"\n") + 1]
    journal.write_bytes(half)
    assert [fact.kind for fact in missing_facts(read(half).journal)] == ["cut.replaced"]
    ran = run("play", "-j", journal, typed="start\n")
    assert ran.code == 0
    assert "the other half has been added" in ran.err
    assert journal.read_bytes().startswith(whole)
    assert missing_facts(read(whole).journal) == ()
    assert run("verify", journal).code == 0


def test_an_empty_journal_is_no_tournament(tmp_path: Path) -> None:
    path = tmp_path / "empty.muster"
    path.write_text('{"format":"muster-journal","names":{},"title":"","version":1}\n')
    refused(run("play", "-j", path), 2, "no tournament was ever set up")
    refused(run("standings", path), 1, "no Swiss round")
    refused(run("standings", path, "--final"), 1, "not finished")
    assert run("verify", path).code == 0


def test_stamps_tell_files_apart(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("a")
    before = Stamp.of(path)
    assert Stamp.of(path) == before
    path.write_text("bb")
    assert Stamp.of(path) != before
    with pytest.raises(UnusableError):
        Stamp.of(tmp_path / "none")


def test_a_process_killed_between_lines_has_lost_nothing(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    with subprocess.Popen(
        [*MUSTER, "play", "-j", str(journal), "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        answer: dict[str, list[dict[str, object]]] = {}
        for line in ("next", "next", "next", "next", "report 1 time 9-1"):
            child.stdin.write(f"{line}\n".encode())
            child.stdin.flush()
            answer = json.loads(child.stdout.readline())
        child.kill()
    assert (
        journal.read_bytes().splitlines()[-1]
        == json.dumps(
            {**_line(journal), "data": answer["facts"][0]["data"]},
            sort_keys=True,
            separators=(",", ":"),
            ensure_ascii=False,
        ).encode()
    )
    assert process("play", "-j", journal, typed=b"report 2 time 9-1\n").code == 0


def _line(journal: Path) -> dict[str, object]:
    return dict(json.loads(journal.read_bytes().splitlines()[-1]))
