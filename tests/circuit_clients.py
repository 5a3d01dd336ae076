"""Everybody at a circuit's events: players with their phones, desks, and open pages; started by `circuit_cases`.

`python circuit_clients.py ADDRESS` reads its plan as a line of JSON; then, whenever it is asked in a line, it answers
in one: `how many` acts are acknowledged, whether it is `over`, and what happened in all, once it is told to `end`.

Every form is sent again, as it was, until it is answered; some are sent twice at once, as by a double tap.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit

PATIENCE = 15.0
"""Seconds until an answer is given up and the same is asked again."""

TWICE = 0.1
"""How many forms are sent twice at once."""

LATE = 3.0

HIDDEN = re.compile(r'<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"')


@dataclass(slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    text: str


@dataclass
class Happened:
    """What happened. `wrong` must stay empty; seconds are told by what was asked for."""

    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    trouble: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    late: list[tuple[float, float, str]] = field(default_factory=list)
    """When something took longer than `LATE` or failed (seconds since 1970), how long it took, and what it was."""

    gaps: list[float] = field(default_factory=list)
    away: list[float] = field(default_factory=list)
    """Seconds from the first asking to the answer, of acts that had to be sent again."""


class Somebody:
    """A browser at an address of its own."""

    def __init__(self, site: str, own: str, cookie: str = "") -> None:
        self._where, self._own, self.cookie = urlsplit(site), own, cookie

    async def ask(self, path: str, form: dict[str, str] | None = None) -> Answer:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await self.connected()
            try:
                writer.write(self.asking(path, form))
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                first, *lines = head.splitlines()
                headers = {
                    name.lower(): value.strip() for name, _, value in (one.partition(":") for one in lines)
                }
                body = await reader.read()
                if headers.get("transfer-encoding") == "chunked":
                    body = _unchunked(body)
                elif len(body) < int(headers.get("content-length", "0")):
                    raise ConnectionError("cut")
            finally:
                writer.close()
        found = re.search(r"(?im)^set-cookie: (csrftoken=[^;\r]+)", head)
        if found:
            kept = [one for one in self.cookie.split("; ") if one and not one.startswith("csrftoken=")]
            self.cookie = "; ".join([*kept, found[1]])
        return Answer(int(first.split()[1]), headers, body.decode())

    async def connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            self._where.hostname, self._where.port, local_addr=(self._own, 0), limit=1_000_000
        )

    def asking(self, path: str, form: dict[str, str] | None = None) -> bytes:
        body = urlencode(form).encode() if form is not None else b""
        lines = [f"{'GET' if form is None else 'POST'} {path} HTTP/1.1", "Host: localhost"]
        lines += ["Connection: close"] if not path.startswith("/live/") else []
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        if form is not None:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode() + body


def _unchunked(body: bytes) -> bytes:
    parts, at = list[bytes](), 0
    while True:
        end = body.find(b"\r\n", at)
        if end < 0:
            raise ConnectionError("cut")
        size = int(body[at:end], 16)
        if not size:
            return b"".join(parts)
        parts.append(body[end + 2 : end + 2 + size])
        at = end + 4 + size


class Event:
    """One event: its desk, its players, somebody who looks, and a page that is open."""

    def __init__(
        self, number: int, plan: dict[str, Any], how: dict[str, Any], happened: Happened, site: str
    ) -> None:
        own = f"127.1.{number // 250}.{number % 250 + 1}"
        self.code, self.how, self.plan, self.happened = how["code"], how, plan, happened
        self.desk = Somebody(site, own, f"sessionid={plan['session']}")
        self.site, self.own, self.over = site, own, False
        self.dice = random.Random(number)  # noqa: S311
        self.until = 0.0

    async def play(self, ending: asyncio.Event) -> None:
        """Round after round, an act every so often, until it is over or everybody is to end."""
        await asyncio.sleep(self.dice.random() * self.plan["pace"])
        for number in range(1, self.plan["rounds"] + 1):
            if number > 1:
                await self.at_desk("propose")
                await self.paced()
                await self.at_desk("publish")
            players = list(self.how["players"])
            self.dice.shuffle(players)
            for token, pk in players:
                if ending.is_set():
                    return
                await self.paced()
                await self.at_phone(token, pk)
            if ending.is_set():
                return
        self.over = True

    async def paced(self) -> None:
        """An event's acts come one after another, however long each took."""
        now = time.monotonic()
        self.until = max(self.until + self.plan["pace"] * self.dice.uniform(0.5, 1.5), now)
        await asyncio.sleep(self.until - now)

    async def at_phone(self, token: str, pk: int) -> None:
        """A player looks, and reports or agrees."""
        phone, page = Somebody(self.site, self.own), f"/p/{token}"
        shown = (await self.asked(phone, "page", page)).text
        for act in ("confirm", "report"):
            fields = _fields(shown, f"{page}/{act}")
            if fields is not None:
                typed = self.plan["results"][self.dice.randrange(2)] if act == "report" else {}
                key = f"e{pk}.{fields['key'][:40]}"
                await self.sent(phone, act, f"{page}/{act}", fields | typed, key)
                await self.asked(phone, "page", page)
                await self.asked(Somebody(self.site, self.own), "public page", self.how["pairings"])
                return
        self.happened.wrong.append(f"{self.code}: a player has nothing to do")

    async def at_desk(self, act: str) -> None:
        """The desk draws a round, or posts it."""
        fields = None
        for _ in range(3):
            shown = (await self.asked(self.desk, "desk", self.how["desk"])).text
            fields = _fields(shown, self.how[act])
            if fields is not None:
                break
        if fields is None:
            self.happened.wrong.append(f"{self.code}: the desk has no form to {act}")
            return
        await self.sent(self.desk, act, self.how[act], fields, fields["key"])

    async def asked(self, who: Somebody, what: str, path: str) -> Answer:
        """Ask for a page until it comes."""
        while True:
            answer = await self.tried(who, what, path)
            if answer is not None and answer.status == 200:
                return answer
            await self.again(answer, what)

    async def sent(self, who: Somebody, act: str, path: str, form: dict[str, str], key: str) -> None:
        """Send a form until it is answered."""
        began, tries = time.monotonic(), 0
        while True:
            count = 2 if self.dice.random() < TWICE else 1
            answers = await asyncio.gather(*(self.tried(who, act, path, form) for _ in range(count)))
            tries += 1
            if any(one is not None and one.status == 302 for one in answers):
                self.happened.acknowledged.append((self.code, key))
                if tries > 1:
                    self.happened.away.append(time.monotonic() - began)
                return
            refused = [one for one in answers if one is not None and one.status in (200, 403, 404, 409, 422)]
            if refused:
                says = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", refused[0].text.split("<main", 1)[-1]))[
                    :600
                ]
                self.happened.wrong.append(f"{self.code}: {act} was refused after {tries} tries: {says}")
                return
            await self.again(answers[0], act)

    async def tried(
        self, who: Somebody, what: str, path: str, form: dict[str, str] | None = None
    ) -> Answer | None:
        """Ask once; nothing if no answer came."""
        began = time.monotonic()
        try:
            answer = await who.ask(path, form)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError, IndexError) as error:
            self.failed(began, f"{what}: {type(error).__name__}")
            return None
        if answer.status in (200, 302):
            took = time.monotonic() - began
            self.happened.seconds.setdefault(what, []).append(took)
            if took > LATE:
                self.happened.late.append((time.time(), took, what))
        else:
            self.failed(began, f"{what}: {answer.status} {_title(answer.text)}")
        if answer.status == 500:
            self.happened.wrong.append(f"{self.code}: {what} failed")
        if answer.status == 503 and answer.headers.get("retry-after") is None and "Muster" in answer.text:
            self.happened.wrong.append(f"{self.code}: {what}: nobody is told when to try again")
        return answer

    def failed(self, began: float, what: str) -> None:
        self.happened.trouble[what] += 1
        self.happened.late.append((time.time(), time.monotonic() - began, what))

    async def again(self, answer: Answer | None, what: str) -> None:
        """Wait for a moment, as somebody does who is told that it did not work."""
        await asyncio.sleep(self.dice.uniform(0.3, 1.0))

    async def listen(self) -> None:
        """An open page: its stream, opened again whenever it ends, as `live.js` does."""
        reader = Somebody(self.site, self.own)
        lost: float | None = None
        while True:
            writer = None
            try:
                stream, writer = await reader.connected()
                writer.write(reader.asking(f"/live/{self.code}?on=1/round,1/results"))
                async with asyncio.timeout(8):
                    await stream.readuntil(b"event: hello")
                if lost is not None:
                    self.happened.gaps.append(time.monotonic() - lost)
                    lost = None
                while True:
                    async with asyncio.timeout(40):
                        if not await stream.read(65536):
                            break
            except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                pass
            finally:
                if writer is not None:
                    writer.close()
            lost = time.monotonic() if lost is None else lost
            await asyncio.sleep(self.dice.uniform(0.5, 2.0))


def _fields(page: str, action: str) -> dict[str, str] | None:
    """The hidden fields of the form with this action; none without such a form."""
    _, found, rest = page.partition(f'action="{action}"')
    if not found:
        return None
    return {name: unescape(value) for name, value in HIDDEN.findall(rest.split("</form>", 1)[0])}


def _title(page: str) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    return " ".join(found[1].split())[:60] if found else ""


async def main(site: str) -> None:
    lines: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def listen() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line.strip())

    loop.run_in_executor(None, listen)
    plan, happened, ending = json.loads(await lines.get()), Happened(), asyncio.Event()
    events = [Event(number, plan, how, happened, site) for number, how in enumerate(plan["events"])]
    listeners = [asyncio.create_task(one.listen()) for one in events]
    players = [asyncio.create_task(one.play(ending)) for one in events]
    while True:
        line = await lines.get()
        if line == "how many":
            _say(str(len(happened.acknowledged)))
        elif line == "over":
            _say("yes" if all(one.done() for one in players) else "no")
        elif line == "end":
            break
    ending.set()
    ends = await asyncio.gather(*players, return_exceptions=True)
    happened.wrong += [repr(one) for one in ends if isinstance(one, BaseException)]
    for one in listeners:
        one.cancel()
    told = {
        "acknowledged": happened.acknowledged,
        "trouble": dict(happened.trouble),
        "wrong": happened.wrong,
        "late": happened.late,
        "gaps": happened.gaps,
        "away": happened.away,
        "over": sum(one.over for one in events),
        "seconds": happened.seconds,
    }
    _say(json.dumps(told))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
