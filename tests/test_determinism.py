"""Same table, same seed, same bytes: in any process, whatever its hash seed and its number of threads."""

import json
import os
import subprocess
import sys

import pytest
from everything import ROOT

import catviz

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "ARROW_NUM_THREADS")


def started(hash_seed, threads, names):
    environment = os.environ | {"PYTHONHASHSEED": hash_seed} | dict.fromkeys(THREADS, threads)
    command = [sys.executable, str(ROOT / "tests" / "everything.py"), *names]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


FEW = ("AhmadDey", "TAVE", "OCL", "KModes")


@pytest.mark.more
@pytest.mark.parametrize("names", [FEW, pytest.param((), marks=pytest.mark.slow)], ids=["a few", "all"])
def test_methods_and_exports_give_the_same_bytes_in_every_process(names):
    processes = [started("0", "1", names), started("4242", "2", names)]
    one, other = (json.loads(process.communicate()[0]) for process in processes)
    assert [what for what in one if one[what] != other.get(what)] == [] and list(one) == list(other)
    run = [m for m in catviz.methods() if m.cls is not None and (not names or m.name in names)]
    assert len(run) == len(names or run) and {f"{m.name}: rows" for m in run} <= set(one)
    assert {f"{m.name}: {what}" for m in run if m.has_values for what in ("figures", "pages")} <= set(one)
