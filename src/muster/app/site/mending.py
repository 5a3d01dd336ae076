"""What was read from a damaged database, made whole again: references lead somewhere, and every event is all there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from django.apps import apps
from django.db.models import ForeignKey, Model, QuerySet

from muster.app.accounts.accounts import made_up_username
from muster.app.accounts.opening import first_account
from muster.app.site.journal_files import checked, name_of
from muster.core.messages import Message, say
from muster.journal.models import ClockAct, DrawSecret, FactRow
from muster.people.models import Account, Event, Membership, Organisation, Person, Staff, Tournament

FACTS: Final = "journal.factrow"
"""The kind of record that journals are made of."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of an event in a damaged database.

    Attributes:
        code: the event's code; for a journal without an event its number.
        name: its name; empty if it cannot be read.
        heads: by tournament, such as `SPRING/1`, the facts and the head of its chain; nothing if it is left out.
        problems: why it is left out; nothing if it is whole.
    """

    code: str
    name: str
    heads: Mapping[str, tuple[int, str]]
    problems: tuple[Message, ...] = ()


def mend_references() -> None:
    """Make every reference lead somewhere.

    Accounts and people that cannot be read come back without a name; what may be unknown is; and what makes no sense
    without what it belongs to goes.
    """
    while any(_mended(model, one) for model in apps.get_models() for one in _references(model)):
        pass
    for event in Event.objects.exclude(staff__role="organiser"):
        Staff.objects.update_or_create(event=event, account=first_account(), defaults={"role": "organiser"})
    for one in Organisation.objects.exclude(members__role="owner"):
        Membership.objects.update_or_create(
            organisation=one, account=first_account(), defaults={"role": "owner"}
        )
    lost = Organisation.objects.exclude(logo_mark="").filter(logo=None)
    lost.update(logo_mark="", logo_width=0, logo_height=0)


def _references(model: type[Model]) -> list[ForeignKey[object]]:
    return [one for one in model._meta.concrete_fields if isinstance(one, ForeignKey)]  # noqa: SLF001


def _mended(model: type[Model], reference: ForeignKey[object]) -> bool:
    """Mend one reference of one kind of record; whether there was anything to mend."""
    target = reference.related_model
    known = target._base_manager.values(reference.target_field.attname)  # noqa: SLF001  (Django's own way)
    rows = model._base_manager.filter(**{f"{reference.attname}__isnull": False})  # noqa: SLF001
    rows = rows.exclude(**{f"{reference.attname}__in": known})
    if not rows.exists():
        return False
    if reference.null:
        rows.update(**{reference.attname: None})
    elif target in _STAND_INS:
        for number in set(rows.values_list(reference.attname, flat=True)):
            _STAND_INS[target](number)
    else:
        _remove(rows)
    return True


def _remove(rows: QuerySet[Model]) -> None:
    """Remove these alone: what refers to them is looked at next."""
    rows._raw_delete(rows.db)  # noqa: SLF001  (no cascade, which would read on)


def _account(number: int) -> None:
    account = Account(pk=number, username=made_up_username())
    account.set_unusable_password()
    account.save(force_insert=True)


def _person(number: int) -> None:
    Person(pk=number, keeper=first_account(), name="").save(force_insert=True)


_STAND_INS: Final[Mapping[type[Model], Callable[[int], None]]] = {Account: _account, Person: _person}
"""What comes in the place of a record that cannot be read."""


def leave_damaged_out(damaged: Collection[int], *, facts_lost: bool) -> list[Saved]:
    """Remove every event of which something that counts is missing, and say what became of each.

    Args:
        damaged: the journals that could not be read in the damaged database.
        facts_lost: facts could not be read at all; otherwise all are here, whatever was damaged there.
    """
    gone = frozenset(damaged) if facts_lost else frozenset()
    without = set(FactRow.objects.values_list("tournament", flat=True)) - set(_tournaments())
    saved = [_looked_at(event, gone) for event in Event.objects.order_by("code")]
    for number in sorted(without):
        says = say("its event cannot be read")
        saved.append(Saved(str(say("journal {number}", number=number)), "", {}, (says,)))
    for rows in (FactRow.objects, ClockAct.objects, DrawSecret.objects):
        rows.exclude(tournament__in=_tournaments()).delete()
    return saved


def _tournaments() -> QuerySet[Tournament, int]:
    return Tournament.objects.values_list("pk", flat=True)


def _looked_at(event: Event, gone: frozenset[int]) -> Saved:
    """One event: kept if it is whole, else removed with all that belongs to it."""
    problems, heads = list[Message](), dict[str, tuple[int, str]]()
    for tournament in event.tournaments.select_related("event").order_by("number"):
        found = checked(tournament)
        heads[name_of(tournament)] = found.facts, found.head
        if tournament.pk in gone:
            problems.append(say("{name}: some of its facts cannot be read", name=name_of(tournament)))
        else:
            problems += [
                say("{journal}: {finding}", journal=found.name, finding=one) for one in found.findings
            ]
    if not heads:
        problems.append(say("its tournaments cannot be read"))
    if problems:
        event.delete()
        return Saved(event.code, event.name, {}, tuple(problems))
    return Saved(event.code, event.name, heads)
