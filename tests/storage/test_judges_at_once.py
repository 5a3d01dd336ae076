"""Acts of judges by several hands in the same moment, on both databases: each leaves one row, and nobody fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Model

from judging_cases import first, somebody
from muster.app.common.access import Actor
from muster.app.floor.signing import sign_off, to_sign
from muster.app.judging import checks, components, penalties, proxies, rulings
from muster.core.tournament.refusals import Refusal
from muster.journal import store
from muster.people.models import CheckDraw, ComponentReport, Penalty, Proxy, Ruling, SignOff
from player_cases import begun
from repair_cases import won
from storage_cases import Base, together
from web_cases import Hall

AT_ONCE = 4
Act = Callable[[Hall, Actor, str], object]


def ruling(hall: Hall, judge: Actor, key: str) -> object:
    return rulings.rule(hall.tournament.pk, judge, rulings.RulingInput(ruling="It holds.", key=key))


def penalty(hall: Hall, judge: Actor, key: str) -> object:
    player = first(hall).pairing.players[0]
    offence = penalties.Offence(player=player, category="tardiness", kind="normal-warning", key=key)
    return penalties.give(hall.tournament.pk, judge, offence)


def component(hall: Hall, judge: Actor, key: str) -> object:
    player = first(hall).pairing.players[0]
    found = components.ComponentFault(player=player, component="range ruler", fault="lost", key=key)
    return components.note(hall.tournament.pk, judge, found)


def proxy(hall: Hall, judge: Actor, key: str) -> object:
    player = first(hall).pairing.players[0]
    wanted = proxies.ProxyInput(player=player, card="Admonition", reason="damaged", unreadable="", key=key)
    return proxies.make(hall.tournament.pk, judge, wanted)


def draw(hall: Hall, judge: Actor, key: str) -> object:
    return checks.draw(hall.tournament.pk, judge, 2, key=key)


def signature(hall: Hall, judge: Actor, key: str) -> object:
    asked = to_sign(store.load(hall.tournament.pk), judge, 1)
    assert not isinstance(asked, Refusal)
    return sign_off(hall.tournament.pk, judge, 1, seen=asked.digest, key=key)


ACTS: list[tuple[Act, type[Model]]] = [
    (ruling, Ruling),
    (penalty, Penalty),
    (component, ComponentReport),
    (proxy, Proxy),
    (draw, CheckDraw),
    (signature, SignOff),
]


@pytest.fixture
def hall(base: Base) -> Hall:
    return begun("armada-4.0", 4)


def test_one_form_sent_by_several_taps_at_once_leaves_one_row(hall: Hall) -> None:
    judge = somebody(hall, "judge")
    for act, model in ACTS:
        if act is signature:
            won(hall)
        answers = together(*[_job(act, hall, judge, "the same") for _tap in range(AT_ONCE)])
        assert [each for each in answers if isinstance(each, Exception | Refusal)] == [], (act, answers)
        assert model._default_manager.count() == 1, act


def test_forms_of_several_judges_at_once_are_all_recorded(hall: Hall) -> None:
    judges = [somebody(hall, "judge", f"Judge {number}") for number in range(AT_ONCE)]
    for act, model in ACTS:
        if act is signature:
            won(hall)
        answers = together(*[_job(act, hall, judge, f"of {judge.who}") for judge in judges])
        assert [each for each in answers if isinstance(each, Exception | Refusal)] == [], (act, answers)
        assert model._default_manager.count() == AT_ONCE, act
    assert sorted(CheckDraw.objects.values_list("number", flat=True)) == list(range(1, AT_ONCE + 1))


def test_a_ruling_is_appealed_and_decided_once(hall: Hall) -> None:
    judge, marshal = somebody(hall, "judge"), somebody(hall, "marshal")
    made = ruling(hall, judge, "one")
    assert isinstance(made, Ruling)
    pk = hall.tournament.pk
    rulings.appeal(pk, judge, made.pk)
    jobs = [
        lambda how=how: rulings.decide(pk, marshal, made.pk, upheld=how, final=str(how))
        for how in (True, False)
    ]
    answers = together(*jobs)
    assert sorted(type(each).__name__ for each in answers) == ["Refusal", "Ruling"], answers
    row = Ruling.objects.get()
    assert row.final == str(row.upheld)


def _job(act: Act, hall: Hall, judge: Actor, key: str) -> Callable[[], Any]:
    return lambda: act(hall, judge, key)
