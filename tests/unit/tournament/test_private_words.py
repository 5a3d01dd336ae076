"""What people type has no way into a fact but as a seal: whatever its field is called, today and in kinds to come."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from inspect import get_annotations
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NewType, get_args, get_origin

import pytest
from pydantic_core import PydanticSerializationError

import muster
from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import Message, verbatim
from muster.core.pairing.round_draws import RoundCards
from muster.core.private import PREFIX, UNSAID, Private, Seal, Typed, Words, digest_of
from muster.core.tournament import acts, commands
from muster.core.tournament.acts.base import Choice, Command, Decision, Describer, Fact
from muster.core.tournament.commands import COMMANDS
from muster.core.tournament.engine import (
    UnsealedError,
    decide,
    decode,
    digest_in,
    digests_in,
    encode,
    is_typed,
    typed_words,
)
from muster.core.tournament.facts import FACTS, PlayerDropped
from muster.core.tournament.state import State
from muster.rules.schema import Regulations
from muster.rules.variants import Variants
from tournament_cases import desk, typed

OF_REGULATIONS = (Regulations, Variants, RoundCards)
"""Text that an organiser publishes, or that is chosen from it."""

CHECKED = {("CreateTournament", "variants"), ("ProposeRound", "ahead")}
"""Held against the regulations' own readings, name by name; and what the program drew beforehand."""

WORDS = typed("is ill")


def plain(hint: Any) -> bool:
    """Whether text that anybody might have typed fits into a field of this type."""
    if hint == Choice or hint in OF_REGULATIONS or hint in (Seal, Private):
        return False
    if isinstance(hint, NewType):  # `Clause`, `DrawSeed`: text, but of one kind
        return hint.__supertype__ is not str and plain(hint.__supertype__)
    if get_origin(hint) is Literal:
        return False
    if get_origin(hint) is Annotated:
        return plain(get_args(hint)[0])
    if get_args(hint):
        return any(map(plain, get_args(hint)))
    if is_dataclass(hint):
        return any(True for _ in plain_fields(hint))
    return hint in (str, bytes, object, Any)


def plain_fields(kind: Any) -> Iterator[str]:
    """The fields of a fact or a command into which typed text fits."""
    for field in fields(kind):
        owner = next(one for one in reversed(kind.__mro__) if field.name in get_annotations(one))
        hint = eval(str(field.type), vars(sys.modules[owner.__module__]))  # noqa: S307  (our own annotations)
        if (kind.__name__, field.name) not in CHECKED and plain(hint):
            yield field.name


@dataclass(frozen=True, slots=True)
class Inner:
    """A value with plain text in it."""

    text: str


@dataclass(frozen=True, slots=True)
class Noted(Fact):
    """A kind that has been thought of too little."""

    kind: ClassVar[str] = "player.noted"
    remark: str
    parts_of_it: tuple[Inner, ...] = ()
    anything: Any = None
    why: Seal = UNSAID

    def evolve(self, state: State) -> State:
        return state

    def describe(self, to: Describer) -> Message:
        return verbatim(self.kind)


@dataclass(frozen=True, slots=True)
class Note(Command):
    """Asks for it, in the way of somebody who tidies up."""

    remark: Typed
    tidily: bool = False

    def decide(self, state: State) -> Decision:
        assert state.setup is not None
        assert isinstance(self.remark, Private)
        tidy = Private(self.remark.words.strip(), self.remark.salt) if self.tidily else self.remark
        return (Noted("", why=tidy.seal),)


def test_plain_text_in_a_fact_is_found_however_deep() -> None:
    assert list(plain_fields(Noted)) == ["remark", "parts_of_it", "anything"]


@pytest.mark.parametrize("kind", FACTS, ids=lambda one: one.kind)
def test_no_fact_can_carry_text_that_somebody_typed(kind: type[Fact]) -> None:
    assert list(plain_fields(kind)) == []


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda one: one.__name__)
def test_text_in_a_command_is_private_or_one_of_what_there_is(kind: type[Command]) -> None:
    assert list(plain_fields(kind)) == []


def test_a_seal_is_made_of_private_words_only() -> None:
    assert WORDS.seal == PREFIX + digest_of(WORDS.salt, "is ill")
    assert Private("", "5a").seal == UNSAID
    assert (WORDS.seal.seal, WORDS.seal.given, WORDS.given) == (WORDS.seal, True, True)
    assert not typed(" ").given
    with pytest.raises(ValueError, match="words never stand in a fact"):
        Seal("is ill")
    assert repr(WORDS) == "Private()"


@pytest.mark.parametrize("reason", ["is ill", WORDS])
def test_words_cannot_be_written_into_a_fact_in_the_place_of_a_seal(reason: Any) -> None:
    fact = replace(PlayerDropped(PlayerId(1), RoundNo(1)), reason=reason)
    with pytest.raises(PydanticSerializationError, match="takes a seal"):
        encode(fact)


def test_words_of_a_time_before_seals_are_read_as_they_are() -> None:
    data = '{"after":1,"player":1,"reason":"is ill"}'
    fact = decode("player.dropped", 1, data)
    assert isinstance(fact, PlayerDropped)
    assert (fact.reason, fact.reason.digest) == ("is ill", "")
    assert encode(fact) == f'{{"data":{data},"kind":"player.dropped","v":1}}'


def test_typed_words_are_compared_with_nothing_that_is_on_record() -> None:
    for text in ("is ill", WORDS.seal):
        with pytest.raises(TypeError, match="a state holds seals"):
            assert text == WORDS
    assert typed("is ill") == WORDS
    assert Private("is ill", "5a") != WORDS
    assert len({WORDS, typed("is ill"), Private("is ill", "5a")}) == 2


@pytest.mark.parametrize(
    "path", sorted(Path(acts.__file__ or "").parent.glob("*.py")), ids=lambda one: one.stem
)
def test_no_rule_rests_on_words_or_on_what_they_are_sealed_as(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            names = {one.attr for side in (node.left, *node.comparators) for one in ast.walk(side)
                     if isinstance(one, ast.Attribute)}  # fmt: skip
            assert not names & {"words", "seal", "digest", "salt", "reason"}, (path.name, node.lineno)


SOURCE = Path(muster.__file__).parent
SEALING = sorted(
    path
    for room in ("app", "web")
    for path in (SOURCE / room).rglob("*.py")
    if re.search(r"\b(typed|Private)\(", path.read_text(encoding="utf-8"))
)
"""Where words that people type become private."""

CHANGING = {
    "strip",
    "lstrip",
    "rstrip",
    "split",
    "join",
    "replace",
    "lower",
    "casefold",
    "title",
    "splitlines",
}


def changes_words(tree: ast.AST) -> Iterator[int]:
    """The lines at which words are changed that are then made private, in the call, its variables or its functions."""
    made = {one.name: [one] for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)}
    for one in ast.walk(tree):
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            made.setdefault(one.targets[0].id, []).append(one)  # type: ignore[arg-type]
    for call in ast.walk(tree):
        if not (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id in ("typed", "Private")
        ):
            continue
        names = {one.id for arg in call.args for one in ast.walk(arg) if isinstance(one, ast.Name)}
        for part in (*call.args, *(each for name in names for each in made.get(name, ()))):
            yield from (
                one.lineno
                for one in ast.walk(part)
                if isinstance(one, ast.Attribute) and one.attr in CHANGING
            )


@pytest.mark.parametrize("path", SEALING, ids=lambda one: one.relative_to(SOURCE).as_posix())
def test_no_form_changes_words_on_their_way(path: Path) -> None:
    assert [*changes_words(ast.parse(path.read_text(encoding="utf-8")))] == []


def test_words_that_a_form_strips_are_found() -> None:
    for text in (
        "typed(sent['reason'].strip())",
        "def act(desk):\n    reason = desk.sent.get('reason').strip()\n    return typed(reason)",
        "def _reason(desk):\n    return desk.sent['reason'].strip()\n\ntyped(_reason(desk))",
    ):
        assert [*changes_words(ast.parse(text))], text


def test_words_are_kept_whatever_the_field_of_the_fact_is_called() -> None:
    command = Note(WORDS)
    decision = decide(desk().state, command)
    assert isinstance(decision, tuple)
    assert digests_in(decision) == {WORDS.seal.digest}
    assert typed_words(command, decision) == {WORDS.seal.digest: Words(WORDS.salt, "is ill")}
    assert typed_words(command, ()) == {}


def test_the_digest_of_a_fact_is_that_of_its_words_and_old_facts_hold_words() -> None:
    sealed, plain, none = (
        PlayerDropped(PlayerId(1), RoundNo(1), reason)
        for reason in (WORDS.seal, Seal.recorded("is ill"), UNSAID)
    )
    assert [digest_in(fact) for fact in (sealed, plain, none)] == [WORDS.seal.digest, "", ""]
    assert [is_typed(fact) for fact in (sealed, plain, none)] == [False, True, False]


def test_whoever_strips_words_on_their_way_is_stopped() -> None:
    command = Note(typed(" is ill "), tidily=True)
    decision = decide(desk().state, command)
    assert isinstance(decision, tuple)
    with pytest.raises(UnsealedError, match="as they were typed"):
        typed_words(command, decision)


@pytest.mark.parametrize("words", ["x" * 501, "two\nlines"])
def test_words_that_no_file_could_hold_are_stopped(words: str) -> None:
    command = Note(typed(words))
    decision = decide(desk().state, command)
    assert isinstance(decision, tuple)
    with pytest.raises(UnsealedError, match="are no reason with its salt"):
        typed_words(command, decision)


def test_what_is_done_again_keeps_the_seals_it_had() -> None:
    at = desk(players=4)
    [fact] = at.do(commands.DropPlayer(PlayerId(2), typed("is ill")))
    again = fact.asked_by()
    assert again is not None
    assert typed_words(again, (fact,)) == {}
