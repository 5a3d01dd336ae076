"""Every reader of what comes from outside, called as pages and commands call it; each must answer, whatever it gets.

A reader here takes bytes and raises only where something is wrong with it: an answer that is neither what it reads
nor its refusal, or one that goes past its bounds. Text comes to it as pages and commands would hand it on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cache, partial
from typing import Final, get_args

from muster.core.roster.catalogue import Catalogue
from muster.core.roster.check import check
from muster.core.roster.commas import rejoined
from muster.core.roster.roster import Terms
from muster.core.scoring.scored import Stage
from muster.core.tournament.proof.verify import verify
from muster.exchange import journal, prizes, quick_keys, quick_results
from muster.exchange.catalogues import csv_form, price_lines
from muster.exchange.catalogues.entries import CatalogueProblem
from muster.exchange.catalogues.sources import Gathered, gathered
from muster.exchange.decoding import ENCODINGS, decoded
from muster.exchange.entries import EntryLine, EntryProblem, parse_entries
from muster.exchange.events import EventProblem, read_events
from muster.exchange.pictures import Picture, read_picture
from muster.exchange.player_lists import (
    MARKS,
    MOST,
    WIDEST,
    Grid,
    as_text,
    chosen_layout,
    layout_of,
    listed,
    mended,
    read_text,
)
from muster.exchange.practice import habits
from muster.exchange.quick_words import ResultTerms
from muster.exchange.recompute import recompute
from muster.exchange.rosters import armada_sheet, melee_csv, muster_json, muster_text
from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.description import describe
from muster.exchange.rosters.formats import FORMATS, GAMES, read_roster
from muster.exchange.rosters.reading import (
    LONGEST_NAME,
    MOST_COPIES,
    MOST_ITEMS,
    MOST_POINTS,
    Reading,
    Unreadable,
)
from muster.exchange.spreadsheets import read_file
from muster.rules import penalty_files
from muster.rules.load import load, parse
from muster.rules.mistakes import Mistake
from muster.rules.penalties import PenaltyTable
from muster.rules.rosters import Game
from muster.rules.schema import Regulations

Reads = Callable[[bytes], None]

LONGEST_ANSWER: Final = 5_000
"""Letters of any sentence: what was sent comes back cut."""

RULES: Final[Mapping[Game, str]] = {
    "armada": "armada-4.0",
    "legion": "legion-2.0",
    "runewars": "runewars-2.2.2",
    "unlimited": "unlimited-1.3",
}


def text_of(content: bytes) -> str:
    """The text a form would hold; half a pair of code units, which JSON can name, stays one."""
    return (
        content.decode("utf-8", "surrogatepass") if b"\xed" in content else content.decode("utf-8", "replace")
    )


def typed(content: bytes) -> str:
    try:
        return text_of(content)
    except UnicodeDecodeError:
        return content.decode("utf-8", "replace")


def said(message: object) -> None:
    assert str(message)
    assert len(str(message)) < LONGEST_ANSWER, len(str(message))


# Rosters


@cache
def cards_of(game: Game) -> Catalogue:
    """A few cards of a game, with names that are near each other, and with commas."""
    own = gathered([("", "\n".join(_CARDS[game]).encode())])
    assert isinstance(own, Gathered), own
    return Catalogue(game, "test", own.cards)


_HEAD: Final = "game,key,kind,name,subtitle,faction,points,slot,unique"
_CARDS: Final[Mapping[Game, tuple[str, ...]]] = {
    "armada": (
        _HEAD,
        "armada,mc80,ship,MC80 Battle Cruiser,,rebel,103,,",
        "armada,gr75,ship,GR-75 Medium Transports,,rebel,18,,",
        "armada,madine,upgrade,General Madine,,rebel,30,commander,yes",
        "armada,yt2400,squadron,YT-2400,,rebel,16,,",
        "armada,luke,squadron,Luke Skywalker,X-wing Squadron,rebel,20,,yes",
    ),
    "legion": (
        _HEAD,
        "legion,rt,unit,Rebel Troopers,,rebels,40,corps,",
        'legion,fsi,command,"Fear, Surprise, Intimidation",,,,1,',
        'legion,jtmd,upgrade,"Jedi Training, Master Duelist",,,10,training,',
        "legion,b1,unit,B1 Battle Droids,,separatists,36,corps,",
    ),
    "runewars": (
        "game,key,kind,name,faction,points,form",
        "runewars,rean,unit,Reanimates,waiqar,64,4x3",
        "runewars,dk,unit,Death Knights,waiqar,24,2x1",
        "runewars,fl,upgrade,File Leader,,6,",
    ),
    "unlimited": (
        _HEAD,
        "unlimited,SOR_017,leader,Han Solo,Audacious Smuggler,,,,",
        "unlimited,TWI_029,base,Level 1313,,,,,",
        "unlimited,SOR_203,event,Waylay,,,,,",
        "unlimited,SOR_204,unit,L3-37,Droid Revolutionary,,,,",
    ),
}


_SHORT: Final = 20_000
"""Letters of a list as it is kept that is read once more; longer ones take no other way."""


def _roster(content: bytes, game: Game | None, format_id: str, *, pasted: bool) -> None:
    found = read_roster(typed(content) if pasted else content, game, format_id)
    if isinstance(found, Unreadable):
        said(found.says)
        return
    assert isinstance(found, Reading)
    assert game in (None, found.roster.game)
    _within_bounds(found)
    _shown(found, cards_of(found.roster.game) if len(content) % 2 else None)


def _within_bounds(found: Reading) -> None:
    every = tuple(found.roster.every())
    assert len(every) <= MOST_ITEMS
    for item in every:
        assert 1 <= item.count <= MOST_COPIES
        assert item.points is None or 0 <= item.points <= MOST_POINTS
        assert len(item.name) <= LONGEST_NAME
    for remark in found.remarks:
        said(remark)


def _shown(found: Reading, cards: Catalogue | None) -> None:
    """What a page makes of it: the verdict, the list as it is shown, and as it is kept."""
    rules = load(RULES[found.roster.game]).roster
    assert rules is not None
    terms = Terms(rules.constructions[0].id, date(2026, 8, 1))
    roster = rejoined(found.roster, cards)
    checked = check(roster, rules, terms, cards)
    for problem in checked.problems:
        said(problem.says)
    describe(roster, rules, checked)
    muster_text.write(roster, cards)
    kept = muster_json.write(roster)
    if len(kept) < _SHORT:
        again = read_roster(kept)
        assert isinstance(again, Reading) or not roster.items, again


def _format(content: bytes, format_id: str) -> None:
    one = next(each for each in FORMATS if each.id == format_id)
    assert one.read is not None
    text = typed(content)
    for each in (text, cleaned(text)):
        if isinstance(each, str):
            assert 0 <= one.likeness(each) <= 100
            assert isinstance(one.read(each), Reading | Unreadable)


def _decks(content: bytes) -> None:
    for form in (content, typed(content)):
        found = melee_csv.read_many(form)
        if isinstance(found, Unreadable):
            said(found.says)
        else:
            for name, reading in found:
                assert len(name) <= LONGEST_NAME
                _within_bounds(reading)


def _fleets(content: bytes) -> None:
    text = cleaned(content)
    found = text if isinstance(text, Unreadable) else armada_sheet.read_sheet(text)
    if isinstance(found, Unreadable):
        said(found.says)
    else:
        for reading in found:
            _within_bounds(reading)


# Cards


def _cards(content: bytes) -> None:
    found = gathered([("file", content)])
    if not isinstance(found, Gathered):
        _problems(found)
        return
    again = csv_form.read(csv_form.write(found.game, found.cards))
    if isinstance(again, csv_form.CardFile):
        assert again.game == found.game
    else:
        _problems(again)


def _problems(found: tuple[CatalogueProblem, ...]) -> None:
    assert found
    assert len(found) <= csv_form.MOST_PROBLEMS + 10
    for each in found:
        said(each)


def _own_cards(content: bytes) -> None:
    found = csv_form.read(typed(content))
    if not isinstance(found, csv_form.CardFile):
        _problems(found)


def _prices(content: bytes) -> None:
    found = price_lines.read(typed(content))
    if isinstance(found, tuple):
        assert price_lines.read(price_lines.written(found)) == found
    else:
        said(found)


# Events, results, lists


def _events(content: bytes) -> None:
    events, problems = read_events("file", content.splitlines(keepends=True))
    assert events or problems
    for problem in problems:
        assert isinstance(problem, EventProblem)
        said(problem)
    for event in events:
        recompute(event)
        habits(event)


@cache
def result_terms() -> tuple[ResultTerms, ...]:
    """Every game, in a Swiss stage and a bracket, in one game and three."""
    return tuple(
        ResultTerms(load(each), stage, best_of)
        for each in RULES.values()
        for stage in get_args(Stage)
        for best_of in (1, 3)
    )


def _results(content: bytes) -> None:
    text = typed(content)
    for terms in result_terms():
        found = quick_results.read(text, terms)
        for problem in found.problems:
            said(problem.message)
        if found.report is not None:
            quick_keys.write(found.report, terms)
        assert quick_results.read_result(text[: quick_results.LONGEST_LINE], terms) is not None


def _players(content: bytes) -> None:
    for marks in ("auto", MARKS[len(content) % len(MARKS)]):
        encoding = ENCODINGS[len(content) // 5 % len(ENCODINGS)] if marks == "auto" else "auto"
        _looked_through(read_file(content, encoding, marks))


def _pasted(content: bytes) -> None:
    for marks in ("auto", MARKS[len(content) % len(MARKS)]):
        _looked_through(read_text(typed(content), marks))


def _looked_through(grid: Grid | EntryProblem) -> None:
    """What the page does with a list: shows it, and reads it again as it went through a form."""
    if isinstance(grid, EntryProblem):
        said(grid.message)
        return
    assert 0 < len(grid.rows) <= MOST + 1
    assert 0 < grid.width <= WIDEST
    layout = layout_of(grid)
    lines = tuple(listed(grid, layout))
    assert len(lines) >= len(grid.rows) - 1
    again = read_text(as_text(grid), "tab")
    if isinstance(again, Grid):
        chosen = chosen_layout(["name", "club", "nonsense"], again)
        mended(again, chosen, {grid.rows[0][0]: {"name": "Ada", "club": "\t"}})
    else:
        said(again.message)


def _entries(content: bytes) -> None:
    found = parse_entries(content)
    assert found
    for each in found:
        if isinstance(each, EntryProblem):
            said(each.message)
        else:
            assert isinstance(each, EntryLine)


def _decoded(content: bytes) -> None:
    for encoding in ENCODINGS:
        found = decoded(content, encoding)
        if isinstance(found, EntryProblem):
            said(found.message)
        else:
            assert isinstance(found[0], str)


def _awards(content: bytes) -> None:
    found = prizes.read_prizes(typed(content))
    assert all(each.first <= each.last for each in found)
    prizes.prizes_for(found, 1, 8)


def _picture(content: bytes) -> None:
    found = read_picture(content)
    if isinstance(found, Picture):
        again = read_picture(found.data)
        assert isinstance(again, Picture), again
        assert again.data == found.data
    else:
        said(found)


# Journals and what comes with rules


def _journal(content: bytes) -> None:
    try:
        found = journal.read(content)
    except journal.UnreadableJournalError as refused:
        said(refused.says)
        return
    assert journal.write(found).encode() == content
    for finding in verify(found.journal.entries).findings:
        assert str(finding.says)  # what does not follow is told with all that stands there


def _regulations(content: bytes) -> None:
    _mistakes(parse(content, "file"), Regulations)


def _penalties(content: bytes) -> None:
    found = penalty_files.read(content, "file")
    _mistakes(found, PenaltyTable)
    if isinstance(found, PenaltyTable):
        assert penalty_files.read(penalty_files.to_toml(found).encode(), "file") == found


def _mistakes(found: object, right: type) -> None:
    if isinstance(found, right):
        return
    assert isinstance(found, tuple)
    assert found
    for each in found:
        assert isinstance(each, Mistake)
        said(each)


def _all() -> Iterator[tuple[str, Reads]]:
    yield "roster-file", partial(_roster, game=None, format_id="", pasted=False)
    yield "roster-text", partial(_roster, game=None, format_id="", pasted=True)
    for game in GAMES:
        yield f"roster-{game}", partial(_roster, game=game, format_id="", pasted=False)
    for one in FORMATS:
        if one.read is not None:
            yield f"format-{one.id}", partial(_format, format_id=one.id)
            yield f"chosen-{one.id}", partial(_roster, game=one.games[0], format_id=one.id, pasted=True)
    yield from (
        ("decks", _decks),
        ("fleets", _fleets),
        ("cards", _cards),
        ("own-cards", _own_cards),
        ("prices", _prices),
        ("events", _events),
        ("results", _results),
        ("players", _players),
        ("pasted", _pasted),
        ("entries", _entries),
        ("decoded", _decoded),
        ("awards", _awards),
        ("picture", _picture),
        ("journal", _journal),
        ("regulations", _regulations),
        ("penalties", _penalties),
    )


READERS: Final[Mapping[str, Reads]] = dict(_all())
"""Every reader, by a name that stands in the names of files it once fell over."""
