"""What a plain installation lacks: whatever needs it says so, with the command that adds it."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any, get_args

import pytest
from django.test import Client

from muster.app.common import extras
from muster.site import environment
from public_cases import address, shown
from web_cases import Hall

ROOT = Path(__file__).parents[2]


def without(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """As if these modules were not installed."""
    real = importlib.util.find_spec

    def find(name: str, *rest: Any) -> ModuleSpec | None:
        return None if name in modules else real(name, *rest)

    monkeypatch.setattr(extras, "find_spec", find)


@pytest.mark.parametrize("extra", get_args(extras.Extra))
def test_every_extra_can_be_installed_and_is_there_for_tests(extra: extras.Extra) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert extra in project["optional-dependencies"]
    assert re.search(rf"\b{extra}\b", project["optional-dependencies"]["all"][0])
    assert f"| `{extra}` |" in (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    assert not extras.is_missing(extra)


@pytest.mark.parametrize(
    ("module", "variable", "value", "extra"),
    [
        ("psycopg", "MUSTER_DATABASE_URL", "postgresql://u:p@localhost/muster", "postgres"),
        ("redis", "MUSTER_REDIS_URL", "redis://localhost", "redis"),
        ("http_ece", "MUSTER_VAPID_KEY", "A" * 43, "push"),
    ],
)
def test_a_setting_for_a_part_that_is_missing_is_refused(
    module: str, variable: str, value: str, extra: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    read = {
        "postgres": lambda environ: environment.database(environ, tmp_path),
        "redis": environment.redis,
        "push": environment.vapid_key,
    }[extra]
    read({variable: value})
    without(monkeypatch, module)
    with pytest.raises(environment.WrongSettingError) as error:
        read({variable: value})
    assert str(error.value) == (
        f"{variable}: This needs a part that is not installed: pip install 'muster[{extra}]' adds it."
    )
    read({})


@pytest.mark.django_db
def test_pages_say_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = shown(Hall())
    without(monkeypatch, "icalendar", "weasyprint")
    answer = Client().get(address(hall, "calendar"))
    assert answer.status_code == 503
    assert "pip install 'muster[calendar]'" in answer.content.decode()
    assert "pip install &#x27;muster[pdf]&#x27;" in hall.get("print").content.decode()
