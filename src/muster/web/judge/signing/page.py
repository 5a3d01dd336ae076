"""Signing off a round as the judge's phone gets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.web.desk.results.sign_page import SignOffPage


@dataclass(frozen=True)
class JudgeSignOffPage(SignOffPage):
    """What one signs by signing off a round."""

    template: ClassVar[str] = "judge/signing/sign.html"
