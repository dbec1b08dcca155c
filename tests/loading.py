"""What a new process has imported after it ran some code."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def loaded_by(code, packages):
    """The modules of some packages that a new process holds after it ran code."""
    program = f"import sys\n{code}\nprint(*(m for m in sys.modules if m.split('.')[0] in {packages!r}))"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "ignore", "-c", program]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())
