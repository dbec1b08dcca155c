"""Same table, same seed, same bytes: in any process, whatever its hash seed and its number of threads."""

import json
import os
import subprocess
import sys

from everything import ROOT

import catviz

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "ARROW_NUM_THREADS")


def started(hash_seed, threads):
    environment = os.environ | {"PYTHONHASHSEED": hash_seed} | dict.fromkeys(THREADS, threads)
    command = [sys.executable, str(ROOT / "tests" / "everything.py")]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def test_every_method_and_export_gives_the_same_bytes_in_every_process():
    processes = [started("0", "1"), started("4242", "2")]
    one, other = (json.loads(process.communicate()[0]) for process in processes)
    assert [what for what in one if one[what] != other.get(what)] == [] and list(one) == list(other)
    assert {f"{m.name}: rows" for m in catviz.methods() if m.cls is not None} <= set(one)
    assert {f"{m.name}: {what}" for m in catviz.methods() if m.has_values for what in ("figures", "pages")} <= set(one)
