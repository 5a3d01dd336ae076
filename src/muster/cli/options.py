"""Options and arguments of commands, whose help is said when this and they are imported: once a language is chosen."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from muster.core.messages import Message, say


def option(says: Message, *names: str, **limits: Any) -> Any:
    """An option with its help, said when the command is built."""
    return typer.Option(*names, help=str(says), **limits)


def argument(says: Message, metavar: str | None = None) -> Any:
    """An argument with its help, said when the command is built."""
    return typer.Argument(metavar=metavar, help=str(says))


Json = Annotated[bool, option(say("Answer in JSON."), "--json")]
"""Values for programs instead of words for people."""
