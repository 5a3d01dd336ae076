"""Web Push: telling a player's browser, through the service of its maker, that a round is up.

The address a browser gives is not to be trusted: only the services of known browsers are ever spoken to.
"""

from __future__ import annotations

import base64
import binascii
import json
import logging
import os
import re
import secrets
import ssl
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import cache
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, OpenerDirector, Request, build_opener

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db import transaction

from muster.app.common.extras import how_to_add, is_missing
from muster.app.mail.letters import Push
from muster.core.messages import SaidError, say
from muster.core.scoring.scored import Problem
from muster.people.models import Device, Entry

if TYPE_CHECKING:
    from py_vapid import Vapid02

logger = logging.getLogger(__name__)

SERVICES: Final = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The push services of Chrome and its relatives, Firefox, Safari and Edge; hosts below these are theirs, too."""

MOST_DEVICES: Final = 5
"""Devices of one player; a further one takes the place of the oldest."""

TIMEOUT: Final = 10.0
"""Seconds to wait for a service, to connect and for its answer."""

SIGNED_FOR: Final = 12 * 60 * 60
"""Seconds a service believes the site's signature under a message."""

TTL: Final = 15 * 60
"""Seconds a service keeps what a sleeping phone has not fetched: later the round is no news."""

AT_ONCE: Final = 8
GONE: Final = frozenset({404, 410})
"""The browser has no such subscription any more."""

_POINT: Final = 65
_AUTH: Final = 16
_LONGEST: Final = 500
_WEB64: Final = re.compile(r"[A-Za-z0-9_-]+={0,2}")
_HOST: Final = re.compile(r"[a-z0-9.-]+")


class NotReachedError(SaidError):
    """None of a player's devices could be told."""


# Devices


def subscribe(entry: Entry, subscription: object) -> Problem | None:
    """Keep a device of this player, as its browser describes it; the problem if it cannot be one.

    Args:
        entry: whose.
        subscription: what the browser's `PushSubscription` says as JSON: `endpoint` and `keys`.
    """
    found = _read(subscription)
    if isinstance(found, Problem):
        return found
    with transaction.atomic():
        Entry.objects.select_for_update(no_key=True).get(pk=entry.pk)
        endpoint, keys = found
        Device.objects.update_or_create(entry=entry, endpoint=endpoint, defaults=keys)
        kept = Device.objects.filter(entry=entry).order_by("-pk").values_list("pk", flat=True)
        Device.objects.filter(pk__in=list(kept)[MOST_DEVICES:]).delete()
    return None


def unsubscribe(entry: Entry, endpoint: str) -> bool:
    """Forget a device of this player; whether there was one."""
    if not known_service(endpoint):  # nothing of the kind is kept, and not every text can be looked for
        return False
    return bool(Device.objects.filter(entry=entry, endpoint=endpoint).delete()[0])


def _read(subscription: object) -> tuple[str, dict[str, str]] | Problem:
    if not isinstance(subscription, dict) or not isinstance(keys := subscription.get("keys"), dict):
        return Problem("subscription", say("This is no subscription of a browser."))
    endpoint, p256dh, auth = subscription.get("endpoint"), keys.get("p256dh"), keys.get("auth")
    if not isinstance(endpoint, str) or not known_service(endpoint):
        return Problem("endpoint", say("This browser's push service is not known here."))
    if not isinstance(p256dh, str) or not isinstance(auth, str) or not _are_keys(p256dh, auth):
        return Problem("keys", say("The keys of this browser cannot be used."))
    return endpoint, {"p256dh": p256dh, "auth": auth}


def known_service(endpoint: str) -> bool:
    """Whether this is an address at one of the known push services, and nothing else."""
    if len(endpoint) > _LONGEST or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        return False
    try:
        parts = urlsplit(endpoint)
        plain = parts.scheme == "https" and parts.port in (None, 443)
    except ValueError:
        return False
    # A backslash, or somebody's name before the host, is read differently by different programs.
    if not plain or "@" in parts.netloc or "\\" in endpoint:
        return False
    host = parts.hostname or ""
    if not _HOST.fullmatch(host):
        return False
    return any(host == one or host.endswith(f".{one}") for one in (*SERVICES, *settings.PUSH_HOSTS))


def _are_keys(p256dh: str, auth: str) -> bool:
    point, secret = _bytes(p256dh), _bytes(auth)
    if len(point) != _POINT or len(secret) != _AUTH:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, UnsupportedAlgorithm):
        return False
    return True


def _bytes(text: str) -> bytes:
    if len(text) > 120 or not _WEB64.fullmatch(text):
        return b""
    try:
        return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (binascii.Error, ValueError):
        return b""


# Keys


def public_key() -> str:
    """The site's public key, by which browsers know who may send to them."""
    point = vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


@cache
def vapid() -> Vapid02:
    """The site's key: as given, or made once and kept in the data folder.

    Raises:
        OSError: there is none, and none can be kept.
    """
    from py_vapid import Vapid02  # noqa: PLC0415  (slow to load, and most requests have no use for it)

    if settings.VAPID_KEY:
        return Vapid02.from_raw(settings.VAPID_KEY.encode())
    path = settings.DATA / "vapid.pem"
    if not path.exists():
        _make(path)
    return Vapid02.from_pem(path.read_bytes())


def _make(path: Path) -> None:
    """Make the key. Of several processes that do so at once, one wins, and all use its key."""
    from py_vapid import Vapid02  # noqa: PLC0415  (as above)

    key = Vapid02()
    key.generate_keys()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"vapid-{secrets.token_hex(8)}.tmp")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key.private_pem())
    try:
        os.link(draft, path)  # fails if another was quicker
    except FileExistsError:
        logger.info("another process has made the key")
    finally:
        draft.unlink()


# Sending


def send_all(wanted: Mapping[int, Push]) -> dict[int, Exception | None]:
    """Show this to all devices of each entry (primary keys), several at once.

    Devices that are no more are forgotten. An entry is told once one of its devices is.

    Returns:
        For each entry that could not be told why; None for one that was, or that has no device (any more).
    """
    found = dict[int, Exception | None].fromkeys(wanted)
    devices = list(Device.objects.filter(entry__in=list(wanted)).order_by("pk")) if wanted else []
    if not devices:
        return found
    if is_missing("push"):
        return dict.fromkeys(wanted, NotReachedError(how_to_add("push")))
    with ThreadPoolExecutor(AT_ONCE, "muster-push") as pool:
        answers = list(pool.map(lambda one: _send(one, wanted[one.entry_id]), devices))
    gone = [one.pk for one, status in zip(devices, answers, strict=True) if status in GONE]
    Device.objects.filter(pk__in=gone).delete()
    told = {one.entry_id for one, status in zip(devices, answers, strict=True) if _is_well(status)}
    for one, status in zip(devices, answers, strict=True):
        if one.entry_id not in told and status not in GONE:
            found[one.entry_id] = NotReachedError(say("the service answered {status}", status=status))
    return found


def _is_well(status: int) -> bool:
    return 200 <= status < 300


def _send(device: Device, push: Push) -> int:
    """Hand this over for one device; the answer's status, 0 if there was none. Asks no database."""
    if not known_service(device.endpoint):
        return 410
    try:
        with _transport().open(_request(device, push), timeout=TIMEOUT) as answer:
            return int(answer.status)
    except HTTPError as error:
        error.close()
        return error.code
    except (OSError, HTTPException, ValueError):
        return 0


def _request(device: Device, push: Push) -> Request:
    """What the service is sent: the words encrypted for the device (RFC 8291), signed by the site (RFC 8292)."""
    import http_ece  # noqa: PLC0415  (as above)

    shown = asdict(push)
    topic = shown.pop("topic")
    body = http_ece.encrypt(
        json.dumps(shown).encode(),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(device.p256dh),
        auth_secret=_bytes(device.auth),
        version="aes128gcm",
    )
    service = urlsplit(device.endpoint)
    claims = {
        "sub": f"mailto:{settings.DEFAULT_FROM_EMAIL}",  # whom the service may write to
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int(time.time()) + SIGNED_FOR,
    }
    headers = {
        **vapid().sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Urgency": "high",
        "Topic": topic[:32],
    }
    return Request(device.endpoint, body, headers, method="POST")  # noqa: S310  (a known service, by https)


class _Straight(HTTPRedirectHandler):
    """Goes where it is sent and nowhere else: a known host cannot send us to an unknown one."""

    def redirect_request(self, *_: Any) -> None:
        """Nowhere."""


def _transport() -> OpenerDirector:
    """The way out."""
    import certifi  # noqa: PLC0415  (as above)

    context = ssl.create_default_context(cafile=certifi.where())
    return build_opener(_Straight, HTTPSHandler(context=context))
