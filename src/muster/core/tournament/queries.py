"""Questions to a state: who is there, what has been played, how things stand, what comes next. Pure reading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal, assert_never

from muster.core import draws
from muster.core.bracket.double_play import DoubleStand
from muster.core.bracket.games import EliminationRound, Game
from muster.core.bracket.places import Place
from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import NOTHING, Message, paragraph, say, say_n
from muster.core.outcomes import Outcome, RoundRecord
from muster.core.standings.ledger import Worth
from muster.core.standings.ranking import standings
from muster.core.standings.values import Table
from muster.core.tournament import doubles
from muster.core.tournament.carrying import Basis, basis, breaks, brought, forgotten, since
from muster.core.tournament.course import CoursePart, parts_of
from muster.core.tournament.state import Match, Player, Round, State

PAIR: Final = 2
"""Players of a match that is not at a table of more."""

KEY_PURPOSE = "tiebreak"
"""The purpose under which the random tiebreak keys are drawn from the seed of the first published round."""


def active(state: State) -> tuple[PlayerId, ...]:
    """The players who may be paired, by entry number: checked in where that is asked for, not gone, and not out.

    Out are those who did not come into the running part.
    """
    wanted = ("present",) if _needs_check_in(state) else ("entered", "present")
    here = (player.player for player in state.players.values() if player.status in wanted)
    if state.going_on is None:
        return tuple(sorted(here))
    return tuple(sorted({*state.going_on}.intersection(here)))


def _needs_check_in(state: State) -> bool:
    return state.created.check_in and not state.stages


def rounds_of(state: State, index: int) -> tuple[Round, ...]:
    """The published rounds of a stage, by the stage's index."""
    return tuple(round_ for round_ in state.rounds if round_.stage == index)


def swiss_rounds(state: State) -> tuple[Round, ...]:
    """The published rounds of the Swiss stage; none in an event of elimination only."""
    if not state.stages or state.stages[0].format != "swiss":
        return ()
    return rounds_of(state, 0)


def parts(state: State) -> tuple[CoursePart, ...]:
    """The parts of the rounds before a cut, as fixed; only for a tournament whose plan has been announced."""
    return parts_of(state.announced.course, state.announced.rounds)


def part_index(state: State) -> int:
    """The index of the running part; always 0 where the plan has no parts."""
    return len(state.passed) if state.announced.course.parts else 0


def part(state: State) -> CoursePart:
    """The running part of the rounds before a cut; only for a tournament whose plan has been announced."""
    return parts(state)[part_index(state)]


def ends(state: State) -> tuple[int, ...]:
    """After which round each part is over."""
    return tuple(accumulate(one.rounds for one in parts(state)))


def part_of_round(state: State, number: int) -> CoursePart:
    """The part that a round before the elimination is of."""
    last = len(parts(state)) - 1
    return parts(state)[min(last, sum(end < number for end in ends(state)))]


def of_circle(state: State, number: int) -> bool:
    """Whether everybody meets everybody in the part of a round."""
    return part_of_round(state, number).as_needed


def part_start(state: State, index: int) -> int:
    """How many rounds come before the part of this index."""
    return sum(one.rounds for one in parts(state)[:index])


def part_rounds(state: State) -> tuple[Round, ...]:
    """The published rounds of the running part, once play has begun; none in an event of elimination only."""
    return swiss_rounds(state)[part_start(state, part_index(state)) :]


def part_to_begin(state: State) -> int | None:
    """The index of the part that can begin now, or that can begin anew because nothing of it is shown; else None."""
    if state.plan is None or not state.announced.course.parts or state.seeds is not None:
        return None
    index, played = part_index(state), len(swiss_rounds(state))
    if not played or played != completed(state):
        return None
    if index and played == part_start(state, index):
        return index if state.pods is None else None
    return index + 1 if played == ends(state)[index] and index + 1 < len(parts(state)) else None


def part_over(state: State) -> bool:
    """Whether the rounds of a part are played, and the next has not begun."""
    return part_to_begin(state) == part_index(state) + 1 if state.plan else False


def has_swiss(state: State) -> bool:
    """Whether play begins with Swiss rounds."""
    return state.created.first_stage == "swiss"


def in_bracket(state: State) -> bool:
    """Whether play is in a bracket, or begins there: no cut is to be made any more."""
    return not has_swiss(state) or (bool(state.stages) and state.stages[-1].format == "elimination")


def swiss_corrections(state: State) -> int:
    """How often results of Swiss rounds have been corrected."""
    return sum(match.corrections for round_ in swiss_rounds(state) for match in round_.matches.values())


def current_round(state: State) -> Round | None:
    """The round published last."""
    return state.rounds[-1] if state.rounds else None


def match_of(round_: Round, player: PlayerId) -> Match | None:
    """The player's match of a round, if there is one."""
    return round_.match_by_player.get(player)


def takes_part(round_: Round, player: PlayerId) -> bool:
    """Whether the player has a match or a bye in the round, or rests in it."""
    alone = any(bye.player == player for bye in round_.byes) or player in round_.resting
    return match_of(round_, player) is not None or alone


def completed(state: State) -> int:
    """How many Swiss rounds are complete, counted from the first without a gap."""
    done = 0
    for round_ in swiss_rounds(state):
        if not round_.complete:
            break
        done += 1
    return done


def late(state: State) -> tuple[PlayerId, ...]:
    """Who is here without a part in the Swiss round that is out and has not begun; empty when there is none."""
    round_ = current_round(state)
    if round_ is None or round_.begun or state.places is not None or state.proposal is not None:
        return ()
    if state.stages[round_.stage].format != "swiss" or state.seeds is not None:
        return ()
    part = {player for match in round_.matches.values() for player in match.pairing.players}
    part |= {bye.player for bye in round_.byes} | {*round_.resting}
    return tuple(player for player in active(state) if player not in part)


def late_pair(state: State) -> tuple[PlayerId, PlayerId] | None:
    """Who has the bye, and the one player who came late and can play them; None where there are no such two.

    One player alone must have the bye of the round, not one given by hand (`COM-BYE-1`). A player who dropped and came
    back does not meet an earlier opponent again, and nobody meets whom they are never paired with. Where several came
    late one of them would be left over: then the round is drawn again.
    """
    came = late(state)
    byes = [bye.player for bye in state.rounds[-1].byes if not bye.awarded] if len(came) == 1 else []
    if len(byes) != 1 or state.at_tables or part(state).paired != "swiss":
        return None
    pair = (byes[0], came[0])
    return (
        None
        if pair[0] in opponents(binding_rounds(state), pair[1]) or tuple(sorted(pair)) in state.forbidden
        else pair
    )


def met(rounds: Iterable[Round]) -> dict[PlayerId, set[PlayerId]]:
    """Who was paired with whom in these rounds; a player who did not come still counts as met (`B18`)."""
    found: dict[PlayerId, set[PlayerId]] = {}
    for round_ in rounds:
        for match in round_.matches.values():
            for player in match.pairing.players:
                found.setdefault(player, set()).update(match.pairing.others(player))
    return found


def meetings(rounds: Iterable[Round]) -> dict[PlayerId, dict[PlayerId, int]]:
    """How often each has met each other in these rounds."""
    found: dict[PlayerId, dict[PlayerId, int]] = {}
    for round_ in rounds:
        for match in round_.matches.values():
            for player in match.pairing.players:
                mine = found.setdefault(player, {})
                for other in match.pairing.others(player):
                    mine[other] = mine.get(other, 0) + 1
    return found


def opponents(rounds: Iterable[Round], player: PlayerId) -> set[PlayerId]:
    """Whom one player was paired with in these rounds, as in `met`."""
    matches = (match_of(round_, player) for round_ in rounds)
    return {other for match in matches if match for other in match.pairing.players if other != player}


def records(state: State, after: int | None = None) -> dict[PlayerId, list[RoundRecord]]:
    """Every player's Swiss rounds up to round `after` (all complete rounds if None), in order of rounds.

    Players who took part in none have an empty list. A missed round that was played after all (because it was
    voided and published again) counts as played.
    """
    upto = completed(state) if after is None else after
    found: dict[PlayerId, dict[RoundNo, RoundRecord]] = {player: {} for player in sorted(state.players)}
    for player in state.players.values():
        for missed in player.missed:
            for number in missed.rounds:
                if number <= upto:
                    found[player.player][number] = RoundRecord(number, "loss", missed.outcome)
    for round_ in swiss_rounds(state)[:upto]:
        for bye in round_.byes:
            found[bye.player][round_.number] = RoundRecord(round_.number, "bye", bye.outcome)
        for match in round_.matches.values():
            if match.outcome is not None:
                for each, side in zip(match.pairing.players, match.outcome.sides, strict=False):
                    others = match.pairing.others(each)
                    found[each][round_.number] = RoundRecord(round_.number, "match", side, others)
    return {player: [own[number] for number in sorted(own)] for player, own in found.items()}


def counted(state: State) -> Mapping[PlayerId, Sequence[RoundRecord]]:
    """The records that count: all of them, or those since all began anew (`F29`)."""
    return since(records(state), forgotten(state, completed(state)))


def tiebreak_keys(state: State) -> dict[PlayerId, bytes]:
    """Each player's random key for the last tiebreaker; none before the first round was published (`B17`)."""
    if state.draws.key_seed is None:
        return {}
    return draws.keys(state.draws.key_seed, KEY_PURPOSE, sorted(state.players))


def table(state: State, after: int | None = None) -> Table:
    """The Swiss standings after a round (the last complete one if None), without the disqualified."""
    upto = completed(state) if after is None else after
    return _ranked(state, upto, disqualified(state))


def _ranked(state: State, upto: int, without: frozenset[PlayerId]) -> Table:
    own = basis(state, records(state, upto), upto, without)
    found = standings(
        own.records,
        state.regulations.standings,
        state.variants,
        rounds_completed=own.rounds,
        keys=tiebreak_keys(state),
        without=own.without,
        worth=Worth.of(state.regulations.scoring),
        carried=own.carried,
    )
    if own.begun is None:
        return found
    return found.above(_ranked(state, own.begun.after, without).only(own.below))


def basis_of(state: State, after: int, player: PlayerId) -> Basis:
    """What the place of a player in the standings after a round rests on."""
    own = basis(state, records(state, after), after, disqualified(state))
    if own.begun is None or player not in own.below:
        return own
    return basis_of(state, own.begun.after, player)


def disqualified(state: State) -> frozenset[PlayerId]:
    """Players who are not ranked any more; results against them stay (`C7`)."""
    return frozenset(player.player for player in state.players.values() if player.status == "disqualified")


def never_came(state: State) -> frozenset[PlayerId]:
    """Players who left before they had a match, a bye or a missed round: they have no line and no place on any page."""
    gone = {one.player for one in state.players.values() if one.status == "dropped" and not one.missed}
    rested = {bye.player for round_ in state.rounds for bye in round_.byes} if gone else set()
    rested |= {player for round_ in state.rounds for player in round_.resting}
    return frozenset(gone - rested - met(state.rounds).keys()) if gone else frozenset()


def shown_places(state: State) -> tuple[Place, ...]:
    """The final places on record, without those who never came; none before the end."""
    absent = never_came(state)
    return tuple(place for place in state.places or () if place.player not in absent)


def shown_table(state: State, after: int | None = None) -> Table:
    """The standings as people read them: without the disqualified, and without those who never came."""
    upto = completed(state) if after is None else after
    return _ranked(state, upto, disqualified(state) | never_came(state))


def pairing_points(state: State, standing: Table, done: int) -> dict[PlayerId, int]:
    """What makes the score groups: points, or match wins where the variant ranks by them (`B36`).

    Args:
        state: the tournament.
        standing: the standings after round `done`.
        done: the round before the one that is paired; where that begins a part, what is brought into it counts.
    """
    by_wins = state.variants.rank_by == "match-wins"
    worth = zip(standing.order, standing.numerators[0] if by_wins else standing.points, strict=True)
    begun = next((one for one in breaks(state, done + 1) if one.after == done), None)
    return {player: brought(points, begun.carry) if begun else points for player, points in worth}


def binding_rounds(state: State) -> tuple[Round, ...]:
    """The rounds of the running stage whose opponents and byes bind the next: all, or those since all began anew."""
    rounds = rounds_of(state, len(state.stages) - 1)
    first = forgotten(state, len(state.rounds) + 1) if state.stages[-1].format == "swiss" else 0
    return rounds[first:]


def elimination_rounds(state: State) -> tuple[EliminationRound, ...]:
    """The published elimination rounds as games with their winners."""
    if not state.stages or state.stages[-1].format != "elimination":
        return ()
    found: list[EliminationRound] = []
    if state.double:
        return tuple(_double_round(state, one) for one in rounds_of(state, len(state.stages) - 1))
    for round_ in rounds_of(state, len(state.stages) - 1):
        later = 1 if state.at_tables else len(found[-1].games) // 2 if found else 0
        found.append(elimination_round(state, round_, later if found else _games_of_first(round_)))
    return tuple(found)


def elimination_round(state: State, round_: Round, count: int) -> EliminationRound:
    """One elimination round as `count` games; a game number nobody holds is a game without players."""
    games, winners = _games_and_winners(state, round_)
    return EliminationRound(
        tuple(games.get(number, Game(number, None)) for number in range(1, count + 1)), winners
    )


def _double_round(state: State, round_: Round) -> EliminationRound:
    """One round of a double elimination: the games on record, by the numbers of its bracket."""
    games, winners = _games_and_winners(state, round_)
    return EliminationRound(tuple(games[number] for number in sorted(games)), winners)


def double_stand(state: State) -> DoubleStand | None:
    """How the double elimination stands; None where there is none, or none of it is published."""
    rounds = elimination_rounds(state) if state.double else ()
    return doubles.stand_of(state, rounds) if rounds else None


def _games_and_winners(state: State, round_: Round) -> tuple[dict[int, Game], dict[int, PlayerId | None]]:
    """What is on record of a round of a bracket, by the numbers of its games."""
    games = {bye.game: Game(bye.game, bye.player) for bye in round_.byes if bye.game is not None}
    winners: dict[int, PlayerId | None] = {}
    for match in round_.matches.values():
        number = match.pairing.game or 0
        games[number] = Game.of(number, match.pairing.players)
        if match.outcome is not None and match.settled:
            winners[number] = goes_on(state, match, match.outcome)
    return games, winners


def goes_on(state: State, match: Match, outcome: Outcome) -> PlayerId | None:
    """Who goes on from a match of the bracket with this outcome; None where nobody does.

    From a table whose first place is shared it is the better seed (`F15`).
    """
    players = match.pairing.players
    if outcome.winner is not None:
        return players[outcome.winner] if outcome.winner < len(players) else None
    sharing = [player for player, side in zip(players, outcome.sides, strict=False) if side.verdict == "draw"]
    if not state.at_tables or not sharing:
        return None
    seeds = {player: at for at, player in enumerate(state.seeds or ())}
    return min(sharing, key=lambda player: (seeds.get(player, len(seeds)), player))


def _games_of_first(round_: Round) -> int:
    return len(round_.matches) + len(round_.byes)


def unbeaten(rounds: Sequence[EliminationRound]) -> frozenset[PlayerId]:
    """Who has not lost in these elimination rounds, whether or not they have left since."""
    last = rounds[-1]
    undecided = {player for game in last.undecided for player in game.players}
    winners = {winner for game in last.games if (winner := last.winner_of(game)) is not None}
    return frozenset(undecided | winners)


def still_in(state: State, rounds: Sequence[EliminationRound]) -> frozenset[PlayerId]:
    """Who is not out of the elimination after these rounds of it, whether or not they have left since."""
    return doubles.stand_of(state, rounds).alive if state.double else unbeaten(rounds)


def bracket_over(state: State) -> bool:
    """Whether the last round of the elimination is out; in a double elimination whether it is decided, too."""
    stand = double_stand(state)
    if stand is not None:
        return stand.over
    rounds = elimination_rounds(state)
    return bool(rounds) and len(rounds[-1].games) == 1


def anybody_left(state: State) -> bool:
    """Whether there is somebody who could be paired in the running stage."""
    rounds = elimination_rounds(state)
    if rounds:
        return any(present(state.players[player]) for player in still_in(state, rounds))
    return bool(active(state) if state.seeds is None else state.seeds)


def absent(state: State) -> list[PlayerId]:
    """Those who entered and are not marked as here, by entry number."""
    return sorted(player.player for player in state.players.values() if player.status == "entered")


def absent_at_start(state: State, *, opened: bool) -> list[PlayerId]:
    """Those whom beginning leaves out (`COM-DROP-1`): not checked in, with others here and the doors open.

    Args:
        state: as it stands; nobody is left out where there is no check-in, or once a stage has begun.
        opened: whether the event's opening time has come; before it, nobody is late.
    """
    if not opened or not state.created.check_in or state.stages:
        return []
    missing = absent(state)
    return missing if len(missing) < len(state.players) else []


def present(player: Player) -> bool:
    """Whether the player has neither dropped nor been disqualified."""
    return player.status not in ("dropped", "disqualified")


Step = Literal[
    "create",
    "enter",
    "check-in",
    "announce",
    "start",
    "pods",
    "show-pods",
    "building",
    "show-building",
    "day-two",
    "pair",
    "publish",
    "report",
    "cut",
    "finish",
    "nothing",
]


@dataclass(frozen=True, slots=True)
class NextStep:
    """What to do next, and why."""

    step: Step
    says: Message


def next_step(state: State) -> NextStep:
    """What the organiser would do next if all goes as planned."""
    if state.setup is None:
        return NextStep("create", say("Create the tournament."))
    if state.places is not None:
        return NextStep("nothing", say("The tournament is finished."))
    if state.plan is None:
        return _before_plan(len(active(state)), sum(map(present, state.players.values())))
    return _in_play(state)


def _before_plan(here: int, expected: int) -> NextStep:
    """Players are entered and checked in; what is fixed stays, so the rounds wait for half of those expected."""
    if expected < 2:
        return NextStep("enter", say("Enter the players."))
    if here < 2 or 2 * here < expected:
        says = say("Check the players in: {count} of {expected} are here.", count=here, expected=expected)
        return NextStep("check-in", says)
    if here < expected:
        says = say_n(
            "{count} of {expected} players is here: fix the rounds.",
            "{count} of {expected} players are here: fix the rounds.",
            here,
            expected=expected,
        )
        return NextStep("announce", says)
    return NextStep(
        "announce",
        say_n("{count} player is here: fix the rounds.", "{count} players are here: fix the rounds.", here),
    )


def _came_since(state: State) -> Message:
    """That players came or left since the plan was announced, which it does not follow (`B13`)."""
    announced, here = state.announced.attendance, len(active(state))
    if here == announced:
        return NOTHING
    return say_n(
        "The rounds were fixed for {announced} players and stay; {count} is here now.",
        "The rounds were fixed for {announced} players and stay; {count} are here now.",
        here,
        announced=announced,
    )


def _in_play(state: State) -> NextStep:
    if not state.stages:
        return NextStep("start", paragraph(_first_act(part(state)), _came_since(state)))
    pods = _pods_step(state)
    if pods is not None:
        return pods
    if state.building_draft is not None and not state.rounds:
        return NextStep(
            "show-building", say("The building tables are a draft: look at them, then show them.")
        )
    if state.proposal is not None:
        says = say("Round {round} is a draft: look at it, then show it.", round=state.proposal.round_no)
        return NextStep("publish", says)
    round_ = current_round(state)
    if round_ is not None and not round_.complete:
        says = say(
            "Round {round}: {settled} of {matches} results in.",
            round=round_.number,
            settled=sum(match.settled for match in round_.matches.values()),
            matches=len(round_.matches),
        )
        return NextStep("report", says)
    if round_ is not None and unfinished(state) is None:
        return NextStep("finish", say("Everything has been played: finish the tournament."))
    if state.seeds and state.stages[-1].format == "swiss":
        return NextStep("start", say("The cut is made: start the elimination."))
    if round_ is not None and not anybody_left(state):
        return NextStep("finish", say("Nobody is left to play: finish the tournament, with a reason."))
    plan = state.announced
    if part_over(state):
        says = say("Part {number} is over: {who}.", number=part_index(state) + 1, who=_who_plays_on(state))
        return NextStep("day-two", says)
    if day_one_over(state):
        says = say_n(
            "Day one is over: those with at least {count} point play on.",
            "Day one is over: those with at least {count} points play on.",
            plan.course.points,
        )
        return NextStep("day-two", says)
    if plan.has_cut and state.stages[-1].format == "swiss" and len(state.rounds) >= plan.rounds:
        return NextStep("cut", say("The Swiss rounds are over: make the cut."))
    return NextStep("pair", say("Pair round {round}.", round=len(state.rounds) + 1))


def day_one_over(state: State) -> bool:
    """Whether the rounds of day one are played, and day two has not begun."""
    return day_one_played(state) and state.going_on is None


def day_one_played(state: State) -> bool:
    """Whether exactly the rounds of day one are played, where there is a day two."""
    return state.plan is not None and 0 < state.plan.course.day_one == len(state.rounds) == completed(state)


def _first_act(first: CoursePart) -> Message:
    if first.paired == "groups":
        return say("Draw the groups.")
    return say("Draw the pods of the draft.") if first.closed else say("Pair the first round.")


def _who_plays_on(state: State) -> Message:
    coming = parts(state)[part_index(state) + 1]
    return entry_words(coming)


def entry_words(part: CoursePart) -> Message:
    """Who plays on into a part, as the plan says it."""
    number = part.number
    match part.entry:
        case "everybody":
            return say("everybody plays on")
        case "top":
            return say_n("the best {count} plays on", "the best {count} play on", number)
        case "top-with-ties":
            return say_n(
                "the best {count} plays on, and everybody equal to them",
                "the best {count} play on, and everybody equal to the last of them",
                number,
            )
        case "at-least-points":
            return say_n(
                "those with at least {count} point play on",
                "those with at least {count} points play on",
                number,
            )
        case "at-most-losses":
            return say_n(
                "those with at most {count} loss play on", "those with at most {count} losses play on", number
            )
        case "best-of-groups":
            return say_n(
                "the winner of each group plays on", "the best {count} of each group play on", number
            )
        case _:
            assert_never(part.entry)


def pods_to_come(state: State) -> bool:
    """Whether the running part is played inside pods or groups that are not shown yet."""
    return part(state).closed and state.pods is None and not part_rounds(state)


def _pods_step(state: State) -> NextStep | None:
    """What is to be done about the pods or groups of a part before its first round."""
    if not state.stages or state.stages[-1].format != "swiss" or not pods_to_come(state):
        return None
    groups = part(state).paired == "groups"
    if state.pods_draft is None:
        if groups:
            return NextStep("pods", say("Draw the groups: who plays against whom."))
        return NextStep("pods", say("Draw the pods: who drafts with whom, and where they sit."))
    if groups:
        return NextStep("show-pods", say("The groups are a draft: look at them, then show them."))
    return NextStep("show-pods", say("The pods are a draft: look at them, then show them."))


def unfinished(state: State) -> Message | None:
    """What is still to be played, in words; None when the tournament can end."""
    if not state.rounds[-1].complete:
        return say("round {round} lacks results", round=state.rounds[-1].number)
    if state.stages[-1].format == "elimination":
        return None if bracket_over(state) else say("the elimination is not over")
    plan = state.announced
    if len(state.rounds) < plan.rounds:
        return say_n(
            "{count} Swiss round is still to come",
            "{count} Swiss rounds are still to come",
            plan.rounds - len(state.rounds),
        )
    return say("the cut has not been played") if plan.has_cut else None
