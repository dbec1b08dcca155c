"""MCA against prince and against the singular values of the standardised indicator matrix."""

import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import prince
import pytest
from scipy.spatial.distance import cdist

import catviz
from catviz.embeddings import mca
from catviz.table.categorical import CategoricalTable


def random_frame(n=60, sizes=(3, 4, 2, 3), seed=0):
    rng = np.random.default_rng(seed)
    first = rng.integers(0, 6, n)
    columns = {f"a{r}": np.where(rng.random(n) < 0.5, first % v, rng.integers(0, v, n)) for r, v in enumerate(sizes)}
    return pd.DataFrame(columns).apply(lambda c: c.map(lambda v: "pqrst"[v])).astype(object)


def indicator(frame):
    return np.hstack([pd.get_dummies(frame[c]).to_numpy(dtype=float) for c in frame])


def by_singular_values(Z, d, weights):
    """(eigenvalues, row and column principal coordinates) of weighted correspondence analysis of Z."""
    P = weights[:, None] * Z / (weights.sum() * d)
    r, c = P.sum(axis=1), P.sum(axis=0)
    U, s, Vt = np.linalg.svd((P - np.outer(r, c)) / np.sqrt(np.outer(r, c)), full_matrices=False)
    return s**2, U * s / np.sqrt(r)[:, None], Vt.T * s / np.sqrt(c)[:, None]


def same_up_to_sign(found, expected, atol):
    signs = np.sign((found * expected).sum(axis=0))
    np.testing.assert_allclose(found * signs, expected, atol=atol)


@pytest.mark.parametrize("name", [None, "zoo", "voting"])
def test_eigenvalues_and_coordinates_are_princes(name):
    table = CategoricalTable.from_pandas(random_frame()) if name is None else catviz.load_dataset(name)
    frame = table.to_pandas().astype(object).where(lambda f: f.notna(), "none")
    m = catviz.MCA(n_components=3).fit(table)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        oracle = prince.MCA(n_components=3, n_iter=20, random_state=0, engine="scipy").fit(frame)
        rows = oracle.row_coordinates(frame).to_numpy()
        columns = oracle.column_coordinates(frame)
    assert m.eigenvalues_ == pytest.approx(oracle.eigenvalues_, abs=1e-6)
    assert m.total_inertia_ == pytest.approx(oracle.total_inertia_)
    same_up_to_sign(m.transform(table), rows, atol=1e-6)
    book = m.geometry_.codebook
    names = [f"{a}__{'none' if v == '(missing)' else v}" for a, v in book.values]
    same_up_to_sign(np.vstack(m.geometry_.coordinates), columns.loc[names].to_numpy(), atol=1e-6)


@pytest.mark.parametrize("weighted", [False, True])
def test_eigenvalues_and_coordinates_are_those_of_the_standardised_indicator(weighted):
    frame = random_frame(seed=1)
    weights = np.random.default_rng(2).uniform(0.1, 3, 60) if weighted else np.ones(60)
    table = replace(CategoricalTable.from_pandas(frame), weights=weights if weighted else None)
    m = catviz.MCA(n_components=4).fit(table)
    eigenvalues, rows, columns = by_singular_values(indicator(frame), 4, weights)
    assert m.eigenvalues_ == pytest.approx(eigenvalues[:4])
    assert m.total_inertia_ == pytest.approx(eigenvalues.sum())
    same_up_to_sign(m.transform(table), rows[:, :4], atol=1e-9)
    same_up_to_sign(np.vstack(m.geometry_.coordinates), columns[:, :4], atol=1e-9)


def test_a_row_is_the_mean_of_its_values_standard_coordinates():
    frame = random_frame(seed=5)
    m = catviz.MCA(2).fit(frame)
    table = CategoricalTable.from_pandas(frame)
    standard = [x / np.sqrt(m.eigenvalues_) for x in m.geometry_.coordinates]
    expected = np.mean([x[table.codes[:, r]] for r, x in enumerate(standard)], axis=0)
    np.testing.assert_allclose(m.transform(frame), expected, atol=1e-12)
    np.testing.assert_allclose(m.transform(frame).mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose((m.transform(frame) ** 2).mean(axis=0), m.eigenvalues_, atol=1e-12)
    assert m.geometry_.combine == "mean" and m.geometry_.joint
    assert m.get_feature_names_out().tolist() == ["mca0", "mca1"]


def test_a_value_stands_at_the_centroid_of_its_rows_over_the_root_of_the_eigenvalue():
    frame = random_frame(seed=6)
    m = catviz.MCA(2).fit(frame)
    places = m.transform(frame)
    for r, a in enumerate(frame):
        centroids = np.array([places[(frame[a] == v).to_numpy()].mean(axis=0) for v in m.geometry_.codebook.labels[r]])
        np.testing.assert_allclose(m.geometry_.coordinates[r], centroids / np.sqrt(m.eigenvalues_), atol=1e-10)


def test_a_value_never_seen_adds_nothing_to_its_row():
    frame = random_frame(seed=7)
    m = catviz.MCA(2).fit(frame)
    odd = frame.iloc[[0]].assign(a0="never seen")
    standard = [x / np.sqrt(m.eigenvalues_) for x in m.geometry_.coordinates[1:]]
    codes = CategoricalTable.from_pandas(frame).codes[0, 1:]
    expected = sum(x[c] for x, c in zip(standard, codes, strict=True)) / 4
    np.testing.assert_allclose(m.transform(odd)[0], expected, atol=1e-12)


def test_tied_eigenvalues_at_the_cut_are_warned_of():
    square = pd.DataFrame([(a, b, c) for a in "xy" for b in "uv" for c in "pq"], columns=list("abc"))
    with pytest.warns(UserWarning, match="eigenvalues 2 and 3"):
        catviz.MCA(2).fit(square)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        catviz.MCA(3).fit(square)
        catviz.MCA(2).fit(random_frame())


def test_all_axes_carry_no_co_occurrence_and_are_warned_of():
    frame = random_frame(seed=8)
    with pytest.warns(UserWarning, match="on all axes.*not on co-occurrence"):
        m = catviz.MCA(n_components=None).fit(frame)
    counts = m.counts_.frequencies
    assert len(m.eigenvalues_) == sum(map(len, counts)) - 4
    # chi-square distances between values of one column depend on their counts only
    for t, n in zip(m.value_distances_.tables, counts, strict=True):
        expected = 60 * (1 / n[:, None] + 1 / n) * (1 - np.eye(len(n)))
        np.testing.assert_allclose(t**2, expected, atol=1e-8)


def test_fewer_axes_than_wanted_are_all_that_is_given():
    frame = pd.DataFrame({"a": list("xxyy"), "b": list("uuvv")})
    m = catviz.MCA(n_components=5).fit(frame)
    assert m.eigenvalues_ == pytest.approx([1.0]) and m.transform(frame).shape == (4, 1)
    with pytest.raises(ValueError, match="n_components=0"):
        catviz.MCA(0).fit(frame)


#: Moisture, management, use and manure of 20 Dutch farms (Batterink & Wijffels 1983).
FARMS = """1 SF Haypastu 4; 1 BF Haypastu 2; 2 SF Haypastu 4; 2 SF Haypastu 4; 1 HF Hayfield 2; 1 HF Haypastu 2;
1 HF Pasture 3; 5 HF Pasture 3; 4 HF Hayfield 1; 2 BF Hayfield 1; 1 BF Pasture 1; 4 SF Haypastu 2; 5 SF Haypastu 3;
5 NM Pasture 0; 5 NM Haypastu 0; 5 SF Pasture 3; 2 NM Hayfield 0; 1 NM Hayfield 0; 5 NM Hayfield 0; 5 NM Hayfield 0"""


def test_the_correlations_that_r_prints_for_twenty_farms():
    frame = pd.DataFrame([row.split() for row in FARMS.split(";")], columns=["mois", "manag", "use", "manure"])
    correlations = np.sqrt(catviz.MCA(2).fit(frame).eigenvalues_)
    # MASS: mca(farms) prints correlations 0.806 0.745, cumulative % explained 26.87 51.71
    np.testing.assert_allclose(correlations, [0.806, 0.745], atol=5e-4)
    np.testing.assert_allclose(100 * correlations.cumsum() / (frame.shape[1] - 1), [26.87, 51.71], atol=5e-3)


def test_a_few_axes_of_many_values_are_those_of_all(monkeypatch):
    table = catviz.load_dataset("mushroom")
    whole = catviz.MCA(3).fit(table)
    monkeypatch.setattr(mca, "MANY_VALUES", 50)
    few = catviz.MCA(3).fit(table)
    np.testing.assert_allclose(few.eigenvalues_, whole.eigenvalues_, rtol=1e-9)
    for a, b in ((few.value_embedding_[c], whole.value_embedding_[c]) for c in table.attributes):
        np.testing.assert_allclose(a, b, atol=1e-7)


@pytest.mark.parametrize("data", ["zoo", "voting"])
def test_chi_squared_distances_are_those_on_all_axes(data):
    table = catviz.load_dataset(data)
    weighted = replace(table, weights=np.random.default_rng(0).integers(1, 4, len(table)).astype(float))
    with pytest.warns(UserWarning, match="on all axes"):
        rows = catviz.MCA(None).fit(weighted).transform(weighted)
    found = catviz.MCA().fit(weighted).chi_squared_distances().between(weighted)
    np.testing.assert_allclose(found, cdist(rows, rows), atol=1e-10)
    assert found.max() > 1


def test_the_inertia_of_all_axes_is_worked_out_once_a_fit(monkeypatch):
    solved, solve = [], mca.eigvalsh
    monkeypatch.setattr(mca, "eigvalsh", lambda matrix: solved.append(len(matrix)) or solve(matrix))
    zoo, votes = catviz.load_dataset("zoo"), catviz.load_dataset("voting")
    model = catviz.MCA().fit(zoo)
    first = model.inertia()
    first["percent"] = 0.0  # what one caller does to a table, no other one sees
    for draw in (catviz.plots.scree, catviz.plots.eta2, catviz.plots.mca_map):
        draw(model)
    assert len(solved) == 1 and model.inertia()["percent"].sum() == pytest.approx(100)
    assert len(model.fit(votes).inertia()) == len(catviz.MCA().fit(votes).inertia()) != len(first)
