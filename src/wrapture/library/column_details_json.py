"""Convert the cleaning steps and profiles of columns, and the marks of the site, to JSON data and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from wrapture.model import SiteMarks
from wrapture.values.cleaning import Regex, Replace, Trim
from wrapture.values.column_profile import ColumnProfile
from wrapture.wording import encodable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.library.column_details_model import (
        ColumnProfileModel,
        RegexModel,
        ReplaceModel,
        ShareModel,
        SiteModel,
        TrimModel,
    )
    from wrapture.library.file_versions import Data
    from wrapture.values.cleaning import CleanStep
    from wrapture.values.column_profile import Share


STEPS: Final[dict[str, Any]] = {"trim": Trim, "replace": Replace, "regex": Regex}


def column_profile_data(profile: ColumnProfile) -> Data:
    """Return the JSON data of a column's profile, without fields that have their default value."""
    usual = ColumnProfile()
    shares = {name: getattr(profile, name) for name in ("shapes", "words", "hosts", "paths")}
    data = {
        "count": profile.count,
        "distinct": profile.distinct,
        "length": list(profile.length),
        "characters": list(profile.characters),
        **{name: [{"text": encodable(text), "share": share} for text, share in own] for name, own in shares.items()},
        "label": encodable(profile.label),
        "hashes": list(profile.hashes),
        "samples": [encodable(value) for value in profile.samples],
    }
    return {name: value for name, value in data.items() if getattr(profile, name) != getattr(usual, name)}


def read_column_profile(form: ColumnProfileModel | None) -> ColumnProfile | None:
    """Return the profile that a file describes."""
    if form is None:
        return None
    short, usual, long = form.length
    return ColumnProfile(
        form.count,
        form.distinct,
        (short, usual, long),
        form.characters,
        _read_shares(form.shapes),
        _read_shares(form.words),
        _read_shares(form.hosts),
        _read_shares(form.paths),
        form.label,
        form.hashes,
        form.samples,
    )


def site_data(site: SiteMarks) -> Data:
    """Return the JSON data of a site's marks, without fields that have their default value."""
    usual = asdict(SiteMarks())
    texts = {"hosts": list(map(encodable, site.hosts)), "title": list(map(encodable, site.title))}
    data = {**texts, "language": site.language, "complete": site.complete}
    return {name: value for name, value in data.items() if getattr(site, name) != usual[name]}


def read_site(form: SiteModel | None) -> SiteMarks | None:
    """Return the marks of the site that a file describes."""
    return None if form is None else SiteMarks(form.hosts, form.title, form.language, form.complete)


def _read_shares(shares: Sequence[ShareModel]) -> tuple[Share, ...]:
    return tuple((one.text, one.share) for one in shares)


def clean_step_data(step: CleanStep) -> dict[str, object]:
    """Return the JSON data of a step: its kind, and what is not as by default."""
    usual = {"marks": "", "by": None if isinstance(step, Regex) else ""}
    given = {name: value for name, value in asdict(step).items() if name not in usual or value != usual[name]}
    return {"step": type(step).__name__.lower(), **given}


def read_clean_step(form: TrimModel | ReplaceModel | RegexModel) -> CleanStep:
    """Return the step of a validated file."""
    step: CleanStep = STEPS[form.step](**form.model_dump(exclude={"step"}))
    return step
