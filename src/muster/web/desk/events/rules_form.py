"""The form that chooses regulations, structure and readings: its fields depend on the game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from muster.app.events.offers import VariantChoice, variant_value, variants
from muster.app.events.own_rules import FileMistake, read_own
from muster.app.rosters.terms import built_as
from muster.core.kinds import ELIMINATION, Departure, Planned, departures, proposed
from muster.core.messages import Message, of_rules
from muster.core.scoring.scored import Problem
from muster.core.tournament.acts.structure_problems import match_format
from muster.core.tournament.commands import CreateTournament
from muster.core.tournament.course import ONE_SWISS, Course
from muster.core.tournament.refusals import Refusal
from muster.rules.kinds import About
from muster.rules.load import MAX_BYTES, Summary, available, load, ready_made, summary
from muster.rules.schema import Regulations
from muster.web.desk.events import offers
from muster.web.desk.events.course_choice import (
    PartRow,
    chain_cut,
    choices_of_parts,
    course_of,
    courses,
    cut_of,
    number_typed,
    own_rounds,
    part_rows,
    parts_typed,
    points_of,
)
from muster.web.desk.events.course_length import match_minutes
from muster.web.desk.events.elimination_choice import elimination_of, eliminations
from muster.web.fields import OneLine, put

OWN: Final = "own"
"""Stands for a regulations file of one's own."""

REFRESH: Final = {
    "hx-post": "",
    "hx-target": "#rules",
    "hx-select": "#rules",
    "hx-swap": "outerHTML",
    "hx-encoding": "multipart/form-data",
    "hx-vals": '{"again": "1"}',
}
"""Has the fields that depend on a control fetched anew when it changes."""


class RulesForm(forms.Form):
    """What a tournament is played by.

    Whatever the game does not know is refused by the engine, whose words then stand at the field.
    """

    regulations = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.Select(attrs=REFRESH))
    own_file = forms.FileField(
        label=gettext_lazy("A regulations file of your own"),
        required=False,
        widget=forms.FileInput(attrs={**REFRESH, "accept": ".toml"}),
        help_text=gettext_lazy("For another game, or your league's own rules; TOML, at most 100 kB."),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind of event"),
        required=False,
        widget=forms.Select(attrs=REFRESH),
        help_text=gettext_lazy("Choosing one fills in what it asks for; everything can still be changed."),
    )
    was_kind = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    own_text = forms.CharField(required=False, widget=forms.HiddenInput, strip=False)
    own_name = OneLine(required=False, max_length=100, widget=forms.HiddenInput)
    tier = forms.ChoiceField(label=gettext_lazy("Level"), required=False, widget=forms.Select(attrs=REFRESH))
    construction = forms.ChoiceField(label=gettext_lazy("Format"), required=False)
    structure = forms.ChoiceField(label=gettext_lazy("Rounds"), widget=forms.RadioSelect)
    course = forms.ChoiceField(
        label=gettext_lazy("How the rounds go"),
        required=False,
        widget=forms.Select(attrs=REFRESH),
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Number of rounds"),
        required=False,
        help_text=gettext_lazy("Where everybody meets everybody there are as many as it needs."),
    )
    day_one = forms.IntegerField(
        label=gettext_lazy("Rounds of day one"), required=False, help_text=gettext_lazy("For two days only.")
    )
    points = OneLine(
        label=gettext_lazy("Points to play on"),
        max_length=12,
        required=False,
        help_text=gettext_lazy("For two days only."),
    )
    cut_kind = forms.ChoiceField(label=gettext_lazy("Who goes on"), required=False)
    cut = OneLine(label=gettext_lazy("How many, or the points or losses"), max_length=12, required=False)
    elimination = forms.ChoiceField(label=gettext_lazy("Elimination"), required=False)
    swiss_match = forms.ChoiceField(label=gettext_lazy("Swiss matches"), required=False)
    elimination_match = forms.ChoiceField(label=gettext_lazy("Elimination matches"), required=False)
    check_in = forms.BooleanField(
        label=gettext_lazy("Players must be checked in before the first round"), required=False
    )
    tables = OneLine(
        label=gettext_lazy("Tables"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Such as 1-20,31-40. Empty: the venue's, or 1, 2, 3 and so on."),
    )

    def __init__(self, *args: Any, preferred: str = "", **kwargs: Any) -> None:
        """`preferred` is the game shown first."""
        super().__init__(*args, **kwargs)
        self.mistakes: tuple[FileMistake, ...] = ()
        self.part_faults: Mapping[str, Message] = {}
        self.own_source = self._own_source()
        self.rules = self._chosen(preferred)
        self.initial.setdefault("regulations", preferred)
        self._keep_own()
        self._offer(self.rules)

    def _keep_own(self) -> None:
        """Have the form carry a file that was sent, so that it need not be chosen again."""
        if self.own_source is None:
            return
        name, text = self.own_source
        carried = {"regulations": OWN, "own_text": text.decode("utf-8-sig", "replace"), "own_name": name}
        self.initial.update(carried)
        if self.is_bound:
            self.data = {**{key: self.data.get(key) for key in self.data}, **carried}

    def _typed(self, name: str) -> Any:
        return self._source.get(name)

    def _own_source(self) -> tuple[str, bytes] | None:
        """The file sent now, or the one sent before and kept in the form; none if a game is chosen instead."""
        sent = self.files.get("own_file") if self.is_bound else self.initial.get("own_file")
        if isinstance(sent, UploadedFile) and sent.size:
            # A byte more than is allowed is enough to know that it is too long.
            sent.seek(0)
            return (sent.name or "file")[:100], sent.read(MAX_BYTES + 1)
        kept = self._typed("own_text")
        if kept and self._typed("regulations") == OWN:
            return str(self._typed("own_name") or "file")[:100], str(kept)[: MAX_BYTES + 1].encode()
        return None

    def _chosen(self, preferred: str) -> Regulations:
        known = [summary.id for summary in (*available(), *ready_made())]
        fallback = load(preferred if preferred in known else known[0])
        if self.own_source:
            found = read_own(self.own_source[1], self.own_source[0])
            if isinstance(found, Regulations):
                return found
            self.mistakes, self.own_source = found, None
        wanted = self._typed("regulations")
        return load(wanted) if wanted in known else fallback

    def _offer(self, rules: Regulations) -> None:
        """Fill in what this game offers, with a fitting choice where the one typed is none of it."""
        own = [(OWN, _game(summary(rules)))] if self.own_source else []
        self._games(own, rules.id if not own else OWN)
        tiers = [(one.value, str(one.label)) for one in offers.tiers(rules)]
        self._choices("tier", tiers, tiers[0][0])
        kinds = [(one.value, str(one.label)) for one in offers.kinds(rules)]
        self._choices("kind", kinds, "")
        self.with_kinds = len(kinds) > 1
        built = [(one.value, str(one.label)) for one in offers.constructions(rules, self._of("tier"))]
        self._choices("construction", built or [("", "")], "")
        self.with_constructions = bool(built)
        self.structures = offers.structures(rules)
        shapes = [(one.value, str(one.label)) for one in self.structures]
        self._choices("structure", shapes, shapes[0][0])
        kinds = [(one.value, str(one.label)) for one in offers.cut_kinds(rules)]
        self._choices("cut_kind", kinds, kinds[0][0])
        going = [(str(id_), str(words)) for id_, words in courses(rules)]
        self._choices("course", going, going[0][0])
        self.with_courses = len(going) > 1
        ways = [(str(id_), str(words)) for id_, words in eliminations(rules)]
        self._choices("elimination", ways, ways[0][0])
        self.with_eliminations = len(ways) > 1
        for stage in ("swiss", "elimination"):
            found = [(one.value, str(one.label)) for one in offers.formats(rules, stage)]
            self._choices(f"{stage}_match", [("", _("As the regulations say")), *found], "")
        self.with_formats = len(rules.match_formats) > 1
        self.variants = variants(rules)
        for variant in self.variants:
            self._add_variant(variant)

    def _games(self, own: list[tuple[str, str]], default: str) -> None:
        """The games to choose from: by a publisher's text, ready-made without one, and one's own."""
        groups: list[tuple[str, list[tuple[str, str]]]] = [
            (_("By the book"), [(one.id, _game(one)) for one in available()]),
            (_("Ready-made, not by a publisher’s text"), [(one.id, _game(one)) for one in ready_made()]),
        ]
        if own:
            groups.append((_("Your own"), own))
        self.fields["regulations"].choices = groups  # type: ignore[attr-defined]
        if self.initial.get("regulations") not in {id_ for _group, games in groups for id_, _name in games}:
            self.initial["regulations"] = default

    def _of(self, name: str) -> str:
        """What stands in a field now, typed or not."""
        return str(self[name].value() or "")

    @property
    def course_typed(self) -> Course:
        """How the rounds would go by what stands in the fields, for the structure Custom."""
        day_one, points = number_typed(self._of("day_one")), points_of(self._of("points"), self.rules)
        return course_of(self._of("course"), day_one, points, parts_typed(self._source, self.rules))

    @property
    def rounds_typed(self) -> int:
        """How many rounds stand in the field; 0 for none."""
        return number_typed(self._of("rounds")) or 0

    @property
    def minutes(self) -> int | None:
        """How long a round lasts by what stands in the fields; None where the regulations name no time."""
        return match_minutes(self.rules, self._of("tier"), self._of("swiss_match"))

    @property
    def parts(self) -> list[PartRow]:
        """The parts that follow one another, as rows; a ready-made chain that is chosen fills them."""
        return part_rows(self.course_typed if self.course_typed.parts else ONE_SWISS, self.part_faults)

    @property
    def own(self) -> Mapping[str, str]:
        """What the rows ask of the form: whether parts of one's own are chosen, or a chain of them."""
        return {"course": "parts" if self.course_typed.parts else ""}

    @property
    def choices_of_parts(self) -> Mapping[str, list[tuple[str, Message]]]:
        """What there is to choose from in a row."""
        return choices_of_parts()

    @property
    def _source(self) -> Mapping[str, Any]:
        return self.data if self.is_bound else self.initial

    @property
    def stands_for(self) -> str:
        """Game, kind and tier as the page shows them: what its other fields were filled in for."""
        return "/".join((self.rules.id, self._of("kind"), self._of("tier")))

    @property
    def refill(self) -> Planned:
        """What the kind or tier just chosen proposes; nothing where neither is another than the page was filled for.

        A form that does not say what it was filled in for was not filled in on the page, and keeps what it has.
        """
        was, now = str(self._typed("was_kind") or "").split("/"), self.stands_for.split("/")
        if len(was) != len(now) or was == now or was[0] != now[0]:
            return {}
        kind = now[1]
        found = proposed(self.rules, kind, now[2])
        # A tier that was chosen against the kind's own stays: that it departs is told.
        return found if was[1] != kind else {about: id_ for about, id_ in found.items() if about != "tier"}

    def departures(self, rosters: str, *, judge: bool) -> tuple[Departure, ...]:
        """Where what stands in the form departs from the regulations.

        Args:
            rosters: whether rosters are asked for.
            judge: whether somebody judges already.
        """
        rules, tier = self.rules, self._of("tier")
        match = match_format(rules.match_formats, "swiss", tier, self._of("swiss_match"))
        elimination = self._of("structure") == ELIMINATION
        wanted = self._of("construction")
        every: dict[About, str] = {
            "tier": tier,
            "construction": built_as(rules.roster, tier, wanted).id if rules.roster else "",
            "match": self._of("swiss_match") if isinstance(match, Message) else match.id,
            "rosters": rosters,
            "structure": self._of("structure"),
            "judge": "yes" if judge else "no",
        }
        left_out = {"match"} if elimination else set[str]()
        planned = {about: id_ for about, id_ in every.items() if id_ and about not in left_out}
        return departures(rules, self._of("kind"), planned)

    def _choices(self, name: str, choices: list[tuple[str, str]], default: str) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]
        if self.initial.get(name) not in dict(choices):
            self.initial[name] = default

    def _add_variant(self, variant: VariantChoice) -> None:
        label, meaning = str(variant.label), str(variant.meaning)
        if variant.choices:
            words = {choice.value: str(choice.label) for choice in variant.choices}
            usual = _("As usual: %(reading)s") % {"reading": words.get(variant.default, variant.default)}
            others = [(value, word) for value, word in words.items() if value != variant.default]
            field: forms.Field = forms.ChoiceField(
                label=label, required=False, choices=[("", usual), *others], help_text=meaning
            )
        else:
            field = OneLine(label=label, required=False, max_length=20, help_text=meaning)
            field.widget.attrs["placeholder"] = variant.default
        self.fields[f"variant_{variant.name}"] = field

    def variant_fields(self) -> list[tuple[forms.BoundField, str]]:
        """The readings as fields, each with its clause."""
        return [(self[f"variant_{one.name}"], one.clause) for one in self.variants]

    @property
    def variant_chosen(self) -> bool:
        """Whether a reading other than the usual is chosen or at fault."""
        return any(bound.value() or bound.errors for bound, _clause in self.variant_fields())

    def clean(self) -> dict[str, Any] | None:
        """Refuse a file with mistakes; they are listed beside it."""
        data = super().clean()
        self._read_figures(data or {})
        if self.mistakes:
            self.add_error("own_file", _("This file cannot be used yet: see below."))
        return data

    def _read_figures(self, data: dict[str, Any]) -> None:
        """Points and cut as numbers; what is typed and is none is said at its field."""
        found = {"points": points_of(data.get("points"), self.rules)}
        found["cut"] = cut_of(data.get("cut"), data.get("cut_kind", ""), self.rules)
        for name, number in found.items():
            if data.get(name) and number is None:
                self.add_error(name, _("Enter a whole number."))
            data[name] = number

    def setup(self, day: date, tables: str = "") -> CreateTournament:
        """The command that sets the tournament up; `tables` are the venue's, used if none were typed."""
        data = self.cleaned_data
        elimination = data["structure"] == ELIMINATION
        known = [each.id for each in self.rules.structures]
        structure = ("custom" if "custom" in known else known[0]) if elimination else data["structure"]
        own = data["structure"] == "custom"
        choice = data["course"] if own else ""
        parts = parts_typed(self._source, self.rules)
        course = course_of(choice, data["day_one"], data["points"], parts) if own else ONE_SWISS
        cut_given = data["cut"] is not None or data["cut_kind"] not in ("", "top")
        kind, cut = chain_cut(
            choice, data["cut_kind"] if cut_given and data["cut_kind"] else "top", data["cut"]
        )
        return CreateTournament(
            regulations=self.rules,
            day=day,
            tier=data["tier"],
            structure=structure,
            swiss_match=data["swiss_match"],
            elimination_match=data["elimination_match"],
            first_stage="elimination" if elimination else "swiss",
            rounds=None if elimination else own_rounds(course, data["rounds"]),
            course=course,
            elimination=elimination_of(data["elimination"]) if elimination or own else "single",
            cut_kind="top" if elimination else kind,
            cut=None if elimination else cut,
            variants=self._variants(),
            check_in=data["check_in"],
            tables=data["tables"] or tables,
        )

    def _variants(self) -> Mapping[str, object]:
        chosen = {one.name: self.cleaned_data[f"variant_{one.name}"] for one in self.variants}
        return {name: variant_value(name, value) for name, value in chosen.items() if value}

    def show(self, refusal: Refusal) -> None:
        """Show at its field what the engine refused."""
        names = {one.name: f"variant_{one.name}" for one in self.variants}
        problems = refusal.problems or (Problem("", refusal.says, refusal.clause),)
        self.part_faults = {one.field: one.message for one in problems if one.field.startswith("part-")}
        put(self, problems, names)


def _game(one: Summary) -> str:
    return f"{of_rules(one.game)} {of_rules(one.edition)}"


def typed(form: type[forms.Form], request_data: Any, files: Any) -> dict[str, Any]:
    """What was typed into a form, to be shown again without being judged."""
    return {
        name: field.widget.value_from_datadict(request_data, files, name)
        for name, field in form.base_fields.items()
    } | {name: value for name, value in request_data.items() if name.startswith(("variant_", "part_"))}
