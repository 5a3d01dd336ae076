"""Why a player meets this opponent and stands at this rank, in plain words with clauses."""

from __future__ import annotations

from collections.abc import Iterator

from muster.cli.refusing import cited
from muster.cli.tables import Names, name_of
from muster.core.ids import PlayerId
from muster.core.messages import Message, listing, of_rules, say, say_in
from muster.core.standings.explain import explain
from muster.core.standings.ledger import Worth
from muster.core.standings.tiebreakers import value_text
from muster.core.standings.values import Table
from muster.core.standings.why import why_above
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.core.tournament.why import why_paired
from muster.exchange.journal import JournalFile


def why_lines(state: State, names: Names, player: PlayerId) -> list[Message]:
    """Everything there is to explain about a player's rank, once a Swiss round is complete."""
    table = queries.shown_table(state)
    if player not in table.places:
        return [say("{player} is not ranked.", player=name_of(names, player))]
    return [*_rank(table, names, player), *_arithmetic(state, names, player)]


def pairing_lines(file: JournalFile, player: PlayerId) -> Iterator[Message]:
    """Why the player has the opponent, or the bye, of the round published last."""
    state, names = file.journal.state, file.names
    round_ = queries.current_round(state)
    if round_ is None:
        return
    found = why_paired(file.journal.entries, round_.number, player, lambda one: name_of(names, one))
    if found is None:
        yield say("{player} is not in round {round}.", player=name_of(names, player), round=round_.number)
        return
    match = queries.match_of(round_, player)
    if match is not None:
        yield say(
            "Round {round}: {player} meets {opponent} at table {table}.",
            round=round_.number,
            player=name_of(names, player),
            opponent=listing(name_of(names, one) for one in match.pairing.others(player)),
            table=match.pairing.table,
        )
    yield cited(found.message, found.clause)


def _rank(table: Table, names: Names, player: PlayerId) -> Iterator[Message]:
    place = table.places[player]
    yield say(
        "{player} is ranked {rank} of {count}.",
        player=name_of(names, player),
        rank=place + 1,
        count=len(table.order),
    )
    if place == 0:
        return
    above = table.order[place - 1]
    found = why_above(table, above, player)
    criterion, above_name = found.criterion, name_of(names, above)
    if criterion.id == "part":
        yield say("{player} came into a later part.", player=above_name)
    elif criterion.id == "play-off":
        yield say("Equal to {player} in everything; a play-off decided.", player=above_name)
    elif found.upper is None or found.lower is None:
        yield say(
            "Equal to {player} in everything; the random key decides [{clause}].",
            player=above_name,
            clause=criterion.clause,
        )
    else:
        upper, lower = (
            value_text(criterion.id, value, halves=criterion.halves) for value in (found.upper, found.lower)
        )
        yield say(
            "Below {player} by {criterion}: {upper} against {lower} [{clause}].",
            player=above_name,
            criterion=criterion.name,
            upper=upper,
            lower=lower,
            clause=criterion.clause,
        )


def _arithmetic(state: State, names: Names, player: PlayerId) -> Iterator[Message]:
    basis = queries.basis_of(state, queries.completed(state), player)
    for tiebreaker in state.regulations.standings.tiebreakers:
        found = explain(
            player,
            tiebreaker.id,
            basis.records,
            state.regulations.standings,
            state.variants,
            rounds_completed=basis.rounds,
            worth=Worth.of(state.regulations.scoring),
            without=basis.without,
            carried=basis.carried,
            name=lambda other: name_of(names, other),
        )
        yield say_in(
            "a criterion",
            "{criterion} [{clause}]:",
            criterion=of_rules(tiebreaker.name),
            clause=tiebreaker.clause,
        )
        for line in found.words:
            yield say("  {line}", line=line)
