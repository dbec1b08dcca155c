"""k-means of rows' coordinates: scikit-learn's, on distinct rows with their weights."""

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import KMeans

import catviz
from catviz.clustering.kmeans import KMeansCategorical


def frame(n=60, seed=0):
    rng = np.random.default_rng(seed)
    return pd.DataFrame({a: rng.choice(list("pqrs"), n) for a in "abcd"})


@pytest.mark.parametrize("init", ["random", "k-means++"])
def test_it_is_scikit_learns_on_the_distinct_rows(init):
    mca = catviz.MCA().fit(frame())
    km = KMeansCategorical(3, mca.geometry_, init, 4, 7).fit(frame())
    rows, inverse = catviz.CategoricalTable.from_pandas(frame()).canonical().unique_rows()
    own = KMeans(3, init=init, n_init=4, random_state=7).fit(mca.geometry_.transform(rows), sample_weight=rows.weights)
    assert (km.labels_ == own.labels_[inverse]).all()
    assert km.objective_ == pytest.approx(own.inertia_)


def test_rows_seen_get_their_cluster_and_unseen_values_one():
    km = KMeansCategorical(3, catviz.MCA(), random_state=0).fit(frame())
    assert (km.predict(frame()) == km.labels_).all()
    assert km.predict(frame(3).assign(a="new")).shape == (3,)


def test_rows_at_one_place_are_one_cluster():
    km = KMeansCategorical(1).fit(pd.DataFrame({"a": ["x"] * 5}))
    assert km.labels_.tolist() == [0] * 5 and km.objective_ == 0.0


def test_refusals():
    with pytest.raises(ValueError, match="n_clusters=9.*2 distinct rows"):
        KMeansCategorical(9).fit(pd.DataFrame({"a": ["x", "y"] * 5}))
    with pytest.raises(ValueError, match="rows alone: .*k-medoids"):
        KMeansCategorical(2, catviz.JiaDistance()).fit(frame())
