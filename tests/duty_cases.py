"""Situations for tests of duties: for each kind one in which it is open, and one in which it is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from muster.core.clock import Clock
from muster.core.duties import Situation
from muster.core.duties.situation import CallWaiting, KnownPlayer, Requires, Waits
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.kinds import Departure
from muster.core.messages import say
from muster.core.tournament import commands
from tournament_cases import Desk, absent, custom, desk, rules

OPENS: Final = datetime(2026, 3, 7, 9, tzinfo=UTC)
LATER: Final = OPENS + timedelta(hours=2)

Case = Callable[[], Situation]


def at(made: Desk, **known: Any) -> Situation:
    """A tournament at eleven on its day, all players with rosters that are legal, unless `known` says otherwise."""
    entrants = {player: KnownPlayer(uid=f"UID-{player}") for player in made.state.players}
    given: dict[str, Any] = {
        "opens_at": OPENS,
        "entrants": entrants,
        "staff": {"organiser": 1, "judge": 1},
        "name": "Player {}".format,
        **known,
    }
    return Situation(made.state, given.pop("now", LATER), **given)


def entered(regulations: str = "unlimited-1.3", players: int = 4, **given: Any) -> Desk:
    """Players entered, nothing announced."""
    return Desk().create(regulations, **given).enter(*range(1, players + 1))


def of(made: Desk, player: int, **known: Any) -> dict[str, Any]:
    """Every player with what is known, one of them otherwise."""
    entrants = {each: KnownPlayer(uid=f"UID-{each}") for each in made.state.players}
    return {"entrants": {**entrants, PlayerId(player): KnownPlayer(**known)}}


def _building(players: int = 4) -> Desk:
    """Decks are built at published tables."""
    made = desk("unlimited-1.3", players=players)
    made.do(commands.DrawBuilding(made.link()))
    made.do(commands.PublishBuilding())
    return made


def playing(regulations: str = "armada-4.0", players: int = 4) -> Desk:
    """Round 1 is published, with no result."""
    return desk(regulations, players=players).pair()


def reported() -> Desk:
    """One side has reported at table 1."""
    made = playing()
    made.report(1, made.win(1, 0), by=made.round.matches[TableNo(1)].pairing.players[0])
    return made


def disputed() -> Desk:
    """Both sides have reported at table 1, and differ."""
    made = reported()
    made.report(1, made.win(1, 1), by=made.round.matches[TableNo(1)].pairing.players[1])
    return made


def stayed_away() -> Desk:
    """Somebody did not come to table 1."""
    made = playing()
    made.report(1, absent(made.state.regulations, 1))
    return made


def came_late() -> Desk:
    """A sixth player came after round 1 was published, in which somebody has the bye."""
    return playing(players=5).enter(6)


def cut_made(*gone: int) -> Desk:
    """The cut to four is made, and these have dropped since."""
    made = desk("armada-4.0", players=8, **custom(1, 4)).rounds(1)
    made.do(commands.MakeCut())
    return made.drop(*gone) if gone else made


def finished(regulations: str = "unlimited-1.3", **given: Any) -> Desk:
    """A tournament of one round is over."""
    return desk(regulations, players=4, **{**custom(1), **given}).rounds(1).finish()


def clock(minutes: int, **more: Any) -> Clock:
    """A clock of so many minutes that was started when the event began."""
    return Clock(minutes, OPENS, **more)


def _recommended() -> Situation:
    made = playing()
    return at(made, recommended=(Waits(3, LATER, PlayerId(2)),))


def _first_of_cut(made: Desk) -> int:
    return (made.state.seeds or ())[0]


def _replaced() -> Situation:
    made = cut_made()
    return at(made.drop(_first_of_cut(made)))


def _bracket() -> Desk:
    return desk("unlimited-1.3", players=8, **custom(1, 4)).rounds(1).cut().pair()


ASKS: Final = Requires(uid=True, identity=True, guardian=True)

OPEN: Final[Mapping[str, Case]] = {
    "prepare": lambda: at(entered()),
    "judge-missing": lambda: at(entered(tier="competitive"), staff={"organiser": 1}),
    "departure": lambda: at(
        entered(), departures=(Departure("format", say("Limited is planned."), "SWU-KIND-1"),)
    ),
    "uid-missing": lambda: at(made := entered(), requires=ASKS, **of(made, 3)),
    "uid-twice": lambda: at(made := entered(), **of(made, 3, uid="uid-1")),
    "guardian": lambda: at(made := entered(), requires=ASKS, **of(made, 3, uid="X", minor=True)),
    "identity": lambda: at(made := _checked_in(), requires=ASKS, **of(made, 1, uid="X", identity_seen=False)),
    "not-here": lambda: at(_checked_in()),
    "absent": lambda: at(stayed_away()),
    "late": lambda: at(came_late()),
    "pool-missing": lambda: at(_building(), pools=frozenset({PlayerId(1)})),
    "roster-missing": lambda: at(made := entered(), rosters="required", **of(made, 2, roster="missing")),
    "roster-illegal": lambda: at(made := entered(), rosters="required", **of(made, 2, roster="illegal")),
    "roster-unsure": lambda: at(made := entered(), rosters="required", **of(made, 2, roster="unsure")),
    "roster-late": lambda: at(made := playing("armada-4.0"), **of(made, 2, late=True)),
    "call": lambda: at(playing(), calls=(CallWaiting(5, "judge", PlayerId(1), TableNo(1), LATER),)),
    "rejoin": lambda: at(playing(), calls=(CallWaiting(6, "rejoin", PlayerId(1), None, LATER),)),
    "dispute": lambda: at(disputed()),
    "clock-not-started": lambda: at(playing(), clock=Clock()),
    "time-up": lambda: at(playing(), clock=clock(119)),
    "no-result": lambda: at(playing(), clock=clock(60)),
    "unconfirmed": lambda: at(reported()),
    "penalty-unapplied": lambda: at(playing(), unapplied=(Waits(1, LATER, PlayerId(1), TableNo(1)),)),
    "appeal": lambda: at(playing(), appeals=(Waits(1, LATER, None, TableNo(2)),)),
    "proxy": lambda: at(playing(), proxies=(Waits(1, LATER, PlayerId(1)),)),
    "component": lambda: at(playing(), components=(Waits(1, LATER, PlayerId(1), TableNo(1)),)),
    "disqualification": _recommended,
    "replacement": _replaced,
    "lists-exchanged": lambda: at(_bracket(), rosters="required"),
    "sign-off": lambda: at(desk(players=4, **custom(3)).rounds(2), signed=frozenset({RoundNo(1)})),
    "prizes": lambda: at(finished(), prizes=True, finished_at=LATER),
    "upload": lambda: at(finished(tier="competitive"), finished_at=LATER),
    "copy": lambda: at(finished(), finished_at=LATER),
    "own-roster": lambda: at(made := entered(), rosters="required", **of(made, 2, roster="missing")),
    "own-roster-illegal": lambda: at(made := entered(), rosters="optional", **of(made, 2, roster="illegal")),
    "own-uid": lambda: at(made := entered(), requires=ASKS, **of(made, 2)),
    "own-guardian": lambda: at(made := entered(), requires=ASKS, **of(made, 2, uid="X", minor=True)),
    "own-history": lambda: at(finished(), finished_at=LATER),
}
"""For each kind a situation in which it is open."""

SETTLED: Final[Mapping[str, Case]] = {
    "prepare": lambda: at(playing("unlimited-1.3")),
    "judge-missing": lambda: at(entered(tier="competitive")),
    "departure": lambda: at(
        entered(), departures=(Departure("judge", say("A judge is needed."), "SWU-TIER-1"),)
    ),
    "uid-missing": lambda: at(entered(), requires=ASKS),
    "uid-twice": lambda: at(entered()),
    "guardian": lambda: at(
        made := entered(),
        requires=ASKS,
        **of(made, 3, minor=True, guardian_seen=True, identity_seen=True),
    ),
    "identity": lambda: at(_checked_in()),
    "not-here": lambda: at(_checked_in(), now=OPENS - timedelta(hours=1)),
    "absent": lambda: at(_dropped_after_absence()),
    "late": lambda: at(playing()),
    "pool-missing": lambda: at(_building(), pools=frozenset(map(PlayerId, range(1, 5)))),
    "roster-missing": lambda: at(made := entered(), rosters="optional", **of(made, 2, roster="missing")),
    "roster-illegal": lambda: at(entered(), rosters="required"),
    "roster-unsure": lambda: at(entered(), rosters="required"),
    "roster-late": lambda: at(playing()),
    "call": lambda: at(playing()),
    "rejoin": lambda: at(playing()),
    "dispute": lambda: at(reported()),
    "clock-not-started": lambda: at(playing(), clock=clock(150)),
    "time-up": lambda: at(playing(), clock=clock(150)),
    "no-result": lambda: at(playing(), clock=clock(60, extended={TableNo(1): 60, TableNo(2): 70})),
    "unconfirmed": lambda: at(playing()),
    "penalty-unapplied": lambda: at(playing()),
    "appeal": lambda: at(playing()),
    "proxy": lambda: at(playing()),
    "component": lambda: at(playing()),
    "disqualification": lambda: at(playing()),
    "replacement": lambda: at(cut_made()),
    "lists-exchanged": lambda: at(_bracket()),
    "sign-off": lambda: at(desk(players=4, **custom(3)).rounds(1), signed=frozenset({RoundNo(1)})),
    "prizes": lambda: at(finished(), finished_at=LATER),
    "upload": lambda: at(finished(), finished_at=LATER),
    "copy": lambda: at(playing()),
    "own-roster": lambda: at(entered(), rosters="required"),
    "own-roster-illegal": lambda: at(entered(), rosters="required"),
    "own-uid": lambda: at(entered(), requires=ASKS),
    "own-guardian": lambda: at(
        made := entered(), requires=ASKS, **of(made, 2, uid="X", minor=True, guardian_seen=True)
    ),
    "own-history": lambda: at(playing("unlimited-1.3")),
}
"""For each kind a situation in which it is not."""


def _checked_in() -> Desk:
    """Of four players one is here."""
    made = entered(check_in=True, tier="competitive")
    made.do(commands.CheckIn(PlayerId(1)))
    return made


def _dropped_after_absence() -> Desk:
    made = stayed_away()
    return made.drop(made.round.matches[TableNo(1)].pairing.players[1])


def known(regulations: str) -> frozenset[str]:
    """The clauses on record of these regulations."""
    return frozenset(rules(regulations).clauses)
