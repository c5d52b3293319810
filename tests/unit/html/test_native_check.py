"""The native extension is used only where it was tested and its self-check passes; the check notices every changed function."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
import selectolax
from selectolax import lexbor

from tests.conftest import NO_COMPILER, WITHOUT_C
from wrapture.html import native

if TYPE_CHECKING:
    from collections.abc import Callable

ASKED_AWAY: Final = os.environ.get("WRAPTURE_NATIVE") == "0"
needs_native = pytest.mark.skipif(not native.is_available(), reason=WITHOUT_C if ASKED_AWAY else NO_COMPILER)
PARSER: Final = Path(lexbor.__file__)

OTHERS: Final[dict[str, tuple[str, ...]]] = {
    "lxb_dom_node_type_noi": ("lxb_dom_node_tag_id_noi", "lxb_dom_element_is_custom_noi"),
    "lxb_dom_node_tag_id_noi": ("lxb_dom_node_type_noi", "lxb_dom_node_first_child_noi", "lxb_dom_node_parent_noi"),
    "lxb_dom_node_simple_walk": ("lxb_dom_node_type_noi", "lxb_html_serialize_cb"),
    "lxb_dom_node_first_child_noi": ("lxb_dom_node_last_child_noi", "lxb_dom_node_next_noi"),
    "lxb_dom_node_next_noi": ("lxb_dom_node_prev_noi", "lxb_dom_node_first_child_noi", "lxb_dom_node_last_child_noi"),
    "lxb_dom_node_parent_noi": ("lxb_dom_node_next_noi", "lxb_dom_node_first_child_noi"),
    "lxb_dom_element_qualified_name": ("lxb_dom_element_local_name", "lxb_dom_element_tag_name"),
    "lxb_dom_node_text_content": ("lxb_dom_node_name", "lxb_dom_node_first_child_noi"),
    "lxb_html_serialize_cb": ("lxb_html_serialize_tree_cb", "lxb_dom_node_type_noi"),
    "lxb_dom_element_first_attribute_noi": ("lxb_dom_element_last_attribute_noi", "lxb_dom_node_first_child_noi"),
    "lxb_dom_element_next_attribute_noi": ("lxb_dom_element_prev_attribute_noi", "lxb_dom_node_next_noi"),
    "lxb_dom_attr_qualified_name": ("lxb_dom_attr_local_name_noi", "lxb_dom_attr_value_noi"),
    "lxb_dom_attr_value_noi": ("lxb_dom_attr_local_name_noi", "lxb_dom_node_name"),
}
"""Functions of the parser that could stand where another is expected after a change of its library: neighbours of each."""


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], str]:
    """Give what tells why the extension is not used, on a machine that was never asked."""
    monkeypatch.setenv("WRAPTURE_HOME", str(tmp_path / "cache"))
    why_not: Any = native._why_not
    ask: Callable[[], str] = why_not.__wrapped__
    return ask


def extension() -> Path:
    from wrapture.html import _tree

    return Path(_tree.__file__)


def kept(tmp_path: Path) -> list[Path]:
    return list((tmp_path / "cache").rglob("*.txt"))


@needs_native
def test_the_check_passes() -> None:
    assert native.run_check(extension(), PARSER) == (native.PASSED, True)


@needs_native
def test_every_function_is_swapped_below() -> None:
    from wrapture.html._tree import symbols

    assert set(symbols()) == set(OTHERS)


@needs_native
@pytest.mark.parametrize(("name", "other"), [(name, other) for name, others in OTHERS.items() for other in others])
def test_the_check_notices_a_changed_function(name: str, other: str) -> None:
    result, is_final = native.run_check(extension(), PARSER, f"{name}={other}")
    assert is_final
    assert result.startswith(("wrong ", "its process was ended by SIG")), result


@needs_native
def test_a_missing_function_is_named() -> None:
    result, _ = native.run_check(extension(), PARSER, "lxb_dom_node_next_noi=lxb_no_such_function")
    assert "has no lxb_no_such_function" in result


@needs_native
def test_the_check_runs_once(unasked: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert unasked() == ""
    (file,) = kept(tmp_path)
    assert file.read_text("utf-8") == native.PASSED
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    assert unasked() == ""


@needs_native
@pytest.mark.parametrize("written", ["wrong scanning", "", "\x00"])
def test_a_failed_check_is_remembered_and_told(
    unasked: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    unasked()
    (file,) = kept(tmp_path)
    file.write_text(written, "utf-8")
    reason = unasked()
    assert reason.startswith("the self-check failed with selectolax ")
    monkeypatch.setattr(native, "_why_not", lambda: reason)
    assert native.native_status().startswith("native extension not used, pages are read by the reference reader: the ")


@needs_native
def test_a_cache_that_cannot_be_written_harms_nothing(
    unasked: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x")
    monkeypatch.setenv("WRAPTURE_HOME", str(blocked))
    assert unasked() == ""


@needs_native
@pytest.mark.parametrize("executable", ["", "/no/such/python", "/bin/false", "/bin/true"])
def test_where_it_cannot_be_checked_it_is_not_used(
    unasked: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, executable: str
) -> None:
    monkeypatch.setattr(sys, "executable", executable)
    assert unasked().startswith("the self-check failed with selectolax ")
    assert kept(tmp_path) == []  # the next start may be luckier


@needs_native
def test_a_parser_that_was_not_tested(unasked: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectolax, "__version__", "1.9.0")
    assert unasked() == "selectolax 1.9.0 is not one of the tested versions (1.0.0, 1.0.1, 1.0.2)"


@needs_native
def test_an_extension_of_another_version(unasked: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "VERSION", 0)
    assert unasked() == "built for another version of Wrapture; install Wrapture again"


@pytest.mark.parametrize(("wish", "said"), [("0", "turned off by WRAPTURE_NATIVE=0"), ("", "")])
def test_the_status_is_one_line(wish: str, said: str) -> None:
    code = "from wrapture.html.native import native_status; print(native_status())"
    env = {**os.environ, "WRAPTURE_NATIVE": wish}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    (line,) = done.stdout.splitlines()
    assert line.startswith("native extension ")
    assert said in line


@needs_native
def test_a_check_that_is_ended_from_outside_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = tmp_path / "python"
    killed.write_text("#!/bin/sh\nkill -9 $$\n")
    killed.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(killed))
    assert native.run_check(extension(), PARSER) == ("its process was ended by SIGKILL", False)
