"""The events of organisations: set up in one, brought in, released, answered for; and what administrators do."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from muster.app.accounts.standing import NotOnThisSiteError
from muster.app.common.access import Actor
from muster.app.events.editing import EventDetails, create_event
from muster.app.events.venues import venues_to_choose
from muster.app.organisations.administering import name_owner
from muster.app.site.copying import Copy, copy_event
from muster.app.site.transfer import transfer
from muster.people.models import Account, AccountAct, Event, Membership, OrganisationAct, Staff, Venue
from organisation_cases import Guild, logged_in, new_event
from web_cases import SATURDAY, account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def text(response: Any) -> str:
    return unescape(response.content.decode())


def administrator() -> Account:
    one = account("The boss")
    Account.objects.filter(pk=one.pk).update(administers=True)
    one.administers = True
    return one


# Setting one up


@pytest.mark.parametrize("policy", ["invited", "approved"])
def test_an_organiser_of_an_organisation_sets_up_events_in_it_and_nowhere_else(
    policy: str, settings: Any
) -> None:
    settings.ORGANISERS = policy
    guild = Guild()
    one = guild.join("organiser")
    client = logged_in(one)
    page = text(client.get(reverse("desk:new"), {"organisation": guild.organisation.slug}))
    assert 'name="organisation"' in page
    assert client.post(reverse("desk:new"), new_event(organisation="")).status_code == 422
    assert client.post(reverse("desk:new"), new_event(organisation="other")).status_code == 422
    client.post(reverse("desk:new"), new_event(organisation=guild.organisation.slug))
    event = Event.objects.get()
    assert event.organisation == guild.organisation
    assert event.staff.get(role="organiser").account == one
    assert OrganisationAct.objects.latest("pk").act == "event-made"


def test_a_helper_sets_up_none(settings: Any) -> None:
    settings.ORGANISERS = "invited"
    guild = Guild()
    client = logged_in(guild.join("helper"))
    assert client.get(reverse("desk:new")).status_code == 403
    assert (
        client.post(reverse("desk:new"), new_event(organisation=guild.organisation.slug)).status_code == 403
    )
    assert not Event.objects.exists()


def test_an_organiser_of_the_site_chooses_whether_an_event_has_one() -> None:
    guild = Guild()
    guild.client.post(reverse("desk:new"), new_event(organisation=""))
    assert Event.objects.get().organisation is None
    outsider = logged_in(account("Outsider"))
    assert 'name="organisation"' not in text(outsider.get(reverse("desk:new")))
    outsider.post(reverse("desk:new"), new_event(organisation=guild.organisation.slug))
    assert not guild.organisation.events.exists()


def test_its_venues_can_be_chosen_by_those_who_set_up_events_in_it() -> None:
    guild = Guild()
    guild.post("add-venue", name="Hala", time_zone="UTC")
    venue = Venue.objects.get()
    assert venue in venues_to_choose(guild.join("organiser"))
    assert venue not in venues_to_choose(guild.join("helper"))
    assert venue not in venues_to_choose(account("Outsider"))
    assert "Hala · Kosmos Games" in text(guild.client.get(reverse("desk:new")))


def test_another_like_it_belongs_to_the_same_organisation_if_its_maker_may() -> None:
    guild = Guild()
    event = guild.event()
    one = guild.join("organiser")
    actor, wanted = Actor(f"account:{one.pk}", "organiser"), Copy(name="Next", opens_at=SATURDAY)
    made = copy_event(event, actor, one, wanted)
    assert isinstance(made, Event)
    assert made.organisation == guild.organisation
    Membership.objects.filter(account=one).delete()
    with pytest.raises(NotOnThisSiteError):
        copy_event(event, actor, one, wanted)
    outsider = account("Outsider")
    made = copy_event(event, Actor(f"account:{outsider.pk}", "organiser"), outsider, wanted)
    assert isinstance(made, Event)
    assert made.organisation is None


# In and out


def test_an_event_is_brought_in_after_showing_who_gets_a_role() -> None:
    guild = Guild()
    one = guild.join("organiser", "Jo")
    event = create_event(one, EventDetails(name="Jo's Cup", opens_at=SATURDAY, time_zone="UTC"))
    helper, client = guild.join("helper", "Hel"), logged_in(one)
    assert "Jo's Cup" in text(client.get(guild.url("bring")))
    assert "Jo's Cup" not in text(guild.get("bring")), "only the organiser's own"
    shown = text(client.get(guild.url("bring-in", event.code)))
    assert "Hel" in shown
    assert "Scorekeeper" in shown
    assert Event.objects.get(pk=event.pk).organisation is None, "looking brings nothing in"
    assert guild.post("bring-in", event.code).status_code == 404
    client.post(guild.url("bring-in", event.code))
    assert Event.objects.get(pk=event.pk).organisation == guild.organisation
    assert logged_in(helper).get(reverse("desk:event", args=[event.code])).status_code == 200
    assert "brought the event Jo's Cup" in text(guild.get("history"))


def test_an_event_is_released_after_showing_who_loses_a_role() -> None:
    guild = Guild()
    helper, named = guild.join("helper", "Hel"), guild.join("helper", "Nam")
    event = guild.event()
    Staff.objects.create(event=event, account=named, role="judge")
    shown = text(guild.get("release", event.code))
    assert "Hel" in shown
    assert "Nam" not in shown
    guild.post("release", event.code)
    assert logged_in(helper).get(reverse("desk:event", args=[event.code])).status_code == 404
    assert logged_in(named).get(reverse("desk:event", args=[event.code])).status_code == 200
    assert event.staff.get(role="organiser").account == guild.owner
    assert guild.post("release", event.code).status_code == 404


def test_com_role_1_an_owner_names_another_organiser_who_answers_for_an_event() -> None:
    guild = Guild()
    one, helper = guild.join("organiser", "Jo"), guild.join("helper")
    event = guild.event()
    assert "Jo" in text(guild.get("in-charge", event.code))
    for wrong in (helper.pk, account("Outsider").pk, "", "x", 2**40):
        assert guild.post("in-charge", event.code, to=wrong).status_code == 422
    guild.post("in-charge", event.code, to=one.pk)
    assert event.staff.get(role="organiser").account == one
    assert event.staff.get(role="co-organiser").account == guild.owner


def test_the_staff_page_says_who_is_there_through_the_organisation() -> None:
    guild = Guild()
    guild.join("helper", "Hel")
    event = guild.event()
    shown = text(guild.client.get(reverse("desk:staff", args=[event.code])))
    assert "As members of Kosmos Games" in shown
    assert "Hel" in shown


def test_an_event_given_to_somebody_else_by_an_administrator_stays_in_the_organisation() -> None:
    guild = Guild()
    event, heir = guild.event(), account("Heir")
    assert transfer(administrator(), event, heir.pk) == heir
    event.refresh_from_db()
    assert event.organisation == guild.organisation
    assert event.staff.get(role="organiser").account == heir


# Administrators


def test_administrators_see_every_organisation_with_owners_and_sizes(
    django_assert_max_num_queries: Any,
) -> None:
    boss = logged_in(administrator())
    for number in range(15):
        Guild(name=f"Shop {number:02}").event()
    Guild(name="<b>Bold</b>", slug="bold").join("helper")
    with django_assert_max_num_queries(8):
        page = boss.get(reverse("site:organisations"))
    assert "Shop 14" in text(page)
    assert b"<b>Bold" not in page.content
    found = text(boss.get(reverse("site:organisations"), {"q": "shop olga 07"}))
    assert "Shop 07" in found
    assert "Shop 08" not in found
    assert "No organisation fits" in text(boss.get(reverse("site:organisations"), {"q": "\x00zz"}))


def test_suspending_one_closes_its_page_and_keeps_its_events() -> None:
    guild, boss = Guild(), logged_in(administrator())
    event, helper = guild.event(), logged_in(guild.join("helper"))
    url = reverse("site:organisation-act", args=[guild.organisation.slug, "suspend"])
    page = boss.post(url, follow=True)
    assert "suspended the organisation" in text(page)
    assert Client().get(guild.url("page")).status_code == 404
    assert Client().get(reverse("public:event", args=[event.code])).status_code == 200
    assert helper.get(reverse("desk:event", args=[event.code])).status_code == 404
    boss.post(url.replace("suspend", "readmit"))
    assert Client().get(guild.url("page")).status_code == 200
    assert helper.get(reverse("desk:event", args=[event.code])).status_code == 200
    assert boss.post(url.replace("suspend", "erase")).status_code == 404
    assert [one.act for one in OrganisationAct.objects.order_by("-pk")[:2]] == ["readmitted", "suspended"]


@pytest.mark.parametrize("alone", [False, True])
def test_an_administrator_names_an_owner_and_it_is_on_record(alone: bool) -> None:
    guild, boss = Guild(), administrator()
    heir = account("Heir")
    logged_in(boss).post(
        reverse("site:organisation-owner", args=[guild.organisation.slug]),
        {"to": heir.pk, **({"alone": "on"} if alone else {})},
    )
    assert guild.membership(heir).role == "owner"
    assert guild.membership(guild.owner).role == ("organiser" if alone else "owner")
    act = AccountAct.objects.get()
    assert (act.account, act.by, act.act, act.about) == (heir, boss, "name-owner", "kosmos-games")
    assert OrganisationAct.objects.latest("pk").act == "owner-named"
    shown = text(logged_in(boss).get(reverse("site:account", args=[heir.pk])))
    assert "made owner of an organisation (kosmos-games)" in shown
    assert reverse("site:organisation", args=["kosmos-games"]) in shown


@pytest.mark.parametrize("to", ["", "x", "0", "9" * 20])
def test_nobody_is_made_an_owner_who_is_not_there(to: str) -> None:
    guild, boss = Guild(), logged_in(administrator())
    url = reverse("site:organisation-owner", args=[guild.organisation.slug])
    assert boss.post(url, {"to": to}).status_code == 422
    assert Membership.objects.count() == 1


def test_a_member_who_may_not_set_up_events_here_can_be_made_an_owner() -> None:
    guild = Guild()
    helper, stranger = guild.join("helper"), account("Stranger")
    Account.objects.filter(pk=stranger.pk).update(organises=False)
    boss = administrator()
    assert name_owner(boss, guild.organisation, helper.pk, alone=False) == helper
    assert name_owner(boss, guild.organisation, stranger.pk, alone=False) != stranger
