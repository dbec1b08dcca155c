"""MCA without missing cells against the singular values of the residuals of the answered columns (subset MCA)."""

import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame
from scipy.spatial.distance import cdist

import catviz
from catviz.analysis.projection import RowSpace
from catviz.geometry.joint_map import joint_map, value_map
from catviz.table.categorical import CategoricalTable
from catviz.table.weights import repeated_rows

VOTES = catviz.load_dataset("voting")


def holed(seed=0, weighted=False):
    frame = dependent_frame(sizes=(3, 4, 2, 3), seed=seed, missing=0.2)
    table = CategoricalTable.from_pandas(frame)
    weights = np.random.default_rng(seed).integers(1, 4, len(table)).astype(float)
    return replace(table, weights=weights) if weighted else table


TABLES = {"voting": VOTES, "random": holed(), "weighted": holed(1, weighted=True)}
every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


class BruteForce:
    """Singular values of (Z/Q - 1 m') D_m^(-1/2), rows weighted, in the columns Z of the answered values alone."""

    def __init__(self, table):
        frame, self.weights = table.to_pandas(), table.row_weights / table.row_weights.sum()
        self.Z = np.hstack([pd.get_dummies(frame[c]).to_numpy(dtype=float) for c in frame])
        self.columns = np.repeat(np.arange(frame.shape[1]), [frame[c].nunique() for c in frame])
        self.Q = frame.shape[1]
        self.shares = self.weights @ self.Z
        self.masses = self.shares / self.Q
        self.residuals = (self.Z / self.Q - self.masses) / np.sqrt(self.masses)
        self.R = np.sqrt(self.weights)[:, None] * self.residuals
        U, s, Vt = np.linalg.svd(self.R, full_matrices=False)
        self.eigenvalues, self.vectors = s**2, Vt.T
        self.rows = U * s / np.sqrt(self.weights)[:, None]
        self.values = Vt.T * s / np.sqrt(self.masses)[:, None]


def turned(found, expected):
    return expected * np.sign((found * expected).sum(axis=0))


def wide(table, number, names=("column", "value")):
    made = table.pivot_table(index=list(names), columns="axis", values=number, sort=False, dropna=False)
    return made.dropna(how="all").to_numpy()


@every_table
def test_it_is_the_subset_analysis_of_the_answered_values(table):
    m, brute = catviz.MCA(3, na="exclude").fit(table), BruteForce(table)
    np.testing.assert_allclose(m.eigenvalues_, brute.eigenvalues[:3], atol=1e-9)
    assert m.total_inertia_ == pytest.approx(brute.eigenvalues.sum(), abs=1e-9)
    inertia = m.inertia()
    np.testing.assert_allclose(inertia["eigenvalue"], brute.eigenvalues[: len(inertia)], atol=1e-9)
    assert not (brute.eigenvalues[len(inertia) :] > 1e-9).any()
    places, rows = np.vstack(m.geometry_.coordinates), m.transform(table)
    np.testing.assert_allclose(places, turned(places, brute.values[:, :3]), atol=1e-9)
    np.testing.assert_allclose(rows, turned(rows, brute.rows[:, :3]), atol=1e-9)
    values = m.values().query("role == 'active'")
    np.testing.assert_allclose(wide(values, "contribution"), 100 * brute.vectors[:, :3] ** 2, atol=1e-9)
    np.testing.assert_allclose(wide(values, "cos2"), places**2 / (1 / brute.shares - 1)[:, None], atol=1e-9)
    of_rows = m.rows(table)
    np.testing.assert_allclose(wide(of_rows, "coordinate", ["row"]), rows, atol=1e-12)
    squared = (brute.residuals**2).sum(axis=1)
    np.testing.assert_allclose(wide(of_rows, "cos2", ["row"]), rows**2 / squared[:, None], atol=1e-9)
    contributions = 100 * brute.weights[:, None] * rows**2 / m.eigenvalues_
    np.testing.assert_allclose(wide(of_rows, "contribution", ["row"]), contributions, atol=1e-9)


@every_table
def test_rows_are_centred_with_the_eigenvalue_as_variance_and_values_at_the_mean_of_their_rows(table):
    m, weights = catviz.MCA(3, na="exclude").fit(table), table.row_weights / table.row_weights.sum()
    rows = m.transform(table)
    np.testing.assert_allclose(weights @ rows, 0, atol=1e-12)
    np.testing.assert_allclose(weights @ rows**2, m.eigenvalues_, atol=1e-12)
    values = m.values().set_index(["axis", "column", "value"])
    for name, column in table.to_pandas().astype(object).items():
        column = np.where(column.isna(), "(missing)", column)
        for value in set(column):
            mean = np.average(rows[column == value], axis=0, weights=weights[column == value]) / np.sqrt(m.eigenvalues_)
            line = values.loc[[(axis, name, value) for axis in (1, 2, 3)]]
            np.testing.assert_allclose(line["coordinate"], mean, atol=1e-10)
            role = "supplementary" if value == "(missing)" else "active"
            assert set(line["role"]) == {role} and line["contribution"].isna().all() == (role != "active")
    missing = values.query("role == 'supplementary'")
    n, k = table.row_weights.sum(), missing["rows"]
    np.testing.assert_allclose(missing["test value"], missing["coordinate"] * np.sqrt(k * (n - 1) / (n - k)))
    eta2 = m.columns()
    assert set(eta2["role"]) == {"active"}
    np.testing.assert_allclose(eta2.groupby("axis")["eta2"].mean(), m.eigenvalues_, atol=1e-12)


def test_the_answers_make_the_axes():
    missing = [
        catviz.MCA(na=na).fit(VOTES).values().query("axis == 2").nlargest(10, "contribution")["value"] == "(missing)"
        for na in ("category", "exclude")
    ]
    assert missing[0].all() and not missing[1].any()


def adjusted_without_own_tables(table):
    """Squared eigenvalues of the Burt matrix without each column's own table, of the answered values, as ca::mjca."""
    counts = catviz.count(table)
    own = np.array([name for name, _ in counts.values])
    answered = np.array([value != "(missing)" for _, value in counts.values])
    masses = np.diag(counts.matrix) / np.trace(counts.matrix)
    across = np.where(own[:, None] == own, 0, counts.matrix)
    residuals = (across / across.sum() - np.outer(masses, masses)) / np.sqrt(np.outer(masses, masses))
    roots = np.linalg.eigvalsh(residuals[np.ix_(answered, answered)])[::-1]
    return roots[roots > 1e-12] ** 2


def test_without_missing_cells_both_ways_to_adjust_are_one():
    zoo = catviz.load_dataset("zoo")
    one, other = (catviz.MCA(na=na).fit(zoo).inertia() for na in ("category", "exclude"))
    np.testing.assert_allclose(one.dropna(), other.dropna(), atol=1e-9)


@every_table
def test_greenacres_percentages_are_of_the_inertia_between_columns(table):
    m, brute = catviz.MCA(2, na="exclude").fit(table), BruteForce(table)
    Q, S = brute.Q, brute.R.T @ brute.R
    between = sum(
        Q**2 * (S[np.ix_(brute.columns == q, brute.columns == p)] ** 2).sum()
        for q in range(Q)
        for p in range(Q)
        if p != q
    )
    found, adjusted = m.inertia().dropna(), adjusted_without_own_tables(table)
    assert len(found) == len(adjusted) >= (brute.eigenvalues > 1 / Q).sum() > 0
    np.testing.assert_allclose(found["adjusted eigenvalue"], adjusted, atol=1e-9)
    expected = 100 * adjusted[: len(found)] / (between / (Q * (Q - 1)))
    np.testing.assert_allclose(found["percent (Greenacre)"], expected, atol=1e-9)
    np.testing.assert_allclose(found["percent (Benzecri)"].sum(), 100)


@every_table
def test_chi_squared_distances_are_those_on_all_axes(table):
    brute = BruteForce(table)
    found = catviz.MCA(na="exclude").fit(table).chi_squared_distances().between(table)
    np.testing.assert_allclose(found, cdist(brute.residuals, brute.residuals), atol=1e-10)
    with pytest.warns(UserWarning, match="on all axes"):
        rows = catviz.MCA(None, na="exclude").fit(table).transform(table)
    np.testing.assert_allclose(found, cdist(rows, rows), atol=1e-9)


@every_table
def test_all_axes_together_show_a_row_and_an_answered_value_whole(table):
    m = catviz.MCA(na="exclude").fit(table)
    k = len(m.inertia())
    values = m.values(n_axes=k)
    active = values.query("role == 'active'").groupby(["column", "value"])["cos2"].sum()
    np.testing.assert_allclose(active, 1)
    assert (values.query("role != 'active'").groupby(["column", "value"])["cos2"].sum() <= 1 + 1e-9).all()
    np.testing.assert_allclose(m.rows(table, k).groupby("row")["cos2"].sum(), 1)
    np.testing.assert_allclose(values.groupby("axis")["contribution"].sum(), 100)


def test_weights_are_repeated_rows():
    table = TABLES["weighted"]
    repeated = replace(table, weights=None)[repeated_rows(table.weights, len(table), "")]
    weighted, often = (catviz.MCA(3, na="exclude").fit(t) for t in (table, repeated))
    np.testing.assert_allclose(weighted.eigenvalues_, often.eigenvalues_)
    pd.testing.assert_frame_equal(weighted.values(), often.values())
    np.testing.assert_allclose(weighted.transform(table), often.transform(table), atol=1e-12)
    np.testing.assert_allclose(weighted.geometry_.answered, often.geometry_.answered)


@pytest.mark.parametrize("name", ["zoo", "balloons"])
def test_without_missing_cells_both_are_the_same(name):
    table = catviz.load_dataset(name)
    a, b = catviz.MCA(3).fit(table), catviz.MCA(3, na="exclude").fit(table)
    np.testing.assert_allclose(a.transform(table), b.transform(table), atol=1e-12)
    for left, right in (
        (a.inertia(), b.inertia()),
        (a.values(table), b.values(table)),
        (a.columns(table), b.columns(table)),
        (a.rows(table), b.rows(table)),
        (a.class_means(table), b.class_means(table)),
        (a.value_distances_.to_frame(), b.value_distances_.to_frame()),
        (a.chi_squared_distances().to_frame(), b.chi_squared_distances().to_frame()),
    ):
        pd.testing.assert_frame_equal(left, right, atol=1e-10)


def test_counts_of_a_source_give_the_same(tmp_path):
    VOTES.to_pandas().to_parquet(tmp_path / "votes.parquet")
    source = catviz.scan(tmp_path / "votes.parquet")
    whole = catviz.MCA(na="exclude").fit(VOTES)
    for data in (source, catviz.count(VOTES), catviz.count(source)):
        streamed = catviz.MCA(na="exclude").fit(data)
        pd.testing.assert_frame_equal(streamed.values(), whole.values())
        np.testing.assert_allclose(streamed.transform(VOTES), whole.transform(VOTES), atol=1e-12)


def test_supplementary_columns_and_classes_are_at_the_mean_of_their_rows():
    m = catviz.MCA(3, na="exclude").fit(VOTES)
    places = m.transform(VOTES) / np.sqrt(m.eigenvalues_)
    values = m.values(VOTES).query("column == 'class'").set_index(["value", "axis"])["coordinate"]
    means = m.class_means(VOTES, axes=(3, 1)).set_index("class")
    for label in ("democrat", "republican"):
        own = places[VOTES.target == label]
        np.testing.assert_allclose([values[label, axis] for axis in (1, 2, 3)], own.mean(axis=0), atol=1e-12)
        np.testing.assert_allclose(means.loc[label, ["x", "y"]].astype(float), own.mean(axis=0)[[2, 0]], atol=1e-12)
        covariance = np.cov(own[:, [2, 0]].T) / len(own)
        assert means.loc[label, "covariance"] == pytest.approx(covariance[0, 1], abs=1e-12)
        assert means.loc[label, "variance x"] == pytest.approx(covariance[0, 0])
    frame = VOTES.to_pandas()
    some = [name for name in frame if name != "crime"]
    shown = catviz.MCA(na="exclude").fit(frame[some])
    values = shown.values(frame).query("column == 'crime' and axis == 1").set_index("value")
    rows = shown.transform(frame[some])[:, 0] / np.sqrt(shown.eigenvalues_[0])
    crime = frame["crime"].astype(object).where(frame["crime"].notna(), "(missing)")
    assert set(values["role"]) == {"supplementary"} and set(values.index) == set(crime)
    for value in values.index:
        assert values.loc[value, "coordinate"] == pytest.approx(rows[crime == value].mean())
    eta2 = shown.columns(frame).query("column == 'crime' and axis == 1")["eta2"].item()
    answered = values.drop("(missing)")
    assert eta2 == pytest.approx((answered["rows"] * answered["coordinate"] ** 2).sum() / len(frame))


def test_a_missing_cell_and_a_value_never_seen_add_nothing():
    m = catviz.MCA(2, na="exclude").fit(VOTES)
    standard = {
        (a, v): x / np.sqrt(m.eigenvalues_)
        for (a, v), x in zip(m.geometry_.codebook.values, np.vstack(m.geometry_.coordinates), strict=True)
    }
    shares = np.concatenate(m.geometry_.frequencies) / len(VOTES)
    centre = shares @ np.vstack(list(standard.values())) / 16
    new = VOTES.to_pandas().head(3).astype(object)
    new.iloc[0, 0], new.iloc[1, 1] = "never seen", None
    expected = np.array(
        [
            sum(standard.get((a, v), np.zeros(2)) for a, v in zip(new.columns, row, strict=True)) / 16
            for row in new.itertuples(index=False)
        ]
    )
    np.testing.assert_allclose(m.transform(new), expected - centre, atol=1e-12)
    found = m.rows(new, passive=True)
    np.testing.assert_allclose(wide(found, "coordinate", ["row"]), expected - centre, atol=1e-12)
    assert found["cos2"].between(0, 1).all()


def test_the_geometry_keeps_what_is_left_out():
    m = catviz.MCA(3, na="exclude").fit(VOTES)
    rows = m.transform(VOTES)
    assert not any(m.geometry_.codebook.missing) and m.value_distances_.excluded
    np.testing.assert_allclose(m.geometry_.answered, VOTES.to_pandas().notna().mean())
    for kept in (
        pickle.loads(pickle.dumps(m)).geometry_,
        type(m.geometry_).from_frame(m.geometry_.to_frame()),
        m.geometry_.embed(),
    ):
        np.testing.assert_allclose(kept.transform(VOTES), rows, atol=1e-12)
        np.testing.assert_allclose(kept.between(VOTES[:5]), cdist(rows[:5], rows[:5]), atol=1e-12)
    np.testing.assert_allclose(m.geometry_.embed(2).transform(VOTES), rows[:, :2], atol=1e-12)
    encoded = VOTES.recode(m.geometry_.codebook)
    Z = np.hstack([(encoded.codes[:, [r]] == np.arange(v)) for r, v in enumerate(encoded.codebook.n_values)])
    np.testing.assert_allclose(Z @ m.geometry_.encoding() - m.geometry_.centre(), rows, atol=1e-12)
    space = RowSpace(m.geometry_, VOTES)
    weights = np.ones(len(VOTES))
    assert space.variance(weights) == pytest.approx(m.eigenvalues_.sum())
    found = space.principal(2, weights)
    np.testing.assert_allclose(found, turned(found, rows[:, :2]), atol=1e-8)
    found = catviz.row_map(m.geometry_, VOTES, "PCA")
    places = found.coordinates[found.inverse]
    np.testing.assert_allclose(places, turned(places, rows[:, :2]), atol=1e-9)


def test_maps_of_values_leave_missing_values_out_or_put_them_at_the_centre_of_their_rows():
    m = catviz.MCA(2, na="exclude").fit(VOTES)
    own = value_map(m)
    assert own.values == m.geometry_.codebook.values
    rows = m.transform(VOTES) / np.sqrt(m.eigenvalues_)
    np.testing.assert_allclose(own.rows(VOTES), rows, atol=1e-12)
    np.testing.assert_allclose(own.coordinates, np.vstack(m.geometry_.coordinates), atol=1e-12)
    for counts in (catviz.count(VOTES), catviz.count(VOTES).without_missing()):
        joint = joint_map(m.geometry_, counts)
        assert joint.values == counts.values
        places = joint.rows(VOTES)
        np.testing.assert_allclose(places, turned(places, m.transform(VOTES)), atol=1e-9)
        np.testing.assert_allclose(joint.variances, m.eigenvalues_, atol=1e-12)
        for value, place in zip(joint.values, joint.coordinates, strict=True):
            column = VOTES.to_pandas()[value[0]].astype(object)
            carried = (column.where(column.notna(), "(missing)") == value[1]).to_numpy()
            np.testing.assert_allclose(place, places[carried].mean(axis=0), atol=1e-12)


def test_a_column_without_an_answer_changes_distances_up_to_their_scale_only():
    frame = TABLES["random"].to_pandas().astype(object)
    m = catviz.MCA(2, na="exclude").fit(frame)
    more = catviz.MCA(2, na="exclude").fit(frame.assign(none=None))
    assert len(more.feature_names_in_) == 5
    np.testing.assert_allclose(more.eigenvalues_, m.eigenvalues_ * 4 / 5)
    np.testing.assert_allclose(np.vstack(more.geometry_.coordinates), np.vstack(m.geometry_.coordinates), atol=1e-9)
    assert more.columns().query("column == 'none'")["eta2"].tolist() == [0, 0]


def test_a_table_without_an_answer_has_no_axes_and_another_rule_is_refused():
    empty = pd.DataFrame({"a": [None, None], "b": [None, None]}, dtype=object)
    m = catviz.MCA(na="exclude").fit(empty)
    assert m.transform(empty).shape == (2, 0) and not len(m.inertia()) and m.total_inertia_ == 0
    with pytest.raises(ValueError, match="na='drop'"):
        catviz.MCA(na="drop").fit(VOTES)
