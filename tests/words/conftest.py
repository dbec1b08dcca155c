"""Tables that answers are recounted in."""

import numpy as np
import pandas as pd
import pytest

import catviz


@pytest.fixture(scope="module")
def zoo():
    table = catviz.load_dataset("zoo")
    return table, table.to_pandas().astype(str), np.asarray(table.target, dtype=str)


@pytest.fixture(scope="module")
def noise():
    rng = np.random.default_rng(5)
    return pd.DataFrame({name: rng.choice(["u", "v", "w"], 90) for name in ("one", "two", "three")})
