"""How the tests are laid out: those of the core need no framework."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
OF_THE_CORE = ("unit", "golden", "property", "journals")

COLLECTED = """
import sys
import pytest

found = pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", *sys.argv[1:]])
print("\\n", [name for name in ("django", "playwright", "psycopg") if name in sys.modules])
sys.exit(found)
"""


def test_tests_of_the_core_load_no_framework_browser_or_database() -> None:
    env = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    folders = [str(ROOT / "tests" / name) for name in OF_THE_CORE]
    ran = subprocess.run(
        [sys.executable, "-c", COLLECTED, *folders],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.splitlines()[-1].strip() == "[]"


def test_tests_of_what_needs_no_settings_run_by_themselves() -> None:
    env = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    asked = ["tests/test_templates.py", "-k", "what_a_page_shows_stays", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *asked],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
