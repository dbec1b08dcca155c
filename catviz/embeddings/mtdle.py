"""MTDLE: values are as far apart as the shortest path between them, in graphs that known groups may weigh.

Source: Zhang et al. 2015, "From Categorical to Numerical: Multiple Transitive Distance Learning and Embedding";
equation numbers are theirs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, CountsMethod
from catviz.embeddings.mca import remark_tied
from catviz.embeddings.mtdle_graphs import (
    ALL,
    BASES,
    Base,
    JointDistances,
    JointEmbedding,
    PathExplanation,
    joint_distances,
    steps,
    symbol_paths,
)
from catviz.embeddings.mtdle_weights import (
    EXACT_BASES,
    OBJECTIVES,
    Links,
    Tables,
    learned_mixture,
    same_and_different,
    tells_nothing,
)
from catviz.geometry.value_geometries import EQUAL
from catviz.parameters import Choice, Number, Several
from catviz.remarks import remark
from catviz.table.codebook import Codebook
from catviz.table.coded_names import coded_names
from catviz.table.counts import Counts
from catviz.table.source import Source

MANY_VALUES, MOST_VALUES = 2000, 5000
LOST = 0.01


class MTDLE(CountsMethod):
    """Multiple transitive distance learning and embedding: a mixture of shortest paths from value to value.

    A base is a graph of all values: those of different columns that occur together are joined, by an edge as long as
    they are unlike, if it is among the shortest of either end. S_m holds the lengths of its shortest paths, to the
    power theta and divided by the mean over all pairs of rows. The mixture sum_m alpha_m S_m (Eq. 4.8) gives the
    distances T = mixture^(1/theta) of values, with D(x, y)^theta = sum_r T_r^theta of rows (Eq. 2.3). Classical scaling
    of the mixture places the values of all columns in one space (Eqs. 3.6, 3.7).

    With ``y`` or linked rows, alpha makes rows of one group near and rows of different groups far (section 4.3);
    without, and where only one kind of pair is given, all bases weigh the same. Where parts of a graph are not joined,
    the shortest edges that were cut join them; pairs that still have no path are twice as far as the longest path.
    Columns with a single value are left out of the graphs. The values of a single column co-occur with nothing and are
    equally far.

    Parameters
    ----------
    bases : tuple of str or tuple
        Each "proximity[/transfer[/n_neighbors]]" or such a tuple, n_neighbors a number, None or "all". The
        similarities "cooc" (rows with both), "jaccard" and "mi" (of the values' indicators) become lengths by the
        transfer "one", "inverse" (1/x) or "neglog" (-log x; cooc as share of the rows); "hamming", "euclidean" and
        "cosine" (the angle) are lengths and take none ("cosine/5"). n_neighbors: how many of the shortest edges of
        either end stay, ties included; None means half the number of values, at most the number of columns.
    objective : {"ratio", "lp", "qp_printed", "uniform"}
        "ratio": least squared distance of one group over that of different groups; exact for up to ten bases, a search
        from fixed starts beyond. It often selects one base. "lp" (Eq. 4.11): mean distance of different groups
        less that of one group; it always selects one base. "qp_printed": Eq. 4.12 as printed, which looks at the pairs
        of one group only; for comparison.
    theta : {2, 1}
        Power of the path lengths.
    n_components : int or None, default None
        Axes of the joint space kept; None keeps all. Distance tables keep everything.

    Attributes
    ----------
    alpha_ : Series by base
        Sums to 1.
    scales_ : Series by base
        One over the mean of the unscaled distances, to the power theta, of all pairs of rows.
    objective_ : str
        The objective used: "uniform" where there was nothing to learn from.
    objective_value_ : float or None
        At ``alpha_``. "uniform" is told by the ratio. None where there was nothing to learn from.
    base_objective_values_ : Series by base, or None
        At each base alone.
    exact_ : bool
        False where the ratio's minimum was searched for.
    within_, between_ : DataFrame (L, L) by base, or None
        A and B of the ratio: sums of products of base distances, over pairs of one group and of different groups.
    distances_ : DataFrame (c, c) by (attribute, value)
        The mixture, between all values in the graphs.
    base_distances_ : dict of base to DataFrame (c, c)
        Lengths of the shortest paths, neither to the power nor scaled.
    paths_ : dict of base to SymbolPaths
        The graph, with ``edges()``, ``path(value, value)``, ``components``, ``n_bridges`` and ``n_filled``.
    eigenvalues_ : (c,)
        Of the joint space, falling; the first ones only where ``n_components`` spares the rest (above 2,000 values).

    Raises
    ------
    ValueError
        A wrong parameter, links that name no rows, or a base without thinning for more than 5,000 values.

    Examples
    --------
    >>> import catviz
    >>> t = catviz.load_dataset("zoo")
    >>> m = catviz.MTDLE(bases=("cosine", "jaccard/neglog")).fit(t, t.target)
    >>> m.explain("legs", "4", "8").terms["through"].tolist()
    ['eggs = no', 'milk = yes, eggs = no']
    """

    gives = "distances"
    uses_target = True
    needs_target = False
    invariances = {"rename": EXACT, "permute": EXACT, "constant": EXACT}
    parameters = {
        "bases": Several(
            BASES,
            Base.of,
            label="Graphs of values",
            help="Each graph joins values by edges. Their lengths come from a measure of similarity or distance. The "
            "distance of two values is a weighted sum of path lengths over all graphs chosen.",
        ),
        "objective": Choice(
            OBJECTIVES,
            label="Weights of the graphs",
            help="How the known classes decide the weights of the graphs. Without known classes, all weights are "
            "equal.",
        ),
        "theta": Choice(
            {2: "2 (squares)", 1: "1"},
            label="Power of path lengths",
            help="Path lengths are raised to this power before they are added up. With 2, long paths count more.",
        ),
        "n_components": Number(
            1,
            special={None: "all"},
            label="Axes",
            help="How many axes of the map of all values are kept. The distances between values do not depend on it.",
        ),
    }

    def __init__(
        self,
        bases: tuple[Any, ...] = ("cosine", "jaccard/neglog", "mi/neglog"),
        *,
        objective: str = "ratio",
        theta: int = 2,
        n_components: int | None = None,
    ) -> None:
        self.bases = bases
        self.objective = objective
        self.theta = theta
        self.n_components = n_components

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        c = np.sum(c)
        return float(0.06 + 1e-9 * n * d * d + 5e-7 * c**2 + 1.6e-9 * c**3)

    def fit(
        self,
        X: Any,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        *,
        must_link: Any = None,
        cannot_link: Any = None,
    ) -> Self:
        """Learn from a table, DataFrame, array, ``Source`` or ``Counts``; known groups and linked rows are optional.

        Parameters
        ----------
        X : table, DataFrame, array, Source or Counts
            Training rows, or their counts.
        y : (n,) labels, None or NaN where unknown, or the name of a source's column of groups; optional
            Rows without a label count in the graphs, but make no pairs. Use labels of training rows only.
        sample_weight : (n,) row weights, optional
            The same as the row weights of a table, which then may not have any: whole numbers count rows.
        must_link, cannot_link : (k, 2) row numbers, optional
            Further pairs of rows that belong together or apart, a pair weighing what its rows weigh.

        Returns
        -------
        self
        """
        if must_link is None and cannot_link is None:
            return self._fit(X, y, sample_weight)
        if isinstance(X, Counts | Source):
            raise ValueError("must_link and cannot_link name rows, and counts have none: give the table")
        return self._fit(
            X, y, sample_weight, lambda table: Links.of(table.codes, table.row_weights, must_link, cannot_link)
        )

    def explain(self, attribute: str, a: str | None, b: str | None) -> PathExplanation:
        """One term a base, alpha scale path^theta, with the steps of each path in ``paths`` (none for one value)."""
        check_is_fitted(self)
        native = self.geometry_.distances()
        book, r = native.codebook, native.codebook.position(attribute)
        i, j = (book.code(attribute, value) for value in (a, b))
        ends = [(book.attributes[r], book.labels[r][k]) for k in (i, j)]
        varies = book.n_values[r] > 1
        paths = {name: base_paths.path(*ends) if varies else steps() for name, base_paths in self.paths_.items()}
        lengths = np.array([path["length"].sum() for path in paths.values()])
        terms = pd.DataFrame(
            {
                "term": list(paths),
                "through": [_values_between(path) for path in paths.values()],
                "alpha": self.alpha_.to_numpy(),
                "scale": self.scales_.to_numpy(),
                "path": lengths,
            }
        )
        if self.theta == 2:
            terms["path²"] = lengths**2
        factors = ("alpha", "scale", terms.columns[-1])
        terms["contribution"] = terms[list(factors)].prod(axis=1)
        return PathExplanation(terms, float(self.theta), float(native.tables[r][i, j]), factors=factors, paths=paths)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """``attribute_k``, one a column of ``transform``."""
        check_is_fitted(self)
        placed = self.geometry_.embed()
        blocks = zip(placed.codebook.attributes, placed.own_axes, strict=True)
        return coded_names((a, k) for a, block in blocks for k in range(block.shape[1]))

    def _check(self, codebook: Codebook) -> None:
        c = int(codebook.n_values[codebook.n_values > 1].sum())
        whole = [str(base) for base in map(Base.of, self.bases) if base.n_neighbors == ALL]
        if c > MOST_VALUES and whole:
            raise ValueError(
                f"the columns have {c:,} values in all, and {whole[0]!r} keeps all edges between them: at most "
                f"{MOST_VALUES:,} can be; give it a number of neighbours, or leave out the columns with the most values"
            )

    def _learn(self, counts: Counts, links: Links | None = None) -> JointDistances:
        varies = counts.codebook.n_values > 1
        graph = _selected(counts, varies)
        bases = [Base.of(text) for text in self.bases]
        _warn_of(graph)
        self.paths_ = {str(base): symbol_paths(graph, base) for base in bases}
        powered = [base_paths.distances**self.theta for base_paths in self.paths_.values()]
        means = np.array([_row_mean(_blocks(S, graph), graph) for S in powered])
        scaled = [S / mean for S, mean in zip(powered, means, strict=True)]
        links = None if links is None else replace(links, codes=links.codes[:, varies])
        alpha = self._weigh([_blocks(S, graph) for S in scaled], graph, links)
        mixture = sum(a * S for a, S in zip(alpha, scaled, strict=True))
        self.alpha_, self.scales_ = self._by_base(alpha), self._by_base(1 / means)
        self.distances_ = _labelled(mixture, graph)
        self.base_distances_ = {name: _labelled(base.distances, graph) for name, base in self.paths_.items()}
        geometry, self.eigenvalues_ = joint_distances(
            mixture,
            counts.codebook,
            counts.frequencies,
            np.repeat(varies, counts.codebook.n_values),
            float(self.theta),
            self.n_components,
            MANY_VALUES,
        )
        self._warn(geometry.placed)
        return geometry

    def _weigh(self, tables: list[Tables], graph: Counts, links: Links | None) -> np.ndarray:
        """(L,) alpha, and what is known of the objective."""
        same, different = same_and_different(tables, graph.by_class.values(), links)
        self.objective_, self.objective_value_, self.base_objective_values_ = "uniform", None, None
        self.within_, self.between_, self.exact_ = None, None, True
        if tells_nothing(same, different):
            if self.objective != "uniform" and same.mass + different.mass > 0:
                remark(
                    "all bases have the same weight: to choose weights, a table needs two different rows of one class "
                    "and two different rows of two classes"
                )
            return np.full(len(tables), 1 / len(tables))
        mixture = learned_mixture(same, different, self.objective)
        self.objective_, self.objective_value_, self.exact_ = self.objective, mixture.value, mixture.exact
        self.base_objective_values_ = self._by_base(mixture.single)
        names = list(self.paths_)
        self.within_, self.between_ = (pd.DataFrame(m.second, names, names) for m in (same, different))
        if not mixture.exact:
            remark(
                f"with {len(tables)} bases the minimum of the ratio is found by search, which can miss it; it is exact "
                f"with at most {EXACT_BASES} bases"
            )
        return mixture.alpha

    def _warn(self, placed: JointEmbedding) -> None:
        k, values, (lost,) = self.n_components, self.eigenvalues_, placed.negative_mass
        if k is not None:
            remark_tied(values, k, int((values > EQUAL * values.max(initial=0)).sum()))
        if lost > LOST:
            remark("no map can show these distances exactly, since they are not Euclidean; tables and heat maps can")

    def _by_base(self, numbers: np.ndarray) -> pd.Series:
        return pd.Series(numbers, index=list(self.paths_))


def _warn_of(graph: Counts) -> None:
    c, d = len(graph.matrix), len(graph.codebook.attributes)
    if c > MANY_VALUES:
        remark(
            f"the columns have {c:,} values in all: finding paths between more than {MANY_VALUES:,} takes long and "
            "needs much memory; leave out the columns with the most values, or merge rare values"
        )
    if d == 1:
        remark(
            f"only column {graph.codebook.attributes[0]!r} has more than one value: nothing relates its values to one "
            "another, so all are equally far apart"
        )
    elif d > 1 and _independent(graph):
        remark(
            "the columns are independent of one another, for example because each combination of values occurs equally "
            "often: the values of a column occur with the same values, and these distances show no structure"
        )


def _independent(graph: Counts) -> bool:
    counts = np.diag(graph.matrix)
    apart = np.abs(graph.matrix - np.outer(counts, counts) / graph.n_rows)
    for part in graph.codebook.slices():
        apart[part, part] = 0
    return apart.max() <= EQUAL * graph.n_rows


def _selected(counts: Counts, columns: np.ndarray) -> Counts:
    """The counts of some columns, by a mask."""
    if columns.all():
        return counts
    values = np.repeat(columns, counts.codebook.n_values)
    square = np.ix_(values, values)
    by_class = {label: matrix[square] for label, matrix in counts.by_class.items()}
    return Counts(counts.codebook.select(np.flatnonzero(columns)), counts.matrix[square], counts.n_rows, by_class)


def _blocks(S: np.ndarray, counts: Counts) -> list[np.ndarray]:
    return [S[part, part] for part in counts.codebook.slices()]


def _row_mean(tables: Tables, counts: Counts) -> float:
    """The mean distance of all ordered pairs of rows, g'Tg / n^2; 1 where all rows coincide."""
    total = sum(g @ table @ g for g, table in zip(counts.frequencies, tables, strict=True))
    return float(total) / counts.n_rows**2 or 1.0


def _labelled(S: np.ndarray, counts: Counts) -> pd.DataFrame:
    names = pd.MultiIndex.from_tuples(counts.values, names=["attribute", "value"])
    return pd.DataFrame(S, index=names, columns=names)


def _values_between(path: pd.DataFrame) -> str:
    """The values between both ends of a path, in words."""
    if (path["kind"] == "filled").any():
        return "no path"
    return ", ".join(f"{attribute} = {value}" for attribute, value in path["to"].iloc[:-1])
