"""Secrets come from the environment or a person, before anything is asked, and are shown nowhere."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from tests.command import read_terminal
from wrapture.errors import ScriptError
from wrapture.site.script import parse_script
from wrapture.site.script.script_steps import Secret
from wrapture.site.script.secrets import Filling, ask_secret, filled_vault

SCRIPT = parse_script("steps: [{open: 'https://a.example/'}, {fill: {a: {secret: KEY}, b: {secret: OTHER}}}]", "s.yaml")
PROMPT = "from wrapture.site.script.secrets import ask_secret as ask; print(len(ask('WRAPTURE_TEST_KEY')))"


def test_a_secret_is_an_environment_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY", "first-one")
    monkeypatch.setenv("OTHER", "another")
    vault = filled_vault(SCRIPT)
    assert vault.secrets == ("first-one", "another")
    assert vault.filling(Secret("KEY")) == Filling("first-one", is_secret=True)
    assert "first-one" not in f"{vault!r} {vault.filling(Secret('KEY'))!r}"


def test_where_nobody_is_there_a_missing_secret_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KEY", raising=False)
    with pytest.raises(ScriptError, match=r"s\.yaml: secret KEY: is not set; set the environment variable KEY"):
        filled_vault(SCRIPT)


@pytest.mark.parametrize("value", ["abc", "with\nline"])
def test_a_secret_is_long_enough_to_be_masked_and_one_line(value: str) -> None:
    with pytest.raises(ScriptError, match="at least 4 characters, on one line") as caught:
        filled_vault(SCRIPT, lambda _: value)
    assert value not in str(caught.value)


def test_a_person_types_it_unseen() -> None:
    terminal, side = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", PROMPT], stdin=side, stdout=side, stderr=side, start_new_session=True):
        os.close(side)
        shown = os.read(terminal, 200).decode()
        os.write(terminal, b"typed-secret\n")
        shown += read_terminal(terminal)
    assert shown.startswith("WRAPTURE_TEST_KEY: ")
    assert "12" in shown
    assert "typed-secret" not in shown


def test_without_a_terminal_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert ask_secret("WRAPTURE_TEST_KEY") is None
