"""What `.ci/release` makes: exactly what belongs in it, the same bytes again, and papers for all of it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from hatch_build import described

from tests.package.conftest import EPOCH, ROOT
from undertow import __version__

CLIENT = "undertow/table/client"
SITE = "undertow/table/site"
STUDIES = "undertow/table/studies"
README = (ROOT / "README.md").read_text(encoding="utf-8")
CACHE = re.compile(r"__pycache__|\.ruff_cache")
TARGETS = re.compile(r"]\(([^)]+)\)")  # of links and pictures


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as opened:
        return message_from_bytes(opened.read(f"undertow-{__version__}.dist-info/METADATA"))


def test_the_wheel_has_all_it_needs_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        found = set(opened.namelist())
    sources = {f"undertow/{name}" for name in files(ROOT / "src/undertow") if not CACHE.search(name)}
    client = {f"{CLIENT}/{name}" for name in files(ROOT / "web/dist") if not name.startswith("built-")}
    site = {f"{SITE}/{name}" for name in files(ROOT / "build/site") if not name.startswith("built-")}
    studies = {f"{STUDIES}/{path.name}" for path in (ROOT / "docs/studies").glob("*.html")}
    papers = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}
    assert found == sources | client | site | studies | {f"undertow-{__version__}.dist-info/{name}" for name in papers}
    assert {"undertow/py.typed", "undertow/games/kelp/box.toml"} <= found
    assert {f"{CLIENT}/index.html", f"{SITE}/index.html", f"{SITE}/tour/jaws.webp"} <= found


def test_the_source_distribution_makes_the_same_wheel_without_node(release: Path, wheel: Path, tmp_path: Path) -> None:
    (source,) = release.glob("*.tar.gz")
    with tarfile.open(source) as opened:
        opened.extractall(tmp_path, filter="data")
    folder = tmp_path / f"undertow-{__version__}"
    for made in (CLIENT, SITE):
        assert (folder / "src" / made / "index.html").exists()
    assert not (folder / "web/dist").exists()
    assert not (folder / "build").exists()
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=folder, env={"PATH": "", "SOURCE_DATE_EPOCH": EPOCH}, check=True, capture_output=True)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_a_checkout_without_a_built_client_is_refused(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src/undertow/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == "web/dist is not built: in a checkout, .ci/release builds it, then the package."


# Description ----------------------------------------------------------------------------------------------------------


def test_the_description_leads_nowhere_when_no_address_is_known(metadata: Message) -> None:
    text = metadata.get_payload()
    assert isinstance(text, str)
    assert "**A table for shark games.**" in text
    assert "![" not in text
    assert [target for target in TARGETS.findall(text) if not target.startswith(("https://", "#"))] == []
    assert metadata.get_all("Project-URL") is None


def test_the_description_has_absolute_links_and_pictures_when_one_is() -> None:
    text = described(README, "https://host.example/undertow/{}/v1")
    assert len(TARGETS.findall(text)) == len(TARGETS.findall(README))
    assert [target for target in TARGETS.findall(text) if not target.startswith(("https://", "#"))] == []
    assert "](https://host.example/undertow/raw/v1/docs/tour/jaws.webp)" in text
    assert "](https://host.example/undertow/blob/v1/CHANGELOG.md)" in text


def test_an_unsupported_python_is_refused_by_installers(metadata: Message) -> None:
    assert set(metadata["Requires-Python"].split(",")) == {">=3.11", "<3.15"}


def test_an_old_python_is_told_so_in_one_line() -> None:
    script = "import sys, runpy; sys.version_info = (3, 10); sys.version = '3.10.0 (old)'; runpy.run_module('undertow')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].endswith("Undertow needs Python 3.11 or newer; this is 3.10.0.)")


# Papers ---------------------------------------------------------------------------------------------------------------


def components(path: Path) -> list[dict[str, Any]]:
    bill = json.loads(path.read_text(encoding="utf-8"))
    assert bill["bomFormat"] == "CycloneDX"
    found: list[dict[str, Any]] = bill["components"]
    return found


def test_the_bill_of_materials_names_every_dependency_with_its_hash(release: Path) -> None:
    locked = re.findall(r"^([\w.-]+)(?:\[\w+])?==(\S+)", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.M)
    found = components(release / "python.cdx.json")
    assert {(one["name"], one["version"]) for one in found} == set(locked)
    for one in found:
        assert any(reference.get("hashes") for reference in one["externalReferences"]), one["name"]


def test_the_bill_of_the_client_tells_what_is_bundled_from_what_builds_it(release: Path) -> None:
    found = components(release / "client.cdx.json")
    assert all(one["hashes"] for one in found)
    scopes = {one["name"]: one["scope"] for one in found}
    assert [scopes[name] for name in ("svelte", "marked", "vite", "prettier")] == ["required"] * 2 + ["optional"] * 2


def test_the_licences_of_what_is_bundled_travel_with_the_client(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        text = opened.read(f"{CLIENT}/licences.txt").decode()
    for name in ("svelte", "marked"):
        assert re.search(rf"^## {name} - .* \(MIT\)$", text, re.M)
    assert text.count("Permission is hereby granted") >= 2
