"""Cards that an organiser loads, adds and corrects at the desk: looked at with what follows, then kept as a version.

An organiser's editions stand beside the site's under names of their own. Nobody else writes them, and a version is
never changed: a correction makes the next one, or begins an edition with the cards of the one it corrects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Literal

from django.db import transaction

from muster.app.common.access import Actor
from muster.app.common.names import nameless
from muster.app.common.topics import changed, topics_in
from muster.app.rosters import catalogues, planning
from muster.app.rosters.catalogues import Imported, OvertakenError, import_catalogue, newest_of, ready, spelt
from muster.app.rosters.checking import Standard, checked_now, read_back, standard_of, unread_of
from muster.core.messages import NOTHING, Message, say
from muster.core.roster import editions as core
from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.editions import CardDifference
from muster.core.tournament.state import State
from muster.exchange.catalogues.csv_form import CardFile
from muster.exchange.catalogues.entries import CatalogueProblem
from muster.exchange.catalogues.sources import Gathered
from muster.journal import store
from muster.people.models import (
    Account,
    CatalogueVersion,
    RosterPlan,
    RosterVersion,
    Staff,
    Tournament,
)
from muster.rules.rosters import Game

MOST_EDITIONS: Final = 20
"""Editions one organiser may have of a game."""

MOST_VERSIONS: Final = 300
"""Versions of one edition of an organiser."""

Verdict = Literal["not-in-order", "unsure", "in-order"]
"""What a check comes to: forbidden, not checked in full or in doubt, in order."""


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """A roster that other cards would judge otherwise.

    Attributes:
        entry: whose: the registration's key.
        name: what they are called.
        before, after: the verdicts.
        says: the first thing that is wrong or in doubt then; nothing where nothing is.
    """

    entry: int
    name: str
    before: Verdict
    after: Verdict
    says: Message


@dataclass(frozen=True, slots=True)
class Proposal:
    """An edition as it would be; nothing is kept yet.

    Attributes:
        game: whose cards.
        owner: the token of the organiser.
        edition: its name.
        seen: the number of its newest version now; 0 for one that is to be begun.
        cards: all its cards.
        sources: where they come from, in words.
        against: the edition it is compared with: its newest version, else what the tournament uses now; empty if none.
        differences: what differs from that, card by card.
        rosters: how many rosters are handed in here.
        changes: those whose verdict would be another under these cards.
    """

    game: Game
    owner: str
    edition: str
    seen: int
    cards: tuple[Card, ...]
    sources: tuple[str, ...]
    against: str
    differences: tuple[CardDifference, ...]
    rosters: int
    changes: tuple[VerdictChange, ...]


def owner_of(tournament: Tournament) -> str:
    """The token of the event's organiser, whose own editions its tournaments may use; empty where there is none."""
    row = Staff.objects.filter(event=tournament.event_id, role="organiser").values_list("account", flat=True)
    found = row.first()
    return f"account:{found}" if found is not None else ""


def proposed_load(
    tournament: Tournament,
    state: State,
    found: Gathered,
    edition: str,
    *,
    starts: date | None = None,
    whole: bool = True,
) -> Proposal | tuple[CatalogueProblem, ...]:
    """What loading these cards into an edition of the organiser's own would do.

    Args:
        tournament: which looks on.
        state: as it stands.
        found: the cards.
        edition: its name; begun if the organiser has none of it.
        starts: since when their prices hold; earlier ones are kept up to the day before.
        whole: they are all cards of the edition; if False the others stay as they are.
    """
    owner = owner_of(tournament)
    newest = newest_of(found.game, spelt(edition), owner)
    before = ready(newest).cards if newest else ()
    cards = found.cards
    if newest and starts:
        cards = core.repriced(before, cards, starts)
    elif not whole:
        cards = _put_in(before, cards)
    return _proposed(tournament, state, replace(found, cards=cards), edition, owner)


def proposed_card(
    tournament: Tournament, state: State, game: Game, card: Card, edition: str, base: CatalogueVersion | None
) -> Proposal | tuple[CatalogueProblem, ...]:
    """What adding a card, or putting it in the place of the one with its key, would do.

    Args:
        tournament: which looks on.
        state: as it stands.
        game: whose cards.
        card: the card as it is to be.
        edition: the organiser's own edition it goes into.
        base: whose cards an edition begins with that is not there yet; none if None.
    """
    return _with_cards(tournament, state, game, edition, base, lambda cards: _put_in(cards, (card,)))


def proposed_without(
    tournament: Tournament, state: State, game: Game, key: str, edition: str, base: CatalogueVersion | None
) -> Proposal | tuple[CatalogueProblem, ...]:
    """What taking a card out would do; as `proposed_card`."""
    return _with_cards(
        tournament,
        state,
        game,
        edition,
        base,
        lambda cards: tuple(each for each in cards if each.key != key),
    )


def keep(
    proposal: Proposal, tournament: Tournament, actor: Actor, by: Account, *, seen: int, note: str, use: bool
) -> Imported | tuple[CatalogueProblem, ...]:
    """Keep what was proposed as the next version, and check again what rests on it.

    Args:
        proposal: as it was looked at.
        tournament: at which.
        actor: the organiser.
        by: their account.
        seen: the number of the newest version when it was looked at.
        note: what was changed and why, in words.
        use: whether this tournament uses the edition from now on.

    Raises:
        DeniedError: the actor is not the organiser.
        OvertakenError: there is a newer version than the one that was looked at.
    """
    actor.must("manage-event")
    if proposal.owner != actor.who or seen != proposal.seen:
        raise OvertakenError
    found = Gathered(proposal.game, proposal.cards, proposal.sources)
    with transaction.atomic():
        done = import_catalogue(
            found, proposal.edition, note=note, by=by, owner=proposal.owner, after=proposal.seen
        )
        if not isinstance(done, Imported):
            return done
        if use:
            RosterPlan.objects.update_or_create(
                tournament=tournament, defaults={"edition": proposal.edition, "owner": proposal.owner}
            )
            changed(topics_in(tournament.pk, "rosters"))
    for each in users_of(proposal.owner, proposal.game, proposal.edition):
        check_again(each)
    return done


def users_of(owner: str, game: Game, edition: str) -> list[Tournament]:
    """The tournaments that use an organiser's edition and are not over."""
    rows = Tournament.objects.filter(
        regulations__startswith=game, roster_plan__owner=owner, roster_plan__edition=edition
    ).select_related("event")
    return [each for each in rows if store.load(each.pk).state.places is None]


def check_again(tournament: Tournament) -> None:
    """Check what was handed in by the cards in force now."""
    planning.recheck_all(tournament, store.load(tournament.pk).state)


def outdated(tournament: Tournament, version: CatalogueVersion | None) -> int:
    """How many rosters that count were checked by other cards than the version in force."""
    kept = planning.current_versions(tournament.pk)
    return sum(each.catalogue_id != (version.pk if version else None) for each in kept)


def verdict_changes(
    tournament: Tournament, state: State, standard: Standard, versions: Sequence[RosterVersion]
) -> tuple[VerdictChange, ...]:
    """The rosters among these that come out otherwise by this standard."""
    found = (_verdict_change(tournament, state, standard, each) for each in versions)
    return tuple(each for each in found if each is not None)


# How -------------------------------------------------------------------------------------------------------------


def _put_in(before: Iterable[Card], fresh: Iterable[Card]) -> tuple[Card, ...]:
    """The cards with others in the place of those with the same key, and new ones behind them."""
    made = {card.key: card for card in before}
    made.update((card.key, card) for card in fresh)
    return tuple(made.values())


def _with_cards(
    tournament: Tournament,
    state: State,
    game: Game,
    edition: str,
    base: CatalogueVersion | None,
    act: Callable[[tuple[Card, ...]], tuple[Card, ...]],
) -> Proposal | tuple[CatalogueProblem, ...]:
    owner = owner_of(tournament)
    newest = newest_of(game, spelt(edition), owner)
    begun = newest or base
    sources = tuple(filter(None, [begun.source])) if begun else ()
    found = Gathered(game, act(ready(begun).cards if begun else ()), sources)
    return _proposed(tournament, state, found, edition, owner)


def _proposed(
    tournament: Tournament, state: State, found: Gathered, edition: str, owner: str
) -> Proposal | tuple[CatalogueProblem, ...]:
    name = spelt(edition)
    newest = newest_of(found.game, name, owner)
    if problem := catalogues.misnamed(name) or _too_many(found.game, owner, newest):
        return (problem,)
    kept = catalogues.as_kept(found.game, found.cards)
    if not isinstance(kept, CardFile):
        return kept
    standard = standard_of(tournament, state)
    before = newest or standard.version
    versions = planning.current_versions(tournament.pk)
    new = replace(standard, catalogue=Catalogue(found.game, name, kept.cards), version=None)
    return Proposal(
        game=found.game,
        owner=owner,
        edition=name,
        seen=newest.number if newest else 0,
        cards=kept.cards,
        sources=found.sources,
        against=before.edition if before else "",
        differences=core.differences(ready(before).cards, kept.cards) if before else (),
        rosters=len(versions),
        changes=verdict_changes(tournament, state, new, versions),
    )


def _too_many(game: Game, owner: str, newest: CatalogueVersion | None) -> CatalogueProblem | None:
    """Why no version more is kept; None while there is room."""
    if newest is not None:
        says = say("an edition has at most {most} versions: begin another one", most=MOST_VERSIONS)
        return CatalogueProblem(0, says) if newest.number >= MOST_VERSIONS else None
    rows = CatalogueVersion.objects.filter(game=game, owner=owner, number=1)
    says = say("an organiser has at most {most} editions of a game", most=MOST_EDITIONS)
    return CatalogueProblem(0, says) if rows.count() >= MOST_EDITIONS else None


def _verdict_change(
    tournament: Tournament, state: State, standard: Standard, version: RosterVersion
) -> VerdictChange | None:
    checked = checked_now(tournament, state, read_back(version), standard)
    before = _verdict(version.legal, version.whole)
    after = _verdict(checked.legal, checked.whole and not unread_of(version))
    if before == after:
        return None
    wrong = "illegal" if after == "not-in-order" else "doubt"
    found = [each.says for each in checked.problems if each.severity == wrong]
    says = [*found, *(checked.unmade if after == "unsure" else ()), NOTHING][0]
    entry = version.entry
    name = entry.person.name or entry.person.alias or str(nameless(entry.player))
    return VerdictChange(entry.pk, name, before, after, says)


def _verdict(legal: bool, whole: bool) -> Verdict:
    if not legal:
        return "not-in-order"
    return "in-order" if whole else "unsure"
