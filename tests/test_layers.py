"""Imports run one way: file, table, counts, geometry, objects, plots, pages."""

import ast
import os
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import catviz

ROOT = Path(__file__).resolve().parents[1]
LAYERS = (
    ("glossary", "naming", "parameters", "progress", "remarks", "saving", "threads", "wording"),
    ("table",),
    ("reading",),
    ("geometry",),
    ("base",),
    ("cross_fitting",),
    ("distances", "embeddings"),
    ("clustering",),
    ("classification", "orders"),
    ("registry",),
    ("analysis",),
    ("papers",),
    ("calibration",),
    ("plots",),
    ("export",),
    ("cli",),
    ("ui",),
    ("__main__",),
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
PAGES_OF_UI = ("start", "columns", "values", "orders", "inside", "rows", "clusters", "classify", "compare", "lessons")
UI_LAYERS = (("labels",), ("navigation", "text"), ("state",), ("widgets",), PAGES_OF_UI, ("frame",))
UI_RANK = {name: rank for rank, layer in enumerate(UI_LAYERS) for name in layer}
FILES = ("reading",)
"""What only knows how data come in; nothing that learns may depend on it."""

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "catviz").rglob("*.py"))
}
PAGES = sorted((ROOT / "pages").glob("*.py"))


def imported(path):
    """Dotted names of everything a file imports, at whatever depth."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def packages(path):
    return {name.split(".")[0] for name in imported(path)}


def modules(path):
    """The catviz modules a file imports, however it spells them."""
    found = set()
    for name in imported(path):
        while name and name not in MODULES:
            name = name.rpartition(".")[0]
        found |= {name} if name else set()
    return found


def part(module):
    return module.split(".")[1]


LIBRARY = [m for m in MODULES if m != "catviz"]


def test_every_module_has_its_place():
    assert {part(m) for m in LIBRARY} == set(RANK)


@pytest.mark.parametrize("module", LIBRARY)
def test_a_module_imports_from_below_only(module):
    for other in modules(MODULES[module]):
        assert other != "catviz", f"{module} imports the package that imports it"
        same = part(other) == part(module)
        assert same or RANK[part(other)] < RANK[part(module)], f"{module} imports {other}"


@pytest.mark.parametrize("module", [m for m in LIBRARY if m.count(".") > 1 and part(m) == "ui"])
def test_pages_stand_between_widgets_and_frame(module):
    own = UI_RANK[module.split(".")[2]]
    for other in modules(MODULES[module]):
        if part(other) == "ui" and other.count(".") > 1:
            assert UI_RANK[other.split(".")[2]] <= own, f"{module} imports {other}"


def test_no_module_imports_itself_by_way_of_others():
    TopologicalSorter({m: modules(MODULES[m]) - {m} for m in LIBRARY}).prepare()


LEARNING = (
    "table",
    "geometry",
    "distances",
    "embeddings",
    "clustering",
    "classification",
    "orders",
    "registry",
    "plots",
)


@pytest.mark.parametrize("module", [m for m in LIBRARY if part(m) in LEARNING])
def test_what_learns_knows_nothing_of_files(module):
    assert not {part(m) for m in modules(MODULES[module])} & set(FILES)


@pytest.mark.parametrize("module", MODULES)
def test_streamlit_and_plotly_stay_at_the_top(module):
    top = module.startswith("catviz.ui")
    assert "streamlit" not in packages(MODULES[module]) or top
    assert "plotly" not in packages(MODULES[module]) or top or module.startswith("catviz.plots")


def test_plots_do_not_learn():
    for module in LIBRARY:
        if part(module) == "plots":
            assert not {part(m) for m in modules(MODULES[module])} & {
                "distances",
                "embeddings",
                "clustering",
                "registry",
            }


def test_metrics_need_numpy_and_scipy_only():
    outside = {p for p in packages(MODULES["catviz.analysis.metrics"]) if p not in sys.stdlib_module_names}
    assert outside == {"numpy", "scipy", "catviz"}


@pytest.mark.parametrize("path", [*PAGES, ROOT / "app.py"], ids=lambda p: p.name)
def test_pages_do_not_compute(path):
    assert not packages(path) & {"numpy", "scipy", "sklearn"}


def test_there_are_pages():
    assert {"start.py", "values.py", "orders.py", "inside.py", "rows.py", "compare.py"} <= {p.name for p in PAGES}


@pytest.mark.parametrize("path", [p for p in PAGES if p.stem not in ("orders", "inside")], ids=lambda p: p.name)
def test_no_page_but_orders_and_inside_knows_a_method(path):
    names = [name for m in catviz.methods() for name in (m.name, *m.aliases)]
    found = re.findall(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])", path.read_text(encoding="utf-8"))
    assert not found


def test_the_library_works_without_what_only_pages_need():
    program = (
        "import sys\n"
        "sys.modules['streamlit'] = sys.modules['plotly'] = sys.modules['openTSNE'] = None\n"
        "import catviz, catviz.analysis.comparison\n"
        "table = catviz.load_dataset('toy_movie')\n"
        "for m in catviz.methods():\n"
        "    if m.cls is not None:\n"
        "        few = {'n_clusters': 2} if 'n_clusters' in m.cls.parameters else {}\n"
        "        m.cls(**few).fit(table, list('uvuvuv') if m.cls.uses_target else None)\n"
        "print(len(table))"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "ignore", "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "6", done.stderr
