"""Small tables that other packages ship: what is decided for each column, and what is asked, as a committed table.

``python tests/reading/test_corpus.py`` writes it anew. A file that another version of its package has changed is passed
over.
"""

import hashlib
import warnings
from importlib.util import find_spec
from pathlib import Path

import catviz
from catviz.reading.delimited import UnreadableError

RECORD = Path(__file__).with_name("corpus.txt")
FOLDERS = (
    *("matplotlib/mpl-data/sample_data", "plotly/package_data/datasets", "prince/datasets", "pyarrow/tests/data"),
    *("scipy/io/arff/tests/data", "sklearn/datasets/data", "statsmodels/datasets"),
)
ENDINGS = (
    *(".csv", ".tsv", ".dat", ".dta", ".sav", ".xlsx", ".arff", ".xpt", ".por", ".parquet", ".feather"),
    *(".csv.gz", ".json"),
)
#: Bytes of a file at most.
LARGEST = 400_000


def files():
    for folder in FOLDERS:
        package, _, rest = folder.partition("/")
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            continue
        for path in sorted((Path(spec.origin).parent / rest).rglob("*")):
            if path.name.lower().endswith(ENDINGS) and path.stat().st_size <= LARGEST:
                yield f"{package}/{path.relative_to(Path(spec.origin).parent).as_posix()}", path.read_bytes()


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


def written():
    return {name: decided(name, data) for name, data in files()}


def test_what_is_decided_of_tables_of_other_packages_is_what_was_looked_at():
    recorded = {}
    for line in RECORD.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            recorded[line] = here = [line]
        elif line:
            here.append(line)
    found = {lines[0]: lines for lines in written().values()}
    shared = set(found) & set(recorded)
    assert len(shared) >= 10 or len(found) < 10
    for head in shared:
        assert found[head] == recorded[head]


if __name__ == "__main__":
    RECORD.write_text("\n\n".join("\n".join(lines) for lines in written().values()) + "\n", encoding="utf-8")
