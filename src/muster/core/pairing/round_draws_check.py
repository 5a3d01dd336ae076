"""An independent look at the cards drawn for the rounds of a stage (`RUN-SEAS-2`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from muster.core.draws import DrawSeed, key
from muster.core.messages import Message, say


def check_cards(
    legal: Sequence[str],
    drawn: Sequence[str],
    purpose: str,
    seeds: Sequence[DrawSeed] | None = None,
    *,
    deck: bool = True,
    by_hand: Collection[int] = (),
) -> tuple[Message, ...]:
    """What is wrong with the deployments, or with the objectives, of one stage.

    Args:
        legal: the cards of the season.
        drawn: the card of each round of the stage so far.
        purpose: what the draw was for: `round-deployment` or `round-objective`.
        seeds: the draw seed of each of these rounds; left out where only the rule is looked at.
        deck: a card comes again only when all others have come as often; else, once all have come, at any time.
        by_hand: rounds of the stage, from 1, whose cards were not drawn by the seed: they count as used, and nothing
            else is asked of them here.

    Returns:
        One sentence for each fault; empty if all is well.
    """
    faults = [
        say("round {number} of the stage: {card} is not legal in this season", number=number, card=card)
        for number, card in enumerate(drawn, start=1)
        if card not in legal and number not in by_hand
    ]
    faults += [
        say(
            "round {number} of the stage: {card} is repeated before every card was used",
            number=number,
            card=card,
        )
        for number, card in enumerate(drawn, start=1)
        if number not in by_hand
        and drawn[: number - 1].count(card) > _allowed(legal, drawn[: number - 1], deck=deck)
    ]
    for number, (card, seed) in enumerate(zip(drawn, seeds or (), strict=False), start=1):
        if number in by_hand:
            continue
        before = drawn[: number - 1]
        times = [before.count(other) for other in legal]
        spent = min(times) > 0 and not deck
        rivals = [other for other, count in zip(legal, times, strict=True) if spent or count == min(times)]
        beaten = [other for other in rivals if key(seed, purpose, other) < key(seed, purpose, card)]
        if beaten:
            faults.append(
                say(
                    "round {number} of the stage: the seed draws {first} before {card}",
                    number=number,
                    first=beaten[0],
                    card=card,
                )
            )
    return tuple(faults)


def _allowed(legal: Sequence[str], before: Sequence[str], *, deck: bool) -> int:
    """How often a card may have come already when it comes again."""
    least = min(before.count(card) for card in legal)
    return least if deck or not least else len(before)
