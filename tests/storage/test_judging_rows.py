"""What judges put on record is kept alike by both databases, once however often it is sent, and forgotten alike."""

from __future__ import annotations

from muster.app.judging import checks, components, penalties, proxies, rulings, tables
from muster.app.judging.tables import read_table
from muster.app.registration.erasing import erase
from muster.core.tournament.refusals import Refusal
from muster.people.models import CheckDraw, ComponentReport, Entry, Penalty, Proxy, Ruling
from muster.rules.penalties import PenaltyTable
from muster.rules.penalty_files import tables as shipped
from storage_cases import Base
from web_cases import Hall

WORDS = "Łódź \U0001f1f5\U0001f1f1 <b>'\"% \\ \x00\ud800"


def test_records_of_judges_are_kept_once_and_forgotten(base: Base) -> None:
    hall = Hall("armada-4.0")
    hall.begin(4)
    hall.publish()
    number, actor = hall.tournament.pk, hall.actor
    made = rulings.rule(number, actor, rulings.RulingInput(ruling=WORDS, question=WORDS, table=1, key="k"))
    for _again in range(2):
        assert rulings.rule(number, actor, rulings.RulingInput(ruling="other words", key="k")) == made
        penalties.give(
            number,
            actor,
            penalties.Offence(player=1, category="tardiness", kind="match-loss", what=WORDS, key="k"),
        )
        proxies.make(number, actor, proxies.ProxyInput(player=1, card=WORDS, key="k"))
        components.note(
            number, actor, components.ComponentFault(player=1, component=WORDS, fault="lost", key="k")
        )
        checks.draw(number, actor, 1, key="k")
    assert isinstance(made, Ruling)
    assert [kind.objects.count() for kind in (Ruling, Penalty, Proxy, ComponentReport, CheckDraw)] == [1] * 5
    assert isinstance(rulings.appeal(number, actor, made.pk), Ruling)
    assert isinstance(rulings.decide(number, actor, made.pk, upheld=True), Ruling)
    assert [one.pk for one in rulings.like(hall.event.pk, "Łódź '")] == [made.pk]
    assert len(components.reports_of(number)) == 1
    erase(Entry.objects.select_related("person").get(tournament=number, player=1).person, actor)
    assert (Penalty.objects.get().what, Penalty.objects.get().kind) == ("", "match-loss")


def test_a_table_of_ones_own_is_kept_whole(base: Base) -> None:
    hall = Hall("unlimited-1.3")
    table = shipped()["unlimited"]
    tables.set_table(hall.tournament.pk, hall.actor, table)
    assert tables.table_of(hall.tournament.pk, hall.state) == table
    assert not isinstance(read_table(b'{"id": "a\\u0000"}', "own"), PenaltyTable)


def test_more_minutes_than_a_column_holds_are_refused_with_words(base: Base) -> None:
    hall = Hall("armada-4.0")
    hall.begin(4)
    hall.publish()
    found = components.ComponentFault(player=1, component="dial", fault="lost", extension_minutes=999_999_999)
    answer = components.note(hall.tournament.pk, hall.actor, found)
    assert isinstance(answer, Refusal)
    assert "at most 600 minutes" in str(answer.says)
    assert not ComponentReport.objects.exists()
