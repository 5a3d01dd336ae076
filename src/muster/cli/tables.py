"""Pairings, standings and final places as tables for the terminal and as values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from muster.app.standings.groups import GroupTable
from muster.cli.output import GAP, OUT, Figures, grid_of, plain, titled
from muster.core.bracket.layouts import place_text
from muster.core.ids import PlayerId, TableNo
from muster.core.messages import Message, listing, paragraph, say, say_in
from muster.core.pairing.round_draws import RoundCards
from muster.core.points import in_file
from muster.core.standings.tiebreakers import value_text
from muster.core.standings.values import Row, Table
from muster.core.tournament import queries
from muster.core.tournament.facts import RoundProposed
from muster.core.tournament.queries import PAIR
from muster.core.tournament.state import Match, Round, Sheet, State
from muster.exchange.journal import JournalFile
from muster.exchange.words import Teller, match_words, points_heading, score_words

Names = Mapping[PlayerId, str]
_NAME_LEAST = 12
"""Letters of a name that must have room beside the figures."""


def name_of(names: Names, player: PlayerId) -> str:
    """A player's display name, safe for a terminal; the entry number where there is none."""
    return plain(names.get(player, f"#{player}"), 60)


def teller_of(file: JournalFile) -> Teller:
    """Tells the facts of a journal with the names and the words of reasons in its file."""
    words = {digest: text for digest, (_salt, text) in file.reasons.items()}
    return Teller(file.journal.state, file.journal.entries, lambda player: name_of(file.names, player), words)


def standings_table(table: Table, names: Names, title: Message) -> Group:
    """The standings, best first; `=` marks a rank that only the random key decides."""
    rows = [_standing_cells(table, row, names) for row in table.rows]
    return _ranked(title, say("Rank"), table, rows)


def _ranked(title: Message, first: Message, table: Table | None, rows: list[list[str]]) -> Group:
    """Rows of rank, name and figures; in a narrow terminal the last figures make room for the name."""
    heads = [points_heading(table), *(str(one.short) for one in table.columns)] if table else []
    widths = [
        max(len(head), *(len(row[at]) for row in rows if at < len(row)), 0)
        for at, head in enumerate(heads, 2)
    ]
    room = OUT.width - len(str(first)) - _NAME_LEAST - 2 * GAP
    shown = sum(taken + GAP * at <= room for at, taken in enumerate(accumulate(widths)))
    made = grid_of(Figures(first), say("Player"), *map(Figures, heads[:shown]))
    for row in rows:
        made.add_row(*(Text(cell) for cell in row[: shown + 2]))
    if shown == len(heads):
        return titled(title, made)
    hidden = say("No room here for {columns}.", columns=listing(heads[shown:], "plain"))
    return titled(title, made, Text(str(hidden)))


def group_grid(group: GroupTable, *, pods: bool) -> Group:
    """The standings of a group by itself, or of a pod."""
    made = grid_of(Figures(say("Place")), say("Player"), Figures(say("Pts")))
    for line in group.lines:
        made.add_row(line.place, Text(line.row.name), str(line.row.points))
    title = say("Pod {pod}", pod=group.number) if pods else say("Group {group}", group=group.number)
    return titled(title, made)


def _standing_cells(table: Table, row: Row, names: Names) -> list[str]:
    rank = f"={row.shared_rank}" if row.tied_by_key else str(row.rank)
    values = (
        str(value_text(column.id, value, halves=column.halves))
        for column, value in zip(table.columns, row.values, strict=True)
    )
    return [rank, name_of(names, row.player), str(row.points), *values]


def standings_json(table: Table, names: Names) -> list[dict[str, object]]:
    """The standings as values; ratios are exact, as text such as `2/3`."""
    return [
        {
            "rank": row.rank,
            "shared_rank": row.shared_rank,
            "tied_by_key": row.tied_by_key,
            "player": row.player,
            "name": names.get(row.player),
            "points": in_file(row.points),
            **{
                column.id: str(value / 2 if column.halves else value)
                for column, value in zip(table.columns, row.values, strict=True)
            },
        }
        for row in table.rows
    ]


def sheet_table(sheet: Sheet, names: Names, title: Message, found: Message) -> Group:
    """A round's pairings by table, then its byes and the cards all its games are played with."""
    seats = most_seats(pairing.players for pairing in sheet.pairings)
    made = grid_of(Figures(say("Table")), *[say("Player")] * seats, "")
    for pairing in sorted(sheet.pairings, key=lambda one: one.table):
        there = [Text(name_of(names, player)) for player in pairing.players]
        empty = [""] * (seats - len(there))
        made.add_row(str(pairing.table), *there, *empty, str(say("rematch")) if pairing.rematch else "")
    for bye in sheet.byes:
        awarded = str(say_in("a bye", "awarded")) if bye.awarded else ""
        made.add_row("", Text(name_of(names, bye.player)), str(say("bye")), *[""] * (seats - PAIR), awarded)
    return titled(title, made, *_cards(sheet.cards, found))


def round_table(round_: Round, names: Names, title: Message, found: Message) -> Group:
    """A published round with what is known of its results, and how its cards were found."""
    if most_seats(match.pairing.players for match in round_.matches.values()) > PAIR:
        return titled(title, _seated(round_, names))
    points = Figures(say("Pts"))
    made = grid_of(Figures(say("Table")), say("Player"), points, points, say("Player"), "")
    for table, match in sorted(round_.matches.items()):
        one, two = (Text(name_of(names, player)) for player in match.pairing.pair)
        figures = [str(side.points) for side in match.outcome.sides] if match.outcome else ["", ""]
        made.add_row(str(table), one, *figures, two, str(match_words(match)))
    for bye in round_.byes:
        name, worth = Text(name_of(names, bye.player)), str(bye.outcome.points)
        made.add_row("", name, worth, "", str(say("bye")), "")
    return titled(title, made, *_cards(round_.cards, found))


def most_seats(tables: Iterable[Sequence[PlayerId]]) -> int:
    """How many sit at the largest of these tables; two where there is none."""
    return max((len(players) for players in tables), default=PAIR)


def _seated(round_: Round, names: Names) -> Grid:
    """A round at tables of three and four: everybody in a line of their own, in the order of the seats."""
    made = grid_of(Figures(say("Table")), Figures(say("Seat")), say("Player"), Figures(say("Pts")), "")
    for table, match in sorted(round_.matches.items()):
        points = [str(side.points) for side in match.outcome.sides] if match.outcome else []
        for seat, player in enumerate(match.pairing.players):
            own = points[seat] if points else ""
            first = (str(table), str(match_words(match))) if seat == 0 else ("", "")
            made.add_row(first[0], str(seat + 1), Text(name_of(names, player)), own, first[1])
    for bye in round_.byes:
        made.add_row("", "", Text(name_of(names, bye.player)), str(bye.outcome.points), str(say("bye")))
    return made


def _cards(cards: RoundCards | None, found: Message) -> list[Text]:
    if cards is None:
        return []
    says = say(
        "Deployment: {deployment}. Objective: {objective}.",
        deployment=cards.deployment,
        objective=cards.objective,
    )
    return [Text(str(paragraph(says, found)))]


def sheet_json(proposal: RoundProposed, names: Names) -> dict[str, object]:
    """A proposed round as values."""
    sheet = proposal.sheet
    return {
        "proposal": proposal.round_no,
        "matches": [
            {
                "table": pairing.table,
                "players": list(pairing.players),
                "names": [names.get(player) for player in pairing.players],
                "rematch": pairing.rematch,
            }
            for pairing in sheet.pairings
        ],
        "byes": [{"player": bye.player, "name": names.get(bye.player)} for bye in sheet.byes],
        "cards": None if sheet.cards is None else asdict(sheet.cards),
    }


def round_json(round_: Round, names: Names) -> dict[str, object]:
    """A published round as values; a bye's player stands alone."""
    return {
        "round": round_.number,
        "matches": [_match_json(table, match, names) for table, match in sorted(round_.matches.items())],
        "byes": [
            {"player": bye.player, "name": names.get(bye.player), "points": in_file(bye.outcome.points)}
            for bye in round_.byes
        ],
        "cards": None if round_.cards is None else asdict(round_.cards),
    }


def _match_json(table: TableNo, match: Match, names: Names) -> dict[str, object]:
    return {
        "table": table,
        "players": list(match.pairing.players),
        "names": [names.get(player) for player in match.pairing.players],
        "rematch": match.pairing.rematch,
        "status": match.status,
        "result": None if match.report is None else score_words(match.report),
        "points": None if match.outcome is None else [in_file(side.points) for side in match.outcome.sides],
        "winner": None
        if match.outcome is None or match.outcome.winner is None
        else match.pairing.players[match.outcome.winner],
    }


def final_table(file: JournalFile) -> Group:
    """Final places, with Swiss points and tiebreakers where there was a Swiss stage."""
    state, names = file.journal.state, file.names
    standing = queries.shown_table(state) if queries.swiss_rounds(state) else None
    rows = []
    for place in queries.shown_places(state):
        ranked = standing is not None and place.player in standing.places
        cells = _standing_cells(standing, standing.row(place.player), names) if standing and ranked else []
        first = place_text(place.first_place, place.last_place)
        rows.append([first, name_of(names, place.player), *cells[2:]])
    title = say("{title}: final places", title=file.title) if file.title else say("Final places")
    return _ranked(title, say("Place"), standing, rows)


def final_json(file: JournalFile) -> dict[str, object]:
    """The end of a tournament as values."""
    state = file.journal.state
    return {
        "title": file.title,
        "regulations": state.regulations.id,
        "plan": plan_json(state),
        "rounds": len(state.rounds),
        "facts": state.version,
        "head": state.head,
        "places": [
            {
                "first": place.first_place,
                "last": place.last_place,
                "player": place.player,
                "name": file.names.get(place.player),
            }
            for place in queries.shown_places(state)
        ],
        "standings": standings_json(queries.shown_table(state), file.names)
        if queries.swiss_rounds(state)
        else [],
    }


def plan_json(state: State) -> dict[str, object] | None:
    """The announced plan as values."""
    plan = state.plan
    if plan is None:
        return None
    return {
        "attendance": plan.attendance,
        "rounds": plan.rounds,
        "cut": plan.cut,
        "cut_kind": plan.cut_kind,
    }
