"""The forms of organisations."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from muster.app.events.venues import VenueDetails, table_problems
from muster.app.organisations.making import (
    LONGEST_ABOUT,
    LONGEST_ADDRESS,
    LONGEST_PLACE,
    LONGEST_WEBSITE,
    OrganisationDetails,
)
from muster.people.models import LONGEST_NAME, LONGEST_ORGANISATION, Organisation, Venue
from muster.web.desk.events.forms import zone_of
from muster.web.fields import Lines, OneLine
from muster.web.stamps import Stamped


def _colour() -> forms.TextInput:
    return forms.TextInput(attrs={"type": "color"})


class OrganisationForm(Stamped):
    """What an organisation says of itself."""

    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=Organisation.KINDS)
    name = OneLine(label=gettext_lazy("Name"), max_length=LONGEST_ORGANISATION)
    place = OneLine(
        label=gettext_lazy("Place"),
        max_length=LONGEST_PLACE,
        required=False,
        help_text=gettext_lazy("The town, or wherever people look for it."),
    )
    website = OneLine(
        label=gettext_lazy("Website"),
        max_length=LONGEST_WEBSITE,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "url", "spellcheck": "false"}),
    )
    about = Lines(
        label=gettext_lazy("About it"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("For its page: when people meet, what is played, who is welcome. Plain text."),
    )
    band = OneLine(
        label=gettext_lazy("Colour of the band"),
        initial="#15161a",
        max_length=7,
        widget=_colour(),
        help_text=gettext_lazy(
            "Behind its name. The words on it are black or white, whichever is easier to read."
        ),
    )
    accent = OneLine(
        label=gettext_lazy("Second colour"),
        initial="#ffc914",
        max_length=7,
        widget=_colour(),
        help_text=gettext_lazy(
            "The line below the band. It must stand out from it: a contrast of 3 to 1 at least."
        ),
    )

    def details(self) -> OrganisationDetails:
        """What was typed, once it is valid."""
        data = self.cleaned_data
        return OrganisationDetails(**{name: data[name] for name in FIELDS})


FIELDS = ("kind", "name", "about", "website", "place", "band", "accent")


class NewOrganisationForm(OrganisationForm):
    """A new organisation."""

    slug = OneLine(
        label=gettext_lazy("Address"),
        max_length=LONGEST_ADDRESS,
        required=False,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text=gettext_lazy(
            "What stands after /o/ in its address, such as kosmos-games. Made of the name if empty."
        ),
    )


def organisation_initial(organisation: Organisation) -> dict[str, Any]:
    """An organisation as its form shows it."""
    return {name: getattr(organisation, name) for name in FIELDS}


class OrganisationVenueForm(Stamped):
    """A venue of an organisation."""

    name = OneLine(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    address = OneLine(label=gettext_lazy("Address"), max_length=500, required=False)
    tables = OneLine(
        label=gettext_lazy("Tables"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Numbers as on the tables, such as 1-20,31-40. Empty: 1, 2, 3 and so on."),
    )
    time_zone = OneLine(
        label=gettext_lazy("Time zone"),
        max_length=64,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    directions = Lines(
        label=gettext_lazy("How to get there"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Bus, parking, which door. Shown to everybody."),
    )

    def clean_time_zone(self) -> str:
        """A zone there is, whatever its capitals."""
        return zone_of(self.cleaned_data["time_zone"])

    def clean_tables(self) -> str:
        """Tables as they are written everywhere in Muster."""
        tables: str = self.cleaned_data["tables"]
        for text in table_problems(tables):
            self.add_error("tables", str(text))
        return tables

    def details(self) -> VenueDetails:
        """What was typed, once it is valid."""
        return VenueDetails(**{name: self.cleaned_data[name] for name in VENUE_FIELDS})


VENUE_FIELDS = ("name", "address", "tables", "time_zone", "directions")


def venue_initial(venue: Venue) -> dict[str, Any]:
    """A venue as its form shows it."""
    return {name: getattr(venue, name) for name in VENUE_FIELDS}
