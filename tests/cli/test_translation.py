"""The terminal in another language: sentences, headings and help, by the user's own setting."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from browser_cases import clean_env
from cli_cases import MUSTER
from muster.cli.translation import users_language
from muster.exchange.translations import Spoken, Translation, compiled

LOUD = (
    "from pathlib import Path; import sys; from muster.cli import translation; "
    "translation.LOCALES = Path(sys.argv.pop(1)); from muster.cli.main import main; main()"
)
"""`muster` with the catalogues of a folder."""


@pytest.fixture
def catalogues(tmp_path: Path) -> Path:
    spoken = {
        "Answer in JSON.": "ANTWORTE IN JSON.",
        "Ranked by, in this order": "GEREIHT NACH",
        "there is no table of penalties `{table}`; known are {known}": "KEINE TABELLE {table}",
    }
    entries = {("", one, ""): Translation(("", one, ""), (said,)) for one, said in spoken.items()}
    heading = {"Language": "de", "Content-Type": "text/plain; charset=UTF-8"}
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(compiled(Spoken(heading, entries)))
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


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fi:pl:en"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LANGUAGE": "en:pl"}, "en"),
        ({"LANG": "", "LC_MESSAGES": "pl@euro"}, "pl"),
        ({}, "en"),
    ],
)
def test_the_first_language_asked_for_that_is_spoken(asked: dict[str, str], spoken: str) -> None:
    assert users_language(asked, {"en": "English", "pl": "polski"}) == spoken
