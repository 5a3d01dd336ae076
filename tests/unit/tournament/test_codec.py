"""Facts as canonical JSON; a decider for every command, an effect and a round trip for every fact."""

from __future__ import annotations

import ast
import inspect
import json
import sys
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.ids import ClubId, PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament import commands, facts
from muster.core.tournament.acts.play_offs import lines
from muster.core.tournament.commands import COMMANDS, Command
from muster.core.tournament.course import Course
from muster.core.tournament.engine import UnreadableFactError, chained, decide, decode, encode, replay
from muster.core.tournament.facts import FACTS, Fact
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.exchange.words import Teller
from muster.rules.load import load
from tournament_cases import Desk, desk, lower_wins, typed, won_by


def _subclasses(module: object, base: type) -> set[type]:
    return {
        one
        for _, one in inspect.getmembers(module, inspect.isclass)
        if issubclass(one, base) and one is not base
    }


def _day() -> Desk:
    """A day on which everything happens that can."""
    at = Desk().create("runewars-2.2.2").enter(*range(1, 10))
    at.do(commands.ChangeStructure("custom", 3, "top", 4))
    at.announce().begin()
    at.do(commands.AmendPlayer(PlayerId(2), ClubId(1), fixed_table=TableNo(3)))
    at.do(commands.CheckIn(PlayerId(1)))
    at.do(commands.ForbidPair((PlayerId(1), PlayerId(2))))
    at.do(commands.AllowPair((PlayerId(1), PlayerId(2))))
    at.do(commands.SetTables("1-9", "2"))
    at.propose()
    one, two = at.sheet.pairings[:2]
    at.do(commands.SwapPlayers((one.players[0], two.players[0])))
    at.do(commands.RecordCards(RoundNo(1), "rolled", faces=(6, 1), reason=typed(" a die on the stage ")))
    at.do(commands.PublishRound())
    at.do(commands.VoidRound(typed(" wrong tables ")))
    at.pair().do(commands.StartRound())
    at.enter(10).do(commands.AwardBye(PlayerId(10)))
    at.do(commands.AwardLoss(PlayerId(10)))
    table = min(at.round.matches)
    first, second = at.round.matches[table].pairing.players
    at.report(table, at.win(table, 0), by=first)
    at.report(table, at.win(table, 1), by=second)
    at.do(commands.ConfirmResult(RoundNo(1), table, second))
    at.play()
    at.correct(1, table, won_by(at.state.regulations, 1))
    at.do(commands.Retract())
    at.drop(9).rounds(1)
    at.do(commands.RejoinPlayer(PlayerId(9)))
    at.do(commands.DisqualifyPlayer(PlayerId(8), typed(" cheating ")))
    at.rounds(1).do(commands.MakeCut())
    assert at.state.seeds is not None
    at.drop(at.state.seeds[0]).begin().pair().do(commands.StartRound())
    at.drop(at.meetings()[0][0]).play().rounds(1)
    at.finish().do(commands.ReopenTournament(typed(" once more ")))
    return at.finish()


def _pods_day() -> Desk:
    """A draft in pods over two days."""
    course = Course("pods", 1, 3)
    at = (
        Desk(2)
        .create("unlimited-1.3", structure="custom", rounds=2, cut=0, course=course)
        .enter(*range(1, 13))
    )
    at.announce().begin()
    at.do(commands.DrawPods(at.link()))
    pods = at.state.pods_draft.pods if at.state.pods_draft else ()
    at.do(commands.SwapSeats((pods[0][0], pods[1][0])))
    at.do(commands.PublishPods())
    at.enter(13).do(commands.JoinPod(PlayerId(13), 1))
    at.rounds(1).do(commands.BeginDayTwo())
    return at.rounds(1).finish()


def _suns_day() -> Desk:
    """A day at tables of four with a final."""
    at = Desk(3).create("twin-suns-1.3", structure="custom", rounds=1, cut=4).enter(*range(1, 9))
    at.announce().begin()
    for round_ in range(2):
        at.pair()
        if round_:
            at.do(commands.ChooseSeat(1))
        for table, match in sorted(at.round.matches.items()):
            left = tuple(20 - player for player in match.pairing.players)
            at.report(table, PlacingReport(end="decided", left=left))
        if not round_:
            at.cut()
    return at.finish()


def _chess_day() -> Desk:
    """Four who meant to play draughts, with points in halves."""
    at = Desk(3).create("draughts-club", structure="custom", rounds=2, cut=3, cut_kind="at-least-points")
    at.do(commands.ChangeRules(regulations=load("chess-club")))
    return at.enter(1, 2, 3, 4, 5).announce().begin().rounds(2)


def _sealed_day() -> Desk:
    """Sealed play: tables to build decks at, changed by hand and joined late."""
    at = Desk(3).create("unlimited-1.3", structure="custom", rounds=1, cut=0).enter(*range(1, 8))
    at.announce().begin()
    at.do(commands.DrawBuilding(at.link()))
    tables = at.state.building_draft.tables if at.state.building_draft else ()
    at.do(commands.SwapBuilders((tables[0][0], tables[1][0])))
    at.do(commands.PublishBuilding())
    at.enter(8).do(commands.JoinBuilding(PlayerId(8), 4))
    return at.rounds(1).finish()


def _equal_day() -> Desk:
    """Eight after one round: four are equal in everything, and play for the two places of the cut."""
    at = Desk(3).create("armada-4.0", structure="custom", rounds=1, cut=2).enter(*range(1, 9))
    at.announce().begin().rounds(1)
    at.do(commands.RecordPlayOff(lines(at.state)[0].players[::-1]))
    return at.cut().rounds(1).finish()


DAYS = (_day(), _pods_day(), _sealed_day(), _suns_day(), _chess_day(), _equal_day())
DAY = DAYS[0]
HISTORIES = [[entry.fact for entry in day.journal.entries] for day in DAYS]
HISTORY = [fact for history in HISTORIES for fact in history]


def test_the_lists_of_commands_and_facts_are_complete() -> None:
    assert set(COMMANDS) == _subclasses(commands, Command)
    assert set(FACTS) == _subclasses(facts, Fact)
    assert len(set(COMMANDS)) == len(COMMANDS)
    assert len(FACTS) <= 44


@pytest.mark.parametrize("fact", FACTS, ids=lambda one: one.kind)
def test_every_fact_says_all_of_itself_and_has_a_sample(fact: type[Fact]) -> None:
    own = vars(fact)
    assert {"kind", "title", "right", "group", "evolve", "describe"} <= own.keys()
    assert ("asked_by" in own) != fact.follows
    assert any(type(one) is fact for one in HISTORY)


def test_kinds_are_short_stable_and_unique() -> None:
    kinds = [(fact.kind, fact.version) for fact in FACTS]
    assert len(set(kinds)) == len(kinds)
    assert {fact.kind: fact.version for fact in FACTS if fact.version > 1} == {
        "round.voided": 2,
        "tournament.created": 2,
    }
    assert all(len(fact.kind) <= 24 and fact.kind.islower() for fact in FACTS)


@pytest.mark.parametrize("fact", HISTORY, ids=lambda one: one.kind)
def test_every_fact_comes_back_from_its_canonical_json(fact: Fact) -> None:
    text = encode(fact)
    parsed = json.loads(text)
    assert text == json.dumps(parsed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert set(parsed) == {"data", "kind", "v"}
    again = decode(parsed["kind"], parsed["v"], json.dumps(parsed["data"]))
    assert again == fact
    assert type(again) is type(fact)
    assert encode(again) == text


@pytest.mark.parametrize("fact", HISTORY, ids=lambda one: one.kind)
def test_facts_hold_no_personal_data(fact: Fact) -> None:
    assert not {field.name for field in fields(fact)} & {"name", "names", "mail", "email"}


@pytest.mark.parametrize("history", HISTORIES, ids=["swiss", "pods", "sealed", "suns", "chess", "equal"])
def test_every_fact_that_can_be_asked_for_is_decided_again_from_its_command(history: list[Fact]) -> None:
    state, expected = State(), list[Fact]()
    for fact in history[:-1]:
        if not expected:
            command = fact.asked_by()
            assert command is not None
            answer = decide(state, command)
            assert not isinstance(answer, Refusal), answer.text()
            expected = list(answer)
        assert expected.pop(0) == fact
        state = replay([fact], state)
    assert all(fact.asked_by() is None for fact in history if fact.follows)


@pytest.mark.parametrize(
    ("day", "fact"),
    [(day, entry.fact) for day in DAYS for entry in day.journal.entries],
    ids=lambda one: getattr(one, "kind", ""),
)
def test_every_fact_is_described_in_a_whole_sentence(day: Desk, fact: Fact) -> None:
    says = Teller(day.state, day.journal.entries, "P{}".format).tell(fact)
    assert says.endswith((".", "]."))
    assert not {"{", "None"} & set(says.split())


def test_all_reports_come_back_as_the_kind_they_are() -> None:
    for regulations_id in ("armada-4.0", "legion-2.0", "unlimited-1.3"):
        at = desk(regulations_id, 4).rounds(1, lower_wins)
        fact = at.journal.entries[-1].fact
        parsed = json.loads(encode(fact))
        again = decode(fact.kind, 1, json.dumps(parsed["data"]))
        assert isinstance(fact, facts.ResultReported)
        assert isinstance(again, facts.ResultReported)
        assert type(again.report) is type(fact.report)


@pytest.mark.parametrize(
    ("kind", "version", "words"),
    [
        ("player.entered", 2, "version 2 of 'player.entered' is newer than this release knows (1)"),
        ("player.entered", 0, "version 0 is no fact this Muster knows"),
        ("player.cloned", 1, "'player.cloned' version 1 is no fact this Muster knows"),
        ("", 1, "is no fact this Muster knows"),
    ],
)
def test_a_fact_of_the_future_is_refused_in_words(kind: str, version: int, words: str) -> None:
    with pytest.raises(UnreadableFactError) as caught:
        decode(kind, version, "{}")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("{}", "player: Field required"),
        ("[]", "player.entered: data:"),
        ("", "data: Invalid JSON"),
        ('{"player":"1"}', "player: Input should be a valid integer"),
        ('{"player":1,"club":1.5}', "club:"),
        (
            '{"player":1,"missed":{"rounds":[1],"outcome":{"verdict":"lost","points":0}}}',
            "missed.outcome.verdict:",
        ),
        ('{"player":NaN}', "player"),
    ],
)
def test_data_that_do_not_fit_are_refused_by_field(data: str, words: str) -> None:
    with pytest.raises(UnreadableFactError) as caught:
        decode("player.entered", 1, data)
    assert words in str(caught.value)


def test_a_field_whose_name_never_ends_is_not_said_whole() -> None:
    created = HISTORY[0]
    data = json.loads(encode(created))["data"]
    data["regulations"]["x" * 6000] = 1
    with pytest.raises(UnreadableFactError) as caught:
        decode(created.kind, created.version, json.dumps(data))
    assert f"regulations.{'x' * 100}…:" in str(caught.value)
    assert len(str(caught.value)) < 300


@given(st.text(), st.integers(0, 10**9), st.text())
def test_the_chain_is_sha_256_of_head_number_and_text(head: str, seq: int, text: str) -> None:
    assert chained(head, seq, text) == chained(head, seq, text)
    assert chained(head, seq, text) != chained(head, seq + 1, text)
    assert len(chained(head, seq, text)) == 64


def test_facts_are_frozen() -> None:
    for fact in HISTORY:
        with pytest.raises(FrozenInstanceError):
            setattr(fact, fields(fact)[0].name, None)


RULES = {"scoring", "standings", "pairing", "bracket", "structure", "rules", "queries", "drawing", "final"}


@pytest.mark.parametrize("topic", sorted({fact.__module__ for fact in FACTS}))
def test_evolve_computes_no_rule(topic: str) -> None:
    """`evolve` must ask no regulations, scoring, standings or pairing: facts carry the outcomes."""
    tree = ast.parse(Path(sys.modules[topic].__file__ or "").read_text(encoding="utf-8"))
    of_rules = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for name in node.names
        if RULES & {*node.module.split("."), name.name}
    }
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "evolve"]
    assert found
    for function in found:  # grows by what they call in their own file
        names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
        assert not names & of_rules - {"Plan", "Report"}, function.name
        found += [
            functions[name] for name in sorted(names & functions.keys()) if functions[name] not in found
        ]
