"""Settings: from a file and from variables, read in one place, listed in docs/hosts.md, refused with a sentence if they
make no sense."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path

import pytest

from tests.table.conftest import PATIENCE, free_port
from undertow.cli.play import autosave_path
from undertow.core.errors import UndertowError
from undertow.settings import FILE, READERS, Settings, cache_folder, data_folder, variable

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "undertow"

IN_THE_FILE = {
    "database": '"postgresql://somebody@somewhere/tables"',
    "mounted": "true",
    "listen": '"0.0.0.0"',
    "port": "7735",
    "hosts": '["Tables.example", "other.example."]',
    "origins": '["https://tables.example", "http://127.0.0.1:5173"]',
    "proxy": '"127.0.0.1 fd00::/8"',
    "rate": "0",
    "bot_pause": "1.5",
    "record": "false",
    "log": '"json"',
    "metrics": '"numbers-for-the-host"',
}
AS_VARIABLES = {
    "database": "postgresql://somebody@somewhere/tables",
    "mounted": "1",
    "listen": "0.0.0.0",
    "port": "7735",
    "hosts": "Tables.example other.example.",
    "origins": " https://tables.example http://127.0.0.1:5173 ",
    "proxy": "127.0.0.1 fd00::/8",
    "rate": "0",
    "bot_pause": "1.5",
    "record": "0",
    "log": "json",
    "metrics": "numbers-for-the-host",
}


def all_set(tmp_path: Path) -> Settings:
    return Settings(
        data=tmp_path / "data",
        cache=tmp_path / "cache",
        database="postgresql://somebody@somewhere/tables",
        mounted=True,
        listen="0.0.0.0",
        port=7735,
        hosts=frozenset({"tables.example", "other.example"}),
        origins=frozenset({"https://tables.example", "http://127.0.0.1:5173"}),
        proxy=(ip_network("127.0.0.1"), ip_network("fd00::/8")),
        rate=0.0,
        bot_pause=1.5,
        record=False,
        log="json",
        metrics="numbers-for-the-host",
    )


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in READERS:
        monkeypatch.delenv(variable(key), raising=False)
    monkeypatch.delenv(FILE, raising=False)


def test_without_anything_set_everything_is_as_usual() -> None:
    assert Settings.load() == Settings()
    assert (Settings().rate, Settings().bot_pause, Settings().database) == (20.0, 0.6, "")


def test_every_variable_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for key, given in (AS_VARIABLES | {"data": f"{tmp_path}/data", "cache": f"{tmp_path}/cache"}).items():
        monkeypatch.setenv(variable(key), given)
    assert Settings.load() == all_set(tmp_path)
    assert (data_folder(), cache_folder()) == (tmp_path / "data", tmp_path / "cache")


def test_every_key_of_a_file_counts(tmp_path: Path) -> None:
    lines = IN_THE_FILE | {"data": f'"{tmp_path}/data"', "cache": f'"{tmp_path}/cache"'}
    assert set(lines) == set(READERS) == {one.name for one in fields(Settings)}
    file = tmp_path / "undertow.toml"
    file.write_text("".join(f"{key} = {given}\n" for key, given in lines.items()), encoding="utf-8")
    assert Settings.load(file) == all_set(tmp_path)


def test_a_variable_counts_more_than_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "undertow.toml"
    file.write_text("rate = 5\nbot_pause = 2\n", encoding="utf-8")
    monkeypatch.setenv(FILE, str(file))
    monkeypatch.setenv("UNDERTOW_RATE", "7")
    assert (Settings.load().rate, Settings.load().bot_pause) == (7.0, 2.0)


def test_the_terminal_keeps_its_match_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNDERTOW_DATA", str(tmp_path / "elsewhere"))
    assert autosave_path() == tmp_path / "elsewhere" / "running.match"


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("UNDERTOW_RECORD", "sometimes", "UNDERTOW_RECORD must be 1 for yes or 0 for no; 'sometimes' is neither."),
        (
            "UNDERTOW_RATE",
            "fast",
            "UNDERTOW_RATE must be a number of requests a second, such as 20, or 0 for no limit; ",
        ),
        ("UNDERTOW_RATE", "-1", "UNDERTOW_RATE must be a number of requests a second"),
        ("UNDERTOW_RATE", "nan", "UNDERTOW_RATE must be a number of requests a second"),
        ("UNDERTOW_BOT_PAUSE", "inf", "UNDERTOW_BOT_PAUSE must be a number of seconds, such as 0.6; 'inf' is not."),
        ("UNDERTOW_BOT_PAUSE", "half a second", "UNDERTOW_BOT_PAUSE must be a number of seconds"),
        ("UNDERTOW_ORIGINS", "tables.example", "UNDERTOW_ORIGINS must name sites such as https://tables.example, "),
        ("UNDERTOW_ORIGINS", "https://tables.example/", "UNDERTOW_ORIGINS must name sites such as "),
        ("UNDERTOW_ORIGINS", "https://a.example,https://b.example/x", "UNDERTOW_ORIGINS must name sites such as "),
        ("UNDERTOW_ORIGINS", "https://[", "UNDERTOW_ORIGINS must name sites such as "),
        ("UNDERTOW_HOSTS", "https://tables.example", "UNDERTOW_HOSTS must have names such as tables.example, "),
        ("UNDERTOW_HOSTS", "tables.example:80", "UNDERTOW_HOSTS must have names such as tables.example, "),
        ("UNDERTOW_HOSTS", "*.example", "UNDERTOW_HOSTS must have names such as tables.example, "),
        ("UNDERTOW_PROXY", "yes", "UNDERTOW_PROXY must have addresses of proxies such as 127.0.0.1 or "),
        ("UNDERTOW_PROXY", "10.0.0.1/8", "UNDERTOW_PROXY must have addresses of proxies such as 127.0.0.1 or "),
        ("UNDERTOW_PORT", "http", "UNDERTOW_PORT must be a port from 1 to 65535, such as 7734; 'http' is not."),
        ("UNDERTOW_LISTEN", "everywhere", "UNDERTOW_LISTEN must be an address of this machine, such as 127.0.0.1, "),
        ("UNDERTOW_LOG", "loud", "UNDERTOW_LOG must be plain or json; 'loud' is neither."),
        ("UNDERTOW_METRICS", "1", "UNDERTOW_METRICS must have at least 16 letters, digits or signs, and no spaces, "),
    ],
)
def test_what_makes_no_sense_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(UndertowError) as caught:
        Settings.load()
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("rat = 5", "there is no setting in '{file}' called 'rat'. Did you mean 'rate'? Choose from: data, "),
        ("[rate]\na = 1", "rate in '{file}' must be a number of requests a second, such as 20, or 0 for no limit; "),
        ("rate = true", "rate in '{file}' must be a number of requests a second"),
        ("record = 'yes'", "record in '{file}' must be true for yes or false for no; 'yes' is neither."),
        ("database = 5", "database in '{file}' must be a text in quotation marks; 5 is not."),
        ("hosts = [1]", "hosts in '{file}' must be a text, or a list of texts; [1] is neither."),
        ("port = 7734.5", "port in '{file}' must be a port from 1 to 65535, such as 7734; 7734.5 is not."),
        ("rate is 5", "the settings file '{file}' is not TOML: "),
    ],
)
def test_a_file_that_makes_no_sense_gets_one_sentence(tmp_path: Path, line: str, sentence: str) -> None:
    file = tmp_path / "undertow.toml"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(UndertowError) as caught:
        Settings.load(file)
    assert str(caught.value).startswith(sentence.replace("{file}", str(file)))
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UndertowError, match="cannot be read: No such file or directory"):
        Settings.load(tmp_path / "none.toml")


def test_serve_says_what_is_wrong_and_does_not_start(tmp_path: Path) -> None:
    """Whatever else keeps it from starting is tested in tests/cli/test_serve.py, without a process of its own."""
    command = [sys.executable, "-m", "undertow", "serve", "--port", str(free_port())]
    env = os.environ | {"UNDERTOW_RATE": "fast", "UNDERTOW_DATA": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("undertow: UNDERTOW_RATE must be a number")
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_every_variable_is_read_in_one_place() -> None:
    read = {
        (path.relative_to(SOURCE).as_posix(), name)
        for path in SOURCE.rglob("*.py")
        for name in re.findall(r"environ.*?[\"'](UNDERTOW_\w+)", path.read_text(encoding="utf-8"))
    }
    assert {path for path, _ in read} <= {"settings.py", "lab/bench.py"}  # the bench sets one for its own children


def test_hosts_read_of_every_setting_and_its_default() -> None:
    page = (ROOT / "docs" / "hosts.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `(UNDERTOW_\w+)` \| (.*?) \| .+ \|$", page, re.MULTILINE)
    assert [(key, name) for key, name, _ in rows] == [(key, variable(key)) for key in READERS]
    listed = {key: usual for key, _, usual in rows}
    for one in fields(Settings):
        if one.name in ("data", "cache"):
            assert listed[one.name].startswith("your user's")
        elif one.default in ("", frozenset(), ()):
            assert listed[one.name] == "none"
        else:
            assert listed[one.name] == f"`{str(one.default).lower()}`"
