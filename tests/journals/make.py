"""Makes the journals a release is remembered by: `python tests/journals/make.py 0.2.0`, once for each release.

One day for each of the regulations, on which every kind of fact comes about. A journal that has been released is
never made again: it is there to show that every later release reads it, proves it and comes to the same places.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

from muster.core.draws import DrawSeed  # noqa: E402
from muster.core.ids import ClubId, PlayerId, RoundNo, TableNo  # noqa: E402
from muster.core.scoring.reports import PlacingReport  # noqa: E402
from muster.core.tournament import commands, queries  # noqa: E402
from muster.core.tournament.acts.play_offs import lines  # noqa: E402
from muster.core.tournament.course import Course, CoursePart  # noqa: E402
from muster.core.tournament.elimination import bracket_over, double_stand  # noqa: E402
from muster.core.tournament.next_step import next_step, unfinished  # noqa: E402
from muster.core.tournament.state import best_of  # noqa: E402
from muster.exchange.dice import MatchSetup, made_up  # noqa: E402
from muster.exchange.journal import JournalFile, write  # noqa: E402
from muster.rules.load import load  # noqa: E402
from tournament_cases import IDS, Desk, typed  # noqa: E402

NAMES = (
    "Ada Lovelace", "Björn Åkesson", "Chidi Okonkwo", "Đặng Thu Hà", "Émile Lefèvre", "فاطمة الزهراء",
    "Grzegorz Brzęczyszczykiewicz", "Hannah “Han” Goldberg", "Íñigo", "李雷", "Oğuz Yıldırım", "🎲 Quinn",
)  # fmt: skip
SEED = DrawSeed("7" * 64)


def day(regulations_id: str) -> Desk:
    """A day with two rounds of Swiss, a cut, a bracket, and everything that may go wrong in between."""
    at = Desk(regulations_id).create(regulations_id, tables="1-20")
    for player in range(1, 12):
        at.do(commands.EnterPlayer(PlayerId(player), ClubId(1 + player % 3) if player % 4 else None))
    _before(at)
    at.announce().begin()
    _first_round(at)
    _second_round(at)
    while len(at.state.rounds) < at.state.announced.rounds:
        _round(at)
    if at.state.announced.has_cut:
        at.do(commands.MakeCut())
        assert at.state.seeds is not None
        at.do(commands.DropPlayer(at.state.seeds[-1]))
        at.begin().pair()
        at.do(commands.DropPlayer(at.round.matches[min(at.round.matches)].pairing.players[1]))
        _play(at)
        while unfinished(at.state) is not None:
            _round(at)
    at.finish().do(commands.ReopenTournament(typed("a result was read out wrongly")))
    return at.finish()


def draft() -> Desk:
    """A draft of eleven in pods over two days, with somebody late, somebody who leaves, and a cut."""
    course = Course("pods", 2, 3)
    at = Desk("draft").create("unlimited-1.3", structure="custom", rounds=3, cut=4, course=course)
    at.enter(*range(1, 12)).announce().begin()
    at.do(commands.DrawPods(at.link(), (6, 5)))
    at.do(commands.Retract())
    at.do(commands.DrawPods(at.link(), (5, 6)))
    pods = at.state.pods_draft.pods if at.state.pods_draft else ()
    at.do(commands.SwapSeats((pods[0][0], pods[1][0])))
    at.do(commands.PublishPods())
    at.enter(12).do(commands.JoinPod(PlayerId(12), 1))
    at.drop(11)
    return _to_the_end(at)


def carried() -> Desk:
    """Groups, then Swiss rounds with half of the points, then a draft in which all begins anew."""
    course = Course(
        parts=(
            CoursePart("groups", size=4),
            CoursePart("swiss", 2, "top", 10, carry="half"),
            CoursePart("pods", 2, "top-with-ties", 7, "snake", carry="none", day=2),
        )
    )
    at = Desk("carried").create("unlimited-1.3", structure="custom", course=course, cut=2)
    return _in_parts(at.enter(*range(1, 13)).announce().begin(), None)


def parts() -> Desk:
    """Swiss rounds, a draft of the best in pods by standing, a round robin of the best, and groups before them."""
    course = Course(
        parts=(
            CoursePart("groups", size=4),
            CoursePart("pods", 2, "best-of-groups", 3, "by-rank", day=2),
            CoursePart("round-robin", entry="top", number=3, day=2),
            CoursePart("groups", entry="everybody", deal="snake", size=3, day=2),
        )
    )
    given = {"structure": "custom", "course": course, "cut_kind": "best-of-groups", "cut": 2}
    at = Desk("parts").create("unlimited-1.3", **given)
    at.enter(*range(1, 13)).announce().begin()
    at.do(commands.DrawPods(at.link()))
    at.do(commands.SwapSeats((PlayerId(1), PlayerId(2))))
    at.do(commands.PublishPods())
    return _in_parts(at, (5, 4))


def _in_parts(at: Desk, of_nine: tuple[int, ...] | None) -> Desk:
    """One part after the other to the end; nine players sit in pods of these sizes."""
    while (step := next_step(at.state).step) not in ("cut", "finish"):
        if step == "day-two":
            at.do(commands.BeginDayTwo())
            at.do(commands.Retract())
            at.do(commands.BeginDayTwo())
        elif step == "pods":
            at.do(commands.DrawPods(at.link(), of_nine if len(queries.active(at.state)) == 9 else None))
            at.do(commands.PublishPods())
        else:
            _round(at)
    return _to_the_end(at)


def played_off() -> Desk:
    """Two groups in which everybody is equal, then two rounds; who is equal at the cut plays for it, too."""
    course = Course(
        parts=(CoursePart("groups", size=3), CoursePart("swiss", 2, "best-of-groups", 2, carry="none"))
    )
    at = Desk("played off").create("armada-4.0", structure="custom", course=course, cut=2)
    at.enter(*range(1, 7)).announce().begin()
    at.do(commands.DrawPods(at.link()))
    at.do(commands.PublishPods())
    groups = at.state.pods or ()
    circle = {(group[one], group[one - 1]) for group in groups for one in range(3)}
    at.rounds(3, lambda match: 0 if match.pairing.pair in circle else 1)
    for line in lines(at.state):
        at.do(commands.RecordPlayOff(line.players[::-1]))
    at.do(commands.BeginDayTwo())
    at.do(commands.Retract())
    at.do(commands.RecordPlayOff(lines(at.state)[0].players[1:] + lines(at.state)[0].players[:1]))
    at.do(commands.BeginDayTwo())
    at.rounds(1)
    best, other = at.round.matches[min(at.round.matches)].pairing.players
    at.rounds(1, lambda match: 0 if {best, other} & {match.pairing.players[0]} else 1)
    (line,) = lines(at.state)
    at.do(commands.RecordPlayOff(line.players))
    at.do(commands.Retract())
    at.do(commands.RecordPlayOff(line.players[::-1]))
    return _to_the_end(at)


def sealed() -> Desk:
    """Sealed play of seven: building tables drawn twice and changed, somebody late, somebody who leaves."""
    at = Desk("sealed").create("unlimited-1.3", structure="custom", rounds=2, cut=0)
    at.enter(*range(1, 8)).announce().begin()
    at.do(commands.DrawBuilding(at.link()))
    at.do(commands.Retract())
    at.do(commands.DrawBuilding(at.link()))
    tables = at.state.building_draft.tables if at.state.building_draft else ()
    at.do(commands.SwapBuilders((tables[0][0], tables[1][0])))
    at.do(commands.PublishBuilding())
    at.enter(8).do(commands.JoinBuilding(PlayerId(8), 1))
    at.drop(2)
    return _to_the_end(at)


def robin() -> Desk:
    """A round robin of five, which somebody leaves."""
    at = Desk("robin").create("armada-4.0", structure="custom", course=Course("round-robin"))
    at.enter(*range(1, 6)).announce().begin()
    _round(at)
    return _to_the_end(at.drop(3))


def double() -> Desk:
    """Eight of nine in a double elimination: somebody leaves, and the unbeaten player loses the final, as corrected."""
    at = Desk("double").create(
        "armada-4.0", structure="custom", rounds=2, cut=8, elimination="double", tables="1-20"
    )
    at.enter(*range(1, 10)).announce().begin()
    for _ in range(2):
        _round(at)
    _round(at.cut())
    first = at.round.matches[min(at.round.matches)]
    assert first.outcome is not None
    at.drop(first.pairing.players[1 - (first.outcome.winner or 0)])
    stand = double_stand(at.state)
    assert stand is not None
    while stand.bracket.final.number not in {match.pairing.game for match in at.round.matches.values()}:
        _play(at.pair())
    table, number = min(at.round.matches), len(at.state.rounds)
    if not bracket_over(at.state):
        at.correct(number, table, at.win(table, 0), "the slip was misread")
    at.correct(number, table, at.win(table, 1), "it was read right the first time")
    return _to_the_end(at)


def suns() -> Desk:
    """Eleven at tables of three and four, with a final table."""
    at = Desk("suns").create("twin-suns-1.3", structure="advanced")
    at.enter(*range(1, 12)).announce().begin()
    at.pair()
    table = min(at.round.matches)
    match = at.round.matches[table]
    at.report(
        table,
        PlacingReport(end="time", left=tuple(range(len(match.pairing.players)))),
        by=match.pairing.players[0],
    )
    for player in match.pairing.players[1:]:
        at.do(commands.ConfirmResult(RoundNo(1), table, player))
    _play(at)
    return _to_the_end(at)


def final_seat() -> Desk:
    """Twenty at tables: the search for the second round was stopped, and a seat was chosen at the final table."""
    at = Desk("final seat").create("twin-suns-1.3", structure="custom", rounds=2, cut=4)
    at.enter(*range(1, 21)).announce().begin()
    at.pair()
    _play(at)
    at.do(commands.ProposeRound(at.link(), stop=3))
    at.do(commands.PublishRound())
    _play(at)
    at.cut().pair()
    at.do(commands.ChooseSeat(2))
    _play(at)
    return _to_the_end(at)


def chess() -> Desk:
    """Nine at a club who meant to play draughts: points in halves, a drawn game in most rounds, and a cut by points."""
    at = Desk("chess").create(
        "draughts-club", structure="custom", rounds=4, cut=5, cut_kind="at-least-points"
    )
    at.do(commands.ChangeRules(regulations=load("chess-club")))
    at.enter(*range(1, 10)).announce().begin()
    _round(at)
    return _to_the_end(at.drop(9))


def battle() -> Desk:
    """Seven by battle points, of whom the best four go on."""
    at = Desk("battle").create("wargame-40k", structure="custom", rounds=3, cut=4)
    at.enter(*range(1, 8)).announce().begin()
    return _to_the_end(at)


def _to_the_end(at: Desk) -> Desk:
    while not at.state.rounds or unfinished(at.state) is not None:
        if queries.day_one_over(at.state):
            at.do(commands.BeginDayTwo())
        plan = at.state.announced
        if plan.has_cut and at.state.seeds is None and len(at.state.rounds) == plan.rounds:
            at.cut()
        _round(at)
    at.finish().do(commands.ReopenTournament(typed("a result was read out wrongly")))
    return at.finish()


def _before(at: Desk) -> None:
    at.do(commands.ChangeStructure("custom", 3, "top", 4))
    at.do(commands.AmendPlayer(PlayerId(2), ClubId(1), fixed_table=TableNo(3)))
    at.do(commands.CheckIn(PlayerId(1)))
    at.do(commands.EnterPlayer(PlayerId(12)))
    at.do(commands.Retract())
    at.do(commands.ForbidPair((PlayerId(1), PlayerId(2))))
    at.do(commands.ForbidPair((PlayerId(3), PlayerId(4))))
    at.do(commands.AllowPair((PlayerId(3), PlayerId(4))))
    at.do(commands.SetTables("1-9,11-20", "9"))


def _first_round(at: Desk) -> None:
    at.propose().do(commands.Retract())
    at.propose()
    one, two = at.sheet.pairings[:2]
    at.do(commands.SwapPlayers((one.players[0], two.players[0])))
    _cards(at)
    at.do(commands.PublishRound())
    at.do(commands.VoidRound(typed("the tables were numbered wrongly")))
    at.pair().do(commands.StartRound())
    at.enter(12)
    at.do(commands.AwardBye(PlayerId(12)))
    at.do(commands.AwardLoss(PlayerId(12)))
    first, second, third = sorted(at.round.matches)[:3]
    for table, agree in ((first, True), (second, False)):
        one_, two_ = at.round.matches[table].pairing.players
        at.report(table, at.win(table, 0), by=one_)
        if agree:
            at.do(commands.ConfirmResult(RoundNo(1), TableNo(table), two_))
        else:
            at.do(commands.DisputeResult(RoundNo(1), TableNo(table), two_, at.win(table, 1)))
            at.report(table, at.win(table, 1))
    at.report(third, at.win(third, 0))
    at.do(commands.Retract())
    _play(at)


def _cards(at: Desk) -> None:
    """Rolled with a die for the first round, named by the outline for the second."""
    draws = at.state.regulations.round_draws
    if draws is None:
        return
    at.do(commands.RecordCards(RoundNo(1), "rolled", faces=(5, 2), reason=typed("the seed was not trusted")))
    at.do(commands.RecordCards(RoundNo(2), "outline", "Across the River", draws.seasons[-1].objectives[0]))


def _second_round(at: Desk) -> None:
    at.drop(11)
    at.do(commands.DisqualifyPlayer(PlayerId(10), typed("a marked deck")))
    at.pair()
    table = min(at.state.rounds[0].matches)
    at.do(commands.CorrectResult(RoundNo(1), TableNo(table), at.win(table, 1), typed("the slip was misread")))
    _play(at)
    at.do(commands.RejoinPlayer(PlayerId(11)))


def _round(at: Desk) -> None:
    at.pair()
    if at.round.matches:
        at.do(commands.StartRound())
    _play(at)


def _play(at: Desk) -> None:
    stage = at.state.stages[at.round.stage].format
    for table, match in sorted(at.round.matches.items()):
        if not match.settled:
            dice = MatchSetup(SEED, at.round.number, match.pairing.players, stage, best_of(at.state, stage))
            at.report(table, made_up(dice, at.state.regulations))


def main(release: str) -> None:
    """Write those journals of a release that are not there yet."""
    folder = FOLDER / release
    folder.mkdir(exist_ok=True)
    names = {PlayerId(number): name for number, name in enumerate(NAMES, 1)}
    days = {one: partial(day, one) for one in IDS} | {"draft": draft, "double": double, "parts": parts}
    days |= {"robin": robin, "sealed": sealed, "twin-suns-1.3": suns}
    days |= {"final-seat": final_seat, "carried": carried, "played-off": played_off}
    days |= {"chess-club": chess, "wargame-40k": battle}
    for name, made in days.items():
        if (folder / f"{name}.muster").exists():
            continue
        text = write(JournalFile(made().journal, f"A day of {name}, as {release} recorded it", names))
        (folder / f"{name}.muster").write_text(text, encoding="utf-8", newline="")


if __name__ == "__main__":
    main(sys.argv[1])
