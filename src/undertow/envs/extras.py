"""What an interface needs beyond the package itself."""

from __future__ import annotations

from undertow.core.errors import UndertowError


class MissingExtra(UndertowError, ImportError):
    """A library that comes with an extra is not installed."""


def missing(library: str, extra: str = "rl") -> MissingExtra:
    """One sentence that says how to get it."""
    return MissingExtra(f'this needs {library}, which is not installed: pip install "undertow[{extra}]".')
