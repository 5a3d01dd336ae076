"""`muster regulations coverage`: how many sentences of the regulations have their place, and which have none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, get_args

from rich.table import Table
from rich.text import Text

from muster.cli.options import Json, argument, option
from muster.cli.output import OUT, Figures, fail, grid_of, plain, print_json, titled, values_of
from muster.core.messages import Message, listing, say, say_in, verbatim
from muster.rules.ledger import Sentence, SentenceKind, Sentences, Share, coverage, ledgers, share

KINDS: tuple[SentenceKind, ...] = get_args(SentenceKind)

HEADINGS: dict[SentenceKind, Message] = {
    "rule": say("rules"),
    "duty": say("duties"),
    "right": say("rights"),
    "text": say_in("sentences", "to look up"),
    "outside": say_in("sentences", "no program’s business"),
}


def regulations_coverage(
    regulations_id: Annotated[str, argument(say("Such as armada-4.0; all if left out."), "ID")] = "",
    *,
    missing: Annotated[bool, option(say("List the sentences that nothing carries."))] = False,
    as_json: Json = False,
) -> None:
    """`muster regulations coverage`."""
    chosen = _chosen(regulations_id)
    if as_json:
        print_json([_values(each, missing=missing) for each in chosen])
        return
    OUT.print(_table(chosen))
    if missing:
        for each in chosen:
            OUT.print()
            OUT.print(titled(verbatim(each.regulations), _missing(each.homeless)))


def _chosen(regulations_id: str) -> tuple[Sentences, ...]:
    found = ledgers()
    if not regulations_id:
        return tuple(found.values())
    if regulations_id not in found:
        known = listing(found, "plain")
        says = say("there are no regulations `{id}`; known are {known}", id=regulations_id[:80], known=known)
        fail(says)
    return (found[regulations_id],)


def _shares(one: Sentences) -> tuple[Share, ...]:
    """Of each kind, then of all."""
    return (*coverage(one).values(), share(one.sentences))


def _table(chosen: Iterable[Sentences]) -> Table:
    kinds = (Figures(HEADINGS[kind]) for kind in KINDS)
    table = grid_of(say("regulations"), *kinds, Figures(say_in("sentences", "all")))
    for one in chosen:
        table.add_row(one.regulations, *(str(each) for each in _shares(one)))
    return table


def _missing(sentences: Iterable[Sentence]) -> Table:
    table = grid_of(say("kind"), say("section"), say("sentence"), say("clause"))
    for one in sentences:
        cells = (str(HEADINGS[one.kind]), one.section, one.sentence, one.clause or "")
        table.add_row(*(Text(plain(cell)) for cell in cells))
    return table


def _values(one: Sentences, *, missing: bool) -> dict[str, Any]:
    kinds = {kind: values_of(each) for kind, each in coverage(one).items()}
    value: dict[str, Any] = {
        "regulations": one.regulations,
        "kinds": kinds,
        "all": values_of(share(one.sentences)),
    }
    if missing:
        value["missing"] = [each.model_dump(exclude={"carried", "reason"}) for each in one.homeless]
    return value
