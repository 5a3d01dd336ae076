"""What holds of every Swiss pairing, whatever the field."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.ids import ClubId, PlayerId
from muster.core.pairing.check import Case, check_pairs
from muster.core.pairing.swiss import Entrant, NoPairing, SwissPairs, pair_swiss
from pairing_support import anything, dice_of, seed


@st.composite
def fields(draw: st.DrawFn) -> tuple[list[Entrant], frozenset[tuple[PlayerId, PlayerId]]]:
    dice = dice_of(draw(st.integers(0, 2**32)))
    points, met = anything(dice, (2, 4, 6, 8, 10, 16, 26), 8)
    order = sorted(points, key=lambda p: (-points[p], p))
    entrants = [
        Entrant(p, points[p], rank, met[p], ClubId(dice.randrange(4)), dice.random() < 0.3)
        for rank, p in enumerate(order, 1)
    ]
    forbidden = {tuple(sorted(dice.sample(order, 2))) for _ in range(draw(st.integers(0, 4)))}
    return entrants, frozenset(forbidden)  # type: ignore[arg-type]


@settings(max_examples=150)
@given(fields(), st.booleans(), st.booleans(), st.integers(0, 2**64))
def test_every_pairing_is_complete_best_and_the_same_for_the_same_seed(
    field: tuple[list[Entrant], frozenset[tuple[PlayerId, PlayerId]]], clubs: bool, again: bool, number: int
) -> None:
    entrants, forbidden = field
    options = {"forbidden": forbidden, "clubs_apart": clubs, "avoid_second_pair_down": again}
    answer = pair_swiss(entrants, seed(number), **options)  # type: ignore[arg-type]
    assert answer == pair_swiss(entrants[::-1], seed(number), **options)  # type: ignore[arg-type]
    if isinstance(answer, NoPairing):
        assert forbidden
        assert set(answer.players) <= {entrant.player for entrant in entrants}
        return
    case = Case(
        {e.player: e.points for e in entrants},
        {e.player: e.met for e in entrants},
        forbidden,
        {e.player: e.club for e in entrants if e.club is not None} if clubs else {},
        frozenset(e.player for e in entrants if e.paired_down) if again else frozenset(),
    )
    verdict = check_pairs(case, answer.pairs)
    assert verdict.findings == ()
    assert verdict.proof != "unproved"
    assert answer.cost[0] == 0
    assert answer.cost[1] == len(answer.rematches)


@settings(max_examples=60)
@given(fields(), st.integers(0, 2**64))
def test_pairing_by_rank_never_needs_more_rematches_and_no_dice(
    field: tuple[list[Entrant], frozenset[tuple[PlayerId, PlayerId]]], number: int
) -> None:
    entrants, forbidden = field
    ranked = pair_swiss(entrants, seed(number), forbidden=forbidden, by_rank=True)
    drawn = pair_swiss(entrants, seed(number), forbidden=forbidden)
    assert ranked == pair_swiss(entrants, seed(0), forbidden=forbidden, by_rank=True)
    assert isinstance(ranked, SwissPairs) == isinstance(drawn, SwissPairs)
    if isinstance(ranked, SwissPairs) and isinstance(drawn, SwissPairs):
        assert len(ranked.rematches) == len(drawn.rematches)
