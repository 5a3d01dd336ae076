"""What a whole day at the desk is made of, as an organiser does it: by mouse and keyboard on the pages alone.

A `Day` is one event in one window. Every act waits for the page to say that it was done, and asks nothing of the
server that a person could not; on its way it looks at each page once (`viewing_cases.py`).
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playwright.sync_api import expect

from browser_cases import clean_env
from cli_cases import MUSTER
from muster.core.draws import ChainLink
from muster.journal import secrets
from muster.people.models import Tournament
from muster.rules.load import load
from viewing_cases import Viewing

Line = Callable[[str, str, int], str]
"""What is typed after the table for two players, by their names, in a round."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What `muster journal check` found: the head of the chain, and what is wrong."""

    head: str
    findings: list[str]


@dataclass(frozen=True, slots=True)
class Match:
    """One match as the list of results shows it: `status` is open, reported, disputed or confirmed."""

    table: int
    first: str
    second: str
    points: str
    status: str


class Day(Viewing):
    """One event at the desk, whose organiser has the rules shown."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.page.add_init_script("localStorage.setItem('rules', 'shown')")

    # --- before the first round

    def create(
        self, regulations: str, name: str, *, structure: str, tier: str = "", bracket: str = "", **fields: str
    ) -> None:
        """Set an event up on `/desk/new`, from the list of events on.

        Args:
            regulations: such as `legion-2.0`.
            name: of the event.
            structure: as its radio button is labelled, such as Advanced.
            tier: as the list has it; empty for the first.
            bracket: how the elimination goes, such as `double`; empty for the usual.
            fields: other fields by words of their labels, `_` for a space: `Places="24"`; a value of yes ticks
                a box.
        """
        page, rules = self.page, load(regulations)
        page.goto(self.site.url("/desk/"))
        self.look("home")
        page.get_by_role("link", name=re.compile("New event|Set up an event")).first.click()
        self.headed("New event")
        page.get_by_label("Name", exact=True).fill(name)
        chosen = page.get_by_label("Game", exact=True)
        if chosen.input_value() != regulations:
            chosen.select_option(regulations)
        expect(page.locator("#rules > header")).to_contain_text(
            f"{rules.document.name} {rules.document.version}"
        )
        if tier:
            was = page.locator("[name=was_kind]").input_value()
            page.get_by_label("Level", exact=True).select_option(label=tier)
            expect(page.locator("[name=was_kind]")).not_to_have_value(was)
        page.get_by_role("radio", name=re.compile(rf"^{structure}\b")).check()
        page.get_by_label("Rosters", exact=True).select_option("none")
        if bracket:
            page.locator("[name=elimination]").select_option(bracket)
        for label, value in fields.items():
            control = page.get_by_label(label.replace("_", " ")).first
            control.check() if value == "yes" else control.fill(value)
        self.look("new")
        self.press("Create the event")
        page.wait_for_url(re.compile(r"/desk/(?!new)[^/]+/?$"))
        self.look("event")
        self.base = f"/desk/{page.url.rstrip('/').split('/')[-1]}/1"
        page.locator("section.card h2 a").first.click()
        self.look("now-begin")

    def paste(self, names: Sequence[str]) -> None:
        """Enter these players from a list, one a line."""
        self.tab("Players")
        self.look("people-empty")
        self.page.get_by_role("link", name="Add a list").click()
        self.page.get_by_label("One player a line").fill("\n".join(names))
        self.look("paste")
        self.press("Look through the list")
        self.headed("Look through the list")
        expect(self.page.locator("tbody input[name=line]:checked")).to_have_count(len(names))
        self.look("paste-preview")
        self.press("Enter the ticked players")
        expect(self.page.locator("#people-list tbody tr")).to_have_count(min(len(names), 100))
        self.look("people")

    def check_in(self, names: Sequence[str], *, typed: int = 5) -> None:
        """Mark these as here: the first ones by keyboard, some letters of the name and Enter; the others by a tap."""
        self.tab("Check-in")
        box, here = self.page.get_by_label("Name or number"), self.page.locator("#progress .big-number")
        for count, name in enumerate(names, 1):
            if count <= typed:
                expect(box).to_have_value("")
                box.press_sequentially(name)
                expect(self.page.locator("#checkin-list tbody tr").first).to_contain_text(name)
                self.page.keyboard.press("Enter")
            else:
                self.button(f"Here: {name}").click()
            expect(here).to_contain_text(f"{count}/")
        self.look("checkin")

    def drop_no_shows(self, count: int) -> None:
        """Drop all who have not come, in one act."""
        self.tab("Check-in")
        self.page.get_by_role("link", name="Who is missing").first.click()
        expect(self.page.locator("input[name=player]:checked")).to_have_count(count)
        self.look("checkin-missing")
        self.press("Drop the ticked players")
        self.says(re.compile(r"no-show"))

    def load_dice(self) -> None:
        """Have every run of the test draw the same: before the announcement, fix the secret the dice come from."""
        event, number = self.code, int(self.base.split("/")[3])
        tournament = Tournament.objects.get(event__code=event, number=number)
        secrets.keep(tournament.pk, ChainLink("5e" * 32))

    def announce(self, *, asked: str = "") -> None:
        """Announce the plan as it stands; `asked` is what the desk asks about first."""
        self.tab("Plan")
        self.look("plan")
        self.press(re.compile(r"^\s*Fix the rounds:"))
        if asked:
            self.headed("Before you go on")
            expect(self.page.locator("main")).to_contain_text(asked)
            self.press("Go on all the same")
        expect(self.page.locator(".page-head")).to_contain_text("Fixed")
        self.look("plan-announced")

    def start_swiss(self) -> None:
        """Look at the page from which the Swiss rounds start: pairing the first round starts them."""
        self.tab("Round")
        self.look("round-none")
        expect(self.button(re.compile("Pair round 1")).first).to_be_visible()

    # --- rounds

    def propose(self, number: int) -> None:
        """Draw a round, unless the act before has drawn it, and look at the proposal."""
        self.tab("Round")
        pair = self.button(re.compile(rf"Pair round {number}\b"))
        shown = self.page.locator(".page-head").get_by_text("Draft")
        expect(pair.or_(shown).first).to_be_visible()
        if not shown.is_visible():
            self.press(re.compile(rf"Pair round {number}\b"))
        expect(self.page.locator(".page-head")).to_contain_text("Draft")
        expect(self.button(re.compile("^Show to players$"))).to_be_visible()
        self.look("review")

    def publish(self, number: int) -> None:
        """Publish the proposal."""
        self.press(re.compile("^Show to players$"))
        expect(self.page.locator(".page-head")).to_contain_text(re.compile(r"0 of \d+ results"))
        self.look("round")

    def why(self, table: int) -> str:
        """Open why two meet, beside their table on the page of the round; what it says."""
        row = self.page.locator(f"#t{table}")
        row.get_by_text("Why").first.click()
        expect(row.locator("details .clause")).to_be_visible()
        self.look("why-open")
        return row.locator("details > div").first.inner_text()

    def clock(self, *acts: str) -> None:
        """Press these buttons of the clock: Start the clock, Pause, Go on, Hide."""
        self.tab("Round")
        for act in acts:
            self.press(act)
            expect(self.button(act)).to_have_count(0)
        expect(self.page.locator("[data-clock-left]").first).to_be_visible()
        self.look("clock")

    def matches(self) -> list[Match]:
        """The matches of the round, as the page of results lists them all."""
        self.tab("Results")
        self.page.get_by_role("navigation", name="Which results").get_by_role(
            "link", name=re.compile("^All")
        ).click()
        expect(self.page.locator("#results .chip[aria-current]")).to_contain_text("All")
        return self._rows()

    def _rows(self) -> list[Match]:
        rows = self.page.locator("#matches tbody tr").evaluate_all(
            """rows => rows.map(row => ({table: Number(row.dataset.table), status: row.dataset.status,
               cells: [...row.cells].map(cell => cell.innerText.trim())}))"""
        )
        return [
            Match(
                row["table"], row["cells"][1], row["cells"][3], row["cells"][2].split("\n")[0], row["status"]
            )
            for row in rows
        ]

    def type_line(self, line: str) -> None:
        """Type a line into the bar of the results page and press Enter; does not wait for it to be recorded."""
        field_ = self.page.locator("#line")
        field_.focus()
        field_.press("Escape")
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")

    def enter(self, lines: Sequence[str], *, confirmed: int) -> None:
        """Type these lines one after the other; then `confirmed` results are in."""
        for line in lines:
            self.type_line(line)
        self.recorded(confirmed)

    def recorded(self, count: int) -> None:
        """Wait until the results page says that this many are confirmed."""
        chip = self.page.get_by_role("navigation", name="Which results").get_by_role("link", name="Confirmed")
        expect(chip).to_have_attribute("data-count", str(count))

    def play(self, number: int, line: Line) -> list[Match]:
        """Type every missing result of the round; the matches as they then stand."""
        listed = self.matches()
        missing = [one for one in listed if one.status == "open"]
        self.enter(
            [f"{one.table} {line(one.first, one.second, number)}" for one in missing], confirmed=len(listed)
        )
        expect(self.page.locator("#log")).to_contain_text("All results are in.")
        expect(self.page.locator("#matches tr[data-status=open]")).to_have_count(0)
        self.look("results-done")
        return self._rows()

    def open_correction(self, table: int) -> None:
        """Open the form that corrects a table's result, from the list of results."""
        self.page.locator(f"#matches tr[data-table='{table}']").get_by_role("link", name="Correct").click()
        self.headed(f"table {table}")
        self.look("correct")

    def preview_correction(self) -> str:
        """Have the page show what the correction as filled in would change; its words."""
        self.press("Show what it changes")
        changes = self.page.locator("#changes")
        expect(changes).to_be_visible()
        self.look("correct-preview")
        return changes.inner_text()

    def correct(self, reason: str) -> None:
        """Correct the result as previewed."""
        self.page.locator("#reason").fill(reason)
        self.press("Correct the result")
        self.says(re.compile("correct", re.IGNORECASE))

    def fill_in(self, table: int, end: str, **fields: str) -> None:
        """Enter a result by its labelled fields.

        Args:
            table: whose result; it is missing so far.
            end: how the match ended, in the words of the form.
            fields: what is typed or chosen, by the names of the fields: `tokens.0` and the like.
        """
        self.page.locator(f"#matches tr[data-table='{table}'] a.enter").click()
        self.headed(f"table {table}")
        self.page.get_by_label(end, exact=True).check()
        for name, value in fields.items():
            control = self.page.locator(f"#fields [name='{name}']")
            if control.first.get_attribute("type") == "radio":
                self.page.locator(f"#fields [name='{name}'][value='{value}']").check()
            else:
                control.fill(value)
        expect(self.page.locator("#worth details")).to_be_visible()
        self.look("match")
        self.button(re.compile("^Record")).last.click()
        self.says(f"Table {table}")

    def undo_line(self, count: int) -> None:
        """Take the result just typed back; then `count` are confirmed."""
        self.press("Undo", within=self.page.locator("#log"))
        self.recorded(count)

    # --- people during the day

    def player(self, name: str) -> None:
        """Open a player's page."""
        self.tab("Players")
        self.page.locator("#people-list").get_by_role("link", name=name, exact=True).click()
        self.headed(name)
        self.look("player")

    def drop(self, name: str, reason: str) -> None:
        """Drop a player, on their page."""
        self.player(name)
        self.page.locator("#drop-reason").fill(reason)
        self.press("Drop")
        expect(self.page.locator(".page-head .badge")).to_contain_text("ropped")
        self.look("player-dropped")

    def enter_late(self, name: str) -> str:
        """Enter somebody after the start; what the page says that the regulations make of it."""
        self.tab("Players")
        said = self.page.locator(".card:has(#add) .note").first.inner_text()
        self.look("people-late")
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#people-list")).to_contain_text(name)
        return said

    # --- standings, cut, end

    def standings(self, after: int) -> list[tuple[str, str]]:
        """Rank and name of everybody after a round, as the page has them."""
        self.tab("Standings")
        self.headed(f"Standings after round {after}")
        self.look("standings")
        return self._ranked("#standings tbody tr[id]")

    def _ranked(self, rows: str) -> list[tuple[str, str]]:
        """What stands first in each of these rows, and the name in it."""
        read = "rows => rows.map(row => [row.cells[0], row.querySelector('th bdi')].map(one => one.innerText.trim()))"
        return [(place, name) for place, name in self.page.locator(rows).evaluate_all(read)]

    def cut(self) -> list[str]:
        """Make the cut; the names of those who go on, best first."""
        self.tab("Cut")
        self.look("cut")
        self.press("Make the cut")
        self.headed("The cut is made")
        self.look("cut-made")
        rows = "table.ranking tbody tr:not(.cut-line)"
        return [name for seed, name in self._ranked(rows) if seed.isdecimal()]

    def start_elimination(self) -> None:
        """Start the elimination."""
        self.tab("Cut")
        self.press("Start the elimination")
        self.headed("Round ")
        self.tab("Bracket")
        self.headed("Bracket")
        self.look("bracket")

    def finish(self) -> list[tuple[str, str]]:
        """End the tournament; place and name of everybody as the page has them."""
        self.tab("Finish")
        self.look("finish")
        self.press("Finish the tournament")
        self.headed("Final places")
        self.look("finished")
        return self._ranked("table.ranking tbody tr")

    # --- looking, and proving

    def tour(self) -> None:
        """Look at the pages that a day can do without, at its end, each by a link to it."""
        page = self.page
        self.tab("Now")
        self.look("now-end")
        self.tab("Finish")
        self.aside("places-print", "Print")
        self.tab("Standings")
        page.locator("#standings tbody td a").first.click()
        expect(page.locator("tr.opened")).to_be_visible()
        self.look("standings-number")
        page.get_by_role("link", name="All the arithmetic").click()
        self.look("player-standing")
        self.tab("Standings")
        self.aside("standings-print", "Print")
        self.tab("Round")
        self.aside("round-print", "Print")
        self.tab("History")
        self.look("history")
        page.locator("tbody time").first.click()
        self.look("history-act")

    def checked(self) -> Checked:
        """What `muster journal check` makes of the tournament in the server's folder."""
        command = [*MUSTER, "journal", "check", self.code, "--json", "--data", str(self.site.data)]
        ran = subprocess.run(command, capture_output=True, env=clean_env(), text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        (found,) = json.loads(ran.stdout)
        return Checked(found["head"], found["findings"])
