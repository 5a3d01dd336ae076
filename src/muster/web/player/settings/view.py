"""What a player sets for themselves, their link, their account, and no more messages."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.common.addresses import note_address
from muster.app.mail import messages
from muster.app.registration import player_settings
from muster.app.registration.player_settings import Wishes
from muster.people.models import Account
from muster.web.limits import slow_down, too_often
from muster.web.page import show
from muster.web.player.context import Phone, player_page
from muster.web.player.settings.page import LinkPage, MailPage, OwnSettings, SettingsPage

_LONGEST = 1000


@require_http_methods(["GET", "HEAD", "POST"])
@player_page
def settings(phone: Phone) -> HttpResponse:
    """How the player is shown, and what they are told."""
    if phone.request.method != "POST":
        return phone.show(SettingsPage(phone, OwnSettings(phone)))
    note_address(phone.request.build_absolute_uri("/"))
    wishes = _wishes(phone.request.POST, player_settings.wishes_of(phone.entry))
    problems = player_settings.set_wishes(phone.entry, wishes, timezone.now())
    if not problems:
        return phone.go("saved")
    faults = {problem.field: problem.message for problem in problems}
    return phone.show(SettingsPage(phone, OwnSettings(phone, wishes, faults)), status=422)


def _wishes(sent: Mapping[str, str], now: Wishes) -> Wishes:
    # Longer than anything that is kept, so that what is too long is said to be, and cut nowhere.
    text = {name: sent.get(name, "")[:_LONGEST] for name in ("shown_as", "alias", "pronouns", "email")}
    told = sent.get("told", "")  # not asked where no mail leaves: then it stays as it is
    return Wishes(
        shown_as=text["shown_as"],
        alias=text["alias"],
        pronouns=text["pronouns"],
        email=text["email"],
        mail=told != "no" if told else now.mail,
        mail_rounds=told == "rounds" if told else now.mail_rounds,
    )


@require_safe
@player_page
def link(phone: Phone) -> HttpResponse:
    """The player's link, to be copied or scanned."""
    return phone.show(LinkPage(phone))


@require_http_methods(["GET", "HEAD", "POST"])
@player_page
def keep(phone: Phone) -> HttpResponse:
    """Keep the event in one's account."""
    return _keep(phone.request, phone)


@login_required
def _keep(request: HttpRequest, phone: Phone) -> HttpResponse:
    if request.method != "POST" or not isinstance(request.user, Account):
        return redirect(phone.url())
    problem = player_settings.claim(phone.entry, request.user)
    if problem is not None:
        own = OwnSettings(phone, faults={"account": problem.message})
        return phone.show(SettingsPage(phone, own), status=422)
    return phone.go("kept")


@never_cache
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest, token: str) -> HttpResponse:
    """No more messages about an event, by the link in each: for people, and for mail programs (RFC 8058).

    Opening the page changes nothing, as programs open links to look at them. What may be done here needs no
    proof besides the link itself.
    """
    entry = messages.entry_by_mail_token(token)
    if entry is None:
        if wait := too_often(request, "code"):
            return slow_down(request, wait)
        return show(request, MailPage(None), status=404)
    if request.method == "POST":
        messages.set_mail(entry, wanted=request.POST.get("again") == "yes")
        # A mail program wants an answer and no redirect; sending a form of this page again does no harm.
    return show(request, MailPage(entry))


urlpatterns: list[URLPattern] = [
    path("<str:token>/settings", settings, name="settings"),
    path("<str:token>/link", link, name="link"),
    path("<str:token>/keep", keep, name="keep"),
    path("<str:token>/mail", mail, name="mail"),
]
