"""How much may be sent where: files where a page takes them, a form everywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from muster import web
from muster.live.front import REFUSED
from muster.site.door import door
from muster.site.sizes import FORM, largest

FILES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
WEB = Path(web.__file__).parent


@pytest.mark.parametrize(
    ("path", "most"),
    [
        (reverse("desk:new"), FILES),
        (reverse("desk:people-paste", args=["SPRING", 1]), FILES),
        ("/p/token/roster", FILES),
        ("/p/token/report", FORM),
        ("/account/login/", FORM),
        ("/nothing-here", FORM),
        ("/\0", FORM),
    ],
)
def test_the_largest_body_of_an_address(path: str, most: int) -> None:
    assert largest(path) == most


def test_a_form_is_much_less_than_a_file() -> None:
    assert FORM * 5 < FILES


def test_every_view_that_reads_files_says_so() -> None:
    reading = [file for file in WEB.rglob("*.py") if ".FILES" in file.read_text(encoding="utf-8")]
    assert len(reading) > 5
    assert [file.name for file in reading if "@takes_files" not in file.read_text(encoding="utf-8")] == []


@pytest.mark.django_db
@pytest.mark.parametrize(("status", "says"), [(408, "too slowly"), (413, "one megabyte")])
def test_what_the_front_refuses_is_told_in_words_and_goes_no_further(status: int, says: str) -> None:
    request = RequestFactory().post("/desk/", {"a": "b"})
    request.META["asgi.scope"] = {REFUSED: status}
    seen = list[HttpRequest]()

    def inside(passed: HttpRequest) -> HttpResponse:
        seen.append(passed)
        return HttpResponse()

    answer = door(inside)(request)
    assert (answer.status_code, seen) == (status, [])
    assert says in answer.content.decode()
