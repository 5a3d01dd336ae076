"""Ways to tamper with a journal: each changes one thing, and whoever checks must say so on the line it stands on."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

RELEASED: Final = Path(__file__).parent / "journals"
DRAWS: Final = ("round.proposed", "pods.drawn", "building.drawn")
Line = dict[str, Any]


class Book:
    """The lines of a journal, to be changed."""

    def __init__(self, text: str) -> None:
        self.header, *lines = text.splitlines()
        self.lines: list[Line] = [json.loads(line) for line in lines]

    def find(self, kind: str, nth: int = 0, **data: Any) -> Line:
        """The nth fact of a kind with these data."""
        fitting = (one for one in self.lines if one["kind"] == kind)
        return [one for one in fitting if data.items() <= one["data"].items()][nth]

    def text(self, *, mended: bool) -> str:
        """The file; mended, every number, seed and head follows from the changed facts."""
        head = "0" * 64
        pods = 0
        moved = {line["seq"]: seq for seq, line in enumerate(self.lines, 1)}
        for seq, line in enumerate(self.lines, 1):
            if not mended:
                break
            data = line["data"]
            line["seq"] = seq
            if line["kind"] == "act.retracted":
                data["undone"] = [moved[one] for one in data["undone"] if one in moved]
            pods += line["kind"] in ("pods.published", "building.published")
            if line["kind"] in DRAWS and "seed" not in line.get("left", ()):
                drawing = data["draw_no"] if "draw_no" in data else data["round_no"] + pods
                data["seed"] = digest(f"{data['link']}|{head}|{drawing}|{data['attempt']}")
            said = canonical({"data": data, "kind": line["kind"], "v": line["v"]})
            head = line["head"] = digest(f"{head}|{seq}|{said}")
        lines = [{name: value for name, value in line.items() if name != "left"} for line in self.lines]
        return "\n".join([self.header, *map(canonical, lines), ""])


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Tampering:
    """One way to tamper: in which journal, with what, and what the check must say about the line changed."""

    name: str
    journal: str
    change: Callable[[Book], Line]
    says: str

    def text(self, *, mended: bool) -> tuple[str, int]:
        """The file after it, and the number of the line that must be named."""
        book = Book(released(self.journal))
        book = copy.deepcopy(book)
        line = self.change(book)
        at = next(at for at, one in enumerate(book.lines) if one is line)
        return book.text(mended=mended), at + 2


def released(name: str) -> str:
    """The journal of a day as the first release recorded it."""
    return (RELEASED / "0.2.0" / f"{name}.muster").read_text(encoding="utf-8")


def inside(kind: str, *way: str | int, to: Callable[[Any], Any], nth: int = 0) -> Callable[[Book], Line]:
    """Change one value on the way into a fact's data."""

    def change(book: Book) -> Line:
        line = book.find(kind, nth)
        place: Any = line["data"]
        for step in way[:-1]:
            place = place[step]
        place[way[-1]] = to(place[way[-1]])
        return line

    return change


def on_sheets(way: Callable[[Any], None], round_no: int, nth: int = 0) -> Callable[[Book], Line]:
    """Change a round's sheet where it was proposed and where it was published."""

    def change(book: Book) -> Line:
        line = book.find("round.proposed", nth, round_no=round_no)
        way(line["data"]["sheet"])
        way(book.find("round.published", 0, round_no=round_no)["data"]["sheet"])
        return line

    return change


def cross(sheet: Any) -> None:
    one, two = sheet["pairings"][0]["players"], sheet["pairings"][1]["players"]
    one[1], two[1] = two[1], one[1]


def other_bye(sheet: Any) -> None:
    players, bye = sheet["pairings"][-1]["players"], sheet["byes"][0]
    players[1], bye["player"] = bye["player"], players[1]


def _tables(sheet: Any) -> None:
    one, two = sheet["pairings"][0], sheet["pairings"][1]
    one["table"], two["table"] = two["table"], one["table"]


def struck_out(kind: str, then: str, nth: int = 0, **data: Any) -> Callable[[Book], Line]:
    """Take a fact away; it is told at the first fact of kind `then` after it."""

    def change(book: Book) -> Line:
        line = book.find(kind, nth, **data)
        at = book.lines.index(line)
        book.lines.remove(line)
        return next(one for one in book.lines[at:] if one["kind"] == then)

    return change


def _hide_attempt(book: Book) -> Line:
    line = book.find("round.proposed", 1, round_no=1)
    at = book.lines.index(book.find("round.proposed", 0, round_no=1))
    del book.lines[at : at + 2]
    return line


def _forbid_drawn(book: Book) -> Line:
    line = book.find("round.proposed", 0, round_no=2)
    book.find("pair.forbidden", 0)["data"]["players"] = sorted(
        line["data"]["sheet"]["pairings"][0]["players"]
    )
    return line


def _own_seed(book: Book) -> Line:
    line = book.find("round.proposed", 0, round_no=3)
    line["data"]["seed"], line["left"] = "a" * 64, ["seed"]
    return line


def _kind(book: Book) -> Line:
    line = book.find("round.started")
    line["kind"] = "records"
    return line


def _exchange(book: Book) -> Line:
    line = book.find("tournament.finished", 1)
    one, two = line["data"]["places"][:2]
    one["player"], two["player"] = two["player"], one["player"]
    return line


def more(value: int) -> int:
    return value + 1


def turned(values: list[Any]) -> list[Any]:
    return values[::-1]


TAMPERINGS: Final = (
    Tampering(
        "a point more for a result",
        "armada-4.0",
        inside("result.reported", "outcome", "sides", 0, "points", to=more, nth=5),
        "what the result is worth",
    ),
    Tampering(
        "a larger margin",
        "runewars-2.2.2",
        inside("result.reported", "outcome", "sides", 1, "margin", to=more, nth=5),
        "what the result is worth",
    ),
    Tampering(
        "the other winner",
        "armada-pl",
        inside("result.reported", "outcome", "winner", to=lambda seat: 1 - seat, nth=6),
        "what the result is worth",
    ),
    Tampering(
        "a score on the slip",
        "armada-4.0",
        inside("result.reported", "report", "scores", 0, "destroyed", to=lambda n: n + 200, nth=7),
        "what the result is worth",
    ),
    Tampering(
        "a share of tokens",
        "legion-2.0",
        inside("result.reported", "outcome", "sides", 0, "share", to=lambda _: "5/7", nth=5),
        "what the result is worth",
    ),
    Tampering(
        "a game won",
        "unlimited-1.3",
        inside("result.reported", "outcome", "sides", 0, "games", 0, to=more, nth=5),
        "what the result is worth",
    ),
    Tampering(
        "a correction's worth",
        "legion-2.0",
        inside("result.corrected", "outcome", "sides", 0, "points", to=more),
        "what the result is worth",
    ),
    Tampering(
        "what follows from a correction",
        "armada-4.0",
        inside("result.corrected", "consequence", to=lambda _: "none"),
        "consequence",
    ),
    Tampering(
        "a result struck out",
        "armada-4.0",
        struck_out("result.reported", "round.proposed", 0, round_no=2, table=1),
        "results before the round",
    ),
    Tampering(
        "a drop struck out",
        "armada-4.0",
        struck_out("player.dropped", "round.proposed", 0, player=11),
        "players of the round",
    ),
    Tampering("the bye for somebody else", "armada-4.0", on_sheets(other_bye, 3), "bye"),
    Tampering(
        "a bye worth more",
        "runewars-2.2.2",
        on_sheets(lambda sheet: sheet["byes"][0]["outcome"].update(points=9), 3),
        "worth of a bye",
    ),
    Tampering("two opponents exchanged", "armada-4.0", on_sheets(cross, 2), "pairs drawn from the seed"),
    Tampering(
        "two opponents exchanged in Legion", "legion-2.0", on_sheets(cross, 3), "pairs drawn from the seed"
    ),
    Tampering("two tables exchanged", "unlimited-1.3", on_sheets(_tables, 2), "table of"),
    Tampering(
        "a rematch not told",
        "armada-pl",
        on_sheets(lambda sheet: sheet["pairings"][0].update(rematch=True), 2),
        "rematch",
    ),
    Tampering("a forbidden pair", "armada-4.0", _forbid_drawn, "pairing"),
    Tampering(
        "other pairings published than drawn",
        "armada-4.0",
        inside("round.published", "sheet", "pairings", to=turned, nth=2),
        "published pairings",
    ),
    Tampering(
        "another link", "armada-4.0", inside("round.proposed", "link", to=lambda _: "b" * 64, nth=4), "link"
    ),
    Tampering("a seed of one's own", "unlimited-1.3", _own_seed, "draw seed"),
    Tampering("an attempt left out", "runewars-2.2.2", _hide_attempt, "attempt"),
    Tampering(
        "another attempt", "armada-4.0", inside("round.proposed", "attempt", to=more, nth=4), "attempt"
    ),
    Tampering(
        "more rounds than announced for",
        "armada-4.0",
        inside("plan.announced", "plan", "rounds", to=more),
        "rounds",
    ),
    Tampering(
        "another attendance",
        "legion-2.0",
        inside("plan.announced", "plan", "attendance", to=more),
        "attendance",
    ),
    Tampering(
        "no losses for coming late",
        "armada-4.0",
        inside("player.entered", "missed", "rounds", to=lambda _: [], nth=12),
        "rounds missed",
    ),
    Tampering(
        "a loss for coming late worth a point",
        "armada-4.0",
        inside("player.rejoined", "missed", "outcome", "points", to=more),
        "worth of a round missed",
    ),
    Tampering(
        "another deployment",
        "runewars-2.2.2",
        on_sheets(lambda sheet: sheet["cards"].update(deployment="Standoff"), 2),
        "deployment",
    ),
    Tampering(
        "the cut in another order", "armada-4.0", inside("cut.made", "seeds", to=turned), "players who go on"
    ),
    Tampering(
        "somebody else comes in",
        "legion-2.0",
        inside("cut.replaced", "entered", to=lambda _: 1),
        "who comes in",
    ),
    Tampering("the bracket drawn otherwise", "armada-4.0", on_sheets(cross, 4, 1), "game 1"),
    Tampering("the first two places exchanged", "unlimited-1.3", _exchange, "final places"),
    Tampering(
        "somebody left out of the stage",
        "armada-4.0",
        inside("stage.started", "players", to=lambda all_: all_[:-1]),
        "players of the stage",
    ),
    Tampering(
        "an older fact undone", "armada-4.0", inside("act.retracted", "undone", to=lambda _: [2]), "undone"
    ),
    Tampering("a kind nobody knows", "armada-4.0", _kind, "kind"),
)
