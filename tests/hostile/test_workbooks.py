"""Workbooks that mean harm, sent by somebody of the staff: each is answered, and the pages of others come as before."""

from __future__ import annotations

import re
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from browser_cases import Server, serving
from hostile_cases import LONGEST, PAGES, Visitor
from hostile_sheets import DAMAGED, HARMLESS, TOO_LARGE

LIST = "/desk/DEMO2/1/players/list"

pytestmark = pytest.mark.long


class Staff:
    """The organiser of the practice events, logged in by the link that the server printed."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open
        page = self._get(urllib.parse.urlsplit(server.link).path)
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": self._proof(page)})
        self._open(server.link, form.encode(), LONGEST).read()
        self._token = self._proof(self._get(LIST))

    def sends(self, content: bytes) -> int:
        """Send a workbook as a list of players; how it was answered."""
        mark = "7d1b"
        parts = (
            f'--{mark}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{self._token}\r\n'
            f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="list.xlsx"\r\n\r\n'
        )
        body = parts.encode() + content + f"\r\n--{mark}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={mark}"}
        request = urllib.request.Request(self._server.url(LIST), body, headers)  # noqa: S310  (our own server)
        try:
            return int(self._open(request, timeout=LONGEST).status)
        except urllib.error.HTTPError as refused:
            return refused.code

    def _get(self, path: str) -> str:
        return str(self._open(self._server.url(path), timeout=LONGEST).read().decode())

    @staticmethod
    def _proof(page: str) -> str:
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert found
        return found[1]


def test_workbooks_that_mean_harm(tmp_path: Path) -> None:
    refused = [make() for make in (TOO_LARGE | DAMAGED).values()]
    taken = [make() for make in HARMLESS.values()]
    with serving(tmp_path / "data", "--demo") as server, ThreadPoolExecutor(4) as attackers:
        staff, visitor = Staff(server), Visitor(server)
        visitor.looks(*PAGES, times=1)
        visitor.seconds.clear()
        answers = [attackers.submit(staff.sends, content) for content in (refused + taken) * 3]
        visitor.looks(*PAGES)
        assert [one.result() for one in answers] == ([422] * len(refused) + [200] * len(taken)) * 3
        visitor.tells("workbooks")
