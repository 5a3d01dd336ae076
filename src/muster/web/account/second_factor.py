"""What allauth keeps of second factors: the text that recovery codes are made from is never in the database as it is.

It is encrypted under the site's key, so that neither the database nor a copy of it alone opens an account. Where the
site's key was changed, no code made before fits any more; new ones can be made by whoever is logged in.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from typing import Final

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

_MARK: Final = "fernet:"
"""Before what is encrypted; what has no such mark was kept by a release that did not encrypt."""


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Muster's own answers."""

    def encrypt(self, text: str) -> str:
        """A secret as it is kept."""
        return _MARK + _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret; one that nobody knows where it cannot be read, for then no code may fit."""
        if not encrypted_text.startswith(_MARK):
            return encrypted_text
        try:
            return _box().decrypt(encrypted_text.removeprefix(_MARK)).decode()
        except InvalidToken:
            return secrets.token_hex(40)


def _box() -> Fernet:
    key = hmac.digest(settings.SECRET_KEY.encode(), b"muster.web.account.second_factor", "sha256")
    return Fernet(urlsafe_b64encode(key))
