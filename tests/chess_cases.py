"""Chess events as other programs write them: FIDE's report file and what is uploaded to chess-results.com.

Read as far as a test of standings needs it: rounds, points, ranks and published tiebreakers. A win is 2 points here, a
draw 1, so that half a point of chess is 1. A match that one player did not come to is none to FIDE's tiebreakers (C.07,
article 16), so its sides are a bye that counts as won and a loss without an opponent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from html import unescape
from xml.etree import ElementTree as ET

from muster.core.ids import PlayerId, RoundNo
from muster.core.outcomes import RoundKind, RoundRecord, SideOutcome, Verdict
from muster.core.standings import Table, Worth, standings
from muster.rules.schema import Regulations
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import Variants
from regulations_cases import changed, good, handbook_example
from standings_cases import rules_of

CHESS = Worth(win=2, draw=1)
WON = {"win": 2, "draw": 1, "loss": 0}
PLAYED: dict[str, Verdict] = {"1": "win", "W": "win", "=": "draw", "D": "draw", "0": "loss", "L": "loss"}
OWN: tuple[TiebreakerId, ...] = (
    "head-to-head",
    "buchholz",
    "buchholz-cut-1",
    "median-buchholz",
    "sonneborn-berger",
    "total-score",
    "opponents-score",
)
"""The tiebreakers only games of one's own use."""

BREAKER = """[[standings.tiebreakers]]
id = "opponents-match-wins"
name = "Opponents' match wins"
short = "OMW"
clause = "OUR-RANK-1"
"""
UNPLAYED: dict[str, tuple[RoundKind, Verdict]] = {
    "U": ("bye", "win"), "F": ("bye", "win"), "+": ("bye", "win"), "H": ("bye", "draw"), "-": ("loss", "loss"),
}  # fmt: skip
"""Marks of rounds that were not played; `-` without an opponent, `Z` and nothing are rounds not taken part in."""


@dataclass
class Published:
    """What an event file says of a player, in points of chess.

    Attributes:
        points: the points.
        rank: the place; 0 where there is none.
        tiebreaks: the tiebreakers in the file's order.
    """

    points: Fraction
    rank: int
    tiebreaks: tuple[Fraction, ...] = ()


@dataclass
class ChessEvent:
    """An event: everybody's rounds, and what was published of everybody."""

    records: dict[PlayerId, list[RoundRecord]]
    published: dict[PlayerId, Published]
    rounds: int

    def table(self, *tiebreakers: TiebreakerId, unplayed: str = "fide-2023") -> Table:
        """The standings by these tiebreakers."""
        variants = Variants.model_validate({"unplayed_rounds": unplayed})
        return standings(
            self.records, rules_of(*tiebreakers), variants, rounds_completed=self.rounds, worth=CHESS
        )


def own_chess() -> Regulations:
    """The handbook's file made chess, as near as it comes: 2, 1 and 0 points, FIDE's reading, `OWN` in this order."""
    asked = "".join(
        f'[[standings.tiebreakers]]\nid = "{one}"\nname = "{one}"\nshort = "B{place}"\nclause = "OUR-RANK-1"\n'
        for place, one in enumerate(OWN)
    )
    reading = (
        'unplayed_rounds = "fide-2023"\n\n[variant_clauses]\nunplayed_rounds = { clause = "OUR-RANK-1" }\n\n'
    )
    text = changed(
        handbook_example(),
        (BREAKER, asked),
        ("win = 3, draw = 1, loss = 0", "win = 2, draw = 1, loss = 0"),
        ("[bye]\npoints = 3", "[bye]\npoints = 2"),
        ("[clauses]", f"[variants]\n{reading}[clauses]"),
    )
    return good(text)


def played(number: int, opponent: int, mark: str) -> RoundRecord:
    """A match over the board."""
    verdict = PLAYED[mark]
    return RoundRecord(
        RoundNo(number),
        "match",
        SideOutcome(verdict, WON[verdict], games=_one(verdict)),
        (PlayerId(opponent),),
    )


def unplayed(number: int, mark: str) -> RoundRecord:
    """A round without an opponent at the board."""
    kind, verdict = UNPLAYED[mark]
    return RoundRecord(RoundNo(number), kind, SideOutcome(verdict, WON[verdict]))


def _one(verdict: Verdict) -> tuple[int, int, int]:
    return {"win": (1, 0, 0), "loss": (0, 1, 0), "draw": (0, 0, 1)}[verdict]


def trf(text: str) -> ChessEvent:
    """FIDE's report file, by its columns: points in 81-84, rank in 86-89, ten columns a round from 92 on."""
    records: dict[PlayerId, list[RoundRecord]] = {}
    published: dict[PlayerId, Published] = {}
    rounds = 0
    for line in text.splitlines():
        if not line.startswith("001 "):
            continue
        player = PlayerId(int(line[4:8]))
        published[player] = Published(Fraction(line[80:84].strip()), int(line[85:89].strip() or 0))
        cells = [line[start : start + 8] for start in range(91, len(line), 10)]
        rounds = max(rounds, 0, *[number for number, cell in enumerate(cells, 1) if cell.strip()])
        records[player] = [one for number, cell in enumerate(cells, 1) if (one := _cell(number, cell))]
    return ChessEvent(records, published, rounds)


def _cell(number: int, cell: str) -> RoundRecord | None:
    opponent, mark = int(cell[:4].strip() or 0), cell[7:8].strip()
    if opponent and mark in PLAYED:
        return played(number, opponent, mark)
    return unplayed(number, mark) if mark in UNPLAYED and (opponent or mark != "-") else None


FULL, HALF, NOBODY = (4, 0, 0), (0, 0, 4), (0, 4, 0)
TEAM_BYES: dict[str, tuple[Verdict, tuple[int, int, int]]] = {
    "FFFF": ("win", FULL), "HHHH": ("draw", HALF), "UUUU": ("draw", HALF), "ZZZZ": ("loss", NOBODY),
}  # fmt: skip
"""Rounds a team of four did not play: match points and boards. This event's pairing bye is half a match (`320`)."""


def team_report(text: str) -> ChessEvent:
    """The teams of FIDE's report file: match and board points, and the boards of every round, from its `801` lines."""
    records: dict[PlayerId, list[RoundRecord]] = {}
    published: dict[PlayerId, Published] = {}
    for line in text.splitlines():
        if not line.startswith("801 "):
            continue
        player = PlayerId(int(line[3:6]))
        matches, boards = line[8:23].split()[1:3]
        published[player] = Published(Fraction(matches), 0, (Fraction(boards),))
        cells = re.findall(r"(\d+) [bw] ([10=+-]{4}) |\b([FHUZ]{4})\b", f"{line[20:]} ")
        records[player] = [_team_round(number, *cell) for number, cell in enumerate(cells, 1)]
    return ChessEvent(records, published, max(map(len, records.values())))


def _team_round(number: int, opponent: str, boards: str, bye: str) -> RoundRecord:
    if bye:
        verdict, games = TEAM_BYES[bye]
        return RoundRecord(RoundNo(number), "bye", SideOutcome(verdict, WON[verdict], games=games))
    won, drawn = sum(boards.count(mark) for mark in "1+"), boards.count("=")
    halves = 2 * won + drawn
    verdict = "win" if halves > len(boards) else "draw" if halves == len(boards) else "loss"
    games = (won, len(boards) - won - drawn, drawn)
    return RoundRecord(
        RoundNo(number), "match", SideOutcome(verdict, WON[verdict], games=games), (PlayerId(int(opponent)),)
    )


def uploaded(text: str) -> ChessEvent:
    """An upload to chess-results.com: opponent -1 is a bye, -2 a player who is not paired."""
    root = ET.fromstring(text)  # noqa: S314  (a file of the shared data)
    published = {
        PlayerId(int(one.attrib["no"])): Published(
            _comma(one.attrib["pts"]),
            int(one.attrib["rank"]),
            tuple(_comma(one.attrib[name]) for name in ("tb1", "tb2")),
        )
        for one in root.iter("player")
    }
    records: dict[PlayerId, list[RoundRecord]] = {player: [] for player in published}
    for one in root.iter("playerpairing"):
        number, white, black = (int(one.attrib[name]) for name in ("round", "whiteno", "blackno"))
        if black == -1:
            records[PlayerId(white)].append(unplayed(number, "U"))
        elif black > 0:
            marks = {"1.0": "1", "0.5": "=", "0.0": "0"}
            records[PlayerId(white)].append(played(number, black, marks[one.attrib["reswhite"]]))
            records[PlayerId(black)].append(played(number, white, marks[one.attrib["resblack"]]))
    rounds = sum(1 for _ in root.iter("round"))
    return ChessEvent(
        {player: sorted(own, key=_number) for player, own in records.items()}, published, rounds
    )


def _number(record: RoundRecord) -> int:
    return record.round_no


def crosstable(text: str, rounds: int) -> ChessEvent:
    """A saved crosstable of chess-results.com: number, four cells, a cell a round, rank, and the tiebreakers."""
    records: dict[PlayerId, list[RoundRecord]] = {}
    published: dict[PlayerId, Published] = {}
    for row in re.findall(r"<tr[^>]*>(.*?)</tr>", text, re.DOTALL):
        cells = [
            unescape(re.sub(r"<[^>]*>", "", cell)).strip()
            for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
        ]
        if len(cells) < 6 + rounds or not cells[0].isdecimal():
            continue
        player, games = PlayerId(int(cells[0])), cells[5 : 5 + rounds]
        rank, points, *breaks = cells[5 + rounds : 9 + rounds]
        published[player] = Published(_comma(points), int(rank), tuple(map(_comma, breaks)))
        records[player] = [one for number, cell in enumerate(games, 1) if (one := _crossed(number, cell))]
    return ChessEvent(records, published, rounds)


def _crossed(number: int, cell: str) -> RoundRecord | None:
    """`21b½` is a draw against 21; `-1`, `-½` and `-0` have no opponent."""
    if met := re.fullmatch(r"(\d+)[wb]([10½])", cell):
        return played(number, int(met[1]), met[2].replace("½", "="))
    return {"-1": unplayed(number, "U"), "-½": unplayed(number, "H")}.get(cell)


def _comma(text: str) -> Fraction:
    return Fraction(text.replace(",", "."))
