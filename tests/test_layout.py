"""How the code is laid out: files and functions that can be read at once, and tests of the core without a framework."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "muster"
OF_THE_CORE = ("unit", "golden", "property", "journals")

MOST_LINES: Final = 400
"""Lines of a file of the source, Python or script."""

LARGER: Final = {
    "web/static/muster/verify/verify.js": 433,
}
"""Files that may have more, and how many; whatever is split leaves this list, and nothing comes into it."""

MOST_IN_BODY: Final = 40
"""Lines of a function from its first statement on; what it is called with and its docstring do not count."""

COLLECTED = """
import sys
import pytest

found = pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", *sys.argv[1:]])
print("\\n", [name for name in ("django", "playwright", "psycopg") if name in sys.modules])
sys.exit(found)
"""


def bodies(file: Path) -> Iterator[tuple[str, int]]:
    """Every function of a file, and how many lines it has from its first statement on."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[1 if ast.get_docstring(node) and len(node.body) > 1 else 0]
            yield f"{file.relative_to(SOURCE)}:{node.name}", (node.end_lineno or 0) - first.lineno + 1


def written() -> list[Path]:
    """What people write and read of the source; migrations are made."""
    found = (file for kind in ("*.py", "*.js") for file in SOURCE.rglob(kind))
    return sorted(file for file in found if "migrations" not in file.parts)


def test_a_file_can_be_read_in_one_go() -> None:
    lines = {str(file.relative_to(SOURCE)): len(file.read_text().splitlines()) for file in written()}
    assert {name: count for name, count in lines.items() if count > LARGER.get(name, MOST_LINES)} == {}
    assert {name for name, count in lines.items() if count > MOST_LINES} == LARGER.keys()


def test_a_function_fits_on_a_screen() -> None:
    counted = (one for file in written() if file.suffix == ".py" for one in bodies(file))
    assert {name: count for name, count in counted if count > MOST_IN_BODY} == {}


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
