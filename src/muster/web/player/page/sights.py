"""What the pages of several players show, read at one version of their tournament and at once."""

from __future__ import annotations

from collections.abc import Sequence

from muster.app.player.playing import Playing
from muster.core.ids import PlayerId
from muster.web.player.page.around import NOTHING_AROUND, arounds
from muster.web.player.page.sight import Sight


def sights_of(asked: Sequence[tuple[Playing, tuple[PlayerId, ...]]]) -> list[Sight]:
    """What several pages of one moment of a tournament show, each to a browser with these stars; read at once."""
    found = [Sight(me, stars, NOTHING_AROUND) for me, stars in asked]
    if not found:
        return []
    first = found[0]
    for one in found:
        # Of one state these are the same for all.
        one.table, one.ground, one.frame = first.table, first.ground, first.frame
    named = [(one.me.entry, one.named()) for one in found]
    for one, own in zip(found, arounds(named, first.me.snapshot), strict=True):
        one.around = own
        one.clock = first.clock  # likewise
    return found
