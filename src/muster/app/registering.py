"""Players who register themselves, on the public page of an event."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from muster.app.entries import Newcomer, Registered, register
from muster.app.leading import may_play
from muster.app.words import one_line
from muster.core.scoring.problems import Problem
from muster.core.tournament.refusals import Refusal
from muster.people.models import Account, Person, Tournament


def register_oneself(
    tournament: Tournament, newcomer: Newcomer, account: Account | None, *, key: str | None = None
) -> Registered | Refusal:
    """Register somebody by their own hand; one who is logged in finds the entry in their account.

    Args:
        tournament: where.
        newcomer: what they wrote about themselves.
        account: who is logged in; a leader of the event is refused where leaders do not play (`COM-ROLE-4`).
        key: an idempotency key.
    """
    if account is not None and (problem := may_play(tournament, account)):
        return _refused(problem)
    with transaction.atomic():
        answer = register(tournament, _clean(newcomer), key=key)
        if account is not None and isinstance(answer, Registered):
            Person.objects.filter(pk=answer.entry.person_id, account=None).update(account=account)
    return answer


def _clean(newcomer: Newcomer) -> Newcomer:
    return replace(
        newcomer,
        name=one_line(newcomer.name),
        alias=one_line(newcomer.alias),
        pronouns=one_line(newcomer.pronouns),
        club=one_line(newcomer.club),
        email=newcomer.email.strip(),
    )


def _refused(problem: Problem) -> Refusal:
    return Refusal("not-playing", problem.message, problem.clause)
