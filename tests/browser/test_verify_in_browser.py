"""The check in the visitor's browser: it accepts every honest journal, and names the line of every tampering."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import cycle, islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, FilePayload, Page, expect

from browser_cases import PHONE, Server, axe, fits, picture, shoot, window
from muster.app.history.seals import JournalFingerprint
from muster.app.site.demo import add_demo
from muster.cli.simulate import Simulation
from muster.core.tournament import commands
from muster.core.tournament.journal import Journal
from muster.core.tournament.proof.verify import verify
from muster.exchange.journal import entry_line, header_line, read
from muster.journal import store
from muster.people.models import Event, Tournament
from muster.rules.own_games import Result
from public_cases import address
from tamper_cases import RELEASED, TAMPERINGS, Book
from tamper_courses import COURSE_TAMPERINGS
from tamper_doubles import DOUBLE_TAMPERINGS
from tamper_kinds import KINDS, tampered
from tamper_own import OWN_TAMPERINGS, own_day
from tamper_play_offs import PLAY_OFF_TAMPERINGS
from tamper_tables import TABLE_TAMPERINGS, table_day
from tournament_cases import DAY, IDS, Desk, rules, six_rounds
from verify_cases import GAMES, Day, days, many_days, text_of
from verify_formats import OTHER, DayFormat
from web_cases import SATURDAY, Hall

kinds = st.sampled_from(sorted(KINDS))
OPTIMAL = """async ([worker, pairs, groups, met]) => {
    const scripts = [new URL(worker, location).href];
    for (const script of scripts) {
        const text = await (await fetch(script)).text();
        for (const [, next] of text.matchAll(/from *"([^"]+)"/g)) {
            const address = new URL(next, script).href;
            if (!scripts.includes(address)) scripts.push(address);
        }
    }
    const { optimal } = await import(scripts.find((one) => one.includes("/pairings.")));
    return optimal(pairs, groups, (a, b) => met.includes(`${Math.min(a, b)}/${Math.max(a, b)}`), () => false);
}"""
"""What the worker's own script says of these pairs; its address holds its digest, so that it is looked up."""
MANY_DAYS = 1000
AT_ONCE = 10
"""Days given to the browser in one go."""
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
    expect(answer).to_contain_text(JournalFingerprint(hall.state.head, 0, final=False).groups)
    fits(page)
    axe(page)
    shoot(page, "verify-holds")
    picture(page, "verify-holds", "[data-answer]", width=PHONE, high=760)
    text, line = TAMPERINGS[0].text(mended=True)
    file = FilePayload(name="mine.muster", mimeType="text/plain", buffer=text.encode())
    page.locator("[data-file]").set_input_files(file)
    expect(answer).to_contain_text("It does not hold:")
    expect(answer).to_contain_text(
        re.compile(rf"Line {line}: result of round \d+, table \d+ – what the result is worth")
    )
    broken, line = TAMPERINGS[0].text(mended=False)
    page.locator("[data-file]").set_input_files({**file, "buffer": broken.encode()})
    expect(answer).to_contain_text(
        re.compile(rf"Line {line}: result of round \d+, table \d+ – this line, or the one")
    )
    fits(page)
    axe(page)
    shoot(page, "verify-fails")


def ended_in_dispute() -> str:
    """An event that ends before its time, with a disputed result in its last round: the table is that before it."""
    at = Desk().create("armada-4.0", structure="custom", rounds=3, cut=0).enter(*range(1, 7))
    at.announce().begin().rounds(1).pair()
    table, match = min(at.round.matches.items())
    one, two = match.pairing.players
    at.report(table, at.win(table, 0), by=one)
    at.do(commands.DisputeResult(at.round.number, table, two))
    return text_of(at.finish("the hall closes").journal)


def unbeaten_go_on() -> str:
    """Nobody with a loss goes on, and the last round before is paired by standing."""
    at = Desk().create(
        "armada-4.0",
        structure="custom",
        rounds=2,
        cut_kind="at-most-losses",
        cut=0,
        variants={"last_round": "power"},
    )
    at.enter(*range(1, 13)).announce().begin().rounds(2)
    return text_of(at.finish("the hall closes").journal)


@cache
def large_hall() -> Journal:
    """So many at tables that the best seatings cannot be counted, and a cut with a first round of its own."""
    create = commands.CreateTournament(
        regulations=rules("twin-suns-1.3"), day=DAY, structure="custom", rounds=4, cut=16
    )
    simulation = Simulation(create, 39, "both", drops=6)
    assert list(simulation.run())
    return simulation.journal


def test_both_verifiers_accept_the_journals_there_are(page: Page, hall: Hall) -> None:
    """Those of every release, of the demo, of a site's event, and a simulated day of each game as its table plans."""
    texts = {str(path): path.read_text(encoding="utf-8") for path in sorted(RELEASED.glob("*/*.muster"))}
    assert len(texts) >= len(IDS)
    texts["ended in dispute"] = ended_in_dispute()
    texts["unbeaten go on"] = unbeaten_go_on()
    texts |= {f"without a deck up to round {upto}": text_of(six_rounds(deck=upto)) for upto in (0, 4, 6)}
    add_demo(hall.organiser, SATURDAY)
    for tournament in Tournament.objects.order_by("pk"):
        entries = store.load(tournament.pk).entries
        texts[f"of the site, {tournament.pk}"] = "\n".join(
            (header_line("", {}), *map(entry_line, entries), "")
        )
    for game in GAMES:
        create = commands.CreateTournament(regulations=rules(game), day=DAY, structure="advanced")
        simulation = Simulation(create, 17, "both", drops=6)
        assert list(simulation.run())
        texts[f"simulated, {game}"] = text_of(simulation.journal)
    texts["a large hall of tables"] = text_of(large_hall())
    for (name, text), answer in zip(texts.items(), answers(page, texts.values()), strict=True):
        proof = verify(read(text.encode()).journal.entries)
        assert answer["holds"], (name, answer["findings"][:3])
        assert proof.holds, (name, proof.findings[:3])
        assert answer["head"] == proof.state.head
        assert (
            not proof.state.places
            or "bracket ended" in str(answer["open"])
            or answer["proven"]["tables of final places"]
        )


def hold(page: Page, made: Iterable[Day], tried: list[str]) -> None:
    """These days are accepted as they were, and refused after each of these tamperings."""
    cases = [(day, "nothing", text_of(day.played())) for day in made]
    for day, _, text in list(cases):
        forms = [(kind, tampered(text, kind, day.roll, mended=on)) for kind in tried for on in (False, True)]
        cases += [(day, kind, changed) for kind, changed in forms if changed is not None]
    for (day, kind, _), answer in zip(cases, answers(page, [case[2] for case in cases]), strict=True):
        honest = answer["holds"] and answer["head"] == day.state.head
        assert honest == (kind == "nothing"), (kind, answer["findings"][:3])


def test_any_day_is_accepted_and_any_tampering_told(page: Page) -> None:
    """As `tests/property/test_verifiers.py` has it of the other verifier, on the same days."""

    @settings(max_examples=3)
    @given(st.tuples(*(days(game, most=12) for game in GAMES)), st.lists(kinds, min_size=2, max_size=3))
    def each(made: tuple[Day, ...], tried: list[str]) -> None:
        hold(page, made, tried)

    each()


def test_any_day_of_a_format_is_accepted_and_any_tampering_told(page: Page) -> None:
    """Double eliminations, parts, pods, sealed play, games of one's own, and what else rounds may be."""
    for name, tried in (("one", sorted(KINDS)[::9]), ("two", sorted(KINDS)[4::9])):
        hold(page, [day for each in OTHER for day in many_days(name, 1, day_format=each)], tried)


@pytest.mark.long
@pytest.mark.parametrize("day_format", OTHER)
def test_a_thousand_days_of_a_format_are_accepted_and_any_tampering_told(
    page: Page, day_format: DayFormat
) -> None:
    hold_many(page, many_days("a thousand", MANY_DAYS, day_format=day_format))


@pytest.mark.long
def test_a_thousand_days_at_tables_are_accepted_and_any_tampering_told(page: Page) -> None:
    hold_many(page, many_days("a thousand", MANY_DAYS, "twin-suns-1.3"))


def hold_many(page: Page, made: Iterator[Day]) -> None:
    """Some days at once, and each of them tampered with in one way."""
    every = cycle(sorted(KINDS))
    while some := list(islice(made, AT_ONCE)):
        hold(page, some, [next(every)])


def test_every_tampering_is_told_by_its_line(page: Page) -> None:
    """Mended, so that only the content gives it away; and not mended, where the chain does, too."""
    tamperings = (*TAMPERINGS, *COURSE_TAMPERINGS, *DOUBLE_TAMPERINGS, *PLAY_OFF_TAMPERINGS)
    cases = [(one, mended, *one.text(mended=mended)) for one in tamperings for mended in (True, False)]
    missed = []
    for case, answer in zip(cases, answers(page, [case[2] for case in cases]), strict=True):
        tampering, mended, _, line = case
        findings = answer["findings"]
        told = any(one["line"] == line and one["what"].startswith(tampering.says) for one in findings)
        broken = any(one["what"] in {"head", "number"} for one in findings)
        if answer["holds"] or not told or broken == mended:
            missed.append((tampering.name, mended, findings[:3]))
    assert not missed, missed


def test_every_tampering_at_a_table_of_three_or_four_is_told_by_its_line(page: Page) -> None:
    text, changed = table_day(), []
    for name, (change, says) in TABLE_TAMPERINGS.items():
        book = Book(text)
        line = change(book)
        changed.append((name, book.text(mended=True), book.lines.index(line) + 2, says))
    honest, *found = answers(page, [text, *(case[1] for case in changed)])
    assert honest["holds"], honest["findings"][:3]
    assert not honest["open"]
    assert honest["proven"]["rounds drawn again from the seed, seat by seat"] == 2
    missed = []
    for (name, _, at, says), answer in zip(changed, found, strict=True):
        told = [one["what"] for one in answer["findings"] if one["line"] == at]
        if not any(what.startswith(says) for what in told):
            missed.append((name, at, told))
    assert not missed, missed


@pytest.mark.parametrize("result", OWN_TAMPERINGS)
def test_every_tampering_with_a_game_of_ones_own_is_told_by_its_line(page: Page, result: Result) -> None:
    text, changed = own_day(result), []
    for name, change, says in OWN_TAMPERINGS[result]:
        book = Book(text)
        line = change(book)
        changed.append((name, book.text(mended=True), book.lines.index(line) + 2, says))
    honest, *found = answers(page, [text, *(case[1] for case in changed)])
    assert honest["holds"], honest["findings"][:3]
    missed = []
    for (name, _, at, says), answer in zip(changed, found, strict=True):
        told = [one["what"] for one in answer["findings"] if one["line"] == at]
        if says not in told:
            missed.append((name, at, told, answer["findings"][:2]))
    assert not missed, missed


def test_groups_looked_at_together_are_looked_at_with_all_their_pairs(page: Page) -> None:
    """Where two groups were not enough to tell, and somebody of the third plays two groups further down."""
    worker = page.locator("[data-check]").get_attribute("data-worker")
    groups = [[1, 2], [3, 4], [5, 6, 7], [8], [9, 10], [11, 12]]
    pairs = [[6, 9], [1, 3], [2, 4], [7, 11], [5, 10], [8, 12]]
    met = ["1/9", "7/8", "6/12", "2/11", "9/12", "5/11", "1/8", "4/12", "2/6", "2/10"]
    said = page.evaluate(OPTIMAL, [worker, pairs, groups, met])
    assert said == "better"


def test_what_was_not_proved_of_a_large_hall_is_said(page: Page) -> None:
    (answer,) = answers(page, [text_of(large_hall())])
    assert answer["holds"]
    assert answer["proven"]["rounds drawn again from the seed, seat by seat"] == 1
    assert {one["what"] for one in answer["open"]} >= {"that no other seating is better was not proved"}


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
