"""Moments of a day, each with what then stands on the pages of those who are there."""

from __future__ import annotations

from judging_cases import appealed, given, noted, ruled, somebody
from muster.app.floor import calls
from muster.app.history.submitting import announce_plan
from muster.core.tournament import commands
from player_cases import Phone, begun, phones
from repair_cases import hall_of, won
from roster_cases import asking
from roster_play_cases import asked, bring, fleet
from web_cases import Hall


def entered() -> Hall:
    return asking("armada-4.0", 6)


def announced() -> Hall:
    hall = Hall("unlimited-1.3")
    hall.enter(8)
    hall.do(announce_plan(hall.tournament.pk))
    return hall


def proposed() -> Hall:
    hall = Hall("legion-2.0")
    hall.begin(7)
    hall.propose()
    return hall


def published() -> Hall:
    hall = Hall("unlimited-1.3")
    hall.begin(8)
    hall.propose()
    hall.do(commands.PublishRound())
    return hall


def playing(regulations: str = "armada-4.0") -> Hall:
    """A result that waits to be confirmed at table 1, one in dispute at table 2."""
    hall = begun(regulations)
    for table in (1, 2):
        phones(hall, table)[0].says(0)
    phones(hall, 2)[1].act("deny")
    return hall


def playing_best_of_three() -> Hall:
    return playing("unlimited-1.3")


def judged() -> Hall:
    """A ruling, an appeal, a penalty, a faulty component, a call, and rosters."""
    hall = asked(begun("armada-4.0"))
    for player in range(1, 5):
        bring(hall, player, fleet())
    marshal = somebody(hall, "marshal")
    ruled(hall, marshal)
    appealed(hall, marshal)
    given(hall, marshal, "normal-warning")
    noted(hall, marshal)
    calls.make(phones(hall)[0].entry, "judge", round_no=1, table=1, note="Range")
    return hall


def complete() -> Hall:
    return hall_of("unlimited-1.3", 8, 1)


def with_a_bye() -> Hall:
    return hall_of("armada-4.0", 9, 2)


def before_the_cut() -> Hall:
    return hall_of("unlimited-1.3", 8, 2, structure="custom", rounds=2, cut=4)


def cut_made() -> Hall:
    hall = before_the_cut()
    hall.do(commands.MakeCut())
    return hall


def elimination() -> Hall:
    hall = cut_made()
    hall.do(commands.StartStage())
    hall.publish()
    hall.play(leave=1)
    return hall


def finished() -> Hall:
    hall = elimination()
    hall.play()
    hall.publish()
    won(hall)
    hall.do(commands.FinishTournament())
    return hall


DAY = (
    entered, announced, proposed, published, playing, playing_best_of_three, judged, complete, with_a_bye,
    before_the_cut, cut_made, elimination, finished,
)  # fmt: skip


def starts_of(hall: Hall) -> list[str]:
    """Where the organiser, a judge and the first players as they sit begin to look."""
    code, numbers = hall.event.code, [1, 2]
    if hall.state.rounds and hall.state.rounds[-1].matches:
        first = [match.pairing.players for _, match in sorted(hall.state.rounds[-1].matches.items())]
        numbers = [*first[0], first[-1][0]]
    desk, judge = f"/desk/{code}/1/", f"/judge/{code}/1/"
    return ["/desk/", f"/desk/{code}/", desk, judge, *(Phone(hall, number).url for number in numbers)]
