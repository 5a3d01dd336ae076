"""Changing as little as possible of a round that is out but has not begun.

What is published is never altered. The round is annulled with its reason, drawn once more, and exchanges by hand
put everybody back at their table but those who are to change: one act, all of it on record, and whoever reads the
record sees what was kept. `SWU-REP-2` asks for this after a correction; any organiser may, before play begins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from muster.app.common.access import Actor
from muster.app.history.submitting import Deferred, Done, Step, again_link, submit_all
from muster.app.rounds.swap_suggestions import ANY, Pair
from muster.app.staff.records import clause_of
from muster.core.draws import ChainLink
from muster.core.frozen import changed
from muster.core.ids import PlayerId, TableNo
from muster.core.messages import paragraph, say, say_n
from muster.core.private import Typed
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Method
from muster.core.tournament.commands import Command, CorrectResult, PublishRound, SwapPlayers, VoidRound
from muster.core.tournament.engine import decide, replay
from muster.core.tournament.facts import RoundProposed
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Pairing, Round, Sheet, State

LARGEST: Final = 512
"""Players up to which a round is mended table by table.

Each exchange keeps the whole sheet on record: of 200 players that is 0.9 MB, of 400 3.9 MB, of 512 6.5 MB (a
thirtieth of it when compressed).
"""


def round_to_re_pair(state: State) -> Round | Refusal:
    """The Swiss round whose pairings may still change, or why there is none."""
    round_ = queries.current_round(state)
    if round_ is None or state.places is not None or state.stages[round_.stage].format != "swiss":
        return Refusal("no-round", say("Pairings are changed in a published Swiss round; there is none now."))
    if round_.begun or state.seeds is not None:
        says = say("Round {round} has begun: its pairings stand, play goes on.", round=round_.number)
        if not round_.has_results:
            says = paragraph(says, say("As long as it has no result, you may undo its start."))
        return Refusal("has-results", says, state.regulations.correction.clause)
    if queries.part(state).as_needed:
        says = say("In a round robin everybody meets everybody: pairings stay as they are.")
        return Refusal("no-round", says)
    if state.proposal is not None or not round_.matches:
        return Refusal(
            "no-round", say("There are no pairings to change in round {round}.", round=round_.number)
        )
    there = {player for match in round_.matches.values() for player in match.pairing.players}
    there |= {bye.player for bye in round_.byes} | {*round_.resting}
    if there != set(queries.active(state)):
        says = say(
            "Players were added or dropped since round {round} was published: void it and draw it again.",
            round=round_.number,
        )
        return Refusal("not-in-proposal", says)
    if len(there) > LARGEST:
        says = say_n(
            "With more than {count} player, void the round and draw it again.",
            "With more than {count} players, void the round and draw it again.",
            LARGEST,
        )
        return Refusal("no-round", says)
    return round_


def recalled(state: State) -> State | Refusal:
    """The tournament as if its published round were still a proposal. It never was so and is not recorded."""
    round_ = round_to_re_pair(state)
    if isinstance(round_, Refusal):
        return round_
    pairings = tuple(round_.matches[table].pairing for table in sorted(round_.matches))
    link = ChainLink("")
    sheet = Sheet(pairings, round_.byes, round_.cards, round_.resting)
    proposal = RoundProposed(round_.number, 0, link, ANY, sheet, Method("published"))
    return changed(state, rounds=state.rounds[:-1], proposal=proposal)


def after_swaps(table: State, swaps: Iterable[Pair]) -> State | Refusal:
    """A proposal after these exchanges, one after the other, or the engine's refusal of the first it refuses."""
    for swap in swaps:
        decision = decide(table, SwapPlayers(swap))
        if isinstance(decision, Refusal):
            return decision
        table = replay(decision, table)
    return table


def re_pair(
    tournament: int,
    actor: Actor,
    swaps: Sequence[Pair],
    reason: Typed,
    *,
    first: Command | None = None,
    expected_version: int,
    key: str | None = None,
) -> Done | Refusal:
    """Change the published round by these exchanges: one act, with `first` before it (a correction).

    Raises:
        DeniedError: the actor may not publish rounds, or may not do what comes first.
    """

    def steps(state: State) -> list[Step] | Refusal:
        return _steps(tournament, state, swaps, reason) if swaps else []

    def asked(state: State) -> list[Step]:
        del state  # as it is after the correction counts
        return [*([] if first is None else [first]), Deferred(steps)]

    return submit_all(tournament, asked, actor, expected_version=expected_version, key=key)


def redraw(
    tournament: int,
    actor: Actor,
    reason: Typed,
    *,
    first: Command | None = None,
    expected_version: int,
    key: str | None = None,
) -> Done | Refusal:
    """Annul the published round and draw it once more for review: one act, with `first` before it.

    Raises:
        DeniedError: as in `mend`.
    """

    def asked(state: State) -> list[Command]:
        before = [] if first is None else [first]
        number = len(state.rounds)
        return [*before, VoidRound(reason), again_link(tournament, state, number)]

    return submit_all(tournament, asked, actor, expected_version=expected_version, key=key)


def pair_with_bye(
    tournament: int,
    actor: Actor,
    player: PlayerId,
    reason: Typed,
    *,
    expected_version: int,
    key: str | None = None,
) -> Done | Refusal:
    """Pair a player who came late with the one who has the bye; everybody else stays where they are. One act.

    Raises:
        DeniedError: the actor may not publish rounds.
    """

    def asked(state: State) -> list[Step] | Refusal:
        pair = queries.late_pair(state)
        if pair is None or pair[1] != player:
            says = say(
                "They can be paired with the player who has the bye only before the round begins, if one player has "
                "it, nobody else came late, and the two have not met and may be paired."
            )
            return Refusal("no-pairing", says, clause_of(state, "COM-BYE-1", "SWU-PAIR-1") or None)
        out = state.rounds[-1]

        def moved(drawn: State) -> list[Step] | Refusal:
            wanted = _with_late(out, sheet_of(drawn), pair)
            moves = _moves(sheet_of(drawn), wanted) if wanted else None
            if moves is None:
                says = say("The tables have changed since: void the round and draw it again.")
                return Refusal("bad-tables", says)
            return [*(SwapPlayers(move) for move in moves), PublishRound()]

        again = again_link(tournament, state, len(state.rounds))
        return [VoidRound(reason), again, Deferred(moved)]

    return submit_all(tournament, asked, actor, expected_version=expected_version, key=key)


def _with_late(out: Round, drawn: Sheet, pair: Pair) -> Sheet | None:
    """The published round with one more table for this pair; None where the draw has not just one table more."""
    more = {pairing.table for pairing in drawn.pairings} - set(out.matches)
    if len(more) != 1 or len(drawn.pairings) != len(out.matches) + 1:
        return None
    published = tuple(out.matches[table].pairing for table in sorted(out.matches))
    byes = tuple(bye for bye in out.byes if bye.player not in pair)
    return Sheet((*published, Pairing(more.pop(), pair)), byes, drawn.cards)


def results_swapped(
    round_: Round, tables: tuple[TableNo, TableNo], reason: Typed
) -> tuple[CorrectResult, CorrectResult] | Refusal:
    """The two corrections that give each of these tables the other's result, seat by seat.

    Refused where one of them has no result that was played.
    """
    one, two = ((found := round_.matches.get(table)) and found.report for table in tables)
    if not one or not two or tables[0] == tables[1]:
        return Refusal("nothing-recorded", say("Choose another table of this round that has a result."))
    return (
        CorrectResult(round_.number, tables[0], two, reason),
        CorrectResult(round_.number, tables[1], one, reason),
    )


def correct_together(
    tournament: int,
    actor: Actor,
    corrections: Sequence[CorrectResult],
    *,
    expected_version: int,
    key: str | None = None,
) -> Done | Refusal:
    """Make several corrections in one act: all of them, or none.

    Raises:
        DeniedError: the actor may not correct results.
    """
    return submit_all(
        tournament, lambda _state: corrections, actor, expected_version=expected_version, key=key
    )


def _steps(tournament: int, state: State, swaps: Sequence[Pair], reason: Typed) -> list[Step] | Refusal:
    """Annul, draw, put everybody where they are to sit, publish."""
    table = recalled(state)
    wanted = table if isinstance(table, Refusal) else after_swaps(table, swaps)
    if isinstance(wanted, Refusal):
        return wanted

    def moved(drawn: State) -> list[Step] | Refusal:
        moves = _moves(sheet_of(drawn), sheet_of(wanted))
        if moves is None:
            return Refusal(
                "bad-tables", say("The tables have changed since: void the round and draw it again.")
            )
        return [*(SwapPlayers(move) for move in moves), PublishRound()]

    return [VoidRound(reason), again_link(tournament, state, len(state.rounds)), Deferred(moved)]


def _moves(drawn: Sheet, wanted: Sheet) -> list[Pair] | None:
    """The exchanges that make one sheet of the other, seat by seat; None where tables or byes are not the same.

    Slips are out: whoever keeps their table keeps their side of it, too. Only where there is nobody else to change
    places with, two players stay as they were drawn.
    """
    stay = {bye.player for bye in drawn.byes} & {bye.player for bye in wanted.byes}
    seats, goal = _places(drawn, stay), _places(wanted, stay)
    if seats.keys() != goal.keys():
        return None
    found = list[Pair]()
    for place in sorted(goal):
        there, comes = seats[place], goal[place]
        if there == comes:
            continue
        at = next(one for one, player in seats.items() if player == comes)
        others = [player for one, player in seats.items() if one[0] != place[0]]
        if at[0] != place[0]:
            turns = [(there, comes)]
        else:  # the two of one table, who change sides by way of somebody else's place
            turns = [(there, others[0]), (comes, there), (others[0], comes)] if others else []
        for one, two in turns:
            here, away = (next(at for at, player in seats.items() if player == each) for each in (one, two))
            seats[here], seats[away] = two, one
            found.append((one, two))
    return found


def _places(sheet: Sheet, stay: Collection[PlayerId]) -> dict[tuple[int, int], PlayerId]:
    """Who sits where: by table and seat; those who rest as at table 0, first who rests on both sheets."""
    seated = {
        (int(pairing.table), seat): player
        for pairing in sheet.pairings
        for seat, player in enumerate(pairing.players)
    }
    resting = sorted((bye.player for bye in sheet.byes), key=lambda player: (player not in stay, player))
    return seated | {(0, number): player for number, player in enumerate(resting)}


def sheet_of(state: State) -> Sheet:
    """The sheet of a proposal."""
    assert state.proposal is not None  # noqa: S101  (only asked of states with one)
    return state.proposal.sheet
