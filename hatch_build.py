"""How the package is built: what is made elsewhere goes into it, and README becomes what a package index shows.

Hatchling calls this. A source distribution has the built browser client and the documents in it, so a wheel can be made
of that without Node. `.ci/release` is the command that does all of it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PACKAGE = "src/undertow"
MADE = {"web/dist": "table/client", "build/site": "table/site"}  # what is made elsewhere, and its place in the package
STUDIES = ("docs/studies", "table/studies")  # reports that the lab in the browser shows
STAMP = "built-*"  # says of which sources a folder was made (.ci/setup.sh)
PICTURE = re.compile(r"(!\[[^]]*])\((?!https?:)([^)]+)\)")
LINK = re.compile(r"(?<!!)\[([^]]*)]\((?!https?:|#)([^)]+)\)")


class Made(BuildHookInterface[Any]):
    """Puts what is made elsewhere in its place."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # a checkout that is played from has no need of it
            return
        package = PACKAGE if self.target_name == "sdist" else "undertow"
        for source, place in MADE.items():
            if Path(self.root, PACKAGE, place).exists():  # we are in a source distribution
                continue
            made = Path(self.root, source)
            if not (made / "index.html").exists():
                self.app.abort(f"{source} is not built: in a checkout, .ci/release builds it, then the package.")
            for path in made.rglob("*"):
                if path.is_file() and not path.match(STAMP):
                    build_data["force_include"][str(path)] = f"{package}/{place}/{path.relative_to(made).as_posix()}"
        source, place = STUDIES
        if not Path(self.root, PACKAGE, place).exists():
            for path in Path(self.root, source).glob("*.html"):
                build_data["force_include"][str(path)] = f"{package}/{place}/{path.name}"


class Description(MetadataHookInterface):
    """README and the project's links, for an index that knows nothing of the files around them."""

    def update(self, metadata: dict[str, Any]) -> None:
        if "readme" in metadata:  # in a source distribution both are made already, unless there are no links
            metadata.setdefault("urls", {})
            return
        repository = os.environ.get("UNDERTOW_REPOSITORY", "").rstrip("/")
        if repository and not re.match(r"https?://[^/\s]+/\S+$", repository):
            raise SystemExit(
                f"UNDERTOW_REPOSITORY must be an address such as https://host/undertow; {repository!r} is not."
            )
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = described(readme, f"{repository}/{{}}/v{metadata['version']}" if repository else "")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = links(repository)


def described(readme: str, files: str) -> str:
    """`files` is where files are found, with {} for `raw` or `blob`. Without it pictures go, and links become words."""
    if not files:
        kept = [block for block in readme.split("\n\n") if "![" not in block]
        return LINK.sub(r"\1", "\n\n".join(kept))
    readme = PICTURE.sub(lambda found: f"{found[1]}({files.format('raw')}/{found[2]})", readme)
    return LINK.sub(lambda found: f"[{found[1]}]({files.format('blob')}/{found[2]})", readme)


def links(repository: str) -> dict[str, str]:
    if not repository:
        return {}
    names = {
        "Source": "",
        "Issues": "/issues",
        "Changelog": "/blob/HEAD/CHANGELOG.md",
        "Documentation": "/tree/HEAD/docs",
    }
    return {name: repository + path for name, path in names.items()}
