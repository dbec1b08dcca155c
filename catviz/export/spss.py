"""Rows as an SPSS file: labelled codes, as in the file that the rows come from where there is one."""

from __future__ import annotations

import importlib.util
import itertools
import os
import re
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from catviz.reading.file_kinds import SPSS, kind_of
from catviz.reading.tables import bytes_of, inspect_table
from catviz.saving import write_whole
from catviz.table.categorical import NUMBER
from catviz.table.codebook import label_text, natural_order
from catviz.table.numbers import as_numbers

#: Different texts of a column up to which they become labelled codes; more are a variable of text.
MOST_LABELLED = 200
_MOST_BYTES = 64
_NAME = re.compile(r"[^\W\d_][\w.@#$]*")
_RESERVED = frozenset(("all", "and", "by", "eq", "ge", "gt", "le", "lt", "ne", "not", "or", "to", "with"))


def write_sav(
    frame: pd.DataFrame,
    path: str | os.PathLike[str],
    *,
    like: str | os.PathLike[str] | None = None,
    rows: ArrayLike | None = None,
) -> None:
    """Write rows as an SPSS file: numbers as they are, values as codes with labels, orders as ordinal variables.

    Columns that the file ``like`` has too keep its codes, value labels, missing codes, variable labels, measures and
    formats. Values that it lacks, such as merged ones, become further codes. Row weights are a variable as any other:
    weight the cases by it in SPSS. SPSS cuts labels after 120 bytes.

    Parameters
    ----------
    frame : DataFrame
        A column a variable, such as ``table.to_pandas()`` and the clusters of the rows. Names that SPSS does not allow
        are changed, and kept as the variable's label.
    path : str or Path
        The file to write.
    like : str or Path, optional
        The SPSS file that the rows come from.
    rows : sequence of int, optional
        The row of ``like`` that each row is, from 0; all in order where not given.

    Raises
    ------
    ImportError
        pyreadstat is not installed.
    ValueError
        ``like`` is no SPSS file, or ``rows`` does not fit it.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> frame = pd.DataFrame({"size": pd.Categorical(["S", "M", None], ["S", "M"], ordered=True), "age": [30.0, 41, 9]})
    >>> folder = tempfile.mkdtemp()
    >>> write_sav(frame, f"{folder}/sizes.sav")
    >>> import catviz
    >>> catviz.inspect(f"{folder}/sizes.sav").columns[0].order
    ('S', 'M')
    """
    original = None if like is None else SpssFile(bytes_of(Path(like)), Path(like).name)
    write_whole(Path(path), table_sav(frame, original, rows))


def is_available() -> bool:
    """True where the package that writes SPSS files is installed."""
    return importlib.util.find_spec("pyreadstat") is not None


def table_sav(frame: pd.DataFrame, like: SpssFile | None = None, rows: ArrayLike | None = None) -> bytes:
    """The bytes of an SPSS file; see `write_sav`."""
    if not is_available():
        raise ImportError("SPSS files need pyreadstat: pip install 'catviz[readers]'")
    import pyreadstat

    places = np.arange(len(frame)) if rows is None else np.asarray(rows, dtype=np.intp)
    if len(places) != len(frame) or (like is not None and (places >= len(like.frame)).any()):
        raise ValueError(f"rows has {len(places):,} numbers for {len(frame):,} rows, or one that the file has not")
    variables: list[Variable] = []
    for label, column in frame.items():
        name = str(label)
        if like is not None and name.removesuffix(NUMBER) in like.frame and name not in like.frame:
            continue  # the file's own variable holds the numbers
        if like is None or name not in like.frame:
            variables.append(_new(name, column))
        else:
            variables += like.variables(name, column, places)
    names = _allowed([variable.name for variable in variables])
    pairs = list(zip(names, variables, strict=True))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.sav"
        pyreadstat.write_sav(
            pd.DataFrame({name: variable.cells for name, variable in pairs}),
            path,
            column_labels={name: each.text or (each.name if each.name != name else None) for name, each in pairs},
            variable_value_labels={name: each.labels for name, each in pairs if each.labels},
            missing_ranges={name: each.missing for name, each in pairs if each.missing},
            variable_measure={name: each.measure for name, each in pairs},
            variable_format={name: each.format for name, each in pairs if each.format},
        )
        return path.read_bytes()


@dataclass(frozen=True, eq=False)
class Variable:
    """A variable of an SPSS file.

    Attributes
    ----------
    name : str
    cells : (n,) array of float64, NaN where missing, or of str, empty where missing
    labels : dict of code to label
    missing : list of codes, or dicts of their lowest and highest, as pyreadstat takes them
    measure : {"nominal", "ordinal", "scale", "unknown"}
    format : str
        As SPSS writes it; empty for its default.
    text : str
        The variable's label.
    """

    name: str
    cells: np.ndarray
    labels: Mapping[Any, str] = field(default_factory=dict)
    missing: Sequence[Any] = ()
    measure: str = "nominal"
    format: str = ""
    text: str = ""


class SpssFile:
    """An SPSS file as catviz reads it, beside the codes that it holds.

    Parameters
    ----------
    data : bytes
        The file as it is.
    name : str
        Its name, for messages.
    **how
        How it is read, as keywords of `catviz.reading.tables.inspect_table`.

    Attributes
    ----------
    frame : DataFrame
        Its values as text, missing as None.

    Raises
    ------
    ValueError
        It is no SPSS file, or cannot be read.
    """

    def __init__(self, data: bytes, name: str, **how: Any) -> None:
        from catviz.reading.statistical import codes_of

        if kind_of(data, name) is not SPSS:
            raise ValueError(f"{name} is no SPSS file: give the one that the rows come from")
        self.frame = inspect_table(data, name, **how).frame
        self._contents = codes_of(data, name, how.get("encoding"))
        self._columns = dict(zip(self.frame, self._contents["cells"], strict=True))

    def variables(self, name: str, column: pd.Series, rows: np.ndarray) -> list[Variable]:
        """A column with the codes of the file; beside it a further one where its values are others than numbers."""
        called, cells, places = self._columns[name]
        codes = np.array([*cells, None], dtype=object)[np.asarray(places, dtype=np.intp)[rows]]  # -1 is the last
        texts, former = _texts(column), self.frame[name].to_numpy()[rows]
        code_of = {text: code for text, code in zip(former, codes, strict=True) if text is not None}
        unknown = [text for text in _values(column, texts) if text not in code_of]
        labels = dict(self._contents["labels"].get(called, {}))
        is_text = any(isinstance(cell, str) for cell in cells)
        kept = Variable(
            name,
            _cells(codes, is_text),
            labels,
            self._contents["missing"].get(called, ()),
            self._contents["measures"].get(called, "unknown"),
            self._contents["formats"].get(called) or "",
            (self._contents["texts"].get(called) or "").strip(),
        )
        if unknown and (is_text or not labels):
            return [kept, _new(f"{name}_2", column)]
        free = _unused({*labels, *(cell for cell in cells if cell is not None)}, kept.missing)
        further = dict(zip(unknown, free, strict=False))
        labels |= {code: text for text, code in further.items()}
        code_of |= further
        chosen = [
            (code if text == old else None) if text is None or text == old else code_of[text]
            for text, old, code in zip(texts, former, codes, strict=True)
        ]
        return [Variable(name, _cells(chosen, is_text), labels, kept.missing, kept.measure, kept.format, kept.text)]


def _new(name: str, column: pd.Series) -> Variable:
    """A column that no file has."""
    if pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column):
        return Variable(name, column.to_numpy(dtype=float, na_value=np.nan), measure="scale")
    texts = _texts(column)
    values = _values(column, texts)
    ordered = isinstance(column.dtype, pd.CategoricalDtype) and bool(column.dtype.ordered)
    numbers = as_numbers(values) if values else None
    if len(values) > MOST_LABELLED and not ordered and numbers is None:
        return Variable(name, _cells(texts, True))
    codes = np.arange(1.0, len(values) + 1) if numbers is None or len(set(numbers)) < len(values) else numbers
    code_of: dict[str | None, Any] = dict(zip(values, codes.tolist(), strict=True))
    labels = {} if codes is numbers else {code: text for text, code in code_of.items() if text is not None}
    cells = _cells([code_of.get(text) for text in texts], False)
    return Variable(name, cells, labels, measure="ordinal" if ordered else "nominal")


def _unused(taken: Collection[Any], missing: Sequence[Mapping[str, Any]]) -> Iterator[float]:
    """Whole codes from 1 that are not taken, nor declared missing."""
    for code in map(float, itertools.count(1)):
        if code not in taken and not any(each["lo"] <= code <= each["hi"] for each in missing):
            yield code


def _texts(column: pd.Series) -> list[str | None]:
    return [None if cell is None or cell != cell else label_text(cell) for cell in column.astype(object)]


def _values(column: pd.Series, texts: Sequence[str | None]) -> list[str]:
    """The values that occur: in the order of the categories, or by their names."""
    there = {text for text in texts if text is not None}
    if isinstance(column.dtype, pd.CategoricalDtype):
        return [value for value in map(label_text, column.cat.categories) if value in there]
    return natural_order(there)


def _cells(codes: Sequence[Any], is_text: bool) -> np.ndarray:
    if is_text:
        return np.array(["" if code is None else str(code) for code in codes], dtype=object)
    return np.array([np.nan if code is None else code for code in codes], dtype=float)


def _allowed(names: Sequence[str]) -> list[str]:
    """Names that SPSS allows, each once whatever its case."""
    taken: set[str] = set()
    allowed = []
    for name in names:
        plain = re.sub(r"[^\w.@#$]", "_", name).rstrip("._") or "v"
        plain = plain if _NAME.fullmatch(plain) and plain.casefold() not in _RESERVED else f"v_{plain}"
        chosen, n = _cut(plain, _MOST_BYTES), 1
        while chosen.casefold() in taken:
            n += 1
            chosen = f"{_cut(plain, _MOST_BYTES - len(str(n)) - 1)}_{n}"
        taken.add(chosen.casefold())
        allowed.append(chosen)
    return allowed


def _cut(name: str, n_bytes: int) -> str:
    return name.encode()[:n_bytes].decode("utf-8", "ignore")
