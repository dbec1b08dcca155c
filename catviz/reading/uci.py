"""Original files of the data sets that are not bundled, turned into catviz's form."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from catviz.reading.datasets import dataset_info, own_folders
from catviz.saving import write_whole

_DECISIONS = ("bladder_inflammation", "nephritis")
_SYMPTOMS = ("nausea", "lumbar_pain", "urine_pushing", "micturition_pains", "burning_of_urethra")
_BIRTH = {
    "delivery_time": {"0": "timely", "1": "premature", "2": "latecomer"},
    "blood_pressure": {"0": "low", "1": "normal", "2": "high"},
    "heart_problem": {"0": "apt", "1": "inept"},
    "class": {"0": "no", "1": "yes"},
}


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


IMPORTS: dict[str, Callable[[str], pd.DataFrame]] = {
    "acute_inflammations": lambda text: _acute(text, "nephritis"),
    "acute_inflammations_bladder": lambda text: _acute(text, "bladder_inflammation"),
    "caesarian": _caesarian,
    "amphibians": _amphibians,
}
"""What turns the text of an original into a table, its class last, by the name of the data set."""
