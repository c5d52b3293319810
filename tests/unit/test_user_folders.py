"""Where a user's files go."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wrapture.user_folders import cache_folder, data_folder


def test_one_folder_for_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRAPTURE_HOME", "/home")
    assert (cache_folder(), data_folder()) == (Path("/home"), Path("/home"))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other places")
def test_the_places_of_linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WRAPTURE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert cache_folder() == tmp_path / ".cache" / "wrapture"
    assert data_folder() == tmp_path / ".local" / "share" / "wrapture"
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert (cache_folder(), data_folder()) == (Path("/cache/wrapture"), Path("/data/wrapture"))
