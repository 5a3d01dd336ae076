"""An honest journal is proven; every single tampering is found, even by somebody who mends the chain after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any, TypeVar

import pytest

from muster.cli.simulate import Simulation
from muster.core.draws import LINKS, ChainLink, DrawSeed, next_link
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.messages import say, say_in
from muster.core.outcomes import Outcome
from muster.core.pairing import check
from muster.core.pairing.round_draws import RoundCards
from muster.core.scoring.reports import MarginReport, Tally
from muster.core.tournament import commands, facts
from muster.core.tournament.acts.base import Method
from muster.core.tournament.engine import encode
from muster.core.tournament.facts import Fact
from muster.core.tournament.journal import Accepted, Entry, Journal
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import State
from muster.rules.load import load
from tournament_cases import six_rounds, typed

F = TypeVar("F", bound=Fact)


@cache
def played(
    regulations: str, players: int, structure: str = "basic", seed: str = "1", **figures: Any
) -> Journal:
    create = commands.CreateTournament(
        regulations=load(regulations),
        day=date(2018, 12, 1),
        structure=structure,  # type: ignore[arg-type]
        **figures,
    )
    simulation = Simulation(create, players, seed, drops=4)
    for _ in simulation.run():
        pass
    return simulation.journal


def armada() -> Journal:
    return played("armada-4.0", 13, "advanced")


def chained(history: list[Fact]) -> list[Entry]:
    """The journal somebody would write who knows how the chain is made."""
    journal = Journal()
    for fact in history:
        journal.record(fact)
    return journal.entries


def tampered(entries: list[Entry], kind: type[F], change: Callable[[F], Fact], nth: int = 0) -> list[Fact]:
    history = [entry.fact for entry in entries]
    at = [number for number, fact in enumerate(history) if isinstance(fact, kind)][nth]
    fact = history[at]
    assert isinstance(fact, kind)
    history[at] = change(fact)
    assert history[at] != fact
    return history


@pytest.mark.parametrize(
    ("regulations", "players", "structure"),
    [
        ("armada-4.0", 13, "advanced"),
        ("armada-pl", 29, "advanced"),
        ("legion-2.0", 25, "advanced"),
        ("runewars-2.2.2", 9, "basic"),
        ("unlimited-1.3", 21, "basic"),
    ],
)
def test_an_honest_journal_is_proven(regulations: str, players: int, structure: str) -> None:
    entries = played(regulations, players, structure).entries
    proof = verify(entries)
    assert proof.findings == ()
    assert proof.holds
    assert proof.facts == len(entries)
    assert proof.proven[say("decisions made again")] == len(entries)
    assert proof.proven[say("links of the chain of facts")] == len(entries)
    assert proof.state == played(regulations, players, structure).state


@pytest.mark.parametrize(
    ("kind", "cut"), [("top", 4), ("top-with-ties", 4), ("at-least-points", 25), ("at-most-losses", 1)]
)
def test_every_kind_of_cut_is_proven(kind: str, cut: int) -> None:
    journal = played("armada-4.0", 11, "custom", rounds=4, cut_kind=kind, cut=cut)
    proof = verify(journal.entries)
    assert proof.findings == ()
    assert proof.proven[say("cuts")] == 1


def test_elimination_from_the_start_is_proven() -> None:
    proof = verify(played("legion-2.0", 11, first_stage="elimination").entries)
    assert proof.findings == ()
    assert proof.proven[say("elimination rounds")] == 5


def test_a_round_paired_by_rank_is_proven() -> None:
    simulation = Simulation(
        commands.CreateTournament(
            regulations=load("unlimited-1.3"),
            day=date(2025, 4, 1),
            structure="advanced",
            tier="competitive",
            variants={"last_round": "power"},
        ),
        16,
        "5",
    )
    for _ in simulation.run():
        pass
    proof = verify(simulation.journal.entries)
    assert proof.findings == ()
    assert proof.proven[say("Swiss rounds paired by rank, no avoidable rematch")] == 1


def more_points(fact: facts.ResultReported) -> Fact:
    one, two = fact.outcome.sides
    return replace(fact, outcome=Outcome((replace(one, points=one.points + 1), two), fact.outcome.winner))


def other_winner(fact: facts.ResultReported) -> Fact:
    return replace(fact, outcome=Outcome(fact.outcome.sides, 0 if fact.outcome.winner == 1 else 1))


def other_score(fact: facts.ResultReported) -> Fact:
    assert isinstance(fact.report, MarginReport)
    one, two = fact.report.scores
    return replace(fact, report=replace(fact.report, scores=(Tally(one.destroyed + 61, one.objective), two)))


def swapped_pairing(fact: F) -> Fact:
    sheet = fact.sheet  # type: ignore[attr-defined]
    first, second, *rest = sheet.pairings
    one, two = first.players, second.players
    pairings = (replace(first, players=(one[0], two[1])), replace(second, players=(two[0], one[1])), *rest)
    return replace(fact, sheet=replace(sheet, pairings=pairings))  # type: ignore[call-arg]


def moved_bye(fact: F) -> Fact:
    sheet = fact.sheet  # type: ignore[attr-defined]
    (bye,), (first, *rest) = sheet.byes, sheet.pairings
    byes = (replace(bye, player=first.players[0]),)
    pairings = (replace(first, players=(bye.player, first.players[1])), *rest)
    return replace(fact, sheet=replace(sheet, byes=byes, pairings=pairings))  # type: ignore[call-arg]


def one_table(fact: facts.RoundProposed) -> Fact:
    first, second, *rest = fact.sheet.pairings
    pairings = (first, replace(second, table=first.table), *rest)
    return replace(fact, sheet=replace(fact.sheet, pairings=pairings))


def second_bye(fact: facts.RoundProposed) -> Fact:
    first, *rest = fact.sheet.pairings
    byes = (*fact.sheet.byes, *(replace(fact.sheet.byes[0], player=player) for player in first.players))
    return replace(fact, sheet=replace(fact.sheet, pairings=tuple(rest), byes=byes))


TAMPERINGS: dict[str, Callable[[list[Entry]], list[Fact]]] = {
    "changed points": lambda e: tampered(e, facts.ResultReported, more_points, 3),
    "other winner": lambda e: tampered(e, facts.ResultReported, other_winner, 3),
    "changed score": lambda e: tampered(e, facts.ResultReported, other_score, 2),
    "result at another table": lambda e: tampered(
        e, facts.ResultReported, lambda f: replace(f, table=TableNo(f.table + 1))
    ),
    "other seed": lambda e: tampered(e, facts.RoundProposed, lambda f: replace(f, seed=DrawSeed("0" * 64)), 1),
    "other link": lambda e: tampered(e, facts.RoundProposed, lambda f: replace(f, link=ChainLink("1" * 64)), 1),
    "hidden attempt": lambda e: tampered(e, facts.RoundProposed, lambda f: replace(f, attempt=2), 1),
    "other method": lambda e: tampered(e, facts.RoundProposed, lambda f: replace(f, method=Method("ranked")), 1),
    "proposal swapped": lambda e: tampered(e, facts.RoundProposed, swapped_pairing, 1),
    "published otherwise than proposed": lambda e: tampered(e, facts.RoundPublished, swapped_pairing, 1),
    "a table used twice": lambda e: tampered(e, facts.RoundProposed, one_table, 1),
    "two byes drawn": lambda e: tampered(e, facts.RoundProposed, second_bye),
    "cards where there are none": lambda e: tampered(
        e, facts.RoundProposed, lambda f: replace(f, sheet=replace(f.sheet, cards=RoundCards("One", "Two")))
    ),
    "removed plan": lambda e: without(e, facts.PlanAnnounced),
    "a round instead of a result": lambda e: instead(e, facts.ResultReported, facts.RoundStarted(RoundNo(1))),
    "moved bye": lambda e: tampered(e, facts.RoundPublished, moved_bye),
    "other commitment": lambda e: tampered(
        e, facts.PlanAnnounced, lambda f: replace(f, commitment=ChainLink("2" * 64))
    ),
    "another round planned": lambda e: tampered(
        e, facts.PlanAnnounced, lambda f: replace(f, plan=replace(f.plan, rounds=f.plan.rounds + 1))
    ),
    "smaller cut": lambda e: tampered(e, facts.PlanAnnounced, lambda f: replace(f, plan=replace(f.plan, cut=4))),
    "seeds exchanged": lambda e: tampered(
        e, facts.CutMade, lambda f: replace(f, seeds=(f.seeds[1], f.seeds[0], *f.seeds[2:]))
    ),
    "places exchanged": lambda e: tampered(
        e, facts.TournamentFinished, lambda f: replace(f, places=(f.places[1], f.places[0], *f.places[2:]))
    ),
    "a place missing": lambda e: tampered(e, facts.TournamentFinished, lambda f: replace(f, places=f.places[:-1])),
    "dropped earlier": lambda e: tampered(
        e, facts.PlayerDropped, lambda f: replace(f, after=RoundNo(f.after - 1))
    ),
    "somebody else dropped": lambda e: tampered(
        e, facts.PlayerDropped, lambda f: replace(f, player=PlayerId(f.player % 13 + 1))
    ),
    "a player of a club more": lambda e: [*(x.fact for x in e[:14]), e[5].fact, *(x.fact for x in e[14:])],
    "removed result": lambda e: without(e, facts.ResultReported),
    "removed player": lambda e: without(e, facts.PlayerEntered),
    "removed proposal": lambda e: without(e, facts.RoundProposed),
    "a fact that only follows": lambda e: [*(x.fact for x in e[:20]), orphan(e), *(x.fact for x in e[20:])],
}  # fmt: skip


def test_a_round_far_beyond_the_chain_costs_no_more_than_its_links(monkeypatch: pytest.MonkeyPatch) -> None:
    history = tampered(
        armada().entries, facts.RoundProposed, lambda fact: replace(fact, round_no=RoundNo(10**18))
    )
    hashed = list[ChainLink]()

    def counted(link: ChainLink) -> ChainLink:
        hashed.append(link)
        assert len(hashed) <= LINKS * len(history)
        return next_link(link)

    monkeypatch.setattr("muster.core.tournament.proof.claims.next_link", counted)
    assert any("does not hash to" in str(one.says) for one in verify(chained(history)).findings)


def without(entries: list[Entry], kind: type[Fact]) -> list[Fact]:
    history = [entry.fact for entry in entries]
    at = next(number for number, fact in enumerate(history) if isinstance(fact, kind))
    return history[:at] + history[at + 1 :]


def instead(entries: list[Entry], kind: type[Fact], fact: Fact) -> list[Fact]:
    history = [entry.fact for entry in entries]
    history[next(number for number, one in enumerate(history) if isinstance(one, kind))] = fact
    return history


def orphan(entries: list[Entry]) -> Fact:
    seeds = next(entry.fact.seeds for entry in entries if isinstance(entry.fact, facts.CutMade))
    return facts.CutReplaced(seeds[0], None, seeds)


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_found_though_the_chain_was_mended(name: str) -> None:
    history = TAMPERINGS[name](armada().entries)
    try:
        entries = chained(history)
    except (LookupError, TypeError):
        return  # no state comes of it: reading such a file is refused already
    proof = verify(entries)
    assert not proof.holds
    assert all(finding.says for finding in proof.findings)


def other_objective(fact: facts.RoundProposed) -> Fact:
    assert fact.sheet.cards is not None
    cards = replace(fact.sheet.cards, objective="Volatile Runes")
    return replace(fact, sheet=replace(fact.sheet, cards=cards))


@pytest.mark.parametrize("upto", [0, 4, 6])
def test_cards_are_proven_by_the_deck_and_as_they_were_drawn_before_there_was_one(upto: int) -> None:
    journal = six_rounds(deck=upto)
    proof = verify(journal.entries)
    assert proof.holds, proof.findings[:3]
    drawn = [entry.fact for entry in journal.entries if isinstance(entry.fact, facts.RoundProposed)]
    assert [fact.method.endswith(" + deck") for fact in drawn] == [number > upto for number in range(1, 7)]


def test_cards_are_looked_at() -> None:
    entries = played("runewars-2.2.2", 9).entries
    proposed = [entry.fact for entry in entries if isinstance(entry.fact, facts.RoundProposed)]
    drawn = [fact.sheet.cards.objective for fact in proposed if fact.sheet.cards]
    nth = next(number for number, objective in enumerate(drawn) if objective != "Volatile Runes")
    history = tampered(entries, facts.RoundProposed, other_objective, nth)
    about = {str(finding.about) for finding in verify(chained(history)).findings}
    assert "deployments and objectives" in about


def test_a_broken_chain_and_a_wrong_number_are_found() -> None:
    entries = list(armada().entries)
    entries[7] = replace(entries[7], head="f" * 64)
    entries[8] = replace(entries[8], seq=99)
    found = verify(entries).findings
    assert [(finding.seq, str(finding.about)) for finding in found] == [
        (8, "links of the chain of facts"),
        (99, "links of the chain of facts"),
    ]


def test_every_fact_but_those_that_follow_has_its_command() -> None:
    for entry in armada().entries:
        assert entry.fact.asked_by() is not None
    assert orphan(armada().entries).asked_by() is None


def test_the_beginning_of_an_honest_journal_is_honest() -> None:
    for length in range(0, len(armada().entries), 11):
        assert verify(armada().entries[:length]).holds


def test_nothing_is_proven_of_nothing() -> None:
    proof = verify([])
    assert proof.holds
    assert proof.proven == {}
    assert proof.state == State()
    assert encode(armada().entries[0].fact) == armada().entries[0].text


def eventful() -> Journal:
    """An event in which much goes wrong: amended, corrected, disputed, disqualified, and a seed drops."""
    journal = Journal()
    for entry in armada().entries:
        journal.record(entry.fact)
        if isinstance(entry.fact, facts.CutMade):
            break
    state = journal.state
    assert state.seeds is not None
    done(journal, commands.AmendPlayer(state.seeds[2], fixed_table=TableNo(5)))
    done(journal, commands.Retract())
    round_ = state.rounds[-1]
    table = min(round_.matches)
    report = MarginReport(end="double-loss")
    done(journal, commands.CorrectResult(round_.number, table, report, typed("both came too late")))
    done(journal, commands.DropPlayer(state.seeds[1], typed("has to leave")))
    done(journal, commands.DisqualifyPlayer(state.seeds[0], typed("bribery")))
    return journal


def done(journal: Journal, command: commands.Command) -> None:
    assert isinstance(journal.submit(command), Accepted)


def test_an_eventful_journal_is_proven() -> None:
    assert verify(eventful().entries).findings == ()


def test_a_missing_consequence_is_found() -> None:
    history = [entry.fact for entry in eventful().entries if not isinstance(entry.fact, facts.CutReplaced)]
    found = verify(chained(history)).findings
    assert "player.disqualified stands where cut.replaced must follow" in [
        str(finding.says) for finding in found
    ]


def test_a_round_too_entangled_to_prove_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = played("armada-4.0", 24, seed="5").entries
    matched = say(
        "Swiss rounds proved the best possible by {proof}", proof=say_in("a proof", "verified matching")
    )
    assert verify(entries).proven[matched]
    monkeypatch.setattr(check, "MATCHED", 0)
    proof = verify(entries)
    assert proof.holds
    assert proof.proven[say("Swiss rounds valid, optimum not proved: the field is too entangled")]
    assert matched not in proof.proven


def test_a_plan_of_more_rounds_than_anybody_could_look_ahead_to_is_answered() -> None:
    history = [entry.fact for entry in played("armada-4.0", 5, "custom", rounds=3).entries]
    plan = next(fact for fact in history if isinstance(fact, facts.PlanAnnounced))
    forged = replace(plan, plan=replace(plan.plan, rounds=1_000_000))
    proof = verify(chained([forged if fact is plan else fact for fact in history]))
    assert any("makes no sense here (RecursionError" in str(each.says) for each in proof.findings)
