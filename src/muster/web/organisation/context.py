"""What every page for the members of an organisation needs: who asks, where, and what they may do."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from muster.app.organisations.standing import Member, MemberAct, NotInThisOrganisationError, member_of
from muster.people.models import Account, Organisation
from muster.web.limits import slow_down, too_often
from muster.web.page import Page, show

P = ParamSpec("P")


@dataclass(frozen=True)
class NotForThisMember(Page):
    """A member may not do that.

    Attributes:
        says: who may.
    """

    template: ClassVar[str] = "organisation/not_for_you.html"
    says: str


@dataclass(frozen=True, slots=True)
class OrganisationTab:
    """A page for the members: its words, where it is, and whether one is there."""

    title: str
    url: str
    current: bool


@dataclass(frozen=True)
class OrganisationDesk:
    """One request of a member."""

    request: HttpRequest
    member: Member

    @property
    def organisation(self) -> Organisation:
        """Where."""
        return self.member.organisation

    @property
    def sent_key(self) -> str | None:
        """The idempotency key the form carries; a text no database takes is none."""
        sent = self.request.POST.get("key", "")[:64]
        return sent if sent and sent.isascii() and sent.isprintable() else None

    def new_key(self) -> str:
        """A fresh idempotency key for a form."""
        return secrets.token_urlsafe(12)

    @property
    def tabs(self) -> list[OrganisationTab]:
        """The pages this member sees."""
        titles = {
            "manage": _("Events"),
            "members": _("Members"),
            "venues": _("Venues"),
            "look": _("Page and look") if self.member.may("look") else "",
            "history": _("History"),
        }
        here = self.request.path
        return [
            OrganisationTab(title, self.url(name), _is_at(self.url(name), here, of_all=name == "manage"))
            for name, title in titles.items()
            if title
        ]

    def url(self, name: str, *args: Any) -> str:
        """The address of one of this organisation's pages, such as `members`."""
        return reverse(f"organisation:{name}", args=[self.organisation.slug, *args])

    def go(self, name: str, *args: Any) -> HttpResponseRedirect:
        """On to one of its pages."""
        return redirect(self.url(name, *args))

    def show(self, page: Page, *, status: int = 200) -> HttpResponse:
        """A page, with this as `home` in its template."""
        return show(self.request, page, status=status, home=self, organisation=self.organisation)


def organisation_page(
    act: MemberAct,
) -> Callable[[Callable[Concatenate[OrganisationDesk, P], HttpResponse]], Callable[..., HttpResponse]]:
    """A view for members: gets an `OrganisationDesk`; strangers get 404, the wrong role a page that says who may."""

    def decorate(
        view: Callable[Concatenate[OrganisationDesk, P], HttpResponse],
    ) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            account = account_asking(request)
            member = member_of(slug, account)
            if member is None:
                raise Http404("There is no such organisation, or you do not belong to it.")
            if request.method == "POST" and (
                wait := too_often(request, "act", whose=f"account:{account.pk}")
            ):
                return slow_down(request, wait)
            desk = OrganisationDesk(request, member)
            try:
                member.must(act)
                return view(desk, *args, **kwargs)
            except NotInThisOrganisationError as error:
                return desk.show(NotForThisMember(str(error)), status=403)

        asked = never_cache(login_required(page))
        vars(asked)["act"] = act
        return asked

    return decorate


def account_asking(request: HttpRequest) -> Account:
    """The account that is logged in; only on pages that ask for one."""
    assert isinstance(request.user, Account)  # noqa: S101  (login_required stands before it)
    return request.user


def _is_at(url: str, here: str, *, of_all: bool) -> bool:
    """Whether a page is that of a tab or lies below it."""
    return here == url or here.startswith(f"{url}/events" if of_all else f"{url}/")
