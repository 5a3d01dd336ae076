"""What a player's own page needs for the settings at its bottom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _

from muster.app.mail.messages import mail_leaves
from muster.app.registration.player_settings import Wishes, wishes_of
from muster.people.models import Entry
from muster.web.qr import qr_svg

register = template.Library()


@register.simple_tag(takes_context=True)
def own_settings(context: Mapping[str, Any], entry: Entry) -> dict[str, Any]:
    """What the form of a player's settings shows: as typed, if it came back, else as it is. Asks no database."""
    wishes: Wishes = context.get("wishes") or wishes_of(entry)
    phone, person = context["phone"], entry.person
    user, address = phone.request.user, phone.request.build_absolute_uri(phone.url())
    words = {"full": _("In full"), "short": _("First name and initial"), "alias": _("Nickname only")}
    new = phone.request.GET.get("did") == "registered"
    return {
        "new": new,
        "address": address,
        "qr": qr_svg(address) if new else "",
        "wishes": wishes,
        "faults": context.get("faults") or {},
        "told": "rounds" if wishes.mail_rounds else "yes" if wishes.mail else "no",
        "choices": list(words.items()),
        "usual": words[entry.tournament.names].lower(),
        "mail": mail_leaves(),
        "may_keep": person.account_id is None and user.is_authenticated,
        "kept": person.account_id is not None and person.account_id == getattr(user, "pk", None),
    }
