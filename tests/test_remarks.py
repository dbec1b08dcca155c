"""A fit's remarks reach whoever asked for the fit, and nothing that belongs to the process is touched."""

import ast
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from python_files import ROOT, at, files_in, nodes_of

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
    return pd.DataFrame({name: (np.arange(n) % 3).astype(str)})


@pytest.mark.parametrize("method", [catviz.AhmadDey, catviz.MTDLE, catviz.COS])
def test_without_a_listener_a_remark_is_a_warning_of_the_caller(method):
    with pytest.warns(UserWarning, match="'alone'") as caught:
        method().fit(single_column("alone"))
    assert {warning.filename for warning in caught} == {__file__}


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


def process_wide(node):
    """What a statement or call does to the whole process, as it is written; nothing for any other."""
    if isinstance(node, ast.Call):
        return [called for called in [ast.unparse(node.func)] if called in PROCESS_WIDE]
    targets = map(ast.unparse, node.targets) if isinstance(node, ast.Assign) else ()
    return [target for target in targets if target.startswith("os.environ")]


def test_nothing_process_wide_is_touched():
    starts_a_process_of_its_own = ROOT / "catviz" / "cli" / "app.py"
    wrong = [
        f"{at(path, node.lineno)}: {what}"
        for path in files_in("catviz")
        if path != starts_a_process_of_its_own
        for node in nodes_of(path)
        for what in process_wide(node)
    ]
    assert not wrong, "\n".join(wrong)
