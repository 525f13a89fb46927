"""The files for hosts: they are what their tools expect, and agree with each other and with the settings.

`deploy/by-hand` does what the Containerfile says; ./test runs it.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from undertow.core.game import find_game, game_names
from undertow.settings import FILE, READERS, Settings, variable
from undertow.table.serve import LONGEST_STOP
from undertow.table.storage import MIGRATIONS, NEWEST

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
UNIT = (DEPLOY / "undertow.service").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def test_every_variable_in_these_files_is_a_setting() -> None:
    known = {variable(key) for key in READERS} | {FILE}
    for file in DEPLOY.iterdir():
        assert set(re.findall(r"UNDERTOW_\w+", file.read_text(encoding="utf-8"))) <= known, file.name


def test_the_example_of_settings_makes_sense() -> None:
    example = DEPLOY / "undertow.toml"
    assert Settings.load(example).hosts == {"tables.example"}
    text = re.sub(r"^# (?=\w+ = )", "", example.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for key, value in tomllib.loads(text).items():  # also what is commented out
        READERS[key](key, value)


def test_hadolint_finds_nothing() -> None:
    linter = Path(sys.executable).parent / "hadolint"
    done = subprocess.run(
        [str(linter), "--no-color", str(DEPLOY / "Containerfile")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_the_image_is_nobody_s_root_and_has_a_volume_a_health_check_and_hashes() -> None:
    last = CONTAINERFILE.rsplit("\nFROM ", 1)[1]
    for line in ("USER 7734:7734", 'VOLUME ["/data"]', "HEALTHCHECK ", "STOPSIGNAL SIGTERM", "NUMBA_CPU_NAME=generic"):
        assert line in last
    assert "RUN" not in last  # it is made of what the other stages made
    installs = re.findall(r"pip install .*", CONTAINERFILE)
    assert installs
    assert all("--require-hashes" in one or "--no-index" in one for one in installs)
    for lock in ("requirements.lock",):
        pinned = re.findall(
            r"^\S+==.*?(?=^\S|\Z)", (DEPLOY / lock).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        )
        assert pinned
        assert all("--hash=sha256:" in one for one in pinned)


def test_what_the_image_is_built_from_is_the_same_for_both_engines() -> None:
    ours, theirs = (
        [line for line in (ROOT / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        for name in (".containerignore", ".dockerignore")
    )
    assert ours == theirs
    for copied in re.findall(r"^COPY (?!--)(.*) \S+$", CONTAINERFILE, re.MULTILINE):
        for path in copied.split():
            assert (ROOT / path).exists() or path == "dist"  # .ci/release makes it
            assert f"!{path.split('/')[0]}" in ours


def test_the_compose_file_hangs_together(compose: Any) -> None:
    services = compose["services"]
    server, proxy = services["undertow"], services["caddy"]
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert set(service["networks"]) <= set(compose["networks"])
        for volume in service.get("volumes", ()):
            name = volume.split(":")[0]
            assert name in compose["volumes"] or (DEPLOY / name).is_file()
    subnet = compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert server["environment"]["UNDERTOW_PROXY"] == subnet
    assert "@database/" in server["environment"]["UNDERTOW_DATABASE"]
    assert proxy["environment"]["UPSTREAM"] == "undertow:7734"
    for name in re.findall(r"\{\$(\w+)", (DEPLOY / "Caddyfile").read_text(encoding="utf-8")):
        assert name in proxy["environment"]


def test_whoever_stops_a_server_waits_long_enough(compose: Any) -> None:
    assert int(compose["services"]["undertow"]["stop_grace_period"].removesuffix("s")) > LONGEST_STOP
    assert int(re.findall(r"TimeoutStopSec=(\d+)", UNIT)[0]) > LONGEST_STOP


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    verifier, anything = shutil.which("systemd-analyze"), shutil.which("true")
    if verifier is None or anything is None:
        pytest.skip("there is no systemd here")
    unit = tmp_path / "undertow.service"
    unit.write_text(UNIT.replace("/opt/undertow/bin/undertow", anything), encoding="utf-8")
    done = subprocess.run([verifier, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_servers_of_older_rules_step_aside() -> None:
    """Whoever changes rules adds a migration, so that older servers on the database stop."""
    [file] = (MIGRATIONS / "versions").glob(f"{NEWEST}_*.py")
    spec = importlib.util.spec_from_file_location("newest", file)
    assert spec
    assert spec.loader
    newest = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(newest)
    assert {name: find_game(name).version for name in game_names()} == newest.RULES
