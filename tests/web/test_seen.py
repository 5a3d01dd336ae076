"""Which sentences stand on a page is told by what is looked up for it and then stands there."""

from __future__ import annotations

from pathlib import Path

from django.utils import translation

from catalogue_cases import catalogues
from seen_cases import SeenPage, listening, standing_on, write

ROUNDS = ("%(count)d more round", "%(count)d more rounds")


def test_what_is_looked_up_is_heard_with_its_context_and_its_forms() -> None:
    with listening() as heard, translation.override("pl"):
        said = [translation.gettext("Standings"), translation.ngettext(*ROUNDS, 2)]
        said += [translation.pgettext("regulations", "Chess")]
    assert list(heard.values()) == said
    assert list(heard) == [("", "Standings", ""), ("", *ROUNDS), ("regulations", "Chess", "")]
    with listening() as nothing:
        pass
    assert nothing == {}


def test_only_what_stands_on_the_page_is_told_whatever_is_put_in(tmp_path: Path) -> None:
    heard = {
        ("", "Standings", ""): "Klasyfikacja",
        ("", *ROUNDS): "jeszcze %(count)d rundy",
        ("", "Round", ""): "Runda",
    }
    found = standing_on("<h1>Klasyfikacja</h1> <p>jeszcze\n 3 rundy</p>", heard, "pl")
    assert [one.key[1] for one in found] == ["Standings", ROUNDS[0]]
    write(tmp_path, "pl", [SeenPage("/e/<b>", "one.png", found), SeenPage("/e/two", "two.png", found[:1])])
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "<td>Standings</td><td>Klasyfikacja</td>" in page
    assert "/e/&lt;b&gt;" in page
    assert "\tStandings\tone.png two.png\n" in (tmp_path / "sentences.tsv").read_text(encoding="utf-8")
    assert ("", "Standings", "") in catalogues()["pl"].entries
