"""The forms that set up events and tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from muster.app.events.editing import EventDetails
from muster.app.events.frames import read_frames
from muster.app.events.timetable import Days
from muster.app.events.venues import VenueDetails, table_problems
from muster.people.models import LONGEST_NAME, Event, Organisation, Venue
from muster.web.fields import ClockTime, Day, Lines, OneLine
from muster.web.stamps import Stamped


@cache
def zones() -> tuple[str, ...]:
    """The time zones to choose from: those of places, and UTC."""
    named = {zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")}
    return ("UTC", *sorted(named))


def zone_of(typed: str) -> str:
    """The time zone that was typed, whatever its capitals.

    Raises:
        ValidationError: there is none of that name.
    """
    known = {zone.casefold(): zone for zone in (*available_timezones(), "UTC")}
    found = known.get(typed.casefold().replace(" ", "_"))
    if found is None:
        raise forms.ValidationError(_("Choose a time zone from the list, such as Europe/Warsaw."))
    return found


class WhenForm(Stamped):
    """A name and a moment in a time zone."""

    name = OneLine(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    day = Day(label=gettext_lazy("Date"))
    time = ClockTime(label=gettext_lazy("Begins at"))
    time_zone = OneLine(
        label=gettext_lazy("Time zone"),
        max_length=64,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Every time is shown in it, wherever somebody looks from."),
    )

    def clean_time_zone(self) -> str:
        """A zone there is, whatever its capitals."""
        return zone_of(self.cleaned_data["time_zone"])

    def clean(self) -> dict[str, Any] | None:
        """A moment there is: clocks that are put forward leave an hour out."""
        data = super().clean() or self.cleaned_data
        if {"day", "time", "time_zone"} <= data.keys():
            moment = datetime.combine(data["day"], data["time"], ZoneInfo(data["time_zone"]))
            if _skipped(moment):
                self.add_error("time", _("This time does not exist on that day: clocks are put forward."))
            data["opens_at"] = moment
        return data


class EventForm(WhenForm):
    """What an event is, when and where."""

    @property
    def days(self) -> Days | None:
        """When the event is, by what stands in the fields; None where that is no moment."""
        try:
            day, time, last = (
                self.fields[name].clean(self[name].value()) for name in ("day", "time", "last_day")
            )
            zone = ZoneInfo(zone_of(str(self["time_zone"].value() or "")))
        except forms.ValidationError:
            return None
        return Days(datetime.combine(day, time, zone), zone, last)

    last_day = Day(
        label=gettext_lazy("Last day"), required=False, help_text=gettext_lazy("Only if it is not the first.")
    )
    venue = forms.ChoiceField(label=gettext_lazy("Venue"), required=False)
    venue_name = OneLine(label=gettext_lazy("Name of a new venue"), max_length=LONGEST_NAME, required=False)
    venue_address = OneLine(label=gettext_lazy("Address"), max_length=500, required=False)
    venue_tables = OneLine(
        label=gettext_lazy("Its tables"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Numbers as on the tables, such as 1-20,31-40."),
    )
    description = Lines(
        label=gettext_lazy("About the event"),
        max_length=5000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy(
            "For its public page: food, parking, what to bring. Nothing here is formatted."
        ),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        required=False,
        help_text=gettext_lazy(
            "Of screens and paper, and for everybody who has chosen none. Players and visitors may choose theirs."
        ),
    )
    second_language = forms.ChoiceField(
        label=gettext_lazy("Second language"),
        required=False,
        help_text=gettext_lazy(
            "Headings and times on the screens and the words of result slips, beside the first. Everything else stays "
            "in one language."
        ),
    )
    price = OneLine(
        label=gettext_lazy("Price"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("As it stands on the public page, such as 40 zł at the door."),
    )
    listed = forms.BooleanField(
        label=gettext_lazy("Show the event to everybody who has its address or code"), required=False
    )
    on_front = forms.BooleanField(
        label=gettext_lazy("Name it on the front page of this site, too"),
        required=False,
        help_text=gettext_lazy("And on the page of its organisation, if it has one."),
    )
    frames = Lines(
        label=gettext_lazy("Sites that may show its standings"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy(
            "Their addresses, a line each: their pages may have pairings, standings and the bracket in them."
        ),
    )
    practice = forms.BooleanField(
        label=gettext_lazy("This is for practice and may be thrown away"), required=False
    )
    organisation = forms.ChoiceField(
        label=gettext_lazy("Organisation"),
        required=False,
        help_text=gettext_lazy(
            "Whose event it is: its members see it at the desk, and it has its name and colours."
        ),
    )

    def __init__(
        self,
        *args: Any,
        venues: list[Venue],
        organisations: Sequence[Organisation] = (),
        alone: bool = True,
        **kwargs: Any,
    ) -> None:
        """`organisations` are those to choose from, and `alone` whether an event may have none."""
        super().__init__(*args, **kwargs)
        self.venues = {str(venue.pk): venue for venue in venues}
        places = [(key, _venue_words(venue)) for key, venue in self.venues.items()]
        self.fields["venue"].choices = [  # type: ignore[attr-defined]
            ("", _("None, or a new one")),
            *places,
        ]
        if len(settings.LANGUAGES) > 1:
            any_of_them = ("", _("The reader’s own"))
            self.fields["language"].choices = [any_of_them, *settings.LANGUAGES]  # type: ignore[attr-defined]
            no_second = ("", _("None"))
            self.fields["second_language"].choices = [no_second, *settings.LANGUAGES]  # type: ignore[attr-defined]
        else:
            del self.fields["language"], self.fields["second_language"]
        self.organisations = {one.slug: one for one in organisations}
        if self.organisations:
            none = [("", _("None"))] if alone else []
            known = [(slug, one.name) for slug, one in self.organisations.items()]
            self.fields["organisation"].choices = [*none, *known]  # type: ignore[attr-defined]
            self.fields["organisation"].required = not alone
        else:
            del self.fields["organisation"]

    def clean_venue_tables(self) -> str:
        """Tables as they are written everywhere in Muster."""
        tables: str = self.cleaned_data["venue_tables"]
        for text in table_problems(tables):
            self.add_error("venue_tables", str(text))
        return tables

    def clean_frames(self) -> str:
        """Origins, each once, a line each."""
        found = read_frames(self.cleaned_data["frames"])
        for problem in found.problems:
            self.add_error("frames", str(problem))
        return "\n".join(found.origins)

    def clean(self) -> dict[str, Any] | None:
        """A last day that is not before the first, and a new venue that has a name."""
        data = super().clean() or self.cleaned_data
        last, day = data.get("last_day"), data.get("day")
        if last and day and last < day:
            self.add_error("last_day", _("The last day lies before the first."))
        if not data.get("venue_name") and (data.get("venue_address") or data.get("venue_tables")):
            self.add_error("venue_name", _("Give the new venue a name."))
        second = data.get("second_language")
        if second and not data.get("language"):
            self.add_error("language", _("Choose the first language, too."))
        elif second and second == data.get("language"):
            self.add_error("second_language", _("That is the first language already."))
        return data

    def details(self) -> EventDetails:
        """What was typed, once it is valid; whoever puts an event on the front page shows it to everybody."""
        data = self.cleaned_data
        announced = data["on_front"] and not self.initial.get("on_front")
        return EventDetails(
            name=data["name"],
            opens_at=data["opens_at"],
            time_zone=data["time_zone"],
            description=data["description"],
            venue=self.venues.get(data["venue"]),
            new_venue=self._new_venue(),
            organisation=self.organisations.get(data.get("organisation", "")),
            last_day=data["last_day"],
            language=data.get("language", self.initial.get("language", "")),
            second_language=data.get("second_language", self.initial.get("second_language", "")),
            price=data["price"],
            listed=data["listed"] or announced,
            on_front=data["on_front"],
            frames=data["frames"],
            practice=data["practice"],
        )

    def tables(self) -> str:
        """The tables of the venue chosen or typed."""
        venue = self.venues.get(self.cleaned_data["venue"])
        if self.cleaned_data["venue_name"]:
            return str(self.cleaned_data["venue_tables"])
        return venue.tables if venue else ""

    def _new_venue(self) -> VenueDetails | None:
        data = self.cleaned_data
        if not data["venue_name"]:
            return None
        return VenueDetails(
            name=data["venue_name"],
            address=data["venue_address"],
            time_zone=data["time_zone"],
            tables=data["venue_tables"],
        )


class CopyForm(WhenForm):
    """An event like an earlier one."""

    time_zone = None  # type: ignore[assignment]
    staff = forms.BooleanField(label=gettext_lazy("With the same staff"), required=False, initial=True)
    players = forms.BooleanField(label=gettext_lazy("With the same players"), required=False)

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zone

    def clean(self) -> dict[str, Any] | None:
        """The moment, in the time zone of the earlier event."""
        self.cleaned_data["time_zone"] = self.zone
        return super().clean()


class VenueForm(Stamped):
    """A venue."""

    name = OneLine(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    address = OneLine(label=gettext_lazy("Address"), max_length=500, required=False)
    tables = OneLine(
        label=gettext_lazy("Tables"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Numbers as on the tables, such as 1-20,31-40. Empty: 1, 2, 3 and so on."),
    )

    def clean_tables(self) -> str:
        """Tables as they are written everywhere in Muster."""
        tables: str = self.cleaned_data["tables"]
        for text in table_problems(tables):
            self.add_error("tables", str(text))
        return tables

    def details(self, time_zone: str) -> VenueDetails:
        """What was typed, once it is valid."""
        data = self.cleaned_data
        return VenueDetails(
            name=data["name"], address=data["address"], tables=data["tables"], time_zone=time_zone
        )


def event_initial(event: Event) -> dict[str, Any]:
    """An event as its form shows it."""
    opens = event.opens_at.astimezone(ZoneInfo(event.time_zone))
    return {
        "name": event.name,
        "day": opens.date(),
        "time": opens.time(),
        "time_zone": event.time_zone,
        "last_day": event.last_day,
        "venue": str(event.venue_id or ""),
        "description": event.description,
        "language": event.language,
        "second_language": event.second_language,
        "price": event.price,
        "listed": event.listed,
        "on_front": event.on_front,
        "frames": event.frames,
        "practice": event.practice,
    }


def day_of(event: Event) -> date:
    """The day of play, where it is played."""
    return event.opens_at.astimezone(ZoneInfo(event.time_zone)).date()


def _venue_words(venue: Venue) -> str:
    """A venue in a list to choose from, with whose it is."""
    return f"{venue.name} · {venue.organisation.name}" if venue.organisation else venue.name


def _skipped(moment: datetime) -> bool:
    back = moment.astimezone(ZoneInfo("UTC")).astimezone(moment.tzinfo)
    return back.replace(tzinfo=None) != moment.replace(tzinfo=None)
