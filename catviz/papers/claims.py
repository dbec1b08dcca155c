"""What the papers say of their results, held against the cells they print.

A claim "holds", is "false", or is "not decided" by what is printed; the cells that decide stand beside the verdict.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import t as student

from catviz.analysis.statistics import average_ranks, bonferroni_dunn_difference, friedman
from catviz.papers.calls import calls
from catviz.papers.published import ocl, published, wcado

HOLDS, FALSE, OPEN = "holds", "false", "not decided"
CHECKED = (
    "Checked against the cells that the paper prints; where these do not decide, a run must. “Holds” means that the "
    "printed means stand so: whether they differ by more than chance is not tested."
)
WCADO_TABLES = (4, 5, 6, 7, 8)


@dataclass(frozen=True)
class Claim:
    """One claim.

    Attributes
    ----------
    paper : str
    tables : tuple
        Numbers of the tables that decide; empty where a run must.
    says : str
        The claim, in our words.
    verdict : {"holds", "false", "not decided"}
    because : tuple of str
        The deciding cells or figures.
    """

    paper: str
    tables: tuple[int | str, ...]
    says: str
    verdict: str
    because: tuple[str, ...]


def claims(dimensions: pd.DataFrame | None = None, runs: pd.DataFrame | None = None) -> tuple[Claim, ...]:
    """Every claim checked.

    Parameters
    ----------
    dimensions : DataFrame, optional
        Columns an object gets from "CDE" and "TAVE", by TAVE's names of the data sets.
    runs : DataFrame, optional
        A row a run of OCL: ``data``, ``iterations`` and ``updates`` of the orders.

    Examples
    --------
    >>> from catviz.papers.claims import claims
    >>> [claim.verdict for claim in claims() if claim.paper == "COS"]
    ['holds']
    """
    return (
        tave_beats_distances(),
        tave_beats_one_number_embeddings(),
        tave_against_cde(),
        tave_against_ave(),
        tave_has_fewer_dimensions(dimensions),
        tave_has_an_eighth_of_the_dimensions(dimensions),
        wcado_outperforms_on_all(),
        wcado_gains("k-Mode"),
        wcado_gains("SC"),
        spectral_clustering_outperforms_k_modes(),
        ocl_is_best_or_close(),
        ocl_ranks_differ("CA"),
        ocl_ranks_differ("ARI"),
        ocl_is_significantly_better(),
        ocl_beats_its_variants(),
        ocl_parts_each_help(),
        ocl_orders_help(),
        ocl_converges(runs),
        cos_counts_power_sets(),
        mtdle_is_best_on_six(),
        mtdle_marks_are_significant(),
    )


# TAVE


def tave_beats_distances() -> Claim:
    """TAVE against the four distances under k-modes."""
    lost = _lost_by_tave(["HAM", "HDM", "CNS", "ADM"])
    says = "TAVE is better than HAM, HDM, CNS and ADM in F-score and NMI, but for NMI on one data set"
    return Claim("TAVE", (3, 4), says, _truth(_sets(lost) == {"NMI": 1}), _words(lost))


def tave_beats_one_number_embeddings() -> Claim:
    """TAVE against DVE and TVE."""
    lost = _lost_by_tave(["DVE", "TVE"])
    says = "TAVE is better than DVE and TVE everywhere, but for the F-score on one data set"
    return Claim("TAVE", (3, 4), says, _truth(_sets(lost) == {"F-score": 1}), _words(lost))


def tave_against_cde() -> Claim:
    """TAVE against CDE."""
    lost = _lost_by_tave(["CDE"])
    says = "TAVE has a better F-score than CDE on all data sets, and a worse NMI on three"
    return Claim("TAVE", (3, 4), says, _truth(_sets(lost) == {"NMI": 3}), _words(lost))


def tave_against_ave() -> Claim:
    """TAVE against AVE, where AVE has figures."""
    lost = _lost_by_tave(["AVE"])
    where = {(line["metric"], line["data"]) for line in lost.to_dict("records")}
    says = "TAVE is better than AVE, but for the F-score on Tic and NMI on German and CMC"
    wanted = {("F-score", "Tic"), ("NMI", "German"), ("NMI", "CMC")}
    return Claim("TAVE", (3, 4), says, _truth(where == wanted), _words(lost))


def tave_has_fewer_dimensions(dimensions: pd.DataFrame | None) -> Claim:
    """Dimensions of TAVE and CDE on all data sets (Fig. 2)."""
    says = "TAVE gives rows fewer dimensions than CDE on all data sets but two"
    if dimensions is None:
        return Claim("TAVE", (), says, OPEN, ("The figure has no numbers.",))
    more = dimensions[dimensions["TAVE"] >= dimensions["CDE"]]
    because = tuple(f"{name}: TAVE {line['TAVE']}, CDE {line['CDE']}" for name, line in more.iterrows())
    return Claim("TAVE", (), says, _truth(len(more) == 2), because)


def tave_has_an_eighth_of_the_dimensions(dimensions: pd.DataFrame | None) -> Claim:
    """Dimensions of CDE over those of TAVE on two data sets (Fig. 2)."""
    says = "CDE gives almost eight times the dimensions of TAVE on German and Chess(KRvsKP)"
    if dimensions is None:
        return Claim("TAVE", (), says, OPEN, ("The figure has no numbers.",))
    ratios = (dimensions["CDE"] / dimensions["TAVE"])[["German", "Chess(KRvsKP)"]]
    because = tuple(f"{name}: {ratio:.2f} times" for name, ratio in ratios.items())
    return Claim("TAVE", (), says, _truth(ratios.between(7.5, 8).all()), because)


# W-CADO


def wcado_outperforms_on_all() -> Claim:
    """W-CADO against CADO in all five measures; equal figures are no better either."""
    cells = _wcado()
    lost = cells[cells["W-CADO"] <= cells["CADO"]]
    because = tuple(f"{'/'.join(key)}: CADO {a:.4f}, W-CADO {b:.4f}" for key, a, b in lost.itertuples(name=None))
    says = "k-modes and spectral clustering are better with W-CADO than with CADO in all five measures"
    return Claim("W-CADO", WCADO_TABLES, says, _truth(lost.empty), because)


def wcado_gains(model: str) -> Claim:
    """Where AC gains least and most, relative to CADO, with "k-Mode" or "SC", and by how much.

    A printed gain holds if the cells, which are rounded to four decimals, can give it.
    """
    named, printed = {
        "k-Mode": ("k-modes", {"Balloons": "4.0", "Soybean-small": "14.2"}),
        "SC": ("spectral clustering", {"Breast Cancer": "0.61", "Balloons": "4.3"}),
    }[model]
    (least, low), (most, high) = printed.items()
    says = f"with {named} AC gains least on {least} ({low} %) and most on {most} ({high} %)"
    ac = _wcado().xs((model, "AC"), level=("model", "metric"))
    gains = 100 * (ac["W-CADO"] / ac["CADO"] - 1)
    sets = [gains.idxmin(), gains.idxmax()] == [least, most]
    slack = 100 * 5e-5 * (1 / ac["CADO"] + ac["W-CADO"] / ac["CADO"] ** 2)
    off = {}
    for name, text in printed.items():
        decimals = len(text.partition(".")[2])
        if abs(gains[name] - float(text)) > 0.5 * 10.0**-decimals + slack[name]:
            off[name] = f"{name}: printed {text} %, the cells give {gains[name]:.{decimals}f} %"
    because = (f"which sets: {_truth(sets)}", *off.values())
    because += tuple(f"{name}: {gain:.2f} %" for name, gain in gains.sort_values().items())
    return Claim("W-CADO", WCADO_TABLES, says, _truth(sets and not off), because)


def spectral_clustering_outperforms_k_modes() -> Claim:
    """Spectral clustering against k-modes under the same distance: "mostly" is more than half."""
    cells = _wcado().stack().unstack("model")
    better, text = _wins(cells["SC"], cells["k-Mode"], " pairs of cells")
    says = "spectral clustering is mostly better than k-modes with the same distance"
    return Claim("W-CADO", WCADO_TABLES, says, _truth(2 * better > len(cells)), (text,))


# OCL


def ocl_is_best_or_close() -> Claim:
    """Where OCL is not the best in Tables 3 and 4."""
    lost = pd.concat([_lost(3, "CA"), _lost(4, "ARI")])
    missed = {metric: set(group["data"]) for metric, group in lost.groupby("metric")}
    close = (lost["other"] - lost["own"])[lost["metric"] == "CA"].max() < 0.005
    wanted = {"CA": {"CS"}, "ARI": {"AP", "CS", "BC", "LG"}}
    says = "OCL has the best CA but on CS, by less than 0.005, and the best ARI but on AP, CS, BC and LG"
    return Claim("OCL", (3, 4), says, _truth(missed == wanted and close), _words(lost))


def ocl_ranks_differ(metric: str) -> Claim:
    """The p value of Friedman's test on Table 3 ("CA") or 4 ("ARI")."""
    number = {"CA": 3, "ARI": 4}[metric]
    printed = ocl.FRIEDMAN_P[number]
    p = friedman(published("OCL", number).wide(metric)).chi2_p
    says = f"Friedman's test on {metric} gives p = {printed:.6f}"
    exact = round(p, 6) == printed
    because = (
        f"p = {p:.8f}" if exact else f"the printed cells, which are rounded, give p = {p:.8f}: no other conclusion"
    )
    return Claim("OCL", (number,), says, HOLDS if exact else OPEN, (because,))


def ocl_is_significantly_better() -> Claim:
    """Bonferroni-Dunn on the ranks of Tables 3 and 4, at both printed levels."""
    because, holds = [], True
    for number, metric in ((3, "CA"), (4, "ARI")):
        table = published("OCL", number).wide(metric)
        rank = pd.Series(average_ranks(table), table.columns)
        nearest = rank.drop("OCL").idxmin()
        gap = rank[nearest] - rank["OCL"]
        n_data, n_methods = table.shape
        needed = [bonferroni_dunn_difference(n_methods, n_data, alpha) for alpha in (0.05, 0.1)]
        holds &= gap > max(needed)
        because.append(f"{metric}: {nearest} is {gap:.4f} behind; {needed[0]:.4f} are needed at 5 %")
    says = (
        "Bonferroni-Dunn on the printed cells puts OCL's average rank beyond the critical difference from all nine "
        "others, in CA and ARI (5 % and 10 %)"
    )
    because.append("CA is not corrected for chance: for CA this is arithmetic, no evidence")
    return Claim("OCL", (3, 4), says, _truth(holds), tuple(because))


def ocl_beats_its_variants() -> Claim:
    """OCL against its three variants."""
    lost = _lost(5, "CA")
    says = "OCL is better than all its variants"
    return Claim("OCL", (5,), says, _truth(lost.empty), _words(lost))


def ocl_parts_each_help() -> Claim:
    """Each variant against the next."""
    says = "OCL is better than OCLI on 11 data sets of 12, OCLI than OCLII on 12, OCLII than OCLIII on 11"
    return _steps(5, {("OCL", "OCLI"): 11, ("OCLI", "OCLII"): 12, ("OCLII", "OCLIII"): 11}, says)


def ocl_orders_help() -> Claim:
    """Orders learned for all, nominal, or no attributes."""
    says = "learning the orders of nominal columns helps on 5 data sets of 6, and those of ordinal ones on 5"
    return _steps(6, {("LNRO", "RNRO"): 5, ("OCL", "LNRO"): 5}, says)


def ocl_converges(runs: pd.DataFrame | None) -> Claim:
    """Iterations and updates of orders (Fig. 3)."""
    says = "OCL ends within 30 iterations and at most three updates of the orders on all data sets"
    if runs is None:
        return Claim("OCL", (), says, OPEN, ("The figure has no numbers.",))
    most = runs.groupby("data", sort=False)[["iterations", "updates"]].max()
    over = most[(most["iterations"] > 30) | (most["updates"] > 3)]
    because = tuple(f"{name}: up to {i} iterations, {u} updates" for name, i, u in over.itertuples(name=None))
    return Claim("OCL", (), says, _truth(over.empty), because)


# COS


def cos_counts_power_sets() -> Claim:
    """Calls over the power sets of Adult's values, with fnlwgt in 500 intervals."""
    cells = published("COS", "values").cells
    printed = cells.loc[cells["metric"] == "R = 500", "mean"].item()
    counted = float(calls("R = 500")["P"])
    says = f"IRSP needs {printed:.3g} calls at R = 500"
    because = (
        f"{counted:.3g} on Adult with fnlwgt in 500 intervals, most of them empty",
        f"500 values that occur would need at least 2^500 = {2.0**500:.2g}",
    )
    return Claim("COS", ("values",), says, _truth(f"{counted:.3g}" == f"{printed:.3g}"), because)


# MTDLE


def mtdle_is_best_on_six() -> Claim:
    """The best accuracy on each data set."""
    lost = _lost(3, "accuracy", paper="MTDLE", own="Ours")
    says = "MTDLE's coding has the best accuracy on six data sets of seven"
    return Claim("MTDLE", (3,), says, _truth(lost["data"].nunique() == 1), _words(lost, 2))


def mtdle_marks_are_significant() -> Claim:
    """The paper's paired t-test needs the scores of all splits, which it does not print.

    Could each marked method beat each unmarked one of its set in the corrected resampled t-test at 5 %? The printed
    cells bound its t: the deviation of a difference is at least the difference of the deviations, which it is where
    the scores of all splits go up and down together. Rounding is allowed for. Where even that t is too small, no scores
    that give the printed cells are significant.
    """
    table = published("MTDLE", 3)
    J = table.protocol.repeats
    needed = float(student.isf(0.025, J - 1))
    because = []
    for _, cells in table.cells.groupby("data", sort=False):
        for a in cells[cells["marked"]].itertuples():
            for b in cells[~cells["marked"]].itertuples():
                # halves: as many rows are tested on as trained on
                gap = max(abs(a.deviation - b.deviation) - 0.01, 0) * math.sqrt(1 / J + 1)
                lead = a.mean - b.mean + 0.01
                t = math.copysign(np.inf, lead) if gap == 0 else lead / gap
                if t < needed:
                    pair = f"{a.data}, {a.method} over {b.method}"
                    because.append(f"{pair}: t is at most {t:.2f}, {needed:.2f} are needed")
    says = "methods marked on a data set are better than the others by a paired t-test"
    needs = "a paired t-test needs the scores of every split, which are not printed"
    if because:
        because[0] = (
            f"by the corrected resampled t-test at 5 % the printed cells cannot be significant for {because[0]}"
        )
    return Claim("MTDLE", (3,), says, OPEN, (needs, *because))


# cells


def _truth(holds: bool) -> str:
    return HOLDS if holds else FALSE


def _lost(number: int, metric: str, others: list[str] | None = None, paper: str = "OCL", own: str = "OCL"):
    """Cells of other methods that a paper's own method does not exceed: data, metric, method, other, own.

    An equal cell is one of them: a shared best place is not held alone.
    """
    wide = published(paper, number).wide(metric)
    others = wide.columns.drop(own) if others is None else others
    cells = wide[others].stack().rename("other").reset_index().join(wide[own].rename("own"), on="data")
    return cells[cells["other"] >= cells["own"]].assign(metric=metric)


def _lost_by_tave(others: list[str]) -> pd.DataFrame:
    pairs = ((3, "F-score"), (4, "NMI"))
    return pd.concat([_lost(number, metric, others, "TAVE", "TAVE") for number, metric in pairs])


def _sets(lost: pd.DataFrame) -> dict[str, int]:
    """How many data sets a metric."""
    return lost.groupby("metric")["data"].nunique().to_dict()


def _words(lost: pd.DataFrame, decimals: int = 4) -> tuple[str, ...]:
    return tuple(
        f"{c.metric}, {c.data}: {c.method} {c.other:.{decimals}f} against {c.own:.{decimals}f}"
        + (" (a tie)" if c.other == c.own else "")
        for c in lost.itertuples()
    )


def _wcado() -> pd.DataFrame:
    """CADO and W-CADO by (data, model, metric)."""
    cells = pd.concat([table.cells for table in wcado.tables() if table.protocol])
    cells[["model", "distance"]] = cells["method"].str.split(" ", expand=True)
    wide = cells.pivot(index=["data", "model", "metric"], columns="distance", values="mean")
    return wide.loc[pd.MultiIndex.from_frame(cells[["data", "model", "metric"]].drop_duplicates())]


def _steps(number: int, wanted: dict[tuple[str, str], int], says: str) -> Claim:
    wide = published("OCL", number).wide("CA")
    found = {(a, b): _wins(wide[a], wide[b]) for a, b in wanted}
    because = tuple(f"{a} over {b}: {text}" for (a, b), (_, text) in found.items())
    return Claim(
        "OCL", (number,), says, _truth({pair: better for pair, (better, _) in found.items()} == wanted), because
    )


def _wins(a: pd.Series, b: pd.Series, unit: str = "") -> tuple[int, str]:
    """How many printed cells of ``a`` are better than those of ``b``, and that in words, with the ties if any."""
    better, ties = int((a > b).sum()), int((a == b).sum())
    return better, f"{better} of {len(a)}{unit}" + (f", {ties} tied" if ties else "")
