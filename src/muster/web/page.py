"""What a template gets: a page, as a typed and frozen object whose fields and properties are the names it knows."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


@dataclass(frozen=True)
class Page:
    """A page, or a part of one that is fetched by itself.

    Class attributes:
        template: its template, which lies beside it.
    """

    template: ClassVar[str]


def names(page: Page) -> dict[str, Any]:
    """What a template knows of a page: its fields and properties by name."""
    known = (field.name for field in fields(page))
    worked_out = (
        name
        for kind in type(page).__mro__
        for name, own in vars(kind).items()
        if isinstance(own, property | cached_property)
    )
    return {name: getattr(page, name) for name in (*known, *worked_out) if not name.startswith("_")}


def show(request: HttpRequest, page: Page, *, status: int = 200, **around: object) -> HttpResponse:
    """The page as an answer; `around` is who looks, such as the desk, for the frame around every page."""
    return render(request, page.template, {**around, **names(page)}, status=status)
