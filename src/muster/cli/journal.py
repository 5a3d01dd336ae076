"""`muster journal`: journals between the site's database and files, and whether they are true."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from muster.cli.database import Data, opened
from muster.cli.files import UnusableError, load_secret, read_journal, secret_path, write_new
from muster.cli.options import Json, argument, option
from muster.cli.output import (
    OUT,
    UNUSABLE,
    Figures,
    complain,
    fail,
    grid_of,
    list_faults,
    print_json,
    print_line,
)
from muster.core.draws import ChainLink
from muster.core.messages import Message, figure, say, say_n, verbatim
from muster.exchange.journal import write

app = typer.Typer(
    help=str(say("Journals between the site's database and files, and whether they are true.")),
    no_args_is_help=True,
)


@app.command(
    help=str(say("Write a tournament's journal to a file that `muster play`, `standings` and `verify` read."))
)
def export(
    tournament: Annotated[str, argument(say("The event's code; CODE/2 for its second tournament."))],
    journal: Annotated[Path, argument(say("A file that is not there yet."), "FILE")],
    secret: Annotated[
        bool, option(say("Put the secret of the draws beside it, to go on with it."), "--secret")
    ] = False,
    data: Data = None,
) -> None:
    """`muster journal export`."""
    with opened(data):
        from muster.app.site import journal_files as keeping  # noqa: PLC0415  (only once the site is ready)
        from muster.journal import secrets  # noqa: PLC0415
        from muster.journal.store import DamagedJournalError  # noqa: PLC0415

        try:
            found = keeping.tournaments_of(tournament if "/" in tournament else f"{tournament}/1")[0]
            file = keeping.exported(found)
            kept = secrets.kept(found.pk) if secret else None
        except (keeping.NotFoundError, DamagedJournalError) as error:
            fail(verbatim(str(error)))
    if secret and kept is None:
        fail(say("This tournament has no secret yet: it gets one when its rounds are fixed."))
    try:
        write_new(journal, write(file).encode())
        if kept is not None:
            write_new(secret_path(journal), f"{kept}\n".encode(), 0o600)
    except UnusableError as error:
        fail(error.says, UNUSABLE)
    print_line(written(len(file.journal.entries), journal))
    if file.reasons:
        print_line(say("It holds full names and the words of reasons: it is for staff only."))


def written(facts: int, journal: Path) -> Message:
    """That a journal was written to a file."""
    return say_n(
        "Journal of {number} fact written to {path}.",
        "Journal of {number} facts written to {path}.",
        facts,
        number=figure(facts),
        path=str(journal),
    )


_IMPORT = say(
    "Take a journal file over into a new event, a draft that only its organiser sees.\n\n"
    "A secret that lies beside the file, as `muster play` keeps it, is taken over, too."
)


@app.command("import", help=str(_IMPORT))
def import_(
    journal: Annotated[Path, argument(say("A journal file."), "FILE")],
    account: Annotated[
        str, option(say("E-mail address of the account; else the first account."), "--account")
    ] = "",
    data: Data = None,
) -> None:
    """`muster journal import`."""
    file = read_journal(journal)
    secret = _secret_beside(journal)
    with opened(data):
        from muster.app.accounts import opening  # noqa: PLC0415  (only once the site is ready)
        from muster.app.site import journal_files as keeping  # noqa: PLC0415  (only once the site is ready)

        try:
            owner = opening.account_with(account) if account else opening.first_account()
            made = keeping.imported(owner, file, secret)
        except opening.NoSuchAccountError as error:
            fail(error.says, UNUSABLE)
        except keeping.UnfitJournalError as error:
            fail(say("{path}: {problem}", path=str(journal), problem=error.says))
        name = keeping.name_of(made)
        lacking = keeping.lacks_secret(file.journal.state, secret)
    facts = len(file.journal.entries)
    taken = say_n(
        "{number} fact taken over as {name}: a draft that only its organiser sees.",
        "{number} facts taken over as {name}: a draft that only its organiser sees.",
        facts,
        number=figure(facts),
        name=name,
    )
    print_line(taken)
    if lacking:
        lost = say(
            "There is no {file} beside it: no further round can be drawn.", file=secret_path(journal).name
        )
        complain(lost)


_CHECK = say(
    "Check journals in the database: the chain, every decision made again, names, and the secret of the "
    "draws.\n\nExit code 1 if anything is wrong."
)


@app.command(help=str(_CHECK))
def check(
    tournament: Annotated[str, argument(say("The event's code; CODE/2 for its second tournament."))] = "",
    everything: Annotated[bool, option(say("Check every journal there is."), "--all")] = False,
    as_json: Json = False,
    data: Data = None,
) -> None:
    """`muster journal check`."""
    if bool(tournament) == everything:
        fail(say("Say which to check: an event's code, CODE/2, or --all."), UNUSABLE)
    with opened(data):
        from muster.app.site import journal_files as keeping  # noqa: PLC0415  (only once the site is ready)

        try:
            found = [
                *(
                    keeping.all_checked()
                    if everything
                    else map(keeping.checked, keeping.tournaments_of(tournament))
                )
            ]
        except keeping.NotFoundError as error:
            fail(error.says)
    wrong = [one for one in found if one.findings]
    if as_json:
        print_json(
            [
                {"name": one.name, "facts": one.facts, "head": one.head, "findings": list(one.findings)}
                for one in found
            ]
        )
    else:
        shown = grid_of(say("Journal"), Figures(say("Facts")), say("Found"), say("Head of the chain"))
        for one in found:
            shown.add_row(
                str(one.name), str(figure(one.facts)), str(_counted(len(one.findings))), one.head[:16]
            )
        OUT.print(shown)
        for one in wrong:
            list_faults(
                say("{journal}: {finding}", journal=one.name, finding=finding) for finding in one.findings
            )
    if wrong:
        fail(say("{wrong} of {all} journals are not in order.", wrong=len(wrong), all=len(found)))


def _counted(findings: int) -> Message:
    return say_n("{count} finding", "{count} findings", findings) if findings else say("in order")


def _secret_beside(journal: Path) -> ChainLink | None:
    if not secret_path(journal).exists():
        return None
    try:
        return load_secret(journal)
    except UnusableError as error:
        fail(error.says, UNUSABLE)
