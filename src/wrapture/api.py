"""The one door to the package: every name that users, the command line and the studio need.

Modules are loaded on first use: importing this one costs next to nothing, and ``api.extract`` with a wrapper never
loads a learner.  `wrapture` itself exports the names meant for users; the rest serve ``wrapture.cli`` and ``wrapture.studio``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from wrapture.algo.cycles import CycleGroup
    from wrapture.bulk.jobs import Columns, PageLimits
    from wrapture.bulk.order import BulkOrder, order_of
    from wrapture.bulk.output.report import Report
    from wrapture.bulk.run import BulkRun, Progress
    from wrapture.capture.browser import find_browser, has_browser
    from wrapture.capture.camera import Camera
    from wrapture.capture.labelfile import label_sites, read_labels, write_labels
    from wrapture.capture.lexicon_file import read_lexicon
    from wrapture.capture.page_input import PageInput, to_page
    from wrapture.capture.page_sources import Fetch, expand, fetcher, read_file
    from wrapture.capture.page_sources import checked as checked_page
    from wrapture.capture.page_sources import read as read_source
    from wrapture.capture.part_fetching import fetch_part
    from wrapture.capture.serving import Serve
    from wrapture.capture.serving import address_of as served_address
    from wrapture.capture.serving import answer as served_answer
    from wrapture.capture.snapshots import save_snapshot, snapshot_names
    from wrapture.drift.checking import check_capture
    from wrapture.drift.checks import PageCheck, check_data, overall
    from wrapture.drift.checks import summary as check_summary
    from wrapture.drift.drift_notice import DriftNotice
    from wrapture.drift.reading_health import ReadingHealth
    from wrapture.drift.repairs import ColumnMove, Repair
    from wrapture.drift.repairs import report_data as repair_data
    from wrapture.drift.similar_list import SimilarLists
    from wrapture.errors import WraptureError
    from wrapture.export import TARGETS, Export
    from wrapture.export import export as export_wrapper
    from wrapture.export.export_report import verdict as export_verdict
    from wrapture.html.native import native_status
    from wrapture.html.page import TEXT as TEXT_TAG
    from wrapture.html.page import Page
    from wrapture.html.parsing import read_page
    from wrapture.html.plain_text import plain_text
    from wrapture.html.script_built import is_built_by_scripts
    from wrapture.html.source_places import places_of
    from wrapture.html.tokens import RECORD_ENCODINGS
    from wrapture.learning.confidence import is_sure, page_confidence
    from wrapture.learning.evidence_meanings import MEANINGS as EVIDENCE_MEANINGS
    from wrapture.learning.explain import explain, token_count, verdict
    from wrapture.learning.fuzzy.draft_labels import Labeller
    from wrapture.learning.judge import Learner
    from wrapture.learning.learn import Ranked, learn_ranked, name_for
    from wrapture.learning.learn_labelled import READ_RIGHT, labelled_table, read_as_labelled
    from wrapture.learning.learners import ALL as ALL_LEARNERS
    from wrapture.learning.learners import learners_with
    from wrapture.learning.marking.drafting import draft_of, with_same_names
    from wrapture.learning.marking.label_edits import drop_record, label_value, record_of, unlabel_value
    from wrapture.learning.marking.marked_records import record_from
    from wrapture.learning.marking.points import Point, Pointed, place_of
    from wrapture.learning.repeats import Repeats
    from wrapture.learning.row_count_choice import is_clear, row_counts
    from wrapture.learning.row_templates import Rows
    from wrapture.learning.sections import MOST as MOST_SECTIONS
    from wrapture.learning.sections import Section
    from wrapture.learning.tiebreaker import without_tiebreakers
    from wrapture.library.column_details_json import clean_step_data
    from wrapture.library.describe import describe
    from wrapture.library.editing import (
        add_column,
        carry_columns,
        choose_in_wrapper,
        clean_column,
        keep_column,
        merge_columns,
        move_column,
        rename_column,
        split_column,
        type_column,
    )
    from wrapture.library.editing.wrapper_draft import with_columns
    from wrapture.library.entries import Stamp
    from wrapture.library.folder_lock import locked as locked_folder
    from wrapture.library.health_log import drifted
    from wrapture.library.keeping_repaired import kept_beside, kept_in
    from wrapture.library.library_files import SUFFIX as WRAPPER_SUFFIX
    from wrapture.library.library_files import kind_of, slug_of
    from wrapture.library.library_reader import LibraryReader
    from wrapture.library.profile import forget_samples
    from wrapture.library.wrapper_file import dumps as dump_wrapper
    from wrapture.library.wrapper_file import load, save
    from wrapture.library.wrapper_file import loads as parse_wrapper
    from wrapture.library.wrapper_library import (
        HealthNote,
        Library,
        LibraryEntry,
        LibraryMatch,
        health_words,
        library_of,
    )
    from wrapture.model import Candidate, Capture, Lexicon, Wrapper
    from wrapture.model.column_choice import ColumnChoice, choose_columns, renaming
    from wrapture.model.labelled import LabelledPage
    from wrapture.model.table import Table
    from wrapture.net.access import Access, origins_of, read_cookies, read_header
    from wrapture.net.politeness import Politeness
    from wrapture.net.session_file import load_session, save_session
    from wrapture.net.store import default_store_path, open_store
    from wrapture.net.visitor import Visitor
    from wrapture.pictures import Picture, line_picture, record_picture, shown_marks, size_of
    from wrapture.pictures import to_html as picture_html
    from wrapture.reading.compiled import CompiledReader, compile_wrapper
    from wrapture.reading.fit import accepts, misfit
    from wrapture.reading.fit import measured as measured_fit
    from wrapture.reading.fitted_reading import fit_in, read_capture, read_parsed
    from wrapture.reading.pointing import TextPlace, row_places
    from wrapture.reading.reader import extract_page
    from wrapture.reading.spares import wrapper_records
    from wrapture.rows.json_file import record_objects
    from wrapture.rows.json_lines import dump as dump_json
    from wrapture.rows.postgresql_target import is_postgresql, shown_target
    from wrapture.rows.read_table import read_table
    from wrapture.rows.result_rows import without_hidden
    from wrapture.rows.row_schema import RowOptions
    from wrapture.rows.write import check as check_results
    from wrapture.rows.write import render as render_results
    from wrapture.rows.write import write as write_results
    from wrapture.site.following import Followed
    from wrapture.site.forms import Control, Form, JudgedForm, judge_forms, query_control
    from wrapture.site.forms.form import CHECKABLE
    from wrapture.site.listing import ListRead
    from wrapture.site.merging import Answers, answers
    from wrapture.site.metasearch import source_names
    from wrapture.site.page_visits import capture_of
    from wrapture.site.pagination import next_request
    from wrapture.site.paging import PageLink, Paging, find_paging
    from wrapture.site.script.page_parts import Parts
    from wrapture.site.script.run_script import run_script
    from wrapture.site.script.saved_pages import SavedPages
    from wrapture.site.script.script_file import load_script
    from wrapture.site.searching import result_captures
    from wrapture.site.wrapping import wrap as wrap_site
    from wrapture.sql import QueryResult
    from wrapture.sql import tables as result_tables
    from wrapture.sql.query_limits import bounded_memory, is_left_behind
    from wrapture.sql.result_files import flat_value, print_answer, write_answer
    from wrapture.tasks.extraction import extract, extract_all, fit, parse, read
    from wrapture.tasks.link_following import follow
    from wrapture.tasks.list_discovery import are_all, described_layout, discover, read_candidate, sections
    from wrapture.tasks.maintenance import (
        check,
        reading_health,
        refresh,
        repair,
        repairer,
        watch,
    )
    from wrapture.tasks.sites_and_data import extract_bulk, query, search, wrap
    from wrapture.tasks.whole_lists import extract_pages
    from wrapture.tasks.wrapper_learning import label, learn, learn_labelled, learn_one
    from wrapture.values.cleaning import CleanStep, Regex, Replace, Trim
    from wrapture.watch.watch_tables import CHANGE_CELLS, change_cells, change_line
    from wrapture.watch.watching import Round, WatchedSource

HOMES: Final = {
    "algo.cycles": "CycleGroup",
    "bulk.jobs": "Columns PageLimits",
    "bulk.order": "BulkOrder order_of",
    "bulk.output.report": "Report",
    "bulk.run": "BulkRun Progress",
    "capture.browser": "find_browser has_browser",
    "capture.camera": "Camera",
    "capture.labelfile": "label_sites read_labels write_labels",
    "capture.lexicon_file": "read_lexicon",
    "capture.page_input": "PageInput to_page",
    "capture.part_fetching": "fetch_part",
    "capture.page_sources": "checked=checked_page expand Fetch fetcher read=read_source read_file",
    "capture.serving": "Serve address_of=served_address answer=served_answer",
    "capture.snapshots": "save_snapshot snapshot_names",
    "drift.checking": "check_capture",
    "drift.checks": "PageCheck overall summary=check_summary check_data",
    "drift.drift_notice": "DriftNotice",
    "drift.reading_health": "ReadingHealth",
    "drift.similar_list": "SimilarLists",
    "drift.repairs": "ColumnMove Repair report_data=repair_data",
    "errors": "WraptureError",
    "export": "TARGETS Export export=export_wrapper",
    "export.export_report": "verdict=export_verdict",
    "html.native": "native_status",
    "html.page": "Page TEXT=TEXT_TAG",
    "html.parsing": "read_page",
    "html.plain_text": "plain_text",
    "html.script_built": "is_built_by_scripts",
    "html.source_places": "places_of",
    "html.tokens": "RECORD_ENCODINGS",
    "learning.confidence": "is_sure page_confidence",
    "learning.evidence_meanings": "MEANINGS=EVIDENCE_MEANINGS",
    "learning.explain": "explain token_count verdict",
    "learning.fuzzy.draft_labels": "Labeller",
    "learning.judge": "Learner",
    "learning.learn": "Ranked learn_ranked name_for",
    "learning.learn_labelled": "READ_RIGHT labelled_table read_as_labelled",
    "learning.learners": "ALL=ALL_LEARNERS learners_with",
    "learning.marking.drafting": "draft_of with_same_names",
    "learning.marking.label_edits": "drop_record label_value record_of unlabel_value",
    "learning.marking.marked_records": "record_from",
    "learning.marking.points": "Point Pointed place_of",
    "learning.repeats": "Repeats",
    "learning.row_count_choice": "is_clear row_counts",
    "learning.row_templates": "Rows",
    "learning.sections": "MOST=MOST_SECTIONS Section",
    "learning.tiebreaker": "without_tiebreakers",
    "library.column_details_json": "clean_step_data",
    "library.describe": "describe",
    "library.editing": (
        "add_column carry_columns choose_in_wrapper clean_column keep_column merge_columns move_column rename_column"
        " split_column type_column"
    ),
    "library.editing.wrapper_draft": "with_columns",
    "library.entries": "Stamp",
    "library.folder_lock": "locked=locked_folder",
    "library.keeping_repaired": "kept_beside kept_in",
    "library.library_files": "kind_of slug_of SUFFIX=WRAPPER_SUFFIX",
    "library.library_reader": "LibraryReader",
    "library.health_log": "drifted",
    "library.profile": "forget_samples",
    "library.wrapper_file": "dumps=dump_wrapper load loads=parse_wrapper save",
    "library.wrapper_library": "HealthNote Library LibraryEntry LibraryMatch health_words library_of",
    "model": "Candidate Capture Lexicon Wrapper",
    "model.column_choice": "ColumnChoice choose_columns renaming",
    "model.labelled": "LabelledPage",
    "model.table": "Table",
    "net.access": "Access origins_of read_cookies read_header",
    "net.politeness": "Politeness",
    "net.session_file": "load_session save_session",
    "net.store": "default_store_path open_store",
    "net.visitor": "Visitor",
    "pictures": "Picture line_picture record_picture shown_marks size_of to_html=picture_html",
    "reading.compiled": "CompiledReader compile_wrapper",
    "reading.fit": "accepts measured=measured_fit misfit",
    "reading.fitted_reading": "fit_in read_capture read_parsed",
    "reading.pointing": "TextPlace row_places",
    "reading.reader": "extract_page",
    "reading.spares": "wrapper_records",
    "rows.json_file": "record_objects",
    "rows.json_lines": "dump=dump_json",
    "rows.postgresql_target": "is_postgresql shown_target",
    "rows.read_table": "read_table",
    "rows.result_rows": "without_hidden",
    "rows.row_schema": "RowOptions",
    "rows.write": "check=check_results render=render_results write=write_results",
    "site.forms": "Control Form JudgedForm judge_forms query_control",
    "site.forms.form": "CHECKABLE",
    "site.following": "Followed",
    "site.listing": "ListRead",
    "site.merging": "Answers answers",
    "site.metasearch": "source_names",
    "site.page_visits": "capture_of",
    "site.pagination": "next_request",
    "site.paging": "PageLink Paging find_paging",
    "site.script.page_parts": "Parts",
    "site.script.run_script": "run_script",
    "site.script.saved_pages": "SavedPages",
    "site.script.script_file": "load_script",
    "site.searching": "result_captures",
    "site.wrapping": "wrap=wrap_site",
    "sql": "QueryResult tables=result_tables",
    "sql.query_limits": "bounded_memory is_left_behind",
    "sql.result_files": "flat_value print_answer write_answer",
    "tasks.extraction": "extract extract_all fit parse read",
    "tasks.link_following": "follow",
    "tasks.list_discovery": "are_all described_layout discover read_candidate sections",
    "tasks.maintenance": "check reading_health refresh repair repairer watch",
    "tasks.sites_and_data": "extract_bulk query search wrap",
    "tasks.whole_lists": "extract_pages",
    "tasks.wrapper_learning": "label learn learn_labelled learn_one",
    "values.cleaning": "CleanStep Regex Replace Trim",
    "watch.watch_tables": "CHANGE_CELLS change_cells change_line",
    "watch.watching": "Round WatchedSource",
}
"""The names exported from each module; ``name=alias`` if the name alone would be unclear."""

_PLACES: Final = {
    alias or name: (module, name)
    for module, names in HOMES.items()
    for name, _, alias in (entry.partition("=") for entry in names.split())
}

# With one name per line, this list would be longer than the rest of the module.
# fmt: off
__all__ = [
    "ALL_LEARNERS", "CHANGE_CELLS", "CHECKABLE", "EVIDENCE_MEANINGS", "MOST_SECTIONS", "READ_RIGHT", "RECORD_ENCODINGS",
    "TARGETS", "TEXT_TAG", "WRAPPER_SUFFIX", "Access", "Answers", "BulkOrder", "BulkRun", "Camera", "Candidate",
    "Capture", "CleanStep", "ColumnChoice", "ColumnMove", "Columns", "CompiledReader", "Control", "CycleGroup", "DriftNotice",
    "Export", "Fetch", "Followed", "Form", "HealthNote", "JudgedForm", "LabelledPage", "Labeller", "Learner", "Lexicon",
    "Library", "LibraryEntry", "LibraryMatch", "LibraryReader", "ListRead", "Page", "PageCheck", "PageInput",
    "PageLimits", "PageLink", "Paging", "Parts", "Picture", "Point", "Pointed", "Politeness", "Progress", "QueryResult",
    "Ranked", "ReadingHealth", "Regex", "Repair", "Repeats", "Replace", "Report", "Round", "RowOptions", "Rows", "SavedPages",
    "Section", "Serve", "SimilarLists",
    "Stamp", "Table", "TextPlace", "Trim", "Visitor", "WatchedSource", "Wrapper", "WraptureError", "accepts",
    "add_column", "answers", "are_all", "bounded_memory", "capture_of", "carry_columns", "change_cells", "change_line",
    "check", "check_capture", "check_data", "check_results", "check_summary", "checked_page", "choose_columns",
    "choose_in_wrapper", "clean_column", "clean_step_data", "compile_wrapper", "default_store_path", "describe",
    "described_layout",
    "discover", "draft_of", "drifted", "drop_record", "dump_json", "dump_wrapper", "expand", "explain", "export_verdict",
    "export_wrapper", "extract", "extract_all", "extract_bulk", "extract_page", "extract_pages", "fetch_part",
    "fetcher", "find_browser", "find_paging", "fit", "fit_in", "flat_value", "follow", "forget_samples", "has_browser",
    "health_words", "is_built_by_scripts", "is_clear", "is_left_behind", "is_postgresql", "is_sure", "judge_forms",
    "keep_column", "kept_beside", "kept_in", "kind_of", "label", "label_sites", "label_value", "labelled_table",
    "learn", "learn_labelled", "learn_one", "learn_ranked", "learners_with", "library_of", "line_picture", "load",
    "load_script", "load_session", "locked_folder", "measured_fit", "merge_columns", "misfit", "move_column",
    "name_for", "native_status", "next_request", "open_store", "order_of", "origins_of", "overall", "page_confidence",
    "parse", "parse_wrapper", "picture_html", "place_of", "places_of", "plain_text", "print_answer", "query",
    "query_control", "read", "read_as_labelled", "read_candidate", "read_capture", "read_cookies", "read_file",
    "read_header", "read_labels", "read_lexicon", "read_page", "read_parsed", "read_source", "read_table",
    "reading_health", "record_from", "record_objects", "record_of", "record_picture", "refresh", "rename_column",
    "renaming", "render_results", "repair", "repair_data", "repairer", "result_captures", "result_tables", "row_counts",
    "row_places", "run_script", "save", "save_session", "save_snapshot", "search", "sections", "served_address",
    "served_answer", "shown_marks", "shown_target", "size_of", "slug_of", "snapshot_names", "source_names",
    "split_column", "to_page", "token_count", "type_column", "unlabel_value", "verdict", "watch", "with_columns",
    "with_same_names", "without_hidden", "without_tiebreakers", "wrap", "wrap_site", "wrapper_records", "write_answer",
    "write_labels", "write_results",
]
# fmt: on


def __dir__() -> list[str]:
    """Return all names, including those not loaded yet."""
    return __all__


if not TYPE_CHECKING:  # type checkers use the imports above, and report unknown names

    def __getattr__(name: str) -> Any:
        """Return the object with a name, after loading its module."""
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, attribute = _PLACES[name]
        return getattr(import_module(f"wrapture.{module}"), attribute)
