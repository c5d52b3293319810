"""Convert wrappers to the JSON data of their files and back."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING

from wrapture.errors import WrapperFileError
from wrapture.library.column_details_json import (
    clean_step_data,
    column_profile_data,
    read_clean_step,
    read_column_profile,
    read_site,
    site_data,
)
from wrapture.library.file_versions import FORMAT, MARK, Data
from wrapture.library.layout_json import PlaceWriter, layout_data, read_layout
from wrapture.model import (
    CONSTANT,
    Column,
    ContextColumn,
    DataLocator,
    Excerpt,
    ForestLocator,
    Layout,
    Listing,
    Locator,
    MaskLocator,
    PageField,
    PageLocator,
    Pagination,
    PatternLocator,
    Profile,
    QueryForm,
    RowLocator,
    Several,
    SiblingLocator,
    ValueType,
    Wrapper,
    label_of,
    masked_layout,
)
from wrapture.wording import encodable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.library.file_format import ColumnModel, WrapperModel
    from wrapture.library.locator_json import ExcerptModel, LocatorModel
    from wrapture.library.query_section import ListingModel, PaginationModel, QueryFormModel
    from wrapture.model import Label, RowTemplate


def data_of(wrapper: Wrapper, path: str) -> Data:
    """Return the JSON data of a wrapper; `path` names the file in errors."""
    return {
        "format": MARK,
        "version": FORMAT,
        "name": encodable(wrapper.name),
        "addresses": list(wrapper.addresses),
        "columns": _columns(wrapper, path),
        "locator": _locator(wrapper.locator),
        **({"spares": [_locator(spare) for spare in wrapper.spares]} if wrapper.spares else {}),
        **({"context": [asdict(one) for one in wrapper.context]} if wrapper.context else {}),
        **(
            {}
            if isinstance(wrapper.locator, MaskLocator | DataLocator | PageLocator)
            else {"layout": layout_data(wrapper.layout)}
        ),
        "profile": {
            "pages": wrapper.profile.pages,
            "min_records": wrapper.profile.min_records,
            "max_records": wrapper.profile.max_records,
            "template": _template(wrapper.profile.template),
            "frame": [encodable(token) for token in wrapper.profile.frame],
            **({} if wrapper.profile.site is None else {"site": site_data(wrapper.profile.site)}),
        },
        "learner": wrapper.learner,
        "learned_from": [encodable(name) for name in wrapper.learned_from],
        **({} if wrapper.query_form is None else {"asking": _query_form(wrapper.query_form)}),
        **({} if wrapper.listing is None else {"listing": _listing(wrapper.listing)}),
    }


def _query_form(query_form: QueryForm) -> Data:
    """Return the JSON data of a query form, without fields that have their default value."""
    entries = [
        {"name": encodable(name), **({"value": encodable(value)} if value else {})}
        for name, value in query_form.entries
    ]
    usual = QueryForm(query_form.page, query_form.action, query_form.query, query_form.entries)
    fields = {name: value for name, value in asdict(query_form).items() if value != getattr(usual, name)}
    required = {"page": query_form.page, "action": query_form.action, "query": query_form.query, "entries": entries}
    if query_form.paging is not None:
        fields["paging"] = _paging(query_form.paging)
    if query_form.nothing:
        fields["nothing"] = [encodable(line) for line in query_form.nothing]
    return required | fields


def _paging(paging: Pagination) -> Data:
    return {name: value for name, value in asdict(paging).items() if value not in ("", None)}


def _listing(listing: Listing) -> Data:
    paging = {} if listing.paging is None else {"paging": _paging(listing.paging)}
    return {"page": listing.page, **paging, **({} if listing.total is None else {"total": listing.total})}


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
            **({"clean": list(map(clean_step_data, column.clean))} if column.clean else {}),
            **({"constant": True} if column.constant else {}),
            **({"hidden": column.hidden} if column.hidden or column.constant else {}),
            **({} if column.profile is None else {"profile": column_profile_data(column.profile)}),
        }
        for column, share in zip(columns, fill, strict=True)
    ]


def _type(kind: ValueType) -> Data:
    """Return the JSON data of a value type: its name, and what is not as by default."""
    usual = asdict(ValueType(kind.name))
    return {field: value for field, value in asdict(kind).items() if field == "name" or value != usual[field]}


def _places(wrapper: Wrapper, writer: PlaceWriter, column: Column, path: str) -> Data:
    """Return the JSON data of a column's places: attributes of a mask or of data, or positions in the layout's templates."""
    if isinstance(wrapper.locator, MaskLocator | DataLocator | PageLocator):
        first, *more = ({"attribute": place[0]} for place in column.places)
    else:
        first, *more = (_place(wrapper, writer, column, place, path) for place in column.places)
    joined_by = {"joined_by": column.joined_by} if column.joined_by != " " else {}
    return {"place": first} | ({"followed_by": more, **joined_by} if more else {})


def _place(wrapper: Wrapper, writer: PlaceWriter, column: Column, place: tuple[int, ...], path: str) -> Data:
    data = writer.data(column.kind, place)
    if data is None:
        field = f"columns[{wrapper.layout.columns.index(column)}].place"
        raise WrapperFileError(path, field, f"{place} leads to no part of the layout")
    return data


def _locator(locator: Locator) -> Data:  # noqa: PLR0911 - one line for each kind
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
        case DataLocator():
            return {
                "kind": "data",
                "path": [encodable(name) for name in locator.path],
                "fields": [[encodable(name) for name in field] for field in locator.fields],
            }
        case PageLocator():
            return {
                "kind": "page",
                "fields": [_page_field(field) for field in locator.fields],
                "names": [encodable(name) for name in locator.names],
            }


def _page_field(field: PageField) -> Data:
    """Return the JSON data of a field, without what has its default value."""
    said: Data = {"path": encodable(field.path), "label": encodable(field.label)}
    said |= {"data": [encodable(name) for name in field.data], "number": field.number, "every": field.every}
    return {name: value for name, value in said.items() if value}


def _excerpt(excerpt: Excerpt) -> Data:
    return {
        "text": excerpt.text,
        "records": [[_label(label) for label in record] for record in excerpt.records],
        "zone": list(excerpt.zone),
        "longest": list(excerpt.longest),
    }


def _label(label: Label) -> object:
    return [list(place) for place in label.places] if isinstance(label, Several) else label and list(label)


def _template(template: RowTemplate) -> list[str | int]:
    return [encodable(token) if isinstance(token, str) else token for token in template]


def wrapper_of(form: WrapperModel) -> Wrapper:
    """Return the wrapper that a validated file describes."""
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
            read_site(form.profile.site),
        ),
        addresses=form.addresses,
        learned_from=form.learned_from,
        learner=form.learner,
        query_form=None if form.asking is None else _read_query_form(form.asking),
        spares=tuple(map(_read_locator, form.spares)),
        context=tuple([ContextColumn(one.name, one.what) for one in form.context]),
        listing=None if form.listing is None else _read_listing(form.listing),
    )


def _read_query_form(form: QueryFormModel) -> QueryForm:
    return QueryForm(
        page=form.page,
        action=form.action,
        query=form.query,
        entries=tuple((entry.name, entry.value) for entry in form.entries),
        method=form.method,
        enctype=form.enctype,
        charset=form.charset,
        fresh=form.fresh,
        in_path=form.in_path,
        typed=form.typed,
        paging=_read_paging(form.paging),
        nothing=form.nothing,
        total=form.total,
    )


def _read_paging(form: PaginationModel | None) -> Pagination | None:
    return None if form is None else Pagination(form.by, form.parameter, form.step)


def _read_listing(form: ListingModel) -> Listing:
    return Listing(form.page, _read_paging(form.paging), form.total)


def _read_layout(form: WrapperModel) -> Layout:
    if form.layout is None:
        attributes = ([(place.attribute or 0,) for place in column.places] for column in form.columns)
        return masked_layout(tuple(map(_read_column, form.columns, attributes)))
    layout, places = read_layout(form.layout, form.columns)
    columns = [_read_column(column, own) for column, own in zip(form.columns, places, strict=True)]
    return replace(layout, columns=tuple(columns))


def _read_column(form: ColumnModel, places: Sequence[tuple[int, ...]]) -> Column:
    kind, more = _read_type(form), tuple(places[1:])
    hidden = (
        (CONSTANT if form.constant else "") if form.hidden is None else form.hidden
    )  # 0.1.0 hid constant columns only
    clean = tuple(map(read_clean_step, form.clean))
    column = Column(form.name, form.kind, places[0], form.keep, kind, form.constant, more, hidden)
    return replace(column, profile=read_column_profile(form.profile), clean=clean, joined_by=form.joined_by)


def _read_type(form: ColumnModel) -> ValueType:
    kind = form.type
    if kind is None:
        return ValueType()
    return ValueType(**{field.name: getattr(kind, field.name) for field in fields(ValueType)})


def _read_excerpt(form: ExcerptModel) -> Excerpt:
    records = tuple(tuple(label_of(places) for places in form.places(n)) for n in range(len(form.records)))
    return Excerpt(form.text, records, form.zone, form.longest)


def _read_locator(form: LocatorModel) -> Locator:  # noqa: PLR0911 - one line for each kind
    if form.kind == "pattern":
        return PatternLocator(form.encoding, form.patterns)
    if form.kind == "mask":
        return MaskLocator(form.names, tuple(map(_read_excerpt, form.excerpts)))
    if form.kind == "data":
        return DataLocator(form.path, form.fields)
    if form.kind == "page":
        fields = [PageField(one.path, one.label, one.data, one.number, one.every) for one in form.fields]
        return PageLocator(tuple(fields), form.names)
    if form.kind == "rows":
        return RowLocator(form.template, form.siblings, form.longest, form.tail, form.parent, form.similarity)
    if form.kind == "siblings":
        return SiblingLocator(form.path, form.parent, form.item, form.example, form.likeness, form.tail, form.several)
    return ForestLocator(form.prefix, form.starts, form.separators, form.descent, form.nested, form.first, form.last)
