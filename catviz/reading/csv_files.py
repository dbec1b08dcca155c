"""Files as tables: what a delimited text file holds, what was understood and why, and the table that follows."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa

from catviz.reading.delimited import LIMITS, Limits, UnreadableError, check_bytes, split_fields
from catviz.reading.draft import Draft, DraftColumn
from catviz.reading.prepared import BY_HAND, Prepared, checked_order, prepared
from catviz.reading.recipe import Recipe
from catviz.table.categorical import CategoricalTable
from catviz.table.column_roles import ROLES, ColumnGuess, guess_columns
from catviz.table.missing import MISSING_TOKENS, MissingTokens

_PARTED = {
    ",": re.compile(r"[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?", re.ASCII),
    ".": re.compile(r"[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?", re.ASCII),
}
"""Numbers by the sign before their decimals; the other sign may part thousands."""


@dataclass(frozen=True, eq=False)
class Understanding:
    """What a file was understood to hold, open to edits before a table is built.

    Attributes
    ----------
    name : str
        The file's name, as a label only.
    encoding : str
    delimiter : str or None
        None where the file has one column.
    missing : tuple of str
        Tokens read as missing.
    notes : tuple of str
        What was understood and why, in sentences.
    cells : DataFrame
        A column each of the file, as unordered Categoricals: different texts in the order they occur, and codes.
    columns : tuple of ColumnGuess
        Of the file, before the recipe.
    limits : Limits
    recipe : Recipe
        The steps that the table is prepared by.
    """

    name: str
    encoding: str
    delimiter: str | None
    missing: tuple[str, ...]
    notes: tuple[str, ...]
    cells: pd.DataFrame
    columns: tuple[ColumnGuess, ...]
    limits: Limits = LIMITS
    recipe: Recipe = Recipe()

    @cached_property
    def prepared(self) -> Prepared:
        """The columns after the steps of the recipe."""
        columns = zip(self.columns, self.cells.items(), strict=True)
        draft = Draft(tuple(_drafted(guess, cells.array) for guess, (_, cells) in columns), np.arange(len(self.cells)))
        return prepared(self.name, self.recipe.applied(draft), self.limits)

    def with_recipe(self, recipe: Recipe) -> Understanding:
        """The understanding with a recipe in the place of the one it has.

        Raises
        ------
        ValueError
            A step that does not fit: an unknown column or value, or no row left.
        """
        made = replace(self, recipe=recipe)
        made.prepared  # noqa: B018 - a step that does not fit is refused now
        return made

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The cells as text (object), missing as None; a column each of the file."""
        texts = {}
        for name, column in self.cells.items():
            values = np.array([*column.cat.categories, None], dtype=object)
            texts[name] = values[column.cat.codes.to_numpy()]
        return pd.DataFrame(texts, dtype=object)

    def changed(self, column: str, role: str, order: Sequence[str] | None = None) -> Understanding:
        """The understanding with a column's role (and order of values) set by hand.

        Without an order, "ordered" takes numbers by size, a known scale, ranges, or dates. A new weight column leaves
        the former out.

        Raises
        ------
        ValueError
            Unknown column or role, an order that lacks a value, a role the column's values do not allow, or "ordered"
            without an order where the values are no known scale.
        """
        places = [i for i, guess in enumerate(self.columns) if guess.name == column]
        if not places:
            known = ", ".join(repr(guess.name) for guess in self.columns[:8])
            raise ValueError(f"no column {column!r} in {self.name}: the first columns are {known}")
        if role not in ROLES:
            raise ValueError(f"no role {role!r} for column {column!r}: the roles are {', '.join(ROLES)}")
        guess = self.columns[places[0]]
        values = [] if role == "left out" else list(self.cells[column].cat.categories)
        order = checked_order(guess, role, order, values, self.limits)
        guesses = [
            replace(g, role="left out", why=f"column {column!r} is the weight instead")
            if role == g.role == "weight"
            else g
            for g in self.columns
        ]
        guesses[places[0]] = replace(guess, role=role, order=order, why=BY_HAND)
        return replace(self, columns=tuple(guesses))

    def table(self, target: str | None = None, bins: int = 10, strategy: str = "auto") -> CategoricalTable:
        """The table of the columns that are used, prepared by the recipe; it carries the others along.

        Parameters
        ----------
        target : str, optional
            The column of known classes, kept aside whatever its role; the recipe's where not given.
        bins, strategy
            How "binned" columns are cut, see :func:`catviz.table.binning.bin_numbers`.

        Raises
        ------
        ValueError
            Unknown target, bad bins; UnreadableError where no column is usable.
        """
        return self.prepared.table(target, bins, strategy)


def _drafted(guess: ColumnGuess, cells: pd.Categorical) -> DraftColumn:
    """A column of the file as the first step finds it; what was changed by hand stays so."""
    if guess.why != BY_HAND:
        return DraftColumn(guess.name, cells, guess)
    use = guess.role if guess.role in ("weight", "left out") else ""
    return DraftColumn(guess.name, cells, guess, use, "" if use else guess.role, guess.order)


def read_csv(
    path: str | os.PathLike[str],
    *,
    target: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    missing: Sequence[str] = MISSING_TOKENS,
    ordered: Mapping[str, Sequence[str]] | None = None,
    bins: int = 10,
    strategy: str = "auto",
    header: bool = True,
    decimal: str | None = None,
    recipe: Recipe | str | os.PathLike[str] | None = None,
) -> CategoricalTable:
    """The table in a CSV file, its columns guessed by :func:`inspect_csv`.

    Parameters
    ----------
    path : str or Path
        The file.
    target : str, optional
        Column of the known classes.
    delimiter, encoding : str, optional
        Found out where not given.
    missing : sequence of str
        Cells read as missing.
    ordered : mapping of column to its values in order, optional
        Goes before the guesses.
    bins : int
        Intervals that numbers are cut into, at most.
    strategy : {"auto", "uniform", "quantile"}
        How they are cut, see :func:`catviz.table.binning.bin_numbers`.
    header : bool
        False where the first line is a row; the columns are then called "column 1" and so on.
    decimal : {",", "."}, optional
        The sign before decimals, where numbers have signs between thousands too; found out where not given.
    recipe : Recipe, or path of a file that holds one
        Steps that prepare the table.

    Returns
    -------
    CategoricalTable

    Raises
    ------
    UnreadableError
        The file is no table, or none to be found.
    ValueError
        An unknown column, an order that lacks a value, or a step of the recipe that does not fit.
    """
    path = Path(path)
    try:
        size = path.stat().st_size
        check_bytes(path.name, size, LIMITS)
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableError(
            f"{path.name} cannot be opened ({error.strerror or error}): give the path of a file"
        ) from None
    understood = inspect_csv(
        data, path.name, delimiter=delimiter, encoding=encoding, missing=missing, header=header, decimal=decimal
    )
    for column, order in (ordered or {}).items():
        understood = understood.changed(str(column), "ordered", order)
    if recipe is not None:
        understood = understood.with_recipe(recipe if isinstance(recipe, Recipe) else Recipe.read(recipe))
    return understood.table(target, bins, strategy)


def inspect_csv(
    data: bytes,
    name: str,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    missing: Sequence[str] = MISSING_TOKENS,
    limits: Limits = LIMITS,
    header: bool = True,
    decimal: str | None = None,
) -> Understanding:
    """What the bytes of a delimited text file hold, and what each column is taken for.

    Parameters
    ----------
    data : bytes
        The file as it is.
    name : str
        The file's name, for messages.
    delimiter, encoding : str, optional
        Found out where not given: by consistency among ``, ; tab |``, and by byte order mark, UTF-8, Windows-1252.
    missing : sequence of str
        Cells read as missing.
    limits : Limits
        Rows, columns, values and bytes at most.
    header : bool
        False where the first line is a row.
    decimal : {",", "."}, optional
        The sign before decimals: the other one parts thousands. Found out where not given.

    Returns
    -------
    Understanding
        Change its columns where they are taken for something else, then ask it for the ``table``.

    Raises
    ------
    UnreadableError
        Not a table, or beyond the limits.

    Examples
    --------
    >>> u = inspect_csv(b"size,paid\\nS,yes\\nM,no\\nL,no\\nM,?\\n", "toy.csv")
    >>> [(c.name, c.role, c.order, c.n_missing) for c in u.columns]
    [('size', 'ordered', ('S', 'M', 'L'), 0), ('paid', 'category', (), 1)]
    """
    if decimal not in (None, ",", "."):
        raise ValueError(f"decimal is {decimal!r}: give a comma or a point")
    fields = split_fields(data, name, delimiter, encoding, limits, header, decimal)
    n_rows, notes = len(fields.columns[0]), list(fields.notes)
    tokens, guesses = MissingTokens(missing), []
    counts: dict[str, int] = {}
    cells: dict[str, np.ndarray] = {}
    places = np.empty((n_rows, len(fields.header)), dtype=np.int32, order="F")
    for i, (label, column) in enumerate(zip(fields.header, fields.columns, strict=True)):
        values, places[:, i], found = _encoded(column, tokens, decimal)
        cells[label] = pd.Categorical.from_codes(places[:, i], pd.Index(values, dtype=object))
        guesses.append((label, values, sum(found.values())))
        for token, count in found.items():
            counts[token] = counts.get(token, 0) + count
    if counts:
        listed = ", ".join(f"{token!r} {count:,}" for token, count in sorted(counts.items()))
        notes.append(f"Cells read as missing: {listed}.")
    repeated = int(pd.DataFrame(places).duplicated().sum())
    if repeated:
        notes.append(f"{repeated:,} of {n_rows:,} rows repeat an earlier row; they are kept.")
    return Understanding(
        name,
        fields.encoding,
        fields.delimiter,
        tuple(missing),
        tuple(notes),
        pd.DataFrame(cells),
        guess_columns(guesses, n_rows, limits.distinct),
        limits,
    )


def _encoded(
    column: pa.DictionaryArray, tokens: MissingTokens, decimal: str | None
) -> tuple[list[str], np.ndarray, dict[str, int]]:
    """(different values, (n,) place of each cell there or -1 where missing, count a missing token)."""
    places = column.indices.to_numpy(zero_copy_only=False)
    counts = np.bincount(places, minlength=len(column.dictionary))
    found: dict[str, int] = {}
    texts: dict[int, str] = {}
    for i, cell in enumerate(column.dictionary.to_pylist()):
        text = cell.decode("utf-8", "surrogatepass").strip()
        if not counts[i]:
            continue
        if text in tokens:
            found[text] = found.get(text, 0) + int(counts[i])
        else:
            texts[i] = text
    if decimal is not None and all(_PARTED[decimal].fullmatch(text) for text in texts.values()):
        texts = {i: text.replace({",": ".", ".": ","}[decimal], "").replace(",", ".") for i, text in texts.items()}
    values: dict[str, int] = {}
    moved = np.full(len(counts), -1, dtype=np.int32)
    for i, text in texts.items():
        moved[i] = values.setdefault(text, len(values))
    return list(values), moved[places], found
