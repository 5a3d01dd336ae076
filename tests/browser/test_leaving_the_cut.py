"""Whoever leaves the cut has a name as long as names are: the page that asks first is no wider for it."""

from __future__ import annotations

from playwright.sync_api import Page

from awkward_cases import in_the_cut
from browser_cases import Server, fits


def test_the_page_fits_a_phone_whatever_the_name(page: Page, site: Server) -> None:
    hall = in_the_cut()
    page.set_viewport_size({"width": 360, "height": 740})
    page.set_extra_http_headers({"accept-language": "pl"})
    for seed in hall.state.seeds or ():
        page.goto(site.url(hall.url("leave-cut", seed)))
        fits(page)
