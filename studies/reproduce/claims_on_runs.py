"""The papers' claims held against our runs: as the papers compare means, and allowing for chance.

Standard errors are those of means over random starts, or over splits, on data sets taken as given.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.stats import norm, wilcoxon
from scipy.stats import t as student

from catviz.analysis.statistics import (
    LEVEL,
    average_ranks,
    bonferroni_dunn_difference,
    friedman,
    friedman_permutation_p,
    holm,
)
from catviz.distances.wcado import WCADO
from catviz.geometry.triangles import TriangleCount, row_triangle_violations
from catviz.published import published
from catviz.published.results import FALSE, HOLDS, OPEN, Verdict, cells_of
from catviz.published.tables import tables_of
from catviz.remarks import collected_remarks
from catviz.wording import p_text
from studies.reproduce.mtdle_protocol import TEST_SIZE
from studies.reproduce.prepared import prepared
from studies.reproduce.printed import decimals
from studies.reproduce.verdicts import Both, decide, mostly, shortened, together, truth

#: Summaries of small experiments, which `studies.reproduce.evidence` makes.
EVIDENCE = Path(__file__).parent / "results" / "evidence.csv"
_NONE_RUN = Verdict(OPEN, ("The file with our runs does not have them.",))
_ITERATIONS, _UPDATES = 30, 3
#: F may change by so much and still be called stable.
STABLE = 0.01
#: An exponent up to this is called linear.
_LINEAR = 1.1
_COMPARED_ROWS = 150
#: Runs behind a printed mean of W-CADO.
_PRINTED_RUNS = 50
#: The level of Friedman's tests in OCL's text.
_CLEARLY = 0.01
#: Methods in whose place something else was run.
_STAND_INS = {"H2H"}
_NOT_RUN = "DLC, H2H and ADC have no public definition and are left out"
_SHORT = {"normalized_mutual_info": "NMI"}


def measured(paper: str, number: int | str, metric: str) -> pd.DataFrame:
    """Our means of a printed table's cells, one row a cell that was run.

    Returns
    -------
    DataFrame with ``data`` and ``method`` as printed, ``mean``, ``error``, the standard error of the mean, and ``runs``
    """
    every = cells_of(paper, number)
    cells = every[(every["metric"] == metric) & every["ours"].notna()]
    error = cells["deviation"].fillna(0) / cells["repeats"] ** 0.5
    return (
        cells[["data", "method"]].assign(mean=cells["ours"], error=error, runs=cells["repeats"]).reset_index(drop=True)
    )


@cache
def evidence(experiment: str) -> pd.DataFrame:
    """The rows of one of the experiments of `studies.reproduce.evidence`; none where the file does not have it.

    Returns
    -------
    DataFrame
        ``data``, ``kind`` (what was run), ``against`` (what it was compared with, run by run; empty: nothing),
        ``measure``, and ``mean``, ``deviation``, ``least`` and ``most`` of ``runs`` figures: of differences, if it was
        compared.

    Examples
    --------
    >>> from studies.reproduce.claims_on_runs import evidence
    >>> evidence("dimensions")["measure"].unique().tolist()
    ['columns']
    """
    lines = pd.read_csv(EVIDENCE, keep_default_na=False, dtype={"data": str, "kind": str, "against": str})
    return lines[lines["experiment"] == experiment].drop(columns="experiment").reset_index(drop=True)


def against(paper: str, number: int | str, metric: str, pairs: Sequence[tuple[str, str]]) -> pd.DataFrame:
    """Our means of one method less those of another, on every data set where both were run.

    Returns
    -------
    DataFrame with ``metric``, ``data``, ``gap``, ``error`` and ``text``
    """
    means = measured(paper, number, metric)
    cells = {(line.data, line.method): (line.mean, line.error) for line in means.itertuples()}
    lines, digits = [], decimals(paper)
    for data in means["data"].unique():
        for ours, other in pairs:
            if (data, ours) in cells and (data, other) in cells:
                (a, of_a), (b, of_b) = cells[data, ours], cells[data, other]
                text = f"{metric}, {data}: {other} {b:.{digits}f} against {a:.{digits}f}"
                lines.append((metric, data, a - b, math.hypot(of_a, of_b), text))
    return pd.DataFrame(lines, columns=["metric", "data", "gap", "error", "text"])


def tave_ahead_of(others: Sequence[str], lost: Mapping[str, int] | Set[tuple[str, str]]) -> Both:
    """TAVE in Tables 3 and 4, but for the data sets lost."""
    pairs = [("TAVE", other) for other in others]
    return decide(pd.concat([against("TAVE", n, m, pairs) for n, m in ((3, "F-score"), (4, "NMI"))]), lost)


def dimensions() -> pd.DataFrame:
    """Mean columns of CDE and TAVE by data set, their ratio and its standard error over seeds of CDE."""
    wide = evidence("dimensions").pivot(index="data", columns="kind", values=["mean", "deviation", "runs"])
    ratio = wide["mean"]["CDE"] / wide["mean"]["TAVE"]
    error = wide["deviation"]["CDE"] / wide["mean"]["TAVE"] / np.sqrt(wide["runs"]["CDE"].astype(float))
    return wide["mean"].assign(ratio=ratio, error=error, runs=wide["runs"]["CDE"])


def tave_fewer_dimensions() -> Both:
    """On all data sets but two; CDE's rule to end is one reading."""
    sizes = dimensions()
    more = sizes[sizes["ratio"] <= 1]
    nearest = sizes["ratio"].idxmin()
    because = (
        f"TAVE has fewer on {len(sizes) - len(more)} of {len(sizes)} data sets",
        f"nearest: {nearest}, CDE {sizes.loc[nearest, 'CDE']:.0f}, TAVE {sizes.loc[nearest, 'TAVE']:.0f}",
    )
    clear = sizes["ratio"] - student.isf(LEVEL / 2 / len(sizes), sizes["runs"].astype(float) - 1) * sizes["error"] > 1
    tested = FALSE if clear.sum() > len(sizes) - 2 else HOLDS if clear.sum() == len(sizes) - 2 else OPEN
    return Verdict(truth(len(more) == 2), because), Verdict(
        tested, (f"TAVE has fewer beyond the spread over CDE's seeds on {int(clear.sum())}; CDE is our reading of it",)
    )


def tave_an_eighth_of_the_dimensions() -> Both:
    """Almost eight: from 7.5 to 8."""
    sizes = dimensions().loc[["German", "Chess(KRvsKP)"]]
    half = student.isf(LEVEL / 2, sizes["runs"].astype(float) - 1) * sizes["error"]
    low, high = sizes["ratio"] - half, sizes["ratio"] + half
    means = Verdict(
        truth(sizes["ratio"].between(7.5, 8).all()),
        tuple(f"{name}: {ratio:.2f} times" for name, ratio in sizes["ratio"].items()),
    )
    outside = (low > 8) | (high < 7.5)
    inside = (low >= 7.5) & (high <= 8)
    because = tuple(f"{name}: 95 % interval from {low[name]:.2f} to {high[name]:.2f} times" for name in sizes.index)
    return means, Verdict(FALSE if outside.any() else truth(True) if inside.all() else OPEN, because)


def tave_is_stable() -> Both:
    """F at q = 20 and 25 against q = 30, run by run."""
    steps = evidence("steps")
    steps = steps[(steps["against"] != "") & (steps["kind"].astype(int) > 15)]
    gap, error = steps["mean"].abs(), steps["deviation"] / np.sqrt(steps["runs"])
    largest = steps.loc[gap.idxmax()]
    text = (
        f"largest change: {largest['mean']:+.4f}, {largest['data']}, q = {largest['kind']} against {largest['against']}"
    )
    bound = norm.isf(LEVEL / 2) * error
    beyond_chance = gap - norm.isf(LEVEL / 2 / len(steps)) * error > STABLE  # any of them decides
    tested = HOLDS if (gap + bound <= STABLE).all() else FALSE if beyond_chance.any() else OPEN
    beyond = steps.assign(words=np.where(beyond_chance, "more than that", "undecided"))[gap + bound > STABLE]
    more = [f"{line.data}, q = {line.kind}: {line.mean:+.4f}, {line.words}" for line in beyond.itertuples()]
    return Verdict(truth((gap <= STABLE).all()), (text,)), Verdict(
        tested, (f"by 95 % intervals of the change, {steps['data'].nunique()} data sets", *shortened(more))
    )


# W-CADO


@cache
def _wcado_pairs(pairs: tuple[tuple[str, str], ...]) -> pd.DataFrame:
    parts = []
    for table in (table for table in tables_of("W-CADO") if table.protocol):
        parts += [against("W-CADO", table.number, metric, pairs) for metric in ("AC", "NMI", "ARI", "PR", "RE")]
    return pd.concat(parts, ignore_index=True)


def wcado_ahead() -> Both:
    """W-CADO against CADO, both clusterings, five measures."""
    return decide(_wcado_pairs((("k-Mode W-CADO", "k-Mode CADO"), ("SC W-CADO", "SC CADO"))), set())


def wcado_gains(model: str, least: str, most: str, printed: Mapping[str, float]) -> Both:
    """Where AC gains least and most, and by how much; the printed gains are as uncertain as as many runs of ours."""
    lines = {}
    for table in (table for table in tables_of("W-CADO") if table.protocol):
        means = measured("W-CADO", table.number, "AC").set_index("method")
        a, b = means.loc[f"{model} W-CADO"], means.loc[f"{model} CADO"]
        ratio = a["mean"] / b["mean"]
        error = ratio * math.hypot(a["error"] / a["mean"], b["error"] / b["mean"])
        of_printed = error * math.sqrt(a["runs"] / _PRINTED_RUNS)  # the paper's deviations are not printed: ours
        lines[next(iter(table.datasets))] = 100 * (ratio - 1), 100 * math.hypot(error, of_printed)
    gains = pd.DataFrame.from_dict(lines, orient="index", columns=["gain", "error"]).sort_values("gain")
    sets = gains.index[0] == least and gains.index[-1] == most
    off = [name for name, value in printed.items() if abs(gains.loc[name, "gain"] - value) > 0.05]
    because = tuple(f"{name}: {gain:.2f} %" for name, gain in gains["gain"].items())
    apart = []
    for name, value in printed.items():
        error = gains.loc[name, "error"]  # 0 where runs never differ: the spread of the printed mean is not known then
        if error > 1e-9 and abs(gains.loc[name, "gain"] - value) / error > norm.isf(LEVEL / 2 / len(printed)):
            gain, error = gains.loc[name]
            apart.append(f"{name}: {gain:.2f} % against {value:g} %, standard error of the difference {error:.2f} %")
    none_apart = ("the printed gains are not told apart from ours",)
    tested = Verdict(FALSE if apart else OPEN, tuple(apart) or none_apart)
    return Verdict(truth(sets and not off), because), tested


def spectral_ahead() -> Both:
    """Spectral clustering against k-modes under the same distance."""
    return mostly(_wcado_pairs((("SC CADO", "k-Mode CADO"), ("SC W-CADO", "k-Mode W-CADO"))), "pairs of cells")


def violations(name: str, paper: str = "W-CADO") -> TriangleCount:
    """Triples of a data set's rows (of 150 at most) that break the triangle inequality under W-CADO."""
    table = prepared(paper, name)
    with collected_remarks():
        return row_triangle_violations(WCADO().fit(table).geometry_, table, _COMPARED_ROWS)


def wcado_is_a_metric() -> Both:
    """One triple is enough to refute it."""
    because, broken = [], False
    for name in published("W-CADO", 2).datasets.values():
        triangles = violations(name)
        text = f"{name}: {triangles.n_violations:,} of {triangles.n_triples:,} triples of rows break the inequality"
        if triangles.worst and not broken:
            w = triangles.worst
            text += f"; rows {w.i}, {w.j}, {w.k} (from 0): {w.direct:.5f} > {w.first:.5f} + {w.second:.5f}"
        broken |= triangles.n_violations > 0
        because.append(text)
    verdict = FALSE if broken else OPEN
    return Verdict(verdict, tuple(because)), Verdict(
        verdict, ("distances are computed, not sampled: a counterexample is a proof",)
    )


# OCL


def ocl_ahead(number: int, metric: str, others: Sequence[str], lost: Set[tuple[str, str]]) -> Both:
    """OCL against other columns of a table, but for the (metric, data) lost."""
    return decide(against("OCL", number, metric, [("OCL", other) for other in others]), lost)


def ocl_best_or_close() -> Both:
    """Tables 3 and 4 together."""
    parts = []
    for number, metric in ((3, "CA"), (4, "ARI")):
        others = [name for name in published("OCL", number).methods if name not in {"OCL", *_STAND_INS}]
        lost = {"CA": ["CS"], "ARI": ["AP", "CS", "BC", "LG"]}[metric]
        parts.append(ocl_ahead(number, metric, others, {(metric, data) for data in lost}))
    means, tested = (together(some) for some in zip(*parts, strict=True))
    return Verdict(means.verdict, (_NOT_RUN, *means.because)), tested


def ocl_steps(number: int, steps: Mapping[tuple[str, str], int]) -> Both:
    """One variant ahead of the next on all data sets but so many of the printed ones."""
    parts = [decide(against("OCL", number, "CA", [pair]), {"CA": lost}, at_most=True) for pair, lost in steps.items()]
    return together(means for means, _ in parts), together(tested for _, tested in parts)


def ocl_methods_differ(number: int, metric: str) -> Both:
    """Friedman's test on our means, with p by its approximation and by permutation."""
    wide = _means_by_method(number, metric)
    test = friedman(wide)
    shape = f"{wide.shape[1]} methods on {wide.shape[0]} data sets"
    p = friedman_permutation_p(wide)
    exact = Verdict(truth(p < _CLEARLY), (f"{p_text(p)} by permutation of ranks",))
    if metric == "CA":
        exact = Verdict(OPEN, (*exact.because, "but CA is not corrected for chance, so its ranks are no evidence"))
    return Verdict(
        truth(test.chi2_p < _CLEARLY),
        (f"{p_text(test.chi2_p)} with {shape}; below {_CLEARLY} is asked for", _NOT_RUN),
    ), exact


def ocl_significantly_better() -> Both:
    """Bonferroni-Dunn on our means, and Wilcoxon's signed rank test of ARI, Holm-corrected."""
    because, holds = [], True
    for number, metric in ((3, "CA"), (4, "ARI")):
        wide = _means_by_method(number, metric)
        rank = pd.Series(average_ranks(wide), wide.columns)
        needed = bonferroni_dunn_difference(wide.shape[1], wide.shape[0])
        gaps = rank.drop("OCL") - rank["OCL"]
        holds &= bool((gaps > needed).all())
        because.append(
            f"{metric}: {int((gaps > needed).sum())} of {len(gaps)} are more than {needed:.2f} behind; nearest "
            f"{gaps.idxmin()}, {gaps.min():.2f}"
        )
    wide = _means_by_method(4, "ARI")
    others = [name for name in wide if name != "OCL"]
    kept = [wide[["OCL", name]].dropna() for name in others]
    p = pd.Series(holm([wilcoxon(two["OCL"], two.iloc[:, 1]).pvalue for two in kept]), others)
    ahead = np.array([(two["OCL"] - two.iloc[:, 1]).median() > 0 for two in kept])
    n = int(((p <= LEVEL) & ahead).sum())
    text = f"ARI, Wilcoxon's signed rank test over data sets, Holm-corrected: OCL is better than {n} of {len(p)} at 5 %"
    return Verdict(truth(holds), tuple(because)), Verdict(HOLDS if n == len(p) else OPEN, (text,))


def ocl_converges() -> Both:
    """Runs of the reference mode, which is written after the program behind the figure."""
    runs_of = evidence("lengths")
    most = runs_of[runs_of["kind"] == "reference"].pivot(index="data", columns="measure", values=["most", "least"])
    over = most[(most["most"]["iterations"] > _ITERATIONS) | (most["most"]["updates"] > _UPDATES)]
    texts = [
        f"{data}: up to {line['most', 'iterations']:.0f} iterations, {line['most', 'updates']:.0f} updates"
        for data, line in over.iterrows()
    ]
    always = most.index[(most["least"]["iterations"] > _ITERATIONS) | (most["least"]["updates"] > _UPDATES)]
    runs = int(runs_of["runs"].iloc[0])
    text = f"beyond the limits in all of {runs} runs: {', '.join(always) or 'no data set'}"
    return Verdict(truth(over.empty), tuple(texts)), Verdict(FALSE if len(always) else OPEN, (text,))


def random_orders_help() -> Both:
    """k-modes under a random order a run against none, from the same rows."""
    return mostly(_paired("orders", "random", "Hamming"), "data sets")


def maps_separate() -> Both:
    """Rows whose nearest neighbour in the map is of their class."""
    shares_same = evidence("maps").set_index(["kind", "against"])
    shares = [f"{name}: {shares_same.loc[(name, ''), 'mean']:.1%}" for name in ("OCL", "CBDM", "Hamming")]
    line = shares_same.loc[("OCL", "CBDM")]
    z = line["mean"] / (line["deviation"] / np.sqrt(line["runs"]))
    p = 2 * norm.sf(abs(z))
    verdict = OPEN if p > LEVEL else truth(z > 0)
    text = f"OCL over CBDM: {100 * line['mean']:+.2f} points, {p_text(p)} over {line['runs']:.0f} rows"
    return Verdict(truth(line["mean"] > 0), (*shares, "ADC cannot be run")), Verdict(verdict, (text,))


def time_is_linear() -> Both:
    """Exponents of CPU time at the three largest sizes."""
    growth = evidence("growth").set_index("measure")
    half = student.isf(LEVEL / 2, growth["runs"] - 1) * growth["deviation"] / np.sqrt(growth["runs"])
    low, high = growth["mean"] - half, growth["mean"] + half
    means = Verdict(
        truth((growth["mean"] <= _LINEAR).all()),
        tuple(f"with {n}: exponent {e:.2f}" for n, e in growth["mean"].items()),
    )
    tested = HOLDS if (high <= _LINEAR).all() else FALSE if (low > _LINEAR).any() else OPEN
    return means, Verdict(tested, tuple(f"with {n}: {low[n]:.2f} to {high[n]:.2f} (95 %)" for n in growth.index))


# COS and MTDLE


def cod_beats_add() -> Both:
    """COD against ADD on six data sets, two clusterings and two scores, from the same starts."""
    return decide(_paired("COD"), set())


def mtdle_best_on_six() -> Both:
    """Means of Table 3, and the corrected resampled t-test."""
    pairs = [("Ours", other) for other in ("Dummy", "Density", "Decision Tree")]
    means, _ = decide(against("MTDLE", 3, "accuracy", pairs), {"accuracy": 1})
    differences = _splits(corrected=True)
    if differences.empty:
        return means, _NONE_RUN
    return means, decide(differences[differences["kind"] == "Ours"], {"accuracy": 1}, at_most=True)[1]


def marks_significant(corrected: bool) -> Both:
    """Every marked method better than every unmarked one of its set, by a paired t-test at 5 %.

    Allowing for chance, a difference that is not significant decides nothing: the claim is false only where a marked
    method is significantly worse, corrected for the number of differences.
    """
    cells = published("MTDLE", 3).cells.set_index(["data", "method"])["marked"]
    gaps = _splits(corrected)
    if gaps.empty:
        return _NONE_RUN, _NONE_RUN
    pairs = [cells[(a.data, a.kind)] and not cells[(a.data, a.against)] for a in gaps.itertuples()]
    gaps = gaps[pairs]
    better = (gaps["p"] <= LEVEL) & (gaps["gap"] > 0)
    missed = [f"{a.text}, {p_text(a.p)}" for a in gaps[~better].itertuples()]
    sets = f"on the {gaps['data'].nunique()} data sets run"
    head = f"{int(better.sum())} of {len(gaps)} differences are significant, {sets}"
    because = (head, *shortened(missed))
    worse = ((gaps["p"] <= LEVEL / max(len(gaps), 1)) & (gaps["gap"] < 0)).any()
    allowing = HOLDS if better.all() else FALSE if worse else OPEN
    return Verdict(truth(bool(better.all())), because), Verdict(allowing, because)


def values_group() -> Both:
    """Spread within columns against values dealt to columns at random, in the paper's setting.

    Allowing for chance, p is the share of deals that are at least as close (or as far), Holm-corrected.
    """
    spread = evidence("groups")
    spread = spread[spread["kind"] == spread["kind"].iloc[0]]
    wide = spread.pivot(index="data", columns=["measure", "against"], values="mean")
    within, dealt = wide["within", ""], wide["within", "dealt at random"]
    deals = int(spread["runs"].max())
    closer = round(deals * wide["at most as far", "dealt at random"])
    p = pd.DataFrame({"closer": (closer + 1) / (deals + 1), "farther": (deals - closer + 1) / (deals + 1)})
    corrected = pd.DataFrame({side: holm(p[side]) for side in p}, p.index)
    wanted = pd.Series(["farther" if name == "Splice" else "closer" for name in p.index], p.index)
    other = wanted.map({"closer": "farther", "farther": "closer"})
    means = (within < dealt) == (wanted == "closer")
    shown = [corrected.loc[name, wanted[name]] <= LEVEL for name in p.index]
    against_it = [corrected.loc[name, other[name]] <= LEVEL for name in p.index]
    shares = [f"{n}: {within[n]:.2f} of the spread is within columns, {dealt[n]:.2f} at random" for n in p.index]
    tested = [_dealt(name, corrected.loc[name]) for name in p.index]
    return (
        Verdict(truth(bool(means.all())), tuple(shares)),
        Verdict(HOLDS if all(shown) else FALSE if any(against_it) else OPEN, tuple(tested)),
    )


def _dealt(name: str, p: pd.Series) -> str:
    side = p.idxmin()
    words = f"{side} than values dealt at random" if p[side] <= LEVEL else "not told apart from values dealt at random"
    return f"{name}: {words}, {p_text(p[side])}"


def _splits(corrected: bool) -> pd.DataFrame:
    """Differences over splits with their error: that of independent runs, or Nadeau and Bengio's."""
    gaps = _paired("marks")
    if corrected:
        gaps["error"] *= np.sqrt(1 + gaps["runs"] * TEST_SIZE / (1 - TEST_SIZE))
    p = 2 * student.sf(gaps["gap"].abs() / np.maximum(gaps["error"], 1e-300), gaps["runs"] - 1)
    return gaps.assign(p=np.where(gaps["gap"] == 0, 1.0, p), metric="accuracy")


def _paired(experiment: str, kind: str | None = None, other: str | None = None) -> pd.DataFrame:
    """Differences run by run of an experiment."""
    lines = evidence(experiment)
    lines = lines[lines["against"] != ""]
    if kind is not None:
        lines = lines[(lines["kind"] == kind) & (lines["against"] == other)]
    lines = lines.assign(measure=lines["measure"].replace(_SHORT))
    text = [f"{a.data}, {a.measure}: {a.kind} {a.mean:+.4g} over {a.against}" for a in lines.itertuples()]
    error = lines["deviation"] / np.sqrt(lines["runs"])
    metric = lines["kind"] + " " + lines["measure"]
    return lines.assign(gap=lines["mean"], error=error, text=text, metric=metric)


def _means_by_method(number: int, metric: str) -> pd.DataFrame:
    """Our means, data sets by methods; one that gives no clustering of a set ranks last there."""
    wide = measured("OCL", number, metric).pivot(index="data", columns="method", values="mean")
    return wide[[name for name in wide if name not in _STAND_INS]]
