"""A club is one on both databases however people write its capitals, also where two write it in one moment."""

from __future__ import annotations

import unicodedata
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from muster.app.registration import clubs
from muster.people.models import Club
from storage_cases import Base


@pytest.mark.parametrize("other", ["łódź  gra", "ŁÓDŹ GRA", unicodedata.normalize("NFD", "Łódź gra")])
def test_capitals_blanks_and_how_letters_are_put_together_make_no_second_club(base: Base, other: str) -> None:
    first = clubs.clubs_named(["Łódź gra"])["Łódź gra"]
    assert clubs.clubs_named([other])[other] == first
    assert len(set(clubs.clubs_named([f"{other} ", "Łódź gra"]).values())) == 1
    assert Club.objects.get().name == "Łódź gra"


def test_a_club_that_somebody_else_makes_in_this_moment_is_theirs(
    base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = clubs.clubs_named(["łódź gra"])["łódź gra"]
    nobody = Club.objects.none()
    with monkeypatch.context() as before:
        # What was read before it was there.
        before.setattr(clubs, "_known", lambda _keys: {one.key: one for one in nobody})
        assert clubs.clubs_named(["Łódź Gra"]) == {"Łódź Gra": theirs}
    assert Club.objects.count() == 1


def test_other_letters_are_another_club(base: Base) -> None:
    assert len(set(clubs.clubs_named(["Łódź", "Lodz", "Łódź 2", " "]).values())) == 3


def test_of_clubs_from_before_that_are_one_the_oldest_is_found(base: Base) -> None:
    old = Club.objects.create(name="Łódź gra")
    Club.objects.create(name="łódź gra")
    other = Club.objects.create(name="Wilki")
    with connection.schema_editor() as editor:
        import_module("muster.people.migrations.0030_club_key").fill(apps, editor)
    assert clubs.clubs_named(["ŁÓDŹ GRA"])["ŁÓDŹ GRA"] == old
    assert clubs.clubs_named(["WILKI"])["WILKI"] == other
    assert Club.objects.count() == 3
