"""One tournament on a journal file: commands are carried out and each fact is on disk before it is shown."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from muster.cli.files import load_secret, new_secret, read_journal, secret_path, write_journal, write_text
from muster.cli.output import UNUSABLE, fail
from muster.core.draws import ChainLink, chain
from muster.core.ids import PlayerId
from muster.core.tournament.commands import Command
from muster.core.tournament.journal import Accepted
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.exchange.journal import JournalFile, entry_line


class UnknownNameError(ValueError):
    """No player, or more than one, is called like that; the message says which."""


@dataclass(slots=True)
class Session:
    """A journal file being worked on.

    Attributes:
        path: the journal; the hash chain's secret lies beside it until it is no longer needed.
        file: what the journal holds.
    """

    path: Path
    file: JournalFile
    _links: list[ChainLink] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The tournament as it stands."""
        return self.file.journal.state

    def submit(self, command: Command) -> Accepted | Refusal:
        """Carry out a command and append its facts to the file."""
        answer = self.file.journal.submit(command)
        if isinstance(answer, Accepted):
            self._append("".join(f"{entry_line(entry)}\n" for entry in answer.entries))
        return answer

    def link(self, number: int) -> ChainLink:
        """Link `number` of the hash chain; 0 is the commitment."""
        if not self._links:
            self._links = chain(load_secret(self.path))
        return self._links[number]

    def name(self, player: PlayerId, name: str) -> None:
        """Set a display name; names stand in the header, so the file is written anew in one step."""
        self.file = JournalFile(self.file.journal, self.file.title, {**self.file.names, player: name})
        write_journal(self.path, self.file)

    def player(self, text: str) -> PlayerId:
        """The player meant: an entry number, with or without `#`, or a name or its beginning.

        Raises:
            UnknownNameError: nobody, or more than one player, is meant.
        """
        wanted = text.strip().casefold()
        digits = wanted.removeprefix("#")
        if digits.isascii() and digits.isdecimal() and len(digits) < 7:
            return PlayerId(int(digits))
        exact = [player for player, name in self.file.names.items() if name.casefold() == wanted]
        found = exact or [
            player
            for player, name in self.file.names.items()
            if wanted and name.casefold().startswith(wanted)
        ]
        if len(found) == 1:
            return found[0]
        if not found:
            raise UnknownNameError(f"nobody is called {text[:60]!r}; entry numbers work, too, such as #7")
        some = ", ".join(f"{self.file.names[player]} (#{player})" for player in found[:5])
        raise UnknownNameError(f"{text[:60]!r} could be {some}; write more of the name, or the number")

    def _append(self, text: str) -> None:
        try:
            with self.path.open("a", encoding="utf-8", newline="\n") as handle:
                handle.write(text)
                handle.flush()
                os.fsync(handle.fileno())
        except OSError as error:
            fail(f"{self.path}: {error.strerror}; the last act is not on record", UNUSABLE)


def create(path: Path, title: str, names: dict[PlayerId, str]) -> Session:
    """A new journal file with a fresh secret beside it.

    An existing file is never overwritten: the command ends with one line instead.
    """
    if path.exists():
        fail(f"{path}: there is a journal already; go on with it by `muster play --journal {path}`", UNUSABLE)
    write_text(secret_path(path), new_secret() + "\n", private=True)
    session = Session(path, JournalFile(title=title, names=names))
    write_journal(path, session.file)
    return session


def resume(path: Path) -> Session:
    """The session of an existing journal file."""
    return Session(path, read_journal(path))
