"""CategoricalTable: rows as codes against a codebook."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from catviz.parameters import whole_numbers
from catviz.remarks import remark
from catviz.table.chosen_rows import mask_or_numbers
from catviz.table.codebook import Codebook, HasCodebook, column_name, is_known, label_text, labelled_places, listed
from catviz.table.encoding import AS_IN_FILES, Column, Reading, as_floats, labels_of, read_columns, read_like
from catviz.table.frames import as_pandas, is_frame, unmasked
from catviz.table.kernels import burt_matrix, distinct_rows, largest_codes
from catviz.table.matching import IGNORE, REMARK, heed_unseen, placed
from catviz.table.numbers import as_numbers
from catviz.table.row_groups import as_groups, without_column
from catviz.table.sizes import refuse_counts
from catviz.table.weights import checked_weights, counted_though_survey, effective_weights, survey_evidence
from catviz.wording import number_of

#: How the extra column of numbers that were cut into intervals is called, after the column.
NUMBER = " (number)"


@dataclass(frozen=True, eq=False)
class CategoricalTable(HasCodebook):
    """Rows of categorical values as codes against a codebook. Immutable.

    Attributes
    ----------
    codes : (n, d) smallest unsigned integers, C order, read-only
        ``codes[i, r]`` is a place in ``categories[r]``; ``len(categories[r])`` means missing.
    codebook : Codebook
    weights : (n,) float64 or None
        How many rows each row counts for; None means one each. Whole numbers are frequencies. Fractional weights are
        rescaled to the effective number of rows when the table is made (`effective_weights`), so that
        their scale never matters.
    target : (n,) object array of str (None where missing), or None
        The known classes; NaN counts as missing. No ``fit`` reads it.
    target_name : str or None
    numeric : (n, m) float64
        Numeric columns kept aside, named by ``numeric_names``.
    numeric_names : tuple of str
    extra_columns : DataFrame or None
        Columns that no method reads, a line per row: ids, columns left out or shown only, numbers before they were
        binned. Categoricals or float64; the index holds the rows' numbers in the file. Selected rows keep theirs.
    groups : (n,) intp or None
        Which rows belong together, as those of one person do: a number for each group. Tests draw and shuffle whole
        groups. Labels of any type may be given; a row whose label is missing is a group of its own. No method reads it.
    groups_name : str or None
    counting : (n,) float64 or None
        ``weights`` again once they count rows. Parts and sums of a table's weights are given as both, and are not
        rescaled; give other weights as ``weights`` alone.

    Examples
    --------
    >>> import pandas as pd, catviz
    >>> frame = pd.DataFrame({"size": ["S", "L", None], "colour": ["red", "blue", "red"]})
    >>> t = catviz.CategoricalTable.from_pandas(frame, ordered={"size": ["S", "M", "L"]})
    >>> t.codes.tolist()
    [[0, 1], [2, 0], [3, 1]]
    """

    codes: np.ndarray
    codebook: Codebook
    weights: np.ndarray | None = None
    target: np.ndarray | None = None
    target_name: str | None = None
    numeric: Any = None
    numeric_names: tuple[str, ...] = ()
    counting: np.ndarray | None = field(default=None, repr=False)
    extra_columns: pd.DataFrame | None = field(default=None, repr=False)
    groups: Any = field(default=None, repr=False)
    groups_name: str | None = None

    def __post_init__(self) -> None:
        n_values = self.codebook.n_values
        dtype = np.min_scalar_type(int(n_values.max(initial=0)))
        codes = np.ascontiguousarray(self.codes)
        if codes.dtype.kind not in "ui" and codes.size:
            raise ValueError(f"codes are {codes.dtype}: give whole numbers, places in their columns' categories")
        if codes.ndim != 2 or codes.shape[1] != len(self.codebook.attributes):
            raise ValueError(f"codes have shape {codes.shape}, the codebook {len(self.codebook.attributes)} columns")
        below = codes.size and codes.dtype.kind == "i" and codes.min() < 0
        if below or (largest_codes(codes) > n_values).any():
            raise ValueError("a code lies outside its column's values: codes run from 0 to the number of values")
        numeric = np.empty((len(codes), 0)) if self.numeric is None else np.asarray(self.numeric, dtype=float)
        object.__setattr__(self, "codes", _frozen(codes.astype(dtype, copy=codes.flags.writeable)))
        object.__setattr__(self, "numeric", _frozen(numeric.copy() if numeric.flags.writeable else numeric))
        lengths = {
            "numeric": numeric,
            "target": self.target,
            "extra_columns": self.extra_columns,
            "groups": self.groups,
        }
        for part, array in lengths.items():
            if array is not None and len(array) != len(codes):
                raise ValueError(f"{part} has {len(array)} entries: give one for each of the {len(codes)} rows")
        if self.groups is not None:
            numbered = isinstance(self.groups, np.ndarray) and self.groups.dtype == np.intp
            groups = self.groups if numbered else as_groups(self.groups, len(codes))
            object.__setattr__(self, "groups", _frozen(groups.copy() if groups.flags.writeable else groups))
        if self.weights is not self.counting:
            weights = None if self.weights is None else effective_weights(checked_weights(self.weights, len(codes)))
            object.__setattr__(self, "weights", weights)
            object.__setattr__(self, "counting", weights)
        if self.weights is not None:
            _frozen(self.weights)
        if self.target is not None:
            target = np.array(unmasked(self.target), dtype=object)
            target[~is_known(target)] = None
            object.__setattr__(self, "target", _frozen(target))

    @classmethod
    @whole_numbers("bins")
    def from_pandas(
        cls,
        frame: Any,
        target: str | None = None,
        ordered: Mapping[str, Sequence[str]] | None = None,
        weights: str | None = None,
        numeric: str | Mapping[str, str] | Iterable[str] = AS_IN_FILES,
        bins: int = 10,
        strategy: str = "auto",
        groups: str | None = None,
    ) -> CategoricalTable:
        """A table from a frame of any kind.

        Parameters
        ----------
        frame : DataFrame (pandas or Polars), LazyFrame, Arrow table, or an object with ``__arrow_c_stream__``
            Columns become categorical: their values are taken as text (2.0 as "2"), None and NaN as missing. Ordered
            categories (pandas Categorical, Polars Enum) keep their order.
        target : str, optional
            Column that holds the known classes.
        ordered : mapping of column to its values in order, optional
            Ordered categories need no entry. Values of the data that are not listed raise ValueError.
        weights : str, optional
            Column that holds the row weights; fractional weights are rescaled, see ``weights``.
        numeric : str, mapping of column to str, or names of columns
            What numeric columns are read as:

            - ``"as in files"``: as `catviz.read_csv` reads them, so that a file and ``pandas.read_csv`` of it give the
              same geometry. Whole numbers with at most 12 different values are ordered categories, other numbers are
              cut into intervals, and numbers that only count the rows are left out. In text, cells such as "?" are
              missing and known scales are ordered. Text is otherwise taken as it is: a column of names stays, and "1"
              is a category. Unlike in files, no column is guessed to be row weights: name it as ``weights``.
            - ``"unordered"``: the same, but few whole numbers are categories without order, as numbers of an array are.
            - ``"mixed"``: as in files, but numbers are kept in ``t.numeric`` (unless nothing else is left).
            - ``"numbers"``: the same, even if nothing else is left.
            - ``"category"``: every different number is a category without order.
            - ``"bin"``: every numeric column is cut into intervals.
            - ``"keep"``: every numeric column is kept in ``t.numeric``.

            A mapping names the choice per column, others are read as in files. Names alone are columns to keep, and
            all others are categories.
        bins : int
            Intervals that numbers are cut into, at most.
        strategy : {"auto", "uniform", "quantile"}
            How they are cut, see `catviz.table.binning.bin_numbers`.
        groups : str, optional
            Column that says which rows belong together, such as the person whose answers they are, see ``groups``.

        Returns
        -------
        CategoricalTable

        Raises
        ------
        ValueError
            Duplicate column names, an unknown column or choice, or a value outside its declared order.
        TypeError
            A frame that is none.

        Warns
        -----
        UserWarning
            What was done with which columns that the frame does not declare as categories; whole weights that look
            like survey weights (`catviz.table.weights.survey_evidence`), which count as rows here.

        Examples
        --------
        >>> import pandas as pd, catviz
        >>> frame = pd.DataFrame({"age": [21.5, 38.0, 64.5], "paid": ["yes", "no", "no"]})
        >>> catviz.CategoricalTable.from_pandas(frame, numeric="keep").numeric.tolist()
        [[21.5], [38.0], [64.5]]
        >>> catviz.CategoricalTable.from_pandas(frame, numeric="bin", bins=2).categories[0]
        ('[21.5, 43)', '[43, 64.5]')
        """
        frame = as_pandas(frame)
        names = list(frame.columns)
        target, weights, groups = (None if name is None else column_name(name) for name in (target, weights, groups))
        ordered = {column_name(k): [label_text(v) for v in vs] for k, vs in (ordered or {}).items()}
        for name in [target, weights, groups, *ordered]:
            if name is not None and name not in names:
                raise ValueError(f"no column {name!r}: the columns are {listed(names)}")
        if groups is not None and groups in (target, weights):
            raise ValueError(f"column {groups!r} says which rows belong together: give another target or weights")
        reading = read_columns(frame, (target, weights, groups), ordered, numeric, bins, strategy)
        if reading.remark:
            remark(reading.remark)
        if frame.index.name is not None and not frame.index.is_unique:
            remark(f"the index {frame.index.name!r} is no column of the table: reset_index() makes it one")
        counts = None if weights is None else as_floats(frame[weights], weights)
        if weights is not None and counts is not None:
            others = [pd.factorize(frame[name])[0] for name in names if name != weights]
            if why := survey_evidence(weights, counts, others):
                remark(counted_though_survey(weights, counts.sum(), why))
        return cls._from_reading(
            reading,
            len(frame),
            weights=counts,
            target=None if target is None else labels_of(frame[target]),
            target_name=target,
            groups=None if groups is None else as_groups(labels_of(frame[groups]), len(frame)),
            groups_name=groups,
        )

    @classmethod
    def read_like(
        cls, frame: Any, codebook: Codebook, numeric: Sequence[str] = (), unseen: str = REMARK
    ) -> CategoricalTable:
        """The rows of a frame, read as the columns of a codebook: what a fitted method does with new rows.

        Parameters
        ----------
        frame : as in `from_pandas`
            Columns that the codebook lacks are ignored.
        codebook : Codebook
            Numbers go to its intervals, those outside all of them to the nearest one. A value is the same if only its
            type or the blanks around it differ: 1, 1.0, "01", Decimal("1"); True and "TRUE". Other values that it
            lacks are new values after its own.
        numeric : sequence of str
            Columns kept as numbers, if the frame has them.
        unseen : {"remark", "error", "ignore"}
            What is done with values that the codebook lacks.

        Raises
        ------
        ValueError
            A column that the frame lacks; values that the codebook lacks, where ``unseen`` is "error".

        Warns
        -----
        UserWarning
            Values that the codebook lacks, with their share of the cells; why none of a column is there.

        Examples
        --------
        >>> import pandas as pd, catviz
        >>> seen = pd.DataFrame({"age": [21.5, 38.0, 64.5], "paid": ["yes", "no", "no"]})
        >>> table = catviz.CategoricalTable.from_pandas(seen, numeric="bin", bins=2)
        >>> new = pd.DataFrame({"age": [50, 99], "paid": ["no", "later"]})
        >>> catviz.CategoricalTable.read_like(new, table.codebook).codes.tolist()
        [[1, 0], [1, 2]]
        """
        frame = as_pandas(frame)
        table = cls._from_reading(read_like(frame, codebook, numeric), len(frame))
        heed_unseen(codebook, table.codes, table.codebook, unseen)
        return table

    def like(self, codebook: Codebook, numeric: Sequence[str] = (), unseen: str = REMARK) -> CategoricalTable:
        """The same rows with the columns of a codebook read as it reads them; other columns stay as they are.

        Numbers that were cut at other limits are cut at those of the codebook, or kept as numbers, where the table has
        them: as values, or among its extra columns. Parameters and errors otherwise as of `read_like`.
        """
        book, lacking = self.codebook, [name for name in numeric if name not in self.numeric_names]
        same = codebook is book or (codebook.categories, codebook.attributes) == (book.categories, book.attributes)
        if same and not lacking:
            return self
        reading = Reading()
        for s, name in enumerate(book.attributes):
            numbers = self._numbers_of(s) if name in lacking else None
            if numbers is not None:
                reading.numbers[name] = numbers
            else:
                r = codebook.attributes.index(name) if name in codebook.attributes else None
                reading.columns[name] = self._column_like(s, codebook, r)
        kept = list(self.numeric.T)
        table = replace(
            self,
            codes=reading.codes if reading.columns else np.empty((self.n_rows, 0), dtype=np.uint8),
            codebook=reading.codebook,
            numeric=np.column_stack([*kept, *reading.numbers.values()]) if kept or reading.numbers else None,
            numeric_names=(*self.numeric_names, *reading.numbers),
        )
        if set(codebook.attributes) <= set(table.attributes):
            at = [table.codebook.position(name) for name in codebook.attributes]
            heed_unseen(codebook, table.codes[:, at], table.codebook.select(at), unseen)
        return table

    def _column_like(self, s: int, codebook: Codebook, r: int | None) -> Column:
        """A column, by number, with its cells as those of a codebook's column."""
        book = self.codebook
        labels, interval = book.categories[s], book.intervals[s] if book.intervals else None
        codes = np.minimum(self.codes[:, s].astype(np.intp), len(labels))
        if r is None:
            return Column(codes, labels, book.kinds[s], interval)
        wanted = codebook.intervals[r] if codebook.intervals else None
        numbers = None if wanted is None or wanted == interval else self.numbers_behind(book.attributes[s])
        if wanted is not None and numbers is not None:
            return Column(wanted.codes(numbers), wanted.used, codebook.kinds[r], wanted)
        places, values = placed(labels, codebook.categories[r], wanted)
        return Column(np.append(places, len(values))[codes], values, codebook.kinds[r], wanted)

    def _numbers_of(self, s: int) -> np.ndarray | None:
        """(n,) a column, by number, as numbers; None where its values are none."""
        labels = self.categories[s]
        behind = self.numbers_behind(self.attributes[s])
        numbers = as_numbers(labels) if behind is None and labels else None
        return behind if numbers is None else np.append(numbers, np.nan)[np.minimum(self.codes[:, s], len(labels))]

    def numbers_behind(self, name: str) -> np.ndarray | None:
        """(n,) the numbers that a column was cut from, where the table has them."""
        aside = self.extra_columns
        column = f"{name}{NUMBER}"
        return None if aside is None or column not in aside else aside[column].to_numpy(dtype=float)

    @classmethod
    def _from_reading(cls, reading: Reading, n_rows: int, **others: Any) -> CategoricalTable:
        numbers = list(reading.numbers.values())
        return cls(
            reading.codes if reading.columns else np.empty((n_rows, 0), dtype=np.uint8),
            reading.codebook,
            numeric=np.column_stack(numbers) if numbers else None,
            numeric_names=tuple(reading.numbers),
            **others,
        )

    def __repr__(self) -> str:
        parts = [number_of(self.n_rows, "row"), number_of(self.n_attributes, "column")]
        if self.numeric_names:
            parts.append(number_of(len(self.numeric_names), "numeric column"))
        parts += ["weighted"] * (self.weights is not None)
        parts += [f"target {self.target_name!r}"] * (self.target is not None)
        parts += [f"groups {self.groups_name!r}"] * (self.groups is not None)
        return f"CategoricalTable({', '.join(parts)})"

    # what it holds

    @property
    def kinds(self) -> tuple[str, ...]:
        """ "nominal" or "ordinal", a column."""
        return self.codebook.kinds

    @property
    def n_rows(self) -> int:
        """Number of rows, weights aside."""
        return self.codes.shape[0]

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.codes.shape

    @cached_property
    def row_weights(self) -> np.ndarray:
        """(n,) float64: how many rows each row counts for; ones where ``weights`` is None. Read-only."""
        return _frozen(np.ones(self.n_rows)) if self.weights is None else self.weights

    @cached_property
    def known(self) -> np.ndarray:
        """(n,) bool: rows of positive weight whose class is known; none of them without a target."""
        if self.target is None:
            return _frozen(np.zeros(self.n_rows, dtype=bool))
        return _frozen(is_known(self.target) & (self.row_weights > 0))

    @cached_property
    def n_classes(self) -> int:
        """Number of known classes that some row of positive weight has."""
        return 0 if self.target is None else len(labelled_places(self.target[self.known])[0])

    def __len__(self) -> int:
        return self.n_rows

    def __getitem__(self, rows: Any) -> CategoricalTable:
        """Some rows (slice, mask or row numbers), against the same codebook; they keep their weights."""
        if isinstance(rows, tuple) and len(rows) == 2 and rows[1] is Ellipsis:
            rows = rows[0]  # how scikit-learn asks for rows
        if not isinstance(rows, slice):
            rows = mask_or_numbers(rows, self.n_rows)
        weights = None if self.weights is None else self.weights[rows]
        return replace(
            self,
            codes=self.codes[rows],
            weights=weights,
            counting=weights,
            target=None if self.target is None else self.target[rows],
            numeric=self.numeric[rows],
            extra_columns=None if self.extra_columns is None else self.extra_columns.iloc[rows],
            groups=None if self.groups is None else self.groups[rows],
        )

    @cached_property
    def fingerprint(self) -> str:
        """blake2b digest of everything the table holds: equal content, equal text, in every process."""
        digest = hashlib.blake2b(digest_size=16)
        book = self.codebook
        text = (book.attributes, book.categories, book.kinds, book.missing, self.target_name, self.numeric_names)
        digest.update(repr(text).encode("utf-8", "surrogatepass"))
        for array in (self.codes.astype(np.uint32), self.weights, self.numeric):
            digest.update(b"-" if array is None else array.tobytes())
        digest.update(b"-" if self.target is None else repr(self.target.tolist()).encode("utf-8", "surrogatepass"))
        if self.extra_columns is not None and len(self.extra_columns.columns):
            _digest_columns(digest, self.extra_columns)
        if self.groups is not None:
            digest.update(repr(self.groups_name).encode("utf-8", "surrogatepass") + self.groups.tobytes())
        return digest.hexdigest()

    def to_pandas(self) -> pd.DataFrame:
        """The categorical columns as text, missing as None, in a DataFrame of pandas Categoricals."""
        columns = {}
        for r, name in enumerate(self.attributes):
            categories = self.categories[r]
            codes = self.codes[:, r].astype(np.intp)
            dtype = pd.CategoricalDtype(list(categories), ordered=self.kinds[r] == "ordinal")
            columns[name] = pd.Categorical.from_codes(np.where(codes < len(categories), codes, -1), dtype=dtype)
        return pd.DataFrame(columns)

    # other tables of the same rows

    def recode(self, codebook: Codebook) -> CategoricalTable:
        """The same rows against another codebook with the same columns; values it lacks become "no value".

        The same codebook object returns the table itself. ValueError where a column is lacking.
        """
        if codebook is self.codebook:
            return self
        codes = np.empty((self.n_rows, len(codebook.attributes)), dtype=np.intp)
        for r, attribute in enumerate(codebook.attributes):
            s = self.codebook.position(attribute)
            codes[:, r] = _translation(self.codebook, s, codebook, r)[self.codes[:, s]]
        return replace(self, codes=codes, codebook=codebook)

    def observed(self) -> CategoricalTable:
        """The table without categories that no row (of positive weight) carries."""
        book, present = self.codebook, self._present
        categories = tuple(
            tuple(label for label, occurs in zip(book.categories[r], present[r], strict=False) if occurs)
            for r in range(self.n_attributes)
        )
        missing = tuple(bool(m and p[len(c)]) for m, p, c in zip(book.missing, present, book.categories, strict=True))
        if categories == book.categories and missing == book.missing:
            return self
        return self.recode(replace(book, categories=categories, missing=missing))

    def missing_as_category(self) -> CategoricalTable:
        """The table with "missing" as the last value of every column where it occurs."""
        missing = tuple(bool(p[len(c)]) for p, c in zip(self._present, self.codebook.categories, strict=True))
        return self if missing == self.codebook.missing else self.recode(replace(self.codebook, missing=missing))

    def drop_missing(self, columns: Iterable[str] | None = None) -> CategoricalTable:
        """The rows without a missing value (in some columns, by name).

        Fractional weights are rescaled to the effective number of these rows: they are the data from here on.
        """
        places = slice(None) if columns is None else [self.codebook.position(name) for name in columns]
        known = self.codes < [len(c) for c in self.categories]
        return replace(self[known[:, places].all(axis=1)], counting=None)

    def select(self, columns: Iterable[str]) -> CategoricalTable:
        """Some columns, by name, in the order given."""
        places = [self.codebook.position(name) for name in columns]
        if places == list(range(self.n_attributes)):
            return self
        return replace(self, codes=self.codes[:, places], codebook=self.codebook.select(places))

    def grouped_by(self, column: str | None) -> CategoricalTable:
        """The table with a column that says which rows belong together; no method reads that column then.

        Parameters
        ----------
        column : str or None
            One of its columns, or of its ``extra_columns``. None: each row is on its own.

        Returns
        -------
        CategoricalTable

        Raises
        ------
        ValueError
            The table has no such column, or it holds the known classes.

        Examples
        --------
        >>> import pandas as pd, catviz
        >>> frame = pd.DataFrame({"who": ["ann", "ann", "bob"], "tea": ["yes", "no", "no"]})
        >>> table = catviz.CategoricalTable.from_pandas(frame).grouped_by("who")
        >>> table.groups.tolist(), table.attributes
        ([0, 0, 1], ('tea',))
        """
        if column is None:
            return replace(self, groups=None, groups_name=None)
        name, aside = column_name(column), self.extra_columns
        if name in self.attributes:
            r = self.codebook.position(name)
            codes = self.codes[:, r].astype(np.intp)
            labels = np.array([*self.categories[r], None], dtype=object)[np.minimum(codes, len(self.categories[r]))]
        elif aside is not None and name in aside:
            labels = labels_of(aside[name])
        else:
            holds = "it holds the known classes" if name == self.target_name else "the table has no such column"
            raise ValueError(f"rows cannot be grouped by {name!r}: {holds}")
        rest = self.select(without_column(self.attributes, name))
        return replace(rest, groups=as_groups(labels, self.n_rows), groups_name=name)

    def unique_rows(self) -> tuple[CategoricalTable, np.ndarray]:
        """``(rows, inverse)``: the distinct rows in code order, their weights summed, and each row's place there.

        Rows are distinguished by codes and numeric columns; the target, extra columns and groups are left behind.
        """
        codes, levels = self.codes, self.codebook.n_values
        if self.numeric.shape[1]:
            ranks = [np.unique(column, return_inverse=True)[1].reshape(-1) for column in self.numeric.T]
            codes = np.column_stack([codes, *ranks])
            levels = np.append(levels, [rank.max(initial=0) for rank in ranks])
        first, inverse = distinct_rows(codes, levels)
        weights = np.bincount(inverse, weights=self.weights, minlength=len(first)).astype(float)
        rows = replace(
            self,
            codes=self.codes.take(first, axis=0),  # several times as fast as codes[first]
            weights=weights,
            counting=weights,
            target=None,
            target_name=None,
            numeric=self.numeric.take(first, axis=0),
            extra_columns=None,
            groups=None,
            groups_name=None,
        )
        return rows, inverse

    def canonical(self) -> CategoricalTable:
        """The table with nominal values in an order that does not depend on their names.

        Values stand by count, then by the sorted counts of what they occur with, refined until nothing changes;
        declared orders are kept. Values still tied are interchangeable as far as refinement sees.
        """
        return self._canonical

    @cached_property
    def _canonical(self) -> CategoricalTable:
        """Kept, as each fit asks for it; clusterers fit the same table for one number of clusters after another."""
        book = self.codebook
        refuse_counts(book)
        values = _values_with_missing(book)
        canonical = canonical_codebook(self.co_occurrences()[np.ix_(values, values)], book)
        return self if canonical.categories == book.categories else self.recode(canonical)

    def co_occurrences(self) -> np.ndarray:
        """(c, c) co-occurrence (Burt) matrix of the values of ``codebook.with_missing``; read-only.

        A matrix that takes no more room than the codes is kept, as all fits of a table ask for the same one.
        """
        kept: np.ndarray | None = self.__dict__.get("_co_occurrences")
        if kept is None:
            kept = _frozen(burt_matrix(self.codes, self.codebook.with_missing.n_values, self.weights))
            if kept.nbytes <= self.codes.nbytes:
                object.__setattr__(self, "_co_occurrences", kept)
        return kept

    @cached_property
    def _present(self) -> list[np.ndarray]:
        """(v + 1,) of each column: which codes occur, "no value" last."""
        rows = slice(None) if self.weights is None else self.weights > 0
        return [
            np.bincount(column, minlength=n + 1) > 0
            for column, n in zip(self.codes[rows].T, self.codebook.n_values, strict=True)
        ]


def rows_of(data: Any, codebook: Codebook, numeric: Sequence[str] = ()) -> CategoricalTable:
    """The rows of a table or a frame, read as the columns of a codebook (`CategoricalTable.like`, `read_like`).

    TypeError for anything else.
    """
    if isinstance(data, CategoricalTable):
        return data.like(codebook, numeric, IGNORE)
    if not is_frame(data):
        raise TypeError(f"rows are expected, not a {type(data).__name__}: give a CategoricalTable or a DataFrame")
    return CategoricalTable.read_like(data, codebook, numeric)


def _digest_columns(digest: Any, frame: pd.DataFrame) -> None:
    digest.update(frame.index.to_numpy().tobytes())
    for name, column in frame.items():
        text = isinstance(column.dtype, pd.CategoricalDtype)
        values = (column.cat.ordered, list(column.cat.categories)) if text else ()
        digest.update(repr((name, values)).encode("utf-8", "surrogatepass"))
        digest.update((column.cat.codes if text else column).to_numpy().tobytes())


def _translation(source: Codebook, s: int, target: Codebook, r: int) -> np.ndarray:
    """(v + 1,) code in ``source`` column s -> code in ``target`` column r, "no value" included."""
    none, labels = int(target.n_values[r]), source.categories[s]
    missing = len(target.categories[r]) if target.missing[r] else none
    codes: Sequence[int] = range(len(labels))
    if labels != target.categories[r]:
        at = {label: i for i, label in enumerate(target.categories[r])}
        codes = [at.get(label, none) for label in labels]
    return np.array([*codes, missing, none] if source.missing[s] else [*codes, missing], dtype=np.intp)


def _values_with_missing(book: Codebook) -> np.ndarray:
    """(c,) places of a codebook's values among those of ``book.with_missing``."""
    starts = book.with_missing.offsets[:-1] - book.offsets[:-1]
    return np.arange(book.offsets[-1]) + np.repeat(starts, book.n_values)


def canonical_codebook(burt: np.ndarray, book: Codebook) -> Codebook:
    """The codebook with nominal values in canonical order; declared orders are kept."""
    ranks = canonical_ranks(burt, book)
    categories = tuple(
        labels if kind == "ordinal" else tuple(labels[i] for i in np.argsort(ranks[part][: len(labels)], kind="stable"))
        for labels, kind, part in zip(book.categories, book.kinds, book.slices(), strict=True)
    )
    return replace(book, categories=categories)


def canonical_ranks(burt: np.ndarray, book: Codebook) -> np.ndarray:
    """Rank of each value among all, from counts alone (colour refinement on the co-occurrence graph)."""
    part = np.repeat(np.arange(len(book.attributes)), book.n_values)
    fixed = [
        list(range(len(c) + m)) if kind == "ordinal" else [0] * len(c) + [1] * m
        for c, kind, m in zip(book.categories, book.kinds, book.missing, strict=True)
    ]
    keys = list(zip(part, np.concatenate(fixed).astype(int) if fixed else [], np.diag(burt), strict=True))
    ranks = _ranks(keys)
    if not len(ranks):
        return ranks
    ordered = burt.astype(">f8" if burt.dtype.kind == "f" else _big_endian(burt))  # sorts as its bytes do
    while True:
        order = np.argsort(ranks, kind="stable")
        starts = np.flatnonzero(np.diff(ranks[order], prepend=-1))
        co_occurring = ordered[:, order]
        for start, stop in zip(starts, np.append(starts[1:], len(order)), strict=True):
            if stop - start > 1:
                co_occurring[:, start:stop].sort(axis=1)
        refined = _ranks([(rank, row.tobytes()) for rank, row in zip(ranks, co_occurring, strict=True)])
        if refined.max(initial=0) == ranks.max(initial=0):
            return refined
        ranks = refined


def _big_endian(counts: np.ndarray) -> str:
    """The smallest type that holds the counts, most significant byte first."""
    return np.min_scalar_type(int(counts.max(initial=0))).newbyteorder(">").str


def _ranks(keys: list[tuple[Any, ...]]) -> np.ndarray:
    place = {key: i for i, key in enumerate(sorted(set(keys)))}
    return np.array([place[key] for key in keys], dtype=np.intp)


def _frozen(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array
