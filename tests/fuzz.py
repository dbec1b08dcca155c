"""Random and damaged files through every reader: a table, or one sentence on why not.

    python tests/fuzz.py [--minutes 10] [--seed N] [--only KIND ...]

Hypothesis makes the files and makes what fails as small as it can. Each kind runs in a process of its own, so that a
reader that takes its process with it is found too: the file that did it stays in the folder that is named.
"""

import argparse
import base64
import io
import json
import os
import random
import sys
import tempfile
import time
import traceback
import warnings
import zlib
from dataclasses import fields
from pathlib import Path

import pandas as pd
import pyarrow as pa
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from pyarrow import feather

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import workbook  # noqa: E402

import catviz  # noqa: E402
from catviz.reading import recipe  # noqa: E402
from catviz.ui.state.preparation import decoded  # noqa: E402

#: Files of a kind before the next kind has its turn.
AT_ONCE = 150
#: Seconds of processor time, the readers' own processes included, that a small file may take.
SLOW = 5.0
FEW = pd.DataFrame(
    {
        "word": ["x", "y", None, "x", "z", "y"],
        "n": [1.0, 2.5, None, 4.0, 1.0, 2.0],
        "day": pd.to_datetime(["2024-01-02", None, "2023-05-06", "2024-01-02", "2020-02-29", "2024-01-02"]),
        "flag": [True, False, True, True, False, None],
        "level": pd.Categorical(["lo", "hi", None, "lo", "mid", "hi"], ["lo", "mid", "hi"], ordered=True),
    }
)


# files


SIGNS = [
    *"ab01,;\t|\"' \r\n.-?=<",
    "\r\n",
    "é",
    "א",
    "\U0001f600",
    "\ud800",
    "\0",
    "\ufeff",
    "NA",
    "1e999",
    "2024-01-02",
]
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252")


@st.composite
def texts(draw):
    """Delimited text: cells of odd signs, rows of nearly the same length, in some encoding, perhaps damaged."""
    sign, end = draw(st.sampled_from(",;\t|~")), draw(st.sampled_from(["\n", "\r\n", "\r"]))
    width = draw(st.integers(1, 5))
    cell = st.lists(st.sampled_from(SIGNS), max_size=4).map("".join) | st.sampled_from(
        ["x", "yes", "3", "1,5", "17.50"]
    )
    quoted = cell.map(lambda text: '"' + text.replace('"', '""') + '"')
    rows = draw(st.lists(st.lists(cell | quoted, min_size=width, max_size=width), min_size=1, max_size=12))
    data = end.join(sign.join(row) for row in rows).encode("utf-8", "surrogatepass")
    encoding = draw(st.sampled_from(ENCODINGS))
    if encoding != "utf-8":
        data = data.decode("utf-8", "replace").encode(encoding, "replace")
    return draw(damaged(data)) if draw(st.booleans()) else data


@st.composite
def damaged(draw, data):
    """Bytes of which some are cut, changed, doubled or put in."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        to = min(len(data), at + draw(st.integers(0, 40)))
        put = draw(st.binary(max_size=8) | st.sampled_from([b"", data[at:to], b"\0" * 8, b"\xff" * 8, b"\n", b'"']))
        data = data[:at] + put + data[to:]
    return data


def written(write):
    """The bytes that a function writes into a file, which is named or open."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        write(path)
        return path.read_bytes()


def stream():
    table, buffer = pa.Table.from_pandas(FEW), io.BytesIO()
    with pa.ipc.new_stream(buffer, table.schema) as out:
        out.write_table(table)
    return buffer.getvalue()


def statistical(name):
    import pyreadstat

    frame = FEW.assign(level=FEW["level"].astype(object), flag=FEW["flag"].astype(float))
    labels = {"n": {1.0: "one", 2.0: "two"}}
    how = {"variable_value_labels": labels} | ({"variable_measure": {"n": "ordinal"}} if name == "sav" else {})
    return written(lambda path: getattr(pyreadstat, f"write_{name}")(frame, str(path), **how))


def whole_files():
    """Ending -> the bytes of sound files, which are then damaged."""
    rows = [list(FEW), *FEW.astype(object).where(FEW.notna(), None).to_numpy().tolist()]
    rows = [[cell.to_pydatetime() if isinstance(cell, pd.Timestamp) else cell for cell in row] for row in rows]
    words = [["" if cell is None else str(cell) for cell in row] for row in rows]
    packed = {"compression": "zstd"}
    return {
        "parquet": [written(FEW.to_parquet), written(lambda path: FEW.to_parquet(path, **packed))],
        "arrow": [written(lambda path: feather.write_feather(FEW, str(path))), stream()],
        "xlsx": [workbook.xlsx({"One": rows, "Two": [["a"], ["x"]]}), workbook.ods({"One": words})],
        "sav": [statistical("sav")],
        "dta": [statistical("dta")],
    }


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
WORDS = st.sampled_from(
    [*FEW, "x", "y", "1", "1.5", "", "lo", "other", "category", "binned", "weight", "\ud800", "width"]
)
EMPTY = json.loads(recipe.Recipe().to_json())
OF_TYPE = {
    "str": WORDS,
    "bool": st.booleans(),
    "int": st.integers(-2, 10**30),
    "float": st.floats(),
    "str | None": WORDS,
}


def of_type(kind):
    """JSON for a field of a step that is declared as this type."""
    if kind in OF_TYPE:
        return OF_TYPE[kind] | JSON if kind == "int" else OF_TYPE[kind]
    return st.lists(
        of_type(kind.removeprefix("tuple[").removesuffix(", ...]")) if "tuple[" in kind else WORDS, max_size=3
    )


@st.composite
def steps(draw):
    """A step of a recipe with fields of the types declared, or nearly."""
    kind = draw(st.sampled_from(recipe.STEPS))
    values = {field.name: draw(of_type(str(field.type))) for field in fields(kind)}
    if draw(st.integers(0, 3)) == 0:
        values[draw(st.sampled_from(sorted(values)))] = draw(JSON)
    return {"do": kind.method} | values


RECIPES = (st.lists(steps(), max_size=3).map(lambda made: EMPTY | {"steps": made}) | JSON).map(json.dumps)


# what has to hold


def refused(error):
    """True for a refusal: one sentence."""
    return isinstance(error, ValueError) and "\n" not in str(error) and 0 < len(str(error)) < 2_000


def read(data, name, scan=False):
    """Read a file, build its table, count it, and read it again as it was understood."""
    started, found = sum(os.times()[:4]), None
    try:
        found = catviz.inspect_table(data, name)
        table = found.table()
    except catviz.UnreadableError as error:
        assert refused(error), error
    else:
        assert table.n_rows > 0 and table.n_attributes > 0 and (table.codes <= table.codebook.n_values).all()
        assert catviz.count(table).matrix.trace() <= table.row_weights.sum() * table.n_attributes + 1e-6
        assert catviz.inspect_table(data, name, **found.settings).frame.equals(found.frame), "read otherwise again"
    if scan:
        scanned(data, found)
    assert sum(os.times()[:4]) - started < SLOW, "it takes too long"


def scanned(data, found):
    """The same rows and values block by block."""
    path = Path(tempfile.gettempdir()) / f"catviz-fuzz-{os.getpid()}.csv"
    path.write_bytes(data)
    try:
        source = catviz.scan(path)
        assert found is not None and source.n_rows == len(found.frame), "scanned otherwise than read"
        for name, values in zip(source.attributes, source.categories, strict=True):
            assert set(values) == set(found.frame[name].dropna()), f"{name!r} scanned otherwise than read"
        catviz.count(source)
    except ValueError as error:
        assert refused(error), error
    finally:
        path.unlink()


def prepare(text):
    """A recipe from anywhere, applied to a table; and the same as a link carries it."""
    inspected = catviz.inspect_csv(FEW.to_csv(index=False).encode(), "few.csv")
    try:
        inspected.with_recipe(recipe.Recipe.from_json(text)).table()
    except ValueError as error:
        assert refused(error), error
    word = base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")
    for link in (word, word[:-2], text):
        try:
            decoded(link)
        except ValueError as error:
            assert refused(error), error


def kinds():
    """Name -> (files, what has to hold of them)."""
    found = {"csv": (texts() | st.binary(max_size=200), lambda data: read(data, "f.csv", scan=True))}
    found["recipe"] = (RECIPES, prepare)
    for ending, files in whole_files().items():
        found[ending] = (st.sampled_from(files).flatmap(damaged), lambda data, name=f"f.{ending}": read(data, name))
    return found


# the run


def round_of(kind, number, folder):
    """True where a kind's files of one round all hold; a failure is printed."""
    made, check = kinds()[kind]
    last = folder / f"{kind}.last"

    @seed(number)
    @settings(
        max_examples=AT_ONCE if kind != "xlsx" else AT_ONCE // 10,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    @given(made)
    def holds(data):
        last.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
        check(data)

    try:
        holds()
    except Exception:
        traceback.print_exc(limit=-6)
        return False
    last.unlink(missing_ok=True)
    return True


def in_process(kind, number, folder):
    """`round_of` in a process of its own; False too where that does not end by itself."""
    child = os.fork()
    if not child:
        code = 2
        try:
            warnings.simplefilter("ignore")
            code = 0 if round_of(kind, number, folder) else 1
        finally:
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        print(f"{kind}: the process ended by signal {os.WTERMSIG(status)} on {folder / f'{kind}.last'}")
    return status == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--only", nargs="+", metavar="KIND", choices=list(kinds()))
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="catviz-fuzz-"))
    names = given.only or list(kinds())
    end, number = time.monotonic() + 60 * given.minutes, given.seed
    rounds, failed = dict.fromkeys(names, 0), set()
    while time.monotonic() < end and len(failed) < len(names):
        for name in names:
            if name not in failed and time.monotonic() < end:
                rounds[name] += 1
                failed |= set() if in_process(name, number, folder) else {name}
        number += 1
    print(f"seed {given.seed}, rounds: {', '.join(f'{name} {n}' for name, n in rounds.items())}; files in {folder}")
    sys.exit(f"failed: {', '.join(sorted(failed))}" if failed else 0)


if __name__ == "__main__":
    main()
