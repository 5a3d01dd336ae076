"""Games that come along ready-made are called by their names in the reader's language."""

from __future__ import annotations

import pytest
from django.urls import reverse

from web_cases import Hall

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "said", "not_said"), [("pl", "Szachy", "Chess"), ("en", "Chess", "Szachy")]
)
def test_chess_has_a_name_in_every_language(language: str, said: str, not_said: str) -> None:
    hall, asks = Hall("chess-club"), {"Accept-Language": language}
    code = hall.event.code
    for address in (
        reverse("desk:new"),
        reverse("desk:event", args=[code]),
        f"/e/{code}/1/rules",
    ):
        page = hall.client.get(address, headers=asks, follow=True).content.decode()
        assert said in page, address
        assert not_said not in page, address
