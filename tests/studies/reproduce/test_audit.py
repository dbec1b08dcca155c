"""Printed cells against arithmetic: figures that can be, figures that cannot, and how easily any figure passes."""

import itertools
import math

import numpy as np
import pytest

from catviz.analysis.metrics import accuracy, adjusted_rand_index, normalised_mutual_information, pairwise, purity
from catviz.published import published
from studies.reproduce import audit
from studies.reproduce.feasible import clash, distance_beyond_rounding, least_nmi, recall_limits, two_by_two


def impossible(paper):
    found = audit.whole_counts(paper)
    return [(c.data, c.method, c.printed) for c in found[found["readings"].str.len() == 0].itertuples()]


def test_means_that_are_no_whole_counts():
    assert impossible("W-CADO") == [("Soybean-small", "k-Mode W-CADO", "0.7993")]
    assert impossible("OCL") == [("VT", "OCLI", "0.8942")]
    assert impossible("MTDLE") == [
        ("MONK", "Dummy", "96.24"),
        ("Hayes-Roth", "Density", "57.72"),
        ("Hayes-Roth", "Decision Tree", "73.93"),
        ("Hayes-Roth", "Ours", "83.91"),
    ]


def test_ten_runs_with_missing_rows_kept_fit_all_of_ocls_table_3():
    found = audit.counted("OCL")
    found = found[found["table"] == 3].set_index("data")["cells that fit, by the rows counted"]
    assert found["VT"].startswith("all rows: 10 of 10 (4.4 by chance); complete rows: 1 of 10")
    assert found["BC"].startswith("all rows: 10 of 10 (2.9 by chance); complete rows: 1 of 10")
    assert found["AP"].startswith("as printed: 10 of 10") and len(found) == 12


def test_thirty_runs_explain_soybean_small():
    runs, by_chance = audit.runs_that_fit("W-CADO", 5, "Soybean-small", "AC")
    assert runs == 30 and 0 < by_chance < 0.05
    assert "30 runs are the fewest" in audit.impossible_means("W-CADO")[0]


@pytest.mark.parametrize("total", [7, 96, 470, 10_000])
def test_the_chance_of_a_random_figure_is_that_of_trying_all(total):
    tried = np.mean([audit.fits(i / 1000, total, 3) for i in range(1001)])
    assert audit.chance((total,), 3) == pytest.approx(tried)


def test_every_true_mean_fits_however_halves_are_rounded():
    for total, count in itertools.product((40, 160, 800), (0, 1, 17, 33)):
        exact = count / total
        for printed in (math.floor(exact * 1e4 + 0.5) / 1e4, math.ceil(exact * 1e4 - 0.5) / 1e4):
            assert audit.fits(printed, total, 4)
        assert audit.fits(math.floor(exact * 1e4 + 1e-9) / 1e4, total, 4, cut=True)
    assert audit.fits(0.5462, 800, 4) and audit.fits(0.5463, 800, 4)


def test_figures_printed_twice_may_be_rounded_both_ways():
    """437 of 800 is 0.54625; KMD has 0.5462 in Table 3, and the same variant of OCL 0.5463 in Table 5."""
    assert audit.repeated("OCL") == (30, [])
    assert not audit._can_print_both(0.5462, 0.5463, 470, 4) and not audit._can_print_both(0.54, 0.55, 800, 4)


def test_average_ranks_of_table_5_do_not_come_from_its_cells():
    checked, wrong = audit.ranks(published("OCL", 5))
    assert checked == 4 and [w.split(":")[0] for w in wrong] == ["Table 5, OCLI", "Table 5, OCLII"]
    assert audit.ranks(published("OCL", 3)) == (10, [])


def test_deviations_have_limits():
    assert audit.deviations("MTDLE") == (28, [])
    # 10 runs of 47 rows with mean 23.5 rows vary by half a row at least
    assert audit._least_deviation(np.array([23.4, 23.5, 23.6]), 47) == pytest.approx(np.sqrt(0.24) / 47)
    assert audit._least_deviation(np.array([22.9, 23.0, 23.1]), 47) == 0


# scores of the same runs


def counts_of(a, b, p, q):
    return np.array([[a, p - a], [b, q - b]])


def test_scores_of_all_partitions_are_those_of_the_library():
    p, q = 4, 3
    points = two_by_two(p, q, "matched")
    tables = [counts_of(a, b, p, q) for a in range(p + 1) for b in range(q + 1)]
    wanted = {(round(accuracy(t), 9), round(adjusted_rand_index(t), 9), round(pairwise(t)[2], 9)) for t in tables}
    names = ("AC", "ARI", "F")
    assert {tuple(row) for row in np.round(np.column_stack([points[n] for n in names]), 9)} == wanted
    by_purity = two_by_two(p, q, "purity")
    nmi = {(round(purity(t), 9), round(normalised_mutual_information(t), 9)) for t in tables}
    assert {tuple(row) for row in np.round(np.column_stack([by_purity["AC"], by_purity["NMI"]]), 9)} == nmi


def test_means_of_real_runs_are_never_called_impossible():
    rng = np.random.default_rng(0)
    for form in ("purity", "matched"):
        points = two_by_two(12, 8, form)
        for _ in range(5):
            some = rng.integers(len(points["AC"]), size=7)
            means = {name: round(float(points[name][some].mean()), 4) for name in ("AC", "PR", "RE", "NMI", "ARI")}
            assert clash(points, means, 5e-5) is None


def test_scores_that_no_runs_have_are_found():
    points = two_by_two(12, 8, "matched")
    assert clash(points, {"AC": 0.95, "ARI": 0.2}, 5e-5)[0] == ("AC", "ARI")
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    assert distance_beyond_rounding(corners, [1.0, 1.0], 0.0) == pytest.approx(0.5)


def test_recall_and_nmi_keep_to_their_limits():
    rng = np.random.default_rng(1)
    sizes = [20, 9, 4]
    for _ in range(40):
        table = np.column_stack([rng.multinomial(n, rng.dirichlet(np.full(3, 0.3))) for n in sizes]).T
        if not table.sum(axis=0).all():
            continue
        best = table.argmax(axis=0)
        recall = np.mean([table[i, j] / sizes[i] for j, i in enumerate(best)])
        low, high = recall_limits(sizes, purity(table))
        assert low - 1e-9 <= recall <= high + 1e-9
        for mean in ("arithmetic", "sqrt", "max"):
            assert least_nmi(sizes, purity(table)) <= normalised_mutual_information(table, mean) + 1e-9


def test_recall_of_breast_cancer_is_larger_than_its_purity_allows():
    """Two clusters that both hold rows allow 0.9585; with PR the cells cannot be even if some runs had one cluster."""
    assert round(recall_limits([458, 241], 0.9456)[1], 4) == 0.9585
    points = two_by_two(458, 241, "purity")
    assert clash(points, {"AC": 0.9456, "PR": 0.9276}, 5e-5)[0] == ("AC", "PR")
    assert clash(points, {"AC": 0.9399, "PR": 0.9260}, 5e-5) is None


def test_a_paper_without_repeated_tables_has_no_section():
    assert audit.consistency("COS") == []
