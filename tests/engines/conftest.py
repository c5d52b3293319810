"""The search engines, each started once for all tests that query it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.engines import datasette as datasettes
from tests.engines import namazu as namazus
from tests.engines import omega as omegas
from tests.engines import roundup as roundups
from tests.engines.engine import need

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.engines.engine import Engine
    from tests.engines.roundup import Trackers


collect_ignore = ["served"]  # these run in the environment of `make engines`


@pytest.fixture(scope="session")
def omega(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Omega: paging by buttons."""
    need(omegas.missing(), omegas.REMEDY)
    with omegas.omega(tmp_path_factory.mktemp("omega")) as engine:
        yield engine


@pytest.fixture(scope="session")
def namazu(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Namazu: paging by numbers."""
    need(namazus.missing(), namazus.REMEDY)
    with namazus.namazu(tmp_path_factory.mktemp("namazu")) as engine:
        yield engine


@pytest.fixture(scope="session")
def datasette_pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Engine, Engine]]:
    """Datasette, from its front page and from its table's page."""
    need(datasettes.missing(), datasettes.REMEDY)
    with datasettes.datasette(tmp_path_factory.mktemp("datasette")) as engines:
        yield engines


@pytest.fixture(scope="session")
def datasette(datasette_pair: tuple[Engine, Engine]) -> Engine:
    """Datasette from its front page, which has no form: a link leads to it."""
    return datasette_pair[0]


@pytest.fixture(scope="session")
def datasette_table(datasette_pair: tuple[Engine, Engine]) -> Engine:
    """Datasette from the page of its table, which has the form."""
    return datasette_pair[1]


@pytest.fixture(scope="session")
def trackers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trackers]:
    """Roundup: a public tracker, and one that requires a login."""
    need(roundups.missing(), roundups.REMEDY)
    with roundups.roundup(tmp_path_factory.mktemp("roundup")) as both:
        yield both


@pytest.fixture(scope="session")
def roundup(trackers: Trackers) -> Engine:
    """Roundup, the public tracker."""
    return trackers.open
