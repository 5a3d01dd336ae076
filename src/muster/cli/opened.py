"""One tournament on a journal file: commands are carried out and each fact is on disk before it is shown."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from muster.cli.files import (
    Stamp,
    UnusableError,
    append,
    cut_off,
    exclusive,
    load_journal,
    load_secret,
    new_secret,
    secret_path,
    write_journal,
    write_new,
)
from muster.core.draws import ChainLink, chain
from muster.core.ids import PlayerId
from muster.core.messages import Listing, Message, SaidError, listing, say, say_n
from muster.core.tournament.commands import Command
from muster.core.tournament.engine import decide, typed_words
from muster.core.tournament.facts import Fact
from muster.core.tournament.journal import Accepted, Journal, at
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import GENESIS, State
from muster.exchange.journal import JournalFile, entry_line, write


class UnknownNameError(SaidError):
    """No player, or more than one, is called like that; what is said names them."""


class OutOfStepError(SaidError):
    """The file was changed by somebody else meanwhile, so nothing was done; what is said tells what to do."""


@dataclass(slots=True)
class OpenJournal:
    """A journal file being worked on.

    Attributes:
        path: the journal; the hash chain's secret lies beside it until it is no longer needed.
        file: what the journal holds.
        seen: the stamp of the file when it was read or written last.
    """

    path: Path
    file: JournalFile
    seen: Stamp
    _links: list[ChainLink] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The tournament as it stands."""
        return self.file.journal.state

    def submit(self, command: Command, name: str = "") -> Accepted | Refusal:
        """Carry out a command and put its facts on disk, and the name of the player whom it enters.

        Raises:
            OutOfStepError: another opened wrote to the file; its facts have been read now, nothing was done.
            UnusableError: the file is gone, was changed, or cannot be written; the act is not on record.
        """
        with exclusive(self.path) as handle:
            self._must_be_in_step()
            answer = self.file.journal.submit(command)
            if isinstance(answer, Accepted):
                words = typed_words(command, [entry.fact for entry in answer.entries])
                self.file = replace(self.file, reasons={**self.file.reasons, **words})
                self._keep(handle, answer, name, header=bool(words))
        return answer

    def rename(self, player: PlayerId, name: str) -> None:
        """Set a display name; names stand in the header, so the file is written anew in one step.

        Raises:
            OutOfStepError: as for `submit`.
            UnusableError: as for `submit`.
        """
        with exclusive(self.path):
            self._must_be_in_step()
            file = self._named(player, name)
            write_journal(self.path, file)
            self.file, self.seen = file, Stamp.of(self.path)

    def catch_up(self) -> int:
        """Read what others wrote to the file; how many facts that were.

        Raises:
            UnusableError: the file is gone, is damaged, or does not begin with what this opened knows.
        """
        seen = Stamp.of(self.path)
        if seen == self.seen:
            return 0
        theirs, known = load_journal(self.path), self.state.version
        entries = theirs.journal.entries
        if known > len(entries) or _head(theirs, known) != self.state.head:
            says = say(
                "{path}: this is not the journal that was opened, or facts were removed", path=str(self.path)
            )
            raise UnusableError(says)
        self.file, self.seen = theirs, seen
        return len(entries) - known

    def link(self, number: int) -> ChainLink:
        """Link `number` of the hash chain; 0 is the commitment. A secret is made where none is bound yet.

        Raises:
            UnusableError: the secret is lost or unreadable.
        """
        if not self._links:
            if self.state.draws.commitment is None and not secret_path(self.path).exists():
                new_secret(self.path)
            self._links = chain(load_secret(self.path))
        return self._links[number]

    def player(self, text: str, among: Iterable[PlayerId] | None = None) -> PlayerId:
        """The player meant: an entry number, with or without `#`, or a name or its beginning.

        Args:
            text: what was typed.
            among: who can be meant; everybody if None.

        Raises:
            UnknownNameError: nobody, or more than one player, is meant.
        """
        text = text.strip()
        wanted = text.casefold()
        those = sorted(self.state.players if among is None else among)
        names = {player: self.file.names.get(player, "") for player in those}
        number = _number(wanted)
        exact = [player for player, name in names.items() if wanted and name.casefold() == wanted]
        if number is not None and number in names and number not in exact:
            exact.append(number)
        found = exact or [
            player for player, name in names.items() if wanted and name.casefold().startswith(wanted)
        ]
        if len(found) == 1:
            return found[0]
        if not found:
            raise UnknownNameError(_nobody(text, number))
        says = say(
            "{name} could be {players}; write more of the name, or the number",
            name=repr(text[:60]),
            players=self._some_of(found),
        )
        raise UnknownNameError(says)

    def named(self, player: PlayerId) -> str:
        """A player's name with the entry number, such as `Ada (#7)`."""
        return f"{self.file.names.get(player, '')} (#{player})"

    def _some_of(self, players: list[PlayerId]) -> Listing:
        """The first of several players, and how many more there are."""
        some = [self.named(player) for player in players[:5]]
        more = len(players) - len(some)
        return (
            listing([*some, say_n("{count} other", "{count} others", more)], "or")
            if more
            else listing(some, "plain")
        )

    def complete(self) -> tuple[Fact, ...]:
        """Record what is missing of an act of which only the first facts reached the disk; returns those facts.

        Raises:
            UnusableError: the file cannot be written.
        """
        missing = missing_facts(self.file.journal)
        if missing:
            with exclusive(self.path) as handle:
                self._must_be_in_step()
                entries = tuple(self.file.journal.record(fact) for fact in missing)
                self._keep(handle, Accepted(entries))
        return missing

    def _must_be_in_step(self) -> None:
        if self.seen != Stamp.of(self.path):
            says = say(
                "Somebody else wrote to this journal meanwhile ({count} facts); nothing was done. "
                "Look again (status, pairings) and repeat the act if it still fits.",
                count=self.catch_up(),
            )
            raise OutOfStepError(says)

    def _keep(self, handle: int, answer: Accepted, name: str = "", *, header: bool = False) -> None:
        try:
            if name:
                self.file = self._named(PlayerId(max(self.state.players)), name)
            if name or header:
                write_journal(self.path, self.file)
            else:
                append(self.path, handle, "".join(f"{entry_line(entry)}\n" for entry in answer.entries))
        except UnusableError as error:
            self.file = load_journal(self.path)
            raise UnusableError(say("{problem}; the act is not on record", problem=error.says)) from None
        finally:
            self.seen = Stamp.of(self.path)

    def _named(self, player: PlayerId, name: str) -> JournalFile:
        return replace(self.file, names={**self.file.names, player: name})


def create(path: Path, file: JournalFile) -> OpenJournal:
    """A new journal file with a fresh secret beside it; an existing file is never overwritten.

    Raises:
        UnusableError: there is a journal or a secret already, or no place for one.
    """
    if os.path.lexists(path):
        says = say(
            "{path}: there is a journal already; go on with it by `muster play --journal {path}`",
            path=str(path),
        )
        raise UnusableError(says)
    if os.path.lexists(secret_path(path)):
        says = say(
            "{path}: the secret of an earlier journal; move it away first", path=str(secret_path(path))
        )
        raise UnusableError(says)
    write_new(path, write(file).encode())
    try:
        new_secret(path)
    except UnusableError:
        path.unlink()
        raise
    return resume(path)


def resume(path: Path) -> OpenJournal:
    """The journal of an existing file.

    Raises:
        UnusableError: it cannot be read; of a last line that was not written to its end it says how to mend it.
    """
    seen = Stamp.of(path)
    try:
        opened = OpenJournal(path, load_journal(path), seen)
    except UnusableError as error:
        if not cut_off(path):
            raise
        says = say(
            "{problem}; `muster play --journal {path} --mend` drops this line, which was never answered, "
            "and keeps the old file beside it",
            problem=error.says,
            path=str(path),
        )
        raise UnusableError(says) from None
    if opened.state.setup is None:
        says = say("{path}: this journal is empty: no tournament was ever set up in it", path=str(path))
        raise UnusableError(says)
    return opened


def missing_facts(journal: Journal) -> tuple[Fact, ...]:
    """The facts still to follow of the latest act, if only its first ones are on record."""
    entries = journal.entries
    first = len(entries)
    while first > 1 and entries[first - 1].fact.follows:
        first -= 1
    command = entries[first - 1].fact.asked_by() if entries else None
    if command is None:
        return ()
    answer = decide(at(entries, first - 1), command)
    here = tuple(entry.fact for entry in entries[first - 1 :])
    if isinstance(answer, Refusal) or answer[: len(here)] != here:
        return ()
    return answer[len(here) :]


def _head(file: JournalFile, version: int) -> str:
    return file.journal.entries[version - 1].head if version else GENESIS


def _number(text: str) -> PlayerId | None:
    digits = text.removeprefix("#")
    return PlayerId(int(digits)) if digits.isascii() and digits.isdecimal() and len(digits) < 7 else None


def _nobody(text: str, number: PlayerId | None) -> Message:
    if number is not None:
        return say("there is no entry number {number}", number=number)
    return say("nobody is called {name}; entry numbers work, too, such as #7", name=repr(text[:60]))
