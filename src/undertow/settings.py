"""What can be set from outside: a settings file and our environment variables are read here and nowhere else.

A setting is a field of `Settings`, with its reader in `READERS`. Its key in the file is `bot_pause`, its variable
`UNDERTOW_BOT_PAUSE`; where both are given the variable counts. docs/hosts.md lists all of them.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from math import isfinite
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import platformdirs

from undertow.core.errors import UndertowError, UnknownName

Network = IPv4Network | IPv6Network
Reader = Callable[[str, Any], Any]  # what a setting is called where it was found, and what was found there
FILE = "UNDERTOW_SETTINGS"  # the variable that names the file
TOKEN = 16  # characters that a token must have, or it could be guessed


def data_folder() -> Path:
    """`UNDERTOW_DATA`: where tables and the terminal's matches are kept."""
    return Path(os.environ.get("UNDERTOW_DATA") or platformdirs.user_data_dir("undertow"))


def cache_folder() -> Path:
    """`UNDERTOW_CACHE`: where compiled rules are kept between runs."""
    return Path(os.environ.get("UNDERTOW_CACHE") or platformdirs.user_cache_dir("undertow"))


# How settings are read ------------------------------------------------------------------------------------------------


def _text(name: str, given: Any) -> str:
    if not isinstance(given, str):
        raise UndertowError(f"{name} must be a text in quotation marks; {given!r} is not.")
    return given.strip()


def _folder(name: str, given: Any) -> Path:
    return Path(_text(name, given))


def _amount(meant: str) -> Reader:
    def read(name: str, given: Any) -> float:
        try:
            amount = -1.0 if isinstance(given, bool) else float(given)
        except (TypeError, ValueError, OverflowError):
            amount = -1.0
        if amount < 0 or not isfinite(amount):
            raise UndertowError(f"{name} must be a number of {meant}; {given!r} is not.")
        return amount

    return read


def _port(name: str, given: Any) -> int:
    try:
        port = 0 if isinstance(given, bool | float) else int(given)
    except (TypeError, ValueError):
        port = 0
    if not 1 <= port <= 65535:
        raise UndertowError(f"{name} must be a port from 1 to 65535, such as 7734; {given!r} is not.")
    return port


def _switch(name: str, given: Any) -> bool:
    if isinstance(given, bool):
        return given
    if given not in ("0", "1"):
        yes, no = ("1", "0") if name.startswith("UNDERTOW_") else ("true", "false")
        raise UndertowError(f"{name} must be {yes} for yes or {no} for no; {given!r} is neither.")
    return bool(given == "1")


def _one_of(*choices: str) -> Reader:
    def read(name: str, given: Any) -> str:
        if given not in choices:
            raise UndertowError(f"{name} must be {' or '.join(choices)}; {given!r} is neither.")
        return str(given)

    return read


def _token(name: str, given: Any) -> str:
    token = _text(name, given)
    if len(token) < TOKEN or not re.fullmatch("[!-~]+", token):
        raise UndertowError(
            f"{name} must have at least {TOKEN} letters, digits or signs, and no spaces, so that nobody guesses it."
        )
    return token


def _several(name: str, given: Any) -> list[str]:
    """A text with spaces between, or in the file also a list of texts."""
    if isinstance(given, list) and all(isinstance(one, str) for one in given):
        return [one.strip() for one in given]
    if not isinstance(given, str):
        raise UndertowError(f"{name} must be a text, or a list of texts; {given!r} is neither.")
    return given.split()


def _address(name: str, given: Any) -> str:
    address = _text(name, given)
    try:
        if address != "localhost":
            ip_address(address)
    except ValueError:
        raise UndertowError(
            f"{name} must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all; {given!r} is none."
        ) from None
    return address


def _sites(name: str, given: Any) -> frozenset[str]:
    sites = _several(name, given)
    for site in sites:
        if not _is_site(site):
            raise UndertowError(
                f"{name} must name sites such as https://tables.example, separated by spaces; {site!r} is none."
            )
    return frozenset(sites)


def _names(name: str, given: Any) -> frozenset[str]:
    names = [one.lower() for one in _several(name, given)]
    for one in names:
        if not re.fullmatch(r"[^\s/:@\[\]*]+", one):
            raise UndertowError(
                f"{name} must have names such as tables.example, separated by spaces, without https:// and without "
                f"a port; {one!r} is none."
            )
    return frozenset(one.rstrip(".") for one in names)


def _networks(name: str, given: Any) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(one) for one in _several(name, given))
    except ValueError as error:
        raise UndertowError(
            f"{name} must have addresses of proxies such as 127.0.0.1 or 10.0.0.0/8, separated by spaces: {error}."
        ) from None


def _is_site(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and text == f"{parts.scheme}://{parts.netloc}"


# The settings ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settings:
    """How a server behaves."""

    data: Path = field(default_factory=data_folder)  # where SQLite and the terminal's matches are kept
    cache: Path = field(default_factory=cache_folder)  # where compiled rules are kept
    database: str = ""  # a PostgreSQL; SQLite in the data folder if there is none
    mounted: bool = False  # whether the data folder must be a volume, as in a container
    listen: str = "127.0.0.1"  # on which address
    port: int = 7734
    hosts: frozenset[str] = frozenset()  # what the server is called, besides its addresses and this machine's name
    origins: frozenset[str] = frozenset()  # other sites whose pages may ask
    proxy: tuple[Network, ...] = ()  # who is believed when it says for whom it asks
    rate: float = 20.0  # requests a second that one person may make in the long run; 0 lifts this and other limits
    bot_pause: float = 0.6  # seconds before a bot shows its decision
    record: bool = True  # whether finished matches are recorded, for when their rules are gone
    log: str = "plain"  # or json
    metrics: str = ""  # the token that opens /metrics; without one there is no such page

    @classmethod
    def load(cls, file: Path | None = None) -> Settings:
        """As the file and the variables say; what makes no sense gets a sentence."""
        named = file or os.environ.get(FILE)
        found = _read(Path(named)) if named else {}
        found |= {
            key: (variable(key), given) for key in READERS if (given := os.environ.get(variable(key), "").strip())
        }
        return cls(**{key: READERS[key](name, given) for key, (name, given) in found.items()})

    def hand_on(self) -> None:
        """Let this process, and those it starts, find the compiled rules where the settings say."""
        os.environ[variable("cache")] = str(self.cache)


READERS: dict[str, Reader] = {
    "data": _folder,
    "cache": _folder,
    "database": _text,
    "mounted": _switch,
    "listen": _address,
    "port": _port,
    "hosts": _names,
    "origins": _sites,
    "proxy": _networks,
    "rate": _amount("requests a second, such as 20, or 0 for no limit"),
    "bot_pause": _amount("seconds, such as 0.6"),
    "record": _switch,
    "log": _one_of("plain", "json"),
    "metrics": _token,
}


def variable(key: str) -> str:
    """What a setting is called in the environment."""
    return f"UNDERTOW_{key.upper()}"


def _read(file: Path) -> dict[str, tuple[str, Any]]:
    """What a settings file has, each with what to call it in a sentence."""
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UndertowError(f"the settings file {str(file)!r} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UndertowError(f"the settings file {str(file)!r} is not TOML: {error}.") from error
    for key in found:
        if key not in READERS:
            raise UnknownName(f"setting in {str(file)!r} called", key, READERS)
    return {key: (f"{key} in {str(file)!r}", given) for key, given in found.items() if given != ""}
