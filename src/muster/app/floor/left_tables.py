"""Who has conceded at a table of three or four and left it while the others play on, who are told, as is the staff.

It is no fact of the tournament. How the game ended is said by its result, which names everybody who conceded in the
order they left; until there is one, what stands here fills in its form.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.utils import timezone

from muster.app.common.topics import changed, named, player_topic, topics_in
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.people.models import Call, Entry

KIND: Final = "conceded"


def key_of(meeting: str) -> str:
    """The key of the calls that say so of one match of one round."""
    return f"{KIND}:{meeting}"


def leave(
    entry: Entry, meeting: str, players: Iterable[PlayerId], *, round_no: RoundNo, table: TableNo
) -> None:
    """Note that this player has conceded; again is no fault.

    Args:
        entry: whose concession, with its tournament.
        meeting: the match, as players' forms name it.
        players: everybody at the table.
        round_no: the round that is played.
        table: where they sit.
    """
    with transaction.atomic():
        before = Call.objects.filter(entry=entry, kind=KIND, closed_at=None).exclude(key=key_of(meeting))
        before.update(closed_at=timezone.now())
        about = {
            "tournament_id": entry.tournament_id, "kind": KIND, "round_no": round_no, "table": table
        }  # fmt: skip
        Call.objects.get_or_create(entry=entry, key=key_of(meeting), defaults=about)
        _tell(entry, players)


def stay(entry: Entry, meeting: str, players: Iterable[PlayerId]) -> bool:
    """Take that back; whether there was something."""
    with transaction.atomic():
        rows = Call.objects.filter(entry=entry, key=key_of(meeting))
        done = rows.update(closed_at=timezone.now(), closed_by=f"entry:{entry.pk}", key=None)
        if done:
            _tell(entry, players)
    return bool(done)


def left(tournament: int, meeting: str) -> tuple[PlayerId, ...]:
    """Who has conceded in this match so far, the first to leave first."""
    rows = Call.objects.filter(tournament=tournament, key=key_of(meeting)).order_by("pk")
    return tuple(PlayerId(player or 0) for player in rows.values_list("entry__player", flat=True))


def _tell(entry: Entry, players: Iterable[PlayerId]) -> None:
    code, number = named(entry.tournament_id)
    changed(
        topics_in(entry.tournament_id, "calls") | {player_topic(code, number, player) for player in players}
    )
