"""Ways to change the sheet of a round, wherever the dice say: each tells whether there was something to change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Roll = Callable[[int], int]
"""A number below another, from the dice."""


def any_two(values: list[Any], roll: Roll) -> Iterator[Any]:
    """Two of them."""
    one = roll(len(values))
    yield values[one]
    yield values[(one + 1 + roll(len(values) - 1)) % len(values)]


def cross(sheet: Any, roll: Roll) -> bool:
    """Two players of two pairings exchanged."""
    if len(sheet["pairings"]) < 2:
        return False
    one, two = (pairing["players"] for pairing in any_two(sheet["pairings"], roll))
    one[1], two[1] = two[1], one[1]
    return True


def move_bye(sheet: Any, roll: Roll) -> bool:
    """Somebody plays instead of whoever has a bye."""
    if not sheet["byes"] or not sheet["pairings"]:
        return False
    players, bye = sheet["pairings"][roll(len(sheet["pairings"]))]["players"], sheet["byes"][-1]
    players[1], bye["player"] = bye["player"], players[1]
    return True


def worth_of_bye(sheet: Any, _: Roll) -> bool:
    """A bye worth a point more."""
    for bye in sheet["byes"][:1]:
        bye["outcome"]["points"] += 1
    return bool(sheet["byes"])


def exchange_tables(sheet: Any, roll: Roll) -> bool:
    """Two pairings at each other's tables."""
    if len(sheet["pairings"]) < 2:
        return False
    one, two = any_two(sheet["pairings"], roll)
    one["table"], two["table"] = two["table"], one["table"]
    return True


def play_for_a_rest(sheet: Any, roll: Roll) -> bool:
    """Somebody plays for whoever rests."""
    resting = sheet.get("resting")
    if not resting or not sheet["pairings"]:
        return False
    players, at = sheet["pairings"][roll(len(sheet["pairings"]))]["players"], roll(len(resting))
    players[1], resting[at] = resting[at], players[1]
    resting.sort()
    return True


def leave_a_rest_out(sheet: Any, _: Roll) -> bool:
    """Whoever rests is not named."""
    return bool(sheet.pop("resting", ()))


def another_pod(sheet: Any, roll: Roll) -> bool:
    """A pairing is said to be of the next pod."""
    inside = [one for one in sheet["pairings"] if one.get("pod")]
    if inside:
        inside[roll(len(inside))]["pod"] += 1
    return bool(inside)


def another_game(sheet: Any, roll: Roll) -> bool:
    """A game of a bracket under the number of the next one."""
    games = [one for one in sheet["pairings"] if one.get("game") is not None]
    if games:
        games[roll(len(games))]["game"] += 1
    return bool(games)


def another_rematch(sheet: Any, roll: Roll) -> bool:
    """What is said of a rematch turned round."""
    for one in sheet["pairings"][: 1 + roll(3)][-1:]:
        one["rematch"] = not one["rematch"]
    return bool(sheet["pairings"])


def leave_a_pairing_out(sheet: Any, roll: Roll) -> bool:
    """One pairing less."""
    if sheet["pairings"]:
        del sheet["pairings"][roll(len(sheet["pairings"]))]
        return True
    return False


def other_cards(sheet: Any, roll: Roll) -> bool:
    """A card nobody drew."""
    cards = sheet["cards"]
    if cards:
        one = sorted(cards)[roll(len(cards))]
        cards[one] = f"{cards[one]} II"
    return bool(cards)


def exchange_seats(sheet: Any, roll: Roll) -> bool:
    """Two at one table of three or four in each other's seats."""
    tables = [one["players"] for one in sheet["pairings"] if len(one["players"]) > 2]
    if not tables:
        return False
    players = tables[roll(len(tables))]
    one, two = any_two(list(range(len(players))), roll)
    players[one], players[two] = players[two], players[one]
    return True
