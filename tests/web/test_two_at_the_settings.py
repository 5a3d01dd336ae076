"""Two at the same settings: the later one is told what differs, and nothing is set up or changed back unseen."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from form_cases import Data, Form, read
from muster.people.models import Entry, Event, Invitation, RosterPlan, Tournament, Venue
from roster_cases import asking
from web_cases import Hall

pytestmark = pytest.mark.django_db

CHANGED = "since you opened"


def form_on(hall: Hall, url: str, action: str = "") -> Form:
    """The form of a page that is sent there."""
    page = hall.client.get(url).content.decode()
    ways = [one for one in read(url, page).ways() if one.action == (action or url)]
    return min(ways, key=lambda one: bool(one.button and one.button[0]))


def says(answer: Any) -> str:
    return " ".join(unescape(answer.content.decode()).split())


def later(hall: Hall, url: str, first: Data, second: Data) -> Any:
    """What the later of two is answered, who both opened the page before either sent it."""
    form = form_on(hall, url)
    assert hall.client.post(url, form.data() | first).status_code == 302
    return hall.client.post(url, form.data() | second)


def refused_once(hall: Hall, url: str, first: Data, second: Data, label: str) -> None:
    """The later one is refused with what differs and what was typed; sent again it goes through."""
    answer = later(hall, url, first, second)
    assert answer.status_code in {409, 422}
    assert CHANGED in says(answer)
    assert label in says(answer).partition(CHANGED)[2][:400]
    again = next(one for one in read(url, answer.content.decode()).ways() if one.action == url)
    name, value = next(iter(second.items()))
    assert again.data()[name] == value
    assert hall.client.post(url, again.data()).status_code == 302


def test_settings_of_an_event() -> None:
    hall = Hall()
    url = reverse("desk:settings", args=[hall.event.code])
    refused_once(hall, url, {"description": ["Bring dice."]}, {"name": ["Autumn Open"]}, "About the event")
    assert Event.objects.values_list("name", "description").get() == ("Autumn Open", "")


def test_settings_of_a_tournament() -> None:
    hall = Hall()
    refused_once(hall, hall.url("tournament-settings"), {"capacity": ["24"]}, {"prizes": ["A cup"]}, "Places")
    assert Tournament.objects.values_list("capacity", "prizes").get() == (None, "A cup")


def test_settings_of_rosters() -> None:
    hall = asking()
    refused_once(
        hall, hall.url("rosters-plan"), {"later": ["3"]}, {"most": ["300"], "why": ["A small hall."]}, "later"
    )
    assert RosterPlan.objects.values_list("later", "most").get() == (0, 300)


def test_a_venue() -> None:
    hall = Hall()
    url = reverse("desk:venue", args=[Venue.objects.create(keeper=hall.organiser, name="Hall").pk])
    refused_once(hall, url, {"address": ["Main Street 1"]}, {"tables": ["1-20"]}, "Address")


def test_what_is_noted_about_a_player() -> None:
    hall = Hall()
    hall.enter(2)
    url = hall.url("player", 1)
    refused_once(hall, url, {"email": ["ada@example.org"]}, {"pronouns": ["she/her"]}, "ada@example.org")
    person = Entry.objects.select_related("person").get(player=1).person
    assert (person.email, person.pronouns) == ("", "she/her")


def test_a_payment_noted_meanwhile_is_not_taken_back() -> None:
    hall = Hall()
    hall.enter(1)
    url = hall.url("player", 1)
    form = form_on(hall, url)
    hall.post("people-paid", yes=Entry.objects.get().pk)
    assert CHANGED in says(hall.client.post(url, form.data() | {"alias": ["Ace"]}))
    assert Entry.objects.get().paid


def test_both_of_the_same_mind_go_through() -> None:
    hall = Hall()
    same = {"name": ["Autumn Open"]}
    assert later(hall, reverse("desk:settings", args=[hall.event.code]), same, same).status_code == 302


# Set up once ------------------------------------------------------------------------------------------------------


def test_a_form_that_sets_up_does_so_once() -> None:
    hall = Hall()
    for name, typed in (("copy", {"name": ["Again"], "day": ["2027-03-06"]}), ("add-tournament", {})):
        url = reverse(f"desk:{name}", args=[hall.event.code])
        form = form_on(hall, url)
        before = Tournament.objects.count()
        answers = [hall.client.post(url, form.data() | typed) for _time in range(2)]
        assert [one.status_code for one in answers] == [302, 302]
        assert answers[0].headers["Location"] == answers[1].headers["Location"]
        assert "This form was sent before" in says(hall.client.get(answers[1].headers["Location"]))
        assert Tournament.objects.count() == before + 1


def test_an_invitation_sent_twice_is_one_and_shows_its_link_again() -> None:
    hall = Hall()
    url = reverse("desk:staff", args=[hall.event.code])
    invite = form_on(hall, url, reverse("desk:invite", args=[hall.event.code]))
    data = invite.data() | {"role": ["judge"], "note": ["Jo"]}
    links = [
        says(hall.client.post(invite.action, data)).partition('id="link"')[2][:200] for _time in range(2)
    ]
    assert links[0] == links[1] != ""
    assert Invitation.objects.count() == 1
    hall.client.post(invite.action, data | {"role": ["marshal"]})
    hall.client.post(invite.action, form_on(hall, url, invite.action).data() | {"role": ["judge"]})
    assert Invitation.objects.count() == 3


def test_a_player_added_twice_is_not_asked_about() -> None:
    hall = Hall()
    form = form_on(hall, hall.url("people"), hall.url("people-add"))
    data = form.data() | {"name": ["Ada Lovelace"]}
    assert [hall.client.post(form.action, data).status_code for _time in range(2)] == [302, 302]
    assert Entry.objects.count() == 1


def test_somebody_put_on_the_waiting_list_twice_waits_once() -> None:
    hall = Hall()
    hall.enter(1)
    Tournament.objects.update(capacity=1)
    hall.tournament.refresh_from_db()
    data = {"name": "Ada Lovelace", "wait": "yes", "key": "once"}
    assert [hall.post("people-add", **data).status_code for _time in range(2)] == [200, 200]
    assert Entry.objects.filter(status="waiting").count() == 1


def test_an_offence_changed_meanwhile_is_not_removed_unseen() -> None:
    hall = Hall("unlimited-1.3")
    answer = hall.post("penalties-remove", "tardiness", seen="as it was before")
    assert answer.status_code == 409
    assert "tardiness" in says(answer).casefold()
    assert "is removed" not in says(hall.get("penalties"))


def test_an_undo_from_a_page_out_of_date_says_what_happened_meanwhile() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    form = form_on(hall, hall.url("now"), hall.url("undo"))
    hall.play(leave=3)
    answer = hall.client.post(form.action, form.data(), follow=True)
    assert "Nothing was done" in says(answer)
    assert "Meanwhile:" in says(answer)
