"""Roots of bare Debian systems, in which what an image would do is done by chroot: no daemon, no image is needed.

Whatever runs in one has processes, mounts and, where it serves, a network of its own, and ends with the test.
"""

from __future__ import annotations

import ctypes
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeVar

import pytest

from image_cases import ROOT, HowToRun, Stage, Step, changes_nothing, is_let_through
from support import absent

T = TypeVar("T")

LONGEST: Final = 600.0
"""Seconds after which something is taken to be stuck."""

TOOLS: Final = ("debootstrap", "unshare", "nsenter", "chroot", "ip")

_CERTIFICATES: Final = "/run/certificates.pem"
"""Where a root finds the certificates that this machine trusts while something is installed."""

_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def base(image: str, folder: Path) -> Path:
    """A bare system like an image of Debian, made once in this folder; or a skip where none can be made."""
    if sys.platform != "linux" or os.geteuid() != 0:
        absent("root on Linux (it makes bare systems)")
    for tool in TOOLS:
        shutil.which(tool) or absent(f"{tool} (install the packages debootstrap, util-linux and iproute2)")
    suite = re.fullmatch(r"docker\.io/library/debian:([a-z]+)-slim", image)
    assert suite, f"the tests can only make images of Debian: {image}"
    made = folder / suite[1]
    if not made.exists():
        unfinished = folder / f"{suite[1]}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        _ran(["debootstrap", "--variant=minbase", suite[1], str(unfinished)])
        unfinished.rename(made)
    return made


@dataclass(frozen=True, slots=True)
class System:
    """A root, and how what is in it is run.

    Attributes:
        at: where it lies.
        how: what its image says.
        mounts: folders of this machine, by their place in the root.
        read_only: whether only the mounts and /tmp can be written.
    """

    at: Path
    how: HowToRun = field(default_factory=HowToRun)
    mounts: Mapping[str, Path] = field(default_factory=dict)
    read_only: bool = False

    def copied(self, to: Path) -> System:
        """Another like it."""
        _ran(["cp", "--archive", "--reflink=auto", str(self.at), str(to)])
        return replace(self, at=to)

    def shell(self, script: str, *, as_user: str = "root") -> str:
        """What a script says that is run in it with this machine's network; it must end well."""
        shutil.copy(
            os.environ.get("SSL_CERT_FILE", "/etc/ssl/certs/ca-certificates.crt"), self._in(_CERTIFICATES)
        )
        shutil.copy("/etc/resolv.conf", self._in("/etc/resolv.conf"))
        given = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
        given |= {
            "PIP_CERT": _CERTIFICATES,
            "SSL_CERT_FILE": _CERTIFICATES,
            "DEBIAN_FRONTEND": "noninteractive",
        }
        one = replace(self, how=replace(self.how, user=as_user, env=given | self.how.env), read_only=False)
        return _ran(one.words(["sh", "-euc", script]))

    def words(self, command: Sequence[str], network: int | None = None) -> list[str]:
        """The command that runs another in this root, in the network of a process or in this machine's."""
        env = {"PATH": _PATH, "HOME": self._home()} | self.how.env
        run = [
            "chroot",
            *([] if self.how.user == "root" else [f"--userspec={self.how.user}:{self.how.user}"]),
            str(self.at),
            "env",
            "--ignore-environment",
            *(f"{name}={value}" for name, value in env.items()),
            "sh",
            "-c",
            f'cd {shlex.quote(self.how.workdir)} && exec "$@"',
            "sh",
            *command,
        ]
        script = "\n".join((*self._mounting(), shlex.join(["exec", *run])))
        within = [] if network is None else ["nsenter", f"--net=/proc/{network}/ns/net"]
        return [*within, "unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", script]

    def _home(self) -> str:
        accounts = self._in("/etc/passwd").read_text(encoding="utf-8").splitlines()
        return next(line.split(":")[5] for line in accounts if line.startswith(f"{self.how.user}:"))

    def _mounting(self) -> Iterator[str]:
        at = str(self.at)
        yield shlex.join(["mount", "--bind", at, at])
        for place, folder in self.mounts.items():
            yield shlex.join(["mount", "--bind", str(folder), str(self._in(place))])
        for sort, place in (("proc", "proc"), ("tmpfs", "tmp"), ("tmpfs", "dev/shm")):
            yield shlex.join(["mkdir", "--parents", f"{at}/{place}"])
            yield shlex.join(["mount", "--types", sort, sort, f"{at}/{place}"])
        if self.read_only:
            yield shlex.join(["mount", "--options", "remount,bind,ro", at])

    def _in(self, place: str) -> Path:
        return self.at / place.lstrip("/")

    def does(self, step: Step, built: Mapping[str, System]) -> System:
        """The same root once an instruction has been followed; `built` are the stages before."""
        if step.word == "RUN":
            quoted = shlex.quote(self.how.workdir)
            self.shell(f"mkdir --parents {quoted} && cd {quoted} && {step.rest}", as_user=self.how.user)
        elif step.word == "COPY":
            self._copy(step.rest.split(), built)
        elif step.word == "WORKDIR":
            self._in(step.rest).mkdir(parents=True, exist_ok=True)
        elif not changes_nothing(step):
            assert step.word in {"ENV", "USER"}
        return replace(self, how=self.how.after(step))

    def _copy(self, words: list[str], built: Mapping[str, System]) -> None:
        of = next((word.partition("=")[2] for word in words if word.startswith("--from=")), "")
        *sources, to = [word for word in words if not word.startswith("--")]
        target = self._in(str(Path(self.how.workdir) / to))
        for source in sources:
            found = built[of]._in(source) if of else ROOT / source
            assert of or is_let_through(source), f"{source} is kept from the builder by .containerignore"
            if found.is_dir():
                ignored = None if of else shutil.ignore_patterns("__pycache__")
                shutil.copytree(found, target, symlinks=True, ignore=ignored, dirs_exist_ok=True)
            else:
                whole = target / found.name if to.endswith("/") else target
                whole.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(found, whole)


def image_of(given: Sequence[Stage], bare: System, folder: Path) -> System:
    """What a Containerfile builds: the root of its last stage, every step done."""
    assert given
    built, system = dict[str, System](), bare
    for number, stage in enumerate(given):
        system = bare.copied(folder / f"stage-{number}")
        for step in stage.steps:
            system = system.does(step, built)
        built[stage.name or str(number)] = system
    return system


class Network:
    """A network of its own that has nothing but the loopback, in which several systems meet."""

    def __init__(self, holder: subprocess.Popen[str]) -> None:
        self.holder = holder.pid
        self._inside = ThreadPoolExecutor(1, initializer=self._enter)

    def _enter(self) -> None:
        with Path(f"/proc/{self.holder}/ns/net").open("rb") as other:
            assert ctypes.CDLL(None, use_errno=True).setns(other.fileno(), 0) == 0, ctypes.get_errno()

    def do(self, what: Callable[[], T]) -> T:
        """Do something as if in this network: connections are opened there."""
        return self._inside.submit(what).result()

    def close(self) -> None:
        self._inside.shutdown()


@contextmanager
def network() -> Iterator[Network]:
    """A network as long as it is needed."""
    script = "ip link set lo up && echo up && exec sleep infinity"
    with subprocess.Popen(
        ["unshare", "--net", "sh", "-euc", script], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "up\n"
        found = Network(holder)
        try:
            yield found
        finally:
            found.close()
            holder.kill()


class Running:
    """A process that is the first of a system, as it is in a container."""

    def __init__(self, outer: subprocess.Popen[bytes], log: Path) -> None:
        self._outer, self._log = outer, log

    @property
    def said(self) -> str:
        """All it has said."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def runs(self) -> bool:
        return self._outer.poll() is None

    def told(self, name: str) -> None:
        """Send it a signal, if it has not ended."""
        if self.runs:
            children = Path(f"/proc/{self._outer.pid}/task/{self._outer.pid}/children").read_text().split()
            for child in children:
                os.kill(int(child), signal.Signals[name])

    def ended(self) -> int:
        """How it ends."""
        return self._outer.wait(LONGEST)


@contextmanager
def running(system: System, command: Sequence[str], net: Network, log: Path) -> Iterator[Running]:
    """A system whose first process is this command, killed at the end if it has not ended."""
    with (
        log.open("wb") as out,
        subprocess.Popen(
            system.words(command, net.holder), stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        ) as outer,
    ):
        found = Running(outer, log)
        try:
            yield found
        finally:
            # Whoever became another user does not end with what started it; with the first process all others do.
            found.told("SIGKILL")


def answered(system: System, command: Sequence[str], net: Network) -> tuple[int, str]:
    """How a command ends that is run beside what runs in a system, and what it says."""
    done = subprocess.run(
        system.words(command, net.holder), capture_output=True, text=True, check=False, timeout=LONGEST
    )
    return done.returncode, done.stdout + done.stderr


def eventually(what: Callable[[], bool]) -> None:
    """Wait for what a process that is asked each time says."""
    until = time.monotonic() + LONGEST
    while not what():
        assert time.monotonic() < until, "it never came"


def _ran(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
    if done.returncode:
        pytest.fail(f"{shlex.join(command)}\n{done.stdout[-5000:]}{done.stderr[-5000:]}", pytrace=False)
    return done.stdout
