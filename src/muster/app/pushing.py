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
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from muster.app.letters import Push
from muster.core.scoring.problems import Problem
from muster.people.models import Device, Entry

if TYPE_CHECKING:
    import requests
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

TIMEOUT: Final = (5.0, 10.0)
"""Seconds to connect to a service, and to wait for its answer."""

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


class NotReachedError(Exception):
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
        Entry.objects.select_for_update().get(pk=entry.pk)
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
        return Problem("subscription", _("This is no subscription of a browser."))
    endpoint, p256dh, auth = subscription.get("endpoint"), keys.get("p256dh"), keys.get("auth")
    if not isinstance(endpoint, str) or not known_service(endpoint):
        return Problem("endpoint", _("This browser's push service is not known here."))
    if not isinstance(p256dh, str) or not isinstance(auth, str) or not _are_keys(p256dh, auth):
        return Problem("keys", _("The keys of this browser cannot be used."))
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
    with ThreadPoolExecutor(AT_ONCE, "muster-push") as pool:
        answers = list(pool.map(lambda one: _send(one, wanted[one.entry_id]), devices))
    gone = [one.pk for one, status in zip(devices, answers, strict=True) if status in GONE]
    Device.objects.filter(pk__in=gone).delete()
    told = {one.entry_id for one, status in zip(devices, answers, strict=True) if _is_well(status)}
    for one, status in zip(devices, answers, strict=True):
        if one.entry_id not in told and status not in GONE:
            found[one.entry_id] = NotReachedError(f"the service answered {status}")
    return found


def _is_well(status: int) -> bool:
    return 200 <= status < 300


def _send(device: Device, push: Push) -> int:
    """Hand this over for one device; the answer's status, 0 if there was none. Asks no database."""
    from pywebpush import WebPushException, webpush  # noqa: PLC0415  (as above)
    from requests import RequestException  # noqa: PLC0415  (as above)

    if not known_service(device.endpoint):
        return 410
    shown = asdict(push)
    topic = shown.pop("topic")
    try:
        answer = webpush(
            {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}},
            json.dumps(shown),
            vapid_private_key=vapid(),
            vapid_claims={"sub": _contact()},
            ttl=TTL,
            timeout=TIMEOUT,
            headers={"Urgency": "high", "Topic": topic[:32]},
            requests_session=_transport(),
        )
    except WebPushException as error:
        return error.status_code or 0
    except (RequestException, OSError, ValueError):
        return 0
    return int(getattr(answer, "status_code", 0))


def _contact() -> str:
    """Whom a push service may write to."""
    return f"mailto:{settings.DEFAULT_FROM_EMAIL}"


def _transport() -> requests.Session:
    """The way out: no redirects, so that a known host cannot send us to an unknown one."""
    import requests  # noqa: PLC0415  (as above)

    class Straight(requests.Session):
        """Goes where it is sent and nowhere else."""

        def request(self, *args: Any, **kwargs: Any) -> requests.Response:
            return super().request(*args, **{**kwargs, "allow_redirects": False})

    return Straight()


def forget_devices(entries: Iterable[int]) -> None:
    """Forget all devices of these entries (primary keys)."""
    Device.objects.filter(entry__in=list(entries)).delete()
