"""Ways to tamper with a draft in two days, sealed play and a round robin, each with what the check must say of it."""

from __future__ import annotations

from typing import Any, Final

from tamper_cases import Book, Line, Tampering, cross, inside, more, on_sheets, other_bye, struck_out, turned


def _two_seats(book: Book) -> Line:
    """Two of different pods in each other's seats, where they were drawn."""
    line = book.find("pods.drawn", 1)
    one, two = line["data"]["pods"]
    one[0], two[0] = two[0], one[0]
    return line


def _two_builders(book: Book) -> Line:
    """Two of different building tables in each other's seats, where they were drawn."""
    line = book.find("building.drawn", 1)
    one, two = line["data"]["tables"][:2]
    one[0], two[0] = two[0], one[0]
    return line


def _three_first(tables: list[list[int]]) -> list[list[int]]:
    drawn = [player for table in tables for player in table]
    return [drawn[:3], *([drawn[at], drawn[at + 1]] for at in range(3, len(drawn), 2))]


def _small_pod(pods: list[list[int]]) -> list[list[int]]:
    drawn = [player for pod in pods for player in pod]
    return [drawn[:3], drawn[3:]]


def _across_pods(sheet: Any) -> None:
    one, two = sheet["pairings"][0]["players"], sheet["pairings"][-1]["players"]
    one[1], two[1] = two[1], one[1]


def _exchange_seats(sheet: Any) -> None:
    sheet["pairings"][0]["players"].reverse()


def _exchange_rest(sheet: Any) -> None:
    """Somebody plays for whoever rests."""
    players, resting = sheet["pairings"][0]["players"], sheet["resting"]
    players[1], resting[0] = resting[0], players[1]


def _bye_for_a_rest(sheet: Any) -> None:
    """A rest is said to be a bye, worth something."""
    outcome = {
        "averaged": False,
        "games": [0, 0, 0],
        "margin": 140,
        "points": 8,
        "share": None,
        "verdict": "win",
    }
    sheet["byes"].append(
        {"awarded": False, "game": None, "outcome": outcome, "player": sheet.pop("resting")[0]}
    )


def _rest_for_a_bye(sheet: Any) -> None:
    sheet["resting"] = [bye["player"] for bye in sheet["byes"]]
    sheet["byes"] = []


def _swap_of_two_pods(book: Book) -> Line:
    """A swap by hand that is in itself as it should be, but of two pods."""
    drawn = book.find("round.proposed", round_no=2)
    published = book.find("round.published", round_no=2)
    sheet = published["data"]["sheet"]
    (one, _), (_, two) = sheet["pairings"][0]["players"], sheet["pairings"][-1]["players"]
    other = {one: two, two: one}
    for pairing in sheet["pairings"]:
        pairing["players"] = [other.get(player, player) for player in pairing["players"]]
    data = {"players": [one, two], "sheet": sheet}
    line = {**drawn, "seq": -1, "kind": "proposal.swapped", "data": data}
    book.lines.insert(book.lines.index(published), line)
    return line


def _rounds_of_pods(book: Book) -> Line:
    """Pods are said to need rounds, as groups do."""
    line = book.find("pods.published", 1)
    line["data"]["rounds"] = 2
    return line


def _first_two_exchanged(places: list[Any]) -> list[Any]:
    one, two, *others = places
    return [{**one, "player": two["player"]}, {**two, "player": one["player"]}, *others]


def _whole(part: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in part.items() if name != "carry"}


COURSE_TAMPERINGS: Final = (
    Tampering("two seats of a draft exchanged", "draft", _two_seats, "pods drawn from the seed"),
    Tampering(
        "a pod too small", "draft", inside("pods.drawn", "pods", to=_small_pod, nth=1), "sizes of the pods"
    ),
    Tampering("another number of a draw", "draft", inside("pods.drawn", "draw_no", to=more, nth=1), "draw"),
    Tampering(
        "another attempt at the pods", "draft", inside("pods.drawn", "attempt", to=more, nth=1), "attempt"
    ),
    Tampering(
        "another link for the pods", "draft", inside("pods.drawn", "link", to=lambda _: "b" * 64), "link"
    ),
    Tampering(
        "other seats after a swap", "draft", inside("pods.swapped", "pods", to=turned), "pods after the swap"
    ),
    Tampering(
        "a swap of seats struck out", "draft", struck_out("pods.swapped", "pods.published"), "published pods"
    ),
    Tampering("other pods published", "draft", inside("pods.published", "pods", to=turned), "published pods"),
    Tampering("a seat in no pod", "draft", inside("pods.joined", "pod", to=lambda _: 9), "pod"),
    Tampering("a second seat", "draft", inside("pods.joined", "player", to=lambda _: 4), "seat in a pod"),
    Tampering("not across the table", "draft", on_sheets(cross, 1), "pairs across the table"),
    Tampering(
        "the other side of the table", "draft", on_sheets(_exchange_seats, 1), "pairs across the table"
    ),
    Tampering("two opponents of a pod exchanged", "draft", on_sheets(cross, 2), "pairings"),
    Tampering("two of two pods exchanged", "draft", on_sheets(_across_pods, 2), "players paired in a pod"),
    Tampering(
        "another pod said",
        "draft",
        on_sheets(lambda sheet: sheet["pairings"][0].update(pod=2), 2),
        "players paired in a pod",
    ),
    Tampering("no pod said", "draft", on_sheets(lambda sheet: sheet["pairings"][0].pop("pod"), 2), "pod"),
    Tampering("the bye of a pod for somebody else", "draft", on_sheets(other_bye, 1), "bye"),
    Tampering("the bye of a pod a rest", "draft", on_sheets(_rest_for_a_bye, 2), "who rests"),
    Tampering("a swap of two pods", "draft", _swap_of_two_pods, "swap"),
    Tampering(
        "who plays on in another order",
        "draft",
        inside("day.begun", "players", to=turned),
        "players who play on",
    ),
    Tampering(
        "somebody left out of day two",
        "draft",
        inside("day.begun", "players", to=lambda players: players[:-1]),
        "players who play on",
    ),
    Tampering("day two not begun", "draft", struck_out("day.begun", "round.proposed"), "players who play on"),
    Tampering(
        "other points for day two",
        "draft",
        inside("plan.announced", "plan", "course", "points", to=more),
        "course of the rounds",
    ),
    Tampering(
        "another course of parts",
        "parts",
        inside("plan.announced", "plan", "course", "parts", 1, "rounds", to=more),
        "course of the rounds",
    ),
    Tampering(
        "two of two groups exchanged",
        "parts",
        on_sheets(_across_pods, 1),
        "pairs of the circle",
    ),
    Tampering(
        "another number of rounds in groups", "parts", inside("pods.published", "rounds", to=more), "rounds"
    ),
    Tampering("rounds of pods said", "parts", _rounds_of_pods, "rounds"),
    Tampering(
        "pods not by the standings",
        "parts",
        inside("pods.drawn", "pods", to=lambda pods: [pods[1] + pods[0][:1], pods[0][1:]], nth=1),
        "pods drawn from the seed",
    ),
    Tampering(
        "somebody else among the best of a group",
        "parts",
        inside("day.begun", "players", to=lambda players: players[:-1]),
        "players who play on",
    ),
    Tampering("a part left out", "parts", inside("day.begun", "part", to=lambda _: 3, nth=2), "part"),
    Tampering(
        "more rounds of a round robin than so many need",
        "parts",
        inside("day.begun", "rounds", to=more, nth=2),
        "rounds",
    ),
    Tampering(
        "another of a group in the cut", "parts", inside("cut.made", "seeds", to=turned), "players who go on"
    ),
    Tampering(
        "places without the parts",
        "parts",
        inside("tournament.finished", "places", to=_first_two_exchanged),
        "final places",
    ),
    Tampering(
        "points carried whole that were halved",
        "carried",
        inside("plan.announced", "plan", "course", "parts", 1, to=_whole),
        "course of the rounds",
    ),
    Tampering(
        "points forgotten that were halved",
        "carried",
        inside("plan.announced", "plan", "course", "parts", 1, "carry", to=lambda _: "none"),
        "course of the rounds",
    ),
    Tampering(
        "points halved that were forgotten",
        "carried",
        inside("plan.announced", "plan", "course", "parts", 2, "carry", to=lambda _: "half"),
        "course of the rounds",
    ),
    Tampering(
        "a cut as if all points counted",
        "carried",
        inside("cut.made", "seeds", to=turned),
        "players who go on",
    ),
    Tampering(
        "another in a part with half of the points",
        "carried",
        inside("day.begun", "players", to=turned, nth=1),
        "players who play on",
    ),
    Tampering(
        "places as if all points counted",
        "carried",
        inside("tournament.finished", "places", to=_first_two_exchanged),
        "final places",
    ),
    Tampering(
        "more rounds than everybody needs",
        "robin",
        inside("plan.announced", "plan", "rounds", to=more),
        "rounds",
    ),
    Tampering("two of the circle exchanged", "robin", on_sheets(cross, 1), "pairs of the circle"),
    Tampering(
        "the sides of a circle exchanged", "robin", on_sheets(_exchange_seats, 1), "pairs of the circle"
    ),
    Tampering("somebody plays for who rests", "robin", on_sheets(_exchange_rest, 1), "who rests"),
    Tampering("a rest said to be a bye", "robin", on_sheets(_bye_for_a_rest, 1), "who rests"),
    Tampering(
        "a rest not said", "robin", on_sheets(lambda sheet: sheet.pop("resting"), 1), "players of the round"
    ),
    Tampering("two builders exchanged", "sealed", _two_builders, "building tables drawn from the seed"),
    Tampering(
        "three at the first building table",
        "sealed",
        inside("building.drawn", "tables", to=_three_first, nth=1),
        "sizes of the building tables",
    ),
    Tampering(
        "another number of a draw of tables",
        "sealed",
        inside("building.drawn", "draw_no", to=more, nth=1),
        "draw",
    ),
    Tampering(
        "other building tables after a swap",
        "sealed",
        inside("building.swapped", "tables", to=turned),
        "building tables after the swap",
    ),
    Tampering(
        "a swap of builders struck out",
        "sealed",
        struck_out("building.swapped", "building.published"),
        "published building tables",
    ),
    Tampering(
        "other building tables published",
        "sealed",
        inside("building.published", "tables", to=turned),
        "published building tables",
    ),
    Tampering(
        "a seat at no building table",
        "sealed",
        inside("building.joined", "table", to=lambda _: 9),
        "building table",
    ),
    Tampering(
        "a second seat at a building table",
        "sealed",
        inside("building.joined", "player", to=lambda _: 4),
        "seat at a building table",
    ),
)
