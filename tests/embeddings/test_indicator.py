"""TF-IDF coding by hand and against scikit-learn, and one-hot coding."""

import warnings

import numpy as np
import pandas as pd
import pytest
from random_frames import DIGITS, independent_frame
from sklearn.feature_extraction.text import TfidfTransformer

from catviz.embeddings.indicator import TFIDF, OneHot
from catviz.table.categorical import CategoricalTable


def random_frame(n=50, sizes=(3, 6, 2, 4), seed=0, missing=0.1):
    return independent_frame(n, sizes, seed, missing, DIGITS)


SMALL = pd.DataFrame({"size": list("sssmml"), "hue": list("rrrrgg"), "same": list("xxxxxx")}, dtype="category")


def test_a_value_becomes_its_share_of_rows_times_the_log_of_the_number_of_columns():
    m = TFIDF().fit(SMALL)
    size, hue, same = (x[:, 0] for x in m.geometry_.coordinates)
    assert m.geometry_.codebook.categories[0] == ("l", "m", "s")
    assert size == pytest.approx(np.log(3) * np.array([1, 2, 3]) / 6)
    assert hue == pytest.approx(np.log(3) * np.array([2, 4]) / 6)
    assert same == pytest.approx([np.log(3)])
    assert m.value_distances_["size"].loc["l", "s"] == pytest.approx(np.log(3) / 3)
    assert m.transform(SMALL)[5] == pytest.approx([np.log(3) / 6, np.log(3) / 3, np.log(3)])
    assert m.get_feature_names_out().tolist() == ["size", "hue", "same"]


def test_sublinear_counts_are_one_plus_their_log():
    m = TFIDF(sublinear_tf=True).fit(SMALL)
    expected = np.log(3) * (1 + np.log([1, 2, 3])) / 6
    assert m.geometry_.coordinates[0][:, 0] == pytest.approx(expected)
    assert expected[0] == TFIDF().fit(SMALL).geometry_.coordinates[0][0, 0]


@pytest.mark.parametrize("sublinear", [False, True])
def test_columns_are_documents_and_values_terms_as_scikit_learn_weighs_them(sublinear):
    frame = random_frame(seed=1)
    m = TFIDF(sublinear).fit(frame)
    book, frequencies = m.geometry_.codebook, m.geometry_.frequencies
    documents = np.zeros((4, book.offsets[-1]))
    for r, part in enumerate(book.slices()):
        documents[r, part] = frequencies[r]
    oracle = TfidfTransformer(norm=None, smooth_idf=False, sublinear_tf=sublinear).fit(documents)
    weighed = oracle.transform(documents).toarray().sum(axis=0)
    terms = documents.sum(axis=0)
    # scikit-learn adds 1 to the inverse document frequency
    expected = (weighed - (1 + np.log(terms) if sublinear else terms)) / 50
    assert np.concatenate(m.geometry_.coordinates)[:, 0] == pytest.approx(expected)


def test_equally_frequent_values_coincide():
    d = TFIDF().fit(pd.DataFrame({"a": list("xxyyz"), "b": list("uuuvv")})).value_distances_["a"]
    assert d.loc["x", "y"] == 0 and d.loc["x", "z"] > 0


@pytest.mark.parametrize("sublinear", [False, True])
def test_a_single_column_is_one_point_and_says_so(sublinear):
    with pytest.warns(UserWarning, match="single column 'a'.*one point"):
        m = TFIDF(sublinear).fit(pd.DataFrame({"a": list("xyyzzz")}))
    assert not m.value_distances_.tables[0].any()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        TFIDF(sublinear).fit(SMALL)


@pytest.mark.parametrize("sublinear", [False, True])
def test_the_explanation_shows_both_numbers_and_the_rows_behind_them(sublinear):
    frame = random_frame(seed=4)
    m = TFIDF(sublinear).fit(frame)
    for attribute in frame:
        table = m.value_distances_[attribute]
        for a in table:
            for b in table:
                explanation = m.explain(attribute, a, b)
                (row,) = explanation.terms.to_dict("records")
                assert row["term"] == "tf-idf"
                for value, side in ((a, "first"), (b, "second")):
                    rows = frame[attribute].isna() if value == "(missing)" else frame[attribute] == value
                    assert row[f"rows {side}"] == rows.sum()
                assert explanation.value == pytest.approx(table.loc[a, b], abs=1e-12)
                assert explanation.value == pytest.approx(abs(row["first"] - row["second"]), abs=1e-12)
    assert m.explain("a0", None, "1").distance == m.explain("a0", "(missing)", "1").distance


def test_a_parameter_that_is_no_yes_or_no_is_refused():
    with pytest.raises(ValueError, match="^sublinear_tf='often'"):
        TFIDF("often").fit(SMALL)


def test_one_hot_coding_is_the_indicator_matrix():
    frame = random_frame(seed=5, missing=0)
    m = OneHot().fit(frame)
    expected = np.hstack([pd.get_dummies(frame[c]).to_numpy(dtype=float) for c in frame])
    assert (m.transform(CategoricalTable.from_pandas(frame)) == expected).all()
    assert m.get_feature_names_out().tolist()[:3] == ["a0_0", "a0_1", "a0_2"]
