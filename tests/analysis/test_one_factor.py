"""Tables of one gradient: their counts and associations, and what the structure test says against them."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import multivariate_normal, norm

import catviz
from catviz.analysis.one_factor import OneFactorTables, one_factor
from catviz.table.categorical import CategoricalTable
from catviz.words.clusters import structure_in_words
from studies.calibrate.simulated import grouped, one_gradient

FEW = {"k": [2, 3], "n_init": 1, "null": "one factor"}


def factor_codes(seed, n, loadings, cuts):
    rng = np.random.default_rng(seed)
    loadings = np.array(loadings)
    latent = loadings * rng.normal(size=(n, 1)) + np.sqrt(1 - loadings**2) * rng.normal(size=(n, len(loadings)))
    return np.searchsorted(cuts, latent)


def test_the_loadings_of_a_gradient_are_found():
    codes = factor_codes(0, 40_000, [0.9, 0.7, 0.5, 0.8], [-0.8, 0.2, 1.0])
    model = one_factor(codes, [4] * 4)
    assert model.loadings == pytest.approx([0.9, 0.7, 0.5, 0.8], abs=0.02)
    assert model.expected == pytest.approx(model.observed, rel=0.01)
    assert all(order.tolist() in ([0, 1, 2, 3], [3, 2, 1, 0]) for order in model.order)
    assert len({order[0] for order in model.order}) == 1  # all the same way round


def test_the_expected_association_is_that_of_the_bivariate_normal():
    """Two columns of two values: T squared is phi squared, by the distribution function of the normal variables."""
    model = one_factor(factor_codes(1, 500, [0.7, 0.7], [0.3]), [2, 2])
    shares = [norm.cdf(0.3)] * 2
    codes = factor_codes(1, 500, [0.7, 0.7], [0.3])
    shares = [(codes[:, j] == model.order[j][0]).mean() for j in (0, 1)]
    rho = model.loadings.prod()
    both = multivariate_normal.cdf(norm.ppf(shares), cov=[[1, rho], [rho, 1]])
    a, b = shares
    phi = (both - a * b) ** 2 / (a * (1 - a) * b * (1 - b))
    assert model.expected == pytest.approx([phi, phi], rel=1e-3)
    assert model.observed == pytest.approx([phi, phi], rel=1e-3)


def test_unrelated_columns_get_no_loading_and_closer_ones_than_a_gradient_allows_the_largest():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (3000, 4))
    codes[:, 1] = codes[:, 0]
    model = one_factor(codes, [3] * 4)
    assert model.loadings == pytest.approx([0.99, 0.99, 0, 0], abs=0.1)
    assert model.expected[0] < 0.95 * model.observed[0]


@pytest.mark.slow
def test_simulated_tables_keep_counts_and_associations():
    table = catviz.load_dataset("lymphography").observed().missing_as_category()
    tables = OneFactorTables(table)
    codes = table.canonical()
    means = []
    for simulated, classes in tables.draw(20, 3):
        assert classes is None
        for r in range(table.n_attributes):
            assert np.array_equal(np.bincount(simulated.codes[:, r]), np.bincount(codes.codes[:, r]))
        means.append(OneFactorTables(simulated).model.observed.mean())
    assert np.mean(means) == pytest.approx(tables.model.expected.mean(), rel=0.1)


def test_numbers_and_classes_follow_the_gradient_too():
    rng = np.random.default_rng(0)
    size = rng.normal(size=300)
    noise = rng.normal(size=(4, 300))
    frame = pd.DataFrame({f"c{j}": np.where(size + 0.6 * noise[j] > 0, "a", "b") for j in range(3)})
    frame["size"] = size + 0.3 * noise[3]
    table = CategoricalTable.from_pandas(frame, numeric="keep")
    y = np.where(size > 0, "big", "small").astype(object)
    [(simulated, classes)] = OneFactorTables(table, y).draw(1)
    assert sorted(simulated.numeric[:, 0]) == sorted(table.numeric[:, 0])
    assert sorted(classes) == sorted(y)
    along = [simulated.numeric[classes == c, 0].mean() for c in ("small", "big")]
    assert along[1] - along[0] > 1
    assert catviz.structure_test(table, "Hamming", n_shuffles=19, **FEW).null == "one factor"
    assert catviz.structure_test(table, "MVDM", y=y, n_shuffles=19, **FEW).classes


def test_missing_cells_stay_in_place_and_are_no_level_of_the_gradient():
    table = one_gradient(0, 300, 4, False)
    frame = table.to_pandas().astype(object)
    gone = np.random.default_rng(3).random(300) < 0.3
    frame.loc[gone, frame.columns[:2]] = None
    some = CategoricalTable.from_pandas(frame, ordered={name: table.categories[r] for r, name in enumerate(frame)})
    tables = OneFactorTables(some.missing_as_category())
    assert tables.model.loadings == pytest.approx(OneFactorTables(table).model.loadings, abs=0.15)
    [(simulated, _)] = tables.draw(1)
    absent = simulated.codes == [len(values) for values in simulated.categories]
    assert (absent[:, 0] == absent[:, 1]).all() and absent.sum(axis=0).tolist() == [gone.sum()] * 2 + [0, 0]
    assert simulated.to_pandas().iloc[:, 0].value_counts().to_dict() == frame.iloc[:, 0].value_counts().to_dict()


def test_weights_are_repeated_rows():
    table = one_gradient(0, 200, 4, False)
    rows, _ = table.unique_rows()
    assert rows.weights.max() > 2
    models = [OneFactorTables(each).model for each in (table, rows)]
    assert models[0].loadings == pytest.approx(models[1].loadings)


@pytest.mark.slow
def test_one_gradient_is_told_apart_from_groups():
    """Error rates and power are measured in docs/statistics.md; here two tables of each."""
    for seed in (0, 1):
        continuum = one_gradient(seed, 300, 6, False)
        assert catviz.structure_test(continuum, **FEW | {"null": "unrelated"}).significant
        found = catviz.structure_test(continuum, **FEW)
        assert found.significant is False and structure_in_words(found).startswith("One gradient is not")
        groups = catviz.structure_test(grouped(seed, 300, 6, 0.7), **FEW)
        assert groups.significant and "Separate groups" in structure_in_words(groups)


def test_a_gradient_that_falls_short_is_said_to():
    """Two columns, equal but in one row, are more closely related than by any gradient with noise."""
    values = np.random.default_rng(0).integers(0, 5, 300)
    other = np.r_[(values[0] + 1) % 5, values[1:]]
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": values, "b": other}).astype(str))
    found = catviz.structure_test(table, **FEW)
    assert found.significant and found.associations[1] < 0.9 * found.associations[0]
    assert "one gradient cannot" in structure_in_words(found)


def test_a_cancelled_test_names_the_tables_that_ran():
    found = catviz.structure_test(one_gradient(0, 100, 4, False), callback=lambda share, _: share > 0.05, **FEW)
    assert re.match("Cancelled .* 5 of 99 simulated tables .*: no conclusion", structure_in_words(found))
    assert repr(found).endswith("5 simulated tables)")


def test_of_many_rows_some_are_drawn_and_the_sentence_says_so():
    table = one_gradient(0, 500, 4, False)
    for null in ("unrelated", "one factor"):
        found = catviz.structure_test(table, max_rows=120, **FEW | {"null": null})
        assert found.drawn == 120 and "Tested on 120 rows" in structure_in_words(found)
    assert catviz.structure_test(table, max_rows=500, **FEW | {"n_shuffles": 19}).drawn is None
    counted = table.unique_rows()[0]
    assert catviz.structure_test(counted, max_rows=120, **FEW | {"n_shuffles": 19}).drawn == 120


def test_fractional_weights_draw_rows_in_proportion():
    table = one_gradient(0, 400, 4, False)
    weighted = replace(table, weights=np.where(np.arange(400) % 2, 0.5, 1.25))
    for null in ("unrelated", "one factor"):
        found = catviz.structure_test(weighted, **FEW | {"null": null, "n_shuffles": 19})
        assert found.drawn == int(200 * (0.5 + 1.25) / 1.25)
