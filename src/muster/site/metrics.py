"""Figures of a running server for Prometheus: counts and times only, of nobody in particular, for this machine alone.

Each process has its own, and says of which it is where there are several. Without the extra `metrics` nothing is
counted.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import nan
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.utils import timezone

from muster import __version__
from muster.app.common.extras import how_to_add, is_missing
from muster.live.http import Receive, Scope, Send, answer
from muster.site.environment import LOCAL

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Counter, Histogram, Metric

METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"})
"""Those that are counted by name: a client may send any word."""

SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper ends of classes of time."""

FIGURES: Final[Mapping[str, str]] = {
    "muster_working": "Requests that are worked on.",
    "muster_streams": "Live pages that are open.",
    "muster_polls": "Live pages that ask and wait.",
    "muster_backup_age_seconds": "Since the last backup of the site's own.",
    "muster_front_answers": "Requests that were answered without making a page: from memory, or refused.",
}
"""What is read when somebody asks."""

_FORWARDED: Final = frozenset({b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via"})
"""Headers by which a proxy says that it asks for somebody else."""

Figure = Callable[[], float]
"""Reads a figure that changes by itself."""


class _Meters:
    """What is counted in this process."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram  # noqa: PLC0415  (an extra)
        from prometheus_client.process_collector import ProcessCollector  # noqa: PLC0415

        self.registry: CollectorRegistry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        about = Gauge("muster_info", "The release that runs.", ["version"], registry=self.registry)
        about.labels(__version__).set(1)
        self.requests: Counter = Counter(
            "muster_requests",
            "Requests for pages that were made anew, by the pattern of their address.",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self.seconds: Histogram = Histogram(
            "muster_request_seconds",
            "How long it took to make them.",
            ["route"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self.ill = Gauge(
            "muster_not_well", "Parts of the site that are not well.", ["part"], registry=self.registry
        )


class _Given:
    """What the front has answered by itself, read when somebody asks."""

    def __init__(self, given: Mapping[str, int]) -> None:
        self._given = given

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily  # noqa: PLC0415  (an extra)

        name = "muster_front_answers"
        found = CounterMetricFamily(name, FIGURES[name], labels=["answer"])
        for answer_, times in self._given.items():
            found.add_metric([answer_], times)
        yield found


class _Marked:
    """All that is counted, with the process it was counted in: another answers the next time."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry

    def collect(self) -> Iterator[Metric]:
        mark = {"process": str(os.getpid())}
        for metric in self._registry.collect():
            metric.samples = [one._replace(labels={**one.labels, **mark}) for one in metric.samples]
            yield metric


@cache
def _meters() -> _Meters | None:
    return None if is_missing("metrics") else _Meters()


def seen(method: str | None, route: str, status: int, seconds: float) -> None:
    """Count a request that was answered."""
    meters = _meters()
    if meters is not None:
        meters.requests.labels(method if method in METHODS else "other", route, str(status)).inc()
        meters.seconds.labels(route).observe(seconds)


class Metrics:
    """Answers `/metrics`.

    Args:
        figures: how each of `FIGURES` is read.
        ill: the parts of the site that are not well.
        parts: all parts that are looked at.
        given: how often the front has answered by itself, in each way.
    """

    def __init__(
        self,
        figures: Mapping[str, Figure],
        ill: Callable[[], Sequence[str]],
        parts: Sequence[str],
        given: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self._ill, self._parts = ill, parts
        meters = _meters()
        if meters is not None:
            from prometheus_client import Gauge  # noqa: PLC0415  (an extra)

            meters.registry.register(_Given(given))
            for name, read in figures.items():
                Gauge(name, FIGURES[name], registry=meters.registry).set_function(read)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for it."""
        del receive
        meters = _meters()
        if not is_allowed(scope):
            await answer(send, 404, b"There is nothing at this address.\n")
        elif meters is None:
            await answer(send, 503, f"{how_to_add('metrics')}\n".encode())
        else:
            from prometheus_client import generate_latest  # noqa: PLC0415  (an extra)
            from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4  # noqa: PLC0415

            ill = self._ill()
            for part in self._parts:
                meters.ill.labels(part).set(part in ill)
            told = _Marked(meters.registry) if settings.REDIS_URL else meters.registry
            await answer(send, 200, generate_latest(told), CONTENT_TYPE_PLAIN_0_0_4.encode())


def is_allowed(scope: Scope) -> bool:
    """Whether whoever asks may know: this machine itself, and the addresses that `MUSTER_METRICS_FROM` names.

    What a proxy on this machine passes on comes from this machine, too: it is known by its headers, or by the name
    of the site that was asked for.
    """
    client = scope.get("client")
    try:
        address = ipaddress.ip_address(client[0] if client else "")
    except ValueError:
        return False
    if any(address in ipaddress.ip_network(one) for one in settings.METRICS_FROM):
        return True
    headers = scope["headers"]
    host = next((value for name, value in headers if name == b"host"), b"").decode("latin-1")
    local = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    return address.is_loopback and local in LOCAL and not any(name in _FORWARDED for name, _ in headers)


def backup_age() -> float:
    """Seconds since the site made its last good backup; not a number before the first."""
    from muster.app.site import own_backups  # noqa: PLC0415  (only once Django is ready)

    found = own_backups.known()
    if found is None or found.made_at is None:
        return nan
    return (timezone.now() - found.made_at).total_seconds()
