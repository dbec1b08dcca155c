"""The explorer as it is used: clicks, lassos, links, uploads and keys in a real browser."""

import re

import pytest
from driver import PAGES
from files import MARKUP, REFUSED, markup, survey
from gestures import (
    FILE_BOX,
    FRAME,
    INJECTED,
    LIT,
    POINTS,
    TITLES,
    assert_shows_something,
    assert_sound,
    gap,
    lasso_left,
    rows_of,
)
from test_orders import OWN, SECTIONS

import catviz
from catviz.registry import method
from catviz.ui.frame.glossary import SEARCH
from catviz.ui.labels import CLUSTER_COLOURS, GLOSSARY
from catviz.ui.map.values_beside import PLANE
from catviz.ui.methods.board import MORE
from catviz.ui.start import WHY
from catviz.words.board import ERROR_RATE

# selections


@pytest.mark.tour
def test_a_lasso_on_a_map_drawn_with_webgl(explorer):
    """Thousands of points leave no gap wider than the mouse's pixel: a point within it may be in or out."""
    explorer.goto("map", data="mushroom")
    points = explorer.page.evaluate(POINTS, 0)
    cut = gap([point["x"] for point in points])
    lasso_left(explorer, 0)
    sentence = re.compile(r"^([\d,]+) rows? chosen", re.MULTILINE)
    explorer.wait_for(sentence)
    explorer.settle()
    least, most = (rows_of([point for point in points if point["x"] < cut + pixel]) for pixel in (-1, 1))
    assert 0 < least <= int(sentence.search(explorer.text())[1].replace(",", "")) <= most < 8124
    assert_sound(explorer)


def pick_value(explorer, point, gesture):
    """Pick the value at a point of the small map."""
    x, y, mouse = point["x"], point["y"], explorer.page.mouse
    if gesture == "click":
        mouse.move(x - 9, y - 9)
        mouse.move(x, y, steps=3)
        mouse.click(x, y)
        return
    chart = explorer.page.locator('[data-testid="stPlotlyChart"]').nth(1)
    chart.hover()
    chart.locator('[data-title="Box Select"]').click()
    mouse.move(x - 10, y - 10)
    mouse.down()
    mouse.move(x + 10, y + 10, steps=6)
    mouse.up()


@pytest.mark.tour
def test_values_picked_in_the_small_map_light_up_rows(explorer):
    explorer.goto("map", data="voting", **{"value-plot": PLANE})
    table = catviz.load_dataset("voting")
    for gesture in ("click", "box"):
        explorer.page.locator('[data-testid="stPlotlyChart"]').nth(1).scroll_into_view_if_needed()
        values = explorer.page.evaluate(POINTS, 1)
        alone = max(
            values, key=lambda p: min(abs(p["x"] - q["x"]) + abs(p["y"] - q["y"]) for q in values if q is not p)
        )
        pick_value(explorer, alone, gesture)
        explorer.wait_for(re.compile(r"^[\d,]+ rows? chosen"))
        explorer.settle()
        assert_sound(explorer)
        column, _, value = alone["words"].partition(" = ")
        r = table.codebook.position(column)
        carried = table.codes[:, r]
        code = len(table.categories[r]) if value == "(missing)" else table.categories[r].index(value)
        n = int((carried == code).sum())
        assert re.search(rf"^{n:,} rows? chosen", explorer.text(), re.M)
        highlighted = explorer.page.evaluate(LIT, 0)
        points = {p["id"]: p for p in explorer.page.evaluate(POINTS, 0)}
        assert highlighted["chosen"]
        assert rows_of([points[i] for i in highlighted["ids"]]) == n
        explorer.press("Clear")
        explorer.wait_for("No row chosen")
        explorer.settle()


def tab_to(explorer, label, most=80):
    for _ in range(most):
        explorer.page.keyboard.press("Tab")
        if explorer.page.evaluate("() => document.activeElement.getAttribute('aria-label')") == label:
            return
    raise AssertionError(f"{label} was not reached with the Tab key")


@pytest.mark.tour
def test_the_pair_is_chosen_with_the_keyboard_and_by_a_click_in_the_heat_map(explorer):
    explorer.goto("values", data="mushroom", column="odor", a="almond", b="anise")
    assert (explorer.chosen("Value"), explorer.chosen("compared with")) == ("almond", "anise")
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


@pytest.mark.tour
def test_tsne_of_many_rows_shows_progress_and_can_be_cancelled(explorer):
    explorer.goto("map", data="nursery", method="Hamming", map="t-SNE")
    main = explorer.page.locator('[data-testid="stMain"]')
    main.get_by_role("button", name="Run", exact=True).click()
    explorer.page.locator('[data-testid="stProgress"]').wait_for()
    explorer.wait_for(re.compile(r"t-SNE under .+: \d+\s%"))
    main.get_by_role("button", name="Cancel", exact=True).click()
    explorer.wait_for(re.compile("Cancelled after"))
    explorer.settle()
    assert_sound(explorer)
    # beside it the neighbours on this map may be counted by now, with a bar of their own
    bars = explorer.page.locator('[data-testid="stProgress"]').all_inner_texts()
    assert not [bar for bar in bars if bar.startswith("t-SNE")]


# links


def assert_same_choices(explorer, expected):
    for label, value in expected.items():
        assert explorer.chosen(label) == value, label


def test_the_address_bar_and_copy_link_restore_what_was_chosen_in_boxes_also_when_loaded_again(tab):
    explorer = tab()
    explorer.goto("values", data="voting")
    explorer.choose("Data set", "Mushroom")
    explorer.choose("Method", "TAVE (graph diffusion)")
    explorer.choose("Column", "odor")
    explorer.choose("Value", "spicy")
    explorer.choose("compared with", "musty")
    expected = {k: explorer.chosen(k) for k in ("Data set", "Method", "Column", "Value", "compared with")}
    assert list(expected.values()) == ["Mushroom", "TAVE (graph diffusion)", "odor", "spicy", "musty"]
    assert explorer.charts()[0]["title"].startswith("odor under TAVE")
    link = explorer.copied_link()
    assert link.startswith(explorer.url)
    other = tab()
    other.open(link)
    assert other.until(lambda: other.query() == explorer.query()), other.query()
    for again in (False, True):
        if again:
            other.page.reload()
            other.settle()
        assert_same_choices(other, expected)
        assert_sound(other)
        assert not [a for a in other.alerts() if "link asks for" in a]


def test_going_back_takes_back_a_choice_and_single_keys_press_what_stands_above_the_page(explorer):
    explorer.goto("values", data="mushroom")
    began = explorer.chosen("Column")
    explorer.choose("Column", "habitat")
    explorer.choose("Method", "TAVE (graph diffusion)")
    explorer.page.keyboard.press("5")  # nothing happens that would be a choice: the page is this one
    columns = []
    for go in (explorer.page.go_back, explorer.page.go_back, explorer.page.go_forward):
        before = explorer.page.url
        go()
        assert explorer.page.url != before
        assert explorer.until(lambda: explorer.query().get("column", began) == explorer.chosen("Column"))
        columns.append((explorer.chosen("Column"), explorer.chosen("Method").split(" ")[0]))
    assert columns == [("habitat", "ADM"), (began, "ADM"), ("habitat", "ADM")]
    explorer.page.keyboard.press("6")
    explorer.page.wait_for_url(re.compile("/map"))
    explorer.settle()
    explorer.page.keyboard.press("?")
    explorer.page.get_by_role("dialog").get_by_text("1 to 9").wait_for()
    explorer.settle()
    explorer.page.keyboard.press("Escape")
    explorer.page.get_by_role("dialog").wait_for(state="detached")
    explorer.settle()
    explorer.page.keyboard.press("s")
    explorer.page.locator('[data-testid="stPopoverBody"]').wait_for()
    explorer.settle()
    explorer.page.keyboard.press("Escape")
    explorer.page.go_back()
    explorer.page.wait_for_url(re.compile("/values"))
    explorer.settle()
    assert explorer.chosen("Column") == "habitat"
    assert_sound(explorer)


# uploads


def assert_uploaded(explorer, name):
    """The page says what it understood of a file, shows it, and lets none of its words become markup."""
    explorer.page.wait_for_url(re.compile("/overview"))
    explorer.settle()
    assert explorer.chosen("Data set").startswith(name), explorer.alerts()
    assert_shows_something(explorer)
    explorer.click_page(TITLES["columns"])
    text = explorer.text()
    assert f"How {name} was read" in text
    assert "ÿþ" not in text and "\x00" not in text
    assert_shows_something(explorer)
    assert not explorer.page.evaluate(INJECTED)


def test_an_upload_on_start_is_opened_and_stays_after_a_bad_one(explorer):
    explorer.goto()
    explorer.upload("Open a file", ("survey.csv", survey()))
    assert_uploaded(explorer, "survey.csv")
    explorer.upload(FILE_BOX, ("ragged.csv", REFUSED["ragged.csv"]))
    assert len(explorer.errors()) == 1
    assert explorer.chosen("Data set").startswith("survey.csv")
    assert explorer.charts()
    explorer.click_page("Orders")
    assert "/values" in explorer.page.url and explorer.query()["values"] == "Order"
    explorer.click_page("Map")
    assert "/map" in explorer.page.url
    assert explorer.chosen("Data set").startswith("survey.csv")


@pytest.mark.tour
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
    assert "private.csv" in " ".join(other.alerts())
    assert_sound(other)


def assert_dark(explorer):
    """No figure of the page is on white."""
    papers = explorer.page.evaluate(
        "() => [...document.querySelectorAll('.js-plotly-plot')].filter(p => p._fullLayout)"
        ".map(p => p._fullLayout.paper_bgcolor)"
    )
    assert len(papers) >= len(explorer.charts())
    assert not [p for p in papers if p.casefold() in ("#fff", "#ffffff", "white")], explorer.page.url


@pytest.mark.tour
def test_the_glossary_and_the_first_pages_in_the_dark_theme_after_a_link_with_markup(explorer):
    explorer.page.emulate_media(color_scheme="dark")
    bad = '<img src="injected" onerror="alert(1)"> **bold** [x](http://injected.example)'
    explorer.goto("columns", data=bad, column=bad)
    assert [a for a in explorer.alerts() if "link asks for" in a and "<img" in a]
    look_up(explorer)
    for page in ("lessons", "start"):
        assert not explorer.page.evaluate(INJECTED)
        explorer.click_page(TITLES[page])
        assert_shows_something(explorer)
        assert explorer.charts(), page
        assert_dark(explorer)
    ask_why(explorer)


@pytest.mark.more
@pytest.mark.parametrize("own", [("columns", "map"), pytest.param(PAGES[2:], marks=pytest.mark.tour)], ids=len)
def test_pages_by_the_navigation_in_the_dark_theme_where_labels_with_markup_stay_text(explorer, own):
    explorer.page.emulate_media(color_scheme="dark")
    explorer.goto()
    explorer.upload("Open a file", ("markup.csv", markup()))
    assert_uploaded(explorer, "markup.csv")
    for page in own:
        if page != "columns":
            explorer.click_page(TITLES[page])
        assert_shows_something(explorer)
        assert explorer.charts() or page == "predict"
        assert_dark(explorer)
        assert explorer.chosen("Data set").startswith("markup.csv")
        assert explorer.chosen("Outcome") == "none"
        handled = HANDLED.get(page)
        if handled:
            handled(explorer)
        assert_sound(explorer)
        assert not explorer.page.evaluate(INJECTED), page


def look_up(explorer):
    """A button above the page opens the glossary, which finds a term."""
    explorer.page.locator(".st-key-actions").get_by_role("button", name=GLOSSARY).click()
    dialog = explorer.page.locator('[data-testid="stDialog"]')
    dialog.get_by_label(SEARCH).fill("benzécri")
    explorer.page.keyboard.press("Enter")
    dialog.get_by_text("Benzécri's correction").first.wait_for()
    explorer.page.keyboard.press("Escape")
    explorer.settle()


def ask_why(explorer):
    """The question on Start leads to its answer, once the number is worked out."""
    explorer.unfold(explorer.page.locator("summary").filter(has_text="0.218"))
    explorer.press(WHY)
    explorer.page.wait_for_url(re.compile("/values"))
    explorer.settle()
    pair = explorer.chosen("Value"), explorer.chosen("compared with")
    assert (explorer.chosen("Column"), *pair) == ("odor", "almond", "pungent") and "0.218" in explorer.text()


def choose_and_hover(explorer):
    """Values with markup in every box and figure of Values."""
    column = '<i id="injected-1">1</i>'
    explorer.choose("Column", column)
    assert column in explorer.charts()[0]["title"].replace("&lt;", "<").replace("&gt;", ">")
    explorer.choose("Value", MARKUP[0])
    explorer.choose("compared with", MARKUP[1])
    assert_sound(explorer)
    assert not explorer.page.evaluate(INJECTED)
    assert MARKUP[0] in explorer.text()
    for look in ("1-D axes", "map of all values", "heat map"):
        explorer.segment("Show as", look)
        points = explorer.page.locator(".js-plotly-plot").first.locator(".scatterlayer .points path")
        box = points.first.bounding_box() if points.count() else explorer.page.evaluate(FRAME, 0)
        left, top = box.get("left", box.get("x")), box.get("top", box.get("y"))
        right, bottom = box.get("right", left + box.get("width", 0)), box.get("bottom", top + box.get("height", 0))
        explorer.page.mouse.move((left + right) / 2, (top + bottom) / 2, steps=4)
        explorer.page.locator(".hoverlayer .hovertext").first.wait_for()
        assert not explorer.page.evaluate(INJECTED), look
        assert_sound(explorer)


def look_further(explorer):
    """Every section of learned orders, the editor with its labels among them, light on dark."""
    explorer.choose("Order from", method("OCL").title)
    for further in SECTIONS[1:]:
        explorer.segment("Show", further)
        explorer.finish()
        assert not explorer.page.evaluate(INJECTED), further
        assert not explorer.exceptions() and not explorer.errors()
        if further == OWN["further"]:
            button = explorer.page.locator("ol li button").first
            shades = button.evaluate("b => [getComputedStyle(b).color, getComputedStyle(b).backgroundColor]")
            text, ground = (sum(map(int, re.findall(r"\d+", shade)[:3])) for shade in shades)
            assert text > 500 and ground < 250, shades


def loop(explorer):
    """Rows chosen and listed."""
    lasso_left(explorer, 0)
    explorer.wait_for(re.compile(r"rows? chosen"))
    explorer.settle()


def follow_clusters(explorer):
    """Clusters lead to a map of the rows in their colours."""
    explorer.press("See them on a map of the rows")
    explorer.page.wait_for_url(re.compile("/map"))
    explorer.settle()
    assert explorer.chosen("Colour") == CLUSTER_COLOURS
    assert explorer.page.locator(".legendtext").all_text_contents()[:2] == ["cluster 1", "cluster 2"]


HANDLED = {"values": choose_and_hover, "orders": look_further, "map": loop, "clusters": follow_clusters}


# what surrounds the pages


@pytest.mark.tour
@pytest.mark.parametrize("at", ["values", "map", "orders", "clusters"])
def test_a_presentation_shows_choices_and_their_figure_on_one_screen(explorer, at):
    explorer.goto(at, present="1")
    page = explorer.page
    # as it is seen: a figure that is drawn smaller is scaled inside its place
    figure = page.locator('[data-testid="stPlotlyChart"] .plot-container').first
    choices = page.locator(".st-key-choices")
    bar = page.locator(".bar").bounding_box()["y"]

    def seen():
        box = figure.bounding_box()
        return box and choices.bounding_box()["y"] > 0 and box["y"] > 0 and box["y"] + box["height"] <= bar

    assert explorer.until(seen)


@pytest.mark.tour
def test_the_board_is_presented_whole_and_keeps_what_its_test_rests_on(explorer):
    explorer.page.set_viewport_size({"width": 1280, "height": 720})
    explorer.goto("methods", present="1")
    assert explorer.until(lambda: explorer.page.locator(".place").inner_text() == "1 of 2")
    assert explorer.page.get_by_text(f"measured {ERROR_RATE}").is_visible()
    figure = explorer.page.locator('[data-testid="stPlotlyChart"]').first
    assert figure.bounding_box()["y"] < 720, "the ranks are not on the first screen"
    explorer.page.keyboard.press("ArrowRight")
    assert explorer.until(lambda: explorer.page.get_by_text(MORE).is_visible())


def test_a_presentation_shows_one_figure_a_screen(explorer):
    page = explorer.page
    table = page.locator('[data-testid="stDataFrame"]').first
    explorer.goto("values", data="voting")
    usual = table.bounding_box()["height"]
    explorer.goto("values", data="voting", present="1")
    assert_shows_something(explorer)
    assert page.locator('[data-testid="stSidebar"]').get_attribute("data-collapsed") == "true"
    place, main = page.locator(".place"), page.locator('[data-testid="stMain"]')
    figures, screen = page.locator('[data-testid="stPlotlyChart"]'), page.viewport_size
    assert explorer.until(lambda: re.fullmatch("1 of [3-9]", place.inner_text()))
    total = place.inner_text().removeprefix("1 of ")
    for number, (key, figure) in enumerate({"": 0, "ArrowRight": 1, "PageDown": None}.items(), 1):
        if key:
            page.keyboard.press(key)
        assert place.inner_text() == f"{number} of {total}"
        if figure is not None:
            box = figures.nth(figure).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= page.locator(".bar").bounding_box()["y"]
            assert box["height"] > 0.4 * screen["height"] and box["width"] > 0.9 * screen["width"]
    page.get_by_role("button", name="Previous", exact=True).click()
    assert place.inner_text() == f"2 of {total}"
    page.keyboard.press("PageUp")
    assert main.evaluate("main => main.scrollTop") == 0
    assert explorer.until(lambda: table.bounding_box()["height"] > 1.2 * usual), "a table's letters grow too"
    page.keyboard.press("Escape")
    page.locator(".st-key-present").wait_for()
    explorer.settle()
    assert "present" not in explorer.query()
