"""Who runs an event: invitations by link, roles, and handing the event over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from django.db import transaction
from django.db.models import Count, Q

from muster.app.common.access import MAY, SYSTEM, Actor, PostRole
from muster.app.common.safe_text import one_line
from muster.app.links.tokens import LinkState, digest_of, new_token, state_of, token_for
from muster.app.staff.leading import LEADING, forbidden, too_many
from muster.app.staff.posts import post_at
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.people.models import (
    LONGEST_NAME,
    Account,
    CatalogueVersion,
    Event,
    Invitation,
    Person,
    RosterPlan,
    Staff,
)

INVITED: Final[Sequence[PostRole]] = ("co-organiser", "marshal", "judge", "scorekeeper")
"""The roles one can be invited to. There is one organiser, who hands the event over instead (`COM-ROLE-1`), and as
many co-organisers as the event needs."""

INVITATION_LASTS: Final = timedelta(days=7)
"""How long an invitation can be used."""


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation just made; `token` is known now and never again."""

    invitation: Invitation
    token: str


def invite(
    event: Event,
    actor: Actor,
    role: str,
    now: datetime,
    *,
    by: Account,
    note: str = "",
    key: str | None = None,
) -> Invited | Problem:
    """Make a link that makes whoever opens it staff, once, within a week.

    Args:
        event: of which event.
        actor: who invites.
        role: what they are invited as.
        now: the moment.
        by: the account of the actor.
        note: for whom it is meant, for the list of invitations.
        key: an idempotency key: the same invitation with the same key is answered with the link made the first time.
    """
    actor.must("manage-staff")
    if role not in INVITED:
        return Problem("role", say("Choose co-organiser, marshal, judge or scorekeeper."), "COM-ROLE-1")
    token = token_for(event.pk, by.pk, role, note, key) if key else new_token()
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)  # one after the other
        if before := event.invitations.filter(digest=digest_of(token)).first():
            return Invited(before, token)
        if problem := too_many(event, role, coming=_waiting(event, role, now)):
            return problem
        made = Invitation.objects.create(
            event=event,
            role=role,
            digest=digest_of(token),
            note=one_line(note)[:LONGEST_NAME],
            created_by=by,
            expires_at=now + INVITATION_LASTS,
        )
    return Invited(made, token)


def open_invitations(event: Event, now: datetime) -> list[Invitation]:
    """The invitations that can still be used, latest first."""
    waiting = event.invitations.filter(used_at=None, expires_at__gt=now).select_related("created_by")
    rows = list(waiting.order_by("-pk"))
    able = {one for one in {row.created_by for row in rows} if _may_invite(event, one)}
    return [row for row in rows if row.created_by in able]


def revoke(event: Event, actor: Actor, invitation: int) -> None:
    """Take an invitation back; its link is unknown from then on."""
    actor.must("manage-staff")
    event.invitations.filter(pk=invitation, used_at=None).delete()


def invitation_by(token: str, now: datetime) -> tuple[LinkState, Invitation | None]:
    """How an invitation stands, and what it is to; looking does not use it.

    One of somebody who may invite no more is none: nobody comes back by a link made before they were taken off.
    """
    rows = Invitation.objects.select_related("event", "created_by")
    found = rows.filter(digest=digest_of(token)).first()
    state = state_of(found, now)
    if found is None or state != "open":
        return state, None
    return (state, found) if _may_invite(found.event, found.created_by) else ("unknown", None)


def accept(token: str, account: Account, now: datetime) -> Staff | Problem | LinkState:
    """Become staff by an invitation, which is then used up.

    Returns:
        The new post; the problem if this account has a role there already (the link then stays good for
        somebody else) or the regulations allow no further one; or how the link stands if it cannot be used.
    """
    with transaction.atomic():
        open_ = Invitation.objects.filter(digest=digest_of(token), used_at=None, expires_at__gt=now)
        if not open_.update(used_at=now, used_by=account):
            return invitation_by(token, now)[0]
        found = Invitation.objects.select_related("event", "created_by").get(digest=digest_of(token))
        Event.objects.select_for_update().get(pk=found.event_id)
        if not _may_invite(found.event, found.created_by):
            transaction.set_rollback(True)
            return "unknown"
        answer = _join(found.event, account, found.role)
        if isinstance(answer, Problem):
            transaction.set_rollback(True)
    return answer


def _join(event: Event, account: Account, role: str) -> Staff | Problem:
    held = Staff.objects.filter(event=event, account=account).first()
    if held is not None:
        says = say("You are on the staff of this event already, as {role}.", role=held.get_role_display())
        return Problem("role", says)
    if problem := too_many(event, role):
        return problem
    post = Staff.objects.create(event=event, account=account, role=role)
    if problem := forbidden(event, account.pk):
        post.delete()
        return problem
    return post


def change_role(event: Event, actor: Actor, post: int, role: str) -> Staff | Problem:
    """Give somebody on the staff another role; the organiser's passes on by handing over only."""
    actor.must("manage-staff")
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        held = event.staff.select_related("account").filter(pk=post).first()
        if problem := _unmovable(held) or _no_role(role):
            return problem
        assert held is not None  # noqa: S101  (_unmovable says so)
        if held.role == role:
            return held
        if problem := too_many(event, role):
            return problem
        before, held.role = held.role, role
        held.save(update_fields=["role"])
        if before not in LEADING and (problem := forbidden(event, held.account_id)):
            transaction.set_rollback(True)
            return problem
    return held


def remove(event: Event, actor: Actor, post: int) -> Staff | Problem:
    """Take somebody off the staff, from this moment on."""
    actor.must("manage-staff")
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)  # they could be made the organiser this moment
        held = event.staff.select_related("account").filter(pk=post).first()
        if problem := _unmovable(held):
            return problem
        assert held is not None  # noqa: S101  (_unmovable says so)
        held.delete()
    return held


def hand_over(event: Event, actor: Actor, post: int, then: str) -> Staff | Problem:
    """Make somebody else on the staff the organiser; there is exactly one at every moment (`COM-ROLE-1`).

    Args:
        event: the event.
        actor: the organiser.
        post: who takes over, by their place on the staff.
        then: the role the former organiser has from then on; empty for none.
    """
    actor.must("manage-staff")
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        heir = event.staff.select_related("account").filter(pk=post).exclude(role="organiser").first()
        former = event.staff.select_related("account").get(role="organiser")
        if actor.who not in {SYSTEM.who, f"account:{former.account_id}"}:
            says = say("Only {name}, who is the organiser, hands this event over.", name=str(former.account))
            return Problem("post", says, "COM-ROLE-1")
        if heir is None:
            return Problem("post", say("Choose somebody on the staff."))
        if then and (problem := _no_role(then)):
            return problem
        former.role = then
        former.save(update_fields=["role"]) if then else former.delete()
        Staff.objects.filter(pk=heir.pk).update(role="organiser")
        heir.role = "organiser"
        if problem := too_many(event, "marshal", adding=0) or forbidden(event, heir.account_id):
            transaction.set_rollback(True)
            return problem
        _pass_on(event, former.account, heir.account)
    return heir


def put_in_charge(event: Event, heir: Account, then: PostRole | Literal[""] = "") -> Staff | Problem:
    """Make an account the organiser of an event, whoever is it now and whether or not it is on the staff.

    Whoever calls this has asked whether they may.

    Args:
        event: the event.
        heir: who becomes the organiser.
        then: what the former organiser is from then on; empty for nothing.
    """
    with transaction.atomic():
        # Whoever is not on the staff comes in as what binds least; the next line makes them the organiser.
        post, _made = Staff.objects.get_or_create(event=event, account=heir, defaults={"role": "scorekeeper"})
        if post.role == "organiser":
            return post
        answer = hand_over(event, SYSTEM, post.pk, then)
        if isinstance(answer, Problem):
            transaction.set_rollback(True)
    return answer


def _waiting(event: Event, role: str, now: datetime) -> int:
    return sum(one.role == role for one in open_invitations(event, now))


def _may_invite(event: Event, account: Account) -> bool:
    post = post_at(event.code, account) if account.is_active else None
    return post is not None and "manage-staff" in MAY[post.role]


def _unmovable(held: Staff | None) -> Problem | None:
    if held is None:
        return Problem("post", say("They are not on the staff any more."))
    if held.role == "organiser":
        says = say("An event has exactly one organiser: hand the event over to somebody else first.")
        return Problem("post", says, "COM-ROLE-1")
    return None


def _no_role(role: str) -> Problem | None:
    if role in INVITED:
        return None
    return Problem("role", say("Choose co-organiser, marshal, judge or scorekeeper."), "COM-ROLE-1")


def _pass_on(event: Event, former: Account, heir: Account) -> None:
    """Whoever only this event knows is kept by its new organiser from now on, who gets the cards it uses, too."""
    here = Count("entries", filter=Q(entries__tournament__event=event))
    known = Person.objects.filter(keeper=former).annotate(here=here, all=Count("entries"))
    own = [person.pk for person in known.filter(here__gt=0) if person.here == person.all]
    Person.objects.filter(pk__in=own).update(keeper=heir)
    _pass_cards_on(event, f"account:{former.pk}", f"account:{heir.pk}")


def _pass_cards_on(event: Event, former: str, heir: str) -> None:
    """Editions of the former organiser that the event uses are copied for the new one.

    Nobody changes what another's event uses: the former organiser's later corrections do not reach it.
    """
    for plan in RosterPlan.objects.filter(tournament__event=event, owner=former).select_related("tournament"):
        rows = CatalogueVersion.objects.filter(edition=plan.edition, owner=former).order_by("-number")
        newest = next((row for row in rows if plan.tournament.regulations.startswith(row.game)), None)
        if newest is not None:
            plan.edition = _copied_for(heir, newest, event.code)
        plan.owner = heir
        plan.save(update_fields=["edition", "owner"])


def _copied_for(heir: str, version: CatalogueVersion, code: str) -> str:
    """The name of the new organiser's copy: the same, or with the event's code where they have one of that name."""
    own = CatalogueVersion.objects.filter(game=version.game, owner=heir)
    taken = own.filter(edition=version.edition).exists()
    name = f"{version.edition[:40]} ({code})" if taken else version.edition
    CatalogueVersion.objects.create(
        game=version.game,
        owner=heir,
        edition=name,
        number=own.filter(edition=name).count() + 1,
        source=version.source,
        note=version.note,
        cards=version.cards,
        digest=version.digest,
        content=version.content,
        created_by=version.created_by,
    )
    return name
