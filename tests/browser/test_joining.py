"""Joining in a real browser: from the event's page to one's own, what is set there, and the desk's side of it."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from playwright.sync_api import Browser, Page, expect

from browser_cases import PHONE, Server, axe, fits, shoot, window
from muster.app.links.player_links import token_of
from muster.app.mail import messages
from muster.app.registration.entries import Newcomer, enter
from muster.people.models import Device, Entry, Event, Message, Tournament
from web_cases import Hall

FAKE_PUSH = """
(() => {
  let made = null;
  const p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  const one = {
    endpoint: "https://fcm.googleapis.com/fcm/send/browser-test",
    unsubscribe: async () => { made = null; return true; },
    toJSON: () => ({ endpoint: one.endpoint, keys: { p256dh, auth: "BTBZMqHH6r4Tts7J_aSIgg" } }),
  };
  PushManager.prototype.subscribe = async () => (made = one);
  PushManager.prototype.getSubscription = async () => made;
  Notification.requestPermission = async () => "granted";
  Object.defineProperty(Notification, "permission", { get: () => "default" });
})();
"""
"""A browser's own push service is far away: this stands in its place, with the keys of RFC 8291."""


def opened(regulations: str = "unlimited-1.3") -> Hall:
    hall = Hall(regulations)
    opens = timezone.now() + timedelta(days=3)
    Event.objects.filter(pk=hall.event.pk).update(listed=True, opens_at=opens)
    Tournament.objects.filter(pk=hall.tournament.pk).update(registration_open=True)
    return hall


def test_somebody_joins_with_a_phone_and_sets_what_they_want(browser: Browser, site: Server) -> None:
    hall = opened()
    with window(browser, site, width=PHONE, height=740) as phone:
        phone.add_init_script(FAKE_PUSH)
        phone.goto(site.url(f"/e/{hall.event.code}/register"))
        fits(phone)
        axe(phone)
        shoot(phone, "join-register-phone")
        phone.get_by_role("textbox", name="Your name").fill("Nina 江戸 Łukasiewicz")
        phone.get_by_label("E-mail address").fill("nobody")
        phone.get_by_role("button", name="Register").click()
        expect(phone.get_by_label("E-mail address")).to_have_attribute("aria-invalid", "true")
        shoot(phone, "join-register-fault-phone")
        phone.get_by_label("E-mail address").fill("nina@example.org")
        phone.get_by_role("button", name="Register").click()
        expect(phone.get_by_text("Your registration is in.")).to_be_visible()
        entry = Entry.objects.get()
        assert phone.url.startswith(site.url(f"/p/{token_of(entry)}"))
        fits(phone)
        axe(phone)
        shoot(phone, "join-registered-phone")
        phone.get_by_text("Settings", exact=True).click()
        _push(phone, entry)
        shoot(phone, "join-settings-phone")
        phone.get_by_label("Pronouns").fill("she/her")
        phone.get_by_role("button", name="Save", exact=True).click()
        expect(phone.get_by_text("Saved.")).to_be_visible()
        assert Entry.objects.select_related("person").get().person.pronouns == "she/her"
        phone.get_by_text("Your link", exact=True).click()
        phone.get_by_role("link", name="Show the QR code").click()
        fits(phone)
        axe(phone)
        shoot(phone, "join-link-phone")
        phone.goto(site.url(f"/e/{hall.event.code}/link"))
        fits(phone)
        axe(phone)
        shoot(phone, "join-lost-phone")
        _sent(phone, site, entry)


def _sent(phone: Page, site: Server, entry: Entry) -> None:
    """The server's own sender has sent the confirmation: as a file, for want of a mail server."""
    for _ in range(50):
        if Message.objects.filter(kind="registered", entry=entry).exclude(sent_at=None).exists():
            break
        phone.wait_for_timeout(100)
    letters = "".join(path.read_text() for path in (site.data / "mail").iterdir())
    assert f"{site.address}/p/{token_of(entry)}" in letters


def _push(phone: Page, entry: Entry) -> None:
    phone.get_by_role("button", name="Tell me on this device").click()
    expect(phone.get_by_text("This device tells you when a round is up.")).to_be_visible()
    assert Device.objects.get().entry_id == entry.pk
    phone.get_by_role("button", name="No more on this device").click()
    expect(phone.get_by_role("button", name="Tell me on this device")).to_be_visible()
    assert not Device.objects.exists()


def test_the_desk_shows_a_link_and_calls_an_event_off(site: Server, page: Page) -> None:
    hall = opened()
    enter(hall.tournament, hall.actor, [Newcomer(name="Nina New", email="nina@example.org")])
    Entry.objects.update(minor=True)
    entry = Entry.objects.get()
    messages.write("registered", [entry.pk])
    DBTaskResult.objects.update(status="FAILED", finished_at=timezone.now())
    page.goto(site.url(hall.url("player", 1)))
    axe(page)
    shoot(page, "desk-player")
    page.get_by_role("button", name="Identification seen", exact=True).click()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    page.get_by_role("link", name="Private link").click()
    expect(page.get_by_role("button", name="Replace the link")).to_be_visible()
    axe(page)
    shoot(page, "desk-player-link")
    replace = page.get_by_role("button", name="Replace the link")
    replace.click()
    page.get_by_role("button", name="Press again to replace it").click()
    expect(page.get_by_text("This is a new link.")).to_be_visible()
    page.goto(site.url(f"/desk/{hall.event.code}/settings"))
    axe(page)
    shoot(page, "desk-settings")
    page.get_by_role("link", name="Call the event off").click()
    page.get_by_label("Why").fill("The hall is flooded.")
    axe(page)
    shoot(page, "desk-call-off")
    page.get_by_role("button", name="Call it off").click()
    expect(page.get_by_role("button", name="Undo: it takes place after all")).to_be_visible()
    shoot(page, "desk-called-off")
    page.goto(site.url("/me"))
    axe(page)
    entry.refresh_from_db()
    assert (entry.link_no, bool(entry.identity_checked_at)) == (2, True)
    assert Event.objects.get(pk=hall.event.pk).cancelled_at
