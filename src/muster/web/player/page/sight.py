"""What a player's page shows, read once at one version of the tournament."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from muster.app.common.cache import BoundedCache
from muster.app.floor.clocks import clock_of
from muster.app.floor.round_clock import Extension, RoundClock
from muster.app.people.player_sheet import Played, rounds_of
from muster.app.player.double import own_way
from muster.app.player.friends import Friend, friends_of
from muster.app.player.path import MatchRecord, record_of
from muster.app.player.playing import Playing, meeting_of
from muster.app.player.setting_up import brings_at, drafts
from muster.app.results.conceding import terms_of_agreeing, terms_of_conceding
from muster.app.results.description import sides_of_outcome
from muster.app.results.losses import Losses, Note, counting
from muster.app.results.report import scored_result, terms_of, token_of
from muster.app.results.report_forms import data_of
from muster.app.rounds.pods import own_seat
from muster.app.rounds.sheets import title_of
from muster.app.standings.read import standings_after
from muster.core.bracket.layouts import place_text
from muster.core.ids import Naming, PlayerId
from muster.core.messages import NOTHING, Message, of_rules
from muster.core.pairing.explain import counted
from muster.core.scoring.reports import Report
from muster.core.scoring.scored import Problem
from muster.core.standings.values import Table
from muster.core.tournament import queries
from muster.core.tournament.state import Match, Round, State
from muster.exchange.prizes import prizes_for, read_prizes
from muster.exchange.quick_results import Quick
from muster.exchange.quick_words import ResultTerms
from muster.rules.setups import Advice
from muster.web.player.page.around import Around, around
from muster.web.player.page.at_table import AtTable
from muster.web.player.page.followed import beside, tie_with, topics_of, with_whom
from muster.web.player.page.own_building import BuildPlace, build_place
from muster.web.player.page.own_first import OwnFirst
from muster.web.player.page.own_form import OwnFields
from muster.web.player.page.own_pod import PodPlace, pod_place
from muster.web.player.page.own_standings import rows_near, standings_around
from muster.web.player.page.own_worth import ended_word
from muster.web.player.page.pieces import KeyPart, frame_of, ground_of
from muster.web.player.page.seating import OwnSeating
from muster.web.player.page.setting_up import StepLine, steps_of
from muster.web.player.page.shown import Known, OpponentMet, OwnStandings, RoundLine, Version, round_line
from muster.web.player.rosters.status import RosterStatus, status_of
from muster.web.result_fields import FormField

_names_needed: Final = BoundedCache[tuple[PlayerId, ...]](2048)


class Sight:
    """Everything a player's page shows.

    Args:
        me: the player.
        stars: whom they have starred.
        found: what is around them, where it is at hand.
    """

    def __init__(self, me: Playing, stars: tuple[PlayerId, ...] = (), found: Around | None = None) -> None:
        self.me, self.stars = me, stars
        self.state: State = me.state
        self.around: Around = found or around(me.entry, me.snapshot, self.named())

    @cached_property
    def ground(self) -> KeyPart:
        """Where and what is played, as part of what decides the words of the page."""
        return ground_of(self.me)

    @cached_property
    def frame(self) -> KeyPart:
        """Likewise how the tournament stands, whatever the players' results are."""
        return frame_of(self.me)

    @property
    def name(self) -> Naming:
        """How others are called on this page."""
        return self.around.name

    @cached_property
    def my_name(self) -> str:
        """How others see the player's own name."""
        me = self.me
        if me.own is not None:
            return self.name(me.player)
        return me.entry.person.alias or me.entry.person.name

    @cached_property
    def opponent(self) -> Known | None:
        """Whom they meet in the running round, in a match of two."""
        found = self.me.opponent
        return None if found is None else self.around.people.get(found) or Known(self.name(found))

    @cached_property
    def seating(self) -> OwnSeating:
        """Their table of three or four."""
        return OwnSeating(self.me, self.around, self.table, self.decided)

    @cached_property
    def met(self) -> OpponentMet | None:
        """How the opponent stands; None before the first complete round, or for somebody without a rank."""
        opponent, table = self.me.opponent, self.table
        at = table.places.get(opponent) if opponent is not None and table else None
        if opponent is None or table is None or at is None:
            return None
        return OpponentMet(table.shared_ranks[at], record_of(self.state, opponent))

    @cached_property
    def double(self) -> Message | None:
        """Where they stand in a double elimination and whom they play next; None where there is none."""
        return own_way(self.state, self.me.player) if self.state.double and self.me.own else None

    @cached_property
    def tie(self) -> Message | None:
        """Whom they are equal with where only some go on, or how they were placed by a play-off; None mostly."""
        return tie_with(self.me, self.name)

    @property
    def best_of(self) -> int:
        """How many games a match of the running round has at most, but for those that are played again."""
        return terms_of(self.state, self.me.round).best_of if self.me.round else 1

    @property
    def title(self) -> str:
        """What the running round is called; empty before the first."""
        return str(title_of(self.state, self.me.round.number)) if self.me.round else ""

    @cached_property
    def clock(self) -> RoundClock | None:
        """The clock of the running round; None while there is nothing to show."""
        if self.me.round is None or not self.around.log:
            return None
        log = self.around.log
        clock = clock_of(
            self.me.snapshot.tournament, self.me.round.number, snapshot=self.me.snapshot, log=log
        )
        return clock if clock.shown else None

    @property
    def my_clock(self) -> RoundClock | Extension | None:
        """The clock as it stands at the player's table."""
        clock, match = self.clock, self.me.match
        return clock.at(match.pairing.table) if clock and match and self.extension else clock

    @property
    def extension(self) -> int:
        """The minutes more that the player's table got."""
        clock, match = self.clock, self.me.match
        return clock.clock.extended.get(match.pairing.table, 0) if clock and match else 0

    @cached_property
    def meeting(self) -> str:
        """Which match the forms of the page are about."""
        me = self.me
        return meeting_of(me.round.number, me.match.pairing) if me.round and me.match else ""

    @property
    def seen(self) -> str:
        """Stands for the report on record as the page shows it."""
        me = self.me
        if me.round is None or me.match is None or me.match.report is None:
            return ""
        return token_of(me.round.number, me.match, me.match.report)

    @cached_property
    def versions(self) -> tuple[Version, ...]:
        """What the players say: one version of a result that waits or stands, two of a disputed one."""
        me, match = self.me, self.me.match
        if match is None or me.round is None:
            return ()
        found = [self._version(me.round, match, match.report, match.by)] if match.report else []
        if match.status == "disputed" and match.by is not None:
            found.append(self._version(me.round, match, match.dispute, match.denied_by))
        return tuple(found)

    @cached_property
    def decided(self) -> Losses | None:
        """What penalties have decided of the match."""
        me = self.me
        if me.round is None or me.match is None or not self.around.losses:
            return None
        return counting(self.around.losses, self.state, me.round, me.match)

    @property
    def decided_notes(self) -> tuple[Note, ...]:
        """That in words for both players, as long as their result can still be reported."""
        speaks = self.decided and self.me.match and self.me.match.status != "confirmed"
        return self.decided.notes(self.name) if self.decided and speaks else ()

    @property
    def conceding(self) -> Note | None:
        """What conceding would mean, for the opponent or at a table of three or four; None without a match."""
        name = self.name(self.me.opponent) if self.me.opponent is not None else ""
        return terms_of_conceding(self.state.regulations, name) if name or self.me.at_table else None

    @property
    def agreeing(self) -> Note | None:
        """What the player settles for by agreeing to the opponent's concession, where they may be owed more."""
        match = self.me.match
        if match is None or match.report is None or self.me.reported_by_me:
            return None
        return terms_of_agreeing(self.state.regulations, match.report)

    @property
    def awarded(self) -> str:
        """What a match that was not played brings the player, in words; empty for one with a report."""
        match = self.me.match
        if match is None or match.outcome is None or match.report is not None:
            return ""
        names = tuple(map(self.name, match.pairing.players))
        side = sides_of_outcome(match.outcome, self.state.regulations, names, self.best_of)[self.me.seat]
        return f"{side.verdict}, {side.points}"

    @property
    def sets_up(self) -> bool:
        """Whether their game may still be set up: the match is open, and time is not up."""
        open_ = self.me.moment == "playing" and self.me.match is not None and self.me.match.status == "open"
        return open_ and not (self.my_clock and self.my_clock.phase == "over")

    @property
    def brings(self) -> tuple[Advice, ...]:
        """What a player brings and sees to before the first round."""
        return brings_at(self.state)

    @property
    def draft(self) -> tuple[Advice, ...]:
        """How a draft goes on, while people draft, or the picks of one are timed."""
        timed = any(one.pick for one in self.around.timers)
        return drafts(self.state) if timed or self.me.moment == "drafting" else ()

    @cached_property
    def pod(self) -> PodPlace | None:
        """Where the player sits in the pods; None where there are none, or they sit in none."""
        seat = own_seat(self.state, self.me.player) if self.me.own else None
        return pod_place(self.state, seat, self.name, self.around.timers) if seat else None

    @cached_property
    def building(self) -> BuildPlace | None:
        """Where the player builds a deck before the first round; None where they sit at no table for that."""
        return build_place(self.me.entry, self.state, self.me.player, self.name) if self.me.own else None

    @property
    def so_far(self) -> str:
        """Their place in the standings as they are; empty without one."""
        return self.ranked.rank if self.ranked else ""

    @property
    def set_up(self) -> tuple[StepLine, ...]:
        """How their game is set up, with what is done already."""
        return steps_of(self.state, self.around.ticked)

    @property
    def ticks(self) -> bool:
        """Whether there are steps to be ticked."""
        return any(step.id for step in self.set_up)

    @cached_property
    def rosters(self) -> AtTable:
        """What follows from the rosters of both players of the match."""
        return AtTable(self.me, self.around, self.name)

    @property
    def bye_points(self) -> Message:
        """What the bye of the running round brings; nothing without one."""
        bye, name = self.me.bye, self.state.regulations.standings.points_name
        return counted(bye.outcome.points, name) if bye else NOTHING

    @property
    def deciding(self) -> Message:
        """The part that wins what is still equal, which the report asks for; empty where there is none."""
        roles = self.state.regulations.seat_roles
        return of_rules({"first": roles.first, "second": roles.second}.get(roles.deciding or "", ""))

    @cached_property
    def rounds(self) -> tuple[RoundLine, ...]:
        """The player's rounds, latest first."""
        return tuple(self._line(played) for played in reversed(self._played))

    def _line(self, played: Played) -> RoundLine:
        ended = ended_word(played.match, self.me.player) if played.match else NOTHING
        return round_line(played, self.name, ended, at_tables=self.state.at_tables)

    @cached_property
    def ranked(self) -> OwnStandings | None:
        """The standings around the player; None before the first complete round, or for the disqualified."""
        if self.table is None or self._place is None:
            return None
        return standings_around(self.state, self.table, self._place, self.name)

    @cached_property
    def place(self) -> tuple[str, tuple[Message, ...]] | None:
        """The final place and what it wins; None before the end, or without a place."""
        places = queries.shown_places(self.state)
        mine = next((one for one in places if self.me.own and one.player == self.me.player), None)
        if mine is None:
            return None
        first, last = mine.first_place, mine.last_place
        prizes = prizes_for(read_prizes(self.me.entry.tournament.prizes), first, last)
        return place_text(first, last), prizes

    @property
    def placed(self) -> int:
        """How many have a final place."""
        return len(queries.shown_places(self.state))

    @property
    def record(self) -> MatchRecord:
        """What the player won, lost and drew."""
        return record_of(self.state, self.me.player)

    @property
    def seed(self) -> int | None:
        """Which seed of the cut the player is."""
        seeds = self.state.seeds or ()
        return seeds.index(self.me.player) + 1 if self.me.own and self.me.player in seeds else None

    @cached_property
    def roster(self) -> RosterStatus | None:
        """How their roster stands; None where none is asked for."""
        return status_of(self.me.entry.tournament, self.state, self.around.own, self.me.now)

    @property
    def topics(self) -> str:
        """What the page must be told about, as `data-topics` has it."""
        return topics_of(self.me, starred=bool(self.stars))

    def form(
        self, data: Mapping[str, str], problems: tuple[Problem, ...] = (), *, end: str = ""
    ) -> tuple[FormField, ...]:
        """The fields of the player's report, without what only a judge decides.

        Args:
            data: what is filled in; if nothing, what is known already.
            problems: what is wrong with that.
            end: only the fields of this way of ending, which is settled; all if empty.
        """
        me = self.me
        if me.round is None or me.match is None or me.at_table:
            return ()
        terms = terms_of(self.state, me.round)
        one, two = map(self.name, me.match.pairing.pair)
        fields = OwnFields(terms, (one, two), 0 if me.seat == 0 else 1)
        return fields.of(data or self._known(me.match, terms), problems, end=end)

    def _known(self, match: Match, terms: ResultTerms) -> Mapping[str, str]:
        """What is known of the result before anything is typed: what penalties have decided, or one's own report."""
        if self.decided and self.decided.offered:
            return data_of(self.decided.offered, terms)
        return data_of(match.report, terms) if match.report and self.me.reported_by_me else {}

    @cached_property
    def _played(self) -> list[Played]:
        return rounds_of(self.state, self.me.player) if self.me.own else []

    @cached_property
    def table(self) -> Table | None:
        """The standings after the last complete round; None before the first."""
        return standings_after(self.state) if queries.completed(self.state) else None

    @cached_property
    def _place(self) -> int | None:
        return self.table.places.get(self.me.player) if self.table and self.me.own else None

    @cached_property
    def friends(self) -> list[Friend]:
        """Those who are starred, but the player themselves."""
        mine = self.me.player if self.me.own else None
        return friends_of(self.state, (one for one in self.stars if one != mine), self.name)

    def named(self) -> tuple[PlayerId, ...]:
        """Whom the page names: the player, whom they met, whom they stand beside, and who is starred with whom."""
        starred = tuple(with_whom(self.me, self.stars))
        if self.me.own is None:
            return starred
        key = (self.me.snapshot.tournament, self.state.head, self.me.player)
        return (*_names_needed.of(key, self._named_usually), *starred)

    def _named_usually(self) -> tuple[PlayerId, ...]:
        met = [opponent for played in self._played for opponent in played.opponents]
        near = [row.player for row in rows_near(self.table, self._place)] if self.table else []
        return (self.me.player, *met, *near, *beside(self.me))

    def _version(self, round_: Round, match: Match, report: Report | None, by: PlayerId | None) -> Version:
        mine = self.me.own is not None and by == self.me.player
        quick = Quick(match.pairing.table, report)
        preview = scored_result(self.state, round_, quick, self.name) if report else None
        seen = OwnFirst(preview, self.me.seat) if preview else None
        return Version(self.name(by) if by is not None else "", mine, seen)


def sight_of(me: Playing, stars: tuple[PlayerId, ...] = ()) -> Sight:
    """What the page of this player shows to a browser with these stars."""
    return Sight(me, stars)
