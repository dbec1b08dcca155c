"""Similarities from value counts: worked columns, the formulas by brute force, edge rules, explanations."""

import itertools
import math
import types

import numpy as np
import pandas as pd
import pytest

from catviz.distances.frequency import (
    Burnaby,
    Eskin,
    Gambaryan,
    Goodall,
    InverseOccurrenceFrequency,
    Lin,
    Lin1,
    OccurrenceFrequency,
    Smirnov,
    Variability,
)
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count

pytestmark = pytest.mark.filterwarnings("ignore:IOF")

FAMILY = (Lin, OccurrenceFrequency, Eskin, Goodall, Smirnov)
FAMILY += (InverseOccurrenceFrequency, Gambaryan, Burnaby, Lin1, Variability)
every_measure = pytest.mark.parametrize("cls", FAMILY, ids=lambda cls: cls.__name__)


def column(**times):
    """A table of one column in which each value occurs so many times."""
    return CategoricalTable.from_pandas(pd.DataFrame({"a": [v for v, n in times.items() for _ in range(n)]}))


def random_table(n=60, sizes=(3, 6, 2), seed=0, missing=0.1):
    rng = np.random.default_rng(seed)
    shares = {v: rng.dirichlet(np.ones(v)) for v in sizes}
    frame = pd.DataFrame({f"a{r}": rng.choice(list("pqrstu")[:v], n, p=shares[v]) for r, v in enumerate(sizes)})
    return CategoricalTable.from_pandas(frame.astype(object).mask(rng.random(frame.shape) < missing))


def lin(f, i, j):
    p = [x / sum(f) for x in f]
    if i == j:
        return 1.0
    return 0.0 if f[i] + f[j] == sum(f) else 2 * math.log(p[i] + p[j]) / (math.log(p[i]) + math.log(p[j]))


def occurrence_frequency(f, i, j):
    n = sum(f)
    return 1.0 if i == j else 1 / (1 + math.log(n / f[i]) * math.log(n / f[j]))


def eskin(f, i, j):
    return 1.0 if i == j else len(f) ** 2 / (len(f) ** 2 + 2)


def goodall(f, i, j):
    n = sum(f)
    return 1 - f[i] * (f[i] - 1) / (n * (n - 1)) if i == j else 0.0


def smirnov(f, i, j):
    n = sum(f)
    others = sum(f[q] / (n - f[q]) for q in range(len(f)) if q not in (i, j))
    return 2 + (n - f[i]) / f[i] + others if i == j else others


def inverse_occurrence_frequency(f, i, j):
    return 1.0 if i == j else 1 / (1 + math.log(f[i]) * math.log(f[j]))


def gambaryan(f, i, j):
    p = f[i] / sum(f)
    return -sum(x * math.log2(x) for x in (p, 1 - p) if x) if i == j else 0.0


def burnaby(f, i, j):
    p = [x / sum(f) for x in f]
    if i == j:
        return 1.0
    C = 2 * sum(math.log(1 - x) for x in p)
    return C / (math.log(p[i] * p[j] / ((1 - p[i]) * (1 - p[j]))) + C)


def lin1(f, i, j, equal="logarithms"):
    p = [x / sum(f) for x in f]
    between = [q for q in p if min(p[i], p[j]) <= q <= max(p[i], p[j])]
    if len(f) == 1:
        return 0.5
    if i != j:
        s = 2 * math.log(min(sum(between), 1))
    else:
        s = sum(map(math.log, between)) if equal == "logarithms" else math.log(sum(between))
    return s / (math.log(p[i]) + math.log(p[j]))


def variability(f, i, j, measure="entropy"):
    p, v = [x / sum(f) for x in f], len(f)
    if i != j or v == 1:
        return 0.0
    return (
        -sum(x * math.log(x) for x in p) / math.log(v)
        if measure == "entropy"
        else v / (v - 1) * (1 - sum(x * x for x in p))
    )


def goodall_variant(f, i, j, variant):
    n = sum(f)
    chance = [x * (x - 1) / (n * (n - 1)) for x in f]
    counted = {1: [q for q in range(len(f)) if f[q] <= f[i]], 2: [q for q in range(len(f)) if f[q] >= f[i]]}
    if i != j:
        return 0.0
    return chance[i] if variant == 4 else 1 - sum(chance[q] for q in counted[variant])


BY_HAND = {
    InverseOccurrenceFrequency: inverse_occurrence_frequency,
    Gambaryan: gambaryan,
    Burnaby: burnaby,
    Lin1: lin1,
    Variability: variability,
    Lin: lin,
    OccurrenceFrequency: occurrence_frequency,
    Eskin: eskin,
    Goodall: goodall,
    Smirnov: smirnov,
}


# worked examples and brute force


@pytest.mark.parametrize(
    ("cls", "similarities"),
    [
        (Lin, [[1, 0.2352445, 0.3098039], [0, 1, 0.4927451], [0, 0, 1]]),
        (OccurrenceFrequency, [[1, 0.5450986, 0.4726842], [0, 1, 0.3404001], [0, 0, 1]]),
        (Eskin, [[1, 9 / 11, 9 / 11], [0, 1, 9 / 11], [0, 0, 1]]),
        (Goodall, [[7 / 9, 0, 0], [0, 14 / 15, 0], [0, 0, 44 / 45]]),
        (Smirnov, [[103 / 28, 1 / 4, 3 / 7], [0, 67 / 12, 1], [0, 0, 52 / 7]]),
    ],
)
def test_a_column_of_5_3_and_2_rows(cls, similarities):
    m = cls().fit(column(x=5, y=3, z=2))
    found = m.value_similarities_["a"].to_numpy()
    np.testing.assert_allclose(np.triu(found), similarities, atol=5e-8)
    own = np.diag(found)
    np.testing.assert_allclose(m.value_distances_["a"], (own[:, None] + own) / 2 - found, atol=1e-12)


#: The similarity of each value with itself, in a column of 4, 3, 2 and 1 rows.
IN_STEPS = {
    Goodall(variant=1): [0.777778, 0.911111, 0.977778, 1],
    Goodall(variant=2): [0.866667, 0.8, 0.777778, 0.777778],
    Goodall(variant=3): [0.866667, 0.933333, 0.977778, 1],
    Goodall(variant=4): [0.133333, 0.066667, 0.022222, 0],
    Gambaryan(): [0.970951, 0.881291, 0.721928, 0.468996],
    Variability(): [0.92322] * 4,
    Variability("mutability"): [0.933333] * 4,
    Lin1(): [0.5] * 4,
    Lin1("sum"): [0.5] * 4,
    Burnaby(): [1] * 4,
    InverseOccurrenceFrequency(): [1] * 4,
}


@pytest.mark.parametrize("measure", IN_STEPS, ids=str)
def test_matches_in_a_column_of_4_3_2_and_1_rows(measure):
    found = measure.fit(column(a=4, b=3, c=2, d=1)).value_similarities_["a"].to_numpy()
    np.testing.assert_allclose(np.diag(found), IN_STEPS[measure], atol=5e-7)
    if isinstance(measure, Goodall | Gambaryan | Variability):
        assert not found[~np.eye(4, dtype=bool)].any()


@pytest.mark.parametrize(
    ("measure", "pair", "similarity"),
    [
        (InverseOccurrenceFrequency(), "ab", 0.396354),
        (InverseOccurrenceFrequency(), "bc", 0.567698),
        (InverseOccurrenceFrequency(), "ad", 1),
        (Burnaby(), "ab", 0.656285),
        (Burnaby(), "cd", 0.400301),
        (Lin1(), "ab", -0.71335 / math.log(0.12)),
        (Lin1(), "bc", -1.386294 / math.log(0.06)),
    ],
    ids=str,
)
def test_differences_in_a_column_of_4_3_2_and_1_rows(measure, pair, similarity):
    m = measure.fit(column(a=4, b=3, c=2, d=1))
    assert m.value_similarities_["a"].loc[pair[0], pair[1]] == pytest.approx(similarity, abs=5e-7)
    if isinstance(measure, Lin1):
        logarithm = {"ab": -0.71335, "bc": -1.386294}[pair]
        assert m.explain("a", *pair).terms["2 ln sum of p"][0] == pytest.approx(logarithm, abs=5e-7)


@pytest.mark.parametrize(
    ("measure", "by_hand"),
    [
        (Lin1("sum"), lambda f, i, j: lin1(f, i, j, "sum")),
        (Variability("mutability"), lambda f, i, j: variability(f, i, j, "mutability")),
        *((Goodall(variant=v), lambda f, i, j, v=v: goodall_variant(f, i, j, v)) for v in (1, 2, 4)),
    ],
    ids=lambda given: "by hand" if isinstance(given, types.FunctionType) else str(given),
)
def test_variants_value_by_value(measure, by_hand):
    for table in (random_table(seed=1), column(p=3, q=3, r=1, s=1, t=2)):
        m = measure.fit(table)
        for f, similarities in zip(m.counts_.frequencies, m.value_similarities_.tables, strict=True):
            expected = [[by_hand(f.tolist(), i, j) for j in range(len(f))] for i in range(len(f))]
            np.testing.assert_allclose(similarities, expected, rtol=1e-12, atol=1e-12)


def test_goodalls_first_variant_is_at_most_the_third():
    table = random_table(seed=2)
    for first, third in zip(*(Goodall(variant=v).fit(table).value_similarities_.tables for v in (1, 3)), strict=True):
        assert (np.diag(first) <= np.diag(third) + 1e-12).all()


def test_equally_frequent_values_of_lin1():
    tied = column(a=2, b=2, c=1)
    both = 2 * math.log(0.4)
    found = [np.diag(Lin1(equal).fit(tied).value_similarities_["a"]) for equal in ("logarithms", "sum")]
    np.testing.assert_allclose([x[0] for x in found], [1, math.log(0.8) / both], atol=1e-12)


def test_values_that_occur_once_are_pointed_out_by_iof():
    with pytest.warns(UserWarning, match="occur once .* distance 0 .* column .'a'."):
        m = InverseOccurrenceFrequency().fit(column(a=4, b=3, c=1))
    assert not m.value_distances_["a"].loc["c"].any()


def test_burnabys_binary_columns_set_nothing_apart():
    assert Burnaby().fit(column(x=7, y=2)).value_distances_.tables[0].tolist() == [[0, 0], [0, 0]]


@every_measure
@pytest.mark.parametrize("seed", range(3))
def test_the_formula_value_by_value(cls, seed):
    m = cls().fit(random_table(seed=seed))
    for f, table in zip(m.counts_.frequencies, m.value_similarities_.tables, strict=True):
        f = f.tolist()
        expected = [[BY_HAND[cls](f, i, j) for j in range(len(f))] for i in range(len(f))]
        np.testing.assert_allclose(table, expected, rtol=1e-12, atol=1e-12)


def test_smirnov_distances_are_sums_of_odds_and_at_least_4():
    m = Smirnov().fit(random_table(200, (6, 4), seed=3))
    for f, table in zip(m.counts_.frequencies, m.value_distances_.tables, strict=True):
        odds = f / (f.sum() - f)
        half = 1 + (odds + 1 / odds) / 2
        off = ~np.eye(len(f), dtype=bool)
        np.testing.assert_allclose(table[off], (half[:, None] + half)[off], rtol=1e-12)
        assert table[off].min() >= 4


@pytest.mark.parametrize("cls", [Eskin, Goodall, Smirnov])
def test_distances_that_rows_keep_in_euclidean_space(cls):
    assert max(cls().fit(random_table(seed=4)).value_embedding_.negative_mass) < 1e-9


def test_rows_are_as_similar_as_their_columns_together():
    table = random_table(12, seed=5)
    m = Lin().fit(table)
    codes = table.missing_as_category().codes
    expected = sum(s[np.ix_(codes[:, r], codes[:, r])] for r, s in enumerate(m.value_similarities_.tables))
    np.testing.assert_allclose(m.value_similarities_.between(table), expected, atol=1e-12)


# edge rules


@every_measure
@pytest.mark.parametrize("times", [{"x": 1}, {"x": 7}])
def test_a_constant_column_has_one_finite_similarity(cls, times):
    m = cls().fit(column(**times))
    alone = {Goodall: 0, Smirnov: 2, Gambaryan: 0, Lin1: 0.5, Variability: 0}
    assert m.value_similarities_.tables[0].tolist() == [[alone.get(cls, 1)]]
    assert m.value_distances_.tables[0].tolist() == [[0]]
    assert m.explain("a", "x", "x").value == alone.get(cls, 1)


def test_the_two_values_of_a_binary_column_have_nothing_in_common_under_lin():
    for times in ({"x": 1, "y": 2}, {"x": 3, "y": 7}, {"x": 1, "y": 1}):
        assert Lin().fit(column(**times)).value_distances_.tables[0].tolist() == [[0, 1], [1, 0]]


@every_measure
def test_fractional_weights_give_finite_similarities_of_the_right_sign(cls):
    rng = np.random.default_rng(6)
    for total in (0.3, 1.0, 1.2, 50.0):
        weights = rng.dirichlet(np.ones(8)) * total
        frame = pd.DataFrame({"a": list("ppqqrsst"), "same": "x", "w": weights})
        m = cls().fit(CategoricalTable.from_pandas(frame, weights="w"))
        for table in m.value_similarities_.tables:
            assert np.isfinite(table).all() and (table >= 0).all()
            assert cls in (Smirnov, Lin1) or table.max() <= 1
        assert m.value_distances_.tables[1].tolist() == [[0]]


def test_goodalls_chance_of_values_that_weigh_less_than_a_row():
    frame = pd.DataFrame({"a": ["x", "y"], "w": [0.5, 2.5]})
    m = Goodall().fit(CategoricalTable.from_pandas(frame, weights="w"))
    n = 3 * 3 / 6.5  # the effective number of rows
    f = 2.5 * n / 3
    np.testing.assert_allclose(np.diag(m.value_similarities_.tables[0]), [1, 1 - f * (f - 1) / (n * (n - 1))])


@every_measure
def test_missing_is_one_more_value(cls):
    values = ["x", "x", "y", None, None, None]
    m = cls().fit(pd.DataFrame({"a": values}))
    named = cls().fit(pd.DataFrame({"a": [v or "z" for v in values]}))
    np.testing.assert_allclose(m.value_similarities_.tables[0], named.value_similarities_.tables[0], atol=1e-15)
    assert m.explain("a", "x", None).value == named.explain("a", "x", "z").value


@every_measure
def test_counts_without_the_missing_level_are_shares_of_what_is_left(cls):
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x", "x", "y", "z", "y", None, None]}))
    left = cls().fit(count(table).without_missing()).value_similarities_.tables[0]
    np.testing.assert_allclose(left, cls().fit(table.drop_missing()).value_similarities_.tables[0], atol=1e-15)


# explanations


@every_measure
def test_explanations_give_the_similarity_for_every_pair(cls):
    m = cls().fit(random_table(seed=7))
    book = m.counts_.codebook
    for r, attribute in enumerate(book.attributes):
        for i, j in itertools.product(range(book.n_values[r]), repeat=2):
            explanation = m.explain(attribute, book.labels[r][i], book.labels[r][j])
            assert explanation.quantity == "similarity" and explanation.power == 1 and explanation.details is None
            assert explanation.value == pytest.approx(m.value_similarities_.tables[r][i, j], abs=1e-9)
            assert explanation.distance == m.value_distances_.tables[r][i, j]
            if explanation.factors:
                product = explanation.terms[list(explanation.factors)].prod(axis=1)
                np.testing.assert_allclose(product, explanation.terms["contribution"], atol=1e-12)


def test_explanations_hold_the_counts_of_both_values():
    explanation = {cls: cls().fit(column(x=5, y=3, z=2)).explain("a", "x", "z").terms.iloc[0] for cls in FAMILY}
    for cls in FAMILY[:4]:
        assert explanation[cls]["term"] == "different values"
        assert explanation[cls][["n", "f_a", "f_b"]].tolist() == [10, 5, 2]
    assert explanation[Lin][["p_a", "p_b"]].tolist() == [0.5, 0.2]
    assert explanation[OccurrenceFrequency]["ln n/f_b"] == pytest.approx(math.log(5))
    assert explanation[Eskin]["v^2"] == 9
    assert explanation[Goodall]["chance of two a"] == pytest.approx(20 / 90)
    assert explanation[Smirnov][["term", "rows", "over"]].tolist() == ["other value y", 3, 7]


def test_smirnovs_match_has_three_parts():
    terms = Smirnov().fit(column(x=5, y=3, z=2)).explain("a", "y", "y").terms
    assert terms["term"].tolist() == ["a match", "rarity of y", "other value x", "other value z"]
    np.testing.assert_allclose(terms["contribution"], [2, 7 / 3, 1, 1 / 4])
    terms = Smirnov().fit(column(x=5, y=3)).explain("a", "x", "y").terms
    assert terms[["term", "contribution"]].values.tolist() == [["no other value", 0]]
