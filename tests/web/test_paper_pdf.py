"""What comes out of the press: every name whole, every code readable, every page where it was counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest
from django.urls import reverse

import paper_cases
from muster.app.common.names import names_of
from muster.app.history.reasons import typed
from muster.app.links.player_links import token_of
from muster.core.tournament import commands
from muster.people.models import Entry, Event
from muster.web.paper.press import PressError, Typesetter, Work
from paper_cases import ENDLESS, JAPANESE, LONG, POLISH, STRANGE, Shop, called, squeezed
from web_cases import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    yield from paper_cases.shop(tmp_path_factory.mktemp("paper"))


def playing(count: int, regulations: str = "legion-2.0", *, rounds: int = 1) -> Hall:
    hall = Hall(regulations)
    hall.begin(count)
    called(hall, {player: name for player, name in STRANGE.items() if player <= count})
    for number in range(rounds):
        hall.publish()
        if number + 1 < rounds:
            hall.play()
    return hall


def everybody(hall: Hall) -> list[str]:
    return [squeezed(name) for name in names_of(hall.tournament.pk).values()]


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (216, 279))])
def test_pairings_name_everybody_on_both_sizes_of_paper(
    shop: Shop, paper: str, size: tuple[int, int]
) -> None:
    hall = playing(9)
    for kind, times in (("names", 2), ("tables", 1)):
        made = shop.print(hall, kind, paper=paper)  # type: ignore[arg-type]
        text = made.text()
        assert made.size() == size
        bye = squeezed(names_of(hall.tournament.pk)[hall.state.rounds[0].byes[0].player])
        for name in everybody(hall):
            assert text.count(name) == (1 if name == bye else times), name
        assert not made.beyond()
        assert "Page1of1" in text


def test_many_players_stand_in_two_columns_over_numbered_pages(shop: Shop) -> None:
    hall = playing(60)
    made = shop.print(hall, "names")
    assert len(made) == 2
    for page in (0, 1):
        assert f"Page{page + 1}of2" in made.text(page)
        assert "Round1of" in made.text(page)
        assert made.text(page).count("Player") == 2  # the head of each column
    assert all(made.text().count(name) >= 2 for name in everybody(hall))
    assert not made.beyond()


def test_standings_show_every_figure(shop: Shop) -> None:
    hall = playing(8, rounds=2)
    made = shop.print(hall, "standings", round=1)
    text = made.text()
    assert "Standingsafterround1" in text
    assert all(text.count(name) == 1 for name in everybody(hall))
    assert not made.beyond()
    assert f"Fingerprintsofar,after{hall.state.version}facts" in text
    assert hall.state.head in text
    assert not made.codes()
    hall.do(commands.FinishTournament(typed("enough")))
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    made = shop.print(hall, "standings", round=1)
    where = f"localhost/e/{hall.event.code}/1/verify"
    assert hall.state.head in made.text()
    assert f"Compareitat{where}" in made.text()
    assert made.codes() == [f"https://{where}"]
    assert not made.beyond()


def test_slips_are_in_order_once_they_are_cut_and_piled_up(shop: Shop) -> None:
    hall = playing(22)
    pages = shop.print(hall, "slips", per=4)
    piles = [[int(words.split()[1]) for _, words in pages.places(r"Table \d+", page)] for page in range(3)]
    assert len(pages) == 3
    assert piles == [[1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9]]
    cut = [pile[at] for at in range(4) for pile in piles if at < len(pile)]
    assert cut == list(range(1, 12))
    assert pages.text().count("Signatures") == 11
    in_order = shop.print(hall, "slips", per=4, order="list")
    assert [words for _, words in in_order.places(r"Table \d+")] == [f"Table {at}" for at in range(1, 5)]


@pytest.mark.parametrize(
    ("regulations", "words"),
    [
        ("armada-4.0", ("Fleetpointsdestroyed", "Whowasthesecondplayer?", "Sixrounds")),
        ("unlimited-1.3", ("Game1wonby", "Game3wonby", "Intentionaldraw")),
        pytest.param("legion-2.0", ("Victorytokens", "Whowastheblueplayer?"), marks=pytest.mark.long),
        pytest.param(
            "runewars-2.2.2", ("Armypointsdestroyed", "WhowontheFinalFlurry?"), marks=pytest.mark.long
        ),
    ],
)
def test_slips_ask_what_the_game_asks(shop: Shop, regulations: str, words: tuple[str, ...]) -> None:
    made = shop.print(playing(5, regulations), "slips", paper="letter")
    assert all(made.text().count(word) == 2 for word in words)
    assert all(made.text().count(name) in (0, 1) for name in map(squeezed, (LONG, ENDLESS, POLISH, JAPANESE)))
    assert not made.beyond()


def test_the_code_on_a_slip_leads_to_its_match_and_holds_no_secret(shop: Shop) -> None:
    hall = playing(8)
    made = shop.print(hall, "slips")
    wanted = [f"https://localhost/desk/{hall.event.code}/1/slip/1/{table}" for table in range(1, 5)]
    assert made.codes() == sorted(wanted)
    assert hall.client.get(wanted[0].removeprefix("https://localhost")).headers["Location"] == hall.url(
        "result", 1
    )
    hall.play()
    assert hall.client.get(wanted[0].removeprefix("https://localhost")).headers["Location"] == hall.url(
        "result-correct", 1, 1
    )


def test_link_slips_lead_each_player_to_their_own_page(shop: Shop) -> None:
    hall = playing(5)
    made = shop.print(hall, "links")
    address = reverse("player:page", args=["-"]).removesuffix("-")
    wanted = {f"https://localhost{address}{token_of(entry)}" for entry in Entry.objects.all()}
    assert set(made.codes()) == wanted
    assert all(made.text().count(name) == 1 for name in everybody(hall))
    assert not made.beyond(2)


def test_a_poster_shows_code_and_way(shop: Shop) -> None:
    hall = Hall()
    Event.objects.update(name="Łódź: 春の大会 " + LONG)
    made = shop.print(hall, "poster")
    assert made.codes(scale=1.0) == [f"https://localhost/e/{hall.event.code}"]
    assert squeezed("Łódź: 春の大会") in made.text()
    assert hall.event.code in made.text()


def test_the_list_to_sign_asks_what_the_game_wants(shop: Shop) -> None:
    made = shop.print(playing(5, "unlimited-1.3"), "signin")
    for word in ("UID", "ID", "Guardian", "Paid", "Signature", squeezed(JAPANESE), squeezed(POLISH)):
        assert word in made.text()
    assert "Guardian" not in shop.print(playing(5), "signin").text()


@pytest.mark.parametrize(("style", "pages"), [("one", 3), ("two", 2), ("tent", 3)])
def test_numbers_of_tables_are_large(shop: Shop, style: str, pages: int) -> None:
    made = shop.print(Hall(), "numbers", first=8, last=10, style=style)
    assert len(made) == pages
    assert all(str(number) in made.text() for number in (8, 9, 10))
    if style == "two":
        assert "8" in made.text(0)
        assert "10" in made.text(0)  # 8, then 9, in the upper pile; 10 begins the lower one


def test_a_table_of_legion_has_its_share_and_counts(shop: Shop) -> None:
    for paper in ("a4", "letter"):
        made = shop.print(Hall("legion-2.0"), "terrain", first=3, last=4, size="3x3", paper=paper)
        assert len(made) == 2
        assert "Terrainoftable4" in made.text(1)
        for words in ("25to35%", "3by3feet", "LEG-TERR-2", "2–4", "6–10", "Coverandothereffects"):
            assert words in made.text(0), words
        assert not made.beyond()
    assert "8–12" in shop.print(Hall("legion-2.0"), "terrain", size="3x6").text()


def test_terrain_of_runewars_has_its_capacities(shop: Shop) -> None:
    made = shop.print(Hall("runewars-2.2.2"), "terrain", first=1, last=1)
    for words in ("5–74", "7–96", "Atmost2keywords", "RUN-TERR-2", "Keywords"):
        assert words in made.text(), words
    assert not made.beyond()


def test_the_silhouette_and_the_bar_are_to_scale(shop: Shop) -> None:
    for paper in ("a4", "letter"):
        made = shop.print(Hall("legion-2.0"), "templates", paper=paper)
        assert len(made) == 1
        assert "LEG-SIL-1" in made.text()
        page = made.document[0].render(scale=254 / 72, grayscale=True).to_numpy()  # ten dots to a millimetre
        grey = [bytes(row.tobytes()).count(187) for row in page]
        assert {round(wide / 10) for wide in grey if wide > 200} == {27}
        assert round(sum(wide > 200 for wide in grey) / 10) == 2 * 42
        runs = {len(run) for row in page for run in re.findall(rb"\x00+", row.tobytes())}
        assert round(max(run for run in runs if run < 1500) / 10) == 50
        assert not made.beyond()


def test_a_bracket_has_every_name_and_place_on_sheets_that_can_be_read(shop: Shop) -> None:
    hall = Hall(setup={"first_stage": "elimination"})
    hall.begin(8)
    called(hall, STRANGE)
    hall.publish()
    made = shop.print(hall, "bracket")
    assert made.size() == (297, 210)
    assert all(made.text().count(name) == 1 for name in everybody(hall))
    assert "place5–8" in made.text()
    assert not made.beyond()
    empty = shop.print(hall, "bracket", seats=64)
    assert len(empty) == 5
    assert "place33–64" in empty.text(0)
    assert "Final" in empty.text(4)
    assert "Final" not in empty.text(3).replace("Quarter-final", "").replace("Finals", "")


def test_blank_sheets_carry_a_day_without_power(shop: Shop) -> None:
    hall = Hall()
    hall.enter(9)
    made = shop.print(hall, "blank", rounds=3)
    text = made.text()
    assert len(made) == 1 + 3 + 2
    assert "Ada" in text
    assert all(f"Round{number}" in text for number in (1, 2, 3))
    assert text.count("Signatures") == 8
    assert "Ada" not in shop.print(hall, "blank", names="no", what="standings").text()


def test_a_page_is_told_of_when_it_is_finished(shop: Shop) -> None:
    told: list[int] = []
    page = "<!doctype html><body class='paper a4'><section class='sheet'>one</section></body>"
    assert len(shop.set([page, page, page], told)) == 3
    assert told == sorted(told)


def test_whatever_a_page_asks_for_nothing_is_fetched(shop: Shop, tmp_path: Path) -> None:
    secret = tmp_path / "secret.html"
    secret.write_text("<p>the secret words</p>")
    asked = "".join(
        f"<img src='{address}' alt='nothing'><link rel=stylesheet href='{address}'><object data='{address}'></object>"
        f"<div style='background: url({address})'>x</div><a rel=attachment href='{address}'>a</a>"
        for address in (secret.as_uri(), "http://127.0.0.1:9/x", "ftp://127.0.0.1/x", "//127.0.0.1:9/y")
    )
    page = f"<!doctype html><body>{asked}<link rel=attachment href='{secret.as_uri()}'><p>here</p></body>"
    made = shop.set([page])
    assert "here" in made.text()
    assert "secret" not in made.text()
    assert b"the secret words" not in (shop.folder / f"{shop.made}.pdf").read_bytes()
    assert made.document.count_attachments() == 0


def test_a_name_is_no_markup(shop: Shop) -> None:
    hall = playing(4)
    name = "<img src=file:///etc/passwd>"
    called(hall, {2: name})
    assert squeezed(name) in shop.print(hall, "names").text()
    assert escape(name) in hall.client.get(_view(hall, "names")).content.decode()


def _view(hall: Hall, kind: str) -> str:
    return reverse("paper:view", args=[hall.event.code, 1, kind])


def test_a_process_that_has_died_is_no_riddle() -> None:
    setter = Typesetter()
    setter._process.kill()
    setter._process.wait()
    with pytest.raises(PressError):
        setter.make(Work(["<p>x"], "", Path("/nowhere"), lambda _: None))
    setter.close()
