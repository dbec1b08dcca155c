"""DILCA: a worked example, the formula by brute force, contexts and their ties, what is left alone, explanations."""

import warnings

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame as random_frame

import catviz
from catviz.distances.dilca import DILCA
from catviz.table.association import normalised_mutual_information
from catviz.table.categorical import CategoricalTable

CONTEXTS = pytest.mark.parametrize("context", ["mean", "fcbf"])


def symmetric_uncertainty(frame, r, s):
    return normalised_mutual_information(pd.crosstab(frame[r], frame[s]).to_numpy())


def by_rows(frame, r, context):
    """The distances of a column's values straight from the rows."""
    frame = frame.fillna("(missing)")
    values = sorted(frame[r].unique())
    size = sum(frame[s].nunique() for s in context)
    table = pd.DataFrame(0.0, index=values, columns=values)
    for a in values:
        for b in values:
            squares = 0.0
            for s in context:
                for x in frame[s].unique():
                    rows = frame[frame[s] == x]
                    squares += ((rows[r] == a).mean() - (rows[r] == b).mean()) ** 2
            table.loc[a, b] = np.sqrt(squares / size)
    return table


# worked examples


def test_a_context_of_one_column_by_hand():
    frame = pd.DataFrame({"a": list("xxyz"), "b": list("uuvv")})
    m = DILCA().fit(frame)
    assert m.contexts_ == {"a": ("b",), "b": ("a",)}
    # P(x|u) = 1, P(y|v) = P(z|v) = 1/2; b has two values
    assert m.value_distances_["a"].loc["x", "y"] == pytest.approx(np.sqrt((1 + 1 / 4) / 2))
    assert m.value_distances_["a"].loc["y", "z"] == 0
    # P(u|x) = 1, P(v|y) = P(v|z) = 1; a has three
    assert m.value_distances_["b"].loc["u", "v"] == pytest.approx(np.sqrt(3 / 3))
    rows = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x", "y"], "b": ["u", "v"]}))
    assert m.value_distances_.between(rows)[0, 1] == pytest.approx(np.sqrt(5 / 8 + 1))


@pytest.mark.one_in(3)
@CONTEXTS
@pytest.mark.parametrize("seed", range(3))
def test_tables_are_those_of_the_formula(context, seed):
    frame = random_frame(seed=seed)
    m = DILCA(context).fit(frame)
    assert m.value_distances_.power == 2
    for r in frame:
        assert m.contexts_[r]
        pd.testing.assert_frame_equal(
            m.value_distances_[r].sort_index(axis=0).sort_index(axis=1),
            by_rows(frame, r, m.contexts_[r]).sort_index(axis=0).sort_index(axis=1),
        )


# contexts


@pytest.mark.parametrize("seed", range(4))
def test_the_mean_context_is_the_columns_at_or_above_the_mean(seed):
    frame = random_frame(seed=seed, missing=0)
    m = DILCA().fit(frame)
    for r in frame:
        others = [s for s in frame if s != r]
        mean = np.mean([symmetric_uncertainty(frame, r, s) for s in others])
        assert m.contexts_[r] == tuple(s for s in others if symmetric_uncertainty(frame, r, s) >= mean)


@pytest.mark.parametrize("seed", range(4))
def test_the_filtered_context_leaves_out_what_a_column_kept_before_tells_better(seed):
    frame = random_frame(80, (3, 4, 2, 5, 3), seed, missing=0)
    frame["b0"] = frame["a0"].where(np.random.default_rng(seed).random(80) < 0.9, "p")
    m = DILCA("fcbf").fit(frame)
    left_out = 0
    su = {(r, s): symmetric_uncertainty(frame, r, s) for r in frame for s in frame}
    for r in frame:
        kept = []
        for s in sorted((s for s in frame if s != r), key=lambda s: -su[r, s]):
            if all(su[k, s] < su[r, s] for k in kept):
                kept.append(s)
        assert set(m.contexts_[r]) == set(kept)
        assert list(m.contexts_[r]) == [s for s in frame if s in kept]
        left_out += len(frame.columns) - 1 - len(kept)
    assert left_out > 0


def test_of_equally_telling_columns_the_one_with_fewer_values_is_kept_then_the_first():
    a = list("xxxxyyyy")
    two, four = list("uuuuvvvv"), list("ppqqrrss")
    m = DILCA("fcbf").fit(pd.DataFrame({"four": four, "a": a, "two": two}))
    assert m.contexts_["a"] == ("two",)
    m = DILCA("fcbf").fit(pd.DataFrame({"first": two, "a": a, "second": two[::-1]}))
    assert m.contexts_["a"] == ("first",)


@CONTEXTS
def test_all_columns_equally_telling_are_all_at_the_mean(context):
    frame = pd.DataFrame({c: [f"{c}{i % 7}" for i in range(21)] for c in "abcd"})
    m = DILCA(context).fit(frame)
    expected = {"mean": 3, "fcbf": 1}[context]
    assert [len(c) for c in m.contexts_.values()] == [expected] * 4
    for r in frame:
        np.testing.assert_allclose(m.value_distances_[r], np.sqrt(2 / 7) * (1 - np.eye(7)))


@CONTEXTS
def test_names_do_not_choose_the_context(context):
    for seed in range(6):
        frame = random_frame(40, (2, 2, 3, 3, 2), seed)
        other = frame.apply(lambda c: c.map(lambda v: chr(ord("z") - ord(v) + ord("a")), na_action="ignore"))
        a, b = DILCA(context).fit(frame), DILCA(context).fit(other)
        assert a.contexts_ == b.contexts_


# nothing to learn from


@CONTEXTS
def test_a_single_column_has_no_distances_and_a_warning(context):
    alone = pd.DataFrame({"a": list("xyz")})
    with pytest.warns(UserWarning, match="single column 'a'.*distance 0"):
        m = DILCA(context).fit(alone)
    assert m.contexts_ == {"a": ()}
    assert not m.value_distances_["a"].to_numpy().any()
    assert (
        m.explain("a", "x", "y").value == 0 and m.geometry_.degenerate("a") == "every pair of values is at distance 0"
    )


@CONTEXTS
def test_an_independent_column_is_compared_by_frequencies_as_the_formula_gives(context):
    # every combination of a and b as often as their frequencies say
    crossed = pd.DataFrame([(a, b, "k") for a in "xxxy" for b in "uuv"], columns=["a", "b", "same"])
    with pytest.warns(UserWarning, match="'a', 'b': .* by their frequencies"):
        m = DILCA(context).fit(crossed)
    assert m.contexts_["a"] == {"mean": ("b", "same"), "fcbf": ("same",)}[context]
    np.testing.assert_allclose(m.value_distances_["a"].to_numpy(), 0.5 * (1 - np.eye(2)))
    np.testing.assert_allclose(m.value_distances_["b"].to_numpy(), (1 - np.eye(2)) / 3)
    explanation = m.explain("a", "x", "y")
    assert explanation.terms["term"].tolist() == list(m.contexts_["a"]) and explanation.value == pytest.approx(0.5)


@CONTEXTS
def test_distances_do_not_jump_where_a_column_becomes_independent(context):
    independent = [(a, b) for a in "xxxy" for b in "uuv"] * 50
    frames = (pd.DataFrame(rows, columns=["a", "b"]) for rows in (independent, [*independent[:-1], ("x", "v")]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exact, near = (DILCA(context).fit(f).value_distances_ for f in frames)
    for r in "ab":
        np.testing.assert_allclose(near[r].to_numpy(), exact[r].to_numpy(), atol=0.01)


@CONTEXTS
def test_a_constant_column_joins_no_context_of_a_column_that_others_tell_of(context):
    frame = pd.DataFrame({"same": "k", "a": list("xxyz"), "b": list("uuvv")})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        m = DILCA(context).fit(frame)
    assert m.contexts_["a"] == ("b",) and m.contexts_["b"] == ("a",)
    assert m.value_distances_["same"].to_numpy().tolist() == [[0.0]]


def test_an_unknown_context_is_refused():
    with pytest.raises(ValueError, match="context='rr': .*'mean', 'fcbf'"):
        DILCA("rr").fit(pd.DataFrame({"a": ["x", "y"]}))


def test_a_column_of_too_many_values_is_refused_by_name():
    frame = pd.DataFrame({"few": list("ababab"), "many": list("pqrstu")})
    with pytest.raises(ValueError, match="'many' has 6 values.*max_table_values"):
        DILCA(max_table_values=5).fit(frame)


# explanations


@CONTEXTS
def test_terms_are_the_columns_of_the_context_and_add_up(context):
    m = DILCA(context).fit(random_frame(seed=3))
    for attribute in m.counts_.codebook.attributes:
        distances = m.value_distances_[attribute]
        for a in distances:
            for b in distances:
                explanation = m.explain(attribute, a, b)
                assert explanation.terms["term"].tolist() == list(m.contexts_[attribute])
                assert explanation.value == pytest.approx(distances.loc[a, b], abs=1e-12)
                assert explanation.distance == distances.loc[a, b]
                assert (
                    explanation.terms[list(explanation.factors)].prod(axis=1).tolist()
                    == explanation.terms["contribution"].tolist()
                )
    assert m.explain(attribute, None, a).distance == distances.loc["(missing)", a]


def test_the_shares_behind_a_term_are_those_of_the_contexts_values():
    frame = pd.DataFrame({"a": list("xxyz"), "b": list("uuvv")})
    details = DILCA().fit(frame).explain("a", "x", "y").details.set_index("value")
    assert details["count with a"].to_dict() == {"u": 2, "v": 0}
    assert details["share of a"].to_dict() == {"u": 1.0, "v": 0.0}
    assert details["share of b"].to_dict() == {"u": 0.0, "v": 0.5}
    assert details["difference"].to_dict() == {"u": 1.0, "v": 0.5}


def test_mushroom_contexts_of_both_kinds():
    table = catviz.load_dataset("mushroom")
    mean, filtered = DILCA().fit(table), DILCA("fcbf").fit(table)
    assert not mean.value_distances_["veil_type"].to_numpy().any()
    assert all(len(filtered.contexts_[a]) <= len(mean.contexts_[a]) for a in table.attributes)
    assert "ring_type" in filtered.contexts_["bruises"]
