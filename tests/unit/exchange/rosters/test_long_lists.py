"""Lists of thousands of upgrades for one unit are refused, and what is refused is not copied line by line."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from muster.core.roster.roster import Item
from muster.exchange.rosters import legion_hq_text, reading, runewars_lines, tabletop_admiral
from muster.exchange.rosters.formats import read_roster
from muster.exchange.rosters.reading import MOST_ITEMS, Unreadable

LISTS = {
    "legion-hq-text": ("500/500\nMaul (185)\n", " - Force Push (10)\n"),
    "runewars-builder": ("200/200\nReanimates [64] 4x3\n", "File Leader [6]\n"),
    "tabletop-admiral": (
        "1000/1000\n12 Activations\nHan Solo 100 + 13 = 113\n",
        "--Upgrade (5), Upgrade (8)\n",
    ),
}


@pytest.mark.parametrize("format_id", LISTS)
def test_upgrades_beyond_all_bounds_are_not_gathered(format_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    most = list[int]()

    def counted(item: Item, added: Sequence[Item]) -> Item:
        most.append(len(item.upgrades))
        return reading.with_upgrades(item, added)

    for reader in (legion_hq_text, runewars_lines, tabletop_admiral):
        monkeypatch.setattr(reader, "with_upgrades", counted)
    head, line = LISTS[format_id]
    found = read_roster(head + line * 4_500, format_id=format_id)
    assert isinstance(found, Unreadable)
    assert "a roster has at most 1,000" in str(found.says)
    assert len(most) >= 4_000
    assert max(most) <= MOST_ITEMS + 2
