"""Recovery codes: the database alone opens no account."""

from __future__ import annotations

import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes

from web_cases import account

pytestmark = pytest.mark.django_db


def codes_of(name: str) -> tuple[RecoveryCodes, list[str]]:
    made = RecoveryCodes.activate(account(name))
    return made, made.generate_codes()


def test_what_codes_are_made_from_is_not_in_the_database_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RecoveryCodes, "generate_seed", classmethod(lambda cls: "5eed" * 20))
    made, codes = codes_of("Olivia")
    kept = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert "5eed" not in kept
    assert made.generate_codes() == codes
    assert made.validate_code(codes[3])
    assert not made.validate_code(codes[3])


def test_codes_of_a_release_that_kept_it_as_it_is_still_fit() -> None:
    kept = {"seed": "5eed" * 20, "used_mask": 0}
    row = Authenticator.objects.create(user=account("Olivia"), type="recovery_codes", data=kept)
    codes = RecoveryCodes(row).generate_codes()
    assert RecoveryCodes(row).validate_code(codes[0])


def test_under_another_key_no_code_fits(settings: Any) -> None:
    made, codes = codes_of("Olivia")
    settings.SECRET_KEY = "another key that is long enough for a site"  # noqa: S105  (of nobody)
    assert not any(made.validate_code(code) for code in [*codes, *made.generate_codes()])
