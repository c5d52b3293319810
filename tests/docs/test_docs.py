"""The pages say what the code does: their blocks run, and everything a user can meet is on its reference page."""

from __future__ import annotations

import dataclasses
import inspect
import re
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
import typer

import wrapture
from tests.conftest import need_browser
from wrapture import errors
from wrapture.cli.main import LOUDNESS, app
from wrapture.html import elements
from wrapture.html.tokens import ENCODINGS
from wrapture.learning.evidence_meanings import MEANINGS
from wrapture.learning.repeats import Repeats

from .blocks import PAGES, ROOT, Session, blocks_of, commands_of, matches, session, shortened

if TYPE_CHECKING:
    from pathlib import Path

    from .blocks import Block

DOCS = ROOT / "docs"
NEEDS_BROWSER = re.compile(r"wrapture render|wrapture picture|--render|--scripts|Camera\(")
UPDATE = "read the difference, then run: python -m tests.docs.update"


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


# --- what the pages show ---


def _marks(path: Path) -> list[pytest.MarkDecorator]:
    return [pytest.mark.browser] if NEEDS_BROWSER.search(path.read_text(encoding="utf-8")) else []


@pytest.mark.parametrize("path", [pytest.param(path, marks=_marks(path), id=named(path)) for path in PAGES])
def test_blocks_run_and_show_what_comes_out(path: Path, tmp_path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    with session(tmp_path, page) as now:
        for block in (block for block in blocks_of(page) if block.is_run):
            if NEEDS_BROWSER.search(block.text):
                need_browser()
            _check(block, now, f"{named(path)}, line {block.line}")


def _check(block: Block, now: Session, where: str) -> None:
    if block.language == "python":
        wrong = now.run_python(block, where)
        assert not wrong, f"{where}:\n{wrong}"
        return
    for command in commands_of(block):
        printed = now.run_command(command)
        assert matches(command.shown, printed), f"{where}: $ {command.line}\n{printed}\n{UPDATE}"


@pytest.mark.parametrize("path", [path for path in PAGES if path.name != "CONTRIBUTING.md"], ids=named)
def test_a_block_of_commands_runs_or_says_why_not(path: Path) -> None:
    blocks = blocks_of(path.read_text(encoding="utf-8"))
    commands = [block for block in blocks if block.language in {"console", "python", "py", "sh"}]
    assert not [f"line {block.line}" for block in commands if not block.is_run and not block.not_run]


def test_the_readme_begins_with_the_demo_and_the_two_commands() -> None:
    first = blocks_of(read("README.md"))[:2]
    assert commands_of(first[0])[0].line == "make demo"
    assert [line.split("#")[0].strip() for line in first[1].text.splitlines()] == ["make demo", "make test"]


def test_lines_may_be_left_out() -> None:
    assert matches("a\n…\nd\n", "a  \nb\nc\nd\n")
    assert matches("a\n…\n", "a\n")
    assert matches("long …\n", "long line\n")
    assert not matches("a\n…\nd\n", "a\nb\n")
    assert shortened("1\n2\n3\n4 5 6\n", "a\n…\nb …\n") == "1\n…\n4 …\n"


# --- what the reference pages hold ---


def _commands() -> dict[str, Any]:
    command: Any = typer.main.get_command(app)
    return dict(command.commands)


def _section(page: str, heading: str) -> str:
    found = re.search(rf"^{re.escape(heading)}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert found is not None, f"there is no section {heading}"
    return found[1]


@pytest.mark.parametrize("name", _commands())
def test_every_option_is_in_the_reference(name: str) -> None:
    section = _section(read("docs/reference/cli.md"), f"## `wrapture {name}`")
    own = [parameter for parameter in _commands()[name].params if parameter.name not in LOUDNESS]
    options = [option for parameter in own for option in parameter.opts if option.startswith("-")]
    assert not [option for option in options if not re.search(rf"^\|.*`{option}[ `]", section, re.MULTILINE)]


def test_every_general_option_is_in_the_reference() -> None:
    command: Any = typer.main.get_command(app)
    section = _section(read("docs/reference/cli.md"), "## General options")
    options = {option for parameter in command.params for option in parameter.opts} | {"--help", "-h"}
    assert not {option for option in options if f"`{option}`" not in section}


def test_every_option_in_the_reference_is_one() -> None:
    page = read("docs/reference/cli.md")
    for name, command in _commands().items():
        known = {option for parameter in command.params for option in parameter.opts}
        told = set(re.findall(r"^\| .*?`(--?[a-z-]+)", _section(page, f"## `wrapture {name}`"), re.MULTILINE))
        assert told <= known


def _error_classes() -> list[str]:
    return [name for name, found in inspect.getmembers(errors, inspect.isclass) if found.__module__ == errors.__name__]


@pytest.mark.parametrize("name", _error_classes())
def test_every_error_is_in_the_reference_with_an_example(name: str) -> None:
    assert "```" in _section(read("docs/reference/errors.md"), f"## `{name}`")


def test_every_encoding_is_in_the_reference() -> None:
    page = read("docs/reference/encodings.md")
    assert not {name for name in ENCODINGS if f"| `{name}` |" not in page}


@pytest.mark.parametrize("name", ["PHYSICAL", "LOGICAL", "SPECIAL", "BLOCK_LEVEL"])
def test_every_element_is_in_the_reference(name: str) -> None:
    heading = f"### {name.capitalize().replace('_', ' ')}"
    found = re.search(rf"^{heading}\n(.*?)(?=^#|\Z)", read("docs/reference/encodings.md"), re.MULTILINE | re.DOTALL)
    assert found is not None
    told = {tag for row in re.findall(r"^    (.*)", found[1], re.MULTILINE) for tag in row.split()}
    assert told == getattr(elements, name)


def _python_names() -> list[str]:
    return [name for name in wrapture.__all__ if name != "__version__"]


def _python_section(name: str) -> str:
    """Return the section of the Python reference that has a name in its heading."""
    page = read("docs/reference/python.md")
    found = re.search(rf"^## [^\n]*\b{name}\b[^\n]*\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert found is not None, f"{name} has no section"
    return found[1]


NAMED_ELSEWHERE = {"CompiledReader": "compile_wrapper", "WraptureError": "Errors"}
"""Public names that are described in the section of another."""


@pytest.mark.parametrize("name", _python_names())
def test_every_public_name_has_its_section_in_the_reference(name: str) -> None:
    section = _python_section(NAMED_ELSEWHERE.get(name, name))
    assert name not in NAMED_ELSEWHERE or f"{name}`" in section
    assert re.search(rf"^\|.*`{name}`", read("docs/reference/python.md"), re.MULTILINE), f"{name} is not in the table"


@pytest.mark.parametrize("name", [name for name in _python_names() if inspect.isfunction(getattr(wrapture, name))])
def test_every_signature_in_the_reference_is_that_of_the_function(name: str) -> None:
    written = re.search(rf"^{name}\((.*)\)$", _python_section(name), re.MULTILINE)
    assert written is not None
    told = [part.strip().partition("=") for part in re.split(r",(?![^()]*\))", written[1])]
    real = inspect.signature(getattr(wrapture, name)).parameters.values()
    assert [one.lstrip("*") for one, _, _ in told if one != "*"] == [one.name for one in real]
    defaults = {one.name: one.default for one in real if one.default not in (inspect.Parameter.empty, None)}
    assert {one: eval(value) for one, _, value in told if value and value != "None"} == defaults


@pytest.mark.parametrize("field", dataclasses.fields(Repeats), ids=lambda field: field.name)
def test_every_default_of_repeats_is_told(field: dataclasses.Field[Any]) -> None:
    default = getattr(field.default, "name", None) or f"{field.default}"
    row = re.search(rf"^\| `{field.name}` \| (.*?) \|", read("docs/learners/repeats.md"), re.MULTILINE)
    assert row is not None
    assert row[1].strip("`") == default


@pytest.mark.parametrize("name", MEANINGS)
def test_every_evidence_is_told(name: str) -> None:
    assert f"| `{name}` |" in read("docs/reference/evidence.md")


# --- facts and links ---


def test_the_readme_agrees_with_the_project() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    page = read("README.md")
    python = project["requires-python"].removeprefix(">=")
    assert f"Python {python} or later" in page
    assert f"version {wrapture.__version__}" in page
    assert f"{project['license']} licence" in page


def test_every_extra_is_on_the_page_about_installing() -> None:
    extras = tomllib.loads(read("pyproject.toml"))["project"]["optional-dependencies"]
    assert not [extra for extra in extras if f"| `{extra}` |" not in read("docs/install.md")]


def test_the_changelog_has_this_version() -> None:
    heading = "Unreleased" if ".dev" in wrapture.__version__ else wrapture.__version__
    assert re.search(rf"^## \[{re.escape(heading)}\]", read("CHANGELOG.md"), re.MULTILINE)


def _slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def _anchors(path: Path) -> set[str]:
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {_slug(heading) for heading in re.findall(r"^#+ (.*)", text, re.MULTILINE)}


@pytest.mark.parametrize("path", [*PAGES, ROOT / "CHANGELOG.md"], ids=named)
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        leads_to = (path.parent / target).resolve() if target else path
        assert leads_to.exists(), f"{named(path)}: {link}"
        assert not anchor or anchor in _anchors(leads_to), f"{named(path)}: {link}"


def test_every_page_can_be_reached_from_the_index() -> None:
    linked = set(re.findall(r"\]\(([^)#\s]+)\)", read("docs/index.md")))
    pages = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")} - {"index.md"}
    assert not pages - linked
