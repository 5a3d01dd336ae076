"""The environment variables Muster reads, understood once; a wrong value is refused in one clear line.

`docs/settings.md` lists them for those who run a site.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from muster.app.common.extras import Extra, how_to_add, is_missing
from muster.app.common.keys import SHORTEST_KEY
from muster.core.messages import Message, listing, say

LOCAL: Final = ("localhost", "127.0.0.1", "[::1]")
"""The names this machine answers to, whatever else is set."""

USUAL_HOURS: Final = 6

MOST_HOURS: Final = 24
"""Longer than that, and a day's work could be lost."""

LONGEST_SITE_NAME: Final = 60

LARGEST_LOGO: Final = 100_000

_PICTURES: Final = {b"\x89PNG\r\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif"}

_SEVERAL: Final = {
    "target_session_attrs": "read-write",
    "connect_timeout": "3",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""Where several servers are named: the one that takes writes is asked, and none that has gone is waited for long."""

_YES_OR_NO: Final = {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False, "": False}
_MAIL_PORTS: Final = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


class WrongSettingError(ImproperlyConfigured):
    """A variable that cannot be used; `says` is one line that names it and tells what to write."""

    def __init__(self, variable: str, problem: Message) -> None:
        self.says = say("{variable}: {problem}", variable=variable, problem=problem)
        super().__init__(self.says)


def flag(environ: Mapping[str, str], variable: str) -> bool:
    """Whether a variable says yes; not set is no."""
    written = environ.get(variable, "").strip()
    if written.casefold() not in _YES_OR_NO:
        raise WrongSettingError(variable, say("{text} is neither 1 (yes) nor 0 (no)", text=repr(written)))
    return _YES_OR_NO[written.casefold()]


def choice(environ: Mapping[str, str], variable: str, choices: tuple[str, ...]) -> str:
    """One of several words; not set is the first."""
    written = environ.get(variable, "").strip() or choices[0]
    if written not in choices:
        says = say("{text} is none of {choices}", text=repr(written), choices=listing(choices, "plain"))
        raise WrongSettingError(variable, says)
    return written


def further_languages(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The languages that are offered although not everything is translated, for those who translate."""
    return tuple(filter(None, (code.strip() for code in environ.get("MUSTER_LANGUAGES", "").split(","))))


def secret_key(environ: Mapping[str, str], data: Path) -> str:
    """The key given, the one kept in the data folder, or one that lasts for this process."""
    given = environ.get("MUSTER_SECRET_KEY", "")
    if given and len(given) < SHORTEST_KEY:
        says = say("write at least {least} characters that nobody can guess", least=SHORTEST_KEY)
        raise WrongSettingError("MUSTER_SECRET_KEY", says)
    if given:
        return given
    kept = data / "secret-key"
    try:
        return kept.read_text(encoding="ascii") if kept.exists() else secrets.token_urlsafe(50)
    except (OSError, ValueError) as error:
        says = say("{file} cannot be read: {problem}", file=str(kept), problem=str(error))
        raise WrongSettingError("MUSTER_DATA", says) from error


def database(environ: Mapping[str, str], data: Path) -> dict[str, Any]:
    """Django's entry for the database: PostgreSQL if an address is given, else SQLite in the data folder."""
    url = environ.get("MUSTER_DATABASE_URL", "")
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": data / "muster.sqlite3",
            # To open it for each request anew would take a fifth of the time a player's page takes.
            "CONN_MAX_AGE": 60,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
            },
        }
    _must_have("postgres", "MUSTER_DATABASE_URL")
    parts, servers = _servers(url, "MUSTER_DATABASE_URL")
    several = len(servers) > 1
    nameless = several and not all(host for host, _ in servers)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/") or nameless:
        # The address may hold a password, so it is not repeated.
        says = say("write {address}", address="postgresql://user:password@host:port/name")
        raise WrongSettingError("MUSTER_DATABASE_URL", says)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": ",".join(unquote(host) for host, _ in servers),
        "PORT": ",".join(str(port or (5432 if several else "")) for _, port in servers),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": (_SEVERAL if several else {}) | dict(parse_qsl(parts.query)),
    }


def origin(environ: Mapping[str, str]) -> SplitResult | None:
    """The address people use, such as `https://play.example.org`; None if it is not set."""
    written = environ.get("MUSTER_ORIGIN", "").strip().rstrip("/")
    if not written:
        return None
    parts, _ = _address(written, "MUSTER_ORIGIN")
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path or parts.query:
        says = say("{text} is not an address such as https://example.org", text=repr(written))
        raise WrongSettingError("MUSTER_ORIGIN", says)
    return parts


def hosts(environ: Mapping[str, str], own: SplitResult | None) -> list[str]:
    """The host names the site answers to: this machine's, those given, and the origin's."""
    given = [name.strip() for name in environ.get("MUSTER_HOSTS", "").split(",") if name.strip()]
    for name in given:
        if "/" in name or "*" in name or (":" in name and not name.startswith("[")):
            says = say(
                "{text} is not a host name; write names without http://, port or *, separated by commas",
                text=repr(name),
            )
            raise WrongSettingError("MUSTER_HOSTS", says)
    return [*LOCAL, *given, *([own.hostname] if own and own.hostname else [])]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """How mail leaves: to a server, or (`filebased`) as files in the data folder."""

    sender: str
    backend: Literal["filebased", "smtp"] = "filebased"
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    starttls: bool = False
    tls: bool = False


def mail(environ: Mapping[str, str], own: SplitResult | None) -> Mail:
    """Where mail goes: to the server given, else nowhere but files."""
    sender = environ.get("MUSTER_EMAIL_FROM", "") or f"muster@{(own and own.hostname) or 'localhost'}"
    url = environ.get("MUSTER_EMAIL_URL", "")
    if not url:
        return Mail(sender=sender)
    parts, port = _address(url, "MUSTER_EMAIL_URL")
    if parts.scheme not in _MAIL_PORTS or not parts.hostname:
        says = say("write {address}", address="smtp+tls://user:password@host:port")
        raise WrongSettingError("MUSTER_EMAIL_URL", says)
    if own is None:
        says = say("set MUSTER_ORIGIN, too: letters hold links to the site")
        raise WrongSettingError("MUSTER_EMAIL_URL", says)
    return Mail(
        sender=sender,
        backend="smtp",
        host=parts.hostname,
        port=port or _MAIL_PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starttls=parts.scheme == "smtp+tls",
        tls=parts.scheme == "smtps",
    )


def site_name(environ: Mapping[str, str]) -> str:
    """The name of whose site it is, for its front page, such as `Dragon Shop`; empty if it is not set."""
    written = " ".join(environ.get("MUSTER_SITE_NAME", "").split())
    if len(written) > LONGEST_SITE_NAME:
        says = say("write {most} characters at most", most=LONGEST_SITE_NAME)
        raise WrongSettingError("MUSTER_SITE_NAME", says)
    return written


def contact(environ: Mapping[str, str]) -> str:
    """Whom to tell of a weakness, as an address of a page or of mail; empty if nobody is named."""
    written = environ.get("MUSTER_SECURITY_CONTACT", "").strip()
    if not written or re.fullmatch(r"https://[^\s/]+\S*|mailto:[^\s@]+@[^\s@]+", written):
        return written
    if re.fullmatch(r"[^\s@:/]+@[^\s@:/]+", written):
        return f"mailto:{written}"
    says = say("{text} is neither an e-mail address nor one that begins with https://", text=repr(written))
    raise WrongSettingError("MUSTER_SECURITY_CONTACT", says)


@dataclass(frozen=True, slots=True)
class Logo:
    """A picture that stands beside the site's name.

    Attributes:
        content: the file as it is.
        kind: its type as browsers know it, such as `image/png`.
    """

    content: bytes
    kind: str


def logo(environ: Mapping[str, str]) -> Logo | None:
    """The picture given, read once; None if none is. By what is in the file, not by its name."""
    written = environ.get("MUSTER_LOGO", "").strip()
    if not written:
        return None
    try:
        content = Path(written).read_bytes()
    except OSError as error:
        says = say("{file} cannot be read: {problem}", file=written, problem=str(error))
        raise WrongSettingError("MUSTER_LOGO", says) from error
    kind = next((kind for begins, kind in _PICTURES.items() if content.startswith(begins)), "")
    if not kind or len(content) > LARGEST_LOGO:
        says = say("{file} is no PNG, JPEG or GIF of at most {most} bytes", file=written, most=LARGEST_LOGO)
        raise WrongSettingError("MUSTER_LOGO", says)
    return Logo(content, kind)


def backup_every(environ: Mapping[str, str]) -> int:
    """Hours between two backups the site makes by itself; 0 for none, as on PostgreSQL unless it is set."""
    written = environ.get("MUSTER_BACKUP_EVERY", "").strip()
    if not written:
        return 0 if environ.get("MUSTER_DATABASE_URL") else USUAL_HOURS
    if not (written.isascii() and written.isdecimal()) or int(written) > MOST_HOURS:
        says = say(
            "{text} is no number of hours from 0 (never) to {most}", text=repr(written), most=MOST_HOURS
        )
        raise WrongSettingError("MUSTER_BACKUP_EVERY", says)
    return int(written)


def backup_to(environ: Mapping[str, str]) -> Path | None:
    """The folder a copy of every backup goes to; None for no copies. It may be away for a while."""
    written = environ.get("MUSTER_BACKUP_TO", "").strip()
    if not written:
        return None
    if not Path(written).is_absolute():
        says = say("{text} is no path from the root, such as /mnt/stick/muster", text=repr(written))
        raise WrongSettingError("MUSTER_BACKUP_TO", says)
    return Path(written)


def vapid_key(environ: Mapping[str, str]) -> str:
    """The private key that signs messages to browsers, as base64url of 32 bytes; empty if one is to be made."""
    written = environ.get("MUSTER_VAPID_KEY", "").strip().rstrip("=")
    if written and not re.fullmatch(r"[A-Za-z0-9_-]{43}", written):
        # The key is secret, so it is not repeated.
        raise WrongSettingError("MUSTER_VAPID_KEY", say("write 32 bytes as 43 letters of base64url"))
    if written:
        _must_have("push", "MUSTER_VAPID_KEY")
    return written


def push_hosts(environ: Mapping[str, str]) -> list[str]:
    """Hosts of push services besides the known ones."""
    given = [
        name.strip().casefold() for name in environ.get("MUSTER_PUSH_HOSTS", "").split(",") if name.strip()
    ]
    for name in given:
        if not re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", name) or name.rpartition(".")[2].isdecimal():
            says = say(
                "{text} is not a host name; write names such as push.example.org, separated by commas",
                text=repr(name),
            )
            raise WrongSettingError("MUSTER_PUSH_HOSTS", says)
    return given


def redis(environ: Mapping[str, str]) -> str:
    """The address of the Redis server through which processes tell each other what has changed; empty for none."""
    url = environ.get("MUSTER_REDIS_URL", "").strip()
    if url:
        _must_have("redis", "MUSTER_REDIS_URL")
        parts, _ = _address(url, "MUSTER_REDIS_URL")
        if parts.scheme not in {"redis", "rediss", "unix"} or not (parts.hostname or parts.path):
            says = say("write {address}", address="redis://user:password@host:port/0")
            raise WrongSettingError("MUSTER_REDIS_URL", says)
    return url


def trusted_proxies(environ: Mapping[str, str]) -> list[str]:
    """Addresses and networks of the proxies whose word on client and scheme is taken."""
    given = [one.strip() for one in environ.get("MUSTER_TRUSTED_PROXY", "").split(",") if one.strip()]
    return _networks(given, "MUSTER_TRUSTED_PROXY")


def _networks(given: list[str], variable: str) -> list[str]:
    """These addresses and networks, each of which is one."""
    for one in given:
        try:
            ipaddress.ip_network(one)
        except ValueError as error:
            says = say("{text} is not an address or network such as 127.0.0.1 or 10.0.0.0/8", text=repr(one))
            raise WrongSettingError(variable, says) from error
    return given


def metrics_from(environ: Mapping[str, str]) -> list[str]:
    """Addresses and networks that may read the server's figures, besides this machine."""
    given = [one.strip() for one in environ.get("MUSTER_METRICS_FROM", "").split(",") if one.strip()]
    if given:
        _must_have("metrics", "MUSTER_METRICS_FROM")
    return _networks(given, "MUSTER_METRICS_FROM")


def _must_have(extra: Extra, variable: str) -> None:
    """Refuse a setting for a part that is not installed."""
    if is_missing(extra):
        raise WrongSettingError(variable, how_to_add(extra))


def _servers(url: str, variable: str) -> tuple[SplitResult, list[tuple[str, int | None]]]:
    """An address that may name several servers, `one:5432,other:5433`, taken apart with the first; and all of them."""
    scheme, mark, rest = url.partition("://")
    whole, _, path = rest.partition("/")
    who, at, servers = whole.rpartition("@")
    first, *_ = each = servers.split(",")
    parts, _ = _address(f"{scheme}{mark}{who}{at}{first}/{path}", variable)
    found = [_address(f"//{one}", variable) for one in each]
    return parts, [(one.hostname or "", port) for one, port in found]


def _address(url: str, variable: str) -> tuple[SplitResult, int | None]:
    """An address taken apart, with its port."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        # The parser's own message could hold a password.
        raise WrongSettingError(variable, say("this is not an address; is the port a number?")) from error
    return parts, port
