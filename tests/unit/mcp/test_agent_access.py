"""What an agent's arguments reach: nothing but public pages, HTML, files of allowed folders, and the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.errors import LibraryError, SourceError
from wrapture.mcp.agent_access import MAX_HTML_CHARS, SHOWN_CHARS, AgentAccess
from wrapture.net.visitor import Visitor

if TYPE_CHECKING:
    from pathlib import Path

LIST = "<ul>" + "".join(f"<li><a href=/{n}>Item {n}</a> <b>{n} €</b>" for n in range(6)) + "</ul>"


@pytest.fixture
def access(tmp_path: Path) -> AgentAccess:
    for name in ("pages", "more", "secret"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.html").write_text(LIST)
    return AgentAccess((tmp_path / "pages", tmp_path / "more"), tmp_path / "library", Visitor())


def test_files_of_every_allowed_folder(access: AgentAccess, tmp_path: Path) -> None:
    for folder in ("pages", "more"):
        path = tmp_path / folder / f"{folder}.html"
        assert access.file(path.name) == access.file(str(path)) == path.resolve()
        assert access.page(f" {path.name}\n").name == str(path)
    assert access.file(".") == (tmp_path / "pages").resolve()


@pytest.mark.parametrize(
    "name",
    [
        "../secret/secret.html",
        "{root}/secret/secret.html",
        "link.html",
        "folder/secret.html",
        "loop",
        "/etc/passwd",
        "~/.ssh/id_rsa",
        "file:///etc/passwd",
        "gone.html",
        "a\0b",
        "x" * 5000,
        "..",
        "/",
    ],
)
def test_nothing_else_is_a_file(access: AgentAccess, tmp_path: Path, name: str) -> None:
    (tmp_path / "pages" / "link.html").symlink_to(tmp_path / "secret" / "secret.html")
    (tmp_path / "pages" / "folder").symlink_to(tmp_path / "secret")
    (tmp_path / "pages" / "loop").symlink_to(tmp_path / "pages" / "loop")
    with pytest.raises(SourceError, match="is not in an allowed folder") as caught:
        access.page(name.replace("{root}", str(tmp_path)))
    assert f"{tmp_path / 'pages'}, {tmp_path / 'more'}" in str(caught.value)


@pytest.mark.parametrize(("length", "end"), [(3, ""), (SHOWN_CHARS, ""), (SHOWN_CHARS + 1, "…")])
def test_a_refused_name_is_shown_in_short(access: AgentAccess, length: int, end: str) -> None:
    with pytest.raises(SourceError) as caught:
        access.file("x" * length)
    assert str(caught.value).startswith(f"{'x' * min(length, SHOWN_CHARS)}{end}: ")


def test_without_folders_the_option_is_named() -> None:
    with pytest.raises(SourceError, match=r"allowed folder \(none; start the server with --folder DIR"):
        AgentAccess((), None, Visitor()).page("page.html")


@pytest.mark.parametrize("address", ["http://127.0.0.1/x<y", "HTTPS://localhost:1/", " http://[::1]/"])
def test_private_addresses_are_refused(access: AgentAccess, address: str) -> None:
    with pytest.raises(wrapture.WraptureError, match=r"refused|not an address"):
        access.page(address)


def test_html_is_a_page_up_to_a_length(access: AgentAccess) -> None:
    assert access.input(f" {LIST}") == f" {LIST}"
    longest = LIST.ljust(MAX_HTML_CHARS, "x")
    assert access.input(longest) == longest
    with pytest.raises(SourceError, match="is longer than 4,194,304 characters"):
        access.input(f"{longest}x")


def test_wrappers_of_the_library_and_of_allowed_files(access: AgentAccess, tmp_path: Path) -> None:
    wrapper = wrapture.learn(LIST, name="shop")
    assert access.library().add(wrapper) == ["shop"]
    assert access.wrapper("shop").name == "shop"
    for name in ("pages", "secret"):
        wrapture.save(wrapper, tmp_path / name / "kept.JSON")
    assert access.wrapper("kept.JSON").name == "shop"
    with pytest.raises(SourceError, match="is not in an allowed folder"):
        access.wrapper("../secret/kept.JSON")
    with pytest.raises(LibraryError):
        access.wrapper("../secret/kept")
    with pytest.raises(LibraryError, match="start it with --library DIR"):
        AgentAccess(access.folders, None, access.visitor).wrapper("shop")
