"""Duties about people: numbers, identification and guardians, who is not there, who comes late."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from muster.core.duties.situation import Situation
from muster.core.duties.values import Found, Kind
from muster.core.ids import PlayerId
from muster.core.messages import Argument, listing, say, say_n
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament import queries
from muster.core.tournament.next_step import next_step
from muster.core.tournament.state import Match

MOST_NAMES: Final = 4
"""So many names stand in a sentence; of more it says how many."""


def names(now: Situation, players: list[PlayerId]) -> Argument:
    """Some players by name, and how many more there are."""
    shown = [now.name(player) for player in players[:MOST_NAMES]]
    more = len(players) - len(shown)
    return listing([*shown, say_n("{count} more", "{count} more", more)] if more else shown)


def each(players: list[PlayerId]) -> tuple[str, ...]:
    """What a duty about several players covers."""
    return tuple(map(str, players))


def _uid_missing(now: Situation) -> Iterator[Found]:
    lacking = (player.player for player, entrant in now.playing if not entrant.uid)
    without = now.unsettled("uid-missing", lacking)
    if now.requires.uid and without and not now.finished:
        says = say_n(
            "{names} has not given an Unlimited ID.",
            "{names} have not given an Unlimited ID.",
            len(without),
            names=names(now, without),
        )
        yield Found(says, covers=each(without))


def _uid_twice(now: Situation) -> Iterator[Found]:
    given = Counter(entrant.uid.casefold() for _, entrant in now.playing if entrant.uid)
    for uid in sorted(uid for uid, count in given.items() if count > 1):
        sharing = [player.player for player, entrant in now.playing if entrant.uid.casefold() == uid]
        says = say(
            "{names} gave the same Unlimited ID, which belongs to one person alone.",
            names=names(now, sharing),
        )
        yield Found(says, "+".join(map(str, sharing)), player=sharing[-1])


def _guardian(now: Situation) -> Iterator[Found]:
    for player, entrant in now.playing:
        unseen = not (entrant.guardian_seen and entrant.identity_seen)
        if now.requires.guardian and entrant.minor and unseen and not now.finished:
            says = say("See the guardian of {name}, and their identification.", name=now.name(player.player))
            yield Found(says, str(player.player), player=player.player)


def _identity(now: Situation) -> Iterator[Found]:
    unseen = (
        player.player
        for player, entrant in now.playing
        if player.status == "present" and not entrant.identity_seen and not entrant.minor
    )
    here = now.unsettled("identity", unseen)
    if now.requires.identity and here and now.before:
        says = say_n(
            "{names} has not shown identification.",
            "{names} have not shown identification.",
            len(here),
            names=names(now, here),
        )
        yield Found(says, covers=each(here))


def _not_here(now: Situation) -> Iterator[Found]:
    if now.finished:
        return
    if now.state.created.check_in and next_step(now.state).step == "announce":
        yield from _fixed_without(now)
        return
    left_out = queries.absent_at_start(now.state, opened=now.now >= now.opens_at)
    missing = now.unsettled("not-here", left_out)
    if missing:
        says = say_n(
            "{names} is not here yet, and is dropped when play begins.",
            "{names} are not here yet, and are dropped when play begins.",
            len(missing),
            names=names(now, missing),
        )
        yield Found(says, covers=each(missing))


def _fixed_without(now: Situation) -> Iterator[Found]:
    """Whom the plan would not count; a word about it settles nothing of the beginning of play."""
    missing = queries.absent(now.state)
    if missing:
        says = say_n(
            "{names} is not here yet: the rounds are fixed for those who are, and stay.",
            "{names} are not here yet: the rounds are fixed for those who are, and stay.",
            len(missing),
            names=names(now, missing),
        )
        yield Found(says, "+".join(("plan", *map(str, missing))))


def _absent(now: Situation) -> Iterator[Found]:
    """Who did not come to their table in the round played last, and is still in."""
    if now.round is None:
        return
    for match in now.round.matches.values():
        for player in _away(match):
            entry = now.state.players[player]
            if queries.present(entry):
                says = say(
                    "{name} did not come to table {table}: drop them, or they are paired again.",
                    name=now.name(player),
                    table=match.pairing.table,
                )
                yield Found(says, f"{now.round.number}:{player}", player=player, target=player)


def _away(match: Match) -> tuple[PlayerId, ...]:
    report = match.report
    if report is None or not match.settled:
        return ()
    if isinstance(report, PlacingReport):
        return tuple(match.pairing.players[seat] for seat in report.absent)
    if report.end != "no-show" or report.by is None:
        return ()
    return (match.pairing.players[report.by],)


def _late(now: Situation) -> Iterator[Found]:
    """Players who came after the round was published, while they can still have a match in it."""
    came = queries.late(now.state)
    if len(came) > 1:
        number = now.state.rounds[-1].number
        says = say_n(
            "{count} player came after round {round} was paired: void it and draw it again, or leave them the loss of "
            "the round.",
            "{count} players came after round {round} was paired: void it and draw it again, or leave them the loss of "
            "the round.",
            len(came),
            round=number,
        )
        yield Found(says, f"{number}:{came[-1]}")
    elif pair := queries.late_pair(now.state):
        number = now.state.rounds[-1].number
        says = say(
            "{name} came after round {round} was paired: pair them with the player who has the bye, or leave them "
            "the loss of the round.",
            name=now.name(pair[1]),
            round=number,
        )
        yield Found(says, f"{number}:{pair[1]}", player=pair[1], target=pair[1])


KINDS: Final = (
    Kind(
        "uid-missing",
        say("Unlimited IDs"),
        ("organiser", "scorekeeper"),
        "warns",
        ("SWU-UID-1",),
        "check-in",
        say("Enter them"),
        _uid_missing,
        waivable=True,
    ),
    Kind(
        "uid-twice",
        say("One Unlimited ID for two people"),
        ("organiser", "scorekeeper"),
        "warns",
        ("SWU-UID-1",),
        "player",
        say("Correct it"),
        _uid_twice,
    ),
    Kind(
        "guardian",
        say("Guardians"),
        ("organiser", "scorekeeper"),
        "stops",
        ("SWU-ID-2",),
        "player",
        say("Note that they were seen"),
        _guardian,
        steps=("start", "publish"),
        waivable=True,
    ),
    Kind(
        "identity",
        say("Identification"),
        ("organiser", "scorekeeper"),
        "reminds",
        ("SWU-ID-1",),
        "check-in",
        say("Open the check-in"),
        _identity,
        waivable=True,
    ),
    Kind(
        "not-here",
        say("Not checked in"),
        ("organiser", "scorekeeper"),
        "stops",
        ("COM-DROP-1", "SWU-RNDS-1"),
        "check-in",
        say("Open the check-in"),
        _not_here,
        waivable=True,
        done=say("Go on without them"),
        steps=("announce", "start"),
    ),
    Kind(
        "absent",
        say("Absent players"),
        ("organiser", "marshal", "scorekeeper"),
        "stops",
        ("COM-DROP-1", "SWU-TIE-1"),
        "drop",
        say("Drop the player"),
        _absent,
        waivable=True,
        done=say("They come back"),
        steps=("pair", "cut"),
        always=True,
    ),
    Kind(
        "late",
        say("Late arrivals"),
        ("organiser", "scorekeeper"),
        "warns",
        ("COM-BYE-1", "SWU-PAIR-1"),
        "late",
        say("Pair them"),
        _late,
        loud=True,
        waivable=True,
        done=say("Leave them the loss"),
        always=True,
    ),
)
