"""Addresses of the desk: each screen lists its own."""

from __future__ import annotations

from django.urls import include, path

from muster.web.desk.bracket import view as bracket
from muster.web.desk.building import pool_view as pools_at_desk
from muster.web.desk.building import view as building
from muster.web.desk.cards import view as round_cards
from muster.web.desk.catalogue import card_view as catalogue_card
from muster.web.desk.catalogue import load_view as catalogue_load
from muster.web.desk.catalogue import view as catalogue
from muster.web.desk.checkin import view as checkin
from muster.web.desk.duties import view as duties
from muster.web.desk.events import call_off_view as messages
from muster.web.desk.events import own_game_view as own_games
from muster.web.desk.events import view as events
from muster.web.desk.finish import revealing
from muster.web.desk.finish import view as finish
from muster.web.desk.floor import pictures_view, remote_view
from muster.web.desk.floor import screens_view as screens
from muster.web.desk.floor import view as hall
from muster.web.desk.history import view as history
from muster.web.desk.now import view as now
from muster.web.desk.penalties import view as penalties
from muster.web.desk.people import link_view as player_link
from muster.web.desk.people import lists_view as player_lists
from muster.web.desk.people import player_view as player
from muster.web.desk.people import view as people
from muster.web.desk.plan import view as plan
from muster.web.desk.pods import view as pods
from muster.web.desk.repair import view as repairs
from muster.web.desk.results import correct_view as corrections
from muster.web.desk.results import count_view as tally
from muster.web.desk.results import match_view as result_forms
from muster.web.desk.results import sign_view as signing
from muster.web.desk.results import view as results
from muster.web.desk.rosters import cards_view as rosters_cards
from muster.web.desk.rosters import check_view as rosters_check
from muster.web.desk.rosters import files_view as rosters_files
from muster.web.desk.rosters import one_view as rosters_one
from muster.web.desk.rosters import plan_view as rosters_plan
from muster.web.desk.rosters import view as rosters
from muster.web.desk.round import clock_view as clock
from muster.web.desk.round import view as rounds
from muster.web.desk.seating import view as seating
from muster.web.desk.staff import view as staff
from muster.web.desk.standings import view as standings
from muster.web.paper import views as paper

app_name = "desk"

_TOURNAMENT = [
    *now.urlpatterns,
    *duties.urlpatterns,
    *people.urlpatterns,
    *player_lists.urlpatterns,
    *player.urlpatterns,
    *player_link.urlpatterns,
    *rosters.urlpatterns,
    *rosters_plan.urlpatterns,
    *rosters_cards.urlpatterns,
    *rosters_files.urlpatterns,
    *rosters_one.urlpatterns,
    *rosters_check.urlpatterns,
    *catalogue.urlpatterns,
    *catalogue_load.urlpatterns,
    *catalogue_card.urlpatterns,
    *checkin.urlpatterns,
    *plan.urlpatterns,
    *own_games.tournament_urlpatterns,
    *penalties.urlpatterns,
    *rounds.urlpatterns,
    *pods.urlpatterns,
    *seating.urlpatterns,
    *building.urlpatterns,
    *pools_at_desk.urlpatterns,
    *round_cards.urlpatterns,
    *clock.urlpatterns,
    *results.urlpatterns,
    *signing.urlpatterns,
    *result_forms.urlpatterns,
    *tally.urlpatterns,
    *corrections.urlpatterns,
    *repairs.urlpatterns,
    *standings.urlpatterns,
    *bracket.urlpatterns,
    *finish.urlpatterns,
    *revealing.urlpatterns,
    *hall.urlpatterns,
    *screens.urlpatterns,
    *pictures_view.urlpatterns,
    *remote_view.urlpatterns,
    *history.urlpatterns,
    *paper.desk_urlpatterns,
]

urlpatterns = [
    *events.urlpatterns,
    *staff.urlpatterns,
    *messages.urlpatterns,
    path("<slug:code>/<int:number>/", include(_TOURNAMENT)),
]
