"""Kinds of event on the pages: choosing one fills in what it asks, and what departs from it is told with its clause."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from muster.journal import store
from muster.people.models import Event, RosterPlan, Tournament
from muster.rules.load import load
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Saturday",
    "day": "2026-12-05",
    "time": "10:30",
    "time_zone": "Europe/Warsaw",
    "regulations": "unlimited-1.3",
    "tier": "casual",
    "structure": "basic",
    "tournament_name": "Main event",
    "names": "full",
    "rosters": "none",
    "was_kind": "unlimited-1.3//casual",
}


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(account(), backend="django.contrib.auth.backends.ModelBackend")
    return client


def send(client: Client, **changed: Any) -> HttpResponse:
    return client.post(reverse("desk:new"), {**FORM, **changed}, follow=True)  # type: ignore[return-value]


def text(response: HttpResponse) -> str:
    return " ".join(unescape(response.content.decode()).split())


def chosen(page: HttpResponse, name: str) -> str:
    """What a select or a set of radio buttons has chosen."""
    source = page.content.decode()
    if found := re.search(rf'<select[^>]*name="{name}".*?</select>', source, re.DOTALL):
        marked = re.search(r'<option value="([^"]*)"[^>]*selected', found[0])
        return marked[1] if marked else ""
    radios = re.findall(rf'<input[^>]*name="{name}"[^>]*>', source)
    values: list[str] = [re.findall(r'value="([^"]*)"', one)[0] for one in radios if "checked" in one]
    return values[0]


def test_a_prerelease_is_filled_in_as_sealed_single_games(client: Client) -> None:
    page = send(client, again="1", kind="prerelease", swiss_match="best-of-three")
    assert chosen(page, "swiss_match") == "single-game"
    assert chosen(page, "construction") == "limited"
    assert 'name="was_kind" value="unlimited-1.3/prerelease/casual"' in page.content.decode()
    assert "by the regulations;" not in text(page)


def test_what_was_filled_in_can_be_changed_and_is_told(client: Client) -> None:
    was = "unlimited-1.3/prerelease/casual"
    page = send(
        client,
        again="1",
        kind="prerelease",
        was_kind=was,
        swiss_match="best-of-three",
        construction="limited",
    )
    assert chosen(page, "swiss_match") == "best-of-three"
    assert (
        "Prerelease: Swiss matches are Single game by the regulations; Best of three is planned."
    ) in text(page)
    assert '<span class="clause">SWU-KIND-1</span>' in page.content.decode()
    assert "Prereleases are sealed single games" in text(page)


def test_competitive_proposes_the_cut_and_required_lists(client: Client) -> None:
    page = send(client, again="1", tier="competitive")
    assert chosen(page, "structure") == "advanced"
    assert chosen(page, "rosters") == "required"
    assert "a judge is needed by the regulations" in text(page)
    back = send(
        client, again="1", structure="advanced", rosters="required", was_kind="unlimited-1.3//competitive"
    )
    assert (chosen(back, "structure"), chosen(back, "rosters")) == ("basic", "none")


def test_a_qualifier_brings_its_tier(client: Client) -> None:
    page = send(client, again="1", kind="sector-qualifier")
    assert (chosen(page, "tier"), chosen(page, "structure")) == ("competitive", "advanced")


@pytest.mark.parametrize(
    ("regulations", "kind", "tier", "structure"),
    [
        ("armada-4.0", "grand-tournament", "premier", "advanced"),
        ("armada-pl", "championship", "premier", "custom"),
        ("runewars-2.2.2", "regional-championship", "formal", "advanced"),
        ("legion-2.0", "official-competitive", "competitive", "custom"),
    ],
)
def test_the_other_games_have_their_championships(
    client: Client, regulations: str, kind: str, tier: str, structure: str
) -> None:
    lowest = load(regulations).tiers[0].id
    was = f"{regulations}//{lowest}"
    page = send(client, again="1", regulations=regulations, kind=kind, tier=lowest, was_kind=was)
    assert (chosen(page, "tier"), chosen(page, "structure")) == (tier, structure)
    assert "by the regulations;" not in text(page)


def test_a_tier_chosen_against_its_kind_stays_and_is_told(client: Client) -> None:
    was = "unlimited-1.3/prerelease/casual"
    page = send(client, again="1", kind="prerelease", was_kind=was, tier="competitive")
    assert chosen(page, "tier") == "competitive"
    assert "Prerelease: the level is Casual by the regulations; Competitive is planned." in text(page)


def test_departures_are_told_at_once(client: Client) -> None:
    plan = {"tier": "competitive", "was_kind": "unlimited-1.3//competitive", "again": "1"}
    page = text(
        send(client, **plan, construction="limited", structure="elimination", swiss_match="single-game")
    )
    for words in (
        "Competitive: played in Premier by the regulations; Limited (sealed or draft) is planned.",
        "Competitive: rosters are required by the regulations; not asked for is planned.",
        "Competitive: the structure is Competitive by the regulations; Elimination only is planned.",
        "nobody on the staff is one yet",
    ):
        assert words in page
    assert "Swiss matches are" not in page
    single = text(send(client, **plan, swiss_match="single-game"))
    assert (
        "Competitive: Swiss matches are Best of three by the regulations; Single game is planned." in single
    )
    assert "Twin Suns is played at tables of three and four" in text(
        send(client, again="1", construction="twin-suns")
    )


def test_without_scripts_the_form_comes_back_filled_in_before_anything_is_set_up(client: Client) -> None:
    page = send(client, kind="prerelease")
    assert not Event.objects.exists()
    assert "Nothing is set up yet." in text(page)
    assert chosen(page, "swiss_match") == "single-game"
    filled = {"kind": "prerelease", "was_kind": "unlimited-1.3/prerelease/casual"}
    send(client, **filled, swiss_match="single-game", construction="limited")
    tournament = Tournament.objects.get()
    created = store.load(tournament.pk).state.created
    assert (tournament.kind, created.swiss_match) == ("prerelease", "single-game")
    assert RosterPlan.objects.get().construction == "limited"


def test_another_game_keeps_what_was_typed(client: Client) -> None:
    page = send(client, again="1", regulations="legion-2.0", rosters="optional", kind="prerelease")
    assert (chosen(page, "kind"), chosen(page, "rosters")) == ("", "optional")


@pytest.mark.parametrize("sent", ["", "x", "unlimited-1.3/<b>/casual", "////"])
def test_a_form_that_says_nothing_sound_of_what_it_was_filled_in_for(client: Client, sent: str) -> None:
    assert send(client, again="1", was_kind=sent, rosters="optional").status_code == 200


def test_an_unknown_kind_is_refused_at_its_field(client: Client) -> None:
    page = send(client, kind="picnic", was_kind="unlimited-1.3/picnic/casual")
    assert page.status_code == 422
    assert not Event.objects.exists()


def test_a_further_tournament_knows_the_judges_of_its_event() -> None:
    hall = Hall("unlimited-1.3")
    client, where = hall.client, reverse("desk:add-tournament", args=[hall.event.code])
    plan = {**FORM, "tier": "competitive", "was_kind": "unlimited-1.3//competitive", "again": "1"}
    assert "a judge is needed" in text(client.post(where, plan))  # type: ignore[arg-type]
    hall.event.staff.create(account=account("judge@example.org"), role="judge")
    assert "a judge is needed" not in text(client.post(where, plan))  # type: ignore[arg-type]
    unfilled = {**FORM, "kind": "store-showdown"}
    assert "Nothing is set up yet." in text(client.post(where, unfilled))  # type: ignore[arg-type]
    sent = {**FORM, "kind": "store-showdown", "was_kind": "unlimited-1.3/store-showdown/casual"}
    client.post(where, sent)
    assert [one.kind for one in hall.event.tournaments.order_by("number")] == ["", "store-showdown"]


def test_the_kind_is_changed_on_the_settings_and_its_departures_are_told_where_they_are_mended() -> None:
    hall = Hall("unlimited-1.3")
    page = hall.get("tournament-settings")
    assert "None in particular" in text(page)
    form = {"tournament_name": "Main event", "names": "full", "rosters": "none", "kind": "prerelease"}
    hall.post("tournament-settings", **form)
    assert Tournament.objects.get().kind == "prerelease"
    told = "Prerelease: Swiss matches are Single game by the regulations; Best of three is planned."
    for name in ("tournament-settings", "plan", "rosters-plan", "now"):
        assert told in text(hall.get(name)), name


def test_a_format_that_departs_is_told_as_soon_as_it_is_kept() -> None:
    hall = Hall("unlimited-1.3", setup={"tier": "competitive"})
    form = {"rosters": "required", "construction": "limited"}
    where = hall.url("rosters-plan")
    kept = text(hall.client.post(where, form, follow=True))  # type: ignore[arg-type]
    told = "Competitive: played in Premier by the regulations; Limited (sealed or draft) is planned."
    assert f"{told} (SWU-KIND-1)" in kept
    assert "the structure is" not in kept
    back = hall.client.post(where, {"rosters": "required"}, follow=True)
    assert told not in text(back)  # type: ignore[arg-type]


def test_games_without_kinds_are_not_asked_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall("armada-4.0")
    assert "Grand Tournament" in text(hall.get("tournament-settings"))
    monkeypatch.setattr("muster.rules.kinds._files", dict)
    assert "Kind of event" not in text(hall.get("tournament-settings"))


def test_everybody_sees_the_kind_of_event() -> None:
    hall = Hall("unlimited-1.3")
    Tournament.objects.update(kind="store-showdown")
    Event.objects.update(listed=True)
    page = text(Client().get(reverse("public:event", args=[hall.event.code])))  # type: ignore[arg-type]
    assert "Store Showdown" in page


def test_a_copy_is_of_the_same_kind() -> None:
    hall = Hall("unlimited-1.3")
    Tournament.objects.update(kind="weekly")
    where = reverse("desk:copy", args=[hall.event.code])
    hall.client.post(where, {"name": "Again", "day": "2026-12-12", "time": "10:00", "staff": "on"})
    assert list(Tournament.objects.values_list("kind", flat=True)) == ["weekly", "weekly"]
