"""Latent classes: Stouffer and Toby's table as poLCA prints it, EM against sums over rows, criteria, missing cells."""

import itertools

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame

import catviz
from catviz.clustering.latent_class import LatentClass
from catviz.table.categorical import CategoricalTable

#: 216 answers to four items, from ++++ to ----, the last item fastest.
STOUFFER_TOBY = (42, 23, 6, 25, 6, 24, 7, 38, 1, 4, 1, 6, 2, 9, 2, 20)


def stouffer_toby():
    answers = pd.DataFrame(list(itertools.product("+-", repeat=4)), columns=list("abcd"))
    return CategoricalTable.from_pandas(answers.assign(w=STOUFFER_TOBY), weights="w")


def fitted(k, table=None, random_state=0, **given):
    return LatentClass(k, random_state=random_state, **given).fit(stouffer_toby() if table is None else table)


def ari(model, table):
    return catviz.metrics.scores(table.target, model.labels_)["adjusted_rand"]


# worked numbers


def errors_by_hand(m, frame):
    """Standard errors by numeric derivatives of the log-likelihood of each row, with logits of all values but one."""
    sizes, k = [t.shape[1] for t in m.theta_], len(m.pi_)
    book = m.value_probabilities_.codebook
    codes = np.array([[book.code(name, cell) for name, cell in row.items()] for row in frame.to_dict("records")])

    def probabilities(b):
        parts, at = [], 0
        for size in [k, *np.repeat([sizes], k, axis=0).ravel()]:
            e = np.exp(np.append(b[at : at + size - 1], 0))
            parts.append(e / e.sum())
            at += size - 1
        return parts

    def logs(b):
        pi, *theta = probabilities(b)
        classes = [
            np.log(p) + sum(np.log(theta[j * len(sizes) + r][codes[:, r]]) for r in range(len(sizes)))
            for j, p in enumerate(pi)
        ]
        return np.logaddexp.reduce(classes)

    def slopes(function, b, h=1e-5):
        return np.array([(function(b + h * e) - function(b - h * e)) / (2 * h) for e in np.eye(len(b))])

    given = [m.pi_, *(t[j] for j in range(k) for t in m.theta_)]
    b = np.concatenate([np.log(p[:-1] / p[-1]) for p in given])
    scores = slopes(logs, b)
    change = slopes(lambda b: np.concatenate(probabilities(b)), b)
    return np.sqrt(np.diag(change.T @ np.linalg.inv(scores @ scores.T) @ change))


def test_standard_errors_are_those_of_the_rows_scores():
    frame = stouffer_toby().to_pandas().astype(str).loc[np.repeat(np.arange(16), STOUFFER_TOBY)]
    m = fitted(2, frame, n_init=5, tol=1e-12)
    found = m.standard_errors(frame)
    np.testing.assert_allclose(found["standard_error"], errors_by_hand(m, frame), rtol=1e-4)
    np.testing.assert_allclose(found["probability"][:2], m.pi_)
    weighted = fitted(2, n_init=5, tol=1e-12).standard_errors(stouffer_toby())
    np.testing.assert_allclose(weighted["standard_error"], found["standard_error"], rtol=1e-4)
    with pytest.raises(ValueError, match="alpha=1"):
        fitted(2, alpha=1).standard_errors(stouffer_toby())


@pytest.mark.parametrize("na", ["category", "exclude"])
def test_standard_errors_of_one_class_are_those_of_shares(na):
    frame = dependent_frame(90, (4, 3), seed=3).iloc[:, :1]
    assert frame.isna().any().all()
    m = fitted(1, frame, na=na)
    found = m.standard_errors(frame)[1:]
    answered = 90 if na == "category" else frame.notna().sum()[found["column"]].to_numpy()
    p = found["probability"]
    np.testing.assert_allclose(found["standard_error"], np.sqrt(p * (1 - p) / answered), atol=1e-9)


def test_the_fit_to_cells_leaves_rows_with_missing_cells_out_as_polca_does():
    frame = dependent_frame(80, (3, 4, 2), seed=1)
    m = fitted(2, frame, na="exclude", n_init=3)
    complete = frame.dropna()
    assert 0 < len(complete) < len(frame) and m.df_ == 3 * 4 * 2 - 1 - m.n_parameters_
    counts = complete.value_counts()
    expected = [
        len(complete)
        * np.exp(np.logaddexp.reduce(slow_log_likelihood(m, pd.DataFrame([cell], columns=frame.columns)), axis=1))[0]
        for cell in counts.index
    ]
    assert m.g2_ == pytest.approx(2 * (counts * np.log(counts / expected)).sum())
    assert m.x2_ == pytest.approx(((counts - expected) ** 2 / expected).sum() + len(complete) - sum(expected))
    nothing = fitted(1, pd.DataFrame({"a": ["x", "y", None, None], "b": [None, None, "u", "v"]}), na="exclude")
    assert np.isnan(nothing.g2_) and nothing.df_ == 4 - 1 - 2


def test_degrees_of_freedom_are_at_most_those_of_the_rows_as_polca_has_them():
    frame = dependent_frame(60, (4, 4, 4, 4), seed=2).dropna()
    m = fitted(2, frame, n_init=2)
    assert m.df_ == len(frame) - (1 + 2 * 12) < 4**4 - 1 - (1 + 2 * 12)


def test_standard_errors_of_a_model_that_is_not_identified_warn():
    frame = dependent_frame(200, (2, 2), seed=3).dropna()
    with pytest.warns(UserWarning, match="2 combinations of probabilities .* not identified"):
        fitted(2, frame, n_init=2).standard_errors(frame)  # 5 probabilities, and 3 shares of cells to tell them


def test_two_classes_of_stouffer_and_toby_are_those_that_polca_prints():
    m = fitted(2)
    assert m.log_likelihood_ == pytest.approx(-504.467670, abs=5e-7) and m.n_parameters_ == 9 and m.df_ == 6
    assert m.g2_ == pytest.approx(2.719922, abs=5e-7) and m.x2_ == pytest.approx(2.719764, abs=5e-7)
    assert m.aic_ == pytest.approx(1026.9353, abs=5e-5) and m.bic_ == pytest.approx(1057.3128, abs=5e-5)
    assert m.entropy_r2_ == pytest.approx(0.7193, abs=5e-5)
    np.testing.assert_allclose(m.pi_, [0.720753, 0.279247], atol=2e-6)
    positive = [t[:, m.counts_.codebook.labels[r].index("+")] for r, t in enumerate(m.theta_)]
    expected = [(0.713588, 0.993193), (0.329619, 0.939763), (0.354016, 0.92653), (0.132372, 0.769131)]
    np.testing.assert_allclose(positive, expected, atol=2e-6)
    assert m.icl_ == pytest.approx(m.bic_ + 2 * (1 - m.entropy_r2_) * 216 * np.log(2))


@pytest.mark.filterwarnings("ignore:the best run has not converged")
def test_one_class_is_independence_and_three_fit_little_better():
    one, three = fitted(1), fitted(3, n_init=2, tol=1e-8)
    assert one.log_likelihood_ == pytest.approx(-543.649825, abs=5e-7)
    assert one.g2_ == pytest.approx(81.084231, abs=5e-7) and one.entropy_r2_ == 1
    assert three.log_likelihood_ == pytest.approx(-503.301137, abs=5e-6)
    assert three.bic_ == pytest.approx(1081.8562, abs=5e-5)
    assert fitted("bic", n_init=1, max_iter=60).n_clusters_ == 2


@pytest.mark.parametrize(
    ("data", "k", "seed", "ll", "bic", "rand"),
    [
        ("voting", 2, 0, -4464.820, 9324.537, 0.5572),
        ("soybean_small", 4, 0, -431.7336, 1444.8396, 1.0),
        ("zoo", 7, 19, -484.0404, None, 0.8301),
    ],
)
def test_data_sets_have_the_likelihood_that_stepmix_reaches(data, k, seed, ll, bic, rand):
    table = catviz.load_dataset(data)
    m = fitted(k, table, seed, n_init=8)
    assert m.log_likelihood_ == pytest.approx(ll, abs=6e-4)
    assert bic is None or m.bic_ == pytest.approx(bic, abs=1e-3)
    assert ari(m, table) == pytest.approx(rand, abs=5e-5)
    assert 1 <= m.n_reached_ <= 8 and m.criteria_["starts"].tolist() == [8]


# the definition, row by row


def slow_log_likelihood(m, frame):
    """(n, k) ln pi_j theta_jr(x) by a loop over rows, classes and columns; cells of None say nothing."""
    book = m.counts_.codebook
    out = np.zeros((len(frame), len(m.pi_)))
    for (i, row), j in itertools.product(enumerate(frame.itertuples(index=False)), range(len(m.pi_))):
        out[i, j] = np.log(m.pi_[j])
        for r, value in enumerate(row):
            if value in book.labels[r][: m.theta_[r].shape[1]]:
                out[i, j] += np.log(m.theta_[r][j, book.labels[r].index(value)])
    return out


@pytest.mark.parametrize("na", ["category", "exclude"])
@pytest.mark.parametrize("alpha", [0.0, 0.7])
def test_parameters_are_the_means_of_what_they_make_of_the_rows(na, alpha):
    frame = dependent_frame(80, (3, 4, 2, 5), seed=1)
    m = fitted(2, frame, na=na, alpha=alpha, n_init=3)
    text = frame.fillna("(missing)")
    with np.errstate(divide="ignore"):
        joint = slow_log_likelihood(m, text)
    logs = np.logaddexp.reduce(joint, axis=1)
    assert m.log_likelihood_ == pytest.approx(logs.sum())
    R = np.exp(joint - logs[:, None])
    np.testing.assert_allclose(m.predict_proba(frame), R, atol=1e-9)
    assert (m.labels_ == R.argmax(axis=1)).all() and (m.predict(frame) == m.labels_).all()
    np.testing.assert_allclose(m.pi_, R.mean(axis=0), atol=1e-4)
    for r, column in enumerate(text):
        labels = m.counts_.codebook.labels[r][: m.theta_[r].shape[1]]
        counts = np.array([R[(text[column] == v).to_numpy()].sum(axis=0) for v in labels]).T
        shares = np.array([(text[column] == v).sum() for v in labels], dtype=float)
        counts += alpha * shares / shares.sum()
        np.testing.assert_allclose(m.theta_[r], counts / counts.sum(axis=1, keepdims=True), atol=2e-4)
    assert ("(missing)" in m.geometry_.codebook.labels[0]) == (na == "category")


@pytest.mark.parametrize("given", [{}, {"hard": True}, {"alpha": 2.0}, {"na": "exclude"}])
def test_the_likelihood_never_falls(given):
    for seed in range(4):
        m = fitted(3, dependent_frame(60, seed=seed), n_init=2, **given)
        assert m.history_ == sorted(m.history_, reverse=True) and m.history_[-1] == m.objective_ == m.inertia_
        assert [step["iteration"] for step in m.steps_] == list(range(len(m.steps_))) and m.n_iter_ > 1
        assert m.pi_.tolist() == sorted(m.pi_, reverse=True)


def test_a_row_counts_once_where_classes_are_hard():
    frame = dependent_frame(60, seed=2, missing=0)
    m = fitted(3, frame, hard=True, n_init=3)
    with np.errstate(divide="ignore"):
        joint = slow_log_likelihood(m, frame)
    assert m.log_likelihood_ == pytest.approx(joint.max(axis=1).sum()) and m.icl_ == m.bic_
    np.testing.assert_allclose(m.pi_, np.bincount(m.labels_) / 60)


# values and rows


def test_values_are_compared_by_the_classes_of_their_rows():
    zoo = catviz.load_dataset("zoo")
    m = fitted(7, zoo, n_init=3)
    for r, attribute in enumerate(zoo.attributes):
        joint = m.pi_[:, None] * m.theta_[r]
        P = (joint / joint.sum(axis=0)).T
        np.testing.assert_allclose(m.value_probabilities_.coordinates[r], P, atol=1e-12)
        own = np.abs(P[:, None] - P[None]).sum(axis=2) / 2
        np.testing.assert_allclose(m.value_distances_[attribute], own, atol=1e-12)
    assert m.value_probabilities_.joint and m.geometry_.power == 1
    explained = m.explain("legs", "2", "4")
    assert explained.terms["term"].tolist() == [f"class {j}" for j in range(1, 8)]
    assert explained.value == pytest.approx(m.value_distances_["legs"].loc["2", "4"])


def test_the_odds_of_a_row_add_up_column_by_column():
    frame = dependent_frame(60, seed=3)
    m = fitted(3, frame, alpha=1, n_init=2)
    R = m.predict_proba(frame)
    found = m.log_odds(frame, 2, 1)
    assert found["term"].tolist()[:5] == ["class sizes", "a0", "a1", "a2", "a3"]
    np.testing.assert_allclose(found.groupby("row")["contribution"].sum(), np.log(R[:, 2] / R[:, 1]), atol=1e-8)
    new = m.log_odds(pd.DataFrame([["never", None, "p", "p"]], columns=list(frame)))
    assert new.loc[1, "contribution"] == 0 and new.loc[1, "value"] is None and new.loc[2, "value"] == "(missing)"
    with pytest.raises(ValueError, match="classes 0 and 3: .* 0 to 2"):
        m.log_odds(frame, 0, 3)


def test_values_never_seen_leave_their_column_out():
    frame = dependent_frame(60, seed=4, missing=0)
    m = fitted(2, frame, n_init=3)
    nothing = pd.DataFrame([["never"] * 4, [None] * 4], columns=list(frame))
    np.testing.assert_allclose(m.predict_proba(nothing), np.tile(m.pi_, (2, 1)), atol=1e-12)


def test_rows_that_no_class_allows_belong_where_fewest_values_are_impossible():
    frame = pd.DataFrame({"a": list("xxyy"), "b": list("xxyy"), "c": list("xxyy")})
    m = fitted(2, frame, n_init=5)
    one = m.predict(frame)[0]
    R = m.predict_proba(pd.DataFrame([["x", "x", "y"]], columns=list("abc")))
    assert R[0, one] == pytest.approx(1) and R.sum() == pytest.approx(1)


@pytest.mark.filterwarnings("ignore:the best run has not converged")
def test_criteria_of_every_number_of_classes_are_kept():
    zoo = catviz.load_dataset("zoo")
    m = fitted("bic", zoo, n_init=2, max_iter=60)
    assert m.criteria_["clusters"].tolist() == list(range(1, 11))
    best = m.criteria_.loc[m.criteria_["bic"].idxmin()]
    assert (m.n_clusters_, m.bic_) == (best["clusters"], best["bic"]) and m.predict_proba(zoo).shape[1] == m.n_clusters_
    few = fitted("bic", pd.DataFrame({"a": list("xyx"), "b": list("uuv")}), n_init=2)
    assert few.criteria_["clusters"].tolist() == [1, 2, 3]


def test_a_fit_that_is_stopped_keeps_what_it_has():
    seen = []
    with catviz.reporting(lambda step: seen.append(step) or len(seen) == 2):
        m = fitted("bic")
    assert len(seen) == 2 and m.criteria_["clusters"].tolist() == [1] and m.labels_.shape == (16,)


def test_what_cannot_be_fitted_says_so():
    with pytest.raises(ValueError, match="n_clusters=20, .* 16 distinct rows"):
        fitted(20)
    with pytest.warns(UserWarning, match="not converged .*max_iter=2"):
        fitted(2, max_iter=2)
    assert np.isnan(fitted(2, catviz.load_dataset("zoo"), n_init=1).g2_)


def test_slow_runs_are_extrapolated_and_reach_the_same_likelihood(monkeypatch):
    """Columns that are independent give EM no hold: it needs thousands of steps.

    Where a last step of 1e-10 ends a run depends on rounding, so on the processor: up to 2e-5 apart here.
    """
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({name: rng.choice(list("abcd"), 400) for name in "pqrs"})
    quick = LatentClass(2, n_init=1, random_state=0).fit(frame)
    monkeypatch.setattr("catviz.clustering.mixture.PLAIN", np.inf)
    slow = LatentClass(2, n_init=1, random_state=0).fit(frame)
    assert quick.n_iter_ < slow.n_iter_ / 2
    assert (np.diff(quick.history_) <= 0).all()
    assert quick.log_likelihood_ == pytest.approx(slow.log_likelihood_, abs=1e-3)
    assert quick.history_[:100] == slow.history_[:100]


def test_solutions_that_fit_equally_well_are_compared_by_their_shares():
    """Two classes of independent columns: the likelihood is flat, and starts end with other shares."""
    rng = np.random.default_rng(4)
    flat = pd.DataFrame({name: rng.choice(list("ab"), 300) for name in "pqr"})
    clear = dependent_frame(300, (3, 3, 3, 3), seed=0)
    loose, firm = (LatentClass(2, n_init=10, random_state=0).fit(each) for each in (flat, clear))
    assert loose.n_reached_ > 1 and loose.share_spread_ > 0.05
    assert firm.n_reached_ > 1 and firm.share_spread_ < 0.01
    assert LatentClass(2, n_init=1, random_state=0).fit(flat).share_spread_ == 0
