"""An event like an earlier one: the same set-up on another day, with staff and players if wanted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db import transaction

from muster.app.accounts.standing import may
from muster.app.common.access import Actor
from muster.app.events.editing import EventDetails, TournamentDetails, add_tournament, create_event, organiser
from muster.app.history.submitting import submit
from muster.app.judging.tables import copy_table
from muster.app.organisations.standing import must_set_up, organisations_to_set_up_in
from muster.app.registration.entries import Newcomer, enter
from muster.core.tournament.commands import CreateTournament, SetTables
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import Account, Entry, Event, RosterPlan, Staff, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """What to take over besides the set-up."""

    name: str
    opens_at: datetime
    staff: bool = False
    players: bool = False


def may_copy(account: Account, source: Event) -> bool:
    """Whether an account may set up another event like this one: on its own, or in the same organisation."""
    return may(account, "create-events") or source.organisation in organisations_to_set_up_in(account)


def copy_event(source: Event, actor: Actor, account: Account, wanted: Copy) -> Event | Refusal:
    """A new event set up like this one, not listed and not open for registration yet.

    Regulations, structure, variants, tables and an own table of penalties are taken over as they stood last; results
    never are.

    Args:
        source: the earlier event.
        actor: its organiser.
        account: the organiser of the new event.
        wanted: its name and date, and what else to take over.

    Raises:
        NotOnThisSiteError: that organiser may not set up events on this site.
    """
    actor.must("manage-event")
    host = source.organisation if source.organisation in organisations_to_set_up_in(account) else None
    must_set_up(account, host)
    with transaction.atomic():
        details = EventDetails(
            name=wanted.name,
            opens_at=wanted.opens_at,
            time_zone=source.time_zone,
            description=source.description,
            venue=source.venue,
            organisation=host,
            language=source.language,
            second_language=source.second_language,
            price=source.price,
            on_front=source.on_front,
            frames=source.frames,
            practice=source.practice,
        )
        event = create_event(account, details, copied_from=source)
        day = wanted.opens_at.astimezone(ZoneInfo(source.time_zone)).date()
        for earlier in source.tournaments.order_by("number"):
            refusal = _copy_tournament(earlier, event, organiser(account), day, players=wanted.players)
            if refusal is not None:
                transaction.set_rollback(True)
                return refusal
        if wanted.staff:
            _copy_staff(source, event, account)
    return event


def setup_of(state: State, day: date) -> CreateTournament:
    """The command that sets a tournament up as this one stands, on another day."""
    created = state.created
    return CreateTournament(
        regulations=created.regulations,
        day=day,
        tier=created.tier,
        structure=created.structure,
        swiss_match=created.swiss_match,
        elimination_match=created.elimination_match,
        first_stage=created.first_stage,
        rounds=created.rounds,
        cut_kind=created.cut_kind,
        cut=created.cut,
        course=created.course,
        elimination=created.elimination,
        variants=created.variants.model_dump(mode="json"),
        check_in=created.check_in,
        tables=state.tables.tables if state.tables else "",
    )


def _copy_tournament(
    earlier: Tournament, event: Event, actor: Actor, day: date, *, players: bool
) -> Refusal | None:
    state = store.load(earlier.pk).state
    details = TournamentDetails(
        name=earlier.name,
        kind=earlier.kind,
        capacity=earlier.capacity,
        rosters=earlier.rosters,
        names=earlier.names,
        prizes=earlier.prizes,
        self_check_in=earlier.self_check_in,
        self_report=earlier.self_report,
        open_journal=earlier.open_journal,
    )
    made = add_tournament(event, actor, details, setup_of(state, day))
    if isinstance(made, Refusal):
        return made
    _copy_plan(earlier, made)
    copy_table(earlier.pk, made.pk)
    if state.tables and state.tables.reserved:
        submit(made.pk, SetTables(state.tables.tables, state.tables.reserved), actor)
    if players:
        answer = enter(made, actor, _newcomers(earlier, state))
        return answer if isinstance(answer, Refusal) else None
    return None


def _copy_plan(earlier: Tournament, made: Tournament) -> None:
    """How rosters are handled; until when they come is another day's matter."""
    plan = RosterPlan.objects.filter(tournament=earlier).first()
    if plan is not None:
        plan.tournament, plan.deadline = made, None
        plan.save(force_insert=True)


def _newcomers(earlier: Tournament, state: State) -> list[Newcomer]:
    """Everybody in the journal whose name is still known."""
    rows = Entry.objects.filter(tournament=earlier, person__erased_at=None).select_related("person", "club")
    here = [row for row in rows.order_by("player") if row.player in state.players]
    return [_newcomer(row, state) for row in here if row.person.name]


def _newcomer(row: Entry, state: State) -> Newcomer:
    person = row.person
    one = Newcomer(
        name=person.name,
        alias=person.alias,
        pronouns=person.pronouns,
        email=person.email,
        club=row.club.name if row.club else "",
        table_reason=row.table_reason,
        shown_as=row.shown_as,
        uid=row.uid,
    )
    player = next(each for each in state.players.values() if each.player == row.player)
    return replace(one, fixed_table=player.fixed_table)


def _copy_staff(source: Event, event: Event, account: Account) -> None:
    posts = source.staff.exclude(role="organiser").exclude(account=account)
    Staff.objects.bulk_create(
        Staff(event=event, account_id=post.account_id, role=post.role) for post in posts
    )
