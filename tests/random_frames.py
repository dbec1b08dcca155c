"""Random frames of text columns a0, a1, ... with some cells missing; one seed, one frame."""

import numpy as np
import pandas as pd

LETTERS, DIGITS = "pqrstuvwxyzabcd", "0123456789"


def independent_frame(n, sizes, seed=0, missing=0.1, values=LETTERS):
    """Columns of some numbers of values that have nothing to do with one another."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({f"a{r}": rng.choice(list(values)[:v], n) for r, v in enumerate(sizes)}, dtype=object)
    return frame.mask(rng.random(frame.shape) < missing)


def dependent_frame(n=60, sizes=(3, 4, 2, 5), seed=0, missing=0.1):
    """Columns that depend on one another: in half of the rows each follows a hidden column."""
    return frame_and_hidden(n, sizes, seed, missing)[0]


def frame_and_hidden(n, sizes, seed=0, missing=0.1):
    """``(frame, hidden)``: a `dependent_frame`, and the column of numbers from 0 to 19 that its columns follow."""
    rng = np.random.default_rng(seed)
    hidden = rng.integers(0, 20, n)
    columns = {f"a{r}": np.where(rng.random(n) < 0.5, hidden % v, rng.integers(0, v, n)) for r, v in enumerate(sizes)}
    frame = pd.DataFrame(columns).apply(lambda c: c.map(lambda v: LETTERS[v])).astype(object)
    return frame.mask(rng.random(frame.shape) < missing), hidden
