"""The documentation speaks of every method and draws the packages as they import each other."""

import inspect
import re
import tomllib

from python_files import ROOT, at
from test_layers import LIBRARY, MODULES, modules, part

import catviz
from catviz.registry.registration import built_in

DOCS = ROOT / "docs"
PACKAGES = tomllib.loads((DOCS / "packages.toml").read_text(encoding="utf-8"))
REFERENCES = set(re.findall(r"^@\w+\{(\w+),", (DOCS / "references.bib").read_text(encoding="utf-8"), flags=re.M))


def imports():
    """Package -> packages it imports."""
    found = {part(m): set() for m in LIBRARY}
    for module in LIBRARY:
        found[part(module)] |= {part(m) for m in modules(MODULES[module]) if m != "catviz"} - {part(module)}
    return found


def reached(start, graph):
    """Everything that a package imports, over any number of steps."""
    found, waiting = set(), [start]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def test_the_drawing_of_the_packages_is_what_they_import():
    graph = imports()
    direct = {
        name: {used for used in uses if not any(used in reached(other, graph) for other in uses - {used})}
        for name, uses in graph.items()
    }
    assert {name: set(about["uses"]) for name, about in PACKAGES.items()} == direct


def test_arrows_point_down():
    for about in PACKAGES.values():
        assert all(about["at"][1] < PACKAGES[used]["at"][1] for used in about["uses"])


def test_every_method_has_its_advice_and_its_source():
    for m in built_in():
        assert m.use.endswith(".") and m.limits.endswith(".") and m.cite and set(m.cite) <= REFERENCES, m.name


def test_every_public_name_is_in_the_reference():
    text = "\n".join(path.read_text(encoding="utf-8") for path in (DOCS / "reference").glob("*.md"))
    listed = set(re.findall(r"^   catviz\.(\w+)$", text, flags=re.M)) | {m.name for m in built_in()}
    public = {name for name in catviz.__all__ if not inspect.ismodule(getattr(catviz, name))}
    assert public <= listed, public - listed


def test_every_reference_is_cited():
    assert {key for m in built_in() for key in m.cite} == REFERENCES


def test_the_citation_is_of_this_version():
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), flags=re.M)
    assert cited and cited[1] == catviz.__version__


PAGES = [path for path in sorted(DOCS.rglob("*.md")) if "generated" not in path.parts]


def test_links_between_pages_lead_somewhere():
    wrong = [
        f"{at(path, number)}: {target}"
        for path in PAGES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", line)
        if not (path.parent / target).exists() and "generated/" not in target
    ]
    assert len(PAGES) > 20 and not wrong, "\n".join(wrong)
