"""The timers that regulations know: deck building, drafts, list review, sideboarding, late players; and a break."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from muster.app.rounds.pods import in_pods
from muster.core.messages import NOTHING, Message, say
from muster.core.tournament.state import State, best_of
from muster.rules.scoring import GamesScoring

Kind = Literal[
    "deck-building",
    "list-review",
    "sideboarding",
    "draft",
    "leaders",
    "pack-1",
    "pack-2",
    "pack-3",
    "tardiness",
    "break",
]
"""What a timer is for."""

PICKS: Final = 14
"""The cards of a booster that are picked: sixteen, without the leader, which is drafted before, and the base."""

_FIRST_PICK: Final = 180
LATER_PICK: Final = 45
"""Seconds of the first pick of a pack, and of every later one (`SWU-DRAFT-2`)."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A timer the regulations know, ready to be started.

    Attributes:
        kind: what it is for.
        label: its name.
        seconds: how long it lasts; of a draft, the first pick.
        clause: the clause that says so, or the number of our reading where the regulations are silent.
        says: what the clause says.
        later: how long every later pick lasts.
        picks: how many picks there are.
    """

    kind: Kind
    label: Message
    seconds: int
    clause: str = ""
    says: Message = NOTHING
    later: int = 0
    picks: int = 0

    @property
    def minutes(self) -> int:
        """The same in minutes, for a form."""
        return self.seconds // 60


LEADER_PICKS: Final = 2
_LEADER_PICK: Final = 60
"""A player keeps a leader of three, then one of two; the text gives these picks no time (`F22`)."""

_PACKS: Final[tuple[Kind, ...]] = ("pack-1", "pack-2", "pack-3")

_BY_CLAUSE: Final[tuple[tuple[Kind, str, int], ...]] = (
    ("deck-building", "SWU-LIM-1", 1800),
    ("draft", "SWU-DRAFT-2", _FIRST_PICK),
    ("list-review", "SWU-REV-1", 180),
    ("sideboarding", "SWU-SIDE-1", 180),
)
"""The timers that stand in a clause, with their seconds."""

_LATE: Final = "C6"
_LATE_CARDS: Final = 300
_LATE_MINIATURES: Final = 600
"""How long one waits for whoever is not seated: the floor rules, in cards and in miniatures."""


def presets(state: State) -> tuple[Preset, ...]:
    """The timers that make sense under these regulations, each with the clause it rests on."""
    rules = state.regulations
    stated = tuple(
        preset
        for kind, clause, seconds in _BY_CLAUSE
        if clause in rules.clauses and (kind != "sideboarding" or _several_games(state))
        for preset in _in_steps(state, _preset(kind, seconds, clause, rules.words_of(clause)))
    )
    wait = _LATE_CARDS if isinstance(rules.scoring, GamesScoring) else _LATE_MINIATURES
    says = say(
        "A player who is not seated {minutes} minutes after the start has lost the match (floor rules).",
        minutes=wait // 60,
    )
    late = Preset("tardiness", label_of("tardiness"), wait, _LATE, says)
    return (*stated, late, Preset("break", label_of("break"), 2700))


def _in_steps(state: State, preset: Preset) -> tuple[Preset, ...]:
    """The draft of pods in its steps, so that everybody is told where to pass: leaders, then pack by pack."""
    if preset.kind != "draft" or not in_pods(state):
        return (preset,)
    says = say("The regulations give leaders no time; this is how long each of the two picks lasts.")
    leaders = Preset("leaders", label_of("leaders"), _LEADER_PICK, "F22", says, _LEADER_PICK, LEADER_PICKS)
    return (leaders, *(replace(preset, kind=kind, label=label_of(kind)) for kind in _PACKS))


def later_of(kind: str) -> int:
    """How long every pick after the first lasts."""
    return _LEADER_PICK if kind == "leaders" else LATER_PICK


def _several_games(state: State) -> bool:
    """Whether a match of the running stage, or of the first, has more than one game: between games decks change."""
    return best_of(state, state.stages[-1].format if state.stages else state.created.first_stage) > 1


def _preset(kind: Kind, seconds: int, clause: str, says: Message) -> Preset:
    picks = (LATER_PICK, PICKS) if kind == "draft" else (0, 0)
    return Preset(kind, label_of(kind), seconds, clause, says, *picks)


def label_of(kind: str) -> Message:
    """What a timer is called."""
    return {
        "deck-building": say("Deck building"),
        "list-review": say("List review"),
        "sideboarding": say("Sideboarding"),
        "draft": say("Draft"),
        "leaders": say("Leaders, to the right"),
        "pack-1": say("Pack 1, to the left"),
        "pack-2": say("Pack 2, to the right"),
        "pack-3": say("Pack 3, to the left"),
        "tardiness": say("Waiting for late players"),
        "break": say("Break"),
    }.get(kind, say("Timer"))
