"""What tests of judges share: a round that is played, leaders, and their acts, each of which must be accepted."""

from __future__ import annotations

from typing import Any

from muster.app.common.access import Actor, Role
from muster.app.judging import components, penalties, rulings
from muster.app.results.losses import Losses, losses_of
from muster.core.outcomes import Outcome as Worth
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match
from muster.people.models import ComponentReport, Entry, Person, Ruling, Staff
from web_cases import Hall, account


def hall(regulations: str = "legion-2.0", players: int = 4, **setup: Any) -> Hall:
    """A hall with its first round running."""
    found = Hall(regulations, setup)
    found.begin(players)
    found.publish()
    return found


def somebody(where: Hall, role: Role, name: str = "") -> Actor:
    who = account(name or f"The {role}")
    Staff.objects.create(event=where.event, account=who, role=role)
    return Actor(f"account:{who.pk}", role)


def first(where: Hall) -> Match:
    return where.state.rounds[-1].matches[min(where.state.rounds[-1].matches)]


def worth(where: Hall) -> Worth:
    found = first(where).outcome
    assert found is not None
    return found


def entry(where: Hall, player: int) -> Entry:
    return Entry.objects.select_related("person").get(tournament=where.tournament, player=player)


def plays(where: Hall, actor: Actor, player: int) -> None:
    """Make this leader one of the players."""
    number = int(actor.who.removeprefix("account:"))
    Person.objects.filter(pk=entry(where, player).person_id).update(account=number)


def ruled(where: Hall, actor: Actor, **asked: Any) -> Ruling:
    answer = rulings.rule(where.tournament.pk, actor, rulings.RulingInput(**{"ruling": "It holds.", **asked}))
    assert isinstance(answer, Ruling), answer
    return answer


def appealed(where: Hall, actor: Actor, **asked: Any) -> Ruling:
    made = ruled(where, actor, **asked)
    answer = rulings.appeal(where.tournament.pk, actor, made.pk)
    assert isinstance(answer, Ruling), answer
    return answer


def decided(where: Hall, actor: Actor, ruling: Ruling, **how: Any) -> Ruling | Refusal:
    return rulings.decide(where.tournament.pk, actor, ruling.pk, **{"upheld": True, **how})


def given(
    where: Hall, actor: Actor, kind: str, category: str = "tardiness", **how: Any
) -> penalties.RecordedPenalty:
    player = how.pop("player", None) or first(where).pairing.players[0]
    offence = penalties.Offence(player=player, category=category, kind=kind, **how)
    answer = penalties.give(where.tournament.pk, actor, offence)
    assert isinstance(answer, penalties.RecordedPenalty), answer
    return answer


def losses(where: Hall, match: Match | None = None) -> Losses:
    """What penalties have decided of a match of the round published last; of the first table's if none is named."""
    return losses_of(where.tournament.pk, where.state, where.state.rounds[-1], match or first(where))


def refused(answer: object, *words: str) -> Refusal:
    assert isinstance(answer, Refusal), answer
    for word in words:
        assert word in answer.text(), answer.text()
    return answer


def noted(where: Hall, actor: Actor, **how: Any) -> ComponentReport:
    asked = {"player": first(where).pairing.players[0], "component": "range ruler", "fault": "lost", **how}
    answer = components.note(where.tournament.pk, actor, components.ComponentFault(**asked))
    assert not isinstance(answer, Refusal), answer
    return answer
