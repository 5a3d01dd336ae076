"""Two events to try things out on: one in the middle of its second round, one about to check in.

They are practice events, made through the same use cases as any other, and the same wherever they are made
on the same day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.db import transaction

from muster.app.common.access import Actor
from muster.app.events.editing import EventDetails, TournamentDetails, add_tournament, create_event
from muster.app.floor.clocks import ClockInput, act
from muster.app.floor.round_times import usual_minutes
from muster.app.history.submitting import Done, announce_plan, next_link, submit_all
from muster.app.registration.entries import Newcomer, enter
from muster.app.site.demo_rosters import add_rosters
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.messages import say
from muster.core.scoring.reports import Report
from muster.core.tournament import commands
from muster.core.tournament.commands import Command
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, State, best_of
from muster.exchange.dice import MatchSetup, made_up
from muster.journal import store
from muster.journal.models import DrawSecret
from muster.people.models import Account, Event, Tournament
from muster.rules.load import load

CODE: Final = "DEMO"
"""The code of the event in its second round."""

NEXT_CODE: Final = "DEMO2"
"""The code of the event that is about to check in."""

TIME_ZONE: Final = "Europe/Warsaw"

PLAYERS: Final = (
    Newcomer(name="Agnieszka Wiśniewska", club="Kraków Holocron", pronouns="she/her"),
    Newcomer(name="Björn Åkesson", club="Malmö Miniatures"),
    Newcomer(name="Chidi Okonkwo", club="Lagos Tabletop"),
    Newcomer(name="Daniela Costa", club="Clube do Dado", alias="Dani"),
    Newcomer(name="Émile Lefèvre", club="Les Rebelles de Lille"),
    Newcomer(name="Fatima El Amrani", club="Les Rebelles de Lille"),
    Newcomer(name="Grzegorz Brzęczyszczykiewicz", club="Kraków Holocron"),
    Newcomer(name="Hannah Goldberg", club="Mos Espa Irregulars"),
    Newcomer(name="Íñigo Etxeberria", club="Bilbao Wargames"),
    Newcomer(name="Jiří Novotný", club="Praha Legion"),
    Newcomer(name="Kateřina Svobodová", club="Praha Legion"),
    Newcomer(name="Liam O'Sullivan", club="Mos Espa Irregulars", fixed_table=3, table_reason="wheelchair"),
    Newcomer(name="Mei-Ling Chen", club="Kyber Taipei", alias="Mel"),
    Newcomer(name="Nguyễn Minh Anh", club="Kyber Taipei"),
    Newcomer(name="Oğuz Yıldırım", club="Bosphorus Dice"),
    Newcomer(name="Priya Raghunathan", pronouns="she/her"),
    Newcomer(name="Quinn Abernathy", club="Mos Espa Irregulars", pronouns="they/them"),
    Newcomer(name="Rasmus Sørensen", club="Malmö Miniatures"),
    Newcomer(name="Sigríður Jónsdóttir", club="Reykjavík Rogues"),
    Newcomer(name="Tomasz Zieliński", club="Kraków Holocron"),
    Newcomer(name="Umberto De Luca", club="Milano Imperiale"),
    Newcomer(name="Vasiliki Papadopoulou"),
    Newcomer(name="Wim van der Berg", club="Dobbelgilde Utrecht"),
)
"""Who enters the first event in time; the twenty-fourth comes late."""

LATE: Final = Newcomer(name="Yuki Tanaka", club="Kyber Taipei")

NEXT_PLAYERS: Final = (
    Newcomer(name="Zofia Kamińska", club="Kraków Holocron", paid=True),
    Newcomer(name="Arjun Mehta", paid=True),
    Newcomer(name="Beatriz Fernández", club="Bilbao Wargames", paid=True),
    Newcomer(name="Cillian Byrne", club="Mos Espa Irregulars"),
    Newcomer(name="Dorota Lis", club="Kraków Holocron", paid=True),
    Newcomer(name="Elif Demir", club="Bosphorus Dice"),
    Newcomer(name="Franz Huber", paid=True),
    Newcomer(name="Giulia Moretti", club="Milano Imperiale", paid=True),
    Newcomer(name="Haruto Sato", club="Kyber Taipei"),
    Newcomer(name="Inès Moreau", club="Les Rebelles de Lille", paid=True),
    Newcomer(name="João Pereira", club="Clube do Dado", alias="Jota"),
    Newcomer(name="Kwame Mensah", club="Lagos Tabletop", paid=True),
    Newcomer(name="Lena Fischer"),
)

_LEAVES: Final = PlayerId(16)
_CHECKED_IN: Final = 5
_SEED: Final = DrawSeed(sha256(b"muster demo").hexdigest())


class BrokenDemoError(Exception):
    """The demo asks for something that the regulations refuse: a fault of the demo."""


def add_demo(organiser: Account, now: datetime) -> bool:
    """Add the demo events that are not there.

    Args:
        organiser: whose events they become.
        now: the day they are played on.

    Returns:
        Whether any was added.
    """
    wanted = ((CODE, _running), (NEXT_CODE, _beginning))
    absent = [make for code, make in wanted if not Event.objects.filter(code=code).exists()]
    for make in absent:
        with transaction.atomic():
            make(organiser, now)
    return bool(absent)


@dataclass(frozen=True, slots=True)
class _Scene:
    """A demo event in the making; every act in it must be accepted."""

    tournament: Tournament
    actor: Actor

    @property
    def state(self) -> State:
        return store.load(self.tournament.pk).state

    def do(self, *asked: Command) -> None:
        _accepted(submit_all(self.tournament.pk, lambda _: asked, self.actor))

    def enter(self, *players: Newcomer) -> None:
        _accepted(enter(self.tournament, self.actor, players))

    def publish(self) -> None:
        """The next round: proposed, published, and its clock started."""
        self.do(next_link(self.tournament.pk, self.state))
        self.do(commands.PublishRound())
        round_no = self.state.rounds[-1].number
        minutes, _ = usual_minutes(self.state, round_no)
        asked = ClockInput(round_no=round_no, kind="start", minutes=minutes or 60)
        refusal = act(self.tournament.pk, self.actor, asked)
        if refusal is not None:
            raise BrokenDemoError(refusal.text())

    def waiting(self) -> list[tuple[RoundNo, TableNo, Report]]:
        """The tables without a result, in order, each with one made up for it."""
        state = self.state
        round_ = state.rounds[-1]
        open_tables = [(table, match) for table, match in sorted(round_.matches.items()) if not match.settled]
        return [(round_.number, table, _result(state, round_.number, match)) for table, match in open_tables]


def _running(organiser: Account, now: datetime) -> None:
    """Legion, round 1 complete, about half of round 2 reported, one of those disputed."""
    details = EventDetails(
        name=str(say("Holocron Open (demo)")),
        opens_at=now - timedelta(hours=4),
        time_zone=TIME_ZONE,
        description=str(
            say("A made-up Legion event in its second round. Try anything: it is only practice.")
        ),
        listed=True,
        on_front=True,
        practice=True,
    )
    setup = commands.CreateTournament(
        regulations=load("legion-2.0"), day=now.date(), structure="advanced", tables="1-14"
    )
    scene = _scene(organiser, CODE, details, setup, str(say("1: A trophy and a die\n2-24: A die")))
    scene.enter(*PLAYERS)
    scene.do(announce_plan(scene.tournament.pk))
    scene.do(commands.StartStage())
    scene.publish()
    for round_no, table, report in scene.waiting():
        scene.do(commands.ReportResult(round_no, table, report))
    scene.do(commands.DropPlayer(_LEAVES))  # without a reason, whose salt would make every demo another
    scene.enter(LATE)
    scene.publish()
    _half_done(scene)


def _half_done(scene: _Scene) -> None:
    """Results of about half the tables; of one only a player's word, of one the players' two words."""
    tables = scene.waiting()
    for round_no, table, report in tables[2 : 2 + len(tables) // 2]:
        scene.do(commands.ReportResult(round_no, table, report))
    (round_no, reported, first), (_, disputed, second) = tables[:2]
    matches = scene.state.rounds[-1].matches
    one, other = matches[disputed].pairing.players
    scene.do(commands.ReportResult(round_no, reported, first, by=matches[reported].pairing.players[0]))
    scene.do(commands.ReportResult(round_no, disputed, second, by=one))
    scene.do(commands.DisputeResult(round_no, disputed, by=other))


def _beginning(organiser: Account, now: datetime) -> None:
    """Unlimited, everybody entered, a few checked in, about half of the decks handed in."""
    details = EventDetails(
        name=str(say("Cantina Showdown (demo)")),
        opens_at=now + timedelta(hours=1),
        time_zone=TIME_ZONE,
        description=str(
            say(
                "A made-up Unlimited event whose players are just arriving: check them in, look at their decks."
            )
        ),
        listed=True,
        on_front=True,
        practice=True,
    )
    setup = commands.CreateTournament(
        regulations=load("unlimited-1.3"), day=now.date(), structure="advanced", check_in=True
    )
    scene = _scene(organiser, NEXT_CODE, details, setup, "")
    scene.enter(*NEXT_PLAYERS)
    scene.do(*(commands.CheckIn(PlayerId(number)) for number in range(1, _CHECKED_IN + 1)))
    scene.tournament.rosters = "required"
    scene.tournament.save(update_fields=["rosters"])
    add_rosters(scene.tournament, scene.actor, now)


def _scene(
    organiser: Account, code: str, details: EventDetails, setup: commands.CreateTournament, prizes: str
) -> _Scene:
    """A new event under this code with one tournament, whose dice are the same everywhere."""
    actor = Actor(f"account:{organiser.pk}", "organiser")
    event = create_event(organiser, details)
    event.code = code
    event.save(update_fields=["code"])
    named = TournamentDetails(name=str(say("Main event")), prizes=prizes)
    made = add_tournament(event, actor, named, setup)
    if isinstance(made, Refusal):
        raise BrokenDemoError(made.text())
    secret = sha256(f"muster {code}".encode()).hexdigest()
    DrawSecret.objects.update_or_create(tournament=made.pk, defaults={"secret": secret})
    return _Scene(made, actor)


def _result(state: State, round_no: RoundNo, match: Match) -> Report:
    stage = state.stages[-1].format
    dice = MatchSetup(_SEED, round_no, match.pairing.players, stage, best_of(state, stage))
    return made_up(dice, state.regulations)


def _accepted(answer: Done | Refusal) -> None:
    if isinstance(answer, Refusal):
        raise BrokenDemoError(answer.text())
