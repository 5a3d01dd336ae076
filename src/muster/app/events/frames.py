"""Which sites may show parts of an event in pages of their own: origins that its organiser names, and no others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from muster.core.messages import Message, say

MOST: Final = 10
"""So many sites an event may name: they go with every answer, in one header."""

_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
_DOUBTFUL: Final = re.compile("[ßẞς\u200c\u200d]")
"""Letters that Python takes for others, or for nothing, and browsers do not: a stranger's site would be meant."""

_PORTS: Final = {"https": 443, "http": 80}


@dataclass(frozen=True, slots=True)
class Frames:
    """What somebody typed as sites: the origins understood, each once, and what is wrong with the rest."""

    origins: tuple[str, ...]
    problems: tuple[Message, ...] = ()


def read_frames(text: str) -> Frames:
    """The origins in a text, an address a line.

    Of an address only the origin counts, for a browser knows no more of who shows a page: a path that was copied
    along is left out. Names must be whole: no `*`, which would let in strangers' sites under the same host.
    """
    found, problems = list[str](), list[Message]()
    for line in text.split():
        origin = _origin(line)
        if origin is None:
            problems.append(say("{text} is not an address such as https://club.example.", text=line[:80]))
        elif origin not in found:
            found.append(origin)
    if len(found) > MOST:
        problems.append(say("These are {count} sites; {most} at most.", count=len(found), most=MOST))
    return Frames(tuple(found[:MOST]), tuple(problems))


def _origin(line: str) -> str | None:
    try:
        parts = urlsplit(line if "://" in line else f"https://{line}")
        if _DOUBTFUL.search(parts.netloc):
            return None
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not _HOST.fullmatch(host) or parts.username is not None:
        return None
    return f"{parts.scheme}://{host}" + ("" if port in (None, _PORTS[parts.scheme]) else f":{port}")
