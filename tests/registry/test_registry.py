"""The registry: every method is found by its names, described, documented and declared."""

import importlib
import inspect
import math
import pkgutil
import re
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator

import catviz
from catviz.clustering.starts import N_STARTS
from catviz.method_rows import papers
from catviz.parameters import Choice, Number
from catviz.published import LATER
from catviz.registry import (
    DEFAULT,
    DEFAULT_MAP,
    DEPARTS,
    ELSEWHERE,
    FAITHFUL_SIMILARITY,
    FIGURES_ONLY,
    OUR_READING,
    REFERENCE,
    STATUSES,
    described,
    method,
    methods,
)
from catviz.registry.described import document
from catviz.ui.text import LONGEST_SUMMARY

RUNNING = [m for m in methods() if m.cls is not None]
IDS = [m.name for m in RUNNING]
ROOT = Path(__file__).resolve().parents[2]
#: Rows are compared by means of their values' coordinates.
MEANS = {"MCA", "FAMD", "OptimalScaling", "ClusterCA"}


def constructor(cls):
    signature = inspect.signature(cls.__init__).parameters
    return {name: p.default for name, p in signature.items() if p.default is not inspect.Parameter.empty}


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("ADM", "AhmadDey"),
        ("ADD", "AhmadDey"),
        ("CADO", "COD"),
        ("CNS", "COD"),
        ("COS", "COS"),
        ("W-CADO", "WCADO"),
        ("DVE", "OneHot"),
        ("KMD", "KModes"),
        ("HAM", "Hamming"),
        ("tave", "TAVE"),
        ("Mca", "MCA"),
        ("ocl", "OCL"),
        ("ave", "AVE"),
        ("JDM", "JiaDistance"),
        ("HDM", "JiaDistance"),
        ("CBDM", "DILCA"),
        ("LSM", "Lin"),
        ("OF", "OccurrenceFrequency"),
        ("UDMC", "KModes"),
        ("HDC", "KModes"),
        ("TVE", "TFIDF"),
    ],
)
def test_a_method_is_found_by_class_name_and_by_the_papers_names(alias, name):
    assert method(alias).name == name and method(name).cls is getattr(catviz, name)


def test_no_name_stands_for_two_methods():
    names = [name for m in methods() for name in {m.name.casefold(), m.short.casefold(), *map(str.casefold, m.aliases)}]
    assert len(names) == len(set(names))
    assert len({m.title for m in methods()}) == len(methods())


@pytest.mark.parametrize(("wrong", "right"), [("Haming", "Hamming"), ("WCADOO", "WCADO"), ("kmode", "KModes")])
def test_an_unknown_name_suggests_the_nearest(wrong, right):
    with pytest.raises(ValueError, match=rf"no method '{wrong}'; did you mean .*{right}"):
        method(wrong)


def test_a_name_like_no_other_lists_them_all():
    with pytest.raises(ValueError) as caught:
        method("%%%")
    assert all(m.name in str(caught.value) for m in methods())


def test_every_row_says_what_the_method_is_and_how_faithful(subtests):
    for m in methods():
        with subtests.test(m.title):
            assert m.status in set(STATUSES) - {ELSEWHERE}
            assert m.title and m.family and m.paper and bool(m.formula) == (m.cls is not None)
            assert (m.cls is None) == (m.status == FIGURES_ONLY)
            assert len(m.summary) <= LONGEST_SUMMARY
            assert m.summary.endswith(".") and m.summary[0].isupper() and "\n" not in m.summary
            assert m.formula.count("{") == m.formula.count("}")
            assert len(re.findall(r"\\left\b", m.formula)) == len(re.findall(r"\\right\b", m.formula))


def test_every_estimator_of_the_library_is_registered():
    modules = [
        importlib.import_module(i.name)
        for i in pkgutil.walk_packages(catviz.__path__, "catviz.")
        if ".ui" not in i.name
    ]
    found = {
        cls
        for module in modules
        for cls in vars(module).values()
        if inspect.isclass(cls) and issubclass(cls, BaseEstimator) and cls.__module__.startswith("catviz.")
        if cls.__module__ != "catviz.base" and not cls.__name__.startswith("_") and hasattr(cls(), "fit")
    }
    templates = {"AssignsByValues", "CategoricalClusterer", "CategoricalClassifier", "PairwiseClusterer"}
    assert {c.__name__ for c in found} - templates == set(IDS)


def test_what_cannot_be_run_keeps_its_place_and_says_why():
    assert [method(name).cls for name in ("DLC", "ADC", "DISC")] == [None] * 3
    assert all(re.search("definition was|not implement", m.summary) for m in methods() if m.cls is None)


def test_the_defaults_of_pages_are_methods_of_values():
    assert all(method(name).has_values for name in (DEFAULT, DEFAULT_MAP, REFERENCE))
    assert not method("KModes").has_values and method("OCL").has_values


def test_defaults_are_declared_and_valid(subtests):
    for m in RUNNING:
        with subtests.test(m.name):
            declared, defaults = m.cls.parameters, constructor(m.cls)
            assert set(declared) <= set(defaults)
            for name, rule in declared.items():
                rule.validate(name, defaults[name])
            assert m.cls().get_params(deep=False) == defaults


def test_distances_and_embeddings_take_all_but_what_is_most_their_own_by_name(subtests):
    for m in RUNNING:
        with subtests.test(m.name):
            if m.cls.__module__.startswith(("catviz.distances", "catviz.embeddings")):
                taken = inspect.signature(m.cls).parameters.values()
                by_place = [p.name for p in taken if p.kind is not p.KEYWORD_ONLY]
                assert len(by_place) < 2 and by_place != ["max_table_values"]


def test_every_declared_parameter_is_documented(subtests):
    for m in RUNNING:
        with subtests.test(m.name):
            doc = inspect.getdoc(m.cls)
            declared = list(constructor(m.cls))
            if not declared:
                continue
            assert re.search(r"^Parameters\n-{10}$", doc, re.M), f"{declared} and no Parameters section"
            section = re.split(r"^\w[\w ]*\n-{3,}$", doc.split("Parameters\n----------\n")[1], flags=re.M)[0]
            documented = {
                name.strip() for line in section.splitlines() for name in re.split(r" : ", line)[0].split(",")
            }
            assert set(declared) <= documented, f"{m.name}: {set(declared) - documented} not documented"


def test_every_method_says_what_it_needs_and_gives(subtests):
    for m in RUNNING:
        with subtests.test(m.name):
            assert m.cls.needs in ("counts", "rows") and m.cls.uses_target in (False, True)
            assert 0 < m.cls.cost(1000, 20, 100) < m.cls.cost(100_000, 20, 100) < 1e4
            sizes = [5] * 20
            assert m.cls.cost(1000, 20, sizes) == pytest.approx(m.cls.cost(1000, 20, 100))
            assert m.cls.cost(1000, 20, [1000, *sizes[1:]]) >= 0.99 * m.cls.cost(1000, 20, 1095)
            assert not m.supervised or m.cls.uses_target
            if m.compares_rows:
                assert m.cls.gives in ("distances", "embedding", "similarities", "order", "objects")
                assert m.has_values == (m.cls.gives != "objects")
                assert set(m.cls.invariances) == {"rename", "permute", "constant"}
                assert all(isinstance(v, str) and v for v in m.cls.invariances.values())


def test_every_public_name_is_there_and_documented():
    assert [name for name in catviz.__all__ if not inspect.getdoc(getattr(catviz, name))] == []


@pytest.mark.parametrize("value", [0, 1.5, "3", None, True, float("nan"), float("inf"), [2]])
def test_a_whole_number_is_nothing_else(value):
    with pytest.raises(ValueError, match="^k=.*whole number .* 1"):
        Number(1).validate("k", value)


@pytest.mark.parametrize("value", [1, 7, np.int64(3), 4.0, np.float64(2)])
def test_a_whole_number_is_one_of_any_type(value):
    Number(1).validate("k", value)


def test_a_number_may_be_one_of_a_few_special_words():
    rule = Number(0, 1, special=(None, "auto", math.inf), integer=False)
    for value in (None, "auto", math.inf, 0, 0.5, 1):
        rule.validate("x", value)
        assert rule.parse(str(value)) == value
    for value in ("other", 1.1, -0.1, math.nan):
        with pytest.raises(ValueError, match="^x=.*between 0 and 1 or None or 'auto' or inf"):
            rule.validate("x", value)
    with pytest.raises(ValueError):
        rule.parse("many")


def test_a_choice_is_one_of_its_options():
    rule = Choice(("one", "two", 3))
    rule.validate("x", "two")
    assert rule.parse("3") == 3
    for wrong in ("three", None):
        with pytest.raises(ValueError, match="^x=.*choose one of 'one', 'two', 3"):
            rule.validate("x", wrong)
    with pytest.raises(ValueError, match="'4'.*choose one of"):
        rule.parse("4")


LETTER = re.compile(r"\\[A-Za-z]+|[A-Za-z]")
#: Macros that stand for an operation, a delimiter or space, which everybody reads alike.
OPERATORS = re.compile(
    r"\\\\|\\(?:begin|end)\{\w+\}|\\text\{[^}]*\}|\\(?:frac|tfrac|sqrt|sum|prod|min|max|arg|ln|exp|[lr]Vert|[bB]ig[lr]|mid|le|ge|neq|sim"
    r"|in|notin|to|leftarrow|mapsto|cdot|dots|q?quad)(?![A-Za-z])"
)


def symbols_of(latex):
    """The letters, Greek macros and named functions (``\\mathrm``) of a piece of LaTeX."""
    latex = OPERATORS.sub(" ", latex)
    named = set(re.findall(r"\\mathrm\{(\w+)\}", latex))
    return named | set(LETTER.findall(re.sub(r"\\mathrm\{\w+\}", " ", latex)))


def test_the_reader_of_formulas_finds_every_symbol():
    assert symbols_of(r"\frac1d\sum_{l\neq r}\mathrm{TV}_l(x)") == {"d", "l", "r", "TV", "x"}
    assert symbols_of(r"\min_{\alpha\ge0}\tfrac12\sqrt2\,A\ \text{or}\ k\text{-means}") == {r"\alpha", "A", "k"}
    assert symbols_of(r"\begin{pmatrix}M&Q\\Q^{\top}&M'\end{pmatrix}") == {"M", "Q", r"\top"}


def test_every_symbol_of_a_formula_is_defined_where_it_stands(subtests):
    for m in RUNNING:
        with subtests.test(m.name):
            defined = set().union(*(symbols_of(symbol) for symbol, _ in m.symbols))
            assert symbols_of(m.formula) == defined
            for bracket in re.findall(r"\[[^][]*(?:\\neq|=)[^][]*\]", m.formula):
                assert bracket in [symbol for symbol, _ in m.symbols], f"{bracket} is not defined"
            assert all(meaning and not meaning.endswith(".") for _, meaning in m.symbols)
            assert len({symbol for symbol, _ in m.symbols}) == len(m.symbols)


def test_the_distance_d_is_not_also_a_number_of_columns(subtests):
    for m in RUNNING:
        with subtests.test(m.name):
            alone = re.findall(r"(?<![\\A-Za-z])d(?![(_A-Za-z])", m.formula)
            assert not alone, m.formula


def test_a_status_that_is_not_plainly_faithful_says_why(subtests):
    for m in methods():
        with subtests.test(m.title):
            assert m.status in STATUSES
            if m.status in (DEPARTS, OUR_READING):
                assert len(m.note) > 20 and m.note.endswith(".")
            assert m.status_and_note == (f"{m.status}. {m.note[:-1]}" if m.note else m.status)
            for name, value in re.findall(r"(\w+)=\"(\w+)\"", m.note):
                m.cls.parameters[name].validate(name, value)


def test_methods_whose_defaults_depart_from_their_source_say_so():
    departing = {m.name for m in methods() if m.status == DEPARTS}
    of_many_starts = {m.name for m in methods() if m.family == "clustering" and "best of 10 starts" in m.note}
    assert of_many_starts == {"KModes", "KPrototypes", "KMeansCategorical", "KMedoidsCategorical"}
    others = {"SignificanceTree", "OCL", "TAVE", "WCADO", "MTDLE", "Lin", "Lin1", "Gower", "HVDM", "MVDM", "WOE"}
    others |= {"ClusterCA"}
    assert departing == others | of_many_starts
    assert method("TargetEncoding").status == OUR_READING
    assert catviz.OCL().mode == "monotone" and "monotone" in method("OCL").note
    assert catviz.TAVE().ties == "fair" and "fair" in method("TAVE").note and "divided by" in method("TAVE").note
    assert catviz.WCADO().na == "category" and "na=" in method("WCADO").note
    for name in ("Gower", "HVDM"):
        assert "missing" in method(name).note.casefold()


def test_every_similarity_says_how_it_becomes_a_distance():
    for m in RUNNING:
        if m.has_values and m.cls.gives == "similarities":
            assert "turns s into the distance d" in m.note and re.search(r"d\(x,y\)=.*s\(x,y\)$", m.formulas[-1]), (
                m.name
            )
            assert m.status in (FAITHFUL_SIMILARITY, DEPARTS), m.name
    assert {m.name for m in RUNNING if m.status == FAITHFUL_SIMILARITY and not m.has_values} == {"Anderberg"}


def test_pages_show_notes_with_the_names_that_their_options_have():
    for m in methods():
        assert not re.search(r"[a-z_]+=|_root", m.status_on_pages), m.status_on_pages
        assert "`" not in described.entry(m, code=False).replace("```", ""), m.name
    assert ": left out pair by pair”)" in method("WCADO").status_on_pages
    assert "Default: Hamming (same or different)." in described.entry(method("KModes"), code=False)
    assert "Default: none" not in document()


def test_the_number_of_starts_is_that_of_the_clusterers():
    for name in ("KModes", "KMeansCategorical"):
        assert f"best of {N_STARTS} starts" in method(name).note, name


def test_the_five_papers_have_one_name_everywhere():
    readme = (ROOT / "README.md").read_text(encoding="utf-8").replace("\n", " ")
    reproduction = (ROOT / "docs" / "reproduction.md").read_text(encoding="utf-8")
    of_five = [cited for name, cited in papers().items() if name not in map(str.upper, LATER)]
    assert len(of_five) == 5
    for paper in of_five:
        assert paper in readme and any(paper in m.paper for m in methods()), paper
    assert all(f"\n{paper}.\n" in reproduction for paper in papers().values())
    assert method("CoupledCentroidClassifier").paper.startswith("Li ")
    assert method("COS").paper.startswith("Wang, Cao, Wang, Li, Wei & Ou 2011")


@pytest.fixture(scope="module")
def documented():
    return document()


@pytest.mark.parametrize("m", [m for m in RUNNING if m.has_values], ids=lambda m: m.name)
def test_distances_of_coordinates_are_what_the_documentation_says(m, documented):
    table = catviz.load_dataset("toy_movie")
    settings = {"n_clusters": 2} if "n_clusters" in constructor(m.cls) else {}
    learned = m.cls(**settings).fit(table, table.target)
    text = {line.split(": ")[0]: line.split(": ")[1].split(", ") for line in documented.splitlines() if ": " in line}
    between, apart = learned.geometry_.between(table), cdist(*[learned.transform(table)] * 2)
    if max(learned.geometry_.embed().negative_mass, default=0) > 1e-9:
        assert m.name in {"InverseOccurrenceFrequency", "MTDLE", "NDW"}
    elif m.short in text["- They are the square roots of the distances between rows under these methods"]:
        np.testing.assert_allclose(apart, np.sqrt(between), atol=1e-6)
    else:
        assert (m.name in MEANS) == (m.short not in text["- They are the distances between rows under these methods"])
        np.testing.assert_allclose(apart, between, atol=1e-6)


def test_the_documentation_is_what_the_registry_says(documented):
    assert (ROOT / "docs" / "methods.md").read_text(encoding="utf-8") == documented
    for m in methods():
        part = documented.split(f"### {m.title}", 1)[1].split("\n### ")[0]
        assert f"Status: {m.status_and_note}." in part and m.summary in part and m.paper in part, m.title
        assert all(f"$$\n{formula}\n$$" in part for formula in m.formulas)
        assert all(f"- ${symbol}$: {meaning}" in part for symbol, meaning in m.symbols)
