"""Whose total is the lower one at a table, and what that player decides, in words for those who sit there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from muster.core.ids import PlayerId, Seat
from muster.core.roster.tally import lower_total
from muster.core.tournament.state import State
from muster.exchange.words import isolated
from muster.people.models import RosterVersion
from muster.rules.rosters import RosterRules, Seen


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who decides about the parts of the game, and the clause."""

    says: str
    clause: str


Totals = tuple[int | None, int | None]
"""What the two at a table bring, in the order of their seats; None where that is not known."""


def verdict(
    state: State,
    rules: RosterRules,
    seen: Seen,
    totals: Totals,
    names: tuple[str, str],
    me: Seat | None = None,
) -> Verdict | None:
    """Who decides about the parts of the game; None where totals do not decide, or one is not known.

    Args:
        state: the tournament.
        rules: what its regulations say of rosters.
        seen: who sees rosters here. Where nobody but the staff does, a player is told who decides and no total.
        totals: what the two bring.
        names: the two players.
        me: who reads it; None for the staff, who see every total.
    """
    lower = lower_total(*totals)
    if rules.totals_decide is None or lower is None:
        return None
    hidden = seen == "staff" and me is not None
    one, two = (0, 1) if me is None else (me, 1 - me)
    words = {
        "force": state.regulations.force,
        "part": state.regulations.seat_roles.first,
        "name": isolated(names[two]),
        "first": isolated(names[one]),
        "one": totals[one],
        "two": totals[two],
        "who": "" if lower == "random" else isolated(names[lower]),
    }
    told = "" if hidden else _brought(me) % words + " "
    return Verdict(told + _decides(lower, me) % words, rules.totals_decide.clause)


def _brought(me: Seat | None) -> str:
    if me is None:
        return _("%(first)s brings %(one)d points, %(name)s %(two)d.")
    return _("Your %(force)s is worth %(one)d, that of %(name)s %(two)d.")


def _decides(lower: object, me: Seat | None) -> str:
    if lower == "random":
        return _("That is equal: find out at random who decides who is the %(part)s.")
    if lower == me:
        return _("You have the lower total: you decide who is the %(part)s.")
    return _("The lower total decides: %(who)s says who is the %(part)s.")


def counting(tournament: int, players: Iterable[PlayerId] | None = None) -> Mapping[PlayerId, RosterVersion]:
    """The rosters that count, by entry number, without the texts they were pasted as.

    Args:
        tournament: whose.
        players: whose rosters; everybody's if None.
    """
    rows = RosterVersion.objects.filter(
        entry__tournament=tournament, entry__player__isnull=False, number__gt=0
    )
    if players is not None:
        rows = rows.filter(entry__player__in=list(players))
    rows = rows.select_related("entry__person").defer("text").order_by("number")
    # Later versions take the place of earlier ones.
    return {PlayerId(row.entry.player or 0): row for row in rows}
