"""What would not fit in memory is refused by the shape of the table, before anything is counted or allocated."""

import inspect
import tracemalloc

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.method_ranks import method_ranks
from catviz.table import categorical as tables
from catviz.table import counts, sizes
from catviz.table.categorical import CategoricalTable

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

#: These count no pairs, so that nothing grows with the square of the number of values.
BY_VALUE = (catviz.TargetEncoding, catviz.WOE, catviz.DensityEncoding)
ESTIMATORS = [m.cls for m in catviz.methods() if m.cls is not None and m.cls not in BY_VALUE]
PAIRWISE = (catviz.KMedoidsCategorical, catviz.HierarchicalCategorical, catviz.SpectralCategorical, catviz.ROCK)


def unfitted(cls):
    given = {"n_clusters": 2, "random_state": 0, "n_init": 1}
    return cls(**{k: v for k, v in given.items() if k in inspect.signature(cls).parameters})


@pytest.fixture
def nothing_is_counted(monkeypatch):
    def counted(*args, **kwargs):
        raise AssertionError("the table was counted before it was refused")

    monkeypatch.setattr(counts, "burt_matrix", counted)
    monkeypatch.setattr(tables, "burt_matrix", counted)


@pytest.fixture(scope="module")
def identified():
    return CategoricalTable.from_pandas(pd.DataFrame({"id": np.arange(12_000).astype(str), "b": list("uvw") * 4_000}))


@pytest.mark.parametrize("cls", ESTIMATORS, ids=lambda cls: cls.__name__)
def test_a_column_of_12_000_values_is_refused_by_every_estimator_before_it_counts(cls, identified, nothing_is_counted):
    y = np.where(np.arange(12_000) % 2, "yes", "no")
    tracemalloc.start()
    with pytest.raises(
        ValueError, match="'id'.*12,00|12,00.*'id'|12,000 distinct rows|12,003 values in all"
    ) as refused:
        unfitted(cls).fit(identified, y)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert any(remedy in str(refused.value) for remedy in ("leave", "sample", "group", "number of neighbours"))
    assert peak < 60e6


@pytest.mark.parametrize("cls", PAIRWISE, ids=lambda cls: cls.__name__)
def test_too_many_distinct_rows_are_refused_before_distances_are_learned(cls, nothing_is_counted):
    rows = pd.DataFrame(np.random.default_rng(0).integers(0, 9, (7_000, 8)).astype(str))
    with pytest.raises(ValueError, match="distinct rows.* [26],000.*a sample"):
        unfitted(cls).fit(rows)


def test_a_geometry_of_other_rows_does_not_get_round_the_limit(identified, nothing_is_counted, monkeypatch):
    monkeypatch.undo()
    geometry = catviz.Hamming().fit(identified[:50]).geometry_
    for cls in (catviz.KModes, catviz.KMeansCategorical):
        with pytest.raises(ValueError, match="12,003 values in all, 12,000 .*'id'"):
            cls(2, geometry).fit(identified)


def test_counts_by_class_are_refused_by_the_memory_of_all_classes(monkeypatch, nothing_is_counted):
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": [f"v{i}" for i in range(100)], "b": list("xy") * 50}))
    monkeypatch.setattr(sizes, "MOST_BYTES", 300_000)
    with pytest.raises(ValueError, match="102 values.*100 .*'a'.*4 classes .*0.0 GB"):
        counts.count(table, by=[str(i % 4) for i in range(100)])
    with pytest.raises(ValueError, match="for 4 classes"):
        catviz.MVDM().fit(table, [i % 4 for i in range(100)])


def test_distances_of_too_many_rows_are_refused_before_they_are_allocated():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": list("xyz") * 10_000, "b": list("uv") * 15_000}))
    fitted = [unfitted(cls).fit(table) for cls in (catviz.Hamming, catviz.OneHot, catviz.MCA, catviz.JiaDistance)]
    similarities = catviz.COS().fit(table).value_similarities_
    tracemalloc.start()
    for geometry in (*(m.geometry_ for m in fitted), similarities):
        with pytest.raises(ValueError, match="30,000 x 30,000 numbers .*7.2 GB.*4.3 GB"):
            geometry.between(table)
        assert geometry.between(table[:20], table).shape == (20, 30_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60e6


def test_coordinates_of_too_many_rows_are_refused(monkeypatch):
    table = catviz.load_dataset("zoo")
    method, supervised = catviz.OneHot().fit(table), catviz.TargetEncoding()
    width = method.transform(table[:1]).shape[1]
    monkeypatch.setattr(sizes, "MOST_BYTES", 8 * 101 * width - 1)
    with pytest.raises(ValueError, match=f"rows: 101 x {width} numbers.*some of the rows"):
        method.transform(table)
    assert method.transform(table[:100]).shape == (100, width)
    monkeypatch.setattr(sizes, "MOST_BYTES", 8 * 36 * 36 * 8 + 1)
    with pytest.raises(ValueError, match="rows: 101 x 112 numbers"):
        supervised.fit_transform(table, table.target)


def test_centroids_refuse_more_similarities_than_fit(monkeypatch, nothing_is_counted):
    table = catviz.load_dataset("zoo")
    monkeypatch.setattr(sizes, "MOST_BYTES", 10_000)
    with pytest.raises(ValueError, match="rows to values: .*a sample"):
        catviz.CoupledCentroidClassifier().fit(table, table.target)


def test_ranks_of_too_many_pairs_are_refused(monkeypatch):
    distances = catviz.Hamming().fit(catviz.load_dataset("mushroom")).value_distances_
    monkeypatch.setattr(sizes, "MOST_BYTES", 8 * 2 * 9 * 9 - 1)
    with pytest.raises(ValueError, match="pairs of values: 18 x 9 numbers.*fewer values"):
        method_ranks("odor", {"a": distances, "b": distances})
    assert method_ranks("odor", {"a": distances, "b": distances}, most=8).left_out == 1


def test_the_largest_columns_are_those_without_which_the_others_fit(monkeypatch):
    book = catviz.count(catviz.load_dataset("mushroom")).codebook
    n_values = dict(zip(book.attributes, book.n_values.tolist(), strict=True))
    assert sizes.largest_columns(book) == []
    for most in (sum(n_values.values()) - 1, 60, 10, 0):
        monkeypatch.setattr(sizes, "MOST_VALUES", most)
        found = sizes.largest_columns(book)
        left = [v for name, v in n_values.items() if name not in found]
        assert sum(left) <= most < sum(left) + n_values[found[-1]]
        assert not left or max(left) <= min(n_values[name] for name in found)


def test_a_limit_can_be_raised(monkeypatch):
    frame = pd.DataFrame({"a": [f"v{i}" for i in range(30)]})
    monkeypatch.setattr(sizes, "MOST_VALUES", 29)
    with pytest.raises(ValueError, match="30 values in all.* 29 values"):
        catviz.OneHot().fit(frame)
    monkeypatch.setattr(sizes, "MOST_VALUES", 30)
    assert catviz.OneHot().fit(frame).n_features_in_ == 1
