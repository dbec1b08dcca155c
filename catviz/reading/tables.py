"""Files as tables, of a kind that is named or found out from their content."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from catviz.parameters import whole_numbers
from catviz.reading.csv_files import inspect_csv
from catviz.reading.delimited import Header, UnreadableError, check_bytes
from catviz.reading.doubts import Question
from catviz.reading.draft import ROW_WEIGHTS
from catviz.reading.file_kinds import (
    ARFF,
    ARROW,
    HTML,
    JSON,
    PACKED,
    PARQUET,
    READ,
    STATISTICAL,
    TEXT,
    WORKBOOK,
    kind_by_name,
    kind_of,
    looks_like_text,
    misnamed,
)
from catviz.reading.inspected import GUESS, InspectedFile
from catviz.reading.limits import LIMITS, Limits
from catviz.reading.recipe import Recipe
from catviz.remarks import remark
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import MISSING_TOKENS, Codebook
from catviz.table.column_roles import BY_HAND, GUESSED
from catviz.table.matching import REMARK
from catviz.wording import number_of

#: The kinds whose letters may be in an encoding that is given, and those with sheets and a row of names.
_ENCODED, _WITH_SHEETS = (TEXT, ARFF, *STATISTICAL), (WORKBOOK, HTML)
#: What is done with doubts about a file.
WARN, RAISE, IGNORE = "warn", "raise", "ignore"


@whole_numbers("bins", "skip")
def read_table(
    path: str | os.PathLike[str],
    *,
    target: str | None = None,
    sheet: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    missing: Sequence[str] = MISSING_TOKENS,
    ordered: Mapping[str, Sequence[str]] | None = None,
    bins: int = 10,
    strategy: str = "auto",
    header: Header = None,
    skip: int = 0,
    decimal: str | None = None,
    recipe: Recipe | str | os.PathLike[str] | None = None,
    weights: str | None = GUESS,
    doubts: str = WARN,
    fill_merged: bool = True,
    like: Any = None,
    unseen: str = REMARK,
    groups: str | None = None,
) -> CategoricalTable:
    """The table in a file of any kind that is read, see `inspect_table`: CSV, Excel, Parquet, SPSS, Stata and more.

    Parameters
    ----------
    path : str or Path
        The file. Its content says what it is, whatever its name ends in.
    target : str, optional
        Column of the known groups.
    sheet : str, optional
        Of a workbook; where not given, the first one that is neither hidden nor empty, nor a short page before a large
        one. Of a web page, "table 1" and so on; where not given, the largest.
    delimiter, encoding : str, optional
        Of delimited text; found out where not given. SPSS, Stata, SAS and ARFF files have an encoding, too.
    missing : sequence of str
        Texts and labels read as missing, beside cells without a value.
    ordered : mapping of column to its values in order, optional
        Goes before the guesses and what the file declares.
    bins : int
        Intervals that numbers are cut into, at most.
    strategy : {"auto", "uniform", "quantile"}
        How they are cut, see :func:`catviz.table.binning.bin_numbers`.
    header : bool, int or sequence of int, optional
        Where the names of the columns stand: True for the first row, False where there are none, or the row of the
        names, from 1. Found out where not given, see `read_csv`.
    skip : int
        Of delimited text: lines to leave out first.
    decimal : {",", "."}, optional
        Of delimited text, see `read_csv`.
    recipe : Recipe, or path of a file that holds one
        Steps that prepare the table.
    weights : str or None
        Column that holds the row weights, None, or "guess", see `read_csv`.
    doubts : {"warn", "raise", "ignore"}
        What to do where the file may be read otherwise, see `read_csv`.
    fill_merged : bool
        Of a workbook: False leaves cells empty that are merged with one that has a value.
    like : CategoricalTable or fitted estimator, optional
        Its columns are read as it has them, see `read_csv`.
    unseen : {"remark", "error", "ignore"}
        With ``like``: what is done with values that it lacks.
    groups : str, optional
        Column that says which rows belong together, such as the person whose answers they are: a last step of the
        recipe, ``.role(groups, "groups")``. Tests then take them together (`CategoricalTable`).

    Returns
    -------
    CategoricalTable

    Raises
    ------
    UnreadableError
        The file is no table, or none to be found, or a package that reads it is not installed.
    ValueError
        An unknown column or sheet, an order that lacks a value, a step of the recipe that does not fit, or a setting
        that this kind of file has not.

    Warns
    -----
    UserWarning
        The file may be read otherwise.
    """
    path = Path(path)
    data = bytes_of(path)
    how: dict[str, Any] = {"sheet": sheet, "delimiter": delimiter, "encoding": encoding, "missing": missing}
    read = inspect_table(data, path.name, **how, header=header, skip=skip, decimal=decimal, fill_merged=fill_merged)
    read = read.with_orders(ordered or {}).with_weights(weights)
    return _table_of(read, recipe, weights, target, bins, strategy, doubts, like, unseen, groups)


@whole_numbers("bins", "skip")
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
    header: Header = None,
    skip: int = 0,
    decimal: str | None = None,
    recipe: Recipe | str | os.PathLike[str] | None = None,
    weights: str | None = GUESS,
    doubts: str = WARN,
    like: Any = None,
    unseen: str = REMARK,
    groups: str | None = None,
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
    header : bool, int or sequence of int, optional
        True where the first line names the columns; False where it is a row: the columns are then called "column 1" and
        so on; or the line of the names, from 1, where the lines below it are cases. Of several lines, those after the
        first are full texts of the columns. Found out where not given.
    skip : int
        Lines to leave out first.
    decimal : {",", "."}, optional
        The sign before decimals, where numbers have signs between thousands too; found out where not given.
    recipe : Recipe, or path of a file that holds one
        Steps that prepare the table.
    weights : str or None
        Column that holds the row weights: how many rows each row counts for. None: every row counts once. With "guess"
        a column named "weight", "count", "freq" or alike holds them if the file looks like an aggregated table or the
        column like survey weights, see :func:`catviz.reading.row_weights.with_row_weights`. Survey weights that are
        guessed, or that a recipe names, are brought to effective rows, whole numbers too.
    doubts : {"warn", "raise", "ignore"}
        What to do with the ``questions`` that `inspect` lists: how else the file may be read.
    like : CategoricalTable or fitted estimator, optional
        The columns are read as it has them, whatever this file alone looks like: numbers go to its intervals, values
        are in its order, and no column is left out. The other columns of the file are extra columns; the known classes
        are those of its target.
    unseen : {"remark", "error", "ignore"}
        With ``like``: what is done with values that it lacks.
    groups : str, optional
        Column that says which rows belong together, such as the person whose answers they are: a last step of the
        recipe, ``.role(groups, "groups")``. Tests then take them together (`CategoricalTable`).

    Returns
    -------
    CategoricalTable

    Raises
    ------
    UnreadableError
        The file is no table, or none to be found.
    ValueError
        An unknown column, an order that lacks a value, or a step of the recipe that does not fit; a doubt, where
        ``doubts="raise"``.

    Warns
    -----
    UserWarning
        The file may be read otherwise: each question is a remark that says how it was read, and what reads it
        otherwise.
    """
    path = Path(path)
    data = bytes_of(path)
    how: dict[str, Any] = {"delimiter": delimiter, "encoding": encoding, "missing": missing, "limits": LIMITS}
    read = _inspect_text(data, path.name, how | {"header": header, "skip": skip, "decimal": decimal})
    read = read.with_orders(ordered or {}).with_weights(weights)
    return _table_of(read, recipe, weights, target, bins, strategy, doubts, like, unseen, groups)


@whole_numbers("skip")
def inspect(
    path: str | os.PathLike[str],
    *,
    sheet: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    missing: Sequence[str] = MISSING_TOKENS,
    header: Header = None,
    skip: int = 0,
    decimal: str | None = None,
    recipe: Recipe | str | os.PathLike[str] | None = None,
    fill_merged: bool = True,
) -> InspectedFile:
    """What a file holds before a table is made of it: its ``questions``, ``notes``, ``columns`` and ``recipe``.

    Parameters
    ----------
    path : str or Path
        The file.
    sheet : str, optional
        Of a workbook.
    delimiter, encoding : str, optional
        Found out where not given.
    missing : sequence of str
        Texts and labels read as missing, beside cells without a value.
    header : bool, int or sequence of int, optional
        Where the names of the columns stand, see `read_csv`.
    skip : int
        Lines to leave out first.
    decimal : {",", "."}, optional
        The sign before decimals, see `read_csv`.
    recipe : Recipe, or path of a file that holds one
        Steps that prepare the table; questions that they answer are not asked.
    fill_merged : bool
        Of a workbook: False leaves cells empty that are merged with one that has a value.

    Returns
    -------
    InspectedFile

    Raises
    ------
    UnreadableError
        The file is no table, or none to be found.
    ValueError
        A setting that this kind of file has not, or a step of the recipe that does not fit.
    """
    path = Path(path)
    how: dict[str, Any] = {"sheet": sheet, "delimiter": delimiter, "encoding": encoding, "missing": missing}
    read = inspect_table(
        bytes_of(path), path.name, **how, header=header, skip=skip, decimal=decimal, fill_merged=fill_merged
    )
    return read.with_recipe(_recipe_of(recipe))


@whole_numbers("skip")
def inspect_table(
    data: bytes,
    name: str,
    *,
    sheet: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    missing: Sequence[str] = MISSING_TOKENS,
    limits: Limits = LIMITS,
    header: Header = None,
    skip: int = 0,
    decimal: str | None = None,
    fill_merged: bool = True,
) -> InspectedFile:
    """What the bytes of a file hold, whichever kind it is, and what each column is taken for.

    A file with types keeps what it knows: numbers are numbers, dates are ordered by time, ordered categories and labels
    of codes keep their order, cells without a value are missing.

    Parameters
    ----------
    data : bytes
        The file as it is.
    name : str
        The file's name, for messages.
    sheet : str, optional
        Of a workbook; where not given, the first one that is neither hidden nor empty, nor a short page before a large
        one. Of a web page, "table 1" and so on; where not given, the largest.
    delimiter, encoding : str, optional
        Of delimited text; found out where not given. SPSS, Stata, SAS and ARFF files have an encoding, too.
    missing : sequence of str
        Texts and labels read as missing, beside cells without a value.
    limits : Limits
        Rows, columns, values, cells and bytes at most, also once unpacked.
    header : bool, int or sequence of int, optional
        Where the names of the columns stand: True for the first row, False where there are none, or the row of the
        names, from 1. Found out where not given, see `read_csv`.
    skip : int
        Of delimited text: lines to leave out first.
    decimal : {",", "."}, optional
        Of delimited text, see `inspect_csv`.
    fill_merged : bool
        Of a workbook: False leaves cells empty that are merged with one that has a value.

    Returns
    -------
    InspectedFile
        Change its columns where they are taken for something else, then ask it for the ``table``.

    Raises
    ------
    UnreadableError
        Not a table, beyond the limits, or a package that reads it is not installed.
    ValueError
        An unknown sheet, or a setting that this kind of file has not.

    Examples
    --------
    >>> import io
    >>> import pandas as pd
    >>> file = io.BytesIO()
    >>> pd.DataFrame({"mark": [1.0, 2.0, None, 1.0], "passed": [True, False, True, True]}).to_parquet(file)
    >>> u = inspect_table(file.getvalue(), "marks.parquet")
    >>> [(c.name, c.role, c.order, c.n_missing) for c in u.columns]
    [('mark', 'ordered', ('1', '2'), 1), ('passed', 'category', (), 0)]
    """
    check_bytes(name, len(data), limits)
    kind, called = kind_of(data, name), name
    if kind is PACKED:
        from catviz.reading.other_formats import unpacked

        data, called = unpacked(data, name, limits)
        kind = kind_of(data, called)
    named = kind_by_name(called)
    if kind is TEXT and named not in (TEXT, None) and data.strip() and not looks_like_text(data):
        raise UnreadableError(f"{name} is not {named.what}, nor text: save it again and choose the new file")
    if kind not in READ:
        raise UnreadableError(f"{name} is {kind.what}: {kind.remedy}")
    how: dict[str, Any] = {"header": header, "missing": missing, "limits": limits}
    given = {
        "skip": skip > 0 and kind is not TEXT,
        "sheet": sheet is not None and kind not in _WITH_SHEETS,
        "header": header is not None and kind not in (TEXT, *_WITH_SHEETS),
        "delimiter": delimiter is not None and kind is not TEXT,
        "decimal": decimal is not None and kind is not TEXT,
        "encoding": encoding is not None and kind not in _ENCODED,
        "fill_merged": not fill_merged and kind not in _WITH_SHEETS,
    }
    for setting, unfit in given.items():
        if unfit:
            raise ValueError(f"a {setting} was given for {name}, which is {kind.what} and has none: leave it out")
    if kind is TEXT:
        how |= {"delimiter": delimiter, "encoding": encoding, "skip": skip, "decimal": decimal}
        read = _inspect_text(data, name, how)
    elif kind in _WITH_SHEETS:
        from catviz.reading.workbooks import inspect_workbook

        read = inspect_workbook(data, name, kind, sheet, fill_merged=fill_merged, **how)
    elif kind in (PARQUET, ARROW):
        from catviz.reading.columnar import inspect_columnar

        read = inspect_columnar(data, name, kind, missing, limits)
    elif kind is ARFF:
        from catviz.reading.other_formats import inspect_arff

        read = inspect_arff(data, name, encoding, missing, limits)
    elif kind is JSON:
        from catviz.reading.other_formats import inspect_json

        read = inspect_json(data, name, missing, limits)
    else:
        from catviz.reading.statistical import inspect_statistical

        read = inspect_statistical(data, name, kind, encoding, missing, limits)
    note = misnamed(kind, called)
    return replace(read, notes=(note, *read.notes)) if note else read


def _inspect_text(data: bytes, name: str, how: Mapping[str, Any]) -> InspectedFile:
    """What a delimited text holds: a table of Orange, unless somebody says where its names stand, or any other."""
    check_bytes(name, len(data), how["limits"])
    if how["header"] is None and not how["skip"] and how["decimal"] is None and kind_of(data, name) is TEXT:
        from catviz.reading.other_formats import inspect_orange

        of_orange = {key: how[key] for key in ("delimiter", "encoding", "missing", "limits")}
        if (read := inspect_orange(data, name, **of_orange)) is not None:
            return read
    return inspect_csv(data, name, **how)


def _table_of(
    read: InspectedFile,
    recipe: Recipe | str | os.PathLike[str] | None,
    weights: str | None,
    target: str | None,
    bins: int,
    strategy: str,
    doubts: str,
    like: Any = None,
    unseen: str = REMARK,
    groups: str | None = None,
) -> CategoricalTable:
    """The table of what was read, prepared by a recipe, with a remark for each doubt."""
    if doubts not in (WARN, RAISE, IGNORE):
        raise ValueError(f"doubts is {doubts!r}: give {WARN!r}, {RAISE!r} or {IGNORE!r}")
    steps = _recipe_of(recipe)
    read = read.with_recipe(steps if groups is None else steps.role(groups, "groups"))
    asked = [] if doubts == IGNORE else [question for question in read.questions if question.answers]
    if doubts == RAISE and asked:
        raise ValueError(f"{read.name}, {number_of(len(asked), 'doubt')}: {_said(asked[0])}")
    table = read.table(target, bins, strategy) if like is None else _table_like(read, target, like, unseen)
    name = next((c.name for c in read.prepared.columns if c.role == "weight" and c.by != BY_HAND), None)
    for question in asked:
        if not question.key.startswith(ROW_WEIGHTS):  # these are said below, with what reads them otherwise
            remark(f"{read.name}: {_said(question)}")
    if doubts == IGNORE:
        return table
    if weights == GUESS and name is not None and table.weights is not None:
        survey, right = read.prepared.survey_weights, f"weights={name!r} if that is right"
        if survey:
            right = (
                f"recipe=catviz.Recipe().weights({name!r}) if that is right, with weights={name!r} if they are "
                "counts of rows"
            )
        remark(
            f"column {name!r} of {read.name} is taken as {f'survey weights ({survey})' if survey else 'row weights'}: "
            f"{table.n_rows:,} rows count as {table.weights.sum():,.6g}. Read the file with {right}, and with "
            "weights=None if every row counts once"
        )
    if warning := read.counted_though_survey:
        remark(warning)
    for column in read.prepared.columns if weights == GUESS else ():
        if column.not_weights and column.by == GUESSED and not column.use:
            remark(
                f"column {column.name!r} of {read.name} is named like row weights, and is not taken as row "
                f"weights: {column.not_weights}. Nothing is weighted. Read the file with "
                f"recipe=catviz.Recipe().weights({column.name!r}) if it holds survey weights, with "
                f"weights={column.name!r} if it counts equal rows, and with weights=None if every row counts once"
            )
    return table


def _table_like(read: InspectedFile, target: str | None, like: Any, unseen: str) -> CategoricalTable:
    """The table of what was read with the columns of another one, or of a fit."""
    book, numeric = (like.codebook, like.numeric_names) if isinstance(like, CategoricalTable) else _read_as(like)
    draft, weight = read.prepared.draft, next((c.name for c in read.prepared.columns if c.role == "weight"), None)
    target = getattr(like, "target_name", None) if target is None else target
    groups = read.prepared.groups
    cells = {}
    for column in draft.columns:
        numbers = column.numbers if column.name in numeric or column.decimal else None
        cells[column.name] = pd.Series(column.cells, dtype=object) if numbers is None else pd.Series(numbers)
    table = CategoricalTable.read_like(pd.DataFrame(cells), book, numeric, unseen)
    others = [name for name in draft.names if name not in (*book.attributes, *numeric, target, weight)]
    aside = pd.DataFrame({name: draft.column(name).cells for name in others}, index=range(len(table)))
    known = None
    if target is not None and target in draft.names:
        known = np.asarray(draft.column(target).cells, dtype=object)
    return replace(
        table,
        target=known,
        target_name=None if known is None else target,
        weights=None if weight is None or weight in book.attributes else draft.column(weight).numbers,
        extra_columns=aside.set_index(pd.Index(draft.row_numbers)),
        groups=None if groups is None else np.asarray(draft.column(groups).cells, dtype=object),
        groups_name=groups,
    )


def _read_as(like: Any) -> tuple[Codebook, Sequence[str]]:
    """The columns of a fitted estimator, and those that it keeps as numbers."""
    read_as = getattr(like, "_read_as", None)
    if read_as is None:
        raise TypeError(f"like is a {type(like).__name__}: give a CategoricalTable or an estimator that was fitted")
    return read_as


def _said(question: Question) -> str:
    """A question as a remark: what is in doubt, how it was read, and what reads it otherwise."""
    rightly = f"recipe=catviz.Recipe().settle({question.key!r})"
    return f"{question.words} {question.otherwise}. If it was read rightly: {rightly}"


def _recipe_of(recipe: Recipe | str | os.PathLike[str] | None) -> Recipe:
    """A recipe, or the one that a file holds; without steps where none is given."""
    if recipe is None:
        return Recipe()
    return recipe if isinstance(recipe, Recipe) else Recipe.read(recipe)


def bytes_of(path: Path) -> bytes:
    """A file's content; UnreadableError where it cannot be opened or is larger than the limit."""
    try:
        check_bytes(path.name, path.stat().st_size, LIMITS)
        return path.read_bytes()
    except OSError as error:
        raise UnreadableError(
            f"{path.name} cannot be opened ({error.strerror or error}): give the path of a file"
        ) from None
