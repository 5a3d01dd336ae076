"""Backups: one file, taken while others write, put back on either database, whole or not at all."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connections

from cli_cases import process, refused, run
from muster.app.accounts.accounts import new_account
from muster.app.site import backups, restoring
from muster.app.site.backup_file import Manifest, UnusableBackupError, migrations_applied
from muster.app.site.backups import back_up
from muster.app.site.restoring import _STANDING, OccupiedError, _empty, restore
from muster.core.ids import PlayerId
from muster.core.tournament.commands import DropPlayer
from muster.core.tournament.proof.verify import verify
from muster.journal import secrets, store
from muster.journal.models import FactRow
from muster.people.models import Account, Event, Person
from storage_cases import Base, everything, using
from web_cases import Hall

SAID = "a secret key for this site, and long enough"


@pytest.fixture(autouse=True)
def _data(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA", base.data)
    monkeypatch.delenv("MUSTER_SECRET_KEY")


def day() -> Hall:
    """An event with a round reported, and somebody with a name to keep whole."""
    hall = Hall()
    hall.begin(8)
    hall.publish()
    hall.play(leave=1)
    Person.objects.filter(pk=Person.objects.earliest("pk").pk).update(name='Zażółć "Gęślą" \\ 🜛\u2028')
    return hall


def taken() -> bytes:
    out = io.BytesIO()
    back_up(out)
    return out.getvalue()


def put_back(content: bytes, *, replace: bool = False) -> Manifest:
    return restore(io.BytesIO(content), replace=replace)


def changed(content: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """The backup with one of its files changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for one in old.namelist():
            new.writestr(one, change(old.read(one)) if one == name else old.read(one))
    return out.getvalue()


def flagged(content: bytes, at: int, value: bytes) -> bytes:
    """The backup with a byte changed in what it says of each file in it, here and in its directory at the end."""
    return re.sub(
        rb"(?s)(PK\x03\x04|PK\x01\x02..)(.{%d})." % (at - 4),
        lambda found: found[1] + found[2] + value,
        content,
    )


def swapped(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    """Puts something else in the first place where this stands."""
    return lambda lines: re.sub(old, new, lines, count=1)


def sums(content: bytes) -> dict[str, str]:
    """The SHA-256 of every file in the backup but the manifest."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = [name for name in archive.namelist() if name != "manifest.json"]
        return {name: sha256(archive.read(name)).hexdigest() for name in names}


def in_manifest(content: bytes, **values: Any) -> bytes:
    return changed(content, "manifest.json", lambda old: json.dumps({**json.loads(old), **values}).encode())


def test_a_backup_put_back_is_everything_there_was(base: Base) -> None:
    hall = day()
    (base.data / "secret-key").write_text(SAID)
    before, link = everything(), secrets.link(hall.tournament.pk, 2)
    content = taken()
    hall.enter(3)
    new_account("Somebody else")
    (base.data / "secret-key").write_text("another")
    put_back(content, replace=True)
    assert everything() == before
    assert (base.data / "secret-key").read_text() == SAID
    assert (base.data / "secret-key").stat().st_mode & 0o077 == 0
    assert secrets.link(hall.tournament.pk, 2) == link
    assert verify(store.load(hall.tournament.pk).entries).holds
    hall.play()
    assert hall.state.rounds[0].complete


def test_a_backup_of_one_database_is_put_back_on_the_other(base: Base, other: Base) -> None:
    day()
    before, content = everything(), taken()
    with using(other):
        put_back(content)
        assert everything() == before
        again = taken()
        hall = Hall()  # new records get numbers nobody has
        hall.enter(1)
        assert Event.objects.count() == 2
    put_back(again, replace=True)
    assert everything() == before


def test_whoever_organised_before_there_were_administrators_still_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = day()
    stranger = new_account("Stranger")
    assert isinstance(stranger, Account)
    Account.objects.update(organises=False)
    before = [one for one in migrations_applied() if one < _STANDING]
    monkeypatch.setattr(backups, "migrations_applied", lambda: before)
    put_back(taken(), replace=True)
    hall.organiser.refresh_from_db()
    assert (hall.organiser.organises, hall.organiser.administers) == (True, True)
    stranger.refresh_from_db()
    assert not stranger.organises


def test_what_is_written_meanwhile_is_no_part_of_a_backup(
    base: Base, other: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server runs: a result comes in between the reading of two tables."""
    hall = day()
    before, journals = everything(), backups.journals_kept

    def meanwhile() -> dict[str, dict[str, object]]:
        def write() -> None:
            hall.do(DropPlayer(PlayerId(1)))
            connections.close_all()

        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
        return journals()

    with monkeypatch.context() as patch:
        patch.setattr(backups, "journals_kept", meanwhile)
        content = taken()
    assert hall.state.players[PlayerId(1)].status == "dropped"
    with using(other):
        put_back(content)
        assert everything() == before


def test_events_on_record_are_not_replaced_unless_that_is_said() -> None:
    day()
    content, before = taken(), everything()
    with pytest.raises(OccupiedError, match="events on record"):
        put_back(content)
    assert everything() == before


def test_an_event_without_facts_is_not_lost_either() -> None:
    content = taken()
    Hall()
    FactRow.objects.all().delete()
    with pytest.raises(OccupiedError):
        put_back(content)
    assert Event.objects.exists()


def test_an_account_made_by_a_first_start_is_no_reason_to_refuse() -> None:
    hall = day()
    content = taken()
    for model in (FactRow, Event):
        model._base_manager.all().delete()
    put_back(content)
    assert Account.objects.get() == hall.organiser
    assert hall.state.rounds


def test_a_database_that_holds_nothing_is_a_backup_too() -> None:
    content = taken()
    day()
    put_back(content, replace=True)
    assert not any(everything().values())


def test_memory_of_what_was_replaced_is_dropped() -> None:
    hall = day()
    content, early = taken(), hall.state
    hall.play()
    later = hall.state
    put_back(content, replace=True)
    assert hall.state == early
    assert hall.state != later


SPOILT: list[tuple[Callable[[bytes], bytes], str]] = [
    (lambda content: b"", "not a backup"),
    (lambda content: b"hello", "not a backup"),
    (lambda content: content[: len(content) // 2], "not a backup"),
    (lambda content: changed(content, "people.person.jsonl", lambda old: old[:-1]), "changed or damaged"),
    (lambda content: changed(content, "journal.factrow.jsonl", lambda old: old * 2), "changed or damaged"),
    (lambda content: changed(content, "manifest.json", lambda _: b"{"), "not a backup"),
    (lambda content: changed(content, "manifest.json", lambda _: b"[]"), "not a backup"),
    (lambda content: in_manifest(content, format="zip"), "not a backup of Muster"),
    (lambda content: in_manifest(content, version=2), "use a newer release"),
    (lambda content: in_manifest(content, migrations=["people.9999_new"]), "9999_new; use that release"),
    (lambda content: in_manifest(content, files={"x.jsonl": "0"}), "not a backup"),
    (lambda content: in_manifest(content, files=7), "not a backup"),
    (lambda content: in_manifest(content, rows={"people.person": 99}), "of 99 records of people.person"),
    (lambda content: in_manifest(content, journals={}), "journal in it is not the one"),
    (lambda content: changed(content, "manifest.json", lambda _: b"[" * 100_000), "not a backup"),
    (lambda content: changed(content, "manifest.json", lambda old: old + b" " * 30_000_000), "not a backup"),
    (
        lambda content: changed(content, "manifest.json", lambda _: b'{"version": ' + b"9" * 9_999),
        "not a backup",
    ),
    (lambda content: flagged(content, 6, b"\x01"), "not a backup"),  # locked with a password
    (lambda content: flagged(content, 8, b"\x63"), "not a backup"),  # packed in a way nobody knows
]
"""What can be wrong with a file, and how that is said."""

DEEP = b"[" * 200_000
"""Brackets that open and never close."""


UNFIT = [
    ("journal.factrow.jsonl", rb'"kind": "player.entered"', b'"kind": "player.cloned"'),
    ("journal.factrow.jsonl", rb'"seq": 3,', b'"seq": 99,'),
    ("journal.factrow.jsonl", rb'"seq": 3,', b'"seq": 2,'),
    ("people.entry.jsonl", rb'"person": \d+,', b'"person": 0,'),
    ("people.entry.jsonl", rb'"person": \d+,', b'"who": 1,'),
    ("people.entry.jsonl", rb'"person": \d+,', b'"person": "x",'),
    ("people.entry.jsonl", rb'"people.entry"', b'"people.person"'),
    ("people.entry.jsonl", rb'"people.entry"', b'"people.nothing"'),
    ("people.entry.jsonl", rb'"person": \d+,', b'"person": ' + b"9" * 30 + b","),
    ("people.entry.jsonl", rb'"person": \d+,', b'"person": ' + b"[" * 100_000),
    ("people.entry.jsonl", rb"^.*", b"[]"),
    ("people.entry.jsonl", rb"^.*", b"7"),
    ("people.entry.jsonl", rb"^.*", b'{"model": [], "fields": {}}'),
    ("people.entry.jsonl", rb"^.*", b'{"model": "people.entry", "fields": 7}'),
    ("people.person.jsonl", rb'"name": "[^"]*"', rb'"name": "\\ud800"'),
    ("people.person.jsonl", rb'"name": "[^"]*"', rb'"name": "\\u0000"'),
]
"""Records that do not fit: in which file, and what to change into what."""


def test_a_file_that_cannot_be_used_replaces_nothing() -> None:
    day()
    content, before = taken(), everything()
    for spoil, words in SPOILT:
        with pytest.raises(UnusableBackupError, match=words):
            put_back(spoil(content), replace=True)
        assert everything() == before


def test_a_nesting_bomb_replaces_nothing() -> None:
    day()
    content, before = taken(), everything()
    for file in ("people.entry.jsonl", "manifest.json"):
        spoilt = changed(content, file, lambda _: DEEP)
        spoilt = spoilt if file == "manifest.json" else in_manifest(spoilt, files=sums(spoilt))
        with pytest.raises(UnusableBackupError, match="not a backup, or it is damaged"):
            put_back(spoilt, replace=True)
        assert everything() == before


@pytest.mark.parametrize("key", [b"", b"short, 10!", b"x" * 31 + b"\n", b"\xff" * 40])
def test_a_secret_key_that_is_none_replaces_nothing(base: Base, key: bytes) -> None:
    day()
    (base.data / "secret-key").write_text(SAID)
    before, spoilt = everything(), changed(taken(), "secret-key", lambda _: key)
    (base.data / "secret-key").write_text("another")
    with pytest.raises(UnusableBackupError, match="secret key in it is too short"):
        put_back(in_manifest(spoilt, files=sums(spoilt)), replace=True)
    assert everything() == before
    assert (base.data / "secret-key").read_text() == "another"


def test_records_that_do_not_fit_replace_nothing() -> None:
    """Even where somebody made the sums fit: every journal and every reference is looked at."""
    day()
    content, before = taken(), everything()
    for file, old, new in UNFIT:
        spoilt = changed(content, file, swapped(old, new))
        assert spoilt != content
        with pytest.raises(UnusableBackupError):
            put_back(in_manifest(spoilt, files=sums(spoilt)), replace=True)
        assert everything() == before


def test_a_damaged_journal_is_kept_as_it_is_and_said() -> None:
    hall = day()
    FactRow.objects.filter(seq=3).update(head="0" * 64)
    store.forget()
    out = io.BytesIO()
    made = back_up(out)
    assert len(made.damaged) == 1
    assert f"tournament {hall.tournament.pk}, fact 3: the chain is broken" in made.damaged[0]
    before = everything()
    put_back(out.getvalue(), replace=True)
    assert everything() == before


def test_a_restore_that_is_killed_leaves_what_was_there(base: Base, tmp_path: Path) -> None:
    hall = day()
    content = taken()
    hall.play()
    (tmp_path / "backup.zip").write_bytes(content)
    before = everything()
    script = (
        "import sys; from muster.cli.site import ready; ready()\n"
        "from muster.app.site import restoring\n"
        "def stop(manifest): print('all is put back', flush=True); sys.stdin.read()\n"
        "restoring._must_agree = stop\n"
        f"restoring.restore(open({str(tmp_path / 'backup.zip')!r}, 'rb'), replace=True)\n"
    )
    command = [sys.executable, "-W", "ignore", "-c", script]
    with subprocess.Popen(command, env=base.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"all is put back\n"
        process.send_signal(signal.SIGKILL)
    store.forget()
    assert everything() == before
    assert hall.state.rounds[0].complete


def test_a_writer_does_not_get_in_between(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes during a restore writes after it, on what was put back."""
    hall = day()
    content, empty = taken(), _empty
    answers = list[object]()

    def write() -> None:
        hall.do(DropPlayer(PlayerId(1)))
        answers.append("written")
        connections.close_all()

    thread = threading.Thread(target=write)

    def start_writer() -> None:
        thread.start()
        empty()

    monkeypatch.setattr(restoring, "_empty", start_writer)
    put_back(content, replace=True)
    thread.join()
    assert answers == ["written"]
    assert hall.state.players[PlayerId(1)].status == "dropped"
    assert verify(store.replayed(hall.tournament.pk).entries).holds


def test_the_terminal_makes_a_backup_and_puts_it_back(base: Base, tmp_path: Path) -> None:
    hall = day()
    before, folder, file = everything(), tmp_path / "backups", tmp_path / "day.zip"
    folder.mkdir()
    ran = run("backup", file)
    assert (ran.code, ran.err) == (0, "")
    assert f"1 event with {hall.state.version} facts kept in" in ran.out.replace("\n", " ")
    assert file.stat().st_mode & 0o077 == 0
    refused(run("backup", file), 2, "such a file already")
    refused(run("backup", tmp_path / "nowhere" / "x.zip"), 2, "No such file or directory")
    assert run("backup", folder).code == 0
    (made,) = folder.iterdir()
    assert made.name.startswith("muster-")
    assert made.suffix == ".zip"

    hall.enter(2)
    connections.close_all()
    env = {name: base.env[name] for name in ("MUSTER_DATA", "MUSTER_DATABASE_URL", "DJANGO_SETTINGS_MODULE")}
    refused(process("restore", file, env=env), 1, "Nothing was replaced", "--replace")
    ran = process("restore", file, "--replace", env=env)
    assert (ran.code, ran.err) == (0, "")
    assert "Start a running server again" in ran.out
    assert everything() == before


@pytest.mark.long
def test_the_terminal_puts_a_backup_into_a_new_folder(base: Base, tmp_path: Path) -> None:
    """A new machine: nothing is there, neither folder nor tables; it becomes a site on SQLite."""
    day()
    (base.data / "secret-key").write_text(SAID)
    before, file, new = everything(), tmp_path / "day.zip", tmp_path / "new" / "site"
    assert run("backup", file).code == 0
    settings = {
        "MUSTER_SECRET_KEY": "",
        "MUSTER_DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "muster.site.settings",
    }
    ran = process("restore", file, "--data", new, env=settings)
    assert (ran.code, ran.err) == (0, "")
    assert (new / "secret-key").read_text() == SAID
    assert new.stat().st_mode & 0o077 == 0
    with using(Base("sqlite", new)):
        assert everything() == before
    (tmp_path / "bad.zip").write_bytes(file.read_bytes()[:-1000])
    refused(process("restore", tmp_path / "bad.zip", "--data", new, env=settings), 2, "not a backup")
    refused(
        process("restore", tmp_path / "none.zip", "--data", tmp_path / "x", env=settings), 2, "No such file"
    )
    assert not (tmp_path / "x").exists()


def test_a_damaged_journal_is_told_in_the_terminal(tmp_path: Path) -> None:
    day()
    FactRow.objects.filter(seq=3).update(head="0" * 64)
    ran = run("backup", tmp_path / "day.zip")
    assert ran.code == 1
    assert "fact 3" in ran.err
    assert "damaged" in ran.err
    assert (tmp_path / "day.zip").exists()


def test_a_folder_without_a_database_is_said_and_not_made(tmp_path: Path) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "muster.site.settings", "MUSTER_DATABASE_URL": ""}
    refused(
        process("backup", "x.zip", "--data", tmp_path / "typo", env=settings), 2, "There is no database in"
    )
    assert not (tmp_path / "typo").exists()
