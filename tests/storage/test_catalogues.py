"""Catalogues on either database: imported whole or not at all, in versions, kept ready, and in backups."""

from __future__ import annotations

import json
import zlib
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest
from django.conf import settings
from django.db import IntegrityError

from cli_cases import refused, run
from muster.app.rosters import catalogues
from muster.app.rosters.catalogues import (
    DamagedCatalogueError,
    Imported,
    catalogue_for,
    editions,
    find,
    import_catalogue,
)
from muster.app.site.backups import back_up
from muster.app.site.restoring import restore
from muster.core.roster.catalogue import Card, Catalogue, Price
from muster.exchange.catalogues.csv_form import write
from muster.exchange.catalogues.sources import Gathered
from muster.people.models import Account
from muster.people.roster_models import CatalogueVersion
from storage_cases import Base, using

JUNE = date(2025, 6, 20)
OLD = (
    Card("v", "upgrade", "Darth Vader", prices=(Price(36),)),
    Card("r", "ship", "Raider", prices=(Price(44),)),
)
NEW = (
    Card("v", "upgrade", "Darth Vader", prices=(Price(34),)),
    Card("g", "ship", "Gozanti", prices=(Price(23),)),
)


@pytest.fixture(autouse=True)
def _data(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA", base.data)
    catalogues._ready.clear()


def kept(cards: tuple[Card, ...], edition: str = "4.0", starts: date | None = None) -> Imported:
    """Import cards of Armada."""
    done = import_catalogue(Gathered("armada", cards, ("a table",)), edition, starts=starts, note="mended")
    assert isinstance(done, Imported)
    return done


def of(edition: str = "") -> Catalogue:
    found = catalogue_for("armada", edition)
    assert found is not None
    return found[0]


def test_every_import_that_changes_something_is_a_version(base: Base) -> None:
    assert catalogue_for("armada") is None
    first = kept(OLD)
    assert (first.fresh, first.version.number, first.version.cards, first.differences) == (True, 1, 2, ())
    assert (first.version.source, first.version.note) == ("a table", "mended")
    assert of().cards == OLD
    again = kept(OLD)
    assert (again.fresh, again.version.pk) == (False, first.version.pk)
    second = kept(NEW, starts=JUNE)
    assert {each.what for each in second.differences} == {"prices", "new"}
    assert of().by_key["v"].prices == (Price(36, ends=date(2025, 6, 19)), Price(34, starts=JUNE))
    assert set(of().by_key) == {"v", "r", "g"}
    third = kept(NEW)
    assert (third.version.number, of().cards) == (3, NEW)
    assert CatalogueVersion.objects.count() == 3


def test_the_edition_begun_last_counts_unless_another_is_named(base: Base) -> None:
    kept(OLD, "2020")
    kept(NEW, "2025")
    kept(NEW, "2020")
    assert of().edition == "2025"
    assert (of("2020").cards, catalogue_for("armada", "1999"), catalogue_for("legion")) == (NEW, None, None)
    assert [(each.name, each.newest.number, each.versions) for each in editions("armada")] == [
        ("2025", 1, 1),
        ("2020", 2, 2),
    ]


def test_a_catalogue_is_read_once_and_few_are_kept(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "MOST_IN_MEMORY", 2)
    for edition in ("a", "b", "c"):
        kept(OLD, edition)
    catalogues._ready.clear()
    first = of("a")
    assert of("a") is first
    of("b")
    assert of("a") is first
    of("c")
    assert of("a") is first
    assert len(catalogues._ready) == 2
    assert [card.key for card in find(first, "raid")] == ["r"]


def test_what_cannot_be_kept_leaves_everything_as_it_was(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(OLD)
    odd = Gathered("armada", (Card("a", "unit", "Of another game"),), ("x",))
    assert "unknown kind" in str(import_catalogue(odd, "4.0"))
    for name in ("", "  ", "x" * 61, "a\x00b"):
        assert "an edition needs a name" in str(import_catalogue(odd, name))
    tries = []

    def taken(**_: object) -> None:
        tries.append(1)
        raise IntegrityError

    monkeypatch.setattr(CatalogueVersion.objects, "create", taken)
    with pytest.raises(IntegrityError):
        kept(NEW)
    assert len(tries) == 3
    monkeypatch.undo()
    assert of().cards == OLD


@pytest.mark.parametrize("content", [b"no such thing", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_a_damaged_catalogue_is_not_taken_for_one(base: Base, content: bytes) -> None:
    kept(OLD)
    CatalogueVersion.objects.update(content=content)
    catalogues._ready.clear()
    with pytest.raises(DamagedCatalogueError):
        catalogue_for("armada")
    refused(run("catalogue", "export", "4.0", base.data / "x.csv"), 2, "armada 4.0 (1)")
    refused(run("catalogue", "diff", "4.0", "armada/4.0"), 2, "armada 4.0 (1)")


def test_a_text_that_is_no_catalogue_is_damage_too(base: Base) -> None:
    kept(OLD)
    wrong = CatalogueVersion.objects.get()
    text = b"hello"
    wrong.content = zlib.compress(text)
    wrong.digest = sha256(text).hexdigest()
    wrong.save()
    catalogues._ready.clear()
    with pytest.raises(DamagedCatalogueError, match="no column"):
        catalogue_for("armada")


def test_catalogues_are_in_backups(base: Base, other: Base) -> None:
    kept(OLD)
    with (base.data / "all.zip").open("w+b") as file:
        back_up(file)
        with using(other):
            restore(file, replace=True)
            catalogues._ready.clear()
            assert of().cards == OLD


def test_the_terminal_imports_lists_exports_and_compares(base: Base, tmp_path: Path) -> None:
    old, new, out = tmp_path / "old.csv", tmp_path / "new.csv", tmp_path / "out.csv"
    old.write_text(write("armada", OLD), "utf-8")
    new.write_text(write("armada", NEW), "utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.json").write_text("{}", "utf-8")
    (tmp_path / "folder" / "b.csv").write_text(write("armada", OLD), "utf-8")
    assert "No catalogue yet" in run("catalogue", "list").out
    ran = run("catalogue", "import", tmp_path / "folder", "--edition", "4.0", "--note", "first")
    assert (ran.code, ran.out.splitlines()) == (
        0,
        ["armada 4.0: 2 cards, version 1.", "a.json: no cards of a known source, passed over"],
    )
    assert "the same already" in run("catalogue", "import", old, "--edition", "4.0").out
    ran = run("catalogue", "import", new, "--game", "armada", "--edition", "4.0", "--from", "2025-06-20")
    assert ran.out == "armada 4.0: 3 cards, version 2 (1 changed, 1 new).\n"
    assert "4.0" in run("catalogue", "list").out
    (listed,) = json.loads(run("catalogue", "list", "--json").out)
    assert (listed["edition"], listed["version"], listed["cards"]) == ("4.0", 2, 3)
    assert run("catalogue", "export", "armada/4.0", out).code == 0
    refused(run("catalogue", "export", "4.0", out), 2, "out.csv")
    assert run("catalogue", "diff", "4.0", out).out == "No difference.\n"
    changes = json.loads(run("catalogue", "diff", old, "4.0", "--json").out)
    assert [(each["key"], each["what"]) for each in changes] == [("v", "prices"), ("g", "new")]
    assert "Gozanti" in run("catalogue", "diff", old, new).out
    refused(run("catalogue", "export", "5.0", tmp_path / "x"), 1, "no edition or file 5.0")
    run("catalogue", "import", _legion(tmp_path), "--edition", "4.0")
    refused(run("catalogue", "export", "4.0", tmp_path / "x"), 1, "an edition of armada and legion")
    refused(run("catalogue", "diff", "armada/4.0", "legion/4.0"), 2, "armada", "legion")


def _legion(folder: Path) -> Path:
    path = folder / "legion.csv"
    path.write_text(write("legion", (Card("u", "unit", "Stormtroopers"),)), "utf-8")
    return path


def test_the_terminal_lists_what_organisers_have_for_themselves() -> None:
    kept(OLD)
    owner = Account.objects.create(username="one", name="Ada of the Shop")
    done = import_catalogue(
        Gathered("armada", NEW, ("by hand",)), "4.0", by=owner, owner=f"account:{owner.pk}"
    )
    assert isinstance(done, Imported)
    listed = json.loads(run("catalogue", "list", "--json").out)
    assert [(one["edition"], one["owner"]) for one in listed] == [
        ("4.0", None),
        ("4.0", f"account:{owner.pk}"),
    ]
    shown = run("catalogue", "list").out
    assert "the site" in shown
    assert "Ada of" in shown
