"""The report: what pages add to it, its list, and the files made of it."""

import contextlib
import io
import json
import re
import struct
from datetime import date

import pytest
from files import HONEST
from representatives import slow_but
from scripted import assert_sound, finished, moved_to, run, stated, words

from catviz.export import report as export
from catviz.export.report import Picture, Table, Words
from catviz.export.report_page import report_page
from catviz.ui.frame.report import ADD, OTHERS
from catviz.ui.labels import AGAINST, LISTED, PREPARE, REAL
from catviz.ui.methods.tabs import RESULTS
from catviz.ui.orders import own_order
from catviz.ui.state.uploads import Upload

#: What the library's figures have of their own: pages have their paper, and choose what a drag and a click do.
PAPER = {"paper_bgcolor", "plot_bgcolor", "dragmode", "clickmode", "hovermode"}
#: Pages by name: how many of their figures the notebook draws from code, the others from their numbers.
DRAWN_ANEW = {
    "columns": (2, {"data": "voting"}),
    "heat map": (2, {"page": "values", "data": "zoo", "dendrogram": "on", "method": "WCADO"}),
    "lanes": (2, {"page": "values", "data": "zoo", "look": "1-D axes"}),
    "plane": (2, {"page": "values", "data": "zoo", "look": "map of all values"}),
    "space": (2, {"page": "values", "data": "zoo", "look": "map of all values", "space": "3-D"}),
    "two": (0, {"page": "values", "data": "zoo", "second": "COS"}),
    "orders": (1, {"data": "lymphography", "order": "OCL"}),
    "gaps": (0, {"page": "orders", "data": "lymphography", "spacing": "true gaps"}),
    "map": (1, {"data": "zoo", "colour": "legs"}),
    "mds": (1, {"page": "map", "data": "zoo", "map": "MDS", "method": "Hamming"}),
    "classes": (0, {"page": "map", "data": "cmc"}),
    "clusters": (1, {"data": "balloons", "section": REAL, "most": "3"}),
    "inside": (0, {"data": "zoo"}),
    "methods": (0, {}),
}
#: One of each kind: figures from code, from numbers, and with what stands beside them.
DRAWN_EACH_TIME = ("heat map", "space", "gaps", "mds", "clusters")


def add(at):
    """The page after its view was added."""
    next(b for b in at.button if b.label == ADD).click().run()
    assert_sound(at)
    return at


def report(at):
    return at.session_state["_report"]


def drawn_by(notebook):
    """The figures that the cells of a notebook leave, and how many of them come from code."""
    names, drawn, from_code = {}, [], 0
    for cell in json.loads(notebook)["cells"]:
        code = "".join(cell["source"])
        if cell["cell_type"] == "code":
            with contextlib.redirect_stdout(io.StringIO()):
                exec(code, names)
            if code.startswith("figure ="):
                drawn.append(names["figure"].to_json())
                from_code += "catviz.plots" in code
    return drawn, from_code


def content(figure):
    """A figure without the colour of its paper."""
    held = json.loads(figure)
    return held["data"], {key: value for key, value in held["layout"].items() if key not in PAPER}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", slow_but(DRAWN_EACH_TIME, DRAWN_ANEW))
def test_the_notebook_draws_what_the_page_shows(name):
    from_code, query = DRAWN_ANEW[name]
    query = dict(query)
    at = add(finished(run(query.pop("page", name), **query)))
    pictures = report(at).views[0].pictures
    assert len(pictures) == len(at.get("plotly_chart")) > 0
    assert [p.alt for p in pictures] == [chart.proto.alt for chart in at.get("plotly_chart")]
    found, n = drawn_by(report(at).to_notebook())
    assert [content(figure) for figure in found] == [content(p.figure) for p in pictures]
    assert n == from_code


@pytest.mark.parametrize("page", ("start", "lessons", "columns", "values", "orders", "inside", "map", "clusters"))
def test_a_view_has_the_sentences_of_its_page_in_order(page):
    at = run(page, data="zoo")
    shown = [e.value for kind in (at.main.caption, at.main.info, at.main.warning) for e in kind]
    at = add(at)
    (view,) = report(at).views
    sentence = [part.text for part in view.parts if isinstance(part, Words)]
    work = [e for e in at.expander if e.label == "How it works" or e.label.startswith(PREPARE)]
    aside = [c.value for e in work for c in e.caption]
    aside += [c.value for p in at.main.get("popover") for c in p.caption]
    assert not [text for text in shown if text not in aside and not any(text in each for each in sentence)]
    assert view.title.endswith(at.title[0].value) and view.pictures
    assert ("Seed", "0") in view.settings


def test_what_limits_an_answer_comes_with_it():
    for page in ("values", "clusters"):
        at = add(run(page, data="tic_tac_toe"))
        said = [part.text for part in report(at).views[0].parts if isinstance(part, Words)]
        texts = [
            m.value
            for p in at.main.get("popover")
            if p.proto.popover.label.startswith(("not a", "one of"))
            for m in p.markdown
        ]
        assert len(texts) == 1 + (page == "clusters") and set(texts) <= set(said)


def test_what_a_number_rests_on_comes_with_it():
    against = add(run("clusters", data="zoo", k="4", groups="class", section=AGAINST))
    (view,) = report(against).views
    sentence = "\n".join(part.text for part in view.parts if isinstance(part, Words))
    assert "ARI: **" in sentence and "corrected for chance" in sentence
    assert "not a test" in sentence and re.search(r"accuracy.*41\u00a0%", sentence)
    at = add(run("clusters", data="zoo", k="4", groups="class"))
    (view,) = report(at).views
    (sizes,) = [part for part in view.parts if isinstance(part, Table)]
    assert sizes.frame["rows"].sum() == 101
    settings = dict(view.settings)
    assert settings["Clusters"] == "4" and settings["Clusterer"] == "k-modes" and "hair" in settings["Columns used"]
    assert any(source.startswith("ADM") and "Ahmad" in source for source in view.sources)
    assert any(source.startswith("Zoo: Forsyth") for source in view.sources)
    assert not any("picture" in key.casefold() for key in settings)


def test_your_own_order_is_no_row_of_numbers_in_the_report(monkeypatch):
    monkeypatch.setattr(own_order, "RANDOM", 3)
    asked = {"data": "zoo", "further": "Your own order", "column": "legs"}
    at = add(finished(run("orders", **asked, own="2.1.3.4.6.5")))
    settings = dict(report(at).views[0].settings)
    assert "link" in settings["Your own order"] and "own" not in settings
    at = add(finished(run("orders", **asked)))
    assert dict(report(at).views[0].settings)["Your own order"] == "as learned"


def test_work_that_goes_on_is_said():
    at = run("clusters", data="mushroom", section=REAL)
    next(b for b in at.button if b.label.startswith("Run")).click().run()
    at = add(at)
    assert report(at).views[0].unfinished
    next(b for b in at.button if b.label == "Cancel").click().run()
    assert not report(add(run("columns", data="zoo"))).views[0].unfinished


def test_a_page_of_other_tables_is_not_about_the_one_chosen():
    at = add(run("methods", data="zoo", compare=RESULTS))
    (view,) = report(at).views
    assert view.about == OTHERS and not view.pieces and "Table" not in dict(view.settings)
    assert report(add(run("start", data="zoo"))).views[0].about == "Mushroom, 8,124 rows"


def test_the_report_outlives_pages_and_takes_a_view_once():
    at = add(run("columns", data="zoo"))
    assert stated(at, "1 view") and "already" not in words(at)
    at = add(at)
    assert "already" in words(at) and len(report(at).views) == 1
    next(s for s in at.selectbox if s.key == "column").set_value("hair").run()
    at = add(at)
    moved_to(at, "orders")
    at = add(at)
    assert [v.title.partition(":")[0] for v in report(at).views] == ["Columns", "Columns", "Values"]
    assert dict(report(at).views[1].settings)["Highlight a column"] == "hair"
    assert any("(3)" in b.label for b in at.button)


def test_rows_are_left_out_on_request():
    """Of the map of rows, of its list, and of the preview on Columns; the caption says what stays."""
    at = add(run("map", data="zoo"))
    held = report(at).views[0]
    assert any(p.of_rows and "hovertext" in p.figure for p in held.pictures)
    at = at.switch_page("pages/columns.py").run()
    at = add(at.segmented_control(key="columns").set_value(LISTED).run())
    listed = [part for part in report(at).views[1].parts if isinstance(part, Table) and part.of_rows]
    assert [one.title for one in listed] == ["The table's rows"]
    at.button(key="report-open").click().run()
    at.checkbox(key="report-no-rows").check().run()
    assert_sound(at)


def test_a_full_report_says_what_to_do(monkeypatch):
    monkeypatch.setattr(export, "MOST_VIEWS", 1)
    at = add(run("columns", data="zoo"))
    moved_to(at, "orders")
    at = add(at)
    assert len(report(at).views) == 1
    assert ["1 view" in w.value for w in at.warning] == [True]


def test_the_list_moves_notes_and_removes():
    at = add(run("columns", data="zoo"))
    moved_to(at, "orders")
    at = add(at)
    next(b for b in at.button if b.label.startswith("Open the report")).click().run()
    assert_sound(at)
    at.button(key="report-down-0").click().run()
    assert [v.title.partition(":")[0] for v in report(at).views] == ["Values", "Columns"]
    next(b for b in at.button if b.label.startswith("Open the report")).click().run()
    at.text_area[0].set_value("The order is *mine*.").run()
    assert report(at).views[0].note == "The order is *mine*."
    next(b for b in at.button if b.label.startswith("Open the report")).click().run()
    at.button(key="report-remove-1").click().run()
    assert [v.note for v in report(at).views] == ["The order is *mine*."]


def test_labels_of_a_table_stay_text_in_the_report():
    at = add(run("values", Upload("markup.csv", HONEST["markup.csv"])))
    made = report_page(report(at), "1", date(2026, 1, 31))
    own = re.sub(r"<script.*?</script>", "", made, flags=re.DOTALL)
    assert "<img" not in own and "injected.png" in own and '<i id="injected' not in own
    assert "&lt;img src=" in own or "&lt;b id=" in own
    assert "markup.csv [" in dict(report(at).views[0].settings)["Data set"]


def test_the_report_holds_figures_as_they_were_then():
    at = add(run("values", data="zoo"))
    kept = [p.figure for p in report(at).views[0].pictures]
    next(s for s in at.selectbox if s.key == "column").set_value("hair").run()
    assert [p.figure for p in report(at).views[0].pictures] == kept
    assert all(isinstance(p, Picture) and p.alt for p in report(at).views[0].pictures)


# in a browser


def size_of(png):
    return struct.unpack(">II", png.read_bytes()[16:24])


def photographed(explorer, folder):
    """The picture that the camera in the first figure's tool bar gives, after the popover is closed."""
    explorer.page.keyboard.press("Escape")
    explorer.page.locator(".js-plotly-plot").first.hover()
    camera = explorer.page.locator('.modebar-btn[data-title^="Download plot"]').first
    return explorer.saved(camera.click, folder)


@pytest.mark.more
def test_a_report_and_files_leave_and_open_without_a_network(explorer, browser, tmp_path):
    page = explorer.page

    explorer.goto("values", data="zoo")
    explorer.add_to_report()
    explorer.click_page("Map")
    explorer.add_to_report()
    dialog = explorer.open_report()
    dialog.get_by_label("Your note").first.fill("<b>Mine</b>")
    dialog.get_by_label("Title").fill("Animals")
    page.keyboard.press("Tab")
    explorer.settle()
    dialog.get_by_role("button", name="Down").first.click()
    explorer.settle()
    html = explorer.saved(dialog.get_by_role("button", name="Download the report (HTML)").click, tmp_path)
    page.keyboard.press("Escape")
    explorer.settle()

    context, problems = browser.new_context(offline=True), []
    alone = context.new_page()
    alone.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
    alone.on("pageerror", lambda e: problems.append(str(e)))
    alone.on("request", lambda r: problems.append(r.url) if r.url.startswith("http") else None)
    alone.goto(html.as_uri())
    n = alone.locator("figure").count()
    alone.wait_for_function("n => document.querySelectorAll('figure .plot-container').length === n", arg=n)
    assert n == 5 and alone.locator("h1").inner_text() == "Animals"
    heads = alone.locator("section h2").all_inner_texts()
    assert heads[0].startswith("1. Map") and heads[1].startswith("2. Values")
    assert alone.locator(".note").all_inner_texts() == ["<b>Mine</b>"]
    assert not problems
    link = alone.locator("section a[href^=http]").nth(1).get_attribute("href")
    explorer.open(link)
    assert "/values" in explorer.page.url and explorer.chosen("Column") == "legs"

    body = explorer.action("Export")
    html = explorer.saved(body.get_by_role("button", name="HTML").first.click, tmp_path)
    code = explorer.saved(body.get_by_role("button", name="Python").click, tmp_path)
    assert code.name == "catviz-zoo-values-code.py" and "catviz.load_dataset('zoo')" in code.read_text("utf-8")
    answer = page.locator(".st-key-answer p").inner_text()
    png = explorer.saved(body.get_by_role("button", name="PNG").first.click, tmp_path)
    assert png.suffix == ".png" and size_of(png)[0] == 1920
    svg = explorer.saved(body.get_by_role("button", name="SVG").first.click, tmp_path)
    drawn = svg.read_text("utf-8")
    said = " ".join(re.sub(r"<[^>]+>", " ", drawn).split())
    assert re.search(r"<svg[^>]* width=.1920.", drawn)
    assert svg.name.startswith("catviz-zoo-values-") and "@font-face" in drawn
    assert all(words in said for words in (*answer.split(), "Zoo, 101 rows", "no sample · not a test"))
    captions = page.locator('[data-testid="stMain"] [data-testid="stCaptionContainer"]').all_inner_texts()
    assert any(all(word in said for word in text.split()) for text in captions), "what the figure's marks mean"
    explorer.choose("Picture size", "slide (1920 x 1080)")
    before = explorer.charts()
    assert size_of(photographed(explorer, tmp_path)) == (1920, 1080)
    assert explorer.charts() == before, "what stands around a picture is not left on the page"
    alone.goto(html.as_uri())
    alone.locator(".js-plotly-plot .main-svg").first.wait_for()
    assert not problems
    context.close()
