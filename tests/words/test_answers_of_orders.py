"""What the Orders page answers, against taus and p values worked out here."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import kendalltau

import catviz
from catviz.analysis.order_null import order_null
from catviz.words.orders import learned_orders, steps_of_fit


def numbers(sentence):
    return [float(text) for text in re.findall(r"\d+(?:\.\d+)?", sentence)]


@pytest.fixture(scope="module")
def tumours():
    """The table, its method's test, and what the test allows to say."""
    table = catviz.load_dataset("breast_cancer_ljubljana")
    found = order_null(table, catviz.AhmadDey(), 100)
    return table, found, found.verdict()


def test_the_answer_holds_the_mean_tau_what_chance_gives_and_p(tumours):
    table, found, verdict = tumours
    order = catviz.AhmadDey().fit(table).geometry_.order()
    taus = []
    for column in found.sizes.index:
        declared = [v for v in table.categories[table.codebook.position(column)] if v != "(missing)"]
        learned = [v for v in order.labels(column) if v in declared]
        taus.append(abs(kendalltau(range(len(learned)), [declared.index(v) for v in learned])[0]))
    said = learned_orders(7, taus, verdict)
    reached = (found.null.mean(axis=1) >= np.mean(taus) - 1e-9).sum()
    assert (1 + reached) / 101 > (1 + (found.drawn.mean(axis=1) >= np.mean(taus) - 1e-9).sum()) / 10_000
    expected = [
        4,
        np.mean(taus),
        found.null.mean(axis=1).mean(),
        found.drawn.mean(axis=1).mean(),
        (1 + reached) / 101,
        5,
    ]
    assert numbers(said) == pytest.approx(expected, abs=0.005)
    assert "agree with" in said and "No single column" in said


def test_no_more_is_said_than_the_test_allows(tumours):
    verdict = tumours[-1]
    said = learned_orders(7, [0.5] * 4, replace(verdict, agree=False, p=0.2))
    assert "not shown" in said and 0.2 in numbers(said) and "single" not in said
    assert numbers(learned_orders(7, [0.5] * 4, replace(verdict, permutations=40)))[:2] == [40, 100]
    few = learned_orders(7, [0.5] * 4, replace(verdict, enough_values=False))
    assert few.startswith("No claim") and "better" not in few
    alone = learned_orders(7, [0.5] * 4, replace(verdict, better=["age", "size", "grade"]))
    assert "age, size and 1 more" in alone
    assert "no claim" in learned_orders(7, [0.5] * 4, replace(verdict, needed=1000))


def test_without_a_test_there_is_no_claim():
    assert numbers(learned_orders(5, [0.2, 0.6, 1.0], None)) == [3, 0.6]
    assert "not compared" in learned_orders(5, [0.2], None)
    assert numbers(learned_orders(5, [], None)) == [5]


def test_steps_of_a_fit_are_counted():
    ocl = catviz.OCL(2, random_state=0).fit(catviz.load_dataset("zoo"))
    said = steps_of_fit(ocl.history_)
    assert numbers(said)[:3] == pytest.approx([len(ocl.history_), ocl.history_[0], ocl.history_[-1]], rel=0.005)
