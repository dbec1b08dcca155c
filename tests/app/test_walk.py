"""A short random walk; `make walk` takes a long one."""

import pytest
from walk import Walker

STEPS = 80


@pytest.mark.tour
def test_a_random_walk_meets_no_exception_and_no_error_on_the_console(explorer):
    walker = Walker(explorer, seed=7, runs=False)
    assert list(walker.walk(STEPS))[-1] == STEPS
    found = walker.found
    assert not found.problems, "\n".join(found.problems)
    assert len(found.used) >= 8 and found.missed.total() < STEPS / 4, (found.used, found.missed)
