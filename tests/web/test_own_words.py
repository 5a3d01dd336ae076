"""Passwords that are words of the place are refused, and those that only have one in them are not."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError


@pytest.fixture(autouse=True)
def _place(settings: Any) -> None:
    settings.SITE_NAME = "Dragon Shop"
    settings.ALLOWED_HOSTS = ["play.dragonshop.example"]


@pytest.mark.parametrize(
    "password",
    [
        "DragonShop2026",
        "dragon_shop_!!!",
        "muster-legion-24",
        "Play-Armada-1",
        "!star.wars.legion!",
        "dragonshop.example",
    ],
)
def test_words_of_the_place_are_no_password(password: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_password(password)
    assert "password_of_the_place" in {one.code for one in refused.value.error_list}


@pytest.mark.parametrize(
    "password", ["a dragon ate my shopping", "legion of seven owls", "kxq-2931-vbm", "äöü-мир-春の大会"]
)
def test_a_password_with_more_in_it_is_one(password: str) -> None:
    validate_password(password)
