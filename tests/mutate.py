"""Mutation testing: one operator, number or comparison of a module is changed at a time, and its tests must notice.

    python tests/mutate.py [MODULE ...] [--jobs N] [--every N]

The file of the module stays as it is: each change is tried in a process of its own, which loads the changed module in
its place. Prints the changes that no test noticed, and the share that was noticed. Needs a system that can fork.
"""

import argparse
import ast
import copy
import importlib.abc
import importlib.util
import itertools
import os
import pickle
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: The modules, and the tests of each.
TESTS = {
    "catviz.table.kernels": ("table/test_kernels.py", "table/test_counts.py"),
    "catviz.table.counts": ("table/test_counts.py",),
    "catviz.analysis.metrics": ("analysis/test_metrics.py",),
    "catviz.analysis.statistics": ("analysis/test_statistics.py",),
}
#: The share of changes that tests must notice.
AT_LEAST = 0.85
#: Tests that take so many times as long, and so many seconds more, noticed the change.
SLOWER, MORE_SECONDS = 5, 20
NOTICED_NOT, BROKEN = 0, 77

#: Lines that say which of several ways is taken, all to the same counts: tests cannot notice a change of them.
SPEED = {
    "catviz.table.kernels": (
        "SUPER_COLUMN = ",
        "BLOCK = ",
        "TOGETHER = ",
        "_PER_CELL = ",
        "pairs = len(groups)",
        "dense = len(codes)",
        "if sum(cells) > TOGETHER",
        "products = sizes[i]",
        "return int(products",
        "step = max(1",
        "return product.astype",
        "pairs = {i: [j",
        "if spread is None or size * width",
    )
}

PAIRS = (
    (ast.Add, ast.Sub),
    (ast.Mult, ast.Div),
    (ast.BitAnd, ast.BitOr),
    (ast.LShift, ast.RShift),
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.Is, ast.IsNot),
    (ast.In, ast.NotIn),
    (ast.And, ast.Or),
)
OTHER = {a: b for pair in PAIRS for a, b in (pair, pair[::-1])} | dict.fromkeys(
    (ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult), ast.Mult
)


# changes


def places(node):
    """The nodes that may be changed, in order: messages, types and the arguments of decorators are left out."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list") or isinstance(node, ast.Raise | ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child
                yield from places(child)


def variants(node):
    """Functions that change a node, each with what it changes, in words."""
    if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in OTHER:
        yield _named(node.op), lambda new: setattr(new, "op", OTHER[type(new.op)]())
    elif isinstance(node, ast.Compare):
        for i, sign in enumerate(node.ops):
            if type(sign) in OTHER:
                yield _named(sign), lambda new, i=i: new.ops.__setitem__(i, OTHER[type(new.ops[i])]())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "- to +", lambda new: setattr(new, "op", ast.UAdd())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
        yield "negated", lambda new: setattr(new, "operand", ast.UnaryOp(new.op, new.operand))
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield f"{node.value} to {not node.value}", lambda new: setattr(new, "value", not new.value)
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield f"{node.value} to {node.value + 1}", lambda new: setattr(new, "value", new.value + 1)
    elif isinstance(node, ast.If | ast.IfExp):
        yield "if to if not", lambda new: setattr(new, "test", ast.UnaryOp(ast.Not(), new.test))


def _named(sign):
    return f"{type(sign).__name__} to {OTHER[type(sign)].__name__}"


def mutants(source, speed=()):
    """``(line, words, changed program)`` of every change, but in lines that begin with a text of ``speed``."""
    tree, lines = ast.parse(source), source.splitlines()
    for i, node in enumerate(places(tree)):
        if lines[getattr(node, "lineno", 1) - 1].strip().startswith(speed):
            continue
        for j, (words, _) in enumerate(variants(node)):
            changed = copy.deepcopy(tree)
            new = next(n for k, n in enumerate(places(changed)) if k == i)
            list(variants(new))[j][1](new)
            yield node.lineno, words, ast.fix_missing_locations(changed)


# trials


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module as a changed program."""

    def __init__(self, module, path, program):
        self.module, self.path, self.program = module, path, program

    def find_spec(self, fullname, path=None, target=None):
        return importlib.util.spec_from_loader(fullname, self) if fullname == self.module else None

    def exec_module(self, module):
        module.__file__ = str(self.path)
        exec(compile(self.program, str(self.path), "exec"), module.__dict__)


def trial(module, path, program, seconds=0):
    """Process number of a trial: it ends with 0 where all tests pass."""
    child = os.fork()
    if child:
        return child
    code = BROKEN
    try:
        signal.alarm(int(seconds))
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        sys.meta_path.insert(0, Changed(module, path, program))
        code = tested(module)
    finally:
        os._exit(code)


def tested(module):
    """The code with which the module's tests end."""
    import pytest

    files = [str(ROOT / "tests" / name) for name in TESTS[module]]
    early = "ignore::pytest.PytestAssertRewriteWarning"  # of what is imported before pytest starts
    return int(pytest.main(["-x", "-q", "--no-header", "-W", early, *files]))


def load_others(module):
    """Import what the module's tests import, but for catviz and the tests: trials then begin with it."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        code = tested(module)
        own = ("catviz", "tests", "test_", "conftest")
        names = [name for name, found in sys.modules.items() if getattr(found, "__spec__", None) is not None]
        with os.fdopen(write, "wb") as out:
            pickle.dump([name for name in names if not name.startswith(own)], out)
        os._exit(code)
    os.close(write)
    with os.fdopen(read, "rb") as found:
        names = pickle.load(found)
    _, status = os.waitpid(child, 0)
    if status:
        sys.exit(f"the tests of {module} fail as it is: mend them first")
    for name in names:
        with suppress(Exception):
            importlib.import_module(name)


def survivors(module, jobs, every):
    """(changes, those that no test noticed as (line, words))."""
    path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    source = path.read_text(encoding="utf-8")
    load_others(module)
    start = time.monotonic()
    _, status = os.waitpid(trial(module, path, ast.parse(source)), 0)
    if status:
        sys.exit(f"the tests of {module} fail where it is loaded from its own text")
    longest = SLOWER * (time.monotonic() - start) + MORE_SECONDS
    running, survived, total = {}, [], 0

    def ended():
        child, status = os.wait()
        if status == NOTICED_NOT:
            survived.append(running[child])
        del running[child]

    for line, words, program in itertools.islice(mutants(source, SPEED.get(module, ())), 0, None, every):
        while len(running) >= jobs:
            ended()
        running[trial(module, path, program, longest)] = (line, words)
        total += 1
    while running:
        ended()
    lines = source.splitlines()
    return total, [(line, words, lines[line - 1].strip()) for line, words in sorted(survived)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"some of {', '.join(TESTS)}; all by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try one of N changes only")
    given = parser.parse_args()
    os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    enough = True
    for module in given.modules or TESTS:
        total, survived = survivors(module, given.jobs, given.every)
        share = 1 - len(survived) / total
        enough &= share >= AT_LEAST
        print(f"{module}: {total - len(survived)} of {total} changes noticed ({share:.1%})", flush=True)
        for line, words, text in survived:
            print(f"  line {line}, {words}: {text}")
    sys.exit(not enough)


if __name__ == "__main__":
    main()
