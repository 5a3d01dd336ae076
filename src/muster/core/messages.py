"""What is said to people, before anybody says it: a sentence with named arguments, in no language yet.

Whoever knows something returns a `Message`; a page, a sheet of paper, a mail or the terminal says it in its
reader's language. Sentences are whole: no code puts one together out of pieces, for in another language the pieces
stand in another order.

The English text is the key under which a translation is looked up, as gettext has it; `say`, `say_n` and `say_in`
are the names under which the extraction finds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from gettext import NullTranslations
from typing import Final, Literal, Protocol, TypeAlias, TypeVar

from muster.core.ids import PlayerId
from muster.core.points import HalfPoints

Argument: TypeAlias = "Message | Listing | Numbered | Number | str | int"
"""What stands in a sentence: a name or figure as it is, or something that is said itself."""


Item: TypeAlias = "Message | Numbered | Number | str | int"
"""What stands in a list."""


class Translations(Protocol):
    """What knows sentences in a language: a `gettext` translation, or Django's `translation` module."""

    def gettext(self, message: str, /) -> str:
        """A sentence in this language; as it is if there is no translation."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """The form of a sentence for so many."""

    def pgettext(self, context: str, message: str, /) -> str:
        """A sentence that means different things in different places."""


ENGLISH: Final[Translations] = NullTranslations()
"""Every sentence as it stands in the code."""

_reader: Translations = ENGLISH


def speak(catalogue: Translations) -> None:
    """Say messages by this catalogue from here on, where nobody says which; once, when a program starts.

    A catalogue may follow the reader: Django's speaks the language of the request it is asked in.
    """
    global _reader  # noqa: PLW0603  (set once, at the start of a program)
    _reader = catalogue


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for people.

    Attributes:
        text: the sentence in English, arguments in braces: `Table {table} has no result yet.`
        args: the arguments by name.
        plural: the sentence for several, where it depends on a number; else empty.
        count: that number; it is the argument `count` as well.
        context: where the same English words mean different things, which of them is meant.
    """

    text: str
    args: Mapping[str, Argument] = field(default_factory=dict)
    plural: str = ""
    count: int = 0
    context: str = ""

    def said(self, catalogue: Translations) -> str:
        """The sentence by this catalogue."""
        if self.plural:
            words = catalogue.ngettext(self.text, self.plural, self.count)
        elif self.context:
            words = catalogue.pgettext(self.context, self.text)
        else:
            # The translation of the empty text is a catalogue's heading.
            words = catalogue.gettext(self.text) if self.text else ""
        if not self.args:
            return words
        return words.format_map({name: _said(value, catalogue) for name, value in self.args.items()})

    def naming(self, names: Mapping[PlayerId, str]) -> Message:
        """The same sentence, with whoever it speaks of by number called by these names."""
        if not self.args:
            return self
        return replace(self, args={each: _named(value, names) for each, value in self.args.items()})

    def __str__(self) -> str:
        """The sentence for whoever reads just now."""
        return self.said(_reader)

    def __bool__(self) -> bool:
        """Whether anything is said."""
        return bool(self.text)

    def __hash__(self) -> int:
        """Equal messages are one in a set."""
        return hash((self.text, tuple(sorted((name, str(value)) for name, value in self.args.items()))))


@dataclass(frozen=True, slots=True)
class Listing:
    """Several things named in one sentence: `A, B and C`.

    Attributes:
        items: what is named, in order.
        kind: `and`, `or`, or `plain` for commas alone.
    """

    items: tuple[Item, ...]
    kind: Literal["and", "or", "plain"] = "and"

    def said(self, catalogue: Translations) -> str:
        """The list by this catalogue."""
        words = [str(_said(item, catalogue)) for item in self.items]
        if not words:
            return ""
        last = words.pop()
        if not words:
            return last
        comma = catalogue.pgettext("list", "{first}, {next}")
        first = words[0]
        for item in words[1:]:
            first = comma.format(first=first, next=item)
        return self._ending(catalogue).format(first=first, next=last)

    def naming(self, names: Mapping[PlayerId, str]) -> Listing:
        """The same list, with whoever it names by number called by these names."""
        return replace(self, items=tuple(_named(item, names) for item in self.items))

    def _ending(self, catalogue: Translations) -> str:
        if self.kind == "and":
            return catalogue.pgettext("list", "{first} and {next}")
        if self.kind == "or":
            return catalogue.pgettext("list", "{first} or {next}")
        return catalogue.pgettext("list", "{first}, {next}")

    def __str__(self) -> str:
        """The list for whoever reads just now."""
        return self.said(_reader)

    def __bool__(self) -> bool:
        """Whether anything is named."""
        return bool(self.items)


@dataclass(frozen=True, slots=True)
class Numbered:
    """Somebody who is known by an entry number alone where a sentence is made; `naming` puts the name in."""

    number: PlayerId

    def __str__(self) -> str:
        """The number."""
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Number:
    """A number that every language writes with marks of its own: `12,345` and `66.67 %`.

    Attributes:
        text: as English writes it, which is not compared or counted with.
        percent: whether it is a percentage.
    """

    text: str
    percent: bool = False

    def said(self, catalogue: Translations) -> str:
        """The number by this catalogue: with the marks of its thousands and decimals."""
        words = self.text
        if "," in words or "." in words:
            words = _marked(words, catalogue)
        return catalogue.pgettext("number", "{number} %").format(number=words) if self.percent else words

    def __str__(self) -> str:
        """The number for whoever reads just now."""
        return self.said(_reader)


NOTHING: Final = Message("")
"""Nothing to say."""


def say(text: str, /, **args: Argument) -> Message:
    """A sentence with its arguments: `say("Table {table} is free.", table=4)`."""
    return Message(text, args)


def say_n(one: str, many: str, count: int, /, **args: Argument) -> Message:
    """A sentence that depends on a number: `say_n("{count} player", "{count} players", 3)`."""
    number = count.plural if isinstance(count, HalfPoints) else count
    return Message(one, {"count": count, **args}, plural=many, count=number)


def say_in(context: str, text: str, /, **args: Argument) -> Message:
    """A sentence whose English words mean something else in another place: `say_in("verb", "Draw")`."""
    return Message(text, args, context=context)


def listing(items: Iterable[Item], kind: Literal["and", "or", "plain"] = "and") -> Listing:
    """Several things named in one sentence."""
    return Listing(tuple(items), kind)


def of_rules(words: str) -> Message:
    """A word of a game's regulations, such as `first player`; nothing if there is none.

    Those of the regulations that come along are translated, others stand as they were typed.
    """
    return Message(words, context="regulations") if words else NOTHING


def whose(force: str) -> Message:
    """What a game calls a force where something of it is meant: "fleet points" are points of a fleet.

    Languages with cases have a word of its own there.
    """
    return Message(force, context="of a force")


def paragraph(*sentences: Message) -> Message:
    """Whole sentences one after the other; those that say nothing are left out."""
    said = [sentence for sentence in sentences if sentence]
    if not said:
        return NOTHING
    whole = said[0]
    for sentence in said[1:]:
        whole = say_in("sentences", "{first} {next}", first=whole, next=sentence)
    return whole


def figure(number: int) -> Number:
    """A whole number that may be large, its thousands marked: `12,345`."""
    return Number(f"{number:,}")


def verbatim(words: str | Number) -> Message:
    """Words that are the same in every language: a name, a clause, what somebody typed; or a number alone."""
    return Message("{words}", {"words": words})


class SaidError(Exception):
    """An error that reaches people: `says` is what they are shown, and so is the text of the error."""

    def __init__(self, says: Message) -> None:
        super().__init__(says)
        self.says = says


_A = TypeVar("_A", "Argument", "Item")


def _named(value: _A, names: Mapping[PlayerId, str]) -> _A:
    """An argument with names in place of the numbers that have one."""
    if isinstance(value, Numbered):
        return names.get(value.number, value)
    return value.naming(names) if isinstance(value, (Message, Listing)) else value


def _said(value: Argument, catalogue: Translations) -> str | Numbered | int:
    """An argument by this catalogue; names and small figures as they are."""
    return value.said(catalogue) if isinstance(value, (Message, Listing, Number)) else value


def _marked(english: str, catalogue: Translations) -> str:
    """A number with the marks of a language, which writes two examples; with English ones if it writes no such."""
    marks = re.findall(r"\D", catalogue.pgettext("number", "12,345.67"))
    if len(marks) != len(",."):
        return english
    thousands, decimal = marks
    whole, point, rest = english.partition(".")
    # Some languages keep four digits together.
    if len(whole.lstrip("-")) == len("1,234") and catalogue.pgettext("number", "1,234").isdigit():
        thousands = ""
    return whole.replace(",", thousands) + (decimal + rest if point else "")
