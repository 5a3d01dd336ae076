"""A game of one's own in a few answers, and the regulations file they make.

The file is based on `own-game` (`rules/data/ready`), gives what differs, and is read by the loader that reads every
other file. `game_of` finds the answers again in regulations that were made so.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, Literal, get_args

from muster.core.messages import Message, say_in
from muster.rules.load import BASE, load, parse
from muster.rules.mistakes import right
from muster.rules.schema import Regulations, Tiebreaker
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring
from muster.rules.tiebreakers import FITTING_TIEBREAKERS, OF_SEVERAL_GAMES, OfMargins, TiebreakerId

Result = Literal["winner", "score", "games", "places"]
"""What a result says: who won, what either scored, the games of the best of three, or the places at a table."""

MODELS: Final[Mapping[Result, Literal["games", "margin", "placing"]]] = {
    "winner": "games",
    "score": "margin",
    "games": "games",
    "places": "placing",
}
"""The way of scoring of each."""

MOST_SCORE: Final = 100_000
"""No game of one's own has larger scores or differences."""

OWN_ID: Final = "own-"
"""How the ids of games of one's own begin: none that comes along does."""


_DIFFERENCE: Final = say_in("regulations", "Score difference")
_AS_MANY: Final = say_in("regulations", "Always as many rounds")
_ROLL: Final = say_in("regulations", "tiebreak")
_BY_ATTENDANCE: Final = say_in("regulations", "Rounds by attendance")
_CUSTOM: Final = say_in("regulations", "Custom")
_OF_YOUR_OWN: Final = say_in("regulations", "rounds and a cut of your own")
_SINGLE: Final = say_in("regulations", "Single game")
_OF_THREE: Final = say_in("regulations", "Best of three")
_AT_TABLE: Final = say_in("regulations", "One game at a table")
_OWN_RULES: Final = say_in("regulations", "own rules")
_DUEL: Final[Mapping[str, Message]] = {
    "concession": say_in("regulations", "Concession"),
    "no-show": say_in("regulations", "Opponent absent"),
    "match-loss": say_in("regulations", "Loss given"),
    "double-loss": say_in("regulations", "Loss for both"),
}
_PLAYED: Final = say_in("regulations", "Played")
_DECIDED: Final = say_in("regulations", "Decided")
_TIME: Final = say_in("regulations", "Time")
_DRAWN: Final = say_in("regulations", "Drawn")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGame:
    """What a form asks of a game.

    Attributes:
        name: of the game.
        result: what a result says.
        counted: what the scores are, or what each has left at a table, in words.
        win, draw, loss: match points as they are shown, each a multiple of ½; for a table they are not used.
        draws: whether a match can end level.
        places: points by place, for tables.
        bye: what a bye is worth.
        bye_score: what counts as scored in it.
        minutes: of a round.
        tiebreakers: in their order.
        rounds: how many, whatever the attendance; None for one more with every doubling of the field.
        fide: rounds without an opponent count in Buchholz as FIDE had it from 2023.
    """

    name: str
    result: Result = "winner"
    counted: str = ""
    win: Fraction = Fraction(3)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    draws: bool = True
    places: tuple[Fraction, ...] = ()
    bye: Fraction = Fraction(3)
    bye_score: int = 0
    minutes: int = 60
    tiebreakers: tuple[TiebreakerId, ...] = ()
    rounds: int | None = None
    fide: bool = False

    @property
    def halves(self) -> bool:
        """Whether any of its points is a half, so that all are counted in halves."""
        of_matches = () if self.result == "places" else (self.win, self.draw if self.draws else 0, self.loss)
        return any(Fraction(each).denominator > 1 for each in (*of_matches, *self.places, self.bye))

    def inside(self, points: Fraction) -> int:
        """Points as the file has them: whole, twice as many where halves are shown."""
        return int(points * (2 if self.halves else 1))


@cache
def named_tiebreakers() -> Mapping[TiebreakerId, Tiebreaker]:
    """Every tiebreaker of the form by its id, under the name and heading it has."""
    listed = load(BASE).standings.tiebreakers
    return {each.id: each for each in (*listed, _difference(listed[0]))}


def _difference(like: Tiebreaker) -> Tiebreaker:
    return Tiebreaker(id=get_args(OfMargins)[0], name=_DIFFERENCE.text, short="+/−", clause=like.clause)


def fitting(result: Result) -> tuple[TiebreakerId, ...]:
    """The tiebreakers such a game can have, in the order they are offered."""
    fit = FITTING_TIEBREAKERS[MODELS[result]]
    of_one_game = result == "winner"
    return tuple(
        each for each in named_tiebreakers() if each in fit and not (of_one_game and each in OF_SEVERAL_GAMES)
    )


def written(game: OwnGame) -> str:
    """The regulations file of a game, as TOML."""
    return "\n".join(_lines(game)) + "\n"


def made(game: OwnGame) -> Regulations:
    """The regulations of a game; its answers have to be sound (`muster.app.events.own_game` sees to that).

    Raises:
        ValueError: they are not.
    """
    return right(parse(written(game).encode(), f"{identity(game)}.toml"))


def game_of(regulations: Regulations) -> OwnGame | None:
    """The answers that made these regulations; None where they were made in another way."""
    if not regulations.id.startswith(OWN_ID):
        return None
    found = _found(regulations)
    return found if made(found) == regulations else None


def identity(game: OwnGame) -> str:
    """The id of a game: its name in plain letters."""
    plain = unicodedata.normalize("NFKD", game.name.casefold()).encode("ascii", "ignore").decode()
    return OWN_ID + ("-".join(re.findall(r"[a-z0-9]+", plain))[:40].strip("-") or "game")


def _text(words: str) -> str:
    """Words as TOML quotes them, as JSON does but for one mark that JSON lets stand."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007F")


def _lines(game: OwnGame) -> Iterator[str]:
    yield f'based_on = "{BASE}"'
    yield "format = 1"
    yield f"id = {_text(identity(game))}"
    yield f"game = {_text(game.name)}"
    yield f"edition = {_text(_OWN_RULES.text)}"
    yield from (
        "",
        "[document]",
        f"name = {_text(game.name)}",
        'version = "1"',
        'publisher = "the organiser"',
    )
    yield from _structures(game)
    for kind in ("swiss", "elimination", "final"):
        yield from ("", "[[round_times]]", f'round = "{kind}"', f"minutes = {game.minutes}", _CLAUSE["TIME"])
    yield from _matches(game)
    yield from _ends(game)
    yield from _scoring(game)
    yield from ("", "[bye]", f"points = {game.inside(game.bye)}")
    if game.result == "score":
        yield f"score = {game.bye_score}"
    yield _CLAUSE["BYE"]
    yield from _standings(game)
    yield from ("", "[variants]", f'unplayed_rounds = "{"fide-2023" if game.fide else "left-out"}"')


_CLAUSE: Final = {each: f'clause = "OWN-{each}-1"' for each in ("TIME", "BYE", "PTS", "RNDS", "CUT", "RANK")}
_PTS: Final = '{ clause = "OWN-PTS-1" }'

_LOG2: Final = "{ players = 3, to = 4, rounds = 2 }, { players = 5, to = 16, rounds = 3 }, "
_TABLES: Final = _LOG2 + "{ players = 17, to = 64, rounds = 4 }, { players = 65, rounds = 5 }"


def _structures(game: OwnGame) -> Iterator[str]:
    tables = game.result == "places"
    if tables:
        yield from ("", "[cut]", 'kinds = ["top"]', "sizes = [4, 7, 10, 13, 16]", _CLAUSE["CUT"])
        yield from ('replacement = "until-first-game"', 'replacement_clause = "OWN-CUT-1"')
    elif game.rounds is None:
        return
    least = 3 if tables else 2
    rows = f"{{ players = {least}, rounds = {game.rounds} }}" if game.rounds else _TABLES
    name = _AS_MANY.text if game.rounds else _BY_ATTENDANCE.text
    yield from ("", "[[structures]]", 'id = "basic"', f'name = "{name}"', _CLAUSE["RNDS"], f"rows = [{rows}]")
    yield from ("", "[[structures]]", 'id = "custom"', f"name = {_text(_CUSTOM.text)}")
    yield from (f"used_for = {_text(_OF_YOUR_OWN.text)}", _CLAUSE["RNDS"], f"least = {least}")


_FORMATS: Final[Mapping[Result, tuple[str, Message, int]]] = {
    "winner": ("single-game", _SINGLE, 1),
    "score": ("single-game", _SINGLE, 1),
    "games": ("best-of-three", _OF_THREE, 3),
    "places": ("table", _AT_TABLE, 1),
}


def _matches(game: OwnGame) -> Iterator[str]:
    key, name, best_of = _FORMATS[game.result]
    yield from ("", "[[match_formats]]", f'id = "{key}"', f'name = "{name.text}"', f"best_of = {best_of}")
    yield _CLAUSE["PTS"]


def _ends(game: OwnGame) -> Iterator[str]:
    ends: dict[str, Message] = {"rounds": _PLAYED} if game.result == "score" else {"decided": _DECIDED}
    if game.result == "places":
        ends["time"] = _TIME
    elif game.result != "score":
        ends |= {"time": _DRAWN} if game.draws else {}
    ends |= {} if game.result == "places" else _DUEL
    for identity_, name in ends.items():
        yield from ("", "[[ends]]", f'id = "{identity_}"', f'name = "{name.text}"', _CLAUSE["PTS"])


def _scoring(game: OwnGame) -> Iterator[str]:
    yield from ("", "[scoring]", f'model = "{MODELS[game.result]}"')
    points = {each: game.inside(getattr(game, each)) for each in ("win", "draw", "loss")}
    if game.result == "score":
        yield from _scores(game, **points)
    elif game.result == "places":
        yield f"counted = {_text(game.counted)}"
        yield f"points = {{ usual = {[game.inside(each) for each in game.places]}, {_CLAUSE['PTS']} }}"
        yield from (f"{each} = {_PTS}" for each in _PLACING)
    else:
        yield 'draws = "as-played"'
        draw = points["draw"] if game.draws else 0
        yield (
            f"points = {{ win = {points['win']}, draw = {draw}, loss = {points['loss']}, {_CLAUSE['PTS']} }}"
        )
        yield f"elimination_tie = {{ by = [], {_CLAUSE['CUT']} }}"
        yield from (f"{each} = {_PTS}" for each in _GAMES)


_GIVEN: Final = ("no_show", "match_loss", "double_loss")
_GAMES: Final = ("match_won", "at_time", "intentional_draw", "drawn_game", "concession", *_GIVEN)
_PLACING: Final = ("places", "equal", "conceding", "no_show", "table_loss", "final_tie")


def _scores(game: OwnGame, *, win: int, draw: int, loss: int) -> Iterator[str]:
    clause = _CLAUSE["PTS"]
    equal = (
        f'winner = "nobody", points = {draw}' if game.draws else f'winner = "by-hand", roll = "{_ROLL.text}"'
    )
    yield f"counted = {_text(game.counted)}"
    yield 'scores = "kept"'
    yield f"margin = {{ cap = {MOST_SCORE}, even = 0, {clause} }}"
    yield f"table = {{ rows = [{{ margin = 0, win = {win}, loss = {loss} }}], {clause} }}"
    yield f'wiped_out = {{ counts = "at-least", points = 100, what = "everything", {clause} }}'
    yield f"equal_score = {{ {equal}, {clause} }}"
    yield f'mutual_destruction = {{ winner = "score", {clause} }}'
    yield f"concession = {{ keep_from = 0, points = {win}, margin = 0, {clause} }}"
    yield from (f"{each} = {_PTS}" for each in ("win", *_GIVEN))


def _standings(game: OwnGame) -> Iterator[str]:
    yield from ("", "[standings]", 'points_name = "match points"', _CLAUSE["RANK"])
    yield f'points_shown_in = "{"halves" if game.halves else "whole"}"'
    yield 'random_clause = "OWN-RANK-1"'
    for each in (named_tiebreakers()[identity_] for identity_ in game.tiebreakers):
        yield from ("", "[[standings.tiebreakers]]", f'id = "{each.id}"')
        yield from (f"name = {_text(each.name)}", f"short = {_text(each.short)}", _CLAUSE["RANK"])


def _found(rules: Regulations) -> OwnGame:
    """What a file of ours says, whoever has written it: perhaps not all there is in it."""
    scale = 2 if rules.standings.points_shown_in == "halves" else 1
    result, scoring = _result_of(rules), rules.scoring
    win, draw, loss = _match_points(rules)
    placing = scoring.points.usual if isinstance(scoring, PlacingScoring) else ()
    first = rules.structures[0]
    return OwnGame(
        name=rules.game,
        result=result,
        counted=getattr(scoring, "counted", None) or "",
        win=Fraction(win, scale),
        draw=Fraction(draw, scale),
        loss=Fraction(loss, scale),
        draws=_draws(rules),
        places=tuple(Fraction(each, scale) for each in placing),
        bye=Fraction(rules.bye.points, scale),
        bye_score=rules.bye.score,
        minutes=rules.round_times[0].minutes,
        tiebreakers=tuple(each.id for each in rules.standings.tiebreakers if each.id in named_tiebreakers()),
        rounds=first.rows[0].rounds if len(first.rows) == 1 else None,
        fide=rules.variants.unplayed_rounds == "fide-2023",
    )


def _result_of(rules: Regulations) -> Result:
    if isinstance(rules.scoring, MarginScoring):
        return "score"
    if isinstance(rules.scoring, PlacingScoring):
        return "places"
    return "games" if rules.match_formats[0].best_of > 1 else "winner"


def _match_points(rules: Regulations) -> tuple[int, int, int]:
    scoring = rules.scoring
    if isinstance(scoring, GamesScoring):
        return scoring.points.win, scoring.points.draw, scoring.points.loss
    if isinstance(scoring, MarginScoring):
        return scoring.highest, scoring.drawn, scoring.table.rows[0].loss
    return 0, 0, 0


def _draws(rules: Regulations) -> bool:
    if isinstance(rules.scoring, MarginScoring):
        return rules.scoring.equal_score.winner == "nobody"
    return any(each.id == "time" for each in rules.ends)
