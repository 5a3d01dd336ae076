"""The keys of typed results: what each game offers, and the shortest line for a report.

`muster.exchange.quick_results` reads what this writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muster.core.ids import Seat, other
from muster.core.messages import Message, of_rules, say
from muster.core.scoring.decisions import deciding_words
from muster.core.scoring.fields import WHO_GOES_ON, ReportField, report_fields
from muster.core.scoring.reports import (
    GamesReport,
    MarginReport,
    PairReport,
    PlacingReport,
    Report,
    ShareReport,
    Tally,
)
from muster.core.written import points_score
from muster.exchange.quick_results import TWO_SCORES, read_result
from muster.exchange.quick_tables import table_words
from muster.exchange.quick_words import AGAINST, ENDS, ResultTerms
from muster.rules.schema import EndId
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring, ShareScoring


@dataclass(frozen=True, slots=True)
class Key:
    """What can be typed, and what it means."""

    typed: str
    means: Message


@dataclass(frozen=True, slots=True)
class OneKey:
    """A key that is a whole result in table order: the result as it is typed, and what stands beside the key."""

    pressed: str
    line: str
    says: Message


def one_key(terms: ResultTerms) -> tuple[OneKey, ...]:
    """The keys that are a result each, where there are but a few: the first's best to the second's, then a draw."""
    if not isinstance(terms.regulations.scoring, GamesScoring):
        return ()
    won: list[OneKey]
    if terms.best_of == 1:
        won = [OneKey("1", "1", say("first won")), OneKey("2", "2", say("second won"))]
        drawn = OneKey("0", "0", say("draw"))
    else:
        won = [
            OneKey(str(at), f"{one}{two}", points_score(one, two))
            for at, (one, two) in enumerate(((2, 0), (2, 1), (1, 2), (0, 2)), 1)
        ]
        drawn = OneKey("0", "11", say("draw, {score}", score=points_score(1, 1)))
    return (*won, drawn) if terms.stage == "swiss" and _can_be_drawn(terms) else tuple(won)


def _can_be_drawn(terms: ResultTerms) -> bool:
    """Whether a match may end level."""
    return any(each.id == "time" for each in terms.regulations.ends)


def whole_digits(terms: ResultTerms) -> int:
    """How many digits are a whole result, so that nothing need end it; 0 where a result can go on after any."""
    return TWO_SCORES if isinstance(terms.regulations.scoring, MarginScoring) else 0


def keys(terms: ResultTerms) -> tuple[Key, ...]:
    """Everything that can be typed for a result of this game in this stage, the usual first."""
    rules = terms.regulations.scoring
    if isinstance(rules, PlacingScoring):
        return tuple(_table_keys(terms))
    if isinstance(rules, MarginScoring):
        usual = _margin_keys(terms)
    else:
        usual = _games_keys(terms) if isinstance(rules, GamesScoring) else _share_keys(rules, terms)
    return (*usual, *_end_keys(terms), *_tie_keys(terms))


def _table_keys(terms: ResultTerms) -> Iterator[Key]:
    yield Key("12 7 3 0", say("what each still has, in the order of the seats"))
    yield Key("t 12 7 3 0", _end_name(terms, "time"))
    yield Key("12 7 3 c4", say("the fourth conceded; of several the first to leave first"))
    yield Key("12 7 3 ns4", say("the fourth never came"))
    yield Key("12 7 3 ml4", say("the fourth was given the loss"))


def _margin_keys(terms: ResultTerms) -> Iterator[Key]:
    yield Key("184-92", say("{end}: the scores in the order of the players", end=_end_name(terms, "rounds")))
    yield Key("184092", say("the same in six digits; in table order they need no Enter"))
    if terms.asks("scores.objective", "rounds"):
        yield Key("184+30-92", say("with points from objectives after a plus, 30 for the first"))
    if any(each.id == "time" for each in terms.regulations.ends):
        yield Key("t 184-92", _end_name(terms, "time"))


def _share_keys(rules: ShareScoring, terms: ResultTerms) -> Iterator[Key]:
    yield Key(
        "31", say("{end}: victory tokens in the order of the players, 3 to 1", end=_end_name(terms, "rounds"))
    )
    yield Key("10-3", say("the same with more than nine tokens"))
    yield Key("t 31", _end_name(terms, "time"))
    if "score" in rules.at_the_end.by:
        yield Key("22 300-280", say("equal tokens: then the points of units defeated"))
    yield Key("c2a 31", say("the second conceded, and both agreed before a judge to score the game"))


def _games_keys(terms: ResultTerms) -> Iterator[Key]:
    swiss = terms.stage == "swiss"
    if terms.best_of == 1:
        yield Key("1 · 2", say("who won the game"))
        rules = terms.regulations.scoring
        played = isinstance(rules, GamesScoring) and rules.draws == "as-played"
        if swiss and _can_be_drawn(terms):
            yield Key("0", say("draw") if played else say("the game was cut off at time"))
        return
    yield Key("20 · 21 · 12 · 02", say("games won, in the order of the players"))
    if not _can_be_drawn(terms):
        yield Key("g121", say("the games in order: won by the first, the second, the first"))
        return
    yield Key("10", say("at time, between two games"))
    yield Key("101 · 111" if swiss else "101", say("at time: the third digit is a game drawn or cut off"))
    yield Key("g1021", say("the games in order: won by the first, drawn, the second, the first"))


def _end_keys(terms: ResultTerms) -> Iterator[Key]:
    offered = next(iter(report_fields(terms.regulations, stage=terms.stage))).choices
    typed: dict[EndId, str] = {}
    for key, end in (*ENDS.items(), *((f"{key}2", end) for key, end in AGAINST.items())):
        typed.setdefault(end, key)
    for end, name in offered:
        if end not in ("rounds", "time", "decided"):
            figures = _figures_of(end, terms)
            yield Key(" ".join(filter(None, (typed[end], figures))), _ended(end, name))


def _ended(end: EndId, name: Message) -> Message:
    """What a way of ending means in the example: it went against the second."""
    match end:
        case "defeated":
            return say("{end}: the second lost everything", end=name)
        case "concession":
            return say("{end}: the second conceded", end=name)
        case "no-show":
            return say("{end}: the second did not come", end=name)
        case "match-loss":
            return say("{end}: the second was given the loss", end=name)
        case _:
            return name


def _figures_of(end: EndId, terms: ResultTerms) -> str:
    """The figures that a way of ending cannot do without, as an example."""
    if end == "defeated":
        return "400-225" if terms.asks("scores.destroyed", end) else ""
    if end == "mutual-destruction":
        tokens = "31" if terms.asks("tokens", end) else f"{terms.part_key}2"
        return "200+20-200" if terms.asks("scores.destroyed", end) else tokens
    return ""


def _rolled_words(terms: ResultTerms, field: ReportField) -> Message:
    """That the second won the roll, by its name where the game has one for it; or goes on without one."""
    if any(asked.label == WHO_GOES_ON for asked in field.asked):
        return say("still equal: the second goes on")
    rules = terms.regulations.scoring
    if isinstance(rules, MarginScoring) and rules.equal_score.roll:
        return say("still equal: the second won the {roll}", roll=of_rules(rules.equal_score.roll))
    return say("still equal: the second won the roll")


def _tie_keys(terms: ResultTerms) -> Iterator[Key]:
    fields = {field.name: field for field in report_fields(terms.regulations, stage=terms.stage)}
    equal = {"margin": "90-90", "share": "22 300-300", "games": "11" if terms.best_of > 1 else "00"}
    tie = equal[terms.regulations.scoring.model]
    if "base_hp" in fields:
        yield Key(f"{tie} u hp5-3", say("equal games, one more cut off: the HP left of both bases"))
    if "deciding" in fields:
        part = deciding_words(terms.regulations)
        yield Key(f"{tie} {terms.part_key}2", say("still equal: the second was the {part}", part=part))
    rolled = "winner" in fields and _rolled(fields["winner"])
    if rolled:
        yield Key(f"{tie} w2", _rolled_words(terms, fields["winner"]))
    if "deciding" in fields or rolled:
        yield Key(f"{tie} *2", say("the same without the letter: whatever decides, the second has it"))


def _rolled(field: ReportField) -> bool:
    return any(asked.end != "defeated" for asked in field.asked)


def _end_name(terms: ResultTerms, end: EndId) -> Message:
    return next(of_rules(each.name) for each in terms.regulations.ends if each.id == end)


def write(report: Report, terms: ResultTerms) -> str:
    """The shortest line (without a table) that reads as this report."""
    if isinstance(report, PlacingReport):
        return table_words(report)
    words = [word for word in _words(report, terms) if word]
    tried = (" ".join(words), *_shorter(report, words))
    good = [text for text in tried if text and read_result(text, terms) == report]
    return min(good, key=len, default=tried[0])


def _words(report: PairReport, terms: ResultTerms) -> Iterator[str]:
    """The words of a report: how it ended, the figures, what breaks a tie."""
    defeated = report.end == "defeated" and report.winner is not None
    against = other(report.winner) if defeated and report.winner is not None else report.by
    yield _end_word(report, against)
    if isinstance(report, MarginReport):
        yield _pair_word(*(_tally_word(tally) for tally in report.scores), end=report.end)
    elif isinstance(report, ShareReport):
        yield "a" if report.agreed_to_score else ""
        equal = report.tokens[0] == report.tokens[1] and report.end in ("rounds", "time")
        tied = equal or any(report.scores)
        yield _pair_word(*map(str, report.tokens), end=report.end, needed=tied or report.agreed_to_score)
        yield f"{report.scores[0]}-{report.scores[1]}" if tied else ""
    else:
        yield from _games_words(report)
    yield f"{terms.part_key}{report.deciding + 1}" if report.deciding is not None else ""
    yield f"w{report.winner + 1}" if report.winner is not None and not defeated else ""


def _end_word(report: PairReport, against: Seat | None) -> str:
    """The key of how it ended; nothing where that is understood."""
    if report.end == "rounds":
        return ""
    key = next((key for key, end in {**ENDS, **AGAINST}.items() if end == report.end), "")
    return key if against is None or key in ENDS else f"{key}{against + 1}"


def _shorter(report: PairReport, words: list[str]) -> Iterator[str]:
    """Shorter lines that may read as the report: single digits without a dash, games by number."""
    if isinstance(report, ShareReport):
        dashed, joined = "{}-{}".format(*report.tokens), "{}{}".format(*report.tokens)
        yield " ".join(joined if word == dashed else word for word in words)
    if isinstance(report, GamesReport):
        one, two, drawn = (report.games.count(seat) for seat in (0, 1, None))
        rest = [word for word in words if word[0] not in "gut"]
        for all_drawn in (drawn, drawn + report.unfinished):
            counted = f"{one}{two}" + (str(all_drawn) if all_drawn else "")
            yield " ".join([counted, *rest])
            yield " ".join([*(["t"] if report.end == "time" else []), counted, *rest])
            if (one, two) in ((1, 0), (0, 1), (0, 0)):
                yield " ".join(["1" if one else "2" if two else "0", *rest])


def _tally_word(tally: Tally) -> str:
    return f"{tally.destroyed}+{tally.objective}" if tally.objective else str(tally.destroyed)


def _pair_word(one: str, two: str, *, end: EndId, needed: bool = False) -> str:
    """Two figures, without the dash where both are digits; left out where nothing was scored nor asked."""
    if (one, two) == ("0", "0") and not needed and end not in ("rounds", "time", "mutual-destruction"):
        return ""
    return f"{one}-{two}"


def _games_words(report: GamesReport) -> Iterator[str]:
    if report.games:
        yield "g" + "".join("0" if game is None else str(game + 1) for game in report.games)
    yield "u" if report.unfinished else ""
    yield f"hp {report.base_hp[0]}-{report.base_hp[1]}" if report.base_hp else ""
