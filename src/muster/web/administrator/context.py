"""What every page of the administrators needs: who asks, and whether they may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ClassVar, Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse

from muster.app.accounts.standing import NotOnThisSiteError, SiteAct, must
from muster.people.models import Account
from muster.web.page import Page, show

P = ParamSpec("P")


@dataclass(frozen=True)
class NotForYou(Page):
    """Who asks does not look after the site.

    Attributes:
        says: who does.
    """

    template: ClassVar[str] = "administrator/not_for_you.html"
    says: str


def site_page(
    act: SiteAct,
) -> Callable[[Callable[Concatenate[HttpRequest, Account, P], HttpResponse]], Callable[..., HttpResponse]]:
    """A view of the administrators: gets who asks; others get a page that says whom it is for."""

    def decorate(
        view: Callable[Concatenate[HttpRequest, Account, P], HttpResponse],
    ) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            assert isinstance(request.user, Account)  # noqa: S101  (login_required stands before it)
            try:
                must(request.user, act)
                return view(request, request.user, *args, **kwargs)
            except NotOnThisSiteError as error:
                return show(request, NotForYou(str(error)), status=403)

        asked = login_required(page)
        vars(asked)["act"] = act
        return asked

    return decorate
