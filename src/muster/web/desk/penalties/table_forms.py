"""A table of penalties changed by hand, a part at a time: what its forms hold, and the table they make or the mistakes.

A form is a text for each name. Names and words of the table and its kinds: `name`, `source`, and for each kind
`use.warning`, `name.warning`, `says.warning`. An offence: `name`, `what`, `source`, `clause`, `extension`, and for each
step `step.0.kind`, `step.0.offence`, `step.0.minutes`, with `step.0.0.when` and `step.0.0.kind` for what may be given
instead. Steps left empty are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.text import slugify

from muster.app.common.safe_text import one_line
from muster.app.judging.tables import digest_of
from muster.core.judging.penalties import EarlierPenalty, suggested
from muster.core.messages import Message, say, say_n, verbatim
from muster.exchange.whole import whole_number
from muster.rules.penalties import KINDS, PenaltyCategory, PenaltyTable
from muster.rules.penalty_files import from_json_value, to_json_value

Data = Mapping[str, str]

MOST_STEPS: Final = len(KINDS)
LONGEST: Final = 2000
"""Characters of a text."""

_WORDS: Final = ("name", "what", "source", "clause")
_STEP: Final = re.compile(r"steps\[(\d+)\](?:\.instead\[(\d+)\])?(?:\.(\w+))?")


@dataclass(frozen=True, slots=True)
class Draft:
    """What a form comes to.

    Attributes:
        table: the table with the change; None while there are mistakes.
        faults: what is wrong, by the name of the field.
        general: what is wrong and stands in no field.
        id: the id of the offence, where it is one.
    """

    table: PenaltyTable | None = None
    faults: Mapping[str, Message] = field(default_factory=dict)
    general: tuple[Message, ...] = ()
    id: str = ""


# Names, words and kinds -------------------------------------------------------------------------------------------


def as_it_is(text: str) -> str:
    """A text of a table as it is on record."""
    return text


def as_read(text: str) -> str:
    """A text of a table as whoever looks reads it: that of a table that comes along is translated."""
    return str(Message(text)) if text else ""


def head_data(table: PenaltyTable, how: Callable[[str], str] = as_it_is) -> dict[str, str]:
    """What the form of names, words and kinds holds, in words on record or as they are read."""
    data = {"name": how(table.name), "source": how(table.source)}
    for kind in table.kinds:
        data |= {
            f"use.{kind.id}": "yes",
            f"name.{kind.id}": how(kind.name),
            f"says.{kind.id}": how(kind.says),
        }
    return data


def head_digest(table: PenaltyTable) -> str:
    """Stands for what the form of names, words and kinds shows."""
    return digest_of(head_data(table))


def read_head(table: PenaltyTable, data: Data) -> Draft:
    """The table with other names, words and kinds of penalty."""
    chosen = [kind for kind in KINDS if data.get(f"use.{kind}")]
    words = _kept(data, head_data(table))
    value = _own(table) | {"name": words("name"), "source": words("source")}
    value["kinds"] = [
        {"id": kind, "name": words(f"name.{kind}"), "says": words(f"says.{kind}")} for kind in chosen
    ]
    missing = {
        f"use.{kind.id}": say("Still used by: {offences}.", offences=", ".join(users))
        for kind in table.kinds
        if kind.id not in chosen and (users := _users(table, kind.id))
    }
    if missing or not chosen:
        return Draft(faults=missing, general=() if chosen else (say("Choose at least one penalty."),))

    def place(key: str) -> str:
        found = re.fullmatch(r"kinds\[(\d+)\]\.(name|says)", key)
        if found:
            return f"{found[2]}.{chosen[int(found[1]) - 1]}"
        return key if key in ("name", "source") else ""

    return _draft(value, place)


def _users(table: PenaltyTable, kind: str) -> list[str]:
    """The names of the offences that name a penalty."""
    return [
        as_read(category.name)
        for category in table.categories
        if any(kind in (step.kind, *(one.kind for one in step.instead)) for step in category.steps)
    ]


# An offence -------------------------------------------------------------------------------------------------------


def offence_of(table: PenaltyTable, offence: str) -> PenaltyCategory | None:
    """The offence of this id; None if the table has none."""
    return next((each for each in table.categories if each.id == offence), None)


def offence_digest(category: PenaltyCategory | None) -> str:
    """Stands for an offence as it is, also for one that is not there."""
    return digest_of(offence_data(category))


def offence_data(category: PenaltyCategory | None, how: Callable[[str], str] = as_it_is) -> dict[str, str]:
    """What the form of an offence holds, in words on record or as they are read."""
    if category is None:
        return {}
    data = {name: how(str(getattr(category, name) or "")) for name in _WORDS}
    data["extension"] = str(category.extension or "")
    for at, step in enumerate(category.steps):
        data |= {f"step.{at}.kind": step.kind, f"step.{at}.offence": str(step.offence)}
        data[f"step.{at}.minutes"] = str(step.minutes or "")
        for place, one in enumerate(step.instead):
            data |= {f"step.{at}.{place}.when": how(one.when), f"step.{at}.{place}.kind": one.kind}
    return data


def read_offence(table: PenaltyTable, offence: str, data: Data) -> Draft:
    """The table with an offence changed, or with a new one where the table has none of this id.

    A reading of ours stays with the offence as long as the words on where it was read do.
    """
    before = offence_of(table, offence)
    words = _kept(data, offence_data(before))
    made = offence or _new_id(table, _text(data, "name"))
    value: dict[str, Any] = {"id": made, **{name: words(name) for name in _WORDS}}
    if before is not None and before.reading and before.source == value["source"]:
        value["reading"] = before.reading
    if not value["clause"]:
        del value["clause"]
    if extension := data.get("extension", "").strip():
        value["extension"] = _number(extension)
    steps = list(_steps(data, words))
    value["steps"] = [step for _at, step, _instead in steps]
    categories = list(_own(table)["categories"])
    at = table.categories.index(before) if before is not None else len(categories)
    categories[at : at + 1] = [value]
    draft = _draft(_own(table) | {"categories": categories}, lambda key: _field_of(key, at, steps))
    return Draft(draft.table, draft.faults, draft.general, made)


def without(table: PenaltyTable, offence: str) -> Draft:
    """The table without an offence."""
    categories = [each for each in _own(table)["categories"] if each["id"] != offence]
    if not categories:
        return Draft(
            general=(say("A table has at least one offence: add another before you remove this one."),)
        )
    return _draft(_own(table) | {"categories": categories}, lambda key: key)


def _new_id(table: PenaltyTable, name: str) -> str:
    """An id for an offence of this name that the table has not yet."""
    known = {each.id for each in table.categories}
    base = re.sub(r"[^a-z0-9]+", "-", slugify(name))[:50].strip("-") or "offence"
    return next(one for number in range(1, len(known) + 2) if (one := _numbered(base, number)) not in known)


def _numbered(base: str, number: int) -> str:
    return base if number == 1 else f"{base}-{number}"


Read = tuple[int, dict[str, Any], list[int]]
"""A step that was typed: in which row, what it says, and in which rows of it stands what may be given instead."""


def _steps(data: Data, words: Callable[[str], str]) -> Iterator[Read]:
    for at in range(MOST_STEPS):
        instead = [
            (place, {name: words(f"step.{at}.{place}.{name}") for name in ("when", "kind")})
            for place in range(MOST_STEPS)
        ]
        kept = [(place, one) for place, one in instead if any(one.values())]
        step: dict[str, Any] = {"kind": _text(data, f"step.{at}.kind")}
        for name in ("offence", "minutes"):
            if text := data.get(f"step.{at}.{name}", "").strip():
                step[name] = _number(text)
        if not kept and not any(step.values()):
            continue
        if kept:
            step["instead"] = [one for _place, one in kept]
        yield at, step, [place for place, _one in kept]


def _field_of(key: str, at: int, steps: list[Read]) -> str:
    """The field that a mistake of this offence stands in; empty where it is of none."""
    own = key.removeprefix(f"categories[{at + 1}].")
    found = _STEP.fullmatch(own)
    if own == key or not found:
        return own if own in (*_WORDS, "extension", "steps") and own != key else ""
    row, _value, instead = steps[int(found[1]) - 1]
    inside = f".{instead[int(found[2]) - 1]}" if found[2] else ""
    return f"step.{row}{inside}.{found[3] or 'kind'}"


# What it comes to -------------------------------------------------------------------------------------------------


def ladder(table: PenaltyTable, category: PenaltyCategory) -> tuple[tuple[Message, str], ...]:
    """What would be suggested the first, second, third time and so on, and for whoever is late: when, and what."""
    last = max(3, *(step.offence for step in category.steps if step.offence <= 9))
    times = [
        (say("Offence {number}", number=number + 1), _suggested(table, category, number))
        for number in range(last)
    ]
    late = sorted({step.minutes for step in category.steps if step.minutes})
    return (
        *times,
        *((_late(minutes), _suggested(table, category, 0, minutes=minutes)) for minutes in late),
    )


def _suggested(table: PenaltyTable, category: PenaltyCategory, before: int, *, minutes: int = 0) -> str:
    history = [EarlierPenalty(category.id, "warning")] * before
    return str(Message(table.kind(suggested(table, category.id, history, minutes=minutes).kind).name))


def _late(minutes: int) -> Message:
    return say_n("{count} minute late or more", "{count} minutes late or more", minutes)


# What both share --------------------------------------------------------------------------------------------------


def _own(table: PenaltyTable) -> dict[str, Any]:
    """The table as a value, as one of the organiser's own."""
    value = {**to_json_value(table), "id": "own"}
    value.pop("regulations", None)
    return value


def _draft(value: dict[str, Any], place: Callable[[str], str]) -> Draft:
    found = from_json_value(value)
    if isinstance(found, PenaltyTable):
        return Draft(found)
    faults: dict[str, Message] = {}
    general = []
    for mistake in found:
        if name := place(mistake.key):
            faults.setdefault(name, _sentence(mistake.message))
        else:
            says = say("{field} {problem}", field=mistake.key, problem=mistake.message)
            general.append(says if mistake.key else mistake.message)
    return Draft(None, faults, tuple(general))


def _sentence(message: Message) -> Message:
    """A mistake of a file as it stands at a field, where a word that is missing is just empty."""
    if "choices" in message.args:
        return say("Choose a penalty.")
    words = str(message)
    return verbatim(f"{words[:1].upper()}{words[1:]}.")


def _kept(data: Data, before: Data) -> Callable[[str], str]:
    """What a field holds; words that were left as they are read stay what they are on record, for every language."""

    def words(name: str) -> str:
        sent, stood = _text(data, name), before.get(name, "")
        return stood if sent == one_line(as_read(stood)) else sent

    return words


def _text(data: Data, name: str) -> str:
    return one_line(data.get(name, "")[: 2 * LONGEST])


def _number(text: str) -> int | str:
    """A number; anything else as it was typed, for the schema to say what it must be."""
    number = whole_number(text)
    return text if number is None else number


def rows_of(data: Data, before: str = "step") -> int:
    """How many rows a form shows that begin with `before`: those that are used, and one more to fill in."""
    texts = [key for key, text in data.items() if text and key.startswith(f"{before}.")]
    used = [at for at in range(MOST_STEPS) if any(key.startswith(f"{before}.{at}.") for key in texts)]
    return min(max(used) + 2 if used else 1, MOST_STEPS)
