"""Setting up a game: its steps at the player's table, and ticking them off together.

A tick is no fact of the tournament: it helps the two players alone, and goes with the round.
"""

from __future__ import annotations

from django.db import transaction

from muster.app.common.topics import changed, named, table_topic
from muster.app.player.playing import Playing, meeting_of
from muster.core.messages import say
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.people.models import SetupTick
from muster.rules.setups import Advice, SetupStep, set_ups


def steps_at(state: State) -> tuple[SetupStep, ...]:
    """The steps of the running round; none before one, or under regulations that come without steps."""
    found = set_ups().get(state.regulations.id)
    return found.in_round(len(state.rounds)) if found and state.rounds else ()


def brings_at(state: State) -> tuple[Advice, ...]:
    """What players bring and see to; none once a round is out, or under regulations that come without."""
    found = set_ups().get(state.regulations.id) if state.setup is not None else None
    return found.bring if found and not state.rounds and state.places is None else ()


def drafts(state: State) -> tuple[Advice, ...]:
    """How a draft goes on under the regulations; none where they know no draft."""
    found = set_ups().get(state.regulations.id) if state.setup is not None else None
    return found.draft if found else ()


def tick(me: Playing, meeting: str, step: str, *, done: bool) -> Refusal | None:
    """Note for both players that a step is done, or that it is not; the same again changes nothing.

    Args:
        me: the player.
        meeting: which match the form was made for, as `meeting_of` has it.
        step: the id of the step.
        done: whether it is done.
    """
    match, round_ = me.match, me.round
    if match is None or round_ is None or meeting_of(round_.number, match.pairing) != meeting:
        return Refusal("stale", say("This is not your match any more. Look at the page as it is now."))
    if me.moment != "playing" or match.status != "open":
        return Refusal("stale", say("This game is set up already."))
    if not any(one.id == step and one.ticks for one in steps_at(me.state)):
        return Refusal("stale", say("There is no such step."))
    with transaction.atomic():
        if _note(me.entry.tournament_id, round_.number, meeting, step, done=done):
            code, number = named(me.entry.tournament_id)
            changed({table_topic(code, number, match.pairing.table)})
    return None


def _note(tournament: int, round_no: int, meeting: str, step: str, *, done: bool) -> bool:
    """Whether anything has changed; what was ticked in rounds that are over goes with it."""
    SetupTick.objects.filter(tournament=tournament, round_no__lt=round_no).delete()
    own = {"tournament_id": tournament, "meeting": meeting, "step": step}
    if not done:
        return bool(SetupTick.objects.filter(**own).delete()[0])
    return SetupTick.objects.get_or_create(**own, defaults={"round_no": round_no})[1]
