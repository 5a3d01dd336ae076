"""An organisation's logo and colours as pages show them: by addresses, for no page has styles of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from muster.exchange.colours import ink_on
from muster.people.models import Organisation

_SHEET: Final = (
    ".org-look{{--org-band:{band};--org-ink:{ink};--org-accent:{accent}}}\n"
    "@media (forced-colors:active){{.org-look{{--org-band:Canvas;--org-ink:CanvasText;--org-accent:CanvasText}}}}\n"
)


@dataclass(frozen=True, slots=True)
class Look:
    """How an organisation looks."""

    organisation: Organisation

    @property
    def logo(self) -> str:
        """The address of its logo; empty without one."""
        one = self.organisation
        return reverse("organisation:logo", args=[one.slug, one.logo_mark]) if one.logo_mark else ""

    @property
    def colours(self) -> str:
        """The address of the sheet that gives its colours to `.org-look`."""
        one = self.organisation
        return reverse("organisation:colours", args=[one.band[1:], one.accent[1:]])

    @property
    def url(self) -> str:
        """The address of its page."""
        return reverse("organisation:page", args=[self.organisation.slug])


def sheet_of(band: str, accent: str) -> str:
    """The sheet for two colours, `#rrggbb` each: what is written on the band is black or white."""
    return _SHEET.format(band=band, ink=ink_on(band), accent=accent)
