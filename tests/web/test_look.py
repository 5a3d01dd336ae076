"""The look: colours everybody can read, small files, one vocabulary, and pages that say where one is."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.messages import constants
from django.template import Context, Template
from lucide.templatetags.lucide import lucide

import muster.web
from look_cases import PHASES
from muster.app.events import overview
from muster.app.events.editing import TournamentDetails, add_tournament
from muster.app.history.latest import latest_acts
from muster.app.history.reasons import typed
from muster.core.ids import TableNo
from muster.core.tournament import commands
from muster.journal.store import load
from muster.people.models import Tournament
from muster.site.static import squeezed
from muster.web.desk import day
from player_cases import Phone
from tournament_cases import DAY, rules
from web_cases import Hall

pytestmark = pytest.mark.django_db

WEB = Path(muster.web.__file__).parent
STATIC = WEB / "static" / "muster"
PARTS = ("muster", "staff", "forms", "tables")
CSS = "".join((STATIC / f"{name}.css").read_text() for name in PARTS)
TOKENS = (STATIC / "tokens.css").read_text()
TEMPLATES = sorted(WEB.rglob("*.html"))
ROOT = Path(__file__).parents[2]

TONES = ("good", "warn", "bad", "info")
GROUNDS = ("bg", "surface", "sunken")


def colours(scheme: str) -> dict[str, str]:
    """The colour roles of a scheme; the dark one changes what it names."""
    light, _, rest = TOKENS.partition("@media (prefers-color-scheme: dark)")
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light))
    return found if scheme == "light" else found | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", rest))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2.2 defines it, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_counted_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == 21
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_can_be_read(scheme: str) -> None:
    role = colours(scheme)
    words = ("ink", "ink-2", "ink-3", *TONES)
    pairs = [(text, ground) for text in words for ground in GROUNDS] + [("on-signal", "signal")]
    pairs += [(one, f"{one}-soft") for one in TONES] + [("surface", one) for one in TONES]
    pairs += [(ink, f"{one}-soft") for ink in ("ink", "ink-2") for one in ("signal", *TONES)]
    faint = {pair: contrast(role[pair[0]], role[pair[1]]) for pair in pairs}
    assert {pair: value for pair, value in faint.items() if value < 4.5} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_controls_and_focus_can_be_seen(scheme: str) -> None:
    role = colours(scheme)
    pairs = [(line, ground) for line in ("edge", "ink", *TONES, "signal-edge") for ground in GROUNDS]
    faint = {pair: contrast(role[pair[0]], role[pair[1]]) for pair in pairs}
    assert {pair: value for pair, value in faint.items() if value < 3} == {}


def test_the_files_are_small() -> None:
    def without_layout(text: str) -> str:
        return re.sub(r"\n\s*", "\n", text)

    assert len(squeezed(CSS)) < 25_000
    assert sum(len(gzip.compress(squeezed(one).encode())) for one in (TOKENS, CSS)) < 8_000
    assert len(without_layout((STATIC / "muster.js").read_text())) < 6_000


def test_every_value_that_is_used_is_there() -> None:
    sheets = {path.name: path.read_text() for path in STATIC.glob("*.css")}
    given = set(re.findall(r"(--[\w-]+):", TOKENS))
    for name, text in sheets.items():
        own = given | set(re.findall(r"(--[\w-]+):", text))
        own |= set(re.findall(r"(--[\w-]+):", CSS))
        without = set(re.findall(r"var\((--[\w-]+)\)", text)) - own
        assert not without, (name, without)


def test_the_fonts_are_small_and_come_with_their_licences() -> None:
    fonts = STATIC / "fonts"
    sizes = {path.stem: path.stat().st_size for path in fonts.glob("*.woff2")}
    assert sum(size for name, size in sizes.items() if "vietnamese" not in name) < 90_000
    assert sum(sizes.values()) < 120_000
    assert {path.name for path in fonts.glob("*-OFL.txt")} == {"geist-OFL.txt", "barlow-condensed-OFL.txt"}


def test_the_documented_classes_are_those_of_the_style_sheet() -> None:
    documented = set(re.findall(r"`\.([a-z][\w-]*)", (ROOT / "docs" / "look.md").read_text()))
    styled = set(re.findall(r"\.([a-z][\w-]*)", CSS + (STATIC / "print.css").read_text()))
    assert len(documented) > 30
    assert documented <= styled


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(WEB)))
def test_no_template_breaks_the_content_security_policy(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=\"|javascript:|\shx-on", text)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)


def test_messages_of_every_level_have_a_look() -> None:
    for tag in constants.DEFAULT_TAGS.values():
        assert tag == "debug" or f".note-{tag}" in CSS or tag == "info"


def test_checking_in_is_what_there_is_to_do_before_two_are_here() -> None:
    hall = PHASES["checking in"]()
    go = day.go(load(hall.tournament.pk), hall.actor)
    assert (go.page, str(go.says)) == ("checkin", "Check the players in: 1 of 9 are here.")


def test_after_the_cut_the_elimination_is_started_where_the_cut_is_looked_at() -> None:
    hall = PHASES["cutting"]()
    hall.do(commands.MakeCut())
    go = day.go(load(hall.tournament.pk), hall.actor)
    assert (go.step, go.page) == ("start", "bracket")
    assert "Start the elimination" in hall.get("bracket").content.decode()


def test_the_page_of_the_cut_is_called_a_bracket_once_it_is_one() -> None:
    def tabs(hall: Hall) -> str:
        return hall.get("history").content.decode().split("<main")[0]

    assert ">Cut" in tabs(PHASES["cutting"]())
    assert ">Bracket" in tabs(PHASES["eliminating"]())
    assert ">Bracket" in tabs(Hall(setup={"structure": "custom", "first_stage": "elimination"}))


def test_nothing_is_due_any_more_once_the_tournament_is_finished() -> None:
    page = PHASES["finished"]().get("history").content.decode()
    assert 'class="due"' not in page
    assert 'class="due"' in PHASES["playing"]().get("history").content.decode()


def test_progress_names_the_tables_that_are_missing() -> None:
    hall = PHASES["playing"]()
    progress = day.progress(hall.state)
    assert progress is not None
    assert (progress.settled, progress.total, progress.missing) == (2, 4, (3, 4))
    strip = re.findall(r'<a class="(\w+)"\s+href="[^"]+/results/(\d+)"', hall.get("now").content.decode())
    assert strip == [("confirmed", "1"), ("confirmed", "2"), ("open", "3"), ("open", "4")]


def test_those_who_left_are_counted_apart() -> None:
    hall = PHASES["playing"]()
    hall.do(commands.DropPlayer(min(hall.state.players), typed("ill")))
    assert overview.heads(hall.state) == overview.Heads(expected=8, here=8, gone=1)


def test_the_lead_is_shown_between_rounds_only() -> None:
    name = {one: f"Player {one}" for one in range(1, 10)}.__getitem__
    assert overview.leaders(PHASES["playing"]().state, name) == ()
    leaders = overview.leaders(PHASES["between rounds"]().state, name)
    assert len(leaders) == 4
    assert leaders[0].points == 1


def test_the_winner_is_named_at_the_end() -> None:
    hall = PHASES["finished"]()
    page = hall.get("now").content.decode()
    winner = hall.state.places[0].player  # type: ignore[index]
    assert f"First place: <strong><bdi>{hall_name(hall, winner)}" in page


def hall_name(hall: Hall, player: int) -> str:
    return hall.tournament.entries.get(player=player).person.name


def test_the_latest_acts_are_told_with_who_and_what_was_taken_back() -> None:
    hall = PHASES["playing"]()
    hall.post("undo")
    page = hall.get("now").content.decode()
    assert "Olivia Organiser" in page
    assert 'class="undone"' in page
    assert "taken back" in page


def test_a_result_is_told_beside_its_table_in_a_few_words() -> None:
    hall = PHASES["playing"]()
    first, second = (
        Phone(hall, int(player)) for player in hall.state.rounds[-1].matches[TableNo(3)].pairing.players
    )
    first.says(0)
    second.says(1)
    told = [(one.table, str(one.says)) for one in latest_acts(load(hall.tournament.pk), "#{}".format, 3)]
    assert told[0] == (3, f"Disputed by #{second.player}")
    assert told[1][0] == 3
    assert re.fullmatch(rf"#{first.player} 1, #{second.player} 0 \(.+\)", told[1][1])
    assert re.search(r'<b class="plate"><span class="visually-hidden">Table&#32;</span>3</b>', now_of(hall))


def test_a_result_both_agree_on_is_told_in_a_word() -> None:
    hall = PHASES["playing"]()
    for player in hall.state.rounds[-1].matches[TableNo(3)].pairing.players:
        Phone(hall, int(player)).says(0)
    newest = latest_acts(load(hall.tournament.pk), "#{}".format, 1)[0]
    assert (newest.table, str(newest.says)) == (3, "Confirmed")


def now_of(hall: Hall) -> str:
    return hall.get("now").content.decode()


@pytest.mark.parametrize("name", ["people", "round", "results", "now"])
def test_undo_stays_on_the_page_it_was_pressed_on(name: str) -> None:
    hall = PHASES["playing"]()
    back = re.findall(r'name="back" value="(\w*)"', hall.get(name).content.decode())
    assert set(back) == {name}
    answer = hall.post("undo", back=name)
    assert answer.redirect_chain == [(hall.url(name), 302)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("back", ["", "undo", "publish", "https://example.org/"])
def test_undo_from_anywhere_else_goes_to_the_first_page(back: str) -> None:
    hall = PHASES["playing"]()
    answer = hall.post("undo", back=back)
    assert answer.redirect_chain == [(hall.url("now"), 302)]  # type: ignore[attr-defined]


def test_an_act_of_many_facts_is_told_in_few_words() -> None:
    hall = Hall()
    hall.enter(200)
    page = hall.get("standings").content.decode()
    assert "And 199 more." in page
    assert "#150" not in page


def test_the_bar_leads_to_the_next_step_except_on_its_own_page() -> None:
    hall = PHASES["playing"]()
    assert 'data-shortcut="g"' in hall.get("standings").content.decode()
    assert 'data-shortcut="g"' not in hall.get("results").content.decode()


def test_undo_is_not_offered_to_those_who_may_not() -> None:
    hall = PHASES["playing"]()
    judge = hall.staff("judge")
    assert hall.url("undo") in hall.get("standings").content.decode()
    page = judge.get(hall.url("standings")).content.decode()
    assert hall.url("undo") not in page
    assert "Judge" in page


@pytest.mark.parametrize("name", ["now", "people", "round", "results", "standings", "history"])
def test_the_menu_marks_the_page_one_is_on(name: str) -> None:
    hall = PHASES["playing"]()
    page = hall.get(name).content.decode()
    marked = re.findall(r'<a href="([^"]+)" data-shortcut="\w" aria-current="page"', page)
    assert marked == [hall.url(name)]


def test_the_switcher_leads_to_the_same_page_of_the_other_tournament() -> None:
    hall = PHASES["playing"]()
    assert "Tournaments of this event" not in hall.get("standings").content.decode()
    create = commands.CreateTournament(regulations=rules("armada-4.0"), day=DAY)
    side = add_tournament(hall.event, hall.actor, TournamentDetails(name="<Side>"), create)
    assert isinstance(side, Tournament)
    page = hall.get("standings").content.decode()
    assert f'href="/desk/{hall.event.code}/2/standings"' in page
    assert "<bdi>&lt;Side&gt;</bdi>" in page


@pytest.mark.parametrize("phase", PHASES)
def test_the_first_page_asks_the_database_little(
    phase: str, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    hall = PHASES[phase]()
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        assert hall.get("now").status_code == 200


def test_strangers_to_a_role_are_told_who_may() -> None:
    hall = PHASES["playing"]()
    answer = hall.staff("judge").post(hall.url("undo"), {"version": 1})
    assert answer.status_code == 403
    assert "This needs the role of organiser, marshal or scorekeeper" in answer.content.decode()


@pytest.mark.parametrize("name", ["printer", "circle-question-mark"])
def test_an_icon_is_drawn_as_lucide_draws_it(name: str) -> None:
    ours = Template("{% load lucide %}{% lucide name size=18 aria_hidden='true' %}").render(
        Context({"name": name})
    )
    assert ours == re.sub(r"\n *", "", lucide(name, size=18, aria_hidden="true"))


def test_no_icon_is_made_up() -> None:
    with pytest.raises(KeyError, match="no-such-icon"):
        Template('{% load lucide %}{% lucide "no-such-icon" %}').render(Context())
