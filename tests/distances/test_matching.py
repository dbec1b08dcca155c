"""Hamming and Gower: worked examples, brute force, numeric columns beside the values, and their explanations."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from catviz.distances.matching import Gower, Hamming
from catviz.geometry.numeric import NumericPart
from catviz.geometry.value_geometries import ValueDistances
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook

MIXED = pd.DataFrame({"colour": ["red", "red", "blue"], "size": [10.0, 20.0, 30.0]})


def table_of(frame, **options):
    return CategoricalTable.from_pandas(frame, **options)


def random_frame(n=30, seed=0, missing=0.15):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({f"a{r}": rng.choice(list("pqrst")[:v], n) for r, v in enumerate((3, 5, 2))}, dtype=object)
    frame = frame.mask(rng.random(frame.shape) < missing)
    numbers = pd.DataFrame(rng.normal(5, 3, (n, 2)).round(1), columns=["x", "y"])
    return frame.join(numbers.mask(rng.random((n, 2)) < missing))


def random_table(n=30, seed=0):
    return table_of(random_frame(n, seed), numeric=["x", "y"])


def gower_by_hand(table, codes, weights):
    """Row by row and column by column, missing cells as a value of their own and missing numbers at the mean."""
    seen = weights > 0
    d = codes.shape[1] + table.numeric.shape[1]
    total = np.zeros((len(table), len(table)))
    for i in range(len(table)):
        for j in range(len(table)):
            total[i, j] += sum(codes[i, r] != codes[j, r] for r in range(codes.shape[1]))
            for column in table.numeric.T:
                known = seen & ~np.isnan(column)
                mean = (column[known] * weights[known]).sum() / weights[known].sum()
                x, y = (mean if np.isnan(v) else v for v in (column[i], column[j]))
                total[i, j] += abs(x - y) / (column[known].max() - column[known].min())
    return total / d


# worked examples and brute force


def test_hamming_counts_the_columns_in_which_rows_differ():
    table = table_of(pd.DataFrame({"a": ["p", "q", None], "b": ["u", "u", "v"], "c": ["x", "y", "y"]}))
    assert Hamming().fit(table).geometry_.between(table).tolist() == [[0, 2, 3], [2, 0, 2], [3, 2, 0]]


def test_gower_of_a_colour_and_a_size():
    table = table_of(MIXED, numeric=["size"])
    gower = Gower().fit(table)
    assert gower.geometry_.between(table).tolist() == [[0, 0.25, 1], [0.25, 0, 0.75], [1, 0.75, 0]]
    assert gower.value_distances_["colour"].loc["red", "blue"] == 0.5 and gower.n_columns_ == 2


@pytest.mark.parametrize("seed", range(3))
def test_gower_is_the_share_of_columns_that_differ(seed):
    table = random_table(seed=seed)
    found = Gower().fit(table).geometry_.between(table)
    codes = table.missing_as_category().codes
    np.testing.assert_allclose(found, gower_by_hand(table, codes, np.ones(len(table))), atol=1e-12)


def test_gower_without_numbers_is_hamming_over_the_number_of_columns():
    table = table_of(random_frame().drop(columns=["x", "y"]))
    gower, hamming = Gower().fit(table), Hamming().fit(table)
    for a, b in zip(gower.value_distances_.tables, hamming.value_distances_.tables, strict=True):
        np.testing.assert_allclose(a, b / 3, atol=1e-15)
    assert gower.geometry_.numbers is None
    assert max(gower.value_embedding_.negative_mass) < 1e-9


# numeric columns


def test_rows_without_weight_stretch_no_range_and_move_no_mean():
    frame = random_frame(20, seed=4)
    weights = np.random.default_rng(4).integers(0, 3, 20).astype(float)
    frame.loc[0, ["x", "y"]], weights[0] = 1e6, 0
    table = table_of(frame.assign(w=weights), numeric=["x", "y"], weights="w")
    gower = Gower().fit(table)
    codes = table.observed().missing_as_category().codes
    seen = np.flatnonzero(weights)
    expected = gower_by_hand(table, codes, weights)[np.ix_(seen, seen)]
    np.testing.assert_allclose(gower.geometry_.between(table[seen]), expected, atol=1e-12)
    often = table_of(frame.iloc[np.repeat(np.arange(20), weights.astype(int))], numeric=["x", "y"])
    again = Gower().fit(often)
    np.testing.assert_allclose(gower.geometry_.between(table), again.geometry_.between(table), atol=1e-12)


def test_a_constant_numeric_column_and_one_without_numbers_count_but_add_nothing():
    table = table_of(MIXED.assign(same=0.1, none=np.nan), numeric=["size", "same", "none"])
    gower = Gower().fit(table)
    np.testing.assert_allclose(gower.geometry_.between(table)[0], [0, 0.5 / 4, 2 / 4], atol=1e-15)
    other = table_of(MIXED.assign(same=[1, 2, 3], none=[4, 5, 6]), numeric=["size", "same", "none"])
    assert (gower.geometry_.between(other) == gower.geometry_.between(table)).all()


def test_a_single_row_is_at_distance_0_from_every_number():
    table = table_of(MIXED.iloc[[0]], numeric=["size"])
    gower = Gower().fit(table)
    assert gower.geometry_.between(table).tolist() == [[0]]
    far = table_of(MIXED.iloc[[1]], numeric=["size"])
    assert gower.geometry_.between(table, far).tolist() == [[0]]


def test_a_missing_number_stands_at_the_mean():
    table = table_of(MIXED.assign(size=[0, 6, np.nan], n=[3, 1, 2]), numeric=["size"], weights="n")
    found = Gower().fit(table).geometry_
    assert found.numbers.means.tolist() == [1.5] and found.numbers.scales.tolist() == [12]
    np.testing.assert_allclose(found.between(table)[2], [0.5 + 1.5 / 12, 0.5 + 4.5 / 12, 0], atol=1e-15)


def test_two_tables_are_compared_by_the_names_of_their_numeric_columns():
    table = random_table(seed=5)
    found = Gower().fit(table).geometry_
    turned = table_of(random_frame(seed=5)[["y", "a2", "x", "a0", "a1"]].iloc[:7], numeric=["y", "x"])
    np.testing.assert_allclose(found.between(turned, table), found.between(table)[:7], atol=1e-12)
    odd = table_of(random_frame(seed=5).assign(a0="never seen"), numeric=["x", "y"])
    assert np.isfinite(found.between(odd, table)).all()


def test_a_table_without_the_numeric_columns_is_refused_by_the_lacking_name():
    found = Gower().fit(random_table()).geometry_
    frame = random_frame()
    with pytest.raises(ValueError, match="numeric column 'y': .*'x'"):
        found.between(table_of(frame.drop(columns="y"), numeric=["x"]))
    with pytest.raises(ValueError, match="numeric column 'x': .*none"):
        found.between(random_table(), table_of(frame))


def test_infinite_numbers_are_refused_by_column():
    with pytest.raises(ValueError, match="'size' has infinite"):
        table_of(MIXED.assign(size=[10, 20, np.inf]), numeric=["size"])
    table = table_of(MIXED, numeric=["size"])
    with pytest.raises(ValueError, match="'size' .* 10 to inf"):
        Gower().fit(replace(table, numeric=[[10], [20], [np.inf]]))
    with pytest.raises(ValueError, match="'size' .*infinite"):
        Gower().fit(table).geometry_.between(replace(table, numeric=[[10], [20], [-np.inf]]))


def test_numbers_enter_the_distances_of_rows_but_not_their_coordinates():
    table = random_table(seed=6)
    gower = Gower().fit(table)
    placed = gower.transform(table)
    assert placed.shape == (len(table), len(gower.get_feature_names_out()))
    assert (placed == gower.transform(table_of(random_frame(seed=6).drop(columns=["x", "y"])))).all()


@pytest.mark.parametrize("power", [1.0, 1.5, 2.0, 3.0])
def test_numbers_join_the_sum_to_the_power_of_the_geometry(power):
    book = Codebook(("a",), (("p", "q"),), ("nominal",), (False,))
    values = np.array([[0, 2.0], [2.0, 0]])
    numbers = NumericPart(("x", "y"), np.array([2.0, np.inf]), np.array([1.0, 5.0]))
    geometry = ValueDistances(book, (values,), (np.ones(2),), power, numbers=numbers)
    table = CategoricalTable(
        np.array([[0], [1], [1]]), book, numeric=[[3, 0], [-5, 9], [np.nan, np.nan]], numeric_names=("x", "y")
    )
    expected = [[0, 2**power + 4**power, 2**power + 1], [2**power + 4**power, 0, 3**power]]
    np.testing.assert_allclose(geometry.between(table)[:2] ** power, expected, rtol=1e-12)
    assert geometry.transform(table).shape[1] == (3 if power == 2 else 1)


# explanations


@pytest.mark.parametrize("method", [Hamming(), Gower()])
def test_an_explanation_says_whether_values_differ_and_what_a_column_counts(method):
    fitted = method.fit(random_table(seed=7))
    for a, table in zip(fitted.counts_.codebook.attributes, fitted.value_distances_.tables, strict=True):
        labels = fitted.counts_.codebook.labels[fitted.counts_.codebook.position(a)]
        for i, x in enumerate(labels):
            for j, y in enumerate(labels):
                explanation = fitted.explain(a, x, y)
                assert explanation.value == explanation.distance == table[i, j]
                assert explanation.terms[list(explanation.factors)].prod(axis=1)[0] == pytest.approx(
                    table[i, j], abs=1e-15
                )
    assert explanation.quantity == "distance" and explanation.terms["term"].tolist() == ["equal values"]
    explanation = fitted.explain("a0", "p", None)
    assert explanation.terms["term"].tolist() == ["different values"] and explanation.terms["differ"].tolist() == [1]
    if isinstance(method, Gower):
        assert explanation.terms["columns"].tolist() == [5]
