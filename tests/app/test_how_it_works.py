"""How it works: symbols are defined, and the numbers filled in end in the number on the page."""

import re

import pytest
from driver import HEIGHT
from scipy.stats import hypergeom, norm
from scripted import assert_sound, run

import catviz
from catviz.clustering.by_name import CLUSTERERS
from catviz.ui.text import number

#: The value of what a clusterer lowers.
REACHED = re.compile(r"objective [^.]* \*\*[\d.,]+\*\*")


def how_it_works(at):
    """Formulas and texts of the expander."""
    box = next(box for box in at.expander if box.label == "How it works")
    return [part.value for part in box.latex], "\n".join(part.value for part in box.markdown)


@pytest.mark.parametrize(("method", "power"), [("AhmadDey", 1), ("MCA", 2)])
def test_k_modes_shows_the_power_that_it_lowers_and_the_value_reached(method, power):
    at = run("clusters", data="zoo", method=method, clusterer="k-modes")
    assert_sound(at)
    formulas, text = how_it_works(at)
    assert any("d_r(x_{ir},m_{jr})^q" in formula for formula in formulas)
    assert f"q = {power}" in text.replace("\\", "")
    assert REACHED.search(text)


@pytest.mark.parametrize("name", [name for name in CLUSTERERS if name != "k-modes"])
def test_only_what_is_lowered_is_said_to_be_reached(name):
    at = run("clusters", data="zoo", method="AhmadDey", clusterer=name)
    _, text = how_it_works(at)
    assert bool(REACHED.search(text)) == (name not in ("spectral", "hierarchical"))
    assert "q = " not in text.replace("\\", "")


def test_the_test_value_is_filled_in_with_the_numbers_of_a_draw():
    formulas, _ = how_it_works(run("clusters", data="zoo", method="AhmadDey"))
    v = next(f for f in formulas if r"\Phi^{-1}" in f)
    given = re.search(r"\{(\d+) \\cdot (\d+)\}\{(\d+)\} = ([\d.]+)", v).groups()
    size, with_it, n, expected = map(float, given)
    seen, value = float(re.search(r"N < (\d+)", v)[1]), float(v.strip("$\n ").rsplit(" = ", 1)[1])
    drawn = hypergeom(int(n), int(with_it), int(size))
    assert n == 101 and expected == pytest.approx(drawn.mean(), rel=0.01)
    assert value == pytest.approx(norm.isf(drawn.sf(seen) + drawn.pmf(seen) / 2), rel=0.01)


def test_the_objective_of_orders_ends_in_the_z_of_the_page():
    at = run("orders", data="zoo", order="OCL")
    formulas, _ = how_it_works(at)
    z = next(f for f in formulas if r"\frac{1}{16} \bigl(" in f)
    shown = next(re.search(r" to ([\d.]+)\. Of", m.value)[1] for m in at.markdown if "Learned in" in m.value)
    assert float(z.split("&=")[-1].split(r"\end")[0]) == pytest.approx(float(shown)) and number(float(shown)) == shown


def test_le_and_hos_formula_shows_how_the_shares_of_its_breakdown_are_smoothed():
    pair = {"column": "actor", "a": "De Niro", "b": "Stewart"}
    at = run("values", data="toy_movie", method="LeHo", **pair)
    formulas, text = how_it_works(at)
    assert any(r"P_l^x(w)=\frac{n_{xw}+1}{n_x+v_l}" in formula for formula in formulas)
    assert "$P_l^x(w)$: smoothed share" in text
    shares = catviz.LeHo().fit(catviz.load_dataset("toy_movie")).explain(*pair.values()).details
    for _, column in shares.groupby("term"):
        n = column["count with a"]
        assert column["share of a"].tolist() == pytest.approx(((n + 1) / (n.sum() + len(n))).tolist())


@pytest.mark.parametrize("tab", ["Results", "Significance"])
def test_ranks_and_tests_define_their_symbols(tab):
    at = run("methods", data="zoo", compare=tab)
    assert_sound(at)
    _, text = how_it_works(at)
    named = ("R_j", "N", "r_{ij}") if tab == "Results" else ("k", "N", "R_j", r"\chi^2", "F")
    assert all(f"${symbol}$" in text for symbol in named)


# in a browser

WIDTHS = (1440, 1024)
#: Methods whose formulas, on one line, are wider than the page.
WIDEST = ("COD", "WCADO", "MTDLE", "HVDM")
FORMULAS = """() => [...document.querySelectorAll('[data-testid="stExpander"] .katex-display')]
  .filter(formula => formula.checkVisibility()).map(formula => {
    const box = formula.closest('[data-testid="stMarkdownContainer"]').getBoundingClientRect();
    const parts = [...formula.querySelectorAll('.base')].map(part => part.getBoundingClientRect());
    return {beyond: Math.max(...parts.map(part => part.right - Math.min(box.right, innerWidth)),
        ...parts.map(part => Math.max(box.left, 0) - part.left)),
      latex: formula.querySelector('annotation').textContent};
  })"""


@pytest.mark.tour
def test_formulas_and_the_result_of_the_last_are_seen_whole_on_wide_and_narrow_screens(explorer):
    page = explorer.page
    explorer.goto("values", data="zoo", column="legs", a="2", b="4")
    for method in WIDEST:
        explorer.choose("Method", catviz.method(method).title)
        box = page.locator("details").filter(has=page.locator("summary").filter(has_text="How it works")).first
        explorer.unfold(box.locator("summary").first)
        shown = [text.strip() for text in page.locator('[data-testid="stMetricValue"]').all_inner_texts()]
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            explorer.settle()
            formulas = page.evaluate(FORMULAS)
            assert len(formulas) > 1, method
            assert max(formula["beyond"] for formula in formulas) <= 1, (method, width, formulas)
        result = formulas[-1]["latex"].removesuffix(r" \end{aligned}").rpartition("= ")[2]
        assert result in shown, (method, result, shown)
        page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
