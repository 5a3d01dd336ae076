"""Whoever leaves the cut has a name as long as names are: the page that asks first is no wider for it."""

from __future__ import annotations

from playwright.sync_api import Page

from awkward_cases import awkward, in_the_cut
from browser_cases import Server, fits
from muster.core.tournament import commands
from muster.core.tournament.next_step import next_step
from web_cases import Hall


def test_the_page_fits_a_phone_whatever_the_name(page: Page, site: Server) -> None:
    hall = in_the_cut()
    page.set_viewport_size({"width": 360, "height": 740})
    page.set_extra_http_headers({"accept-language": "pl"})
    for seed in hall.state.seeds or ():
        page.goto(site.url(hall.url("leave-cut", seed)))
        fits(page)


def test_nor_is_it_where_seeds_change(page: Page, site: Server) -> None:
    hall = Hall(setup={"structure": "custom", "rounds": 4, "cut": 8})
    hall.begin(23)
    while next_step(hall.state).step != "cut":
        hall.publish()
        hall.play()
    hall.do(commands.MakeCut())
    awkward(hall)
    page.set_viewport_size({"width": 360, "height": 740})
    page.set_extra_http_headers({"accept-language": "pl"})
    for seed in hall.state.seeds or ():
        page.goto(site.url(hall.url("leave-cut", seed)))
        fits(page)
