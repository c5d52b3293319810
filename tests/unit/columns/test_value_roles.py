"""Looks of values: which of them need not be compared with texts without digits."""

from __future__ import annotations

import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wrapture.columns.naming.value_roles import LOOKS, NUMBERED

looks = [re.compile(look, re.IGNORECASE) for name, look in LOOKS if name in NUMBERED]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(looks).flatmap(lambda look: st.from_regex(look, fullmatch=True)))
def test_these_looks_have_a_digit(text: str) -> None:
    assert re.search(r"\d", text)


def test_they_are_looks() -> None:
    assert {name for name, _ in LOOKS} >= NUMBERED
