"""Pools of cards opened at an event: what six packs hold, and whether a deck comes out of its player's pool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from muster.core.messages import say, say_n
from muster.core.roster.catalogue import Catalogue, plain
from muster.core.roster.naming import check_known
from muster.core.roster.roster import Checked, Problem, Roster, Terms, Totals
from muster.core.roster.sheet import Findings, Held, RosterSheet, lay_out, not_checked, problem, take_out
from muster.rules.rosters import RosterRules

PACKS: Final = 6
"""Packs that each player opens in sealed play (`SWU-SEAL-1`), each with one leader (`SWU-DRAFT-1`). How many other
cards a pack holds the text does not say."""

_PACKS: Final = "SWU-SEAL-1"
_OUTSIDE: Final = "SWU-LIM-2"

_APART: Final = ("leader", "base")
"""Sections of a pool that are told apart; all else is its cards."""

_OUT_OF: Final = ("leader", "deck", "sideboard", "pool")
"""Sections that must come out of the pool. Any common base may be used."""


def as_pool(roster: Roster) -> Roster:
    """What was read as a pool: leaders and bases, and all other cards in one section, whatever they stood under."""
    items = (
        one if one.section in _APART else replace(one, section="pool", upgrades=()) for one in roster.items
    )
    return replace(roster, items=tuple(items))


def check_pool(pool: Roster, rules: RosterRules, terms: Terms, catalogue: Catalogue | None) -> Checked:
    """What there is to know of a pool: unknown names, and whether it has the leaders of six packs.

    Args:
        pool: as `as_pool` makes it.
        rules: what the regulations say of rosters.
        terms: how decks are built; with `promo`, a leader of the box may be among the pool's.
        catalogue: the cards there are; without one leaders are those that stand under their heading.

    Raises:
        LookupError: the regulations know no such way of building.
    """
    sheet = lay_out(pool, rules, replace(terms, pool=None), catalogue)
    found = (*_leaders(sheet), *check_known(sheet))
    return Checked(
        tuple(one for one in found if isinstance(one, Problem)),
        Totals(),
        tuple(one.resolved for one in sheet.held),
        tuple(one for one in found if not isinstance(one, Problem)),
    )


def _leaders(sheet: RosterSheet) -> Findings:
    leaders = sheet.within(("leader",))
    count = sum(one.copies for one in leaders)
    if not count and (sheet.catalogue is None or any(one.card is None for one in sheet.held)):
        yield not_checked(say("How many leaders the pool has"), sheet)
    elif count < PACKS or (count > PACKS and not sheet.terms.promo):
        says = say_n(
            "The pool has {count} leader; six packs hold six.",
            "The pool has {count} leaders; six packs hold six.",
            count,
        )
        yield problem("doubt", "pool-leaders", says, clause=_PACKS, about=leaders)


def check_from_pool(sheet: RosterSheet) -> Iterator[Problem]:
    """That every card of a deck and its sideboard is in its player's pool, so often, and the leader, too.

    What was not understood in the pool, or in the deck, is no more than doubtful; so is a leader that may be the promo
    leader of the player's own box.
    """
    if sheet.terms.pool is None:
        return
    pool = lay_out(sheet.terms.pool, sheet.rules, replace(sheet.terms, pool=None), sheet.catalogue)
    there = Counter[tuple[str, str]]()
    for one in pool.held:
        there[one.identity] += one.copies
    guessed = pool.held if sheet.catalogue is not None else ()
    unknown = {plain(one.resolved.item.name) for one in guessed if one.card is None}
    wanted: dict[tuple[str, str], list[Held]] = {}
    for one in sheet.within(_OUT_OF):
        wanted.setdefault(one.identity, []).append(one)
    for identity, held in wanted.items():
        over = sum(one.copies for one in held) - there[identity]
        if over > 0:
            yield _outside(sheet, held, there[identity], over, unsure=identity[0] in unknown)


def _outside(sheet: RosterSheet, held: list[Held], there: int, over: int, *, unsure: bool) -> Problem:
    name, mend = held[0].name, take_out(over)
    if there:
        says = say_n(
            "Of {name} the pool has {there}, and the deck with its sideboard {count}.",
            "Of {name} the pool has {there}, and the deck with its sideboard {count}.",
            there + over,
            name=name,
            there=there,
        )
        return problem("doubt" if unsure else "illegal", "outside-pool", says, mend, _OUTSIDE, held)
    if held[0].section == "leader":
        return _other_leader(sheet, held, name, unsure=unsure)
    says = say("{name} is not in the player’s pool.", name=name)
    known = held[0].card is not None and not unsure
    return problem("illegal" if known else "doubt", "outside-pool", says, mend, _OUTSIDE, held)


def _other_leader(sheet: RosterSheet, held: list[Held], name: str, *, unsure: bool) -> Problem:
    if sheet.terms.promo:
        says = say(
            "{name} is not in the player’s pool: it must be a promo leader of their own box.", name=name
        )
    else:
        says = say("{name} is not in the player’s pool: the leader must be one of it.", name=name)
    known = held[0].card is not None and not unsure and not sheet.terms.promo
    return problem("illegal" if known else "doubt", "leader-outside-pool", says, clause=_OUTSIDE, about=held)
