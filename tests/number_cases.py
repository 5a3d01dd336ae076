"""A language that marks its numbers unlike English."""

from __future__ import annotations

from gettext import NullTranslations


class Polish(NullTranslations):
    """A language that marks thousands from five digits on, and decimals by a comma."""

    def pgettext(self, context: str, message: str) -> str:
        numbers = {"1,234": "1234", "12,345.67": "12\u00a0345,67", "{number} %": "{number}%"}
        scores = {"{one}-{two}": "{one}:{two}", "{one}–{two}": "{one}:{two}"}
        return {"number": numbers, "score": scores}.get(context, {}).get(message, message)
