"""Building or mending a roster on the page: plain forms, with cards found as one types where scripts run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from muster.app.rosters import editing
from muster.app.rosters.editing import AddTo, FullError, LockedError, NamedItem, StaleError, path_of
from muster.app.rosters.terms import rules_of
from muster.core.tournament.refusals import Refusal
from muster.exchange.whole import whole_number
from muster.web.player.context import Phone, player_page
from muster.web.player.rosters.build_page import form_of
from muster.web.player.rosters.page import RosterBuildPage

SAID = {
    "stale": gettext_lazy("Your list was changed on another page meanwhile. This is how it stands now."),
    "gone": gettext_lazy("That is not in your list any more. This is how it stands now."),
    "full": gettext_lazy("A list does not hold that much."),
    "number": gettext_lazy("Points are a whole number, such as 57."),
    "locked": gettext_lazy(
        "Your list can no longer be changed. Speak to a judge if it is not what you play."
    ),
    "refused": gettext_lazy("No list is asked for here any more."),
}
"""Why an act was not carried out, named by `?said=`."""


@require_http_methods(["GET", "HEAD", "POST"])
@partial(player_page, limit="building")
def build(phone: Phone) -> HttpResponse:
    """The form; with an act, its outcome and the form as it stands then."""
    if phone.tournament.rosters == "none" or rules_of(phone.me.state) is None:
        raise Http404("No roster is asked for here.")
    sent = phone.request.POST if phone.request.method == "POST" else phone.request.GET
    asked = AddTo(sent.get("add", "")[:40], sent.get("under", "")[:40], sent.get("q", "")[:120])
    if phone.request.method == "POST":
        return _act(phone, asked)
    said = SAID.get(phone.request.GET.get("said", ""), "")
    if not said and editing.is_locked(phone.entry, phone.me.state, phone.me.now):
        return HttpResponseRedirect(reverse("player:roster", args=[phone.token]))
    return phone.show(RosterBuildPage(phone, form_of(phone.entry, phone.me.state, asked), said))


def _act(phone: Phone, asked: AddTo) -> HttpResponse:
    said = _tried(lambda: _carried_out(phone, asked))
    query = {"add": asked.section, "under": asked.under, "q": asked.query, "said": said}
    tail = urlencode({name: value for name, value in query.items() if value})
    address = reverse("player:roster-build", args=[phone.token])
    return HttpResponseRedirect(f"{address}?{tail}" if tail else address)


def _tried(act: Callable[[], Refusal | None]) -> str:
    """Why an act was not carried out, as a word of `SAID`; empty if it was."""
    try:
        return "refused" if act() is not None else ""
    except StaleError:
        return "stale"
    except FullError:
        return "full"
    except LockedError:
        return "locked"
    except LookupError:
        return "gone"
    except ValueError:
        return "number"


def _carried_out(phone: Phone, asked: AddTo) -> Refusal | None:
    """Do what the form's button asks for; a form sent by the Enter key names the list."""
    sent, state, now = phone.request.POST, phone.me.state, phone.me.now
    stamp = sent.get("stamp", "")
    if "card" in sent:
        return editing.add_card(phone.entry, state, stamp, asked, sent["card"][:200], now)
    if "named" in sent:
        points = sent.get("points", "").strip()
        named = NamedItem(sent["named"][:400], _number(points) if points else None, sent.get("slot", "")[:40])
        return editing.add_named(phone.entry, state, stamp, asked, named, now)
    if "to" in sent:
        at, _, count = sent["to"].partition(":")
        return editing.set_count(phone.entry, state, stamp, path_of(at), _number(count), now)
    return editing.set_head(phone.entry, state, stamp, sent.get("name", ""), sent.get("faction", ""), now)


def _number(text: str) -> int:
    number = whole_number(text, 6)
    if number is None:
        raise ValueError(text[:20])
    return number


urlpatterns: list[URLPattern] = [
    path("<str:token>/roster/build", build, name="roster-build"),
]
