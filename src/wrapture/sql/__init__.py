"""Query results with SQL: files and tables become views of a locked DuckDB database.

.. code-block:: text

    data ──data_sources──▶ DataSource… ──source_views, jsonviews, loading──▶ views of a DuckdbEngine, then locked
    query ──statement_gate──▶ the engine ──▶ QueryResult

Two barriers limit what a query can do: the engine is opened for the named files only and then locked, and the gate accepts
only statements that read.
"""

from wrapture.errors import QueryError
from wrapture.sql.query import query, tables
from wrapture.sql.query_result import QueryResult

__all__ = ["QueryError", "QueryResult", "query", "tables"]
