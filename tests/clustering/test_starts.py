"""Starting rows that are drawn."""

import numpy as np
import pytest

import catviz
from catviz.clustering.base import DistinctRows
from catviz.clustering.cluster_ca import ClusterCA
from catviz.clustering.kmedoids import KMedoidsCategorical
from catviz.clustering.kmodes import KModes
from catviz.clustering.starts import starting_rows
from catviz.orders.ocl import OCL
from catviz.reading.datasets import load_dataset
from catviz.table.categorical import CategoricalTable


@pytest.mark.parametrize("name, k", (("nursery", 5), ("zoo", 30), ("shuttle_landing", 15), ("toy_movie", 6)))
@pytest.mark.parametrize("weighted", (False, True))
def test_starts_are_those_of_numpys_choice_with_shares_of_the_weights(name, k, weighted):
    table = load_dataset(name)
    if weighted:
        weights = np.random.default_rng(0).random(len(table)) + 0.01
        table = CategoricalTable(table.codes, table.codebook, weights=weights)
    rows = DistinctRows.of(table)
    p = rows.weights / rows.weights.sum()
    for seed in range(20):
        ours, theirs = np.random.RandomState(seed), np.random.RandomState(seed)
        for drawn in starting_rows(rows, k, 3, None, ours):
            assert drawn.tolist() == theirs.choice(len(p), k, replace=False, p=p).tolist()
        assert ours.random_sample() == theirs.random_sample()


@pytest.mark.parametrize("model", [KModes, KMedoidsCategorical, ClusterCA, OCL])
def test_starts_that_end_with_the_best_objective_are_counted(model):
    table, ends = load_dataset("zoo"), {}
    with catviz.reporting(lambda step: ends.update({step["run"]: step["objective"]})):
        whole = model(4, n_init=8, random_state=1).fit(table)
    reached = np.isclose([*ends.values()], whole.objective_, rtol=1e-9)
    assert whole.objective_ == pytest.approx(min(ends.values())) and 8 <= len(ends) <= 16
    assert whole.n_reached_ == reached.sum()
