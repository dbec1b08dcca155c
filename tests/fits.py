"""Fits of every method in the registry for tests: unfitted estimators, what a fit found, values by other names."""

import inspect
from itertools import product

import numpy as np
import pandas as pd

from catviz.table.categorical import CategoricalTable


def unfitted(cls, n_init=3):
    """The method with its defaults, but two clusters, few starts and a seed where it clusters."""
    given = {"n_clusters": 2, "random_state": 0, "n_init": n_init}
    return cls(**{k: v for k, v in given.items() if k in inspect.signature(cls).parameters})


def groups(X):
    """Two known groups: by the row's number, so that they stay with a row that moves."""
    rows = X.index.to_numpy() if isinstance(X, pd.DataFrame) else np.arange(len(X))
    return np.where(rows * 5 // 3 % 2, "yes", "no").astype(object)


def table_of(frame, **options):
    return CategoricalTable.from_pandas(frame, **options)


def numbers(fitted):
    """Every number of a fit that a user sees, by column and value."""
    found = {}
    for a in fitted.value_distances_.codebook.attributes:
        own = fitted.value_distances_[a]
        pairs = product([a], own.index.tolist(), own.columns.tolist())
        found |= zip(pairs, own.to_numpy().ravel().tolist(), strict=True)
    return found


def assert_same(a, b, rename=lambda attribute, value: value, scale=1.0):
    places = [(c, rename(c, x), rename(c, y)) for c, x, y in a]
    assert set(places) == set(b)
    wanted, found = scale * np.array(list(a.values())), [b[place] for place in places]
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-9 * max(*a.values(), 1), equal_nan=False)


def longer(attribute, value):
    """A new name that sorts where the old one did."""
    return value if value == "(missing)" else f"{attribute} {value}"


def backwards(attribute, value):
    """A new name that sorts the other way round."""
    return value if value == "(missing)" else chr(ord("z") - ord(value[0]) + ord("a"))


def renamed(frame, rename):
    return frame.apply(lambda c: c.map(lambda v: rename(c.name, v), na_action="ignore"))
