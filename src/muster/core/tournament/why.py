"""Why a player has this opponent, or the bye: explained from the moment the round was proposed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from muster.core.bracket.games import EliminationRound
from muster.core.bracket.layouts import bracket_size
from muster.core.bracket.progress import NUMBERS_PURPOSE, PLAYERS_PURPOSE
from muster.core.draws import DrawSeed
from muster.core.ids import Naming, PlayerId, RoundNo
from muster.core.messages import NOTHING, Message, paragraph, say, say_n
from muster.core.pairing.alternatives import Paired, Unit, without
from muster.core.pairing.bye import BYE_PURPOSE
from muster.core.pairing.bye import explain as explain_bye
from muster.core.pairing.explain import apart_text, explain_pair
from muster.core.pairing.possible import draw_lines, possible, possible_text
from muster.core.pairing.swiss import field_of, future_of
from muster.core.tournament import queries
from muster.core.tournament.drawing import candidates, swiss_field, terms
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.facts import RoundProposed, RoundPublished
from muster.core.tournament.journal import Entry, at
from muster.core.tournament.review import bye_choice
from muster.core.tournament.state import Pairing, Sheet, State
from muster.core.tournament.why_double import why_in_double
from muster.core.tournament.why_groups import why_in_group
from muster.core.tournament.why_tables import why_at_table, why_in_cut


@dataclass(frozen=True, slots=True)
class Dice:
    """Which draw decided.

    Attributes:
        attempt: the proposal of the round, from 1.
        seed: the draw seed of that proposal.
        lines: how the seed led to this pairing or bye, for somebody who wants to draw it again.
    """

    attempt: int
    seed: DrawSeed
    lines: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """A reason in words, and the clause it rests on.

    Attributes:
        message: the reason.
        clause: where it stands.
        more: what lies behind it: the score groups, and who else was possible.
        dice: the draw, where one had a part in it.
        manual: the organiser changed what was drawn.
        kept: how often the round was published again since, this pairing or bye put back as it was.
    """

    message: Message
    clause: str
    more: tuple[Message, ...] = ()
    dice: Dice | None = None
    manual: bool = False
    kept: int = 0


Publication = tuple[State, RoundProposed]
"""The tournament right before a round was published, the proposal on the table; and that as it was drawn."""


NEVER: Final[Iterator[Publication]] = iter(())
"""No publication."""


def why_paired(entries: Sequence[Entry], round_no: RoundNo, player: PlayerId, name: Naming) -> Why | None:
    """Why the player met this opponent in a round, or had the bye; None if they were not in it.

    Args:
        entries: the journal; the round must be published in it.
        round_no: which round.
        player: whose pairing.
        name: how players are named.
    """
    now = at(entries, len(entries)).rounds[round_no - 1]
    sheet = Sheet(tuple(match.pairing for match in now.matches.values()), now.byes, resting=now.resting)
    found = publications(entries, round_no)
    before, fact = next(found)
    return why_met(before, fact, sheet, player, name, found)


def why_met(
    before: State,
    fact: RoundProposed,
    sheet: Sheet,
    player: PlayerId,
    name: Naming,
    annulled: Iterator[Publication] = NEVER,
) -> Why | None:
    """Why the player meets this opponent on a sheet, or has the bye; None if they are not on it.

    Args:
        before: the tournament when the round was proposed; with the proposal on the table it is the same.
        fact: the proposal as it was drawn.
        sheet: the sheet as it is, perhaps changed by hand since.
        player: whose pairing.
        name: how players are named.
        annulled: the earlier publications of the round, the latest first. A pairing put back by hand as it stood
            in the one before is explained by that one: it was kept, not changed.
    """
    if _meeting(sheet, player) != _meeting(fact.sheet, player):
        changed = Why(_manually(sheet, player), before.regulations.pairing.clause, manual=True)
        return _kept(sheet, player, name, annulled) or changed
    if before.stages[-1].format == "elimination":
        return _in_bracket(before, fact, player, name)
    if queries.part(before).paired != "swiss":
        return _in_group(before, fact, player, name)
    pairing = _pairing(fact.sheet, player)
    if pairing is not None and before.at_tables:
        return _at_table(before, fact, pairing, name)
    if pairing is not None:
        return _in_swiss(before, fact, pairing, name)
    return _bye(before, fact, player, name)


def publications(
    entries: Sequence[Entry],
    round_no: RoundNo,
    then: Callable[[Sequence[Entry], int], State] = at,
) -> Iterator[Publication]:
    """Every publication of the round, the latest first; all but the first were annulled.

    Args:
        entries: the journal.
        round_no: which round.
        then: the state after so many facts; whoever asks often keeps it.
    """
    for entry in reversed(entries):
        if isinstance(entry.fact, RoundPublished) and entry.fact.round_no == round_no:
            before = then(entries, entry.seq - 1)
            yield before, drawn(before, entries[: entry.seq - 1])


def drawn(before: State, entries: Sequence[Entry]) -> RoundProposed:
    """The proposal on the table, from the facts until now: as it was drawn."""
    found = before.proposal
    assert found is not None  # noqa: S101  (a round is published from its proposal)
    return next(
        entry.fact
        for entry in reversed(entries)
        if isinstance(entry.fact, RoundProposed)
        and (entry.fact.round_no, entry.fact.attempt) == (found.round_no, found.attempt)
    )


def _kept(sheet: Sheet, player: PlayerId, name: Naming, annulled: Iterator[Publication]) -> Why | None:
    """Why, by the publication that was annulled for this one; None if the player was not met so in it."""
    before, fact = next(annulled, (None, None))
    meeting = _meeting(sheet, player)
    if before is None or fact is None or before.proposal is None or meeting is None:
        return None
    was = before.proposal.sheet
    why = why_met(before, fact, was, player, name, annulled) if _meeting(was, player) == meeting else None
    if why is None or why.kept:
        return why and replace(why, kept=why.kept + 1)
    kept = (
        say("The round was published again; this bye was kept.")
        if len(meeting) == 1
        else say("The round was published again; this table was kept.")
    )
    return replace(why, message=paragraph(why.message, kept), kept=1)


def _manually(sheet: Sheet, player: PlayerId) -> Message:
    meeting = _meeting(sheet, player)
    if meeting is None:
        return say("The organiser gave a loss in place of the bye, by hand.")
    if len(meeting) == 1:
        return say("The organiser gave this bye, by hand.")
    return say("The organiser exchanged players in the draft, by hand.")


def _in_bracket(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> Why | None:
    meeting, rules = _meeting(fact.sheet, player), before.regulations.elimination
    if before.double:
        return _in_double(before, fact, player, name)
    if meeting is None:
        return None
    if before.at_tables:
        return Why(why_in_cut(before, fact, player, name), rules.progress_clause)
    rounds = elimination_rounds(before)
    if rounds:
        rests = player if len(meeting) == 1 else None
        message = _came_from(rounds[-1], _game(fact.sheet, player), rests, name)
        return Why(message, rules.progress_clause if len(meeting) == 2 else rules.drop_clause)
    if before.seeds is not None:
        return Why(_seeded(before.seeds, _game(fact.sheet, player), name), rules.clause)
    return _random_start(before, fact, rest=len(meeting) == 1)


def _in_double(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> Why | None:
    found, rules = why_in_double(before, fact, player, name), before.regulations.elimination
    if found is None:
        return None
    dice = Dice(fact.attempt, fact.seed, found.lines) if found.lines else None
    return Why(found.message, rules.random_start_clause if dice else rules.progress_clause, dice=dice)


def _game(sheet: Sheet, player: PlayerId) -> int:
    """The number of the player's game in the bracket."""
    games = {one: pairing.game for pairing in sheet.pairings for one in pairing.players}
    return games.get(player) or next(bye.game for bye in sheet.byes if bye.player == player) or 0


def _came_from(last: EliminationRound, game: int, rests: PlayerId | None, name: Naming) -> Message:
    """Which games of the round before led to a game: the winner of the first meets that of the last, and so on.

    `rests` has a bye in it: nobody is left from the other game.
    """
    games = {one.number: one for one in last.games}
    winners = {number: last.winner_of(games[number]) for number in (game, len(games) + 1 - game)}
    if rests is not None:
        own = next(number for number, winner in winners.items() if winner == rests)
        return say(
            "The bracket decides: {player} comes from game {game} of the round before, and nobody is left "
            "from "
            "game {other} to meet: a bye.",
            player=name(rests),
            game=own,
            other=len(games) + 1 - own,
        )
    (first, one), (second, two) = ((number, name(winner)) for number, winner in winners.items() if winner)
    return say(
        "The bracket decides: of the round before, the winner of game {first} ({one}) meets the winner of "
        "game "
        "{second} ({two}).",
        first=first,
        one=one,
        second=second,
        two=two,
    )


def _seeded(seeds: tuple[PlayerId, ...], game: int, name: Naming) -> Message:
    other = bracket_size(len(seeds)) + 1 - game
    if other > len(seeds):
        return say_n(
            "The bracket decides: seed {seed} ({player}) would meet seed {other}, and there is only "
            "{count} seed: "
            "a bye.",
            "The bracket decides: seed {seed} ({player}) would meet seed {other}, and there are only "
            "{count} seeds: "
            "a bye.",
            len(seeds),
            seed=game,
            player=name(seeds[game - 1]),
            other=other,
        )
    return say(
        "The bracket decides: seed {seed} ({player}) meets seed {other} ({opponent}), best against worst.",
        seed=game,
        player=name(seeds[game - 1]),
        other=other,
        opponent=name(seeds[other - 1]),
    )


def _random_start(before: State, fact: RoundProposed, *, rest: bool) -> Why:
    players = len(queries.active(before))
    byes = bracket_size(players) - players
    filled = say(
        "{players} and {byes} fill a bracket of {size}.",
        players=say_n("{count} player", "{count} players", players),
        byes=say_n("{count} bye", "{count} byes", byes),
        size=players + byes,
    )
    lines = (
        say_n(
            "The players in the order drawn (purpose {purpose}): the first {count} has a bye, neighbours "
            "meet.",
            "The players in the order drawn (purpose {purpose}): the first {count} have byes, neighbours "
            "meet.",
            byes,
            purpose=PLAYERS_PURPOSE,
        ),
        say(
            "The games in the order drawn (purpose {purpose}) have the numbers 1 to {last}.",
            purpose=NUMBERS_PURPOSE,
            last=(players + byes) // 2,
        ),
    )
    drawn_at_random = say("The first round of an elimination event is drawn at random.")
    message = paragraph(filled if rest else NOTHING, drawn_at_random)
    dice = Dice(fact.attempt, fact.seed, lines)
    return Why(message, before.regulations.elimination.random_start_clause, dice=dice)


def _in_swiss(before: State, fact: RoundProposed, pairing: Pairing, name: Naming) -> Why:
    round_ = _paired(before, fact)
    rules = before.regulations.pairing
    dice = Dice(fact.attempt, fact.seed, tuple(draw_lines(round_, pairing.pair, fact.seed, name)))
    if not before.rounds:
        random = say("Nobody has points yet: the first round is drawn at random.")
        apart = without(round_, pairing.pair)
        forced = apart_text(apart, round_) if apart.verdict in ("worse", "impossible") else NOTHING
        return Why(paragraph(random, forced), rules.first_round_clause, dice=dice)
    found = explain_pair(round_, pairing.pair, name)
    more = tuple(possible_text(one, round_.unit, name) for one in possible(pairing.pair, round_.field))
    clause = rules.rematch_clause if found.pair[1] in round_.field.met[found.pair[0]] else rules.clause
    return Why(found.message, clause, more, dice)


def _in_group(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> Why | None:
    found = why_in_group(before, fact, player, name)
    if found is None:
        return None
    dice = Dice(fact.attempt, fact.seed, found.lines) if found.lines else None
    return Why(found.message, before.regulations.pairing.clause, found.more, dice)


def _at_table(before: State, fact: RoundProposed, pairing: Pairing, name: Naming) -> Why:
    rules, found = before.regulations.pairing, why_at_table(before, fact, pairing, name)
    clause = (
        rules.rematch_clause
        if found.repeated
        else rules.clause
        if before.rounds
        else rules.first_round_clause
    )
    return Why(found.message, clause, found.more, Dice(fact.attempt, fact.seed, found.lines))


def _paired(before: State, fact: RoundProposed) -> Paired:
    """The proposal as a round to ask about."""
    rule = terms(before, swiss_field(before), _resting(fact))
    field = field_of(
        rule.playing, rule.forbidden, clubs_apart=rule.clubs_apart, tired=rule.avoid_second_pair_down
    )
    future = future_of(rule.rounds_after, rule.resting, rule.byes_had, rule.forbidden)
    wins = before.variants.rank_by == "match-wins"
    unit: Unit = "match wins" if wins else before.regulations.standings.points_name
    return Paired([one.pair for one in fact.sheet.pairings], field, fact.pairs_by, future, unit)


def _bye(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> Why | None:
    clause = before.regulations.pairing.bye_clause
    choice = bye_choice(before, fact)
    if choice is not None and choice.player == player:
        by_lot = choice.reason == "drawn"
        more = () if by_lot else _ranked_for_bye(before, player, name)
        return Why(explain_bye(choice, name), clause, more, _bye_dice(before, fact) if by_lot else None)
    if any(bye.player == player for bye in fact.sheet.byes):
        message = say("{player} was awarded a first-round bye by the organiser.", player=name(player))
        return Why(message, clause)
    return None


def _ranked_for_bye(before: State, player: PlayerId, name: Naming) -> tuple[Message, ...]:
    """Where the player stood among those who could have had the bye, and how many byes each of them had."""
    pool = candidates(swiss_field(before))
    own = next(one for one in pool if one.player == player)
    below = sum(one.rank > own.rank for one in pool)
    without_bye = sum(not one.byes for one in pool)
    return (
        say_n(
            "{count} player was to be paired, an odd number; {without} of them had had no bye.",
            "{count} players were to be paired, an odd number; {without} of them had had no bye.",
            len(pool),
            without=without_bye,
        ),
        say(
            "{player} was at place {place} of the standings; {below} of those to be paired stood lower.",
            player=name(player),
            place=own.rank,
            below=below,
        ),
    )


def _bye_dice(before: State, fact: RoundProposed) -> Dice:
    line = say_n(
        "Of {count} player the one with the smallest key has the bye (purpose {purpose}).",
        "Of {count} players the one with the smallest key has the bye (purpose {purpose}).",
        len(swiss_field(before).pool),
        purpose=BYE_PURPOSE,
    )
    return Dice(fact.attempt, fact.seed, (line,))


def _resting(fact: RoundProposed) -> PlayerId | None:
    return next((bye.player for bye in fact.sheet.byes if not bye.awarded), None)


def _pairing(sheet: Sheet, player: PlayerId) -> Pairing | None:
    return next((pairing for pairing in sheet.pairings if player in pairing.players), None)


def _meeting(sheet: Sheet, player: PlayerId) -> frozenset[PlayerId] | None:
    """The players of a pairing, the player alone for a bye, None for somebody who is not there."""
    pairing = _pairing(sheet, player)
    if pairing is not None:
        return frozenset(pairing.players)
    alone = any(bye.player == player for bye in sheet.byes) or player in sheet.resting
    return frozenset([player]) if alone else None
