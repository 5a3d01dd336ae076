"""The words of reasons stand beside the facts that name them, in one transaction, and go with the journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from muster.app.history.reasons import typed
from muster.app.history.submitting import Done, submit_all
from muster.app.registration.erasing import erase
from muster.app.site import journal_files as keeping
from muster.core.ids import PlayerId
from muster.core.private import Seal, Words, digest_of
from muster.core.tournament import commands, facts
from muster.core.tournament.commands import Command
from muster.core.tournament.state import State
from muster.exchange.journal import JournalFile, read, write
from muster.journal import store
from muster.journal.store import UnavailableError
from muster.people.models import Entry, Reason
from tournament_cases import desk
from web_cases import Hall, account

pytestmark = pytest.mark.usefixtures("base")

WORDS = "Łódź 🂡 'quoted' \"twice\" \\ | $HOME"


def hall_of(players: int = 4) -> Hall:
    hall = Hall("armada-4.0")
    hall.enter(players)
    return hall


def test_a_lost_race_leaves_only_the_words_that_were_recorded() -> None:
    hall, turns, words = hall_of(), list[int](), typed(WORDS)

    def late(state: State) -> Sequence[Command]:
        if not turns:
            first = facts.PlayerCheckedIn(PlayerId(2))
            store.append(store.load(hall.tournament.pk), [first], who="", at=timezone.now())
        turns.append(state.version)
        return [commands.DropPlayer(PlayerId(player), words) for player in (1, 3)]

    done = submit_all(hall.tournament.pk, late, hall.actor)
    assert isinstance(done, Done)
    assert turns == [5, 6]
    row = Reason.objects.get()
    assert row.text == WORDS
    assert row.digest == digest_of(row.salt, WORDS)
    left = [entry.fact for entry in done.entries]
    assert [getattr(fact, "reason", "") for fact in left] == [f"sha256:{row.digest}"] * 2
    store.forget()
    assert store.load(hall.tournament.pk).state == done.snapshot.state


def test_words_that_cannot_be_kept_take_their_facts_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = hall_of()
    before = hall.state

    def locked(*_: object, **__: object) -> Any:
        raise OperationalError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr("muster.app.history.submitting.keep", locked)
        with pytest.raises(UnavailableError, match="Nothing was recorded"):
            hall.do(commands.DropPlayer(PlayerId(1), typed(WORDS)))
    store.forget()
    assert hall.state == before
    hall.do(commands.DropPlayer(PlayerId(1), typed(WORDS)))
    assert Reason.objects.get().text == WORDS


def test_a_file_for_staff_has_the_words_and_brings_them_back() -> None:
    hall = hall_of()
    hall.do(*(commands.DropPlayer(PlayerId(player), typed(f"{WORDS} {player}")) for player in (1, 2)))
    erase(Entry.objects.get(player=1).person, hall.actor)
    content = write(keeping.exported(hall.tournament))
    file = read(content.encode())
    erased, kept = sorted(file.reasons.values())
    assert (erased, kept.text) == (Words("", ""), f"{WORDS} 2")
    made = keeping.imported(account(), file)
    assert keeping.exported(made).reasons == file.reasons
    assert keeping.checked(made).findings == ()
    assert made.open_journal
    row = Reason.objects.get(tournament=made, text__endswith=" 2")
    Reason.objects.filter(pk=row.pk).update(text="something else")
    assert "is not the digest of its salt and text" in str(keeping.checked(made).findings[0])
    Reason.objects.filter(pk=row.pk).update(
        text=row.text, salt="0" * 64, digest=digest_of("0" * 64, row.text)
    )
    assert "belong to no fact" in str(keeping.checked(made).findings[0])


def test_a_journal_with_words_among_its_facts_is_not_open_when_it_is_taken_over() -> None:
    at = desk("armada-4.0", 4)
    assert keeping.imported(account(), JournalFile(at.journal)).open_journal
    at.do(commands.DropPlayer(PlayerId(1), Seal.recorded("has a cold")))
    assert not keeping.imported(account(), JournalFile(at.journal)).open_journal
