"""The pictures on the walls: hanging them up, taking them down, how long and how often they are shown."""

from __future__ import annotations

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from muster.app.screens import pictures
from muster.core.scoring.scored import Problem
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.floor.screens_page import SentPicture
from muster.web.desk.floor.screens_view import screens_page
from muster.web.desk.round.clock_view import number_typed
from muster.web.uploads import takes_files

_BAD = 422


@takes_files
@require_POST
@desk_page("clock")
def keep(desk: Desk) -> HttpResponse:
    """Hang a picture up."""
    sent, file = desk.request.POST, desk.request.FILES.get("picture")
    kind, name = sent.get("kind", ""), sent.get("picture_name", "")
    data = file.read() if isinstance(file, UploadedFile) else b""
    made = pictures.keep_picture(desk.event, desk.actor, kind, name, data)
    if isinstance(made, Problem):
        picture = SentPicture(kind, name, faults={made.field: made.message})
        return screens_page(desk, picture=picture, status=_BAD)
    messages.success(desk.request, _("The picture hangs on the walls."))
    return desk.go("desk:screens")


@require_POST
@desk_page("clock")
def remove(desk: Desk, pk: int) -> HttpResponse:
    """Take a picture down."""
    if not pictures.remove_picture(desk.event, desk.actor, pk):
        raise Http404("There is no such picture.")
    messages.success(desk.request, _("The picture is taken down."))
    return desk.go("desk:screens")


@require_POST
@desk_page("clock")
def time(desk: Desk) -> HttpResponse:
    """Say how long sponsors' pictures stay, and how often they come."""
    sent = desk.request.POST
    seconds, every = sent.get("picture_seconds", ""), sent.get("picture_every", "")
    problems = pictures.time_pictures(desk.event, desk.actor, number_typed(seconds), number_typed(every))
    if problems:
        faults = {one.field: one.message for one in problems}
        picture = SentPicture("", "", seconds, every, faults)
        return screens_page(desk, picture=picture, status=_BAD)
    messages.success(desk.request, _("The times of the pictures are changed."))
    return desk.go("desk:screens")


urlpatterns: list[URLPattern] = [
    path("hall/pictures", keep, name="keep-picture"),
    path("hall/pictures/times", time, name="time-pictures"),
    path("hall/pictures/<int:pk>/remove", remove, name="remove-picture"),
]
