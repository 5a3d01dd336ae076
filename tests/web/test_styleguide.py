"""The style guide: for developers only, whole, and in every colour."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from muster.web.styleguide import colours
from muster.web.styleguide.page import COLOURS, PARTS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("address", ["/styleguide", "/styleguide/desk", "/styleguide/colours/dark.css"])
def test_on_a_site_in_use_there_is_no_style_guide(address: str, settings: Settings) -> None:
    settings.DEBUG = False
    assert Client().get(address).status_code == 404


@pytest.mark.parametrize("address", ["/styleguide/nothing", "/styleguide/colours/pink.css"])
def test_it_has_no_other_parts_and_colours(address: str, settings: Settings) -> None:
    settings.DEBUG = True
    assert Client().get(address).status_code == 404


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_shown_with_its_sheets(part: str, settings: Settings) -> None:
    settings.DEBUG = True
    page = Client().get(f"/styleguide/{part}?colours=dark").content.decode()
    sheets = [f"muster/{name}.css" for name in ("tokens", *PARTS[part])]
    assert [one for one in sheets if one not in page] == []
    assert "Brzęczyszczykiewicz" in page
    assert "{%" not in page


def test_it_shows_every_documented_class(settings: Settings) -> None:
    settings.DEBUG = True
    pages = "".join(Client().get(f"/styleguide/{part}").content.decode() for part in PARTS)
    shown = {name for names in re.findall(r'class="([^"]+)"', pages) for name in names.split()}
    documented = set(re.findall(r"`\.([a-z][\w-]*)", (ROOT / "docs" / "look.md").read_text()))
    assert documented - shown == set()


@pytest.mark.parametrize("chosen", COLOURS)
def test_chosen_colours_ask_nothing_of_the_system(chosen: str) -> None:
    sheet = colours.sheet(chosen)
    assert "prefers-" not in sheet
    words = chosen.split("-")
    assert sheet.count("@media all") == ("dark" in words) + ("contrast" in words)
    assert f"color-scheme: {'dark' if 'dark' in words else 'light'};" in sheet


def test_a_choice_of_colours_stays_from_part_to_part(settings: Settings) -> None:
    settings.DEBUG = True
    page = Client().get("/styleguide/basics?colours=dark-contrast").content.decode()
    assert 'href="/styleguide/desk?colours=dark-contrast"' in page
    assert 'href="/styleguide/colours/dark-contrast.css"' in page
    assert "colours=pink" not in Client().get("/styleguide/basics?colours=pink").content.decode()
