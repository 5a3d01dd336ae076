"""What regulations offer to choose from, as the form of a tournament shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from muster.app.events.offers import SettingChoice
from muster.app.rosters.terms import built_as
from muster.core.kinds import ELIMINATION
from muster.core.messages import Message, listing, of_rules, say, say_n
from muster.rules.kinds import event_kinds
from muster.rules.schema import MatchFormat, Regulations, RoundKind, StructureRow


@dataclass(frozen=True, slots=True)
class StructureChoice:
    """A structure to choose, with its table: a line for each attendance."""

    value: str
    label: Message
    hint: Message
    clause: str
    rows: Sequence[tuple[str, Message]] = ()


def tiers(regulations: Regulations) -> list[SettingChoice]:
    """The tiers, lowest first."""
    return [SettingChoice(each.id, of_rules(each.name), clause=each.source) for each in regulations.tiers]


def kinds(regulations: Regulations) -> list[SettingChoice]:
    """The kinds of event that the regulations name, after none in particular."""
    named = [
        SettingChoice(each.id, each.message, clause=each.clause) for each in event_kinds(regulations.id).kinds
    ]
    return [SettingChoice("", say("None in particular")), *named]


def constructions(regulations: Regulations, tier: str) -> list[SettingChoice]:
    """The ways of building, after the usual one of this tier; none where there is nothing to choose."""
    rules = regulations.roster
    if rules is None or len(rules.constructions) == 1:
        return []
    usual = say("By the regulations: {what}", what=of_rules(built_as(rules, tier).name))
    named = [SettingChoice(each.id, of_rules(each.name), clause=each.clause) for each in rules.constructions]
    return [SettingChoice("", usual), *named]


def structures(regulations: Regulations) -> list[StructureChoice]:
    """The structures, with elimination from the start as the last; at tables of three and four there is none such."""
    found = [
        StructureChoice(
            each.id,
            of_rules(each.name),
            of_rules(each.used_for),
            each.clause,
            [_row(row) for row in each.rows],
        )
        for each in regulations.structures
    ]
    if regulations.scoring.model == "placing":
        return found
    hint = say("no Swiss rounds: single or double elimination; byes and first games at random")
    clause = regulations.elimination.random_start_clause
    return [*found, StructureChoice(ELIMINATION, say("Elimination only"), hint, clause)]


def formats(regulations: Regulations, stage: str) -> list[SettingChoice]:
    """The ways to play a match of a stage, with the tiers they are for; no choice is less than two."""
    fitting = [each for each in regulations.match_formats if stage in each.stages]
    names = {each.id: of_rules(each.name) for each in regulations.tiers}
    return [SettingChoice(each.id, _format_label(each, names), clause=each.clause) for each in fitting]


def cut_kinds(regulations: Regulations) -> list[SettingChoice]:
    """The kinds of cut."""
    words = {
        "top": say("The best so many (0 for no cut)"),
        "top-with-ties": say("The best so many, and everybody level with the last of them"),
        "at-least-points": say("Everybody with at least so many points"),
        "at-most-losses": say("Everybody with at most so many losses"),
    }
    found = [
        SettingChoice(kind, words[kind], clause=regulations.cut.clause) for kind in regulations.cut.kinds
    ]
    if regulations.scoring.model != "placing":
        found.append(SettingChoice("best-of-groups", say("The best so many of every group or pod")))
    return found


def round_times(regulations: Regulations) -> list[tuple[Message, int]]:
    """How many minutes each kind of round lasts."""
    words: Mapping[RoundKind, Message] = {
        "swiss": say("Swiss rounds"),
        "elimination": say("Elimination"),
        "final": say("Final"),
    }
    names = {each.id: of_rules(each.name) for each in regulations.match_formats}
    return [
        (
            say("{round} ({match})", round=words[each.round], match=names[each.match])
            if each.match
            else words[each.round],
            each.minutes,
        )
        for each in regulations.round_times
    ]


def _format_label(one: MatchFormat, tier_names: Mapping[str, Message]) -> Message:
    if not one.tiers:
        return of_rules(one.name)
    tiers_of = listing((tier_names.get(tier, tier) for tier in one.tiers), "plain")
    return say("{name} ({tiers})", name=of_rules(one.name), tiers=tiers_of)


def _row(row: StructureRow) -> tuple[str, Message]:
    players = f"{row.players}–{row.to}" if row.to else f"{row.players}+"
    rounds = say_n("{count} round", "{count} rounds", row.rounds)
    return players, say("{rounds}, cut to the best {cut}", rounds=rounds, cut=row.cut) if row.cut else rounds
