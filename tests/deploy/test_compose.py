"""compose.yaml, read by the program it is for, and its four services at work together by what it says."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest

from image_cases import ROOT, HowToRun
from root_cases import Network, Running, System, answered, eventually, running
from visitor_cases import Browser, makes_an_event

pytestmark = pytest.mark.long

SITE: Final = "localhost"
"""A name for which the proxy makes a certificate by itself."""

LOOPBACK: Final = "127.0.0.0/8"
"""Where all services are here: their network has nothing else."""

PACKAGES: Final = "postgresql redis-server caddy docker-compose python3-yaml"
"""What Debian has of the other three services, and what reads compose.yaml."""

POSTGRES: Final = """
export PATH="$PATH:$(echo /usr/lib/postgresql/*/bin)"
if ! test -e "$PGDATA/PG_VERSION"; then
    umask 077
    printf %s "$POSTGRES_PASSWORD" > /tmp/password
    initdb --username "$POSTGRES_USER" --pwfile /tmp/password --auth scram-sha-256
    echo "CREATE DATABASE $POSTGRES_DB" | postgres --single -D "$PGDATA" postgres
    echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
fi
exec postgres -c listen_addresses='*' -c unix_socket_directories=/tmp
"""
"""What the image of PostgreSQL documents that it does with its variables."""


@dataclass(frozen=True, slots=True)
class Service:
    """One of the services: what compose.yaml says of it, and a system in which it can run."""

    said: Mapping[str, Any]
    system: System

    @property
    def command(self) -> list[str]:
        return [str(word) for word in self.said["command"]]

    @property
    def health(self) -> list[str]:
        """The command that tells whether it is well."""
        check = self.said.get("healthcheck")
        if check is None:
            return list(self.system.how.health)
        assert check["test"][0] == "CMD"
        return [str(word) for word in check["test"][1:]]


@pytest.fixture(scope="module")
def debian(bare: System, tmp_path_factory: pytest.TempPathFactory) -> System:
    """A system with the programs of the other services."""
    found = bare.copied(tmp_path_factory.mktemp("services") / "root")
    found.shell(f"apt-get update && apt-get install --yes --no-install-recommends {PACKAGES}")
    return found


@pytest.fixture(scope="module")
def composed(debian: System) -> dict[str, Any]:
    """What compose.yaml says once `.env` has been read, by Compose itself."""
    project = debian.at / "project"
    shutil.copytree(ROOT / "deploy", project / "deploy", dirs_exist_ok=True)
    shutil.copy(ROOT / "compose.yaml", project)
    docs = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    (making,) = re.findall(r"^umask 077\n.*?> \.env$", docs, re.MULTILINE | re.DOTALL)
    debian.shell(f"cd /project && {making.replace('play.example.org', SITE)}")
    env = project / ".env"
    assert env.stat().st_mode & 0o077 == 0
    env.write_text(f"{env.read_text(encoding='utf-8')}\nNETWORK={LOOPBACK}\n", encoding="utf-8")
    read = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))"
    found = debian.shell(f"cd /project && docker-compose config | python3 -c '{read}'")
    said: dict[str, Any] = json.loads(found)
    return said


@pytest.fixture
def services(image: System, debian: System, composed: dict[str, Any], tmp_path: Path) -> dict[str, Service]:
    """Every service, with volumes and in its system."""
    users = {"app": "muster", "postgres": "postgres", "redis": "redis", "proxy": "root"}
    assert set(composed["services"]) == set(users)
    names = "".join(f"127.0.83.{at} {name}\n" for at, name in enumerate(users, 2))
    found = {}
    for name, said in composed["services"].items():
        system = image if name == "app" else debian
        (system.at / "etc/hosts").write_text(f"127.0.0.1 localhost\n{names}", encoding="utf-8")
        env = system.how.env | {key: str(value) for key, value in said.get("environment", {}).items()}
        how = replace(system.how, env=env, user=users[name])
        if name != "app":
            how = replace(how, workdir="/tmp", env=env | DEFAULTS.get(name, {}))  # noqa: S108  (of the system)
        mounts = dict(_volumes(name, said, system, how, tmp_path))
        found[name] = Service(
            said, replace(system, how=how, mounts=mounts, read_only=said.get("read_only", False))
        )
    return found


DEFAULTS: Final = {
    "postgres": {"PGDATA": "/var/lib/postgresql/data"},
    "proxy": {"XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"},
}
"""What the images of others say by themselves, as they document it."""


def _volumes(
    name: str, said: Mapping[str, Any], system: System, how: HowToRun, folder: Path
) -> Iterator[tuple[str, Path]]:
    """Where what is kept of a service lies."""
    for volume in said.get("volumes", ()):
        source, place, _ = volume.split(":")
        inside = system.at / place.lstrip("/")
        if source.startswith("/"):  # a file of the project
            inside.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(system.at / source.lstrip("/"), inside)
            continue
        inside.mkdir(parents=True, exist_ok=True)
        made = folder / f"{name}-{source}"
        made.mkdir(mode=0o700)
        owner = system.shell(f"id --user {how.user}; id --group {how.user}").split()
        os.chown(made, *map(int, owner))
        yield place, made


@contextmanager
def up(services: Mapping[str, Service], net: Network, logs: Path) -> Iterator[dict[str, Running]]:
    """All services, each begun when those it needs are well."""
    begun = dict[str, Running]()
    with ExitStack() as stack:
        while len(begun) < len(services):
            waiting = [one for one in services if one not in begun]
            name = next(one for one in waiting if set(services[one].said.get("depends_on", ())) <= set(begun))
            service = services[name]
            command = ["sh", "-euc", POSTGRES] if name == "postgres" else service.command
            begun[name] = stack.enter_context(running(service.system, command, net, logs / f"{name}.log"))
            _await(service, begun[name], net)
        yield begun


def _await(service: Service, begun: Running, net: Network) -> None:
    def well() -> bool:
        assert begun.runs, begun.said
        return not service.health or answered(service.system, service.health, net)[0] == 0

    eventually(well)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_services_are_as_safe_as_they_can_be(composed: dict[str, Any]) -> None:
    said = composed["services"]
    assert [name for name, each in said.items() if "ports" in each] == ["proxy"]
    assert set(said["postgres"]["networks"]) == set(said["redis"]["networks"]) == {"back"}
    assert composed["networks"]["back"]["internal"] is True
    assert "back" not in said["proxy"]["networks"]
    assert {each["restart"] for each in said.values()} == {"unless-stopped"}
    assert said["app"]["read_only"]
    kept = {volume.split(":")[0] for each in said.values() for volume in each.get("volumes", ())}
    assert {name for name in kept if not name.startswith("/")} == set(composed["volumes"])


def test_what_the_image_keeps_has_volumes(image: System, composed: dict[str, Any]) -> None:
    places = {volume.split(":")[1] for volume in composed["services"]["app"]["volumes"]}
    assert places == set(image.how.volumes)


def test_all_services_serve_one_site(services: dict[str, Service], net: Network, tmp_path: Path) -> None:
    app, proxy = services["app"].system, services["proxy"].system
    with up(services, net, tmp_path) as begun:
        authority = proxy.mounts["/data"] / "caddy/pki/authorities/local/root.crt"
        eventually(lambda: authority.exists() and net.do(lambda: _listens(443)))
        browser = Browser(f"https://{SITE}", ssl.create_default_context(cafile=str(authority)))
        made = answered(app, ["muster", "link"], net)
        assert made[0] == 0, made[1]
        assert made[1].startswith(f"https://{SITE}/enter/")
        desk = net.do(lambda: makes_an_event(browser, made[1].strip(), "Winter Cup"))

        shown = net.do(lambda: browser.opens(desk))
        assert "strict-transport-security" in shown.headers, "the proxy is believed"
        assert net.do(lambda: browser.hears("/live/WINTER?on=news", b"hello")), (
            "streams are passed on at once"
        )
        assert net.do(lambda: browser.opens("/metrics")).status == 404
        assert json.loads(net.do(lambda: browser.opens("/healthz")).text)["status"] == "ok"
        plain = net.do(lambda: Browser(f"http://{SITE}").asks(desk))
        assert (plain.status, plain.headers["location"]) == (308, f"https://{SITE}{desk}")

        begun["app"].told(app.how.stop)
        assert begun["app"].ended() == 0, begun["app"].said
        with running(app, services["app"].command, net, tmp_path / "again.log") as again:
            _await(services["app"], again, net)
            shown = net.do(lambda: browser.opens(desk))
            assert (shown.status, "Winter Cup" in shown.text) == (200, True)
            backup = answered(app, ["muster", "backup", "/backups/by-hand"], net)
            assert backup[0] == 0, backup[1]
