"""What players do by their own hand: report, confirm, dispute, concede, check in, drop, come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from muster.app.checking_in import check_in as mark_present
from muster.app.entries import stop_waiting
from muster.app.judging.losses import losses_of
from muster.app.playing import Playing, meeting_of
from muster.app.report_forms import read_form
from muster.app.reports import Weighed, terms_of, token_of, weigh
from muster.app.running import Done, submit, submit_all
from muster.app.topics import changed, topics_in
from muster.core.ids import Naming, RoundNo
from muster.core.scoring.problems import Problem
from muster.core.scoring.reports import Report
from muster.core.tournament import queries
from muster.core.tournament.commands import (
    Command,
    ConfirmResult,
    DisputeResult,
    DropPlayer,
    RejoinPlayer,
    ReportResult,
)
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round, State
from muster.exchange.quick_results import Quick
from muster.journal import store

JUDGED: Final = frozenset({"no-show", "match-loss", "double-loss"})
"""Ways of ending that a judge decides on, not the players."""

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


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an act about a match: it is on record, or why not, with what was typed as it was understood."""

    done: Done | None = None
    refusal: Refusal | None = None
    weighed: Weighed | None = None


def report(me: Playing, sent: Sent, name: Naming) -> Answer:
    """Report the player's match in the game's own fields.

    After the opponent has reported, the same result confirms theirs and another one disputes it. A surprising
    result is recorded only if `sure` says that it is meant.
    """
    return _reported(me, sent, sent.data, name)


def concede(me: Playing, sent: Sent, name: Naming) -> Answer:
    """Report that the player concedes; whatever else the form says about the end is left out of account."""
    return _reported(me, sent, {**sent.data, "end": "concession", "by": str(me.seat)}, name)


def confirm(me: Playing, sent: Sent, name: Naming) -> Answer:
    """Agree with what the opponent reported, as it was when the page showed it; not where a penalty forbids it."""
    known = _known(me, sent.key)
    if known:
        return Answer(known)
    refusal = _refused(me, sent, confirming=True) or _not_as_seen(me, sent) or _leaves_out(me, name)
    if refusal:
        return Answer(refusal=refusal)
    return _recorded(me, sent, lambda no, match: ConfirmResult(no, match.pairing.table, me.player), seen=True)


def deny(me: Playing, sent: Sent) -> Answer:
    """Say that what the opponent reported is not so, without a version of one's own."""
    known = _known(me, sent.key)
    if known:
        return Answer(known)
    refusal = _refused(me, sent) or _not_as_seen(me, sent)
    if refusal:
        return Answer(refusal=refusal)
    return _recorded(me, sent, lambda no, match: DisputeResult(no, match.pairing.table, me.player), seen=True)


def check_in(me: Playing, key: str) -> Done | Refusal:
    """Say that the player is there; being there already is no fault."""
    if me.own is not None and me.own.status == "present":
        return Done(me.snapshot, repeated=True)
    if not me.may_check_in:
        return Refusal("window-closed", _("You cannot check in here now: tell the desk that you are here."))
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
        return _match_is_open()
    if not me.may_drop:
        return Refusal("not-playing", _("There is nothing to drop from."))

    waits = False

    def unless_gone(state: State) -> Sequence[Command]:
        nonlocal waits
        own, round_ = state.players.get(me.player), queries.current_round(state)
        match = queries.match_of(round_, me.player) if round_ else None
        # A round can be posted between the look at the page and now.
        waits = match is not None and not match.settled
        return (DropPlayer(me.player),) if own and queries.present(own) and not waits else ()

    answer = submit_all(me.snapshot.tournament, unless_gone, me.actor, key=_key(me, key))
    return _match_is_open() if waits and isinstance(answer, Done) and not answer.entries else answer


def come_back(me: Playing, key: str) -> Done | Refusal:
    """Take one's own drop back, soon after it and before the next round."""
    known = _known(me, key)
    if known:
        return known
    if not me.may_come_back:
        return Refusal(
            "no-rejoin", _("It is too late to take the drop back here: ask the desk to let you in again.")
        )
    return submit(me.snapshot.tournament, RejoinPlayer(me.player), me.actor, key=_key(me, key))


def _off_the_list(me: Playing) -> None:
    with transaction.atomic():
        if stop_waiting(me.entry.tournament, me.entry.pk):
            changed(topics_in(me.entry.tournament_id, "people"))


def _reported(me: Playing, sent: Sent, data: Mapping[str, str], name: Naming) -> Answer:
    known = _known(me, sent.key)
    if known:
        return Answer(known)
    refusal = _refused(me, sent)
    if refusal or me.round is None or me.match is None:
        return Answer(refusal=refusal or _no_match())
    weighed = _weighed(me, me.round, me.match, data, name)
    report = weighed.report
    if report is None or weighed.problems:
        return Answer(weighed=weighed)
    if weighed.surprises and sent.sure != weighed.token:
        return Answer(weighed=weighed)
    answer = _recorded(me, sent, lambda no, match: ReportResult(no, match.pairing.table, report, me.player))
    return Answer(answer.done, answer.refusal, weighed)


def _weighed(me: Playing, round_: Round, match: Match, data: Mapping[str, str], name: Naming) -> Weighed:
    table = match.pairing.table
    if data.get("end") in JUDGED:
        says = _("That is for a judge to decide: call one.")
        return weigh(me.state, round_, Quick(table, problems=(Problem("end", says),)), name)
    read = read_form(data, terms_of(me.state, round_))
    quick = Quick(table, problems=read) if isinstance(read, tuple) else Quick(table, read)
    weighed = weigh(me.state, round_, quick, name)
    if weighed.report is not None and (found := _penalised(me, round_, match, weighed.report, name)):
        return replace(weighed, problems=found)
    # Contradicting what was reported is what a dispute is for: only what is odd in itself is asked about.
    return replace(weighed, surprises=tuple(one for one in weighed.surprises if one.field != "report"))


def _penalised(me: Playing, round_: Round, match: Match, report: Report, name: Naming) -> tuple[Problem, ...]:
    """What in a report goes against a penalty: only a judge can take that back (`COM-ROLE-3`)."""
    found = losses_of(me.snapshot.tournament, me.state, round_, match).against(report, name)
    more = _("If that is wrong, call a judge.")
    return tuple(replace(one, message=f"{one.message} {more}") for one in found)


def _leaves_out(me: Playing, name: Naming) -> Refusal | None:
    """Why the opponent's report cannot be agreed with: a penalty has decided something else."""
    if me.round is None or me.match is None or me.match.report is None:
        return None
    found = _penalised(me, me.round, me.match, me.match.report, name)
    return Refusal("bad-result", found[0].message, found[0].clause) if found else None


def _recorded(
    me: Playing, sent: Sent, command: Callable[[RoundNo, Match], Command], *, seen: bool = False
) -> Answer:
    """Record a command about the player's match, if it is still that one when it is carried out.

    With `seen`, the report on record must still be the one the form showed, too: the opponent can change it at any
    moment, also between the look at the page and now.
    """

    def chosen(state: State) -> Sequence[Command]:
        round_ = queries.current_round(state)
        match = queries.match_of(round_, me.player) if round_ else None
        if round_ is None or match is None or meeting_of(round_.number, match.pairing) != sent.meeting:
            return ()
        if seen and (match.report is None or token_of(round_.number, match, match.report) != sent.seen):
            return ()
        return (command(round_.number, match),)

    answer = submit_all(me.snapshot.tournament, chosen, me.actor, key=_key(me, sent.key))
    if isinstance(answer, Refusal):
        return Answer(refusal=_in_their_words(answer))
    if answer.entries:
        return Answer(answer)
    return Answer(refusal=_report_has_changed() if seen else _other_match())


def _refused(me: Playing, sent: Sent, *, confirming: bool = False) -> Refusal | None:
    """Why nothing can be said about the match now, in a player's words."""
    if not me.entry.tournament.self_report:
        return Refusal("window-closed", _("Results are handed in at the desk here."))
    if me.state.places is not None:
        return Refusal("finished", _("The tournament is finished: nothing was recorded."))
    if me.moment == "disqualified":
        return Refusal("not-playing", _("You are disqualified: nothing was recorded. Ask the organiser."))
    if me.round is None or me.match is None:
        return _other_match() if sent.meeting else _no_match()
    if meeting_of(me.round.number, me.match.pairing) != sent.meeting:
        return _other_match()
    if me.match.status == "confirmed":
        return _settled()
    if me.match.status == "disputed" and not confirming:
        says = _("You two disagree, and the desk decides now: go there together. Nothing else was recorded.")
        return Refusal("already-recorded", says)
    return None


def _not_as_seen(me: Playing, sent: Sent) -> Refusal | None:
    """Why the player cannot answer the opponent's report: there is none, or it is another than they saw."""
    match, round_ = me.match, me.round
    if match is None or round_ is None or match.report is None or me.reported_by_me:
        return Refusal("nothing-recorded", _("There is nothing of your opponent’s to confirm."))
    if token_of(round_.number, match, match.report) != sent.seen:
        return _report_has_changed()
    return None


def _report_has_changed() -> Refusal:
    says = _("What your opponent reported has changed since you opened the page. Look at it again.")
    return Refusal("stale", says)


def _match_is_open() -> Refusal:
    return Refusal("has-match", _("Your match is still open: report its result or concede it first."))


def _in_their_words(refusal: Refusal) -> Refusal:
    """A refusal of the engine, which speaks to organisers, for a player: somebody else was faster."""
    if refusal.code in ("already-recorded", "nothing-recorded", "window-closed"):
        says = _("The match has changed since you opened the page: look at it again. Nothing was recorded.")
        return Refusal("stale", says)
    return refusal


def _settled() -> Refusal:
    says = _("The result of this match is settled. If it is wrong, tell the scorekeeper at the desk.")
    return Refusal("already-recorded", says)


def _other_match() -> Refusal:
    says = _("This was for another match than the one you have now. Nothing was recorded: look again.")
    return Refusal("stale", says)


def _no_match() -> Refusal:
    return Refusal("no-round", _("You have no match in this round."))


def _known(me: Playing, key: str) -> Done | None:
    """What is on record under this form's key: a second tap, or a report that was sent again."""
    own = _key(me, key)
    first = store.first_under(me.snapshot.tournament, own) if own else None
    return Done(me.snapshot, me.snapshot.act(first), repeated=True) if first else None


def _key(me: Playing, key: str) -> str | None:
    """The form's key as it goes on record: nobody's key can be another player's."""
    return f"e{me.entry.pk}.{key[:LONGEST_KEY]}" if key else None
