"""A fit's remarks reach whoever asked for the fit, and nothing that belongs to the process is touched."""

import ast
import os
import subprocess
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from test_layers import MODULES, ROOT

import catviz
from catviz.remarks import collected_remarks, remark

PROCESS_WIDE = {
    "warnings.catch_warnings",
    "warnings.simplefilter",
    "warnings.filterwarnings",
    "np.random.seed",
    "random.seed",
    "os.chdir",
    "os.putenv",
    "locale.setlocale",
    "np.seterr",
    "np.set_printoptions",
    "pd.set_option",
}


def single_column(name, n=30):
    return pd.DataFrame({name: np.arange(n) % 3})


def test_without_a_listener_a_remark_is_a_warning_of_the_caller():
    with pytest.warns(UserWarning, match="single column 'alone'") as caught:
        catviz.AhmadDey().fit(single_column("alone"))
    assert caught[0].filename == __file__


def test_contexts_nest_and_the_inner_one_listens():
    with collected_remarks() as outer:
        with collected_remarks() as inner:
            remark("first")
            remark("first")
        remark("second")
    assert (inner, outer) == (["first"], ["second"])


def test_threads_hear_their_own_remarks_only():
    """Both threads are inside their contexts while either fits, which a process-wide filter would mix up."""
    together = threading.Barrier(2, timeout=30)

    def fit(name):
        with collected_remarks() as remarks:
            together.wait()
            for _ in range(20):
                catviz.AhmadDey().fit(single_column(name))
            together.wait()
        return remarks

    with ThreadPoolExecutor(2) as pool:
        mine, other = pool.map(fit, ["mine", "secret"])
    assert len(mine) == len(other) == 1
    assert "'mine'" in mine[0] and "'secret'" in other[0]


def test_a_fit_leaves_the_filters_of_the_process_alone():
    before = list(warnings.filters)
    with collected_remarks():
        catviz.AhmadDey().fit(single_column("alone"))
        assert warnings.filters == before


OVERLAPPING = """
import threading
from concurrent.futures import ThreadPoolExecutor

import catviz
from catviz.threads import one_thread
from threadpoolctl import threadpool_info

steps = [threading.Event() for _ in range(3)]


def threads():
    return {(library["user_api"], library["filepath"]): library["num_threads"] for library in threadpool_info()}


def first():
    before = threads()
    with one_thread():
        steps[0].set()
        assert steps[1].wait(30)
    steps[2].set()
    return before, {k: n for k, n in threads().items() if k[0] == "openmp"}


def second():
    before = threads()
    assert steps[0].wait(30)
    with one_thread():
        steps[1].set()
        assert steps[2].wait(30)
        within = threads()
    return before, within, threads()


with ThreadPoolExecutor(2) as pool:
    one, other = pool.submit(first), pool.submit(second)
    (before_one, after_one), (before_other, within, after_other) = one.result(), other.result()
assert set(within.values()) == {1}, within
assert after_one and after_one.items() <= before_one.items(), after_one
assert after_other == before_other, after_other
"""


def test_overlapping_thread_limits_give_the_number_of_threads_back():
    """The second stays limited when the first leaves, and takes no limit of the first for what was there before.

    In a process of its own: once the main thread has set a number for OpenBLAS, other threads cannot change it.
    """
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2"}
    done = subprocess.run([sys.executable, "-c", OVERLAPPING], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("module", [m for m in MODULES if m != "catviz.app_command"])  # it starts a process of its own
def test_nothing_process_wide_is_touched(module):
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    used = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert not used & PROCESS_WIDE
    assigned = [t for node in ast.walk(tree) if isinstance(node, ast.Assign) for t in node.targets]
    assert not [t for t in assigned if ast.unparse(t).startswith("os.environ")]
