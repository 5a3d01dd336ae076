"""The pods of a draft for everybody, before the first round: by name, and pod by pod."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _

from muster.app.rounds.pods import PodName, PodShown, by_name, in_groups, pods_shown
from muster.web.page import Page
from muster.web.public.context import Floor


@dataclass(frozen=True)
class PodsForAll(Page):
    """Who sits in which pod, and where.

    Attributes:
        floor: the tournament, for whoever looks.
    """

    template: ClassVar[str] = "public/rounds/pods.html"
    floor: Floor

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Groups") if self.groups else _("Pods")

    @property
    def groups(self) -> bool:
        """Whether they are groups in which everybody meets everybody."""
        return in_groups(self.floor.state)

    @cached_property
    def pods(self) -> tuple[PodShown, ...]:
        """The pods with their seats."""
        return pods_shown(self.floor.state, self.floor.state.pods or (), self.floor.name)

    @property
    def names(self) -> list[PodName]:
        """Everybody by name."""
        return by_name(self.pods)
