"""`/metrics`: numbers about the server in Prometheus' format, for whoever has the token.

A number that grows when somebody decides tells that somebody decided, so these are for the host alone. What is shown
changes every ten seconds at most: however often somebody asks, it is no stopwatch.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Iterator
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotAuthorizedException, NotFoundException

from undertow import __version__
from undertow.core.errors import UndertowError
from undertow.settings import Settings
from undertow.table.guard import METRICS, Asking
from undertow.table.house import House
from undertow.table.tallies import TALLY, Times

EVERY = 10.0  # seconds


def check(settings: Settings) -> None:
    """Say so before the server starts if there can be no metrics."""
    if settings.metrics:
        try:
            import prometheus_client  # noqa: F401
        except ImportError as error:
            raise UndertowError(
                "metrics are switched on, but what writes them is not installed: pip install 'undertow[metrics]'."
            ) from error


class Metrics:
    """The page, and how old it is."""

    def __init__(self, house: House) -> None:
        from prometheus_client import CollectorRegistry, ProcessCollector

        self._house = house
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)
        self._page = b""
        self._made = -EVERY

    def page(self) -> bytes:
        from prometheus_client import generate_latest

        if (now := time.monotonic()) - self._made >= EVERY:
            self._page, self._made = generate_latest(self._registry), now
        return self._page

    def collect(self) -> Iterator[Any]:
        """What Prometheus' library asks for."""
        from prometheus_client.core import CounterMetricFamily as Counted
        from prometheus_client.core import GaugeMetricFamily as Now
        from prometheus_client.core import InfoMetricFamily as Info

        rooms, leaving = list(self._house.loader.rooms.values()), self._house.leaving
        yield Info("undertow", "The version of the server.", {"version": __version__})
        yield Now("undertow_tables", "Tables in memory.", len(rooms))
        yield Now(
            "undertow_bots_thinking", "Bots that think or wait for their turn to.", sum(len(r.thinking) for r in rooms)
        )
        yield Now("undertow_commands_waiting", "Commands that are not durable yet.", sum(r.queued for r in rooms))
        lines = Now("undertow_connections", "People and bots who are connected.", labels=["kind"])
        lines.add_metric(["socket"], len(leaving.lines))
        lines.add_metric(["stream"], leaving.streams)
        yield lines
        yield Counted("undertow_moves", "Decisions of people and bots.", TALLY.moves)
        commands = Counted("undertow_commands", "Commands, by what became of them.", labels=["outcome"])
        for outcome, number in _outcomes().items():
            commands.add_metric([outcome], number)
        yield commands
        yield _times("undertow_command_seconds", "From when a command came until it was durable.", TALLY.commands)
        yield _times("undertow_bot_seconds", "From when a bot was asked until it had decided.", TALLY.bots)
        answers = Counted(
            "undertow_answers", "Answers to requests, by status: 421, 429 and 503 are refusals.", labels=["status"]
        )
        for status, number in sorted(TALLY.answers.items()):
            answers.add_metric([str(status)], number)
        yield answers
        yield Counted("undertow_errors", "Errors in the log.", TALLY.errors)


def _outcomes() -> dict[str, int]:
    return {"done": sum(TALLY.commands.counts), "refused": TALLY.refused, "failed": TALLY.failed}


def _times(name: str, about: str, times: Times) -> Any:
    from prometheus_client.core import HistogramMetricFamily

    return HistogramMetricFamily(name, about, times.buckets(), times.total)


@get(METRICS, include_in_schema=False)
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Numbers about the server, for whoever has the token."""
    settings: Settings = request.app.state.settings
    if not settings.metrics:
        raise NotFoundException("there is no such page.")
    given = Asking.of(request.headers).token or ""
    if not hmac.compare_digest(given.encode(), settings.metrics.encode()):
        raise NotAuthorizedException("this page needs the token that whoever runs the server has set.")
    page: Metrics = request.app.state.metrics
    headers = {"cache-control": "no-store"}
    return Response(page.page(), media_type="text/plain; version=0.0.4; charset=utf-8", headers=headers)
