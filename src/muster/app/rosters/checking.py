"""A roster read and held against the regulations of a tournament: the one way in, whoever brings it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from math import prod
from typing import Any, Final

from muster.app.rosters.catalogues import planned_catalogue
from muster.app.rosters.pooled import of_player
from muster.app.rosters.terms import plan_of, rules_of, rules_under, terms_of
from muster.core.messages import Argument, Listing, Message, Number, say, verbatim
from muster.core.roster.catalogue import Catalogue, plain
from muster.core.roster.check import check
from muster.core.roster.commas import rejoined
from muster.core.roster.questions import NameQuestion, answered, questions
from muster.core.roster.roster import Checked, Problem, Roster, Terms, by_path
from muster.core.tournament.state import State
from muster.exchange.decoding import decoded
from muster.exchange.entries import EntryProblem
from muster.exchange.rosters import muster_json
from muster.exchange.rosters.formats import read_roster
from muster.exchange.rosters.reading import LARGEST, Reading, StatedSum, Unread, Unreadable
from muster.people.models import CatalogueVersion, Entry, RosterLine, RosterPlan, RosterVersion, Tournament
from muster.rules.rosters import RosterRules

FORM: Final = "form"
"""The format of a roster that was put together on the page."""

_MOST_WORTH: Final = 2_147_483_647
"""What a column of whole numbers holds; a roster of copies of copies that is worth more has no total."""

_MOST_COUNTED: Final = 1_000_000
"""No hostile product of copies is larger than any database's whole number."""


@dataclass(frozen=True, slots=True)
class RosterVerdict:
    """A roster as read, and what the check found.

    Attributes:
        reading: what was read, with the lines that were not understood.
        checked: what the check found.
        version: the catalogue it was checked with; None where none is loaded.
        text: what was pasted; empty for a roster that came from the form.
        questions: names that could be several cards, with the card that was chosen where one was.
    """

    reading: Reading
    checked: Checked
    version: CatalogueVersion | None = None
    text: str = ""
    questions: tuple[NameQuestion, ...] = ()

    @property
    def roster(self) -> Roster:
        """The roster as stated."""
        return self.reading.roster

    @property
    def amiss(self) -> tuple[StatedSum, ...]:
        """The sums of the list that its own lines do not add up to; of the total the check speaks."""
        return tuple(each for each in self.reading.sums if not each.agrees and each.what != "total")

    @property
    def doubtful(self) -> bool:
        """Whether somebody should look at it before it is handed in: lines not understood, odd sums, doubts."""
        doubts = any(problem.severity == "doubt" for problem in self.checked.problems)
        return doubts or bool(self.reading.unread or self.amiss)


@dataclass(frozen=True, slots=True)
class Standard:
    """What all rosters of a tournament are checked by, looked up once for many of them."""

    rules: RosterRules
    terms: Terms
    catalogue: Catalogue | None
    version: CatalogueVersion | None

    def check(self, roster: Roster) -> Checked:
        """What the check finds about a roster."""
        return check(roster, self.rules, self.terms, self.catalogue)


def standard_of(
    tournament: Tournament, state: State, plan: RosterPlan | None = None, entry: int | None = None
) -> Standard:
    """What rosters are checked by under a plan, the one in force if none is given.

    Args:
        tournament: where they are to be played.
        state: the tournament as it stands.
        plan: how rosters are handled.
        entry: the registration of the player whose roster it is, for the pool it has to come out of.

    Raises:
        LookupError: the regulations say nothing of rosters.
    """
    planned = plan or plan_of(tournament)
    rules = rules_under(state, planned)
    if rules is None:
        raise LookupError("these regulations say nothing of rosters")
    catalogue, version = planned_catalogue(rules.game, planned) or (None, None)
    standard = Standard(rules, terms_of(tournament, state, planned), catalogue, version)
    return of_player(standard, tournament, planned, entry)


def check_text(
    tournament: Tournament,
    state: State,
    text: str | bytes,
    format_id: str = "",
    entry: int | None = None,
) -> RosterVerdict | Unreadable:
    """Read and check what somebody pasted or sent as a file.

    Args:
        tournament: where it is to be played.
        state: the tournament as it stands.
        text: of any size and content.
        format_id: read it as this format; found out if empty.
        entry: the registration of the player whose roster it is.
    """
    rules = rules_of(state)
    if rules is None:
        return Unreadable(say("The regulations of this tournament say nothing of rosters."))
    if len(text) > LARGEST:
        return Unreadable(say("This is far too long for a roster. Copy the roster alone, and paste it."))
    reading = read_roster(text, rules.game, format_id)
    if isinstance(reading, Unreadable):
        return reading
    standard = standard_of(tournament, state, entry=entry)
    whole = replace(reading, roster=rejoined(reading.roster, standard.catalogue))
    return _verdict(tournament, state, whole, text_of(text), standard)


def answer(
    tournament: Tournament,
    state: State,
    verdict: RosterVerdict,
    answers: Mapping[str, str],
    entry: int | None = None,
) -> RosterVerdict:
    """A roster with the cards that were chosen for names that could be several, checked again.

    The answers are part of the roster from then on, and so are kept with its version; the text stays as it was.

    Args:
        tournament: where it is to be played.
        state: the tournament as it stands.
        verdict: what was read.
        answers: by the id of a question, the key of the card that is meant; what fits no question is passed over.
        entry: the registration of the player whose roster it is.
    """
    standard = standard_of(tournament, state, entry=entry)
    if standard.catalogue is None or not verdict.questions:
        return verdict
    roster, done = answered(verdict.roster, verdict.questions, answers, standard.catalogue)
    if not done:
        return verdict
    reading = replace(verdict.reading, roster=roster)
    found = _verdict(tournament, state, reading, verdict.text, standard)
    return replace(found, questions=(*done, *found.questions))


def text_of(content: str | bytes) -> str:
    """What was pasted or is in a file, as text that any database takes; empty where it is none."""
    found = content if isinstance(content, str) else decoded(content)
    if isinstance(found, EntryProblem):
        return ""
    return (found if isinstance(found, str) else found[0]).replace("\0", "")


def check_roster(
    tournament: Tournament,
    state: State,
    roster: Roster,
    under: RosterPlan | Standard | None = None,
    *,
    format_id: str = FORM,
    text: str = "",
) -> RosterVerdict:
    """Check a roster that comes from no text: the form, or an amendment.

    Raises:
        LookupError: the regulations say nothing of rosters.
    """
    return _verdict(tournament, state, Reading(format_id, roster), text, under)


def check_reading(tournament: Tournament, state: State, reading: Reading) -> RosterVerdict:
    """Check a roster that was read out of a file of many.

    Raises:
        LookupError: the regulations say nothing of rosters.
    """
    return _verdict(tournament, state, reading, "")


def checked_now(
    tournament: Tournament, state: State, roster: Roster, under: RosterPlan | Standard | None = None
) -> Checked:
    """What the check finds about a roster now.

    Raises:
        LookupError: the regulations say nothing of rosters.
    """
    return _check(tournament, state, roster, under)[0]


def recheck(version: RosterVersion, tournament: Tournament, state: State) -> Checked:
    """What the check finds now about a version on record.

    Raises:
        LookupError: the regulations say nothing of rosters.
    """
    return standard_of(tournament, state, entry=version.entry_id).check(read_back(version))


def check_version(
    version: RosterVersion, tournament: Tournament, state: State, under: RosterPlan | Standard | None = None
) -> RosterVerdict:
    """A version on record as if it had just been read: its lines of text, and what the check finds now.

    Raises:
        LookupError: the regulations say nothing of rosters.
    """
    counted = (int, type(None))
    standard = (
        under if isinstance(under, Standard) else standard_of(tournament, state, under, version.entry_id)
    )
    reading = Reading(
        version.format,
        _with_lines(version, read_back(version), standard.catalogue),
        unread=unread_of(version),
        sums=tuple(StatedSum(*each) for each in _rows(version, "sums", str, int, counted, int)),
        remarks=tuple(_message_of(each) for each in _list(version, "remarks")),
    )
    return _verdict(tournament, state, reading, version.text, standard)


def unread_of(version: RosterVersion) -> tuple[Unread, ...]:
    """The lines that were not understood when a version was read."""
    return tuple(Unread(*each) for each in _rows(version, "unread", int, str))


def _list(version: RosterVersion, name: str) -> list[Any]:
    """A list of what the check found; an empty one where what is on record cannot be read."""
    found = version.checked.get(name) if isinstance(version.checked, dict) else None
    return found if isinstance(found, list) else []


def _rows(version: RosterVersion, name: str, *kinds: type | tuple[type, ...]) -> Iterator[list[Any]]:
    for each in _list(version, name):
        if isinstance(each, list) and len(each) == len(kinds) and all(map(isinstance, each, kinds)):
            yield each


def stored(verdict: RosterVerdict) -> dict[str, Any]:
    """The fields of a `RosterVersion` that hold this roster."""
    checked, reading = verdict.checked, verdict.reading
    worth = checked.totals.counts
    found = {
        "problems": [_bare(problem) for problem in checked.problems],
        "unread": [[each.line, each.text] for each in reading.unread],
        "sums": [[each.what, each.stated, each.counted, each.line] for each in reading.sums],
        "remarks": [asdict(each) for each in reading.remarks],
    }
    return {
        "format": reading.format[:40],
        "text": verdict.text,
        "roster": as_json(verdict.roster),
        "checked": found,
        "catalogue": verdict.version,
        "legal": checked.legal,
        "whole": checked.whole and not reading.unread,
        "total": None if worth is None or worth > _MOST_WORTH else worth,
        "faction": (checked.faction or verdict.roster.faction or _led_by(verdict))[:40],
    }


def _bare(problem: Problem) -> dict[str, Any]:
    """A problem without its sentences: who reads of it later has it checked and said again."""
    return {name: value for name, value in asdict(problem).items() if name not in ("says", "mend", "choices")}


def _message_of(value: Any) -> Message:
    """A message on record; what is none is said as it is."""
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        return verbatim(str(value))
    args = value.get("args")
    said = {name: _argument_of(each) for name, each in args.items()} if isinstance(args, dict) else {}
    plural, count = str(value.get("plural", "")), value.get("count", 0)
    return Message(value["text"], said, plural, count, str(value.get("context", "")))


def _argument_of(value: Any) -> Argument:
    if isinstance(value, dict) and isinstance(value.get("items"), list):
        return Listing(tuple(map(_message_of, value["items"])), value.get("kind", "and"))
    if isinstance(value, dict) and "percent" in value:
        return Number(str(value.get("text", "")), percent=value["percent"] is True)
    return value if isinstance(value, str | int) else _message_of(value)


def _led_by(verdict: RosterVerdict) -> str:
    """The leaders by whom a deck is known, where its game has no factions; empty without any."""
    known = by_path(verdict.roster, verdict.checked).values()
    leaders = [each for each in known if len(each.path) == 1 and each.item.section == "leader"]
    return " / ".join(each.card.name if each.card else each.item.name for each in leaders)


def as_json(roster: Roster) -> Any:
    """The roster as it is kept."""
    return muster_json.value_of(roster)


def read_back(version: RosterVersion) -> Roster:
    """The roster of a version as it was stated; an empty one where what is on record cannot be read."""
    found = muster_json.of_value(version.roster)
    if isinstance(found, Unreadable):
        return Roster(game="armada")
    return found.roster


def lines_of(entry: Entry, roster: Roster, checked: Checked) -> list[RosterLine]:
    """The cards of a roster for finding who plays what: each once, with all its copies; not yet saved."""
    known = by_path(roster, checked)
    counts: Counter[tuple[str, str, str]] = Counter()
    for path, found in known.items():
        section = found.item.section if len(path) == 1 else "upgrades"
        copies = prod(known[path[:depth]].item.count for depth in range(1, len(path) + 1))
        counts[found.name, found.card.key if found.card else "", section] += copies
    return [
        RosterLine(
            tournament_id=entry.tournament_id,
            entry=entry,
            name=name[:250],
            plain=plain(name)[:250],
            key=key[:120],
            section=section[:40],
            count=min(count, _MOST_COUNTED),
        )
        for (name, key, section), count in counts.items()
    ]


def _with_lines(version: RosterVersion, roster: Roster, catalogue: Catalogue | None) -> Roster:
    """The roster with the places of its lines in the text, which are not kept: the same text, read again."""
    if not version.text:
        return roster
    read = read_roster(version.text, roster.game, version.format)
    if not isinstance(read, Reading):
        return roster
    return next((each for each in (read.roster, rejoined(read.roster, catalogue)) if each == roster), roster)


def _verdict(
    tournament: Tournament,
    state: State,
    reading: Reading,
    text: str,
    under: RosterPlan | Standard | None = None,
) -> RosterVerdict:
    checked, version = _check(tournament, state, reading.roster, under)
    return RosterVerdict(reading, checked, version, text, questions(reading.roster, checked))


def _check(
    tournament: Tournament, state: State, roster: Roster, under: RosterPlan | Standard | None = None
) -> tuple[Checked, CatalogueVersion | None]:
    standard = under if isinstance(under, Standard) else standard_of(tournament, state, under)
    return standard.check(roster), standard.version
