"""Passkeys that somebody made up fit no account and are no fault of the site."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from fido2.cose import ES256
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData

from muster.app.links import tokens as links
from web_cases import account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def web(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def key(response: object, **changed: object) -> str:
    return json.dumps({"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": response} | changed)


SHORT = {"clientDataJSON": "AA", "authenticatorData": "AA", "attestationObject": "AA", "signature": "AA"}
DEEP_CBOR = web(b"\x81" * 100_000)
SAID = web(json.dumps({"type": "webauthn.get", "challenge": "AA", "origin": "http://testserver"}).encode())
MADE_UP = [
    "", "null", "NaN", "[]", "[1]", '"a"', "1" * 5000, '{"id": 1}',
    "[" * 100_000, '{"a":' * 100_000,
    key(None), key([]), key(SHORT), key({}), key(SHORT, rawId="AAAB"), key(SHORT, id=[]),
    key(SHORT | {"clientDataJSON": SAID, "authenticatorData": web(b"\0" * 36), "userHandle": "AA"}),
    key(SHORT | {"clientDataJSON": SAID, "authenticatorData": web(b"\0" * 32 + b"\x41" + b"\0" * 30)}),
    key(SHORT | {"clientDataJSON": SAID, "authenticatorData": web(b"\0" * 37), "userHandle": web(b"z" * 60)}),
    key({"clientDataJSON": SAID, "attestationObject": DEEP_CBOR}),
    key({"clientDataJSON": SAID, "attestationObject": web(b"\xa0")}),
]  # fmt: skip


def passkey() -> dict[str, Any]:
    """What is kept of one: the point at which P-256 begins is as good a key as any."""
    point = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296).to_bytes(32)
    other = (0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5).to_bytes(32)
    public = ES256({1: 2, 3: -7, -1: 1, -2: point, -3: other})
    credential = AttestedCredentialData.create(Aaguid.NONE, b"here", public)
    seen = AuthenticatorData.create(b"\0" * 32, AuthenticatorData.FLAG.AT, 0, credential)
    kept = key(
        SHORT | {"clientDataJSON": SAID, "attestationObject": web(AttestationObject.create("none", seen, {}))}
    )
    return {"name": "Phone", "credential": json.loads(kept)}


@pytest.mark.parametrize("name", ["mfa_add_webauthn", "mfa_reauthenticate_webauthn", "mfa_login_webauthn"])
def test_a_passkey_made_up_does_not_fit_and_is_no_fault(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    here = account("Olivia")
    if name != "mfa_login_webauthn":
        Authenticator.objects.create(user=here, type="webauthn", data=passkey())
        client.post(reverse("enter", args=[links.new_login_link(here, timezone.now())]))
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    for made_up in MADE_UP:
        cache.clear()
        challenge(client, name)
        answer = client.post(reverse(name), {"credential": made_up})
        assert answer.status_code in {200, 302}, made_up[:60]
    assert Authenticator.objects.count() == (name != "mfa_login_webauthn")
    assert bool(client.session.get("_auth_user_id")) == (name != "mfa_login_webauthn")


def challenge(client: Client, name: str) -> Any:
    """The session has been asked to sign something, as a browser's has that sends a passkey."""
    return client.get(reverse(name), headers={"x-requested-with": "XMLHttpRequest"})
