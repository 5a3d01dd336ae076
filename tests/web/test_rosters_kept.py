"""What may be put on record by whom and when, and who may see it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from muster.app.common.access import Actor, DeniedError
from muster.app.common.topics import listen
from muster.app.history.reasons import typed
from muster.app.history.submitting import announce_plan
from muster.app.registration.edit_entry import merge
from muster.app.rosters import checking, read, storage, terms
from muster.app.rosters.read import lock_of
from muster.app.rosters.visibility import may_see
from muster.app.site.copying import Copy, copy_event
from muster.core.ids import PlayerId
from muster.core.roster.roster import Item, Roster
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.people.models import Entry, Event, RosterPlan, RosterVersion, Tournament
from muster.rules.load import load
from roster_cases import FLEET, FRIDAY, OVER, asking, entry_of, weighed
from roster_check_cases import army, warband
from web_cases import Hall

pytestmark = pytest.mark.django_db


def player(entry: Entry) -> Actor:
    return Actor(f"entry:{entry.pk}", None)


def staff(role: Any) -> Actor:
    return Actor("account:1", role)


def started(regulations: str = "armada-4.0", players: int = 4) -> Hall:
    """A hall that asks for rosters and whose first round is posted."""
    hall = Hall(regulations)
    Tournament.objects.filter(pk=hall.tournament.pk).update(rosters="required")
    hall.begin(players)
    hall.publish()
    return hall


# Handing in -------------------------------------------------------------------------------------------------------


def test_the_staff_enter_what_a_player_may_not() -> None:
    hall = asking()
    entry, wrong = entry_of(hall), weighed(hall, OVER)
    found = storage.submit(entry, wrong, player(entry), FRIDAY)
    assert isinstance(found, Refusal)
    assert [problem.clause for problem in found.problems] == ["ARM-FLEET-1"]
    made = storage.submit(entry, wrong, staff("scorekeeper"), FRIDAY)
    assert isinstance(made, RosterVersion)
    assert not made.legal


def test_com_list_3_only_leaders_amend_and_only_with_a_reason() -> None:
    hall = started()
    entry, lighter = entry_of(hall), weighed(hall)
    for who in (staff("scorekeeper"), player(entry)):
        with pytest.raises(DeniedError):
            storage.amend(entry, lighter, who, FRIDAY, "box", advantageous=False)
    refused = storage.submit(entry, lighter, staff("marshal"), FRIDAY)
    assert isinstance(refused, Refusal)
    assert "Amend it instead" in str(refused.says)
    refused = storage.amend(entry, lighter, staff("judge"), FRIDAY, "  ", advantageous=False)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("reason-missing", "COM-LIST-3")
    made = storage.amend(entry, lighter, staff("judge"), FRIDAY, "as on the table", advantageous=True)
    assert isinstance(made, RosterVersion)
    assert (made.number, made.state, made.advantageous, made.note) == (1, "amended", True, "as on the table")


def test_players_act_for_themselves_alone() -> None:
    hall = asking()
    one, two = entry_of(hall, 1), entry_of(hall, 2)
    for act in (storage.submit, storage.save_draft):
        with pytest.raises(DeniedError):
            act(one, weighed(hall), player(two), FRIDAY)
    with pytest.raises(DeniedError):
        storage.withdraw_draft(one, player(two))


def test_nobody_hands_in_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "MOST_VERSIONS", 2)
    hall = asking()
    entry = entry_of(hall)
    answers = [storage.submit(entry, weighed(hall), player(entry), FRIDAY) for _time in range(3)]
    assert isinstance(answers[2], Refusal)
    assert isinstance(storage.submit(entry, weighed(hall), staff("judge"), FRIDAY), RosterVersion)


def test_whoever_listens_is_told(django_capture_on_commit_callbacks: Any) -> None:
    hall, heard = asking(), list[str]()
    listen(heard.extend)
    entry = entry_of(hall)
    with django_capture_on_commit_callbacks(execute=True):
        storage.submit(entry, weighed(hall), player(entry), FRIDAY)
    code = hall.event.code
    assert {f"{code}/1/rosters", f"{code}/1/p1"} <= set(heard)


def test_com_list_1_and_2_the_lock_says_why_and_since_when() -> None:
    hall = asking(deadline=FRIDAY)
    plan = terms.plan_of(hall.tournament)
    assert lock_of(hall.tournament, hall.state, plan, FRIDAY - timedelta(seconds=1)) is None
    late = lock_of(hall.tournament, hall.state, plan, FRIDAY)
    assert late is not None
    assert (late.why, late.since, late.clause) == ("deadline", FRIDAY, "COM-LIST-2")
    begun = started()
    lock = lock_of(begun.tournament, begun.state, terms.plan_of(begun.tournament), FRIDAY)
    assert lock is not None
    assert (lock.why, lock.clause, lock.since is None) == ("started", "COM-LIST-1", False)


@pytest.mark.parametrize(
    ("regulations", "roster", "clause"),
    [("legion-2.0", army(), "LEG-HAND-2"), ("runewars-2.2.2", warband(), "COM-LIST-1")],
)
def test_an_army_and_its_hand_stay_the_same_once_play_has_begun(
    regulations: str, roster: Roster, clause: str
) -> None:
    hall = started(regulations)
    entry = entry_of(hall)
    verdict = checking.check_roster(hall.tournament, hall.state, roster)
    answer = storage.submit(entry, verdict, player(entry), FRIDAY)
    assert isinstance(answer, Refusal)
    assert answer.clause == clause
    assert "has started" in str(answer.says)


def test_of_two_registrations_of_one_person_the_roster_stays() -> None:
    hall = asking()
    one, two = entry_of(hall, 1), entry_of(hall, 2)
    storage.submit(two, weighed(hall), player(two), FRIDAY)
    assert not isinstance(merge(hall.tournament, one, two, hall.actor), Refusal)
    kept = read.current(one)
    assert kept is not None
    assert kept.total == 348
    assert read.current(two) is None


def test_a_copied_event_takes_over_how_rosters_are_handled_but_not_until_when() -> None:
    hall = asking(deadline=FRIDAY, most=300, seen="cut")
    wanted = Copy(name="Again", opens_at=FRIDAY + timedelta(days=90))
    made = copy_event(hall.event, hall.actor, hall.organiser, wanted)
    assert isinstance(made, Event)
    plan = terms.plan_of(made.tournaments.get())
    assert (plan.most, plan.seen, plan.deadline) == (300, "cut", None)
    assert terms.plan_of(hall.tournament).deadline == FRIDAY


# Limited ----------------------------------------------------------------------------------------------------------


def deck(deck_cards: int, side_cards: int, base: str = "Security Complex", extra: str = "") -> Roster:
    """A Limited deck of a pool of 45 cards in 15 kinds: so many of each kind in the deck, the others beside it."""
    items = [Item("leader", "Leia"), Item("base", base)]
    items += [Item("deck", f"Card {n}", count=deck_cards) for n in range(15)]
    items += [Item("sideboard", f"Card {n}", count=side_cards) for n in range(15)] if side_cards else []
    items += [Item("deck", extra)] if extra else []
    return Roster("unlimited", tuple(items))


def test_swu_lim_1_a_deck_is_made_anew_from_the_same_pool_only() -> None:
    hall = Hall("unlimited-1.3")
    Tournament.objects.filter(pk=hall.tournament.pk).update(rosters="required")
    rules = load("unlimited-1.3").roster
    assert rules is not None
    limited = next(one for one in rules.constructions if one.pool)
    RosterPlan.objects.create(tournament=hall.tournament, construction=limited.id)
    hall.enter(8)
    entry = entry_of(hall)

    def hand_in(roster: Roster) -> RosterVersion | Refusal:
        found = checking.check_roster(entry.tournament, hall.state, roster)
        return storage.hand_in(entry, found, player(entry), FRIDAY)

    first = hand_in(deck(2, 1))
    assert isinstance(first, RosterVersion), first
    assert first.state == "submitted"
    hall.do(announce_plan(hall.tournament.pk), commands.StartStage())
    hall.publish()
    anew = hand_in(deck(3, 0, base="Dagobah Swamp"))
    assert isinstance(anew, RosterVersion), anew
    assert (anew.number, anew.state) == (2, "rebuilt")
    refused = hand_in(deck(3, 0, extra="Bought Card"))
    assert isinstance(refused, Refusal)
    assert "1 x Bought Card too many" in str(refused.says)
    assert refused.clause == limited.clause
    short = hand_in(replace(deck(3, 0), items=deck(3, 0).items[:-1]))
    assert isinstance(short, Refusal)
    assert "3 x Card 14 missing" in str(short.says)


def test_a_constructed_deck_is_not_made_anew() -> None:
    hall = started()
    entry = entry_of(hall)
    found = storage.rebuild(entry, weighed(hall), player(entry), FRIDAY)
    assert isinstance(found, Refusal)
    assert found.code == "window-closed"


# Terms ------------------------------------------------------------------------------------------------------------


def test_terms_are_the_regulations_unless_the_plan_says_otherwise() -> None:
    hall = asking()
    plan = terms.plan_of(hall.tournament)
    assert plan.pk is None or not RosterPlan.objects.exists()
    rules = terms.rules_of(hall.state)
    assert rules is not None
    found = terms.terms_of(hall.tournament, hall.state)
    assert (found.construction, found.on, found.most) == (
        rules.constructions[0].id,
        hall.state.created.day,
        None,
    )
    assert terms.most_of(hall.tournament, hall.state) == 400
    assert terms.seen_of(plan, rules) == rules.seen
    assert terms.second_list_of(plan, rules) == rules.second_list
    planned = RosterPlan(tournament=hall.tournament, most=300, seen="staff", second_list=True, later=4)
    found = terms.terms_of(hall.tournament, hall.state, planned)
    assert (found.most, found.later) == (300, 4)
    assert terms.most_of(hall.tournament, hall.state, planned) == 300
    assert (terms.seen_of(planned, rules), terms.second_list_of(planned, rules)) == ("staff", True)


def test_a_journal_older_than_rosters_takes_the_rules_that_come_along() -> None:
    hall = asking()
    setup = hall.state.created
    older = setup.regulations.model_copy(update={"roster": None})
    state = replace(hall.state, setup=replace(setup, regulations=older))
    assert terms.rules_of(state) == load("armada-4.0").roster
    own = replace(setup, regulations=older.model_copy(update={"id": "our-own"}))
    assert terms.rules_of(replace(state, setup=own)) is None
    assert terms.rules_of(State()) is None
    with pytest.raises(LookupError):
        terms.terms_of(hall.tournament, replace(state, setup=own))
    assert read.lock_of(hall.tournament, State(), terms.plan_of(hall.tournament), FRIDAY) is None
    assert not isinstance(checking.check_text(hall.tournament, State(), FLEET), checking.RosterVerdict)


# Seeing -----------------------------------------------------------------------------------------------------------


def seats(hall: Hall) -> tuple[Entry, Entry, Entry]:
    """The two at the first table, and somebody at another."""
    first, second = sorted(hall.state.rounds[-1].matches.items())[:2]
    one, two = first[1].pairing.players
    return entry_of(hall, one), entry_of(hall, two), entry_of(hall, second[1].pairing.players[0])


def sees(hall: Hall, viewer: Entry | None, owner: Entry, **planned: Any) -> tuple[str, frozenset[str]]:
    rules = terms.rules_of(hall.state)
    assert rules is not None
    found = may_see(viewer, owner, hall.state, RosterPlan(tournament=hall.tournament, **planned), rules)
    assert str(found.says).endswith(".")
    return found.what, found.hide


Seen = tuple[str, frozenset[str]]
NONE: Seen = ("none", frozenset())
ALL: Seen = ("all", frozenset())
COPY: Seen = ("copy", frozenset())


@pytest.mark.parametrize(
    ("seen", "own", "opponent", "third", "anybody"),
    [
        ("staff", ALL, NONE, NONE, NONE),
        ("opponents", ALL, COPY, NONE, NONE),
        ("cut", ALL, NONE, NONE, NONE),
    ],
)
def test_who_sees_what_in_a_swiss_round(
    seen: str, own: object, opponent: object, third: object, anybody: object
) -> None:
    hall = started()
    one, two, other = seats(hall)
    assert sees(hall, one, one, seen=seen) == own
    assert sees(hall, two, one, seen=seen) == opponent
    assert sees(hall, other, one, seen=seen) == third
    assert sees(hall, None, one, seen=seen) == anybody


def test_leg_list_2_opponents_see_a_copy_without_what_is_hidden() -> None:
    hall = started("legion-2.0", 8)
    one, two, other = seats(hall)
    what, hide = sees(hall, two, one)
    assert what == "copy"
    assert hide >= {"command", "battle"}
    assert sees(hall, other, one) == NONE
    assert sees(hall, one, one) == ALL


def test_before_the_first_round_and_between_rounds_nobody_is_an_opponent() -> None:
    hall = asking()
    assert sees(hall, entry_of(hall, 2), entry_of(hall, 1), seen="opponents") == NONE
    hall = started()
    one, two, _other = seats(hall)
    hall.play()
    assert sees(hall, two, one, seen="opponents") == NONE


def test_somebody_of_another_tournament_sees_nothing() -> None:
    hall, elsewhere = started(), Hall("armada-4.0")
    elsewhere.enter(2)
    one, _two, _other = seats(hall)
    assert sees(hall, entry_of(elsewhere), one, seen="opponents") == NONE


def test_whoever_has_left_sees_nothing() -> None:
    hall = started()
    one, two, _other = seats(hall)
    assert two.player is not None
    hall.do(commands.DisqualifyPlayer(PlayerId(two.player), typed("cheating")))
    assert sees(hall, two, one, seen="opponents") == NONE


def test_swu_info_1_in_the_cut_only_the_two_of_a_match_once_it_is_posted() -> None:
    hall = Hall("legion-2.0", {"structure": "custom", "rounds": 1, "cut": 4})
    hall.begin(8)
    hall.publish()
    one, two, _other = seats(hall)
    assert sees(hall, two, one, seen="cut") == NONE
    hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    one, two = (entry_of(hall, hall.state.seeds[at]) for at in (0, 3))  # type: ignore[index]
    assert sees(hall, two, one, seen="cut") == NONE, "the round of the cut is not posted yet"
    hall.propose()
    assert sees(hall, two, one, seen="cut") == NONE
    hall.do(commands.PublishRound())
    one, two, other = seats(hall)
    assert sees(hall, two, one, seen="cut")[0] == "copy"
    assert sees(hall, other, one, seen="cut") == NONE
    assert sees(hall, None, one, seen="cut") == NONE


def test_after_the_end_everybody_where_the_organiser_says_so() -> None:
    hall = started()
    while True:
        hall.play()
        if len(hall.state.rounds) == hall.state.announced.rounds:
            break
        hall.publish()
    one = entry_of(hall)
    assert sees(hall, None, one, public_after=True) == NONE
    hall.do(commands.FinishTournament())
    assert sees(hall, None, one, public_after=True) == ALL
    assert sees(hall, None, one) == NONE
    assert sees(hall, entry_of(hall, 2), one, public_after=False) == NONE
