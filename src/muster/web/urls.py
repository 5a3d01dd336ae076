"""The addresses of all pages."""

from __future__ import annotations

from django.urls import include, path

from muster.web.account import me, organising, sessions
from muster.web.account import view as account
from muster.web.language_choice import choose_language
from muster.web.organisation.home import view as organisations
from muster.web.organisation.join import view as joining
from muster.web.public.front import view as front
from muster.web.public.well_known import view as well_known
from muster.web.styleguide import view as styleguide

urlpatterns = [
    *account.urlpatterns,
    *me.urlpatterns,
    *organising.urlpatterns,
    *sessions.urlpatterns,
    *styleguide.urlpatterns,
    *organisations.urlpatterns,
    *joining.urlpatterns,
    path("language/<str:code>", choose_language, name="language"),
    *front.urlpatterns,
    *well_known.urlpatterns,
    path("o/", include("muster.web.organisation.urls", namespace="organisation")),
    path("site/", include("muster.web.administrator.urls", namespace="site")),
    path("desk/", include("muster.web.desk.urls", namespace="desk")),
    path("e/", include("muster.web.wall.urls", namespace="screen")),
    path("e/", include("muster.web.public.urls", namespace="public")),
    path("p/", include("muster.web.player.urls", namespace="player")),
    path("desk/", include("muster.web.paper.urls", namespace="paper")),
    path("judge/", include("muster.web.judge.urls", namespace="judge")),
]
