"""How rosters are handled in a tournament: the form, what a change would do, and keeping it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from muster.app.events.kinds import departures_of
from muster.app.rosters import planning
from muster.app.rosters.own_cards import owner_of
from muster.app.rosters.terms import plan_of, rules_of
from muster.core.kinds import Departure
from muster.people.models import RosterPlan, Tournament
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.rosters.figures_form import FiguresForm, figures_shown
from muster.web.desk.rosters.page import NoRosterRules, RosterSettings
from muster.web.desk.rosters.plan_page import PlanChoices, choices_of, season_chosen, seen_words
from muster.web.fields import ClockTime, Day, OneLine
from muster.web.stamps import Stamped

_ELSEWHERE: Final = ("tier", "match", "structure")
"""What departs from the regulations by another page's choices."""

_SITE: Final = "site/"
_OWN: Final = "own/"
"""What an edition's name begins with in the form: whose it is."""


class PlanForm(FiguresForm, Stamped):
    """The choices about rosters; empty where the regulations decide."""

    rosters = forms.ChoiceField(label=gettext_lazy("Rosters"), choices=Tournament.ROSTERS)
    construction = forms.ChoiceField(label=gettext_lazy("Way of building"), required=False)
    most = forms.IntegerField(
        label=gettext_lazy("Limit of points"), min_value=1, max_value=planning.MOST_POINTS, required=False
    )
    why = OneLine(label=gettext_lazy("Why this event has its own figures"), max_length=300, required=False)
    season = forms.ChoiceField(label=gettext_lazy("Season"), required=False)
    edition = forms.ChoiceField(label=gettext_lazy("Cards and prices of"), required=False)
    later = forms.IntegerField(
        label=gettext_lazy("Released later by (days)"),
        min_value=0,
        max_value=planning.MOST_DAYS,
        required=False,
    )
    pools = forms.ChoiceField(
        label=gettext_lazy("Pools are registered by"),
        choices=RosterPlan.POOLS,
        required=False,
        help_text=gettext_lazy(
            "Where decks are built at the event: then a deck has to come out of its pool."
        ),
    )
    deadline_day = Day(label=gettext_lazy("Handed in until (date)"), required=False)
    deadline_time = ClockTime(label=gettext_lazy("Handed in until (time)"), required=False)
    seen = forms.ChoiceField(label=gettext_lazy("Who sees a roster"), required=False)
    public_after = forms.BooleanField(
        label=gettext_lazy("Everybody sees all rosters once the tournament is over"), required=False
    )
    second_list = forms.ChoiceField(label=gettext_lazy("A second list for opponents"), required=False)

    def __init__(self, *args: Any, choices: PlanChoices, plan: RosterPlan, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.plan, self.zone = plan, ZoneInfo(zone)
        self.points, self.with_pools = choices.points, choices.pools
        self._offer(choices)
        self._explain(choices)
        self.ask(choices.figures)

    def _offer(self, choices: PlanChoices) -> None:
        regulations = _("by the regulations: %(what)s")
        yes_no = _("wanted") if choices.second_list else _("not wanted")
        usual = [(each.value, str(each.words)) for each in choices.constructions]
        self._choices("construction", [("", regulations % {"what": choices.usual}), *usual])
        seasons = [(each.id, str(each.title)) for each in choices.seasons]
        self._choices("season", [("", _("none: the printed text alone")), *seasons])
        newest = _("the newest (%(edition)s)") % {"edition": choices.editions[0]} if choices.editions else ""
        site = [(f"{_SITE}{each}", each) for each in choices.editions]
        own = [(f"{_OWN}{each}", _("%(edition)s (own)") % {"edition": each}) for each in choices.own_editions]
        self._choices("edition", [("", newest or _("none is loaded")), *site, *own])
        whom = [(each, str(seen_words(each))) for each in ("staff", "opponents", "cut")]
        self._choices("seen", [("", regulations % {"what": choices.seen_words}), *whom])
        lists = [("yes", _("wanted")), ("no", _("not wanted"))]
        self._choices("second_list", [("", regulations % {"what": yes_no}), *lists])

    def _choices(self, name: str, offered: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  (declared so above)
        kept = self.initial.get(name)
        # A choice that is no longer offered stays one, or saving anything else would change it unseen.
        said = kept.partition("/")[2] if name == "edition" and kept else kept
        field.choices = offered if not kept or kept in dict(offered) else [*offered, (kept, said)]

    def _explain(self, choices: PlanChoices) -> None:
        limit = (
            _("Empty: %(points)d, by the regulations.") % {"points": choices.points} if choices.points else ""
        )
        self.fields["most"].help_text = limit or _("Empty: none, by the regulations.")
        self.fields["why"].help_text = _("Everybody can read it on the page of rules.")
        self.fields["edition"].help_text = (
            ""
            if choices.editions or choices.own_editions
            else _("Without a catalogue names and prices are taken as the lists state them.")
        )
        self.fields["later"].help_text = _("Where products reach your region later than the world.")
        self.fields["deadline_day"].help_text = _("Empty: until the tournament starts.")

    def clean(self) -> dict[str, Any] | None:
        """A deadline has a date and a time; the time alone is that of no day. Figures of one's own have a reason."""
        data = super().clean() or self.cleaned_data
        day, time = data.get("deadline_day"), data.get("deadline_time")
        if time and not day and "deadline_day" not in self.errors:
            self.add_error("deadline_day", _("Choose the date as well."))
        if day and not time and "deadline_time" not in self.errors:
            self.add_error("deadline_time", _("Choose the time as well."))
        self.check_figures()
        if self._departs() and not data.get("why") and "why" not in self.errors:
            self.add_error("why", _("Say why this event departs from the figures of the text."))
        return data

    def _departs(self) -> bool:
        most = self.cleaned_data.get("most")
        return bool(self.figures()) or most not in (None, self.points)

    def wanted(self, who: str) -> RosterPlan:
        """The plan as `who` typed it, not yet kept."""
        data = self.cleaned_data
        day, time = data["deadline_day"], data["deadline_time"]
        figures, why = self.figures(), data["why"] if self._departs() else ""
        same = (figures, data["most"], why) == (self.plan.figures, self.plan.most, self.plan.figures_why)
        return RosterPlan(
            tournament_id=self.plan.tournament_id,
            construction=data["construction"],
            most=data["most"],
            season=data["season"],
            season_on=self._season_on(data["season"]),
            season_by=self._season_by(data["season"], who),
            figures=figures,
            figures_why=why,
            figures_on=(same and self.plan.figures_on) or localdate(timezone=self.zone) if why else None,
            figures_by=(self.plan.figures_by if same else who) if why else "",
            edition=data["edition"].partition("/")[2],
            owner=self._owner(data["edition"]),
            later=data["later"] or 0,
            pools=data["pools"] if self.with_pools else self.plan.pools,
            deadline=datetime.combine(day, time, self.zone) if day and time else None,
            seen=data["seen"],
            public_after=data["public_after"],
            second_list={"yes": True, "no": False}.get(data["second_list"]),
        )

    def _owner(self, edition: str) -> str:
        """Whose the chosen edition is; the one that stood before keeps its owner."""
        if not edition.startswith(_OWN):
            return ""
        return self.plan.owner if edition == edition_value(self.plan) else owner_of(self.plan.tournament)

    def _season_on(self, season: str) -> date | None:
        """The day on which the season was chosen: today, unless it is the one that stood before."""
        if not season:
            return None
        kept = self.plan.season_on if season == self.plan.season else None
        return kept or localdate(timezone=self.zone)

    def _season_by(self, season: str, who: str) -> str:
        """Who chose the season: whoever does now, unless it is the one that stood before."""
        if not season:
            return ""
        return self.plan.season_by if season == self.plan.season else who


def edition_value(plan: RosterPlan) -> str:
    """The edition of a plan as the form names it: the site's and the organiser's may be called the same."""
    return f"{_OWN if plan.owner else _SITE}{plan.edition}" if plan.edition else ""


def initial(tournament: Tournament, plan: RosterPlan, choices: PlanChoices, zone: str) -> dict[str, Any]:
    """A plan as its form shows it."""
    until = plan.deadline.astimezone(ZoneInfo(zone)) if plan.deadline else None
    return {
        "rosters": tournament.rosters,
        "construction": plan.construction,
        "most": plan.most,
        **figures_shown(plan, choices.figures),
        "why": plan.figures_why,
        "season": plan.season,
        "edition": edition_value(plan),
        "later": plan.later or None,
        "pools": plan.pools,
        "deadline_day": until.date() if until else None,
        "deadline_time": until.time() if until else None,
        "seen": plan.seen,
        "public_after": plan.public_after,
        "second_list": "" if plan.second_list is None else "yes" if plan.second_list else "no",
    }


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("plan")
def plan(desk: Desk) -> HttpResponse:
    """The choices about rosters; a change that makes handed in rosters illegal is shown before it is kept."""
    rules = rules_of(desk.state)
    if rules is None:
        return desk.show(NoRosterRules())
    kept, zone = plan_of(desk.tournament), desk.event.time_zone
    offered = choices_of(desk.tournament, desk.state, rules, kept)
    sent = desk.request.POST if desk.request.method == "POST" else None
    shown = initial(desk.tournament, kept, offered, zone)
    form = PlanForm(sent, choices=offered, plan=kept, zone=zone, initial=shown)
    season = season_chosen(desk.state, kept)
    if sent is None or not form.is_valid():
        return desk.show(RosterSettings(form, offered, season=season), status=422 if form.errors else 200)
    wanted = form.wanted(desk.actor.who)
    impact = None if "sure" in sent else planning.impact(desk.tournament, desk.state, wanted)
    if impact and impact.worse:
        return desk.show(RosterSettings(form, offered, impact, season), status=409)
    planning.keep(desk.tournament, desk.state, desk.actor, form.cleaned_data["rosters"], wanted)
    messages.success(desk.request, _("The settings are changed."))
    for words in impact.words if impact else ():
        messages.info(desk.request, str(words))
    for one in _departing(desk, wanted):
        told = {"says": one.message, "clause": one.clause}
        messages.warning(desk.request, _("%(says)s (%(clause)s)") % told)
    return desk.go("desk:rosters")


def _departing(desk: Desk, wanted: RosterPlan) -> list[Departure]:
    """What of this plan departs from the regulations, as long as it can be changed."""
    if desk.state.stages:
        return []
    found = departures_of(desk.tournament, desk.state, wanted, judge=True)
    return [one for one in found if one.about not in _ELSEWHERE]


urlpatterns: list[URLPattern] = [
    path("rosters/settings", plan, name="rosters-plan"),
]
