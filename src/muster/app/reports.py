"""What a result typed at the desk comes to before it is recorded: its worth, what is wrong, what is surprising."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, cast

from django.utils.translation import gettext as _

from muster.core.ids import Naming, RoundNo, Seat, TableNo, other
from muster.core.outcomes import Outcome
from muster.core.points import percent_text
from muster.core.scoring import Field, Scored, ShareReport, Tally, report_fields, score
from muster.core.scoring.decisions import deciding_part
from muster.core.scoring.problems import Problem
from muster.core.scoring.reports import GamesReport, MarginReport, Report
from muster.core.tournament.formats import best_of
from muster.core.tournament.state import Match, Round, State
from muster.exchange.quick_results import Quick, Terms, read
from muster.rules.schema import EndId, Regulations
from muster.rules.scoring import GamesScoring

MOST_TOKENS: Final = 20
"""More victory tokens than a game brings."""

MOST_HP: Final = 40
"""More HP than a base has."""

USUAL_DRAWS: Final = 1
"""Drawn games in one match that nobody wonders about."""


@dataclass(frozen=True, slots=True)
class SideWorth:
    """What a result brings one player, in words.

    Attributes:
        name: the player.
        verdict: won, lost or drawn.
        points: tournament or match points.
        more: margin, share or games; empty if the game has none.
    """

    name: str
    verdict: str
    points: int
    more: str


@dataclass(frozen=True, slots=True)
class Reckoning:
    """One step of the reckoning with the clause it rests on."""

    says: str
    clause: str


@dataclass(frozen=True, slots=True)
class Weighed:
    """A result as somebody is about to record it.

    Attributes:
        round_no: the round.
        table: the table, if one is named.
        match: the match there, if there is one.
        report: the result, if one could be read.
        problems: what is wrong, each at its field; nothing is recorded while there are any.
        surprises: what is possible but unusual; recorded only when asked for twice.
        sides: what it brings both players, where nothing is wrong.
        steps: how that was reckoned.
        told: the result in the words of the form: label and value.
        token: stands for this result and the match as it is; sent back to record a surprising result.
    """

    round_no: RoundNo
    table: TableNo | None = None
    match: Match | None = None
    report: Report | None = None
    problems: tuple[Problem, ...] = ()
    surprises: tuple[Problem, ...] = ()
    sides: tuple[SideWorth, ...] = ()
    steps: tuple[Reckoning, ...] = ()
    told: tuple[tuple[str, str], ...] = ()
    token: str = ""


def terms_of(state: State, round_: Round) -> Terms:
    """Under what the results of a round are read."""
    stage = state.stages[round_.stage].format
    return Terms(state.regulations, stage, best_of(state, stage))


def weigh_line(state: State, round_: Round, line: str, name: Naming) -> Weighed:
    """What a typed line comes to."""
    quick = read(line, terms_of(state, round_))
    if quick.table is None:
        return Weighed(round_.number, problems=quick.problems)
    weighed = weigh(state, round_, quick, name)
    return replace(
        weighed, problems=tuple(_with_key(one, terms_of(state, round_)) for one in weighed.problems)
    )


def _with_key(problem: Problem, terms: Terms) -> Problem:
    """A question that one more key answers, with that key."""
    key = {"deciding": terms.part_key, "winner": "w"}.get(problem.field)
    if key is None:
        return problem
    says = _("%(question)s Add %(key)s1 for the first named, %(key)s2 for the second.")
    return replace(problem, message=says % {"question": problem.message, "key": key})


def weigh(state: State, round_: Round, quick: Quick, name: Naming) -> Weighed:
    """What a result of a table comes to.

    Args:
        state: the tournament.
        round_: the round it belongs to.
        quick: the table, and the report or what could not be read of it.
        name: how players are named.
    """
    table = quick.table or TableNo(0)
    match = round_.matches.get(table)
    if match is None:
        says = _("Nobody plays at table %(table)d in round %(round)d.")
        problem = Problem("table", says % {"table": table, "round": round_.number})
        return Weighed(round_.number, quick.table, problems=(problem,))
    if quick.report is None:
        return Weighed(round_.number, table, match, problems=quick.problems)
    return _scored(state, round_, match, quick.report, name)


def _scored(state: State, round_: Round, match: Match, report: Report, name: Naming) -> Weighed:
    terms = terms_of(state, round_)
    made = score(
        report,
        terms.regulations,
        stage=terms.stage,
        best_of=best_of(state, terms.stage),
        variants=state.variants,
    )
    one, two = match.pairing.players
    names = (name(one), name(two))
    told = tuple(told_report(report, terms, names))
    table = match.pairing.table
    if not isinstance(made, Scored):
        return Weighed(round_.number, table, match, report, problems=made, told=told)
    surprises = (*surprising(report, terms.regulations), *_another_word(match, report, names))
    return Weighed(
        round_.number,
        table,
        match,
        report,
        surprises=surprises,
        sides=sides_of_outcome(made.outcome, terms.regulations, names),
        steps=tuple(Reckoning(step.words(names), step.clause) for step in made.steps),
        told=told,
        token=token_of(round_.number, match, report),
    )


def sides_of_outcome(
    outcome: Outcome, regulations: Regulations, names: tuple[str, str]
) -> tuple[SideWorth, ...]:
    """What a result brings both players, in words."""
    verdicts = {"win": _("won"), "loss": _("lost"), "draw": _("drawn")}
    model = regulations.scoring.model
    found = []
    for player, side in zip(names, outcome.sides, strict=True):
        more = ""
        if model == "margin":
            more = _("margin %(margin)d") % {"margin": side.margin}
        elif model == "games":
            more = _("games %(games)s") % {"games": "-".join(map(str, side.games))}
        elif side.averaged:
            more = _("the average share of the other games")
        elif side.share is not None:
            more = percent_text(side.share).replace(" ", "\u00a0")  # not apart at the end of a line
        found.append(SideWorth(player, verdicts[side.verdict], side.points, more))
    return tuple(found)


def told_report(report: Report, terms: Terms, names: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """A report in words: for each field that was filled in, what it is called and what was entered."""
    for field in report_fields(terms.regulations, stage=terms.stage):
        asked = field.for_end(report.end)
        value = value_of(report, field)
        if field.name == "end":
            yield _("End"), next((name for end, name in field.choices if end == report.end), report.end)
        elif asked is not None and value not in (None, (), (0, 0), False):
            yield _told_label(field.name, report.end, terms) or asked.label, _told_value(field, value, names)


def _told_label(name: str, end: EndId, terms: Terms) -> str:
    """What is told of a field that the form asks a question for; empty if its label can stand as it is."""
    if name == "deciding":
        games = isinstance(terms.regulations.scoring, GamesScoring)
        part = _("Initiative") if games else deciding_part(terms.regulations)
        return part[:1].upper() + part[1:]
    if name == "by":
        by = {"concession": _("Conceded by"), "no-show": _("Absent"), "match-loss": _("Loss given to")}
        return by.get(end, "")
    return {
        "winner": _("Survived") if end == "defeated" else _("Won the roll"),
        "games": _("Games won, in order"),
        "unfinished": _("Game cut off at time"),
        "agreed_to_score": _("Agreed to score the game"),
    }.get(name, "")


def value_of(report: Report, field: Field) -> object:
    """What a report says in this field; points of both players as a pair."""
    if field.name.startswith("scores."):
        part = field.name.removeprefix("scores.")
        tallies = cast("tuple[Tally, Tally]", getattr(report, "scores", (Tally(), Tally())))
        return tuple(getattr(tally, part) for tally in tallies)
    return getattr(report, field.name, None)


def _told_value(field: Field, value: object, names: tuple[str, str]) -> str:
    if field.kind == "seat":
        return names[cast("Seat", value)]
    if field.kind == "yes-no":
        return _("yes")
    if field.kind == "games":
        games = cast("tuple[Seat | None, ...]", value)
        return ", ".join(_("drawn") if game is None else names[game] for game in games)
    one, two = cast("tuple[int, int]", value)
    return f"{one}-{two}"


def token_of(round_no: RoundNo, match: Match, report: Report) -> str:
    """A short text that is the same only for the same result of the same match as it stands."""
    stands = (match.pairing.players, match.status, match.report, match.dispute, match.corrections)
    return sha256(repr((round_no, match.pairing.table, stands, report)).encode()).hexdigest()[:16]


def _another_word(match: Match, report: Report, names: tuple[str, str]) -> Iterator[Problem]:
    """A player has reported something else: recording this overrules them."""
    if match.status == "reported" and match.report != report and match.by is not None:
        who = names[match.pairing.players.index(match.by)]
        says = _("%(player)s has reported something else. Record this all the same?") % {"player": who}
        yield Problem("report", says)


# What is possible but unusual -----------------------------------------------------------------------------------


def surprising(report: Report, regulations: Regulations) -> tuple[Problem, ...]:
    """What is possible by the regulations but so unusual that it is likelier a slip of the keyboard."""
    if isinstance(report, MarginReport):
        return tuple(_surprising_margin(report, regulations))
    if isinstance(report, ShareReport):
        return tuple(_surprising_share(report, regulations))
    return tuple(_surprising_games(report))


def _surprising_margin(report: MarginReport, regulations: Regulations) -> Iterator[Problem]:
    whole, force = _whole(regulations), regulations.force
    totals = [tally.destroyed + tally.objective for tally in report.scores]
    if any(tally.destroyed > whole for tally in report.scores):
        says = _("More than %(whole)d %(force)s points destroyed: no %(force)s has more.")
        yield Problem("scores.destroyed", says % {"whole": whole, "force": force})
    elif any(total > whole * 3 // 2 for total in totals):
        says = _("A score of %(score)d is far more than a %(force)s of %(whole)d.")
        yield Problem("scores.objective", says % {"score": max(totals), "force": force, "whole": whole})
    if report.end in ("rounds", "time") and not any(totals):
        yield Problem("scores.destroyed", _("Neither player scored anything."))
    destroyed = tuple(tally.destroyed for tally in report.scores)
    survivor = report.winner if report.end == "defeated" else None
    if survivor is not None and destroyed[survivor] < destroyed[other(survivor)]:
        yield Problem("winner", _("The survivor destroyed less than the other player."))
    yield from _ahead_but_gone(report.end, report.by, (totals[0], totals[1]))


def _surprising_share(report: ShareReport, regulations: Regulations) -> Iterator[Problem]:
    whole = _whole(regulations)
    if max(report.tokens) > MOST_TOKENS:
        yield Problem("tokens", _("%(count)d victory tokens are very many.") % {"count": max(report.tokens)})
    if max(report.scores) > whole:
        says = _("%(score)d points of units defeated: no army has more than %(whole)d.")
        yield Problem("scores", says % {"score": max(report.scores), "whole": whole})
    if report.agreed_to_score:
        yield from _ahead_but_gone(report.end, report.by, report.tokens)


def _ahead_but_gone(end: EndId, by: Seat | None, totals: tuple[int, int]) -> Iterator[Problem]:
    """Whoever conceded had more on the table: possible, or the players are mixed up."""
    if end == "concession" and by is not None and totals[by] > totals[other(by)]:
        yield Problem("by", _("The player who conceded was ahead."))


def _surprising_games(report: GamesReport) -> Iterator[Problem]:
    drawn = report.games.count(None)
    if drawn > USUAL_DRAWS:
        yield Problem("games", _("%(count)d drawn games in one match are unusual.") % {"count": drawn})
    if report.base_hp is not None and max(report.base_hp) > MOST_HP:
        yield Problem("base_hp", _("%(hp)d HP are more than a base has.") % {"hp": max(report.base_hp)})


def _whole(regulations: Regulations) -> int:
    """What a whole force counts."""
    rules = regulations.scoring
    return 0 if isinstance(rules, GamesScoring) else rules.wiped_out.points
