"""Making the site ready for a command of the terminal: data folder, secret key, settings, database, static files.

Nothing of Django is imported before it is needed: the other commands start faster without it.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from muster import __version__
from muster.cli.output import UNUSABLE, fail
from muster.cli.translation import speak_users_language
from muster.core.messages import say, verbatim

LOCK: Final = "server.lock"
"""The file that the first server of a folder holds, with its address in it."""

STAMP: Final = "static.stamp"
"""The file that says which static files lie in the folder."""

UNUSED: Final = tuple(
    f"django_htmx/{name}" for name in ("ext/*", "htmax-*", "htmx-4.*", "htmx-2.js", "django-htmx.js")
)
"""Static files of packages that no page asks for: to compress them would take a second of the first start."""

DEFAULT_DATA: Final = "muster-data"
"""The data folder if none is given."""


def data_folder(given: Path | None) -> Path:
    """The data folder: the one given, the one of `MUSTER_DATA`, or `muster-data` here."""
    return (given or Path(os.environ.get("MUSTER_DATA") or DEFAULT_DATA)).absolute()


def ready(data: Path | None = None) -> None:
    """Set Django up, with this folder of data if one is given; safe to call twice.

    Only after this may anything that holds a Django model be imported. A wrong setting ends the command.
    """
    import django  # noqa: PLC0415  (commands on files alone need no framework)
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415

    if data is not None:
        os.environ["MUSTER_DATA"] = str(data.absolute())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muster.site.settings")
    try:
        django.setup()
    except ImproperlyConfigured as error:
        fail(verbatim(str(error)), UNUSABLE)
    speak_users_language()  # what the site would say to readers of its pages is said in the terminal here


def use_no_other_database() -> None:
    """From now on, work on the database in the data folder, whatever the environment says."""
    os.environ.pop("MUSTER_DATABASE_URL", None)


def make_data_folder(data: Path) -> None:
    """Make the data folder, for its owner alone, with a secret key in it; one line if it cannot be used."""
    os.umask(0o077)
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
            raise PermissionError(None, str(say("it cannot be written to")))
        if not os.environ.get("MUSTER_SECRET_KEY"):
            _make_key(data / "secret-key")
    except OSError as error:
        says = say(
            "The data folder {folder} cannot be used: {problem}. Choose another with --data.",
            folder=str(data),
            problem=error.strerror or str(error),
        )
        fail(says, UNUSABLE)


def _make_key(path: Path) -> None:
    """Keep a new secret key for this site, readable by its owner alone, unless there is one."""
    if path.exists():
        return
    # Written beside and linked into place: another server starting now must never read half a key.
    beside = path.with_name(f".{path.name}-{os.getpid()}")
    beside.write_text(secrets.token_urlsafe(50), encoding="ascii")
    beside.chmod(0o600)
    try:
        os.link(beside, path)
    except FileExistsError:
        pass
    finally:
        beside.unlink()


def alone(data: Path) -> bool:
    """Whether no other server uses this folder; from now on until this process ends, this one does."""
    if sys.platform == "win32":
        return True
    import fcntl  # noqa: PLC0415  (there is none on Windows)

    lock = os.open(data / LOCK, os.O_RDWR | os.O_CREAT, 0o600)  # stays open for good
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def note_address(data: Path, address: str) -> None:
    """Write down where this server, which has the folder to itself, can be found."""
    (data / LOCK).write_text(address, encoding="ascii")


@dataclass(frozen=True, slots=True)
class ServerThere:
    """A server that has this folder.

    Attributes:
        address: where it answers.
        since: when it began, in the time of this machine, such as `2026-03-14 09:30`.
    """

    address: str
    since: str


def running(data: Path) -> ServerThere | None:
    """The server that has this folder; None if there is none."""
    if sys.platform == "win32":
        return None
    import fcntl  # noqa: PLC0415  (as above)

    try:
        lock = (data / LOCK).open(encoding="ascii")
    except OSError:
        return None  # there is none, or the folder cannot be used, which is told later
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            began = datetime.fromtimestamp(os.fstat(lock.fileno()).st_mtime, UTC).astimezone()
            return ServerThere(lock.read().strip(), f"{began:%Y-%m-%d %H:%M}")
    return None


def migrate() -> None:
    """Bring the database to this version; one line if it cannot be reached."""
    from django.db import Error, connections  # noqa: PLC0415

    from muster.app.site.tables import bring_up_to_date  # noqa: PLC0415  (only once the site is ready)

    try:
        bring_up_to_date()
    except Error as error:
        fail(say("The database cannot be used: {problem}", problem=str(error)), UNUSABLE)
    finally:
        connections.close_all()


def is_first_start() -> bool:
    """Whether the data folder has no static files yet, which the first start makes."""
    from django.conf import settings  # noqa: PLC0415

    return not settings.DEBUG and not (settings.DATA / STAMP).exists()


@contextmanager
def static_files() -> Iterator[None]:
    """While something else is made ready, put the static files where the server finds them; both are then done."""
    with ThreadPoolExecutor(1) as beside:
        done = beside.submit(collect_static)
        yield
        done.result()


def collect_static() -> None:
    """Put the static files where the server finds them, named by content, unless they are there already."""
    from django.conf import settings  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415

    if settings.DEBUG:
        return  # served from where they lie
    stamp, wanted = settings.DATA / STAMP, _fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=list(UNUSED))
    stamp.write_text(wanted, encoding="ascii")


def _fingerprint() -> str:
    """The version of Muster and of every static file, by size and time."""
    from django.contrib.staticfiles.finders import get_finders  # noqa: PLC0415

    found = [f"muster {__version__}"]
    for finder in get_finders():
        for path, storage in finder.list([]):
            about = Path(storage.path(path)).stat()
            found.append(f"{path} {about.st_size} {about.st_mtime_ns}")
    return sha256("\n".join(sorted(found)).encode()).hexdigest()
