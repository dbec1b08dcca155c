"""Columns cut into intervals as numbers again, and the share of variance that intervals keep."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.table.uncut import cut_columns, variance_kept

CUT = {"german_credit": ("duration", "credit_amount", "age"), "liver_disorders": None, "zoo": ()}


@pytest.mark.parametrize("name", CUT)
def test_numbers_of_a_data_set_come_back(name):
    table, kept = catviz.load_dataset(name), catviz.load_dataset(name, bins=None)
    assert cut_columns(table) == kept.numeric_names and CUT[name] in (None, kept.numeric_names)
    back = catviz.with_numbers(table)
    assert back.attributes == kept.attributes and (back.codes == kept.codes).all()
    assert np.array_equal(back.numeric, kept.numeric, equal_nan=True)


def test_numbers_of_a_file_come_back(tmp_path):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"sex": rng.choice(["f", "m"], 60), "age": rng.normal(40, 9, 60).round(1)})
    frame.loc[3, "age"] = None
    frame.to_csv(tmp_path / "people.csv", index=False)
    table = catviz.read_csv(tmp_path / "people.csv")
    assert cut_columns(table) == ("age",)
    back = catviz.with_numbers(table[5:], ["age"])
    assert back.attributes == ("sex",) and np.array_equal(back.numeric[:, 0], frame["age"][5:], equal_nan=True)
    geometry = catviz.Gower().fit(catviz.with_numbers(table)).geometry_
    D = geometry.between(catviz.with_numbers(table))
    expected = (
        (frame["sex"][0] != frame["sex"][1]) + abs(frame["age"][0] - frame["age"][1]) / np.ptp(frame["age"].dropna())
    ) / 2
    assert D[0, 1] == pytest.approx(expected)
    with pytest.raises(ValueError, match="sex"):
        catviz.with_numbers(table, ["sex"])
    with pytest.raises(ValueError, match="sex"):
        variance_kept(table, "sex")


def test_new_rows_of_a_data_set_are_cut_as_it_was():
    table, kept = catviz.load_dataset("german_credit"), catviz.load_dataset("german_credit", bins=None)
    raw = kept.to_pandas().astype(object).assign(**dict(zip(kept.numeric_names, kept.numeric.T, strict=True)))
    model = catviz.KModes(n_clusters=3, random_state=0).fit(table)
    assert (model.predict(raw[list(table.attributes)]) == model.labels_).all()


@pytest.mark.parametrize("weighted", [False, True])
def test_the_variance_kept_is_that_of_the_means_of_the_ranges(weighted):
    rng = np.random.default_rng(1)
    x, repeats = rng.gamma(2.0, size=300), rng.integers(1, 4, 300)
    frame = pd.DataFrame({"x": np.where(rng.random(300) < 0.1, np.nan, x), "y": rng.choice(["a", "b"], 300)})
    codes, labels = catviz.table.binning.bin_numbers(frame["x"].to_numpy(), 5, "auto")
    if weighted:
        once = catviz.inspect_table(frame.assign(n=repeats).to_csv(index=False).encode(), "f.csv")
        table = once.changed("n", "weight").table(bins=5)
        frame, codes = frame.loc[frame.index.repeat(repeats)], codes.repeat(repeats)
    else:
        table = catviz.inspect_table(frame.to_csv(index=False).encode(), "f.csv").table(bins=5)
    known = frame["x"].notna().to_numpy()
    means = frame["x"].groupby(codes).transform("mean")
    expected = means[known].var(ddof=0) / frame["x"][known].var(ddof=0)
    assert variance_kept(table, "x") == pytest.approx(expected)
    assert 0.7 < expected < 0.99
