"""Geometries: each form's distances, conversions between forms, unseen values, maps of values and their alignment."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from random_frames import independent_frame
from scipy.cluster import hierarchy
from scipy.spatial.distance import cdist, squareform

import catviz
from catviz.geometry import scaling
from catviz.geometry.joint_map import joint_map, value_map
from catviz.geometry.scaling import align, classical_scaling, negative_share, principal_axes
from catviz.geometry.similarities import ValueSimilarities
from catviz.geometry.value_geometries import ValueDistances, ValueEmbedding, ValueOrder
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.counts import count
from catviz.table.fusion import pair_sums, row_sums


def random_table(n=60, sizes=(3, 4, 2), seed=0, missing=0.1):
    return CategoricalTable.from_pandas(independent_frame(n, sizes, seed, missing))


def book_of(*sizes):
    names = tuple(f"a{r}" for r in range(len(sizes)))
    categories = tuple(tuple("pqrstuvwxyz"[:v]) for v in sizes)
    return Codebook(names, categories, ("nominal",) * len(sizes), (False,) * len(sizes))


def metric(v, seed):
    """A distance table of v points in the plane, and value counts."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(v, 2))
    return cdist(x, x), rng.integers(1, 9, v).astype(float)


def distances_of(*sizes, power=1.0):
    tables, frequencies = zip(*(metric(v, seed) for seed, v in enumerate(sizes)), strict=True)
    return ValueDistances(book_of(*sizes), tables, frequencies, power)


def table_of(book, codes):
    return CategoricalTable(np.array(codes), book)


def strange(table, label="never seen"):
    """The first row of a table once for each column, with that column's value replaced by one never seen."""
    frame = pd.concat([table.to_pandas().astype(object).iloc[[0]]] * table.n_attributes, ignore_index=True)
    for r, name in enumerate(table.attributes):
        frame.loc[r, name] = label
    return CategoricalTable.from_pandas(frame)


# rows inherit the distances of their values


@pytest.mark.parametrize("power", [1.0, 2.0, 3.0])
def test_distances_of_rows_sum_the_powered_tables(power):
    geometry = distances_of(3, 4, power=power)
    a, b = [[0, 1], [2, 3], [1, 0]], [[0, 0], [2, 3]]
    expected = [[sum(t[x, y] ** power for t, x, y in zip(geometry.tables, p, q, strict=True)) for q in b] for p in a]
    found = geometry.between(table_of(geometry.codebook, a), table_of(geometry.codebook, b))
    np.testing.assert_allclose(found, np.array(expected) ** (1 / power), atol=1e-12)


def test_between_recodes_tables_with_other_codebooks_and_column_orders():
    geometry = distances_of(3, 2)
    frame = pd.DataFrame({"a0": ["r", "p", "q"], "a1": ["q", "q", "p"]})
    mine = table_of(geometry.codebook, [[2, 1], [0, 1], [1, 0]])
    other = CategoricalTable.from_pandas(frame[["a1", "a0"]].iloc[:2])
    assert other.codebook.categories == (("q",), ("p", "r"))
    np.testing.assert_allclose(geometry.between(other, mine), geometry.between(mine)[:2], atol=1e-12)
    np.testing.assert_allclose(geometry.transform(other), geometry.transform(mine)[:2], atol=1e-12)
    with pytest.raises(ValueError, match="no column 'a1'"):
        geometry.between(other.select(["a0"]))


def test_square_brackets_give_labelled_tables():
    geometry = distances_of(3, 2)
    frame = geometry["a0"]
    assert list(frame.index) == list(frame.columns) == ["p", "q", "r"]
    assert frame.loc["p", "r"] == geometry.tables[0][0, 2]
    order = ValueOrder(book_of(3), (np.array([1, 2, 0]),), (np.ones(3),))
    assert order["a0"]["rank"].to_dict() == {"r": 1, "p": 2, "q": 3} and order.labels("a0") == ["r", "p", "q"]
    assert list(geometry.embed()["a0"].columns) == ["axis 1", "axis 2"]


@pytest.mark.parametrize("method", [catviz.Hamming(), catviz.AhmadDey(), catviz.OneHot(), catviz.COS(), catviz.AVE()])
def test_sums_of_tables_are_the_distances_of_transformed_rows_where_these_are_euclidean(method):
    table = random_table()
    geometry = method.fit(table).geometry_
    distances = geometry.distances()
    powered = distances.between(table) ** distances.power
    assert all(m < 1e-9 for m in geometry.embed().negative_mass)
    np.testing.assert_allclose(cdist(*[geometry.transform(table)] * 2) ** 2, powered, atol=1e-9)


# conversions


@pytest.mark.parametrize("method", [catviz.Hamming(), catviz.AhmadDey(), catviz.COS()])
def test_classical_scaling_keeps_the_powered_tables(method):
    distances = method.fit(random_table(sizes=(5, 4, 6))).value_distances_
    for x, t, mass in zip(
        distances.embed().coordinates, distances.tables, distances.embed().negative_mass, strict=True
    ):
        np.testing.assert_allclose(cdist(x, x) ** 2, t**distances.power, atol=1e-10)
        assert mass == pytest.approx(0, abs=1e-9)


def test_what_scaling_cannot_place_is_reported_as_negative_mass():
    far = np.array([[0, 1, 1, 9], [1, 0, 9, 1], [1, 9, 0, 1], [9, 1, 1, 0]], dtype=float)
    geometry = ValueDistances(book_of(4), (far,), (np.ones(4),))
    centring = np.eye(4) - 0.25
    eigenvalues = np.linalg.eigvalsh(-0.5 * centring @ far @ centring)
    expected = -eigenvalues[eigenvalues < 0].sum() / np.abs(eigenvalues).sum()
    assert expected > 0.1
    assert geometry.embed().negative_mass[0] == pytest.approx(expected)
    assert geometry.embed(1).negative_mass == geometry.embed().negative_mass
    assert negative_share(np.array([3.0, 0.0, -1.0])) == 0.25 and negative_share(np.zeros(2)) == 0.0


def test_scaling_of_points_in_the_plane_finds_the_plane():
    table, frequencies = metric(6, 3)
    geometry = ValueDistances(book_of(6), (table,), (frequencies,), power=2.0)
    assert geometry.embed().coordinates[0].shape == (6, 2)
    np.testing.assert_allclose(geometry.embed().distances().tables[0], table, atol=1e-10)
    assert geometry.embed(1).coordinates[0].shape == (6, 1)
    np.testing.assert_allclose(geometry.embed(1).coordinates[0], geometry.embed().coordinates[0][:, :1])


def test_an_order_is_a_thermometer_and_both_keep_rank_differences():
    ranks = np.array([2, 0, 3, 1])
    order = ValueOrder(book_of(4), (ranks,), (np.ones(4),))
    thermometer = np.array([[1, 1, 0], [0, 0, 0], [1, 1, 1], [1, 0, 0]]) / np.sqrt(3)
    np.testing.assert_allclose(order.embed().coordinates[0], thermometer)
    T = np.abs(ranks[:, None] - ranks) / 3
    np.testing.assert_allclose(order.distances().tables[0], T)
    assert order.distances().power == 1
    np.testing.assert_allclose(cdist(thermometer, thermometer) ** 2, T, atol=1e-12)
    np.testing.assert_allclose(order.distances().embed().distances().tables[0] ** 2, T, atol=1e-10)
    assert order.order() is order


def test_the_order_of_a_single_value_is_at_distance_zero():
    order = ValueOrder(book_of(1), (np.array([0]),), (np.ones(1),))
    assert order.distances().tables[0].tolist() == [[0.0]] and order.embed().coordinates[0].shape == (1, 0)
    assert order.transform(table_of(order.codebook, [[0], [1]])).shape == (2, 0)


def test_similarities_become_distances_by_one_rule():
    s = np.array([[3.0, 1.0, 0.5], [1.0, 2.0, 0.0], [0.5, 0.0, 1.0]])
    similarities = ValueSimilarities(book_of(3), (s,), (np.ones(3),))
    expected = [[0, 1.5, 1.5], [1.5, 0, 1.5], [1.5, 1.5, 0]]
    np.testing.assert_allclose(similarities.distances().tables[0], expected)
    rows = table_of(similarities.codebook, [[0], [2]])
    assert similarities.between(rows).tolist() == [[3.0, 0.5], [0.5, 1.0]]
    assert similarities["a0"].loc["p", "q"] == 1.0


@pytest.mark.parametrize("method", ["axis", "leaf"])
def test_an_order_follows_points_on_a_line_in_the_direction_of_the_codebook(method):
    for seed in range(6):
        x = np.random.default_rng(seed).permutation(7) * 1.5
        geometry = ValueDistances(book_of(7), (np.abs(x[:, None] - x),), (np.ones(7),), power=2.0)
        found = geometry.order(method).ranks[0]
        wanted = np.argsort(np.argsort(x))
        assert found.tolist() in (wanted.tolist(), (6 - wanted).tolist())
        agreement = np.corrcoef(np.arange(7), found)[0, 1]
        assert agreement >= -1e-12


def test_a_leaf_order_keeps_near_values_side_by_side():
    x = np.array([[0.0], [10.0], [0.1], [10.1], [0.2]])
    ranks = ValueDistances(book_of(5), (cdist(x, x),), (np.ones(5),)).order("leaf").ranks[0]
    assert sorted(ranks[[0, 2, 4]]) in ([0, 1, 2], [2, 3, 4]) and abs(ranks[1] - ranks[3]) == 1


def test_orders_of_one_value_of_equal_values_and_of_an_unknown_kind():
    for v in (1, 2, 4):
        flat = ValueDistances(book_of(v), (np.zeros((v, v)),), (np.ones(v),))
        for method in ("axis", "leaf"):
            assert sorted(flat.order(method).ranks[0]) == list(range(v))
    with pytest.raises(ValueError, match="'depth'.*'axis' or 'leaf'"):
        flat.order("depth")


# values never seen


@pytest.mark.parametrize("power", [1.0, 2.0])
def test_an_unseen_value_is_as_far_as_the_values_that_differ_are_on_average(power):
    geometry = distances_of(4, power=power)
    T, p = geometry.tables[0] ** power, geometry.frequencies[0] / geometry.frequencies[0].sum()
    seen = table_of(geometry.codebook, [[0], [1], [2], [3]])
    unseen = CategoricalTable.from_pandas(pd.DataFrame({"a0": ["z", None]}))
    slot = [sum(p[u] * T[u, v] for u in range(4) if u != v) / (1 - p[v]) for v in range(4)]
    np.testing.assert_allclose(geometry.between(seen, unseen), np.column_stack([slot] * 2) ** (1 / power))
    other = CategoricalTable.from_pandas(pd.DataFrame({"a0": ["y", "z"]}))
    apart = ((p @ T @ p) / (1 - p @ p)) ** (1 / power)
    np.testing.assert_allclose(geometry.between(unseen, other), [[apart, 0.0], [apart, apart]])
    np.testing.assert_allclose(geometry.between(unseen), [[0.0, apart], [apart, 0.0]])
    assert geometry.tables[0].shape == geometry["a0"].shape == (4, 4)


def test_an_excluded_missing_cell_may_hold_any_value():
    geometry = replace(distances_of(4), excluded=True)
    T, p = geometry.tables[0], geometry.frequencies[0] / geometry.frequencies[0].sum()
    seen = table_of(geometry.codebook, [[0], [1], [2], [3]])
    missing, unseen = (CategoricalTable.from_pandas(pd.DataFrame({"a0": [v, v]})) for v in (None, "z"))
    np.testing.assert_allclose(geometry.between(seen, missing), np.column_stack([T @ p] * 2))
    np.testing.assert_allclose(geometry.between(missing), p @ T @ p * (1 - np.eye(2)))
    np.testing.assert_allclose(geometry.between(missing, unseen)[0], p @ geometry.between(seen, unseen))


def test_coordinates_of_an_unseen_value_are_the_mean_and_its_distances_those_of_tables():
    x, f = np.random.default_rng(0).normal(size=(4, 3)), np.array([1.0, 2.0, 3.0, 4.0])
    geometry = ValueEmbedding(book_of(4), (x,), (f,))
    seen = table_of(geometry.codebook, [[0], [1], [2], [3]])
    unseen = CategoricalTable.from_pandas(pd.DataFrame({"a0": ["z", "y"]}))
    np.testing.assert_allclose(geometry.transform(unseen), [f @ x / 10] * 2)
    squared = cdist(x, x, "sqeuclidean") @ f / (10 - f)
    np.testing.assert_allclose(geometry.between(seen, unseen)[:, 0], np.sqrt(squared))
    assert (geometry.between(seen, unseen) == geometry.distances().between(seen, unseen)).all()
    assert geometry.between(unseen, unseen[:1])[1, 0] > 0 == geometry.between(unseen, unseen[:1])[0, 0]
    assert (geometry.between(seen, unseen) > cdist(x, geometry.transform(unseen))).all()
    assert geometry.coordinates[0].shape == (4, 3) and geometry.distances().tables[0].shape == (4, 4)


def test_an_orders_unseen_value_is_the_average_rank_difference_away():
    order = ValueOrder(book_of(3), (np.array([0, 1, 2]),), (np.array([2.0, 1.0, 1.0]),))
    unseen = CategoricalTable.from_pandas(pd.DataFrame({"a0": ["z"]}))
    seen = table_of(order.codebook, [[0], [1], [2]])
    np.testing.assert_allclose(order.between(seen, unseen)[:, 0], [0.75, 0.5, 2.5 / 3])


def test_an_unseen_value_is_as_similar_as_the_values_that_differ_are_on_average():
    s, f = np.array([[3.0, 1.0], [1.0, 2.0]]), np.array([3.0, 1.0])
    similarities = ValueSimilarities(book_of(2), (s,), (f,))
    unseen = CategoricalTable.from_pandas(pd.DataFrame({"a0": ["z", "y"]}))
    np.testing.assert_allclose(similarities.between(table_of(book_of(2), [[0], [1]]), unseen)[:, 0], [1, 1])
    np.testing.assert_allclose(similarities.between(unseen), [[2.75, 1], [1, 2.75]])
    assert similarities.tables[0].shape == (2, 2)


def test_shares_of_a_column_without_counts_are_equal():
    geometry = ValueDistances(book_of(2), (1 - np.eye(2),), (np.zeros(2),))
    assert geometry.shares[0].tolist() == [0.5, 0.5]


# nothing to show


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([[0.0]], "the column has a single value"),
        (np.zeros((3, 3)), "every pair of values is at distance 0"),
        (1 - np.eye(3), "every pair of values is equally far"),
        (1 - np.eye(2), None),
        ([[0, 1, 2], [1, 0, 1], [2, 1, 0]], None),
    ],
)
def test_a_table_with_nothing_to_show_says_why(table, words):
    table = np.array(table, dtype=float)
    assert ValueDistances(book_of(len(table)), (table,), (np.ones(len(table)),)).degenerate("a0") == words


# explanations


def test_a_tables_explanation_is_its_own_entry():
    geometry = distances_of(3, 4, power=2.0)
    explanation = geometry.explain("a1", "q", "s")
    assert (
        explanation.distance == explanation.value == pytest.approx(geometry.tables[1][1, 3])
        and explanation.quantity == "distance"
    )
    with pytest.raises(ValueError, match="'a1' has no value 'z'"):
        geometry.explain("a1", "q", "z")


def test_an_embeddings_explanation_has_a_squared_difference_an_axis():
    x = np.array([[0.0, 0.0], [3.0, 4.0]])
    explanation = ValueEmbedding(book_of(2), (x,), (np.ones(2),)).explain("a0", "p", "q")
    assert explanation.terms["contribution"].tolist() == [9.0, 16.0]
    assert explanation.distance == explanation.value == 5.0 and explanation.power == 2


def test_an_orders_explanation_counts_the_steps():
    explanation = ValueOrder(book_of(4), (np.array([3, 0, 1, 2]),), (np.ones(4),)).explain("a0", "p", "r")
    assert explanation.value == explanation.distance == pytest.approx(2 / 3)
    assert (
        explanation.terms[list(explanation.factors)].prod(axis=1).tolist() == explanation.terms["contribution"].tolist()
    )


# the joint map


def pca_by_brute_force(X, weights):
    mean = np.average(X, axis=0, weights=weights)
    variances, axes = np.linalg.eigh(np.cov(X.T, aweights=weights, ddof=0))
    return mean, axes[:, ::-1][:, :2], variances[::-1]


@pytest.mark.parametrize("method", [catviz.AhmadDey(), catviz.OneHot(), catviz.TAVE(), catviz.MCA(3), catviz.COD()])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_joint_map_puts_values_at_the_centroids_of_their_rows(method, weighted):
    table = random_table(50, missing=0.2)
    table = table.unique_rows()[0] if weighted else table
    weights = table.weights if weighted else np.ones(len(table))
    fitted = method.fit(table)
    found = joint_map(fitted.geometry_, fitted.counts_)
    X = fitted.transform(table)
    mean, axes, variances = pca_by_brute_force(X, weights)
    places = (X - mean) @ axes
    codes = table.missing_as_category().codes
    centroids = [
        np.average(places[codes[:, r] == v], axis=0, weights=weights[codes[:, r] == v])
        for r, n in enumerate(fitted.counts_.codebook.n_values)
        for v in range(n)
    ]
    assert found.values == fitted.counts_.values
    np.testing.assert_allclose(np.abs(found.coordinates), np.abs(centroids), atol=1e-8)
    np.testing.assert_allclose(cdist(found.coordinates, found.rows(table)), cdist(centroids, places), atol=1e-8)
    np.testing.assert_allclose(found.variances, variances[:2], atol=1e-10)
    assert found.total_variance == pytest.approx(variances.sum())


def test_the_columns_of_the_map_as_supplementary_ones_stand_where_they_stand():
    table = random_table(50, missing=0.2)
    fitted = catviz.AhmadDey().fit(table)
    found = joint_map(fitted.geometry_, fitted.counts_)
    again = found.supplementary(table, table.select(["a2", "a0"]))
    assert again.values == tuple(v for a in ("a2", "a0") for v in found.values if v[0] == a)
    where = [found.values.index(value) for value in again.values]
    np.testing.assert_allclose(again.coordinates, found.coordinates[where], atol=1e-10)


def test_supplementary_values_stand_at_the_centroids_of_their_rows():
    table = random_table(50)
    fitted = catviz.OneHot().fit(table)
    found = joint_map(fitted.geometry_, fitted.counts_)
    groups = np.arange(50) % 3
    other = CategoricalTable.from_pandas(pd.DataFrame({"group": [["u", "v", None][g] for g in groups]}))
    places = found.rows(table)
    expected = [places[groups == g].mean(axis=0) for g in range(3)]
    np.testing.assert_allclose(found.supplementary(table, other).coordinates, expected, atol=1e-12)
    with pytest.raises(ValueError, match="50 rows and 49 rows"):
        found.supplementary(table, other[:49])


def test_a_map_of_values_on_one_line_has_an_empty_second_axis():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": list("xxyy"), "b": list("uuvv")}))
    found = joint_map(catviz.OneHot().fit(table).geometry_, count(table))
    assert found.coordinates.shape == (4, 2)
    np.testing.assert_allclose(found.coordinates[:, 1], 0, atol=1e-12)


def test_counts_of_another_table_are_refused():
    with pytest.raises(ValueError, match="other values"):
        joint_map(catviz.OneHot().fit(random_table()).geometry_, count(catviz.load_dataset("toy_cos")))


# alignment and axes


def test_align_recovers_a_turned_reflected_scaled_and_moved_copy():
    reference = np.random.default_rng(0).normal(size=(8, 2))
    angle = 1.1
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.diag([1, -1])
    np.testing.assert_allclose(align(reference, 0.3 * reference @ turn + [5, -7]), reference, atol=1e-12)


def test_align_comes_nearest_among_turns_and_keeps_shapes():
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 6, 2))
    found = align(a, b)
    best = ((a - found) ** 2).sum()
    for scale in (0.9, 1.0, 1.1):
        for angle in np.linspace(-0.3, 0.3, 7):
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            moved = scale * (found - found.mean(axis=0)) @ turn + a.mean(axis=0)
            assert ((a - moved) ** 2).sum() >= best - 1e-12
    ratio = cdist(found, found)[np.triu_indices(6, 1)] / cdist(b, b)[np.triu_indices(6, 1)]
    assert np.ptp(ratio) < 1e-12
    assert align(a, np.ones((6, 2))).tolist() == np.tile(a.mean(axis=0), (6, 1)).tolist()
    with pytest.raises(ValueError, match=r"\(6, 2\) and \(5, 2\)"):
        align(a, b[:5])


def test_axes_are_turned_so_that_their_largest_entry_is_positive():
    x = np.random.default_rng(2).normal(size=(7, 3))
    coordinates, eigenvalues = classical_scaling(cdist(x, x) ** 2)
    assert (coordinates[np.abs(coordinates).argmax(axis=0), np.arange(3)] > 0).all()
    assert (np.diff(eigenvalues) <= 0).all() and len(eigenvalues) == 7
    np.testing.assert_allclose(cdist(coordinates, coordinates), cdist(x, x), atol=1e-10)
    axes, variances = principal_axes(np.diag([1.0, 5.0, 3.0]), 2)
    np.testing.assert_allclose(axes, [[0, 0], [1, 0], [0, 1]], atol=1e-12)
    np.testing.assert_allclose(variances, [5, 3, 1])


@pytest.mark.parametrize("method", [catviz.Hamming(), catviz.AhmadDey(), catviz.OneHot(), catviz.TAVE(), catviz.MCA()])
def test_a_value_never_seen_gets_finite_places_and_distances(method):
    table = random_table()
    fitted = method.fit(table)
    odd = strange(table)
    assert np.isfinite(fitted.transform(odd)).all()
    assert np.isfinite(fitted.geometry_.between(odd, table)).all()
    assert all(
        len(t) == v for t, v in zip(fitted.value_distances_.tables, fitted.counts_.codebook.n_values, strict=True)
    )


@pytest.mark.parametrize("highest", [1, 100, 1e5, 0.3])
@pytest.mark.parametrize("n", [1, 40, 900])
def test_sums_over_columns_are_those_of_each_pair_of_rows(highest, n):
    """Whole numbers that fit a byte, two bytes, neither, and others; one block of rows and several."""
    rng = np.random.default_rng(0)
    sizes = [2, 5, 3, 1, 9, 60]
    left, right = (np.column_stack([rng.integers(0, v, m) for v in sizes]) for m in (n, 700))
    tables = [rng.integers(0, 2, (v, v)) * float(highest) for v in sizes]
    expected = sum(t[np.ix_(a, b)] for t, a, b in zip(tables, left.T, right.T, strict=True))
    found = pair_sums(tables, left, right)
    assert found.dtype == float
    np.testing.assert_allclose(found, expected, atol=1e-12)
    wide = [rng.random((v, 4)) for v in sizes]
    by_column = sum(t[c] for t, c in zip(wide, right.T, strict=True))
    np.testing.assert_allclose(row_sums(wide, right), by_column, atol=1e-12)


def test_many_leaves_are_as_linked_since_their_optimal_order_takes_minutes(monkeypatch):
    points = np.random.default_rng(0).random((40, 2))
    table = np.sqrt(((points[:, None] - points) ** 2).sum(2))
    tree = hierarchy.linkage(squareform(table, checks=False), "average")
    best = np.argsort(scaling.leaf_ranks(table))
    monkeypatch.setattr(scaling, "MOST_OPTIMAL", 39)
    assert np.argsort(scaling.leaf_ranks(table)).tolist() == hierarchy.leaves_list(tree).tolist() != best.tolist()


def test_values_at_one_place_have_distance_0_and_not_what_rounding_leaves():
    near = catviz.MCA().fit(catviz.load_dataset("mushroom")).value_distances_["odor"]
    assert near.loc["almond", "anise"] == near.loc["fishy", "spicy"] == 0 < near.loc["almond", "foul"]


def test_supplementary_values_of_rows_that_do_not_count_have_no_place():
    table = random_table(50)
    weights = np.ones(50)
    weights[:5] = 0
    weighted = replace(table, weights=weights, counting=weights)
    fitted = catviz.OneHot().fit(weighted)
    placed = joint_map(fitted.geometry_, fitted.counts_)
    other = CategoricalTable.from_pandas(pd.DataFrame({"group": ["early"] * 5 + ["late"] * 45}))
    supplementary = placed.supplementary(weighted, other)
    assert supplementary.values == (("group", "late"),) and np.isfinite(supplementary.coordinates).all()


def test_a_map_says_what_its_axes_share():
    zoo = catviz.load_dataset("zoo")
    mca = catviz.MCA().fit(zoo)
    assert "of inertia)" in repr(value_map(mca))
    assert "of the rows' variance)" in repr(joint_map(catviz.OneHot().fit(zoo).geometry_, zoo))
