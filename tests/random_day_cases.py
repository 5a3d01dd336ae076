"""Days made up by dice, for tests of players' pages: what anybody can do to what they show, in any order."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from muster.app.floor import calls, clocks, notices, timers
from muster.app.floor.featured import feature
from muster.app.history.reasons import typed
from muster.app.judging import penalties
from muster.app.judging.tables import table_of
from muster.app.links.player_links import entry_of, renew, token_of
from muster.app.player import setting_up
from muster.app.player.playing import meeting_of, playing
from muster.app.registration.player_settings import set_wishes, wishes_of
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament import commands
from muster.people.models import Call, Entry, Notice
from player_cases import all_phones, begun
from roster_play_cases import asked, bring, fleet
from web_cases import SATURDAY, Hall

Act = Callable[[Hall, random.Random], object]

PLAYERS = 7


def entries(hall: Hall) -> list[Entry]:
    rows = Entry.objects.filter(tournament=hall.tournament, player__isnull=False, status="entered").order_by(
        "player"
    )
    return [entry for row in rows if (entry := entry_of(token_of(row)))]


def _report(hall: Hall, dice: random.Random) -> None:
    open_ = [table for table, one in sorted(hall.state.rounds[-1].matches.items()) if one.status == "open"]
    if open_:
        all_phones(hall, dice.choice(open_))[0].says(dice.choice([0, 1]))


def _confirm(hall: Hall, dice: random.Random) -> None:
    said = [table for table, one in sorted(hall.state.rounds[-1].matches.items()) if one.status == "reported"]
    if said:
        there = all_phones(hall, dice.choice(said))
        others = [one for one in there if one.player in one.match.asked]
        dice.choice(others).act(dice.choice(["confirm", "confirm", "deny"]))


def _swap(hall: Hall, dice: random.Random) -> None:
    """Void the round, draw it again."""
    hall.do(commands.VoidRound(typed("again")))
    hall.publish()


def _undo(hall: Hall, dice: random.Random) -> None:
    hall.do(commands.Retract())


def _clock(hall: Hall, dice: random.Random) -> None:
    number = RoundNo(len(hall.state.rounds))
    table = TableNo(dice.choice(sorted(hall.state.rounds[-1].matches)))
    seen = clocks.clock_of(hall.tournament.pk, number).seen
    asked_for = dice.choice(
        [
            clocks.ClockInput(round_no=number, kind="start", minutes=60, seen=seen),
            clocks.ClockInput(round_no=number, kind="pause", seen=seen),
            clocks.ClockInput(
                round_no=number, kind="extend", minutes=5, table=table, reason="late", seen=seen
            ),
        ]
    )
    clocks.act(hall.tournament.pk, hall.actor, asked_for)


def _timer(hall: Hall, dice: random.Random) -> None:
    timers.start(hall.tournament.pk, hall.actor, timers.Start(kind="break", minutes=dice.randint(1, 20)))


def _rename(hall: Hall, dice: random.Random) -> None:
    entry = dice.choice(entries(hall))
    alias, pronouns = dice.choice(["<b>Ada</b>", "Åse", ""]), dice.choice(["she/her", ""])
    wishes = replace(wishes_of(entry), alias=alias, pronouns=pronouns, shown_as="alias")
    assert not set_wishes(entry, wishes, SATURDAY)


def _feature(hall: Hall, dice: random.Random) -> None:
    feature(hall.tournament, hall.actor, dice.choice([None, 1, 2]))


def _drop(hall: Hall, dice: random.Random) -> None:
    player = dice.choice([one.player for one in entries(hall)])
    assert player is not None
    hall.do(commands.DropPlayer(PlayerId(player), typed("train")))


def _on(hall: Hall, dice: random.Random) -> None:
    """Everything is played, and the next round is out."""
    hall.play()
    hall.publish()


def _played(hall: Hall, dice: random.Random) -> None:
    hall.play()


ACTS: tuple[Act, ...] = (
    _report, _report, _confirm, _swap, _undo, _clock, _clock, _timer, _rename, _rename, _feature, _drop, _on, _played,
)  # fmt: skip


# What only the whole page shows -----------------------------------------------------------------------------------


def _tell(hall: Hall, dice: random.Random) -> None:
    open_ = list(Notice.objects.filter(event=hall.event, ended_at=None))
    if open_ and dice.random() < 0.4:
        notices.end(hall.event, hall.actor, dice.choice(open_).pk)
    else:
        text = dice.choice(["Lunch <b>now</b>", "Round 2 in ten minutes", "Åse, to the desk"])
        notices.announce(hall.event, hall.actor, text, urgent=dice.random() < 0.5)


def _call(hall: Hall, dice: random.Random) -> None:
    """A judge is called, comes, or is not needed any more."""
    open_ = list(Call.objects.filter(tournament=hall.tournament, closed_at=None))
    if not open_ or dice.random() < 0.5:
        calls.make(dice.choice(entries(hall)), "judge", round_no=len(hall.state.rounds))
        return
    one, what = dice.choice(open_), dice.choice(["claim", "close", "take back"])
    if what == "claim":
        calls.claim(hall.tournament.pk, one.pk, hall.actor)
    elif what == "close":
        calls.close(hall.tournament.pk, one.pk, hall.actor)
    else:
        calls.take_back(one.entry, "judge")


def _tick(hall: Hall, dice: random.Random) -> None:
    me = playing(dice.choice(entries(hall)))
    steps = [one for one in setting_up.steps_at(me.state) if one.ticks]
    if me.match is not None and me.round is not None and steps:
        meeting = meeting_of(me.round.number, me.match.pairing)
        setting_up.tick(me, meeting, dice.choice(steps).id, done=dice.random() < 0.7)


def _penalty(hall: Hall, dice: random.Random) -> None:
    player = dice.choice([one.player for one in entries(hall)])
    table = table_of(hall.tournament.pk, hall.state)
    offence = penalties.Offence(
        player=PlayerId(player or 0),
        category=table.categories[0].id,
        kind=dice.choice([one.id for one in table.kinds if one.id != "disqualification"]),
        round_no=RoundNo(len(hall.state.rounds)),
    )
    penalties.give(hall.tournament.pk, hall.actor, offence)


def _renew(hall: Hall, dice: random.Random) -> None:
    renew(dice.choice(entries(hall)))


def _write(hall: Hall, dice: random.Random) -> None:
    """Something of a player's own that nobody else is shown."""
    entry = dice.choice(entries(hall))
    email = f"{entry.pk}-{dice.randint(0, 9)}@private.example"
    set_wishes(entry, replace(wishes_of(entry), email=email, mail=True), SATURDAY)


WHOLE: tuple[Act, ...] = (*ACTS, _tell, _call, _call, _tick, _tick, _penalty, _renew, _write, _write)
"""What can happen to a whole page: what happens to heads, and what only the rest of it shows."""


GAMES = ("armada-4.0", "legion-2.0", "unlimited-1.3")
AT_TABLES = ("twin-suns-1.3",)
"""Games of two, and of three and four at a table."""


def day(
    seed: int,
    told: set[str],
    committed: Any,
    acts: tuple[Act, ...] = ACTS,
    games: tuple[str, ...] = GAMES,
) -> Iterator[Hall]:
    """A hall after each of some acts of a random day; what others were told of the act is in `told`."""
    dice = random.Random(seed)  # noqa: S311  (the same each run)
    hall = begun(dice.choice(games), PLAYERS)
    if hall.state.regulations.id == "armada-4.0":
        asked(hall)
        for player in range(1, PLAYERS + 1):
            bring(hall, player, fleet())
    yield hall
    told.clear()
    for _ in range(14):
        with committed(execute=True):
            try:
                dice.choice(acts)(hall, dice)
            except AssertionError:  # not now: refused; what was done of it before that is told with the next
                continue
        yield hall
        told.clear()


def days(seeds: range, most: int = 2) -> list[Any]:
    """The seeds of made-up days: so many are played at every change, the others by `make long`."""
    return [
        seed if at < most else pytest.param(seed, marks=pytest.mark.long) for at, seed in enumerate(seeds)
    ]
