"""A player's roster: pasted or sent as a file, checked at once, kept as a draft, handed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from muster.app.rosters import checking, read, storage, terms
from muster.app.rosters.checking import RosterVerdict
from muster.core.messages import say
from muster.core.tournament.refusals import Refusal
from muster.exchange.rosters.reading import LARGEST, Unreadable
from muster.exchange.whole import whole_number
from muster.web.player.context import Phone, player_page
from muster.web.player.rosters.page import NoRosterPage, RosterPage, Sent, proof_of
from muster.web.roster_questions import answers_in
from muster.web.uploads import takes_files


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@player_page
def roster(phone: Phone) -> HttpResponse:
    """The roster on record, and the way to hand one in."""
    if phone.request.method != "POST":
        return _page(phone, _begun(phone))
    act = _ACTS.get(phone.request.POST.get("do", "check"), _check)
    return act(phone)


# Acts -------------------------------------------------------------------------------------------------------------


def _check(phone: Phone) -> HttpResponse:
    sent = _sent(phone)
    return _page(phone, sent, status=422 if sent.unreadable else 200)


def _save(phone: Phone) -> HttpResponse:
    sent = _sent(phone)
    if sent.verdict is None:
        return _page(phone, sent, status=422)
    answer = storage.save_draft(phone.entry, sent.verdict, phone.me.actor, timezone.now())
    return _done(phone, sent, answer, "kept")


def _build(phone: Phone) -> HttpResponse:
    """On in the form, with what was pasted as the draft."""
    sent = _sent(phone)
    if sent.unreadable and (sent.text.strip() or phone.request.FILES):
        return _page(phone, sent, status=422)
    if sent.verdict is not None:
        answer = storage.save_draft(phone.entry, sent.verdict, phone.me.actor, timezone.now())
        if isinstance(answer, Refusal):
            return _done(phone, sent, answer, "")
    return HttpResponseRedirect(phone.url("player:roster-build"))


def _submit(phone: Phone) -> HttpResponse:
    sent = _sent(phone)
    if sent.verdict is None:
        return _page(phone, sent, status=422)
    if sent.verdict.doubtful and phone.request.POST.get("sure") != proof_of(sent.verdict):
        return _page(phone, sent, status=422, asks=True)
    number = whole_number(phone.request.POST.get("seen", ""))
    answer = storage.hand_in(phone.entry, sent.verdict, phone.me.actor, timezone.now(), seen=number)
    return _done(phone, sent, answer, "handed-in")


def _discard(phone: Phone) -> HttpResponse:
    storage.withdraw_draft(phone.entry, phone.me.actor)
    return _go(phone, "thrown-away")


_ACTS: Final[Mapping[str, Callable[[Phone], HttpResponse]]] = {
    "check": _check,
    "draft": _save,
    "build": _build,
    "submit": _submit,
    "discard": _discard,
}


def _done(phone: Phone, sent: Sent, answer: object, did: str) -> HttpResponse:
    if isinstance(answer, Refusal):
        status = 409 if answer.code == "stale" else 422
        return _page(phone, Sent(sent.text, sent.format_id, sent.found, answer, sent.draft), status=status)
    return _go(phone, did)


def _go(phone: Phone, did: str) -> HttpResponse:
    return HttpResponseRedirect(f"{phone.url('player:roster')}?did={did}")


# What was sent ----------------------------------------------------------------------------------------------------


def _sent(phone: Phone) -> Sent:
    """What came: a file if there is one, the draft if that is meant, else the text."""
    post = phone.request.POST
    uploaded = phone.request.FILES.get("file")
    content: str | bytes = uploaded.read(LARGEST + 1) if uploaded else post.get("text", "")
    if _means_the_draft(phone, content):
        return _begun(phone)
    format_id = post.get("format", "")[:40]
    if not content.strip():
        return Sent(found=Unreadable(say("Paste your list first, or choose its file.")))
    read_here = checking.check_text(
        phone.tournament, phone.me.state, content, format_id, entry=phone.entry.pk
    )
    found_here = _answered(phone, read_here)
    return Sent(checking.text_of(content)[:LARGEST], format_id, found_here)


def _answered(phone: Phone, found: RosterVerdict | Unreadable) -> RosterVerdict | Unreadable:
    """What was read, with the cards that were chosen where a name could be several."""
    if isinstance(found, Unreadable):
        return found
    answers = answers_in(phone.request.POST)
    return checking.answer(phone.tournament, phone.me.state, found, answers, entry=phone.entry.pk)


def _means_the_draft(phone: Phone, content: str | bytes) -> bool:
    """Whether the draft is meant as it is: one from the form has no text, or one that nobody changed."""
    if phone.request.POST.get("source") != "draft" or isinstance(content, bytes):
        return False
    kept = read.draft(phone.entry)
    return kept is not None and content.split() == kept.text.split()


def _begun(phone: Phone) -> Sent:
    """Where the player left off: the draft, if there is one."""
    kept = read.draft(phone.entry)
    if kept is None or terms.rules_of(phone.me.state) is None:
        return Sent()
    found = _answered(phone, checking.check_version(kept, phone.tournament, phone.me.state))
    return Sent(kept.text, kept.format, found, draft=True)


# The page ---------------------------------------------------------------------------------------------------------


def _page(phone: Phone, sent: Sent, *, status: int = 200, asks: bool = False) -> HttpResponse:
    rules = terms.rules_of(phone.me.state)
    if rules is None or phone.tournament.rosters == "none":
        return phone.show(NoRosterPage(phone), status=404)
    return phone.show(RosterPage(phone, rules, sent, timezone.now(), asks), status=status)


urlpatterns: list[URLPattern] = [path("<str:token>/roster", roster, name="roster")]
