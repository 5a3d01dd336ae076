"""What the style guide shows: made-up people and tables, awkward ones among them, as the templates know them."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace as Made
from typing import Any, Final, NamedTuple

from django.core.paginator import Paginator
from django.urls import reverse

from muster.app.brackets.read import GameBox, Slot
from muster.app.common.access import Actor
from muster.app.standings.met import OwnScore
from muster.core.ids import PlayerId, TableNo
from muster.core.messages import say, say_n
from muster.core.written import points_score
from muster.web.bump_chart import bump_chart
from muster.web.desk.standings.glance import Spark, spark_of
from muster.web.public.share.art import art_of, motif_of
from muster.web.public.standings.grid import MeetingGrid
from muster.web.wall.fit import WallGrid, fit

NAMES: Final = (
    "Piotr Aleksander Brzęczyszczykiewicz-Chrząszczewski", "Ø", "Nguyễn Thị Minh Châu", "Ewa Szymańska",
    "Wolfeschlegelsteinhausenbergerdorff", "Oğuz Yıldırım", "Björn Åkesson", "Ada Lovelace",
)  # fmt: skip
"""Names of 51 letters and of one, of one word of 35, and of four languages."""

WHEN: Final = datetime(2026, 3, 7, 16, 31, tzinfo=UTC)
GRID: Final = WallGrid(1, 8)
BESIDE: Final = 3_000
"""How people stand on a wall, and what of a line the plate takes, in thousandths of a letter's size."""

STATUSES: Final = ("open", "reported", "disputed", "confirmed")
WHERE: Final = ("guide", 1)

SAYS: Final = (
    ("warning", "Call", "Judge wanted at table 7: Ewa Szymańska", "2 min", "Answer"),
    ("disputed", "Disputed", "Table 6: the two reports differ.", "4 min", "Decide"),
    (
        "reported",
        "Reported",
        "Table 2: Oğuz Yıldırım has reported, Björn Åkesson not yet.",
        "1 min",
        "Confirm",
    ),
    ("open", "Missing", "Tables 9 and 10 have no result.", "", "Open the results"),
    ("disputed", "Needed", "Ada Lovelace is not here yet.", "", "Open the check-in"),
    ("warning", "Late", "Post the pairings where everybody sees them.", "12 min", ""),
    ("open", "To do", "Keep the event as a file in a place of your own.", "", "Get the file"),
)
"""Duties: shape and word of the state, who must do what, since when, the button."""

OUTCOMES: Final = (("", None), ("rounds 3-1", (3, 1)), ("two reports", None), ("rounds 2-2", (1, 1)))


class Score(NamedTuple):
    """A line of the standings: name, points, one tie-break, places gained, whether they left."""

    name: str
    points: int
    figure: str
    moved: int | None = 0
    left: int | None = None


SCORES: Final = (
    Score(NAMES[0], 9, "78.12 %", 2),
    Score(NAMES[2], 9, "61.00 %", -1),
    Score(NAMES[1], 6, "58.33 %"),
    Score(NAMES[4], 3, "41.67 %", -3, 2),
    Score(NAMES[7], 0, "33.33 %", None),
)


class SampleDesk:
    """Stands for the desk of a tournament where a component asks for it."""

    event = Made(
        code=WHERE[0], name="Dragon Shop Store Championship", time_zone="Europe/Berlin",
        language="en", second_language="",
    )  # fmt: skip
    tournament = Made(number=WHERE[1], name="Main")
    actor = Actor("account:1", "organiser")
    request = Made(path="/styleguide/desk")
    version = 1
    new_key = "styleguide"
    duties = ()

    def url(self, name: str) -> str:
        """The address of a page of it."""
        return reverse(name, args=WHERE)


class Samples:
    """Every sample by the name that templates know."""

    names = NAMES
    when = WHEN
    desk = SampleDesk()
    tables = tuple(zip(range(1, 13), (*STATUSES, *STATUSES, *STATUSES), strict=True))
    many = tuple(STATUSES[at % 4] for at in range(60))
    go = Made(does="/styleguide", label=say("Pair round {number}", number=3), sends=())
    leads = Made(does="", url="#strip", label=say("Enter results"))
    undo = Made(way="undo", says="Table 3: 200–40 for Ada Lovelace.")
    redo = Made(way="redo", says="Table 3: 200–40 for Ada Lovelace.")
    stuck = Made(way="none", says="Table 3: 200–40.", why="Since then table 5 was recorded.")
    page = Paginator(range(90), 30).page(2)
    cited = "COM-PAIR-3"
    opened = Made(
        says="Players of the same points are paired with each other.",
        document="Tournament regulations",
        section="Pairing",
        readings=((7, "Whoever came down last is not taken again."),),
        chosen=(),
    )
    clock = Made(
        shown=True, ends_at=None, ends_at_ms=0, left_ms=2_832_000, left="47:12", phase="paused", at_time=()
    )
    columns = (("Pts", "points"), ("SoS", "strength of schedule"))
    standings = tuple(enumerate(SCORES, 1))
    podium = tuple(
        Made(first=at, place=str(at), name=name, prizes=prizes)
        for at, name, prizes in (
            (1, NAMES[2], ("Trophy", "Bye")),
            (2, NAMES[0], ("Medal",)),
            (3, NAMES[1], ()),
        )
    )

    hero = Made(
        facts=[
            Made(words="Sat 7 March", label="10:00"), Made(words="Dragon Shop", label="Kraków"),
            Made(words="5 left", label="of 24 places"),
        ]
    )  # fmt: skip
    hero_sizes = ("", "small")
    art = art_of("GUIDE", motif_of(()))
    whole = Made(best=True)
    shares = tuple(
        Made(
            found=Made(name=name, rosters=rosters, copies=2 * rosters, best=best),
            bar=bar, percent=str(bar), rate=rate, low=low, high=high, record=record,
        )
        for name, rosters, best, bar, rate, low, high, record in (
            ("Rebel Alliance", 8, 1, 100, "62", 41, 79, "15-1-9"),
            ("Separatist Alliance of the outermost systems", 3, 4, 38, "33", 12, 65, "3-0-6"),
            ("Mandalorians", 1, 23, 12, "", 0, 100, "0-0-0"),
        )
    )  # fmt: skip
    grid = MeetingGrid(
        NAMES[:3],
        (
            ((), (OwnScore(points_score(3, 1), "win"), OwnScore(points_score(1, 2), "loss")), ()),
            (
                (OwnScore(points_score(1, 3), "loss"), OwnScore(points_score(2, 1), "win")),
                (),
                (OwnScore(points_score(2, 2), "draw"),),
            ),
            ((), (OwnScore(points_score(2, 2), "draw"),), ()),
        ),
    )

    @property
    def sparks(self) -> list[tuple[str, Spark | None]]:
        """A line of each kind: up, down, level, of somebody who came late, and none after one round."""
        ways = (
            ("up", (9, 6, 4, 1)), ("down", (1, 3, 2, 9)), ("level", (5, 5, 5, 5)), ("late", (None, None, 4, 2)),
            ("none", (None, None, None, 3)),
        )  # fmt: skip
        return [(what, spark_of(places, 9)) for what, places in ways]

    @property
    def duties(self) -> list[Made]:
        """A duty in each state."""
        return [
            Made(
                severity="", loud=False, late=False, state=Made(shape=shape, word=word), says=says, age=age,
                kind="guide", about="", clause="",
                word="" if button else "Done",
                button=Made(label=button, url="#duties", posts=False) if button else None,
            )
            for shape, word, says, age, button in SAYS
        ]  # fmt: skip

    @property
    def results(self) -> list[Made]:
        """A result in each state."""
        return [self._result(at) for at in range(4)]

    def _result(self, at: int) -> Made:
        words, points = OUTCOMES[at]
        return Made(
            table=at * 37 + 4, status=STATUSES[at], status_words=STATUSES[at], by="Ada" if points else "",
            players=(2 * at + 1, 2 * at + 2), names=(NAMES[2 * at], NAMES[2 * at + 1]), points=points, words=words,
            winner=2 * at + 1 if points and points[0] > points[1] else None, corrections=int(at == 3), rematch=at == 1,
        )  # fmt: skip

    @property
    def went(self) -> Any:
        """How eight players went in five rounds."""
        orders = (
            (0, 1, 2, 3, 4, 5, 6, 7),
            (2, 0, 1, 5, 3, 4, 7, 6),
            (2, 5, 0, 1, 3, 7, 4, 6),
            (5, 2, 0, 3, 1, 7, 6, 4),
        )
        chart = bump_chart([[PlayerId(one) for one in order] for order in orders])
        assert chart is not None  # noqa: S101  (four rounds make a chart)
        best = {5: 1, 2: 2, 0: 3}
        return Made(
            chart=chart, lines=[(line, NAMES[line.player], best.get(line.player)) for line in chart.lines]
        )

    @property
    def games(self) -> tuple[GameBox, ...]:
        """A game of a bracket in each state."""
        one, two, three = (say("{name}", name=NAMES[at]) for at in (0, 2, 1))
        first, second = PlayerId(1), PlayerId(2)
        return (
            GameBox(
                1, "done", (Slot("won", one, first, 1), Slot("lost", two, second, 8, "5–8")), words=say("2–1")
            ),
            GameBox(
                2, "playing", (Slot("playing", one, first, 1), Slot("playing", three, second, 4)), TableNo(12)
            ),
            GameBox(3, "next", (Slot("playing", two, first, 2), Slot("playing", three, second, 7))),
            GameBox(
                4,
                "waiting",
                (Slot("waiting", say("winner of game 2")), Slot("waiting", say("winner of game 3"))),
            ),
        )

    @property
    def wall(self) -> Made:
        """What a wall shows."""
        return Made(parts=("pairings", "standings", "clock", "missing"), clock=self.clock, face="47:12")

    @property
    def lists(self) -> Made:
        """The lists of a wall: seats, the standings, and who still plays."""
        seats = [
            (name, 3 * at + 1 if at != 1 else None, "", fit(name, GRID.room(BESIDE)), "", False)
            for at, name in enumerate(NAMES)
        ]
        lines = [
            Made(
                fit=fit(one.name, GRID.room(2 * BESIDE)), gone=one.left is not None, cut_below=at == 2,
                place=str(at + 1),
                moved=one.moved, lost=-(one.moved or 0), name=one.name, figure=one.figure, points=one.points,
            )
            for at, one in enumerate(SCORES)
        ]  # fmt: skip
        grid = Made(name=GRID.name)
        return Made(
            seats=seats, seats_grid=grid, wide_plates=False,
            ranking=Made(grid=grid, points="Points", figure="SoS", lines=lines), places=Made(grid=grid, lines=()),
            playing=[Made(table=7, one=NAMES[3], two=NAMES[5])],
            how_many_play=say_n("{count} table still playing", "{count} tables still playing", 1),
            tables=[(one, one % 3 == 0) for one in range(1, 13)], done=4,
            results=(), results_grid=grid,
        )  # fmt: skip
