"""Results asked with SQL: files and tables become views of a locked database, a query is answered by it.

.. code-block:: text

    data ──sources──▶ Source… ──views, jsonviews, loading──▶ views of an Engine ──lock──▶ query ──gate──▶ Answer

DuckDB does the work.  What a query may do is held by two fences: the `engine` is opened for the files that were named and
locked, and the `gate` lets only statements through that ask and do not write.
"""

from wrapture.errors import QueryError
from wrapture.sql.answer import Answer
from wrapture.sql.ask import query, tables

__all__ = ["Answer", "QueryError", "query", "tables"]
