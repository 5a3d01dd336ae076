"""Who may do what in an organisation and, through it, at its events: every page for every role."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from muster.app.common import topics
from muster.app.common.access import MAY, Actor, Role
from muster.app.organisations.standing import MEMBER_MAY, MemberAct, may_set_up_events
from muster.app.registration.entries import Newcomer, enter
from muster.app.staff.posts import MEMBER_ACTS_AS, MemberRole, post_at, role_of
from muster.people.models import Account, Membership, Organisation, OrganisationAct, Person, Staff
from muster.web.limits import MOST
from muster.web.organisation.urls import urlpatterns
from organisation_cases import MEMBER_ROLES, Guild, logged_in
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

FOR_ALL = {"colours", "page", "page-of", "logo"}
"""What everybody sees."""


@pytest.fixture(autouse=True)
def _fresh_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    cache.clear()
    yield
    cache.clear()


def pages(guild: Guild) -> list[tuple[str, str, MemberAct]]:
    """Every page for members: its name, its address, and what it asks for."""
    event, venue = guild.event(), guild.organisation.venues.create(name="Hall", time_zone="UTC")
    own = {"slug": guild.organisation.slug, "code": event.code, "venue_id": venue.pk}
    found = []
    for one in urlpatterns:
        if one.name not in FOR_ALL:
            args = [own.get(name, 1) for name in one.pattern.converters]
            found.append((str(one.name), reverse(f"organisation:{one.name}", args=args), _act(one.callback)))
    return found


def _act(view: Any) -> Any:
    return getattr(view, "act", None)


def test_every_page_for_members_says_what_one_must_be_allowed() -> None:
    found = pages(Guild())
    assert len(found) > 15
    assert [name for name, _, act in found if act not in get_args(MemberAct)] == []


def test_every_act_is_an_owners_and_each_role_has_no_more_than_the_one_above() -> None:
    assert MEMBER_MAY["owner"] == set(get_args(MemberAct))
    assert MEMBER_MAY["helper"] < MEMBER_MAY["organiser"] < MEMBER_MAY["owner"]
    asked = {name: act for name, _, act in pages(Guild())}
    for name in ("invite", "revoke", "role", "remove"):
        assert asked[name] == "members"
    assert (asked["close"], asked["release"], asked["in-charge"]) == (
        "close",
        "release-events",
        "release-events",
    )
    assert (asked["look"], asked["send-logo"], asked["remove-logo"]) == ("look", "look", "look")


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("role", MEMBER_ROLES)
def test_every_page_for_every_role(role: MemberRole, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOST, "act", 1000)
    guild = Guild()
    client = logged_in(guild.join(role))
    wrong = []
    for name, url, act in pages(guild):
        if (name, method) == ("leave", "post"):
            continue
        answer = getattr(client, method)(url)
        if answer.status_code == 405:
            continue
        allowed = act in MEMBER_MAY[role]
        if (answer.status_code == 403) == allowed or answer.status_code >= 500:
            wrong.append((name, answer.status_code, allowed))
    assert wrong == []


@pytest.mark.parametrize("role", [role for role in MEMBER_ROLES if role != "owner"])
def test_what_is_denied_changes_nothing(role: MemberRole) -> None:
    guild = Guild()
    client = logged_in(guild.join(role))
    found = pages(guild)
    for name, url, act in found:
        if act in MEMBER_MAY[role]:
            continue
        before = (
            sorted(Membership.objects.values_list()),
            list(Organisation.objects.values()),
            Staff.objects.count(),
        )
        client.post(url, {"role": "owner", "slug": guild.organisation.slug, "name": "X", "kind": "club"})
        after = (
            sorted(Membership.objects.values_list()),
            list(Organisation.objects.values()),
            Staff.objects.count(),
        )
        assert before == after, name
    assert not OrganisationAct.objects.exclude(act__in=("made", "event-made")).exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_strangers_learn_nothing(method: str) -> None:
    guild = Guild()
    found, stranger = pages(guild), logged_in(account("Somebody Else"))
    for name, url, _ in found:
        anonymous = getattr(Client(), method)(url)
        if anonymous.status_code != 405:
            assert anonymous.headers["Location"].startswith(reverse("account_login")), name
            assert getattr(stranger, method)(url).status_code in {404, 405}, name
    assert stranger.get(reverse("organisation:manage", args=["no-such"])).status_code == 404


def test_every_form_needs_its_proof() -> None:
    guild = Guild()
    client = Client(enforce_csrf_checks=True)
    client.force_login(guild.owner, backend="django.contrib.auth.backends.ModelBackend")
    for name, url, _ in [*pages(guild), ("new", reverse("organisation-new"), None)]:
        assert client.post(url).status_code == 403, name


def test_somebody_who_sends_forms_all_day_is_slowed_down() -> None:
    guild = Guild()
    answers = [guild.client.post(guild.url("invite")).status_code for _ in range(32)]
    assert answers[-1] == 429


# At the events


@pytest.mark.parametrize("role", MEMBER_ROLES)
def test_members_have_their_roles_at_every_event_of_the_organisation(role: MemberRole) -> None:
    guild = Guild()
    event = guild.event(listed=False)
    guild.tournament(event)
    client = logged_in(guild.join(role))
    acts_as = MEMBER_ACTS_AS[role]
    for name, act in (
        ("event", "look"),
        ("settings", "manage-event"),
        ("staff", "look"),
        ("delete", "manage-event"),
    ):
        status = client.get(reverse(f"desk:{name}", args=[event.code])).status_code
        assert (status == 200) == (act in MAY[acts_as]), name
    assert client.get(reverse("public:event", args=[event.code])).status_code == 200, "a draft"
    assert event.name in client.get(reverse("desk:home")).content.decode()


def test_no_event_of_others_is_opened_by_it() -> None:
    guild, hall = Guild(), Hall()
    for role in MEMBER_ROLES:
        client = logged_in(guild.join(role))
        assert client.get(reverse("desk:event", args=[hall.event.code])).status_code == 404
        assert client.get(reverse("public:event", args=[hall.event.code])).status_code == 404


@pytest.mark.parametrize(
    ("named", "member", "plays", "role"),
    [
        (None, None, False, None),
        (None, "owner", False, "organiser"),
        (None, "organiser", False, "organiser"),
        (None, "helper", False, "scorekeeper"),
        (None, "owner", True, "scorekeeper"),
        (None, "organiser", True, "scorekeeper"),
        ("judge", "owner", False, "organiser"),
        ("judge", "owner", True, "judge"),
        ("judge", "helper", False, "judge"),
        ("marshal", "helper", True, "marshal"),
        ("organiser", None, True, "organiser"),
        ("co-organiser", None, False, "organiser"),
        ("co-organiser", "helper", True, "organiser"),
    ],
)
def test_what_somebody_is_follows_from_name_membership_and_playing(
    named: Any, member: Any, plays: bool, role: Role | None
) -> None:
    assert role_of(named, member, plays=plays) == role


def test_com_role_4_a_member_who_plays_leads_nothing_there() -> None:
    guild = Guild()
    event = guild.event()
    tournament = guild.tournament(event)
    one = guild.join("organiser")
    enter(tournament, Actor(f"account:{guild.owner.pk}", "organiser"), [Newcomer(name="Me")])
    Person.objects.filter(name="Me").update(account=one)
    post = post_at(event.code, one)
    assert post is not None
    assert (post.role, post.named) == ("scorekeeper", False)
    assert logged_in(one).get(reverse("desk:settings", args=[event.code])).status_code == 403
    Staff.objects.create(event=event, account=one, role="co-organiser")
    assert logged_in(one).get(reverse("desk:settings", args=[event.code])).status_code == 200


def test_removal_takes_effect_with_the_next_request_of_an_open_session() -> None:
    guild = Guild()
    event = guild.event(listed=False)
    one = guild.join("organiser")
    client = logged_in(one)
    desk, draft = reverse("desk:settings", args=[event.code]), reverse("public:event", args=[event.code])
    assert (client.get(desk).status_code, client.get(draft).status_code) == (200, 200)
    guild.post("role", guild.membership(one).pk, role="helper")
    assert client.get(desk).status_code == 403
    guild.post("remove", guild.membership(one).pk)
    assert (client.get(desk).status_code, client.get(draft).status_code) == (404, 404)
    assert event.name not in client.get(reverse("desk:home")).content.decode()


def test_open_pages_of_its_events_are_told_when_somebody_is_removed(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    guild = Guild()
    one, told = guild.join("organiser"), set[str]()
    event = guild.event(at=timezone.now())
    monkeypatch.setattr(topics, "_listeners", [told.update])
    with django_capture_on_commit_callbacks(execute=True):
        guild.post("remove", guild.membership(one).pk)
    assert f"{event.code}/event" in told


def test_in_an_organisation_that_is_suspended_nobody_does_anything() -> None:
    guild = Guild()
    event, found = guild.event(), pages(guild)
    helper = logged_in(guild.join("helper"))
    Organisation.objects.update(suspended_at=timezone.now())
    for name, url, act in found:
        answer = guild.client.get(url)
        if answer.status_code != 405:
            assert (answer.status_code == 403) == (act != "see"), name
    assert helper.get(reverse("desk:event", args=[event.code])).status_code == 404
    assert guild.client.get(reverse("desk:event", args=[event.code])).status_code == 200, "named on its staff"
    assert Client().get(guild.url("page")).status_code == 404
    assert b"Kosmos" not in Client().get(reverse("public:event", args=[event.code])).content


# Several organisers


def test_an_event_has_as_many_organisers_as_it_needs_and_one_who_answers_for_it() -> None:
    hall = Hall()
    clients = []
    for name in ("Ada", "Björn", "Chiara"):
        one = account(name)
        Staff.objects.create(event=hall.event, account=one, role="co-organiser")
        clients.append(logged_in(one))
    for client in clients:
        assert client.get(reverse("desk:settings", args=[hall.event.code])).status_code == 200
        assert client.post(hall.url("tournament-settings"), {"tournament_name": "New"}).status_code in {
            200,
            302,
            422,
        }
    assert hall.event.staff.filter(role="organiser").count() == 1


def test_com_role_1_only_the_organiser_hands_the_event_over() -> None:
    hall = Hall()
    one = account("Ada")
    post = Staff.objects.create(event=hall.event, account=one, role="co-organiser")
    url = reverse("desk:hand-over", args=[hall.event.code])
    page = logged_in(one).post(url, {"post": post.pk, "then": ""})
    assert page.status_code == 422
    assert "COM-ROLE-1" in page.content.decode()
    hall.client.post(url, {"post": post.pk, "then": "co-organiser"})
    assert hall.event.staff.get(role="organiser").account == one
    assert hall.event.staff.get(role="co-organiser").account == hall.organiser


def test_com_role_4_co_organisers_lead() -> None:
    hall = Hall("legion-2.0", setup={"tier": "competitive"})
    enter(hall.tournament, hall.actor, [Newcomer(name="Ada")])
    one = account("Ada")
    Person.objects.filter(name="Ada").update(account=one)
    Staff.objects.create(event=hall.event, account=one, role="co-organiser")
    page = hall.client.get(reverse("desk:staff", args=[hall.event.code])).content.decode()
    assert "COM-ROLE-4" in page
    assert "note-error" in page


def test_a_suspended_account_sets_up_nothing_in_its_organisation() -> None:
    guild = Guild()
    one = guild.join("organiser")
    assert may_set_up_events(one)
    Account.objects.filter(pk=one.pk).update(is_active=False)
    one.refresh_from_db()
    assert not may_set_up_events(one)


HOSTILE = ("\x00", "<script>alert(1)</script>", "9" * 30, "ä" * 6000)
FIELDS = (
    *(
        "name",
        "kind",
        "slug",
        "about",
        "website",
        "place",
        "band",
        "accent",
        "was",
        "key",
        "role",
        "note",
        "email",
    ),
    *("address", "tables", "time_zone", "directions", "to", "from_staff", "logo"),
)


@pytest.mark.parametrize("nasty", HOSTILE, ids=range(len(HOSTILE)))
def test_no_form_fails_whatever_is_typed(nasty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOST, "act", 1000)
    guild = Guild()
    sent = dict.fromkeys(FIELDS, nasty)
    found = [*pages(guild), ("new", reverse("organisation-new"), "see")]
    for name, url, _ in found:
        if name in {"leave", "release", "bring-in"}:
            continue
        assert guild.client.post(url, sent).status_code < 500, name
        assert guild.client.get(url, {"page": nasty[:50].encode("utf-8", "replace")}).status_code < 500, name
    assert guild.organisation.members.filter(role="owner").exists()
