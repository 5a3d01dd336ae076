"""Asking for a result field by field, in the game's own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from muster.core.scoring.fields import Asked, Field

Ask = Callable[[str], str]

_KEYS: Final[Mapping[str, str]] = {
    "scores.destroyed": "destroyed",
    "scores.objective": "objective",
    "scores": "score",
    "base_hp": "hp",
    "agreed_to_score": "agreed",
}
_HINTS: Final[Mapping[str, str]] = {
    "points": "two numbers, such as 177-49",
    "tokens": "two numbers, such as 3-1",
    "hp": "two numbers, such as 12-7",
    "seat": "1, 2 or a name",
    "games": "winners in order, such as 1,2,1; - for a drawn game",
    "yes-no": "yes or no",
}


def ask_result(fields: tuple[Field, ...], ask: Ask) -> list[str]:
    """The words of a result, as if they had been typed; an empty answer leaves a field out.

    Args:
        fields: what the regulations ask for in this stage.
        ask: shows a question and returns the answer.
    """
    choices = next(field for field in fields if field.name == "end").choices
    end = ask(f"How did it end? ({', '.join(identity for identity, _ in choices)})").strip().casefold()
    words = [end]
    figures: dict[str, str] = {}
    for field in fields:
        asked = next((one for one in field.asked if one.end == end), None)
        if field.name == "end" or asked is None or not _matters(asked, figures):
            continue
        answer = ask(f"{asked.label} ({_HINTS[field.kind]})").strip()
        if answer:
            figures[field.name] = answer
            words.append(f"{_KEYS.get(field.name, field.name)}={answer.replace(' ', '')}")
    return words


def _matters(asked: Asked, figures: Mapping[str, str]) -> bool:
    """Whether a conditional field can still matter after what was answered."""
    if asked.when == "if-agreed":
        return figures.get("agreed_to_score", "").casefold() == "yes"
    if asked.when == "if-equal":
        pairs = [value.partition("-") for name, value in figures.items() if name in ("tokens", "scores")]
        return all(one.strip() == two.strip() for one, _, two in pairs)
    return True
