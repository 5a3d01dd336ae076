"""What a form or a prompt has to ask to make a report, in the game's words and in the order of asking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from muster.core.messages import Message, of_rules, say, whose
from muster.core.scoring import games, margin, share, tables
from muster.core.scoring.decisions import deciding_words
from muster.core.scoring.scored import Stage
from muster.rules.schema import EndId, Regulations
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring, ShareScoring

FieldKind = Literal["choice", "points", "tokens", "hp", "seat", "games", "yes-no", "left", "seats", "places"]

When = Literal["always", "if-equal", "if-agreed", "optional"]
"""`if-equal`: only if the players are equal by what was asked before; `if-agreed`: if `agreed_to_score`."""

WHO_SURVIVED: Final = say("Who survived?")
WHO_ROLLED: Final = say("Who won the roll?")
WHO_GOES_ON: Final = say("Who goes on?")


@dataclass(frozen=True, slots=True)
class FieldQuestion:
    """That a field is asked for one way of ending: in which words, and when."""

    end: EndId
    label: Message
    when: When = "always"


@dataclass(frozen=True, slots=True)
class ReportField:
    """One field of a report.

    Attributes:
        name: the report's attribute; `scores.destroyed` and `scores.objective` are the parts of a tally.
            Problems name fields in the same way.
        kind: what is entered; points, tokens, HP and what is left are one whole number for each player; seats are
            some of the players of a table, in the order they are named; places are one for each of them.
        asked: for which ways of ending; where one is not listed the field stays at its default.
        choices: values and labels of a choice.
    """

    name: str
    kind: FieldKind
    asked: tuple[FieldQuestion, ...]
    choices: tuple[tuple[EndId, Message], ...] = ()

    def for_end(self, end: EndId) -> FieldQuestion | None:
        """How the field is asked for when the match ended like this, if at all."""
        return next((asked for asked in self.asked if asked.end == end), None)


def report_fields(regulations: Regulations, *, stage: Stage = "swiss") -> tuple[ReportField, ...]:
    """The fields of a report under these regulations, only those that can matter in this stage."""
    fields, known = _of_model(regulations, stage)
    offered = [(end.id, of_rules(end.name)) for end in regulations.ends if end.id in known]
    start = (_end(offered),) if isinstance(regulations.scoring, PlacingScoring) else (_end(offered), _by())
    kept = [_only(field, [end for end, _ in offered]) for field in (*start, *fields)]
    return tuple(field for field in kept if field.asked)


def _of_model(regulations: Regulations, stage: Stage) -> tuple[list[ReportField], frozenset[EndId]]:
    """The fields of one way of scoring, and the ways of ending it knows."""
    rules = regulations.scoring
    if isinstance(rules, MarginScoring):
        return _margin_fields(rules, regulations, stage), margin.ENDS
    if isinstance(rules, ShareScoring):
        return _share_fields(rules, regulations), share.ENDS
    if isinstance(rules, PlacingScoring):
        return _table_fields(rules), tables.ENDS
    return _games_fields(rules, stage), games.ends_in(stage)


def _only(field: ReportField, ends: Iterable[EndId]) -> ReportField:
    asked = tuple(asked for asked in field.asked if asked.end in ends)
    return ReportField(field.name, field.kind, asked, field.choices)


def _ask(label: Message, when: When, *ends: EndId) -> tuple[FieldQuestion, ...]:
    return tuple(FieldQuestion(end, label, when) for end in ends)


def _end(offered: list[tuple[EndId, Message]]) -> ReportField:
    ends = [end for end, _ in offered]
    return ReportField("end", "choice", _ask(say("How did it end?"), "always", *ends), tuple(offered))


def _by() -> ReportField:
    asked = (
        *_ask(say("Who conceded?"), "always", "concession"),
        *_ask(say("Who did not come?"), "always", "no-show"),
        *_ask(say("Who was given the loss?"), "always", "match-loss"),
    )
    return ReportField("by", "seat", asked)


def _margin_fields(rules: MarginScoring, regulations: Regulations, stage: Stage) -> list[ReportField]:
    part = _deciding_question(regulations)
    roll = (
        say("Who won the {roll}?", roll=of_rules(rules.equal_score.roll))
        if rules.equal_score.roll
        else WHO_ROLLED
    )
    both_gone, on_score = _both_gone(rules)
    breaks = rules.equal_score.winner
    even, rolled = (on_score, ()) if breaks == "role" else ((), on_score)
    if breaks == "nobody":
        roll, rolled = WHO_GOES_ON, on_score if stage == "elimination" else ()
    deciding = (*_ask(part, "if-equal", *even), *_ask(part, "always", *both_gone))
    winner = (*_ask(WHO_SURVIVED, "always", "defeated"), *_ask(roll, "if-equal", *rolled))
    scored: tuple[EndId, ...] = ("defeated", *on_score, "concession", "match-loss")
    destroyed = say("{force} points destroyed", force=whose(regulations.force.capitalize()))
    objective = _ask(say("Points from objectives"), "always", *(() if rules.counted else scored))
    counted = of_rules(rules.counted or "") or destroyed
    return [
        ReportField("scores.destroyed", "points", _ask(counted, "always", *scored)),
        ReportField("scores.objective", "points", objective),
        ReportField("deciding", "seat", deciding),
        ReportField("winner", "seat", winner),
    ]


def _deciding_question(regulations: Regulations) -> Message:
    return say("Who was the {part}?", part=deciding_words(regulations))


def _both_gone(rules: MarginScoring) -> tuple[tuple[EndId, ...], tuple[EndId, ...]]:
    """The ways of ending that a part in the game decides outright, and those that the scores decide."""
    if rules.mutual_destruction.winner == "role":
        return ("mutual-destruction",), ("rounds", "time")
    return (), ("rounds", "time", "mutual-destruction")


def _share_fields(rules: ShareScoring, regulations: Regulations) -> list[ReportField]:
    orders: list[tuple[EndId, tuple[str, ...]]] = [
        ("rounds", rules.at_the_end.by),
        ("time", rules.at_the_end.by),
        ("mutual-destruction", rules.mutual_destruction.by),
    ]
    label = say("Victory tokens")
    tokens = (
        *_ask(label, "always", *(end for end, _ in orders)),
        *_ask(label, "if-agreed", "concession"),
        *_ask(label, "optional", "defeated"),
    )
    agreed = say("Did both agree before a judge to score the game?")
    scored = [end for end, by in orders if "score" in by]
    roles = [end for end, by in orders if "role" in by]
    rolled = _ask(WHO_ROLLED, "if-equal", *(end for end, _ in orders if end not in roles))
    return [
        ReportField("agreed_to_score", "yes-no", _ask(agreed, "always", "concession")),
        ReportField("tokens", "tokens", tokens),
        ReportField("scores", "points", _ask(say("Points of units defeated"), "if-equal", *scored)),
        ReportField("deciding", "seat", _ask(_deciding_question(regulations), "if-equal", *roles)),
        ReportField("winner", "seat", (*_ask(WHO_SURVIVED, "always", "defeated"), *rolled)),
    ]


def _table_fields(rules: PlacingScoring) -> list[ReportField]:
    ends: tuple[EndId, ...] = ("decided", "time")
    return [
        ReportField("left", "left", _ask(of_rules(rules.counted), "always", *ends)),
        ReportField(
            "conceded", "seats", _ask(say("Who conceded, the first to leave first?"), "optional", *ends)
        ),
        ReportField("absent", "seats", _ask(say("Who never came?"), "optional", *ends)),
        ReportField("lost", "seats", _ask(say("Who was given the loss?"), "optional", *ends)),
        ReportField("places", "places", _ask(say("Places, if they do not go by that"), "optional", *ends)),
    ]


def _games_fields(rules: GamesScoring, stage: Stage) -> list[ReportField]:
    won = say("Who won each game, in order?")
    always = _ask(won, "always", "decided", "time")
    games = (*always, *_ask(won, "optional", "concession", "match-loss", "double-loss"))
    cut_off = _ask(say("Was one more game cut off at time?"), "always", "time")
    fields = [ReportField("games", "games", games)]
    if rules.draws == "at-time":
        fields.append(ReportField("unfinished", "yes-no", cut_off))
    return fields if stage == "swiss" else [*fields, *_tie_fields(rules.elimination_tie.by)]


def _tie_fields(by: Sequence[str]) -> list[ReportField]:
    """What breaks equal games in elimination."""
    initiative = say("Who had the initiative, or between games would have started with it?")
    fields = {
        "base-hp": ReportField("base_hp", "hp", _ask(say("HP left of the base"), "if-equal", "time")),
        "initiative": ReportField("deciding", "seat", _ask(initiative, "if-equal", "time")),
        "roll": ReportField("winner", "seat", _ask(WHO_ROLLED if by else WHO_GOES_ON, "if-equal", "time")),
    }
    return [fields[way] for way in by] + ([] if "initiative" in by else [fields["roll"]])
