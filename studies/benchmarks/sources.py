"""Counting rows that do not fit in memory: seconds and peak memory by number of rows, and what Dask and Spark add.

``python studies/benchmarks/sources.py [ROWS]`` prints the section of RESULTS.md; ROWS is 100,000,000 by default.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import parquet

COLUMNS, VALUES, GROUP = 20, 10, 1_000_000
ROWS = 100_000_000
OVERHEAD_ROWS = 4_000_000
GOAL_MB = 1000
_COUNT = """
import json, resource, sys, time
import catviz
before = resource.getrusage(resource.RUSAGE_SELF)
started = time.perf_counter()
source = catviz.scan(sys.argv[1])
found = time.perf_counter() - started
counts = catviz.count(source)
wall = time.perf_counter() - started
use = resource.getrusage(resource.RUSAGE_SELF)
cpu = use.ru_utime + use.ru_stime - before.ru_utime - before.ru_stime
print(json.dumps([found, wall, cpu, use.ru_maxrss / 1024, int(counts.matrix.trace())]))
"""


def section(rows: int = ROWS) -> list[str]:
    """The lines of RESULTS.md."""
    with tempfile.TemporaryDirectory() as folder:
        sizes = sorted({min(rows, n) for n in (1_000_000, 10_000_000)} | {rows})
        measured = [_measured(Path(folder), n) for n in sizes]
        cluster = _clusters(Path(folder), min(rows, OVERHEAD_ROWS))
    walls = [m["wall"] for m in measured]
    growth = np.polyfit(np.log(sizes), np.log(walls), 1)[0] if len(sizes) > 1 else 1.0
    reach = sizes[-1] * 60 / walls[-1]
    verdict = "met" if measured[-1]["mb"] < GOAL_MB else f"not met: {measured[-1]['mb'] / GOAL_MB:.0%} of it"
    head = ["rows x 20", "file, MB", "values found, s", "and counted, s", "CPU s", "peak memory, MB"]
    lines = [
        "## Rows that do not fit in memory",
        "",
        "`catviz.count(catviz.scan(PATH))` on a Parquet file of 20 columns of 10 values, in a process of its own that "
        f"may use both cores for reading; the import of catviz is part of the memory. Goal: {rows:,} rows within "
        f"{GOAL_MB:,} MB, {verdict}; time grows as n^{growth:.2f}, a minute allows {reach:,.0f} rows. Made by "
        "`python studies/benchmarks/sources.py`.",
        "",
        "| " + " | ".join(head) + " |",
        "|" + " --- |" * len(head),
    ]
    for n, m in zip(sizes, measured, strict=True):
        cells = [f"{n:,}", f"{m['file']:,.0f}", f"{m['found']:.1f}", f"{m['wall']:.1f}", f"{m['cpu']:.1f}"]
        lines.append("| " + " | ".join([*cells, f"{m['mb']:,.0f}"]) + " |")
    return [*lines, "", *cluster]


def _measured(folder: Path, rows: int) -> dict[str, float]:
    path = folder / f"{rows}.parquet"
    write(path, rows)
    done = subprocess.run(
        [sys.executable, "-c", _COUNT, str(path)], env=_environment(), capture_output=True, text=True, check=True
    )
    result, wall, cpu, mb, trace = json.loads(done.stdout)
    if trace != rows * COLUMNS:
        raise AssertionError(f"{trace:,} values counted of {rows * COLUMNS:,}")
    size = path.stat().st_size / 2**20
    path.unlink()
    return {"found": result, "wall": wall, "cpu": cpu, "mb": mb, "file": size}


def write(path: Path, rows: int, seed: int = 0) -> None:
    """A Parquet file of random text values, a million rows a group."""
    rng = np.random.default_rng(seed)
    labels = pa.array([f"v{i}" for i in range(VALUES)])
    schema = pa.schema([(f"a{r}", pa.dictionary(pa.int8(), pa.string())) for r in range(COLUMNS)])
    with parquet.ParquetWriter(path, schema) as writer:
        for first in range(0, rows, GROUP):
            codes = rng.integers(0, VALUES, (COLUMNS, min(GROUP, rows - first)), dtype=np.int8)
            columns = [pa.DictionaryArray.from_arrays(pa.array(column), labels) for column in codes]
            writer.write_table(pa.Table.from_arrays(columns, schema=schema), row_group_size=GROUP)


def _clusters(folder: Path, rows: int) -> list[str]:
    """What Dask and Spark add to the same work on this machine, where they are installed."""
    parts = folder / "parts"
    parts.mkdir()
    for i in range(4):
        write(parts / f"part-{i}.parquet", rows // 4, seed=i)
    note = "such rows in four files, both cores of this machine, wall seconds of the second of two runs:"
    lines = [f"{rows:,} {note}", ""]
    lines += ["| engine | scan and count, s | against one process |", "| --- | --- | --- |"]
    alone = None
    engines = (("Arrow, one process", _by_arrow), ("Dask, 2 workers", _by_dask), ("Spark, local[2]", _by_spark))
    for name, work in engines:
        package = {"Dask": "distributed", "Spark": "pyspark"}.get(name.partition(",")[0])
        if package is not None and importlib.util.find_spec(package) is None:
            lines.append(f"| {name} | not installed: `make extras` | |")
            continue
        seconds, matrix = work(parts)
        alone = alone or (seconds, matrix)
        same = "equal cell by cell" if np.array_equal(matrix, alone[1]) else "NOT equal"
        lines.append(f"| {name} | {seconds:.1f} | {seconds / alone[0]:.1f} times, {same} |")
    return [*lines, ""]


def _twice(work) -> tuple[float, np.ndarray]:
    import catviz

    for _ in range(2):
        started = time.perf_counter()
        matrix = catviz.count(work()).matrix
        seconds = time.perf_counter() - started
    return seconds, matrix


def _by_arrow(parts: Path) -> tuple[float, np.ndarray]:
    import catviz

    return _twice(lambda: catviz.scan(parts))


def _by_dask(parts: Path) -> tuple[float, np.ndarray]:
    import dask.dataframe
    from distributed import Client, LocalCluster

    import catviz

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        return _twice(lambda: catviz.scan(dask.dataframe.read_parquet(sorted(parts.iterdir()))))


def _by_spark(parts: Path) -> tuple[float, np.ndarray]:
    from pyspark.sql import SparkSession

    import catviz

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", False)
    session = builder.config("spark.log.level", "ERROR").getOrCreate()
    try:
        return _twice(lambda: catviz.scan(session.read.parquet(str(parts))))
    finally:
        session.stop()


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parents[2]), "OMP_NUM_THREADS": "1"}


if __name__ == "__main__":
    print("\n".join(section(int(sys.argv[1]) if len(sys.argv) > 1 else ROWS)))
