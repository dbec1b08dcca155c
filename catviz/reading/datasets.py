"""The data sets that come with catviz, or that UCI has: their catalog, and how they become tables."""

from __future__ import annotations

import csv
import difflib
import io
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from catviz.saving import write_whole
from catviz.table.categorical import NUMBER, CategoricalTable
from catviz.table.encoding import BIN, KEEP

#: Whole numbers with at most this many different values stay ordered categories.
FEW_VALUES = 12
_DECISIONS = ("bladder_inflammation", "nephritis")
_SYMPTOMS = ("nausea", "lumbar_pain", "urine_pushing", "micturition_pains", "burning_of_urethra")
_BIRTH = {
    "delivery_time": {"0": "timely", "1": "premature", "2": "latecomer"},
    "blood_pressure": {"0": "low", "1": "normal", "2": "high"},
    "heart_problem": {"0": "apt", "1": "inept"},
    "class": {"0": "no", "1": "yes"},
}


class DatasetNotHere(ValueError):
    """A catalogued data set that is not bundled was found in none of the places it may lie."""


@dataclass(frozen=True)
class Dataset:
    """What the catalog says of a data set.

    Attributes
    ----------
    name, title, question, about : str
        The name to load it by, its title, what one may ask of it, and what a row is, caveats included.
    source, licence, citation : str
        Where the file comes from, what it may be used for, and whom to cite.
    papers : tuple of {"TAVE", "W-CADO", "OCL", "MTDLE", "COS"}
        Those of the five papers that print results on it.
    n_rows, n_attributes, n_classes, missing_cells : int
    n_values : int or None
        Different values of all attributes together, missing left out; None where numbers must be binned first.
    ordinal : dict of attribute to tuple of str
        The declared orders, low to high; they may name values that do not occur.
    partly_ordered : dict of attribute to tuple of str
        Orders of attributes that also hold a value outside the order ("no checking"); they are loaded as nominal.
    class_order : tuple of str or None
    numeric, binned : tuple of str
        The attributes that are numbers, and those of them that `load_dataset` bins.
    bundled : bool
        False where the user must supply the file; ``original`` then says where the original lies.
    original : tuple of (page, file name) or None
    full_factorial : bool
        Every combination of values occurs once: attributes are independent, co-occurrence carries no signal.
    no_sample : str
        Why the rows are no sample of independent rows, so that nothing can be tested; empty where nothing is known.
    ocl_kinds : dict of {"nominal", "ordinal", "dropped"} to tuple of str, or None
        How OCL's tables treat the attributes, where OCL uses the set.
    source_class : int
        1 made by rule or typed, 2 taken from a file of a published package, 3 not bundled.
    file, names_file, sha256 : str
        Files in the data folder (``names_file`` holds a name a row, or is None) and the checksum of the first.
    """

    name: str
    title: str
    question: str
    about: str
    source: str
    licence: str
    citation: str
    papers: tuple[str, ...]
    n_rows: int
    n_attributes: int
    n_classes: int
    missing_cells: int
    n_values: int | None
    ordinal: dict[str, tuple[str, ...]] = field(hash=False)
    partly_ordered: dict[str, tuple[str, ...]] = field(hash=False)
    class_order: tuple[str, ...] | None
    numeric: tuple[str, ...]
    binned: tuple[str, ...]
    bundled: bool
    original: tuple[str, str] | None
    full_factorial: bool
    no_sample: str
    ocl_kinds: dict[str, tuple[str, ...]] | None = field(hash=False)
    source_class: int
    file: str
    names_file: str | None
    sha256: str


def load_dataset(name: str, bins: int | None = 10, strategy: str = "uniform") -> CategoricalTable:
    """A data set of the catalog as a table, rows in the order of its file, the class as ``t.target``.

    Parameters
    ----------
    name : str
        One of `list_datasets`.
    bins : int or None
        Intervals at most for numeric attributes with more than 12 different values or with fractions; other numeric
        attributes are ordered categories. None keeps these numbers in ``t.numeric``. No matter without such attributes.
    strategy : {"uniform", "quantile"}
        Intervals of equal width, or of as equal frequency as ties allow.

    Returns
    -------
    CategoricalTable
        Categories are the values that occur, in declared order where the catalog declares one.

    Raises
    ------
    DatasetNotHere
        The data set is not bundled and its file lies neither in ``$CATVIZ_DATA`` nor in the user's cache.
    ValueError
        An unknown name, or ``bins`` or ``strategy`` out of range.

    Examples
    --------
    >>> import catviz
    >>> catviz.load_dataset("zoo").shape
    (101, 16)
    """
    info = dataset_info(name)
    frame = pd.read_csv(_path(info), dtype=str, keep_default_na=False, na_values=[""], encoding="utf-8")
    _check_form(frame, info)
    ordered = dict(info.ordinal)
    modes: dict[str, str] = {}
    cut: dict[str, np.ndarray] = {}
    for attribute in info.numeric:
        numbers = pd.to_numeric(frame[attribute]).to_numpy(dtype=float)
        if _few_whole(numbers):
            frame[attribute] = _in_order(frame[attribute], numbers)
        else:
            frame[attribute] = numbers
            modes[attribute] = KEEP if bins is None else BIN
            if bins is not None:
                cut[f"{attribute}{NUMBER}"] = numbers
    table = CategoricalTable.from_pandas(
        frame, target="class", ordered=ordered, numeric=modes, bins=10 if bins is None else bins, strategy=strategy
    )
    return replace(table, extra_columns=pd.DataFrame(cut) if cut else None).observed()


def list_datasets() -> tuple[str, ...]:
    """Names of all data sets of the catalog.

    Returns
    -------
    tuple of str
        In the order in which a list should show them.
    """
    return tuple(_catalog())


def dataset_info(name: str) -> Dataset:
    """The catalog's entry for a data set.

    Parameters
    ----------
    name : str
        One of `list_datasets`.

    Returns
    -------
    Dataset

    Raises
    ------
    ValueError
        The name is unknown; the message lists close matches.
    """
    catalog = _catalog()
    if name in catalog:
        return catalog[name]
    close = difflib.get_close_matches(str(name).lower(), catalog, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(map(repr, close))}?" if close else f"choose one of {', '.join(catalog)}"
    raise ValueError(f"no data set {name!r}: {hint}")


def import_original(name: str, file: str | Path, folder: str | Path | None = None) -> Path:
    """Turn UCI's original file of a data set that is not bundled into our form, and keep it where `load_dataset` looks.

    Parameters
    ----------
    name : str
        "acute_inflammations", "acute_inflammations_bladder", "caesarian" or "amphibians".
    file : path
        The original, as ``dataset_info(name).original`` names it.
    folder : path, optional
        Where to; by default the folder that $CATVIZ_DATA names, else the user's cache.

    Returns
    -------
    Path
        The file written.

    Raises
    ------
    ValueError
        No such data set, or a file of another form.
    OSError
        The folder cannot be written to.
    """
    if name not in IMPORTS:
        raise ValueError(f"{name!r} cannot be imported: choose one of {', '.join(IMPORTS)}")
    info = dataset_info(name)
    content = Path(file).read_bytes()
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        frame = IMPORTS[name](content.decode(encoding))
    except (ValueError, KeyError, IndexError) as error:
        page, original = info.original or ("", info.file)
        raise ValueError(f"{file}: not the form of {original} ({error}); it lies at {page}") from None
    if frame.shape != (info.n_rows, info.n_attributes + 1):
        rows, columns = frame.shape
        raise ValueError(f"{file}: {rows} rows of {columns} columns, expected {info.n_rows} of {info.n_attributes + 1}")
    path = Path(own_folders()[0] if folder is None else folder) / info.file
    write_whole(path, frame.to_csv(index=False, lineterminator="\n"))
    return path


@cache
def _catalog() -> dict[str, Dataset]:
    entries = json.loads((data_folder() / "catalog.json").read_text(encoding="utf-8"))
    return {entry["name"]: _dataset(entry) for entry in entries}


def is_here(name: str) -> bool:
    """True where the data set can be loaded without anything being supplied."""
    try:
        return os.path.isfile(_path(dataset_info(name)))
    except DatasetNotHere:
        return False


def row_names(name: str) -> tuple[str, ...] | None:
    """Names of a data set's rows.

    Parameters
    ----------
    name : str
        One of `list_datasets`.

    Returns
    -------
    tuple of str, or None
        A name for each row (animals, films, sample numbers; they may repeat); None where the set has none.
    """
    info = dataset_info(name)
    if info.names_file is None:
        return None
    names = pd.read_csv(data_folder() / info.names_file, dtype=str, keep_default_na=False, encoding="utf-8")
    return tuple(names.iloc[:, 0])


def data_folder() -> Path:
    """The folder that holds the bundled files: beside this module when installed, else the repository's ``data``."""
    package = Path(__file__).resolve().parents[1]
    return next((p for p in (package / "_data", package.parent / "data") if p.is_dir()), package / "_data")


def _dataset(entry: dict[str, Any]) -> Dataset:
    original = entry.get("original")
    return Dataset(
        **{key: entry[key] for key in ("name", "title", "question", "about", "source", "licence", "citation")},
        **{
            key: entry[key]
            for key in ("missing_cells", "full_factorial", "source_class", "file", "names_file", "sha256")
        },
        no_sample=entry.get("no_sample", ""),
        papers=tuple(entry["papers"]),
        numeric=tuple(entry["numeric"]),
        binned=tuple(entry["binned"]),
        n_rows=entry["n"],
        n_attributes=entry["d"],
        n_classes=entry["classes"],
        n_values=entry["values"],
        ordinal=_tuples(entry["ordinal"]),
        partly_ordered=_tuples(entry["partly_ordered"]),
        class_order=None if entry["class_order"] is None else tuple(entry["class_order"]),
        bundled=original is None,
        original=None if original is None else (original["page"], original["file"]),
        ocl_kinds=None if entry["ocl_kinds"] is None else _tuples(entry["ocl_kinds"]),
    )


def _tuples(lists: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(values) for key, values in lists.items()}


def own_folders() -> list[Path]:
    """Where data sets that are not bundled may lie: the folder that $CATVIZ_DATA names, and the user's cache."""
    folder, cache = os.environ.get("CATVIZ_DATA"), os.environ.get("XDG_CACHE_HOME")
    folders = [Path(os.path.expanduser(folder))] if folder else []
    return [*folders, Path(cache or os.path.expanduser("~/.cache")) / "catviz"]


def _path(info: Dataset) -> Path:
    if info.bundled:
        return data_folder() / info.file
    for folder in own_folders():
        if os.path.isfile(folder / info.file):  # a folder that may not be looked into has no files
            return folder / info.file
    page, file = info.original or ("", info.file)
    raise DatasetNotHere(
        f"{info.name!r} is not bundled with catviz: the original is {file} at {page}\n"
        f"Fetch it and turn it into {info.file} by: python -m catviz import-uci {info.name} {file}"
    )


def _check_form(frame: pd.DataFrame, info: Dataset) -> None:
    if not info.bundled and (frame.shape[1] != info.n_attributes + 1 or frame.columns[-1] != "class"):
        raise ValueError(
            f"the file for {info.name!r} has {frame.shape[1]} columns, the last {frame.columns[-1]!r}: "
            f"it should have {info.n_attributes} attributes and then 'class'"
        )


def _few_whole(numbers: np.ndarray) -> bool:
    present = np.unique(numbers[~np.isnan(numbers)])
    return len(present) <= FEW_VALUES and bool((present == np.round(present)).all())


def _in_order(column: pd.Series, numbers: np.ndarray) -> pd.Categorical:
    """The column as ordered categories, from the smallest number to the largest."""
    distinct = pd.Series(numbers, index=column.to_numpy()).dropna()
    order = distinct[~distinct.index.duplicated()].sort_values(kind="stable").index
    return pd.Categorical(column, categories=list(order), ordered=True)


def _acute(text: str, decision: str) -> pd.DataFrame:
    lines = [re.split(r"\t|,\s*(?=[a-z])", line.strip()) for line in text.splitlines() if line.strip()]
    frame = _frame(lines, ["temperature", *_SYMPTOMS, *_DECISIONS])
    unknown = set(frame.drop(columns="temperature").to_numpy().ravel()) - {"yes", "no"}
    if unknown:
        raise ValueError(f"{unknown.pop()!r} is neither yes nor no")
    return frame[[*_SYMPTOMS, decision]].rename(columns={decision: "class"})


def _caesarian(text: str) -> pd.DataFrame:
    body = re.split(r"(?im)^@data\s*$", text)[1]
    lines = [[cell.strip() for cell in line.split(",")] for line in body.splitlines() if line.strip()]
    frame = _frame(lines, ["age", "delivery_number", *_BIRTH]).drop(columns="age")
    return frame.assign(**{column: [names[v] for v in frame[column]] for column, names in _BIRTH.items()})


def _amphibians(text: str) -> pd.DataFrame:
    _, head, *body = csv.reader(io.StringIO(text), delimiter=";" if ";" in text.splitlines()[1] else ",")
    frame = _frame([line for line in body if line], head)
    labels = {"0": "absent", "1": "present"}
    kept = [column for column in head[: head.index("Green frogs")] if column not in ("ID", "Motorway", "SR", "NR")]
    return frame[kept].assign(**{"class": [labels[v] for v in frame["Green frogs"]]})


def _frame(lines: list[list[str]], columns: list[str]) -> pd.DataFrame:
    odd = next((line for line in lines if len(line) != len(columns)), None)
    if odd is not None or not lines:
        raise ValueError(f"{len(odd or [])} cells in a row, expected {len(columns)}")
    return pd.DataFrame(lines, columns=columns)


#: What turns the text of an original into a table, its class last, by the name of the data set.
IMPORTS: dict[str, Callable[[str], pd.DataFrame]] = {
    "acute_inflammations": lambda text: _acute(text, "nephritis"),
    "acute_inflammations_bladder": lambda text: _acute(text, "bladder_inflammation"),
    "caesarian": _caesarian,
    "amphibians": _amphibians,
}
