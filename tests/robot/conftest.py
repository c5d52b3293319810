"""Shared by the tests of the robot: a site, and visitors that don't wait."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from tests.robot.site import Site, serving
from wrapture.net.politeness import Politeness
from wrapture.net.store import open_store
from wrapture.net.visitor import Visitor
from wrapture.site.wrapping import wrap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wrapture.model import Wrapper


@pytest.fixture
def site_with() -> Iterator[Callable[..., Site]]:
    """Start sites on loopback with settings of their own."""
    with ExitStack() as stack:
        yield lambda **settings: stack.enter_context(serving(Site(**settings)))


@pytest.fixture(scope="session")
def library() -> Iterator[Site]:
    """A site with default settings; tests must not change it."""
    with serving(Site()) as site:
        yield site


@pytest.fixture(scope="session")
def library_wrapper(library: Site) -> Wrapper:
    return wrap(library.address, visitor()).wrapper


def visitor(store: Path | None = None, **settings: Any) -> Visitor:
    """Return a visitor that may visit this machine's servers and does not wait."""
    opened = None if store is None else open_store(store)
    return Visitor(opened, politeness=Politeness(delay_s=0, retries=0), allow_private=True, **settings)
