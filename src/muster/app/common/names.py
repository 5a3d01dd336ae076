"""What people read in place of what stands in facts: names of players and staff, the words of reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from muster.app.common.topics import changed, topic
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, say, verbatim
from muster.exchange.words import isolated
from muster.people.models import Account, Entry, Reason, Tournament


def names_of(tournament: int) -> Mapping[PlayerId, str]:
    """The names of all who entered, as the staff sees them: in full, with the alias where there is no name."""
    rows = Entry.objects.filter(tournament=tournament, player__isnull=False)
    return {
        PlayerId(player): name or alias or str(nameless(player))
        for player, name, alias in rows.values_list("player", "person__name", "person__alias")
        if player is not None
    }


def naming(names: Mapping[PlayerId, str]) -> Naming:
    """Names players from these names; whoever has none (an erased person) by entry number."""
    return lambda player: names[player] if player in names else str(nameless(player))


def nameless(player: int | None) -> Message:
    """What somebody is called of whom no name is known; none who was never entered has no number either."""
    return say("Player {number}", number=player or "–")


def in_sentences(name: Naming) -> Naming:
    """The same names, each kept from turning the sentence around it where it is written from right to left."""
    return lambda player: isolated(name(player))


def public_names(tournament: Tournament) -> Mapping[PlayerId, str]:
    """The names as the public sees them: by each player's choice, else by the tournament's."""
    rows = Entry.objects.filter(tournament=tournament, player__isnull=False)
    return {
        PlayerId(player): shown(name, alias, shown_as or tournament.names) or str(nameless(player))
        for player, name, alias, shown_as in rows.values_list(
            "player", "person__name", "person__alias", "shown_as"
        )
        if player is not None
    }


def names_changed(person: int) -> None:
    """Tell whoever shows somebody's name, in any tournament they entered, that what is to be shown has changed.

    Inside the transaction that changes it.
    """
    rows = Entry.objects.filter(person=person, player__isnull=False)
    found = rows.values_list("tournament__event__code", "tournament__number")
    if topics := {topic(code, number, "people") for code, number in found}:
        changed(topics)


def shown(name: str, alias: str, choice: str) -> str:
    """One name as this choice (`Tournament.NAMES`) shows it; empty if nothing is known of the person."""
    if choice == "alias" and alias:
        return alias
    first, _, last = name.strip().rpartition(" ")
    if choice != "full" and first and last:
        return f"{first} {last[0]}."
    return name or alias


def names_of_staff(tokens: Iterable[str]) -> Mapping[str, Message]:
    """The names behind tokens such as `account:7`, or `entry:9` of a player who acted by their own hand.

    A token without an account or an entry has none.
    """
    wanted = set(tokens)
    accounts, entries = _numbers(wanted, "account:"), _numbers(wanted, "entry:")
    found = {
        f"account:{account.pk}": verbatim(str(account))
        for account in (Account.objects.filter(pk__in=accounts) if accounts else ())
    }
    rows = Entry.objects.filter(pk__in=entries) if entries else Entry.objects.none()
    for pk, name, alias in rows.values_list("pk", "person__name", "person__alias"):
        found[f"entry:{pk}"] = verbatim(name or alias) if name or alias else say("an erased player")
    return found


def _numbers(tokens: Iterable[str], start: str) -> set[int]:
    rests = {token.removeprefix(start) for token in tokens if token.startswith(start)}
    return {int(rest) for rest in rests if rest.isascii() and rest.isdecimal() and len(rest) < 16}


class words(Mapping[str, str]):  # noqa: N801  (reads as a question)
    """The words of a tournament's reasons by digest, empty where erased; asked for once, and only if need be."""

    def __init__(self, tournament: int) -> None:
        self._tournament = tournament

    @cached_property
    def _known(self) -> dict[str, str]:
        return dict(Reason.objects.filter(tournament=self._tournament).values_list("digest", "text"))

    def __getitem__(self, digest: str) -> str:
        return self._known[digest]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)
