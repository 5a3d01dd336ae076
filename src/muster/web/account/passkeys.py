"""What browsers send of passkeys, read so that whatever somebody makes up is a passkey that does not fit.

The libraries look for faults in a key, a signature, a challenge; where a part is missing, too short or nested beyond
all sense they stop with an error of their own instead.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn.forms import AddWebAuthnForm, LoginWebAuthnForm, ReauthenticateWebAuthnForm
from django import forms

_MALFORMED: Final = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
)
"""What parsing bytes and texts of somebody's own making stops with; a refusal is a `ValidationError`, none of these."""


@contextmanager
def _no_fault_of_ours() -> Iterator[None]:
    try:
        yield
    except _MALFORMED as fault:
        raise get_adapter().validation_error("incorrect_code") from fault


class CredentialField(forms.JSONField):
    """An object of JSON, as browsers make it of a passkey."""

    def to_python(self, value: Any) -> Any:
        """The object; one nested too deeply, or anything else, does not fit."""
        with _no_fault_of_ours():
            read = super().to_python(value)
        if read is not None and not isinstance(read, dict):
            raise get_adapter().validation_error("incorrect_code")
        return read

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Nothing: what did not fit is not sent again, and not read once more to be shown."""
        del data, initial


def _credential() -> CredentialField:
    return CredentialField(required=True, widget=forms.HiddenInput)


class LoginForm(LoginWebAuthnForm):  # type: ignore[misc]
    """Logging in with a passkey alone."""

    credential = _credential()

    def clean_credential(self) -> Any:
        """The passkey of an account here that signed what this session asked for."""
        with _no_fault_of_ours():
            return super().clean_credential()


class AgainForm(ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """Showing once more that one is who logged in."""

    credential = _credential()

    def clean_credential(self) -> Any:
        """The passkey of this account that signed what this session asked for."""
        with _no_fault_of_ours():
            return super().clean_credential()


class AddForm(AddWebAuthnForm):  # type: ignore[misc]
    """A new passkey."""

    credential = _credential()

    def clean(self) -> dict[str, Any]:
        """The new passkey, which signed what this session asked for."""
        with _no_fault_of_ours():
            cleaned: Callable[[], dict[str, Any]] = super().clean
            return cleaned()
