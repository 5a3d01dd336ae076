"""Taking what judges wrote about an erased person out of their records; numbers, kinds and clauses stay."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from django.db.models import Model

from muster.exchange.folding import folded
from muster.journal.models import ClockAct
from muster.people.models import ComponentReport, Entry, Penalty, Proxy, Recommendation, Ruling

_RULING: Final = ("question", "ruling", "final")
_PENALTY: Final = ("what", "withdrawn_because")
_COMPONENT: Final = ("component", "note")
_RECOMMENDED: Final = ("why",)

SHORTEST: Final = 3
"""A name or alias of fewer letters stands in half of all words, and is looked for nowhere."""


def forget_judged(entries: Collection[Entry], called: Iterable[str]) -> None:
    """Empty the words of records about these entries, and of others in their tournaments that name the person.

    Of those others also clauses that were typed, and why a table was given more time.

    Args:
        entries: the registrations of one person.
        called: what they were called until now: name and alias.
    """
    own = {entry.pk for entry in entries}
    names = names_in(called)
    tournaments = {entry.tournament_id for entry in entries}
    Proxy.objects.filter(entry__in=own).update(unreadable="")
    rulings = Ruling.objects.filter(tournament__in=tournaments)
    _emptied((row for row in rulings if own & set(row.entries)), _RULING, [""])
    _emptied(rulings, (*_RULING, "clause"), names)
    records = ((Penalty, _PENALTY), (ComponentReport, _COMPONENT), (Recommendation, _RECOMMENDED))
    for model, fields in records:
        rows: Iterable[Model] = model._default_manager.filter(tournament__in=tournaments)  # noqa: SLF001
        _emptied((row for row in rows if row.entry_id in own), fields, [""])  # type: ignore[attr-defined]
        _emptied(rows, fields, names)
    _emptied(Penalty.objects.filter(tournament__in=tournaments), ["clause"], names)
    _emptied(ClockAct.objects.filter(tournament__in=tournaments).exclude(reason=""), ["reason"], names)


def names_in(called: Iterable[str]) -> list[str]:
    """What of somebody's names is looked for in texts, as `names_one` compares it."""
    return [name for one in called if len(name := folded(one)) >= SHORTEST]


def names_one(text: str, names: Collection[str]) -> bool:
    """Whether one of these names stands in a text, whatever its capitals and accents."""
    return bool(text) and any(name in folded(text) for name in names)


def _emptied(rows: Iterable[Model], fields: Collection[str], names: Collection[str]) -> None:
    """Empty those of these fields in which one of the names stands."""
    for row in rows:
        named = [field for field in fields if names_one(getattr(row, field), names)]
        for field in named:
            setattr(row, field, "")
        if named:
            row.save(update_fields=named)
