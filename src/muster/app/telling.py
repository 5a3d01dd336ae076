"""What happened, in sentences, for pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from muster.core.ids import Naming
from muster.core.tournament import facts
from muster.core.tournament.journal import Entry
from muster.core.tournament.values import Sheet
from muster.exchange.telling import NOBODY, Teller
from muster.journal.store import Snapshot

_STEPS: Final = (facts.RoundVoided, facts.RoundProposed, facts.PlayersSwapped, facts.RoundPublished)
"""The facts of which a round published anew in one act is made."""

MOST: Final = 6
"""Tables named one by one; more are counted."""


def told(snapshot: Snapshot, name: Naming, first: int, last: int, words: Mapping[str, str] = NOBODY) -> str:
    """The facts from number `first` to `last`, a sentence each, with these words of reasons."""
    teller = Teller(snapshot.state, snapshot.entries, name, words)
    rest, anew = summed_up(teller, first, last)
    return " ".join([*(teller.tell(entry.fact) for entry in rest), *anew])


def summed_up(teller: Teller, first: int, last: int) -> tuple[Sequence[Entry], tuple[str, ...]]:
    """The facts of an act to be told one by one; and a sentence for the others, a round published anew."""
    act = teller.entries[first - 1 : last]
    voided = next((entry.fact for entry in act if isinstance(entry.fact, facts.RoundVoided)), None)
    published = next((entry.fact for entry in act if isinstance(entry.fact, facts.RoundPublished)), None)
    if voided is None or published is None or voided.round_no != published.round_no:
        return act, ()
    before = _published(teller.entries[: first - 1], published)
    if before is None:
        return act, ()
    says = _("Round %(number)d is published anew%(reason)s: %(changed)s.") % {
        "number": published.round_no,
        "reason": teller.reason(voided),
        "changed": _changed(before, published.sheet),
    }
    return [entry for entry in act if not isinstance(entry.fact, _STEPS)], (says,)


def _published(entries: Sequence[Entry], anew: facts.RoundPublished) -> Sheet | None:
    """The sheet of the round as it was published before."""
    for entry in reversed(entries):
        if isinstance(entry.fact, facts.RoundPublished) and entry.fact.round_no == anew.round_no:
            return entry.fact.sheet
    return None


def _changed(before: Sheet, after: Sheet) -> str:
    """The tables with another pairing than before, and the bye, in words."""
    old = {one.table: {*one.players} for one in before.pairings}
    tables = [str(one.table) for one in after.pairings if old.get(one.table) != {*one.players}]
    words = []
    if len(tables) > MOST:
        words.append(_("%d tables") % len(tables))
    elif tables:
        words.append((_("table %s") if len(tables) == 1 else _("tables %s")) % ", ".join(tables))
    if {bye.player for bye in before.byes} != {bye.player for bye in after.byes}:
        words.append(_("the bye"))
    if not words:
        return _("every table was kept")
    return _("%s changed") % _(" and ").join(words)
