"""Every number has its reasons: an explanation adds up to it, for every method on every bundled data set."""

import inspect

import numpy as np
import pytest

import catviz

BUNDLED = [name for name in catviz.list_datasets() if catviz.dataset_info(name).bundled]
METHODS = [m.cls for m in catviz.methods() if m.has_values]
#: Of a data set of more rows, every second one is asked about, or fewer: what is asked does not depend on how many.
ROWS = 4000
#: At most so many columns of a data set are asked about, evenly spread.
COLUMNS = 3

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def fitted(cls, table, counts):
    given = {"n_clusters": 2, "random_state": 0, "n_init": 1}
    method = cls(**{k: v for k, v in given.items() if k in inspect.signature(cls).parameters})
    return method.fit(counts if cls.needs == "counts" else table, table.target if cls.uses_target else None)


def pairs(fit, attribute):
    """Most and second most frequent, most frequent and rarest, a value and itself."""
    book = fit.geometry_.codebook
    r = book.position(attribute)
    falling = np.argsort(-fit.geometry_.frequencies[r], kind="stable")
    labels = [book.labels[r][i] for i in falling]
    return {(labels[0], labels[min(1, len(labels) - 1)]), (labels[0], labels[-1]), (labels[0], labels[0])}


QUICK = ("zoo", "toy_movie", "toy_cos", "balloons", "lymphography", "breast_cancer_ljubljana")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) if n not in QUICK else n for n in BUNDLED])
def test_the_terms_of_every_explanation_add_up_to_the_number_explained(name):
    table = catviz.load_dataset(name)
    table = table[:: len(table) // ROWS + 1].observed()
    counts = catviz.count(table, by=table.target)
    asked = np.unique(np.linspace(0, table.n_attributes - 1, COLUMNS).astype(int))
    for cls in METHODS:
        fit = fitted(cls, table, counts)
        for attribute in (table.attributes[r] for r in asked):
            for a, b in pairs(fit, attribute):
                explanation = fit.explain(attribute, a, b)
                total = explanation.terms["contribution"].sum() ** (1 / explanation.power)
                distance = fit.value_distances_[attribute].loc[a, b]
                wanted = (
                    fit.value_similarities_[attribute].loc[a, b] if explanation.quantity == "similarity" else distance
                )
                assert total == pytest.approx(wanted, rel=1e-9, abs=1e-9), (cls.__name__, attribute, a, b)
                assert explanation.distance == pytest.approx(distance, rel=1e-9, abs=1e-9)
                if explanation.factors:
                    products = explanation.terms[list(explanation.factors)].prod(axis=1)
                    np.testing.assert_allclose(products, explanation.terms["contribution"], rtol=1e-9, atol=1e-12)
