"""Templates to cut out, printed to scale, with a bar to check whether the printer kept it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from muster.core.messages import Message
from muster.rules.setups import Template
from muster.web.paper.printouts.sizes import Leaf, Sheets


@dataclass(frozen=True, slots=True)
class TemplateShown:
    """A template: its name, what it is used for, its size in millimetres and its clause, and its copies."""

    template: Template
    name: Message
    says: Message
    copies: range


def template_sheets(templates: Sequence[Template]) -> Sheets:
    """A page for each template."""
    leaves = [
        Leaf("scale", TemplateShown(one, Message(one.name), Message(one.says), range(one.copies)))
        for one in templates
    ]
    return Sheets(_("Templates to cut out"), tuple(leaves))
