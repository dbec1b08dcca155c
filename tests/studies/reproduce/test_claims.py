"""Claims of the papers: every verdict, the figures that decide, and bounds that made-up scores reach."""

import numpy as np
import pandas as pd
import pytest

from catviz.analysis.statistics import corrected_resampled_t
from catviz.published import PAPERS, published, published_tables
from catviz.published.results import FALSE, HOLDS, OPEN, claims_of, counts_of
from studies.reproduce import claims as checked
from studies.reproduce import claims_on_runs as on_runs
from studies.reproduce import packaged
from studies.reproduce.claims import claims


def words(claim):
    return " | ".join(claim.printed.because)


def of(start):
    """The claim that starts so."""
    (found,) = [claim for claim in claims() if claim.says.startswith(start)]
    return found


def test_verdicts_on_printed_cells():
    assert [(c.paper, c.printed.verdict) for c in claims()] == [
        *[("TAVE", v) for v in (FALSE, FALSE, HOLDS, HOLDS, OPEN, OPEN, OPEN)],
        *[("W-CADO", v) for v in (FALSE, FALSE, FALSE, HOLDS, OPEN)],
        *[("OCL", v) for v in (HOLDS, HOLDS, OPEN, HOLDS, FALSE, HOLDS, HOLDS, OPEN, OPEN, OPEN, OPEN)],
        *[("COS", v) for v in (HOLDS, HOLDS)],
        *[("MTDLE", v) for v in (OPEN, HOLDS, OPEN, FALSE)],
    ]


def test_the_claims_that_catviz_shows_are_these_and_its_counts_too():
    for paper in PAPERS:
        assert list(claims_of(paper)) == [claim for claim in claims() if claim.paper == paper]
    kept = pd.concat([counts_of(t.paper, t.number) for t in published_tables() if t.protocol is None])
    counted = packaged.counts().astype({"table": str})
    pd.testing.assert_frame_equal(kept.reset_index(drop=True), counted.reset_index(drop=True))


def test_every_claim_without_printed_cells_is_judged_on_runs():
    for claim in claims():
        if not claim.tables:
            assert claim.runs.verdict != OPEN, claim.says
        assert claim.runs.because and claim.tested.because


def test_every_claim_says_where_and_why():
    known = {(t.paper, t.number) for t in published_tables()}
    for claim in claims():
        assert {(claim.paper, n) for n in claim.tables} <= known
        assert claim.printed.because and (claim.tables or claim.printed.verdict == OPEN)
    assert len({c.says for c in claims()}) == len(claims())


def test_tave_loses_more_than_it_says():
    distances, embeddings = checked.tave_beats_distances(), checked.tave_beats_one_number_embeddings()
    assert len(distances.printed.because) == 8 and all(
        "NMI, German" in b or "NMI, CMC" in b for b in distances.printed.because
    )
    assert [b.split(":")[0] for b in embeddings.printed.because] == [
        "F-score, Tic",
        "NMI, Liver",
        *["NMI, German"] * 2,
        *["NMI, CMC"] * 2,
    ]
    assert "NMI, Liver: TVE 0.0250 against 0.0231" in embeddings.printed.because


def test_wcado_is_not_better_everywhere():
    assert checked.wcado_outperforms_on_all().printed.because == (
        "Balloons/k-Mode/RE: CADO 0.8417, W-CADO 0.8333",
        "Zoo/k-Mode/RE: CADO 0.5764, W-CADO 0.5764",
        "Zoo/SC/NMI: CADO 0.8158, W-CADO 0.7890",
        "Zoo/SC/ARI: CADO 0.7495, W-CADO 0.7334",
    )
    spectral, k_modes = checked.wcado_gains("SC"), checked.wcado_gains("k-Mode")
    assert spectral.printed.because[:2] == ("which sets: false", "Congressional Voting Records: 0.26 %")
    assert k_modes.printed.because[:3] == (
        "which sets: holds",
        "Balloons: printed 4.0 %, the cells give 4.1 %",
        "Balloons: 4.11 %",
    )
    assert k_modes.printed.verdict == FALSE and k_modes.printed.because[-1] == "Soybean-small: 14.19 %"


def test_ocl_is_behind_two_variants_on_cs():
    assert checked.ocl_beats_its_variants().printed.because == (
        "CA, CS: OCLI 0.6500 against 0.6313",
        "CA, CS: OCLII 0.6388 against 0.6313",
    )
    assert checked.ocl_ranks_differ("ARI").printed.because == (
        "the printed cells, which are rounded, give p = 0.00009651: no other conclusion",
    )
    assert checked.ocl_ranks_differ("CA").printed.because == ("p = 0.00001681",)


def test_the_runner_up_is_dlc_by_both_measures():
    gaps = checked.ocl_is_significantly_better().printed.because
    assert gaps[0].startswith("CA: DLC is 3.5833 behind") and gaps[1].startswith("ARI: DLC is 3.7500 behind")


def test_a_power_set_alone_passes_the_printed_count():
    assert "3.3e+150" in words(checked.cos_counts_power_sets())


# what runs decide


def test_what_the_figures_say_is_decided_by_runs():
    """The three claims of figures without numbers that had no verdict before."""
    fewer, eighth, ends = of("TAVE gives rows fewer"), of("CDE gives almost"), of("OCL ends within")
    assert fewer.runs.because[0] == "TAVE has fewer on 10 of 10 data sets" and fewer.tested.verdict == FALSE
    assert [eighth.runs.verdict, eighth.tested.verdict] == [FALSE, FALSE] and "8.79 times" in eighth.runs.because[1]
    assert "HR: up to 160 iterations, 50 updates" in ends.runs.because
    assert ends.tested.verdict == FALSE and "LG, VT" in ends.tested.because[0]


def test_w_cado_is_no_metric():
    """A triple of soybeans, recomputed from the distances between its rows."""
    found = on_runs.violations("soybean_small")
    assert found.n_violations == 484 and found.worst.direct > found.worst.first + found.worst.second
    claim = of("W-CADO is a metric")
    assert claim.printed.verdict == OPEN and claim.printed.because[0].startswith("0 of 120 triples")
    assert [claim.runs.verdict, claim.tested.verdict] == [FALSE, FALSE]


def test_means_and_tests_may_disagree():
    """Voting's maps differ by half a point in OCL's favour, which 435 rows cannot show."""
    claim = of("t-SNE of Voting")
    assert [claim.runs.verdict, claim.tested.verdict] == [HOLDS, OPEN] and "p = 0.655" in claim.tested.because[0]
    claim = of("TAVE is better than AVE")
    assert [claim.printed.verdict, claim.runs.verdict, claim.tested.verdict] == [HOLDS, HOLDS, OPEN]


def test_the_table_of_a_report_has_a_row_a_claim():
    found = checked.table("COS")
    assert found["claim"].tolist() == [c.says for c in claims() if c.paper == "COS"]
    assert found["on our runs, as the paper judges"].tolist() == [HOLDS, FALSE]


def test_what_is_not_run_decides_nothing(monkeypatch):
    none = on_runs.evidence("COD")[:0]
    monkeypatch.setattr(on_runs, "evidence", lambda name: none)
    assert {one.verdict for one in on_runs.marks_significant(True)} == {OPEN}


def made_up_splits(monkeypatch, mean, deviation):
    cells = published("MTDLE", 3).cells
    pairs = [
        {"data": data, "kind": a, "against": b, "measure": "accuracy", "mean": mean, "deviation": deviation, "runs": 30}
        for data, methods in cells.groupby("data")["method"]
        for a in methods
        for b in methods
        if a != b
    ]
    monkeypatch.setattr(on_runs, "evidence", lambda name: pd.DataFrame(pairs))


def test_splits_that_share_rows_need_a_larger_lead(monkeypatch):
    """t is sqrt(30) times the lead over the deviation, and corrected for halves sqrt(31) times smaller."""
    made_up_splits(monkeypatch, 0.5, 1.0)
    assert {one.verdict for one in on_runs.marks_significant(False)} == {HOLDS}
    found, allowing = on_runs.marks_significant(True)
    assert found.verdict == FALSE and found.because[0].startswith("0 of ")
    assert allowing.verdict == OPEN, "what is not significant decides nothing"
    made_up_splits(monkeypatch, -20.0, 1.0)
    assert on_runs.marks_significant(True)[1].verdict == FALSE
    a, b = np.array([0.5, 1.5, -0.5, 0.5]), np.zeros(4)
    t = corrected_resampled_t(a, b, 0.5).t
    assert t == pytest.approx(a.mean() / (a.std(ddof=1) / np.sqrt(4) * np.sqrt(1 + 4)))


def dealt(monkeypatch, closer):
    """Of 999 deals of values to columns, so many are at most as far apart as the map's."""
    row = {"kind": "paper", "runs": 999}
    rows = []
    for data, count in closer.items():
        rows.append(row | {"data": data, "against": "", "measure": "within", "mean": 0.5, "runs": 1})
        rows.append(row | {"data": data, "against": "dealt at random", "measure": "within", "mean": 0.6})
        share = {"measure": "at most as far", "mean": count / 999}
        rows.append(row | {"data": data, "against": "dealt at random"} | share)
    monkeypatch.setattr(on_runs, "evidence", lambda name: pd.DataFrame(rows))


@pytest.mark.parametrize(
    ("closer", "verdict"),
    [
        ({"Balance": 0, "Tic-Tac-Toe": 3, "Splice": 999}, HOLDS),
        ({"Balance": 0, "Tic-Tac-Toe": 3, "Splice": 500}, OPEN),
        ({"Balance": 0, "Tic-Tac-Toe": 500, "Splice": 999}, OPEN),
        ({"Balance": 0, "Tic-Tac-Toe": 999, "Splice": 999}, FALSE),
        ({"Balance": 0, "Tic-Tac-Toe": 3, "Splice": 0}, FALSE),
        ({"Balance": 0, "Tic-Tac-Toe": 30, "Splice": 999}, OPEN),
    ],
)
def test_what_is_not_told_apart_from_values_dealt_at_random_decides_nothing(monkeypatch, closer, verdict):
    """The last: 31 of 1,000 is below 5 % for one data set, and not for three."""
    dealt(monkeypatch, closer)
    assert on_runs.values_group()[1].verdict == verdict


def test_a_gain_is_compared_with_the_uncertainty_of_both(monkeypatch):
    """100 runs of ours and 50 of the paper's: 2.0 ± 0.5 % against a printed gain, by the delta method."""
    means = pd.DataFrame({"method": ["SC CADO", "SC W-CADO"], "mean": [0.5, 0.51], "runs": 100, "data": ""})
    monkeypatch.setattr(on_runs, "measured", lambda *_: means.assign(error=[0.001, 0.001]))
    error = 100 * 1.02 * np.hypot(0.001 / 0.5, 0.001 / 0.51) * np.sqrt(1 + 100 / 50)
    for beyond, verdict in ((1.9, OPEN), (2.1, FALSE)):
        printed = {"Balloons": 2 + beyond * error}
        assert on_runs.wcado_gains("SC", "Balloons", "Zoo", printed)[1].verdict == verdict


# marks


def scores_of(data, method, noise):
    """Scores with the printed mean and deviation."""
    cells = published("MTDLE", 3).cells.set_index(["data", "method"]).loc[(data, method)]
    return cells["mean"] + cells["deviation"] * noise


@pytest.mark.parametrize(
    ("data", "a", "b", "possible"),
    [
        ("MONK", "Ours", "Decision Tree", False),
        ("Splice", "Ours", "Dummy", False),
        ("Mushroom", "Ours", "Dummy", False),
        ("Hayes-Roth", "Ours", "Dummy", False),
        ("Mushroom", "Decision Tree", "Dummy", False),
        ("Tic-Tac-Toe", "Ours", "Dummy", True),
        ("Balance", "Ours", "Dummy", True),
        ("Mushroom", "Ours", "Density", True),
    ],
)
def test_no_splits_make_such_marks_significant(data, a, b, possible):
    """The scores of both go up and down together, which makes t as large as it can be."""
    noise = np.random.default_rng(0).normal(size=30)
    noise = (noise - noise.mean()) / noise.std(ddof=1)
    best = corrected_resampled_t(scores_of(data, a, noise), scores_of(data, b, noise), 0.5)
    assert (best.p < 0.05) == possible
    for seed in range(20):
        other = np.random.default_rng(seed).normal(size=30) + seed / 10 * noise
        other = (other - other.mean()) / other.std(ddof=1)
        assert corrected_resampled_t(scores_of(data, a, noise), scores_of(data, b, other), 0.5).t <= best.t + 1e-9
    because = words(checked.mtdle_marks_are_significant_corrected())
    assert (f"{data}, {a} over {b}" in because) != possible


def test_the_papers_own_test_is_not_decided_and_five_marks_fail_the_corrected_one():
    claim = checked.mtdle_marks_are_significant()
    assert claim.printed.verdict == OPEN and "needs the scores of every split" in words(claim)
    corrected = checked.mtdle_marks_are_significant_corrected()
    assert corrected.printed.verdict == FALSE and len(corrected.printed.because) == 5


def test_ties_are_counted_and_named():
    a, b = pd.Series([0.5, 0.5, 0.4]), pd.Series([0.5, 0.3, 0.6])
    assert checked._wins(a, b, " cells") == (1, "1 of 3 cells, 1 tied") and checked._wins(b, b - 1) == (3, "3 of 3")
    lost = pd.DataFrame({"data": "zoo", "metric": "CA", "method": ["A", "B"], "other": [0.5, 0.6], "own": 0.5})
    assert checked._words(lost, 1) == ("CA, zoo: A 0.5 against 0.5 (a tie)", "CA, zoo: B 0.6 against 0.5")
