"""Any roster can be checked under any regulations, with any catalogue or none."""

from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.roster.catalogue import Card, Catalogue, Price
from muster.core.roster.check import check
from muster.core.roster.roster import Item, Roster, Terms
from roster_check_cases import ARMADA, LEGION, RUNEWARS, UNLIMITED, rules_of

IDS = ("armada-4.0", "armada-pl", "legion-2.0", "runewars-2.2.2", "unlimited-1.3")
KNOWN = {"armada": ARMADA, "legion": LEGION, "runewars": RUNEWARS, "unlimited": UNLIMITED}
SECTIONS = (
    "ship squadron objective unit command battle terrain leader base deck sideboard pool card upgrades odd"
)
SLOTS = ("", "commander", "title", "corps", "1", "4", "objective", "assault", "Ä?")
WORDS = sorted({card.name for known in KNOWN.values() for card in known.cards})
names = st.one_of(st.sampled_from(WORDS), st.text(max_size=12))
counts = st.integers(1, 999)
points = st.none() | st.integers(-5, 500)
factions = st.sampled_from(("", "Rebel", "rebel", "Galactic Empire", "Daqan Lords", "nobody"))
days = st.dates()


@st.composite
def items(draw: st.DrawFn, depth: int = 2) -> Item:
    """An entry with upgrades of any kind."""
    below = draw(st.lists(items(depth - 1), max_size=2)) if depth else []
    return Item(
        section=draw(st.sampled_from(SECTIONS.split())),
        name=draw(names),
        subtitle=draw(st.sampled_from(("", "Koh-to-yah!", "x"))),
        count=draw(counts),
        points=draw(points),
        slot=draw(st.sampled_from(SLOTS)),
        form=draw(st.sampled_from(("", "2x1", "x"))),
        key=draw(st.sampled_from(("", "SOR_017", "_", "TWI_1"))),
        version=draw(st.sampled_from(("", "Squadron", "Operative"))),
        upgrades=tuple(below),
        line=draw(st.integers(0, 9)),
        outdated=draw(st.booleans()),
    )


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """Any card."""
    return Card(
        key=draw(st.text(max_size=4)),
        kind=draw(st.sampled_from(("ship", "squadron", "unit", "upgrade", "leader", "terrain", "odd"))),
        name=draw(names),
        factions=tuple(draw(st.lists(st.sampled_from(("rebel", "empire", "daqan")), max_size=2))),
        slot=draw(st.sampled_from(SLOTS)),
        unique=draw(st.booleans()),
        flags=draw(
            st.frozensets(st.sampled_from(("flotilla", "capacity:4", "most:0", "campaign", "unreleased")))
        ),
        needs=draw(st.sampled_from(("", "Luke Skywalker"))),
        set=draw(st.sampled_from(("", "SOR", "XXX"))),
        released=draw(st.none() | days),
        prices=tuple(
            draw(st.lists(st.builds(Price, st.integers(-5, 500), starts=st.none() | days), max_size=2))
        ),
    )


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_a_check_never_raises_and_tells_everything_in_words(data: st.DataObject) -> None:
    rules = rules_of(data.draw(st.sampled_from(IDS)))
    made = st.builds(lambda found: Catalogue(rules.game, "any", tuple(found)), st.lists(cards(), max_size=6))
    catalogue = data.draw(st.one_of(st.none(), st.just(KNOWN[rules.game]), made))
    roster = Roster(
        rules.game,
        tuple(data.draw(st.lists(items(), max_size=6))),
        faction=data.draw(factions),
        commander=data.draw(names),
        total=data.draw(points),
    )
    way = data.draw(st.sampled_from(rules.constructions)).id
    tier = data.draw(st.sampled_from(("", "premier", "competitive")))
    terms = Terms(way, data.draw(days), tier, data.draw(points), data.draw(st.integers(0, 400)))
    checked = check(roster, rules, terms, catalogue)
    assert checked == check(roster, rules, terms, catalogue)
    assert len(checked.resolved) == sum(1 for _ in roster.every())
    paths = {each.path for each in checked.resolved}
    for problem in checked.problems:
        assert problem.says
        assert problem.kind
        assert set(problem.items) <= paths
    assert all(str(each).endswith(".") for each in checked.unmade)


@settings(max_examples=20, deadline=None)
@given(st.lists(items(), max_size=4), st.sampled_from(IDS))
def test_without_a_catalogue_nothing_is_ever_unknown(found: list[Item], regulations: str) -> None:
    rules = rules_of(regulations)
    checked = check(Roster(rules.game, tuple(found)), rules, Terms("", date(2026, 1, 1)))
    assert not {"unknown-card", "several-cards"} & {each.kind for each in checked.problems}
