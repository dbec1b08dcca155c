"""OCL's monotone mode: k-means in disguise, steps that never raise z, and edge cases."""

import numpy as np
import pandas as pd
import pytest
from random_frames import DIGITS, independent_frame
from sklearn.cluster import KMeans

from catviz.base import as_table
from catviz.clustering.base import DistinctRows
from catviz.geometry.value_geometries import ValueOrder
from catviz.orders.alternating import Monotone, assignments
from catviz.orders.arrangement import arrangement_cost, minimum_linear_arrangement
from catviz.orders.ocl import OCL
from catviz.orders.partition import Task
from catviz.progress import reporting
from catviz.reading.datasets import is_here, list_datasets, load_dataset
from catviz.table.categorical import CategoricalTable

pytestmark = pytest.mark.filterwarnings("ignore:columns with a single value")


def random_frame(n, sizes, seed, missing=0.0):
    return independent_frame(n, sizes, seed, missing, DIGITS)


def random_table(n, sizes, seed, missing=0.0):
    return CategoricalTable.from_pandas(random_frame(n, sizes, seed, missing))


@pytest.mark.parametrize("name", ["zoo", "voting", "lymphography", "soybean_small", "car"])
def test_d_times_z_is_twice_the_sum_of_squares(name):
    table = load_dataset(name)
    ocl = OCL(3, random_state=0).fit(table)
    X = ocl.transform(table)
    sse = sum(((X[ocl.labels_ == j] - X[ocl.labels_ == j].mean(axis=0)) ** 2).sum() for j in range(3))
    assert table.n_attributes * ocl.objective_ == pytest.approx(2 * sse, rel=1e-12)


def test_z_is_the_mean_order_distance_to_the_own_cluster():
    table = random_table(70, (3, 4, 6), seed=0, missing=0.1)
    ocl = OCL(3, random_state=0).fit(table)
    tables = ocl.value_distances_.tables
    codes = as_table(table).observed().missing_as_category().codes
    z = 0.0
    for i, j in enumerate(ocl.labels_):
        z += sum(t[codes[i, r]] @ ocl.distributions_[r][j] for r, t in enumerate(tables)) / 3
    assert ocl.objective_ == pytest.approx(z, rel=1e-12)
    for r, p in enumerate(ocl.distributions_):
        assert p.shape == (3, len(tables[r]))
        assert p.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(6))
def test_fixed_orders_are_lloyds_k_means_on_the_thermometer_code(seed):
    """From the means of a random partition, and with uneven weights, so that no row lies midway between two means."""
    k, rng = 4, np.random.default_rng(seed)
    table = random_table(300, (3, 5, 4, 2, 6), seed)
    rows = DistinctRows.of(CategoricalTable(table.codes, table.codebook, weights=rng.random(300)))
    sizes = rows.lookup.sizes
    ranks = tuple(rng.permutation(v) for v in sizes)
    order = ValueOrder(rows.table.codebook, ranks, tuple(np.ones(v) for v in sizes))
    X, w, first = order.transform(rows.table), rows.weights, rng.integers(0, k, len(rows.weights))
    task = Task(rows, k, learned=(False,) * 5)
    start = task.partition(first, ranks, order.distances().tables)
    last = [start, *assignments(task, start, Monotone())][-1]
    means = np.array([np.average(X[first == j], axis=0, weights=w[first == j]) for j in range(k)])
    lloyd = KMeans(k, init=means, n_init=1, algorithm="lloyd", tol=0, max_iter=200).fit(X, sample_weight=w)
    assert (last.labels == lloyd.labels_).all()
    assert 5 * last.objective == pytest.approx(2 * lloyd.inertia_, rel=1e-9)


@pytest.mark.parametrize("init_order", [None, "natural", "random"])
def test_z_never_rises_on_random_tables(init_order):
    for seed in range(8):
        sizes = np.random.default_rng(seed).integers(1, 9, 5)
        ocl = OCL(4, n_init=2, init_order=init_order, random_state=seed)
        ocl.fit(random_table(90, sizes, seed, missing=0.05))
        z = [step["objective"] for step in ocl.steps_]
        assert all(later <= earlier for earlier, later in zip(z, z[1:], strict=False))
        assert z[-1] == ocl.objective_


SETS = [name for name in list_datasets() if is_here(name)]
LARGE = ("tae", "kr_vs_k", "splice", "adult")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) if n in LARGE else n for n in SETS])
def test_z_never_rises_on_data_sets(name):
    table = load_dataset(name)
    k = len(set(table.target))
    seen = []
    with reporting(seen.append):
        ocl = OCL(k, n_init=5, random_state=1).fit(table)
    for run in range(5):
        z = [step["objective"] for step in seen if step["run"] == run]
        assert all(later <= earlier for earlier, later in zip(z, z[1:], strict=False))
        assert z[-1] >= ocl.objective_ - 1e-9
    assert not any(step["rise"] for step in seen)
    assert (ocl.predict(table) == ocl.labels_).all()
    assert len(np.unique(ocl.labels_)) == k


def test_orders_are_optimal_for_the_partition():
    table = load_dataset("lymphography")
    ocl = OCL(4, random_state=0).fit(table)
    sizes = np.bincount(ocl.labels_)
    for p, ranks in zip(ocl.distributions_, ocl.geometry_.ranks, strict=True):
        W = (p * sizes[:, None]).T @ p
        lowest = arrangement_cost(W, minimum_linear_arrangement(W))
        assert arrangement_cost(W, ranks) == pytest.approx(lowest, rel=1e-9)


def test_history_tells_each_order_and_ends_in_the_learned_ones():
    table = random_table(150, (5, 6, 4, 7), seed=3)
    ocl = OCL(4, random_state=0).fit(table)
    assert ocl.steps_[0]["phase"] == "start"
    assert set(ocl.steps_[0]["changed"]) == set(table.attributes)
    last = {}
    for step in ocl.steps_:
        assert set(step) == {"phase", "outer", "inner", "objective", "rise", "moved", "changed", "rows", "to"}
        assert (step["phase"] == "assign") <= (step["changed"] == {} and step["moved"] > 0)
        assert (step["phase"] == "order") <= (bool(step["changed"]) and step["moved"] == len(step["rows"]) == 0)
        last.update(step["changed"])
    assert last == ocl.orders_
    assert {a: ocl.geometry_.labels(a) for a in table.attributes} == ocl.orders_


def test_a_constant_column_changes_nothing_and_is_named():
    frame = random_frame(80, (3, 4, 6), seed=1)
    a = OCL(3, random_state=0).fit(frame)
    with pytest.warns(UserWarning, match=r"single value \('same'\)"):
        b = OCL(3, random_state=0).fit(frame.assign(same="x"))
    assert (a.labels_ == b.labels_).all()
    assert b.orders_ == {**a.orders_, "same": ["x"]}
    assert 3 * a.objective_ == pytest.approx(4 * b.objective_)


def test_empty_clusters_are_refilled_with_the_farthest_row():
    frame = pd.DataFrame({"a": list("0021"), "b": list("0111")})
    table = CategoricalTable.from_pandas(frame, ordered={"a": list("012"), "b": list("01")})
    rows = DistinctRows.of(table)
    task = Task(rows, 2, learned=(False, False))
    ranks = (np.arange(3), np.arange(2))
    state = task.partition(np.zeros(4, dtype=int), ranks, tuple(map(task.table, ranks, (3, 2))))
    alone = rows.inverse[np.flatnonzero(frame["a"] + frame["b"] == "00")]
    assert np.flatnonzero(state.labels).tolist() == alone.tolist()
    every = Task(rows, 4, learned=(False, False)).partition(np.zeros(4, dtype=int), ranks, state.tables)
    assert sorted(every.labels) == [0, 1, 2, 3]
    assert every.objective == 0
    frame = pd.DataFrame({"a": list("xxxyyz"), "b": list("pppqqp")})
    assert sorted(np.bincount(OCL(3, init=[0, 1, 2]).fit(frame).labels_)) == [1, 2, 3]


def test_as_many_clusters_as_distinct_rows_cost_nothing_and_more_are_refused():
    table = load_dataset("toy_movie")
    assert OCL(6, random_state=0).fit(table).objective_ == pytest.approx(0, abs=1e-12)
    with pytest.raises(ValueError, match="n_clusters=7, .* 6 distinct rows"):
        OCL(7).fit(table)


def test_missing_is_a_level_of_its_own():
    frame = random_frame(60, (3, 4), seed=0, missing=0.2)
    ocl = OCL(3, random_state=0).fit(frame)
    assert all("(missing)" in labels for labels in ocl.orders_.values())
    natural = OCL(3, init_order="natural", random_state=0).fit(frame)
    assert natural.steps_[0]["changed"]["a0"] == ["0", "1", "2", "(missing)"]


def test_declared_orders_are_where_learning_starts():
    table = load_dataset("car")
    start = OCL(3, n_init=1, random_state=0).fit(table).steps_[0]["changed"]
    assert start == {a: list(c) for a, c in zip(table.attributes, table.categories, strict=True)}


def test_orders_may_be_given():
    table = load_dataset("toy_movie")
    first = table.attributes[0]
    given = list(table.categories[0][::-1])
    ocl = OCL(2, n_init=1, init_order={first: given}, random_state=0).fit(table)
    assert ocl.steps_[0]["changed"][first] in (given, given[::-1])
    with pytest.raises(ValueError, match="lacks"):
        OCL(2, init_order={first: given[1:]}).fit(table)
    with pytest.raises(ValueError, match="'nobody'"):
        OCL(2, init_order={first: [*given, "nobody"]}).fit(table)
    with pytest.raises(ValueError, match="repeats one"):
        OCL(2, init_order={first: [*given, given[0]]}).fit(table)
    with pytest.raises(ValueError, match="no column 'no such'"):
        OCL(2, init_order={"no such": given}).fit(table)
    with pytest.raises(ValueError, match="init_order='sorted'"):
        OCL(2, init_order="sorted").fit(table)


@pytest.mark.parametrize("wrong", [{"mode": "fast"}, {"variant": "IV"}, {"learn": "ordinal"}, {"n_init": 0}])
def test_a_wrong_parameter_is_named(wrong):
    (name, value), *_ = wrong.items()
    with pytest.raises(ValueError, match=f"{name}={value!r}"):
        OCL(2, **wrong).fit(load_dataset("toy_movie"))


def test_geometry_belongs_to_the_tables_own_order_and_converts():
    table = load_dataset("zoo")
    ocl = OCL(4, random_state=0).fit(table)
    assert ocl.geometry_.codebook.labels == as_table(table).observed().missing_as_category().codebook.labels
    X = ocl.transform(table)
    d2 = ((X[:, None, :] - X[None, :, :]) ** 2).sum(axis=2)
    assert np.allclose(d2, ocl.geometry_.between(table))
    assert len(ocl.get_feature_names_out()) == X.shape[1]
    attribute = "legs"
    a, b = ocl.orders_[attribute][0], ocl.orders_[attribute][-1]
    assert ocl.explain(attribute, a, b).distance == pytest.approx(1)


def test_unseen_values_take_the_slot_of_their_column():
    table = load_dataset("zoo")
    ocl = OCL(4, random_state=0).fit(table)
    new = table.to_pandas().astype(str).iloc[:10]
    new.loc[:, "legs"] = "thousand"
    X = ocl.transform(new)
    full = ocl.transform(table)
    means = np.array([full[ocl.labels_ == j].mean(axis=0) for j in range(4)])
    d2 = ((X[:, None, :] - means[None, :, :]) ** 2).sum(axis=2)
    assert (ocl.predict(new) == np.round(d2, 9).argmin(axis=1)).all()


def test_callback_stops_with_the_best_so_far():
    seen = []
    ocl = OCL(4, random_state=0)
    with reporting(lambda step: seen.append(step) or len(seen) == 2):
        ocl.fit(load_dataset("zoo"))
    assert len(seen) == 2
    assert ocl.objective_ == seen[-1]["objective"]
    assert len(ocl.labels_) == 101
