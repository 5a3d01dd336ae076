"""The check in the visitor's browser: it accepts every honest journal, and names the line of every tampering."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from browser_cases import PHONE, Server, axe, fits, shoot, window
from muster.core.tournament import commands
from muster.people.models import Event, Tournament
from public_cases import address
from tamper_cases import RELEASED, TAMPERINGS
from verify_cases import Day, text_of
from web_cases import Hall

DAYS = 30
CHECK = """([address, texts]) => new Promise((done, failed) => {
    const worker = new Worker(address, { type: "module" });
    const answers = [];
    worker.onerror = (error) => failed(new Error(error.message || "the worker failed"));
    worker.onmessage = ({ data }) => {
        if (!data.answer) return;
        answers.push(data.answer);
        if (answers.length === texts.length) done(answers);
    };
    for (const text of texts) worker.postMessage(text);
})"""


@pytest.fixture
def hall(site: Server) -> Hall:
    """A finished event with a cut, for everybody to see."""
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 2, "cut": 4})
    hall.begin(9)
    for _ in range(2):
        hall.publish()
        hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    for _ in range(2):
        hall.publish()
        hall.play()
    hall.do(commands.FinishTournament())
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    Tournament.objects.filter(pk=hall.tournament.pk).update(open_journal=True)
    return hall


@pytest.fixture
def page(browser: Browser, site: Server, hall: Hall) -> Iterator[Page]:
    """The page that checks, on a phone, of nobody in particular."""
    with window(browser, site, width=PHONE) as page:
        page.goto(site.url(address(hall, "verify", 1)))
        yield page


def answers(page: Page, texts: Iterable[str]) -> list[dict[str, Any]]:
    """What the page's own worker says of these files."""
    worker = page.locator("[data-check]").get_attribute("data-worker")
    found: list[dict[str, Any]] = page.evaluate(CHECK, [worker, list(texts)])
    return found


def test_the_button_checks_the_event_and_a_file_of_ones_own(page: Page, hall: Hall) -> None:
    fits(page)
    axe(page)
    page.get_by_role("button", name="Check it in this browser").click()
    answer = page.locator("[data-answer]")
    expect(answer).to_contain_text("Everything holds.")
    expect(answer).to_contain_text("It is the head this page shows.")
    expect(answer).to_contain_text(hall.state.head)
    fits(page)
    axe(page)
    shoot(page, "verify-holds")
    text, line = TAMPERINGS[0].text(mended=True)
    file = FilePayload(name="mine.muster", mimeType="text/plain", buffer=text.encode())
    page.locator("[data-file]").set_input_files(file)
    expect(answer).to_contain_text("It does not hold:")
    expect(answer).to_contain_text(f"Line {line} (result.reported), what the result is worth")
    fits(page)
    axe(page)
    shoot(page, "verify-fails")


def test_every_honest_journal_is_accepted(page: Page) -> None:
    released = {str(path): path.read_text(encoding="utf-8") for path in sorted(RELEASED.glob("*/*.muster"))}
    assert len(released) >= 5
    days = {f"day {number}": text_of(Day(f"gate {number}", most=12).played()) for number in range(DAYS)}
    every = released | days
    faults = {
        name: answer["findings"][:3]
        for name, answer in zip(every, answers(page, every.values()), strict=True)
        if not answer["holds"]
    }
    assert not faults, faults
    kinds = ("armada-4.0", "armada-pl", "legion-2.0", "runewars-2.2.2", "unlimited-1.3")
    assert all(any(f'"id":"{kind}"' in text for text in days.values()) for kind in kinds)


def test_every_tampering_is_told_by_its_line(page: Page) -> None:
    """Mended, so that only the content gives it away; and not mended, where the chain does, too."""
    cases = [(one, mended, *one.text(mended=mended)) for one in TAMPERINGS for mended in (True, False)]
    missed = []
    for case, answer in zip(cases, answers(page, [case[2] for case in cases]), strict=True):
        tampering, mended, _, line = case
        findings = answer["findings"]
        told = any(one["line"] == line and one["what"].startswith(tampering.says) for one in findings)
        broken = any(one["what"] in {"head", "number"} for one in findings)
        if answer["holds"] or not told or broken == mended:
            missed.append((tampering.name, mended, findings[:3]))
    assert not missed, missed


def test_whatever_else_a_file_holds_is_refused_in_words(page: Page) -> None:
    header = '{"format":"muster-journal","names":{},"title":"","version":1}'
    texts = (
        "",
        "\n",
        "x",
        "{}\n",
        "[]\n[]\n",
        "null\nnull\n",
        header,
        f"{header}\n",
        f'{header}\n{{"data":1}}\n',
        "\0" * 99,
    )
    for answer in answers(page, (*texts, "[" * 99_999, f"{header}\n" + "[" * 99_999)):
        assert not answer["holds"]
        assert answer["findings"]
