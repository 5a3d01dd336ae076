"""What the Containerfile builds, in bare roots of Debian: it runs as nobody in particular, and ends when told."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from root_cases import Network, Running, System, answered, eventually, running
from visitor_cases import Browser, makes_an_event

pytestmark = pytest.mark.long


@contextmanager
def started(container: System, net: Network, log: Path) -> Iterator[Running]:
    """The image as it is run, once it says that it is well."""
    with running(container, container.how.command, net, log) as found:

        def well() -> bool:
            assert found.runs, found.said
            return answered(container, container.how.health, net)[0] == 0

        eventually(well)
        yield found


@pytest.fixture
def container(image: System, tmp_path: Path) -> System:
    """The image with volumes that its user owns and a root that can only be read."""
    user = image.shell("stat --format '%u %g' /data").split()
    volumes = {place: tmp_path / place.strip("/") for place in image.how.volumes}
    for folder in volumes.values():
        folder.mkdir(mode=0o700)
        os.chown(folder, *map(int, user))
    return replace(image, mounts=volumes, read_only=True)


def test_it_holds_what_runs_and_nothing_else(image: System) -> None:
    assert image.how.user == "muster"
    assert image.shell("id --user muster").strip() != "0"
    assert image.shell("muster --version").startswith("muster ")
    programs = image.shell("ls /opt/muster/bin").split()
    assert "muster" in programs
    assert not {"pip", "hatchling"} & set(programs)
    looked = "find / -xdev -type f -writable -not -path '/proc/*' 2>/dev/null || true"
    assert image.shell(looked, as_user="muster") == ""
    assert (
        image.shell("find / -xdev -name secret-key -o -xdev -name '*.sqlite3' -o -xdev -name vapid.pem") == ""
    )


def test_it_makes_pdfs(image: System) -> None:
    script = "import weasyprint; print(weasyprint.HTML(string='<p>Zażółć 春').write_pdf()[:5])"
    assert "b'%PDF-'" in image.shell(f'python -c "{script}"', as_user="muster")


def test_a_day_begins_in_it_and_goes_on_after_a_stop(container: System, net: Network, tmp_path: Path) -> None:
    (port,) = container.how.ports
    browser = Browser(f"http://127.0.0.1:{port}")
    with started(container, net, tmp_path / "first.log") as first:
        link = re.search(r"http://\S+/enter/\S+", first.said)
        assert link
        desk = net.do(lambda: makes_an_event(browser, link[0], "Winter Cup"))
        backup = answered(container, ["muster", "backup", "/backups/by-hand"], net)
        assert backup[0] == 0, backup[1]
        first.told(container.how.stop)
        assert first.ended() == 0, first.said
        assert first.said.endswith("Stopped. Everything is on record.\n")
    kept = container.mounts["/data"]
    assert {"muster.sqlite3", "secret-key"} <= {path.name for path in kept.iterdir()}
    assert list(container.mounts["/backups"].iterdir())
    with started(container, net, tmp_path / "second.log") as second:
        shown = net.do(lambda: browser.opens(desk))
        assert (shown.status, "Winter Cup" in shown.text) == (200, True), "whoever was logged in still is"
        state = net.do(lambda: json.loads(browser.opens("/healthz").text))
        assert state["status"] == "ok"
        second.told(container.how.stop)
        assert second.ended() == 0
