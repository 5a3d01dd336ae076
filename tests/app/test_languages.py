"""Which languages are offered, and that what is compiled is always that of the source."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from muster.app.common.languages import compile_changed, offered, sources
from muster.exchange.translations import Spoken, Translation, heading_of, written

KEY = ("", "Table", "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for code, name, forms in (("pl", "polski", ("Stół",)), ("de", "Deutsch", ())):
        file = tmp_path / code / "LC_MESSAGES" / "django.po"
        file.parent.mkdir(parents=True)
        heading = {"Language": code, "X-Language-Name": name, "Content-Type": "text/plain; charset=UTF-8"}
        file.write_text(written(Spoken(heading, {KEY: Translation(KEY, forms)})), encoding="utf-8")
    return tmp_path


def test_a_language_is_offered_once_it_is_finished_or_asked_for(folder: Path) -> None:
    assert offered(folder=folder) == [("en", "English"), ("pl", "polski")]
    assert offered({"de"}, folder) == [("en", "English"), ("de", "Deutsch"), ("pl", "polski")]


def test_what_is_compiled_follows_its_source_also_to_an_older_one(folder: Path) -> None:
    offered(folder=folder)
    source = sources(folder)["pl"]
    before = source.read_text()
    source.write_text(before.replace('msgstr "Stół"', 'msgstr ""'))
    os.utime(source, (1_000_000_000, 1_000_000_000))
    assert offered(folder=folder) == [("en", "English")]


def test_nothing_is_compiled_twice(folder: Path) -> None:
    compile_changed(folder)
    files = {file: file.stat().st_ino for file in compile_changed(folder)}
    assert {file: file.stat().st_ino for file in compile_changed(folder)} == files
    assert {file.name for file in files} == {"django.mo"}


def test_a_package_without_sources_offers_what_was_compiled_into_it(folder: Path) -> None:
    compile_changed(folder)
    for source in sources(folder).values():
        source.unlink()
    assert offered(folder=folder) == [("en", "English"), ("pl", "polski")]
    assert heading_of((folder / "pl/LC_MESSAGES/django.mo").read_bytes())["X-Reviewed"] == "1 of 1"
