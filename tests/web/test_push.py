"""Messages to devices: which are taken, what they are sent, and what the push service may say."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import HTTPHandler, OpenerDirector, Request

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from message_cases import work
from muster.app.links.player_links import token_of
from muster.app.mail import messages, pushing
from muster.people.models import Device, Entry, Message
from muster.site import environment
from web_cases import Hall

pytestmark = pytest.mark.django_db

FCM = "https://fcm.googleapis.com/fcm/send/abc"


class Browser:
    """A browser's side of a subscription: it can read what is sent to it."""

    def __init__(self, endpoint: str = FCM) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.endpoint = endpoint

    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": web64(point), "auth": web64(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> dict[str, str]:
        shown = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        found: dict[str, str] = json.loads(shown)
        return found


def web64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Service(ThreadingHTTPServer):
    """A push service on this machine, in the place of all others."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.statuses: dict[str, int] = {}
        self.got: list[tuple[str, dict[str, str], bytes]] = []


class Answering(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
        status = self.server.statuses.get(self.path, 201)
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/inside")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST  # noqa: N815  (the base class's names)

    def log_message(self, *args: Any) -> None:
        pass


class Rerouted(HTTPHandler):
    """Leads every request to the service of the test."""

    handler_order = 1  # before the one that would go out

    def __init__(self, port: int) -> None:
        self.port = port
        super().__init__()

    def https_open(self, request: Request) -> Any:
        request.host = f"127.0.0.1:{self.port}"
        return self.do_open(HTTPConnection, request)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    running = Service()
    thread = threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    straight = pushing._transport

    def rerouted() -> OpenerDirector:
        opener = straight()
        opener.add_handler(Rerouted(running.server_port))
        return opener

    monkeypatch.setattr(pushing, "_transport", rerouted)
    yield running
    running.shutdown()
    running.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def _own_key(settings: Any, tmp_path: Path) -> Iterator[None]:
    settings.DATA = tmp_path
    settings.ORIGIN = "https://play.example.org"
    pushing.vapid.cache_clear()
    cache.clear()
    yield
    pushing.vapid.cache_clear()
    cache.clear()


def hall_of(count: int = 4) -> Hall:
    hall = Hall()
    hall.begin(count)
    return hall


def entry(player: int = 1) -> Entry:
    return Entry.objects.select_related("person", "tournament__event").get(player=player)


def url(player: int = 1) -> str:
    return reverse("player:push", args=[token_of(entry(player))])


def post(subscription: object, player: int = 1, client: Client | None = None) -> Any:
    return (client or Client()).post(url(player), json.dumps(subscription), content_type="application/json")


def send_round(hall: Hall) -> None:
    hall.publish()
    messages.round_is_up(hall.tournament.pk, timezone.now())
    work()


def tries() -> list[int]:
    """How often each message that waits was tried."""
    return [len(one.job.worker_ids) for one in Message.objects.filter(sent_at=None) if one.job]


# Devices


def test_a_browser_subscribes_and_leaves() -> None:
    hall_of()
    key = Client().get(url()).json()["key"]
    assert len(base64.urlsafe_b64decode(key + "=")) == 65
    mine = Browser().subscription()
    for _ in range(2):
        assert post(mine).status_code == 204
    assert Device.objects.get().entry == entry()
    assert Client().delete(url(2), json.dumps(mine), content_type="application/json").status_code == 204
    assert Device.objects.count() == 1  # it was somebody else's
    Client().delete(url(), json.dumps(mine), content_type="application/json")
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://evil.example/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilfcm.googleapis.com.example/",
        "https://notfcm.googleapis.com@evil.example/x",
        "https://evil.example\\@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8080/x",
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://[::1]/x",
        "https://fcm.googleapis.com/\r\nHost: x",
        "https://fcm.googleapis.com/" + "x" * 600,
        "file:///etc/passwd",
        "https://fcm.googleapis.com:99999/",
        "",
        7,
    ],
)
def test_only_known_push_services_are_ever_spoken_to(endpoint: Any) -> None:
    hall_of()
    found = Browser().subscription() | {"endpoint": endpoint}
    assert post(found).status_code == 422
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [
        None,
        [],
        {},
        {"endpoint": FCM},
        {"endpoint": FCM, "keys": {"p256dh": "x", "auth": "y"}},
        {"endpoint": FCM, "keys": {"p256dh": web64(b"\4" + b"\1" * 64), "auth": web64(b"a" * 16)}},
        {"endpoint": FCM, "keys": {"p256dh": "A" * 9000, "auth": web64(b"a" * 16)}},
        "[" * 3000,
    ],
)
def test_what_is_no_subscription_is_refused(sent: object) -> None:
    hall_of()
    assert post(sent).status_code == 422


@pytest.mark.parametrize(
    "endpoint",
    [
        FCM,
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://wns2-par02p.notify.windows.com/w/?token=x",
    ],
)
def test_the_services_of_the_browsers_there_are_are_known(endpoint: str) -> None:
    assert pushing.known_service(endpoint)


def test_a_site_can_know_further_services(settings: Any) -> None:
    settings.PUSH_HOSTS = environment.push_hosts({"MUSTER_PUSH_HOSTS": "push.example.org, Other.example.net"})
    assert pushing.known_service("https://a.push.example.org/x")
    assert pushing.known_service("https://other.example.net/x")
    for wrong in ("https://x.org", "localhost", "10.0.0.1", "*.example.org"):
        with pytest.raises(environment.WrongSettingError):
            environment.push_hosts({"MUSTER_PUSH_HOSTS": wrong})


def test_a_sixth_device_takes_the_place_of_the_oldest() -> None:
    hall_of()
    for number in range(6):
        post(Browser(f"{FCM}{number}").subscription())
    assert sorted(Device.objects.values_list("endpoint", flat=True)) == [f"{FCM}{n}" for n in range(1, 6)]


def test_subscribing_needs_the_link_and_the_proof_of_the_form() -> None:
    hall_of()
    strict = Client(enforce_csrf_checks=True)
    assert post(Browser().subscription(), client=strict).status_code == 403
    assert strict.delete(url(), "{}", content_type="application/json").status_code == 403
    assert Client().get(reverse("player:push", args=["1-wrong"])).status_code == 404


# Sending


def test_a_device_is_told_of_the_round_in_words_only_it_can_read(service: Service) -> None:
    hall, browser = hall_of(), Browser()
    post(browser.subscription())
    send_round(hall)
    ((path, headers, body),) = service.got
    assert path == "/fcm/send/abc"
    assert headers["urgency"] == "high"
    assert 0 < int(headers["ttl"]) <= 3600
    assert headers["authorization"].startswith("vapid t=")
    shown = browser.read(body)
    match = next(one for one in hall.state.rounds[-1].matches.values() if 1 in one.pairing.players)
    other = entry(next(player for player in match.pairing.players if player != 1))
    assert set(shown) == {"title", "body", "url"}
    assert shown["title"] == f"Round 1: table {match.pairing.table}"
    assert other.person.name in shown["body"]
    assert shown["url"] == f"/p/{token_of(entry())}"
    assert token_of(other) not in str(shown)
    send_round_again = len(service.got)
    messages.round_is_up(hall.tournament.pk, timezone.now())
    work()
    assert len(service.got) == send_round_again


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_no_more_is_forgotten(service: Service, status: int) -> None:
    hall = hall_of()
    post(Browser().subscription())
    service.statuses["/fcm/send/abc"] = status
    send_round(hall)
    assert not Device.objects.exists()
    assert not Message.objects.filter(sent_at=None).exists()


@pytest.mark.parametrize("status", [302, 307, 400, 429, 500, 503])
def test_a_service_that_does_not_take_it_is_tried_again_and_never_leads_elsewhere(
    service: Service, status: int
) -> None:
    hall = hall_of()
    post(Browser().subscription())
    service.statuses["/fcm/send/abc"] = status
    send_round(hall)
    assert [path for path, _, _ in service.got] == ["/fcm/send/abc"]
    assert tries() == [1]
    assert Device.objects.count() == 1


def test_one_device_that_takes_it_is_enough(service: Service) -> None:
    hall = hall_of()
    post(Browser().subscription())
    post(Browser(FCM + "/2").subscription())
    service.statuses["/fcm/send/abc"] = 500
    send_round(hall)
    assert len(service.got) == 2
    assert not Message.objects.filter(sent_at=None).exists()


def test_a_service_that_cannot_be_reached_hinders_nobody(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = hall_of()
    for player in (1, 2):
        post(Browser(f"{FCM}{player}").subscription(), player)

    def fails(self: Any, request: Any, **_: Any) -> Any:
        raise TimeoutError

    monkeypatch.setattr(Rerouted, "https_open", fails)
    send_round(hall)
    assert tries() == [1, 1]


# Keys


def test_the_key_is_made_once_and_kept_for_its_owner_only(settings: Any) -> None:
    first = pushing.public_key()
    path = settings.DATA / "vapid.pem"
    assert path.stat().st_mode & 0o777 == 0o600
    pushing.vapid.cache_clear()
    assert pushing.public_key() == first
    pushing._make(path)  # as another process might at the same moment
    pushing.vapid.cache_clear()
    assert pushing.public_key() == first
    assert [one.name for one in settings.DATA.iterdir()] == ["vapid.pem"]


def test_a_key_can_be_given(settings: Any) -> None:
    raw = web64((7).to_bytes(32, "big"))
    settings.VAPID_KEY = environment.vapid_key({"MUSTER_VAPID_KEY": raw})
    point = ec.derive_private_key(7, ec.SECP256R1()).public_key()
    assert pushing.public_key() == web64(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    for wrong in ("short", "!" * 43, raw + raw):
        with pytest.raises(environment.WrongSettingError) as error:
            environment.vapid_key({"MUSTER_VAPID_KEY": wrong})
        assert wrong not in str(error.value)


def test_a_site_that_can_keep_no_key_says_so(settings: Any, tmp_path: Path) -> None:
    hall_of()
    (tmp_path / "file").write_text("")
    settings.DATA = tmp_path / "file" / "below"
    page = Client().get(url())
    assert page.status_code == 503
    assert "cannot send" in page.json()["says"]
