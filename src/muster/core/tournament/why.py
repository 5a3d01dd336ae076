"""Why a player has this opponent, or the bye: explained from the moment the round was proposed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from muster.core.ids import Naming, PlayerId, RoundNo
from muster.core.messages import NOTHING, Message, paragraph, say
from muster.core.pairing.alternatives import Paired, Unit, without
from muster.core.pairing.explain import apart_text, explain_pair
from muster.core.pairing.possible import draw_lines, possible, possible_text
from muster.core.pairing.swiss import field_of, future_of
from muster.core.tournament import queries
from muster.core.tournament.drawing_swiss import swiss_field, terms
from muster.core.tournament.facts import RoundProposed, RoundPublished
from muster.core.tournament.journal import Entry, at
from muster.core.tournament.reasons import Dice, Why, _pairing, meeting_on
from muster.core.tournament.state import Pairing, Sheet, State
from muster.core.tournament.why_bracket import why_in_bracket
from muster.core.tournament.why_bye import why_bye
from muster.core.tournament.why_groups import why_in_group
from muster.core.tournament.why_tables import why_at_table

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
    if meeting_on(sheet, player) != meeting_on(fact.sheet, player):
        changed = Why(_manually(sheet, player), before.regulations.pairing.clause, manual=True)
        return _kept(sheet, player, name, annulled) or changed
    if before.stages[-1].format == "elimination":
        return why_in_bracket(before, fact, player, name)
    if queries.part(before).paired != "swiss":
        return _in_group(before, fact, player, name)
    pairing = _pairing(fact.sheet, player)
    if pairing is not None and before.at_tables:
        return _at_table(before, fact, pairing, name)
    if pairing is not None:
        return _in_swiss(before, fact, pairing, name)
    return why_bye(before, fact, player, name)


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
    meeting = meeting_on(sheet, player)
    if before is None or fact is None or before.proposal is None or meeting is None:
        return None
    was = before.proposal.sheet
    why = why_met(before, fact, was, player, name, annulled) if meeting_on(was, player) == meeting else None
    if why is None or why.kept:
        return why and replace(why, kept=why.kept + 1)
    kept = (
        say("The round was published again; this bye was kept.")
        if len(meeting) == 1
        else say("The round was published again; this table was kept.")
    )
    return replace(why, message=paragraph(why.message, kept), kept=1)


def _manually(sheet: Sheet, player: PlayerId) -> Message:
    meeting = meeting_on(sheet, player)
    if meeting is None:
        return say("The organiser gave a loss in place of the bye, by hand.")
    if len(meeting) == 1:
        return say("The organiser gave this bye, by hand.")
    return say("The organiser exchanged players in the draft, by hand.")


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


def _resting(fact: RoundProposed) -> PlayerId | None:
    return next((bye.player for bye in fact.sheet.byes if not bye.awarded), None)
