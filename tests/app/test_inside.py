"""Inside: every number of a calculation follows from its formula, and the last one is that of the Values page."""

import html
import json
import math
import re
from itertools import combinations, islice

import numpy as np
import pandas as pd
import pytest
from scripted import assert_sound, moved_to, notes, run, stated, words

import catviz
from catviz.embeddings.tave import diffusion_steps
from catviz.ui.inside import DEFAULT, WALKS
from catviz.ui.inside.correspondence import correspondence_steps, written_out
from catviz.ui.inside.coupled import coupled_steps
from catviz.ui.inside.diffusion import PRINTED, Graph, ave_steps, tave_steps
from catviz.ui.inside.ordered import order_steps
from catviz.ui.inside.steps import Contingency
from catviz.ui.inside.transitive import edges, path_steps
from catviz.ui.state.uploads import Upload
from catviz.ui.widgets.worked import MOST, NUMBER, as_table, grouped, numbers, short

#: How far a formula filled with three digits may be from its result, relative to its largest number.
ROUNDED = 0.02
_FUNCTIONS = {"sqrt": math.sqrt, "acos": math.acos, "ln": math.log, "min": min, "abs": abs}


def evaluated(filled):
    """The value of a filled formula; None where it is in words."""
    power = {ord(a): b for a, b in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True)}
    text = re.sub(r"·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda found: "e" + found[1].translate(power), filled)
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", re.sub(r"(?<=\d),(?=\d)", "", text))
    for sign, word in {"·": "*", "−": "-", "½": "0.5 *", "√": "sqrt", "²": "**2", "arccos": "acos"}.items():
        text = text.replace(sign, word)
    if not text or set(re.findall(r"[^\W\d_]{2,}", text)) - set(_FUNCTIONS) or re.search(r"[^\x00-\x7f]", text):
        return None
    return eval(text, {"__builtins__": {}}, _FUNCTIONS)


def assert_follows(steps, result):
    """Names are clear, inputs are shown, filled formulas give their numbers, and the last number is the result."""
    named, checked = numbers(steps), 0
    for each in (n for step in steps for n in step.numbers):
        assert named[each.name].value == pytest.approx(each.value, abs=1e-9), each.name
        assert set(each.inputs) <= set(named), each
        found = evaluated(each.filled)
        if found is not None:
            largest = max(map(float, re.findall(r"\d+\.?\d*", each.filled.replace(",", ""))))
            assert found == pytest.approx(each.value, rel=ROUNDED, abs=ROUNDED * min(largest, 1) + 1e-9), each
            checked += 1
    assert checked > len(steps[0].lines)
    assert next(reversed(named.values())).value == pytest.approx(result, rel=1e-9, abs=1e-12)
    assert reached(named) >= {n.name for n in steps[0].numbers if n.side and n.name.startswith("n(") and "," in n.name}
    assert len(as_table(steps)) == sum(len(step.numbers) for step in steps)


def reached(named):
    """The numbers that the result is computed from."""
    found, waiting = set(), [next(reversed(named))]
    while waiting:
        new = set(named[waiting.pop()].inputs) - found
        found |= new
        waiting += new
    return found


COUPLED = (
    catviz.AhmadDey(),
    catviz.COD(),
    catviz.COS(),
    catviz.WCADO(),
    catviz.WCADO(combine="sum", omega="sum", theta="log"),
    catviz.WCADO(na="exclude", beta="eq22"),
)


@pytest.mark.parametrize("model", COUPLED, ids=str)
@pytest.mark.parametrize(
    ("data", "column", "other"), [("toy_movie", "actor", "genre"), ("mushroom", "odor", "habitat")]
)
def test_the_coupled_family(model, data, column, other):
    model.fit(catviz.load_dataset(data))
    for a, b in list(combinations(model.counts_.codebook.labels[model.counts_.codebook.position(column)], 2))[:4]:
        explanation = model.explain(column, a, b)
        steps = coupled_steps(model, explanation, Contingency.of(model.coupled_counts_, column, other, a, b))
        assert_follows(steps, explanation.distance)


def test_counts_shares_and_the_distance_are_those_of_the_paper_table():
    model = catviz.AhmadDey().fit(catviz.load_dataset("toy_movie"))
    crossed = Contingency.of(model.coupled_counts_, "actor", "genre", "De Niro", "Stewart")
    found = numbers(coupled_steps(model, model.explain("actor", "De Niro", "Stewart"), crossed))
    assert (found["n(De Niro, Crime)"].value, found["n(De Niro)"].value) == (2, 2)
    assert found["P(Crime | De Niro)"].filled == "2 / 2"
    assert found["TV(genre)"].value == found["d(De Niro, Stewart)"].value == 1
    assert set(found["P(Crime | De Niro)"].inputs) == {"n(De Niro, Crime)", "n(De Niro)"}


@pytest.mark.parametrize(("data", "column"), [("toy_tave", "a_3"), ("zoo", "legs")])
@pytest.mark.parametrize(("step", "damping"), [(0, 1.0), (3, 1.0), (20, 0.5)])
def test_tave_and_ave(data, column, step, damping):
    table = catviz.load_dataset(data)
    model = catviz.TAVE(n_iter=step, damping=damping).fit(table)
    plain = catviz.AVE().fit(table)
    S = model.transition_[column].to_numpy()
    F = list(diffusion_steps(S, step, damping))[-1]
    for a, b in list(combinations(model.value_distances_[column].index, 2))[:4]:
        graph = Graph.of(model, column, a, b)
        assert_follows(tave_steps(graph, S, F, step, damping, None), model.explain(column, a, b).value)
        distance = plain.explain(column, a, b).value
        assert_follows(ave_steps(Graph.of(plain, column, a, b), distance), distance)


def example(**more):
    choices = {"data": "toy_tave", "method": "TAVE", "column": "a_3", "a": "g_1", "b": "g_2", "TAVE.ties": "index"}
    choices |= {f"TAVE.{key}": "a number" for key in ("n_neighbors", "n_iter")}
    return run("inside", **choices | {"TAVE.n_neighbors.value": "2", "TAVE.n_iter.value": "10"} | more)


def test_the_matrix_that_the_paper_prints_stands_in_step_5_and_in_the_figure_of_f():
    model = catviz.TAVE(n_neighbors=2, n_iter=10, ties="index").fit(catviz.load_dataset("toy_tave"))
    F = model.diffusion_["a_3"].to_numpy()
    assert np.round(F, 4) == pytest.approx(PRINTED)
    steps = tave_steps(Graph.of(model, "a_3", "g_1", "g_2"), model.transition_["a_3"].to_numpy(), F, 10, 1.0, PRINTED)
    first = numbers(steps)["F(g_1, g_1)"]
    assert first.shown == "4.1135" and "4.1135" in first.note
    at = example()
    assert_sound(at)
    figure = next(f for f in map(json.loads, (c.proto.spec for c in at.get("plotly_chart"))) if "F after" in title(f))
    assert [note["text"] for note in figure["layout"]["annotations"]][:4] == [f"{v:.4f}" for v in PRINTED[0]]
    assert "4.1135" in figure["data"][0]["text"][0][0]


def compared(at):
    """How often the page says that its numbers are the paper's, and that they are not."""
    return tuple(sum("The paper prints" in box.value for box in boxes) for boxes in (at.success, at.info))


@pytest.mark.parametrize(
    ("parameter", "value", "other"), [("damping.value", 1.0, "0.5"), ("dependence", "candidate", "max")]
)
def test_the_worked_example_is_left_by_any_parameter_and_opens_with_those_of_the_paper(parameter, value, other):
    at = example(**{f"TAVE.{parameter}": other})
    assert_sound(at)
    assert compared(at) == (0, 0)
    next(button for button in at.button if button.label == "Open the paper's worked example").click().run()
    assert_sound(at)
    assert compared(at) == (1, 0)
    widget = next(w for w in (*at.selectbox, *at.number_input) if (w.key or "").startswith(f"TAVE.{parameter}"))
    assert widget.value == value


def test_the_worked_example_on_other_columns_is_said_to_differ():
    at = example(out="a_4")
    assert_sound(at)
    assert compared(at) == (0, 1)


def title(figure):
    return figure["layout"]["title"]["text"]


def test_every_symbol_of_tave_is_defined_under_its_formula():
    model = catviz.TAVE(n_iter=2, damping=0.5).fit(catviz.load_dataset("toy_tave"))
    S = model.transition_["a_3"].to_numpy()
    steps = tave_steps(Graph.of(model, "a_3", "g_1", "g_2"), S, model.diffusion_["a_3"].to_numpy(), 2, 0.5, None)
    defined = {symbol for step in steps for symbol, _ in step.symbols}
    assert defined == {"r", "t", "n_r", "n", "N_r", "k", "M", "Q", "D", "M′", "F", "I", "ᵀ", "α"}


def test_a_link_with_a_step_beyond_the_last_says_so():
    at = example(xi="1000")
    assert_sound(at)
    assert [note for note in notes(at) if "1000" in note]


def test_the_step_slider_changes_the_distance_below_it():
    model = catviz.TAVE(n_neighbors=2, n_iter=10, ties="index").fit(catviz.load_dataset("toy_tave"))
    F = list(islice(diffusion_steps(model.transition_["a_3"].to_numpy(), 4), 5))[4]
    at = example()
    assert stated(at, "10 steps", "→ 1.74")
    at.slider(key="xi").set_value(4).run()
    assert_sound(at)
    shown = np.linalg.norm(F[0] - F[1])
    assert stated(at, "4 steps", f"→ {shown:.3g}") and stated(at, "10 steps", "1.74")


@pytest.mark.parametrize(("data", "column"), [("toy_cos", "a1"), ("zoo", "legs")])
def test_mtdle(data, column):
    table = catviz.load_dataset(data)
    model = catviz.MTDLE(bases=("cosine", "jaccard/neglog", "cooc/inverse", "euclidean")).fit(table, table.target)
    for a, b in list(combinations(model.value_distances_[column].index, 2))[:4]:
        explanation = model.explain(column, a, b)
        for base, path in explanation.paths.items():
            for edge in edges(path):
                steps = path_steps(model.counts_, model.paths_[base], base, explanation, path, edge, (a, b))
                assert_follows_path(steps, edge, explanation.value)


def assert_follows_path(steps, edge, result):
    """The table of one edge leads to the result by the count of that edge."""
    named = numbers(steps)
    first, second = edge.split(" – ")
    assert {f"n({first}, {second})", f"n({first})"} <= reached(named)
    assert next(reversed(named.values())).value == pytest.approx(result)
    for each in named.values():
        found = evaluated(each.filled)
        assert found is None or found == pytest.approx(each.value, rel=ROUNDED, abs=ROUNDED), each


def test_a_path_length_is_said_to_be_another_number_than_the_distance():
    at = run("inside", data="toy_cos", method="MTDLE", column="a1", a="A1", b="A4")
    explanation = catviz.MTDLE().fit(catviz.load_dataset("toy_cos")).explain("a1", "A1", "A4")
    length = explanation.terms["path"].iloc[0]
    assert f"{length:.3g}" != f"{explanation.value:.3g}"
    assert stated(at, "“angle (cosine)”", f"{length:.3g}", f"{explanation.value:.3g}")


@pytest.mark.parametrize(("data", "column", "other"), [("zoo", "legs", "milk"), ("mushroom", "odor", "gill_color")])
def test_mca(data, column, other):
    model = catviz.MCA(n_components=3).fit(catviz.load_dataset(data))
    labels = model.counts_.codebook.labels[model.counts_.codebook.position(column)]
    for a, b in list(combinations(labels, 2))[:3]:
        crossed = Contingency.of(model.counts_, column, other, a, b)
        for axis in (0, 2):
            steps = correspondence_steps(model.counts_, model.geometry_.coordinates, model.eigenvalues_, crossed, axis)
            assert_follows(steps, model.explain(column, a, b).value)
            means = np.array([[cell.value for cell in line] for _, line in steps[2].lines])
            d = len(model.counts_.codebook.attributes)
            assert means[:-1].sum(axis=0) / (d * model.eigenvalues_[axis]) == pytest.approx(means[-1], abs=1e-8)


@pytest.mark.parametrize("other", ["immigration", "water_project_cost_sharing"])
def test_mca_without_missing_cells(other):
    model = catviz.MCA(n_components=3, na="exclude").fit(catviz.load_dataset("voting"))
    coordinates, of_all = written_out(model)
    crossed = Contingency.of(model.counts_, "crime", other, "no", "yes")
    for axis in range(3):
        steps = correspondence_steps(model.counts_, coordinates, model.eigenvalues_, crossed, axis, of_all)
        assert_follows(steps, model.explain("crime", "no", "yes").value)
        means = np.array([[cell.value for cell in line] for _, line in steps[2].lines])
        found = (means[:-2].sum(axis=0) - means[-2]) / (16 * model.eigenvalues_[axis])
        assert found == pytest.approx(means[-1], abs=1e-8)
        assert "all rows" in reached(numbers(steps))
        assert steps[1].symbols[-1][1].split("; ")[-1].startswith("0 for missing")
    assert written_out(catviz.MCA(na="exclude").fit(catviz.load_dataset("zoo")))[1] is None
    at = run("inside", data="voting", method="MCA", column="crime", a="no", b="yes", **{"MCA.na": "exclude"})
    assert_sound(at)
    shown = catviz.MCA(na="exclude").fit(catviz.load_dataset("voting")).explain("crime", "no", "yes").value
    assert stated(at, f"→ {shown:.3g}")


@pytest.mark.parametrize(("data", "column"), [("zoo", "legs"), ("lymphography", "changes_in_node")])
def test_ocl(data, column):
    table = catviz.load_dataset(data)
    column = column if column in table.attributes else table.attributes[-1]
    model = catviz.OCL(n_clusters=3, n_init=2, random_state=0).fit(table)
    r = table.attributes.index(column)
    counts = (np.bincount(model.labels_, minlength=3)[:, None] * model.distributions_[r]).T
    exact = pd.crosstab(table.codes[:, r], model.labels_).to_numpy()
    assert counts == pytest.approx(exact)
    values = list(model.value_distances_[column].index)
    for i, j in list(combinations(range(len(values)), 2))[:4]:
        steps = order_steps(counts, column, values, np.asarray(model.geometry_.ranks[r]), (i, j))
        assert_follows(steps, model.explain(column, values[i], values[j]).value)
        learned, shown = (line[0].value for _, line in steps[2].lines)
        assert learned <= shown * (1 + 1e-9)


def test_opened_directly_the_page_starts_on_adm_with_the_number_of_the_values_page():
    at = run("inside", data="zoo")
    assert at.selectbox(key="method").value == "AhmadDey" == DEFAULT
    column, a, b = (at.selectbox(key=key).value for key in ("column", "a", "b"))
    distance = catviz.AhmadDey().fit(catviz.load_dataset("zoo")).explain(column, a, b).value
    assert stated(at, f"→ {distance:.3g}")
    assert at.selectbox(key="number").label == NUMBER
    assert at.selectbox(key="number").value == f"d({a}, {b})"


def test_a_method_of_another_page_without_a_calculation_is_replaced_with_a_note():
    at = run("inside", data="zoo", method="Hamming")
    title = catviz.method(DEFAULT).title
    [note] = [note.replace("\\", "") for note in notes(at)]
    assert "“Hamming”" in note and f"“{title}”" in note
    at = run("values", data="zoo", method="Hamming")
    moved_to(at, "inside")
    assert at.selectbox(key="method").value == DEFAULT
    said = [note.value.replace("\\", "") for note in at.info]
    assert any(f"“{catviz.method('Hamming').title}”" in note and f"“{title}”" in note for note in said)


@pytest.mark.parametrize("objective", ["ratio", "qp_printed"])
def test_mtdle_says_which_edges_are_kept_and_what_its_weights_make_small(objective):
    at = run("inside", data="zoo", method="MTDLE", **{"MTDLE.objective": objective})
    text = words(at).replace("\\", "")
    assert stated(at, "an edge", 16)
    assert ("same sum" in text) == (objective == "ratio") and "as small as" in text


def test_the_number_explained_and_the_other_column_are_in_the_link():
    chosen = {"other": "milk", "number": "P(yes | 4)", "column": "legs", "a": "2", "b": "4"}
    at = run("inside", data="zoo", **chosen)
    assert_sound(at)
    assert all(at.selectbox(key=key).value == value for key, value in chosen.items())
    link = html.unescape(next(c.value for c in at.code if "?" in c.value))
    assert "other=milk" in link and "number=P" in link


def test_long_tables_are_added_up_and_names_stay_different():
    labels = [f"value {k}" for k in range(30)]
    lines = grouped(labels, np.arange(30.0))
    assert len(lines) == MOST and lines[-1][0] == "23 others"
    assert sorted(np.concatenate([places for _, places in lines])) == list(range(30))
    assert lines[0][0] == "value 23"
    alike = short(["the same words at the start " * 3 + "and at the end " * 3 + end for end in ("x y z", "x  y z")])
    assert len(set(alike)) == 2


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("method", WALKS)
def test_a_table_of_ones_own_with_many_values_and_missing_cells(method):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({c: rng.choice([f"{c}_{k}" for k in range(11)] + [""], 200) for c in ("size", "a=b", "x | y")})
    at = run("inside", Upload("own.csv", frame.to_csv(index=False).encode()), method=method, column="size")
    assert_sound(at)
    assert "→" in words(at)


# in a browser

MARKED = """kind => [...document.querySelectorAll('.stBidiComponent, [data-testid="stBidiComponentIsolated"]')]
  .map(host => host.shadowRoot || host.querySelector('*')?.shadowRoot || host)
  .flatMap(root => [...root.querySelectorAll(`td.${kind}`)]).map(cell => cell.getAttribute('aria-label'))"""


def test_a_number_lights_what_it_comes_from_and_goes_into_by_mouse_key_and_list(explorer):
    explorer.goto("inside", data="toy_movie", column="actor", a="De Niro", b="Stewart", other="genre")
    page = explorer.page

    def marked(kind):
        return {label.rpartition(": ")[0] for label in page.evaluate(MARKED, kind)}

    assert marked("chosen") == {"d(De Niro, Stewart)"}
    share = page.get_by_role("gridcell", name="P(Crime | De Niro): 1", exact=True)
    share.hover()
    assert marked("chosen") == {"P(Crime | De Niro)"}
    assert marked("direct") == {"n(De Niro, Crime)", "n(De Niro)"}
    goes = {"difference, Crime", "TV(genre)", "weighted TV(genre)", "d(De Niro, Stewart)"}
    assert marked("after") == goes
    assert "P(Crime | De Niro) = 2 / 2 = 1" in page.locator(".formula").inner_text()
    share.click()
    explorer.settle()
    assert explorer.chosen(NUMBER) == "P(Crime | De Niro)"
    page.mouse.move(5, 5)
    assert marked("chosen") == {"P(Crime | De Niro)"}
    page.keyboard.press("ArrowRight")
    assert marked("chosen") == {"P(Crime | Stewart)"}
    page.keyboard.press("Enter")
    explorer.settle()
    assert explorer.chosen(NUMBER) == "P(Crime | Stewart)"
    explorer.choose(NUMBER, "TV(genre)")
    assert marked("chosen") == {"TV(genre)"} and "weighted TV(genre)" in marked("after")
