"""Imports run one way: file, table, counts, geometry, objects, plots, pages."""

import ast
import os
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter

from python_files import ROOT, at, files_in, nodes_of, text_of

import catviz

LAYERS = (
    ("glossary", "method_rows", "parameters", "progress", "remarks", "saving", "wording"),
    ("table",),
    ("reading",),
    ("geometry",),
    ("base",),
    ("cross_fitting", "registry"),
    ("distances", "embeddings"),
    ("clustering",),
    ("classification", "orders"),
    ("analysis",),
    ("words",),
    ("published",),
    ("plots",),
    ("export",),
    ("cli",),
    ("ui",),
    ("__main__",),
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
PAGES_OF_UI = ("start", "lessons", "overview", "columns", "values", "map", "clusters", "predict", "methods")
#: Parts of a page in rooms of their own.
TABS_OF_UI = {"orders": "values", "inside": "values"}
UI_LAYERS = (("labels",), ("navigation", "text"), ("state",), ("widgets",), (*PAGES_OF_UI, *TABS_OF_UI), ("frame",))
UI_RANK = {name: rank for rank, layer in enumerate(UI_LAYERS) for name in layer}
LEARNING = (
    *("table", "geometry", "distances", "embeddings", "clustering", "classification", "orders", "registry", "plots"),
)
#: Parts, what they may not import though it is below them, and why.
NEVER = (
    (LEARNING, ("reading",), "what learns and draws knows nothing of files"),
    (("plots",), ("distances", "embeddings", "clustering", "registry"), "plots do not learn"),
)

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in files_in("catviz")
}
PAGES = files_in("pages")


@cache
def imported(path):
    """{dotted name: line} of everything a file imports, at whatever depth; a relative import begins with its dots."""
    names = {}
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            names |= {alias.name: node.lineno for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = "." * node.level + (node.module or "")
            names |= {f"{start}.{alias.name}": node.lineno for alias in node.names}
    return names


def packages(path):
    """{package: line} of the packages a file imports from."""
    return {name.split(".")[0]: line for name, line in imported(path).items()}


@cache
def modules(path):
    """{module: line} of the catviz modules a file imports, however it spells them."""
    found = {}
    for name, line in imported(path).items():
        while name and name not in MODULES:
            name = name.rpartition(".")[0]
        if name:
            found[name] = line
    return found


def part(module):
    return module.split(".")[1]


LIBRARY = [m for m in MODULES if m != "catviz"]


def test_every_module_has_its_place():
    assert {part(m) for m in LIBRARY} == set(RANK)


def test_no_import_is_relative():
    every = [*MODULES.values(), *PAGES, ROOT / "app.py"]
    wrong = [at(path, line) for path in every for name, line in imported(path).items() if name.startswith(".")]
    assert not wrong, wrong


def test_a_module_imports_from_below_only():
    wrong = []
    for module in LIBRARY:
        for other, line in modules(MODULES[module]).items():
            where = f"{at(MODULES[module], line)}: {module} imports {other}"
            if other == "catviz":
                wrong.append(f"{where}, the package that imports it")
            elif part(other) != part(module) and RANK[part(other)] >= RANK[part(module)]:
                wrong.append(where)
    assert not wrong, "\n".join(wrong)


def test_only_the_top_looks_the_package_up_in_memory():
    of_package = re.compile(r"""sys\.modules\[["']catviz""")
    assert {part(m) for m in LIBRARY if of_package.search(text_of(MODULES[m]))} <= {"ui", "__main__"}


def test_pages_stand_between_widgets_and_frame():
    of_ui = [m for m in LIBRARY if m.count(".") > 1 and part(m) == "ui"]
    wrong = [
        f"{at(MODULES[module], line)}: {module} imports {other}"
        for module in of_ui
        for other, line in modules(MODULES[module]).items()
        if other in of_ui and UI_RANK[other.split(".")[2]] > UI_RANK[module.split(".")[2]]
    ]
    assert len(of_ui) > 50 and not wrong, "\n".join(wrong)


def _page_of(module):
    """The page that a module is a part of, or None."""
    room = f"{module}..".split(".")[2] if module.startswith("catviz.ui.") else ""
    return TABS_OF_UI.get(room, room if room in PAGES_OF_UI else None)


def test_no_page_imports_another():
    scripts = {path.stem: path for path in PAGES}
    wrong = [
        f"{at(path, line)}: {page} imports {other}"
        for page in PAGES_OF_UI
        for path in (scripts[page], *(MODULES[m] for m in LIBRARY if _page_of(m) == page))
        for other, line in modules(path).items()
        if _page_of(other) not in (None, page)
    ]
    assert set(scripts) == set(PAGES_OF_UI) and not wrong, "\n".join(wrong)


def test_no_module_imports_itself_by_way_of_others():
    TopologicalSorter({m: modules(MODULES[m]).keys() - {m} for m in LIBRARY}).prepare()


def test_what_learns_knows_nothing_of_files_and_plots_do_not_learn():
    wrong = [
        f"{at(MODULES[module], line)}: {module} imports {other}: {why}"
        for parts, never, why in NEVER
        for module in LIBRARY
        for other, line in modules(MODULES[module]).items()
        if part(module) in parts and part(other) in never
    ]
    assert not wrong, "\n".join(wrong)


def test_streamlit_and_plotly_stay_at_the_top():
    top = {"streamlit": ("catviz.ui",), "plotly": ("catviz.ui", "catviz.plots")}
    wrong = [
        f"{at(path, packages(path)[package])}: {module} imports {package}"
        for module, path in MODULES.items()
        for package, places in top.items()
        if package in packages(path) and not module.startswith(places)
    ]
    assert not wrong, "\n".join(wrong)


def test_metrics_need_numpy_and_scipy_only():
    outside = {p for p in packages(MODULES["catviz.analysis.metrics"]) if p not in sys.stdlib_module_names}
    assert outside == {"numpy", "scipy", "catviz"}


def test_pages_do_not_compute():
    wrong = [
        f"{at(path, line)}: imports {package}"
        for path in (*PAGES, ROOT / "app.py")
        for package, line in packages(path).items()
        if package in ("numpy", "scipy", "sklearn")
    ]
    assert not wrong, "\n".join(wrong)


def test_there_are_pages():
    assert {"start.py", "values.py", "map.py", "methods.py"} <= {p.name for p in PAGES}


def test_no_page_but_orders_and_inside_knows_a_method():
    names = [re.escape(name) for m in catviz.methods() for name in (m.name, *m.aliases)]
    named = re.compile(rf"(?<![\w-])(?:{'|'.join(names)})(?![\w-])")
    wrong = [
        f"{at(path, number)}: {found}"
        for path in PAGES
        if path.stem not in ("orders", "inside")
        for number, line in enumerate(text_of(path).splitlines(), 1)
        for found in named.findall(line)
    ]
    assert not wrong, "\n".join(wrong)


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
