"""HARR: kappa and the places on lines by hand and by brute force, the turn that keeps all distances, and the edges."""

import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame
from scipy.spatial.distance import cdist

from catviz.embeddings.harr import HARR, places, profile_distances


def random_frame(n=70, sizes=(4, 5, 2, 6), seed=0, missing=0.1):
    return dependent_frame(n, sizes, seed, missing)


def every_line(kappa):
    """(v, lines) places of all values on all lines, one at a time."""
    v = len(kappa)
    out = np.zeros((v, v * (v - 1) // 2))
    for line, (g, h) in enumerate(itertools.combinations(range(v), 2)):
        for t in range(v):
            if kappa[g, h] > 1e-12:
                out[t, line] = (kappa[t, g] ** 2 - kappa[t, h] ** 2 + kappa[g, h] ** 2) / (2 * kappa[g, h])
    return out


SMALL = pd.DataFrame({"a": list("xxyyz"), "b": list("uuuvv")})


def test_a_small_table_by_hand():
    # P(a | u) = (2, 1, 0) / 3, P(a | v) = (0, 1, 1) / 2
    m = HARR().fit(SMALL)
    kappa = m.profile_distances_["a"]
    assert kappa.loc["x", "y"] == pytest.approx(1 / 3 + 1 / 2)
    assert kappa.loc["x", "z"] == pytest.approx(2 / 3 + 1 / 2)
    assert kappa.loc["y", "z"] == pytest.approx(1 / 3)
    # P(b | x) = (1, 0), P(b | y) = (1, 1) / 2, P(b | z) = (0, 1)
    assert m.profile_distances_["b"].loc["u", "v"] == pytest.approx(2)
    # one line, on which u stands at 0 and v at kappa
    assert m.value_distances_["b"].loc["u", "v"] == pytest.approx(2)
    xy, xz, yz = 5 / 6, 7 / 6, 1 / 3
    line_xy = [0, xy, (xz**2 - yz**2 + xy**2) / (2 * xy)]
    line_xz = [0, (xy**2 - yz**2 + xz**2) / (2 * xz), xz]
    line_yz = [(xy**2 - xz**2 + yz**2) / (2 * yz), 0, yz]
    expected = np.column_stack([line_xy, line_xz, line_yz])
    np.testing.assert_allclose(np.hstack(list(places(kappa.to_numpy()))), expected, atol=1e-12)
    np.testing.assert_allclose(m.value_distances_["a"], cdist(expected, expected), atol=1e-12)


def test_kappa_is_counted_row_by_row():
    frame = random_frame(seed=1)
    m, text = HARR().fit(frame), frame.fillna("(missing)")
    for a in text:
        kappa = m.profile_distances_[a]
        for t, u in itertools.product(kappa, repeat=2):
            total = 0.0
            for other in text.columns.drop(a):
                for w in text[other].unique():
                    within = text.loc[text[other] == w, a]
                    total += abs((within == t).mean() - (within == u).mean())
            assert kappa.loc[t, u] == pytest.approx(total)


@pytest.mark.parametrize("seed", range(4))
def test_turned_axes_keep_the_distances_on_all_lines(seed):
    m = HARR().fit(random_frame(90, (9, 3, 12, 5), seed=seed))
    for a, table, x in zip(m.profile_distances_, m.value_distances_.tables, m.geometry_.coordinates, strict=True):
        lines = every_line(m.profile_distances_[a].to_numpy())
        np.testing.assert_allclose(table, cdist(lines, lines), atol=1e-10)
        assert x.shape[1] < len(x)
        np.testing.assert_allclose(x.mean(axis=0), 0, atol=1e-10)


def test_the_ends_of_a_line_are_as_far_apart_as_their_profiles():
    kappa = profile_distances(HARR().fit(random_frame(seed=2)).counts_, 3)
    lines = np.hstack(list(places(kappa)))
    for line, (g, h) in enumerate(itertools.combinations(range(len(kappa)), 2)):
        assert lines[g, line] == 0 and lines[h, line] == pytest.approx(kappa[g, h])


def test_values_the_other_columns_cannot_tell_apart_coincide_and_span_no_line():
    frame = pd.DataFrame({"a": list("xxyyzz"), "b": list("uvuvww")})
    m = HARR().fit(frame)
    assert m.profile_distances_["a"].loc["x", "y"] == 0
    assert m.value_distances_["a"].loc["x", "y"] < 1e-12 < 1 < m.value_distances_["a"].loc["x", "z"]
    explanation = m.explain("a", "x", "z").terms.set_index("term")["contribution"]
    assert explanation["line x to y"] == 0


def test_a_single_column_has_equally_far_values_and_says_so():
    with pytest.warns(UserWarning, match="single column 'a'.*equally far"):
        m = HARR().fit(pd.DataFrame({"a": list("xyyz")}))
    off = m.value_distances_["a"].to_numpy()[np.triu_indices(3, 1)]
    assert off == pytest.approx(np.full(3, np.sqrt(1 + 2 / 4)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        HARR().fit(SMALL)


def test_a_column_of_a_single_value_has_no_axis():
    m = HARR().fit(SMALL.assign(same="s"))
    assert m.geometry_.coordinates[2].shape == (1, 0)
    assert m.explain("same", "s", "s").value == 0
    assert np.isfinite(m.transform(SMALL.assign(same="t"))).all()


def test_too_many_values_name_the_column():
    frame = pd.DataFrame({"a": ["x", "y"] * 300, "id": [str(i % 513) for i in range(600)]})
    with pytest.raises(ValueError, match="'id' has 513 values: HARR .* 512"):
        HARR().fit(frame)


def test_explanations_have_a_term_a_line_and_add_up():
    m = HARR().fit(random_frame(seed=3))
    for attribute in m.counts_.codebook.attributes:
        table = m.value_distances_[attribute]
        for a, b in itertools.product(table, repeat=2):
            explanation = m.explain(attribute, a, b)
            assert explanation.value == pytest.approx(table.loc[a, b], abs=1e-9)
            assert len(explanation.terms) == len(table) * (len(table) - 1) // 2
    terms = m.explain("a0", "p", None).terms.set_index("term")
    assert terms.loc["line p to q", "first"] == 0
    assert terms.loc["line p to q", "length"] == m.profile_distances_["a0"].loc["p", "q"]
    assert "line s to (missing)" in terms.index
