"""Signing off a round: whoever may rule looks at its results and says, by their own name, that they are right.

A signature is a row beside the journal, not a fact of it: it holds as long as the digest of the round's results is the
one that was signed, and tells everybody when it is no longer. Nobody signs their own match: where a leader plays
(`COM-ROLE-4`) their signature stands for all the other matches of the round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.common.cache import BoundedCache
from muster.app.common.topics import changed, topics_in
from muster.app.history.telling import teller_of
from muster.app.results.read import RESULT_FACTS
from muster.app.staff.conflicts import clause_on_playing
from muster.app.staff.records import account_of, known_under
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.messages import NOTHING, Message, listing, say, say_n, verbatim
from muster.core.tournament import facts
from muster.core.tournament.facts import Fact
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.seal import results_digest
from muster.core.tournament.state import Match, Round, State
from muster.journal import store
from muster.journal.store import Snapshot
from muster.people.models import Entry, SignOff, Tournament

MOST_TABLES: Final = 8
"""So many open tables are named; of more it says that there are more."""

MOST_MATCHES: Final = 60
"""So many matches stand on the page on which one signs; all of them are on the page of results."""

MOST_CHANGES: Final = 5
"""So many changes since a signature are told, the latest first."""

ROLES: Final = ("organiser", "marshal", "judge")
"""Who signs, in the order in which they are named."""

_ROUND_FACTS: Final[tuple[type[Fact], ...]] = (
    *RESULT_FACTS,
    facts.ByeAwarded,
    facts.RoundPublished,
    facts.RoundVoided,
)
_digests: Final = BoundedCache[str](256)


@dataclass(frozen=True, slots=True)
class ToSign:
    """What somebody puts their name to.

    Attributes:
        round_no: the round.
        digest: of its results; the form sends it back, so that nobody signs what they have not seen.
        matches: how many.
        byes: how many players had none.
        corrections: how often a result of it was corrected.
        disputes: the tables whose players said different things.
        unconfirmed: matches that only one of the two has reported.
        own: the tables at which they play themselves: their signature is not for these.
        clause: on leaders who play, where there is one.
        signed: they have signed exactly this before.
    """

    round_no: RoundNo
    digest: str
    matches: int
    byes: int
    corrections: int
    disputes: int
    unconfirmed: int
    own: tuple[TableNo, ...]
    clause: str | None
    signed: bool


@dataclass(frozen=True, slots=True)
class Signature:
    """Who signed a round, and whether its results are still those they signed.

    Attributes:
        account: the account; None once it was deleted.
        name: what it is called.
        role: the role they signed in.
        at: when.
        head: the head of the journal then.
        digest: of the results that were signed.
        holds: the results are the same.
        own: the tables at which they play, for which it does not stand.
    """

    account: int | None
    name: Message
    role: str
    at: datetime
    head: str
    digest: str
    holds: bool
    own: tuple[TableNo, ...]


@dataclass(frozen=True, slots=True)
class SignedRound:
    """A round with its signatures, each person's latest, in the order of time."""

    round: Round
    signatures: tuple[Signature, ...]

    @property
    def holding(self) -> tuple[Signature, ...]:
        """Those that hold."""
        return tuple(one for one in self.signatures if one.holds)

    @property
    def broken(self) -> tuple[Signature, ...]:
        """Those of results that have changed since."""
        return tuple(one for one in self.signatures if not one.holds)

    @property
    def uncovered(self) -> tuple[TableNo, ...]:
        """Tables for which none of the signatures that hold stands: the leader who signed plays there."""
        left = [frozenset(one.own) for one in self.holding]
        return tuple(sorted(frozenset.intersection(*left))) if left else ()

    @property
    def digest(self) -> str:
        """Of the results that were signed last: those of now, if any signature holds."""
        found = self.holding or self.broken
        return found[-1].digest if found else ""

    @property
    def words(self) -> Message:
        """Whose signatures hold, by role and number, or else whose there were."""
        return signers(self.holding or self.broken)


@dataclass(frozen=True, slots=True)
class LaterChange:
    """What changed a round after it was signed: the number of the fact, and what happened."""

    seq: int
    says: Message


def sign_off(
    tournament: int, actor: Actor, round_no: int, *, seen: str, key: str | None = None
) -> SignOff | Refusal:
    """Sign off a complete round.

    Refused: a round that is not complete; one whose only match the actor plays (`COM-ROLE-4`); results that are not
    those they were shown; signing again what they have signed and nobody has changed.

    Args:
        tournament: the journal's number.
        actor: who signs.
        round_no: the round.
        seen: the digest of the results they were shown (`ToSign.digest`).
        key: the form's idempotency key.

    Raises:
        DeniedError: the actor may not rule.
    """
    actor.must("rule")
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament)
        if known := known_under(SignOff, tournament, key):
            return known
        snapshot = store.load(tournament)
        asked = to_sign(snapshot, actor, round_no)
        if isinstance(asked, Refusal):
            return asked
        if asked.signed:
            return signed_before(round_no)
        if asked.digest != seen:
            says = say(
                "A result of round {round} has changed since you opened the page: look at it again.",
                round=round_no,
            )
            return Refusal("stale", says)
        made = SignOff.objects.create(
            tournament_id=tournament,
            round_no=round_no,
            by_id=account_of(actor),
            role=actor.role or "",
            head=snapshot.state.head,
            results=asked.digest,
            at=timezone.now(),
            key=key,
        )
        changed(topics_in(tournament, "results", "calls"))
        return made


def to_sign(snapshot: Snapshot, actor: Actor, round_no: int) -> ToSign | Refusal:
    """What somebody would sign, or why they cannot.

    That they have signed it before is no refusal here: what a form shows when it is opened must not depend on
    whether the same form, sent a moment ago, is on record yet; `sign_off` knows it by its key.
    """
    state = snapshot.state
    if not 1 <= round_no <= len(state.rounds):
        return Refusal("no-round", say("There is no such round."))
    round_ = state.rounds[round_no - 1]
    account = account_of(actor)
    own = _own(round_, _playing(snapshot.tournament, {account}), account)
    if refusal := _not_yet(round_) or _only_own(state, round_, own):
        return refusal
    digest, last = _digest(state, round_no), _last(snapshot.tournament, round_no, account)
    matches = round_.matches.values()
    return ToSign(
        round_.number,
        digest,
        len(round_.matches),
        len(round_.byes),
        sum(match.corrections for match in matches),
        len(_disputed(snapshot, round_no)),
        sum(match.status == "reported" for match in matches),
        own,
        clause_on_playing(state),
        last is not None and last.results == digest,
    )


def signed_before(round_no: int) -> Refusal:
    """Why nobody signs again what they have signed and nobody has changed."""
    says = say("You have approved round {round}, and nothing in it has changed since.", round=round_no)
    return Refusal("already-recorded", says)


def matches_to_sign(round_: Round) -> list[Match]:
    """The matches of a round as whoever signs it looks through them: by table, the first `MOST_MATCHES`."""
    return [round_.matches[table] for table in sorted(round_.matches)[:MOST_MATCHES]]


def signed_rounds(snapshot: Snapshot) -> tuple[SignedRound, ...]:
    """Every published round with its signatures; in two queries."""
    return _signed(snapshot, snapshot.state.rounds)


def signed_round(snapshot: Snapshot, round_: Round) -> SignedRound:
    """One round with its signatures."""
    return _signed(snapshot, (round_,))[0]


def changes_since(
    snapshot: Snapshot, signed: SignedRound, name: Naming, words: Mapping[str, str]
) -> tuple[LaterChange, ...]:
    """What changed a round after the latest signature that no longer holds; nothing if all hold.

    Args:
        snapshot: the tournament.
        signed: the round.
        name: how players are named.
        words: the words of reasons, by the digest a fact has in their place.
    """
    if not signed.broken:
        return ()
    number, teller = signed.round.number, teller_of(snapshot, name, words)
    found = list[LaterChange]()
    for entry in reversed(snapshot.entries):
        if entry.head == signed.broken[-1].head or len(found) == MOST_CHANGES:
            break
        if _touches(snapshot, entry.fact, number):
            found.append(LaterChange(entry.seq, teller.at(entry.seq).describe(entry.fact)))
    return tuple(found)


def signers(signatures: Iterable[Signature]) -> Message:
    """Whose signatures these are, without names: `the marshal and 2 judges`."""
    roles = [one.role for one in signatures]
    words = [_role(role, roles.count(role)) for role in ROLES if role in roles]
    return say("{who}", who=listing(words)) if words else NOTHING


def _role(role: str, count: int) -> Message:
    return {
        "organiser": say_n("the organiser", "{count} organisers", count),
        "marshal": say_n("the marshal", "{count} marshals", count),
        "judge": say_n("a judge", "{count} judges", count),
    }[role]


def _signed(snapshot: Snapshot, rounds: Collection[Round]) -> tuple[SignedRound, ...]:
    numbers = [round_.number for round_ in rounds]
    rows = SignOff.objects.filter(tournament=snapshot.tournament, round_no__in=numbers)
    latest: dict[tuple[int, int], SignOff] = {}
    for row in rows.select_related("by").order_by("pk"):
        # Whoever is gone cannot sign again: each of their rows is a person of its own.
        latest[row.round_no, row.by_id or -row.pk] = row
    playing = _playing(snapshot.tournament, {row.by_id for row in latest.values()})
    return tuple(
        SignedRound(
            round_,
            tuple(
                _signature(row, _digest(snapshot.state, round_.number), _own(round_, playing, row.by_id))
                for row in sorted(latest.values(), key=lambda row: row.pk)
                if row.round_no == round_.number
            ),
        )
        for round_ in rounds
    )


def _signature(row: SignOff, digest: str, own: tuple[TableNo, ...]) -> Signature:
    name = verbatim(str(row.by)) if row.by else say("somebody whose account is gone")
    return Signature(row.by_id, name, row.role, row.at, row.head, row.results, row.results == digest, own)


def _digest(state: State, round_no: int) -> str:
    return _digests.of((state.head, round_no), lambda: results_digest(state, round_no))


def _last(tournament: int, round_no: int, account: int | None) -> SignOff | None:
    rows = SignOff.objects.filter(tournament=tournament, round_no=round_no, by=account)
    return rows.order_by("pk").last() if account is not None else None


def _playing(tournament: int, accounts: Collection[int | None]) -> Mapping[PlayerId, int]:
    """Which of these accounts is which player."""
    known = {account for account in accounts if account is not None}
    if not known:
        return {}
    rows = Entry.objects.filter(tournament=tournament, player__isnull=False, person__account__in=known)
    return {
        PlayerId(player): account
        for player, account in rows.values_list("player", "person__account")
        if player is not None and account is not None
    }


def _own(round_: Round, playing: Mapping[PlayerId, int], account: int | None) -> tuple[TableNo, ...]:
    """The tables of a round at which this account plays."""
    mine = {player for player, whose in playing.items() if whose == account}
    found = (table for table, match in round_.matches.items() if mine.intersection(match.pairing.players))
    return tuple(sorted(found))


def _not_yet(round_: Round) -> Refusal | None:
    left = sorted(table for table, match in round_.matches.items() if not match.settled)
    if not left:
        return None
    tables = ", ".join(map(str, left[:MOST_TABLES])) + (" …" if len(left) > MOST_TABLES else "")
    says = say_n(
        "Round {round} is not complete: table {tables} has no undisputed result yet.",
        "Round {round} is not complete: tables {tables} have no undisputed result yet.",
        len(left),
        round=round_.number,
        tables=tables,
    )
    return Refusal("results-missing", says)


def _only_own(state: State, round_: Round, own: Collection[TableNo]) -> Refusal | None:
    if not own or len(own) < len(round_.matches):
        return None
    says = say("You play the only match of this round: another leader signs it off.")
    return Refusal("not-playing", says, clause_on_playing(state))


def _disputed(snapshot: Snapshot, round_no: int) -> frozenset[TableNo]:
    """The tables of a round, as it was published last, whose players said different things."""
    return frozenset(_disputes(snapshot, round_no))


def _disputes(snapshot: Snapshot, round_no: int) -> Iterator[TableNo]:
    for entry in reversed(snapshot.entries):
        fact = entry.fact
        if isinstance(fact, facts.RoundPublished) and fact.round_no == round_no:
            return
        if isinstance(fact, facts.ResultDisputed) and fact.round_no == round_no:
            yield fact.table


def _touches(snapshot: Snapshot, fact: Fact, round_no: int) -> bool:
    """Whether a fact changed the results of a round."""
    if isinstance(fact, facts.ActRetracted):
        return any(_touches(snapshot, snapshot.entries[seq - 1].fact, round_no) for seq in fact.undone)
    if isinstance(fact, _ROUND_FACTS):
        return getattr(fact, "round_no", None) == round_no
    missed = getattr(fact, "missed", None)
    return missed is not None and round_no in missed.rounds
