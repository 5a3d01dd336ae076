"""Form fields for text that people type, and the errors of the engine put where they belong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _

from muster.app.common.safe_text import lines, one_line
from muster.core.messages import Message
from muster.core.scoring.scored import Problem


class OneLine(forms.CharField):
    """Text on one line, with nothing in it that misleads or breaks a page."""

    def to_python(self, value: Any) -> str:
        """What is kept of what was typed."""
        return one_line(super().to_python(value) or "")


class Lines(forms.CharField):
    """Text on several lines, each made harmless."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        """What is kept of what was typed."""
        return lines(super().to_python(value) or "")


class Day(forms.DateField):
    """A date, chosen in the browser's own calendar."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}), **kwargs)

    def clean(self, value: Any) -> Any:
        """A date of this age: others are slips of the finger, and some cannot be kept."""
        found = super().clean(value)
        if found is not None and not 1970 <= found.year <= 2199:
            raise forms.ValidationError(_("Choose a year from 1970 to 2199."))
        return found


class ClockTime(forms.TimeField):
    """A time of day, to the minute."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}), **kwargs)


def put(form: forms.Form, problems: Iterable[Problem], names: dict[str, str] | None = None) -> None:
    """Show each problem at its field, with its clause; at the top of the form if there is no such field.

    Args:
        form: the form as it came.
        problems: what is wrong.
        names: the form's field for a problem's field, where they are not called the same.
    """
    for problem in problems:
        field = (names or {}).get(problem.field, problem.field)
        form.add_error(field if field in form.fields else None, cited(str(problem.message), problem.clause))


def cited(message: Message | str, clause: str | None) -> str:
    """A message with the clause it rests on."""
    return format_html('{} <span class="clause">{}</span>', message, clause) if clause else str(message)
