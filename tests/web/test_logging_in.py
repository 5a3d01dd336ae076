"""Wrong passwords keep nobody out but who types them; addresses are told to nobody; devices and sessions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from smtplib import SMTPServerDisconnected
from typing import Any

import allauth
import pytest
from allauth.account import app_settings
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache, caches
from django.core.cache.backends.db import DatabaseCache
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import muster
from muster.app.accounts.sessions import browser_of
from muster.app.links import tokens
from muster.people.models import Account
from muster.site import settings as own_settings
from muster.web.account import devices

pytestmark = pytest.mark.django_db

PASSWORD = "a long and dull pass phrase"  # noqa: S105  (of nobody)
EMAIL = "olivia@example.org"


@pytest.fixture(autouse=True)
def _fresh(settings: Any) -> Iterator[None]:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a quick one
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def with_mail(settings: Any) -> None:
    """A site that sends mail: an address is confirmed first."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True


@pytest.fixture
def without_mail(settings: Any, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path


@pytest.fixture
def owner() -> Account:
    made = Account.objects.create_user("owner", EMAIL, PASSWORD, name="Olivia", organises=True)
    EmailAddress.objects.create(user=made, email=EMAIL, verified=True, primary=True)
    Account.objects.filter(pk=made.pk).update(last_login=timezone.now())
    return made


def at(address: str) -> Client:
    """A browser at this address."""
    return Client(REMOTE_ADDR=address)


def log_in(client: Client, password: str = PASSWORD, email: str = EMAIL) -> Any:
    return client.post(reverse("account_login"), {"login": email, "password": password})


def is_in(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200


# Wrong passwords


def test_wrong_passwords_of_others_keep_nobody_out_elsewhere(owner: Account) -> None:
    thief = at("198.51.100.7")
    for _ in range(10):
        log_in(thief, "wrong")
    log_in(thief)
    assert not is_in(thief), "who guesses has to wait, even if the guess is right"
    elsewhere = at("203.0.113.9")
    log_in(elsewhere)
    assert is_in(elsewhere)


def test_a_device_that_was_in_before_is_not_kept_out_at_the_same_address(owner: Account) -> None:
    phone = at("198.51.100.7")
    log_in(phone)
    phone.post(reverse("account_logout"))
    thief = at("198.51.100.7")
    for _ in range(10):
        log_in(thief, "wrong")
    log_in(phone)
    assert is_in(phone)


def test_a_known_device_may_not_try_for_ever_either(owner: Account) -> None:
    phone = at("198.51.100.7")
    log_in(phone)
    phone.post(reverse("account_logout"))
    for _ in range(6):
        log_in(phone, "wrong")
    log_in(phone)
    assert not is_in(phone)


def test_many_addresses_together_guess_no_faster_than_one(owner: Account, settings: Any) -> None:
    phone = at("203.0.113.9")
    log_in(phone)
    phone.post(reverse("account_logout"))
    for number in range(30):
        log_in(at(f"198.51.100.{number}"), "wrong")
    new = at("198.51.100.200")
    page = log_in(new)
    assert not is_in(new)
    assert "have a code sent by e-mail" in page.content.decode()
    log_in(phone)
    assert is_in(phone), "a device that was in before is let in"


def test_a_code_by_mail_still_works_then(owner: Account) -> None:
    for number in range(31):
        log_in(at(f"198.51.100.{number}"), "wrong")
    mail.outbox.clear()
    new = at("198.51.100.200")
    new.post(reverse("account_request_login_code"), {"email": EMAIL})
    code = re.search(r"^([A-Z0-9-]{6,})$", str(mail.outbox[0].body), re.MULTILINE)
    assert code
    new.post(reverse("account_confirm_login_code"), {"code": code[1]})
    assert is_in(new)


def test_right_passwords_do_not_count(owner: Account) -> None:
    for number in range(40):
        client = at(f"198.51.100.{number}")
        log_in(client)
        assert is_in(client), number


@pytest.mark.parametrize("cookie", ["", "x", "a:b:c", '{"of": [1]}'])
def test_nobody_makes_up_a_known_device(owner: Account, cookie: str) -> None:
    for number in range(31):
        log_in(at(f"198.51.100.{number}"), "wrong")
    thief = at("198.51.100.200")
    thief.cookies[devices.COOKIE] = cookie
    log_in(thief)
    assert not is_in(thief)


def test_a_device_known_to_one_account_is_not_known_to_another(owner: Account) -> None:
    other = Account.objects.create_user("other", "other@example.org", PASSWORD, name="Other")
    EmailAddress.objects.create(user=other, email="other@example.org", verified=True, primary=True)
    Account.objects.filter(pk=other.pk).update(last_login=timezone.now())
    thief = at("198.51.100.200")
    log_in(thief, email="other@example.org")
    thief.post(reverse("account_logout"))
    for number in range(31):
        log_in(at(f"198.51.100.{number}"), "wrong")
    log_in(thief)
    assert not is_in(thief)


def test_tries_are_counted_for_all_processes_together(owner: Account, settings: Any) -> None:
    settings.CACHES = own_settings.CACHES
    assert isinstance(caches["default"], DatabaseCache), (
        "what a process has in memory would be shared here, too"
    )
    caches["default"].clear()
    for _ in range(6):
        log_in(at("198.51.100.7"), "wrong")
    settings.CACHES = {**own_settings.CACHES}  # as another process begins, with nothing in memory
    client = at("198.51.100.7")
    log_in(client)
    assert not is_in(client)


def test_a_link_is_guessed_no_faster_in_several_processes(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    settings.CACHES = own_settings.CACHES
    assert isinstance(caches["default"], DatabaseCache)
    caches["default"].clear()
    for _ in range(20):
        assert Client().post("/enter/x").status_code == 404
    settings.CACHES = {**own_settings.CACHES}
    assert Client().post("/enter/x").status_code == 429


def test_the_log_names_account_numbers_and_nobody(owner: Account, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "muster.security")
    client = at("198.51.100.7")
    for _ in range(6):
        log_in(client, "wrong")
    log_in(client)
    log_in(at("203.0.113.9"))
    said = [record.getMessage() for record in caplog.records if record.name == "muster.security"]
    assert said == ["wrong password"] * 6 + [
        "too many wrong passwords",
        f"log-in of account {owner.pk} by password",
    ]
    assert EMAIL not in caplog.text
    assert "198.51.100.7" not in caplog.text


# Nobody learns which addresses there are


def signed_up(email: str) -> tuple[Client, Any]:
    client = Client()
    data = {"name": "Nina New", "email": email, "password1": PASSWORD}
    return client, client.post(reverse("account_signup"), data)


def seen(client: Client, answer: Any, email: str) -> tuple[object, ...]:
    """All that somebody sees of an answer, but for the address they typed and what is new each time."""
    followed = client.get(answer.headers["Location"]) if answer.status_code == 302 else answer
    page = re.sub(r'(csrfmiddlewaretoken" value|X-CSRFToken":|nonce=)[^>]*', "", followed.content.decode())
    return answer.status_code, answer.headers.get("Location"), page.replace(email, "EMAIL")


@pytest.mark.parametrize("site", ["with_mail", "without_mail"])
def test_signing_up_tells_nobody_which_addresses_there_are(
    owner: Account, site: str, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue(site)
    taken, free = signed_up(EMAIL), signed_up("nobody@example.org")
    assert seen(*taken, EMAIL) == seen(*free, "nobody@example.org")
    assert Account.objects.get(pk=owner.pk).check_password(PASSWORD)
    client = Client()
    log_in(client)
    assert is_in(client)


def test_where_mail_is_sent_the_owner_learns_of_it(owner: Account, with_mail: None) -> None:
    mail.outbox.clear()
    client, _ = signed_up(EMAIL)
    assert "There is one already" in str(mail.outbox[0].body)
    assert not is_in(client)
    assert Account.objects.count() == 1


def test_where_mail_is_sent_somebody_new_shows_that_the_address_is_theirs(with_mail: None) -> None:
    client, _ = signed_up("nina@example.org")
    assert not is_in(client)
    found = re.search(r"http://testserver(/account/confirm-email/\S+)", str(mail.outbox[-1].body))
    assert found
    client.post(found[1])
    log_in(client, email="nina@example.org")
    assert is_in(client)


def test_whoever_was_in_before_is_not_kept_out_by_an_address_that_is_not_confirmed(
    owner: Account, with_mail: None
) -> None:
    EmailAddress.objects.update(verified=False)
    client = Client()
    log_in(client)
    assert is_in(client)


@pytest.mark.parametrize("name", ["account_reset_password", "account_request_login_code"])
def test_asking_for_mail_tells_nobody_which_addresses_there_are(owner: Account, name: str) -> None:
    answers = []
    for email in (EMAIL, "nobody@example.org"):
        client = Client()
        answers.append(seen(client, client.post(reverse(name), {"email": email}), email))
    assert answers[0] == answers[1]


def crowd(size: int) -> list[Account]:
    """Accounts with one address that nobody confirmed, each with a password of its own."""
    made = [
        Account.objects.create_user(f"one-{number}", EMAIL, f"{PASSWORD} {number}", name="One")
        for number in range(size)
    ]
    for each in made:
        EmailAddress.objects.create(user=each, email=EMAIL, primary=True)
    return made


def test_an_address_in_many_accounts_makes_no_try_costly(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd(12)
    compared: list[int] = []

    def noted(self: Account, raw_password: str) -> bool:
        compared.append(self.pk)
        return False

    monkeypatch.setattr(Account, "check_password", noted)
    assert log_in(at("10.0.0.1")).status_code == 200
    assert len(compared) == 3
    assert compared == sorted(compared)


def test_each_of_a_few_accounts_with_one_address_is_let_in_by_its_own_password() -> None:
    for number, each in enumerate(crowd(3)):
        client = at("10.0.0.1")
        log_in(client, f"{PASSWORD} {number}")
        assert client.session["_auth_user_id"] == str(each.pk)


def test_many_accounts_keep_nobody_out_who_confirmed_the_address() -> None:
    *_, last = crowd(6)
    EmailAddress.objects.filter(user=last).update(verified=True)
    client = at("10.0.0.1")
    log_in(client, f"{PASSWORD} 5")
    assert client.session["_auth_user_id"] == str(last.pk)


def test_an_address_in_many_accounts_gets_few_letters(with_mail: None) -> None:
    crowd(12)
    at("10.0.0.1").post(reverse("account_reset_password"), {"email": EMAIL})
    assert 1 <= len(mail.outbox) <= 3


def test_a_session_of_an_earlier_release_goes_on(owner: Account) -> None:
    client = at("10.0.0.1")
    client.force_login(owner, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get(reverse("account")).status_code == 200


def test_a_wrong_password_looks_as_an_unknown_address_does(owner: Account) -> None:
    answers = []
    for email in (EMAIL, "nobody@example.org"):
        client = Client()
        answers.append(seen(client, log_in(client, "wrong", email), email))
    assert answers[0] == answers[1]


# A site without a mail server promises none


@pytest.mark.parametrize(
    "name",
    ["account_login", "account_reset_password", "account_request_login_code", "account_reset_password_done"],
)
def test_a_site_without_mail_promises_none(name: str, without_mail: None) -> None:
    page = Client().get(reverse(name)).content.decode()
    assert "This site sends no mail" in page
    for promise in ("Send me a code", "is sent there", "on its way", "by e-mail"):
        assert promise not in page


def test_an_address_added_there_is_not_said_to_be_written_to(owner: Account, without_mail: None) -> None:
    client = Client()
    log_in(client)
    page = client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"}, follow=True)
    assert "so it cannot be confirmed" in page.content.decode()


def test_too_many_tries_there_are_answered_without_a_promise(owner: Account, without_mail: None) -> None:
    client = Client()
    for _ in range(6):
        log_in(client, "wrong")
    page = log_in(client).content.decode()
    assert "Use a passkey, or try again" in page
    assert "e-mail," not in page


# Mails are in Muster's own words


def test_no_mail_is_in_the_librarys_words() -> None:
    theirs = Path(allauth.__file__).parent / "templates"
    used = {path.name for folder in ("account", "mfa") for path in (theirs / folder / "email").glob("*.txt")}
    unused = {name for name in used if "totp" in name or "password_reset_code" in name}
    own = {path.name for path in (Path(muster.__file__).parent / "web").rglob("email/*.txt")}
    assert used - unused - own == set()


def test_a_mail_says_what_it_is_about(owner: Account, with_mail: None) -> None:
    Client().post(reverse("account_request_login_code"), {"email": EMAIL})
    body, subject = str(mail.outbox[0].body), mail.outbox[0].subject
    assert subject == "Your code to log in"
    assert "Hello from" not in body
    assert body.rstrip().endswith("Muster at testserver")


# Devices and sessions


def test_a_new_device_is_told_of_once(owner: Account, with_mail: None) -> None:
    phone = at("203.0.113.9")
    log_in(phone)
    assert [letter.subject for letter in mail.outbox] == ["Your account is logged in on a new device"]
    assert "203.0.113.9" in str(mail.outbox[0].body)
    phone.post(reverse("account_logout"))
    log_in(phone)
    assert len(mail.outbox) == 1


def test_a_link_on_a_new_device_is_told_of_too(owner: Account, with_mail: None) -> None:
    Client().post(reverse("enter", args=[tokens.new_login_link(owner, timezone.now())]))
    assert len(mail.outbox) == 1


def test_nothing_is_sent_to_an_address_nobody_confirmed(owner: Account, with_mail: None) -> None:
    EmailAddress.objects.update(verified=False)
    log_in(Client())
    assert mail.outbox == []


def test_a_mail_server_that_is_away_keeps_nobody_out(
    owner: Account, with_mail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object, **_more: object) -> None:
        raise SMTPServerDisconnected("away")

    monkeypatch.setattr("muster.web.account.adapter.AccountAdapter.send_mail", away)
    client = Client()
    log_in(client)
    assert is_in(client)


def test_the_cookie_of_a_device_is_out_of_reach_of_scripts(owner: Account) -> None:
    client = Client()
    log_in(client)
    cookie = client.cookies[devices.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert EMAIL not in cookie.value


def test_a_device_remembers_several_accounts_and_no_more(rf: Any) -> None:
    cookie, request = "", rf.get("/")
    for number in range(devices.MOST + 3):
        request = rf.get("/")
        request.COOKIES[devices.COOKIE] = cookie
        response: Any = Client().get(reverse("account_login"))
        assert devices.remember(request, response, Account(pk=number + 1))
        cookie = response.cookies[devices.COOKIE].value
    request.COOKIES[devices.COOKIE] = cookie
    device = devices.device_of(request)
    assert device is not None
    assert device.accounts == tuple(range(devices.MOST + 3, 3, -1))


def sessions(client: Client) -> str:
    return client.get(reverse("account-sessions")).content.decode()


FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def test_sessions_are_listed_and_one_is_ended(owner: Account) -> None:
    laptop, phone = Client(HTTP_USER_AGENT=FIREFOX), at("203.0.113.9")
    for client in (laptop, phone):
        log_in(client)
    page = sessions(laptop)
    assert "Firefox · Linux" in page
    assert "203.0.113.9" in page
    other = UserSession.objects.get(ip="203.0.113.9")
    laptop.post(reverse("account-session-end", args=[other.pk]))
    assert not is_in(phone)
    assert is_in(laptop)
    assert "203.0.113.9" not in sessions(laptop)


def test_ending_ones_own_session_logs_out(owner: Account) -> None:
    client = Client()
    log_in(client)
    client.post(reverse("account-session-end", args=[UserSession.objects.get().pk]))
    assert not is_in(client)


def test_nobody_ends_somebody_elses_session(owner: Account) -> None:
    client, other = Client(), Client()
    log_in(client)
    stranger = Account.objects.create_user("other", name="Other")
    other.force_login(stranger, backend="django.contrib.auth.backends.ModelBackend")
    other.post(reverse("account-session-end", args=[UserSession.objects.get(user=owner).pk]))
    other.post(reverse("account-session-end", args=[2**40]))
    assert is_in(client)


def test_all_others_are_ended_even_those_that_were_never_listed(owner: Account) -> None:
    laptop, phone, old = Client(), Client(), Client()
    for client in (laptop, phone):
        log_in(client)
    old.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    laptop.post(reverse("account-sessions"))
    assert is_in(laptop)
    assert not is_in(phone)
    assert not is_in(old)
    assert UserSession.objects.count() == 1
    laptop.post(reverse("account-sessions"))
    assert is_in(laptop), "and again"


def test_no_network_address_is_kept_longer_than_it_is_of_use(owner: Account, settings: Any) -> None:
    settings.CACHES = own_settings.CACHES
    caches["default"].clear()
    Client(REMOTE_ADDR="198.51.100.7").post("/enter/x")
    old, new = Client(), Client()
    log_in(old)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE muster_counts SET expires = %s", [timezone.now() - timedelta(seconds=1)])
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    log_in(new)
    assert UserSession.objects.count() == Session.objects.count() == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key FROM muster_counts")
        assert not [key for (key,) in cursor.fetchall() if "198.51.100.7" in key]


def test_a_session_begun_before_they_were_listed_is_listed(owner: Account) -> None:
    old = Client()
    old.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    assert "this one" in sessions(old)


def test_a_new_password_ends_the_other_sessions(owner: Account) -> None:
    laptop, phone = Client(), Client()
    for client in (laptop, phone):
        log_in(client)
    changed = {"oldpassword": PASSWORD, "password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    laptop.post(reverse("account_change_password"), changed)
    assert is_in(laptop)
    assert not is_in(phone)


@pytest.mark.parametrize(
    ("agent", "shown"),
    [
        (FIREFOX, "Firefox · Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
            "Safari · iPhone",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge · Windows",
        ),
        ("curl/8.5 <b>", "curl/8.5 <b>"),
        ("", ""),
    ],
)
def test_a_browser_is_called_by_its_name(agent: str, shown: str) -> None:
    assert browser_of(agent) == shown


def test_how_long_a_code_is_good_is_said_as_it_is() -> None:
    assert app_settings.LOGIN_BY_CODE_TIMEOUT == 3 * 60
