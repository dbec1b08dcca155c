"""Gower's distance as R's daisy prints it: ordered columns by rank, missing cells left out, columns with weights."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.table.categorical import CategoricalTable

DAISY = Path(__file__).parent / "daisy"
LEVELS = list("abcd")


def flower():
    """The data set flower of R's package cluster: four nominal columns, two ordered ones, two of numbers."""
    frame = pd.read_csv(DAISY / "flower.csv")
    for name in ("V1", "V2", "V3", "V4"):
        frame[name] = frame[name].astype(str)
    for name in ("V5", "V6"):
        frame[name] = pd.Categorical(frame[name], categories=sorted(frame[name].unique()), ordered=True)
    return frame


def printed(n=18):
    """The lower triangle that ``daisy(flower)`` prints (tests/daisy-ex.Rout.save of the package), as a matrix."""
    rows = [np.array(line.split(), dtype=float) for line in (DAISY / "gower.txt").read_text().splitlines()]
    D = np.zeros((n, n))
    for i, row in enumerate(rows, 1):
        D[i, :i] = D[:i, i] = row
    return D


def mixed(n=40, seed=0, missing=0.2):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "colour": rng.choice(["red", "green", "blue"], n).astype(object),
            "size": pd.Categorical(rng.choice(LEVELS, n), categories=LEVELS, ordered=True),
            "x": rng.normal(size=n).round(2),
            "y": rng.integers(0, 50, n).astype(float),
        }
    )
    return frame.mask(rng.random(frame.shape) < missing) if missing else frame


def by_formula(frame, weights=None):
    """Gower's formula as the documentation of daisy gives it, pair by pair."""
    w = {"colour": 1, "size": 1, "x": 1, "y": 1} | (weights or {})
    levels = [level for level in LEVELS if level in set(frame["size"].dropna())]
    ranks = frame["size"].map({level: i for i, level in enumerate(levels)}).astype(float)
    numbers = {"size": ranks, "x": frame["x"], "y": frame["y"]}
    D = np.full((len(frame), len(frame)), np.nan)
    for i in range(len(frame)):
        for j in range(len(frame)):
            total = known = 0.0
            a, b = frame["colour"].iloc[i], frame["colour"].iloc[j]
            if not (pd.isna(a) or pd.isna(b)):
                total, known = w["colour"] * (a != b), w["colour"]
            for name, column in numbers.items():
                a, b = column.iloc[i], column.iloc[j]
                if not (np.isnan(a) or np.isnan(b)):
                    total += w[name] * abs(a - b) / (column.max() - column.min())
                    known += w[name]
            if known:
                D[i, j] = total / known
    return D


def between(method, frame):
    fitted = method.fit(frame)
    return fitted.geometry_.between(CategoricalTable.read_like(frame, *fitted._read_as))


@pytest.mark.parametrize("na", ["category", "exclude"])
def test_all_dissimilarities_of_flower_are_those_that_daisy_prints(na):
    np.testing.assert_allclose(between(catviz.Gower(na=na), flower()), printed(), atol=5.1e-8)


def test_without_ranks_ordered_values_are_the_same_or_different():
    frame = flower()
    nominal = frame.assign(V5=frame["V5"].astype(str), V6=frame["V6"].astype(str))
    equal = between(catviz.Gower(ordered="equal"), frame)
    as_categories = CategoricalTable.from_pandas(
        nominal, numeric={"V5": "category", "V6": "category", "V7": "keep", "V8": "keep"}
    )
    np.testing.assert_allclose(equal, catviz.Gower().fit(as_categories).geometry_.between(as_categories), atol=1e-12)
    assert np.abs(equal - printed()).max() > 0.1


@pytest.mark.one_in(3)
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("weights", [None, {"x": 3, "colour": 0.5}, {"size": 0, "y": 2.5}])
@pytest.mark.parametrize("seed", range(3))
def test_missing_cells_are_left_out_pair_by_pair(seed, weights):
    frame = mixed(seed=seed).dropna(subset="y")
    found = between(catviz.Gower(na="exclude", column_weights=weights), frame)
    np.testing.assert_allclose(found, by_formula(frame, weights), atol=1e-12)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_weights_of_columns_are_shares_of_their_sum_and_equal_ones_change_nothing():
    frame = mixed(missing=0)
    weighted = catviz.Gower(column_weights={"x": 2, "size": 5})
    np.testing.assert_allclose(between(weighted, frame), by_formula(frame, {"x": 2, "size": 5}), atol=1e-12)
    assert weighted.column_shares_.to_dict() == pytest.approx({"colour": 1 / 9, "size": 5 / 9, "x": 2 / 9, "y": 1 / 9})
    same = between(catviz.Gower(column_weights=dict.fromkeys(frame.columns, 7)), frame)
    np.testing.assert_allclose(same, between(catviz.Gower(), frame), atol=1e-12)
    explained = weighted.explain("size", "a", "c")
    assert explained.value == pytest.approx(5 / 9 * 2 / 3) and explained.terms["differ"][0] == pytest.approx(2 / 3)
    assert explained.terms[list(explained.factors)].prod(axis=1)[0] == pytest.approx(explained.value)


@pytest.mark.parametrize(
    ("weights", "named"),
    [
        ({"no": 1}, "'no'"),
        ({"x": -1}, "'x'"),
        ({"x": np.inf}, "'x'"),
        (dict.fromkeys(["colour", "size", "x", "y"], 0), "weight 0"),
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_weights_that_are_none_are_refused_by_column(weights, named):
    with pytest.raises(ValueError, match=named):
        catviz.Gower(column_weights=weights).fit(mixed(missing=0))


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_rows_without_a_column_in_common_have_no_distance():
    frame = pd.DataFrame({"a": ["p", None, "q"], "b": [None, "u", "v"]})
    with pytest.raises(ValueError, match="rows 0 and 1"):
        between(catviz.Gower(na="exclude"), frame)
    assert between(catviz.Gower(na="exclude"), frame.iloc[[0, 2]]).tolist() == [[0, 1], [1, 0]]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_new_rows_are_compared_like_those_of_the_fit():
    frame = mixed(seed=4, missing=0.1).dropna(subset=["x"])
    fitted = catviz.Gower(na="exclude").fit(frame)
    table = CategoricalTable.read_like(frame, *fitted._read_as)
    whole = fitted.geometry_.between(table)
    np.testing.assert_allclose(fitted.geometry_.between(table[:5], table), whole[:5], atol=1e-12)
    new = CategoricalTable.read_like(
        frame.iloc[:1].assign(colour="new", size=np.nan, x=np.nan, y=frame["y"].iloc[0]), *fitted._read_as
    )
    # a value never seen is no missing cell: it differs
    known = frame["colour"].notna().to_numpy() & (frame["y"] == frame["y"].iloc[0]).to_numpy()
    assert known[0] and (fitted.geometry_.between(new, table)[0, known] == 0.5).all()


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_clusterers_take_it_and_place_new_rows():
    frame = mixed(60, seed=5, missing=0.1).dropna(subset=["x", "y"])
    for cls in (catviz.KMedoidsCategorical, catviz.HierarchicalCategorical):
        model = cls(3, catviz.Gower(na="exclude")).fit(frame)
        assert (model.predict(frame) == model.labels_).all() and len(set(model.labels_)) == 3


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_neither_names_nor_the_order_of_rows_nor_how_rows_are_counted_change_it():
    frame = mixed(seed=6).dropna(subset="y")
    method, rows = catviz.Gower(na="exclude"), np.random.default_rng(6).permutation(len(frame))
    wanted = between(method, frame)
    renamed = frame.assign(colour=frame["colour"].map({"red": "a", "green": "z", "blue": "k"}), y=3 * frame["y"] - 7)
    np.testing.assert_allclose(between(method, renamed.iloc[rows]), wanted[np.ix_(rows, rows)], atol=1e-12)
    weights = np.arange(len(frame)) % 3 + 1
    weighted, often = (
        method.fit(frame, sample_weight=weights),
        catviz.Gower(na="exclude").fit(frame.loc[frame.index.repeat(weights)]),
    )
    table = CategoricalTable.read_like(frame, *weighted._read_as)
    np.testing.assert_allclose(weighted.geometry_.between(table), wanted, atol=1e-12)
    np.testing.assert_allclose(often.geometry_.between(table), wanted, atol=1e-12)
