"""What is logged, as lines for people or as JSON for programs; each line carries the number of the request it is of."""

from __future__ import annotations

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

request_number: Final[ContextVar[str]] = ContextVar("request_number", default="")
"""The number of the request that is being answered; empty outside of one."""

FIELDS: Final = ("method", "route", "status", "ms", "reference")
"""What lines say besides their message, by names of their own."""


class RequestNumbers(logging.Filter):
    """Puts the number of the request on every line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, with its number."""
        record.request = request_number.get() or "-"
        return True


class JsonLines(logging.Formatter):
    """A line of JSON for each record, with its traceback in it."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": getattr(record, "request", "-"),
            "message": record.getMessage(),
        }
        said |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False, default=str)
