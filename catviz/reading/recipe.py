"""A recipe: the steps that prepare a table, in words, in a file, and applied."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from catviz.parameters import whole_numbers
from catviz.reading import steps as kinds
from catviz.reading.draft import Draft, DraftColumn, categorical
from catviz.reading.limits import LIMITS
from catviz.reading.prepared import Prepared, prepared
from catviz.reading.steps import STEPS, Step, row_numbers, row_ranges
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import column_name, listed
from catviz.table.column_roles import IN_TABLE, ColumnGuess
from catviz.table.dates import USUAL_PARTS

#: Of the files that recipes are written to.
VERSION = 1
_MARK = "catviz recipe"


@dataclass(frozen=True, repr=False)
class Recipe:
    """Steps that prepare a table, each applied to what the one before left. Immutable: a method gives another recipe.

    Attributes
    ----------
    steps : tuple of Step
        Each has its sentence in ``words``.

    Examples
    --------
    >>> import catviz
    >>> recipe = catviz.Recipe().missing(["Keine Angabe"]).merge("legs", ["5", "6", "8"], "more than 4")
    >>> recipe.words
    ("'Keine Angabe' counts as missing in all columns.", 'legs: 5, 6, 8 are merged into more than 4.')
    >>> recipe.without(0).apply(catviz.load_dataset("zoo")).categories[12]
    ('0', '2', '4', 'more than 4')
    """

    steps: tuple[Step, ...] = ()

    def __repr__(self) -> str:
        return f"Recipe({len(self.steps)} steps)" if len(self.steps) != 1 else "Recipe(1 step)"

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def words(self) -> tuple[str, ...]:
        """Each step as a sentence."""
        return tuple(step.words for step in self.steps)

    # steps

    def role(self, column: str, role: str) -> Recipe:
        """Use a column in another role.

        The roles are "category", "ordered", "binned", "weight", "left out", "shown only", "known classes", "id" and
        "groups": rows with the same value belong together, as those of one person.
        """
        return self.then(kinds.Role(column, role))

    def weights(self, column: str, of: str = kinds.SURVEY) -> Recipe:
        """Use a column as row weights: of "survey", each row is a case; of "counts", it is so many equal rows."""
        return self.then(kinds.Weights(column, of))

    def order(self, column: str, values: Sequence[str]) -> Recipe:
        """Declare the order of a column's values, low to high."""
        return self.then(kinds.Order(column, tuple(values)))

    def merge(self, column: str, values: Sequence[str], name: str) -> Recipe:
        """Merge some values of a column under a name."""
        return self.then(kinds.Merge(column, tuple(values), name))

    @whole_numbers("fewer_than")
    def merge_rare(self, column: str, fewer_than: int, name: str = "other") -> Recipe:
        """Merge the values of a column that are on fewer than so many rows."""
        return self.then(kinds.MergeRare(column, int(fewer_than), name))

    def rename_values(self, column: str, names: Mapping[str, str] | Iterable[tuple[str, str]]) -> Recipe:
        """Rename values of a column, given as a mapping from what they are called now."""
        return self.then(kinds.RenameValues(column, tuple(dict(names).items())))

    def rename(self, column: str, name: str) -> Recipe:
        """Give a column a short name; its full text is kept."""
        return self.then(kinds.RenameColumn(column, name))

    def split(
        self, column: str, separator: str = ";", name: str = "", empty_is_no: bool = False, none: str = ""
    ) -> Recipe:
        """Split cells of several answers, such as "a;b", into a column of yes and no for each answer.

        They are called "name: answer", by default after the column. A cell without an answer is missing in
        all of them, or, with ``empty_is_no``, no to all. ``none`` is an answer such as "none of these": no to all
        others, without a column of its own.
        """
        return self.then(kinds.Split(column, separator, name, bool(empty_is_no), none))

    def missing(self, tokens: Sequence[str], columns: Sequence[str] = ()) -> Recipe:
        """Take texts as missing, in some columns or in all."""
        return self.then(kinds.Missing(tuple(tokens), tuple(columns)))

    def filter(self, column: str, values: Sequence[str | None], keep: bool = True) -> Recipe:
        """Keep the rows that have one of some values (None: missing), or, with ``keep=False``, the others."""
        return self.then(kinds.Filter(column, tuple(values), bool(keep)))

    @whole_numbers("n")
    def bins(self, column: str, n: int = 10, how: str = "auto", limits: Sequence[float] = ()) -> Recipe:
        """Cut numbers into intervals of equal "width" or "frequency", as "auto" finds better, or at "limits"."""
        return self.then(kinds.Bins(column, int(n), how, tuple(float(limit) for limit in limits)))

    def numbers(self, column: str, decimal: str) -> Recipe:
        """Say whether "," or "." stands before the decimals of a column's numbers; the other parts thousands."""
        return self.then(kinds.Numbers(column, decimal))

    def dates(self, column: str, parts: Sequence[str] = USUAL_PARTS, form: str = "") -> Recipe:
        """Make columns of dates' years, quarters, months, weekdays or hours; ``form`` where values do not tell."""
        return self.then(kinds.Dates(column, tuple(parts), form))

    def mark(self, name: str, rows: str | Sequence[int]) -> Recipe:
        """Add a column that says which rows were chosen, by their numbers in the file from 1 ("1-4,9" or a list)."""
        return self.then(kinds.Mark(name, _row_text(rows)))

    def drop(self, rows: str | Sequence[int]) -> Recipe:
        """Leave out rows that are no cases, by their numbers in the file from 1 ("31,32" or a list)."""
        return self.then(kinds.Drop(_row_text(rows)))

    def settle(self, question: str) -> Recipe:
        """Answer a question about how the file was read, given by its ``key``, with "right as it is"."""
        return self.then(kinds.Settle(question))

    # recipes

    def then(self, step: Step) -> Recipe:
        """Add a step at the end."""
        named: dict[str, Any] = {"column": column_name(step.column)} if hasattr(step, "column") else {}
        if hasattr(step, "columns"):
            named["columns"] = tuple(map(column_name, step.columns))
        step = replace(step, **named)
        return replace(self, steps=(*self.steps, step))

    @whole_numbers("step")
    def without(self, step: int) -> Recipe:
        """Drop a step, by its place from 0."""
        return replace(self, steps=(*self.steps[:step], *self.steps[step:][1:]))

    def apply(self, table: CategoricalTable) -> CategoricalTable:
        """A table with the steps applied; ValueError for a step that does not fit.

        Columns that are left out or shown only are in ``extra_columns``, whose index holds the rows' numbers.
        """
        prepared = self.prepare(table)
        result, rows = prepared.table(), prepared.draft.row_numbers
        if table.weights is not None and result.weights is None:
            result = replace(result, weights=table.weights[rows], counting=table.weights[rows])
        if table.groups is not None and result.groups is None:
            result = replace(result, groups=table.groups[rows], groups_name=table.groups_name)
        extra = result.extra_columns
        if table.extra_columns is not None and extra is not None:
            before = table.extra_columns.iloc[rows]
            new = [name for name in extra if name not in before.columns]
            extra = pd.concat([extra[new].set_axis(before.index), before], axis=1)
        return replace(result, numeric=table.numeric[rows], numeric_names=table.numeric_names, extra_columns=extra)

    def prepare(self, table: CategoricalTable, name: str = "the table") -> Prepared:
        """What the columns of a table are after the steps."""
        book, cells = table.codebook, []
        for r, attribute in enumerate(book.attributes):
            values, codes = list(book.categories[r]), table.codes[:, r].astype(np.int32)
            kind = "ordered" if book.kinds[r] == "ordinal" else "category"
            order = tuple(values) if kind == "ordered" else ()
            column = DraftColumn(
                attribute,
                categorical(np.where(codes < len(values), codes, -1), values),
                guess=ColumnGuess(attribute, kind, order, len(values), 0, "declared in the data set", by=IN_TABLE),
                kind=kind,
                order=order,
                intervals=book.intervals[r] if book.intervals else None,
            )
            cells.append(column)
        if table.target is not None and table.target_name is not None:
            classes = pd.Categorical(table.target)
            drafted = categorical(np.asarray(classes.codes), [str(label) for label in classes.categories])
            cells.append(DraftColumn(table.target_name, drafted, use="known classes", kind="category"))
        return prepared(name, self.applied(Draft(tuple(cells), np.arange(table.n_rows))), LIMITS)

    def applied(self, draft: Draft) -> Draft:
        """A draft after the steps; ValueError names the step that does not fit."""
        for place, step in enumerate(self.steps, 1):
            try:
                draft = replace(step.apply(draft), made_missing=(*draft.made_missing, step.made_missing(draft)))
            except ValueError as error:
                raise ValueError(f"{error} (step {place}: {step.words.removesuffix('.')})") from None
        return draft

    # files

    def to_json(self) -> str:
        """The recipe as text for a file or a link: JSON with a version, a line per step."""
        lines = [json.dumps(_as_json(step), ensure_ascii=False) for step in self.steps]
        body = ",\n".join(f"  {line}" for line in lines)
        return (
            f'{{"{_MARK}": {VERSION}, "steps": [\n{body}\n]}}\n'
            if lines
            else f'{{"{_MARK}": {VERSION}, "steps": []}}\n'
        )

    @classmethod
    def from_json(cls, text: str) -> Recipe:
        """The recipe that `to_json` wrote; ValueError says in a sentence what is wrong with another text."""
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            raise ValueError("this is no recipe: it is not JSON; give a file that catviz wrote") from None
        if not isinstance(content, dict) or not isinstance(content.get("steps"), list) or _MARK not in content:
            raise ValueError(f"this is no recipe: it lacks {_MARK!r} or its steps; give a file that catviz wrote")
        if content[_MARK] != VERSION:
            raise ValueError(
                f"the recipe has version {content[_MARK]!r}, and this catviz reads {VERSION}: update catviz"
            )
        return cls(tuple(_from_json(place, step) for place, step in enumerate(content["steps"], 1)))

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Recipe:
        """The recipe in a file."""
        try:
            text = Path(path).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "it is no UTF-8 text"
            raise ValueError(f"{Path(path).name} cannot be read ({why}): give the path of a recipe") from None
        return cls.from_json(text)


def _row_text(rows: str | Sequence[int]) -> str:
    """Numbers of rows, from 1, as steps have them."""
    return rows if isinstance(rows, str) else row_ranges(np.asarray(rows, dtype=np.intp) - 1)


def _as_json(step: Step) -> dict[str, Any]:
    return {"do": step.method} | step.given


def _from_json(place: int, entry: Any) -> Step:
    """A step from its JSON."""
    classes = {kind.method: kind for kind in STEPS}
    what = entry.get("do") if isinstance(entry, dict) else None
    if not isinstance(what, str) or what not in classes:
        raise ValueError(f"step {place} of the recipe is {what!r}: the steps are {listed(list(classes), len(classes))}")
    kind, values = classes[what], {}
    declared = {field.name: field for field in fields(kind)}
    for name, value in entry.items():
        if name == "do":
            continue
        if name not in declared or not _fits(value, str(declared[name].type)):
            raise ValueError(f"step {place} of the recipe ({what}) has {name!r}: {value!r}, which does not fit there")
        values[name] = _tuples(value)
    try:
        step = kind(**values)
    except TypeError:
        needed = next(name for name, field in declared.items() if name not in values and field.default is MISSING)
        raise ValueError(f"step {place} of the recipe ({what}) lacks {needed!r}: add it") from None
    if isinstance(step, kinds.Mark | kinds.Drop):
        row_numbers(step.rows)
    return step


def _fits(value: Any, kind: str) -> bool:
    """True where a value of JSON is of the type that a step's field declares."""
    if kind == "tuple[str, str]":
        return isinstance(value, list) and len(value) == 2 and all(isinstance(each, str) for each in value)
    if kind.startswith("tuple"):
        inner = kind.removeprefix("tuple[").removesuffix(", ...]")
        return isinstance(value, list) and all(_fits(each, inner) for each in value)
    if kind == "str | None":
        return value is None or isinstance(value, str)
    if kind in ("int", "float"):
        return isinstance(value, int if kind == "int" else int | float) and not isinstance(value, bool)
    return isinstance(value, {"str": str, "bool": bool}[kind])


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
