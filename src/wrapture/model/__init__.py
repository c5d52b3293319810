"""The nouns of Wrapture: frozen values that every other module uses.

A page's nodes are numbered in document order (see `wrapture.html.page`), so a piece of a page is a `Span`, a record is one or
more spans, and everything that refers to a page uses these numbers.
"""

from wrapture.model.candidate import Candidate, Evidence, Sample
from wrapture.model.capture import Capture, Media, SavedPart
from wrapture.model.context import ContextColumn, ContextKind
from wrapture.model.layout import CONSTANT, Block, Column, Cut, Kind, Layout, Part, masked_layout
from wrapture.model.lexicon import Lexicon
from wrapture.model.locator import (
    EACH,
    DataLocator,
    Excerpt,
    FieldPath,
    ForestLocator,
    Label,
    Labels,
    Locator,
    MaskLocator,
    PageField,
    PageLocator,
    PatternLocator,
    Place,
    RowLocator,
    RowTemplate,
    Several,
    SiblingLocator,
    hull_of,
    label_of,
    places_in,
)
from wrapture.model.span import Record, Span
from wrapture.model.wrapper import Fit, Listing, Pagination, Profile, QueryForm, SiteMarks, Wrapper
from wrapture.values.value_type import DateOrder, TypeName, ValueType

__all__ = [
    "CONSTANT",
    "EACH",
    "Block",
    "Candidate",
    "Capture",
    "Column",
    "ContextColumn",
    "ContextKind",
    "Cut",
    "DataLocator",
    "DateOrder",
    "Evidence",
    "Excerpt",
    "FieldPath",
    "Fit",
    "ForestLocator",
    "Kind",
    "Label",
    "Labels",
    "Layout",
    "Lexicon",
    "Listing",
    "Locator",
    "MaskLocator",
    "Media",
    "PageField",
    "PageLocator",
    "Pagination",
    "Part",
    "PatternLocator",
    "Place",
    "Profile",
    "QueryForm",
    "Record",
    "RowLocator",
    "RowTemplate",
    "Sample",
    "SavedPart",
    "Several",
    "SiblingLocator",
    "SiteMarks",
    "Span",
    "TypeName",
    "ValueType",
    "Wrapper",
    "hull_of",
    "label_of",
    "masked_layout",
    "places_in",
]
