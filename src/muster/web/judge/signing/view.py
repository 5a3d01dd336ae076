"""Signing off a round on the judge's phone."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_http_methods

from muster.web.desk.context import Desk
from muster.web.desk.results.sign_view import signing_page
from muster.web.judge.context import judge_page
from muster.web.judge.signing.page import JudgeSignOffPage


@require_http_methods(["GET", "HEAD", "POST"])
@judge_page
def sign(desk: Desk, round_no: int) -> HttpResponse:
    """What one signs by signing off a round, and the act itself."""
    return signing_page(desk, round_no, JudgeSignOffPage, desk.url("judge:home"))


urlpatterns: list[URLPattern] = [path("sign/<int:round_no>", sign, name="sign")]
