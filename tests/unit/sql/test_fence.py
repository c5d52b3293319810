"""A query reads what it was given and nothing else, and writes nothing: each statement here must fail and leave no trace."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import duckdb
import pytest

from wrapture.sql import QueryError, query
from wrapture.sql.data_sources import sources_of
from wrapture.sql.duckdb_engine import DuckdbEngine
from wrapture.sql.source_views import add_views, engine_for

from .conftest import write_books

SECRET: Final = "wrapture-secret-4711"
secret_variable = [SECRET]

STATEMENTS: Final = """
COPY books TO '{new}.csv'
COPY books TO '{file}' (FORMAT csv, USE_TMP_FILE false)
COPY (SELECT 1) TO '{file}'
WITH t AS (COPY books TO '{file}' (FORMAT csv, USE_TMP_FILE false)) FROM t
WITH t AS (COPY (SELECT 1) TO '{new}.csv') FROM t
WITH t AS MATERIALIZED (COPY books TO '{new}.parquet') SELECT * FROM t, books
WITH RECURSIVE t AS (COPY books TO '{new}.csv') FROM t
SELECT * FROM (WITH t AS (COPY books TO '{new}.csv') FROM t)
SELECT (WITH t AS (COPY books TO '{new}.csv') SELECT 1)
FROM books UNION ALL (WITH t AS (COPY books TO '{new}.csv') FROM t)
DESCRIBE WITH t AS (COPY books TO '{new}.csv') FROM t
EXPLAIN ANALYZE COPY books TO '{new}.csv'
EXPLAIN ANALYZE WITH t AS (COPY books TO '{new}.csv') FROM t
EXPLAIN (ANALYZE) COPY books TO '{new}.csv'
EXPLAIN /* */ ANALYZE COPY books TO '{new}.csv'
FROM query('WITH t AS (COPY books TO ''{new}.csv'') FROM t')
FROM query('SELECT 1')
FROM query_table('books')
FROM json_execute_serialized_sql(json_serialize_sql('WITH t AS (COPY books TO ''{new}.csv'') FROM t'))
FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))
PRAGMA json_execute_serialized_sql('x')
EXPORT DATABASE '{new}'
IMPORT DATABASE '{folder}'
ATTACH '{new}.duckdb'
ATTACH '{file}' AS again
ATTACH '{secret}' AS other (TYPE sqlite)
ATTACH ':memory:' AS m
DETACH memory
USE temp
INSTALL httpfs
INSTALL '{folder}/x.duckdb_extension'
LOAD httpfs
LOAD '{folder}/x.duckdb_extension'
FROM read_text('{secret}')
FROM read_text('{folder}/../outside/secret.csv')
FROM read_text('{folder}/link.csv')
FROM read_text('{outside}/*')
FROM read_blob('{secret}')
FROM read_blob('/proc/self/environ')
FROM read_csv('{secret}')
FROM read_csv('/dev/stdin')
FROM read_json('{secret}')
FROM read_json_objects('{secret}')
FROM read_ndjson('{secret}')
FROM read_parquet('{outside}/other.parquet')
FROM parquet_metadata('{outside}/other.parquet')
FROM parquet_schema('{outside}/other.parquet')
FROM parquet_scan('{outside}/other.parquet')
FROM sniff_csv('{secret}')
FROM read_duckdb('{outside}/other.duckdb')
FROM '{secret}'
FROM '{outside}/other.parquet'
FROM "{outside}/other.parquet"
FROM '{folder}/link.csv'
FROM '{links}/link.parquet'
FROM '{outside}/*.parquet'
FROM 'file://{outside}/other.parquet'
FROM 'https://example.org/x.parquet'
FROM 's3://bucket/x.parquet'
FROM 'hf://datasets/x/y.parquet'
SELECT * FROM books, (FROM read_text('{secret}'))
SELECT (SELECT content FROM read_text('{secret}'))
SELECT title FROM books WHERE title IN (SELECT content FROM read_text('{secret}'))
SELECT * FROM books JOIN LATERAL (FROM read_text('{secret}')) ON true
FROM books POSITIONAL JOIN read_text('{secret}')
PIVOT (FROM read_text('{secret}')) ON filename IN ('x') USING count(*)
DESCRIBE FROM read_csv('{secret}')
SUMMARIZE FROM read_csv('{secret}')
FROM glob('{outside}/*')
FROM glob('/etc/*')
SELECT getenv('HOME')
FROM duckdb_secrets()
FROM which_secret('s3://x', 's3')
CREATE SECRET (TYPE s3, KEY_ID 'x', SECRET 'y')
CREATE PERSISTENT SECRET (TYPE s3, KEY_ID 'x', SECRET 'y')
FROM secret_variable
SELECT * FROM SECRET
FROM os
SET lock_configuration = false
SET enable_external_access = true
SET GLOBAL allowed_paths = ['{secret}']
SET allowed_directories = ['/']
SET python_enable_replacements = true
SET temp_directory = '{outside}'
RESET lock_configuration
RESET ALL
SET VARIABLE x = 1
PRAGMA enable_profiling
PRAGMA profiling_output = '{new}.json'
SET profiling_output = '{new}.json'
PRAGMA database_list
CALL enable_logging(storage = 'file', storage_path = '{new}')
FROM enable_logging(storage = 'file', storage_path = '{new}')
FROM enable_logging('QueryLog')
FROM duckdb_logs()
CALL pragma_version()
CHECKPOINT
FROM checkpoint()
FROM force_checkpoint()
VACUUM
ANALYZE
BEGIN
COMMIT
PREPARE p AS SELECT 1
EXECUTE p
CREATE TABLE t (a INT)
CREATE TABLE t AS FROM books
CREATE VIEW v AS FROM read_text('{secret}')
CREATE MACRO m() AS TABLE FROM read_text('{secret}')
CREATE OR REPLACE VIEW books AS SELECT 1
DROP VIEW books
ALTER VIEW books RENAME TO b
INSERT INTO books VALUES (1)
UPDATE books SET title = 'x'
DELETE FROM books
TRUNCATE books
WITH t AS (INSERT INTO books VALUES (1) RETURNING *) FROM t
WITH t AS (UPDATE books SET title = 'x' RETURNING *) FROM t
WITH t AS (DELETE FROM books RETURNING *) FROM t
COMMENT ON VIEW books IS 'x'
FROM arrow_scan(1, 2, 3)
FROM pandas_scan(1)
FROM python_map_function(1)
FROM memory.main.read_text('{secret}')
FROM system.main.read_text('{secret}')
SELECT 1; COPY books TO '{new}.csv'
SELECT 1; SELECT 2
;COPY books TO '{new}.csv'
/* SELECT */ COPY books TO '{new}.csv'
""".strip().splitlines()


def traces(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder with what they hold."""
    found = [Path(parent) / name for parent, _, names in os.walk(folder) for name in names]
    return {str(path): path.read_bytes() for path in found if path.is_file()}


def lay_bait(tmp_path: Path, file: Path) -> dict[str, str]:
    """Write files that no query may see, and return what the statements call them."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.csv").write_text(f"a\n{SECRET}\n")
    with duckdb.connect() as database:
        database.execute(f"COPY (SELECT '{SECRET}' AS a) TO '{outside}/other.parquet'").fetchall()
    with duckdb.connect(str(outside / "other.duckdb")) as database:
        database.execute("CREATE TABLE t AS SELECT 1 AS a").fetchall()
    folder = file if file.is_dir() else file.parent
    (folder / "link.csv").symlink_to(outside / "secret.csv")
    (tmp_path / "link.parquet").symlink_to(outside / "other.parquet")
    real = next(path for path in file.rglob("*.parquet")) if file.is_dir() else file
    return {
        "outside": str(outside),
        "secret": str(outside / "secret.csv"),
        "file": str(real),
        "folder": str(folder),
        "links": str(tmp_path),
        "new": str(tmp_path / "new"),
    }


@pytest.mark.slow
def test_nothing_gets_through(books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = lay_bait(tmp_path, books)
    monkeypatch.chdir(tmp_path)
    before = traces(tmp_path)
    for statement in STATEMENTS:
        sql = statement.format(**names)
        with pytest.raises(QueryError) as caught:
            pytest.fail(f"answered: {sql}: {query(sql, books).rows!r}")
        assert SECRET not in str(caught.value), sql
        assert len(str(caught.value).splitlines()) == 1, sql
        assert traces(tmp_path) == before, sql


def test_the_list_is_long_and_its_statements_differ() -> None:
    assert len(set(STATEMENTS)) == len(STATEMENTS) > 100


ALONE: Final = [
    line for line in STATEMENTS if line.startswith(("FROM '", "FROM read_", "SET ", "RESET ", "FROM secret_variable"))
]


def test_the_lock_holds_alone(tmp_path: Path) -> None:
    """What the gate refuses is refused by the engine, too, where it reads or unlocks."""
    file = write_books(tmp_path / "data", "parquet")
    names = lay_bait(tmp_path, file)
    sources = sources_of([file])
    engine = engine_for(sources)
    add_views(engine, sources)
    for statement in ALONE:
        if "VARIABLE" in statement:
            continue
        with pytest.raises(duckdb.Error):
            pytest.fail(str(engine.run(statement.format(**names))))


def test_the_gate_is_needed(tmp_path: Path) -> None:
    """A SELECT writes in DuckDB 2.0, and a file that may be read may be written: the lock alone would not hold."""
    file = write_books(tmp_path / "data", "parquet")
    sources = sources_of([file])
    engine = engine_for(sources)
    add_views(engine, sources)
    sql = f"WITH t AS (COPY (SELECT 1) TO '{file}' (FORMAT csv, USE_TMP_FILE false)) FROM t"
    try:
        assert engine.connection.extract_statements(sql)[0].type.name == "SELECT"
        engine.run(sql)
    except duckdb.Error:
        pytest.skip("this DuckDB does not know COPY in WITH")
    assert file.read_bytes() != write_books(tmp_path / "same", "parquet").read_bytes()


def test_the_folder_for_large_queries_is_nobody_elses_and_goes(tmp_path: Path) -> None:
    engine = DuckdbEngine()
    folder = Path(engine.run("SELECT current_setting('temp_directory')")[0][0])
    assert folder.stat().st_mode & 0o077 == 0
    del engine
    assert not folder.exists()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM books",
        "FROM books",
        "TABLE books",
        "VALUES (1, 2)",
        "WITH t AS (FROM books) SELECT * FROM t",
        "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 3) FROM t",
        "SELECT title FROM books UNION SELECT page FROM books ORDER BY 1 LIMIT 2 OFFSET 1",
        "SELECT a.title FROM books a LEFT JOIN books b USING (record), LATERAL (SELECT a.record + 1) x",
        "SELECT row_number() OVER (PARTITION BY page ORDER BY title) FROM books QUALIFY row_number() OVER () < 3",
        "SELECT DISTINCT ON (page) page FROM books TABLESAMPLE 100%",
        "PIVOT books ON title IN ('Emma', 'The Trial') USING count(*) GROUP BY page",
        "UNPIVOT (SELECT record, page FROM books) ON page INTO NAME n VALUE v",
        "SELECT * FROM range(3), generate_series(1, 2), unnest([1, 2]) u(x)",
        "SELECT key, value FROM json_each('{\"a\": 1}')",
        "DESCRIBE books",
        "DESCRIBE SELECT title FROM books",
        "SUMMARIZE books",
        "SHOW TABLES",
        "EXPLAIN SELECT 1",
        "EXPLAIN ANALYZE SELECT count(*) FROM books",
        "-- a note\nSELECT 1 -- another\n;",
        "SELECT list(title ORDER BY title) FILTER (record > 1), max_by(title, record) FROM books GROUP BY ALL",
        "SELECT [x + 1 FOR x IN [1, 2]], {'a': 1}.a, CASE WHEN record > 1 THEN 1 ELSE 2 END FROM books",
        "SELECT title FROM books WHERE EXISTS (SELECT 1) AND record IN (SELECT 1) AND record = ANY (SELECT 1)",
        "SELECT COLUMNS('t.*') FROM books",
        "SELECT * EXCLUDE (page) REPLACE (upper(title) AS title) FROM books",
        "FROM books ASOF JOIN (SELECT record FROM books) b ON books.record >= b.record",
        "SELECT page, count(*) FROM books GROUP BY ROLLUP (page), GROUPING SETS ((page), ())",
    ],
)
def test_questions_are_answered(sql: str, tmp_path: Path) -> None:
    assert query(sql, write_books(tmp_path, "parquet")).columns
