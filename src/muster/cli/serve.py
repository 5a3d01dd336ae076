"""`muster serve`: the site on this machine, with a link that lets its organiser in."""

from __future__ import annotations

import os
import sys
import webbrowser
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

from rich.text import Text

from muster import __version__
from muster.cli import listening, site
from muster.cli.database import opened
from muster.cli.options import Json, option
from muster.cli.output import OUT, UNUSABLE, complain, fail, plain, print_json
from muster.core.messages import Message, say

Data = Annotated[Path | None, option(say("Folder for the database and all else that is kept."), "--data")]


_NEEDS_REDIS = say(
    "--workers above 1 needs Redis, through which the processes tell each other what has changed: "
    "set MUSTER_REDIS_URL, such as redis://127.0.0.1:6379."
)


@dataclass(frozen=True, slots=True)
class _Announcement:
    """What is printed once the server answers.

    Attributes:
        address: what `MUSTER_ORIGIN` says, else the one on this machine.
        local: for a browser on this machine.
        network: for everybody in the local network; empty without `--lan`.
        link: logs the organiser in, once; empty if they have a password.
        data: the data folder.
    """

    address: str
    local: str
    network: str
    link: str
    data: Path


def serve(
    data: Data = None,
    host: Annotated[str, option(say("Address to listen at."), "--host")] = "127.0.0.1",
    port: Annotated[int, option(say("Port; 0 for any free one."), "--port", min=0, max=65535)] = 8000,
    lan: Annotated[bool, option(say("Answer everybody in the local network."), "--lan")] = False,
    demo: Annotated[bool, option(say("Add events to try things out on."), "--demo/--no-demo")] = False,
    link: Annotated[bool, option(say("Print a log-in link in any case."), "--link")] = False,
    open_browser: Annotated[bool, option(say("Open the organiser's browser."), "--open")] = False,
    workers: Annotated[
        int, option(say("Processes; more than one needs MUSTER_REDIS_URL."), "--workers", min=1, max=64)
    ] = 1,
    reload: Annotated[
        bool, option(say("For developing: reload after a change, show tracebacks."), "--reload")
    ] = False,
    as_json: Json = False,
) -> None:
    """`muster serve`."""
    if workers > 1 and not os.environ.get("MUSTER_REDIS_URL", "").strip():
        fail(_NEEDS_REDIS, UNUSABLE)
    if reload:
        os.environ["MUSTER_DEBUG"] = "1"
    running = site.running(site.data_folder(data))
    listen, found_port = listening.free_port("0.0.0.0" if lan else host, port, running)  # noqa: S104  (asked for)
    network = _network(listen, found_port, lan)
    folder, alone = _folder(data, running)
    local = listening.at(listen, found_port)
    if alone:
        site.note_address(folder, local)
    address = os.environ.get("MUSTER_ORIGIN", "").rstrip("/") or local
    if not as_json and site.is_first_start():
        OUT.print(str(say("First start: making the database and the files of the pages. This happens once.")))
    with site.static_files():
        site.migrate()
        way = _Announcement(address, local, network, _first_link(address, demo=demo, wanted=link), folder)

    if reload:
        _announce(way, as_json=as_json)
        listening.serve_reloading(_host(listen), found_port)
        return

    def started() -> None:
        _announce(way, as_json=as_json)
        if open_browser:
            webbrowser.open(way.link or way.address)

    listening.serve(listen, found_port, started, workers=workers)
    if not as_json:
        OUT.print(str(say("Stopped. Everything is on record.")))


def link(
    data: Data = None,
    account: Annotated[
        str, option(say("E-mail address of the account; else the first account."), "--account")
    ] = "",
    port: Annotated[int, option(say("The port the server listens at."), "--port")] = 8000,
    as_json: Json = False,
) -> None:
    """`muster link`."""
    address = os.environ.get("MUSTER_ORIGIN", "").rstrip("/") or listening.at("127.0.0.1", port)
    with opened(data):
        made = address + _way_in(account)
    if as_json:
        print_json({"link": made})
    else:
        OUT.print(Text(made), soft_wrap=True)


def _folder(data: Path | None, running: site.ServerThere | None) -> tuple[Path, bool]:
    """Make folder and settings ready; the folder, and whether no other server has it."""
    folder = site.data_folder(data)
    site.make_data_folder(folder)
    site.ready(folder)
    alone = site.alone(folder)
    running = running or site.running(folder)
    if not alone and running and not os.environ.get("MUSTER_DATABASE_URL"):
        says = say(
            "Another server works on {folder}, too, since {since}, at {address}. That is fine: both see what the "
            "other writes, on their next page.",
            folder=str(folder),
            since=running.since,
            address=f"{running.address}/",
        )
        complain(says)
    return folder, alone


def _network(listen: str, port: int, lan: bool) -> str:
    """The address in the local network, which the site then answers to; empty without one."""
    if not listening.is_everywhere(listen):
        listening.extend_hosts([] if listen.startswith("127.") else [_host(listen)])
        return ""
    found = listening.network_address()
    if found is None:
        if lan:
            complain(say("This machine is in no network just now: only this machine can reach the site."))
        return ""
    listening.extend_hosts([found])
    return listening.at(found, port)


def _host(listen: str) -> str:
    return f"[{listen}]" if ":" in listen else listen


def _first_link(address: str, *, demo: bool, wanted: bool) -> str:
    """Make what a first start needs; a link for the organiser unless they can log in without."""
    from django.utils import timezone  # noqa: PLC0415  (only once the site is ready)

    from muster.app.accounts.opening import administrator_can_log_in, first_account  # noqa: PLC0415

    organiser = first_account()
    if demo:
        from muster.app.site.demo import add_demo  # noqa: PLC0415  (which knows most of the house)

        add_demo(organiser, timezone.now())
    return address + _way_in("") if wanted or not administrator_can_log_in() else ""


def _way_in(email: str) -> str:
    """The path that logs an account in; one line if there is no such account."""
    from django.db import connections  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from muster.app.accounts.opening import NoSuchAccountError, account_with, first_account, way_in  # noqa: PLC0415

    try:
        return way_in(account_with(email) if email else first_account(), timezone.now())
    except NoSuchAccountError as error:
        fail(error.says, UNUSABLE)
    finally:
        connections.close_all()


def _announce(way: _Announcement, *, as_json: bool) -> None:
    """Say where the site is. The link comes last, where it stays in sight."""
    if as_json:
        print_json(asdict(way) | {"data": str(way.data)}, indent=None)
    else:
        for line in _lines(way):
            OUT.print(line, soft_wrap=True)
    sys.stdout.flush()


def _lines(way: _Announcement) -> list[Text]:
    running = say("Muster {version} is running. Stop it with Ctrl-C.", version=__version__)
    lines = [Text(str(running), style="bold"), _row(say("On this machine"), f"{way.local}/")]
    if way.address != way.local:
        lines.append(_row(say("For everybody"), f"{way.address}/"))
    if way.network:
        lines.append(_row(say("In this network"), f"{way.network}/"))
        # Whoever scans the code from this screen must not read the organiser's link beside it.
        lines += [] if way.link else [Text(row) for row in _code(f"{way.network}/")]
    lines.append(_row(say("Kept in"), plain(str(way.data))))
    if way.link:
        if way.network:
            codes = say("Players find codes to scan on the pages of your events.")
            lines.append(Text(f"  {codes}"))
        once = say("For the organiser, once, within a day:")
        lines.append(Text(f"  {once}"))
        lines.append(Text(f"  {way.link}", style="bold"))
    return lines


def _row(label: Message, value: str) -> Text:
    return Text(f"  {label!s:18}{value}")


def _code(address: str) -> list[str]:
    """The address as a QR code in block letters; nothing where the terminal has none."""
    if not (sys.stdout.encoding or "").casefold().startswith("utf"):
        return []
    import segno  # noqa: PLC0415  (no other server needs it)

    rows = [list(row) for row in segno.make(address).matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["    " + "".join(_BLOCKS[bool(a), bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs]


_BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""Two modules above each other as one letter, light where the code is light (for dark terminals)."""
