"""Kinds of tampering that can be tried on any journal: each changes one thing, wherever the dice say.

Every kind comes in two forms: as it is, so that the chain is broken, and mended by a forger who knows how the chain
is made. A mended journal may be honest in itself, with another head than the one that was shown: then only that
head gives it away.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any, Final

import tamper_sheets as sheets
from tamper_cases import DRAWS, Book, Line
from tamper_sheets import Roll, any_two

Change = Callable[[Book, Roll], bool]
"""Changes a journal; whether there was something to change."""

RESULTS: Final = ("result.reported", "result.corrected")
RULES: Final = ("tournament.created", "rules.changed")


def tampered(text: str, kind: str, roll: Roll, *, mended: bool) -> str | None:
    """The journal after a tampering of this kind; None where there is nothing to tamper with so."""
    book = Book(text)
    if not KINDS[kind](book, roll):
        return None
    changed = book.text(mended=mended)
    return None if changed == text else changed


def _some(book: Book, roll: Roll, *kinds: str, fits: Callable[[Line], object] = bool) -> Line | None:
    found = [line for line in book.lines if line["kind"] in kinds and fits(line)]
    return found[roll(len(found))] if found else None


def _at(line: Line, *way: str | int) -> Any:
    """What stands there; None where there is no such place."""
    place: Any = line["data"]
    for step in way:
        place = place.get(step) if isinstance(place, dict) else place and place[step]
    return place


def _in(*kinds: str, way: tuple[str | int, ...], to: Callable[[Any], Any]) -> Change:
    """Change one value on the way into the data of a fact; nothing where it is missing."""

    def change(book: Book, roll: Roll) -> bool:
        line = _some(book, roll, *kinds, fits=lambda one: _at(one, *way) is not None)
        if line is not None:
            _at(line, *way[:-1])[way[-1]] = to(_at(line, *way))
        return line is not None

    return change


def _remove(*kinds: str) -> Change:
    """Take a fact of one of these kinds away; of any kind if none is named."""

    def change(book: Book, roll: Roll) -> bool:
        line = _some(book, roll, *kinds) if kinds else book.lines[1 + roll(len(book.lines) - 1)]
        if line is None:
            return False
        book.lines.remove(line)
        return True

    return change


def _last(book: Book, published: Line, *kinds: str) -> Line:
    """The last fact of these kinds before what was published that is not undone."""
    undone = {seq for line in book.lines if line["kind"] == "act.retracted" for seq in _at(line, "undone")}
    before = book.lines[: book.lines.index(published)]
    return [line for line in before if line["kind"] in kinds and line["seq"] not in undone][-1]


def _sheet(way: Callable[[Any, Roll], bool]) -> Change:
    """Change the sheet of a published round where it was drawn, or changed last, and where it was published."""

    def change(book: Book, roll: Roll) -> bool:
        published = _some(book, roll, "round.published")
        if published is None:
            return False
        sheet = _at(_last(book, published, "round.proposed", "proposal.swapped"), "sheet")
        if not way(sheet, roll):
            return False
        published["data"]["sheet"] = copy.deepcopy(sheet)
        return True

    return change


def _pods(book: Book, roll: Roll) -> bool:
    """Two in each other's seats in the pods of a draft, where they were drawn, or changed last, and published."""
    published = _some(book, roll, "pods.published")
    if published is None:
        return False
    pods = _at(_last(book, published, "pods.drawn", "pods.swapped"), "pods")
    one, two = any_two([player for pod in pods for player in pod], roll)
    other = {one: two, two: one}
    pods[:] = [[other.get(player, player) for player in pod] for pod in pods]
    published["data"]["pods"] = copy.deepcopy(pods)
    return True


def _building(book: Book, roll: Roll) -> bool:
    """Two in each other's seats at building tables, where they were drawn, or changed last, and published."""
    published = _some(book, roll, "building.published")
    if published is None:
        return False
    tables = _at(_last(book, published, "building.drawn", "building.swapped"), "tables")
    one, two = any_two([player for table in tables for player in table], roll)
    other = {one: two, two: one}
    tables[:] = [[other.get(player, player) for player in table] for table in tables]
    published["data"]["tables"] = copy.deepcopy(tables)
    return True


def _cards_by_hand(book: Book, roll: Roll) -> bool:
    """Cards that were drawn or rolled by hand are said to be others, and the sheet of the round with them."""
    line = _some(book, roll, "cards.recorded", fits=lambda one: _at(one, "way") != "outline")
    if line is None:
        return False
    data = line["data"]
    one = sorted(data["cards"])[roll(2)]
    before, after = copy.deepcopy(data["cards"]), {**data["cards"], one: f"{data['cards'][one]} II"}
    for other in book.lines[book.lines.index(line) :]:
        data = other["data"]
        sheet = data.get("sheet")
        if data.get("round_no") == line["data"]["round_no"] and sheet and sheet["cards"] == before:
            sheet["cards"] = after
    line["data"]["cards"] = after
    return True


def _published_only(book: Book, roll: Roll) -> bool:
    line = _some(book, roll, "round.published")
    return line is not None and sheets.cross(line["data"]["sheet"], roll)


def _own_seed(book: Book, roll: Roll) -> bool:
    line = _some(book, roll, *DRAWS)
    if line is not None:
        line["data"]["seed"], line["left"] = "5" * 64, ["seed"]
    return line is not None


def _results_exchanged(book: Book, roll: Roll) -> bool:
    """Two results for one another, each in itself as it should be."""
    found = [line for line in book.lines if line["kind"] == "result.reported"]
    if len(found) < 2:
        return False
    one, two = (line["data"] for line in any_two(found, roll))
    for name in ("report", "outcome"):
        one[name], two[name] = two[name], one[name]
    return True


def _result_moved(book: Book, roll: Roll) -> bool:
    line = _some(book, roll, *RESULTS)
    if line is not None:
        line["data"]["table"] += 1
    return line is not None


def _score(book: Book, roll: Roll) -> bool:
    """Another number on the slip, what it is worth left as it was."""
    line = _some(book, roll, *RESULTS)
    report = line["data"]["report"] if line else {}
    if "scores" in report and isinstance(report["scores"][0], dict):
        report["scores"][roll(2)]["destroyed"] += 30
    elif report.get("tokens"):
        report["tokens"][roll(2)] += 1
    elif report.get("left"):
        report["left"][roll(len(report["left"]))] += 5
    elif report.get("games"):
        report["games"][0] = 1 - report["games"][0] if report["games"][0] is not None else 0
    else:
        return False
    return True


def _winner(book: Book, roll: Roll) -> bool:
    line = _some(book, roll, *RESULTS, fits=lambda one: _at(one, "outcome", "winner") is not None)
    if line is None:
        return False
    outcome = line["data"]["outcome"]
    outcome["winner"] = 1 - outcome["winner"]
    outcome["sides"].reverse()
    return True


def _twice(book: Book, roll: Roll) -> bool:
    at = 1 + roll(len(book.lines) - 1)
    book.lines.insert(at, copy.deepcopy(book.lines[at]))
    return True


def _neighbours(book: Book, roll: Roll) -> bool:
    at = 1 + roll(len(book.lines) - 2)
    book.lines[at : at + 2] = book.lines[at : at + 2][::-1]
    return True


def _elsewhere(book: Book, roll: Roll) -> bool:
    line = book.lines.pop(1 + roll(len(book.lines) - 1))
    book.lines.insert(1 + roll(len(book.lines)), line)
    return True


def _cut_off(book: Book, roll: Roll) -> bool:
    del book.lines[1 + roll(len(book.lines) - 1) :]
    return True


def _added_drop(book: Book, roll: Roll) -> bool:
    """Somebody is said to have left."""
    at = 1 + roll(len(book.lines))
    after = sum(line["kind"] == "round.published" for line in book.lines[:at])
    data = {"after": after, "player": 1 + roll(4), "reason": ""}
    book.lines.insert(at, {**book.lines[1], "seq": -1, "kind": "player.dropped", "v": 1, "data": data})
    return True


def _anybody_else(book: Book, roll: Roll) -> bool:
    kinds = ("player.dropped", "player.disqualified", "player.rejoined", "player.entered")
    line = _some(book, roll, *kinds)
    if line is not None:
        line["data"]["player"] += 1
    return line is not None


def _missed(book: Book, roll: Roll) -> bool:
    line = _some(book, roll, "player.entered", "player.rejoined", fits=lambda one: _at(one, "missed"))
    if line is None or not line["data"]["missed"]["rounds"]:
        return False
    line["data"]["missed"]["rounds"].pop()
    return True


def _undone(book: Book, roll: Roll) -> bool:
    line = _some(book, roll, "act.retracted")
    if line is not None:
        line["data"]["undone"] = [1 + roll(line["seq"] - 1)]
    return line is not None


def _places(book: Book, roll: Roll) -> bool:
    line = _some(book, roll, "tournament.finished")
    if line is None or len(line["data"]["places"]) < 2:
        return False
    one, two = any_two(line["data"]["places"], roll)
    one["player"], two["player"] = two["player"], one["player"]
    return (one["first_place"], one["last_place"]) != (two["first_place"], two["last_place"])


def _turn(kind: str, what: str) -> Change:
    return _in(kind, way=(what,), to=lambda all_: all_[::-1])


def _variant(book: Book, roll: Roll) -> bool:
    """Another reading than the one announced."""
    variants = book.lines[0]["data"]["variants"]
    others = {
        "no_show": ("bye", "bare-win"),
        "rank_by": ("points", "match-wins"),
        "bye_is_opponent": (False, True),
        "tied_places": ("lower", "higher"),
    }
    name = sorted(others)[roll(len(others))]
    variants[name] = next(one for one in others[name] if one != variants.get(name, others[name][0]))
    return True


_ALL: Final = (
    "player.dropped", "player.disqualified", "round.voided", "result.corrected", "tournament.finished",
    "tournament.reopened",
)  # fmt: skip


def _more(value: int) -> int:
    return value + 1


KINDS: Final[Mapping[str, Change]] = {
    "a changed score": _score,
    "a point more for a result": _in(*RESULTS, way=("outcome", "sides", 0, "points"), to=_more),
    "a larger margin": _in(*RESULTS, way=("outcome", "sides", 1, "margin"), to=_more),
    "the other winner": _winner,
    "two results exchanged": _results_exchanged,
    "another place at a table": _in(*RESULTS, way=("outcome", "sides", 0, "place"), to=_more),
    "more left at a table": _in(*RESULTS, way=("report", "left", 0), to=_more),
    "somebody absent from a table": _in(*RESULTS, way=("report", "absent"), to=lambda seats: [*seats, 0]),
    "the loss given at a table": _in(*RESULTS, way=("report", "lost"), to=lambda seats: [*seats, 1]),
    "who left a table first": _in(*RESULTS, way=("report", "conceded"), to=lambda seats: seats[::-1] or [1]),
    "places by hand at a table": _in(*RESULTS, way=("report", "places"), to=lambda places: places[::-1]),
    "a confirmation struck out": _remove("result.confirmed"),
    "somebody else's confirmation": _in("result.confirmed", way=("by",), to=_more),
    "two seats exchanged": _sheet(sheets.exchange_seats),
    "a result for another table": _result_moved,
    "a result struck out": _remove("result.reported"),
    "a correction struck out": _remove("result.corrected"),
    "what follows from a correction": _in(
        "result.corrected", way=("consequence",), to=lambda one: f"no {one}"
    ),
    "a walkover for the other": _in("match.awarded", way=("outcome", "winner"), to=lambda seat: 1 - seat),
    "two opponents exchanged": _sheet(sheets.cross),
    "other pairings published than drawn": _published_only,
    "a moved bye": _sheet(sheets.move_bye),
    "a bye worth more": _sheet(sheets.worth_of_bye),
    "a pairing left out": _sheet(sheets.leave_a_pairing_out),
    "two tables exchanged": _sheet(sheets.exchange_tables),
    "a rematch told wrongly": _sheet(sheets.another_rematch),
    "other cards": _sheet(sheets.other_cards),
    "other cards by hand": _cards_by_hand,
    "cards by hand struck out": _remove("cards.recorded"),
    "another face of the die": _in("cards.recorded", way=("faces", 0), to=lambda face: 7 - face),
    "cards by hand said to be the outline's": _in(
        "cards.recorded", way=("way",), to=lambda way: "outline" if way == "rolled" else "rolled"
    ),
    "another order of a play-off": _turn("tie.played", "players"),
    "a play-off after another round": _in("tie.played", way=("after",), to=_more),
    "somebody else in a play-off": _in("tie.played", way=("players", 0), to=_more),
    "a play-off struck out": _remove("tie.played"),
    "another seed": _own_seed,
    "another link": _in(*DRAWS, way=("link",), to=lambda _: "b" * 64),
    "another attempt": _in(*DRAWS, way=("attempt",), to=_more),
    "another method": _in("round.proposed", way=("method",), to=lambda one: f"{one}, they say"),
    "two seats of a draft exchanged": _pods,
    "other pods published": _in("pods.published", way=("pods",), to=lambda pods: [pod[::-1] for pod in pods]),
    "a swap of seats struck out": _remove("pods.swapped"),
    "another seat for who came late": _in("pods.joined", way=("pod",), to=_more),
    "two builders exchanged": _building,
    "other building tables published": _in(
        "building.published", way=("tables",), to=lambda tables: [table[::-1] for table in tables]
    ),
    "a swap of builders struck out": _remove("building.swapped"),
    "another number of a draw of seats": _in("pods.drawn", "building.drawn", way=("draw_no",), to=_more),
    "another building table for who came late": _in("building.joined", way=("table",), to=lambda at: at + 9),
    "another pod of a pairing": _sheet(sheets.another_pod),
    "somebody plays for who rests": _sheet(sheets.play_for_a_rest),
    "a rest left out": _sheet(sheets.leave_a_rest_out),
    "another course of the rounds": _in("plan.announced", way=("plan", "course", "points"), to=_more),
    "other parts announced": _in("plan.announced", way=("plan", "course", "parts", 1, "number"), to=_more),
    "more rounds of groups": _in("pods.published", way=("rounds",), to=_more),
    "a part passed over": _in("day.begun", way=("part",), to=_more),
    "somebody left out of a part": _in("day.begun", way=("players",), to=lambda all_: all_[:-1]),
    "another kind of bracket": _in(
        "plan.announced",
        way=("plan", "elimination"),
        to=lambda one: "double-once" if one == "double" else "double",
    ),
    "another number of a game": _sheet(sheets.another_game),
    "who plays on in another order": _turn("day.begun", "players"),
    "day two struck out": _remove("day.begun"),
    "a draw struck out": _remove(*DRAWS),
    "another commitment": _in("plan.announced", way=("commitment",), to=lambda _: "c" * 64),
    "more rounds announced": _in("plan.announced", way=("plan", "rounds"), to=_more),
    "another attendance": _in("plan.announced", way=("plan", "attendance"), to=_more),
    "another reading": _variant,
    "another worth of a bye in the regulations": _in(
        "tournament.created", way=("regulations", "bye", "points"), to=_more
    ),
    "points of a win in the regulations": _in(
        *RULES, way=("regulations", "scoring", "points", "win"), to=_more
    ),
    "points of a drawn score in the regulations": _in(
        *RULES, way=("regulations", "scoring", "equal_score", "points"), to=_more
    ),
    "points of the first place in the regulations": _in(
        *RULES, way=("regulations", "scoring", "points", "usual", 0), to=_more
    ),
    "tiebreakers in another order": _in(
        *RULES, way=("regulations", "standings", "tiebreakers"), to=lambda all_: all_[::-1]
    ),
    "rounds without an opponent counted otherwise": _in(
        *RULES,
        way=("regulations", "variants", "unplayed_rounds"),
        to=lambda one: "left-out" if one == "fide-2023" else "fide-2023",
    ),
    "a change of the game struck out": _remove("rules.changed"),
    "a removed fact": _remove(),
    "a fact twice": _twice,
    "two neighbours exchanged": _neighbours,
    "a fact moved": _elsewhere,
    "the end cut off": _cut_off,
    "somebody else": _anybody_else,
    "a drop struck out": _remove("player.dropped", "player.disqualified"),
    "a drop made up": _added_drop,
    "a late loss forgiven": _missed,
    "an awarded bye struck out": _remove("bye.awarded", "loss.awarded"),
    "an act undone struck out": _remove("act.retracted"),
    "another act undone": _undone,
    "a forbidden pair struck out": _remove("pair.forbidden"),
    "the cut in another order": _turn("cut.made", "seeds"),
    "a replacement struck out": _remove("cut.replaced"),
    "somebody left out of a stage": _in("stage.started", way=("players",), to=lambda all_: all_[:-1]),
    "two places exchanged": _places,
    "a voided round struck out": _remove("round.voided"),
    "a reason in other words": _in(*_ALL, way=("reason",), to=lambda one: f"{one}, they said"),
    "another reporter": _in("result.reported", way=("by",), to=_more),
}
