"""How rosters are handled in a tournament: the choices there are, and what changing them does to those handed in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from muster.app.access import Actor
from muster.app.catalogues import editions
from muster.app.rosters.terms import construction_of, most_of, plan_of, rules_of, second_list_of, seen_of
from muster.app.rosters.weighing import checked_of, lines_of, read_back, scale_of, stored, weighed_again
from muster.app.topics import changed, topics_in
from muster.core.tournament.state import State
from muster.people.models import RosterLine, RosterPlan, RosterVersion, Tournament
from muster.rules.rosters import RosterRules, Seen

MOST_POINTS: Final = 100_000
"""The highest limit of points that can be typed; a higher one is a slip of the finger."""

MOST_DAYS: Final = 365
"""Days by which products may come out later in a region."""

_WEIGHING: Final = ("construction", "most", "edition", "later")
"""The choices on which rests whether a roster is in order."""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose: its value, its words, and the clause it comes from."""

    value: str
    words: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose, and what the regulations say where nothing is chosen.

    Attributes:
        constructions: the ways of building.
        usual: the name of the way of building in force without a choice.
        points: the regulations' own limit of points for the way of building in force; None without one.
        editions: the editions of the catalogue that are loaded, the one begun last first.
        seen: who may see rosters by the regulations, and `seen_clause`.
        second_list: whether the regulations want a second list.
    """

    constructions: tuple[Option, ...]
    usual: str
    points: int | None
    points_clause: str
    editions: tuple[str, ...]
    seen: Seen
    seen_words: str
    seen_clause: str
    second_list: bool
    list_clause: str
    lock_clause: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A roster that another plan would judge otherwise: whose, and what is wrong with it then."""

    entry: int
    name: str
    says: str


@dataclass(frozen=True, slots=True)
class Impact:
    """What another plan would do to the rosters that were handed in.

    Attributes:
        rosters: how many there are.
        worse: those that would no longer be in order, with the first thing wrong.
        better: those that would be in order from then on.
    """

    rosters: int
    worse: tuple[Changed, ...]
    better: tuple[Changed, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """It in sentences; nothing where nothing changes."""
        return tuple(_impact_words(self))


def _impact_words(impact: Impact) -> Iterator[str]:
    worse, better = len(impact.worse), len(impact.better)
    if worse:
        says = ngettext(
            "%(count)d roster would become illegal.", "%(count)d rosters would become illegal.", worse
        )
        yield says % {"count": worse}
    if better:
        says = ngettext(
            "%(count)d roster that is not in order would be.",
            "%(count)d rosters that are not in order would be.",
            better,
        )
        yield says % {"count": better}


def seen_words(seen: str) -> str:
    """Who sees a roster, in words."""
    return {
        "staff": _("nobody but its player and the staff"),
        "opponents": _("the opponent of the running round"),
        "cut": _("the opponent of a match in the cut"),
    }.get(seen, seen)


def choices(tournament: Tournament, state: State, rules: RosterRules) -> Choices:
    """What there is to choose in this tournament."""
    bare = RosterPlan(tournament=tournament)
    usual = construction_of(tournament, state, bare)
    points = usual.points if usual else None
    return Choices(
        constructions=tuple(Option(each.id, each.name, each.clause) for each in rules.constructions),
        usual=usual.name if usual else "",
        points=points.most if points else None,
        points_clause=points.clause if points else "",
        editions=tuple(each.name for each in editions(rules.game)),
        seen=rules.seen,
        seen_words=seen_words(rules.seen),
        seen_clause=rules.seen_clause,
        second_list=rules.second_list,
        list_clause=rules.list_clause,
        lock_clause=rules.lock_clause,
    )


def current_versions(tournament: int) -> Sequence[RosterVersion]:
    """The version that counts of everybody who handed one in, with entry and person; in one query."""
    rows = RosterVersion.objects.filter(entry__tournament=tournament, number__gt=0)
    latest: dict[int, RosterVersion] = {}
    for row in rows.select_related("entry__person", "entry__tournament").order_by("number"):
        latest[row.entry_id] = row
    return list(latest.values())


def weighs(before: RosterPlan, after: RosterPlan) -> bool:
    """Whether a change of plan can change what is in order."""
    return any(getattr(before, name) != getattr(after, name) for name in _WEIGHING)


def impact(tournament: Tournament, state: State, plan: RosterPlan) -> Impact:
    """What this plan would do to the rosters handed in under the present one; nothing is changed."""
    versions = current_versions(tournament.pk)
    if not weighs(plan_of(tournament), plan):
        return Impact(len(versions), (), ())
    scale = scale_of(tournament, state, plan)
    worse: list[Changed] = []
    better: list[Changed] = []
    for version in versions:
        checked = checked_of(tournament, state, read_back(version), scale)
        wrong = next((each.says for each in checked.problems if each.severity == "illegal"), "")
        if version.legal != checked.legal:
            (better if checked.legal else worse).append(_changed(version, wrong))
    return Impact(len(versions), tuple(worse), tuple(better))


def _changed(version: RosterVersion, says: str) -> Changed:
    entry = version.entry
    name = entry.person.name or entry.person.alias or _("Player %(number)s") % {"number": entry.player or "–"}
    return Changed(entry.pk, name, says)


def keep(tournament: Tournament, state: State, actor: Actor, rosters: str, plan: RosterPlan) -> None:
    """Keep a plan, and weigh anew what was handed in if that can come out otherwise.

    Raises:
        DeniedError: the actor may not plan.
    """
    actor.must("plan")
    anew = weighs(plan_of(tournament), plan)
    with transaction.atomic():
        tournament.rosters = rosters
        tournament.save(update_fields=["rosters"])
        plan.save()
        changed(topics_in(tournament.pk, "rosters"))
    if anew:
        weigh_anew(tournament, state)


def weigh_anew(tournament: Tournament, state: State) -> None:
    """Check every roster that counts, and every draft, under the plan in force, and keep what is found.

    What was handed in stays as it is; what the check found of it is reckoned from it, and so are the lines by which
    cards are found. Hundreds take seconds, so others may write meanwhile: what is new by the end was checked under
    the new plan already, and is left alone.
    """
    drafts = RosterVersion.objects.filter(entry__tournament=tournament, number=0).select_related("entry")
    rows = (*current_versions(tournament.pk), *drafts)
    scale = scale_of(tournament, state)
    weighed = [(row, weighed_again(row, tournament, state, scale)) for row in rows]
    with transaction.atomic():
        latest = {row.entry_id: (row.number, row.at) for row in current_versions(tournament.pk)}
        lines: list[RosterLine] = []
        for row, found in weighed:
            fields = stored(found)
            rows_now = RosterVersion.objects.filter(pk=row.pk, at=row.at)
            rows_now.update(**{name: fields[name] for name in _FOUND})
            if latest.get(row.entry_id) == (row.number, row.at):
                lines += lines_of(row.entry, found.roster, found.checked)
        RosterLine.objects.filter(entry__in={line.entry_id for line in lines}).delete()
        RosterLine.objects.bulk_create(lines, batch_size=500)
        changed(topics_in(tournament.pk, "rosters"))


_FOUND: Final = ("checked", "catalogue", "legal", "total", "faction")
"""What of a version the check found, and nobody stated."""


def _moment(at: datetime, tournament: Tournament) -> str:
    return formats.date_format(at.astimezone(ZoneInfo(tournament.event.time_zone)), "D j F, H:i")


def summary(tournament: Tournament, state: State) -> tuple[str, ...]:
    """How rosters are handled here, in short: for the head of pages."""
    rules = rules_of(state)
    if rules is None:
        return ()
    plan = plan_of(tournament)
    construction, most = construction_of(tournament, state, plan), most_of(tournament, state, plan)
    told = [construction.name if construction else ""]
    told += [_("at most %(points)d points") % {"points": most}] if most else []
    told += (
        [_("handed in until %(at)s") % {"at": _moment(plan.deadline, tournament)}] if plan.deadline else []
    )
    told += [_("seen by %(whom)s") % {"whom": seen_words(seen_of(plan, rules))}]
    told += [_("with a second list")] if second_list_of(plan, rules) else []
    return tuple(each for each in told if each)
