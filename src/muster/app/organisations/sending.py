"""The letter that invites somebody into an organisation."""

from __future__ import annotations

from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone, translation
from django_tasks import task

from muster.app.common.addresses import site_address
from muster.app.common.safe_text import one_line
from muster.app.organisations.invitations import by_an_owner, token_of_invitation
from muster.app.organisations.standing import MEMBER_WORDS
from muster.core.messages import NOTHING, Message, say, verbatim
from muster.people.models import OrganisationInvitation


@task(queue_name="mail")
def send_invitation(invitation: int) -> None:
    """Send the link of an invitation to the address it is for, unless it is no good any more."""
    found = OrganisationInvitation.objects.filter(pk=invitation, used_at=None, expires_at__gt=timezone.now())
    one = found.filter(by_an_owner()).exclude(email="").select_related("organisation", "created_by").first()
    if one is None or one.organisation.suspended_at is not None:
        return
    subject, lines = letter_of(one)
    text = "".join(f"{line.said(translation)}\n" for line in lines)
    headers = {"Auto-Submitted": "auto-generated"}
    EmailMessage(one_line(subject.said(translation))[:200], text, to=[one.email], headers=headers).send()


def letter_of(invitation: OrganisationInvitation) -> tuple[Message, list[Message]]:
    """The subject of that letter, and its lines."""
    organisation = one_line(invitation.organisation.name)
    role = MEMBER_WORDS[invitation.role]  # type: ignore[index]  # the column holds nothing else
    link = site_address() + reverse("organisation-join", args=[token_of_invitation(invitation)])
    return say("Invitation: {role} of {organisation}", role=role, organisation=organisation), [
        say("Hello,"),
        NOTHING,
        say(
            "{name} invites you to {organisation} on this site, as {role}.",
            name=one_line(str(invitation.created_by)),
            organisation=organisation,
            role=role,
        ),
        NOTHING,
        say("Accept or decline here, within seven days:"),
        verbatim(link),
        NOTHING,
        say(
            "The link works once. If you do not know {organisation}, do nothing: it expires.",
            organisation=organisation,
        ),
    ]
