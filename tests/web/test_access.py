"""Who may open and do what: every page of the desk for every role, against the one table of `app/access.py`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

from muster.app.common.access import MAY, Act, Actor, DeniedError, Role
from muster.app.history.latest import needed, undo
from muster.app.history.reasons import typed
from muster.app.history.submitting import Done, submit
from muster.app.registration.entries import Newcomer, enter
from muster.app.staff.posts import MEMBER_ACTS_AS, MemberRole
from muster.core.tournament import commands
from muster.core.tournament.commands import COMMANDS
from muster.core.tournament.facts import FACTS
from muster.journal import store
from muster.people.models import Staff
from muster.web.desk.urls import urlpatterns
from organisation_cases import Guild, logged_in
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

ROLES: tuple[Role, ...] = get_args(Role)
OPEN = {"desk:home", "desk:new", "desk:own-game", "desk:venues", "desk:venue", "desk:forget-venue"}
"""Pages of an account rather than of an event."""


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@dataclass(frozen=True)
class Page:
    """A page of the desk: its name, the names of its address's parts, and the act it asks for."""

    name: str
    parts: tuple[str, ...]
    kinds: tuple[str, ...]
    act: Act | None

    def url(self, hall: Hall) -> str:
        own = {"code": hall.event.code, "number": hall.tournament.number}
        samples = [
            own.get(part, 1 if kind == "int" else "x")
            for part, kind in zip(self.parts, self.kinds, strict=True)
        ]
        return reverse(self.name, args=samples)


def _walk(patterns: list[Any], parts: tuple[str, ...] = (), kinds: tuple[str, ...] = ()) -> Iterator[Page]:
    for each in patterns:
        found = each.pattern.converters
        names = (*parts, *found)
        sorts = (*kinds, *("int" if "Int" in type(one).__name__ else "text" for one in found.values()))
        if isinstance(each, URLResolver):
            yield from _walk(each.url_patterns, names, sorts)
        elif isinstance(each, URLPattern):
            yield Page(f"desk:{each.name}", names, sorts, getattr(each.callback, "act", None))


PAGES = list(_walk(urlpatterns))
OF_EVENTS = [page for page in PAGES if page.name not in OPEN]


def log_in(name: str) -> Client:
    client = Client()
    client.force_login(account(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_every_page_of_an_event_says_what_one_must_be_allowed() -> None:
    assert [page.name for page in OF_EVENTS if page.act not in get_args(Act)] == []
    assert len(OF_EVENTS) > 20


def test_pages_that_change_the_event_or_its_staff_ask_for_it() -> None:
    asked = {page.name.removeprefix("desk:"): page.act for page in OF_EVENTS}
    event = (
        "settings",
        "tournament-settings",
        "add-tournament",
        "copy",
        "delete",
        "catalogue-load",
        "catalogue-card",
    )
    staff = ("invite", "revoke", "role", "remove", "hand-over", "plays")
    assert {name: asked[name] for name in event} == dict.fromkeys(event, "manage-event")
    assert {name: asked[name] for name in staff} == dict.fromkeys(staff, "manage-staff")


def test_every_command_and_every_fact_to_undo_has_an_act() -> None:
    assert {one.right for one in COMMANDS} | {one.right for one in FACTS} <= set(get_args(Act))


def test_every_act_is_the_organisers_and_nobody_has_an_unknown_one() -> None:
    assert MAY["organiser"] == set(get_args(Act))
    assert all(acts <= MAY["organiser"] for acts in MAY.values())


@pytest.mark.parametrize("role", [role for role in ROLES if role != "organiser"])
def test_com_role_3_only_the_organiser_disqualifies_and_runs_the_event(role: Role) -> None:
    assert not MAY[role] & {"disqualify", "manage-event", "manage-staff", "erase"}


def test_what_binds_everybody_is_for_those_who_lead_the_day() -> None:
    assert not MAY["scorekeeper"] & {"plan", "finish", "extend"}
    assert not MAY["judge"] & {"plan", "finish", "rounds", "people", "correct", "undo"}


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("role", ROLES)
def test_every_page_for_every_role(role: Role, method: str) -> None:
    hall = Hall()
    hall.enter(4)
    client = hall.client if role == "organiser" else hall.staff(role)
    wrong = []
    for page in OF_EVENTS:
        assert page.act is not None
        answer = getattr(client, method)(page.url(hall), {"version": hall.state.version})
        if hall.event.staff.filter(role="organiser").exists() and answer.status_code != 405:
            allowed = page.act in MAY[role]
            if not allowed and answer.status_code != 403:
                wrong.append((page.name, answer.status_code, "should be denied"))
            if allowed and method == "get" and answer.status_code == 403:
                wrong.append((page.name, answer.status_code, "should be allowed"))
            if answer.status_code >= 500:
                wrong.append((page.name, answer.status_code, "failed"))
        if not type(hall.event).objects.filter(pk=hall.event.pk).exists():
            wrong.append((page.name, 0, "deleted the event"))
            break
    assert wrong == []


@pytest.mark.parametrize(("member", "method"), [("owner", "get"), ("helper", "get"), ("helper", "post")])
def test_every_page_for_every_member_of_the_organisation_that_owns_the_event(
    member: MemberRole, method: str
) -> None:
    hall, guild = Hall(), Guild()
    hall.enter(4)
    type(hall.event).objects.filter(pk=hall.event.pk).update(organisation=guild.organisation)
    client, role = logged_in(guild.join(member)), MEMBER_ACTS_AS[member]
    wrong = []
    for page in OF_EVENTS:
        if method == "post" and page.name == "desk:delete":
            continue
        answer = getattr(client, method)(page.url(hall), {"version": hall.state.version})
        denied, allowed = answer.status_code == 403, page.act in MAY[role]
        wrongly = denied if allowed and method == "get" else not denied and not allowed
        if answer.status_code != 405 and (answer.status_code >= 500 or wrongly):
            wrong.append((page.name, answer.status_code, allowed))
    assert wrong == []


@pytest.mark.parametrize("role", [role for role in ROLES if role != "organiser"])
def test_what_is_denied_changes_nothing(role: Role) -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    client = hall.staff(role)
    for page in OF_EVENTS:
        before = (hall.state, sorted(Staff.objects.values_list("pk", "role")))
        answer = client.post(page.url(hall), {"version": before[0].version, "role": "marshal"})
        if answer.status_code == 403:
            assert (hall.state, sorted(Staff.objects.values_list("pk", "role"))) == before, page.name


@pytest.mark.parametrize("method", ["get", "post"])
def test_strangers_are_sent_to_log_in(method: str) -> None:
    hall = Hall()
    for page in PAGES:
        answer = getattr(Client(), method)(page.url(hall))
        if answer.status_code != 405:
            assert answer.status_code == 302, page.name
            assert answer.headers["Location"].startswith(reverse("account_login")), page.name


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_staff_of_another_event_learns_not_even_that_it_exists(method: str) -> None:
    hall, other = Hall(), Hall()
    client = other.staff("marshal", "Somebody Else")
    unknown = reverse("desk:event", args=["ZZZZZZ"])
    for page in OF_EVENTS:
        answer = getattr(client, method)(page.url(hall))
        assert answer.status_code in {404, 405}, page.name
    assert client.get(unknown).status_code == 404


def test_another_tournament_number_is_not_found() -> None:
    hall = Hall()
    for page in OF_EVENTS:
        if "number" in page.parts:
            url = page.url(hall).replace(f"/{hall.event.code}/1/", f"/{hall.event.code}/7/")
            assert hall.client.get(url).status_code in {404, 405}, page.name


def test_every_form_needs_its_proof() -> None:
    hall = Hall()
    hall.enter(4)
    client = Client(enforce_csrf_checks=True)
    client.force_login(hall.organiser, backend="django.contrib.auth.backends.ModelBackend")
    before = hall.state
    for page in PAGES:
        assert client.post(page.url(hall)).status_code == 403, page.name
    assert hall.state == before


def test_commands_are_refused_below_the_pages_too() -> None:
    hall = Hall()
    hall.enter(2)
    for role in ROLES:
        for command in (commands.DropPlayer(1), commands.FinishTournament()):  # type: ignore[arg-type]
            if command.right not in MAY[role]:
                with pytest.raises(DeniedError):
                    submit(hall.tournament.pk, command, Actor("account:9", role))


def test_somebody_without_a_role_may_do_nothing() -> None:
    nobody = Actor("account:9", None)
    assert not any(nobody.may(act) for act in get_args(Act))


def test_a_denial_says_who_may() -> None:
    hall = Hall()
    judge = hall.staff("judge")
    page = judge.get(reverse("desk:settings", args=[hall.event.code]))
    assert page.status_code == 403
    assert b"organiser" in page.content


# Undo reaches no further than doing


def test_com_role_3_a_scorekeeper_cannot_undo_a_disqualification() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    hall.do(commands.DisqualifyPlayer(hall.state.rounds[-1].matches[1].pairing.players[0], typed("cheating")))  # type: ignore[index]
    snapshot = store.load(hall.tournament.pk)
    assert "disqualify" in needed(snapshot)
    for role in ("marshal", "scorekeeper"):
        with pytest.raises(DeniedError):
            undo(snapshot, Actor("account:9", role), expected_version=snapshot.version)
    hall.staff("scorekeeper").post(hall.url("undo"), {"version": snapshot.version})
    assert hall.state == snapshot.state


def test_a_scorekeeper_undoes_what_they_may_do() -> None:
    hall = Hall()
    answer = enter(hall.tournament, Actor("account:9", "scorekeeper"), [Newcomer(name="Ada")])
    assert isinstance(answer, Done)
    undo(answer.snapshot, Actor("account:9", "scorekeeper"), expected_version=answer.snapshot.version)
    assert not hall.state.players


def test_a_scorekeeper_cannot_undo_what_the_plan_says() -> None:
    hall = Hall()
    hall.enter(8)
    hall.do(commands.SetTables("11-20"))
    snapshot = store.load(hall.tournament.pk)
    with pytest.raises(DeniedError):
        undo(snapshot, Actor("account:9", "scorekeeper"), expected_version=snapshot.version)
    assert isinstance(undo(snapshot, Actor("account:9", "marshal"), expected_version=snapshot.version), Done)
