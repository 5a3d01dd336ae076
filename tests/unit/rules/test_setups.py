"""Steps of setting up: the files that come along are sound, say what the regulations say, and are ours to translate."""

from __future__ import annotations

import pytest

from muster.core.messages import Message
from muster.rules.load import available, citation, load
from muster.rules.setups import SetUp, parse, set_ups

IDS = tuple(each.id for each in available())

FIGURES = {
    "armada-4.0": {
        "area": {"wide": 6, "deep": 3, "inset": 1},
        "objective": {"cards": 3},
        "obstacles": {"obstacles": 6},
        "obstacle-distances": {"edge": 3, "other": 1},
        "deploy": {"ships": 1, "squadrons": 2},
        "deploy-ships": {"near": 1, "far": 3},
        "deploy-squadrons": {"near": 1, "far": 2},
        "round-token": {"number": 1},
    },
    "legion-2.0": {
        "cards": {"cards": 3},
        "strike": {"times": 2},
        "deploy": {"units": 1},
        "round-counter": {"number": 1},
        "silhouette": {"long": 42, "short": 27},
    },
    "runewars-2.2.2": {
        "round-counter": {"number": 1},
        "terrain-draw": {"cards": 4},
        "terrain-distances": {"near": 1, "far": 2},
        "deploy": {"units": 1},
        "energy": {"tokens": 5},
    },
    "unlimited-1.3": {"shuffle": {"times": 7, "counts": 1}, "sideboard": {"minutes": 3}},
    "twin-suns-1.3": {"shuffle": {"times": 7, "counts": 1}, "seats": {"seat": 1}},
}
"""Every figure of the texts, read there and not in the files."""
FIGURES["armada-pl"] = FIGURES["armada-4.0"] | {"area": {"wide": 180, "deep": 90, "inset": 30}}

TOLD = b'[[bring]]\nid = "dice"\nsays = "Bring dice."\nclause = "OUR-MAT-1"\n'
ONE = b'regulations = "x"\n[[steps]]\nid = "a"\nsays = "Take {n}."\nclause = "OUR-SET-1"\nwho = "both"\n'


def test_all_regulations_have_their_steps() -> None:
    assert set(set_ups()) == set(IDS)


@pytest.mark.parametrize("regulations_id", IDS)
def test_the_figures_are_those_of_the_text(regulations_id: str) -> None:
    steps = set_ups()[regulations_id].steps
    assert {step.id: dict(step.figures) for step in steps if step.figures} == FIGURES[regulations_id]


@pytest.mark.parametrize("regulations_id", IDS)
def test_every_step_cites_a_clause_of_its_regulations(regulations_id: str) -> None:
    found, regulations = set_ups()[regulations_id], load(regulations_id)
    cited = {step.clause for step in found.steps}
    if found.terrain:
        cited |= {found.terrain.clause, *(table.clause for table in found.terrain.tables)}
    cited |= {template.clause for template in found.templates}
    assert all(citation(regulations, clause) for clause in cited)


@pytest.mark.parametrize("regulations_id", IDS)
def test_every_step_can_be_said_with_its_figures(regulations_id: str) -> None:
    for step in set_ups()[regulations_id].steps:
        said = str(step.message)
        assert isinstance(step.message, Message)
        assert "{" not in said
        assert all(str(figure) in said for figure in step.figures.values())


@pytest.mark.parametrize("regulations_id", IDS)
def test_com_share_1_players_are_told_that_tools_can_be_shared(regulations_id: str) -> None:
    told = [one for one in set_ups()[regulations_id].steps if one.id == "share"]
    asked = "COM-SHARE-1" in load(regulations_id).clauses
    assert [(one.clause, one.ticks) for one in told] == ([("COM-SHARE-1", False)] if asked else [])


def test_totals_are_checked_in_the_first_round_alone() -> None:
    found = set_ups()["armada-4.0"]
    assert "totals" in {step.id for step in found.in_round(1)}
    assert "totals" not in {step.id for step in found.in_round(2)}
    assert len(found.in_round(2)) == len(found.steps) - 1


@pytest.mark.parametrize(
    ("regulations_id", "clauses"),
    [
        ("armada-4.0", {"ARM-MEAS-1", "ARM-DMG-1", "ARM-DEST-1", "COM-ERR-1"}),
        ("armada-pl", {"PLA-MEAS-1", "PLA-DMG-1", "PLA-DEST-1", "COM-ERR-1"}),
        ("legion-2.0", {"COM-ERR-1"}),
        ("runewars-2.2.2", {"RUN-DEST-1", "COM-ERR-1"}),
    ],
)
def test_what_is_disputed_at_a_table_has_a_clause(regulations_id: str, clauses: set[str]) -> None:
    assert clauses <= set(load(regulations_id).clauses)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (ONE, "steps[1].figures"),
        (ONE + b"figures = { m = 1 }\n", "steps[1].figures"),
        (ONE + b"figures = { n = 1 }\n" + ONE.partition(b"\n")[2] + b"figures = { n = 1 }\n", "steps[2].id"),
        (ONE + b"figures = { n = -1 }\n", "steps[1].figures.n"),
        (ONE + b"bad", ""),
        (
            ONE + b'figures = { n = 1 }\n[terrain]\nclause = "OUR-SET-1"\ncapacities = '
            b"[{ least = 0, most = 3, capacity = 0 }, { least = 4, most = 5, capacity = 2 }]\n",
            "terrain.capacities[2].least",
        ),
        (
            ONE + b'figures = { n = 1 }\n[terrain]\nclause = "OUR-SET-1"\n[[terrain.tables]]\nid = "t"\n'
            b'name = "T"\nwide = 1\ndeep = 1\nclause = "OUR-SET-1"\npieces = [{ kind = "k", least = 0, most = 1 }]\n',
            "terrain.tables[1].pieces[1].kind",
        ),
        (
            ONE
            + b'figures = { n = 1 }\n[terrain]\nclause = "OUR-SET-1"\nkinds = [{ id = "k", name = "K" }]\n'
            b'[[terrain.tables]]\nid = "t"\nname = "T"\nwide = 1\ndeep = 1\nclause = "OUR-SET-1"\n'
            b'pieces = [{ kind = "k", least = 2, most = 1 }]\n',
            "terrain.tables[1].pieces[1].most",
        ),
    ],
)
def test_mistakes_are_told_with_their_places(text: bytes, key: str) -> None:
    found = parse(text, "own.toml")
    assert not isinstance(found, SetUp)
    assert [mistake.key for mistake in found] == [key]


@pytest.mark.parametrize("regulations_id", IDS)
def test_players_are_told_what_to_bring_under_clauses_on_record(regulations_id: str) -> None:
    found = set_ups()[regulations_id]
    assert found.bring
    assert {one.clause for one in (*found.bring, *found.draft)} <= load(regulations_id).clauses.keys()
    assert bool(found.draft) == (regulations_id == "unlimited-1.3")


def test_a_line_to_bring_stands_once() -> None:
    one = ONE.replace(b"{n}", b"a card")
    found = parse(one + TOLD, "own.toml")
    assert isinstance(found, SetUp)
    assert [str(one.message) for one in found.bring] == ["Bring dice."]
    for table in (b"bring", b"draft"):
        twice = parse(one + TOLD + TOLD.replace(b"bring", table), "own.toml")
        assert isinstance(twice, tuple)
        assert "every id stands once" in str(twice[0])
