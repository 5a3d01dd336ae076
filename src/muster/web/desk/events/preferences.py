"""What an organiser most likely wants again: taken from their last event."""

from __future__ import annotations

from muster.people.models import Account, Event, Tournament


def usual_game(account: Account) -> str:
    """The regulations of the tournament one set up last; empty for a first one."""
    own = Tournament.objects.filter(event__staff__account=account, event__staff__role="organiser")
    return own.order_by("-pk").values_list("regulations", flat=True).first() or ""


def usual_time_zone(account: Account) -> str:
    """The time zone of the event one set up last; empty for a first one."""
    own = Event.objects.filter(staff__account=account, staff__role="organiser")
    return own.order_by("-pk").values_list("time_zone", flat=True).first() or ""
