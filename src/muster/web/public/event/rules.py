"""The regulations a tournament is played by, for everybody: what was chosen, and every clause in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from muster.app.events.offers import VariantChoice, variants
from muster.core.messages import NOTHING, Message, of_rules
from muster.core.tournament.state import State
from muster.exchange.elimination_words import explained
from muster.rules.basis import KEPT, Cited
from muster.rules.readings import READINGS
from muster.rules.schema import RoundKind


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that holds here: what, how, and the clause with its words."""

    what: str
    how: str
    clause: str
    says: Message = NOTHING
    usual: bool = True

    @property
    def kept(self) -> bool:
        """Whether the edition says nothing of it: it rests on a reading, and no clause opens."""
        return self.clause == KEPT


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the document: its clauses, each with its words."""

    title: str
    clauses: tuple[tuple[str, Message], ...]


@dataclass(frozen=True, slots=True)
class RulesInUse:
    """Everything a tournament is played by.

    Attributes:
        tier: the level of play; None where the edition names none and nobody has chosen one that asks for more.
        structure: how the number of rounds was found.
        chosen: match formats and the like.
        readings: where the text leaves something open, how it is read here; `usual` if as the file has it.
        times: minutes of each kind of round.
        standings: what players are ranked by, in order.
        sections: the whole document, section by section.
        elimination: how a double elimination goes, sentence by sentence; nothing of a single one.
    """

    tier: Rule | None
    structure: Rule
    chosen: tuple[Rule, ...]
    readings: tuple[Rule, ...]
    times: tuple[Rule, ...]
    standings: tuple[Rule, ...]
    sections: tuple[Section, ...]
    elimination: tuple[Message, ...] = ()


def rules_in_use(state: State) -> RulesInUse:
    """The regulations as this tournament uses them."""
    return RulesInUse(
        _tier(state),
        _structure(state),
        tuple(_formats(state)),
        tuple(_reading(state, one) for one in variants(state.regulations)),
        tuple(_times(state)),
        tuple(_ranked_by(state)),
        tuple(_sections(state)),
        explained(state.elimination),
    )


def _sections(state: State) -> Iterator[Section]:
    """The document section by section, in the order of the file."""
    found: dict[str, list[tuple[str, Message]]] = {}
    for clause, one in state.regulations.clauses.items():
        found.setdefault(one.section, []).append((clause, state.regulations.words_of(clause)))
    for title, clauses in found.items():
        yield Section(title, tuple(clauses))


def _rule(state: State, what: str, how: str, cited: Cited) -> Rule:
    if cited.kept:
        return Rule(what, how, cited.source, READINGS[cited.source])
    return Rule(what, how, cited.clause, _words(state, cited.clause))


def _words(state: State, clause: str) -> Message:
    rules = state.regulations
    return rules.words_of(clause) if clause in rules.clauses else NOTHING


def tier_of(state: State) -> str:
    """The name of the tier; empty where the edition names none and nobody has chosen one that asks for more."""
    tiers = state.regulations.tiers
    found = next((one for one in tiers if one.id == state.created.tier), None)
    return "" if found is None or (found.kept and found is tiers[0]) else str(of_rules(found.name))


def structure_of(state: State) -> str:
    """The name of the structure; that of an event without Swiss rounds."""
    if state.created.first_stage == "elimination":
        return _("Double elimination only") if state.double else _("Elimination only")
    structures = state.regulations.structures
    return next((str(of_rules(one.name)) for one in structures if one.id == state.created.structure), "")


def _tier(state: State) -> Rule | None:
    if not tier_of(state):
        return None
    found = next(one for one in state.regulations.tiers if one.id == state.created.tier)
    return _rule(state, _("Kind of event"), str(of_rules(found.name)), found)


def _structure(state: State) -> Rule:
    rules = state.regulations
    if state.created.first_stage == "elimination":
        clause = rules.elimination.random_start_clause
        return Rule(_("Rounds"), structure_of(state), clause, rules.words_of(clause))
    found = next(one for one in rules.structures if one.id == state.created.structure)
    return _rule(state, _("Rounds"), str(of_rules(found.name)), found)


def _formats(state: State) -> Iterator[Rule]:
    rules, created = state.regulations, state.created
    if len(rules.match_formats) < 2:
        return
    named = {one.id: (str(of_rules(one.name)), one) for one in rules.match_formats}
    if created.first_stage == "swiss":
        yield _rule(state, _("Swiss matches"), *named[created.swiss_match])
    yield _rule(state, _("Elimination matches"), *named[created.elimination_match])


def _reading(state: State, one: VariantChoice) -> Rule:
    value = str(getattr(state.variants, one.name))
    how = next((choice.label for choice in one.choices if choice.value == value), value)
    return Rule(str(one.label), str(how), one.clause, _words(state, one.clause), usual=value == one.default)


def _times(state: State) -> Iterator[Rule]:
    words: dict[RoundKind, str] = {
        "swiss": _("Swiss rounds"),
        "elimination": _("Elimination"),
        "final": _("Final"),
    }
    used = {"swiss": state.created.swiss_match}
    for one in state.regulations.round_times:
        if one.match in (None, used.get(one.round, state.created.elimination_match)):
            yield _rule(state, words[one.round], _minutes(one.minutes), one)


def _minutes(count: int) -> str:
    return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}


def _ranked_by(state: State) -> Iterator[Rule]:
    standings = state.regulations.standings
    yield _rule(state, str(of_rules(standings.points_name.capitalize())), "", standings)
    for one in standings.tiebreakers:
        yield _rule(state, str(of_rules(one.name[:1].upper() + one.name[1:])), "", one)
    clause = standings.random_clause
    yield Rule(_("At random"), "", clause, state.regulations.words_of(clause))
