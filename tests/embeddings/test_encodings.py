"""Target, weight-of-evidence and density coding: by hand, row by row, scikit-learn, and unknown groups."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.preprocessing import TargetEncoder

from catviz.base import as_table
from catviz.embeddings.target import WOE, DensityEncoding, TargetEncoding
from catviz.geometry.joint_map import value_map
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count
from catviz.table.source import TableSource
from catviz.table.weights import effective_weights

FAMILY = (TargetEncoding, WOE, DensityEncoding)
SMALL = pd.DataFrame({"a": list("xxxxyyyz")})
GROUPS = ["no", "yes", "yes", "yes", "no", "no", "yes", "no"]


def random_data(n=120, sizes=(3, 5, 2), classes=("p", "q", "r"), seed=0, missing=0.1, unknown=0.0):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({f"a{r}": rng.integers(0, v, n).astype(str) for r, v in enumerate(sizes)}, dtype=object)
    y = rng.choice(list(classes), n).astype(object)
    y[rng.random(n) < unknown] = None
    return frame.mask(rng.random(frame.shape) < missing), y


def by_rows(cls, x, y, weights, value, label):
    """The code of one value and class, counted row by row."""
    carries = np.array([v == value for v in x])
    known = np.array([g is not None for g in y])
    positive = np.array([g == label for g in y])
    n, total = weights[carries & known].sum(), weights[known].sum()
    pos, all_pos = weights[carries & positive].sum(), weights[positive].sum()
    if cls is WOE and not n:
        return 0
    if cls is WOE:
        return np.log(((pos + 1) / (all_pos + 2)) / ((n - pos + 1) / (total - all_pos + 2)))
    prior = all_pos / total
    mean = pos / n if n else prior
    if cls is DensityEncoding:
        return mean
    s = 1 / (1 + np.exp(-(n - 20) / 10))
    return prior * (1 - s) + mean * s


# worked examples


def test_target_coding_by_hand():
    m = TargetEncoding().fit(SMALL, GROUPS)
    trust = {n: 1 / (1 + np.exp((20 - n) / 10)) for n in (4, 3, 1)}
    expected = [
        0.5 * (1 - trust[4]) + 0.75 * trust[4],
        0.5 * (1 - trust[3]) + trust[3] / 3,
        0.5 * (1 - trust[1]),
    ]
    assert m.geometry_.coordinates[0][:, 0] == pytest.approx(expected)
    assert m.geometry_.joint and m.geometry_.combine == "concatenate"


def test_target_coding_trusts_a_value_in_twenty_rows_half_and_a_frequent_one_fully():
    frame = pd.DataFrame({"a": ["x"] * 20 + ["y"] * 980})
    y = np.r_[np.ones(20), np.tile([0, 0, 0, 1], 245)]
    x, often = TargetEncoding().fit(frame, y).geometry_.coordinates[0][:, 0]
    assert x == pytest.approx((0.265 + 1) / 2)
    assert often == pytest.approx(0.25)


def test_weight_of_evidence_by_hand():
    m = WOE().fit(SMALL, GROUPS)
    odds = [(4 / 6) / (2 / 6), (2 / 6) / (3 / 6), (1 / 6) / (2 / 6)]
    assert m.geometry_.coordinates[0][:, 0] == pytest.approx(np.log(odds))


def test_density_coding_by_hand():
    m = DensityEncoding().fit(SMALL, GROUPS)
    np.testing.assert_allclose(m.geometry_.coordinates[0], [[1 / 4, 3 / 4], [2 / 3, 1 / 3], [1, 0]])
    assert m.value_distances_["a"].loc["x", "z"] == pytest.approx(np.sqrt(2) * 3 / 4)


# against a transcription, and scikit-learn


@pytest.mark.parametrize("cls", FAMILY)
@pytest.mark.parametrize("classes", ["pq", "pqr", "vwxyz"])
@pytest.mark.parametrize("weighted", [False, True])
def test_codes_are_those_counted_row_by_row(cls, classes, weighted):
    frame, y = random_data(classes=classes, seed=len(classes), unknown=0.2)
    weights = np.random.default_rng(1).uniform(0, 3, len(y)) if weighted else np.ones(len(y))
    table = replace(as_table(frame), weights=weights if weighted else None)
    weights = effective_weights(weights)
    m = cls().fit(table, y)
    coded = list(classes[1:] if len(classes) == 2 and cls is not DensityEncoding else classes)
    assert m.coded_classes_.tolist() == coded and m.classes_.tolist() == list(classes)
    for r, a in enumerate(frame):
        x = [None if pd.isna(v) else v for v in frame[a]]
        labels = [*m.geometry_.codebook.categories[r], None]
        expected = [[by_rows(cls, x, y, weights, v, g) for g in coded] for v in labels]
        np.testing.assert_allclose(m.geometry_.coordinates[r], expected, atol=1e-12)


def test_density_coding_is_scikit_learns_target_encoder_without_smoothing():
    frame, y = random_data(seed=2, missing=0)
    m = DensityEncoding().fit(frame, y)
    oracle = TargetEncoder(target_type="multiclass", smooth=0.0).fit(frame, y)
    for r in range(3):
        np.testing.assert_allclose(m.geometry_.coordinates[r], np.transpose(oracle.encodings_[3 * r : 3 * r + 3]))
    np.testing.assert_allclose(m.transform(frame), oracle.transform(frame))


# edges


@pytest.mark.parametrize("cls", FAMILY)
def test_a_value_whose_groups_are_unknown_gets_the_prior(cls):
    y = np.array(["p", "q", "q", "q", None, None], dtype=object)
    m = cls().fit(pd.DataFrame({"a": list("xxyyzz")}), y)
    code = m.geometry_.coordinates[0][2]
    assert code == pytest.approx({TargetEncoding: [3 / 4], WOE: [0], DensityEncoding: [1 / 4, 3 / 4]}[cls])


@pytest.mark.parametrize("cls", FAMILY)
def test_rows_of_unknown_group_move_no_code(cls):
    frame, y = random_data(seed=3)
    more = pd.concat([frame, frame.iloc[:40]], ignore_index=True)
    a, b = cls().fit(frame, y), cls().fit(more, np.r_[y, [None] * 40])
    for x, z in zip(a.geometry_.coordinates, b.geometry_.coordinates, strict=True):
        np.testing.assert_allclose(x, z, atol=1e-14)
    assert a.geometry_.frequencies[0].sum() < b.geometry_.frequencies[0].sum()


@pytest.mark.parametrize("cls", FAMILY)
def test_a_single_group_has_one_coordinate(cls):
    m = cls().fit(SMALL, ["p"] * 8)
    assert m.coded_classes_.tolist() == ["p"] and m.transform(SMALL).shape == (8, 1)
    if cls is not WOE:
        assert m.geometry_.coordinates[0] == pytest.approx(np.ones((3, 1)))


@pytest.mark.parametrize("cls", FAMILY)
def test_what_cannot_be_learned_from_is_refused(cls):
    with pytest.raises(ValueError, match="requires y"):
        cls().fit(SMALL)
    with pytest.raises(ValueError, match="by=y"):
        cls().fit(count(as_table(SMALL)))
    table = replace(as_table(SMALL), weights=np.array([0, 0, 1, 0, 1, 1, 1, 1.0]))
    with pytest.raises(ValueError, match="by=y"):
        cls().fit(count(table, by=["p", "q", None, "q", None, None, None, None]))


@pytest.mark.parametrize("cls", FAMILY)
def test_counts_by_class_are_enough(cls):
    frame, y = random_data(seed=4, unknown=0.1)
    a, b = cls().fit(frame, y), cls().fit(count(as_table(frame), by=y))
    assert a.coded_classes_.tolist() == b.coded_classes_.tolist()
    for x, z in zip(a.geometry_.coordinates, b.geometry_.coordinates, strict=True):
        assert (x == z).all()


def many_values(n=20_000, k=12_000, seed=0):
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({"zip": [f"z{i}" for i in rng.integers(0, k, n)], "b": rng.choice(list("uvw"), n)})
    X.loc[rng.random(n) < 0.1, "b"] = None
    return X, rng.choice(np.array(["p", "q", "r", None], dtype=object), n)


@pytest.mark.parametrize("cls", FAMILY)
def test_thousands_of_values_are_counted_by_class_and_not_in_pairs(cls, monkeypatch):
    """All pairs of 12,000 values were counted for each class, of which the diagonal was used; 10,000 were refused."""
    monkeypatch.setattr("catviz.table.counts.burt_matrix", None)
    monkeypatch.setattr("catviz.table.categorical.burt_matrix", None)
    X, y = many_values()
    m = cls().fit(X, y)
    assert len(m.geometry_.codebook.values) > 9_000 and m.counts_.within.shape[1] == 3
    known = pd.notna(y)
    counts = pd.crosstab(X["zip"][known], y[known])
    rows = dict(zip(m.counts_.values, m.counts_.within.tolist(), strict=True))
    for value in counts.index[::97]:
        assert rows["zip", value] == counts.loc[value].tolist()
    assert rows["b", "(missing)"] == [(X["b"].isna() & (y == label)).sum() for label in "pqr"]
    assert m.transform(X).shape == m.fit_transform(X, y).shape == (20_000, 6)
    with pytest.raises(ValueError, match="a map of .* values"):
        value_map(m)


@pytest.mark.parametrize("cls", FAMILY)
def test_tables_and_sources_and_counts_of_all_pairs_have_the_same_codes(cls):
    frame, y = random_data(seed=4, unknown=0.1)
    table = CategoricalTable.from_pandas(frame.assign(y=y), target="y")
    table = replace(table, weights=np.arange(len(table)) % 4)
    fitted = [
        cls().fit(table, table.target),
        cls().fit(count(table, by=table.target)),
        cls().fit(TableSource(table), "y"),
    ]
    for m in fitted[1:]:
        assert m.geometry_.codebook.categories == fitted[0].geometry_.codebook.categories
        for x, z in zip(fitted[0].geometry_.coordinates, m.geometry_.coordinates, strict=True):
            np.testing.assert_allclose(x, z, rtol=1e-12)
    assert value_map(fitted[0]).coordinates == pytest.approx(value_map(fitted[1]).coordinates)


@pytest.mark.parametrize("cls", FAMILY)
def test_values_never_seen_and_missing_get_the_prior_in_transform_and_across_folds(cls):
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"a": [*rng.choice(list("uv"), 97), "once", "twice", "twice"], "b": rng.choice(list("xyz"), 100)})
    y = np.array([*rng.choice(list("pqr"), 97, p=[0.6, 0.3, 0.1]), "p", "q", "q"], dtype=object)

    def prior(labels):
        return np.zeros(3) if cls is WOE else np.array([(labels == label).mean() for label in "pqr"])

    m = cls().fit(X, y)
    new = pd.DataFrame({"a": ["never", None, np.nan, "u"], "b": ["x", "never", None, "x"]})
    placed = m.transform(new).reshape(4, 2, 3)
    for row, column in ((0, 0), (1, 0), (2, 0), (1, 1), (2, 1)):
        np.testing.assert_allclose(placed[row, column], prior(y))
    assert not np.allclose(placed[3, 0], prior(y))
    halves = [(np.r_[:97], np.r_[97:100]), (np.r_[97:100], np.r_[:97])]
    crossed = cls(cv=halves).fit_transform(X, y).reshape(100, 2, 3)
    np.testing.assert_allclose(crossed[97:, 0], np.tile(prior(y[:97]), (3, 1)))
    np.testing.assert_allclose(crossed[:97, 0], np.tile(prior(y[97:]), (97, 1)))
    fresh = cls().fit(X[:97], y[:97]).transform(X[97:])
    np.testing.assert_allclose(crossed[97:].reshape(3, 6), fresh)


def test_features_are_named_by_column_and_class():
    frame, y = random_data(seed=5)
    assert WOE().fit(frame, y).get_feature_names_out().tolist()[:4] == ["a0_p", "a0_q", "a0_r", "a1_p"]
    assert WOE().fit(SMALL, GROUPS).get_feature_names_out().tolist() == ["a_yes"]
    assert DensityEncoding().fit(SMALL, GROUPS).get_feature_names_out().tolist() == ["a_no", "a_yes"]


@pytest.mark.parametrize("cls", FAMILY)
def test_explanations_have_a_term_a_class_with_the_counts_behind_it(cls):
    frame, y = random_data(seed=6, unknown=0.1)
    m = cls().fit(frame, y)
    known = np.array([g is not None for g in y])
    for attribute in frame:
        table = m.value_distances_[attribute]
        for a in table:
            for b in table:
                explanation = m.explain(attribute, a, b)
                assert explanation.terms["term"].tolist() == ["class p", "class q", "class r"]
                assert explanation.value == pytest.approx(table.loc[a, b], abs=1e-9)
                for value, side in ((a, "first"), (b, "second")):
                    rows = (frame[attribute].isna() if value == "(missing)" else frame[attribute] == value) & known
                    assert (explanation.terms[f"rows {side}"] == rows.sum()).all()
                    assert explanation.terms[f"in class {side}"].tolist() == [(rows & (y == g)).sum() for g in "pqr"]
