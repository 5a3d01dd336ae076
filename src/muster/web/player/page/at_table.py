"""What follows for a player in a match of two from what both bring: who decides, what is seen, what is counted."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.player.playing import Playing
from muster.app.rosters.terms import rules_of, seen_of
from muster.app.rosters.visibility import may_see
from muster.core.ids import Naming, PlayerId
from muster.exchange.rosters.counting import Decision, who_decides
from muster.people.models import Entry, RosterPlan
from muster.web.player.page.around import Around
from muster.web.player.page.shown import RosterInPlay


@dataclass(frozen=True, slots=True)
class AtTable:
    """What a player's page shows of the rosters at their table; it asks the database nothing of its own.

    Args:
        me: the player.
        around: what is around them.
        name: how the page calls others.
    """

    me: Playing
    around: Around
    name: Naming

    @property
    def decision(self) -> Decision | None:
        """Who decides about the parts of the game, by the totals of both rosters; None until both are in."""
        brought, match = self._both, self.me.match
        if brought is None or match is None:
            return None
        rules = rules_of(self.me.state)
        if rules is None:
            return None
        one, two = match.pairing.pair
        seen = seen_of(RosterPlan(seen=brought[0].seen), rules)
        if seen == "cut" and not self.seen:
            seen = "staff"  # a total is of no roster that is not shown
        totals = (brought[0].total, brought[1].total)
        names = self.name(one), self.name(two)
        return who_decides(self.me.state, rules, seen, totals, names, 0 if self.me.seat == 0 else 1)

    @property
    def seen(self) -> bool:
        """Whether the player may look at the roster of somebody they meet now, and there is one."""
        return any(map(self._seen, self.me.opponents))

    def _seen(self, theirs: PlayerId) -> bool:
        rules, found = rules_of(self.me.state), self.around.rosters.get(theirs)
        if rules is None or found is None:
            return False
        owner = Entry(pk=-1, tournament_id=self.me.entry.tournament_id, player=theirs)
        plan = RosterPlan(seen=found.seen)
        return may_see(self.me.entry, owner, self.me.state, plan, rules).what != "none"

    @property
    def may_count(self) -> bool:
        """Whether the score can be counted from the rosters: one of them is in, and can be destroyed."""
        rules = rules_of(self.me.state)
        return bool(self.around.rosters and rules and rules.tally and self.me.may_report)

    @property
    def _both(self) -> tuple[RosterInPlay, RosterInPlay] | None:
        """What the two bring, in the order of their seats; None until both rosters are in."""
        match, rosters = self.me.match, self.around.rosters
        if (
            match is None
            or self.me.at_table
            or any(player not in rosters for player in match.pairing.players)
        ):
            return None
        one, two = match.pairing.pair
        return rosters[one], rosters[two]
