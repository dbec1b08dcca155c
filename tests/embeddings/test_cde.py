"""CDE: both coupling matrices by hand, the growth of k, codes counted by brute force, cuts and limits."""

import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame
from sklearn.decomposition import PCA

from catviz.base import as_table
from catviz.embeddings.cde import CDE, co_occurrence, granularities, membership, occurrence
from catviz.geometry.scaling import principal_coordinates
from catviz.table.association import normalised_mutual_information
from catviz.table.counts import count


def random_frame(n=80, sizes=(4, 6, 3, 7), seed=0, missing=0.1):
    return dependent_frame(n, sizes, seed, missing)


SMALL = pd.DataFrame({"a": list("xxxy"), "b": list("uuvv")})


# the matrices


def test_couplings_of_a_small_table_by_hand():
    counts = count(as_table(SMALL))
    psi = normalised_mutual_information(np.array([[2, 1], [0, 1]]))
    assert 0.3 < psi < 0.4
    n = np.array([3, 1, 2, 2])
    ratios = n / n[:, None]
    factor = np.block([[np.ones((2, 2)), np.full((2, 2), psi)], [np.full((2, 2), psi), np.ones((2, 2))]])
    np.testing.assert_allclose(occurrence(counts), factor * ratios, rtol=1e-11)
    np.testing.assert_allclose(
        co_occurrence(counts), [[1, 0, 2 / 3, 1 / 3], [0, 1, 0, 1], [1, 0, 1, 0], [1 / 2, 1 / 2, 0, 1]]
    )


@pytest.mark.more
def test_couplings_are_those_counted_row_by_row():
    frame = random_frame(seed=1)
    counts = count(as_table(frame))
    text = frame.fillna("(missing)")
    Mo, Mc = occurrence(counts), co_occurrence(counts)
    for (i, (a, x)), (j, (b, y)) in itertools.product(enumerate(counts.values), repeat=2):
        has_x, has_y = text[a] == x, text[b] == y
        assert Mc[i, j] == pytest.approx((has_x & has_y).sum() / has_x.sum())
        psi = 1.0 if a == b else normalised_mutual_information(pd.crosstab(text[a], text[b]).to_numpy())
        assert Mo[i, j] == pytest.approx(psi * has_y.sum() / has_x.sum(), abs=1e-10)


# the clusterings


@pytest.mark.parametrize("alpha", [1, 4, 10])
def test_k_grows_by_one_until_alpha_values_are_alone(alpha):
    m = CDE(alpha=alpha).fit(random_frame(seed=2))
    alone = (m.value_clusters_ == -1).sum()
    for coupling in ("occurrence", "co-occurrence"):
        k = alone[coupling].index.tolist()
        assert k == list(range(2, len(k) + 2))
        assert (alone[coupling].iloc[:-1] < alpha).all() and alone[coupling].iloc[-1] >= alpha


def test_without_enough_values_to_stop_k_grows_to_the_number_of_different_rows():
    points = np.array([[0.0], [0.0], [1.0], [5.0], [9.0]])
    found = list(granularities(points, 10, 0))
    assert [k for k, _ in found] == [2, 3, 4]
    for _, labels in found:
        assert labels[0] == labels[1] != -1
    assert (found[-1][1][2:] == -1).all()


def test_a_value_alone_in_its_cluster_is_marked_and_the_others_are_numbered():
    m = CDE(random_state=0).fit(random_frame(seed=3))
    for (_, k), labels in m.value_clusters_.items():
        together = labels[labels != -1]
        assert (together.value_counts() > 1).all() and together.between(0, k - 1).all()
        assert together.nunique() + (labels == -1).sum() == k
    assert list(m.value_clusters_.index) == list(m.counts_.values)


def test_two_groups_of_values_that_always_meet_are_found_first():
    rng = np.random.default_rng(4)
    group = rng.integers(0, 2, 400)
    frame = pd.DataFrame({c: [f"{g}{v}" for g, v in zip(group, rng.integers(0, 3, 400), strict=True)] for c in "abc"})
    labels = CDE(random_state=0).fit(frame).value_clusters_["co-occurrence", 2]
    first = [value[0] for _, value in labels.index]
    assert labels.groupby(first).nunique().tolist() == [1, 1] and labels.nunique() == 2


# the embedding


def codes(labels):
    """(c, clusters) membership, cluster by cluster; none for values alone."""
    columns = [labels[k] == g for k in labels for g in sorted(set(labels[k]) - {-1})]
    return np.column_stack([np.zeros(len(labels)), *columns]).astype(float)


def test_squared_distances_count_the_clusters_that_hold_one_of_two_values():
    m = CDE(random_state=0).fit(random_frame(seed=5))
    book, every = m.geometry_.codebook, codes(m.value_clusters_)
    for r, part in enumerate(book.slices()):
        expected = (every[part][:, None] != every[part]).sum(axis=2)
        np.testing.assert_allclose(m.value_distances_.tables[r] ** 2, expected, atol=1e-9)
    assert m.geometry_.joint and m.geometry_.combine == "concatenate"


def test_coordinates_are_scikit_learns_principal_components_of_the_codes():
    m = CDE(random_state=0).fit(random_frame(seed=6))
    found = np.vstack(m.geometry_.coordinates)
    oracle = PCA().fit_transform(codes(m.value_clusters_))
    oracle = oracle[:, np.ptp(oracle, axis=0) >= 1e-10]
    assert found.shape == oracle.shape
    np.testing.assert_allclose(np.abs(found), np.abs(oracle), atol=1e-8)


def test_fewer_components_are_the_first_of_all():
    frame = random_frame(seed=7)
    whole, cut = CDE(random_state=0).fit(frame), CDE(n_components=2, random_state=0).fit(frame)
    for x, y in zip(whole.geometry_.coordinates, cut.geometry_.coordinates, strict=True):
        assert (x[:, :2] == y).all()
    assert cut.get_feature_names_out().tolist()[:3] == ["a0_0", "a0_1", "a1_0"]


def test_equally_long_components_at_the_cut_are_warned_of():
    three_pairs = np.array([[0], [0], [1], [1], [2], [2]])
    with pytest.warns(UserWarning, match="components 1 and 2"):
        assert CDE(n_components=1)._components(three_pairs).shape == (6, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        CDE(n_components=2)._components(three_pairs)


def test_blocks_of_columns_are_folded_without_loss():
    rng = np.random.default_rng(8)
    blocks = [rng.normal(size=(6, w)) for w in (1, 30, 0, 2, 40, 3)]
    found, whole = principal_coordinates(iter(blocks), 6), np.hstack(blocks)
    assert found.shape == (6, 5)
    np.testing.assert_allclose(found @ found.T, (c := whole - whole.mean(axis=0)) @ c.T, atol=1e-10)
    assert principal_coordinates([], 3).shape == principal_coordinates([np.ones((3, 2))], 3).shape == (3, 0)


# chance


def test_another_seed_may_find_other_clusters_and_the_same_one_does_not():
    frame = random_frame(150, (8, 8, 8, 8), seed=9)
    a, b, c = (CDE(random_state=seed).fit(frame).value_clusters_ for seed in (0, 0, 1))
    assert a.equals(b) and not a.equals(c)


# explanations, edges


@pytest.mark.parametrize("n_components", [None, 2])
def test_explanations_add_up(n_components):
    m = CDE(n_components).fit(random_frame(seed=10))
    for attribute in m.counts_.codebook.attributes:
        table = m.value_distances_[attribute]
        for a, b in itertools.product(table, repeat=2):
            assert m.explain(attribute, a, b).value == pytest.approx(table.loc[a, b], abs=1e-9)


def test_an_explanation_has_a_term_a_clustering():
    m = CDE(random_state=0).fit(random_frame(seed=11))
    terms = m.explain("a1", "p", None).terms
    assert terms["term"].iloc[0] == "occurrence, 2 clusters" and len(terms) == m.value_clusters_.shape[1]
    assert terms["cluster first"].tolist() == m.value_clusters_.loc[("a1", "p")].tolist()
    assert terms["cluster second"].tolist() == m.value_clusters_.loc[("a1", "(missing)")].tolist()
    assert set(terms["contribution"]) <= {0, 1, 2}


def test_values_that_cannot_be_grouped_are_one_point_and_say_so():
    with pytest.warns(UserWarning, match="no groups among 1"):
        m = CDE(random_state=0).fit(pd.DataFrame({"a": list("xxx")}))
    assert m.transform(pd.DataFrame({"a": list("xy")})).shape == (2, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        CDE(random_state=0).fit(random_frame(seed=12))


def test_too_many_values_are_refused_before_any_work():
    frame = pd.DataFrame({"a": [f"v{i}" for i in range(1025)]})
    with pytest.raises(ValueError, match="1,025 values in all: .* 1,024"):
        CDE(random_state=0).fit(frame)


@pytest.mark.parametrize(("name", "wrong"), [("alpha", 0), ("alpha", 1.5), ("n_components", 0)])
def test_wrong_parameters_are_named(name, wrong):
    with pytest.raises(ValueError, match=f"^{name}={wrong}"):
        CDE(**{name: wrong}).fit(SMALL)


def test_membership_leaves_out_who_is_alone():
    (block,) = membership(np.array([[1], [-1], [1], [0], [0]]))
    assert block.tolist() == [[0, 1], [0, 0], [0, 1], [1, 0], [1, 0]]
