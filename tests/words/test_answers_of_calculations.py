"""What the Inside page answers, against distances added up here."""

import re

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.words.values import computed


def test_the_number_of_terms_and_the_largest_are_those_of_the_sum():
    table = catviz.load_dataset("zoo")
    frame = pd.DataFrame({c: np.array(table.categories[i])[table.codes[:, i]] for i, c in enumerate(table.attributes)})
    shares = {c: pd.crosstab(frame["legs"], frame[c], normalize="index") for c in frame if c != "legs"}
    terms = {c: (s.loc["2"] - s.loc["4"]).abs().sum() / 2 / len(shares) for c, s in shares.items()}
    said = computed("2", "4", catviz.AhmadDey().fit(table).explain("legs", "2", "4"))
    largest = max(terms, key=terms.get)
    numbers = [float(text) for text in re.findall(r"\d+(?:\.\d+)?", said)]
    assert numbers == pytest.approx([2, 4, sum(terms.values()), len(terms), terms[largest]], abs=5e-4)
    assert f"largest: {largest} " in said


def test_a_root_of_squares_is_not_called_a_sum_and_a_similarity_has_its_distance():
    table = catviz.load_dataset("zoo")
    mca, cos = (method.fit(table).explain("legs", "2", "4") for method in (catviz.MCA(), catviz.COS()))
    assert "sum" not in computed("2", "4", mca) and f"→ {mca.value:.3g}." in computed("2", "4", mca)
    assert f"→ {cos.value:.3g} (distance {cos.distance:.3g})" in computed("2", "4", cos)
