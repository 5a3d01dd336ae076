"""`muster journal`: journals between the site's database and files, and whether they are true."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from muster.cli.database import Data, opened
from muster.cli.files import UnusableError, load_secret, read_journal, secret_path, write_new
from muster.cli.output import OUT, UNUSABLE, complain, fail, grid_of, list_faults, plain, print_json
from muster.core.draws import ChainLink
from muster.exchange.journal import write

app = typer.Typer(
    help="Journals between the site's database and files, and whether they are true.", no_args_is_help=True
)

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


@app.command()
def export(
    tournament: Annotated[str, typer.Argument(help="The event's code; CODE/2 for its second tournament.")],
    journal: Annotated[Path, typer.Argument(metavar="FILE", help="A file that is not there yet.")],
    secret: Annotated[
        bool, typer.Option("--secret", help="Put the secret of the draws beside it, to go on with it.")
    ] = False,
    data: Data = None,
) -> None:
    """Write a tournament's journal to a file that `muster play`, `standings` and `verify` read."""
    with opened(data):
        from muster.app import keeping  # noqa: PLC0415  (only once the site is ready)
        from muster.journal import secrets  # noqa: PLC0415
        from muster.journal.store import DamagedJournalError  # noqa: PLC0415

        try:
            found = keeping.tournaments_of(tournament if "/" in tournament else f"{tournament}/1")[0]
            file = keeping.exported(found)
            kept = secrets.kept(found.pk) if secret else None
        except (keeping.NotFoundError, DamagedJournalError) as error:
            fail(str(error))
    if secret and kept is None:
        fail("This tournament has no secret yet: it gets one when its plan is announced.")
    try:
        write_new(journal, write(file).encode())
        if kept is not None:
            write_new(secret_path(journal), f"{kept}\n".encode(), 0o600)
    except UnusableError as error:
        fail(str(error), UNUSABLE)
    written = f"Journal of {len(file.journal.entries):,} facts written to {journal}."
    OUT.print(Text(plain(written)), soft_wrap=True)
    if file.reasons:
        OUT.print("It holds full names and the words of reasons: it is for staff only.", soft_wrap=True)


@app.command("import")
def import_(
    journal: Annotated[Path, typer.Argument(metavar="FILE", help="A journal file.")],
    account: Annotated[
        str, typer.Option("--account", help="E-mail address of the account; else the first account.")
    ] = "",
    data: Data = None,
) -> None:
    """Take a journal file over into a new event, a draft that only its organiser sees.

    A secret that lies beside the file, as `muster play` keeps it, is taken over, too.
    """
    file = read_journal(journal)
    secret = _secret_beside(journal)
    with opened(data):
        from muster.app import keeping, opening  # noqa: PLC0415  (only once the site is ready)

        try:
            owner = opening.account_with(account) if account else opening.first_account()
            made = keeping.imported(owner, file, secret)
        except opening.NoSuchAccountError as error:
            fail(str(error), UNUSABLE)
        except keeping.UnfitJournalError as error:
            fail(f"{journal}: {error}")
        name = keeping.name_of(made)
        lacking = keeping.lacks_secret(file.journal.state, secret)
    said = f"{len(file.journal.entries):,} facts taken over as {name}: a draft that only its organiser sees."
    OUT.print(Text(plain(said)), soft_wrap=True)
    if lacking:
        complain(f"There is no {secret_path(journal).name} beside it: no further round can be drawn.")


@app.command()
def check(
    tournament: Annotated[
        str, typer.Argument(help="The event's code; CODE/2 for its second tournament.")
    ] = "",
    everything: Annotated[bool, typer.Option("--all", help="Check every journal there is.")] = False,
    as_json: Json = False,
    data: Data = None,
) -> None:
    """Check journals in the database: the chain, every decision made again, names, and the secret of the draws.

    Exit code 1 if anything is wrong.
    """
    if bool(tournament) == everything:
        fail("Say which to check: an event's code, CODE/2, or --all.", UNUSABLE)
    with opened(data):
        from muster.app import keeping  # noqa: PLC0415  (only once the site is ready)

        try:
            found = [
                *(
                    keeping.all_checked()
                    if everything
                    else map(keeping.checked, keeping.tournaments_of(tournament))
                )
            ]
        except keeping.NotFoundError as error:
            fail(str(error))
    wrong = [one for one in found if one.findings]
    if as_json:
        print_json(
            [
                {"name": one.name, "facts": one.facts, "head": one.head, "findings": list(one.findings)}
                for one in found
            ]
        )
    else:
        shown = grid_of("Journal", ">Facts", "Found", "Head of the chain")
        for one in found:
            shown.add_row(one.name, f"{one.facts:,}", _counted(len(one.findings)), one.head[:16])
        OUT.print(shown)
        for one in wrong:
            list_faults(f"{one.name}: {finding}" for finding in one.findings)
    if wrong:
        fail(f"{len(wrong)} of {len(found)} journals are not in order.")


def _counted(findings: int) -> str:
    return "in order" if not findings else f"{findings} finding{'' if findings == 1 else 's'}"


def _secret_beside(journal: Path) -> ChainLink | None:
    if not secret_path(journal).exists():
        return None
    try:
        return load_secret(journal)
    except UnusableError as error:
        fail(str(error), UNUSABLE)
