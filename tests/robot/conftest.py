"""What the tests of the robot share: a site, and visitors that don't wait."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from tests.robot.site import Site, serving
from wrapture.robot.wrapping import wrap
from wrapture.web.manners import Manners
from wrapture.web.store import open_store
from wrapture.web.visitor import Visitor

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
    """A site as it comes; tests must not change it."""
    with serving(Site()) as site:
        yield site


@pytest.fixture(scope="session")
def library_wrapper(library: Site) -> Wrapper:
    return wrap(library.address, visitor()).wrapper


def visitor(store: Path | None = None, **settings: Any) -> Visitor:
    """Return a visitor of this machine's servers that does not wait."""
    opened = None if store is None else open_store(store)
    return Visitor(opened, manners=Manners(delay_s=0, retries=0), allow_private=True, **settings)
