"""Orders tried on a partition: z by hand, Lloyd's algorithm on the thermometer code, rules at the edges."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import KMeans

import catviz
from catviz.geometry.value_geometries import ValueOrder
from catviz.orders.objective import OrderTrial, ordered_objective


def fitted(name, k, **settings):
    table = catviz.load_dataset(name)
    return table, catviz.OCL(k, random_state=0, **settings).fit(table)


def test_two_rows_apart_by_hand():
    # one column, two clusters {a, c} and {b}: places 0 and 2 of 3 cost 2 * (1/2 * 1/2 * 1) * 2 rows = 1
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame({"x": ["a", "c", "b", "b"]}))
    trial = OrderTrial(table, [0, 0, 1, 1], {})
    first = trial.with_orders({"x": ["a", "b", "c"]})
    # the row with c is as far from the first mean as from b's: it stays, on ties the lowest number wins
    assert first.objective == pytest.approx(1.0)
    # with a and c side by side the same partition costs half of that
    assert trial.with_orders({"x": ["a", "c", "b"]}).objective == pytest.approx(0.5)


@pytest.mark.parametrize(("name", "k"), [("zoo", 7), ("voting", 2), ("breast_cancer_ljubljana", 3)])
def test_the_orders_learned_are_worth_what_the_fit_says(name, k):
    table, ocl = fitted(name, k)
    found = OrderTrial(table, ocl.labels_, ocl.orders_).with_orders({})
    assert found.objective == pytest.approx(ocl.objective_, rel=1e-12)
    assert found.steps == 0 and (found.labels == ocl.labels_).all()


@pytest.mark.parametrize("seed", range(3))
def test_other_orders_are_worth_what_k_means_finds_on_their_code(seed):
    table, ocl = fitted("breast_cancer_ljubljana", 3)
    rng = np.random.default_rng(seed)
    orders = {a: list(rng.permutation(values)) for a, values in ocl.orders_.items()}
    found = OrderTrial(table, ocl.labels_, ocl.orders_).with_orders(orders)
    book = ocl.geometry_.codebook
    ranks = tuple(
        np.array([orders[a].index(v) for v in v_r]) for a, v_r in zip(book.attributes, book.labels, strict=True)
    )
    code = ValueOrder(book, ranks, ocl.geometry_.frequencies).transform(table)
    starts = np.array([code[ocl.labels_ == j].mean(axis=0) for j in range(3)])
    lloyd = KMeans(3, init=starts, n_init=1, algorithm="lloyd", tol=0).fit(code)
    assert found.objective == pytest.approx(2 * lloyd.inertia_ / table.n_attributes, rel=1e-9)
    assert found.objective == pytest.approx(ordered_objective(table, found.labels, orders), rel=1e-12)
    assert found.objective <= ordered_objective(table, ocl.labels_, orders) + 1e-9


def test_an_order_and_its_reverse_are_worth_the_same():
    table, ocl = fitted("zoo", 4)
    trial = OrderTrial(table, ocl.labels_, ocl.orders_)
    order = ["4", "0", "8", "2", "6", "5"]
    assert trial.with_orders({"legs": order}).objective == trial.with_orders({"legs": order[::-1]}).objective


def test_trials_leave_one_another_alone():
    table, ocl = fitted("zoo", 4)
    trial = OrderTrial(table, ocl.labels_, ocl.orders_)
    before = trial.with_orders({}).objective
    trial.with_orders({"legs": ["4", "0", "8", "2", "6", "5"]})
    assert trial.with_orders({}).objective == before


def test_rows_without_weight_keep_the_cluster_given():
    table = catviz.load_dataset("toy_movie")
    weighted = replace(table, weights=np.array([1.0, 1, 1, 1, 1, 0]))
    labels = np.array([0, 0, 0, 1, 1, 1])
    alone = OrderTrial(table[np.arange(5)], labels[:5], {}).with_orders({})
    found = OrderTrial(weighted, labels, {}).with_orders({})
    assert found.labels[5] == 1
    assert found.objective == pytest.approx(alone.objective)


def test_what_does_not_fit_is_refused():
    table = catviz.load_dataset("toy_movie")
    with pytest.raises(ValueError, match="label .* 6 rows"):
        OrderTrial(table, [0, 1], {})
    trial = OrderTrial(table, [0, 0, 0, 1, 1, 1], {})
    with pytest.raises(ValueError, match="no column 'nope'"):
        trial.with_orders({"nope": ["a"]})
    with pytest.raises(ValueError, match="order of column"):
        trial.with_orders({table.attributes[0]: ["nobody"]})
