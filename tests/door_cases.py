"""Doors by which files and texts come in: pages and commands, each given one input as people give it.

A door answers with the status of the page, or the exit code of the command.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from cli_cases import run
from muster.app.judging.tables import in_force
from muster.people.models import RosterVersion
from roster_cases import RosterPhone, asking, entry_of
from web_cases import Hall

Door = Callable[[bytes], int]

EXITS: Final = (0, 1, 2)
"""What commands end with: done, refused, unusable."""


def text_of(content: bytes) -> str:
    """What a browser would send of it."""
    return content.decode("utf-8", "replace")


@dataclass(frozen=True)
class Doors:
    """The doors of a site with three events at work, and of the terminal.

    Attributes:
        folder: where the terminal finds files.
    """

    folder: Path
    decks: Hall
    fleets: Hall
    playing: Hall

    @classmethod
    def open(cls, folder: Path) -> Doors:
        """The events are made anew."""
        playing = Hall("armada-4.0")
        playing.begin(8)
        playing.publish()
        return cls(folder, asking("unlimited-1.3", players=3), asking("armada-4.0", players=3), playing)

    def pages(self) -> Mapping[str, tuple[str, Door]]:
        """Doors of the site by name, each with the reader behind it."""
        return {
            name: (reader, door) for name, reader, door in (*self._lists(), *self._rosters(), *self._others())
        }

    def commands(self) -> Mapping[str, tuple[str, Door]]:
        """Doors of the terminal by name, each with the reader behind it."""
        own = ("rosters", "check", "--date", "2026-08-01", "--regulations")
        named: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
            "rosters check": ("roster-armada", "list.txt", (*own, "armada-4.0")),
            "rosters check of lines": ("roster-unlimited", "lists.jsonl", (*own, "unlimited-1.3")),
            "catalogue check": ("cards", "cards.json", ("catalogue", "check")),
            "replay": ("events", "events.jsonl", ("replay",)),
            "verify": ("journal", "day.muster", ("verify",)),
            "standings": ("journal", "day.muster", ("standings",)),
            "penalties check": ("penalties", "own.toml", ("penalties", "check")),
            "regulations check": ("regulations", "own.toml", ("regulations", "check")),
            "play": ("entries", "entries.csv", ("play", "--regulations", "armada-4.0", "--journal", "")),
        }
        return {
            name: (reader, self._command(file, arguments))
            for name, (reader, file, arguments) in named.items()
        }

    def _command(self, name: str, arguments: tuple[str, ...]) -> Door:
        path, journal = self.folder / name, self.folder / "new.muster"

        def door(content: bytes) -> int:
            path.write_bytes(content)
            journal.unlink(missing_ok=True)
            return _answered(*(one or journal for one in arguments), path)

        return door

    def _lists(self) -> Iterator[tuple[str, str, Door]]:
        hall = self.playing
        yield "list pasted", "pasted", lambda content: _status(hall, "people-paste", list=text_of(content))
        yield "list as a file", "players", lambda content: _status(hall, "people-paste", file=_file(content))
        yield (
            "list looked through",
            "pasted",
            lambda content: _status(
                hall,
                "people-paste",
                list=text_of(content),
                look="1",
                column=["name", "table", "bye"],
                marks="tab",
            ),
        )
        yield (
            "list entered",
            "pasted",
            lambda content: _status(
                hall, "people-enter", list=text_of(content), column=["name", "club", "email"], line=["1", "2"]
            ),
        )

    def _rosters(self) -> Iterator[tuple[str, str, Door]]:
        decks, fleets = self.decks, self.fleets
        one, phone = entry_of(fleets).pk, RosterPhone(decks)
        yield "decks as a file", "decks", lambda content: _status(decks, "rosters-many", file=_file(content))
        yield (
            "decks kept",
            "decks",
            lambda content: _status(
                decks, "rosters-many", text=text_of(content), act="keep", r0=entry_of(decks).pk
            ),
        )
        yield (
            "fleets as a file",
            "fleets",
            lambda content: _status(fleets, "rosters-many", file=_file(content)),
        )
        yield (
            "fleets pasted",
            "fleets",
            lambda content: _status(fleets, "rosters-many", text=text_of(content)),
        )
        for act in ("look", "keep"):
            yield f"roster at the desk: {act}", "roster-armada", partial(_entered, fleets, one, act)
        for do in ("check", "save", "submit"):
            yield f"roster by phone: {do}", "roster-unlimited", partial(_pasted, phone, do)
        yield (
            "roster as a file by phone",
            "roster-unlimited",
            lambda content: _sent(phone, do="check", file=_file(content), seen=phone.seen),
        )

    def _others(self) -> Iterator[tuple[str, str, Door]]:
        fleets, hall = self.fleets, self.playing
        form = {"edition": "Ours", "way": "whole"}
        yield (
            "cards pasted",
            "cards",
            lambda content: _status(fleets, "catalogue-load", text=text_of(content), **form),
        )
        yield (
            "cards as a file",
            "cards",
            lambda content: _status(fleets, "catalogue-load", files=_file(content), **form),
        )
        yield (
            "cards that travel",
            "own-cards",
            lambda content: _status(
                fleets, "catalogue-load", packed=base64.b64encode(zlib.compress(content)).decode(), **form
            ),
        )
        yield (
            "prices of a card",
            "prices",
            lambda content: _status(
                fleets, "catalogue-card", name="Ada", kind="ship", prices=text_of(content)
            ),
        )
        for table in ("", "1 "):
            yield f"a result {table}typed", "results", partial(_reported, hall, table)
            yield f"a result {table}looked at", "results", partial(_looked, hall, table)
        yield (
            "penalties",
            "penalties",
            lambda content: _status(hall, "penalties-upload", file=_file(content), seen=_table_of(hall)),
        )
        yield (
            "a picture",
            "picture",
            lambda content: _status(
                hall, "keep-picture", picture=_file(content), picture_name="Ada", kind="logo"
            ),
        )
        yield "regulations", "regulations", lambda content: _created(hall, content)


def _file(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("file", content or b" ")


def _status(hall: Hall, name: str, /, **form: Any) -> int:
    return int(hall.post(name, **form).status_code)


def _entered(hall: Hall, entry: int, act: str, content: bytes) -> int:
    answer = hall.post("roster-enter", entry, text=text_of(content), act=act, seen=_latest(entry))
    return int(answer.status_code)


def _latest(entry: int) -> int:
    return max(RosterVersion.objects.filter(entry=entry).values_list("number", flat=True), default=0)


def _pasted(phone: RosterPhone, do: str, content: bytes) -> int:
    return _sent(phone, do=do, text=text_of(content), seen=phone.seen)


def _table_of(hall: Hall) -> str:
    return in_force(hall.tournament.pk, hall.state).digest


def _reported(hall: Hall, table: str, content: bytes) -> int:
    return _status(hall, "results-enter", line=table + text_of(content), round=1)


def _looked(hall: Hall, table: str, content: bytes) -> int:
    return int(hall.get("results-preview", line=table + text_of(content), round=1).status_code)


def _sent(phone: RosterPhone, **form: Any) -> int:
    cache.clear()  # nobody sends as many in a minute
    return int(phone.client.post(phone.url, form).status_code)


def _created(hall: Hall, content: bytes) -> int:
    form = {"name": "New", "regulations": "own", "own_file": _file(content), "tournament_name": "Main"}
    return int(hall.client.post("/desk/new", form).status_code)


def _answered(*arguments: object) -> int:
    """The exit code; everything said beside it stands in lines of sentences."""
    ran = run(*arguments)
    assert "Traceback" not in ran.err
    assert ran.code in EXITS, (ran.code, ran.err)
    return ran.code
