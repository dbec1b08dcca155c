"""MTDLE: the mixture of path distances, what labels and links do to it, its joint space, its explanations."""

import itertools
import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from random_frames import frame_and_hidden
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

import catviz
from catviz.embeddings import mtdle
from catviz.embeddings.mtdle import MTDLE
from catviz.embeddings.mtdle_graphs import BASES, Base, joint_distances, leading_axes
from catviz.geometry.scaling import classical_scaling
from catviz.parameters import Several
from catviz.table.categorical import CategoricalTable

SIX = pd.DataFrame({"u": list("aaabbc"), "v": list("xxyyyz")})
GROUPS = np.array(list("000111"), dtype=object)
DEFAULT = ("cosine", "jaccard/neglog", "mi/neglog")

quiet = pytest.mark.filterwarnings("ignore::UserWarning")
pytestmark = pytest.mark.filterwarnings("ignore:no points have these distances")


def random_frame(n=50, sizes=(3, 4, 2, 5), seed=0, missing=0.1):
    frame, hidden = frame_and_hidden(n, sizes, seed, missing)
    return frame, np.where(hidden % 3 == 0, "yes", "no").astype(object)


def tables(fit):
    return fit.value_distances_.tables


# the mixture


@pytest.mark.parametrize("theta", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_the_whole_fit_by_a_slow_program(theta, seed):
    frame, y = random_frame(seed=seed, missing=0)
    fit = MTDLE(bases=("cosine/all", "hamming/all", "jaccard/inverse/all"), theta=theta).fit(frame, y)
    symbols = list(fit.counts_.values)
    has = {s: (frame[s[0]] == s[1]).to_numpy() for s in symbols}

    def length(base, p, q):
        both, k, m = (has[p] & has[q]).sum(), has[p].sum(), has[q].sum()
        if p[0] == q[0] or not both:
            return 0.0 if p == q else np.inf
        return {"c": np.arccos(min(both / np.sqrt(k * m), 1)), "h": k + m - 2 * both, "j": (k + m - both) / both}[base]

    row_distances = []
    scaled = []
    for base in "chj":
        d = np.array([[length(base, p, q) for q in symbols] for p in symbols])
        for k in range(len(d)):
            d = np.minimum(d, d[:, [k]] + d[[k]])
        codes = [[symbols.index((a, v)) for a, v in row.items()] for row in frame.to_dict("records")]
        rows = np.array([[sum(d[p, q] ** theta for p, q in zip(x, z, strict=True)) for z in codes] for x in codes])
        row_distances.append(rows / rows.mean())
        scaled.append(d**theta / rows.mean())
    mu = np.stack(row_distances, axis=-1)
    alike = y[:, None] == y
    J = {}
    for step in itertools.product(np.linspace(0, 1, 41), repeat=2):
        if sum(step) <= 1:
            alpha = np.array([*step, 1 - sum(step)])
            J[tuple(alpha)] = ((mu[alike] @ alpha) ** 2).sum() / ((mu[~alike] @ alpha) ** 2).sum()
    assert fit.objective_value_ <= min(J.values()) + 1e-12
    wanted = sum(a * S for a, S in zip(fit.alpha_, scaled, strict=True))
    np.testing.assert_allclose(fit.distances_.to_numpy(), wanted, atol=1e-12)
    alpha = fit.alpha_.to_numpy()
    assert fit.objective_value_ == pytest.approx(
        ((mu[alike] @ alpha) ** 2).sum() / ((mu[~alike] @ alpha) ** 2).sum(), rel=1e-9
    )
    np.testing.assert_allclose(fit.within_, np.einsum("pa,pb->ab", mu[alike], mu[alike]))
    np.testing.assert_allclose(fit.between_, np.einsum("pa,pb->ab", mu[~alike], mu[~alike]))


@pytest.mark.parametrize("theta", [1, 2])
@pytest.mark.parametrize("objective", ["ratio", "lp", "qp_printed", "uniform"])
def test_distances_of_values_are_roots_of_the_mixture_and_rows_add_up(theta, objective):
    frame, y = random_frame(seed=1)
    table = CategoricalTable.from_pandas(frame)
    fit = MTDLE(objective=objective, theta=theta).fit(table, y)
    assert fit.value_distances_.power == theta and fit.alpha_.sum() == pytest.approx(1)
    for attribute in frame:
        block = fit.distances_.loc[attribute, attribute]
        np.testing.assert_allclose(fit.value_distances_[attribute] ** theta, block, atol=1e-12)
    codes = table.missing_as_category().codes
    powered = sum(t[np.ix_(c, c)] ** theta for t, c in zip(tables(fit), codes.T, strict=True))
    np.testing.assert_allclose(fit.geometry_.between(table) ** theta, powered, atol=1e-12)
    # every base has mean 1 over all pairs of rows, and so has the mixture
    assert powered.mean() == pytest.approx(1)
    for name, scale in fit.scales_.items():
        S = scale * fit.base_distances_[name].to_numpy() ** theta
        S = [S[p, p] for p in fit.counts_.codebook.slices()]
        assert sum(t[np.ix_(c, c)].mean() for t, c in zip(S, codes.T, strict=True)) == pytest.approx(1)


def test_the_paths_of_six_rows():
    fit = MTDLE(bases=("cooc/inverse/all", "hamming/all"), theta=1).fit(SIX, GROUPS)
    d = fit.base_distances_["cooc/inverse/all"]
    assert d.loc[("u", "a"), ("u", "b")] == 1.5 and d.loc[("u", "b"), ("v", "x")] == 2
    assert d.loc[("u", "a"), ("u", "c")] == 4 and fit.paths_["cooc/inverse/all"].n_filled == 8
    assert fit.alpha_.to_dict() == {"cooc/inverse/all": 0, "hamming/all": 1}
    assert fit.objective_value_ == pytest.approx(0.551882, abs=5e-7)
    mean = fit.scales_**-1
    assert fit.within_.iloc[0, 1] == pytest.approx(798 / mean.prod())
    assert fit.between_.iloc[1, 1] == pytest.approx(4356 / mean.iloc[1] ** 2)
    assert mean.iloc[0] == pytest.approx((38 + 78) / 36)
    assert fit.base_objective_values_.tolist() == pytest.approx([265 / 465, 2404 / 4356])
    assert MTDLE(bases=("cooc/inverse/all", "hamming/all"), theta=1, objective="lp").fit(SIX, GROUPS).alpha_.max() == 1


@pytest.mark.parametrize("base", BASES)
def test_every_base_alone_gives_its_own_paths(base):
    frame, _ = random_frame(seed=2)
    fit = MTDLE(bases=(base,)).fit(frame)
    assert fit.alpha_.to_dict() == {base: 1.0}
    S = fit.scales_[base] * fit.base_distances_[base] ** 2
    np.testing.assert_allclose(fit.distances_, S)


def test_several_sizes_of_one_graph_may_be_mixed():
    frame, y = random_frame(seed=3)
    fit = MTDLE(bases=("cosine/1", "cosine", ("cosine", None, "all"))).fit(frame, y)
    assert list(fit.paths_) == ["cosine/1", "cosine", "cosine/all"]
    kept = [p.kept.sum() for p in fit.paths_.values()]
    assert kept[0] < kept[1] < kept[2]


# groups and links


def test_without_groups_all_bases_weigh_the_same():
    frame, _ = random_frame()
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "all bases have the same weight")
        fit = MTDLE().fit(frame)
    assert fit.alpha_.tolist() == [1 / 3] * 3 and fit.objective_ == "uniform"
    assert fit.objective_value_ is fit.base_objective_values_ is fit.within_ is fit.between_ is None
    assert not hasattr(fit, "classes_")


@pytest.mark.parametrize("y", [["one"] * 6, ["one", "one", None, None, None, None]])
def test_one_group_tells_nothing(y):
    with pytest.warns(UserWarning, match="the same weight"):
        fit = MTDLE().fit(SIX, y)
    assert fit.objective_ == "uniform" and fit.alpha_.tolist() == [1 / 3] * 3


def test_uniform_is_told_by_the_ratio_where_groups_are_known():
    frame, y = random_frame(seed=4)
    uniform, best = (MTDLE(objective=o).fit(frame, y) for o in ("uniform", "ratio"))
    A, B, alpha = uniform.within_.to_numpy(), uniform.between_.to_numpy(), np.full(3, 1 / 3)
    assert uniform.objective_value_ == pytest.approx(alpha @ A @ alpha / (alpha @ B @ alpha))
    assert best.objective_value_ <= uniform.objective_value_
    assert best.base_objective_values_.tolist() == uniform.base_objective_values_.tolist()
    assert best.exact_ and best.objective_ == "ratio" and best.classes_.tolist() == ["no", "yes"]


def test_rows_of_unknown_group_count_in_the_graphs_but_make_no_pairs():
    frame, y = random_frame(80, seed=5)
    some = y.copy()
    some[40:] = None
    fit = MTDLE().fit(frame, some)
    whole = MTDLE().fit(frame)
    for name in DEFAULT:
        assert (fit.base_distances_[name] == whole.base_distances_[name]).all(axis=None)
    # the pairs are those of the first forty rows, between the distances learned from all
    D = MTDLE(objective="uniform").fit(frame)
    rows = CategoricalTable.from_pandas(frame)[:40]
    for i, name in enumerate(DEFAULT):
        single = replace(D.geometry_.native, tables=tuple(_table(D, name, p) for p in D.counts_.codebook.slices()))
        mu = single.between(rows) ** 2
        alike = y[:40, None] == y[:40]
        assert fit.within_.iloc[i, i] == pytest.approx((mu[alike] ** 2).sum())
        assert fit.between_.iloc[i, i] == pytest.approx((mu[~alike] ** 2).sum())


def _table(fit, name, part):
    return np.sqrt(fit.scales_[name]) * fit.base_distances_[name].to_numpy()[part, part]


def test_links_of_all_pairs_are_groups():
    frame, y = random_frame(30, seed=6)
    pairs = list(itertools.combinations(range(30), 2))
    must, cannot = ([(i, j) for i, j in pairs if (y[i] == y[j]) == same] for same in (True, False))
    by_links, by_groups = MTDLE().fit(frame, must_link=must, cannot_link=cannot), MTDLE().fit(frame, y)
    np.testing.assert_allclose(by_links.within_, by_groups.within_)
    np.testing.assert_allclose(by_links.between_, by_groups.between_)
    np.testing.assert_allclose(by_links.alpha_, by_groups.alpha_, atol=1e-9)
    more = MTDLE().fit(frame, y, cannot_link=must[:3])
    assert (more.between_ > by_groups.between_).any(axis=None) and (more.within_ == by_groups.within_).all(axis=None)


@quiet
def test_links_name_rows_of_the_table_and_weigh_what_they_weigh():
    frame, _ = random_frame(10, seed=7)
    weighted = CategoricalTable.from_pandas(frame.assign(w=[1.0, 2, 0, 1, 1, 1, 1, 1, 1, 3]), weights="w")
    fit = MTDLE().fit(weighted, must_link=[(0, 2), (1, 9)], cannot_link=[(0, 3)])
    again = MTDLE().fit(weighted, must_link=[(1, 9)], cannot_link=[(0, 3)])
    assert (fit.within_ == again.within_).all(axis=None)
    D = fit.geometry_.between(weighted) ** 4
    alpha = fit.alpha_.to_numpy()
    assert alpha @ fit.within_.to_numpy() @ alpha == pytest.approx(2 * 2 * 3 * D[1, 9])
    assert alpha @ fit.between_.to_numpy() @ alpha == pytest.approx(2 * D[0, 3])
    with pytest.warns(UserWarning, match="the same weight"):
        assert MTDLE().fit(weighted, must_link=[(1, 9)]).objective_ == "uniform"
    with pytest.raises(ValueError, match="cannot_link .*row 10: .* 0 to 9"):
        MTDLE().fit(weighted, cannot_link=[(0, 10)])


def test_counts_by_class_are_enough_but_hold_no_links():
    frame, y = random_frame(seed=8)
    counts = catviz.count(CategoricalTable.from_pandas(frame), by=y)
    fit, again = MTDLE().fit(counts), MTDLE().fit(frame, y)
    assert (fit.distances_ == again.distances_).all(axis=None)
    with pytest.raises(ValueError, match="give the table"):
        MTDLE().fit(counts, must_link=[(0, 1)])


def test_it_is_tuned_and_scored_inside_a_pipeline():
    frame, y = random_frame(120, seed=9)
    model = make_pipeline(MTDLE(), LogisticRegression(C=10)).fit(frame[:90], y[:90])
    assert model.score(frame[90:], y[90:]) > 0.6
    assert clone(model)[0].get_params() == MTDLE().get_params()


# the joint space


def test_classical_scaling_of_a_triangle():
    squared = np.array([[0.0, 9, 25], [9, 0, 16], [25, 16, 0]])
    x, eigenvalues = classical_scaling(squared)
    assert eigenvalues == pytest.approx([12.964148, 3.702519, 0], abs=5e-7)
    np.testing.assert_allclose(cdist(x, x) ** 2, squared, atol=1e-12)


@quiet
@pytest.mark.parametrize("theta", [1, 2])
def test_where_points_can_have_the_distances_the_coordinates_do(theta):
    frame = pd.DataFrame(itertools.product("ab", "pqr", "xyz"), columns=["u", "v", "w"])
    table = CategoricalTable.from_pandas(frame)
    fit = MTDLE(bases=("mi/neglog", "cooc/one"), theta=theta).fit(table)
    X = fit.transform(table)
    np.testing.assert_allclose(cdist(X, X) ** 2, fit.geometry_.between(table) ** theta, atol=1e-12)
    assert X.shape == (18, 1 + 2 + 2)
    assert fit.get_feature_names_out().tolist() == ["u_0", "v_0", "v_1", "w_0", "w_1"]


def test_all_values_share_one_space_with_the_mixture_for_squared_distances():
    frame, y = random_frame(seed=10)
    with pytest.warns(UserWarning, match="no map"):
        fit = MTDLE().fit(frame, y)
    placed = fit.value_embedding_
    assert placed.joint and placed.combine == "concatenate"
    x = np.vstack(placed.coordinates)
    wanted, eigenvalues = classical_scaling(fit.distances_.to_numpy())
    np.testing.assert_allclose(x, wanted, atol=1e-12)
    np.testing.assert_allclose(fit.eigenvalues_, eigenvalues, atol=1e-12)
    (lost,) = placed.negative_mass
    assert lost == pytest.approx(-eigenvalues[eigenvalues < 0].sum() / np.abs(eigenvalues).sum())
    values, vectors = np.linalg.eigh(-0.5 * _centred(fit.distances_.to_numpy()))
    part = values > 1e-10 * values.max()
    np.testing.assert_allclose(x @ x.T, (vectors[:, part] * values[part]) @ vectors[:, part].T, atol=1e-12)


def _centred(S):
    H = np.eye(len(S)) - 1 / len(S)
    return H @ S @ H


def test_rows_are_short_and_keep_the_distances_of_the_joint_coordinates():
    frame, y = random_frame(seed=11)
    table = CategoricalTable.from_pandas(frame)
    fit = MTDLE().fit(table, y)
    X, placed = fit.transform(table), fit.value_embedding_
    assert X.shape[1] == len(fit.get_feature_names_out()) <= sum(len(t) - 1 for t in tables(fit))
    codes = table.recode(placed.codebook).codes
    side_by_side = np.hstack([x[c] for x, c in zip(placed.coordinates, codes.T, strict=True)])
    np.testing.assert_allclose(cdist(X, X), cdist(side_by_side, side_by_side), atol=1e-12)
    np.testing.assert_allclose(placed.between(table), cdist(X, X), atol=1e-12)
    # the same values averaged, as a joint map asks for
    mean = replace(placed, combine="mean").transform(table)
    np.testing.assert_allclose(mean, np.mean([x[c] for x, c in zip(placed.coordinates, codes.T, strict=True)], axis=0))


@quiet
def test_a_value_never_seen_is_placed_at_the_mean_of_its_column():
    frame, y = random_frame(seed=12, missing=0)
    fit = MTDLE().fit(frame, y)
    odd = frame.iloc[:1].assign(a1="new")
    placed, (row,), (unseen,) = fit.value_embedding_, fit.transform(frame.iloc[:1]), fit.transform(odd)
    shares = (frame["a1"].value_counts() / len(frame)).loc[list(placed.codebook.labels[1])].to_numpy()
    start = placed.own_axes[0].shape[1]
    assert unseen[start : start + placed.own_axes[1].shape[1]] == pytest.approx(shares @ placed.own_axes[1])
    assert np.delete(unseen, np.s_[start : start + placed.own_axes[1].shape[1]]) == pytest.approx(
        np.delete(row, np.s_[start : start + placed.own_axes[1].shape[1]])
    )


def test_few_axes_leave_the_tables_whole():
    frame, y = random_frame(seed=13)
    whole, few = (MTDLE(n_components=k).fit(frame, y) for k in (None, 2))
    for a, b in zip(tables(whole), tables(few), strict=True):
        assert (a == b).all()
    for a, b in zip(whole.value_embedding_.coordinates, few.value_embedding_.coordinates, strict=True):
        np.testing.assert_array_equal(a[:, :2], b)
    assert few.transform(frame).shape[1] <= 2 * 4 and len(few.eigenvalues_) == len(whole.eigenvalues_)
    assert whole.value_embedding_.embed(2).coordinates[0].shape[1] == 2
    assert whole.value_embedding_.embed(2).joint


def test_few_axes_of_many_values_are_found_alone():
    frame, y = random_frame(120, (12, 9, 14), seed=14)
    fit = MTDLE().fit(frame, y)
    S, book = fit.distances_.to_numpy(), fit.counts_.codebook
    x, eigenvalues = leading_axes(S, 3)
    wanted, whole = classical_scaling(S, 3)
    np.testing.assert_allclose(eigenvalues, whole[:4])
    np.testing.assert_allclose(x, wanted, atol=1e-9)
    there = np.ones(len(S), dtype=bool)
    geometry, found = joint_distances(S, book, fit.counts_.frequencies, there, 2.0, 3, many=10)
    assert np.isnan(geometry.placed.negative_mass[0]) and len(found) == 4
    np.testing.assert_allclose(np.vstack(geometry.embed().coordinates), wanted, atol=1e-9)


@quiet
def test_an_arbitrary_axis_is_named():
    frame = pd.DataFrame(itertools.product("abc", "pqr", "xyz"), columns=list("uvw"))
    with pytest.warns(UserWarning, match="eigenvalues 2 and 3 .*axis 2"):
        MTDLE(n_components=2).fit(frame)
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "eigenvalues")
        MTDLE(n_components=2).fit(catviz.load_dataset("zoo"))


# explanations


@pytest.mark.one_in(2)
@quiet
@pytest.mark.parametrize("theta", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("bases", [DEFAULT, ("cooc/inverse/1", "mi/one/all", "hamming/2")])
def test_explanations_add_up_term_by_term(theta, bases):
    frame, y = random_frame(25, seed=15, missing=0.2)
    frame = frame.assign(same="x")
    fit = MTDLE(bases=bases, theta=theta, objective="uniform").fit(frame, y)
    for attribute in frame:
        labels = fit.counts_.codebook.labels[fit.counts_.codebook.position(attribute)]
        for a, b in itertools.product(labels, repeat=2):
            explanation = fit.explain(attribute, a, b)
            assert explanation.power == theta and explanation.terms["term"].tolist() == list(explanation.paths) == list(
                bases
            )
            assert explanation.value == pytest.approx(explanation.distance, abs=1e-12)
            assert explanation.distance == fit.value_distances_[attribute].loc[a, b]
            products = explanation.terms[list(explanation.factors)].prod(axis=1)
            assert (products == explanation.terms["contribution"]).all()
            for term, path in zip(explanation.terms.itertuples(), explanation.paths.values(), strict=True):
                assert term.path == pytest.approx(path["length"].sum())
                assert len(explanation.path[explanation.path["term"] == term.term]) == len(path)
    assert fit.explain("a0", None, "p").distance == fit.explain("a0", "(missing)", "p").distance > 0


def test_the_path_between_two_values_is_listed_step_by_step():
    explanation = MTDLE(bases=("cooc/inverse/all",), theta=1).fit(SIX).explain("u", "a", "b")
    assert explanation.path[["term", "from", "to", "length", "kind"]].to_numpy().tolist() == [
        ["cooc/inverse/all", ("u", "a"), ("v", "y"), 1.0, "edge"],
        ["cooc/inverse/all", ("v", "y"), ("u", "b"), 0.5, "edge"],
    ]
    term = explanation.terms.iloc[0]
    assert term["through"] == "v = y" and term["path"] == 1.5 and term["alpha"] == 1
    assert term["scale"] == pytest.approx(36 / (38 + 78)) and explanation.value == pytest.approx(1.5 * 36 / 116)
    apart = MTDLE(bases=("cooc/inverse/all",), theta=2).fit(SIX).explain("u", "a", "c")
    assert apart.terms["through"].tolist() == ["no path"] and apart.path["kind"].tolist() == ["filled"]
    assert apart.terms["path²"].tolist() == [16.0]


# edge rules


def test_a_column_alone_has_values_equally_far():
    with pytest.warns(UserWarning, match="only column 'u'"):
        fit = MTDLE().fit(SIX[["u"]].assign(same="x"), GROUPS)
    off = fit.value_distances_["u"].to_numpy()[~np.eye(3, dtype=bool)]
    assert off.min() == pytest.approx(off.max()) and off.min() > 0
    X = fit.transform(SIX[["u"]].assign(same="x"))
    assert X.shape == (6, 2)
    np.testing.assert_allclose(cdist(X, X) ** 2, off[0] ** 2 * (SIX["u"].to_numpy()[:, None] != SIX["u"].to_numpy()))
    assert fit.value_distances_["same"].to_numpy().tolist() == [[0]]


def test_a_table_without_a_column_that_varies_has_no_distances():
    frame = pd.DataFrame({"a": ["x"] * 3, "b": ["y"] * 3})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fit = MTDLE().fit(frame, ["no", "yes", "no"])
    assert fit.transform(frame).shape == (3, 0) and not fit.geometry_.between(CategoricalTable.from_pandas(frame)).any()
    assert fit.explain("a", "x", "x").value == 0 and fit.explain("a", "x", "x").path.empty
    assert fit.distances_.shape == (0, 0)


@pytest.mark.parametrize("bases", [DEFAULT, ("cooc/neglog", "hamming/all", "mi/inverse/2")])
def test_a_constant_column_is_left_out_of_the_graphs(bases):
    frame, y = random_frame(seed=16)
    a, b = (MTDLE(bases=bases).fit(f, y) for f in (frame, frame.assign(same="x", none=None)))
    assert (a.distances_ == b.distances_).all(axis=None)
    assert a.alpha_.tolist() == b.alpha_.tolist()
    for attribute in frame:
        assert (a.value_distances_[attribute] == b.value_distances_[attribute]).all(axis=None)
    assert not b.value_embedding_["same"].to_numpy().any()


@pytest.mark.parametrize("name", ["balance_scale", "monks3"])
def test_independent_columns_are_said_to_tell_nothing(name):
    with pytest.warns(UserWarning, match="columns are independent"):
        fit = MTDLE().fit(catviz.load_dataset(name))
    for table in tables(fit):
        off = table[~np.eye(len(table), dtype=bool)]
        assert np.ptp(off) < 1e-9 * off.max()
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "every column")
        MTDLE().fit(catviz.load_dataset("zoo"))


def test_identical_columns_keep_different_values_apart():
    frame = pd.DataFrame({"u": list("aabbcc"), "v": list("xxyyzz")})
    fit = MTDLE(bases=("hamming", "jaccard/neglog")).fit(frame)
    assert fit.paths_["hamming"].distances[0, 3] == 0 and fit.paths_["hamming"].distances[0, 1] == 1
    assert (fit.value_distances_["u"].to_numpy()[np.triu_indices(3, 1)] > 0).all()


@quiet
def test_many_values_are_warned_of_and_refused_without_thinning(monkeypatch):
    frame, _ = random_frame(seed=17)
    monkeypatch.setattr(mtdle, "MANY_VALUES", 10)
    with pytest.warns(UserWarning, match="18 values in all: .* 10 "):
        MTDLE().fit(frame)
    monkeypatch.setattr(mtdle, "MOST_VALUES", 15)
    MTDLE(bases=("cosine", "cosine/3")).fit(frame)
    with pytest.raises(ValueError, match="18 values in all, .*'mi/one/all' .* 15"):
        MTDLE(bases=("cosine", "mi/one/all")).fit(frame)


def test_eleven_bases_are_said_to_be_searched():
    frame, y = random_frame(seed=18)
    with pytest.warns(UserWarning, match="12 bases .*search"):
        fit = MTDLE(bases=tuple(BASES)).fit(frame, y)
    assert not fit.exact_ and fit.objective_value_ <= fit.base_objective_values_.min()


# the declaration of bases


@pytest.mark.parametrize(
    ("bases", "words"),
    [
        ("cosine", "bases='cosine': .*'cooc/one', 'cooc/inverse'"),
        ((), r"bases=\(\): .*tuple"),
        (None, "bases=None: .*tuple"),
        (("cosine", "cosinus"), r"bases=\('cosine', 'cosinus'\): 'cosinus'"),
        (("cosine", ("cosine", None)), r"\('cosine', None\) .*twice"),
        (("jaccard",), "jaccard with transfer None"),
    ],
)
def test_bases_that_are_none_are_refused(bases, words):
    with pytest.raises(ValueError, match=words):
        MTDLE(bases=bases).fit(SIX)


def test_several_of_many_words():
    rule = Several(("one", "two", "three"))
    rule.validate("x", ("two",))
    rule.validate("x", ["three", "one"])
    assert rule.parse("three, one") == ("three", "one")
    for wrong, words in (("two", "a tuple of one or more of 'one', 'two', 'three'"), ((), "a tuple"), (3, "a tuple")):
        with pytest.raises(ValueError, match=f"^x=.*{words}"):
            rule.validate("x", wrong)
    with pytest.raises(ValueError, match=r"^x=\('one', 'four'\): 'four': .*'one', 'two', 'three'"):
        rule.validate("x", ("one", "four"))
    with pytest.raises(ValueError, match="'one' .*twice"):
        rule.parse("one,two,one")
    with pytest.raises(ValueError, match="choose some of"):
        rule.parse("")


def test_a_link_may_name_bases_of_any_size():
    rule = MTDLE.parameters["bases"]
    assert rule.parse("cosine, mi/neglog/5") == ("cosine", "mi/neglog/5")
    assert rule.read("mi/neglog/5") == Base("mi", "neglog", 5)
    with pytest.raises(ValueError, match="'five' neighbours"):
        rule.parse("cosine/five")
