"""What those whom a player meets in the running round bring, as far as they may see it, and why."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from muster.app.player.playing import Playing
from muster.app.rosters.checking import read_back, standard_of
from muster.app.rosters.read import copy_of, rosters_that_count
from muster.app.rosters.terms import construction_of, plan_of, rules_of
from muster.app.rosters.visibility import Visibility, may_see
from muster.core.ids import PlayerId
from muster.exchange.rosters.description import RosterDescription
from muster.people.models import Entry, RosterPlan, RosterVersion

SIDEBOARD = "sideboard"
_SIDEBOARD_CLAUSE = "SWU-SIDE-1"


@dataclass(frozen=True, slots=True)
class Opponents:
    """An opponent's roster for one player.

    Attributes:
        player: whose it is.
        sight: how much of it they may see, and why.
        shown: what they see; None where that is nothing, or none was handed in.
        handed_in: whether there is one.
        sideboard: how many cards the sideboard has, in words, with its clause; empty where there is none.
        sideboard_clause: that clause.
    """

    player: PlayerId
    sight: Visibility
    shown: RosterDescription | None
    handed_in: bool
    sideboard: str = ""
    sideboard_clause: str = ""


def opponents_of(me: Playing) -> list[Opponents]:
    """What the player's opponents bring, by seat; nothing without any, or where no rosters are known."""
    rules, theirs = rules_of(me.state), me.opponents
    if rules is None or not theirs:
        return []
    plan, tournament = plan_of(me.entry.tournament), me.entry.tournament
    owners = {one.player: one for one in Entry.objects.filter(tournament=tournament, player__in=theirs)}
    versions = rosters_that_count(tournament.pk, theirs)
    return [
        _opponent(
            me, player, may_see(me.entry, owners[player], me.state, plan, rules), plan, versions.get(player)
        )
        for player in theirs
        if player in owners
    ]


def _opponent(
    me: Playing, player: PlayerId, sight: Visibility, plan: RosterPlan, version: RosterVersion | None
) -> Opponents:
    if version is None:
        return Opponents(player, sight, None, handed_in=False)
    seen = None
    if sight.what != "none":
        seen = copy_of(version, standard_of(me.entry.tournament, me.state, plan), sight.hide)
    words, clause = _sideboard(me, plan, version)
    return Opponents(player, sight, seen, handed_in=True, sideboard=words, sideboard_clause=clause)


def _sideboard(me: Playing, plan: RosterPlan, version: RosterVersion) -> tuple[str, str]:
    """How many cards the opponent's sideboard has: they show between games that it has no more (`SWU-SIDE-1`)."""
    construction = construction_of(me.entry.tournament, me.state, plan)
    if construction is None or not construction.sideboarded:
        return "", ""
    cards = sum(item.count for item in read_back(version).section(SIDEBOARD))
    says = ngettext("Sideboard: %(cards)d card.", "Sideboard: %(cards)d cards.", cards) % {"cards": cards}
    more = _("Between games your opponent shows that it has no more.")
    return f"{says} {more}", _SIDEBOARD_CLAUSE
