"""A new kind of fact, by the recipe in CONTRIBUTING.md: followed step by step on a copy of the tree, and then used.

The made-up fact notes something about a player: typed words, a rule, an effect that the state and both checks know.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import muster

ROOT = Path(muster.__file__).parent
RECIPE = Path(__file__).parents[3] / "CONTRIBUTING.md"
ACTS = "core/tournament/acts/people.py"
STATE = "core/tournament/state.py"
BROWSER = "web/static/muster/verify/state.js"

ACT = '''

@dataclass(frozen=True, slots=True)
class NotePlayer(Command):
    """Note something about a player."""

    right = "people"
    player: PlayerId
    note: Typed

    def decide(self, state: State) -> Decision:
        """Once."""
        player = player_of(state, self.player)
        if isinstance(player, Refusal):
            return player
        if player.noted:
            return Refusal("already-entered", say("Player {player} is noted already.", player=self.player))
        return (PlayerNoted(self.player, self.note.seal),)


@dataclass(frozen=True, slots=True)
class PlayerNoted(Fact):
    """Something was noted about a player."""

    kind = "player.noted"
    title = say("a player is noted")
    right = "people"
    group = "people"
    parts = ("people",)
    keeps_proposal = True
    player: PlayerId
    note: Seal

    def evolve(self, state: State) -> State:
        """Noted."""
        return with_player(state, changed(state.players[self.player], noted=True))

    def describe(self, to: Describer) -> Message:
        """Who, and what."""
        return say("{player} is noted ({note}).", player=to.name(self.player), note=to.words(self.note))

    def asked_by(self) -> Command:
        """The same note."""
        return NotePlayer(self.player, self.note)
'''

DAY = """
from datetime import date
from muster.core.ids import PlayerId
from muster.core.private import Private
from muster.core.tournament import commands, facts
from muster.core.tournament.journal import Journal
from muster.core.tournament.proof.verify import verify
from muster.exchange.journal import JournalFile, read, write
from muster.core.tournament.engine import typed_words
from muster.exchange.words import Teller
from muster.rules.load import load

journal = Journal()
journal.submit(commands.CreateTournament(regulations=load("armada-4.0"), day=date(2018, 12, 1)))
for number in (1, 2):
    journal.submit(commands.EnterPlayer(PlayerId(number)))
command = commands.NotePlayer(PlayerId(1), Private("plays in red", "5a" * 32))
(entry,) = journal.submit(command).entries
print(entry.fact.kind, type(entry.fact) in facts.FACTS, journal.state.players[1].noted)
words = typed_words(command, [entry.fact])
print("red" not in entry.text, [text for _, text in words.values()])
print(journal.submit(command).text())
teller = Teller(journal.state, journal.entries, str, {digest: text for digest, (_, text) in words.items()})
print(teller.tell(entry.fact))
file = JournalFile(journal, reasons=words)
again = read(write(file).encode())
print(write(again) == write(file), verify(again.journal.entries).holds)
journal.submit(commands.Retract())
print(journal.state.players[1].noted, verify(journal.entries).holds)
"""

SEALED = "from muster.core.private import Seal, Typed\n"
EFFECT = """  "player.noted"({ player }) {
    this.players.get(player).noted = true;
  }
"""
BEFORE = (
    (ACTS, "from muster.core.scoring", SEALED),
    (STATE, "\n\n@dataclass(frozen=True, slots=True)\nclass Match:", "    noted: bool = False\n"),
    (BROWSER, '  "player.rejoined": {', '  "player.noted": { newest: 1, keeps: true },\n'),
    (BROWSER, '  "player.rejoined"(', EFFECT),
)
"""What the steps of the recipe put before a place in a file, but for a page and a word for the terminal."""


def copied(place: Path) -> Path:
    """What a fact lives in, without the desk: the core, what reads and writes it, and the check in the browser."""
    tree = place / "muster"
    for room in ("core", "rules", "exchange", "web/static/muster/verify"):
        shutil.copytree(ROOT / room, tree / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "__init__.py", tree)
    return tree


def followed(tree: Path) -> None:
    """The recipe's steps on a copy."""
    for name, place, text in BEFORE:
        whole = (tree / name).read_text(encoding="utf-8")
        assert place in whole
        (tree / name).write_text(whole.replace(place, text + place, 1), encoding="utf-8")
    with (tree / ACTS).open("a", encoding="utf-8") as file:
        file.write(ACT)


def test_a_kind_of_fact_by_the_recipe(tmp_path: Path) -> None:
    followed(copied(tmp_path))
    ran = subprocess.run(
        [sys.executable, "-c", DAY],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    assert ran.stdout.splitlines() == [
        "player.noted True True",
        "True ['plays in red']",
        "Player 1 is noted already.",
        "1 is noted (plays in red).",
        "True True",
        "False True",
    ]


def test_the_recipe_names_at_most_seven_source_files() -> None:
    steps = RECIPE.read_text(encoding="utf-8").split("### A new kind of fact")[1].split("\n#")[0]
    named = re.findall(r"^\d\. `([^`]+)`", steps, flags=re.MULTILINE)
    assert len(named) <= 7
    assert {"core/tournament/acts/<topic>.py", STATE, BROWSER} <= set(named)
    for name in named:
        assert "<" in name or (ROOT / name).exists(), name
