"""Invitations into an organisation: a link that works once, handed on by the owner or sent by e-mail."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from muster.app.common import jobs
from muster.app.common.safe_text import one_line
from muster.app.links.tokens import LinkState, digest_of, new_token, state_of, token_for
from muster.app.mail.messages import mail_leaves
from muster.app.organisations.history import note
from muster.app.organisations.members import MEMBER_ROLES, MOST_MEMBERS, tell_events
from muster.app.organisations.standing import Member
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.people.models import LONGEST_NAME, Account, Membership, Organisation, OrganisationInvitation

INVITATION_LASTS: Final = timedelta(days=7)
"""How long an invitation can be used."""

MOST_OPEN: Final = 50
"""Invitations that wait at one time; what nobody uses is to be taken back."""

MOST_A_DAY: Final = 100
"""Invitations in a day, those taken back among them: nobody sends letters to strangers by the hundred here."""

_FORGOTTEN: Final = {"note": "", "email": ""}
"""For whom an invitation was is forgotten once it is used or declined; old ones go as a whole."""

_SENDING: Final = "muster.app.organisations.sending.send_invitation"


@dataclass(frozen=True, slots=True)
class InvitedMember:
    """An invitation just made; `token` is known now and never shown again."""

    invitation: OrganisationInvitation
    token: str


def invite_member(
    member: Member, role: str, now: datetime, *, to: str = "", email: str = "", key: str | None = None
) -> InvitedMember | Problem:
    """Make a link that makes one person a member, once, within a week.

    Args:
        member: the owner who invites.
        role: what they are invited as.
        now: the moment.
        to: for whom it is meant, for the list of invitations.
        email: where the site sends it; empty where the owner hands it on.
        key: an idempotency key: the same form sent again is answered with the invitation made the first time.
    """
    member.must("members")
    organisation, address = member.organisation, one_line(email)
    if role not in MEMBER_ROLES:
        return Problem("role", say("Choose owner, organiser or helper."))
    if address and (problem := _wrong_address(address)):
        return problem
    nonce = (
        digest_of(f"{organisation.pk}|{member.account.pk}|{role}|{address}|{to}|{key}")
        if key
        else new_token()
    )
    token = _token(organisation.pk, nonce)
    with transaction.atomic():
        Organisation.objects.select_for_update().get(pk=organisation.pk)
        if before := organisation.invitations.filter(digest=digest_of(token)).first():
            return InvitedMember(before, token)
        if problem := _too_many(organisation, now) or (_letters(member.account, now) if address else None):
            return problem
        organisation.invitations.filter(expires_at__lte=now).delete()
        made = OrganisationInvitation.objects.create(
            organisation=organisation,
            role=role,
            digest=digest_of(token),
            nonce=nonce,
            note=one_line(to)[:LONGEST_NAME],
            email=address,
            created_by=member.account,
            expires_at=now + INVITATION_LASTS,
        )
        note(organisation, "invited", member.account, about=made.get_role_display())
        if address:
            jobs.enqueue(_SENDING, made.pk)
    return InvitedMember(made, token)


def token_of_invitation(invitation: OrganisationInvitation) -> str:
    """The token of an invitation, worked out of what is kept and the site's secret key: for the letter alone."""
    return _token(invitation.organisation_id, invitation.nonce)


def open_invitations_of(organisation: Organisation, now: datetime) -> list[OrganisationInvitation]:
    """The invitations that can still be used, latest first."""
    waiting = organisation.invitations.filter(by_an_owner(), used_at=None, expires_at__gt=now)
    return list(waiting.order_by("-pk"))


def by_an_owner() -> Exists:
    """Whether an invitation is of somebody who may still invite.

    Nobody brings others in, or themselves back, by a link made before they were removed, demoted or suspended.
    """
    owners = Membership.objects.filter(role="owner", account__is_active=True)
    return Exists(owners.filter(organisation=OuterRef("organisation"), account=OuterRef("created_by")))


def take_back(member: Member, invitation: int) -> bool:
    """Take an invitation back; its link is unknown from then on. False where there is none to take back."""
    member.must("members")
    with transaction.atomic():
        held = member.organisation.invitations.filter(pk=invitation, used_at=None).first()
        if held is None:
            return False
        note(member.organisation, "taken-back", member.account, about=held.get_role_display())
        held.delete()
    return True


def invitation_to(token: str, now: datetime) -> tuple[LinkState, OrganisationInvitation | None]:
    """How an invitation stands, and what it is to; looking does not use it.

    One of a suspended organisation is none, and neither is one of somebody who may invite no more.
    """
    rows = OrganisationInvitation.objects.select_related("organisation", "created_by")
    rows = rows.filter(~Q(used_at=None) | by_an_owner())
    found = rows.filter(digest=digest_of(token), organisation__suspended_at=None).first()
    state = state_of(found, now)
    return state, found if state == "open" else None


def accept_invitation(token: str, account: Account, now: datetime) -> Membership | Problem | LinkState:
    """Become a member by an invitation, which is then used up.

    Returns:
        The membership; the problem if this account belongs there already (the link then stays good for somebody
        else); or how the link stands if it cannot be used.
    """
    with transaction.atomic():
        state, found = invitation_to(token, now)
        if found is None:
            return state
        Organisation.objects.select_for_update().get(pk=found.organisation_id)
        rows = OrganisationInvitation.objects.filter(by_an_owner(), pk=found.pk, used_at=None)
        if not rows.update(used_at=now, used_by=account, **_FORGOTTEN):
            return invitation_to(token, now)[0]
        answer = _joined(found, account)
        if isinstance(answer, Problem):
            transaction.set_rollback(True)
    return answer


def decline_invitation(token: str, now: datetime) -> OrganisationInvitation | LinkState:
    """Say no to an invitation, which is then used up; how the link stands if it cannot be used."""
    with transaction.atomic():
        state, found = invitation_to(token, now)
        if found is None:
            return state
        rows = OrganisationInvitation.objects.filter(pk=found.pk, used_at=None)
        if not rows.update(used_at=now, declined_at=now, **_FORGOTTEN):
            return "used"
        note(found.organisation, "declined", None, about=found.get_role_display())
    return found


def _joined(found: OrganisationInvitation, account: Account) -> Membership | Problem:
    members = Membership.objects.filter(organisation=found.organisation)
    held = members.filter(account=account).first()
    if held is not None:
        says = say(
            "You belong to this organisation already: {role}. The link stays good for somebody else.",
            role=held.get_role_display(),
        )
        return Problem("role", says)
    if members.count() >= MOST_MEMBERS:
        return Problem(
            "role", say("This organisation has {most} members: no more can join.", most=MOST_MEMBERS)
        )
    made = Membership.objects.create(organisation=found.organisation, account=account, role=found.role)
    note(found.organisation, "joined", account, who=account, about=found.get_role_display())
    tell_events(found.organisation)
    return made


def _too_many(organisation: Organisation, now: datetime) -> Problem | None:
    if len(open_invitations_of(organisation, now)) >= MOST_OPEN:
        return Problem("role", say("{most} invitations are open: take one back first.", most=MOST_OPEN))
    if organisation.acts.filter(act="invited", at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        return Problem("role", say("{most} people were invited today: go on tomorrow.", most=MOST_A_DAY))
    return None


def _letters(account: Account, now: datetime) -> Problem | None:
    """Count a letter of this account: of all its organisations together, those it has closed among them."""
    name = f"letters:{account.pk}:{now.date()}"
    sent = cache.get(name, 0) + 1
    if sent <= MOST_A_DAY:
        cache.set(name, sent, timedelta(days=1).total_seconds())
        return None
    says = say("You have sent {most} invitations by e-mail today: go on tomorrow.", most=MOST_A_DAY)
    return Problem("email", says)


def _wrong_address(address: str) -> Problem | None:
    try:
        validate_email(address)
    except ValidationError:
        return Problem("email", say("This is no e-mail address."))
    if not mail_leaves():
        return Problem(
            "email", say("This site sends no mail: leave the address empty and send the link yourself.")
        )
    return None


def _token(organisation: int, nonce: str) -> str:
    return token_for("organisation", organisation, nonce)
