"""Does k-modes find known classes better under declared orders than under random orders of the same columns?"""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

import catviz
from catviz.analysis import order_test as experiment
from catviz.analysis.order_study import order_distances, scored_run
from catviz.analysis.order_test import order_test
from catviz.table.categorical import CategoricalTable
from catviz.words.orders import answer, order_test_in_words
from studies.calibrate.simulated import disturbed, graded, grouped, unimodal

LEVELS = list("12345")


def scores(found, kind, column="adjusted_rand"):
    return found.runs.loc[found.runs["kind"] == kind, column].to_numpy()


def quick(table, seed=0, **given):
    return order_test(table, **{"starts": 2, "described": False, "random_state": seed} | given)


def mixed(seed=0, nominal=1, missing=False):
    """Three ordered columns that follow one gradient, and nominal ones that follow its thirds."""
    table = graded(seed, 150, 3, 0.6)
    frame = pd.DataFrame({f"c{j}": np.array(LEVELS)[table.codes[:, j]] for j in range(3)})
    for j in range(nominal):
        frame[f"n{j}"] = [{"a": "x", "b": "y", "c": "z"}[c] for c in table.target]
    if missing:
        frame.loc[::7, "c0"] = None
    return CategoricalTable.from_pandas(
        frame.assign(y=table.target), target="y", ordered=dict.fromkeys(["c0", "c1", "c2"], LEVELS)
    )


def redeclared(table, seed):
    """The same rows and classes, with other orders declared."""
    rng, book = np.random.default_rng(seed), table.codebook
    categories = tuple(
        tuple(rng.permutation(labels)) if kind == "ordinal" else labels
        for labels, kind in zip(book.categories, book.kinds, strict=True)
    )
    return table.recode(replace(book, categories=categories))


@pytest.mark.parametrize("missing", (False, True))
def test_the_random_orders_and_their_runs_do_not_depend_on_the_declared_one(missing):
    """What makes the test exact: given rows and classes, the declared order enters as one order among others."""
    table = mixed(missing=missing)
    found, other = (quick(t, n_orders=19) for t in (table, redeclared(table, 1)))
    n = min(f.test.n_shuffles for f in (found, other)) * 2
    for column in ("accuracy", "adjusted_rand", "z"):
        assert scores(found, "random", column)[:n].tolist() == scores(other, "random", column)[:n].tolist()
    assert scores(found, "declared").tolist() != scores(other, "declared").tolist()


def test_a_random_order_that_is_the_declared_one_gives_its_very_runs():
    """An ordered column of three values has three different orders: about a third of the random ones tie."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": rng.integers(0, 3, 80), "b": rng.integers(0, 4, 80), "y": rng.integers(0, 2, 80)})
    table = CategoricalTable.from_pandas(frame.astype(str), target="y", ordered={"a": list("012")})
    found = quick(table, n_orders=60)
    means = found.means[found.means["kind"] == "random"]["z"]
    own = found.means.loc[found.means["kind"] == "declared", "z"].iloc[0]
    assert found.different == 3 and means.round(9).nunique() <= 3
    assert 0.1 < np.isclose(means, own).mean() < 0.7


def test_only_ordered_columns_get_a_random_order(monkeypatch):
    """In nominal columns values are the same or different, under declared and random orders alike; missing is last."""
    made = []
    whole = experiment.order_distances
    monkeypatch.setattr(experiment, "order_distances", lambda *given: made.append(whole(*given)) or made[-1])
    quick(mixed(nominal=2, missing=True), n_orders=19)
    assert len(made) >= 20
    same = 1 - np.eye(3)
    assert all((geometry.tables[r] == same).all() for geometry in made for r in (3, 4))
    assert len({geometry.tables[1].tobytes() for geometry in made}) > 10
    for geometry in made:
        missing = geometry.tables[0][-1]
        assert sorted(missing) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])


def test_declared_runs_are_k_modes_under_the_declared_order():
    table = grouped(3, 150, 4, 0.5, ordered=1)
    found = quick(table, n_orders=19)
    blind = replace(table, codebook=replace(table.codebook, kinds=("nominal",) * 4)).canonical()
    ranks = np.array([table.categories[0].index(label) for label in blind.categories[0]])
    rows = replace(blind, target=None)
    for start in range(2):
        wanted = scored_run(rows, blind.target, order_distances(blind, [ranks, None, None, None]), 3, start)
        own = found.runs[(found.runs["kind"] == "declared") & (found.runs["start"] == start)].iloc[0]
        assert own[["accuracy", "adjusted_rand", "z"]].tolist() == pytest.approx(
            [wanted[c] for c in ("accuracy", "adjusted_rand", "z")]
        )


def test_p_is_the_rank_of_the_mean_adjusted_rand_index():
    found = quick(graded(0, 150, 3, 0.3), n_orders=99)
    own, random = scores(found, "declared").mean(), scores(found, "random").reshape(-1, 2).mean(axis=1)
    assert found.test.n_shuffles == len(random) and found.test.exceeding == (random >= own - 1e-9).sum()
    assert found.test.p_value == (1 + found.test.exceeding) / (1 + len(random))
    assert f"{found.test.exceeding} of {len(random)} random orders" in order_test_in_words(found)


def test_without_classes_z_is_described_and_not_tested():
    """z depends on how frequent values lie along the order alone, even with one cluster."""
    table = replace(graded(0, 150, 6, 0.5), target=None)
    found = quick(table, n_clusters=3)
    own, random = scores(found, "declared", "z").mean(), scores(found, "random", "z").reshape(-1, 2).mean(axis=1)
    assert found.test is None and own < random.min() and len(random) == 20
    assert "20 of 20 random orders" in order_test_in_words(found) and "does not show" in order_test_in_words(found)
    assert "significant" not in order_test_in_words(found)
    assert "cannot be tested" in answer(found) and "known classes" in answer(found)
    assert np.isnan(scores(found, "declared")).all()
    with pytest.raises(ValueError, match="how many clusters"):
        quick(table)


@pytest.mark.slow
def test_an_order_that_matters_is_found_and_stops_the_test_early():
    found = quick(graded(1, 600, 6, 0.5), starts=10)
    assert found.significant and found.test.n_shuffles == found.gain.n_shuffles == 39
    assert "0 of 39 random" in order_test_in_words(found) and "0 of 39 shuffles" in order_test_in_words(found)
    assert answer(found).startswith("Yes: ")


@pytest.mark.slow
@pytest.mark.parametrize("n", [3, pytest.param(8, marks=pytest.mark.slow)])
def test_frequent_values_side_by_side_make_no_claim_beside_columns_that_show_the_classes(n):
    """Ordered columns that follow nothing: k-modes finds the classes better under them, and as much so on shuffles."""
    made = {"better": 0, "claimed": 0}
    for i in range(n):
        found = quick(disturbed(i, 200, 9, False), i, n_orders=19)
        made["better"] += found.test.significant
        made["claimed"] += found.significant
        if found.test.significant and not found.significant:
            assert "No effect" in order_test_in_words(found) and answer(found).startswith("No effect ")
    assert made["better"] >= n * 3 // 8 and made["claimed"] <= 1  # by chance 2 or more come in 6 % of such studies


def test_the_gain_is_measured_anew_on_shuffled_rows():
    """The first gain is that of the runs; the rows of ordered columns move together, all others stay."""
    table = graded(1, 150, 3, 0.6)
    found = quick(table, n_orders=19)
    own = found.runs[(found.runs["kind"] == "random") & (found.runs["order"] < 4)]["adjusted_rand"].mean()
    assert found.gain.observed.iloc[0] == pytest.approx(scores(found, "declared").mean() - own)
    assert found.gain.shuffled.abs().max().iloc[0] < found.gain.observed.iloc[0]


def test_fractional_weights_are_described():
    table = graded(0, 150, 3, 0.5)
    found = quick(replace(table, weights=np.linspace(0.5, 1.5, 150)))
    assert found.test is None and found.significant is None
    assert "weights are fractional" in order_test_in_words(found)
    assert "cannot be tested" in answer(found) and "fractional" in answer(found)


def test_a_test_of_the_gain_can_be_cancelled():
    found = quick(graded(1, 600, 6, 0.5), callback=lambda _, so_far: so_far.gain is not None)
    assert found.test.significant and found.significant is None
    assert re.match("Cancelled .* 0 of 99 shuffles", order_test_in_words(found)) and "no answer yet" in answer(found)


@pytest.mark.parametrize("n", [10, pytest.param(60, marks=pytest.mark.slow)])
def test_an_arbitrary_order_is_seldom_claimed_to_matter(n):
    """Classes depend on values in no order; of 60 tables at 5 %, more come once in 1,000 studies."""
    made = sum(quick(grouped(i, 80, 4, 0.5, ordered=2), i, n_orders=19, starts=1).significant for i in range(n))
    assert made <= binom.ppf(0.999, n, 0.05)


def test_a_large_cluster_alone_makes_no_claim():
    """Classes of unequal sizes that depend on no column: the accuracy is best under the declared order all the same."""
    found = quick(unimodal(18, 80, 4), n_orders=19)
    own, random = (scores(found, kind, "accuracy").reshape(-1, 2).mean(axis=1) for kind in ("declared", "random"))
    assert len(random) == 19 and own > random.max()
    assert found.test.exceeding > 0 and not found.test.significant
    assert "not find" in order_test_in_words(found) and answer(found).startswith("No effect ")
    assert "not tested" in order_test_in_words(found)


def test_few_different_orders_are_said_to_be_too_few():
    frame = pd.DataFrame({"a": list("012") * 20, "b": list("xy") * 30, "y": list("pqr") * 20})
    found = quick(CategoricalTable.from_pandas(frame, target="y", ordered={"a": list("012")}))
    assert found.different == 3 and not found.test.significant
    assert "only 3 different orders" in order_test_in_words(found)


def test_two_values_have_no_order_to_test():
    found = order_test(catviz.load_dataset("voting").drop_missing(), starts=2)
    assert (
        found.test is None
        and "no declared order" in order_test_in_words(found)
        and "no declared order" in answer(found)
    )
    assert found.runs["kind"].unique().tolist() == ["Hamming", "learned"]


def test_learned_orders_are_described_beside_random_orders_of_all_columns():
    with_nominal, without = order_test(mixed(), starts=2), order_test(mixed(nominal=0), starts=2)
    assert set(with_nominal.runs["kind"]) - set(without.runs["kind"]) == {"random, all columns"}
    means = with_nominal.means["kind"].value_counts()
    assert means[["Hamming", "declared", "learned", "random, all columns"]].tolist() == [1, 1, 2, 20]
    tested = quick(mixed())
    assert tested.test.shuffled.equals(with_nominal.test.shuffled)
    assert set(tested.runs["kind"]) == {"declared", "random"}


def test_neither_names_nor_the_order_of_rows_matter():
    table = mixed(missing=True)
    found = quick(table, n_orders=19)
    other = quick(table[np.random.default_rng(0).permutation(len(table))], n_orders=19)
    pd.testing.assert_frame_equal(found.runs, other.runs)


def test_a_cancelled_test_claims_nothing():
    seen = []

    def stop(share, so_far):
        seen.append((share, len(so_far.means)))
        return len(seen) == 3

    found = quick(mixed(), callback=stop)
    assert seen == [(pytest.approx(i / 595), i) for i in (1, 2, 3)]  # 100 orders, and 99 shuffles worth five each
    assert found.test.significant is None and "no answer yet" in answer(found)
    assert re.match("Cancelled .* 2 of 99 random orders", order_test_in_words(found))


def test_described_kinds_can_be_cancelled_after_the_test():
    found = order_test(mixed(), starts=2, callback=lambda _, so_far: "Hamming" in set(so_far.runs["kind"]))
    assert found.test.significant is not None and "learned" not in set(found.runs["kind"])


@pytest.mark.parametrize(("given", "words"), [({"starts": 0}, "starts=0"), ({"n_orders": 18}, "n_shuffles=18")])
def test_too_few_runs_are_refused(given, words):
    with pytest.raises(ValueError, match=words):
        quick(mixed(), **given)
