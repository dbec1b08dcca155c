"""The report: views in order, within bounds, as a page that needs no network and as a notebook that runs."""

import json
import re
from datetime import date

import pandas as pd
import pytest

import catviz
from catviz.export import report as export
from catviz.export.code import Piece, Source, load
from catviz.export.report import FullError, Picture, Report, Table, View, Words, table
from catviz.export.report_page import report_page

HOSTILE = "</script><script>alert(1)</script>"


def view(title="Columns", **given):
    return View(title, "Zoo, 101 rows", **({"parts": (Words("**101** rows."),)} | given))


def page(*views, title="Report"):
    return report_page(Report(title, views), "1.2.3", date(2026, 1, 31))


def figure(column="legs"):
    return catviz.plots.value_counts(catviz.load_dataset("zoo"), [column]).to_json()


def executed(notebook):
    """The figures that the cells of a notebook leave, in order."""
    names, drawn = {}, []
    for cell in json.loads(notebook)["cells"]:
        if cell["cell_type"] == "code":
            names.pop("figure", None)
            exec("".join(cell["source"]), names)
            drawn += [names["figure"]] if "figure" in names else []
    return drawn


def test_views_are_moved_removed_and_noted_and_the_old_report_stays():
    report = Report().with_view(view("a")).with_view(view("b")).with_view(view("c"))
    titles = lambda r: "".join(v.title for v in r.views)  # noqa: E731
    assert titles(report.moved(0, 1)) == "bac" and titles(report.moved(2, -1)) == "acb"
    assert titles(report.moved(0, -1)) == titles(report.moved(2, 1)) == "abc"
    assert titles(report.without(1)) == "ac"
    assert [v.note for v in report.noted(1, "mine").views] == ["", "mine", ""]
    assert titles(report) == "abc" and report.titled("My table").title == "My table"


def test_a_note_does_not_make_another_view():
    assert Report("", (view(),)).noted(0, "mine").views[0].same_as(view())
    assert not view(settings=(("Seed", "1"),)).same_as(view(settings=(("Seed", "2"),)))
    assert not view(parts=(Words("one"),)).same_as(view(parts=(Words("two"),)))


def test_views_and_bytes_are_bounded(monkeypatch):
    monkeypatch.setattr(export, "MOST_VIEWS", 2)
    report = Report().with_view(view("a")).with_view(view("b"))
    with pytest.raises(FullError, match="holds 2 views"):
        report.with_view(view("c"))
    monkeypatch.setattr(export, "MOST_BYTES", 1_000)
    large = view(parts=(Picture(json.dumps({"data": ["x" * 1_000], "layout": {}}), "Large."),))
    with pytest.raises(FullError, match="more than 0 MB of figures"):
        report.without(0).with_view(large)


def test_long_tables_are_cut_and_say_so():
    made = page(view(parts=(table(pd.DataFrame({"n": range(100)}), "Numbers"),)))
    assert re.search(r"Numbers: .*\b40 of the 100 rows", made) and ">39</td>" in made and ">40</td>" not in made


def test_labels_of_others_stay_text():
    frame = pd.DataFrame({HOSTILE: [HOSTILE, "=1+1"]})
    drawn = json.dumps({"data": [{"type": "bar", "x": [1], "y": [1], "name": HOSTILE}], "layout": {}})
    made = page(
        view(
            HOSTILE,
            parts=(Words(HOSTILE), Picture(drawn, HOSTILE, name='"><b>'), Table(frame, HOSTILE, 2)),
            settings=((HOSTILE, HOSTILE),),
            note=HOSTILE,
            sources=(HOSTILE,),
            pieces=(Piece(HOSTILE, repr(HOSTILE)),),
            link="javascript:alert(1)",
        ),
        title=HOSTILE,
    )
    assert "alert(1)</script>" not in made and "javascript:" not in made.split("<script>")[0]
    held = re.search(r'<script type="application/json" id="figure-0-0-data">(.*?)</script>', made, re.DOTALL)[1]
    assert json.loads(held)["data"][0]["name"] == HOSTILE
    assert 'data-name="&quot;&gt;&lt;b&gt;"' in made


def test_the_page_loads_nothing_and_holds_plotly_once():
    parts = (Picture(figure(), "Legs."), Words("A caption.", "caption"), Picture(figure("milk"), "Milk.", 0.3))
    link = "https://example.org/columns?data=Zoo&seed=0"
    made = page(view(parts=parts, link=link), view("Again", parts=parts))
    own = re.sub(r"<script>.*?</script>", "", made, flags=re.DOTALL)
    assert not re.findall(r"""(?:src|href)=["'](?!#|https://example\.org)|<link|@import|url\(""", own)
    assert link.replace("&", "&amp;") in own
    assert len(re.findall(r"<script>", made)) == 2 and made.count("plotly.js v") == 1
    assert own.index('id="figure-0-0"') < own.index("A caption.") < own.index('id="figure-0-1"')
    assert own.count('class="side"') == 2 and "31 January 2026, catviz 1.2.3" in own


def test_conditions_and_unfinished_work_are_said():
    parts = (Words("Only *5* rows.", "warning"), Words("Read this.", "note"), Words("Rows", "heading"))
    made = page(view(parts=parts, unfinished=True))
    assert '<div class="box warning"><p>Only <em>5</em> rows.</p></div>' in made
    assert '<div class="box"><p>Read this.</p></div>' in made and "<h3>Rows</h3>" in made
    assert "still being worked" in made
    assert "still being worked" not in page(view(parts=parts))


def test_references_are_listed_once():
    made = page(view(sources=("ADM: Ahmad & Dey 2007",)), view("b", sources=("ADM: Ahmad & Dey 2007", "Zoo: UCI")))
    assert made.count("Ahmad &amp; Dey 2007") == 1 and "Zoo: UCI" in made


def test_the_notebook_draws_every_figure_of_every_view():
    zoo = load(Source("zoo", own_target="class", target="class"))
    piece = Piece("The figure", "figure = catviz.plots.value_counts(table, ['legs'])\nfigure", ("import catviz",))
    first = view(parts=(Picture(figure(), "Legs.", piece=piece), Picture(figure("milk"), "Milk.")), pieces=(zoo,))
    voting = load(Source("voting", own_target="class", target="class"))
    last = view("<Other>", parts=(Words(":orange[Note:] rare"),), pieces=(voting,), note="*mine*")
    report = Report("Two # tables", (first, first, last))
    notebook = report.to_notebook()
    drawn = executed(notebook)
    assert [json.loads(d.to_json()) for d in drawn] == [json.loads(f) for f in 2 * [figure(), figure("milk")]]
    assert notebook.count("load_dataset('zoo')") == 1 and notebook.count("load_dataset('voting')") == 1
    texts = ["".join(c["source"]) for c in json.loads(notebook)["cells"] if c["cell_type"] == "markdown"]
    assert texts[0] == r"# Two \# tables" and "Note: rare" in texts and r"\*mine\*" in texts
    assert any(r"\<Other\>" in text for text in texts) and any("this cell holds" in text for text in texts)


def test_single_rows_can_be_left_out():
    """Neither the page nor the notebook has an id then; what describes groups of rows stays."""
    zoo = catviz.load_dataset("zoo")
    points = catviz.plots.row_map(catviz.Hamming().fit(zoo), zoo).to_json()
    drawn = Picture(points, "A map.", of_rows=True)
    rows = export.Table(pd.DataFrame({"id": ["aardvark"]}), "The chosen rows", 1, of_rows=True)
    whole = Report("", (view(parts=(drawn, rows, Picture(figure(), "Bars."), Words("Last."))),))
    assert "aardvark" in page(*whole.views) and '"hovertext"' in points
    without = whole.without_rows()
    for made in (page(*without.views), without.to_notebook()):
        assert "aardvark" not in made and "Last." in made
    first, left_out, bars, _ = without.views[0].parts
    before, after = (json.loads(held)["data"] for held in (points, first.figure))
    assert [trace["x"] for trace in after] == [trace["x"] for trace in before]
    assert not any({"text", "hovertext", "customdata"} & set(trace) for trace in after)
    assert left_out.text == "The chosen rows: 1 row, left out of this report." and bars.figure == figure()


def test_figures_come_first_with_their_answer_and_the_rest_in_details():
    parts = (
        Words("Is it so?"),
        Words("Almond and anise are nearest.", "answer"),
        Picture(figure(), "Values of legs"),
        Words("Dark: many rows.", "caption"),
        Words("Nothing follows from it.", "limit", "not a test"),
        Words("A long paragraph.", "caption"),
        Words("Rows are missing.", "note"),
        table(pd.DataFrame({"a": [1]}), "One cell"),
    )
    made = page(view(parts=parts, settings=(("Seed", "7"),)))
    first, _, details = made.partition('<section id="appendix">')
    assert details and first.index("Almond and anise") < first.index("<figure") < first.index("Dark: many rows.")
    assert "Rows are missing." in first and "not a test" in first
    for words in ("Is it so?", "Nothing follows", "A long paragraph.", "One cell", "Seed"):
        assert words not in first and words in details
    alone = page(view(parts=tuple(part for part in parts if not isinstance(part, Picture))))
    first, _, details = alone.partition('<section id="appendix">')
    assert "One cell" in first and "Nothing follows" in details, "without a figure its words are what a view has"
