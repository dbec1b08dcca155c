"""Check the bundled data against the catalog and the rules, and write data/README.md from the catalog.

python tests/data/build.py            write README.md, then check
python tests/data/build.py --check    check only; exit status 1 where anything differs, a stale README.md included
"""

import argparse
import csv
import hashlib
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path

from rules import RULES

FOLDER = Path(__file__).resolve().parents[2] / "data"
#: Bytes the bundle stays under.
LIMIT = 8_000_000

INTRODUCTION = """\
# Data

Written by `python tests/data/build.py` from `catalog.json`; do not edit by hand. With `--check` it
compares checksums, counts and this page with the catalog, and the rule-made sets with the rules in
`tests/data/rules.py`.

Every file has a header, the class in its last column `class`, and empty cells for missing values. Changes to the
originals: codes are written as words where they are documented, columns are named, and the class stands last; what
else was changed stands under source or below. The UCI Machine Learning Repository publishes its data sets under
CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/).
"""

NOT_BUNDLED = """\
These data sets are in the catalog, but their files are not part of catviz. `catviz.load_dataset` looks for them, in
the form described above, in the folder that `$CATVIZ_DATA` names and then in the user's cache (`~/.cache/catviz`, or
`catviz` in `$XDG_CACHE_HOME`).
"""


def main() -> int:
    """Run from the command line; the exit status."""
    parser = argparse.ArgumentParser(description="check the bundled data and write data/README.md from the catalog")
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 where anything differs")
    parser.add_argument("--data", type=Path, default=FOLDER, metavar="FOLDER", help="where the data are")
    given = parser.parse_args()
    folder, check_only = given.data, given.check
    catalog = json.loads((folder / "catalog.json").read_text(encoding="utf-8"))
    if not check_only:
        (folder / "README.md").write_text(readme(catalog, folder), encoding="utf-8", newline="\n")
    differences = list(check(catalog, folder))
    for difference in differences:
        print(difference, file=sys.stderr)
    if not differences:
        print(f"{len(catalog)} data sets in the catalog, {sum(map(_bundled, catalog))} bundled: all as it says")
    return 1 if differences else 0


def check(catalog: list[dict], folder: Path) -> Iterator[str]:
    """Every difference between the folder, the catalog and the rules, in words."""
    expected = {name for e in catalog if _bundled(e) for name in (e["file"], e["names_file"]) if name}
    present = {path.name for path in folder.glob("*.csv")}
    yield from (f"{name} is in the catalog but not in the folder" for name in sorted(expected - present))
    unknown = sorted(present - expected)
    yield from (f"{name} is in the folder but not in the catalog" for name in unknown)
    size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
    if size >= LIMIT:
        yield f"the bundle has {size} bytes: it must stay under {LIMIT}"
    for entry in catalog:
        if _bundled(entry) and entry["file"] in present:
            yield from _check_file(entry, folder)
    for name, rule in RULES.items():
        if f"{name}.csv" in present and _differs(rule(), _read(folder / f"{name}.csv")):
            yield f"{name}: the file is not what the rule makes"
    path = folder / "README.md"
    if not path.exists() or path.read_text(encoding="utf-8") != readme(catalog, folder):
        yield "README.md is stale: run python tests/data/build.py"


def _check_file(entry: dict, folder: Path) -> Iterator[str]:
    name = entry["name"]
    if hashlib.sha256((folder / entry["file"]).read_bytes()).hexdigest() != entry["sha256"]:
        yield f"{name}: the file's checksum is not the catalog's"
    header, rows = _read(folder / entry["file"])
    columns = dict(zip(header[:-1], list(zip(*rows, strict=True))[:-1], strict=True))
    values = {attribute: set(column) - {""} for attribute, column in columns.items()}
    orders = entry["ordinal"] | entry["partly_ordered"]
    unknown = [a for a in [*orders, *entry["numeric"], *entry["binned"]] if a not in columns]
    if unknown:
        yield f"{name}: the catalog names {unknown[0]!r}, which is no attribute of the file"
        return
    found = {
        "n": len(rows),
        "d": len(columns),
        "classes": len({row[-1] for row in rows}),
        "missing_cells": sum(column.count("") for column in columns.values()),
        "values": None if entry["binned"] else sum(map(len, values.values())),
        "full_factorial": len(rows) == len({row[:-1] for row in rows}) == math.prod(map(len, values.values())),
        "binned": [a for a in entry["numeric"] if not _few_whole(values[a])],
        "partly_ordered": {a: order for a, order in orders.items() if values[a] - set(order)},
    }
    for key, value in found.items():
        if value != entry[key]:
            yield f"{name}: {key} is {value!r} in the file, {entry[key]!r} in the catalog"
    if header[-1] != "class":
        yield f"{name}: the last column is {header[-1]!r} instead of 'class'"
    if entry["class_order"] and set(entry["class_order"]) != {row[-1] for row in rows}:
        yield f"{name}: class_order does not name the classes of the file"
    if entry["ocl_kinds"] and sorted(a for part in entry["ocl_kinds"].values() for a in part) != sorted(columns):
        yield f"{name}: ocl_kinds does not name every attribute once"
    if entry["names_file"] and len(_read(folder / entry["names_file"])[1]) != len(rows):
        yield f"{name}: {entry['names_file']} does not have a name for each row"


def _differs(made: tuple, found: tuple) -> bool:
    return list(made[0]) != list(found[0]) or sorted(made[1]) != sorted(found[1])


def _few_whole(values: set[str]) -> bool:
    return len(values) <= 12 and all(float(value).is_integer() for value in values)


def _read(path: Path) -> tuple[list[str], list[tuple[str, ...]]]:
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return header, [tuple(row) for row in rows]


def _bundled(entry: dict) -> bool:
    return "original" not in entry


def readme(catalog: list[dict], folder: Path) -> str:
    """The text of README.md."""
    bundled, others = [e for e in catalog if _bundled(e)], [e for e in catalog if not _bundled(e)]
    titles = ["title", "file", "rows", "columns", "classes", "missing cells", "source", "licence", "citation"]
    table = [
        [e["title"], f"`{e['file']}`", e["n"], e["d"], e["classes"], e["missing_cells"]]
        + [e["source"], e["licence"], e["citation"]]
        for e in bundled
    ]
    aside = [
        [f"`{e['names_file']}`", f"`{e['file']}`", _read(folder / e["names_file"])[0][0]]
        for e in bundled
        if e["names_file"]
    ]
    missing = [
        [e["title"], f"`{e['file']}`", e["n"], e["d"], e["classes"], e["missing_cells"]]
        + [f"`{e['original']['file']}`", e["original"]["page"], e["licence"], e["citation"]]
        for e in others
    ]
    about = [f"- **{e['title']}** (`{e['name']}`). {e['about']}" for e in catalog]
    parts = [
        INTRODUCTION,
        "## Bundled\n",
        *_markdown(titles, table),
        "\n## Names of rows\n",
        *_markdown(["file", "belongs to", "column"], aside),
        "\n## Not bundled\n",
        NOT_BUNDLED,
        *_markdown([*titles[:6], "original", "page", *titles[7:]], missing),
        "\n## What a row is\n",
        *about,
    ]
    return "\n".join(parts) + "\n"


def _markdown(titles: list[str], rows: list[list]) -> list[str]:
    lines = [titles, ["---"] * len(titles), *rows]
    return ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines]


if __name__ == "__main__":
    sys.exit(main())
