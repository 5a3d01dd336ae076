"""The questions about a game of one's own, answered on one page without a line of TOML."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from muster.core.messages import of_rules, say
from muster.core.points import HalfPoints, typed_points
from muster.rules.own_games import MOST_SCORE, OwnGame, Result, fitting, named_tiebreakers
from muster.rules.tiebreakers import TiebreakerId
from muster.web.fields import OneLine

PREFIX: Final = "game"
"""Before the names of its fields, for what was typed of an event is carried beside them."""

MOST_TIEBREAKERS: Final = 6
"""Tiebreakers that can be put in order."""

MOST_PLACES: Final = 5
"""No more people sit at a table."""

LARGEST: Final = Fraction(1000)
"""No result is worth more points."""

RESULTS: Final[tuple[tuple[Result, Promise, Promise], ...]] = (
    ("winner", gettext_lazy("Who won"), gettext_lazy("one game: won, lost or drawn, as in chess")),
    ("games", gettext_lazy("Games of a match"), gettext_lazy("best of three, 2–0 or 2–1")),
    ("score", gettext_lazy("Both scores"), gettext_lazy("the higher score wins; scores can be added up")),
    (
        "places",
        gettext_lazy("Places at a table"),
        gettext_lazy("three or four play together, points by place"),
    ),
)


class PointsField(forms.CharField):
    """Points as people write them: `1`, `½`, `2.5`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=12, widget=forms.TextInput(attrs={"size": 6, "class": "num"}), **kwargs)

    def clean(self, value: Any) -> Any:
        """The points, or None where nothing is typed and nothing is needed."""
        text = super().clean(value)
        return points_of(text) if text else None


def points_of(text: str) -> Fraction:
    """Points that were typed.

    Raises:
        ValidationError: they are none, or far too many.
    """
    found = typed_points(text, "halves")
    if found is None or Fraction(found, 2) > LARGEST:
        raise forms.ValidationError(_("Write points from 0 to 1000, such as 3, ½ or 2.5."))
    return Fraction(found, 2)


def shown_points(points: Fraction) -> str:
    """Points as they are written into a field: `½`."""
    return str(HalfPoints(int(points * 2)))


class OwnGameForm(forms.Form):
    """What has to be known of a game to run it."""

    name = OneLine(label=gettext_lazy("Name of the game"), max_length=60)
    result = forms.ChoiceField(
        label=gettext_lazy("What a result says"), choices=[(key, label) for key, label, _hint in RESULTS]
    )
    counted = OneLine(
        label=gettext_lazy("What is counted"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("Such as goals or battle points. For scores and for tables only."),
    )
    win = PointsField(label=gettext_lazy("A win"), required=False)
    draw = PointsField(label=gettext_lazy("A draw"), required=False)
    loss = PointsField(label=gettext_lazy("A loss"), required=False)
    bye = PointsField(label=gettext_lazy("A bye"), required=False)
    draws = forms.BooleanField(label=gettext_lazy("Games can be drawn"), required=False)
    places = OneLine(
        label=gettext_lazy("Points by place"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("From the first place down, such as 5 3 2 1. For tables only."),
    )
    bye_score = forms.IntegerField(
        label=gettext_lazy("Score of a bye"),
        required=False,
        min_value=0,
        max_value=MOST_SCORE,
        help_text=gettext_lazy("What counts as scored in a round without an opponent. For scores only."),
    )
    minutes = forms.IntegerField(label=gettext_lazy("Minutes per round"), min_value=1, max_value=1000)
    fixed = forms.ChoiceField(
        label=gettext_lazy("How many rounds"),
        choices=[
            ("no", gettext_lazy("By attendance: one more with every doubling of the field")),
            ("yes", gettext_lazy("Always as many:")),
        ],
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Number of rounds"), required=False, min_value=1, max_value=40
    )
    fide = forms.BooleanField(
        label=gettext_lazy("In Buchholz, count rounds without an opponent as FIDE has since 2023"),
        required=False,
    )

    def __init__(self, data: Any = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, prefix=PREFIX, initial=initial)
        named = [(key, str(of_rules(one.name))) for key, one in named_tiebreakers().items()]
        for at in range(1, MOST_TIEBREAKERS + 1):
            label = str(say("Tiebreaker {number}", number=at))
            self.fields[f"tiebreaker_{at}"] = forms.ChoiceField(
                label=label, required=False, choices=[("", _("none")), *named]
            )

    def tiebreaker_fields(self) -> list[forms.BoundField]:
        """The tiebreakers in their order."""
        return [self[f"tiebreaker_{at}"] for at in range(1, MOST_TIEBREAKERS + 1)]

    def result_choices(self) -> list[tuple[str, Promise, Promise, bool]]:
        """Each kind of result with what it is for, and whether it is chosen."""
        now = self["result"].value() or "winner"
        return [(key, label, hint, key == now) for key, label, hint in RESULTS]

    def clean(self) -> dict[str, Any]:
        """Whatever does not fit together is said at its field."""
        data = super().clean() or {}
        result: Result | None = data.get("result")
        if result is None:
            return data
        for field, says in self._misfits(result, data):
            if field not in self.errors:
                self.add_error(field, says)
        return data

    def _misfits(self, result: Result, data: dict[str, Any]) -> Iterator[tuple[str, str]]:
        if result == "places":
            yield from self._places_misfits(data)
        else:
            yield from self._points_misfits(data)
        if data.get("bye") is None:
            yield "bye", _("Say what a bye is worth; 0 for nothing.")
        if data.get("fixed") == "yes" and data.get("rounds") is None:
            yield "rounds", _("Enter the number of rounds, from 1 to 40.")
        yield from self._tiebreaker_misfits(result, data)

    def _points_misfits(self, data: dict[str, Any]) -> Iterator[tuple[str, str]]:
        win, draw, loss = (data.get(name) for name in ("win", "draw", "loss"))
        for name, points in (("win", win), ("loss", loss)):
            if points is None:
                yield name, _("Say how many points it is worth; 0 for none.")
        if data.get("draws") and draw is None:
            yield "draw", _("Say what a draw is worth, or that games cannot be drawn.")
        if win is None or loss is None:
            return
        if win <= loss:
            yield "win", _("A win must be worth more than a loss.")
        elif data.get("draws") and draw is not None and not loss <= draw <= win:
            yield "draw", _("A draw is worth no more than a win and no less than a loss.")

    def _places_misfits(self, data: dict[str, Any]) -> Iterator[tuple[str, str]]:
        words = data.get("places", "").replace(";", " ").split()
        try:
            points = [points_of(word) for word in words]
        except forms.ValidationError as error:
            yield "places", error.messages[0]
            return
        if not points or len(points) > MOST_PLACES or points != sorted(points, reverse=True) or not points[0]:
            yield "places", _("Write the points of one to five places, the first place first: 5 3 2 1.")
        data["by_place"] = tuple(points)

    def _tiebreaker_misfits(self, result: Result, data: dict[str, Any]) -> Iterator[tuple[str, str]]:
        fit, seen = fitting(result), set[str]()
        for at in range(1, MOST_TIEBREAKERS + 1):
            field = f"tiebreaker_{at}"
            chosen = data.get(field)
            if chosen and chosen not in fit:
                yield field, _("This one does not fit such results.")
            elif chosen and chosen in seen:
                yield field, _("This one is chosen above already.")
            seen |= {chosen} if chosen else set()
        if not seen and not any(name.startswith("tiebreaker_") for name in self.errors):
            yield "tiebreaker_1", _("Choose at least one: players will have equal points.")

    @property
    def game(self) -> OwnGame:
        """The game that was described; only where all is sound."""
        data = self.cleaned_data
        result: Result = data["result"]
        tables, scores = result == "places", result == "score"
        draws = data["draws"] and not tables
        named = [data[f"tiebreaker_{at}"] for at in range(1, MOST_TIEBREAKERS + 1)]
        chosen: tuple[TiebreakerId, ...] = tuple(each for each in named if each)
        return OwnGame(
            name=data["name"],
            result=result,
            counted=(data["counted"] or "Points") if tables or scores else "",
            win=Fraction(0) if tables else data["win"],
            draw=data["draw"] if draws else Fraction(0),
            loss=Fraction(0) if tables else data["loss"],
            draws=draws or tables,
            places=data["by_place"] if tables else (),
            bye=data["bye"],
            bye_score=(data["bye_score"] or 0) if scores else 0,
            minutes=data["minutes"],
            tiebreakers=chosen,
            rounds=data["rounds"] if data["fixed"] == "yes" else None,
            fide=data["fide"] and not tables,
        )


def answers(game: OwnGame) -> dict[str, Any]:
    """A game as its form shows it."""
    return {
        "name": game.name,
        "result": game.result,
        "counted": game.counted,
        **{name: shown_points(getattr(game, name)) for name in ("win", "draw", "loss", "bye")},
        "draws": game.draws,
        "places": " ".join(map(shown_points, game.places)),
        "bye_score": game.bye_score or None,
        "minutes": game.minutes,
        "fixed": "no" if game.rounds is None else "yes",
        "rounds": game.rounds,
        "fide": game.fide,
        **{f"tiebreaker_{at}": one for at, one in enumerate(game.tiebreakers, 1)},
    }


USUAL: Final = OwnGame(name="", tiebreakers=fitting("winner")[1:2])
"""What stands in the form at first."""
