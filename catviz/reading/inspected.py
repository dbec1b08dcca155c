"""What a file is taken to hold and why, open to edits, before a table is built of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from catviz.reading.delimited import check_cells
from catviz.reading.doubts import Question
from catviz.reading.draft import ROW_WEIGHTS, Draft, DraftColumn
from catviz.reading.limits import LIMITS, Limits
from catviz.reading.prepared import Prepared, checked_order, prepared
from catviz.reading.questions import about_namibia, questions
from catviz.reading.recipe import Recipe
from catviz.reading.row_weights import with_row_weights
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import MISSING_TOKENS, Codebook, MissingTokens, column_name
from catviz.table.column_roles import BY_HAND, ROLES, ColumnGuess, guess_columns
from catviz.table.weights import counted_though_survey

#: How the note begins that lists them.
READ_AS_MISSING = "Cells read as missing"
#: Of ``weights``: the column that looks like row weights holds them.
GUESS = "guess"


@dataclass(frozen=True, eq=False)
class InspectedFile:
    """What a file is taken to hold, open to edits before a table is built.

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
        What was read and why so, in sentences.
    cells : DataFrame
        A column each of the file, as unordered Categoricals: different texts in the order they occur, and codes.
    columns : tuple of ColumnGuess
        Of the file, before the recipe.
    limits : Limits
    orders : mapping of column to its values
        The order in which a file with types lists a column's values: of codes, of a declared scale, of dates.
    full_texts : mapping of column to str
        What a column is called in full, where its name is a short one: the question asked in a survey.
    sheets : tuple of str
        The sheets of a workbook.
    sheet : str or None
        The one that was read.
    typed : bool
        The file says what its columns are: it is no delimited text.
    recipe : Recipe
        The steps that the table is prepared by.
    doubts : tuple of Question
        About the file as a whole; those about columns are among the ``questions``.
    read_as_missing : mapping of str to int
        The tokens that occur, each with its cells.
    """

    name: str
    encoding: str
    delimiter: str | None
    missing: tuple[str, ...]
    notes: tuple[str, ...]
    cells: pd.DataFrame
    columns: tuple[ColumnGuess, ...]
    limits: Limits = LIMITS
    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    full_texts: Mapping[str, str] = field(default_factory=dict)
    sheets: tuple[str, ...] = ()
    sheet: str | None = None
    typed: bool = False
    recipe: Recipe = Recipe()
    doubts: tuple[Question, ...] = ()
    read_as_missing: Mapping[str, int] = field(default_factory=dict)

    @property
    def settings(self) -> dict[str, Any]:
        """How the file was read, as keywords that read it again; of a workbook, the sheet."""
        settings: dict[str, Any] = {"delimiter": self.delimiter, "encoding": self.encoding or None, "sheet": self.sheet}
        if self.missing != MISSING_TOKENS:
            settings["missing"] = self.missing
        return {key: value for key, value in settings.items() if value is not None}

    @cached_property
    def prepared(self) -> Prepared:
        """The columns after the steps of the recipe."""
        columns = tuple(self._drafted(guess) for guess in self.columns)
        named = {f"{ROW_WEIGHTS}{c.name}" for c in self.columns if c.role == "weight" and c.by == BY_HAND}
        draft = Draft(columns, np.arange(len(self.cells)), settled=frozenset(named))
        return replace(prepared(self.name, self.recipe.applied(draft), self.limits), doubts=self.doubts)

    @property
    def questions(self) -> list[Question]:
        """What is in doubt about the file, the answers that change most first."""
        return questions(self.prepared)

    def with_recipe(self, recipe: Recipe) -> InspectedFile:
        """The inspected file with a recipe in the place of the one it has.

        Raises
        ------
        ValueError
            A step that does not fit: an unknown column or value, or no row left.
        """
        file = replace(self, recipe=recipe)
        file.prepared  # noqa: B018 - a step that does not fit is refused now
        return file

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The cells as text (object), missing as None; a column each of the file."""
        texts = {}
        for name, column in self.cells.items():
            values = np.array([*column.cat.categories, None], dtype=object)
            texts[name] = values[column.cat.codes.to_numpy()]
        return pd.DataFrame(texts, dtype=object)

    def changed(self, column: str, role: str, order: Sequence[str] | None = None) -> InspectedFile:
        """The inspected file with a column's role (and order of values) set by hand.

        Without an order, "ordered" takes the order that the file declares, else numbers by size, a known scale,
        ranges, or dates. A new weight column leaves the former out.

        Raises
        ------
        ValueError
            Unknown column or role, an order that lacks a value, a role the column's values do not allow, or "ordered"
            without an order where the values are no known scale.
        """
        column = column_name(column)
        places = [i for i, guess in enumerate(self.columns) if guess.name == column]
        if not places:
            first_names = ", ".join(repr(guess.name) for guess in self.columns[:8])
            raise ValueError(f"no column {column!r} in {self.name}: the first columns are {first_names}")
        if role not in ROLES:
            raise ValueError(f"no role {role!r} for column {column!r}: the roles are {', '.join(ROLES)}")
        guess = self.columns[places[0]]
        values = [] if role == "left out" else list(self.cells[column].cat.categories)
        if order is None and role == "ordered":
            order = self.orders.get(column)
        order = checked_order(guess, role, order, values, self.limits)
        guesses = [
            replace(g, role="left out", why=f"column {column!r} holds the row weights")
            if role == g.role == "weight"
            else g
            for g in self.columns
        ]
        guesses[places[0]] = guess.set_by_hand(role, order)
        return replace(self, columns=tuple(guesses))

    def with_weights(self, weights: str | None) -> InspectedFile:
        """The inspected file with a column as row weights: the one named, none (None), or what was guessed ("guess").

        Raises
        ------
        ValueError
            An unknown column, or one that holds anything but positive numbers.
        """
        if weights == GUESS:
            return self
        asked = [(g.name, list(self.cells[g.name].cat.categories), g.n_missing) for g in self.columns]
        plain = guess_columns(asked, len(self.cells), self.limits.distinct)
        pairs = zip(self.columns, plain, strict=True)
        bare = replace(self, columns=tuple(new if old.role == "weight" else old for old, new in pairs))
        return bare if weights is None else bare.changed(weights, "weight")

    def with_orders(self, ordered: Mapping[str, Sequence[str]]) -> InspectedFile:
        """The inspected file with several columns ordered by hand; errors as of `changed`."""
        read = self
        for column, order in ordered.items():
            read = read.changed(column, "ordered", order)
        return read

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
        table = self.prepared.table(target, bins, strategy)
        return table.recode(_as_declared(table.codebook, self.orders))

    def _drafted(self, guess: ColumnGuess) -> DraftColumn:
        """A column of the file as the first step finds it; what was changed by hand stays so."""
        column = DraftColumn(
            guess.name,
            self.cells[guess.name].array,
            guess,
            order=self.orders.get(guess.name, ()),
            text=self.full_texts.get(guess.name, ""),
            decimal=guess.decimal,
        )
        if guess.role == "ordered":
            column = column.with_one_text_each()
        if guess.by != BY_HAND:
            return self._as_weights(column) if guess.role == "weight" else column
        use = guess.role if guess.role in ("weight", "left out") else ""
        return replace(column, use=use, kind="" if use else guess.role, order=guess.order)

    def _as_weights(self, column: DraftColumn) -> DraftColumn:
        return column.as_weights(self.cells[name].array for name in self.cells if name != column.name)

    @property
    def counted_though_survey(self) -> str:
        """What to say of weights that were named, and count as rows, but look like survey weights; else empty."""
        for guess in self.columns:
            if guess.role == "weight" and guess.by == BY_HAND:
                column = self._as_weights(self._drafted(guess))
                if column.survey and column.numbers is not None:
                    return counted_though_survey(column.name, column.numbers.sum(), column.survey)
        return ""


def inspected(
    name: str,
    columns: Iterable[tuple[str, Sequence[str | None], np.ndarray]],
    n_rows: int,
    notes: Sequence[str],
    missing: Sequence[str],
    limits: Limits,
) -> InspectedFile:
    """What columns of text hold: each as its name, its different texts, and the (n,) place of each cell among them.

    A text may be None, and a place -1, where there is no value.
    """
    notes, tokens, guesses = list(notes), MissingTokens(missing), []
    counts: dict[str, int] = {}
    void = 0
    not_available: dict[str, tuple[Sequence[str], int]] = {}
    cells: dict[str, np.ndarray] = {}
    coded = []
    for label, texts, places in columns:
        check_cells(name, label, texts, places, limits)
        values, moved, missing_counts = _encoded(texts, places, tokens)
        cells[label] = pd.Categorical.from_codes(moved, pd.Index(values, dtype=object))
        coded.append(moved)
        n_missing = int((moved < 0).sum())
        guesses.append((label, values, n_missing))
        void += n_missing - sum(missing_counts.values())
        if "NA" in missing_counts:
            not_available[label] = values, missing_counts["NA"]
        for token, count in missing_counts.items():
            counts[token] = counts.get(token, 0) + count
    if void:
        notes.append(f"Cells without a value: {void:,}.")
    if counts:
        listed = ", ".join(
            f"{repr(token) if token else 'empty cells'} {count:,}" for token, count in sorted(counts.items())
        )
        notes.append(f"{READ_AS_MISSING}: {listed}.")
    repeated = int(pd.DataFrame(dict(enumerate(coded))).duplicated().sum())
    if repeated:
        notes.append(f"{repeated:,} of {n_rows:,} rows repeat an earlier row; they are kept.")
    frame = pd.DataFrame(cells)
    roles = with_row_weights(guess_columns(guesses, n_rows, limits.distinct), frame)
    doubts = about_namibia(not_available, missing)
    read = InspectedFile(name, "", None, tuple(missing), tuple(notes), frame, roles, limits)
    return replace(read, doubts=doubts, read_as_missing=counts)


def _encoded(
    texts: Sequence[str | None], places: np.ndarray, tokens: MissingTokens
) -> tuple[list[str], np.ndarray, dict[str, int]]:
    """(different values, (n,) place of each cell there or -1 where missing, count a missing token)."""
    counts = np.bincount(places[places >= 0], minlength=len(texts))
    values: dict[str, int] = {}
    missing_counts: dict[str, int] = {}
    moved = np.full(len(texts) + 1, -1, dtype=np.int32)
    for i, text in enumerate(texts):
        if text is None or not counts[i]:
            continue
        text = text.strip()
        if text in tokens:
            missing_counts[text] = missing_counts.get(text, 0) + int(counts[i])
        else:
            moved[i] = values.setdefault(text, len(values))
    return list(values), moved[places], missing_counts


def _as_declared(book: Codebook, orders: Mapping[str, tuple[str, ...]]) -> Codebook:
    """A codebook whose columns without an order list their values as the file does."""
    categories = list(book.categories)
    for r, name in enumerate(book.attributes):
        if name in orders and book.kinds[r] == "nominal" and set(categories[r]) == set(orders[name]):
            categories[r] = orders[name]
    return book if tuple(categories) == book.categories else replace(book, categories=tuple(categories))
