"""The explorer as it is used: clicks, lassos, links, uploads and keys in a real browser."""

import re

import pytest
from driver import HEIGHT, PAGES, WIDTH, Explorer, Server
from files import HONEST, MARKUP, REFUSED, UPLOADS, markup, survey
from gestures import (
    FILE_BOX,
    FRAME,
    INJECTED,
    LIT,
    POINTS,
    TABLE,
    TITLES,
    assert_listed,
    assert_shows_something,
    assert_sound,
    lasso_left,
    rows_of,
)

import catviz


def test_a_new_server_may_be_asked_for_any_page_first(browser):
    with Server() as fresh:
        context = browser.new_context()
        explorer = Explorer(context.new_page(), fresh.url)
        explorer.goto("values", data="voting")
        trouble, charts = explorer.trouble(), explorer.charts()
        context.close()
    assert not trouble
    assert charts


def test_every_page_by_the_navigation(explorer):
    explorer.goto()
    for page in (*PAGES[1:], "start"):
        explorer.click_page(TITLES[page])
        assert_shows_something(explorer)
        assert explorer.charts(), page


def test_data_and_method_in_their_boxes(explorer):
    explorer.goto("values")
    explorer.choose("Data set", "Congressional votes, 1984")
    assert_shows_something(explorer)
    assert explorer.chosen("Column") == "el_salvador_aid"
    explorer.choose("Method", "COS · coupled similarity")
    assert_shows_something(explorer)
    assert "COS" in explorer.charts()[0]["title"]
    explorer.choose("Column", "crime")
    assert explorer.charts()[0]["title"].startswith("crime under COS")
    explorer.click_page("Inside")
    assert explorer.chosen("Method") == "COS · coupled similarity"
    assert explorer.chosen("Column") == "crime"
    assert_shows_something(explorer)


def test_the_question_on_start_leads_to_its_answer(explorer):
    explorer.goto()
    explorer.press("Why are almond and anise near?")
    explorer.page.wait_for_url(re.compile("/values"))
    explorer.settle()
    assert_shows_something(explorer)
    assert (explorer.chosen("Column"), explorer.chosen("Value"), explorer.chosen("compared with")) == (
        *("odor", "almond"),
        "anise",
    )
    assert "Every term is zero" in explorer.text()


# selections


def test_a_lasso_picks_the_rows_inside(explorer):
    explorer.goto("rows", data="tic_tac_toe")
    before = explorer.page.evaluate(LIT, 1)["colours"]
    inside = lasso_left(explorer, 0)
    n = rows_of(inside)
    assert n
    explorer.wait_for(re.compile(rf"^{n:,} rows? chosen"), 15)
    explorer.settle()
    assert_sound(explorer)
    assert_listed(explorer, n)
    charts = explorer.charts()
    assert len(charts) == 3, "map, profile and values"
    assert explorer.page.evaluate(LIT, 2)["colours"] != before, "the values did not light up"
    explorer.press("Clear")
    explorer.wait_for("No row chosen yet", 15)
    explorer.settle()
    assert not explorer.page.locator(TABLE).count()
    assert explorer.page.evaluate(LIT, 1)["colours"] == before
    assert not explorer.page.evaluate(LIT, 0)["chosen"]
    assert not explorer.page.locator(".selectionlayer path").count(), "the loop is still drawn"


def test_a_lasso_on_a_map_drawn_with_webgl(explorer):
    explorer.goto("rows", data="mushroom")
    inside = lasso_left(explorer, 0)
    explorer.wait_for(re.compile(rf"^{rows_of(inside):,} rows? chosen"), 20)
    explorer.settle()
    assert_sound(explorer)


def test_a_second_lasso_replaces_the_first(explorer):
    explorer.goto("rows", data="voting")
    n = rows_of(lasso_left(explorer, 0))
    explorer.wait_for(re.compile(rf"^{n:,} rows? chosen"), 15)
    explorer.settle()
    frame = explorer.page.evaluate(FRAME, 0)
    points = explorer.page.evaluate(POINTS, 0)
    right = max(points, key=lambda p: p["x"])
    near = [p for p in points if abs(p["x"] - right["x"]) < 14 and abs(p["y"] - right["y"]) < 14]
    mouse = explorer.page.mouse
    x, y = right["x"], right["y"]
    assert frame["left"] < x - 14
    mouse.move(x - 14, y - 14)
    mouse.down()
    for corner in ((x + 14, y - 14), (x + 14, y + 14), (x - 14, y + 14), (x - 14, y - 13)):
        mouse.move(*corner, steps=8)
    mouse.up()
    explorer.wait_for(re.compile(rf"^{rows_of(near):,} rows? chosen"), 15)
    explorer.settle()
    assert_sound(explorer)


@pytest.mark.parametrize("gesture", ["click", "box"])
def test_values_picked_in_the_small_map_light_up_rows(explorer, gesture):
    explorer.goto("rows", data="voting")
    explorer.page.locator('[data-testid="stPlotlyChart"]').nth(1).scroll_into_view_if_needed()
    values = explorer.page.evaluate(POINTS, 1)
    alone = max(values, key=lambda p: min(abs(p["x"] - q["x"]) + abs(p["y"] - q["y"]) for q in values if q is not p))
    x, y, mouse = alone["x"], alone["y"], explorer.page.mouse
    if gesture == "click":
        mouse.move(x - 9, y - 9)
        mouse.move(x, y, steps=3)
        mouse.click(x, y)
    else:
        chart = explorer.page.locator('[data-testid="stPlotlyChart"]').nth(1)
        chart.hover()
        chart.locator('[data-title="Box Select"]').click()
        mouse.move(x - 10, y - 10)
        mouse.down()
        mouse.move(x + 10, y + 10, steps=6)
        mouse.up()
    explorer.wait_for(re.compile(r"^[\d,]+ rows? chosen"), 15)
    explorer.settle()
    assert_sound(explorer)
    column, _, value = alone["words"].partition(" = ")
    table = catviz.load_dataset("voting")
    r = table.codebook.position(column)
    carried = table.codes[:, r]
    code = len(table.categories[r]) if value == "(missing)" else table.categories[r].index(value)
    n = int((carried == code).sum())
    assert re.search(rf"^{n:,} rows? chosen", explorer.text(), re.M)
    lit = explorer.page.evaluate(LIT, 0)
    points = {p["id"]: p for p in explorer.page.evaluate(POINTS, 0)}
    assert lit["chosen"]
    assert rows_of([points[i] for i in lit["ids"]]) == n


def test_a_click_in_the_heat_map_changes_the_pair(explorer):
    explorer.goto("values", data="mushroom", column="odor", a="almond", b="anise")
    before = explorer.chosen("Value"), explorer.chosen("compared with")
    assert before == ("almond", "anise")
    cells = explorer.page.evaluate(POINTS, 0)
    v = round(len(cells) ** 0.5)
    names = explorer.page.evaluate(
        "() => document.querySelector('.js-plotly-plot')._fullLayout.yaxis.ticktext.map(t => t.replace(/ .*/, ''))"
    )
    row, column = names.index("foul"), names.index("none")
    cell = cells[row * v + column]
    explorer.page.mouse.click(cell["x"], cell["y"])
    explorer.page.wait_for_function("() => document.querySelector('input[aria-label=Value]').value == 'foul'")
    explorer.settle()
    assert (explorer.chosen("Value"), explorer.chosen("compared with")) == ("foul", "none")
    assert_sound(explorer)
    assert "foul and none" in explorer.text()


# long work


def test_tsne_of_many_rows_shows_progress_and_can_be_cancelled(explorer):
    explorer.goto("rows", data="nursery", method="Hamming", map="t-SNE")
    main = explorer.page.locator('[data-testid="stMain"]')
    main.get_by_role("button", name="Run", exact=True).click()
    explorer.page.locator('[data-testid="stProgress"]').wait_for(timeout=20_000)
    explorer.wait_for(re.compile(r"t-SNE under .+: \d+%"), 60)
    main.get_by_role("button", name="Cancel", exact=True).click()
    explorer.wait_for(re.compile("Cancelled after"), 20)
    explorer.settle()
    assert_sound(explorer)
    assert not explorer.page.locator('[data-testid="stProgress"]').count()


def test_tsne_of_few_rows_finishes(explorer):
    explorer.goto("rows", data="zoo", map="t-SNE")
    explorer.page.locator('[data-testid="stMain"]').get_by_role("button", name="Run", exact=True).click()
    explorer.page.wait_for_function(
        "() => [...document.querySelectorAll('.js-plotly-plot')].some(p =>"
        " p._fullLayout && /^t-SNE of 59 distinct rows/.test((p._fullLayout.title || {}).text || ''))"
    )
    explorer.settle()
    assert_sound(explorer)
    assert "Cancelled" not in explorer.text()


# links


def assert_same_choices(explorer, expected):
    for label, value in expected.items():
        assert explorer.chosen(label) == value, label


def test_the_address_bar_restores_what_was_chosen(tab):
    explorer = tab()
    explorer.goto("values")
    explorer.choose("Data set", "Congressional votes, 1984")
    explorer.choose("Method", "COS · coupled similarity")
    explorer.choose("Column", "crime")
    expected = {k: explorer.chosen(k) for k in ("Data set", "Method", "Column", "Value", "compared with")}
    other = tab()
    other.open(explorer.page.url)
    assert_same_choices(other, expected)
    assert_sound(other)


def test_a_page_opened_by_a_link_survives_being_loaded_again(tab):
    explorer = tab()
    explorer.goto("values", data="voting", method="WCADO", column="crime")
    expected = {k: explorer.chosen(k) for k in ("Data set", "Method", "Column")}
    assert expected == {
        "Data set": "Congressional votes, 1984",
        "Method": "W-CADO · weighted coupled",
        "Column": "crime",
    }
    explorer.page.reload()
    explorer.settle()
    assert_same_choices(explorer, expected)


def test_copy_link_restores_data_method_column_and_pair(tab):
    explorer = tab()
    explorer.goto("values", data="mushroom", column="odor")
    explorer.choose("Method", "TAVE · diffusion")
    explorer.choose("Value", "spicy")
    explorer.choose("compared with", "musty")
    expected = {k: explorer.chosen(k) for k in ("Data set", "Method", "Column", "Value", "compared with")}
    assert expected["Value"], expected["compared with"] == ("spicy", "musty")
    link = explorer.copied_link()
    assert link.startswith(explorer.url)
    other = tab()
    other.open(link)
    assert_same_choices(other, expected)
    assert_sound(other)
    assert not [a for a in other.alerts() if "link asks for" in a]


def test_a_note_on_a_bad_link_is_text(explorer):
    bad = '<img src="injected" onerror="alert(1)"> **bold** [x](http://injected.example)'
    explorer.goto("columns", data=bad, column=bad)
    assert_sound(explorer)
    assert [a for a in explorer.alerts() if "link asks for" in a and "<img" in a]
    assert not explorer.page.evaluate(INJECTED)


# uploads


@pytest.mark.parametrize("name", UPLOADS)
def test_an_upload_goes_from_page_to_page(explorer, name):
    explorer.goto("columns", data="toy_movie")
    explorer.upload(FILE_BOX, (name, UPLOADS[name]()))
    assert explorer.chosen("Data set").startswith(name)
    assert "What I understood of" in explorer.text()
    assert_shows_something(explorer)
    for page in PAGES[3:] if name == "survey.csv" else ("values",):
        explorer.click_page(TITLES[page])
        assert_shows_something(explorer)
        assert explorer.chosen("Data set").startswith(name)
        assert explorer.chosen("Groups known?") == "none"


def test_an_upload_on_start_opens_columns(explorer):
    explorer.goto()
    explorer.upload("Drop a CSV", ("survey.csv", survey()))
    explorer.page.wait_for_url(re.compile("/columns"))
    explorer.settle()
    assert explorer.chosen("Data set").startswith("survey.csv")
    assert "What I understood of" in explorer.text()
    assert_shows_something(explorer)


def test_the_navigation_works_after_an_upload_on_another_page(explorer):
    explorer.goto("values", data="toy_movie")
    explorer.upload(FILE_BOX, ("survey.csv", survey()))
    explorer.page.wait_for_url(re.compile("/columns"))
    explorer.settle()
    explorer.click_page("Orders")
    assert "Do the values line up?" in explorer.text()
    explorer.click_page("Values")
    assert "Which values behave alike?" in explorer.text()
    assert explorer.chosen("Data set").startswith("survey.csv")


def test_an_upload_stays_in_its_session_and_out_of_links(tab):
    explorer = tab()
    explorer.goto("values", data="toy_movie")
    explorer.upload(FILE_BOX, ("private.csv", survey()))
    explorer.click_page("Values")
    link = explorer.copied_link()
    assert "Ulm" not in link
    other = tab()
    other.open(link)
    assert not other.chosen("Data set").startswith("private.csv")
    assert "the same file" in " ".join(other.alerts())
    assert_sound(other)


def test_a_file_that_is_no_table_gets_a_sentence_and_nothing_is_lost(explorer):
    explorer.goto("values", data="voting", column="crime")
    for name, content in REFUSED.items():
        explorer.upload(FILE_BOX, (name, content))
        errors = explorer.errors()
        assert len(errors) == 1, errors
        assert name in errors[0].replace("\n", " ")
        assert "Traceback" not in errors[0]
        assert not explorer.exceptions()
        assert explorer.chosen("Data set") == "Congressional votes, 1984"
        assert explorer.chosen("Column") == "crime"
        assert explorer.charts()


@pytest.mark.parametrize("name", HONEST)
def test_a_strange_table_gets_its_honest_picture(explorer, name):
    content = HONEST[name] if isinstance(HONEST[name], bytes) else HONEST[name].encode()
    explorer.goto("columns", data="toy_movie")
    explorer.upload(FILE_BOX, (name, content))
    assert explorer.chosen("Data set").startswith(name), explorer.alerts()
    for page in PAGES[2:] if name == "markup.csv" else ("columns",):
        if page != "columns":
            explorer.click_page(TITLES[page])
        assert_shows_something(explorer)
        assert not explorer.page.evaluate(INJECTED), page
        text = explorer.text()
        assert "ÿþ" not in text and "\x00" not in text


def test_labels_with_markup_stay_text_where_they_are_chosen_and_hovered(explorer):
    explorer.goto("columns", data="toy_movie")
    explorer.upload(FILE_BOX, ("markup.csv", markup()))
    explorer.click_page("Values")
    column = '<i id="injected-1">1</i>'
    explorer.choose("Column", column)
    assert column in explorer.charts()[0]["title"].replace("&lt;", "<").replace("&gt;", ">")
    explorer.choose("Value", MARKUP[0])
    explorer.choose("compared with", MARKUP[1])
    assert_sound(explorer)
    assert not explorer.page.evaluate(INJECTED)
    assert MARKUP[0] in explorer.text()
    for look in ("lanes", "all columns", "heat map"):
        explorer.segment("Look at", look)
        point = explorer.page.evaluate(FRAME, 0)
        explorer.page.mouse.move((point["left"] + point["right"]) / 2, (point["top"] + point["bottom"]) / 2, steps=4)
        explorer.page.wait_for_timeout(200)
        assert not explorer.page.evaluate(INJECTED), look
        assert_sound(explorer)
    explorer.click_page("Rows")
    lasso_left(explorer, 0)
    explorer.wait_for(re.compile(r"rows? chosen"), 15)
    explorer.settle()
    assert_sound(explorer)
    assert not explorer.page.evaluate(INJECTED)


def test_the_table_before_stays_after_a_bad_upload_follows_a_good_one(explorer):
    explorer.goto("columns", data="toy_movie")
    explorer.upload(FILE_BOX, ("survey.csv", survey()))
    explorer.upload(FILE_BOX, ("ragged.csv", REFUSED["ragged.csv"]))
    assert len(explorer.errors()) == 1
    assert explorer.chosen("Data set").startswith("survey.csv")
    assert explorer.charts()


# keys


def tab_to(explorer, label, most=80):
    for _ in range(most):
        explorer.page.keyboard.press("Tab")
        if explorer.page.evaluate("() => document.activeElement.getAttribute('aria-label')") == label:
            return
    raise AssertionError(f"{label} was not reached with the Tab key")


def test_the_pair_can_be_chosen_with_the_keyboard(explorer):
    explorer.goto("values", data="mushroom", column="odor")
    keyboard = explorer.page.keyboard
    for label, value in (("Value", "spicy"), ("compared with", "creosote")):
        tab_to(explorer, label)
        keyboard.press("Control+A")
        keyboard.type(value)
        keyboard.press("Enter")
        explorer.settle()
        assert explorer.chosen(label) == value
    assert "spicy and creosote" in explorer.text()
    assert_sound(explorer)


# what surrounds the pages


def test_presenting_closes_the_sidebar(explorer):
    explorer.goto("values", data="voting", present="1")
    assert_shows_something(explorer)
    sidebar = explorer.page.locator('[data-testid="stSidebar"]')
    assert sidebar.get_attribute("data-collapsed") == "true"


def test_dark_theme(browser, server):
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="dark")
    try:
        explorer = Explorer(context.new_page(), server.url)
        explorer.goto()
        for page in ("columns", "values", "orders", "rows", "compare"):
            explorer.click_page(TITLES[page])
            assert_shows_something(explorer)
            papers = explorer.page.evaluate(
                "() => [...document.querySelectorAll('.js-plotly-plot')].filter(p => p._fullLayout)"
                ".map(p => p._fullLayout.paper_bgcolor)"
            )
            assert papers
            assert not [p for p in papers if p.casefold() in ("#fff", "#ffffff", "white")], page
        assert not explorer.trouble()
    finally:
        context.close()
