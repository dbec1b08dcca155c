"""OCL's other modes, its ablation, numeric columns, replaying a run, and z of any partition and orders."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import KMeans

from catviz.analysis import metrics
from catviz.clustering.base import DistinctRows
from catviz.clustering.kmodes import KModes
from catviz.geometry.value_geometries import ValueDistances
from catviz.orders.alternating import Literal, Monotone, evenly, mean_places
from catviz.orders.arrangement import organ_pipe
from catviz.orders.objective import mixed_rows, ordered_objective, scaled_numbers
from catviz.orders.ocl import OCL
from catviz.orders.partition import Task
from catviz.progress import reporting
from catviz.reading.datasets import dataset_info, load_dataset
from catviz.table.categorical import CategoricalTable

pytestmark = pytest.mark.filterwarnings("ignore:columns with a single value")

NATURAL = {"init_order": "natural", "n_init": 1}


def ordered_table(codes):
    """A table whose codes no canonical order can change: every column is ordered."""
    frame = pd.DataFrame(codes, columns=[f"a{r}" for r in range(codes.shape[1])]).astype(str)
    return CategoricalTable.from_pandas(frame, ordered={a: sorted(set(c)) for a, c in frame.items()})


def random_codes(n, sizes, seed):
    """Columns that depend on two hidden groups; every value occurs."""
    rng = np.random.default_rng(seed)
    group = rng.integers(0, 2, n)
    columns = [np.where(rng.random(n) < 0.5, (group + r) % v, rng.integers(0, v, n)) for r, v in enumerate(sizes)]
    codes = np.column_stack(columns)
    for r, v in enumerate(sizes):
        codes[:v, r] = np.arange(v)
    return codes


def random_table(n=80, sizes=(3, 4, 2, 5), seed=0, numbers=0, missing=0.1):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(random_codes(n, sizes, seed), columns=[f"a{r}" for r in range(len(sizes))]).astype(object)
    frame = frame.astype(str).mask(rng.random(frame.shape) < missing)
    names = [f"x{q}" for q in range(numbers)]
    for q, name in enumerate(names):
        frame[name] = np.where(rng.random(n) < 0.1, np.nan, rng.normal(q, 10.0**q, n))
    return CategoricalTable.from_pandas(frame, ordered={"a1": list("0123456")}, numeric=names)


def scores(table, labels):
    counts = metrics.contingency(table.target, labels)
    return metrics.accuracy(counts), metrics.adjusted_rand_index(counts)


def rises(history):
    return [step for step in history if step["rise"]]


# the paper's proof of convergence fails in both of its steps


def test_averaging_orders_can_raise_z():
    """Counts [[1, 1, 0], [0, 1, 1]]: the printed order costs 3, the present one, which is optimal, 2."""
    table = ordered_table(np.array([[0, 0], [1, 0], [1, 1], [2, 1]]))
    rows = DistinctRows.of(table)
    task = Task(rows, 2, (True, True), centred=False)
    ranks = (np.arange(3), np.arange(2))
    state = task.partition(table.codes[:, 1].astype(int), ranks, tuple(map(task.table, ranks, (3, 2))))
    assert state.counts[0].tolist() == [[1, 1, 0], [0, 1, 1]]
    averaged = Literal().reordered(state, 0)
    assert averaged.tolist() == [0, 2, 1]
    # z is the cost over (v - 1) d = 4
    assert state.objective == 2 / 4
    assert task.ordered(state, {0: averaged}).objective == 3 / 4
    assert Monotone().reordered(state, 0) is None


def test_assigning_by_phi_itself_can_raise_z():
    X = np.array([[1, 1], [0, 0], [1, 0], [0, 1], [0, 1]])
    rows = DistinctRows.of(ordered_table(X))
    labels = np.empty(4, dtype=int)
    labels[rows.inverse] = [1, 1, 1, 0, 0]
    ranks = (np.arange(2), np.arange(2))
    literal, centred = (Task(rows, 2, (True, True), centred=c) for c in (False, True))
    state = literal.partition(labels, ranks, tuple(map(literal.table, ranks, (2, 2))))
    assert state.objective == pytest.approx(4 / 3)
    found = literal.nearest(state)
    assert found[rows.inverse].tolist() == [0, 0, 1, 0, 0]
    assert literal.partition(found, ranks, state.tables).objective == pytest.approx(1.5)
    better = centred.partition(centred.nearest(state), ranks, state.tables)
    assert better.objective <= 4 / 3 + 1e-12
    assert Monotone().takes(state, better) and not Monotone().takes(
        state, literal.partition(found, ranks, state.tables)
    )


def literally(X, k, seeds, max_iter=50):
    """Eqs. 10 to 14 row by row, from natural orders: (labels, ranks, z after each step)."""
    n, d = X.shape
    v = X.max(axis=0) + 1
    ranks = [np.arange(m) for m in v]

    def phi(labels, i, j):
        members = X[labels == j]
        return sum(np.abs(ranks[r][members[:, r]] - ranks[r][X[i, r]]).mean() / max(v[r] - 1, 1) for r in range(d)) / d

    def z(labels):
        return sum(phi(labels, i, labels[i]) for i in range(n))

    costs = [
        [sum(abs(ranks[r][X[i, r]] - ranks[r][X[s, r]]) / max(v[r] - 1, 1) for r in range(d)) for s in seeds]
        for i in range(n)
    ]
    labels = np.round(costs, 10).argmin(axis=1)
    trail, seen = [z(labels)], set()
    for outer in range(1, max_iter + 1):
        start = labels
        while True:
            seen.add((labels.tobytes(), str(ranks)))
            new = np.round([[phi(labels, i, j) for j in range(k)] for i in range(n)], 10).argmin(axis=1)
            assert len(set(new)) == k
            if (new == labels).all() or (new.tobytes(), str(ranks)) in seen:
                break
            labels = new
            trail.append(z(labels))
        if outer == max_iter or (outer > 1 and (start == labels).all()):
            break
        before, changed = list(ranks), False
        for r in range(d):
            mean = sum(
                (labels == j).mean() * organ_pipe(np.bincount(X[labels == j, r], minlength=v[r])) for j in range(k)
            )
            found = np.argsort(np.argsort(np.round(mean, 10), kind="stable"))
            if (found != ranks[r]).any() and (found != v[r] - 1 - ranks[r]).any():
                ranks[r], changed = found, True
        if not changed or (labels.tobytes(), str(ranks)) in seen:
            ranks = before
            break
        trail.append(z(labels))
    return labels, ranks, trail


@pytest.mark.parametrize("seed", range(6))
def test_paper_mode_is_the_paper_to_the_letter(seed):
    X = random_codes(40, (3, 4, 5, 2), seed)
    seeds = np.unique(X, axis=0, return_index=True)[1][[0, 8, -1]]
    ocl = OCL(3, mode="paper", init=seeds, **NATURAL).fit(ordered_table(X))
    labels, ranks, trail = literally(X, 3, seeds)
    assert (ocl.labels_ == labels).all()
    assert [step["objective"] for step in ocl.steps_] == pytest.approx(trail)
    for o, learned in zip(ranks, ocl.geometry_.ranks, strict=True):
        assert learned.tolist() in (o.tolist(), (len(o) - 1 - o).tolist())


@pytest.mark.parametrize("name", ["voting", "hayes_roth", "lymphography"])
def test_paper_mode_tells_every_rise_and_stops_where_it_has_been(name):
    table, seen = load_dataset(name), []
    with reporting(seen.append):
        OCL(3, mode="paper", n_init=5, random_state=0).fit(table)
    assert {step["phase"] for step in rises(seen)} == {"assign", "order"}
    for run in range(5):
        steps = [step for step in seen if step["run"] == run]
        z = [step["objective"] for step in steps]
        for step, before, after in zip(steps[1:], z, z[1:], strict=False):
            assert step["rise"] == pytest.approx(max(after - before, 0.0), abs=1e-10)
    ocl = OCL(3, mode="paper", n_init=1, random_state=0).fit(table)
    states = [(labels.tobytes(), str(orders)) for labels, orders, _ in ocl.replay()]
    assert len(set(states)) == len(states)


# reference


def published_table(name):
    """A data set as OCL's tables use it: nominal columns, then ordinal ones, those with one value left out."""
    kinds, table = dataset_info(name).ocl_kinds, load_dataset(name)
    table = table.select([*kinds["nominal"], *kinds["ordinal"]]).missing_as_category()
    values = dict(zip(table.attributes, table.codebook.n_values, strict=True))
    return table.select([a for a in table.attributes if values[a] > 1])


def test_reference_mode_gives_the_published_figures_on_voting():
    """Every start ends there: categories stand as no, yes, missing."""
    table = load_dataset("voting")
    assert published_table("voting").codebook.labels == OCL(2).fit(table).counts_.codebook.labels
    for seed in range(12):
        ocl = OCL(2, mode="reference", n_init=1, random_state=seed).fit(table)
        assert scores(table, ocl.labels_) == pytest.approx((0.89425287, 0.62072882), abs=5e-9)
    assert rises(ocl.steps_)


def test_reference_mode_ends_on_breast_cancer_where_the_published_runs_did():
    """Nine runs at .6818 and one at .5140 make the published .6650."""
    table = published_table("breast_cancer_ljubljana")
    ends = {
        round(scores(table, OCL(2, mode="reference", n_init=1, random_state=seed).fit(table).labels_)[0], 4)
        for seed in range(30)
    }
    assert ends == {0.6818, 0.5140}
    assert abs(0.9 * 0.6818 + 0.1 * 0.5140 - 0.6650) < 5e-5


def test_published_tables_have_the_published_shape():
    assert published_table("soybean_small").shape == (47, 21)
    assert published_table("zoo").shape == (101, 15)
    nursery = published_table("nursery")
    assert nursery.shape == (12960, 8) and nursery.attributes[0] == "form" and len(set(nursery.target)) == 5
    cancer = published_table("breast_cancer_ljubljana").codebook
    assert [labels[-1] for labels in cancer.labels].count("(missing)") == 2


def test_reference_places_by_share_over_cost():
    """Shares .5, .3, .2 cost .35, .35, .65: the first in the centre, the second left, the third right."""
    assert mean_places(np.array([[5, 3, 2]])).tolist() == [2, 1, 3]
    # of four, the last goes left of all
    assert mean_places(np.array([[4, 3, 2, 1]])).tolist() == [2, 1, 3, 0]
    # a value alone costs nothing, and counts as nearly that; the larger cluster weighs more
    assert mean_places(np.array([[6, 0, 0], [0, 0, 2]])) == pytest.approx([(6 * 2 + 2 * 1) / 8, (6 + 6) / 8, 2.75])


def published_program(X, k, seeds):
    """The published program's behaviour on codes from 0, slips included: labels."""
    n, d = X.shape
    v = X.max(axis=0) + 1
    modes, old = X[seeds].copy(), None
    for _ in range(51):
        labels = np.array([[(x != m).sum() for m in modes] for x in X]).argmin(axis=1)
        if old is not None and (labels == old).all():
            break
        old = labels
        for j in set(labels):
            modes[j] = [np.bincount(X[labels == j, r]).argmax() for r in range(d)]
    p = [np.eye(v[r])[modes[:, r]] for r in range(d)]
    for _ in range(51):
        previous = labels
        while True:
            costs = [
                [sum(np.abs(np.arange(v[r]) - x[r]) @ p[r][j] / max(v[r] - 1, 1) for r in range(d)) for j in range(k)]
                for x in X
            ]
            new = np.round(np.array(costs) / d, 10).argmin(axis=1)
            p = [np.stack([np.bincount(X[new == j, r], minlength=v[r]) for j in range(k)]) for r in range(d)]
            sizes = np.bincount(new, minlength=k)
            assert sizes.all()
            p = [q / sizes[:, None] for q in p]
            if (new == labels).all():
                break
            labels = new
        if (previous - labels).sum() == 0:
            break
        X = X.copy()
        for r in range(d):
            places = np.zeros(v[r])
            for j in range(k):
                cost = [np.abs(np.arange(v[r]) - a) @ p[r][j] / max(v[r] - 1, 1) for a in range(v[r])]
                s = p[r][j] / [c if c > 0 else 1e-6 for c in cost]
                for rank, a in enumerate(np.argsort(-np.round(s, 10), kind="stable"), start=1):
                    places[a] += sizes[j] / n * (-(-v[r] // 2) + (rank // 2 if rank % 2 else -rank // 2))
            X[:, r] = np.argsort(np.round(places, 10), kind="stable")[X[:, r]]
    return labels


@pytest.mark.parametrize("seed", [3, 17, 22, 31])
def test_reference_mode_is_the_published_program(seed):
    """Over several orders; these runs end with rows still moving, by the third slip."""
    X = random_codes(60, (4, 5, 6, 5), seed)
    seeds = np.unique(X, axis=0, return_index=True)[1][[0, 8, -1]]
    ocl = OCL(3, mode="reference", init=seeds, n_init=1).fit(ordered_table(X))
    assert (ocl.labels_ == published_program(X, 3, seeds)).all()
    assert sum(step["phase"] == "order" for step in ocl.steps_) >= 3
    assert ocl.steps_[-1]["phase"] == "assign"


def test_reference_mode_starts_from_the_tables_order_and_draws_distinct_rows_evenly():
    table = load_dataset("zoo")
    ocl = OCL(7, mode="reference", n_init=1, random_state=0).fit(table)
    assert ocl.steps_[0]["changed"] == {a: list(c) for a, c in zip(table.attributes, table.categories, strict=True)}
    rows = DistinctRows.of(table)
    assert len(rows.weights) == 59 and rows.weights.sum() == 101
    assert evenly(rows).weights.tolist() == [1.0] * 59


# ablation


def hamming_z(table, labels):
    """1/d of the columns in which rows differ from their cluster's most frequent values."""
    codes = table.missing_as_category().codes
    wrong = 0
    for j in set(labels):
        for column in codes[labels == j].T:
            wrong += len(column) - np.bincount(column).max()
    return wrong / codes.shape[1]


@pytest.mark.parametrize("name", ["zoo", "voting", "tic_tac_toe"])
def test_the_third_variant_is_k_modes(name):
    table = load_dataset(name)
    rows = [0, 30, 77]
    for mode in ("monotone", "paper"):
        ocl = OCL(3, mode=mode, variant="III", init=rows).fit(table)
        km = KModes(3, update="mode", init=rows).fit(table)
        assert (ocl.labels_ == km.labels_).all()
        assert table.n_attributes * ocl.objective_ == pytest.approx(km.objective_)
        assert ocl.objective_ == pytest.approx(hamming_z(table, ocl.labels_))
        assert ocl.orders_ == {} and isinstance(ocl.geometry_, ValueDistances)
        assert not [step for step in ocl.steps_ if step["phase"] == "order"]
        assert (ocl.predict(table) == ocl.labels_).all()


@pytest.mark.parametrize("mode", ["monotone", "paper", "reference"])
def test_the_first_variant_compares_with_modes_and_the_second_orders_once(mode):
    table = random_table(120, (4, 5, 6), seed=1, missing=0)
    for seed in range(5):
        first, second = (
            OCL(3, mode=mode, variant=variant, n_init=1, random_state=seed).fit(table) for variant in ("I", "II")
        )
        updates = [step for step in second.steps_ if step["phase"] == "order"]
        assert len(updates) <= 1
        cut = [step for step in first.steps_ if step["outer"] <= 2 and (step["outer"], step["phase"]) != (2, "order")]
        assert [s["objective"] for s in second.steps_] == [s["objective"] for s in cut]
        if mode == "monotone":
            assert not rises(first.steps_)


def test_the_first_variants_z_is_the_distance_to_the_modes():
    table = random_table(121, (3, 4, 2, 5), seed=6, missing=0)
    for mode in ("monotone", "paper"):
        ocl = OCL(2, mode=mode, variant="I", n_init=1, random_state=0).fit(table)
        counts = [[np.bincount(table.codes[ocl.labels_ == j, r]) for j in range(2)] for r in range(4)]
        assert all((np.sort(c)[-1] > np.sort(c)[-2]) for column in counts for c in column)
        z = sum(
            (t[table.codes[ocl.labels_ == j, r], counts[r][j].argmax()]).sum()
            for r, t in enumerate(ocl.value_distances_.tables)
            for j in range(2)
        )
        assert ocl.objective_ == pytest.approx(z / 4)


@pytest.mark.parametrize("mode", ["monotone", "paper", "reference"])
def test_orders_may_be_reserved(mode):
    table = random_table(150, (5, 4, 6), seed=2)
    declared = list(OCL(2).fit(table).counts_.codebook.labels[1])
    reserved = OCL(3, mode=mode, learn="nominal", random_state=0).fit(table)
    assert reserved.orders_["a1"] == declared
    assert not [s for s in reserved.steps_ if s["phase"] == "order" and "a1" in s["changed"]]
    none = OCL(3, mode=mode, learn="none", random_state=0).fit(table)
    assert none.orders_ == dict(zip(table.attributes, map(list, none.counts_.codebook.labels), strict=True))
    assert {step["phase"] for step in none.steps_} <= {"start", "assign"}
    given = OCL(3, mode=mode, learn="none", init_order={"a0": list("42031")}, random_state=0).fit(table)
    assert given.orders_["a0"][:5] in (list("42031"), list("13024"))


# numeric columns


@pytest.mark.parametrize("seed", range(4))
def test_numbers_beside_orders_are_coordinates_of_the_same_k_means(seed):
    table = random_table(90, seed=seed, numbers=2)
    x = np.where(np.isnan(table.numeric), np.nanmean(table.numeric, axis=0), table.numeric)
    x = (x - x.min(axis=0)) / np.ptp(x, axis=0)
    ocl = OCL(3, n_init=2, random_state=seed).fit(table)
    X = np.hstack([ocl.transform(table), x])
    means = np.array([X[ocl.labels_ == j].mean(axis=0) for j in range(3)])
    assert 6 * ocl.objective_ == pytest.approx(2 * ((X - means[ocl.labels_]) ** 2).sum(), rel=1e-12)
    lloyd = KMeans(3, init=means, n_init=1, tol=0).fit(X)
    assert (lloyd.labels_ == ocl.labels_).all()
    assert (ocl.predict(table) == ocl.labels_).all()
    assert not rises(ocl.steps_)


def test_numbers_count_and_their_unit_does_not():
    frame = pd.DataFrame({"a": ["x", "y"] * 6, "x": [0.0, 0.1, 0.0, 0.2, 0.1, 0.1, 9.0, 9.1, 9.0, 9.2, 9.1, 9.0]})
    for k in (2, 4):
        near, far = (
            OCL(k, random_state=0).fit(CategoricalTable.from_pandas(f, numeric=["x"]))
            for f in (frame, frame.assign(x=1e6 * frame["x"] - 7))
        )
        assert (near.labels_ == far.labels_).all() and near.objective_ == pytest.approx(far.objective_)
    assert len(set(zip(near.labels_, frame["a"], frame["x"] > 5, strict=True))) == 4
    with pytest.raises(ValueError, match="n_clusters=4, but there are 2 distinct rows"):
        OCL(4).fit(frame[["a"]])


@pytest.mark.parametrize("mode", ["monotone", "paper"])
def test_phi_of_numbers_is_the_mean_squared_difference_to_the_cluster(mode):
    table = random_table(60, (3, 4), seed=3, numbers=1, missing=0).observed()
    x = np.where(np.isnan(table.numeric), np.nanmean(table.numeric), table.numeric)[:, 0]
    x = (x - x.min()) / np.ptp(x)
    ocl = OCL(2, mode=mode, n_init=3, random_state=0).fit(table)
    apart = ocl.geometry_.between(table) + (x[:, None] - x) ** 2
    phi = np.column_stack([apart[:, ocl.labels_ == j].mean(axis=1) for j in range(2)]) / 3
    assert ocl.objective_ == pytest.approx(phi[np.arange(60), ocl.labels_].sum())

    rows = mixed_rows(table, scaled_numbers(table))
    task = Task(rows, 2, (True, True), centred=mode == "monotone")
    ranks = tuple(o[at] for o, at in zip(ocl.geometry_.ranks, rows.original_codes, strict=True))
    labels = np.empty(len(rows.codes), dtype=int)
    labels[rows.inverse] = ocl.labels_
    costs, extra = task.costs(task.partition(labels, ranks, tuple(map(task.table, ranks, rows.lookup.sizes))))
    costs_of_rows = extra + sum(c[:, codes] for c, codes in zip(costs, rows.codes.T, strict=True))
    spread = [apart[np.ix_(ocl.labels_ == j, ocl.labels_ == j)].mean() / 6 for j in range(2)]
    np.testing.assert_allclose(costs_of_rows.T[rows.inverse], phi - (spread if mode == "monotone" else 0.0), atol=1e-12)


def test_tables_without_the_numbers_or_with_infinite_ones_are_refused():
    table = random_table(60, numbers=1)
    ocl = OCL(2, random_state=0).fit(table)
    with pytest.raises(ValueError, match="no numeric column 'x0'"):
        ocl.predict(CategoricalTable(table.codes, table.codebook))
    numbers = np.where(np.arange(60)[:, None] == 7, np.inf, 1.0)
    with pytest.raises(ValueError, match="numeric column 'x0' runs from 1 to inf"):
        OCL(2).fit(CategoricalTable(table.codes, table.codebook, numeric=numbers, numeric_names=("x0",)))


def test_reference_mode_leaves_numbers_aside():
    table = random_table(60, numbers=1)
    a, b = (
        OCL(2, mode="reference", random_state=0).fit(t) for t in (table, CategoricalTable(table.codes, table.codebook))
    )
    assert (a.labels_ == b.labels_).all() and a.objective_ == b.objective_


# what all modes share


@pytest.mark.parametrize("mode", ["monotone", "paper", "reference"])
@pytest.mark.parametrize("numbers", [0, 1])
def test_a_run_is_replayed_step_by_step(mode, numbers):
    table = random_table(90, (5, 6, 4), seed=3, numbers=numbers)
    weights = np.random.default_rng(0).integers(0, 3, 90).astype(float)
    weighted = CategoricalTable(
        table.codes, table.codebook, weights=weights, numeric=table.numeric, numeric_names=table.numeric_names
    )
    plain = CategoricalTable(table.codes, table.codebook, weights=weights)
    ocl = OCL(3, mode=mode, random_state=1).fit(weighted)
    replayed = list(ocl.replay())
    assert len(replayed) == len(ocl.steps_) > 2
    for (labels, orders, z), step in zip(replayed, ocl.steps_, strict=True):
        assert z == step["objective"]
        assert ordered_objective(plain if mode == "reference" else weighted, labels, orders) == pytest.approx(z)
    for (earlier, _, _), (later, _, _), step in zip(replayed, replayed[1:], ocl.steps_[1:], strict=False):
        assert weights[earlier != later].sum() == step["moved"]
    assert (labels == ocl.labels_).all() and orders == ocl.orders_


@pytest.mark.parametrize("mode", ["monotone", "paper", "reference"])
@pytest.mark.parametrize("variant", ["full", "I", "II", "III"])
def test_awkward_tables_in_every_mode_and_variant(mode, variant):
    tables = [
        pd.DataFrame({"a": ["x", "y"]}),
        pd.DataFrame({"a": list("xyz"), "same": ["s"] * 3}),
        pd.DataFrame({"a": [f"v{i}" for i in range(12)], "b": [f"w{i}" for i in range(12)]}),
        pd.DataFrame({"a": ["x", None, "y", None], "none": [None] * 4}, dtype=object),
    ]
    for frame in tables:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ocl = OCL(2, mode=mode, variant=variant, n_init=2, random_state=0).fit(frame)
        assert sorted(set(ocl.labels_)) == [0, 1] and np.isfinite(ocl.objective_)
        assert ocl.predict(frame).shape == (len(frame),)
        with pytest.raises(ValueError, match=f"n_clusters=13, but there are {len(frame.drop_duplicates())} distinct"):
            OCL(13, mode=mode, variant=variant).fit(frame)


# the objective of anything


def test_z_by_hand():
    """Two clusters of one column with three values in a row: {low, high} costs 2 * 1/2, {mid} nothing."""
    frame = pd.DataFrame({"size": ["low", "high", "mid"]})
    order = {"size": ["low", "mid", "high"]}
    assert ordered_objective(frame, ["p", "p", "q"], order) == pytest.approx(1.0)
    assert ordered_objective(frame, [0, 0, 1], {"size": ["low", "high", "mid"]}) == pytest.approx(0.5)
    assert ordered_objective(frame, [0, 0, 0], order) == pytest.approx((0 + 0.5 + 1) / 3 * 2 + (0.5 + 0.5) / 3)
    # a known scale keeps its order; other labels have the natural one, here h, l, m
    assert ordered_objective(frame, [0, 0, 1]) == pytest.approx(1.0)
    assert ordered_objective(pd.DataFrame({"size": ["l", "h", "m"]}), [0, 0, 1]) == pytest.approx(0.5)


def test_labels_and_orders_that_do_not_fit_are_refused():
    frame = pd.DataFrame({"size": ["low", "high", None]})
    with pytest.raises(ValueError, match=r"shape \(2,\): give one label for each of the 3 rows"):
        ordered_objective(frame, [0, 1])
    with pytest.raises(ValueError, match="the order of column 'size' lacks 'high'"):
        ordered_objective(frame, [0, 1, 1], {"size": ["low"]})
    with pytest.raises(ValueError, match="no column 'colour'"):
        ordered_objective(frame, [0, 1, 1], {"colour": ["red"]})
    full, short = {"size": ["low", "high", "(missing)"]}, {"size": ["low", "high"]}
    assert ordered_objective(frame, [0, 0, 0], full) == ordered_objective(frame, [0, 0, 0], short)
