"""The code for what is seen: pieces of Python that load a table and learn from it, as a script and as a notebook.

Names of columns, values and files are data of others: they enter the code as literals only.
"""

from __future__ import annotations

import ast
import inspect
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from catviz import registry
from catviz.clustering.by_name import CLUSTERERS
from catviz.reading.recipe import Recipe

REPLACE, _PATH = "from dataclasses import replace", "from pathlib import Path"
_PANDAS, _CATVIZ = "import pandas as pd", "import catviz"
JOINED = "catviz.join_columns(table, shown)"
_SIZES = "print(pd.Series(table.row_weights).groupby(labels).sum().rename_axis('cluster'))"
_SCORES = "print(catviz.metrics.scores(table.target, labels, sample_weight=table.weights))"
#: What a piece may import beside catviz, in the order in which a script does.
_OTHERS = ((REPLACE, _PATH), (_PANDAS, "import plotly.io as pio"))
_ABOUT = "What the catviz explorer showed, worked out again."
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


Order = tuple[tuple[str, ...], bool]


@dataclass(frozen=True)
class Piece:
    """A few lines of Python, what they do in words, and the lines that import what they need."""

    title: str
    code: str
    imports: tuple[str, ...] = ()


@dataclass(frozen=True)
class Source:
    """Which table, and how it was cut.

    Attributes
    ----------
    name : str
        A bundled data set's name, or that of a file.
    bundled : bool
    reading : mapping
        Keywords that read a file: delimiter, encoding, missing, sheet, header, decimal.
    typed : bool
        The file is no delimited text: ``catviz.read_table`` reads it, not ``catviz.read_csv``.
    recipe : Recipe
        The steps that prepared the table.
    own_target, target : str or None
        The column that holds the known classes in the table as loaded, and the one chosen.
    own_order : tuple
        The order that is declared of the classes in the table as loaded, if any, and whether it is from low to high.
    target_by_recipe : bool
        The one chosen is among the table's extra columns, since the recipe shows it only.
    weights : str or None
        The column chosen to count rows.
    survey : bool
        Its numbers are survey weights, whole ones too.
    columns : tuple of str or None
        The active ones; None where all are.
    shown : tuple of str
        Columns that are shown only, kept aside as the table ``shown``.
    shown_by_recipe : bool
        Some of them are among the table's extra columns, since the recipe shows them only.
    drop_missing : bool
        Rows that lack a value are left out.
    sample : int or None
        The table is a sample of so many rows of a file larger than memory, all of which are counted.
    """

    name: str
    bundled: bool = True
    reading: Mapping[str, object] = field(default_factory=dict)
    typed: bool = False
    recipe: Recipe = Recipe()
    own_target: str | None = None
    target: str | None = None
    own_order: Order = ((), False)
    target_by_recipe: bool = False
    weights: str | None = None
    survey: bool = False
    columns: tuple[str, ...] | None = None
    shown: tuple[str, ...] = ()
    shown_by_recipe: bool = False
    drop_missing: bool = False
    sample: int | None = None


def script(pieces: Iterable[Piece]) -> str:
    """A Python file that runs the pieces one after the other.

    Examples
    --------
    >>> print(script([load(Source("zoo", own_target="class", target="class"))]))
    \"\"\"What the catviz explorer showed, worked out again.\"\"\"
    <BLANKLINE>
    import catviz
    <BLANKLINE>
    # The table
    table = catviz.load_dataset('zoo')
    <BLANKLINE>
    """
    pieces = list(pieces)
    body = [f"# {piece.title}\n{piece.code}" for piece in pieces]
    return "\n\n".join([f'"""{_ABOUT}"""', _imports(pieces), *body]) + "\n"


def notebook(pieces: Iterable[Piece]) -> str:
    """The pieces as a Jupyter notebook (nbformat 4.5), its cells not yet run."""
    return notebook_of([_ABOUT, *pieces])


def notebook_of(parts: Sequence[Piece | str]) -> str:
    """A Jupyter notebook of text (Markdown) and pieces; what they import stands under the first text."""
    cells = []
    for i, part in enumerate(parts):
        if isinstance(part, str):
            cells.append(_cell("markdown", f"text-{i}", part))
        else:
            cells.append(_cell("markdown", f"title-{i}", f"**{part.title}**"))
            cells.append(_cell("code", f"code-{i}", part.code))
    cells.insert(1, _cell("code", "imports", _imports([part for part in parts if isinstance(part, Piece)])))
    content = {"cells": cells, "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, indent=1) + "\n"


def load(source: Source) -> Piece:
    """``table``: the table as it was looked at; ``counts`` beside it where it is a sample."""
    imports, lines = [_CATVIZ], []
    if source.sample is not None:
        lines += _sampled(source)
    else:
        lines += _prepared(source)
    if source.target is None and source.own_target is not None:
        imports.append(REPLACE)
        lines.append("table = replace(table, target=None, target_name=None)")
    elif source.target != source.own_target:
        imports.append(REPLACE)
        if source.own_target is not None:
            lines.append(f"table = {_with_order('table', source.own_order)}")
        of = "table"
        if source.target_by_recipe:
            of = f"catviz.select_columns(table, [{source.target!r}])"
        lines += [
            f"classes = [v if isinstance(v, str) else None for v in {of}.to_pandas()[{source.target!r}]]",
            f"table = replace(table, target=classes, target_name={source.target!r})",
        ]
    if source.weights is not None:
        imports.append(REPLACE)
        lines += [
            f"weights = [float(v) if isinstance(v, str) else 0.0 for v in table.to_pandas()[{source.weights!r}]]",
            f"table = replace(table, weights={'catviz.rescale_weights(weights)' if source.survey else 'weights'})",
        ]
    if source.drop_missing and source.columns is not None:
        lines.append(f"table = table.drop_missing({_several(source.columns)})")
    if source.shown_by_recipe:
        lines.append(f"shown = catviz.select_columns(table, {_several(source.shown)})")
    elif source.shown:
        lines.append(f"shown = table.select({_several(source.shown)})")
    if source.columns is not None:
        lines.append(f"table = table.select({_several(source.columns)})")
    elif source.drop_missing:
        lines.append("table = table.drop_missing()")
    return Piece("The table", "\n".join(lines), tuple(imports))


def _prepared(source: Source) -> list[str]:
    """A bundled table or a file, with the recipe before it where there is one."""
    steps = [f"    .{step.method}({_call(*map(literal, step.given.values()))})" for step in source.recipe.steps]
    recipe = ["recipe = (", "    catviz.Recipe()", *steps, ")"] if steps else []
    if source.bundled:
        table = f"catviz.load_dataset({source.name!r})"
        return [*recipe, f"table = {f'recipe.apply({table})' if steps else table}"]
    arguments = _call(repr(source.name), **source.reading, **({"recipe": _Name("recipe")} if steps else {}))
    return [*recipe, f"table = catviz.read_{'table' if source.typed else 'csv'}({arguments})"]


class _Name:
    """A name in the code, where a call otherwise has literals."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name


def _sampled(source: Source) -> list[str]:
    lines = [f"rows = catviz.scan({source.name!r})", f"table = rows.sample({source.sample})"]
    if source.target is None:
        lines.append("counts = catviz.count(rows)")
    else:
        lines.append(f"counts = catviz.count(rows.regrouped({source.target!r}), by={source.target!r})")
    return lines if source.columns is None else [*lines, f"counts = counts.select({_several(source.columns)})"]


def learn(name: str, parameters: Mapping[str, object], with_classes: bool, sampled: bool = False) -> Piece:
    """``learned``: a method fitted on the table, with the parameters that are not its defaults.

    ``with_classes`` says whether classes are known; only supervised methods get them. Where the table is
    ``sampled``, methods that learn from counts take those of all rows. A method that ``catviz`` does not offer by its
    name is imported from its module.
    """
    cls = registry.method(name).cls
    defaults = {key: p.default for key, p in inspect.signature(cls).parameters.items()}
    settings = {key: value for key, value in parameters.items() if key not in defaults or defaults[key] != value}
    data = "table, table.target" if with_classes and cls.uses_target else "table"
    data = "counts" if sampled and cls.needs == "counts" else data
    class_name, imported = _class_as_code(cls)
    return Piece("What the method learns", f"learned = {class_name}({_call(**settings)}).fit({data})", (imported,))


def values(column: str, a: str, b: str) -> Piece:
    """A column's distances, order and coordinates, and where the number between two of its values comes from."""
    return Piece(
        "How near a column's values are, and why",
        f"column, a, b = {column!r}, {a!r}, {b!r}\n"
        "print(learned.value_distances_[column].round(3))\n"
        "print(learned.geometry_.order().labels(column))\n"
        "print(learned.value_embedding_[column].round(3))\n"
        "why = learned.explain(column, a, b)\n"
        "print(why.distance)\n"
        "print(why.terms)",
    )


def sureness(column: str, a: str, b: str) -> Piece:
    """How sure a column's distances, and the nearest values of one of its values, are."""
    return Piece(
        "How sure the distances are",
        "sure = catviz.uncertainty(table, learned)\n"
        f"print(sure.pairs({column!r}).round(3))\n"
        f"print(sure.pair({column!r}, {a!r}, {b!r}))\n"
        f"print(sure.nearest({column!r}, {a!r}))",
        (_CATVIZ,),
    )


def correspondence(shown: bool, sampled: bool = False) -> Piece:
    """The tables that MCA is read from; columns ``shown`` only are supplementary, as are the known classes."""
    data = "" if sampled else _every_column(shown, None)
    return Piece(
        "The axes of MCA",
        "print(learned.inertia().round(3).to_string())\n"
        f"print(learned.values({data}).round(3).to_string())\n"
        f"print(learned.columns({data}).round(3).to_string())",
        (_CATVIZ,),
    )


def orders() -> Piece:
    """The order of every column's values."""
    return Piece(
        "The order of each column's values",
        "order = learned.geometry_.order()\n"
        "for column in order.codebook.attributes:\n"
        "    print(column, order.labels(column))",
    )


def row_map(kind: str, seed: int, perplexity: int | None = None) -> Piece:
    """``coordinates``: where each row stands in a map."""
    settings = {"random_state": seed} | ({} if perplexity is None else {"perplexity": perplexity})
    return Piece(
        "A map of the rows",
        f"places = catviz.row_map(learned.geometry_, table, {_call(repr(kind), **settings)})\n"
        "coordinates = places.coordinates[places.inverse]\n"
        "print(coordinates)",
        (_CATVIZ,),
    )


def neighbours_kept(seed: int, measured_by: Piece | None = None, all_axes: bool = False) -> Piece:
    """How well the map keeps neighbours, by the distances of its own method or of that which ``measured_by`` fits.

    ``all_axes``: by the distances on all axes of MCA.
    """
    imports: tuple[str, ...] = (_CATVIZ,)
    lines, name = [], "learned"
    if measured_by is not None:
        name = "reference"
        lines.append(measured_by.code.replace("learned", name, 1))
        imports += measured_by.imports
    kept = f"{name}.chi_squared_distances()" if all_axes else f"{name}.geometry_"
    lines.append(f"print(catviz.neighbour_preservation({kept}, table, places, random_state={seed}))")
    return Piece("How well the map keeps neighbours", "\n".join(lines), imports)


def clusters(clusterer: str, k: int, n_init: int, seed: int, scored: bool) -> Piece:
    """``labels``: each row's cluster from 1; where ``scored``, how well they agree with the known classes."""
    chosen = CLUSTERERS[clusterer]
    class_name, imported = _class_as_code(chosen.estimator)
    arguments = _call(distances=_Name("learned.geometry_"), **chosen.given(k, n_init, seed))
    lines = [f"labels = {class_name}({arguments}).fit(table).labels_ + 1", _SIZES]
    if scored:
        lines.append(_SCORES)
    return Piece("Clusters of rows", "\n".join(lines), (_PANDAS, _CATVIZ, imported))


def own_clusters(probabilities: bool, scored: bool) -> Piece:
    """``labels``: the clusters from 1 that the method found itself; their ``probabilities``, where it has some."""
    lines = [
        "labels = learned.labels_ + 1",
        _SIZES,
    ]
    if probabilities:
        lines += ["probabilities = learned.predict_proba(table)", "print(probabilities.round(3))"]
    if scored:
        lines.append(_SCORES)
    return Piece("Clusters of rows", "\n".join(lines), (_PANDAS, _CATVIZ))


def rules(most: int) -> Piece:
    """``found``: rules that describe the clusters."""
    code = f"found = catviz.rules(table, labels, max_rules={most})\nprint(found)"
    return Piece("Rules that describe the clusters", code, (_CATVIZ,))


def structure(
    most: int,
    clusterer: str | None,
    n_shuffles: int,
    n_init: int,
    seed: int,
    supervised: bool,
    rows: int,
    one_gradient: bool = True,
) -> Piece:
    """``tested`` and ``beyond``: the tests of cluster structure against unrelated columns, and against one gradient.

    The method is learned anew on every shuffled or simulated table; of more than ``rows`` rows, so many are drawn. Of
    rows that belong together there is no test against ``one_gradient``.
    """
    settings = dict(n_shuffles=n_shuffles, random_state=seed, clusterer=clusterer, n_init=n_init, max_rows=rows)
    classes = ", y=table.target" if supervised else ""
    call = f"catviz.structure_test(table, learned, range(2, {most + 1}), {_call(**settings)}{classes}"
    first = f"tested = {call})\nprint(tested.p_value, tested.n_shuffles)\nprint(tested.by_k.round(3))"
    if not one_gradient:
        return Piece("Are the clusters more than unrelated columns give?", first, (_CATVIZ,))
    return Piece(
        "Are the clusters more than unrelated columns give, and more than one gradient?",
        f"{first}\n"
        "if tested.significant:\n"
        f"    beyond = {call}, null='one factor')\n"
        "    print(beyond.p_value, beyond.n_shuffles)",
        (_CATVIZ,),
    )


def splits(
    encodings: Mapping[str, Mapping[str, object]],
    classifiers: Sequence[str],
    parameters: Mapping[str, object],
    most: int,
    repeats: int,
    test_size: float,
    seed: int,
) -> Piece:
    """``runs``: accuracies of classifiers on repeated splits of at most ``most`` rows, by encoding.

    Encodings are names of methods with what is set of them; ``parameters`` are those of the classifiers.
    """
    lines, imports = [], [_CATVIZ]
    for name, settings in encodings.items():
        cls = registry.method(name).cls
        class_name, imported = _class_as_code(cls)
        seeded = {"random_state": seed} if "random_state" in inspect.signature(cls).parameters else {}
        lines.append(f"    {registry.method(name).short!r}: {class_name}({_call(**settings, **seeded)}),\n")
        imports.append(imported)
    return Piece(
        "Accuracies on repeated splits",
        f"encodings = {{\n{''.join(lines)}}}\n"
        f"runs = catviz.compare_encodings(\n    table,\n    encodings,\n    {list(classifiers)!r},\n"
        f"    {_call(**parameters)},\n"
        f"    {_call(repeats=repeats, test_size=test_size, max_rows=most, random_state=seed)},\n)\n"
        "print(runs.groupby(['classifier', 'encoding'])['accuracy'].agg(['mean', 'std']).round(3))",
        tuple(imports),
    )


def association(measure: str, sampled: bool = False) -> Piece:
    """How much the table's columns depend on each other, in the rows in which both are known."""
    counts = f"{'counts' if sampled else 'catviz.count(table)'}.without_missing()"
    code = f"print(catviz.association_matrix({counts}, {measure!r}).round(3))"
    return Piece("How much columns depend on each other", code, (_CATVIZ,))


def outcome(
    column: str, seed: int, shown: bool, sampled: Sequence[str] | None = None, order: Order = ((), False)
) -> Piece:
    """``found``: columns and values ranked by how they go with one column.

    ``shown`` says that there are columns shown only; ``sampled`` names all columns where the table is a sample.
    ``order`` is that of the known classes, and whether it is from low to high.
    """
    data = _every_column(shown, sampled, order)
    code = (
        f"found = catviz.outcome({_call(data, repr(column), random_state=seed)})\n"
        "print(found.columns.round(4).to_string())\n"
        "print(found.values.round(4).to_string())"
    )
    return Piece(f"What goes with {' '.join(column.split())}", code, (_CATVIZ,))


def crosstab(
    rows: str,
    columns: str,
    seed: int,
    shown: bool,
    sampled: Sequence[str] | None = None,
    order: Order = ((), False),
) -> Piece:
    """``crossed``: two columns crossed, and the frequencies of the first; parameters as of `outcome`."""
    data = _every_column(shown, sampled, order)
    code = (
        f"crossed = catviz.crosstab({_call(data, repr(rows), repr(columns), random_state=seed)})\n"
        'for of in ("counts", "row_percent", "column_percent", "expected", "residuals"):\n'
        "    print(crossed.to_frame(of, totals=True).round(1).to_string())\n"
        "print(crossed.test)\n"
        f"print(catviz.frequencies({data}, {rows!r}).round(1))"
    )
    return Piece("Two columns crossed", code, (_CATVIZ,))


def _every_column(shown: bool, sampled: Sequence[str] | None, order: Order = ((), False)) -> str:
    """The table with all its columns, as code."""
    if sampled is not None:
        return f"catviz.count(rows).select({_several(sampled)})"
    data = JOINED if shown else "table"
    return _with_order(data, order) if order[0] else data


def _with_order(data: str, order: Order) -> str:
    """A table with its known classes as a column, as code."""
    values, ordered = order
    arguments = [literal(values)] if values else []
    return f"catviz.classes_as_column({_call(data, *arguments, **({'ordered': True} if ordered else {}))})"


def _class_as_code(cls: type) -> tuple[str, str]:
    """A class as code, and the line that imports it: from ``catviz`` where that offers it, else from its module."""
    if cls.__module__.startswith("catviz.") and cls.__name__ in _public_names():
        return f"catviz.{cls.__name__}", _CATVIZ
    return cls.__name__, f"from {cls.__module__} import {cls.__name__}"


@cache
def _public_names() -> frozenset[str]:
    """What ``import catviz`` offers: the names in its stub."""
    stub = ast.parse(Path(__file__).parents[1].joinpath("__init__.pyi").read_text(encoding="utf-8"))
    return frozenset(alias.name for line in stub.body if isinstance(line, ast.ImportFrom) for alias in line.names)


def _imports(pieces: Sequence[Piece]) -> str:
    wanted = {line for piece in pieces for line in piece.imports}
    others = [[line for line in block if line in wanted] for block in _OTHERS]
    further = sorted(wanted.difference(*_OTHERS), key=lambda line: (line.startswith("from"), line))
    blocks = [*others, further]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _cell(kind: str, name: str, text: str) -> dict[str, Any]:
    cell = {"cell_type": kind, "id": name, "metadata": {}, "source": text.splitlines(keepends=True)}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def _call(*positional: str, **named: object) -> str:
    return ", ".join([*positional, *(f"{name}={literal(value)}" for name, value in named.items())])


def literal(value: object) -> str:
    """A value as code; an infinite number has no literal of its own."""
    return f"float({str(value)!r})" if isinstance(value, float) and math.isinf(value) else repr(value)


def _several(names: Sequence[str]) -> str:
    lines = "".join(f"    {name!r},\n" for name in names)
    return f"[\n{lines}]"
