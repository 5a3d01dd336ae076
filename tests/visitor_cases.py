"""Somebody with a browser, as far as HTTP goes: cookies kept, redirects followed, forms sent as they stand."""

from __future__ import annotations

import http.client
import re
import ssl
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from urllib.parse import urlencode, urljoin, urlsplit

from form_cases import Data, read

LONGEST = 120.0
"""Seconds after which an answer is taken never to come."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page that was answered."""

    address: str
    status: int
    text: str
    headers: Mapping[str, str]


@dataclass(slots=True)
class Browser:
    """A visitor of one site.

    Attributes:
        origin: where the site is, such as `http://127.0.0.1:8000`.
        trusts: whose certificates are believed; needed for `https` alone.
    """

    origin: str
    trusts: ssl.SSLContext | None = None
    cookies: dict[str, str] = field(default_factory=dict)

    def opens(self, path: str, form: Data | None = None) -> Shown:
        """Open a page, or send a form; wherever that leads on this site."""
        shown = self.asks(path, form)
        for _ in range(5):
            if shown.status not in {301, 302, 303}:
                break
            shown = self.asks(urljoin(path, shown.headers["location"]))
        return shown

    def sends(self, page: Shown, action: str, **typed: str) -> Shown:
        """Fill in the form of a page that goes to this address, and send it with its last button."""
        *_, form = [one for one in read(page.address, page.text).ways() if one.action == action]
        return self.opens(action, form.data() | {name: [value] for name, value in typed.items()})

    def hears(self, path: str, word: bytes) -> bytes:
        """What an event stream says until it says this word; it does not end by itself."""
        with closing(self._connection()) as connection:
            connection.request("GET", path)
            answer, said = connection.getresponse(), b""
            while word not in said:
                piece = answer.read1()
                assert piece, said
                said += piece
        return said

    def _connection(self) -> http.client.HTTPConnection:
        where = urlsplit(self.origin)
        assert where.hostname
        if where.scheme == "https":
            return http.client.HTTPSConnection(
                where.hostname, where.port, timeout=LONGEST, context=self.trusts
            )
        return http.client.HTTPConnection(where.hostname, where.port, timeout=LONGEST)

    def asks(self, path: str, form: Data | None = None) -> Shown:
        """One request and its answer, wherever that would lead."""
        at = urlsplit(path)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if form is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin}
            headers["Referer"] = self.origin + at.path
            body = urlencode(form, doseq=True)
        with closing(self._connection()) as connection:
            target = at.path + (f"?{at.query}" if at.query else "")
            connection.request("POST" if body is not None else "GET", target, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        said = {name.lower(): value for name, value in answer.headers.items()}
        return Shown(at.path, answer.status, text, said)


def makes_an_event(browser: Browser, link: str, name: str) -> str:
    """Come in by the organiser's link and set up an event; the address of its desk."""
    entrance = urlsplit(link).path
    desk = browser.sends(browser.opens(entrance), entrance)
    assert (desk.status, desk.address) == (200, "/desk/")
    made = browser.sends(browser.opens("/desk/new"), "/desk/new", name=name, day="2026-12-05", time="10:30")
    assert made.status == 200, made.address
    assert made.address not in {"/desk/", "/desk/new"}, re.findall(r'class="error[^>]*>[^<]*', made.text)
    assert name in made.text
    return made.address
