"""Simulated tables: unrelated columns, and columns with structure of a stated size."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
from scipy.special import ndtri

from catviz.table.categorical import CategoricalTable
from catviz.table.weights import rescale_weights

LEVELS = tuple("12345")
CLASSES = ("a", "b", "c")
#: Shares of classes, if they are not equal.
SKEWED = (0.6, 0.3, 0.1)
#: How many values a column has at least and at most.
FEW, MANY = (2, 6), (10, 20)
#: Shares of classes where nearly all rows are in one.
RARE = (0.97, 0.02, 0.01)
#: Between the seeds of two parts of a table.
_APART = 10**7


def unrelated(seed: int, n: int, d: int, skewed: bool, sizes: tuple[int, int] = FEW) -> CategoricalTable:
    """Independent columns of two to six values with even or skewed (1 / i^1.5) shares; a class unrelated to them.

    Columns of at least three values are declared ordered, in the order of their shares.

    Examples
    --------
    >>> unrelated(0, n=150, d=3, skewed=True).shape
    (150, 3)
    """
    rng = np.random.default_rng(seed)
    columns, ordered = {}, {}
    for j in range(d):
        v = int(rng.integers(sizes[0], sizes[1] + 1))
        shares = np.arange(1, v + 1) ** (-1.5 if skewed else 0.0)
        labels = [str(i + 1) for i in range(v)]
        columns[f"c{j}"] = rng.choice(labels, n, p=shares / shares.sum())
        if v > 2:
            ordered[f"c{j}"] = labels
    table = CategoricalTable.from_pandas(pd.DataFrame(columns), ordered=ordered)
    return _with_classes(table, _drawn_classes(rng, n, skewed))


def grouped(seed: int, n: int, d: int, kept: float, skewed: bool = False, ordered: int = 0) -> CategoricalTable:
    """Three groups, which are the classes: a cell shows its group's own value with probability ``kept``, else any of 5.

    Cramér's V of two columns is 0.15, 0.22 and 0.30 for ``kept`` 0.4, 0.5 and 0.6, if the groups have equal shares. The
    first ``ordered`` columns have a declared order; which values are a group's own is drawn without regard to it.
    """
    rng = np.random.default_rng(seed)
    group = rng.choice(len(CLASSES), n, p=SKEWED) if skewed else rng.integers(0, len(CLASSES), n)
    levels = np.stack([rng.permutation(len(LEVELS)) for _ in range(d)])[:, : len(CLASSES)]
    cells = np.where(rng.random((n, d)) < kept, levels[:, group].T, rng.integers(0, len(LEVELS), (n, d)))
    names = [f"c{j}" for j in range(d)]
    table = CategoricalTable.from_pandas(
        pd.DataFrame(_labels(cells), columns=names), ordered=dict.fromkeys(names[:ordered], LEVELS)
    )
    return _with_classes(table, np.array(CLASSES, dtype=object)[group])


def several_directions(seed: int, n: int, d: int) -> CategoricalTable:
    """Six groups of equal expected size: a cell shows its group's own value with probability 0.6, else any of 5.

    A group's own value is drawn for each column anew, so two groups may share it, and the groups differ along five
    independent directions. Cramér's V of two columns is 0.22 on average.
    """
    rng = np.random.default_rng(seed)
    group = rng.integers(0, 6, n)
    levels = rng.integers(0, len(LEVELS), (d, 6))
    cells = np.where(rng.random((n, d)) < 0.6, levels[:, group].T, rng.integers(0, len(LEVELS), (n, d)))
    return CategoricalTable.from_pandas(pd.DataFrame(_labels(cells), columns=[f"c{j}" for j in range(d)]))


def graded(seed: int, n: int, d: int, correlation: float) -> CategoricalTable:
    """Ordered columns of five values cut from normal variables with one common factor; classes are thirds of it.

    ``correlation`` is that of any two of the normal variables; Cramér's V is 0.14 and 0.24 for 0.3 and 0.5.
    """
    rng = np.random.default_rng(seed)
    factor = rng.normal(size=n)
    latent = np.sqrt(correlation) * factor[:, None] + np.sqrt(1 - correlation) * rng.normal(size=(n, d))
    cells = np.searchsorted([-1.0, -0.35, 0.35, 1.0], latent)
    names = [f"c{j}" for j in range(d)]
    table = CategoricalTable.from_pandas(
        pd.DataFrame(_labels(cells), columns=names), ordered=dict.fromkeys(names, LEVELS)
    )
    thirds = np.searchsorted(np.quantile(factor, [1 / 3, 2 / 3]), factor)
    return _with_classes(table, np.array(CLASSES, dtype=object)[thirds])


def miscoded(seed: int, n: int, d: int, correlation: float) -> CategoricalTable:
    """`graded`, with the values named anew, alike in all columns: one scale whose declared order says nothing.

    Examples
    --------
    >>> miscoded(0, n=150, d=3, correlation=0.5).categories[0]
    ('1', '2', '3', '4', '5')
    """
    table = graded(seed, n, d, correlation)
    names = np.random.default_rng(seed + 1_000_003).permutation(len(LEVELS))
    present = table.codes < len(LEVELS)
    return replace(table, codes=np.where(present, names[np.minimum(table.codes, len(LEVELS) - 1)], table.codes))


def one_gradient(seed: int, n: int, d: int, skewed: bool, sizes: tuple[int, int] = FEW) -> CategoricalTable:
    """Columns of two to six values cut from normal variables with one common factor: a continuum without groups.

    Values have even or skewed (1 / i^1.5) shares and stand in random order along the gradient; no column is declared
    ordered. The loadings of the columns are drawn evenly between 0.4 and 0.9: correlations between 0.16 and 0.81.

    Examples
    --------
    >>> one_gradient(0, n=150, d=3, skewed=True).shape
    (150, 3)
    """
    rng, columns = np.random.default_rng(seed), {}
    factor = rng.normal(size=n)
    for j in range(d):
        v, loading = int(rng.integers(sizes[0], sizes[1] + 1)), rng.uniform(0.4, 0.9)
        shares = np.arange(1, v + 1) ** (-1.5 if skewed else 0.0)
        latent = loading * factor + np.sqrt(1 - loading**2) * rng.normal(size=n)
        labels = rng.permutation(v)
        cuts = ndtri(np.cumsum((shares / shares.sum())[labels])[:-1])
        columns[f"c{j}"] = labels[np.searchsorted(cuts, latent)].astype(str)
    return CategoricalTable.from_pandas(pd.DataFrame(columns))


def unimodal(seed: int, n: int, d: int) -> CategoricalTable:
    """Independent ordered columns of five values; classes of skewed shares, unrelated to them.

    Columns are normal variables in bins one standard deviation wide: 7, 24, 38, 24 and 7 % of the rows, so frequent
    values lie side by side, as on many scales. Orders then differ in the sizes of the clusters that they give, which is
    enough to change scores that are not corrected for chance.

    Examples
    --------
    >>> table = unimodal(0, n=150, d=3)
    >>> table.kinds, [int((table.codes[:, 0] == j).sum()) for j in range(5)]
    (('ordinal', 'ordinal', 'ordinal'), [7, 44, 52, 38, 9])
    """
    rng = np.random.default_rng(seed)
    cells = np.searchsorted([-1.5, -0.5, 0.5, 1.5], rng.normal(size=(n, d)))
    names = [f"c{j}" for j in range(d)]
    table = CategoricalTable.from_pandas(
        pd.DataFrame(_labels(cells), columns=names), ordered=dict.fromkeys(names, LEVELS)
    )
    return _with_classes(table, _drawn_classes(rng, n, skewed=True))


def tilted(seed: int, n: int, d: int) -> CategoricalTable:
    """Related ordered columns whose declared order says nothing; classes are the three groups that relate them.

    The first and the last of five values are frequent: shares of 0.38, 0.10, 0.04, 0.10 and 0.38, each multiplied in
    each group by a log-normal number of its own. So learned orders follow the counts of values less than on shuffled
    tables.

    Examples
    --------
    >>> tilted(0, n=150, d=3).kinds
    ('ordinal', 'ordinal', 'ordinal')
    """
    rng = np.random.default_rng(seed)
    group = rng.integers(0, len(CLASSES), n)
    shares = np.array([0.38, 0.1, 0.04, 0.1, 0.38]) * rng.lognormal(size=(d, len(CLASSES), len(LEVELS)))
    upper = shares.cumsum(axis=2) / shares.sum(axis=2, keepdims=True)
    cells = (rng.random((n, d, 1)) > upper[:, group].transpose(1, 0, 2)).sum(axis=2).clip(max=len(LEVELS) - 1)
    names = [f"c{j}" for j in range(d)]
    table = CategoricalTable.from_pandas(
        pd.DataFrame(_labels(cells), columns=names), ordered=dict.fromkeys(names, LEVELS)
    )
    return _with_classes(table, np.array(CLASSES, dtype=object)[group])


def disturbed(seed: int, n: int, d: int, skewed: bool) -> CategoricalTable:
    """A third of the columns follow three groups, which are the classes; the others are ordered and follow nothing.

    The nominal columns are those of `grouped` with ``kept`` 0.6. The ordered ones are those of `unimodal`: k-modes
    finds the classes better where frequent values lie side by side, since they then disturb the nominal columns less.

    Examples
    --------
    >>> disturbed(0, n=150, d=3, skewed=False).kinds
    ('nominal', 'ordinal', 'ordinal')
    """
    rows = grouped(seed, n, d // 3, 0.6, skewed)
    noise = unimodal(seed + _APART, n, d - d // 3)
    return replace(
        CategoricalTable.from_pandas(
            pd.concat([_texts(rows), _texts(noise).add_suffix(" ordered")], axis=1),
            ordered={f"{name} ordered": LEVELS for name in noise.attributes},
        ),
        target=rows.target,
        target_name="class",
    )


def persons(seed: int, similar: bool, kept: float = 0.0) -> CategoricalTable:
    """60 to 150 persons with several rows each, named as groups; 6 columns of three to five values, of equal shares.

    A person has 1 to 4 rows, all equal, or, if ``similar``, 2 to 6 rows, whose cells are the person's own value with
    probability 0.7, else any. Persons are of three kinds, which are the classes. A person's own value is that of the
    kind with probability ``kept``, else any: with 0, columns and classes are unrelated.

    Examples
    --------
    >>> table = persons(0, similar=False)
    >>> table.n_attributes, table.groups_name
    (6, 'person')
    """
    rng = np.random.default_rng(seed)
    n, v = int(rng.integers(60, 151)), rng.integers(3, 6, 6)
    kind = rng.integers(0, len(CLASSES), n)
    of_kind = np.stack([rng.permutation(k)[:3] for k in v])[:, kind].T
    own = np.where(rng.random((n, 6)) < kept, of_kind, rng.integers(0, v, (n, 6)))
    person = np.repeat(np.arange(n), rng.integers(2, 7, n) if similar else rng.integers(1, 5, n))
    cells = own[person]
    if similar:
        cells = np.where(rng.random(cells.shape) < 0.7, cells, rng.integers(0, v, cells.shape))
    frame = pd.DataFrame(_labels(cells), columns=[f"c{j}" for j in range(6)])
    frame = frame.assign(person=[f"person {i}" for i in person]).iloc[rng.permutation(len(person))]
    table = CategoricalTable.from_pandas(frame, groups="person", numeric="category")
    return _with_classes(table, np.array(CLASSES, dtype=object)[kind[person[frame.index]]])


def surveyed(seed: int, population: CategoricalTable, n: int) -> CategoricalTable:
    """Draw n rows of a population, each with a probability in proportion to one over its weight, as a survey does.

    Weights are, by turns of ``seed``, whole numbers from 1 to 5; the exponential of normal numbers with a standard
    deviation of 0.5; or larger for later values of the first column and of the classes (up to tenfold).

    Examples
    --------
    >>> table = surveyed(0, unrelated(0, 1200, 3, skewed=False), 150)
    >>> table.n_rows, bool(table.weights.sum() < 150)
    (150, True)
    """
    rng = np.random.default_rng(seed)
    size, classes = len(population), np.unique(population.target, return_inverse=True)[1]
    by_values = 1 + population.codes[:, 0] + 2.0 * classes
    weights = (rng.integers(1, 6, size).astype(float), np.exp(rng.normal(0, 0.5, size)), by_values)[seed % 3]
    rows = rng.choice(size, n, replace=False, p=(1 / weights) / (1 / weights).sum())
    return replace(population[rows], weights=rescale_weights(weights[rows]))


def split(seed: int, table: CategoricalTable, parts: int) -> CategoricalTable:
    """A table each of whose values is one of so many, drawn at random: what they go with is as before.

    Examples
    --------
    >>> len(split(0, grouped(0, 600, 3, 0.5), 3).categories[0])
    15
    """
    drawn = np.random.default_rng(seed + _APART).integers(0, parts, table.codes.shape)
    frame = _texts(table).astype(str) + pd.DataFrame(drawn.astype(str), columns=list(table.attributes))
    parted = CategoricalTable.from_pandas(frame, numeric="category")
    return replace(parted, target=table.target, target_name=table.target_name)


def gone_together(seed: int, table: CategoricalTable) -> CategoricalTable:
    """A table in 30 % of whose rows, drawn at random, the first half of the columns is missing, two at least.

    Examples
    --------
    >>> table = gone_together(0, unrelated(0, 600, 6, skewed=False))
    >>> (table.codes == table.codebook.n_values).mean(axis=0).round(1).tolist()
    [0.3, 0.3, 0.3, 0.0, 0.0, 0.0]
    """
    rows = np.random.default_rng(seed + _APART).random(len(table)) < 0.3
    columns = np.arange(table.n_attributes) < max(2, table.n_attributes // 2)
    return replace(table, codes=np.where(np.outer(rows, columns), table.codebook.n_values, table.codes))


def nearly_one_class(seed: int, population: CategoricalTable, n: int) -> CategoricalTable:
    """Draw n rows of a population, 97 % of them of its first class, 2 and 1 % of the others.

    Examples
    --------
    >>> table = nearly_one_class(0, unrelated(0, 3000, 3, skewed=False), 150)
    >>> [int((table.target == name).sum()) for name in CLASSES]
    [145, 3, 2]
    """
    rng, sizes = np.random.default_rng(seed + _APART), [round(n * share) for share in RARE[1:]]
    sizes = [n - sum(sizes), *sizes]
    drawn = zip(CLASSES, sizes, strict=True)
    rows = [rng.choice(np.flatnonzero(population.target == name), size, replace=False) for name, size in drawn]
    return population[np.concatenate(rows)]


def crossed(seed: int, n: int, d: int) -> CategoricalTable:
    """Columns of two values; the class says whether the first two agree, wrongly in 10 % of the rows.

    Nearest neighbours can learn that; logistic regression, which adds up one number per value, cannot.
    """
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, 2, (n, d))
    agree = (cells[:, 0] == cells[:, 1]) ^ (rng.random(n) < 0.1)
    table = CategoricalTable.from_pandas(pd.DataFrame(_labels(cells), columns=[f"c{j}" for j in range(d)]))
    return _with_classes(table, np.where(agree, "a", "b").astype(object))


def _drawn_classes(rng: np.random.Generator, n: int, skewed: bool) -> np.ndarray:
    return rng.choice(np.array(CLASSES, dtype=object), n, p=SKEWED if skewed else [1 / 3] * 3)


def _with_classes(table: CategoricalTable, classes: np.ndarray) -> CategoricalTable:
    return replace(table, target=classes, target_name="class")


def _texts(table: CategoricalTable) -> pd.DataFrame:
    columns = zip(table.attributes, table.categories, table.codes.T, strict=True)
    return pd.DataFrame({name: np.array(labels, dtype=object)[codes] for name, labels, codes in columns})


def _labels(cells: np.ndarray) -> np.ndarray:
    return np.array(LEVELS, dtype=object)[cells]
