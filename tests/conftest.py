"""Settings all tests share."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

# Deadlines are wall-clock limits and examples must not change between two runs of one commit.
settings.register_profile(
    "muster",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("muster"), max_examples=100)
settings.load_profile("muster")

UNTRACED = (
    *(f"unit/bracket/test_double_play.py::test_made_up_days_are_found_right[{part}]" for part in range(1, 4)),
    "unit/exchange/catalogues/",
    "unit/exchange/rosters/",
    "unit/exchange/test_opendocument.py",
    "unit/exchange/test_sheets.py",
    "unit/exchange/test_spreadsheets.py",
    "unit/exchange/test_translations.py",
    "unit/pairing/test_matching.py::test_as_many_",
    "unit/pairing/test_seating.py::test_a_large_",
    "unit/pairing/test_seating.py::test_a_search_",
    "unit/pairing/test_seating.py::test_counting_",
    "unit/pairing/test_seating.py::test_every_",
    *(f"unit/pairing/test_seating.py::test_never_worse_than_looking_at_them_all[{n}-" for n in range(9, 13)),
    "unit/pairing/test_seating.py::test_the_order_",
    "unit/pairing/test_seating_check.py::test_a_large_",
    "unit/pairing/test_seating_check.py::test_what_is_drawn_",
    "unit/pairing/test_swiss_draw.py::test_every_",
    "unit/pairing/test_swiss_draw.py::test_never_worse_",
    "unit/rules/",
    "unit/standings/test_recipe.py",
    "unit/test_draws.py::test_a_number_lies_",
    "unit/tournament/test_stopped_seatings.py::test_a_draw_made_",
    "unit/tournament/test_stopped_seatings.py::test_a_search_that_",
    "unit/tournament/test_stopped_seatings.py::test_other_steps_than_those_on_record_come_to_something_else[None]",
    "unit/tournament/test_tables.py::test_a_larger_field_says_what_is_not_proved[24-",
)
"""Of the tests that are to reach every branch of the core, what is about other rooms, or runs much at random through
what is reached anyhow: tracing makes these take three to five times as long."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Trace only what covers the core; where another test is run, trace not even what it sets up."""
    idle = "coverage" in sys.modules and item.nodeid.removeprefix("tests/").startswith(UNTRACED)
    tracing = list[Any]()
    # In a process of pytest-xdist there are two, and when one is stopped the other goes on.
    while idle and (one := sys.modules["coverage"].Coverage.current()) is not None:
        one.stop()
        tracing.append(one)
    try:
        return (yield)
    finally:
        for one in reversed(tracing):
            one.start()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Begin in the usual language: a page answered in another leaves that to whatever runs next in this thread."""
    if "django.conf" in sys.modules and sys.modules["django.conf"].settings.configured:
        from django.utils import translation

        translation.deactivate()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave the modules and tests that are there to stay out of the search for garbage: a fifth of all time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Path:
    """A SQLite file with all tables and nothing in them, to be copied."""
    from database_cases import empty_sqlite, folder_of_run

    with django_db_blocker.unblock():
        return empty_sqlite(folder_of_run(tmp_path_factory))


@pytest.fixture(scope="session")
def begun_site(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Path:
    """The folder of a site with tables and static files, to be copied: a server takes longer to make them."""
    from database_cases import empty_site, folder_of_run

    return empty_site(folder_of_run(tmp_path_factory), empty_database)


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_blocker: Any, empty_database: Path
) -> Iterator[None]:
    """The database of tests that ask Django for one: in memory, a copy of the empty one."""
    from django.db import connection
    from django.template.base import Template
    from django.test import TransactionTestCase
    from django.test.utils import _TestState

    from database_cases import put_in_memory
    from storage_cases import empty

    before = connection.settings_dict["NAME"]
    with django_db_blocker.unblock():
        put_in_memory(empty_database)
    with pytest.MonkeyPatch.context() as patch:
        # Django would take out what all tests need, too, such as every permission, and make it again.
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: empty())
        # And keep with each answer a copy of all that its templates were given, which next to no test looks at.
        patch.setattr(Template, "_render", _TestState.saved_data.template_render)  # type: ignore[attr-defined]
        yield
    with django_db_blocker.unblock():
        connection.creation.destroy_test_db(before, verbosity=0)


@pytest.fixture(scope="session", autouse=True)
def _no_database_unasked(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whoever needs a database asks for it; where Django came with a folder's `conftest.py` nobody said so yet.

    Without settings, which a test of what only imports some of Django does not need, there is no database.
    """
    if "DJANGO_SETTINGS_MODULE" not in os.environ:
        yield
        return
    with request.getfixturevalue("django_db_blocker").block():
        yield


@pytest.fixture(autouse=True)
def _same_salts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn rests on every fact before it, so the salts of reasons are the same in every run."""
    if "muster.app.history.reasons" in sys.modules:
        salts = count(1)
        monkeypatch.setattr("muster.app.history.reasons.new_salt", lambda: f"{next(salts):064x}")


@pytest.fixture(autouse=True)
def _nothing_warm() -> Iterator[None]:
    """What a test recorded is rolled back, so nothing of it may stay in memory."""
    yield
    if "muster.journal.store" in sys.modules:
        sys.modules["muster.journal.store"].forget()
    if "muster.app.common.topics" in sys.modules:
        sys.modules["muster.app.common.topics"].forget()
    if "muster.web.desk.once" in sys.modules:
        sys.modules["muster.web.desk.once"].cache.clear()
