"""Tables drawn at random to be checked: by a secret nobody knows yet, kept, and drawn again by whoever doubts it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.staff.records import account_of, known_under, tell
from muster.core.draws import ChainLink, DrawSeed, chain
from muster.core.ids import RoundNo, TableNo
from muster.core.judging.checks import check_secret, check_seed, drawn, link_for, shown_link
from muster.core.messages import Message, say
from muster.core.tournament import queries
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import secrets, store
from muster.journal.store import Snapshot
from muster.people.models import CheckDraw, Tournament

MOST: Final = 100
"""More tables than are ever checked in one go."""

Proof = Literal["proven", "later", "none"]
"""Whether the secret of a draw is shown to come from the hash chain: it is, it can be with the round after, or it
rests on the head alone."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What drawing again says of a recorded draw.

    Attributes:
        doubts: what is wrong with it, in words; nothing if it comes out as recorded.
        proof: whether its secret is shown to come from the hash chain.
        secret: its secret as far as it may be shown; empty while tables can still be drawn by it.
        after: the round whose link it comes from.
    """

    doubts: tuple[Message, ...]
    proof: Proof
    secret: str
    after: int


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
        return Refusal("bad-setup", say("Enter how many tables to draw, from 1 to {most}.", most=MOST))
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament)
        if known := known_under(CheckDraw, tournament, key):
            return known
        state = store.load(tournament).state
        among = running_tables(state)
        if not among:
            return Refusal("no-table", say("No table plays now: draw while a round is running."))
        return _drawn(tournament, actor, count, state, among, key)


def _drawn(
    tournament: int, actor: Actor, count: int, state: State, among: tuple[TableNo, ...], key: str | None
) -> CheckDraw:
    round_no = RoundNo(len(state.rounds))
    latest = draws_of(tournament, round_no).first()
    number = latest.number + 1 if latest else 1  # not how many there are: one may have been deleted
    link = link_for(round_no) if secrets.kept(tournament) else None
    secret = check_secret(secrets.link(tournament, link)) if link else ""
    seed = check_seed(state.head, round_no, number, secret)
    made = CheckDraw.objects.create(
        tournament_id=tournament,
        round_no=round_no,
        number=number,
        head=state.head,
        secret=secret,
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
    return drawn(_seed(draw), (TableNo(table) for table in draw.among), len(draw.tables))


def _seed(draw: CheckDraw) -> DrawSeed:
    return check_seed(draw.head, RoundNo(draw.round_no), draw.number, draw.secret)


def verdict(snapshot: Snapshot, draw: CheckDraw) -> Verdict:
    """Draw again, and compare the secret with its link once the round after has shown that.

    The secret of a draw may be shown when no table of its round plays any more: until then whoever knew it could
    foresee the next draw.
    """
    state = snapshot.state
    proof: Proof = "later" if draw.secret else "none"
    if draw.secret and _public(state, draw) is not None:
        proof = "proven"
    over = draw.round_no < len(state.rounds) or not running_tables(state)
    return Verdict(doubts(snapshot, draw), proof, draw.secret if over else "", draw.round_no + 1)


def doubts(snapshot: Snapshot, draw: CheckDraw) -> tuple[Message, ...]:
    """What is wrong with a recorded draw, in words; nothing if it comes out as recorded.

    Its head must be one of the journal's, its seed made of it, its tables those that played then, in the order drawn;
    and its secret must come from the link of the round after, as soon as that is public.
    """
    found = []
    link = _public(snapshot.state, draw)
    if draw.secret and link is not None and check_secret(link) != draw.secret:
        found.append(say("The secret is not that of the link of the round after."))
    if _seed(draw) != DrawSeed(draw.seed):
        found.append(say("The seed is not made of secret, head, round and number."))
    if draw.head not in {entry.head for entry in snapshot.entries}:
        found.append(say("The head is none of this journal's."))
    if list(recomputed(draw)) != draw.tables:
        found.append(say("The tables come out otherwise."))
    return tuple(found)


def _public(state: State, draw: CheckDraw) -> ChainLink | None:
    """The link a draw rests on, if the journal has shown it."""
    number = link_for(RoundNo(draw.round_no))
    return shown_link(state.draws.revealed, number) if number else None


def untrue_draws(snapshot: Snapshot, secret: ChainLink | None) -> Iterator[Message]:
    """What is wrong with the draws of a tournament, for whoever holds the secret of its hash chain.

    Args:
        snapshot: the tournament.
        secret: where the chain starts; without it the links that are public are what there is to check by.
    """
    links = chain(secret) if secret else []
    numbers: dict[int, set[int]] = {}
    for draw in draws_of(snapshot.tournament):
        numbers.setdefault(draw.round_no, set()).add(draw.number)
        number = link_for(RoundNo(draw.round_no))
        found = list(doubts(snapshot, draw))
        if draw.secret and links and number and check_secret(links[number]) != draw.secret and not found:
            found.append(say("its secret is not that of the announced chain"))
        for says in found:
            yield say(
                "check draw {number} of round {round}: {problem}",
                number=draw.number,
                round=draw.round_no,
                problem=says,
            )
    for round_no, there in sorted(numbers.items()):
        for gone in sorted(set(range(1, max(there))) - there):
            yield say(
                "check draw {number} of round {round} is missing: a later one of that round is on record",
                number=gone,
                round=round_no,
            )


def draws_of(tournament: int, round_no: int | None = None) -> QuerySet[CheckDraw]:
    """The draws of a tournament, latest first, with who drew."""
    rows = CheckDraw.objects.filter(tournament=tournament).select_related("by")
    return (rows if round_no is None else rows.filter(round_no=round_no)).order_by("-pk")
