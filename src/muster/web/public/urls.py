"""Addresses of the public pages: `/e/<code>`."""

from __future__ import annotations

from django.urls import URLPattern, path

from muster.web.public.embed import view as embedding
from muster.web.public.event import about_view as about
from muster.web.public.event import view as views
from muster.web.public.friends import view as starring
from muster.web.public.front import view as front
from muster.web.public.path import view as ways
from muster.web.public.register import code_view as roster_code
from muster.web.public.register import view as registering
from muster.web.public.rosters import view as rosters
from muster.web.public.rounds import view as rounds
from muster.web.public.share import view as sharing
from muster.web.public.standings import view as standings
from muster.web.public.verify import view as verifying

app_name = "public"
_ONE = "<slug:code>/<int:number>"

urlpatterns: list[URLPattern] = [
    path("", front.find, name="find"),
    path("<slug:code>", views.event, name="event"),
    path("<slug:code>/picture.png", sharing.share_picture, name="picture"),
    path("<slug:code>/calendar.ics", views.calendar, name="calendar"),
    path("<slug:code>/link", registering.link, name="link"),
    *roster_code.urlpatterns,
    path("<slug:code>/register", registering.register, name="register"),
    path("<slug:code>/register/<int:number>", registering.register, name="register-for"),
    path(f"{_ONE}/pairings", rounds.by_table, name="pairings"),
    path(f"{_ONE}/pairings/names", rounds.by_name, name="pairings-names"),
    path(f"{_ONE}/round/<int:round_no>", rounds.by_table, name="round"),
    path(f"{_ONE}/round/<int:round_no>/names", rounds.by_name, name="round-names"),
    path(f"{_ONE}/round/<int:round_no>/why/<int:table>", rounds.why_these, name="why-pairing"),
    path(f"{_ONE}/round/<int:round_no>/bye/<int:player>", rounds.why_bye, name="why-bye"),
    path(f"{_ONE}/standings", standings.standings, name="standings"),
    path(f"{_ONE}/standings/<int:after>", standings.standings, name="standings-after"),
    path(f"{_ONE}/players/<int:player>", ways.path, name="player"),
    path(f"{_ONE}/friends", starring.friends, name="friends"),
    path(f"{_ONE}/star", starring.star, name="star"),
    path(f"{_ONE}/standings/<int:after>/why-rank/<int:player>", standings.why_rank, name="why-rank"),
    path(f"{_ONE}/bracket", standings.bracket, name="bracket"),
    path(f"{_ONE}/results", rounds.results, name="results"),
    path(f"{_ONE}/players", about.players, name="players"),
    path(f"{_ONE}/rules", about.rules, name="rules"),
    path(f"{_ONE}/rules/sentences", about.sentences, name="sentences"),
    path(f"{_ONE}/final", standings.final, name="final"),
    path(f"{_ONE}/final/<int:player>", sharing.place, name="place"),
    path(f"{_ONE}/final/<int:player>/picture.png", sharing.place_picture, name="place-picture"),
    *embedding.urlpatterns,
    *verifying.urlpatterns,
    *rosters.urlpatterns,
]
