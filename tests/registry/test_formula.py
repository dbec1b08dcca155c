"""A formula filled in with the numbers of a pair: each term has its name, and the last number is the page's."""

import inspect

import pandas as pd
import pytest

import catviz
from catviz.geometry.explanation import Explanation
from catviz.registry import methods
from catviz.ui.text import latex, latex_number
from catviz.ui.widgets import formula

WITH_VALUES = [m for m in methods() if m.has_values]

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def explained(cls, table, attribute, a, b):
    given = {"n_clusters": 2, "random_state": 0, "n_init": 1}
    fit = cls(**{k: v for k, v in given.items() if k in inspect.signature(cls).parameters})
    return fit.fit(table, table.target if cls.uses_target else None).explain(attribute, a, b)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("m", WITH_VALUES, ids=lambda m: m.name)
def test_the_worked_formula_names_its_terms_and_ends_with_the_number_shown(m):
    explanation = explained(m.cls, catviz.load_dataset("zoo"), "legs", "2", "4")
    text = formula.filled(explanation, "2", "4")
    result = explanation.distance if explanation.quantity == "similarity" else explanation.value
    assert text.removesuffix(r" \end{aligned}").endswith(f"= {latex_number(result)}")
    assert f"= {latex_number(explanation.value)}" in text
    assert text.count("{") == text.count("}") and text.startswith(r"\begin{aligned}")
    ranked = explanation.terms.sort_values("contribution", ascending=False, kind="stable")
    numbers_alone = len(ranked) == 1 and latex(explanation.title(ranked["term"].iloc[0]), formula._NAME) not in text
    assert not numbers_alone or f"&= {latex_number(explanation.value)}" in text
    for name in [] if numbers_alone else ranked["term"].head(formula.MOST):
        assert f"&& {latex(explanation.title(name), formula._NAME)}" in text
    more = len(ranked) - formula.MOST
    assert (f"{more} more term" in text) == (more > 0)
    assert len(text.split(r" \\ ")) <= formula.MOST + 5


def test_terms_that_are_no_products_show_their_parts():
    zoo = catviz.load_dataset("zoo")
    row = explained(catviz.LeHo, zoo, "legs", "2", "4").terms.nlargest(1, "contribution").iloc[0]
    text = formula.filled(explained(catviz.LeHo, zoo, "legs", "2", "4"), "2", "4")
    assert f"({latex_number(row['KL(a, b)'])} + {latex_number(row['KL(b, a)'])})" in text
    row = explained(catviz.OccurrenceFrequency, zoo, "legs", "2", "4").terms.iloc[0]
    parts = latex_number(row["ln n/f_a"]), latex_number(row["ln n/f_b"])
    text = formula.filled(explained(catviz.OccurrenceFrequency, zoo, "legs", "2", "4"), "2", "4")
    assert rf"\frac{{1}}{{1 + {parts[0]} \cdot {parts[1]}}}" in text
    text = formula.filled(explained(catviz.OccurrenceFrequency, zoo, "legs", "4", "4"), "4", "4")
    assert r"\frac" not in text and "= 1 " in text


def test_a_root_is_taken_after_the_sum():
    terms = pd.DataFrame({"term": ["axis 1", "axis 2"], "contribution": [9.0, 16.0]})
    text = formula.filled(Explanation(terms, 2.0, 5.0), "u", "v")
    assert r"^{2} \\ &= 16" in text and r"&d = \sqrt{25} = 5" in text
