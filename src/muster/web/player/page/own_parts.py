"""What a player's page says of that player alone, in pieces: rank, rounds, where and when, roster, settings."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from muster.web.player.page.pieces import Same, WithGaps, gap, number_gap, piece
from muster.web.player.page.shown import OwnStandings, RoundLine
from muster.web.player.page.sight import Sight
from muster.web.player.settings.page import OwnSettings

# Rank and rounds --------------------------------------------------------------------------------------------------


def mine_of(sight: Sight, token: str) -> SafeString:
    """The player's rank with those around it, and their rounds."""
    me, ranked, lines = sight.me, sight.ranked, sight.rounds
    key = (
        sight.ground, ranked and _rank_key(ranked), tuple(_line_key(line) for line in lines), me.seated,
        bool(sight.versions), bool(me.match), bool(me.bye), bool(me.round),
    )  # fmt: skip
    made = piece("player/page/mine.html", (*key, Same(me.state.setup)), lambda: _mine_names(sight))
    values: dict[str, object] = {"token": token}
    if ranked:
        values |= _of_ranked(ranked)
    values |= {f"{name}{at}": value for at, line in enumerate(lines) for name, value in _of_line(line)}
    return made.filled(values)


def _rank_key(ranked: OwnStandings) -> Hashable:
    return tuple(column.id for column in ranked.columns), tuple(own for _, _, own in ranked.rows)


def _line_key(line: RoundLine) -> Hashable:
    return line.kind, line.status if line.status in ("open", "disputed") else "", bool(line.seat)


def _of_ranked(ranked: OwnStandings) -> dict[str, object]:
    found: dict[str, object] = {"rank": ranked.rank, "of": ranked.of, "after": ranked.after}
    for at, (row, figures, _) in enumerate(ranked.rows):
        found |= {
            f"rank{at}": row.rank_text,
            f"n{at}": row.player,
            f"name{at}": row.name,
            f"points{at}": row.points,
        }
        found |= {f"figure{at}-{number}": figure for number, figure in enumerate(figures)}
    return found


def _of_line(line: RoundLine) -> Iterator[tuple[str, object]]:
    yield "round-no", line.number
    yield "round-who", line.opponent
    yield "round-table", line.table
    yield "round-seat", line.seat
    yield "round-verdict", line.verdict
    yield "round-points", line.points


@dataclass(frozen=True, slots=True)
class _RankRowWithGaps:
    """A line of the standings as gaps."""

    rank_text: str
    player: int
    name: str
    points: str


def _mine_names(sight: Sight) -> dict[str, object]:
    me, tournament = sight.me, sight.me.entry.tournament
    ranked = sight.ranked
    return {
        "me": me, "match": me.match, "event": tournament.event, "tournament": tournament,
        "phone": {"token": gap("token")},
        "sight": {
            "ranked": ranked and _ranked_with_gaps(ranked),
            "rounds": [_line_with_gaps(line, at) for at, line in enumerate(sight.rounds)],
            "versions": sight.versions,
        },
    }  # fmt: skip


def _ranked_with_gaps(ranked: OwnStandings) -> WithGaps:
    rows = [
        (
            _RankRowWithGaps(gap(f"rank{at}"), number_gap(at), gap(f"name{at}"), gap(f"points{at}")),
            [gap(f"figure{at}-{number}") for number in range(len(figures))],
            own,
        )
        for at, (_, figures, own) in enumerate(ranked.rows)
    ]
    return WithGaps(ranked, rank=gap("rank"), of=gap("of"), after=gap("after"), rows=rows)


def _line_with_gaps(line: RoundLine, at: int) -> WithGaps:
    return WithGaps(
        line, number=gap(f"round-no{at}"), opponent=gap(f"round-who{at}"), table=gap(f"round-table{at}"),
        verdict=gap(f"round-verdict{at}"), points=gap(f"round-points{at}"),
        seat=gap(f"round-seat{at}") if line.seat else 0,
    )  # fmt: skip


# Where and when ---------------------------------------------------------------------------------------------------


def event_of(sight: Sight, token: str) -> SafeString:
    """When and where, whose page it is, and where one goes from it."""
    me = sight.me
    key = (
        sight.ground, Same(me.state.setup), bool(me.round), me.moment == "waiting", bool(me.own), me.may_drop,
        me.must_finish_first,
    )  # fmt: skip
    made = piece("player/page/event.html", key, lambda: _event_names(sight))
    return made.filled({"token": token, "me": sight.my_name, "number": me.own.player if me.own else ""})


def _event_names(sight: Sight) -> dict[str, object]:
    me, tournament = sight.me, sight.me.entry.tournament
    own = WithGaps(me.own, player=gap("number")) if me.own else None
    return {
        "me": WithGaps(me, own=own), "moment": me.moment, "event": tournament.event, "tournament": tournament,
        "phone": {"token": gap("token")}, "sight": {"my_name": gap("me")},
    }  # fmt: skip


# Settings ---------------------------------------------------------------------------------------------------------


def settings_of(own: OwnSettings, filled_later: dict[str, str]) -> SafeString:
    """The settings of somebody who is not logged in and has not just registered.

    Args:
        own: the settings.
        filled_later: names of the template that stand for something else each time.
    """
    wishes = own.wishes
    key = (own.mail, own.told, own.phone.tournament.names, wishes.shown_as)
    made = piece("player/settings/settings.html", key, lambda: _settings_names(own) | filled_later)
    values = {
        "token": own.phone.token, "address": own.address, "email": wishes.email, "alias": wishes.alias,
        "pronouns": wishes.pronouns,
    }  # fmt: skip
    return made.filled(values)


def _settings_names(own: OwnSettings) -> dict[str, object]:
    wishes = WithGaps(own.wishes, email=gap("email"), alias=gap("alias"), pronouns=gap("pronouns"))
    said = WithGaps(own, wishes=wishes, address=gap("address"), new=False, qr="", may_keep=False, kept=False)
    return {"own": said, "phone": {"token": gap("token")}}


# The roster -------------------------------------------------------------------------------------------------------


def roster_of(sight: Sight, token: str) -> SafeString:
    """How their roster stands: folded while a round is on."""
    standing, me = sight.roster, sight.me
    key = standing and (
        me.entry.tournament.event.time_zone, str(standing.kind), standing.required, standing.kept, standing.draft,
        standing.deadline, standing.locked, standing.over,
    )  # fmt: skip
    template = f"player/rosters/roster_{'fold' if me.round else 'status'}.html"
    return piece(template, key, lambda: _roster_names(sight)).filled({"token": token})


def _roster_names(sight: Sight) -> dict[str, object]:
    return {"sight": sight, "event": sight.me.entry.tournament.event, "phone": {"token": gap("token")}}
