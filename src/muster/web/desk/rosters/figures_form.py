"""The part of the roster settings in which an event has figures of its own: a least and a most for every limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from muster.people.models import RosterPlan
from muster.web.desk.rosters.plan_page import FigureChoice

MOST_FIGURE: Final = 100_000
"""The highest figure that can be typed; a higher one is a slip of the finger."""

Figures = dict[str, list[int | None]]
"""As a plan keeps them: least and most by the id of their limit."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A limit with its two fields."""

    choice: FigureChoice
    least: forms.BoundField
    most: forms.BoundField


class FiguresForm(forms.Form):
    """Two fields for every limit, empty where its figures are as they are; and why any of them is not."""

    limits: Sequence[FigureChoice] = ()

    def ask(self, limits: Sequence[FigureChoice]) -> None:
        """Have fields for these limits."""
        self.limits = limits
        for one in limits:
            self.fields[f"least-{one.limit}"] = _field(
                _("%(what)s: at least") % {"what": one.what}, one.least
            )
            self.fields[f"most-{one.limit}"] = _field(_("%(what)s: at most") % {"what": one.what}, one.most)

    def rows(self) -> list[FigureRow]:
        """The limits with their fields."""
        return [FigureRow(one, self[f"least-{one.limit}"], self[f"most-{one.limit}"]) for one in self.limits]

    @property
    def shows_figures(self) -> bool:
        """Whether any of them is typed or refused, so that they are better open."""
        return any(
            each.errors or each.value() not in (None, "")
            for row in self.rows()
            for each in (row.least, row.most)
        )

    def figures(self) -> Figures:
        """What is typed, where it is not as it is anyway."""
        found: Figures = {}
        for one in self.limits:
            least, most = self._typed(one)
            if (least, most) != (one.least, one.most):
                found[one.limit] = [least, most]
        return found

    def check_figures(self) -> None:
        """That no least is above its most."""
        for one in self.limits:
            least, most = self._typed(one)
            if most is not None and least > most:
                says = _("At least %(least)d and at most %(most)d does not go together.")
                self.add_error(f"most-{one.limit}", says % {"least": least, "most": most})

    def _typed(self, one: FigureChoice) -> tuple[int, int | None]:
        least = self.cleaned_data.get(f"least-{one.limit}")
        most = self.cleaned_data.get(f"most-{one.limit}")
        return one.least if least is None else least, one.most if most is None else most


def figures_shown(plan: RosterPlan, limits: Sequence[FigureChoice]) -> Mapping[str, int | None]:
    """The figures of a plan as the fields show them."""
    return dict(_shown(plan, limits))


def _shown(plan: RosterPlan, limits: Sequence[FigureChoice]) -> Iterator[tuple[str, int | None]]:
    for one in limits:
        least, most = plan.figures.get(one.limit, (one.least, one.most))
        yield f"least-{one.limit}", None if least == one.least else least
        yield f"most-{one.limit}", None if most == one.most else most


def _field(label: str, usual: int | None) -> forms.IntegerField:
    shown: dict[str, Any] = {"aria-label": label, "placeholder": "–" if usual is None else usual}
    widget = forms.NumberInput(attrs=shown)
    return forms.IntegerField(label=label, min_value=0, max_value=MOST_FIGURE, required=False, widget=widget)
