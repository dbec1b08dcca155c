"""Advice from tables like one's own, and what it would have cost on tables that are left out."""

import re

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.board.advice import LIKE, advise, full_factorial, regret_table, regrets, similar, traits
from studies.board.__main__ import main
from studies.board.advice_report import regrets_by_number, shared_tables

RNG = np.random.default_rng(0)
NAMES = [f"t{i}" for i in range(12)]
KNOWN = pd.DataFrame(
    {
        "rows": RNG.integers(20, 5000, 12),
        "columns": RNG.integers(3, 40, 12),
        "values": RNG.uniform(2, 9, 12),
        "dependence": RNG.uniform(0, 0.5, 12),
        "missing": np.zeros(12),
        "balance": RNG.uniform(0.2, 1, 12),
    },
    index=NAMES,
)
SCORES = pd.DataFrame(RNG.uniform(0, 1, (12, 3)), NAMES, ["Hamming", "ADM", "Lin"])


def nearest(name, others):
    """The most similar tables, by loops."""
    columns = [np.log(KNOWN[t]) for t in ("rows", "columns", "values")] + [KNOWN["dependence"]]
    far = {
        other: sum(((c[other] - c[name]) / np.std([c[o] for o in others])) ** 2 for c in columns) for other in others
    }
    return sorted(far, key=far.get)[:LIKE]


def best(names):
    places = SCORES.loc[names].rank(axis=1, ascending=False).mean()
    return places.idxmin()


def test_similar_tables_are_the_nearest_in_units_of_each_trait():
    others = NAMES[1:]
    assert similar(KNOWN.loc["t0"].to_dict(), KNOWN.loc[others]) == nearest("t0", others)
    assert similar(KNOWN.loc["t3"].to_dict(), KNOWN)[0] == "t3"


def test_classes_are_not_asked_for():
    own = KNOWN.loc["t0"].to_dict()
    assert similar(own, KNOWN) == similar(own | {"balance": np.nan}, KNOWN)


def test_advice_is_the_best_mean_rank_on_similar_tables():
    found = advise(KNOWN.loc["t5"].to_dict(), KNOWN, SCORES)
    assert found.like == tuple(nearest("t5", NAMES)) and found.method == best(nearest("t5", NAMES))


def test_regret_is_of_advice_that_did_not_see_the_table_or_its_versions():
    found = regrets(KNOWN, SCORES, ["ADM"], [["t0", "t1"], ["t5", "t7", "t9"]])
    assert list(found.index) == [name for name in NAMES if name not in ("t1", "t7", "t9")]
    left = {"t0": {"t0", "t1"}, "t4": {"t4"}, "t5": {"t5", "t7", "t9"}}
    for name, out in left.items():
        others = [other for other in NAMES if other not in out]
        top = SCORES.loc[name].max()
        assert found.loc[name, "advice"] == top - SCORES.loc[name, best(nearest(name, others))]
        assert found.loc[name, "best on the other tables"] == top - SCORES.loc[name, best(others)]
        assert found.loc[name, "ADM"] == top - SCORES.loc[name, "ADM"]


def test_similar_tables_that_two_advices_share():
    found = shared_tables(KNOWN)
    assert len(found) == 12 * 11 / 2
    for one, other in (("t0", "t1"), ("t3", "t9")):
        sets = [set(nearest(name, [n for n in NAMES if n != name])) for name in (one, other)]
        assert found[one, other] == len(sets[0] & sets[1])


def test_regret_of_other_numbers_of_similar_tables():
    families = [["t0", "t1"]]
    found = regrets_by_number(KNOWN, SCORES, [1, LIKE], families)
    assert found[LIKE].tolist() == regrets(KNOWN, SCORES, [], families)["advice"].tolist()
    others = [name for name in NAMES if name not in ("t1", "t4")]
    closest = nearest("t4", others)[0]
    assert found.loc["t4", 1] == SCORES.loc["t4"].max() - SCORES.loc["t4", SCORES.loc[closest].idxmax()]


def test_regrets_in_short():
    found = pd.DataFrame({"advice": [0.0, 0.1, 0.2, 0.0], "ADM": [0.1, 0.2, 0.3, 0.0]})
    short = regret_table(found)
    assert short.loc["ADM", ["smaller", "larger"]].tolist() == [3, 0]
    assert short.loc["ADM", "p"] == pytest.approx(2 / 2**3) and np.isnan(short.loc["advice", "p"])
    assert short.loc["advice", "mean"] == pytest.approx(0.075) and short.loc["ADM", "largest"] == 0.3


def test_traits_of_a_table():
    voting = traits(catviz.load_dataset("voting"))
    assert voting["rows"] == 435 and voting["columns"] == 16 and voting["values"] == 2
    assert voting["missing"] == pytest.approx(392 / (435 * 16))
    shares = np.array([267, 168]) / 435
    assert voting["balance"] == pytest.approx(-(shares * np.log2(shares)).sum())


def test_advice_says_what_it_rests_on_and_whether_it_is_worth_it(capsys):
    main(["--advise", "monks1"])
    text = capsys.readouterr().out
    worth, similar, rests_on = text.strip().split("\n\n")
    like = similar.partition("The tables are: ")[2].partition(". ")[0].split(", ")
    assert len(set(like)) == LIKE and not {"monks1", "monks2", "monks3"} & set(like)
    assert re.search(rf"On the {LIKE} .* best mean rank \(\d", similar) and "chance" in similar
    assert "cannot tell" in worth and "taking ADM: 0." in worth and "left out" in rests_on


def test_traits_of_rows_with_weights_are_those_of_the_rows_repeated():
    table = catviz.load_dataset("balloons")
    weights = np.array([50, 1, 1, 50] + [1] * (len(table) - 4))
    weighted = catviz.CategoricalTable(table.codes, table.codebook, target=table.target, weights=weights)
    repeated = table[np.repeat(np.arange(len(table)), weights)]
    assert traits(weighted) == pytest.approx(traits(repeated)) and traits(weighted)["rows"] == weights.sum()
    car = catviz.load_dataset("car")
    counted = catviz.CategoricalTable(car.codes, car.codebook, weights=np.full(len(car), 2))
    assert full_factorial(car) and not full_factorial(counted)


def test_values_that_no_row_has_are_no_trait():
    zoo = catviz.load_dataset("zoo")
    mammals = zoo[zoo.target == "mammal"]
    assert traits(mammals)["values"] == pytest.approx(mammals.observed().codebook.n_values.mean())
