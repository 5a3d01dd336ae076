"""How it went as a drawing: lines end by place, latecomers begin late, and a large field shows its best."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from muster.core.ids import PlayerId
from muster.web.bump_chart import BEST, EDGE, MOST, ROUND, ROW, bump_chart


def players(*numbers: int) -> list[PlayerId]:
    return [PlayerId(number) for number in numbers]


def test_lines_are_by_the_last_place_and_go_through_every_round() -> None:
    chart = bump_chart([players(1, 2, 3), players(3, 1, 2)])
    assert chart is not None
    first, middle, low = 3 * ROW // 2, 5 * ROW // 2, 7 * ROW // 2
    assert [(line.player, line.places, line.points) for line in chart.lines] == [
        (3, (3, 1), f"{EDGE},{low} {EDGE + ROUND},{first}"),
        (1, (1, 2), f"{EDGE},{first} {EDGE + ROUND},{middle}"),
        (2, (2, 3), f"{EDGE},{middle} {EDGE + ROUND},{low}"),
    ]
    assert (chart.width, chart.height, chart.cropped) == (2 * EDGE + ROUND, 4 * ROW, False)


def test_who_came_late_begins_late() -> None:
    chart = bump_chart([players(1, 2), players(2, 4, 1)])
    assert chart is not None
    (late,) = [line for line in chart.lines if line.player == 4]
    assert (late.places, late.points.count(",")) == ((None, 2), 1)


def test_before_a_second_round_nothing_can_have_moved() -> None:
    assert bump_chart([]) is None
    assert bump_chart([players(1, 2)]) is None
    assert bump_chart([players(1), players(1)]) is None


@given(st.integers(2, 200), st.randoms(use_true_random=False))
def test_nothing_is_drawn_outside_and_no_two_lines_end_in_one_point(count: int, dice: object) -> None:
    orders = []
    for _ in range(3):
        order = players(*range(1, count + 1))
        dice.shuffle(order)  # type: ignore[attr-defined]
        orders.append(order)
    chart = bump_chart(orders)
    assert chart is not None
    assert len(chart.lines) == (count if count <= MOST else BEST)
    assert chart.cropped == (count > MOST)
    spots = [tuple(map(int, spot.split(","))) for line in chart.lines for spot in line.points.split()]
    assert all(0 < x < chart.width and ROW < y < chart.height for x, y in spots)
    assert len({line.end for line in chart.lines}) == len(chart.lines)


def test_the_dots_stand_where_the_lines_end() -> None:
    players = [PlayerId(one) for one in range(1, 5)]
    chart = bump_chart([players, players[::-1]])
    assert chart is not None
    first, *rest = (end for line in chart.lines for end in [line.end])
    assert chart.dots == f"M{first[0]} {first[1]}h0" + "".join(
        f"m0 {end[1] - before[1]}h0" for before, end in zip([first, *rest], rest, strict=False)
    )


def test_soft_bends_end_where_the_line_does() -> None:
    chart = bump_chart([[PlayerId(1), PlayerId(2)], [PlayerId(2), PlayerId(1)]])
    assert chart is not None
    for line in chart.lines:
        x, y = map(int, line.points.split()[0].split(","))
        assert line.curve == f"M{x} {y}c36 0 36 {line.end[1] - y} 72 {line.end[1] - y}"
        assert (x + 72, line.end[1]) == line.end
