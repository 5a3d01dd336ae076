"""What whole days of other courses share: looked at on a laptop and a phone, and gone by the one next button."""

from __future__ import annotations

import re

from django.urls import reverse
from playwright.sync_api import expect

from browser_cases import PHONE
from day_cases import Checked, Day
from muster.app.links.player_links import token_of
from muster.core.bracket.layouts import place_text
from muster.core.tournament import queries
from muster.core.tournament.final import final_places
from muster.exchange import journal
from muster.people.models import Entry


class CourseDay(Day):
    """A day looked at on the laptop of a shop and on a phone."""

    views = ((1366, "light"), (PHONE, "dark"))

    def go_on(self) -> None:
        """Press the one next button, wherever on the page it stands."""
        self.page.locator("#next-step .go, main .go").first.click()

    def own_course(self, name: str, *, course: str, rounds: str) -> None:
        """Choose another course on the plan."""
        self.tab("Plan")
        form = self.page.locator("form", has=self.page.locator("#course"))
        form.locator("#course").select_option(label=course)
        form.locator("#rounds").fill(rounds)
        expect(self.page.locator("#tried")).to_contain_text("minutes")
        self.look(name)
        self.press("Use these figures", within=form)

    def round_shown(self, number: int) -> str:
        """From wherever one is to the round shown to players, by the one next button; its title."""
        self.go_on()
        expect(self.page.locator(".page-head")).to_contain_text("Draft")
        self.look(f"review-{number}")
        self.go_on()
        expect(self.page.locator(".page-head")).to_contain_text(re.compile(r"0 of \d+ results"))
        self.look(f"round-{number}")
        return self.page.locator("h1").inner_text()

    def phone(self, name: str, looked: str, part: str = "#now") -> str:
        """What a part of somebody's phone says, looked at in passing."""
        entry = Entry.objects.get(tournament__event__code=self.code, person__name=name)
        here = self.page.url
        self.page.goto(self.site.url(f"/p/{token_of(entry)}"))
        expect(self.page.locator("#head")).to_be_visible()
        self.look(looked)
        said = self.page.locator(part).inner_text()
        self.page.goto(here)
        return said

    def seen(self, name: str, looked: str, *args: object) -> str:
        """What a page of this event says, by the name of its address, looked at in passing."""
        here = self.page.url
        self.page.goto(self.site.url(reverse(name, args=[self.code, *args])))
        expect(self.page.locator("h1").first).to_be_attached()
        self.look(looked)
        said = self.page.locator("body").inner_text()
        self.page.goto(here)
        return said

    def ended(self) -> list[str]:
        """End the tournament: names as placed, which are those of a fresh replay of the journal, which is in order."""
        shown = self.finish()
        file = journal.read(self.download("Download the journal"))
        state = file.journal.state
        assert state.places == final_places(state)
        assert shown == [
            (place_text(one.first_place, one.last_place), file.names[one.player])
            for one in queries.shown_places(state)
        ]
        assert self.checked() == Checked(state.head, [])
        return [name for _place, name in shown]
