"""What the papers say of their results, with a verdict on the cells they print and two on our runs.

A claim "holds", is "false", or is "not decided". On our runs it is judged as the paper judges it, mostly by means, and
allowing for chance; `studies.reproduce.claims_on_runs` computes both from the figures that come with catviz.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
from scipy.stats import t as student

from catviz.analysis.statistics import average_ranks, bonferroni_dunn_difference, friedman
from catviz.published import published
from catviz.published.results import FALSE, HOLDS, OPEN, Claim, Verdict
from catviz.published.tables import tables_of
from studies.reproduce import claims_on_runs as ours
from studies.reproduce.calls import calls
from studies.reproduce.verdicts import Both, truth

WCADO_TABLES = (4, 5, 6, 7, 8)
_PARTS = (("OCL", "OCLI"), ("OCLI", "OCLII"), ("OCLII", "OCLIII"))
_LEARNED = (("LNRO", "RNRO"), ("OCL", "LNRO"))
#: Where AC gains least and most, and by how many %, as printed.
_GAINS = {
    "k-Mode": ("k-modes", {"Balloons": "4.0", "Soybean-small": "14.2"}),
    "SC": ("spectral clustering", {"Breast Cancer": "0.61", "Balloons": "4.3"}),
}
_NO_NUMBERS = ("The figure has no numbers.",)
_UNJUDGED = Verdict(OPEN, ("Not run.",))


@cache
def claims() -> tuple[Claim, ...]:
    """Every claim checked.

    Examples
    --------
    >>> from studies.reproduce.claims import claims
    >>> [(claim.printed.verdict, claim.runs.verdict) for claim in claims() if claim.paper == "COS"]
    [('holds', 'holds'), ('holds', 'false')]
    """
    ave = {("F-score", "Tic"), ("NMI", "German"), ("NMI", "CMC")}
    variants = ["OCLI", "OCLII", "OCLIII"]
    return tuple(
        replace(claim, runs=runs, tested=tested)
        for claim, (runs, tested) in (
            (tave_beats_distances(), ours.tave_ahead_of(["HAM", "HDM", "CNS", "ADM"], {"F-score": 0, "NMI": 1})),
            (tave_beats_one_number_embeddings(), ours.tave_ahead_of(["DVE", "TVE"], {"F-score": 1, "NMI": 0})),
            (tave_against_cde(), ours.tave_ahead_of(["CDE"], {"F-score": 0, "NMI": 3})),
            (tave_against_ave(), ours.tave_ahead_of(["AVE"], ave)),
            (tave_has_fewer_dimensions(), ours.tave_fewer_dimensions()),
            (tave_has_an_eighth_of_the_dimensions(), ours.tave_an_eighth_of_the_dimensions()),
            (tave_is_stable(), ours.tave_is_stable()),
            (wcado_outperforms_on_all(), ours.wcado_ahead()),
            (wcado_gains("k-Mode"), _gains("k-Mode")),
            (wcado_gains("SC"), _gains("SC")),
            (spectral_clustering_outperforms_k_modes(), ours.spectral_ahead()),
            (wcado_is_a_metric(), ours.wcado_is_a_metric()),
            (ocl_is_best_or_close(), ours.ocl_best_or_close()),
            (ocl_ranks_differ("CA"), ours.ocl_methods_differ(3, "CA")),
            (ocl_ranks_differ("ARI"), ours.ocl_methods_differ(4, "ARI")),
            (ocl_is_significantly_better(), ours.ocl_significantly_better()),
            (ocl_beats_its_variants(), ours.ocl_ahead(5, "CA", variants, set())),
            (ocl_parts_each_help(), ours.ocl_steps(5, dict(zip(_PARTS, (1, 0, 1), strict=True)))),
            (ocl_orders_help(), ours.ocl_steps(6, dict.fromkeys(_LEARNED, 1))),
            (random_orders_help(), ours.random_orders_help()),
            (ocl_converges(), ours.ocl_converges()),
            (ocl_time_is_linear(), ours.time_is_linear()),
            (ocl_separates_better(), ours.maps_separate()),
            (cos_counts_power_sets(), _counted_calls()),
            (cod_beats_add(), ours.cod_beats_add()),
            (mtdle_values_group(), ours.values_group()),
            (mtdle_is_best_on_six(), ours.mtdle_best_on_six()),
            (mtdle_marks_are_significant(), (ours.marks_significant(False)[0], ours.marks_significant(True)[1])),
            (mtdle_marks_are_significant_corrected(), ours.marks_significant(True)),
        )
    )


def table(paper: str) -> pd.DataFrame:
    """A paper's claims for a report, a row a claim: the verdicts, and what decides each."""
    lines = [
        (
            claim.says,
            *(one.verdict for one in (claim.printed, claim.runs, claim.tested)),
            *("; ".join(one.because) for one in (claim.printed, claim.runs, claim.tested)),
        )
        for claim in claims()
        if claim.paper == paper
    ]
    return pd.DataFrame(
        lines,
        columns=[
            "claim",
            "on the printed cells",
            "on our runs, as the paper judges",
            "on our runs, allowing for chance",
            "because: printed",
            "because: our runs",
            "because: with chance",
        ],
    )


def _on_cells(paper: str, tables: tuple[int | str, ...], says: str, verdict: str, because: tuple[str, ...]) -> Claim:
    """A claim with its verdict on the printed cells alone."""
    return Claim(paper, tables, says, Verdict(verdict, because), _UNJUDGED, _UNJUDGED)


# TAVE


def tave_beats_distances() -> Claim:
    """TAVE against the four distances under k-modes."""
    lost = _lost_by_tave(["HAM", "HDM", "CNS", "ADM"])
    says = "TAVE is better than HAM, HDM, CNS and ADM in F-score and NMI, but for NMI on one data set"
    return _on_cells("TAVE", (3, 4), says, truth(_sets(lost) == {"NMI": 1}), _words(lost))


def tave_beats_one_number_embeddings() -> Claim:
    """TAVE against DVE and TVE."""
    lost = _lost_by_tave(["DVE", "TVE"])
    says = "TAVE is better than DVE and TVE everywhere, but for the F-score on one data set"
    return _on_cells("TAVE", (3, 4), says, truth(_sets(lost) == {"F-score": 1}), _words(lost))


def tave_against_cde() -> Claim:
    """TAVE against CDE."""
    lost = _lost_by_tave(["CDE"])
    says = "TAVE has a better F-score than CDE on all data sets, and a worse NMI on three"
    return _on_cells("TAVE", (3, 4), says, truth(_sets(lost) == {"NMI": 3}), _words(lost))


def tave_against_ave() -> Claim:
    """TAVE against AVE, where AVE has figures."""
    lost = _lost_by_tave(["AVE"])
    where = {(line["metric"], line["data"]) for line in lost.to_dict("records")}
    says = "TAVE is better than AVE, but for the F-score on Tic and NMI on German and CMC"
    wanted = {("F-score", "Tic"), ("NMI", "German"), ("NMI", "CMC")}
    return _on_cells("TAVE", (3, 4), says, truth(where == wanted), _words(lost))


def tave_has_fewer_dimensions() -> Claim:
    """Dimensions of TAVE and CDE on all data sets (Fig. 2)."""
    says = "TAVE gives rows fewer dimensions than CDE on all data sets but two"
    return _on_cells("TAVE", (), says, OPEN, _NO_NUMBERS)


def tave_has_an_eighth_of_the_dimensions() -> Claim:
    """Dimensions of CDE over those of TAVE on two data sets (Fig. 2)."""
    says = "CDE gives almost eight times (7.5 to 8) the dimensions of TAVE on German and Chess(KRvsKP)"
    return _on_cells("TAVE", (), says, OPEN, _NO_NUMBERS)


def tave_is_stable() -> Claim:
    """F against the number of diffusion steps (Fig. 3)."""
    says = f"the F-score of TAVE is stable for q > 15: it changes by at most {ours.STABLE} from q = 20 to 30"
    return _on_cells("TAVE", (), says, OPEN, _NO_NUMBERS)


# W-CADO


def wcado_outperforms_on_all() -> Claim:
    """W-CADO against CADO in all five measures; equal figures are no better either."""
    cells = _wcado()
    lost = cells[cells["W-CADO"] <= cells["CADO"]]
    because = tuple(f"{'/'.join(key)}: CADO {a:.4f}, W-CADO {b:.4f}" for key, a, b in lost.itertuples(name=None))
    says = "k-modes and spectral clustering are better with W-CADO than with CADO in all five measures"
    return _on_cells("W-CADO", WCADO_TABLES, says, truth(lost.empty), because)


def wcado_gains(model: str) -> Claim:
    """Where AC gains least and most, relative to CADO, with "k-Mode" or "SC", and by how much.

    A printed gain holds if the cells, which are rounded to four decimals, can give it.
    """
    named, printed = _GAINS[model]
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
    because = (f"which sets: {truth(sets)}", *off.values())
    because += tuple(f"{name}: {gain:.2f} %" for name, gain in gains.sort_values().items())
    return _on_cells("W-CADO", WCADO_TABLES, says, truth(sets and not off), because)


def _gains(model: str) -> Both:
    least, most = _GAINS[model][1]
    return ours.wcado_gains(model, least, most, {name: float(text) for name, text in _GAINS[model][1].items()})


def spectral_clustering_outperforms_k_modes() -> Claim:
    """Spectral clustering against k-modes under the same distance: "mostly" is more than half."""
    cells = _wcado().stack().unstack("model")
    better, text = _wins(cells["SC"], cells["k-Mode"], " pairs of cells")
    says = "spectral clustering is mostly better than k-modes with the same distance"
    return _on_cells("W-CADO", WCADO_TABLES, says, truth(2 * better > len(cells)), (text,))


def wcado_is_a_metric() -> Claim:
    """The triangle inequality, which the paper proves (section 5), on the rows of its own Table 1."""
    triangles = ours.violations("toy_movie")
    because = (
        f"{triangles.n_violations} of {triangles.n_triples} triples of the six rows of Table 1 break the inequality",
        "the proof takes it for each column without an argument",
    )
    says = "W-CADO is a metric: it satisfies the triangle inequality"
    return _on_cells("W-CADO", (), says, FALSE if triangles.n_violations else OPEN, because)


# OCL


def ocl_is_best_or_close() -> Claim:
    """Where OCL is not the best in Tables 3 and 4."""
    lost = pd.concat([_lost(3, "CA"), _lost(4, "ARI")])
    missed = {metric: set(group["data"]) for metric, group in lost.groupby("metric")}
    close = (lost["other"] - lost["own"])[lost["metric"] == "CA"].max() < 0.005
    wanted = {"CA": {"CS"}, "ARI": {"AP", "CS", "BC", "LG"}}
    says = "OCL has the best CA but on CS, by less than 0.005, and the best ARI but on AP, CS, BC and LG"
    return _on_cells("OCL", (3, 4), says, truth(missed == wanted and close), _words(lost))


def ocl_ranks_differ(metric: str) -> Claim:
    """The p value of Friedman's test on Table 3 ("CA") or 4 ("ARI")."""
    number = {"CA": 3, "ARI": 4}[metric]
    printed = published("OCL", number).friedman_p
    p = friedman(published("OCL", number).wide(metric)).chi2_p
    says = f"Friedman's test on {metric} is significant at 1 % (p = {printed:.6f})"
    exact = round(p, 6) == printed
    because = (
        f"p = {p:.8f}" if exact else f"the printed cells, which are rounded, give p = {p:.8f}: no other conclusion"
    )
    return _on_cells("OCL", (number,), says, HOLDS if exact else OPEN, (because,))


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
    return _on_cells("OCL", (3, 4), says, truth(holds), tuple(because))


def ocl_beats_its_variants() -> Claim:
    """OCL against its three variants."""
    lost = _lost(5, "CA")
    says = "OCL is better than all its variants"
    return _on_cells("OCL", (5,), says, truth(lost.empty), _words(lost))


def ocl_parts_each_help() -> Claim:
    """Each variant against the next."""
    says = "OCL is better than OCLI on 11 data sets of 12, OCLI than OCLII on 12, OCLII than OCLIII on 11"
    return _steps(5, dict(zip(_PARTS, (11, 12, 11), strict=True)), says)


def ocl_orders_help() -> Claim:
    """Orders learned for all, nominal, or no attributes."""
    says = "learning the orders of nominal columns helps on 5 data sets of 6, and those of ordinal ones on 5"
    return _steps(6, dict.fromkeys(_LEARNED, 5), says)


def random_orders_help() -> Claim:
    """Random orders against none (Fig. 1)."""
    says = "k-modes is more accurate with random orders of values than without orders, on most data sets"
    return _on_cells("OCL", (), says, OPEN, _NO_NUMBERS)


def ocl_converges() -> Claim:
    """Iterations and updates of orders (Fig. 3)."""
    says = "OCL ends within 30 iterations and at most three updates of the orders on all data sets"
    return _on_cells("OCL", (), says, OPEN, _NO_NUMBERS)


def ocl_time_is_linear() -> Claim:
    """Time against rows and columns (Fig. 4)."""
    says = "the time of OCL grows linearly with rows and with columns (an exponent of at most 1.1)"
    return _on_cells("OCL", (), says, OPEN, _NO_NUMBERS)


def ocl_separates_better() -> Claim:
    """Maps of Voting (Fig. 5)."""
    says = "t-SNE of Voting separates the classes better under OCL than under CBDM and ADC"
    return _on_cells("OCL", (), says, OPEN, _NO_NUMBERS)


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
    return _on_cells("COS", ("values",), says, truth(f"{counted:.3g}" == f"{printed:.3g}"), because)


def _counted_calls() -> Both:
    claim = cos_counts_power_sets()
    verdict = Verdict(claim.printed.verdict, claim.printed.because[:1])
    return verdict, Verdict(claim.printed.verdict, ("a count: chance plays no part",))


def cod_beats_add() -> Claim:
    """Smallest and largest improvements are printed of four panels; the smallest decide."""
    table = published("COS", "clustering")
    smallest = table.cells.dropna(subset="mean").groupby(["method", "metric"], sort=False)["mean"].min()
    because = tuple(f"{method}, {metric}: at least {least:.2f} %" for (method, metric), least in smallest.items())
    says = "COD is better than ADD on all six data sets, with k-modes and spectral clustering, in AC and NMI"
    return _on_cells("COS", ("clustering",), says, truth(bool((smallest > 0).all())), because)


# MTDLE


def mtdle_values_group() -> Claim:
    """Maps of values (Fig. 1)."""
    says = "values of a column lie close together in Tic-Tac-Toe and Balance; in Splice they form no clear groups"
    return _on_cells("MTDLE", (), says, OPEN, _NO_NUMBERS)


def mtdle_is_best_on_six() -> Claim:
    """The best accuracy on each data set."""
    lost = _lost(3, "accuracy", paper="MTDLE", own="Ours")
    says = "MTDLE's coding has the best accuracy on six data sets of seven"
    return _on_cells("MTDLE", (3,), says, truth(lost["data"].nunique() == 1), _words(lost, 2))


def mtdle_marks_are_significant() -> Claim:
    """The paper's paired t-test needs the scores of all splits, which it does not print."""
    failing = _marks_that_fail(shared=0.0)
    says = "methods marked on a data set are better than the others by a paired t-test, as the paper used it"
    needs = "a paired t-test needs the scores of every split, which are not printed"
    return _on_cells("MTDLE", (3,), says, FALSE if failing else OPEN, (needs, *failing))


def mtdle_marks_are_significant_corrected() -> Claim:
    """The same by the corrected resampled t-test (Nadeau & Bengio 2003), which allows for rows that splits share.

    Halves: as many rows are tested on as trained on, so the share added to 1/J is 1.
    """
    failing = _marks_that_fail(shared=1.0)
    says = "methods marked on a data set are better than the others by the corrected resampled t-test"
    return _on_cells("MTDLE", (3,), says, FALSE if failing else OPEN, failing or ("the printed cells allow it",))


def _marks_that_fail(shared: float) -> tuple[str, ...]:
    """Marked methods that no scores with the printed cells make significantly better, at 5 %.

    The printed cells bound t: the deviation of a difference is at least the difference of the deviations, which it is
    where the scores of all splits go up and down together. Rounding is allowed for.
    """
    table = published("MTDLE", 3)
    J = table.protocol.repeats
    needed = float(student.isf(0.025, J - 1))
    failing = []
    for _, cells in table.cells.groupby("data", sort=False):
        for a in cells[cells["marked"]].itertuples():
            for b in cells[~cells["marked"]].itertuples():
                gap = max(abs(a.deviation - b.deviation) - 0.01, 0) * math.sqrt(1 / J + shared)
                lead = a.mean - b.mean + 0.01
                t = math.copysign(np.inf, lead) if gap == 0 else lead / gap
                if t < needed:
                    pair = f"{a.data}, {a.method} over {b.method}"
                    failing.append(f"{pair}: t is at most {t:.2f}, {needed:.2f} are needed")
    return tuple(failing)


# cells


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
    cells = pd.concat([table.cells for table in tables_of("W-CADO") if table.protocol])
    cells[["model", "distance"]] = cells["method"].str.split(" ", expand=True)
    wide = cells.pivot(index=["data", "model", "metric"], columns="distance", values="mean")
    return wide.loc[pd.MultiIndex.from_frame(cells[["data", "model", "metric"]].drop_duplicates())]


def _steps(number: int, wanted: dict[tuple[str, str], int], says: str) -> Claim:
    wide = published("OCL", number).wide("CA")
    wins = {(a, b): _wins(wide[a], wide[b]) for a, b in wanted}
    because = tuple(f"{a} over {b}: {text}" for (a, b), (_, text) in wins.items())
    return _on_cells(
        "OCL", (number,), says, truth({pair: better for pair, (better, _) in wins.items()} == wanted), because
    )


def _wins(a: pd.Series, b: pd.Series, unit: str = "") -> tuple[int, str]:
    """How many printed cells of ``a`` are better than those of ``b``, and that in words, with the ties if any."""
    better, ties = int((a > b).sum()), int((a == b).sum())
    return better, f"{better} of {len(a)}{unit}" + (f", {ties} tied" if ties else "")
