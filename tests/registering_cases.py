"""People who register for an event of a running server, as their browsers do."""

from __future__ import annotations

import http.client
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from browser_cases import Server


def register(server: Server, code: str, name: str) -> None:
    """Somebody registers, with one of the processes."""
    with closing(http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=30)) as connection:
        connection.request("GET", f"/e/{code}/register")
        answer = connection.getresponse()
        page, cookie = answer.read().decode(), str(answer.headers["Set-Cookie"]).partition(";")[0]
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        form = urlencode(fields | {"name": name, "alias": "", "pronouns": "", "club": "", "email": ""})
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
        connection.request("POST", f"/e/{code}/register", form, headers)
        answer = connection.getresponse()
        shown = answer.read().decode()
        assert answer.status in (200, 302, 303), shown


def open_registration(data: Path, code: str) -> None:
    with closing(sqlite3.connect(data / "muster.sqlite3")) as database, database:
        event = "SELECT id FROM people_event WHERE code = ?"
        asked = f"UPDATE people_tournament SET registration_open = 1 WHERE event_id IN ({event})"  # noqa: S608
        assert database.execute(asked, [code]).rowcount
