"""Administrators of a site: their pages for every site role, and what they do to accounts, events and jobs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from muster.app.accounts import managing
from muster.app.accounts.standing import SITE_MAY, SiteAct, SiteRole, site_role
from muster.app.common import jobs
from muster.app.events.editing import EventDetails, create_event
from muster.app.links.tokens import use_login_link
from muster.core.scoring.scored import Problem
from muster.people.models import Account, AccountAct, Event, Organisation, Staff
from muster.web.administrator.urls import urlpatterns
from web_cases import SATURDAY, Hall, account

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"
DETAILS = EventDetails(name="Winter Cup", opens_at=SATURDAY, time_zone="UTC")


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def standing(role: SiteRole) -> Account:
    """An account that stands like this on the site."""
    made = account(f"The {role}")
    made.administers, made.organises = role == "administrator", role in {"administrator", "organiser"}
    made.is_active = role != "suspended"
    made.save()
    return made


def logged_in(one: Account) -> Client:
    client = Client()
    client.force_login(one, backend=BACKEND)
    return client


@pytest.fixture
def boss() -> Client:
    return logged_in(standing("administrator"))


def act(client: Client, one: Account, doing: str) -> Any:
    return client.post(reverse("site:act", args=[one.pk, doing]), follow=True)


def text(page: Any) -> str:
    return str(page.content.decode())


# Who may open what


def pages(event: Event, one: Account) -> list[tuple[str, str, SiteAct]]:
    """Every page: its name, its address, and the act it asks for."""
    shop, _ = Organisation.objects.get_or_create(slug="kosmos", name="Kosmos", kind="shop")
    samples = {"account": one.pk, "code": event.code, "doing": "end-sessions", "slug": shop.slug}
    return [
        (
            str(each.name),
            reverse(f"site:{each.name}", args=[samples[part] for part in each.pattern.converters]),
            each.callback.act,  # type: ignore[attr-defined]
        )
        for each in urlpatterns
    ]


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("role", get_args(SiteRole))
def test_every_page_for_every_site_role(role: SiteRole, method: str) -> None:
    hall, asker, other = Hall(), standing(role), account("Somebody")
    client, before = logged_in(asker), sorted(Staff.objects.values_list())
    for name, url, needed in pages(hall.event, other):
        assert needed in get_args(SiteAct), name
        answer = getattr(client, method)(url)
        if answer.status_code == 405:
            continue
        if role == "suspended":
            assert answer.status_code == 302, name
            assert answer.headers["Location"].startswith(reverse("account_login")), name
        else:
            allowed = needed in SITE_MAY[role]
            assert (answer.status_code != 403) == allowed, name
            assert answer.status_code < 500, name
    assert sorted(Staff.objects.values_list()) == before
    if role != "administrator":
        assert not AccountAct.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_strangers_are_sent_to_log_in(method: str) -> None:
    hall = Hall()
    for name, url, _ in pages(hall.event, hall.organiser):
        answer = getattr(Client(), method)(url)
        if answer.status_code != 405:
            assert answer.status_code == 302, name
            assert answer.headers["Location"].startswith(reverse("account_login")), name


def test_every_form_needs_its_proof() -> None:
    hall, asker = Hall(), standing("administrator")
    client = Client(enforce_csrf_checks=True)
    client.force_login(asker, backend=BACKEND)
    for name, url, _ in pages(hall.event, hall.organiser):
        assert client.post(url).status_code == 403, name
    assert not AccountAct.objects.exists()


def test_only_an_administrator_is_shown_the_way() -> None:
    shown = {
        role: text(logged_in(standing(role)).get(reverse("account")))
        for role in ("administrator", "organiser")
    }
    assert reverse("site:overview") in shown["administrator"]
    assert reverse("site:overview") not in shown["organiser"]


# People


def test_people_are_found_by_name_and_address_a_page_at_a_time(boss: Client) -> None:
    Account.objects.bulk_create(
        [Account(username=f"u{n}", name=f"Person {n:03}", email=f"p{n}@example.org") for n in range(120)]
    )
    first, third = boss.get(reverse("site:people")), boss.get(reverse("site:people"), {"page": "3"})
    assert "Person 119" in text(first)
    assert "Person 001" not in text(first)
    assert "Person 001" in text(third)
    found = text(boss.get(reverse("site:people"), {"q": "p77@ person"}))
    assert "Person 077" in found
    assert "Person 078" not in found
    assert "Nobody fits" in text(boss.get(reverse("site:people"), {"q": "\x00'\"<b>"}))
    assert boss.get(reverse("site:people"), {"page": "x", "part": "y"}).status_code == 200


def test_the_list_of_people_takes_few_queries(boss: Client, django_assert_max_num_queries: Any) -> None:
    Account.objects.bulk_create([Account(username=f"u{n}", name=f"P{n}") for n in range(60)])
    with django_assert_max_num_queries(15):
        boss.get(reverse("site:people"))


def test_whoever_asks_comes_first_and_is_approved(boss: Client) -> None:
    asking = standing("member")
    account("Later")
    Account.objects.filter(pk=asking.pk).update(asked_at=timezone.now())
    shown = text(boss.get(reverse("site:people")))
    assert shown.index("The member") < shown.index("Later")
    assert "Later" not in text(boss.get(reverse("site:people"), {"part": "asked"}))
    page = act(boss, asking, "approve")
    assert "may set up events" in text(page)
    asking.refresh_from_db()
    assert (asking.organises, asking.asked_at) == (True, None)
    assert AccountAct.objects.get().act == "approve"


def test_a_refusal_takes_the_asking_back(boss: Client) -> None:
    asking = standing("member")
    Account.objects.filter(pk=asking.pk).update(asked_at=timezone.now())
    act(boss, asking, "refuse")
    asking.refresh_from_db()
    assert (asking.organises, asking.asked_at) == (False, None)


def test_suspending_ends_sessions_and_loses_nothing(boss: Client) -> None:
    hall = Hall()
    hall.enter(4)
    before = hall.state
    assert hall.client.get(reverse("desk:home")).status_code == 200
    act(boss, hall.organiser, "suspend")
    assert hall.client.get(reverse("desk:home")).status_code == 302
    assert hall.state == before
    assert hall.event.staff.get(role="organiser").account == hall.organiser
    act(boss, hall.organiser, "readmit")
    assert hall.client.get(reverse("desk:home")).status_code == 302, "the session stays ended"
    hall.organiser.refresh_from_db()
    hall.client.force_login(hall.organiser, backend=BACKEND)
    assert hall.client.get(reverse("desk:home")).status_code == 200


def test_a_suspended_account_is_let_in_by_no_link(boss: Client) -> None:
    made = managing.invite(Account.objects.get(administers=True), "Ivy", timezone.now())
    assert isinstance(made, managing.InvitedAccount)
    act(boss, made.account, "suspend")
    assert use_login_link(made.token, timezone.now()) is None


def test_ending_sessions_logs_out_everywhere_and_lets_in_again(boss: Client) -> None:
    other = account("Other")
    first, second = logged_in(other), logged_in(other)
    act(boss, other, "end-sessions")
    for client in (first, second):
        assert client.get(reverse("account")).status_code == 302
    other.refresh_from_db()
    assert logged_in(other).get(reverse("account")).status_code == 200


def test_nobody_suspends_themselves(boss: Client) -> None:
    own = Account.objects.get(administers=True)
    page = act(boss, own, "suspend")
    assert page.status_code == 422
    own.refresh_from_db()
    assert site_role(own) == "administrator"


def test_a_site_keeps_an_administrator(boss: Client) -> None:
    own = Account.objects.get(administers=True)
    assert "name somebody else first" in text(act(boss, own, "unname"))
    act(boss, account("Second"), "name")
    act(boss, own, "unname")
    assert list(Account.objects.filter(administers=True)) == [account("Second")]
    assert boss.get(reverse("site:overview")).status_code == 403


def test_a_suspended_account_is_made_no_administrator(boss: Client) -> None:
    assert act(boss, standing("suspended"), "name").status_code == 422


def test_there_is_nothing_else_to_do_to_an_account(boss: Client) -> None:
    assert act(boss, account("Other"), "erase").status_code == 404
    assert boss.get(reverse("site:account", args=[2**40])).status_code == 404


def test_an_invited_organiser_comes_in_by_the_link_and_sets_up_events(boss: Client) -> None:
    page = boss.post(reverse("site:invite"), {"name": "Ivy Invited"})
    link = text(page).split("/enter/")[1].split('"')[0]
    client = Client()
    client.post(reverse("enter", args=[link]))
    assert client.get(reverse("desk:new")).status_code == 200
    ivy = Account.objects.get(name="Ivy Invited")
    assert link not in text(boss.get(reverse("site:account", args=[ivy.pk])))
    refused = boss.post(reverse("site:invite-again", args=[ivy.pk]))
    assert refused.status_code == 422, "nobody is given the way into another's account"


def test_who_has_never_come_gets_a_new_link(boss: Client) -> None:
    made = managing.invite(Account.objects.get(administers=True), "Ivy", timezone.now())
    assert isinstance(made, managing.InvitedAccount)
    page = boss.post(reverse("site:invite-again", args=[made.account.pk]))
    token = text(page).split("/enter/")[1].split('"')[0]
    assert use_login_link(token, timezone.now()) == made.account


def test_an_invitation_needs_a_name(boss: Client) -> None:
    page = boss.post(reverse("site:invite"), {"name": " "})
    assert page.status_code == 422
    assert 'id="name_error"' in text(page)
    assert boss.get(reverse("site:invite")).status_code == 200


# Events


def test_events_are_listed_with_owner_and_size(boss: Client, django_assert_max_num_queries: Any) -> None:
    hall = Hall()
    hall.enter(4)
    for number in range(60):
        create_event(account(f"Owner {number % 3}"), DETAILS)
    with django_assert_max_num_queries(15):
        page = text(boss.get(reverse("site:events"), {"q": hall.event.code}))
    assert "Olivia Organiser" in page
    assert f'data-label="Facts">{hall.state.version}</td>' in page
    assert 'data-label="Players">4</td>' in page
    assert "Winter Cup" in text(boss.get(reverse("site:events"), {"q": "owner winter", "page": "2"}))
    assert "No event fits" in text(boss.get(reverse("site:events"), {"q": "zzz"}))


def test_an_event_is_given_to_another_organiser(boss: Client) -> None:
    hall = Hall()
    hall.enter(4)
    heir, before = account("Heir"), hall.state
    url = reverse("site:transfer", args=[hall.event.code])
    assert "Heir" in text(boss.get(url))
    boss.post(url, {"to": heir.pk})
    assert hall.event.staff.get().account == heir
    assert hall.state == before
    assert hall.client.get(reverse("desk:event", args=[hall.event.code])).status_code == 404
    assert logged_in(heir).get(hall.url("people")).status_code == 200
    noted = AccountAct.objects.get()
    assert (noted.act, noted.about, noted.account) == ("transfer", hall.event.code, heir)


@pytest.mark.parametrize("to", ["", "x", "0", "999999999999"])
def test_an_event_goes_to_nobody_unknown(boss: Client, to: str) -> None:
    hall = Hall()
    assert boss.post(reverse("site:transfer", args=[hall.event.code]), {"to": to}).status_code == 422
    assert hall.event.staff.get().account == hall.organiser


def test_an_event_goes_to_nobody_who_may_set_up_none(boss: Client) -> None:
    hall, member = Hall(), standing("member")
    url = reverse("site:transfer", args=[hall.event.code])
    assert boss.post(url, {"to": member.pk}).status_code == 422
    assert boss.post(url, {"to": hall.organiser.pk}).status_code == 422
    Staff.objects.create(event=hall.event, account=member, role="judge")
    boss.post(url, {"to": member.pk})
    assert hall.event.staff.get(role="organiser").account == member


# How the site is


def test_the_overview_says_how_the_site_is(boss: Client, settings: Any, tmp_path: Path) -> None:
    settings.DATA = tmp_path
    shown = text(boss.get(reverse("site:overview")))
    assert "MUSTER_ORGANISERS" in shown
    assert "Backups kept elsewhere are not known here" in shown
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "monday.zip").write_bytes(b"x" * 2048)
    (tmp_path / "backups" / "status.json").write_text("{}")
    shown = text(boss.get(reverse("site:overview")))
    assert "monday.zip" in shown
    assert "status.json" not in shown, "what is known of them is none of them"
    for name in ("MUSTER_BACKUP_EVERY", "MUSTER_BACKUP_TO", "MUSTER_LOG_FORM", "MUSTER_METRICS_FROM"):
        assert name in shown


def test_no_secret_is_shown(boss: Client, settings: Any) -> None:
    settings.REDIS_URL = "redis://someone:hidden-word@cache.example.org:6379/0"
    settings.EMAIL_HOST_PASSWORD = "hidden-word"  # noqa: S105  (of nobody)
    shown = text(boss.get(reverse("site:overview")))
    assert "cache.example.org" in shown
    assert "hidden-word" not in shown
    assert settings.SECRET_KEY not in shown


@pytest.mark.parametrize(("name", "left"), [("site:jobs-again", "READY"), ("site:jobs-drop", None)])
def test_dead_letters_are_tried_again_or_given_up(boss: Client, name: str, left: str | None) -> None:
    job = jobs.enqueue("muster.app.mail.sending.announce_round", 0)
    DBTaskResult.objects.filter(pk=job.pk).update(
        status="FAILED", finished_at=timezone.now(), worker_ids=["a:1:b"] * jobs.MOST_TRIES
    )
    assert "tried 6 times" in text(boss.get(reverse("site:overview")))
    boss.post(reverse(name))
    assert list(DBTaskResult.objects.values_list("status", flat=True)) == ([left] if left else [])


def test_below_the_pages_nobody_else_may_either() -> None:
    member, other = standing("member"), account("Other")
    for call in (
        lambda: managing.do(member, other, "suspend"),
        lambda: managing.invite(member, "X", timezone.now()),
        lambda: managing.accounts_found(member),
    ):
        with pytest.raises(Exception, match="administrators"):
            call()


def test_an_unfit_name_makes_no_account() -> None:
    asked = managing.invite(standing("administrator"), "", timezone.now())
    assert isinstance(asked, Problem)
    assert Account.objects.count() == 1
