"""How often rows fall together over runs, and how far runs agree."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import adjusted_rand_score

import catviz
from catviz.analysis.stability import co_assignment, repeated_labels, stability_test
from catviz.base import as_table
from catviz.words.clusters import stability_in_words


def grouped_frame(n=60, groups=3, d=5, seed=0, noise=0.2):
    rng = np.random.default_rng(seed)
    group = np.arange(n) % groups
    values = np.where(rng.random((n, d)) < noise, rng.integers(0, groups, (n, d)), group[:, None])
    return pd.DataFrame(values, columns=[f"a{r}" for r in range(d)]).astype(str).astype(object), group


def test_rows_fall_together_in_the_share_of_runs_that_says_so():
    table = as_table(pd.DataFrame({"a": list("wxyzw")}))
    found = co_assignment(table, [[0, 0, 1, 1, 0], [5, 5, 5, 2, 5], [0, 1, 1, 1, 0], [1, 1, 0, 0, 1]])
    share = {(0, 1): 0.75, (0, 2): 0.25, (0, 3): 0, (1, 2): 0.5, (1, 3): 0.25, (2, 3): 0.75}
    assert sorted(found.rows) == [0, 1, 2, 3] and not found.sampled
    for i, a in enumerate(found.rows):
        for j, b in enumerate(found.rows):
            assert found.together[i, j] == (1 if a == b else share[min(a, b), max(a, b)])
    assert found.rows.tolist() in ([0, 1, 2, 3], [3, 2, 1, 0])


def test_agreement_is_the_adjusted_rand_index_between_runs():
    table = catviz.load_dataset("zoo")
    runs = repeated_labels(catviz.KModes(7, n_init=1), table, n_runs=4)
    found = co_assignment(table, runs)
    expected = [[adjusted_rand_score(a, b) for b in runs] for a in runs]
    np.testing.assert_allclose(found.agreement, expected)
    assert found.mean_agreement == pytest.approx(np.mean([expected[i][j] for i in range(4) for j in range(i)]))
    assert np.isnan(co_assignment(table, runs[:1]).mean_agreement)


def test_weights_stand_for_repeated_rows():
    frame, weights = grouped_frame(30)[0], np.random.default_rng(0).integers(1, 4, 30)
    weighted = replace(as_table(frame), weights=weights.astype(float))
    repeated = as_table(frame.loc[np.repeat(np.arange(30), weights)])
    model = catviz.KModes(3, n_init=1)
    a, b = (co_assignment(t, repeated_labels(model, t, n_runs=5)) for t in (weighted, repeated))
    np.testing.assert_allclose(a.agreement, b.agreement)
    assert (a.together == b.together).all()
    assert (np.repeat(np.arange(30), weights)[b.rows] == a.rows).all()


def test_runs_are_those_of_the_seeds():
    table = catviz.load_dataset("zoo")
    runs = repeated_labels(catviz.KModes(7, catviz.AhmadDey(), n_init=1), table, n_runs=3, random_state=5)
    for seed, labels in zip((5, 6, 7), runs, strict=True):
        assert (labels == catviz.KModes(7, catviz.AhmadDey(), n_init=1, random_state=seed).fit(table).labels_).all()
    stopped = repeated_labels(catviz.KModes(7), table, n_runs=9, callback=lambda share: share > 0.2)
    assert len(stopped) == 2


def test_distances_that_learn_from_known_groups_get_them():
    frame, group = grouped_frame()
    assert repeated_labels(catviz.KModes(3, catviz.MVDM(), n_init=1), frame, n_runs=2, y=group).shape == (2, 60)


def test_many_rows_are_sampled():
    table = catviz.load_dataset("voting")
    runs = repeated_labels(catviz.KModes(2, n_init=1), table, n_runs=3)
    found = co_assignment(table, runs, max_rows=50)
    assert found.sampled and found.together.shape == (50, 50) and len(set(found.rows)) == 50
    assert (found.rows == co_assignment(table, runs, max_rows=50).rows).all()
    assert found.mean_agreement == co_assignment(table, runs, max_rows=20).mean_agreement


def test_rows_without_weight_are_left_out():
    table = as_table(pd.DataFrame({"a": list("xyyz")}))
    found = co_assignment(replace(table, weights=np.array([0.0, 0, 1, 1])), [[0, 0, 0, 0], [2, 1, 1, 0]])
    assert sorted(found.rows) == [1, 3] and found.together.tolist() == [[1, 0.5], [0.5, 1]]


def test_refusals_say_what_to_give():
    table = catviz.load_dataset("toy_movie")
    with pytest.raises(ValueError, match="ROCK .* at random"):
        repeated_labels(catviz.ROCK(2), table)
    with pytest.raises(ValueError, match="n_runs=0"):
        repeated_labels(catviz.KModes(2), table, n_runs=0)
    with pytest.raises(ValueError, match=r"shape \(1, 2\).*6 rows"):
        co_assignment(table, [[0, 1]])


def test_a_claim_of_stability_names_the_number_of_clusters_among_what_may_not_be_tried():
    found = stability_test(grouped_frame()[0], n_clusters=3, n_runs=4, n_shuffles=39)
    last = stability_in_words(found).partition("Trying")[2]
    assert found.significant and "numbers of clusters" in last and "error rate" in last
