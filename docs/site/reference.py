"""The reference pages: Python from the docstrings, the commands from their help, HTTP from the OpenAPI document."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import griffe
import typer
from docs.site.pages import ROOT

WIDTH = 100
DOCSTRING = re.compile(r'^ +""".*?"""\n+', re.DOTALL | re.MULTILINE)
MODULES = {
    "python": (
        "Matches",
        "What `import undertow` gives: a match, the games, and what can go wrong.",
        ["undertow"],
    ),
    "bots": (
        "Bots",
        "What a bot is given, what it gives back, and how bots are found by name. "
        "[For bot writers](../bots.md) shows how they are used.",
        ["undertow.bots"],
    ),
    "lab": (
        "Many matches",
        "Simulations, tournaments, statistics and measurements. "
        "[For researchers](../researchers.md) shows how they are used.",
        [
            "undertow.lab.simulate",
            "undertow.lab.study",
            "undertow.lab.tournament",
            "undertow.lab.stats",
            "undertow.lab.bench",
        ],
    ),
    "games": (
        "Writing a game",
        "What a game's modules provide, and what they are written with. "
        "[For designers](../designers.md) says where to begin.",
        [
            "undertow.core.contract",
            "undertow.core.rule",
            "undertow.core.records",
            "undertow.core.actions",
            "undertow.core.box",
            "undertow.core.game",
            "undertow.core.versions",
            "undertow.testing",
        ],
    ),
}


def reference() -> dict[str, str]:
    """Every page of it by name."""
    pages = {f"reference/{name}.md": python_page(*about) for name, about in MODULES.items()}
    return pages | {"reference/commands.md": commands(), "reference/http.md": routes()}


# Python ---------------------------------------------------------------------------------------------------------------


def python_page(title: str, lead: str, modules: list[str]) -> str:
    parts = [f"# {title}", lead]
    for name in modules:
        module = loaded(name)
        parts += [f"## `{name}`", *docstring(module)]
        for found in sorted(public(module), key=is_error):
            parts += described(found)
    return "\n\n".join(parts) + "\n"


@cache
def package() -> griffe.Module:
    found = griffe.load("undertow", search_paths=[ROOT / "src"], resolve_aliases=True)
    assert isinstance(found, griffe.Module)
    return found


def loaded(name: str) -> griffe.Module:
    found = package()
    for part in name.split(".")[1:]:
        inner = found.modules[part]
        assert isinstance(inner, griffe.Module)
        found = inner
    return found


def public(module: griffe.Module) -> Iterator[griffe.Class | griffe.Function]:
    """What others may use: what `__all__` names, or else all that is described and has no underscore."""
    names = [str(name) for name in module.exports or ()]
    for name in names or list(module.members):
        found = module.members[name]
        if found.is_alias and not names:
            continue
        found = found.final_target if isinstance(found, griffe.Alias) else found
        if isinstance(found, griffe.Class | griffe.Function) and not name.startswith("_"):
            yield found


def is_error(thing: griffe.Class | griffe.Function) -> bool:
    """What can go wrong is told last."""
    return isinstance(thing, griffe.Class) and any(str(base).endswith(("Error", "Exception")) for base in thing.bases)


def described(thing: griffe.Class | griffe.Function) -> list[str]:
    if isinstance(thing, griffe.Function):
        return [f"### {thing.name}", code(signature(thing)), *docstring(thing)]
    if "Protocol" in map(str, thing.bases):  # its source says it best
        return [f"### {thing.name}", *docstring(thing), code(DOCSTRING.sub("", thing.source, count=1).strip())]
    parts = [f"### {thing.name}", code(heading(thing)), *docstring(thing)]
    for member in thing.members.values():
        if member.name.startswith("_") or member.is_alias or not member.docstring:
            continue
        if isinstance(member, griffe.Function):
            parts += [f"#### {thing.name}.{member.name}", code(signature(member)), *docstring(member)]
        elif isinstance(member, griffe.Attribute):  # a property
            shown = f"{member.name}: {member.annotation}" if member.annotation else member.name
            parts += [f"#### {thing.name}.{member.name}", code(shown), *docstring(member)]
    return parts


def heading(thing: griffe.Class) -> str:
    """How a thing is made; of a mere record its fields as the source has them, for its comments say what they are."""
    begun = thing.members.get("__init__")
    if isinstance(begun, griffe.Function) and "dataclass" not in thing.labels:
        return signature(begun, thing.name)
    fields = [
        f"    {member.source.strip()}"
        for member in thing.members.values()
        if isinstance(member, griffe.Attribute)
        and member.annotation
        and "property" not in member.labels
        and not member.name.startswith("_")
    ]
    bases = ", ".join(str(base) for base in thing.bases)
    return "\n".join([f"class {thing.name}({bases}):" if bases else f"class {thing.name}:", *(fields or ["    ..."])])


def signature(thing: griffe.Function, name: str = "") -> str:
    """As it would be written by hand, on one line if it fits."""
    given = [p for p in thing.parameters if p.name not in ("self", "cls")]
    written: list[str] = []
    for at, parameter in enumerate(given):
        named_only = parameter.kind is griffe.ParameterKind.keyword_only
        before = given[at - 1].kind if at else None
        if named_only and before not in (griffe.ParameterKind.keyword_only, griffe.ParameterKind.var_positional):
            written.append("*")
        written.append(one(parameter))
    end = f" -> {thing.returns}" if thing.returns and not name else ""
    line = f"{name or thing.name}({', '.join(written)}){end}"
    if len(line) <= WIDTH:
        return line
    return f"{name or thing.name}(\n" + "".join(f"    {part},\n" for part in written) + f"){end}"


def one(parameter: griffe.Parameter) -> str:
    kinds = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}
    stars = kinds.get(parameter.kind, "") if parameter.kind else ""
    text = stars + parameter.name
    if parameter.annotation:
        text += f": {parameter.annotation}"
    if parameter.default is not None and not stars:
        text += f" = {parameter.default}" if parameter.annotation else f"={parameter.default}"
    return text


def docstring(thing: griffe.Object) -> list[str]:
    return [thing.docstring.value.strip()] if thing.docstring else []


def code(text: str, language: str = "python") -> str:
    return f"```{language}\n{text}\n```"


# Commands -------------------------------------------------------------------------------------------------------------


def commands() -> str:
    """Every command with its options, in the words that `--help` shows."""
    from undertow.cli.app import app

    parts = ["# Commands", "What `undertow COMMAND --help` says."]
    for name, command in all_commands(typer.main.get_command(app), "undertow"):
        parts += [f"## {name}", inspect.cleandoc(command.help or "")]
        rows = [option(parameter) for parameter in command.params if "--help" not in parameter.opts]
        if rows:
            parts.append("| you give | what it means | default |\n|---|---|---|\n" + "\n".join(rows))
    return "\n\n".join(parts) + "\n"


def all_commands(group: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Commands, and the commands of groups of them."""
    for part, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from all_commands(command, f"{name} {part}")
        else:
            yield f"{name} {part}", command


def option(parameter: Any) -> str:
    is_argument = parameter.param_type_name == "argument"
    names = f"`{parameter.name.upper()}`" if is_argument else ", ".join(f"`{name}`" for name in parameter.opts)
    usual = "" if parameter.default in (None, "") or parameter.default is False else f"`{parameter.default}`"
    return f"| {names} | {parameter.help or ''} | {usual} |"


# HTTP -----------------------------------------------------------------------------------------------------------------


def routes() -> str:
    """Every route of the table server."""
    document = json.loads((ROOT / "web/openapi.json").read_text(encoding="utf-8"))
    parts = [
        "# HTTP",
        "Every route of the table server. A running server has the whole OpenAPI document, with the shape of each "
        "message, at `/api/openapi.json`, and `undertow openapi` prints it. [Bots online](../bots_online.md) shows how "
        "a bot uses them.",
        "| route | what it does |\n|---|---|\n" + "\n".join(rows(document["paths"])),
    ]
    return "\n\n".join(parts) + "\n"


def rows(paths: dict[str, Any]) -> Iterator[str]:
    for path, methods in paths.items():
        for method, about in methods.items():
            said = re.sub(r"\s+", " ", about.get("description") or about.get("summary") or "").replace("|", "\\|")
            yield f"| `{method.upper()} {path}` | {said} |"
