"""Tables drawn at random to be checked: drawn from the journal's head, kept, and drawn again by whoever doubts it."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from muster.app.access import Actor
from muster.app.judging.common import account_of, known_under, tell
from muster.core.draws import DrawSeed
from muster.core.ids import RoundNo, TableNo
from muster.core.judging.checks import check_seed, drawn
from muster.core.tournament import queries
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.journal.store import Snapshot
from muster.people.models import CheckDraw, Tournament

MOST: Final = 100
"""More tables than are ever checked in one go."""


def running_tables(state: State) -> tuple[TableNo, ...]:
    """The tables of the running round that have no settled result yet."""
    round_ = queries.current_round(state)
    matches = sorted(round_.matches.items()) if round_ else []
    return tuple(table for table, match in matches if not match.settled)


def draw(tournament: int, actor: Actor, count: int, *, key: str | None = None) -> CheckDraw | Refusal:
    """Draw tables among those that play. Every draw stays on record, so drawing until it suits is seen.

    Args:
        tournament: the journal's number.
        actor: who draws.
        count: how many tables; all that play, if they are fewer.
        key: the form's idempotency key.

    Raises:
        DeniedError: the actor may not rule.
    """
    actor.must("rule")
    if not 1 <= count <= MOST:
        return Refusal("bad-setup", _("Enter how many tables to draw, from 1 to %d.") % MOST)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament)
        if known := known_under(CheckDraw, tournament, key):
            return known
        state = store.load(tournament).state
        among = running_tables(state)
        if not among:
            return Refusal("no-table", _("No table plays now: draw while a round is running."))
        return _drawn(tournament, actor, count, state, among, key)


def _drawn(
    tournament: int, actor: Actor, count: int, state: State, among: tuple[TableNo, ...], key: str | None
) -> CheckDraw:
    round_no = RoundNo(len(state.rounds))
    number = CheckDraw.objects.filter(tournament=tournament, round_no=round_no).count() + 1
    seed = check_seed(state.head, round_no, number)
    made = CheckDraw.objects.create(
        tournament_id=tournament,
        round_no=round_no,
        number=number,
        head=state.head,
        seed=seed,
        among=list(among),
        tables=list(drawn(seed, among, count)),
        by_id=account_of(actor),
        at=timezone.now(),
        key=key,
    )
    tell(tournament)
    return made


def recomputed(draw: CheckDraw) -> tuple[TableNo, ...]:
    """The tables as they come out when drawn again from what the record holds."""
    seed = check_seed(draw.head, RoundNo(draw.round_no), draw.number)
    return drawn(seed, (TableNo(table) for table in draw.among), len(draw.tables))


def doubts(snapshot: Snapshot, draw: CheckDraw) -> tuple[str, ...]:
    """What is wrong with a recorded draw, in words; nothing if it comes out as recorded.

    Its head must be one of the journal's, its seed made of it, its tables those that played then, in the order drawn.
    """
    found = []
    if check_seed(draw.head, RoundNo(draw.round_no), draw.number) != DrawSeed(draw.seed):
        found.append(_("The seed is not made of head, round and number."))
    if draw.head not in {entry.head for entry in snapshot.entries}:
        found.append(_("The head is none of this journal's."))
    if list(recomputed(draw)) != draw.tables:
        found.append(_("The tables come out otherwise."))
    return tuple(found)


def draws_of(tournament: int, round_no: int | None = None) -> QuerySet[CheckDraw]:
    """The draws of a tournament, latest first, with who drew."""
    rows = CheckDraw.objects.filter(tournament=tournament).select_related("by")
    return (rows if round_no is None else rows.filter(round_no=round_no)).order_by("-pk")
