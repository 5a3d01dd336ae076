"""Pages in Polish: what stands on them word for word as in English is a name, or stays English in Polish, too."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from catalogue_cases import may_stay
from form_cases import pages
from moment_cases import entered, finished, judged, proposed, starts_of
from muster.exchange.catalogues.csv_form import COLUMNS
from muster.rules.ledger import ledgers
from muster.rules.load import available, load
from muster.web import limits
from muster.web.paper import press
from pseudo_cases import CODES, SAME, Words, any_of, on_record, plain, texts_of
from web_cases import Hall

pytestmark = pytest.mark.django_db

OURS: Final = ("/desk/", "/judge/", "/p/", "/e/")
WORD: Final = re.compile(r"[^\W\d_]{4,}")


@pytest.fixture(autouse=True)
def _free(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Any) -> None:
    settings.DATA = tmp_path
    monkeypatch.setattr(press.PRESS, "missing", lambda: "")
    monkeypatch.setattr(limits, "MOST", dict.fromkeys(limits.MOST, 10**9))


BUILDERS: Final = (
    "Armada Fleets Designer",
    "AFF (ship:, upgrade:, squadron:)",
    "Runewars Miniatures Game",
    "E-mail",
)
EXAMPLES: Final = ("Home Fleet", "Star Forge", ", ".join(COLUMNS))
IDS: Final = frozenset(end.id for each in available() for end in load(each.id).ends)
"""Which ends a field belongs to, as scripts are told."""


def given() -> re.Pattern[str]:
    """What people typed, the documents' own names, and sentences that are quoted from them."""
    documents = [one.document for one in map(load, (each.id for each in available()))]
    sentences = {
        text for each in ledgers().values() for one in each.sentences for text in (one.sentence, one.section)
    }
    sections = {clause.section for each in available() for clause in load(each.id).clauses.values()}
    named = [text for one in documents for text in texts_of(one)]
    return any_of([*BUILDERS, *EXAMPLES, *on_record(), *named, *sentences, *sections])


def left_in_english(english: str, polish: str, names: re.Pattern[str]) -> set[str]:
    """Texts of a page that are the same in both languages and hold a word that may not stay."""
    same = set(Words(english).words) & set(Words(polish).words)
    return {
        text
        for text in plain((text for text in same if not IDS.issuperset(text.split())), names)
        if any(
            not may_stay("pl", word.casefold(), ())
            for word in WORD.findall(SAME.sub(" ", CODES.sub(" ", names.sub(" ", text))))
        )
    }


@pytest.mark.parametrize("moment", [entered, proposed, judged, finished], ids=lambda moment: moment.__name__)
def test_no_page_has_words_that_were_left_in_english(moment: Callable[[], Hall]) -> None:
    hall = moment()
    code, names, wrong, looked = hall.event.code, given(), set[tuple[str, str]](), 0
    starts = [*starts_of(hall), f"/e/{code}/1/pairings", f"/e/{code}", f"/e/{code}/screen"]
    for url, page in pages(hall.client, starts, roots=OURS, each=1):
        polish = hall.client.get(url, headers={"accept-language": "pl"}).content.decode()
        assert '<html lang="pl"' in polish or "<html" not in polish, url
        wrong |= {(text, url.replace(code, "…")) for text in left_in_english(page, polish, names)}
        looked += 1
    assert looked > 30
    assert sorted(wrong) == []


def test_a_word_that_was_left_is_found() -> None:
    english = "<p>Standings</p><p>Nina Nowak</p><p>Booster</p><p>Round 3</p>"
    polish = "<p>Klasyfikacja</p><p>Nina Nowak</p><p>Booster</p><p>Round 3</p>"
    assert left_in_english(english, polish, any_of(["Nina Nowak"])) == {"Round  "}
