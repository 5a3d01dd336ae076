"""Pages from memory: made once, true always, the same for everybody."""

from __future__ import annotations

import asyncio
import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from live_cases import PAGE, Got, Inner, ask, front, page, run, settled, until
from muster.live import pages
from muster.live.http import Header, Scope, takes
from muster.live.hub import Hub
from muster.live.pages import Memory

PATH = "/e/SPRING/1/pairings"


def test_an_unchanged_page_is_made_once() -> None:
    async def act() -> None:
        inner, hub = page(), Hub()
        app = front(inner, hub)
        for _ in range(3):
            got = await ask(app, PATH)
            assert (got.status, got.body) == (200, PAGE)
        assert len(inner.scopes) == 1
        hub.bump(["OTHER/news"])
        await ask(app, PATH)
        assert len(inner.scopes) == 1
        hub.bump(["SPRING/news"])
        await ask(app, PATH)
        assert len(inner.scopes) == 2

    run(act)


def test_what_the_front_answers_by_itself_is_counted() -> None:
    async def act() -> None:
        app = front(page())
        first = await ask(app, PATH)
        await ask(app, PATH)
        await ask(app, PATH, {"if-none-match": first.headers["etag"]})
        await ask(app, PATH, method="HEAD")
        await ask(app, "/desk/", {"content-length": "5"}, body=(b"again",))
        await ask(app, "/desk/")
        assert app.given == {"page": 3, "unchanged": 1, "part": 0, "shared": 0, "refused": 1}
        nobodys = front(Inner(lambda _: (404, [], b"nothing here")))
        await ask(nobodys, "/e/DRAFT")
        assert nobodys.given["shared"] == 1

    run(act)


def test_its_marks_never_leave_the_house() -> None:
    async def act() -> None:
        app = front(page())
        kept, passed = await ask(app, PATH), await ask(app, "/desk/")
        for got in (kept, passed):
            assert got.status == 200
            assert "muster-topics" not in got.headers
        assert kept.headers["vary"] == "Accept-Encoding"

    run(act)


def test_compressed_once_with_a_tag_of_its_own() -> None:
    async def act() -> None:
        inner = page()
        app = front(inner)
        plain = await ask(app, PATH)
        packed = await ask(app, PATH, {"accept-encoding": "br;q=1.0, gzip"})
        refused = await ask(app, PATH, {"accept-encoding": "gzip;q=0, br"})
        assert len(inner.scopes) == 1
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain.body == refused.body
        assert len(packed.body) == int(packed.headers["content-length"]) < len(plain.body)
        assert packed.headers["etag"] != plain.headers["etag"] == refused.headers["etag"]
        assert not plain.headers["etag"].startswith("W/")

    run(act)


def test_a_picture_is_not_compressed_once_more() -> None:
    async def act() -> None:
        headers = [(b"Content-Type", b"image/png"), (b"Muster-Topics", b"SPRING/screens")]
        app = front(Inner(lambda _: (200, headers, PAGE)))
        got = await ask(app, PATH, {"accept-encoding": "gzip"})
        assert "content-encoding" not in got.headers
        assert len(PAGE) < app.memory.bytes < len(PAGE) * 1.2 + 2500

    run(act)


def test_who_has_it_is_told_so() -> None:
    async def act() -> None:
        app = front(page(PAGE, b"SPRING/news", (b"Cache-Control", b"public, no-cache")))
        tag = (await ask(app, PATH)).headers["etag"]
        for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
            got = await ask(app, PATH, {"if-none-match": known})
            assert (got.status, got.body, got.headers["etag"]) == (304, b"", tag)
            assert got.headers["cache-control"] == "public, no-cache"
        for known in ('"other"', tag.replace('"', ""), tag + "x"):
            assert (await ask(app, PATH, {"if-none-match": known})).status == 200
        # In another coding it is another thing.
        got = await ask(app, PATH, {"if-none-match": tag, "accept-encoding": "gzip"})
        assert got.status == 200

    run(act)


def test_the_same_page_made_again_is_not_sent_again() -> None:
    async def act() -> None:
        hub = Hub()
        app = front(page(), hub)
        tag = (await ask(app, PATH, {"accept-encoding": "gzip"})).headers["etag"]
        hub.bump(["SPRING/news"])
        got = await ask(app, PATH, {"accept-encoding": "gzip", "if-none-match": tag})
        assert got.status == 304

    run(act)


def test_head_is_a_page_without_its_body() -> None:
    async def act() -> None:
        inner = page()
        app = front(inner)
        whole, head = await ask(app, PATH), await ask(app, PATH, method="HEAD")
        assert head.body == b""
        assert head.headers == whole.headers
        assert [scope["method"] for scope in inner.scopes] == ["GET"]

    run(act)


def test_addresses_are_kept_apart() -> None:
    async def act() -> None:
        inner = Inner(
            lambda scope: (
                200,
                [(b"muster-topics", b"A/news")],
                scope["query_string"] + scope["headers"][0][1],
            )
        )
        app = front(inner)
        answers = [
            await ask(app, "/e/A?q=1", host="one"),
            await ask(app, "/e/A?q=2", host="one"),
            await ask(app, "/e/A?q=1", host="two"),
        ]
        assert [got.body for got in answers] == [b"q=1one", b"q=2one", b"q=1two"]

    run(act)


# One rendering for all who wait


def test_five_hundred_who_wait_are_one_rendering() -> None:
    async def act() -> None:
        inner = page()
        inner.gate = asyncio.Event()
        app = front(inner)
        waiting = [asyncio.create_task(ask(app, PATH, {"cookie": f"me={n}"})) for n in range(500)]
        await settled()
        inner.gate.set()
        answers = await asyncio.gather(*waiting)
        assert {got.body for got in answers} == {PAGE}
        assert len(inner.scopes) == 1

    run(act)


def test_one_who_goes_away_takes_nothing_along() -> None:
    async def act() -> None:
        inner = page()
        inner.gate = asyncio.Event()
        app = front(inner)
        first = asyncio.create_task(ask(app, PATH))
        second = asyncio.create_task(ask(app, PATH))
        await settled()
        first.cancel()
        await asyncio.sleep(0)
        inner.gate.set()
        assert (await second).body == PAGE
        assert len(inner.scopes) == 1

    run(act)


def test_a_change_while_a_page_is_made_makes_it_stale() -> None:
    async def act() -> None:
        said, hub = [b"old" * 100], Hub()
        inner = Inner(lambda _: (200, [(b"muster-topics", b"A/news")], said[0]))
        inner.gate = asyncio.Event()
        app = front(inner, hub)
        before = asyncio.create_task(ask(app, "/e/A"))
        await settled()
        hub.bump(["A/news"])
        after = asyncio.create_task(ask(app, "/e/A"))
        await settled()
        answer = inner.answer

        def old_then_new(scope: Scope) -> tuple[int, list[Header], bytes]:
            found = answer(scope)
            said[0] = b"new" * 100
            return found

        inner.answer = old_then_new
        inner.gate.set()
        assert (await before).body == b"old" * 100
        assert (await after).body == b"new" * 100
        assert len(inner.scopes) == 2
        assert len(app.memory) == 1

    run(act)


def test_who_asked_before_a_change_may_have_the_page_from_before() -> None:
    async def act() -> None:
        hub = Hub()
        inner = page()
        inner.gate = asyncio.Event()
        app = front(inner, hub)
        early = [asyncio.create_task(ask(app, PATH)) for _ in range(3)]
        await settled()
        hub.bump(["SPRING/news"])
        inner.gate.set()
        await asyncio.gather(*early)
        assert len(inner.scopes) == 1
        assert len(app.memory) == 0, "it is not kept"

    run(act)


def test_a_page_is_made_anew_after_a_minute() -> None:
    async def act() -> None:
        inner, now = page(), [0.0]
        app = front(inner)
        app.memory._clock = lambda: now[0]
        await ask(app, PATH)
        now[0] = pages.SOON + 1
        await ask(app, PATH)  # answered at once, made anew meanwhile
        await until(lambda: not app.memory._flights)
        assert len(inner.scopes) == 2
        now[0] += pages.OLDEST + 1
        await ask(app, PATH)
        assert len(inner.scopes) == 3

    run(act)


def test_an_error_is_shown_and_not_kept() -> None:
    async def act() -> None:
        status = [503]
        inner = Inner(lambda _: (status[0], [(b"muster-topics", b"A/news"), (b"retry-after", b"5")], b"busy"))
        app = front(inner)
        got = await ask(app, "/e/A")
        assert (got.status, got.body, got.headers["retry-after"]) == (503, b"busy", "5")
        assert "muster-topics" not in got.headers
        status[0] = 200
        assert (await ask(app, "/e/A")).status == 200

    run(act)


def test_an_application_that_breaks_harms_nobody_later() -> None:
    async def act() -> None:
        def broken(_: Scope) -> tuple[int, list[Header], bytes]:
            raise ValueError("broken")

        inner = Inner(broken)
        app = front(inner)
        with pytest.raises(ValueError, match="broken"):
            await ask(app, PATH)
        inner.answer = page().answer
        assert (await ask(app, PATH)).status == 200

    run(act)


# Nothing that is somebody's own


@pytest.mark.parametrize(
    "more",
    [
        (b"Set-Cookie", b"csrftoken=secret"),
        (b"Content-Security-Policy", b"script-src 'nonce-abc'"),
    ],
)
def test_a_page_with_something_personal_in_it_is_not_kept(more: Header) -> None:
    async def act() -> None:
        inner = page(PAGE, b"SPRING/news", more)
        app = front(inner)
        for _ in range(2):
            got = await ask(app, PATH)
            assert got.headers[more[0].decode().lower()] == more[1].decode()
        assert len(app.memory) == 0
        # Everybody gets their own, never the one that was made to see whether it can be kept.
        assert len(inner.scopes) == 3

    run(act)


def test_it_is_asked_for_as_nobody() -> None:
    async def act() -> None:
        inner = page()
        spoofed = {
            "cookie": "sessionid=1",
            "authorization": "Basic x",
            "accept-encoding": "gzip",
            "muster-topics": "NONE",
            "if-none-match": '"x"',
            "x-forwarded-for": "203.0.113.9",
            "accept-language": "pl",
            "range": "bytes=0-1",
        }
        await ask(front(inner), PATH, spoofed)
        assert inner.scopes[0]["headers"] == [(b"host", b"play.example.org"), (b"accept", b"*/*")]

    run(act)


def test_a_draft_is_shown_to_its_staff_alone() -> None:
    """The anonymous answer is 404; whoever has a cookie asks for themselves, and that is never kept."""

    def answer(scope: Scope) -> tuple[int, list[Header], bytes]:
        if (b"cookie", b"sessionid=staff") in scope["headers"]:
            return 200, [(b"muster-topics", b"DRAFT/event")], b"the draft"
        return 404, [], b"nothing here"

    async def act() -> None:
        app = front(Inner(answer))
        staff = {"cookie": "sessionid=staff"}
        assert (await ask(app, "/e/DRAFT", staff)).body == b"the draft"
        assert (await ask(app, "/e/DRAFT")).status == 404
        assert (await ask(app, "/e/DRAFT", {"cookie": "sessionid=x"})).status == 404
        assert (await ask(app, "/e/DRAFT", staff)).body == b"the draft"
        assert len(app.memory) == 0

    run(act)


PEOPLE = ("", "anna", "ben")
PATHS = ("/e/marked", "/e/plain", "/e/cookie", "/e/staff", "/p/anna", "/static/x", "/static/y?q")


def personal(scope: Scope) -> tuple[int, list[Header], bytes]:
    """A house that tells everybody their own name everywhere."""
    name = dict(scope["headers"]).get(b"cookie", b"")
    path, headers = scope["path"], list[Header]()
    if path != "/e/plain":
        headers.append((b"muster-topics", b"A/news"))
    if path == "/e/cookie":
        headers.append((b"set-cookie", b"id=" + name))
    if path.startswith("/static"):
        headers = [(b"cache-control", b"immutable")] if path.endswith("x") else []
    if path == "/e/staff" and name != b"anna":
        return 404, [], b"<>"
    return 200, headers, b"<" + name + b">"


@given(
    st.lists(
        st.tuples(st.sampled_from(PEOPLE), st.sampled_from(PATHS), st.sampled_from(("GET", "HEAD", "POST"))),
        max_size=25,
    ),
    st.sets(st.integers(0, 24)),
)
def test_nothing_made_for_one_reaches_another(asked: list[tuple[str, str, str]], bumps: set[int]) -> None:
    async def act() -> None:
        hub = Hub()
        app = front(Inner(personal), hub)

        async def one(who: str, path: str, method: str) -> tuple[str, Got]:
            return who, await ask(app, path, {"cookie": who} if who else {}, method=method)

        waiting = []
        for number, each in enumerate(asked):
            if number in bumps:
                hub.bump(["A/news"])
            waiting.append(asyncio.create_task(one(*each)))
            if number % 3:
                await asyncio.sleep(0)
        for who, got in await asyncio.gather(*waiting):
            assert got.body in (b"<>", b"", f"<{who}>".encode())
            assert got.headers.get("set-cookie", f"id={who}") == f"id={who}"

    run(act)


# Files, bounds, bodies


def test_files_that_never_change_are_kept_by_coding() -> None:
    def answer(scope: Scope) -> tuple[int, list[Header], bytes]:
        coding = dict(scope["headers"]).get(b"accept-encoding", b"")
        headers = [(b"cache-control", b"max-age=315360000, public, immutable")]
        return 200, headers + [(b"content-encoding", coding)] * bool(coding), b"file in " + coding

    async def act() -> None:
        inner, hub = Inner(answer), Hub()
        app = front(inner, hub)
        for _ in range(2):
            for accepts, body in (("gzip, br", b"br"), ("gzip", b"gzip"), ("", b""), ("br;q=0", b"")):
                got = await ask(app, "/static/live.js", {"accept-encoding": accepts, "cookie": "a=b"})
                assert got.body == b"file in " + body
                assert got.headers.get("content-encoding", "") == body.decode()
            hub.bump_all()
        assert len(inner.scopes) == 3

    run(act)


def test_memory_is_bounded() -> None:
    async def act() -> None:
        hub = Hub()
        inner = page(PAGE)
        app = front(inner, hub)
        app.memory = memory = Memory(hub, most=50_000)
        for number in range(200):
            await ask(app, f"/e/SPRING/{number}")
            assert memory.bytes <= 50_000
        assert 5 < len(memory) < 30
        hub.bump_all()
        for number in range(200):
            await ask(app, f"/e/SPRING/{number}")
        assert memory.bytes <= 50_000
        assert not memory._flights

    run(act)


def test_a_page_that_is_too_large_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.live.front.LARGEST", 1000)

    async def act() -> None:
        app = front(page(b"x" * 5000))
        for _ in range(2):
            assert (await ask(app, PATH)).body == b"x" * 5000
        assert len(app.memory) == 0

    run(act)


def test_a_page_that_asks_not_to_be_kept_is_asked_for_once() -> None:
    async def act() -> None:
        inner = Inner(lambda _: (200, [], b"a form"))
        app = front(inner)
        for _ in range(5):
            assert (await ask(app, "/e/SPRING/register")).body == b"a form"
        assert len(inner.scopes) == 6, "once as nobody, then each their own"

    run(act)


def test_what_is_sent_arrives_whole() -> None:
    async def act() -> None:
        inner = page()
        app = front(inner)
        for parts in ([b"a=1", b"&b=2", b""], [b"x" * 40_000] * 9):
            await ask(app, "/e/SPRING/register", method="POST", body=parts)
            assert inner.bodies[-1] == b"".join(parts)
        assert len(app.memory) == 0

    run(act)


def test_a_form_is_read_before_anybody_works_on_it() -> None:
    """Whoever sends a form slowly keeps no thread busy."""

    async def act() -> None:
        inner = page()
        sent: asyncio.Queue[bytes] = asyncio.Queue()

        async def receive() -> dict[str, object]:
            body = await sent.get()
            return {"type": "http.request", "body": body, "more_body": body != b"end"}

        async def send(_: object) -> None: ...

        scope: Scope = {"type": "http", "method": "POST", "path": "/p/x", "query_string": b"", "headers": []}
        running = asyncio.create_task(front(inner)(scope, receive, send))
        for _ in range(3):
            sent.put_nowait(b"slow ")
            await settled()
        assert not inner.scopes
        sent.put_nowait(b"end")
        await running
        assert inner.bodies == [b"slow slow slow end"]

    run(act)


@pytest.mark.parametrize(
    ("accepts", "taken"),
    [
        (b"gzip", True),
        (b"deflate, gzip;q=1.0, *;q=0.5", True),
        (b"gzip;q=0", False),
        (b"gzip; q=0.000", False),
        (b"gzip;q=0.01", True),
        (b"x-gzip", False),
        (b"", False),
    ],
)
def test_what_a_client_takes(accepts: bytes, taken: bool) -> None:
    assert takes(accepts, b"gzip") is taken


def test_what_somebody_searches_for_is_asked_once_and_not_kept() -> None:
    async def act() -> None:
        inner = page()
        app = front(inner)
        for count in (1, 2):
            assert (await ask(app, f"{PATH}?q=ada", {"cookie": "csrftoken=1"})).body == PAGE
            assert len(inner.scopes) == count
        assert not len(app.memory)

    run(act)


def test_only_a_login_is_asked_a_second_time_about_what_nobody_may_see() -> None:
    """A wrong code counts once against whoever tries codes; the staff sees a draft."""

    def answer(scope: Scope) -> tuple[int, list[Header], bytes]:
        staff = any(name == b"cookie" and b"sessionid=" in value for name, value in scope["headers"])
        return (200 if staff else 404), [], b"draft" if staff else b"nothing"

    async def act() -> None:
        inner = Inner(answer)
        app = front(inner)
        assert (await ask(app, "/e/SECRET", {"cookie": "csrftoken=1"})).status == 404
        assert len(inner.scopes) == 1
        assert (await ask(app, "/e/SECRET", {"cookie": "a=b; sessionid=x"})).body == b"draft"

    run(act)
