"""Build the documents as a site, from the Markdown in this repository: `.ci/docs`.

The pages are gathered in build/pages, Zensical makes build/site of them, and whatever is wrong is told: a link that
leads nowhere, a script or style within a page, anything from another host. The table server shows the site under /docs.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

from docs.site.check import mistakes
from docs.site.pages import ROOT, page, sources
from docs.site.reference import reference

HERE = Path(__file__).parent
NO_FILES = ("*.py", "*.md", "__pycache__")
STYLE = re.compile(r'(\w+)\.appendChild\(\w+\("style",\{\},(\w+)\.toString\(\)\)\)')
PALE = "rgb(var(--color-foreground)/.45)"
INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


class NotBuilt(Exception):
    """The site has a mistake; the text says where."""


def build(folder: Path) -> Path:
    """The site, in `folder`/site."""
    site = folder / "site"
    shutil.rmtree(folder / "pages", ignore_errors=True)
    shutil.rmtree(site, ignore_errors=True)
    gather(folder / "pages")
    shutil.copy(HERE / "zensical.toml", folder)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", str(folder / "zensical.toml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotBuilt(done.stdout + done.stderr)
    tidy(site)
    style_the_search(site)
    if found := mistakes(site):
        raise NotBuilt("\n".join(found))
    return site


def gather(folder: Path) -> None:
    """Every page under its name, with the pictures and files that pages show."""
    names = sources()
    texts = {name: page(source, names) for source, name in names.items()} | reference()
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for part in ("pictures", "pieces", "studies", "tour"):
        shutil.copytree(
            ROOT / "docs" / part, folder / part, ignore=shutil.ignore_patterns(*NO_FILES), dirs_exist_ok=True
        )
    for file in (ROOT / "docs").glob("*.toml"):
        shutil.copy(file, folder)
    shutil.copy(ROOT / "LICENSE", folder / "license.txt")
    shutil.copytree(HERE / "look", folder / "look")
    (folder / "licences.txt").write_text(licences(), encoding="utf-8")


def licences() -> str:
    """Of what the site brings along from others: Zensical's theme, its icons, and what is bundled in its script."""
    theme = Path(str(files("zensical"))) / "templates"
    own = distribution("zensical").read_text("licenses/LICENSE.md") or ""
    others = [theme / ".icons/lucide/LICENSE", theme / "assets/javascripts/LICENSE"]
    return "\n\n".join([own, *(file.read_text(encoding="utf-8") for file in others)])


def tidy(site: Path) -> None:
    """What a page would run by itself becomes a file, for the table server lets browsers run scripts from files alone;
    and links to a folder lead to its page, so that the site also works without a server."""
    for file in site.rglob("*.html"):
        base = "../" * len(file.relative_to(site).parent.parts)

        def kept(script: re.Match[str], base: str = base) -> str:
            name = f"assets/javascripts/{sha256(script[1].encode()).hexdigest()[:12]}.js"
            (site / name).write_text(script[1], encoding="utf-8")
            return f'<script src="{base}{name}"></script>'

        text = INLINE.sub(kept, file.read_text(encoding="utf-8"))
        file.write_text(text.replace('href="./.."', 'href="../index.html"'), encoding="utf-8")


def style_the_search(site: Path) -> None:
    """The search writes a style element, which the table server does not allow; the same as an object is fine. And
    where a result was found is written too pale to be read."""
    (script,) = site.glob("assets/javascripts/bundle.*.js")
    sheet = r"\1.adoptedStyleSheets=[(s=>(s.replaceSync(\2.toString()),s))(new CSSStyleSheet)]"
    text, found = STYLE.subn(sheet, script.read_text(encoding="utf-8"))
    if found != 1 or PALE not in text:
        raise NotBuilt("Zensical styles its search in another way now: see style_the_search in docs/site/build.py.")
    script.write_text(text.replace(PALE, PALE.replace(".45", ".75")), encoding="utf-8")


if __name__ == "__main__":
    try:
        print(f"The documents are in {build(ROOT / 'build').relative_to(ROOT)}.")
    except (NotBuilt, FileNotFoundError) as error:
        sys.exit(f"The documents were not built.\n{error}")
