"""Timers on both databases: started, touched, and among what a player's page asks for at once."""

from __future__ import annotations

import pytest

from muster.app.floor import timers
from muster.app.floor.timers import Start, Touch
from muster.core.ids import PlayerId
from muster.journal import store
from muster.people.models import Entry
from muster.web.player.page.around import around
from storage_cases import Base
from web_cases import Hall

pytestmark = pytest.mark.usefixtures("base")


def test_a_player_s_page_knows_the_timers_of_its_table(base: Base) -> None:
    hall = Hall("unlimited-1.3")
    hall.begin(4)
    hall.publish()
    number = hall.tournament.pk
    for asked in (Start(kind="break", minutes=45), Start(kind="sideboarding", minutes=3, table=2)):
        assert timers.start(number, hall.actor, asked) is None
    own = timers.all_timers(number)[1]
    assert timers.touch(number, own.pk, hall.actor, Touch(act="pause", seen=0)) is None
    paused = timers.all_timers(number)[1]
    for table, wanted in ((1, ["break"]), (2, ["break", "sideboarding"])):
        player = next(
            match.pairing.players[0] for at, match in hall.state.rounds[-1].matches.items() if at == table
        )
        entry = Entry.objects.select_related("tournament").get(tournament=number, player=player)
        seen = around(entry, store.load(number), [PlayerId(player)]).timers
        assert [one.kind for one in seen] == wanted, base.kind
        assert seen[0].ends_at == timers.all_timers(number)[0].ends_at
        assert [(one.phase, one.left, one.table) for one in seen[1:]] == (
            [("paused", paused.left, 2)] if table == 2 else []
        )
