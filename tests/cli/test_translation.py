"""The terminal in another language: sentences, headings and help, by the user's own setting."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from browser_cases import clean_env
from cli_cases import MUSTER

LOUD = (
    "from pathlib import Path; import sys; from muster.cli import translation; "
    "translation.LOCALES = Path(sys.argv.pop(1)); from muster.cli.main import main; main()"
)
"""`muster` with the catalogues of a folder."""


@pytest.fixture
def catalogues(tmp_path: Path) -> Path:
    spoken = Catalog("de")
    spoken.add("Answer in JSON.", "ANTWORTE IN JSON.")
    spoken.add("Ranked by, in this order", "GEREIHT NACH")
    spoken.add("there is no table of penalties `{table}`; known are {known}", "KEINE TABELLE {table}")
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "django.mo").open("wb") as file:
        write_mo(file, spoken)
    return tmp_path


def said(folder: Path, *words: str, language: str) -> str:
    command = [*MUSTER[:2], LOUD, str(folder), *words]
    kept = {name: value for name, value in clean_env().items() if not name.startswith(("LC_", "LANG"))}
    ran = subprocess.run(
        command, env={**kept, "LANG": language}, capture_output=True, text=True, timeout=60, check=False
    )
    return ran.stdout + ran.stderr


def test_help_headings_and_refusals_are_said_in_the_users_language(catalogues: Path) -> None:
    assert "ANTWORTE IN JSON." in said(catalogues, "penalties", "show", "--help", language="de_AT.UTF-8")
    assert "GEREIHT NACH" in said(catalogues, "regulations", "show", "armada-4.0", language="de_AT.UTF-8")
    assert "KEINE TABELLE none" in said(catalogues, "penalties", "show", "none", language="de_AT.UTF-8")


def test_a_language_without_catalogue_is_english(catalogues: Path) -> None:
    assert "Answer in JSON." in said(catalogues, "penalties", "show", "--help", language="fi_FI.UTF-8")
