"""The variants: readings that an organiser may change before the plan is announced."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from muster.rules.basis import Part, Ratio


class Variants(Part):
    """Readings an organiser may change before the plan is announced; each file gives its defaults.

    Attributes:
        schedule_rounds: what an opponent's points are divided by in strength of schedule: the rounds the
            opponent took part in (`active`), only games against somebody (`games`), or every round so far.
        bye_is_opponent: a bye counts as an opponent with nothing in strength of schedule and in averages.
        rate_floor: the least match-win and game-win rate.
        bye_in_match_rate: a bye is a round won (`won`) or left out of the receiver's match-win rate.
        rank_by: match points, or match wins first (a draw counts nothing).
        last_round: the last Swiss round before a cut is drawn like the others, or paired first v second and
            so on down (`power`).
        pair_down_again: whether a player already paired down may be paired down again freely.
        no_show: an absent player's opponent gets a bye's value, a concession's, or a win with no margin.
        first_round: at random, or at random with club-mates kept apart.
        eliminated: players out in the same round share a place, have the places printed under its column of
            the bracket, or are ordered by their Swiss standing.
        tied_places: who shares places at a table gets the points of the lowest of them (`lower`) or of the highest
            (reading `F6`). This one and the next two are written down only where they are not the default.
        tables_by: at tables as few repeated meetings as possible come before close scores (`repeats`), or after them
            (`spread`) (reading `F13`).
        threes: the tables of three are for the lowest in the standings (`lowest`), or anywhere (`spread-out`), and then
            nobody sits at one again as long as that can be helped (reading `F12`).
        unplayed_rounds: in Buchholz and Sonneborn-Berger a round without an opponent adds nothing (`left-out`), or
            is read as FIDE's C.07 had it from September 2023 to February 2026 (`fide-2023`). Written down only
            where it is not the default, for what was recorded before it was known says nothing of it.
    """

    schedule_rounds: Literal["active", "games", "scheduled"] = "active"
    bye_is_opponent: bool = False
    rate_floor: Ratio = Fraction(1, 3)
    bye_in_match_rate: Literal["won", "left-out"] = "won"
    rank_by: Literal["points", "match-wins"] = "points"
    last_round: Literal["random", "power"] = "random"
    pair_down_again: Literal["allowed", "avoided"] = "allowed"
    no_show: Literal["bye", "concession", "bare-win"] = "bye"
    first_round: Literal["random", "clubs-apart"] = "random"
    eliminated: Literal["shared", "by-column", "by-swiss"] = "shared"
    unplayed_rounds: Annotated[
        Literal["left-out", "fide-2023"], Field(exclude_if=lambda value: value == "left-out")
    ] = "left-out"
    tied_places: Annotated[Literal["lower", "higher"], Field(exclude_if=lambda value: value == "lower")] = (
        "lower"
    )
    tables_by: Annotated[Literal["repeats", "spread"], Field(exclude_if=lambda value: value == "repeats")] = (
        "repeats"
    )
    threes: Annotated[Literal["lowest", "spread-out"], Field(exclude_if=lambda value: value == "lowest")] = (
        "lowest"
    )


VariantName = Literal[
    "schedule_rounds",
    "bye_is_opponent",
    "rate_floor",
    "bye_in_match_rate",
    "rank_by",
    "last_round",
    "pair_down_again",
    "no_show",
    "first_round",
    "eliminated",
    "unplayed_rounds",
    "tied_places",
    "tables_by",
    "threes",
]
"""The name of a variant, as in `Variants`."""
