"""How rosters are handled in a tournament: the choices there are, and what changing them does to those handed in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction

from muster.app.common.access import Actor
from muster.app.common.names import nameless
from muster.app.common.topics import changed, topics_in
from muster.app.rosters.checking import check_version, lines_of, read_back, standard_of, stored
from muster.app.rosters.pooled import latest_pools, with_pool
from muster.app.rosters.terms import plan_of
from muster.core.messages import NOTHING, Message, say_n
from muster.core.tournament.state import State
from muster.people.models import PoolVersion, RosterLine, RosterPlan, RosterVersion, Tournament

MOST_POINTS: Final = 100_000
"""The highest limit of points that can be typed; a higher one is a slip of the finger."""

MOST_DAYS: Final = 365
"""Days by which products may come out later in a region."""

_DECIDING: Final = ("construction", "most", "season", "figures", "edition", "owner", "later", "pools")
"""The choices on which rests whether a roster is in order."""


@dataclass(frozen=True, slots=True)
class ChangedRoster:
    """A roster that another plan would judge otherwise: whose, and what is wrong with it then."""

    entry: int
    name: str
    says: Message


@dataclass(frozen=True, slots=True)
class Impact:
    """What another plan would do to the rosters that were handed in.

    Attributes:
        rosters: how many there are.
        worse: those that would no longer be in order, with the first thing wrong.
        better: those that would be in order from then on.
    """

    rosters: int
    worse: tuple[ChangedRoster, ...]
    better: tuple[ChangedRoster, ...]

    @property
    def words(self) -> tuple[Message, ...]:
        """It in sentences; nothing where nothing changes."""
        return tuple(_impact_words(self))


def _impact_words(impact: Impact) -> Iterator[Message]:
    worse, better = len(impact.worse), len(impact.better)
    if worse:
        yield say_n("{count} roster would become illegal.", "{count} rosters would become illegal.", worse)
    if better:
        yield say_n(
            "{count} roster that is not in order would be.",
            "{count} rosters that are not in order would be.",
            better,
        )


def current_versions(tournament: int) -> Sequence[RosterVersion]:
    """The version that counts of everybody who handed one in, with entry and person; in one query."""
    rows = RosterVersion.objects.filter(entry__tournament=tournament, number__gt=0)
    latest: dict[int, RosterVersion] = {}
    for row in rows.select_related("entry__person", "entry__tournament").order_by("number"):
        latest[row.entry_id] = row
    return list(latest.values())


def changes_verdicts(before: RosterPlan, after: RosterPlan) -> bool:
    """Whether a change of plan can change what is in order."""
    return any(getattr(before, name) != getattr(after, name) for name in _DECIDING)


def impact(tournament: Tournament, state: State, plan: RosterPlan) -> Impact:
    """What this plan would do to the rosters handed in under the present one; nothing is changed."""
    versions = current_versions(tournament.pk)
    if not changes_verdicts(plan_of(tournament), plan):
        return Impact(len(versions), (), ())
    standard = standard_of(tournament, state, plan)
    pools = _pools(tournament, plan)
    worse: list[ChangedRoster] = []
    better: list[ChangedRoster] = []
    for version in versions:
        checked = with_pool(standard, tournament, pools.get(version.entry_id)).check(read_back(version))
        wrong = next((each.says for each in checked.problems if each.severity == "illegal"), NOTHING)
        if version.legal != checked.legal:
            (better if checked.legal else worse).append(_changed(version, wrong))
    return Impact(len(versions), tuple(worse), tuple(better))


def _pools(tournament: Tournament, plan: RosterPlan) -> Mapping[int, PoolVersion]:
    """The registered pools by registration, where decks come out of them."""
    return latest_pools(tournament.pk) if plan.pools == "opposite" else {}


def _changed(version: RosterVersion, says: Message) -> ChangedRoster:
    entry = version.entry
    name = entry.person.name or entry.person.alias or str(nameless(entry.player))
    return ChangedRoster(entry.pk, name, says)


def keep(tournament: Tournament, state: State, actor: Actor, rosters: str, plan: RosterPlan) -> None:
    """Keep a plan, and check again what was handed in if that can come out otherwise.

    Raises:
        DeniedError: the actor may not plan.
    """
    actor.must("plan")
    again = changes_verdicts(plan_of(tournament), plan)
    with transaction.atomic():
        tournament.rosters = rosters
        tournament.save(update_fields=["rosters"])
        plan.save()
        changed(topics_in(tournament.pk, "rosters"))
    if again:
        recheck_all(tournament, state)


def allow_until_start(tournament: Tournament, actor: Actor) -> bool:
    """Take rosters until the tournament starts, whatever deadline there was; whether there was one.

    Raises:
        DeniedError: the actor may not plan.
    """
    actor.must("plan")
    with transaction.atomic():
        rows = RosterPlan.objects.filter(tournament=tournament, deadline__isnull=False)
        done = rows.update(deadline=None)
        if done:
            changed(topics_in(tournament.pk, "rosters"))
    return bool(done)


def recheck_all(tournament: Tournament, state: State) -> None:
    """Check every roster that counts, and every draft, under the plan in force, and keep what is found.

    What was handed in stays as it is; what the check found follows from it, and so are the lines by which
    cards are found. Hundreds take seconds, so others may write meanwhile: what is new by the end was checked under
    the new plan already, and is left alone.
    """
    drafts = RosterVersion.objects.filter(entry__tournament=tournament, number=0).select_related("entry")
    rows = (*current_versions(tournament.pk), *drafts)
    standard = standard_of(tournament, state)
    pools = _pools(tournament, plan_of(tournament))
    under = [(row, with_pool(standard, tournament, pools.get(row.entry_id))) for row in rows]
    verdict = [(row, check_version(row, tournament, state, each)) for row, each in under]
    with transaction.atomic():
        latest = {row.entry_id: (row.number, row.at) for row in current_versions(tournament.pk)}
        lines: list[RosterLine] = []
        for row, found in verdict:
            fields = stored(found)
            rows_now = RosterVersion.objects.filter(pk=row.pk, at=row.at)
            rows_now.update(**{name: fields[name] for name in _FOUND})
            if latest.get(row.entry_id) == (row.number, row.at):
                lines += lines_of(row.entry, found.roster, found.checked)
        RosterLine.objects.filter(entry__in={line.entry_id for line in lines}).delete()
        RosterLine.objects.bulk_create(lines, batch_size=500)
        changed(topics_in(tournament.pk, "rosters"))


_FOUND: Final = ("checked", "catalogue", "legal", "whole", "total", "faction")
"""What of a version the check found, and nobody stated."""
