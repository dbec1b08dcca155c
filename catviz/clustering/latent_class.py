"""Latent class analysis: a mixture of classes in which the columns are independent.

Sources: Lazarsfeld & Henry 1968; Goodman 1974; the criteria as poLCA (Linzer & Lewis 2011) prints them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import ClusterMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, RowsMethod, as_table
from catviz.clustering.base import BestRun, DistinctRows, Objective, best_run, distinct_codes, refuse_clusters
from catviz.clustering.mixture import MixedRows, Mixture, Step, classified, em, likeliest, posterior, random_start
from catviz.clustering.mixture_errors import standard_errors
from catviz.distances.conditional import half_differences
from catviz.geometry.explanation import Explanation
from catviz.geometry.value_geometries import ValueDistances, ValueEmbedding
from catviz.parameters import SEED, STARTS, STEPS, Choice, Number, RandomState, whole_numbers
from catviz.remarks import remark
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts
from catviz.table.sizes import MAX_TABLE_VALUES, BuildsTables, refuse_array
from catviz.wording import number_of

#: Numbers of classes that are compared by BIC: 1 to so many.
MOST_CLASSES = 10
#: Combinations of values up to which the fit to their counts is tested.
MOST_CELLS = 100_000
#: Runs are compared when the log-likelihood rises by less than this in a step; the best one goes on.
COMPARED = 1e-4
#: A run reached the best log-likelihood where it is below it by no more than this.
REACHED = 1e-2


class LatentClass(Objective, ClusterMixin, BuildsTables, RowsMethod):
    """Latent class analysis: P(x) = sum_j pi_j prod_r theta_jr(x_r), fitted by EM.

    Each row belongs to every class j with a probability, ``predict_proba``; its label is the class of the highest one.
    Values are compared by the classes of their rows: T(a, b) = 1/2 sum_j |P(j | a) - P(j | b)| with P(j | a)
    proportional to pi_j theta_jr(a), and rows add up T.

    Parameters
    ----------
    n_clusters : int or "bic"
        Number of classes; "bic": the one of the lowest BIC among 1 to 10.
    n_init : int
        Random starts; the largest likelihood wins. There are often several local maxima: ``n_reached_`` says how many
        starts ended in the one kept.
    tol : float
        The best run ends when a step raises the log-likelihood by less. Runs are compared at 1e-4.
    max_iter : int
        Steps of a run at most.
    alpha : float
        Adds alpha p_r(a) to the counts of each class, p_r the shares of the column's values. With 0, maximum
        likelihood, a probability that is 0 stays 0.
    hard : bool
        Each row counts for its likeliest class alone (classification likelihood).
    na : {"category", "exclude"}
        A missing value is a value of its own, or the row says nothing of the column.
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.
    random_state : int, RandomState or None
        Draws the starts; an int gives the same result each time.

    Attributes
    ----------
    labels_ : (n,) int
        Classes are numbered by falling share.
    n_clusters_ : int
    pi_ : (k,) float64
        Share of each class.
    theta_ : tuple of (k, v_r) float64
        Distribution of each column's values in the classes, in codebook order.
    value_probabilities_ : ValueEmbedding
        P(j | a): coordinates in which the values of all columns may be compared.
    log_likelihood_ : float
        Of the classification where ``hard``.
    n_parameters_ : int
        q = (k - 1) + k sum_r (v_r - 1).
    bic_, aic_, icl_ : float
        -2 ll + q ln n; -2 ll + 2 q; BIC + 2 E. E is the entropy of the rows' classes in nats.
    entropy_r2_ : float
        1 - E / (n ln k): 1 if each row surely belongs to one class. 1 for a single class.
    g2_, x2_ : float
        Likelihood-ratio and Pearson chi-squared of the counts of all combinations of values; nan beyond 100,000 of
        them. Where missing cells are left out, of the complete rows, as poLCA; nan without any.
    df_ : int
        Combinations less 1, or rows if these are fewer, less q, as poLCA; negative where there is no test. 0 beyond
        100,000 combinations.
    criteria_ : DataFrame
        A line per number of classes that was tried: ``clusters``, ``log_likelihood``, ``parameters``, ``bic``, ``aic``,
        ``icl``, ``entropy_r2``, ``starts``, ``reached``.
    n_reached_ : int
        Starts within 0.01 of the largest log-likelihood when they were compared.
    share_spread_ : float
        Among these starts, the largest difference of a class's share from the one kept, classes matched by their
        distributions. Far above 0 where many solutions fit equally well: then none of them is found by the data.
    objective_, inertia_ : float
        Minus the log-likelihood (penalised with ``alpha``).
    history_ : list of float
        The objective after each step of the best run, the start included.
    steps_ : list of dict
        The same steps: ``iteration``, ``objective``.
    n_iter_ : int
    geometry_ : ValueDistances

    Raises
    ------
    ValueError
        More classes than distinct rows, a column of too many values, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> lca = catviz.LatentClass(n_clusters=2, n_init=5, random_state=0).fit(zoo)
    >>> lca.predict_proba(zoo).shape, round(lca.bic_, 1)
    ((101, 2), 1721.3)
    """

    invariances = {"rename": EXACT, "permute": EXACT, "constant": EXACT}
    parameters = {
        "n_clusters": Number(
            1,
            special={"bic": "lowest BIC of 1 to 10"},
            label="Classes",
            help="How many latent classes there are. BIC is lower for a model that fits better, and higher for a model "
            "with more parameters; the number of classes with the lowest BIC can be chosen.",
        ),
        "n_init": STARTS,
        "tol": Number(
            0.0,
            integer=False,
            drawn=False,
            label="Smallest rise",
            help="A run ends when the log-likelihood rises by less than this.",
        ),
        "max_iter": STEPS,
        "alpha": Number(
            0.0,
            integer=False,
            label="Smoothing",
            help="This number of rows, with the value shares of the whole table, is added to each class. With 0, the "
            "likelihood is maximised, and a value that does not occur in a class has probability 0 there.",
        ),
        "hard": Choice(
            {False: "in proportion to its probabilities", True: "to its likeliest class"},
            label="A row counts",
            help="While classes are learned, a row counts in each class in proportion to its probability, or it counts "
            "only in its likeliest class.",
        ),
        "na": Choice(
            {"category": "own value", "exclude": "left out of their rows"},
            label="Missing values",
            help="A missing value counts as a value of its own, or the missing cell is left out of the likelihood of "
            "its row.",
        ),
        "random_state": SEED,
    } | BuildsTables.parameters

    def __init__(
        self,
        n_clusters: int | str = 8,
        n_init: int = 20,
        tol: float = 1e-10,
        max_iter: int = 5000,
        alpha: float = 0.0,
        hard: bool = False,
        na: str = "category",
        max_table_values: int = MAX_TABLE_VALUES,
        random_state: RandomState | None = None,
    ) -> None:
        super().__init__(max_table_values=max_table_values)
        self.n_clusters = n_clusters
        self.n_init = n_init
        self.tol = tol
        self.max_iter = max_iter
        self.alpha = alpha
        self.hard = hard
        self.na = na
        self.random_state = random_state

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        return float(0.3 + 1e-3 * min(n, 2000) + 2.5e-4 * n * d + 1e-6 * np.sum(c) ** 1.5)

    def predict_proba(self, X: Any) -> np.ndarray:
        """(n, k) probability of each class for each row; a value never seen leaves its column out."""
        return self._probabilities(self._rows(X))

    def predict(self, X: Any) -> np.ndarray:
        """(n,) the class of the highest probability of each row, the lowest of equal ones."""
        return likeliest(self.predict_proba(X))

    @whole_numbers("first", "second")
    def log_odds(self, X: Any, first: int = 0, second: int = 1) -> pd.DataFrame:
        """Why rows are in one class rather than another: the logarithm of the odds, column by column.

        Parameters
        ----------
        X : CategoricalTable, frame or array
            Rows of the fit, or others.
        first, second : int
            Two classes, from 0.

        Returns
        -------
        DataFrame
            A line per row and term: ``row`` from 0, ``term`` ("class sizes", then each column), ``value`` (None for
            the class sizes) and ``contribution``: ln(pi_j / pi_m), then ln(theta_jr(x) / theta_mr(x)). Their sum is
            the logarithm of P(j | row) / P(m | row). Infinite where a value is impossible in one class, 0 where it is
            in both, was not seen in the fit, or is missing and left out.

        Raises
        ------
        ValueError
            There is no such class.

        Examples
        --------
        >>> import catviz
        >>> films = catviz.load_dataset("toy_movie")
        >>> lca = catviz.LatentClass(2, alpha=1, n_init=5, random_state=0).fit(films)
        >>> lca.log_odds(films).shape
        (24, 4)
        """
        rows = self._rows(X)
        if not (0 <= first < self.n_clusters_ and 0 <= second < self.n_clusters_):
            raise ValueError(f"classes {first} and {second}: give two from 0 to {self.n_clusters_ - 1}")
        book, terms = self._codebook, []
        codes = rows.recode(book).codes
        n = len(rows)
        with np.errstate(divide="ignore", invalid="ignore"):
            sizes = np.full(n, np.log(self.pi_[first]) - np.log(self.pi_[second]))
            terms.append(pd.DataFrame({"term": "class sizes", "value": None, "contribution": sizes}))
            for r, attribute in enumerate(book.attributes):
                odds = np.log(self.theta_[r][first]) - np.log(self.theta_[r][second])
                odds = np.r_[np.where(np.isnan(odds), 0.0, odds), np.zeros(2)]
                values = pd.Series([*book.labels[r], None, None], dtype=object).take(codes[:, r]).to_numpy()
                terms.append(pd.DataFrame({"term": attribute, "value": values, "contribution": odds[codes[:, r]]}))
        contributions = pd.concat([t.assign(row=np.arange(n)) for t in terms], ignore_index=True)
        contributions = contributions.sort_values("row", kind="stable", ignore_index=True)
        return contributions[["row", "term", "value", "contribution"]]

    def standard_errors(self, X: Any, sample_weight: ArrayLike | None = None) -> pd.DataFrame:
        """Standard errors of all probabilities, as poLCA has them: from the products of the rows' scores.

        Parameters
        ----------
        X : CategoricalTable, frame or array
            The rows of the fit.
        sample_weight : (n,) row weights, optional
            As in ``fit``.

        Returns
        -------
        DataFrame
            A line per class and value: ``cluster`` from 0, ``column``, ``value``, ``probability``,
            ``standard_error``. The classes' shares come first, with None for column and value. A probability of 0 or 1
            has standard error 0: the likelihood is largest at the border, and tells nothing of its precision.

        Raises
        ------
        ValueError
            The classes were not fitted by maximum likelihood: ``alpha`` is above 0, or ``hard`` is True.

        Warns
        -----
        UserWarning
            The model is not identified: the rank of the information is below the number of free probabilities.

        Examples
        --------
        >>> import catviz
        >>> votes = catviz.load_dataset("voting")
        >>> lca = catviz.LatentClass(2, n_init=5, random_state=0).fit(votes)
        >>> lca.standard_errors(votes)["standard_error"].head(2).round(3).tolist()
        [0.024, 0.024]
        """
        check_is_fitted(self)
        if self.alpha > 0 or self.hard:
            given = f"alpha={self.alpha:g}" if self.alpha > 0 else "hard=True"
            raise ValueError(f"standard errors are of maximum likelihood, and the fit had {given}: fit without it")
        table = as_table(X, self, sample_weight=sample_weight)
        rows, _ = table.recode(self._codebook).unique_rows()
        sizes = [t.shape[1] for t in self.theta_]
        codes, mixture = np.minimum(rows.codes, sizes), self._mixture()
        R = posterior(MixedRows(codes, np.array(sizes), rows.row_weights).joint(mixture))[0]
        of_shares, of_theta, undetermined = standard_errors(codes, sizes, rows.row_weights, mixture, R)
        if undetermined:
            remark(
                f"{number_of(undetermined, 'combination')} of probabilities can change without a change of the "
                "likelihood: the model is not identified, and standard errors are too small; ask for fewer classes"
            )
        book, k = self.value_probabilities_.codebook, self.n_clusters_
        columns, values = (list(each) for each in zip(*book.values, strict=True))
        return pd.DataFrame(
            {
                "cluster": [*range(k), *np.repeat(np.arange(k), len(values)).tolist()],
                "column": [None] * k + columns * k,
                "value": [None] * k + values * k,
                "probability": np.concatenate([mixture.shares, mixture.theta.T.ravel()]),
                "standard_error": np.concatenate([of_shares, of_theta.T.ravel()]),
            }
        )

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term a class: half of how much its probability differs between the rows of both values."""
        check_is_fitted(self)
        book = self.geometry_.codebook
        r, i, j = book.position(attribute), *(book.code(attribute, v) for v in (a, b))
        P = self.value_probabilities_.coordinates[r]
        terms = pd.DataFrame(
            {
                "term": [f"class {label + 1}" for label in range(self.n_clusters_)],
                "P(class | a)": P[i],
                "P(class | b)": P[j],
                "one half": 0.5,
                "difference": np.abs(P[i] - P[j]),
            }
        )
        factors = ("one half", "difference")
        terms["contribution"] = terms[list(factors)].prod(axis=1)
        return Explanation(terms, 1.0, float(self.geometry_.tables[r][i, j]), factors=factors)

    def _learn(self, table: CategoricalTable, callback: Callable[..., Any] | None) -> ValueDistances:
        m, automatic = distinct_codes(table), self.n_clusters == "bic"
        ks = list(range(1, min(MOST_CLASSES, m) + 1)) if automatic else [int(self.n_clusters)]
        refuse_clusters(ks[-1], m)
        refuse_array(m, 4 * ks[-1], "probabilities of rows", "ask for fewer classes, or fit a sample of the rows")
        counts = self.counts_.without_missing() if self.na == "exclude" else self.counts_
        rows = DistinctRows.of(table)
        sizes = counts.codebook.n_values
        mixed = MixedRows(np.minimum(rows.codes, sizes), sizes, rows.weights)
        rng, heard = check_random_state(self.random_state), _Heard(callback)
        fits = []
        for k in ks:
            fits.append(self._best(mixed, k, rng, heard))
            if heard.stopped:
                break
        self.criteria_ = pd.DataFrame([each.criteria for each in fits])
        best = fits[int(self.criteria_["bic"].round(6).argmin())]
        if not heard.stopped and len(best.steps) > self.max_iter:
            remark(f"the best run has not converged after max_iter={self.max_iter} steps: raise max_iter")
        return self._keep(best, mixed, rows, counts, table)

    def _best(self, rows: MixedRows, k: int, rng: np.random.RandomState, heard: _Heard) -> _Found:
        """The best of the starts with k classes; one class has one solution."""
        n, ends = float(rows.weights.sum()), dict[int, Step]()
        prior = self.alpha * rows.shares(rows.counts(np.ones((len(rows.weights), 1))))

        def run(number: int) -> Iterator[Step]:
            start, tol = random_start(rows, k, rng), max(self.tol, COMPARED)
            for state in em(rows, start, prior, self.hard, tol, self.max_iter):
                ends[number] = state
                yield state

        best, steps, _ = best_run(map(run, range(self.n_init if k > 1 else 1)), heard)
        reached = [end.mixture for end in ends.values() if end.objective <= best.objective + REACHED]
        spread = max(float(np.abs(each.like(best.mixture).shares - best.mixture.shares).max()) for each in reached)
        if self.tol < COMPARED and not heard.stopped:
            left = self.max_iter - best.step["iteration"]
            further = em(rows, best.mixture, prior, self.hard, self.tol, left, best.step["iteration"])
            next(further)
            best, more, _ = best_run([chain([best], further)], heard)
            steps += more[1:]
        R, logs = classified(rows.joint(best.mixture), self.hard)
        ll, q = float(rows.weights @ logs), k - 1 + k * sum(max(v - 1, 0) for v in rows.sizes)
        entropy = -float(rows.weights @ (R * np.log(np.where(R > 0, R, 1))).sum(axis=1)) + 0.0
        bic = float(-2 * ll + q * np.log(n))
        criteria = {
            "clusters": k,
            "log_likelihood": ll,
            "parameters": q,
            "bic": bic,
            "aic": -2 * ll + 2 * q,
            "icl": bic + 2 * entropy,
            "entropy_r2": float(1 - entropy / (n * np.log(k))) if k > 1 else 1.0,
            "starts": len(ends),
            "reached": len(reached),
        }
        return _Found(criteria, best, steps, spread)

    def _keep(
        self, best: _Found, mixed: MixedRows, rows: DistinctRows, counts: Counts, table: CategoricalTable
    ) -> ValueDistances:
        """All results of the number of classes kept, in codebook order; the geometry of the values."""
        of = best.criteria
        self._keep_run(BestRun(best.state, best.steps, of["reached"]))
        self.n_iter_, self.share_spread_ = best.state.step["iteration"], best.spread
        self.n_clusters_, self.n_parameters_ = of["clusters"], of["parameters"]
        self.log_likelihood_, self.entropy_r2_ = of["log_likelihood"], of["entropy_r2"]
        self.bic_, self.aic_, self.icl_ = of["bic"], of["aic"], of["icl"]
        mixture, sizes = best.state.mixture.numbered(), np.array(mixed.sizes)
        self._fit_of_cells(mixed, mixture, np.all(rows.codes < sizes, axis=1))
        canonical_codes = [np.argsort(at[:v]) for at, v in zip(rows.original_codes, mixed.sizes, strict=True)]
        self.pi_ = mixture.shares
        self.theta_ = tuple(t[at].T for t, at in zip(mixed.split(mixture.theta), canonical_codes, strict=True))
        self._codebook = table.codebook
        values = tuple(mixed.split(self._mixture().given_values()))
        self.value_probabilities_ = ValueEmbedding(counts.codebook, values, counts.frequencies, joint=True)
        self.labels_ = likeliest(self._probabilities(table))
        tables = tuple(map(half_differences, values))
        return ValueDistances(counts.codebook, tables, counts.frequencies, excluded=self.na == "exclude")

    def _fit_of_cells(self, rows: MixedRows, mixture: Mixture, complete: np.ndarray) -> None:
        """G2, X2 and their degrees of freedom, where the combinations of values are few enough to be counted.

        ``complete`` (m,) marks the rows that say something of each column: only they lie in one of the combinations.
        """
        cells = float(np.prod([float(max(v, 1)) for v in rows.sizes]))
        self.g2_, self.x2_, self.df_ = np.nan, np.nan, 0
        if cells > MOST_CELLS:
            return
        self.df_ = int(min(cells - 1, rows.weights.sum())) - self.n_parameters_
        if complete.any():
            observed, P = rows.weights[complete], np.exp(posterior(rows.joint(mixture))[1][complete])
            expected = observed.sum() * P
            self.g2_ = float(2 * (observed * np.log(observed / expected)).sum())
            # combinations without rows add their expected number each
            self.x2_ = float(((observed - expected) ** 2 / expected).sum() + observed.sum() - expected.sum())

    def _mixture(self) -> Mixture:
        """The classes, in codebook order."""
        return Mixture(self.pi_, np.hstack(self.theta_).T)

    def _probabilities(self, table: CategoricalTable) -> np.ndarray:
        rows, inverse = table.recode(self._codebook).unique_rows()
        refuse_array(len(table), self.n_clusters_, "probabilities of rows", "predict some of the rows at a time")
        sizes = np.array([t.shape[1] for t in self.theta_])
        mixed = MixedRows(np.minimum(rows.codes, sizes), sizes, rows.row_weights)
        return posterior(mixed.joint(self._mixture()))[0][inverse]


@dataclass(frozen=True, eq=False)
class _Found:
    """The best run with some number of classes: its criteria, last state and steps; how far shares of others differ."""

    criteria: dict[str, Any]
    state: Step
    steps: list[dict[str, Any]]
    spread: float


class _Heard:
    """A callback, and whether it stopped the fit."""

    def __init__(self, callback: Callable[..., Any] | None) -> None:
        self.callback, self.stopped = callback, False

    def __call__(self, step: dict[str, Any]) -> bool:
        self.stopped = self.callback is not None and bool(self.callback(step))
        return self.stopped
