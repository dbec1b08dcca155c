"""Repeated splits: scikit-learn's grid search as oracle, pairing, order, stopping; and the tables made of them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, ShuffleSplit, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

import catviz
from catviz.analysis.encoding_trial import ONE_NEIGHBOUR, SIZES, along_sizes
from catviz.analysis.splits import COLUMNS, confusion, repeated_splits, settled, split_by_split
from catviz.classification import on_encodings
from catviz.classification.neighbours import DistanceKNNClassifier
from catviz.table.categorical import CategoricalTable

TREE = (DecisionTreeClassifier(random_state=0), {"min_samples_leaf": [1, 5, 20]})
KNN = (DistanceKNNClassifier(), {"n_neighbors": [1, 5]})
CODINGS = {"dummy": catviz.OneHot(), "target": catviz.TargetEncoding()}


def table_of(name="hayes_roth"):
    return catviz.load_dataset(name)


def without_time(frame):
    return frame.drop(columns=["fit_seconds", "predict_seconds"])


def numbered(n=200):
    """A column of names, each of a single row: its groups can be known from the rows tested on only."""
    frame = pd.DataFrame({"name": [f"n{i}" for i in range(n)], "y": ["p", "q"] * (n // 2)})
    return CategoricalTable.from_pandas(frame, target="y")


class CodedByAllRows(TransformerMixin, BaseEstimator):
    """An encoder whose training rows are coded as new ones are, not by other folds."""

    def __init__(self, encoder):
        self.encoder = encoder

    def fit(self, X, y):
        self.fitted_ = clone(self.encoder).fit(X, y)
        return self

    def transform(self, X):
        return self.fitted_.transform(X)


def test_a_line_for_each_split_encoding_and_classifier():
    tables = {"hayes": table_of(), "zoo": table_of("zoo")}
    found = repeated_splits(tables, CODINGS, {"tree": TREE, "prior": (DummyClassifier(), {})}, repeats=3, cv=3)
    assert list(found.columns) == COLUMNS and len(found) == 2 * 2 * 2 * 3
    assert found.groupby(["data", "encoding", "classifier"], sort=False)["repeat"].agg(list).tolist() == [[0, 1, 2]] * 8
    assert found["accuracy"].between(0, 1).all() and (found[["fit_seconds", "predict_seconds"]] > 0).all(axis=None)
    prior = found[found["classifier"] == "prior"].pivot(index=["data", "repeat"], columns="encoding", values="accuracy")
    assert (prior["dummy"] == prior["target"]).all() and prior["dummy"].nunique() > 3
    assert all(chosen == {} for chosen in found.loc[found["classifier"] == "prior", "parameters"])


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("encoding", CODINGS)
def test_choosing_and_testing_is_that_of_a_grid_search_over_the_whole_pipeline(encoding):
    found = repeated_splits({"t": table_of()}, CODINGS, {"tree": TREE}, repeats=3, random_state=7)
    rows, y = settled(table_of())
    for repeat in range(3):
        train, test = next(ShuffleSplit(1, test_size=0.5, random_state=7 + repeat).split(y))
        pipe = make_pipeline(CodedByAllRows(CODINGS[encoding]), TREE[0])
        grid = {f"decisiontreeclassifier__{k}": v for k, v in TREE[1].items()}
        folds = StratifiedKFold(5, shuffle=True, random_state=7 + repeat)
        search = GridSearchCV(pipe, grid, cv=folds).fit(rows[train], y[train])
        line = found[(found["repeat"] == repeat) & (found["encoding"] == encoding)].iloc[0]
        assert line["accuracy"] == pytest.approx(search.score(rows[test], y[test]))
        chosen = {f"decisiontreeclassifier__{k}": v for k, v in line["parameters"].items()}
        assert chosen == search.best_params_


def test_codings_by_group_learn_nothing_of_the_rows_tested():
    supervised = {"target": catviz.TargetEncoding(), "WOE": catviz.WOE(), "density": catviz.DensityEncoding()}
    near = {name: (DistanceKNNClassifier(encoder), {}) for name, encoder in supervised.items()}
    found = split_by_split(numbered(), [(supervised, {"tree": TREE}), ({"values": None}, near)], repeats=4)
    assert len(found) == 4 * 6 and found["accuracy"].max() < 0.65


def test_blocks_meet_the_splits_of_repeated_splits_and_can_be_stopped_between():
    blocks = [(CODINGS, {"tree": TREE}), ({"values": None}, {"knn": KNN})]
    seen = []

    def stop(share, so_far):
        seen.append((share, len(so_far)))
        return len(seen) == 3

    found = split_by_split(table_of(), blocks, 2, random_state=5)
    for encodings, classifiers in blocks:
        expected = repeated_splits({"": table_of()}, encodings, classifiers, 2, random_state=5)
        own = found[found["encoding"].isin(list(encodings))].reset_index(drop=True)
        pd.testing.assert_frame_equal(without_time(own), without_time(expected))
    few = split_by_split(table_of(), blocks, 2, random_state=5, callback=stop)
    assert seen == [(0.25, 2), (0.5, 3), (0.75, 5)]
    pd.testing.assert_frame_equal(without_time(few), without_time(found.head(5)))


def test_confusion_counts_the_rows_tested():
    table = table_of("zoo")
    found = repeated_splits({"zoo": table}, {"values": None}, {"knn": KNN}, repeats=3, cv=2)
    counts = confusion(table, found)
    assert list(counts.index) == list(counts.columns) == sorted(set(table.target))
    assert counts.sum(axis=None) == 3 * 51
    assert np.trace(counts) == pytest.approx(51 * found["accuracy"].sum())
    _, y = settled(table)
    tested = [next(ShuffleSplit(1, test_size=0.5, random_state=i).split(y))[1] for i in range(3)]
    assert counts.sum(axis=1).tolist() == np.bincount(y[np.concatenate(tested)]).tolist()


def test_a_coding_that_puts_all_rows_at_one_point_leaves_a_guess():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x"] * 31, "y": [*("pqq" * 10), "p"]}), target="y")
    assert catviz.MCA().fit(table).transform(table).shape == (31, 0)
    models = {"tree": TREE, "prior": (DummyClassifier(), {})}
    found = repeated_splits({"t": table}, {"MCA": catviz.MCA()}, models, repeats=2)
    tree, prior = (found.loc[found["classifier"] == name, "accuracy"].tolist() for name in models)
    assert tree == prior


def test_a_classifier_of_values_gets_the_table():
    found = repeated_splits({"zoo": table_of("zoo")}, {"values": None}, {"knn": KNN}, repeats=2, cv=2)
    assert found["accuracy"].min() > 0.8 and {p["n_neighbors"] for p in found["parameters"]} == {1}


def test_of_equally_good_parameters_the_first_are_taken():
    grid = {"strategy": ["most_frequent", "prior"]}
    for order in (grid, {"strategy": grid["strategy"][::-1]}):
        found = repeated_splits({"t": table_of()}, {"d": catviz.OneHot()}, {"c": (DummyClassifier(), order)}, 1)
        assert found["parameters"][0] == {"strategy": order["strategy"][0]}


def test_groups_of_fewer_rows_than_folds_get_fewer_folds():
    table = table_of("zoo")
    few = table[np.concatenate([np.flatnonzero(table.target == g)[:4] for g in ("bird", "fish", "mammal")])]
    found = repeated_splits({"few": few}, CODINGS, {"tree": TREE}, repeats=2, cv=10)
    assert len(found) == 4 and found["parameters"].map(bool).all()


def test_the_order_of_rows_does_not_matter():
    table = table_of()
    tables = {"a": table, "b": table[np.random.default_rng(0).permutation(len(table))]}
    found = repeated_splits(tables, CODINGS, {"tree": TREE}, 3)
    a, b = (found.loc[found["data"] == name, "accuracy"].tolist() for name in tables)
    assert a == b and len(set(a)) > 2


def test_rows_of_unknown_group_are_left_out():
    table = table_of()
    target = np.where(np.arange(len(table)) % 3 == 0, None, table.target)
    some = CategoricalTable(table.codes, table.codebook, target=target)
    a, b = (
        repeated_splits({"t": t}, {"dummy": catviz.OneHot()}, {"tree": TREE}, 2)["accuracy"].tolist()
        for t in (some, some[np.flatnonzero(np.arange(len(table)) % 3)])
    )
    assert a == b


def test_processes_change_nothing_and_seeds_are_repeatable():
    arguments = ({"t": table_of()}, CODINGS, {"tree": TREE}, 3)
    one = repeated_splits(*arguments, random_state=2)
    pd.testing.assert_frame_equal(
        without_time(one), without_time(repeated_splits(*arguments, random_state=2, n_jobs=2))
    )
    later = repeated_splits(*arguments, random_state=3)
    assert one.loc[one["repeat"] > 0, "accuracy"].tolist() == later.loc[later["repeat"] < 2, "accuracy"].tolist()


def test_the_callback_sees_what_is_done_and_stops():
    seen = []

    def stop(share, so_far):
        seen.append((share, len(so_far)))
        return len(seen) == 2

    found = repeated_splits({"t": table_of()}, CODINGS, {"tree": TREE}, 4, callback=stop)
    assert seen == [(0.25, 2), (0.5, 4)] and len(found) == 4


def test_refusals_name_the_table():
    bare = CategoricalTable.from_pandas(pd.DataFrame({"a": list("xy")}))
    with pytest.raises(ValueError, match="'bare'.*no known classes"):
        repeated_splits({"bare": bare}, CODINGS, {"tree": TREE})
    table = table_of()
    weighted = replace(table, weights=np.where(np.arange(len(table)), 1, 0.5))
    with pytest.raises(ValueError, match="fractional, .* table 'heavy' .*whole weights"):
        repeated_splits({"heavy": weighted}, CODINGS, {"tree": TREE})


def test_a_row_is_split_as_often_as_it_weighs():
    table, times = table_of(), np.arange(len(table_of())) % 3
    weighted = replace(table, weights=times.astype(float))
    repeated = table[np.repeat(np.arange(len(table)), times)]
    a, b = (repeated_splits({"t": t}, CODINGS, {"tree": TREE}, 2, cv=2) for t in (weighted, repeated))
    pd.testing.assert_frame_equal(without_time(a), without_time(b))
    pd.testing.assert_frame_equal(confusion(weighted, a), confusion(repeated, b))


# Table 3


def test_trees_left_out_grow_as_others_do():
    """min_samples_split below 2 min_samples_leaf acts as 2 min_samples_leaf."""
    table = table_of("tic_tac_toe")
    X, y = catviz.OneHot().fit_transform(table), table.target
    _, grids = on_encodings.classifiers()[on_encodings.TREE]
    kept = {(leaf, s) for g in grids for leaf in g["min_samples_leaf"] for s in g["min_samples_split"]}
    assert len(kept) == 10

    def grown(leaf, split):
        tree = DecisionTreeClassifier(min_samples_leaf=leaf, min_samples_split=split, random_state=0).fit(X, y).tree_
        return tree.feature.tolist(), tree.n_node_samples.tolist()

    for leaf in (1, 2, 3, 4):
        for split in (2, 4, 6, 8):
            if (leaf, split) not in kept:
                assert grown(leaf, split) == grown(leaf, 2 * leaf) and (leaf, 2 * leaf) in kept


def test_both_penalties_are_among_the_choices():
    model, grids = on_encodings.classifiers()[on_encodings.LOGISTIC]
    X, y = catviz.OneHot().fit_transform(table_of()), table_of().target
    (penalty,) = (name for name in grids[0] if name != "estimator__C")
    zeros = [
        int((fitted.coef_ == 0).sum())
        for value in grids[0][penalty]
        for fitted in model.set_params(**{penalty: value, "estimator__C": 0.1}).fit(X, y).estimators_
    ]
    assert min(zeros[:3]) > 0 and max(zeros[3:]) == 0
    assert isinstance(model.estimator, LogisticRegression) and grids[0]["estimator__C"] == [0.1, 1, 10, 100, 1000]


# centroids against neighbours


def test_more_centroids_meet_the_same_splits_as_the_nearest_row():
    found = along_sizes(table_of("voting"), repeats=2)
    assert found["classifier"].tolist() == [*SIZES, ONE_NEIGHBOUR] * 2
    means = found.groupby("classifier")["accuracy"].mean()
    assert means.min() > 0.85
    row = DistanceKNNClassifier(catviz.COS(), n_neighbors=1)
    nearest = repeated_splits({"": table_of("voting")}, {"v": None}, {ONE_NEIGHBOUR: (row, {})}, repeats=2)
    assert nearest["accuracy"].mean() == means[ONE_NEIGHBOUR]
