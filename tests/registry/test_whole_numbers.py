"""Counts of another type than int: 3.0 counts as 3 does, in all estimators and in functions; 2.5 is refused by name."""

import inspect
from decimal import Decimal
from functools import partial

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.independence import independence_test
from catviz.analysis.order_test import order_test
from catviz.analysis.stability import stability_test
from catviz.analysis.statistics import friedman_permutation_p, nemenyi_difference
from catviz.parameters import Number

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

ESTIMATORS = [m.cls for m in catviz.methods() if m.cls is not None]
ZOO = catviz.load_dataset("zoo")
SMALL = ZOO.select(ZOO.attributes[:4])[:40]
Y = np.array(["p", "q"] * 20)


def counts_of(cls):
    """The parameters of a class that are whole numbers, each with an allowed value."""
    default = {name: p.default for name, p in inspect.signature(cls).parameters.items()}
    for name, declared in cls.parameters.items():
        if isinstance(declared, Number) and declared.integer:
            value = default[name] if isinstance(default[name], int) else int(max(declared.low, 2))
            yield name, int(min(value, 2)) if declared.low <= 2 else value


def result_of(model):
    """What a fit found, as numbers."""
    if hasattr(model, "fit_transform"):
        return model.fit_transform(SMALL, Y)
    model.fit(SMALL, Y)
    return model.predict(SMALL) if hasattr(model, "predict") else model.geometry_.between(SMALL)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("cls", ESTIMATORS, ids=lambda cls: cls.__name__)
def test_whole_floats_count_as_whole_numbers_do(cls):
    small = {name: value for name, value in counts_of(cls) if name in ("n_clusters", "n_init", "max_iter")}
    seed = {"random_state": 1} if "random_state" in inspect.signature(cls).parameters else {}
    for name, value in counts_of(cls):
        expected = result_of(cls(**{**small, **seed, name: value}))
        for other in (float(value), np.float64(value), np.int8(value), Decimal(value)):
            seed = {name: float(given) for name, given in seed.items()}
            model = cls(**{**small, **seed, name: other})
            np.testing.assert_array_equal(result_of(model), expected, err_msg=f"{name}={other!r}")
            assert getattr(model, name) == value and isinstance(getattr(model, name), int | np.integer)
        for wrong in (value + 0.5, np.nan, -np.inf, "3", True, 2j, *([] if name == "cv" else [np.array([2.0, 3.0])])):
            with pytest.raises(ValueError, match=f"^{name}="):
                result_of(cls(**{**small, name: wrong}))


NUMBERS = pd.DataFrame({"n": np.arange(40) / 7, "a": ["x"] * 40})
ONE_HOT, AXES = catviz.OneHot().fit(ZOO), catviz.MCA(3).fit(ZOO)
MAP = catviz.row_map(ONE_HOT.geometry_, ZOO, "PCA")
PRESERVED = partial(catviz.neighbour_preservation, ONE_HOT.geometry_, ZOO, MAP)
TABLES = partial(catviz.CategoricalTable.from_pandas, NUMBERS)
#: What functions find, and a number to give them.
FUNCTIONS = {
    "outcome": (lambda n: catviz.outcome(ZOO, "milk", draws=n).columns["p"].tolist(), 200),
    "crosstab": (lambda n: catviz.crosstab(ZOO, "milk", "legs", draws=n).test.p, 200),
    "independence_test": (lambda n: independence_test([[3, 1, 2], [1, 4, 2]], n).p, 200),
    "friedman_permutation_p": (lambda n: friedman_permutation_p(np.eye(9), n), 200),
    "nemenyi_difference": (lambda n: nemenyi_difference(n, 5), 4),
    "rules": (lambda n: len(catviz.rules(ZOO, ZOO.target, max_rules=n).rules), 3),
    "embed": (lambda n: ONE_HOT.value_distances_.embed(n).coordinates[0].tolist(), 1),
    "joint_map": (lambda n: catviz.joint_map(ONE_HOT.geometry_, catviz.count(ZOO), n).coordinates.shape, 3),
    "row_map": (lambda n: catviz.row_map(ONE_HOT.geometry_, ZOO, "PCA", n_components=n).coordinates.shape, 3),
    "MCA.values": (lambda n: AXES.values(n_axes=n).shape, 3),
    "MCA.class_means": (lambda n: AXES.class_means(ZOO, axes=(1, n))["y"].tolist(), 3),
    "from_pandas": (lambda n: TABLES(numeric="bin", bins=n).categories, 4),
    "structure_test": (lambda n: catviz.structure_test(SMALL, k=n, n_shuffles=19).p_value, 2),
    "clusterability": (lambda n: catviz.clusterability(SMALL, n).p_value, 19),
    "stability_test": (lambda n: stability_test(SMALL, n_clusters=n, n_runs=3, n_shuffles=19).p_value, 2),
    "neighbour_preservation": (lambda n: PRESERVED(n).trustworthiness, 5),
}


@pytest.mark.parametrize(("function", "value"), FUNCTIONS.values(), ids=FUNCTIONS)
def test_whole_floats_count_in_functions(function, value):
    expected = function(value)
    for other in (float(value), np.float64(value)):
        np.testing.assert_equal(function(other), expected)
    with pytest.raises(ValueError, match=r"=.*: give a whole number"):
        function(value + 0.5)


def test_signatures_stay_as_they_are():
    assert list(inspect.signature(order_test).parameters)[:2] == list(order_test.__wrapped__.__code__.co_varnames)[:2]
