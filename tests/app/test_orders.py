"""The Orders page: agreement, replay, an order made by hand, and the questions around them."""

import re

import numpy as np
import pytest
import scripted
from scripted import NOTHING, assert_sound, awaited, figures, notes, run, spec, stated, words
from streamlit.proto.Metric_pb2 import Metric as MetricProto

import catviz
from catviz.analysis.order_null import order_null
from catviz.analysis.order_test import order_test
from catviz.analysis.statistics import holm
from catviz.registry import registration
from catviz.ui.orders import own_order, questions
from catviz.ui.state import defaults
from catviz.ui.state.table_choices import OWN_ORDER
from catviz.ui.text import plain
from catviz.ui.widgets import structure
from catviz.words.clusters import structure_in_words
from catviz.words.orders import answer
from catviz.words.orders import order_test_in_words as order_conclusion

BREAST = {"data": "breast_cancer_ljubljana", "order": "OCL"}
SECTIONS = ("Orders only", "Replay", "Your own order", "Does order matter?", "How many clusters?")

_REPLAY = """() => {
  const plot = [...document.querySelectorAll('.js-plotly-plot')]
    .find(p => p._fullLayout && (p._fullLayout.sliders || []).length);
  const {title, shapes, sliders} = plot._fullLayout;
  return {words: title.text, colours: Array.from(plot._fullData[0].marker.color), active: sliders[0].active,
          cursor: shapes[0].x0, ring: [shapes[1].xanchor, shapes[1].yanchor], steps: sliders[0].steps.length};
}"""
_NOTE_FRAMES = """() => {
  window.framesPlayed = [];
  const plot = [...document.querySelectorAll('.js-plotly-plot')]
    .find(p => p._fullLayout && (p._fullLayout.sliders || []).length);
  plot.on('plotly_animatingframe', event => window.framesPlayed.push(event.name));
}"""
_FOCUS = """() => {
  let e = document.activeElement;
  while (e && e.shadowRoot && e.shadowRoot.activeElement) e = e.shadowRoot.activeElement;
  return e ? e.getAttribute('aria-label') : null;
}"""

#: The share of the largest class of BREAST.
LARGEST_CLASS = "70\u00a0%"


@pytest.mark.parametrize("further", SECTIONS)
@pytest.mark.parametrize("data", (pytest.param("nursery", marks=pytest.mark.slow), "toy_movie"))
def test_every_section_under_orders_learned_with_groups(data, further):
    at = run("orders", data=data, order="OCL", further=further)
    assert_sound(at)
    asks = at.get("progress") or any(button.label == "Run" for button in at.button)
    assert figures(at) or NOTHING in words(at) or asks
    assert not notes(at)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("further", SECTIONS)
@pytest.mark.parametrize("data", ("voting", "car"))
def test_every_section_under_co_occurrence(data, further):
    at = run("orders", data=data, further=further)
    assert_sound(at)
    not_here = further == "Replay" or (data == "car" and further == "Your own order")
    assert bool(notes(at)) == not_here


class ByCount(catviz.CountsMethod):
    """Orders values by how often they occur, as a method of another package might."""

    gives = "order"

    def _learn(self, counts):
        ranks = tuple(np.argsort(np.argsort(f, kind="stable")) for f in counts.frequencies)
        return catviz.ValueOrder(counts.codebook, ranks, counts.frequencies)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("further", SECTIONS)
@pytest.mark.parametrize("data", ("nursery", "breast_cancer_ljubljana"))
def test_every_section_under_an_order_learned_elsewhere_without_groups(data, further, monkeypatch):
    monkeypatch.setattr(registration, "_registered", ())
    catviz.register(ByCount, title="By count", formula="", summary="The rarer value comes first.")
    at = run("orders", data=data, order="ByCount", further=further)
    assert_sound(at)
    assert at.selectbox(key="order").value == "ByCount"
    assert not [widget for widget in (*at.selectbox, *at.segmented_control) if widget.key in ("mode", "spacing")]
    assert bool(notes(at)) == (further == "Replay")


def test_without_known_groups_nothing_speaks_of_accuracy():
    for further in SECTIONS:
        at = run("orders", **BREAST, groups="none", further=further)
        assert_sound(at)
        own = [line for line in words(at).splitlines() if not line.startswith("Source")]
        assert "accuracy" not in "\n".join(own).casefold(), "only the source of the method tells of the paper's scores"
        assert not [m for m in at.metric if "accuracy" in m.label]
        assert not [c for c in at.get("plotly_chart") if "accuracy" in c.proto.spec]


def test_the_program_behind_the_tables_is_not_offered_here():
    options = run("orders", **BREAST).selectbox(key="mode").options
    assert options == ["monotone (z never rises)", "as printed"]


def test_as_printed_rises_in_red_beside_ours():
    at = finished(run("orders", **BREAST, k="8", further="Replay"))
    traces = {t.get("name"): t for t in spec(at)["data"]}
    assert {"z, monotone (z never rises)", "z, as printed", "z rises"} <= set(traces)
    printed = catviz.OCL(8, mode="paper", random_state=0).fit(catviz.load_dataset("breast_cancer_ljubljana"))
    rises = sum(step["rise"] > 0 for step in printed.steps_)
    assert rises and len(traces["z rises"]["x"]) == 3 * rises
    text = words(at).replace("\\", "")
    assert re.search(rf"as printed: .*\b{rises} times?", text) and "never rose" in text


def test_the_replay_holds_every_step_of_the_best_run():
    at = finished(run("orders", **BREAST, k="8", further="Replay", step="4"))
    ocl = catviz.OCL(8, random_state=0).fit(catviz.load_dataset("breast_cancer_ljubljana"))
    drawn = spec(at)
    slider = drawn["layout"]["sliders"][0]
    assert len(slider["steps"]) == len(ocl.steps_) and slider["active"] == 3
    titles = [frame["layout"]["title"]["text"] for frame in drawn["frames"]]
    assert [step["args"][0] for step in slider["steps"]] == [[frame["name"]] for frame in drawn["frames"]]
    for step, title in zip(ocl.steps_[1:], titles[1:], strict=True):
        assert ("rows moved" in title) == (step["phase"] == "assign")
        assert all(a in title for a in list(step["changed"])[:3])
    assert drawn["layout"]["title"]["text"] == titles[3]


def test_the_replay_has_a_play_button_titles_and_a_legend():
    drawn = spec(finished(run("orders", **BREAST, k="3", further="Replay")))
    play, pause = drawn["layout"]["updatemenus"][0]["buttons"]
    assert play["method"] == pause["method"] == "animate" and play["args"][1]["fromcurrent"]
    assert "Play" in play["label"] and play["args"][0] is None and pause["args"][0] == [None]
    titles = {drawn["layout"][axis]["title"]["text"] for axis in ("xaxis", "yaxis", "xaxis2", "yaxis2")}
    assert len(titles) == 4 and "step" in titles
    named = [t["name"] for t in drawn["data"] if t.get("showlegend", True)]
    assert named[-4:] == ["cluster 1", "cluster 2", "cluster 3", "has just moved"]


@pytest.mark.parametrize("further", SECTIONS[1:])
def test_what_is_looked_at_further_takes_the_place_of_the_orders(further):
    """Nothing is drawn above it but its own controls: it is seen without scrolling."""
    at = run("orders", **BREAST, further=further)
    labels = [each.label for each in at.main if getattr(each, "label", None)]
    assert labels.index("Show") - labels.index("Order from") <= 5
    assert not [c for c in at.get("plotly_chart") if "Orders by" in c.proto.spec]


def test_what_leads_nowhere_is_not_offered():
    """Orders that were not learned in steps have no replay, and columns of two values no other order."""

    def offered(**query):
        at = run("orders", **query)
        assert_sound(at)
        return at, next(box for box in at.segmented_control if box.label == "Show").options

    at, sections = offered(data="breast_cancer_ljubljana", further="Replay")
    assert set(SECTIONS) - set(sections) == {"Replay"} and notes(at)
    assert set(SECTIONS) - set(offered(data="balloons")[1]) == {"Replay", "Your own order"}
    assert offered(**BREAST)[1] == list(SECTIONS)


def test_two_values_are_listed_and_full_factorials_refused_by_name():
    assert stated(run("orders", **BREAST), "breast, irradiat")
    at = run("orders", data="car")
    assert not figures(at) and stated(at, "Car evaluation")


def finished(at):
    """The page once its work in the background has been asked for, where it asks first, and has ended."""
    for button in [b for b in at.button if b.label in ("Run", "Compare with chance")]:
        at = button.click().run()
    scripted.finished(at)
    assert_sound(at)
    return at


def test_tau_stands_beside_what_chance_gives():
    at = finished(run("orders", data="breast_cancer_ljubljana"))
    found = order_null(catviz.load_dataset("breast_cancer_ljubljana"), catviz.AhmadDey(), 100).summary()
    ticks = "\n".join(spec(at)["layout"]["yaxis"]["ticktext"])
    for column, line in found.iterrows():
        assert f"{column}<br>" in ticks and f"tau {line['tau']:.2f}, shuffled {line['null']:.2f}" in ticks
    better, uncorrected = found.index[holm(found["p"]) <= 0.05], found.index[found["p"] <= 0.05]
    assert len(better) < len(uncorrected), "the correction should matter here"
    assert not len(better)
    assert stated(at, "No single column", "4 columns", ", ".join(uncorrected))
    assert stated(at, f"{found['tau'].mean():.2f}", "100 tables") and stated(at, "inv_nodes, deg_malig", "1")
    named = [trace["name"] for trace in spec(at, 1)["data"] if trace.get("showlegend", True)]
    assert named == ["shuffled tables", "random orders", "this table"]


def test_the_order_of_values_is_compared_with_none_declared_and_random_ones(monkeypatch):
    monkeypatch.setattr(questions, "N_STARTS", 3)
    at = finished(run("orders", data="breast_cancer_ljubljana", further="Does order matter?", seed="7"))
    shown = spec(at)
    kinds = ["none (Hamming)", "declared", "random, same columns", "learned, all columns", "random, all columns"]
    assert shown["layout"]["yaxis"]["ticktext"] == kinds
    means = at.dataframe[0].value.set_index("kind")
    found = order_test(catviz.load_dataset("breast_cancer_ljubljana"), 2, starts=3, random_state=7)
    for column in ("adjusted_rand", "accuracy"):
        expected = found.means.groupby("kind")[column].mean()
        factor = 100 if column == "accuracy" else 1
        assert means[column].tolist() == pytest.approx([factor * expected[kind] for kind in questions.KINDS])
    assert means["orders"].tolist() == [1, 1, found.test.n_shuffles, 3, 20]
    assert means["z"].isna().tolist() == [True, False, False, False, False]
    assert stated(at, LARGEST_CLASS, "95th", 300)


@pytest.mark.more
def test_whether_the_declared_order_matters_is_a_claim_and_learned_orders_make_none():
    at = finished(run("orders", data="balance_scale", further="Does order matter?"))
    found = order_test(catviz.load_dataset("balance_scale"), 3)
    assert found.test.significant and plain(order_conclusion(found), 700) in words(at)
    assert plain(answer(found)) in words(at) and answer(found).startswith("Yes: ")
    assert stated(at, "ARI", "0 of 39", "5\u00a0%") and stated(at, "not tested", "“random, same columns”")
    assert "significant" in words(at)


def test_without_a_declared_order_nothing_is_claimed():
    at = finished(run("orders", data="voting", further="Does order matter?"))
    assert stated(at, "There is no declared order") and stated(at, "No column", "no declared order")
    assert "significant" not in words(at)
    assert at.dataframe[0].value["kind"].tolist() == ["none (Hamming)", "learned, all columns", "random, all columns"]


def test_your_own_order_stands_beside_what_chance_gives():
    at = finished(run("orders", data="breast_cancer_ljubljana", further="Your own order"))
    assert stated(at, LARGEST_CLASS, "95th", 300) and "no test" in words(at)


@pytest.mark.parametrize(
    ("column", "k", "why"),
    [("veil_color", "2", "no row moves"), ("veil_color", "1", "one cluster")],
)
def test_an_accuracy_that_cannot_move_is_explained_and_not_drawn(monkeypatch, column, k, why):
    monkeypatch.setattr(own_order, "RANDOM", 5)
    at = finished(run("orders", data="mushroom", further="Your own order", column=column, k=k))
    assert any("stays at" in note.value and why in note.value for note in at.info)
    assert "xaxis2" not in spec(at)["layout"], "the panel of accuracies is drawn"


def test_an_accuracy_that_moves_is_drawn(monkeypatch):
    monkeypatch.setattr(own_order, "RANDOM", 5)
    at = finished(run("orders", data="mushroom", further="Your own order", column="ring_number"))
    assert "xaxis2" in spec(at)["layout"] and not [note for note in at.info if "stays at" in note.value]


def test_your_own_order_travels_with_the_link(monkeypatch):
    monkeypatch.setattr(own_order, "RANDOM", 3)
    asked = {"data": "zoo", "further": "Your own order", "column": "legs"}
    at = finished(run("orders", **asked, own="2.1.3.4.6.5"))
    assert_sound(at)
    assert at.session_state["_drawn"][OWN_ORDER] == (["2.1.3.4.6.5"], False)
    zoo = catviz.load_dataset("zoo")
    legs = zoo.categories[zoo.codebook.position("legs")]
    assert any(kept["made"] == [1, 0, 2, 3, 5, 4] for kept in at.session_state["_handmade"].values()) and len(legs) == 6
    for wrong in ("1.2.3", "1.1.2.3.4.5", "x", ""):
        at = finished(run("orders", **asked, own=wrong))
        assert_sound(at)
        assert at.session_state["_drawn"][OWN_ORDER] == ([], True)


def test_a_change_of_accuracy_is_neither_green_nor_red(monkeypatch):
    """A difference from the learned order is no test; and only random orders that were drawn are counted."""
    monkeypatch.setattr(own_order, "RANDOM", 3)
    at = finished(run("orders", data="zoo", further="Your own order", column="legs", seed="77"))
    colours = {metric.proto.color for metric in at.metric if metric.label.startswith("your ")}
    assert colours == {MetricProto.GRAY}
    assert any("random × 3" in text for text in spec(at, at_last(at))["layout"]["yaxis"]["ticktext"])


@pytest.mark.more
def test_clusters_with_learned_orders_are_tested_against_shuffled_columns(monkeypatch):
    assert structure.SHUFFLES == 99
    monkeypatch.setattr(structure, "SHUFFLES", 19)
    zoo = catviz.load_dataset("zoo")
    kept, out = zoo.attributes[:6], list(zoo.attributes[6:])
    at = finished(run("orders", data="zoo", order="OCL", further="How many clusters?", most="2", out=out))
    shown = str([t.get("name") for t in spec(at, at_last(at))["data"]])
    assert all(name in shown for name in ("5\\xa0% to 95\\xa0%", "'this table'", "known classes"))
    found = catviz.structure_test(zoo.select(kept), "OCL", k=2, n_shuffles=19)
    beyond = catviz.structure_test(zoo.select(kept), "OCL", k=2, n_shuffles=19, null="one factor")
    assert found.significant and plain(structure_in_words(found, beyond), 900) in words(at)


def at_last(at):
    return figures(at) - 1


def test_the_orders_can_be_taken_along():
    at = run("orders", **BREAST)
    ends = [b.proto.id.rsplit("-", 1)[1] for b in at.get("download_button") if "-values-orders-ocl-" in b.proto.id]
    assert ends == ["csv", "parquet", "json", "py"]


def test_learning_for_long_shows_progress_and_keeps_what_it_has_when_cancelled():
    at = run("orders", data="kr_vs_k", order="OCL", mode="as printed")
    awaited(at, lambda at: re.search(r"as printed \(.*\): \d+\s%", at.get("progress")[0].proto.text))
    next(button for button in at.button if button.label == "Cancel").click().run()
    awaited(at, lambda at: "cancelled after" in words(at))
    assert_sound(at)
    assert figures(at) and [button for button in at.button if button.label == "Run again"]


# in the browser


class Wire:
    """Counts the messages between a tab and the server."""

    def __init__(self, page):
        self.messages = 0
        page.on("websocket", self._opened)

    def _opened(self, socket):
        for event in ("framesent", "framereceived"):
            socket.on(event, self._count)

    def _count(self, _):
        self.messages += 1


def rail(explorer):
    """The slider's rail on the screen."""
    found = explorer.page.locator(".slider-rail-touch-rect").first
    found.scroll_into_view_if_needed()
    return found.bounding_box()


def drag_along(explorer, box, start, end, moves):
    mouse, y = explorer.page.mouse, box["y"] + box["height"] / 2
    places = [start + (end - start) * i / moves for i in range(moves + 1)]
    mouse.move(box["x"] + box["width"] * places[0], y)
    mouse.down()
    for place in places[1:]:
        mouse.move(box["x"] + box["width"] * place, y)
    mouse.up()


@pytest.mark.tour
def test_a_replay_of_more_than_twenty_steps_scrubs_without_the_server_and_a_step_can_be_typed(explorer):
    wire = Wire(explorer.page)
    explorer.goto("orders", data="mushroom", order="OCL", k=2, further="Replay")
    explorer.finish()
    before = explorer.page.evaluate(_REPLAY)
    assert before["steps"] > 20 and before["active"] == 0
    box = rail(explorer)
    sent = wire.messages
    assert sent
    drag_along(explorer, box, 0.01, 0.5, 8)
    explorer.page.wait_for_function(f"() => ({_REPLAY})().active > 8")
    middle = explorer.page.evaluate(_REPLAY)
    drag_along(explorer, box, 0.5, 0.995, 8)
    explorer.page.wait_for_function(f"() => ({_REPLAY})().active == {before['steps'] - 1}")
    after = explorer.page.evaluate(_REPLAY)
    assert wire.messages == sent, "scrubbing told the server"
    assert len({tuple(state["colours"]) for state in (before, middle, after)}) == 3
    assert after["cursor"] == after["ring"][0] == before["steps"]
    assert len({state["words"] for state in (before, middle, after)}) == 3
    assert after["words"].startswith(f"{before['steps']} of {before['steps']}")
    play, pause = explorer.page.locator(".updatemenu-button").all()
    explorer.page.evaluate(_NOTE_FRAMES)  # on a busy machine it can have ended before the click returns
    play.click()
    explorer.page.wait_for_function("() => window.framesPlayed.length > 2")
    pause.click()
    assert explorer.page.evaluate("() => window.framesPlayed")[:3] == ["1", "2", "3"]
    assert wire.messages == sent, "playing told the server"
    forget_what_plotly_drops(explorer)
    field = explorer.page.get_by_role("spinbutton", name="Go to step")
    field.focus()
    field.fill("6")
    field.press("Enter")
    # while the figure is drawn anew there is none
    explorer.page.wait_for_function(f"() => {{ try {{ return ({_REPLAY})().active == 5 }} catch {{ return false }} }}")
    explorer.settle()
    typed = explorer.page.evaluate(_REPLAY)
    assert typed["words"].startswith("6 of") and typed["colours"] != before["colours"]
    assert explorer.query()["step"] == "6"
    forget_what_plotly_drops(explorer)


def forget_what_plotly_drops(explorer):
    assert set(explorer.problems()) <= {"page error: undefined"}, "Plotly drops the promise of what was interrupted"
    explorer.forget_problems()


def values(explorer):
    """The names of the values in the editor, in their order, as a screen reader hears them."""
    return [b.get_attribute("aria-label") for b in explorer.page.locator("ol li button").all()]


def names(explorer):
    return [v.rpartition(", place")[0] for v in values(explorer)]


def own_z(explorer):
    """Your z and its difference from the learned one, as they are printed."""
    return explorer.page.locator('[data-testid="stMetric"]').filter(has_text="your z").inner_text()


def wait_for_another_z(explorer):
    metric = explorer.page.locator('[data-testid="stMetric"]').filter(has_text="your z")
    metric.filter(has_not_text="as learned").wait_for()
    explorer.settle()


OWN = BREAST | {"further": "Your own order", "column": "tumor_size"}


def assert_star_apart(explorer):
    """The star of your order stands where its number says, away from the learned diamond."""
    xs = explorer.page.evaluate(
        "() => [...document.querySelectorAll('.js-plotly-plot')].at(-1)"
        "._fullData.map(t => [t.marker && t.marker.symbol, t.x[0]])"
    )
    found = {symbol: x for symbol, x in reversed(xs) if symbol in ("star", "diamond")}
    assert found["star"] > found["diamond"], "an order made worse has a higher z than the learned one"


def test_an_order_is_made_with_the_keyboard_kept_taken_back_and_made_with_the_mouse(explorer):
    explorer.goto("orders", **OWN)
    explorer.finish()
    before, z = names(explorer), own_z(explorer)
    learned = catviz.OCL(2, random_state=0).fit(catviz.load_dataset("breast_cancer_ljubljana")).orders_["tumor_size"]
    assert before in (learned, learned[::-1])
    order_by_keyboard(explorer, before, z)
    explorer.press("learned")
    assert explorer.until(lambda: names(explorer) == before and own_z(explorer) == z), names(explorer)
    buttons = explorer.page.locator("ol li button")
    buttons.nth(0).scroll_into_view_if_needed()
    start, end = buttons.nth(0).bounding_box(), buttons.nth(4).bounding_box()
    mouse = explorer.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] - 3, end["y"] + end["height"] / 2, steps=12)
    mouse.up()
    wait_for_another_z(explorer)
    assert names(explorer) == [*before[1:5], before[0], *before[5:]]
    assert values(explorer)[4] == f"{before[0]}, place 5 of 11"
    assert own_z(explorer) != z
    assert_star_apart(explorer)


def order_by_keyboard(explorer, before, z):
    """Move the second value three places on, and find it there after another column and other pages."""
    keyboard, buttons = explorer.page.keyboard, explorer.page.locator("ol li button")
    buttons.nth(0).focus()
    assert explorer.page.evaluate(_FOCUS) == f"{before[0]}, place 1 of 11"
    keyboard.press("ArrowRight")
    assert explorer.page.evaluate(_FOCUS) == f"{before[1]}, place 2 of 11"
    outline = buttons.nth(1).evaluate("b => getComputedStyle(b).outlineWidth")
    assert outline == "3px", "the focus is not seen"
    for place in (3, 4, 5):
        keyboard.press("Shift+ArrowRight")
        assert explorer.page.evaluate(_FOCUS) == f"{before[1]}, place {place} of 11"
    made = [before[0], *before[2:5], before[1], *before[5:]]
    wait_for_another_z(explorer)
    assert names(explorer) == made and own_z(explorer) != z
    assert explorer.page.evaluate(_FOCUS) == f"{before[1]}, place 5 of 11", "the focus was lost"
    explorer.choose("Column to order", "age")
    assert names(explorer)[0] in ("20-29", "70-79")
    explorer.choose("Column to order", "tumor_size")
    assert names(explorer) == made
    explorer.click_page("Values")
    explorer.click_page("Orders")
    explorer.finish()
    assert names(explorer) == made


@pytest.mark.more
def test_a_table_without_declared_orders_is_kept_and_another_one_offered():
    at = finished(run("orders", data="mushroom"))
    assert at.selectbox(key="data").value == "mushroom"
    offered = next(button for button in at.button if button.key == f"example-{defaults.DECLARED}")
    offered.click()
    at = finished(at.run())
    assert at.selectbox(key="data").value == defaults.DECLARED
    assert not [button for button in at.button if button.key == offered.key]


@pytest.mark.parametrize("method", ["LatentClass", "ClusterCA", "COForest", "NDW"])
def test_methods_that_cluster_find_as_many_clusters_as_there_are_classes(method):
    """Eight, the default of the library, are more than there are distinct rows."""
    table = catviz.load_dataset("toy_movie")
    at = run("orders", data="toy_movie", order=method)
    assert_sound(at)
    fit = catviz.make(method, n_clusters=table.n_classes, random_state=0).fit(table)
    drawn = [note["text"] for note in spec(at)["layout"]["annotations"]]
    for names in map(fit.geometry_.order().labels, table.attributes):
        at_once = [name for name in drawn if name in names]
        assert at_once in (list(names), list(names)[::-1])
