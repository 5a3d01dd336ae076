"""Types of Armada upgrades as Muster calls them, however a source does."""

from __future__ import annotations

from typing import Final

from muster.exchange.catalogues.entries import slug

_OTHERWISE: Final = {
    "commanders": "commander",
    "officers": "officer",
    "titles": "title",
    "turbolasers": "turbolaser",
    "ion-cannons": "ion-cannon",
    "offensive-retrofit": "offensive-retro",
    "defensive-retrofit": "defensive-retro",
    "experimental-retrofit": "experimental-retro",
    "superweapon": "super-weapon",
    "weapons-team-offensive-retrofit": "weapons-team-offensive-retro",
}


def armada_slot(stated: str) -> str:
    """The type of an upgrade: `Turbolasers` is `turbolaser`, `Title - Nebulon-B Frigate` is `title`."""
    if stated.casefold().startswith("title"):
        return "title"
    plain = slug(stated)
    return _OTHERWISE.get(plain, plain)
