"""Figures of an event: what its organiser asks of single limits, in place of what the text or a season asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from muster.rules.basis import Key, NonNegativeInt, Part
from muster.rules.rosters import Construction, RosterLimit, RosterRules


class OwnFigure(Part):
    """The bounds that hold at an event for one limit.

    Attributes:
        limit: the id of the limit.
        least, most: its bounds here; None for no upper one.
    """

    limit: Key
    least: NonNegativeInt = 0
    most: NonNegativeInt | None = None


def with_figures(rules: RosterRules, construction: str, figures: Iterable[OwnFigure]) -> RosterRules:
    """These rules with an event's own figures in one way of building, the usual one for an empty id.

    A limit that is not there changes nothing.
    """
    own = {each.limit: each for each in figures}
    if not own:
        return rules
    wanted = construction or rules.constructions[0].id
    constructions = tuple(_changed(each, own) if each.id == wanted else each for each in rules.constructions)
    return rules.model_copy(update={"constructions": constructions})


def _changed(construction: Construction, own: Mapping[str, OwnFigure]) -> Construction:
    limits = tuple(_bounded(each, own) for each in construction.limits)
    # Nothing is left out of a list by somebody of whom none are wanted.
    unwanted = {each.sections for each in limits if each.id in own and not each.least and each.slot is None}
    asked = tuple(each for each in construction.asked if (each.section,) not in unwanted)
    return construction.model_copy(update={"limits": limits, "asked": asked})


def _bounded(limit: RosterLimit, own: Mapping[str, OwnFigure]) -> RosterLimit:
    figure = own.get(limit.id)
    if figure is None:
        return limit
    return limit.model_copy(update={"least": figure.least, "most": figure.most})
