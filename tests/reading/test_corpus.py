"""Small tables that other packages ship: what is decided for each column, and what is asked, as a committed table.

``python tests/reading/test_corpus.py`` writes it anew. A file that another version of its package has changed is passed
over.
"""

import hashlib
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest
from representatives import slow_but

import catviz
from catviz.reading.delimited import UnreadableError

RECORD = Path(__file__).with_name("corpus.txt")
PACKAGES = (
    *("altair", "kmodes", "matplotlib", "numpy", "openpyxl", "pandas", "plotly", "polars", "prince", "pyarrow"),
    *("pyreadstat", "scikit_posthocs", "scipy", "seaborn", "sklearn", "statsmodels"),
)
#: What ships several hundred tables.
MANY = "statsmodels"
#: Files of another program with the ending of SPSS, and of a browser's extension.
NO_TABLES = ("scipy/io/tests/", "plotly/labextension/", "plotly/package_data/templates/")
ENDINGS = (
    *(".csv", ".tsv", ".dat", ".dta", ".sav", ".xlsx", ".arff", ".xpt", ".por", ".parquet", ".feather"),
    *(".csv.gz", ".json"),
)
#: Bytes of a file at most.
LARGEST = 400_000


def files(package):
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return
    root = Path(spec.origin).parent
    for path in sorted(root.rglob("*")):
        name = f"{package}/{path.relative_to(root).as_posix()}"
        if name.lower().endswith(ENDINGS) and not name.startswith(NO_TABLES) and path.stat().st_size <= LARGEST:
            yield name, path.read_bytes()


def decided(name, data):
    """Lines that say how a file was read."""
    head = f"== {name} {hashlib.blake2b(data, digest_size=6).hexdigest()}"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = catviz.inspect_table(data, name.rpartition("/")[2])
    except UnreadableError as error:
        return [head, f"refused: {str(error).partition(':')[0]}"]
    lines = [f"{head}: {len(found.cells):,} rows"]
    roles = {}
    for column in found.columns:
        role = column.use or column.role
        roles.setdefault(f"{role}, dates" if "dates" in column.why else role, []).append(column.name)
    lines += [f"{role}: {'; '.join(names)}" for role, names in roles.items()]
    lines += [
        f"order of {column.name}: {' < '.join(column.order)}"
        for column in found.columns
        if column.role == "ordered" and "whole numbers" not in column.why and len(column.order) <= 40
    ]
    return [*lines, *(f"asked: {question.key} (read as: {question.as_read})" for question in found.questions)]


def recorded():
    """Package -> first line of a file -> its lines."""
    found = {}
    for line in RECORD.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            found.setdefault(line.split()[1].partition("/")[0], {})[line] = here = [line]
        elif line:
            here.append(line)
    return found


@pytest.mark.one_in(3)
@pytest.mark.parametrize("package", slow_but([package for package in PACKAGES if package != MANY], PACKAGES))
def test_what_is_decided_of_tables_of_other_packages_is_what_was_looked_at(package):
    found = {lines[0]: lines for lines in (decided(name, data) for name, data in files(package))}
    known = recorded().get(package, {})
    shared = set(found) & set(known)
    assert len(shared) >= min(len(found), len(known)) // 2
    for head in shared:
        assert found[head] == known[head]


if __name__ == "__main__":
    lines = ["\n".join(decided(name, data)) for package in PACKAGES for name, data in files(package)]
    RECORD.write_text("\n\n".join(lines) + "\n", encoding="utf-8")
