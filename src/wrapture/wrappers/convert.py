"""Between a wrapper and the JSON data of its file."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from wrapture.errors import WrapperFileError
from wrapture.model import (
    Asking,
    Column,
    Excerpt,
    ForestLocator,
    Layout,
    Locator,
    MaskLocator,
    PatternLocator,
    Profile,
    RowLocator,
    SiblingLocator,
    Turning,
    ValueType,
    Wrapper,
    masked_layout,
)
from wrapture.wrappers.layouts import PlaceWriter, layout_data, read_layout
from wrapture.wrappers.versions import FORMAT, MARK, Data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import RowTemplate
    from wrapture.wrappers.asking import AskingForm
    from wrapture.wrappers.format import ColumnForm, WrapperForm
    from wrapture.wrappers.locators import LocatorForm


def data_of(wrapper: Wrapper, path: str) -> Data:
    """Return the JSON data of a wrapper; `path` names the file in errors."""
    return {
        "format": MARK,
        "version": FORMAT,
        "name": encodable(wrapper.name),
        "addresses": list(wrapper.addresses),
        "columns": _columns(wrapper, path),
        "locator": _locator(wrapper.locator),
        **({} if isinstance(wrapper.locator, MaskLocator) else {"layout": layout_data(wrapper.layout)}),
        "profile": {
            "pages": wrapper.profile.pages,
            "min_records": wrapper.profile.min_records,
            "max_records": wrapper.profile.max_records,
            "template": _template(wrapper.profile.template),
            "frame": [encodable(token) for token in wrapper.profile.frame],
        },
        "learner": wrapper.learner,
        "learned_from": [encodable(name) for name in wrapper.learned_from],
        **({} if wrapper.asking is None else {"asking": _asking(wrapper.asking)}),
    }


def _asking(asking: Asking) -> Data:
    """Return how a site is asked; what is as usual is left out."""
    entries = [
        {"name": encodable(name), **({"value": encodable(value)} if value else {})} for name, value in asking.entries
    ]
    usual = Asking(asking.page, asking.action, asking.query, asking.entries)
    fields = {name: value for name, value in asdict(asking).items() if value != getattr(usual, name)}
    told = {"page": asking.page, "action": asking.action, "query": asking.query, "entries": entries}
    if asking.paging is not None:
        fields["paging"] = {name: value for name, value in asdict(asking.paging).items() if value not in ("", None)}
    if asking.nothing:
        fields["nothing"] = [encodable(line) for line in asking.nothing]
    return told | fields


def encodable(name: str) -> str:
    r"""Return a name that UTF-8 can hold: half characters, as Linux allows in the names of files, are replaced.

    >>> encodable("caf\udce9.html")
    'caf�.html'
    """
    return name.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _columns(wrapper: Wrapper, path: str) -> list[Data]:
    columns, fill = wrapper.layout.columns, wrapper.profile.fill
    if len(columns) != len(fill):
        what = f"there are {len(columns)} columns but {len(fill)} fill rates in the profile; profile the wrapper again"
        raise WrapperFileError(path, "columns", what)
    writer = PlaceWriter(wrapper.layout)
    return [
        {
            "name": column.name,
            "kind": column.kind,
            "keep": column.keep,
            "fill": share,
            **_places(wrapper, writer, column, path),
            **({"type": _type(column.type)} if column.type != ValueType() else {}),
            **({"constant": True} if column.constant else {}),
        }
        for column, share in zip(columns, fill, strict=True)
    ]


def _type(kind: ValueType) -> Data:
    """Return a type with what was decided for it."""
    return {field: value for field, value in asdict(kind).items() if value not in ("", None)}


def _places(wrapper: Wrapper, writer: PlaceWriter, column: Column, path: str) -> Data:
    """Return a column's place, and those that follow it: attributes of a mask, or positions of the layout's templates."""
    if isinstance(wrapper.locator, MaskLocator):
        first, *more = ({"attribute": place[0]} for place in column.places)
    else:
        first, *more = (_place(wrapper, writer, column, place, path) for place in column.places)
    return {"place": first} | ({"followed_by": more} if more else {})


def _place(wrapper: Wrapper, writer: PlaceWriter, column: Column, place: tuple[int, ...], path: str) -> Data:
    data = writer.data(column.kind, place)
    if data is None:
        field = f"columns[{wrapper.layout.columns.index(column)}].place"
        raise WrapperFileError(path, field, f"{place} leads to no part of the layout")
    return data


def _locator(locator: Locator) -> Data:
    match locator:
        case PatternLocator():
            return {"kind": "pattern", "encoding": locator.encoding, "patterns": list(locator.patterns)}
        case ForestLocator():
            return {
                "kind": "forest",
                "prefix": locator.prefix,
                "starts": list(locator.starts),
                "separators": list(locator.separators),
                "descent": list(locator.descent),
                "nested": locator.nested,
                "first": locator.first,
                "last": locator.last,
            }
        case RowLocator():
            return {
                "kind": "rows",
                "template": _template(locator.template),
                "siblings": locator.siblings,
                "longest": locator.longest,
                "tail": locator.tail,
                "parent": encodable(locator.parent),
                "similarity": locator.similarity,
            }
        case SiblingLocator():
            return {
                "kind": "siblings",
                "path": [encodable(name) for name in locator.path],
                "parent": encodable(locator.parent),
                "item": encodable(locator.item),
                "example": encodable(locator.example),
                "likeness": locator.likeness,
                "tail": locator.tail,
                "several": locator.several,
            }
        case MaskLocator():
            return {
                "kind": "mask",
                "names": list(locator.names),
                "excerpts": [_excerpt(excerpt) for excerpt in locator.excerpts],
            }


def _excerpt(excerpt: Excerpt) -> Data:
    return {
        "text": excerpt.text,
        "records": [[place and list(place) for place in record] for record in excerpt.records],
        "zone": list(excerpt.zone),
        "longest": list(excerpt.longest),
    }


def _template(template: RowTemplate) -> list[str | int]:
    return [encodable(token) if isinstance(token, str) else token for token in template]


def wrapper_of(form: WrapperForm) -> Wrapper:
    """Return the wrapper that a valid form describes."""
    fill = tuple(column.fill for column in form.columns)
    return Wrapper(
        name=form.name,
        locator=_read_locator(form.locator),
        layout=_read_layout(form),
        profile=Profile(
            form.profile.pages,
            form.profile.min_records,
            form.profile.max_records,
            fill,
            form.profile.template,
            form.profile.frame,
        ),
        addresses=form.addresses,
        learned_from=form.learned_from,
        learner=form.learner,
        asking=None if form.asking is None else _read_asking(form.asking),
    )


def _read_asking(form: AskingForm) -> Asking:
    return Asking(
        page=form.page,
        action=form.action,
        query=form.query,
        entries=tuple((entry.name, entry.value) for entry in form.entries),
        method=form.method,
        enctype=form.enctype,
        charset=form.charset,
        fresh=form.fresh,
        paging=None if form.paging is None else Turning(form.paging.by, form.paging.parameter, form.paging.step),
        nothing=form.nothing,
    )


def _read_layout(form: WrapperForm) -> Layout:
    if form.layout is None:
        attributes = ([(place.attribute or 0,) for place in column.places] for column in form.columns)
        return masked_layout(tuple(map(_read_column, form.columns, attributes)))
    layout, places = read_layout(form.layout, form.columns)
    columns = [_read_column(column, own) for column, own in zip(form.columns, places, strict=True)]
    return replace(layout, columns=tuple(columns))


def _read_column(form: ColumnForm, places: Sequence[tuple[int, ...]]) -> Column:
    return Column(form.name, form.kind, places[0], form.keep, _read_type(form), form.constant, tuple(places[1:]))


def _read_type(form: ColumnForm) -> ValueType:
    kind = form.type
    if kind is None:
        return ValueType()
    return ValueType(kind.name, kind.decimal, kind.currency, kind.order, kind.scale, kind.prefix, kind.unit)


def _read_locator(form: LocatorForm) -> Locator:
    if form.kind == "pattern":
        return PatternLocator(form.encoding, form.patterns)
    if form.kind == "mask":
        return MaskLocator(form.names, tuple(Excerpt(e.text, e.records, e.zone, e.longest) for e in form.excerpts))
    if form.kind == "rows":
        return RowLocator(form.template, form.siblings, form.longest, form.tail, form.parent, form.similarity)
    if form.kind == "siblings":
        return SiblingLocator(form.path, form.parent, form.item, form.example, form.likeness, form.tail, form.several)
    return ForestLocator(form.prefix, form.starts, form.separators, form.descent, form.nested, form.first, form.last)
