"""Files for package indexes, GitHub and others agree with the project."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

import yaml
from hatch_readme import readme_for_index
from release.notes import notes

import wrapture
from tests.conftest import ROOT

PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOWS: Final = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def loaded(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def test_the_version_is_the_same_everywhere() -> None:
    assert loaded("CITATION.cff")["version"] == wrapture.__version__


def test_the_repository_is_the_same_everywhere() -> None:
    source = PROJECT["urls"]["Source"]
    assert loaded("CITATION.cff")["repository-code"] == source
    (link,) = loaded(".github/ISSUE_TEMPLATE/config.yml")["contact_links"]
    assert link["url"].startswith(source)
    assert f'"{source}"' in (ROOT / "server.json").read_text("utf-8")
    assert f"repository: {source} " in (ROOT / "mkdocs.yml").read_text("utf-8")


def test_every_python_of_the_classifiers_is_tested() -> None:
    promised = set(re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"])))
    matrix = loaded(".github/workflows/checks.yml")["jobs"]["quick"]["strategy"]["matrix"]
    assert set(matrix["python"]) == promised
    assert min(promised, key=lambda one: int(one[2:])) == PROJECT["requires-python"].removeprefix(">=")
    assert {one["system"].split("-")[0] for one in matrix["include"]} == {"macos", "windows"}


def test_make_targets_of_workflows_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    used = {
        target
        for path in WORKFLOWS
        for line in re.findall(r"\bmake ((?:[\w=-]+ ?)+)", path.read_text("utf-8"))
        for target in line.split()
        if "=" not in target
    }
    assert used
    assert not [target for target in used if not re.search(rf"^{target}:", makefile, re.MULTILINE)]


def test_all_tests_run_against_the_wheel() -> None:
    jobs = loaded(".github/workflows/checks.yml")["jobs"]
    assert jobs["quick"]["needs"] == jobs["all"]["needs"] == "wheel"
    assert [step["run"] for step in jobs["all"]["steps"] if "WHEEL=" in step.get("run", "")]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "$(if $(WHEEL),'$(WHEEL)[all]',--editable '.[all]')" in makefile
    assert "TESTED := $(if $(WHEEL),tests --pyargs wrapture)" in makefile


def test_scripts_of_workflows_exist() -> None:
    texts = "\n".join(path.read_text("utf-8") for path in [*WORKFLOWS, ROOT / "action.yml"])
    scripts = set(re.findall(r"\brelease/[\w.]+\.(?:py|sh)", texts))
    assert scripts >= {"release/smoke.py", "release/notes.py", "release/action.sh"}
    assert not [name for name in scripts if not (ROOT / name).is_file()]


def test_no_workflow_has_rights_it_does_not_name() -> None:
    for path in WORKFLOWS:
        workflow = yaml.safe_load(path.read_text("utf-8"))
        assert workflow["permissions"] == {}, path
        assert all("permissions" in job for job in workflow["jobs"].values()), path


def test_the_readme_for_indexes_has_no_relative_links() -> None:
    text = readme_for_index((ROOT / "README.md").read_text("utf-8"), PROJECT["urls"]["Source"], "v1.2.3")
    links = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))
    assert links
    assert not [link for link in links if not re.match(r"https://|#", link)]
    assert "<!-- not run" not in text


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    section = notes(changelog, "0.1.0")
    assert section.strip()
    assert "\n## [" not in section


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    named = set(re.findall(r"([\w/-]+\.md)$", text.partition("\nnav:")[2], re.MULTILINE))
    made = {"reference/api.md", "reference/commands.md"}  # by release/site_hooks.py
    assert named - made == {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
