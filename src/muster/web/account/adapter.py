"""What allauth asks of the site: where somebody goes on, who may try again, and when an address must be confirmed.

Wrong passwords are counted three times: by address (`20/m/ip`), by account at one place, which is an address or a
device the account knows, and by account from all places it does not know. So nobody's wrong passwords keep the owner
out elsewhere, and many addresses together guess no faster than one.
"""

from __future__ import annotations

import logging
from ipaddress import ip_address
from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.stages import EmailVerificationStage
from allauth.core.internal import ratelimit
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext_lazy

from muster.app.accounts.standing import may
from muster.app.mail.messages import mail_leaves
from muster.app.staff.posts import works_anywhere
from muster.people.models import Account
from muster.web.account.devices import known_for, logged_in

logger = logging.getLogger("muster.security")

TOO_MANY: Final = gettext_lazy(
    "Too many wrong passwords. Use a passkey or have a code sent by e-mail, or try again in some minutes."
)
TOO_MANY_WITHOUT_MAIL: Final = gettext_lazy(
    "Too many wrong passwords. Use a passkey, or try again in some minutes."
)


class FirstVerificationStage(EmailVerificationStage):  # type: ignore[misc]
    """Only who has just signed up must confirm the address first; whoever has been in before is not kept out."""

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Go on, or have the address confirmed."""
        user = self.login.user
        if user is not None and user.last_login is not None:
            return None, True
        response, goes_on = super().handle()
        return response, goes_on


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Muster's own answers."""

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Whoever works at events goes to them, everybody else to where they play."""
        return home_of(request.user) if isinstance(request.user, Account) else reverse("desk:home")

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        """The same for somebody new."""
        return self.get_login_redirect_url(request)

    def get_login_stages(self) -> list[str]:
        """What stands between a right password and the site."""
        own = f"{__name__}.{FirstVerificationStage.__name__}"
        return [own if one.endswith(".EmailVerificationStage") else one for one in super().get_login_stages()]

    def post_login(self, request: HttpRequest, user: Account, **kwargs: Any) -> HttpResponseBase:
        """Go on, with the device remembered."""
        response: HttpResponseBase = super().post_login(request, user, **kwargs)
        logged_in(request, response, user, first=bool(kwargs.get("signup")))
        return response

    def get_client_ip(self, request: HttpRequest) -> str:
        """Where a request comes from; an IPv4 address in the form of an IPv6 one (all share a network) as itself."""
        found: str = super().get_client_ip(request)
        return str(getattr(ip_address(found), "ipv4_mapped", None) or found)

    # Wrong passwords

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a try before the password is looked at; refuse it if there were too many."""
        super().pre_authenticate(request, **credentials)
        self._everywhere = None
        email = str(credentials.get("email", "")).lower()
        if email and not known_for(request, email):
            self._everywhere = ratelimit.consume(
                request, app="allauth.account", action="login_failed_everywhere", key=email
            )
            if self._everywhere is None:
                super()._rollback_login_failed_rl_usage()
                raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Note it, without the address that was typed."""
        logger.info("wrong password")
        super().authentication_failed(request, **credentials)

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """The words of what is wrong; who tried too often is told what still works here."""
        if code == "too_many_login_attempts":
            logger.warning("too many wrong passwords")
            return ValidationError(TOO_MANY if mail_leaves() else TOO_MANY_WITHOUT_MAIL, code=code)
        error: ValidationError = super().validation_error(code, *args)
        return error

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """By account and place: a device that it knows, else the address."""
        account = super()._get_login_attempts_cache_key(request, **credentials)
        email = str(credentials.get("email", ""))
        return f"{account}:{known_for(request, email) or ratelimit.get_ip(request)}"

    def _rollback_login_failed_rl_usage(self) -> None:
        """The password was right: the try does not count."""
        super()._rollback_login_failed_rl_usage()
        if self._everywhere is not None:
            self._everywhere.rollback()


def home_of(account: Account) -> str:
    """The address of the page an account begins at."""
    works = may(account, "create-events") or works_anywhere(account)
    return reverse("desk:home" if works else "me")
