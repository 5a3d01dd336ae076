"""Setting organisations up, changing what they say of themselves, and closing them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.db import IntegrityError, transaction

from muster.app.accounts.standing import must
from muster.app.common.safe_text import lines, one_line
from muster.app.common.topics import changed, event_topic, organisation_topic
from muster.app.organisations.history import note
from muster.app.organisations.standing import Member
from muster.core.messages import Message, say
from muster.core.scoring.scored import Problem
from muster.exchange.colours import beside, read_colour
from muster.exchange.folding import folded
from muster.people.models import LONGEST_ORGANISATION, Account, Membership, Organisation

LONGEST_ADDRESS: Final = 40
LONGEST_ABOUT: Final = 3000
LONGEST_WEBSITE: Final = 200
LONGEST_PLACE: Final = 120

_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_HOST: Final = re.compile(r"[^\s/?#@\\<>\"'`]+\.[^\s/?#@\\<>\"'`.]{2,}")

MOST_OWNED: Final = 20
"""More organisations than this nobody owns; they would be somebody's mistake."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganisationDetails:
    """What an organisation says of itself, as it was typed."""

    kind: str
    name: str
    about: str = ""
    website: str = ""
    place: str = ""
    band: str = "#15161a"
    accent: str = "#ffc914"


def found_organisation(
    account: Account, details: OrganisationDetails, slug: str = ""
) -> Organisation | list[Problem]:
    """A new organisation, whose owner is who sets it up; or everything that is wrong with what was typed.

    Args:
        account: who sets it up.
        details: what it says of itself.
        slug: its address after `/o/`; made of the name where it is empty.

    Raises:
        NotOnThisSiteError: this account may not set up events on this site, so neither an organisation.
    """
    must(account, "create-events")
    read, problems = _read(details)
    wanted = slug.strip().casefold() or address_of(read.name)
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        if problem := _wrong_address(wanted, typed=bool(slug.strip())):
            problems.append(problem)
        if Membership.objects.filter(account=account, role="owner").count() >= MOST_OWNED:
            says = say("You own {most} organisations: more cannot be set up.", most=MOST_OWNED)
            problems.append(Problem("name", says))
        if problems:
            return problems
        made = Organisation(slug=wanted)
        _write(made, read)
        try:
            with transaction.atomic():
                made.save(force_insert=True)
        except IntegrityError:  # somebody else took the address between the two lines
            return [_taken(wanted, typed=True)]
        Membership.objects.create(organisation=made, account=account, role="owner")
        note(made, "made", account)
    return made


def change_organisation(member: Member, details: OrganisationDetails) -> list[Problem]:
    """Set what an organisation says of itself; everything that is wrong with it, in which case nothing is changed."""
    member.must("look")
    read, problems = _read(details)
    if problems:
        return problems
    with transaction.atomic():
        held = Organisation.objects.select_for_update().get(pk=member.organisation.pk)
        _write(held, read)
        held.save()
        note(held, "look", member.account)
        changed({organisation_topic(held.slug)})
    return []


def close_organisation(member: Member) -> None:
    """Delete an organisation: its events stay with their organisers, its own venues go."""
    member.must("close")
    with transaction.atomic():
        held = Organisation.objects.select_for_update().get(pk=member.organisation.pk)
        codes = list(held.events.values_list("code", flat=True))
        changed({organisation_topic(held.slug), *(event_topic(code, "event") for code in codes)})
        held.delete()


def address_of(name: str) -> str:
    """The address a name makes, such as `zolw-gry`; empty where none of its letters is a Latin one."""
    words = re.findall(r"[a-z0-9]+", folded(name).replace("&", " and "))
    return "-".join(words)[:LONGEST_ADDRESS].strip("-")


def read_website(typed: str) -> str | Problem:
    """The address of a website as it is kept; `https` where the beginning is left out. Empty stays empty."""
    text = one_line(typed)
    if not text:
        return ""
    whole = text if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d)", text) else f"https://{text}"
    try:
        parts = urlsplit(whole)
        known = parts.scheme in ("https", "http") and parts.username is None and parts.password is None
        fits = known and _HOST.fullmatch(parts.hostname or "") is not None and parts.port != 0
    except ValueError:
        fits = False
    if not fits or " " in whole:
        return Problem("website", say("Write the address of a website, such as https://example.org."))
    if len(whole) > LONGEST_WEBSITE:
        return Problem("website", _too_long(len(whole), LONGEST_WEBSITE))
    return whole


def _read(details: OrganisationDetails) -> tuple[OrganisationDetails, list[Problem]]:
    """What was typed as it is kept, and everything that is wrong with it."""
    problems = list[Problem]()
    name, about, place = one_line(details.name), lines(details.about), one_line(details.place)
    if details.kind not in dict(Organisation.KINDS):
        problems.append(Problem("kind", say("Choose shop, club or circuit.")))
    if not name:
        problems.append(Problem("name", say("Write a name.")))
    lengths = (
        ("name", name, LONGEST_ORGANISATION),
        ("about", about, LONGEST_ABOUT),
        ("place", place, LONGEST_PLACE),
    )
    problems += [
        Problem(field, _too_long(len(text), most)) for field, text, most in lengths if len(text) > most
    ]
    website = read_website(details.website)
    if isinstance(website, Problem):
        problems.append(website)
        website = ""
    band, accent = read_colour(details.band), read_colour(details.accent)
    for field, colour in (("band", band), ("accent", accent)):
        if colour is None:
            problems.append(Problem(field, say("Write a colour such as #1a5fb4.")))
    if band and accent and (alike := beside(band, accent)):
        problems.append(Problem("accent", alike.says))
    read = OrganisationDetails(
        kind=details.kind,
        name=name,
        about=about,
        website=website,
        place=place,
        band=band or details.band,
        accent=accent or details.accent,
    )
    return read, problems


def _write(held: Organisation, read: OrganisationDetails) -> None:
    held.kind, held.name, held.about = read.kind, read.name, read.about
    held.website, held.place = read.website, read.place
    held.band, held.accent = read.band, read.accent


def _wrong_address(wanted: str, *, typed: bool) -> Problem | None:
    if not wanted:
        return Problem("slug", say("No address can be made of this name: write one, in the letters a to z."))
    if len(wanted) > LONGEST_ADDRESS:
        return Problem("slug", _too_long(len(wanted), LONGEST_ADDRESS))
    if not _SLUG.fullmatch(wanted):
        return Problem(
            "slug", say("An address has the letters a to z, digits, and single hyphens between them.")
        )
    return _taken(wanted, typed=typed) if Organisation.objects.filter(slug=wanted).exists() else None


def _taken(wanted: str, *, typed: bool) -> Problem:
    free = _free(wanted)
    if typed:
        says = say(
            "Another organisation has the address {address}. {free} is free.", address=wanted, free=free
        )
    else:
        says = say(
            "Another organisation of this name has its address. Write {free}, or one of your own.", free=free
        )
    return Problem("slug", says)


def _free(wanted: str) -> str:
    """The address with the first number that makes it nobody's."""
    stem = wanted[: LONGEST_ADDRESS - 5].strip("-")
    taken = set(Organisation.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    number = 2
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def _too_long(count: int, most: int) -> Message:
    return say("This has {count} characters; {most} is the most.", count=count, most=most)
