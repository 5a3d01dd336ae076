"""What players set for themselves on their own page: how they are shown, and what they are told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import get_language

from muster.app.common.names import names_changed
from muster.app.common.safe_text import one_line
from muster.app.common.topics import changed, named, player_topic
from muster.app.mail import messages
from muster.app.registration.entries import Newcomer, faults
from muster.app.staff.leading import may_play
from muster.app.staff.posts import is_on_staff
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.people.models import Account, Entry, Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What a player wants; `Entry` and `Person` say what the parts mean."""

    shown_as: str = ""
    alias: str = ""
    pronouns: str = ""
    email: str = ""
    mail: bool = True
    mail_rounds: bool = False


def wishes_of(entry: Entry) -> Wishes:
    """What a player wants now."""
    person = entry.person
    return Wishes(
        shown_as=entry.shown_as,
        alias=person.alias,
        pronouns=person.pronouns,
        email=person.email,
        mail=entry.mail,
        mail_rounds=entry.mail_rounds,
    )


def set_wishes(entry: Entry, wishes: Wishes, now: datetime) -> tuple[Problem, ...]:
    """Keep what a player wants, or say everything that is wrong with it.

    Nickname, pronouns and address are the person's, in all events of the organiser that know them. To a new
    address goes a message with the link, so that a slip of the finger is found out.
    """
    alias, pronouns = one_line(wishes.alias), one_line(wishes.pronouns)
    email = wishes.email.strip()
    typed = Newcomer(name="x", alias=alias, pronouns=pronouns, email=email, shown_as=wishes.shown_as)
    problems = [*faults(typed)]
    if wishes.shown_as == "alias" and not alias:
        problems.append(Problem("alias", say("Write the nickname to be shown.")))
    if wishes.mail_rounds and not email:
        problems.append(Problem("email", say("Write the address to be told at.")))
    moved = email and email.casefold() != entry.person.email.casefold()
    if moved and messages.moves_too_often(entry, now):
        says = say("The address was changed many times today. Ask at the desk, or try again tomorrow.")
        problems.append(Problem("email", says))
    if problems:
        return tuple(problems)
    with transaction.atomic():
        _keep(entry, wishes, alias, pronouns, email)
        if moved:
            messages.send_link(entry, now)
    return ()


def _keep(entry: Entry, wishes: Wishes, alias: str, pronouns: str, email: str) -> None:
    before = (entry.shown_as, entry.person.alias, entry.person.pronouns)
    person = entry.person
    person.alias, person.pronouns, person.email = alias, pronouns, email
    Person.objects.filter(pk=person.pk).update(alias=alias, pronouns=pronouns, email=email)
    entry.shown_as = wishes.shown_as
    entry.mail = wishes.mail or wishes.mail_rounds
    entry.mail_rounds = wishes.mail_rounds
    entry.language = get_language() or ""
    entry.save(update_fields=["shown_as", "mail", "mail_rounds", "language"])
    if before != (entry.shown_as, alias, pronouns):
        names_changed(person.pk)
    elif entry.player is not None:
        changed({player_topic(*named(entry.tournament_id), entry.player)})


def reads(entry: Entry, language: str) -> None:
    """Note in which language a player is to be written to."""
    if entry.language != language:
        entry.language = language
        entry.save(update_fields=["language"])


def claim(entry: Entry, account: Account) -> Problem | None:
    """Keep an event in somebody's account: the person who plays there is theirs from now on.

    Whoever has the link may do so as long as nobody has; a leader only where leaders play (`COM-ROLE-4`).
    """
    if problem := may_play(entry.tournament, account):
        return problem
    with transaction.atomic():
        person = Person.objects.select_for_update().get(pk=entry.person_id)
        if person.account_id not in (None, account.pk):
            return Problem("account", say("This event is in somebody else's account."))
        Person.objects.filter(pk=person.pk).update(account=account)
    return None


def keeper_of(entry: Entry) -> Account | None:
    """Whose account keeps this event, so that it opens every new link, too; None for somebody on the event's staff.

    That they play is on record there (`COM-ROLE-4`) and is looked after on the page of the staff.
    """
    account = entry.person.account
    if account is None or is_on_staff(entry.tournament.event, account):
        return None
    return account


def let_go(entry: Entry) -> None:
    """Take an event out of the account that keeps it, where `keeper_of` knows one."""
    if keeper_of(entry) is not None:
        Person.objects.filter(pk=entry.person_id).update(account=None)
        entry.person.account = None
