"""Draws of tables to check: nobody can foresee them, everybody can repeat them, none can be changed unseen."""

from __future__ import annotations

from hashlib import sha256

import pytest

from judge_page_cases import get, post, text, url
from judging_cases import first, hall, refused, somebody
from muster.app.judging import checks
from muster.app.site import journal_files as keeping
from muster.core.ids import RoundNo
from muster.core.judging.checks import check_seed
from muster.journal import secrets, store
from muster.journal.models import DrawSecret
from muster.people.models import CheckDraw
from web_cases import Hall

pytestmark = pytest.mark.django_db


def test_a_draw_of_tables_can_be_drawn_again() -> None:
    where = hall(players=12)
    judge = somebody(where, "judge")
    made = checks.draw(where.tournament.pk, judge, 3, key="k")
    assert isinstance(made, CheckDraw)
    assert (made.number, made.head, len(made.tables)) == (1, where.state.head, 3)
    assert set(made.tables) <= set(made.among) == set(where.state.rounds[-1].matches)
    again = checks.draw(where.tournament.pk, judge, 3, key="k")
    assert isinstance(again, CheckDraw)
    assert again.pk == made.pk
    where.play(leave=2)
    later = checks.draw(where.tournament.pk, judge, 9)
    assert isinstance(later, CheckDraw)
    assert (later.number, len(later.tables)) == (2, 2 if first(where).settled else 6)
    snapshot = store.load(where.tournament.pk)
    assert [checks.doubts(snapshot, one) for one in checks.draws_of(where.tournament.pk, 1)] == [(), ()]
    made.tables = made.tables[::-1]
    made.head = "f" * 64
    assert len(checks.doubts(snapshot, made)) == 3


def test_the_secret_of_a_draw_is_that_of_the_link_still_to_come() -> None:
    where = hall(players=4)
    made = checks.draw(where.tournament.pk, where.actor, 1)
    assert isinstance(made, CheckDraw)
    link = secrets.link(where.tournament.pk, 2)
    assert made.secret == sha256(f"deck-check|{link}".encode()).hexdigest()
    assert link not in repr(store.load(where.tournament.pk).entries), "nobody can know it yet"
    told = checks.verdict(store.load(where.tournament.pk), made)
    assert (told.doubts, told.proof, told.secret, told.after) == ((), "later", "", 2)
    where.play()
    assert checks.verdict(store.load(where.tournament.pk), made).secret == made.secret
    where.publish()
    assert checks.verdict(store.load(where.tournament.pk), made).proof == "proven"


def test_a_draw_with_another_secret_is_found_by_its_link_and_before_that_by_whoever_has_the_chain() -> None:
    where = hall(players=4)
    made = checks.draw(where.tournament.pk, where.actor, 1)
    assert isinstance(made, CheckDraw)
    assert not keeping.checked(where.tournament).findings
    made.secret = "f" * 64
    made.seed = check_seed(made.head, RoundNo(1), 1, made.secret)
    made.tables = list(checks.recomputed(made))
    made.save()
    assert checks.doubts(store.load(where.tournament.pk), made) == ()
    (found,) = keeping.checked(where.tournament).findings
    assert "check draw 1 of round 1: its secret is not that of the announced chain" in str(found)
    where.play()
    where.publish()
    assert "The secret is not that of the link" in str(
        checks.doubts(store.load(where.tournament.pk), made)[0]
    )
    assert len(keeping.checked(where.tournament).findings) == 1


def test_draws_recorded_without_a_secret_come_out_by_the_head_alone() -> None:
    where = hall(players=4)
    DrawSecret.objects.all().delete()
    made = checks.draw(where.tournament.pk, where.actor, 1)
    assert isinstance(made, CheckDraw)
    assert (made.secret, made.seed) == ("", check_seed(made.head, RoundNo(1), 1))
    assert not DrawSecret.objects.exists(), "nobody makes up another chain"
    told = checks.verdict(store.load(where.tournament.pk), made)
    assert (told.doubts, told.proof) == ((), "none")
    assert not list(checks.untrue_draws(store.load(where.tournament.pk), None))


def test_nothing_is_drawn_while_nobody_plays() -> None:
    where = Hall()
    where.begin(4)
    refused(checks.draw(where.tournament.pk, where.actor, 1), "No table plays now")
    for count in (0, 101):
        refused(checks.draw(where.tournament.pk, where.actor, count), "from 1 to 100")


def test_a_draw_says_when_its_secret_can_be_proven_and_shows_it_once_nothing_can_be_foreseen() -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    page = text(post(hall, "checks", count="1"))
    made = CheckDraw.objects.get()
    assert "can be proven when round 2 is out" in page
    assert made.secret not in page
    hall.play()
    assert made.secret in text(get(hall, "checks"))
    hall.publish()
    page = text(get(hall, "checks"))
    assert "the secret is that of the link of round 2" in page
    assert url(hall, "table", 1, made.tables[0]) in page


def test_after_a_draw_that_was_deleted_the_next_one_has_a_number_of_its_own() -> None:
    where = hall(players=4)
    one, two = (checks.draw(where.tournament.pk, where.actor, 1, key=key) for key in ("a", "b"))
    assert isinstance(one, CheckDraw)
    assert isinstance(two, CheckDraw)
    one.delete()
    three = checks.draw(where.tournament.pk, where.actor, 1, key="c")
    assert isinstance(three, CheckDraw)
    assert (two.number, three.number) == (2, 3)
