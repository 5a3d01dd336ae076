"""The form that sets a tournament up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from muster.app.events.editing import TournamentDetails
from muster.app.events.offers import SettingChoice
from muster.people.models import LONGEST_NAME, Tournament
from muster.web.fields import Lines, OneLine
from muster.web.stamps import Stamped

MOST_PLAYERS: Final = 10_000
"""The largest capacity that can be typed; a larger one is a slip of the finger."""


class TournamentForm(Stamped):
    """What a tournament is besides its rules."""

    tournament_name = OneLine(label=gettext_lazy("Name of the tournament"), max_length=LONGEST_NAME)
    capacity = forms.IntegerField(
        label=gettext_lazy("Places"),
        min_value=2,
        max_value=MOST_PLAYERS,
        required=False,
        help_text=gettext_lazy("Empty for no limit. Players who register later wait for a place."),
    )
    names = forms.ChoiceField(label=gettext_lazy("Names in public"), choices=Tournament.NAMES, initial="full")
    rosters = forms.ChoiceField(label=gettext_lazy("Rosters"), choices=Tournament.ROSTERS, initial="none")
    registration_open = forms.BooleanField(
        label=gettext_lazy("Players may register themselves"), required=False
    )
    self_check_in = forms.BooleanField(
        label=gettext_lazy("Players may check themselves in on the day"), required=False, initial=True
    )
    self_report = forms.BooleanField(
        label=gettext_lazy("Players may report their results"), required=False, initial=True
    )
    open_journal = forms.BooleanField(
        label=gettext_lazy("Everybody may check the whole journal"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "It is offered as a file: every act with entry numbers and the names everybody sees, so also "
            "fixed tables, "
            "pairs that never meet, who dropped and who was disqualified. Of reasons typed at the desk it has "
            "only proofs."
        ),
    )
    prizes = Lines(
        label=gettext_lazy("Prizes"),
        max_length=5000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("A line for each place, best first. Shown at the end of the day."),
    )

    def __init__(
        self, *args: Any, typed_words: bool = False, kinds: Sequence[SettingChoice] = (), **kwargs: Any
    ) -> None:
        """`kinds` are the kinds of event to choose from, if that is asked here."""
        super().__init__(*args, **kwargs)
        if len(kinds) > 1:
            choices = [(one.value, str(one.label)) for one in kinds]
            field = forms.ChoiceField(label=_("Kind of event"), required=False, choices=choices)
            self.fields["kind"] = field
        if typed_words:
            self.fields["open_journal"].help_text = _(
                "This journal holds reasons as they were typed, from before only proofs of them were "
                "recorded. They "
                "cannot be taken out: anybody who gets the file can read them."
            )

    def details(self) -> TournamentDetails:
        """What was typed, once it is valid."""
        data = self.cleaned_data
        return TournamentDetails(
            name=data["tournament_name"],
            kind=data.get("kind", ""),
            capacity=data["capacity"],
            registration_open=data["registration_open"],
            rosters=data["rosters"],
            names=data["names"],
            prizes=data["prizes"],
            self_check_in=data["self_check_in"],
            self_report=data["self_report"],
            open_journal=data["open_journal"],
        )


def tournament_initial(tournament: Tournament) -> dict[str, Any]:
    """A tournament as its form shows it."""
    return {
        "tournament_name": tournament.name,
        "kind": tournament.kind,
        "capacity": tournament.capacity,
        "names": tournament.names,
        "rosters": tournament.rosters,
        "registration_open": tournament.registration_open,
        "prizes": tournament.prizes,
        "self_check_in": tournament.self_check_in,
        "self_report": tournament.self_report,
        "open_journal": tournament.open_journal,
    }
