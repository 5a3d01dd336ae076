"""What players do by their own hand: report, confirm, dispute, concede, check in, drop, come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.db import transaction

from muster.app.common.topics import changed, topics_in
from muster.app.floor import left_tables
from muster.app.history.submitting import Done, submit, submit_all
from muster.app.people.requirements import to_the_desk
from muster.app.player.playing import Playing, meeting_of
from muster.app.registration.checking_in import check_in as mark_present
from muster.app.registration.entries import stop_waiting
from muster.app.results.losses import losses_of
from muster.app.results.report import (
    BY_RULING,
    ResultAnswer,
    ResultPreview,
    preview_result,
    record,
    report_result,
    terms_of,
    token_of,
)
from muster.app.results.report_forms import read_form
from muster.app.results.table_report import table_data
from muster.core.ids import Naming
from muster.core.messages import Message, say
from muster.core.scoring.scored import Problem
from muster.core.tournament import queries
from muster.core.tournament.commands import (
    Command,
    ConfirmResult,
    DisputeResult,
    DropPlayer,
    RejoinPlayer,
)
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round, State
from muster.exchange.quick_results import Quick
from muster.journal import store

LONGEST_KEY: Final = 40


@dataclass(frozen=True, slots=True)
class Sent:
    """What a form about a match sent.

    Attributes:
        meeting: which match it was made for, as `meeting_of` has it.
        key: its idempotency key, as sent.
        data: its fields.
        sure: the token of a surprising result that is meant all the same.
        seen: the token of the report that was on record when it was made.
    """

    meeting: str
    key: str = ""
    data: Mapping[str, str] = field(default_factory=dict)
    sure: str = ""
    seen: str = ""


def report(me: Playing, sent: Sent, name: Naming) -> ResultAnswer:
    """Report the player's match in the game's own fields.

    After the opponent has reported, the same result confirms theirs and another one disputes it. A surprising
    result is recorded only if `sure` says that it is meant.
    """
    return _reported(me, sent, sent.data, name)


def concede(me: Playing, sent: Sent, name: Naming) -> ResultAnswer:
    """Report that the player concedes a match of two; whatever else the form says about the end is left out of account.

    A table of three or four is left by `leave_table`.
    """
    return _reported(me, sent, {**sent.data, "end": "concession", "by": str(me.seat)}, name)


def leave_table(me: Playing, sent: Sent) -> Refusal | None:
    """Concede at a table of three or four: the others play on, and are told, as are desk and judges.

    Nothing is reported by it. Whoever reports the table finds it filled in.
    """
    if me.round is None or me.match is None or meeting_of(me.round.number, me.match.pairing) != sent.meeting:
        return _other_match()
    if not me.may_concede:
        return _in_their_words(_settled())
    players, table = me.match.pairing.players, me.match.pairing.table
    left_tables.leave(me.entry, sent.meeting, players, round_no=me.round.number, table=table)
    return None


def stay_at_table(me: Playing) -> None:
    """Take that back, as long as the table is the player's."""
    if me.round is not None and me.match is not None:
        players = me.match.pairing.players
        left_tables.stay(me.entry, meeting_of(me.round.number, me.match.pairing), players)


def confirm(me: Playing, sent: Sent, name: Naming) -> ResultAnswer:
    """Agree with what the opponent reported, as it was when the page showed it; not where a penalty forbids it."""
    known = _known(me, sent.key)
    if known:
        return ResultAnswer(known)
    refusal = _refused(me, sent, confirming=True) or _not_as_seen(me, sent) or _leaves_out(me, name)
    if refusal:
        return ResultAnswer(refusal=refusal)
    return _answered(me, sent, ConfirmResult)


def deny(me: Playing, sent: Sent) -> ResultAnswer:
    """Say that what the opponent reported is not so, without a version of one's own."""
    known = _known(me, sent.key)
    if known:
        return ResultAnswer(known)
    refusal = _refused(me, sent) or _not_as_seen(me, sent)
    if refusal:
        return ResultAnswer(refusal=refusal)
    return _answered(me, sent, DisputeResult)


def check_in(me: Playing, key: str) -> Done | Refusal:
    """Say that the player is there; being there already is no fault."""
    if me.own is not None and me.own.status == "present":
        return Done(me.snapshot, repeated=True)
    if not me.may_check_in:
        return Refusal("window-closed", say("You cannot check in here now: tell the desk that you are here."))
    if refusal := to_the_desk(me.entry, me.state):
        return refusal
    answer, _before = mark_present(me.snapshot.tournament, me.player, me.actor, key=_key(me, key))
    return answer


def drop(me: Playing, key: str) -> Done | Refusal | None:
    """Leave the tournament, or the waiting list (None then). Having left already is no fault."""
    if me.moment == "waiting":
        _off_the_list(me)
        return None
    known = _known(me, key)
    if known or me.moment == "dropped":
        return known or Done(me.snapshot, repeated=True)
    if me.must_finish_first:
        return _match_is_open(me)
    if not me.may_drop:
        return Refusal("not-playing", say("There is nothing to drop from."))

    waits = False

    def unless_gone(state: State) -> Sequence[Command]:
        nonlocal waits
        own, round_ = state.players.get(me.player), queries.current_round(state)
        match = queries.match_of(round_, me.player) if round_ else None
        # A round can be posted between the look at the page and now.
        waits = match is not None and not match.settled
        return (DropPlayer(me.player),) if own and queries.present(own) and not waits else ()

    answer = submit_all(me.snapshot.tournament, unless_gone, me.actor, key=_key(me, key))
    return _match_is_open(me) if waits and isinstance(answer, Done) and not answer.entries else answer


def come_back(me: Playing, key: str) -> Done | Refusal:
    """Take one's own drop back, soon after it and before the next round."""
    known = _known(me, key)
    if known:
        return known
    if not me.may_come_back:
        return Refusal(
            "no-rejoin", say("It is too late to take the drop back here: ask the desk to let you in again.")
        )
    return submit(me.snapshot.tournament, RejoinPlayer(me.player), me.actor, key=_key(me, key))


def _off_the_list(me: Playing) -> None:
    with transaction.atomic():
        if stop_waiting(me.entry.tournament, me.entry.pk):
            changed(topics_in(me.entry.tournament_id, "people"))


def _reported(me: Playing, sent: Sent, data: Mapping[str, str], name: Naming) -> ResultAnswer:
    known = _known(me, sent.key)
    if known:
        return ResultAnswer(known)
    refusal = _refused(me, sent)
    if refusal or me.round is None or me.match is None:
        return ResultAnswer(refusal=refusal or _no_match())
    preview = _preview(me, me.round, me.match, data, name)
    answer = report_result(
        me.snapshot.tournament,
        me.actor,
        me.state,
        preview,
        sure=sent.sure,
        by=me.player,
        key=_key(me, sent.key),
        still=_moved_on(me, sent),
    )
    return replace(answer, refusal=answer.refusal and _in_their_words(answer.refusal))


def _preview(
    me: Playing, round_: Round, match: Match, data: Mapping[str, str], name: Naming
) -> ResultPreview:
    table = match.pairing.table
    if data.get("end") in BY_RULING:
        says = say("That is for a judge to decide: call one.")
        quick = Quick(table, problems=(Problem("end", says),))
    else:
        players = match.pairing.players
        if me.at_table:
            lost = losses_of(me.snapshot.tournament, me.state, round_, match).whole
            data = table_data(data, len(players), [match.pairing.seat_of(one.player) for one in lost])
        read = read_form(data, terms_of(me.state, round_), len(players))
        quick = Quick(table, problems=read) if isinstance(read, tuple) else Quick(table, read)
    return preview_result(me.snapshot.tournament, me.state, round_, quick, name, by=me.player)


def _leaves_out(me: Playing, name: Naming) -> Refusal | None:
    """Why the opponent's report cannot be agreed with: a penalty has decided something else."""
    if me.round is None or me.match is None or me.match.report is None:
        return None
    quick = Quick(me.match.pairing.table, me.match.report)
    preview = preview_result(me.snapshot.tournament, me.state, me.round, quick, name, by=me.player)
    wrong = preview.problems
    return Refusal("bad-result", wrong[0].message, wrong[0].clause) if wrong else None


def _answered(me: Playing, sent: Sent, command: type[ConfirmResult] | type[DisputeResult]) -> ResultAnswer:
    """ResultAnswer the opponent's report, if it is still the one the form showed when the answer is carried out."""
    if me.round is None or me.match is None:
        return ResultAnswer(refusal=_no_match())
    asked = command(me.round.number, me.match.pairing.table, me.player)
    still = _moved_on(me, sent, seen=True)
    answer = record(me.snapshot.tournament, me.actor, asked, key=_key(me, sent.key), still=still)
    if isinstance(answer, Refusal):
        return ResultAnswer(refusal=_in_their_words(answer))
    return ResultAnswer(answer)


def _moved_on(me: Playing, sent: Sent, *, seen: bool = False) -> Callable[[State], Refusal | None]:
    """Why a form is about nothing any more: the player has another match by then.

    With `seen`, the report on record must still be the one the form showed, too: the opponent can change it at any
    moment, also between the look at the page and now.
    """

    def refusal(state: State) -> Refusal | None:
        round_ = queries.current_round(state)
        match = queries.match_of(round_, me.player) if round_ else None
        same = round_ and match and meeting_of(round_.number, match.pairing) == sent.meeting
        if not seen:
            return None if same else _other_match()
        if not same or round_ is None or match is None or match.report is None:
            return _report_has_changed(me)
        return None if token_of(round_.number, match, match.report) == sent.seen else _report_has_changed(me)

    return refusal


def _refused(me: Playing, sent: Sent, *, confirming: bool = False) -> Refusal | None:
    """Why nothing can be said about the match now, in a player's words."""
    if not me.entry.tournament.self_report:
        return Refusal("window-closed", say("Results are handed in at the desk here."))
    if me.state.places is not None:
        return Refusal("finished", say("The tournament is finished: nothing was recorded."))
    if me.moment == "disqualified":
        return Refusal("not-playing", say("You are disqualified: nothing was recorded. Ask the organiser."))
    if me.round is None or me.match is None:
        return _other_match() if sent.meeting else _no_match()
    if meeting_of(me.round.number, me.match.pairing) != sent.meeting:
        return _other_match()
    if me.match.status == "confirmed":
        return _settled()
    if me.match.status == "disputed" and not confirming:
        return Refusal("already-recorded", _with_the_desk(me))
    return None


def _not_as_seen(me: Playing, sent: Sent) -> Refusal | None:
    """Why the player cannot answer the opponent's report: there is none, or it is another than they saw."""
    match, round_ = me.match, me.round
    if match is None or round_ is None or match.report is None or me.reported_by_me:
        says = say("There is nothing of your opponent’s to confirm.")
        if me.at_table:
            says = say("There is nothing of the others’ to confirm.")
        return Refusal("nothing-recorded", says)
    if token_of(round_.number, match, match.report) != sent.seen:
        return _report_has_changed(me)
    return None


def _with_the_desk(me: Playing) -> Message:
    if me.at_table:
        return say(
            "You do not all agree, and the desk decides now: go there together. Nothing else was recorded."
        )
    return say("You two disagree, and the desk decides now: go there together. Nothing else was recorded.")


def _report_has_changed(me: Playing) -> Refusal:
    says = say("What your opponent reported has changed since you opened the page. Look at it again.")
    if me.at_table:
        says = say("What was reported has changed since you opened the page. Look at it again.")
    return Refusal("stale", says)


def _match_is_open(me: Playing) -> Refusal:
    if me.at_table:
        says = say("Your table is still open: report its result first, and have it confirmed.")
        return Refusal("has-match", says)
    return Refusal("has-match", say("Your match is still open: report its result or concede it first."))


def _in_their_words(refusal: Refusal) -> Refusal:
    """A refusal of the engine, which speaks to organisers, for a player: somebody else was faster."""
    if refusal.code in ("already-recorded", "nothing-recorded", "window-closed"):
        says = say("The match has changed since you opened the page: look at it again. Nothing was recorded.")
        return Refusal("stale", says)
    return refusal


def _settled() -> Refusal:
    says = say("The result of this match is settled. If it is wrong, tell the scorekeeper at the desk.")
    return Refusal("already-recorded", says)


def _other_match() -> Refusal:
    says = say("This was for another match than the one you have now. Nothing was recorded: look again.")
    return Refusal("stale", says)


def _no_match() -> Refusal:
    return Refusal("no-round", say("You have no match in this round."))


def _known(me: Playing, key: str) -> Done | None:
    """What is on record under this form's key: a second tap, or a report that was sent again."""
    own = _key(me, key)
    first = store.first_under(me.snapshot.tournament, own) if own else None
    return Done(me.snapshot, me.snapshot.act(first), repeated=True) if first else None


def _key(me: Playing, key: str) -> str | None:
    """The form's key as it goes on record: nobody's key can be another player's."""
    return f"e{me.entry.pk}.{key[:LONGEST_KEY]}" if key else None
