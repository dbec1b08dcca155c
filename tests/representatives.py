"""A few cases of a test that run each time; `make test-all` runs the others too."""

import pytest

import catviz


def slow_but(kept, cases):
    """The cases of a test, all but those kept marked slow."""
    return [case if case in kept else pytest.param(case, marks=pytest.mark.slow) for case in cases]


#: The last method of each family that runs.
ONE_PER_FAMILY = tuple({m.family: m for m in catviz.methods() if m.cls is not None}.values())
