"""A hall with awkward names at the four moments that look most different: for what is looked at, and measured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from look_cases import PHASES
from muster.app.floor import clocks
from muster.core.tournament import commands
from muster.core.tournament.next_step import next_step
from muster.people.models import Event, Person
from player_cases import Phone
from web_cases import Hall

AWKWARD: Final = (
    "Piotr Aleksander Brzęczyszczykiewicz-Chrząszczewski", "Ø", "Nguyễn Thị Minh Châu", "محمد عبد الرحمن الأنصاري",
    "山田太郎", "Wolfeschlegelsteinhausenbergerdorff", "María del Carmen Fernández-Villaverde y Sánchez", "Łucja Wrona",
    "Trần Quốc Bảo", "Émile Lefèvre", "Żaneta Szczęsna", "Björn Åkesson", "Oğuz Yıldırım", "Ewa Szymańska",
    "Jan Kozłowski", "Magdalena Krawczyk", "Anna Nowak", "Filip Wójcik", "Bartłomiej Wiśniewski", "Iza Dąbrowska",
    "Henryk Lewandowski", "Grażyna Kamińska", "Ola Grabowska",
)  # fmt: skip
"""23 names: of one letter and of 51, of one word of 35, and in five scripts."""


def awkward(hall: Hall) -> Hall:
    """The hall, with names that no page was drawn for."""
    people = [entry.person for entry in hall.tournament.entries.select_related("person").order_by("player")]
    for person, name in zip(people, AWKWARD, strict=False):
        person.name = name
    Person.objects.bulk_update(people, ["name"])
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    return hall


def in_round_three() -> Hall:
    """The third round: a clock, results, one disputed, one reported, some missing."""
    hall = Hall(setup={"structure": "custom", "rounds": 5, "cut": 8})
    hall.begin(23)
    for _ in range(2):
        hall.publish()
        hall.play()
    hall.publish()
    number = hall.state.rounds[-1].number
    clocks.act(hall.tournament.pk, hall.actor, clocks.ClockInput(round_no=number, kind="start", minutes=60))
    hall.play(leave=5)
    first, second = (next(_open(hall, skip)) for skip in (0, 1))
    first.says(first.seat)
    other = Phone(hall, int(first.match.pairing.players[1 - first.seat]))
    other.says(other.seat)
    second.says(second.seat)
    return awkward(hall)


def _open(hall: Hall, skip: int) -> Iterator[Phone]:
    waiting = [one for _, one in sorted(hall.state.rounds[-1].matches.items()) if one.status == "open"]
    yield from (Phone(hall, int(one.pairing.players[0])) for one in waiting[skip:])


def in_the_cut() -> Hall:
    hall = Hall(setup={"structure": "custom", "rounds": 4, "cut": 8})
    hall.begin(23)
    while next_step(hall.state).step != "cut":
        hall.publish()
        hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    hall.play()
    hall.publish()
    hall.play(leave=1)
    return awkward(hall)


def ended() -> Hall:
    hall = in_the_cut()
    while next_step(hall.state).step not in ("finish", "finished"):
        if hall.state.rounds[-1].matches and any(
            not one.settled for one in hall.state.rounds[-1].matches.values()
        ):
            hall.play()
        else:
            hall.publish()
    hall.do(commands.FinishTournament())
    return hall


def in_the_morning() -> Hall:
    return awkward(PHASES["checking in"]())


MOMENTS: Final = {
    "morning": in_the_morning, "playing": in_round_three, "cut": in_the_cut, "over": ended,
}  # fmt: skip
