"""Claims of the papers: every verdict, the cells that decide, and bounds that made-up scores reach."""

import numpy as np
import pandas as pd
import pytest

from catviz.analysis.statistics import corrected_resampled_t
from catviz.papers import claims as checked
from catviz.papers.claims import FALSE, HOLDS, OPEN, claims
from catviz.papers.published import published, published_tables

CLAIMS = claims()


def words(claim):
    return " | ".join(claim.because)


def test_verdicts():
    assert [(c.paper, c.verdict) for c in CLAIMS] == [
        *[("TAVE", v) for v in (FALSE, FALSE, HOLDS, HOLDS, OPEN, OPEN)],
        *[("W-CADO", v) for v in (FALSE, FALSE, FALSE, HOLDS)],
        *[("OCL", v) for v in (HOLDS, HOLDS, OPEN, HOLDS, FALSE, HOLDS, HOLDS, OPEN)],
        ("COS", HOLDS),
        *[("MTDLE", v) for v in (HOLDS, OPEN)],
    ]


def test_every_claim_says_where_and_why():
    known = {(t.paper, t.number) for t in published_tables()}
    for claim in CLAIMS:
        assert {(claim.paper, n) for n in claim.tables} <= known
        assert claim.because and (claim.tables or claim.verdict == OPEN)
    assert len({c.says for c in CLAIMS}) == len(CLAIMS)


def test_tave_loses_more_than_it_says():
    distances, embeddings = checked.tave_beats_distances(), checked.tave_beats_one_number_embeddings()
    assert len(distances.because) == 8 and all("NMI, German" in b or "NMI, CMC" in b for b in distances.because)
    assert [b.split(":")[0] for b in embeddings.because] == [
        "F-score, Tic",
        "NMI, Liver",
        *["NMI, German"] * 2,
        *["NMI, CMC"] * 2,
    ]
    assert "NMI, Liver: TVE 0.0250 against 0.0231" in embeddings.because


def test_wcado_is_not_better_everywhere():
    assert checked.wcado_outperforms_on_all().because == (
        "Balloons/k-Mode/RE: CADO 0.8417, W-CADO 0.8333",
        "Zoo/k-Mode/RE: CADO 0.5764, W-CADO 0.5764",
        "Zoo/SC/NMI: CADO 0.8158, W-CADO 0.7890",
        "Zoo/SC/ARI: CADO 0.7495, W-CADO 0.7334",
    )
    spectral, k_modes = checked.wcado_gains("SC"), checked.wcado_gains("k-Mode")
    assert spectral.because[:2] == ("which sets: false", "Congressional Voting Records: 0.26 %")
    assert k_modes.because[:3] == (
        "which sets: holds",
        "Balloons: printed 4.0 %, the cells give 4.1 %",
        "Balloons: 4.11 %",
    )
    assert k_modes.verdict == FALSE and k_modes.because[-1] == "Soybean-small: 14.19 %"


def test_ocl_is_behind_two_variants_on_cs():
    assert checked.ocl_beats_its_variants().because == (
        "CA, CS: OCLI 0.6500 against 0.6313",
        "CA, CS: OCLII 0.6388 against 0.6313",
    )
    assert checked.ocl_ranks_differ("ARI").because == (
        "the printed cells, which are rounded, give p = 0.00009651: no other conclusion",
    )
    assert checked.ocl_ranks_differ("CA").because == ("p = 0.00001681",)


def test_the_runner_up_is_dlc_by_both_measures():
    gaps = checked.ocl_is_significantly_better().because
    assert gaps[0].startswith("CA: DLC is 3.5833 behind") and gaps[1].startswith("ARI: DLC is 3.7500 behind")


def test_a_power_set_alone_passes_the_printed_count():
    assert "3.3e+150" in words(checked.cos_counts_power_sets())


# what runs decide


def test_dimensions_decide_when_given():
    given = pd.DataFrame({"CDE": [790, 78, 30, 20, 9], "TAVE": [100, 10, 10, 20, 10]})
    given.index = ["German", "Chess(KRvsKP)", "CMC", "Tic", "Tae"]
    assert checked.tave_has_fewer_dimensions(given).verdict == HOLDS
    assert checked.tave_has_fewer_dimensions(given[:4]).because == ("Tic: TAVE 20, CDE 20",)
    assert checked.tave_has_an_eighth_of_the_dimensions(given).verdict == HOLDS
    given.loc["German", "CDE"] = 810
    claim = checked.tave_has_an_eighth_of_the_dimensions(given)
    assert claim.verdict == FALSE and claim.because[0] == "German: 8.10 times"
    assert [c.verdict for c in claims(dimensions=given)[4:6]] == [HOLDS, FALSE]


def test_convergence_is_decided_by_the_longest_run():
    runs = pd.DataFrame({"data": ["SB", "SB", "NS"], "iterations": [4, 30, 7], "updates": [1, 2, 3]})
    assert checked.ocl_converges(runs).verdict == HOLDS
    runs.loc[0, "updates"] = 4
    assert checked.ocl_converges(runs).because == ("SB: up to 30 iterations, 4 updates",)
    assert checked.ocl_converges(runs).verdict == FALSE
    runs.loc[:, ["iterations", "updates"]] = [[31, 1]] * 3
    assert checked.ocl_converges(runs).verdict == FALSE


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
    because = words(checked.mtdle_marks_are_significant())
    assert (f"{data}, {a} over {b}" in because) != possible


def test_the_papers_own_test_is_not_decided_and_five_marks_fail_the_corrected_one():
    claim = checked.mtdle_marks_are_significant()
    assert claim.verdict == OPEN and "by a paired t-test" in claim.says and "corrected" not in claim.says
    needs, *fail = claim.because
    assert "needs the scores of every split" in needs and len(fail) == 5
    assert fail[0].startswith("by the corrected resampled t-test at 5 % the printed cells cannot be significant for ")


def test_ties_are_counted_and_named():
    a, b = pd.Series([0.5, 0.5, 0.4]), pd.Series([0.5, 0.3, 0.6])
    assert checked._wins(a, b, " cells") == (1, "1 of 3 cells, 1 tied") and checked._wins(b, b - 1) == (3, "3 of 3")
    lost = pd.DataFrame({"data": "zoo", "metric": "CA", "method": ["A", "B"], "other": [0.5, 0.6], "own": 0.5})
    assert checked._words(lost, 1) == ("CA, zoo: A 0.5 against 0.5 (a tie)", "CA, zoo: B 0.6 against 0.5")
