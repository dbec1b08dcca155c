"""Le & Ho: a worked example, the formula by brute force, edge rules, explanations."""

import numpy as np
import pandas as pd
import pytest
from random_frames import independent_frame

import catviz
from catviz.distances.leho import LeHo


def random_frame(n=50, sizes=(3, 4, 2), seed=0, missing=0.1):
    return independent_frame(n, sizes, seed, missing)


def by_rows(frame, r, a, b):
    """The distance of two values straight from the rows."""
    frame = frame.fillna("(missing)")
    total = 0.0
    for s in frame:
        if s == r:
            continue
        for w in frame[s].unique():
            p, q = (
                (((frame[r] == v) & (frame[s] == w)).sum() + 1) / ((frame[r] == v).sum() + frame[s].nunique())
                for v in (a, b)
            )
            total += p * np.log(p / q) + q * np.log(q / p)
    return total


def test_movie_actors_by_hand():
    m = LeHo().fit(catviz.load_dataset("toy_movie"))
    # De Niro: two Crime, by Scorsese and Coppola; Stewart: Comedy and Thriller, by Koster and Hitchcock
    genre = 2 * (1 / 5) * np.log(2) + 2 / 5 * np.log(3)
    director = 4 * (1 / 6) * np.log(2)
    assert m.value_distances_["actor"].loc["De Niro", "Stewart"] == pytest.approx(genre + director)
    explanation = m.explain("actor", "De Niro", "Stewart")
    assert explanation.terms["term"].tolist() == ["genre", "director"]
    assert explanation.terms["contribution"].tolist() == pytest.approx([genre, director])
    shares = explanation.details[explanation.details["term"] == "genre"].set_index("value")
    assert shares["share of a"].to_dict() == {"Comedy": 0.2, "Crime": 0.6, "Thriller": 0.2}
    assert shares["count with a"].to_dict() == {"Comedy": 0, "Crime": 2, "Thriller": 0}


@pytest.mark.parametrize("seed", range(3))
def test_tables_are_those_of_the_formula(seed):
    frame = random_frame(seed=seed)
    m = LeHo().fit(frame)
    for r in frame:
        table = m.value_distances_[r]
        expected = [[by_rows(frame, r, a, b) for b in table] for a in table]
        np.testing.assert_allclose(table, expected, atol=1e-12)


def test_values_with_the_same_conditional_distributions_are_at_distance_zero():
    frame = pd.DataFrame({"a": list("xxyyz"), "b": list("uvuvu")})
    distances = LeHo().fit(frame).value_distances_["a"]
    assert distances.loc["x", "y"] == 0 and distances.loc["x", "z"] > 0


def test_a_value_that_never_meets_another_is_finitely_far():
    m = LeHo().fit(pd.DataFrame({"a": list("xy") * 500, "b": list("uv") * 500}))
    p, q = 501 / 502, 1 / 502
    assert m.value_distances_["a"].loc["x", "y"] == pytest.approx(2 * (p - q) * np.log(p / q))


def test_a_single_column_has_equally_far_values_and_a_warning():
    with pytest.warns(UserWarning, match="single column 'a'"):
        m = LeHo().fit(pd.DataFrame({"a": list("xyz")}))
    assert m.value_distances_["a"].to_numpy().tolist() == (1 - np.eye(3)).tolist()
    assert m.explain("a", "x", "y").value == 1 and m.explain("a", "x", "x").value == 0


def test_a_column_of_too_many_values_is_refused_by_name():
    frame = pd.DataFrame({"few": list("ababab"), "many": list("pqrstu")})
    with pytest.raises(ValueError, match="'many' has 6 values.*max_table_values"):
        LeHo(max_table_values=5).fit(frame)


def test_terms_add_up_for_every_pair():
    m = LeHo().fit(catviz.load_dataset("voting"))
    for attribute in m.counts_.codebook.attributes[:1]:
        table = m.value_distances_[attribute]
        assert "(missing)" in table
        for a in table:
            for b in table:
                explanation = m.explain(attribute, a, b)
                assert explanation.value == pytest.approx(table.loc[a, b], abs=1e-12)
                assert explanation.distance == table.loc[a, b]
                assert (explanation.terms[["KL(a, b)", "KL(b, a)"]] >= -1e-15).all(axis=None)
