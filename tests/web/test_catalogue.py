"""Catalogues at the desk: loaded, typed, corrected, looked at first; nobody changes what another's event uses."""

from __future__ import annotations

import base64
import re
import zlib
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from muster.app.history.submitting import announce_plan
from muster.app.rosters import catalogues, own_cards, read
from muster.app.rosters.catalogues import Imported, OvertakenError, catalogue_for, import_catalogue
from muster.app.rosters.checking import standard_of
from muster.app.rosters.terms import plan_of
from muster.app.staff.staff import hand_over
from muster.core.draws import ChainLink
from muster.core.roster.catalogue import Card, Price
from muster.core.tournament import commands
from muster.exchange.catalogues.csv_form import write
from muster.exchange.catalogues.sources import Gathered, gathered
from muster.journal import secrets
from muster.people.models import CatalogueVersion, RosterPlan, Staff
from people_cases import page, words
from roster_cases import CARDS, FLEET, asking, entry_of, hand_in_as
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

FILE = write("armada", CARDS)
BOMB = base64.b64encode(zlib.compress(b"0" * 99_000_000)).decode()
LOADED = {"edition": "Ours", "way": "whole", "use": "on"}


@pytest.fixture(autouse=True)
def _forget() -> None:
    catalogues._ready.clear()


def site(cards: tuple[Card, ...] = CARDS, edition: str = "2025") -> CatalogueVersion:
    done = import_catalogue(Gathered("armada", cards, ("a test",)), edition)
    assert isinstance(done, Imported)
    return done.version


def upload(text: str = FILE, name: str = "cards.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


def hidden(text: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', text)
    assert found, name
    return found[1]


def loaded(hall: Hall, text: str = FILE, **typed: Any) -> str:
    """Files looked at and kept; the page that follows."""
    looked = page(hall.post("catalogue-load", files=upload(text), act="look", **{**LOADED, **typed}))
    sent = {name: hidden(looked, name) for name in ("packed", "seen", "sources")}
    return words(hall.post("catalogue-load", act="keep", **{**LOADED, **typed, **sent}))


def verdict(hall: Hall, player: int = 1) -> tuple[bool, bool]:
    version = read.current(entry_of(hall, player))
    assert version is not None
    return version.legal, version.whole


def points_in_force(hall: Hall, key: str) -> int | None:
    catalogue = standard_of(hall.tournament, hall.state).catalogue
    assert catalogue is not None
    return catalogue.by_key[key].points()


def test_without_cards_the_page_says_how_lists_are_checked() -> None:
    hall = asking()
    text = words(hall.get("catalogue"))
    assert "rosters are checked without cards" in text
    assert "No cards are loaded yet." in text
    assert "catalogue" in page(hall.get("rosters"))
    assert "rosters/catalogue" in page(hall.get("rosters-plan"))


def test_a_file_is_looked_at_with_what_follows_before_it_is_kept() -> None:
    hall = asking()
    hand_in_as(hall, 1)
    assert verdict(hall) == (True, False)
    looked = hall.post("catalogue-load", files=upload(), act="look", **LOADED)
    text = words(looked)
    assert "Ours would have 11 cards. It would be begun. Nothing is kept yet." in text
    assert "1 of 1 rosters handed in here would come out otherwise" in text
    assert "Ada A0 : not checked in full, then in order." in text
    assert not CatalogueVersion.objects.exists()
    assert "Version 1 of Ours is kept." in loaded(hall)
    assert verdict(hall) == (True, True)
    assert "used here" in words(hall.get("catalogue"))


def test_what_was_checked_by_which_version_stays_known() -> None:
    hall = asking()
    hand_in_as(hall, 1)
    loaded(hall)
    assert "Checked by the cards of Ours , version 1" in words(hall.get("roster", entry_of(hall).pk))


def test_text_can_be_pasted_and_every_fault_is_named_at_its_line() -> None:
    hall = asking()
    text = "game,key,kind,name,points\narmada,a,ship,Raider,44\narmada,b,boat,Gozanti,x\n"
    answer = hall.post("catalogue-load", text=text, act="look", **LOADED)
    assert answer.status_code == 422
    said = words(answer)
    assert "line 3: unknown kind boat" in said
    assert "line 3: points must be a whole number, not x" in said
    assert "These cards cannot be kept" in said


def test_only_some_cards_are_added_and_the_others_stay() -> None:
    hall = asking()
    loaded(hall)
    some = write("armada", (Card("yt", "squadron", "YT-2400", prices=(Price(17),)),))
    loaded(hall, some, way="some")
    found = catalogue_for("armada", "Ours", hall.actor.who)
    assert found is not None
    assert (len(found[0].cards), found[0].by_key["yt"].points(), found[1].number) == (11, 17, 2)
    assert CatalogueVersion.objects.count() == 2  # what was first stays as it was


def test_with_a_day_earlier_prices_are_kept_up_to_the_day_before() -> None:
    hall = asking()
    loaded(hall)
    loaded(hall, FILE.replace("103", "99"), starts="2027-01-01")
    found = catalogue_for("armada", "Ours", hall.actor.who)
    assert found is not None
    assert [each.points for each in found[0].by_key["mc80"].prices] == [103, 99]
    assert points_in_force(hall, "mc80") == 99  # the latest, without a day
    assert found[0].by_key["mc80"].points(hall.state.created.day) == 103


def test_a_card_is_corrected_in_an_edition_of_the_organisers_own() -> None:
    first = site()
    hall = asking()
    hand_in_as(hall, 1)
    where = "?edition=site/2025&key=mc80"
    url = hall.url("catalogue-card") + where
    form = page(hall.client.get(url))
    assert "edition stays as it is" in form
    assert re.search(r"<textarea[^>]*>\s*103</textarea>", form)
    typed = {
        "edition": "Ours", "kind": "ship", "name": "MC80 Battle Cruiser", "factions": "rebel", "prices": "160",
        "use": "on", "note": "a test",
    }  # fmt: skip
    looked: Any = hall.client.post(url, {**typed, "act": "look"})
    text = words(looked)
    assert "MC80 Battle Cruiser points 103 160" in text
    assert "in order, then not in order." in text
    assert CatalogueVersion.objects.count() == 1
    kept: Any = hall.client.post(url, {**typed, "act": "keep", "seen": "0"}, follow=True)
    assert "Version 1 of Ours is kept." in words(kept)
    assert points_in_force(hall, "mc80") == 160
    assert verdict(hall)[0] is False
    assert catalogue_for("armada")[1] == first  # type: ignore[index]
    assert catalogue_for("armada")[0].by_key["mc80"].points() == 103  # type: ignore[index]


def test_one_card_is_added_by_typing_and_taken_out_again() -> None:
    hall = asking()
    loaded(hall)
    url = hall.url("catalogue-card")
    typed = {
        "edition": "Ours", "kind": "upgrade", "name": "Boosted Comms", "prices": "4", "slot": "offensive retrofit",
        "unique": "on", "flags": "modification, most:2", "aliases": "Comms; Boosted", "use": "on",
    }  # fmt: skip
    kept: Any = hall.client.post(url, {**typed, "act": "keep", "seen": "1"}, follow=True)
    assert "Version 2 of Ours is kept." in words(kept)
    found = catalogue_for("armada", "Ours", hall.actor.who)
    assert found is not None
    made = found[0].by_key["upgrade-boosted-comms"]
    assert (made.unique, made.aliases) == (True, ("Comms", "Boosted"))
    assert made.flags == frozenset({"modification", "most:2"})
    gone = f"{url}?edition=own/Ours&key={made.key}"
    assert "gone" in words(hall.client.post(gone, {**typed, "act": "out"}))
    hall.client.post(gone, {**typed, "act": "keep-out", "seen": "2"})
    assert made.key not in catalogue_for("armada", "Ours", hall.actor.who)[0].by_key  # type: ignore[index]


@pytest.mark.parametrize("prices", ["a lot", "36 from 2025-13-01", "-4", "1234567", "3x2 40"])
def test_prices_that_are_none_are_refused_with_how_one_is_written(prices: str) -> None:
    hall = asking()
    typed = {
        "edition": "Ours",
        "kind": "ship",
        "name": "Raider",
        "prices": prices,
        "act": "keep",
        "seen": "0",
    }
    answer = hall.post("catalogue-card", **typed)
    assert "is no price. Write one a line" in words(answer)
    assert not CatalogueVersion.objects.exists()


def test_of_two_corrections_at_once_the_later_one_is_told() -> None:
    hall = asking()
    loaded(hall)
    typed = {"edition": "Ours", "kind": "ship", "name": "Raider", "prices": "44", "act": "keep"}
    hall.post("catalogue-card", **typed, seen="1")
    answer = hall.post("catalogue-card", **{**typed, "name": "Gozanti"}, seen="1")
    assert answer.status_code == 409
    assert "Somebody has kept another version since you looked" in words(answer)
    assert CatalogueVersion.objects.count() == 2


def test_what_one_organiser_keeps_reaches_no_event_of_another() -> None:
    site()
    one = asking()
    loaded(one, FILE.replace("103", "7"), edition="2025")
    other = Hall("armada-4.0")
    stranger = account("Somebody Else")
    Staff.objects.filter(event=other.event, role="organiser").update(account=stranger)
    assert points_in_force(one, "mc80") == 7
    assert points_in_force(other, "mc80") == 103  # also under the same name, and without a choice
    RosterPlan.objects.update_or_create(tournament=other.tournament, defaults={"edition": "2025"})
    assert points_in_force(other, "mc80") == 103
    other.client.force_login(stranger, backend="django.contrib.auth.backends.ModelBackend")
    assert "own/2025" not in page(other.get("catalogue"))
    assert other.get("catalogue", edition="own/2025").status_code == 404
    assert other.get("catalogue-csv", edition="own/2025").status_code == 404
    assert "(own)" not in page(other.get("rosters-plan"))
    assert other.post("rosters-plan", rosters="optional", edition="own/2025").status_code == 422
    assert plan_of(other.tournament).owner == ""


def test_the_default_is_the_sites_whatever_organisers_begin() -> None:
    site()
    hall = asking()
    typed = {**LOADED, "edition": "Newest of all"}
    del typed["use"]
    looked = page(hall.post("catalogue-load", files=upload(FILE.replace("103", "7")), act="look", **typed))
    sent = {name: hidden(looked, name) for name in ("packed", "seen", "sources")}
    hall.post("catalogue-load", act="keep", **typed, **sent)
    assert points_in_force(hall, "mc80") == 103
    assert "the newest (2025)" in page(hall.get("rosters-plan"))
    hall.post("rosters-plan", rosters="optional", edition="own/Newest of all")
    assert points_in_force(hall, "mc80") == 7
    assert plan_of(hall.tournament).owner == hall.actor.who


def test_only_the_organiser_loads_and_corrects() -> None:
    hall = asking()
    loaded(hall)
    marshal = hall.staff("marshal")
    typed = {"edition": "Ours", "kind": "ship", "name": "Raider", "prices": "1", "act": "keep", "seen": "1"}
    assert marshal.post(hall.url("catalogue-card"), typed).status_code == 403
    assert (
        marshal.post(hall.url("catalogue-load"), {**LOADED, "text": FILE, "act": "keep"}).status_code == 403
    )
    assert "Load cards" not in page(marshal.get(hall.url("catalogue")))
    assert CatalogueVersion.objects.count() == 1


def test_a_proposal_of_another_organiser_is_not_kept() -> None:
    hall = asking()
    proposal = own_cards.proposed_load(
        hall.tournament, hall.state, Gathered("armada", CARDS, ("a test",)), "Ours"
    )
    assert isinstance(proposal, own_cards.Proposal)
    stranger = account("Somebody Else")
    from muster.app.common.access import Actor

    with pytest.raises(OvertakenError):
        own_cards.keep(
            proposal, hall.tournament, Actor(f"account:{stranger.pk}", "organiser"), stranger,
            seen=0, note="", use=True,
        )  # fmt: skip


def test_who_takes_an_event_over_gets_its_cards_and_the_former_organiser_changes_them_no_more() -> None:
    hall = asking()
    loaded(hall)
    hall.staff("marshal", "Hanna Heir")
    heir = account("Hanna Heir")
    own = import_catalogue(
        Gathered("armada", CARDS[:1], ("a test",)), "Ours", owner=f"account:{heir.pk}", by=heir
    )
    assert isinstance(own, Imported)
    post = Staff.objects.get(event=hall.event, account=heir)
    assert isinstance(hand_over(hall.event, hall.actor, post.pk, ""), Staff)
    plan = plan_of(hall.tournament)
    assert (plan.owner, plan.edition) == (f"account:{heir.pk}", f"Ours ({hall.event.code})")
    import_catalogue(Gathered("armada", CARDS[:2], ("a test",)), "Ours", owner=hall.actor.who)
    assert points_in_force(hall, "yt") == 16
    newest = catalogue_for("armada", "Ours", f"account:{heir.pk}")
    assert newest is not None
    assert len(newest[0].cards) == 1


@pytest.mark.parametrize(
    "packed",
    ["x", "!!!!", base64.b64encode(b"no deflate").decode(), BOMB],
    ids=["short", "signs", "other", "bomb"],
)
def test_hostile_packages_are_no_cards(packed: str) -> None:
    hall = asking()
    answer = hall.post("catalogue-load", packed=packed, act="keep", seen="0", **LOADED)
    assert answer.status_code == 422
    assert not CatalogueVersion.objects.exists()


def test_little_that_travels_is_never_much_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = list[int]()

    def counted(files: Any, game: Any = None) -> Any:
        files = [*files]
        sizes.extend(len(content) for _, content in files)
        return gathered(files, game)

    monkeypatch.setattr("muster.web.desk.catalogue.load_view.gathered", counted)
    hall = asking()
    for piece in (b"[],", b"<a/>", b"armada,a,ship,a\n"):
        packed = base64.b64encode(zlib.compress(piece * (8_000_000 // len(piece)), 9)).decode()
        assert len(packed) < 25_000
        assert hall.post("catalogue-load", packed=packed, **LOADED).status_code == 422
    assert all(size < 500_000 for size in sizes)


@pytest.mark.parametrize("name", ["", "x" * 61])
def test_an_edition_needs_a_name(name: str) -> None:
    hall = asking()
    answer = hall.post("catalogue-load", files=upload(), act="look", **{**LOADED, "edition": name})
    assert answer.status_code == 422


def test_names_of_cards_and_editions_are_shown_as_text() -> None:
    hall = asking()
    evil = (Card("<script>", "ship", "<script>alert(1)</script>", prices=(Price(1),)),)
    loaded(hall, write("armada", evil), edition="<b>bold</b>")
    text = page(hall.get("catalogue", edition="own/<b>bold</b>", kind="ship"))
    assert "<script>alert" not in text
    assert "<b>bold" not in text
    assert "&lt;script&gt;alert" in text


def test_editions_and_versions_of_an_organiser_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_cards, "MOST_EDITIONS", 1)
    monkeypatch.setattr(own_cards, "MOST_VERSIONS", 1)
    hall = asking()
    loaded(hall)
    answer = hall.post("catalogue-load", files=upload(), act="look", **{**LOADED, "edition": "Another"})
    assert "at most 1 editions of a game" in words(answer)
    answer = hall.post("catalogue-load", files=upload(FILE.replace("103", "1")), act="look", **LOADED)
    assert "at most 1 versions" in words(answer)


def test_cards_of_another_game_are_refused() -> None:
    hall = asking()
    legion = write("legion", (Card("rt", "unit", "Rebel Troopers", prices=(Price(40),)),))
    answer = hall.post("catalogue-load", files=upload(legion), act="look", **LOADED)
    assert "these are cards of legion" in words(answer)


def test_lists_are_checked_again_by_the_cards_in_force() -> None:
    hall = asking()
    hand_in_as(hall, 1)
    site()
    assert "1 roster was last checked by other cards" in words(hall.get("catalogue"))
    assert verdict(hall) == (True, False)
    hall.post("catalogue-recheck")
    assert verdict(hall) == (True, True)
    assert "was last checked by other cards" not in words(hall.get("catalogue"))


def test_cards_are_found_by_name_and_kind_and_the_edition_as_a_file() -> None:
    site()
    hall = asking()
    assert "YT-2400" in words(hall.get("catalogue", q="yt"))
    assert "Ketsu Onyo" in words(hall.get("catalogue", kind="squadron"))
    assert "No card of this edition is called so." in words(hall.get("catalogue", q="nothing at all"))
    assert page(hall.get("catalogue-csv", edition="site/2025")) == FILE
    for wrong in ("", "2025", "own/2025", "site/1999", "site/", "else/2025"):
        assert hall.get("catalogue-csv", edition=wrong).status_code == 404


def test_a_tournament_that_is_over_is_not_checked_again_by_a_correction() -> None:
    hall = asking()
    loaded(hall)
    assert own_cards.users_of(hall.actor.who, "armada", "Ours") == [hall.tournament]
    assert own_cards.users_of(hall.actor.who, "armada", "2025") == []


def test_a_list_in_the_players_hand_says_what_the_new_cards_say_of_it() -> None:
    assert "MC80 Battle Cruiser (103)" in FLEET
    hall = asking()
    hand_in_as(hall, 1)
    loaded(hall, FILE.replace("103", "200"))
    assert "not in order" in words(hall.get("rosters"))


def test_the_page_asks_little_of_the_database() -> None:
    hall = asking()
    hand_in_as(hall, 1)
    loaded(hall)
    with CaptureQueriesContext(connection) as asked:
        assert len(hall.get("catalogue", q="mc80").content) < 60_000
    assert len(asked) <= 15, [each["sql"][:90] for each in asked]


def test_once_a_tournament_is_over_its_lists_are_checked_no_more() -> None:
    hall = asking(players=8)
    hand_in_as(hall, 1)
    secrets.keep(hall.tournament.pk, ChainLink("5e" * 32))
    hall.do(announce_plan(hall.tournament.pk), commands.StartStage())
    for _round in range(4):
        hall.publish()
        hall.play()
    hall.do(commands.FinishTournament())
    site()
    assert "last checked by other cards" not in words(hall.get("catalogue"))
    hall.post("catalogue-recheck")
    assert verdict(hall) == (True, False)
