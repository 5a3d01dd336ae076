"""What the templates here get."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.functional import Promise

from muster.app.judging.components import Follows
from muster.core.tournament.refusals import Refusal
from muster.people.models import Account, ComponentReport, Proxy
from muster.web.judge.place import ActSubject
from muster.web.page import Page


@dataclass(frozen=True)
class PartsPage(Page):
    """Every report and every proxy of the tournament."""

    template: ClassVar[str] = "judge/components/parts.html"
    reports: list[tuple[ComponentReport, str]]
    proxies: list[tuple[Proxy, str]]


@dataclass(frozen=True)
class ComponentFormPage(Page):
    """Components that are lost, damaged or illegal, and proxies for damaged cards, with the slip to be printed."""

    template: ClassVar[str] = "judge/components/component_form.html"
    place: ActSubject
    minutes: tuple[int, int, int, int, int] | tuple[()]
    refusal: Refusal | None
    typed: Any
    longest: tuple[int, int]


@dataclass(frozen=True)
class ComponentPage(Page):
    """Components that are lost, damaged or illegal, and proxies for damaged cards, with the slip to be printed."""

    template: ClassVar[str] = "judge/components/component.html"
    row: ComponentReport
    back: str
    name: str
    follows: list[tuple[Follows, Promise]]
    more_time: str
    settled: bool
    refusal: Refusal | None


@dataclass(frozen=True)
class ProxyFormPage(Page):
    """Components that are lost, damaged or illegal, and proxies for damaged cards, with the slip to be printed."""

    template: ClassVar[str] = "judge/components/proxy_form.html"
    place: ActSubject
    reasons: Sequence[tuple[str, Promise]]
    clause: str
    refusal: Refusal | None
    typed: Any
    longest: tuple[int, int]


@dataclass(frozen=True)
class SlipPage(Page):
    """Components that are lost, damaged or illegal, and proxies for damaged cards, with the slip to be printed."""

    template: ClassVar[str] = "judge/components/slip.html"
    proxy: Proxy
    back: str
    name: str
    leader: Account | None
    clause: str
    refusal: Refusal | None
